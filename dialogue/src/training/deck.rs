//! The deck: positions with a past mistake, which come back until they are mastered.
//!
//! The deck is not stored: it is computed from the history, whose answers show when each position was seen.

use std::collections::HashMap;

use super::DAY;
use super::fsrs::{Memory, Remembered};
use super::history::History;
use super::record::{AnswerRecord, GameRecord};
use super::theme::Theme;
use yahtzee_solver::sorting::{sort_by, sort_by_key};

/// The default loss from which a mistake becomes a card, in points.
pub const THRESHOLD: f64 = 1.0;

/// The largest loss of a nearly right answer, in points.
const NEARLY: f64 = 0.2;

/// The stability of a mastered card, in days.
const MASTERED: f64 = 60.0;

/// A position to learn.
#[derive(Clone, Debug, PartialEq)]
pub struct Flashcard {
    /// The position, in the form of `yahtzee advise`.
    pub position: String,
    /// Its theme.
    pub theme: Theme,
    /// The greatest loss in it so far, in points; 0 if it was only given up.
    pub loss: f64,
    /// The number of times it was seen since the mistake.
    pub seen: usize,
    /// The time when it is due, in seconds since 1970.
    pub due: u64,
    memory: Option<Memory>,
    last: u64,
}

impl Flashcard {
    /// Whether it is remembered so well that it does not come back.
    pub fn is_mastered(&self) -> bool {
        self.memory.is_some_and(|memory| memory.stability >= MASTERED)
    }

    /// The chance that it is remembered at a given time; 0 if it was not seen since the mistake.
    pub fn chance(&self, at: u64) -> f64 {
        self.memory.map_or(0.0, |memory| memory.chance(at.saturating_sub(self.last) as f64 / DAY as f64))
    }

    fn new(position: &str, theme: Theme, loss: f64, at: u64) -> Flashcard {
        Flashcard { position: position.to_owned(), theme, loss, seen: 0, due: at, memory: None, last: at }
    }

    fn answered(&mut self, recall: Remembered, at: u64) {
        let days = at.saturating_sub(self.last) / DAY;
        let memory = self.memory.map_or_else(|| Memory::new(recall), |memory| memory.after(recall, days));
        self.due = at.saturating_add(memory.days_until_due() * DAY);
        (self.memory, self.last, self.seen) = (Some(memory), at, self.seen + 1);
    }
}

/// The recall that an answer shows.
fn recall(answer: &AnswerRecord) -> Remembered {
    match (&answer.chosen, answer.loss) {
        (None, _) => Remembered::Again,
        (Some(_), loss) if loss > NEARLY => Remembered::Again,
        (Some(_), loss) if loss > 0.0 || answer.hints > 0 => Remembered::Hard,
        _ => Remembered::Good,
    }
}

/// The positions in which a player lost points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deck {
    /// The cards, in the order of their first mistakes.
    pub cards: Vec<Flashcard>,
}

impl Deck {
    /// The deck of a player under some rules, from games and answers with a loss of at least `threshold`, and from positions given up.
    pub fn new(history: &History, fingerprint: &str, player: &str, threshold: f64) -> Deck {
        // To win, or for a target, another choice than that for the most points may be right.
        let own = |game: &&GameRecord| game.fingerprint == fingerprint && game.player == player && game.computer.is_none();
        let games = history.games.iter().filter(|game| own(game) && game.goal.is_none());
        let lost = games.flat_map(|game| {
            let mistakes = game.decisions.iter().filter(|decided| decided.loss >= threshold);
            mistakes.filter_map(|decided| Some((game.at, decided.mistake.as_ref()?.position.as_str(), decided.theme, decided.loss)))
        });
        enum Event<'h> {
            Lost(&'h str, Theme, f64),
            Answer(&'h AnswerRecord),
        }
        let mut events: Vec<(u64, Event<'_>)> = lost.map(|(at, position, theme, loss)| (at, Event::Lost(position, theme, loss))).collect();
        let answers = history.answers.iter().filter(|answer| answer.fingerprint == fingerprint);
        events.extend(answers.map(|answer| (answer.at, Event::Answer(answer))));
        // Stable: at equal times, games come first.
        sort_by_key(&mut events, |(at, _)| *at);
        let mut cards: Vec<Flashcard> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (at, event) in events {
            match event {
                Event::Lost(position, theme, loss) => match places.get(position) {
                    None => {
                        places.insert(position, cards.len());
                        cards.push(Flashcard::new(position, theme, loss, at));
                    }
                    // The same mistake again, in a game: the position was forgotten.
                    Some(&place) => {
                        cards[place].loss = cards[place].loss.max(loss);
                        cards[place].answered(Remembered::Again, at);
                    }
                },
                Event::Answer(answer) => match places.get(answer.position.as_str()) {
                    Some(&place) => cards[place].answered(recall(answer), at),
                    None if answer.chosen.is_none() || answer.loss >= threshold => {
                        places.insert(&answer.position, cards.len());
                        // It was explained just now.
                        cards.push(Flashcard {
                            due: at.saturating_add(DAY),
                            ..Flashcard::new(&answer.position, answer.theme, answer.loss, at)
                        });
                    }
                    None => {}
                },
            }
        }
        Deck { cards }
    }

    /// The due cards: seen ones before new ones, the most forgotten first; of new ones the worst mistakes first.
    pub fn due(&self, at: u64) -> Vec<&Flashcard> {
        let mut due: Vec<&Flashcard> = self.cards.iter().filter(|card| card.due <= at && !card.is_mastered()).collect();
        sort_by(&mut due, |a, b| {
            let seen = |card: &Flashcard| card.memory.is_none();
            seen(a).cmp(&seen(b)).then(a.chance(at).total_cmp(&b.chance(at))).then(b.loss.total_cmp(&a.loss))
        });
        due
    }

    /// The number of mastered cards.
    pub fn mastered(&self) -> usize {
        self.cards.iter().filter(|card| card.is_mastered()).count()
    }

    /// The time when the next card is due, ignoring mastered ones.
    pub fn next_due(&self) -> Option<u64> {
        self.cards.iter().filter(|card| !card.is_mastered()).map(|card| card.due).min()
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::training::record::{AskedIn, Record};

    fn answer(position: &str, loss: f64, at: u64) -> Record {
        Record::Answer(AnswerRecord {
            at,
            rules: "hasbro".into(),
            fingerprint: "f".into(),
            position: position.into(),
            chosen: Some("hold 6".into()),
            best: "hold 6".into(),
            loss,
            obvious_loss: 0.0,
            theme: Theme::Bonus,
            from: AskedIn::Deck,
            hints: 0,
            daily: None,
            again: None,
        })
    }

    fn deck(records: Vec<Record>) -> Deck {
        let mut history = History::default();
        records.into_iter().for_each(|record| assert!(history.add(record)));
        Deck::new(&history, "f", "you", THRESHOLD)
    }

    #[test]
    fn a_card_comes_back_until_it_is_mastered() {
        let mut records = vec![answer("a", 2.0, 0), answer("b", 0.5, 0)];
        let first = deck(records.clone());
        assert!(first.due(0).is_empty(), "it has just been explained");
        assert_eq!(first.due(DAY).len(), 1, "only what cost a point");
        let Record::Answer(b) = answer("b", 0.0, 0) else { unreachable!() };
        let given_up = Record::Answer(AnswerRecord { chosen: None, ..b });
        assert_eq!(deck(vec![given_up]).due(DAY).len(), 1, "who gives up does not know it");
        let mut days = Vec::new();
        while !deck(records.clone()).cards[0].is_mastered() {
            let due = deck(records.clone()).cards[0].due;
            assert_eq!(deck(records.clone()).due(due).len(), 1);
            assert!(deck(records.clone()).due(due - 1).is_empty());
            records.push(answer("a", 0.0, due));
            days.push(due / DAY);
        }
        assert_eq!(days, [1, 3, 14, 60], "the intervals grow");
        let last = deck(records.clone());
        assert_eq!((last.mastered(), last.due(u64::MAX).len(), last.next_due()), (1, 0, None));
        records.push(answer("a", 3.0, 1000 * DAY));
        let lost_again = deck(records);
        assert!(!lost_again.cards[0].is_mastered() && lost_again.cards[0].loss == 2.0, "an answer does not change what was lost");
    }

    /// A simulated learner. The memory of each position decays exponentially, with a half-life. A right answer multiplies the half-life by 2.5, or by
    /// less if it came early; a wrong one, which is explained, sets it to a day. FSRS does not use this model; its forgetting curve is a power. With
    /// the deck the learner sees the due positions, then random ones; without it, the same number of random positions. The result is the share of
    /// positions remembered on a random day of the last month, on average.
    struct Learner {
        half_life: Vec<f64>,
        last: Vec<f64>,
    }

    impl Learner {
        fn new(positions: usize) -> Learner {
            Learner { half_life: vec![1.0; positions], last: vec![0.0; positions] }
        }

        fn chance(&self, position: usize, day: f64) -> f64 {
            0.5f64.powf((day - self.last[position]) / self.half_life[position])
        }

        /// Whether the answer is right.
        fn sees(&mut self, position: usize, day: f64, random: &mut Rng) -> bool {
            let right = random.f64() < self.chance(position, day);
            let spaced = ((day - self.last[position]) / self.half_life[position]).min(1.0);
            self.half_life[position] = if right { self.half_life[position] * (1.0 + 1.5 * spaced) } else { 1.0 };
            self.last[position] = day;
            right
        }

        fn remembered(&self, day: f64) -> f64 {
            let positions = self.half_life.len();
            (0..positions).map(|position| self.chance(position, day)).sum::<f64>() / positions as f64
        }
    }

    const POSITIONS: usize = 60;
    const DAYS: u64 = 120;
    const A_DAY: usize = 4;

    fn remembered(with_deck: bool, seed: u64) -> f64 {
        let mut random = Rng::with_seed(seed);
        let mut learner = Learner::new(POSITIONS);
        let mut cards: Vec<Flashcard> = (0..POSITIONS).map(|number| Flashcard::new(&number.to_string(), Theme::Bonus, 1.0, 0)).collect();
        let mut sum = 0.0;
        for day in 1..=DAYS {
            let at = day * DAY;
            let mut due: Vec<usize> = Deck { cards: cards.clone() }.due(at).iter().map(|card| card.position.parse().unwrap()).collect();
            due.truncate(A_DAY);
            if !with_deck {
                due.clear();
            }
            while due.len() < A_DAY {
                due.push(random.usize(0..POSITIONS));
            }
            for position in due {
                let right = learner.sees(position, day as f64, &mut random);
                cards[position].answered(if right { Remembered::Good } else { Remembered::Again }, at);
            }
            if day > DAYS - 30 {
                sum += learner.remembered(day as f64 + 0.5) / 30.0;
            }
        }
        sum
    }

    #[test]
    fn a_simulated_learner_forgets_less_with_the_deck() {
        let runs = 40;
        let mean = |with_deck: bool| (0..runs).map(|seed| remembered(with_deck, seed)).sum::<f64>() / f64::from(runs as u32);
        let (deck, random) = (mean(true), mean(false));
        println!("remembered with the deck: {deck:.3}; with as many positions at random: {random:.3}");
        assert!(deck > random + 0.05, "{deck} {random}");
    }
}
