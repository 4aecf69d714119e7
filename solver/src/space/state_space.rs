//! The reachable states, and where their values are.
//!
//! The value of a state depends on its upper total only through the points that are still needed for the bonus. If the same points to come reach the
//! threshold from two totals, the totals have the same future and share a *lane*. The lanes of one filled mask and flag form a *row*. Each step of a
//! turn works on a whole row.

use super::upper_sets::{UpperSet, upper_sets};
use crate::dice::Face;
use crate::rules::{Category, Filled, Points, RuleSet, State};

/// The index of a reachable state among all reachable states of its rule set, from 0. States are ordered by filled mask, flag and upper total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateIndex(pub u32);

/// Why a state has no turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// Every category is filled.
    #[error("the game is over: no category is open")]
    Full,
    /// No game of these rules reaches this state.
    #[error("the state cannot be reached: its upper total or its Yahtzee flag does not fit the filled categories")]
    Unreachable,
}

/// A filled mask and flag, and where the values of its lanes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) filled: Filled,
    pub(crate) flag: bool,
    /// The index of its first value.
    pub(crate) start: usize,
}

/// The reachable states of a rule set, their numbering, and the rows that hold their values.
#[derive(Clone, Debug)]
pub struct StateSpace {
    categories: usize,
    upper: usize,
    cap: Points,
    flag_category: Option<Category>,
    /// For each mask of filled upper categories.
    sets: Vec<UpperSet>,
    /// For each mask of filled upper categories the number of reachable totals of all masks before it; the last entry is that of all.
    totals_before: Vec<u32>,
    /// For each upper category and number of dice that show its face: the lane that follows each lane. See [`StateSpace::shift`].
    shifts: Vec<u16>,
    /// The start of each row, by mask and flag; `NO_ROW` if there is none.
    row_start: Vec<u32>,
    /// The rows, those of full cards first. Each depends only on rows in the layer before its own.
    rows: Vec<Row>,
    /// The index in `rows` of the first row with each number of open categories; the last entry is the end.
    layers: Vec<usize>,
    /// Length of all rows together.
    width: usize,
}

const NO_ROW: u32 = u32::MAX;

impl StateSpace {
    /// The states of a rule set.
    pub fn new(rules: &RuleSet) -> StateSpace {
        let upper = rules.upper_count();
        let faces: Vec<Face> = rules.upper_faces().collect();
        let cap = rules.upper_cap();
        let sets = upper_sets(&faces, rules.dice(), cap);
        let mut space = StateSpace {
            categories: rules.category_count(),
            upper,
            cap,
            flag_category: rules.flag_category(),
            totals_before: totals_before(&sets),
            sets,
            shifts: Vec::new(),
            row_start: Vec::new(),
            rows: Vec::new(),
            layers: Vec::new(),
            width: 0,
        };
        space.find_successors(&faces, rules.dice());
        space.lay_out();
        space
    }

    /// The memory that [`StateSpace::new`] and the values would take, in bytes. It is [`u64::MAX`] for more states than can be numbered.
    pub fn bytes_needed(rules: &RuleSet) -> u64 {
        let faces: Vec<Face> = rules.upper_faces().collect();
        let sets = upper_sets(&faces, rules.dice(), rules.upper_cap());
        let lower = rules.category_count() - rules.upper_count();
        let rows_each = (1u64 << lower) + if rules.flag_category().is_some() { 1 << (lower - 1) } else { 0 };
        let lanes: u64 = sets.iter().map(|set| set.width() as u64).sum();
        let rows = rows_each * sets.len() as u64;
        let states = rows_each * sets.iter().map(|set| set.totals.len() as u64).sum::<u64>();
        if states > u64::from(u32::MAX) {
            return u64::MAX;
        }
        rows_each * lanes * size_of::<f64>() as u64 + rows * (size_of::<Row>() + 2 * size_of::<u32>()) as u64
    }

    /// Finds the shifts: for each open upper category and number of dice that show its face, the lane that follows each lane.
    fn find_successors(&mut self, faces: &[Face], dice: usize) {
        for mask in 0..self.sets.len() {
            let mut starts = vec![0; self.upper];
            let set = &self.sets[mask];
            for (category, face) in faces.iter().enumerate().filter(|(category, _)| mask >> category & 1 == 0) {
                starts[category] = self.shifts.len() as u32;
                let next = &self.sets[mask | 1 << category];
                for count in 0..=dice {
                    let earns = u16::from(face.pips()) * count as u16;
                    let lane_after = |total: &u16| next.lane_of[usize::from(total + earns).min(self.cap.get() as usize)];
                    let end = self.shifts.len() + set.width();
                    self.shifts.extend(set.lanes.iter().map(lane_after));
                    let last = *self.shifts.last().expect("a lane");
                    self.shifts.resize(end, last);
                }
            }
            self.sets[mask].shifts = starts;
        }
    }

    fn lay_out(&mut self) {
        let masks = 1u32 << self.categories;
        self.row_start = vec![NO_ROW; masks as usize * self.flags()];
        let mut by_count: Vec<Vec<u32>> = vec![Vec::new(); self.categories + 1];
        for mask in 0..masks {
            by_count[mask.count_ones() as usize].push(mask);
        }
        for masks in by_count.iter().rev() {
            self.layers.push(self.rows.len());
            for filled in masks.iter().map(|&mask| Filled(mask)) {
                for flag in [false, true] {
                    if !self.has_row(filled, flag) {
                        continue;
                    }
                    let slot = self.slot(filled, flag);
                    self.row_start[slot] = self.width as u32;
                    self.rows.push(Row { filled, flag, start: self.width });
                    self.width += self.set(filled).width();
                }
            }
        }
        self.layers.push(self.rows.len());
    }

    fn flags(&self) -> usize {
        1 + usize::from(self.flag_category.is_some())
    }

    fn slot(&self, filled: Filled, flag: bool) -> usize {
        filled.mask() as usize * self.flags() + usize::from(flag)
    }

    fn set(&self, filled: Filled) -> &UpperSet {
        &self.sets[filled.upper(self.upper)]
    }

    /// The rows of each layer, from the full card to the empty one.
    pub(crate) fn layers(&self) -> impl Iterator<Item = &[Row]> {
        self.layers.windows(2).map(|bounds| &self.rows[bounds[0]..bounds[1]])
    }

    /// Number of rows.
    pub(crate) fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Length of all rows together, with padding.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Length of a row, with padding: a whole number of blocks.
    pub(crate) fn row_width(&self, row: &Row) -> usize {
        self.set(row.filled).width()
    }

    /// The lowest upper total of each lane of a row.
    pub(crate) fn lanes(&self, row: &Row) -> &[u16] {
        &self.set(row.filled).lanes
    }

    /// The lowest upper total of each lane of a row, then of the padding, which repeats the last lane.
    pub(crate) fn padded_lanes(&self, row: &Row) -> impl Iterator<Item = Points> {
        let lanes = self.lanes(row);
        let last = *lanes.last().expect("a lane");
        lanes.iter().copied().chain(std::iter::repeat(last)).take(self.row_width(row)).map(Points::from)
    }

    /// The index of the first value of the row with this mask and flag.
    pub(crate) fn row_start(&self, filled: Filled, flag: bool) -> usize {
        self.row_start[self.slot(filled, flag)] as usize
    }

    /// Where the shifts of an open upper category are: the offset into [`shifts`](StateSpace::shifts) for a zero, and the distance from one number of
    /// counted dice to the next. A shift has an entry for each lane, padding included: the lane that follows it.
    pub(crate) fn shift(&self, filled: Filled, category: Category) -> (u32, u32) {
        let set = self.set(filled);
        (set.shifts[category.index()], set.width() as u32)
    }

    /// The shifts of all upper categories: see [`shift`](StateSpace::shift).
    pub(crate) fn shifts(&self) -> &[u16] {
        &self.shifts
    }

    /// The lane of a state within its row.
    pub(crate) fn lane(&self, state: &State) -> usize {
        self.set(state.filled).lane_of[state.upper_total.min(self.cap).get() as usize].into()
    }

    /// The index of the value of a state among all values.
    pub(crate) fn position(&self, state: &State) -> usize {
        self.row_start(state.filled, state.flag) + self.lane(state)
    }

    /// Number of reachable states: 536,448 for the 13-category game.
    pub fn len(&self) -> usize {
        let lower_masks = 1 << (self.categories - self.upper);
        self.flags_before(lower_masks) as usize * self.states_of_flag() as usize
    }

    /// Always false: the empty card is a state.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Number of distinct futures: states that share a lane count once.
    pub fn distinct(&self) -> usize {
        self.rows.iter().map(|row| self.lanes(row).len()).sum()
    }

    /// The rows in index order, each with the number of reachable states before it.
    fn numbered_rows(&self) -> impl Iterator<Item = (u32, Filled, bool)> {
        let masks = (0..1 << self.categories).map(Filled);
        let slots = masks.flat_map(|filled| (0..self.flags()).map(move |flag| (filled, flag == 1)));
        slots.filter(|(filled, flag)| self.has_row(*filled, *flag)).map(|(filled, flag)| (self.states_before(filled, flag), filled, flag))
    }

    /// Whether the turn of the row with the mask `before` and the flag `flag_before` may lead to the row with this mask and flag.
    pub(crate) fn follows(&self, filled: Filled, flag: bool, before: Filled, flag_before: bool) -> bool {
        let written = filled.mask() ^ before.mask();
        written.is_power_of_two()
            && written & filled.mask() != 0
            && (flag == flag_before || self.flag_category.is_some_and(|category| written == Filled::NONE.with(category).mask()))
    }

    /// Whether a state with this mask can have this flag.
    fn has_row(&self, filled: Filled, flag: bool) -> bool {
        !flag || self.flag_category.is_some_and(|category| filled.contains(category))
    }

    /// Number of reachable states before the first with this mask and flag.
    fn states_before(&self, filled: Filled, flag: bool) -> u32 {
        let upper = filled.upper(self.upper);
        let lower = filled.mask() >> self.upper;
        let flags = 1 + u32::from(self.has_row(filled, true));
        let of_this_mask = if flag { self.set(filled).totals.len() as u32 } else { 0 };
        self.flags_before(lower) * self.states_of_flag() + self.totals_before[upper] * flags + of_this_mask
    }

    /// Number of reachable states with one mask of lower categories and one flag.
    fn states_of_flag(&self) -> u32 {
        *self.totals_before.last().expect("an entry for the end")
    }

    /// The number of flags of all masks of lower categories below this one: two for each mask that contains the flag category, else one.
    fn flags_before(&self, lower: u32) -> u32 {
        let Some(category) = self.flag_category else { return lower };
        let half = 1 << (category.index() - self.upper);
        lower + lower / (2 * half) * half + (lower % (2 * half)).saturating_sub(half)
    }

    /// The mask of lower categories with this index among all flags: the inverse of [`flags_before`](StateSpace::flags_before).
    fn lower_mask_at(&self, flags: u32) -> u32 {
        let Some(category) = self.flag_category else { return flags };
        let half = 1 << (category.index() - self.upper);
        let within = flags % (3 * half);
        flags / (3 * half) * 2 * half + if within < half { within } else { half + (within - half) / 2 }
    }

    /// Every reachable state, in index order.
    pub fn states(&self) -> impl Iterator<Item = (StateIndex, State)> {
        self.numbered_rows().flat_map(|(before, filled, flag)| {
            (before..)
                .zip(self.set(filled).totals.iter())
                .map(move |(index, upper_total)| (StateIndex(index), State { filled, upper_total, flag }))
        })
    }

    /// The index of a state; `None` if it cannot be reached. Takes constant time.
    ///
    /// ```
    /// use yahtzee_solver::{Points, RuleSet, State, StateIndex, StateSpace};
    /// let space = StateSpace::new(&RuleSet::builtin("hasbro")?);
    /// assert_eq!(space.index(&State::default()), Some(StateIndex(0)));
    /// assert_eq!(space.index(&State { upper_total: Points::new(7), ..State::default() }), None);
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn index(&self, state: &State) -> Option<StateIndex> {
        if !self.is_reachable(state) {
            return None;
        }
        let within = self.set(state.filled).totals.index(state.upper_total);
        Some(StateIndex(self.states_before(state.filled, state.flag) + within as u32))
    }

    /// The state at an index; `None` for an index after the last. Takes constant time.
    pub fn state(&self, index: StateIndex) -> Option<State> {
        if index.0 as usize >= self.len() {
            return None;
        }
        let lower = self.lower_mask_at(index.0 / self.states_of_flag());
        let within = index.0 - self.flags_before(lower) * self.states_of_flag();
        let flags = 1 + u32::from(self.has_row(Filled(lower << self.upper), true));
        let upper = self.totals_before.partition_point(|&before| before * flags <= within) - 1;
        let within = (within - self.totals_before[upper] * flags) as usize;
        let filled = Filled(lower << self.upper | upper as u32);
        let totals = &self.set(filled).totals;
        let upper_total = totals.iter().nth(within % totals.len())?;
        Some(State { filled, upper_total, flag: within >= totals.len() })
    }

    /// Whether a state can be reached from the empty card.
    pub fn is_reachable(&self, state: &State) -> bool {
        (state.filled.mask() >> self.categories) == 0
            && self.has_row(state.filled, state.flag)
            && self.set(state.filled).totals.contains(state.upper_total)
    }

    /// Checks that a turn can start in a state.
    pub(crate) fn check_open(&self, state: &State) -> Result<(), StateError> {
        if !self.is_reachable(state) {
            return Err(StateError::Unreachable);
        }
        if state.filled.count() == self.categories { Err(StateError::Full) } else { Ok(()) }
    }

    /// The threshold that upper totals are capped at: 63 in most games, 0 if there is no bonus.
    pub fn cap(&self) -> Points {
        self.cap
    }
}

/// The number of reachable totals of all sets before each set, and of all sets.
fn totals_before(sets: &[UpperSet]) -> Vec<u32> {
    let mut before = 0;
    let ends = sets.iter().map(|set| {
        before += set.totals.len() as u32;
        before
    });
    std::iter::once(0).chain(ends).collect()
}
