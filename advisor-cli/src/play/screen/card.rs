//! The scorecard, with those of the other players where there is room, and below it what its turns brought.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use yahtzee_dialogue::session::ReviewedSeat;
use yahtzee_dialogue::words;
use yahtzee_solver::{Action, Category, CategoryRule, ReviewedTurn};

use super::fit::{fit, short_name, width};
use super::{Screen, cost};

/// The least width of the column of one more player's card, and the most: the longest name.
const COLUMN: (u16, u16) = (9, 13);

impl Screen<'_, '_> {
    /// The other players whose cards there is room for.
    fn others(&self) -> Vec<usize> {
        let shown = self.session.shown_player();
        let others = (0..self.session.players().len()).filter(|&index| index != shown);
        if self.large { others.collect() } else { Vec::new() }
    }

    /// The width of a card alone, without its edges.
    fn own_width(&self) -> u16 {
        if self.large { 38 } else { 29 }
    }

    pub(super) fn card_width(&self, width: u16) -> u16 {
        (self.own_width() + 2 + COLUMN.1 * self.others().len() as u16).min(width - 60).max(31)
    }

    /// What all rows of a card need, with its edges and a little air.
    pub(super) fn card_height(&self) -> u16 {
        self.session.rules().category_count() as u16 + 6
    }

    /// Where the short names of categories stand in a column of titles, if there is room for them.
    fn short_at(&self, title_width: usize) -> Option<usize> {
        let rules = self.session.rules();
        let widest = |of: &dyn Fn(&CategoryRule) -> usize| rules.categories().map(|category| of(rules.category(category))).max();
        let title = widest(&|rule| width(&rule.title))?;
        let short = widest(&|rule| rule.short.first().map_or(0, |short| width(short)))?;
        let fits = self.large && title + 1 + short <= title_width;
        fits.then(|| (title + 1).max(title_width - short.max(5)))
    }

    /// The last turns of the player whose card is shown: what was written, the luck, and what the choices cost.
    pub(super) fn turns(&self, frame: &mut Frame<'_>, area: Rect) {
        let block = self.block("the turns so far");
        let inner = block.inner(area);
        frame.render_widget(block, area);
        self.heads(frame, area, &[(23, "pts"), (30, "luck"), (37, "lost")]);
        let player = self.player();
        let courses: Vec<String> = player.review.turns.iter().map(course).collect();
        let room = usize::from(inner.width).saturating_sub(39);
        let with_course = courses.iter().all(|course| width(course) <= room);
        let played = player.review.turns.iter().zip(player.seat.game.turns()).zip(courses);
        let lines: Vec<Line<'_>> = played
            .filter_map(|((reviewed, turn), course)| {
                let placement = turn.placement()?;
                let title = &self.session.rules().category(placement.category).title;
                let lost = cost(reviewed.loss);
                Some(Line::from(vec![
                    Span::styled(format!("{:>3} ", reviewed.number), self.look.faint()),
                    Span::raw(format!("{}{:>4}", fit(title, 15), placement.points + placement.bonus)),
                    Span::styled(format!("{:>7}", words::signed(reviewed.luck, 1)), self.look.line()),
                    Span::styled(format!("{lost:>7}"), self.look.loss()),
                    Span::raw(if with_course { format!("  {course}") } else { String::new() }),
                ]))
            })
            .collect();
        let last = lines.len().saturating_sub(inner.height.into());
        frame.render_widget(Paragraph::new(lines[last..].to_vec()), inner);
    }

    /// The scorecard of the player whose turn it is, with those of the others where there is room.
    pub(super) fn card(&self, frame: &mut Frame<'_>, area: Rect) {
        let rules = self.session.rules();
        let player = self.player();
        let card = player.seat.game.card();
        let inner = self.block("").inner(area);
        let mut others = self.others();
        let all_others = others.len();
        others.truncate(usize::from((inner.width - 29) / COLUMN.0));
        let room = inner.width.saturating_sub(self.own_width()).checked_div(others.len() as u16).unwrap_or(0);
        let column = usize::from(room.clamp(COLUMN.0, COLUMN.1));
        let own_width = usize::from(inner.width) - column * others.len();
        let title_width = own_width - 13;
        let short_at = self.short_at(title_width);

        let would = self.session.would_score();
        let chosen = match self.session.choice() {
            Some(Action::Score(placement)) => Some(placement.category),
            _ => None,
        };
        let choosing = would.iter().any(Option::is_some);
        let row = |title: &str, written: String, now: Span<'static>, style: Style, others: Vec<String>| {
            let mut spans = vec![Span::styled(format!(" {}{written:>5}", fit(title, title_width)), style), now];
            spans.extend(others.into_iter().map(|written| Span::raw(format!("{written:>column$}"))));
            Line::from(spans)
        };
        let of_others =
            |of: &dyn Fn(&ReviewedSeat) -> String| others.iter().map(|&index| of(&self.session.players()[index])).collect::<Vec<_>>();
        let nothing = || Span::raw(" ".repeat(6));

        // Each with what it is worth to be seen, where not all are.
        let mut lines: Vec<(usize, Line<'_>)> = Vec::new();
        let category_row = |category: Category| {
            let rule = rules.category(category);
            let written = card.get(category).map_or_else(String::new, |points| points.to_string());
            let now = match would[category.index()] {
                Some((points, 0)) => format!("{points:>6}"),
                Some((points, bonus)) => format!("{:>6}", format!("{points}+{bonus}")),
                None if choosing && card.get(category).is_none() => format!("{:>6}", "—"),
                None => " ".repeat(6),
            };
            let (style, now_style) = match (chosen == Some(category), card.get(category)) {
                (true, _) => (self.look.selected(), self.look.selected()),
                (false, None) => (self.look.strong(), self.look.line()),
                (false, Some(_)) => (Style::new(), Style::new()),
            };
            let title = match (rule.short.first(), short_at) {
                (Some(short), Some(at)) => fit(&rule.title, at) + short,
                _ => rule.title.clone(),
            };
            let worth = match (chosen == Some(category), card.get(category)) {
                (true, _) => rules.category_count(),
                (false, None) => 1,
                (false, Some(_)) => 0,
            };
            let others =
                of_others(&|player| player.seat.game.card().get(category).map_or_else(|| "·".to_owned(), |points| points.to_string()));
            (worth, row(&title, written, Span::styled(now, now_style), style, others))
        };
        lines.extend(rules.categories().take(rules.upper_count()).map(category_row));
        let bonus = rules.upper_bonus();
        if bonus.points > 0 {
            let progress = format!("{}/{}", card.upper_total().min(999), bonus.at);
            let title = format!("Bonus {} {}", bonus.points, gauge(card.upper_total(), bonus.at, title_width.saturating_sub(10)));
            let reached = card.upper_bonus();
            let written = if reached > 0 { reached.to_string() } else { String::new() };
            let others = of_others(&|player| {
                let card = player.seat.game.card();
                let reached = card.upper_bonus();
                if reached > 0 { reached.to_string() } else { format!("{}/{}", card.upper_total(), bonus.at) }
            });
            let progress = Span::styled(format!("{progress:>6}"), self.look.faint());
            lines.push((0, row(&title, written, progress, self.look.faint(), others)));
        }
        lines.extend(rules.categories().skip(rules.upper_count()).map(category_row));
        let has_extra = rules.further().is_some_and(|further| further.after_points.bonus > 0 || further.after_zero.bonus > 0);
        if has_extra {
            let extra = |player: &ReviewedSeat| match player.seat.game.card().extra_points() {
                0 => String::new(),
                points => points.to_string(),
            };
            let title = match card.extra() {
                0 => "Extra bonus".to_owned(),
                count => format!("Extra bonus x{count}"),
            };
            lines.push((0, row(&title, extra(player), nothing(), self.look.faint(), of_others(&extra))));
        }
        let before = |player: &ReviewedSeat| player.seat.game.rounds().score_before();
        if before(player) > 0 {
            let earlier = |player: &ReviewedSeat| before(player).to_string();
            lines.push((0, row("Earlier rounds", earlier(player), nothing(), self.look.faint(), of_others(&earlier))));
        }
        let total = |player: &ReviewedSeat| player.seat.game.score_so_far().to_string();
        let total_row = row("Total", total(player), nothing(), self.look.strong(), of_others(&total));

        let [rows, bottom] = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(inner);
        let room = usize::from(rows.height).min(lines.len());
        let hidden = lines.len() - room;
        let worth = |from: &usize| lines[*from..*from + room].iter().map(|(worth, _)| worth).sum::<usize>();
        let from = (0..=hidden).rev().max_by_key(worth).unwrap_or(0);
        let block = self.block(short_name(&player.seat.name, title_width - 3));
        let block = self.more(block, &[('↑', from), ('↓', hidden - from), ('→', all_others - others.len())]);
        frame.render_widget(block, area);
        let names: Vec<String> = others.iter().map(|&index| short_name(&self.session.players()[index].seat.name, column - 1)).collect();
        let columns = (1..).map(|number| own_width - 1 + number * column);
        let mut heads: Vec<(usize, &str)> = columns.zip(names.iter().map(String::as_str)).collect();
        if choosing {
            heads.extend([(1 + title_width + 5, "points"), (own_width - 1, "now")]);
        }
        self.heads(frame, area, &heads);
        let shown: Vec<Line<'_>> = lines.into_iter().skip(from).take(room).map(|(_, line)| line).collect();
        frame.render_widget(Paragraph::new(shown), rows);
        frame.render_widget(Paragraph::new(total_row), bottom);
    }
}

/// The rolls of a turn, and what was kept of each: `11235 → 11, 11346 → 11, 11156`.
fn course(turn: &ReviewedTurn) -> String {
    let decisions = turn.decisions.iter().map(|decision| words::step(&decision.roll, &decision.chosen.action));
    decisions.collect::<Vec<_>>().join(", ")
}

/// How far a total has come, as a bar of this width.
fn gauge(total: u32, at: u32, width: usize) -> String {
    let full = (width * total.min(at) as usize).checked_div(at as usize).unwrap_or(width);
    format!("{}{}", "▰".repeat(full), "▱".repeat(width - full))
}
