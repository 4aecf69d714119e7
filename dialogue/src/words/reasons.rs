//! Why an option is the best, in words: the ends of the turn after it, compared with another option. The module `deciding` names the deciding reason.

use serde::Serialize;
use yahtzee_solver::advise::{GainingZero, Reason, Reasons, UpperStanding};
use yahtzee_solver::evaluate::CategoryEnd;
use yahtzee_solver::language::with_mark;
use yahtzee_solver::rules::{BonusWhen, Further, Joker, Place};
use yahtzee_solver::sorting::sort_by;
use yahtzee_solver::{Action, Category, Points, Roll, RuleSet, tr};

use super::worth::WorthKind;
use crate::words;

/// The most categories that the description of a plan names.
const SHOWN: usize = 4;

/// The explanation of an option.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Explanation {
    /// The option, and the comparison.
    pub heading: String,
    /// The results of the option.
    pub sentences: Vec<String>,
    /// The parts of the loss, this turn and later ones, for a picture; empty if there are fewer than two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub bars: Vec<Bar>,
}

/// A part of a loss.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Bar {
    /// The part: `this turn` or `later`.
    pub words: String,
    /// The points by which the best option is ahead; negative if it is behind.
    pub points: f64,
}

impl Explanation {
    /// The heading of the best option, with its title: `Why: Keep 6 6, reroll three`.
    pub(crate) fn titled(title: &str, option: &str) -> String {
        tr!("{}: {}", title, option)
    }

    /// One without a picture.
    pub fn new(heading: String, sentences: Vec<String>) -> Explanation {
        Explanation { heading, sentences, bars: Vec::new() }
    }
}

/// The reasons in words. `best_title` is the title of the best option. `whose` is the text for the other option, like "your choice"; `None` for the
/// runner-up.
pub fn in_words(
    best_title: &str,
    whose: Option<String>,
    reasons: &Reasons,
    kind: WorthKind,
    roll: &Roll,
    rules: &RuleSet,
) -> Vec<Explanation> {
    let mut best = Explanation::new(
        Explanation::titled(best_title, &words::in_words(&reasons.best.option.action, roll, rules)),
        plan(&reasons.best, reasons.upper, rules),
    );
    let Some(rival) = &reasons.rival else {
        best.sentences.push(tr!("There is nothing else to do."));
        return vec![best];
    };
    let other = words::as_a_thing(&rival.option.action, rules);
    let other = match whose {
        None => other,
        Some(whose) => tr!("{}, {}", whose, other),
    };
    let heading = match kind.cost(&rival.option) {
        None => tr!("Compared with {}, which is just as good", other),
        Some(cost) => tr!("Compared with {}, which costs {}", other, cost),
    };
    vec![best, Explanation::new(heading, plan(rival, reasons.upper, rules))]
}

/// The ends of a turn, and their effect on the upper bonus: a sentence or two each.
fn plan(reason: &Reason, upper: UpperStanding, rules: &RuleSet) -> Vec<String> {
    let ends = reason.end.categories();
    let sentences = [
        gaining_zero(reason, rules),
        where_it_ends(reason, &ends, rules),
        zeros(reason, &ends, rules),
        extra_bonus(reason),
        upper_bonus(reason, upper, rules),
    ];
    sentences.into_iter().flatten().collect()
}

/// The gain of a voluntary zero, and the rules behind it.
fn gaining_zero(reason: &Reason, rules: &RuleSet) -> Option<String> {
    let GainingZero { given_up, gained_later } = reason.gaining_zero?;
    let further = rules.further()?;
    let (gained, title) = (words::small(gained_later), rules.category(further.category).title.clone());
    let then = kinder_after_zero(further).into_iter().reduce(|first, then| tr!("{}, and {}", first, then))?;
    Some(tr!("The 0 gives up {} and gains {} in later turns: a further {} then {}.", words::points(given_up), gained, title, then))
}

/// The advantages of a further n of a kind after a zero in its category, compared with after points. If a zero gains, there is at least one.
fn kinder_after_zero(further: &Further) -> Vec<String> {
    let Further { after_points: points, after_zero: zero, .. } = further;
    let bonus = if zero.bonus > points.bonus {
        let bonus = match points.bonus {
            Points::ZERO => tr!("earns an extra bonus of {}", zero.bonus),
            less => tr!("earns an extra bonus of {} instead of {}", zero.bonus, less),
        };
        Some(if zero.bonus_when == BonusWhen::Scoring { tr!("{} where it scores", bonus) } else { bonus })
    } else if zero.bonus > 0 && zero.bonus_when == BonusWhen::Always && points.bonus_when == BonusWhen::Scoring {
        Some(tr!("earns an extra bonus of {} even where it scores 0", zero.bonus))
    } else {
        None
    };
    let joker = match (points.joker, zero.joker) {
        (Joker::Never | Joker::UpperFilled, Joker::Always) => Some(tr!("is always a joker")),
        (Joker::Never, Joker::UpperFilled) => Some(tr!("is a joker once the upper category of its face is filled")),
        _ => None,
    };
    let place = match (points.place, zero.place) {
        (Place::UpperThenAny | Place::UpperThenLower | Place::Lower, Place::Any) => Some(tr!("may go into any open category")),
        (Place::UpperThenAny | Place::UpperThenLower, Place::Lower) => Some(tr!("may go into any open lower category")),
        (Place::Lower, Place::UpperThenAny | Place::UpperThenLower) => {
            Some(tr!("goes into the upper category of its face if that is open"))
        }
        (Place::UpperThenLower, Place::UpperThenAny) => {
            Some(tr!("may go into any open category once the upper category of its face is filled"))
        }
        _ => None,
    };
    [bonus, joker, place].into_iter().flatten().collect()
}

fn where_it_ends(reason: &Reason, ends: &[CategoryEnd], rules: &RuleSet) -> Option<String> {
    if let Action::Score(_) = reason.option.action {
        return None;
    }
    // Zeros get a separate sentence. Chances that round to 0% are left out.
    let mut scored: Vec<(Category, f64, f64)> = ends
        .iter()
        .map(|end| (end.category, end.probability - end.zero, end.probability * end.mean))
        .filter(|(_, chance, _)| share(*chance).is_some())
        .collect();
    sort_by(&mut scored, |a, b| b.1.total_cmp(&a.1));
    let shown = &scored[..scored.len().min(SHOWN)];
    let phrase = |(index, &(category, chance, points)): (usize, &(Category, f64, f64))| {
        let (title, share, mean) = (rules.category(category).title.clone(), share(chance)?, number(points / chance));
        Some(match (index, mean.as_str()) {
            (0, "1") => tr!("{} {} ({} point on average)", title, share, mean),
            (0, _) => tr!("{} {} ({} points on average)", title, share, mean),
            _ => tr!("{} {} ({})", title, share, mean),
        })
    };
    let mut phrases: Vec<String> = shown.iter().enumerate().filter_map(phrase).collect();
    if phrases.is_empty() {
        return None;
    }
    let zeros: f64 = ends.iter().map(|end| end.zero).sum();
    let elsewhere = 1.0 - zeros - shown.iter().map(|(_, chance, _)| chance).sum::<f64>();
    phrases.extend(share(elsewhere).map(|share| tr!("elsewhere {}", share)));
    Some(tr!("You score in {}.", words::joined(phrases, ", ")))
}

fn zeros(reason: &Reason, ends: &[CategoryEnd], rules: &RuleSet) -> Option<String> {
    if let Action::Score(_) = reason.option.action {
        return None;
    }
    let likeliest = ends.iter().max_by(|a, b| a.zero.total_cmp(&b.zero))?;
    let share = share_first(ends.iter().map(|end| end.zero).sum())?;
    let others = ends.iter().any(|end| end.category != likeliest.category && end.zero > 0.0);
    let title = rules.category(likeliest.category).title.clone();
    Some(match others {
        true => tr!("{} of the time you end up with 0, most often in {}.", share, title),
        false => tr!("{} of the time you end up with 0 in {}.", share, title),
    })
}

/// The extra bonus of a further n of a kind. An immediate score mentions its bonus in its own sentence.
fn extra_bonus(reason: &Reason) -> Option<String> {
    if let Action::Score(_) = reason.option.action {
        return None;
    }
    let bonus = reason.end.placements().iter().map(|(placement, _)| placement.bonus).max()?;
    let share = share_first(reason.end.chance(|placement| placement.bonus > 0))?;
    Some(tr!("{} of the time you get an extra bonus of {}.", share, bonus))
}

/// The effect of the turn on the upper bonus; `None` if the bonus is not at stake.
fn upper_bonus(reason: &Reason, upper: UpperStanding, rules: &RuleSet) -> Option<String> {
    let UpperStanding::Open { needed, points, .. } = upper else { return None };
    if is_sure(reason.bonus_reached) {
        // A turn may pass several steps.
        let bonuses = reason.end.placements().iter().map(|(placement, _)| rules.upper_bonus().earned(placement.next.upper_total));
        let (least, most) = (bonuses.clone().min().unwrap_or(points), bonuses.max().unwrap_or(points));
        return Some(match least == most {
            true => tr!("You get the upper bonus of {}.", least),
            false => tr!("You get an upper bonus of at least {}.", least),
        });
    }
    if is_sure(reason.bonus_out_of_reach) {
        return Some(tr!("You can no longer get the upper bonus of {}.", points));
    }
    let needed = words::points(needed);
    let adds = adds(reason.end.upper_points(rules), &reason.option.action);
    let needs = match rules.upper_bonus().only_step() {
        Some(_) => tr!("You still need {} for the upper bonus; this turn adds {}.", needed, adds),
        None => tr!("You still need {} for the upper bonus of {}; this turn adds {}.", needed, points, adds),
    };
    let then = match (share_first(reason.bonus_reached), share_first(reason.bonus_out_of_reach)) {
        (None, None) => return Some(needs),
        (Some(gets), None) => tr!("{} of the time it gets you the bonus.", gets),
        (None, Some(loses)) => tr!("{} of the time it puts the bonus out of reach.", loses),
        (Some(gets), Some(_)) => {
            let loses = share(reason.bonus_out_of_reach)?;
            tr!("{} of the time it gets you the bonus, {} of the time it puts it out of reach.", gets, loses)
        }
    };
    Some(words::joined([needs, then], " "))
}

/// The points that a turn adds, on average if dice are still to be rolled.
fn adds(points: f64, action: &Action) -> String {
    match (number(points), action) {
        _ if points == 0.0 => tr!("none"),
        (little, _) if little == "0" => tr!("less than {} on average", "0.1"),
        (some, Action::Score(_)) => some,
        (some, Action::Hold(_)) => tr!("{} on average", some),
    }
}

/// [`share`] at the start of a sentence.
fn share_first(probability: f64) -> Option<String> {
    let is_almost_sure = (100.0 * probability).round() >= 100.0 && !is_sure(probability);
    if is_almost_sure { Some(tr!("More than {}%", "99")) } else { share(probability) }
}

/// `19.3`, or `25` for a whole number.
pub(crate) fn number(number: f64) -> String {
    let text = format!("{number:.1}");
    with_mark(text.strip_suffix(".0").map_or(text.clone(), str::to_owned))
}

fn is_sure(probability: f64) -> bool {
    probability > 1.0 - 1e-9
}

/// A probability in per cent; `None` if it rounds to 0.
pub(crate) fn share(probability: f64) -> Option<String> {
    match (100.0 * probability).round() {
        nothing if nothing < 1.0 => None,
        100.0 if !is_sure(probability) => Some(tr!("more than {}%", "99")),
        percent => Some(tr!("{}%", percent.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use proptest::prelude::*;
    use yahtzee_solver::{Advisor, Dice, Points, Position, Scorecard, Solver, ValueTable, WrittenAction};

    use super::*;
    use crate::Question;

    fn tables() -> &'static [ValueTable] {
        static TABLES: OnceLock<Vec<ValueTable>> = OnceLock::new();
        TABLES.get_or_init(|| {
            let hasbro = RuleSet::builtin("hasbro").unwrap();
            let no_bonus = hasbro.toml().replace("points = 35", "points = 0").replace("\"hasbro\"", "\"no-bonus\"");
            let rules = [hasbro, RuleSet::builtin("yatzy").unwrap(), RuleSet::parse(&no_bonus).unwrap()];
            rules.iter().map(|rules| Solver::new(rules).unwrap().solve().unwrap()).collect()
        })
    }

    fn roll(rules: &RuleSet, pips: &[u8]) -> Roll {
        rules.roll(Dice::from_pips(pips[..rules.dice()].iter().copied()).unwrap()).unwrap()
    }

    /// Every category that the words name. It tries longer titles first, because one title may contain another.
    fn named(words: &str, rules: &RuleSet) -> Vec<yahtzee_solver::Category> {
        let mut categories: Vec<_> = rules.categories().collect();
        categories.sort_by_key(|&category| std::cmp::Reverse(rules.category(category).title.len()));
        let mut left = words.to_owned();
        let found = categories.into_iter().filter(|&category| {
            let title = &rules.category(category).title;
            let found = left.contains(title.as_str());
            left = left.replace(title.as_str(), "");
            found
        });
        found.collect()
    }

    /// Every percentage in the words.
    fn percents(words: &str) -> Vec<f64> {
        let before = words.split('%').rev().skip(1);
        before.map(|text| text.rsplit(|letter: char| !letter.is_ascii_digit()).next().unwrap().parse().unwrap()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn words_fit_the_card(
            table in 0usize..3,
            turns in proptest::collection::vec((proptest::collection::vec(1u8..=6, 5), 0usize..15, 0u8..4), 0..15),
            dice in proptest::collection::vec(1u8..=6, 5),
            rerolls in 0u8..3,
        ) {
            let table = &tables()[table];
            let rules = table.rules();
            let mut card = Scorecard::new(rules);
            for (pips, choice, alike) in turns.iter().take(rules.category_count() - 1) {
                // One roll in four is an n of a kind. So extra bonuses occur, and upper totals below and above the bonus.
                let thrown = if *alike == 0 { roll(rules, &[pips[0]; 5]) } else { roll(rules, pips) };
                let placements: Vec<_> = rules.placements(&card.state(), &thrown, card.rerolls()).collect();
                card.write(&placements[choice % placements.len()]).unwrap();
            }
            let (roll, rerolls_left) = (roll(rules, &dice), rules.rerolls_left(rerolls).unwrap());
            let advisor = Advisor::new(table);
            let advice = advisor.advise(&Position::new(card.clone(), roll, rerolls_left).unwrap()).unwrap();
            let reasons = advisor.reasons(&advice, None).unwrap();
            let said = in_words(&tr!("Why"), None, &reasons, WorthKind::Points, &roll, rules);
            let words: String = said.iter().map(|Explanation { heading, sentences, .. }| format!("{heading}\n{}\n", words::joined(sentences.clone(), "\n"))).collect();
            let context = format!("{card} {roll} {rerolls}\n{words}");

            for category in named(&words, rules) {
                prop_assert_eq!(card.get(category), None, "filled: {}", context);
                let reached = [Some(&reasons.best), reasons.rival.as_ref()].into_iter().flatten();
                let ends: f64 = reached.map(|reason| reason.end.chance(|placement| placement.category == category)).sum();
                prop_assert!(ends > 0.0, "named, but the turn does not end there: {}", context);
            }
            prop_assert!(percents(&words).iter().all(|&percent| (1.0..=100.0).contains(&percent)), "{}", context);

            let open = rules.categories().zip(rules.upper_faces()).filter(|(category, _)| card.get(*category).is_none());
            let most: Points = open.map(|(_, face)| Points::from(face.pips()) * rules.dice() as u32).sum();
            let total = card.upper_total();
            let at_stake = rules.upper_bonus().next(total).is_some_and(|step| total + most >= step.at);
            prop_assert_eq!(words.contains("upper bonus"), at_stake, "{}", context);

            let extra = rules.further().map_or(Points::ZERO, |further| further.after_points.bonus);
            let has_flag = rules.further().is_some_and(|further| card.get(further.category).is_some_and(|points| points > 0));
            prop_assert!(!words.contains("xtra") || (extra > 0 && has_flag), "{}", context);
        }
    }

    /// A game of two dice in which a pair pays 5 points, with these rules for a further pair.
    fn pairs(after_points: &str, after_zero: &str) -> RuleSet {
        let case = |fields: &str| {
            let [place, joker, bonus, when] = fields.split(' ').collect::<Vec<_>>()[..] else { panic!("{fields}") };
            format!("place = '{place}'\njoker = '{joker}'\nbonus = {bonus}\nbonus-when = '{when}'\n")
        };
        let categories = "[[upper]]\nname = 'fives'\nface = 5\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 5\n\
                          [[lower]]\nname = 'run'\nstraight = 2\npoints = 12\njoker = 20\n";
        let [points, zero] = [after_points, after_zero].map(case);
        let further = format!("[further]\ncategory = 'pair'\n[further.after-points]\n{points}[further.after-zero]\n{zero}");
        RuleSet::parse(&format!("name = 'pairs'\ndice = 2\nrolls = 2\n{categories}{further}")).unwrap()
    }

    #[test]
    fn a_zero_that_gains_says_what_it_gains() {
        let why = |after_points: &str, after_zero: &str| {
            let rules = pairs(after_points, after_zero);
            let table = Solver::new(&rules).unwrap().solve().unwrap();
            let position = Position::parse("44 rerolls=0", &rules).unwrap();
            let chosen = WrittenAction::parse("score pair", &rules, position.card()).unwrap();
            let question = Question { chosen: Some(chosen), ..Question::new(position).asking_why() };
            question.work(&table, None).unwrap().explained(&tr!("Why"), tr!("your choice"))[0]
                .sentences
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(
            why("any never 0 always", "any always 50 always"),
            "What decides: it gains 34.63 points in later turns, for the 5 that it gives up. \
             The 0 gives up 5 points and gains 34.63 in later turns: a further Pair then earns an extra bonus of 50, and is always a joker."
        );
        assert_eq!(
            why("upper-then-any never 7 always", "any never 60 scoring"),
            "What decides: it gains 5.22 points in later turns, for the 5 that it gives up. \
             The 0 gives up 5 points and gains 5.22 in later turns: a further Pair then earns an extra bonus of 60 instead of 7 where it scores, \
             and may go into any open category."
        );
        assert_eq!(why("any never 0 always", "any never 0 always"), "What decides: it takes 5 points in Pair now, and keeps Fives open.");
    }

    /// If a zero may gain, the rules for a further n of a kind after it have an advantage with words.
    #[test]
    fn every_gain_has_words() {
        let mut cases = Vec::new();
        for place in ["any", "upper-then-any", "upper-then-lower"] {
            for joker in ["never", "upper-filled", "always"] {
                for bonus in ["0 always", "7 always", "7 scoring", "30 always"] {
                    cases.push(format!("{place} {joker} {bonus}"));
                }
            }
        }
        for points in &cases {
            for zero in &cases {
                let rules = pairs(points, zero);
                let further = rules.further().unwrap();
                assert!(!rules.zero_may_gain(further.category) || !kinder_after_zero(further).is_empty(), "{points}, {zero}");
            }
        }
    }

    #[test]
    fn little_is_not_none() {
        let hold =
            Action::Hold(yahtzee_solver::Hold::new(Dice::NONE, &roll(&RuleSet::builtin("hasbro").unwrap(), &[1, 2, 3, 4, 5])).unwrap());
        for (points, said) in
            [(0.0, "none"), (1e-6, "less than 0.1 on average"), (0.049, "less than 0.1 on average"), (0.06, "0.1 on average")]
        {
            assert_eq!(adds(points, &hold), said);
        }
    }

    #[test]
    fn shares_that_round_to_nothing_are_not_said() {
        assert_eq!(share(0.0049), None);
        assert_eq!(share(0.005).unwrap(), "1%");
        assert_eq!(share(0.42).unwrap(), "42%");
        assert_eq!(share(0.996).unwrap(), "more than 99%");
        assert_eq!(share(1.0).unwrap(), "100%");
    }
}
