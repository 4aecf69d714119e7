//! What an interrupt must still do: files that are half written go, and programs that were started end.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

type CleanUp = Box<dyn FnMut() + Send>;

/// What is to be done, by the number of its guard.
static TO_DO: Mutex<BTreeMap<u64, CleanUp>> = Mutex::new(BTreeMap::new());

/// As long as it lives, an interrupt cleans up.
pub(crate) struct OnInterrupt(u64);

impl OnInterrupt {
    pub(crate) fn new(clean_up: impl FnMut() + Send + 'static) -> OnInterrupt {
        let mut to_do = TO_DO.lock().unwrap_or_else(PoisonError::into_inner);
        let number = to_do.last_key_value().map_or(0, |(last, _)| last + 1);
        to_do.insert(number, Box::new(clean_up));
        OnInterrupt(number)
    }
}

impl Drop for OnInterrupt {
    fn drop(&mut self) {
        TO_DO.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
    }
}

/// Does all that is to be done before the program ends; it must end then.
pub(crate) fn clean_up() {
    let mut to_do = TO_DO.lock().unwrap_or_else(PoisonError::into_inner);
    for clean_up in to_do.values_mut() {
        clean_up();
    }
}
