//! `yahtzee play --list`: the saved games.

use std::path::Path;
use std::time::UNIX_EPOCH;

use yahtzee_dialogue::session::saved::Saved;
use yahtzee_dialogue::session::{Seat, turns_done};
use yahtzee_solver::printable::escaped;
use yahtzee_solver::tr;

use super::save::{self, AnySaved};
use crate::context::Context;
use crate::context::history::day_of;
use crate::files::file::shown;
use crate::terminal::failure::Failure;
use crate::text;

/// A line for each saved game, the one saved last first.
pub(super) fn saved_games(context: &Context) -> Result<String, Failure> {
    let folder = &save::folder(context)?;
    let games = save::newest_first(folder)?;
    if games.is_empty() {
        return Ok(tr!("No game is saved in {}. 'yahtzee play' saves every move.", shown(folder)) + "\n");
    }
    let changed = |path: &Path| {
        let modified = std::fs::metadata(path).and_then(|data| data.modified()).ok();
        modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map_or(0, |since| since.as_secs())
    };
    let rows = games.iter().map(|path| {
        let name = path.file_name().map_or_else(String::new, |name| escaped(&name.to_string_lossy()).into_owned());
        let [game, state] = save::read(context, path)
            .map_or_else(|error| [tr!("cannot be read: {}", escaped(&error)), String::new()], |saved| in_words(&saved));
        vec![name, day_of(changed(path)).to_string(), game, state]
    });
    let table = text::table(&[tr!("file"), tr!("saved"), tr!("game"), String::new()], &[false; 4], rows.collect());
    Ok(format!(
        "{table}{}",
        text::faint(&tr!("in {}; --resume --save FILE goes on with one, 'yahtzee review FILE' looks it over", shown(folder)))
    ))
}

/// The rules and the players with their points, and how far the game is.
fn in_words(saved: &AnySaved) -> [String; 2] {
    let (rules, players, (done, all)) = match saved {
        AnySaved::Cards(Saved { rules, seats, .. }) => {
            let player = |seat: &Seat| format!("{} {}", escaped(&seat.name), seat.game.score_so_far());
            let all = seats.first().map_or(0, |seat| seat.game.turn_count());
            let done = seats.iter().map(turns_done).min().unwrap_or(0);
            (rules.name(), seats.iter().map(player).collect::<Vec<_>>().join(", "), (done, all))
        }
        AnySaved::Columns(record) => (record.rules.name(), record.score().to_string(), record.turns()),
    };
    let state = if saved.is_over() { tr!("over") } else { tr!("turn {} of {}", done + 1, all) };
    [format!("{}: {players}", escaped(rules)), state]
}
