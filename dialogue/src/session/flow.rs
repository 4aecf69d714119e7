//! The start of a session, and automatic steps: virtual dice and the computer's moves. Undo takes these back too.

use yahtzee_solver::{Action, Advice, Contest, LookaheadStrategy, Move, Player, Review, Seed, Stage, StrategyPlayer, ValueTable, tr};

use super::aided::hashed;
use super::by_card::ByCard;
use super::seat::{Computer, DiceFrom, MOST_PLAYERS, Mode, PlaysFor, ReviewedSeat, Seat, turns_behind, turns_done};
use super::state::{Next, Session, SessionError, StateNumber, Tone};
use super::taken_back::{MOST_TAKEN_BACK, TakenBack};
use crate::ask::Question;
use crate::{Service, words};

/// A player who chooses has dice on the table.
const DICE: &str = "there are dice on the table";
/// The start of a session ensures this.
const SAME_GAME: &str = "games by the rules of the table";

impl Session {
    /// Starts a session.
    ///
    /// # Errors
    ///
    /// [`SessionError`] if there are no seats, or if their games do not have the rules of `table`.
    pub fn new(table: &ValueTable, seats: Vec<Seat>, mode: Mode) -> Result<Session, SessionError> {
        Session::start(table, seats, mode, None)
    }

    /// Starts a session with the chances to win and to reach a target. They rank the options if the mode says so.
    ///
    /// # Errors
    ///
    /// As [`Session::new`].
    pub fn contested(contest: Contest<'static>, seats: Vec<Seat>, mode: Mode) -> Result<Session, SessionError> {
        Session::start(&contest.table().clone(), seats, mode, Some(contest))
    }

    pub(super) fn start(
        table: &ValueTable,
        seats: Vec<Seat>,
        mode: Mode,
        contest: Option<Contest<'static>>,
    ) -> Result<Session, SessionError> {
        let mut session = Session::seated(table, seats, mode, contest)?;
        session.go_on();
        session.fall_silent();
        Ok(session)
    }

    /// A session before anything happens by itself.
    pub(super) fn seated(
        table: &ValueTable,
        seats: Vec<Seat>,
        mode: Mode,
        contest: Option<Contest<'static>>,
    ) -> Result<Session, SessionError> {
        if seats.is_empty() {
            return Err(SessionError::NoSeats);
        }
        let reviewed = |seat: Seat| match Review::of(&seat.game, table) {
            Ok(review) => Ok(ReviewedSeat { review, seat }),
            Err(error) => Err(SessionError::OtherRules { name: seat.name, error }),
        };
        let players = seats.into_iter().map(reviewed).collect::<Result<Vec<ReviewedSeat>, SessionError>>()?;
        let mut cards: Vec<ByCard> = Vec::new();
        for player in &players {
            let Seat { name, computer, .. } = &player.seat;
            if let Some(Computer::Card(card)) = *computer
                && cards.iter().all(|known| known.name() != card)
            {
                let no_card = |error| SessionError::NoCard { name: name.clone(), error };
                cards.push(ByCard::new(card, table).map_err(no_card)?);
            }
        }
        Ok(Session {
            state_number: StateNumber::default(),
            table: table.clone(),
            spread: None,
            players,
            mode,
            contest,
            other_goal: None,
            chances: Vec::new(),
            solved_turns: Vec::new(),
            approximate: false,
            advice: None,
            zero: None,
            waits_after: None,
            greedy: None,
            cards,
            for_beginners: mode.coach.and_then(|_| ByCard::for_beginners(table)),
            hints: 0,
            page: None,
            said: Vec::new(),
            mistake: None,
            praise: None,
            won: Vec::new(),
            compared: None,
            replay: None,
        })
    }

    /// Starts a session of the game of a service, with the chance of the upper bonus in its reasons if the service knows it. A contest gives the chances.
    ///
    /// # Errors
    ///
    /// As [`Session::new`].
    pub fn served(service: &Service, contest: Option<Contest<'static>>, seats: Vec<Seat>, mode: Mode) -> Result<Session, SessionError> {
        let session = Session::start(service.table(), seats, mode, contest)?;
        Ok(Session { spread: service.spread().cloned(), ..session })
    }
}

impl Session {
    /// Plays on until a person has to act.
    pub(super) fn go_on(&mut self) {
        while let Some(current) = self.current() {
            let computer = !self.players[current].seat.is_person();
            match self.stage() {
                _ if computer && self.awaits_chances() => break,
                Stage::ToRoll { .. } if self.mode.dice == DiceFrom::Table || (computer && self.only_computers()) => break,
                Stage::ToRoll { .. } if !computer && self.waits() => break,
                Stage::ToChoose { .. } if !computer => break,
                Stage::Over => break,
                _ if computer => self.computer_step(current),
                _ => self.roll_by_seed(current),
            }
        }
        if self.current().is_none() {
            self.waits_after = None;
        }
        self.look();
        self.won = self.reviews_to_win();
        self.compared = self.compare();
    }

    /// Whether the session waits before throwing the dice of the next player, so that everyone can see the end of the last turn.
    pub fn waits(&self) -> bool {
        self.waits_after.is_some()
    }

    /// Whether [`Intent::Throw`](super::Intent::Throw) throws dice: for the next player, or for a computer in a game without people.
    pub fn throws(&self) -> bool {
        let to_roll = matches!(self.stage(), Stage::ToRoll { .. });
        self.waits() || (to_roll && self.only_computers() && self.mode.dice != DiceFrom::Table)
    }

    /// Throws the dice of the next player, or plays the turn of a computer in a game without people.
    pub(super) fn throw(&mut self) -> Next {
        self.fall_silent();
        if self.waits() {
            self.waits_after = None;
            self.go_on();
        } else if self.throws() {
            self.computer_turn();
        } else {
            return match self.stage() {
                Stage::ToRoll { .. } => self.roll_first(),
                Stage::ToChoose { .. } => self.refuse(tr!("The dice have fallen already.")),
                Stage::Over => self.is_over(),
            };
        }
        Next::Save
    }

    /// Plays a whole turn of a computer, in a game without people.
    fn computer_turn(&mut self) {
        if let Some(current) = self.current() {
            let before = turns_done(&self.players[current].seat);
            while turns_done(&self.players[current].seat) == before {
                self.computer_step(current);
            }
        }
        self.look();
    }

    /// Plays the next move of a computer: with virtual dice its whole turn, otherwise one decision about the dice on the table.
    fn computer_step(&mut self, current: usize) {
        let mut steps = Vec::new();
        loop {
            match self.players[current].seat.game.stage() {
                Stage::ToRoll { .. } if self.mode.dice == DiceFrom::Table => break,
                Stage::ToRoll { .. } => self.roll_by_seed(current),
                Stage::ToChoose { roll, .. } => {
                    let choice = self.computer_choice(current);
                    steps.push((roll, choice));
                    self.players[current].seat.game.play(Move::Choice(choice)).expect("a strategy keeps to the rules");
                    self.moved(current);
                    if let Action::Score(_) = choice {
                        break;
                    }
                }
                Stage::Over => break,
            }
        }
        if let Some(((roll, does), before)) = steps.split_last() {
            let before: String = before.iter().map(|(roll, kept)| words::step(roll, kept, self.rules()) + ", ").collect();
            let name = &self.players[current].seat.name;
            self.say(
                Tone::Plain,
                format!("{name}: {before}{}: {}.", self.rules().die().text_of(roll), words::in_few_words(does, self.rules())),
            );
        }
    }

    fn roll_by_seed(&mut self, current: usize) {
        let DiceFrom::Seed(seed) = self.mode.dice else { return };
        // A choice that was taken back and made otherwise brings other dice to everybody.
        let lines = self.seats().zip(1..).filter(|(seat, _)| seat.line() != 0);
        let line = lines.fold(0, |line, (seat, player)| hashed(hashed(line, player), seat.line()));
        let number = line.wrapping_mul(MOST_PLAYERS as u64).wrapping_add(current as u64);
        let game = &mut self.players[current].seat.game;
        if let Some(roll) = game.next_roll(Seed::new(seed), number) {
            game.roll(roll).expect("the game waits for dice");
        }
        self.moved(current);
    }

    /// The computer's choice for the dice on the table.
    fn computer_choice(&mut self, player: usize) -> Action {
        let Seat { computer, game, .. } = &self.players[player].seat;
        match (computer, Question::of_game(game)) {
            (Some(Computer::Greedy), Some(question)) => {
                let greedy = || StrategyPlayer::new(LookaheadStrategy::greedy(self.table.model()));
                self.greedy.get_or_insert_with(greedy).choose(&question.position).expect(SAME_GAME)
            }
            (Some(Computer::Card(name)), Some(question)) => {
                let card = self.cards.iter_mut().find(|card| card.name() == *name);
                card.expect("a card that was read at the start").action(&question.position)
            }
            (Some(Computer::Win), _) => self.advice_for(player, PlaysFor::Win).expect(DICE).0.best().action,
            _ => self.advice_for(player, PlaysFor::Points).expect(DICE).0.best().action,
        }
    }

    /// The advice for the dice on the table, and whether its chances are approximate.
    fn advice_for(&mut self, player: usize, plays_for: PlaysFor) -> Option<(Advice, bool)> {
        let question =
            Question::of_game(&self.players[player].seat.game).filter(|_| plays_for == PlaysFor::Points || self.contest.is_some())?;
        let (question, approximate) = match self.solved_turn(player, plays_for) {
            Some((solved, approximate)) => (question.solved(solved), approximate),
            None => (question, false),
        };
        Some((question.work(&self.table, None).ok()?.advice, approximate))
    }

    /// Computes the advice for the dice on the table again, and the chances to win.
    pub(super) fn look(&mut self) {
        let advice = self.current().and_then(|current| self.advice_for(current, self.mode.plays_for));
        self.approximate = advice.as_ref().is_some_and(|(_, approximate)| *approximate);
        self.advice = advice.map(|(advice, _)| advice);
        self.chances = self.chances_now();
        self.hints = 0;
    }

    pub(super) fn moved(&mut self, player: usize) {
        let player = &mut self.players[player];
        player.review = Review::of(&player.seat.game, &self.table).expect(SAME_GAME);
    }

    pub(super) fn only_computers(&self) -> bool {
        self.seats().all(|seat| !seat.is_person())
    }

    /// Takes back the last move of a person, and all automatic steps after it.
    pub(super) fn undo(&mut self) -> Next {
        self.fall_silent();
        if self.seats().any(|seat| seat.same.is_some()) {
            return self.refuse(tr!("With the dice of a friend nothing is taken back: you have seen the next throw."));
        }
        if !self.can_undo() {
            return self.refuse(tr!("There is nothing to take back."));
        }
        self.waits_after = None;
        while let Some(player) = self.last_to_move() {
            let ReviewedSeat { seat, .. } = &mut self.players[player];
            let (name, computer) = (seat.name.clone(), !seat.is_person());
            let dice_before = Question::of_game(&seat.game).map(|question| question.position);
            let Some(taken) = seat.game.undo() else { break };
            let turn = turns_done(seat) + 1;
            let evidence = match taken {
                Move::Roll(_) | Move::LastRoll(_) => {
                    dice_before.filter(|_| self.mode.dice == DiceFrom::Table).map(|position| (position, None))
                }
                Move::Result(_) => None,
                Move::Choice(_) if computer => None,
                Move::Choice(choice) => Question::of_game(&seat.game).map(|question| (question.position, Some(choice))),
            };
            let evidence = evidence.filter(|_| seat.taken_back.len() < MOST_TAKEN_BACK);
            seat.taken_back.extend(evidence.map(|(position, action)| TakenBack { turn, position, action }));
            self.moved(player);
            let text = match taken {
                Move::Roll(roll) | Move::LastRoll(roll) if self.mode.dice == DiceFrom::Table => tr!("the roll {}", roll),
                Move::Choice(choice) if !computer => words::in_few_words(&choice, self.rules()),
                Move::Result(placement) => words::in_few_words(&Action::Score(placement), self.rules()),
                _ => continue,
            };
            let text = if self.players.len() > 1 { format!("{name}, {text}") } else { text };
            self.say(Tone::Plain, tr!("Taken back: {}.", text));
            break;
        }
        self.look();
        Next::Save
    }

    /// Whether a person has made a move.
    fn can_undo(&self) -> bool {
        let decided = |seat: &Seat| seat.game.turns().iter().any(|turn| !turn.decisions().is_empty());
        match self.mode.dice {
            DiceFrom::Table => self.seats().any(|seat| !seat.game.turns().is_empty()),
            DiceFrom::Seed(_) => self.seats().any(|seat| seat.is_person() && decided(seat)),
        }
    }

    /// The player who made the last move.
    fn last_to_move(&self) -> Option<usize> {
        let in_turn = |seat: &Seat| seat.game.turns().len() > turns_done(seat);
        let last_done = || (0..self.players.len()).max_by_key(|&index| turns_behind(&self.players[index].seat));
        self.seats().position(in_turn).or_else(last_done)
    }
}
