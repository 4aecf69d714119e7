//! Reads a card of rules from TOML and checks it. `docs/winning.md` describes the form.

use toml::Spanned;
use toml::de::DeValue;

use super::card::{Condition, KeepRule, Kept, RuleCard, ScoreRule, WriteIn};
use super::shape::{FACES, OwnBox, Shape, ShapeKind};
use crate::dice::Dice;
use crate::printable::shortened;
use crate::rules::reading::{FromToml, LineText, Reader, TableFields, TomlValue, Wrong, invalid_value};
use crate::rules::{Category, Filled, MAX_POINTS, RuleSet, RulesError, is_name};
use crate::tr;

/// The most rules of a card, more than a person can play from.
const MOST_RULES: usize = 400;

/// From the least to the most: `3`, `"2-4"` or `"4+"`.
#[derive(Clone, Copy)]
struct Range(u16, u16);

impl FromToml for Range {
    fn from_toml(value: &TomlValue<'_>) -> Result<Range, Wrong> {
        let wrong = || invalid_value(value, tr!("a number like 3, or a range like {} or {}", "\"2-4\"", "\"4+\""));
        let number = |text: &str| text.trim().parse::<u16>().ok().filter(|&number| u32::from(number) <= MAX_POINTS);
        let text = match value.get_ref() {
            DeValue::Integer(number) => number.as_str().to_owned(),
            _ => String::from_toml(value)?,
        };
        let (least, most) = match (text.split_once('-'), text.strip_suffix('+')) {
            (Some((least, most)), _) => (number(least), number(most)),
            (None, Some(least)) => (number(least), Some(u16::MAX)),
            (None, None) => (number(&text), number(&text)),
        };
        match (least, most) {
            (Some(least), Some(most)) if least <= most => Ok(Range(least, most)),
            _ => Err(wrong()),
        }
    }
}

impl Range {
    fn bytes(self) -> (u8, u8) {
        (self.0.min(u8::MAX.into()) as u8, self.1.min(u8::MAX.into()) as u8)
    }
}

/// The condition on the dice.
struct Kind(ShapeKind);

impl FromToml for Kind {
    fn from_toml(value: &TomlValue<'_>) -> Result<Kind, Wrong> {
        let text = String::from_toml(value)?;
        let words = "\"any\", \"3 alike\", \"two pairs\", \"full house\", \"run of 4\", \"3 of a run of 4\", \"sum 25\"";
        kind(&text).map(Kind).ok_or_else(|| invalid_value(value, tr!("{}, or dice like {}", words, "\"345\"")))
    }
}

/// Reads a pattern of dice.
fn kind(text: &str) -> Option<ShapeKind> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let small = |text: &str| text.parse::<u8>().ok();
    let faces = 1..=FACES as u8;
    match words[..] {
        ["any"] => Some(ShapeKind::Any),
        [least, "alike"] => Some(ShapeKind::Alike(small(least).filter(|least| faces.contains(least))?)),
        ["two", "pairs"] => Some(ShapeKind::TwoPairs),
        ["full", "house"] => Some(ShapeKind::FullHouse),
        ["run", "of", length] => {
            let length = small(length).filter(|length| faces.contains(length))?;
            Some(ShapeKind::Run { have: length, length })
        }
        [have, "of", "a", "run", "of", length] => {
            let length = small(length).filter(|length| faces.contains(length))?;
            Some(ShapeKind::Run { have: small(have).filter(|have| (1..=length).contains(have))?, length })
        }
        ["sum", least] => Some(ShapeKind::Sum(small(least)?)),
        [dice] => Dice::parse(dice).ok().filter(|dice| !dice.is_empty()).map(ShapeKind::Dice),
        _ => None,
    }
}

/// The condition on the upper box of the dice.
struct Own(OwnBox);

impl FromToml for Own {
    fn from_toml(value: &TomlValue<'_>) -> Result<Own, Wrong> {
        match String::from_toml(value)?.as_str() {
            "open" => Ok(Own(OwnBox::Open)),
            "filled" => Ok(Own(OwnBox::Filled)),
            _ => Err(invalid_value(value, tr!("{} or {}", "\"open\"", "\"filled\""))),
        }
    }
}

/// The dice to keep.
struct Keep(Kept);

impl FromToml for Keep {
    fn from_toml(value: &TomlValue<'_>) -> Result<Keep, Wrong> {
        let text = String::from_toml(value)?;
        let faces = || {
            let (low, high) = text.split_once('-').unwrap_or((&text, &text));
            let [low, high] = [low, high].map(|face| face.parse::<u8>().ok().filter(|face| (1..=FACES as u8).contains(face)));
            Some(Kept::Faces(low?, high.filter(|&high| low.is_some_and(|low| low <= high))?))
        };
        let kept = match text.as_str() {
            "those" => Some(Kept::Those),
            "all" => Some(Kept::All),
            "nothing" => Some(Kept::Nothing),
            _ => faces(),
        };
        kept.map(Keep).ok_or_else(|| invalid_value(value, tr!("{}, or faces like {}", "\"those\", \"all\", \"nothing\"", "\"5-6\"")))
    }
}

struct ConditionForm {
    shape: Shape,
    open: Vec<Spanned<String>>,
    open_any: Vec<Spanned<String>>,
    filled: Vec<Spanned<String>>,
    boxes_left: Option<Range>,
    needed: Option<Range>,
}

const CONDITION: [&str; 8] = ["dice", "of", "box", "open", "open-any", "filled", "boxes-left", "needed"];

fn condition_form(fields: &TableFields<'_, '_>) -> Result<ConditionForm, Wrong> {
    let mut shape = Shape::of(fields.get::<Kind>("dice")?.0);
    if let Some(of) = fields.get::<Option<Spanned<Range>>>("of")? {
        let Range(low, high) = *of.get_ref();
        let high = if high == u16::MAX { FACES as u16 } else { high };
        if low < 1 || high > FACES as u16 || high < low {
            return Err(Wrong { at: of.span(), message: tr!("faces are from 1 to {}", FACES) });
        }
        if !shape.kind.has_choice_of_faces() {
            return Err(Wrong {
                at: of.span(),
                message: tr!("goes only with dice that are alike, two pairs, a full house or a run: leave it out"),
            });
        }
        shape.faces = (low as u8, high as u8);
        let (faces, least) = (high - low + 1, u16::from(shape.kind.faces_needed()));
        if faces < least {
            return Err(Wrong { at: of.span(), message: tr!("the dice need {} different faces; this allows {}", least, faces) });
        }
    }
    if let Some(own) = fields.get::<Option<Spanned<Own>>>("box")? {
        if !shape.kind.has_choice_of_faces() && !matches!(shape.kind, ShapeKind::Dice(_)) {
            return Err(Wrong {
                at: own.span(),
                message: tr!(
                    "goes only with dice that are alike, two pairs, a full house or a run, or with dice like {}: leave it out",
                    "\"345\""
                ),
            });
        }
        shape.own_box = own.get_ref().0;
    }
    Ok(ConditionForm {
        shape,
        open: fields.get("open")?,
        open_any: fields.get("open-any")?,
        filled: fields.get("filled")?,
        boxes_left: fields.get("boxes-left")?,
        needed: fields.get("needed")?,
    })
}

struct KeepForm {
    condition: ConditionForm,
    rerolls: Option<Spanned<Range>>,
    keep: Kept,
}

impl FromToml for KeepForm {
    fn from_toml(value: &TomlValue<'_>) -> Result<KeepForm, Wrong> {
        let names: Vec<&str> = CONDITION.into_iter().chain(["rerolls", "keep"]).collect();
        let fields = TableFields::of(value, &tr!("a rule for keeping"), &names)?;
        let rerolls = fields.get::<Option<Spanned<Range>>>("rerolls")?;
        if let Some(none) = rerolls.as_ref().filter(|rerolls| rerolls.get_ref().1 == 0) {
            return Err(Wrong { at: none.span(), message: tr!("rules for keeping are used while rolls are left: from 1") });
        }
        Ok(KeepForm { condition: condition_form(&fields)?, rerolls, keep: fields.get::<Keep>("keep")?.0 })
    }
}

struct ScoreForm {
    condition: ConditionForm,
    score: Spanned<Vec<Spanned<String>>>,
    /// The least points.
    points: u16,
}

impl FromToml for ScoreForm {
    fn from_toml(value: &TomlValue<'_>) -> Result<ScoreForm, Wrong> {
        let names: Vec<&str> = CONDITION.into_iter().chain(["score", "points"]).collect();
        let fields = TableFields::of(value, &tr!("a rule for scoring"), &names)?;
        let points = fields.get::<Option<Spanned<Range>>>("points")?;
        if let Some(range) = points.as_ref().filter(|points| points.get_ref().1 > points.get_ref().0 && points.get_ref().1 < u16::MAX) {
            return Err(Wrong { at: range.span(), message: tr!("these are the least points: a number like 20") });
        }
        // By default a box needs at least one point; `points = 0` allows giving it up.
        let points = points.map_or(1, |points| points.get_ref().0);
        Ok(ScoreForm { condition: condition_form(&fields)?, score: fields.get("score")?, points })
    }
}

struct CardForm {
    name: Spanned<String>,
    title: Option<LineText>,
    source: Option<LineText>,
    rules: Option<Spanned<String>>,
    keep: Vec<KeepForm>,
    score: Vec<ScoreForm>,
}

impl FromToml for CardForm {
    fn from_toml(value: &TomlValue<'_>) -> Result<CardForm, Wrong> {
        let fields = TableFields::of(value, &tr!("a table"), &["name", "title", "source", "rules", "keep", "score"])?;
        Ok(CardForm {
            name: fields.get("name")?,
            title: fields.get("title")?,
            source: fields.get("source")?,
            rules: fields.get("rules")?,
            keep: fields.get("keep")?,
            score: fields.get("score")?,
        })
    }
}

impl RuleCard {
    /// The longest TOML of a card, in bytes.
    pub const LONGEST_TOML: usize = 200_000;

    /// Reads a card of rules from TOML, for the built-in game named in it.
    ///
    /// # Errors
    ///
    /// [`RulesError`] names the line and the field, and the allowed values.
    ///
    /// ```
    /// use yahtzee_solver::cards::RuleCard;
    /// let card = RuleCard::parse("name = 'mine'\nrules = 'hasbro'\n[[keep]]\ndice = '3 alike'\nkeep = 'those'\n")?;
    /// assert_eq!(card.len(), 1);
    /// let error = RuleCard::parse("name = 'mine'\nrules = 'hasbro'\n[[keep]]\ndice = '9 alike'\nkeep = 'those'\n").unwrap_err();
    /// assert!(error.to_string().starts_with("line 4: dice: invalid value"), "{error}");
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn parse(toml: &str) -> Result<RuleCard, RulesError> {
        RuleCard::parse_with(toml, |name| {
            let name = name.ok_or_else(|| tr!("missing field `{}`: the built-in game that the card is for", "rules"))?;
            RuleSet::builtin(name).map_err(|error| error.to_string())
        })
    }

    /// Reads a card of rules for this game, whatever game it names, if any: for example, another game with the same boxes, or a custom one.
    ///
    /// # Errors
    ///
    /// As for [`parse`](RuleCard::parse); also if this game lacks a box that the card names.
    pub fn parse_for(toml: &str, rules: &RuleSet) -> Result<RuleCard, RulesError> {
        RuleCard::parse_with(toml, |_| Ok(rules.clone()))
    }

    /// Reads a card of rules for the game that `find` gives for the name in it, or for no name.
    ///
    /// # Errors
    ///
    /// As for [`parse_for`](RuleCard::parse_for). The error of `find` gets the line of the name.
    pub fn parse_with(toml: &str, find: impl FnOnce(Option<&str>) -> Result<RuleSet, String>) -> Result<RuleCard, RulesError> {
        read(toml, find)
    }
}

fn read(toml: &str, find: impl FnOnce(Option<&str>) -> Result<RuleSet, String>) -> Result<RuleCard, RulesError> {
    if toml.len() > RuleCard::LONGEST_TOML {
        let message = tr!("the card has {} bytes; the most that is read is {}", toml.len(), RuleCard::LONGEST_TOML);
        return Err(RulesError::Form { line: 1, message });
    }
    let reader = Reader::new(toml)?;
    let form: CardForm = reader.form()?;
    let name = form.name.get_ref().clone();
    if !is_name(&name) {
        let name = format!("{:?}", shortened(&name));
        let message = tr!("name: a name is 1 to 40 small letters, digits and hyphens, like card-12, not {}", name);
        return Err(reader.error(form.name.span(), message));
    }
    let rules = match &form.rules {
        Some(name) => find(Some(name.get_ref())).map_err(|error| reader.error(name.span(), format_args!("rules: {error}")))?,
        None => find(None).map_err(|error| reader.error(0..0, error))?,
    };
    if !RuleCard::suits(&rules) {
        let at = form.rules.as_ref().map_or(0..0, |name| name.span());
        return Err(
            reader.error(at, tr!("rules: there are cards for up to six dice with faces up to six; {} is another game", rules.name()))
        );
    }
    if form.keep.len() + form.score.len() > MOST_RULES {
        return Err(reader.error(0..0, tr!("the card has more than {} rules", MOST_RULES)));
    }
    let keep = form.keep.iter().map(|form| {
        let rerolls = form.rerolls.as_ref().map_or((1, u8::MAX), |rerolls| rerolls.get_ref().bytes());
        Ok(KeepRule {
            shape: form.condition.shape,
            condition: condition(&reader, &rules, &form.condition)?,
            rerolls: (rerolls.0.max(1), rerolls.1),
            keep: form.keep,
        })
    });
    let keep = keep.collect::<Result<Vec<_>, RulesError>>()?;
    let score = form.score.iter().map(|form| {
        let boxes = form.score.get_ref().iter().map(|name| match name.get_ref().as_str() {
            "own" => Ok(WriteIn::Own),
            _ => category(&reader, &rules, "score", name).map(WriteIn::Box),
        });
        let boxes = boxes.collect::<Result<Vec<_>, RulesError>>()?;
        if boxes.contains(&WriteIn::Own) && !form.condition.shape.kind.has_face() {
            let rule = tr!("score: {} is the upper box of a face: it needs dice that are alike, two pairs or a full house", "\"own\"");
            return Err(reader.error(form.score.span(), rule));
        }
        if boxes.is_empty() {
            return Err(reader.error(form.score.span(), tr!("score: must name a box")));
        }
        Ok(ScoreRule { shape: form.condition.shape, condition: condition(&reader, &rules, &form.condition)?, boxes, at_least: form.points })
    });
    let score = score.collect::<Result<Vec<_>, RulesError>>()?;
    let title = form.title.map_or_else(|| name.clone(), |title| title.0);
    Ok(RuleCard { name, title, source: form.source.map_or_else(String::new, |source| source.0), rules, keep, score })
}

/// The category of this name; of boxes that are filled alike, the first stands for all.
fn category(reader: &Reader<'_>, rules: &RuleSet, field: &str, name: &Spanned<String>) -> Result<Category, RulesError> {
    let category = rules.category_named(name.get_ref()).map_err(|error| reader.error(name.span(), format_args!("{field}: {error}")))?;
    Ok(rules.first_box(category))
}

fn condition(reader: &Reader<'_>, rules: &RuleSet, form: &ConditionForm) -> Result<Condition, RulesError> {
    let boxes = |field: &str, names: &[Spanned<String>]| {
        names.iter().try_fold(Filled::NONE, |boxes, name| Ok(boxes.with(category(reader, rules, field, name)?)))
    };
    let Condition { boxes_left, needed, .. } = Condition::default();
    Ok(Condition {
        open: boxes("open", &form.open)?,
        open_any: boxes("open-any", &form.open_any)?,
        filled: boxes("filled", &form.filled)?,
        boxes_left: form.boxes_left.map_or(boxes_left, Range::bytes),
        needed: form.needed.map_or(needed, |needed| (needed.0, needed.1)),
    })
}
