//! The review of a game, in text.

use std::fmt::Write;

use yahtzee_dialogue::say;
use yahtzee_dialogue::session::{Mode, Seat};
use yahtzee_dialogue::{Answer, words};
use yahtzee_solver::advise::{BestDecision, Grade, ReviewedDecision};
use yahtzee_solver::game::DecisionKind;
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{Action, Game, Review, RuleSet, ValueTable};

use super::taken_back;
use crate::terminal::style::{BEST, FAINT, HEADING, LOSS};

/// Mistakes shown in the summary.
pub(crate) const MISTAKES: usize = 5;

/// Appends a line. Writing to a String cannot fail.
macro_rules! line {
    ($text:expr $(, $($args:tt)+)?) => {{
        let _ = writeln!($text $(, $($args)+)?);
    }};
}

/// The review of a player's game, with the name if several played.
pub(crate) fn of_seat(seat: &Seat, mode: Mode, named: bool, table: &ValueTable) -> Result<String, OtherRules> {
    let review = seat.game.review(table)?;
    let name = named.then_some(seat.name.as_str());
    Ok(in_text(&seat.game, name, &review, seat.aided(mode), review.best_decision(table)?, None, &[])
        + &taken_back::in_text(&seat.taken_back, table))
}

/// The review of a game: its result and how many decisions were aided, its best decision, its worst mistakes, explanations of some of them by turn, and every turn.
pub(crate) fn in_text(
    game: &Game,
    player: Option<&str>,
    review: &Review,
    aided: usize,
    best: Option<BestDecision<'_>>,
    luck_share: Option<f64>,
    explained: &[(usize, Answer<'_>)],
) -> String {
    let mut text = String::new();
    summary(&mut text, game, player, review, luck_share);
    if aided > 0 {
        let decisions = review.turns.iter().map(|turn| turn.decisions.len()).sum();
        line!(text, "  {}", words::aided(aided, decisions));
    }
    if let Some(BestDecision { turn, decision, gain }) = best {
        let action = words::in_words(&decision.chosen.action, &decision.roll, game.rules());
        line!(text, "\n{HEADING}Best decision{HEADING:#}   turn {}, {}: {action}", turn.number, decision.roll);
        line!(text, "  {FAINT}{}{FAINT:#}", words::best_decision(gain));
    }
    mistakes(&mut text, game.rules(), review);
    for (turn, answer) in explained {
        text.push_str(&super::reasons(
            &answer.explained(format!("Turn {turn}, {}, the best", answer.question.position.roll()).into(), say!("your choice")),
        ));
    }
    turns(&mut text, game, review);
    text
}

fn summary(text: &mut String, game: &Game, player: Option<&str>, review: &Review, luck_share: Option<f64>) {
    let rules = game.rules();
    let who = player.map_or_else(String::new, |name| format!(", {name}"));
    if review.complete {
        line!(text, "{HEADING}{}{who}: {} points{HEADING:#}\n", rules.title(), game.score_so_far());
    } else {
        let played = review.turns.iter().filter(|turn| turn.decisions.iter().any(is_score)).count();
        line!(text, "{HEADING}{}{who}: {played} of {} turns played{HEADING:#}\n", rules.title(), game.turn_count());
    }
    line!(text, "  expected at the start   {:>8.2}", review.expected_at_start);
    let share = luck_share.map(|share| format!("   {FAINT}{}{FAINT:#}", words::luck_share(share)));
    let share = share.unwrap_or_default();
    line!(text, "  luck                    {:>8}{share}", words::signed(review.luck, 2));
    line!(text, "  loss                    {:>8}", words::signed(-review.loss, 2));
    line!(text, "  {:<22}  {:>8.2}", if review.complete { "final score" } else { "expected final score" }, review.final_score);
    let Some(grade) = review.grade() else { return };
    line!(text, "\n{HEADING}Grade {}{HEADING:#}, by the mean loss of a turn", grade.name());
    let scale = Grade::SCALE.map(|(grade, below)| words::grade(grade, below).to_string());
    line!(text, "  {FAINT}{}{FAINT:#}", scale.join(", "));
    let kinds = review.holds(rules).chain([DecisionKind::Category]);
    let by_kind: Vec<String> = kinds.map(|kind| format!("{} {:.2}", words::kind_in_words(kind), review.loss_of(kind))).collect();
    line!(text, "  loss by kind: {}", by_kind.join(", "));
}

fn mistakes(text: &mut String, rules: &RuleSet, review: &Review) {
    let mistakes = review.mistakes();
    if mistakes.is_empty() {
        if review.grade().is_some() {
            line!(text, "\nNo mistakes: every choice was among the best.");
        }
        return;
    }
    let shown = &mistakes[..MISTAKES.min(mistakes.len())];
    line!(text, "\n{HEADING}Worst mistakes{HEADING:#}");
    let rows = shown.iter().map(|(turn, decision)| {
        vec![
            words::small(decision.loss()),
            turn.number.to_string(),
            decision.roll.to_string(),
            words::in_short(&decision.chosen.action, rules),
            words::in_short(&decision.best.action, rules),
        ]
    });
    let header = ["loss", "turn", "dice", "chosen", "best"];
    text.push_str(&super::table(&header, &[true, true, false, false, false], rows.collect()));
    let hidden = mistakes.len() - shown.len();
    if hidden > 0 {
        text.push_str(&super::faint(&format!("  and {} below", words::count(hidden as u64, "more", "more"))));
    }
}

fn turns(text: &mut String, game: &Game, review: &Review) {
    let rules = game.rules();
    for (turn, played) in review.turns.iter().zip(game.turns()) {
        let round = if game.rounds().count() > 1 { format!(" (round {})", turn.round) } else { String::new() };
        line!(
            text,
            "\n{HEADING}Turn {}{round}{HEADING:#}   luck {}, loss {:.2}, expected final {:.2}",
            turn.number,
            words::signed(turn.luck, 2),
            turn.loss,
            turn.expected_after,
        );
        for decision in &turn.decisions {
            let ReviewedDecision { roll, chosen, best, .. } = decision;
            let words = words::in_words(&chosen.action, roll, rules);
            if decision.loss() < TIE_TOLERANCE {
                line!(text, "  {roll}   {words}");
            } else {
                line!(text, "  {roll}   {words:<42} {LOSS}costs {}{LOSS:#}", words::small(decision.loss()));
                let indent = " ".repeat(roll.to_string().len());
                line!(text, "  {indent}   {FAINT}best:{FAINT:#} {BEST}{}{BEST:#}", words::in_words(&best.action, roll, rules));
            }
        }
        if let Some(roll) = played.undecided() {
            line!(text, "  {roll}   {FAINT}not decided yet{FAINT:#}");
        }
    }
    if review.turns.is_empty() {
        line!(text, "\nNo turn is played yet.");
    }
}

fn is_score(decision: &ReviewedDecision) -> bool {
    matches!(decision.chosen.action, Action::Score(_))
}
