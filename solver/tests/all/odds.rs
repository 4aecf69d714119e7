//! The odds of boxes: published figures, and the definition tried outcome by outcome.

use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;
use yahtzee_solver::advise::{BoxOdds, Ends, GoalError, Odds};
use yahtzee_solver::solve::MEMORY_LIMIT;
use yahtzee_solver::{Action, Advisor, Dice, Goal, Model, Points, Position, RerollsLeft, Roll, RuleSet, Scorecard, Solver, State};

use crate::common::{Numbers, cases, dice_of, rules_at_the_limits, rules_of_patterns, small_rules};

fn model(rules: &RuleSet) -> Model {
    Model::new(rules, MEMORY_LIMIT).unwrap()
}

/// The odds of a box in a whole turn of an empty card.
fn of_turn(model: &Model, goal: &str, throws: u8) -> BoxOdds {
    let card = Scorecard::new(model.rules());
    Odds::new(model, &card, None).unwrap().of(Goal::parse(goal, model.rules()).unwrap(), throws).unwrap()
}

fn of_position<'a>(model: &'a Model, position: &'a Position) -> Odds<'a> {
    Odds::new(model, position.card(), Some((*position.roll(), position.rerolls_left()))).unwrap()
}

fn close(found: f64, wanted: f64, within: f64) {
    assert!((found - wanted).abs() <= within, "{found} where {wanted} is known");
}

#[test]
fn known_odds_of_five_dice() {
    let hasbro = model(&RuleSet::builtin("hasbro").unwrap());
    for (goal, wanted, within) in [
        ("yahtzee", 0.046029, 5e-7),
        ("large-straight", 319_695_199.0 / 1_224_440_064.0, 1e-15),
        ("small-straight", 753_572_225.0 / 1_224_440_064.0, 1e-15),
        ("threes=9", 0.354849997978, 5e-13),
        ("ones=2", 0.6988386, 5e-8),
        ("ones=3", 0.35485, 5e-8),
        ("ones=4", 0.1044263, 5e-8),
        ("chance=15", 0.9979946, 5e-8),
        ("chance=20", 0.9095763, 5e-8),
        ("chance=25", 0.4167133, 5e-8),
        ("chance", 1.0, 0.0),
    ] {
        close(of_turn(&hasbro, goal, 0).chance.value, wanted, within);
    }
    let yatzy = model(&RuleSet::builtin("yatzy").unwrap());
    close(of_turn(&yatzy, "two-pairs", 0).chance.value, 0.7424185, 5e-8);
    close(of_turn(&yatzy, "small-straight", 0).chance.value, 0.1968291, 5e-8);
}

#[test]
fn known_odds_of_two_triples_and_of_a_run_from_one() {
    let short_maxi = RuleSet::parse(include_str!("../../../docs/examples/short-maxi.toml")).unwrap();
    close(of_turn(&model(&short_maxi), "house", 0).chance.value, 0.162580556393, 5e-13);

    let run = "name = 'run'\n[[lower]]\nname = 'four'\nfaces = [1, 2, 3, 4]\npoints = 1\n[[lower]]\nname = 'five'\nfaces = [1, 2, 3, 4, 5]\npoints = 1\n";
    let run = model(&RuleSet::parse(run).unwrap());
    close(of_turn(&run, "four", 0).chance.value, 0.4482046, 5e-8);
    close(of_turn(&run, "five", 0).chance.value, 0.1968291, 5e-8);
}

/// Yacht Dice of Archipelago simulated 100,000 turns for each of its boxes, by its own ways to keep dice (`worlds/yachtdice/YachtWeights.py`). None of its
/// chances is above the best one, and where keeping dice is simple they are equal.
#[test]
fn simulated_odds_of_yacht_dice() {
    let boxes = model(&RuleSet::parse(include_str!("../../../docs/examples/yacht-dice-boxes.toml")).unwrap());
    for (goal, simulated, is_best) in [
        ("micro-straight", 0.99881, false),
        ("three-odds", 0.98360, true),
        ("one-two-one", 0.53966, false),
        ("three-distinct", 0.99988, true),
        ("two-pair", 0.70538, false),
        ("two-one-two", 0.19900, false),
        ("five-distinct", 0.52308, true),
        ("four-and-five-full-house", 0.11212, true),
    ] {
        let best = of_turn(&boxes, goal, 0).chance.value;
        let error = 4.0 * (best * (1.0 - best) / 1e5).sqrt();
        assert!(simulated < best + error && (!is_best || simulated > best - error), "{goal}: {best}, simulated {simulated}");
    }
    for (roll, name, points) in [
        ("11234", "two-times-ones", 4),
        ("12233", "twos-and-threes", 10),
        ("13356", "sum-of-odds", 12),
        ("22466", "sum-of-evens", 20),
        ("33445", "double-threes-and-fours", 28),
        ("11256", "quadruple-ones-and-twos", 16),
    ] {
        let found = boxes.rules().points(boxes.rules().category_exact(name).unwrap(), &boxes.rules().parse_roll(roll).unwrap());
        assert_eq!(found, points, "{roll} in {name}");
    }
}

/// 11.0902 throws for a Yahtzee; a mean of a sixth is six throws with one die.
#[test]
fn known_throws_until_a_box_is_there() {
    let hasbro = model(&RuleSet::builtin("hasbro").unwrap());
    let yahtzee = of_turn(&hasbro, "yahtzee", 100);
    close(yahtzee.expected_throws.unwrap(), 11.0902, 5e-5);
    close(yahtzee.within[0], 6.0 / 7776.0, 1e-18);
    assert_eq!(yahtzee.within[2], yahtzee.chance.value);
    assert!(yahtzee.within.is_sorted() && yahtzee.within.len() == 100);
    // Play for the fewest throws misses at least as often as play for each number of throws.
    let missed: f64 = yahtzee.within.iter().map(|chance| 1.0 - chance).sum();
    assert!(1.0 + missed <= yahtzee.expected_throws.unwrap() + 1e-9, "{missed}");
    assert_eq!(of_turn(&hasbro, "chance", 0).expected_throws, Some(1.0));

    let die = model(&RuleSet::parse("name = 'die'\ndice = 1\nrolls = 2\n[[lower]]\nname = 'six'\nfaces = [6]\npoints = 10\n").unwrap());
    let six = of_turn(&die, "six", 2);
    close(six.expected_throws.unwrap(), 6.0, 1e-12);
    close(six.mean.unwrap().value, 10.0 * 11.0 / 36.0, 1e-14);
    assert_eq!(six.within, [1.0 / 6.0, 11.0 / 36.0]);
}

#[test]
fn odds_from_dice_say_what_to_keep() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    let model = model(&rules);
    let odds = |position: &str, goal: &str, throws| {
        let position = Position::parse(position, &rules).unwrap();
        of_position(&model, &position).of(Goal::parse(goal, &rules).unwrap(), throws).unwrap()
    };
    let said = |action: Option<Action>| action.map(|action| action.display(&rules).to_string());
    let four = odds("44443 rerolls=2", "yahtzee", 3);
    close(four.chance.value, 11.0 / 36.0, 1e-16);
    assert_eq!(said(four.chance.action).as_deref(), Some("hold 4444"));
    close(four.mean.unwrap().value, 50.0 * 11.0 / 36.0, 1e-14);
    close(four.expected_throws.unwrap(), 6.0, 1e-12);
    assert_eq!(four.within, [1.0 / 6.0, 11.0 / 36.0, 91.0 / 216.0]);

    let there = odds("55555", "yahtzee", 1);
    assert_eq!((there.chance.value, there.expected_throws), (1.0, Some(0.0)));
    assert_eq!(said(there.chance.action).as_deref(), Some("score yahtzee=50"));
    let last = odds("13356 rerolls=0", "yahtzee", 0);
    assert_eq!((last.chance.value, last.chance.action, last.within.len()), (0.0, None, 0));
    let last = odds("13356 rerolls=0", "chance", 0);
    assert_eq!(said(last.mean.unwrap().action).as_deref(), Some("score chance=18"));

    // The rules force a further Yahtzee into the open sixes.
    let forced = odds("66666 rerolls=0 y=50", "chance=30", 0);
    assert_eq!(forced.chance.value, 0.0);
    assert_eq!(odds("66666 rerolls=0 y=50 6s=18", "chance=30", 0).chance.value, 1.0);
    // A joker.
    assert_eq!(odds("66666 rerolls=0 y=50 6s=18", "large-straight", 0).mean.unwrap().value, 40.0);
}

#[test]
fn no_odds_are_errors() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    let model = model(&rules);
    let other = Scorecard::new(&RuleSet::builtin("yatzy").unwrap());
    assert!(Odds::new(&model, &other, None).is_err());
    let full = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=20 4k=20 fh=25 ss=30 ls=40 y=0 ch=20";
    let full = Odds::new(&model, &Scorecard::parse(full, &rules).unwrap(), None).map(|_| ()).unwrap_err();
    assert_eq!(full.to_string(), "the game is over: no category is open");
    let card = Scorecard::parse("y=50", &rules).unwrap();
    let error = Odds::new(&model, &card, None).unwrap().of(Goal::parse("y", &rules).unwrap(), 0).unwrap_err();
    assert!(matches!(error, GoalError::Filled { .. }), "{error}");
}

/// How many dice are alike at the end of a turn that is played for a Yahtzee: by the number of alike dice after each throw, from 1 to 5, whose chances are
/// those of throwing the others.
fn alike_after(throws: usize) -> [f64; 6] {
    // By brute force: all outcomes of the dice that are not among the most alike ones, which show face 1.
    let step = |alike: usize| {
        let free = 5 - alike;
        let mut after = [0.0; 6];
        for outcome in 0..6usize.pow(free as u32) {
            let mut counts = [0; 6];
            counts[0] = alike;
            (0..free).for_each(|die| counts[outcome / 6usize.pow(die as u32) % 6] += 1);
            after[*counts.iter().max().unwrap()] += 6f64.powi(-(free as i32));
        }
        after
    };
    let mut chances = step(0);
    for _ in 1..throws {
        let before = chances;
        chances = [0.0; 6];
        for (alike, before) in before.into_iter().enumerate().skip(1) {
            step(alike).into_iter().zip(&mut chances).for_each(|(chance, sum)| *sum += before * chance);
        }
    }
    chances
}

#[test]
fn known_ends_of_turns() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    let (model, card) = (model(&rules), Scorecard::new(&rules));
    let ends = |goal| Odds::new(&model, &card, None).unwrap().ends(Goal::parse(goal, &rules).unwrap()).unwrap();
    let yahtzee = ends("yahtzee");
    for ((alike, found), known) in yahtzee.right.iter().enumerate().zip([0.0, 0.0008, 0.2560, 0.4524, 0.24476, 0.046029]) {
        close(*found, known, 1e-4);
        close(*found, alike_after(3)[alike], 1e-12);
    }
    assert_eq!(yahtzee.points.iter().map(|end| end.points.get()).collect::<Vec<_>>(), [0, 50]);
    close(yahtzee.points[1].chance, yahtzee.right[5], 1e-15);
    // Who wants three threes goes on with three of them.
    let threes = ends("threes=9");
    close(threes.points[5].chance, of_turn(&model, "threes=15", 0).chance.value, 1e-14);
    assert!(ends("22233").points.is_empty());
}

/// Dice that are kept, exact points and given faces, each from a count of outcomes.
#[test]
fn known_odds_of_other_questions() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    let (model, card) = (model(&rules), Scorecard::new(&rules));
    let kept = |dice, left, goal| {
        let odds = Odds::new(&model, &card, Some((Dice::parse(dice).unwrap(), RerollsLeft::new(left).unwrap())));
        odds.map(|odds| odds.of(Goal::parse(goal, &rules).unwrap(), 0).unwrap().chance.value)
    };
    assert_eq!(kept("33", 1, "full-house"), Ok(5.0 / 54.0));
    assert_eq!(kept("4444", 2, "yahtzee"), Ok(11.0 / 36.0));
    assert!(kept("444444", 1, "yahtzee").is_err() && kept("44", 0, "yahtzee").is_err() && kept("44", 3, "yahtzee").is_err());
    // All five dice must become fours, so each alone does within three throws.
    close(of_turn(&model, "yahtzee of 4", 0).chance.value, (91f64 / 216.0).powi(5), 1e-15);
    close(of_turn(&model, "44444", 0).chance.value, (91f64 / 216.0).powi(5), 1e-15);
    let once = of_turn(&model, "22233", 1);
    close(once.within[0], 10.0 / 7776.0, 1e-18);
    assert_eq!(once.mean, None);
    assert_eq!(of_turn(&model, "666", 1).within[0], 276.0 / 7776.0);
    let exactly = |goal: &str| Goal::parse(goal, &rules).unwrap().exactly(&rules);
    let found = Odds::new(&model, &card, None).unwrap().of(exactly("chance=30").unwrap(), 0).unwrap();
    assert_eq!(found.chance.value, of_turn(&model, "chance=30", 0).chance.value);
    assert_eq!(exactly("chance=4").unwrap_err().to_string(), "chance=4: no roll scores that there; possible are 0 or 5 to 30");
    assert!(exactly("22233").is_err() && Goal::parse("222334", &rules).is_err() && Goal::parse("2 2 7", &rules).is_err());
    let yahtzee = of_turn(&model, "yahtzee", 0);
    close(yahtzee.expected_turns().unwrap(), 21.73, 5e-3);
    close(yahtzee.once_in(13), 0.4580, 5e-5);
    close(yahtzee.once_in(13), 1.0 - (1.0 - yahtzee.chance.value).powi(13), 1e-14);
}

/// A turn in which most of the throws were saved: more outcomes than a whole number of 128 bits can count.
#[test]
fn many_saved_throws() {
    let rules = RuleSet::builtin("maxi-yatzy-saved").unwrap();
    let card = "1s=0 2s=0 3s=0 4s=0 5s=0 6s=0 saved=12";
    let card = Scorecard::parse(card, &rules).unwrap();
    let base = card.filled().fold(yahtzee_solver::rules::Filled::NONE, |filled, (category, _)| filled.with(category));
    let model = Model::from(&rules, base, 8_000_000_000).unwrap();
    let odds = Odds::new(&model, &card, None).unwrap();
    assert_eq!(odds.throws(), 15);
    let yatzy = odds.goals().into_iter().find(|goal| rules.category(goal.category().unwrap()).name == "maxi-yatzy").unwrap();
    let found = odds.of(yatzy, 15).unwrap();
    assert_eq!(found.within[14], found.chance.value);
    let plain = RuleSet::builtin("maxi-yatzy").unwrap();
    let plain = Model::from(&plain, base, 8_000_000_000).unwrap();
    let card = Scorecard::parse("1s=0 2s=0 3s=0 4s=0 5s=0 6s=0", plain.rules()).unwrap();
    let without = Odds::new(&plain, &card, None).unwrap().of(yatzy, 15).unwrap();
    for (saved, without) in found.within.iter().zip(&without.within) {
        close(*saved, *without, 1e-15);
    }
}

/// The same for the goal of an advice.
#[test]
fn goals_with_many_saved_throws() {
    let toml = "name = 'saved'\ndice = 6\nrolls = 5\nsaved-throws = true\n[[lower]]\nname = 'one'\npoints = 'all-dice'\nany = true\n\
                [[lower]]\nname = 'two'\npoints = 'all-dice'\nany = true\n[[lower]]\nname = 'alike'\ngroups = [6]\npoints = 50\n";
    let rules = RuleSet::parse(toml).unwrap();
    let table = Solver::new(&rules).unwrap().solve().unwrap();
    let advisor = Advisor::new(&table);
    let position = Position::parse("555551 rerolls=12 one=20 two=20 saved=8", &rules).unwrap();
    let chances = advisor.chase(&advisor.advise(&position).unwrap(), Goal::parse("alike", &rules).unwrap()).unwrap();
    close(chances.best().chance, 1.0 - (5f64 / 6.0).powi(12), 1e-14);
}

/// Every outcome of rolling the free dice of a hold, one by one.
fn outcomes(rules: &RuleSet, hold: &Dice) -> Vec<Roll> {
    let outcome = |rolled: Vec<u8>| crate::common::roll_after(rules, hold, &rolled);
    crate::common::outcomes(rules, &crate::common::numbers_of(hold)).into_iter().map(outcome).collect()
}

/// A throw after all that may pay other points: no turn has more.
const LATER: usize = 8;

/// The definition: the best mean of a number at the end of a turn.
struct Naive<'a> {
    rules: &'a RuleSet,
    /// The same rules with two throws more in each turn: what they pay without a reroll, a later throw than the only one pays.
    longer: RuleSet,
    state: State,
    goal: Goal,
    /// Whether it counts points, and not whether the goal is reached.
    counts_points: bool,
    known: HashMap<(Roll, u8, usize), f64>,
}

impl<'a> Naive<'a> {
    fn new(rules: &'a RuleSet, state: State, goal: Goal, counts_points: bool) -> Naive<'a> {
        let rolls = rules.rolls();
        let longer = rules.toml().replace(&format!("rolls = {rolls}\n"), &format!("rolls = {}\n", rolls + 2));
        let longer = RuleSet::parse(&longer).unwrap();
        assert_eq!(longer.rolls(), rolls + 2);
        Naive { rules, longer, state, goal, counts_points, known: HashMap::new() }
    }

    /// Whether the goal is reached, and the points in its box, for each placement there, on a throw that follows this many of its turn. After the last
    /// throw of a turn, all pay as it does.
    fn written(&self, roll: Roll, nth: usize) -> Vec<(bool, u32)> {
        let most = self.rules.rerolls_with(self.state.throws).get();
        let rules = if most == 0 && nth > 0 { &self.longer } else { self.rules };
        let left = RerollsLeft::new(most.saturating_sub(nth as u8)).unwrap();
        let placements = rules.placements(&self.state, &roll, left);
        let wanted = self.goal.points();
        let has_dice = roll.contains(&self.goal.dice());
        let Some(category) = self.goal.category() else { return vec![(has_dice, 0)] };
        let here = placements.filter(|placement| placement.category == category).map(|placement| placement.points);
        here.map(|points| (has_dice && points >= wanted && (points == wanted || !self.goal.is_exact()), points.get())).collect()
    }

    fn score(&self, roll: Roll, nth: usize) -> f64 {
        let worth = |(is_reached, points)| if self.counts_points { f64::from(points) } else { f64::from(u8::from(is_reached)) };
        self.written(roll, nth).into_iter().map(worth).fold(0.0, f64::max)
    }

    /// The most dice that each roll has in common with one that reaches the goal: on the last throw of those on which any does.
    fn near(&self) -> HashMap<Roll, usize> {
        let reached = |nth| {
            self.rules.all_rolls().filter(|roll| self.written(*roll, nth).iter().any(|(is_reached, _)| *is_reached)).collect::<Vec<_>>()
        };
        let reached = (0..=LATER).rev().map(reached).find(|rolls| !rolls.is_empty()).unwrap_or_default();
        let common = |a: &Roll, b: &Roll| a.counts().iter().zip(b.counts()).map(|(a, b)| usize::from(*a.min(b))).sum();
        self.rules.all_rolls().map(|roll| (roll, reached.iter().map(|other| common(&roll, other)).max().unwrap_or(0))).collect()
    }

    fn hold(&mut self, hold: &Dice, rerolls_left: u8, nth: usize) -> f64 {
        let outcomes = outcomes(self.rules, hold);
        outcomes.iter().map(|roll| self.roll(*roll, rerolls_left - 1, nth + 1)).sum::<f64>() / outcomes.len() as f64
    }

    fn roll(&mut self, roll: Roll, rerolls_left: u8, nth: usize) -> f64 {
        let key = (roll, rerolls_left, nth.min(LATER));
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mut best = self.score(roll, nth);
        if rerolls_left > 0 {
            best = roll.holds().iter().fold(best, |best, hold| best.max(self.hold(hold, rerolls_left, nth)));
        }
        self.known.insert(key, best);
        best
    }

    fn turn(&mut self, throws: u8) -> f64 {
        let outcomes = outcomes(self.rules, &Dice::NONE);
        outcomes.iter().map(|roll| self.roll(*roll, throws - 1, 0)).sum::<f64>() / outcomes.len() as f64
    }

    /// The least mean number of throws to come once each of the rolls of a throw is thrown again: by iterating the definition for a later throw, until
    /// nothing changes, and then step by step for those before it.
    fn throws(&self, nth: usize) -> HashMap<Roll, f64> {
        let rolls: Vec<Roll> = self.rules.all_rolls().collect();
        let places: HashMap<Roll, usize> = rolls.iter().copied().zip(0..).collect();
        // For each hold of each roll, the chances of the rolls after it.
        let after = |hold: &Dice| {
            let outcomes = outcomes(self.rules, hold);
            let mut chances = vec![0.0; rolls.len()];
            outcomes.iter().for_each(|roll| chances[places[roll]] += 1.0 / outcomes.len() as f64);
            chances
        };
        let mut of_hold: HashMap<Dice, Vec<f64>> = HashMap::new();
        let holds: Vec<Vec<Vec<f64>>> = rolls
            .iter()
            .map(|roll| roll.holds().iter().map(|hold| of_hold.entry(**hold).or_insert_with(|| after(hold)).clone()).collect())
            .collect();
        let reached = |nth| rolls.iter().map(|roll| self.score(*roll, nth) > 0.0).collect::<Vec<bool>>();
        let mut throws = vec![if reached(LATER).contains(&true) { 0.0 } else { f64::INFINITY }; rolls.len()];
        let before = |throws: &[f64], reached: &[bool]| -> Vec<f64> {
            let worth: Vec<f64> = throws.iter().zip(reached).map(|(throws, reached)| if *reached { 0.0 } else { *throws }).collect();
            let mean =
                |chances: &Vec<f64>| 1.0 + chances.iter().zip(&worth).filter(|(p, _)| **p > 0.0).map(|(p, worth)| p * worth).sum::<f64>();
            holds.iter().map(|holds| holds.iter().map(mean).fold(f64::INFINITY, f64::min)).collect()
        };
        let of_later = reached(LATER);
        for _ in 0..10_000 {
            let next = before(&throws, &of_later);
            if std::mem::replace(&mut throws, next) == throws {
                break;
            }
        }
        for next in (nth + 1..LATER).rev() {
            throws = before(&throws, &reached(next));
        }
        rolls.into_iter().zip(throws).collect()
    }

    /// The least mean number of throws from the start of the turn, or from a roll on.
    fn expected_throws(&self, from: Option<(Roll, usize)>) -> Option<f64> {
        let nth = from.map_or(0, |(_, nth)| nth);
        let throws = self.throws(nth);
        let to_come = |roll: &Roll| if self.score(*roll, nth) > 0.0 { 0.0 } else { throws[roll] };
        let throws = match from {
            Some((roll, _)) => to_come(&roll),
            None => {
                let outcomes = outcomes(self.rules, &Dice::NONE);
                1.0 + outcomes.iter().map(to_come).sum::<f64>() / outcomes.len() as f64
            }
        };
        Some(throws).filter(|throws| throws.is_finite())
    }
}

/// What a turn ends with: the chance of the goal, the mean of the points, and the chances of each number of points and of right dice.
#[derive(Clone, Default)]
struct Ended {
    chance: f64,
    mean: f64,
    points: BTreeMap<u32, f64>,
    right: BTreeMap<usize, f64>,
}

impl Ended {
    fn add(&mut self, other: &Ended, times: f64) {
        self.chance += other.chance * times;
        self.mean += other.mean * times;
        other.points.iter().for_each(|(points, chance)| *self.points.entry(*points).or_default() += chance * times);
        other.right.iter().for_each(|(right, chance)| *self.right.entry(*right).or_default() += chance * times);
    }

    fn is_better(&self, other: &Ended) -> bool {
        let by = self.chance - other.chance;
        by > 1e-12 || (by > -1e-12 && self.mean > other.mean + 1e-9)
    }

    fn is_like(&self, other: &Ended) -> bool {
        let like = |a: f64, b: Option<&f64>| (a - b.copied().unwrap_or(0.0)).abs() < 1e-9;
        let points = self.points.iter().all(|(points, chance)| like(*chance, other.points.get(points)));
        points && self.right.iter().all(|(right, chance)| like(*chance, other.right.get(right)))
    }
}

/// The same, outcome by outcome. `None` where plays that are as good end otherwise.
struct NaiveEnds<'a> {
    naive: Naive<'a>,
    near: HashMap<Roll, usize>,
    known: HashMap<(Roll, u8, usize), Option<Ended>>,
}

impl NaiveEnds<'_> {
    fn hold(&mut self, hold: &Dice, rerolls_left: u8, nth: usize) -> Option<Ended> {
        let outcomes = outcomes(self.naive.rules, hold);
        let mut ended = Ended::default();
        for roll in &outcomes {
            ended.add(&self.roll(*roll, rerolls_left, nth)?, 1.0 / outcomes.len() as f64);
        }
        Some(ended)
    }

    fn roll(&mut self, roll: Roll, rerolls_left: u8, nth: usize) -> Option<Ended> {
        let key = (roll, rerolls_left, nth);
        if !self.known.contains_key(&key) {
            let found = self.find(roll, rerolls_left, nth);
            self.known.insert(key, found);
        }
        self.known[&key].clone()
    }

    fn find(&mut self, roll: Roll, rerolls_left: u8, nth: usize) -> Option<Ended> {
        let (is_reached, points) = self.naive.written(roll, nth).into_iter().max().unwrap_or_default();
        let right = if is_reached { roll.len() } else { self.near[&roll].min(roll.len() - 1) };
        let chance = f64::from(u8::from(is_reached));
        let scored = Ended { chance, mean: points.into(), points: [(points, 1.0)].into(), right: [(right, 1.0)].into() };
        let mut all = vec![scored];
        if rerolls_left > 0 {
            for hold in roll.holds() {
                all.push(self.hold(&hold, rerolls_left - 1, nth + 1)?);
            }
        }
        let best = all.iter().fold(&all[0], |best, ended| if ended.is_better(best) { ended } else { best }).clone();
        let is_clear = all.iter().all(|ended| best.is_better(ended) || ended.is_like(&best));
        is_clear.then_some(best)
    }
}

fn same_ends(found: &Ends, wanted: &Ended) {
    close(found.points.iter().map(|end| f64::from(end.points) * end.chance).sum(), wanted.mean, 1e-9);
    close(found.right.iter().sum(), 1.0, 1e-12);
    close(found.right.last().copied().unwrap(), wanted.chance, 1e-12);
    let points = found.points.iter().map(|end| (end.points.get(), end.chance)).collect();
    let found = Ended { points, right: found.right.iter().copied().enumerate().collect(), ..wanted.clone() };
    assert!(
        found.is_like(wanted) || found.points.is_empty(),
        "{:?} {:?}\n{:?} {:?}",
        found.points,
        wanted.points,
        found.right,
        wanted.right
    );
}

fn odds_agree_with_the_definition(toml: &str, seed: u64) {
    let rules = RuleSet::parse(toml).unwrap();
    let mut numbers = Numbers(seed);
    let mut game = yahtzee_solver::Game::new(&rules);
    let turns = numbers.below(rules.category_count());
    numbers.play_on(&mut game, turns);
    let card = game.card().clone();
    let model = model(&rules);
    let open: Vec<_> = rules.categories().filter(|&category| card.is_open(category)).collect();
    let category = open[numbers.below(open.len())];
    let possible: Vec<Points> = rules.possible_points(category).iter().copied().filter(|points| *points > 0).collect();
    let Some(points) = possible.get(numbers.below(possible.len().max(1))) else { return };
    let mut goal = Goal::new(&rules, category, u64::from(points.get())).unwrap();
    let sides = crate::common::sides(&rules);
    let mut dice = |count: usize| dice_of(&(0..count).map(|_| sides[numbers.below(sides.len())]).collect::<Vec<_>>());
    let (given, roll) = (dice(1 + seed as usize % rules.dice()), rules.roll(dice(rules.dice())).unwrap());
    // Points alone, exact ones, points with given dice, and dice alone.
    match numbers.below(5) {
        0 => goal = goal.exactly(&rules).unwrap(),
        1 => goal = goal.of(given, &rules).unwrap(),
        2 => {
            // The text of a single die may be the name of a box.
            let text = rules.die().text_of(&given);
            goal = Goal::parse(&text, &rules).unwrap();
            if goal.category().is_some() {
                goal = Goal::new(&rules, category, 1).unwrap();
            }
        }
        _ => {}
    }
    let naive = |counts_points| Naive::new(&rules, card.state(), goal, counts_points);
    let (mut chances, mut means) = (naive(false), naive(true));
    // With more dice the definition takes long.
    let throws = if model.rolls().count() <= 120 { 4 } else { 0 };
    let expect = |found: &BoxOdds, naive: Option<f64>| match (found.expected_throws, naive) {
        (Some(found), Some(wanted)) => close(found, wanted, 1e-9 * wanted.max(1.0)),
        (found, wanted) => assert_eq!(found, wanted, "{goal:?} of {card} in\n{toml}"),
    };
    let counts_throws = model.rolls().count() <= 60;

    let odds = Odds::new(&model, &card, None).unwrap();
    let all = card.rerolls().get() + 1;
    if all <= 6 {
        let found = odds.of(goal, throws).unwrap();
        close(found.chance.value, chances.turn(all), 1e-12);
        found.mean.into_iter().for_each(|mean| close(mean.value, means.turn(all), 1e-9));
        for (within, throws) in found.within.iter().zip(1..) {
            close(*within, chances.turn(throws), 1e-12);
        }
        assert!(found.chance.action.is_none() && found.mean.is_none_or(|mean| mean.action.is_none()));
        if counts_throws {
            expect(&found, chances.expected_throws(None));
        }
    }

    let left = numbers.below(usize::from(all.min(6))) as u8;
    let position = Position::new(card.clone(), roll, RerollsLeft::new(left).unwrap()).unwrap();
    let found = of_position(&model, &position).of(goal, throws).unwrap();
    let nth = position.nth_throw();
    close(found.chance.value, chances.roll(roll, left, nth), 1e-12);
    found.mean.into_iter().for_each(|mean| close(mean.value, means.roll(roll, left, nth), 1e-9));
    for (within, throws) in found.within.iter().zip(1..) {
        close(*within, chances.roll(roll, throws, nth), 1e-12);
    }
    if counts_throws {
        expect(&found, chances.expected_throws(Some((roll, nth))));
    }
    let bests = [Some((found.chance, &mut chances)), found.mean.map(|mean| (mean, &mut means))];
    for (best, naive) in bests.into_iter().flatten() {
        match best.action {
            // Where dice alone are there, no action is needed.
            None => assert!(best.value == 0.0 || (goal.category().is_none() && found.expected_throws == Some(0.0))),
            Some(Action::Hold(hold)) => close(naive.hold(&hold, left, nth), best.value, 1e-9),
            Some(Action::Score(placement)) => {
                assert_eq!(Some(placement.category), goal.category());
                close(naive.score(roll, nth), best.value, 1e-9);
            }
        }
    }

    let holds = roll.holds();
    let kept = holds[numbers.below(holds.len())];
    if left > 0 {
        let odds = Odds::new(&model, &card, Some((*kept, RerollsLeft::new(left).unwrap()))).unwrap();
        let found = odds.of(goal, throws).unwrap();
        close(found.chance.value, chances.hold(&kept, left, nth), 1e-12);
        found.mean.into_iter().for_each(|mean| close(mean.value, means.hold(&kept, left, nth), 1e-9));
        for (within, throws) in found.within.iter().zip(1..) {
            close(*within, chances.hold(&kept, throws, nth), 1e-12);
        }
    }
    if model.rolls().count() <= 120 {
        let near = chances.near();
        let mut ends = NaiveEnds { naive: chances, near, known: HashMap::new() };
        if let Some(wanted) = ends.roll(roll, left, nth) {
            same_ends(&of_position(&model, &position).ends(goal).unwrap(), &wanted);
        }
        if let Some(wanted) = ends.hold(&kept, left.max(1) - 1, nth + 1).filter(|_| left > 0) {
            same_ends(&Odds::new(&model, &card, Some((*kept, RerollsLeft::new(left).unwrap()))).unwrap().ends(goal).unwrap(), &wanted);
        }
        if let Some(wanted) = ends.hold(&Dice::NONE, all.min(6) - 1, 0).filter(|_| all <= 6) {
            same_ends(&Odds::new(&model, &card, None).unwrap().ends(goal).unwrap(), &wanted);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60)))]

    #[test]
    fn odds_of_small_games_are_those_of_the_definition(toml in small_rules(), seed: u64) {
        odds_agree_with_the_definition(&toml, seed);
    }

    #[test]
    fn odds_at_the_limits_are_those_of_the_definition(toml in rules_at_the_limits(), seed: u64) {
        odds_agree_with_the_definition(&toml, seed);
    }

    #[test]
    fn odds_of_patterns_are_those_of_the_definition(toml in rules_of_patterns(), seed: u64) {
        odds_agree_with_the_definition(&toml, seed);
    }
}

#[test]
fn throws_until_a_box_are_those_of_the_definition() {
    let rules = RuleSet::parse(include_str!("../../../docs/examples/three-dice.toml")).unwrap();
    let model = model(&rules);
    let card = Scorecard::new(&rules);
    for goal in Odds::new(&model, &card, None).unwrap().goals() {
        let naive = Naive::new(&rules, card.state(), goal, false);
        let start = naive.expected_throws(None).unwrap();
        close(Odds::new(&model, &card, None).unwrap().of(goal, 0).unwrap().expected_throws.unwrap(), start, 1e-9);
        let throws = naive.throws(LATER);
        for roll in model.rolls() {
            let position = Position::new(card.clone(), roll, RerollsLeft::NONE).unwrap();
            let found = of_position(&model, &position).of(goal, 0).unwrap();
            close(found.expected_throws.unwrap(), if naive.score(roll, LATER) > 0.0 { 0.0 } else { throws[&roll] }, 1e-9);
        }
    }
}

/// In a turn of one throw all further throws are later ones.
#[test]
fn a_turn_of_one_throw() {
    let pair = |points, served, pattern| {
        let toml = format!("name = 't'\ndice = 2\nrolls = 1\n[[lower]]\nname = 'pair'\n{pattern}\npoints = {points}\nserved = {served}\n");
        model(&RuleSet::parse(&toml).unwrap())
    };
    let pairs = pair(10, 25, "groups = [2]");
    let served = of_turn(&pairs, "pair=20", 3);
    assert_eq!(served.expected_throws, None);
    assert_eq!(served.within, [1.0 / 6.0; 3]);
    // A later pair pays more than a first one.
    let pairs = pair(10, 5, "groups = [2]");
    let position = Position::parse("12", pairs.rules()).unwrap();
    let later = of_position(&pairs, &position).of(Goal::parse("pair=10", pairs.rules()).unwrap(), 3).unwrap();
    close(later.expected_throws.unwrap(), 6.0, 1e-12);
    assert_eq!(later.within, [1.0 / 6.0, 11.0 / 36.0, 91.0 / 216.0]);
    // The first throw is certain to pay, and no other one does.
    let certain = of_turn(&pair(0, 30, "any = true"), "pair", 2);
    assert_eq!((certain.chance.value, certain.expected_throws, &certain.within[..]), (1.0, Some(1.0), &[1.0, 1.0][..]));
}

/// Points that only the first throw pays may never come.
#[test]
fn served_points_may_never_come() {
    let generala = model(&RuleSet::builtin("generala").unwrap());
    let served = of_turn(&generala, "generala=120", 5);
    assert_eq!(served.expected_throws, None);
    close(served.chance.value, 6.0 / 7776.0, 1e-18);
    assert_eq!(served.within, [served.chance.value; 5]);
    close(of_turn(&generala, "generala", 3).expected_throws.unwrap(), 11.0902, 5e-5);
}
