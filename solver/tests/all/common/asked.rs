//! Asks every question that a front end can ask about a game, for any rules. Answers about the same thing must agree, so this covers a new word of the
//! rules as soon as it exists.

use std::sync::Arc;

use super::Numbers;
use yahtzee_solver::advise::{ObjectiveError, SolvedTurn, TargetSolver};
use yahtzee_solver::evaluate::{Opponent, Opponents, Ties, TurnEnd};
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::strategy::Random;
use yahtzee_solver::win::{Contestant, HeadToHead, Live, Side};
use yahtzee_solver::{
    Action, Advice, Advisor, Contest, Follower, Game, Goal, LookaheadStrategy, Measurement, Objective, ObjectiveSolver, OptimalStrategy,
    Placement, Points, Position, Quiz, Review, Rounds, RuleSet, Run, Scorecard, Seed, Simulation, SpreadTable, Stage, Strategy,
    StrategyPlayer, Utility, ValueTable,
};

/// Asks all questions about two random games of these rules, each stopped at a random moment.
pub(crate) fn ask_everything(rules: &RuleSet, random: &mut Numbers) {
    let table = &super::solve(rules);
    let spread = &Follower::new(table).spread_table().unwrap();
    let asked = Asked { table, spread, rules, advisor: Advisor::new(table) };
    let games = [0, 1].map(|_| random_game(rules, random));
    for game in &games {
        asked.about_card(game.card(), &game.rounds(), random);
        if let Stage::ToChoose { roll, rerolls_left } = game.stage() {
            let position = Position::new(game.card().clone(), roll, rerolls_left).unwrap();
            asked.about_position(&position, &game.rounds(), random);
        }
    }
    asked.about_games(&games, random);
    asked.about_play(random);
}

/// A game of one or more rounds, stopped at any point, often with dice on the table.
fn random_game(rules: &RuleSet, random: &mut Numbers) -> Game {
    let rounds = 1 + random.below(rules.max_rounds().into()) as u8;
    let mut game = Game::with_rounds(rules, rounds).unwrap();
    let turns = random.below(usize::from(rounds) * rules.category_count() + 1);
    random.play_on(&mut game, turns);
    for _ in 0..random.below(6) {
        if matches!(game.stage(), Stage::Over) {
            break;
        }
        let next = random.next_move(&game);
        game.play(next).unwrap();
    }
    game
}

/// The points of a card without the upper bonus. Values count that bonus until the end.
fn written(card: &Scorecard) -> f64 {
    f64::from(card.written_score())
}

fn after(card: &Scorecard, placement: &Placement) -> Scorecard {
    let mut card = card.clone();
    card.write(placement).unwrap();
    card
}

struct Asked<'a> {
    table: &'a ValueTable,
    spread: &'a SpreadTable,
    rules: &'a RuleSet,
    advisor: Advisor<'a>,
}

impl Asked<'_> {
    #[track_caller]
    fn near(&self, found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-9 * wanted.abs().max(1.0), "{found} for {wanted} in\n{}", self.rules.toml());
    }

    fn about_card(&self, card: &Scorecard, rounds: &Rounds, random: &mut Numbers) {
        let statistics = Follower::new(self.table).with(Run::new().threads(1)).statistics(card).unwrap();
        self.near(statistics.score.mean(), self.advisor.expected_final(card).unwrap());
        let spread = self.spread.of(&card.state()).unwrap();
        // Variances, because the root of a rounding error is not small.
        self.near(spread.sd.powi(2), statistics.score.sd().powi(2));
        self.near(spread.upper_bonus, statistics.upper_bonus.probability);

        let fresh = Follower::new(self.table).with(Run::new().threads(1)).statistics(&Scorecard::new(self.rules)).unwrap().score;
        let score = (0..rounds.later()).fold(statistics.score, |sum, _| sum.plus(&fresh));
        let targets = TargetSolver::new(self.table).rounds(rounds).with(Run::new().threads(1)).solve(card).unwrap();
        let tail = |target: Points| -> f64 {
            let reached = score.iter().filter(|(score, _)| *score + rounds.score_before() >= target);
            reached.map(|(_, chance)| chance).sum()
        };
        let none = targets.chance(Points::ZERO);
        assert_eq!((none.best, none.expected), (1.0, 1.0));
        let mut above = 1.0;
        for chance in targets.iter() {
            assert!(
                (chance.expected - tail(chance.target)).abs() < 1e-12,
                "{} for {} of {} points: {card} in\n{}",
                chance.expected,
                tail(chance.target),
                chance.target,
                self.rules.toml()
            );
            assert!(chance.expected <= chance.best && chance.best <= above, "{chance:?}");
            above = chance.best;
        }
        let beyond = targets.chance(targets.most() + Points::new(1));
        assert_eq!((beyond.best, beyond.expected), (0.0, 0.0));
        if targets.most() > 0 {
            let target = Points::new(1 + random.below(targets.most().get() as usize) as u32);
            let solver = ObjectiveSolver::new(self.table).rounds(rounds).with(Run::new().threads(1));
            let utility = solver.utility(&Objective::Target(target)).unwrap();
            self.near(targets.chance(target).best, solver.value(&utility, card).unwrap());
            if let Some(difference) = targets.difference(target) {
                assert!(difference.for_score.worth.unwrap().loss > 0.0 && difference.probability <= 1.0 + 1e-12);
            }
        }
    }

    fn about_position(&self, position: &Position, rounds: &Rounds, random: &mut Numbers) {
        let advice = self.advisor.advise(position).unwrap();
        let card = position.card();
        let turn = OptimalStrategy::new(self.table).turn(position.state()).unwrap();
        assert_eq!(turn.choose(&position.roll(), position.rerolls_left()).unwrap(), advice.best().action);
        self.about_advice(&advice, random, |end| {
            let value = |placement: &Placement| f64::from(placement.points + placement.bonus) + self.table.value(&placement.next).unwrap();
            (written(card) + end.mean(value), None)
        });
        for objective in self.objectives(card, rounds, random) {
            let solver = ObjectiveSolver::new(self.table).rounds(rounds).with(Run::new().threads(1));
            let objective = Arc::new(objective);
            if objective.check_not_won(card).is_err() {
                assert_eq!(solver.solve(&objective, card), Err(ObjectiveError::Won));
                continue;
            }
            let SolvedTurn { worths, .. } = solver.solve(&objective, card).unwrap();
            let utility = solver.utility(&objective).unwrap();
            let advice = self.advisor.advise_by(position, &worths).unwrap();
            if utility.at_once().is_some() {
                // After the turn the opponents have one turn fewer to win at once: `winning_rolls.rs` has these games.
                assert!(advice.options.iter().all(|option| (-1e-12..=1.0 + 1e-12).contains(&option.worth.unwrap().value)));
                continue;
            }
            self.about_advice(&advice, random, |end| {
                let value = |placement: &Placement| solver.value(&utility, &after(card, placement)).unwrap();
                let finals = |placement: &Placement| self.advisor.expected_final(&after(card, placement)).unwrap();
                (end.mean(finals), Some(end.mean(value)))
            });
            if let Objective::Against(opponents) = &*objective
                && rounds.count() == 1
            {
                let told = solver.foreseen(opponents, card).unwrap();
                assert!(told >= solver.value(&utility, card).unwrap() - 1e-12);
            }
        }
    }

    /// Every kind of objective.
    fn objectives(&self, card: &Scorecard, rounds: &Rounds, random: &mut Numbers) -> Vec<Objective> {
        let about = self.advisor.expected_final(card).unwrap() + self.table.other_rounds(rounds);
        let points = |random: &mut Numbers| random.below(2 * about as usize + 3) as u32;
        let ties = [Ties::Win, Ties::Half, Ties::Lose][random.below(3)];
        let against = |named: Vec<Opponent>, field| Objective::Against(Opponents::new(named, field, ties).unwrap());
        let mut objectives = vec![
            Objective::Target(Points::new(points(random))),
            against(vec![Opponent::New, Opponent::Score(Points::new(points(random)))], 0),
            against(vec![], 3),
        ];
        if rounds.count() == 1 {
            let mut other = Game::new(self.rules);
            let turns = random.below(self.rules.category_count() + 1);
            random.play_on(&mut other, turns);
            objectives.push(against(vec![Opponent::Card(other.card().clone())], 0));
        }
        let (step, next) = (points(random) as i32, 1 + points(random) as i32);
        let steps = [(step, -1.0), (step + next, 0.25), (step + next + 3, 7.5)];
        objectives.push(Objective::Utility(Utility::new(&steps).unwrap()));
        objectives
    }

    /// Reasons, compared actions and goals of an advice. `value` gives the worth of an end of the turn for the expected score and for the objective,
    /// if the objective is followed afterwards.
    fn about_advice(&self, advice: &Advice, random: &mut Numbers, value: impl Fn(&TurnEnd) -> (f64, Option<f64>)) {
        let position = &advice.position;
        let rivals = (0..3).map(|_| &advice.options[random.below(advice.options.len())]);
        for rival in rivals.map(Some).chain([None]) {
            let reasons = self.advisor.reasons(advice, rival).unwrap();
            for reason in [Some(&reasons.best), reasons.rival.as_ref()].into_iter().flatten() {
                let (expected, worth) = value(&reason.end);
                match (reason.option.worth, worth) {
                    (None, None) => self.near(reason.option.expected_final, expected),
                    (Some(found), Some(worth)) => self.near(found.value, worth),
                    (found, wanted) => panic!("{found:?} for {wanted:?}"),
                }
            }
        }
        let (state, roll) = (position.state(), position.roll());
        let turn = OptimalStrategy::new(self.table).turn(state).unwrap();
        let zero = |category| self.rules.place_zero(state, &roll, position.rerolls_left(), category).ok();
        for action in position.actions().chain(self.rules.categories().filter_map(zero).map(Action::Score)) {
            let option = self.advisor.value_of(advice, &action).unwrap();
            if let Action::Score(_) = action {
                let end = turn.end_after(&action, position.rerolls_left()).unwrap();
                let (expected, worth) = value(&end);
                match (option.worth, worth) {
                    (None, None) => self.near(option.expected_final, expected),
                    (Some(found), Some(worth)) => self.near(found.value, worth),
                    (found, wanted) => panic!("{found:?} for {wanted:?}"),
                }
            }
            assert!(option.loss >= 0.0 && option.worth.is_none_or(|worth| worth.loss >= 0.0), "{option:?}");
            assert!(option.worth.is_some() || option.loss > -TIE_TOLERANCE);
        }
        for category in self.rules.categories().filter(|&category| position.card().is_open(category)) {
            let possible = self.rules.possible_points(category);
            let points = possible[random.below(possible.len())].get().into();
            if let Ok(goal) = Goal::new(self.rules, category, points) {
                let goals = self.advisor.chase(advice, goal).unwrap();
                assert!(goals.options.iter().all(|option| (0.0..=1.0).contains(&option.chance)));
                assert_eq!(goals.options.len(), advice.options.len());
            }
        }
    }

    fn about_games(&self, games: &[Game; 2], random: &mut Numbers) {
        for game in games {
            let review = Review::of(game, self.table).unwrap();
            self.near(review.final_score, review.expected_at_start + review.luck - review.loss);
        }
        let live = Live::new(self.table, Follower::new(self.table).final_scores([0, Live::MEMORY][random.below(2)]).unwrap()).unwrap();
        let sides: Vec<Side> = games.iter().map(Side::of).collect();
        let games: Vec<&Game> = games.iter().collect();
        for contest in [Contest::new(&live).with(Run::new().threads(1)), Contest::new(&live).exact_up_to(0)] {
            let chances = contest.chances(&sides).unwrap();
            assert!((chances[0].value + chances[1].value - 1.0).abs() < 1e-3, "{chances:?} in\n{}", self.rules.toml());
            let solved = Contest::in_turn(&games).and_then(|player| contest.solve(&sides, player).unwrap());
            for to_win in [false, true] {
                let chances = contest.live(&games, solved.as_ref(), to_win).unwrap();
                assert!(chances.iter().all(|chance| (0.0..=1.0).contains(&chance.value)), "{chances:?}");
            }
            for player in [0, 1] {
                let review = contest.review(&games, player).unwrap();
                assert!(review.turns.iter().all(|turn| turn.decisions.iter().all(|decision| decision.loss() >= 0.0)));
                assert!(review.mistakes().len() <= review.turns.iter().map(|turn| turn.decisions.len()).sum());
            }
        }
    }

    /// Games that others play.
    fn about_play(&self, random: &mut Numbers) {
        let seed = Seed::new(random.below(1000) as u64);
        for puzzle in Quiz::new(self.table, seed).take(3) {
            assert!(puzzle.advice.best().action != puzzle.obvious.action);
        }
        assert_eq!(Simulation::new(self.table, 20, seed).run().unwrap().games(), 20);
        assert!(Measurement::new(self.table, 5, seed).run(|| Ok(Random::default())).is_ok());
        let greedy = || Ok::<_, OtherRules>(StrategyPlayer::new(LookaheadStrategy::greedy(self.table.model())));
        assert!(Measurement::new(self.table, 5, seed).run(greedy).is_ok());
        let live = Live::new(self.table, Follower::new(self.table).final_scores(Live::MEMORY).unwrap()).unwrap();
        for players in [[Contestant::Win(&live), Contestant::Optimal], [Contestant::Greedy, Contestant::Win(&live)]] {
            let results = HeadToHead::new(self.table, players, 6, seed).with(Run::new().threads(1)).run().unwrap();
            assert_eq!(results.pairs.iter().sum::<u64>(), 3);
        }
    }
}
