//! The scorecard and its notation.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::card_error::CardError;
use super::entry::{EXTRA, Entry, counts};
use crate::dice::RerollsLeft;
use crate::rules::{Category, Filled, FurtherCase, Placement, Points, RuleSet, SpareThrows, State};

/// A scorecard: the points of each filled category, the number of extra bonuses, and the spare throws. It carries its rules.
///
/// Displayed in its notation, `ones=3 yahtzee=50 extra=1 saved=2`; an empty card is empty text. [`Scorecard::parse`] reads it back.
#[derive(Clone, Debug)]
pub struct Scorecard {
    rules: RuleSet,
    points: Vec<Option<Points>>,
    extra: u32,
    /// As in its state.
    throws: u8,
}

impl Scorecard {
    /// The empty card of a new game.
    pub fn new(rules: &RuleSet) -> Scorecard {
        Scorecard { rules: rules.clone(), points: vec![None; rules.category_count()], extra: 0, throws: 0 }
    }

    /// A card with these entries: the exact name or short form of a category, `extra`, `saved` or `throws`, each with a number. Use it for JSON; use
    /// [`parse`](Scorecard::parse) for typed text.
    ///
    /// # Errors
    ///
    /// The first error among the entries, or a [`CardError`] that names an entry and the possible values.
    pub fn from_entries<'a>(
        entries: impl IntoIterator<Item = Result<(&'a str, u64), CardError>>,
        rules: &RuleSet,
    ) -> Result<Scorecard, CardError> {
        let lines = entries.into_iter().map(|entry| {
            let (name, points) = entry?;
            let line = match counts(rules).find(|(count, _)| *count == name) {
                Some((_, line)) => line,
                None => Entry::Category(rules.category_exact(name).map_err(CardError::UnknownCategory)?),
            };
            Ok((line, points))
        });
        Scorecard::from_lines(lines, rules)
    }

    pub(super) fn from_lines(lines: impl Iterator<Item = Result<(Entry, u64), CardError>>, rules: &RuleSet) -> Result<Self, CardError> {
        let mut card = Scorecard::new(rules);
        let (mut extra, mut spare) = (None, None);
        for line in lines {
            let (line, points) = line?;
            let (count, name) = match line {
                Entry::Category(category) => {
                    card.fill(card.next_box(category), points)?;
                    continue;
                }
                Entry::Extra => (&mut extra, EXTRA),
                Entry::Spare(name) => (&mut spare, name),
            };
            if count.replace((name, points)).is_some() {
                return Err(CardError::Twice { name: name.to_owned() });
            }
        }
        card.move_up();
        card.check_order()?;
        card.set_extra(extra.map_or(0, |(_, extra)| extra))?;
        if let Some((name, throws)) = spare {
            card.set_spare_throws(name, throws)?;
        }
        Ok(card)
    }

    /// The box that an entry means: a name without a number, given again, means the next of the boxes that are filled alike.
    fn next_box(&self, category: Category) -> Category {
        let mut boxes = self.rules.boxes_like(category).filter(|like| self.get(*like).is_none());
        match self.get(category) {
            Some(_) if !self.rules.is_repeat(category) => boxes.next().unwrap_or(category),
            _ => category,
        }
    }

    /// Moves the points of boxes that are filled alike into the first of them. On paper they may be in any of them.
    fn move_up(&mut self) {
        for first in self.rules.categories().filter(|&category| !self.rules.is_repeat(category)) {
            let boxes = || self.rules.boxes_like(first);
            let filled: Vec<Points> = boxes().filter_map(|like| self.get(like)).collect();
            let mut filled = filled.into_iter();
            for like in boxes() {
                self.points[like.index()] = filled.next();
            }
        }
    }

    /// Fills an open category with given points.
    fn fill(&mut self, category: Category, points: u64) -> Result<(), CardError> {
        let name = || self.rules.called(category).to_owned();
        let possible = self.rules.possible_points(category);
        let written = possible.iter().copied().find(|&possible| u64::from(possible) == points);
        let written = written.ok_or_else(|| match self.with_extra(category, points) {
            Some((first, extra)) => CardError::WithExtra { name: name(), points, first, extra },
            None => CardError::impossible(&self.rules, category, points),
        })?;
        match self.points[category.index()].replace(written) {
            Some(_) => Err(CardError::Twice { name: name() }),
            None => Ok(()),
        }
    }

    /// The points of a box and the number of extra bonuses, if these points are both together.
    fn with_extra(&self, category: Category, points: u64) -> Option<(Points, u64)> {
        let bonus = u64::from(self.rules.further().filter(|further| further.category == category)?.after_points.bonus);
        let first = *self.rules.possible_points(category).last()?;
        let beyond = points.checked_sub(first.into()).filter(|beyond| bonus > 0 && beyond.is_multiple_of(bonus))?;
        Some((first, beyond / bonus))
    }

    /// Checks that the categories of each chain were filled in their order.
    fn check_order(&self) -> Result<(), CardError> {
        let filled = self.state().filled;
        let Some(early) = self.rules.chains().early(filled).categories().next() else { return Ok(()) };
        let name = |category| self.rules.called(category).to_owned();
        let next = self.rules.chains().next(filled, early);
        Err(CardError::OutOfOrder { name: name(early), next: name(next) })
    }

    fn set_spare_throws(&mut self, name: &str, throws: u64) -> Result<(), CardError> {
        let spare = self.rules.spare_throws();
        if spare.entry() != Some(name) {
            let none = CardError::NoSavedThrows { saved: throws, rules: self.rules.name().to_owned() };
            return if throws > 0 { Err(none) } else { Ok(()) };
        }
        let filled = self.filled().count();
        let most = spare.most(filled);
        let wrong = || match spare {
            SpareThrows::Stock(stock) => CardError::WrongThrows { throws, least: spare.in_hand(most), most: stock, filled },
            _ => CardError::TooManySaved { saved: throws, most, filled },
        };
        self.throws = spare.counted(throws, filled).ok_or_else(wrong)?;
        Ok(())
    }

    fn set_extra(&mut self, extra: u64) -> Result<(), CardError> {
        if extra == 0 {
            return Ok(());
        }
        let no_extra_bonus = || CardError::NoExtraBonus { extra, rules: self.rules.name().to_owned() };
        let further = self.rules.further().ok_or_else(no_extra_bonus)?;
        if further.after_points.bonus == 0 && further.after_zero.bonus == 0 {
            return Err(no_extra_bonus());
        }
        let first = self.rules.category(further.category);
        let earning = self.further_case().filter(|case| case.bonus > 0);
        let case = earning.ok_or_else(|| {
            let most = || self.rules.possible_points(further.category).last().copied().unwrap_or_default();
            let points = if further.after_points.bonus == 0 { Points::ZERO } else { most() };
            CardError::ExtraWithoutFirst { extra, name: self.rules.called(further.category).to_owned(), points }
        })?;
        let may_hold = |category: &Category| self.get(*category).is_some_and(|points| self.rules.may_hold_extra(case, *category, points));
        let most = self.rules.categories().filter(may_hold).count() as u64;
        if extra > most {
            return Err(CardError::TooManyExtra { extra, most, title: first.title.clone() });
        }
        self.extra = extra as u32;
        Ok(())
    }

    /// The rules of the card's game.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The points in a category; `None` while it is open.
    pub fn get(&self, category: Category) -> Option<Points> {
        self.points.get(category.index()).copied().flatten()
    }

    /// The number of extra bonuses so far.
    pub fn extra(&self) -> u32 {
        self.extra
    }

    /// The spare throws in hand: those saved so far, or left of the stock; 0 in a game without them.
    pub fn spare_throws(&self) -> u8 {
        self.rules.spare_throws().in_hand(self.throws)
    }

    /// The entry for the spare throws, its name and number, if they are not those of an empty card.
    pub fn spare_entry(&self) -> Option<(&'static str, u8)> {
        self.rules.spare_throws().entry().filter(|_| self.throws > 0).map(|name| (name, self.spare_throws()))
    }

    /// The rerolls left after the first throw of the next turn.
    pub fn rerolls(&self) -> RerollsLeft {
        self.rules.rerolls_with(self.throws)
    }

    /// Whether a category is open: it is not filled, and the order of the rules allows it now.
    pub fn is_open(&self, category: Category) -> bool {
        self.rules.is_open(self.state().filled, category)
    }

    /// Whether no category is filled.
    pub fn is_empty(&self) -> bool {
        self.filled().next().is_none()
    }

    /// The filled categories with their points, in the order of the categories.
    pub fn filled(&self) -> impl Iterator<Item = (Category, Points)> {
        self.points.iter().enumerate().filter_map(|(index, points)| Some((Category::from_index(index), (*points)?)))
    }

    /// Whether a roll that wins the game at once is written on it.
    pub fn has_won(&self) -> bool {
        self.filled().any(|(category, points)| self.rules.wins(category, points))
    }

    /// Number of open categories.
    pub fn open_count(&self) -> usize {
        self.points.iter().filter(|points| points.is_none()).count()
    }

    /// Whether no category is open.
    pub fn is_full(&self) -> bool {
        self.open_count() == 0
    }

    /// The placement of these points in a category, by an unknown roll without an extra bonus.
    ///
    /// # Errors
    ///
    /// A [`CardError`] if the category is filled or not open yet, or no roll scores these points there.
    pub(super) fn result(&self, category: Category, points: u64) -> Result<Placement, CardError> {
        let mut after = self.clone();
        after.fill(category, points)?;
        after.check_order()?;
        Ok(Placement { category, points: after.points[category.index()].unwrap_or_default(), bonus: Points::ZERO, next: after.state() })
    }

    /// Writes a placement of this game on the card.
    ///
    /// # Errors
    ///
    /// [`CardError::Twice`] if its category is filled; the card then does not change.
    pub fn write(&mut self, placement: &Placement) -> Result<(), CardError> {
        let place = &mut self.points[placement.category.index()];
        if place.is_some() {
            return Err(CardError::Twice { name: self.rules.called(placement.category).to_owned() });
        }
        *place = Some(placement.points);
        self.extra += u32::from(placement.bonus > 0);
        self.throws = placement.next.throws;
        Ok(())
    }

    /// The sum of the upper categories, without the bonus.
    pub fn upper_total(&self) -> Points {
        self.points[..self.rules.upper_count()].iter().flatten().sum()
    }

    /// The upper bonus if it is reached, otherwise 0.
    pub fn upper_bonus(&self) -> Points {
        self.rules.upper_bonus().earned(self.upper_total())
    }

    /// The points of all extra bonuses.
    pub fn extra_points(&self) -> Points {
        self.further_case().map_or(Points::ZERO, |case| case.bonus * self.extra)
    }

    /// The rules for a further n of a kind on this card; `None` while its category is open. They do not change after that.
    fn further_case(&self) -> Option<FurtherCase> {
        let first = self.get(self.rules.further()?.category)?;
        self.rules.further_case(first)
    }

    /// The points of the spare throws that are left, once the card is full; otherwise 0.
    pub fn saved_points(&self) -> Points {
        if self.open_count() == 0 { self.rules.points_of_throws(self.throws) } else { Points::ZERO }
    }

    /// The points written and the extra bonuses, without what a full card earns [at the end](RuleSet::at_the_end). Values have that until the end of the
    /// game, so it must not be added to them twice.
    pub fn written_score(&self) -> Points {
        self.points.iter().flatten().sum::<Points>() + self.extra_points()
    }

    /// The score: the points written, the extra bonuses, the upper bonus once it is reached, and on a full card the points of the spare throws.
    pub fn score(&self) -> Points {
        self.written_score() + self.upper_bonus() + self.saved_points()
    }

    /// The state of the card, which determines the rest of the game.
    pub fn state(&self) -> State {
        let holds_points = |category: Category| self.get(category).is_some_and(|points| points > 0);
        State {
            filled: self.filled().fold(Filled::NONE, |filled, (category, _)| filled.with(category)),
            upper_total: self.upper_total().min(self.rules.upper_cap()),
            flag: self.rules.flag_category().is_some_and(holds_points),
            throws: self.throws,
        }
    }
}

impl PartialEq for Scorecard {
    /// Cards are equal if they are of the same game and have the same entries.
    fn eq(&self, other: &Scorecard) -> bool {
        self.points == other.points && self.extra == other.extra && self.throws == other.throws && self.rules.is_same_game(&other.rules)
    }
}

impl Eq for Scorecard {}

impl Hash for Scorecard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.points.hash(state);
        self.extra.hash(state);
        self.throws.hash(state);
    }
}

impl fmt::Display for Scorecard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut apart = "";
        for (category, points) in self.filled() {
            write!(f, "{apart}{}={points}", self.rules.category(category).name)?;
            apart = " ";
        }
        let spare = self.spare_entry().map(|(name, throws)| (name, throws.into()));
        for (name, count) in [(EXTRA, self.extra)].into_iter().filter(|(_, extra)| *extra > 0).chain(spare) {
            write!(f, "{apart}{name}={count}")?;
            apart = " ";
        }
        Ok(())
    }
}
