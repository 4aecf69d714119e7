//! A scorecard, and a position, as the page shows them.

use serde::Serialize;
use yahtzee_solver::language::decimal;
use yahtzee_solver::{Position, RerollsLeft, Roll, Rounds, Scorecard, Sheet, ValueTable};

use super::CardValue;
use crate::words;

/// A scorecard as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CardView {
    /// The card in the notation of the program.
    text: String,
    /// The points of each category; null for an open one.
    points: Vec<Option<u32>>,
    /// The number of extra bonuses, and their points.
    extra: u32,
    extra_points: u32,
    /// The spare throws in hand: those saved, or left of the stock.
    saved: u8,
    /// The rerolls left after the first throw of the next turn.
    most_rerolls: u8,
    upper_total: u32,
    upper_bonus: u32,
    score: u32,
    full: bool,
    /// The state of the bonuses, in words.
    standing: Option<String>,
    /// The expected final score; empty if it is not known.
    expected: String,
    /// What is doubtful on its sheet; present only if something is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    warnings: Vec<String>,
}

impl CardView {
    /// The card of one of the rounds of a game.
    pub fn new(card: &Scorecard, rounds: &Rounds, table: &ValueTable) -> CardView {
        let rules = table.rules();
        let value = table.value(&card.state()).and_then(|_| CardValue::of(card, rounds, table).ok());
        CardView {
            text: card.to_string(),
            points: rules.categories().map(|category| card.get(category).map(|points| points.get())).collect(),
            extra: card.extra(),
            extra_points: card.extra_points().get(),
            saved: card.spare_throws(),
            most_rerolls: card.rerolls().get(),
            upper_total: card.upper_total().get(),
            upper_bonus: card.upper_bonus().get(),
            score: card.score().get(),
            full: card.is_full(),
            standing: words::bonuses(card, rules),
            expected: value.map_or_else(String::new, |value| decimal(value.expected_final(), 2)),
            warnings: Vec::new(),
        }
    }

    /// The card of a sheet, with what is doubtful there.
    pub fn of_sheet(sheet: &Sheet, table: &ValueTable) -> CardView {
        let warnings = sheet.warnings.iter().map(ToString::to_string).collect();
        CardView { warnings, ..CardView::new(&sheet.card, &Rounds::default(), table) }
    }
}

/// A position as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct PositionView {
    dice: Roll,
    rerolls_left: RerollsLeft,
    #[serde(flatten)]
    words: PositionWords,
}

/// What the page shows of a position besides the dice and the rerolls left.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PositionWords {
    /// The position in the notation of the program.
    position: String,
    scorecard: CardView,
    /// The points and the extra bonus that each category would score; null where the roll may not be scored.
    would: Vec<Option<[u32; 2]>>,
}

impl PositionView {
    /// A position in a game of one round.
    pub fn new(position: &Position, table: &ValueTable) -> PositionView {
        let words = PositionWords::new(position, &Rounds::default(), table);
        PositionView { dice: position.roll(), rerolls_left: position.rerolls_left(), words }
    }
}

impl PositionWords {
    /// A position in one of the rounds of a game.
    pub(crate) fn new(position: &Position, rounds: &Rounds, table: &ValueTable) -> PositionWords {
        let (rules, roll) = (position.rules(), position.roll());
        let place = |category| rules.place(position.state(), &roll, position.rerolls_left(), category).ok();
        PositionWords {
            position: position.to_string(),
            scorecard: CardView::new(position.card(), rounds, table),
            would: rules.categories().map(|category| place(category).map(|place| [place.points.get(), place.bonus.get()])).collect(),
        }
    }
}
