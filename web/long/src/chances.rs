//! Chances to win and to reach a target.

use yahtzee_dialogue::Question;
use yahtzee_solver::advise::Aim;
use yahtzee_solver::win::{Chance, Live, Side};
use yahtzee_solver::{Contest, Follower, Game, Objective, ValueTable};

use crate::progress;

/// The memory for the distributions of final scores, in bytes; it is filled quickly.
const LIVE: u64 = 40_000_000;

/// Computes chances, and keeps the results that the last turn needed.
pub struct Chances {
    table: &'static ValueTable,
    live: Option<&'static Live<'static>>,
    last: Option<(Objective, Side, Aim)>,
}

impl Chances {
    /// The chances of a table; they are computed on demand.
    pub fn new(table: &'static ValueTable) -> Chances {
        Chances { table, live: None, last: None }
    }

    /// The contest; its distributions are computed on first use.
    pub fn contest(&mut self) -> Contest<'static> {
        let table = self.table;
        let live = self.live.get_or_insert_with(|| {
            let scores = Follower::new(table).with(progress::reporting()).final_scores(LIVE).expect("nobody ends it");
            Box::leak(Box::new(Live::new(table, scores).expect("scores of the table")))
        });
        Contest::new(live)
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

    /// The chances of the players of a game to win; with `react`, the two players of a game look at each other's card.
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
