//! Whole numbers of any length: 64-bit limbs, the lowest first. All numbers of a layer have the same number of limbs.

use std::cmp::Ordering;

use num_bigint::BigUint;

/// Adds `times` times another number.
///
/// # Panics
///
/// If the sum needs more limbs.
#[inline]
pub(crate) fn add_times(sum: &mut [u64], other: &[u64], times: u64) {
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
#[inline]
pub(crate) fn scale(number: &mut [u64], by: u64) {
    let mut carry = 0;
    for limb in &mut *number {
        let total = u128::from(*limb) * u128::from(by) + carry;
        *limb = total as u64;
        carry = total >> 64;
    }
    assert_eq!(carry, 0, "the layer has enough limbs");
}

/// The first number less the second, which is not larger.
pub(crate) fn difference(number: &[u64], less: &[u64]) -> Vec<u64> {
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
#[inline]
pub(crate) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// The same number as one of a library, for what need not be fast.
pub(crate) fn big(number: &[u64]) -> BigUint {
    let bytes: Vec<u8> = number.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

/// A power, in as few limbs as it needs.
pub(crate) fn power(base: u64, exponent: u32) -> Vec<u64> {
    BigUint::from(base).pow(exponent).to_u64_digits()
}

/// `number / base^exponent`, to 14 digits.
pub(crate) fn quotient(number: &[u64], base: u64, exponent: u32) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;

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
            let (base, exponent) = (random.u64(2..21), random.u32(0..60));
            let scaled: BigUint = (big(&a) << 80) / BigUint::from(base).pow(exponent);
            let plain = scaled.to_string().parse::<f64>().unwrap() / 2f64.powi(80);
            let close = quotient(&a, base, exponent);
            assert!((close - plain).abs() <= 1e-13 * close + 2f64.powi(-79), "{close} {plain}");
        }
    }
}
