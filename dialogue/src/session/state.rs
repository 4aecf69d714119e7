//! The state of a session: whose turn it is, what is typed, and what to show.

use yahtzee_solver::{
    Action, Advice, Aim, Chance, Contest, Dice, Game, GreedyStrategy, Hold, Placement, Points, RuleSet, SpreadTable, Stage, StrategyPlayer,
    TurnOption, ValueTable, WrittenAction,
};

use super::seat::{Mode, PlaysFor, ReviewedSeat, Seat, turns_done};
use crate::hint::few;
use crate::reasons::Explanation;

/// What a face does after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// Draw.
    Draw,
    /// Draw and save: the games have changed.
    Save,
    /// Leave.
    Leave,
    /// Leave for a new game of the same players.
    NewGame,
    /// Leave for the review of the finished game.
    Review,
}

/// The kind of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// What happened.
    Plain,
    /// Why something is not possible.
    Wrong,
    /// A remark of the coach.
    Coach,
    /// A question that waits for a yes.
    Question,
}

/// A line under the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Its kind.
    pub tone: Tone,
    /// Its text.
    pub text: String,
}

impl Remark {
    /// The text, and with a question the keys that answer it.
    pub fn with_keys(&self) -> String {
        match self.tone {
            Tone::Question => format!("{} Enter or y: yes. Any other key: no.", self.text),
            _ => self.text.clone(),
        }
    }
}

/// A page in front of the table, which any key closes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// The keys and words.
    Help,
    /// Why an option is the best.
    Why(Vec<Explanation>),
}

/// How much of the advice the player may see.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown<'s> {
    /// Nothing: there is nothing to decide.
    Nothing,
    /// Nothing: the coach waits for the choice.
    Silent,
    /// The first hint: a few options, in no order.
    Few(Vec<TurnOption>),
    /// The second hint: the best option.
    Best(&'s TurnOption),
    /// All of it.
    All(&'s Advice),
}

/// The dice picked with the arrow keys.
#[derive(Clone, Debug)]
pub(super) struct Pick {
    /// The die under the arrow.
    pub(super) die: usize,
    /// Which dice Space has set to be kept; `None` before the first Space.
    pub(super) kept: Option<Vec<bool>>,
}

/// A turn of a player, what it is played for, and how many turns each player has finished before it.
pub(super) type TurnOf = (usize, PlaysFor, Vec<usize>);

/// A game at the table.
#[derive(Clone, Debug)]
pub struct Session<'a> {
    pub(super) table: &'a ValueTable,
    /// Gives the chance of the upper bonus.
    pub(super) spread: Option<&'a SpreadTable>,
    pub(super) players: Vec<ReviewedSeat>,
    pub(super) mode: Mode,
    /// Gives the chances to win and to reach a target.
    pub(super) contest: Option<Contest<'a>>,
    pub(super) plays_for: PlaysFor,
    /// What the key that switches goes back to.
    pub(super) other_goal: Option<PlaysFor>,
    /// The chance of each player to win; empty if there is one player, or nothing to work it out with.
    pub(super) chances: Vec<Chance>,
    /// The aims of the turn: whose, for what, and after how many turns of each player.
    pub(super) aims: Vec<(TurnOf, (Aim, bool))>,
    /// Whether the chances of the options are approximate.
    pub(super) approximate: bool,
    /// The options for the dice on the table, with expected final scores of the whole game; `None` while there is nothing to decide.
    pub(super) advice: Option<Advice>,
    pub(super) typed: String,
    /// The dice picked with the arrow keys and Space; `None` once something else is typed.
    pub(super) pick: Option<Pick>,
    /// A choice that writes a zero and waits for confirmation.
    pub(super) zero: Option<Action>,
    /// The player who has just finished a turn, while the session waits to throw the dice of the next.
    pub(super) waits_after: Option<usize>,
    /// Made when a greedy computer first chooses.
    pub(super) greedy: Option<StrategyPlayer<GreedyStrategy>>,
    pub(super) hints: u8,
    pub(super) page: Option<Page>,
    pub(super) said: Vec<Remark>,
    /// The last mistake that the coach named, with the game before it.
    pub(super) mistake: Option<(Game, TurnOption)>,
}

impl<'a> Session<'a> {
    /// The table that gives the values.
    pub fn table(&self) -> &'a ValueTable {
        self.table
    }

    /// The rules of the game.
    pub fn rules(&self) -> &'a RuleSet {
        self.table.rules()
    }

    /// How it is played.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The players, in the order of the turns.
    pub fn players(&self) -> &[ReviewedSeat] {
        &self.players
    }

    /// The players without their reviews.
    pub fn seats(&self) -> impl Iterator<Item = &Seat> {
        self.players.iter().map(|player| &player.seat)
    }

    /// Whose turn it is: the first player with the fewest finished turns. `None` once the game is over.
    pub fn current(&self) -> Option<usize> {
        let (index, least) = self.seats().map(turns_done).enumerate().min_by_key(|(_, done)| *done)?;
        (least < self.players[index].seat.game.turn_count()).then_some(index)
    }

    /// The player whose card to show: the one whose turn it is, or the one before until the dice are thrown; at the end, the one with most points.
    pub fn shown_player(&self) -> usize {
        let best = || (0..self.players.len()).rev().max_by_key(|&index| self.players[index].seat.game.score_so_far());
        self.waits_after.or(self.current()).or_else(best).unwrap_or(0)
    }

    /// What the game waits for.
    pub fn stage(&self) -> Stage {
        self.current().map_or(Stage::Over, |index| self.players[index].seat.game.stage())
    }

    /// How much of the advice the player may see.
    pub fn shown(&self) -> Shown<'_> {
        let Some(advice) = &self.advice else { return Shown::Nothing };
        match (self.mode.coach, self.hints) {
            (None, _) => Shown::All(advice),
            (Some(_), 0) => Shown::Silent,
            (Some(_), 1) => Shown::Few(few(advice)),
            (Some(_), _) => Shown::Best(advice.best()),
        }
    }

    /// The line being typed.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// The page in front of the table.
    pub fn page(&self) -> Option<&Page> {
        self.page.as_ref()
    }

    /// The lines under the table.
    pub fn said(&self) -> &[Remark] {
        &self.said
    }

    /// The choice that is typed, if the text is a choice.
    pub fn choice(&self) -> Option<Action> {
        let Stage::ToChoose { roll, rerolls_left } = self.stage() else { return None };
        let game = &self.players[self.current()?].seat.game;
        match WrittenAction::parse(&self.typed, self.rules(), game.card()).ok()? {
            WrittenAction::Hold(dice) if rerolls_left.get() > 0 => Hold::new(dice, &roll).ok().map(Action::Hold),
            WrittenAction::Hold(_) | WrittenAction::Reroll(_) => None,
            WrittenAction::Score { category, points } => {
                let placement = game.placement(category).ok()?;
                let points = points.map_or(Some(placement.points), |points| u32::try_from(points).ok().map(Points::new))?;
                Some(Action::Score(Placement { points, ..placement }))
            }
        }
    }

    /// The dice to show as kept: those held, those typed, or those of the advice that the player sees.
    pub fn kept(&self) -> Dice {
        match self.stage() {
            Stage::Over => Dice::NONE,
            Stage::ToRoll { hold, .. } => hold,
            Stage::ToChoose { .. } => match (self.choice(), self.typed.trim().is_empty(), self.shown()) {
                (Some(Action::Hold(hold)), ..) => *hold,
                (None, true, Shown::All(advice)) => held(advice.best()),
                (None, true, Shown::Best(best)) => held(best),
                _ => Dice::NONE,
            },
        }
    }

    /// Adds a remark.
    pub fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.said.push(Remark { tone, text: text.into() });
    }

    /// Says why something is not possible, in place of the last such remark.
    pub(super) fn wrong(&mut self, text: impl Into<String>) -> After {
        self.said.retain(|said| said.tone != Tone::Wrong);
        let text = text.into();
        let mut letters = text.chars();
        let capital = letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().into());
        let stop = if text.ends_with(['.', '?']) { "" } else { "." };
        self.say(Tone::Wrong, format!("{capital}{}{stop}", letters.as_str()));
        After::Draw
    }

    /// Removes all remarks.
    pub(super) fn fall_silent(&mut self) {
        self.said.clear();
        self.mistake = None;
    }

    /// The points and the extra bonus that each category would get now; `None` if there is no roll, or the roll may not be written there.
    pub fn would_score(&self) -> Vec<Option<(Points, Points)>> {
        let game = self.current().map(|current| &self.players[current].seat.game);
        let points = |placement: Placement| (placement.points, placement.bonus);
        self.rules().categories().map(|category| game?.placement(category).ok().map(points)).collect()
    }

    /// The rolls that the turn of the player shown may have, saved throws among them.
    pub fn rolls(&self) -> u8 {
        self.players[self.shown_player()].seat.game.card().rerolls().get() + 1
    }

    /// The number of the turn, the number of the round, both from 1, and the number of rounds.
    pub fn turn(&self) -> (usize, u8, u8) {
        let game = &self.players[self.shown_player()].seat.game;
        let rounds = game.rounds();
        let a_round = self.rules().category_count();
        let of_round = game.card().filled().count();
        ((of_round + 1).min(a_round), rounds.current(), rounds.count())
    }
}

fn held(option: &TurnOption) -> Dice {
    match option.action {
        Action::Hold(hold) => *hold,
        Action::Score(_) => Dice::NONE,
    }
}
