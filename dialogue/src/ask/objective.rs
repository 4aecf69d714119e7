//! The objective of a question, as it was asked.

use serde::{Deserialize, Serialize};
use yahtzee_solver::evaluate::{Opponent, Opponents, Ties};
use yahtzee_solver::{Objective, Points, RuleSet, Scorecard, Utility, tr};

use super::card::AskCard;
use super::error::{AskError, AskField, InField};
use super::objective_text;
use super::text_or::{OrText, TextOr};

/// An objective other than the expected score, not yet checked against the rules.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AskObjective<'a> {
    /// The chance of at least so many points.
    Target {
        /// The points.
        score: u32,
    },
    /// The chance of exactly so many points.
    Exactly {
        /// The points.
        score: u32,
    },
    /// The fewest points on average, under rules without voluntary zeros.
    Fewest,
    /// The chance to win.
    Against {
        /// The opponents that are named.
        #[serde(borrow, default)]
        #[cfg_attr(feature = "tsify", tsify(optional, type = "string[]"))]
        opponents: Vec<AskOpponent<'a>>,
        /// Further opponents who have not begun.
        #[serde(default)]
        field: u32,
        /// The worth of a tie.
        #[serde(with = "AskTies", default)]
        #[cfg_attr(feature = "tsify", tsify(optional, type = "'win' | 'half' | 'lose'"))]
        #[cfg_attr(feature = "schema", schemars(with = "AskTies"))]
        ties: Ties,
        /// Whether the one opponent moves next, looks at both cards too, and plays to win.
        #[serde(default)]
        reacting: bool,
    },
    /// The expected value of a function of the final score.
    Utility {
        /// The function.
        #[serde(borrow)]
        #[cfg_attr(feature = "tsify", tsify(type = "string | [number, number][]"))]
        steps: AskSteps<'a>,
    },
    /// The most points of this turn, with its extra bonus.
    Turn,
}

/// [`Ties`] in JSON.
#[derive(Deserialize, Serialize)]
#[serde(remote = "Ties", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum AskTies {
    Win,
    Half,
    Lose,
}

/// An opponent in a question: as a program gives one, or as people write one: a card like `ones=3`, a final score,
/// `new`, or `others` for the other players of a copied sheet.
pub type AskOpponent<'a> = TextOr<'a, Known<'a>>;

/// An opponent as a program gives one.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Known<'a> {
    /// One with this card.
    #[serde(borrow)]
    Card(AskCard<'a>),
    /// One with this final score.
    Score(u32),
    /// One who has not begun; `false` is an error.
    New(bool),
}

impl OrText for Known<'_> {
    const LIKE: &'static str =
        r#"an opponent: {"card": {"ones": 3}}, {"score": 243}, {"new": true}, or text like "ones=3", "243" or "new""#;
}

/// A utility in a question: each score with its utility from there on, or the text of a file with them.
pub type AskSteps<'a> = TextOr<'a, Vec<(i64, f64)>>;

impl OrText for Vec<(i64, f64)> {
    const LIKE: &'static str = r#"a utility: steps like [[0, 0], [200, 1.5]], or text like "0,0\n200,1.5""#;
}

impl AskObjective<'_> {
    /// The objective in a game of these rules.
    ///
    /// # Errors
    ///
    /// The error, and the correct form.
    ///
    /// ```
    /// use yahtzee_dialogue::ask::AskObjective;
    /// use yahtzee_solver::{Objective, Points, RuleSet};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let target = AskObjective::Target { score: 300 }.read(&rules)?;
    /// assert_eq!(target, Objective::Target(Points::new(300)));
    /// assert!(AskObjective::Target { score: u32::MAX }.read(&rules).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(&self, rules: &RuleSet) -> Result<Objective, AskError> {
        self.read_with(rules, || Err(AskError::no_others()))
    }

    /// As [`read`](AskObjective::read); `others` are those whom `others` stands for among the opponents.
    pub(super) fn read_with(
        &self,
        rules: &RuleSet,
        others: impl FnOnce() -> Result<Vec<Scorecard>, AskError>,
    ) -> Result<Objective, AskError> {
        let meant = match self {
            AskObjective::Against { opponents, .. } if opponents.iter().any(AskOpponent::are_others) => others()?,
            _ => Vec::new(),
        };
        self.by(rules, &meant).in_field(AskField::Objective)
    }

    fn by(&self, rules: &RuleSet, others: &[Scorecard]) -> Result<Objective, String> {
        Ok(match self {
            AskObjective::Exactly { score } if *score > Utility::MOST as u32 => {
                return Err(tr!("a final score of {}: no game scores more than {}", score, Utility::MOST));
            }
            AskObjective::Target { score } if *score > Utility::MOST as u32 => {
                return Err(tr!("a target of {}: no game scores more than {}", score, Utility::MOST));
            }
            AskObjective::Target { score } => Objective::Target(Points::new(*score)),
            AskObjective::Exactly { score } => Objective::Exactly(Points::new(*score)),
            AskObjective::Against { opponents, field, ties, reacting } => {
                let (others_too, named): (Vec<_>, Vec<_>) = opponents.iter().partition(|opponent| opponent.are_others());
                let others = others.iter().filter(|_| !others_too.is_empty()).map(|card| Ok(Opponent::Card(card.clone())));
                let named = named.into_iter().map(|opponent| opponent.by(rules)).chain(others).collect::<Result<Vec<_>, _>>()?;
                if *reacting {
                    return Ok(Objective::Duel { opponent: one_who_reacts(&named, *field, rules)?, ties: *ties });
                }
                Objective::Against(Opponents::new(named, *field, *ties).map_err(|error| error.to_string())?)
            }
            AskObjective::Fewest if rules.allows_voluntary_zeros() => {
                return Err(tr!(
                    "in {} a 0 may be written for any roll, which makes the fewest points trivial: give rules with voluntary-zeros = false",
                    rules.name()
                ));
            }
            AskObjective::Fewest => Objective::Fewest,
            AskObjective::Turn => Objective::Turn,
            AskObjective::Utility { steps } => Objective::Utility(match steps {
                TextOr::Value(steps) => objective_text::of_steps(steps).map_err(|error| error.to_string())?,
                TextOr::Text(text) => objective_text::utility(text)?,
            }),
        })
    }
}

/// The card of the single opponent, who reacts.
fn one_who_reacts(named: &[Opponent], field: u32, rules: &RuleSet) -> Result<Scorecard, String> {
    match named {
        [Opponent::Card(card)] if field == 0 => Ok(card.clone()),
        [Opponent::New] if field == 0 => Ok(Scorecard::new(rules)),
        _ => Err(tr!("reacting: one opponent with a card reacts, not several, nor a final score that is known")),
    }
}

/// What stands for the other players of a copied sheet.
const OTHERS: &str = "others";

impl AskOpponent<'_> {
    /// Whether it stands for the other players of a copied sheet.
    fn are_others(&self) -> bool {
        matches!(self, TextOr::Text(text) if text.trim().eq_ignore_ascii_case(OTHERS))
    }

    fn by(&self, rules: &RuleSet) -> Result<Opponent, String> {
        match self {
            TextOr::Text(text) => objective_text::opponent(text, rules),
            TextOr::Value(Known::Card(card)) => card.read(rules).map(Opponent::Card).map_err(|error| error.message),
            TextOr::Value(Known::Score(score)) => Ok(Opponent::Score(Points::new(*score))),
            TextOr::Value(Known::New(true)) => Ok(Opponent::New),
            TextOr::Value(Known::New(false)) => Err(tr!("an opponent is {\"new\": true}, not false")),
        }
    }
}
