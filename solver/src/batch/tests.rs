//! Batch answers equal the answers about each position alone.

use std::collections::HashMap;
use std::sync::Arc;

use super::advisor::BatchAdvisor;
use super::columns::{BatchError, BatchErrorKind, Positions, States};
use super::numbers::{ActionNumbers, NumberedAction};
use crate::advise::Advisor;
use crate::dice::{Dice, DiceError, RerollsLeft};
use crate::game::{Action, Position, Scorecard};
use crate::rules::{RuleSet, State};
use crate::solve::Run;
use crate::solve::{MEMORY_LIMIT, Model, SimdLevel, Solver, ValueTable};
use crate::space::StateError;
use crate::testing::{TABLES, numbers, played_on, table};

/// A game with every feature: saved throws, served points, an upper bonus, and a voluntary zero that may gain.
pub(super) const EVERYTHING: &str = "
name = 'everything'
dice = 3
saved-throws = true
upper-bonus = { at = 9, points = 7 }
[[upper]]
name = 'twos'
face = 2
[[upper]]
name = 'fives'
face = 5
[[lower]]
name = 'three'
groups = [3]
points = 5
served = 9
[[lower]]
name = 'run'
straight = 3
points = 12
joker = 20
[further]
category = 'three'
[further.after-points]
place = 'any'
joker = 'upper-filled'
bonus = 2
[further.after-zero]
place = 'upper-then-lower'
joker = 'always'
bonus = 6
";

/// Columns of positions.
#[derive(Clone, Default)]
struct Columns {
    filled: Vec<u32>,
    upper_total: Vec<u8>,
    flag: Vec<bool>,
    saved: Vec<u8>,
    dice: Vec<u8>,
    rerolls_left: Vec<u8>,
}

impl Columns {
    fn of(positions: &[Position]) -> Columns {
        let mut columns = Columns::default();
        for position in positions {
            let state = position.state();
            columns.filled.push(state.filled.mask());
            // Not capped, as on a card.
            columns.upper_total.push(position.card().upper_total().get() as u8);
            columns.flag.push(state.flag);
            columns.saved.push(state.throws);
            // In any order.
            let faces: Vec<u8> = position.roll().faces().map(|face| face.pips()).collect();
            columns.dice.extend(faces.iter().rev());
            columns.rerolls_left.push(position.rerolls_left().get());
        }
        columns
    }

    fn positions(&self) -> Positions<'_> {
        let Columns { filled, upper_total, flag, saved, dice, rerolls_left } = self;
        Positions { states: States { filled, upper_total, flag, saved: Some(saved) }, dice, rerolls_left }
    }
}

/// Positions of these cards with random rolls and rerolls left.
fn positions(cards: impl IntoIterator<Item = Scorecard>, random: &mut impl FnMut() -> usize) -> Vec<Position> {
    let position = |card: Scorecard| {
        let rules = card.rules().clone();
        let alike = random().is_multiple_of(5);
        let first = random() % 6 + 1;
        let pips = (0..rules.dice()).map(|_| if alike { first as u8 } else { (random() % 6 + 1) as u8 });
        let roll = rules.roll(Dice::from_pips(pips).unwrap()).unwrap();
        let rerolls_left = RerollsLeft::new((random() % (usize::from(card.rerolls().get()) + 1)) as u8).unwrap();
        Position::new(card, roll, rerolls_left).unwrap()
    };
    cards.into_iter().map(position).collect()
}

/// Compares the batch answers about positions with the advice about each.
fn compare(table: &ValueTable, positions: &[Position]) {
    let action_numbers = ActionNumbers::new(table.model());
    let columns = Columns::of(positions);
    let asked = columns.positions();
    let count = action_numbers.count();
    let mut values = vec![0.0; positions.len() * count];
    let advisor = || BatchAdvisor::new(table, &action_numbers);
    advisor().with(Run::new().threads(1)).action_values(&asked, &mut values).unwrap();
    for simd in [SimdLevel::Avx2, SimdLevel::Baseline] {
        let mut others = vec![0.0; values.len()];
        advisor().with(Run::new().threads(2)).simd(simd).action_values(&asked, &mut others).unwrap();
        assert!(values.iter().zip(&others).all(|(a, b)| a.to_bits() == b.to_bits()), "{simd:?}");
    }
    let (mut best, mut best_values) = (vec![0; positions.len()], vec![0.0; positions.len()]);
    advisor().best_actions(&asked, &mut best, &mut best_values).unwrap();
    let mut losses = vec![0.0; positions.len()];
    for (index, (position, values)) in positions.iter().zip(values.chunks(count)).enumerate() {
        let advice = Advisor::new(table).advise(position).unwrap();
        let mut wanted: HashMap<usize, f64> = HashMap::new();
        for option in &advice.options {
            let value = wanted.entry(number_of(&action_numbers, position, &option.action)).or_insert(f64::MIN);
            *value = value.max(option.expected_final);
        }
        for (number, &value) in values.iter().enumerate() {
            let wanted = wanted.get(&number).copied().unwrap_or(f64::NEG_INFINITY);
            let expected_final = f64::from(position.card().score()) + value;
            // A bonus on the card is subtracted from the value after rounding.
            let tolerance = if position.card().upper_bonus() > 0 { 1e-10 } else { 0.0 };
            let is_right = expected_final == wanted || (expected_final - wanted).abs() <= tolerance;
            assert!(is_right, "{position}: {number} {value} {wanted}");
        }
        let first = number_of(&action_numbers, position, &advice.best().action);
        assert_eq!(best[index], first as i64, "{position}");
        assert_eq!(best_values[index].to_bits(), values[first].to_bits());
        let last = advice.options.last().unwrap();
        best[index] = number_of(&action_numbers, position, &last.action) as i64;
        losses[index] = values[first] - values[best[index] as usize];
    }
    let mut found = vec![0.0; positions.len()];
    advisor().losses(&asked, &best, &mut found).unwrap();
    assert!(found.iter().zip(losses).all(|(found, wanted)| *found == wanted.max(0.0)));
    let mut states = vec![0.0; positions.len()];
    advisor().state_values(&asked.states, &mut states).unwrap();
    let remaining = |position: &Position| Advisor::new(table).expected_remaining(position.card()).unwrap();
    assert!(positions.iter().zip(states).all(|(position, value)| remaining(position) == value));
}

/// The number of an action of a position, by the definition.
pub(super) fn number_of(numbers: &ActionNumbers, position: &Position, action: &Action) -> usize {
    let dice: Vec<u8> = position.roll().faces().map(|face| face.pips()).collect();
    let is = |number: usize| match (numbers.action(&dice, number), action) {
        (Some(NumberedAction::Hold(dice)), Action::Hold(hold)) => dice == **hold,
        (Some(NumberedAction::Score(category)), Action::Score(placement)) => category == placement.category,
        _ => false,
    };
    (0..numbers.count()).find(|&number| is(number)).expect("each action has a number")
}

#[test]
fn many_positions_are_valued_as_each_alone() {
    let mut random = numbers(15);
    for number in 0..TABLES {
        let table = table(number);
        let turns = table.rules().category_count();
        let empty = Scorecard::new(table.rules());
        let cards: Vec<Scorecard> = (0..200).map(|_| played_on(empty.clone(), random() % turns, &mut random)).collect();
        compare(table, &positions(cards, &mut random));
    }
}

#[test]
fn full_rows_are_valued_as_each_position_alone() {
    let table = table(0);
    let mut random = numbers(16);
    // After ones, twos, threes and sixes there are many upper totals.
    let written = |ones, twos, threes, sixes| format!("1s={ones} 2s={} 3s={} 6s={} y=50", 2 * twos, 3 * threes, 6 * sixes);
    let counts = (0..300).map(|_| written(random() % 6, random() % 6, random() % 6, random() % 6));
    let cards: Vec<Scorecard> = counts.map(|text| Scorecard::parse(&text, table.rules()).unwrap()).collect();
    compare(table, &positions(cards, &mut random));
}

/// Few lanes of several rows are computed together: how many of which rows depends on the batch, and the values do not.
#[test]
fn a_batch_of_any_size_has_the_same_values() {
    let mut random = numbers(20);
    let everything = RuleSet::parse(EVERYTHING).unwrap();
    let solved = Solver::new(&everything).unwrap().solve().unwrap();
    for table in [table(0), &solved] {
        let turns = table.rules().category_count();
        let empty = Scorecard::new(table.rules());
        let cards: Vec<Scorecard> = (0..300).map(|_| played_on(empty.clone(), random() % turns, &mut random)).collect();
        let positions = positions(cards, &mut random);
        let numbers = ActionNumbers::new(table.model());
        let count = numbers.count();
        let values_of = |positions: &[Position], simd| {
            let mut values = vec![0.0; positions.len() * count];
            let advisor = BatchAdvisor::new(table, &numbers).simd(simd);
            advisor.action_values(&Columns::of(positions).positions(), &mut values).unwrap();
            values
        };
        let together = values_of(&positions, SimdLevel::Widest);
        for simd in [SimdLevel::Widest, SimdLevel::Avx2, SimdLevel::Baseline] {
            for size in [1, 2, 5, 8, 9, 16, 17, 40, 100] {
                for (positions, wanted) in positions.chunks(size).zip(together.chunks(size * count)) {
                    let values = values_of(positions, simd);
                    assert!(values.iter().zip(wanted).all(|(a, b)| a.to_bits() == b.to_bits()), "{simd:?}, {size} at once");
                }
            }
        }
    }
}

/// Served points, saved throws, categories in order, six dice, and all of it in a small game. Large games begin with an almost full card.
#[test]
fn every_kind_of_rules() {
    let mut random = numbers(17);
    let everything = RuleSet::parse(EVERYTHING).unwrap();
    assert!(everything.categories().any(|category| everything.zero_may_gain(category)));
    let builtin = ["forced-yatzy", "generala", "yatzy-saved", "maxi-yatzy-saved", "crag", "get-dicey"].map(RuleSet::builtin);
    for rules in builtin.into_iter().map(Result::unwrap).chain([everything]) {
        let open = rules.category_count().min(4);
        let start = played_on(Scorecard::new(&rules), rules.category_count() - open, &mut random);
        let model = Model::from(&rules, start.state().filled, MEMORY_LIMIT).unwrap();
        let table = Solver::of(Arc::new(model)).solve().unwrap();
        let cards: Vec<Scorecard> = (0..200).map(|_| played_on(start.clone(), random() % open, &mut random)).collect();
        compare(&table, &positions(cards, &mut random));
    }
}

/// A large batch of states takes a different code path than a few.
#[test]
fn all_states_are_valued_as_each_alone() {
    let table = table(0);
    let mut states: Vec<State> = table.space().states().map(|(_, state)| state).collect();
    let mut random = numbers(18);
    for place in (1..states.len()).rev() {
        states.swap(place, random() % (place + 1));
    }
    let filled: Vec<u32> = states.iter().map(|state| state.filled.mask()).collect();
    let upper_total: Vec<u8> = states.iter().map(|state| state.upper_total.get() as u8).collect();
    let flag: Vec<bool> = states.iter().map(|state| state.flag).collect();
    let numbers = ActionNumbers::new(table.model());
    let columns = States { filled: &filled, upper_total: &upper_total, flag: &flag, saved: None };
    let mut values = vec![0.0; states.len()];
    BatchAdvisor::new(table, &numbers).state_values(&columns, &mut values).unwrap();
    let earned = |state: &State| f64::from(table.rules().upper_bonus().earned(state.upper_total));
    assert!(states.iter().zip(values).all(|(state, value)| value == table.value_of(state) - earned(state)));

    let mut wrong = filled.clone();
    wrong[300] = 1 << 13;
    let mut out = vec![0.0; states.len()];
    let error = BatchAdvisor::new(table, &numbers).state_values(&States { filled: &wrong, ..columns }, &mut out);
    assert_eq!(error, Err(BatchError::At { index: 300, kind: StateError::Unreachable.into() }));
}

#[test]
fn masks_that_keep_the_same_dice_are_one_hold() {
    let numbers = ActionNumbers::new(table(0).model());
    assert_eq!((numbers.count(), numbers.masks()), (45, 32));
    let columns = Columns {
        filled: vec![0],
        upper_total: vec![0],
        flag: vec![false],
        saved: vec![0],
        dice: vec![6, 3, 3, 3, 1],
        rerolls_left: vec![2],
    };
    let mut values = vec![0.0; 45];
    let advisor = BatchAdvisor::new(table(0), &numbers);
    advisor.action_values(&columns.positions(), &mut values).unwrap();
    // With 1 3 3 3 6, the masks 00110, 01010 and 01100 keep two threes.
    assert!(values[0b00110] > 0.0 && [0b01010, 0b01100, 0b11111].iter().all(|&mask| values[mask] == f64::NEG_INFINITY));
    let loss = |action: i64| {
        let mut loss = [0.0];
        advisor.losses(&columns.positions(), &[action], &mut loss).map(|()| loss[0])
    };
    assert_eq!(loss(0b00110), loss(0b01100));
    assert_eq!(loss(0b01110), Ok(0.0));
    let not_allowed = |action| Err(BatchError::At { index: 0, kind: BatchErrorKind::NotAllowed { action } });
    for action in [-1, 31, 45] {
        assert_eq!(loss(action), not_allowed(action));
    }
    let numbered = |dice: &[u8], number| numbers.action(dice, number);
    assert_eq!(numbered(&[1, 2, 3, 4], 0), None);
    assert_eq!(numbered(&[1, 2, 3, 4, 7], 0), None);
    assert_eq!(numbered(&[1, 2, 3, 4, 5], 45), None);
}

#[test]
fn the_first_wrong_position_is_named() {
    let table = table(0);
    let numbers = ActionNumbers::new(table.model());
    let length = 10_000;
    let right = Columns {
        filled: vec![1; length],
        upper_total: vec![3; length],
        flag: vec![false; length],
        saved: vec![0; length],
        dice: vec![2; 5 * length],
        rerolls_left: vec![1; length],
    };
    let kind = |wrong: &dyn Fn(&mut Columns)| {
        let mut columns = right.clone();
        wrong(&mut columns);
        let mut values = vec![7.0; length * 45];
        let error = BatchAdvisor::new(table, &numbers).action_values(&columns.positions(), &mut values).unwrap_err();
        assert!(values.iter().all(|&value| value == 7.0), "nothing is written");
        let BatchError::At { index, kind } = error else { panic!("{error}") };
        (index, kind)
    };
    for index in [0, 4999, 9999] {
        assert_eq!(kind(&|columns| columns.filled[index] = 1 << 13), (index, StateError::Unreachable.into()));
        assert_eq!(kind(&|columns| columns.upper_total[index..].fill(7)), (index, StateError::Unreachable.into()));
        assert_eq!(kind(&|columns| columns.filled[index] = u32::MAX), (index, StateError::Unreachable.into()));
        assert_eq!(kind(&|columns| columns.flag[index] = true), (index, StateError::Unreachable.into()));
        assert_eq!(kind(&|columns| columns.saved[index] = 1), (index, StateError::Unreachable.into()));
        assert_eq!(
            kind(&|columns| columns.dice[5 * index + 2] = 0),
            (index, DiceError::NotAFace { found: "0".to_owned(), faces: 6 }.into())
        );
        assert_eq!(kind(&|columns| columns.rerolls_left[index] = 3), (index, DiceError::TooManyRerolls { found: 3, most: 2 }.into()));
    }
    let full = |columns: &mut Columns| (columns.filled[5], columns.upper_total[5]) = ((1 << 13) - 1, 20);
    assert_eq!(kind(&full), (5, StateError::Full.into()));
    assert_eq!(kind(&|columns| columns.rerolls_left.truncate(17)), (17, BatchErrorKind::Ends));
    assert_eq!(kind(&|columns| columns.dice.truncate(29)), (5, BatchErrorKind::Ends));
}
