//! Sizes of memory, as they are typed and shown.

/// A size in written form: `500MB`, `2GB`, `1.5GiB`, or bytes.
///
/// # Errors
///
/// How to write it.
pub fn parse(text: &str) -> Result<u64, &'static str> {
    const WRONG: &str = "write it like 500MB, 2GB or 1.5GiB";
    let digits = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit: u64 = match unit.trim().to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" => 1_000,
        "M" | "MB" => 1_000_000,
        "G" | "GB" => 1_000_000_000,
        "T" | "TB" => 1_000_000_000_000,
        "KIB" => 1 << 10,
        "MIB" => 1 << 20,
        "GIB" => 1 << 30,
        "TIB" => 1 << 40,
        _ => return Err(WRONG),
    };
    let number: f64 = number.parse().map_err(|_| WRONG)?;
    let bytes = number * unit as f64;
    if bytes >= 1.0 && bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err(WRONG) }
}

/// Bytes in words: `8.4 GB`, `500 MB`, `2 kB`.
pub fn in_words(bytes: u64) -> String {
    match bytes {
        u64::MAX => "more than any machine has".to_owned(),
        1_000_000_000.. => format!("{:.1} GB", bytes as f64 / 1e9),
        1_000_000.. => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{} kB", bytes.div_ceil(1000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, bytes) in
            [("2GB", 2_000_000_000), ("500MB", 500_000_000), ("1.5GiB", 3 << 29), ("7", 7), ("64 kb", 64_000), ("3G", 3_000_000_000)]
        {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
        for text in ["", "GB", "-1GB", "2 apples", "1e9", "0", "0.1", "1.2.3MB", "nan", "99999999999999TB"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(
            [in_words(8_400_000_000), in_words(1_500_000), in_words(2000), in_words(u64::MAX)],
            ["8.4 GB", "2 MB", "2 kB", "more than any machine has"]
        );
    }
}
