//! The lattice and its walks, compared with their definitions.

use std::sync::Arc;

use crate::dice::{Dice, Die, GameDice, Nodes};
use proptest::prelude::*;
use yahtzee_kernel::{Lanes, Lattice};

/// Every outcome of rolling the dice that are not kept, one by one.
fn outcomes(dice: &GameDice, kept: &Dice) -> Vec<Dice> {
    (kept.len()..dice.count())
        .fold(vec![Dice::NONE], |all, _| all.iter().flat_map(|thrown| dice.die().faces_of_sides().map(|face| thrown.with(face))).collect())
}

/// Dice of different games, few enough to throw them all.
fn games() -> Vec<GameDice> {
    let mut games: Vec<GameDice> = (1..=5).map(six).collect();
    let sides = [&[1, 2, 2, 3][..], &[1, 1, 2], &[1, 2, 3, 3, 3, 4, 4, 4, 4, 5]].map(|sides| Die::with_sides(sides).unwrap());
    games.extend(sides.into_iter().enumerate().map(|(dice, die)| GameDice::new(dice + 2, die)));
    games.extend([(1, 2), (2, 20), (3, 10), (4, 4)].map(|(dice, faces)| GameDice::new(dice, Die::fair(faces).unwrap())));
    games
}

/// Six-sided dice.
fn six(dice: usize) -> GameDice {
    GameDice::new(dice, Die::SIX)
}

/// The lattice of some dice, with their nodes.
fn lattice_of(dice: &GameDice) -> (Nodes, Lattice) {
    let nodes = Nodes::new(dice);
    let sides_with = dice.die().faces().map(|face| dice.die().sides_with(face)).collect();
    let lattice = Lattice::new(Arc::clone(nodes.links()), sides_with, nodes.multiplicities().collect());
    (nodes, lattice)
}

#[test]
fn probabilities_sum_to_one() {
    for dice in games() {
        let (_, lattice) = lattice_of(&dice);
        assert_eq!(lattice.multiplicities().iter().sum::<u32>(), lattice.outcomes());
        let ones = vec![1.0; lattice.len()];
        assert!((lattice.mean(&ones[lattice.rolls()], |one| one) - 1.0).abs() < 1e-15);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn walks_agree_with_their_definitions(
        dice in proptest::sample::select(games()),
        seed in proptest::collection::vec(0.0..100.0f64, 462),
    ) {
        let (of_dice, lattice) = lattice_of(&dice);
        let index_of = |dice: &Dice| (0..of_dice.len()).find(|&index| of_dice.dice_at(index) == dice).unwrap();
        let mut nodes: Vec<f64> = seed.iter().cycle().take(lattice.len()).copied().collect();
        lattice.expect(&mut nodes, |_, _| ());
        for hold in lattice.holds() {
            let kept = of_dice.dice_at(hold);
            let outcomes = outcomes(&dice, kept);
            let value = |free: &Dice| nodes[index_of(&kept.and(free))];
            let mean: f64 = outcomes.iter().map(value).sum::<f64>() / outcomes.len() as f64;
            prop_assert!((nodes[hold] - mean).abs() < 1e-11);
        }
        let before = nodes.clone();
        lattice.best(&mut nodes, false);
        let within = |node: usize| {
            let size = 0..=of_dice.dice_at(node).len().min(dice.count() - 1);
            size.flat_map(|size| dice.all(size)).filter(|hold| of_dice.dice_at(node).contains(hold)).collect::<Vec<_>>()
        };
        for (node, &best) in nodes.iter().enumerate() {
            let own = if lattice.rolls().contains(&node) { before[node] } else { f64::MIN };
            let held = within(node).into_iter().map(|hold| before[of_dice.hold(&hold).index()]);
            prop_assert_eq!(best, held.fold(own, f64::max));
        }
        prop_assert!((lattice.mean(&before[lattice.rolls()], |value| value) - before[0]).abs() < 1e-11);
        // Raised once more after other scores, the rolls alone give the same.
        let mut again = nodes.clone();
        again[lattice.rolls()].copy_from_slice(&before[lattice.rolls()]);
        lattice.best(&mut again, true);
        prop_assert_eq!(again, nodes);
    }

    #[test]
    fn push_is_the_adjoint_of_expect(
        dice in proptest::sample::select(games()),
        seed in proptest::collection::vec(0.0..1.0f64, 924),
    ) {
        let (_, lattice) = lattice_of(&dice);
        let mut values: Vec<f64> = seed.iter().cycle().take(lattice.len()).copied().collect();
        lattice.expect(&mut values, |_, _| ());
        let start: Vec<f64> = seed.iter().rev().cycle().take(lattice.len()).copied().collect();
        let mut chances = start.clone();
        lattice.push(&mut chances);
        let at_start: f64 = values.iter().zip(&start).map(|(value, chance)| value * chance).sum();
        let at_end: f64 = values.iter().zip(&chances).map(|(value, chance)| value * chance).sum();
        prop_assert!((at_start - at_end).abs() < 1e-10 * at_start.max(1.0));
        prop_assert!(chances[lattice.holds()].iter().all(|&left| left == 0.0));
    }

    #[test]
    fn lanes_equal_single_values(seed in proptest::collection::vec(0.0..100.0f64, 462 * 8)) {
        let (_, lattice) = lattice_of(&six(5));
        let mut blocks: Vec<Lanes<8>> = seed.chunks(8).map(|chunk| Lanes(chunk.try_into().unwrap())).collect();
        lattice.expect(&mut blocks, |_, _| ());
        lattice.best(&mut blocks, false);
        for lane in 0..8 {
            let mut single: Vec<f64> = seed.iter().skip(lane).step_by(8).copied().collect();
            lattice.expect(&mut single, |_, _| ());
            lattice.best(&mut single, false);
            prop_assert!(single.iter().zip(&blocks).all(|(one, block)| *one == block.0[lane]));
        }
    }
}
