//! The vector widths that the kernel is compiled for.

use multiversion::multiversion;
use multiversion::target::target_cfg_f;

/// The vector instructions that the kernel uses. The values are the same to the last bit with each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SimdLevel {
    /// The widest of the machine: eight values at a time in the longest work.
    #[default]
    Widest,
    /// AVX2 if the machine has it: four values at a time.
    Avx2,
    /// The instructions of every machine of this architecture.
    Baseline,
}

/// Work that is compiled for each [`SimdLevel`].
pub(crate) trait Vectorized: Sized {
    /// Does the work; with `WIDE` two blocks at a time where that is faster. Mark it `#[inline(always)]`: functions that are not inlined are compiled for
    /// the baseline.
    fn run<const WIDE: bool>(self);

    /// Whether vectors of eight values justify separate code.
    const WIDEST: bool = false;
}

impl SimdLevel {
    /// Does the work with these instructions.
    pub(crate) fn run(self, work: impl Vectorized) {
        match self {
            SimdLevel::Widest => widest(work),
            SimdLevel::Avx2 => avx2(work),
            SimdLevel::Baseline => baseline(work),
        }
    }
}

#[inline(never)]
fn baseline<W: Vectorized>(work: W) {
    work.run::<{ !cfg!(target_arch = "x86_64") }>();
}

// Each width is compiled once: a function passes work of another width on.

#[multiversion(targets("x86_64+avx2"))]
fn avx2<W: Vectorized>(work: W) {
    if target_cfg_f!(target_feature = "avx2") { work.run::<true>() } else { baseline(work) }
}

#[multiversion(targets("x86_64+avx512f+avx512dq+avx512vl"))]
fn widest<W: Vectorized>(work: W) {
    if const { target_cfg_f!(target_feature = "avx512f") && W::WIDEST } { work.run::<true>() } else { avx2(work) }
}
