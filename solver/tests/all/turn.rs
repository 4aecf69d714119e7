//! The ends of turns and the cost of goals, compared with their definitions: every outcome of every reroll is tried.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use crate::common::{Numbers, RollsAndHolds, builtin_table, random_game, sides, solve};
use yahtzee_solver::advise::{GoalError, UpperStanding};
use yahtzee_solver::{
    Action, Advisor, Dice, Goal, Hold, LookaheadStrategy, Objective, ObjectiveSolver, OptimalStrategy, Placement, Points, Position,
    RerollsLeft, Roll, RuleSet, Scorecard, Strategy, ValueTable,
};

/// Four dice, four rolls, forced placements and jokers, a bonus, and categories that overlap.
const SMALL: &str = r#"
name = "small"
source = "made up"
dice = 4
rolls = 4
[upper-bonus]
at = 20
points = 30
[[upper]]
name = "ones"
face = 1
[[upper]]
name = "fives"
face = 5
[[upper]]
name = "sixes"
face = 6
[[lower]]
name = "run"
straight = 3
points = 15
joker = 15
[[lower]]
name = "pairs"
groups = [2, 2]
points = "those-dice"
[[lower]]
name = "alike"
groups = [4]
points = 40
[further]
category = "alike"
[further.after-points]
place = "upper-then-lower"
joker = "upper-filled"
bonus = 25
[further.after-zero]
place = "any"
joker = "never"
"#;

fn tables() -> &'static [&'static ValueTable] {
    static TABLES: OnceLock<Vec<&ValueTable>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let small = Box::leak(Box::new(solve(&RuleSet::parse(SMALL).unwrap())));
        ["hasbro", "bullseye", "yatzy"].map(builtin_table).into_iter().chain([&*small]).collect()
    })
}

/// A table and a position of its game.
fn random_position(numbers: &mut Numbers) -> (&'static ValueTable, Scorecard, Roll, RerollsLeft) {
    let table = tables()[numbers.below(tables().len())];
    let rules = table.rules();
    let turns = numbers.below(rules.category_count());
    let rerolls_left = rules.rerolls_left(numbers.below(rules.rolls().into()) as u8).unwrap();
    let card = random_game(numbers, rules, turns).card().clone();
    let roll = Dice::from_pips((0..rules.dice()).map(|_| numbers.below(6) as u8 + 1)).unwrap();
    (table, card, rules.roll(roll).unwrap(), rerolls_left)
}

/// Every outcome of rolling the free dice of `hold`, one by one.
fn outcomes(rules: &RuleSet, hold: &Hold) -> Vec<Roll> {
    let outcome = |rolled: Vec<u8>| crate::common::roll_after(rules, hold, &rolled);
    crate::common::outcomes(rules, &crate::common::numbers_of(hold)).into_iter().map(outcome).collect()
}

/// Category, points and bonus of a placement, with the chance that the turn ends there.
type Ends = BTreeMap<(usize, Points, Points), f64>;

struct NaiveEnds<'a> {
    advisor: Advisor<'a>,
    card: &'a Scorecard,
    known: HashMap<(Roll, RerollsLeft), Ends>,
}

impl NaiveEnds<'_> {
    fn after_roll(&mut self, roll: Roll, rerolls_left: RerollsLeft) -> Ends {
        if let Some(ends) = self.known.get(&(roll, rerolls_left)) {
            return ends.clone();
        }
        let best = self.advisor.advise(&Position::new(self.card.clone(), roll, rerolls_left).unwrap()).unwrap().best().action;
        let ends = self.after(&best, rerolls_left);
        self.known.insert((roll, rerolls_left), ends.clone());
        ends
    }

    fn after(&mut self, option: &Action, rerolls_left: RerollsLeft) -> Ends {
        match option {
            Action::Score(placement) => Ends::from([((placement.category.index(), placement.points, placement.bonus), 1.0)]),
            Action::Hold(hold) => {
                let outcomes = outcomes(self.advisor.table().rules(), hold);
                let mut ends = Ends::new();
                for roll in &outcomes {
                    for (end, chance) in self.after_roll(*roll, rerolls_left.less_one().unwrap()) {
                        *ends.entry(end).or_default() += chance / outcomes.len() as f64;
                    }
                }
                ends
            }
        }
    }
}

#[test]
fn turns_end_where_the_definition_says() {
    let mut numbers = Numbers(1);
    for _ in 0..60 {
        let (table, card, roll, rerolls_left) = random_position(&mut numbers);
        let advisor = Advisor::new(table);
        let advice = advisor.advise(&Position::new(card.clone(), roll, rerolls_left).unwrap()).unwrap();
        let turn = OptimalStrategy::new(table).turn(&card.state()).unwrap();
        let mut naive = NaiveEnds { advisor: advisor.clone(), card: &card, known: HashMap::new() };
        let some = [0, 1, numbers.below(advice.options.len())];
        for option in some.iter().filter_map(|&option| advice.options.get(option)) {
            let end = turn.end_after(&option.action, rerolls_left).unwrap();
            let expected = naive.after(&option.action, rerolls_left);
            assert_eq!(end.placements().len(), expected.len(), "{card}");
            for ((placement, chance), (key, naive)) in end.placements().iter().zip(&expected) {
                assert_eq!((placement.category.index(), placement.points, placement.bonus), *key);
                assert!((chance - naive).abs() < 1e-12, "{chance} {naive}");
            }
            assert!((end.chance(|_| true) - 1.0).abs() < 1e-12);

            let categories = end.categories();
            assert!(categories.is_sorted_by(|a, b| a.probability >= b.probability));
            assert!((categories.iter().map(|end| end.probability).sum::<f64>() - 1.0).abs() < 1e-12);
            for end in &categories {
                let here = expected.iter().filter(|((category, ..), _)| *category == end.category.index());
                let (mut probability, mut points, mut zero) = (0.0, 0.0, 0.0);
                for ((_, written, _), chance) in here {
                    probability += chance;
                    points += chance * f64::from(*written);
                    zero += if *written == 0 { *chance } else { 0.0 };
                }
                assert!((end.probability - probability).abs() < 1e-12);
                assert!((end.mean - points / probability).abs() < 1e-9);
                assert!((end.zero - zero).abs() < 1e-12);
            }
            // The value of an option is the mean over the ends of the turn.
            let worth = |placement: &Placement| {
                let mut after = card.clone();
                after.write(placement).unwrap();
                advisor.expected_final(&after).unwrap()
            };
            assert!((end.mean(worth) - option.expected_final).abs() < 1e-9);
        }
    }
}

#[test]
fn reasons_name_the_best_and_another_objective() {
    let mut numbers = Numbers(2);
    let mut standings = [0; 4];
    for _ in 0..100 {
        let (table, card, roll, rerolls_left) = random_position(&mut numbers);
        let (rules, advisor) = (table.rules(), Advisor::new(table));
        let advice = advisor.advise(&Position::new(card.clone(), roll, rerolls_left).unwrap()).unwrap();
        let reasons = advisor.reasons(&advice, None).unwrap();
        assert_eq!(reasons.best.option, *advice.best());
        assert_eq!(reasons.rival.is_some(), advice.options.len() > 1);
        if let Some(rival) = &reasons.rival {
            assert!(advice.options[1..].contains(&rival.option));
            assert_eq!(reasons, advisor.reasons(&advice, Some(&rival.option)).unwrap());
        }
        let last = advice.options.last().unwrap();
        assert_eq!(advisor.reasons(&advice, Some(last)).unwrap().rival.unwrap().option, *last);
        // The most points that the open categories can add, computed naively: every die shows their face.
        let total = card.upper_total();
        let open = rules.categories().zip(rules.upper_faces()).filter(|(category, _)| card.get(*category).is_none());
        let most: Points = open
            .filter(|(_, face)| sides(rules).contains(&face.pips()))
            .map(|(_, face)| Points::from(face.pips()) * rules.dice() as u32)
            .sum();
        let [bonus] = rules.upper_bonus().steps() else { panic!("these rules all have a bonus") };
        let (reached, out_of_reach) = (total >= bonus.at, total + most < bonus.at);
        standings[match reasons.upper {
            UpperStanding::NoBonus => panic!("these rules all have a bonus"),
            UpperStanding::Reached => {
                assert!(reached);
                assert!((reasons.best.bonus_reached - 1.0).abs() < 1e-12);
                1
            }
            UpperStanding::OutOfReach => {
                assert!(out_of_reach);
                assert!((reasons.best.bonus_out_of_reach - 1.0).abs() < 1e-12);
                2
            }
            UpperStanding::Open { needed, most: said, points } => {
                assert!(!reached && !out_of_reach);
                assert_eq!((needed, said, points), (bonus.at - total, most, bonus.points));
                let end = &reasons.best.end;
                let reaches = end.chance(|placement| rules.is_upper(placement.category) && placement.points >= needed);
                assert!((reasons.best.bonus_reached - reaches).abs() < 1e-12);
                3
            }
        }] += 1;
    }
    assert!(standings[1..].iter().all(|&seen| seen > 0), "{standings:?}");
}

/// The best chance of a goal, and the best expected final score that goes with it.
#[derive(Clone, Copy)]
struct GoalValue {
    chance: f64,
    expected: f64,
}

struct NaiveGoal<'a> {
    advisor: Advisor<'a>,
    card: &'a Scorecard,
    goal: Goal,
    known: HashMap<(Roll, RerollsLeft), GoalValue>,
    known_holds: HashMap<(Hold, RerollsLeft), GoalValue>,
}

impl NaiveGoal<'_> {
    fn score(&self, placement: &Placement, roll: &Roll) -> GoalValue {
        let reached = self.goal.category().is_none_or(|category| category == placement.category && placement.points >= self.goal.points());
        let reached = reached && roll.contains(&self.goal.dice());
        let mut after = self.card.clone();
        after.write(placement).unwrap();
        GoalValue { chance: f64::from(u8::from(reached)), expected: self.advisor.expected_final(&after).unwrap() }
    }

    fn hold(&mut self, hold: &Hold, rerolls_left: RerollsLeft) -> GoalValue {
        if let Some(known) = self.known_holds.get(&(*hold, rerolls_left)) {
            return *known;
        }
        let outcomes = outcomes(self.advisor.table().rules(), hold);
        let mut mean = GoalValue { chance: 0.0, expected: 0.0 };
        for roll in &outcomes {
            let after = self.roll(*roll, rerolls_left.less_one().unwrap());
            mean.chance += after.chance / outcomes.len() as f64;
            mean.expected += after.expected / outcomes.len() as f64;
        }
        self.known_holds.insert((*hold, rerolls_left), mean);
        mean
    }

    fn roll(&mut self, roll: Roll, rerolls_left: RerollsLeft) -> GoalValue {
        if let Some(known) = self.known.get(&(roll, rerolls_left)) {
            return *known;
        }
        let rules = self.advisor.table().rules();
        let placements: Vec<Placement> = rules.placements(&self.card.state(), &roll, RerollsLeft::NONE).collect();
        let mut options: Vec<GoalValue> = placements.iter().map(|placement| self.score(placement, &roll)).collect();
        if rerolls_left != RerollsLeft::NONE {
            options.extend(roll.holds().iter().map(|hold| self.hold(hold, rerolls_left)));
        }
        // In these games, unequal chances differ by at least a millionth.
        let chance = options.iter().map(|option| option.chance).fold(0.0, f64::max);
        let with_chance = options.iter().filter(|option| chance - option.chance < 1e-9);
        let best = GoalValue { chance, expected: with_chance.map(|option| option.expected).fold(f64::MIN, f64::max) };
        self.known.insert((roll, rerolls_left), best);
        best
    }
}

#[test]
fn chances_of_goals_are_those_of_the_definition() {
    let mut numbers = Numbers(3);
    let mut chases = 0;
    for _ in 0..40 {
        let (table, card, roll, rerolls_left) = random_position(&mut numbers);
        // With four rolls of this game, some chances are too close together for the naive computation.
        let rules = table.rules();
        let rerolls_left = rerolls_left.min(RerollsLeft::new(2).unwrap());
        let open: Vec<_> = rules.categories().filter(|&category| card.get(category).is_none()).collect();
        let category = open[numbers.below(open.len())];
        let possible: Vec<Points> = rules.possible_points(category).iter().copied().filter(|points| *points > 0).collect();
        let points = if numbers.below(2) == 0 { Points::new(1) } else { possible[numbers.below(possible.len())] };
        let mut goal = Goal::new(rules, category, points.into()).unwrap();
        if numbers.below(3) == 0 {
            goal = goal.of(*roll.holds()[0], rules).unwrap();
        } else if numbers.below(5) == 0 {
            goal = Goal::parse(&roll.to_string(), rules).unwrap();
        }

        let advisor = Advisor::new(table);
        let advice = advisor.advise(&Position::new(card.clone(), roll, rerolls_left).unwrap()).unwrap();
        let chances = advisor.chase(&advice, goal).unwrap();
        let mut naive = NaiveGoal { advisor: advisor.clone(), card: &card, goal, known: HashMap::new(), known_holds: HashMap::new() };
        assert_eq!(chances.options.len(), advice.options.len());
        for chased in &chances.options {
            let expected = match &chased.option.action {
                Action::Hold(hold) => naive.hold(hold, rerolls_left),
                Action::Score(placement) => naive.score(placement, &roll),
            };
            assert!((chased.chance - expected.chance).abs() < 1e-12, "{} {}", chased.chance, expected.chance);
            assert!((chased.expected_chased - expected.expected).abs() < 1e-9, "{} {}", chased.expected_chased, expected.expected);
            assert!(chased.expected_chased <= chased.option.expected_final + 1e-9, "chasing is never better than optimal play");
            assert!(chased.option.expected_final <= advice.expected_final());
        }
        let best = naive.roll(roll, rerolls_left);
        assert!((chances.best().chance - best.chance).abs() < 1e-12);
        for pair in chances.options.windows(2) {
            let (first, second) = (&pair[0], &pair[1]);
            assert!(first.chance > second.chance || first.chance == second.chance && first.option.loss <= second.option.loss + 1e-10);
        }
        chases += usize::from(best.chance > 0.0 && best.chance < 1.0);
    }
    assert!(chases > 10, "{chases}");
}

/// A turn that maximises what it writes, with the extra bonus.
#[test]
fn points_of_the_turn_are_those_of_the_definition_and_of_the_greedy_strategy() {
    let mut numbers = Numbers(11);
    for _ in 0..40 {
        let (table, card, roll, rerolls_left) = random_position(&mut numbers);
        let (rules, advisor) = (table.rules(), Advisor::new(table));
        let position = Position::new(card.clone(), roll, rerolls_left).unwrap();
        let advice = advisor.advise_for(&position, &Objective::Turn).unwrap();
        let points = advisor.advise(&position).unwrap();
        let throws = RollsAndHolds::new(rules);
        let written = |placement: Placement| f64::from(placement.points + placement.bonus);
        let score = |roll: &Roll, _| rules.placements(&card.state(), roll, RerollsLeft::NONE).map(written).fold(0.0, f64::max);
        let after = rerolls_left.less_one().map(|left| throws.best(left.get(), score));
        let place = throws.rolls.iter().position(|other| *other == roll).unwrap();
        let held = |hold: &Hold| {
            let (_, hold) = roll.holds().into_iter().zip(&throws.holds[place]).find(|(other, _)| other == hold).unwrap();
            throws.mean(*hold, after.as_ref().unwrap())
        };
        assert_eq!(advice.options.len(), points.options.len());
        for option in &advice.options {
            let expected = match &option.action {
                Action::Hold(hold) => held(hold),
                Action::Score(placement) => written(*placement),
            };
            let worth = option.worth.unwrap();
            assert!((worth.value - expected).abs() < 1e-9 && worth.loss >= 0.0, "{card} {roll} {option:?} {expected}");
            let without = points.option(&option.action).unwrap();
            assert_eq!((option.expected_final, option.loss), (without.expected_final, without.loss));
        }
        assert!((advice.best().worth.unwrap().value - throws.best(rerolls_left.get(), score)[place]).abs() < 1e-9);
        let greedy = LookaheadStrategy::greedy(table.model()).turn(&card.state()).unwrap().choose(&roll, rerolls_left);
        assert!(advice.option(&greedy.unwrap()).unwrap().ties_with_best(), "{card} {roll} {rerolls_left}");
    }
}

#[test]
fn known_points_of_a_turn() {
    let table = tables()[0];
    let card = Scorecard::parse("1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=20 4k=20 ch=20", table.rules()).unwrap();
    for (roll, hold, points) in [("22336", "hold 23", 8.75), ("12346", "hold 1234", 95.0 / 3.0), ("13466", "hold 34", 145.0 / 12.0)] {
        let roll = table.rules().parse_roll(roll).unwrap();
        let position = Position::new(card.clone(), roll, table.rules().rerolls_left(1).unwrap()).unwrap();
        let best = *Advisor::new(table).advise_for(&position, &Objective::Turn).unwrap().best();
        assert_eq!(best.action.display(table.rules()).to_string(), hold);
        assert!((best.worth.unwrap().value - points).abs() < 1e-12, "{best:?}");
    }
    // The value of a turn before its first throw: a greedy player's points.
    let solver = ObjectiveSolver::new(table);
    let ones = Scorecard::parse("2s=6 3s=9 4s=12 5s=15 6s=18 3k=20 4k=20 ch=20 fh=25 ss=30 ls=40 y=0", table.rules()).unwrap();
    assert!((solver.worth(&Objective::Turn, &ones).unwrap() - 5.0 * 91.0 / 216.0).abs() < 1e-12);
    let mut full = ones.clone();
    full.write(
        &table.rules().place(&ones.state(), &table.rules().parse_roll("11234").unwrap(), RerollsLeft::NONE, ones_of(table)).unwrap(),
    )
    .unwrap();
    assert_eq!(solver.worth(&Objective::Turn, &full).unwrap(), 0.0);
    assert!(solver.utility(&Objective::Turn).is_err(), "no final score has a worth");
}

fn ones_of(table: &ValueTable) -> yahtzee_solver::Category {
    table.rules().category_named("ones").unwrap()
}

#[test]
fn known_chances_of_a_yahtzee() {
    let table = tables()[0];
    let (rules, advisor, card) = (table.rules(), Advisor::new(table), Scorecard::new(table.rules()));
    let goal = Goal::parse("y", rules).unwrap();
    let rerolls_left = rules.rerolls_left(2).unwrap();
    // From the start of the turn: 4.6029 % (Verhoeff, Yahtzee trivia).
    let chance = |roll: Roll| {
        let advice = advisor.advise(&Position::new(card.clone(), roll, rerolls_left).unwrap()).unwrap();
        advisor.chase(&advice, goal).unwrap().best().chance
    };
    let mean: f64 = table.model().rolls().map(|roll| chance(roll) * f64::from(roll.orders())).sum();
    assert!((mean / 7776.0 - 0.046029).abs() < 5e-7, "{}", mean / 7776.0);
    // Four alike: 1 - (5/6)^2.
    assert!((chance(rules.parse_roll("44443").unwrap()) - 11.0 / 36.0).abs() < 1e-15);
}

#[test]
fn a_forced_placement_keeps_a_roll_from_the_goal() {
    let rules = tables()[0].rules();
    let advisor = Advisor::new(tables()[0]);
    let card = Scorecard::parse("y=50", rules).unwrap();
    let goal = Goal::parse("chance=30", rules).unwrap();
    let chances = |card: &Scorecard, roll: &str| {
        let advice = advisor.advise(&Position::new(card.clone(), rules.parse_roll(roll).unwrap(), RerollsLeft::NONE).unwrap()).unwrap();
        advisor.chase(&advice, goal).unwrap().best().chance
    };
    assert_eq!(chances(&card, "66666"), 0.0, "it must go into the open sixes");
    assert_eq!(chances(&Scorecard::parse("y=50 6s=18", rules).unwrap(), "66666"), 1.0);
    let joker = Goal::parse("ls", rules).unwrap();
    let card = Scorecard::parse("y=0 2s=6", rules).unwrap();
    let advice = advisor.advise(&Position::new(card.clone(), rules.parse_roll("22222").unwrap(), RerollsLeft::NONE).unwrap()).unwrap();
    assert_eq!(advisor.chase(&advice, joker).unwrap().best().chance, 1.0);
}

#[test]
fn goals_that_make_no_sense() {
    let rules = tables()[0].rules();
    let error = |text: &str| Goal::parse(text, rules).unwrap_err().to_string();
    assert_eq!(error("fh=26"), "full-house=26: no roll scores as much there; the most is 25");
    assert_eq!(error("ones=0"), "ones=0 is no goal: at least 1 point, or leave '=0' out for any points");
    assert_eq!(
        error("ones=many"),
        "cannot read the goal 'ones=many': write a category, points in one, or dice, like yahtzee, chance=24, yahtzee of 4 or 22233"
    );
    assert!(error("full-hose").contains("did you mean 'full-house'?"));
    let advisor = Advisor::new(tables()[0]);
    let card = Scorecard::parse("1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=20 4k=20 fh=25 ss=30 y=0", rules).unwrap();
    let advice = advisor.advise(&Position::new(card.clone(), rules.parse_roll("12345").unwrap(), RerollsLeft::NONE).unwrap()).unwrap();
    let filled = advisor.chase(&advice, Goal::parse("y", rules).unwrap()).unwrap_err();
    assert_eq!(filled.to_string(), "yahtzee is filled already: a goal is an open category, large-straight, chance");
    assert!(matches!(filled, GoalError::Filled { .. }));
}
