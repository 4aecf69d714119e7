//! The players of head-to-head games as players of a duel, to find their loss exactly.

use super::head_to_head::Contestant;
use super::live::Live;
use super::score_worths::ScoreWorths;
use crate::advise::duel::DuelBook;
use crate::advise::duel_player::DuelPlayer;
use crate::evaluate::Ties;
use crate::rules::State;
use crate::solve::ValueTable;

/// A player of head-to-head games in a duel: [`Contestant::Optimal`] (for expected score), [`Contestant::Win`] or [`Contestant::Duel`].
///
/// The book of [`Contestant::Duel`] may be of a duel against an imperfect player ([`Duel::players`](super::Duel::players)): this one then assumes
/// that every opponent plays so.
#[derive(Clone, Debug)]
pub struct Duelist<'a> {
    table: &'a ValueTable,
    looks_at: LooksAt<'a>,
    ties: Ties,
    /// The number of filled categories at each position of the state space.
    filled: Vec<u8>,
}

/// The source of a player's chances to win. Of equal ones the expected score decides.
#[derive(Clone, Copy, Debug)]
enum LooksAt<'a> {
    Nothing,
    Chances(&'a Live),
    Book(&'a DuelBook),
}

/// Scores are at least 0 in computations of chances, so this is added to a difference.
const LEVEL: i32 = 1 << 20;

impl<'a> Duelist<'a> {
    /// This player; `None` for [`Contestant::Greedy`], who plays by different values.
    pub fn new(table: &'a ValueTable, player: Contestant<'a>) -> Option<Duelist<'a>> {
        let looks_at = match player {
            Contestant::Optimal => LooksAt::Nothing,
            Contestant::Win(live) => LooksAt::Chances(live),
            Contestant::Duel(book) => LooksAt::Book(book),
            Contestant::Greedy => return None,
        };
        let space = table.space();
        let mut filled = vec![0; space.width()];
        for row in space.rows() {
            for (position, State { filled: of_state, .. }) in space.futures(row) {
                filled[position] = of_state.count() as u8;
            }
        }
        Some(Duelist { table, looks_at, ties: Ties::Half, filled })
    }

    /// How [`Contestant::Win`] counts a tie for itself. The book of [`Contestant::Duel`] counts them as its duel does.
    #[must_use]
    pub fn ties(self, ties: Ties) -> Duelist<'a> {
        Duelist { ties, ..self }
    }
}

impl DuelPlayer for Duelist<'_> {
    fn to_come(&self) -> &[f64] {
        self.table.values()
    }

    fn at_once(&self) -> f64 {
        match self.looks_at {
            LooksAt::Nothing => 0.0,
            LooksAt::Chances(_) | LooksAt::Book(_) => 1.0,
        }
    }

    fn worths<'s>(&'s self, opponent: usize) -> Box<dyn Fn(usize, i32) -> f64 + 's> {
        let categories = self.table.rules().category_count();
        let of_opponent = usize::from(self.filled[opponent]);
        let live = match self.looks_at {
            // Only points decide.
            LooksAt::Nothing => return Box::new(|_, _| 0.0),
            LooksAt::Book(book) => {
                // The opponent moves next. Lanes beyond the reachable differences have no value, and are not read.
                return Box::new(move |position, ahead| {
                    let open = 2 * categories - of_opponent - usize::from(self.filled[position]);
                    -book.balance_at(opponent, position, open, -ahead).unwrap_or(0.0)
                });
            }
            LooksAt::Chances(live) => live,
        };
        // After the turn the player has as many open categories as the opponent, or one fewer; their distributions may have different steps.
        let by_score = [0, 1].map(|more| {
            let mut by_score = ScoreWorths::default();
            let open_after = (categories - of_opponent).saturating_sub(more);
            live.worths_against((opponent, of_opponent, LEVEL as u32), self.ties, open_after, &mut by_score);
            by_score
        });
        Box::new(move |position, ahead| {
            let more = usize::from(self.filled[position]).saturating_sub(of_opponent).min(1);
            live.mean(position, (LEVEL + ahead) as u32, &by_score[more])
        })
    }
}
