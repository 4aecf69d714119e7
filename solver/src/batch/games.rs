//! Many games played at the same time: numbered actions, dice from seeds.

use std::sync::Arc;

use super::advisor::BatchAdvisor;
use super::answered::{Answered, NOT_ALLOWED};
use super::columns::{BatchError, Positions, States};
use super::numbers::{ActionNumbers, NumberedAction};
use crate::dice::{Cup, Node, RerollsLeft, Roll, Seed};
use crate::game::{Position, Scorecard};
use crate::rules::{Category, OtherRules, Points, RuleSet, State};
use crate::solve::Model;

/// Games played at the same time, each with the dice of its seed, as [`Game::next_roll`](crate::Game::next_roll) throws them.
///
/// Games are numbered from 0. As for a slice, a method panics for a game that does not exist, or for an array that is shorter than the number of
/// actions.
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::{Model, Points, RuleSet, Seed};
/// use yahtzee_solver::batch::BatchGames;
/// use yahtzee_solver::solve::MEMORY_LIMIT;
/// let rules = RuleSet::builtin("hasbro")?;
/// let mut games = BatchGames::new(Arc::new(Model::new(&rules, MEMORY_LIMIT)?), 2);
/// games.begin(1, Seed::new(7), 0);
/// assert_eq!(games.act(1, 0b00111), Some(Points::ZERO), "a hold scores nothing");
/// assert_eq!(games.act(1, 32 + 4), Some(games.score(1)), "it is written into the fives");
/// assert_eq!(games.act(1, 32 + 4), None, "they are filled");
/// # Ok::<(), yahtzee_solver::RulesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchGames {
    model: Arc<Model>,
    numbers: Arc<ActionNumbers>,
    games: Vec<Playing>,
    /// The rolls, each with its dice in ascending order.
    rolls: Vec<Roll>,
    pips: Vec<u8>,
}

/// A game in progress.
#[derive(Clone, Debug)]
struct Playing {
    seed: Seed,
    number: u64,
    turn: u32,
    cup: Cup,
    card: Scorecard,
    /// The state of the card.
    state: State,
    score: Points,
    /// The index of the roll on the table.
    roll: usize,
    rerolls_left: RerollsLeft,
}

impl Playing {
    /// The game with this number of a seed, from this turn on, starting from a card.
    fn new(model: &Model, seed: Seed, number: u64, turn: u32, card: Scorecard) -> Playing {
        let (state, score, cup) = (card.state(), card.score(), seed.cup(number, turn));
        let mut game = Playing { seed, number, turn, cup, card, state, score, roll: 0, rerolls_left: RerollsLeft::NONE };
        if !game.is_over(&model.rules) {
            game.begin_turn(model);
        }
        game
    }

    fn begin_turn(&mut self, model: &Model) {
        self.cup = self.seed.cup(self.number, self.turn);
        self.rerolls_left = self.card.rerolls();
        self.throw(model, Node::ROOT);
    }

    fn throw(&mut self, model: &Model, kept: Node) {
        self.roll = self.cup.fall(&model.nodes, kept).index() - model.lattice.rolls().start;
    }

    fn is_over(&self, rules: &RuleSet) -> bool {
        self.state.filled.count() == rules.category_count()
    }
}

impl BatchGames {
    /// This many games, all of seed 0.
    pub fn new(model: Arc<Model>, count: usize) -> BatchGames {
        let numbers = Arc::new(ActionNumbers::new(&model));
        let rolls: Vec<Roll> = model.rolls().collect();
        let pips = rolls.iter().flat_map(|roll| roll.faces().map(|face| face.pips())).collect();
        let card = Scorecard::new(&model.rules);
        let games = (0..count as u64).map(|number| Playing::new(&model, Seed::new(0), number, 0, card.clone())).collect();
        BatchGames { model, numbers, games, rolls, pips }
    }

    /// Restarts a game: the one with this number of a seed.
    pub fn begin(&mut self, game: usize, seed: Seed, number: u64) {
        self.games[game] = Playing::new(&self.model, seed, number, 0, Scorecard::new(&self.model.rules));
    }

    /// Starts a game from a card, with the dice of game `number` of the seed, from `turn` on. Turn 0 has the dice that
    /// [`Game::next_roll`](crate::Game::next_roll) gives a game from a card.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the card is of another game.
    pub fn begin_from(&mut self, game: usize, seed: Seed, number: u64, turn: u32, card: &Scorecard) -> Result<(), OtherRules> {
        self.model.rules.check_same_game(card.rules())?;
        self.games[game] = Playing::new(&self.model, seed, number, turn, card.clone());
        Ok(())
    }

    /// Starts a game from a position, whose dice did not come from this seed. The next throws are those of [`begin_from`](BatchGames::begin_from)
    /// after the same number of throws in the turn.
    ///
    /// # Errors
    ///
    /// As for [`begin_from`](BatchGames::begin_from).
    pub fn begin_at(&mut self, game: usize, seed: Seed, number: u64, turn: u32, position: &Position) -> Result<(), OtherRules> {
        self.begin_from(game, seed, number, turn, position.card())?;
        let playing = &mut self.games[game];
        while playing.rerolls_left > position.rerolls_left() {
            playing.rerolls_left = playing.rerolls_left.less_one().expect("more rerolls than the position has");
            playing.throw(&self.model, Node::ROOT);
        }
        playing.roll = self.model.nodes.roll_index(&position.roll());
        Ok(())
    }

    /// Starts the game with the next number of the same seed.
    pub fn begin_next(&mut self, game: usize) {
        let Playing { seed, number, .. } = self.games[game];
        self.begin(game, seed, number.wrapping_add(1));
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.model.rules
    }

    /// The numbers of the actions.
    pub fn numbers(&self) -> &ActionNumbers {
        &self.numbers
    }

    /// The card of a game.
    pub fn card(&self, game: usize) -> &Scorecard {
        &self.games[game].card
    }

    /// The state of the card of a game.
    pub fn state(&self, game: usize) -> &State {
        &self.games[game].state
    }

    /// The score of a game's card so far.
    pub fn score(&self, game: usize) -> Points {
        self.games[game].score
    }

    /// The number of a game in its seed.
    pub fn number(&self, game: usize) -> u64 {
        self.games[game].number
    }

    /// The number of a game's turn, from 0. It determines the dice of the turn.
    pub fn turn(&self, game: usize) -> u32 {
        self.games[game].turn
    }

    /// The dice on the table, ascending; the last dice if the game is over.
    pub fn dice(&self, game: usize) -> &[u8] {
        let dice = self.numbers.dice();
        &self.pips[self.games[game].roll * dice..][..dice]
    }

    /// The rerolls left.
    pub fn rerolls_left(&self, game: usize) -> RerollsLeft {
        self.games[game].rerolls_left
    }

    /// Whether a game is over, with every category filled.
    pub fn is_over(&self, game: usize) -> bool {
        self.games[game].is_over(&self.model.rules)
    }

    /// The position of a game; `None` if it is over.
    pub fn position(&self, game: usize) -> Option<Position> {
        let playing = &self.games[game];
        Position::new(playing.card.clone(), self.rolls[playing.roll], playing.rerolls_left).ok()
    }

    /// Writes for each number whether its action is allowed. Of several masks that keep the same dice only the lowest is. Nothing is allowed once the
    /// game is over.
    pub fn allowed(&self, game: usize, out: &mut [bool]) {
        let Playing { state, roll, rerolls_left, .. } = &self.games[game];
        let (holds, scores) = out.split_at_mut(self.numbers.masks());
        let may_hold = !self.is_over(game) && *rerolls_left != RerollsLeft::NONE;
        for (mask, out) in holds.iter_mut().enumerate() {
            *out = may_hold && self.numbers.hold(*roll, mask).is_some();
        }
        let rules = &self.model.rules;
        for (index, out) in scores.iter_mut().enumerate() {
            let category = Category::from_index(index);
            *out = rules.is_open(state.filled, category)
                && (!self.numbers.is_further(*roll) || rules.place(state, &self.rolls[*roll], *rerolls_left, category).is_ok());
        }
    }

    /// Whether an action is allowed, as [`allowed`](BatchGames::allowed) writes it.
    pub fn is_allowed(&self, game: usize, action: i64) -> bool {
        let Playing { state, roll, rerolls_left, .. } = &self.games[game];
        let Some(action) = usize::try_from(action).ok().filter(|&action| action < self.numbers.count() && !self.is_over(game)) else {
            return false;
        };
        match action.checked_sub(self.numbers.masks()) {
            None => *rerolls_left != RerollsLeft::NONE && self.numbers.hold(*roll, action).is_some(),
            Some(category) => self.model.rules.place(state, &self.rolls[*roll], *rerolls_left, Category::from_index(category)).is_ok(),
        }
    }

    /// The meaning of an action's number with the dice on the table, whether or not it is allowed.
    pub fn action(&self, game: usize, action: i64) -> Option<NumberedAction> {
        self.numbers.action(self.dice(game), usize::try_from(action).ok()?)
    }

    /// Takes an action and throws the next dice. A score writes the points that the rules give. Returns the points added to the score: written
    /// points, extra bonus, and the upper bonus when it is reached. `None` if the action is not allowed; the game then does not change.
    pub fn act(&mut self, game: usize, action: i64) -> Option<Points> {
        if !self.is_allowed(game, action) {
            return None;
        }
        let action = action as usize;
        let playing = &mut self.games[game];
        let Some(category) = action.checked_sub(self.numbers.masks()) else {
            let kept = self.numbers.hold(playing.roll, action).expect("an action that was checked");
            playing.rerolls_left = playing.rerolls_left.less_one().expect("an action that was checked");
            playing.throw(&self.model, kept);
            return Some(Points::ZERO);
        };
        let roll = &self.rolls[playing.roll];
        let placement = self.model.rules.place(&playing.state, roll, playing.rerolls_left, Category::from_index(category));
        let placement = placement.expect("an action that was checked");
        playing.card.write(&placement).expect("an action that was checked");
        playing.state = placement.next;
        let before = std::mem::replace(&mut playing.score, playing.card.score());
        playing.turn += 1;
        if playing.is_over(&self.model.rules) {
            playing.rerolls_left = RerollsLeft::NONE;
        } else {
            playing.begin_turn(&self.model);
        }
        Some(playing.score - before)
    }

    /// Computes the value of every action in every game, as [`BatchAdvisor::action_values`] does; minus infinity for games that are over. The advisor's table
    /// must be of the same rules.
    ///
    /// # Errors
    ///
    /// A [`BatchError`] if `out` has the wrong length.
    pub fn values(&self, advisor: &BatchAdvisor<'_>, out: &mut [f64]) -> Result<(), BatchError> {
        // A game that is over is replaced by a new game, so that every state has a turn.
        let start = State::default();
        let states: Vec<&State> = (0..self.len()).map(|game| if self.is_over(game) { &start } else { self.state(game) }).collect();
        let column = |of: fn(&State) -> u8| states.iter().map(|state| of(state)).collect::<Vec<u8>>();
        let filled: Vec<u32> = states.iter().map(|state| state.filled.mask()).collect();
        let flag: Vec<bool> = states.iter().map(|state| state.flag).collect();
        // Upper totals of 256 and more do not occur: no bonus is at more than 255.
        let upper_total = column(|state| state.upper_total.get() as u8);
        let saved = column(|state| state.throws);
        let dice: Vec<u8> = (0..self.len()).flat_map(|game| self.dice(game)).copied().collect();
        let rerolls_left: Vec<u8> = self.games.iter().map(|game| game.rerolls_left.get()).collect();
        let states = States { filled: &filled, upper_total: &upper_total, flag: &flag, saved: Some(&saved) };
        advisor.action_values(&Positions { states, dice: &dice, rerolls_left: &rerolls_left }, out)?;
        let of_games = out.chunks_exact_mut(self.numbers.count()).enumerate();
        of_games.filter(|(game, _)| self.is_over(*game)).for_each(|(_, values)| values.fill(NOT_ALLOWED));
        Ok(())
    }

    /// The loss of an action, given the values of the game's actions; infinite if it is not allowed or the game is over.
    pub fn loss(&self, game: usize, values: &[f64], action: i64) -> f64 {
        if self.is_over(game) { f64::INFINITY } else { self.answered(game, values).loss(action) }
    }

    /// The expected points still to be added to the score under optimal play, given the values of the game's actions; 0 once it is over.
    pub fn to_come(&self, game: usize, values: &[f64]) -> f64 {
        if self.is_over(game) { 0.0 } else { values[self.answered(game, values).best()] }
    }

    fn answered<'a>(&'a self, game: usize, values: &'a [f64]) -> Answered<'a> {
        Answered { numbers: &self.numbers, roll: self.games[game].roll, values }
    }
}
