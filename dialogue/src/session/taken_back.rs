//! Moves taken back. A game keeps them, so that its review can list them.

use yahtzee_solver::{Action, Position, RuleSet, TurnOption, ValueTable, WrittenAction};

use crate::ask::{Question, chosen};

/// The most moves taken back of a player that a game keeps. It bounds the memory for a saved game; later ones are not kept.
pub(super) const MOST_TAKEN_BACK: usize = 10_000;

/// A move taken back, with its position. Its text is `turn 3: 11666 rerolls=2 ones=3: hold 11`. Without an action, the dice themselves were taken
/// back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenBack {
    /// The turn of the game, from 1.
    pub turn: usize,
    /// The card, the dice and the rerolls left.
    pub position: Position,
    /// The choice; `None` if typed dice were taken back.
    pub action: Option<Action>,
}

impl TakenBack {
    /// The move as a line of text, which [`TakenBack::parse`] reads.
    pub fn text(&self) -> String {
        let TakenBack { turn, position, action } = self;
        let action = action.map_or_else(String::new, |action| format!(": {}", action.display(position.rules())));
        format!("turn {turn}: {position}{action}")
    }

    /// Reads the text of a move.
    ///
    /// # Errors
    ///
    /// A message with the error.
    pub fn parse(text: &str, rules: &RuleSet) -> Result<TakenBack, String> {
        let mut parts = text.splitn(3, ": ");
        let turn = parts.next().and_then(|turn| turn.strip_prefix("turn ")?.parse().ok()).filter(|&turn| turn > 0);
        let (Some(turn), Some(position)) = (turn, parts.next()) else {
            return Err("write a move that was taken back like 'turn 3: 11666 rerolls=2 ones=3: hold 11'".to_owned());
        };
        let position = Position::parse(position, rules).map_err(|error| error.to_string())?;
        let action = parts.next().map(|action| {
            let written = WrittenAction::parse(action, rules, position.card()).map_err(|error| error.to_string())?;
            chosen::action(&written, &position)
        });
        let action = action.transpose()?;
        Ok(TakenBack { turn, action, position })
    }

    /// The choice and the best option, as options of a game of one round. `None` if dice were taken back.
    pub fn options(&self, table: &ValueTable) -> Option<[TurnOption; 2]> {
        let answer = Question::new(self.position.clone()).comparing(&self.action?).work(table, None).ok()?;
        Some([answer.chosen?, *answer.advice.best()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::testing::hasbro;

    #[test]
    fn a_move_reads_back() {
        let rules = hasbro().rules();
        for text in [
            "turn 3: 11666 rerolls=2 ones=3 chance=20: hold 11",
            "turn 1: 11666 rerolls=0: score sixes=18",
            "turn 1: 11666 rerolls=1: score chance=0",
            "turn 13: 12345 rerolls=2",
        ] {
            let taken_back = TakenBack::parse(text, rules).unwrap();
            assert_eq!(taken_back.text(), text);
            assert_eq!(taken_back.action.is_some(), taken_back.options(hasbro()).is_some());
        }
        let [chosen, best] = TakenBack::parse("turn 1: 23456 rerolls=0: score sixes=6", rules).unwrap().options(hasbro()).unwrap();
        assert!(chosen.loss > 10.0 && best.loss == 0.0);
        for wrong in
            ["", "turn 0: 11666", "turn x: 11666", "turn 1", "turn 1: 1166", "turn 1: 11666: hold 22", "turn 1: 11666 rerolls=0: hold 11"]
        {
            assert!(TakenBack::parse(wrong, rules).is_err(), "{wrong}");
        }
    }
}
