//! The game in lines: plain sentences and prompts, for screen readers and for terminals that cannot move the cursor.

use std::io::BufRead;

use yahtzee_dialogue::session::{After, DiceFrom, Intent, Page, Session, Shown};
use yahtzee_dialogue::words;
use yahtzee_solver::Stage;

use super::terminal::Left;
use super::{Resume, ways};
use crate::terminal::failure::Failure;
use crate::terminal::lines::Lines;
use crate::terminal::output;

/// The number of options shown without a request.
const FEW: usize = 5;

/// Plays by lines of `input` until the player leaves or the input ends; `save` is called after each move.
pub(super) fn play(
    session: &mut Session,
    mut resume: Resume,
    input: impl BufRead,
    save: &mut dyn FnMut(&mut Session) -> bool,
) -> Result<Left, Failure> {
    output::print(&sentence("Type ? or help to see what you can type."))?;
    let mut before = String::new();
    let mut lines = Lines::new(input);
    // A remark is said once, and again only after a line that the session has taken.
    let mut is_said = false;
    loop {
        let position = position(session);
        let news = if position == before { String::new() } else { position.clone() };
        let remarks = if std::mem::replace(&mut is_said, true) { String::new() } else { remarks(session) };
        output::print(&(remarks + &page(session, &resume) + &news + &prompt(session)))?;
        // A page is shown once.
        if session.page().is_some() {
            session.act_now(Intent::Close);
        }
        before = position;
        let line = match lines.next().map_err(|error| Failure::failed(format_args!("stdin: {error}")))? {
            None => {
                output::print("\n")?;
                return Ok(Left::Quit);
            }
            Some(Err(wrong)) => {
                output::print(&sentence(&format!("Nothing is done: {wrong}.")))?;
                continue;
            }
            Some(Ok(line)) => line,
        };
        match line.trim().to_lowercase().as_str() {
            "card" => output::print(&card(session))?,
            "all" => output::print(&players(session))?,
            line => {
                is_said = false;
                match session.line(line) {
                    After::Late | After::Draw => {}
                    After::Save => resume.is_saved |= save(session),
                    After::Leave => return Ok(Left::Quit),
                    After::NewGame => return Ok(Left::NewGame),
                    After::Review => return Ok(Left::Review),
                }
            }
        }
    }
}

/// The remarks since the last line.
fn remarks(session: &Session) -> String {
    session.said().iter().map(|said| sentence(&ways::with_words(said))).collect()
}

/// The open page.
fn page(session: &Session, resume: &Resume) -> String {
    match session.page() {
        None => String::new(),
        Some(Page::Help) => help(session, resume),
        Some(Page::Options) => options(session, usize::MAX),
        Some(Page::Why(said)) => said
            .iter()
            .map(|said| sentence(&format!("{}.", said.heading)) + &said.sentences.iter().map(|line| sentence(line)).collect::<String>())
            .collect(),
    }
}

fn help(session: &Session, resume: &Resume) -> String {
    let mut lines = Vec::new();
    if session.mode().dice == DiceFrom::Table {
        lines.push("Dice that fell: type them, like 13356. Later only the new ones. fix 4 5 corrects a 4 that is a 5.".to_owned());
        if let Some(result) = ways::result_alone(session.rules()) {
            lines.push(format!("A turn without its dice: before the first roll type its category and points, like {result}."));
        }
    }
    lines.push("Dice to keep: type them, like 33. 0 keeps none. Or name those to reroll: reroll 5.".to_owned());
    let last = session.rules().categories().last().map_or_else(String::new, |last| session.rules().category(last).name.clone());
    lines.push(format!("A category: type its name, its short name or its start to score there. {last}=0 scores 0 there."));
    lines.push("An empty line takes the best option, if it has been shown.".to_owned());
    lines.push("card: your card. options: every option. all: every player. why: the reasons for the best option.".to_owned());
    if session.can_switch() {
        lines.push("%: rank the options by the chance, or by points again.".to_owned());
    }
    let hint = if session.mode().coach.is_some() { "hint: a hint of the coach. " } else { "" };
    lines.push(format!("{hint}undo: take back the last move. quit: leave."));
    lines.extend(resume.sentences());
    lines.iter().map(|line| sentence(line)).collect()
}

/// The current player, the dice, and the options.
fn position(session: &Session) -> String {
    let rules = session.rules();
    let player = &session.players()[session.shown_player()];
    let (turn, round, rounds) = session.turn();
    let whose = if session.players().len() > 1 { format!("{}, turn", player.seat.name) } else { "Turn".to_owned() };
    let round = if rounds > 1 { format!(", round {round} of {rounds}") } else { String::new() };
    let score = format!("{}, expected final {:.1}.", words::points(player.seat.game.score_so_far()), player.expected());
    let turn = format!("{whose} {turn} of {}{round}: {score}", rules.category_count());
    match session.stage() {
        Stage::Over => result(session),
        Stage::ToRoll { .. } if session.waits() => String::new(),
        Stage::ToRoll { hold, rerolls_left } => {
            let number = session.rolls() - rerolls_left.get();
            let kept = if hold.is_empty() { String::new() } else { format!(" {hold} stay.") };
            let left = words::number(rules.dice() - hold.len());
            let roll = match session.mode().dice {
                DiceFrom::Table => format!("Roll {number} of {}.{kept} Roll {left} and type what falls.", session.rolls()),
                DiceFrom::Seed(_) => format!("Roll {number} of {}.{kept}", session.rolls()),
            };
            (if number == 1 { sentence(&turn) } else { String::new() }) + &sentence(&roll)
        }
        Stage::ToChoose { roll, rerolls_left } => {
            let left = words::count(rerolls_left.get().into(), "reroll left", "rerolls left");
            sentence(&turn) + &sentence(&format!("Dice: {roll}; {left}.")) + &options(session, FEW)
        }
    }
}

/// The options that the player may see, at most this many.
fn options(session: &Session, most: usize) -> String {
    let Stage::ToChoose { roll, .. } = session.stage() else { return sentence("There is nothing to decide until the dice have fallen.") };
    let in_words = |option: &yahtzee_solver::TurnOption| words::in_words(&option.action, &roll, session.rules()).to_string();
    match session.shown() {
        Shown::Nothing => String::new(),
        Shown::Silent => sentence("The coach waits for your choice. Type hint for a hint."),
        Shown::Few(few) => {
            let few: Vec<String> = few.iter().map(in_words).collect();
            sentence("One of these is the best; hint says which:")
                + &few.iter().map(|words| sentence(&format!("  {words}."))).collect::<String>()
        }
        Shown::Best(best) => sentence(&format!("Best: {}; {}.", in_words(best), amount(session, best))),
        Shown::All(advice) => {
            let line = |(number, option): (usize, &yahtzee_solver::TurnOption)| {
                let worth = match number {
                    1 => amount(session, option),
                    _ => session.measure().loss(option).map_or_else(|| "just as good".to_owned(), |loss| format!("costs {loss}")),
                };
                sentence(&format!("  {number}. {}; {worth}.", in_words(option)))
            };
            let shown: String = (1..).zip(&advice.options).take(most).map(line).collect();
            let more = advice.options.len().saturating_sub(most);
            if more == 0 { shown } else { shown + &sentence(&format!("  {more} more: type options.")) }
        }
    }
}

/// The amount of an option in the current measure: `expected final 254.10`, `chance to win about 57.30%`.
fn amount(session: &Session, option: &yahtzee_solver::TurnOption) -> String {
    let measure = session.measure();
    let about = if session.is_approximate() { "about " } else { "" };
    format!("{} {about}{}", measure.title(), measure.amount(option))
}

/// The card of the current player, one category per line.
fn card(session: &Session) -> String {
    let rules = session.rules();
    let card = session.players()[session.shown_player()].seat.game.card();
    let would = session.would_score();
    let line = |category: yahtzee_solver::Category| {
        let says = match (card.get(category), would[category.index()]) {
            (Some(points), _) => format!("{points} written"),
            (None, Some((points, bonus))) => format!("open, now {}", points + bonus),
            (None, None) if card.is_open(category) => "open".to_owned(),
            (None, None) => "not open yet".to_owned(),
        };
        sentence(&format!("{}: {says}.", rules.category(category).title))
    };
    let bonuses = words::bonuses(card, rules).map_or_else(String::new, |words| sentence(&format!("{words}.")));
    rules.categories().map(line).collect::<String>() + &bonuses
}

/// Each player's score, expected final score, luck and loss.
fn players(session: &Session) -> String {
    let mut chances = session.chances().iter();
    let line = |(index, player): (usize, &yahtzee_dialogue::session::ReviewedSeat)| {
        let chance = chances.next().map_or_else(String::new, |chance| {
            let about = if chance.approximate { "about " } else { "" };
            format!(", chance to win {about}{:.0}%", 100.0 * chance.value)
        });
        let (score, expected) = (words::points(player.seat.game.score_so_far()), player.expected());
        let luck = words::signed(player.review.luck, 1);
        let lost = match session.win_review(index) {
            Some(win) => {
                let grade = win.grade().map_or_else(String::new, |grade| format!(", grade {}", grade.name()));
                format!("gave away {:.2}% of the chance to win{grade}", 100.0 * win.loss())
            }
            None => format!("lost {:.2}", player.review.loss),
        };
        let aided = match player.seat.aided(session.mode()) {
            0 => String::new(),
            aided => format!(", {} with help", words::count(aided as u64, "decision", "decisions")),
        };
        sentence(&format!("{}: {score}, expected final {expected:.1}, luck {luck}, {lost}{aided}{chance}.", player.seat.name))
    };
    session.players().iter().enumerate().map(line).collect()
}

/// The end of the game: every player's score.
fn result(session: &Session) -> String {
    let score = || words::points(session.players()[session.shown_player()].seat.game.score_so_far());
    let won = session.winners().unwrap_or_else(|| format!("You have {}.", score()));
    sentence(&format!("The game is over. {won}")) + &players(session)
}

fn sentence(text: &str) -> String {
    format!("{text}\n")
}

fn prompt(session: &Session) -> String {
    let name = match session.current() {
        Some(current) if session.players().len() > 1 => format!("{}, ", session.players()[current].seat.name),
        _ => String::new(),
    };
    let wanted = match (session.stage(), session.shown()) {
        _ if session.asks() => "write 0? y or n".to_owned(),
        (Stage::Over, _) => "n new game, r review, q leave".to_owned(),
        (Stage::ToRoll { .. }, _) if session.waits() => format!("{name}an empty line throws the dice"),
        (Stage::ToRoll { .. }, _) if session.mode().dice != DiceFrom::Table => "an empty line plays the next turn".to_owned(),
        (Stage::ToRoll { .. }, _) => format!("{name}dice"),
        (Stage::ToChoose { .. }, Shown::All(_) | Shown::Best(_)) => format!("{name}choice (an empty line takes the best)"),
        (Stage::ToChoose { .. }, _) => format!("{name}choice"),
    };
    format!("{wanted}> ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tests::{COACH, OWN, SEED, alone, at_table, hasbro, pocket};

    /// Plays these lines. Returns how it ended, and the number of saves.
    fn played(session: &mut Session, lines: &str) -> (Left, usize) {
        let mut saved = 0;
        let mut save = |_: &mut Session| {
            saved += 1;
            true
        };
        let left = play(session, Resume::of(None, false), lines.as_bytes(), &mut save).unwrap();
        (left, saved)
    }

    #[test]
    fn a_game_is_played_by_lines() {
        let mut session = alone(OWN).session;
        assert_eq!(played(&mut session, "11666\ncard\noptions\nwhy\n\n6 6\nsixes\n"), (Left::Quit, 4));
        let game = &session.players()[0].seat.game;
        // 'why' opens a page, which the next line closes. Then the empty line takes the best.
        assert_eq!(game.to_string(), "rules: hasbro\n11666 hold 666, 66666 score sixes\n");
    }

    #[test]
    fn a_line_that_is_too_long_changes_nothing() {
        let mut session = alone(OWN).session;
        assert_eq!(played(&mut session, &format!("{}\n11666\n", "6".repeat(1_000_000))), (Left::Quit, 1));
        assert_eq!(session.players()[0].seat.game.to_string(), "rules: hasbro\n11666\n");
    }

    #[test]
    fn the_next_players_dice_wait_for_a_line() {
        let mut session = at_table(hasbro(), &["ann", "bob"], SEED).session;
        played(&mut session, "chance\n");
        assert!(session.waits() && prompt(&session).starts_with("bob, an empty line throws the dice"));
        played(&mut session, "undo\n");
        assert!(!session.waits() && session.current() == Some(0));
        played(&mut session, "chance\n\nchance\n");
        assert_eq!(session.players()[1].seat.game.turns().len(), 1);
    }

    #[test]
    fn a_zero_is_asked_about() {
        for (answer, zeros) in [("y", 1), ("Yes", 1), ("", 0), ("no", 0), ("chance", 0)] {
            let mut session = alone(OWN).session;
            played(&mut session, &format!("22456\nsmall strai\n{answer}\n"));
            let card = session.players()[0].seat.game.card();
            let zero = hasbro().rules().category_named("small-straight").unwrap();
            assert_eq!(usize::from(card.get(zero).is_some_and(|points| points == 0)), zeros, "{answer}");
            assert_eq!(card.filled().count(), usize::from(!["", "no"].contains(&answer)), "{answer}");
        }
    }

    #[test]
    fn the_position_is_told_in_sentences() {
        let mut session = alone(OWN).session;
        assert!(position(&session).contains("Roll 1 of 3. Roll five and type what falls."));
        session.line("11666");
        let said = position(&session);
        assert!(said.contains("Turn 1 of 13: no points, expected final "), "{said}");
        assert!(said.contains("Dice: 1 1 6 6 6; 2 rerolls left.\n  1. Keep 6 6 6, reroll two; expected final 2"), "{said}");
        assert_eq!(said.lines().filter(|line| line.contains("; costs ")).count(), FEW - 1, "{said}");
        assert!(card(&session).contains("Sixes: open, now 18.\n"));
        assert!(prompt(&session).ends_with("> ") && !said.contains('\u{1b}'));
        let mut session = at_table(hasbro(), &["ann", "bob"], COACH).session;
        session.line("11666");
        assert!(position(&session).contains("The coach waits for your choice."));
        session.line("none");
        assert!(remarks(&session).starts_with("ann kept nothing of 1 1 6 6 6, which cost "));
    }

    #[test]
    fn remarks_and_help_name_words_and_no_keys() {
        let mut session = alone(COACH).session;
        session.line("11666");
        let mut heard = help(&session, &Resume::of(None, false));
        for line in ["", "why", "options", "hint", "yahtzee"] {
            session.line(line);
            heard += &remarks(&session);
        }
        for word in ["Type hint for a hint.", "Then why explains a mistake.", "Type y for yes."] {
            assert!(heard.contains(word), "{word}: {heard}");
        }
        for key in ["Tab", "Enter", "!", "Any other key"] {
            assert!(!heard.contains(key), "{key}: {heard}");
        }
        session.line("");
        assert!(session.players()[0].seat.game.card().filled().next().is_none());
    }

    #[test]
    fn a_page_is_read_once() {
        let mut session = alone(OWN).session;
        assert_eq!(played(&mut session, "11666\n?\ncard\noptions\n"), (Left::Quit, 1));
        assert_eq!(session.page(), None);
    }

    #[test]
    fn a_game_ends_with_a_choice() {
        let table = pocket();
        for (line, left) in [("n", Left::NewGame), ("review", Left::Review), ("q", Left::Quit)] {
            let mut session = at_table(&table, &["ann", "bob"], SEED).session;
            assert_eq!(played(&mut session, &format!("{}{line}\n", "\n".repeat(20))).0, left);
            assert!(session.current().is_none() && result(&session).contains(" wins with "));
        }
    }
}
