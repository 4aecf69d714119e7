//! A played game: its moves, each checked as it is made, and undo.
//!
//! A game is a list of turns. A turn is a list of decisions, each a roll and the action taken, or only its result. Of a turn that somebody kept on
//! paper, only the last roll may be known. Everything else (the card, the dice on the table, the rerolls left) follows from these. [`Game::parse`]
//! describes the text form.

use std::sync::Arc;

use super::action::Action;
use super::card_error::CardError;
use super::move_error::MoveError;
use super::rounds::{Rounds, RoundsError};
use super::scorecard::Scorecard;
use crate::dice::{Dice, Hold, RerollsLeft, Roll, Seed};
use crate::rules::{Category, Placement, Points, RuleSet, WhyNot};

/// A roll and the action taken with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The dice on the table.
    pub roll: Roll,
    /// The rerolls that were left.
    pub rerolls_left: RerollsLeft,
    /// The action. A placement of 0 points may be a voluntary zero.
    pub choice: Action,
}

/// The moves of one turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    decisions: Vec<Decision>,
    /// The roll on the table, if no action was taken with it yet.
    undecided: Option<Roll>,
    /// The placement of a turn whose dice are unknown.
    result: Option<Placement>,
    /// Whether the rolls before the last are unknown.
    begins_at_last: bool,
}

impl Turn {
    /// The decisions, in order.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// The roll on the table, if no action was taken with it yet. Only the last turn of a game can have one.
    pub fn undecided(&self) -> Option<Roll> {
        self.undecided
    }

    /// The placement that ended the turn; `None` while it is unfinished.
    pub fn placement(&self) -> Option<&Placement> {
        match (&self.result, self.decisions.last().map(|decision| &decision.choice)) {
            (Some(placement), _) | (None, Some(Action::Score(placement))) => Some(placement),
            (None, _) => None,
        }
    }

    /// The placement of a turn of which only the result is known: it has no decisions.
    pub fn result(&self) -> Option<&Placement> {
        self.result.as_ref()
    }

    /// Whether only the last roll of the turn is known, and its placement: it has one decision at most, without rerolls left.
    pub fn begins_at_last_roll(&self) -> bool {
        self.begins_at_last
    }

    /// The rerolls left with the roll that follows the decisions so far, none once the turn has ended; `card` is the card before the turn.
    pub fn rerolls_left(&self, card: &Scorecard) -> RerollsLeft {
        match self.decisions.last() {
            None if self.begins_at_last => RerollsLeft::NONE,
            None => card.rerolls(),
            Some(decision) => decision.rerolls_left.less_one().unwrap_or(RerollsLeft::NONE),
        }
    }

    /// The dice kept for the next roll; `None` if the last move was not a hold.
    fn held(&self) -> Option<Hold> {
        match self.decisions.last()?.choice {
            Action::Hold(hold) if self.undecided.is_none() => Some(hold),
            _ => None,
        }
    }
}

/// A turn of a game, with its number, its round and its card.
#[derive(Clone, Debug)]
pub struct PlayedTurn<'a> {
    /// The turn of the game, from 1.
    pub number: usize,
    /// The round, from 1.
    pub round: u8,
    /// The card of that round before the turn.
    pub card: Scorecard,
    /// The turn.
    pub turn: &'a Turn,
}

/// One step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The dice are rolled.
    Roll(Roll),
    /// The last roll of a turn whose earlier rolls are unknown.
    LastRoll(Roll),
    /// The player takes an action.
    Choice(Action),
    /// A turn has this result; its dice are unknown.
    Result(Placement),
}

/// The input that a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A roll of all dice except `hold`. Before the first roll of a turn no dice are held.
    ToRoll {
        /// The dice kept.
        hold: Dice,
        /// The rerolls that will be left after this roll.
        rerolls_left: RerollsLeft,
    },
    /// An action of the player.
    ToChoose {
        /// The dice on the table.
        roll: Roll,
        /// The rerolls left.
        rerolls_left: RerollsLeft,
    },
    /// Nothing: the game is over, because every category of every round is filled.
    Over,
}

/// A played game, complete or not.
///
/// ```
/// use yahtzee_solver::{Dice, Game, RuleSet, Stage};
/// let rules = RuleSet::builtin("hasbro")?;
/// let mut game = Game::new(&rules);
/// game.roll(rules.parse_roll("11666")?)?;
/// game.hold(Dice::parse("666")?)?;
/// game.roll(rules.parse_roll("66661")?)?;
/// game.score(rules.category_named("sixes")?)?;
/// assert_eq!(game.to_string(), "rules: hasbro\n11666 hold 666, 16666 score sixes\n");
/// assert_eq!(game.score_so_far(), 24);
///
/// game.undo();
/// assert!(matches!(game.stage(), Stage::ToChoose { .. }));
/// assert_eq!(game.hold(Dice::parse("11")?).unwrap_err().to_string(), "the hold 1 1 is not in the roll 1 6 6 6 6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) rules: Arc<RuleSet>,
    pub(super) rounds: u8,
    /// The card before the first turn: empty unless the game started from a card.
    pub(super) start: Scorecard,
    pub(super) turns: Vec<Turn>,
    /// The full cards of the rounds before this one.
    earlier: Vec<Scorecard>,
    card: Scorecard,
}

impl PartialEq for Game {
    /// Games are equal if their rules, rounds, first card and moves are equal: everything else follows from these.
    fn eq(&self, other: &Game) -> bool {
        self.rules == other.rules && self.rounds == other.rounds && self.start == other.start && self.turns == other.turns
    }
}

impl Eq for Game {}

impl Game {
    /// A new game of one round.
    pub fn new(rules: &RuleSet) -> Game {
        let card = Scorecard::new(rules);
        Game { start: card.clone(), card, rules: Arc::new(rules.clone()), rounds: 1, turns: Vec::new(), earlier: Vec::new() }
    }

    /// A game of one round that starts from a card; its earlier turns are unknown.
    ///
    /// # Errors
    ///
    /// [`CardError::Full`] if no category is open.
    pub fn from_card(card: Scorecard) -> Result<Game, CardError> {
        if card.is_full() {
            return Err(CardError::Full);
        }
        let game = Game::new(card.rules());
        Ok(Game { start: card.clone(), card, ..game })
    }

    /// The card before the first turn: empty unless the game started from a card.
    pub fn start(&self) -> &Scorecard {
        &self.start
    }

    /// A new game of `rounds` rounds, played one after the other, each on a fresh card.
    ///
    /// # Errors
    ///
    /// [`RoundsError::Rounds`] if the rule set does not allow this many rounds.
    pub fn with_rounds(rules: &RuleSet, rounds: u8) -> Result<Game, RoundsError> {
        Rounds::new(rules, rounds, 1, Vec::new())?;
        Ok(Game { rounds, ..Game::new(rules) })
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The number of rounds, the round being played, and the totals of the earlier rounds.
    pub fn rounds(&self) -> Rounds {
        let totals = self.earlier.iter().map(|card| card.score()).collect();
        Rounds::new(&self.rules, self.rounds, self.earlier.len() as u8 + 1, totals).expect("rounds that were checked at the start")
    }

    /// The card of the round being played; once the game is over, the card of the last round.
    pub fn card(&self) -> &Scorecard {
        &self.card
    }

    /// The cards of the rounds begun so far. The last one is [`card`](Game::card).
    pub fn cards(&self) -> impl Iterator<Item = &Scorecard> {
        self.earlier.iter().chain([&self.card])
    }

    /// The score of all rounds so far: the sum of [`Scorecard::score`] over the cards.
    pub fn score_so_far(&self) -> Points {
        self.cards().map(|card| card.score()).sum()
    }

    /// Whether every category of every round is filled.
    pub fn is_complete(&self) -> bool {
        self.card.is_full()
    }

    /// The turns begun so far. Only the last can be unfinished.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The number of turns of the whole game, from its first card on.
    pub fn turn_count(&self) -> usize {
        usize::from(self.rounds) * self.rules.category_count() - self.start.filled().count()
    }

    /// The turns begun so far, each with its round and with the card before it.
    pub fn played(&self) -> impl Iterator<Item = PlayedTurn<'_>> {
        let fresh = Scorecard::new(&self.rules);
        let mut card = self.start.clone();
        let a_round = self.rules.category_count();
        self.turns.iter().enumerate().map(move |(index, turn)| {
            if index > 0 && index % a_round == 0 {
                card = fresh.clone();
            }
            let before = card.clone();
            if let Some(placement) = turn.placement() {
                card.write(placement).expect("a move that was checked");
            }
            PlayedTurn { number: index + 1, round: (index / a_round) as u8 + 1, card: before, turn }
        })
    }

    /// The input that the game waits for.
    pub fn stage(&self) -> Stage {
        if self.is_complete() {
            return Stage::Over;
        }
        let new_turn = Stage::ToRoll { hold: Dice::NONE, rerolls_left: self.card.rerolls() };
        let Some(turn) = self.turns.last() else { return new_turn };
        match (turn.undecided, turn.held()) {
            (Some(roll), _) => Stage::ToChoose { roll, rerolls_left: turn.rerolls_left(&self.card) },
            (None, Some(hold)) => Stage::ToRoll { hold: *hold, rerolls_left: turn.rerolls_left(&self.card) },
            (None, None) => new_turn,
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if the move is not allowed; the game then does not change.
    pub fn play(&mut self, made: Move) -> Result<(), MoveError> {
        match made {
            Move::Roll(roll) => self.roll(roll),
            Move::LastRoll(roll) => self.last_roll(roll),
            Move::Choice(Action::Hold(hold)) => self.hold(*hold),
            Move::Choice(Action::Score(Placement { category, points: Points::ZERO, .. })) => self.score_zero(category),
            Move::Choice(Action::Score(placement)) => {
                let right = self.placement(placement.category)?;
                self.check_points(&right, u64::from(placement.points))?;
                self.score(placement.category)
            }
            Move::Result(placement) => self.write(placement.category, placement.points.get().into()),
        }
    }

    /// Puts a roll on the table: the first of a turn, or the next after a hold.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if the game is over, a roll is already on the table, the number of dice is wrong, or the roll does not contain the hold.
    pub fn roll(&mut self, roll: Roll) -> Result<(), MoveError> {
        self.rules.roll(*roll)?;
        match self.stage() {
            Stage::Over => Err(self.over()),
            Stage::ToChoose { roll: before, .. } => Err(MoveError::Undecided { roll: before }),
            Stage::ToRoll { hold, .. } if !roll.contains(&hold) => Err(MoveError::WithoutHold { roll, hold }),
            Stage::ToRoll { .. } => {
                match self.turns.last_mut() {
                    Some(turn) if turn.held().is_some() => turn.undecided = Some(roll),
                    _ => self.turns.push(Turn { undecided: Some(roll), ..Turn::default() }),
                }
                Ok(())
            }
        }
    }

    /// Puts the last roll of a turn on the table, whose earlier rolls are unknown: it must be scored.
    ///
    /// ```
    /// use yahtzee_solver::{Game, RuleSet};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let mut game = Game::new(&rules);
    /// game.last_roll(rules.parse_roll("66651")?)?;
    /// game.score(rules.category_named("sixes")?)?;
    /// assert_eq!(game.to_string(), "rules: hasbro\n... 15666 score sixes\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if the game is over, the turn has begun, the number of dice is wrong, or the game saves throws, whose number the last roll does not
    /// tell.
    pub fn last_roll(&mut self, roll: Roll) -> Result<(), MoveError> {
        let roll = self.rules.roll(*roll)?;
        self.check_unknown_throws()?;
        self.turns.push(Turn { undecided: Some(roll), begins_at_last: true, ..Turn::default() });
        Ok(())
    }

    /// Checks that a turn may begin of which throws are unknown.
    fn check_unknown_throws(&self) -> Result<(), MoveError> {
        match self.stage() {
            Stage::Over => Err(self.over()),
            Stage::ToChoose { .. } => Err(MoveError::TurnBegun),
            Stage::ToRoll { .. } if self.turns.last().is_some_and(|turn| turn.placement().is_none()) => Err(MoveError::TurnBegun),
            Stage::ToRoll { .. } if self.rules.spare_throws().exist() => Err(MoveError::ThrowsUnknown),
            Stage::ToRoll { .. } => Ok(()),
        }
    }

    /// The next roll if this is game `number` of a seed; `None` if the game does not wait for a roll. A `Simulation` that makes
    /// the same choices gets the same dice. To continue a game later, only the seed is needed.
    ///
    /// ```
    /// use yahtzee_solver::{Game, RuleSet, Seed};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let mut game = Game::new(&rules);
    /// let roll = game.next_roll(Seed::new(1), 0).expect("a new game waits for a roll");
    /// game.roll(roll)?;
    /// assert_eq!(game.next_roll(Seed::new(1), 0), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_roll(&self, seed: Seed, number: u64) -> Option<Roll> {
        let Stage::ToRoll { .. } = self.stage() else { return None };
        let unfinished = self.turns.last().filter(|turn| turn.placement().is_none());
        let index = self.turns.len() - usize::from(unfinished.is_some());
        let mut cup = seed.cup(number, index as u32);
        let mut throw = |kept: &Dice| self.rules.throw(&mut cup, kept).expect("dice of this game");
        let mut roll = throw(&Dice::NONE);
        for decision in unfinished.iter().flat_map(|turn| &turn.decisions) {
            if let Action::Hold(hold) = &decision.choice {
                roll = throw(hold);
            }
        }
        Some(roll)
    }

    /// Keeps these dice for the next roll.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if there is no roll on the table, the roll does not contain these dice, no die would be rerolled, or no reroll is left.
    pub fn hold(&mut self, dice: Dice) -> Result<(), MoveError> {
        let (roll, rerolls_left) = self.to_choose()?;
        if rerolls_left == RerollsLeft::NONE {
            return Err(MoveError::NoRerollsLeft { roll, rolls: self.card.rerolls().get() + 1 });
        }
        self.decide(Action::Hold(Hold::new(dice, &roll)?));
        Ok(())
    }

    /// Writes the roll on the table into a category, for the points given by the rules.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if there is no roll on the table, the category is filled, or the rules force the roll elsewhere.
    pub fn score(&mut self, category: Category) -> Result<(), MoveError> {
        let placement = self.placement(category)?;
        self.decide(Action::Score(placement));
        Ok(())
    }

    /// Writes a 0 into a category even if the roll scores there: a voluntary zero.
    ///
    /// # Errors
    ///
    /// A [`MoveError`], as for [`score`](Game::score).
    pub fn score_zero(&mut self, category: Category) -> Result<(), MoveError> {
        let (roll, rerolls_left) = self.to_choose()?;
        let placement = self.rules.place_zero(&self.card.state(), &roll, rerolls_left, category);
        self.decide(Action::Score(placement.map_err(|why| self.why_not(&roll, category, why))?));
        Ok(())
    }

    /// Writes the result of a whole turn whose dice are unknown. An extra bonus needs the dice.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if the turn has begun, the category is filled or not open yet, no roll scores these points there, or the game saves throws, whose
    /// number the result does not tell.
    pub fn write(&mut self, category: Category, points: u64) -> Result<(), MoveError> {
        self.check_unknown_throws()?;
        let placement = self.card.result(category, points)?;
        self.turns.push(Turn { result: Some(placement), ..Turn::default() });
        self.put(&placement);
        Ok(())
    }

    /// The placement of the roll on the table in a category.
    ///
    /// # Errors
    ///
    /// A [`MoveError`], as for [`score`](Game::score).
    pub fn placement(&self, category: Category) -> Result<Placement, MoveError> {
        let (roll, rerolls_left) = self.to_choose()?;
        let placement = self.rules.place(&self.card.state(), &roll, rerolls_left, category);
        placement.map_err(|why| self.why_not(&roll, category, why))
    }

    /// Takes back the last move and returns it; `None` if there is no move.
    pub fn undo(&mut self) -> Option<Move> {
        let turn = self.turns.last_mut()?;
        if let Some(roll) = turn.undecided.take() {
            let is_last = turn.begins_at_last;
            if turn.decisions.is_empty() {
                self.turns.pop();
            }
            return Some(if is_last { Move::LastRoll(roll) } else { Move::Roll(roll) });
        }
        if let Some(result) = turn.result {
            self.take_from_card();
            self.turns.pop();
            return Some(Move::Result(result));
        }
        let decision = turn.decisions.pop().expect("a turn has a roll or a decision");
        turn.undecided = Some(decision.roll);
        if let Action::Score(_) = decision.choice {
            self.take_from_card();
        }
        Some(Move::Choice(decision.choice))
    }

    /// The card before the last turn.
    fn take_from_card(&mut self) {
        self.card = self.played().last().expect("a turn").card;
        self.earlier.truncate((self.turns.len() - 1) / self.rules.category_count());
    }

    fn to_choose(&self) -> Result<(Roll, RerollsLeft), MoveError> {
        match self.stage() {
            Stage::ToChoose { roll, rerolls_left } => Ok((roll, rerolls_left)),
            Stage::ToRoll { .. } => Err(MoveError::NotRolled),
            Stage::Over => Err(self.over()),
        }
    }

    /// Records an allowed action.
    fn decide(&mut self, choice: Action) {
        let turn = self.turns.last().expect("a turn with dice on the table");
        let rerolls_left = turn.rerolls_left(&self.card);
        let turn = self.turns.last_mut().expect("a turn with dice on the table");
        let roll = turn.undecided.take().expect("dice on the table");
        turn.decisions.push(Decision { roll, rerolls_left, choice });
        if let Action::Score(placement) = choice {
            self.put(&placement);
        }
    }

    /// Writes a placement on the card, which may end the round.
    fn put(&mut self, placement: &Placement) {
        self.card.write(placement).expect("a move that was checked");
        if self.card.is_full() && self.earlier.len() + 1 < usize::from(self.rounds) {
            let fresh = Scorecard::new(&self.rules);
            self.earlier.push(std::mem::replace(&mut self.card, fresh));
        }
    }

    /// Checks points given with a placement: they must be its points, or a voluntary 0.
    pub(super) fn check_points(&self, placement: &Placement, points: u64) -> Result<(), MoveError> {
        if points == u64::from(placement.points) || points == 0 {
            return Ok(());
        }
        let (roll, _) = self.to_choose()?;
        let (name, right) = (self.name(placement.category), placement.points);
        let or_zero = right > 0 && self.rules.allows_voluntary_zeros();
        Err(MoveError::WrongPoints { name, roll, points, right, or_zero })
    }

    fn name(&self, category: Category) -> String {
        self.rules.called(category).to_owned()
    }

    fn over(&self) -> MoveError {
        MoveError::Over { turns: self.turn_count() }
    }

    fn why_not(&self, roll: &Roll, category: Category, why: WhyNot) -> MoveError {
        let names = |categories: &[Category]| categories.iter().map(|&category| self.name(category)).collect::<Vec<_>>().join(", ");
        match why {
            WhyNot::Filled => {
                let open: Vec<Category> = self.rules.categories().filter(|&open| self.card.is_open(open)).collect();
                MoveError::Filled { name: self.name(category), open: names(&open) }
            }
            WhyNot::NotNext(next) => MoveError::NotNext { name: self.name(category), next: self.name(next) },
            WhyNot::Forced(allowed) => MoveError::Forced { name: self.name(category), roll: *roll, allowed: names(&allowed) },
            WhyNot::MustScore(right) => MoveError::MustScore { name: self.name(category), roll: *roll, right },
        }
    }
}
