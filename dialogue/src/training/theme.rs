//! Themes of decisions.

use serde::{Deserialize, Serialize};
use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::rules::Pattern;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::strategy::Strategy;
use yahtzee_solver::{Action, Advice, Category, OptimalStrategy, Placement, Points, Position, RuleSet, State, TurnOption, ValueTable, tr};

/// The theme of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// The upper boxes, and their bonus.
    Bonus,
    /// Straights.
    Straights,
    /// Boxes for three or more alike, but not for all dice.
    OfAKind,
    /// A full house, and boxes for pairs.
    FullHouse,
    /// All dice alike, or all but one, if that still earns points.
    Yahtzee,
    /// After the last roll: whether to write 0.
    Zeros,
    /// The last boxes.
    Endgame,
    /// Boxes for any dice or for a sum, and themes of later versions.
    #[serde(other)]
    Other,
}

/// The most open boxes in an endgame.
const LAST_BOXES: usize = 3;

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 8] =
        [Theme::Bonus, Theme::Straights, Theme::OfAKind, Theme::FullHouse, Theme::Yahtzee, Theme::Zeros, Theme::Endgame, Theme::Other];

    /// The name, as it is typed and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Bonus => "bonus",
            Theme::Straights => "straights",
            Theme::OfAKind => "of-a-kind",
            Theme::FullHouse => "full-house",
            Theme::Yahtzee => "yahtzee",
            Theme::Zeros => "zeros",
            Theme::Endgame => "endgame",
            Theme::Other => "other",
        }
    }

    /// The title, for people.
    pub fn title(self) -> String {
        match self {
            Theme::Bonus => tr!("upper boxes and bonus"),
            Theme::Straights => tr!("straights"),
            Theme::OfAKind => tr!("three or four of a kind"),
            Theme::FullHouse => tr!("full house and pairs"),
            Theme::Yahtzee => tr!("Yahtzee and jokers"),
            Theme::Zeros => tr!("zeros"),
            Theme::Endgame => tr!("last boxes"),
            Theme::Other => tr!("chance and sums"),
        }
    }

    /// What to remember of it.
    pub fn advice(self) -> String {
        match self {
            Theme::Bonus => tr!("Three alike go into the box of their face while the upper bonus is in reach."),
            Theme::Straights => tr!("One die short of a straight: keep the run."),
            Theme::OfAKind => tr!("Three alike: keep these three, and nothing else."),
            Theme::FullHouse => tr!("Two pairs: keep the higher one alone while its box is open."),
            Theme::Yahtzee => tr!("All dice alike but one: keep them, and throw that one."),
            Theme::Zeros => tr!("Write a 0 where it costs least: in a box that would seldom have scored."),
            Theme::Endgame => tr!("Keep only what the last boxes need."),
            Theme::Other => tr!("Save Chance for a bad roll, while another box still scores."),
        }
    }

    /// Whether a game has such decisions.
    pub fn is_in(self, rules: &RuleSet) -> bool {
        let has_box = || rules.categories().any(|category| Theme::of_box(category, rules) == self);
        matches!(self, Theme::Zeros | Theme::Endgame) || has_box()
    }

    /// The theme of this name.
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// The theme of the difference between the best option and a rival: the first that fits. The default rival is the first option that is worse than
    /// the best.
    ///
    /// 1. `bonus`: at least half of the difference is the effect of points in the upper boxes on the upper bonus (the value of the card after the turn
    ///    less its value with the upper box at par; all boxes at par just earn the bonus).
    /// 2. `endgame`: three open boxes or fewer.
    /// 3. `zeros`: there is no reroll left, and one of the two writes 0.
    /// 4. `yahtzee`: all dice are alike, or all but one, and all alike still earn something.
    /// 5. The kind of box with the largest mean gain of the best option over the rival.
    pub fn of(advice: &Advice, rival: Option<&TurnOption>, table: &ValueTable) -> Theme {
        let (position, rules) = (&advice.position, advice.position.rules());
        let worse = || advice.options.iter().find(|option| option.loss > TIE_TOLERANCE);
        let Some(rival) = rival.filter(|rival| rival.loss > TIE_TOLERANCE).or_else(worse) else { return Theme::Other };
        let Ok(turn) = OptimalStrategy::new(table).turn(position.state()) else { return Theme::Other };
        let end = |option: &TurnOption| turn.end_after(&option.action, position.rerolls_left());
        let (Ok(best), Ok(rivals)) = (end(advice.best()), end(rival)) else { return Theme::Other };
        let more = |worth: &dyn Fn(&Placement) -> f64| best.mean(worth) - rivals.mean(worth);
        if more(&|placement| for_bonus(placement, position, table)) >= 0.5 * rival.loss {
            return Theme::Bonus;
        }
        if position.card().open_count() <= LAST_BOXES {
            return Theme::Endgame;
        }
        let writes_zero = |option: &TurnOption| matches!(option.action, Action::Score(placement) if placement.points == 0);
        if position.rerolls_left().get() == 0 && [advice.best(), rival].into_iter().any(writes_zero) {
            return Theme::Zeros;
        }
        if all_alike_is_near(position) {
            return Theme::Yahtzee;
        }
        let gain =
            |theme: Theme| more(&|placement| if Theme::of_box(placement.category, rules) == theme { placement.points.into() } else { 0.0 });
        let gains = Theme::ALL.map(|theme| (theme, gain(theme)));
        // Of equals the first, so that the order of the themes decides.
        gains.into_iter().rev().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(Theme::Other, |(theme, _)| theme)
    }

    /// The theme of a position: of the difference between the best option and the obvious one if that is a mistake, or else the next one.
    pub fn of_puzzle(puzzle: &Puzzle, table: &ValueTable) -> Theme {
        Theme::of(&puzzle.advice, Some(&puzzle.obvious), table)
    }

    /// The theme of a box.
    fn of_box(category: Category, rules: &RuleSet) -> Theme {
        Theme::of_pattern(&rules.category(category).pattern, rules)
    }

    fn of_pattern(pattern: &Pattern, rules: &RuleSet) -> Theme {
        match pattern {
            Pattern::Face(_) => Theme::Bonus,
            straight if straight.is_straight(rules.game_dice()) => Theme::Straights,
            Pattern::Within { pattern: Some(pattern), .. } => Theme::of_pattern(pattern, rules),
            Pattern::Groups { sizes, .. } => match sizes[..] {
                [size] if usize::from(size) >= rules.dice() => Theme::Yahtzee,
                [size] if size > 2 => Theme::OfAKind,
                _ => Theme::FullHouse,
            },
            _ => Theme::Other,
        }
    }
}

/// Whether all dice are alike, or all but one, and all alike earn points: their box is open, or a further one is worth more.
fn all_alike_is_near(position: &Position) -> bool {
    let (rules, roll) = (position.rules(), position.roll());
    let most = roll.counts().iter().copied().max().unwrap_or_default();
    if usize::from(most) + 1 < rules.dice() || rules.dice() < 4 {
        return false;
    }
    let open = |category: &Category| position.card().is_open(*category);
    let of_alike = |category: &Category| Theme::of_box(*category, rules) == Theme::Yahtzee;
    let further = rules.further().is_some() && position.state().flag;
    rules.categories().filter(open).any(|category| of_alike(&category)) || further
}

/// The contribution of a placement in an upper box to the upper bonus: the value of the card after it, less its value with the box at par. All boxes
/// at par just earn the (first) bonus.
fn for_bonus(placement: &Placement, position: &Position, table: &ValueTable) -> f64 {
    let rules = position.rules();
    let Some(step) = rules.upper_bonus().steps().first() else { return 0.0 };
    let Some(face) = rules.upper_faces().nth(placement.category.index()) else { return 0.0 };
    let faces: u32 = rules.upper_faces().map(|face| u32::from(face.pips())).sum();
    let par = (f64::from(step.at) * f64::from(face.pips()) / f64::from(faces)).round() as u32;
    let total = (position.state().upper_total + Points::new(par)).min(rules.upper_cap());
    let at_par = State { upper_total: total, ..placement.next };
    match (table.value(&placement.next), table.value(&at_par)) {
        (Some(value), Some(par)) => value - par,
        // No card has this total.
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use yahtzee_solver::WrittenAction;

    use super::*;
    use crate::Question;
    use crate::session::testing::hasbro;

    fn theme(position: &str, chosen: &str) -> Theme {
        let table = hasbro();
        let position = Position::parse(position, table.rules()).unwrap();
        let chosen = WrittenAction::parse(chosen, table.rules(), position.card()).unwrap();
        let answer = Question { chosen: Some(chosen), ..Question::new(position) }.work(table, None).unwrap();
        Theme::of(&answer.advice, answer.chosen.as_ref(), table)
    }

    #[test]
    fn positions_have_the_theme_that_a_player_would_name() {
        let late = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 three-of-a-kind=20 four-of-a-kind=22 full-house=25 small-straight=30";
        for (position, chosen, wanted) in [
            ("11666", "score full-house", Theme::Bonus),
            ("66612 rerolls=0", "score three-of-a-kind", Theme::Bonus),
            ("12346", "hold 6", Theme::Straights),
            ("13456 rerolls=0", "score chance", Theme::Straights),
            ("44466 rerolls=1 fours=12 sixes=18", "hold 444", Theme::FullHouse),
            ("55556 rerolls=1 fives=15", "score four-of-a-kind", Theme::Yahtzee),
            ("13466 rerolls=0 sixes=18 chance=20 ones=3 threes=9", "score three-of-a-kind", Theme::Zeros),
            ("55524 rerolls=0 fives=15 full-house=25", "score chance", Theme::OfAKind),
        ] {
            assert_eq!(theme(position, chosen), wanted, "{position} {chosen}");
        }
        assert_eq!(theme(&format!("13466 {late}"), "hold 134"), Theme::Endgame);
    }

    #[test]
    fn names_read_back() {
        for theme in Theme::ALL {
            assert_eq!(Theme::named(theme.name()), Some(theme));
            assert_eq!(serde_json::to_string(&theme).unwrap(), format!("\"{}\"", theme.name()));
        }
        assert_eq!(serde_json::from_str::<Theme>("\"of-a-later-version\"").unwrap(), Theme::Other);
    }
}
