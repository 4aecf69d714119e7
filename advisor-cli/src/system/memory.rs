//! The memory limit of the program.

use std::fs;

use yahtzee_solver::solve::most_threads;

/// The limit if the available memory is unknown.
const UNKNOWN: u64 = 4_000_000_000;
/// The memory that every command may take, even if less is free: enough to solve all built-in rule sets but the largest. A limit of the address space
/// still applies, because nothing can be allocated beyond it.
const LEAST: u64 = 64_000_000;
/// The memory of the program without tables: its code with its libraries, and input and output (measured with `yahtzee value` of a game of one die).
const PROGRAM: u64 = 9_000_000;
/// The memory of a thread: its stack, its workspaces, and the allocator's memory for it.
const A_THREAD: u64 = 1_000_000;
/// The address space of a thread: its stack, and the allocator's reservation for it if there is room.
const THREAD: u64 = 72_000_000;

/// Lets the allocator give each large block back as soon as it is free, so that the process holds what is counted. By default glibc keeps such blocks for later
/// ones once some were freed: up to a third more.
pub(crate) fn give_back_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// The bytes from which a block is large.
        const LARGE: i32 = 1 << 20;
        #[expect(
            unsafe_code,
            reason = "it may be called at any time: it only decides where later blocks come from. There is no safe interface"
        )]
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE)
        };
    }
}

/// A number of threads. Of a larger number it takes four for each core, because more only take memory.
pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse::<u64>() {
        Ok(threads @ 1..) => Ok(usize::try_from(threads).unwrap_or(usize::MAX).min(most_threads())),
        _ => Err("write a whole number of at least 1".to_owned()),
    }
}

/// The memory of the program with this many threads, beside tables and results.
pub(crate) fn of_program(threads: usize) -> u64 {
    PROGRAM + threads as u64 * A_THREAD
}

/// The available memory: the given amount, or else three quarters of the free memory; and no more than the limits of the process allow.
pub(crate) fn available(given: Option<u64>, threads: usize) -> u64 {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let free = || {
        let limits = [
            kilobytes(&read("/proc/meminfo"), "MemAvailable:").map(|free| free / 4 * 3),
            of_group(&read("/sys/fs/cgroup/memory.max"), &read("/sys/fs/cgroup/memory.current")),
        ];
        limits.into_iter().flatten().min().unwrap_or(UNKNOWN).max(LEAST)
    };
    let room = address_space().map_or(u64::MAX, |room| beside_threads(room, threads));
    given.unwrap_or_else(free).min(room)
}

/// The most memory that a process can have here, as far as that is known.
pub(crate) fn most(threads: usize) -> u64 {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let limits = [
        kilobytes(&read("/proc/meminfo"), "MemTotal:"),
        of_group(&read("/sys/fs/cgroup/memory.max"), "0"),
        address_space().map(|room| beside_threads(room, threads)),
    ];
    limits.into_iter().flatten().min().unwrap_or(isize::MAX as u64)
}

/// The number of threads to start: the wanted one, or fewer if the address space is small.
pub(crate) fn threads(wanted: usize) -> usize {
    address_space().map_or(wanted, |room| wanted.min(threads_in(room)))
}

/// The rest of the address space under `ulimit -v`; `None` without such a limit.
fn address_space() -> Option<u64> {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    of_address_space(&read("/proc/self/limits"), &read("/proc/self/status"))
}

/// The number of threads that take half of an address space, including the one for signals; at least one.
fn threads_in(room: u64) -> usize {
    usize::try_from(room / 2 / THREAD).unwrap_or(usize::MAX).saturating_sub(1).max(1)
}

/// The address space left for data. Threads reserve parts of it as long as there is room: the working ones, and the one for signals.
fn beside_threads(room: u64, threads: usize) -> u64 {
    let started = if threads > 1 { threads as u64 + 1 } else { 1 };
    (room - started.min(room / THREAD) * THREAD) / 10 * 9
}

/// Whether reserved but unused memory counts, as under `ulimit -v`.
pub(crate) fn counts_reserved() -> bool {
    address_space().is_some()
}

/// A figure of /proc, in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The memory left in a control group.
fn of_group(most: &str, taken: &str) -> Option<u64> {
    Some(most.trim().parse::<u64>().ok()?.saturating_sub(taken.trim().parse().ok()?))
}

/// The address space left under `ulimit -v`, from the limits and the status of a process.
fn of_address_space(limits: &str, status: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let most: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(most.saturating_sub(kilobytes(status, "VmSize:").unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_have_a_limit() {
        assert_eq!(["1", "99999999999"].map(parse_threads), [Ok(1), Ok(most_threads())]);
        assert!(["0", "-1", "two", ""].iter().all(|text| parse_threads(text).is_err()));
    }

    #[test]
    fn what_the_system_says_is_understood() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units\nMax address space         4096000000           unlimited            bytes\n";
        assert_eq!(of_address_space(limits, "Name:\tx\nVmSize:\t  93750 kB\n"), Some(4_000_000_000));
        assert_eq!(of_address_space(&limits.replace("4096000000", "unlimited "), ""), None);
        assert_eq!(of_address_space(&limits.replace("4096000000", "1000      "), "VmSize: 2 kB"), Some(0));
        assert_eq!((of_group("max\n", "5\n"), of_group("9\n", "5\n"), of_group("", "")), (None, Some(4), None));
        assert_eq!(kilobytes("MemTotal: 9 kB\nMemAvailable:   2 kB\n", "MemAvailable:"), Some(2048));
        // Without a limit of the address space.
        assert!(available(None, 1) <= most(1));
        assert!(counts_reserved() || (available(None, 1) >= LEAST && available(Some(5), 1) == 5 && threads(9) == 9));
    }

    #[test]
    fn threads_fit_into_the_address_space() {
        assert_eq!([0, 2 * THREAD, 6 * THREAD, 100 * THREAD].map(threads_in), [1, 1, 2, 49]);
        assert_eq!(beside_threads(100 * THREAD, 2), 97 * THREAD / 10 * 9);
        // Without room for its reservation, a thread works without it.
        assert_eq!(
            [THREAD - 10, THREAD + 10, 2 * THREAD].map(|room| beside_threads(room, 1)),
            [(THREAD - 10) / 10 * 9, 9, THREAD / 10 * 9]
        );
    }
}
