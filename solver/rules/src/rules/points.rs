//! Points: the unit of scores.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::num::ParseIntError;
use std::ops::{Add, AddAssign, Mul, Sub};
use std::str::FromStr;

use crate::tr;

/// A number of points: the score in a category, a bonus, an upper total or the score of a card. At least 0; a rule set limits a category or a bonus
/// to 10000 points.
///
/// Points can be added. They do not mix with other numbers, except that a number may multiply them or be compared with them.
///
/// ```
/// use yahtzee_solver::Points;
/// let full_house = Points::new(25);
/// assert_eq!(full_house + Points::new(50), 75);
/// assert_eq!(full_house * 2, Points::new(50));
/// assert_eq!("25".parse(), Ok(full_house));
/// assert_eq!(format!("{full_house:>4}"), "  25");
/// assert!("-25".parse::<Points>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[repr(transparent)]
pub struct Points(u32);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// This number of points.
    pub const fn new(number: u32) -> Points {
        Points(number)
    }

    /// The points as a plain number.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// These points less `other`; `None` if `other` is larger.
    pub const fn checked_sub(self, other: Points) -> Option<Points> {
        match self.0.checked_sub(other.0) {
            Some(rest) => Some(Points(rest)),
            None => None,
        }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Points {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Points, ParseIntError> {
        text.parse().map(Points)
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.0 += other.0;
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0 - other.0)
    }
}

impl Mul<u32> for Points {
    type Output = Points;

    fn mul(self, times: u32) -> Points {
        Points(self.0 * times)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Add::add)
    }
}

impl<'a> Sum<&'a Points> for Points {
    fn sum<I: Iterator<Item = &'a Points>>(points: I) -> Points {
        points.copied().sum()
    }
}

impl PartialEq<u32> for Points {
    fn eq(&self, number: &u32) -> bool {
        self.0 == *number
    }
}

impl PartialOrd<u32> for Points {
    fn partial_cmp(&self, number: &u32) -> Option<Ordering> {
        self.0.partial_cmp(number)
    }
}

/// Conversions between points and plain numbers.
macro_rules! convert {
    (from $($from:ty)*; to $($to:ty)*) => {
        $(impl From<$from> for Points {
            fn from(number: $from) -> Points {
                Points(number.into())
            }
        })*
        $(impl From<Points> for $to {
            fn from(points: Points) -> $to {
                points.0.into()
            }
        })*
    };
}

convert!(from u8 u16 u32; to u32 u64 i64 f64);

/// Ascending points, with ranges for three or more consecutive ones: `0 or 5 to 30`.
pub(crate) fn in_ranges(points: &[Points]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for run in points.chunk_by(|a, b| a.get() + 1 == b.get()) {
        match run {
            [first, _, .., last] => parts.push(tr!("{} to {}", first, last)),
            few => parts.extend(few.iter().map(Points::to_string)),
        }
    }
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => tr!("{} or {}", others.join(", "), last),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_add_up() {
        let mut points = [5, 20].map(Points::new).iter().sum::<Points>();
        points += Points::new(50) * 2;
        assert_eq!(points, 125);
        assert_eq!(points.checked_sub(Points::new(125)), Some(Points::ZERO));
        assert_eq!(points.checked_sub(Points::new(126)), None);
        assert!(points > 124 && points < 126 && f64::from(points - Points::new(100)) == 25.0);
    }

    #[test]
    fn points_are_written_like_numbers() {
        assert_eq!(format!("{:>4}|{:<3}|{:03}", Points::new(25), Points::ZERO, Points::new(7)), "  25|0  |007");
        assert_eq!("25".parse(), Ok(Points::new(25)));
        assert!(["", "-1", "2.5", "4294967296"].iter().all(|text| text.parse::<Points>().is_err()));
    }

    #[cfg(feature = "serde")]
    #[test]
    fn points_are_numbers_in_json() {
        assert_eq!(serde_json::to_string(&Points::new(25)).unwrap(), "25");
        assert_eq!(serde_json::from_str::<Points>("25").unwrap(), 25);
        assert!(serde_json::from_str::<Points>("-1").is_err());
    }

    #[test]
    fn points_that_follow_one_another_are_ranges() {
        let said = |points: &[u32]| in_ranges(&points.iter().copied().map(Points::new).collect::<Vec<_>>());
        assert_eq!(said(&[0, 25]), "0 or 25");
        assert_eq!(said(&[0, 1, 2, 3, 4, 5]), "0 to 5");
        assert_eq!(said(&[0, 7, 8, 11, 12, 13, 20]), "0, 7, 8, 11 to 13 or 20");
        assert_eq!(said(&[4]), "4");
    }
}
