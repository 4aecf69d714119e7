//! Several players at a table, people and computers.

use yahtzee_solver::win::Live;
use yahtzee_solver::{Contest, Follower, Game, RuleSet, Scorecard, Solver, Stage};

use super::testing::{OWN, SEED, alone, at_table, hasbro, pocket, press};
use super::tests::{game, refused, said};
use super::{Intent, Mode, Next, PlaysFor, Response, Seat, Session, saved, seats, turns_done};

#[test]
fn turns_go_round() {
    let mut session = at_table(hasbro(), &["ann", "bob"], OWN);
    for player in [0, 1, 0, 1] {
        assert_eq!(session.current(), Some(player));
        press(&mut session, "11666\n");
        let open = if game(&session, player).card().open_count() == 13 { "sixes\n" } else { "chance\n" };
        press(&mut session, open);
    }
    press(&mut session, "<");
    assert_eq!(said(&session), "Taken back: bob, score 20 in Chance.");
    assert_eq!(session.current(), Some(1));
    press(&mut session, "<<");
    assert_eq!(said(&session), "Taken back: ann, score 20 in Chance.");
}

#[test]
fn the_computer_plays_its_turns() {
    let mut session = at_table(hasbro(), &["ann", "computer", "computer"], SEED);
    let names: Vec<&str> = session.seats().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["ann", "computer", "computer 2"]);
    press(&mut session, "chance\n");
    assert_eq!(session.current(), Some(0));
    assert!(session.waits());
    assert_eq!(session.said().len(), 3);
    for player in [1, 2] {
        assert_eq!(game(&session, player).turns().len(), 1);
        assert_eq!(session.players()[player].review.loss, 0.0);
    }
    assert_ne!(game(&session, 1).turns(), game(&session, 2).turns(), "each has dice of its own");
    // Undo also takes back the computers' moves that followed.
    press(&mut session, "<");
    assert!(session.seats().skip(1).all(|seat| seat.game.turns().is_empty()));
    assert!(said(&session).starts_with("Taken back: ann,"));
    while session.current().is_some() {
        assert_eq!(session.current(), Some(0));
        press(&mut session, "\n");
    }
    assert!(session.seats().all(|seat| seat.game.is_complete()));
}

#[test]
fn the_computer_may_come_first() {
    let session = at_table(hasbro(), &["computer", "ann"], SEED);
    assert_eq!(session.current(), Some(1));
    assert_eq!(game(&session, 0).turns().len(), 1);
}

#[test]
fn with_own_dice_the_computer_is_told_what_fell() {
    let mut session = at_table(hasbro(), &["computer", "ann"], OWN);
    assert!(matches!(session.stage(), Stage::ToRoll { .. }));
    press(&mut session, "11666\n");
    assert!(matches!(session.stage(), Stage::ToRoll { hold, .. } if hold.to_string() == "6 6 6"), "it decides by itself");
    assert!(said(&session).contains("keep 6 6 6"));
    press(&mut session, "<");
    assert_eq!(said(&session), "Taken back: computer, the roll 1 1 6 6 6.");
}

#[test]
fn computers_alone_play_a_turn_for_each_enter() {
    let table = pocket();
    let mut session = at_table(&table, &["computer", "computer"], SEED);
    for left in (0..4).rev() {
        assert_eq!(press(&mut session, "\n"), Next::Save);
        assert_eq!(session.seats().map(|seat| 2 - turns_done(seat)).sum::<usize>(), left);
    }
    assert_eq!(session.current(), None);
}

#[test]
fn who_wins_is_said() {
    let winners = |players: &[(&str, &str)]| {
        let names: Vec<String> = players.iter().map(|(name, _)| (*name).to_owned()).collect();
        let mut seats = seats(&names, &Game::new(hasbro().rules())).unwrap();
        for (seat, (_, card)) in seats.iter_mut().zip(players) {
            seat.game = Game::from_card(Scorecard::parse(card, hasbro().rules()).unwrap()).unwrap();
        }
        Session::new(hasbro(), seats, OWN).unwrap().winners()
    };
    assert_eq!(winners(&[("you", "ones=3")]), None);
    assert_eq!(winners(&[("you", "ones=3"), ("ann", "ones=2")]).unwrap(), "You win with 3.");
    assert_eq!(winners(&[("you", "ones=3"), ("ann", "ones=4")]).unwrap(), "ann wins with 4.");
    assert_eq!(winners(&[("you", "ones=4"), ("ann", "ones=4")]).unwrap(), "you and ann win together with 4.");
}

/// A served pair wins.
fn served() -> yahtzee_solver::ValueTable {
    let toml = "name = \"served\"\ndice = 2\nrolls = 2\n[[upper]]\nname = \"sixes\"\nface = 6\n[[lower]]\nname = \"pair\"\ngroups = [2]\npoints = 7\n\
        served = 30\nserved-wins = true\n";
    Solver::new(&RuleSet::parse(toml).unwrap()).unwrap().solve().unwrap()
}

#[test]
fn a_served_roll_wins_the_game_of_several() {
    let table = served();
    let live = Live::new(&table, Follower::new(&table).final_scores(1_000_000).unwrap()).unwrap();
    let mode = Mode { plays_for: PlaysFor::Win, ..OWN };
    let names = ["ann", "bob"].map(str::to_owned);
    let mut session = Session::contested(Contest::new(&live), seats(&names, &Game::new(table.rules())).unwrap(), mode).unwrap();
    press(&mut session, "16\n6\n26\nsixes\n");
    assert_eq!((session.current(), session.won_at_once()), (Some(1), None));
    press(&mut session, "44\npair\n");
    assert_eq!((session.current(), session.won_at_once(), session.stage()), (None, Some(1), Stage::Over));
    assert_eq!((session.winners().unwrap().as_str(), session.shown_player()), ("bob wins at once, by a served roll.", 1));
    assert_eq!(session.chances().iter().map(|chance| chance.value).collect::<Vec<_>>(), [0.0, 1.0]);
    let review = session.win_review(1).unwrap();
    assert_eq!((review.now, review.turns.len(), review.loss(), review.approximate), (1.0, 1, 0.0, false));
    assert_eq!(session.win_review(0).unwrap().now, 0.0);

    // Saved and opened again, it is still over.
    let text = saved::text(session.rules(), session.mode(), session.seats());
    let opened = saved::parse(&text).unwrap();
    let opened = Session::new(&table, opened.seats, opened.mode).unwrap();
    assert_eq!((opened.current(), opened.won_at_once()), (None, Some(1)));

    // Taken back, it goes on; a pair after a reroll wins nothing.
    press(&mut session, "<");
    assert_eq!((session.current(), session.won_at_once()), (Some(1), None));
    press(&mut session, "4\n44\npair\n");
    assert_eq!((session.current(), session.won_at_once()), (Some(0), None));

    // Alone it is worth its points, and the game goes on.
    let mut alone = at_table(&table, &["ann"], OWN);
    press(&mut alone, "44\npair\n");
    assert_eq!((alone.current(), alone.won_at_once()), (Some(0), None));
    assert_eq!(game(&alone, 0).score_so_far(), 30);
}

#[test]
fn players_are_checked() {
    let seated = |names: &[&str]| seats(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), &Game::new(hasbro().rules()));
    assert_eq!(seated(&[" ann ", "Computer"]).unwrap()[0].name, "ann");
    for wrong in [
        &["ann", "ann"][..],
        &[""],
        &["a", "b", "c", "d", "e", "f", "g"],
        &["a name of more than enough length"],
        &["computer 2", "computer", "computer"],
        &["ann", "computer:clever"],
        &["greedy", "computer:greedy"],
    ] {
        assert!(seated(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn the_next_players_dice_wait_for_a_key() {
    let mut session = at_table(hasbro(), &["ann", "bob", "computer"], SEED);
    assert!(!session.waits(), "the first dice fall at once");
    press(&mut session, "chance\n");
    assert!(session.waits() && matches!(session.stage(), Stage::ToRoll { .. }));
    assert_eq!((session.current(), session.shown_player()), (Some(1), 0), "bob is next, and ann's card is still seen");
    let before: Vec<Seat> = session.seats().cloned().collect();
    for intent in [Intent::Help, Intent::Close, Intent::Hint] {
        session.act_now(intent);
    }
    assert!(session.waits() && session.seats().eq(&before), "a page changes nothing");
    assert_eq!(press(&mut session, "\n"), Next::Save);
    assert!(!session.waits() && matches!(session.stage(), Stage::ToChoose { .. }));
    assert_eq!(session.shown_player(), 1);
    press(&mut session, "chance\n");
    assert!(session.waits(), "after the computer's turn too");
    assert_eq!(game(&session, 2).turns().len(), 1);
    press(&mut session, "<");
    assert!(!session.waits() && said(&session).starts_with("Taken back: bob"));
    // With one player the session never waits.
    let mut session = alone(SEED);
    press(&mut session, "chance\n");
    assert!(!session.waits());
}

#[test]
fn after_the_last_turn_there_is_a_choice() {
    let table = pocket();
    let mut session = at_table(&table, &[], SEED);
    assert_ne!(press(&mut session, "n\n"), Next::NewGame, "not before the end");
    while session.current().is_some() {
        press(&mut session, "\n");
    }
    assert!(refused(&mut session, "\n").contains("The game is over"));
    assert_eq!(session.said()[0].response, Some(Response::End));
    for (typed, after) in [("n", Next::NewGame), ("new", Next::NewGame), ("R", Next::Review), ("review", Next::Review), ("q", Next::Leave)]
    {
        assert_eq!(press(&mut session, &format!("{typed}\n")), after, "{typed}");
    }
}

#[test]
fn a_greedy_computer_takes_the_most_points_of_the_turn() {
    let mut session = at_table(hasbro(), &["Computer:Greedy", "computer", "computer:greedy"], SEED);
    let names: Vec<&str> = session.seats().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["greedy", "computer", "greedy 2"]);
    while session.current().is_some() {
        press(&mut session, "\n");
    }
    let mut greedy = yahtzee_solver::StrategyPlayer::new(yahtzee_solver::LookaheadStrategy::greedy(hasbro().model()));
    for played in game(&session, 0).played() {
        for decision in played.turn.decisions() {
            let position = yahtzee_solver::Position::new(played.card.clone(), decision.roll, decision.rerolls_left).unwrap();
            assert_eq!(yahtzee_solver::Player::choose(&mut greedy, &position).unwrap(), decision.choice);
        }
    }
    assert!(session.players()[0].review.loss > 1.0 && session.players()[1].review.loss < 1e-9);
}
