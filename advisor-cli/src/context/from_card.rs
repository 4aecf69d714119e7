//! Large games are solved from a card on, if that takes much less than the whole game.

use std::sync::Arc;

use yahtzee_solver::rules::Filled;
use yahtzee_solver::{Model, RuleSet, Scorecard};

use crate::context::{Context, TablePart};
use crate::terminal::failure::Failure;

/// A game with more bytes of values than this is solved only from a card on, if that takes much less. The whole game would take many seconds:
/// 'yatzy-saved', with 108 MB, a quarter of a minute on two cores.
const LARGE: u64 = 50_000_000;

/// The categories filled on all these cards.
pub(crate) fn filled_on_all<'a>(cards: impl IntoIterator<Item = &'a Scorecard>) -> Filled {
    let filled = cards.into_iter().map(|card| card.state().filled);
    filled.reduce(|all, filled| all.and(filled)).unwrap_or_default()
}

impl Context {
    /// The model of a rule set for questions about cards on which at least these categories are filled. For a large game without a table file it
    /// covers only the states that can follow such cards; these are solved quickly, and their values are not stored.
    pub(crate) fn model_from(&self, rules: &RuleSet, filled: Filled, table_part: TablePart) -> Result<Arc<Model>, Failure> {
        let [whole, part] = [Filled::NONE, filled].map(|filled| Model::bytes_from(rules, filled));
        let is_stored = self.table_path(rules).is_some_and(|path| path.exists());
        let limit = self.memory().saturating_sub(Model::bytes_of_threads(rules, self.threads()));
        let is_quicker = !is_stored && whole > LARGE && part < whole / 8;
        let is_possible = whole > limit && !(is_stored && table_part.is_small());
        if part > limit || !(is_quicker || is_possible) {
            return self.model_of(rules, table_part);
        }
        Ok(Arc::new(Model::from(rules, filled, limit)?))
    }
}
