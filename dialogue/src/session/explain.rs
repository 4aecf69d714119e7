//! Why: what the coach says of a mistake, and what the best option leads to beside another.

use yahtzee_solver::{Game, WrittenAction};

use super::state::{After, Page, Session, Shown, Tone};
use crate::answer::Answer;
use crate::chosen;
use crate::question::Question;
use crate::reasons::Explanation;
use crate::words;

impl Session<'_> {
    /// What the coach says of the last choice.
    pub(super) fn comment(&mut self, player: usize) {
        let Some(tolerance) = self.mode.coach else { return };
        let Some(last) = self.players[player].decisions().last().copied() else { return };
        if last.loss() <= tolerance {
            return;
        }
        let mut before = self.players[player].seat.game.clone();
        before.undo();
        let answer = self.answer_why(&before, Some(chosen::written(&last.chosen.action)));
        let because = answer.and_then(|answer| answer.deciding_reason()).map_or_else(String::new, |reason| format!(", because {reason}"));
        let who = if self.players.len() > 1 { &self.players[player].seat.name } else { "You" };
        let chosen = words::in_the_past(&last.chosen.action, &last.roll, self.rules());
        let cost = words::small(last.loss());
        let best = words::in_few_words(&last.best.action, self.rules());
        self.say(Tone::Coach, format!("{who} {chosen}, which cost {cost} points: better was to {best}{because}."));
        self.mistake = Some((before, last.chosen));
    }

    /// Whether there is a mistake to explain that the coach has spoken of.
    pub fn can_explain_mistake(&self) -> bool {
        self.mistake.is_some()
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

    /// Why the best option for the dice of a game is the best: beside `chosen` if that is possible and another one, or else beside its rival.
    fn why(&self, game: &Game, chosen: Option<WrittenAction>) -> Option<Vec<Explanation>> {
        Some(self.answer_why(game, chosen)?.explained("The best", "Your choice"))
    }

    fn answer_why(&self, game: &Game, chosen: Option<WrittenAction>) -> Option<Answer<'_>> {
        let question = Question::of_game(game)?.asking_why();
        let compared = chosen.and_then(|chosen| Question { chosen: Some(chosen), ..question.clone() }.answer(self.table, self.spread).ok());
        compared.or_else(|| question.answer(self.table, self.spread).ok())
    }

    /// The action that is typed, as far as it is one.
    fn typed_action(&self) -> Option<WrittenAction> {
        let game = &self.players[self.current()?].seat.game;
        WrittenAction::parse(&self.typed, self.rules(), game.card()).ok()
    }
}
