//! The tools of the server. Each takes fields of a question (`Ask`), whose schema is derived, and answers with the JSON that the command prints.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::JsonObject;
use schemars::schema_for;
use serde_json::{Value, json};
use yahtzee_columns::AdviceOfColumns;
use yahtzee_dialogue::ask::Ask;
use yahtzee_dialogue::json::read_question;
use yahtzee_dialogue::service::Need;
use yahtzee_dialogue::{Effort, ReviewAnswer, Service, ServiceError, Shelf, Work};
use yahtzee_solver::rules::ColumnGame;
use yahtzee_solver::{Model, RuleSet};

use super::super::{columns, review, rules};
use crate::context::Context;
use crate::context::asking::solving;
use crate::files::rule_file::NamedRules;
use crate::play::save::LONGEST_GAME;
use crate::terminal::failure::Failure;

/// The most cached tables.
const MOST: usize = 4;

/// A tool with its fields. The type of a question describes its fields, [`field`] the others.
pub(super) struct Tool {
    pub(super) name: &'static str,
    description: &'static str,
    fields: &'static [&'static str],
    required: &'static [&'static str],
    answer: fn(&Tools, &JsonObject) -> Result<Value, Failure>,
}

pub(super) const TOOLS: [Tool; 6] = [
    Tool {
        name: "advise",
        description: "What to keep or where to score, exactly: every option of a position with its expected final score and its loss against the \
            best one, best first. With an objective the options are ranked by the chance (or utility) instead. Use it for every decision.",
        fields: &["rules", "dice", "rerolls_left", "card", "player", "rounds", "round", "earlier", "chosen", "goal", "objective", "why"],
        required: &["dice"],
        answer: Tools::advise,
    },
    Tool {
        name: "odds",
        description: "The chance of each box in a turn, for play for that box alone: the best chance to score there (or to score at least or \
            exactly so many points, or to end with given dice), the best mean of points there, the mean number of throws it takes, and what to keep for \
            it if dice are given. Fewer dice than the game has are kept ones. Without dice it is about a whole turn, and about several turns.",
        fields: &["rules", "dice", "rerolls_left", "card", "player", "odds"],
        required: &[],
        answer: Tools::odds,
    },
    Tool {
        name: "value",
        description: "What a scorecard is worth between turns: the score so far, and what optimal play adds on average.",
        fields: &["rules", "card", "player", "rounds", "round", "earlier"],
        required: &[],
        answer: Tools::value,
    },
    Tool {
        name: "chance",
        description: "The best chance, from a scorecard between turns, of a final score (objective kind 'target', or 'exactly'), or to win against \
            opponents ('against'); or the best expected utility ('utility'), or the fewest points ('fewest'). From a card with many open boxes it takes up to a minute.",
        fields: &["rules", "card", "player", "rounds", "round", "earlier", "objective"],
        required: &["objective"],
        answer: Tools::value,
    },
    Tool {
        name: "review",
        description: "What each decision of a played game cost, how much was luck, and the most points that its dice could have made.",
        fields: &["game"],
        required: &["game"],
        answer: Tools::review,
    },
    Tool {
        name: "rules",
        description: "The rule sets that there are; with a name, that rule set in full: its categories, points and bonuses.",
        fields: &["name"],
        required: &[],
        answer: Tools::rules,
    },
];

/// The schema of a field that is not part of a question.
fn field(name: &str, knows_columns: bool) -> Value {
    let names: Vec<&str> = RuleSet::builtin_names().chain(ColumnGame::builtin_names().filter(|_| knows_columns)).collect();
    match name {
        "rules" => {
            json!({ "type": "string", "enum": names, "description": "The rule set; by default the one of the server, usually hasbro" })
        }
        "name" => json!({ "type": "string", "enum": names, "description": "The name of a rule set" }),
        _ => json!({
            "type": "string",
            "description": "The game, a line a turn, like '11666 hold 666, 66625 hold 666, 66661 score sixes'. The first line may be \
                'rules: NAME'; 'hold none' keeps nothing. It may stop short. Or a list of final rolls alone, one a line.",
        }),
    }
}

impl Tool {
    /// The description of the tool for a client.
    pub(super) fn described(&self) -> rmcp::model::Tool {
        let mut schema = schema_for!(Ask<'_>).to_value().as_object().cloned().unwrap_or_default();
        let of_question = schema.get("properties").cloned().unwrap_or_default();
        let property = |name: &&str| {
            ((*name).to_owned(), of_question.get(name).cloned().unwrap_or_else(|| field(name, ["advise", "rules"].contains(&self.name))))
        };
        let properties: JsonObject = self.fields.iter().map(property).collect();
        let uses = |part: &str| serde_json::to_string(&properties).is_ok_and(|text| text.contains(part));
        if !uses("$defs") {
            schema.remove("$defs");
        }
        schema.remove("title");
        schema.insert("description".to_owned(), self.description.into());
        schema.insert("properties".to_owned(), properties.into());
        schema.insert("required".to_owned(), self.required.into());
        schema.insert("additionalProperties".to_owned(), false.into());
        rmcp::model::Tool::new(self.name, self.description, Arc::new(schema))
    }

    /// Answers, or returns the error in the arguments.
    pub(super) fn call(&self, tools: &Tools, arguments: &JsonObject) -> Result<Value, Failure> {
        if let Some(unknown) = arguments.keys().find(|name| !self.fields.contains(&name.as_str())) {
            return Err(Failure::input(format_args!("no field '{unknown}': '{}' takes {}", self.name, self.fields.join(", "))));
        }
        if let Some(missing) = self.required.iter().find(|name| !arguments.contains_key(**name)) {
            return Err(Failure::input(format_args!("the field '{missing}' is missing")));
        }
        (self.answer)(tools, arguments)
    }
}

/// The solved rule sets, and the context of answers.
pub(super) struct Tools {
    context: Context,
    shelf: Mutex<Shelf>,
}

impl Tools {
    pub(super) fn new(context: Context) -> Tools {
        Tools { shelf: Mutex::new(Shelf::new(MOST, context.memory())), context }
    }

    fn rules_named(&self, name: Option<&str>) -> Result<NamedRules, Failure> {
        // No file: an assistant must not read files of this machine.
        let builtin = name.map(NamedRules::builtin).transpose()?;
        self.context.any_rules(builtin.as_ref().map(|named| named.names()[0]))
    }

    /// The service of a rule set, in the memory that the others leave.
    fn service(&self, rules: &RuleSet) -> Result<Service, Failure> {
        let mut shelf = self.shelf();
        let service = shelf.find_or_open(rules, |memory| self.context.open_within(memory, rules, Need::default()))?;
        Ok(shelf.limited(&service))
    }

    /// Asks the service of a rule set; what does not fit beside the others is asked again without them.
    fn served<T>(&self, rules: &RuleSet, work: impl Fn(&Service, &Effort<'_>) -> Result<T, ServiceError>) -> Result<T, Failure> {
        let ask = |service: &Service| self.context.with_effort(rules, &solving(), |effort| work(service, effort));
        let service = self.service(rules)?;
        let answered = match ask(&service) {
            Err(ServiceError::TooLarge { .. }) if self.shelf().forget_others(&service) => ask(&self.service(rules)?),
            answered => answered,
        };
        answered.map_err(|error| self.context.unanswered(rules, error))
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn advise(&self, arguments: &JsonObject) -> Result<Value, Failure> {
        self.asked(arguments, |rules, ask| {
            if let NamedRules::Columns(game) = rules {
                let (position, advice) = columns::answered(&self.context, ask, &game, |error| Failure::input(error))?;
                return json_of(&AdviceOfColumns::new(&advice, &position, &game));
            }
            let rules = &self.context.of_one_card(rules)?;
            let asked = ask.read(rules).map_err(Failure::input)?;
            self.served(rules, |service, effort| Ok(json_of(&service.answer_to(asked.clone(), effort)?)))?
        })
    }

    /// The odds of boxes. They need no table.
    fn odds(&self, arguments: &JsonObject) -> Result<Value, Failure> {
        self.asked(arguments, |rules, ask| {
            let rules = &self.context.of_one_card(rules)?;
            let asked = ask.read_odds(rules).map_err(Failure::input)?;
            let model = self.context.model(rules, Work::Rules, Model::without_values)?;
            json_of(&asked.answer(&model).map_err(Failure::input)?)
        })
    }

    /// The value of a card; with an objective, also its worth under it.
    fn value(&self, arguments: &JsonObject) -> Result<Value, Failure> {
        self.asked(arguments, |rules, ask| {
            let rules = &self.context.of_one_card(rules)?;
            let asked = ask.read_card(rules).map_err(Failure::input)?;
            self.served(rules, |service, effort| Ok(json_of(&service.value(&asked, effort)?)))?
        })
    }

    /// Reads the fields of a question, with its rules. Tools about a card take no dice.
    fn asked(&self, arguments: &JsonObject, answer: impl FnOnce(NamedRules, &Ask<'_>) -> Result<Value, Failure>) -> Result<Value, Failure> {
        let line = serde_json::to_vec(arguments).map_err(Failure::failed)?;
        let ask = read_question(&line).map_err(|unanswered| Failure::input(unanswered.message))?;
        answer(self.rules_named(ask.rules.as_deref())?, &ask)
    }

    fn review(&self, arguments: &JsonObject) -> Result<Value, Failure> {
        let text = text_of(arguments, "game")?.unwrap_or_default();
        if text.len() as u64 > LONGEST_GAME {
            return Err(Failure::input(format_args!("game: it is longer than {LONGEST_GAME} bytes")));
        }
        let rules = review::rules_of(&self.context, text, "game")?;
        if let Some(review) = review::of_rolls(text, &rules, "game")? {
            return json_of(&review);
        }
        let (played, player) = review::played(&self.context, text, "game", None)?;
        let service = self.service(&played.rules)?;
        let seat = &played.seats[player];
        json_of(&ReviewAnswer::new(&played, player, &service.review(&seat.game)?, service.table(), false)?)
    }

    fn rules(&self, arguments: &JsonObject) -> Result<Value, Failure> {
        match text_of(arguments, "name")? {
            None => Ok(json!({ "rule_sets": json_of(&rules::all()?)? })),
            Some(name) => json_of(&rules::ShownRules::new(&self.rules_named(Some(name))?)),
        }
    }
}

fn text_of<'a>(arguments: &'a JsonObject, name: &str) -> Result<Option<&'a str>, Failure> {
    let text = arguments.get(name).filter(|value| !value.is_null());
    text.map(|value| value.as_str().ok_or_else(|| Failure::input(format_args!("{name}: it is text")))).transpose()
}

fn json_of(value: &impl serde::Serialize) -> Result<Value, Failure> {
    serde_json::to_value(value).map_err(Failure::failed)
}
