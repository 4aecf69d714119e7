//! Words that every front end shares: actions, states, decisions, numbers and points.

pub mod boxes;
pub mod languages;
pub mod memory;
pub mod reasons;
pub(crate) mod rule_card;
pub mod rules;
pub mod winning;
pub(crate) mod worth;

use yahtzee_solver::advise::{PlayerLevel, Severity};
use yahtzee_solver::game::DecisionKind;
use yahtzee_solver::language::{decimal, with_mark};
use yahtzee_solver::rules::{BonusStep, SpareThrows};
use yahtzee_solver::win::Chance;
use yahtzee_solver::{Action, Dice, Goal, Hold, Placement, Points, Review, Roll, RuleSet, Scorecard, State, counted, tr};

pub use rule_card::RuleCardTexts;
pub use worth::{Measure, WorthKind};

/// A number of dice: `one die`, `three dice`.
pub fn dice_count(count: usize) -> String {
    if count == 1 { tr!("one die") } else { tr!("{} dice", number(count)) }
}

/// For each die of a roll, in ascending order, whether it is in `kept`.
pub fn kept_dice(roll: &Dice, kept: &Dice) -> Vec<bool> {
    let mut left = *kept;
    let mut keep = |face| match left.without(face) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    };
    roll.faces().map(&mut keep).collect()
}

/// An option as an instruction: `Keep 6 6 6, reroll two`, `Score 25 in Full House`, `Scratch Yahtzee for 0`.
pub fn in_words(action: &Action, roll: &Roll, rules: &RuleSet) -> String {
    match action {
        Action::Hold(hold) if hold.is_empty() => match roll.len() {
            1 => tr!("Reroll the die"),
            2 => tr!("Keep nothing, reroll both"),
            count => tr!("Keep nothing, reroll all {}", number(count)),
        },
        Action::Hold(hold) => tr!("Keep {}, reroll {}", **hold, number(roll.len() - hold.len())),
        Action::Score(Placement { category, points, bonus, next }) => {
            let title = rules.category(*category).title.clone();
            let scored = match (*points, *bonus) {
                (Points::ZERO, Points::ZERO) => tr!("Scratch {} for 0", title),
                (points, Points::ZERO) => tr!("Score {} in {}", points, title),
                (points, bonus) => tr!("Score {} in {}, and {} extra", points, title, bonus),
            };
            match (rules.spare_throws(), rules.spare_throws().in_hand(next.throws)) {
                (_, 0) => scored,
                (SpareThrows::Stock(_), 1) => tr!("{}, with 1 extra throw left", scored),
                (SpareThrows::Stock(_), left) => tr!("{}, with {} extra throws left", scored, u32::from(left)),
                (_, 1) => tr!("{}, with 1 throw saved", scored),
                (_, saved) => tr!("{}, with {} throws saved", scored, u32::from(saved)),
            }
        }
    }
}

/// A state in words: `ones, twos filled; upper total 5`, with the number of spare throws if the game has them.
pub fn state_in_words(state: &State, rules: &RuleSet) -> String {
    let names: Vec<&str> = state.filled.categories().map(|category| rules.category(category).name.as_str()).collect();
    let filled = if names.is_empty() { tr!("nothing filled") } else { tr!("{} filled", names.join(", ")) };
    let holds = rules.flag_category().filter(|&category| state.filled.contains(category)).map(|category| {
        let name = &rules.category(category).name;
        if state.flag { tr!("; {} holds its points", name) } else { tr!("; {} holds 0", name) }
    });
    let spare = spare_throws(rules, rules.spare_throws().in_hand(state.throws)).map(|spare| format!("; {spare}"));
    tr!("{}; upper total {}{}{}", filled, state.upper_total, holds.unwrap_or_default(), spare.unwrap_or_default())
}

/// The spare throws in hand in words; `None` in a game without them.
fn spare_throws(rules: &RuleSet, in_hand: u8) -> Option<String> {
    match rules.spare_throws() {
        SpareThrows::None => None,
        SpareThrows::Saved(_) => Some(counted!(in_hand, "no saved throws", "1 saved throw", "{} saved throws")),
        SpareThrows::Stock(_) => Some(counted!(in_hand, "no extra throws left", "1 extra throw left", "{} extra throws left")),
    }
}

/// The title of the row of a card for its spare throws; `None` in a game without them.
pub fn title_of_spare_throws(rules: &RuleSet) -> Option<String> {
    match rules.spare_throws() {
        SpareThrows::None => None,
        SpareThrows::Saved(_) => Some(tr!("Saved throws")),
        SpareThrows::Stock(_) => Some(tr!("Extra throws left")),
    }
}

/// An option in few words: `keep 6 6 6`, `Sixes, 24`.
pub fn in_short(action: &Action, rules: &RuleSet) -> String {
    match action {
        Action::Hold(hold) => hold_in_short(hold),
        Action::Score(placement) => format!("{}, {}", rules.category(placement.category).title, placement.points + placement.bonus),
    }
}

/// A hold in short: `keep 6 6`.
pub fn hold_in_short(hold: &Hold) -> String {
    if hold.is_empty() { tr!("keep nothing") } else { tr!("keep {}", **hold) }
}

/// An option in a sentence: `keep 3 3`, `score 25 in Full House`.
pub fn in_few_words(action: &Action, rules: &RuleSet) -> String {
    match action {
        Action::Hold(_) => in_short(action, rules),
        Action::Score(placement) => {
            tr!("score {} in {}", placement.points + placement.bonus, rules.category(placement.category).title)
        }
    }
}

/// A past choice with its roll: `kept 3 3 of 1 2 3 3 5`, `scored 25 in Full House with 2 2 3 3 3`.
pub fn in_the_past(action: &Action, roll: &Roll, rules: &RuleSet) -> String {
    match action {
        Action::Hold(hold) if hold.is_empty() => tr!("kept nothing of {}", roll),
        Action::Hold(hold) => tr!("kept {} of {}", **hold, roll),
        Action::Score(placement) => {
            let points = placement.points + placement.bonus;
            tr!("scored {} in {} with {}", points, rules.category(placement.category).title, roll)
        }
    }
}

/// An option as a noun: `keeping 3 3`, `Full House for 25`.
pub fn as_a_thing(action: &Action, rules: &RuleSet) -> String {
    match action {
        Action::Hold(hold) if hold.is_empty() => tr!("keeping nothing"),
        Action::Hold(hold) => tr!("keeping {}", **hold),
        Action::Score(Placement { category, points, bonus, .. }) => {
            let title = rules.category(*category).title.clone();
            if *bonus == 0 { tr!("{} for {}", title, *points) } else { tr!("{} for {} and {} extra", title, *points, *bonus) }
        }
    }
}

/// A roll, and the dice kept unless it is scored: `11235 → 11`, `11156`.
pub fn step(roll: &Roll, action: &Action, rules: &RuleSet) -> String {
    let die = rules.die();
    match action {
        Action::Hold(hold) if hold.is_empty() => tr!("{} → none", die.text_of(roll)),
        Action::Hold(hold) => format!("{} → {}", die.text_of(roll), die.text_of(hold)),
        Action::Score(_) => die.text_of(roll),
    }
}

/// A kind of decision: `first hold`, `category`.
pub fn kind_in_words(kind: DecisionKind) -> String {
    match kind {
        DecisionKind::Hold(1) => tr!("first hold"),
        DecisionKind::Hold(2) => tr!("second hold"),
        DecisionKind::Hold(3) => tr!("third hold"),
        DecisionKind::Hold(4) => tr!("fourth hold"),
        DecisionKind::Hold(_) => tr!("last hold"),
        DecisionKind::Category => tr!("category"),
    }
}

/// A small number in words.
pub fn number(number: usize) -> String {
    match number {
        0 => tr!("none"),
        1 => tr!("one"),
        2 => tr!("two"),
        3 => tr!("three"),
        4 => tr!("four"),
        5 => tr!("five"),
        6 => tr!("six"),
        more => more.to_string(),
    }
}

/// Texts with a separator between them.
pub(crate) fn joined(texts: impl IntoIterator<Item = String>, separator: &str) -> String {
    texts.into_iter().collect::<Vec<_>>().join(separator)
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(items: Vec<String>) -> String {
    listed(items, |first, last| tr!("{} and {}", first, last))
}

/// `a`, `a or b`, `a, b or c`.
pub fn any_of(items: Vec<String>) -> String {
    listed(items, |first, last| tr!("{} or {}", first, last))
}

fn listed(mut items: Vec<String>, together: impl Fn(String, String) -> String) -> String {
    match items.pop() {
        Some(last) if !items.is_empty() => together(joined(items, ", "), last),
        last => last.unwrap_or_default(),
    }
}

/// The name of a player who gave none: the reader of the text.
pub const YOU: &str = "you";

/// Points with their sign; `0.00` without a sign.
pub fn signed(points: f64, decimals: usize) -> String {
    let text = with_mark(format!("{points:+.decimals$}"));
    if text.contains(|digit: char| ('1'..='9').contains(&digit)) { text } else { text[1..].to_owned() }
}

/// A card with names as the rules show them: `ones=3, yahtzee=50`; empty for an empty card. It can be read again.
pub fn card(card: &Scorecard) -> String {
    let points = card.filled().map(|(category, points)| format!("{}={points}", card.rules().called(category)));
    let extra = [("extra", card.extra())].into_iter().filter(|(_, extra)| *extra > 0);
    let spare = card.spare_entry().map(|(name, throws)| (name, throws.into()));
    points.chain(extra.chain(spare).map(|(name, count)| format!("{name}={count}"))).collect::<Vec<_>>().join(", ")
}

/// Points more than 0: `0.42`, `<0.01`.
pub fn small(points: f64) -> String {
    if points < 0.005 { with_mark("<0.01".to_owned()) } else { decimal(points, 2) }
}

/// A chance in per cent, with two decimals: `17.60%`, `certain`, `<0.01%`.
pub fn percent(chance: f64) -> String {
    match chance {
        1.0 => tr!("certain"),
        0.0 => tr!("none"),
        little if little < 0.00005 => tr!("{}%", with_mark("<0.01".to_owned())),
        almost if almost >= 0.99995 => tr!("{}%", with_mark(">99.99".to_owned())),
        chance => tr!("{}%", decimal(100.0 * chance, 2)),
    }
}

/// What a goal wants: `at least 24 in Chance`, `Yahtzee with 4 4 4 4 4`. `any` says any points in a box.
pub(crate) fn wanted(goal: &Goal, rules: &RuleSet, any: fn(&str) -> String) -> String {
    let dice = goal.dice();
    let Some(category) = goal.category() else { return dice.to_string() };
    let title = &rules.category(category).title;
    let points = match goal.points() {
        points if goal.is_exact() => tr!("exactly {} in {}", points, title),
        points if points > 1 => tr!("at least {} in {}", points, title),
        _ if dice.is_empty() => return any(title),
        _ => title.clone(),
    };
    if dice.is_empty() { points } else { tr!("{} with {}", points, dice) }
}

/// A chance to win: `53%`, `≈53%` if it is approximate.
pub fn chance(chance: &Chance) -> String {
    let about = if chance.approximate { "≈" } else { "" };
    tr!("{}{}%", about, decimal(100.0 * chance.value, 0))
}

/// How many decisions of a player were made with help, of all.
pub fn aided(aided: usize, decisions: usize) -> String {
    tr!("{} of {} decisions with help: after a hint, or made again after the coach spoke.", aided, decisions)
}

/// A level: `near perfect`.
pub fn level(level: PlayerLevel) -> String {
    match level {
        PlayerLevel::NearPerfect => tr!("near perfect"),
        PlayerLevel::Expert => tr!("expert"),
        PlayerLevel::Strong => tr!("strong"),
        PlayerLevel::Good => tr!("good"),
        PlayerLevel::Casual => tr!("casual"),
        PlayerLevel::Beginner => tr!("beginner"),
    }
}

/// A level with its upper bound of the mean loss of a turn: `expert below 0.4`; the last one applies to any higher loss.
pub fn level_below(level: PlayerLevel, below: f64) -> String {
    let name = self::level(level);
    match below {
        f64::INFINITY => tr!("{} above", name),
        _ => tr!("{} below {}", name, with_mark(below.to_string())),
    }
}

/// A severity: `small slip`.
pub fn severity(severity: Severity) -> String {
    match severity {
        Severity::SmallSlip => tr!("small slip"),
        Severity::Slip => tr!("slip"),
        Severity::Mistake => tr!("mistake"),
        Severity::Blunder => tr!("blunder"),
    }
}

/// The mistakes of a review by their severity, the worst first: `1 blunder, 3 slips`; `None` without any.
pub fn severities(review: &Review) -> Option<String> {
    let mistakes = review.mistakes();
    let count = |severity: Severity| mistakes.iter().filter(|(_, decision)| Severity::of(decision.loss()) == Some(severity)).count();
    let said = |severity: &Severity| match (severity, count(*severity)) {
        (_, 0) => None,
        (Severity::SmallSlip, count) => Some(counted!(count, "no small slips", "1 small slip", "{} small slips")),
        (Severity::Slip, count) => Some(counted!(count, "no slips", "1 slip", "{} slips")),
        (Severity::Mistake, count) => Some(counted!(count, "no mistakes", "1 mistake", "{} mistakes")),
        (Severity::Blunder, count) => Some(counted!(count, "no blunders", "1 blunder", "{} blunders")),
    };
    let parts: Vec<String> = Severity::ALL.iter().rev().filter_map(said).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// How many turns of a game have unknown throws, and what is judged in them; `None` if none has.
pub fn unjudged(review: &Review) -> Option<String> {
    let turns = review.unjudged_turns();
    let without_dice = review.turns.iter().filter(|turn| turn.result.is_some()).count();
    let said = counted!(
        turns,
        "All throws are known.",
        "1 turn has unknown throws: their luck and the holds are not judged.",
        "{} turns have unknown throws: their luck and the holds are not judged."
    );
    let alone = counted!(
        without_dice,
        "The choice of the box is judged.",
        "The choice of the box is judged, except in 1 turn without dice.",
        "The choice of the box is judged, except in {} turns without dice."
    );
    (turns > 0).then(|| format!("{said} {alone}"))
}

/// The luck of a game: `more than in 63% of optimal games`.
pub fn luck_share(share: f64) -> String {
    tr!("more than in {}% of optimal games", (100.0 * share).floor().to_string())
}

/// Why a decision is the best of a game, by its [`gain`](yahtzee_solver::advise::BestDecision::gain).
pub fn best_decision(gain: f64) -> String {
    tr!("Playing for the points of this turn alone would have cost {}.", small(gain))
}

/// `1 point`, `25 points`.
pub fn points(number: Points) -> String {
    match number.get() {
        0 => tr!("no points"),
        1 => tr!("1 point"),
        points => tr!("{} points", points),
    }
}

/// The state of the upper bonus, extra bonuses and spare throws; `None` if the card has none of them.
pub fn bonuses(card: &Scorecard, rules: &RuleSet) -> Option<String> {
    let bonus = rules.upper_bonus();
    let mut parts = Vec::new();
    if !bonus.is_none() {
        let (total, earned) = (card.upper_total(), card.upper_bonus());
        parts.push(match bonus.next(total) {
            Some(BonusStep { at, points }) if earned == 0 => tr!("upper total {} of {} for the bonus of {}", total, at, points),
            Some(BonusStep { at, points }) => tr!("upper total {}, which earned the bonus of {}; {} earn {}", total, earned, at, points),
            None => tr!("upper total {}, which earned the bonus of {}", total, earned),
        });
    }
    if card.extra() > 0 {
        let earned = points(card.extra_points());
        parts.push(match card.extra() {
            1 => tr!("1 extra bonus, {}", earned),
            extra => tr!("{} extra bonuses, {}", extra, earned),
        });
    }
    if let Some(spare) = spare_throws(rules, card.spare_throws()) {
        let worth = rules.saved_throw_points() * u32::from(card.spare_throws());
        parts.push(if worth > 0 { tr!("{}, worth {} at the end", spare, points(worth)) } else { spare });
    }
    (!parts.is_empty()).then(|| joined(parts, "; "))
}
