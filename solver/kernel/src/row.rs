//! One row of states: its open columns, and the states that follow.

use super::plan::{LastThrow, ListedPlacement, ListedRoll, Menus, PARTS, Plan, Scoring, Source};

/// The most columns of a card.
pub const MOST_COLUMNS: usize = 32;

/// An open column of a row.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// The source of a zero.
    pub zero: Source,
    /// The distance between the shifts of consecutive counts; 0 in a column whose points leave the lane as it is.
    pub stride: u32,
    /// The points that win the game at once here.
    pub winning: Option<u32>,
    /// Whether the column is in a part: its scores raise menus. Otherwise they raise the rolls.
    pub in_a_part: bool,
}

impl Open {
    /// The source of a zero.
    #[inline(always)]
    pub fn zero(&self, throws: u8) -> Source {
        self.zero.with_throws(throws)
    }

    /// The column.
    #[inline(always)]
    pub fn column(&self) -> usize {
        self.zero.column.into()
    }

    /// The source of some points that shift the lane by `count` steps.
    #[inline(always)]
    pub fn score(&self, throws: u8, points: u32, count: u32) -> Source {
        let zero = self.zero(throws);
        let wins = self.winning == Some(points);
        Source { shift: zero.shift.wrapping_add(self.stride * count), points, written: points, wins, ..zero }
    }

    /// Every number of points that rolls can score here after a throw, as a source, with the menus or the rolls that it raises.
    #[inline(always)]
    pub fn scores<'a>(&self, plan: &'a Plan, throw: LastThrow) -> impl Iterator<Item = (Source, &'a [u16])> + use<'a> {
        let open = *self;
        let scores = plan.scoring(throw.nth).scores(self.column());
        scores.map(move |(points, count, raised)| (open.score(throw.throws, points, count), raised))
    }
}

/// The open columns of a row.
#[derive(Clone, Debug, Default)]
pub struct OpenRow {
    flag: bool,
    open: Vec<Open>,
    /// The column whose points set the flag, if it is open, with the states that follow such points.
    with_points: Option<Open>,
    /// The place of each column among the open ones.
    place_of: [Option<u8>; MOST_COLUMNS],
    part_is_open: [bool; PARTS],
    /// The situation here of each roll with a list.
    situations: Vec<u8>,
}

impl OpenRow {
    /// Begins a row, reusing the memory of the previous one: its flag, and, if it is open, the column whose points set the flag, with the states that
    /// follow such points. `situations` has the situation here of each roll with a list.
    #[inline]
    pub fn begin(&mut self, flag: bool, with_points: Option<Open>, situations: impl Iterator<Item = u8>) {
        self.open.clear();
        self.situations.clear();
        self.situations.extend(situations);
        (self.flag, self.with_points) = (flag, with_points);
        self.place_of = [None; MOST_COLUMNS];
        self.part_is_open = [false; PARTS];
    }

    /// Adds an open column, in ascending order.
    #[inline]
    pub fn add(&mut self, plan: &Plan, open: Open) {
        self.place_of[open.column()] = Some(self.open.len() as u8);
        self.open.push(open);
        if let Some(part) = plan.part_of[open.column()] {
            self.part_is_open[part] = true;
        }
    }

    /// The open columns.
    #[inline(always)]
    pub fn open(&self) -> &[Open] {
        &self.open
    }

    /// The open column, unless this one is not open.
    #[inline(always)]
    pub(crate) fn open_in(&self, column: usize) -> Option<&Open> {
        self.place_of[column].map(|place| &self.open[usize::from(place)])
    }

    /// The parts in which a column is open.
    #[cfg(feature = "batches")]
    #[inline(always)]
    pub(crate) fn open_parts(&self) -> [bool; PARTS] {
        self.part_is_open
    }

    /// The situation here of a roll with a list, by its number among them.
    #[inline(always)]
    pub(crate) fn situation(&self, listed: usize) -> usize {
        self.situations[listed].into()
    }

    /// The placements here of the roll with this list, which has this number among them.
    #[inline(always)]
    fn placements<'a>(&'a self, number: usize, listed: &'a ListedRoll) -> impl Iterator<Item = Source> + 'a {
        listed.placements[self.situation(number)].iter().filter_map(|placement| self.source(placement))
    }

    /// The placements of a roll, if it has a list of its own.
    pub fn placements_of<'a>(&'a self, plan: &'a Plan, roll: usize, nth: usize) -> Option<impl Iterator<Item = Source> + 'a> {
        let mut lists = plan.scoring(nth).listed.iter().enumerate();
        let (number, listed) = lists.find(|(_, listed)| listed.roll == roll)?;
        Some(self.placements(number, listed))
    }

    /// A placement of a roll with a list as a source, if its column is open.
    #[inline(always)]
    pub(crate) fn source(&self, placement: &ListedPlacement) -> Option<Source> {
        let open = if placement.flag == self.flag { self.open_in(placement.column.into())? } else { self.with_points.as_ref()? };
        Some(Source { points: placement.points, ..open.score(0, placement.written, placement.count) })
    }
}

/// The placements of the rolls with lists.
#[derive(Clone, Debug, Default)]
struct Lists {
    /// The placements, roll after roll.
    placements: Vec<Source>,
    /// For each such roll its index, and the end of its placements.
    rolls: Vec<(usize, usize)>,
}

/// A row of states: its open columns, and the placements of the rolls with lists.
#[derive(Clone, Debug, Default)]
pub struct Row {
    open: OpenRow,
    /// For each scoring of the game.
    lists: Vec<Lists>,
}

impl Row {
    /// Fills in the row of these open columns, reusing the memory of the previous one.
    pub fn fill_from(&mut self, plan: &Plan, open: &OpenRow) {
        self.open.clone_from(open);
        self.list(plan);
    }

    /// Fills in the row whose open columns `fill` sets, reusing the memory of the previous one.
    #[inline]
    pub fn fill(&mut self, plan: &Plan, fill: impl FnOnce(&mut OpenRow)) {
        fill(&mut self.open);
        self.list(plan);
    }

    #[inline]
    fn list(&mut self, plan: &Plan) {
        let Row { open, lists } = self;
        lists.resize_with(plan.scorings.len(), Lists::default);
        for (scoring, into) in plan.scorings.iter().zip(lists) {
            into.placements.clear();
            into.rolls.clear();
            for (number, listed) in scoring.listed.iter().enumerate() {
                into.placements.extend(open.placements(number, listed));
                into.rolls.push((listed.roll, into.placements.len()));
            }
        }
    }

    /// The open columns.
    #[inline(always)]
    pub fn open(&self) -> &[Open] {
        self.open.open()
    }

    /// The menus of the parts in which a column is open.
    #[inline(always)]
    pub fn menus<'a>(&self, scoring: &'a Scoring) -> impl Iterator<Item = &'a Menus> {
        scoring.menus(self.open.part_is_open)
    }

    /// The rolls with a list of their own, each with all its placements, on a throw that follows this many of its turn. These sources have no throws:
    /// see [`Source::with_throws`].
    #[inline(always)]
    pub fn listed(&self, nth: usize) -> impl Iterator<Item = (usize, &[Source])> {
        let Lists { placements, rolls } = &self.lists[nth.min(self.lists.len() - 1)];
        let mut start = 0;
        rolls.iter().map(move |&(roll, end)| {
            let placements = &placements[start..end];
            start = end;
            (roll, placements)
        })
    }

    /// The placements of all rolls with lists.
    pub fn all_listed(&self, nth: usize) -> &[Source] {
        &self.lists[nth.min(self.lists.len() - 1)].placements
    }
}
