//! Tests of cards of rules.

use std::sync::Arc;

use super::compiled::Seen;
use super::{CardStrategy, Idle, Kept, RuleCard, WriteIn};
use crate::dice::{Dice, Face, Hold, RerollsLeft};
use crate::evaluate::Evaluator;
use crate::game::{Action, Position, Scorecard};
use crate::rules::{Category, Filled, Placement, RuleSet, State};
use crate::solve::{MEMORY_LIMIT, Model};
use crate::strategy::{MixedStrategy, Player, TurnChances};
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
            (in_time && rule.condition.fits(seen.open, seen.needed)).then_some(match rule.keep {
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
        choices.iter().find(|choice| choice.category == category && choice.points.get() >= least.into()).copied()
    };
    // Only the boxes in which the roll may be written count as open.
    let open = choices.iter().fold(Filled::NONE, |open, choice| open.with(choice.category));
    let upper = Face::ALL.into_iter().filter(|&face| rules.upper_category(face).is_some_and(|category| open.contains(category)));
    let upper = upper.fold(0, |bits, face| bits | 1 << face.index());
    for rule in &card.score {
        // A rule that writes only into the own box matches only open boxes.
        let mut shape = rule.shape;
        if rule.boxes.iter().all(|write| *write == WriteIn::Own) && shape.own_box == super::OwnBox::Any {
            shape.own_box = super::OwnBox::Open;
        }
        let Some(shown) = shape.shown(&roll, upper) else { continue };
        if !rule.condition.fits(open, seen.needed) {
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
    let most = choices.iter().map(|choice| choice.points).max().unwrap();
    Action::Score(*choices.iter().find(|choice| choice.points == most).unwrap())
}

#[test]
fn cards_play_what_their_rules_say() {
    let mut texts: Vec<String> = RuleCard::builtin_names().map(|name| RuleCard::builtin(name).unwrap().toml()).collect();
    let wild = "name = 'wild'\nrules = 'hasbro'\n\
        [[keep]]\ndice = '2 alike'\nbox = 'filled'\nneeded = '10-40'\nrerolls = 2\nkeep = 'those'\n\
        [[keep]]\ndice = '3 of a run of 5'\nof = '2-6'\nopen-any = ['large-straight', 'ss']\nkeep = 'those'\n\
        [[keep]]\ndice = 'two pairs'\nopen = ['full-house']\nfilled = ['chance']\nkeep = 'those'\n\
        [[keep]]\ndice = 'sum 22'\nboxes-left = '3+'\nkeep = '4-6'\n\
        [[keep]]\ndice = '66'\nkeep = 'all'\n\
        [[keep]]\ndice = '45'\nbox = 'open'\nkeep = 'those'\n\
        [[score]]\ndice = '5 alike'\nbox = 'filled'\nfilled = ['ones', 'full-house']\nscore = ['chance']\n\
        [[score]]\ndice = '4 alike'\nopen-any = ['twos', 'chance']\nboxes-left = '2-4'\nneeded = '5+'\nscore = ['three-of-a-kind', 'sixes']\npoints = 0\n\
        [[score]]\ndice = '2 alike'\nof = '3-6'\nscore = ['own', 'chance', 'yahtzee']\npoints = 8\n\
        [[score]]\ndice = 'any'\nneeded = '0-20'\nscore = ['full-house', 'ones']\npoints = 0\n"
        .to_owned();
    texts.push(wild);
    let boxes_of_hasbro = ["hasbro", "kniffel", "verhoeff", "get-dicey"];
    let mut cases: Vec<(&str, &String)> = texts.iter().flat_map(|toml| boxes_of_hasbro.map(|name| (name, toml))).collect();
    let served = "name = 'served'\nrules = 'generala'\n[[keep]]\ndice = '3 alike'\nrerolls = 1\nkeep = 'those'\n\
        [[keep]]\ndice = '2 alike'\nkeep = 'all'\n[[keep]]\ndice = 'run of 5'\nkeep = 'all'\n\
        [[score]]\ndice = 'any'\nscore = ['full-house', 'four-of-a-kind', 'generala']\npoints = 31\n\
        [[score]]\ndice = '2 alike'\nopen = ['generala']\nscore = ['straight', 'own']\npoints = 4\n"
        .to_owned();
    cases.push(("generala", &served));
    let mut random = numbers(1);
    for (name, toml) in cases {
        let rules = RuleSet::builtin(name).unwrap();
        let card = RuleCard::parse_for(toml, &rules).unwrap();
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
    for faces in ["'0-7'", "'4-7'", "'0+'", "'7+'"] {
        let error = error(&format!("of = {faces}"));
        assert!(error.starts_with("line 5: of: faces are from 1 to 6"), "{error}");
    }
    assert!(
        error("rerolls = 0").starts_with("line 5: rerolls: rules for keeping are used while rolls are left"),
        "{}",
        error("rerolls = 0")
    );
    assert!(error("box = 'mine'").starts_with("line 5: box: invalid value"), "{}", error("box = 'mine'"));
    assert!(error("colour = 'red'").starts_with("line 5: unknown field `colour`"), "{}", error("colour = 'red'"));
    let error = RuleCard::parse("name = 'mine'\nrules = 'hasbro'\n[[score]]\ndice = 'any'\nscore = ['own']\n").unwrap_err().to_string();
    assert!(error.starts_with("line 5: score: \"own\" is the upper box of a face"), "{error}");
    let error =
        RuleCard::parse("name = 'mine'\nrules = 'hasbro'\n[[score]]\ndice = 'any'\nscore = ['ones']\npoints = '2-4'\n").unwrap_err();
    assert_eq!(error.to_string(), "line 6: points: these are the least points: a number like 20");
    assert!(RuleCard::builtin("card-99").unwrap_err().to_string().contains("card-12"));
}

/// The game of a card is a built-in one, or given apart. Its TOML names only a built-in one.
#[test]
fn the_game_of_a_card() {
    let error = |toml: &str| RuleCard::parse(toml).unwrap_err().to_string();
    let unknown = error("name = 'mine'\nrules = 'small.toml'\n");
    assert!(unknown.starts_with("line 2: rules: unknown rule set 'small.toml': there are hasbro, "), "{unknown}");
    let without = "name = 'mine'\n[[keep]]\ndice = 'any'\nkeep = 'all'\n";
    assert_eq!(error(without), "line 1: missing field `rules`: the built-in game that the card is for");
    let crag = RuleSet::builtin("crag").unwrap();
    let card = RuleCard::parse_for(without, &crag).unwrap();
    assert_eq!(card.rules, crag);
    assert_eq!(RuleCard::parse(&card.toml()).unwrap(), card);
    let own = RuleSet::parse(&crag.toml().replace("\"crag\"", "\"own\"")).unwrap();
    let card = RuleCard::parse_with(&without.replace("'mine'", "'mine'\nrules = 'own.toml'"), |name| {
        assert_eq!(name, Some("own.toml"));
        Ok(own.clone())
    });
    let card = card.unwrap();
    assert_eq!(card.rules, own);
    assert!(!card.toml().contains("rules = "), "{}", card.toml());
    assert_eq!(RuleCard::parse_for(&card.toml(), &own).unwrap(), card);
}

/// Patterns without a choice of faces take no `of`, and those without faces no `box`.
#[test]
fn conditions_that_would_mean_nothing() {
    let read = |dice: &str, condition: &str| {
        let toml = format!("name = 'mine'\nrules = 'hasbro'\n[[keep]]\ndice = '{dice}'\n{condition}\nkeep = 'those'\n");
        RuleCard::parse(&toml).map(|_| ()).map_err(|error| error.to_string())
    };
    let several = "goes only with dice that are alike, two pairs, a full house or a run";
    for dice in ["any", "sum 20"] {
        assert_eq!(read(dice, "of = '2-4'"), Err(format!("line 5: of: {several}: leave it out")));
        assert_eq!(read(dice, "box = 'open'"), Err(format!("line 5: box: {several}, or with dice like \"345\": leave it out")));
    }
    assert_eq!(read("23", "of = '2-4'"), Err(format!("line 5: of: {several}: leave it out")));
    for dice in ["2 alike", "two pairs", "full house", "run of 3", "2 of a run of 4"] {
        assert_eq!(read(dice, "of = '2+'\nbox = 'filled'"), Ok(()), "{dice}");
    }
    assert_eq!(read("23", "box = 'open'"), Ok(()));
    // Dice of more faces than may count never occur.
    for (dice, of, faces) in [
        ("run of 2", "6", "2 different faces; this allows 1"),
        ("3 of a run of 5", "2-3", "3 different faces; this allows 2"),
        ("two pairs", "4", "2 different faces; this allows 1"),
    ] {
        assert_eq!(read(dice, &format!("of = '{of}'")), Err(format!("line 5: of: the dice need {faces}")), "{dice}");
    }
    for dice in ["1 of a run of 4", "2 alike", "full house"] {
        assert_eq!(read(dice, "of = '6'"), Ok(()), "{dice}");
    }
}

/// The action of a card of one game in a position, as text.
fn says(card: &RuleCard, position: &str) -> String {
    let position = Position::parse(position, &card.rules).unwrap();
    CardStrategy::new(card, &model(&card.rules)).choose(&position).unwrap().display(&card.rules).to_string()
}

#[test]
fn given_dice_need_their_boxes() {
    let card = RuleCard::parse("name = 'box'\nrules = 'hasbro'\n[[keep]]\ndice = '23'\nbox = 'open'\nkeep = 'those'\n").unwrap();
    assert_eq!(says(&card, "12355 rerolls=2"), "hold 23");
    for filled in ["twos=4", "threes=3", "twos=4 threes=3"] {
        assert_eq!(says(&card, &format!("12355 rerolls=2 {filled}")), "hold none", "{filled}");
    }
}

/// Conditions of rules for scoring see only the boxes that are allowed, as their boxes do.
#[test]
fn a_forced_roll_sees_only_the_allowed_boxes() {
    let toml = "name = 'forced'\nrules = 'hasbro'\n[[score]]\ndice = '2 alike'\nfilled = ['ones']\nboxes-left = '1-6'\nscore = ['chance']\n\
        [[score]]\ndice = 'any'\nscore = ['small-straight']\n";
    let card = RuleCard::parse(toml).unwrap();
    assert_eq!(says(&card, "44444 rerolls=0 yahtzee=50 fours=12"), "score chance=20");
    // Nothing is forced for other dice: eleven boxes are open, ones too. No rule for them scores, so most points decide.
    assert_eq!(says(&card, "34445 rerolls=0 yahtzee=50 fours=12"), "score three-of-a-kind=20");
}

/// `points`, and the box with the most points, count a first throw as such.
#[test]
fn served_points_count() {
    let rules = RuleSet::parse(
        "name = 'served'\ndice = 1\nrolls = 2\n[[lower]]\nname = 'a'\nany = true\npoints = 0\nserved = 9\n\
         [[lower]]\nname = 'b'\nany = true\npoints = 5\n[[lower]]\nname = 'c'\nface = 6\npoints = 1\nserved = 8\n",
    )
    .unwrap();
    let score = "[[score]]\ndice = 'any'\nscore = ['a']\npoints = 9\n";
    let keep = "name = 'own'\n[[keep]]\ndice = 'any'\nkeep = 'all'\n";
    let with_rule = RuleCard::parse_for(&format!("{keep}{score}"), &rules).unwrap();
    let without = RuleCard::parse_for(keep, &rules).unwrap();
    for card in [&with_rule, &without] {
        assert_eq!(says(card, "1 rerolls=1"), "score a=9");
        assert_eq!(says(card, "1 rerolls=0"), "score b=5");
        assert_eq!(says(card, "6 rerolls=1 a=9"), "score c=8");
        assert_eq!(says(card, "6 rerolls=0 a=9"), "score b=5");
    }
    // Each roll is scored at once: 9 in a, then a six in c, or b.
    let value = |card: &RuleCard| Evaluator::new(&CardStrategy::new(card, &model(&rules))).unwrap().values().unwrap().expected_score();
    assert!((value(&with_rule) - (9.0 + 5.0 + 8.0 * (1.0 - 25.0 / 36.0))).abs() < 1e-12, "{}", value(&with_rule));
    let position = Position::parse("1 rerolls=1", &rules).unwrap();
    let decide = |card: &RuleCard| CardStrategy::new(card, &model(&rules)).deciding_rules(&position).unwrap();
    assert_eq!([decide(&with_rule), decide(&without)], [[Some(0), Some(1)], [Some(0), None]]);

    let full = "name = 'full'\nrules = 'generala'\n[[keep]]\ndice = 'full house'\nkeep = 'all'\n\
        [[score]]\ndice = '3 alike'\nscore = ['full-house']\npoints = 35\n[[score]]\ndice = 'any'\nscore = ['ones']\npoints = 0\n";
    let card = RuleCard::parse(full).unwrap();
    assert_eq!(says(&card, "22333 rerolls=2"), "score full-house=35");
    assert_eq!(says(&card, "22333 rerolls=1"), "score ones=0");
}

/// A card whose turns are asked for in every state by itself.
struct Apart(CardStrategy);

impl MixedStrategy for Apart {
    fn rules(&self) -> &RuleSet {
        MixedStrategy::rules(&self.0)
    }

    fn chances(&self, state: &State, turn: &mut TurnChances) {
        self.0.chances(state, turn);
    }
}

/// States are taken together only if the card acts alike in them, under a forced roll and with more rules than a number has bits.
#[test]
fn states_of_a_class_have_the_same_turn() {
    let chance = "[[lower]]\nname = \"chance\"\nany = true\npoints = \"all-dice\"\n\n[further]\n";
    let rules = RuleSet::parse(&include_str!("../../tests/rules/pocket.toml").replace("[further]\n", chance)).unwrap();
    let forced = "name = 'forced'\n[[score]]\ndice = '3 alike'\nfilled = ['twos']\nneeded = '7+'\nscore = ['run']\n";
    // Two rules with the same condition on points, 64 rules apart.
    let rule = |dice: &str, needed: &str| format!("[[keep]]\ndice = '{dice}'\nneeded = '{needed}'\nkeep = 'those'\n");
    let many = format!("name = 'many'\n{}{}{}", rule("2 alike", "9+"), rule("3 alike", "0-90").repeat(63), rule("1 alike", "9+"));
    for toml in [forced.to_owned(), many] {
        let card = RuleCard::parse_for(&toml, &rules).unwrap();
        let strategy = CardStrategy::new(&card, &model(&rules));
        let together = Evaluator::new(&strategy).unwrap().values().unwrap().expected_score();
        let apart = Evaluator::new(&Apart(strategy)).unwrap().values().unwrap().expected_score();
        assert!((together - apart).abs() < 1e-12, "{}: {together} for {apart}", card.name);
    }
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
