//! One question, with two rerolls left and with none.

use std::hint::black_box;

use benches::table;
use criterion::{Criterion, criterion_group, criterion_main};
use yahtzee_solver::{Advisor, Position, Scorecard};

fn advise(criterion: &mut Criterion) {
    let table = table("hasbro");
    let rules = table.rules();
    let advisor = Advisor::new(&table);
    let card = Scorecard::parse("ones=3 fours=12 full-house=25 yahtzee=50", rules).expect("a card");
    let roll = rules.parse_roll("13356").expect("a roll");
    let mut group = criterion.benchmark_group("advise");
    for (rerolls, options) in [(2, 23 + 9), (0, 9)] {
        let rerolls_left = rules.rerolls_left(rerolls).expect("as many rerolls as there are");
        let expected = advisor.advise(&Position::new(card.clone(), roll, rerolls_left).unwrap()).expect("an open card").expected_final();
        group.bench_function(format!("{rerolls} rerolls left"), |bencher| {
            bencher.iter(|| {
                let advice =
                    advisor.advise(&Position::new(black_box(&card).clone(), black_box(roll), rerolls_left).unwrap()).expect("an open card");
                assert_eq!((advice.options.len(), advice.expected_final()), (options, expected));
            });
        });
    }
}

criterion_group!(benches, advise);
criterion_main!(benches);
