//! A game that was played, from its text in any form: the file of a game at a table (`saved`), one game in the notation that people write by hand, or
//! games as people and other programs tell them.

use yahtzee_solver::game::GameErrorKind;
use yahtzee_solver::printable::{LineError, check_lines, quoted};
use yahtzee_solver::{Game, RuleSet, RulesError, Sheet, tr};

use super::saved::{self, Saved};
use super::seat::{Mode, Seat, seats};
use crate::words;

/// A game that was played, from its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The rules of all games.
    pub rules: RuleSet,
    /// How it was played; `None` for a game that was written by hand, which does not say.
    pub mode: Option<Mode>,
    /// Who played, with the game of each. A game that was written by hand is that of [`YOU`](words::YOU).
    pub seats: Vec<Seat>,
    /// Whether the file was edited since the program wrote it.
    pub edited: bool,
}

/// Why the rules of a game are not known.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayedRulesError {
    /// A game that was written by hand names rules that are not built in.
    #[error("{}", tr!("line {}: {}", .line, .error))]
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

/// What the lines above the turns of a game begin with.
const HEADERS: [&str; 4] = ["rules:", "fingerprint:", "rounds:", "card:"];

/// What somebody asks to look over: a game, or a card of which only the points are known.
#[derive(Clone, Debug, PartialEq)]
pub enum Reviewable {
    /// A game.
    Game(Played),
    /// A score sheet.
    Card(Sheet),
}

impl Reviewable {
    /// Reads a text by these rules. It is a score sheet if no turn in it has dice, and if it names no rules. Of a sheet with several columns it reads that
    /// with the name `player`, or with this number.
    ///
    /// # Errors
    ///
    /// What is wrong with the game or the sheet.
    pub fn read(text: &str, rules: &RuleSet, player: Option<&str>) -> Result<Reviewable, String> {
        // Before a long line is taken for a roll, which takes many times its length.
        if let Err((line, found @ LineError::TooLong)) = check_lines(text) {
            return Err(tr!("line {}: {}", line, found));
        }
        let is_game = saved::is_ours(text)
            || text.to_lowercase().lines().any(|line| HEADERS.iter().any(|header| line.trim_start().starts_with(header)));
        let game = Played::read(text, rules);
        let has_dice = |game: &Game| game.turns().is_empty() || game.turns().iter().any(|turn| turn.result().is_none());
        match game {
            Ok(played) if is_game || played.games().into_iter().any(has_dice) => Ok(Reviewable::Game(played)),
            Err(error) if is_game || has_roll(text, rules) => Err(error),
            game => match (Sheet::parse(text, rules, player), game) {
                (Ok(sheet), Err(error)) if sheet.card.is_empty() => Err(error),
                (Ok(sheet), _) => Ok(Reviewable::Card(sheet)),
                (Err(_), Err(error)) if Game::is_log(text, rules) => Err(error),
                (Err(error), _) => Err(error.to_string()),
            },
        }
    }
}

/// Whether a line begins with a roll, or with throws that are not known, as those of a game do.
fn has_roll(text: &str, rules: &RuleSet) -> bool {
    let begins = |line: &str| {
        let line = line.trim_start();
        if line.starts_with("...") || line.starts_with('…') {
            return true;
        }
        let dice = line.split(char::is_whitespace).next().unwrap_or_default();
        let is_decision = || dice.starts_with(|pips: char| pips.is_ascii_digit()) && (line.contains(" hold ") || line.contains(" score "));
        rules.parse_roll(dice).is_ok() || is_decision()
    };
    text.to_lowercase().lines().any(begins)
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
        let seats = match Game::parse(text, rules) {
            Ok(game) => seats(&[], &game)?,
            Err(error) if text.len() > Game::LONGEST_LOG => return Err(error.to_string()),
            Err(error) => match Game::parse_log(text, rules) {
                Ok(logs) if !logs.is_empty() => told(logs)?,
                Err(error) if Game::is_log(text, rules) => return Err(error.to_string()),
                _ => return Err(error.to_string()),
            },
        };
        Ok(Played { rules: rules.clone(), mode: None, seats, edited: false })
    }

    /// The number of the player with this name. Without a name it is the only person who played, or the only player.
    ///
    /// # Errors
    ///
    /// A message with the names, if no player has this name, or if no name is given and several people played.
    pub fn player(&self, name: Option<&str>) -> Result<usize, String> {
        if self.mode.is_none() && name.is_some() && self.seats[0].name == words::YOU {
            return Err(tr!("one game without a name, not a file of 'yahtzee play': name no player"));
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
            Some(name) => tr!("no player is called '{}'; the players are {}", quoted(name), names),
            None => tr!("several played; name one of {}", names),
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

/// The players of games that were told, which must be as long as games are in which players take turns.
fn told(games: Vec<(Option<String>, Game)>) -> Result<Vec<Seat>, String> {
    let names: Vec<String> = games.iter().map(|(name, _)| name.clone().unwrap_or_else(|| words::YOU.to_owned())).collect();
    let mut seats = seats(&names, &games[0].1)?;
    for (seat, (_, game)) in seats.iter_mut().zip(games) {
        seat.game = game;
    }
    saved::in_turn(&seats)?;
    Ok(seats)
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

    /// A text without dice is a sheet of points, and other errors are those of a game.
    #[test]
    fn games_are_told_from_sheets() {
        let rules = hasbro().rules();
        let read = |text: &str| Reviewable::read(text, rules, None);
        for game in [
            BY_HAND,
            "11666",
            "11666 score sixes",
            "sixes=18\n11666 hold 666",
            "... 11666 score sixes",
            "rules: hasbro\nsixes=18\n",
            &of_players(&["player: ann"]),
        ] {
            assert!(matches!(read(game), Ok(Reviewable::Game(_))), "{game}");
        }
        for log in
            ["Ann rolled 1,1,6,6,6 / kept 6,6,6", "11666 hold 666 66625 hold 666 66661 score sixes", "Bob rolled 11666\nscored 18 in sixes"]
        {
            assert!(matches!(read(log), Ok(Reviewable::Game(_))), "{log}: {:?}", read(log));
        }
        for sheet in [
            "sixes=18\n",
            "YAHTZEE SCORE CARD\nAces 3\nTwos 4\n",
            "Name: Ann\nAces: 3\nTotal: 3",
            "Aces=3, Twos=4",
            "Aces\t3\n3 of a kind\t20",
        ] {
            assert!(matches!(read(sheet), Ok(Reviewable::Card(_))), "{sheet}: {:?}", read(sheet));
        }
        for (text, wrong) in [
            ("rolled 66661, scored chance\nScore: 25", "line 2: it is not certain what '25' means"),
            ("Ann rolled 1,1,6,6,6 / kept the sixes", "line 1: it is not certain what 'sixes' means"),
            ("11666 hold 777", "line 1: '7' is no die face"),
            ("1 1 6 6 6 hold 22", "line 1: the hold 2 2 is not in"),
            ("Aces 3\nFulhouse 25", "line 2: unknown category 'Fulhouse'"),
            ("Name\tAnn\tBob\nAces\t3\t2", "the sheet has several columns"),
        ] {
            assert!(read(text).unwrap_err().starts_with(wrong), "{text}: {:?}", read(text));
        }
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
