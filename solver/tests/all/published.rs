//! Published strategies of others, valued exactly; each names its source, and how unclear points were read. Also this library's published cards,
//! worked by hand and played out.

use std::cmp::Reverse;
use std::sync::Arc;

use yahtzee_solver::cards::{CardStrategy, RuleCard};
use yahtzee_solver::dice::Face;
use yahtzee_solver::evaluate::Evaluator;
use yahtzee_solver::solve::MEMORY_LIMIT;
use yahtzee_solver::strategy::{Estimate, LookaheadStrategy, MixedStrategy, Random, TurnChances, Uniform};
use yahtzee_solver::{
    Action, Category, Dice, Game, Hold, Model, Move, Placement, Player, Position, RerollsLeft, Roll, RuleSet, Seed, Stage, State,
    StrategyPlayer,
};

fn hasbro() -> Arc<Model> {
    Arc::new(Model::apart(&RuleSet::builtin("hasbro").unwrap(), MEMORY_LIMIT).unwrap())
}

fn value(model: &Arc<Model>, strategy: &dyn MixedStrategy) -> f64 {
    Evaluator::with_model(model, strategy).unwrap().values().unwrap().expected_score()
}

/// The player in `heuristic.rs` of the crate yahtzee-engine 0.1.0: a ladder of rules for keeping, and a par for each category. Its author gives 216
/// points, the mean of 10,000 games. Its rules are those of `hasbro`. One point is unclear: a comment says that the higher of two equally frequent
/// faces counts, but the program takes the lower one. This is the program.
struct Ladder(Arc<Model>);

/// The par of each category, in the order of the sheet. The category with the most points above its par is chosen; of equals the last. Equality
/// depends on rounding, so these are 32-bit numbers, as in the program.
const PARS: [(&str, f32); 13] = [
    ("ones", 1.9),
    ("twos", 3.8),
    ("threes", 5.6),
    ("fours", 7.5),
    ("fives", 9.4),
    ("sixes", 11.3),
    ("three-of-a-kind", 21.4),
    ("four-of-a-kind", 12.9),
    ("full-house", 22.3),
    ("small-straight", 29.1),
    ("large-straight", 32.5),
    ("yahtzee", 16.9),
    ("chance", 22.0),
];

impl Ladder {
    fn category(&self, name: &str) -> Category {
        self.rules().category_named(name).unwrap()
    }

    fn best_placement(&self, state: &State, roll: &Roll) -> Placement {
        let bonus = self.rules().upper_bonus();
        let margin = |placement: &Placement, par: f32| {
            let earned = bonus.earned(placement.next.upper_total) - bonus.earned(state.upper_total);
            (placement.points + placement.bonus + earned).get() as f32 - par
        };
        let placements = PARS.iter().filter_map(|(name, par)| {
            let placement = self.rules().place(state, roll, RerollsLeft::NONE, self.category(name)).ok()?;
            Some((placement, margin(&placement, *par)))
        });
        placements.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0
    }

    /// The dice to keep; `None` to score.
    fn keeps(&self, state: &State, roll: &Roll, rerolls_left: RerollsLeft) -> Option<Dice> {
        let rules = self.rules();
        let open = |name: &str| rules.is_open(state.filled, self.category(name));
        let makes = |name: &str| open(name) && rules.points(self.category(name), roll) > 0;
        let face = Face::ALL.into_iter().max_by_key(|&face| (roll.count(face), Reverse(face))).unwrap();
        let count = roll.count(face);
        if count == 5 || makes("large-straight") || (makes("small-straight") && !open("large-straight")) || makes("full-house") {
            return None;
        }
        let dice = |faces: &mut dyn Iterator<Item = Face>| Dice::from_pips(faces.map(Face::pips)).unwrap();
        let of_face = dice(&mut roll.faces().filter(|&other| other == face));
        let own = rules.is_open(state.filled, rules.upper_category(face).unwrap());
        if count >= 3 && (own || open("three-of-a-kind") || open("four-of-a-kind") || open("yahtzee")) {
            return Some(of_face);
        }
        let runs = Face::ALL.chunk_by(|&a, &b| roll.count(a) > 0 && roll.count(b) > 0).filter(|run| roll.count(run[0]) > 0);
        let run = runs.max_by_key(|run| (run.len(), run[0])).unwrap();
        if run.len() >= 4 && (open("small-straight") || open("large-straight")) {
            return Some(dice(&mut run.iter().copied()));
        }
        if count == 2 && own || !open("chance") {
            return Some(of_face);
        }
        let least = if rerolls_left.get() >= 2 { 5 } else { 4 };
        Some(dice(&mut roll.faces().filter(|face| face.pips() >= least)))
    }
}

impl MixedStrategy for Ladder {
    fn rules(&self) -> &RuleSet {
        self.0.rules()
    }

    fn chances(&self, state: &State, turn: &mut TurnChances) {
        for roll in self.0.rolls() {
            let score = Action::Score(self.best_placement(state, &roll));
            for rerolls_left in turn.throws() {
                let kept = if rerolls_left == RerollsLeft::NONE { None } else { self.keeps(state, &roll, rerolls_left) };
                let action = match kept.filter(|kept| *kept != *roll) {
                    Some(kept) => Action::Hold(Hold::new(kept, &roll).unwrap()),
                    None => score,
                };
                turn.act(&roll, rerolls_left, &action, 1.0).unwrap();
            }
        }
    }

    /// It looks at the upper total only if a category may earn the bonus.
    fn class(&self, state: &State) -> u64 {
        let needed = (self.rules().upper_cap() - state.upper_total.min(self.rules().upper_cap())).get();
        if needed > 30 { u64::MAX } else { needed as u64 }
    }
}

#[test]
#[ignore = "takes half a minute"]
fn the_ladder_and_pars_of_yahtzee_engine() {
    let ladder = Ladder(hasbro());
    let value = value(&ladder.0, &ladder);
    assert!((value - 214.5198).abs() < 0.0001, "{value}");
}

/// The advice of a video, as a card of rules; the file says how it was read. It is not a complete strategy: the rest is ours.
#[test]
fn the_advice_of_ballpark_figures() {
    let card = RuleCard::parse(include_str!("../published/ballpark-figures.toml")).unwrap();
    let model = hasbro();
    let value = value(&model, &CardStrategy::new(&card, &model));
    assert!((value - 234.2707).abs() < 0.0001, "{value}");
}

/// A person with only the printed cards plays as the program does.
#[test]
fn cards_worked_by_hand() {
    let mut player = None;
    let mut positions = 0;
    for line in include_str!("../published/by-hand.txt").lines().skip(1) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            let card = RuleCard::builtin(name).unwrap();
            player = Some((CardStrategy::new(&card, &hasbro()), card));
            continue;
        }
        let (position, action) = line.split_once(" -> ").unwrap();
        let (player, card) = player.as_mut().unwrap();
        let position = Position::parse(position, &card.rules).unwrap();
        assert_eq!(player.choose(&position).unwrap().display(&card.rules).to_string(), action, "{}: {position}", card.name);
        positions += 1;
    }
    assert_eq!(positions, 40);
}

/// A million games of each suboptimal strategy agree with its exact score.
#[test]
#[ignore = "plays for minutes"]
fn a_million_games_of_each_strategy() {
    let model = hasbro();
    let rules = model.rules();
    let cards = RuleCard::builtin_names().map(|name| RuleCard::builtin(name).unwrap()).collect::<Vec<_>>();
    for card in &cards {
        let strategy = CardStrategy::new(card, &model);
        check_games(&card.name, value(&model, &strategy), rules, || strategy.clone());
    }
    let uniform = Uniform::new(rules);
    check_games("random", value(&model, &uniform), rules, Random::default);
    let estimate = Estimate::builtin(rules).unwrap().strategy(&model).unwrap();
    for (name, strategy) in [("greedy", LookaheadStrategy::greedy(&model)), ("estimate", estimate)] {
        check_games(name, value(&model, &strategy), rules, || StrategyPlayer::new(strategy.clone()));
    }
}

/// Plays a million games on two threads; their mean must be within four standard errors of the exact score.
fn check_games<P: Player>(name: &str, exact: f64, rules: &RuleSet, player: impl Fn() -> P + Sync)
where
    P::Error: std::fmt::Debug,
{
    const GAMES: u64 = 1_000_000;
    let play = |games: std::ops::Range<u64>| {
        let (mut player, mut sum, mut squares) = (player(), 0.0, 0.0);
        for number in games {
            let mut game = Game::new(rules);
            player.begin(Seed::new(20), number);
            loop {
                let next = match game.stage() {
                    Stage::ToRoll { .. } => Move::Roll(game.next_roll(Seed::new(20), number).unwrap()),
                    Stage::ToChoose { roll, rerolls_left } => {
                        let position = Position::new(game.card().clone(), roll, rerolls_left).unwrap();
                        Move::Choice(player.choose(&position).unwrap())
                    }
                    Stage::Over => break,
                };
                game.play(next).unwrap();
            }
            let score = f64::from(game.score_so_far());
            (sum, squares) = (sum + score, squares + score * score);
        }
        (sum, squares)
    };
    let halves = std::thread::scope(|scope| {
        let second = scope.spawn(|| play(GAMES / 2..GAMES));
        [play(0..GAMES / 2), second.join().unwrap()]
    });
    let [sum, squares] = [halves[0].0 + halves[1].0, halves[0].1 + halves[1].1];
    let mean = sum / GAMES as f64;
    let error = ((squares / GAMES as f64 - mean * mean) / GAMES as f64).sqrt();
    println!("{name}: {mean:.3} ± {error:.3}, exactly {exact:.3}");
    assert!((mean - exact).abs() < 4.0 * error, "{name}: {mean} ± {error}, exactly {exact}");
}
