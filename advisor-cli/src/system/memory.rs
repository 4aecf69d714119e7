//! The memory limit of the program.

use std::fs;
use std::sync::LazyLock;
use std::thread::available_parallelism;

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

/// What the machine has, and the limits of the process. They are asked once.
struct Machine {
    cores: usize,
    /// Three quarters of the free memory, or what is left to the control group.
    free: u64,
    /// The most memory that a process can have.
    most: u64,
    /// The limit of the address space under `ulimit -v`.
    address_space: Option<u64>,
}

static MACHINE: LazyLock<Machine> = LazyLock::new(|| {
    let (memory, of_group_at_most) = (read("/proc/meminfo"), read("/sys/fs/cgroup/memory.max"));
    let least = |limits: [Option<u64>; 2]| limits.into_iter().flatten().min();
    let free = kilobytes(&memory, "MemAvailable:").map(|free| free / 4 * 3);
    Machine {
        cores: available_parallelism().map_or(1, usize::from),
        free: least([free, of_group(&of_group_at_most, &read("/sys/fs/cgroup/memory.current"))]).unwrap_or(UNKNOWN).max(LEAST),
        most: least([kilobytes(&memory, "MemTotal:"), of_group(&of_group_at_most, "0")]).unwrap_or(isize::MAX as u64),
        address_space: of_address_space(&read("/proc/self/limits")),
    }
});

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// The available memory: the given amount, or else three quarters of the free memory; and no more than the limits of the process allow.
pub(crate) fn available(given: Option<u64>, threads: usize) -> u64 {
    given.unwrap_or(MACHINE.free).min(room_for_data(threads))
}

/// The most memory that a process can have here, as far as that is known.
pub(crate) fn most(threads: usize) -> u64 {
    MACHINE.most.min(room_for_data(threads))
}

/// The number of threads to start: the wanted one, or else one for each core; fewer if the address space is small.
pub(crate) fn threads(wanted: Option<usize>) -> usize {
    let wanted = wanted.unwrap_or(MACHINE.cores);
    address_space().map_or(wanted, |room| wanted.min(threads_in(room)))
}

/// The rest of the address space under `ulimit -v` now; `None` without such a limit.
fn address_space() -> Option<u64> {
    let taken = || kilobytes(&read("/proc/self/status"), "VmSize:").unwrap_or(0);
    Some(MACHINE.address_space?.saturating_sub(taken()))
}

/// The address space left for data beside this many threads.
fn room_for_data(threads: usize) -> u64 {
    address_space().map_or(u64::MAX, |room| beside_threads(room, threads))
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
    MACHINE.address_space.is_some()
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

/// The limit of the address space under `ulimit -v`, from the limits of a process.
fn of_address_space(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
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
        assert_eq!(of_address_space(limits), Some(4_096_000_000));
        assert_eq!(of_address_space(&limits.replace("4096000000", "unlimited ")), None);
        assert_eq!(kilobytes("Name:\tx\nVmSize:\t  93750 kB\n", "VmSize:"), Some(96_000_000));
        assert_eq!((of_group("max\n", "5\n"), of_group("9\n", "5\n"), of_group("", "")), (None, Some(4), None));
        assert_eq!(kilobytes("MemTotal: 9 kB\nMemAvailable:   2 kB\n", "MemAvailable:"), Some(2048));
        // Without a limit of the address space.
        assert!(available(None, 1) <= most(1));
        assert!(counts_reserved() || (available(None, 1) >= LEAST && available(Some(5), 1) == 5 && threads(Some(9)) == 9));
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
