//! Draws a game of several columns: the boxes down, the columns across, the dice, and the options.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use yahtzee_columns::{Action, BoxOf};
use yahtzee_dialogue::ask::typed::Word;
use yahtzee_dialogue::session::{DiceFrom, Tone};
use yahtzee_solver::dice::{Dice, Roll};
use yahtzee_solver::language::{decimal, tr};
use yahtzee_solver::rules::{Category, GameColumn};
use yahtzee_solver::{counted, tr};

use super::keyboard::Keyboard;
use super::playing::Playing;
use super::{bounded, ended, keys};
use crate::play::screen::dice::{Lying, Size};
use crate::play::screen::fit::{fit, short, short_name, width, wrap, wrapped};
use crate::play::screen::{LARGE, Look, ROOMY, has_room, page, prompt, row};

/// The least and the greatest width of a column.
const COLUMN: (usize, usize) = (5, 11);
/// The least and the greatest width of the names of the boxes.
const NAMES: (usize, usize) = (9, 22);
/// The width of a loss.
const LOSS: usize = 7;

struct Screen<'p> {
    playing: &'p Playing,
    keyboard: &'p Keyboard,
    look: &'p Look,
    /// The action that is typed or picked, or else the best.
    shown: Option<Action>,
}

/// Draws the whole screen.
pub(in crate::play) fn draw(frame: &mut Frame<'_>, playing: &Playing, keyboard: &Keyboard, look: &Look) {
    if !has_room(frame) {
        return;
    }
    let area = frame.area();
    let is_empty = keyboard.line.typed.trim().is_empty();
    let best = playing.advice.as_ref().map(|advice| advice.options[0].action).filter(|_| is_empty);
    let screen = Screen { playing, keyboard, look, shown: keyboard.choice(playing).or(best) };
    let boxes = playing.record.rules.boxes().category_count() as u16;
    let said = area.height.saturating_sub(boxes + 5).clamp(1, 3);
    let heights = [1, 0, said, 1, 1].map(|height| if height == 0 { Constraint::Min(0) } else { Constraint::Length(height) });
    let [title, table, said, line, keys] = Layout::vertical(heights).areas(area);
    screen.title(frame, title);
    let (names, column, count) = screen.widths(area.width.into());
    let [card, right] = Layout::horizontal([Constraint::Length((2 + names + column * count) as u16), Constraint::Min(0)]).areas(table);
    screen.card(frame, Rect { height: card.height.min(boxes + 2), ..card }, (names, column, count));
    screen.right(frame, right);
    screen.said(frame, said);
    screen.prompt(frame, line);
    let dice = tr!("← → Space dice");
    let mut text = [tr!("↑ ↓ option"), dice.clone(), tr!("< take back"), tr!("? help"), tr!("Ctrl-Q leave")].to_vec();
    if 1 + width(&text.join(" · ")) > area.width.into() {
        text.retain(|key| *key != dice);
    }
    frame.render_widget(Paragraph::new(Span::styled(format!(" {}", text.join(" · ")), look.faint())), keys);
    if playing.page == Some(Word::Help) {
        screen.help(frame, area);
    }
}

impl Screen<'_> {
    /// The width of the names of the boxes and of each column, and how many columns fit.
    fn widths(&self, area: usize) -> (usize, usize, usize) {
        let rules = &self.playing.record.rules;
        let widest = rules.boxes().categories().map(|category| width(&rules.boxes().category(category).title)).max().unwrap_or(0);
        let room = (area * 3 / 5).min(area - 24) - 2;
        let count = rules.columns().len().min((room - NAMES.0) / COLUMN.0);
        let names = (widest + 2).clamp(NAMES.0, NAMES.1).min(room - count * COLUMN.0);
        (names, ((room - names) / count).clamp(COLUMN.0, COLUMN.1), count)
    }

    fn title(&self, frame: &mut Frame<'_>, area: Rect) {
        let (rules, (done, all)) = (&self.playing.record.rules, self.playing.record.turns());
        let dice = match self.playing.record.dice {
            DiceFrom::Table => tr!("your own dice"),
            DiceFrom::Seed(seed) => tr!("virtual dice, seed {}", seed),
        };
        let parts = Span::styled(format!(" {} · {dice}", tr!("turn {} of {}", (done + 1).min(all), all)), self.look.faint());
        let room = usize::from(area.width).saturating_sub(parts.width() + 3);
        let title = Span::styled(format!(" {} ", short(&tr(rules.title(), &[]), room)), self.look.strong());
        frame.render_widget(Paragraph::new(Line::from(vec![title, parts])), area);
    }

    /// The box of an action.
    fn chosen(&self) -> Option<BoxOf> {
        match self.shown {
            Some(Action::Write { of, .. } | Action::Name(of, _)) => Some(of),
            _ => self.playing.record.named,
        }
    }

    /// The card. What does not fit is hidden so that the chosen box is shown.
    fn card(&self, frame: &mut Frame<'_>, area: Rect, (names, wide, count): (usize, usize, usize)) {
        let record = &self.playing.record;
        let (columns, boxes) = (record.rules.columns(), record.rules.boxes());
        let rows: Vec<Category> = boxes.categories().collect();
        let room = usize::from(area.height - 2).min(rows.len());
        let chosen = self.chosen();
        let row = chosen.and_then(|of| rows.iter().position(|category| *category == of.category)).unwrap_or(0);
        let (from, left) = ((row + 1).saturating_sub(room), chosen.map_or(0, |of| (of.column + 1).saturating_sub(count)));
        let title = |column: &GameColumn| {
            let title = tr(&column.title, &[]);
            let whole = format!("{title} ×{}", column.times);
            if column.times > 1 && width(&whole) < wide { whole } else { title }
        };
        let end = |nth: usize| names + wide * (nth + 1) - 1;
        let shown = || columns.iter().zip(&record.cards).skip(left).take(count).enumerate();
        let hidden = [('↑', from), ('↓', rows.len() - room - from), ('←', left), ('→', columns.len() - count - left)];
        let heads: Vec<_> = shown().map(|(nth, (column, _))| (end(nth), title(column))).collect();
        let before = heads.first().map_or(0, |(end, head)| end.saturating_sub(width(head).min(wide) + 3));
        frame.render_widget(self.look.more(self.look.block(short(&tr!("the cards"), before)), &hidden), area);
        self.look.heads(frame, area, &heads);
        let lowest = Rect { y: area.bottom() - 1, height: 1, ..area };
        if hidden.iter().all(|(_, count)| *count == 0) {
            let sums = shown().map(|(nth, (_, card))| (end(nth), card.score().to_string()));
            self.look.heads(frame, lowest, &std::iter::once((names - 1, tr!("sum"))).chain(sums).collect::<Vec<_>>());
        }
        let line = |category: &Category| {
            let mut spans = vec![Span::raw(format!(" {} ", fit(&boxes.category(*category).title, names - 2)))];
            for column in left..left + count {
                let (of, card) = (BoxOf { column, category: *category }, &record.cards[column]);
                // In brackets, so that colour alone does not tell it from what is written.
                let now = record.points(of).map(|points| format!("({points})"));
                let (text, mut style) = match card.get(*category) {
                    Some(points) => (points.to_string(), self.look.strong()),
                    None => {
                        (now.unwrap_or_else(|| if card.is_open(*category) { "·".to_owned() } else { String::new() }), self.look.faint())
                    }
                };
                if chosen == Some(of) {
                    style = self.look.selected();
                }
                spans.push(Span::raw(" ".repeat(wide.saturating_sub(1 + width(&text)))));
                spans.push(Span::styled(text, style));
                spans.push(Span::raw(" "));
            }
            Line::from(spans)
        };
        let inner = self.look.block("").inner(area);
        frame.render_widget(Paragraph::new(rows.iter().skip(from).take(room).map(line).collect::<Vec<_>>()), inner);
    }

    /// The dice, and below them the options or the result.
    fn right(&self, frame: &mut Frame<'_>, area: Rect) {
        let record = &self.playing.record;
        let boxes = record.rules.boxes();
        let small = area.height + 5 < ROOMY.1 || frame.area().width < ROOMY.0;
        let digits = if boxes.die().has_digits() { 1 } else { 2 };
        let size = Size::fitting(boxes.dice(), Rect { width: area.width - 2, height: area.height / 3, ..area }, small.then_some(digits));
        let height = if record.is_over() { 1 } else { size.height() + 2 };
        let [dice, below] = Layout::vertical([Constraint::Length(height), Constraint::Min(0)]).areas(area);
        let kept = self.keyboard.kept(self.playing);
        let (throw, throws) = (record.throws, record.rules.rolls());
        let (heading, lying) = match record.roll {
            _ if record.is_over() => (tr!("The game is over."), Vec::new()),
            Some(roll) => {
                let left = counted!(record.rerolls_left().get(), "no rerolls left", "1 reroll left", "{} rerolls left");
                let heading = tr!("roll {} of {}", throw, throws);
                let whole = Some(format!("{heading}, {left}")).filter(|whole| width(whole) + 2 <= area.width.into());
                (whole.unwrap_or(heading), self.fallen(&roll, &kept))
            }
            None => (tr!("roll {} of {}", throw + 1, throws), self.to_roll()),
        };
        let arrow = self.keyboard.line.die().filter(|_| record.roll.is_some() && record.rerolls_left().get() > 0);
        row::draw(frame, dice, (heading, self.look), size, &lying, arrow);
        let title = if record.is_over() { tr!("the result") } else { tr!("the options") };
        let block = self.look.block(title);
        let inner = block.inner(below);
        frame.render_widget(block, below);
        let wide = usize::from(inner.width);
        let lines = match &self.playing.advice {
            _ if record.is_over() => {
                ended(self.playing).iter().flat_map(|text| wrapped(text, wide - 2)).map(|line| Line::raw(format!(" {line}"))).collect()
            }
            None => vec![Line::styled(format!(" {}", short(&tr!("Nothing to decide yet."), wide - 1)), self.look.faint())],
            Some(advice) => {
                self.look.heads(frame, below, &[(wide - 1, tr!("loss"))]);
                let edge = Span::styled(format!(" {} ", bounded(record, advice, wide - 2)), self.look.on_edge());
                frame.render_widget(edge, Rect { x: below.x + 1, y: below.bottom() - 1, width: below.width - 2, height: 1 });
                self.options(wide, inner.height.into())
            }
        };
        frame.render_widget(Paragraph::new(lines), inner);
    }

    /// The dice that have fallen.
    fn fallen(&self, roll: &Roll, kept: &Dice) -> Vec<Lying> {
        let kept = self.keyboard.line.kept_dice(roll, kept);
        roll.faces().zip(kept).map(|(face, kept)| Lying { face: Some(face), kept }).collect()
    }

    /// The dice that stay, and those to throw.
    fn to_roll(&self) -> Vec<Lying> {
        let stay = self.playing.record.kept.faces().map(|face| Lying { face: Some(face), kept: true });
        stay.chain(std::iter::repeat(Lying { face: None, kept: false })).take(self.playing.record.rules.boxes().dice()).collect()
    }

    /// The options around the one that is picked, best first.
    fn options(&self, wide: usize, room: usize) -> Vec<Line<'static>> {
        let (Some(advice), Some(roll)) = (&self.playing.advice, self.playing.record.roll) else { return Vec::new() };
        let picked = self.keyboard.choice(self.playing);
        let at = advice.options.iter().position(|choice| picked == Some(choice.action));
        let from = at.map_or(0, |at| (at + 1).saturating_sub(room));
        let line = |(nth, choice): (usize, &yahtzee_columns::Choice)| {
            let style = match nth {
                _ if at == Some(nth) => self.look.selected(),
                0 => self.look.best(),
                _ => Style::new(),
            };
            let marker = if at == Some(nth) { '›' } else { ' ' };
            let loss = if nth == 0 { String::new() } else { format!("-{}", decimal(choice.loss, 2)) };
            let words = self.words(&choice.action, &roll, wide - LOSS - 2);
            let words = Span::styled(format!("{marker}{}", fit(&words, wide - LOSS - 2)), style);
            Line::from(vec![words, Span::styled(format!("{loss:>LOSS$} "), self.look.loss())])
        };
        advice.options.iter().enumerate().skip(from).take(room).map(line).collect()
    }

    /// An action in the most words that fit: those of the lines, or else as it is typed, or with the short name of the box.
    fn words(&self, action: &Action, roll: &Roll, columns: usize) -> String {
        let rules = &self.playing.record.rules;
        let in_short = |of: BoxOf| {
            let GameColumn { name, rules, .. } = &rules.columns()[of.column];
            let rule = rules.category(of.category);
            format!("{}.{}", short_name(name, 6), rule.short.first().unwrap_or(&rule.name))
        };
        let (typed, least) = match *action {
            Action::Hold(hold) if hold.is_empty() => (tr!("Keep nothing"), String::new()),
            Action::Hold(hold) => (tr!("Keep {}", *hold), String::new()),
            Action::Name(of, hold) => (self.playing.record.typed(*action), format!("{} {}", in_short(of), *hold)),
            Action::Write { of, points } => (format!("{points} {}", of.name(rules)), format!("{points} {}", in_short(of))),
        };
        let least = if least.is_empty() { typed.clone() } else { least };
        let fits = |words: &String| width(words) <= columns;
        [action.in_words(roll, rules), typed].into_iter().find(fits).unwrap_or_else(|| short(&least, columns))
    }

    /// The answer to the last line, and what can be typed.
    fn said(&self, frame: &mut Frame<'_>, area: Rect) {
        let (room, columns) = (usize::from(area.height), usize::from(area.width) - 2);
        let record = &self.playing.record;
        let guide = match record.roll {
            _ if record.is_over() => tr!("Type n for a new game, or q to leave. Then Enter."),
            Some(_) if record.rerolls_left().get() == 0 => tr!("Type a box, like {}. Then Enter.", record.example()),
            Some(_) => tr!("Type dice to keep (0: none), or a box: {}.", record.example()),
            None => tr!("Type the dice that fell. Then Enter."),
        };
        let mut lines: Vec<Line<'_>> = Vec::new();
        if let Some((tone, said)) = &self.playing.said {
            let style = if *tone == Tone::Wrong { self.look.loss().add_modifier(Modifier::BOLD) } else { Style::new() };
            lines.extend(wrap(said, columns, room).into_iter().map(|line| Line::styled(format!(" {line}"), style)));
        }
        if lines.len() < room {
            lines.resize(room - 1, Line::raw(""));
            lines.push(Line::styled(format!(" {}", short(&guide, columns)), self.look.faint()));
        }
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn prompt(&self, frame: &mut Frame<'_>, area: Rect) {
        let prompt = match self.playing.record.roll {
            _ if self.playing.record.is_over() => tr!("the game is over; n new game, q leave"),
            Some(_) => tr!("choice (Enter takes the best)"),
            None => tr!("dice"),
        };
        prompt::typed(frame, area, self.look, &prompt, &self.keyboard.line.typed, self.playing.page.is_none());
    }

    fn help(&self, frame: &mut Frame<'_>, area: Rect) {
        let columns = usize::from(area.width.min(80)) - 4;
        let rows = keys(self.playing).into_iter().map(|row| page::explained(self.look, row));
        let saved = self.look.resume.sentences();
        let saved = saved.iter().flat_map(|text| wrapped(text, columns)).map(|line| Line::raw(format!(" {line}")));
        let large = area.width >= LARGE.0 && area.height >= LARGE.1;
        page::show(frame, area, (self.look, large), &tr!("help: any key closes it"), rows.chain(saved).collect());
    }
}
