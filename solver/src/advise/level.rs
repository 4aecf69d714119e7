//! Losses in a word: how bad a mistake is, and how strong a player.

use crate::solve::TIE_TOLERANCE;

/// How strong the decisions of a game are, without its luck: by the mean loss of a turn, in points.
///
/// The limits are those of players whose loss is known exactly. In `hasbro` one-turn lookahead loses 0.07 a turn, the full card of rules 0.82, the card
/// for beginners 1.84, the most points each turn 2.87, and random moves 16 (`yahtzee evaluate`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum PlayerLevel {
    /// Less than 0.1 a turn.
    NearPerfect,
    /// Less than 0.4.
    Expert,
    /// Less than 1.1.
    Strong,
    /// Less than 2.
    Good,
    /// Less than 3.5.
    Casual,
    /// 3.5 or more.
    Beginner,
}

impl PlayerLevel {
    /// The levels, best first. Each has an upper bound of the mean loss of a turn, in points.
    pub const SCALE: [(PlayerLevel, f64); 6] = [
        (PlayerLevel::NearPerfect, 0.1),
        (PlayerLevel::Expert, 0.4),
        (PlayerLevel::Strong, 1.1),
        (PlayerLevel::Good, 2.0),
        (PlayerLevel::Casual, 3.5),
        (PlayerLevel::Beginner, f64::INFINITY),
    ];

    /// The level for this mean loss of a turn, in points.
    pub fn of(loss_a_turn: f64) -> PlayerLevel {
        PlayerLevel::SCALE.into_iter().find(|(_, below)| loss_a_turn < *below).map_or(PlayerLevel::Beginner, |(level, _)| level)
    }
}

/// How bad a mistake is, by its loss in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Severity {
    /// Less than 0.5.
    SmallSlip,
    /// Less than 2.
    Slip,
    /// Less than 8.
    Mistake,
    /// 8 or more.
    Blunder,
}

impl Severity {
    /// The severities, the least first.
    pub const ALL: [Severity; 4] = [Severity::SmallSlip, Severity::Slip, Severity::Mistake, Severity::Blunder];

    /// The severity of a loss, in points; `None` for one of the best options.
    pub fn of(loss: f64) -> Option<Severity> {
        match loss {
            ..=TIE_TOLERANCE => None,
            ..0.5 => Some(Severity::SmallSlip),
            ..2.0 => Some(Severity::Slip),
            ..8.0 => Some(Severity::Mistake),
            _ => Some(Severity::Blunder),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_follow_the_limits() {
        assert_eq!(PlayerLevel::of(0.0), PlayerLevel::NearPerfect);
        assert_eq!(PlayerLevel::of(0.1), PlayerLevel::Expert);
        assert_eq!(PlayerLevel::of(100.0), PlayerLevel::Beginner);
        assert!(PlayerLevel::SCALE.is_sorted_by(|a, b| a.1 < b.1 && a.0 < b.0));
        let severities = [0.0, 0.01, 0.5, 2.0, 7.99, 8.0].map(Severity::of);
        assert_eq!(
            severities,
            [
                None,
                Some(Severity::SmallSlip),
                Some(Severity::Slip),
                Some(Severity::Mistake),
                Some(Severity::Mistake),
                Some(Severity::Blunder)
            ]
        );
    }
}
