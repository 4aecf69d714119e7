//! A game at the table: whose turn it is, what a key does, and what there is to show. No terminal and no clock.

use yahtzee_solver::{
    Advice, Advisor, DecisionKind, Dice, Game, Hold, Move, OptionKind, Placement, Points, Review, ReviewedDecision, Roll, RuleSet, Seed,
    Stage, TurnOption, ValueTable,
};

use crate::choice::few;
use crate::text;
use crate::typed::{self, Typed, Word};

/// The most players at a table: more do not fit on a small screen.
pub(crate) const MOST_PLAYERS: usize = 6;

/// Where the dice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiceFrom {
    /// They fall on somebody's table, and are typed.
    Table,
    /// They fall by a seed.
    Seed(u64),
}

/// How a game is played: what is the same from its first move to its last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mode {
    pub(crate) dice: DiceFrom,
    /// With a coach: the loss in points that it lets pass.
    pub(crate) coach: Option<f64>,
}

/// Somebody at the table, with the game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seat {
    pub(crate) name: String,
    /// Whether it is the optimal player.
    pub(crate) computer: bool,
    pub(crate) game: Game,
}

/// A seat, and what follows from its game.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) seat: Seat,
    pub(crate) review: Review,
}

impl Player {
    /// The expected final score where the game stands; the final score once it is over.
    pub(crate) fn expected(&self) -> f64 {
        self.review.final_score
    }

    /// The expected final score at the start, after every roll and after every decision, each with the turns played until then.
    pub(crate) fn course(&self) -> Vec<(f64, f64)> {
        let mut course = vec![(0.0, self.review.expected_at_start)];
        let steps = 2.0 * f64::from(self.seat.game.rules().rolls());
        for (done, turn) in self.review.turns.iter().enumerate() {
            for (before, decision) in turn.decisions.iter().enumerate() {
                let rolled = done as f64 + (2 * before + 1) as f64 / steps;
                let decided = if decision.kind == DecisionKind::Category { (done + 1) as f64 } else { rolled + 1.0 / steps };
                course.extend([(rolled, decision.best.expected_final), (decided, decision.chosen.expected_final)]);
            }
        }
        if let Some(turn) = self.seat.game.turns().last().filter(|turn| turn.undecided().is_some()) {
            let rolled = (self.seat.game.turns().len() - 1) as f64 + (2 * turn.decisions().len() + 1) as f64 / steps;
            course.push((rolled, self.expected()));
        }
        course
    }

    /// The decisions so far.
    pub(crate) fn decisions(&self) -> impl Iterator<Item = &ReviewedDecision> {
        self.review.turns.iter().flat_map(|turn| &turn.decisions)
    }
}

/// A key, whatever the terminal calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Letter(char),
    Enter,
    Backspace,
    Escape,
    Up,
    Down,
    Left,
    Right,
    Hint,
    Undo,
    Quit,
}

/// What is to be done after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// Nothing but to draw.
    Draw,
    /// To save: the games have changed.
    Save,
    /// To leave.
    Leave,
}

/// How something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Wrong,
    Coach,
}

/// A line under the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) tone: Tone,
    pub(crate) text: String,
}

/// What may be seen of the advice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shown<'s> {
    /// There is nothing to decide.
    Nothing,
    /// The coach waits for the choice.
    Silent,
    /// The first hint: a few options, in no order.
    Few(Vec<TurnOption>),
    /// The second hint: the best option.
    Best(&'s TurnOption),
    /// All of it.
    All(&'s Advice),
}

/// A game at the table.
#[derive(Clone, Debug)]
pub(crate) struct Session<'a> {
    table: &'a ValueTable,
    players: Vec<Player>,
    mode: Mode,
    /// The options for the dice on the table, expected final scores of the whole game; `None` while none have to be judged.
    advice: Option<Advice>,
    typed: String,
    /// The die that the arrow keys have come to, once they are used.
    die: Option<usize>,
    hints: u8,
    help: bool,
    said: Vec<Said>,
}

impl<'a> Session<'a> {
    /// Sits down at a table; there must be somebody, and all by the rules of `table`.
    pub(crate) fn new(table: &'a ValueTable, seats: Vec<Seat>, mode: Mode) -> Session<'a> {
        assert!(!seats.is_empty(), "a table with nobody at it");
        let players = seats.into_iter().map(|seat| Player { review: seat.game.review(table), seat }).collect();
        let mut session =
            Session { table, players, mode, advice: None, typed: String::new(), die: None, hints: 0, help: false, said: Vec::new() };
        session.go_on();
        session.said.clear();
        session
    }

    #[cfg(test)]
    pub(crate) fn table(&self) -> &'a ValueTable {
        self.table
    }

    pub(crate) fn rules(&self) -> &'a RuleSet {
        self.table.rules()
    }

    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    pub(crate) fn players(&self) -> &[Player] {
        &self.players
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = &Seat> {
        self.players.iter().map(|player| &player.seat)
    }

    /// Whose turn it is: the first of those with the fewest turns behind them. `None` once the game is over.
    pub(crate) fn current(&self) -> Option<usize> {
        let (index, least) = self.seats().map(turns_done).enumerate().min_by_key(|(_, done)| *done)?;
        (least < self.players[index].seat.game.turn_count()).then_some(index)
    }

    /// The player whose card is shown: the one whose turn it is, at the end the one with most points.
    pub(crate) fn shown_player(&self) -> usize {
        let best = || (0..self.players.len()).rev().max_by_key(|&index| self.players[index].seat.game.score_so_far());
        self.current().or_else(best).unwrap_or(0)
    }

    /// What the game waits for.
    pub(crate) fn stage(&self) -> Stage {
        self.current().map_or(Stage::Over, |index| self.players[index].seat.game.stage())
    }

    /// What may be seen of the advice.
    pub(crate) fn shown(&self) -> Shown<'_> {
        let Some(advice) = &self.advice else { return Shown::Nothing };
        match (self.mode.coach, self.hints) {
            (None, _) => Shown::All(advice),
            (Some(_), 0) => Shown::Silent,
            (Some(_), 1) => Shown::Few(few(advice)),
            (Some(_), _) => Shown::Best(advice.best()),
        }
    }

    /// The line being typed.
    pub(crate) fn typed(&self) -> &str {
        &self.typed
    }

    /// The die that the arrow keys have come to, while they are of use.
    pub(crate) fn die(&self) -> Option<usize> {
        let choosing = matches!(self.stage(), Stage::ToChoose { rerolls_left, .. } if rerolls_left.get() > 0);
        self.die.filter(|_| choosing && !self.names_category())
    }

    pub(crate) fn help(&self) -> bool {
        self.help
    }

    pub(crate) fn said(&self) -> &[Said] {
        &self.said
    }

    /// The choice that is typed, as far as it is one.
    pub(crate) fn choice(&self) -> Option<OptionKind> {
        let Stage::ToChoose { roll, rerolls_left } = self.stage() else { return None };
        let game = &self.players[self.current()?].seat.game;
        match typed::read(&self.typed, self.rules(), game.card()) {
            Ok(Typed::Dice(dice)) if !self.typed.trim().is_empty() && rerolls_left.get() > 0 => {
                Hold::new(dice, &roll).ok().map(OptionKind::Hold)
            }
            Ok(Typed::Category { category, points }) => {
                let placement = game.placement(category).ok()?;
                Some(OptionKind::Score(Placement { points: points.unwrap_or(placement.points), ..placement }))
            }
            _ => None,
        }
    }

    /// The dice that stay, or would: those held, those typed, or those of the advice that is seen.
    pub(crate) fn kept(&self) -> Dice {
        match self.stage() {
            Stage::Over => Dice::NONE,
            Stage::ToRoll { hold, .. } => hold,
            Stage::ToChoose { .. } => match (self.choice(), self.typed.trim().is_empty(), self.shown()) {
                (Some(OptionKind::Hold(hold)), ..) => *hold,
                (None, true, Shown::All(advice)) => held(advice.best()),
                (None, true, Shown::Best(best)) => held(best),
                _ => Dice::NONE,
            },
        }
    }

    /// What a key does.
    pub(crate) fn key(&mut self, key: Key) -> After {
        if self.help {
            self.help = false;
            return if key == Key::Quit { After::Leave } else { After::Draw };
        }
        match key {
            Key::Quit => return After::Leave,
            Key::Enter => return self.enter(),
            Key::Undo => return self.undo(),
            Key::Hint => self.hint(),
            Key::Letter('?') => self.help = true,
            Key::Letter('<') => return self.undo(),
            Key::Letter(' ') if !self.names_category() => self.toggle_die(),
            Key::Letter(letter) if !letter.is_control() && self.typed.len() < 40 => self.typed.push(letter),
            Key::Letter(_) => {}
            Key::Backspace => {
                self.typed.pop();
            }
            Key::Escape => self.typed.clear(),
            Key::Up => self.next_category(false),
            Key::Down => self.next_category(true),
            Key::Left => self.die = Some(self.die.and_then(|die| die.checked_sub(1)).unwrap_or(self.rules().dice() - 1)),
            Key::Right => self.die = Some(self.die.map_or(0, |die| (die + 1) % self.rules().dice())),
        }
        After::Draw
    }

    /// Says something that did not come of a key.
    pub(crate) fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.said.push(Said { tone, text: text.into() });
    }

    /// Whether what is typed goes on as a name rather than as dice.
    fn names_category(&self) -> bool {
        self.typed.chars().any(|letter| !letter.is_ascii_digit() && letter != ' ' && letter != ',')
    }

    fn enter(&mut self) -> After {
        let line = std::mem::take(&mut self.typed);
        self.said.clear();
        if line.trim().is_empty() {
            return self.accept();
        }
        match typed::read(&line, self.rules(), self.players[self.shown_player()].seat.game.card()) {
            Ok(Typed::Dice(_) | Typed::Category { .. }) if self.stage() == Stage::Over => self.wrong("The game is over."),
            Err(error) => self.wrong(error),
            Ok(Typed::Word(Word::Help)) => {
                self.help = true;
                After::Draw
            }
            Ok(Typed::Word(Word::Hint)) => {
                self.hint();
                After::Draw
            }
            Ok(Typed::Word(Word::Quit)) => After::Leave,
            Ok(Typed::Word(Word::Undo)) => self.undo(),
            Ok(Typed::Dice(dice)) => match self.stage() {
                Stage::ToRoll { hold, .. } => self.fell(dice, &hold),
                _ => self.chose(|_, roll| Ok(OptionKind::Hold(Hold::new(dice, roll).map_err(|error| error.to_string())?))),
            },
            Ok(Typed::Category { category, points }) => self.chose(|game, _| {
                let placement = game.placement(category).map_err(|error| error.to_string())?;
                Ok(OptionKind::Score(Placement { points: points.unwrap_or(placement.points), ..placement }))
            }),
        }
    }

    /// Enter on an empty line.
    fn accept(&mut self) -> After {
        match (self.stage(), self.shown()) {
            (Stage::ToChoose { .. }, Shown::All(Advice { options, .. })) => {
                let best = options[0].kind;
                self.chose(|_, _| Ok(best))
            }
            (Stage::ToChoose { .. }, Shown::Best(best)) => {
                let best = best.kind;
                self.chose(|_, _| Ok(best))
            }
            (Stage::ToChoose { .. }, _) => self.wrong("Your choice first: the dice to keep, or a category. Tab gives a hint."),
            (Stage::ToRoll { .. }, _) if self.only_computers() && self.mode.dice != DiceFrom::Table => {
                self.computer_turn();
                After::Save
            }
            (Stage::ToRoll { hold, .. }, _) => {
                let count = self.rules().dice() - hold.len();
                self.wrong(format!("Roll {}, and type what falls.", dice_count(count)))
            }
            (Stage::Over, _) => self.wrong("The game is over."),
        }
    }

    fn wrong(&mut self, text: impl Into<String>) -> After {
        let text = text.into();
        let mut letters = text.chars();
        let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        self.say(Tone::Wrong, capital + letters.as_str());
        After::Draw
    }

    /// Dice were typed as they fell: all of them, or only those that were rolled.
    fn fell(&mut self, dice: Dice, hold: &Dice) -> After {
        let all = self.rules().dice();
        let whole = if dice.len() + hold.len() == all && dice.len() < all {
            Dice::from_pips(dice.faces().chain(hold.faces()).map(|face| face.pips()))
        } else {
            Ok(dice)
        };
        let rolled = whole.and_then(|dice| self.rules().roll(dice));
        let (Ok(roll), Some(current)) = (rolled, self.current()) else {
            let left = all - hold.len();
            let also = if hold.is_empty() { String::new() } else { format!(", or all {all}") };
            return self.wrong(format!("{} typed: give the {}{also}.", dice_count(dice.len()), dice_count(left)));
        };
        match self.players[current].seat.game.roll(roll) {
            Err(error) => self.wrong(error.to_string()),
            Ok(()) => {
                self.moved(current);
                self.go_on();
                After::Save
            }
        }
    }

    /// Somebody at the table chose.
    fn chose(&mut self, choice: impl FnOnce(&Game, &Roll) -> Result<OptionKind, String>) -> After {
        let (Stage::ToChoose { roll, .. }, Some(current)) = (self.stage(), self.current()) else {
            return self.wrong("There are no dice to decide about yet: type them as they fall.");
        };
        let game = &mut self.players[current].seat.game;
        let choice = match choice(game, &roll) {
            Ok(choice) => choice,
            Err(error) => return self.wrong(error),
        };
        if let Err(error) = game.play(Move::Choice(choice)) {
            return self.wrong(error.to_string());
        }
        self.moved(current);
        self.comment(current);
        self.go_on();
        After::Save
    }

    /// What the coach says of the last choice.
    fn comment(&mut self, player: usize) {
        let Some(tolerance) = self.mode.coach else { return };
        let Some(last) = self.players[player].decisions().last().copied() else { return };
        if last.loss() > tolerance {
            let chosen = in_few_words(&last.chosen.kind, self.rules());
            let best = in_few_words(&last.best.kind, self.rules());
            self.say(Tone::Coach, format!("Of {}, {chosen}: that cost {:.2} points.", last.roll, last.loss()));
            self.say(Tone::Coach, format!("Better: {best}. '<' takes your choice back."));
        }
    }

    /// Goes on to where somebody at the table has to do something.
    fn go_on(&mut self) {
        while let Some(current) = self.current() {
            let computer = self.players[current].seat.computer;
            match self.stage() {
                Stage::ToRoll { .. } if self.mode.dice == DiceFrom::Table || (computer && self.only_computers()) => break,
                Stage::ToChoose { .. } if !computer => break,
                Stage::Over => break,
                _ if computer => self.computer_step(current),
                _ => self.roll_by_seed(current),
            }
        }
        self.look();
    }

    /// A turn of a computer, where nobody else plays.
    fn computer_turn(&mut self) {
        if let Some(current) = self.current() {
            let before = turns_done(&self.players[current].seat);
            while turns_done(&self.players[current].seat) == before {
                self.computer_step(current);
            }
        }
        self.look();
    }

    /// The next move of a computer: by a seed its whole turn, else what it does with the dice on the table.
    fn computer_step(&mut self, current: usize) {
        let mut words = Vec::new();
        loop {
            match self.players[current].seat.game.stage() {
                Stage::ToRoll { .. } if self.mode.dice == DiceFrom::Table => break,
                Stage::ToRoll { .. } => self.roll_by_seed(current),
                Stage::ToChoose { roll, .. } => {
                    let best = self.best(current);
                    let dice: String = roll.faces().map(|face| face.to_string()).collect();
                    words.push(format!("{dice} {}", in_few_words(&best, self.rules())));
                    self.players[current].seat.game.play(Move::Choice(best)).expect("the advice keeps to the rules");
                    self.moved(current);
                    if let OptionKind::Score(_) = best {
                        break;
                    }
                }
                Stage::Over => break,
            }
        }
        let name = &self.players[current].seat.name;
        let text = format!("{name}: {}", words.join(", "));
        self.say(Tone::Plain, text);
    }

    fn roll_by_seed(&mut self, current: usize) {
        let DiceFrom::Seed(seed) = self.mode.dice else { return };
        let game = &mut self.players[current].seat.game;
        if let Some(roll) = game.next_roll(self.table.model().lattice(), Seed::new(seed), current as u64) {
            game.roll(roll).expect("the game waits for dice");
        }
        self.moved(current);
    }

    /// What the optimal player does with the dice on the table.
    fn best(&self, player: usize) -> OptionKind {
        self.advice_for(player).expect("there are dice on the table").best().kind
    }

    fn advice_for(&self, player: usize) -> Option<Advice> {
        let game = &self.players[player].seat.game;
        let Stage::ToChoose { roll, rerolls_left } = game.stage() else { return None };
        let mut advice = Advisor::new(self.table).advise(game.card(), roll, rerolls_left).ok()?;
        let rounds = game.rounds();
        let added = f64::from(rounds.score_before()) + rounds.expected_after(self.table);
        for option in &mut advice.options {
            option.expected_final += added;
        }
        Some(advice)
    }

    /// Looks at the dice on the table afresh.
    fn look(&mut self) {
        self.advice = self.current().and_then(|current| self.advice_for(current));
        self.hints = 0;
        self.die = None;
        self.typed.clear();
    }

    fn moved(&mut self, player: usize) {
        let player = &mut self.players[player];
        player.review = player.seat.game.review(self.table);
    }

    fn only_computers(&self) -> bool {
        self.seats().all(|seat| seat.computer)
    }

    /// Takes back the last thing that somebody at the table did, and all that followed of itself.
    fn undo(&mut self) -> After {
        self.said.clear();
        self.typed.clear();
        if !self.can_undo() {
            return self.wrong("There is nothing to take back.");
        }
        while let Some(player) = self.last_to_move() {
            let Player { seat, .. } = &mut self.players[player];
            let (name, computer) = (seat.name.clone(), seat.computer);
            let Some(taken) = seat.game.undo() else { break };
            self.moved(player);
            let text = match taken {
                Move::Roll(roll) if self.mode.dice == DiceFrom::Table => format!("the roll {roll}"),
                Move::Choice(choice) if !computer => in_few_words(&choice, self.rules()),
                _ => continue,
            };
            let whose = if self.players.len() > 1 { format!("{name}, ") } else { String::new() };
            self.say(Tone::Plain, format!("Taken back: {whose}{text}."));
            break;
        }
        self.look();
        After::Save
    }

    /// Whether somebody at the table did something yet.
    fn can_undo(&self) -> bool {
        let decided = |seat: &Seat| seat.game.turns().iter().any(|turn| !turn.decisions().is_empty());
        match self.mode.dice {
            DiceFrom::Table => self.seats().any(|seat| !seat.game.turns().is_empty()),
            DiceFrom::Seed(_) => self.seats().any(|seat| !seat.computer && decided(seat)),
        }
    }

    /// Who made the last move.
    fn last_to_move(&self) -> Option<usize> {
        let in_turn = |seat: &Seat| seat.game.turns().len() > turns_done(seat);
        let last_done = || (0..self.players.len()).max_by_key(|&index| turns_done(&self.players[index].seat));
        self.seats().position(in_turn).or_else(last_done)
    }

    fn hint(&mut self) {
        match (self.mode.coach, &self.advice) {
            (Some(_), Some(_)) => self.hints = (self.hints + 1).min(2),
            (Some(_), None) => {
                self.wrong("There is nothing to decide yet.");
            }
            (None, _) => {
                self.wrong("The advice is always there; with --coach it is hidden, and hints are given.");
            }
        }
    }

    /// Keeps the die at the cursor, or no longer.
    fn toggle_die(&mut self) {
        self.die.get_or_insert(0);
        let (Some(die), Stage::ToChoose { roll, .. }) = (self.die(), self.stage()) else { return };
        let typed = if self.typed.trim().is_empty() { Ok(Dice::NONE) } else { Dice::parse(&self.typed) };
        let Ok(kept) = typed else { return };
        let is_kept = kept_dice(&roll, &kept);
        let Some(face) = roll.faces().nth(die) else { return };
        let dice = if is_kept[die] { kept.without(face) } else { Some(kept.with(face)).filter(|dice| roll.contains(dice)) };
        if let Some(dice) = dice {
            self.typed = dice.faces().map(|face| face.to_string()).collect();
        }
    }

    /// Types the name of the next category in which the roll may be written.
    fn next_category(&mut self, down: bool) {
        let (Stage::ToChoose { .. }, Some(current)) = (self.stage(), self.current()) else { return };
        let game = &self.players[current].seat.game;
        let open: Vec<_> = self.rules().categories().filter(|category| game.placement(*category).is_ok()).collect();
        let at = match self.choice() {
            Some(OptionKind::Score(placement)) => open.iter().position(|category| *category == placement.category),
            _ => None,
        };
        let next = match (at, down) {
            (None, true) => 0,
            (None, false) => open.len() - 1,
            (Some(at), true) => (at + 1) % open.len(),
            (Some(at), false) => at.checked_sub(1).unwrap_or(open.len() - 1),
        };
        self.typed.clone_from(&self.rules().category(open[next]).name);
    }

    /// The points, with an extra bonus, that each category would get now; `None` where the roll may not be written, or there is none.
    pub(crate) fn would_score(&self) -> Vec<Option<(Points, Points)>> {
        let game = self.current().map(|current| &self.players[current].seat.game);
        let points = |placement: Placement| (placement.points, placement.bonus);
        self.rules().categories().map(|category| game?.placement(category).ok().map(points)).collect()
    }

    /// The turn being played, and the round with the number of rounds, from 1.
    pub(crate) fn turn(&self) -> (usize, u8, u8) {
        let game = &self.players[self.shown_player()].seat.game;
        let rounds = game.rounds();
        let a_round = self.rules().category_count();
        let done = game.turns().iter().filter(|turn| turn.placement().is_some()).count();
        let of_round = done - usize::from(rounds.current() - 1) * a_round;
        ((of_round + 1).min(a_round), rounds.current(), rounds.count())
    }
}

/// Turns that are over.
pub(crate) fn turns_done(seat: &Seat) -> usize {
    seat.game.turns().iter().filter(|turn| turn.placement().is_some()).count()
}

fn held(option: &TurnOption) -> Dice {
    match option.kind {
        OptionKind::Hold(hold) => *hold,
        OptionKind::Score(_) => Dice::NONE,
    }
}

/// Which dice of a roll, in ascending order, are those of `kept`.
pub(crate) fn kept_dice(roll: &Dice, kept: &Dice) -> Vec<bool> {
    let mut left = *kept;
    let mut keep = |face| match left.without(face) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    };
    roll.faces().map(&mut keep).collect()
}

/// `keep 3 3`, `score 25 in Full House`.
fn in_few_words(kind: &OptionKind, rules: &RuleSet) -> String {
    match kind {
        OptionKind::Hold(hold) if hold.is_empty() => "keep nothing".to_owned(),
        OptionKind::Hold(hold) => format!("keep {}", **hold),
        OptionKind::Score(placement) => format!("{} in {}", placement.points + placement.bonus, rules.category(placement.category).title),
    }
}

fn dice_count(count: usize) -> String {
    if count == 1 { "one die".to_owned() } else { format!("{} dice", text::number(count)) }
}
