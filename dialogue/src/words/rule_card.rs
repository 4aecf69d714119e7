//! A card of rules in words, which a front end can say in its language.

use serde::Serialize;
use yahtzee_solver::cards::{Condition, KeepRule, Kept, OwnBox, RuleCard, ScoreRule, Shape, ShapeKind, WriteIn};
use yahtzee_solver::rules::Filled;
use yahtzee_solver::{Category, RuleSet, tr};

use super::{any_of, list, number};

/// A card of rules in words, for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct RuleCardTexts {
    /// The rules for keeping, in their order. They are numbered through with those for scoring, from 1.
    pub keep: Vec<String>,
    /// The rules for scoring, in their order.
    pub score: Vec<String>,
    /// The defaults if no rule for keeping matches, and if no rule for scoring matches.
    #[serde(rename = "else")]
    pub otherwise: [String; 2],
    /// How to read the rules.
    pub reading: [String; 4],
}

impl RuleCardTexts {
    /// The texts of a card.
    pub fn new(card: &RuleCard) -> RuleCardTexts {
        RuleCardTexts {
            keep: card.keep.iter().map(|rule| keep_text(&card.rules, rule)).collect(),
            score: card.score.iter().map(|rule| score_text(&card.rules, rule)).collect(),
            otherwise: [
                tr!("If none of these fits: roll all dice again."),
                tr!(
                    "If none of these fits: score where the dice get the most points; if several boxes pay as many, in the first of them on the sheet."
                ),
            ],
            reading: [
                tr!(
                    "If dice of several faces fit, take the face of which there are the most dice; if several have as many, the highest. Alike means at least so many: keep all dice of that face. Two pairs are two dice of each of two faces."
                ),
                tr!(
                    "A run is one die of each face. If several runs fit, take the one with the most faces; if several have as many, the highest."
                ),
                tr!("The box of a face, or its upper box, is that of the upper section. A box that is not open is skipped."),
                tr!(
                    "If all dice are kept, score at once. If the rules of the game say where a further Yahtzee must go, only these boxes count as open when you score."
                ),
            ],
        }
    }

    /// All rules in their order: rules for keeping, then rules for scoring.
    pub fn rules(&self) -> impl Iterator<Item = &String> {
        self.keep.iter().chain(&self.score)
    }
}

fn nothing() -> String {
    "".into()
}

/// A small number at the start of a sentence.
fn capital_number(number: u8) -> String {
    match number {
        1 => tr!("One"),
        2 => tr!("Two"),
        3 => tr!("Three"),
        4 => tr!("Four"),
        5 => tr!("Five"),
        6 => tr!("Six"),
        more => more.to_string(),
    }
}

fn faces((low, high): (u8, u8)) -> String {
    let [from, to] = [low, high].map(u32::from);
    match high - low {
        0 => from.to_string(),
        1 => tr!("{} or {}", from, to),
        _ => tr!("{} to {}", from, to),
    }
}

/// The condition on the dice.
fn shape_text(shape: &Shape) -> String {
    let of = (shape.faces != Shape::default().faces).then(|| faces(shape.faces));
    let within = || match of {
        None => nothing(),
        Some(_) if shape.faces.0 == shape.faces.1 => tr!(" within {}", u32::from(shape.faces.0)),
        Some(_) => tr!(" within {} to {}", u32::from(shape.faces.0), u32::from(shape.faces.1)),
    };
    match (shape.kind, of.clone()) {
        (ShapeKind::Any, _) => tr!("Any dice"),
        (ShapeKind::Alike(1), None) => tr!("A die"),
        (ShapeKind::Alike(1), Some(of)) => tr!("A die of {}", of),
        (ShapeKind::Alike(2), None) => tr!("A pair"),
        (ShapeKind::Alike(2), Some(of)) => tr!("A pair of {}", of),
        (ShapeKind::Alike(least), None) => tr!("{} alike", capital_number(least)),
        (ShapeKind::Alike(least), Some(of)) => tr!("{} alike of {}", capital_number(least), of),
        (ShapeKind::TwoPairs, None) => tr!("Two pairs"),
        (ShapeKind::TwoPairs, Some(of)) => tr!("Two pairs of {}", of),
        (ShapeKind::FullHouse, None) => tr!("A full house"),
        (ShapeKind::FullHouse, Some(of)) => tr!("A full house with three of {}", of),
        (ShapeKind::Run { have, length }, _) if have == length => tr!("A run of {}{}", number(length.into()), within()),
        (ShapeKind::Run { have: 1, length }, _) => tr!("A face of a run of {}{}", number(length.into()), within()),
        (ShapeKind::Run { have, length }, _) => {
            tr!("{} different faces of a run of {}{}", capital_number(have), number(length.into()), within())
        }
        (ShapeKind::Dice(dice), _) => dice.faces().map(|face| face.pips().to_string()).collect::<Vec<_>>().join(" "),
        (ShapeKind::Sum(least), _) => tr!("Dice that add up to {} or more", u32::from(least)),
    }
}

/// The condition on the upper boxes of the dice.
fn box_text(shape: &Shape) -> String {
    let open = match shape.own_box {
        OwnBox::Any => return nothing(),
        own => own == OwnBox::Open,
    };
    match shape.kind {
        ShapeKind::TwoPairs if open => tr!(" whose boxes are both open"),
        ShapeKind::TwoPairs => tr!(" whose boxes are both filled"),
        ShapeKind::FullHouse if open => tr!(" whose three have an open box"),
        ShapeKind::FullHouse => tr!(" whose three have a filled box"),
        ShapeKind::Run { .. } | ShapeKind::Dice(_) if open => tr!(" whose boxes are all open"),
        ShapeKind::Run { .. } | ShapeKind::Dice(_) => tr!(" whose boxes are all filled"),
        _ if open => tr!(" whose box is open"),
        _ => tr!(" whose box is filled"),
    }
}

fn titles(rules: &RuleSet, boxes: Filled) -> Vec<String> {
    boxes.categories().map(|category: Category| rules.category(category).title.clone()).collect()
}

fn range(least: u32, most: u32, all: u32) -> String {
    match () {
        () if least == most => least.to_string(),
        () if most >= all => tr!("{} or more", least),
        () if least == 0 => tr!("at most {}", most),
        () => tr!("{} to {}", least, most),
    }
}

fn rerolls_text((least, most): (u8, u8)) -> String {
    match (u32::from(least), u32::from(most)) {
        (least, most) if least > 1 && most == u32::from(u8::MAX) => tr!(" with {} or more rolls left", least),
        (1, 1) => tr!(" with 1 roll left"),
        (least, most) if least == most => tr!(" with {} rolls left", least),
        (_, most) if most < 2 => tr!(" with 1 roll left"),
        (least, most) if least > 1 => tr!(" with {} to {} rolls left", least, most),
        (_, most) if most < u32::from(u8::MAX) => tr!(" with at most {} rolls left", most),
        _ => nothing(),
    }
}

/// The conditions on the scorecard.
fn condition_text(rules: &RuleSet, condition: &Condition) -> String {
    let mut conditions = Vec::new();
    let (open, filled) = (titles(rules, condition.open), titles(rules, condition.filled));
    match open.len() {
        0 => {}
        1 => conditions.push(tr!("{} is open", list(open))),
        _ => conditions.push(tr!("{} are open", list(open))),
    }
    if condition.open_any != Filled::NONE {
        conditions.push(tr!("{} is open", any_of(titles(rules, condition.open_any))));
    }
    match filled.len() {
        0 => {}
        1 => conditions.push(tr!("{} is filled", list(filled))),
        _ => conditions.push(tr!("{} are filled", list(filled))),
    }
    let all = Condition::default();
    if condition.boxes_left != all.boxes_left {
        let (least, most) = condition.boxes_left;
        let boxes = range(least.into(), most.into(), u8::MAX.into());
        conditions.push(if most == 1 { tr!("{} box is open", boxes) } else { tr!("{} boxes are open", boxes) });
    }
    // In a game without an upper bonus a condition that allows 0 always holds.
    let always = condition.needed == all.needed || rules.upper_cap() == 0 && condition.needed.0 == 0;
    if !always {
        conditions.push(match condition.needed {
            (0, 0) => tr!("the upper bonus is reached"),
            (1, u16::MAX) => tr!("the upper bonus is not reached"),
            (1, 1) => tr!("the upper bonus needs 1 more point"),
            (least, u16::MAX) => tr!("the upper bonus needs at least {} more points", u32::from(least)),
            (least, most) => tr!("the upper bonus needs {} more points", range(least.into(), most.into(), u16::MAX.into())),
        });
    }
    conditions.into_iter().reduce(|first, last| tr!("{} and {}", first, last)).map_or_else(nothing, |all| tr!(", if {}", all))
}

fn keep_text(rules: &RuleSet, rule: &KeepRule) -> String {
    let what = match rule.keep {
        Kept::Those => match rule.shape.kind {
            ShapeKind::Any | ShapeKind::Sum(_) => tr!("keep all and score"),
            ShapeKind::Alike(1) => tr!("keep all of that face"),
            _ => tr!("keep them"),
        },
        Kept::All => tr!("keep all dice and score"),
        Kept::Nothing => tr!("roll all again"),
        Kept::Faces(low, high) if (low, high) == Shape::default().faces => tr!("keep all dice and score"),
        Kept::Faces(low, high) => tr!("keep every {}", faces((low, high))),
    };
    tr!(
        "{}{}{}{}: {}.",
        shape_text(&rule.shape),
        box_text(&rule.shape),
        rerolls_text(rule.rerolls),
        condition_text(rules, &rule.condition),
        what
    )
}

fn score_text(rules: &RuleSet, rule: &ScoreRule) -> String {
    let shape = rule.whole_shape();
    let title = |write: &WriteIn| match write {
        WriteIn::Own if shape.kind == ShapeKind::TwoPairs => tr!("the upper box of the higher pair"),
        WriteIn::Own if shape.kind == ShapeKind::FullHouse => tr!("the upper box of the three"),
        WriteIn::Own => tr!("their upper box"),
        WriteIn::Box(category) => rules.category(*category).title.clone(),
    };
    let mut names: Vec<String> = rule.boxes.iter().map(title).collect();
    let least = u32::from(rule.at_least);
    let (which, points) = if names.len() == 1 {
        let points = match least {
            0 => tr!(", even for no points"),
            1 => tr!(" if the roll gets points there"),
            least => tr!(" if the roll gets at least {} points there", least),
        };
        (names.remove(0), points)
    } else {
        let points = match least {
            0 => tr!(", even for no points"),
            1 => tr!(" and gets points"),
            least => tr!(" and gets at least {} points", least),
        };
        (tr!("the first of {} that is open", list(names)), points)
    };
    tr!("{}{}{}: score in {}{}.", shape_text(&shape), box_text(&shape), condition_text(rules, &rule.condition), which, points)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rules with conditions that no built-in card has.
    const ODD: &str = r#"
name = "odd"
rules = "hasbro"

[[keep]]
dice = "two pairs"
of = "4-6"
box = "open"
rerolls = 1
needed = "1+"
keep = "those"

[[keep]]
dice = "3 of a run of 4"
open = ["small-straight", "large-straight"]
filled = ["chance"]
boxes-left = "2-5"
keep = "5-6"

[[keep]]
dice = "sum 25"
rerolls = "2+"
filled = ["ones", "twos"]
boxes-left = 1
needed = 0
keep = "all"

[[keep]]
dice = "1 alike"
of = "5-6"
box = "filled"
keep = "nothing"

[[score]]
dice = "345"
score = ["chance"]
points = 20

[[score]]
dice = "4 alike"
of = "6"
score = ["own", "chance"]
points = 20

[[score]]
dice = "2 alike"
score = ["own"]
points = 0

[[keep]]
dice = "run of 3"
box = "open"
rerolls = "2-3"
keep = "those"

[[keep]]
dice = "25"
box = "filled"
rerolls = "1-2"
keep = "those"

[[keep]]
dice = "full house"
box = "open"
keep = "all"

[[score]]
dice = "full house"
box = "filled"
score = ["chance", "own"]

[[score]]
dice = "two pairs"
score = ["own"]

[[keep]]
dice = "1 of a run of 4"
of = "6"
needed = "1+"
keep = "those"

[[keep]]
dice = "2 of a run of 2"
of = "5-6"
needed = 1
keep = "those"

[[keep]]
dice = "any"
needed = "12+"
keep = "all"
"#;

    /// In a game without an upper bonus nothing is said of conditions that always hold there.
    #[test]
    fn no_bonus_is_needed_where_there_is_none() {
        let rules = RuleSet::builtin("hasbro").unwrap().toml().replace("points = 35", "points = 0").replace("\"hasbro\"", "\"no-bonus\"");
        let rules = RuleSet::parse(&rules).unwrap();
        let keep = |needed: &str| format!("[[keep]]\ndice = \"any\"\nneeded = \"{needed}\"\nkeep = \"all\"\n");
        let card = format!("name = \"none\"\n{}{}", keep("0-5"), keep("3-5"));
        let card = RuleCard::parse_for(&card, &rules).unwrap();
        let texts = RuleCardTexts::new(&card);
        let said: Vec<&str> = texts.rules().map(String::as_str).collect();
        assert_eq!(
            said,
            ["Any dice: keep all dice and score.", "Any dice, if the upper bonus needs 3 to 5 more points: keep all dice and score."]
        );
    }

    #[test]
    fn cards_in_words() {
        let mut cards: Vec<RuleCard> = RuleCard::builtin_names().map(|name| RuleCard::builtin(name).unwrap()).collect();
        cards.push(RuleCard::parse(ODD).unwrap());
        let mut said = String::new();
        for card in &cards {
            let texts = RuleCardTexts::new(card);
            let lines = texts.rules().chain(&texts.otherwise).chain(&texts.reading);
            said.extend([&*card.name, "\n"].into_iter().chain(lines.flat_map(|text| [text.as_str(), "\n"])));
        }
        insta::assert_snapshot!("cards_in_words", said);
    }
}
