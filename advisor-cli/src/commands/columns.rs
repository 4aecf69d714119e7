//! Games of several columns, in the commands that know them: `solve`, `advise`, `simulate` and `play`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;
use yahtzee_columns::{Action, Advice, AdviseError, BoxOf, Choice, Effort, Game, Mean, Position, Solved, Table};
use yahtzee_dialogue::words;
use yahtzee_solver::dice::RerollsLeft;
use yahtzee_solver::language::{decimal, grouped, tr};
use yahtzee_solver::rules::ColumnGame;
use yahtzee_solver::{Roll, RuleSet, Scorecard, counted, tr};

use crate::args::{AdviseArgs, CardArgs, PlayArgs, PlayerName, PositionArgs, SimulateArgs};
use crate::context::asking::no_folder;
use crate::context::{Context, random_seed};
use crate::system::interrupt::writing;
use crate::terminal::console;
use crate::terminal::failure::Failure;
use crate::terminal::lines::Lines;
use crate::terminal::output;
use crate::text;

/// The steps towards the lowest bound. Three columns of Yahtzee take a quarter of an hour on two cores.
const STEPS: usize = 60;
/// The states of a column that are followed in a turn.
const STATES: usize = 2_000;
/// The games that measure the player.
const GAMES: usize = 10_000;
/// The most games of `simulate`: their points are kept until the end.
const MOST_GAMES: u64 = 10_000_000;
/// The options that are shown without `--all`.
const FEW: usize = 5;

/// A solved game.
#[derive(Serialize)]
struct SolvedColumns<'a> {
    /// The name of the game.
    rules: &'a str,
    /// No way to play earns more on average.
    bound: f64,
    /// The mean of the strategy's games.
    mean: f64,
    /// Its standard error.
    standard_error: f64,
    /// The number of games.
    games: usize,
    /// The steps that led to the bound.
    steps: usize,
    /// The time of this run.
    seconds: f64,
    /// The table file.
    table: String,
}

/// The answer to a question.
#[derive(Serialize)]
struct AdviceOfColumns<'a> {
    rules: &'a str,
    /// The points written so far.
    score: f64,
    /// No way to play on ends with more on average, at the start of this turn.
    bound: f64,
    /// True: the losses are estimates.
    approximate: bool,
    options: Vec<OptionOfColumns>,
}

/// An option.
#[derive(Serialize)]
struct OptionOfColumns {
    /// What to do, in words.
    action: String,
    /// The dice to keep, unless it writes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    hold: Option<String>,
    /// The box that is written or named.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    /// The points that count, if it writes the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<f64>,
    /// What it gives up against the best option.
    loss: f64,
}

/// A game with its table.
struct Open {
    game: Game,
    table: Table,
}

fn game(context: &Context, rules: &ColumnGame) -> Result<Game, Failure> {
    Ok(Game::new(rules, context.limit())?)
}

fn path_of(context: &Context, game: &Game) -> Result<PathBuf, Failure> {
    Ok(context.tables_folder().ok_or_else(|| Failure::failed(no_folder()))?.join(game.file_name()))
}

/// Opens the table of a game that was solved.
fn open(context: &Context, rules: &ColumnGame) -> Result<Open, Failure> {
    let game = game(context, rules)?;
    let path = path_of(context, &game)?;
    let unsolved = || {
        let name = context.rules_given().unwrap_or_default();
        Failure::input(tr!("{} is not solved yet: 'yahtzee solve --rules {}' does it once, and takes minutes", game.rules.name(), name))
    };
    if !path.exists() {
        return Err(unsolved());
    }
    let table = game.open(&path).map_err(|error| Failure::file(&path, error))?;
    if !table.is_whole() {
        return Err(unsolved());
    }
    Ok(Open { game, table })
}

/// `yahtzee solve`.
pub(super) fn solve(context: &Context, rules: &ColumnGame) -> Result<(), Failure> {
    let start = Instant::now();
    let game = game(context, rules)?;
    let path = path_of(context, &game)?;
    // Prices are kept after each step, so that a run that was ended goes on from them. A file that cannot be read is replaced.
    let before = game.open(&path).ok();
    let mut kept = Ok(());
    let (bound, player, steps) = match before {
        Some(table) if table.is_whole() => (table.bound(), table.player(), game.begun(&table).steps),
        before => {
            let begun = before.map(|table| game.begun(&table));
            let solved: Solved = context.with_bar(&tr!("Looking for the lowest bound"), |run, bar| {
                let effort = Effort { run, states: STATES, steps: STEPS, games: GAMES, seed: 1 };
                game.solve(begun, &effort, &mut |step, prices| {
                    bar.set_length(STEPS as u64);
                    bar.set_position(step.steps as u64);
                    bar.set_message(tr!("No way to play earns more than {}", decimal(step.lowest, 1)));
                    // The next step saves them again.
                    let _ = writing(|| game.save_prices(step, prices, &path));
                    true
                })
            })?;
            // The answer is printed even if it cannot be kept.
            kept = writing(|| game.save(&solved, &path)).map_err(|error| Failure::file(&path, error));
            (solved.bound, solved.player, solved.steps)
        }
    };
    if context.json() {
        let Mean { mean, error: standard_error, games } = player;
        let (seconds, table) = (start.elapsed().as_secs_f64(), path.display().to_string());
        output::print_json(&SolvedColumns { rules: rules.name(), bound, mean, standard_error, games, steps, seconds, table })?;
    } else {
        output::print(&format!("{}\n{}\n", tr(rules.title(), &[]), in_bounds(bound, player)))?;
    }
    kept
}

/// What the strategy earns, and what no way to play does.
fn in_bounds(bound: f64, Mean { mean, error, games }: Mean) -> String {
    tr!(
        "the strategy scores {} on average ({} games, standard error {}); no way to play scores more than {}: {} above it",
        decimal(mean, 1),
        games,
        decimal(error, 1),
        decimal(bound, 1),
        words::percent(bound / mean - 1.0)
    )
}

/// `yahtzee simulate`.
pub(super) fn simulate(context: &Context, args: &SimulateArgs, rules: &ColumnGame) -> Result<(), Failure> {
    if args.player != PlayerName::Optimal || args.bot.is_some() || args.against.is_some() || args.log.is_some() {
        return Err(Failure::input(tr!(
            "a game of several columns is simulated with its own strategy: of the options, -n and --seed go with it"
        )));
    }
    if args.games > MOST_GAMES {
        return Err(Failure::input(tr!("of a game of several columns at most {} games are simulated", grouped(MOST_GAMES))));
    }
    let Open { game, table } = open(context, rules)?;
    let played = context.with_bar(&tr!("Playing"), |run, _| {
        game.simulate(&table, &Effort { run, states: STATES, steps: STEPS, games: args.games as usize, seed: args.seed })
    });
    let player = played.map_err(Failure::failed)?;
    if context.json() {
        let Mean { mean, error, games } = player;
        return output::print_json(&serde_json::json!({
            "rules": rules.name(), "games": games, "mean": mean, "standard_error": error, "bound": table.bound(),
        }));
    }
    output::print(&format!("{}\n{}\n", tr(rules.title(), &[]), in_bounds(table.bound(), player)))
}

/// `yahtzee advise`.
pub(super) fn advise(context: &Context, args: &AdviseArgs, rules: &ColumnGame) -> Result<(), Failure> {
    let PositionArgs { dice, rerolls_left, chose, all, why, goal } = &args.position;
    let CardArgs { card, .. } = &args.card;
    if args.stdin || args.objective.is_given() || *why || chose.is_some() || goal.is_some() || args.card.player.is_some() {
        return Err(Failure::input(tr!("for a game of several columns, 'advise' takes dice, --card, --rerolls-left and --all")));
    }
    let (cards, named) = read_cards(card, rules)?;
    let roll = rules.boxes().parse_roll(&dice.join(" ")).map_err(Failure::input)?;
    let rerolls = rerolls_left.unwrap_or(rules.rolls() - 1);
    let rerolls_left = RerollsLeft::new(rerolls).map_err(|error| Failure::input(format_args!("--rerolls-left: {error}")))?;
    let open = open(context, rules)?;
    let position = Position { cards, roll, rerolls_left, named };
    let advice = open.advise(&position)?;
    if context.json() {
        return output::print_json(&open.as_json(&advice, &roll));
    }
    let last =
        tr!("Score so far {}. Losses are estimates; no way to play on ends above {} on average.", advice.score, decimal(advice.bound, 1));
    output::print(&(open.in_text(&advice, &position, if *all { usize::MAX } else { FEW }) + &format!("\n{last}\n")))
}

/// The cards of all columns, in the form `free.ones=3 down.twos=6`, and the box that is named: `announced.fives=?`.
fn read_cards(text: &str, rules: &ColumnGame) -> Result<(Vec<Scorecard>, Option<BoxOf>), Failure> {
    let wrong = |message: String| Failure::input(format_args!("--card: {message}"));
    let mut texts = vec![String::new(); rules.columns().len()];
    let mut named = None;
    for entry in text.split([' ', ',', ';', '\n', '\t']).filter(|entry| !entry.is_empty()) {
        let (of, value) =
            entry.split_once('=').ok_or_else(|| wrong(tr!("'{}': write COLUMN.BOX=POINTS, such as {}", entry, example(rules))))?;
        let of = read_box(of, rules).map_err(wrong)?;
        if value == "?" {
            if !rules.columns()[of.column].announced || named.replace(of).is_some() {
                return Err(wrong(tr!("'{}': only one box is named, of a column in which boxes are announced", entry)));
            }
            continue;
        }
        let column = &rules.columns()[of.column];
        let _ = write!(texts[of.column], " {}={value}", column.rules.category(of.category).name);
    }
    let card = |(text, column): (&String, &yahtzee_solver::rules::GameColumn)| {
        Scorecard::parse(text, &column.rules).map_err(|error| wrong(format!("{}: {error}", column.name)))
    };
    Ok((texts.iter().zip(rules.columns()).map(card).collect::<Result<_, _>>()?, named))
}

/// A box in the form `free.ones`.
fn read_box(text: &str, rules: &ColumnGame) -> Result<BoxOf, String> {
    let names = || rules.columns().iter().map(|column| column.name.clone()).collect();
    let (column, name) = text.split_once('.').ok_or_else(|| tr!("'{}': write COLUMN.BOX=POINTS, such as {}", text, example(rules)))?;
    let column = rules.columns().iter().position(|of| of.name.eq_ignore_ascii_case(column));
    let column = column.ok_or_else(|| tr!("'{}': the columns are {}", text, words::list(names())))?;
    let category = rules.columns()[column].rules.category_named(name).map_err(|error| error.to_string())?;
    Ok(BoxOf { column, category })
}

fn example(rules: &ColumnGame) -> String {
    let column = &rules.columns()[0];
    let first = column.rules.categories().next().expect("a box");
    format!("{}.{}=3", column.name, column.rules.category(first).name)
}

impl From<AdviseError> for Failure {
    fn from(error: AdviseError) -> Failure {
        match error {
            AdviseError::Table(error) => Failure::failed(error),
            error => Failure::input(error),
        }
    }
}

impl Open {
    fn advise(&self, position: &Position) -> Result<Advice, Failure> {
        Ok(self.game.advise(&self.table, position)?)
    }

    fn rules_of(&self, of: BoxOf) -> &RuleSet {
        &self.game.rules.columns()[of.column].rules
    }

    /// A box for people: `Fives, Free`.
    fn title(&self, of: BoxOf) -> String {
        format!("{}, {}", self.rules_of(of).category(of.category).title, tr(&self.game.rules.columns()[of.column].title, &[]))
    }

    /// A box as it is typed: `free.fives`.
    fn name(&self, of: BoxOf) -> String {
        format!("{}.{}", self.game.rules.columns()[of.column].name, self.rules_of(of).category(of.category).name)
    }

    /// An action in words.
    fn words(&self, action: &Action, roll: &Roll) -> String {
        let kept = |hold| words::in_words(&yahtzee_solver::Action::Hold(hold), roll, self.game.rules.boxes());
        match *action {
            Action::Hold(hold) => kept(hold),
            Action::Name(of, hold) => tr!("Name {}. {}", self.title(of), kept(hold)),
            Action::Write { of, points: 0.0 } => tr!("Scratch {} for 0", self.title(of)),
            Action::Write { of, points } => tr!("Score {} in {}", points, self.title(of)),
        }
    }

    fn as_json<'a>(&'a self, advice: &Advice, roll: &Roll) -> AdviceOfColumns<'a> {
        let option = |Choice { action, loss }: &Choice| {
            let (hold, of, points) = match *action {
                Action::Hold(hold) => (Some(hold.to_string()), None, None),
                Action::Name(of, hold) => (Some(hold.to_string()), Some(self.name(of)), None),
                Action::Write { of, points } => (None, Some(self.name(of)), Some(points)),
            };
            OptionOfColumns { action: self.words(action, roll), hold, of, points, loss: *loss }
        };
        AdviceOfColumns {
            rules: self.game.rules.name(),
            score: advice.score,
            bound: advice.bound,
            approximate: true,
            options: advice.options.iter().map(option).collect(),
        }
    }

    /// The best action, the dice and the first options.
    fn in_text(&self, advice: &Advice, position: &Position, most: usize) -> String {
        let Position { roll, rerolls_left, .. } = position;
        let best = &advice.options[0].action;
        let kept = match best {
            Action::Hold(hold) | Action::Name(_, hold) => **hold,
            Action::Write { .. } => **roll,
        };
        let row = |(nth, Choice { action, loss }): (usize, &Choice)| {
            let loss = if nth == 0 { String::new() } else { decimal(*loss, 2) };
            vec![self.words(action, roll), loss]
        };
        let rows = advice.options.iter().enumerate().take(most).map(row).collect();
        let mut shown = format!("{}.\n\n{}\n", self.words(best, roll), text::dice(roll, &kept, *rerolls_left, false));
        shown += &text::table_with_best(&[tr!("option"), tr!("loss")], &[false, true], rows);
        let more = advice.options.len().saturating_sub(most);
        if more > 0 {
            let more = counted!(more, "and no more options", "and 1 more option", "and {} more options");
            shown += &text::faint(&format!("  {more} ({})", tr!("--all shows every option")));
        }
        shown
    }

    /// The columns side by side.
    fn cards_in_text(&self, cards: &[Scorecard]) -> String {
        let columns = self.game.rules.columns();
        let head: Vec<String> = std::iter::once(String::new()).chain(columns.iter().map(|column| tr(&column.title, &[]))).collect();
        let boxes = self.game.rules.boxes();
        let row = |category| {
            let points =
                cards.iter().map(|card: &Scorecard| card.get(category).map_or_else(|| "-".to_owned(), |points| points.to_string()));
            std::iter::once(boxes.category(category).title.clone()).chain(points).collect()
        };
        text::table(&head, &[vec![false], vec![true; columns.len()]].concat(), boxes.categories().map(row).collect())
    }
}

/// `yahtzee play`: alone, in lines, with the program's dice.
pub(crate) fn play(context: &Context, args: &PlayArgs, rules: &ColumnGame) -> Result<(), Failure> {
    let PlayArgs { coach, players, to_win, target, card, save, resume, list, same, .. } = args;
    let others = [!players.is_empty(), target.is_some(), card.is_some(), save.is_some(), same.is_some(), *coach, *to_win, *resume, *list];
    if others.contains(&true) {
        return Err(Failure::input(tr!("a game of several columns is played alone, from its start: of the options, --seed goes with it")));
    }
    let open = open(context, rules)?;
    let seed = args.seed.unwrap_or_else(random_seed);
    let mut lines = Lines::new(console::stdin());
    let (mut cards, mut turn): (Vec<Scorecard>, u32) = (rules.columns().iter().map(|column| Scorecard::new(&column.rules)).collect(), 0);
    output::print(
        &(tr!(
            "Type the dice to keep, or a box to write in, like {}; 'name' and a box announces it. An empty line takes the best option; 'card' shows the card, 'quit' leaves.",
            example(rules).trim_end_matches("=3")
        ) + "\n"),
    )?;
    while cards.iter().any(|card| !card.is_full()) {
        let mut cup = yahtzee_solver::Seed::new(seed).cup(0, turn);
        let mut kept = yahtzee_solver::Dice::default();
        let mut named = None;
        let mut rerolls = rules.rolls();
        let written = 'turn: loop {
            rerolls -= 1;
            let roll = cup.throw(rules.boxes().game_dice(), &kept).map_err(Failure::failed)?;
            let rerolls_left = RerollsLeft::new(rerolls).map_err(Failure::failed)?;
            loop {
                let position = Position { cards: cards.clone(), roll, rerolls_left, named };
                let advice = open.advise(&position)?;
                output::print(&(open.in_text(&advice, &position, FEW) + &tr!("Score so far {}.", advice.score) + " > "))?;
                let line = match lines.next().map_err(|error| Failure::failed(format_args!("stdin: {error}")))? {
                    None => return output::print("\n"),
                    Some(line) => line.map_err(Failure::failed)?,
                };
                let chosen = match line.trim().to_lowercase().as_str() {
                    "quit" | "q" => return Ok(()),
                    "card" => {
                        output::print(&open.cards_in_text(&cards))?;
                        continue;
                    }
                    "" => Ok(advice.options[0].action),
                    typed => open.chosen(typed, &advice, &roll),
                };
                match chosen {
                    Err(wrong) => output::print(&(tr!("Nothing is done: {}.", wrong) + "\n"))?,
                    Ok(Action::Hold(hold)) => {
                        kept = *hold;
                        break;
                    }
                    Ok(Action::Name(of, hold)) => {
                        (named, kept) = (Some(of), *hold);
                        break;
                    }
                    Ok(Action::Write { of, .. }) => break 'turn (of, roll, rules.rolls() - 1 - rerolls),
                }
            }
        };
        let (of, roll, throw) = written;
        let column = &rules.columns()[of.column].rules;
        let left = RerollsLeft::new(column.rolls() - 1 - throw).map_err(Failure::failed)?;
        let placement = column.place(&cards[of.column].state(), &roll, left, of.category).map_err(|_| Failure::failed(open.name(of)))?;
        cards[of.column].write(&placement).map_err(Failure::failed)?;
        turn += 1;
    }
    output::print(&(open.cards_in_text(&cards) + &tr!("Final score {}.", open.game.score(&cards)) + "\n"))
}

impl Open {
    /// The action that a line means: one of those that are possible.
    fn chosen(&self, line: &str, advice: &Advice, roll: &Roll) -> Result<Action, String> {
        let possible = |wanted: &dyn Fn(&Action) -> bool| advice.options.iter().map(|choice| choice.action).find(wanted);
        let none = || tr!("that is not possible now");
        if let Some(of) = line.strip_prefix("name ") {
            let named = read_box(of.trim(), &self.game.rules)?;
            return possible(&|action| matches!(action, Action::Name(of, _) if *of == named)).ok_or_else(none);
        }
        if line.contains('.') {
            let wanted = read_box(line, &self.game.rules)?;
            return possible(&|action| matches!(action, Action::Write { of, .. } if *of == wanted)).ok_or_else(none);
        }
        let dice = self.game.rules.boxes().parse_dice(line).map_err(|error| error.to_string())?;
        if !roll.contains(&dice) {
            return Err(tr!("these dice do not lie there"));
        }
        possible(&|action| matches!(action, Action::Hold(hold) if **hold == dice)).ok_or_else(none)
    }
}
