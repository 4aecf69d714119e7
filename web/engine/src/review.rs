//! The review of a played game.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::session::Played;
use yahtzee_dialogue::words::winning;
use yahtzee_dialogue::{Question, words};
use yahtzee_solver::advise::{BestDecision, Grade, ReviewedDecision, ReviewedTurn};
use yahtzee_solver::game::DecisionKind;
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::say;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::win::{WinDecision, WinReview};
use yahtzee_solver::{Position, Review, RuleSet, TurnOption, ValueTable, WrittenAction};

use crate::Engine;
use crate::card::CardView;
use crate::progress::reporting;
use crate::view::{ChoiceView, ExplanationList, faces, would_score};

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
    scale: Vec<String>,
    /// The kinds of decisions, each with its loss.
    kinds: Vec<(String, f64)>,
    /// The worst first.
    mistakes: Vec<DecisionView>,
    /// The best decision.
    #[tsify(type = "BestView | null")]
    best: Option<BestView>,
    turns: Vec<TurnView>,
    /// How many decisions were made with help; null if none.
    #[tsify(type = "string | null")]
    aided: Option<String>,
    /// Moves taken back, in the notation of the program.
    taken_back: Vec<String>,
}

/// The best decision of a game, and why it is that.
#[derive(Serialize, Tsify)]
pub struct BestView {
    #[serde(flatten)]
    decision: DecisionView,
    /// What it gained, in points.
    gain: f64,
    said: String,
}

/// The chance to win through a reviewed game of several players.
#[derive(Serialize, Tsify)]
pub struct ChancesView {
    /// Before the first roll and after all moves, in words.
    start: String,
    now: String,
    /// Before the first roll, in per cent.
    from: f64,
    /// The decisions of the review, in its order.
    decisions: Vec<ChanceView>,
    /// The moments that changed it most.
    points: Vec<String>,
}

/// What a decision made of the chance to win.
#[derive(Serialize, Tsify)]
pub struct ChanceView {
    /// The chance after the choice that is best to win, and after that of the player, in per cent.
    before: f64,
    after: f64,
    /// What the choice cost, in percentage points; 0 if it is as good as the best.
    loss: f64,
    said: String,
}

impl ChancesView {
    fn new(review: &WinReview, rules: &RuleSet) -> ChancesView {
        let percent = |option: &TurnOption| option.worth.map_or(0.0, |worth| 100.0 * worth.value);
        let decision = |decision: &WinDecision| ChanceView {
            before: percent(&decision.best),
            after: percent(&decision.chosen),
            loss: if decision.chosen.ties_with_best() { 0.0 } else { 100.0 * decision.loss() },
            said: winning::chance_decided(decision, review, rules),
        };
        ChancesView {
            start: winning::chance_then(review.start(), review),
            now: winning::chance_then(review.now, review),
            from: 100.0 * review.start(),
            decisions: review.turns.iter().flat_map(|turn| &turn.decisions).map(decision).collect(),
            points: winning::turning_points(review).into_iter().collect(),
        }
    }
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
        let position = Position::new(turn.card.clone(), decision.roll, decision.rerolls_left).expect("a position of a game");
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

impl ReviewView {
    fn new(played: &Played, player: usize, review: &Review, table: &ValueTable) -> Result<ReviewView, OtherRules> {
        let seat = &played.seats[player];
        let rules = table.rules();
        let kinds = review.holds(rules).chain([DecisionKind::Category]);
        let view = |turn: &ReviewedTurn, decision: &ReviewedDecision| DecisionView::new(turn, decision, table);
        let best =
            |BestDecision { turn, decision, gain }| BestView { decision: view(turn, decision), gain, said: words::best_decision(gain) };
        let turn = |turn: &ReviewedTurn| TurnView {
            number: turn.number,
            luck: turn.luck,
            loss: turn.loss,
            decisions: turn.decisions.iter().map(|decision| view(turn, decision)).collect(),
        };
        let decisions = review.turns.iter().map(|turn| turn.decisions.len()).sum();
        Ok(ReviewView {
            complete: review.complete,
            card: CardView::in_round(seat.game.card(), &seat.game.rounds(), table),
            final_score: review.final_score,
            expected_at_start: review.expected_at_start,
            luck: review.luck,
            loss: review.loss,
            grade: review.grade().map(Grade::name),
            scale: Grade::SCALE.map(|(grade, below)| words::grade(grade, below)).into(),
            kinds: kinds.map(|kind| (words::kind_in_words(kind), review.loss_of(kind))).collect(),
            best: review.best_decision(table)?.map(best),
            mistakes: review.mistakes().into_iter().map(|(turn, decision)| view(turn, decision)).collect(),
            turns: review.turns.iter().map(turn).collect(),
            players: played.seats.iter().map(|seat| seat.name.clone()).collect(),
            player,
            edited: played.edited,
            aided: played.mode.map(|mode| seat.aided(mode)).filter(|aided| *aided > 0).map(|aided| words::aided(aided, decisions)),
            taken_back: seat.taken_back.iter().map(|taken| taken.text()).collect(),
        })
    }
}

impl Engine {
    /// The games of a text, and whose is shown: this player's, or else the first person's.
    fn played(&self, text: &str, player: Option<usize>) -> Result<(Played, usize), String> {
        let played = Played::read(text, self.service.rules())?;
        let first = played.seats.iter().position(|seat| seat.is_person()).unwrap_or(0);
        let player = player.filter(|&player| player < played.seats.len()).unwrap_or(first);
        Ok((played, player))
    }

    /// Reviews a game. Of several players it takes this one, or else the first person.
    ///
    /// # Errors
    ///
    /// An error in the text.
    pub fn review(&self, text: &str, player: Option<usize>) -> Result<ReviewView, String> {
        let (played, player) = self.played(text, player)?;
        let review = self.service.review(&played.seats[player].game).map_err(|error| error.to_string())?;
        ReviewView::new(&played, player, &review, self.service.table()).map_err(|error| error.to_string())
    }

    /// The share of optimal games with less luck than a complete game, in words. `None` if the game is not complete.
    ///
    /// # Errors
    ///
    /// An error in the text.
    pub fn luck_share(&self, text: &str, player: Option<usize>) -> Result<Option<String>, String> {
        let (played, player) = self.played(text, player)?;
        let game = &played.seats[player].game;
        let review = self.service.review(game).map_err(|error| error.to_string())?;
        let share = self.service.luck_share(game, &review, &reporting()).map_err(|error| error.to_string())?;
        Ok(share.map(words::luck_share))
    }

    /// What the decisions of a game of several cost in chance to win. `None` if one player played alone.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub fn review_chances(&self, text: &str, player: Option<usize>) -> Result<Option<ChancesView>, String> {
        let (played, player) = self.played(text, player)?;
        let review = self.service.review_to_win(&played, player, &reporting()).map_err(|error| error.to_string())?;
        Ok(review.map(|review| ChancesView::new(&review, self.service.rules())))
    }

    /// Explains a decision of a review: the position, and the choice that was made.
    ///
    /// # Errors
    ///
    /// An error in the position or the choice.
    pub fn explain_mistake(&self, position: &str, chosen: &str) -> Result<ExplanationList, String> {
        let position = Position::parse(position, self.service.rules()).map_err(|error| error.to_string())?;
        let written = WrittenAction::parse(chosen, self.service.rules(), position.card()).map_err(|error| error.to_string())?;
        let question = Question { chosen: Some(written), ..Question::new(position).asking_why() };
        let answer = self.service.answer(question).map_err(|error| error.to_string())?;
        Ok(ExplanationList(answer.explained(&say!("The best"), say!("your choice"))))
    }
}
