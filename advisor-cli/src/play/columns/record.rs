//! A game of several columns move by move: what may be done, and its text in a file.
//!
//! ```text
//! #! yahtzee play columns 1
//! #! dice: seed 42
//! rules: jamb
//! 13455: name announced.fives 55, 15556: 555, 34555: announced.fives
//! 11666: 666
//! #= checksum 507fa97ac9b7f69d
//! #! end
//! ```

use yahtzee_columns::{Action, Advice, BoxOf, Position};
use yahtzee_dialogue::session::DiceFrom;
use yahtzee_dialogue::session::saved::{FIRST_OF_COLUMNS, is_edited, lines, rules_by, sealed, toml_lines};
use yahtzee_solver::dice::{Hold, RerollsLeft};
use yahtzee_solver::printable::quoted;
use yahtzee_solver::rules::{ColumnGame, GameColumn, Placement};
use yahtzee_solver::{Dice, Points, Roll, Scorecard, Seed, WrittenAction, tr};

/// What happened in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Move {
    /// The dice on the table after a throw.
    Fell(Roll),
    Did(Action),
}

/// A game, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(in crate::play) rules: ColumnGame,
    pub(super) dice: DiceFrom,
    moves: Vec<Move>,
    pub(super) cards: Vec<Scorecard>,
    /// The dice on the table; `None` while some are to be thrown.
    pub(super) roll: Option<Roll>,
    /// The dice that stay in the next throw.
    pub(super) kept: Dice,
    /// The throws of this turn.
    pub(super) throws: u8,
    /// The box that was named in this turn.
    pub(super) named: Option<BoxOf>,
}

impl Record {
    /// A new game.
    pub(super) fn new(rules: ColumnGame, dice: DiceFrom) -> Record {
        let cards = rules.columns().iter().map(|column| Scorecard::new(&column.rules)).collect();
        Record { rules, dice, moves: Vec::new(), cards, roll: None, kept: Dice::NONE, throws: 0, named: None }
    }

    /// The turns that are done, and all.
    pub(crate) fn turns(&self) -> (usize, usize) {
        let all = self.cards.iter().map(|card| card.rules().category_count()).sum();
        (self.cards.iter().map(|card| card.filled().count()).sum(), all)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.cards.iter().all(Scorecard::is_full)
    }

    /// The points on all cards, each as often as its column counts.
    pub(crate) fn score(&self) -> f64 {
        let times = |(column, card): (&GameColumn, &Scorecard)| f64::from(column.times) * f64::from(card.score());
        self.rules.columns().iter().zip(&self.cards).map(times).sum()
    }

    pub(super) fn rerolls_left(&self) -> RerollsLeft {
        RerollsLeft::new(self.rules.rolls() - self.throws).expect("a turn has as many throws as the rules say")
    }

    /// What there is to choose in; `None` while dice are to be thrown, and after the game.
    pub(super) fn position(&self) -> Option<Position> {
        let rerolls_left = self.rerolls_left();
        self.roll.map(|roll| Position { cards: self.cards.clone(), roll, rerolls_left, named: self.named })
    }

    /// Throws the dice, if it is the program that does. They depend on the seed and on everything that was done, so that nobody can look at dice, take a
    /// choice back, and choose by them.
    pub(super) fn throw(&mut self) {
        let roll = match self.dice {
            _ if self.roll.is_some() || self.is_over() => return,
            DiceFrom::Table => return,
            DiceFrom::Seed(seed) => {
                let done =
                    self.turn_lines().concat().bytes().fold(0_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
                Seed::new(seed).cup(done, u32::from(self.throws)).throw(self.rules.boxes().game_dice(), &self.kept)
            }
        };
        self.make(Move::Fell(roll.expect("dice of a game")));
    }

    /// Takes dice that were thrown at the table: all of them, or only the new ones.
    pub(super) fn fell(&mut self, line: &str) -> Result<(), String> {
        let all = self.rules.boxes().dice();
        let dice = self.rules.boxes().parse_dice(line).map_err(|error| error.to_string())?;
        let dice = if dice.len() + self.kept.len() == all { Dice::of(self.kept.faces().chain(dice.faces())) } else { dice };
        let roll = Roll::new(dice, all).map_err(|error| error.to_string())?;
        if self.roll.is_some() || self.is_over() {
            return Err(tr!("that is not possible now"));
        }
        if !roll.contains(&self.kept) {
            return Err(tr!("{} stay on the table, and must be among all dice", self.kept));
        }
        self.make(Move::Fell(roll));
        Ok(())
    }

    /// What a line does with the dice: `33` and `reroll 5`, `free.fives`, or `name announced.fives 55`. Without dice, those of the advice are kept then.
    pub(super) fn read(&self, line: &str, advice: Option<&Advice>) -> Result<Action, String> {
        let rules = &self.rules;
        let roll = self.roll.ok_or_else(|| tr!("the dice have not fallen yet"))?;
        let hold = |text: &str| {
            let dice = match WrittenAction::parse(text, rules.boxes(), &self.cards[0]) {
                Ok(WrittenAction::Hold(dice)) => Some(dice),
                Ok(WrittenAction::Reroll(dice)) => dice.faces().try_fold(*roll, |left, face| left.without(face)),
                _ => return Err(tr!("'{}': write dice to keep, such as {}, or a box, such as {}", quoted(text), "33", self.example())),
            };
            Hold::new(dice.ok_or_else(|| tr!("these dice do not lie there"))?, &roll).map_err(|error| error.to_string())
        };
        let line = line.trim().to_lowercase();
        if let Some(named) = line.strip_prefix("name ") {
            let (named, dice) = named.trim().split_once(' ').unwrap_or((named.trim(), ""));
            let of = BoxOf::read(named, rules)?;
            let advised = |action| if let Action::Name(named, hold) = action { (named == of).then_some(hold) } else { None };
            let best = || advice?.options.iter().find_map(|choice| advised(choice.action)).filter(|_| dice.is_empty());
            let kept = match best() {
                Some(hold) => hold,
                None if dice.is_empty() => return Err(tr!("that is not possible now")),
                None => hold(dice)?,
            };
            return self.checked(Action::Name(of, kept));
        }
        if line.contains('.') {
            return self.checked(Action::Write { of: BoxOf::read(&line, rules)?, points: 0.0 });
        }
        self.checked(Action::Hold(hold(&line)?))
    }

    /// An open box as it is typed.
    pub(super) fn example(&self) -> String {
        let open = self.cards.iter().enumerate().find_map(|(column, card)| {
            let category = card.rules().categories().find(|category| card.is_open(*category))?;
            Some(BoxOf { column, category })
        });
        open.unwrap_or_else(|| BoxOf::first(&self.rules)).name(&self.rules)
    }

    /// An action by the rules, with its points.
    fn checked(&self, action: Action) -> Result<Action, String> {
        let impossible = || tr!("that is not possible now");
        let may = |is_possible: bool| if is_possible { Ok(action) } else { Err(impossible()) };
        let column = |of: BoxOf| &self.rules.columns()[of.column];
        let goes_on = self.throws < self.rules.rolls();
        match action {
            // Some box must be left for the next throw.
            Action::Hold(_) => {
                let waits =
                    |(column, card): (&GameColumn, &Scorecard)| !column.announced && column.rules.rolls() > self.throws && !card.is_full();
                may(goes_on && (self.named.is_some() || self.rules.columns().iter().zip(&self.cards).any(waits)))
            }
            Action::Name(of, _) => {
                let is_open = self.cards[of.column].is_open(of.category) && column(of).rules.rolls() > 1;
                may(goes_on && is_open && column(of).announced && self.named.is_none() && self.throws == 1)
            }
            Action::Write { of, .. } => {
                let GameColumn { times, announced, .. } = column(of);
                let is_named = self.named.map_or(!announced || self.throws == 1, |named| named == of);
                let placement = self.placed(of).filter(|_| is_named).ok_or_else(impossible)?;
                Ok(Action::Write { of, points: f64::from(*times) * f64::from(placement.points + placement.bonus) })
            }
        }
    }

    /// The dice in a box, whether or not it was named.
    fn placed(&self, of: BoxOf) -> Option<Placement> {
        let (card, roll) = (&self.cards[of.column], self.roll?);
        let left = RerollsLeft::new(card.rules().rolls().checked_sub(self.throws)?).ok()?;
        card.rules().place(&card.state(), &roll, left, of.category).ok()
    }

    /// What the dice would score in a box now, as on the sheet; `None` where they may not be written.
    pub(super) fn points(&self, of: BoxOf) -> Option<Points> {
        self.checked(Action::Write { of, points: 0.0 }).ok()?;
        self.placed(of).map(|placement| placement.points + placement.bonus)
    }

    /// Does what [`read`](Record::read) has read, or what the advice has.
    pub(super) fn act(&mut self, action: Action) -> Result<(), String> {
        let action = self.checked(action)?;
        self.make(Move::Did(action));
        Ok(())
    }

    fn make(&mut self, made: Move) {
        self.moves.push(made);
        match made {
            Move::Fell(roll) => {
                self.roll = Some(roll);
                self.throws += 1;
            }
            Move::Did(Action::Hold(hold)) => (self.kept, self.roll) = (*hold, None),
            Move::Did(Action::Name(of, hold)) => (self.named, self.kept, self.roll) = (Some(of), *hold, None),
            Move::Did(Action::Write { of, .. }) => {
                let placement = self.placed(of).expect("a checked action");
                self.cards[of.column].write(&placement).expect("an open box");
                (self.roll, self.kept, self.throws, self.named) = (None, Dice::NONE, 0, None);
            }
        }
    }

    /// Takes back the last choice, or the last dice if they were typed; false if there is none.
    pub(super) fn undo(&mut self) -> bool {
        let is_choice = |made: &Move| matches!(made, Move::Did(_)) || self.dice == DiceFrom::Table;
        let Some(last) = self.moves.iter().rposition(is_choice) else { return false };
        let moves = self.moves[..last].to_vec();
        *self = Record::new(self.rules.clone(), self.dice);
        moves.into_iter().for_each(|made| self.make(made));
        true
    }

    /// An action as it is typed.
    pub(super) fn typed(&self, action: Action) -> String {
        let kept = |hold: Hold| if hold.is_empty() { "0".to_owned() } else { self.rules.boxes().die().text_of(&hold) };
        match action {
            Action::Hold(hold) => kept(hold),
            Action::Name(of, hold) => format!("name {} {}", of.name(&self.rules), kept(hold)),
            Action::Write { of, .. } => of.name(&self.rules),
        }
    }

    /// A line for each turn.
    fn turn_lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut is_new = true;
        for made in &self.moves {
            if std::mem::take(&mut is_new) {
                lines.push(String::new());
            }
            let line = lines.last_mut().expect("a line");
            match *made {
                Move::Fell(roll) => {
                    *line += &format!("{}{}", if line.is_empty() { "" } else { ", " }, self.rules.boxes().die().text_of(&roll));
                }
                Move::Did(action) => {
                    *line += &format!(": {}", self.typed(action));
                    is_new = matches!(action, Action::Write { .. });
                }
            }
        }
        lines
    }

    /// The text of a file.
    pub(super) fn text(&self) -> String {
        let dice = match self.dice {
            DiceFrom::Table => "#! dice: table".to_owned(),
            DiceFrom::Seed(seed) => format!("#! dice: seed {seed}"),
        };
        let mut text = vec![FIRST_OF_COLUMNS.to_owned(), dice];
        match ColumnGame::builtin(self.rules.name()).is_ok_and(|builtin| builtin.fingerprint() == self.rules.fingerprint()) {
            true => text.push(format!("rules: {}", self.rules.name())),
            false => text.extend(toml_lines(self.rules.toml())),
        }
        text.extend(self.turn_lines());
        sealed(&text)
    }

    /// Whether a text is that of such a game.
    pub(crate) fn is_of_columns(text: &str) -> bool {
        text.lines().next().is_some_and(|line| line.trim_start_matches('\u{feff}') == FIRST_OF_COLUMNS)
    }

    /// Reads the text of a file, with its rules as `by` words them.
    pub(crate) fn parse(text: &str, by: impl FnOnce(ColumnGame) -> Result<ColumnGame, String>) -> Result<Record, String> {
        let lines = lines(text, FIRST_OF_COLUMNS)?;
        if is_edited(&lines) {
            return Err(tr!("it was changed since it was saved: its checksum does not match"));
        }
        let dice =
            match lines[1].strip_prefix("#! dice: ").map(|dice| (dice, dice.strip_prefix("seed ").and_then(|seed| seed.parse().ok()))) {
                Some(("table", _)) => DiceFrom::Table,
                Some((_, Some(seed))) => DiceFrom::Seed(seed),
                _ => return Err(tr!("it does not say where the dice come from: '#! dice: table' or '#! dice: seed N'")),
            };
        let rules = rules_by(&lines, ColumnGame::parse, ColumnGame::builtin_named)?;
        let mut record = Record::new(by(rules)?, dice);
        for (number, line) in (1..).zip(&lines).filter(|(_, line)| !line.starts_with('#') && !line.starts_with("rules: ")) {
            for step in line.split(", ") {
                let (roll, did) = step.split_once(": ").map_or((step, None), |(roll, did)| (roll, Some(did)));
                let moved = record.whole_roll(roll).and_then(|()| did.map_or(Ok(()), |did| record.act(record.read(did, None)?)));
                moved.map_err(|error| tr!("line {}: {}", number, error))?;
            }
        }
        Ok(record)
    }

    /// As [`fell`](Record::fell), of all dice.
    fn whole_roll(&mut self, text: &str) -> Result<(), String> {
        self.rules.boxes().parse_roll(text).map_err(|error| error.to_string())?;
        self.fell(text)
    }
}
