//! The most points that known dice could have made.

use serde::Serialize;
use yahtzee_solver::advise::{Hindsight, HindsightTurn, Stopping};
use yahtzee_solver::{Game, Points, Roll, RuleSet, tr};

/// The most points that the dice of the turns so far could have made, if one had known them all. Turns without dice keep their results.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct HindsightAnswer {
    /// With the rolls that were scored.
    #[serde(flatten)]
    pub as_played: BestBoxes,
    /// The same if any throw of a turn could have been its last; absent if no earlier throws are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub any_throw: Option<BestBoxes>,
}

/// The best boxes for known dice.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct BestBoxes {
    /// The most points, with the bonuses that are reached.
    pub total: Points,
    /// The upper bonus in it, of all rounds.
    pub upper_bonus: Points,
    /// The box of each turn.
    pub turns: Vec<BoxOfTurn>,
}

/// What is written in a turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct BoxOfTurn {
    /// The number of the turn, from 1.
    pub turn: usize,
    /// The throw that is scored, from 1; absent if the dice are unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<u8>,
    /// The roll, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<Roll>,
    /// The name of the category.
    pub category: String,
    /// The points in it.
    pub points: Points,
    /// The extra bonus of the turn; present only if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<Points>,
}

/// The most points of a list of final rolls: a game of which only the dice are known.
#[derive(Clone, Debug, Serialize)]
pub struct RollsReview {
    /// The name of the rule set.
    pub rules: String,
    /// Whether there is a roll for every turn; present only if false. Then the points are those of the first turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// The best boxes.
    #[serde(flatten)]
    pub best: BestBoxes,
}

impl HindsightAnswer {
    /// For the turns of a game that have ended; `None` if there are none, or if the search would take too much memory.
    pub fn of(game: &Game) -> Option<HindsightAnswer> {
        game.turns().first()?.placement()?;
        let boxes = |stopping| Hindsight::of(game, stopping).map(|best| BestBoxes::new(&best, game.rules()));
        let ended = || game.turns().iter().filter(|turn| turn.placement().is_some());
        let any_throw = if ended().any(|turn| turn.decisions().len() > 1) { boxes(Stopping::AtAnyThrow) } else { None };
        Some(HindsightAnswer { as_played: boxes(Stopping::AsPlayed)?, any_throw })
    }

    /// In words, beside the score of the game so far.
    pub fn said(&self, game: &Game) -> String {
        let total = self.as_played.total;
        let more = total.checked_sub(game.score_so_far()).unwrap_or_default();
        let mut said = match game.is_complete() {
            true => tr!("With the same rolls, knowing them all: at most {} points, {} more.", total, more),
            false => tr!("With the same rolls so far, knowing them all: at most {} points, {} more.", total, more),
        };
        if let Some(any_throw) = &self.any_throw {
            said += " ";
            said += &tr!("If also each turn could have stopped at any of its throws: {}.", any_throw.total);
        }
        said
    }
}

impl RollsReview {
    /// Reads a list of final rolls by these rules; `None` if a text is none.
    ///
    /// # Errors
    ///
    /// What is wrong with the list, or that its search would take too much memory.
    pub fn read(text: &str, rules: &RuleSet) -> Option<Result<RollsReview, String>> {
        let of = |(game, rolls): (Game, Vec<Roll>)| {
            let best = Hindsight::of_rolls(&game, &rolls).ok_or_else(|| tr!("the search for the best boxes would take too much memory"))?;
            let complete = (rolls.len() < game.turn_count()).then_some(false);
            Ok(RollsReview { rules: rules.name().to_owned(), complete, best: BestBoxes::new(&best, rules) })
        };
        Some(Game::parse_rolls(text, rules)?.map_err(|error| error.to_string()).and_then(of))
    }

    /// What the boxes mean, in words.
    pub fn meaning(&self) -> String {
        match self.complete {
            None => tr!("These rolls, in the order of the turns, if one had known them all:"),
            Some(_) => tr!("Within these {} turns, if one had known the rolls, with the bonuses reached so far:", self.best.turns.len()),
        }
    }

    /// The box of each roll, in words: turn, roll, box, points; then the bonuses, and what was on the card before.
    pub fn rows(&self, rules: &RuleSet) -> Vec<[String; 4]> {
        let best = &self.best;
        let title = |name: &str| rules.category_exact(name).map_or_else(|_| name.to_owned(), |of| rules.category(of).title.clone());
        let of_turn = |BoxOfTurn { turn, dice, category, points, .. }: &BoxOfTurn| {
            [turn.to_string(), dice.map_or_else(String::new, |dice| dice.to_string()), title(category), points.to_string()]
        };
        let extra: Points = best.turns.iter().filter_map(|turn| turn.bonus).sum();
        let written: Points = best.turns.iter().map(|turn| turn.points).sum();
        let before = best.total.checked_sub(written + extra + best.upper_bonus).unwrap_or_default();
        let sums = [(tr!("Upper bonus"), best.upper_bonus), (tr!("Extra bonus"), extra), (tr!("on the card before"), before)];
        let sums = sums.into_iter().filter(|(_, points)| *points > 0);
        let sums = sums.map(|(title, points)| [String::new(), String::new(), title, points.to_string()]);
        best.turns.iter().map(of_turn).chain(sums).collect()
    }
}

impl BestBoxes {
    fn new(best: &Hindsight, rules: &RuleSet) -> BestBoxes {
        let turn = |HindsightTurn { number, scored, placement, .. }: &HindsightTurn| BoxOfTurn {
            turn: *number,
            throw: scored.map(|(throw, _)| throw),
            dice: scored.map(|(_, roll)| roll),
            category: rules.category(placement.category).name.clone(),
            points: placement.points,
            bonus: Some(placement.bonus).filter(|bonus| *bonus > 0),
        };
        BestBoxes {
            total: best.total(),
            upper_bonus: best.cards.iter().map(|card| card.upper_bonus()).sum(),
            turns: best.turns.iter().map(turn).collect(),
        }
    }
}
