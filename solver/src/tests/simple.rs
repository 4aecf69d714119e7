use crate::strategy::simple_actions;
use crate::{Position, RuleSet};

fn simple(text: &str) -> Vec<String> {
    let rules = RuleSet::builtin("hasbro").unwrap();
    let position = Position::parse(text, &rules).unwrap();
    simple_actions(&position).iter().map(|action| action.display(&rules).to_string()).collect()
}

#[test]
fn most_of_a_kind_or_the_longest_run() {
    assert_eq!(simple("44456"), ["hold 444", "hold 456"]);
    assert_eq!(simple("11666"), ["hold 666"]);
    assert_eq!(simple("12346"), ["hold 6", "hold 1234"]);
    assert_eq!(simple("11335"), ["hold 33"]);
    assert_eq!(simple("23455 ss=30 ls=0"), ["hold 55"]);
}

#[test]
fn a_whole_roll_is_scored_and_so_is_the_last() {
    assert_eq!(simple("66666"), ["score yahtzee=50"]);
    assert_eq!(simple("12345"), ["hold 5", "score large-straight=40"]);
    assert_eq!(simple("11666 rerolls=0"), ["score full-house=25"]);
    assert_eq!(simple("11345 rerolls=0 ch=20"), ["score fives=5"]);
    assert_eq!(simple("11345 rerolls=0 ch=20 5s=15 3k=0 4k=0 fh=0 ls=0 ss=0 y=0"), ["score fours=4"]);
}
