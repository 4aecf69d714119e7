//! Tests of cards of rules.

use std::sync::Arc;

use super::compiled::Seen;
use super::{CardStrategy, Idle, Kept, RuleCard, WriteIn};
use crate::dice::{Dice, Hold, RerollsLeft};
use crate::evaluate::Evaluator;
use crate::game::{Action, Position, Scorecard};
use crate::rules::{Category, Placement, RuleSet};
use crate::solve::{MEMORY_LIMIT, Model};
use crate::strategy::Player;
use crate::testing::{card_after, numbers};

fn model(rules: &RuleSet) -> Arc<Model> {
    Arc::new(Model::apart(rules, MEMORY_LIMIT).unwrap())
}

/// The action of a card, by reading its rules one by one.
fn by_hand(card: &RuleCard, position: &Position) -> Action {
    let rules = position.rules();
    let (roll, state) = (position.roll(), position.state());
    let seen = Seen::of(rules, state);
    if position.rerolls_left() > RerollsLeft::NONE {
        let fits = card.keep.iter().find_map(|rule| {
            let in_time = (rule.rerolls.0..=rule.rerolls.1).contains(&position.rerolls_left().get());
            let shown = rule.shape.shown(&roll, seen.upper)?;
            (in_time && rule.side.fits(seen.open, seen.needed)).then_some(match rule.keep {
                Kept::Those => shown.dice,
                Kept::All => *roll,
                Kept::Nothing => Dice::NONE,
                Kept::Faces(low, high) => {
                    roll.faces().filter(|face| (low..=high).contains(&face.pips())).fold(Dice::NONE, |dice, face| dice.with(face))
                }
            })
        });
        let kept = fits.unwrap_or(Dice::NONE);
        if kept != *roll {
            return Action::Hold(Hold::new(kept, &roll).unwrap());
        }
    }
    let choices: Vec<Placement> = rules.choices(state, &roll, position.rerolls_left()).collect();
    let in_category = |category: Category, least: u16| {
        // Points count as on a later throw.
        let later: Vec<Placement> = rules.choices(state, &roll, RerollsLeft::NONE).collect();
        let found = later.iter().find(|choice| choice.category == category && choice.points.get() >= least.into())?;
        choices.iter().find(|choice| choice.category == category && (choice.points == 0) == (found.points == 0)).copied()
    };
    for rule in &card.score {
        // A rule that writes only into the own box matches only open boxes.
        let mut shape = rule.shape;
        if rule.boxes.iter().all(|write| *write == WriteIn::Own) && shape.own_box == super::OwnBox::Any {
            shape.own_box = super::OwnBox::Open;
        }
        let Some(shown) = shape.shown(&roll, seen.upper) else { continue };
        if !rule.side.fits(seen.open, seen.needed) {
            continue;
        }
        for write in &rule.boxes {
            let category = match write {
                WriteIn::Own => shown.face.and_then(|face| rules.upper_category(face)),
                WriteIn::Box(category) => Some(*category),
            };
            if let Some(placement) = category.and_then(|category| in_category(category, rule.at_least)) {
                return Action::Score(placement);
            }
        }
    }
    let later: Vec<Placement> = rules.choices(state, &roll, RerollsLeft::NONE).collect();
    let most = later.iter().map(|choice| choice.points).max().unwrap();
    let best = later.iter().find(|choice| choice.points == most).unwrap();
    Action::Score(in_category(best.category, 0).unwrap())
}

#[test]
fn cards_play_what_their_rules_say() {
    let texts = RuleCard::builtin_names().map(|name| RuleCard::builtin(name).unwrap().toml());
    let wild = "name = 'wild'\nrules = 'hasbro'\n\
        [[keep]]\ndice = '2 alike'\nbox = 'filled'\nneeded = '10-40'\nrerolls = 2\nkeep = 'those'\n\
        [[keep]]\ndice = '3 of a run of 5'\nof = '2-6'\nopen-any = ['large-straight', 'ss']\nkeep = 'those'\n\
        [[keep]]\ndice = 'two pairs'\nopen = ['full-house']\nfilled = ['chance']\nkeep = 'those'\n\
        [[keep]]\ndice = 'sum 22'\nboxes-left = '3+'\nkeep = '4-6'\n\
        [[keep]]\ndice = '66'\nkeep = 'all'\n\
        [[score]]\ndice = '2 alike'\nof = '3-6'\nscore = ['own', 'chance', 'yahtzee']\npoints = 8\n\
        [[score]]\ndice = 'any'\nneeded = '0-20'\nscore = ['full-house', 'ones']\npoints = 0\n"
        .to_owned();
    let mut random = numbers(1);
    for toml in texts.chain([wild]) {
        for name in ["hasbro", "kniffel", "verhoeff", "get-dicey"] {
            let rules = RuleSet::builtin(name).unwrap();
            let card = RuleCard::parse_for(&toml, &rules).unwrap();
            let mut player = CardStrategy::new(&card, &model(&rules));
            for _ in 0..300 {
                let scorecard = card_after(&rules, random() % rules.category_count(), &mut random);
                for _ in 0..8 {
                    let alike = random().is_multiple_of(4);
                    let first = (random() % 6 + 1) as u8;
                    let pips = (0..rules.dice()).map(|_| if alike { first } else { (random() % 6 + 1) as u8 });
                    let roll = rules.roll(Dice::from_pips(pips).unwrap()).unwrap();
                    let rerolls_left = RerollsLeft::new((random() % 3) as u8).unwrap();
                    let position = Position::new(scorecard.clone(), roll, rerolls_left).unwrap();
                    assert_eq!(player.choose(&position).unwrap(), by_hand(&card, &position), "{name} {position}");
                }
            }
        }
    }
}

#[test]
fn cards_come_back_from_their_toml() {
    for name in RuleCard::builtin_names() {
        let card = RuleCard::builtin(name).unwrap();
        assert_eq!(RuleCard::parse(&card.toml()).unwrap(), card);
    }
}

#[test]
fn the_built_in_cards_have_no_idle_rules() {
    for name in RuleCard::builtin_names() {
        let card = RuleCard::builtin(name).unwrap();
        let model = model(&card.rules);
        assert_eq!(CardStrategy::new(&card, &model).idle_rules(&card, &model), [], "{name}");
    }
}

#[test]
fn rules_that_never_apply_are_found() {
    let toml = "name = 'idle'\nrules = 'kniffel'\n[[keep]]\ndice = '2 alike'\nkeep = 'those'\n[[keep]]\ndice = '3 alike'\nkeep = 'those'\n\
        [[keep]]\ndice = 'run of 5'\nopen = ['chance']\nfilled = ['chance']\nkeep = 'those'\n\
        [[score]]\ndice = 'any'\nscore = ['chance']\npoints = 31\n";
    let card = RuleCard::parse(toml).unwrap();
    let model = model(&card.rules);
    let idle = CardStrategy::new(&card, &model).idle_rules(&card, &model);
    assert_eq!(idle, [Idle::Keep(2), Idle::Keep(3), Idle::Score(1)]);
}

#[test]
fn errors_name_line_and_field() {
    let error = |line: &str| {
        let toml = format!("name = 'mine'\nrules = 'hasbro'\n[[keep]]\ndice = 'any'\n{line}\nkeep = 'all'\n");
        RuleCard::parse(&toml).unwrap_err().to_string()
    };
    assert!(error("open = ['chanse']").starts_with("line 5: open: unknown category 'chanse'"), "{}", error("open = ['chanse']"));
    assert!(error("rerolls = '3-1'").starts_with("line 5: rerolls: invalid value"), "{}", error("rerolls = '3-1'"));
    assert!(error("of = '0-7'").starts_with("line 5: of: faces are from 1 to 6"), "{}", error("of = '0-7'"));
    assert!(error("box = 'mine'").starts_with("line 5: box: invalid value"), "{}", error("box = 'mine'"));
    assert!(error("colour = 'red'").starts_with("line 5: unknown field `colour`"), "{}", error("colour = 'red'"));
    let error = RuleCard::parse("name = 'mine'\nrules = 'hasbro'\n[[score]]\ndice = 'any'\nscore = ['own']\n").unwrap_err().to_string();
    assert!(error.starts_with("line 5: score: \"own\" is the upper box of a face"), "{error}");
    let error = RuleCard::parse("name = 'mine'\nrules = 'chess'\n").unwrap_err().to_string();
    assert!(error.starts_with("line 2: rules: unknown rule set 'chess'"), "{error}");
    assert!(RuleCard::builtin("card-99").unwrap_err().to_string().contains("card-12"));
}

/// The value of a card is the mean of its distribution, and its loss is the optimum less that value.
#[test]
fn a_card_is_valued_exactly() {
    let table = crate::testing::table(0);
    let card = RuleCard::builtin("card-12").unwrap();
    let strategy = CardStrategy::new(&card, &model(&card.rules));
    let evaluator = Evaluator::new(&strategy).unwrap();
    let value = evaluator.values().unwrap().expected_score();
    let start = Scorecard::new(&card.rules);
    assert!((evaluator.statistics(&start).unwrap().score.mean() - value).abs() < 1e-9);
    let losses = evaluator.losses(table, &start).unwrap();
    assert!((losses.total - (table.expected_score() - value)).abs() < 1e-9);
    assert!(value > 222.0, "{value}");
}

/// Simulated games of a card score its value on average.
#[test]
fn simulated_games_agree() {
    let table = crate::testing::table(0);
    let card = RuleCard::builtin("card-30").unwrap();
    let player = CardStrategy::new(&card, table.model());
    let evaluator_model = model(&card.rules);
    let strategy = CardStrategy::new(&card, &evaluator_model);
    let lost = Evaluator::with_model(&evaluator_model, &strategy).unwrap().losses(table, &Scorecard::new(&card.rules)).unwrap().total;
    let measured = crate::simulate::Measurement::new(table, 4_000, crate::dice::Seed::new(3)).run(|| Ok(player.clone())).unwrap();
    let apart = (measured.loss_per_game() - lost).abs();
    assert!(apart < 4.0 * measured.loss_standard_error(), "{} for {lost}", measured.loss_per_game());
}
