//! Whose game it is: a history is that of one person, and games of others that are looked over do not belong into it.

use std::collections::BTreeMap;

use yahtzee_solver::printable::escaped;
use yahtzee_solver::sorting::sort_by_key;
use yahtzee_solver::tr;

use super::history::History;
use super::record::GameRecord;
use crate::session::Played;
use crate::words::YOU;

/// Whose game it is that somebody looks over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// That of the owner of the history: it is recorded.
    Owner,
    /// That of another player.
    Other {
        /// The player.
        player: String,
        /// The owner of the history.
        owner: String,
    },
    /// A game that was written by hand, which does not say who played.
    NotSaid,
}

impl History {
    /// Its owner: the person with the most games. While there is none, the default player of a game, [`YOU`].
    pub fn owner(&self) -> String {
        self.people(|_| true).into_iter().next().map_or_else(|| YOU.to_owned(), |(player, _)| player)
    }

    /// The people who played such games, with the number of them: the one with the most first, of equals [`YOU`], then in the order of the alphabet.
    pub(super) fn people(&self, is_such: impl Fn(&GameRecord) -> bool) -> Vec<(String, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for game in self.games.iter().filter(|game| game.computer.is_none() && is_such(game)) {
            *counts.entry(&game.player).or_default() += 1;
        }
        let mut people: Vec<_> = counts.into_iter().map(|(player, games)| (player.to_owned(), games)).collect();
        sort_by_key(&mut people, |(player, games)| (std::cmp::Reverse(*games), player != YOU));
        people
    }
}

impl Whose {
    /// Whose game that of this player is, if the history is that of `owner`.
    pub fn of(played: &Played, player: usize, owner: &str) -> Whose {
        let seat = &played.seats[player];
        match played.mode {
            None => Whose::NotSaid,
            Some(_) if seat.is_person() && seat.name == owner => Whose::Owner,
            Some(_) => Whose::Other { player: seat.name.clone(), owner: owner.to_owned() },
        }
    }

    /// Why the game is not recorded; `None` if it is.
    pub fn not_recorded(&self) -> Option<String> {
        match self {
            Whose::Owner => None,
            Whose::NotSaid => Some(tr!("Not recorded in your history: the game does not say who played it.")),
            Whose::Other { player, owner } => Some(tr!(
                "Not recorded in your history: it is the game of '{}', and the history is that of '{}'.",
                escaped(player),
                escaped(owner)
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::testing::hasbro;
    use crate::training::record::Record;
    use crate::training::simulated::played as simulated;

    #[test]
    fn a_history_is_that_of_who_has_played_most() {
        let table = hasbro();
        let mut history = History::default();
        assert_eq!(history.owner(), YOU);
        let mut add = |player: &str, computer: Option<&str>, seed: u64| {
            let record =
                GameRecord::of(&simulated(table, "greedy", seed), player, computer.map(str::to_owned), seed, table).unwrap().unwrap();
            history.add(Record::Game(record));
            history.owner()
        };
        assert_eq!(add("computer", Some("computer"), 1), YOU);
        assert_eq!([add("bob", None, 2), add("ann", None, 3), add("bob", None, 4)], ["bob", "ann", "bob"]);
        assert_eq!([add("you", None, 5), add("you", None, 6)], ["bob", "you"]);
    }

    #[test]
    fn only_the_games_of_the_owner_are_recorded() {
        let game = "rules: hasbro\n11666 score sixes\n";
        let saved = format!(
            "#! yahtzee play 1\n#! dice: table\n#! player: ann\n{game}#! computer: bot\nrules: hasbro\n11666 score sixes\n#! end\n"
        );
        let [by_hand, saved] = [game, &saved].map(|text| Played::read(text, hasbro().rules()).unwrap());
        assert_eq!(Whose::of(&by_hand, 0, "you"), Whose::NotSaid, "the seat of such a game has a name that nobody gave it");
        assert_eq!(Whose::of(&saved, 0, "ann"), Whose::Owner);
        assert_eq!(Whose::of(&saved, 1, "bot"), Whose::Other { player: "bot".to_owned(), owner: "bot".to_owned() });
        let other = Whose::of(&saved, 0, "bob").not_recorded().unwrap();
        assert_eq!(other, "Not recorded in your history: it is the game of 'ann', and the history is that of 'bob'.");
    }
}
