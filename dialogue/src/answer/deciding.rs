//! The reason that decides between two options, in a few words.

use yahtzee_solver::advise::{Reason, Reasons, UpperStanding};
use yahtzee_solver::language::decimal;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::sorting::sort_by;
use yahtzee_solver::{Action, Category, Hold, Placement, RuleSet, tr};

use super::loss_parts::LossParts;
use crate::words;
use crate::words::reasons::{number, share};

/// The least difference of chances to end in a category that gets mentioned.
const OFTEN: f64 = 0.25;

/// Why the best option is better than its rival, and the points of this reason. Names the source of most of the difference: the upper bonus, what the dice
/// become this turn, or the boxes left for later turns. `bonus_chances` are the chances of the upper bonus after the best option and after its rival, if
/// known. `None` without a rival.
pub(crate) fn in_words(reasons: &Reasons, bonus_chances: Option<[f64; 2]>, rules: &RuleSet) -> Option<(f64, String)> {
    let (best, rival) = (&reasons.best, reasons.rival.as_ref()?);
    let parts = LossParts::new(reasons, bonus_chances, rules)?;
    let bonus_chances = bonus_chances.filter(|_| matches!(reasons.upper, UpperStanding::Open { .. }));
    let (turn, bonus, later) = (parts.turn + parts.extra_bonus, parts.upper_bonus.unwrap_or_default(), parts.later);

    let bonus_words = || {
        let [best, rival] = bonus_chances?.map(in_per_cent);
        (best != rival).then(|| tr!("it earns the upper bonus {} of the time instead of {}", best, rival))
    };
    let mut parts: [(f64, Option<String>); 3] =
        [(bonus, bonus_words()), (turn, turn_words(best, rival, rules)), (later, Some(later_words(best, rival, rules)))];
    sort_by(&mut parts, |(a, _), (b, _)| b.total_cmp(a));
    parts.into_iter().find_map(|(worth, words)| words.filter(|_| worth > 0.0).map(|words| (worth, words)))
}

/// What the dice become this turn after the best option, and the box that its rival would use up.
fn turn_words(best: &Reason, rival: &Reason, rules: &RuleSet) -> Option<String> {
    let title = |category: Category| rules.category(category).title.clone();
    let bonus = |reason: &Reason| reason.end.mean(|end| f64::from(end.bonus));
    let all = |reason: &Reason| reason.end.mean(|end| f64::from(end.points + end.bonus));
    let at_once = |placement: &Placement| words::points(placement.points + placement.bonus);
    match (&best.option.action, &rival.option.action) {
        (Action::Score(a), Action::Score(b)) if a.category != b.category => {
            Some(tr!("it takes {} in {} now, and keeps {} open", at_once(a), title(a.category), title(b.category)))
        }
        (Action::Score(made), Action::Hold(_)) => {
            let as_good = rival.end.chance(|end| end.category == made.category && end.points + end.bonus >= made.points + made.bonus);
            let (points, title) = (at_once(made), title(made.category));
            Some(tr!(
                "it takes {} in {} now: after another throw the turn ends with them {} of the time",
                points,
                title,
                in_per_cent(as_good)
            ))
        }
        (Action::Hold(_), _) if 2.0 * (bonus(best) - bonus(rival)) > all(best) - all(rival) => {
            let most = best.end.placements().iter().map(|(end, _)| end.bonus).max()?;
            let [more, less] = [best, rival].map(|reason| in_per_cent(reason.end.chance(|end| end.bonus > 0)));
            Some(tr!("it earns an extra bonus of {} points {} of the time instead of {}", most, more, less))
        }
        (Action::Hold(hold), _) => {
            let (category, becomes) = becomes(hold, best, rival, rules)?;
            let kept = saved(best, rival).filter(|(other, more_often)| *other != category && *more_often >= OFTEN);
            Some(match kept {
                Some((other, _)) => tr!("{}, and {} more often stays open", becomes, title(other)),
                None => becomes,
            })
        }
        _ => None,
    }
    .or_else(|| {
        let [more, less] = [best, rival].map(|reason| number(all(reason)));
        (more != less).then(|| tr!("it scores {} points this turn on average instead of {}", more, less))
    })
}

/// The box that a hold fills better than its rival, and how: the faces that complete it, and how often it scores there, or with how many points.
fn becomes(hold: &Hold, best: &Reason, rival: &Reason, rules: &RuleSet) -> Option<(Category, String)> {
    let mean =
        |reason: &Reason, category: Category| reason.end.mean(|end| if end.category == category { f64::from(end.points) } else { 0.0 });
    let gain = |category: Category| mean(best, category) - mean(rival, category);
    let chance = |reason: &Reason, category: Category| reason.end.chance(|end| end.category == category && end.points > 0);
    let mut boxes: Vec<Category> =
        best.end.categories().into_iter().map(|end| end.category).filter(|category| gain(*category) > 0.0).collect();
    sort_by(&mut boxes, |a, b| gain(*b).total_cmp(&gain(*a)));
    boxes.into_iter().find_map(|category| {
        let title = rules.category(category).title.clone();
        let [more, less] = [best, rival].map(|reason| chance(reason, category));
        let (often, seldom) = (in_per_cent(more), in_per_cent(less));
        if more > less && often != seldom {
            let faces = completing(hold, category, rules);
            let becomes = match faces.is_empty() {
                true => tr!("it scores in {} {} of the time instead of {}", title, often, seldom),
                false => tr!("a {} makes {}: {} of the time instead of {}", words::any_of(faces), title, often, seldom),
            };
            return Some((category, becomes));
        }
        let [more, less] = [(best, more), (rival, less)].map(|(reason, chance)| number(mean(reason, category) / chance));
        (more != less).then(|| (category, tr!("it scores {} points in {} on average instead of {}", more, title, less)))
    })
}

/// The faces with which the last die completes a box; empty if several dice are thrown, or if every face does, or none.
fn completing(hold: &Hold, category: Category, rules: &RuleSet) -> Vec<String> {
    let (of_box, faces) = (rules.category(category), rules.die().faces());
    if hold.len() + 1 != rules.dice() {
        return Vec::new();
    }
    let every = faces.len();
    let completing: Vec<String> =
        faces.filter(|face| of_box.pattern.points(of_box.pays, &hold.with(*face)) > 0).map(|face| face.to_string()).collect();
    if completing.len() == every { Vec::new() } else { completing }
}

/// The box that the rival uses up more often than the best option, and by how much.
fn saved(best: &Reason, rival: &Reason) -> Option<(Category, f64)> {
    let used = |reason: &Reason, category: Category| reason.end.chance(|placement| placement.category == category);
    let more_often = |category: Category| (category, used(rival, category) - used(best, category));
    rival.end.categories().into_iter().map(|end| more_often(end.category)).max_by(|a, b| a.1.total_cmp(&b.1))
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
    let decides = in_words(reasons, both(), rules).filter(|_| is_better).map(|(_, words)| words);
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

/// A chance: `42%`, `less than 1%`, `0%`.
fn in_per_cent(chance: f64) -> String {
    if chance == 0.0 { tr!("{}%", "0") } else { share(chance).unwrap_or_else(|| tr!("less than {}%", "1")) }
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
    match saved(best, rival) {
        Some((category, more_often)) if more_often > 1.0 - 1e-9 => {
            tr!("it keeps {} open for a later turn", rules.category(category).title.clone())
        }
        Some((category, more_often)) if more_often >= OFTEN => {
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
        assert_eq!(reason("", "23456", 0, "sixes", Some(spread())), "it takes 40 points in Large Straight now, and keeps Sixes open");
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
        assert!(bonus_compared(0.5, 0.0, rules).unwrap().contains("against 0%,"));
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
                let (named, words) = in_words(reasons, Some([chance(&reasons.best.option), chance(&rival.option)]), rules).unwrap();
                let largest = turn.max(bonus).max(later);
                assert!(named > 0.0 && (named - largest).abs() < 0.5, "{dice} {option:?}: {words} {turn} {bonus} {later}");
            }
        }
    }

    /// Numbers alone are no reason. SHOWN=en and SHOWN=de show the reasons.
    #[test]
    fn most_reasons_name_what_the_dice_become() {
        let shown = std::env::var("SHOWN").ok();
        yahtzee_solver::language::set_on_thread(shown.as_deref().and_then(words::languages::named));
        let [mut weak, mut all] = [0, 0];
        for puzzle in yahtzee_solver::Quiz::mixed(hasbro(), yahtzee_solver::Seed::new(1)).take(if shown.is_some() { 300 } else { 100 }) {
            let worse = puzzle.advice.options.iter().find(|option| option.loss >= TIE_TOLERANCE).unwrap();
            let rival = if puzzle.obvious.loss >= TIE_TOLERANCE { &puzzle.obvious } else { worse };
            let worked = Question::of_puzzle(&puzzle).comparing(&rival.action).asking_why().work(hasbro(), Some(spread())).unwrap();
            let reason = worked.deciding_reason().unwrap_or_default();
            [weak, all] = [weak + usize::from(reason.is_empty() || reason.contains("points this turn")), all + 1];
            if shown.is_some() {
                println!("{}\n  {} / {}: {reason}", puzzle.advice.position, worked.in_words(puzzle.advice.best()), worked.in_words(rival));
            }
        }
        yahtzee_solver::language::set_on_thread(None);
        assert!(20 * weak < 3 * all, "{weak} of {all}");
    }
}
