//! `yahtzee rules`: the rule sets.

use serde::Serialize;
use yahtzee_dialogue::words;
use yahtzee_dialogue::words::boxes::{BoxExample, BoxInWords, boxes};
use yahtzee_solver::dice::Face;
use yahtzee_solver::language::tr;
use yahtzee_solver::printable::escaped;
use yahtzee_solver::rules::{ColumnGame, GameColumn, SpareThrows};
use yahtzee_solver::{Points, RuleSet, tr};

use crate::args::RulesCommand;
use crate::context::Context;
use crate::files::rule_file::NamedRules;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::terminal::style::HEADING;
use crate::text;

/// A rule set; the list has all built-in ones.
#[derive(Serialize)]
pub(super) struct ListedRules {
    /// Its name.
    name: String,
    /// Its title.
    title: String,
    /// Where its rules are from.
    source: String,
    /// The number of categories.
    categories: usize,
    /// The number of dice.
    dice: usize,
    /// The language of its names.
    language: String,
    /// All languages in which it has names.
    languages: Vec<String>,
    /// The columns of a game with several: then other fields are about one of them, and only some commands know such games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    columns: Vec<ListedColumn>,
}

impl ListedRules {
    fn new(named: &NamedRules) -> ListedRules {
        let ([name, title], rules) = (named.names().map(str::to_owned), named.boxes());
        ListedRules {
            name,
            title,
            source: rules.source().to_owned(),
            categories: rules.category_count(),
            dice: rules.dice(),
            language: rules.language().to_owned(),
            languages: rules.languages().into_iter().map(str::to_owned).collect(),
            columns: match named {
                NamedRules::One(_) => Vec::new(),
                NamedRules::Columns(game) => game.columns().iter().map(|column| ListedColumn::new(game, column)).collect(),
            },
        }
    }
}

/// A rule set with its text.
#[derive(Serialize)]
pub(super) struct ShownRules<'a> {
    #[serde(flatten)]
    listed: ListedRules,
    /// Notes on its rules.
    notes: &'a [String],
    /// The rule set as text.
    toml: &'a str,
}

impl<'a> ShownRules<'a> {
    pub(super) fn new(named: &'a NamedRules) -> ShownRules<'a> {
        ShownRules { listed: ListedRules::new(named), notes: named.boxes().notes(), toml: named.boxes().toml() }
    }
}

/// The built-in rule sets, those of several columns last.
pub(super) fn all() -> Result<Vec<ListedRules>, Failure> {
    RuleSet::builtin_names().chain(ColumnGame::builtin_names()).map(|name| Ok(ListedRules::new(&NamedRules::builtin(name)?))).collect()
}

pub(super) fn run(context: &Context, command: RulesCommand) -> Result<(), Failure> {
    match command {
        RulesCommand::List => list(context),
        RulesCommand::Explain { name } => explain(context, name.as_deref()),
        RulesCommand::Show { name } => show(context, name.as_deref()),
    }
}

fn list(context: &Context) -> Result<(), Failure> {
    let sets = all()?;
    if context.json() {
        return output::print_json(&sets);
    }
    let row = |ListedRules { name, title, source, categories, dice, languages, columns, .. }| {
        let languages = if languages.len() > 1 { tr!(", names in {}", languages.join(", ")) } else { String::new() };
        let title = tr(&title, &[]);
        let columns: Vec<String> = columns.iter().map(|column: &ListedColumn| tr(&column.title, &[])).collect();
        let said = match columns[..] {
            [] => tr!("{}: {} categories, {} dice{}", title, categories, dice, languages),
            _ => format!("{title}: {}", columns.join(", ")),
        };
        vec![name, format!("{said}\n{source}")]
    };
    let table = |sets: Vec<ListedRules>| text::table(&[tr!("name"), tr!("game")], &[false, false], sets.into_iter().map(row).collect());
    let (games, sets) = sets.into_iter().partition(|listed| !listed.columns.is_empty());
    output::print(&format!("{}\n{}\n{}", table(sets), tr!("Several columns, played with a bound:"), table(games)))
}

/// A rule set in words.
#[derive(Serialize)]
struct Explained<'a> {
    #[serde(flatten)]
    listed: ListedRules,
    /// The rolls of a turn.
    rolls: u8,
    /// The face on each side of a die, ascending.
    sides: Vec<Face>,
    /// The boxes.
    boxes: Vec<BoxInWords>,
    /// The upper total that earns the first step of the bonus, and its points; zeros without a bonus.
    upper_bonus: [Points; 2],
    /// The same for each step.
    upper_bonus_steps: Vec<[Points; 2]>,
    /// The extra throws of a game.
    extra_throws: u8,
    /// The points for each spare throw that is left at the end.
    saved_throw_points: Points,
    /// Whether a 0 may be written where the roll scores.
    voluntary_zeros: bool,
    /// Notes on its rules.
    notes: &'a [String],
}

/// A column of a game.
#[derive(Serialize)]
struct ListedColumn {
    /// Its name.
    name: String,
    /// Its title.
    title: String,
    /// How often all its points count.
    times: u32,
    /// The rolls of a turn that it takes: 1 for the first throw only.
    rolls: u8,
    /// Whether a box must be named after the first throw.
    announced: bool,
    /// What is said of it.
    said: Vec<String>,
}

impl ListedColumn {
    fn new(game: &ColumnGame, column: &GameColumn) -> ListedColumn {
        let GameColumn { name, title, times, rules, announced } = column;
        let said = words::rules::column_sentences(game, column);
        ListedColumn { name: name.clone(), title: title.clone(), times: *times, rolls: rules.rolls(), announced: *announced, said }
    }
}

fn explain(context: &Context, name: Option<&str>) -> Result<(), Failure> {
    let named = context.any_rules(name)?;
    let rules = named.boxes();
    let (boxes, bonus) = (boxes(rules), rules.upper_bonus());
    let first = bonus.steps().first().copied().unwrap_or_default();
    if context.json() {
        return output::print_json(&Explained {
            listed: ListedRules::new(&named),
            rolls: rules.rolls(),
            sides: rules.die().faces_of_sides().collect(),
            boxes,
            upper_bonus: [first.at, first.points],
            upper_bonus_steps: bonus.steps().iter().map(|step| [step.at, step.points]).collect(),
            extra_throws: if let SpareThrows::Stock(stock) = rules.spare_throws() { stock } else { 0 },
            saved_throw_points: rules.saved_throw_points(),
            voluntary_zeros: rules.allows_voluntary_zeros(),
            notes: rules.notes(),
        });
    }
    let row = |of: BoxInWords| {
        let example = of.example.map_or_else(String::new, |BoxExample { dice, points }| format!("{dice}: {points}"));
        let title = match rules.boxes_like(of.category).count() {
            1 => of.title,
            count => tr!("{}, {} boxes", of.title, count),
        };
        vec![title, of.needs, of.pays, example]
    };
    let (in_short, sentences) = match &named {
        NamedRules::One(rules) => (words::rules::in_short(rules), words::rules::sentences(rules)),
        NamedRules::Columns(game) => {
            let said = |column: &GameColumn| {
                let title = escaped(&tr(&column.title, &[])).into_owned();
                format!("{title}: {}", words::rules::column_sentences(game, column).join(" "))
            };
            let columns = game.columns().iter().map(said);
            (words::rules::columns_in_short(game), words::rules::shared_sentences(game).into_iter().chain(columns).collect())
        }
    };
    let mut text = format!(
        "{HEADING}{}{HEADING:#}: {}\n{}\n\n",
        escaped(&tr(named.names()[1], &[])),
        in_short,
        text::faint(&escaped(rules.source())).trim_end(),
    );
    text.push_str(&text::table(
        &[tr!("box"), tr!("needs"), tr!("pays"), tr!("for example")],
        &[false; 4],
        boxes.into_iter().filter(|of| !rules.is_repeat(of.category)).map(row).collect(),
    ));
    for said in sentences {
        text.push_str(&format!("\n{said}"));
    }
    text.push_str("\n\n");
    text.extend(rules.notes().iter().map(|note| format!("{}\n", escaped(&tr(note, &[])))));
    output::print(&text)
}

fn show(context: &Context, name: Option<&str>) -> Result<(), Failure> {
    let named = context.any_rules(name)?;
    if context.json() {
        return output::print_json(&ShownRules::new(&named));
    }
    output::write(named.boxes().toml().as_bytes())
}
