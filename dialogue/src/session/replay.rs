//! The review of a game, as a state of the table: the table stands as it stood before one of the game's decisions. The games that were played do not
//! change. Who tries another option plays on in a session of its own.

use yahtzee_solver::advise::{ReviewedDecision, ReviewedTurn};
use yahtzee_solver::game::Turn;
use yahtzee_solver::language::with_mark;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::sorting::{sort_by, sort_by_key};
use yahtzee_solver::win::WinReview;
use yahtzee_solver::{Action, Game, Move, Position, TurnOption, WrittenAction, tr};

use super::intent::{Go, Intent};
use super::seat::{DiceFrom, Mode, PlaysFor, Seat};
use super::state::{Next, Session, SessionError, Tone};
use super::winning::loss_in_points;
use crate::ask::{Question, chosen};
use crate::{Service, words};

/// The loss in points that a review ignores.
pub(super) const TOLERANCE: f64 = 0.2;

/// The worst mistakes that can be tried again.
const WORST: usize = 3;

/// The games under review.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    /// The games as they were played.
    games: Vec<Game>,
    /// The decisions under review, in the order of play.
    decisions: Vec<Decided>,
    /// The number of the decision before which the table stands.
    at: usize,
}

/// The place of a decision in the games; all numbers are from 0.
#[derive(Clone, Copy, Debug)]
struct Decided {
    player: usize,
    turn: usize,
    /// Its number in the turn.
    number: usize,
}

impl Session {
    /// Starts the review of games, with the decisions of this player, or else of all who are looked over. `None` if they made no decision that is known.
    /// Losses are of points, or in a game to win of the chance.
    ///
    /// # Errors
    ///
    /// As [`Session::new`].
    pub fn reviewing(service: &Service, seats: Vec<Seat>, mode: Mode, player: Option<usize>) -> Result<Option<Session>, SessionError> {
        let session = Session::seated(service.table(), seats, mode, None)?;
        Ok(Session { spread: service.spread().cloned(), ..session }.review(player))
    }

    /// The review of the games on the table, likewise.
    pub fn review(&self, player: Option<usize>) -> Option<Session> {
        let games: Vec<Game> = self.seats().map(|seat| seat.game.clone()).collect();
        let players: Vec<usize> = player.map_or_else(|| self.looked_over().collect(), |player| vec![player]);
        let turns = players.into_iter().flat_map(|player| games[player].turns().iter().enumerate().map(move |turn| (player, turn)));
        let of_turn = |(player, (turn, played)): (usize, (usize, &Turn))| {
            (0..played.decisions().len()).map(move |number| Decided { player, turn, number })
        };
        let mut decisions: Vec<Decided> = turns.flat_map(of_turn).collect();
        sort_by_key(&mut decisions, |decided| (begun_with(&games[decided.player]) + decided.turn, decided.player));
        if decisions.is_empty() {
            return None;
        }
        let to_win = self.mode.plays_for == PlaysFor::Win;
        let mode = Mode { coach: None, plays_for: if to_win { PlaysFor::Win } else { PlaysFor::Points }, ..self.mode };
        let replay = Some(Replay { games, decisions, at: 0 });
        let mut review = Session { replay, mode, other_goal: Some(self.mode.plays_for), page: None, waits_after: None, ..self.clone() };
        review.stand(0);
        Some(review)
    }

    /// The number of the decision before which the table stands, from 1, and that of all decisions under review; `None` in play.
    pub fn reviewed(&self) -> Option<(usize, usize)> {
        self.replay.as_ref().map(|replay| (replay.at + 1, replay.decisions.len()))
    }

    /// What was played where a review stands.
    pub fn was_played(&self) -> Option<Action> {
        let Replay { games, decisions, at } = self.replay.as_ref()?;
        let Decided { player, turn, number } = decisions[*at];
        Some(games[player].turns()[turn].decisions()[number].choice)
    }

    /// The whole game of a player, also where a review stands before its end.
    pub fn whole_game(&self, player: usize) -> &Game {
        self.replay.as_ref().map_or(&self.players[player].seat.game, |replay| &replay.games[player])
    }

    /// The loss of a player's decisions in a turn from 0, in points or in per cent of the chance to win, and whether one of them is a mistake.
    pub fn lost_in_turn(&self, player: usize, turn: usize) -> (f64, bool) {
        let count = self.players[player].review.turns[turn].decisions.len();
        let losses = (0..count).map(|number| self.lost(&Decided { player, turn, number }));
        let (lost, worst) = losses.fold((0.0, 0.0), |(sum, most), lost| (sum + lost, f64::max(most, lost)));
        let unit = if self.is_lost_in_chances(player) { 100.0 * WinReview::CHANCE_OF_A_POINT } else { 1.0 };
        (lost * unit, worst > TOLERANCE)
    }

    /// Whether the losses of a player are of the chance to win.
    pub fn is_lost_in_chances(&self, player: usize) -> bool {
        self.mode.plays_for == PlaysFor::Win && self.win_review(player).is_some()
    }

    /// The loss of a decision in the points of a coach's setting.
    fn lost(&self, decided: &Decided) -> f64 {
        let Decided { player, turn, number } = *decided;
        let win = self.win_review(player).filter(|_| self.is_lost_in_chances(player));
        let in_chances = win.and_then(|win| win.turns.get(turn)?.decisions.get(number));
        in_chances.map_or_else(|| self.of_points(decided).1.loss(), |decision| loss_in_points(&decision.chosen))
    }

    fn of_points(&self, decided: &Decided) -> (&ReviewedTurn, &ReviewedDecision) {
        let turn = &self.players[decided.player].review.turns[decided.turn];
        (turn, &turn.decisions[decided.number])
    }

    /// The positions of the worst mistakes by points, the worst first. None in play.
    pub fn worst(&self) -> Vec<Position> {
        let decided = self.replay.iter().flat_map(|replay| &replay.decisions).map(|decided| self.of_points(decided));
        let mut lost: Vec<_> = decided.filter(|(_, decision)| decision.loss() > TIE_TOLERANCE).collect();
        sort_by(&mut lost, |(_, a), (_, b)| b.loss().total_cmp(&a.loss()));
        lost.into_iter().take(WORST).map(|(turn, decision)| Question::of_decision(turn, decision).position).collect()
    }

    /// Does what somebody wants who looks over a game.
    pub(super) fn in_review(&mut self, intent: Intent) -> Next {
        match intent {
            Intent::Go(to) => self.go(to),
            Intent::Choose(written) => self.branch_by(&written),
            Intent::Switch if self.can_switch() => {
                self.switch();
                self.stand_again()
            }
            Intent::TryAgain if self.worst().is_empty() => self.refuse(tr!("No choice cost anything.")),
            Intent::TryAgain => Next::TryAgain,
            _ => self.refuse(tr!("This game was played: choose an option to play on with from here.")),
        }
    }

    /// Goes to another decision, and stays if there is none.
    fn go(&mut self, to: Go) -> Next {
        let Some(Replay { decisions, at, .. }) = &self.replay else { return Next::Draw };
        let (at, last) = (*at, decisions.len() - 1);
        let mistake = || (at + 1..=last).chain(0..=at).find(|&number| self.lost(&decisions[number]) > TOLERANCE);
        let to = match to {
            Go::Back => at.saturating_sub(1),
            Go::Forth => (at + 1).min(last),
            Go::First => 0,
            Go::Last => last,
            Go::Mistake => match mistake() {
                Some(number) => number,
                None => return self.refuse(tr!("There is no mistake: no choice cost more than {}.", with_mark(TOLERANCE.to_string()))),
            },
        };
        self.stand(to)
    }

    /// Puts the table as it stood before a decision.
    fn stand(&mut self, at: usize) -> Next {
        let Some(replay) = &mut self.replay else { return Next::Draw };
        replay.at = at;
        let here = replay.decisions[at];
        let behind = begun_with(&replay.games[here.player]) + here.turn;
        for (index, (player, whole)) in self.players.iter_mut().zip(&replay.games).enumerate() {
            player.seat.game = if index == here.player {
                before(whole, here.turn + 1, here.number)
            } else {
                let behind = behind + usize::from(index < here.player);
                before(whole, behind.saturating_sub(begun_with(whole)), usize::MAX)
            };
        }
        self.fall_silent();
        self.look();
        self.judge();
        Next::Draw
    }

    pub(super) fn stand_again(&mut self) -> Next {
        self.stand(self.replay.as_ref().map_or(0, |replay| replay.at))
    }

    /// Says what the decision cost. A voluntary zero that advice leaves out is an option where it was played.
    fn judge(&mut self) {
        let Some((chosen, current)) = self.was_played().and_then(|played| self.valued(&played)).zip(self.current()) else { return };
        let Some(advice) = &mut self.advice else { return };
        if advice.option(&chosen.action).is_none() {
            let better = |option: &TurnOption| loss_in_points(option) <= loss_in_points(&chosen);
            advice.options.insert(advice.options.partition_point(better), chosen);
        }
        let (roll, best) = (advice.position.roll(), *advice.best());
        let verdict = match self.worth_kind().cost(&chosen) {
            Some(cost) => self.told(current, &roll, &chosen, &best, &cost, ""),
            None => tr!("{} {}: nothing is better.", self.subject(current), words::in_the_past(&chosen.action, &roll, self.rules())),
        };
        self.say(Tone::Plain, verdict);
    }

    /// Asks to play on with another choice.
    fn branch_by(&mut self, written: &WrittenAction) -> Next {
        let position =
            self.current().and_then(|current| Question::of_game(&self.players[current].seat.game)).map(|question| question.position);
        match position.map(|position| chosen::action(written, &position)) {
            Some(Ok(choice)) => Next::Branch(choice),
            Some(Err(error)) => self.refuse_error(&error),
            None => Next::Draw,
        }
    }

    /// A game that goes on where the review stands with this choice, and with virtual dice of this seed. `None` if the choice is not possible.
    pub fn branch(&self, choice: Action, seed: u64) -> Option<Session> {
        let mut seats: Vec<Seat> = self.seats().map(|seat| seat.playing(seat.game.clone())).collect();
        seats[self.current()?].game.play(Move::Choice(choice)).ok()?;
        let mode = Mode { dice: DiceFrom::Seed(seed), ..self.mode };
        let mut branch = Session::start(&self.table, seats, mode, self.contest.clone()).ok()?;
        branch.spread.clone_from(&self.spread);
        branch.say(Tone::Plain, tr!("From here on the dice are new. Nothing of this is saved, and leaving returns to the review."));
        Some(branch)
    }
}

/// The number of boxes on the card that a game began with.
fn begun_with(game: &Game) -> usize {
    game.start().filled().count()
}

/// A game before a decision of its last turn, cut to so many turns.
fn before(whole: &Game, turns: usize, decisions: usize) -> Game {
    let mut game = whole.clone();
    while game.turns().len() > turns
        || (game.turns().len() == turns && game.turns().last().is_some_and(|turn| turn.decisions().len() > decisions))
    {
        game.undo();
    }
    game
}
