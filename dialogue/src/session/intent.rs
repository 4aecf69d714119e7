//! Intents: the players' actions, and the typed lines for them.

use yahtzee_solver::dice::DiceError;
use yahtzee_solver::{Action, Advice, Category, Dice, Move, Position, Stage, WrittenAction, tr};

use super::seat::{DiceFrom, ReviewedSeat, turns_done};
use super::state::{Next, Page, Response, Session, StateNumber, Tone, Visible};
use super::taken_back::{MOST_TAKEN_BACK, TakenBack};
use crate::ask::typed::{self, Typed, Word};
use crate::ask::{Question, chosen};
use crate::words;

/// The longest accepted line, in letters. No answer is longer.
const LONGEST_LINE: usize = 40;

/// Where to go in a game under review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// To the decision before.
    Back,
    /// To the next decision.
    Forth,
    /// To the first decision.
    First,
    /// To the last decision.
    Last,
    /// To the next mistake, the first one after the last.
    Mistake,
}

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Intent {
    /// Gives the dice that fell: all of them, or only the rolled ones.
    Fell(Dice),
    /// Keeps dice, or scores; in a review, plays on from here with that. Before the first roll of a turn with real dice, a category with points is the
    /// result of the whole turn.
    Choose(WrittenAction),
    /// Replaces dice that were typed wrong by the right ones.
    Fix(Dice, Dice),
    /// Takes the best option, if it is shown.
    TakeAdvice,
    /// Throws the dice of the next player, or plays the turn of a computer. It makes no decision for a person.
    Throw,
    /// Answers a question with yes.
    Yes,
    /// Answers a question with no.
    No,
    /// Takes back the last move.
    Undo,
    /// Asks for a hint.
    Hint,
    /// Changes the coach: the loss in points up to which it says nothing, or `None` to show all options with their values.
    Coach(Option<f64>),
    /// Asks for the reasons: of the best option, compared with this action if given, or of the mistake named by the coach.
    Explain(Option<WrittenAction>),
    /// Asks for every option.
    Options,
    /// Asks for help.
    Help,
    /// Closes the page in front of the table.
    Close,
    /// Ranks the options by the chance, or by points again.
    Switch,
    /// Leaves for a new game of the same players, once the game is over.
    NewGame,
    /// Leaves for the review, once the game is over.
    Review,
    /// Goes to another decision of the game under review.
    Go(Go),
    /// Leaves the review for its worst mistakes, to try them again.
    TryAgain,
    /// Leaves.
    Leave,
}

impl Session {
    /// Does what a player wanted while the state `shown` was on the screen. If another state has been shown since, nothing happens, and it returns
    /// [`Next::Dropped`].
    pub fn act(&mut self, intent: Intent, shown: StateNumber) -> Next {
        if shown != self.state_number {
            return Next::Dropped;
        }
        self.act_now(intent)
    }

    /// Does what a player wants in the current state.
    pub fn act_now(&mut self, intent: Intent) -> Next {
        self.state_number = self.state_number.next();
        self.page = None;
        if let Some(choice) = self.zero.take() {
            self.fall_silent();
            match intent {
                Intent::Yes => return self.play_choice(choice),
                Intent::No | Intent::Undo => {
                    self.say(Tone::Plain, "Nothing is written.");
                    return Next::Draw;
                }
                _ => {}
            }
        }
        match intent {
            Intent::Choose(_) | Intent::TakeAdvice | Intent::Throw | Intent::Hint | Intent::Explain(_) | Intent::Options
                if self.awaits_chances() =>
            {
                self.refuse(tr!("One moment: the chances are being worked out."))
            }
            Intent::Explain(compared) => self.explain(compared),
            Intent::Options => self.every_option(),
            Intent::Help => self.open(Page::Help),
            Intent::Close => Next::Draw,
            Intent::Leave => Next::Leave,
            _ if self.replay.is_some() => self.in_review(intent),
            Intent::Go(_) | Intent::TryAgain => self.refuse(tr!("No game is under review.")),
            Intent::Fell(dice) => self.fell(dice),
            Intent::Choose(written) => match self.result_of(&written) {
                Some((category, points)) => self.wrote(category, points),
                None => self.chose(|position| chosen::action(&written, position)),
            },
            Intent::Fix(wrong, right) => self.fix(&wrong, &right),
            Intent::TakeAdvice => self.accept(),
            Intent::Throw => self.throw(),
            Intent::Yes | Intent::No => self.refuse(tr!("There is no question to answer.")),
            Intent::Undo => self.undo(),
            Intent::Hint => self.hint(),
            Intent::Coach(tolerance) => self.coached(tolerance),
            Intent::Switch => self.switch(),
            Intent::NewGame | Intent::Review if self.stage() != Stage::Over => self.refuse(tr!("The game is not over yet.")),
            Intent::NewGame => Next::NewGame,
            Intent::Review => Next::Review,
        }
    }

    /// Does what a line asks for, or says why it cannot be read.
    pub fn line(&mut self, line: &str) -> Next {
        match self.read(line) {
            Ok(intent) => self.act_now(intent),
            Err(error) => {
                self.zero = None;
                self.fall_silent();
                self.refuse_error(&error)
            }
        }
    }

    /// The meaning of a typed line: dice, a category, or a word like `undo`. An empty line continues: it throws the dice of the next player, or takes
    /// the best option. As the answer to a question it is a no.
    ///
    /// # Errors
    ///
    /// The unreadable text, and the correct form.
    pub fn read(&self, line: &str) -> Result<Intent, String> {
        let line = line.trim();
        let length = line.chars().count();
        if length > LONGEST_LINE {
            return Err(tr!("a line of {} letters is no answer: give dice, the name of a category, or a word like help", length));
        }
        let over = self.stage() == Stage::Over;
        match line.to_lowercase().as_str() {
            "y" | "yes" | "j" | "ja" if self.asks() => return Ok(Intent::Yes),
            "" | "n" | "no" | "nein" | "nej" if self.asks() => return Ok(Intent::No),
            "n" | "new" if over => return Ok(Intent::NewGame),
            "r" | "review" if over => return Ok(Intent::Review),
            "" if self.throws() => return Ok(Intent::Throw),
            "" => return Ok(Intent::TakeAdvice),
            _ => {}
        }
        if let Some(fix) = typed::fix(line, self.rules()) {
            return fix.map(|(wrong, right)| Intent::Fix(wrong, right));
        }
        let to_roll = matches!(self.stage(), Stage::ToRoll { .. });
        if to_roll && line.contains('|') {
            return self.rules().parse_roll(line).map(|roll| Intent::Fell(*roll)).map_err(|error| error.to_string());
        }
        Ok(match typed::read(line, self.rules(), self.players[self.shown_player()].seat.game.card())? {
            Typed::Action(WrittenAction::Hold(dice)) if to_roll => Intent::Fell(dice),
            Typed::Action(action) => Intent::Choose(action),
            Typed::Word(Word::Help) => Intent::Help,
            Typed::Word(Word::Hint) => Intent::Hint,
            Typed::Word(Word::Options) => Intent::Options,
            Typed::Word(Word::Quit) => Intent::Leave,
            Typed::Word(Word::Switch) => Intent::Switch,
            Typed::Word(Word::Undo) => Intent::Undo,
            Typed::Word(Word::Why) => Intent::Explain(None),
        })
    }

    fn open(&mut self, page: Page) -> Next {
        self.page = Some(page);
        Next::Draw
    }

    /// Takes the best option, if it is shown.
    fn accept(&mut self) -> Next {
        self.fall_silent();
        let best = match (self.stage(), self.shown()) {
            (Stage::ToChoose { .. }, Visible::All(Advice { options, .. })) => options[0].action,
            (Stage::ToChoose { .. }, Visible::Best(best)) => best.action,
            (Stage::ToChoose { .. }, _) => return self.choose_first(),
            (Stage::ToRoll { .. }, _) => return self.roll_first(),
            (Stage::Over, _) => return self.is_over(),
        };
        self.play_choice(best)
    }

    /// Says that the player must choose.
    fn choose_first(&mut self) -> Next {
        self.refuse_with(tr!("Your choice first: the dice to keep, or a category."), Response::Hint)
    }

    /// Says that the player must give dice.
    pub(super) fn roll_first(&mut self) -> Next {
        match (self.stage(), self.mode.dice) {
            (Stage::ToRoll { hold, .. }, DiceFrom::Table) => {
                let count = words::dice_count(self.rules().dice() - hold.len());
                self.refuse_with(tr!("Roll {} first.", count), Response::TypeDice)
            }
            _ => self.refuse(tr!("The dice are not thrown yet.")),
        }
    }

    pub(super) fn is_over(&mut self) -> Next {
        self.refuse_with(tr!("The game is over."), Response::End)
    }

    /// Takes dice for the current roll.
    fn fell(&mut self, dice: Dice) -> Next {
        self.fall_silent();
        let hold = match (self.stage(), self.mode.dice) {
            (Stage::ToRoll { hold, .. }, DiceFrom::Table) => hold,
            (Stage::ToRoll { .. }, DiceFrom::Seed(_)) => {
                return self.refuse(tr!("The dice of this game are virtual: nobody else throws them."));
            }
            (Stage::ToChoose { .. }, _) => return self.refuse(tr!("The dice have fallen already.")),
            (Stage::Over, _) => return self.is_over(),
        };
        let all = self.rules().dice();
        let whole = if dice.len() + hold.len() == all && dice.len() < all { hold.and(&dice) } else { dice };
        let (Ok(roll), Some(current)) = (self.rules().roll(whole), self.current()) else {
            let left = all - hold.len();
            let (given, wanted) = (words::dice_count(dice.len()), words::dice_count(left));
            // At the start of a sentence.
            return self.refuse_error(&match hold.is_empty() {
                true => tr!("{}: give the {}", given, wanted),
                false => tr!("{}: give the {}, or all {}", given, wanted, all),
            });
        };
        match self.players[current].seat.game.roll(roll) {
            Err(error) => self.refuse_error(&error.to_string()),
            Ok(()) => {
                self.moved(current);
                self.go_on();
                Next::Save
            }
        }
    }

    /// The result of a whole turn, if an action is one: real dice are awaited, the turn has not begun, and points are given.
    fn result_of(&self, written: &WrittenAction) -> Option<(Category, u64)> {
        let WrittenAction::Score { category, points: Some(points) } = *written else { return None };
        let game = &self.players[self.current()?].seat.game;
        let begun = game.turns().last().is_some_and(|turn| turn.placement().is_none());
        (self.mode.dice == DiceFrom::Table && !begun).then_some((category, points))
    }

    /// Writes the result of a whole turn.
    fn wrote(&mut self, category: Category, points: u64) -> Next {
        self.fall_silent();
        let Some(current) = self.current() else { return self.is_over() };
        let ReviewedSeat { seat, .. } = &mut self.players[current];
        if !seat.is_person() {
            return self.refuse(tr!("A computer decides itself: give its dice."));
        }
        if let Err(error) = seat.game.write(category, points) {
            return self.refuse_error(&error.to_string());
        }
        self.moved(current);
        self.say_result(current);
        self.go_on();
        Next::Save
    }

    /// Replaces dice on the table that were typed wrong. The old roll is kept like one that was taken back.
    fn fix(&mut self, wrong: &Dice, right: &Dice) -> Next {
        self.fall_silent();
        let Some((current, roll)) = self.current().zip(match (self.stage(), self.mode.dice) {
            (Stage::ToChoose { roll, .. }, DiceFrom::Table) => Some(roll),
            _ => None,
        }) else {
            return self.refuse(tr!("There are no typed dice to correct."));
        };
        let Some(others) = roll.minus(wrong) else {
            return self.refuse(tr!("The roll {} does not have these dice.", roll.to_string()));
        };
        let fixed = match others.len() + right.len() {
            found if found == self.rules().dice() => self.rules().roll(others.and(right)),
            found => Err(DiceError::WrongNumber { found, wanted: self.rules().dice() }),
        };
        let before = self.players[current].seat.clone();
        let ReviewedSeat { seat, .. } = &mut self.players[current];
        let evidence = Question::of_game(&seat.game).map(|question| TakenBack {
            turn: turns_done(seat) + 1,
            position: question.position,
            action: None,
        });
        seat.game.undo();
        if let Err(error) =
            fixed.map_err(|error| error.to_string()).and_then(|roll| seat.game.roll(roll).map_err(|error| error.to_string()))
        {
            *seat = before;
            return self.refuse_error(&error);
        }
        let evidence = evidence.filter(|_| seat.taken_back.len() < MOST_TAKEN_BACK);
        seat.taken_back.extend(evidence);
        self.moved(current);
        self.go_on();
        Next::Save
    }

    /// Takes a choice.
    fn chose(&mut self, choice: impl FnOnce(&Position) -> Result<Action, String>) -> Next {
        self.fall_silent();
        let question = self.current().and_then(|current| Some((current, Question::of_game(&self.players[current].seat.game)?)));
        let (current, position) = match question {
            Some((current, question)) => (current, question.position),
            None if self.stage() == Stage::Over => return self.is_over(),
            None => return self.roll_first(),
        };
        let choice = match choice(&position) {
            Ok(choice) => choice,
            Err(error) => return self.refuse_error(&error),
        };
        if self.asks_before(current, choice) { Next::Draw } else { self.play_choice(choice) }
    }

    /// Plays a choice of a person, and comments on it.
    fn play_choice(&mut self, choice: Action) -> Next {
        let Some(current) = self.current() else { return Next::Draw };
        let judged = self.valued(&choice).zip(self.advice.as_ref().map(|advice| *advice.best()));
        let solved = self.solved_in(current);
        if let Err(error) = self.players[current].seat.game.play(Move::Choice(choice)) {
            return self.refuse_error(&error.to_string());
        }
        if self.mode.coach.is_none() {
            self.helped(current);
        }
        self.moved(current);
        self.say_written(current, &choice);
        let ends_turn = matches!(choice, Action::Score(_));
        self.waits_after = (ends_turn && self.players.len() > 1 && self.mode.dice != DiceFrom::Table).then_some(current);
        self.comment(current, judged, solved);
        self.go_on();
        Next::Save
    }

    fn hint(&mut self) -> Next {
        match (self.mode.coach, &self.advice) {
            (Some(_), Some(_)) => {
                self.hints = (self.hints + 1).min(2);
                let asked = self.current().is_some_and(|current| self.helped(current));
                if asked { Next::Save } else { Next::Draw }
            }
            (Some(_), None) => self.refuse(tr!("There is nothing to decide yet.")),
            (None, _) => self.refuse(tr!("The advice is always there: only a coach gives hints.")),
        }
    }

    /// Opens the page of every option, if the player may see them.
    fn every_option(&mut self) -> Next {
        match self.shown() {
            Visible::All(_) => self.open(Page::Options),
            Visible::Nothing => self.refuse(tr!("There is nothing to decide until the dice have fallen.")),
            _ => self.choose_first(),
        }
    }
}
