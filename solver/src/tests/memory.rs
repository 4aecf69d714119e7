use crate::testing::{card_after, numbers, table};
use crate::{Follower, Scorecard};

#[test]
fn estimates_grow_with_what_is_open() {
    for number in [0, 1, 4] {
        let table = table(number);
        let rules = table.rules();
        let mut before = 0;
        for filled in (0..=rules.category_count()).rev() {
            let bytes = Follower::statistics_bytes(table.model(), &card_after(rules, filled, &mut numbers(7)));
            assert!(bytes > 0 && (bytes >= before || filled > 3), "{number}: {filled}");
            before = bytes;
        }
    }
    let other = Scorecard::new(table(0).rules());
    assert_eq!(Follower::statistics_bytes(table(4).model(), &other), 0);
    assert_eq!(Follower::spread_bytes(table(4).model()) as usize, 4 * 8 * table(4).values().len());
}
