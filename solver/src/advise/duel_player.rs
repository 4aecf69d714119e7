//! Players of a duel who are not perfect: what they give up against one who is, exactly.

/// How a player of a duel chooses: the end of a turn that is worth most, and of equal ones that of the highest expected score.
pub trait DuelPlayer: Sync {
    /// The expected points still to come at each position of the state space.
    fn to_come(&self) -> &[f64];

    /// What the ends of a turn are worth against an opponent whose state is at this position: by the position of the state after the turn, and by how many
    /// points the player is then ahead, without upper bonuses.
    fn worths<'s>(&'s self, opponent: usize) -> Box<dyn Fn(usize, i32) -> f64 + 's>;
}
