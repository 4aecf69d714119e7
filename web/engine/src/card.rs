//! A scorecard that is read or changed.

use yahtzee_dialogue::answer::CardView;
use yahtzee_dialogue::ask::Entries;
use yahtzee_solver::{Rounds, Scorecard, Sheet};

use crate::Engine;

impl Engine {
    /// The names of the columns of a copied score sheet that has several.
    ///
    /// # Errors
    ///
    /// The error, and the correct form.
    pub fn columns(&self, text: &str) -> Result<Vec<String>, String> {
        Sheet::columns(text, self.service.rules()).map_err(|error| error.to_string())
    }

    /// Reads a card in the notation of the program, or a copied score sheet, of which the column of this player.
    ///
    /// # Errors
    ///
    /// The error, and the correct form.
    pub fn card(&self, text: &str, player: Option<&str>) -> Result<CardView, String> {
        let sheet = Sheet::parse(text, self.service.rules(), player).map_err(|error| error.to_string())?;
        Ok(CardView::of_sheet(&sheet, self.service.table()))
    }

    /// The card with these points in a category, in `extra`, or in `saved` or `throws`; without points, the category becomes open.
    ///
    /// # Errors
    ///
    /// Why these points are impossible.
    pub fn with_points(&self, text: &str, name: &str, points: Option<u32>) -> Result<CardView, String> {
        let rules = self.service.rules();
        let card = Scorecard::parse(text, rules).map_err(|error| error.to_string())?;
        let Entries(entries) = Entries::of(&card);
        let entries = entries.iter().map(|(name, points)| (&**name, *points)).filter(|(other, _)| *other != name);
        let entries = entries.chain(points.map(|points| (name, u64::from(points))));
        let card = Scorecard::from_entries(entries.map(Ok), rules).map_err(|error| error.to_string())?;
        Ok(CardView::new(&card, &Rounds::default(), self.service.table()))
    }
}
