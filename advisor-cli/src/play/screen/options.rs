//! The options, or the part of them that the coach shows.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use yahtzee_dialogue::session::{PlaysFor, Tone, Visible};
use yahtzee_dialogue::{WorthKind, words};
use yahtzee_solver::language::{decimal, with_mark};
use yahtzee_solver::{Action, Advice, Points, Stage, TurnOption, counted, tr};

use super::Screen;
use super::fit::{fit, short, width, wrapped};
use crate::play::responses;
use crate::text::bars;

/// The widths of the columns of numbers.
const EXPECTED: usize = 8;
const LOSS: usize = 8;
const WIDEST_BAR: usize = 40;
/// The loss in points at which a bar is empty. It is the same in every turn, so that bars of different turns are comparable.
const BAR_POINTS: f64 = 20.0;

/// The loss of a chance at which a bar is empty.
const BAR_CHANCE: f64 = 0.2;

/// With fewer columns than this, options have no expected score and no bar.
const LEAST_FOR_BARS: u16 = 40;

/// A number of decisions.
fn decisions(count: usize) -> String {
    counted!(count, "no decisions", "1 decision", "{} decisions")
}

impl Screen<'_> {
    /// The width of the column that names the options. In a review there is a sign before it.
    fn title_width(&self, area: Rect) -> usize {
        let rest = if area.width < LEAST_FOR_BARS { 1 + LOSS } else { 28 };
        usize::from(area.width).saturating_sub(rest + usize::from(self.review.is_some())).min(30)
    }

    /// The options, or in a game with a coach what it shows and says. Returns which remarks are here: those of the coach that fit whole.
    pub(super) fn middle(&self, frame: &mut Frame<'_>, area: Rect) -> Vec<usize> {
        let coach = self.session.mode().coach;
        let title = coach.map_or_else(
            || tr!("the options"),
            |over| {
                if self.narrow {
                    tr!("the coach: over {}", with_mark(over.to_string()))
                } else {
                    tr!("the coach: mistakes cost more than {}", with_mark(over.to_string()))
                }
            },
        );
        let block = self.look.block(title.as_str());
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let mut lines = match self.session.shown() {
            Visible::All(advice) => {
                if inner.width < LEAST_FOR_BARS {
                    self.look.heads(frame, area, &[(usize::from(inner.width) - 1, tr!("loss"))]);
                } else {
                    let end = 1 + usize::from(self.review.is_some()) + self.title_width(inner) + EXPECTED;
                    let mut kind = self.session.worth_kind().title();
                    if self.session.worth_kind() == WorthKind::Points && width(&title) + width(&kind) + 3 > end {
                        kind = tr!("expected");
                    }
                    self.look.heads(frame, area, &[(end, kind), (end + LOSS, tr!("loss"))]);
                }
                self.options(advice, inner)
            }
            Visible::Silent if self.narrow => vec![Line::raw(format!(" {}", tr!("Your choice. Tab: a hint.")))],
            Visible::Silent => vec![Line::raw(format!(" {}", tr!("Your choice. Tab gives a hint.")))],
            Visible::Few(few) => {
                let mut lines = vec![Line::raw(format!(
                    " {}",
                    match self.narrow {
                        true => tr!("One of these is the best:"),
                        false => tr!("One of these is the best (Tab says which):"),
                    }
                ))];
                let columns = usize::from(inner.width).saturating_sub(3);
                lines.extend(few.iter().map(|option| Line::raw(format!("   {}", short(&self.words(option, columns), columns)))));
                lines
            }
            Visible::Best(best) => {
                let columns = usize::from(inner.width).saturating_sub(1 + width(&tr!("Best: {}", "")));
                let words = tr!("Best: {}", self.words(best, columns));
                let words = Span::styled(short(&format!(" {words}"), inner.width.into()), self.look.best());
                let amount = format!("{} {}", self.session.worth_kind().title(), self.amount(best));
                let expected = Span::raw(format!(", {amount}"));
                if words.width() + expected.width() <= inner.width.into() {
                    vec![Line::from(vec![words, expected])]
                } else {
                    vec![Line::from(words), Line::raw(format!(" {amount}"))]
                }
            }
            Visible::Nothing if self.session.awaits_chances() => {
                vec![Line::styled(format!(" {}…", tr!("Finding how the games may end")), self.look.faint())]
            }
            Visible::Nothing if self.narrow => vec![Line::styled(format!(" {}", tr!("Nothing to decide yet.")), self.look.faint())],
            Visible::Nothing => vec![Line::styled(format!(" {}", tr!("Nothing to decide until the dice have fallen.")), self.look.faint())],
        };
        let mut here = Vec::new();
        if coach.is_some() {
            let (height, columns) = (usize::from(inner.height), usize::from(inner.width) - 2);
            let mut remarks = Vec::new();
            for (index, said) in self.session.said().iter().enumerate().filter(|(_, said)| said.tone == Tone::Coach) {
                let remark = wrapped(&responses::with_keys(said), columns);
                if remarks.len() + remark.len() + lines.len() <= height {
                    remarks.extend(remark.into_iter().map(|line| Line::styled(format!(" {line}"), self.look.coach())));
                    here.push(index);
                }
            }
            // They are about the last choice, the other lines about the next.
            lines.splice(0..0, remarks);
            let tally = self.tally();
            let left = height.saturating_sub(lines.len());
            lines.extend(std::iter::repeat_n(Line::raw(""), left.saturating_sub(tally.len())));
            lines.extend(tally.into_iter().take(left));
        }
        frame.render_widget(Paragraph::new(lines), inner);
        here
    }

    /// The amount of an option by the current objective.
    fn amount(&self, option: &TurnOption) -> String {
        let about = if self.session.is_approximate() { "≈" } else { "" };
        format!("{about}{}", self.session.worth_kind().amount(option))
    }

    /// The loss of an option as a negative number. If it ties with the best, a review says so.
    fn lost(&self, option: &TurnOption) -> String {
        let none = || if self.review.is_some() { tr!("optimal") } else { String::new() };
        self.session.worth_kind().loss(option).map_or_else(none, |loss| format!("-{loss}"))
    }

    /// An option, as an instruction if there is room. Dice to keep are told in the most words that fit into this many columns.
    fn words(&self, option: &TurnOption, columns: usize) -> String {
        let rules = self.session.rules();
        let instruction = match self.session.stage() {
            Stage::ToChoose { roll, .. } if self.large => Some(words::in_words(&option.action, &roll, rules)),
            _ => None,
        };
        match option.action {
            Action::Hold(hold) => {
                let told = if hold.is_empty() { tr!("Keep nothing") } else { tr!("Keep {}", *hold) };
                let fits = |words: &String| width(words) <= columns;
                instruction.into_iter().chain([told]).find(fits).unwrap_or_else(|| tr!("Keep {}", *hold))
            }
            Action::Score(placement) => instruction.unwrap_or_else(|| {
                let points = match placement.bonus {
                    Points::ZERO => placement.points.to_string(),
                    bonus => format!("{}+{bonus}", placement.points),
                };
                format!("{} {points}", rules.category(placement.category).title)
            }),
        }
    }

    /// The options, best first, with bars. The typed one, and in a review the one that was played, come last if they are not among the first.
    pub(super) fn options(&self, advice: &Advice, area: Rect) -> Vec<Line<'static>> {
        let choice = self.editor.choice(self.session);
        let room = usize::from(area.height).min(advice.options.len());
        let mut shown: Vec<&TurnOption> = advice.options.iter().take(room).collect();
        let played = self.session.was_played();
        let further = |action| advice.options.iter().position(|option| option.action == action).filter(|&at| at >= room);
        let mut further: Vec<usize> = [played, choice].into_iter().flatten().filter_map(further).collect();
        further.sort_unstable();
        further.dedup();
        for (place, at) in (room.saturating_sub(further.len())..room).zip(further) {
            shown[place] = &advice.options[at];
        }
        let width = usize::from(area.width);
        let title = self.title_width(area);
        let bar = width.saturating_sub(title + EXPECTED + LOSS + 4 + usize::from(self.review.is_some())).min(WIDEST_BAR);
        let line = |option: &&TurnOption| {
            let is_choice = choice.is_some_and(|choice| choice == option.action);
            let (is_best, share) = match option.worth {
                None => (option.loss == 0.0, option.loss / BAR_POINTS),
                Some(worth) => (worth.loss == 0.0, worth.loss / BAR_CHANCE),
            };
            let style = match (is_choice, is_best) {
                (true, _) => self.look.selected(),
                (false, true) => self.look.best(),
                (false, false) => Style::new(),
            };
            let marker = if is_choice { '›' } else { ' ' };
            let played = self.review.map_or("", |_| if played == Some(option.action) { "●" } else { " " });
            let words = Span::styled(format!("{marker}{played}{}", fit(&self.words(option, title), title)), style);
            let lost_style = if option.ties_with_best() { self.look.best() } else { self.look.loss() };
            if area.width < LEAST_FOR_BARS {
                return Line::from(vec![words, Span::styled(format!("{:>1$} ", self.lost(option), LOSS - 1), lost_style)]);
            }
            Line::from(vec![
                words,
                Span::styled(format!("{:>EXPECTED$}", self.amount(option)), style),
                Span::styled(format!("{:>LOSS$}  ", self.lost(option)), lost_style),
                Span::styled(
                    bars::bar((1.0 - share).clamp(0.0, 1.0) * bar as f64),
                    if is_best { self.look.best() } else { self.look.line() },
                ),
            ])
        };
        shown.iter().map(line).collect()
    }

    /// The count of decisions in a game to win. Their losses are chances, which are reviewed at the end.
    fn tally_to_win(&self) -> Vec<Line<'static>> {
        let decisions = decisions(self.player().decisions().count());
        vec![Line::styled(format!(" {decisions}{}", self.helped()), self.look.strong())]
    }

    /// How many decisions of the current player were made with help: `; 2 with help`; empty for none.
    fn helped(&self) -> String {
        match self.player().seat.aided(self.session.mode()) {
            0 => String::new(),
            aided => format!("; {}", tr!("{} with help", aided)),
        }
    }

    /// The coach's counts for the current player.
    fn tally(&self) -> Vec<Line<'static>> {
        let player = self.player();
        if self.session.plays_for() == PlaysFor::Win {
            return self.tally_to_win();
        }
        let tolerance = self.session.mode().coach.unwrap_or(0.0);
        let decisions = player.decisions().count();
        let mistakes = player.decisions().filter(|decision| decision.loss() > tolerance).count();
        if self.narrow {
            let lost = Line::raw(format!(" {}", tr!("lost so far: {}", decimal(player.review.loss, 2))));
            return vec![
                Line::styled(format!(" {}", counted!(mistakes, "no mistakes", "1 mistake", "{} mistakes")), self.look.strong()),
                lost,
            ];
        }
        let level = player.review.level().map_or_else(String::new, |level| format!(" · {}", words::level(level)));
        let aided = self.helped();
        let loss = decimal(player.review.loss, 2);
        let lost = match aided.as_str() {
            "" => tr!("lost by all choices so far: {} points", loss),
            _ => tr!("lost so far: {} points", loss),
        };
        let mistakes = counted!(mistakes, "no mistakes", "1 mistake", "{} mistakes");
        let decisions = self::decisions(decisions);
        vec![Line::styled(format!(" {decisions}, {mistakes}{level}"), self.look.strong()), Line::raw(format!(" {lost}{aided}"))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tests::{OWN, alone, picture, press};

    /// The loss and the length of the bar, in columns, of each shown option.
    fn bars(dice: &str) -> Vec<(f64, usize)> {
        let mut session = alone(OWN);
        press(&mut session, &format!("{dice}\n"));
        let Visible::All(advice) = session.shown() else { panic!("no advice") };
        let lines = picture(&session, 80, 24);
        let lines: Vec<&str> = lines.lines().skip_while(|line| !line.contains("the options")).skip(1).collect();
        let bar = |line: &&str| line.chars().filter(|letter| "▏▎▍▌▋▊▉█".contains(*letter)).count();
        advice.options.iter().map(|option| option.loss).zip(lines.iter().map(bar)).take(4).collect()
    }

    #[test]
    fn bars_have_the_same_scale_in_every_turn() {
        for dice in ["11666", "23456", "12346", "33366"] {
            let bars = bars(dice);
            let whole = bars[0].1 as f64;
            for &(loss, columns) in &bars {
                let wanted = whole * (1.0 - loss / BAR_POINTS).max(0.0);
                assert!((columns as f64 - wanted).abs() <= 1.0, "{dice}: {bars:?}");
            }
        }
    }
}
