//! Sorting of short lists, where speed does not matter: there is one sort for items of all kinds. `slice::sort_by` is compiled anew for each kind, which
//! the page would load over the network.

use std::cmp::Ordering;

/// Sorts a list. Items that are equal keep their order.
pub(crate) fn sort_by<T>(items: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    let mut places: Vec<usize> = (0..items.len()).collect();
    sort_places(&mut places, &|a, b| order(&items[a], &items[b]));
    // Item `places[place]` belongs at `place`: follow each cycle of such moves once.
    for start in 0..items.len() {
        let mut place = start;
        loop {
            let from = std::mem::replace(&mut places[place], place);
            if from == start {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

/// Sorts a list by a number or another key of each item. Items of the same key keep their order.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// The distinct items of a short list, in ascending order. Each new one is inserted at its place.
pub(crate) fn distinct<T: Copy + Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut sorted = Vec::new();
    for item in items {
        if let Err(place) = sorted.binary_search(&item) {
            sorted.insert(place, item);
        }
    }
    sorted
}

fn sort_places(places: &mut [usize], order: &dyn Fn(usize, usize) -> Ordering) {
    places.sort_by(|a, b| order(*a, *b));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::numbers;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut random = numbers(3);
        for length in 0..200 {
            let list: Vec<(usize, usize)> = (0..length).map(|place| (random() % 20, place)).collect();
            let (mut ours, mut theirs) = (list.clone(), list);
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs);
            let mut kinds: Vec<usize> = theirs.iter().map(|item| item.0).collect();
            kinds.dedup();
            assert_eq!(distinct(theirs.iter().rev().map(|item| item.0)), kinds);
        }
    }
}
