//! Work that falls into independent halves, on one thread or several. Without the feature `rayon` there is one.

/// How two independent halves of the work are done.
pub(crate) trait Join: Sync {
    fn join(&self, a: impl FnOnce() + Send, b: impl FnOnce() + Send);
}

/// Work that is done by halves.
pub(crate) trait Work: Send {
    fn run(self, join: &impl Join);
}

/// Does `work` with runs of at most `most` items and the places for what comes of them, one for each item: by halves, so that any number of
/// threads does the same with the same runs.
pub(crate) fn in_runs<A: Sync, B: Send>(
    join: &impl Join,
    most: usize,
    items: &[A],
    places: &mut [B],
    work: &(impl Fn(&[A], &mut [B]) + Sync),
) {
    if items.len() <= most {
        return work(items, places);
    }
    let (first, second) = items.split_at(items.len() / 2);
    let (first_places, second_places) = places.split_at_mut(first.len());
    join.join(|| in_runs(join, most, first, first_places, work), || in_runs(join, most, second, second_places, work));
}

struct Serial;

impl Join for Serial {
    fn join(&self, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
        a();
        b();
    }
}

#[cfg(feature = "rayon")]
struct Parallel;

#[cfg(feature = "rayon")]
impl Join for Parallel {
    fn join(&self, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
        rayon::join(a, b);
    }
}

/// Does the work on this many threads, or on as many as the machine has cores.
#[cfg(feature = "rayon")]
pub(crate) fn on_threads(threads: Option<usize>, work: impl Work) {
    let pool = match threads {
        Some(1) => return work.run(&Serial),
        Some(threads) => rayon::ThreadPoolBuilder::new().num_threads(threads).build(),
        None => return work.run(&Parallel),
    };
    match pool {
        Ok(pool) => pool.install(|| work.run(&Parallel)),
        // Without threads to be had the answer is the same.
        Err(_) => work.run(&Serial),
    }
}

/// Does the work, on the one thread there is.
#[cfg(not(feature = "rayon"))]
pub(crate) fn on_threads(_: Option<usize>, work: impl Work) {
    work.run(&Serial);
}
