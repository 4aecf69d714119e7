//! Reads from TOML the condition for a roll to score in a lower category.

use toml::Spanned;

use super::category::{Pattern, Pays};
use super::error::RulesError;
use super::form::{FacesForm, LowerForm, PaysForm, Whole};
use super::reader::Reader;
use crate::dice::{Dice, FACES, Face};
use crate::say;

impl Reader<'_> {
    /// The condition for a roll to score in a category, and the points it then pays.
    pub(super) fn scores(&self, form: &Spanned<LowerForm>, dice: usize) -> Result<(Pattern, Pays), RulesError> {
        let pattern = self.pattern(form, dice)?;
        let points = &form.get_ref().points;
        let pays = self.pays(points)?;
        if pays == Pays::ThoseDice && matches!(pattern, Pattern::Sum(_) | Pattern::AllOf(_)) {
            let message = say!(
                "points = {}: a sum and several conditions are of all dice: say {} or a number of points",
                "\"those-dice\"",
                "\"all-dice\""
            );
            return Err(self.error(points.span(), message));
        }
        Ok((pattern, pays))
    }

    fn pattern(&self, form: &Spanned<LowerForm>, dice: usize) -> Result<Pattern, RulesError> {
        let category = form.get_ref();
        if let (Some(same_face), None) = (&category.same_face, &category.groups) {
            return Err(self.error(same_face.span(), say!("same-face goes with groups only")));
        }
        let conditions = self.conditions(category, dice)?;
        let wrong = |what: String| Err(self.error(category.name.span(), what));
        let name = format!("{:?}", category.name.get_ref());
        let names: Vec<&str> = conditions.iter().map(|(field, _)| *field).collect();
        let several = names.iter().map(|name| (*name).to_owned()).reduce(|some, one| say!("{} and {}", some, one)).unwrap_or_default();
        let mut patterns: Vec<Pattern> = conditions.into_iter().map(|(_, pattern)| pattern).collect();
        match patterns.len() {
            0 => wrong(say!(
                "category {} has none: at least one of face, groups, straight, faces, sum and any must say what scores there",
                name
            )),
            1 => Ok(patterns.swap_remove(0)),
            _ if names.contains(&"any") => {
                wrong(say!("category {} has {}: any = true must stand alone, because any dice score there", name, several))
            }
            _ => {
                let pattern = Pattern::AllOf(patterns);
                let shown = Dice::all(dice).iter().any(|dice| pattern.highest(dice).is_some());
                if shown {
                    Ok(pattern)
                } else {
                    wrong(say!("category {} has {}: no roll of {} dice shows all of that", name, several, dice))
                }
            }
        }
    }

    /// The conditions of a category, with the fields that give them.
    fn conditions(&self, category: &LowerForm, dice: usize) -> Result<Vec<(&'static str, Pattern)>, RulesError> {
        let LowerForm { face, groups, straight, faces, sum, any, .. } = category;
        let conditions = [
            ("face", face.as_ref().map(|face| self.face("face", face).map(Pattern::Face))),
            ("groups", groups.as_ref().map(|groups| self.groups(groups, category.same_face.as_ref(), dice))),
            ("straight", straight.as_ref().map(|length| self.within("straight", length, 1, dice as u8).map(Pattern::Straight))),
            ("faces", faces.as_ref().map(|faces| self.lists(faces, dice).map(Pattern::Faces))),
            ("sum", sum.as_ref().map(|sum| self.within("sum", sum, dice as u8, (FACES * dice) as u8).map(Pattern::Sum))),
            ("any", any.as_ref().map(|any| self.any(any))),
        ];
        conditions.into_iter().filter_map(|(field, pattern)| Some(pattern?.map(|pattern| (field, pattern)))).collect()
    }

    fn groups(&self, groups: &Spanned<Vec<Whole>>, same_face: Option<&Spanned<bool>>, dice: usize) -> Result<Pattern, RulesError> {
        let list = groups.get_ref();
        let sizes: Option<Vec<u8>> = list.iter().map(|size| u8::try_from(size.0).ok().filter(|&size| size > 0)).collect();
        let fits = |sizes: &Vec<u8>| (1..=dice).contains(&sizes.iter().map(|&size| usize::from(size)).sum());
        let Some(sizes) = sizes.filter(fits) else {
            let like = if dice < 5 { "1" } else { "3, 2" };
            let rule = say!(
                "groups = {}: must be sizes of 1 and more that add up to at most the number of dice ({}), like [{}]",
                listed(list),
                dice,
                like
            );
            return Err(self.error(groups.span(), rule));
        };
        Ok(Pattern::Groups { sizes, same_face: same_face.is_some_and(|same_face| *same_face.get_ref()) })
    }

    /// One list of faces, or several.
    fn lists(&self, form: &Spanned<Vec<Spanned<FacesForm>>>, dice: usize) -> Result<Vec<Vec<Face>>, RulesError> {
        let mut face_alone = None;
        let mut lists: Vec<Vec<Face>> = Vec::new();
        let mut pips = Vec::new();
        for element in form.get_ref() {
            match element.get_ref() {
                FacesForm::Face(face) => {
                    pips.push(*face);
                    face_alone = Some(element.span());
                }
                FacesForm::List(list) => {
                    let faces = self.list(&Spanned::new(element.span(), list), dice)?;
                    if lists.iter().any(|other| faces.iter().all(|face| other.contains(face)) && other.len() == faces.len()) {
                        return Err(self.error(element.span(), say!("faces: {} is there twice", listed(list))));
                    }
                    lists.push(faces);
                }
            }
        }
        match face_alone {
            Some(span) if !lists.is_empty() => {
                Err(self.error(span, say!("faces: must be a list of faces, like [1, 2, 3], or a list of such lists, not a mixture")))
            }
            _ if lists.is_empty() => Ok(vec![self.list(&Spanned::new(form.span(), &pips), dice)?]),
            _ => Ok(lists),
        }
    }

    fn list(&self, list: &Spanned<&Vec<Whole>>, dice: usize) -> Result<Vec<Face>, RulesError> {
        let pips = list.get_ref();
        let faces: Option<Vec<Face>> = pips.iter().map(|pips| Face::new(u8::try_from(pips.0).ok()?).ok()).collect();
        let different = |faces: &Vec<Face>| faces.iter().enumerate().all(|(place, face)| !faces[..place].contains(face));
        let fits = |faces: &Vec<Face>| (1..=dice).contains(&faces.len());
        faces.filter(fits).filter(different).ok_or_else(|| {
            let rule = say!("faces = {}: must be from 1 to {} different faces (1 to 6); groups ask for like dice", listed(pips), dice);
            self.error(list.span(), rule)
        })
    }

    fn any(&self, any: &Spanned<bool>) -> Result<Pattern, RulesError> {
        if *any.get_ref() { Ok(Pattern::Any) } else { Err(self.error(any.span(), say!("any = false: leave it out, or say any = true"))) }
    }

    fn pays(&self, form: &Spanned<PaysForm>) -> Result<Pays, RulesError> {
        match *form.get_ref() {
            PaysForm::AllDice => Ok(Pays::AllDice),
            PaysForm::ThoseDice => Ok(Pays::ThoseDice),
            PaysForm::Fixed(points) => Ok(Pays::Fixed(self.points("points", &Spanned::new(form.span(), points))?)),
        }
    }
}

fn listed(numbers: &[Whole]) -> String {
    let numbers: Vec<String> = numbers.iter().map(Whole::to_string).collect();
    format!("[{}]", numbers.join(", "))
}
