//! Categories and their scoring patterns.
//!
//! A category is an index into its rule set. Its score depends on a pattern and on what the pattern pays.

use super::points::Points;
use crate::dice::{Dice, Face, GameDice, MAX_DICE, MAX_FACES};

/// A category (a box of the scorecard): its position in its rule set, upper section first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Category(u8);

impl Category {
    /// The category at this position of a rule set, from 0; a rule set has at most 30.
    pub const fn from_index(index: usize) -> Category {
        Category(index as u8)
    }

    /// The position of the category in its rule set, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The condition for a roll to score in a category.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Any dice showing this face; only these dice count.
    Face(Face),
    /// Groups of like dice of these sizes: `[3, 2]` is a full house.
    Groups {
        /// The number of like dice in each group.
        sizes: Vec<u8>,
        /// Whether two groups may show the same face: if so, five alike are a full house.
        same_face: bool,
    },
    /// All dice, in groups of exactly these sizes, each of another face: `[3, 1, 1]` is three alike and no more. One of several lists; the sizes of a
    /// list fall, and add up to the number of dice.
    ExactGroups(Vec<Vec<u8>>),
    /// At least this many consecutive faces.
    Straight(u8),
    /// Each face of one of these lists, at least as often as it is there: `12345` or `23456`. The faces of a list are in the order of the rules.
    Faces(Vec<Vec<Face>>),
    /// All dice add up to a number from `least` to `most`.
    Sum {
        /// The lowest sum.
        least: u8,
        /// The highest sum.
        most: u8,
    },
    /// The dice that show a face of one of these sets make a pattern: a full house of ones and sixes.
    Within {
        /// The sets of faces, one of which is chosen.
        sets: Vec<Vec<Face>>,
        /// The pattern of the dice in the set; without it all dice are in the set.
        pattern: Option<Box<Pattern>>,
    },
    /// Any dice.
    Any,
    /// All of these patterns at once, of the same dice: a sum of 13, and a pair.
    AllOf(Vec<Pattern>),
}

/// The points of a category if the roll shows its pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pays {
    /// The sum of all dice.
    AllDice,
    /// The sum of the dice that make the pattern; of several ways, the highest sum.
    ThoseDice,
    /// A fixed number of points.
    Fixed(Points),
}

impl Pattern {
    /// The highest sum of dice in `dice` that make the pattern; `None` if they do not show it. For a sum, exact groups, and a pattern of several
    /// conditions, all dice count; within a set of faces, all dice in the set.
    pub fn highest(&self, dice: &Dice) -> Option<Points> {
        match self {
            Pattern::Face(face) => match dice.count(*face) {
                0 => None,
                count => Some(Points::from(face.pips()) * u32::from(count)),
            },
            Pattern::Groups { sizes, same_face } => highest_groups(sizes, *same_face, dice.faces_to_highest(), *dice.counts()),
            Pattern::ExactGroups(lists) => {
                let shown = by_size(dice.counts());
                lists.iter().any(|sizes| by_size(sizes) == shown).then(|| Points::new(dice.sum()))
            }
            Pattern::Straight(length) => {
                let length = usize::from(*length);
                let mut runs = dice.faces_to_highest().windows(length).rev();
                runs.find(|run| run.iter().all(|&face| dice.count(face) > 0)).map(sum_of)
            }
            Pattern::Faces(lists) => {
                let shown = lists.iter().filter(|faces| faces.iter().all(|face| dice.count(*face) >= times(face, faces)));
                shown.map(|faces| sum_of(faces)).max()
            }
            Pattern::Sum { least, most } => (u32::from(*least)..=u32::from(*most)).contains(&dice.sum()).then(|| Points::new(dice.sum())),
            Pattern::Within { sets, pattern } => sets.iter().filter_map(|set| highest_within(set, pattern.as_deref(), dice)).max(),
            Pattern::Any => Some(Points::new(dice.sum())),
            Pattern::AllOf(conditions) => {
                conditions.iter().all(|condition| condition.highest(dice).is_some()).then(|| Points::new(dice.sum()))
            }
        }
    }

    /// About how many ways to make the pattern are tried for a roll.
    pub(super) fn ways(&self) -> usize {
        match self {
            Pattern::Groups { sizes, .. } => 1 << sizes.len(),
            Pattern::ExactGroups(lists) => lists.len(),
            Pattern::Faces(lists) => lists.len(),
            Pattern::Within { sets, pattern } => sets.len() * pattern.as_ref().map_or(1, |pattern| pattern.ways()),
            Pattern::AllOf(conditions) => conditions.iter().map(Pattern::ways).sum(),
            Pattern::Face(_) | Pattern::Straight(_) | Pattern::Sum { .. } | Pattern::Any => 1,
        }
    }

    /// Whether a run of faces of these dice makes the pattern, alone or with other conditions.
    pub fn is_straight(&self, dice: &GameDice) -> bool {
        match self {
            Pattern::Straight(_) => true,
            Pattern::Faces(lists) => lists.iter().all(|faces| is_run(faces, dice)),
            Pattern::Within { pattern, .. } => pattern.as_ref().is_some_and(|pattern| pattern.is_straight(dice)),
            Pattern::AllOf(conditions) => conditions.iter().any(|condition| condition.is_straight(dice)),
            _ => false,
        }
    }

    /// The points for `dice` if the pattern pays `pays`; 0 if they do not show it.
    pub fn points(&self, pays: Pays, dice: &Dice) -> Points {
        match (self.highest(dice), pays) {
            (None, _) => Points::ZERO,
            (Some(_), Pays::AllDice) => Points::new(dice.sum()),
            (Some(sum), Pays::ThoseDice) => sum,
            (Some(_), Pays::Fixed(points)) => points,
        }
    }
}

/// How many groups of each size there are; a size of 0 is no group.
fn by_size(sizes: &[u8]) -> [u8; MAX_DICE + 1] {
    let mut groups = [0; MAX_DICE + 1];
    sizes.iter().filter(|size| **size > 0).for_each(|&size| groups[usize::from(size)] += 1);
    groups
}

/// How often a face is in a list.
fn times(face: &Face, faces: &[Face]) -> u8 {
    faces.iter().filter(|other| *other == face).count() as u8
}

/// The highest sum of the dice in one set of faces that make the pattern; without a pattern, of all dice if they are all in the set.
fn highest_within(set: &[Face], pattern: Option<&Pattern>, dice: &Dice) -> Option<Points> {
    let inside = dice.showing(set);
    match pattern {
        _ if inside.is_empty() => None,
        Some(pattern) => pattern.highest(&inside),
        None => (inside.len() == dice.len()).then(|| Points::new(dice.sum())),
    }
}

/// Whether each face is one more than the face before it; one follows the highest face, as in `34561`.
pub(super) fn is_run(faces: &[Face], dice: &GameDice) -> bool {
    faces.len() > 1 && faces.windows(2).all(|pair| (pair[0].index() + 1) % dice.die().face_count() == pair[1].index())
}

fn sum_of(faces: &[Face]) -> Points {
    faces.iter().map(|face| Points::from(face.pips())).sum()
}

/// The highest sum of dice in groups of these sizes. Tries each of these faces for the first group, then every face for the next. Groups of one size that
/// follow each other are interchangeable, so their faces fall.
fn highest_groups(sizes: &[u8], same_face: bool, faces: &[Face], counts: [u8; MAX_FACES]) -> Option<Points> {
    let Some((&size, rest)) = sizes.split_first() else { return Some(Points::ZERO) };
    let with = |face: Face| {
        let mut left = counts;
        let count = &mut left[face.index()];
        *count = if same_face { *count - size } else { 0 };
        let faces = if rest.first() == Some(&size) { &Face::ALL[..=face.index()] } else { &Face::ALL };
        highest_groups(rest, same_face, faces, left).map(|sum| sum + Points::from(face.pips()) * u32::from(size))
    };
    faces.iter().copied().filter(|face| counts[face.index()] >= size).filter_map(with).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Die;

    fn points(pattern: &Pattern, pays: Pays, dice: &str) -> Points {
        pattern.points(pays, &Dice::parse(dice).unwrap())
    }

    fn groups(sizes: &[u8]) -> Pattern {
        Pattern::Groups { sizes: sizes.to_vec(), same_face: false }
    }

    #[test]
    fn face_sums() {
        let fives = Pattern::Face(Face::new(5).unwrap());
        assert_eq!(points(&fives, Pays::ThoseDice, "52565"), 15);
        assert_eq!(points(&fives, Pays::ThoseDice, "12346"), 0);
    }

    #[test]
    fn groups_of_like_dice() {
        assert_eq!(points(&groups(&[3]), Pays::AllDice, "22235"), 14);
        assert_eq!(points(&groups(&[3]), Pays::ThoseDice, "22235"), 6);
        assert_eq!(points(&groups(&[3]), Pays::AllDice, "22355"), 0);
        assert_eq!(points(&groups(&[4]), Pays::AllDice, "66662"), 26);
        assert_eq!(points(&groups(&[3, 2]), Pays::Fixed(Points::new(25)), "33232"), 25);
        assert_eq!(points(&groups(&[3, 2]), Pays::Fixed(Points::new(25)), "33333"), 0);
        assert_eq!(points(&Pattern::Groups { sizes: vec![3, 2], same_face: true }, Pays::Fixed(Points::new(25)), "33333"), 25);
    }

    #[test]
    fn the_highest_groups_count() {
        assert_eq!(points(&groups(&[2]), Pays::ThoseDice, "33556"), 10);
        assert_eq!(points(&groups(&[2, 2]), Pays::ThoseDice, "33556"), 16);
        assert_eq!(points(&groups(&[2, 2]), Pays::ThoseDice, "33335"), 0);
        assert_eq!(points(&groups(&[2, 2]), Pays::ThoseDice, "33344"), 14);
        assert_eq!(points(&groups(&[4, 2]), Pays::ThoseDice, "222266"), 20);
        assert_eq!(points(&groups(&[3, 2]), Pays::ThoseDice, "222266"), 18);
        assert_eq!(points(&groups(&[2, 3]), Pays::ThoseDice, "222666"), 22);
    }

    #[test]
    fn straights() {
        assert_eq!(points(&Pattern::Straight(4), Pays::Fixed(Points::new(30)), "23254"), 30);
        assert_eq!(points(&Pattern::Straight(5), Pays::Fixed(Points::new(40)), "23254"), 0);
        assert_eq!(points(&Pattern::Straight(5), Pays::Fixed(Points::new(40)), "23456"), 40);
        assert_eq!(points(&Pattern::Straight(4), Pays::ThoseDice, "12345"), 14);
        let low = Pattern::Faces(vec![Face::ALL[..5].to_vec()]);
        assert_eq!(points(&low, Pays::Fixed(Points::new(15)), "12345"), 15);
        assert_eq!(points(&low, Pays::Fixed(Points::new(15)), "23456"), 0);
        assert_eq!(points(&low, Pays::ThoseDice, "123455"), 15);
    }

    fn faces(lists: &[&str]) -> Pattern {
        Pattern::Faces(lists.iter().map(|list| Dice::parse(list).unwrap().faces().collect()).collect())
    }

    #[test]
    fn lists_of_faces() {
        let any_of = faces(&["12345", "23456", "34561"]);
        for (dice, shown) in [("54321", 20), ("23456", 20), ("13456", 20), ("12456", 0), ("12346", 0), ("11345", 0)] {
            assert_eq!(points(&any_of, Pays::Fixed(Points::new(20)), dice), shown, "{dice}");
        }
        assert_eq!(points(&any_of, Pays::ThoseDice, "134566"), 19);
        let shorter = faces(&["12", "456"]);
        assert_eq!(points(&shorter, Pays::ThoseDice, "12456"), 15, "the highest of the lists that the dice show");
        assert_eq!(points(&shorter, Pays::ThoseDice, "12556"), 3);
        assert_eq!(points(&shorter, Pays::AllDice, "12556"), 19);
    }

    #[test]
    fn sums_and_several_conditions() {
        assert_eq!(points(&Pattern::Sum { least: 13, most: 13 }, Pays::Fixed(Points::new(26)), "256"), 26);
        assert_eq!(points(&Pattern::Sum { least: 13, most: 13 }, Pays::AllDice, "355"), 13);
        assert_eq!(points(&Pattern::Sum { least: 13, most: 13 }, Pays::Fixed(Points::new(26)), "355"), 26);
        assert_eq!(points(&Pattern::Sum { least: 13, most: 13 }, Pays::AllDice, "356"), 0);
        let crag = Pattern::AllOf(vec![groups(&[2]), Pattern::Sum { least: 13, most: 13 }]);
        assert_eq!(points(&crag, Pays::Fixed(Points::new(50)), "355"), 50);
        assert_eq!(points(&crag, Pays::Fixed(Points::new(50)), "256"), 0);
        assert_eq!(points(&crag, Pays::Fixed(Points::new(50)), "556"), 0);
        assert_eq!(points(&crag, Pays::AllDice, "166"), 13);
        let six = Pattern::AllOf(vec![Pattern::Face(Face::new(6).unwrap()), Pattern::Straight(3)]);
        assert_eq!(points(&six, Pays::Fixed(Points::new(9)), "1236"), 9, "each condition may be met by other dice");
        assert_eq!(points(&six, Pays::Fixed(Points::new(9)), "1234"), 0);
    }

    #[test]
    fn runs_are_straights_and_other_hands_are_not() {
        let straights = [
            Pattern::Straight(4),
            faces(&["12345", "23456"]),
            within(&["12345"], Some(Pattern::Straight(4))),
            Pattern::AllOf(vec![faces(&["123"]), groups(&[2])]),
        ];
        for pattern in straights {
            assert!(pattern.is_straight(&GameDice::new(5, Die::SIX)), "{pattern:?}");
        }
        for pattern in [faces(&["66"]), faces(&["11345"]), faces(&["12345", "136"]), within(&["123"], None), groups(&[2]), Pattern::Any] {
            assert!(!pattern.is_straight(&GameDice::new(5, Die::SIX)), "{pattern:?}");
        }
    }

    #[test]
    fn any_dice() {
        assert_eq!(points(&Pattern::Any, Pays::AllDice, "12466"), 19);
    }

    #[test]
    fn sums_of_a_range() {
        let low = Pattern::Sum { least: 5, most: 10 };
        for (dice, shown) in [("11111", 33), ("11224", 33), ("11225", 0)] {
            assert_eq!(points(&low, Pays::Fixed(Points::new(33)), dice), shown, "{dice}");
        }
    }

    #[test]
    fn exact_groups_are_of_all_dice() {
        let pair = Pattern::ExactGroups(vec![vec![2, 1, 1, 1]]);
        for (dice, shown) in [("11345", 14), ("11335", 0), ("11134", 0), ("12345", 0)] {
            assert_eq!(points(&pair, Pays::ThoseDice, dice), shown, "{dice}");
        }
        let three_faces = Pattern::ExactGroups(vec![vec![3, 1, 1], vec![2, 2, 1]]);
        for (dice, shown) in [("11134", 9), ("11334", 9), ("11133", 0), ("11345", 0)] {
            assert_eq!(points(&three_faces, Pays::Fixed(Points::new(9)), dice), shown, "{dice}");
        }
    }

    #[test]
    fn lists_with_repeats() {
        let hand = faces(&["11345"]);
        assert_eq!(points(&hand, Pays::Fixed(Points::new(20)), "51431"), 20);
        assert_eq!(points(&hand, Pays::Fixed(Points::new(20)), "12345"), 0);
        assert_eq!(points(&faces(&["66"]), Pays::ThoseDice, "66625"), 12);
    }

    fn within(sets: &[&str], pattern: Option<Pattern>) -> Pattern {
        let Pattern::Faces(sets) = faces(sets) else { unreachable!() };
        Pattern::Within { sets, pattern: pattern.map(Box::new) }
    }

    #[test]
    fn dice_within_a_set_of_faces() {
        let colours = ["16", "25", "34"];
        let flush = within(&colours, None);
        for (dice, shown) in [("11166", 35), ("22225", 35), ("44444", 35), ("11165", 0)] {
            assert_eq!(points(&flush, Pays::Fixed(Points::new(35)), dice), shown, "{dice}");
        }
        let pairs = within(&colours, Some(groups(&[2, 2])));
        for (dice, shown) in [("11663", 14), ("11553", 0), ("11116", 0), ("33446", 14)] {
            assert_eq!(points(&pairs, Pays::ThoseDice, dice), shown, "{dice}");
        }
        assert_eq!(points(&pairs, Pays::AllDice, "11663"), 17);
        let even = within(&["246"], Some(Pattern::Any));
        assert_eq!(points(&even, Pays::ThoseDice, "12345"), 6);
        assert_eq!(points(&even, Pays::ThoseDice, "11355"), 0);
    }
}
