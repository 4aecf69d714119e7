//! The rules of a card as sets of rolls, so that a whole turn costs little.

use std::collections::BTreeSet;

use yahtzee_kernel::TieOrder;

use super::card::{KeepRule, Kept, RuleCard, ScoreRule, WriteIn};
use super::shape::{ALL_FACES, FACES, Shape};
use crate::dice::{Dice, Face, RerollsLeft, Roll};
use crate::rules::{Category, Filled, Placement, Points, RuleSet, State};
use crate::solve::Model;
use crate::strategy::{Deed, Target, TurnChances};

/// The most rolls of a game that has cards of rules: those of six dice with six sides.
const MOST_ROLLS: usize = 462;

/// The most dice of such a game.
const MOST_DICE: usize = 6;

impl RuleCard {
    /// Whether cards of rules can be for a game. They read each die as the face that it shows: at most six dice with faces up to six.
    pub fn suits(rules: &RuleSet) -> bool {
        rules.dice() <= MOST_DICE && rules.die().face_count() <= FACES
    }
}

/// A set of rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rolls([u64; MOST_ROLLS.div_ceil(64)]);

impl Rolls {
    pub(super) const NONE: Rolls = Rolls([0; 8]);

    pub(super) fn of(rolls: impl Iterator<Item = usize>) -> Rolls {
        rolls.fold(Rolls::NONE, |mut set, roll| {
            set.0[roll / 64] |= 1 << (roll % 64);
            set
        })
    }

    #[inline]
    pub(super) fn and(&self, other: &Rolls) -> Rolls {
        Rolls(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline]
    pub(super) fn without(&self, other: &Rolls) -> Rolls {
        Rolls(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Rolls::NONE
    }

    #[inline]
    pub(super) fn for_each(&self, mut show: impl FnMut(usize)) {
        for (word, &bits) in self.0.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                show(64 * word + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }
}

/// A rule for keeping, compiled: the hold for each roll that it matches.
#[derive(Clone, Debug)]
struct Keeping {
    rule: KeepRule,
    /// For each set of open upper boxes, or one for all.
    by_open: Vec<(Rolls, Vec<u16>)>,
}

/// Stands for the node of a hold of all dice: score.
const STOP: u16 = u16::MAX;

/// A rule for scoring, compiled.
#[derive(Clone, Debug)]
struct Scoring {
    rule: ScoreRule,
    /// For each set of open upper boxes, or one for all: the rolls of the shape by its face; rolls of no single face come last.
    by_open: Vec<[Rolls; FACES + 1]>,
}

/// The points of the rolls on some throw of a turn.
#[derive(Clone, Debug)]
struct Paid {
    /// For each category the points of each roll.
    points: Vec<Vec<Points>>,
    /// For each rule for scoring and each of its boxes (all upper boxes for the own one): the rolls with enough points there.
    enough: Vec<Vec<[Rolls; FACES]>>,
}

impl Paid {
    fn new(card: &RuleCard, rules: &RuleSet, rolls: &[Roll], nth: usize) -> Paid {
        let points: Vec<Vec<Points>> =
            rules.categories().map(|category| rolls.iter().map(|roll| rules.points_on(category, roll, nth)).collect()).collect();
        let enough_in = |category: Option<Category>, least: u16| {
            let points = category.map(|category| &points[category.index()]);
            Rolls::of(points.into_iter().flatten().enumerate().filter(|(_, points)| points.get() >= least.into()).map(|(roll, _)| roll))
        };
        let enough = card.score.iter().map(|rule| {
            let of_box = |write: &WriteIn| match *write {
                WriteIn::Box(category) => [enough_in(Some(category), rule.at_least); FACES],
                WriteIn::Own => ALL_FACES.map(|face| enough_in(rules.upper_category(face), rule.at_least)),
            };
            rule.boxes.iter().map(of_box).collect()
        });
        let enough = enough.collect();
        Paid { points, enough }
    }
}

/// A card of rules, compiled for a game.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    keep: Vec<Keeping>,
    score: Vec<Scoring>,
    all: Rolls,
    rolls: Vec<Roll>,
    /// On the first throw of a turn, on the second, and so on; the last are those on all later throws too.
    paid: Vec<Paid>,
    /// The needed points at which a condition on them begins or ends to hold, in ascending order.
    steps: Vec<u16>,
    /// The rolls that are a further n of a kind once its category is filled.
    further: Vec<usize>,
    /// The upper category of each face.
    upper_of: [Option<Category>; FACES],
}

/// The parts of a scorecard that rules look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Of boxes that are filled alike, the first stands for the open one.
    pub(super) open: Filled,
    /// The open upper boxes, as bits; the box of ones is the lowest.
    pub(super) upper: u8,
    pub(super) needed: u16,
}

impl Seen {
    pub(super) fn of(rules: &RuleSet, state: &State) -> Seen {
        let open = rules.categories().filter(|&category| rules.is_open(state.filled, category));
        Seen::with_open(rules, open, needed(rules, state))
    }

    fn with_open(rules: &RuleSet, open: impl Iterator<Item = Category>, needed: u16) -> Seen {
        let open = open.map(|category| rules.first_box(category)).fold(Filled::NONE, Filled::with);
        let upper = rules.categories().zip(rules.upper_faces()).filter(|(category, _)| open.contains(*category));
        Seen { open, upper: upper.fold(0, |bits, (_, face)| bits | 1 << face.index()), needed }
    }

    /// Of the parts of a rule for each set of open upper boxes, or the one for all: the part for this card.
    fn variant<'a, T>(&self, by_open: &'a [T]) -> &'a T {
        &by_open[if by_open.len() == 1 { 0 } else { self.upper.into() }]
    }
}

/// The points that the next step of the upper bonus still needs; 0 without one.
fn needed(rules: &RuleSet, state: &State) -> u16 {
    rules.upper_bonus().next(state.upper_total).map_or(0, |step| (step.at - state.upper_total).get() as u16)
}

impl Compiled {
    pub(super) fn new(card: &RuleCard, model: &Model) -> Compiled {
        let Model { rules, nodes, .. } = model;
        let rolls: Vec<Roll> = model.rolls().collect();
        let node = |dice: Dice| if dice.len() == rules.dice() { STOP } else { nodes.hold(&dice).index() as u16 };
        let keep = card
            .keep
            .iter()
            .map(|rule| Keeping { rule: *rule, by_open: variants(&rule.shape).map(|open| keeping(rule, &rolls, open, &node)).collect() });
        let score = card.score.iter().map(|rule| Scoring {
            rule: rule.clone(),
            by_open: variants(&rule.whole_shape()).map(|open| scoring(&rule.whole_shape(), &rolls, open)).collect(),
        });
        let conditions = card.keep.iter().map(|rule| &rule.condition).chain(card.score.iter().map(|rule| &rule.condition));
        let steps: BTreeSet<u16> = conditions
            .filter(|condition| condition.asks_for_points())
            .flat_map(|condition| [condition.needed.0, condition.needed.1.saturating_add(1)])
            .collect();
        Compiled {
            keep: keep.collect(),
            score: score.collect(),
            all: Rolls::of(0..rolls.len()),
            paid: (0..=rules.first_throws()).map(|nth| Paid::new(card, rules, &rolls, nth)).collect(),
            steps: steps.into_iter().collect(),
            further: (0..rolls.len()).filter(|&roll| rules.further_face(&rolls[roll]).is_some()).collect(),
            rolls,
            upper_of: ALL_FACES.map(|face| rules.upper_category(face)),
        }
    }

    /// A number for the points that a state needs: the same number means that the same conditions on them hold.
    pub(super) fn class(&self, rules: &RuleSet, state: &State) -> u64 {
        self.steps.partition_point(|&step| step <= needed(rules, state)) as u64
    }

    /// The actions of the turn of a state. Calls `used` with each rule that acts; the rules for keeping are counted first.
    pub(super) fn actions(&self, rules: &RuleSet, state: &State, turn: &mut TurnChances, mut used: impl FnMut(usize, &Rolls)) {
        let seen = Seen::of(rules, state);
        let mut score_rolls = |throw| self.score_rolls(rules, state, seen, throw, &mut |rule, rolls| used(self.keep.len() + rule, rolls));
        let by_throw: Vec<_> = turn.throws().take(self.paid.len()).map(&mut score_rolls).collect();
        let score = |columns: &[u16], roll: usize| Target::score(columns[roll].into());
        for (nth, throw) in turn.throws().enumerate() {
            let rerolls_left = throw.get();
            let columns = &by_throw[nth.min(by_throw.len() - 1)];
            let mut add = |roll: usize, target| turn.add(rerolls_left, Deed { roll: roll as u16, target, share: 1.0 });
            let mut left = self.all;
            if rerolls_left == 0 {
                left.for_each(|roll| add(roll, score(columns, roll)));
                continue;
            }
            for (index, Keeping { rule, by_open }) in self.keep.iter().enumerate() {
                if !(rule.rerolls.0..=rule.rerolls.1).contains(&rerolls_left) || !rule.condition.fits(seen.open, seen.needed) {
                    continue;
                }
                let (rolls, nodes) = seen.variant(by_open);
                let hit = left.and(rolls);
                if !hit.is_empty() {
                    used(index, &hit);
                    hit.for_each(|roll| add(roll, if nodes[roll] == STOP { score(columns, roll) } else { Target::hold(nodes[roll]) }));
                    left = left.without(&hit);
                }
            }
            left.for_each(|roll| add(roll, Target::hold(0)));
        }
    }

    /// The rules that decide in a position: the rule for keeping, if it keeps all dice or rerolls; and the rule for scoring, if the roll is scored.
    /// `None` means no rule.
    pub(super) fn deciding(&self, rules: &RuleSet, state: &State, roll: usize, throw: RerollsLeft) -> [Option<usize>; 2] {
        let rerolls_left = throw.get();
        let seen = Seen::of(rules, state);
        let one = Rolls::of(std::iter::once(roll));
        let keeps = |Keeping { rule, by_open }: &Keeping| {
            let (rolls, nodes) = seen.variant(by_open);
            let fits = (rule.rerolls.0..=rule.rerolls.1).contains(&rerolls_left) && rule.condition.fits(seen.open, seen.needed);
            (fits && !rolls.and(&one).is_empty()).then_some(nodes[roll])
        };
        let keep = self.keep.iter().enumerate().find_map(|(rule, keeping)| Some((rule, keeps(keeping)?))).filter(|_| rerolls_left > 0);
        if rerolls_left > 0 && keep.is_none_or(|(_, node)| node != STOP) {
            return [keep.map(|(rule, _)| rule), None];
        }
        let mut score = None;
        self.score_rolls(rules, state, seen, throw, &mut |rule, rolls| {
            if !rolls.and(&one).is_empty() {
                score = Some(self.keep.len() + rule);
            }
        });
        [keep.map(|(rule, _)| rule), score]
    }

    /// The column of the placement of each roll after a throw.
    fn score_rolls(
        &self,
        rules: &RuleSet,
        state: &State,
        seen: Seen,
        throw: RerollsLeft,
        used: &mut impl FnMut(usize, &Rolls),
    ) -> [u16; MOST_ROLLS] {
        let Paid { points, enough } = &self.paid[rules.nth_throw(state, throw).min(self.paid.len() - 1)];
        let mut columns = [0; MOST_ROLLS];
        let mut left = self.all;
        // The rules may force a further n of a kind somewhere, or make it a joker.
        if rules.further().is_some_and(|further| state.filled.contains(further.category)) {
            for &roll in &self.further {
                let choices: Vec<Placement> = rules.placements(state, &self.rolls[roll], throw).collect();
                let allowed = Seen::with_open(rules, choices.iter().map(|choice| choice.category), seen.needed);
                let placement = self.score_further(rules, &choices, roll, allowed, used);
                columns[roll] = TieOrder::column(placement.category.index(), placement.points.get()) as u16;
            }
            left = left.without(&Rolls::of(self.further.iter().copied()));
        }
        let column = |category: Category, roll: usize| TieOrder::column(category.index(), points[category.index()][roll].get()) as u16;
        // Of boxes that are filled alike, the first stands for the open one.
        let open_box = |category| rules.open_box(state.filled, category);
        for (index, (Scoring { rule, by_open }, enough)) in self.score.iter().zip(enough).enumerate() {
            if left.is_empty() {
                return columns;
            }
            if !rule.condition.fits(seen.open, seen.needed) {
                continue;
            }
            let shown = seen.variant(by_open);
            for (write, enough) in rule.boxes.iter().zip(enough) {
                for (face, rolls) in shown.iter().enumerate() {
                    let category = match write {
                        WriteIn::Box(category) => Some(*category),
                        WriteIn::Own => self.upper_of.get(face).copied().flatten(),
                    };
                    let Some(category) = category.filter(|&category| seen.open.contains(category)) else { continue };
                    let hit = left.and(rolls).and(&enough[face.min(FACES - 1)]);
                    if !hit.is_empty() {
                        used(index, &hit);
                        let category = open_box(category);
                        hit.for_each(|roll| columns[roll] = column(category, roll));
                        left = left.without(&hit);
                    }
                }
            }
        }
        left.for_each(|roll| {
            // Of equal keys `max` takes the last, so the first box gets the highest key.
            let key = |category: &Category| (points[category.index()][roll], std::cmp::Reverse(*category));
            let best = seen.open.categories().max_by_key(key).expect("an open category");
            columns[roll] = column(open_box(best), roll);
        });
        columns
    }

    /// The placement of a roll among these, by the rules that see only their boxes as open.
    fn score_further(
        &self,
        rules: &RuleSet,
        choices: &[Placement],
        roll: usize,
        seen: Seen,
        used: &mut impl FnMut(usize, &Rolls),
    ) -> Placement {
        for (index, Scoring { rule, by_open }) in
            self.score.iter().enumerate().filter(|(_, scoring)| scoring.rule.condition.fits(seen.open, seen.needed))
        {
            let shown = seen.variant(by_open);
            let one = Rolls::of(std::iter::once(roll));
            let Some(face) = shown.iter().position(|rolls| !rolls.and(&one).is_empty()) else { continue };
            for write in &rule.boxes {
                let category = match write {
                    WriteIn::Box(category) => Some(*category),
                    WriteIn::Own => self.upper_of.get(face).copied().flatten(),
                };
                let fits =
                    |choice: &&Placement| Some(rules.first_box(choice.category)) == category && choice.points.get() >= rule.at_least.into();
                if let Some(choice) = choices.iter().find(fits) {
                    used(index, &one);
                    return *choice;
                }
            }
        }
        *choices.iter().rev().max_by_key(|choice| choice.points).expect("the rules place every roll somewhere")
    }
}

/// The sets of open upper boxes that change the result.
fn variants(shape: &Shape) -> impl Iterator<Item = u8> + use<> {
    0..if shape.asks_for_box() { 1 << FACES } else { 1 }
}

fn keeping(rule: &KeepRule, rolls: &[Roll], open: u8, node: &impl Fn(Dice) -> u16) -> (Rolls, Vec<u16>) {
    let mut nodes = vec![0; rolls.len()];
    let fits = rolls.iter().enumerate().filter_map(|(index, roll)| {
        let shown = rule.shape.shown(roll, open)?;
        let kept = match rule.keep {
            Kept::Those => shown.dice,
            Kept::All => **roll,
            Kept::Nothing => Dice::NONE,
            Kept::Faces(low, high) => {
                roll.faces().filter(|face| (low..=high).contains(&face.pips())).fold(Dice::NONE, |dice, face| dice.with(face))
            }
        };
        nodes[index] = node(kept);
        Some(index)
    });
    let fits = Rolls::of(fits);
    (fits, nodes)
}

fn scoring(shape: &Shape, rolls: &[Roll], open: u8) -> [Rolls; FACES + 1] {
    std::array::from_fn(|face| {
        let fits = rolls
            .iter()
            .enumerate()
            .filter(|(_, roll)| shape.shown(roll, open).is_some_and(|shown| shown.face.map_or(FACES, Face::index) == face));
        Rolls::of(fits.map(|(index, _)| index))
    })
}
