//! Saved games are read back: every kind of seat, every mode and every rule set.

use yahtzee_solver::{Game, Move, Points, RuleSet, Scorecard, Seed, Stage};

use super::saved::{self, Saved};
use super::taken_back::{MOST_TAKEN_BACK, TakenBack};
use crate::ask::Question;
use crate::session::{Computer, DiceFrom, Mode, PlaysFor, Seat, seats, turns_done};

const OWN: &str = "name = \"mine\"\ntitle = \"Meine Würfel\"\nsource = \"Tests\"\ndice = 3\nrolls = 2\n[upper-bonus]\nat = 6\npoints = 10\n\
    [[upper]]\nname = \"sixes\"\nface = 6\n[[lower]]\nname = \"three\"\ngroups = [3]\npoints = 20\n";

/// Lists of players with every kind that can play these rules, some of them twice.
fn everybody(rules: &RuleSet) -> Vec<Vec<String>> {
    let can_play = Computer::all().skip(1).filter(|computer| computer.check_rules(rules).is_ok());
    let computers: Vec<String> = can_play.map(|computer| format!("computer:{}", computer.word())).collect();
    let people = ["ann".to_owned(), "computer".to_owned(), "bob lee".to_owned(), "computer:win".to_owned()];
    computers.chunks(2).map(|two| people.iter().chain(two).cloned().collect()).collect()
}

/// Plays a move of the current player, by a seed that also chooses among the actions.
fn play(seats: &mut [Seat], number: u64) {
    let Some(current) = (0..seats.len()).min_by_key(|&index| turns_done(&seats[index])) else { return };
    let game = &mut seats[current].game;
    match game.stage() {
        Stage::ToRoll { .. } => game.roll(game.next_roll(Seed::new(number), current as u64).unwrap()).unwrap(),
        Stage::ToChoose { .. } => {
            let position = Question::of_game(game).unwrap().position;
            let actions: Vec<_> = position.actions().collect();
            let action = actions[number as usize * 7 % actions.len()];
            game.play(Move::Choice(action)).unwrap();
            let turn = 1;
            seats[current].taken_back.push(TakenBack { turn, position, action: number.is_multiple_of(2).then_some(action) });
        }
        Stage::Over => {}
    }
}

#[test]
fn every_seat_mode_and_rule_set_reads_back() {
    let own = RuleSet::parse(OWN).unwrap();
    let all = RuleSet::builtin_names().map(|name| RuleSet::builtin(name).unwrap()).chain([own]);
    let coaches = [None, Some(0.0), Some(0.2), Some(1.0 / 3.0), Some(1e-9), Some(50.0)];
    let dice = [DiceFrom::Table, DiceFrom::Seed(0), DiceFrom::Seed(u64::MAX)];
    for rules in all {
        let mut starts = vec![Game::new(&rules)];
        starts.extend((rules.max_rounds() > 1).then(|| Game::with_rounds(&rules, 2).unwrap()));
        let first = &rules.category(rules.categories().next().unwrap()).name;
        starts.extend(Scorecard::parse(&format!("{first}=0"), &rules).ok().and_then(|card| Game::from_card(card).ok()));
        for start in starts {
            for names in everybody(&rules) {
                let mut seats = seats(&names, &start).unwrap();
                let modes = dice.iter().cycle().zip(&coaches);
                for (number, (&dice, &coach)) in (0u64..).zip(modes) {
                    for step in 0..9 {
                        play(&mut seats, 9 * number + step);
                    }
                    let plays_for = [PlaysFor::Points, PlaysFor::Win, PlaysFor::Target(Points::new(300))][number as usize / 2 % 3];
                    let mode = Mode { dice, coach, plays_for };
                    let written = Saved { rules: rules.clone(), mode, seats: seats.clone(), edited: false };
                    let text = saved::text(&written.rules, written.mode, written.seats.iter());
                    assert_eq!(saved::parse(&text).as_ref(), Ok(&written), "{text}");
                }
            }
        }
    }
}

#[test]
fn a_card_plays_only_games_with_its_boxes() {
    let crag = Game::new(&RuleSet::builtin("crag").unwrap());
    let error = seats(&["you".to_owned(), "computer:card-12".to_owned()], &crag).unwrap_err();
    assert!(error == "card-12 plays games with the boxes of Yahtzee, and 'crag' has other boxes", "{error}");
    let hasbro = Game::new(&RuleSet::builtin("hasbro").unwrap());
    let names = ["you", "computer:card", "computer:card-30"].map(str::to_owned);
    let seats = seats(&names, &hasbro).unwrap();
    let kinds: Vec<_> = seats.iter().map(|seat| (seat.name.as_str(), seat.computer)).collect();
    assert_eq!(kinds, [("you", None), ("card-12", Some(Computer::Card("card-12"))), ("card-30", Some(Computer::Card("card-30")))]);
    let mode = Mode { dice: DiceFrom::Seed(1), coach: None, plays_for: PlaysFor::Points };
    let text = saved::text(hasbro.rules(), mode, seats.iter()).replace("hasbro", "crag");
    assert!(
        saved::parse(&text).unwrap_err().contains("card-12 plays games with the boxes of Yahtzee, and 'crag' has other boxes"),
        "{text}"
    );
}

#[test]
fn more_moves_taken_back_than_are_kept_are_refused() {
    let text = |moves: usize| {
        let moves = "#< turn 1: 11666 rerolls=2: hold 11\n".repeat(moves);
        format!("#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: hasbro\n11666\n{moves}#! end\n")
    };
    assert_eq!(saved::parse(&text(MOST_TAKEN_BACK)).unwrap().seats[0].taken_back.len(), MOST_TAKEN_BACK);
    let error = saved::parse(&text(MOST_TAKEN_BACK + 1)).unwrap_err();
    assert_eq!(error, "line 10006: another move taken back; there may be 10000");
}
