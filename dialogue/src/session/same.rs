//! The same dice for friends, each at a table of their own: a code with the rules, the seed, and the games played with these dice so far.
//!
//! The code has choices and no dice: these follow from the seed, so whoever writes a code by hand writes a game that can be played. Its letters are `1` for
//! the version, a checksum, and one whole number in mixed radix: a choice is a digit below the number of choices there.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::iter;
use std::sync::Arc;

use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;
use yahtzee_solver::language::decimal;
use yahtzee_solver::printable::check_lines;
use yahtzee_solver::rules::VoluntaryZeros;
use yahtzee_solver::{Action, Game, Move, Points, RerollsLeft, Review, RuleSet, Seed, tr};

use super::letters::{Digits, LETTERS, Number};
use super::saved::Saved;
use super::seat::{DiceFrom, Mode, PlaysFor, Seat, check_name, seats};
use super::state::{Session, most_points};
use crate::{Question, words};

/// The most friends in a code. The one who played first leaves it for another.
const MOST_FRIENDS: usize = 10;
/// The longest code and the longest rules that are read, in letters. Ten games of six rounds by a built-in rule set have a quarter.
const LONGEST: usize = 12_000;
/// The most games in a code: one less than a power of 2, so that a changed choice leaves it as it is.
const MOST_COUNTED: u32 = 15;
const VERSION: char = '1';
/// The letters of the checksum.
const CHECKED: usize = 5;

/// The same dice for friends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameDice {
    /// The rules of all games.
    pub rules: RuleSet,
    /// The seed of the dice.
    pub seed: u64,
    /// Who has played, with the finished game of each; one at least.
    pub played: Vec<Seat>,
    /// All this in letters.
    pub code: String,
}

impl SameDice {
    /// The dice of a finished game, for a friend. A player without a name is called `name`.
    ///
    /// # Errors
    ///
    /// Why nobody else can have the same dice.
    pub fn of_game(seat: &Seat, mode: Mode, name: &str) -> Result<SameDice, String> {
        let rules = seat.game.rules().clone();
        let name = if seat.name == words::YOU { name } else { &seat.name };
        check_name(name)?;
        let mut played = seat.same.as_ref().map_or_else(Vec::new, |same| same.played.clone());
        played.push(Seat { hinted: seat.hinted.clone(), ..Seat::new(name, seat.game.clone()) });
        played.drain(..played.len().saturating_sub(MOST_FRIENDS));
        match mode.dice {
            _ if rules.toml().len() > LONGEST => Err(tr!("These rules are too long for a link.")),
            DiceFrom::Seed(seed) if seat.is_person() && seat.game.is_complete() && !name.is_empty() => {
                let code = code(&rules, seed, &played).ok_or_else(|| tr!("A move was taken back: a friend cannot have the same dice."))?;
                Ok(SameDice { rules, seed, played, code })
            }
            _ => Err(tr!("A friend can have the dice of a person's whole game with virtual dice.")),
        }
    }

    /// Reads a code, or a link that ends with one.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<SameDice, String> {
        let code = text.rsplit("same=").next().unwrap_or(text).split('&').next().unwrap_or_default();
        let code: String = code.chars().filter(|letter| !letter.is_whitespace()).take(LONGEST + 1).collect();
        if code.starts_with(|letter| ('2'..='9').contains(&letter)) {
            return Err(tr!("This link is from a newer version."));
        }
        let body = code.strip_prefix(VERSION).filter(|_| code.len() <= LONGEST);
        let body = body.and_then(|code| code.split_at_checked(CHECKED)).filter(|(sum, body)| *sum == checksum(body)).map(|(_, body)| body);
        let damaged = || tr!("A part of this link is missing or damaged: copy the whole link again.");
        let mut number = body.and_then(Number::of_letters).ok_or_else(damaged)?;
        let rules = number.text().filter(|rules| check_lines(rules).is_ok()).ok_or_else(damaged)?;
        let rules = if rules.contains(['\n', '=']) { RuleSet::parse(&rules) } else { RuleSet::builtin(&rules) };
        let rules = rules.map_err(|error| tr!("the rules in it: {}", error))?;
        let seed = u64::from(number.take(u32::MAX)) | u64::from(number.take(u32::MAX)) << 32;
        let (rounds, count) = (number.take(255) as u8, number.take(MOST_COUNTED));
        let friend = |_| {
            let name = number.text().filter(|name| !name.is_empty() && check_name(name).is_ok())?;
            let mut hinted = BTreeSet::new();
            let mut decisions = 0..;
            let game = played(&rules, rounds, seed, |_, choices| {
                let choice = choices.get(number.take(choices.len() as u32 - 1) as usize).copied();
                hinted.extend(decisions.next().filter(|_| number.take(1) == 1));
                choice
            })?;
            Some(Seat { hinted, ..Seat::new(&name, game) })
        };
        let played = (0..count).map(friend).collect::<Option<Vec<Seat>>>().filter(|played| !played.is_empty() && number.0.is_empty());
        Ok(SameDice { rules, seed, played: played.ok_or_else(damaged)?, code })
    }

    /// A new game with these dice, for one more friend.
    ///
    /// # Errors
    ///
    /// An error in the name, or several names: they would see each other's dice.
    pub fn begin(self, players: &[String], coach: Option<f64>) -> Result<Saved, String> {
        let game = Game::with_rounds(&self.rules, self.rounds()).map_err(|error| error.to_string())?;
        let mut seats = seats(players, &game)?;
        let (rules, mode) = (self.rules.clone(), Mode { dice: DiceFrom::Seed(self.seed), coach, plays_for: PlaysFor::Points });
        self.sit_at(&mut seats).map_err(|_| tr!("the same dice are for one person at a table, who has not seen them yet"))?;
        Ok(Saved { rules, mode, seats, edited: false })
    }

    /// Gives a saved game those who played before.
    ///
    /// # Errors
    ///
    /// If it is not the game of one person with these dice.
    pub(super) fn sit_at(self, seats: &mut [Seat]) -> Result<(), String> {
        let fits = |game: &Game| game.rules().is_same_game(&self.rules) && game.rounds().count() == self.rounds();
        match seats {
            [seat] if seat.is_person() && fits(&seat.game) && replayed(&seat.game, self.seed, |_, _| Some(())).is_some() => {
                seat.same = Some(Arc::new(self));
                Ok(())
            }
            _ => Err(tr!("the game does not have the dice of its link")),
        }
    }

    fn rounds(&self) -> u8 {
        self.played[0].game.rounds().count()
    }
}

/// Games with the same dice, side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Compared {
    /// Who won, what made the difference, and what the dice were worth.
    pub said: Vec<String>,
    /// A table. Its first row has the names, the best first; the other rows begin with a title.
    pub rows: Vec<Vec<String>>,
}

impl Session {
    /// The game beside those of others with the same dice, and of the best player; `None` before its end, or if nobody else has these dice.
    pub fn compared(&self) -> Option<&Compared> {
        self.compared.as_ref()
    }

    pub(super) fn compare(&self) -> Option<Compared> {
        let ([player], None) = (&self.players[..], self.current()) else { return None };
        let same = player.seat.same.as_ref()?;
        let best = |question: &Question, _: &[Action]| Some(question.clone().work(&self.table, None).ok()?.advice.best().action);
        let best = Seat::new(&tr!("best play"), played(self.rules(), same.rounds(), same.seed, best)?);
        let mut people: Vec<&Seat> = same.played.iter().chain([&player.seat]).collect();
        people.sort_by_key(|seat| Reverse(seat.game.score_so_far()));
        let seats = people.iter().copied().chain([&best]);
        let columns: Option<Vec<(&Seat, Review)>> = seats.map(|seat| Some((seat, Review::of(&seat.game, &self.table).ok()?))).collect();
        let columns = columns?;
        let row = |title: &str, cell: &dyn Fn(&Seat, &Review) -> String| {
            iter::once(title.to_owned()).chain(columns.iter().map(|(seat, review)| cell(seat, review))).collect()
        };
        let mut rows = vec![row("", &|seat, _| seat.called())];
        let points = |seat: &Seat, category| seat.game.cards().filter_map(|card| card.get(category)).sum::<Points>();
        let categories = || self.rules().categories();
        rows.extend(
            categories().map(|category| row(&self.rules().category(category).title, &|seat, _| points(seat, category).to_string())),
        );
        let bonuses = |seat: &Seat| seat.game.score_so_far() - categories().map(|category| points(seat, category)).sum::<Points>();
        rows.push(row(&tr!("Bonuses"), &|seat, _| bonuses(seat).to_string()));
        rows.push(row(&tr!("Total"), &|seat, _| seat.game.score_so_far().to_string()));
        rows.push(row(&tr!("luck"), &|_, review| words::signed(review.luck, 1)));
        rows.push(row(&tr!("lost"), &|_, review| decimal(review.loss, 1)));
        rows.push(row(&tr!("with help"), &|seat, _| seat.hinted.len().to_string()));
        let [(first, won), (second, lost), ..] = &columns[..] else { return None };
        let by = first.game.score_so_far() - second.game.score_so_far();
        let mut said = vec![most_points(&people)];
        if by > 0 {
            let (choices, luck) = (words::signed(lost.loss - won.loss, 1), words::signed(won.luck - lost.luck, 1));
            said.push(tr!("Of the {} points more than {}, choices made {} and luck {}.", by, second.called(), choices, luck));
        }
        let (score, mean) = (best.game.score_so_far(), decimal(won.expected_at_start, 1));
        said.push(tr!("With these dice the best play scores {}; on average it scores {}.", score, mean));
        Some(Compared { said, rows })
    }
}

/// The code of games with the dice of a seed; `None` if one has other dice.
fn code(rules: &RuleSet, seed: u64, played: &[Seat]) -> Option<String> {
    let built_in = RuleSet::builtin(rules.name()).as_ref() == Ok(rules);
    let mut digits = Digits::default();
    digits.text(if built_in { rules.name() } else { rules.toml() });
    let rounds = played[0].game.rounds().count();
    digits.0.extend([(seed as u32, u32::MAX), ((seed >> 32) as u32, u32::MAX), (rounds.into(), 255), (played.len() as u32, MOST_COUNTED)]);
    for Seat { name, game, hinted, .. } in played {
        digits.text(name);
        let mut decisions = 0..;
        replayed(game, seed, |question, made| {
            let choices = choices(question);
            let choice = choices.iter().position(|choice| *choice == made)?;
            digits.0.extend([(choice as u32, choices.len() as u32 - 1), (hinted.contains(&decisions.next()?).into(), 1)]);
            Some(())
        })?;
    }
    let body = digits.letters();
    Some(format!("{VERSION}{}{body}", checksum(&body)))
}

/// All choices with the dice on the table, also those that can never be the best.
fn choices(Question { position, .. }: &Question) -> Vec<Action> {
    let (card, roll, left) = (position.card(), position.roll(), position.rerolls_left());
    let holds = if left == RerollsLeft::NONE { Vec::new() } else { roll.holds() };
    let placements = card.rules().choices_with(VoluntaryZeros::All, &card.state(), &roll, left);
    placements.map(Action::Score).chain(holds.into_iter().map(Action::Hold)).collect()
}

/// A whole game with the dice of a seed. `choose` takes one of the choices. `None` if it takes none.
fn played(rules: &RuleSet, rounds: u8, seed: u64, mut choose: impl FnMut(&Question, &[Action]) -> Option<Action>) -> Option<Game> {
    let mut game = Game::with_rounds(rules, rounds).ok()?;
    while let Some(roll) = game.next_roll(Seed::new(seed), 0) {
        game.roll(roll).ok()?;
        let question = Question::of_game(&game)?;
        game.play(Move::Choice(choose(&question, &choices(&question))?)).ok()?;
    }
    Some(game)
}

/// Makes the choices of a game again. `None` if its dice are not those of the seed, or if `each` returns it.
fn replayed(game: &Game, seed: u64, mut each: impl FnMut(&Question, Action) -> Option<()>) -> Option<()> {
    let mut again = Game::with_rounds(game.rules(), game.rounds().count()).ok()?;
    for turn in game.turns() {
        for decision in turn.decisions() {
            again.roll(again.next_roll(Seed::new(seed), 0)?).ok()?;
            each(&Question::of_game(&again)?, decision.choice)?;
            again.play(Move::Choice(decision.choice)).ok()?;
        }
        if turn.undecided().is_some() {
            again.roll(again.next_roll(Seed::new(seed), 0)?).ok()?;
        }
    }
    (again == *game).then_some(())
}

fn checksum(body: &str) -> String {
    let hash = xxh3_64(body.as_bytes());
    (0..CHECKED).map(|place| char::from(LETTERS[(hash >> (6 * place)) as usize % LETTERS.len()])).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use fastrand::Rng;
    use proptest::strategy::{Strategy, ValueTree};
    use proptest::test_runner::TestRunner;
    use yahtzee_solver::{Dice, Stage};
    use yahtzee_testing::small_rules;

    use super::*;
    use crate::session::testing::{alone, hasbro, pocket, press};
    use crate::session::{Intent, saved};

    fn mode(seed: u64) -> Mode {
        Mode { dice: DiceFrom::Seed(seed), coach: Some(0.2), plays_for: PlaysFor::Points }
    }

    /// A game with the dice of a seed and any choices.
    fn any_game(rules: &RuleSet, rounds: u8, seed: u64, random: &mut Rng) -> Seat {
        let game = played(rules, rounds, seed, |_, choices| Some(choices[random.usize(0..choices.len())])).unwrap();
        let hinted = (0..game.turns().len()).filter(|_| random.bool()).collect();
        Seat { hinted, ..Seat::new("zoë", game) }
    }

    fn any_rules() -> impl Iterator<Item = RuleSet> {
        let built_in = ["hasbro", "maxi-yatzy-saved", "generala"].map(|name| RuleSet::builtin(name).unwrap());
        let mut runner = TestRunner::deterministic();
        let small = std::iter::repeat_with(move || RuleSet::parse(&small_rules().new_tree(&mut runner).unwrap().current()).unwrap());
        built_in.into_iter().chain(small.take(20))
    }

    #[test]
    fn a_die_depends_on_the_turn_the_throw_and_its_place_alone() {
        for rules in any_rules() {
            let mut random = Rng::with_seed(1);
            let mut fell: BTreeMap<(usize, usize, usize), Dice> = BTreeMap::new();
            for _ in 0..20 {
                for (turn, played) in any_game(&rules, 1, 7, &mut random).game.turns().iter().enumerate() {
                    let mut kept = Dice::NONE;
                    for (throw, decision) in played.decisions().iter().enumerate() {
                        let thrown = decision.roll.minus(&kept).unwrap();
                        assert_eq!(*fell.entry((turn, throw, thrown.len())).or_insert(thrown), thrown, "{turn} {throw}");
                        if let Action::Hold(hold) = decision.choice {
                            kept = *hold;
                        }
                    }
                }
            }
            for ((turn, throw, count), fewer) in &fell {
                assert!(fell.get(&(*turn, *throw, count + 1)).is_none_or(|more| more.contains(fewer)), "the first dice are the same");
            }
        }
    }

    #[test]
    fn codes_read_back() {
        let mut random = Rng::with_seed(2);
        for rules in any_rules() {
            for (rounds, seed) in [(1, 0), (rules.max_rounds().min(2), u64::MAX), (1, 1 << 52)] {
                let mut last: Option<SameDice> = None;
                let mut names = Vec::new();
                for friend in 0..12 {
                    let mut seat = any_game(&rules, rounds, seed, &mut random);
                    seat.same = last.map(Arc::new);
                    names.push((format!("friend {friend}"), seat.game.clone(), seat.hinted.clone()));
                    seat.name = if friend % 2 == 0 { names[friend].0.clone() } else { words::YOU.to_owned() };
                    let same = SameDice::of_game(&seat, mode(seed), &names[friend].0).unwrap();
                    assert_eq!(SameDice::parse(&same.code).as_ref(), Ok(&same));
                    assert_eq!(SameDice::parse(&format!(" https://example.invalid/#play?same={}\n", same.code)).as_ref(), Ok(&same));
                    let kept = &names[names.len().saturating_sub(MOST_FRIENDS)..];
                    assert!(
                        same.played.iter().map(|seat| (seat.name.clone(), seat.game.clone(), seat.hinted.clone())).eq(kept.iter().cloned())
                    );
                    assert!(rules.name() != "hasbro" || same.code.len() < 50 + 70 * kept.len(), "{} for {}", same.code.len(), kept.len());
                    last = Some(same);
                }
            }
        }
    }

    #[test]
    fn rules_of_ones_own_and_ten_friends_fit_in_a_link() {
        let hasbro = hasbro().rules().toml().replacen("hasbro", "mine", 1);
        // Without the notes, as house rules are.
        let (title, rest) = hasbro.split_once("source").unwrap();
        let rules = RuleSet::parse(&format!("{title}dice{}", rest.split_once("\ndice").unwrap().1)).unwrap();
        let mut random = Rng::with_seed(8);
        let mut seat = any_game(&rules, 1, 8, &mut random);
        for _ in 0..MOST_FRIENDS {
            let same = SameDice::of_game(&seat, mode(8), "").unwrap();
            assert_eq!(SameDice::parse(&same.code).as_ref(), Ok(&same));
            assert!(same.code.len() < 2_000, "{} for {}", same.code.len(), same.played.len());
            seat = Seat { same: Some(Arc::new(same)), ..any_game(&rules, 1, 8, &mut random) };
        }
    }

    /// Codes in messages stay readable.
    #[test]
    fn a_code() {
        let mut random = Rng::with_seed(3);
        let same = SameDice::of_game(&any_game(hasbro().rules(), 1, 42, &mut random), mode(42), "").unwrap();
        insta::assert_snapshot!("same", format!("{}\n{}", same.code, same.played[0].game));
    }

    #[test]
    fn hostile_codes_are_refused_or_read() {
        let mut random = Rng::with_seed(4);
        for rules in [hasbro().rules(), &any_rules().last().unwrap()] {
            let same = SameDice::of_game(&any_game(rules, 1, 5, &mut random), mode(5), "").unwrap();
            let code = &same.code[..];
            let damaged = |code: &str| SameDice::parse(code).unwrap_err().contains("missing or damaged");
            assert!((0..code.len()).all(|end| damaged(&code[..end])));
            assert!(damaged("") && damaged(&"1".repeat(1_000_000)) && damaged(&code.repeat(2)) && damaged("1é"));
            assert!(SameDice::parse(&code.replacen('1', "2", 1)).unwrap_err().contains("newer version"));
            let mut read = 0;
            for at in 1..code.len() {
                let mut letters = code.as_bytes().to_vec();
                letters[at] = LETTERS[(LETTERS.iter().position(|letter| *letter == letters[at]).unwrap() + random.usize(1..64)) % 64];
                let changed = String::from_utf8(letters).unwrap();
                assert!(damaged(&changed), "{at}");
                // Somebody who makes a link can write its checksum.
                let body = &changed[1 + CHECKED..];
                if let Ok(other) = SameDice::parse(&format!("1{}{body}", checksum(body))) {
                    read += 1;
                    assert_eq!(
                        code_of(&other).as_deref(),
                        Some(&other.code[..]).filter(|code| !code.ends_with('A')),
                        "it is a game by the rules"
                    );
                }
            }
            assert!(read > 10 || rules.name() != "hasbro", "{read}");
        }
    }

    fn score(session: &mut Session, name: &str) {
        press(session, &format!("{name}\n"));
        if session.asks() {
            session.act_now(Intent::Yes);
        }
    }

    fn code_of(same: &SameDice) -> Option<String> {
        code(&same.rules, same.seed, &same.played)
    }

    #[test]
    fn a_game_with_the_dice_of_a_friend() {
        let mut random = Rng::with_seed(6);
        let table = pocket();
        // A saved game ends the lines of its rules as all others.
        let rules = RuleSet::parse(&table.rules().toml().trim_end().replace('\n', "\r\n")).unwrap();
        let friend = any_game(&rules, 1, 9, &mut random);
        let same = SameDice::of_game(&friend, mode(9), "").unwrap();
        assert!(same.clone().begin(&["ann".to_owned(), "bob".to_owned()], None).unwrap_err().contains("for one person"));
        let Saved { mode: as_friend, seats, .. } = same.begin(&["ann".to_owned()], Some(0.2)).unwrap();
        let mut session = Session::new(&table, seats, as_friend).unwrap();
        let text = |session: &Session| saved::text(session.rules(), session.mode(), session.seats());
        let fresh = text(&session);
        let Stage::ToChoose { roll, .. } = session.stage() else { panic!("no dice") };
        assert_eq!(roll, friend.game.turns()[0].decisions()[0].roll);
        score(&mut session, "sixes");
        assert_eq!(session.compared(), None, "what the friend has is hidden");
        session.act_now(Intent::Undo);
        assert!(session.said().iter().any(|said| said.text.contains("you have seen the next throw")));
        let saved = saved::parse(&text(&session)).unwrap();
        assert_eq!(saved::text(&saved.rules, saved.mode, saved.seats.iter()), text(&session));
        let own_dice = text(&session).replacen(
            &format!("{}", session.players()[0].seat.game.turns()[1].undecided().unwrap()).replace(' ', ""),
            "111",
            1,
        );
        assert!(saved::parse(&own_dice).unwrap_err().contains("the dice of its link"), "{own_dice}");
        let two = fresh.replacen("#! end", "#! player: bob\nrules: pocket\n#! end", 1);
        assert!(saved::parse(&two).unwrap_err().contains("the dice of its link"));
        score(&mut session, "three");
        let Compared { said, rows } = session.compared().unwrap();
        let games = [&session.players()[0].seat.game, &friend.game];
        let scores = games.map(Game::score_so_far);
        assert_eq!(session.winners().as_ref(), Some(&said[0]));
        assert!(said[0].contains(&scores.iter().max().unwrap().to_string()), "{said:?}");
        let column = |name: &str| rows[0].iter().position(|of| of == name).unwrap();
        for (name, game) in ["ann", "zoë"].into_iter().zip(games) {
            let review = Review::of(game, &table).unwrap();
            let points = table.rules().categories().map(|category| game.card().get(category).unwrap().to_string());
            let bonus = game.card().upper_bonus().to_string();
            let others = [bonus, game.score_so_far().to_string(), words::signed(review.luck, 1), decimal(review.loss, 1)];
            let shown = rows[1..].iter().map(|row| row[column(name)].clone());
            assert!(points.chain(others).eq(shown.take(rows.len() - 2)), "{rows:?}");
        }
        assert_eq!(rows[rows.len() - 2][column("best play")], "0.0", "it loses nothing");
        let sent = SameDice::of_game(&session.players()[0].seat, session.mode(), "").unwrap();
        assert_eq!(sent.played.iter().map(|seat| &seat.name[..]).collect::<Vec<_>>(), ["zoë", "ann"]);
    }

    #[test]
    fn what_no_friend_can_have_is_not_sent() {
        let mut session = alone(mode(1));
        let sent = |session: &Session| SameDice::of_game(&session.players()[0].seat, session.mode(), "ann").map(|same| same.played.len());
        assert!(sent(&session).unwrap_err().contains("whole game"));
        press(&mut session, "chance\n<");
        let names: Vec<String> = session.rules().categories().map(|category| session.rules().category(category).name.clone()).collect();
        for name in names {
            score(&mut session, &name);
        }
        assert!(session.current().is_none() && sent(&session).unwrap_err().contains("was taken back"));
        let own = Mode { dice: DiceFrom::Table, ..session.mode() };
        assert!(SameDice::of_game(&session.players()[0].seat, own, "ann").unwrap_err().contains("virtual dice"));
    }
}
