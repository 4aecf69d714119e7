//! Every number of the example row in `docs/design.md`, computed by the kernel.

use std::ops::ControlFlow;

use crate::rules::{Category, Filled};
use crate::solve::{Model, RowPlan};
use crate::space::BLOCK;
use crate::testing;
use yahtzee_kernel::{Lanes, LastThrow, Source, Successors, Watch, Workspace};

/// Only fives and run are open; three of a kind holds a zero.
const FILLED: Filled = Filled::from_mask(0b0101);

/// A line of a table: a name, and the values in the two lanes of the row.
fn line(name: &str, Lanes(values): &Lanes<BLOCK>) -> String {
    format!("| {name} | {:.4} | {:.4} |", values[0], values[1])
}

/// Writes each step of a turn as a line of a table.
struct Steps<'a>(&'a Model, Vec<String>);

impl Watch<Lanes<BLOCK>> for Steps<'_> {
    fn best(&mut self, rerolls_left: u8, _: usize, rolls: &[Lanes<BLOCK>]) {
        let Steps(model, lines) = self;
        lines.extend(model.rolls().zip(rolls).map(|(roll, values)| line(&format!("{rerolls_left} | roll {roll}"), values)));
    }

    fn held(&mut self, rerolls_left: u8, nodes: &mut [Lanes<BLOCK>]) -> ControlFlow<()> {
        let Steps(model, lines) = self;
        let lattice = &model.lattice;
        lines.extend(lattice.holds().map(|hold| line(&format!("{rerolls_left} | hold {}", model.nodes.dice_at(hold)), &nodes[hold])));
        ControlFlow::Continue(())
    }
}

/// A source as in the document: its placement, the open category of the row it reads, the lanes that follow the two lanes, the values.
fn source_line(model: &Model, source: &Source, values: &Lanes<BLOCK>) -> String {
    let Model { rules, space, .. } = model;
    let open = rules.categories().find(|&open| !FILLED.with(Category::from_index(source.column.into())).contains(open)).unwrap();
    let name = |category| &rules.category(category).name;
    let after = [0, 1].map(|lane| source.lane_after(space.shifts(), lane));
    line(
        &format!("{}={} | {} | {}, {}", name(Category::from_index(source.column.into())), source.points, name(open), after[0], after[1]),
        values,
    )
}

/// The lines of the tables in the document's section.
fn document() -> Vec<String> {
    let design = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/design.md")).unwrap();
    let (_, section) = design.split_once("## One row, worked through").expect("the section");
    let (section, _) = section.split_once("\n## ").expect("a section after it");
    let lines = section.lines().filter(|line| line.starts_with("| ") && line.contains('.'));
    lines.map(str::to_owned).collect()
}

/// A throw that saves nothing.
const LATER: LastThrow = LastThrow { throws: 0, nth: 0 };

#[test]
fn the_document_shows_what_the_kernel_computes() {
    let table = testing::table(4);
    let model = &**table.model();
    let Model { lattice, space, plan, .. } = model;
    let mut row = RowPlan::default();
    row.fill(plan, space, FILLED, false);
    let successors = Successors { values: table.values(), shifts: space.shifts() };

    let scores = row.kernel.open().iter().flat_map(|open| open.scores(&plan.kernel, LATER).map(|(source, _)| source));
    let sources = row.kernel.open().iter().map(|open| open.zero(0)).chain(scores);
    let mut computed: Vec<String> = sources.map(|source| source_line(model, &source, &successors.read(&source, 0))).collect();
    let mut steps = Steps(model, Vec::new());
    let mut workspace = Workspace::new(lattice, &plan.kernel, &Lanes([0.0; BLOCK]));
    let mean = workspace.mean_of_turn(lattice, &plan.kernel, &row.kernel, &successors.from(0), 0, &mut steps);
    computed.extend(steps.1);
    computed.push(line("the turn | mean of all rolls", &mean));

    let shown = document();
    assert!(shown.len() >= 20, "{} lines", shown.len());
    for line in shown {
        assert!(computed.contains(&line), "docs/design.md: not what is computed: {line}");
    }
}

#[test]
fn lanes_and_scores_are_as_the_document_counts_them() {
    let table = testing::table(4);
    let Model { space, plan, .. } = &**table.model();
    let row = space.layers().flatten().find(|row| row.filled == FILLED && !row.flag).unwrap();
    assert_eq!(space.lanes(row), [0, 2]);
    assert_eq!(space.row_width(row), 8);
    assert_eq!(space.padded_lanes(row).map(|state| state.upper_total).collect::<Vec<_>>(), [0, 2, 2, 2, 2, 2, 2, 2]);
    let mut row = RowPlan::default();
    row.fill(plan, space, FILLED, false);
    assert!(row.kernel.menus(plan.kernel.scoring(0)).next().is_none(), "no category is in a part");
    let raised =
        row.kernel.open().iter().flat_map(|open| open.scores(&plan.kernel, LATER).map(|(source, rolls)| (source.points, rolls.len())));
    assert_eq!(raised.collect::<Vec<_>>(), [(5, 15), (10, 5), (15, 1), (15, 4)]);
    assert_eq!(row.kernel.listed(0).map(|(_, placements)| placements.len()).collect::<Vec<_>>(), [2; 6]);
}

#[test]
fn the_row_with_only_fives_open_is_right_by_hand() {
    // If you keep every five, each die shows one after three rolls with chance p.
    let p = 1.0 - f64::powi(5.0 / 6.0, 3);
    let three = p.powi(3);
    let two = 3.0 * p.powi(2) * (1.0 - p);
    let by_hand = [15.0 * p + 10.0 * three, 15.0 * p + 10.0 * (two + three)];
    let table = testing::table(4);
    let space = table.space();
    let row = space.layers().flatten().find(|row| row.filled == Filled::from_mask(0b1101) && !row.flag).unwrap();
    for (value, by_hand) in table.values()[row.start..].iter().zip(by_hand) {
        assert!((value - by_hand).abs() < 1e-12);
    }
}
