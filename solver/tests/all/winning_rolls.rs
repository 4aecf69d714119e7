//! Rolls that win the game at once, compared with the definition.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use proptest::prelude::*;
use yahtzee_solver::advise::ObjectiveError;
use yahtzee_solver::evaluate::{Opponent, Opponents, Ties};
use yahtzee_solver::win::{Contestant, Duel, DuelPlayer, Duelist, HeadToHead, Live, Side};
use yahtzee_solver::{
    Action, Advisor, Contest, Dice, Follower, Game, Objective, ObjectiveSolver, Points, Position, RerollsLeft, Roll, Rounds, RuleSet,
    Scorecard, Seed, State, ValueTable,
};

use crate::common::{
    Numbers, RollsAndHolds, at_the_end, builtin_table, cases, numbers_of, placements, rerolls, roll_after, small_rules, solve, wins_at_once,
};

/// A small game with a roll that wins.
const SERVED: &str = r#"
name = "two-served"
dice = 2
rolls = 2
[[upper]]
name = "sixes"
face = 6
[[lower]]
name = "pair"
groups = [2]
points = 7
served = 30
served-wins = true
[[lower]]
name = "any"
any = true
points = "all-dice"
"#;

/// One die, one throw, one box: a six wins.
const ONE: &str = r#"
name = "one"
dice = 1
rolls = 1
[[lower]]
name = "six"
face = 6
points = 0
served = 10
served-wins = true
"#;

/// How the game of a player ends who plays for points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// Won at once, in this turn from now on, counted from 1.
    Won(usize),
    Score(Points),
}

type Ends = BTreeMap<End, f64>;

/// Naive play for points, followed from roll to roll by the advice.
struct ForPoints<'a> {
    advisor: Advisor<'a>,
    known: HashMap<(String, Option<(Roll, RerollsLeft)>), Ends>,
}

impl<'a> ForPoints<'a> {
    fn new(table: &'a ValueTable) -> ForPoints<'a> {
        ForPoints { advisor: Advisor::new(table), known: HashMap::new() }
    }

    fn of_card(&mut self, card: &Scorecard) -> Ends {
        if card.is_full() {
            return Ends::from([(End::Score(card.score()), 1.0)]);
        }
        let key = (card.to_string(), None);
        if let Some(ends) = self.known.get(&key) {
            return ends.clone();
        }
        let ends = self.after(card, Dice::NONE, card.rerolls());
        self.known.insert(key, ends.clone());
        ends
    }

    fn after(&mut self, card: &Scorecard, kept: Dice, rerolls_left: RerollsLeft) -> Ends {
        let rules = card.rules().clone();
        let mut sum = Ends::new();
        for rest in rules.game_dice().all_after(&kept) {
            let roll = roll_after(&rules, &kept, &numbers_of(&rest));
            let share = rules.die().outcomes(&rest) as f64 / rules.game_dice().outcomes_after(&kept) as f64;
            for (end, chance) in self.of_roll(card, roll, rerolls_left) {
                *sum.entry(end).or_default() += share * chance;
            }
        }
        sum
    }

    fn of_roll(&mut self, card: &Scorecard, roll: Roll, rerolls_left: RerollsLeft) -> Ends {
        let key = (card.to_string(), Some((roll, rerolls_left)));
        if let Some(ends) = self.known.get(&key) {
            return ends.clone();
        }
        let position = Position::new(card.clone(), roll, rerolls_left).unwrap();
        let ends = match self.advisor.advise(&position).unwrap().best().action {
            Action::Hold(hold) => self.after(card, *hold, rerolls_left.less_one().unwrap()),
            Action::Score(placement) if wins_at_once(card.rules(), position.state(), &roll, rerolls_left, &placement) => {
                Ends::from([(End::Won(1), 1.0)])
            }
            Action::Score(placement) => {
                let mut after = card.clone();
                after.write(&placement).unwrap();
                let later = |end| if let End::Won(turn) = end { End::Won(turn + 1) } else { end };
                self.of_card(&after).into_iter().map(|(end, chance)| (later(end), chance)).collect()
            }
        };
        self.known.insert(key, ends.clone());
        ends
    }

    /// The chance of the first of two players to win. The first has the first turn of each round.
    fn chance(&mut self, first: &Scorecard, second: &Scorecard, tie: f64) -> f64 {
        let done = [first, second].map(|card| card.filled().count());
        let [first, second] = [first, second].map(|card| self.of_card(card));
        let mut sum = 0.0;
        for (mine, chance) in &first {
            for (other, share) in &second {
                let worth = match (mine, other) {
                    (End::Won(turn), End::Won(others)) => f64::from(u8::from(done[0] + turn <= done[1] + others)),
                    (End::Won(_), _) => 1.0,
                    (_, End::Won(_)) => 0.0,
                    (mine, other) => [0.0, tie, 1.0][(mine.cmp(other) as i8 + 1) as usize],
                };
                sum += chance * share * worth;
            }
        }
        sum
    }
}

/// The best chance to win against players who play for points: plain expectimax over states and scores.
struct Against<'a> {
    rules: &'a RuleSet,
    throws: &'a RollsAndHolds,
    others: Vec<Ends>,
    tie: f64,
    known: HashMap<(State, i32, usize), f64>,
}

impl Against<'_> {
    /// The worth of a final score, or of a win at once in a turn from now on, against each way in which the others may end.
    fn worth(&self, mine: End) -> f64 {
        fn walk(mine: End, others: &[Ends], tied: bool, tie: f64) -> f64 {
            let Some((first, rest)) = others.split_first() else { return if tied { tie } else { 1.0 } };
            let of = |other: End| match (mine, other) {
                // Each of them has a turn after every turn of the player.
                (End::Won(turn), End::Won(others)) if others < turn => 0.0,
                (End::Won(_), _) => walk(mine, rest, tied, tie),
                (_, End::Won(_)) => 0.0,
                (mine, other) if mine < other => 0.0,
                (mine, other) => walk(mine, rest, tied || mine == other, tie),
            };
            first.iter().map(|(other, chance)| chance * of(*other)).sum()
        }
        walk(mine, &self.others, false, self.tie)
    }

    fn value(&mut self, state: State, score: i32, turn: usize) -> f64 {
        if state.filled.count() == self.rules.category_count() {
            return self.worth(End::Score(Points::new(score as u32) + at_the_end(self.rules, &state)));
        }
        if let Some(value) = self.known.get(&(state, score, turn)) {
            return *value;
        }
        let throws = self.throws;
        let best = throws.best(rerolls(self.rules, &state), |roll, left| self.best_score(state, score, turn, roll, left));
        let value = throws.mean_of_first(&best);
        self.known.insert((state, score, turn), value);
        value
    }

    fn best_score(&mut self, state: State, score: i32, turn: usize, roll: &Roll, left: RerollsLeft) -> f64 {
        let rules = self.rules;
        let worths = placements(rules, &state, roll, left, true).into_iter().map(|placement| {
            if wins_at_once(rules, &state, roll, left, &placement) {
                return self.worth(End::Won(turn));
            }
            self.value(placement.next, score + (placement.points + placement.bonus).get() as i32, turn + 1)
        });
        worths.fold(f64::MIN, f64::max)
    }
}

const TIES: [Ties; 3] = [Ties::Win, Ties::Half, Ties::Lose];

/// A random card with this many open boxes that has won nothing yet, if there is one.
fn card_with(rules: &RuleSet, open: usize, random: &mut Numbers) -> Option<Scorecard> {
    let mut game = Game::new(rules);
    random.play_on(&mut game, rules.category_count() - open);
    Some(game.card().clone()).filter(|card| !card.has_won())
}

/// Compares chances and values of a game with the definition, from random cards on.
fn agree(rules: &RuleSet, most_open: usize, random: &mut Numbers) {
    let table = solve(rules);
    let throws = RollsAndHolds::new(rules);
    let mut for_points = ForPoints::new(&table);
    let live = Live::new(&table, Follower::new(&table).final_scores(u64::MAX).unwrap()).unwrap();
    let open = 1 + random.below(most_open.min(rules.category_count()));
    let [mine, second, third] = [open, open - random.below(2), open].map(|open| card_with(rules, open, random));
    let (Some(mine), Some(second), Some(third)) = (mine, second, third) else { return };
    let ties = TIES[random.below(3)];

    // All play for points.
    let side = |card: &Scorecard| Side { card: card.clone(), rounds: Rounds::default() };
    let seats = if second.open_count() < mine.open_count() { [&second, &mine] } else { [&mine, &second] };
    let wanted = for_points.chance(seats[0], seats[1], 0.5);
    let chances = Contest::new(&live).chances(&seats.map(side)).unwrap();
    assert!((chances[0].value + chances[1].value - 1.0).abs() < 1e-5, "{chances:?}");
    let error = (chances[0].value - wanted).abs();
    assert!(
        error < if chances[0].approximate { 0.05 } else { 1e-9 },
        "{chances:?} for {wanted}, {} and {} in{}",
        seats[0],
        seats[1],
        rules.toml()
    );
    let fast = live.chances(&seats.map(|card| live.standing(card).unwrap()), ties);
    let wanted = for_points.chance(seats[0], seats[1], ties.worth());
    assert!((fast[0] - wanted).abs() < if live.is_exact(open) { 1e-5 } else { 0.05 }, "{fast:?} for {wanted}");

    // The player plays to win against one or two who do not react.
    for others in [&[&second][..], &[&second, &third]] {
        let ends = others.iter().map(|card| for_points.of_card(card)).collect();
        let mut twin = Against { rules, throws: &throws, others: ends, tie: ties.worth(), known: HashMap::new() };
        let wanted = twin.value(mine.state(), mine.written_score().get() as i32, 1);
        let named = others.iter().map(|card| Opponent::Card((*card).clone())).collect();
        let objective = Objective::Against(Opponents::new(named, 0, ties).unwrap());
        let solver = ObjectiveSolver::new(&table);
        let found = solver.worth(&objective, &mine).unwrap();
        assert!((found - wanted).abs() < 1e-9, "{found} for {wanted}: {mine} against {second}; {third}, {ties:?} in{}", rules.toml());
        // The options of each roll of the turn.
        let solved = solver.solve(&Arc::new(objective), &mine).unwrap();
        let first = mine.rerolls();
        let mean: f64 = throws
            .rolls
            .iter()
            .zip(&throws.first)
            .filter(|(_, chance)| **chance > 0.0)
            .map(|(roll, chance)| {
                let position = Position::new(mine.clone(), *roll, first).unwrap();
                chance * Advisor::new(&table).advise_by(&position, &solved.worths).unwrap().best().worth.unwrap().value
            })
            .sum();
        assert!((mean - wanted).abs() < 1e-9, "{mean} for {wanted}");
        // The fast way plays this turn to win, and the later ones for points: with one box open nothing is left to play.
        let opponent = Opponents::new(others.iter().map(|card| Opponent::Card((*card).clone())).collect(), 0, ties).unwrap();
        let (fast, _) = Contest::new(&live).exact_up_to(0).solve_for(&side(&mine), Objective::Against(opponent)).unwrap().unwrap();
        let worth = |roll: &Roll| {
            let position = Position::new(mine.clone(), *roll, first).unwrap();
            Advisor::new(&table).advise_by(&position, &fast.worths).unwrap().best().worth.unwrap().value
        };
        let first_rolls = throws.rolls.iter().zip(&throws.first).filter(|(_, chance)| **chance > 0.0);
        let mean: f64 = first_rolls.map(|(roll, chance)| chance * worth(roll)).sum();
        assert!(mean < wanted + 0.05 && (open > 1 || (mean - wanted).abs() < 1e-4), "{mean} for {wanted}, {open} open");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(60), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_rule_sets(toml in small_rules().prop_filter("no roll wins", |toml| toml.contains("served-wins")), seed: u64) {
        let rules = RuleSet::parse(&toml).unwrap();
        prop_assume!(rules.dice() <= 2 || rules.category_count() <= 2);
        agree(&rules, 3, &mut Numbers(seed));
    }
}

/// From some cards almost every game is won at once: the chances of all final scores together are as small as one that is rare.
#[test]
fn a_game_that_is_almost_certainly_won() {
    let toml = r#"name = "small"
dice = 2
sides = [3, 1, 4, 4, 3, 2, 1]
rolls = 3
max-rounds = 1
saved-throws = false
voluntary-zeros = false
[[upper]]
name = "upper-1"
face = 1
[[upper]]
name = "upper-3"
face = 3
[[upper]]
name = "upper-4"
face = 4
[[lower]]
name = "lower-0"
straight = 1
points = "all-dice"
served = 125
served-wins = true
[[lower]]
name = "lower-1"
face = 3
points = "all-dice"
served = 101
served-wins = true
[[lower]]
name = "alike"
groups = [2]
points = "all-dice"
[further]
category = "alike"
[further.after-zero]
place = "upper-then-lower"
joker = "never"
bonus = 4
bonus-when = "always"
"#;
    agree(&RuleSet::parse(toml).unwrap(), 3, &mut Numbers(0));
}

#[test]
fn a_toy_game() {
    let rules = RuleSet::parse(SERVED).unwrap();
    (0..40).for_each(|seed| agree(&rules, 3, &mut Numbers(seed)));
}

/// Solved by hand: the first wins with a six, or else the second does, or else both have nothing.
#[test]
fn one_die() {
    let rules = RuleSet::parse(ONE).unwrap();
    let table = solve(&rules);
    let new = Scorecard::new(&rules);
    for (ties, share) in [(Ties::Win, 1.0), (Ties::Half, 0.5), (Ties::Lose, 0.0)] {
        let duel = Duel::new(table.model()).ties(ties).shares(true).work(&new, &new).unwrap().solve().unwrap();
        let (first, second, tie) = (1.0 / 6.0, 5.0 / 36.0, 25.0 / 36.0);
        assert!((duel.value() - first - share * tie).abs() < 1e-15);
        let shares = duel.shares().unwrap();
        // If a tie is as good as a win for the second, it may write a 0 for a six.
        assert!(
            ties == Ties::Lose || (shares.win - first).abs() + (shares.tie - tie).abs() + (shares.loss - second).abs() < 1e-15,
            "{shares:?}"
        );
        let against = Objective::Against(Opponents::new(vec![Opponent::New], 0, ties).unwrap());
        assert!((ObjectiveSolver::new(&table).worth(&against, &new).unwrap() - first - share * tie).abs() < 1e-15);
        // Against several, each wins with a six of its own before the others throw again.
        let field = Objective::Against(Opponents::new(Vec::new(), 3, ties).unwrap());
        let wanted = first + 5.0 / 6.0 * (125.0 / 216.0) * share;
        assert!((ObjectiveSolver::new(&table).worth(&field, &new).unwrap() - wanted).abs() < 1e-15);
    }
    // For points nothing has changed.
    assert!((table.expected_score() - 10.0 / 6.0).abs() < 1e-15);
    let plain = RuleSet::parse(&ONE.replace("served-wins = true\n", "")).unwrap();
    assert_eq!(rules.fingerprint(), plain.fingerprint());
    assert!(!rules.is_same_game(&plain) && plain.check_same_game(&rules).is_err());
    let half = Duel::new(solve(&plain).model()).work(&Scorecard::new(&plain), &Scorecard::new(&plain)).unwrap().solve().unwrap();
    assert!((half.value() - 0.5).abs() < 1e-15);
}

/// Games of all players agree with their exact values, which a follower of both players finds.
#[test]
fn played_games_agree_with_exact_values() {
    let rules = RuleSet::parse(SERVED).unwrap();
    let table = solve(&rules);
    let new = Scorecard::new(&rules);
    let live = Live::new(&table, Follower::new(&table).final_scores(1_000_000).unwrap()).unwrap();
    let book = Duel::new(table.model()).work(&new, &new).unwrap().solve_all().unwrap();
    let players = [Contestant::Optimal, Contestant::Win(&live), Contestant::Duel(&book)];
    let perfect = Duel::new(table.model()).work(&new, &new).unwrap().solve().unwrap().value();
    let of_points = ForPoints::new(&table).chance(&new, &new, 0.5);
    for first in players {
        for second in players {
            let [one, two] = [first, second].map(|player| Duelist::new(&table, player).unwrap());
            let both: [Option<&dyn DuelPlayer>; 2] = [Some(&one), Some(&two)];
            let value = Duel::new(table.model()).players(both).work(&new, &new).unwrap().solve().unwrap().value();
            let games = HeadToHead::new(&table, [first, second], 100_000, Seed::new(8)).run().unwrap().by_seat[0];
            assert!((games.score() - value).abs() < 4.0 * games.standard_error(), "{} for {value}: {first:?} {second:?}", games.score());
            match (first, second) {
                (Contestant::Optimal, Contestant::Optimal) => assert!((value - of_points).abs() < 1e-12, "{value} for {of_points}"),
                (Contestant::Duel(_), Contestant::Duel(_)) => assert!((value - perfect).abs() < 1e-12),
                (Contestant::Duel(_), _) => assert!(value > perfect - 1e-12),
                (_, Contestant::Duel(_)) => assert!(value < perfect + 1e-12),
                _ => {}
            }
        }
    }
    let greedy = HeadToHead::new(&table, [Contestant::Duel(&book), Contestant::Greedy], 100_000, Seed::new(2)).run().unwrap();
    assert!(greedy.score() > 0.5 - 2.0 * greedy.standard_error());
}

/// A card that shows a roll that wins is the end of the game.
#[test]
fn a_game_that_is_won_has_no_further_turn() {
    let rules = RuleSet::parse(SERVED).unwrap();
    let table = solve(&rules);
    let [won, open] = ["pair=30", "pair=7"].map(|card| Scorecard::parse(card, &rules).unwrap());
    assert!(won.has_won() && !open.has_won());
    let solver = ObjectiveSolver::new(&table);
    for (mine, other) in [(&won, &open), (&open, &won)] {
        assert!(matches!(Duel::new(table.model()).work(mine, other), Err(ObjectiveError::Won)));
        let duel = Arc::new(Objective::Duel { opponent: other.clone(), ties: Ties::Half });
        assert_eq!(solver.solve(&duel, mine), Err(ObjectiveError::Won));
        let against = Objective::Against(Opponents::new(vec![Opponent::Card(other.clone())], 0, Ties::Half).unwrap());
        assert_eq!(solver.worth(&against, mine), Err(ObjectiveError::Won));
        assert_eq!(solver.solve(&Arc::new(against), mine), Err(ObjectiveError::Won));
    }
    let opponents = Opponents::new(vec![Opponent::New], 0, Ties::Half).unwrap();
    assert_eq!(solver.foreseen(&opponents, &open), Err(ObjectiveError::NotForeseen));
    // For points the game goes on.
    assert!(solver.worth(&Objective::Target(Points::new(31)), &won).unwrap() == 1.0);
    let live = Live::new(&table, Follower::new(&table).final_scores(1_000_000).unwrap()).unwrap();
    let sides = [&open, &won].map(|card| Side { card: card.clone(), rounds: Rounds::default() });
    for contest in [Contest::new(&live), Contest::new(&live).reacting(true)] {
        let chances = contest.chances(&sides).unwrap();
        assert_eq!([chances[0].value, chances[1].value], [0.0, 1.0]);
        assert!(contest.solve(&sides, 0).unwrap().is_none());
    }
}

/// The figures of docs/winning.md: what the served generala changes.
#[test]
#[ignore = "takes minutes: the figures of docs/winning.md"]
fn what_a_served_generala_changes() {
    let table = builtin_table("generala");
    let plain =
        RuleSet::parse(&table.rules().toml().replace("served-wins = true\n", "").replace("\"generala\"\ntitle", "\"plain\"\ntitle"))
            .unwrap();
    for table in [table, &solve(&plain)] {
        let new = Scorecard::new(table.rules());
        let both = Duel::new(table.model()).work(&new, &new).unwrap().solve().unwrap().value();
        let against = Objective::Against(Opponents::new(vec![Opponent::New], 0, Ties::Half).unwrap());
        println!(
            "{}: {:.9} of two who react, {:.9} against one who plays for points",
            table.rules().name(),
            both,
            ObjectiveSolver::new(table).worth(&against, &new).unwrap()
        );
    }
}
