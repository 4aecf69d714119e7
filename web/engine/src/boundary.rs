//! The functions that JavaScript calls. They only convert values between JavaScript and the engine. `tsify` writes their types for TypeScript.

use std::collections::HashMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tsify::serde_wasm_bindgen::{Deserializer, Serializer};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use yahtzee_dialogue::answer::{CardView, PositionView, WinAnswer};
use yahtzee_dialogue::ask::Ask;
use yahtzee_dialogue::training::progress::ScoresBesideBest;
use yahtzee_dialogue::{Answer, OddsAnswer, ReviewAnswer};
use yahtzee_solver::language::{self, Language};

use crate::cards::{RuleCardList, RuleCardSays};
use crate::chances::WinChances;
use crate::history::{self, DailyView, DeckView, ProgressView, RecordList, RecordView, ReviewedRecords};
use crate::house::{self, HouseValues, HouseView};
use crate::play::{self, InvitedView, NewGame, PlayView, Tap};
use crate::quiz::{self, AnsweredIn, FirstStepView, PuzzleView, QuizOf, SolutionView, TallyView, TopicsView};
use crate::rules::{self, Guide, RulesChecked, RulesList, RulesView};
use crate::view::{ExplanationList, RollsView};
use crate::{Engine, Solving};

/// An error: its text.
pub struct PageError(String);

impl<T: Into<String>> From<T> for PageError {
    fn from(text: T) -> PageError {
        PageError(text.into())
    }
}

impl From<PageError> for JsValue {
    fn from(PageError(text): PageError) -> JsValue {
        text.into()
    }
}

/// A value for JavaScript, or an error.
type Js<T> = Result<Ts<T>, PageError>;

/// Null in JSON stays null, and does not become undefined.
fn js<T: Tsify + Serialize>(value: &T) -> Js<T> {
    let value = value.serialize(&Serializer::json_compatible()).map_err(|error| error.to_string())?;
    Ok(Ts::new_unchecked(value))
}

fn rust<T: Tsify + DeserializeOwned>(value: Ts<T>) -> Result<T, String> {
    T::from_js(value).map_err(|error| error.to_string())
}

/// Sets the language, from the text of its file; English without one. `decimal` is the mark before the decimals of a number.
#[wasm_bindgen(js_name = speak)]
pub fn set_language(file: Option<String>, decimal: String) -> Result<(), String> {
    let language = match file {
        Some(file) => Language::parse(&file).map_err(|error| error.to_string())?,
        None => Language {
            language: "en".to_owned(),
            name: "English".to_owned(),
            decimal: String::new(),
            thousands: ",".to_owned(),
            texts: HashMap::new(),
        },
    };
    language::set(Some(Language { decimal, ..language }));
    Ok(())
}

/// The built-in rule sets.
#[wasm_bindgen(js_name = listRules)]
pub fn list_rules() -> Js<RulesList> {
    js(&rules::list())
}

/// Checks a rule set: the name of a built-in one, or TOML.
#[wasm_bindgen(js_name = checkRules)]
pub fn check_rules(text: &str) -> Js<RulesChecked> {
    js(&rules::check(text))
}

/// The switches of house rules, from a built-in rule set and the values of switches.
#[wasm_bindgen(js_name = houseRules)]
pub fn house_rules(base: &str, values: Ts<HouseValues>) -> Js<HouseView> {
    js(&house::house(base, &rust(values)?.0).map_err(|error| error.to_string())?)
}

/// The rules of a game in text: the name of built-in ones, or TOML; `otherwise` if the game names none.
#[wasm_bindgen(js_name = rulesOfGame)]
pub fn rules_of_game(text: &str, otherwise: &str) -> Result<String, String> {
    rules::of_game(text, otherwise)
}

/// Reads the link with the dice of a friend, for a game with this coach.
#[wasm_bindgen(js_name = invited)]
pub fn js_invited(link: &str, coach: Option<f64>) -> Js<InvitedView> {
    js(&play::invited(link, coach)?)
}

#[wasm_bindgen]
impl Solving {
    /// Begins to solve what may follow a card, in layers of so many parts.
    #[wasm_bindgen(js_name = begin)]
    pub fn js_begin(rules: &str, card: &str, parts: usize) -> Result<Solving, String> {
        Solving::begin(rules, card, parts)
    }

    /// Computes the values of a part of the layer. Undefined if there is no layer left.
    #[wasm_bindgen(js_name = compute)]
    pub fn js_compute(&mut self, part: usize) -> Option<Vec<f64>> {
        self.compute(part)
    }

    /// Takes the values of a part from another worker.
    #[wasm_bindgen(js_name = take)]
    pub fn js_take(&mut self, part: usize, values: &[f64]) {
        self.take(part, values);
    }

    /// The engine of the solved rules.
    #[wasm_bindgen(js_name = engine)]
    pub fn js_engine(self) -> Engine {
        self.engine()
    }
}

#[wasm_bindgen]
impl Engine {
    /// Solves a rule set: the name of a built-in one, or TOML.
    #[wasm_bindgen(js_name = solve)]
    pub fn js_solve(rules: &str) -> Result<Engine, String> {
        Engine::solve(rules)
    }

    /// The engine of rules that are not solved yet.
    #[wasm_bindgen(js_name = unsolved)]
    pub fn js_unsolved(rules: &str) -> Result<Engine, String> {
        Engine::unsolved(rules)
    }

    /// The work to solve what may follow a card; 0 if it is solved.
    #[wasm_bindgen(js_name = workFrom)]
    pub fn js_work_from(&self, card: &str) -> Result<f64, String> {
        self.work_from(card)
    }

    /// The engine of rules solved by another worker.
    #[wasm_bindgen(js_name = open)]
    pub fn js_open(rules: &str, table: &[u8]) -> Result<Engine, String> {
        Engine::open(rules, table)
    }

    /// The values as the bytes of a table file.
    #[wasm_bindgen(js_name = table)]
    pub fn js_table(&self) -> Vec<u8> {
        self.table()
    }

    /// The rules.
    #[wasm_bindgen(js_name = rules)]
    pub fn js_rules(&self) -> Js<RulesView> {
        js(&RulesView::new(self.service.table()))
    }

    /// How the game is played, in words.
    #[wasm_bindgen(js_name = guide)]
    pub fn js_guide(&self) -> Js<Guide> {
        js(&Guide::new(self.service.rules()))
    }

    /// Computes the spread of final scores. Afterwards the answers include the risk of an option.
    #[wasm_bindgen(js_name = findSpread)]
    pub fn js_find_spread(&self) -> Result<(), String> {
        self.find_spread()
    }

    /// Answers a question about the odds of boxes in a turn.
    #[wasm_bindgen(js_name = odds)]
    #[expect(clippy::needless_pass_by_value, reason = "JavaScript hands over values")]
    pub fn js_odds(&self, ask: Ts<Ask<'static>>) -> Js<OddsAnswer> {
        let ask = Ask::deserialize(Deserializer::from(ask.js_value())).map_err(|error| error.to_string())?;
        js(&self.odds(&ask)?)
    }

    /// Answers a question about a position.
    #[wasm_bindgen(js_name = advise)]
    #[expect(clippy::needless_pass_by_value, reason = "JavaScript hands over values")]
    pub fn js_advise(&self, ask: Ts<Ask<'static>>) -> Js<Answer> {
        let ask = Ask::deserialize(Deserializer::from(ask.js_value())).map_err(|error| error.to_string())?;
        js(&self.advise(&ask)?)
    }

    /// Reads a position like `11666 rerolls=2 ones=3`.
    #[wasm_bindgen(js_name = position)]
    pub fn js_position(&self, text: &str) -> Js<PositionView> {
        js(&self.position(text)?)
    }

    /// The names of the columns of a copied score sheet that has several.
    #[wasm_bindgen(js_name = columns)]
    pub fn js_columns(&self, text: &str) -> Result<Vec<String>, PageError> {
        Ok(self.columns(text)?)
    }

    /// Reads a card like `ones=3`, or a copied score sheet, of which the column of this player.
    #[wasm_bindgen(js_name = card)]
    #[expect(clippy::needless_pass_by_value, reason = "JavaScript hands over values")]
    pub fn js_card(&self, text: &str, player: Option<String>) -> Js<CardView> {
        js(&self.card(text, player.as_deref())?)
    }

    /// The card with these points in a category, in `extra` or in `saved`; without points, the category becomes open.
    #[wasm_bindgen(js_name = withPoints)]
    pub fn js_with_points(&self, text: &str, name: &str, points: Option<u32>) -> Js<CardView> {
        js(&self.with_points(text, name, points)?)
    }

    /// The chances of the players of a saved game.
    #[wasm_bindgen(js_name = winChances)]
    pub fn js_win_chances(&self, saved: &str, covered: bool) -> Js<WinChances> {
        js(&self.win_chances(saved, covered)?)
    }

    /// Begins a game.
    #[wasm_bindgen(js_name = newGame)]
    pub fn js_new_game(&mut self, new: Ts<NewGame>) -> Js<PlayView> {
        js(&self.new_game(&rust(new)?)?)
    }

    /// Continues a saved game.
    #[wasm_bindgen(js_name = resume)]
    pub fn js_resume(&mut self, text: &str) -> Js<PlayView> {
        js(&self.resume(text)?)
    }

    /// Executes a player's action in a state of the game. Undefined if another state has been shown since.
    #[wasm_bindgen(js_name = play)]
    pub fn js_play(&mut self, tap: Ts<Tap>, state: u32) -> Result<Option<Ts<PlayView>>, PageError> {
        self.play(&rust(tap)?, state)?.as_ref().map(js).transpose()
    }

    /// The code of the dice of the game, for a friend of the player with this name.
    #[wasm_bindgen(js_name = sameCode)]
    pub fn js_same_code(&self, name: &str) -> Result<String, PageError> {
        Ok(self.same_code(name)?)
    }

    /// Explains the best option of the game, or the mistake named by the coach.
    #[wasm_bindgen(js_name = explain)]
    pub fn js_explain(&mut self) -> Js<ExplanationList> {
        js(&self.explain())
    }

    /// Reviews a game: of several players this one, or else the first person's.
    #[wasm_bindgen(js_name = review)]
    pub fn js_review(&self, text: &str, player: Option<usize>) -> Js<ReviewAnswer> {
        js(&self.review(&self.played(text, player)?)?)
    }

    /// The luck of a complete game, in words.
    #[wasm_bindgen(js_name = luckShare)]
    pub fn js_luck_share(&self, text: &str, player: Option<usize>) -> Result<Option<String>, PageError> {
        Ok(self.luck_share(text, player)?)
    }

    /// The best boxes of a list of final rolls, in words. Undefined if a text is none.
    #[wasm_bindgen(js_name = rollsReview)]
    pub fn js_rolls_review(&self, text: &str) -> Result<Option<Ts<RollsView>>, PageError> {
        self.rolls_review(text)?.as_ref().map(js).transpose()
    }

    /// What the decisions of a game of several cost in chance to win. Undefined for a game alone.
    #[wasm_bindgen(js_name = reviewChances)]
    pub fn js_review_chances(&self, text: &str, player: Option<usize>) -> Result<Option<Ts<WinAnswer>>, PageError> {
        self.review_chances(text, player)?.as_ref().map(js).transpose()
    }

    /// Explains a decision: the position, and the choice that was made.
    #[wasm_bindgen(js_name = explainMistake)]
    pub fn js_explain_mistake(&self, position: &str, chosen: &str) -> Js<ExplanationList> {
        js(&self.explain_mistake(position, chosen)?)
    }

    /// The position with this number, from 0, in a quiz.
    #[wasm_bindgen(js_name = quizPosition)]
    pub fn js_quiz_position(&mut self, of: Ts<QuizOf>, number: f64) -> Js<PuzzleView> {
        js(&self.quiz_position(&rust(of)?, number)?)
    }

    /// The first steps of a newcomer; none if these rules do not fit them.
    #[wasm_bindgen(js_name = firstSteps)]
    pub fn js_first_steps(&self) -> Result<Vec<Ts<FirstStepView>>, PageError> {
        self.first_steps().iter().map(js).collect()
    }

    /// The ten of a day, like 20261123.
    #[wasm_bindgen(js_name = dailyTen)]
    pub fn js_daily_ten(&self, day: u32) -> Result<Vec<Ts<PuzzleView>>, PageError> {
        self.daily_ten(day)?.iter().map(js).collect()
    }

    /// Any position, to learn from it.
    #[wasm_bindgen(js_name = puzzleOf)]
    pub fn js_puzzle_of(&self, position: &str) -> Js<PuzzleView> {
        js(&self.puzzle_of(position)?)
    }

    /// The solution of a position after a reply; no reply means that it was given up. `how` gives the data to record.
    #[wasm_bindgen(js_name = solution)]
    pub fn js_solution(&self, position: &str, reply: Option<String>, how: Option<Ts<AnsweredIn>>) -> Js<SolutionView> {
        js(&self.solution(position, reply, how.map(rust).transpose()?)?)
    }

    /// The topics of a quiz.
    #[wasm_bindgen(js_name = topics)]
    pub fn js_topics(&self) -> Js<TopicsView> {
        js(&quiz::topics())
    }

    /// The result of the answers in these lines.
    #[wasm_bindgen(js_name = tally)]
    pub fn js_tally(&self, lines: &str) -> Js<TallyView> {
        js(&quiz::tally(lines))
    }

    /// The records of the players of a game that is over.
    #[wasm_bindgen(js_name = gameRecords)]
    pub fn js_game_records(&self, text: &str, at: f64) -> Result<Vec<Ts<RecordView>>, PageError> {
        self.game_records(text, at)?.iter().map(js).collect()
    }

    /// The records of a game that is looked over, if it is that of the owner of the history with these lines, or `mine`.
    #[wasm_bindgen(js_name = reviewedRecords)]
    pub fn js_reviewed_records(&self, text: &str, player: Option<usize>, mine: bool, lines: &str, at: f64) -> Js<ReviewedRecords> {
        js(&self.reviewed_records(text, player, mine, lines, at)?)
    }

    /// The records of a history in text.
    #[wasm_bindgen(js_name = readHistory)]
    pub fn js_read_history(&self, text: &str) -> Js<RecordList> {
        js(&history::read(text))
    }

    /// The progress of a player, or of the one with the most games.
    #[wasm_bindgen(js_name = progress)]
    pub fn js_progress(&self, lines: &str, player: Option<String>, at: f64) -> Js<ProgressView> {
        js(&self.progress(lines, player, at))
    }

    /// The scores of a player beside those of the best play.
    #[wasm_bindgen(js_name = scoresBesideBest)]
    pub fn js_scores_beside_best(&self, lines: &str, player: &str) -> Js<ScoresBesideBest> {
        js(&self.scores_beside_best(lines, player)?)
    }

    /// The deck of the player with the most games.
    #[wasm_bindgen(js_name = deck)]
    pub fn js_deck(&self, lines: &str, at: f64) -> Js<DeckView> {
        js(&self.deck(lines, at))
    }

    /// The answers of a day, and the streak up to today.
    #[wasm_bindgen(js_name = daily)]
    pub fn js_daily(&self, lines: &str, day: u32, today: u32) -> Js<DailyView> {
        js(&self.daily(lines, day, today))
    }

    /// The cards of rules for this game.
    #[wasm_bindgen(js_name = ruleCards)]
    pub fn js_rule_cards(&self) -> Js<RuleCardList> {
        js(&self.rule_cards())
    }

    /// The exact expected score of a card of rules.
    #[wasm_bindgen(js_name = ruleCardValue)]
    pub fn js_rule_card_value(&self, name: &str) -> Result<f64, PageError> {
        Ok(self.rule_card_value(name)?)
    }

    /// The action of a card of rules in a position.
    #[wasm_bindgen(js_name = ruleCardSays)]
    pub fn js_rule_card_says(&self, name: &str, position: &str) -> Js<RuleCardSays> {
        js(&self.rule_card_says(name, position)?)
    }
}
