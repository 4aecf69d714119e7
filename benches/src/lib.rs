//! Helpers of the benchmarks: solved tables, and the floor for comparison with the kernel.

use std::hint::black_box;
use std::sync::Arc;

use multiversion::multiversion;
use yahtzee_solver::solve::{MEMORY_LIMIT, SimdLevel};
use yahtzee_solver::{Model, RuleSet, Solver, ValueTable};

/// The measured rule sets, with their expected scores.
pub const MEASURED: [(&str, f64); 3] = [("hasbro", 254.587728734496), ("kniffel", 245.870774514111), ("yatzy", 248.439989377855)];

/// Lanes of a block, as in the kernel.
pub const BLOCK: usize = 8;

/// A built-in rule set with everything derived from it.
///
/// # Panics
///
/// If there is no such rule set.
pub fn model(name: &str) -> Arc<Model> {
    let rules = RuleSet::builtin(name).expect("a built-in rule set");
    Arc::new(Model::new(&rules, MEMORY_LIMIT).expect("a rule set that fits into memory"))
}

/// The table of a built-in rule set.
///
/// # Panics
///
/// If there is no such rule set.
pub fn table(name: &str) -> ValueTable {
    Solver::of(model(name)).solve().unwrap()
}

/// The additions, multiplications and maxima of the hold lattice for one lane of a turn of five dice and three rolls: two rerolls of 210 means (five
/// additions and a multiplication each) and 1,260 maxima, and the mean of 252 rolls. Scoring the rolls is extra and not counted.
pub const OPERATIONS: usize = 2 * (210 * 6 + 1260) + 2 * 252;

/// Does [`OPERATIONS`] additions and maxima for each of `blocks` blocks of 8 lanes, and nothing else. The values are in the first-level cache. The
/// operations depend on each other as in the kernel, and each reads an operand from the cache. No turn kernel with these vector instructions can be
/// faster. Returns the sum of the values.
pub fn floor(simd: SimdLevel, blocks: usize) -> f64 {
    let rounds = (blocks * OPERATIONS * BLOCK).div_ceil(OPERANDS * LANES);
    let operands = [[1.0; LANES]; OPERANDS];
    let mut values = [0.0; LANES];
    match simd {
        SimdLevel::Widest => floor_widest(&operands, &mut values, rounds),
        SimdLevel::Avx2 => floor_avx2(&operands, &mut values, rounds),
        SimdLevel::Baseline => floor_baseline(&operands, &mut values, rounds),
    }
    values.iter().sum()
}

/// The number of values in registers at a time, and the number of operations on each before it is written back.
const LANES: usize = 128;
const OPERANDS: usize = 8;

#[inline(always)]
fn floor_baseline(operands: &[[f64; LANES]; OPERANDS], values: &mut [f64; LANES], rounds: usize) {
    for _ in 0..rounds {
        // Hidden from the compiler in each round, so that it computes everything.
        let [a, b, c, d, e, f, g, h] = black_box(operands);
        let greater = |value: f64, other: f64| if other > value { other } else { value };
        for lane in 0..LANES {
            let value = greater(values[lane] + a[lane], b[lane]);
            let value = greater(value + c[lane], d[lane]);
            let value = greater(value + e[lane], f[lane]);
            values[lane] = greater(value + g[lane], h[lane]);
        }
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn floor_avx2(operands: &[[f64; LANES]; OPERANDS], values: &mut [f64; LANES], rounds: usize) {
    floor_baseline(operands, values, rounds);
}

#[multiversion(targets("x86_64+avx512f+avx512dq+avx512vl", "x86_64+avx2"))]
fn floor_widest(operands: &[[f64; LANES]; OPERANDS], values: &mut [f64; LANES], rounds: usize) {
    floor_baseline(operands, values, rounds);
}
