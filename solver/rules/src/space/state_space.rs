//! The reachable states, and the places of their values.
//!
//! The value of a state depends on its upper total only through the points still needed for each step of the bonus. If the same points to come reach
//! the same steps from two totals, the totals have the same future and share a *lane*. The lanes of one filled mask and flag form a *row*. Each step of a turn works
//! on a whole row.
//!
//! In a game with spare throws, a row has its lanes once for each number of them in its states: a *plane* for 0, then one for 1, and so on.

use std::ops::Range;
use std::sync::OnceLock;

use super::numbering::Numbering;
use super::upper_sets::{BLOCK, UpperSet, upper_sets};
use crate::dice::{Face, GameDice};
use crate::rules::{Category, Filled, Points, RuleSet, SpareThrows, State};
use crate::tr;

/// The index of a reachable state among all reachable states of its rule set, from 0. States are ordered by filled mask, flag, throws and upper
/// total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateIndex(pub u32);

/// Why no turn can start in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// Every category is filled.
    #[error("{}", tr!("the game is over: no category is open"))]
    Full,
    /// No game of these rules reaches this state.
    #[error("{}", tr!("the state cannot be reached: its upper total, Yahtzee flag or saved throws do not fit the filled categories, or these are not in order"))]
    Unreachable,
}

/// A filled mask and flag, and the place of the values of its lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The filled categories.
    pub filled: Filled,
    /// The Yahtzee flag.
    pub flag: bool,
    /// The index of its first value.
    pub start: usize,
}

/// The reachable states of a rule set, their numbering, and the rows that hold their values.
#[derive(Clone, Debug)]
pub struct StateSpace {
    categories: usize,
    upper: usize,
    cap: Points,
    flag_category: Option<Category>,
    /// The masks of filled categories. The number of a mask is the place of its rows, each with all flags.
    masks: Numbering,
    /// The throws beyond those of a single turn.
    spare: SpareThrows,
    /// For each mask of filled upper categories.
    sets: Vec<UpperSet>,
    /// For each upper category and number of dice that show its face: the lane that follows each lane. See [`StateSpace::shift`].
    shifts: Vec<u16>,
    /// The start of each row in blocks, by its slot; `NO_ROW` if there is none.
    row_start: Vec<u32>,
    /// The number of reachable states before each slot.
    states_before: OnceLock<Vec<u32>>,
    /// The rows, full cards first. Each depends only on rows in the layer before its own.
    rows: Vec<Row>,
    /// The index in `rows` of the first row with each number of open categories that a state has; the last entry is the end.
    layers: Vec<usize>,
    /// Length of all rows together.
    width: usize,
}

const NO_ROW: u32 = u32::MAX;

/// The memory of a row, in bytes.
const A_ROW: u64 = (size_of::<Row>() + 2 * size_of::<u32>()) as u64;

/// A state space without its rows and shifts, which take most of its memory: its size is known before they are made.
#[derive(Debug)]
pub struct Outline<'r> {
    rules: &'r RuleSet,
    space: StateSpace,
}

impl Outline<'_> {
    /// The states of a rule set in which at least these categories are filled: all that can follow a card, and some more.
    pub fn from(rules: &RuleSet, base: Filled) -> Outline<'_> {
        Outline::new(rules, base, false)
    }

    /// The states of [`Outline::from`], each with a separate lane, for strategies that may look at the upper total itself.
    pub fn apart(rules: &RuleSet, base: Filled) -> Outline<'_> {
        Outline::new(rules, base, true)
    }

    fn new(rules: &RuleSet, base: Filled, apart: bool) -> Outline<'_> {
        let faces: Vec<Face> = rules.upper_faces().collect();
        let space = StateSpace {
            categories: rules.category_count(),
            upper: rules.upper_count(),
            cap: rules.upper_cap(),
            flag_category: rules.flag_category(),
            masks: Numbering::new(rules.chains(), rules.category_count(), base),
            spare: rules.spare_throws(),
            sets: upper_sets(&faces, rules.game_dice(), rules.upper_bonus(), apart),
            shifts: Vec::new(),
            row_start: Vec::new(),
            states_before: OnceLock::new(),
            rows: Vec::new(),
            layers: Vec::new(),
            width: 0,
        };
        Outline { rules, space }
    }

    /// The memory that the space takes, without the values, in bytes. [`u64::MAX`] for more states than can be numbered.
    pub fn bytes_without_values(&self) -> u64 {
        self.bytes().map_or(u64::MAX, |(space, _)| space)
    }

    /// The memory that the space and the values take, in bytes. [`u64::MAX`] for more states than can be numbered.
    pub fn bytes_with_values(&self) -> u64 {
        self.bytes().map_or(u64::MAX, |(space, values)| space + values)
    }

    /// The memory of the space and of the values, in bytes; `None` for more states than can be numbered.
    fn bytes(&self) -> Option<(u64, u64)> {
        let StateSpace { sets, masks, upper, flag_category, spare, .. } = &self.space;
        let masks_with = masks.counter(*upper, *flag_category);
        let (mut rows, mut lanes, mut states) = (0u64, 0u64, 0u64);
        for (upper, set) in sets.iter().enumerate() {
            let [width, totals] = [set.width(), set.totals.len()].map(|count| count as u64);
            for (filled, [without, with]) in masks_with(Filled(upper as u32)).into_iter().enumerate() {
                // The masks with the flag's category filled have rows without and with the flag.
                let of_masks = without + 2 * with;
                let planes = of_masks * (1 + u64::from(spare.most(filled)));
                rows += of_masks;
                lanes += planes * width;
                states += planes * totals;
            }
        }
        // Players keep the places of values in 32 bits too; with padding there are more of these.
        (states.max(lanes) <= u64::from(u32::MAX)).then_some((rows * A_ROW, lanes * size_of::<f64>() as u64))
    }

    /// The space, with its shifts and rows.
    pub fn lay_out(self) -> StateSpace {
        let Outline { rules, mut space } = self;
        space.find_shifts(rules);
        space.lay_out();
        space
    }
}

impl StateSpace {
    /// The states of a rule set.
    pub fn new(rules: &RuleSet) -> StateSpace {
        Outline::from(rules, Filled::NONE).lay_out()
    }

    /// The memory that [`StateSpace::new`] and the values would take, in bytes. [`u64::MAX`] for more states than can be numbered.
    pub fn bytes_needed(rules: &RuleSet) -> u64 {
        Outline::from(rules, Filled::NONE).bytes_with_values()
    }

    /// The memory of this space and its values, in bytes.
    pub fn bytes_with_values(&self) -> u64 {
        self.rows.len() as u64 * A_ROW + (self.width * size_of::<f64>()) as u64
    }

    /// Finds the shifts: for each open upper category and number of dice that show its face, the lane that follows each lane.
    fn find_shifts(&mut self, rules: &RuleSet) {
        let (faces, dice): (Vec<Face>, &GameDice) = (rules.upper_faces().collect(), rules.game_dice());
        for mask in 0..self.sets.len() {
            let mut starts = vec![0; self.upper];
            let set = &self.sets[mask];
            for (category, face) in faces.iter().enumerate().filter(|(category, _)| mask >> category & 1 == 0) {
                starts[category] = self.shifts.len() as u32;
                let next = &self.sets[mask | 1 << category];
                for count in 0..=dice.most_showing(*face) {
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
        let mut by_count: Vec<Vec<u32>> = vec![Vec::new(); self.categories + 1];
        for (number, filled) in self.masks.masks() {
            by_count[filled.count()].push(number);
        }
        let flags = self.flags();
        self.row_start = vec![NO_ROW; by_count.iter().map(Vec::len).sum::<usize>() * flags];
        for numbers in by_count[self.base().count()..].iter().rev() {
            self.layers.push(self.rows.len());
            for &number in numbers {
                let (number, filled) = (number as usize, self.masks.mask(number as usize));
                let width = self.plane_count(filled) * self.plane_width(filled);
                for flag in [false, true] {
                    if !self.has_flag(filled, flag) {
                        continue;
                    }
                    self.row_start[number * flags + usize::from(flag)] = (self.width / BLOCK) as u32;
                    self.rows.push(Row { filled, flag, start: self.width });
                    self.width += width;
                }
            }
        }
        self.layers.push(self.rows.len());
    }

    /// The categories filled in every state; none, unless the states follow a card.
    pub fn base(&self) -> Filled {
        self.masks.base
    }

    fn flags(&self) -> usize {
        1 + usize::from(self.flag_category.is_some())
    }

    /// The place of a mask and flag among all masks and flags.
    #[inline]
    fn slot(&self, filled: Filled, flag: bool) -> usize {
        self.masks.number(filled) * self.flags() + usize::from(flag)
    }

    /// The mask and flag of a slot.
    fn at_slot(&self, slot: usize) -> (Filled, bool) {
        (self.masks.mask(slot / self.flags()), slot % self.flags() == 1)
    }

    #[inline]
    fn set(&self, filled: Filled) -> &UpperSet {
        &self.sets[filled.upper(self.upper)]
    }

    /// The rows of each layer, from the full card to the empty one.
    pub fn layers(&self) -> impl Iterator<Item = &[Row]> {
        self.layers.windows(2).map(|bounds| &self.rows[bounds[0]..bounds[1]])
    }

    /// The rows of all layers, from the full cards to the empty one, in the order of their values.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Number of rows.
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Length of all rows together, with padding.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Length of a row, with padding: a whole number of planes.
    pub fn row_width(&self, row: &Row) -> usize {
        self.plane_count(row.filled) * self.plane_width(row.filled)
    }

    /// The number of planes of a row with this mask: one for each number of [throws](State::throws).
    #[inline]
    pub fn plane_count(&self, filled: Filled) -> usize {
        1 + usize::from(self.spare.most(filled.count()))
    }

    /// Length of each plane of a row with this mask, with padding: a whole number of blocks.
    #[inline]
    pub fn plane_width(&self, filled: Filled) -> usize {
        self.set(filled).width()
    }

    /// The lowest upper total of each lane of a plane of a row.
    pub fn lanes(&self, row: &Row) -> &[u16] {
        &self.set(row.filled).lanes
    }

    /// The places of the values of a row's lanes among all values, without padding: a range for each plane.
    pub fn planes(&self, row: &Row) -> impl Iterator<Item = Range<usize>> + use<> {
        let (lanes, width, start) = (self.lanes(row).len(), self.plane_width(row.filled), row.start);
        (0..self.plane_count(row.filled)).map(move |throws| start + throws * width..start + throws * width + lanes)
    }

    /// The number of distinct futures of a row: its lanes in all planes, without padding.
    pub fn future_count(&self, row: &Row) -> usize {
        self.plane_count(row.filled) * self.lanes(row).len()
    }

    /// The distinct futures of a row: for each, the place of its value, and its state with the lowest upper total.
    pub fn futures(&self, row: &Row) -> impl Iterator<Item = (usize, State)> {
        let Row { filled, flag, .. } = *row;
        let lanes = self.lanes(row);
        (0..).zip(self.planes(row)).flat_map(move |(throws, plane)| {
            plane.zip(lanes).map(move |(position, &total)| (position, State { filled, upper_total: total.into(), flag, throws }))
        })
    }

    /// The state of each lane of each plane of a row, with its lowest upper total, and padding that repeats the last lane.
    pub fn padded_lanes(&self, row: &Row) -> impl Iterator<Item = State> {
        let (lanes, width, Row { filled, flag, .. }) = (self.lanes(row), self.plane_width(row.filled), *row);
        let last = *lanes.last().expect("a lane");
        (0..self.plane_count(filled) as u8).flat_map(move |throws| {
            let totals = lanes.iter().copied().chain(std::iter::repeat(last)).take(width);
            totals.map(move |total| State { filled, upper_total: total.into(), flag, throws })
        })
    }

    /// The index of the first value of the row with this mask and flag.
    #[inline]
    pub fn row_start(&self, filled: Filled, flag: bool) -> usize {
        self.row_start[self.slot(filled, flag)] as usize * BLOCK
    }

    /// The row with this mask and flag.
    pub fn row(&self, filled: Filled, flag: bool) -> Row {
        Row { filled, flag, start: self.row_start(filled, flag) }
    }

    /// The place of the shifts of an open upper category: the offset into [`shifts`](StateSpace::shifts) for a zero, and the distance from one number
    /// of counted dice to the next. A shift has an entry for each lane, padding included: the lane that follows it.
    #[inline]
    pub fn shift(&self, filled: Filled, category: Category) -> (u32, u32) {
        let set = self.set(filled);
        (set.shifts[category.index()], set.width() as u32)
    }

    /// The shifts of all upper categories: see [`shift`](StateSpace::shift).
    pub fn shifts(&self) -> &[u16] {
        &self.shifts
    }

    /// The lane of a state within its plane.
    #[inline]
    pub fn lane(&self, state: &State) -> usize {
        self.set(state.filled).lane_of[state.upper_total.min(self.cap).get() as usize].into()
    }

    /// The index of the value of a state among all values.
    #[inline]
    pub fn position(&self, state: &State) -> usize {
        let plane = usize::from(state.throws) * self.plane_width(state.filled);
        self.row_start(state.filled, state.flag) + plane + self.lane(state)
    }

    /// The place of the value of a state in `ValueTable::values`; `None` if the state cannot be reached. States with the same
    /// future share a value.
    pub fn place(&self, state: &State) -> Option<usize> {
        self.is_reachable(state).then(|| self.position(state))
    }

    /// Number of states: 536,448 for the 13-category game.
    pub fn len(&self) -> usize {
        let totals: Vec<usize> = self.sets.iter().map(|set| set.totals.len()).collect();
        self.rows.iter().map(|row| self.plane_count(row.filled) * totals[row.filled.upper(self.upper)]).sum()
    }

    /// Always false: the full card is a state.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Number of distinct futures: states that share a lane count once.
    pub fn distinct(&self) -> usize {
        self.rows.iter().map(|row| self.future_count(row)).sum()
    }

    /// The number of reachable states before each slot; the last entry is the number of all.
    fn states_before(&self) -> &[u32] {
        self.states_before.get_or_init(|| {
            let mut before = 0;
            let ends = (0..self.row_start.len()).map(|slot| {
                let (filled, flag) = self.at_slot(slot);
                if self.has_row(filled, flag) {
                    before += (self.plane_count(filled) * self.set(filled).totals.len()) as u32;
                }
                before
            });
            std::iter::once(0).chain(ends).collect()
        })
    }

    /// The rows that may follow a turn of a row.
    pub fn rows_after(&self, filled: Filled, flag: bool) -> impl Iterator<Item = Row> + Clone {
        let open = (0..self.categories).map(Category::from_index).filter(move |category| !filled.contains(*category));
        open.flat_map(move |category| {
            let filled = filled.with(category);
            let flags = [false, true].into_iter();
            let flags = flags.filter(move |&next| self.has_row(filled, next) && (next == flag || self.flag_category == Some(category)));
            flags.map(move |flag| self.row(filled, flag))
        })
    }

    /// Whether a state can have this mask and this flag.
    #[inline]
    fn has_row(&self, filled: Filled, flag: bool) -> bool {
        // No branch on the flag: it would often be mispredicted for states in no order.
        self.masks.contains(filled) & self.has_flag(filled, flag)
    }

    /// Whether a state with this mask can have this flag.
    #[inline]
    fn has_flag(&self, filled: Filled, flag: bool) -> bool {
        !flag | self.flag_category.is_some_and(|category| filled.contains(category))
    }

    /// Every reachable state, in index order.
    pub fn states(&self) -> impl Iterator<Item = (StateIndex, State)> {
        let states = (0..self.row_start.len())
            .map(|slot| self.at_slot(slot))
            .filter(|&(filled, flag)| self.has_row(filled, flag))
            .flat_map(move |(filled, flag)| {
                let planes = 0..self.plane_count(filled) as u8;
                planes.flat_map(move |throws| {
                    self.set(filled).totals.iter().map(move |upper_total| State { filled, upper_total, flag, throws })
                })
            });
        (0..).map(StateIndex).zip(states)
    }

    /// The index of a state; `None` if it cannot be reached.
    ///
    /// ```
    /// use yahtzee_solver::{Points, RuleSet, State};
    /// use yahtzee_solver::space::{StateIndex, StateSpace};
    /// let space = StateSpace::new(&RuleSet::builtin("hasbro")?);
    /// assert_eq!(space.index(&State::default()), Some(StateIndex(0)));
    /// assert_eq!(space.index(&State { upper_total: Points::new(7), ..State::default() }), None);
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn index(&self, state: &State) -> Option<StateIndex> {
        if !self.is_reachable(state) {
            return None;
        }
        let totals = &self.set(state.filled).totals;
        let within = usize::from(state.throws) * totals.len() + totals.index(state.upper_total);
        Some(StateIndex(self.states_before()[self.slot(state.filled, state.flag)] + within as u32))
    }

    /// The state at an index; `None` for an index after the last.
    pub fn state(&self, index: StateIndex) -> Option<State> {
        let before = self.states_before();
        let slot = before.partition_point(|&before| before <= index.0) - 1;
        if slot == self.row_start.len() {
            return None;
        }
        let (filled, flag) = self.at_slot(slot);
        let within = (index.0 - before[slot]) as usize;
        let totals = &self.set(filled).totals;
        let upper_total = totals.iter().nth(within % totals.len())?;
        Some(State { filled, upper_total, flag, throws: (within / totals.len()) as u8 })
    }

    /// Whether a state is reachable and among these states.
    #[inline]
    pub fn is_reachable(&self, state: &State) -> bool {
        (state.filled.mask() >> self.categories) == 0
            && self.has_row(state.filled, state.flag)
            && usize::from(state.throws) < self.plane_count(state.filled)
            && self.set(state.filled).totals.contains(state.upper_total)
    }

    /// Checks that a turn can start in a state.
    pub fn check_open(&self, state: &State) -> Result<(), StateError> {
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
