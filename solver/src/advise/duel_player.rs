//! Imperfect players of a duel: their exact loss against a perfect one.

/// How a player of a duel chooses: the end of a turn with the highest worth; of equal ones, the one with the highest expected score.
pub trait DuelPlayer: Sync {
    /// The expected points still to come at each position of the state space.
    fn to_come(&self) -> &[f64];

    /// The worth of an end that wins the game at once; no other end has a higher one. For a player who looks at points alone it is that of every end.
    fn at_once(&self) -> f64;

    /// The worths of a turn's ends against an opponent whose state is at this position. The arguments of the function are the position of the state
    /// after the turn and the player's lead in points then, without upper bonuses.
    fn worths<'s>(&'s self, opponent: usize) -> Box<dyn Fn(usize, i32) -> f64 + 's>;
}
