//! Simple human rules: keep most of a kind, or the longest straight.

use crate::dice::{Dice, Face, Hold, Roll};
use crate::game::{Action, Position};
use crate::rules::Placement;

/// The obvious actions of a position. With a reroll left: keep the dice of the most frequent face, and if a straight is open keep the longest run of
/// three or more faces; score at once if these are the whole roll. Without a reroll: the placements with the most points now. There is at least one
/// action, and none appears twice.
pub(crate) fn simple_actions(position: &Position) -> Vec<Action> {
    if position.rerolls_left().get() == 0 {
        return most_points(position);
    }
    let roll = position.roll();
    let mut actions = Vec::new();
    let run = longest_run(&roll).filter(|run| run.len() >= 3 && straight_is_open(position));
    for kept in [Some(most_of_a_kind(&roll)), run].into_iter().flatten() {
        match Hold::new(kept, &roll) {
            Ok(hold) => actions.push(Action::Hold(hold)),
            // A hold of all dice means scoring the roll.
            Err(_) => actions.extend(most_points(position)),
        }
    }
    actions.dedup();
    actions
}

/// The placements with the most points now, extra bonus included.
fn most_points(position: &Position) -> Vec<Action> {
    let earns = |placement: &Placement| placement.points + placement.bonus;
    let placements: Vec<Placement> = position.rules().placements(position.state(), &position.roll(), position.rerolls_left()).collect();
    let most = placements.iter().map(earns).max().unwrap_or_default();
    placements.into_iter().filter(|placement| earns(placement) == most).map(Action::Score).collect()
}

/// The dice of the most frequent face; of several such faces the highest.
fn most_of_a_kind(roll: &Roll) -> Dice {
    let face = Face::ALL.into_iter().max_by_key(|&face| (roll.count(face), face)).expect("faces");
    Dice::of(roll.faces().filter(|die| die.pips() == face.pips()))
}

/// One die of each face of the longest run of consecutive faces; of several such runs the highest.
fn longest_run(roll: &Roll) -> Option<Dice> {
    let runs = Face::ALL.chunk_by(|&a, &b| roll.count(a) > 0 && roll.count(b) > 0);
    let shown = runs.filter(|run| roll.count(run[0]) > 0);
    let one_die = |face: &Face| roll.faces().find(|die| die.pips() == face.pips()).expect("a face that shows");
    shown.max_by_key(|run| (run.len(), run[0])).map(|run| Dice::of(run.iter().map(one_die)))
}

fn straight_is_open(position: &Position) -> bool {
    let rules = position.rules();
    rules.categories().any(|category| position.card().is_open(category) && rules.category(category).pattern.is_straight(rules.game_dice()))
}
