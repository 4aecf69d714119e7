//! A cache of the most recently used entries.

/// The most recently used values, by key. There are few, so the search is linear.
#[derive(Clone, Debug)]
pub(super) struct Recent<K, V> {
    /// The most recently used item is last.
    items: Vec<(K, V)>,
    most: usize,
}

impl<K, V> Recent<K, V> {
    /// A cache of at most this many items.
    pub(super) fn new(most: usize) -> Recent<K, V> {
        Recent { items: Vec::new(), most }
    }

    /// The first item whose key is wanted.
    pub(super) fn get(&mut self, is_wanted: impl Fn(&K) -> bool) -> Option<&(K, V)> {
        let index = self.items.iter().position(|(key, _)| is_wanted(key))?;
        self.items[index..].rotate_left(1);
        self.items.last()
    }

    /// All items, the most recently used last.
    pub(super) fn iter(&self) -> impl Iterator<Item = &(K, V)> {
        self.items.iter()
    }

    /// Drops the least recently used item; `None` if there is none.
    pub(super) fn drop_oldest(&mut self) -> Option<(K, V)> {
        (!self.items.is_empty()).then(|| self.items.remove(0))
    }

    /// Adds a value. If there are too many, the least recently used one is dropped.
    pub(super) fn add(&mut self, key: K, value: V) {
        if self.items.len() == self.most {
            self.items.remove(0);
        }
        self.items.push((key, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_not_used_for_longest_goes() {
        let mut recent = Recent::new(3);
        (1..=3).for_each(|key| recent.add(key, 10 * key));
        assert_eq!(recent.get(|key| *key == 1), Some(&(1, 10)));
        recent.add(4, 40);
        let found = [1, 2, 3, 4].map(|wanted| recent.get(|key| *key == wanted).map(|(_, value)| *value));
        assert_eq!(found, [Some(10), None, Some(30), Some(40)]);
    }
}
