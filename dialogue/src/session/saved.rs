//! Games at a table as text, to be saved. The game of each player is in the notation that 'yahtzee review' reads.
//!
//! ```text
//! #! yahtzee play 1
//! #! dice: seed 42
//! #! coach: 0.2
//! #! player: ann
//! rules: hasbro
//! 11666 hold 666, 66625 hold 666, 66661 score sixes
//! #! computer: computer
//! rules: hasbro
//! 13456
//! #= checksum 507fa97ac9b7f69d
//! #! end
//! ```
//!
//! With the dice of a friend the second line is `#! dice: same CODE`, with the code of the friend's link.
//!
//! In a game for another objective than points, a line `#! goal: win` or `#! goal: 300` follows that of the coach.
//!
//! Moves taken back follow the game, one line each, after `#<`: `#< turn 3: 11666 rerolls=2 ones=3: hold 11`. Older versions read these lines as
//! comments.
//!
//! The decisions made after a hint, or while the options were shown with their values, follow by their numbers in the game from 1, in one line after
//! `#?`: `#? hints: 4 17`.
//!
//! The line that begins with `#=` is a checksum of the other lines. A person who edits the file can leave it unchanged: the file is read and marked
//! as edited. Older versions wrote no such line, and read it as a comment.
//!
//! Custom rules are part of the file: each line of their TOML follows `#| `. A file that does not end in `#! end` is incomplete.

use std::collections::BTreeSet;

use xxhash_rust::xxh3::Xxh3;
use yahtzee_solver::printable::{check_lines, quoted};
use yahtzee_solver::{Game, Points, RuleSet, RulesError, tr};

use super::same::SameDice;
use super::taken_back::{MOST_TAKEN_BACK, TakenBack};
use crate::session::seat::turns_behind;
use crate::session::{Computer, DiceFrom, MOST_PLAYERS, Mode, PlaysFor, Seat, check_name, turns_done};
use crate::words::languages;

/// The start of the first line in every version.
const OURS: &str = "#! yahtzee play";
const FIRST: &str = "#! yahtzee play 1";
/// The first line of a game of several columns, which has moves of its own.
pub const FIRST_OF_COLUMNS: &str = "#! yahtzee play columns 1";
const LAST: &str = "#! end";
const TOML: &str = "#|";
/// Starts the line of a move taken back. Programs that do not know this sign read the line as a comment.
const TAKEN_BACK: &str = "#<";
/// Starts the line of the decisions with a hint. Programs that do not know this sign read the line as a comment.
const HINTS: &str = "#? hints:";
/// The highest number of a decision with a hint.
const MOST_DECISIONS: usize = 10_000;
/// Starts the line of the checksum. Programs that do not know this sign read the line as a comment too.
const CHECKSUM: &str = "#= checksum";

/// The content of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The rules of all games.
    pub rules: RuleSet,
    /// The mode of play.
    pub mode: Mode,
    /// The seats, with the game of each player.
    pub seats: Vec<Seat>,
    /// Whether the file was edited after the program wrote it; false for a file without a checksum, from an older version.
    pub edited: bool,
}

/// Whether a text is a file of 'yahtzee play', complete or not, of this version or another.
pub(super) fn is_ours(text: &str) -> bool {
    without_mark(text).starts_with(OURS)
}

/// A text without the byte-order mark that some editors put first.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The lines of a file whose first line is this one.
///
/// # Errors
///
/// If its first or last line is missing.
pub fn lines<'t>(text: &'t str, first: &str) -> Result<Vec<&'t str>, String> {
    check_lines(text).map_err(|(line, found)| tr!("line {}: {}", line, found))?;
    let lines: Vec<&str> = without_mark(text).trim_end().lines().collect();
    match (lines.first(), lines.last()) {
        (Some(line), Some(&LAST)) if *line == first => Ok(lines),
        (Some(line), _) if *line == first => Err(tr!("a part of it is missing: its last line is not '{}'", LAST)),
        (Some(&FIRST_OF_COLUMNS), _) => Err(tr!("a game of several columns, which only 'yahtzee play' knows")),
        (Some(line), _) if is_ours(line) => Err(tr!("a game of another version: its first line is '{}', not '{}'", quoted(line), first)),
        _ => Err(tr!("not a game of 'yahtzee play': its first line is not '{}'", first)),
    }
}

/// The line with the checksum of the other lines, for any line ends.
fn checksum<'t>(lines: impl Iterator<Item = &'t str>) -> String {
    let mut hash = Xxh3::new();
    for line in lines.filter(|line| !line.starts_with(CHECKSUM)) {
        hash.update(line.as_bytes());
        hash.update(b"\n");
    }
    format!("{CHECKSUM} {:016x}", hash.digest())
}

/// The text of a file of these lines, with its checksum.
pub fn sealed(lines: &[String]) -> String {
    let text = lines.join("\n");
    format!("{text}\n{}\n{LAST}\n", checksum(text.lines().chain([LAST])))
}

/// Whether the lines do not match their checksum.
pub fn is_edited(lines: &[&str]) -> bool {
    let mut said = lines.iter().copied().filter(|line| line.starts_with(CHECKSUM)).peekable();
    said.peek().is_some() && !said.eq([checksum(lines.iter().copied())])
}

/// The text of a file.
pub fn text<'a>(rules: &RuleSet, mode: Mode, seats: impl Iterator<Item = &'a Seat>) -> String {
    let mut lines = vec![FIRST.to_owned()];
    let seats: Vec<&Seat> = seats.collect();
    let same = seats.first().and_then(|seat| seat.same.as_ref());
    lines.push(match mode.dice {
        _ if let Some(same) = same => format!("#! dice: same {}", same.code),
        DiceFrom::Table => "#! dice: table".to_owned(),
        DiceFrom::Seed(seed) => format!("#! dice: seed {seed}"),
    });
    lines.extend(mode.coach.map(|tolerance| format!("#! coach: {tolerance}")));
    match mode.plays_for {
        PlaysFor::Points => {}
        PlaysFor::Win => lines.push("#! goal: win".to_owned()),
        PlaysFor::Target(target) => lines.push(format!("#! goal: {target}")),
    }
    if RuleSet::builtin(rules.name()).as_ref() != Ok(rules) {
        lines.extend(toml_lines(rules.toml()));
    }
    for seat in seats {
        lines.push(format!("#! {}: {}", seat.word(), seat.name));
        lines.push(seat.game.to_string().trim_end().to_owned());
        lines.extend(seat.taken_back.iter().map(|taken| format!("{TAKEN_BACK} {}", taken.text())));
        if !seat.hinted.is_empty() {
            let numbers: Vec<String> = seat.hinted.iter().map(|number| (number + 1).to_string()).collect();
            lines.push(format!("{HINTS} {}", numbers.join(" ")));
        }
    }
    sealed(&lines)
}

/// Reads a file's text.
///
/// # Errors
///
/// The error, and its line.
pub fn parse(text: &str) -> Result<Saved, String> {
    parse_in(text, None)
}

/// As [`parse`], with the names of the categories in this language, if given.
///
/// # Errors
///
/// As [`parse`], and an unknown language.
pub fn parse_in(text: &str, language: Option<&str>) -> Result<Saved, String> {
    parse_by(text, |rules| languages::rules_in(rules, language).map_err(|error| error.to_string()))
}

/// The rules in a file's text.
pub(super) fn rules_in(text: &str) -> Result<RuleSet, String> {
    rules(&lines(text, FIRST)?)
}

/// As [`parse`]; `by` says by which rules to read the games of a file with these rules, or why not.
pub(super) fn parse_by(text: &str, by: impl FnOnce(RuleSet) -> Result<RuleSet, String>) -> Result<Saved, String> {
    let lines = lines(text, FIRST)?;
    let (mut dice, mut same_dice, mut coach, mut plays_for, mut sections) = (None, None, None, PlaysFor::Points, Vec::new());
    for (index, line) in lines.iter().enumerate() {
        let wrong = || tr!("line {}: '{}' is not understood", index + 1, quoted(line));
        let Some(said) = line.strip_prefix("#!") else {
            let is_turn = !line.starts_with('#') && !line.trim().is_empty();
            if is_turn && sections.is_empty() {
                return Err(tr!("line {}: '{}' stands before the first player", index + 1, quoted(line)));
            }
            continue;
        };
        let (key, value) = said.trim().split_once(": ").unwrap_or((said.trim(), ""));
        match (key, value, value.strip_prefix("seed ")) {
            _ if *line == FIRST || *line == LAST => {}
            ("dice", "table", _) => dice = Some(DiceFrom::Table),
            ("dice", same, _) if let Some(code) = same.strip_prefix("same ") => {
                same_dice = Some(SameDice::parse(code).map_err(|error| tr!("line {}: {}", index + 1, error))?);
                dice = same_dice.as_ref().map(|same| DiceFrom::Seed(same.seed));
            }
            ("dice", _, Some(seed)) => dice = Some(DiceFrom::Seed(seed.parse().map_err(|_| wrong())?)),
            ("coach", tolerance, _) => {
                coach = Some(tolerance.parse().ok().filter(|tolerance: &f64| tolerance.is_finite()).ok_or_else(wrong)?);
            }
            ("goal", "win", _) => plays_for = PlaysFor::Win,
            ("goal", target, _) => plays_for = PlaysFor::Target(target.parse().map(Points::new).map_err(|_| wrong())?),
            (word, name, _) => {
                let computer = Seat::of_word(word).filter(|_| !name.is_empty()).ok_or_else(wrong)?;
                check_name(name).map_err(|error| tr!("line {}: {}", index + 1, error))?;
                if sections.iter().any(|section: &Section<'_>| section.name == name) {
                    return Err(tr!("line {}: a second player called '{}'", index + 1, name));
                }
                if sections.len() == MOST_PLAYERS {
                    return Err(tr!("line {}: another player; there may be 1 to {}", index + 1, MOST_PLAYERS));
                }
                sections.push(Section { name, computer, start: index });
            }
        }
    }
    let dice = dice.ok_or_else(|| tr!("it does not say where the dice come from: '#! dice: table' or '#! dice: seed N'"))?;
    if sections.is_empty() {
        return Err(tr!("it has no players; there may be 1 to {}", MOST_PLAYERS));
    }
    if plays_for == PlaysFor::Win && sections.len() == 1 {
        return Err(tr!("its goal is to win, and there is nobody to win against"));
    }
    let rules = by(rules(&lines)?)?;
    let seat = |(index, section): (usize, &Section<'_>)| {
        if let Some(computer) = section.computer {
            computer.check_rules(&rules).map_err(|error| tr!("line {}: {}", section.start + 1, error))?;
        }
        let end = sections.get(index + 1).map_or(lines.len(), |next| next.start);
        let game = Game::parse(&section.alone(&lines[..end]), &rules).map_err(|error| error.to_string())?;
        let taken_back = section.taken_back(&lines[..end], &rules)?;
        let hinted = section.hinted(&lines[..end])?;
        Ok(Seat { computer: section.computer, taken_back, hinted, ..Seat::new(section.name, game) })
    };
    let mut seats = sections.iter().enumerate().map(seat).collect::<Result<Vec<Seat>, String>>()?;
    in_turn(&seats)?;
    same_dice.map(|same| same.sit_at(&mut seats)).transpose()?;
    Ok(Saved { rules, mode: Mode { dice, coach, plays_for }, seats, edited: is_edited(&lines) })
}

/// The lines with the game of one player.
struct Section<'t> {
    name: &'t str,
    computer: Option<Computer>,
    start: usize,
}

impl Section<'_> {
    /// The text of the game. The lines before it are empty, so that errors have the line numbers of the file.
    fn alone(&self, lines: &[&str]) -> String {
        let mut text = "\n".repeat(self.start);
        for line in &lines[self.start..] {
            text.push_str(line);
            text.push('\n');
        }
        text
    }

    /// The numbers of the decisions with a hint, from 0.
    fn hinted(&self, lines: &[&str]) -> Result<BTreeSet<usize>, String> {
        let said = (1..).zip(lines).skip(self.start).filter_map(|(number, line)| Some((number, line.strip_prefix(HINTS)?)));
        let mut hinted = BTreeSet::new();
        for (line, text) in said {
            for number in text.split_whitespace() {
                let number: usize = number.parse().ok().filter(|number| (1..=MOST_DECISIONS).contains(number)).ok_or_else(|| {
                    tr!(
                        "line {}: '{}' is no number of a decision: write the decisions with a hint like '{} 4 17'",
                        line,
                        quoted(number),
                        HINTS
                    )
                })?;
                hinted.insert(number - 1);
            }
        }
        Ok(hinted)
    }

    /// The moves of the player that were taken back.
    fn taken_back(&self, lines: &[&str], rules: &RuleSet) -> Result<Vec<TakenBack>, String> {
        let said = (1..).zip(lines).skip(self.start).filter_map(|(number, line)| Some((number, line.strip_prefix(TAKEN_BACK)?)));
        let mut taken_back = Vec::new();
        for (number, text) in said {
            if taken_back.len() == MOST_TAKEN_BACK {
                return Err(tr!("line {}: another move taken back; there may be {}", number, MOST_TAKEN_BACK));
            }
            taken_back.push(TakenBack::parse(text.trim(), rules).map_err(|error| tr!("line {}: {}", number, error))?);
        }
        Ok(taken_back)
    }
}

/// The lines of custom rules.
pub fn toml_lines(toml: &str) -> impl Iterator<Item = String> {
    toml.lines().map(|toml| format!("{TOML} {toml}"))
}

/// The rules in the file, or the built-in rules that it names.
fn rules(lines: &[&str]) -> Result<RuleSet, String> {
    rules_by(lines, RuleSet::parse, RuleSet::builtin_named)
}

/// The rules in the file, read by `parse`, or the built-in rules that it names, by `builtin`.
///
/// # Errors
///
/// What is wrong with them, and in which line.
pub fn rules_by<R>(
    lines: &[&str],
    parse: impl Fn(&str) -> Result<R, RulesError>,
    builtin: impl Fn(&str) -> Result<R, RulesError>,
) -> Result<R, String> {
    let own = |line: &&str| line.strip_prefix(TOML).map(|toml| toml.strip_prefix(' ').unwrap_or(toml).to_owned());
    let toml: Vec<String> = lines.iter().filter_map(own).collect();
    if !toml.is_empty() {
        return parse(&(toml.join("\n") + "\n")).map_err(|error| {
            // Read them again with the line numbers of the file, so that the error names these.
            let in_place: Vec<String> = lines.iter().map(|line| own(line).unwrap_or_default()).collect();
            let error = parse(&in_place.join("\n")).err().unwrap_or(error);
            tr!("the rules in it: {}", error)
        });
    }
    let named = lines.iter().enumerate().find_map(|(index, line)| Some((index, line.strip_prefix("rules: ")?)));
    let (index, name) = named.ok_or_else(|| tr!("it names no rules"))?;
    builtin(name.trim()).map_err(|error| tr!("line {}: {}", index + 1, error))
}

/// Checks the order of the turns. Every player has played as many turns as the players before, or one fewer. Only the current player may have begun
/// another.
///
/// # Errors
///
/// The two players who do not match.
pub(super) fn in_turn(seats: &[Seat]) -> Result<(), String> {
    let rounds = |seat: &Seat| seat.game.rounds().count();
    let least = seats.iter().map(turns_behind).min().unwrap_or(0);
    let current = seats.iter().position(|seat| turns_behind(seat) == least);
    for (index, seat) in seats.iter().enumerate() {
        let before = current.is_some_and(|current| index < current);
        let in_turn = seat.game.turns().len() > turns_done(seat);
        let other = if rounds(seat) != rounds(&seats[0]) {
            &seats[0]
        } else if turns_behind(seat) != least + usize::from(before) || (in_turn && Some(index) != current) {
            &seats[current.unwrap_or(0)]
        } else {
            continue;
        };
        return Err(tr!("the games of {} and {} do not match: players take turns", other.name, seat.name));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::session::Session;
    use crate::session::testing::{COACH, OWN, SEED, at_table, hasbro, pocket, press};

    fn text_of(session: &Session) -> String {
        text(session.rules(), session.mode(), session.seats())
    }

    #[test]
    fn what_is_saved_reads_back() {
        let table = pocket();
        let fresh = |names: &[&str], mode| at_table(hasbro(), names, mode);
        let mut custom =
            at_table(&table, &["ann", "computer"], Mode { dice: DiceFrom::Seed(9), coach: Some(0.5), plays_for: PlaysFor::Points });
        press(&mut custom, "sixes\n\n");
        let mut own = fresh(&["ann", "bob"], COACH);
        press(&mut own, "11666\n666\n26\nsixes\n12345\n<12346\nchance\n<");
        let mut over = fresh(&[], SEED);
        while over.current().is_some() {
            press(&mut over, "\n");
        }
        for session in [fresh(&[], OWN), fresh(&["ann", "bob", "computer", "computer:greedy"], SEED), custom, own, over] {
            let text = text_of(&session);
            let saved = parse(&text).unwrap();
            assert_eq!(saved.rules.fingerprint(), session.rules().fingerprint());
            assert_eq!(saved.mode, session.mode());
            assert_eq!(super::text(&saved.rules, saved.mode, saved.seats.iter()), text);
            let again = Session::new(session.table(), saved.seats, saved.mode).unwrap();
            assert_eq!((again.stage(), again.current()), (session.stage(), session.current()));
            if session.players().len() == 1 {
                let game = Game::parse(&text, session.rules()).unwrap();
                assert_eq!(game.turns(), again.players()[0].seat.game.turns(), "one player's file is the notation itself");
            }
        }
    }

    #[test]
    fn damaged_files_are_errors() {
        let mut session = at_table(hasbro(), &["ann", "bob"], SEED);
        press(&mut session, "\n\n\n\n");
        let text = text_of(&session);
        let error = |text: &str| parse(text).unwrap_err();
        for end in 0..text.len() - 1 {
            error(&text[..end]);
        }
        assert!(error("").contains("first line"));
        assert_eq!(parse(&format!("\u{feff}{text}\n\n")), parse(&text), "a byte-order mark and lines at the end do no harm");
        assert!(error(&text.replace("play 1", "play 2")).contains("another version"));
        assert!(error(&text.replace("player: bob", "player bob")).contains("line 7: '#! player bob' is not understood"));
        assert!(error(&text.replace("player: ann", "player:")).contains("line 3: '#! player:' is not understood"));
        assert!(error(&text.replace("#! player: ann\n", "")).contains("line 3: 'rules: hasbro' stands before the first player"));
        assert!(error(&text.replace("player: bob", "player: ann")).contains("line 7: a second player called 'ann'"));
        let rules: String = pocket().rules().toml().lines().map(|line| format!("#| {line}\n")).collect();
        let own = text.replacen("#! player", &format!("{rules}#! player"), 1);
        let wrong = own.replacen("face = 6", "face = 7", 1);
        let line = wrong.lines().position(|line| line.contains("face = 7")).unwrap() + 1;
        assert!(error(&wrong).contains(&format!("line {line}")), "{}", error(&wrong));
        assert!(error(text.trim_end_matches("#! end\n")).contains("part of it is missing"));
        assert!(error(&text.replace("seed 1", "seed x")).contains("line 2"));
        assert!(error(&text.replace("#! dice: seed 1\n", "")).contains("where the dice come from"));
        assert!(error(&text.replace("rules: hasbro", "rules: hasbor")).contains("did you mean"));
        let first = text.lines().position(|line| line.contains("score")).unwrap();
        let broken = text.replacen("score", "scroe", 1);
        assert!(error(&broken).contains(&format!("line {}", first + 1)), "{}", error(&broken));
        // One player is two turns ahead of the other.
        let ahead: String =
            text.replacen("#! player: bob\n", "12345 score ones\n12345 score twos\n12345 score threes\n#! player: bob\n", 1);
        assert!(parse(&ahead).is_err());
    }

    /// The checksum detects changes to the program's text; changed line ends do not count.
    #[test]
    fn an_edited_file_is_known() {
        let mut session = at_table(hasbro(), &["ann", "bob"], SEED);
        press(&mut session, "\n\n\n\n");
        let text = text_of(&session);
        let edited = |text: &str| parse(text).unwrap().edited;
        let sum = text.lines().find(|line| line.starts_with("#=")).unwrap();
        assert!(!edited(&text));
        assert!(!edited(&format!("\u{feff}{}\r\n", text.replace('\n', "\r\n"))));
        assert!(!edited(&text.replace(&format!("{sum}\n"), "")), "an older version wrote no checksum");
        assert!(edited(&text.replace("player: bob", "player: rob")));
        assert!(edited(&text.replace("seed 1", "seed 2")));
        assert!(edited(&text.replacen("rules:", "# Mine.\nrules:", 1)));
        assert!(edited(&text.replace(sum, "#= checksum 0")));
        assert!(edited(&text.replace(sum, &format!("{sum}\n{sum}"))));
        let Saved { rules, mode, seats, .. } = parse(&text.replace("seed 1", "seed 2")).unwrap();
        assert!(!edited(&super::text(&rules, mode, seats.iter())), "what the program writes again has a checksum of its own");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// A damaged file is refused or read. A file that is read stays the same when it is written and read again.
        #[test]
        fn a_changed_file_is_refused_or_read(edits in vec((any::<Index>(), 0usize..5, "[ -~\n]"), 1..4)) {
            static TEXT: OnceLock<String> = OnceLock::new();
            let mut text = TEXT
                .get_or_init(|| {
                    let table = pocket();
                    let mut session = at_table(&table, &["ann", "computer"], Mode { dice: DiceFrom::Seed(9), coach: Some(0.5), plays_for: PlaysFor::Points });
                    press(&mut session, "sixes\n");
                    text_of(&session)
                })
                .clone();
            for (place, edit, letter) in edits {
                let at = place.index(text.len());
                let line = text[..at].rfind('\n').map_or(0, |end| end + 1)..text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
                match edit {
                    0 => drop(text.remove(at)),
                    1 => text.insert_str(at, &letter),
                    2 => text.replace_range(at..=at, &letter),
                    3 => text.replace_range(line, ""),
                    _ => {
                        let twice = text[line.clone()].repeat(2);
                        text.replace_range(line, &twice);
                    }
                }
            }
            if let Ok(saved) = parse(&text) {
                let again = super::text(&saved.rules, saved.mode, saved.seats.iter());
                prop_assert_eq!(parse(&again), Ok(Saved { edited: false, ..saved }), "{}\n{}", text, again);
            }
        }
    }

    /// Pins the text form: older files must stay readable.
    #[test]
    fn a_saved_game() {
        let mut session =
            at_table(hasbro(), &["ann", "computer"], Mode { dice: DiceFrom::Seed(42), coach: Some(0.2), plays_for: PlaysFor::Points });
        press(&mut session, "chance\n\n");
        let text = text_of(&session);
        insta::assert_snapshot!("saved", text);
        let Saved { seats, .. } = parse(&text).unwrap();
        assert!(seats[0].is_person() && seats[1].computer == Some(Computer::Optimal));
    }
}
