//! Helpers of the tests.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::dice::{Dice, RerollsLeft, Roll};
use crate::evaluate::Follower;
use crate::game::{Action, Scorecard};
use crate::rules::{Placement, RuleSet, State};
use crate::solve::{Solver, ValueTable};
use crate::strategy::{OptimalStrategy, Strategy};
use crate::win::Live;

/// A game of three dice, small enough to try every way of playing it.
const POCKET: &str = include_str!("../tests/rules/pocket.toml");

/// A game of two dice without any bonus, in which a turn is one roll and one reroll.
const PAIR: &str = include_str!("../tests/rules/pair.toml");

/// Number of [`table`]s.
pub(crate) const TABLES: usize = 9;

/// A table solved once for all tests: `hasbro`, `verhoeff`, `bullseye`, `yatzy`, two small games, one of them with saved throws that earn
/// points at the end, and with a stock of extra throws, the other with points by throw.
pub(crate) fn table(number: usize) -> &'static ValueTable {
    static SOLVED: [OnceLock<ValueTable>; TABLES] = [const { OnceLock::new() }; TABLES];
    SOLVED[number].get_or_init(|| {
        let rules = match number {
            0 => RuleSet::builtin("hasbro"),
            1 => RuleSet::builtin("verhoeff"),
            2 => RuleSet::builtin("bullseye"),
            3 => RuleSet::builtin("yatzy"),
            4 => RuleSet::parse(POCKET),
            5 => RuleSet::parse(PAIR),
            6 => RuleSet::parse(&PAIR.replace("rolls = 2", "rolls = 2\nsaved-throws = true\nsaved-throw-points = 3")),
            7 => RuleSet::parse(&PAIR.replace("rolls = 2", "rolls = 2\nextra-throws = 2\nsaved-throw-points = 1")),
            _ => {
                let run = POCKET.replace("rolls = 3", "rolls = 4").replace("points = 15\n", "points = 15\npoints-by-throw = [40, 9, 22]\n");
                RuleSet::parse(&run.replace("points = 20\n", "points = 20\npoints-by-throw = [7, 31]\n"))
            }
        };
        Solver::new(&rules.unwrap()).unwrap().solve().unwrap()
    })
}

/// How the games of `hasbro` may end, found once for all tests.
pub(crate) fn live() -> &'static Live {
    static LIVE: OnceLock<Live> = OnceLock::new();
    LIVE.get_or_init(|| Live::new(table(0), Follower::new(table(0)).final_scores(20_000_000).unwrap()).unwrap())
}

/// Pseudo-random numbers that depend only on `seed`.
pub(crate) fn numbers(seed: u64) -> impl FnMut() -> usize {
    let mut numbers = yahtzee_testing::Numbers(seed);
    move || numbers.next_number()
}

/// The card after this many turns of random rolls, written in random categories.
pub(crate) fn card_after(rules: &RuleSet, turns: usize, random: &mut impl FnMut() -> usize) -> Scorecard {
    played_on(Scorecard::new(rules), turns, random)
}

/// The card after this many more such turns.
pub(crate) fn played_on(mut card: Scorecard, turns: usize, random: &mut impl FnMut() -> usize) -> Scorecard {
    let rules = &card.rules().clone();
    for _ in 0..turns {
        // Often all dice are alike, so that further n of a kind occur.
        let alike = random().is_multiple_of(3);
        let first = random() % 6 + 1;
        let pips = (0..rules.dice()).map(|_| if alike { first as u8 } else { (random() % 6 + 1) as u8 });
        let roll = rules.roll(crate::Dice::from_pips(pips).unwrap()).unwrap();
        // Only a game that saves throws or pays by throw uses a random number for the rerolls left.
        let throws = if rules.spare_throws().exist() || rules.pays_by_throw() { usize::from(card.rerolls().get()) + 1 } else { 1 };
        let rerolls_left = RerollsLeft::new(if throws > 1 { (random() % throws) as u8 } else { 0 }).unwrap();
        let placements: Vec<_> = rules.placements(&card.state(), &roll, rerolls_left).collect();
        card.write(&placements[random() % placements.len()]).unwrap();
    }
    card
}

/// The rolls that follow a hold, with their chances, by definition: it tries every outcome of distinguishable dice.
pub(crate) fn throw(rules: &RuleSet, kept: Dice) -> HashMap<Roll, f64> {
    let free = rules.dice() - kept.len();
    let outcomes = 6usize.pow(free as u32);
    let mut rolls = HashMap::new();
    for code in 0..outcomes {
        let pips = (0..free).map(|die| (code / 6usize.pow(die as u32) % 6 + 1) as u8);
        let free = Dice::from_pips(pips).unwrap();
        let dice = free.faces().fold(kept, |dice, face| dice.with(face));
        *rolls.entry(rules.roll(dice).unwrap()).or_insert(0.0) += 1.0 / outcomes as f64;
    }
    rolls
}

/// The ends of an optimal turn, by definition.
pub(crate) fn chances_of_a_turn(policy: &OptimalStrategy, state: &State) -> Vec<(Placement, f64)> {
    let rules = policy.table().rules();
    let turn = policy.turn(state).unwrap();
    let mut throws: HashMap<Dice, HashMap<Roll, f64>> = HashMap::new();
    let mut rolls = throw(rules, Dice::NONE);
    let mut ends = Vec::new();
    for rerolls in (0..=rules.rerolls_with(state.throws).get()).rev() {
        let mut next = HashMap::new();
        for (roll, chance) in rolls {
            match turn.choose(&roll, RerollsLeft::new(rerolls).unwrap()).unwrap() {
                Action::Score(placement) => ends.push((placement, chance)),
                Action::Hold(hold) => {
                    for (&roll, share) in throws.entry(*hold).or_insert_with(|| throw(rules, *hold)).iter() {
                        *next.entry(roll).or_insert(0.0) += chance * share;
                    }
                }
            }
        }
        rolls = next;
    }
    ends
}
