//! A whole solve of three rule sets, on one thread and on two.

use std::sync::Arc;

use benches::{MEASURED, model};
use criterion::{Criterion, criterion_group, criterion_main};
use yahtzee_solver::{Run, Solver};

fn solve(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(10);
    for (name, expected) in MEASURED {
        let model = model(name);
        for threads in [1, 2] {
            group.bench_function(format!("{name}/{threads}"), |bencher| {
                bencher.iter(|| {
                    let table = Solver::of(Arc::clone(&model)).with(Run::new().threads(threads)).solve().unwrap();
                    assert!((table.expected_score() - expected).abs() < 1e-9);
                });
            });
        }
    }
}

criterion_group!(benches, solve);
criterion_main!(benches);
