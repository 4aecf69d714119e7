//! Decimal numbers in saved games. They have few digits, so they need none of the large tables with which the standard library reads any number: the
//! page is loaded over a network.

/// The most digits that are read: so many fit in an `f64` without loss.
const DIGITS: u32 = 15;

/// Reads a number like `0.25`. Digits after the 15th are dropped. `None` if it is no such number, or has
/// more than 15 digits before the point.
pub(crate) fn read(text: &str) -> Option<f64> {
    let (sign, text) = text.strip_prefix('-').map_or((1.0, text), |text| (-1.0, text));
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || whole.len() > DIGITS as usize {
        return None;
    }
    let fraction = &fraction[..fraction.len().min(DIGITS as usize - whole.len())];
    let digits: u64 = whole.bytes().chain(fraction.bytes()).fold(0, |number, digit| 10 * number + u64::from(digit - b'0'));
    // Both are whole numbers below 2^53, so the quotient is rounded once.
    Some(sign * digits as f64 / 10u64.pow(fraction.len() as u32) as f64)
}

/// Writes a number with as few digits as [`read`] needs to find it again, or with 15 after the point. One that is too large is written as the largest.
pub(crate) fn write(number: f64) -> String {
    let most = (10u64.pow(DIGITS) - 1) as f64;
    let number = number.clamp(-most, most);
    let mut texts = (0..=DIGITS as usize).map(|digits| format!("{number:.digits$}"));
    texts.find(|text| read(text) == Some(number)).unwrap_or_else(|| format!("{number:.15}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_read_as_the_standard_library_reads_them(whole in 0u64..1_000_000, fraction in "[0-9]{1,9}", minus in any::<bool>()) {
            let text = format!("{}{whole}.{fraction}", if minus { "-" } else { "" });
            prop_assert_eq!(read(&text), text.parse().ok());
            let number = read(&text).unwrap();
            prop_assert_eq!(read(&write(number)), Some(number));
            prop_assert_eq!(write(number), number.to_string());
        }

        #[test]
        fn any_number_is_read_within_its_last_digits(number in 0.0..1000.0f64) {
            let again = read(&write(number)).unwrap();
            prop_assert!((again - number).abs() < 1e-11, "{} for {}", again, number);
            prop_assert!((read(&number.to_string()).unwrap() - number).abs() < 1e-11);
        }
    }

    #[test]
    fn only_numbers_are_read() {
        assert_eq!([read("7"), read("0.2"), read("-0")], [Some(7.0), Some(0.2), Some(0.0)]);
        for wrong in ["", ".", "1.", ".5", "+1", "1e5", "nan", "inf", "1 ", "٣", "1234567890123456"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        assert_eq!(read("0.12345678901234567890"), Some(0.12345678901234));
        assert_eq!([1e15, f64::MAX, -1e300].map(|number| read(&write(number)).map(f64::abs)), [Some(999_999_999_999_999.0); 3]);
        assert_eq!([write(0.2), write(3.0), write(1e-20)], ["0.2", "3", "0.000000000000000"]);
    }
}
