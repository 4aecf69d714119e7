//! A scorecard with a given state, as an example.

use crate::dice::{Face, GameDice};
use crate::game::Scorecard;
use crate::rules::{Category, State};

/// A card of this state that continues `start`: the categories that are filled there keep their points. Of the others, the upper ones hold about half
/// of their maximum, the lower ones 0. `None` if there is none.
pub(crate) fn example_card(start: &Scorecard, state: &State) -> Option<Scorecard> {
    let rules = start.rules();
    let is_new = |category: &Category| state.filled.contains(*category) && start.get(*category).is_none();
    let cap = rules.upper_cap().get();
    let (total, before) = (state.upper_total.get(), start.upper_total().get());
    let is_right = |sum: u32| (before + sum).min(cap) == total;
    let upper: Vec<(Category, Face)> = rules.categories().zip(rules.upper_faces()).filter(|(category, _)| is_new(category)).collect();
    let counts = nearest(&upper, rules.game_dice(), &is_right)?;
    let of_upper = upper.iter().zip(&counts).map(|((category, face), count)| (*category, u32::from(face.pips()) * count));
    let of_lower = rules.categories().filter(|category| is_new(category) && !rules.is_upper(*category)).map(|category| {
        let has_points = state.flag && rules.flag_category() == Some(category);
        let possible = rules.possible_points(category);
        let points = if has_points { possible.last() } else { possible.first() };
        (category, points.copied().unwrap_or_default().get())
    });
    let given = start.filled().map(|(category, points)| (category, points.get()));
    let mut text: String =
        given.chain(of_upper).chain(of_lower).map(|(category, points)| format!("{}={points} ", rules.category(category).name)).collect();
    if let Some(name) = rules.spare_throws().entry() {
        text.push_str(&format!("{name}={} ", rules.spare_throws().in_hand(state.throws)));
    }
    if start.extra() > 0 {
        text.push_str(&format!("extra={}", start.extra()));
    }
    Scorecard::parse(&text, rules).ok().filter(|card| card.state() == *state)
}

/// The numbers of dice in these categories with the right sum of points that differ least from half of all dice.
fn nearest(upper: &[(Category, Face)], dice: &GameDice, is_right: &impl Fn(u32) -> bool) -> Option<Vec<u32>> {
    let all = dice.count() as u32;
    let mut best: Option<(u32, Vec<u32>)> = None;
    let ways = (all + 1).pow(upper.len() as u32);
    for way in 0..ways {
        let count = |index: usize| way / (all + 1).pow(index as u32) % (all + 1);
        let sum: u32 = upper.iter().enumerate().map(|(index, (_, face))| u32::from(face.pips()) * count(index)).sum();
        let can_show = |(index, (_, face)): (usize, &(Category, Face))| count(index) <= dice.most_showing(*face) as u32;
        let apart: u32 = (0..upper.len()).map(|index| (2 * count(index)).abs_diff(all + 1).pow(2)).sum();
        if is_right(sum) && upper.iter().enumerate().all(can_show) && best.as_ref().is_none_or(|(least, _)| apart < *least) {
            best = Some((apart, (0..upper.len()).map(count).collect()));
        }
    }
    best.map(|(_, counts)| counts)
}
