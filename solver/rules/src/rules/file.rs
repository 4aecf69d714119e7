//! Reads a rule set from TOML and checks it.

use std::collections::{BTreeMap, HashSet};
use std::iter::{once, repeat_n};
use std::mem::take;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;

use super::category::{Category, Pattern, Pays};
use super::chains::Chains;
use super::conditions::pips;
use super::derived::Derived;
use super::error::RulesError;
use super::form::{CaseForm, CategoryForm, Form, FurtherForm, OneOrMore, SidesForm, TomlWord, UpperForm};
use super::limits::{MAX_CATEGORIES, MAX_POINTS, MOST_NAMES, MOST_UPPER, MOST_UPPER_TOTAL};
use super::points::Points;
use super::reading::{LineText, Reader};
use super::rule_set::{BonusStep, BonusWhen, CategoryRule, Fields, Further, FurtherCase, LATER, Order, RuleSet, UpperBonus};
use super::spare::SpareThrows;
use super::state::Filled;
use crate::dice::{Die, GameDice, Nodes};
use crate::printable::shortened;
use crate::tr;

impl Reader<'_> {
    fn further(
        &self,
        form: &FurtherForm,
        categories: &[CategoryRule],
        repeats: Filled,
        upper: usize,
        dice: usize,
    ) -> Result<Further, RulesError> {
        let name = form.category.get_ref();
        let index = categories.iter().position(|rule| rule.name == *name).filter(|&index| index >= upper);
        let name = format!("{:?}", shortened(name));
        let wanted =
            || tr!("category = {}: must be a lower category of a single group of more than half of the dice, like groups = [5]", name);
        let error = || self.error(form.category.span(), wanted());
        let index = index.ok_or_else(error)?;
        if [index, index + 1].into_iter().any(|index| repeats.contains(Category::from_index(index))) {
            let rule =
                tr!("category = {}: must be a category with one box, so that the card shows whether there was an n of a kind in it", name);
            return Err(self.error(form.category.span(), rule));
        }
        match &categories[index] {
            CategoryRule { pays: Pays::Fixed(Points::ZERO), .. } => {
                let rule = tr!(
                    "category = {}: must be a category that pays points, so that the card shows whether there was an n of a kind in it",
                    name
                );
                return Err(self.error(form.category.span(), rule));
            }
            CategoryRule { pattern: Pattern::Groups { sizes, .. }, .. } if sizes.len() == 1 && 2 * usize::from(sizes[0]) > dice => {}
            _ => return Err(error()),
        }
        Ok(Further {
            category: Category::from_index(index),
            after_points: case(form.after_points.as_ref()),
            after_zero: case(form.after_zero.as_ref()),
        })
    }

    /// The dice of the game.
    fn dice(&self, form: &Form) -> Result<GameDice, RulesError> {
        let dice = form.dice.as_ref().map_or(5, |dice| dice.value as usize);
        match &form.sides {
            Some(sides) => self.of_sides(sides, dice),
            None => Ok(GameDice::new(dice, Die::SIX)),
        }
    }

    /// What dice are like.
    fn die(&self, form: &Spanned<SidesForm>) -> Result<Die, RulesError> {
        let die = match form.get_ref() {
            SidesForm::Number(sides) => {
                self.within("sides", &Spanned::new(form.span(), *sides), 2, Die::MOST_SIDES as u8).map(Die::fair)?
            }
            SidesForm::Faces(faces) => pips(faces).and_then(|pips| Die::with_sides(&pips)),
        };
        die.ok_or_else(|| {
            let rule =
                tr!("sides: must list 2 to {} faces: 1, 2, 3 and so on, each at least once, like [1, 1, 2, 3, 4, 5]", Die::MOST_SIDES);
            self.error(form.span(), rule)
        })
    }

    /// This many dice with these sides. There must not be too many rolls of them.
    fn of_sides(&self, form: &Spanned<SidesForm>, dice: usize) -> Result<GameDice, RulesError> {
        let die = self.die(form)?;
        let fits = |dice| Nodes::fits(&GameDice::new(dice, die));
        if !fits(dice) {
            let most = (1..dice).rev().find(|&fewer| fits(fewer)).expect("one die fits");
            let message = tr!("sides: {} dice with so many sides have too many rolls: at most {} dice are possible", dice, most);
            return Err(self.error(form.span(), message));
        }
        Ok(GameDice::new(dice, die))
    }

    /// The categories, upper section first, and those that are one more box of the category before them.
    fn categories(
        &self,
        form: &mut Form,
        dice: &GameDice,
        spare: SpareThrows,
        language: &str,
    ) -> Result<(Vec<CategoryRule>, Filled), RulesError> {
        let boxes: Vec<usize> = form.lower.iter().map(|lower| lower.get_ref().box_count()).collect();
        let upper = form.upper.len();
        let found = upper + boxes.iter().sum::<usize>();
        if !(1..=MAX_CATEGORIES).contains(&found) {
            let allowed = tr!("{} categories ([[upper]] and [[lower]], each of their boxes counted): from 1 to {}", found, MAX_CATEGORIES);
            return Err(self.error(form.name.span(), allowed));
        }
        if let Some(UpperForm(form)) = form.upper.get(MOST_UPPER) {
            return Err(self.error(form.span(), tr!("[[upper]]: at most {} upper categories are possible", MOST_UPPER)));
        }
        let mut names = Names { reader: self, taken: Vec::new() };
        let mut categories: Vec<CategoryRule> = Vec::new();
        let mut repeats = Filled::NONE;
        let (rolls, throws) = (dice.all(dice.count()), usize::from(form.rolls()));
        let uppers = take(&mut form.upper).into_iter().map(|UpperForm(form)| form);
        let boxes = repeat_n(1, upper).chain(boxes);
        for (form, boxes) in uppers.chain(take(&mut form.lower)).zip(boxes) {
            let (category, is_upper) = (form.get_ref(), categories.len() < upper);
            if is_upper {
                self.check_one_box(category)?;
            }
            let (name, short) = names.take(&category.name, &category.short, boxes)?;
            let before = categories.iter().map(|rule| rule.pattern.ways()).sum();
            let pattern = self.pattern(category, boxes, dice, &rolls, before)?;
            let (mut pays, mut times, mut plus) = self.payment(category, &pattern, dice)?;
            let counts_it_too = |_: &_| is_upper && categories.iter().any(|rule| rule.pattern == pattern);
            if let Some(face) = category.face.as_ref().filter(counts_it_too) {
                return Err(self.error(face.span(), tr!("face = {}: another upper category already counts it", face.get_ref())));
            }
            let joker = category.joker.as_ref().map(|joker| Points::new(joker.value));
            let mut by_throw = self.by_throw(category, throws, spare)?;
            // The same game has the same rules: the last throw of a turn pays the points of later ones, and equal points are said once.
            if let Some(&last) = by_throw.get(1..).and_then(<[Points]>::last).filter(|_| by_throw.len() == throws) {
                (pays, times, plus) = (Pays::Fixed(last), 1, Points::ZERO);
            }
            while by_throw.get(1..).and_then(<[Points]>::last).is_some_and(|&last| pays == Pays::Fixed(last)) {
                by_throw.pop();
            }
            let served_wins = self.served_wins(category)?;
            let title = title(&category.title, &name);
            let names = self.names(category.name.span(), &category.names, &title, language)?;
            let (at, form) = (form.span(), form.into_inner());
            // Lists take more memory than the rules, and are not asked for again.
            let form = CategoryForm { short: Vec::new(), names: BTreeMap::new(), exact_groups: None, faces: None, within: None, ..form };
            let form = Arc::new(Spanned::new(at, form));
            let rule = CategoryRule { name, title, names, short, pattern, pays, times, plus, joker, by_throw, served_wins, form };
            for number in 1..=boxes {
                if number > 1 {
                    repeats = repeats.with(Category::from_index(categories.len()));
                }
                categories.push(rule.as_box(number));
            }
        }
        names.check(spare)?;
        Ok((categories, repeats))
    }

    /// The points of a category on the first throws of a turn, if these are other ones.
    fn by_throw(&self, form: &CategoryForm, throws: usize, spare: SpareThrows) -> Result<Vec<Points>, RulesError> {
        let served = form.served.as_ref();
        let Some(list) = &form.points_by_throw else { return Ok(served.map(|served| Points::new(served.value)).into_iter().collect()) };
        let wrong = |rule: String| Err(self.error(list.span(), rule));
        match (&list.get_ref()[..], served) {
            (_, Some(served)) => wrong(tr!("points-by-throw: its first number is that of a served roll: remove served = {}", served.value)),
            ([], _) => wrong(tr!("points-by-throw = []: give the points on the first throw, on the second, and so on, like [66, 56]")),
            (list, _) if list.len() > throws => {
                wrong(tr!("points-by-throw: {} numbers, where a turn has rolls = {}: at most one for each", list.len(), throws))
            }
            ([first, _, ..], _) if spare.exist() => wrong(tr!(
                "points-by-throw: in a game with saved-throws or extra-throws only the first throw may pay other points, like [{}]",
                first.value
            )),
            (list, _) => Ok(list.iter().map(|points| Points::new(points.value)).collect()),
        }
    }

    /// Whether a served roll of a category wins the game.
    fn served_wins(&self, form: &CategoryForm) -> Result<bool, RulesError> {
        let Some(wins) = form.served_wins.as_ref().filter(|wins| *wins.get_ref()) else { return Ok(false) };
        if form.served.is_none() && form.points_by_throw.is_none() {
            return Err(self.error(wins.span(), tr!("served-wins = true: give the points of a served roll too, as in served = 120")));
        }
        Ok(true)
    }

    /// Checks that a card shows who has won by a served roll, and that no later round can change it.
    fn check_winning_rolls(&self, rules: &RuleSet) -> Result<(), RulesError> {
        for category in rules.categories() {
            let form = rules.category(category).form.get_ref();
            let (Some(points), Some(wins)) = (rules.winning_points(category), &form.served_wins) else { continue };
            if rules.max_rounds() > 1 {
                let total = tr!("served-wins = true: in a game of several rounds the total of all rounds wins, so max-rounds must be 1");
                return Err(self.error(wins.span(), total));
            }
            if rules.scores_otherwise(category, points) {
                let by_throw = form.points_by_throw.as_ref().map(|list| (list.span(), "points-by-throw"));
                let (at, field) =
                    by_throw.unwrap_or_else(|| (form.served.as_ref().map_or(wins.span(), |served| served.at.clone()), "served"));
                let seen = tr!(
                    "{} = {}: with served-wins = true no other roll may score as much here, so that a card shows who has won",
                    field,
                    points
                );
                return Err(self.error(at, seen));
            }
        }
        Ok(())
    }

    fn upper_bonus(&self, form: &Form, upper: &[CategoryRule], dice: &GameDice) -> Result<UpperBonus, RulesError> {
        let form = form.upper_bonus.as_ref().map_or(&[][..], |OneOrMore(steps)| steps);
        let Some(first) = form.first() else { return Ok(UpperBonus::default()) };
        let most = upper.iter().map(|rule| match rule.pattern {
            Pattern::Face(face) => Points::from(face.pips()) * dice.most_showing(face) as u32,
            _ => Points::ZERO,
        });
        let most: Points = most.sum();
        if most == 0 {
            return Err(self.error(first.span(), tr!("upper-bonus: there is no [[upper]] category to earn it")));
        }
        if let Some(further) = form.get(UpperBonus::MOST_STEPS) {
            return Err(
                self.error(further.span(), tr!("upper-bonus: {} steps, where at most {} are possible", form.len(), UpperBonus::MOST_STEPS))
            );
        }
        let mut steps: Vec<BonusStep> = Vec::new();
        for step in form {
            let (at, points) = (&step.get_ref().at, &step.get_ref().points);
            let step = BonusStep {
                at: Points::new(self.within("at", at, 1, most.get().min(MOST_UPPER_TOTAL))?),
                points: Points::new(points.value),
            };
            if let Some(before) = steps.last() {
                let rises = |field: &str, at: Range<usize>, now: Points, before: Points| match now > before {
                    true => Ok(()),
                    false => Err(self
                        .error(at, tr!("{}: {} after {}: each step of the upper bonus has more than the one before", field, now, before))),
                };
                rises("at", at.span(), step.at, before.at)?;
                rises("points", points.at.clone(), step.points, before.points)?;
            }
            steps.push(step);
        }
        // A bonus of 0 points is none.
        steps.retain(|step| step.points > 0);
        Ok(UpperBonus { steps })
    }

    /// The throws beyond those of a single turn.
    fn spare_throws(&self, form: &Form, rolls: u8) -> Result<SpareThrows, RulesError> {
        let extra = &form.extra_throws;
        match extra.value {
            1.. if form.saves_throws() => {
                Err(self.error(extra.at.clone(), tr!("extra-throws: a game that saves throws has no stock of them: remove one of the two")))
            }
            stock @ 1.. => Ok(SpareThrows::Stock(stock as u8)),
            _ if form.saves_throws() && rolls > 1 => Ok(SpareThrows::Saved(rolls - 1)),
            _ => Ok(SpareThrows::None),
        }
    }

    /// The points of a spare throw that is left at the end.
    fn saved_throw_points(&self, form: &Form, spare: SpareThrows, categories: usize) -> Result<Points, RulesError> {
        let Some(points) = &form.saved_throw_points else { return Ok(Points::ZERO) };
        // All spare throws together earn no more than a category can.
        let each = self.within("saved-throw-points", points, 0, MAX_POINTS / u32::from(spare.most(categories)).max(1))?;
        if each > 0 && !form.saves_throws() && !spare.exist() {
            let rule = tr!("saved-throw-points: no throws are left without saved-throws = true or extra-throws");
            return Err(self.error(points.span(), rule));
        }
        Ok(Points::new(if spare.exist() { each } else { 0 }))
    }

    /// The order of the categories, which needs both sections if one is filled first.
    fn order(&self, form: &Form) -> Result<Order, RulesError> {
        let Some(word) = &form.order else { return Ok(Order::Any) };
        let (order, shown) = (word.get_ref().0, format!("{:?}", word.get_ref().0.word()));
        let several = form.lower.iter().find_map(|lower| lower.get_ref().boxes.as_ref().filter(|boxes| boxes.value > 1));
        if let Some(boxes) = several.filter(|_| order == Order::Reversed) {
            return Err(self.error(boxes.at.clone(), tr!("boxes = {}: with order = {} a category has one box", boxes.value, shown)));
        }
        match (order, form.upper.last(), form.lower.first()) {
            (Order::AsListed | Order::Reversed, Some(UpperForm(upper)), Some(lower)) if lower.span().start < upper.span().start => {
                let first = tr!("[[upper]]: with order = {} the upper section is listed first: move it before [[lower]]", shown);
                Err(self.error(upper.span(), first))
            }
            (Order::UpperFirst | Order::LowerFirst, None, _) | (Order::UpperFirst | Order::LowerFirst, _, None) => {
                let missing = if form.upper.is_empty() { "[[upper]]" } else { "[[lower]]" };
                Err(self.error(word.span(), tr!("order = {}: there is no {} category", shown, missing)))
            }
            _ => Ok(order),
        }
    }

    /// The rules of a form without columns.
    pub(super) fn rule_set(&self, mut form: Form) -> Result<RuleSet, RulesError> {
        let name = self.name("name", &form.name)?;
        let dice = self.dice(&form)?;
        let rolls = form.rolls();
        let max_rounds = form.max_rounds.as_ref().map_or(1, |rounds| rounds.value as u8);

        let spare_throws = self.spare_throws(&form, rolls)?;
        let order = self.order(&form)?;
        let language = self.language(form.language.as_ref())?;
        let upper = form.upper.len();
        let (categories, repeats) = self.categories(&mut form, &dice, spare_throws, &language)?;
        let saved_throw_points = self.saved_throw_points(&form, spare_throws, categories.len())?;
        let upper_bonus = self.upper_bonus(&form, &categories[..upper], &dice)?;
        let further = form.further.as_ref().map(|further| self.further(further, &categories, repeats, upper, dice.count())).transpose()?;
        let further = further.map(|further| {
            // A category in which every roll scores never holds a 0 without voluntary ones.
            let rule = &categories[further.category.index()];
            let never_holds_0 = !form.voluntary_zeros && dice.all(dice.count()).iter().all(|roll| rule.points(roll, LATER) > 0);
            Further { after_zero: if never_holds_0 { further.after_points } else { further.after_zero }, ..further }
        });
        let title = title(&form.title, &name);
        let fields = Fields {
            name,
            title,
            own_language: language.clone(),
            language,
            notes: take(&mut form.notes).into_iter().map(|LineText(note)| note).collect(),
            toml: self.toml().to_owned(),
            dice,
            rolls,
            max_rounds,
            order,
            spare_throws,
            saved_throw_points,
            chains: Chains::new(order, categories.len(), upper, repeats),
            categories,
            repeats,
            upper,
            upper_bonus,
            further,
            derived: Derived::default(),
            form: Arc::new(form),
        };
        let rules = RuleSet { fields: Arc::new(fields) };
        for category in rules.categories() {
            let rule = rules.category(category);
            if rule.pays == Pays::Fixed(Points::ZERO) && *rules.possible_points(category) == [Points::ZERO] {
                let message = tr!("points = 0: no roll would score: give from 1, or `served`, or a `joker` that [further] pays");
                return Err(self.error(rule.form.get_ref().points.span(), message));
            }
        }
        self.check_winning_rolls(&rules)?;
        rules.categories().try_for_each(|category| self.check_names(&rules, category))?;
        Ok(rules)
    }
}

fn case(form: Option<&CaseForm>) -> FurtherCase {
    let Some(form) = form else { return FurtherCase::ORDINARY };
    let bonus = form.bonus.as_ref().map_or(Points::ZERO, |bonus| Points::new(bonus.value));
    let bonus_when = form.bonus_when.as_ref().map_or(BonusWhen::Always, |word| word.0);
    FurtherCase { place: form.place.0, joker: form.joker.0, bonus, bonus_when }
}

/// The title of a form, or its name in words.
pub(super) fn title(title: &Option<LineText>, name: &str) -> String {
    title.as_ref().map_or_else(|| in_words(name), |LineText(title)| title.clone())
}

/// The names and short forms of the categories so far, with their places in the text.
struct Names<'a> {
    reader: &'a Reader<'a>,
    taken: Vec<(Range<usize>, String)>,
}

impl Names<'_> {
    /// Adds the name and the short forms of a category with this many boxes, and those of its further boxes.
    fn take(&mut self, name: &Spanned<String>, short: &[Spanned<String>], boxes: usize) -> Result<(String, Vec<String>), RulesError> {
        let mut one = |field, name: &Spanned<String>| {
            for number in 1..=boxes {
                self.taken.push((name.span(), self.reader.name_of_box(field, name, number)?));
            }
            Ok(name.get_ref().clone())
        };
        if let Some(beyond) = short.get(MOST_NAMES) {
            return Err(self.reader.too_many(beyond.span(), "short", short.len(), MOST_NAMES));
        }
        Ok((one("name", name)?, short.iter().map(|short| one("short", short)).collect::<Result<Vec<_>, _>>()?))
    }

    /// Checks that no name is used twice, and that none has another meaning on a card.
    fn check(&self, spare: SpareThrows) -> Result<(), RulesError> {
        let mut names = HashSet::with_capacity(self.taken.len());
        for (span, name) in &self.taken {
            let taken = match name.as_str() {
                "extra" => Some(tr!("{} stands for the extra bonuses on a card: choose another name", format!("{name:?}"))),
                "saved" => Some(tr!("{} stands for the saved throws on a card: choose another name", format!("{name:?}"))),
                name if spare.entry() == Some(name) => {
                    Some(tr!("{} stands for the extra throws that are left on a card: choose another name", format!("{name:?}")))
                }
                _ => None,
            };
            if let Some(taken) = taken {
                return Err(self.reader.error(span.clone(), taken));
            }
            if !names.insert(name) {
                let taken = tr!("{} is already in use: choose another name", format!("{name:?}"));
                return Err(self.reader.error(span.clone(), taken));
            }
        }
        Ok(())
    }
}

impl RuleSet {
    /// The longest accepted TOML, in bytes. The built-in rule sets have less than 4,000.
    pub const LONGEST_TOML: usize = 1_000_000;
}

/// Reads a rule set from TOML. `check_name` returns the error in its name, if there is one.
pub(super) fn parse(toml: &str, check_name: impl FnOnce(&RuleSet) -> Result<(), String>) -> Result<RuleSet, RulesError> {
    let reader = reader(toml)?;
    let form: Form = reader.form()?;
    if let Some(columns) = &form.column {
        let at = columns.get_ref().first().map_or(columns.span(), Spanned::span);
        return Err(reader.error(at, tr!("[[column]]: this is a game of several columns, which is not possible here")));
    }
    let name_at = form.name.span();
    let rules = reader.rule_set(form)?;
    check_name(&rules).map_err(|wrong| reader.error(name_at, wrong))?;
    Ok(rules)
}

/// A reader of the TOML of rules.
pub(super) fn reader(toml: &str) -> Result<Reader<'_>, RulesError> {
    if toml.len() > RuleSet::LONGEST_TOML {
        let message = tr!("the rule set has {} bytes; the most that is read is {}", toml.len(), RuleSet::LONGEST_TOML);
        return Err(RulesError::Form { line: 1, message });
    }
    Reader::new(toml)
}

/// `full-house` as `Full house`.
pub(super) fn in_words(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| once(first.to_ascii_uppercase()).chain(letters).collect())
}
