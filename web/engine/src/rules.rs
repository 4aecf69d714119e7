//! Rule sets: their data for the page, and checks of custom ones.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::session::{Computer, Played};
use yahtzee_dialogue::training::{Known, fit_first_steps};
use yahtzee_dialogue::words;
use yahtzee_dialogue::words::boxes::BoxInWords;
use yahtzee_solver::dice::{Die, Nodes};
use yahtzee_solver::language::tr;
use yahtzee_solver::rules::Pattern;
use yahtzee_solver::space::StateSpace;
use yahtzee_solver::tr;
use yahtzee_solver::{Category, Model, RuleSet, RulesError, ValueTable};

use crate::MEMORY;
use crate::view::faces;

/// The rules of a game.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RulesView {
    #[serde(flatten)]
    about: RulesAbout,
    categories: Vec<CategoryView>,
    /// The number of upper categories, which come first.
    upper: usize,
    /// The steps of the upper bonus: the upper total, and the points from there on.
    bonus: Vec<[u32; 2]>,
    /// The expected score; NaN while the game is not solved.
    expected: f64,
    /// Whether a card may hold extra bonuses.
    extra: bool,
    /// The entry of a card for spare throws, and its title; `null` in a game without them.
    #[tsify(type = "[string, string] | null")]
    spare: Option<(&'static str, String)>,
    most_rounds: u8,
    /// Whether the first steps of a newcomer fit these rules.
    has_first_steps: bool,
    /// The number of the colour of each face, from the lowest; empty if the dice have no colours.
    colours: Vec<usize>,
    /// The computer players that can play the game, by the word after `computer:` in a list of players.
    computers: Vec<&'static str>,
    /// Strategies with a known loss per game, the computer players among them.
    known: Vec<Known>,
    /// What is special about the dice, in words.
    dice_said: Vec<String>,
}

/// The data of a rule set in a list.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RulesAbout {
    name: String,
    title: String,
    source: String,
    notes: Vec<String>,
    /// The languages of the categories' names, and the shown language.
    languages: Vec<String>,
    language: String,
    dice: usize,
    die: DieView,
    rolls: u8,
    boxes: usize,
    /// The work to solve them, in an arbitrary unit; the time is about proportional to it.
    work: f64,
    /// The memory that each worker that solves them needs, in bytes.
    bytes: f64,
    /// Why it cannot be solved here; null if it can.
    #[tsify(type = "string | null")]
    too_large: Option<String>,
    built_in: bool,
}

/// What each of the dice is like.
#[derive(Serialize, Tsify)]
pub struct DieView {
    /// Number of sides.
    sides: u32,
    /// The highest face. Every lower one is on a side too.
    faces: usize,
}

/// A category.
#[derive(Serialize, Tsify)]
pub struct CategoryView {
    name: String,
    title: String,
    /// Every number of points that it can hold.
    possible: Vec<u32>,
}

/// How a game is played, in words.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Guide {
    /// The boxes, dice and rolls of a turn.
    in_short: String,
    boxes: Vec<GuideBox>,
    /// The bonuses, and what else differs from game to game.
    sentences: Vec<String>,
}

/// A box in words.
#[derive(Serialize, Tsify)]
pub struct GuideBox {
    name: String,
    title: String,
    /// The dice that score there, and what they pay.
    needs: String,
    pays: String,
    /// The least roll that shows it, and its points.
    #[tsify(type = "[number[], number] | null")]
    example: Option<(Vec<u8>, u32)>,
}

impl Guide {
    pub(crate) fn new(rules: &RuleSet) -> Guide {
        let of = |of: BoxInWords| GuideBox {
            name: of.name,
            title: of.title,
            needs: of.needs,
            pays: of.pays,
            example: of.example.map(|example| (faces(&example.dice), example.points.get())),
        };
        let boxes = words::boxes::boxes(rules).into_iter().filter(|of| !rules.is_repeat(of.category)).map(of).collect();
        Guide { in_short: words::rules::in_short(rules), boxes, sentences: words::rules::sentences(rules) }
    }
}

/// The result of checking a named or written rule set.
#[derive(Serialize, Tsify)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RulesChecked {
    /// It is valid.
    Right { rules: RulesAbout },
    /// It is invalid.
    Wrong {
        message: String,
        #[tsify(type = "number | null")]
        line: Option<usize>,
    },
}

impl DieView {
    fn new(die: &Die) -> DieView {
        DieView { sides: die.sides(), faces: die.face_count() }
    }
}

impl RulesAbout {
    fn new(rules: &RuleSet) -> RulesAbout {
        let needed = StateSpace::bytes_needed(rules);
        let too_large = || RulesError::TooLarge { name: rules.name().to_owned(), needed, limit: MEMORY }.to_string();
        RulesAbout {
            name: rules.name().to_owned(),
            title: tr(rules.title(), &[]),
            source: rules.source().to_owned(),
            notes: rules.notes().iter().map(|note| tr(note, &[])).collect(),
            languages: rules.languages().into_iter().map(str::to_owned).collect(),
            language: rules.language().to_owned(),
            too_large: (needed > MEMORY).then(too_large),
            built_in: RuleSet::builtin(rules.name()).as_ref() == Ok(rules),
            dice: rules.dice(),
            die: DieView::new(rules.die()),
            rolls: rules.rolls(),
            boxes: rules.category_count(),
            work: work(rules, needed),
            bytes: needed as f64,
        }
    }
}

impl RulesView {
    pub(crate) fn new(table: &ValueTable) -> RulesView {
        let rules = table.rules();
        let category = |category: Category| CategoryView {
            name: rules.category(category).name.clone(),
            title: rules.category(category).title.clone(),
            possible: rules.possible_points(category).iter().map(|points| points.get()).collect(),
        };
        RulesView {
            about: RulesAbout::new(rules),
            categories: rules.categories().map(category).collect(),
            upper: rules.upper_count(),
            bonus: rules.upper_bonus().steps().iter().map(|step| [step.at.get(), step.points.get()]).collect(),
            expected: table.expected_score(),
            extra: rules.further().is_some_and(|further| further.after_points.bonus > 0 || further.after_zero.bonus > 0),
            spare: rules.spare_throws().entry().zip(words::title_of_spare_throws(rules)),
            most_rounds: rules.max_rounds(),
            has_first_steps: fit_first_steps(rules),
            colours: colours(rules),
            computers: Computer::all().filter(|computer| computer.check_rules(rules).is_ok()).map(Computer::word).collect(),
            known: Known::of(rules.name(), rules.fingerprint()),
            dice_said: words::rules::dice(rules),
        }
    }
}

/// The colours of the faces: the sets of a box that have each face once, as those of a flush.
fn colours(rules: &RuleSet) -> Vec<usize> {
    let faces = rules.die().face_count();
    let of = |category: Category| {
        let Pattern::Within { sets, .. } = &rules.category(category).pattern else { return None };
        let colour = |pips: usize| sets.iter().position(|set| set.iter().any(|face| usize::from(face.pips()) == pips));
        let colours: Option<Vec<usize>> = (1..=faces).map(colour).collect();
        colours.filter(|_| sets.len() > 1 && sets.iter().map(Vec::len).sum::<usize>() == faces)
    };
    rules.categories().find_map(of).unwrap_or_default()
}

/// The work to solve states that need so many bytes, in an arbitrary unit.
pub(crate) fn work(rules: &RuleSet, bytes: u64) -> f64 {
    bytes as f64 * f64::from(rules.rolls()) * Nodes::count(rules.game_dice()) as f64
}

/// A rule set by its TOML, or by the name of a built-in one, optionally followed by a language: `yatzy@sv`.
pub(crate) fn read(text: &str) -> Result<RuleSet, RulesError> {
    if text.contains(['\n', '=']) {
        return RuleSet::parse(text);
    }
    match text.split_once('@') {
        None => RuleSet::builtin(text).map(RuleSet::in_current_language),
        Some((name, language)) => RuleSet::builtin(name)?.in_language(language),
    }
}

/// The built-in rule sets.
pub(crate) fn list() -> Vec<RulesAbout> {
    RuleSet::builtin_names().map(|name| RulesAbout::new(&read(name).expect("a built-in rule set"))).collect()
}

/// Checks a named or written rule set.
pub(crate) fn check(text: &str) -> RulesChecked {
    let checked = read(text).and_then(|rules| match StateSpace::bytes_needed(&rules) > MEMORY {
        true => Model::new(&rules, MEMORY).map(|_| rules),
        false => Ok(rules),
    });
    match checked {
        Ok(rules) => RulesChecked::Right { rules: RulesAbout::new(&rules) },
        Err(error) => {
            let line = if let RulesError::Form { line, .. } = &error { Some(*line) } else { None };
            let message = match &error {
                RulesError::Unknown { name, nearest: Some(nearest), .. } => {
                    tr!("There are no rules '{}': did you mean '{}'?", name.as_str(), nearest.as_str())
                }
                RulesError::Unknown { name, nearest: None, .. } => tr!("There are no rules '{}'.", name.as_str()),
                error => error.to_string(),
            };
            RulesChecked::Wrong { message, line }
        }
    }
}

/// The rules of a game in text: the name of built-in ones, or TOML; `otherwise` if the game names none.
///
/// # Errors
///
/// An error in the text.
pub(crate) fn of_game(text: &str, otherwise: &str) -> Result<String, String> {
    let rules = match Played::rules_in(text).map_err(|error| error.to_string())? {
        Some(rules) => rules,
        None => read(otherwise).map_err(|error| error.to_string())?,
    };
    let built_in = RuleSet::builtin(rules.name()).as_ref() == Ok(&rules);
    Ok(if built_in { rules.name().to_owned() } else { rules.toml().to_owned() })
}
