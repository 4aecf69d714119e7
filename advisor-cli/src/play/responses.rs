//! The ways to respond to a remark, as keys of the screen or as words of the line mode.

use yahtzee_dialogue::session::{Remark, Response};
use yahtzee_solver::{RuleSet, tr};

/// The words for the card and for all players, in each language.
pub(super) const CARD: [&str; 3] = ["card", "blatt", "kort"];
pub(super) const ALL: [&str; 3] = ["all", "alle", "alla"];

/// A turn's result alone, for an example: `ones=5`. `None` for a game in which a result does not suffice.
pub(super) fn result_alone(rules: &RuleSet) -> Option<String> {
    let first = rules.categories().next().filter(|_| !rules.spare_throws().exist())?;
    Some(format!("{}={}", rules.category(first).name, rules.possible_points(first).last()?))
}

/// All dice of a game as one types them: `13356`.
pub(super) fn all_dice(rules: &RuleSet) -> String {
    rules.die().text_of(&rules.game_dice().example())
}

/// A remark with the keys of the screen.
pub(super) fn with_keys(remark: &Remark) -> String {
    said(remark, |response| match response {
        Response::TypeDice => tr!("Then type your dice."),
        Response::Hint => tr!("Tab gives a hint."),
        Response::ExplainLater => tr!("Then ! explains a mistake. Tab gives hints before it."),
        Response::End => tr!("Type n for a new game, r for its review, or q to leave, and press Enter."),
        Response::Answer => tr!("y: yes. Any other key: no."),
    })
}

/// A remark with the words of the line mode.
pub(super) fn with_words(remark: &Remark) -> String {
    said(remark, |response| match response {
        Response::TypeDice => tr!("Then type your dice."),
        Response::Hint => tr!("Type hint for a hint."),
        Response::ExplainLater => tr!("Then why explains a mistake. Before it, hint gives hints."),
        Response::End => tr!("Type n for a new game, r for its review, or q to leave, and press Enter."),
        Response::Answer => tr!("Type y for yes. Anything else means no."),
    })
}

fn said(remark: &Remark, in_words: impl Fn(Response) -> String) -> String {
    remark.response.map_or_else(|| remark.text.clone(), |response| format!("{} {}", remark.text, in_words(response)))
}
