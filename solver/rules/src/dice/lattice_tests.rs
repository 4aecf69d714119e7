//! The lattice and its walks, compared with their definitions.

use super::super::element::Lanes;
use super::*;
use proptest::prelude::*;

/// Every outcome of rolling `free` dice, one by one.
fn outcomes(die: &Die, free: usize) -> Vec<Dice> {
    let sides: Vec<u8> = die.faces().flat_map(|face| vec![face.pips(); die.sides_with(face) as usize]).collect();
    (0..sides.len().pow(free as u32))
        .map(|code| die.dice((0..free).map(|place| sides[code / sides.len().pow(place as u32) % sides.len()])).unwrap())
        .collect()
}

/// Dice of different kinds, few enough to throw them all.
fn kinds() -> Vec<(usize, Die)> {
    let mut kinds: Vec<(usize, Die)> = (1..=5).map(|dice| (dice, Die::SIX)).collect();
    let sides = [&[1, 2, 2, 3][..], &[1, 1, 2], &[1, 2, 3, 3, 3, 4, 4, 4, 4, 5]];
    kinds.extend(sides.into_iter().enumerate().map(|(dice, sides)| (dice + 2, Die::with_sides(sides).unwrap())));
    kinds.extend([(1, 2), (2, 20), (3, 10), (4, 4)].map(|(dice, faces)| (dice, Die::fair(faces).unwrap())));
    kinds
}

const BOTH: [Holds; 2] = [Holds::Free, Holds::Final];

#[test]
fn ranks_are_positions() {
    let most = [(6, Die::SIX), (8, Die::SIX), (5, Die::fair(20).unwrap()), (8, Die::fair(10).unwrap())];
    for (dice, die) in kinds().into_iter().chain(most) {
        let lattice = Lattice::new(dice, &die, Holds::Free);
        for (index, node) in lattice.nodes.iter().enumerate() {
            assert_eq!(lattice.index_of(node), index);
        }
    }
    let five = Lattice::new(5, &Die::SIX, Holds::Free);
    assert_eq!((five.len(), five.rolls().len()), (462, 252));
    assert_eq!(five.runs.iter().map(|run| run.smaller.len()).sum::<usize>(), 1260);
}

#[test]
fn pairs_are_numbered_in_order() {
    for (dice, die) in kinds() {
        let lattice = Lattice::new(dice, &die, Holds::Final);
        for index in 0..lattice.len() {
            let (aside, thrown) = lattice.parts(index);
            assert_eq!(lattice.numbering.of(&aside, &thrown).index(), index);
            assert_eq!(aside.and(&thrown), *lattice.dice_at(index));
        }
        for index in lattice.rolls() {
            assert_eq!(lattice.roll(&lattice.roll_at(index)).index(), index);
        }
        let first = lattice.rolls().take_while(|&index| lattice.roll_at(index).aside().is_empty());
        assert_eq!(first.count(), lattice.multiplicities().len());
        let all_aside = die.all(dice).len() as u64;
        assert_eq!(lattice.len() as u64, die.pairs_of_multisets(dice) - all_aside);
    }
    let five = Lattice::new(5, &Die::SIX, Holds::Final);
    assert_eq!((five.len(), five.rolls().len()), (6188 - 252, 4368 - 252));
    assert!(Lattice::fits(7, &Die::SIX, Holds::Final) && !Lattice::fits(8, &Die::SIX, Holds::Final));
    assert!(Lattice::fits(8, &Die::SIX, Holds::Free));
}

#[test]
fn probabilities_sum_to_one() {
    for (holds, (dice, die)) in BOTH.into_iter().flat_map(|holds| kinds().into_iter().map(move |kind| (holds, kind))) {
        let lattice = Lattice::new(dice, &die, holds);
        assert_eq!(lattice.multiplicities().iter().sum::<u32>(), lattice.outcomes());
        let ones = vec![1.0; lattice.len()];
        assert!((lattice.mean(&ones[lattice.rolls()], |one| one) - 1.0).abs() < 1e-15);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn walks_agree_with_their_definitions(
        (dice, die) in proptest::sample::select(kinds()),
        holds in proptest::sample::select(&BOTH[..]),
        seed in proptest::collection::vec(0.0..100.0f64, 462),
    ) {
        let lattice = Lattice::new(dice, &die, holds);
        let mut nodes: Vec<f64> = seed.iter().cycle().take(lattice.len()).copied().collect();
        lattice.expect(&mut nodes, |_, _| ());
        for hold in lattice.holds() {
            let (aside, kept) = lattice.parts(hold);
            let outcomes = outcomes(&die, dice - lattice.dice_at(hold).len());
            let value = |free: &Dice| nodes[lattice.numbering.of(&aside, &kept.and(free)).index()];
            let mean: f64 = outcomes.iter().map(value).sum::<f64>() / outcomes.len() as f64;
            prop_assert!((nodes[hold] - mean).abs() < 1e-11);
        }
        let before = nodes.clone();
        lattice.best(&mut nodes, false);
        // The holds that contain what is set aside.
        let within = |node: usize| {
            let aside = lattice.parts(node).0;
            let size = 0..=lattice.dice_at(node).len().min(dice - 1);
            let holds = size.flat_map(|size| die.all(size)).filter(|hold| lattice.dice_at(node).contains(hold) && hold.contains(&aside));
            holds.collect::<Vec<_>>()
        };
        for (node, &best) in nodes.iter().enumerate() {
            let own = if lattice.rolls().contains(&node) { before[node] } else { f64::MIN };
            let held = within(node).into_iter().map(|hold| before[lattice.hold(&hold).index()]);
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
        (dice, die) in proptest::sample::select(kinds()),
        holds in proptest::sample::select(&BOTH[..]),
        seed in proptest::collection::vec(0.0..1.0f64, 924),
    ) {
        let lattice = Lattice::new(dice, &die, holds);
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
        let lattice = Lattice::new(5, &Die::SIX, Holds::Free);
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
