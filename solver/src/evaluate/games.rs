//! The games at each row of states: their scores so far, the ends of their turns, and the games that arrive at a row of the next layer.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use yahtzee_kernel::{SumRun, Turns, add_runs};

use super::outcome::End;
use super::row_ends::RowEnds;
use crate::game::Scorecard;
use crate::rules::{Category, Filled, Points, State};
use crate::solve::Model;
use crate::space::{BLOCK, Row, StateSpace};

/// The memory of a lane beside the chances of its scores, in bytes.
pub(super) const LANE_BYTES: u64 = (size_of::<Span>() + size_of::<f64>()) as u64;
/// The bytes of a step.
pub(super) const STEP_BYTES: u64 = size_of::<Step>() as u64;

/// The memory of a recorded placement, in bytes.
pub(super) const WRITTEN_BYTES: u64 = size_of::<(Category, Points, Points, f64)>() as u64;

/// All games at a row of states.
#[derive(Clone, Debug, Default)]
pub(super) struct Games {
    /// For each lane, the scores so far of its games.
    pub(super) spans: Vec<Span>,
    /// The chances of these scores, lane after lane.
    pub(super) chances: Vec<f64>,
    /// For each lane, the chance of being there without an extra bonus.
    pub(super) plain: Vec<f64>,
}

/// A range of scores so far, and the place of their chances.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    pub(super) least: Points,
    start: usize,
    pub(super) length: usize,
}

impl Span {
    /// The least score, and one more than the greatest.
    fn ends(self) -> (Points, Points) {
        (self.least, self.least + Points::new(self.length as u32))
    }
}

impl Games {
    pub(super) fn lane(&self, lane: usize) -> &[f64] {
        let span = self.spans[lane];
        &self.chances[span.start..span.start + span.length]
    }

    /// The chance of a lane.
    pub(super) fn chance(&self, lane: usize) -> f64 {
        self.lane(lane).iter().sum()
    }

    /// The bytes of these games.
    pub(super) fn bytes(&self) -> u64 {
        self.chances.len() as u64 * size_of::<f64>() as u64 + self.spans.len() as u64 * LANE_BYTES + size_of::<Games>() as u64
    }
}

/// A step from a lane to a lane of the next layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    from: u16,
    to: u16,
    /// Points written, with the extra bonus.
    points: Points,
    chance: f64,
}

/// A transition from one row to another.
#[derive(Clone, Debug)]
pub(super) struct RowStep {
    category: Category,
    flag: bool,
    /// Whether its steps earn an extra bonus.
    extra: bool,
    /// The end of its steps among the steps of the row.
    end: usize,
}

/// The placements: category, points, extra bonus, and the chance over all games.
pub(super) type Written = Vec<(Category, Points, Points, f64)>;

/// The ends of the turns of a row.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnEnds {
    ways: Vec<RowStep>,
    /// The steps of all transitions, one transition after the other.
    steps: Vec<Step>,
    pub(super) written: Written,
}

impl TurnEnds {
    /// The transitions that games take, each with its steps.
    fn gone(&self) -> impl Iterator<Item = (&RowStep, &[Step])> {
        let mut start = 0;
        let steps = move |way: &RowStep| &self.steps[std::mem::replace(&mut start, way.end)..way.end];
        self.ways.iter().zip(self.ways.iter().map(steps)).filter(|(_, steps)| !steps.is_empty())
    }

    /// The memory of the steps and of the placements, in bytes.
    pub(super) fn bytes(&self) -> (u64, u64) {
        (self.steps.len() as u64 * STEP_BYTES, self.written.len() as u64 * WRITTEN_BYTES + size_of::<TurnEnds>() as u64)
    }
}

/// All games, before the first turn.
pub(super) fn first_games(space: &StateSpace, card: &Scorecard, start: &State, row: &Row) -> Games {
    let lane = usize::from(start.throws) * space.lanes(row).len() + space.lane(start);
    let mut games = Games { spans: vec![Span::default(); space.future_count(row)], chances: vec![1.0], plain: Vec::new() };
    games.plain.resize(games.spans.len(), 0.0);
    // What a card earns at the end is added there.
    games.spans[lane] = Span { least: card.written_score(), start: 0, length: 1 };
    games.plain[lane] = if card.extra() == 0 { 1.0 } else { 0.0 };
    games
}

/// The ends of the turns of the games at a row. `found` is a workspace.
pub(super) fn end_turns(model: &Model, row: &Row, games: &Games, row_ends: &mut impl RowEnds, found: &mut Vec<(usize, Step)>) -> TurnEnds {
    let Model { space, plan, .. } = model;
    row_ends.enter_row(row);
    found.clear();
    let mut turns = TurnEnds::default();
    let way_of: Vec<usize> = row_ends
        .options()
        .iter()
        .map(|option| {
            let is_same = |way: &RowStep| way.category == option.category() && way.flag == option.flag && way.extra == (option.bonus() > 0);
            turns.ways.iter().position(is_same).unwrap_or_else(|| {
                turns.ways.push(RowStep { category: option.category(), flag: option.flag, extra: option.bonus() > 0, end: 0 });
                turns.ways.len() - 1
            })
        })
        .collect();
    turns.written = row_ends.options().iter().map(|option| (option.category(), option.written(), option.bonus(), 0.0)).collect();
    let lanes = space.lanes(row).len();
    let lanes_after: Vec<usize> =
        turns.ways.iter().map(|way| space.lanes(&Row { filled: row.filled.with(way.category), ..*row }).len()).collect();
    let planes = space.plane_count(row.filled) as u8;
    let is_played = |throws: u8, lane: usize| games.spans[usize::from(throws) * lanes + lane].length > 0;
    let played: Vec<usize> = (0..lanes).filter(|&lane| (0..planes).any(|throws| is_played(throws, lane))).collect();
    for block in played.chunks(BLOCK) {
        let is_played_here = |throws: u8| block.iter().any(|&lane| is_played(throws, lane));
        let played_throws: Vec<u8> = (0..planes).filter(|&throws| is_played_here(throws)).collect();
        let (Some(&least), Some(&most)) = (played_throws.first(), played_throws.last()) else { continue };
        // The last lane is repeated.
        let together = std::array::from_fn(|place| block[place.min(block.len() - 1)]);
        let parts = Turns::of(&plan.kernel, least..=most);
        let of_part = |part: Turns| played_throws.iter().filter(move |&&throws| part.contain(throws)).map(move |&throws| (part, throws));
        let mut chosen = None;
        for (part, throws) in parts.flat_map(of_part) {
            if chosen.replace(part.first()) != Some(part.first()) {
                row_ends.choose(together, part);
            }
            row_ends.follow(throws);
            for (place, &lane) in block.iter().enumerate().filter(|(_, lane)| is_played(throws, **lane)) {
                let from = usize::from(throws) * lanes + lane;
                let here = games.chance(from);
                for End { option, source, chance } in row_ends.ends() {
                    let chance = chance.0[place];
                    if chance > 0.0 {
                        let way = way_of[option];
                        let to = usize::from(source.throws) * lanes_after[way] + source.lane_after(space.shifts(), lane);
                        // A game that is won at once ends here.
                        if !source.wins {
                            found.push((way, Step { from: from as u16, to: to as u16, points: Points::new(source.points), chance }));
                        }
                        turns.written[option].3 += here * chance;
                    }
                }
            }
        }
    }
    turns.steps.reserve_exact(found.len());
    for (number, way) in turns.ways.iter_mut().enumerate() {
        turns.steps.extend(found.iter().filter(|(way, _)| *way == number).map(|(_, step)| *step));
        way.end = turns.steps.len();
    }
    turns.written.retain(|(_, _, _, chance)| *chance > 0.0);
    turns.written.shrink_to_fit();
    turns
}

/// The games that take a transition, with its steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Going<'a> {
    games: &'a Games,
    extra: bool,
    steps: &'a [Step],
}

/// The transitions to a row of states, in a fixed order.
pub(super) type WaysTo<'a> = Vec<Going<'a>>;

/// Groups the transitions from some rows by their target row. For each target: its position among the later rows, and its transitions in the order of
/// the source rows.
pub(super) fn ways_by_row<'a>(later_rows: &[Row], sources: &[(&Row, &'a Games)], turns: &'a [TurnEnds]) -> Vec<(usize, WaysTo<'a>)> {
    let mut by_row: BTreeMap<usize, WaysTo<'a>> = BTreeMap::new();
    for ((row, games), turns) in sources.iter().zip(turns) {
        for (way, steps) in turns.gone() {
            let key = row_order(row.filled.with(way.category), way.flag);
            let later =
                later_rows.binary_search_by_key(&key, |later| row_order(later.filled, later.flag)).expect("every step leads to a row");
            by_row.entry(later).or_default().push(Going { games, extra: way.extra, steps });
        }
    }
    by_row.into_iter().collect()
}

/// The order in which the rows of a layer are followed. The transitions to a row then come in the order of their categories, then of the flag.
pub(super) fn row_order(filled: Filled, flag: bool) -> (Reverse<Filled>, bool) {
    (Reverse(filled), flag)
}

impl Games {
    /// Adds the games that arrive at a row of `lanes` lanes by these transitions.
    pub(super) fn gather(&mut self, lanes: usize, ways: &WaysTo<'_>) {
        self.make_room(lanes, ways);
        for Going { games, extra, steps } in ways {
            let runs = steps.iter().map(|step| self.run(games, step)).collect::<Vec<_>>();
            add_runs(&mut self.chances, &games.chances, &runs);
            if !extra {
                for step in *steps {
                    self.plain[usize::from(step.to)] += step.chance * games.plain[usize::from(step.from)];
                }
            }
        }
    }

    /// The chances of the games that take a step, and where they arrive.
    fn run(&self, games: &Games, step: &Step) -> SumRun {
        let source = games.spans[usize::from(step.from)];
        let span = self.spans[usize::from(step.to)];
        let to = span.start + (source.least + step.points - span.least).get() as usize;
        SumRun { from: source.start, to, length: source.length, times: step.chance }
    }

    /// Widens the spans to the scores that arrive by these transitions.
    fn make_room(&mut self, lanes: usize, ways: &WaysTo<'_>) {
        self.spans.resize(lanes, Span::default());
        self.plain.resize(lanes, 0.0);
        let mut ends: Vec<Option<(Points, Points)>> = self.spans.iter().map(|span| (span.length > 0).then(|| span.ends())).collect();
        for Going { games, steps, .. } in ways {
            for step in *steps {
                let (least, end) = games.spans[usize::from(step.from)].ends();
                let (least, end) = (least + step.points, end + step.points);
                let to = &mut ends[usize::from(step.to)];
                *to = Some(to.map_or((least, end), |(other, other_end)| (least.min(other), end.max(other_end))));
            }
        }
        let mut total = 0;
        let span = |ends: &Option<(Points, Points)>| {
            let (least, end) = ends.unwrap_or_default();
            let length = (end - least).get() as usize;
            total += length;
            Span { least, start: total - length, length }
        };
        let spans: Vec<Span> = ends.iter().map(span).collect();
        if total > self.chances.len() {
            let mut chances = vec![0.0; total];
            for (lane, (span, before)) in spans.iter().zip(&self.spans).enumerate().filter(|(_, (_, before))| before.length > 0) {
                let start = span.start + (before.least - span.least).get() as usize;
                chances[start..start + before.length].copy_from_slice(self.lane(lane));
            }
            self.chances = chances;
        }
        self.spans = spans;
    }
}
