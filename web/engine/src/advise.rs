//! Questions about a position, and their answers.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use yahtzee_dialogue::{Answer, Question, objectives};
use yahtzee_solver::{Goal, Objective, Opponents, Points, Position, RuleSet, Scorecard, Ties, ValueTable, WrittenAction};

use crate::Engine;
use crate::card::CardView;
use crate::view::{ExplanationView, LineView, OptionView, faces};

/// A question, in the notation of the program.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    dice: String,
    /// Without it, the most that the card allows.
    #[tsify(optional)]
    rerolls_left: Option<u8>,
    card: String,
    /// An action to compare with the best.
    #[tsify(optional)]
    chosen: Option<String>,
    /// Points in a category, like `yahtzee` or `chance=24`.
    #[tsify(optional)]
    goal: Option<String>,
    /// A final score to reach.
    #[tsify(optional)]
    target: Option<u32>,
    /// Opponents to beat: cards, final scores or `new`.
    #[serde(default)]
    #[tsify(optional)]
    against: Vec<String>,
    #[serde(default)]
    #[tsify(optional)]
    why: bool,
}

/// The answer to a question.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Answered {
    dice: Vec<u8>,
    rerolls_left: u8,
    card: CardView,
    /// The title of the amounts.
    measure: String,
    /// Whether the chances are approximate.
    approximate: bool,
    options: Vec<OptionView>,
    /// The options as good as the best; empty if there are none.
    ties: String,
    verdict: Vec<LineView>,
    aim: Vec<LineView>,
    goal: Vec<LineView>,
    why: Vec<ExplanationView>,
}

/// A position that was typed or came with a link.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    dice: Vec<u8>,
    rerolls_left: u8,
    card: CardView,
}

impl Asked {
    fn question(&self, rules: &RuleSet) -> Result<Question, String> {
        let roll = rules.parse_roll(&self.dice).map_err(|error| error.to_string())?;
        let card = Scorecard::parse(&self.card, rules).map_err(|error| error.to_string())?;
        let rerolls_left = self.rerolls_left.map_or(Ok(card.rerolls()), |left| rules.rerolls_left_with(card.saved(), left));
        let rerolls_left = rerolls_left.map_err(|error| error.to_string())?;
        let chosen = self.chosen.as_ref().map(|chosen| WrittenAction::parse(chosen, rules, &card)).transpose();
        let goal = self.goal.as_ref().map(|goal| Goal::parse(goal, rules)).transpose();
        Ok(Question {
            chosen: chosen.map_err(|error| error.to_string())?,
            goal: goal.map_err(|error| error.to_string())?,
            why: self.why,
            ..Question::new(Position::new(card, roll, rerolls_left).map_err(|error| error.to_string())?)
        })
    }

    /// What to maximise, if that is not the expected score.
    fn objective(&self, rules: &RuleSet) -> Result<Option<Objective>, String> {
        if let Some(target) = self.target {
            return Ok(Some(Objective::Target(Points::new(target))));
        }
        if self.against.is_empty() {
            return Ok(None);
        }
        let named = self.against.iter().map(|text| objectives::opponent(text, rules)).collect::<Result<_, _>>()?;
        let opponents = Opponents::new(named, 0, Ties::Half).map_err(|error| error.to_string())?;
        Ok(Some(Objective::Against(opponents)))
    }
}

impl Answered {
    fn new(answer: &Answer<'_>, approximate: bool, table: &ValueTable) -> Answered {
        let (position, measure) = (&answer.question.position, answer.measure());
        Answered {
            dice: faces(&position.roll()),
            rerolls_left: position.rerolls_left().get(),
            card: CardView::new(position.card(), table),
            measure: measure.title().to_owned(),
            approximate,
            options: OptionView::all(&answer.advice.options, position, measure, |option| answer.risk(option)),
            ties: answer.ties().unwrap_or_default(),
            verdict: LineView::all(answer.verdict()),
            aim: LineView::all(answer.aim_in_words()),
            goal: LineView::all(answer.goal_in_words()),
            why: answer.explained("Why", "Your choice").into_iter().map(ExplanationView::from).collect(),
        }
    }
}

impl Engine {
    /// Answers a question.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and what would be right.
    pub fn advise(&mut self, asked: &Asked) -> Result<Answered, String> {
        let rules = self.table.rules();
        let question = asked.question(rules)?;
        let (question, approximate) = match asked.objective(rules)? {
            None => (question, false),
            Some(objective) => {
                let (aim, approximate) = self.chances.aim(objective, question.position.card())?;
                (question.aiming(aim), approximate)
            }
        };
        let answer = question.answer(self.table, self.spread).map_err(|error| error.to_string())?;
        Ok(Answered::new(&answer, approximate, self.table))
    }

    /// Reads a position in the notation of the program: `11666 rerolls=2 ones=3`.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn position(&self, text: &str) -> Result<PositionView, String> {
        let position = Position::parse(text, self.table.rules()).map_err(|error| error.to_string())?;
        let card = CardView::new(position.card(), self.table);
        Ok(PositionView { dice: faces(&position.roll()), rerolls_left: position.rerolls_left().get(), card })
    }
}
