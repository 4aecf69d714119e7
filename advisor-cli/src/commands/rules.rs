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
}

impl ListedRules {
    fn new(rules: &RuleSet) -> ListedRules {
        ListedRules {
            name: rules.name().to_owned(),
            title: rules.title().to_owned(),
            source: rules.source().to_owned(),
            categories: rules.category_count(),
            dice: rules.dice(),
            language: rules.language().to_owned(),
            languages: rules.languages().into_iter().map(str::to_owned).collect(),
        }
    }
}

impl ListedRules {
    /// The rules of a card; of a game with several columns those of a column, with the name of the game.
    fn of(named: &NamedRules) -> ListedRules {
        let [name, title] = named.names().map(str::to_owned);
        ListedRules { name, title, ..ListedRules::new(named.boxes()) }
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
    pub(super) fn new(rules: &'a RuleSet) -> ShownRules<'a> {
        ShownRules { listed: ListedRules::new(rules), notes: rules.notes(), toml: rules.toml() }
    }
}

/// The built-in rule sets.
pub(super) fn all() -> Result<Vec<ListedRules>, Failure> {
    RuleSet::builtin_names().map(|name| Ok(ListedRules::new(&RuleSet::builtin(name)?))).collect()
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
    let rows = sets.into_iter().map(|ListedRules { name, title, source, categories, dice, languages, .. }| {
        let languages = if languages.len() > 1 { tr!(", names in {}", languages.join(", ")) } else { String::new() };
        vec![name, format!("{}\n{source}", tr!("{}: {} categories, {} dice{}", tr(&title, &[]), categories, dice, languages))]
    });
    let table = |rows| text::table(&[tr!("name"), tr!("game")], &[false, false], rows);
    let games = ColumnGame::builtin_names().map(|name| {
        let game = ColumnGame::builtin(name)?;
        let columns: Vec<String> = game.columns().iter().map(|column| tr(&column.title, &[])).collect();
        Ok(vec![name.to_owned(), format!("{}: {}\n{}", tr(game.title(), &[]), columns.join(", "), game.source())])
    });
    let games = games.collect::<Result<_, Failure>>()?;
    output::print(&format!("{}\n{}\n{}", table(rows.collect()), tr!("Several columns, played with a bound:"), table(games)))
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
    /// The columns of a game with several: then all other fields are about one of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    columns: Vec<ExplainedColumn<'a>>,
}

/// A column of a game.
#[derive(Serialize)]
struct ExplainedColumn<'a> {
    /// Its name.
    name: &'a str,
    /// Its title.
    title: &'a str,
    /// How often all its points count.
    times: u32,
    /// The rolls of a turn that it takes: 1 for the first throw only.
    rolls: u8,
    /// Whether a box must be named after the first throw.
    announced: bool,
    /// What is said of it.
    said: Vec<String>,
}

impl<'a> ExplainedColumn<'a> {
    fn new(game: &ColumnGame, column: &'a GameColumn) -> ExplainedColumn<'a> {
        let GameColumn { name, title, times, rules, announced } = column;
        let said = words::rules::column_sentences(game, column);
        ExplainedColumn { name, title, times: *times, rolls: rules.rolls(), announced: *announced, said }
    }
}

fn explain(context: &Context, name: Option<&str>) -> Result<(), Failure> {
    let named = context.any_rules(name)?;
    let rules = named.boxes();
    let (boxes, bonus) = (boxes(rules), rules.upper_bonus());
    let first = bonus.steps().first().copied().unwrap_or_default();
    if context.json() {
        let columns = match &named {
            NamedRules::One(_) => Vec::new(),
            NamedRules::Columns(game) => game.columns().iter().map(|column| ExplainedColumn::new(game, column)).collect(),
        };
        return output::print_json(&Explained {
            listed: ListedRules::of(&named),
            rolls: rules.rolls(),
            sides: rules.die().faces_of_sides().collect(),
            boxes,
            upper_bonus: [first.at, first.points],
            upper_bonus_steps: bonus.steps().iter().map(|step| [step.at, step.points]).collect(),
            extra_throws: if let SpareThrows::Stock(stock) = rules.spare_throws() { stock } else { 0 },
            saved_throw_points: rules.saved_throw_points(),
            voluntary_zeros: rules.allows_voluntary_zeros(),
            notes: rules.notes(),
            columns,
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
        return output::print_json(&ShownRules { listed: ListedRules::of(&named), ..ShownRules::new(named.boxes()) });
    }
    output::write(named.boxes().toml().as_bytes())
}
