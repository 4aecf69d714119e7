//! Rows of the kernel at each vector width, and the floor: the same number of additions and maxima on lanes in cache, without any other work.

use std::hint::black_box;

use benches::{BLOCK, floor, table};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use yahtzee_solver::internals::kernel_on_rows;
use yahtzee_solver::solve::SimdLevel;

const ROWS: usize = 24;

fn kernel(criterion: &mut Criterion) {
    let table = table("hasbro");
    let (expected, lanes) = kernel_on_rows(&table, SimdLevel::Baseline, ROWS);
    let blocks = lanes / BLOCK;
    let floor_of = floor(SimdLevel::Baseline, blocks);
    let mut group = criterion.benchmark_group("kernel");
    group.throughput(Throughput::Elements(lanes as u64));
    for (name, simd) in [("widest", SimdLevel::Widest), ("avx2", SimdLevel::Avx2), ("baseline", SimdLevel::Baseline)] {
        group.bench_function(format!("rows/{name}"), |bencher| {
            bencher.iter(|| {
                // Every width gives the same values to the last bit.
                assert_eq!(kernel_on_rows(&table, black_box(simd), ROWS), (expected, lanes));
            });
        });
        group.bench_function(format!("floor/{name}"), |bencher| {
            bencher.iter(|| assert_eq!(floor(black_box(simd), black_box(blocks)), floor_of));
        });
    }
}

criterion_group!(benches, kernel);
criterion_main!(benches);
