//! Sessions played by lines and intents.

use yahtzee_solver::{Action, Advisor, Game, RuleSet, Seed, Simulation, Solver, Stage};

use super::testing::{COACH, OWN, SEED, alone, at_table, hasbro, press};
use super::{Intent, Mode, Next, Page, Seat, Session, StateNumber, Tone, Visible, saved, seats};
use crate::{Effort, Service};

pub(super) fn game(session: &Session, player: usize) -> &Game {
    &session.players()[player].seat.game
}

pub(super) fn said(session: &Session) -> String {
    session.said().iter().map(|said| said.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// The remark after these keys, which must not change the game.
pub(super) fn refused(session: &mut Session, keys: &str) -> String {
    let before: Vec<Seat> = session.seats().cloned().collect();
    assert_ne!(press(session, keys), Next::Save, "{keys}");
    assert!(session.seats().eq(&before), "{keys}");
    assert!(session.said().iter().all(|said| said.tone == Tone::Wrong), "{keys}");
    said(session)
}

#[test]
fn dice_are_typed_as_they_fall() {
    let mut session = alone(OWN);
    assert_eq!(press(&mut session, "11666\n"), Next::Save);
    assert!(matches!(session.shown(), Visible::All(_)));
    assert_eq!(session.kept().to_string(), "6 6 6", "the advice shows what to keep");
    // Enter takes the advice. For the next roll, typing the rolled dice is enough.
    assert_eq!(press(&mut session, "\n"), Next::Save);
    assert!(matches!(session.stage(), Stage::ToRoll { hold, .. } if hold.to_string() == "6 6 6"));
    press(&mut session, "26\n\n");
    press(&mut session, "66661\nsixes\n");
    assert_eq!(game(&session, 0).to_string(), "rules: hasbro\n11666 hold 666, 26666 hold 6666, 16666 score sixes\n");
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let mut session = alone(OWN);
    assert_eq!(refused(&mut session, "\n"), "Roll five dice first.");
    assert_eq!(refused(&mut session, "1166\n"), "Four dice: give the five dice.");
    assert!(refused(&mut session, "11667\n").contains('7'));
    assert!(refused(&mut session, "chance\n").contains("Roll five dice first."));
    press(&mut session, "11666\n");
    assert_eq!(refused(&mut session, "22\n"), "The hold 2 2 is not in the roll 1 1 6 6 6.");
    assert!(refused(&mut session, "11666\n").contains("hold"));
    assert!(refused(&mut session, "f\n").contains("may be"));
    assert!(refused(&mut session, "chance=7\n").contains("worth 20"));
    assert!(refused(&mut session, "nonsense\n").contains("nonsense"));
    press(&mut session, "666\n");
    assert_eq!(refused(&mut session, "1\n"), "One die: give the two dice, or all 5.");
    assert!(refused(&mut session, "11111\n").contains("hold 6 6 6"));
    press(&mut session, "12\nchance\n12345\n");
    assert!(refused(&mut session, "chance\n").contains("filled already"));
}

#[test]
fn a_late_intent_is_dropped() {
    let mut session = at_table(hasbro(), &["ann", "bob"], SEED);
    let shown = session.state_number();
    assert_eq!(session.act(Intent::TakeAdvice, shown), Next::Save);
    let (before, now) = (game(&session, 0).clone(), session.state_number());
    assert!(now > shown);
    for intent in [Intent::TakeAdvice, Intent::Undo, Intent::Leave, Intent::Help] {
        assert_eq!(session.act(intent, shown), Next::Dropped);
        assert_eq!((game(&session, 0), session.state_number(), session.page()), (&before, now, None));
    }
    assert_eq!(session.act(Intent::Undo, now), Next::Save);
    // A session that follows another one has different states.
    let next = at_table(hasbro(), &["ann"], SEED).starting_at(session.state_number().next());
    assert!(![shown, now, session.state_number(), StateNumber::new(0)].contains(&next.state_number()));
}

#[test]
fn a_throw_only_throws() {
    let mut session = at_table(hasbro(), &["ann", "bob"], SEED);
    press(&mut session, "chance\n");
    assert_eq!((session.act_now(Intent::Throw), session.waits()), (Next::Save, false));
    assert!(matches!(session.stage(), Stage::ToChoose { .. }) && session.current() == Some(1));
    assert!(game(&session, 1).turns()[0].decisions().is_empty(), "nothing is decided");
    assert_eq!(session.act_now(Intent::Throw), Next::Draw);
    assert_eq!(said(&session), "The dice have fallen already.");
}

#[test]
fn virtual_dice_are_not_typed() {
    let table = super::testing::pocket();
    let mut session = at_table(&table, &["computer", "computer"], SEED);
    assert_eq!(refused(&mut session, "666\n"), "The dice of this game are virtual: nobody else throws them.");
}

/// Remarks name no keys: each front end has its own.
#[test]
fn remarks_name_no_keys() {
    let mut heard = Vec::new();
    for mode in [OWN, SEED, COACH, Mode { coach: Some(0.2), ..SEED }] {
        let mut session = at_table(hasbro(), &["ann", "bob"], mode);
        for _ in 0..60 {
            for keys in ["!", "%", "\t", "options\n", "\n", "y\n", "11666\n", "yahtzee\n", "y\n", "<", "<", "\t", "\t", "\n", "\n"] {
                press(&mut session, keys);
                heard.extend(session.said().iter().map(|said| said.text.clone()));
            }
        }
    }
    for text in heard {
        for key in ["Tab", "Enter", "Esc", "Ctrl", "!", "--", "type", "press"] {
            assert!(!text.contains(key), "{key}: {text}");
        }
    }
}

#[test]
fn games_by_other_rules_are_refused() {
    let table = super::testing::pocket();
    let seats = seats(&[], &Game::new(hasbro().rules())).unwrap();
    let error = Session::new(&table, seats, OWN).unwrap_err().to_string();
    assert!(error.starts_with("the game of you: ") && error.contains("pocket"), "{error}");
    assert_eq!(Session::new(&table, Vec::new(), OWN).unwrap_err().to_string(), "a game needs a player");
}

#[test]
fn every_option_is_a_page() {
    let mut session = alone(OWN);
    assert!(refused(&mut session, "options\n").contains("nothing to decide"));
    press(&mut session, "11666\noptions\n");
    assert_eq!(session.page(), Some(&Page::Options));
    let mut session = alone(COACH);
    press(&mut session, "11666\n");
    assert!(refused(&mut session, "options\n").contains("Your choice first"));
}

#[test]
fn dice_to_reroll_are_named() {
    let mut session = alone(OWN);
    press(&mut session, "11665\nreroll 5\n");
    assert!(matches!(session.stage(), Stage::ToRoll { hold, .. } if hold.to_string() == "1 1 6 6"));
    press(&mut session, "2\n");
    assert!(refused(&mut session, "reroll 5\n").contains("No 5 to reroll"));
    assert!(refused(&mut session, &format!("{}\n", "6".repeat(500))).contains("500 letters"));
}

/// The cost of a choice with these dice on a new card.
fn cost(dice: &str, action: &str) -> f64 {
    let position = yahtzee_solver::Position::parse(dice, hasbro().rules()).unwrap();
    let written = yahtzee_solver::WrittenAction::parse(action, hasbro().rules(), position.card()).unwrap();
    let question = crate::Question { chosen: Some(written), ..crate::Question::new(position) };
    question.work(hasbro(), None).unwrap().chosen.unwrap().loss
}

#[test]
fn a_zero_is_written_only_after_a_question() {
    let mut session = alone(OWN);
    press(&mut session, "22456\n");
    for (typed, action, asks) in [
        ("small strai", "small-straight", "Write 0 in Small Straight? "),
        ("chance=0", "chance=0", "Write 0 in Chance, though the roll scores 19 there? "),
    ] {
        let asks = format!("{asks}It costs {:.2} points against the best choice.", cost("22456", action));
        for no in [Intent::No, Intent::Undo, Intent::Hint, Intent::Help] {
            let before = game(&session, 0).clone();
            assert_eq!(press(&mut session, &format!("{typed}\n")), Next::Draw);
            assert!(session.asks() && said(&session).starts_with(&asks), "{}", said(&session));
            assert_eq!(session.act_now(no), Next::Draw);
            assert!(!session.asks() && *game(&session, 0) == before, "{no:?}");
        }
        for no in ["\n", "n\n", "No\n"] {
            assert_eq!(press(&mut session, &format!("{typed}\n{no}")), Next::Draw);
            assert_eq!((said(&session).as_str(), session.asks()), ("Nothing is written.", false), "{no}");
        }
    }
    for yes in ["y\n", "Yes\n"] {
        press(&mut session, "small strai\n");
        assert_eq!(press(&mut session, yes), Next::Save);
        assert_eq!(game(&session, 0).to_string(), "rules: hasbro\n22456 score small-straight\n");
        assert_eq!(said(&session), "Wrote 0 in Small Straight.");
        press(&mut session, "<");
    }
    press(&mut session, "chance=0\ny\n");
    assert_eq!(game(&session, 0).to_string(), "rules: hasbro\n22456 score chance=0\n");
    // A zero that is shown as the best option needs no question.
    let mut session = alone(SEED);
    while session.current().is_some() {
        press(&mut session, "\n");
        assert!(!session.asks());
    }
}

#[test]
fn the_coach_decides_whether_a_zero_is_asked_about() {
    let loss = cost("22456", "yahtzee");
    for (tolerance, asks) in [(loss - 0.01, true), (loss + 0.01, false)] {
        let mut session = at_table(hasbro(), &[], Mode { coach: Some(tolerance), ..OWN });
        press(&mut session, "22456\nyahtzee\n");
        assert_eq!(session.asks(), asks);
        assert_eq!(game(&session, 0).turns()[0].placement().is_some(), !asks);
    }
}

#[test]
fn what_was_written_is_said() {
    let mut session = alone(OWN);
    press(&mut session, "26666\nsixes\n");
    assert_eq!(said(&session), "Wrote 24 in Sixes.");
    press(&mut session, "66666\nyahtzee\n55555\nfives\n");
    assert_eq!(said(&session), "Wrote 25 in Fives, and 100 extra.");
    let mut session = at_table(hasbro(), &["ann", "computer"], SEED);
    press(&mut session, "chance\n");
    assert!(session.said()[0].text.starts_with("ann wrote ") && session.said()[1].text.starts_with("computer: "));
}

#[test]
fn undo_goes_back_across_turns() {
    let mut session = alone(OWN);
    press(&mut session, "11666\n666\n");
    let before = game(&session, 0).clone();
    press(&mut session, "26\nsixes\n12345\n");
    for expected in ["the roll 1 2 3 4 5", "score 24 in Sixes", "the roll 2 6 6 6 6"] {
        assert_eq!(press(&mut session, "<"), Next::Save);
        assert_eq!(said(&session), format!("Taken back: {expected}."));
    }
    assert_eq!(*game(&session, 0), before);
    assert_eq!(session.act_now(Intent::Undo), Next::Save);
    press(&mut session, "<");
    assert_eq!(*game(&session, 0), Game::new(hasbro().rules()));
    assert!(refused(&mut session, "<").contains("nothing to take back"));
}

#[test]
fn moves_taken_back_are_kept() {
    let texts = |session: &Session, player: usize| -> Vec<String> {
        session.players()[player].seat.taken_back.iter().map(crate::TakenBack::text).collect()
    };
    let mut session = alone(OWN);
    press(&mut session, "11666\n11\n<666\n26\nsixes\n12346\n<12345\n");
    assert_eq!(texts(&session, 0), ["turn 1: 11666 rerolls=2: hold 11", "turn 2: 12346 rerolls=2 sixes=24"]);
    let mut straight = alone(OWN);
    press(&mut straight, "11666\n666\n26\nsixes\n12345\n");
    assert_eq!(session.players()[0].review, straight.players()[0].review, "they do not count");
    press(&mut session, "<<");
    assert_eq!(texts(&session, 0)[2..], ["turn 2: 12345 rerolls=2 sixes=24", "turn 1: 26666 rerolls=1: score sixes=24"]);
    // With virtual dice, only people's choices are recorded: the dice come back automatically.
    let mut session = at_table(hasbro(), &["ann", "computer"], SEED);
    press(&mut session, "chance\n<0\n");
    assert_eq!(texts(&session, 0).len(), 1);
    assert!(texts(&session, 0)[0].starts_with("turn 1: ") && texts(&session, 0)[0].contains(": score chance="));
    assert!(texts(&session, 1).is_empty());
}

/// With real dice, the result of a turn is enough, and one wrong die is corrected.
#[test]
fn real_dice() {
    let mut session = at_table(hasbro(), &["ann", "bob", "computer"], COACH);
    assert_eq!(press(&mut session, "sixes=18\n"), Next::Save);
    assert!(said(&session).contains("ann wrote 18 in Sixes."), "{}", said(&session));
    assert!(refused(&mut session, "sixes=17\n").contains("Sixes=17"), "{}", refused(&mut session, "sixes=17\n"));
    assert!(refused(&mut session, "sixes\n").contains("Roll five dice first."));
    press(&mut session, "11666\n");
    assert!(refused(&mut session, "fix 4 5\n").contains("does not have these dice"));
    assert_eq!(press(&mut session, "fix 1 5\n"), Next::Save);
    assert_eq!(
        session.stage(),
        Stage::ToChoose { roll: hasbro().rules().parse_roll("15666").unwrap(), rerolls_left: hasbro().rules().rerolls() }
    );
    press(&mut session, "666\n12\n");
    assert!(refused(&mut session, "fix 6 5\n").contains("does not contain the hold"), "the kept dice are right");
    press(&mut session, "sixes\n");
    assert!(refused(&mut session, "ones=3\n").contains("A computer decides itself"));
    assert!(refused(&mut session, "fix 1 2\n").contains("no typed dice"));
    let text = saved::text(session.rules(), session.mode(), session.seats());
    assert!(text.contains("\nsixes=18\n"), "{text}");
    assert!(saved::parse(&text).unwrap().seats.iter().eq(session.seats()));
    press(&mut session, "<<<<<<");
    assert!(
        said(&session).contains("Taken back: ann, 18 in Sixes") || said(&session).contains("nothing to take back"),
        "{}",
        said(&session)
    );
    assert_eq!(*game(&session, 0), Game::new(hasbro().rules()));
}

/// A hint, and a choice in place of another one, are help; taking a choice back and making it again is none.
#[test]
fn help_is_counted() {
    let mut session = alone(COACH);
    let aided = |session: &Session| session.players()[0].seat.aided(session.mode());
    assert_eq!(press(&mut session, "11666\n\t"), Next::Save, "a hint is saved");
    assert_eq!((press(&mut session, "\t"), aided(&session)), (Next::Draw, 0), "it counts with the decision");
    press(&mut session, "\n26\n");
    assert_eq!(aided(&session), 1);
    press(&mut session, "666\n<6666\n");
    assert_eq!(aided(&session), 2, "made again");
    press(&mut session, "1\nsixes\n<sixes\n");
    assert_eq!(aided(&session), 2, "the same choice again");
    let text = saved::text(session.rules(), session.mode(), session.seats());
    assert!(text.contains("\n#? hints: 1\n"), "{text}");
    let again = saved::parse(&text).unwrap();
    assert!(again.seats.iter().eq(session.seats()));
    let error = saved::parse(&text.replace("hints: 1", "hints: 1 0")).unwrap_err();
    assert!(error.contains("'0' is no number of a decision"), "{error}");
    let mut own = alone(OWN);
    press(&mut own, "11666\n11\n<666\n");
    assert_eq!(aided(&own), 0, "all is shown anyway");
}

#[test]
fn virtual_dice_fall_by_the_seed() {
    let mut session = alone(SEED);
    let mut games = Vec::new();
    Simulation::new(hasbro(), 1, Seed::new(1))
        .run_logged(|game| {
            games.push(game.clone());
            Ok::<(), yahtzee_solver::solve::Stopped>(())
        })
        .unwrap();
    let mut keys = 0;
    while session.current().is_some() {
        press(&mut session, "\n");
        keys += 1;
        assert!(keys < 60);
    }
    // Following the advice always gives the game of the optimal player.
    assert_eq!(*game(&session, 0), games[0]);
    assert_eq!(session.stage(), Stage::Over);
    assert!(refused(&mut session, "\n").contains("over"));
    assert!(refused(&mut session, "12345\n").contains("over"));
    assert!(refused(&mut session, "chance\n").contains("over"));
    assert_eq!(press(&mut session, "quit\n"), Next::Leave);
    assert_eq!(session.players()[0].expected(), f64::from(games[0].score_so_far()));
}

#[test]
fn the_coach_says_nothing_before_a_mistake() {
    let mut session = at_table(hasbro(), &[], COACH);
    press(&mut session, "11666\n");
    assert_eq!(session.shown(), Visible::Silent);
    assert!(session.kept().is_empty());
    assert!(refused(&mut session, "\n").contains("Your choice first"));
    // The best choice, and one that costs less than the tolerance, get no comment.
    press(&mut session, "666\n");
    assert_eq!(said(&session), "");
    press(&mut session, "<");
    press(&mut session, "none\n");
    let advice = Advisor::new(hasbro());
    let position = yahtzee_solver::Position::parse("11666", hasbro().rules()).unwrap();
    let advice = advice.advise(&position).unwrap();
    let nothing = advice.options.iter().find(|option| matches!(option.action, Action::Hold(hold) if hold.is_empty())).unwrap();
    let says = format!("You kept nothing of 1 1 6 6 6, which cost {:.2} points. Better: keep 6 6 6, because ", nothing.loss);
    assert!(said(&session).starts_with(&says) && said(&session).ends_with('.'), "{}", said(&session));
    let tones: Vec<Tone> = session.said().iter().map(|said| said.tone).collect();
    assert_eq!(tones, [Tone::Coach; 2], "one sentence, and the rule of the card");
    // Moves taken back no longer count.
    assert_eq!(session.players()[0].review.loss, nothing.loss);
    press(&mut session, "<");
    assert_eq!(session.players()[0].review.loss, 0.0);
}

#[test]
fn the_coach_says_nothing_within_the_tolerance() {
    for (tolerance, speaks) in [(0.0, true), (100.0, false)] {
        let mut session = at_table(hasbro(), &[], Mode { coach: Some(tolerance), ..OWN });
        press(&mut session, "11666\n6\n");
        assert_eq!(!said(&session).is_empty(), speaks);
    }
}

#[test]
fn hints_come_in_steps() {
    let mut session = at_table(hasbro(), &[], COACH);
    assert!(refused(&mut session, "\t").contains("nothing to decide"));
    press(&mut session, "11666\n\t");
    let Visible::Few(few) = session.shown() else { panic!("{:?}", session.shown()) };
    assert_eq!(few.len(), 3);
    assert!(few.iter().any(|option| option.loss == 0.0));
    let Visible::Few(again) = session.shown() else { panic!() };
    assert_eq!(few, again);
    press(&mut session, "\t");
    let Visible::Best(best) = session.shown() else { panic!("{:?}", session.shown()) };
    assert_eq!(best.loss, 0.0);
    assert!(!session.kept().is_empty());
    // Now Enter takes it, and the next roll starts without a hint.
    assert_eq!(press(&mut session, "\n"), Next::Save);
    assert_eq!(session.players()[0].review.loss, 0.0);
    press(&mut session, "12\n");
    assert_eq!(session.shown(), Visible::Silent);
}

/// The headings of the page that explains.
fn why(session: &mut Session, compared: &str) -> Vec<String> {
    assert_eq!(press(session, &format!("{compared}!")), Next::Draw);
    let Some(Page::Why(said)) = session.page() else { panic!("{:?}: {}", session.page(), said(session)) };
    assert!(said.iter().all(|said| !said.sentences.is_empty()));
    said.iter().map(|said| said.heading.to_string()).collect()
}

#[test]
fn what_is_seen_is_explained() {
    let mut session = alone(OWN);
    assert!(refused(&mut session, "!").contains("until the dice have fallen"));
    press(&mut session, "11666\n");
    let headings = why(&mut session, "");
    assert_eq!(headings[0], "The best: Keep 6 6 6, reroll two");
    assert!(headings[1].starts_with("Compared with "));
    assert_eq!(session.act_now(Intent::Close), Next::Draw);
    assert!(session.page().is_none());
    // The typed choice is compared with the best option, if it is possible and different.
    for (typed, second) in
        [("11", "Compared with your choice, keeping 1 1, which costs 15.95 points"), ("666", ""), ("22", ""), ("chance=7", "")]
    {
        let headings = why(&mut session, typed);
        assert_eq!(headings.len(), 2);
        assert!(if second.is_empty() { !headings[1].contains("your choice") } else { headings[1] == second }, "{typed}: {headings:?}");
    }
    assert!(why(&mut session, "chance=0")[1].contains("Chance for 0"));
}

#[test]
fn the_coach_explains_mistakes_and_the_best() {
    let mut session = at_table(hasbro(), &[], COACH);
    press(&mut session, "11666\n");
    assert!(refused(&mut session, "!").contains("Your choice first"));
    press(&mut session, "\t");
    assert!(refused(&mut session, "!").contains("Your choice first"), "the first hint does not say which is best");
    press(&mut session, "none\n");
    assert!(session.mistake().is_some());
    let headings = why(&mut session, "");
    assert_eq!(headings[0], "The best: Keep 6 6 6, reroll two");
    assert!(headings[1].starts_with("Compared with your choice, keeping nothing, which costs "));
    // The best option of the next roll is not explained before both hints are shown.
    press(&mut session, "12345\n");
    assert!(refused(&mut session, "!").contains("Your choice first"));
    press(&mut session, "\t\t");
    assert_eq!(why(&mut session, "")[0], "The best: Score 40 in Large Straight");
}

#[test]
fn the_coach_speaks_of_a_score_in_one_sentence() {
    let mut session = at_table(hasbro(), &["ann", "bob"], COACH);
    press(&mut session, "23456\nsixes\n");
    let cost = cost("23456", "sixes");
    let coach: Vec<&str> = session.said().iter().filter(|said| said.tone == Tone::Coach).map(|said| said.text.as_str()).collect();
    let better = "Better: score 40 in Large Straight, because it takes 40 points in Large Straight now, and keeps Sixes open.";
    assert_eq!(coach[0], format!("ann scored 6 in Sixes with 2 3 4 5 6, which cost {cost:.2} points. {better}"));
    assert_eq!(coach[1..], ["Write Large Straight at once when you have it."]);
}

#[test]
fn the_coach_names_the_rule_of_the_card_that_is_wrong_here() {
    let mut session = at_table(hasbro(), &["ann"], COACH);
    press(&mut session, "11345\n11\n");
    let rule = "Rule 5 of card-12 is wrong here. A die whose box is open: keep all of that face.";
    assert_eq!(session.said()[1].text, rule);
    let page = why(&mut session, "");
    assert_eq!(page[page.len() - 1], "The card for beginners");
    let mut session = at_table(hasbro(), &["ann"], COACH);
    press(&mut session, "11666\nnone\n");
    assert_eq!(session.said()[1].text, "Rule 4 of card-12 says so. Three alike: keep them.");
    // A lesson says more than the card.
    let mut session = at_table(hasbro(), &["ann"], COACH);
    press(&mut session, "13666\nnone\n");
    assert_eq!(session.said()[1].text, "Three alike: keep these three, and nothing else.");
    let page = why(&mut session, "");
    assert_eq!(page[page.len() - 1], "To remember");
    // No rule is named if the card makes another mistake.
    let mut session = at_table(hasbro(), &["ann"], COACH);
    press(&mut session, "11345\nchance\n");
    assert!(!said(&session).contains("card-12"));
}

#[test]
fn the_chance_of_the_upper_bonus_is_explained() {
    let service = Service::new(hasbro().clone());
    service.find_spread(&Effort::default()).unwrap();
    let mut session = Session::served(&service, None, seats(&[], &Game::new(hasbro().rules())).unwrap(), OWN).unwrap();
    press(&mut session, "11666\n11!");
    let Some(Page::Why(said)) = session.page() else { panic!("{:?}", session.page()) };
    for explanation in said {
        assert!(explanation.sentences.iter().any(|text| text.contains("upper bonus")), "{said:?}");
    }
    assert!(
        said[0].sentences.iter().any(|text| text.contains("It makes the upper bonus more likely: 76% at the end of the game, against ")),
        "{said:?}"
    );
}

#[test]
fn what_is_wrong_is_said_once() {
    let mut session = alone(OWN);
    press(&mut session, "11666\n\t\t\t");
    assert!(matches!(session.said(), [only] if only.text.starts_with("The advice is always there")), "{:?}", session.said());

    // It does not remove the coach's remark.
    let mut session = alone(COACH);
    press(&mut session, "11666\n1\n");
    let said = session.said().len();
    press(&mut session, "\t\t");
    assert_eq!(session.said().len(), said + 1);
}

#[test]
fn the_first_hint_does_not_say_which_is_best() {
    // Over many positions the best option appears at different places.
    let mut at = [0; 3];
    for roll in ["13356", "11666", "22345", "12466", "55512", "34566"] {
        let mut session = at_table(hasbro(), &[], COACH);
        press(&mut session, &format!("{roll}\n\t"));
        let Visible::Few(few) = session.shown() else { panic!() };
        at[few.iter().position(|option| option.loss == 0.0).unwrap()] += 1;
    }
    assert!(at.iter().filter(|&&times| times > 0).count() > 1, "{at:?}");
}

#[test]
fn rounds_follow_each_other() {
    let rules = RuleSet::builtin("multi-round").unwrap();
    let table = Solver::new(&rules).unwrap().solve().unwrap();
    let mut session = Session::new(&table, seats(&[], &Game::with_rounds(&rules, 2).unwrap()).unwrap(), SEED).unwrap();
    let expected = session.players()[0].expected();
    assert!((expected - 2.0 * table.expected_score()).abs() < 40.0);
    let mut seen = vec![session.turn()];
    while session.current().is_some() {
        press(&mut session, "\n");
        if seen.last() != Some(&session.turn()) {
            seen.push(session.turn());
        }
    }
    let all: Vec<_> = (1..=2).flat_map(|round| (1..=13).map(move |turn| (turn, round, 2))).collect();
    assert_eq!(seen, all);
    assert_eq!(session.players()[0].review.loss, 0.0);
}

#[test]
fn the_course_follows_the_expected_final_score() {
    let mut session = alone(SEED);
    assert_eq!(session.players()[0].course().len(), 2);
    press(&mut session, "\n\n\n");
    let course = session.players()[0].course();
    assert_eq!(course[0], (0.0, hasbro().expected_score()));
    assert_eq!(course.last(), Some(&(1.0 + 1.0 / 6.0, session.players()[0].expected())));
    assert!(course.is_sorted_by(|(before, _), (after, _)| before < after), "{course:?}");
}
