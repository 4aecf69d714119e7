//! Columns of a history of games and answers.

use super::{Column, column};
use crate::training::History;
use crate::training::record::{AnswerRecord, Decided, GameRecord, RecordedMistake};

/// A row for each game.
pub fn recorded_games(history: &History) -> Vec<Column> {
    let rows: &[GameRecord] = &history.games;
    vec![
        column("id", rows, |game| game.id.clone()),
        column("at", rows, |game| game.at),
        column("rules", rows, |game| game.rules.clone()),
        column("fingerprint", rows, |game| game.fingerprint.clone()),
        column("player", rows, |game| game.player.clone()),
        column("computer", rows, |game| game.computer.clone()),
        column("advised", rows, |game| game.advised),
        column("goal", rows, |game| game.goal.clone()),
        column("hinted", rows, |game| game.hinted as u64),
        column("again", rows, |game| game.again as u64),
        column("score", rows, |game| game.score),
        column("luck", rows, |game| game.luck),
        column("loss", rows, |game| game.loss),
        column("text", rows, |game| game.text.clone()),
    ]
}

/// A row for each decision that counts, with the id of its game.
pub fn decided(history: &History) -> Vec<Column> {
    let rows: Vec<(&GameRecord, &Decided)> =
        history.games.iter().flat_map(|game| game.decisions.iter().map(move |decided| (game, decided))).collect();
    let mistake = |name: &str, cell: fn(&RecordedMistake) -> &String| {
        column(name, &rows, |(_, decided)| decided.mistake.as_ref().map(|mistake| cell(mistake).clone()))
    };
    vec![
        column("game", &rows, |(game, _)| game.id.clone()),
        column("kind", &rows, |(_, decided)| String::from(decided.kind)),
        column("theme", &rows, |(_, decided)| decided.theme.name().to_owned()),
        column("loss", &rows, |(_, decided)| decided.loss),
        mistake("position", |mistake| &mistake.position),
        mistake("chosen", |mistake| &mistake.chosen),
        mistake("best", |mistake| &mistake.best),
    ]
}

/// A row for each answer.
pub fn answers(history: &History) -> Vec<Column> {
    let rows: &[AnswerRecord] = &history.answers;
    vec![
        column("at", rows, |answer| answer.at),
        column("rules", rows, |answer| answer.rules.clone()),
        column("fingerprint", rows, |answer| answer.fingerprint.clone()),
        column("position", rows, |answer| answer.position.clone()),
        column("chosen", rows, |answer| answer.chosen.clone()),
        column("best", rows, |answer| answer.best.clone()),
        column("loss", rows, |answer| answer.loss),
        column("obvious_loss", rows, |answer| answer.obvious_loss),
        column("theme", rows, |answer| answer.theme.name().to_owned()),
        column("from", rows, |answer| answer.from.name().to_owned()),
        column("hints", rows, |answer| answer.hints as u64),
        column("day", rows, |answer| answer.daily.map(|(day, _)| day)),
        column("number", rows, |answer| answer.daily.map(|(_, number)| u32::from(number))),
    ]
}
