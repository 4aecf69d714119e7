//! The game in lines: plain sentences and prompts, for screen readers and for terminals that cannot move the cursor.

use std::io::BufRead;

use yahtzee_dialogue::session::{DiceFrom, Intent, Next, Page, Session, Visible};
use yahtzee_dialogue::words;
use yahtzee_solver::language::decimal;
use yahtzee_solver::{Stage, counted, tr};

use super::terminal::Left;
use super::{Resume, responses};
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
    output::print(&sentence(&tr!("Type ? or help to see what you can type.")))?;
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
                output::print(&sentence(&tr!("Nothing is done: {}.", wrong)))?;
                continue;
            }
            Some(Ok(line)) => line,
        };
        match line.trim().to_lowercase().as_str() {
            line if responses::CARD.contains(&line) => output::print(&card(session))?,
            line if responses::ALL.contains(&line) => output::print(&players(session))?,
            line => {
                is_said = false;
                match session.line(line) {
                    // What a review asks for is asked on a screen.
                    Next::Dropped | Next::Draw | Next::Branch(_) | Next::TryAgain => {}
                    Next::Save => resume.is_saved |= save(session),
                    Next::Leave => return Ok(Left::Quit),
                    Next::NewGame => return Ok(Left::NewGame),
                    Next::Review => return Ok(Left::Review),
                }
            }
        }
    }
}

/// The remarks since the last line.
fn remarks(session: &Session) -> String {
    session.said().iter().map(|said| sentence(&responses::with_words(said))).collect()
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
        lines.push(tr!(
            "Dice that fell: type them, like {}. Later only the new ones. fix 4 5 corrects a 4 that is a 5.",
            responses::all_dice(session.rules())
        ));
        if let Some(result) = responses::result_alone(session.rules()) {
            lines.push(tr!("A turn without its dice: before the first roll type its category and points, like {}.", result));
        }
    }
    lines.push(tr!("Dice to keep: type them, like {}. 0 keeps none. Or name those to reroll: reroll 5.", "33"));
    let last = session.rules().categories().last().map_or_else(String::new, |last| session.rules().category(last).name.clone());
    lines.push(if session.rules().allows_voluntary_zeros() {
        tr!("A category: type its name, its short name or its start to score there. {}=0 scores 0 there.", last)
    } else {
        tr!("A category: type its name, its short name or its start to score there.")
    });
    lines.push(tr!("An empty line takes the best option, if it has been shown."));
    lines.push(tr!("card: your card. options: every option. all: every player. why: the reasons for the best option."));
    if session.can_switch() {
        lines.push(tr!("%: rank the options by the chance, or by points again."));
    }
    let hint = if session.mode().coach.is_some() { tr!("hint: a hint of the coach.") + " " } else { String::new() };
    lines.push(hint + &tr!("undo: take back the last move. quit: leave."));
    lines.extend(resume.sentences());
    lines.iter().map(|line| sentence(line)).collect()
}

/// The current player, the dice, and the options.
fn position(session: &Session) -> String {
    let rules = session.rules();
    let player = &session.players()[session.shown_player()];
    let (turn, round, rounds) = session.turn();
    let of = rules.category_count();
    let turn = match session.players().len() {
        1 => tr!("Turn {} of {}", turn, of),
        _ => format!("{}, {}", player.seat.name, tr!("turn {} of {}", turn, of)),
    };
    let round = if rounds > 1 { format!(", {}", tr!("round {} of {}", round, rounds)) } else { String::new() };
    let score = tr!("{}, expected final {}.", words::points(player.seat.game.score_so_far()), decimal(player.expected(), 1));
    let turn = format!("{turn}{round}: {score}");
    match session.stage() {
        Stage::Over => result(session),
        Stage::ToRoll { .. } if session.waits() => String::new(),
        Stage::ToRoll { hold, rerolls_left } => {
            let number = session.rolls() - rerolls_left.get();
            let kept = if hold.is_empty() { String::new() } else { format!(" {}", tr!("{} stay.", hold)) };
            let left = words::number(rules.dice() - hold.len());
            let roll = match session.mode().dice {
                DiceFrom::Table => format!(" {}", tr!("Roll {}, then type what you rolled.", left)),
                DiceFrom::Seed(_) => String::new(),
            };
            let roll = format!("{}{kept}{roll}", tr!("Roll {} of {}.", number, session.rolls()));
            (if number == 1 { sentence(&turn) } else { String::new() }) + &sentence(&roll)
        }
        Stage::ToChoose { roll, rerolls_left } => {
            let left = counted!(rerolls_left.get(), "no rerolls left", "1 reroll left", "{} rerolls left");
            sentence(&turn) + &sentence(&tr!("Dice: {}; {}.", roll, left)) + &options(session, FEW)
        }
    }
}

/// The options that the player may see, at most this many.
fn options(session: &Session, most: usize) -> String {
    let Stage::ToChoose { roll, .. } = session.stage() else {
        return sentence(&tr!("There is nothing to decide until the dice have fallen."));
    };
    let in_words = |option: &yahtzee_solver::TurnOption| words::in_words(&option.action, &roll, session.rules()).to_string();
    match session.shown() {
        Visible::Nothing => String::new(),
        Visible::Silent => sentence(&tr!("The coach waits for your choice. Type hint for a hint.")),
        Visible::Few(few) => {
            let few: Vec<String> = few.iter().map(in_words).collect();
            sentence(&tr!("One of these is the best; hint says which:"))
                + &few.iter().map(|words| sentence(&format!("  {words}."))).collect::<String>()
        }
        Visible::Best(best) => sentence(&tr!("Best: {}; {}.", in_words(best), amount(session, best))),
        Visible::All(advice) => {
            let line = |(number, option): (usize, &yahtzee_solver::TurnOption)| {
                let worth = match number {
                    1 => amount(session, option),
                    _ => session.worth_kind().loss(option).map_or_else(|| tr!("just as good"), |loss| tr!("costs {}", loss)),
                };
                sentence(&format!("  {number}. {}; {worth}.", in_words(option)))
            };
            let shown: String = (1..).zip(&advice.options).take(most).map(line).collect();
            let more = advice.options.len().saturating_sub(most);
            if more == 0 { shown } else { shown + &sentence(&format!("  {}", tr!("{} more: type options.", more))) }
        }
    }
}

/// The amount of an option by the current objective: `expected final 254.10`, `chance to win about 57.30%`.
fn amount(session: &Session, option: &yahtzee_solver::TurnOption) -> String {
    let kind = session.worth_kind();
    match session.is_approximate() {
        true => tr!("{} about {}", kind.title(), kind.amount(option)),
        false => format!("{} {}", kind.title(), kind.amount(option)),
    }
}

/// The card of the current player, one category per line.
fn card(session: &Session) -> String {
    let rules = session.rules();
    let card = session.players()[session.shown_player()].seat.game.card();
    let would = session.would_score();
    let line = |category: yahtzee_solver::Category| {
        let says = match (card.get(category), would[category.index()]) {
            (Some(points), _) => tr!("{} written", points),
            (None, Some((points, bonus))) => tr!("open, now {}", points + bonus),
            (None, None) if card.is_open(category) => tr!("open"),
            (None, None) => tr!("not open yet"),
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
            let share = decimal(100.0 * chance.value, 0);
            format!(", {}", if chance.approximate { tr!("chance to win about {}%", share) } else { tr!("chance to win {}%", share) })
        });
        let (score, expected) = (words::points(player.seat.game.score_so_far()), player.expected());
        let luck = words::signed(player.review.luck, 1);
        let lost = match session.win_review(index) {
            Some(win) => {
                let level = win.level().filter(|_| !player.seat.is_advised(session.mode()));
                let level = level.map_or_else(String::new, |level| format!(", {}", words::level(level)));
                tr!("gave away {}% of the chance to win", decimal(100.0 * win.loss(), 2)) + &level
            }
            None => tr!("lost {}", decimal(player.review.loss, 2)),
        };
        let aided = match player.seat.aided(session.mode()) {
            0 => String::new(),
            aided => format!(", {}", counted!(aided, "no decisions with help", "1 decision with help", "{} decisions with help")),
        };
        let (score, luck) = (tr!("{}, expected final {}", score, decimal(expected, 1)), tr!("luck {}", luck));
        sentence(&format!("{}: {score}, {luck}, {lost}{aided}{chance}.", player.seat.name))
    };
    session.players().iter().enumerate().map(line).collect()
}

/// The end of the game: every player's score.
fn result(session: &Session) -> String {
    let score = || words::points(session.players()[session.shown_player()].seat.game.score_so_far());
    let won = session.winners().unwrap_or_else(|| tr!("You have {}.", score()));
    sentence(&format!("{} {won}", tr!("The game is over."))) + &players(session)
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
        _ if session.asks() => tr!("write 0? y or n"),
        (Stage::Over, _) => tr!("n new game, r review, q leave"),
        (Stage::ToRoll { .. }, _) if session.waits() => name + &tr!("an empty line throws the dice"),
        (Stage::ToRoll { .. }, _) if session.mode().dice != DiceFrom::Table => tr!("an empty line plays the next turn"),
        (Stage::ToRoll { .. }, _) => name + &tr!("dice"),
        (Stage::ToChoose { .. }, Visible::All(_) | Visible::Best(_)) => name + &tr!("choice (an empty line takes the best)"),
        (Stage::ToChoose { .. }, _) => name + &tr!("choice"),
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
        assert!(position(&session).contains("Roll 1 of 3. Roll five, then type what you rolled."));
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
