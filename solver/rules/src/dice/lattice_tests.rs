//! The lattice and its walks, compared with their definitions.

use super::super::element::Lanes;
use super::*;
use proptest::prelude::*;

/// Every outcome of rolling the dice that are not kept, one by one.
fn outcomes(kinds: &Kinds, kept: &Dice) -> Vec<Dice> {
    let mut all = vec![Dice::NONE];
    for ((dice, die), is_other) in kinds.each().zip([false, true]) {
        let kept = if is_other { kept.others() } else { kept.without_others() };
        let face = |face: Face| if is_other { face.on_other() } else { face };
        let sides: Vec<Face> = die.faces().flat_map(|one| vec![face(one); die.sides_with(one) as usize]).collect();
        for _ in kept.len()..dice {
            all = all.iter().flat_map(|dice| sides.iter().map(|face| dice.with(*face))).collect();
        }
    }
    all
}

/// Dice of different kinds, few enough to throw them all.
fn kinds() -> Vec<Kinds> {
    let mut kinds: Vec<Kinds> = (1..=5).map(|dice| Kinds::new(dice, Die::SIX)).collect();
    let sides = [&[1, 2, 2, 3][..], &[1, 1, 2], &[1, 2, 3, 3, 3, 4, 4, 4, 4, 5]].map(|sides| Die::with_sides(sides).unwrap());
    kinds.extend(sides.into_iter().enumerate().map(|(dice, die)| Kinds::new(dice + 2, die)));
    kinds.extend([(1, 2), (2, 20), (3, 10), (4, 4)].map(|(dice, faces)| Kinds::new(dice, Die::fair(faces).unwrap())));
    kinds
}

/// The same, and dice of two kinds in one game.
fn two_kinds() -> Vec<Kinds> {
    let [loaded, ten] = [Die::with_sides(&[1, 2, 2, 3]), Die::fair(10)].map(Option::unwrap);
    let two = [
        (1, Die::SIX, 1, ten),
        (3, Die::SIX, 1, ten),
        (2, Die::SIX, 2, ten),
        (3, loaded, 2, Die::SIX),
        (1, ten, 3, loaded),
        (2, Die::SIX, 2, Die::SIX),
    ];
    kinds().into_iter().chain(two.map(|(dice, die, others, other)| Kinds::new(dice, die).with_others(others, other))).collect()
}

/// Each with free holds, and where all dice are of one kind with final ones.
fn with_holds() -> Vec<(Kinds, Holds)> {
    let all = two_kinds().into_iter().flat_map(|kinds| BOTH.map(|holds| (kinds, holds)));
    all.filter(|(kinds, holds)| *holds == Holds::Free || kinds.others().is_none()).collect()
}

/// Six-sided dice.
fn six(dice: usize) -> Kinds {
    Kinds::new(dice, Die::SIX)
}

const BOTH: [Holds; 2] = [Holds::Free, Holds::Final];

#[test]
fn ranks_are_positions() {
    let most = [(6, Die::SIX), (8, Die::SIX), (5, Die::fair(20).unwrap()), (8, Die::fair(10).unwrap())];
    let most =
        most.into_iter().map(|(dice, die)| Kinds::new(dice, die)).chain([Kinds::new(5, Die::SIX).with_others(1, Die::fair(10).unwrap())]);
    for kinds in two_kinds().into_iter().chain(most) {
        let lattice = Lattice::new(&kinds, Holds::Free);
        assert_eq!(lattice.len() as u64, Lattice::nodes(&kinds, Holds::Free));
        for (index, node) in lattice.nodes.iter().enumerate() {
            assert_eq!(lattice.index_of(node), index);
        }
    }
    let five = Lattice::new(&six(5), Holds::Free);
    assert_eq!((five.len(), five.rolls().len()), (462, 252));
    assert_eq!(five.runs.iter().map(|run| run.smaller.len()).sum::<usize>(), 1260);
}

/// Five six-sided dice and one with ten sides: 462 multisets of the first and 11 of the second, or none of them.
#[test]
fn five_dice_and_one_with_ten_sides() {
    let lattice = Lattice::new(&six(5).with_others(1, Die::fair(10).unwrap()), Holds::Free);
    assert_eq!((lattice.len(), lattice.rolls().len(), lattice.outcomes()), (462 * 11, 252 * 10, 77_760));
}

#[test]
fn holds_are_in_the_order_of_the_nodes() {
    for kinds in two_kinds() {
        let lattice = Lattice::new(&kinds, Holds::Free);
        for roll in lattice.rolls().map(|index| lattice.roll_at(index)).step_by(7) {
            let holds = roll.holds();
            let same_size = holds.windows(2).filter(|pair| pair[0].len() == pair[1].len());
            assert!(same_size.into_iter().all(|pair| lattice.hold(&pair[0]) < lattice.hold(&pair[1])));
        }
    }
}

#[test]
fn pairs_are_numbered_in_order() {
    for kinds in kinds() {
        let (dice, die) = (kinds.dice(), kinds.die());
        let lattice = Lattice::new(&kinds, Holds::Final);
        for index in 0..lattice.len() {
            let (aside, thrown) = lattice.parts(index);
            assert_eq!(usize::from(lattice.numbering.of(&aside, &thrown)), index);
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
    let five = Lattice::new(&six(5), Holds::Final);
    assert_eq!((five.len(), five.rolls().len()), (6188 - 252, 4368 - 252));
    assert!(Lattice::fits(&six(7), Holds::Final) && !Lattice::fits(&six(8), Holds::Final));
    assert!(Lattice::fits(&six(8), Holds::Free));
}

#[test]
fn probabilities_sum_to_one() {
    for (kinds, holds) in with_holds() {
        let lattice = Lattice::new(&kinds, holds);
        assert_eq!(lattice.multiplicities().iter().sum::<u32>(), lattice.outcomes());
        let ones = vec![1.0; lattice.len()];
        assert!((lattice.mean(&ones[lattice.rolls()], |one| one) - 1.0).abs() < 1e-15);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn walks_agree_with_their_definitions(
        (kinds, holds) in proptest::sample::select(with_holds()),
        seed in proptest::collection::vec(0.0..100.0f64, 462),
    ) {
        let lattice = Lattice::new(&kinds, holds);
        let mut nodes: Vec<f64> = seed.iter().cycle().take(lattice.len()).copied().collect();
        lattice.expect(&mut nodes, |_, _| ());
        for hold in lattice.holds() {
            let (aside, kept) = lattice.parts(hold);
            let outcomes = outcomes(&kinds, lattice.dice_at(hold));
            let value = |free: &Dice| nodes[usize::from(lattice.numbering.of(&aside, &kept.and(free)))];
            let mean: f64 = outcomes.iter().map(value).sum::<f64>() / outcomes.len() as f64;
            prop_assert!((nodes[hold] - mean).abs() < 1e-11);
        }
        let before = nodes.clone();
        lattice.best(&mut nodes, false);
        // The holds that contain what is set aside.
        let within = |node: usize| {
            let aside = lattice.parts(node).0;
            let size = 0..=lattice.dice_at(node).len().min(kinds.dice() - 1);
            let holds = size.flat_map(|size| kinds.all(size)).filter(|hold| lattice.dice_at(node).contains(hold) && hold.contains(&aside));
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
        (kinds, holds) in proptest::sample::select(with_holds()),
        seed in proptest::collection::vec(0.0..1.0f64, 924),
    ) {
        let lattice = Lattice::new(&kinds, holds);
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
        let lattice = Lattice::new(&six(5), Holds::Free);
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
