//! The parts of a loss.

use std::collections::BTreeMap;

use serde::Serialize;
use yahtzee_solver::advise::{Reason, Reasons, UpperStanding};
use yahtzee_solver::language::{decimal, with_mark};
use yahtzee_solver::solve::TurnWorths;
use yahtzee_solver::sorting::sort_by;
use yahtzee_solver::{Category, RuleSet, tr};

use crate::words;
use crate::words::WorthKind;
use crate::words::reasons::Bar;

/// The loss of an option against the best one, in parts that add up to it, in points. A part is negative if the option has more points there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LossParts {
    /// The points written this turn.
    pub turn: f64,
    /// The extra bonuses of this turn.
    pub extra_bonus: f64,
    /// The upper bonus, by its chance at the end of the game; null without the risks and with several steps: then it is part of `later`.
    pub upper_bonus: Option<f64>,
    /// The rest of the game: the points of the boxes left open, and the extra bonuses of later turns.
    pub later: f64,
}

impl LossParts {
    /// The parts of the rival's loss. `bonus_chances` are the chances of the upper bonus after the best option and after the rival, if known. `None`
    /// without a rival.
    pub(crate) fn new(reasons: &Reasons, bonus_chances: Option<[f64; 2]>, rules: &RuleSet) -> Option<LossParts> {
        let (best, rival) = (&reasons.best, reasons.rival.as_ref()?);
        let more = |mean: fn(&Reason) -> f64| mean(best) - mean(rival);
        let turn = more(|reason| reason.end.mean(|placement| placement.points.into()));
        let extra_bonus = more(|reason| reason.end.mean(|placement| placement.bonus.into()));
        let upper_bonus = match reasons.upper {
            // The chance of the first of several steps does not tell what the others bring.
            UpperStanding::Open { .. } => {
                rules.upper_bonus().only_step().zip(bonus_chances).map(|(step, [best, rival])| f64::from(step.points) * (best - rival))
            }
            // It is the same after both options.
            UpperStanding::NoBonus | UpperStanding::Reached | UpperStanding::OutOfReach => Some(0.0),
        };
        let later = rival.option.loss - best.option.loss - turn - extra_bonus - upper_bonus.unwrap_or_default();
        Some(LossParts { turn, extra_bonus, upper_bonus, later })
    }

    /// The loss.
    pub fn sum(&self) -> f64 {
        self.turn + self.extra_bonus + self.upper_bonus.unwrap_or_default() + self.later
    }

    /// The parts as a sentence, rounded so that they add up, and what this turn and later ones bring, for a picture. Equal parts are left out; `None` if
    /// fewer than two parts remain.
    pub(crate) fn in_words(&self) -> Option<(String, Vec<Bar>)> {
        let parts = [self.turn, self.extra_bonus, self.upper_bonus.unwrap_or_default(), self.later];
        let (parts, sum) = listed(&parts, 2, |index, points| match index {
            0 => tr!("this turn {}", points),
            1 => tr!("extra bonus {}", points),
            2 => tr!("upper bonus {}", points),
            _ => tr!("rest of the game {}", points),
        })?;
        let turn = self.turn + self.extra_bonus;
        let bars = [(tr!("this turn"), turn), (tr!("later"), self.sum() - turn)].map(|(words, points)| Bar { words, points });
        Some((tr!("In points: {}; together {}.", words::joined(parts, ", "), sum), bars.into()))
    }
}

/// The loss of an option in a chance or a utility against the best one, in parts that add up to it: one for each category in which the turn may end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WorthParts {
    /// The categories with their parts, the largest absolute value first. An option's amount in a category is the probability that the turn ends
    /// there times the mean worth after it; the part is the best option's amount less the rival's.
    pub(crate) by_category: Vec<(Category, f64)>,
    kind: WorthKind,
}

/// The most categories in the sentence.
const NAMED: usize = 4;

impl WorthParts {
    /// The parts of the rival's loss in worth. `worths` are the worths of this turn. `None` without a rival, or if the reasons are of another
    /// turn.
    pub(crate) fn new(reasons: &Reasons, worths: &TurnWorths, kind: WorthKind) -> Option<WorthParts> {
        let mut by_category = BTreeMap::<Category, f64>::new();
        for (reason, sign) in [(&reasons.best, 1.0), (reasons.rival.as_ref()?, -1.0)] {
            for (placement, chance) in reason.end.placements() {
                *by_category.entry(placement.category).or_default() += sign * chance * worths.after(placement)?;
            }
        }
        let mut by_category: Vec<(Category, f64)> = by_category.into_iter().collect();
        sort_by(&mut by_category, |(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
        Some(WorthParts { by_category, kind })
    }

    /// The loss.
    pub(crate) fn sum(&self) -> f64 {
        self.by_category.iter().map(|(_, part)| part).sum()
    }

    /// The parts as a sentence, rounded so that they add up. Names the largest. `None` if fewer than two parts differ.
    pub(crate) fn in_words(&self, rules: &RuleSet) -> Option<String> {
        let (named, others) = self.by_category.split_at(self.by_category.len().min(NAMED));
        let (units, decimals) = self.kind.units_and_decimals(self.sum())?;
        let others: f64 = others.iter().map(|(_, part)| part).sum();
        let parts: Vec<f64> = named.iter().map(|(_, part)| *part).chain([others]).map(|part| units * part).collect();
        let (parts, sum) = listed(&parts, decimals, |index, part| match named.get(index) {
            Some((category, _)) => words::joined([rules.category(*category).title.clone(), part], " "),
            None => tr!("elsewhere {}", part),
        })?;
        let parts = words::joined(parts, ", ");
        Some(match self.kind {
            WorthKind::Points | WorthKind::Utility | WorthKind::Turn => tr!("By where the turn ends: {}; together {}.", parts, sum),
            // All points of the game, times small differences of chances.
            WorthKind::Fewest => return None,
            WorthKind::Target | WorthKind::Win => tr!("By where the turn ends, in percentage points: {}; together {}.", parts, sum),
        })
    }
}

/// The parts that are not 0 after rounding, with their signs, and their sum. `named` formats a part. `None` if there are fewer than two, or the
/// numbers have too many digits to add up.
fn listed(parts: &[f64], decimals: usize, named: impl Fn(usize, String) -> String) -> Option<(Vec<String>, String)> {
    let units = 10f64.powi(decimals as i32);
    let rounded = rounded(&parts.iter().map(|part| part * units).collect::<Vec<_>>())?;
    let shown = rounded.iter().enumerate().filter(|(_, part)| **part != 0);
    let said: Vec<String> = shown.map(|(index, part)| named(index, with_mark(format!("{:+.decimals$}", *part as f64 / units)))).collect();
    let sum = decimal(rounded.iter().sum::<i64>() as f64 / units, decimals);
    (said.len() > 1).then_some((said, sum))
}

/// The largest number for [`rounded`]: f64 holds all whole numbers up to it.
const EXACT: f64 = (1u64 << 50) as f64;

/// Whole numbers close to the parts. The parts that rounding changes most are rounded the other way until the numbers add up to the rounded sum.
/// `None` if a part is too large or not a number.
fn rounded(parts: &[f64]) -> Option<Vec<i64>> {
    if !parts.iter().all(|part| part.abs() < EXACT / parts.len() as f64) {
        return None;
    }
    let sum = parts.iter().sum::<f64>().round() as i64;
    let mut rounded: Vec<i64> = parts.iter().map(|part| part.round() as i64).collect();
    loop {
        let missing = (sum - rounded.iter().sum::<i64>()).signum();
        let gap = |index: &usize| (parts[*index] - rounded[*index] as f64) * missing as f64;
        match (0..parts.len()).max_by(|a, b| gap(a).total_cmp(&gap(b))) {
            Some(index) if missing != 0 => rounded[index] += missing,
            _ => return Some(rounded),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;

    use yahtzee_solver::advise::SolvedTurn;
    use yahtzee_solver::dice::Face;
    use yahtzee_solver::evaluate::{Opponent, Opponents, Ties};
    use yahtzee_solver::space::StateSpace;
    use yahtzee_solver::{
        Action, Advisor, Dice, Follower, Game, Hold, Move, Objective, Points, Position, RerollsLeft, Roll, Rounds, RuleSet, Seed, Solver,
        Stage, TurnOption, Utility, ValueTable,
    };

    use super::*;
    use crate::{Effort, Question, Service};

    #[test]
    fn the_parts_add_up_to_the_loss() {
        for name in ["hasbro", "kniffel", "crag", "generala"] {
            check(&RuleSet::builtin(name).unwrap(), 400);
        }
    }

    #[test]
    #[ignore = "takes minutes: 10,000 pairs under every rule set that is soon solved"]
    fn many_parts_add_up_to_the_loss() {
        soon_solved().for_each(|rules| check(&rules, 10_000));
    }

    #[test]
    fn the_parts_of_a_chance_add_up_to_its_loss() {
        let small = RuleSet::parse(include_str!("../../front-ends/small.toml")).unwrap();
        for rules in [small, RuleSet::builtin("yacht").unwrap()] {
            check_worths(&rules, 600);
        }
    }

    #[test]
    #[ignore = "takes minutes: 10,000 pairs under every rule set that is soon solved"]
    fn many_parts_of_a_chance_add_up_to_its_loss() {
        soon_solved().for_each(|rules| check_worths(&rules, 10_000));
    }

    fn soon_solved() -> impl Iterator<Item = RuleSet> {
        let rules = RuleSet::builtin_names().map(|name| RuleSet::builtin(name).unwrap());
        rules.filter(|rules| StateSpace::bytes_needed(rules) < 100_000_000)
    }

    fn random_numbers() -> impl FnMut() -> usize {
        let mut seed = 1u64;
        move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize
        }
    }

    /// Calls `check` with the positions of random games until it has checked this many pairs of actions. It returns the number of checked pairs and
    /// the next action.
    fn in_random_games(rules: &RuleSet, most: usize, mut check: impl FnMut(Position, &mut dyn FnMut() -> usize) -> (usize, Action)) {
        let mut random = random_numbers();
        let mut game = Game::new(rules);
        let mut pairs = 0;
        while pairs < most {
            if game.is_complete() {
                game = Game::new(rules);
            }
            game.roll(game.next_roll(Seed::new(2), random() as u64).unwrap()).unwrap();
            let Stage::ToChoose { roll, rerolls_left } = game.stage() else { unreachable!() };
            let (checked, next) = check(Position::new(game.card().clone(), roll, rerolls_left).unwrap(), &mut random);
            pairs += checked;
            game.play(Move::Choice(next)).unwrap();
        }
    }

    /// Compares each part with its definition, for random pairs of actions; the later turns come from the values of the states. The parts add up to
    /// the loss.
    fn check(rules: &RuleSet, most: usize) {
        let table = Solver::new(rules).unwrap().solve().unwrap();
        let spread = Follower::new(&table).spread_table().unwrap();
        in_random_games(rules, most, |position, random| {
            let options = Question::new(position.clone()).work(&table, None).unwrap().advice.options;
            let action = options[random() % options.len()].action;
            let question = Question::new(position.clone()).comparing(&action).asking_why();
            let mut pairs = 0;
            for spread in [None, Some(&spread)] {
                let answer = question.clone().work(&table, spread).unwrap();
                let Some(parts) = answer.loss_parts() else { continue };
                let reasons = answer.reasons.as_ref().unwrap();
                let rival = reasons.rival.as_ref().unwrap();
                let after = |reason: &Reason| -> f64 {
                    reason.end.placements().iter().map(|(placement, chance)| chance * table.value(&placement.next).unwrap()).sum()
                };
                let bonus = parts.upper_bonus.unwrap_or_default();
                assert!((parts.sum() - rival.option.loss).abs() < 1e-9);
                assert!((parts.later + bonus - (after(&reasons.best) - after(rival))).abs() < 1e-9, "{position} {parts:?}");
                assert_eq!(answer.worth_parts(), None);
                pairs += 1;
            }
            // Any move, to reach another position.
            (pairs, options[random() % options.len().min(4)].action)
        });
    }

    /// The parts of a chance to reach a target, of a chance to win and of a utility, for the best action and each other one of random positions. They
    /// equal the naive ones, and add up to the loss.
    fn check_worths(rules: &RuleSet, most: usize) {
        let service = Service::new(Solver::new(rules).unwrap().solve().unwrap());
        let mean = service.table().expected_score() as i32;
        let against = Opponents::new(vec![Opponent::New, Opponent::Score(Points::new(mean as u32))], 0, Ties::Half).unwrap();
        let utility = Utility::new(&[(0, -2.0), (mean - 20, 0.5), (mean, 7.0), (mean + 30, 30.0)]).unwrap();
        let objectives = [Objective::Target(Points::new(mean as u32 + 10)), Objective::Against(against), Objective::Utility(utility)];
        let mut after = RollsAfter::new();
        let (mut worst, mut compared) = (0.0f64, 0);
        let ties = rules.category_count();
        for objective in objectives.map(Arc::new) {
            in_random_games(rules, most / 3, |position, random| {
                let solved = service.solve(&objective, position.card(), &Rounds::default(), &Effort::default()).unwrap();
                let question = Question::new(position.clone()).solved(solved.clone()).asking_why();
                let mut twin =
                    Twin { table: service.table(), position: &position, solved: &solved, after: &mut after, best: HashMap::new() };
                let options = question.clone().work(service.table(), None).unwrap().advice.options;
                let mut pairs = 0;
                for TurnOption { action, .. } in &options[1..] {
                    let answer = question.clone().comparing(action).work(service.table(), None).unwrap();
                    let parts = answer.worth_parts().unwrap();
                    let rival = answer.reasons.as_ref().unwrap().rival.as_ref().unwrap().option;
                    let [best, other] = [&options[0], &rival].map(|option| twin.after(option, position.rerolls_left()));
                    let wanted: Vec<f64> = best.iter().zip(&other).map(|(best, other)| best - other).collect();
                    for category in rules.categories().filter(|_| best[ties] == 0.0 && other[ties] == 0.0) {
                        let part = parts.by_category.iter().find(|(named, _)| *named == category).map_or(0.0, |(_, part)| *part);
                        assert!((part - wanted[category.index()]).abs() < 1e-9, "{position} {action:?}: {parts:?} for {wanted:?}");
                        compared += 1;
                    }
                    let off = (parts.sum() - rival.worth.unwrap().loss).abs();
                    assert!(off < 1e-9, "{position} {action:?}: {parts:?}");
                    worst = worst.max(off);
                    assert_eq!(answer.loss_parts(), None);
                    pairs += 1;
                }
                (pairs, options[random() % options.len().min(4)].action)
            });
        }
        println!("{}: {most} pairs, at most {worst:.1e} from the loss; {compared} parts compared", rules.name());
        assert!(compared > most, "too few parts are compared: {compared}");
    }

    /// The rolls after a hold, with their chances.
    type RollsAfter = HashMap<Dice, Vec<(Roll, f64)>>;

    /// The amounts of options by category, by definition, roll by roll. The entry after the categories counts ties between two actions on the way:
    /// the worth may then go through different categories.
    struct Twin<'a> {
        table: &'a ValueTable,
        position: &'a Position,
        solved: &'a SolvedTurn,
        after: &'a mut RollsAfter,
        best: HashMap<(Roll, RerollsLeft), Vec<f64>>,
    }

    impl Twin<'_> {
        fn after(&mut self, option: &TurnOption, rerolls_left: RerollsLeft) -> Vec<f64> {
            let mut parts = vec![0.0; self.table.rules().category_count() + 1];
            match option.action {
                Action::Score(placement) => parts[placement.category.index()] = option.worth.unwrap().value,
                Action::Hold(hold) => {
                    for (roll, chance) in self.rolls_after(&hold) {
                        let best = self.best(roll, rerolls_left.less_one().unwrap());
                        parts.iter_mut().zip(best).for_each(|(part, best)| *part += chance * best);
                    }
                }
            }
            parts
        }

        fn best(&mut self, roll: Roll, rerolls_left: RerollsLeft) -> Vec<f64> {
            if let Some(parts) = self.best.get(&(roll, rerolls_left)) {
                return parts.clone();
            }
            let position = Position::new(self.position.card().clone(), roll, rerolls_left).unwrap();
            let advice = Advisor::new(self.table).advise_by(&position, &self.solved.worths).unwrap();
            let mut parts = self.after(advice.best(), rerolls_left);
            if advice.options.iter().skip(1).any(|next| next.ties_with_best() && next.worth.unwrap().value != 0.0) {
                parts[self.table.rules().category_count()] += 1.0;
            }
            self.best.insert((roll, rerolls_left), parts.clone());
            parts
        }

        /// Tries every outcome of distinguishable dice.
        fn rolls_after(&mut self, hold: &Hold) -> Vec<(Roll, f64)> {
            let rules = self.table.rules();
            let free = (rules.dice() - hold.len()) as u32;
            let rolls = self.after.entry(**hold).or_insert_with(|| {
                let mut rolls = HashMap::new();
                for outcome in 0..6usize.pow(free) {
                    let pips = (0..free).map(|die| (outcome / 6usize.pow(die) % 6 + 1) as u8);
                    let dice = Dice::from_pips(hold.faces().map(Face::pips).chain(pips)).unwrap();
                    *rolls.entry(rules.roll(dice).unwrap()).or_default() += 1.0 / 6f64.powi(free as i32);
                }
                rolls.into_iter().collect()
            });
            rolls.clone()
        }
    }

    #[test]
    fn what_is_printed_adds_up() {
        let parts = LossParts { turn: 5.604, extra_bonus: 0.001, upper_bonus: Some(1.004), later: 1.764 };
        let (sentence, bars) = parts.in_words().unwrap();
        assert_eq!(sentence, "In points: this turn +5.60, upper bonus +1.00, rest of the game +1.77; together 8.37.");
        let [turn, later] = &bars[..] else { panic!("{bars:?}") };
        assert_eq!((&*turn.words, &*later.words), ("this turn", "later"));
        assert!((turn.points - 5.605).abs() < 1e-9 && (later.points - 2.768).abs() < 1e-9);
        let parts = LossParts { turn: -2.0, extra_bonus: 0.0, upper_bonus: None, later: 5.5 };
        assert_eq!(parts.in_words().unwrap().0, "In points: this turn -2.00, rest of the game +5.50; together 3.50.");
        let parts = LossParts { turn: 0.0, extra_bonus: 0.0, upper_bonus: Some(0.0), later: 1.0 };
        assert_eq!(parts.in_words(), None);
    }
    #[test]
    fn what_is_printed_of_a_chance_adds_up() {
        let rules = RuleSet::builtin("hasbro").unwrap();
        let parts = |kind, parts: &[(&str, f64)]| {
            let by_category = parts.iter().map(|(name, part)| (rules.category_named(name).unwrap(), *part)).collect();
            WorthParts { by_category, kind }.in_words(&rules).map(|said| said.to_string())
        };
        // Rounded one by one, the parts would be 10.01, -5.00 and 2.01, which add up to 7.02.
        assert_eq!(
            parts(WorthKind::Target, &[("ones", 0.10006), ("twos", -0.05004), ("sixes", 0.02006), ("chance", 0.00001)]).unwrap(),
            "By where the turn ends, in percentage points: Ones +10.01, Twos -5.01, Sixes +2.01; together 7.01."
        );
        let many = [("ones", 0.3), ("twos", -0.2), ("threes", 0.1), ("fours", -0.05), ("fives", 0.02), ("sixes", 0.01)];
        assert_eq!(
            parts(WorthKind::Win, &many).unwrap(),
            "By where the turn ends, in percentage points: Ones +30.00, Twos -20.00, Threes +10.00, Fours -5.00, elsewhere +3.00; together 18.00."
        );
        assert_eq!(
            parts(WorthKind::Utility, &[("ones", 5.0), ("twos", -4.5)]).unwrap(),
            "By where the turn ends: Ones +5.00000, Twos -4.50000; together 0.50000."
        );
        // Fewer than two visible parts.
        assert_eq!(parts(WorthKind::Target, &[("ones", 0.5), ("twos", 0.00001)]), None);
        assert_eq!(parts(WorthKind::Target, &[]), None);
        // Too large or too small to print.
        assert_eq!(parts(WorthKind::Utility, &[("ones", 1e300), ("twos", 1e299)]), None);
        assert_eq!(parts(WorthKind::Utility, &[("ones", 1e20), ("twos", -1e20)]), None);
        assert_eq!(parts(WorthKind::Utility, &[("ones", f64::NAN), ("twos", 1.0)]), None);
        assert_eq!(parts(WorthKind::Utility, &[("ones", 2e-20), ("twos", -1e-20)]), None);
    }
}
