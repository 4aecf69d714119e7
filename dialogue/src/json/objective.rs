//! What is maximised, as JSON: in answers, and in questions of `yahtzee advise --stdin`.

use serde::{Deserialize, Serialize};
use yahtzee_solver::{Objective, Opponent, Opponents, Points, RuleSet, Scorecard, Ties, Utility, escaped};

use super::line::Entries;
use crate::objectives;

/// An objective in an answer.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum JsonObjective<'a> {
    Target {
        score: Points,
    },
    Against {
        opponents: Vec<JsonOpponent<'a>>,
        field: u32,
        #[serde(with = "JsonTies")]
        ties: Ties,
    },
    Utility,
}

/// [`Ties`] in JSON.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Ties", rename_all = "kebab-case")]
enum JsonTies {
    Win,
    Half,
    Lose,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum JsonOpponent<'a> {
    Card(&'a Scorecard),
    Score(Points),
    New(bool),
}

impl<'a> JsonObjective<'a> {
    pub(super) fn new(objective: &'a Objective) -> JsonObjective<'a> {
        match objective {
            Objective::Target(score) => JsonObjective::Target { score: *score },
            Objective::Against(against) => JsonObjective::Against {
                opponents: against.named().iter().map(JsonOpponent::new).collect(),
                field: against.field(),
                ties: against.ties(),
            },
            Objective::Utility(_) => JsonObjective::Utility,
        }
    }
}

impl<'a> JsonOpponent<'a> {
    fn new(opponent: &'a Opponent) -> JsonOpponent<'a> {
        match opponent {
            Opponent::Card(card) => JsonOpponent::Card(card),
            Opponent::Score(score) => JsonOpponent::Score(*score),
            Opponent::New => JsonOpponent::New(true),
        }
    }
}

/// An objective in a game of these rules, from the JSON of `objective` in a question.
///
/// # Errors
///
/// What is wrong with it.
///
/// ```
/// use yahtzee_solver::{Objective, Points, RuleSet};
/// let rules = RuleSet::builtin("hasbro")?;
/// let target = yahtzee_dialogue::json::objective(r#"{"kind": "target", "score": 300}"#, &rules)?;
/// assert_eq!(target, Objective::Target(Points::new(300)));
/// assert!(yahtzee_dialogue::json::objective(r#"{"kind": "target", "score": -1}"#, &rules).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn objective(json: &str, rules: &RuleSet) -> Result<Objective, String> {
    let asked: AskedObjective<'_> = serde_json::from_str(json).map_err(|error| escaped(&error.to_string()).into_owned())?;
    asked.by(rules)
}

/// An objective in a question, not yet checked against the rules.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum AskedObjective<'a> {
    Target {
        score: u32,
    },
    Against {
        #[serde(borrow, default)]
        opponents: Vec<AskedOpponent<'a>>,
        #[serde(default)]
        field: u32,
        #[serde(with = "JsonTies", default)]
        ties: Ties,
    },
    Utility {
        steps: Vec<(i64, f64)>,
    },
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum AskedOpponent<'a> {
    #[serde(borrow)]
    Card(Entries<'a>),
    Score(u32),
    New(bool),
}

impl AskedObjective<'_> {
    /// The objective in a game of these rules.
    pub(super) fn by(&self, rules: &RuleSet) -> Result<Objective, String> {
        Ok(match self {
            AskedObjective::Target { score } if *score > Utility::MOST as u32 => {
                return Err(format!("a target of {score}: no game scores more than {}", Utility::MOST));
            }
            AskedObjective::Target { score } => Objective::Target(Points::new(*score)),
            AskedObjective::Against { opponents, field, ties } => {
                let named = opponents.iter().map(|opponent| opponent.by(rules)).collect::<Result<_, _>>()?;
                Objective::Against(Opponents::new(named, *field, *ties).map_err(|error| error.to_string())?)
            }
            AskedObjective::Utility { steps } => Objective::Utility(objectives::of_steps(steps).map_err(|error| error.to_string())?),
        })
    }
}

impl AskedOpponent<'_> {
    fn by(&self, rules: &RuleSet) -> Result<Opponent, String> {
        match self {
            AskedOpponent::Card(entries) => entries.card(rules).map(Opponent::Card),
            AskedOpponent::Score(score) => Ok(Opponent::Score(Points::new(*score))),
            AskedOpponent::New(true) => Ok(Opponent::New),
            AskedOpponent::New(false) => Err("an opponent is {\"new\": true}, not false".to_owned()),
        }
    }
}
