//! The rules of a game in words, from its data: what holds for all boxes.

use yahtzee_solver::dice::Die;
use yahtzee_solver::rules::{BonusWhen, ColumnGame, FurtherCase, GameColumn, Joker, Order, Place, SpareThrows};
use yahtzee_solver::{RuleSet, counted, tr};

/// `13 boxes, 5 dice, 3 rolls a turn`.
pub fn in_short(rules: &RuleSet) -> String {
    tr!("{} boxes, {} dice, {} rolls a turn", rules.category_count(), rules.dice(), rules.rolls())
}

/// The bonuses, the dice, the spare throws, and the other rules that differ from game to game, a sentence or two each.
pub fn sentences(rules: &RuleSet) -> Vec<String> {
    [upper_bonus(rules), further(rules), order(rules), dice(rules), spare_throws(rules), voluntary_zeros(rules)].concat()
}

/// `3 columns of 13 boxes, 5 dice, 3 rolls a turn`.
pub fn columns_in_short(game: &ColumnGame) -> String {
    tr!("{} columns of {}", game.columns().len(), in_short(game.boxes()))
}

/// What holds for the boxes of every column of a game, as in [`sentences`].
pub fn shared_sentences(game: &ColumnGame) -> Vec<String> {
    [further(game.boxes()), dice(game.boxes()), voluntary_zeros(game.boxes())].concat()
}

/// What holds for a column of a game.
pub fn column_sentences(game: &ColumnGame, column: &GameColumn) -> Vec<String> {
    let order = match column.rules.order() {
        Order::Any => vec![tr!("The boxes are filled in any order.")],
        _ => order(&column.rules),
    };
    let times = (column.times > 1).then(|| tr!("All points count {} times.", column.times));
    let announced = column.announced.then(|| tr!("The box is named after the first throw."));
    let first = (column.rules.rolls() < game.rolls()).then(|| tr!("It takes the first throw of a turn only."));
    order.into_iter().chain(times).chain(announced).chain(first).chain(upper_bonus(&column.rules)).collect()
}

fn upper_bonus(rules: &RuleSet) -> Vec<String> {
    match rules.upper_bonus().steps() {
        [] => Vec::new(),
        [step] => vec![tr!("Upper bonus: {} points for {} or more in the upper boxes.", step.points, step.at)],
        steps => {
            let steps: Vec<String> = steps.iter().map(|step| tr!("{} from {} on", step.points, step.at)).collect();
            vec![tr!("Upper bonus, by the points in the upper boxes: {}.", steps.join(", "))]
        }
    }
}

/// What a further n of a kind earns, and where it goes.
fn further(rules: &RuleSet) -> Vec<String> {
    let Some(further) = rules.further().filter(|further| [further.after_points, further.after_zero] != [FurtherCase::ORDINARY; 2]) else {
        return Vec::new();
    };
    let title = &rules.category(further.category).title;
    let (points, zero) = (further.after_points, further.after_zero);
    let mut said = Vec::new();
    if points.bonus > 0 {
        let bonus = super::points(points.bonus);
        said.push(match points.bonus_when {
            BonusWhen::Always => tr!("Once {} holds points, each further one earns {} more, wherever it is written.", title, bonus),
            BonusWhen::Scoring => tr!("Once {} holds points, each further one earns {} more, if it is written for points.", title, bonus),
        });
    }
    if zero.bonus > 0 {
        said.push(tr!("A further one earns {} more after a 0 in {}, too.", super::points(zero.bonus), title));
    }
    let same = (points.place, points.joker) == (zero.place, zero.joker);
    if same {
        said.extend(case(&points));
    } else {
        said.push(tr!("If {} holds points: {}", title, case_said(&points)));
        said.push(tr!("If {} holds 0: {}", title, case_said(&zero)));
    }
    said
}

fn case_said(further: &FurtherCase) -> String {
    let said = case(further);
    if said.is_empty() { tr!("A further one is ordinary dice.") } else { super::joined(said, " ") }
}

/// Where a further n of a kind goes, and whether it is a joker. Empty if it counts as any other roll.
fn case(further: &FurtherCase) -> Vec<String> {
    let place = match further.place {
        Place::Any => None,
        Place::UpperThenAny => Some(tr!("A further one must go into the upper box of its face, if that is open.")),
        Place::UpperThenLower => {
            Some(tr!("A further one must go into the upper box of its face, if that is open; otherwise into an open lower box."))
        }
        Place::Lower => Some(tr!("A further one must go into an open lower box, if there is one.")),
    };
    let joker = match further.joker {
        Joker::Never => None,
        Joker::UpperFilled => {
            Some(tr!("A further one is a joker if the upper box of its face is filled: a lower box pays it as if it fitted there."))
        }
        Joker::Always => Some(tr!("A further one is a joker: a lower box pays it as if it fitted there.")),
    };
    place.into_iter().chain(joker).collect()
}

fn order(rules: &RuleSet) -> Vec<String> {
    match rules.order() {
        Order::Any => Vec::new(),
        Order::AsListed => vec![tr!("The boxes are filled from top to bottom.")],
        Order::Reversed => vec![tr!("The boxes are filled from bottom to top.")],
        Order::UpperFirst => vec![tr!("The upper boxes are filled first, in any order, and then the lower ones.")],
        Order::LowerFirst => vec![tr!("The lower boxes are filled first, in any order, and then the upper ones.")],
    }
}

/// What is special about the dice: their sides. Empty for six-sided dice.
pub fn dice(rules: &RuleSet) -> Vec<String> {
    let die = rules.die();
    let sides = match die.is_fair() {
        true => format!("1–{}", die.face_count()),
        false => die.faces_of_sides().map(|face| face.to_string()).collect::<Vec<_>>().join(" "),
    };
    if *die == Die::SIX { Vec::new() } else { vec![tr!("Each die has {} sides: {}.", die.sides(), sides)] }
}

fn spare_throws(rules: &RuleSet) -> Vec<String> {
    let mut said = Vec::new();
    match rules.spare_throws() {
        SpareThrows::None => {}
        SpareThrows::Saved(_) => said.push(tr!("Throws that are not used are saved for later turns.")),
        SpareThrows::Stock(stock) => {
            let stock = counted!(stock, "no extra throws", "one extra throw", "{} extra throws");
            said.push(tr!("A card has {} for the whole game. A turn uses its own throws first.", stock));
        }
    }
    if rules.saved_throw_points() > 0 {
        let points = super::points(rules.saved_throw_points());
        said.push(match rules.spare_throws() {
            SpareThrows::Stock(_) => tr!("Each extra throw that is left at the end earns {}.", points),
            _ => tr!("Each saved throw that is left at the end earns {}.", points),
        });
    }
    said
}

fn voluntary_zeros(rules: &RuleSet) -> Vec<String> {
    if rules.allows_voluntary_zeros() { Vec::new() } else { vec![tr!("A roll is written for its points: a 0 only where it scores none.")] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_the_boxed_game_in_words() {
        let said = |name: &str| sentences(&RuleSet::builtin(name).unwrap());
        assert_eq!(
            said("hasbro"),
            [
                "Upper bonus: 35 points for 63 or more in the upper boxes.",
                "Once Yahtzee holds points, each further one earns 100 points more, wherever it is written.",
                "A further one must go into the upper box of its face, if that is open; otherwise into an open lower box.",
                "A further one is a joker if the upper box of its face is filled: a lower box pays it as if it fitted there.",
            ]
        );
        let after_zero = |name: &str| said(name).into_iter().find(|said| said.starts_with("If Yahtzee holds 0: ")).unwrap();
        assert_eq!(after_zero("get-dicey"), "If Yahtzee holds 0: A further one is ordinary dice.");
        assert!(after_zero("bullseye").starts_with("If Yahtzee holds 0: A further one is a joker if "));
        assert_eq!(said("forced-yatzy")[1..], ["The boxes are filled from top to bottom."]);
        assert_eq!(said("yatzy-saved")[1..], ["Throws that are not used are saved for later turns."]);
        for name in RuleSet::builtin_names() {
            assert!(said(name).iter().all(|said| said.ends_with('.')), "{name}");
        }
    }
}
