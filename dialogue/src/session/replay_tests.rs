//! Reviews as a state of the table, against the session in which the game was played.

use fastrand::Rng;
use yahtzee_solver::win::{Live, WinReview};
use yahtzee_solver::{Action, Contest, Follower, Game, Scorecard, Stage, TurnOption, ValueTable, WrittenAction};

use super::replay::TOLERANCE;
use super::testing::{COACH, OWN, SEED, at_table, hasbro, pocket, press};
use super::{DiceFrom, Go, Intent, Mode, Next, Page, PlaysFor, Session, Tone, Visible, saved, seats};
use crate::ask::chosen::written;

/// What is on the table: the games, the options, and the expected final scores.
fn table_of(session: &Session) -> String {
    let expected: Vec<f64> = session.players().iter().map(|player| player.expected()).collect();
    let games: Vec<String> = session.seats().map(|seat| seat.game.to_string()).collect();
    let Visible::All(advice) = session.shown() else { panic!("no options") };
    format!("{games:?} {:?} {expected:?} {:?}", session.stage(), advice.options)
}

/// Plays a game with random choices. Returns it with the table before each decision of a person, and the choice.
fn played(table: &ValueTable, names: &[&str], seed: u64) -> (Session, Vec<(String, Action)>) {
    played_on(at_table(table, names, Mode { dice: DiceFrom::Seed(seed), ..SEED }), seed)
}

fn played_on(mut session: Session, seed: u64) -> (Session, Vec<(String, Action)>) {
    let mut random = Rng::with_seed(seed);
    let mut tables = Vec::new();
    while session.current().is_some() {
        if session.throws() {
            session.act_now(Intent::Throw);
            continue;
        }
        let before = table_of(&session);
        let Visible::All(advice) = session.shown() else { panic!("no options") };
        let choice = advice.options[random.usize(0..advice.options.len().min(4))].action;
        tables.push((before, choice));
        session.act_now(Intent::Choose(written(&choice)));
        if session.asks() {
            session.act_now(Intent::Yes);
        }
    }
    (session, tables)
}

#[test]
fn the_table_stands_as_it_stood() {
    for (table, names) in [(&pocket(), &["ann"][..]), (&pocket(), &["ann", "computer", "bob"]), (hasbro(), &["ann", "computer:greedy"])] {
        for seed in 0..4 {
            let (session, tables) = played(table, names, seed);
            let mut review = session.review(None).unwrap();
            for (number, (before, choice)) in tables.iter().enumerate() {
                assert_eq!(review.reviewed(), Some((number + 1, tables.len())));
                assert_eq!((&table_of(&review), review.was_played()), (before, Some(*choice)));
                review.act_now(Intent::Go(Go::Forth));
            }
            assert_eq!(table_of(&review), tables.last().unwrap().0, "after the last comes nothing");
            for (to, number) in [(Go::Back, tables.len() - 1), (Go::First, 1), (Go::Back, 1), (Go::Last, tables.len())] {
                review.act_now(Intent::Go(to));
                assert_eq!(review.reviewed().unwrap().0, number.max(1), "{to:?}");
                assert_eq!(table_of(&review), tables[number.max(1) - 1].0);
            }
            // The whole games stay, and so do their losses.
            for (player, seat) in session.players().iter().enumerate() {
                assert_eq!(review.whole_game(player), &seat.seat.game);
                for (turn, reviewed) in seat.review.turns.iter().enumerate() {
                    assert_eq!(
                        review.lost_in_turn(player, turn),
                        (reviewed.loss, reviewed.decisions.iter().any(|one| one.loss() > TOLERANCE))
                    );
                }
            }
            assert_eq!(format!("{:?}", review.players()[0].course()), format!("{:?}", session.players()[0].course()));
        }
    }
}

/// In a game that was joined, the first to move need not be the first player.
#[test]
fn the_table_of_a_joined_game_stands_as_it_stood() {
    let rules = hasbro().rules();
    let mut seats = seats(&["bob".to_owned(), "ann".to_owned()], &Game::new(rules)).unwrap();
    for (seat, card) in seats.iter_mut().zip(["ones=3 twos=6", "chance=20"]) {
        seat.game = Game::from_card(Scorecard::parse(card, rules).unwrap()).unwrap();
    }
    let (session, tables) = played_on(Session::new(hasbro(), seats, SEED).unwrap(), 5);
    let mut review = session.review(None).unwrap();
    assert_eq!((review.current(), tables.len()), (Some(1), review.reviewed().unwrap().1));
    for (before, choice) in &tables {
        assert_eq!((&table_of(&review), review.was_played()), (before, Some(*choice)));
        review.act_now(Intent::Go(Go::Forth));
    }
}

#[test]
fn the_decisions_of_one_player_are_reviewed() {
    let (session, _) = played(&pocket(), &["ann", "bob", "computer"], 3);
    for player in 0..3 {
        let mut review = session.review(Some(player)).unwrap();
        let count = session.players()[player].decisions().count();
        for number in 1..=count {
            assert_eq!((review.reviewed(), review.current()), (Some((number, count)), Some(player)));
            review.act_now(Intent::Go(Go::Forth));
        }
    }
}

#[test]
fn the_next_mistake_is_found() {
    let (session, _) = played(hasbro(), &["ann"], 5);
    let losses: Vec<f64> = session.players()[0].decisions().map(|decision| decision.loss()).collect();
    let mut review = session.review(None).unwrap();
    for at in 0..losses.len() {
        review.act_now(Intent::Go(Go::First));
        for _ in 0..at {
            review.act_now(Intent::Go(Go::Forth));
        }
        review.act_now(Intent::Go(Go::Mistake));
        let next = (1..=losses.len()).map(|step| (at + step) % losses.len()).find(|&number| losses[number] > TOLERANCE);
        assert_eq!(review.reviewed().unwrap().0 - 1, next.unwrap());
        assert!(review.said()[0].text.contains(", which cost "), "{:?}", review.said());
    }
    let mut sorted = losses;
    sorted.sort_by(|a, b| b.total_cmp(a));
    let lost = |position: &yahtzee_solver::Position| {
        let decided = session.players()[0].review.turns.iter().flat_map(|turn| turn.decisions.iter().map(move |one| (turn, one)));
        decided
            .map(|(turn, one)| (&turn.card, one))
            .find(|(card, one)| *card == position.card() && one.roll == position.roll())
            .unwrap()
            .1
            .loss()
    };
    assert_eq!(review.worst().iter().map(lost).collect::<Vec<_>>(), sorted[..3]);
    assert_eq!(review.act_now(Intent::TryAgain), Next::TryAgain);
}

#[test]
fn a_game_without_a_mistake_says_so() {
    let mut session = at_table(&pocket(), &["ann"], SEED);
    while session.current().is_some() {
        press(&mut session, "\n");
    }
    let mut review = session.review(None).unwrap();
    assert!(review.said()[0].text.ends_with(": nothing is better."), "{:?}", review.said());
    let before = table_of(&review);
    review.act_now(Intent::Go(Go::Mistake));
    assert_eq!(review.said().last().unwrap().text, "There is no mistake: no choice cost more than 0.2.");
    assert_eq!((review.act_now(Intent::TryAgain), review.worst().len()), (Next::Draw, 0));
    assert_eq!(review.said().last().unwrap().text, "No choice cost anything.");
    assert_eq!(table_of(&review), before);
}

/// A branch begins with the choice, has dice of its own, and changes neither the review nor the game.
#[test]
fn a_branch_is_a_game_of_its_own() {
    let (session, tables) = played(&pocket(), &["ann", "computer"], 1);
    let text = |session: &Session| saved::text(session.rules(), session.mode(), session.seats());
    let game = text(&session);
    let mut review = session.review(None).unwrap();
    review.act_now(Intent::Go(Go::Forth));
    let Visible::All(advice) = review.shown() else { panic!("no options") };
    for TurnOption { action, .. } in advice.options.clone() {
        assert_eq!(review.act_now(Intent::Choose(written(&action))), Next::Branch(action));
        let before = review.seats().next().unwrap().game.to_string();
        let mut ends = std::collections::BTreeSet::new();
        for seed in 0..20 {
            let mut branch = review.branch(action, seed).unwrap();
            assert!(branch.reviewed().is_none() && branch.said()[0].text.starts_with("From here on"));
            let decided = branch.seats().next().unwrap().game.clone();
            assert!(decided.to_string().starts_with(before.trim_end()), "{before}\n{decided}");
            while branch.current().is_some() {
                press(&mut branch, "\n");
            }
            assert!(branch.review(None).unwrap().reviewed().unwrap().1 > 2);
            ends.insert(branch.seats().next().unwrap().game.to_string());
        }
        assert!(ends.len() > 1, "dice are thrown anew");
        assert_eq!((table_of(&review), text(&session)), (tables[1].0.clone(), game.clone()));
    }
    let impossible = WrittenAction::parse("111", review.rules(), review.players()[0].seat.game.card()).unwrap();
    assert_eq!(review.act_now(Intent::Choose(impossible)), Next::Draw);
    assert_eq!(review.said().last().unwrap().tone, Tone::Wrong);
}

#[test]
fn nothing_changes_a_game_under_review() {
    let (session, _) = played(&pocket(), &["ann"], 1);
    let mut review = session.review(None).unwrap();
    let before = table_of(&review);
    let dice = review.rules().game_dice().example();
    for intent in [
        Intent::Fell(dice),
        Intent::Fix(dice, dice),
        Intent::TakeAdvice,
        Intent::Throw,
        Intent::Yes,
        Intent::No,
        Intent::Undo,
        Intent::Hint,
        Intent::Coach(Some(1.0)),
        Intent::Switch,
        Intent::NewGame,
        Intent::Review,
    ] {
        assert_eq!(review.act_now(intent), Next::Draw, "{intent:?}");
        assert_eq!((table_of(&review), review.said().last().unwrap().tone), (before.clone(), Tone::Wrong), "{intent:?}");
    }
    review.act_now(Intent::Explain(review.was_played().map(|choice| written(&choice))));
    assert!(matches!(review.page(), Some(Page::Why(_))));
    assert_eq!(review.act_now(Intent::Leave), Next::Leave);
    let mut play = at_table(&pocket(), &["ann"], SEED);
    assert_eq!((play.act_now(Intent::Go(Go::First)), play.said()[0].text.as_str()), (Next::Draw, "No game is under review."));
}

/// Games without a known decision, unfinished ones, and a zero that advice leaves out.
#[test]
fn hostile_games_are_reviewed_as_far_as_they_go() {
    let rules = hasbro().rules();
    let review = |text: &str| {
        let seats = seats(&["ann".to_owned()], &Game::parse(text, rules).unwrap()).unwrap();
        Session::new(hasbro(), seats, COACH).unwrap().review(None)
    };
    for nothing in ["rules: hasbro\n", "sixes=18\nchance=20\n", "11666\n"] {
        assert!(review(nothing).is_none(), "{nothing}");
    }
    for (text, decisions) in [
        ("sixes=18\n11666 hold 11, 11345\n", 1),
        ("... 11456 score chance\n11666 hold 666", 2),
        ("11666 score chance=0\n12345 hold none, 66666", 2),
    ] {
        let mut review = review(text).unwrap();
        assert_eq!(review.reviewed(), Some((1, decisions)), "{text}");
        for _ in 0..decisions {
            let Visible::All(advice) = review.shown() else { panic!("no options") };
            assert!(advice.options.is_sorted_by(|a, b| a.expected_final >= b.expected_final - 1e-9));
            assert!(advice.option(&review.was_played().unwrap()).is_some(), "{text}");
            assert_eq!(review.said().len(), 1, "{text}");
            review.act_now(Intent::Go(Go::Forth));
        }
    }
}

/// In a game to win the losses are chances, once these are known.
#[test]
fn a_game_to_win_is_reviewed_by_chances() {
    let table = pocket();
    let contest = Contest::new(&Live::new(&table, Follower::new(&table).final_scores(1_000_000).unwrap()).unwrap());
    let mode = Mode { plays_for: PlaysFor::Win, ..OWN };
    let games = seats(&["ann".to_owned(), "bob".to_owned()], &Game::new(table.rules())).unwrap();
    let mut session = Session::contested(contest.clone(), games, mode).unwrap();
    press(&mut session, "666\n66\n1\nthree\ny\n111\nthree\n666\nsixes\n112\n12\n1\nsixes\ny\n");
    assert_eq!(session.stage(), Stage::Over);
    let ann = session.win_review(0).unwrap().clone();
    let known = session.review(None).unwrap();
    let mut waits = Session { contest: None, won: Vec::new(), ..session }.review(None).unwrap();
    assert!(waits.awaits_chances() && !waits.is_lost_in_chances(0));
    waits.act_now(Intent::Choose(written(&waits.was_played().unwrap())));
    assert!(waits.said().last().unwrap().text.starts_with("One moment"));
    assert_eq!(waits.add_contest(contest), Next::Draw);
    for mut review in [known, waits] {
        let lost: f64 = ann.turns[0].decisions.iter().map(|decision| decision.loss()).sum();
        assert!((review.lost_in_turn(0, 0).0 - 100.0 * lost).abs() < 1e-9);
        assert_eq!(
            review.lost_in_turn(0, 0).1,
            ann.turns[0].decisions.iter().any(|one| one.loss() > TOLERANCE * WinReview::CHANCE_OF_A_POINT)
        );
        assert!(review.said()[0].text.contains("percentage points of the chance to win"), "{:?}", review.said());
        review.act_now(Intent::Switch);
        assert!(review.said()[0].text.contains(" points. Better") && !review.is_lost_in_chances(0), "{:?}", review.said());
        assert_eq!(review.lost_in_turn(0, 0).0, review.players()[0].review.turns[0].loss);
    }
}
