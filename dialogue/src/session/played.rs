//! A game that was played, from its text in either form: the file of a game at a table (`saved`), or one game in the notation that people write by hand.

use yahtzee_solver::game::GameErrorKind;
use yahtzee_solver::printable::escaped;
use yahtzee_solver::say;
use yahtzee_solver::{Game, RuleSet, RulesError};

use super::saved::{self, Saved};
use super::seat::{Mode, Seat, seats};

/// A game that was played, from its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The rules of all games.
    pub rules: RuleSet,
    /// How it was played; `None` for a game that was written by hand, which does not say.
    pub mode: Option<Mode>,
    /// Who played, with the game of each. A game that was written by hand is that of [`YOU`](crate::words::YOU).
    pub seats: Vec<Seat>,
    /// Whether the file was edited since the program wrote it.
    pub edited: bool,
}

/// Why the rules of a game are not known.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayedRulesError {
    /// A game that was written by hand names rules that are not built in.
    #[error("{}", say!("line {}: {}", .line, .error))]
    Unknown {
        /// The line, from 1.
        line: usize,
        /// The error.
        error: RulesError,
    },
    /// The file of a game is damaged, or the rules in it.
    #[error("{0}")]
    File(String),
}

impl Played {
    /// The rules that a text has or names; `None` if it names none.
    ///
    /// # Errors
    ///
    /// A [`PlayedRulesError`] if they cannot be read, or are not built in.
    pub fn rules_in(text: &str) -> Result<Option<RuleSet>, PlayedRulesError> {
        if saved::is_ours(text) {
            return saved::rules_in(text).map(Some).map_err(PlayedRulesError::File);
        }
        let named = Game::rules_named(text);
        named.map(|(line, name)| RuleSet::builtin_named(&name).map_err(|error| PlayedRulesError::Unknown { line, error })).transpose()
    }

    /// Reads a text as a game by these rules. Errors name the line.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, or that it is a game by other rules.
    pub fn read(text: &str, rules: &RuleSet) -> Result<Played, String> {
        if saved::is_ours(text) {
            let Saved { rules, mode, seats, edited } = saved::parse_by(text, |own| by(own, rules))?;
            return Ok(Played { rules, mode: Some(mode), seats, edited });
        }
        let game = Game::parse(text, rules).map_err(|error| error.to_string())?;
        Ok(Played { rules: rules.clone(), mode: None, seats: seats(&[], &game).map_err(|error| error.to_string())?, edited: false })
    }

    /// The number of the player with this name. Without a name it is the only person who played, or the only player.
    ///
    /// # Errors
    ///
    /// A message with the names, if no player has this name, or if no name is given and several people played.
    pub fn player(&self, name: Option<&str>) -> Result<usize, String> {
        if self.mode.is_none() && name.is_some() {
            return Err(say!("one game without a name, not a file of 'yahtzee play': name no player"));
        }
        let is_meant = |seat: &Seat| name.map_or(seat.is_person() || self.seats.len() == 1, |name| seat.name == name);
        let mut meant = self.seats.iter().enumerate().filter(|(_, seat)| is_meant(seat)).map(|(index, _)| index);
        if let (Some(player), None) = (meant.next(), meant.next()) {
            return Ok(player);
        }
        // Quoted for the command line.
        let names: Vec<_> = self.seats.iter().map(|seat| shell_words::quote(&seat.name)).collect();
        let names = names.join(", ");
        Err(match name {
            Some(name) => say!("no player is called '{}'; the players are {}", escaped(name), names),
            None => say!("several played; name one of {}", names),
        })
    }

    /// The games of all players, in the order of their turns.
    pub fn games(&self) -> Vec<&Game> {
        self.seats.iter().map(|seat| &seat.game).collect()
    }

    /// Whether all players look at the other cards and may play to win.
    pub fn react(&self) -> bool {
        self.seats.iter().all(Seat::reacts)
    }
}

/// The rules by which to read a file that has rules of its own: those that are wanted where they are the same, which may be in another language.
fn by(own: RuleSet, wanted: &RuleSet) -> Result<RuleSet, String> {
    if own == *wanted {
        return Ok(wanted.clone());
    }
    if own.fingerprint() == wanted.fingerprint() {
        return Ok(own);
    }
    let (found, rules) = (own.name().to_owned(), wanted.name().to_owned());
    let fault = match found == rules {
        false => GameErrorKind::OtherRules { found, wanted: rules },
        true => GameErrorKind::OtherFingerprint {
            found: format!("{:016x}", own.fingerprint()),
            rules,
            wanted: format!("{:016x}", wanted.fingerprint()),
        },
    };
    Err(fault.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::testing::{COACH, hasbro, pocket};

    const BY_HAND: &str = "rules: hasbro\n11666 score sixes\n";

    fn of_players(seats: &[&str]) -> String {
        let game = |seat: &&str| format!("#! {seat}\n{BY_HAND}");
        format!("#! yahtzee play 1\n#! dice: table\n{}#! end\n", seats.iter().map(game).collect::<String>())
    }

    #[test]
    fn either_form_is_the_same_game() {
        let rules = hasbro().rules();
        let [by_hand, saved] = [BY_HAND.to_owned(), of_players(&["player: you"])].map(|text| {
            assert_eq!(Played::rules_in(&text).unwrap().as_ref(), Some(rules));
            Played::read(&text, rules).unwrap()
        });
        assert_eq!((&by_hand.seats, by_hand.mode), (&saved.seats, None));
        assert!(saved.mode.is_some() && saved.react());
        assert_eq!([by_hand.player(None), saved.player(None), saved.player(Some("you"))], [Ok(0), Ok(0), Ok(0)]);
        assert!(by_hand.player(Some("you")).unwrap_err().ends_with("name no player"));
        assert_eq!(Played::rules_in("11666 score sixes"), Ok(None));
    }

    #[test]
    fn the_only_person_or_player_needs_no_name() {
        let player = |seats: &[&str], name| Played::read(&of_players(seats), hasbro().rules()).unwrap().player(name);
        assert_eq!(player(&["computer: computer", "player: ann", "greedy: greedy"], None), Ok(1));
        assert_eq!(player(&["computer: computer"], None), Ok(0));
        assert_eq!(player(&["player: ann", "player: bob lee"], Some("bob lee")), Ok(1));
        assert_eq!(player(&["player: ann", "player: bob lee"], None).unwrap_err(), "several played; name one of ann, 'bob lee'");
        assert_eq!(player(&["computer: a", "greedy: b"], Some("eve")).unwrap_err(), "no player is called 'eve'; the players are a, b");
    }

    #[test]
    fn games_that_do_not_match_are_named() {
        let further = "11666 score ones\n12345 score chance\n";
        for seats in [["player: ann", "player: bob"], ["player: bob", "player: ann"]] {
            let text = of_players(&seats);
            let first_is_ahead = text.replacen(BY_HAND, &format!("{BY_HAND}{further}"), 1);
            let (before, last) = text.rsplit_once(BY_HAND).unwrap();
            let last_is_ahead = format!("{before}{BY_HAND}{further}{last}");
            for text in [first_is_ahead, last_is_ahead] {
                let error = Played::read(&text, hasbro().rules()).unwrap_err();
                assert!(error.contains("ann") && error.contains("bob") && error.ends_with("do not match: players take turns"), "{error}");
            }
        }
    }

    #[test]
    fn a_game_by_other_rules_is_refused() {
        let (table, saved) = (pocket(), of_players(&["player: ann"]));
        for text in [BY_HAND, &saved] {
            let error = Played::read(text, table.rules()).unwrap_err();
            assert!(error.ends_with("a game by the rules 'hasbro', not 'pocket'"), "{error}");
        }
        let other = RuleSet::parse(&table.rules().toml().replacen("points = 20", "points = 21", 1)).unwrap();
        let seats = seats(&[], &Game::new(table.rules())).unwrap();
        let own = saved::text(table.rules(), COACH, seats.iter());
        assert!(Played::read(&own, table.rules()).is_ok());
        assert!(Played::read(&own, &other).unwrap_err().contains("fingerprint"));
        assert!(Played::rules_in(&saved.replace("rules: hasbro", "rules: chess")).unwrap_err().to_string().starts_with("line 4: "));
        let unknown = Played::rules_in("\nrules: chess\n").unwrap_err();
        assert!(matches!(unknown, PlayedRulesError::Unknown { line: 2, .. }));
        assert!(Played::rules_in("#! yahtzee play 1\n").unwrap_err().to_string().contains("a part of it is missing"));
    }
}
