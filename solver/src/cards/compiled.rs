//! The rules of a card as sets of rolls, so that a whole turn costs little.

use super::card::{KeepRule, Kept, RuleCard, ScoreRule, WriteIn};
use super::shape::{OwnBox, Shape};
use crate::dice::{Dice, FACES, Face, RerollsLeft, Roll};
use crate::rules::{Category, Filled, Placement, Points, RuleSet, State};
use crate::solve::Model;
use crate::strategy::{Deed, Target, TieOrder, TurnChances};

/// The most rolls of a game, with six dice.
const MOST_ROLLS: usize = 462;

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

/// A card of rules, compiled for a game.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    keep: Vec<Keeping>,
    score: Vec<Scoring>,
    all: Rolls,
    rolls: Vec<Roll>,
    /// For each category the points of each roll.
    points: Vec<Vec<Points>>,
    /// For each rule for scoring and each of its boxes (all upper boxes for the own one): the rolls with enough points there.
    enough: Vec<Vec<[Rolls; FACES]>>,
    /// The rolls that are a further n of a kind once its category is filled.
    further: Vec<usize>,
    /// The upper category of each face.
    upper_of: [Option<Category>; FACES],
}

/// The parts of a scorecard that rules look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) open: Filled,
    /// The open upper boxes, as bits; the box of ones is the lowest.
    pub(super) upper: u8,
    pub(super) needed: u16,
}

impl Seen {
    pub(super) fn of(rules: &RuleSet, state: &State) -> Seen {
        let open = rules.categories().filter(|&category| rules.is_open(state.filled, category)).fold(Filled::NONE, Filled::with);
        let upper = rules.categories().zip(rules.upper_faces()).filter(|(category, _)| open.contains(*category));
        let upper = upper.fold(0, |bits, (_, face)| bits | 1 << face.index());
        Seen { open, upper, needed: (rules.upper_cap() - state.upper_total).get() as u16 }
    }
}

impl Compiled {
    pub(super) fn new(card: &RuleCard, model: &Model) -> Compiled {
        let Model { rules, lattice, .. } = model;
        let rolls: Vec<Roll> = model.rolls().collect();
        let points: Vec<Vec<Points>> =
            rules.categories().map(|category| rolls.iter().map(|roll| rules.points(category, roll)).collect()).collect();
        let node = |dice: Dice| if dice.len() == rules.dice() { STOP } else { lattice.node(&dice).index() as u16 };
        let keep = card
            .keep
            .iter()
            .map(|rule| Keeping { rule: *rule, by_open: variants(&rule.shape).map(|open| keeping(rule, &rolls, open, &node)).collect() });
        let score = card.score.iter().map(|rule| Scoring {
            rule: rule.clone(),
            by_open: variants(&own_open(rule)).map(|open| scoring(&own_open(rule), &rolls, open)).collect(),
        });
        let upper_of = Face::ALL.map(|face| rules.upper_category(face));
        let enough_in = |category: Option<Category>, least: u16| {
            let points = category.map(|category| &points[category.index()]);
            Rolls::of(points.into_iter().flatten().enumerate().filter(|(_, points)| points.get() >= least.into()).map(|(roll, _)| roll))
        };
        let enough = card.score.iter().map(|rule| {
            let of_box = |write: &WriteIn| match *write {
                WriteIn::Box(category) => [enough_in(Some(category), rule.at_least); FACES],
                WriteIn::Own => upper_of.map(|category| enough_in(category, rule.at_least)),
            };
            rule.boxes.iter().map(of_box).collect()
        });
        Compiled {
            keep: keep.collect(),
            score: score.collect(),
            all: Rolls::of(0..rolls.len()),
            enough: enough.collect(),
            further: (0..rolls.len()).filter(|&roll| rules.further_face(&rolls[roll]).is_some()).collect(),
            rolls,
            points,
            upper_of,
        }
    }

    /// A bit for each rule with a condition on needed points that the card meets.
    pub(super) fn class(&self, seen: Seen) -> u64 {
        let sides = self.keep.iter().map(|keeping| &keeping.rule.side).chain(self.score.iter().map(|scoring| &scoring.rule.side));
        let asking = sides.filter(|side| side.asks_for_points());
        asking.fold(0, |class, side| class.rotate_left(1) ^ u64::from(side.fits(seen.open, seen.needed)))
    }

    /// The actions of the turn of a state. Calls `used` with each rule that acts; the rules for keeping are counted first.
    pub(super) fn actions(&self, rules: &RuleSet, state: &State, turn: &mut TurnChances, mut used: impl FnMut(usize, &Rolls)) {
        let seen = Seen::of(rules, state);
        let mut columns = [0u16; MOST_ROLLS];
        self.score_rolls(rules, state, seen, &mut columns, &mut |rule, rolls| used(self.keep.len() + rule, rolls));
        let score = |columns: &[u16], roll: usize| Target::score(columns[roll].into());
        for rerolls_left in turn.throws().map(RerollsLeft::get) {
            let mut add = |roll: usize, target| turn.add(rerolls_left, Deed { roll: roll as u16, target, share: 1.0 });
            let mut left = self.all;
            if rerolls_left == 0 {
                left.for_each(|roll| add(roll, score(&columns, roll)));
                continue;
            }
            for (index, Keeping { rule, by_open }) in self.keep.iter().enumerate() {
                if !(rule.rerolls.0..=rule.rerolls.1).contains(&rerolls_left) || !rule.side.fits(seen.open, seen.needed) {
                    continue;
                }
                let (rolls, nodes) = &by_open[if by_open.len() == 1 { 0 } else { seen.upper.into() }];
                let hit = left.and(rolls);
                if !hit.is_empty() {
                    used(index, &hit);
                    hit.for_each(|roll| add(roll, if nodes[roll] == STOP { score(&columns, roll) } else { Target::hold(nodes[roll]) }));
                    left = left.without(&hit);
                }
            }
            left.for_each(|roll| add(roll, Target::hold(0)));
        }
    }

    /// The rules that decide in a position: the rule for keeping, if it keeps all dice or rerolls; and the rule for scoring, if the roll is scored.
    /// `None` means no rule.
    pub(super) fn deciding(&self, rules: &RuleSet, state: &State, roll: usize, rerolls_left: u8) -> [Option<usize>; 2] {
        let seen = Seen::of(rules, state);
        let one = Rolls::of(std::iter::once(roll));
        let keeps = |Keeping { rule, by_open }: &Keeping| {
            let (rolls, nodes) = &by_open[if by_open.len() == 1 { 0 } else { seen.upper.into() }];
            let fits = (rule.rerolls.0..=rule.rerolls.1).contains(&rerolls_left) && rule.side.fits(seen.open, seen.needed);
            (fits && !rolls.and(&one).is_empty()).then_some(nodes[roll])
        };
        let keep = self.keep.iter().enumerate().find_map(|(rule, keeping)| Some((rule, keeps(keeping)?))).filter(|_| rerolls_left > 0);
        if rerolls_left > 0 && keep.is_none_or(|(_, node)| node != STOP) {
            return [keep.map(|(rule, _)| rule), None];
        }
        let mut score = None;
        let mut columns = [0u16; MOST_ROLLS];
        self.score_rolls(rules, state, seen, &mut columns, &mut |rule, rolls| {
            if !rolls.and(&one).is_empty() {
                score = Some(self.keep.len() + rule);
            }
        });
        [keep.map(|(rule, _)| rule), score]
    }

    /// Finds the column of the placement of each roll.
    fn score_rolls(&self, rules: &RuleSet, state: &State, seen: Seen, columns: &mut [u16], used: &mut impl FnMut(usize, &Rolls)) {
        let mut left = self.all;
        // The rules may force a further n of a kind somewhere, or make it a joker.
        let decides = |category| state.filled.contains(category) || rules.zero_may_gain(category);
        if rules.further().is_some_and(|further| decides(further.category)) {
            for &roll in &self.further {
                let choices: Vec<Placement> = rules.choices(state, &self.rolls[roll], RerollsLeft::NONE).collect();
                let placement = self.score_further(&choices, roll, seen, used);
                columns[roll] = TieOrder::column(placement.category, placement.points) as u16;
            }
            left = left.without(&Rolls::of(self.further.iter().copied()));
        }
        let column = |category: Category, roll: usize| TieOrder::column(category, self.points[category.index()][roll]) as u16;
        for (index, (Scoring { rule, by_open }, enough)) in self.score.iter().zip(&self.enough).enumerate() {
            if left.is_empty() {
                return;
            }
            if !rule.side.fits(seen.open, seen.needed) {
                continue;
            }
            let shown = &by_open[if by_open.len() == 1 { 0 } else { seen.upper.into() }];
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
                        hit.for_each(|roll| columns[roll] = column(category, roll));
                        left = left.without(&hit);
                    }
                }
            }
        }
        left.for_each(|roll| {
            // Of equal keys `max` takes the last, so the first box gets the highest key.
            let key = |category: &Category| (self.points[category.index()][roll], std::cmp::Reverse(*category));
            let best = seen.open.categories().max_by_key(key).expect("an open category");
            columns[roll] = column(best, roll);
        });
    }

    fn score_further(&self, choices: &[Placement], roll: usize, seen: Seen, used: &mut impl FnMut(usize, &Rolls)) -> Placement {
        for (index, Scoring { rule, by_open }) in
            self.score.iter().enumerate().filter(|(_, scoring)| scoring.rule.side.fits(seen.open, seen.needed))
        {
            let shown = &by_open[if by_open.len() == 1 { 0 } else { seen.upper.into() }];
            let one = Rolls::of(std::iter::once(roll));
            let Some(face) = shown.iter().position(|rolls| !rolls.and(&one).is_empty()) else { continue };
            for write in &rule.boxes {
                let category = match write {
                    WriteIn::Box(category) => Some(*category),
                    WriteIn::Own => self.upper_of.get(face).copied().flatten(),
                };
                let fits = |choice: &&Placement| Some(choice.category) == category && choice.points.get() >= rule.at_least.into();
                if let Some(choice) = choices.iter().find(fits) {
                    used(index, &one);
                    return *choice;
                }
            }
        }
        *choices.iter().rev().max_by_key(|choice| choice.points).expect("the rules place every roll somewhere")
    }
}

/// A rule that writes only into the own box needs this box open.
fn own_open(rule: &ScoreRule) -> Shape {
    let only_own = !rule.boxes.is_empty() && rule.boxes.iter().all(|write| *write == WriteIn::Own);
    if only_own && rule.shape.own_box == OwnBox::Any { Shape { own_box: OwnBox::Open, ..rule.shape } } else { rule.shape }
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
