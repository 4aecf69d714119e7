//! `--why`, as JSON: what the best option leads to, beside its rival.

use serde::Serialize;
use yahtzee_dialogue::json::SpreadOption;
use yahtzee_solver::{CategoryEnd, Reason, Reasons, RuleSet, TurnOption, UpperStanding};

/// `why` in the JSON of `advise`.
#[derive(Serialize)]
pub(super) struct JsonWhy<'a> {
    upper_bonus: JsonStanding,
    best: JsonReason<'a>,
    rival: Option<JsonReason<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "standing", rename_all = "kebab-case")]
enum JsonStanding {
    None,
    Reached,
    OutOfReach,
    Open { needed: u32, most: u32 },
}

#[derive(Serialize)]
struct JsonReason<'a> {
    option: SpreadOption,
    ends: Vec<JsonEnd<'a>>,
    upper_points: f64,
    bonus_reached: f64,
    bonus_out_of_reach: f64,
}

#[derive(Serialize)]
struct JsonEnd<'a> {
    category: &'a str,
    probability: f64,
    mean: f64,
    zero: f64,
}

impl<'a> JsonWhy<'a> {
    /// `json` turns an option into JSON.
    pub(super) fn new(reasons: &Reasons, rules: &'a RuleSet, json: impl Fn(&TurnOption) -> SpreadOption) -> JsonWhy<'a> {
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
            }
        };
        JsonWhy {
            upper_bonus: match reasons.upper {
                UpperStanding::NoBonus => JsonStanding::None,
                UpperStanding::Reached => JsonStanding::Reached,
                UpperStanding::OutOfReach => JsonStanding::OutOfReach,
                UpperStanding::Open { needed, most } => JsonStanding::Open { needed, most },
            },
            best: reason(&reasons.best),
            rival: reasons.rival.as_ref().map(reason),
        }
    }
}
