//! The answer to a question as JSON: the options, the chosen option, reasons, and the chances of a goal.

use serde::{Serialize, Serializer};
use yahtzee_solver::advise::{GainingZero, GoalAdvice, Reason, Reasons, UpperStanding};
use yahtzee_solver::evaluate::CategoryEnd;
use yahtzee_solver::tr;
use yahtzee_solver::{Points, Position, RerollsLeft, Roll, RuleSet, TurnOption, ValueTable};

use super::objective::JsonObjective;
use super::parts::{JsonOption, JsonWorth};
use super::print::print_line;
use super::scorecard::JsonPositionWords;
use crate::answer::sentences::Sentence;
use crate::answer::{Answer, LossParts};
use crate::ask::Id;
use crate::words::reasons::Explanation;

/// The output of `yahtzee advise --json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct JsonAnswer<'a> {
    /// Present in a review: the turn of the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(type = "never"))]
    id: Option<Id<'a>>,
    rules: &'a str,
    #[cfg_attr(feature = "tsify", tsify(type = "number[]"))]
    dice: Roll,
    #[cfg_attr(feature = "tsify", tsify(type = "number"))]
    rerolls_left: RerollsLeft,
    #[cfg_attr(feature = "tsify", tsify(type = "number"))]
    score_so_far: Points,
    expected_final: f64,
    exact: bool,
    exact_ties: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(type = "object"))]
    objective: Option<JsonObjective<'a>>,
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "JsonWorth"))]
    worth: Option<JsonWorth>,
    options: Vec<JsonOption<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<JsonOption<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(type = "{ said: Explanation[] }"))]
    why: Option<JsonWhy<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(type = "object"))]
    goal: Option<JsonGoal<'a>>,
    /// What is doubtful on the sheet of the card; present only if something is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    warnings: Vec<String>,
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "JsonPositionWords"))]
    position: Option<Box<JsonPositionWords>>,
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "JsonAnswerWords"))]
    words: Option<Box<JsonAnswerWords>>,
}

/// What the page shows of an answer besides.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonAnswerWords {
    /// The title of the amounts.
    measure: String,
    /// The options tied with the best.
    #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
    ties: Option<String>,
    verdict: Vec<Sentence>,
    /// What is said of the objective, and of the goal.
    aim_said: Vec<Sentence>,
    goal_said: Vec<Sentence>,
}

#[derive(Clone, Debug, Serialize)]
struct JsonWhy<'a> {
    upper_bonus: JsonStanding,
    best: JsonReason<'a>,
    rival: Option<JsonReason<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<LossParts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts_by_category: Option<Vec<JsonPart<'a>>>,
    said: Vec<Explanation>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "standing", rename_all = "kebab-case")]
enum JsonStanding {
    None,
    Reached,
    OutOfReach,
    Open {
        needed: Points,
        most: Points,
        /// Those of the next step, if the bonus has several.
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<Points>,
    },
}

#[derive(Clone, Debug, Serialize)]
struct JsonReason<'a> {
    option: JsonOption<'a>,
    ends: Vec<JsonEnd<'a>>,
    upper_points: f64,
    bonus_reached: f64,
    bonus_out_of_reach: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    gaining_zero: Option<JsonGainingZero>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct JsonGainingZero {
    given_up: Points,
    gained_later: f64,
}

#[derive(Clone, Debug, Serialize)]
struct JsonEnd<'a> {
    category: &'a str,
    probability: f64,
    mean: f64,
    zero: f64,
}

#[derive(Clone, Debug, Serialize)]
struct JsonPart<'a> {
    category: &'a str,
    loss: f64,
}

#[derive(Clone, Debug, Serialize)]
struct JsonGoal<'a> {
    category: &'a str,
    points: Points,
    options: Vec<JsonOption<'a>>,
}

impl Answer<'_> {
    /// The answer as JSON, with the id of the question if it has one.
    pub fn json<'s>(&'s self, id: Option<Id<'s>>) -> JsonAnswer<'s> {
        JsonAnswer { id, ..JsonAnswer::new(self, None) }
    }

    /// The answer as JSON to a decision in this turn of a reviewed game.
    pub(super) fn json_in_turn(&self, turn: usize) -> JsonAnswer<'_> {
        JsonAnswer { turn: Some(turn), ..JsonAnswer::new(self, None) }
    }

    /// The answer for the page: in words too.
    pub fn json_in_words(&self, table: &ValueTable) -> JsonAnswer<'_> {
        let position = &self.question.position;
        let words = JsonAnswerWords {
            measure: self.worth_kind().title(),
            ties: self.ties(),
            verdict: self.verdict(),
            aim_said: self.objective_in_words(),
            goal_said: self.goal_in_words(),
        };
        JsonAnswer {
            position: Some(Box::new(JsonPositionWords::new(position, &self.question.rounds, table))),
            words: Some(Box::new(words)),
            ..JsonAnswer::new(self, Some(position))
        }
    }
}

impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json(None).serialize(serializer)
    }
}

impl<'a> JsonAnswer<'a> {
    /// [`print_line`] for an answer. It is not generic, so it is optimised with this crate's settings in every program.
    ///
    /// # Errors
    ///
    /// As [`print_line`].
    pub fn print_line(&self, out: &mut Vec<u8>) -> serde_json::Result<()> {
        print_line(self, out)
    }

    /// The answer without an id; with the position, in words too.
    fn new(answer: &'a Answer<'_>, position: Option<&Position>) -> JsonAnswer<'a> {
        let Answer { rules, question, advice, .. } = answer;
        let option = |option: &TurnOption| JsonOption::of(option, answer.risk(option), answer.worth_kind(), position, rules);
        JsonAnswer {
            turn: None,
            id: None,
            rules: rules.name(),
            dice: question.position.roll(),
            rerolls_left: question.position.rerolls_left(),
            score_so_far: advice.score_so_far,
            expected_final: advice.expected_final(),
            exact: answer.is_exact(),
            exact_ties: advice.has_exact_ties(),
            objective: question.solved.as_ref().map(|solved| JsonObjective::new(&solved.objective)),
            worth: JsonWorth::new(advice.best(), answer.worth_kind()),
            options: advice.options.iter().map(option).collect(),
            chosen: answer.chosen.as_ref().map(option),
            why: answer.reasons.as_ref().map(|reasons| JsonWhy::new(reasons, answer, option)),
            goal: answer.goal.as_ref().map(|goal| JsonGoal::new(goal, rules)),
            warnings: question.warnings.iter().map(ToString::to_string).collect(),
            position: None,
            words: None,
        }
    }
}

impl<'a> JsonWhy<'a> {
    /// `json` turns an option into JSON.
    fn new(reasons: &Reasons, answer: &Answer<'a>, json: impl Fn(&TurnOption) -> JsonOption<'a>) -> JsonWhy<'a> {
        let rules = answer.rules;
        let reason = |reason: &Reason| {
            let end = |end: CategoryEnd| {
                let CategoryEnd { category, probability, mean, zero } = end;
                JsonEnd { category: &rules.category(category).name, probability, mean, zero }
            };
            JsonReason {
                option: json(&reason.option),
                ends: reason.end.categories().into_iter().map(end).collect(),
                upper_points: reason.end.upper_points(rules),
                bonus_reached: reason.bonus_reached,
                bonus_out_of_reach: reason.bonus_out_of_reach,
                gaining_zero: reason.gaining_zero.map(|GainingZero { given_up, gained_later }| JsonGainingZero { given_up, gained_later }),
            }
        };
        JsonWhy {
            upper_bonus: match reasons.upper {
                UpperStanding::NoBonus => JsonStanding::None,
                UpperStanding::Reached => JsonStanding::Reached,
                UpperStanding::OutOfReach => JsonStanding::OutOfReach,
                UpperStanding::Open { needed, most, points } => {
                    JsonStanding::Open { needed, most, points: rules.upper_bonus().only_step().is_none().then_some(points) }
                }
            },
            best: reason(&reasons.best),
            rival: reasons.rival.as_ref().map(reason),
            parts: answer.loss_parts(),
            parts_by_category: answer.worth_parts().map(|parts| {
                let part = |&(category, loss)| JsonPart { category: &rules.category(category).name, loss };
                parts.by_category.iter().map(part).collect()
            }),
            said: answer.explained(&tr!("Why"), tr!("your choice")),
        }
    }
}

impl<'a> JsonGoal<'a> {
    fn new(advice: &GoalAdvice, rules: &'a RuleSet) -> JsonGoal<'a> {
        JsonGoal {
            category: &rules.category(advice.goal.category()).name,
            points: advice.goal.points(),
            options: advice.options.iter().map(|option| JsonOption::chased(option, rules)).collect(),
        }
    }
}
