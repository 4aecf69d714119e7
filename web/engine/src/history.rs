//! The history: the page stores the lines, and all figures are computed here.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::session::{Played, Seat};
use yahtzee_dialogue::training::daily::{self, Day, POSITIONS};
use yahtzee_dialogue::training::deck::{Deck, THRESHOLD};
use yahtzee_dialogue::training::progress::{Answers, Progress, ScoresBesideBest, people, rule_sets};
use yahtzee_dialogue::training::record::{AnswerRecord, GameRecord, Kind, fingerprint};
use yahtzee_dialogue::training::theme::Theme;
use yahtzee_dialogue::training::{History, Known, Record, Whose};
use yahtzee_solver::language::tr;
use yahtzee_solver::{Rounds, Scorecard};

use crate::Engine;
use crate::progress::reporting;

/// A record, as stored by the page.
#[derive(Serialize, Tsify)]
pub struct RecordView {
    /// The key that identifies it.
    key: String,
    line: String,
    /// The day of a daily ten, like 20261123.
    #[tsify(type = "number | null")]
    daily: Option<u32>,
}

/// Records read from a file.
#[derive(Serialize, Tsify)]
pub struct RecordList {
    records: Vec<RecordView>,
    /// The number of unreadable lines.
    unread: usize,
}

/// The records of a game that is looked over.
#[derive(Serialize, Tsify)]
pub struct ReviewedRecords {
    records: Vec<RecordView>,
    /// Why there are none, if the game is not that of the owner of the history.
    #[tsify(type = "string | null")]
    why: Option<String>,
}

/// The figures of one player.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct ProgressView {
    /// Null without a game that counts.
    progress: Option<Progress>,
    /// The titles of the parts, in their order, and of the theme to practise.
    kinds: Vec<String>,
    themes: Vec<String>,
    practise: Option<String>,
    known: Vec<String>,
    /// The people who played under these rules, and the other rule sets, with their numbers of games.
    players: Vec<(String, usize)>,
    others: Vec<(String, usize)>,
    unread: usize,
    /// The answers in quizzes.
    answers: Answers,
}

/// The deck of the player's mistakes.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DeckView {
    themes: Vec<DeckTheme>,
    due: Vec<DueView>,
    cards: usize,
    mastered: usize,
    /// The time when the next one is due, in seconds since 1970.
    #[tsify(type = "number | null")]
    next_due: Option<f64>,
}

/// The cards of a theme.
#[derive(Serialize, Tsify)]
pub struct DeckTheme {
    name: &'static str,
    title: String,
    cards: usize,
    due: usize,
    mastered: usize,
}

/// A due position.
#[derive(Serialize, Tsify)]
pub struct DueView {
    position: String,
    theme: &'static str,
}

/// The days with answers, and one of them.
#[derive(Serialize, Tsify)]
pub struct DailyView {
    /// The theme of the week, and what to remember of it.
    theme: String,
    streak: f64,
    /// The number of answers of each day, and of the best ones.
    days: Vec<(u32, usize, usize)>,
    /// The number of complete days with each number of best answers, from 0.
    results: Vec<usize>,
    /// The answers of the day, by their numbers from 1.
    answers: Vec<GivenView>,
    /// The result of a completed day, to share.
    #[tsify(type = "string | null")]
    shared: Option<String>,
}

/// An answer.
#[derive(Serialize, Tsify)]
pub struct GivenView {
    number: u8,
    position: String,
    mark: String,
    /// The choice; null if the position was given up.
    #[tsify(type = "string | null")]
    chosen: Option<String>,
}

impl RecordView {
    pub(crate) fn new(record: &Record) -> RecordView {
        let daily = if let Record::Answer(AnswerRecord { daily, .. }) = record { daily.map(|(day, _)| day) } else { None };
        RecordView { key: record.key(), line: record.line(), daily }
    }
}

/// The records of a history in text.
pub(crate) fn read(text: &str) -> RecordList {
    let history = History::read(text.as_bytes());
    // Lines of later versions are kept for a page that can read them.
    let later = history.later().iter().map(|line| RecordView { key: History::later_key(line), line: format!("{line}\n"), daily: None });
    let records = history.records().map(|record| RecordView::new(&record)).chain(later).collect();
    RecordList { records, unread: history.unreadable() }
}

impl Engine {
    /// The records of the players of a finished game: a saved one, or a single written game. Empty if it is not over.
    ///
    /// # Errors
    ///
    /// An error in the text.
    pub fn game_records(&self, text: &str, at: f64) -> Result<Vec<RecordView>, String> {
        let played = Played::read(text, self.service.rules())?;
        let seats: Vec<&Seat> = played.seats.iter().collect();
        let record = |player| GameRecord::new(&seats, player, played.mode, at as u64, self.service.table());
        let records = (0..seats.len()).map(record).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        Ok(records.into_iter().flatten().map(|record| RecordView::new(&Record::Game(record))).collect())
    }

    /// The records of a game that is looked over, if its player is the owner of the history with these lines, or if the game is said to be `mine`.
    ///
    /// # Errors
    ///
    /// An error in the text.
    pub fn reviewed_records(&self, text: &str, player: Option<usize>, mine: bool, lines: &str, at: f64) -> Result<ReviewedRecords, String> {
        let (played, player) = self.played(text, player)?;
        let history = History::read(lines.as_bytes());
        let record = GameRecord::new(&played.seats.iter().collect::<Vec<_>>(), player, played.mode, at as u64, self.service.table());
        let Some(record) = record.map_err(|error| error.to_string())? else {
            return Ok(ReviewedRecords { records: Vec::new(), why: None });
        };
        let why = Whose::of(&played, player, &history.owner()).not_recorded().filter(|_| !mine);
        let record = Record::Game(GameRecord { player: history.owner(), computer: None, ..record });
        Ok(ReviewedRecords { records: if why.is_none() { vec![RecordView::new(&record)] } else { Vec::new() }, why })
    }

    /// The progress of a player, or of the one with the most games.
    pub fn progress(&self, lines: &str, player: Option<String>, at: f64) -> ProgressView {
        let history = History::read(lines.as_bytes());
        let (rules, fingerprint) = (self.service.rules().name(), fingerprint(self.service.rules()));
        let players = people(&history, &fingerprint);
        let player = player.or_else(|| players.first().map(|(name, _)| name.clone()));
        let progress = player.and_then(|player| Progress::of(&history, rules, &fingerprint, &player, at as u64));
        let theme = |name: &str| Theme::named(name).map_or_else(|| name.to_owned(), Theme::title);
        let kind = |name: &str| Kind::try_from(name.to_owned()).map_or_else(|name| name, Kind::title);
        let others = rule_sets(&history).into_iter().filter(|(of, ..)| *of != fingerprint);
        ProgressView {
            kinds: progress.iter().flat_map(|progress| &progress.kinds).map(|part| kind(&part.name)).collect(),
            themes: progress.iter().flat_map(|progress| &progress.themes).map(|part| theme(&part.name)).collect(),
            practise: progress.as_ref().and_then(|progress| progress.practise.as_deref()).map(theme),
            known: progress.iter().flat_map(|progress| &progress.known).map(Known::title).collect(),
            players,
            others: others.map(|(_, name, games)| (name, games)).collect(),
            answers: Answers::of(&history, &fingerprint),
            unread: history.unreadable(),
            progress,
        }
    }

    /// The scores of a player beside those of the best play.
    ///
    /// # Errors
    ///
    /// If the game is too large.
    pub fn scores_beside_best(&self, lines: &str, player: &str) -> Result<ScoresBesideBest, String> {
        let card = Scorecard::new(self.service.rules());
        let best = self.service.statistics(&card, &Rounds::default(), &reporting()).map_err(|error| error.to_string())?;
        Ok(ScoresBesideBest::of(&History::read(lines.as_bytes()), &fingerprint(self.service.rules()), player, &best))
    }

    /// The deck of the player with the most games.
    pub fn deck(&self, lines: &str, at: f64) -> DeckView {
        let history = History::read(lines.as_bytes());
        let (fingerprint, at) = (fingerprint(self.service.rules()), at as u64);
        let player = people(&history, &fingerprint).into_iter().next().map_or_else(String::new, |(player, _)| player);
        let deck = Deck::new(&history, &fingerprint, &player, THRESHOLD);
        let due = deck.due(at);
        let of_theme = |theme: Theme| DeckTheme {
            name: theme.name(),
            title: theme.title(),
            cards: deck.cards.iter().filter(|card| card.theme == theme).count(),
            due: due.iter().filter(|card| card.theme == theme).count(),
            mastered: deck.cards.iter().filter(|card| card.theme == theme && card.is_mastered()).count(),
        };
        DeckView {
            themes: Theme::ALL.map(of_theme).into_iter().filter(|theme| theme.cards > 0).collect(),
            due: due.iter().map(|card| DueView { position: card.position.clone(), theme: card.theme.name() }).collect(),
            cards: deck.cards.len(),
            mastered: deck.mastered(),
            next_due: deck.next_due().map(|next| next as f64),
        }
    }

    /// The answers of a day, and the streak up to today. `lines` has the answers of all daily tens.
    pub fn daily(&self, lines: &str, day: u32, today: u32) -> DailyView {
        let history = History::read(lines.as_bytes());
        let fingerprint = fingerprint(self.service.rules());
        let of_day = |day: u32| Day::new(day).unwrap_or(Day::at(0));
        let answers = daily::answers(&history.answers, &fingerprint, of_day(day));
        DailyView {
            theme: daily::theme_in_words(of_day(day), self.service.rules()),
            streak: daily::streak(&history.answers, &fingerprint, of_day(today)) as f64,
            days: daily::answered(&history.answers, &fingerprint).into_iter().map(|(day, (all, best))| (day.number(), all, best)).collect(),
            results: daily::results(&history.answers, &fingerprint).into(),
            shared: (answers.len() == POSITIONS).then(|| daily::shared(&tr(self.service.rules().title(), &[]), of_day(day), &answers)),
            answers: answers.iter().map(|(number, answer)| GivenView::new(*number, answer)).collect(),
        }
    }
}

impl GivenView {
    fn new(number: u8, answer: &AnswerRecord) -> GivenView {
        GivenView { number, position: answer.position.clone(), mark: daily::mark(answer).to_string(), chosen: answer.chosen.clone() }
    }
}
