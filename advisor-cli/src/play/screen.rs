//! What the screen shows of a session. Nothing is told by colour alone.

use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Block, BorderType, Chart, Clear, Dataset, GraphType, Paragraph, Sparkline, Wrap};
use yahtzee_solver::{Advice, Category, DecisionKind, OptionKind, Stage, TIE, TurnOption};

use super::dice::{self, Size};
use super::session::{DiceFrom, Player, Session, Shown, Tone, kept_dice};
use crate::text;

/// The least room that a game needs.
pub(crate) const LEAST: (u16, u16) = (80, 24);

/// From this size on there is room for more: all cards, larger dice, a chart.
const LARGE: (u16, u16) = (120, 36);

/// How things look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) colour: bool,
}

impl Look {
    fn fg(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    fn best(self) -> Style {
        self.fg(Color::Green).add_modifier(Modifier::BOLD)
    }

    fn loss(self) -> Style {
        self.fg(Color::Red)
    }

    fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    fn border(self) -> Style {
        if self.colour { self.fg(Color::DarkGray) } else { self.faint() }
    }

    fn line(self) -> Style {
        self.fg(Color::Cyan)
    }
}

/// Whether a game fits.
pub(crate) fn fits(area: Rect) -> bool {
    area.width >= LEAST.0 && area.height >= LEAST.1
}

/// Draws the whole screen.
pub(crate) fn draw(frame: &mut Frame<'_>, session: &Session<'_>, look: Look) {
    let area = frame.area();
    if !fits(area) {
        let (width, height) = LEAST;
        let text =
            format!("This window is {}x{}. The game needs {width}x{height}: make it larger. Ctrl-C leaves.", area.width, area.height);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let screen = Screen { session, look, large: area.width >= LARGE.0 && area.height >= LARGE.1 };
    let [title, table, said, line, keys] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(2), Constraint::Length(1), Constraint::Length(1)])
            .areas(area);
    screen.title(frame, title);
    let card_width = screen.card_width(area.width);
    let [card, right] = Layout::horizontal([Constraint::Length(card_width), Constraint::Min(0)]).areas(table);
    // Below the card, where there is room: what its turns brought.
    let card_height = screen.card_height();
    if screen.large && card.height > card_height + 5 {
        let [above, below] = Layout::vertical([Constraint::Length(card_height), Constraint::Min(0)]).areas(card);
        screen.card(frame, above);
        screen.turns(frame, below);
    } else {
        screen.card(frame, card);
    }
    screen.right(frame, right);
    screen.said(frame, said);
    screen.line(frame, line);
    screen.keys(frame, keys);
    if session.help() {
        screen.help(frame, table);
    }
}

struct Screen<'s, 'a> {
    session: &'s Session<'a>,
    look: Look,
    large: bool,
}

/// The width of the column of one more player's card.
const COLUMN: u16 = 9;

impl Screen<'_, '_> {
    fn player(&self) -> &Player {
        &self.session.players()[self.session.shown_player()]
    }

    fn block(&self, title: impl Into<String>) -> Block<'static> {
        let title: String = title.into();
        Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(self.look.border())
            .title(Span::styled(format!(" {title} "), self.look.strong()))
    }

    fn title(&self, frame: &mut Frame<'_>, area: Rect) {
        let rules = self.session.rules();
        let (turn, round, rounds) = self.session.turn();
        let mut parts = vec![format!("turn {turn} of {}", rules.category_count())];
        if rounds > 1 {
            parts.push(format!("round {round} of {rounds}"));
        }
        match self.session.mode().dice {
            DiceFrom::Table => parts.push("own dice".to_owned()),
            DiceFrom::Seed(seed) => parts.push(format!("seed {seed}")),
        }
        if let Some(tolerance) = self.session.mode().coach {
            parts.push(format!("coach over {tolerance}"));
        }
        let left = Line::from(vec![
            Span::styled(format!(" {} ", rules.title()), self.look.strong()),
            Span::styled(format!(" {}", parts.join(" · ")), self.look.faint()),
        ]);
        frame.render_widget(Paragraph::new(left), area);
    }

    /// The other players whose cards there is room for.
    fn others(&self) -> Vec<usize> {
        let shown = self.session.shown_player();
        let others = (0..self.session.players().len()).filter(|&index| index != shown);
        if self.large { others.collect() } else { Vec::new() }
    }

    fn card_width(&self, width: u16) -> u16 {
        let alone = if self.large { 40 } else { 31 };
        (alone + COLUMN * self.others().len() as u16).min(width - 60).max(31)
    }

    /// What all rows of a card need, with its edges and a little air.
    fn card_height(&self) -> u16 {
        self.session.rules().category_count() as u16 + 6
    }

    /// The last turns of the player whose card is shown: what was written, the luck, and what the choices cost.
    fn turns(&self, frame: &mut Frame<'_>, area: Rect) {
        let block = self.block("turns: luck, and lost by choices");
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let player = self.player();
        let played = player.review.turns.iter().zip(player.seat.game.turns());
        let lines: Vec<Line<'_>> = played
            .filter_map(|(reviewed, turn)| {
                let placement = turn.placement()?;
                let title = &self.session.rules().category(placement.category).title;
                let lost = cost(reviewed.loss);
                Some(Line::from(vec![
                    Span::styled(format!("{:>3} ", reviewed.number), self.look.faint()),
                    Span::raw(format!("{title:<16.16}{:>4}", placement.points + placement.bonus)),
                    Span::styled(format!(" {:>+6.1}", reviewed.luck), self.look.line()),
                    Span::styled(format!(" {lost:>6}"), self.look.loss()),
                ]))
            })
            .collect();
        let last = lines.len().saturating_sub(inner.height.into());
        frame.render_widget(Paragraph::new(lines[last..].to_vec()), inner);
    }

    /// The scorecard of the player whose turn it is, with those of the others where there is room.
    fn card(&self, frame: &mut Frame<'_>, area: Rect) {
        let rules = self.session.rules();
        let player = self.player();
        let card = player.seat.game.card();
        let block = self.block(player.seat.name.clone());
        let inner = block.inner(area);
        let others: Vec<usize> = self.others().into_iter().take(usize::from((inner.width - 29) / COLUMN)).collect();
        let own_width = usize::from(inner.width - COLUMN * others.len() as u16);
        let title_width = own_width - 12;

        let would = self.session.would_score();
        let chosen = match self.session.choice() {
            Some(OptionKind::Score(placement)) => Some(placement.category),
            _ => None,
        };
        let choosing = would.iter().any(Option::is_some);
        let row = |title: &str, written: String, now: Span<'static>, style: Style, others: Vec<String>| {
            let mut spans = vec![Span::styled(format!(" {title:<title_width$.title_width$}{written:>5}"), style), now];
            spans.extend(others.into_iter().map(|written| Span::raw(format!("{written:>width$}", width = COLUMN.into()))));
            Line::from(spans)
        };
        let of_others = |of: &dyn Fn(&Player) -> String| others.iter().map(|&index| of(&self.session.players()[index])).collect::<Vec<_>>();
        let nothing = || Span::raw(" ".repeat(6));

        let mut lines = Vec::new();
        let category_row = |category: Category| {
            let rule = rules.category(category);
            let written = card.get(category).map_or_else(String::new, |points| points.to_string());
            let now = match would[category.index()] {
                Some((points, 0)) => format!("{points:>6}"),
                Some((points, bonus)) => format!("{:>6}", format!("{points}+{bonus}")),
                None if choosing && card.get(category).is_none() => format!("{:>6}", "—"),
                None => " ".repeat(6),
            };
            let style = if chosen == Some(category) { self.look.selected() } else { self.look.strong() };
            let now_style = if chosen == Some(category) { self.look.selected() } else { self.look.line() };
            let others =
                of_others(&|player| player.seat.game.card().get(category).map_or_else(|| "·".to_owned(), |points| points.to_string()));
            row(&rule.title, written, Span::styled(now, now_style), style, others)
        };
        lines.extend(rules.categories().take(rules.upper_count()).map(category_row));
        let bonus = rules.upper_bonus();
        if bonus.points > 0 {
            let progress = format!("{}/{}", card.upper_total(rules).min(999), bonus.at);
            let title = format!("Bonus {} {}", bonus.points, gauge(card.upper_total(rules), bonus.at, title_width.saturating_sub(10)));
            let reached = card.upper_bonus(rules);
            let written = if reached > 0 { reached.to_string() } else { String::new() };
            let others = of_others(&|player| {
                let card = player.seat.game.card();
                let reached = card.upper_bonus(rules);
                if reached > 0 { reached.to_string() } else { format!("{}/{}", card.upper_total(rules), bonus.at) }
            });
            lines.push(row(&title, written, Span::styled(format!("{progress:>6}"), self.look.faint()), self.look.faint(), others));
        }
        lines.extend(rules.categories().skip(rules.upper_count()).map(category_row));
        let has_extra = rules.further().is_some_and(|further| further.after_points.bonus > 0 || further.after_zero.bonus > 0);
        if has_extra {
            let extra = |player: &Player| match player.seat.game.card().extra_points(rules) {
                0 => String::new(),
                points => points.to_string(),
            };
            let title = match card.extra() {
                0 => "Extra bonus".to_owned(),
                count => format!("Extra bonus x{count}"),
            };
            lines.push(row(&title, extra(player), nothing(), self.look.faint(), of_others(&extra)));
        }
        let total = |player: &Player| player.seat.game.score_so_far().to_string();
        let total_row = row("Total", total(player), nothing(), self.look.strong(), of_others(&total));

        frame.render_widget(block, area);
        // Names stand over their columns, on the edge.
        let names = others.iter().map(|&index| short(&self.session.players()[index].seat.name, usize::from(COLUMN) - 1));
        let names: String = names.map(|name| format!("{name:>width$}", width = COLUMN.into())).collect();
        let now = if choosing { " now" } else { "" };
        let heads = Line::from(vec![Span::styled(now, self.look.line()), Span::styled(names, self.look.strong()), Span::raw(" ")]);
        let width = heads.width() as u16;
        frame.render_widget(Paragraph::new(heads), Rect { x: area.right() - 1 - width, y: area.y, width, height: 1 });
        let [rows, bottom] = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(inner);
        // A card that does not fit is shown around the chosen category.
        let hidden = lines.len().saturating_sub(rows.height.into());
        let at = chosen.map_or_else(|| first_open(&lines, hidden), |category| category.index());
        let from = at.saturating_sub(usize::from(rows.height) / 2).min(hidden);
        let shown = lines.into_iter().skip(if hidden > 0 { from } else { 0 }).take(rows.height.into()).collect::<Vec<_>>();
        frame.render_widget(Paragraph::new(shown), rows);
        frame.render_widget(Paragraph::new(total_row), bottom);
    }

    fn right(&self, frame: &mut Frame<'_>, area: Rect) {
        let players = self.session.players().len() as u16;
        let dice_room = Rect { width: area.width.saturating_sub(2), height: if self.large { 7 } else { 5 }, ..area };
        let size = Size::fitting(self.session.rules().dice(), dice_room);
        let standing = match (self.large, players) {
            (true, _) => 14 + players,
            (false, 1) => 4,
            (false, _) => players + 2,
        };
        let [dice, middle, bottom] =
            Layout::vertical([Constraint::Length(size.height() + 2), Constraint::Min(0), Constraint::Length(standing)]).areas(area);
        self.dice(frame, dice, size);
        self.middle(frame, middle);
        self.standing(frame, bottom);
    }

    fn dice(&self, frame: &mut Frame<'_>, area: Rect, size: Size) {
        let (heading, faces) = match self.session.stage() {
            Stage::Over => ("The game is over.".to_owned(), Vec::new()),
            Stage::ToRoll { hold, rerolls_left } => {
                let count = text::number(self.session.rules().dice() - hold.len());
                let roll = self.session.rules().rolls() - rerolls_left.get();
                let faces = hold.faces().map(Some).chain(std::iter::repeat(None)).take(self.session.rules().dice()).collect();
                let what = if hold.is_empty() { "all dice".to_owned() } else { format!("the other {count}") };
                (format!("roll {roll} of {}: roll {what}, and type what falls", self.session.rules().rolls()), faces)
            }
            Stage::ToChoose { roll, rerolls_left } => {
                let number = self.session.rules().rolls() - rerolls_left.get();
                let left = text::count(rerolls_left.get().into(), "reroll left", "rerolls left");
                let faces = roll.faces().map(Some).collect();
                (format!("roll {number} of {}, {left}", self.session.rules().rolls()), faces)
            }
        };
        let left = Rect { x: area.x + 1, width: area.width - 1, ..area };
        frame.render_widget(Paragraph::new(Span::styled(heading, self.look.strong())), Rect { height: 1, ..left });
        let kept = self.session.kept();
        let row = Rect { y: area.y + 1, height: size.height(), ..left };
        let dice = match self.session.stage() {
            Stage::ToChoose { roll, .. } => kept_dice(&roll, &kept),
            _ => kept_dice(&kept, &kept),
        };
        for (position, face) in faces.into_iter().enumerate() {
            let kept = dice.get(position).copied().unwrap_or(false);
            let style = match (kept, face) {
                (true, _) => self.look.best(),
                (false, None) => self.look.faint(),
                (false, Some(_)) => Style::new(),
            };
            let place = size.place(position, row);
            dice::draw(face, kept, style, size, place, frame.buffer_mut());
            let at_cursor = self.session.die() == Some(position);
            let label = match (kept, at_cursor) {
                (true, true) => "▲keep",
                (true, false) => "keep",
                (false, true) => "▲",
                (false, false) => "",
            };
            let below = Rect { y: place.bottom(), height: 1, ..place };
            frame.render_widget(Paragraph::new(Span::styled(label, style)).alignment(Alignment::Center), below);
        }
    }

    fn middle(&self, frame: &mut Frame<'_>, area: Rect) {
        let coach = self.session.mode().coach.is_some();
        if self.session.stage() == Stage::Over {
            let block = self.block("the result");
            frame.render_widget(Paragraph::new(self.result()).block(block), area);
            return;
        }
        let block = self.block(if coach { "the coach" } else { "what it is worth: the expected final score" });
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let lines = match self.session.shown() {
            Shown::All(advice) => self.options(advice, inner),
            Shown::Silent => vec![Line::raw("Your choice. Tab gives a hint."), Line::raw("")],
            Shown::Few(few) => {
                let mut lines = vec![Line::raw("One of these is the best (Tab again shows which):")];
                lines.extend(few.iter().map(|option| Line::raw(format!("  {}", self.words(option)))));
                lines
            }
            Shown::Best(best) => {
                vec![Line::from(vec![
                    Span::styled(format!("Best: {} ", self.words(best)), self.look.best()),
                    Span::raw(format!(" {:.2}", best.expected_final)),
                ])]
            }
            Shown::Nothing if coach => vec![Line::raw("")],
            Shown::Nothing => vec![Line::styled("Nothing to decide until the dice have fallen.", self.look.faint())],
        };
        if coach {
            let tally = self.tally();
            let room = inner.height.saturating_sub(tally.len() as u16);
            let [above, below] = Layout::vertical([Constraint::Length(room), Constraint::Min(0)]).areas(inner);
            frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), above);
            frame.render_widget(Paragraph::new(tally), below);
        } else {
            frame.render_widget(Paragraph::new(lines), inner);
        }
    }

    fn words(&self, option: &TurnOption) -> String {
        match option.kind {
            OptionKind::Hold(hold) if hold.is_empty() => "Keep nothing".to_owned(),
            OptionKind::Hold(hold) => format!("Keep {}", *hold),
            OptionKind::Score(placement) => {
                let points = match placement.bonus {
                    0 => placement.points.to_string(),
                    bonus => format!("{}+{bonus}", placement.points),
                };
                format!("{} {points}", self.session.rules().category(placement.category).title)
            }
        }
    }

    /// The options, best first, with bars: what is typed stands last where it is not among the first.
    fn options(&self, advice: &Advice, area: Rect) -> Vec<Line<'static>> {
        let choice = self.session.choice();
        let room = usize::from(area.height).min(advice.options.len());
        let mut shown: Vec<&TurnOption> = advice.options.iter().take(room).collect();
        let chosen = choice.and_then(|choice| advice.option(&choice));
        if let (Some(chosen), Some(last)) = (chosen, shown.last_mut())
            && last.loss <= chosen.loss
        {
            *last = if advice.options[..room].contains(chosen) { last } else { chosen };
        }
        let worst = shown.iter().map(|option| option.loss).fold(1.0, f64::max);
        let width = usize::from(area.width);
        let title = (width / 2 - 4).min(30);
        let bar = width.saturating_sub(title + 19);
        let line = |option: &&TurnOption| {
            let is_choice = choice.is_some_and(|choice| choice == option.kind);
            let style = match (is_choice, option.loss == 0.0) {
                (true, _) => self.look.selected(),
                (false, true) => self.look.best(),
                (false, false) => Style::new(),
            };
            let marker = if is_choice { '›' } else { ' ' };
            Line::from(vec![
                Span::styled(format!("{marker}{:<title$.title$}", self.words(option)), style),
                Span::styled(format!(" {:>7.2}", option.expected_final), style),
                Span::styled(format!(" {:>7} ", cost(option.loss)), self.look.loss()),
                Span::styled(
                    bar_of(1.0 - 0.95 * option.loss / worst, bar),
                    if option.loss == 0.0 { self.look.best() } else { self.look.line() },
                ),
            ])
        };
        shown.iter().map(line).collect()
    }

    /// What the coach has counted of the player whose turn it is.
    fn tally(&self) -> Vec<Line<'static>> {
        let player = self.player();
        let tolerance = self.session.mode().coach.unwrap_or(0.0);
        let decisions = player.decisions().count();
        let mistakes = player.decisions().filter(|decision| decision.loss() > tolerance).count();
        let grade = player.review.grade().map_or_else(String::new, |grade| format!(" · grade {}", grade.name()));
        let mut lines = vec![Line::styled(
            format!("{}, {mistakes} over {tolerance}{grade}", text::count(decisions as u64, "decision", "decisions"),),
            self.look.strong(),
        )];
        let lost = |kind| format!("{:.2}", player.review.loss_of(kind) + 0.0);
        let rolls: Vec<String> = (1..self.session.rules().rolls()).map(|roll| lost(DecisionKind::Hold(roll))).collect();
        let rolls = if rolls.is_empty() { String::new() } else { format!("rolls {}, ", rolls.join(" + ")) };
        lines.push(Line::raw(format!("lost {:.2}: {rolls}category {}", player.review.loss + 0.0, lost(DecisionKind::Category))));
        lines
    }

    /// The end: how the score came about.
    fn result(&self) -> Vec<Line<'static>> {
        let player = self.player();
        let review = &player.review;
        let mut lines = Vec::new();
        if self.session.players().len() > 1 {
            lines.push(Line::styled(format!(" {} wins with {:.0}.", player.seat.name, review.final_score), self.look.best()));
        }
        lines.push(Line::from(vec![
            Span::styled(format!(" {:.0}", review.final_score), self.look.best()),
            Span::raw(format!(" = {:.2} expected at the start", review.expected_at_start)),
        ]));
        lines.push(Line::raw(format!("   {:+.2} luck, {:.2} lost by choices", review.luck, review.loss + 0.0)));
        if let Some(grade) = review.grade() {
            lines.push(Line::raw(format!(" grade {}", grade.name())));
        }
        if let Some((turn, worst)) = review.mistakes().first() {
            let chosen = text::in_words(&worst.chosen.kind, &worst.roll, self.session.rules());
            lines.push(Line::raw(format!(" Worst: turn {}, {}: {chosen}", turn.number, worst.roll)));
            lines.push(Line::raw(format!("   cost {:.2}", worst.loss())));
        }
        lines
    }

    /// Each player's score and expected final score, and its course.
    fn standing(&self, frame: &mut Frame<'_>, area: Rect) {
        let block = self.block("score, and expected final score");
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let players = self.session.players();
        let shown = self.session.shown_player();
        if !self.large && players.len() == 1 {
            let [numbers, course] = Layout::horizontal([Constraint::Length(16), Constraint::Min(0)]).areas(inner);
            let player = &players[0];
            let lines = vec![
                Line::raw(format!("score    {:>6}", player.seat.game.score_so_far())),
                Line::from(vec![Span::raw("expected "), Span::styled(format!("{:>6.1}", player.expected()), self.look.strong())]),
            ];
            frame.render_widget(Paragraph::new(lines), numbers);
            let course_values = heights(&player.expected_so_far(), course.width.into(), 8 * u64::from(course.height));
            let sparkline = Sparkline::default().data(course_values).max(8 * u64::from(course.height)).style(self.look.line());
            frame.render_widget(sparkline, course);
            return;
        }
        let [table, chart] = Layout::vertical([Constraint::Length(players.len() as u16), Constraint::Min(0)]).areas(inner);
        let name_width = 12;
        let lines: Vec<Line<'_>> = players
            .iter()
            .enumerate()
            .map(|(index, player)| {
                let marker = if self.session.current() == Some(index) { '›' } else { ' ' };
                let style = if index == shown { self.look.strong() } else { Style::new() };
                let course = heights(&player.expected_so_far(), usize::from(table.width).saturating_sub(name_width + 18), 8);
                Line::from(vec![
                    Span::styled(format!("{marker}{:<name_width$}", short(&player.seat.name, name_width)), style),
                    Span::styled(format!("{:>4} {:>7.1}  ", player.seat.game.score_so_far(), player.expected()), style),
                    Span::styled(course.into_iter().map(spark).collect::<String>(), self.look.line()),
                ])
            })
            .collect();
        frame.render_widget(Paragraph::new(lines), table);
        if chart.height > 4 {
            self.chart(frame, chart);
        }
    }

    /// The course of the expected final score of the player whose turn it is.
    fn chart(&self, frame: &mut Frame<'_>, area: Rect) {
        let course = self.player().expected_so_far();
        let points: Vec<(f64, f64)> = course.iter().enumerate().map(|(move_, value)| (move_ as f64, *value)).collect();
        let least = course.iter().copied().fold(f64::INFINITY, f64::min);
        let most = course.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = (least - 1.0, most + 1.0);
        let end = (course.len() - 1).max(8) as f64;
        let dataset = Dataset::default().marker(Marker::Braille).graph_type(GraphType::Line).style(self.look.line()).data(&points);
        let label = |value: f64| Span::styled(format!("{value:.0}"), self.look.faint());
        let chart = Chart::new(vec![dataset]).x_axis(Axis::default().bounds([0.0, end]).style(self.look.border())).y_axis(
            Axis::default()
                .bounds([least, most])
                .labels([label(least), label((least + most) / 2.0), label(most)])
                .style(self.look.border()),
        );
        frame.render_widget(chart, area);
    }

    fn said(&self, frame: &mut Frame<'_>, area: Rect) {
        let said = self.session.said();
        let lines: Vec<Line<'_>> = said[said.len().saturating_sub(area.height.into())..]
            .iter()
            .map(|said| {
                let style = match said.tone {
                    Tone::Plain => Style::new(),
                    Tone::Wrong => self.look.loss().add_modifier(Modifier::BOLD),
                    Tone::Coach => self.look.fg(Color::Yellow),
                };
                Line::styled(format!(" {}", said.text), style)
            })
            .collect();
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn line(&self, frame: &mut Frame<'_>, area: Rect) {
        let name = if self.session.players().len() > 1 { format!("{}, ", self.player().seat.name) } else { String::new() };
        let prompt = match (self.session.stage(), self.session.shown()) {
            (Stage::Over, _) => "over; Ctrl-Q leaves".to_owned(),
            (Stage::ToRoll { .. }, _) if self.session.mode().dice != DiceFrom::Table => "Enter plays the next turn".to_owned(),
            (Stage::ToRoll { .. }, _) => format!("{name}dice"),
            (Stage::ToChoose { .. }, Shown::All(_) | Shown::Best(_)) => format!("{name}choice (Enter takes the best)"),
            (Stage::ToChoose { .. }, _) => format!("{name}choice"),
        };
        let line = format!(" {prompt}> ");
        let cursor = Span::raw(line.clone()).width() + Span::raw(self.session.typed()).width();
        let spans = vec![Span::styled(line, self.look.strong()), Span::raw(self.session.typed().to_owned())];
        frame.render_widget(Paragraph::new(Line::from(spans)), area);
        if !self.session.help() {
            frame.set_cursor_position(Position { x: (area.x + cursor as u16).min(area.right() - 1), y: area.y });
        }
    }

    fn keys(&self, frame: &mut Frame<'_>, area: Rect) {
        let hint = if self.session.mode().coach.is_some() { "Tab hint · " } else { "" };
        let keys = match self.session.stage() {
            Stage::ToRoll { .. } => " type the dice, Enter · < undo · ? help · Ctrl-Q quit".to_owned(),
            Stage::ToChoose { .. } => {
                format!(" 33 keep · fh score · {hint}↑↓ ←→ Space choose · < undo · ? help · Ctrl-Q quit")
            }
            Stage::Over => " < undo · ? help · Ctrl-Q quit".to_owned(),
        };
        frame.render_widget(Paragraph::new(Span::styled(keys, self.look.faint())), area);
    }

    fn help(&self, frame: &mut Frame<'_>, area: Rect) {
        let rows = [
            ("13356 Enter", "the dice as they fall; after a hold the new ones will do"),
            ("33 Enter", "keep these dice and reroll the others; none or 0: all"),
            ("fh Enter", "score there: a name, a short one, or its start"),
            ("chance=0 Enter", "write a 0 of your own will"),
            ("Enter", "take the advice"),
            ("↑ ↓", "choose a category; Enter scores there"),
            ("← → Space", "choose dice to keep; Enter keeps them"),
            ("Tab", "with --coach, a hint: a few options, then the best"),
            ("< or Ctrl-Z", "take back the last move, as often as you like"),
            ("Esc", "clear the line"),
            ("? or help", "this page; any key closes it"),
            ("Ctrl-Q, Ctrl-C", "leave: every move is saved, --resume goes on"),
        ];
        let lines: Vec<Line<'_>> = rows
            .into_iter()
            .map(|(keys, what)| Line::from(vec![Span::styled(format!(" {keys:<16}"), self.look.strong()), Span::raw(what)]))
            .collect();
        let (width, height) = (76.min(area.width), (lines.len() as u16 + 2).min(area.height));
        let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
        frame.render_widget(Clear, place);
        frame.render_widget(Paragraph::new(lines).block(self.block("help")), place);
    }
}

/// The first row of which there is something to do, where a card does not fit.
fn first_open(lines: &[Line<'_>], hidden: usize) -> usize {
    if hidden == 0 { 0 } else { lines.len() / 2 }
}

/// A loss as a number below 0, or nothing.
fn cost(loss: f64) -> String {
    if loss < TIE { String::new() } else { format!("-{}", text::small(loss)) }
}

/// A name cut to a width.
fn short(name: &str, width: usize) -> String {
    if name.chars().count() <= width { name.to_owned() } else { name.chars().take(width - 1).chain(['…']).collect() }
}

const EIGHTHS: [char; 9] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/// A bar of this share of a width.
fn bar_of(share: f64, width: usize) -> String {
    let eighths = (share.clamp(0.0, 1.0) * 8.0 * width as f64).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(EIGHTHS[eighths % 8]);
    }
    bar
}

/// How far a total has come, as a bar of this width.
fn gauge(total: u32, at: u32, width: usize) -> String {
    let full = (width * total.min(at) as usize).checked_div(at as usize).unwrap_or(width);
    format!("{}{}", "▰".repeat(full), "▱".repeat(width - full))
}

fn spark(height: u64) -> char {
    ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'][(height.saturating_sub(1) as usize).min(7)]
}

/// The last values of a course that fit, as heights from 1 to `most`.
fn heights(course: &[f64], width: usize, most: u64) -> Vec<u64> {
    let course = &course[course.len().saturating_sub(width)..];
    let least = course.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = course.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let range = (highest - least).max(1.0);
    course.iter().map(|value| 1 + ((value - least) / range * (most - 1) as f64).round() as u64).collect()
}
