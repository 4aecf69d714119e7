//! The review of a played game.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::session::saved;
use yahtzee_dialogue::{Question, say, words};
use yahtzee_solver::advise::{Grade, ReviewedDecision, ReviewedTurn};
use yahtzee_solver::game::DecisionKind;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{Game, LookaheadStrategy, Player, Position, Review, StrategyPlayer, TurnOption, ValueTable, WrittenAction};

use crate::Engine;
use crate::card::CardView;
use crate::view::{ChoiceView, ExplanationList, TextView, faces, would_score};

/// A reviewed game.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ReviewView {
    /// All players, and the player of this game.
    players: Vec<String>,
    player: usize,
    complete: bool,
    /// Whether the text was edited after the program saved it.
    edited: bool,
    card: CardView,
    /// The final score, or the expected one if the game is not complete.
    final_score: f64,
    expected_at_start: f64,
    luck: f64,
    loss: f64,
    #[tsify(type = "string | null")]
    grade: Option<&'static str>,
    /// The scale of the grades: each with its upper bound of the mean loss of a turn.
    scale: Vec<TextView>,
    /// The kinds of decisions, each with its loss.
    kinds: Vec<(TextView, f64)>,
    /// The worst first.
    mistakes: Vec<DecisionView>,
    /// The best decision: of the right ones, the one in which a player who considers only this turn would have lost the most.
    #[tsify(type = "DecisionView | null")]
    find: Option<DecisionView>,
    /// The loss of such a player there.
    find_gain: f64,
    turns: Vec<TurnView>,
    /// Moves taken back, in the notation of the program.
    taken_back: Vec<String>,
}

/// A turn.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TurnView {
    number: usize,
    luck: f64,
    loss: f64,
    decisions: Vec<DecisionView>,
}

/// A decision.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DecisionView {
    turn: usize,
    /// The position in the notation of the program, and its parts.
    position: String,
    dice: Vec<u8>,
    rerolls_left: u8,
    card: String,
    chosen: ChoiceView,
    best: ChoiceView,
    /// The loss of the choice in points; 0 if it ties with the best.
    loss: f64,
    /// The expected final score before the choice (that is, after the best one), and after it.
    before: f64,
    after: f64,
    /// The points that each category would score, with the extra bonus.
    #[tsify(type = "([number, number] | null)[]")]
    would: Vec<Option<[u32; 2]>>,
}

impl DecisionView {
    fn new(turn: &ReviewedTurn, decision: &ReviewedDecision, table: &ValueTable) -> DecisionView {
        let rules = table.rules();
        let position = position_of(turn, decision);
        let choice = |option: &TurnOption| ChoiceView::new(&option.action, &decision.roll, rules);
        DecisionView {
            would: would_score(&position),
            turn: turn.number,
            position: position.to_string(),
            dice: faces(&decision.roll),
            rerolls_left: decision.rerolls_left.get(),
            card: turn.card.to_string(),
            chosen: choice(&decision.chosen),
            best: choice(&decision.best),
            loss: if decision.loss() < TIE_TOLERANCE { 0.0 } else { decision.loss() },
            before: decision.best.expected_final,
            after: decision.chosen.expected_final,
        }
    }
}

fn position_of(turn: &ReviewedTurn, decision: &ReviewedDecision) -> Position {
    Position::new(turn.card.clone(), decision.roll, decision.rerolls_left).expect("a position of a game")
}

/// The best decision, and the loss there of a player who considers only this turn.
fn find<'r>(review: &'r Review, table: &ValueTable) -> Option<(&'r ReviewedTurn, &'r ReviewedDecision, f64)> {
    let mut greedy = StrategyPlayer::new(LookaheadStrategy::greedy(table.model()));
    let mut gain = |turn: &ReviewedTurn, decision: &ReviewedDecision| {
        let position = position_of(turn, decision);
        let question = Question::new(position.clone()).comparing(&greedy.choose(&position).ok()?);
        question.answer(table, None).ok()?.chosen.map(|chosen| chosen.loss)
    };
    let right = review.turns.iter().flat_map(|turn| turn.decisions.iter().map(move |decision| (turn, decision)));
    let right = right.filter(|(_, decision)| decision.loss() < TIE_TOLERANCE);
    let gains = right.filter_map(|(turn, decision)| Some((turn, decision, gain(turn, decision)?)));
    gains.filter(|(.., gain)| *gain >= TIE_TOLERANCE).max_by(|(.., a), (.., b)| a.total_cmp(b))
}

/// A game to review, with the other data in its text.
struct Played {
    game: Game,
    players: Vec<String>,
    player: usize,
    edited: bool,
    taken_back: Vec<String>,
}

impl Played {
    /// Reads a game saved by `yahtzee play`, or a single game. Of several players it takes this one, or else the first person.
    fn read(text: &str, player: Option<usize>, table: &ValueTable) -> Result<Played, String> {
        if !saved::is_ours(text) {
            let game = Game::parse(text, table.rules()).map_err(|error| error.to_string())?;
            return Ok(Played { game, players: Vec::new(), player: 0, edited: false, taken_back: Vec::new() });
        }
        let saved = saved::parse(text)?;
        let first = saved.seats.iter().position(|seat| seat.is_person()).unwrap_or(0);
        let player = player.filter(|&player| player < saved.seats.len()).unwrap_or(first);
        Ok(Played {
            game: saved.seats[player].game.clone(),
            players: saved.seats.iter().map(|seat| seat.name.clone()).collect(),
            player,
            edited: saved.edited,
            taken_back: saved.seats[player].taken_back.iter().map(|taken| taken.text()).collect(),
        })
    }
}

impl ReviewView {
    fn new(played: Played, review: &Review, table: &ValueTable) -> ReviewView {
        let rules = table.rules();
        let found = find(review, table);
        let kinds = review.holds(rules).chain([DecisionKind::Category]);
        let view = |turn: &ReviewedTurn, decision: &ReviewedDecision| DecisionView::new(turn, decision, table);
        let turn = |turn: &ReviewedTurn| TurnView {
            number: turn.number,
            luck: turn.luck,
            loss: turn.loss,
            decisions: turn.decisions.iter().map(|decision| view(turn, decision)).collect(),
        };
        ReviewView {
            complete: review.complete,
            card: CardView::in_round(played.game.card(), &played.game.rounds(), table),
            final_score: review.final_score,
            expected_at_start: review.expected_at_start,
            luck: review.luck,
            loss: review.loss,
            grade: review.grade().map(Grade::name),
            scale: Grade::SCALE.map(|(grade, below)| TextView::from(words::grade(grade, below))).into(),
            kinds: kinds.map(|kind| (words::kind_in_words(kind).into(), review.loss_of(kind))).collect(),
            find: found.map(|(turn, decision, _)| view(turn, decision)),
            find_gain: found.map_or(0.0, |(.., gain)| gain),
            mistakes: review.mistakes().into_iter().map(|(turn, decision)| view(turn, decision)).collect(),
            turns: review.turns.iter().map(turn).collect(),
            players: played.players,
            player: played.player,
            edited: played.edited,
            taken_back: played.taken_back,
        }
    }
}

impl Engine {
    /// Reviews a game: of several players this one, or else the first person's.
    ///
    /// # Errors
    ///
    /// An error in the text.
    pub fn review(&self, text: &str, player: Option<usize>) -> Result<ReviewView, String> {
        let played = Played::read(text, player, self.table)?;
        let review = played.game.review(self.table).map_err(|error| error.to_string())?;
        Ok(ReviewView::new(played, &review, self.table))
    }

    /// The share of optimal games with less luck than a complete game, in words. `None` if the game is not complete.
    ///
    /// # Errors
    ///
    /// An error in the text.
    pub fn luck_share(&self, text: &str, player: Option<usize>) -> Result<Option<TextView>, String> {
        let game = Played::read(text, player, self.table)?.game;
        let review = game.review(self.table).map_err(|error| error.to_string())?;
        if !review.complete {
            return Ok(None);
        }
        let scores = yahtzee_web_long::optimal_scores(&game, self.table)?;
        Ok(review.luck_share(&scores).map(|share| words::luck_share(share).into()))
    }

    /// Explains a decision of a review: the position, and the choice.
    ///
    /// # Errors
    ///
    /// An error in the position or the choice.
    pub fn explain_mistake(&self, position: &str, chosen: &str) -> Result<ExplanationList, String> {
        let position = Position::parse(position, self.table.rules()).map_err(|error| error.to_string())?;
        let written = WrittenAction::parse(chosen, self.table.rules(), position.card()).map_err(|error| error.to_string())?;
        let question = Question { chosen: Some(written), ..Question::new(position).asking_why() };
        let answer = question.answer(self.table, self.spread).map_err(|error| error.to_string())?;
        Ok(ExplanationList::new(answer.explained(say!("The best"), say!("your choice"))))
    }
}
