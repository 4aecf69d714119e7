//! Work in independent halves, on one thread or several. Without the feature `rayon` there is one thread.

/// The execution of two independent halves of the work.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Join {
    /// One after the other.
    Serial,
    /// In parallel, if a thread is free.
    #[cfg(feature = "rayon")]
    Parallel,
}

impl Join {
    /// Does both halves.
    pub(crate) fn join(self, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
        match self {
            Join::Serial => {
                a();
                b();
            }
            #[cfg(feature = "rayon")]
            Join::Parallel => {
                rayon::join(a, b);
            }
        }
    }
}

/// The most threads of a computation: four for each core. More would only take memory.
pub fn most_threads() -> usize {
    4 * std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does the work on this many threads, or on as many as the machine has cores.
#[cfg(feature = "rayon")]
pub(crate) fn on_threads<R: Send>(threads: Option<usize>, work: impl FnOnce(Join) -> R + Send) -> R {
    let pool = match threads {
        Some(1) => return work(Join::Serial),
        Some(threads) => rayon::ThreadPoolBuilder::new().num_threads(threads).build(),
        None if rayon::current_thread_index().is_some() || has_common_pool() => return work(Join::Parallel),
        None => return work(Join::Serial),
    };
    match pool {
        Ok(pool) => pool.install(|| work(Join::Parallel)),
        // A single thread gives the same result.
        Err(_) => work(Join::Serial),
    }
}

/// Whether the process's shared thread pool is available. If the system starts no thread, rayon would panic at the first use.
#[cfg(feature = "rayon")]
fn has_common_pool() -> bool {
    use std::error::Error;
    use std::sync::OnceLock;
    static STARTED: OnceLock<bool> = OnceLock::new();
    // An error without a cause means that the pool existed before.
    *STARTED.get_or_init(|| rayon::ThreadPoolBuilder::new().build_global().map_or_else(|error| error.source().is_none(), |()| true))
}

/// Does the work on the current thread.
#[cfg(not(feature = "rayon"))]
pub(crate) fn on_threads<R: Send>(_: Option<usize>, work: impl FnOnce(Join) -> R + Send) -> R {
    work(Join::Serial)
}
