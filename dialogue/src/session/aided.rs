//! Decisions made with help: after a hint, or in place of a choice that was taken back. They do not show what a player found alone. Another choice also
//! brings other dice, so that nobody can look at a throw before choosing.

use yahtzee_solver::game::Decision;
use yahtzee_solver::{Action, Position};

use super::seat::{Mode, Seat};
use super::taken_back::MOST_TAKEN_BACK;

/// More than the choices that can be taken back in a game. It is odd, so a line that differs stays different.
const LINES: u64 = MOST_TAKEN_BACK as u64 + 7;

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
        let is_aided = |(number, (turn, position, decision)): &(usize, (usize, Position, &Decision))| {
            let changed = || self.first_choice(*turn, position).is_some_and(|first| first != decision.choice);
            self.hinted.contains(number) || changed()
        };
        self.decided().enumerate().filter(is_aided).count()
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

    /// The line of play that the game follows: 0 as long as every choice is the first one made in its position. Each line has other dice after the
    /// choice in which it differs.
    pub(super) fn line(&self) -> u64 {
        if self.taken_back.is_empty() {
            return 0;
        }
        let add = |line: u64, (turn, position, decision): (usize, Position, &Decision)| {
            line.wrapping_mul(LINES).wrapping_add(self.others_before(turn, &position, decision.choice))
        };
        self.decided().fold(0, add)
    }
}

#[cfg(test)]
mod tests {
    use yahtzee_solver::{Dice, Stage};

    use crate::session::testing::{OWN, SEED, alone, press};
    use crate::session::tests::game;
    use crate::session::{DiceFrom, Mode};

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

    /// Who looks at a throw and takes the choice back learns nothing of the dice that another choice brings.
    #[test]
    fn another_choice_has_other_dice_and_the_same_one_the_same() {
        let seeds = 0..20;
        // Four of five new dice, after five were seen.
        let one = |seed: u64| Dice::from_pips(dice_after(seed, &[]).faces().map(|face| face.pips()).take(1)).unwrap();
        let seen = |seed| dice_after(seed, &["none\n"]);
        let others = |seed: u64| dice_after(seed, &["none\n", "<", &format!("{}\n", one(seed))]).minus(&one(seed)).unwrap();
        assert!(seeds.clone().filter(|&seed| seen(seed).contains(&others(seed))).count() < 5);
        // The first throw of the next turn.
        let scored = |seed, keys: &[&str]| dice_after(seed, keys);
        let changed = |seed: &u64| scored(*seed, &["chance\n", "<", "4k\n", "y\n"]) != scored(*seed, &["chance\n"]);
        assert!(seeds.clone().filter(changed).count() > 15);
        for seed in seeds {
            assert_eq!(dice_after(seed, &["none\n", "<", &format!("{}\n", one(seed)), "<", "none\n"]), seen(seed));
        }
    }
}
