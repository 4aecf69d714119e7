//! `yahtzee advise`: what to keep, or where to score.

mod batch;
mod goal;
mod why;

use serde::Serialize;
use serde_json::value::RawValue;
use yahtzee_dialogue::choice::Choice;
use yahtzee_dialogue::json::{JsonOption, SpreadOption, pips};
use yahtzee_dialogue::{reasons, words};
use yahtzee_solver::{
    Action, Advice, Advisor, Dice, OptimalStrategy, RerollsLeft, Roll, Rounds, RuleSet, Scorecard, Spread, SpreadTable, TIE_TOLERANCE,
    TurnOption, TurnStrategy, UpperStanding, ValueTable,
};

use crate::args::AdviseArgs;
use crate::context::Context;
use crate::failure::Failure;
use crate::output;
use crate::style::{BEST, LOSS};
use crate::text;

/// Options shown without `--all`.
const SHOWN: usize = 5;
/// Options that are as good as the best and named beside it; the table shows more.
const TIES_NAMED: usize = 2;

/// `O` is how its options are written.
#[derive(Serialize)]
struct Answer<'a, O> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    rules: &'a str,
    dice: Vec<u8>,
    rerolls_left: u8,
    score_so_far: u32,
    expected_final: f64,
    options: Vec<O>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<O>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<why::JsonWhy<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<goal::JsonGoal<'a>>,
}

/// What options risk: worked out only where it is shown.
struct Risks<'a> {
    table: &'a ValueTable,
    spread: SpreadTable,
    turn: TurnStrategy,
    rerolls_left: RerollsLeft,
    rounds: &'a Rounds,
}

impl<'a> Risks<'a> {
    fn new(
        context: &Context,
        table: &'a ValueTable,
        card: &Scorecard,
        rerolls_left: RerollsLeft,
        rounds: &'a Rounds,
    ) -> Result<Risks<'a>, Failure> {
        let turn = OptimalStrategy::new(table).turn(&card.state(table.rules()))?;
        Ok(Risks { table, spread: context.spread_of(table), turn, rerolls_left, rounds })
    }

    /// The spread of the score of the whole game.
    fn of(&self, option: &TurnOption) -> Spread {
        let Spread { sd, upper_bonus } = self.spread.after(self.table, &self.turn, &option.action, self.rerolls_left);
        Spread { sd: self.rounds.sd(sd, &self.spread), upper_bonus }
    }

    fn json(&self, option: &TurnOption, rules: &RuleSet, added: f64) -> SpreadOption {
        let Spread { sd, upper_bonus } = self.of(option);
        SpreadOption { option: JsonOption::new(option, rules, added), sd, upper_bonus }
    }
}

pub(super) fn run(context: &Context, args: &AdviseArgs) -> Result<(), Failure> {
    if args.stdin {
        return batch::run(context);
    }
    let model = context.model()?;
    let rules = model.rules();
    let roll = roll(&args.dice, rules)?;
    let rerolls_left = match args.rerolls_left {
        Some(rerolls) => rules.rerolls_left(rerolls).map_err(|error| Failure::input(format_args!("--rerolls-left: {error}")))?,
        None => rules.rerolls(),
    };
    let card = args.card.card(rules)?;
    let rounds = args.card.rounds(rules)?;
    let choice = args.chose.as_deref().map(|choice| self::choice(choice, rules)).transpose()?;
    let goal = args.goal.as_deref().map(|goal| goal::parse(goal, rules)).transpose()?;
    if card.is_full() {
        return Err(yahtzee_solver::CardError::Full.into());
    }
    let table = context.table_of(&model);
    let advisor = Advisor::new(&table);
    let advice = advisor.advise(&card, roll, rerolls_left)?;
    let chosen = choice.map(|choice| choice.option(&advice, &table, &card, &roll)).transpose();
    let chosen = chosen.map_err(|error| Failure::input(format_args!("--chose: {error}")))?;
    let rival = chosen.as_ref().filter(|chosen| chosen.action != advice.best().action);
    let reasons = args.why.then(|| advisor.reasons(&card, &advice, rerolls_left, rival)).transpose()?;
    let titles = ["Why", if rival.is_some() { "Your choice" } else { "Its rival" }];
    let goal = goal.map(|goal| advisor.chase(&card, &advice, rerolls_left, goal)).transpose().map_err(goal::failure)?;

    let added = rounds.added(&table);
    let at_stake = reasons.as_ref().is_some_and(|reasons| matches!(reasons.upper, UpperStanding::Open { .. }));
    let shows_risks = context.json() || args.all || at_stake;
    let risks = shows_risks.then(|| Risks::new(context, &table, &card, rerolls_left, &rounds)).transpose()?;
    if let Some(risks) = risks.as_ref().filter(|_| context.json()) {
        return output::print_json(&Answer {
            id: None,
            rules: rules.name(),
            dice: pips(&roll),
            rerolls_left: rerolls_left.get(),
            score_so_far: advice.score_so_far + rounds.score_before(),
            expected_final: advice.expected_final() + added,
            options: advice.options.iter().map(|option| risks.json(option, rules, added)).collect(),
            chosen: chosen.map(|chosen| risks.json(&chosen, rules, added)),
            why: reasons.map(|reasons| why::JsonWhy::new(&reasons, rules, |option| risks.json(option, rules, added))),
            goal: goal.map(|goal| goal::JsonGoal::new(&goal, rules, added)),
        });
    }
    let shown = Shown {
        roll: &roll,
        rerolls_left,
        advice: &advice,
        chosen: chosen.as_ref(),
        rules,
        rounds: &rounds,
        added,
        risks: risks.as_ref().filter(|_| args.all),
    };
    let mut answer = shown.text();
    if let Some(reasons) = reasons {
        let bonus_chance = |option: &TurnOption| risks.as_ref().map(|risks| risks.of(option).upper_bonus);
        answer.push_str(&text::reasons(&reasons::in_words(titles, &reasons, &roll, rules, bonus_chance)));
    }
    if let Some(goal) = goal {
        let shown = if args.all { goal.options.len() } else { SHOWN };
        answer.push_str(&goal::in_words(&goal, &roll, rules, advice.expected_final(), shown, added));
    }
    output::print(&answer)
}

fn roll(dice: &[String], rules: &RuleSet) -> Result<Roll, Failure> {
    let dice = dice.join(" ");
    if dice.trim().is_empty() {
        let example = &"133566"[..rules.dice()];
        return Err(Failure::input(format_args!("no dice: give the {} dice on the table, like {example}", rules.dice())));
    }
    Ok(rules.parse_roll(&dice)?)
}

/// Reads `hold 33`, `hold none`, `score chance` or `score chance=0`.
fn choice(text: &str, rules: &RuleSet) -> Result<Choice, Failure> {
    let wanted = "write \"hold 33\", \"hold none\" or \"score chance\"";
    let wrong = || Failure::input(format_args!("--chose: '{text}' is no choice: {wanted}"));
    let within = |error: &dyn std::fmt::Display| Failure::input(format_args!("--chose: {error}"));
    let (verb, rest) = text.trim().split_once(char::is_whitespace).ok_or_else(wrong)?;
    match (verb, rest.trim()) {
        ("hold", "none") => Ok(Choice::Hold(Dice::NONE)),
        ("hold", dice) => Ok(Choice::Hold(Dice::parse(dice).map_err(|error| within(&error))?)),
        ("score", entry) => {
            let (name, points) = match entry.split_once('=') {
                Some((name, points)) => (name, Some(points.parse().map_err(|_| wrong())?)),
                None => (entry, None),
            };
            Ok(Choice::Score { category: rules.category_named(name).map_err(|error| within(&error))?, points })
        }
        _ => Err(wrong()),
    }
}

/// What the answer for a person shows.
struct Shown<'a> {
    roll: &'a Roll,
    rerolls_left: RerollsLeft,
    advice: &'a Advice,
    chosen: Option<&'a TurnOption>,
    rules: &'a RuleSet,
    rounds: &'a Rounds,
    /// What other rounds of the game add to the expected final score.
    added: f64,
    /// Every option with what it risks, rather than the best few.
    risks: Option<&'a Risks<'a>>,
}

impl Shown<'_> {
    fn text(&self) -> String {
        let Shown { advice, rules, rounds, .. } = *self;
        let mut text = format!("{BEST}{}.{BEST:#}\n", self.in_words(advice.best()));
        let ties: Vec<String> =
            advice.options[1..].iter().take_while(|option| option.loss < TIE_TOLERANCE).map(|option| self.in_words(option)).collect();
        if !ties.is_empty() {
            let named = ties[..ties.len().min(TIES_NAMED)].join("; ");
            let more = match ties.len().saturating_sub(TIES_NAMED) {
                0 => String::new(),
                more => format!("; and {more} more"),
            };
            text.push_str(&format!("Just as good: {named}{more}.\n"));
        }
        if let Some(chosen) = self.chosen {
            text.push_str(&self.verdict(chosen));
        }
        text.push_str(&format!("\n{}", self.dice()));
        text.push_str(&self.options());
        let score = advice.score_so_far + rounds.score_before();
        let name = rules.name();
        text.push_str(&format!("\nScore so far {score}, expected final score {:.2}; ", advice.expected_final() + self.added));
        text.push_str(&match rounds.count() {
            1 => format!("rules: {name}\n"),
            count => format!("round {} of {count}; rules: {name}\n", rounds.current()),
        });
        text
    }

    fn in_words(&self, option: &TurnOption) -> String {
        words::in_words(&option.action, self.roll, self.rules)
    }

    fn verdict(&self, chosen: &TurnOption) -> String {
        let words = self.in_words(chosen);
        if chosen.loss < TIE_TOLERANCE {
            return format!("Your choice: {words}. {BEST}Nothing is better.{BEST:#}\n");
        }
        let (loss, expected) = (words::small(chosen.loss), chosen.expected_final + self.added);
        format!("Your choice: {words}.\n{LOSS}It costs {loss} points{LOSS:#}: the expected final score is then {expected:.2}.\n")
    }

    fn dice(&self) -> String {
        let kept = match self.advice.best().action {
            Action::Hold(hold) => *hold,
            Action::Score(_) => **self.roll,
        };
        text::dice(self.roll, &kept, self.rerolls_left, output::draws())
    }

    fn options(&self) -> String {
        let options = &self.advice.options;
        let shown = if self.risks.is_some() { options.len() } else { SHOWN.min(options.len()) };
        let columns = match self.risks {
            None => 3,
            Some(_) if self.rules.upper_bonus().points == 0 => 4,
            Some(_) => 5,
        };
        let rows = options[..shown].iter().enumerate().map(|(index, option)| {
            let expected = format!("{:.2}", option.expected_final + self.added);
            let mut row = vec![self.in_words(option), expected, words::loss(option.loss, index == 0)];
            if let Some(risks) = self.risks {
                let Spread { sd, upper_bonus } = risks.of(option);
                row.extend([format!("{sd:.2}"), format!("{:.1}%", 100.0 * upper_bonus)]);
            }
            row.truncate(columns);
            row
        });
        let header = ["option", "expected final", "loss", "sd", "upper bonus"];
        let right = [false, true, true, true, true];
        let lines = text::table(&header[..columns], &right[..columns], rows.collect());
        let mut text = format!("\n{}", text::styled(&lines, true));
        let hidden = options.len() - shown;
        if hidden > 0 {
            let more = words::count(hidden as u64, "more option", "more options");
            text.push_str(&text::faint(&format!("  and {more} (--all shows every option)")));
        }
        text
    }
}
