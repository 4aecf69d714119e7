//! The reason that decides between two options, in a few words.

use yahtzee_solver::advise::{Reason, Reasons, UpperStanding};
use yahtzee_solver::language::decimal;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::sorting::sort_by;
use yahtzee_solver::tr;
use yahtzee_solver::{Action, Category, Placement, RuleSet};

use super::loss_parts::LossParts;
use crate::words;
use crate::words::reasons::{number, share};

/// The least difference of chances to end in a category that gets mentioned.
const OFTEN: f64 = 0.25;

/// Why the best option is better than its rival. Names the source of most of the difference: the upper bonus, the points of this turn, or the boxes
/// left for later turns. `bonus_chances` are the chances of the upper bonus after the best option and after its rival, if known. `None` without a
/// rival.
pub(crate) fn in_words(reasons: &Reasons, bonus_chances: Option<[f64; 2]>, rules: &RuleSet) -> Option<String> {
    let (best, rival) = (&reasons.best, reasons.rival.as_ref()?);
    let parts = LossParts::new(reasons, bonus_chances, rules)?;
    let points = [best, rival].map(this_turn);
    let bonus_chances = bonus_chances.filter(|_| matches!(reasons.upper, UpperStanding::Open { .. }));
    let (turn, bonus, later) = (parts.turn + parts.extra_bonus, parts.upper_bonus.unwrap_or_default(), parts.later);

    let bonus_words = || {
        let [best, rival] = bonus_chances?.map(in_per_cent);
        (best != rival).then(|| tr!("it earns the upper bonus {} of the time instead of {}", best, rival))
    };
    let turn_words = || {
        let [more, less] = points.map(number);
        (more != less).then(|| match (best.option.action, more.as_str()) {
            (Action::Hold(_), "1") => tr!("it scores {} point this turn on average instead of {}", more, less),
            (Action::Hold(_), _) => tr!("it scores {} points this turn on average instead of {}", more, less),
            (Action::Score(_), "1") => tr!("it scores {} point this turn instead of {}", more, less),
            (Action::Score(_), _) => tr!("it scores {} points this turn instead of {}", more, less),
        })
    };
    let mut parts: [(f64, Option<String>); 3] =
        [(bonus, bonus_words()), (turn, turn_words()), (later, Some(later_words(best, rival, rules)))];
    sort_by(&mut parts, |(a, _), (b, _)| b.total_cmp(a));
    parts.into_iter().find_map(|(worth, words)| words.filter(|_| worth > 0.0))
}

/// The least difference of the chances of the upper bonus that gets a separate sentence.
const NOTABLE: f64 = 0.02;

/// Sentences with the deciding reason, and with the effect of the best option on the chance of the upper bonus, if known.
pub(crate) fn sentences(reasons: &Reasons, bonus_chances: [Option<f64>; 2], rules: &RuleSet) -> Vec<String> {
    // With several steps, the chance is that of the first one, and the reasons are about the next.
    let is_told = matches!(reasons.upper, UpperStanding::Open { .. }) && rules.upper_bonus().only_step().is_some();
    let bonus_chances = if is_told { bonus_chances } else { [None; 2] };
    let both = || Some([bonus_chances[0]?, bonus_chances[1]?]);
    let is_better = reasons.rival.as_ref().is_some_and(|rival| rival.option.loss >= TIE_TOLERANCE);
    let decides = in_words(reasons, both(), rules).filter(|_| is_better);
    let bonus = both().and_then(|[best, rival]| bonus_compared(best, rival, rules));
    let bonus = match (bonus, bonus_chances[0]) {
        // The deciding reason has said it already.
        _ if decides.as_ref().is_some_and(|words| words.contains("upper bonus")) => None,
        (None, Some(chance)) if chance > 0.0 && chance < 1.0 => {
            Some(tr!("The chance of the upper bonus at the end of the game is {}.", in_per_cent(chance)))
        }
        (bonus, _) => bonus,
    };
    decides.map(|words| tr!("What decides: {}.", words)).into_iter().chain(bonus).collect()
}

/// The effect of the best option on the chance of the upper bonus; `None` if it is small.
fn bonus_compared(best: f64, rival: f64, rules: &RuleSet) -> Option<String> {
    let worth = f64::from(rules.upper_bonus().most()) * (best - rival);
    let (chance, against, points) = (in_per_cent(best), in_per_cent(rival), decimal(worth.abs(), 2));
    ((best - rival).abs() >= NOTABLE).then(|| match worth > 0.0 {
        true => tr!(
            "It makes the upper bonus more likely: {} at the end of the game, against {}, which is worth {} points.",
            chance,
            against,
            points
        ),
        false => {
            tr!(
                "It makes the upper bonus less likely: {} at the end of the game, against {}, which costs {} points.",
                chance,
                against,
                points
            )
        }
    })
}

/// A chance: `42%`, `less than 1%`.
fn in_per_cent(chance: f64) -> String {
    if chance == 0.0 { tr!("none") } else { share(chance).unwrap_or_else(|| tr!("less than {}%", "1")) }
}

/// The mean points of the turn, extra bonuses included.
fn this_turn(reason: &Reason) -> f64 {
    reason.end.mean(|placement: &Placement| f64::from(placement.points + placement.bonus))
}

/// The category in which the turn ends more often after the best option than after its rival.
fn where_it_ends(best: &Reason, rival: &Reason, rules: &RuleSet) -> Option<String> {
    let chances = |category: Category| [best, rival].map(|reason| reason.end.chance(|placement| placement.category == category));
    let difference = |category: Category| chances(category)[0] - chances(category)[1];
    let categories = best.end.categories().into_iter().map(|end| end.category);
    let category = categories.max_by(|a, b| difference(*a).total_cmp(&difference(*b)))?;
    let [more, less] = chances(category).map(|chance| share(chance).unwrap_or_else(|| tr!("less than {}%", "1")));
    let title = rules.category(category).title.clone();
    (more != less).then(|| tr!("you then score in {} {} of the time instead of {}", title, more, less))
}

/// The boxes that the best option leaves for later turns.
fn later_words(best: &Reason, rival: &Reason, rules: &RuleSet) -> String {
    if let (Some(zero), Action::Score(a), Action::Score(b)) = (&best.gaining_zero, &best.option.action, &rival.option.action)
        && a.category == b.category
    {
        return tr!("it gains {} points in later turns, for the {} that it gives up", words::small(zero.gained_later), zero.given_up);
    }
    let used = |reason: &Reason, category: Category| reason.end.chance(|placement| placement.category == category);
    let more_often = |category: &Category| used(rival, *category) - used(best, *category);
    let saved = rival.end.categories().into_iter().map(|end| end.category).max_by(|a, b| more_often(a).total_cmp(&more_often(b)));
    match saved {
        Some(category) if more_often(&category) > 1.0 - 1e-9 => {
            tr!("it keeps {} open for a later turn", rules.category(category).title.clone())
        }
        Some(category) if more_often(&category) >= OFTEN => {
            tr!("it more often keeps {} open for a later turn", rules.category(category).title.clone())
        }
        _ => where_it_ends(best, rival, rules).unwrap_or_else(|| tr!("it leaves better chances for the later turns")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use yahtzee_solver::{Follower, SpreadTable, WrittenAction};

    use super::*;
    use crate::Question;
    use crate::session::testing::hasbro;

    fn spread() -> &'static SpreadTable {
        static SPREAD: OnceLock<SpreadTable> = OnceLock::new();
        SPREAD.get_or_init(|| Follower::new(hasbro()).spread_table().unwrap())
    }

    fn reason(card: &str, dice: &str, rerolls: u8, chosen: &str, spread: Option<&SpreadTable>) -> String {
        let rules = hasbro().rules();
        let card = yahtzee_solver::Scorecard::parse(card, rules).unwrap();
        let roll = rules.roll(yahtzee_solver::Dice::parse(dice).unwrap()).unwrap();
        let written = WrittenAction::parse(chosen, rules, &card).unwrap();
        let position = yahtzee_solver::Position::new(card, roll, rules.rerolls_left(rerolls).unwrap()).unwrap();
        let question = Question { chosen: Some(written), ..Question::new(position).asking_why() };
        question.work(hasbro(), spread).unwrap().deciding_reason().unwrap().to_string()
    }

    #[test]
    fn the_reason_is_where_most_of_the_loss_comes_from() {
        // Points now.
        assert_eq!(reason("", "23456", 0, "sixes", Some(spread())), "it scores 40 points this turn instead of 6");
        // The bonus: four sixes count for it in their own category only.
        let with_bonus = reason("ones=3 twos=6 threes=9 fours=12 fives=15", "26666", 0, "4k", Some(spread()));
        assert!(with_bonus.starts_with("it earns the upper bonus 100% of the time instead of "), "{with_bonus}");
        // Without its chance the words are about the later turns.
        let without = reason("ones=3 twos=6 threes=9 fours=12 fives=15", "26666", 0, "4k", None);
        assert_eq!(without, "it keeps Four of a Kind open for a later turn");
        // A category that is better kept.
        assert_eq!(reason("", "11223", 0, "chance", Some(spread())), "it keeps Chance open for a later turn");
    }

    #[test]
    fn a_notable_difference_of_the_bonus_is_said() {
        let rules = hasbro().rules();
        let more = "It makes the upper bonus more likely: 76% at the end of the game, against 67%, which is worth 3.15 points.";
        assert_eq!(bonus_compared(0.76, 0.67, rules).unwrap().to_string(), more);
        let less = "It makes the upper bonus less likely: less than 1% at the end of the game, against 21%, which costs 7.21 points.";
        assert_eq!(bonus_compared(0.004, 0.21, rules).unwrap().to_string(), less);
        assert!(bonus_compared(0.5, 0.0, rules).unwrap().contains("against none,"));
        assert_eq!(bonus_compared(0.76, 0.75, rules), None);
    }

    /// Compares with the three parts by definition, in random positions.
    #[test]
    fn the_words_name_the_largest_part() {
        let rules = hasbro().rules();
        for (dice, rerolls) in [("13356", 2), ("22456", 1), ("11666", 2), ("12345", 1), ("44456", 2), ("23346", 0)] {
            let position = yahtzee_solver::Position::parse(dice, rules).unwrap();
            let roll = position.roll();
            let position = yahtzee_solver::Position::new(position.card().clone(), roll, rules.rerolls_left(rerolls).unwrap()).unwrap();
            let options = Question::new(position.clone()).work(hasbro(), None).unwrap().advice.options;
            for option in options.iter().filter(|option| option.loss > 0.01) {
                let question = Question::new(position.clone()).comparing(&option.action).asking_why();
                let answer = question.work(hasbro(), Some(spread())).unwrap();
                let reasons = answer.reasons.as_ref().unwrap();
                let rival = reasons.rival.as_ref().unwrap();
                let mean = |reason: &yahtzee_solver::advise::Reason| -> f64 {
                    reason.end.placements().iter().map(|(placement, chance)| chance * f64::from(placement.points + placement.bonus)).sum()
                };
                let turn = mean(&reasons.best) - mean(rival);
                let chance = |option| answer.risk(option).unwrap().upper_bonus;
                let bonus = 35.0 * (chance(&reasons.best.option) - chance(&rival.option));
                let later = option.loss - turn - bonus;
                let words = answer.deciding_reason().unwrap();
                let part = match () {
                    () if words.contains("upper bonus") => bonus,
                    () if words.contains("points this turn") => turn,
                    () => later,
                };
                assert!(part > 0.0 && part >= turn.max(bonus).max(later) - 0.5, "{dice} {option:?}: {words} {turn} {bonus} {later}");
            }
        }
    }
}
