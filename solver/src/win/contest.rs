//! Several players at one table: the chance of each to win, and the worths of a turn for winning.
//!
//! ```text
//! a turn for winning:
//!     the others play for expected score from now on: so each has a distribution of final scores
//!     the worth of a final score = the chance that it is higher than theirs, half of a tie included
//!     with few open boxes: solve for this worth exactly
//!     otherwise: this turn for this worth, and expected score afterwards
//! ```
//!
//! A player known to play by a weaker strategy ([`Contest::playing_by`]) has the distribution of optimal play, less the points that the strategy loses
//! from there on average.
//!
//! The second way is an approximation: it ignores that later turns can be played for winning too. No other code decides between exact and
//! approximate. A [`Contest`] serves front ends where a person waits for a reaction: the page and a played game. Single questions (in the program, in JSON
//! lines, in Python) are always solved exactly, by an [`ObjectiveSolver`]. An [`SolvedTurn`] says whether it is exact.

use std::sync::Arc;

use super::live::Live;
use crate::advise::duel::{Duel, DuelWork};
use crate::advise::{Advisor, Objective, ObjectiveError, ObjectiveSolver, Recall, SolvedTurn};
use crate::evaluate::{Distribution, Finish, Follower, Opponent, Opponents, StrategyValues, Ties};
use crate::game::{Action, Game, Position, Rounds, Scorecard, Stage, Standing};
use crate::rules::{OtherRules, Points, State};
use crate::solve::{Run, RunError, TurnWorths, Utility, ValueTable};

/// A player between turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// The card of the current round.
    pub card: Scorecard,
    /// The rounds.
    pub rounds: Rounds,
}

impl Side {
    /// The player of a game before the current turn.
    pub fn of(game: &Game) -> Side {
        Side { card: game.card().clone(), rounds: game.rounds() }
    }
}

/// A chance, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// The chance.
    pub value: f64,
    /// Whether it is approximate. It is exact if so few boxes are open that everything was solved, for rivals who play for expected score.
    pub approximate: bool,
}

/// A game of several players, who all play by the rules of one table.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    live: Live,
    exact_open: usize,
    run: Run<'a>,
    recall: Option<Arc<dyn Recall>>,
    react: bool,
    by: Arc<[Option<Arc<StrategyValues>>]>,
}

impl<'a> Contest<'a> {
    /// The most open categories for which a turn is solved exactly, in well below a second.
    pub const EXACT_OPEN: usize = 6;
    /// The memory limit of an exact solution, in bytes. Games of many dice take more.
    const EXACT_BYTES: u64 = 200_000_000;
    /// The most values of a duel to solve, in about half a second, on the web too.
    const DUEL_VALUES: u64 = if cfg!(target_arch = "wasm32") { 400_000 } else { 1_500_000 };

    /// A contest with the distributions of the final scores of this table.
    pub fn new(live: &Live) -> Contest<'a> {
        Contest { live: live.clone(), exact_open: Contest::EXACT_OPEN, run: Run::new(), recall: None, react: false, by: [].into() }
    }

    /// Solves a turn exactly if at most this many categories are open.
    #[must_use]
    pub fn exact_up_to(self, open: usize) -> Contest<'a> {
        Contest { exact_open: open, ..self }
    }

    /// Sets threads, memory limit and progress. A computation that would exceed the limit, including memory held already, is approximated.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> Contest<'a> {
        Contest { run, ..self }
    }

    /// Whether all players look at the cards and play to win. A game of two such players is solved for that once it takes little time: from four open
    /// categories each in most games.
    #[must_use]
    pub fn reacting(self, react: bool) -> Contest<'a> {
        Contest { react, ..self }
    }

    /// Reuses earlier exact solutions, and keeps new ones.
    #[must_use]
    pub fn recalling(self, recall: Arc<dyn Recall>) -> Contest<'a> {
        Contest { recall: Some(recall), ..self }
    }

    /// The values of the strategies of players who do not play optimally, in the order of the players; `None` for one who does. The chances against
    /// them are approximate.
    #[must_use]
    pub fn playing_by(self, by: &[Option<Arc<StrategyValues>>]) -> Contest<'a> {
        Contest { by: by.into(), ..self }
    }

    /// The table of everyone's play.
    pub fn table(&self) -> &ValueTable {
        self.live.table()
    }

    /// The chance of each player to win, if all play for expected score from now on. A tie counts as half. If all [react](Contest::reacting) and the
    /// game is solved for that, the chances are for play to win.
    ///
    /// # Errors
    ///
    /// A [`RunError`] if a card is of another game than the table, or the progress callback stops it.
    pub fn chances(&self, sides: &[Side]) -> Result<Vec<Chance>, RunError> {
        if let Some((mover, work)) = self.duel(sides, Ties::Half) {
            let value = work.solve()?.value();
            let exact = |value| Chance { value, approximate: false };
            return Ok(if mover == 0 { vec![exact(value), exact(1.0 - value)] } else { vec![exact(1.0 - value), exact(value)] });
        }
        if let Some(winner) = sides.iter().position(|side| side.card.has_won()) {
            let chance = |player: usize| Chance { value: if player == winner { 1.0 } else { 0.0 }, approximate: false };
            return Ok((0..sides.len()).map(chance).collect());
        }
        let finishes = self.finishes(sides)?;
        let done: Vec<usize> = sides.iter().map(|side| side.card.state().filled.count()).collect();
        let is_rough = |(player, side): (usize, &Side)| {
            side.rounds.later() > 0 || !self.live.is_exact(side.card.open_count()) || self.expected_loss(player, side) > 0.0
        };
        let approximate = sides.iter().enumerate().any(is_rough);
        let chance = |player: usize| {
            let value = Finish::chance(&finishes, &done, player, Ties::Half);
            Chance { value, approximate }
        };
        Ok((0..sides.len()).map(chance).collect())
    }

    /// The turn of the player to move, solved to win, and whether it is approximate; `None` if that player's card is full, or a roll has won the game.
    ///
    /// # Errors
    ///
    /// A [`RunError`] if a card is of another game than the table, or the progress callback stops it.
    pub fn solve(&self, sides: &[Side], player: usize) -> Result<Option<(SolvedTurn, bool)>, RunError> {
        if sides.iter().any(|side| side.card.has_won()) {
            return Ok(None);
        }
        if self.duel(sides, Ties::Half).is_some_and(|(mover, _)| mover == player) {
            return self.solve_duel(&sides[player], &sides[1 - player].card, Ties::Half);
        }
        let others = sides.iter().enumerate().filter(|(index, _)| *index != player).map(|(_, side)| Opponent::Card(side.card.clone()));
        let Ok(opponents) = Opponents::new(others.collect(), 0, Ties::Half) else { return Ok(None) };
        let utility = || {
            let mut others = self.finishes(sides)?;
            others.remove(player);
            let others: Vec<(Finish, u32)> = others.into_iter().map(|finish| (finish, 1)).collect();
            Ok(Utility::beating_finishes(self.table().rules(), &others, Ties::Half))
        };
        // In a game of several rounds the cards do not suffice. Nor do they for opponents who lose points.
        let cards_suffice =
            |(index, side): (usize, &Side)| side.rounds.count() == 1 && (index == player || self.expected_loss(index, side) == 0.0);
        let exactly = sides.iter().enumerate().all(cards_suffice);
        self.solve_by(&sides[player], Objective::Against(opponents), exactly, utility)
    }

    /// The turn solved to reach a final score, all rounds together, and whether it is approximate; `None` if the card is full.
    ///
    /// # Errors
    ///
    /// A [`RunError`] if the card is of another game than the table, or the progress callback stops it.
    pub fn target(&self, side: &Side, target: Points) -> Result<Option<(SolvedTurn, bool)>, RunError> {
        self.solve_for(side, Objective::Target(target))
    }

    /// The turn solved for an objective, all rounds together, and whether it is approximate; `None` if the card is full. In a game of several rounds opponents
    /// have no cards.
    ///
    /// # Errors
    ///
    /// A [`RunError`] if a card is of another game than the table, or the progress callback stops it.
    pub fn solve_for(&self, side: &Side, objective: Objective) -> Result<Option<(SolvedTurn, bool)>, RunError> {
        match &objective {
            Objective::Against(opponents) => {
                let opponents = opponents.clone();
                // Distributions of opponents with many open categories take long.
                let soon = (opponents.field() == 0 || self.is_short()) && opponents.named().iter().all(|opponent| self.ends_soon(opponent));
                self.solve_by(side, objective, soon, || self.beating(&opponents, &side.rounds))
            }
            Objective::Duel { opponent, ties } => self.solve_duel(side, opponent, *ties),
            Objective::Turn => self.solve_turn_points(side),
            Objective::Target(_) | Objective::Exactly(_) | Objective::Fewest | Objective::Utility(_) => {
                let most = || u32::from(side.rounds.count()) * self.table().model().most_to_come(&State::default());
                let utility = objective.worth_of_a_score(most).expect("the score decides alone");
                self.solve_by(side, objective, true, || Ok(utility))
            }
        }
    }

    /// The turn solved for its points, which is exact at once.
    fn solve_turn_points(&self, side: &Side) -> Result<Option<(SolvedTurn, bool)>, RunError> {
        match ObjectiveSolver::new(self.table()).solve(&Arc::new(Objective::Turn), &side.card) {
            Ok(solved) => Ok(Some((solved, false))),
            Err(ObjectiveError::OtherRules(error)) => Err(error.into()),
            Err(_) => Ok(None),
        }
    }

    /// The turn solved against an opponent who reacts; if that would take long, against one who does not, as an approximation.
    fn solve_duel(&self, side: &Side, opponent: &Scorecard, ties: Ties) -> Result<Option<(SolvedTurn, bool)>, RunError> {
        let other = Side { card: opponent.clone(), rounds: side.rounds.clone() };
        if let Some((0, work)) = self.clone().reacting(true).duel(&[side.clone(), other], ties) {
            let objective = Objective::Duel { opponent: opponent.clone(), ties };
            return Ok(Some((SolvedTurn { objective: Arc::new(objective), worths: Arc::new(work.solve()?.turn()), exact: true }, false)));
        }
        let Ok(opponents) = Opponents::new(vec![Opponent::Card(opponent.clone())], 0, ties) else { return Ok(None) };
        let utility = || self.beating(&opponents, &side.rounds);
        self.solve_by(side, Objective::Against(opponents.clone()), false, utility)
    }

    /// The duel of two players who react, with the player to move, if it can be solved in little time.
    fn duel(&self, sides: &[Side], ties: Ties) -> Option<(usize, DuelWork<'a>)> {
        let [first, second] = sides else { return None };
        if !self.react || sides.iter().any(|side| side.rounds.count() > 1) {
            return None;
        }
        let mover = usize::from(first.card.open_count() < second.card.open_count());
        // Long computations are not even counted.
        if sides[mover].card.open_count() > self.exact_open {
            return None;
        }
        let duel = Duel::new(self.table().model()).ties(ties).with(self.exact_run());
        let work = duel.work(&sides[mover].card, &sides[1 - mover].card).ok()?;
        (work.values() <= Contest::DUEL_VALUES).then_some((mover, work))
    }

    /// The settings of exact solutions.
    fn exact_run(&self) -> Run<'a> {
        self.run.memory(self.run.most_bytes().min(Contest::EXACT_BYTES))
    }

    /// Whether a whole game has few categories.
    fn is_short(&self) -> bool {
        self.table().rules().category_count() <= self.exact_open
    }

    fn ends_soon(&self, opponent: &Opponent) -> bool {
        match opponent {
            Opponent::Card(card) => card.open_count() <= self.exact_open,
            Opponent::Score(_) => true,
            Opponent::New => self.is_short(),
        }
    }

    /// The worth of a final score against opponents.
    fn beating(&self, opponents: &Opponents, rounds: &Rounds) -> Result<Utility, RunError> {
        let new = || self.new_player(rounds.count());
        let named = opponents.named().iter().map(|opponent| match opponent {
            Opponent::Card(card) => Ok((self.live.finish(&self.live.standing(card)?), 1)),
            Opponent::Score(score) => Ok((Distribution::certain(*score).into(), 1)),
            Opponent::New => Ok((new(), 1)),
        });
        let mut finishes = named.collect::<Result<Vec<_>, RunError>>()?;
        if opponents.field() > 0 {
            finishes.push((new(), opponents.field()));
        }
        Ok(Utility::beating_finishes(self.table().rules(), &finishes, opponents.ties()))
    }

    fn solve_by(
        &self,
        side: &Side,
        objective: Objective,
        exactly: bool,
        utility: impl FnOnce() -> Result<Utility, RunError>,
    ) -> Result<Option<(SolvedTurn, bool)>, RunError> {
        self.table().rules().check_same_game(side.card.rules())?;
        if side.card.open_count() == 0 {
            return Ok(None);
        }
        let objective = Arc::new(objective);
        if exactly && side.rounds.later() == 0 && side.card.open_count() <= self.exact_open {
            let solver = ObjectiveSolver::new(self.table()).rounds(&side.rounds).with(self.exact_run());
            let solver = self.recall.iter().fold(solver, |solver, recall| solver.recalling(&**recall));
            match solver.solve(&objective, &side.card) {
                Ok(solved) => return Ok(Some((solved, false))),
                Err(ObjectiveError::Stopped(stopped)) => return Err(stopped.into()),
                Err(_) => {}
            }
        }
        let utility = utility()?.before(&self.later(&side.rounds));
        let worths: Option<TurnWorths> = self.live.turn(&self.standing(side)?, &utility).ok();
        Ok(worths.map(|worths| (SolvedTurn { objective, worths: Arc::new(worths), exact: false }, true)))
    }

    /// The player who has begun a turn.
    pub fn in_turn(games: &[&Game]) -> Option<usize> {
        games.iter().position(|game| game.turns().last().is_some_and(|turn| turn.placement().is_none()))
    }

    /// The chance of each player to win, with the dice on the table. `solved` is the turn of the player who has begun it, solved to win, and whether it is
    /// approximate. This player plays the turn for it if `to_win`, otherwise for expected score.
    ///
    /// # Errors
    ///
    /// A [`RunError`] if a game is of other rules than the table, or the progress callback stops it.
    pub fn live(&self, games: &[&Game], solved: Option<&(SolvedTurn, bool)>, to_win: bool) -> Result<Vec<Chance>, RunError> {
        if let Some(player) = Contest::in_turn(games)
            && let Some((solved, false)) = solved
            && let Objective::Duel { .. } = *solved.objective
            && let Some(value) = self.worth_of_turn(games[player], solved, to_win)
        {
            let [mine, others] = [value, 1.0 - value].map(|value| Chance { value, approximate: false });
            return Ok(if player == 0 { vec![mine, others] } else { vec![others, mine] });
        }
        let sides: Vec<Side> = games.iter().map(|game| Side::of(game)).collect();
        let mut chances = self.chances(&sides)?;
        if let Some(player) = Contest::in_turn(games)
            && let Some((solved, approximate)) = solved
            && let Some(value) = self.worth_of_turn(games[player], solved, to_win)
        {
            let before = chances[player].value;
            for (index, chance) in chances.iter_mut().enumerate() {
                let value = match 1.0 - before {
                    _ if index == player => value,
                    0.0 => (1.0 - value) / (games.len() - 1) as f64,
                    // Rounding must not raise it above 1.
                    others => (chance.value * (1.0 - value) / others).min(1.0),
                };
                *chance = Chance { value, approximate: *approximate || chance.approximate };
            }
        }
        Ok(chances)
    }

    /// The worths of the current turn of a game; `None` if no dice are on the table yet.
    fn worth_of_turn(&self, game: &Game, solved: &SolvedTurn, to_win: bool) -> Option<f64> {
        let advisor = Advisor::new(self.table());
        let advise = |roll, rerolls_left| {
            let position = Position::new(game.card().clone(), roll, rerolls_left).ok()?;
            advisor.advise_by(&position, &solved.worths).ok()
        };
        let option = match game.stage() {
            Stage::ToChoose { roll, rerolls_left } => {
                let advice = advise(roll, rerolls_left)?;
                if to_win { *advice.best() } else { *advice.best_for_score() }
            }
            Stage::ToRoll { .. } => {
                let decision = game.turns().last()?.decisions().last()?;
                let Action::Hold(_) = decision.choice else { return None };
                let advice = advise(decision.roll, decision.rerolls_left)?;
                advisor.value_of(&advice, &decision.choice)?
            }
            Stage::Over => return None,
        };
        Some(option.worth?.value)
    }

    /// How the game of each player ends.
    fn finishes(&self, sides: &[Side]) -> Result<Vec<Finish>, RunError> {
        let of = |(player, side): (usize, &Side)| {
            let loss = self.expected_loss(player, side);
            Ok(self.finish(side)?.scoring(|score| score.plus(&self.later(&side.rounds)).less(loss)))
        };
        sides.iter().enumerate().map(of).collect()
    }

    /// The points that the strategy of a player loses on average until the end; 0 for optimal play.
    fn expected_loss(&self, player: usize, side: &Side) -> f64 {
        let Some(Some(values)) = self.by.get(player) else { return 0.0 };
        let loss = |state: &State| values.value(state).map_or(0.0, |value| (self.table().value(state).unwrap_or(value) - value).max(0.0));
        let now = if side.card.open_count() == 0 { 0.0 } else { loss(&side.card.state()) };
        now + f64::from(side.rounds.later()) * loss(&State::default())
    }

    /// How a player's round ends, with the scores of earlier rounds. Live distributions are rounded, so with few open categories the games are followed.
    fn finish(&self, side: &Side) -> Result<Finish, RunError> {
        if !self.live.is_exact(side.card.open_count()) {
            return Ok(self.live.finish(&self.standing(side)?));
        }
        // With so few open categories it takes little memory under any limit.
        let finish = Follower::new(self.table()).with(self.run.memory(u64::MAX)).finish(&side.card)?;
        Ok(finish.scoring(|score| score.plus(&Distribution::certain(side.rounds.score_before()))))
    }

    fn standing(&self, side: &Side) -> Result<Standing, OtherRules> {
        let Standing { state, score } = self.live.standing(&side.card)?;
        Ok(Standing { state, score: score + side.rounds.score_before() })
    }

    /// The points of all later rounds together.
    fn later(&self, rounds: &Rounds) -> Distribution {
        self.fresh(rounds.later())
    }

    /// How the game of a player ends who has not begun. No roll wins a game of several rounds.
    fn new_player(&self, rounds: u8) -> Finish {
        let new = Standing { state: State::default(), score: Points::ZERO };
        if self.table().rules().has_winning_rolls() { self.live.finish(&new) } else { self.fresh(rounds).into() }
    }

    /// The points of this many rounds that have not begun.
    fn fresh(&self, rounds: u8) -> Distribution {
        let round = || self.live.final_score(&Standing { state: State::default(), score: Points::ZERO });
        (0..rounds).fold(Distribution::certain(Points::ZERO), |sum, _| sum.plus(&round()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Seed;
    use crate::evaluate::Evaluator;
    use crate::testing::{card_after, live, numbers, table};

    fn side(card: Scorecard) -> Side {
        Side { card, rounds: Rounds::default() }
    }

    /// Near the end the chances equal the exact ones, and earlier they are close to them.
    #[test]
    fn live_chances_are_close_to_exact_ones() {
        let table = table(0);
        let live = live();
        let rules = table.rules();
        let mut random = numbers(3);
        for open in [1, 2, 4, 5] {
            let sides = [open, open].map(|open| side(card_after(rules, rules.category_count() - open, &mut random)));
            let [fast, exact] = [0, 13].map(|open| Contest::new(live).exact_up_to(open).solve(&sides, 0).unwrap().unwrap());
            assert!(fast.1 && !exact.1);
            let mean = |solved: &SolvedTurn| -> f64 {
                let chances = crate::testing::throw(rules, crate::dice::Dice::NONE);
                let worth = |(roll, chance)| {
                    let position = Position::new(sides[0].card.clone(), roll, rules.rerolls()).unwrap();
                    let advice = Advisor::new(table).advise_by(&position, &solved.worths).unwrap();
                    chance * advice.best().worth.unwrap().value
                };
                chances.into_iter().map(worth).sum()
            };
            let [fast, exact] = [mean(&fast.0), mean(&exact.0)];
            assert!(fast <= exact + 0.002 && fast > exact - 0.06, "{open} open: {fast} for {exact}");
            let chances = Contest::new(live).chances(&sides).unwrap();
            assert!((chances[0].value + chances[1].value - 1.0).abs() < 1e-4);
            // Playing this turn to win is no worse than playing it for the expected score.
            assert!(fast > chances[0].value - 0.002, "{fast} {chances:?}");
        }
    }

    #[test]
    fn games_in_the_middle_of_a_turn() {
        let table = table(0);
        let live = live();
        let contest = Contest::new(live);
        let mut games = vec![Game::new(table.rules()); 3];
        let chances = contest.live(&games.iter().collect::<Vec<_>>(), None, false).unwrap();
        assert!(chances.iter().all(|chance| (chance.value - 1.0 / 3.0).abs() < 1e-4 && chance.approximate));
        let roll = games[1].next_roll(Seed::new(5), 1).unwrap();
        games[1].roll(roll).unwrap();
        let solved = contest.solve(&games.iter().map(Side::of).collect::<Vec<_>>(), 1).unwrap();
        let live = |games: &[Game]| contest.live(&games.iter().collect::<Vec<_>>(), solved.as_ref(), true).unwrap();
        let chances = live(&games);
        let sum: f64 = chances.iter().map(|chance| chance.value).sum();
        assert!((sum - 1.0).abs() < 1e-3 && chances[0].value == chances[2].value && chances[1].value != chances[0].value, "{chances:?}");
        // While a hold is chosen, the live chance is its worth.
        let position = Position::new(games[1].card().clone(), roll, table.rules().rerolls()).unwrap();
        let advice = Advisor::new(table).advise_by(&position, &solved.as_ref().unwrap().0.worths).unwrap();
        if let Action::Hold(hold) = advice.best().action {
            games[1].hold(*hold).unwrap();
            let held = live(&games);
            assert!((held[1].value - advice.best().worth.unwrap().value).abs() < 1e-12);
        }
    }

    /// Against a weaker strategy the chance is close to that from the distribution of its scores.
    #[test]
    fn weaker_opponents_are_known() {
        let table = table(0);
        let live = live();
        let model = Arc::new(crate::Model::apart(table.rules(), 1 << 30).unwrap());
        let greedy = crate::LookaheadStrategy::greedy(&model);
        let evaluator = Evaluator::with_model(&model, &greedy).unwrap();
        let by = [None, Some(Arc::new(evaluator.values().unwrap()))];
        let contest = Contest::new(live).playing_by(&by);
        let mut random = numbers(5);
        for open in [1, 5, table.rules().category_count()] {
            let sides = [open, open].map(|open| side(card_after(table.rules(), table.rules().category_count() - open, &mut random)));
            let chances = contest.chances(&sides).unwrap();
            assert!((chances[0].value + chances[1].value - 1.0).abs() < 1e-4, "{chances:?}");
            let [optimal, known] = [&Contest::new(live), &contest].map(|contest| contest.chances(&sides).unwrap()[0].value);
            let scores = [live.final_score(&live.standing(&sides[0].card).unwrap()), evaluator.statistics(&sides[1].card).unwrap().score];
            let exact = Utility::beating_others(&scores, 0, Ties::Half).mean_over(&scores[0]);
            assert!((known - exact).abs() < 0.05 && known >= optimal, "{open} open: {known} for {exact}, optimal {optimal}");
            let (solved, approximate) = contest.solve(&sides, 0).unwrap().unwrap();
            assert!(!solved.exact && approximate || contest.expected_loss(1, &sides[1]) == 0.0);
        }
        let lost = contest.finishes(&[side(Scorecard::new(table.rules())), side(Scorecard::new(table.rules()))]).unwrap();
        assert!(
            (lost[0].score().mean() - lost[1].score().mean() - (table.expected_score() - by[1].as_ref().unwrap().expected_score())).abs()
                < 0.01
        );
    }

    /// In a game of several rounds, a lead from earlier rounds counts, and later rounds reduce its weight.
    #[test]
    fn rounds_count_together() {
        let rules = crate::RuleSet::parse(&table(4).rules().toml().replacen("title =", "max-rounds = 3\ntitle =", 1)).unwrap();
        let table = crate::Solver::new(&rules).unwrap().solve().unwrap();
        let live = Live::new(&table, Follower::new(&table).final_scores(20_000_000).unwrap()).unwrap();
        let chance = |rounds: u8, lead: u32| {
            let of = |total: u32| Side {
                card: Scorecard::new(&rules),
                rounds: Rounds::new(&rules, rounds, 2, vec![Points::new(total)]).unwrap(),
            };
            Contest::new(&live).chances(&[of(20 + lead), of(20)]).unwrap()[0].value
        };
        assert!((chance(2, 0) - 0.5).abs() < 1e-4);
        assert!(chance(2, 6) > chance(3, 6) && chance(3, 6) > 0.5, "{} {}", chance(2, 6), chance(3, 6));
        let of = |total: u32| Side { card: Scorecard::new(&rules), rounds: Rounds::new(&rules, 2, 2, vec![Points::new(total)]).unwrap() };
        let (_, approximate) = Contest::new(&live).exact_up_to(13).solve(&[of(1), of(2)], 0).unwrap().unwrap();
        assert!(approximate);
        assert!(Contest::new(&live).solve(&[of(1)], 0).unwrap().is_none(), "nobody to win against");
    }
}
