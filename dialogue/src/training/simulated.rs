//! Tests of the rating with simulated players whose exact loss is known.

use std::sync::Arc;

use yahtzee_solver::evaluate::Evaluator;
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::solve::MEMORY_LIMIT;
use yahtzee_solver::strategy::{MixedStrategy, Strategy};
use yahtzee_solver::{
    Game, LookaheadStrategy, Model, Move, Player, Points, Position, Review, RuleSet, Seed, Stage, State, StrategyPlayer, ValueTable,
};

use super::history::History;
use super::progress::Progress;
use super::rating::Rating;
use super::record::{GameRecord, Record, fingerprint};
use super::theme::Theme;
use crate::NamedStrategy;
use crate::session::testing::hasbro;

/// The optimum with a mistake in one theme: `no-bonus` ignores the value of points for the upper bonus, `no-straights` would rather lose 40 points
/// than fill a box for a straight.
fn mistaken(table: &ValueTable, name: &str) -> LookaheadStrategy {
    let value = |state: State| table.value(&state).expect("a state of the game");
    let straights = ["small-straight", "large-straight"].map(|name| table.rules().category_named(name).unwrap());
    let open = |state: &State| straights.iter().filter(|straight| !state.filled.contains(**straight)).count();
    let estimate = |state: &State| match name {
        "no-bonus" => value(State { upper_total: Points::ZERO, ..*state }),
        "no-straights" => value(*state) + 40.0 * open(state) as f64,
        _ => panic!("{name}"),
    };
    LookaheadStrategy::new(&model(table), estimate).unwrap()
}

/// A model of the game for strategies that are evaluated.
fn model(table: &ValueTable) -> Arc<Model> {
    Arc::new(Model::apart(table.rules(), MEMORY_LIMIT).unwrap())
}

/// A strategy to evaluate and to play.
struct Simulated {
    strategy: Box<dyn MixedStrategy + Send>,
    player: Box<dyn Player<Error = OtherRules> + Send>,
}

impl Simulated {
    /// The strategy of this name: a named one, or one [with a mistake](mistaken).
    fn new(table: &'static ValueTable, name: &str) -> Simulated {
        fn of<S: Strategy + MixedStrategy + Clone + Send + 'static>(strategy: S) -> Simulated {
            Simulated { strategy: Box::new(strategy.clone()), player: Box::new(StrategyPlayer::new(strategy)) }
        }
        match name {
            "no-bonus" | "no-straights" => of(mistaken(table, name)),
            _ => {
                let (named, model) = (NamedStrategy::new(name, table.rules()).unwrap(), model(table));
                Simulated { strategy: named.strategy(table, &model), player: named.player(table, &model) }
            }
        }
    }

    /// A game of the player.
    fn play(&mut self, rules: &RuleSet, seed: Seed, number: u64) -> Game {
        self.player.begin(seed, number);
        let mut game = Game::new(rules);
        loop {
            match game.stage() {
                Stage::Over => return game,
                Stage::ToRoll { .. } => game.roll(game.next_roll(seed, number).unwrap()).unwrap(),
                Stage::ToChoose { roll, rerolls_left } => {
                    let position = Position::new(game.card().clone(), roll, rerolls_left).unwrap();
                    game.play(Move::Choice(self.player.choose(&position).unwrap())).unwrap();
                }
            }
        }
    }
}

/// A game of a strategy.
pub(super) fn played(table: &'static ValueTable, name: &str, number: u64) -> Game {
    Simulated::new(table, name).play(table.rules(), Seed::new(1), number)
}

/// The share of histories of this many games whose interval contains the exact loss of a player.
fn covered(name: &str, histories: u64, games: u64) -> f64 {
    let table = hasbro();
    let strategy = Simulated::new(table, name).strategy;
    let exact = table.expected_score() - Evaluator::new(&*strategy).unwrap().values().unwrap().expected_score();
    let threads = 2;
    let covered: u64 = std::thread::scope(|scope| {
        let counts = (0..threads).map(|thread| {
            let mut player = Simulated::new(table, name);
            scope.spawn(move || {
                let of_history = |history: u64| {
                    let game = |number| player.play(table.rules(), Seed::new(77), history * games + number);
                    let losses: Vec<f64> = (0..games).map(game).map(|game| Review::of(&game, table).unwrap().loss).collect();
                    Rating::of(&losses).unwrap().covers(exact)
                };
                (0..histories).filter(|history| history % threads == thread).map(of_history).filter(|covers| *covers).count() as u64
            })
        });
        counts.collect::<Vec<_>>().into_iter().map(|count| count.join().unwrap()).sum()
    });
    println!("{name}, which loses {exact:.2}: the interval of {games} games holds that in {covered} of {histories} histories");
    covered as f64 / histories as f64
}

#[test]
fn intervals_cover_the_exact_loss() {
    let share = covered("greedy", 40, 15);
    assert!(share > 0.82, "{share}");
}

/// 1,000 histories of 25 games of each player. Takes minutes.
#[test]
#[ignore = "deep"]
fn intervals_cover_the_exact_loss_in_a_thousand_histories() {
    for name in ["greedy", "card-12", "card-30", "no-bonus", "no-straights", "estimate"] {
        let share = covered(name, 1000, 25);
        assert!((0.91..=0.98).contains(&share), "{name}: {share}");
    }
}

/// The theme with a planted mistake is the one to practise.
#[test]
fn the_theme_of_a_planted_mistake_is_named() {
    let table = hasbro();
    for (name, wanted) in [("no-bonus", Theme::Bonus), ("no-straights", Theme::Straights)] {
        let mut player = Simulated::new(table, name);
        let mut history = History::default();
        for number in 0..40 {
            let game = player.play(table.rules(), Seed::new(5), number);
            history.add(Record::Game(GameRecord::of(&game, "you", None, number, table).unwrap().unwrap()));
        }
        let progress = Progress::of(&history, "hasbro", &fingerprint(table.rules()), "you", 0).unwrap();
        let said: Vec<_> = progress.themes.iter().map(|part| (part.name.clone(), part.rating.loss)).collect();
        println!("{name}: {said:?}");
        assert_eq!(progress.practise.as_deref(), Some(wanted.name()), "{name} {said:?}");
    }
}
