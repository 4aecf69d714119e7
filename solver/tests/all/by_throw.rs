//! Boxes that pay other points on the first throws of a turn.

use yahtzee_solver::advise::Odds;
use yahtzee_solver::{Action, Advisor, Goal, Model, Points, Position, RerollsLeft, RuleSet, Scorecard, Solver, State, ValueTable};

fn close(found: f64, wanted: f64, tolerance: f64) {
    assert!((found - wanted).abs() < tolerance, "{found} for {wanted}");
}

/// One coin with a one and a two, and a box for the two.
fn coin(words: &str) -> ValueTable {
    let toml = format!("name = 'coin'\ndice = 1\nsides = 2\n[[lower]]\nname = 'two'\nfaces = [2]\n{words}\n");
    Solver::new(&RuleSet::parse(&toml).unwrap_or_else(|error| panic!("{words}: {error}"))).unwrap().solve().unwrap()
}

#[test]
fn a_coin_is_right_by_hand() {
    // A two at once pays 8; otherwise it comes on the second throw and pays 4, or on the third.
    close(coin("points = 2\npoints-by-throw = [8, 4]").expected_score(), 8.0 / 2.0 + 4.0 / 4.0 + 2.0 / 8.0, 1e-12);
    close(coin("points = 9\npoints-by-throw = [8, 4, 2]").expected_score(), 5.25, 1e-12);
    close(coin("points = 2\nserved = 8").expected_score(), 8.0 / 2.0 + 2.0 / 4.0 + 2.0 / 8.0, 1e-12);
    // A two on the first throw pays so little that it is thrown again: the second throw pays 8, the third 3.
    let rising = coin("points = 3\npoints-by-throw = [2, 8]");
    close(rising.expected_score(), 8.0 / 2.0 + 3.0 / 4.0, 1e-12);
    let action = |left| {
        let position =
            Position::new(Scorecard::new(rising.rules()), rising.rules().parse_roll("2").unwrap(), RerollsLeft::new(left).unwrap());
        Advisor::new(&rising).advise(&position.unwrap()).unwrap().best().action
    };
    let written = |left| if let Action::Score(placement) = action(left) { Some(placement.points.get()) } else { None };
    assert_eq!([2, 1, 0].map(written), [None, Some(8), Some(3)]);
}

#[test]
fn the_odds_of_a_coin_are_right_by_hand() {
    let table = coin("points = 2\npoints-by-throw = [8, 4]");
    let (model, card) = (Model::new(table.rules(), u64::MAX).unwrap(), Scorecard::new(table.rules()));
    let odds = |goal: &str| Odds::new(&model, &card, None).unwrap().of(Goal::parse(goal, table.rules()).unwrap(), 5).unwrap();
    for (goal, within, throws) in [
        ("two=8", [0.5; 5], None),
        // A two on the first throw is thrown again.
        ("two=4", [0.5, 0.75, 0.75, 0.75, 0.75], None),
        ("two", [0.5, 0.75, 0.875, 0.9375, 0.96875], Some(2.0)),
    ] {
        let found = odds(goal);
        assert_eq!((found.within, found.expected_throws), (within.to_vec(), throws), "{goal}");
    }
    close(odds("two").mean.unwrap().value, 5.25, 1e-12);
}

/// The kenta of Yamb.
const KENTA: &str = "name = 'kenta'\n[[lower]]\nname = 'kenta'\nstraight = 5\npoints = 46\npoints-by-throw = [66, 56]\n[[lower]]\nname = 'sum'\nany = true\n\
                     points = 'all-dice'\n";

#[test]
fn a_box_may_hold_the_points_of_each_throw() {
    let rules = RuleSet::parse(KENTA).unwrap();
    let kenta = rules.category_named("kenta").unwrap();
    assert_eq!(rules.possible_points(kenta), [0, 46, 56, 66].map(Points::new));
    for points in ["46", "56", "66"] {
        assert!(Scorecard::parse(&format!("kenta={points}"), &rules).is_ok(), "{points}");
    }
    let error = Scorecard::parse("kenta=50", &rules).unwrap_err().to_string();
    assert!(["46", "56", "66"].iter().all(|points| error.contains(points)), "{error}");
    let roll = rules.parse_roll("12345").unwrap();
    let points = |left| rules.place(&State::default(), &roll, RerollsLeft::new(left).unwrap(), kenta).unwrap().points.get();
    assert_eq!([2, 1, 0].map(points), [66, 56, 46]);
}

#[test]
fn the_same_game_has_the_same_fingerprint() {
    let with = |from: &str, to: &str| RuleSet::parse(&KENTA.replace(from, to)).unwrap().fingerprint();
    let kenta = with("", "");
    for (from, to) in [
        ("[66, 56]", "[66, 56, 46]"),
        ("46\npoints-by-throw = [66, 56]", "0\npoints-by-throw = [66, 56, 46]"),
        ("46\npoints-by-throw = [66, 56]", "'all-dice'\ntimes = 3\npoints-by-throw = [66, 56, 46]"),
        ("name = 'kenta'\n[[", "name = 'kenta'\nrolls = 3\n[["),
    ] {
        assert_eq!(with(from, to), kenta, "{to}");
    }
    let served = with("points-by-throw = [66, 56]", "served = 66");
    for same in ["[66]", "[66, 46]", "[66, 46, 46]"] {
        assert_eq!(with("[66, 56]", same), served, "{same}");
    }
    for (from, to) in
        [("[66, 56]", "[56, 66]"), ("[66, 56]", "[66, 55]"), ("[66, 56]", "[66, 66]"), ("points = 46", "points = 47"), ("66, ", "")]
    {
        assert_ne!(with(from, to), kenta, "{to}");
    }
}
