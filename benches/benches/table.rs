//! Writing and reading a table: as bytes and as a file.

use std::sync::Arc;

use benches::{MEASURED, table};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use yahtzee_solver::{Model, ValueTable};

fn files(criterion: &mut Criterion) {
    let (name, expected) = MEASURED[0];
    let table = table(name);
    let bytes = table.to_bytes();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(ValueTable::file_name(table.rules()));
    let read = |model: &Arc<Model>| ValueTable::load(model, &path).expect("the table just written");
    let mut group = criterion.benchmark_group("table");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("to bytes", |bencher| bencher.iter(|| assert_eq!(table.to_bytes().len(), bytes.len())));
    group.bench_function("from bytes", |bencher| {
        bencher.iter(|| {
            let read = ValueTable::from_bytes(table.model(), &bytes).expect("a table");
            assert!((read.expected_score() - expected).abs() < 1e-9);
        });
    });
    group.bench_function("write", |bencher| bencher.iter(|| assert_eq!(table.save(&path).expect("a file"), bytes.len() as u64)));
    table.save(&path).expect("a file");
    group.bench_function("read", |bencher| bencher.iter(|| assert!((read(table.model()).expected_score() - expected).abs() < 1e-9)));
}

criterion_group!(benches, files);
criterion_main!(benches);
