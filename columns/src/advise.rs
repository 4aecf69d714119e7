//! What to keep, what to name and where to write, by the values of the columns.

use yahtzee_solver::dice::{Hold, RerollsLeft, Roll};
use yahtzee_solver::game::Scorecard;
use yahtzee_solver::tr;

use crate::column::Column;
use crate::game::Game;
use crate::player::{BoxOf, Plan, Player, Positions};
use crate::table::{Table, TableError};
use crate::turn::{Ends, IMPOSSIBLE};

/// A position: the cards of all columns, the dice, and the box that was named in this turn.
#[derive(Clone, Debug)]
pub struct Position {
    /// The card of each column.
    pub cards: Vec<Scorecard>,
    /// The dice.
    pub roll: Roll,
    /// The rerolls left.
    pub rerolls_left: RerollsLeft,
    /// The box of an announced column that was named after the first throw.
    pub named: Option<BoxOf>,
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Keep these dice and throw the others.
    Hold(Hold),
    /// Name a box, and keep these dice.
    Name(BoxOf, Hold),
    /// Write the dice into a box.
    Write {
        /// The box.
        of: BoxOf,
        /// The points that count, times the weight of the column.
        points: f64,
    },
}

/// An action and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// What it gives up against the best one, by the values of the columns. It is an estimate, not exact.
    pub loss: f64,
}

/// All actions of a position, the best first.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The actions.
    pub options: Vec<Choice>,
    /// The points written so far.
    pub score: f64,
    /// No way to play on ends with more on average, at the start of this turn.
    pub bound: f64,
}

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum AdviseError {
    /// All boxes are filled.
    #[error("{}", tr!("the game is over: no category is open"))]
    Over,
    /// The position cannot be.
    #[error("{0}")]
    Impossible(String),
    /// The table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Game {
    /// The turns that were played on these cards.
    fn turns_played(&self, cards: &[Scorecard]) -> usize {
        cards.iter().map(|card| card.filled().count()).sum()
    }

    /// The position of the state of each card.
    fn positions(&self, cards: &[Scorecard]) -> Result<Positions, AdviseError> {
        let place = |(column, card): (&Column, &Scorecard)| column.model.space.place(&card.state());
        let places: Option<Positions> = self.columns.iter().zip(cards).map(place).collect();
        places.ok_or_else(|| AdviseError::Impossible(tr!("no game of these rules reaches this card")))
    }

    /// The points written on these cards, with the weights of the columns.
    pub fn score(&self, cards: &[Scorecard]) -> f64 {
        self.columns.iter().zip(cards).map(|(column, card)| column.times * f64::from(card.score())).sum()
    }

    /// All actions of a position, the best first.
    ///
    /// # Errors
    ///
    /// [`AdviseError`] if the game is over, the position cannot be, or the table cannot be read.
    pub fn advise(&self, table: &Table, position: &Position) -> Result<Advice, AdviseError> {
        let Position { cards, roll, rerolls_left, named } = position;
        let rerolls = usize::from(rerolls_left.get());
        let turn = self.turns_played(cards);
        if turn == self.turns {
            return Err(AdviseError::Over);
        }
        let throw = usize::from(self.rerolls)
            .checked_sub(rerolls)
            .ok_or_else(|| AdviseError::Impossible(tr!("{} rerolls left: a turn has at most {}", rerolls, self.rerolls)))?;
        let positions = self.positions(cards)?;
        let (here, after) = (table.values(turn)?, table.values(turn + 1)?);
        let mut player = Player::new(self);
        let (lattice, nodes) = (self.lattice(), &self.columns[0].model.nodes);
        let first_roll = lattice.rolls().start;
        let roll_node = nodes.roll(roll).index();
        let plans = player.plans(&positions, self.turns - turn, table.seller(), &|column| &after[self.like[column]]);
        // A box is named after the first throw; later the named one is the only one, or there is none.
        let possible = |plan: &&Plan| match named {
            Some(named) => plan.named == Some(*named),
            None => plan.named.is_none() || throw == 0,
        };
        let mut options = Vec::new();
        let mut found = false;
        for plan in plans.iter().filter(possible) {
            found = true;
            let values = self.hold_values(&plan.ends, rerolls);
            for hold in roll.holds().into_iter().filter(|_| rerolls > 0) {
                let worth = values[nodes.hold(&hold).index()];
                let action = match plan.named {
                    Some(of) if named.is_none() => Action::Name(of, hold),
                    _ => Action::Hold(hold),
                };
                options.push((action, worth));
            }
            for placed in
                player.boxes(plan.named, &positions, (self.turns - turn, throw), roll_node - first_roll, table.seller(), &|column| {
                    &after[self.like[column]]
                })
            {
                options.push((Action::Write { of: placed.of, points: placed.points }, placed.with_later));
            }
        }
        if !found {
            return Err(AdviseError::Impossible(tr!(
                "the named box cannot be written: it is filled, or its column is not an announced one"
            )));
        }
        options.retain(|(_, worth)| *worth > IMPOSSIBLE / 2.0);
        options.sort_by(|a, b| b.1.total_cmp(&a.1));
        let Some(&(_, best)) = options.first() else {
            return Err(AdviseError::Impossible(tr!(
                "no open box can be written now: the columns that are left take the first throw only"
            )));
        };
        let options = options.into_iter().map(|(action, worth)| Choice { action, loss: best - worth }).collect();
        let sold = table.seller()[player.place(&positions)];
        let columns = self.columns.iter().zip(&positions).zip(&self.like);
        let to_come: f64 = columns.map(|((column, position), like)| column.times * here[*like][*position]).sum();
        // The values of a column count the bonus of its upper boxes, which the score of a card has too, when it is full.
        let written: f64 = self.columns.iter().zip(cards).map(|(column, card)| column.times * f64::from(card.written_score())).sum();
        Ok(Advice { options, score: self.score(cards), bound: written + sold + to_come })
    }

    /// The value of each hold with this many rerolls left, of a turn with these ends.
    fn hold_values(&self, ends: &Ends, rerolls_left: usize) -> Vec<f64> {
        let lattice = self.lattice();
        let mut nodes = vec![0.0; lattice.len()];
        for left in 0..rerolls_left {
            let throw = (usize::from(self.rerolls) - left).min(ends.len() - 1);
            let rolls = &mut nodes[lattice.rolls()];
            if left == 0 {
                rolls.copy_from_slice(&ends[throw]);
            } else {
                rolls.iter_mut().zip(&ends[throw]).for_each(|(node, end)| *node = node.max(*end));
                lattice.best(&mut nodes, false);
            }
            lattice.expect(&mut nodes, |_, _| ());
        }
        nodes
    }
}
