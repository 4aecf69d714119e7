//! The review of a game, in text.

use std::fmt::Write;

use yahtzee_dialogue::answer::NamedAction;
use yahtzee_dialogue::session::review::{BestOfGame, DecisionReview, ExplainedTurn, MoveTakenBack, ReviewAnswer};
use yahtzee_dialogue::session::{Played, Seat};
use yahtzee_dialogue::words;
use yahtzee_dialogue::words::winning::chance_then;
use yahtzee_solver::language::{decimal, tr};
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{Review, counted, tr};

use crate::terminal::style::{BEST, FAINT, HEADING, LOSS};

/// Mistakes shown in the summary.
pub(crate) const MISTAKES: usize = 5;

/// Appends a line. Writing to a String cannot fail.
macro_rules! line {
    ($text:expr $(, $($args:tt)+)?) => {{
        let _ = writeln!($text $(, $($args)+)?);
    }};
}

/// The review of the game of a player, as a text in parts.
pub(crate) struct ReviewText<'a> {
    seat: &'a Seat,
    review: &'a Review,
    /// The answer, in words.
    pub(crate) answer: ReviewAnswer,
    /// Whether the options were shown to the player with their values.
    advised: bool,
    /// Whether the chance to win was the objective, so that level and mistakes are about it alone.
    to_win: bool,
}

impl<'a> ReviewText<'a> {
    pub(crate) fn new(played: &'a Played, player: usize, review: &'a Review, answer: ReviewAnswer, to_win: bool) -> ReviewText<'a> {
        let seat = &played.seats[player];
        ReviewText { seat, review, answer, advised: played.mode.is_some_and(|mode| seat.is_advised(mode)), to_win }
    }

    /// The beginning of a review: the result of the game.
    pub(crate) fn summary(&self) -> String {
        let (mut text, game, answer) = (String::new(), &self.seat.game, &self.answer);
        let in_words = answer.in_words();
        let title = tr(game.rules().title(), &[]);
        let who = answer.player.as_ref().map_or_else(String::new, |name| format!(", {name}"));
        let complete = answer.complete.is_none();
        if complete {
            line!(text, "{HEADING}{title}{who}: {}{HEADING:#}\n", tr!("{} points", game.score_so_far()));
        } else {
            let is_score = |decision: &DecisionReview| matches!(decision.chosen.action, NamedAction::Score { .. });
            let played = answer.turns.iter().filter(|turn| turn.result.is_some() || turn.decisions.iter().any(is_score)).count();
            line!(text, "{HEADING}{title}{who}: {}{HEADING:#}\n", tr!("{} of {} turns played", played, game.turn_count()));
        }
        let mut row = |name: String, number: String, beside: &str| line!(text, "  {name:<22}  {number:>8}{beside}");
        row(tr!("expected at the start"), decimal(answer.expected_at_start, 2), "");
        let share = answer.luck_share.map(|share| format!("   {FAINT}{}{FAINT:#}", words::luck_share(share)));
        row(tr!("luck"), words::signed(answer.luck, 2), &share.unwrap_or_default());
        row(tr!("loss"), words::signed(-answer.loss, 2), "");
        if let Some(unjudged) = answer.unjudged {
            row(tr!("not judged"), words::signed(unjudged, 2), "");
        }
        row(if complete { tr!("final score") } else { tr!("expected final score") }, decimal(answer.final_score, 2), "");
        for said in [&in_words.in_hindsight, &in_words.partly, &in_words.help].into_iter().flatten() {
            line!(text, "  {said}");
        }
        let Some(level) = answer.level else { return text };
        if self.advised {
            line!(text, "\n{HEADING}{}{HEADING:#}", tr!("With advice, not rated"));
        }
        if self.to_win {
            return text;
        }
        if !self.advised {
            line!(text, "\n{HEADING}{}{HEADING:#}, {}", tr!("Level: {}", words::level(level)), tr!("by the mean loss of a turn"));
            line!(text, "  {FAINT}{}{FAINT:#}", in_words.scale.join(", "));
        }
        let losses = answer.loss_by_kind.holds.iter().chain([&answer.loss_by_kind.category]);
        let by_kind: Vec<String> = in_words.kinds.iter().zip(losses).map(|(kind, loss)| format!("{kind} {}", decimal(*loss, 2))).collect();
        line!(text, "  {}", tr!("loss by kind: {}", by_kind.join(", ")));
        if let Some(severities) = words::severities(self.review) {
            line!(text, "  {severities}");
        }
        text
    }

    /// The middle of a review: the best decision, the worst mistakes, explanations of some of them by turn, and every turn. In a game to win the
    /// mistakes are those of its end, [`of_chances`](ReviewText::of_chances).
    pub(crate) fn of_points(&self) -> String {
        let mut text = String::new();
        if !self.to_win {
            if let Some(BestOfGame { turn, decision, gain, .. }) = &self.answer.best_decision {
                let said = tr!("turn {}, {}: {}", *turn, decision.dice, decision.chosen.action.words());
                line!(text, "\n{HEADING}{}{HEADING:#}   {}", tr!("Best decision"), said);
                line!(text, "  {FAINT}{}{FAINT:#}", words::best_decision(*gain));
            }
            self.mistakes(&mut text);
        }
        for ExplainedTurn { turn, answer } in self.answer.why.iter().flatten() {
            text.push_str(&super::reasons(&answer.explained(&tr!("Turn {}, {}, the best", *turn, answer.dice))));
        }
        self.turns(&mut text);
        text
    }

    /// The end of the review: the chance to win, and the moves taken back.
    pub(crate) fn of_chances(&self) -> String {
        let win = self.answer.win.as_ref();
        let win = win.map(|win| super::winning::in_text(win, self.to_win && !self.advised, self.seat.game.rules()));
        win.unwrap_or_default() + &self.taken_back()
    }

    fn mistakes(&self, text: &mut String) {
        let (mistakes, rules) = (self.answer.mistakes(), self.seat.game.rules());
        if mistakes.is_empty() {
            if self.answer.level.is_some() {
                line!(text, "\n{}", tr!("No mistakes: every choice was among the best."));
            }
            return;
        }
        line!(text, "\n{HEADING}{}{HEADING:#}", tr!("Worst mistakes"));
        let rows = mistakes.iter().take(MISTAKES).map(|(turn, decision)| {
            let [chosen, best] = [&decision.chosen, &decision.best].map(|option| option.action.in_short(rules));
            vec![words::small(decision.loss), turn.to_string(), decision.dice.to_string(), chosen, best]
        });
        let header = [tr!("loss"), tr!("turn"), tr!("dice"), tr!("chosen"), tr!("best")];
        text.push_str(&super::table(&header, &[true, true, false, false, false], rows.collect()));
        let hidden = mistakes.len().saturating_sub(MISTAKES);
        if hidden > 0 {
            text.push_str(&super::faint(&format!("  {}", tr!("and {} more below", hidden))));
        }
    }

    /// Every turn. The losses are points, or in a game to win chances.
    fn turns(&self, text: &mut String) {
        let (game, rules) = (&self.seat.game, self.seat.game.rules());
        let win = self.answer.win.as_ref().filter(|_| self.to_win);
        for ((turn, reviewed), played) in self.answer.turns.iter().zip(&self.review.turns).zip(game.turns()) {
            let round = if game.rounds().count() > 1 { tr!(" (round {})", reviewed.round) } else { String::new() };
            let won = win.and_then(|win| Some((win, win.turns.iter().find(|won| won.turn == turn.turn)?)));
            let result = match won {
                Some((win, won)) => tr!("chance to win {}", chance_then(won.after, win.approximate)),
                None => tr!("loss {}, expected final {}", decimal(turn.loss, 2), decimal(reviewed.expected_after, 2)),
            };
            let luck = match turn.unjudged {
                Some(unjudged) => tr!("not judged {}, {}", words::signed(unjudged, 2), result),
                None => tr!("luck {}, {}", words::signed(turn.luck, 2), result),
            };
            line!(text, "\n{HEADING}{}{HEADING:#}   {}", tr!("Turn {}{}", turn.turn, round), luck);
            if played.begins_at_last_roll() {
                let width = 2 * rules.dice() - 1;
                line!(text, "  {:<width$}   {FAINT}{}{FAINT:#}", "…", tr!("the throws before are not known"));
            }
            for (index, decision) in turn.decisions.iter().enumerate() {
                let won = won.and_then(|(_, won)| won.decisions.get(index));
                let (chosen, best) = won.map_or((&decision.chosen, &decision.best), |won| (&won.chosen, &won.best));
                let (roll, words) = (&decision.dice, chosen.action.words());
                let Some(loss) = &chosen.words().lost else {
                    line!(text, "  {roll}   {words}");
                    continue;
                };
                let severity = decision.severity.filter(|_| won.is_none());
                let severity = severity.map_or_else(String::new, |severity| format!(" ({})", words::severity(severity)));
                line!(text, "  {roll}   {words:<42} {LOSS}{}{severity}{LOSS:#}", tr!("costs {}", loss));
                let indent = " ".repeat(roll.to_string().len());
                line!(text, "  {indent}   {FAINT}{}{FAINT:#} {BEST}{}{BEST:#}", tr!("best:"), best.action.words());
            }
            if let Some(result) = played.result() {
                let (points, title) = (result.points, &rules.category(result.category).title);
                line!(text, "  {}   {FAINT}{}{FAINT:#}", tr!("{} in {}", points, title), tr!("the dice are not known"));
            }
            if let Some(roll) = played.undecided() {
                line!(text, "  {roll}   {FAINT}{}{FAINT:#}", tr!("not decided yet"));
            }
        }
        if self.answer.turns.is_empty() {
            line!(text, "\n{}", tr!("No turn is played yet."));
        }
    }

    /// The moves taken back, each with its loss. They do not count in the game.
    fn taken_back(&self) -> String {
        let (mut text, taken_back) = (String::new(), &self.answer.taken_back);
        if taken_back.is_empty() {
            return text;
        }
        let count = tr!("Taken back: {}", counted!(taken_back.len(), "no moves", "1 move", "{} moves"));
        line!(text, "\n{HEADING}{count}{HEADING:#}   {FAINT}{}{FAINT:#}", tr!("not counted above"));
        for MoveTakenBack { turn, dice, chosen, best, loss, .. } in taken_back {
            let what = chosen.as_ref().map_or_else(|| tr!("the dice were typed again"), |action| action.words().to_owned());
            let costs = match (loss, best) {
                (Some(loss), Some(best)) if *loss >= TIE_TOLERANCE => {
                    let best = tr!("best: {}", best.in_short(self.seat.game.rules()));
                    format!("{LOSS}{}{LOSS:#}, {best}", tr!("costs {}", words::small(*loss)))
                }
                _ => String::new(),
            };
            let line = format!("  {}   {dice}   {what:<32} {costs}", tr!("turn {}", format!("{turn:>2}")));
            line!(text, "{}", line.trim_end());
        }
        text
    }
}
