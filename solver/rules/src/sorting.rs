//! Sorting lists that people look at: the options of a roll, the turns of a game.
//!
//! The standard library compiles its sort anew for each type and order, some 4 KB each time; the page downloads every copy. Here the library sorts the
//! places of the items, in one copy for all types. Long lists in hot loops use the library's functions.

use std::cmp::Ordering;

/// Sorts by an order; equal items stay in their order. The same as `slice::sort_by`.
pub fn sort_by<T>(items: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    let mut from: Vec<usize> = (0..items.len()).collect();
    sort_places(&mut from, &|a, b| order(&items[a], &items[b]));
    // Each place takes the item that comes there, along each cycle of places.
    for start in 0..items.len() {
        let mut place = start;
        while from[place] != start {
            let next = from[place];
            items.swap(place, next);
            from[place] = place;
            place = next;
        }
        from[place] = place;
    }
}

/// Sorts by a key; items of equal keys stay in their order. The same as `slice::sort_by_key`.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

fn sort_places(places: &mut [usize], order: &dyn Fn(usize, usize) -> Ordering) {
    places.sort_by(|a, b| order(*a, *b));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_library_does(items in prop::collection::vec((0..8u8, any::<u16>()), 0..60)) {
            let [mut found, mut wanted] = [items.clone(), items];
            sort_by_key(&mut found, |(key, _)| *key);
            wanted.sort_by_key(|(key, _)| *key);
            prop_assert_eq!(&found, &wanted);
            sort_by(&mut found, |a, b| b.cmp(a));
            wanted.sort_by(|a, b| b.cmp(a));
            prop_assert_eq!(found, wanted);
        }
    }
}
