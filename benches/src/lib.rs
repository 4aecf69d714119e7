//! What the benchmarks share: solved tables, and the floor that the kernel is measured against.

use std::hint::black_box;
use std::sync::Arc;

use multiversion::multiversion;
use yahtzee_solver::{Element, Lanes, MEMORY_LIMIT, Model, RuleSet, Solver, ValueTable, Width};

/// Rule sets that are measured, with their expected scores.
pub const MEASURED: [(&str, f64); 3] = [("hasbro", 254.587728734496), ("kniffel", 245.870774514111), ("yatzy", 248.439989377855)];

/// Lanes of a block, as the kernel has them.
pub const BLOCK: usize = 8;

/// A built-in rule set with all that is derived from it.
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
    Solver::of(model(name)).solve()
}

/// The additions, multiplications and maxima that the hold lattice takes for one lane of a turn of five dice and three rolls: two rerolls of
/// 210 means (five additions and a multiplication each) and 1,260 maxima, and the mean of 252 rolls. Scoring the rolls comes on top of it and is not counted.
pub const OPERATIONS: usize = 2 * (210 * 6 + 1260) + 2 * 252;

/// Nothing but additions and maxima, one for each block of 8 lanes in the first-level cache: as many as [`OPERATIONS`] for each of `blocks`
/// blocks. No turn kernel with these vector instructions can be faster.
pub fn floor(width: Width, blocks: usize) -> f64 {
    // Unknown to the compiler, lest it work out the sums beforehand.
    let lanes = black_box([Lanes([1.0; BLOCK]); 256]);
    let rounds = (blocks * OPERATIONS).div_ceil(lanes.len());
    match width {
        Width::Widest => floor_widest(&lanes, rounds),
        Width::Avx2 => floor_avx2(&lanes, rounds),
        Width::Baseline => floor_baseline(&lanes, rounds),
    }
}

#[inline(always)]
fn floor_baseline(lanes: &[Lanes<BLOCK>; 256], rounds: usize) -> f64 {
    let zero = Lanes([0.0; BLOCK]);
    // Enough sums and maxima that none has to wait for the one before: twelve fit into the registers of AVX-512.
    let [mut s0, mut s1, mut s2, mut s3, mut s4, mut s5] = [zero; 6];
    let [mut m0, mut m1, mut m2, mut m3, mut m4, mut m5] = [zero; 6];
    for _ in 0..rounds {
        let (chunks, rest) = lanes.as_chunks::<12>();
        for chunk in chunks {
            s0.add(&chunk[0]);
            m0.raise_to(&chunk[1]);
            s1.add(&chunk[2]);
            m1.raise_to(&chunk[3]);
            s2.add(&chunk[4]);
            m2.raise_to(&chunk[5]);
            s3.add(&chunk[6]);
            m3.raise_to(&chunk[7]);
            s4.add(&chunk[8]);
            m4.raise_to(&chunk[9]);
            s5.add(&chunk[10]);
            m5.raise_to(&chunk[11]);
        }
        for lane in rest {
            s0.add(lane);
        }
    }
    for sum in [s1, s2, s3, s4, s5, m0, m1, m2, m3, m4, m5] {
        s0.add(&sum);
    }
    s0.0[0]
}

#[multiversion(targets("x86_64+avx2"))]
fn floor_avx2(lanes: &[Lanes<BLOCK>; 256], rounds: usize) -> f64 {
    floor_baseline(lanes, rounds)
}

#[multiversion(targets("x86_64+avx512f+avx512dq+avx512vl", "x86_64+avx2"))]
fn floor_widest(lanes: &[Lanes<BLOCK>; 256], rounds: usize) -> f64 {
    floor_baseline(lanes, rounds)
}
