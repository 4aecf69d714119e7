//! Chances to win and to reach a target.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::session::Seat;
use yahtzee_dialogue::{Question, saved, words};
use yahtzee_solver::advise::Aim;
use yahtzee_solver::win::{Live, Side};
use yahtzee_solver::{Contest, Follower, Game, Objective, ValueTable};

use crate::Engine;
use crate::progress;

/// The memory for the distributions of final scores, in bytes: as much as is filled in a moment.
const LIVE: u64 = 40_000_000;

/// Works out chances, and keeps what the last turn needed.
pub(crate) struct Chances {
    table: &'static ValueTable,
    live: Option<&'static Live<'static>>,
    last: Option<(Objective, Side, Aim)>,
}

/// The chances of the players of a game.
#[derive(Serialize, Tsify)]
pub struct Stakes {
    /// The chance of each player to win, in words.
    chances: Vec<String>,
}

impl Chances {
    pub(crate) fn new(table: &'static ValueTable) -> Chances {
        Chances { table, live: None, last: None }
    }

    /// The contest, whose distributions are worked out when it is first asked for.
    pub(crate) fn contest(&mut self) -> Contest<'static> {
        let table = self.table;
        let live = self.live.get_or_insert_with(|| {
            let scores = Follower::new(table).progress(&progress::report).final_scores(LIVE);
            Box::leak(Box::new(Live::new(table, scores).expect("scores of the table")))
        });
        Contest::new(live)
    }

    /// The aim of an objective in the turn of a question.
    pub(crate) fn aim(&mut self, objective: Objective, question: &Question) -> Result<Aim, String> {
        let side = Side { card: question.position.card().clone(), rounds: question.rounds.clone() };
        if let Some((_, _, aim)) = self.last.as_ref().filter(|(wanted, of, _)| *wanted == objective && *of == side) {
            return Ok(aim.clone());
        }
        let aim = self.contest().aim_for(&side, objective.clone()).map_err(|error| error.to_string())?;
        let (aim, _) = aim.ok_or("the card is full: there is nothing to decide")?;
        self.last = Some((objective, side, aim.clone()));
        Ok(aim)
    }

    fn stakes(&mut self, games: &[&Game], react: bool) -> Result<Stakes, String> {
        let contest = self.contest().reacting(react);
        let in_turn = Contest::in_turn(games);
        let aim = match in_turn {
            None => None,
            Some(player) => {
                let sides: Vec<Side> = games.iter().map(|game| Side::of(game)).collect();
                contest.aim(&sides, player).map_err(|error| error.to_string())?
            }
        };
        let chances = contest.live(games, aim.as_ref(), false).map_err(|error| error.to_string())?;
        Ok(Stakes { chances: chances.iter().map(words::chance).collect() })
    }
}

impl Engine {
    /// The chances of the players of a saved game.
    ///
    /// # Errors
    ///
    /// What is wrong with the text of the game.
    pub fn stakes(&mut self, saved: &str) -> Result<Stakes, String> {
        let saved = saved::parse(saved)?;
        let games: Vec<&Game> = saved.seats.iter().map(|seat| &seat.game).collect();
        self.chances.stakes(&games, saved.seats.iter().all(Seat::reacts))
    }
}
