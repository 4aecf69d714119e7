//! Decisions made with help: after a hint, or in place of a choice that was taken back. They do not show what a player found alone. Another choice also
//! brings other dice, so that nobody can look at a throw before choosing.

use yahtzee_solver::game::Decision;
use yahtzee_solver::{Action, Position};

use super::seat::{Mode, Seat};
use super::state::Session;
use super::taken_back::MOST_TAKEN_BACK;

/// More than the choices of a player that are kept as taken back.
const CHOICES: u64 = MOST_TAKEN_BACK as u64 + 1;
/// More than the rerolls of any turn.
const REROLLS: u64 = u8::MAX as u64 + 1;

/// A hash of a hash and another number. Both count, and so does their order.
pub(super) fn hashed(hash: u64, number: u64) -> u64 {
    // Fibonacci hashing: an odd factor near 2^64 divided by the golden ratio. The high bits are mixed into the low ones.
    let mixed = (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

impl Seat {
    /// The first choice in a position of a turn, if it was taken back.
    pub fn first_choice(&self, turn: usize, position: &Position) -> Option<Action> {
        let mut choices = self.taken_back.iter().filter(|taken| taken.turn == turn && taken.action.is_some());
        choices.find(|taken| taken.position == *position)?.action
    }

    /// The number of decisions made with help. Without a coach all options are shown, and none is counted.
    pub fn aided(&self, mode: Mode) -> usize {
        if mode.coach.is_none() || (self.hinted.is_empty() && self.taken_back.is_empty()) {
            return 0;
        }
        self.decided().enumerate().filter(|decided| self.is_aided(decided)).count()
    }

    /// Whether the options were shown to this person with their values. Then the game says nothing about what the person found alone.
    pub fn is_advised(&self, mode: Mode) -> bool {
        self.is_person() && mode.coach.is_none()
    }

    /// Whether the last decision was made with help, with a coach.
    pub(super) fn last_is_aided(&self) -> bool {
        self.decided().enumerate().last().is_some_and(|decided| self.is_aided(&decided))
    }

    /// Whether a decision, with its number in the game from 0, was made with help.
    fn is_aided(&self, (number, (turn, position, decision)): &(usize, (usize, Position, &Decision))) -> bool {
        self.hinted.contains(number) || self.first_choice(*turn, position).is_some_and(|first| first != decision.choice)
    }

    /// The decisions of the game, each with its turn and its position.
    fn decided(&self) -> impl Iterator<Item = (usize, Position, &Decision)> {
        self.game.played().flat_map(|played| {
            let position = move |decision: &Decision| Position::new(played.card.clone(), decision.roll, decision.rerolls_left);
            played.turn.decisions().iter().map(move |decision| (played.number, position(decision).expect("a position of a game"), decision))
        })
    }

    /// The number of other choices that were taken back in a position before this one was first made.
    fn others_before(&self, turn: usize, position: &Position, choice: Action) -> u64 {
        let here = self.taken_back.iter().filter(|taken| taken.turn == turn && taken.position == *position);
        let mut others = Vec::new();
        for action in here.filter_map(|taken| taken.action).take_while(|action| *action != choice) {
            if !others.contains(&action) {
                others.push(action);
            }
        }
        others.len() as u64
    }

    /// The line of play that the game follows: 0 as long as every choice is the first one made in its position. Otherwise a hash of the choices that
    /// are not, and of their places in the game.
    pub(super) fn line(&self) -> u64 {
        if self.taken_back.is_empty() {
            return 0;
        }
        self.decided().fold(0, |line, (turn, position, decision)| match self.others_before(turn, &position, decision.choice) {
            0 => line,
            others => hashed(line, (turn as u64 * REROLLS + u64::from(decision.rerolls_left.get())) * CHOICES + others),
        })
    }
}

impl Session {
    /// Notes that a player makes the next decision with help. Whether it was not noted before.
    pub(super) fn helped(&mut self, player: usize) -> bool {
        let player = &mut self.players[player];
        let number = player.decisions().count();
        player.seat.hinted.insert(number)
    }
}

#[cfg(test)]
mod tests {
    use yahtzee_solver::{Dice, Stage};

    use crate::session::testing::{OWN, SEED, alone, at_table, hasbro, press};
    use crate::session::tests::game;
    use crate::session::{DiceFrom, Intent, Mode};

    #[test]
    fn taking_back_a_choice_does_not_change_the_dice() {
        let mut session = alone(SEED);
        press(&mut session, "\n\n\n\n");
        let before = game(&session, 0).clone();
        press(&mut session, "\n");
        let after = game(&session, 0).clone();
        press(&mut session, "<");
        assert_eq!(*game(&session, 0), before);
        press(&mut session, "\n");
        assert_eq!(*game(&session, 0), after);
    }

    /// The dice on the table after these keys.
    fn dice_after(seed: u64, keys: &[&str]) -> Dice {
        let mut session = alone(Mode { dice: DiceFrom::Seed(seed), ..OWN });
        for keys in keys {
            press(&mut session, keys);
        }
        let Stage::ToChoose { roll, .. } = session.stage() else { panic!("{:?}", session.stage()) };
        *roll
    }

    /// Another choice of one player and another choice of the other are different lines of play.
    #[test]
    fn two_people_have_lines_of_their_own() {
        let dice_after = |seed: u64, keys: &[&str]| {
            let mut session = at_table(hasbro(), &["ann", "bob"], Mode { dice: DiceFrom::Seed(seed), ..OWN });
            for keys in keys {
                match *keys {
                    "throw" => session.act_now(Intent::Throw),
                    keys => press(&mut session, keys),
                };
            }
            let Stage::ToChoose { roll, .. } = session.stage() else { panic!("{:?}", session.stage()) };
            *roll
        };
        let other = ["chance\n", "<", "4k\n", "y\n", "throw"];
        let ann = [&other[..], &["chance\n", "throw"]].concat();
        let bob = [&["chance\n", "throw"], &other[..]].concat();
        assert!((0..20).filter(|&seed| dice_after(seed, &ann) != dice_after(seed, &bob)).count() > 15);
    }

    /// Who looks at a throw and takes the choice back learns nothing of the dice that another choice brings.
    #[test]
    fn another_choice_has_other_dice_and_the_same_one_the_same() {
        let seeds = 0..20;
        // Four of five new dice, after five were seen.
        let one = |seed: u64| Dice::from_pips(dice_after(seed, &[]).faces().map(|face| face.pips()).take(1)).unwrap();
        let seen = |seed| dice_after(seed, &["none\n"]);
        let others = |seed: u64| dice_after(seed, &["none\n", "<", &format!("{}\n", one(seed))]).minus(&one(seed)).unwrap();
        assert!(seeds.clone().filter(|&seed| seen(seed).contains(&others(seed))).count() < 5);
        // The first throw of the next turn, after one line of play and another.
        let differs =
            |one: &[&str], other: &[&str]| seeds.clone().filter(|seed| dice_after(*seed, one) != dice_after(*seed, other)).count();
        assert!(differs(&["chance\n"], &["chance\n", "<", "4k\n", "y\n"]) > 15);
        // Another second choice, and another first one.
        let second = ["none\n", "chance\n", "<", "4k\n", "y\n"];
        assert!(differs(&second, &[&second[..], &["<", "<", "4k\n", "y\n"]].concat()) > 15);
        for seed in seeds {
            assert_eq!(dice_after(seed, &["none\n", "<", &format!("{}\n", one(seed)), "<", "none\n"]), seen(seed));
        }
    }
}
