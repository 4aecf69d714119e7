//! Searches for a better card of rules, by local search: change, move, add or remove a rule. A sample of turns selects candidates by an estimate; the
//! exact value of the whole card decides.
//!
//! `find-card CARD.toml OUT.toml MOST_RULES MINUTES SEED [PRICE]`: a condition more must gain at least the price, in points.

use std::sync::Arc;
use std::time::{Duration, Instant};

use yahtzee_solver::cards::{CardStrategy, Condition, KeepRule, Kept, OwnBox, RuleCard, ScoreRule, Shape, ShapeKind, WriteIn};
use yahtzee_solver::evaluate::{Evaluator, SampledTurns};
use yahtzee_solver::rules::Filled;
use yahtzee_solver::solve::MEMORY_LIMIT;
use yahtzee_solver::{Category, Model, Run, Solver};

/// The least gain of a further condition, in points, by default. Of two cards that score alike, the search keeps the simpler one.
const PRICE: f64 = 0.004;

/// The number of sampled turns for each turn of a game.
const EACH: usize = 40;

/// The time for which one sample is used.
const ROUND: Duration = Duration::from_secs(30);

struct Search {
    random: fastrand::Rng,
    categories: Vec<Category>,
    upper: Vec<Category>,
    dice: u8,
    rerolls: u8,
    cap: u16,
}

impl Search {
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.usize(..from.len())]
    }

    fn kind(&mut self) -> ShapeKind {
        match self.random.u8(..14) {
            0 => ShapeKind::Any,
            1..=4 => ShapeKind::Alike(self.random.u8(1..=self.dice)),
            5 => ShapeKind::TwoPairs,
            6 => ShapeKind::FullHouse,
            7..=8 => {
                let length = self.random.u8(2..=self.dice);
                ShapeKind::Run { have: length, length }
            }
            9 => {
                let length = self.random.u8(4..=self.dice);
                ShapeKind::Run { have: self.random.u8(2..length), length }
            }
            10 => ShapeKind::Sum(self.random.u8(15..=27)),
            _ => {
                let faces: Vec<u8> = (0..self.random.u8(1..=4)).map(|_| self.random.u8(1..=6)).collect();
                ShapeKind::Dice(yahtzee_solver::Dice::from_pips(faces).unwrap())
            }
        }
    }

    fn faces(&mut self) -> (u8, u8) {
        if self.random.bool() {
            return (1, 6);
        }
        let (a, b) = (self.random.u8(1..=6), self.random.u8(1..=6));
        (a.min(b), a.max(b))
    }

    fn shape(&mut self) -> Shape {
        let own_box = self.pick(&[OwnBox::Any, OwnBox::Any, OwnBox::Open, OwnBox::Open, OwnBox::Filled]);
        let kind = self.kind();
        let alike = matches!(kind, ShapeKind::Alike(_) | ShapeKind::TwoPairs | ShapeKind::Run { .. });
        let own_box = if matches!(kind, ShapeKind::Alike(_) | ShapeKind::TwoPairs) { own_box } else { OwnBox::Any };
        Shape { kind, faces: if alike { self.faces() } else { (1, 6) }, own_box }
    }

    fn change_shape(&mut self, shape: &mut Shape) {
        match self.random.u8(..6) {
            0 => *shape = self.shape(),
            1 => shape.kind = self.kind(),
            2 => shape.faces = self.faces(),
            3 => shape.faces = (1, 6),
            4 => shape.own_box = if self.random.bool() { OwnBox::Any } else { OwnBox::Open },
            _ => {
                let up = self.random.bool();
                let step = |n: u8, most: u8| if up { (n + 1).min(most) } else { n.saturating_sub(1).max(1) };
                shape.kind = match shape.kind {
                    ShapeKind::Alike(n) => ShapeKind::Alike(step(n, self.dice)),
                    ShapeKind::Sum(n) => ShapeKind::Sum(step(n, 30)),
                    ShapeKind::Run { have, length } if have == length => ShapeKind::Run { have: step(have, 5), length: step(length, 5) },
                    ShapeKind::Run { have, length } => ShapeKind::Run { have: step(have, length), length },
                    kind => kind,
                }
            }
        }
        if !matches!(shape.kind, ShapeKind::Alike(_) | ShapeKind::TwoPairs) {
            shape.own_box = OwnBox::Any;
        }
        if !matches!(shape.kind, ShapeKind::Alike(_) | ShapeKind::TwoPairs | ShapeKind::FullHouse | ShapeKind::Run { .. }) {
            shape.faces = (1, 6);
        }
    }

    fn boxes(&mut self) -> Filled {
        let mut boxes = Filled::NONE;
        for _ in 0..self.pick(&[1, 1, 1, 2, 3]) {
            let all = self.categories.clone();
            boxes = boxes.with(self.pick(&all));
        }
        boxes
    }

    fn change_condition(&mut self, condition: &mut Condition) {
        let all = Condition::default();
        let one = {
            let all = self.categories.clone();
            self.pick(&all)
        };
        let toggle = |boxes: Filled| if boxes.contains(one) { boxes.without(one) } else { boxes.with(one) };
        match self.random.u8(..14) {
            0 => condition.open = self.boxes(),
            1 => condition.open_any = self.boxes(),
            2 => condition.filled = self.boxes(),
            3 => condition.open = Filled::NONE,
            4 => condition.open_any = Filled::NONE,
            5 => condition.filled = Filled::NONE,
            6 => condition.open = toggle(condition.open),
            7 => condition.open_any = toggle(condition.open_any),
            8 => condition.filled = toggle(condition.filled),
            9 => condition.boxes_left = all.boxes_left,
            10 => {
                let boxes = self.random.u8(1..self.categories.len() as u8);
                condition.boxes_left = if self.random.bool() { (boxes, u8::MAX) } else { (0, boxes) };
            }
            11 => condition.needed = all.needed,
            _ => {
                let points = self.random.u16(0..self.cap);
                condition.needed = if self.random.bool() { (points, u16::MAX) } else { (self.random.u16(0..=1), points) };
                if condition.needed.0 > condition.needed.1 {
                    condition.needed = all.needed;
                }
            }
        }
    }

    fn kept(&mut self) -> Kept {
        match self.random.u8(..8) {
            0 => Kept::All,
            1 => Kept::Nothing,
            2 => {
                let (low, high) = self.faces();
                Kept::Faces(low, high)
            }
            _ => Kept::Those,
        }
    }

    fn rerolls(&mut self) -> (u8, u8) {
        let rerolls = self.random.u8(1..=self.rerolls);
        if self.random.u8(..3) == 0 { (rerolls, rerolls) } else { (1, u8::MAX) }
    }

    fn keep_rule(&mut self) -> KeepRule {
        let mut condition = Condition::default();
        for _ in 0..self.random.u8(..3) {
            self.change_condition(&mut condition);
        }
        KeepRule { shape: self.shape(), condition, rerolls: self.rerolls(), keep: self.kept() }
    }

    fn write_in(&mut self) -> WriteIn {
        let all = self.categories.clone();
        if self.random.u8(..5) == 0 { WriteIn::Own } else { WriteIn::Box(self.pick(&all)) }
    }

    fn score_rule(&mut self) -> ScoreRule {
        let mut condition = Condition::default();
        for _ in 0..self.random.u8(..2) {
            self.change_condition(&mut condition);
        }
        let boxes: Vec<WriteIn> = (0..self.pick(&[1, 1, 2, 3])).map(|_| self.write_in()).collect();
        let shape = if self.random.bool() { Shape::default() } else { self.shape() };
        let at_least = self.pick(&[0, 1, 1, 1, 5, 10, 15, 20, 22, 25]);
        ScoreRule { shape, condition, boxes, at_least }
    }

    fn change_score(&mut self, rule: &mut ScoreRule) {
        match self.random.u8(..12) {
            0 => self.change_shape(&mut rule.shape),
            1..=2 => self.change_condition(&mut rule.condition),
            3..=4 => {
                let step = self.random.u16(1..=4);
                rule.at_least = if self.random.bool() { (rule.at_least + step).min(60) } else { rule.at_least.saturating_sub(step) };
            }
            5 => rule.at_least = self.pick(&[0, 1]),
            6 | 7 if rule.boxes.len() > 1 => {
                let from = self.random.usize(..rule.boxes.len());
                let write = rule.boxes.remove(from);
                let to = self.random.usize(..=rule.boxes.len());
                rule.boxes.insert(to, write);
            }
            8 if rule.boxes.len() > 1 => {
                let at = self.random.usize(..rule.boxes.len());
                rule.boxes.remove(at);
            }
            9 | 10 => {
                let write = self.write_in();
                let at = self.random.usize(..=rule.boxes.len());
                if !rule.boxes.contains(&write) {
                    rule.boxes.insert(at, write);
                }
            }
            _ => {
                let at = self.random.usize(..rule.boxes.len());
                rule.boxes[at] = self.write_in();
                rule.boxes.dedup();
            }
        }
    }

    fn change_keep(&mut self, rule: &mut KeepRule) {
        match self.random.u8(..9) {
            0..=2 => self.change_shape(&mut rule.shape),
            3..=6 => self.change_condition(&mut rule.condition),
            7 => rule.rerolls = self.rerolls(),
            _ => rule.keep = self.kept(),
        }
    }

    /// Makes one random change.
    fn change(&mut self, card: &mut RuleCard, most: usize) {
        let is_keep = self.random.usize(..card.len().max(1)) < card.keep.len() || card.score.is_empty();
        match self.random.u8(..20) {
            0..=3 if card.len() < most => {
                if self.random.u8(..3) > 0 {
                    let rule = if self.random.bool() && !card.keep.is_empty() {
                        let mut rule = card.keep[self.random.usize(..card.keep.len())];
                        self.change_keep(&mut rule);
                        self.change_keep(&mut rule);
                        rule
                    } else {
                        self.keep_rule()
                    };
                    let at = self.random.usize(..=card.keep.len());
                    card.keep.insert(at, rule);
                } else {
                    let rule = if self.random.bool() && !card.score.is_empty() {
                        let mut rule = card.score[self.random.usize(..card.score.len())].clone();
                        self.change_score(&mut rule);
                        self.change_score(&mut rule);
                        rule
                    } else {
                        self.score_rule()
                    };
                    let at = self.random.usize(..=card.score.len());
                    card.score.insert(at, rule);
                }
            }
            0..=4 => {
                // Replace a rule by another one.
                let without = card.without(self.random.usize(..card.len()));
                *card = without;
                if self.random.u8(..3) > 0 {
                    let at = self.random.usize(..=card.keep.len());
                    let rule = self.keep_rule();
                    card.keep.insert(at, rule);
                } else {
                    let at = self.random.usize(..=card.score.len());
                    let rule = self.score_rule();
                    card.score.insert(at, rule);
                }
            }
            5 => *card = card.without(self.random.usize(..card.len())),
            6..=8 if is_keep => {
                let rule = card.keep.remove(self.random.usize(..card.keep.len()));
                let at = self.random.usize(..=card.keep.len());
                card.keep.insert(at, rule);
            }
            6..=8 => {
                let rule = card.score.remove(self.random.usize(..card.score.len()));
                let at = self.random.usize(..=card.score.len());
                card.score.insert(at, rule);
            }
            _ if is_keep => {
                let at = self.random.usize(..card.keep.len());
                let mut rule = card.keep[at];
                self.change_keep(&mut rule);
                card.keep[at] = rule;
            }
            _ => {
                let at = self.random.usize(..card.score.len());
                let mut rule = card.score[at].clone();
                self.change_score(&mut rule);
                card.score[at] = rule;
            }
        }
    }
}

/// The number of conditions and of named boxes.
fn conditions(card: &RuleCard) -> usize {
    let of = |shape: &Shape, condition: &Condition| {
        let all = Condition::default();
        usize::from(shape.kind != ShapeKind::Any)
            + usize::from(shape.faces != (1, 6))
            + usize::from(shape.own_box != OwnBox::Any)
            + condition.open.count()
            + condition.open_any.count()
            + condition.filled.count()
            + usize::from(condition.boxes_left != all.boxes_left)
            + usize::from(condition.needed != all.needed)
    };
    let keep: usize = card.keep.iter().map(|rule| 1 + of(&rule.shape, &rule.condition) + usize::from(rule.rerolls != (1, u8::MAX))).sum();
    let score: usize = card.score.iter().map(|rule| of(&rule.shape, &rule.condition) + rule.boxes.len()).sum();
    keep + score
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, from, to, most, minutes, seed, rest @ ..] = &arguments[..] else {
        panic!("find-card CARD.toml OUT.toml MOST_RULES MINUTES SEED [PRICE]")
    };
    let each: f64 = rest.first().map_or(PRICE, |price| price.parse().unwrap());
    let mut card = RuleCard::parse(&std::fs::read_to_string(from).unwrap()).unwrap();
    let rules = card.rules.clone();
    let model = Arc::new(Model::apart(&rules, MEMORY_LIMIT).unwrap());
    let mut search = Search {
        random: fastrand::Rng::with_seed(seed.parse().unwrap()),
        categories: rules.categories().collect(),
        upper: rules.categories().filter(|&category| rules.is_upper(category)).collect(),
        dice: rules.dice() as u8,
        rerolls: rules.rerolls().get(),
        cap: rules.upper_cap().get() as u16,
    };
    assert!(!search.upper.is_empty());
    let table = Solver::new(&rules).unwrap().with(Run::new().threads(1)).solve().unwrap();
    let most: usize = most.parse().unwrap();
    let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes.parse::<f64>().unwrap());
    let price = |card: &RuleCard| each * conditions(card) as f64;
    let (mut tried, mut valued) = (0u64, 0u64);
    let mut said = Instant::now();
    while Instant::now() < end {
        // Turns in games played by the current card.
        let strategy = CardStrategy::new(&card, &model);
        let evaluator = Evaluator::with_model(&model, &strategy).unwrap().with(Run::new().threads(1));
        let value = |card: &RuleCard| evaluator.another(&CardStrategy::new(card, &model)).unwrap().values().unwrap().expected_score();
        let mut best = value(&card);
        if tried == 0 {
            println!("{best:.4} with {} rules", card.len());
        }
        let shift = search.random.f64();
        let mut turns = SampledTurns::new(&evaluator, &table, EACH, shift).unwrap();
        let mut loss = turns.loss(&strategy).unwrap();
        let until = Instant::now() + ROUND;
        while Instant::now() < until.min(end) {
            let mut next = card.clone();
            for _ in 0..search.pick(&[1, 1, 1, 1, 2, 2, 3]) {
                search.change(&mut next, most);
            }
            // Only rules for dice of one face have a box of their own.
            for rule in &mut next.score {
                if !matches!(rule.shape.kind, ShapeKind::Alike(_) | ShapeKind::TwoPairs | ShapeKind::FullHouse) {
                    rule.boxes.retain(|write| *write != WriteIn::Own);
                }
            }
            next.score.retain(|rule| !rule.boxes.is_empty());
            if next == card || next.len() > most || next.is_empty() {
                continue;
            }
            tried += 1;
            let estimate = turns.loss(&CardStrategy::new(&next, &model)).unwrap();
            if estimate + price(&next) > loss + price(&card) - 1e-9 {
                continue;
            }
            valued += 1;
            let worth = value(&next);
            if worth - price(&next) > best - price(&card) + 1e-9 {
                (card, best, loss) = (next, worth, estimate);
                println!("{best:.4} with {} rules, {} conditions, after {tried} ({valued} valued)", card.len(), conditions(&card));
                std::fs::write(to, card.toml()).unwrap();
            }
        }
        if said.elapsed() > Duration::from_secs(60) {
            println!("  {tried} tried, {valued} valued");
            said = Instant::now();
        }
    }
}
