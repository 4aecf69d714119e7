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
use yahtzee_dialogue::words::reasons::Explanation;
use yahtzee_dialogue::{Answer, OddsAnswer, ReviewAnswer};
use yahtzee_solver::language::{self, Language};

use crate::cards::{RuleCardSays, RuleCardView};
use crate::chances::WinChance;
use crate::history::{self, DailyView, DeckView, ProgressView, RecordList, RecordView, ReviewedRecords};
use crate::house::{self, HouseValues, HouseView};
use crate::play::{self, InvitedView, NewGame, PlayView, Tap};
use crate::quiz::{self, AnsweredIn, FirstStepView, PuzzleView, QuizOf, SolutionView, TallyView, TopicsView};
use crate::rules::{self, Guide, RulesAbout, RulesChecked, RulesView};
use crate::view::RollsView;
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

fn each<T: Tsify + Serialize>(values: &[T]) -> Result<Vec<Ts<T>>, PageError> {
    values.iter().map(js).collect()
}

fn rust<T: Tsify + DeserializeOwned>(value: Ts<T>) -> Result<T, String> {
    T::from_js(value).map_err(|error| error.to_string())
}

fn question(value: &Ts<Ask<'static>>) -> Result<Ask<'static>, String> {
    Ask::deserialize(Deserializer::from(value.js_value())).map_err(|error| error.to_string())
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
pub fn list_rules() -> Result<Vec<Ts<RulesAbout>>, PageError> {
    each(&rules::list())
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
    pub fn js_engine(self) -> JsEngine {
        JsEngine(self.engine())
    }
}

/// An engine, as JavaScript has it.
#[wasm_bindgen(js_name = Engine)]
pub struct JsEngine(Engine);

#[wasm_bindgen(js_class = Engine)]
impl JsEngine {
    /// Solves a rule set: the name of a built-in one, or TOML.
    pub fn solve(rules: &str) -> Result<JsEngine, String> {
        Engine::solve(rules).map(JsEngine)
    }

    /// The engine of rules that are not solved yet.
    pub fn unsolved(rules: &str) -> Result<JsEngine, String> {
        Engine::unsolved(rules).map(JsEngine)
    }

    /// The engine of rules solved by another worker.
    pub fn open(rules: &str, table: &[u8]) -> Result<JsEngine, String> {
        Engine::open(rules, table).map(JsEngine)
    }
}

/// The methods of an engine, each with what it answers if it can.
macro_rules! methods {
    ($self:ident: $($(#[$doc:meta])* $name:ident($($value:ident: $type:ty),*) -> $answer:ty $body:block)*) => {
        #[wasm_bindgen(js_class = Engine)]
        #[expect(non_snake_case, reason = "JavaScript has such names")]
        impl JsEngine {
            $($(#[$doc])* pub fn $name(&mut $self, $($value: $type),*) -> Result<$answer, PageError> $body)*
        }
    };
}

methods! { self:
    /// The work to solve what may follow a card; 0 if it is solved.
    workFrom(card: &str) -> f64 { Ok(self.0.work_from(card)?) }

    /// The values as the bytes of a table file.
    table() -> Vec<u8> { Ok(self.0.table()) }

    /// The rules.
    rules() -> Ts<RulesView> { js(&RulesView::new(self.0.service.table())) }

    /// How the game is played, in words.
    guide() -> Ts<Guide> { js(&Guide::new(self.0.service.rules())) }

    /// Computes the spread of final scores. Afterwards the answers include the risk of an option.
    findSpread() -> () { Ok(self.0.find_spread()?) }

    /// Answers a question about the odds of boxes in a turn.
    odds(ask: Ts<Ask<'static>>) -> Ts<OddsAnswer> { js(&self.0.odds(&question(&ask)?)?) }

    /// Answers a question about a position.
    advise(ask: Ts<Ask<'static>>) -> Ts<Answer> { js(&self.0.advise(&question(&ask)?)?) }

    /// Reads a position like `11666 rerolls=2 ones=3`.
    position(text: &str) -> Ts<PositionView> { js(&self.0.position(text)?) }

    /// The names of the columns of a copied score sheet that has several.
    columns(text: &str) -> Vec<String> { Ok(self.0.columns(text)?) }

    /// Reads a card like `ones=3`, or a copied score sheet, of which the column of this player.
    card(text: &str, player: Option<String>) -> Ts<CardView> { js(&self.0.card(text, player.as_deref())?) }

    /// The card with these points in a category, in `extra` or in `saved`; without points, the category becomes open.
    withPoints(text: &str, name: &str, points: Option<u32>) -> Ts<CardView> { js(&self.0.with_points(text, name, points)?) }

    /// The chances of the players of a saved game.
    winChances(saved: &str, covered: bool) -> Vec<Ts<WinChance>> { each(&self.0.win_chances(saved, covered)?) }

    /// Begins a game.
    newGame(new: Ts<NewGame>) -> Ts<PlayView> { js(&self.0.new_game(&rust(new)?)?) }

    /// Continues a saved game.
    resume(text: &str) -> Ts<PlayView> { js(&self.0.resume(text)?) }

    /// Executes a player's action in a state of the game. Undefined if another state has been shown since.
    play(tap: Ts<Tap>, state: u32) -> Option<Ts<PlayView>> { self.0.play(&rust(tap)?, state)?.as_ref().map(js).transpose() }

    /// The code of the dice of the game, for a friend of the player with this name.
    sameCode(name: &str) -> String { Ok(self.0.same_code(name)?) }

    /// Explains the best option of the game, or the mistake named by the coach.
    explain() -> Vec<Ts<Explanation>> { each(&self.0.explain()) }

    /// Reviews a game: of several players this one, or else the first person's.
    review(text: &str, player: Option<usize>) -> Ts<ReviewAnswer> { js(&self.0.review(&self.0.played(text, player)?)?) }

    /// The luck of a complete game, in words.
    luckShare(text: &str, player: Option<usize>) -> Option<String> { Ok(self.0.luck_share(text, player)?) }

    /// The best boxes of a list of final rolls, in words. Undefined if a text is none.
    rollsReview(text: &str) -> Option<Ts<RollsView>> { self.0.rolls_review(text)?.as_ref().map(js).transpose() }

    /// What the decisions of a game of several cost in chance to win. Undefined for a game alone.
    reviewChances(text: &str, player: Option<usize>) -> Option<Ts<WinAnswer>> {
        self.0.review_chances(text, player)?.as_ref().map(js).transpose()
    }

    /// Explains a decision: the position, and the choice that was made.
    explainMistake(position: &str, chosen: &str) -> Vec<Ts<Explanation>> { each(&self.0.explain_mistake(position, chosen)?) }

    /// The position with this number, from 0, in a quiz.
    quizPosition(of: Ts<QuizOf>, number: f64) -> Ts<PuzzleView> { js(&self.0.quiz_position(&rust(of)?, number)?) }

    /// The first steps of a newcomer; none if these rules do not fit them.
    firstSteps() -> Vec<Ts<FirstStepView>> { each(&self.0.first_steps()) }

    /// The ten of a day, like 20261123.
    dailyTen(day: u32) -> Vec<Ts<PuzzleView>> { each(&self.0.daily_ten(day)?) }

    /// Any position, to learn from it.
    puzzleOf(position: &str) -> Ts<PuzzleView> { js(&self.0.puzzle_of(position)?) }

    /// The solution of a position after a reply; no reply means that it was given up. `how` gives the data to record.
    solution(position: &str, reply: Option<String>, how: Option<Ts<AnsweredIn>>) -> Ts<SolutionView> {
        js(&self.0.solution(position, reply, how.map(rust).transpose()?)?)
    }

    /// The topics of a quiz.
    topics() -> Ts<TopicsView> { js(&quiz::topics()) }

    /// The result of the answers in these lines.
    tally(lines: &str) -> Ts<TallyView> { js(&quiz::tally(lines)) }

    /// The records of the players of a game that is over.
    gameRecords(text: &str, at: f64) -> Vec<Ts<RecordView>> { each(&self.0.game_records(text, at)?) }

    /// The records of a game that is looked over, if it is that of the owner of the history with these lines, or `mine`.
    reviewedRecords(text: &str, player: Option<usize>, mine: bool, lines: &str, at: f64) -> Ts<ReviewedRecords> {
        js(&self.0.reviewed_records(text, player, mine, lines, at)?)
    }

    /// The records of a history in text.
    readHistory(text: &str) -> Ts<RecordList> { js(&history::read(text)) }

    /// The progress of a player, or of the one with the most games.
    progress(lines: &str, player: Option<String>, at: f64) -> Ts<ProgressView> { js(&self.0.progress(lines, player, at)) }

    /// The scores of a player beside those of the best play.
    scoresBesideBest(lines: &str, player: &str) -> Ts<ScoresBesideBest> { js(&self.0.scores_beside_best(lines, player)?) }

    /// The deck of the player with the most games.
    deck(lines: &str, at: f64) -> Ts<DeckView> { js(&self.0.deck(lines, at)) }

    /// The answers of a day, and the streak up to today.
    daily(lines: &str, day: u32, today: u32) -> Ts<DailyView> { js(&self.0.daily(lines, day, today)) }

    /// The cards of rules for this game.
    ruleCards() -> Vec<Ts<RuleCardView>> { each(&self.0.rule_cards()) }

    /// The exact expected score of a card of rules.
    ruleCardValue(name: &str) -> f64 { Ok(self.0.rule_card_value(name)?) }

    /// The action of a card of rules in a position.
    ruleCardSays(name: &str, position: &str) -> Ts<RuleCardSays> { js(&self.0.rule_card_says(name, position)?) }
}
