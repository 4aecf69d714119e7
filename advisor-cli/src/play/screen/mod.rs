//! Draws a session on the screen. No information depends on colour alone.

mod card;
pub(super) mod dice;
pub(super) mod fit;
mod look;
mod options;
pub(super) mod page;
pub(super) mod prompt;
mod result;
pub(super) mod row;
mod standing;
#[cfg(test)]
mod tests;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use yahtzee_dialogue::session::{DiceFrom, Page, ReviewedSeat, Session};
use yahtzee_dialogue::words;
use yahtzee_solver::language::tr;
use yahtzee_solver::rules::CategoryRule;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{Stage, tr};

use super::editor::Editor;
use dice::Size;
use fit::short;
pub(crate) use look::Look;

/// The least size of a window for a game.
pub(crate) const LEAST: (u16, u16) = (60, 20);

/// In a smaller window than this, dice are small and there are fewer columns.
pub(super) const ROOMY: (u16, u16) = (80, 24);

/// From this size on, the screen also shows short names, the other players' cards, and the turns so far.
pub(super) const LARGE: (u16, u16) = (120, 36);

/// The least rows of the options, which fit a whole hint, and the rows they get before dice become larger and the chart appears.
const MIDDLE: (u16, u16) = (6, 14);

/// The rows of a whole chart, with its heading.
const CHART: u16 = 12;

/// Whether a game fits.
pub(crate) fn fits(area: Rect) -> bool {
    area.width >= LEAST.0 && area.height >= LEAST.1
}

/// Whether a game fits. If not, says so.
pub(super) fn has_room(frame: &mut Frame<'_>) -> bool {
    let area = frame.area();
    let (width, height) = LEAST;
    if !fits(area) {
        let (here, needed) = (format!("{}x{}", area.width, area.height), format!("{width}x{height}"));
        let text = tr!("This window is {}. The game needs {}: make it larger. Ctrl-C leaves.", here, needed);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    }
    fits(area)
}

/// Draws the whole screen.
pub(super) fn draw(frame: &mut Frame<'_>, session: &Session, editor: &Editor, look: &Look) {
    let area = frame.area();
    if !has_room(frame) {
        return;
    }
    let screen = Screen {
        session,
        editor,
        look,
        large: area.width >= LARGE.0 && area.height >= LARGE.1,
        narrow: area.width < ROOMY.0,
        low: area.height < ROOMY.1,
        review: session.reviewed(),
    };
    let said_height = match area.height {
        height if height >= LARGE.1 => 4,
        _ if screen.narrow => 3,
        _ => 2,
    };
    let heights = [1, 0, said_height, 1, 1].map(|height| if height == 0 { Constraint::Min(0) } else { Constraint::Length(height) });
    let [title, table, said, line, keys] = Layout::vertical(heights).areas(area);
    screen.title(frame, title);
    let card_width = screen.card_width(area.width);
    let [card, right] = Layout::horizontal([Constraint::Length(card_width), Constraint::Min(0)]).areas(table);
    // Below the card, if there is room: the list of turns.
    let card_height = screen.card_height();
    let least = if screen.review.is_some() { screen.player().review.turns.len() as u16 + 1 } else { 5 };
    let turns_below = screen.large && card.height > card_height + least;
    if turns_below {
        let [above, below] = Layout::vertical([Constraint::Length(card_height), Constraint::Min(0)]).areas(card);
        screen.card(frame, above);
        screen.turns(frame, below);
    } else {
        screen.card(frame, card);
    }
    let told = screen.right(frame, right, turns_below);
    screen.said(frame, said, &told);
    screen.line(frame, line);
    screen.keys(frame, keys);
    match session.page() {
        Some(Page::Help) => screen.help(frame, area),
        Some(Page::Options) => screen.every_option(frame, area),
        Some(Page::Why(said)) => screen.why(frame, area, said),
        None if editor.cards().is_some() => screen.cards_page(frame, area),
        None => {}
    }
}

struct Screen<'s> {
    session: &'s Session,
    editor: &'s Editor,
    look: &'s Look,
    /// The window has at least the size [`LARGE`].
    large: bool,
    /// The window is narrower than [`ROOMY`].
    narrow: bool,
    /// The window is lower than [`ROOMY`].
    low: bool,
    /// In a review the number of the decision, and of all.
    review: Option<(usize, usize)>,
}

impl Screen<'_> {
    fn player(&self) -> &ReviewedSeat {
        &self.session.players()[self.session.shown_player()]
    }

    /// A category as an example: an open one, if there is one.
    fn example(&self) -> &CategoryRule {
        let (rules, card) = (self.session.rules(), self.player().seat.game.card());
        let open = rules.categories().filter(|category| card.is_open(*category)).last();
        rules.category(open.or(rules.categories().next()).expect("a game has categories"))
    }

    fn title(&self, frame: &mut Frame<'_>, area: Rect) {
        let rules = self.session.rules();
        let (turn, round, rounds) = self.session.turn();
        let mut parts = vec![tr!("turn {} of {}", turn, rules.category_count())];
        if rounds > 1 {
            parts.push(tr!("round {} of {}", round, rounds));
        }
        match self.session.mode().dice {
            _ if self.review.is_some() => parts.push(tr!("review")),
            _ if self.look.resume.is_apart() => parts.push(tr!("tried in a review")),
            DiceFrom::Table => parts.push(tr!("your own dice")),
            DiceFrom::Seed(seed) => parts.push(tr!("virtual dice, seed {}", seed)),
        }
        let parts = Span::styled(format!(" {}", parts.join(" · ")), self.look.faint());
        let room = usize::from(area.width).saturating_sub(parts.width() + 3);
        let left = Line::from(vec![Span::styled(format!(" {} ", short(&tr(rules.title(), &[]), room)), self.look.strong()), parts]);
        frame.render_widget(Paragraph::new(left), area);
    }

    /// The dice, the options or the result, and the players, or in a review all turns if they are not below the card. Returns which remarks are there.
    fn right(&self, frame: &mut Frame<'_>, area: Rect, turns_below: bool) -> Vec<usize> {
        let players = self.session.players().len() as u16;
        let over = self.session.stage() == Stage::Over;
        let small = self.narrow || self.low;
        let turns = if self.review.is_some() && !turns_below { self.turn_rows(area.width) } else { 0 };
        let whole_table = if turns > 0 { (turns + 2).min(5) } else { table_height(players) };
        let table = if small { 3 } else { whole_table };
        // In a low window a row of the options is one of turns.
        let left = area.height - middle_height(area.height, whole_table) + u16::from(turns > 0 && self.low);
        let dice_room = Rect { width: area.width.saturating_sub(2), height: left.saturating_sub(table + 2), ..area };
        let rules = self.session.rules();
        let digits = if rules.die().has_digits() { 1 } else { 2 };
        let size = Size::fitting(rules.dice(), dice_room, small.then_some(digits));
        let dice = size.height() + 2;
        let (dice, standing) = if over { (1, (left - dice).max(table)) } else { (dice, left - dice) };
        let heights = [Constraint::Length(dice), Constraint::Min(0), Constraint::Length(standing)];
        let [dice, middle, bottom] = Layout::vertical(heights).areas(area);
        self.dice(frame, dice, size);
        if turns > 0 {
            self.turns_in_short(frame, bottom);
        } else {
            self.standing(frame, bottom);
        }
        if over {
            self.result(frame, middle);
            return Vec::new();
        }
        self.middle(frame, middle)
    }
}

/// The height of the table of all players.
fn table_height(players: u16) -> u16 {
    players.max(2) + 2
}

/// The height of the options, given the whole height on the right and that of the table of players. A larger window never has fewer rows.
fn middle_height(height: u16, table: u16) -> u16 {
    let room = height.saturating_sub(Size::SMALL.height() + 2 + table);
    let larger_dice = Size::LARGE.height() - Size::SMALL.height();
    room.clamp(MIDDLE.0, MIDDLE.1) + room.saturating_sub(MIDDLE.1 + larger_dice + CHART)
}

/// A loss as a negative number, or empty.
fn cost(loss: f64) -> String {
    if loss < TIE_TOLERANCE { String::new() } else { format!("-{}", words::small(loss)) }
}
