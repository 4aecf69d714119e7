//! The end of the game: the winner, the parts of the score, and the most costly choices.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use yahtzee_dialogue::words;
use yahtzee_dialogue::words::winning::chance_then;
use yahtzee_solver::advise::ReviewedDecision;
use yahtzee_solver::language::decimal;
use yahtzee_solver::win::{WinDecision, WinReview};
use yahtzee_solver::{Action, Roll, TurnOption, tr};

use super::fit::{short, width, wrap};
use super::{Screen, cost};

/// From this width on, a mistake is shown in one line.
const WIDE: u16 = 90;

impl Screen<'_> {
    pub(super) fn result(&self, frame: &mut Frame<'_>, area: Rect) {
        let block = self.look.block(tr!("the result"));
        let inner = block.inner(area);
        let mut lines = self.summary(inner.width.into());
        let mistakes = self.mistakes();
        let each = if inner.width < WIDE { 2 } else { 1 };
        let room = usize::from(inner.height).saturating_sub(lines.len() + 2) / each;
        if mistakes.is_empty() {
            lines.extend([Line::raw(""), Line::raw(format!(" {}", tr!("No choice cost anything.")))]);
        } else if room > 0 {
            lines.extend([Line::raw(""), Line::styled(format!(" {}", tr!("The choices that cost most")), self.look.strong())]);
            lines.extend(mistakes.into_iter().take(room).flat_map(|mistake| self.mistake(&mistake, inner.width.into(), each == 1)));
        }
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    /// The winner, with the score as a sum; in a game to win, with the chance.
    fn summary(&self, columns: usize) -> Vec<Line<'static>> {
        let winners = self.session.winners().map_or_else(Vec::new, |text| wrap(&text, columns - 2, 3));
        let mut lines: Vec<_> = winners.into_iter().map(|line| Line::styled(format!(" {line}"), self.look.best())).collect();
        let review = &self.player().review;
        let summand =
            |number: String, wide: String, narrow: String| Line::raw(format!("{number:>8}  {}", if self.narrow { narrow } else { wide }));
        let win = self.session.win_review(self.session.shown_player());
        match win {
            Some(win) => {
                lines.push(summand(chance_then(win.start(), win.approximate), tr!("chance to win at the start"), tr!("at the start")));
                lines.push(summand(tr!("-{}%", decimal(100.0 * win.loss(), 2)), tr!("given away by choices"), tr!("given away")));
            }
            None => {
                lines.push(summand(decimal(review.expected_at_start, 2), tr!("expected at the start"), tr!("at the start")));
                lines.push(summand(words::signed(review.luck, 2), tr!("luck"), tr!("luck")));
                lines.push(summand(words::signed(-review.loss, 2), tr!("lost by choices"), tr!("lost by choices")));
                lines.extend(review.unjudged.map(|unjudged| summand(words::signed(unjudged, 2), tr!("not judged"), tr!("not judged"))));
            }
        }
        let seat = &self.player().seat;
        let advised = seat.is_advised(self.session.mode());
        let level = win.map_or_else(|| review.level(), WinReview::level).filter(|_| !advised);
        let level = level.map_or_else(String::new, |level| format!(", {}", words::level(level)));
        lines.push(Line::from(vec![
            Span::styled(format!("{:>8}", decimal(review.final_score, 2)), self.look.best()),
            Span::raw(format!("  {}{level}", if review.complete { tr!("final score") } else { tr!("expected final score") })),
        ]));
        if advised {
            lines.push(summand(String::new(), tr!("with advice, not rated"), tr!("not rated")));
        }
        let aided = seat.aided(self.session.mode());
        if aided > 0 {
            lines.push(summand(aided.to_string(), tr!("decisions with help"), tr!("with help")));
        }
        lines
    }

    /// The mistakes of the people, the most costly first.
    fn mistakes(&self) -> Vec<Mistake<'_>> {
        let mut mistakes: Vec<Mistake<'_>> = Vec::new();
        for index in self.session.looked_over() {
            let player = &self.session.players()[index];
            let mistake = |turn, roll, chosen: &TurnOption, best: &TurnOption, loss, cost| {
                let name = player.seat.name.as_str();
                Mistake { name, turn, roll, chosen: chosen.action, best: best.action, loss, cost }
            };
            match self.session.win_review(index) {
                Some(win) => mistakes.extend(win.mistakes().into_iter().map(|(turn, WinDecision { roll, chosen, best, .. })| {
                    let loss = chosen.worth.map_or(0.0, |worth| worth.loss);
                    mistake(turn.number, *roll, chosen, best, loss, tr!("{}%", decimal(100.0 * loss, 2)))
                })),
                None => mistakes.extend(player.review.mistakes().into_iter().map(|(turn, ReviewedDecision { roll, chosen, best, .. })| {
                    mistake(turn.number, *roll, chosen, best, chosen.loss, cost(chosen.loss))
                })),
            }
        }
        mistakes.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        mistakes
    }

    fn mistake(&self, mistake: &Mistake<'_>, columns: usize, on_one_line: bool) -> Vec<Line<'static>> {
        let rules = self.session.rules();
        let (chosen, best) = (words::in_short(&mistake.chosen, rules), words::in_short(&mistake.best, rules));
        let loss = Span::styled(format!("{:>8} ", mistake.cost), self.look.loss());
        let what = tr!("turn {}, {}: {}", mistake.turn, mistake.roll, chosen);
        let name = if self.session.looked_over().count() > 1 { format!("{}; ", mistake.name) } else { String::new() };
        let better = name + &tr!("better: {}", best);
        let room = columns - loss.width();
        if on_one_line {
            vec![Line::from(vec![loss, Span::raw(short(&format!("{what:<40} {better}"), room))])]
        } else {
            let indent = columns.saturating_sub(width(&better)).min(loss.width());
            let better = format!("{:indent$}{}", "", short(&better, columns));
            vec![Line::from(vec![loss, Span::raw(short(&what, room))]), Line::raw(better)]
        }
    }
}

/// A choice that cost points, or in a game to win a chance.
struct Mistake<'s> {
    name: &'s str,
    turn: usize,
    roll: Roll,
    chosen: Action,
    best: Action,
    loss: f64,
    /// The loss in words.
    cost: String,
}
