//! The options of every long computation: the number of threads, and a callback for its progress.

/// Adds the methods `threads` and `progress` to a builder with these fields.
macro_rules! run_options {
    ($builder:ident, $unit:literal) => {
        impl<'a> $builder<'a> {
            /// Runs on this many threads (0 counts as 1); the default is as many as the machine has cores. The results are the same to the last bit.
            #[must_use]
            pub fn threads(mut self, threads: usize) -> $builder<'a> {
                self.threads = Some(threads.max(1));
                self
            }

            #[doc = concat!("Calls `progress` now and then, from any thread, with the number of ", $unit, " done and of all. It may")]
            /// end the computation: see [`stop`](crate::solve::stop).
            #[must_use]
            pub fn progress(mut self, progress: &'a (dyn Fn(u64, u64) + Sync + 'a)) -> $builder<'a> {
                self.progress = Some(progress);
                self
            }
        }
    };
}

pub(crate) use run_options;
