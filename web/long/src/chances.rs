//! Chances to win and to reach a target.

use yahtzee_dialogue::Question;
use yahtzee_solver::advise::Aim;
use yahtzee_solver::win::{Chance, Live, Side, WinReview};
use yahtzee_solver::{Contest, Follower, Game, Objective, ValueTable};

use crate::progress;

/// The memory for the distributions of final scores in a game that is played, in bytes: as much as is filled in a moment.
const LIVE: u64 = 40_000_000;
/// The same for reviews: as much as all states of a game of five dice need, so that the chances are those of the program.
const REVIEW: u64 = 250_000_000;

/// Computes chances, and keeps the results that the last turn needed.
pub struct Chances {
    table: &'static ValueTable,
    live: Option<&'static Live<'static>>,
    of_reviews: Option<&'static Live<'static>>,
    last: Option<(Objective, Side, Aim)>,
}

impl Chances {
    /// The chances of a table; they are computed on demand.
    pub fn new(table: &'static ValueTable) -> Chances {
        Chances { table, live: None, of_reviews: None, last: None }
    }

    /// The contest; its distributions are computed on first use.
    pub fn contest(&mut self) -> Contest<'static> {
        let table = self.table;
        Contest::new(self.live.get_or_insert_with(|| live(table, LIVE)))
    }

    /// The aim of an objective in the turn of a question.
    ///
    /// # Errors
    ///
    /// The reason why there is no answer.
    pub fn aim(&mut self, objective: Objective, question: &Question) -> Result<Aim, String> {
        let side = Side { card: question.position.card().clone(), rounds: question.rounds.clone() };
        if let Some((_, _, aim)) = self.last.as_ref().filter(|(wanted, of, _)| *wanted == objective && *of == side) {
            return Ok(aim.clone());
        }
        let aim = self.contest().aim_for(&side, objective.clone()).map_err(|error| error.to_string())?;
        let (aim, _) = aim.ok_or("the card is full: there is nothing to decide")?;
        self.last = Some((objective, side, aim.clone()));
        Ok(aim)
    }

    /// The review of the game of one player against the others in chance to win.
    ///
    /// # Errors
    ///
    /// What cannot be answered.
    pub fn review(&mut self, games: &[&Game], player: usize, react: bool) -> Result<WinReview, String> {
        let table = self.table;
        let contest = Contest::new(self.of_reviews.get_or_insert_with(|| live(table, REVIEW)));
        contest.reacting(react).review(games, player).map_err(|error| error.to_string())
    }

    /// The chances of the players of a game to win; `react` says that both of two look at each other's card.
    ///
    /// # Errors
    ///
    /// The reason why there is no answer.
    pub fn to_win(&mut self, games: &[&Game], react: bool) -> Result<Vec<Chance>, String> {
        let contest = self.contest().reacting(react);
        let in_turn = Contest::in_turn(games);
        let aim = match in_turn {
            None => None,
            Some(player) => {
                let sides: Vec<Side> = games.iter().map(|game| Side::of(game)).collect();
                contest.aim(&sides, player).map_err(|error| error.to_string())?
            }
        };
        contest.live(games, aim.as_ref(), false).map_err(|error| error.to_string())
    }
}

/// Live chances, from distributions of final scores in so many bytes.
fn live(table: &'static ValueTable, bytes: u64) -> &'static Live<'static> {
    let scores = Follower::new(table).with(progress::reporting()).final_scores(bytes).expect("nobody ends it");
    Box::leak(Box::new(Live::new(table, scores).expect("scores of the table")))
}
