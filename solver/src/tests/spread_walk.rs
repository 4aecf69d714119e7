use std::sync::Arc;

use crate::solve::{Run, SimdLevel};
use crate::testing::table;
use crate::{Follower, Solver};

#[test]
fn the_numbers_are_the_same_for_any_threads_and_vectors() {
    check_bits(&[4, 5]);
}

#[test]
#[ignore = "deep"]
fn the_numbers_are_the_same_for_any_threads_and_vectors_in_more_games() {
    check_bits(&[2]);
}

fn check_bits(games: &[usize]) {
    for &number in games {
        let table = table(number);
        let spread = Follower::new(table).spread_table().unwrap();
        for (simd, threads) in [(SimdLevel::Widest, 1), (SimdLevel::Avx2, 2), (SimdLevel::Baseline, 3)] {
            let solver = Solver::of(Arc::clone(table.model())).simd(simd).with(Run::new().threads(threads));
            let (values, again) = solver.solve_with_spread().unwrap();
            assert_eq!(values.values(), table.values());
            assert_eq!(again.arrays(), spread.arrays());
        }
    }
}
