//! The review of a game, in text.

use std::fmt::Write;

use yahtzee_dialogue::answer::HindsightAnswer;
use yahtzee_dialogue::session::Seat;
use yahtzee_dialogue::session::review::ExplainedTurn;
use yahtzee_dialogue::words::winning::chance_then;
use yahtzee_dialogue::{WorthKind, words};
use yahtzee_solver::advise::{BestDecision, PlayerLevel, ReviewedDecision, Severity};
use yahtzee_solver::game::DecisionKind;
use yahtzee_solver::language::{decimal, tr};
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::tr;
use yahtzee_solver::win::WinReview;
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

/// What a review shows beside the game.
#[derive(Default)]
pub(crate) struct ReviewExtras<'a> {
    /// The name, if several played.
    pub(crate) player: Option<&'a str>,
    /// The number of decisions made with help.
    pub(crate) aided: usize,
    /// Whether the options were shown to the player with their values.
    pub(crate) advised: bool,
    /// The share of optimal games with less luck.
    pub(crate) luck_share: Option<f64>,
    /// Explanations of mistakes, with their turns.
    pub(crate) explained: &'a [ExplainedTurn],
    /// The chance to win.
    pub(crate) win: Option<&'a WinReview>,
    /// Whether the chance to win was the objective, so that level and mistakes are about it alone.
    pub(crate) to_win: bool,
}

/// The middle of a review: the best decision, the worst mistakes, explanations of some of them by turn, and every turn. In a game to win the mistakes are
/// those of its end, [`of_chances`].
pub(crate) fn of_points(seat: &Seat, review: &Review, shown: &ReviewExtras<'_>, table: &ValueTable) -> Result<String, OtherRules> {
    let (mut text, game) = (String::new(), &seat.game);
    if !shown.to_win {
        if let Some(BestDecision { turn, decision, gain }) = review.best_decision(table)? {
            let action = words::in_words(&decision.chosen.action, &decision.roll, game.rules());
            line!(text, "\n{HEADING}{}{HEADING:#}   {}", tr!("Best decision"), tr!("turn {}, {}: {}", turn.number, decision.roll, action));
            line!(text, "  {FAINT}{}{FAINT:#}", words::best_decision(gain));
        }
        mistakes(&mut text, game.rules(), review);
    }
    for ExplainedTurn { turn, answer } in shown.explained {
        text.push_str(&super::reasons(&answer.explained(&tr!("Turn {}, {}, the best", turn, answer.dice))));
    }
    turns(&mut text, game, review, shown.win.filter(|_| shown.to_win));
    Ok(text)
}

/// The end of the review: the chance to win, and the moves taken back.
pub(crate) fn of_chances(seat: &Seat, shown: &ReviewExtras<'_>, table: &ValueTable) -> String {
    let rules = seat.game.rules();
    let win = shown.win.map_or_else(String::new, |win| super::winning::in_text(win, shown.to_win && !shown.advised, rules));
    win + &taken_back::in_text(&seat.taken_back, table)
}

/// The beginning of a review: the result of the game.
pub(crate) fn summary(game: &Game, review: &Review, shown: &ReviewExtras<'_>) -> String {
    let (mut text, rules) = (String::new(), game.rules());
    let title = tr(rules.title(), &[]);
    let who = shown.player.map_or_else(String::new, |name| format!(", {name}"));
    if review.complete {
        line!(text, "{HEADING}{title}{who}: {}{HEADING:#}\n", tr!("{} points", game.score_so_far()));
    } else {
        let played = review.turns.iter().filter(|turn| turn.decisions.iter().any(is_score) || turn.result.is_some()).count();
        line!(text, "{HEADING}{title}{who}: {}{HEADING:#}\n", tr!("{} of {} turns played", played, game.turn_count()));
    }
    let mut row = |name: String, number: String, beside: &str| line!(text, "  {name:<22}  {number:>8}{beside}");
    row(tr!("expected at the start"), decimal(review.expected_at_start, 2), "");
    let share = shown.luck_share.map(|share| format!("   {FAINT}{}{FAINT:#}", words::luck_share(share)));
    let share = share.unwrap_or_default();
    row(tr!("luck"), words::signed(review.luck, 2), &share);
    row(tr!("loss"), words::signed(-review.loss, 2), "");
    if let Some(unjudged) = review.unjudged {
        row(tr!("not judged"), words::signed(unjudged, 2), "");
    }
    row(if review.complete { tr!("final score") } else { tr!("expected final score") }, decimal(review.final_score, 2), "");
    if let Some(hindsight) = HindsightAnswer::of(game) {
        line!(text, "  {}", hindsight.said(game));
    }
    if let Some(unjudged) = words::unjudged(review) {
        line!(text, "  {unjudged}");
    }
    if shown.aided > 0 {
        let decisions = review.turns.iter().map(|turn| turn.decisions.len()).sum();
        line!(text, "  {}", words::aided(shown.aided, decisions));
    }
    let Some(level) = review.level() else { return text };
    if shown.advised {
        line!(text, "\n{HEADING}{}{HEADING:#}", tr!("With advice, not rated"));
    }
    if shown.to_win {
        return text;
    }
    if !shown.advised {
        line!(text, "\n{HEADING}{}{HEADING:#}, {}", tr!("Level: {}", words::level(level)), tr!("by the mean loss of a turn"));
        let scale = PlayerLevel::SCALE.map(|(level, below)| words::level_below(level, below));
        line!(text, "  {FAINT}{}{FAINT:#}", scale.join(", "));
    }
    let kinds = review.holds(rules).chain([DecisionKind::Category]);
    let by_kind: Vec<String> = kinds.map(|kind| format!("{} {}", words::kind_in_words(kind), decimal(review.loss_of(kind), 2))).collect();
    line!(text, "  {}", tr!("loss by kind: {}", by_kind.join(", ")));
    if let Some(severities) = words::severities(review) {
        line!(text, "  {severities}");
    }
    text
}

fn mistakes(text: &mut String, rules: &RuleSet, review: &Review) {
    let mistakes = review.mistakes();
    if mistakes.is_empty() {
        if review.level().is_some() {
            line!(text, "\n{}", tr!("No mistakes: every choice was among the best."));
        }
        return;
    }
    let shown = &mistakes[..MISTAKES.min(mistakes.len())];
    line!(text, "\n{HEADING}{}{HEADING:#}", tr!("Worst mistakes"));
    let rows = shown.iter().map(|(turn, decision)| {
        vec![
            words::small(decision.loss()),
            turn.number.to_string(),
            decision.roll.to_string(),
            words::in_short(&decision.chosen.action, rules),
            words::in_short(&decision.best.action, rules),
        ]
    });
    let header = [tr!("loss"), tr!("turn"), tr!("dice"), tr!("chosen"), tr!("best")];
    text.push_str(&super::table(&header, &[true, true, false, false, false], rows.collect()));
    let hidden = mistakes.len() - shown.len();
    if hidden > 0 {
        text.push_str(&super::faint(&format!("  {}", tr!("and {} more below", hidden))));
    }
}

/// Every turn. The losses are points, or in a game to win chances.
fn turns(text: &mut String, game: &Game, review: &Review, win: Option<&WinReview>) {
    let rules = game.rules();
    for (turn, played) in review.turns.iter().zip(game.turns()) {
        let round = if game.rounds().count() > 1 { tr!(" (round {})", turn.round) } else { String::new() };
        let luck = words::signed(turn.luck, 2);
        let won = win.and_then(|win| win.turns.iter().find(|won| won.number == turn.number).map(|won| (win, won)));
        let result = match won {
            Some((win, won)) => tr!("chance to win {}", chance_then(won.after, win)),
            None => tr!("loss {}, expected final {}", decimal(turn.loss, 2), decimal(turn.expected_after, 2)),
        };
        let luck = match turn.unjudged {
            Some(unjudged) => tr!("not judged {}, {}", words::signed(unjudged, 2), result),
            None => tr!("luck {}, {}", luck, result),
        };
        line!(text, "\n{HEADING}{}{HEADING:#}   {}", tr!("Turn {}{}", turn.number, round), luck);
        if played.begins_at_last_roll() {
            let width = 2 * rules.dice() - 1;
            line!(text, "  {:<width$}   {FAINT}{}{FAINT:#}", "…", tr!("the throws before are not known"));
        }
        for (index, decision) in turn.decisions.iter().enumerate() {
            let ReviewedDecision { roll, chosen, best, .. } = decision;
            let (kind, chosen, best) = match won.and_then(|(_, won)| won.decisions.get(index)) {
                Some(decided) => (WorthKind::Win, &decided.chosen, &decided.best),
                None => (WorthKind::Points, chosen, best),
            };
            let words = words::in_words(&chosen.action, roll, rules);
            match kind.loss(chosen) {
                None => line!(text, "  {roll}   {words}"),
                Some(loss) => {
                    let severity = Severity::of(decision.loss()).filter(|_| kind == WorthKind::Points);
                    let severity = severity.map_or_else(String::new, |severity| format!(" ({})", words::severity(severity)));
                    line!(text, "  {roll}   {words:<42} {LOSS}{}{severity}{LOSS:#}", tr!("costs {}", loss));
                    let indent = " ".repeat(roll.to_string().len());
                    line!(
                        text,
                        "  {indent}   {FAINT}{}{FAINT:#} {BEST}{}{BEST:#}",
                        tr!("best:"),
                        words::in_words(&best.action, roll, rules)
                    );
                }
            }
        }
        if let Some(result) = played.result() {
            let (points, title) = (result.points, &rules.category(result.category).title);
            line!(text, "  {}   {FAINT}{}{FAINT:#}", tr!("{} in {}", points, title), tr!("the dice are not known"));
        }
        if let Some(roll) = played.undecided() {
            line!(text, "  {roll}   {FAINT}{}{FAINT:#}", tr!("not decided yet"));
        }
    }
    if review.turns.is_empty() {
        line!(text, "\n{}", tr!("No turn is played yet."));
    }
}

fn is_score(decision: &ReviewedDecision) -> bool {
    matches!(decision.chosen.action, Action::Score(_))
}
