//! How much memory the program may take.

use std::fs;

/// The limit where nothing says how much there is.
const UNKNOWN: u64 = 4_000_000_000;
/// What every command may take, whatever the system says: all built-in rule sets can be solved with it.
const LEAST: u64 = 64_000_000;
/// What a thread takes of the address space: its stack, and what the allocator reserves for it.
const THREAD: u64 = 72_000_000;

/// A size as people write it: `500MB`, `2GB`, `1.5GiB`, or bytes.
pub(crate) fn parse(text: &str) -> Result<u64, &'static str> {
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

/// Bytes for people: `8.4 GB`, `500 MB`, `2 kB`.
pub(crate) fn in_words(bytes: u64) -> String {
    match bytes {
        u64::MAX => "more than any machine has".to_owned(),
        1_000_000_000.. => format!("{:.1} GB", bytes as f64 / 1e9),
        1_000_000.. => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{} kB", bytes.div_ceil(1000)),
    }
}

/// What may be taken unless somebody says otherwise: three quarters of what is free, and no more than the limits of the process allow.
pub(crate) fn available(threads: usize) -> u64 {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let limits = [
        kilobytes(&read("/proc/meminfo"), "MemAvailable:").map(|free| free / 4 * 3),
        of_group(&read("/sys/fs/cgroup/memory.max"), &read("/sys/fs/cgroup/memory.current")),
        of_address_space(&read("/proc/self/limits"), &read("/proc/self/status"), threads),
    ];
    limits.into_iter().flatten().min().unwrap_or(UNKNOWN).max(LEAST)
}

/// Whether memory counts that is reserved and not used, as under `ulimit -v`.
pub(crate) fn counts_reserved() -> bool {
    of_address_space(&fs::read_to_string("/proc/self/limits").unwrap_or_default(), "", 0).is_some()
}

/// A figure of /proc in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// What a control group leaves.
fn of_group(most: &str, taken: &str) -> Option<u64> {
    Some(most.trim().parse::<u64>().ok()?.saturating_sub(taken.trim().parse().ok()?))
}

/// What `ulimit -v` leaves for data.
fn of_address_space(limits: &str, status: &str, threads: usize) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let most: u64 = line.split_whitespace().next()?.parse().ok()?;
    let taken = kilobytes(status, "VmSize:").unwrap_or(0);
    Some(most.saturating_sub(taken).saturating_sub(THREAD.saturating_mul(threads as u64)) / 10 * 9)
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

    #[test]
    fn what_the_system_says_is_understood() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units\nMax address space         4096000000           unlimited            bytes\n";
        assert_eq!(
            of_address_space(limits, "Name:\tx\nVmSize:\t  93750 kB\n", 2),
            Some((4_096_000_000 - 96_000_000 - 2 * THREAD) / 10 * 9)
        );
        assert_eq!(of_address_space(&limits.replace("4096000000", "unlimited "), "", 1), None);
        assert_eq!(of_address_space(&limits.replace("4096000000", "1000      "), "", 1), Some(0));
        assert_eq!((of_group("max\n", "5\n"), of_group("9\n", "5\n"), of_group("", "")), (None, Some(4), None));
        assert_eq!(kilobytes("MemTotal: 9 kB\nMemAvailable:   2 kB\n", "MemAvailable:"), Some(2048));
        assert!(available(1) >= LEAST);
    }
}
