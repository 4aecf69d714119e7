//! Win against other players: live chances, contests of several players, head-to-head games, and reviews by chance to win.

mod contest;
mod duelist;
mod head_to_head;
mod live;
mod review;
mod score_worths;

pub use crate::advise::duel::{Duel, DuelBook, DuelValues, DuelWork, Shares};
pub use crate::advise::duel_player::DuelPlayer;
pub use crate::game::Standing;
pub use contest::{Chance, Contest, Side};
pub use duelist::Duelist;
pub use head_to_head::{Contestant, HeadToHead, HeadToHeadResults, Results};
pub use live::Live;
pub use review::{TurningPoint, WinDecision, WinReview, WinTurn};
