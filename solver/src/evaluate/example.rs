//! A scorecard with a given state, as an example.

use crate::game::Scorecard;
use crate::rules::{Category, RuleSet, State};

/// A card of this state: its upper categories hold about half of their maximum, its lower ones 0. `None` if there is none.
pub(super) fn example_card(rules: &RuleSet, state: &State) -> Option<Scorecard> {
    let cap = rules.upper_cap().get();
    let total = state.upper_total.get();
    let is_right = |sum: u32| sum == total || (total == cap && sum > cap);
    let filled: Vec<(Category, u32)> = rules
        .categories()
        .zip(rules.upper_faces())
        .filter(|(category, _)| state.filled.contains(*category))
        .map(|(category, face)| (category, face.pips().into()))
        .collect();
    let counts = nearest(&filled, rules.dice() as u32, &is_right)?;
    let mut text = String::new();
    let mut write = |category: Category, points: u32| text.push_str(&format!("{}={points} ", rules.category(category).name));
    for ((category, pips), count) in filled.iter().zip(&counts) {
        write(*category, pips * count);
    }
    for category in state.filled.categories().filter(|&category| !rules.is_upper(category)) {
        let has_points = state.flag && rules.flag_category() == Some(category);
        let most = rules.possible_points(category).iter().copied().max().unwrap_or_default();
        write(category, if has_points { most.get() } else { 0 });
    }
    if state.saved > 0 {
        text.push_str(&format!("saved={}", state.saved));
    }
    Scorecard::parse(&text, rules).ok().filter(|card| card.state() == *state)
}

/// The numbers of dice in these categories with the right sum of points that differ least from half of all dice.
fn nearest(filled: &[(Category, u32)], dice: u32, is_right: &impl Fn(u32) -> bool) -> Option<Vec<u32>> {
    let mut best: Option<(u32, Vec<u32>)> = None;
    let ways = (dice + 1).pow(filled.len() as u32);
    for way in 0..ways {
        let count = |index: usize| way / (dice + 1).pow(index as u32) % (dice + 1);
        let sum: u32 = filled.iter().enumerate().map(|(index, (_, pips))| pips * count(index)).sum();
        let apart: u32 = (0..filled.len()).map(|index| (2 * count(index)).abs_diff(dice + 1).pow(2)).sum();
        if is_right(sum) && best.as_ref().is_none_or(|(least, _)| apart < *least) {
            best = Some((apart, (0..filled.len()).map(count).collect()));
        }
    }
    best.map(|(_, counts)| counts)
}
