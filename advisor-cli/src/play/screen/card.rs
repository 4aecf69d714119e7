//! The scorecard, with the other players' cards if there is room, and below it the list of turns.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use yahtzee_dialogue::session::ReviewedSeat;
use yahtzee_dialogue::words;
use yahtzee_solver::advise::ReviewedTurn;
use yahtzee_solver::language::decimal;
use yahtzee_solver::rules::{BonusStep, CategoryRule};
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{Action, Category, Points, Scorecard, tr};

use super::fit::{fit, short_name, width};
use super::{Screen, cost, page};

/// The least and the greatest width of a player's column beside others. The greatest holds the longest name.
const COLUMN: (u16, u16) = (9, 13);

/// The width of the column of points of a single card, and of the column `now`: the possible scores of the dice.
const OWN: usize = 5;
const NOW: usize = 6;

/// The least width of the column of titles beside several cards, on the table and on a page. Titles are then cut.
const LEAST_TITLE: usize = 20;
const LEAST_TITLE_ON_PAGE: usize = 16;

/// The width of a turn under review: its number, its loss, and the sign of a mistake.
const TURN: u16 = 9;

impl Screen<'_> {
    /// The width of a single card, without its edges.
    fn own_width(&self) -> u16 {
        if self.large { 38 } else { 29 }
    }

    pub(super) fn card_width(&self, width: u16) -> u16 {
        let others = if self.large { self.session.players().len() as u16 - 1 } else { 0 };
        (self.own_width() + 2 + COLUMN.1 * others).min(width.saturating_sub(60)).max(31)
    }

    /// The columns of a card of this width. Each player has a fixed column, in the order of the seats. If not all fit, it shows the players near the
    /// one whose card is shown, or on a page those from the one that the player has moved to.
    fn columns(&self, width: usize) -> Columns {
        let (players, shown) = (self.session.players().len(), self.session.shown_player());
        let on_page = self.editor.cards();
        if players == 1 || (!self.large && on_page.is_none()) {
            return Columns { players: shown..shown + 1, width: OWN, title: width - OWN - NOW - 2, hidden: [0; 2] };
        }
        let room = width - NOW - 2 - if on_page.is_some() { LEAST_TITLE_ON_PAGE } else { LEAST_TITLE };
        let count = (room / usize::from(COLUMN.0)).clamp(1, players);
        let column = (room / count).clamp(COLUMN.0.into(), COLUMN.1.into());
        let from = on_page.unwrap_or((shown + 1).saturating_sub(count)).min(players - count);
        let hidden = [from, players - count - from];
        Columns { players: from..from + count, width: column, title: width - NOW - 2 - column * count, hidden }
    }

    /// The height of all rows of a card, with its edges and some blank lines.
    pub(super) fn card_height(&self) -> u16 {
        self.session.rules().category_count() as u16 + 6
    }

    /// The position of the categories' short names in a column of titles, if there is room for them.
    fn short_at(&self, title_width: usize) -> Option<usize> {
        let rules = self.session.rules();
        let widest = |of: &dyn Fn(&CategoryRule) -> usize| rules.categories().map(|category| of(rules.category(category))).max();
        let title = widest(&|rule| width(&rule.title))?;
        let short = widest(&|rule| rule.short.first().map_or(0, |short| width(short)))?;
        let fits = self.large && title + 1 + short <= title_width;
        fits.then(|| (title + 1).max(title_width - short.max(5)))
    }

    /// The last turns of the player whose card is shown, or in a review all, with that of the decision: the score, the luck, and the loss.
    pub(super) fn turns(&self, frame: &mut Frame<'_>, area: Rect) {
        let block = self.look.block(if self.review.is_some() { tr!("the turns") } else { tr!("the turns so far") });
        let inner = block.inner(area);
        self.look.heads(frame, area, &[(23, tr!("pts")), (30, tr!("luck")), (37, tr!("lost"))]);
        let player = self.player();
        let courses: Vec<String> = player.review.turns.iter().map(course).collect();
        let room = usize::from(inner.width).saturating_sub(39);
        let with_course = courses.iter().all(|course| width(course) <= room);
        let played = player.review.turns.iter().zip(self.session.whole_game(self.session.shown_player()).turns()).zip(courses);
        let here = self.turn_under_review();
        let lines: Vec<Line<'_>> = played
            .filter_map(|((reviewed, turn), course)| {
                let placement = turn.placement();
                if placement.is_none() && self.review.is_none() {
                    return None;
                }
                let title = placement.map_or("", |placement| &self.session.rules().category(placement.category).title);
                let points = placement.map_or_else(String::new, |placement| (placement.points + placement.bonus).to_string());
                let lost = match self.review {
                    Some(_) => self.lost_in_turn(reviewed.number - 1, false),
                    None => cost(reviewed.loss),
                };
                let (marker, style) =
                    if here == Some(reviewed.number - 1) { ('›', self.look.selected()) } else { (' ', self.look.faint()) };
                Some(Line::from(vec![
                    Span::styled(format!("{marker}{:>2} ", reviewed.number), style),
                    Span::raw(format!("{}{points:>4}", fit(title, 15))),
                    Span::styled(format!("{:>7}", words::signed(reviewed.luck, 1)), self.look.line()),
                    Span::styled(format!("{lost:>0$}", if here.is_some() { 8 } else { 7 }), self.look.loss()),
                    Span::raw(if with_course { format!("  {course}") } else { String::new() }),
                ]))
            })
            .collect();
        let room = usize::from(inner.height).min(lines.len());
        let last = lines.len() - room;
        let from = here.map_or(last, |here| here.saturating_sub(room / 2).min(last));
        let [above, below] = here.map_or([0; 2], |_| [from, last - from]);
        frame.render_widget(self.look.more(block, &[('↑', above), ('↓', below)]), area);
        let lost = if self.session.is_lost_in_chances(self.session.shown_player()) { tr!("% lost") } else { tr!("lost") };
        self.look.heads(frame, area, &[(23, tr!("pts")), (30, tr!("luck")), (37, lost)]);
        frame.render_widget(Paragraph::new(lines[from..from + room].to_vec()), inner);
    }

    /// In a review, the turn of the decision, from 0.
    fn turn_under_review(&self) -> Option<usize> {
        self.review.map(|_| self.player().seat.game.turns().len() - 1)
    }

    /// The loss of a turn under review, with the sign of a mistake. A short one has two digits, or is empty if it is 0.0 in these.
    fn lost_in_turn(&self, turn: usize, short: bool) -> String {
        let (lost, is_mistake) = self.session.lost_in_turn(self.session.shown_player(), turn);
        let (least, decimals) = match short {
            true => (0.05, usize::from(lost < 9.95)),
            false => (TIE_TOLERANCE, 2),
        };
        let sign = if is_mistake { "?" } else { " " };
        if lost < least { String::new() } else { format!("-{}{sign}", decimal(lost, decimals)) }
    }

    /// The rows of all turns under review, in a window of this width.
    pub(super) fn turn_rows(&self, width: u16) -> u16 {
        (self.player().review.turns.len() as u16).div_ceil((width - 2) / TURN)
    }

    /// The turns under review, several in a row: the loss of each, with the sign of a mistake.
    pub(super) fn turns_in_short(&self, frame: &mut Frame<'_>, area: Rect) {
        let (turns, here) = (&self.player().review.turns, self.turn_under_review().unwrap_or(0));
        let (a_row, room) = (usize::from((area.width - 2) / TURN), usize::from(area.height - 2));
        let hidden = turns.len().div_ceil(a_row).saturating_sub(room);
        let from = (here / a_row).saturating_sub(room / 2).min(hidden) * a_row;
        let to = turns.len().min(from + room * a_row);
        let cell = |(turn, reviewed): (usize, &ReviewedTurn)| {
            let (marker, style) = if turn == here { ('›', self.look.selected()) } else { (' ', Style::new()) };
            let lost = if reviewed.decisions.is_empty() { "… ".to_owned() } else { self.lost_in_turn(turn, true) };
            [Span::styled(format!("{marker}{:>2}", reviewed.number), style), Span::styled(format!("{lost:>6}"), self.look.loss())]
        };
        let cells: Vec<_> = turns.iter().enumerate().take(to).skip(from).map(cell).collect();
        let lines: Vec<Line<'_>> = cells.chunks(a_row).map(|row| Line::from(row.concat())).collect();
        let title = match self.session.is_lost_in_chances(self.session.shown_player()) {
            true => tr!("the turns: % lost"),
            false => tr!("the turns: points lost"),
        };
        let block = self.look.more(self.look.block(title), &[('↑', from), ('↓', turns.len() - to)]);
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    /// The scorecard of the current player, with the others' cards if there is room.
    pub(super) fn card(&self, frame: &mut Frame<'_>, area: Rect) {
        let inner = self.look.block("").inner(area);
        let columns = self.columns(inner.width.into());
        let lines = self.card_rows(&columns);
        let total = |player: &ReviewedSeat| player.seat.game.score_so_far().to_string();
        let total_row = self.row(&columns, &tr!("Total"), &total, Span::raw(""), self.look.strong());

        let [rows, bottom] = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(inner);
        let room = usize::from(rows.height).min(lines.len());
        let hidden = lines.len() - room;
        let worth = |from: &usize| lines[*from..*from + room].iter().map(|(worth, _)| worth).sum::<usize>();
        let from = (0..=hidden).rev().max_by_key(worth).unwrap_or(0);
        let several = columns.players.len() > 1;
        let title = if several { tr!("the cards") } else { short_name(&self.player().seat.name, columns.title.saturating_sub(3)) };
        let [left, right] = columns.hidden;
        let block = self.look.more(self.look.block(title), &[('↑', from), ('↓', hidden - from), ('←', left), ('→', right)]);
        frame.render_widget(block, area);
        self.card_heads(frame, area, &columns);
        let shown: Vec<Line<'_>> = lines.into_iter().skip(from).take(room).map(|(_, line)| line).collect();
        frame.render_widget(Paragraph::new(shown), rows);
        frame.render_widget(Paragraph::new(total_row), bottom);
    }

    /// The page of all cards.
    pub(super) fn cards_page(&self, frame: &mut Frame<'_>, area: Rect) {
        let players = self.session.players().len() as u16;
        let (width, height) = (self.own_width().max(38) + 2 + COLUMN.1 * (players - 1), self.card_height());
        let place = page::in_front(frame, area, self.large, (width, height));
        self.card(frame, place);
        let closes = Span::styled(format!(" {} ", tr!("any key closes it")), self.look.on_edge());
        let edge = Rect { y: place.bottom() - 1, height: 1, ..place };
        frame.render_widget(Paragraph::new(Line::from(closes).right_aligned()), edge.inner(Margin::new(2, 0)));
    }

    /// The heads of the columns: the players' names and `now`.
    fn card_heads(&self, frame: &mut Frame<'_>, area: Rect, columns: &Columns) {
        let choosing = self.session.would_score().iter().any(Option::is_some);
        let end = |place: usize| 1 + columns.title + columns.width * (place + 1);
        let mut names: Vec<(usize, String)> = Vec::new();
        if columns.players.len() > 1 {
            for (place, index) in columns.players.clone().enumerate() {
                let marker = if index == self.session.shown_player() { "›" } else { "" };
                let name = short_name(&self.session.players()[index].seat.name, columns.width - 1 - marker.chars().count());
                names.push((end(place), format!("{marker}{name}")));
            }
        } else if choosing {
            names.push((end(0), tr!("points")));
        }
        if choosing {
            names.push((end(columns.players.len() - 1) + NOW, tr!("now")));
        }
        self.look.heads(frame, area, &names);
    }

    /// A row of the card: a title, each player's points, and the possible score of the dice. `style` applies to the player whose card is shown.
    fn row(
        &self,
        columns: &Columns,
        title: &str,
        written: &dyn Fn(&ReviewedSeat) -> String,
        now: Span<'static>,
        style: Style,
    ) -> Line<'static> {
        let mut spans = vec![Span::styled(format!(" {}", fit(title, columns.title)), style)];
        for index in columns.players.clone() {
            let cell = format!("{:>1$}", written(&self.session.players()[index]), columns.width);
            spans.push(if index == self.session.shown_player() { Span::styled(cell, style) } else { Span::raw(cell) });
        }
        spans.push(now);
        Line::from(spans)
    }

    /// The rows above the total. The number of each is its priority if not all rows fit.
    fn card_rows(&self, columns: &Columns) -> Vec<(usize, Line<'static>)> {
        let (rules, player) = (self.session.rules(), self.player());
        let faint = self.look.faint();
        let mut lines: Vec<(usize, Line<'static>)> = Vec::new();
        lines.extend(rules.categories().take(rules.upper_count()).map(|category| self.category_row(columns, category)));
        if !rules.upper_bonus().is_none() {
            let step = |card: &Scorecard| rules.upper_bonus().step_of(card.upper_total());
            let card = player.seat.game.card();
            let BonusStep { at, points } = step(card);
            let title = tr!("Bonus {} {}", points, gauge(card.upper_total(), at, columns.title.saturating_sub(10)));
            let written = |player: &ReviewedSeat| match player.seat.game.card() {
                card if card.upper_bonus() > 0 => card.upper_bonus().to_string(),
                card if columns.players.len() > 1 => format!("{}/{}", card.upper_total(), step(card).at),
                _ => String::new(),
            };
            // Several players have theirs in their columns.
            let progress = match columns.players.len() {
                1 => format!("{}/{}", card.upper_total().min(Points::new(999)), at),
                _ => String::new(),
            };
            lines.push((0, self.row(columns, &title, &written, Span::styled(format!("{progress:>NOW$}"), faint), faint)));
        }
        lines.extend(rules.categories().skip(rules.upper_count()).map(|category| self.category_row(columns, category)));
        let or_nothing = |points: Points| if points > 0 { points.to_string() } else { String::new() };
        if rules.further().is_some_and(|further| further.after_points.bonus > 0 || further.after_zero.bonus > 0) {
            let title = match player.seat.game.card().extra() {
                0 => tr!("Extra bonus"),
                count => tr!("Extra bonus x{}", count),
            };
            let written = |player: &ReviewedSeat| or_nothing(player.seat.game.card().extra_points());
            lines.push((0, self.row(columns, &title, &written, Span::raw(""), faint)));
        }
        if let Some(title) = words::title_of_spare_throws(rules) {
            let written = |player: &ReviewedSeat| player.seat.game.card().spare_throws().to_string();
            lines.push((0, self.row(columns, &title, &written, Span::raw(""), faint)));
        }
        if player.seat.game.rounds().score_before() > 0 {
            let written = |player: &ReviewedSeat| or_nothing(player.seat.game.rounds().score_before());
            lines.push((0, self.row(columns, &tr!("Earlier rounds"), &written, Span::raw(""), faint)));
        }
        lines
    }

    /// The row of a category, with its priority.
    fn category_row(&self, columns: &Columns, category: Category) -> (usize, Line<'static>) {
        let (rules, card) = (self.session.rules(), self.player().seat.game.card());
        let rule = rules.category(category);
        let is_chosen = matches!(self.editor.choice(self.session), Some(Action::Score(placement)) if placement.category == category);
        let would = self.session.would_score();
        let choosing = would.iter().any(Option::is_some);
        let now = match would[category.index()] {
            Some((points, Points::ZERO)) => points.to_string(),
            Some((points, bonus)) => format!("{points}+{bonus}"),
            None if choosing && card.is_open(category) => "—".to_owned(),
            None => String::new(),
        };
        let (style, now_style, worth) = match (is_chosen, card.get(category)) {
            (true, _) => (self.look.selected(), self.look.selected(), rules.category_count()),
            (false, None) if card.is_open(category) => (self.look.strong(), self.look.line(), 1),
            (false, None) => (Style::new(), Style::new(), 0),
            (false, Some(_)) => (Style::new(), Style::new(), 0),
        };
        let title = match (rule.short.first(), self.short_at(columns.title)) {
            (Some(short), Some(at)) => fit(&rule.title, at) + short,
            _ => rule.title.clone(),
        };
        let open = if columns.players.len() > 1 { "·" } else { "" };
        let written =
            |player: &ReviewedSeat| player.seat.game.card().get(category).map_or_else(|| open.to_owned(), |points| points.to_string());
        (worth, self.row(columns, &title, &written, Span::styled(format!("{now:>NOW$}"), now_style), style))
    }
}

/// The players whose cards are shown, and the widths of the columns.
struct Columns {
    /// The players, in the order of their seats.
    players: Range<usize>,
    /// The width of the column of a player.
    width: usize,
    /// The width of the column of titles.
    title: usize,
    /// The numbers of players to the left and to the right that do not fit.
    hidden: [usize; 2],
}

/// The rolls of a turn with the kept dice of each: `11235 → 11, 11346 → 11, 11156`.
fn course(turn: &ReviewedTurn) -> String {
    let rules = turn.card.rules();
    let decisions = turn.decisions.iter().map(|decision| words::step(&decision.roll, &decision.chosen.action, rules));
    decisions.collect::<Vec<_>>().join(", ")
}

/// A bar of this width that is full when `total` reaches `at`.
fn gauge(total: Points, at: Points, width: usize) -> String {
    let full = (width * total.min(at).get() as usize).checked_div(at.get() as usize).unwrap_or(width);
    format!("{}{}", "▰".repeat(full), "▱".repeat(width - full))
}
