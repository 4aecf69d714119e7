//! A list of final rolls: a game of which only the last dice of each turn are known, a roll a line.
//!
//! ```text
//! rules: hasbro
//! 11456
//! 2 2 3 4 5   # as in a game, a comment
//! 6,6,6,6,6
//! ```

use super::game::Game;
use super::move_error::MoveError;
use super::notation::{GameError, GameErrorKind, GameLine, lines};
use crate::dice::{Dice, Roll};
use crate::printable::check_lines;
use crate::rules::RuleSet;

impl Game {
    /// Reads a list of final rolls, in the order of the turns, below the headers of a [game](Game::parse): the game without turns, and the rolls. `None` if
    /// the text is no such list, which has two lines or more below its headers, with nothing but dice.
    ///
    /// # Errors
    ///
    /// A [`GameError`] that names the line: a wrong header, a wrong number of dice, more rolls than turns, or a game with saved or extra throws, which the
    /// last rolls do not tell.
    ///
    /// ```
    /// use yahtzee_solver::{Game, RuleSet};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let (_, rolls) = Game::parse_rolls("rules: hasbro\n11456\n6,6,6,6,6\n", &rules).expect("a list")?;
    /// assert_eq!(rolls[1], rules.parse_roll("66666")?);
    /// assert!(Game::parse_rolls("11456 score ones\n66666", &rules).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_rolls(text: &str, rules: &RuleSet) -> Option<Result<(Game, Vec<Roll>), GameError>> {
        let text = text.to_lowercase();
        let turn = |(line, words)| if let GameLine::Turn(dice) = words { Some((line, dice)) } else { None };
        let turns: Vec<(usize, &str)> = lines(&text).filter_map(turn).collect();
        let is_list = turns.len() > 1 && turns.iter().all(|(_, dice)| Dice::is_text(dice));
        is_list.then(|| read(&text, &turns, rules))
    }
}

fn read(text: &str, turns: &[(usize, &str)], rules: &RuleSet) -> Result<(Game, Vec<Roll>), GameError> {
    check_lines(text).map_err(|(line, found)| GameError { line, kind: found.into() })?;
    let first = turns.first().map_or(0, |(line, _)| *line);
    let head: String = text.lines().take(first - 1).map(|line| format!("{line}\n")).collect();
    let game = if lines(&head).next().is_some() { Game::parse(&head, rules)? } else { Game::new(rules) };
    if let Some((line, GameLine::Header { key, .. })) =
        lines(text).find(|(line, words)| *line > first && matches!(words, GameLine::Header { .. }))
    {
        return Err(GameError { line, kind: GameErrorKind::HeaderTooLate(key.to_owned()) });
    }
    let mut rolls = Vec::new();
    for &(line, dice) in turns {
        let at = |kind| GameError { line, kind };
        if rolls.len() == game.turn_count() {
            return Err(at(MoveError::Over { turns: rolls.len() }.into()));
        }
        let roll = rules.parse_roll(dice).map_err(|error| at(error.into()))?;
        // Each is what `... ROLL` is in a game.
        game.clone().last_roll(roll).map_err(|error| at(error.into()))?;
        rolls.push(roll);
    }
    Ok((game, rolls))
}
