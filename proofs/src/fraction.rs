//! A number of points as an exact fraction.

use std::fmt;

use num_bigint::BigUint;
use num_rational::Ratio;

/// A number of points as a fraction in lowest terms.
///
/// Displayed as `numerator/denominator`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction(pub(crate) Ratio<BigUint>);

impl Fraction {
    /// The digits of the numerator.
    pub fn numerator(&self) -> String {
        self.0.numer().to_string()
    }

    /// The digits of the denominator.
    pub fn denominator(&self) -> String {
        self.0.denom().to_string()
    }

    /// The decimal number with this many digits after the point. The last digit is rounded, half up.
    ///
    /// ```
    /// use yahtzee_proofs::ExactSolver;
    /// use yahtzee_solver::solve::MEMORY_LIMIT;
    /// use yahtzee_solver::{Model, RuleSet, State};
    /// let rules = RuleSet::parse("name = 'one'\ndice = 1\nrolls = 2\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'")?;
    /// let model = Model::new(&rules, MEMORY_LIMIT)?;
    /// let value = ExactSolver::new(&model).value(&State::default())?.expect("the empty card");
    /// assert_eq!(value.to_string(), "17/4");
    /// assert_eq!((value.decimal(3), value.decimal(1)), ("4.250".to_owned(), "4.3".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decimal(&self, digits: usize) -> String {
        let ten_to = BigUint::from(10u32).pow(u32::try_from(digits).expect("a number of digits that memory holds"));
        let doubled: BigUint = ((self.0.numer() * ten_to) << 1u32) + self.0.denom();
        let mut text = (doubled / (self.0.denom() << 1u32)).to_string();
        if digits > 0 {
            if text.len() <= digits {
                text.insert_str(0, &"0".repeat(digits + 1 - text.len()));
            }
            text.insert(text.len() - digits, '.');
        }
        text
    }

    /// The nearest f64, or a neighbour of it.
    pub fn to_f64(&self) -> f64 {
        self.decimal(17).parse().expect("a decimal number")
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0.numer(), self.0.denom())
    }
}
