//! Reads from TOML the condition for a roll to score in a lower category.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

use toml::Spanned;

use super::category::{Pattern, Pays};
use super::error::RulesError;
use super::form::{BoundsForm, CategoryForm, ListForm, Lists, PaysForm, SumForm, Whole};
use super::limits::MAX_POINTS;
use super::points::Points;
use super::reading::Reader;
use crate::dice::{Dice, Face, GameDice};
use crate::printable::shortened;
use crate::sorting::sort_by_key;
use crate::tr;

/// The most lists of a field.
const MOST_LISTS: usize = 1_000;

/// The most that all categories may try for all rolls: [ways](Pattern::ways) times rolls. Reading and planning a game try each a few times.
const MOST_TRIED: usize = 10_000_000;

/// The highest factor of a sum.
const MOST_TIMES: u32 = 100;

impl Reader<'_> {
    /// The points of a category with this pattern, the factor of a sum of dice, and the points that are added to it.
    pub(super) fn payment(&self, form: &CategoryForm, pattern: &Pattern, dice: &GameDice) -> Result<(Pays, u32, Points), RulesError> {
        let points = &form.points;
        let pays = points.get_ref().pays();
        if pays == Pays::ThoseDice && matches!(pattern, Pattern::Sum { .. } | Pattern::AllOf(_)) {
            let message = tr!(
                "points = {}: a sum and several conditions are of all dice: say {} or a number of points",
                "\"those-dice\"",
                "\"all-dice\""
            );
            return Err(self.error(points.span(), message));
        }
        for (field, form) in [("times", &form.times), ("plus", &form.plus)] {
            if let (Some(form), Pays::Fixed(points)) = (form, pays) {
                let message = tr!("{} goes with a sum of dice: write the points themselves instead of points = {}", field, points);
                return Err(self.error(form.span(), message));
            }
        }
        // So that no roll pays more than the most that a category may pay.
        let most_sum = dice.highest_sum();
        let most_times = MOST_TIMES.min(MAX_POINTS / most_sum);
        let times = form.times.as_ref().map_or(Ok(1), |times| self.within("times", times, 1, most_times))?;
        let most_added = MAX_POINTS - times * most_sum;
        let plus = form.plus.as_ref().map_or(Ok(0), |plus| self.within("plus", plus, 0, most_added)).map(Points::new)?;
        Ok((pays, times, plus))
    }

    /// The condition for one of the `rolls` to score in a category of this many boxes. `before` are the ways that the categories before it try.
    pub(super) fn pattern(
        &self,
        form: &CategoryForm,
        boxes: usize,
        dice: &GameDice,
        rolls: &[Dice],
        before: usize,
    ) -> Result<Pattern, RulesError> {
        if let (Some(same_face), None) = (&form.same_face, &form.groups) {
            return Err(self.error(same_face.span(), tr!("same-face goes with groups only")));
        }
        let conditions = self.conditions(form, dice)?;
        let sets = form.within.as_ref().map(|sets| self.sets(sets, dice)).transpose()?;
        let wrong = |what: String| Err(self.error(form.name.span(), what));
        let name = format!("{:?}", form.name.get_ref());
        let names: Vec<&str> = conditions.iter().map(|(field, _)| *field).collect();
        let listed = |names: &mut dyn Iterator<Item = &str>| {
            names.map(str::to_owned).reduce(|some, one| tr!("{} and {}", some, one)).unwrap_or_default()
        };
        if names.len() > 1 && names.contains(&"any") {
            let several = listed(&mut names.iter().copied());
            return wrong(tr!("category {} has {}: any = true must stand alone, because any dice score there", name, several));
        }
        let mut patterns: Vec<Pattern> = conditions.into_iter().map(|(_, pattern)| pattern).collect();
        let pattern = if patterns.len() > 1 { Some(Pattern::AllOf(patterns)) } else { patterns.pop() };
        let pattern = match (pattern, sets) {
            (Some(pattern), None) => pattern,
            (pattern, Some(sets)) => Pattern::Within { sets, pattern: pattern.map(Box::new) },
            (None, None) => {
                return wrong(tr!(
                    "category {} has none: at least one of face, groups, exact-groups, straight, faces, sum, any and within must say what scores there",
                    name
                ));
            }
        };
        let (ways, most) = (before + boxes * pattern.ways(), MOST_TRIED / rolls.len());
        if ways > most {
            return wrong(tr!(
                "category {}: {} ways to score, with those of the categories before it: at most {} are possible where there are {} rolls (each list of faces is a way, in each set of `within`)",
                name,
                ways,
                most,
                rolls.len()
            ));
        }
        if rolls.iter().all(|dice| pattern.highest(dice).is_none()) {
            let several = listed(&mut names.into_iter().chain(form.within.as_ref().map(|_| "within")));
            return wrong(tr!("category {} has {}: no roll of {} dice shows all of that", name, several, dice.count()));
        }
        Ok(pattern)
    }

    /// The conditions of a category, with the fields that give them.
    fn conditions(&self, category: &CategoryForm, of: &GameDice) -> Result<Vec<(&'static str, Pattern)>, RulesError> {
        let CategoryForm { face, groups, exact_groups, straight, faces, sum, any, within, .. } = category;
        let (dice, most_faces) = (of.count(), of.die().face_count());
        let least_sum = if within.is_some() { 1 } else { dice as u8 };
        let conditions = [
            ("face", face.as_ref().map(|face| self.face("face", face, of).map(Pattern::Face))),
            ("groups", groups.as_ref().map(|groups| self.groups(groups, category.same_face.as_ref(), dice))),
            ("exact-groups", exact_groups.as_ref().map(|lists| self.exact_groups(lists, dice))),
            (
                "straight",
                straight.as_ref().map(|length| self.within("straight", length, 1, dice.min(most_faces) as u8).map(Pattern::Straight)),
            ),
            ("faces", faces.as_ref().map(|lists| self.hands(lists, of))),
            ("sum", sum.as_ref().map(|sum| self.sum(sum, least_sum, of.highest_sum() as u8))),
            ("any", any.as_ref().map(|any| self.any(any))),
        ];
        conditions.into_iter().filter_map(|(field, pattern)| Some(pattern?.map(|pattern| (field, pattern)))).collect()
    }

    fn groups(&self, groups: &Spanned<Vec<Whole>>, same_face: Option<&Spanned<bool>>, dice: usize) -> Result<Pattern, RulesError> {
        let list = groups.get_ref();
        let Some(sizes) = sizes(list).filter(|sizes| (1..=dice).contains(&total(sizes))) else {
            let like = if dice < 5 { "1" } else { "3, 2" };
            let rule = tr!(
                "groups = {}: must be sizes of 1 and more that add up to at most the number of dice ({}), like [{}]",
                listed(list),
                dice,
                like
            );
            return Err(self.error(groups.span(), rule));
        };
        Ok(Pattern::Groups { sizes, same_face: same_face.is_some_and(|same_face| *same_face.get_ref()) })
    }

    fn sum(&self, form: &SumForm, least: u8, most: u8) -> Result<Pattern, RulesError> {
        match form {
            SumForm::Exactly(sum) => self.within("sum", sum, least, most).map(|sum| Pattern::Sum { least: sum, most: sum }),
            SumForm::Bounds(bounds) => {
                let BoundsForm { at_least, at_most } = bounds.get_ref();
                if at_least.is_none() && at_most.is_none() {
                    return Err(self.error(bounds.span(), tr!("sum: the table needs at-least, at-most or both")));
                }
                let from = at_least.as_ref().map_or(Ok(least), |from| self.within("at-least", from, least, most))?;
                let to = at_most.as_ref().map_or(Ok(most), |to| self.within("at-most", to, from, most))?;
                Ok(Pattern::Sum { least: from, most: to })
            }
        }
    }

    /// The ways in which all dice form groups; the sizes of each fall.
    fn exact_groups(&self, form: &Lists, dice: usize) -> Result<Pattern, RulesError> {
        let valid = |list: &[Whole]| sizes(list).filter(|sizes| total(sizes) == dice);
        let rule = |list: &[Whole]| {
            let list = listed(list);
            tr!(
                "exact-groups = {}: must be sizes of 1 and more that add up to the number of dice ({}), so that every die is in a group",
                list,
                dice
            )
        };
        let mut lists = self.lists("exact-groups", form, &valid, &rule)?;
        lists.iter_mut().for_each(|sizes| sort_by_key(sizes, |size| Reverse(*size)));
        Ok(Pattern::ExactGroups(lists))
    }

    /// One hand, or several: faces, of which some may be there more than once.
    fn hands(&self, form: &Lists, of: &GameDice) -> Result<Pattern, RulesError> {
        let (dice, most) = (of.count(), of.die().face_count());
        let valid = |list: &[Whole]| pips_of(list, most).filter(|faces| (1..=dice).contains(&faces.len()));
        let rule = |list: &[Whole]| tr!("faces = {}: must be from 1 to {} faces (1 to {})", listed(list), dice, most);
        self.lists("faces", form, &valid, &rule).map(|lists| Pattern::Faces(faces(lists)))
    }

    /// One set of different faces, or several.
    fn sets(&self, form: &Lists, dice: &GameDice) -> Result<Vec<Vec<Face>>, RulesError> {
        let most = dice.die().face_count();
        let different = |pips: &Vec<u8>| pips.iter().enumerate().all(|(place, face)| !pips[..place].contains(face));
        let valid = |list: &[Whole]| pips_of(list, most).filter(|pips| !pips.is_empty()).filter(different);
        let rule = |list: &[Whole]| tr!("within = {}: must be different faces (1 to {}), at least one", listed(list), most);
        self.lists("within", form, &valid, &rule).map(faces)
    }

    /// One list of numbers, or several. `valid` reads one, and `rule` says what is wrong with one that is not valid.
    fn lists(
        &self,
        field: &str,
        form: &Lists,
        valid: &dyn Fn(&[Whole]) -> Option<Vec<u8>>,
        rule: &dyn Fn(&[Whole]) -> String,
    ) -> Result<Vec<Vec<u8>>, RulesError> {
        let read = |list: &[Whole], at: Range<usize>| valid(list).ok_or_else(|| self.error(at, rule(list)));
        let mut number_alone = None;
        let mut numbers = Vec::new();
        let mut lists: Vec<Vec<u8>> = Vec::new();
        let mut seen = HashSet::new();
        if form.get_ref().len() > MOST_LISTS {
            return Err(self.too_many(form.span(), field, form.get_ref().len(), MOST_LISTS));
        }
        for element in form.get_ref() {
            match element.get_ref() {
                ListForm::Number(number) => {
                    numbers.push(*number);
                    number_alone = Some(element.span());
                }
                ListForm::List(list) => {
                    let read = read(list, element.span())?;
                    let mut sorted = read.clone();
                    sort_by_key(&mut sorted, |number| *number);
                    if !seen.insert(sorted) {
                        return Err(self.error(element.span(), tr!("{}: {} is there twice", field, listed(list))));
                    }
                    lists.push(read);
                }
            }
        }
        match number_alone {
            Some(span) if !lists.is_empty() => {
                Err(self.error(span, tr!("{}: must be a list of numbers, like [1, 2, 3], or a list of such lists, not a mixture", field)))
            }
            _ if lists.is_empty() => Ok(vec![read(&numbers, form.span())?]),
            _ => Ok(lists),
        }
    }

    fn any(&self, any: &Spanned<bool>) -> Result<Pattern, RulesError> {
        if *any.get_ref() { Ok(Pattern::Any) } else { Err(self.error(any.span(), tr!("any = false: leave it out, or say any = true"))) }
    }
}

impl PaysForm {
    fn pays(&self) -> Pays {
        match self {
            PaysForm::AllDice => Pays::AllDice,
            PaysForm::ThoseDice => Pays::ThoseDice,
            PaysForm::Fixed(points) => Pays::Fixed(Points::new(points.value)),
        }
    }
}

fn listed(numbers: &[Whole]) -> String {
    let numbers: Vec<String> = numbers.iter().map(Whole::to_string).collect();
    format!("[{}]", shortened(&numbers.join(", ")))
}

/// The numbers as pips from 1 to this many, if all are.
fn pips_of(numbers: &[Whole], most: usize) -> Option<Vec<u8>> {
    pips(numbers).filter(|pips| pips.iter().all(|&pips| usize::from(pips) <= most))
}

/// The numbers as pips of any die, if all are.
pub(super) fn pips(numbers: &[Whole]) -> Option<Vec<u8>> {
    numbers.iter().map(|pips| u8::try_from(pips.0).ok().filter(|pips| Face::new(*pips).is_ok())).collect()
}

fn faces(lists: Vec<Vec<u8>>) -> Vec<Vec<Face>> {
    let face = |pips| Face::new(pips).expect("a face");
    lists.into_iter().map(|pips| pips.into_iter().map(face).collect()).collect()
}

/// The numbers as sizes of groups, if all are.
fn sizes(numbers: &[Whole]) -> Option<Vec<u8>> {
    numbers.iter().map(|size| u8::try_from(size.0).ok().filter(|&size| size > 0)).collect()
}

/// The dice in groups of these sizes.
fn total(sizes: &[u8]) -> usize {
    sizes.iter().map(|&size| usize::from(size)).sum()
}
