//! What a loss is made of.

use serde::Serialize;
use yahtzee_solver::RuleSet;
use yahtzee_solver::advise::{Reason, Reasons, UpperStanding};

use crate::say;
use crate::text::Text;

/// What an option costs against the best one, in parts that add up to its loss, in points. A part is negative where the option has more than the best.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LossParts {
    /// The points written this turn.
    pub turn: f64,
    /// The extra bonuses of this turn.
    pub extra_bonus: f64,
    /// The upper bonus, by its chance at the end of the game; `None` if that is not known: then it is part of `later`.
    pub upper_bonus: Option<f64>,
    /// The boxes left open: what is written in them, and the extra bonuses of later turns.
    pub later: f64,
}

impl LossParts {
    /// What the rival costs. `bonus_chances` are the chances of the upper bonus after the best option and after the rival, if known. `None` without a rival.
    pub(crate) fn new(reasons: &Reasons, bonus_chances: Option<[f64; 2]>, rules: &RuleSet) -> Option<LossParts> {
        let (best, rival) = (&reasons.best, reasons.rival.as_ref()?);
        let more = |mean: fn(&Reason) -> f64| mean(best) - mean(rival);
        let turn = more(|reason| reason.end.mean(|placement| placement.points.into()));
        let extra_bonus = more(|reason| reason.end.mean(|placement| placement.bonus.into()));
        let upper_bonus = match reasons.upper {
            UpperStanding::Open { .. } => bonus_chances.map(|[best, rival]| f64::from(rules.upper_bonus().points) * (best - rival)),
            // It is the same after both.
            UpperStanding::NoBonus | UpperStanding::Reached | UpperStanding::OutOfReach => Some(0.0),
        };
        let later = rival.option.loss - best.option.loss - turn - extra_bonus - upper_bonus.unwrap_or_default();
        Some(LossParts { turn, extra_bonus, upper_bonus, later })
    }

    /// The loss.
    pub fn sum(&self) -> f64 {
        self.turn + self.extra_bonus + self.upper_bonus.unwrap_or_default() + self.later
    }

    /// The parts as a sentence, so rounded that they add up. What does not differ is left out; `None` if there is one part or none.
    pub fn in_words(&self) -> Option<Text> {
        let rounded = rounded([self.turn, self.extra_bonus, self.upper_bonus.unwrap_or_default(), self.later]);
        let in_points = |hundredths: i64| hundredths as f64 / 100.0;
        let [turn, extra_bonus, upper_bonus, later] =
            rounded.map(|hundredths| (hundredths != 0).then(|| format!("{:+.2}", in_points(hundredths))));
        let said = [
            turn.map(|points| say!("this turn {}", points)),
            extra_bonus.map(|points| say!("extra bonus {}", points)),
            upper_bonus.map(|points| say!("upper bonus {}", points)),
            later.map(|points| match self.upper_bonus {
                Some(_) => say!("boxes left open {}", points),
                None => say!("later turns {}", points),
            }),
        ];
        let said: Vec<Text> = said.into_iter().flatten().collect();
        let sum = format!("{:.2}", in_points(rounded.iter().sum()));
        (said.len() > 1).then(|| say!("In points: {}; together {}.", Text::joined(said, ", "), sum))
    }
}

/// The parts in hundredths. Those that rounding changes most are rounded the other way until they add up to the sum in hundredths.
fn rounded(parts: [f64; 4]) -> [i64; 4] {
    let exact = parts.map(|part| 100.0 * part);
    let sum = exact.iter().sum::<f64>().round() as i64;
    let mut rounded = exact.map(|part| part.round() as i64);
    loop {
        let missing = (sum - rounded.iter().sum::<i64>()).signum();
        let gap = |index: &usize| (exact[*index] - rounded[*index] as f64) * missing as f64;
        match (0..4).max_by(|a, b| gap(a).total_cmp(&gap(b))) {
            Some(index) if missing != 0 => rounded[index] += missing,
            _ => return rounded,
        }
    }
}

#[cfg(test)]
mod tests {
    use yahtzee_solver::space::StateSpace;
    use yahtzee_solver::{Follower, Game, Move, Position, RuleSet, Seed, Solver, Stage};

    use super::*;
    use crate::Question;

    #[test]
    fn the_parts_add_up_to_the_loss() {
        for name in ["hasbro", "kniffel", "crag", "generala"] {
            check(&RuleSet::builtin(name).unwrap(), 400);
        }
    }

    #[test]
    #[ignore = "takes minutes: 10,000 pairs under every rule set that is soon solved"]
    fn many_parts_add_up_to_the_loss() {
        let rules = RuleSet::builtin_names().map(|name| RuleSet::builtin(name).unwrap());
        let rules = rules.filter(|rules| StateSpace::bytes_needed(rules) < 100_000_000);
        rules.for_each(|rules| check(&rules, 10_000));
    }

    /// The naive twin: each part from its definition, for random pairs of actions; the later turns from the values of the states. They add up to the loss.
    fn check(rules: &RuleSet, most: usize) {
        let mut seed = 1u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize
        };
        let table = Solver::new(rules).unwrap().solve().unwrap();
        let spread = Follower::new(&table).spread_table().unwrap();
        let mut game = Game::new(rules);
        let mut pairs = 0;
        while pairs < most {
            if game.is_complete() {
                game = Game::new(rules);
            }
            game.roll(game.next_roll(Seed::new(2), random() as u64).unwrap()).unwrap();
            let Stage::ToChoose { roll, rerolls_left } = game.stage() else { unreachable!() };
            let position = Position::new(game.card().clone(), roll, rerolls_left).unwrap();
            let options = Question::new(position.clone()).answer(&table, None).unwrap().advice.options;
            let action = options[random() % options.len()].action;
            let question = Question::new(position.clone()).comparing(&action).asking_why();
            for spread in [None, Some(&spread)] {
                let answer = question.clone().answer(&table, spread).unwrap();
                let Some(parts) = answer.loss_parts() else { continue };
                let reasons = answer.reasons.as_ref().unwrap();
                let rival = reasons.rival.as_ref().unwrap();
                let after = |reason: &Reason| -> f64 {
                    reason.end.placements().iter().map(|(placement, chance)| chance * table.value(&placement.next).unwrap()).sum()
                };
                let bonus = parts.upper_bonus.unwrap_or_default();
                assert!((parts.sum() - rival.option.loss).abs() < 1e-9);
                assert!((parts.later + bonus - (after(&reasons.best) - after(rival))).abs() < 1e-9, "{position} {parts:?}");
                pairs += 1;
            }
            // Any move, to come to another position.
            game.play(Move::Choice(options[random() % options.len().min(4)].action)).unwrap();
        }
    }

    #[test]
    fn what_is_printed_adds_up() {
        let parts = LossParts { turn: 5.604, extra_bonus: 0.001, upper_bonus: Some(1.004), later: 1.764 };
        assert_eq!(
            parts.in_words().unwrap().to_string(),
            "In points: this turn +5.60, upper bonus +1.00, boxes left open +1.77; together 8.37."
        );
        let parts = LossParts { turn: -2.0, extra_bonus: 0.0, upper_bonus: None, later: 5.5 };
        assert_eq!(parts.in_words().unwrap().to_string(), "In points: this turn -2.00, later turns +5.50; together 3.50.");
        let parts = LossParts { turn: 0.0, extra_bonus: 0.0, upper_bonus: Some(0.0), later: 1.0 };
        assert_eq!(parts.in_words(), None);
    }
}
