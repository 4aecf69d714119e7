//! The players of a session, and the mode of play: dice, coach and computers.

use std::collections::BTreeSet;
use std::sync::Arc;

use yahtzee_solver::advise::ReviewedDecision;
use yahtzee_solver::cards::RuleCard;
use yahtzee_solver::game::DecisionKind;
use yahtzee_solver::printable::{check_line, escaped, quoted};
use yahtzee_solver::{Dice, Game, Placement, Points, Review, RuleSet, Scorecard, Seed, Sheet, tr};

use super::same::SameDice;
use super::saved::in_turn;
use super::taken_back::TakenBack;
use crate::words;

/// The most players at a table: more do not fit on a small screen.
pub const MOST_PLAYERS: usize = 6;

/// How a computer player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computer {
    /// Plays for the highest expected final score.
    Optimal,
    /// Plays for the most points this turn.
    Greedy,
    /// Plays to win: it looks at the other cards.
    Win,
    /// Plays by the built-in card of rules of this name.
    Card(&'static str),
}

/// The objective that ranks the options of people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlaysFor {
    /// The expected final score.
    #[default]
    Points,
    /// The chance to win against the others.
    Win,
    /// The chance of at least this final score.
    Target(Points),
}

impl Computer {
    /// Every kind.
    pub fn all() -> impl Iterator<Item = Computer> {
        [Computer::Optimal, Computer::Greedy, Computer::Win].into_iter().chain(RuleCard::builtin_names().map(Computer::Card))
    }

    /// Checks that such a player can play a game.
    ///
    /// # Errors
    ///
    /// If it plays by a card of rules, and the game has other dice or lacks a box of the card.
    pub fn check_rules(self, rules: &RuleSet) -> Result<(), String> {
        let Computer::Card(name) = self else { return Ok(()) };
        RuleCard::builtin_for(name, rules).map(|_| ()).map_err(|_| match RuleCard::suits(rules) {
            true => tr!("{} plays games with the boxes of Yahtzee, and '{}' has other boxes", name, rules.name()),
            false => tr!("{} plays with up to six dice with faces up to six; '{}' is another game", name, rules.name()),
        })
    }

    /// The word for this kind: in a saved game, and after `computer:` in a list of players.
    pub fn word(self) -> &'static str {
        match self {
            Computer::Optimal => "computer",
            Computer::Greedy => "greedy",
            Computer::Win => "win",
            Computer::Card(name) => name,
        }
    }

    /// The name of such a player.
    pub fn name(self) -> &'static str {
        match self {
            Computer::Optimal => "computer",
            Computer::Greedy => "greedy",
            Computer::Win => "challenger",
            Computer::Card(name) => name,
        }
    }

    /// The kind with this word.
    fn of_word(word: &str) -> Option<Computer> {
        Computer::all().find(|computer| computer.word() == word)
    }

    /// The kind for an entry of a list of players, like `computer` or `computer:greedy`; `None` for a person.
    fn listed(name: &str) -> Result<Option<Computer>, String> {
        match name.to_ascii_lowercase().split_once(':') {
            None => Ok(name.eq_ignore_ascii_case("computer").then_some(Computer::Optimal)),
            Some(("computer", kind)) => match Computer::of_word(kind.trim()) {
                Some(computer) => Ok(Some(computer)),
                None if kind.trim() == "optimal" => Ok(Some(Computer::Optimal)),
                // The opponent by a card of rules has moderate strength.
                None if kind.trim() == "card" => Ok(Some(Computer::Card(RuleCard::FOR_BEGINNERS))),
                None => {
                    let kinds: Vec<&str> = Computer::all().skip(1).map(Computer::word).collect();
                    Err(tr!("'{}': after 'computer:' stands one of {}", &*quoted(name), kinds.join(", ")))
                }
            },
            Some(_) => Ok(None),
        }
    }
}

/// The word for a person in a saved game.
const PERSON: &str = "player";
/// Longer names do not fit on the screen.
const LONGEST_NAME: usize = 24;

/// The source of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceFrom {
    /// The players throw real dice and type them.
    Table,
    /// The program throws them, by a seed.
    Seed(u64),
}

/// The mode of a game. Only the objective may change during the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mode {
    /// The source of the dice.
    pub dice: DiceFrom,
    /// The coach's tolerance: the loss in points up to which it says nothing; `None` without a coach.
    pub coach: Option<f64>,
    /// The objective that ranks the options of people.
    pub plays_for: PlaysFor,
}

/// A player and the game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The player's name.
    pub name: String,
    /// How a computer player chooses; `None` for a person.
    pub computer: Option<Computer>,
    /// The game so far.
    pub game: Game,
    /// The moves taken back, in that order.
    pub taken_back: Vec<TakenBack>,
    /// The decisions that the player made after a hint, or while the options were shown with their values: their numbers in the game, from 0. They count
    /// as made with help only in a game with a coach.
    pub hinted: BTreeSet<usize>,
    /// The dice of a friend, who has played with them at another table. With them nothing can be taken back.
    pub same: Option<Arc<SameDice>>,
}

impl Seat {
    /// A person with a game.
    pub fn new(name: &str, game: Game) -> Seat {
        Seat { name: name.to_owned(), computer: None, game, taken_back: Vec::new(), hinted: BTreeSet::new(), same: None }
    }

    /// The same player with another game, of which nothing was taken back.
    pub fn playing(&self, game: Game) -> Seat {
        Seat { computer: self.computer, ..Seat::new(&self.name, game) }
    }

    /// The word for the kind of player, in a saved game.
    pub(crate) fn word(&self) -> &'static str {
        self.computer.map_or(PERSON, Computer::word)
    }

    /// The kind of player for a word in a saved game: `Some(None)` is a person. `None` if no seat has this word.
    pub(crate) fn of_word(word: &str) -> Option<Option<Computer>> {
        if word == PERSON { Some(None) } else { Computer::of_word(word).map(Some) }
    }

    /// The player in a sentence, or above a column.
    pub(super) fn called(&self) -> String {
        if self.name == words::YOU { tr!("you") } else { self.name.clone() }
    }

    /// The player as the subject at the start of a sentence.
    pub(crate) fn subject(&self) -> String {
        if self.name == words::YOU { tr!("You") } else { self.name.clone() }
    }

    /// Whether the player looks at the other cards and may play to win.
    pub fn reacts(&self) -> bool {
        matches!(self.computer, None | Some(Computer::Win))
    }

    /// Whether the player is a person.
    pub fn is_person(&self) -> bool {
        self.computer.is_none()
    }
}

/// A seat and the review of its game.
#[derive(Clone, Debug)]
pub struct ReviewedSeat {
    /// The player and the game.
    pub seat: Seat,
    /// The review of the game so far.
    pub review: Review,
}

impl ReviewedSeat {
    /// The expected final score now; the final score once the game is over. A review may be of more than the game, which is cut where it is looked over.
    pub fn expected(&self) -> f64 {
        let (done, turns) = (self.seat.game.turns().len(), &self.review.turns);
        match self.next_decision() {
            Some(decision) => decision.best.expected_final,
            None if done == turns.len() => self.review.final_score,
            None => done.checked_sub(1).map_or(self.review.expected_at_start, |last| turns[last].expected_after),
        }
    }

    /// The decision about the dice on the table, if it is in the review already.
    fn next_decision(&self) -> Option<&ReviewedDecision> {
        let turns = self.seat.game.turns();
        let turn = turns.last().filter(|turn| turn.undecided().is_some())?;
        self.review.turns[turns.len() - 1].decisions.get(turn.decisions().len())
    }

    /// The expected final score with the dice on the table, with the number of turns played until then; `None` if there are none.
    pub fn here(&self) -> Option<(f64, f64)> {
        let (turns, card) = (self.seat.game.turns(), self.seat.game.card());
        let turn = turns.last().filter(|turn| turn.undecided().is_some())?;
        let before = card.rerolls().get() - turn.rerolls_left(card).get();
        let part = f64::from(2 * before + 1) / steps(card);
        Some(((turns.len() - 1) as f64 + part, self.expected()))
    }

    /// The expected final score at the start, after every roll and after every decision, each with the number of turns played until then.
    pub fn course(&self) -> Vec<(f64, f64)> {
        let mut course = vec![(0.0, self.review.expected_at_start)];
        for (done, turn) in self.review.turns.iter().enumerate() {
            if turn.result.is_some() {
                course.push(((done + 1) as f64, turn.expected_after));
            }
            let steps = steps(&turn.card);
            for decision in &turn.decisions {
                let before = turn.card.rerolls().get() - decision.rerolls_left.get();
                let rolled = done as f64 + f64::from(2 * before + 1) / steps;
                let decided = if decision.kind == DecisionKind::Category { (done + 1) as f64 } else { rolled + 1.0 / steps };
                course.extend([(rolled, decision.best.expected_final), (decided, decision.chosen.expected_final)]);
            }
        }
        course.extend(self.here().filter(|_| self.next_decision().is_none()));
        course
    }

    /// The decisions so far.
    pub fn decisions(&self) -> impl Iterator<Item = &ReviewedDecision> {
        self.review.turns.iter().flat_map(|turn| &turn.decisions)
    }
}

/// The rolls and decisions of a turn.
fn steps(card: &Scorecard) -> f64 {
    2.0 * f64::from(card.rerolls().get() + 1)
}

/// Players with these names, each with this game. Several computers get numbers.
///
/// # Errors
///
/// The invalid name, and why.
pub fn seats(names: &[String], game: &Game) -> Result<Vec<Seat>, String> {
    let mut seats: Vec<Seat> = Vec::new();
    let alone = [words::YOU.to_owned()];
    let names = if names.is_empty() { &alone } else { names };
    if names.len() > MOST_PLAYERS {
        return Err(tr!("{} players; at most {} fit on the screen", names.len(), MOST_PLAYERS));
    }
    for name in names {
        let name = name.trim();
        let computer = Computer::listed(name)?;
        if let Some(computer) = computer {
            computer.check_rules(game.rules())?;
        }
        let name = if let Some(computer) = computer { computer.name() } else { name };
        if name.is_empty() {
            return Err(tr!("a name is missing: give names with commas between them, like ann,bob,computer"));
        }
        check_name(name)?;
        let before = seats.iter().filter(|seat| seat.computer == computer).count();
        let name = if computer.is_some() && before > 0 { format!("{name} {}", before + 1) } else { name.to_owned() };
        if seats.iter().any(|seat| seat.name == name) {
            return Err(tr!("two players are called '{}': names must differ", name));
        }
        seats.push(Seat { computer, ..Seat::new(&name, game.clone()) });
    }
    Ok(seats)
}

/// Gives each player the card in a column of a sheet: that with the name of the player, or where the columns have no names those in the order of the
/// players. Who has the fewest boxes goes on. Returns what is doubtful on the sheet.
///
/// # Errors
///
/// What is wrong with the sheet, or that it does not fit the players.
pub fn join(seats: &mut [Seat], sheet: &str) -> Result<Vec<String>, String> {
    let rules = seats[0].game.rules().clone();
    let columns = Sheet::columns(sheet, &rules).map_err(|error| error.to_string())?;
    let numbers: Vec<String> = (1..=seats.len()).map(|number| number.to_string()).collect();
    let of_name = |seat: &Seat| columns.iter().find(|column| column.to_lowercase() == seat.name.to_lowercase()).cloned();
    let named = seats.iter().map(of_name).collect::<Option<Vec<String>>>();
    let ordered = (columns == numbers).then_some(numbers);
    let Some(chosen) = named.filter(|named| named.len() == columns.len()).or(ordered) else {
        let names: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
        return Err(match columns.join(", ") {
            none if none.is_empty() => tr!("a sheet with a column for each player is needed, for {}", names.join(", ")),
            columns => tr!("each player needs a column of the sheet, {}; it has columns for {}", names.join(", "), escaped(&columns)),
        });
    };
    let mut doubtful = Vec::new();
    for (seat, column) in seats.iter_mut().zip(&chosen) {
        let Sheet { card, warnings } = Sheet::parse(sheet, &rules, Some(column)).map_err(|error| error.to_string())?;
        doubtful.extend(warnings.iter().map(ToString::to_string));
        seat.game = Game::from_card(card).map_err(|error| format!("{column}: {error}"))?;
    }
    // Whoever began, the order is the same.
    for _ in 0..seats.len() {
        if in_turn(seats).is_ok() {
            return Ok(doubtful);
        }
        seats.rotate_left(1);
    }
    in_turn(seats).map(|()| doubtful)
}

/// The throws that decided who begins. Each list has one round of throws: the place in the order of turns and the sum. The players with the highest
/// sum threw again until only one was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollForStart(pub Vec<Vec<(usize, u32)>>);

impl RollForStart {
    /// Everyone throws all dice, and the highest sum begins; tied players throw again. Sorts the seats in the order of turns.
    pub fn new(seats: &mut [Seat], rules: &RuleSet, seed: u64) -> RollForStart {
        let mut still: Vec<usize> = (0..seats.len()).collect();
        let mut throws: Vec<Vec<(usize, u32)>> = Vec::new();
        // Game cups are numbered from 0, so these are different ones.
        for turn in (0..=u32::MAX).rev() {
            let sum = |player: usize| {
                let roll = rules.throw(&mut Seed::new(seed).cup(player as u64, turn), &Dice::NONE).expect("dice of a game");
                roll.faces().map(|face| u32::from(face.pips())).sum::<u32>()
            };
            let thrown: Vec<(usize, u32)> = still.iter().map(|&player| (player, sum(player))).collect();
            let best = thrown.iter().map(|(_, sum)| *sum).max();
            still = thrown.iter().filter(|(_, sum)| Some(*sum) == best).map(|(player, _)| *player).collect();
            throws.push(thrown);
            if still.len() <= 1 {
                break;
            }
        }
        let first = still.first().copied().unwrap_or(0);
        seats.rotate_left(first);
        for (player, _) in throws.iter_mut().flatten() {
            *player = (*player + seats.len() - first) % seats.len();
        }
        RollForStart(throws)
    }

    /// The same in words.
    pub fn in_words(&self, seats: &[Seat]) -> String {
        let thrown = |(player, sum): &(usize, u32)| format!("{} {sum}", seats[*player].name);
        let throws: Vec<String> = self.0.iter().map(|throws| throws.iter().map(thrown).collect::<Vec<_>>().join(", ")).collect();
        let throws = throws.into_iter().reduce(|before, again| tr!("{}; again: {}", before, again)).unwrap_or_default();
        match seats[0].name.as_str() {
            words::YOU => tr!("Rolled for the start: {}. You begin.", throws),
            name => tr!("Rolled for the start: {}. {} begins.", throws, name),
        }
    }
}

/// Checks a player's name, from the command line or a saved game.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    check_line(name).map_err(|found| tr!("'{}': {}", &*quoted(name), found.to_string()))?;
    if name.chars().count() > LONGEST_NAME {
        return Err(tr!("'{}' is longer than {} letters", &*quoted(name), LONGEST_NAME));
    }
    Ok(())
}

/// The number of turns of the whole game that are behind a player, those of a card at the start too.
pub(super) fn turns_behind(seat: &Seat) -> usize {
    seat.game.start().filled().count() + turns_done(seat)
}

/// The number of finished turns.
pub fn turns_done(seat: &Seat) -> usize {
    seat.game.turns().iter().filter(|turn| turn.placement().is_some()).count()
}

/// The player who has won a game of several at once, by a roll that does so: the first one to write such a roll.
pub fn won_at_once<'a>(seats: impl Iterator<Item = &'a Seat>) -> Option<usize> {
    let seats: Vec<&Seat> = seats.collect();
    let turn = |seat: &Seat| {
        let wins = |placement: &Placement| seat.game.rules().wins(placement.category, placement.points);
        let turn = seat.game.turns().iter().position(|turn| turn.placement().is_some_and(wins));
        // A game may begin with a card.
        seat.game.card().has_won().then(|| turn.unwrap_or(0))
    };
    let wins = seats.iter().enumerate().filter(|_| seats.len() > 1).filter_map(|(index, seat)| Some((turn(seat)?, index)));
    wins.min().map(|(_, index)| index)
}
