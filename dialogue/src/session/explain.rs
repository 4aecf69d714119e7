//! Why: what the coach says of a mistake, and what the best option leads to beside another.

use yahtzee_solver::{Advisor, Game, Stage, TurnOption};

use super::{After, Page, Session, Shown, Tone};
use crate::choice::Choice;
use crate::reasons::{self, Said};
use crate::typed::{self, Typed};
use crate::words;

impl Session<'_> {
    /// What the coach says of the last choice.
    pub(super) fn comment(&mut self, player: usize) {
        let Some(tolerance) = self.mode.coach else { return };
        let Some(last) = self.players[player].decisions().last().copied() else { return };
        if last.loss() > tolerance {
            let chosen = words::in_few_words(&last.chosen.action, self.rules());
            let best = words::in_few_words(&last.best.action, self.rules());
            self.say(Tone::Coach, format!("Of {}, {chosen}: that cost {:.2} points.", last.roll, last.loss()));
            self.say(Tone::Coach, format!("Better: {best}. '!' says why, '<' takes your choice back."));
            let mut before = self.players[player].seat.game.clone();
            before.undo();
            self.mistake = Some((before, last.chosen));
        }
    }

    /// Opens the page that explains the best option where it may be seen, or else the mistake that the coach spoke of.
    pub(super) fn explain(&mut self) -> After {
        let page = match (self.shown(), &self.mistake) {
            (Shown::All(_) | Shown::Best(_), _) => {
                let typed = self.typed_option();
                self.current().and_then(|current| self.why(&self.players[current].seat.game, typed))
            }
            (_, Some((game, chosen))) => self.why(game, Some(*chosen)),
            _ => None,
        };
        match page {
            Some(said) => {
                self.page = Some(Page::Why(said));
                After::Draw
            }
            None if self.advice.is_some() => {
                self.wrong("Your choice first. A mistake is explained; so is the best option, once Tab has shown it.")
            }
            None => self.wrong("There is nothing to explain until the dice have fallen."),
        }
    }

    /// The option that is typed, as far as it is one.
    fn typed_option(&self) -> Option<TurnOption> {
        let game = &self.players[self.current()?].seat.game;
        let Stage::ToChoose { roll, .. } = game.stage() else { return None };
        let choice = match typed::read(&self.typed, self.rules(), game.card()).ok()? {
            Typed::Dice(dice) if !self.typed.trim().is_empty() => Choice::Hold(dice),
            Typed::Category { category, points } => Choice::Score { category, points },
            _ => return None,
        };
        choice.option(self.advice.as_ref()?, self.table, game.card(), &roll).ok()
    }

    /// Why the best option for the dice of a game is the best: beside `chosen` if that is another one, or else beside its rival.
    fn why(&self, game: &Game, chosen: Option<TurnOption>) -> Option<Vec<Said>> {
        let Stage::ToChoose { roll, rerolls_left } = game.stage() else { return None };
        let advisor = Advisor::new(self.table);
        let advice = advisor.advise(game.card(), roll, rerolls_left).ok()?;
        let rival = chosen.filter(|chosen| chosen.action != advice.best().action);
        let titles = ["The best", if rival.is_some() { "Your choice" } else { "Its rival" }];
        let reasons = advisor.reasons(game.card(), &advice, rerolls_left, rival.as_ref()).ok()?;
        // The chance of the upper bonus would take a table of its own, which is not worth the wait here.
        Some(reasons::in_words(titles, &reasons, &roll, self.rules(), |_| None))
    }
}
