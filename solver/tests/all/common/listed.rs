//! Categories with several boxes, read naively: each box as a category of its own, which may be filled at any time.

use yahtzee_solver::rules::{Filled, Order};
use yahtzee_solver::{Category, RuleSet};

/// The same game with each box of a category in a table of its own in the file. The boxes have the same names, and the same places among the categories.
pub(crate) fn listed(rules: &RuleSet) -> RuleSet {
    if !rules.toml().contains("\nboxes = ") {
        return rules.clone();
    }
    let mut tables: Vec<Vec<&str>> = vec![Vec::new()];
    for line in rules.toml().lines() {
        if line.starts_with('[') {
            tables.push(Vec::new());
        }
        tables.last_mut().unwrap().push(line);
    }
    let mut toml = String::new();
    for table in tables {
        let boxes = table.iter().find_map(|line| line.strip_prefix("boxes = ")).map_or(1, |boxes| boxes.parse().unwrap());
        for number in 1..=boxes {
            for line in &table {
                match line.strip_prefix("name = \"").and_then(|name| name.strip_suffix('"')) {
                    Some(name) if number > 1 => toml += &format!("name = \"{name}-{number}\"\n"),
                    _ if line.starts_with("boxes = ") || (number > 1 && (line.starts_with("title = ") || line.starts_with("short = "))) => {
                    }
                    _ => toml += &format!("{line}\n"),
                }
            }
        }
    }
    let listed = RuleSet::parse(&toml).unwrap_or_else(|error| panic!("{error} in\n{toml}"));
    assert!(listed.categories().eq(rules.categories()));
    assert!(rules.categories().all(|category| listed.category(category).name == rules.category(category).name));
    listed
}

/// Whether the order of the rules demands that a category is filled before another one.
pub(crate) fn comes_first(rules: &RuleSet, category: Category, other: Category) -> bool {
    match rules.order() {
        Order::Any => false,
        Order::AsListed => category < other,
        Order::Reversed => category > other,
        Order::UpperFirst => rules.is_upper(category) && !rules.is_upper(other),
        Order::LowerFirst => !rules.is_upper(category) && rules.is_upper(other),
    }
}

/// Whether a category may be filled by the order of the rules, and of the boxes in the file: `fours-3` after `fours-2`, and that after `fours`.
pub(crate) fn follows(rules: &RuleSet, filled: Filled, category: Category) -> bool {
    if rules.categories().any(|other| comes_first(rules, other, category) && !filled.contains(other)) {
        return false;
    }
    let named = |name: &str| rules.categories().find(|&other| rules.category(other).name == name);
    let numbered =
        rules.category(category).name.rsplit_once('-').and_then(|(box_name, number)| Some((box_name, number.parse::<u8>().ok()?)));
    // Without a category of its first part, the number is part of the name.
    match numbered.filter(|(box_name, _)| named(box_name).is_some()) {
        Some((box_name, 2)) => filled.contains(named(box_name).unwrap()),
        Some((box_name, number)) => filled.contains(named(&format!("{box_name}-{}", number - 1)).unwrap()),
        None => true,
    }
}
