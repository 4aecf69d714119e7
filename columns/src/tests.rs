//! Small games against their definition: the whole game solved with all columns together, as plainly as possible.

use std::collections::HashMap;

use yahtzee_solver::dice::{Dice, RerollsLeft, Roll};
use yahtzee_solver::rules::{Category, ColumnGame, State};
use yahtzee_solver::{RuleSet, Run, Solver};

use crate::player::{Player, Positions};
use crate::turn::Turn;
use crate::{Action, Effort, Game, Position, Solved, Strategy};

/// The whole game: a state is the states of all columns.
struct Plain<'a> {
    game: &'a ColumnGame,
    rolls: Vec<Roll>,
    /// For each hold the rolls that may follow, with their chances; the first hold keeps no dice.
    outcomes: Vec<Vec<(usize, f64)>>,
    /// For each roll its holds.
    holds: Vec<Vec<usize>>,
    values: HashMap<Vec<State>, f64>,
}

impl<'a> Plain<'a> {
    fn new(game: &'a ColumnGame) -> Plain<'a> {
        let dice = game.boxes().game_dice();
        let rolls: Vec<Roll> = game.boxes().all_rolls().collect();
        let all: Vec<Dice> = (0..dice.count()).flat_map(|kept| dice.all(kept)).collect();
        let holds = rolls.iter().map(|roll| (0..all.len()).filter(|&hold| roll.contains(&all[hold])).collect()).collect();
        let chance = |hold: &Dice, roll: &Roll| Some(dice.die().outcomes(&roll.minus(hold)?) as f64 / dice.outcomes_after(hold) as f64);
        let after = |hold: &Dice| (0..).zip(&rolls).filter_map(|(place, roll)| Some((place, chance(hold, roll)?))).collect();
        let outcomes = all.iter().map(after).collect();
        Plain { game, rolls, outcomes, holds, values: HashMap::new() }
    }

    fn start(&self) -> Vec<State> {
        self.game.columns().iter().map(|column| yahtzee_solver::Scorecard::new(&column.rules).state()).collect()
    }

    fn value(&mut self, states: &Vec<State>) -> f64 {
        if let Some(&known) = self.values.get(states) {
            return known;
        }
        let full = |(column, state): (&yahtzee_solver::rules::GameColumn, &State)| state.filled.count() == column.rules.category_count();
        let value = if self.game.columns().iter().zip(states).all(full) {
            let end = |(column, state): (&yahtzee_solver::rules::GameColumn, &State)| {
                f64::from(column.times * column.rules.at_the_end(state).get())
            };
            self.game.columns().iter().zip(states).map(end).sum()
        } else {
            self.turn(states)
        };
        self.values.insert(states.clone(), value);
        value
    }

    fn turn(&mut self, states: &[State]) -> f64 {
        let mut best = self.first(states, None);
        for (nth, column) in self.game.columns().iter().enumerate().filter(|(_, column)| column.announced) {
            for category in column.rules.categories() {
                for (best, named) in best.iter_mut().zip(self.first(states, Some((nth, category)))) {
                    *best = best.max(named);
                }
            }
        }
        self.outcomes[0].iter().map(|&(roll, chance)| chance * best[roll]).sum()
    }

    /// The value of each first roll, with this box named.
    fn first(&mut self, states: &[State], named: Option<(usize, Category)>) -> Vec<f64> {
        let throws = self.game.rolls();
        let mut values = self.written(states, named, throws - 1);
        for throw in (0..throws - 1).rev() {
            let mean = |outcomes: &Vec<(usize, f64)>| outcomes.iter().map(|&(roll, chance)| chance * values[roll]).sum();
            let holds: Vec<f64> = self.outcomes.iter().map(mean).collect();
            let kept: Vec<f64> =
                (0..self.rolls.len()).map(|roll| self.holds[roll].iter().map(|&hold| holds[hold]).fold(f64::MIN, f64::max)).collect();
            values = self.written(states, named, throw).into_iter().zip(kept).map(|(written, kept)| written.max(kept)).collect();
        }
        values
    }

    /// The value of writing each roll after this throw.
    fn written(&mut self, states: &[State], named: Option<(usize, Category)>, throw: u8) -> Vec<f64> {
        let game = self.game;
        let of_roll = |this: &mut Self, roll: &Roll| {
            let mut best = f64::MIN;
            for (nth, column) in game.columns().iter().enumerate() {
                let Some(left) = (column.rules.rolls() - 1).checked_sub(throw) else { continue };
                for category in column.rules.categories() {
                    if column.announced != named.is_some() || named.is_some_and(|named| named != (nth, category)) {
                        continue;
                    }
                    let left = RerollsLeft::new(left).unwrap();
                    let places = [
                        column.rules.place(&states[nth], roll, left, category),
                        column.rules.place_zero(&states[nth], roll, left, category),
                    ];
                    for placement in places.into_iter().flatten() {
                        let mut next = states.to_vec();
                        next[nth] = placement.next;
                        best = best.max(f64::from(column.times * (placement.points + placement.bonus).get()) + this.value(&next));
                    }
                }
            }
            best
        };
        self.rolls.clone().iter().map(|roll| of_roll(self, roll)).collect()
    }
}

/// The exact mean of the player.
fn mean_of_player(game: &Game, solved: &Solved) -> f64 {
    let mut known: HashMap<Positions, f64> = HashMap::new();
    let mut player = Player::new(game);
    let start = player.start();
    follow(game, solved, &mut player, &start, 0, &mut known)
}

fn follow<'a>(
    game: &Game,
    solved: &'a Solved,
    player: &mut Player<'a>,
    at: &Positions,
    nth: usize,
    known: &mut HashMap<Positions, f64>,
) -> f64 {
    let columns = &solved.valued.columns;
    if nth == game.turns {
        return at
            .iter()
            .enumerate()
            .map(|(column, position)| game.columns[column].times * columns[game.like[column]][nth][*position])
            .sum();
    }
    if let Some(&known) = known.get(at) {
        return known;
    }
    let plans = player.plans(at, game.turns - nth, &solved.valued.seller, &|column| &columns[game.like[column]][nth + 1]);
    let mut turn = Turn::new(game.lattice(), game.rerolls);
    let chances = turn.chances.clone();
    let mut best = vec![(f64::NEG_INFINITY, 0); chances.len()];
    for (plan, of) in plans.iter().enumerate() {
        turn.value(&of.ends, 0.0);
        for (best, value) in best.iter_mut().zip(turn.first()) {
            if *value > best.0 {
                *best = (*value, plan);
            }
        }
    }
    let mut mean = 0.0;
    for (plan, of) in plans.iter().enumerate() {
        let first: Vec<f64> = best.iter().zip(&chances).map(|((_, of), chance)| if *of == plan { *chance } else { 0.0 }).collect();
        turn.value(&of.ends, 0.0);
        let mut last: Vec<Vec<f64>> = of.ends.iter().map(|ends| vec![0.0; ends.len()]).collect();
        turn.follow(&first, &of.ends, &mut last);
        for (placed, chance) in of.placed.iter().flatten().zip(last.iter().flatten()).filter(|(_, chance)| **chance > 0.0) {
            let mut next = at.clone();
            next[placed.of.column] = placed.to;
            mean += chance * (placed.points + follow(game, solved, player, &next, nth + 1, known));
        }
    }
    known.insert(at.clone(), mean);
    mean
}

fn solve(game: &Game, steps: usize) -> Solved {
    let effort = Effort { run: Run::new().threads(1), states: 100_000, steps, games: 20, seed: 1 };
    game.solve(None, &effort, &mut |_, _| true).unwrap()
}

/// The rules of a random small game.
fn random_game(random: &mut fastrand::Rng) -> String {
    let (dice, sides, rolls) = (random.u32(2..=3), random.u32(2..=4), random.u32(1..=3));
    let mut toml = format!("name = 'small'\ndice = {dice}\nsides = {sides}\nrolls = {rolls}\n");
    if random.bool() {
        toml += &format!("upper-bonus = {{ at = {}, points = {} }}\n", random.u32(1..=2), random.u32(1..=9));
    }
    let upper = random.u32(1..=2);
    for face in 1..=upper {
        toml += &format!("[[upper]]\nname = 'face-{face}'\nface = {face}\n");
    }
    if random.bool() {
        toml += "[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 5\n";
        if rolls > 1 && random.bool() {
            toml += "points-by-throw = [9]\n";
        }
    }
    for column in 0..random.u32(1..=3).min(4 - upper) {
        let times = random.u32(1..=3);
        let order = random.choice(["any", "as-listed", "reversed"]).unwrap();
        toml += &format!("[[column]]\nname = 'c{column}'\ntimes = {times}\norder = '{order}'\n");
        toml += random.choice(["", "", "announced = true\n", "first-throw-only = true\n"]).unwrap();
    }
    if toml.contains("pair") && !toml.contains("announced") && random.bool() {
        toml += "[further]\ncategory = 'pair'\n[further.after-points]\nplace = 'upper-then-any'\njoker = 'never'\nbonus = 3\nbonus-when = 'always'\n";
        toml += "[further.after-zero]\nplace = 'any'\njoker = 'never'\n";
    }
    toml
}

#[test]
fn the_optimum_of_small_games_lies_between_the_player_and_the_bound() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut above, mut below, mut several) = (0.0, 0.0, 0);
    for number in 0..200 {
        let toml = random_game(&mut random);
        let rules = ColumnGame::parse(&toml).unwrap_or_else(|error| panic!("{error}\n{toml}"));
        let game = Game::new(&rules, 1_000_000_000).unwrap();
        let mut plain = Plain::new(&rules);
        let optimum = plain.value(&plain.start());
        let solved = solve(&game, 60);
        let player = mean_of_player(&game, &solved);
        assert!(solved.bound > optimum - 1e-9, "{number}: bound {} below {optimum}\n{toml}", solved.bound);
        assert!(player < optimum + 1e-9, "{number}: player {player} above {optimum}\n{toml}");
        if rules.columns().len() == 1 {
            assert!(
                (solved.bound - optimum).abs() < 1e-9 && (player - optimum).abs() < 1e-9,
                "{number}: {} {player} {optimum}\n{toml}",
                solved.bound
            );
        } else {
            above += solved.bound / optimum - 1.0;
            below += 1.0 - player / optimum;
            several += 1;
        }
    }
    let (above, below) = (above / f64::from(several), below / f64::from(several));
    println!("{several} games: the bound is {:.2}% above the optimum, the player {:.2}% below", 100.0 * above, 100.0 * below);
    assert!(several > 100 && above < 0.005 && below < 0.0005, "{several} games: {above} {below}");
}

#[test]
fn one_column_is_the_game_itself() {
    for name in ["yacht", "kniffel"] {
        let rules = RuleSet::builtin(name).unwrap();
        let toml = rules.toml().replace(&format!("name = \"{name}\""), "name = \"alone\"") + "\n[[column]]\nname = \"only\"\n";
        let game = Game::new(&ColumnGame::parse(&toml).unwrap(), 1_000_000_000).unwrap();
        let effort = Effort { run: Run::new(), states: 10, steps: 1, games: 20, seed: 1 };
        let solved = game.solve(None, &effort, &mut |_, _| true).unwrap();
        let exact = Solver::new(&rules).unwrap().solve().unwrap().expected_score();
        assert!((solved.bound - exact).abs() < 1e-9, "{name}: {} {exact}", solved.bound);
    }
}

/// Two columns of a pair and a chance, one of them announced.
fn two_columns() -> Game {
    let toml = "name = 'two'\ndice = 2\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 20\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n\
                [[column]]\nname = 'free'\n[[column]]\nname = 'called'\nannounced = true\ntimes = 2\n";
    Game::new(&ColumnGame::parse(toml).unwrap(), 1_000_000).unwrap()
}

#[test]
fn the_bound_and_the_games_do_not_depend_on_the_number_of_threads() {
    let game = two_columns();
    let solved = |threads| {
        // So few states that they are thinned.
        let effort = Effort { run: Run::new().threads(threads), states: 2, steps: 20, games: 100, seed: 1 };
        game.solve(None, &effort, &mut |_, _| true).unwrap()
    };
    let (one, three) = (solved(1), solved(3));
    assert_eq!((one.bound.to_bits(), one.player, &one.prices), (three.bound.to_bits(), three.player, &three.prices));
}

#[test]
fn a_table_is_read_as_it_was_written_and_a_damaged_one_is_refused() {
    let (game, folder) = (two_columns(), tempfile::tempdir().unwrap());
    let solved = solve(&game, 20);
    let path = folder.path().join(game.file_name());
    game.table(&solved).save(&path).unwrap();
    let table = game.open(&path).unwrap();
    assert_eq!((table.bound(), table.player(), table.is_whole()), (solved.bound, solved.player, true));
    let read = table.valued().unwrap().columns;
    for (read, solved) in read.iter().flatten().flatten().zip(solved.valued.columns.iter().flatten().flatten()) {
        assert!((read - solved).abs() < 1e-5);
    }
    let bytes = std::fs::read(&path).unwrap();
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        std::fs::write(&path, &damaged).unwrap();
        assert!(game.open(&path).and_then(|table| table.valued()).is_err(), "byte {place}");
        std::fs::write(&path, &bytes[..place]).unwrap();
        assert!(game.open(&path).is_err(), "the first {place} bytes");
    }
    let other = Game::new(&ColumnGame::parse(&game.rules.toml().replace("times = 2", "times = 3")).unwrap(), 1_000_000).unwrap();
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(other.open(&path).unwrap_err().to_string(), "it is of a game with other rules");
}

#[test]
fn solving_goes_on_from_the_prices_of_an_earlier_run() {
    let (game, folder) = (two_columns(), tempfile::tempdir().unwrap());
    let path = folder.path().join(game.file_name());
    let effort = Effort { run: Run::new(), states: 100, steps: 20, games: 20, seed: 1 };
    game.solve(None, &effort, &mut |step, prices| {
        game.save_prices(step, prices, &path).unwrap();
        step.steps < 12
    })
    .unwrap();
    let table = game.open(&path).unwrap();
    let begun = game.begun(&table);
    assert_eq!((begun.steps, table.is_whole()), (12, false));
    let mut steps = Vec::new();
    let solved = game.solve(Some(begun), &effort, &mut |step, _| {
        steps.push(step.steps);
        true
    });
    assert_eq!((steps, solved.unwrap().bound <= table.bound()), ((13..=20).collect(), true));
}

#[test]
fn advice_ranks_as_the_player_plays() {
    let (game, folder) = (two_columns(), tempfile::tempdir().unwrap());
    let (solved, path) = (solve(&game, 40), folder.path().join("table"));
    game.table(&solved).save(&path).unwrap();
    let table = game.open(&path).unwrap();
    let columns = game.rules.columns();
    let rules = &columns[0].rules;
    let mut alike = 0;
    for number in 0..50 {
        let mut cards: Vec<_> = columns.iter().map(|column| yahtzee_solver::Scorecard::new(&column.rules)).collect();
        let mut points = 0.0;
        for turn in 0..4 {
            let mut cup = yahtzee_solver::Seed::new(5).cup(number, turn);
            let (mut kept, mut named, mut rerolls) = (Dice::default(), None, 3);
            loop {
                rerolls -= 1;
                let roll = cup.throw(rules.game_dice(), &kept).unwrap();
                let position = Position { cards: cards.clone(), roll, rerolls_left: RerollsLeft::new(rerolls).unwrap(), named };
                let advice = game.advise(&table, &position).unwrap();
                assert!(advice.options.is_sorted_by(|a, b| a.loss <= b.loss) && advice.options[0].loss == 0.0);
                match advice.options[0].action {
                    Action::Hold(hold) => kept = *hold,
                    Action::Name(of, hold) => (named, kept) = (Some(of), *hold),
                    Action::Write { of, points: written } => {
                        let column = &columns[of.column];
                        let left = position.rerolls_left;
                        let placement = column.rules.place(&cards[of.column].state(), &roll, left, of.category).unwrap();
                        assert_eq!(written, f64::from(column.times * placement.points.get()));
                        cards[of.column].write(&placement).unwrap();
                        points += written;
                        break;
                    }
                }
            }
        }
        assert_eq!(game.score(&cards), points);
        // The player plays the same games.
        let mut player = Player::new(&game);
        let played = player.play(&solved.valued, yahtzee_solver::Seed::new(5), number, &mut |_, _| ());
        alike += usize::from(played == points);
    }
    // Elsewhere two actions are worth the same.
    assert!(alike >= 40, "{alike} of 50 games");
}

#[test]
fn what_is_sold_is_the_slope_of_what_the_seller_earns() {
    let mut random = fastrand::Rng::with_seed(3);
    let first_throw = "name = 'small'\ndice = 2\nsides = 3\n[[upper]]\nname = 'ones'\nface = 1\n[[upper]]\nname = 'twos'\nface = 2\n\
                       [[column]]\nname = 'free'\n[[column]]\nname = 'hand'\nfirst-throw-only = true\n";
    for game in [two_columns(), Game::new(&ColumnGame::parse(first_throw).unwrap(), 1_000_000).unwrap()] {
        let (run, softness, step) = (Run::new(), 0.3, 1e-5);
        let mut prices = game.zero_prices();
        prices.iter_mut().flat_map(|prices| prices.all_mut()).for_each(|price| *price = 3.0 * random.f64());
        let sold = game.sold(&prices, softness, run).unwrap();
        let earned = game.seller(&prices, softness, run).unwrap()[0];
        for (like, sold) in sold.iter().enumerate() {
            assert!(sold.all().iter().sum::<f64>() > 0.9);
            for (nth, sold) in sold.all().iter().enumerate() {
                let before = prices[like].all()[nth];
                prices[like].all_mut()[nth] = before + step;
                let slope = (game.seller(&prices, softness, run).unwrap()[0] - earned) / step;
                prices[like].all_mut()[nth] = before;
                assert!((slope - sold).abs() < 1e-4, "{like} {nth}: {slope} {sold}");
            }
        }
    }
}

#[test]
fn the_player_beats_one_who_looks_at_each_column_alone_and_he_a_greedy_one() {
    let game = two_columns();
    let table = game.table(&solve(&game, 40));
    let effort = Effort { run: Run::new(), states: 1, steps: 1, games: 4_000, seed: 1 };
    let mean = |strategy| game.simulate(strategy, &effort).unwrap().mean;
    let [solved, alone, greedy] = [Strategy::Solved(&table), Strategy::Alone, Strategy::Greedy].map(mean);
    assert!(solved > alone + 0.2 && alone > greedy + 1.0, "{solved} {alone} {greedy}");
}
