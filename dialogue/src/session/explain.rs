//! Explanations: the coach's comment on a mistake, and the page that compares the best option with another.

use yahtzee_solver::advise::{ReviewedDecision, SolvedTurn};
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{Game, Roll, TurnOption, WrittenAction, tr};

use super::by_card::ByCard;
use super::state::{Mistake, Next, Page, Response, Session, Tone, Visible};
use super::winning::loss_in_points;
use crate::answer::Worked;
use crate::ask::{Question, chosen};
use crate::words;
use crate::words::reasons::Explanation;

/// The loss in points up to which a coach says nothing, unless a player sets another: who learns need not hear of less.
pub const QUIET: f64 = 1.0;

/// The least loss of the obvious choice for which the coach praises a better one, in points.
const PRAISED: f64 = 1.0;

impl Session {
    /// Comments on the last choice if its loss exceeds the coach's setting. `judged` is the choice and the best option by the objective `solved`, or by
    /// points.
    pub(super) fn comment(&mut self, player: usize, judged: Option<(TurnOption, TurnOption)>, solved: Option<SolvedTurn>) {
        let Some((tolerance, (chosen, best))) = self.mode.coach.zip(judged) else { return };
        if solved.is_none() && chosen.loss < TIE_TOLERANCE {
            self.praise = self.praise_of(player, tolerance);
            if let Some(praise) = self.praise.clone() {
                self.say(Tone::Coach, praise);
            }
        }
        let Some((last, cost)) = self.players[player].decisions().last().copied().zip(self.worth_kind().cost(&chosen)) else { return };
        if loss_in_points(&chosen) <= tolerance {
            return;
        }
        // Points cover all rounds.
        let decision = if solved.is_some() { ReviewedDecision { chosen, best, ..last } } else { last };
        let mut before = self.players[player].seat.game.clone();
        before.undo();
        let answer = self.answer_why(&before, Some(chosen::written(&decision.chosen.action)), solved.clone());
        let because = answer.as_ref().and_then(Worked::deciding_reason).map_or_else(String::new, |reason| tr!(", because {}", reason));
        let lesson = answer.and_then(|answer| answer.lesson);
        // The card is for points, and says less than a lesson.
        let question = Question::of_game(&before).filter(|_| solved.is_none() && lesson.is_none());
        let rule = self.for_beginners.as_mut().zip(question).and_then(|(card, question)| card.of_mistake(&question.position, &decision));
        self.say(Tone::Coach, self.told(player, &decision.roll, &decision.chosen, &decision.best, &cost, &because));
        if let Some(remembered) = lesson.or_else(|| rule.clone()) {
            self.say(Tone::Coach, remembered);
        }
        self.mistake = Some(Mistake { player, before, decision, because, rule, solved });
    }

    /// A choice that cost something, and the best one.
    pub(super) fn told(&self, player: usize, roll: &Roll, chosen: &TurnOption, best: &TurnOption, cost: &str, because: &str) -> String {
        let chosen = words::in_the_past(&chosen.action, roll, self.rules());
        let best = words::in_few_words(&best.action, self.rules());
        tr!("{} {}, which cost {}. Better: {}{}.", self.subject(player), chosen, cost, best, because)
    }

    /// A player as the subject at the start of a sentence; who plays alone has no name.
    pub(super) fn subject(&self, player: usize) -> String {
        if self.players.len() > 1 { self.players[player].seat.subject() } else { tr!("You") }
    }

    /// Words for the last choice of a player, a best one made without help, if the obvious choice would have cost much, and more than the coach
    /// overlooks.
    fn praise_of(&mut self, player: usize, tolerance: f64) -> Option<String> {
        let mut before = self.players[player].seat.game.clone();
        before.undo();
        let question = Question::of_game(&before)?;
        if self.players[player].seat.last_is_aided() {
            return None;
        }
        let obvious = self.for_beginners.as_mut()?.action(&question.position);
        let option = question.comparing(&obvious).work(&self.table, None).ok()?.chosen?;
        let cost = self.worth_kind().cost(&option).filter(|_| option.loss >= PRAISED.max(tolerance))?;
        Some(tr!("Well seen: {} would have cost {}.", words::in_few_words(&obvious, self.rules()), cost))
    }

    /// The coach's praise of the last choice: a best one, where the obvious choice would have cost much.
    pub fn praise(&self) -> Option<&str> {
        self.praise.as_deref()
    }

    /// Changes the coach. Who has seen the options with their values for the dice on the table decides about these with help.
    pub(super) fn coached(&mut self, tolerance: Option<f64>) -> Next {
        if let (None, Some(current), Some(_)) = (self.mode.coach, self.current(), &self.advice) {
            self.helped(current);
        }
        self.mode.coach = tolerance.map(|loss| loss.max(0.0));
        self.for_beginners = self.mode.coach.and_then(|_| ByCard::for_beginners(&self.table));
        self.hints = 0;
        self.fall_silent();
        Next::Save
    }

    /// The mistake named by the coach, which can be explained.
    pub fn mistake(&self) -> Option<&Mistake> {
        self.mistake.as_ref()
    }

    /// The reasons of the best option if the player may see it, compared with this action; otherwise of the mistake named by the coach.
    pub fn explanation(&self, compared: Option<WrittenAction>) -> Option<Vec<Explanation>> {
        match (self.shown(), &self.mistake) {
            (Visible::All(_) | Visible::Best(_), _) => {
                let current = self.current()?;
                self.why(&self.players[current].seat.game, compared, self.solved_in(current))
            }
            (_, Some(Mistake { before, decision, solved, .. })) => {
                self.why(before, Some(chosen::written(&decision.chosen.action)), solved.clone())
            }
            _ => None,
        }
    }

    /// Opens the page with the reasons.
    pub(super) fn explain(&mut self, compared: Option<WrittenAction>) -> Next {
        match self.explanation(compared) {
            Some(mut said) => {
                let explains_mistake = !matches!(self.shown(), Visible::All(_) | Visible::Best(_));
                let rule = self.mistake.as_ref().filter(|_| explains_mistake).and_then(|mistake| mistake.rule.clone());
                said.extend(rule.map(|rule| Explanation::new(tr!("The card for beginners"), vec![rule])));
                self.page = Some(Page::Why(said));
                Next::Draw
            }
            None if self.advice.is_some() => self.refuse_with(tr!("Your choice first: the reasons come after it."), Response::ExplainLater),
            None => self.refuse(tr!("There is nothing to explain until the dice have fallen.")),
        }
    }

    /// Why the best option for the dice of a game is the best, compared with `chosen` if that is another possible option, or else with the runner-up.
    fn why(&self, game: &Game, chosen: Option<WrittenAction>, solved: Option<SolvedTurn>) -> Option<Vec<Explanation>> {
        Some(self.answer_why(game, chosen, solved)?.explained(&tr!("The best"), tr!("your choice")))
    }

    fn answer_why(&self, game: &Game, chosen: Option<WrittenAction>, solved: Option<SolvedTurn>) -> Option<Worked<'_>> {
        let question = Question { solved, ..Question::of_game(game)?.asking_why() };
        let compared =
            chosen.and_then(|chosen| Question { chosen: Some(chosen), ..question.clone() }.work(&self.table, self.spread.as_ref()).ok());
        compared.or_else(|| question.work(&self.table, self.spread.as_ref()).ok())
    }

    /// The objective that ranks the options of the current player.
    pub(super) fn solved_in(&self, current: usize) -> Option<SolvedTurn> {
        let (_, (solved, _)) = self.solved_turns.iter().find(|(of, _)| (of.0, of.1) == (current, self.mode.plays_for))?;
        Some(solved.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::session::testing::{COACH, OWN, alone, press};
    use crate::session::tests::said;
    use crate::session::{Intent, Mode, Played, Session, Visible, saved};

    #[test]
    fn a_right_choice_that_was_hard_is_praised() {
        let mut session = alone(COACH);
        // The card for beginners keeps the ones.
        press(&mut session, "11345\n345\n");
        assert_eq!(session.praise(), Some("Well seen: keep 1 1 would have cost 1.45 points."));
        assert!(said(&session).starts_with("Well seen: "));
        press(&mut session, "<");
        assert_eq!(session.praise(), None);
        // The obvious choice is right, and one that is not the best gets none.
        for keys in ["11666\n666\n", "11345\n5\n"] {
            let mut session = alone(COACH);
            press(&mut session, keys);
            assert_eq!(session.praise(), None, "{keys}");
        }
        // Whoever was told the best choice is not praised for it.
        for keys in ["11345\n\t\t345\n", "11345\n11\n<345\n"] {
            let mut session = alone(COACH);
            press(&mut session, keys);
            assert_eq!(session.praise(), None, "{keys}");
        }
        // A coach that overlooks more says nothing.
        let mut session = alone(Mode { coach: Some(2.0), ..COACH });
        press(&mut session, "11345\n345\n");
        assert_eq!(session.praise(), None);
    }

    /// Who looked at the options with their values decided with help, whatever the coach is afterwards.
    #[test]
    fn the_coach_is_changed_within_a_game() {
        let mut session = alone(COACH);
        press(&mut session, "11666\n666\n26\n");
        assert_eq!(session.shown(), Visible::Silent);
        session.act_now(Intent::Coach(None));
        assert!(matches!(session.shown(), Visible::All(_)));
        press(&mut session, "6666\n1\nsixes\n");
        session.act_now(Intent::Coach(Some(0.5)));
        let seat = &session.players()[0].seat;
        assert_eq!(session.mode(), Mode { coach: Some(0.5), ..OWN });
        // The first decision was made alone.
        assert_eq!(seat.hinted.iter().copied().collect::<Vec<_>>(), [1, 2]);
        assert_eq!(seat.aided(session.mode()), 2);
        // Who looks at the options and has a coach again before deciding has decided with help.
        press(&mut session, "11345\n");
        session.act_now(Intent::Coach(None));
        session.act_now(Intent::Coach(Some(0.5)));
        press(&mut session, "345\n");
        assert!(session.players()[0].seat.hinted.contains(&3));
        // It is kept in the saved game, and undo does not hide it.
        session.act_now(Intent::Coach(None));
        press(&mut session, "26\n");
        press(&mut session, "345\n");
        press(&mut session, "<");
        let text = saved::text(session.rules(), session.mode(), session.seats());
        let Played { seats, mode, .. } = Played::read(&text, session.rules()).unwrap();
        let mut again = Session::new(session.table(), seats, mode.unwrap()).unwrap();
        again.act_now(Intent::Coach(Some(0.5)));
        press(&mut again, "345\n");
        assert_eq!(again.players()[0].seat.hinted.iter().copied().collect::<Vec<_>>(), [1, 2, 3, 4]);
    }
}
