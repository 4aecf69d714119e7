//! A scorecard in the form for the page.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::{CardValue, words};
use yahtzee_solver::language::decimal;
use yahtzee_solver::{Rounds, Scorecard, ValueTable};

use crate::Engine;

/// A scorecard.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CardView {
    /// The card in the notation of the program.
    pub(crate) text: String,
    /// The points of each category; null for an open one.
    #[tsify(type = "(number | null)[]")]
    points: Vec<Option<u32>>,
    extra: u32,
    extra_points: u32,
    /// The saved throws.
    saved: u8,
    /// The rerolls left after the first throw of the next turn.
    most_rerolls: u8,
    upper_total: u32,
    upper_bonus: u32,
    score: u32,
    full: bool,
    /// The state of the bonuses, in words.
    #[tsify(type = "string | null")]
    standing: Option<String>,
    /// The expected final score.
    expected: String,
}

impl CardView {
    pub(crate) fn new(card: &Scorecard, table: &ValueTable) -> CardView {
        CardView::in_round(card, &Rounds::default(), table)
    }

    /// The card of one of the rounds of a game.
    pub(crate) fn in_round(card: &Scorecard, rounds: &Rounds, table: &ValueTable) -> CardView {
        let rules = table.rules();
        let expected = CardValue::of(card, rounds, table).map_or_else(|_| String::new(), |value| decimal(value.expected_final(), 2));
        CardView {
            text: card.to_string(),
            points: rules.categories().map(|category| card.get(category).map(|points| points.get())).collect(),
            extra: card.extra(),
            extra_points: card.extra_points().get(),
            saved: card.saved(),
            most_rerolls: card.rerolls().get(),
            upper_total: card.upper_total().get(),
            upper_bonus: card.upper_bonus().get(),
            score: card.score().get(),
            full: card.is_full(),
            standing: words::bonuses(card, rules),
            expected,
        }
    }
}

impl Engine {
    /// Reads a card in the notation of the program.
    ///
    /// # Errors
    ///
    /// The error, and the correct form.
    pub fn card(&self, text: &str) -> Result<CardView, String> {
        let card = Scorecard::parse(text, self.service.rules()).map_err(|error| error.to_string())?;
        Ok(CardView::new(&card, self.service.table()))
    }

    /// The card with these points in a category, in `extra` or in `saved`; without points, the category becomes open.
    ///
    /// # Errors
    ///
    /// Why these points are impossible.
    pub fn with_points(&self, text: &str, name: &str, points: Option<u32>) -> Result<CardView, String> {
        let rules = self.service.rules();
        let card = Scorecard::parse(text, rules).map_err(|error| error.to_string())?;
        let filled = card.filled().map(|(category, points)| (rules.category(category).name.as_str(), u64::from(points)));
        let counts = [("extra", u64::from(card.extra())), ("saved", u64::from(card.saved()))];
        let entries = filled.chain(counts.into_iter().filter(|(_, count)| *count > 0)).filter(|(other, _)| *other != name);
        let entries = entries.chain(points.map(|points| (name, u64::from(points))));
        let card = Scorecard::from_entries(entries.map(Ok), rules).map_err(|error| error.to_string())?;
        Ok(CardView::new(&card, self.service.table()))
    }
}
