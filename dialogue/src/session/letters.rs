//! A whole number in letters: digits of any radix, and texts, one after the other.

/// The digits to the base 64.
pub(super) const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// The most bytes of a text: one less than a power of 2, so that a changed digit before it leaves it as it is.
const MOST_LETTERS: u32 = (1 << 14) - 1;
/// The least bytes of a copy in a text, and the most bytes more.
const LEAST_COPIED: usize = 4;
const MOST_MORE: u32 = 63;

/// The digits of a number in mixed radix, each with the most that it can be. The first one is the lowest.
#[derive(Default)]
pub(super) struct Digits(pub(super) Vec<(u32, u32)>);

impl Digits {
    /// The number in letters.
    pub(super) fn letters(&self) -> String {
        let mut number = Number::default();
        self.0.iter().rev().for_each(|&(digit, most)| number.put(digit, most));
        number.0.iter().map(|digit| char::from(LETTERS[usize::from(*digit)])).collect()
    }

    /// Adds a text: each part is a copy of what stood in it before, or else a byte. A rule file says much twice.
    pub(super) fn text(&mut self, text: &str) {
        let bytes = text.as_bytes();
        self.0.push((bytes.len() as u32, MOST_LETTERS));
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..bytes.len().min(at + LEAST_COPIED + MOST_MORE as usize)];
            let alike = |from: usize| bytes[from..].iter().zip(rest).take_while(|(before, now)| before == now).count();
            let copy = (0..at).map(|from| (alike(from), from)).max().filter(|(length, _)| *length >= LEAST_COPIED);
            match copy {
                Some((length, from)) => {
                    self.0.extend([(1, 1), (from as u32, MOST_LETTERS), ((length - LEAST_COPIED) as u32, MOST_MORE)]);
                    at += length;
                }
                None => {
                    self.0.extend([(0, 1), (bytes[at].into(), 255)]);
                    at += 1;
                }
            }
        }
    }
}

/// A whole number of any size: its digits to the base 64, the lowest first, without zeros above the highest.
#[derive(Default)]
pub(super) struct Number(pub(super) Vec<u8>);

impl Number {
    /// The number of these letters; `None` if they are not those that it is written with.
    pub(super) fn of_letters(letters: &str) -> Option<Number> {
        let digits = letters.bytes().map(|letter| LETTERS.iter().position(|known| *known == letter).map(|digit| digit as u8));
        digits.collect::<Option<Vec<u8>>>().filter(|digits| digits.last() != Some(&0)).map(Number)
    }

    /// Puts a digit, which can be so many at most, below all others.
    fn put(&mut self, digit: u32, most: u32) {
        let mut carry = u64::from(digit);
        for digit in &mut self.0 {
            carry += u64::from(*digit) * (u64::from(most) + 1);
            *digit = (carry % 64) as u8;
            carry /= 64;
        }
        while carry > 0 {
            self.0.push((carry % 64) as u8);
            carry /= 64;
        }
    }

    /// Takes the lowest digit off.
    pub(super) fn take(&mut self, most: u32) -> u32 {
        let (radix, mut rest) = (u64::from(most) + 1, 0);
        for digit in self.0.iter_mut().rev() {
            rest = rest * 64 + u64::from(*digit);
            *digit = (rest / radix) as u8;
            rest %= radix;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        rest as u32
    }

    /// Takes a text off; `None` if there is none.
    pub(super) fn text(&mut self) -> Option<String> {
        let length = self.take(MOST_LETTERS) as usize;
        let mut bytes: Vec<u8> = Vec::new();
        while bytes.len() < length {
            if self.take(1) == 0 {
                bytes.push(self.take(255) as u8);
                continue;
            }
            let from = self.take(MOST_LETTERS) as usize;
            for at in from..from + LEAST_COPIED + self.take(MOST_MORE) as usize {
                bytes.push(*bytes.get(at)?);
            }
        }
        String::from_utf8(bytes).ok().filter(|text| text.len() == length)
    }
}
