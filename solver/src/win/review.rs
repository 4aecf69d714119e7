//! The review of a game of several players: the loss of each decision of one of them, in chance to win.

use super::contest::{Contest, Side};
use crate::advise::{Advisor, PlayerLevel};
use crate::dice::{RerollsLeft, Roll};
use crate::game::{Game, Position};
use crate::solve::{RunError, TurnOption};
use crate::sorting::sort_by;

/// The review of one player's game against the others; see [`Contest::review`].
#[derive(Clone, Debug, PartialEq)]
pub struct WinReview {
    /// The turns, in order.
    pub turns: Vec<WinTurn>,
    /// The chance to win after all moves; 1, 0 or a share of a tie once all games are complete.
    pub now: f64,
    /// Whether any part of it is approximate.
    pub approximate: bool,
}

/// A turn of a [`WinReview`].
#[derive(Clone, Debug, PartialEq)]
pub struct WinTurn {
    /// The turn of the game, from 1.
    pub number: usize,
    /// The chance before the first roll, if everyone plays for expected score.
    pub before: f64,
    /// The chance after the last decision.
    pub after: f64,
    /// The decisions, in order.
    pub decisions: Vec<WinDecision>,
}

/// A decision of a [`WinReview`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinDecision {
    /// The dice on the table.
    pub roll: Roll,
    /// The rerolls that were left.
    pub rerolls_left: RerollsLeft,
    /// The chosen option, with its chance to win.
    pub chosen: TurnOption,
    /// The option with the best chance to win.
    pub best: TurnOption,
}

impl WinDecision {
    /// The loss of the choice in chance to win, from 0 to 1.
    pub fn loss(&self) -> f64 {
        self.chosen.worth.map_or(0.0, |worth| worth.loss)
    }
}

/// An event that changed the chance to win.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TurningPoint {
    /// The turn of the player, from 1.
    pub turn: usize,
    /// Whether it was the player's turn; otherwise the others' turns after it.
    pub own: bool,
    /// The chance before.
    pub from: f64,
    /// The chance after.
    pub to: f64,
}

impl WinReview {
    /// The chance to win that counts like a point, from 0 to 1: about what a point is worth at the start of a game of Yahtzee between two players,
    /// whose final scores have a standard deviation of 60 points.
    pub const CHANCE_OF_A_POINT: f64 = 0.005;

    /// The loss of all decisions in chance to win.
    pub fn loss(&self) -> f64 {
        self.turns.iter().flat_map(|turn| &turn.decisions).map(WinDecision::loss).sum::<f64>() + 0.0
    }

    /// The level, by the mean loss of a turn; `None` if no decision has been made.
    pub fn level(&self) -> Option<PlayerLevel> {
        let turns = self.turns.iter().filter(|turn| !turn.decisions.is_empty()).count();
        (turns > 0).then(|| PlayerLevel::of(self.loss() / WinReview::CHANCE_OF_A_POINT / turns as f64))
    }

    /// The chance to win before the first roll.
    pub fn start(&self) -> f64 {
        self.turns.first().map_or(self.now, |turn| turn.before)
    }

    /// The chance to win before each turn and after it, with the number of turns played until then, and at the end.
    pub fn course(&self) -> Vec<(f64, f64)> {
        let mut course: Vec<(f64, f64)> =
            self.turns.iter().flat_map(|turn| [(turn.number as f64 - 1.0, turn.before), (turn.number as f64 - 0.5, turn.after)]).collect();
        course.push((self.turns.last().map_or(0.0, |turn| turn.number as f64), self.now));
        course
    }

    /// The events with the greatest changes of the chance, the greatest first.
    pub fn turning_points(&self) -> Vec<TurningPoint> {
        let mut points = Vec::new();
        for (index, turn) in self.turns.iter().enumerate() {
            let next = self.turns.get(index + 1).map_or(self.now, |next| next.before);
            points.push(TurningPoint { turn: turn.number, own: true, from: turn.before, to: turn.after });
            points.push(TurningPoint { turn: turn.number, own: false, from: turn.after, to: next });
        }
        sort_by(&mut points, |a, b| (b.to - b.from).abs().total_cmp(&(a.to - a.from).abs()));
        points
    }

    /// The decisions with a loss of chance, the worst first, each with its turn.
    pub fn mistakes(&self) -> Vec<(&WinTurn, &WinDecision)> {
        let decisions = self.turns.iter().flat_map(|turn| turn.decisions.iter().map(move |decision| (turn, decision)));
        let mut mistakes: Vec<_> = decisions.filter(|(_, decision)| !decision.chosen.ties_with_best()).collect();
        sort_by(&mut mistakes, |(_, a), (_, b)| b.loss().total_cmp(&a.loss()));
        mistakes
    }
}

impl Contest<'_> {
    /// Reviews the game of one player against the others. The players take their turns in the order of the games.
    ///
    /// # Errors
    ///
    /// A [`RunError`] if a game is of other rules than the table, or the progress callback stops it.
    pub fn review(&self, games: &[&Game], player: usize) -> Result<WinReview, RunError> {
        let advisor = Advisor::new(self.table());
        let mut review = WinReview { turns: Vec::new(), now: 0.0, approximate: false };
        for (index, played) in games[player].played().enumerate() {
            // Games may begin from cards with different numbers of boxes.
            let begun_with = |game: &Game| game.start().filled().count();
            let behind = begun_with(games[player]) + index;
            let side =
                |(seat, game): (usize, &&Game)| side_after(game, (behind + usize::from(seat < player)).saturating_sub(begun_with(game)));
            let sides: Vec<Side> = games.iter().enumerate().map(side).collect();
            let Some((solved, approximate)) = self.solve(&sides, player)? else { break };
            let before = self.chances(&sides)?[player];
            review.approximate |= approximate || before.approximate;
            let mut turn = WinTurn { number: played.number, before: before.value, after: before.value, decisions: Vec::new() };
            for decision in played.turn.decisions() {
                let position = Position::new(played.card.clone(), decision.roll, decision.rerolls_left).expect("a position of a game");
                let advice = advisor.advise_by(&position, &solved.worths).expect("the turn that was solved");
                let chosen = advisor.value_of(&advice, &decision.choice).expect("the game has checked each choice");
                turn.after = chosen.worth.map_or(turn.after, |worth| worth.value);
                let (roll, rerolls_left) = (decision.roll, decision.rerolls_left);
                turn.decisions.push(WinDecision { roll, rerolls_left, chosen, best: *advice.best() });
            }
            review.turns.push(turn);
        }
        let sides: Vec<Side> = games.iter().map(|game| Side::of(game)).collect();
        let solved = Contest::in_turn(games).map(|turn| self.solve(&sides, turn)).transpose()?.flatten();
        let now = self.live(games, solved.as_ref(), false)?[player];
        (review.now, review.approximate) = (now.value, review.approximate || now.approximate);
        Ok(review)
    }
}

/// The standing of a player after this many turns, or after all finished turns.
fn side_after(game: &Game, turns: usize) -> Side {
    let done = |game: &Game| game.turns().iter().filter(|turn| turn.placement().is_some()).count();
    let mut game = game.clone();
    while done(&game) > turns || game.turns().last().is_some_and(|turn| turn.placement().is_none()) {
        game.undo();
    }
    Side::of(&game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Seed;
    use crate::strategy::{OptimalStrategy, Strategy};
    use crate::testing::{live, table};

    /// Two games of optimal play with the dice of a seed, turn by turn, up to a number of turns each.
    fn played(seed: u64, turns: usize) -> [Game; 2] {
        let table = table(0);
        let strategy = OptimalStrategy::new(table);
        let mut games = [Game::new(table.rules()), Game::new(table.rules())];
        for (number, game) in games.iter_mut().enumerate() {
            for _ in 0..turns {
                let turn = strategy.turn(&game.card().state()).unwrap();
                while let Some(roll) = game.next_roll(Seed::new(seed), number as u64) {
                    game.roll(roll).unwrap();
                    let crate::game::Stage::ToChoose { rerolls_left, .. } = game.stage() else { unreachable!() };
                    let choice = turn.choose(&roll, rerolls_left).unwrap();
                    game.play(crate::game::Move::Choice(choice)).unwrap();
                    if let crate::game::Action::Score(_) = choice {
                        break;
                    }
                }
            }
        }
        games
    }

    #[test]
    fn a_review_ends_with_who_has_won() {
        let table = table(0);
        let contest = Contest::new(live());
        for seed in 0..3 {
            let games = played(seed, table.rules().category_count());
            let all: Vec<&Game> = games.iter().collect();
            let reviews = [0, 1].map(|player| contest.review(&all, player).unwrap());
            let [first, second] = games.each_ref().map(Game::score_so_far);
            let won = if first == second { 0.5 } else { f64::from(u8::from(first > second)) };
            assert_eq!([reviews[0].now, reviews[1].now], [won, 1.0 - won]);
            for (review, game) in reviews.iter().zip(&games) {
                assert_eq!(review.turns.len(), game.turns().len());
                assert!((review.turns[0].before - 0.5).abs() < 0.1);
                // The last decision of the second player decides: the rest is exact.
                let points = review.turning_points();
                assert!(points.windows(2).all(|pair| (pair[0].to - pair[0].from).abs() >= (pair[1].to - pair[1].from).abs()));
                assert!(review.mistakes().iter().all(|(_, mistake)| mistake.loss() > 0.0));
                assert_eq!(review.course().len(), 2 * review.turns.len() + 1);
            }
            // No event follows the last turn of the second player.
            let last = reviews[1].turns.last().unwrap();
            assert!((last.after - reviews[1].now).abs() < 1e-9);
        }
        // The others' cards are taken at the same moment: with one more turn, the first player's review of earlier turns does not change.
        let [longer, shorter] = [3, 2].map(|turns| played(9, turns));
        let review = |games: &[Game; 2]| contest.review(&games.iter().collect::<Vec<_>>(), 0).unwrap();
        assert_eq!(review(&longer).turns[..2], review(&shorter).turns[..2]);
    }
}
