//! Why: what the coach says of a mistake, and what the best option leads to beside another.

use yahtzee_solver::{Game, WrittenAction};

use super::state::{After, Page, Session, Shown, Tone};
use crate::chosen;
use crate::question::Question;
use crate::reasons::Explanation;
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
                let typed = self.typed_action();
                self.current().and_then(|current| self.why(&self.players[current].seat.game, typed))
            }
            (_, Some((game, chosen))) => self.why(game, Some(chosen::written(&chosen.action))),
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

    /// Why the best option for the dice of a game is the best: beside `chosen` if that is possible and another one, or else beside its rival. The
    /// chance of the upper bonus would take a table of its own, which is not worth the wait here.
    fn why(&self, game: &Game, chosen: Option<WrittenAction>) -> Option<Vec<Explanation>> {
        let question = Question::of_game(game)?.asking_why();
        let answer = match chosen {
            Some(_) => Question { chosen, ..question.clone() }.answer(self.table, None).ok(),
            None => None,
        };
        let answer = answer.or_else(|| question.answer(self.table, None).ok())?;
        Some(answer.explained("The best", "Your choice"))
    }

    /// The action that is typed, as far as it is one.
    fn typed_action(&self) -> Option<WrittenAction> {
        let game = &self.players[self.current()?].seat.game;
        WrittenAction::parse(&self.typed, self.rules(), game.card()).ok()
    }
}
