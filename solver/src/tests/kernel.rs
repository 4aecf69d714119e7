use crate::Model;
use crate::rules::RuleSet;
use crate::rules::{Category, Points};
use crate::solve::{RowPlan, counted_dice};
use crate::testing::numbers;
use yahtzee_kernel::{LastThrow, Source, Workspace};

/// The value of each roll by definition: the best of its own placements if it has a list of them, otherwise the best zero or score.
fn scored(model: &Model, row: &RowPlan, throw: LastThrow, value: &impl Fn(&Source) -> f64) -> Vec<f64> {
    let Model { rules, .. } = model;
    let listed: Vec<(usize, &[Source])> = row.kernel.listed(throw.nth).collect();
    let best = |(index, roll)| {
        if let Some((_, placements)) = listed.iter().find(|(listed, _)| *listed == index) {
            return placements.iter().map(|source| value(&source.with_throws(throw.throws))).fold(f64::MIN, f64::max);
        }
        let values = row.kernel.open().iter().flat_map(|open| {
            let category = Category::from_index(open.column());
            let points = rules.points_on(category, &roll, throw.nth);
            let count = counted_dice(rules, category, points);
            [open.zero(throw.throws), open.score(throw.throws, Points::get(points), count)].map(|source| value(&source))
        });
        values.fold(f64::MIN, f64::max)
    };
    model.rolls().enumerate().map(best).collect()
}

#[test]
fn rolls_are_scored_by_the_definition() {
    let mut random = numbers(3);
    for name in RuleSet::builtin_names() {
        let model = Model::new(&RuleSet::builtin(name).unwrap(), u64::MAX).unwrap();
        let Model { lattice, space, plan, .. } = &model;
        let mut workspace = Workspace::new(lattice, &plan.kernel, &0.0);
        let mut row_plan = RowPlan::default();
        let full = space.layers().next().unwrap().len();
        for _ in 0..50 {
            let row = space.rows()[full + random() % (space.row_count() - full)];
            row_plan.fill(plan, space, row.filled, row.flag);
            let seed = random();
            let value = |source: &Source| {
                let seed = seed ^ source.start ^ (source.shift as usize) << 8 ^ (source.points as usize) << 24;
                numbers(seed as u64)() as f64
            };
            for nth in 0..=plan.kernel.first_throws() {
                let throw = LastThrow { throws: (random() % space.planes(&row).count()) as u8, nth };
                workspace.score_rolls(lattice, &plan.kernel, &row_plan.kernel, throw, &value);
                assert_eq!(workspace.nodes[lattice.rolls()], scored(&model, &row_plan, throw, &value), "{name}, {row:?}");
            }
        }
    }
}
