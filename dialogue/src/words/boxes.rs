//! The boxes of a game in words: what each needs and pays, with an example.

use std::cmp::Reverse;

use serde::Serialize;
use yahtzee_solver::dice::Face;
use yahtzee_solver::rules::{CategoryRule, Pattern, Pays};
use yahtzee_solver::{Category, Points, Roll, RuleSet, tr};

use super::{any_of, list, number};

/// A box in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxInWords {
    /// The box.
    #[serde(skip)]
    pub category: Category,
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The dice that it needs.
    pub needs: String,
    /// What they pay.
    pub pays: String,
    /// A roll that scores there: the one that shows least else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<BoxExample>,
}

/// A roll with its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BoxExample {
    /// The roll.
    pub dice: Roll,
    /// Its points.
    pub points: Points,
}

/// The boxes of a game, in the order of its sheet.
pub fn boxes(rules: &RuleSet) -> Vec<BoxInWords> {
    let has_pattern = |category: &Category| !matches!(rules.category(*category).pattern, Pattern::Face(_));
    let patterns = |roll: &Roll| rules.categories().filter(has_pattern).filter(|&category| rules.points(category, roll) > 0).count();
    // Each roll, with how much it shows: the least comes first.
    let rolls: Vec<(Roll, usize)> = rules.all_rolls().map(|roll| (roll, patterns(&roll))).collect();
    let of = |category: Category| {
        let rule = rules.category(category);
        // Two dice of a face show that they add up.
        let single = |roll: &Roll| matches!(rule.pattern, Pattern::Face(face) if roll.count(face) < 2);
        let paid = rolls.iter().filter(|(roll, _)| rules.points(category, roll) > 0);
        let clearest = paid.min_by_key(|(roll, patterns)| (single(roll), *patterns, Reverse(faces(roll))));
        BoxInWords {
            category,
            name: rule.name.clone(),
            title: rule.title.clone(),
            needs: needs(&rule.pattern),
            pays: pays_in_words(rule),
            example: clearest.map(|&(dice, _)| BoxExample { dice, points: rules.points(category, &dice) }),
        }
    };
    rules.categories().map(of).collect()
}

/// The number of different faces.
fn faces(roll: &Roll) -> usize {
    roll.counts().iter().filter(|count| **count > 0).count()
}

fn needs(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Face(face) => tr!("dice that show {}", u32::from(face.pips())),
        Pattern::Groups { sizes, same_face } => {
            let groups = list(sizes.iter().map(|size| tr!("{} alike", number((*size).into()))).collect());
            if *same_face || sizes.len() == 1 { groups } else { tr!("{}, of different faces", groups) }
        }
        Pattern::ExactGroups(lists) => any_of(lists.iter().map(|sizes| exactly(sizes)).collect()),
        Pattern::Straight(length) => tr!("{} in a row", number((*length).into())),
        Pattern::Faces(lists) => any_of(lists.iter().map(|faces| listed(faces)).collect()),
        Pattern::Sum { least, most } if least == most => tr!("a sum of {}", u32::from(*least)),
        Pattern::Sum { least, most } => tr!("a sum of {} to {}", u32::from(*least), u32::from(*most)),
        Pattern::Within { sets, pattern } => {
            let sets = any_of(sets.iter().map(|set| listed(set)).collect());
            match pattern.as_deref() {
                Some(Pattern::Any) => tr!("dice that show {}", sets),
                Some(pattern) => tr!("among the dice that show {}: {}", sets, needs(pattern)),
                None => tr!("only dice that show {}", sets),
            }
        }
        Pattern::Any => tr!("any dice"),
        Pattern::AllOf(patterns) => list(patterns.iter().map(needs).collect()),
    }
}

fn listed(faces: &[Face]) -> String {
    faces.iter().map(|face| face.pips().to_string()).collect::<Vec<_>>().join(" ")
}

/// All dice in groups of these sizes, which fall: the single dice go without saying.
fn exactly(sizes: &[u8]) -> String {
    let alike: Vec<String> = sizes.iter().filter(|&&size| size > 1).map(|&size| tr!("{} alike", number(size.into()))).collect();
    if alike.is_empty() { tr!("all dice different") } else { tr!("exactly {}", list(alike)) }
}

fn pays_in_words(rule: &CategoryRule) -> String {
    let pays = match rule.pays {
        Pays::AllDice => tr!("the sum of all dice"),
        Pays::ThoseDice => tr!("the sum of these dice"),
        Pays::Fixed(points) => super::points(points),
    };
    let pays = if rule.times == 1 { pays } else { tr!("{} times {}", rule.times, pays) };
    let pays = if rule.plus > 0 { tr!("{}, plus {}", pays, rule.plus) } else { pays };
    let pays = rule.by_throw.iter().enumerate().fold(pays, |pays, (nth, points)| match nth {
        0 if rule.served_wins => tr!("{}; {} on the first throw, a win against others", pays, points),
        0 => tr!("{}; {} on the first throw", pays, points),
        1 => tr!("{}, {} on the second", pays, points),
        2 => tr!("{}, {} on the third", pays, points),
        _ => tr!("{}, {} on throw {}", pays, points, nth + 1),
    });
    match rule.joker {
        Some(joker) => tr!("{}; as a joker {}", pays, joker),
        None => pays,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_box_has_words_and_an_example_that_pays() {
        for name in RuleSet::builtin_names() {
            let rules = RuleSet::builtin(name).unwrap();
            let boxes = boxes(&rules);
            assert_eq!(boxes.len(), rules.category_count());
            for BoxInWords { category, needs, pays, example, .. } in boxes {
                let BoxExample { dice: roll, points } = example.unwrap_or_else(|| panic!("{name}: {}", rules.category(category).name));
                assert_eq!(rules.points(category, &roll), points);
                assert!(!needs.is_empty() && !pays.is_empty());
                assert!(rules.possible_points(category).contains(&points), "{name}: {points} of {roll}");
            }
        }
        let hasbro = RuleSet::builtin("hasbro").unwrap();
        let words: Vec<String> =
            boxes(&hasbro).iter().map(|of| format!("{}: {}: {}", hasbro.category(of.category).name, of.needs, of.pays)).collect();
        assert_eq!(words[0], "ones: dice that show 1: the sum of these dice");
        assert_eq!(words[6], "three-of-a-kind: three alike: the sum of all dice");
        assert_eq!(words[8], "full-house: three alike and two alike, of different faces: 25 points; as a joker 25");
        let kenta = "name = 't'\nrolls = 5\n[[lower]]\nname = 'kenta'\nstraight = 5\npoints = 46\npoints-by-throw = [66, 56, 51, 48]\n";
        let kenta = boxes(&RuleSet::parse(kenta).unwrap()).remove(0);
        assert_eq!(kenta.pays, "46 points; 66 on the first throw, 56 on the second, 51 on the third, 48 on throw 4");
    }

    #[test]
    fn the_example_of_a_box_is_the_least_roll_that_shows_it() {
        for (rules, wanted) in [
            ("hasbro", "11235 12235 12335 12445 12355 12366 11123 11112 11122 12346 12345 11111 12356"),
            ("yatzy", "11234 12234 12334 12344 12355 12366 11234 11223 11123 11112 12345 23456 11122 12346 11111"),
            ("kismet", "11234 12234 12334 12344 12355 12366 11266 11123 12345 11116 11122 11166 11112 12346 11111"),
        ] {
            let rules = RuleSet::builtin(rules).unwrap();
            let examples: Vec<String> = boxes(&rules).iter().map(|of| of.example.unwrap().dice.to_string().replace(' ', "")).collect();
            assert_eq!(examples.join(" "), wanted, "{}", rules.name());
        }
    }

    #[test]
    fn conditions_of_all_dice_and_of_sets_in_words() {
        let words = |fields: &str| {
            let rules = RuleSet::parse(&format!("name = 't'\n[[lower]]\nname = 'l'\n{fields}")).unwrap();
            let of = boxes(&rules).remove(0);
            format!("{}: {}", of.needs, of.pays)
        };
        let sum = "points = 'all-dice'";
        assert_eq!(words(&format!("exact-groups = [1, 3, 1]\n{sum}")), "exactly three alike: the sum of all dice");
        assert_eq!(words(&format!("exact-groups = [1, 1, 1, 1, 1]\n{sum}\nplus = 5")), "all dice different: the sum of all dice, plus 5");
        assert_eq!(words(&format!("sum = {{ at-most = 10 }}\n{sum}\ntimes = 2")), "a sum of 5 to 10: 2 times the sum of all dice");
        assert_eq!(words("within = [[1, 6], [2, 5]]\npoints = 35"), "only dice that show 1 6 or 2 5: 35 points");
        assert_eq!(words("within = [1, 6]\ngroups = [2]\npoints = 3"), "among the dice that show 1 6: two alike: 3 points");
        assert_eq!(words("within = [2, 4, 6]\nany = true\npoints = 'those-dice'"), "dice that show 2 4 6: the sum of these dice");
    }
}
