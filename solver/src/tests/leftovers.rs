use std::fs::File;
use std::time::{Duration, SystemTime};

use crate::table::{LEFTOVER_AGE, leftovers, remove_leftovers};

#[test]
fn files_dated_in_the_future_are_left() {
    let folder = tempfile::tempdir().unwrap();
    let now = SystemTime::now();
    let hours = |hours: u64| Duration::from_secs(hours * 3600);
    let path = |name: &str| folder.path().join(format!(".yahtzee-{name}.tmp"));
    for (name, date) in [("old", now - hours(2)), ("young", now), ("ahead", now + hours(1) / 2), ("future", now + hours(24 * 365 * 40))] {
        File::create(path(name)).unwrap().set_modified(date).unwrap();
    }
    let removed = |before| remove_leftovers(folder.path(), before).unwrap();
    let old = [path("future"), path("old")];
    assert_eq!(leftovers(folder.path(), now - LEFTOVER_AGE).unwrap(), old);
    assert_eq!(removed(now - LEFTOVER_AGE), old);
    assert_eq!(removed(SystemTime::now()), [path("ahead"), path("young")], "all");
}
