//! The state of a session: the current player, and everything to show.

use yahtzee_solver::advise::{ReviewedDecision, SolvedTurn};
use yahtzee_solver::printable::escaped;
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::win::{Chance, WinReview};
use yahtzee_solver::{
    Action, Advice, Contest, Dice, Game, LookaheadStrategy, Placement, Points, RuleSet, RulesError, SpreadTable, Stage, StrategyPlayer,
    TurnOption, ValueTable, WrittenAction, tr,
};

use super::by_card::ByCard;
use super::replay::Replay;
use super::same::Compared;
use super::seat::{Mode, PlaysFor, ReviewedSeat, Seat, turns_behind, turns_done, won_at_once};
use crate::answer::hint::few;
use crate::ask::{Question, chosen};
use crate::words;
use crate::words::reasons::Explanation;

/// The number of the shown state: every action of a player changes it. An intent for an earlier state comes too late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateNumber(u32);

impl StateNumber {
    /// The state of this number.
    pub fn new(number: u32) -> StateNumber {
        StateNumber(number)
    }

    /// Its number. Later states have higher ones.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The next state.
    #[must_use]
    pub fn next(self) -> StateNumber {
        StateNumber(self.0.wrapping_add(1))
    }
}

/// Why a session cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// There are no players.
    #[error("{}", tr!("a game needs a player"))]
    NoSeats,
    /// A game with rules other than the table's.
    #[error("{}", tr!("the game of {}: {}", escaped(.name), .error))]
    OtherRules {
        /// The name of the player.
        name: String,
        /// The rules.
        error: OtherRules,
    },
    /// A computer plays by a card of rules that is not for the game.
    #[error("{}: {error}", escaped(.name))]
    NoCard {
        /// The name of the player.
        name: String,
        /// The error of the card.
        error: RulesError,
    },
}

/// The next step of a front end after an intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: the intent was for a state that is no longer shown, and was dropped.
    Dropped,
    /// Draw.
    Draw,
    /// Draw and save: the games have changed.
    Save,
    /// Leave.
    Leave,
    /// Leave for a new game of the same players.
    NewGame,
    /// Show the [review](Session::review) of the finished game.
    Review,
    /// Show a [branch](Session::branch) of the game under review, with this choice.
    Branch(Action),
    /// Leave for a quiz of the [worst](Session::worst) mistakes.
    TryAgain,
}

/// The kind of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// An event.
    Plain,
    /// A reason why something is not possible.
    Wrong,
    /// A remark of the coach.
    Coach,
    /// A question that waits for a yes.
    Question,
}

/// A way to respond to a remark. A front end shows the keys, words or buttons for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// Give the thrown dice.
    TypeDice,
    /// Ask for a hint.
    Hint,
    /// Choose, and ask for the reasons afterwards, or ask for hints first.
    ExplainLater,
    /// Start a new game, review this one, or leave.
    End,
    /// Answer with yes or no.
    Answer,
}

/// A line under the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Its kind.
    pub tone: Tone,
    /// Its text. It names no keys.
    pub text: String,
    /// The ways to respond to it.
    pub response: Option<Response>,
}

/// A page in front of the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Page {
    /// How to play at this front end.
    Help,
    /// Every option.
    Options,
    /// Why an option is the best.
    Why(Vec<Explanation>),
}

/// The part of the advice that the player may see.
#[derive(Clone, Debug, PartialEq)]
pub enum Visible<'s> {
    /// Nothing, because there is no decision.
    Nothing,
    /// Nothing, because the coach waits for the choice.
    Silent,
    /// The first hint: a few options, in no particular order.
    Few(Vec<TurnOption>),
    /// The second hint: the best option.
    Best(&'s TurnOption),
    /// All of it.
    All(&'s Advice),
}

/// A turn: the player, the objective played for, and the number of finished turns of each player before it.
pub(super) type TurnOf = (usize, PlaysFor, Vec<usize>);

/// A game at the table.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) state_number: StateNumber,
    pub(super) table: ValueTable,
    /// The source of the chance of the upper bonus.
    pub(super) spread: Option<SpreadTable>,
    pub(super) players: Vec<ReviewedSeat>,
    pub(super) mode: Mode,
    /// The source of the chances to win and to reach a target.
    pub(super) contest: Option<Contest<'static>>,
    /// The objective that the switching key returns to.
    pub(super) other_goal: Option<PlaysFor>,
    /// The chance of each player to win; empty if there is one player, or no contest.
    pub(super) chances: Vec<Chance>,
    /// The solved objectives of the turn: player, objective, and finished turns of each player.
    pub(super) solved_turns: Vec<(TurnOf, (SolvedTurn, bool))>,
    /// Whether the chances of the options are approximate.
    pub(super) approximate: bool,
    /// The options for the dice on the table, with expected final scores of the whole game; `None` if there is no decision.
    pub(super) advice: Option<Advice>,
    /// A choice that writes a zero and waits for confirmation.
    pub(super) zero: Option<Action>,
    /// The player who has just finished a turn, while the session waits to throw the dice of the next.
    pub(super) waits_after: Option<usize>,
    /// Created when a greedy computer first chooses.
    pub(super) greedy: Option<StrategyPlayer<LookaheadStrategy>>,
    /// The cards of rules that computers play by.
    pub(super) cards: Vec<ByCard>,
    /// The card that the coach refers to.
    pub(super) for_beginners: Option<ByCard>,
    pub(super) hints: u8,
    pub(super) page: Option<Page>,
    pub(super) said: Vec<Remark>,
    /// The last mistake named by the coach.
    pub(super) mistake: Option<Mistake>,
    /// The coach's praise of the last choice.
    pub(super) praise: Option<String>,
    /// The reviews of a finished game to win, for each player; empty otherwise.
    pub(super) won: Vec<WinReview>,
    /// The game beside those of others with the same dice, once it is over.
    pub(super) compared: Option<Compared>,
    /// The games under review; `None` in play.
    pub(super) replay: Option<Replay>,
}

/// A mistake named by the coach.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The player who made it.
    pub player: usize,
    /// The player's game before it.
    pub before: Game,
    /// The choice, and the best option by the objective of the game.
    pub decision: ReviewedDecision,
    /// The deciding reason, to stand behind the best option: `, because …`; empty if there is none.
    pub because: String,
    /// The relation of the card for beginners to it.
    pub(super) rule: Option<String>,
    /// The objective that judged it; `None` for points.
    pub(super) solved: Option<SolvedTurn>,
}

impl Session {
    /// The table of values.
    pub fn table(&self) -> &ValueTable {
        &self.table
    }

    /// The rules of the game.
    pub fn rules(&self) -> &RuleSet {
        self.table.rules()
    }

    /// The mode of the game.
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

    /// The player who has won at once, if there are several players.
    pub fn won_at_once(&self) -> Option<usize> {
        won_at_once(self.seats())
    }

    /// The current player: the first one with the fewest turns behind. `None` once the game is over.
    pub fn current(&self) -> Option<usize> {
        if self.won_at_once().is_some() {
            return None;
        }
        let (index, seat) = self.seats().enumerate().min_by_key(|(_, seat)| turns_behind(seat))?;
        (turns_done(seat) < seat.game.turn_count()).then_some(index)
    }

    /// The players whose games are looked over at the end: the people, or the computers if no person plays.
    pub fn looked_over(&self) -> impl DoubleEndedIterator<Item = usize> {
        let no_people = self.only_computers();
        (0..self.players.len()).filter(move |&index| no_people || self.players[index].seat.is_person())
    }

    /// The player whose card is shown: the current one, or the previous one until the dice are thrown; at the end, of those who are looked over the one who
    /// has won at once or has the most points.
    pub fn shown_player(&self) -> usize {
        let winner = self.won_at_once();
        let best = || self.looked_over().rev().max_by_key(|&index| (winner == Some(index), self.players[index].seat.game.score_so_far()));
        self.waits_after.or(self.current()).or_else(best).unwrap_or(0)
    }

    /// A sentence about the leader, or about the winner once the game is over. `None` if one person plays alone.
    pub fn winners(&self) -> Option<String> {
        if let Some(winner) = self.won_at_once() {
            return Some(match self.players[winner].seat.name.as_str() {
                name if name == words::YOU => tr!("You win at once, by a served roll."),
                name => tr!("{} wins at once, by a served roll.", name),
            });
        }
        if let Some(compared) = &self.compared {
            return compared.said.first().cloned();
        }
        let seats: Vec<&Seat> = self.seats().collect();
        (seats.len() > 1).then(|| most_points(&seats))
    }

    /// The input that the game waits for.
    pub fn stage(&self) -> Stage {
        self.current().map_or(Stage::Over, |index| self.players[index].seat.game.stage())
    }

    /// The part of the advice that the player may see.
    pub fn shown(&self) -> Visible<'_> {
        let Some(advice) = &self.advice else { return Visible::Nothing };
        match (self.mode.coach, self.hints) {
            (None, _) => Visible::All(advice),
            (Some(_), 0) => Visible::Silent,
            (Some(_), 1) => Visible::Few(few(advice)),
            (Some(_), _) => Visible::Best(advice.best()),
        }
    }

    /// The page in front of the table.
    pub fn page(&self) -> Option<&Page> {
        self.page.as_ref()
    }

    /// The lines under the table.
    pub fn said(&self) -> &[Remark] {
        &self.said
    }

    /// The choice made by a line, if it is one.
    pub fn choice(&self, line: &str) -> Option<Action> {
        let position = Question::of_game(&self.players[self.current()?].seat.game)?.position;
        let written = WrittenAction::parse(line, self.rules(), position.card()).ok()?;
        chosen::action(&written, &position).ok()
    }

    /// The dice shown as kept: the held ones, or the ones of the visible advice.
    pub fn kept(&self) -> Dice {
        match (self.stage(), self.shown()) {
            (Stage::ToRoll { hold, .. }, _) => hold,
            (Stage::ToChoose { .. }, Visible::All(advice)) => held(advice.best()),
            (Stage::ToChoose { .. }, Visible::Best(best)) => held(best),
            _ => Dice::NONE,
        }
    }

    /// The shown state.
    pub fn state_number(&self) -> StateNumber {
        self.state_number
    }

    /// The same session, with this number for its first state. A session that follows another one at the same screen has higher numbers.
    #[must_use]
    pub fn starting_at(self, state_number: StateNumber) -> Self {
        Session { state_number, ..self }
    }

    /// Adds a remark.
    pub fn say(&mut self, tone: Tone, text: impl Into<String>) {
        let response = (tone == Tone::Question).then_some(Response::Answer);
        self.said.push(Remark { tone, text: text.into(), response });
    }

    /// Says why something is not possible, and what is possible, replacing the last such remark.
    pub(super) fn refuse_with(&mut self, text: String, response: Response) -> Next {
        let after = self.refuse(text);
        if let Some(said) = self.said.last_mut() {
            said.response = Some(response);
        }
        after
    }

    /// Says why something is not possible, replacing the last such remark.
    pub fn refuse(&mut self, text: String) -> Next {
        self.said.retain(|said| said.tone != Tone::Wrong);
        self.say(Tone::Wrong, text);
        Next::Draw
    }

    /// Refuses with an error, as a sentence.
    pub fn refuse_error(&mut self, error: &str) -> Next {
        let mut letters = error.chars();
        let capital = letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().into());
        let stop = if error.ends_with(['.', '?']) { "" } else { "." };
        self.refuse(format!("{capital}{}{stop}", letters.as_str()))
    }

    /// Removes all remarks.
    pub(super) fn fall_silent(&mut self) {
        self.said.clear();
        self.mistake = None;
        self.praise = None;
    }

    /// The points and the extra bonus that each category would score now; `None` without a roll, or if the roll may not be written there.
    pub fn would_score(&self) -> Vec<Option<(Points, Points)>> {
        let game = self.current().map(|current| &self.players[current].seat.game);
        let points = |placement: Placement| (placement.points, placement.bonus);
        self.rules().categories().map(|category| game?.placement(category).ok().map(points)).collect()
    }

    /// The possible rolls in the turn of the shown player, including saved throws.
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

/// A sentence about who has the most points.
pub(super) fn most_points(seats: &[&Seat]) -> String {
    let score = |seat: &&Seat| seat.game.score_so_far();
    let most = seats.iter().map(score).max().unwrap_or_default();
    let winners: Vec<&&Seat> = seats.iter().filter(|seat| score(seat) == most).collect();
    match &winners[..] {
        [seat] if seat.name == words::YOU => tr!("You win with {}.", most),
        [seat] => tr!("{} wins with {}.", seat.name.as_str(), most),
        _ => tr!("{} win together with {}.", words::list(winners.iter().map(|seat| seat.called()).collect()), most),
    }
}

fn held(option: &TurnOption) -> Dice {
    match option.action {
        Action::Hold(hold) => *hold,
        Action::Score(_) => Dice::NONE,
    }
}
