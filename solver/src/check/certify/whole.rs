//! Whole numbers of any length: 64-bit limbs, the lowest first. All numbers of a layer have the same number of limbs.

use std::cmp::Ordering;

/// Adds `times` times another number.
///
/// # Panics
///
/// If the sum needs more limbs.
pub(super) fn add_times(sum: &mut [u64], other: &[u64], times: u64) {
    let mut carry = 0;
    let others = other.iter().copied().chain(std::iter::repeat(0));
    for (limb, other) in sum.iter_mut().zip(others) {
        // At most (2^64 - 1)^2 + 2 (2^64 - 1), which is 2^128 - 1.
        let total = u128::from(other) * u128::from(times) + u128::from(*limb) + carry;
        *limb = total as u64;
        carry = total >> 64;
    }
    assert_eq!(carry, 0, "the layer has enough limbs");
}

/// Multiplies by a number.
///
/// # Panics
///
/// If the product needs more limbs.
pub(super) fn scale(number: &mut [u64], by: u64) {
    let mut carry = 0;
    for limb in &mut *number {
        let total = u128::from(*limb) * u128::from(by) + carry;
        *limb = total as u64;
        carry = total >> 64;
    }
    assert_eq!(carry, 0, "the layer has enough limbs");
}

/// The first number less the second, which is not larger.
pub(super) fn difference(number: &[u64], less: &[u64]) -> Vec<u64> {
    let mut borrow = false;
    let limbs = number.iter().zip(less).map(|(&limb, &less)| {
        let (first, under) = limb.overflowing_sub(less);
        let (second, under_too) = first.overflowing_sub(u64::from(borrow));
        borrow = under | under_too;
        second
    });
    limbs.collect()
}

/// Compares two numbers of the same number of limbs.
pub(super) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// A power, in as few limbs as it needs.
pub(super) fn power(base: u64, exponent: u32) -> Vec<u64> {
    let mut power = vec![1];
    for _ in 0..exponent {
        power.push(0);
        scale(&mut power, base);
        while power.len() > 1 && power.last() == Some(&0) {
            power.pop();
        }
    }
    power
}

/// The number of bits of a number.
pub(super) fn bits(number: &[u64]) -> u32 {
    let highest = number.iter().rposition(|&limb| limb != 0);
    highest.map_or(0, |highest| 64 * highest as u32 + 64 - number[highest].leading_zeros())
}

/// `number / base^exponent`, to 14 digits.
pub(super) fn quotient(number: &[u64], base: u64, exponent: u32) -> f64 {
    const LIMB: f64 = 18_446_744_073_709_551_616.0;
    // The limbs are added from the highest, and the powers divided, in turn, so that nothing leaves the range of an f64.
    let (mut value, mut left) = (0.0, exponent);
    for &limb in number.iter().rev() {
        value *= LIMB;
        let mut here = limb as f64;
        (left..exponent).for_each(|_| here /= base as f64);
        value += here;
        while value > LIMB && left > 0 {
            value /= base as f64;
            left -= 1;
        }
    }
    (0..left).for_each(|_| value /= base as f64);
    value
}

/// The digits of a number to the base 16, without leading zeros.
pub(super) fn hex(number: &[u64]) -> String {
    let digits: String = number.iter().rev().map(|limb| format!("{limb:016x}")).collect();
    let shown = digits.trim_start_matches('0');
    if shown.is_empty() { "0".to_owned() } else { shown.to_owned() }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

    fn big(limbs: &[u64]) -> BigUint {
        limbs.iter().rev().fold(BigUint::ZERO, |number, &limb| (number << 64) + limb)
    }

    #[test]
    fn numbers_are_those_of_another_library() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..2_000 {
            let limbs = random.usize(1..6);
            let mut number = || -> Vec<u64> {
                let some: Vec<u64> = (0..limbs).map(|_| if random.bool() { random.u64(..) } else { u64::MAX * random.u64(0..2) }).collect();
                some
            };
            let (a, b) = (number(), number());
            assert_eq!(compare(&a, &b), big(&a).cmp(&big(&b)));
            let (high, low) = if big(&a) > big(&b) { (&a, &b) } else { (&b, &a) };
            assert_eq!(big(&difference(high, low)), big(high) - big(low));
            let times = random.u64(..);
            let mut sum = [&a[..], &[0, 0]].concat();
            add_times(&mut sum, &b, times);
            assert_eq!(big(&sum), big(&a) + big(&b) * times);
            scale(&mut sum, times);
            assert_eq!(big(&sum), (big(&a) + big(&b) * times) * times);
            assert_eq!(u64::from(bits(&a)), big(&a).bits());
            assert_eq!(hex(&a), big(&a).to_str_radix(16));
            let (base, exponent) = (random.u64(2..21), random.u32(0..60));
            assert_eq!(big(&power(base, exponent)), BigUint::from(base).pow(exponent));
            let scaled: BigUint = (big(&a) << 80) / BigUint::from(base).pow(exponent);
            let plain = scaled.to_string().parse::<f64>().unwrap() / 2f64.powi(80);
            let close = quotient(&a, base, exponent);
            assert!((close - plain).abs() <= 1e-13 * close + 2f64.powi(-79), "{close} {plain}");
        }
    }
}
