//! Games with dice of two kinds.

use crate::common::{assert_values_by_definition, solve};
use yahtzee_solver::check::{NotPlain, PlainRules};
use yahtzee_solver::{Action, Advisor, Dice, Game, Position, RuleSet};

/// A game of these dice and boxes.
fn rules(dice: &str, boxes: &str) -> RuleSet {
    RuleSet::parse(&format!("name = 'two'\n{dice}\n{boxes}")).unwrap()
}

const ALL_DICE: &str = "[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'";
const FIVE_AND_TEN: &str = "other-dice = { dice = 1, sides = 10 }";

/// One die with six sides and one with four. The second throw keeps what is above the mean of its kind: 4, 5 and 6 of the first, and 3 and 4 of the
/// other. The mean of the first is 17/4 then, of the other 3.
#[test]
fn two_dice_solved_by_hand() {
    let table = solve(&rules("dice = 1\nrolls = 2\nother-dice = { dice = 1, sides = 4 }", ALL_DICE));
    assert!((table.expected_score() - (17.0 / 4.0 + 3.0)).abs() < 1e-12);
    let advisor = Advisor::new(&table);
    for (roll, best) in [("4/2", "hold 4"), ("3/3", "hold /3"), ("3/2", "hold none"), ("6/4", "score chance=10"), ("1/4", "hold /4")] {
        let advice = advisor.advise(&Position::parse(roll, table.rules()).unwrap()).unwrap();
        assert_eq!(advice.best().action.display(table.rules()).to_string(), best, "{roll}");
    }
}

/// The chance that a die with six sides and one with ten show the same in one throw is 6/60. A box of a face counts both.
#[test]
fn what_counts_is_the_pips() {
    let one_throw = |boxes: &str| solve(&rules("dice = 1\nrolls = 1\nother-dice = { dice = 1, sides = 10 }", boxes)).expected_score();
    assert!((one_throw("[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 1") - 0.1).abs() < 1e-15);
    assert!((one_throw("[[upper]]\nname = 'sixes'\nface = 6") - 6.0 * (1.0 / 6.0 + 1.0 / 10.0)).abs() < 1e-14);
    assert!((one_throw("[[upper]]\nname = 'nines'\nface = 9") - 9.0 / 10.0).abs() < 1e-14);
    assert!((one_throw("[[lower]]\nname = 'high'\nsum = { at-least = 15 }\npoints = 1") - 3.0 / 60.0).abs() < 1e-15);
}

#[test]
fn five_dice_and_one_with_ten_sides_by_definition() {
    let boxes = "[[lower]]\nname = 'highway'\nstraight = 6\npoints = 50\n[[lower]]\nname = 'three-pairs'\ngroups = [2, 2, 2]\npoints = 35";
    assert_values_by_definition(&rules(
        &format!("dice = 3\n{FIVE_AND_TEN}"),
        &boxes.replace("straight = 6", "straight = 4").replace(", 2, 2]", ", 2]"),
    ));
    let table = solve(&rules(FIVE_AND_TEN, boxes));
    assert_eq!((table.rules().dice(), table.model().rolls().count()), (6, 2_520));
}

/// The kind that is called the other one makes no difference.
#[test]
fn either_kind_may_be_first() {
    let boxes = "[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 'those-dice'\n[[lower]]\nname = 'run'\nstraight = 3\npoints = 20";
    let value = |dice: &str| solve(&rules(dice, boxes)).expected_score();
    let six_first = value("dice = 2\nother-dice = { dice = 2, sides = 4 }");
    assert!((six_first - value("dice = 2\nsides = 4\nother-dice = { dice = 2, sides = 6 }")).abs() < 1e-12);
}

/// Dice of the other kind that have the same sides would give the values of dice of one kind; such a file is refused, so the sides are listed twice here.
#[test]
fn like_dice_are_worth_as_much_as_of_one_kind() {
    let boxes = "[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 'those-dice'\n[[lower]]\nname = 'run'\nstraight = 3\npoints = 20";
    let one_kind = solve(&rules("dice = 3\nsides = 3", boxes)).expected_score();
    let two_kinds = solve(&rules("dice = 2\nsides = 3\nother-dice = { dice = 1, sides = [1, 1, 2, 2, 3, 3] }", boxes)).expected_score();
    assert!((one_kind - two_kinds).abs() < 1e-12);
}

#[test]
fn games_are_written_and_read() {
    let rules = rules(&format!("dice = 2\n{FIVE_AND_TEN}"), ALL_DICE);
    let text = "rules: two\n36/10 hold /10, 12/10 hold 2/10, 6 score chance\n";
    let game = Game::parse(text, &rules).unwrap();
    let again = Game::parse(&game.to_string(), &rules).unwrap();
    assert_eq!(game, again);
    assert!(game.to_string().contains("36/10 hold /10, 12/10 hold 2/10, 26/10 score chance"), "{game}");
    let fault = |text: &str| Game::parse(text, &rules).unwrap_err().to_string();
    assert_eq!(fault("361 hold 6"), "line 1: no dice of the other kind where the game has 1: write them after a slash, like 13/10");
    assert_eq!(fault("36/1 hold 1"), "line 1: the hold 1 is not in the roll 3 6 / 1");
    assert_eq!(fault("36/7 hold 3/6"), "line 1: the hold 3 / 6 is not in the roll 3 6 / 7");
}

#[test]
fn positions_are_written_and_read() {
    let rules = rules(&format!("dice = 2\n{FIVE_AND_TEN}"), ALL_DICE);
    for text in ["36/10 rerolls=1", "3 6 / 10 rerolls=1", "6,3 /10 Rerolls=1"] {
        let position = Position::parse(text, &rules).unwrap();
        assert_eq!(position.to_string(), "36/10 rerolls=1", "{text}");
        let holds: Vec<Dice> = position.roll().holds().iter().map(|hold| **hold).collect();
        assert_eq!((holds.len(), holds[0].to_string(), holds[1].to_string()), (7, "3 6".to_owned(), "3 / 10".to_owned()));
    }
    assert!(Position::parse("36 10 rerolls=1", &rules).is_err());
}

#[test]
fn fingerprints_know_the_other_dice() {
    let print = |dice: &str| rules(dice, ALL_DICE).fingerprint();
    let prints =
        ["dice = 3", "dice = 4", "dice = 3\nother-dice = { dice = 1, sides = 10 }", "dice = 3\nother-dice = { dice = 1, sides = 8 }"];
    let more = ["dice = 2\nother-dice = { dice = 2, sides = 10 }", "dice = 1\nsides = 10\nother-dice = { dice = 3, sides = 6 }"];
    let prints: std::collections::BTreeSet<u64> = prints.into_iter().chain(more).map(print).collect();
    assert_eq!(prints.len(), 6);
}

#[test]
fn other_dice_have_no_plain_form() {
    assert_eq!(PlainRules::new(&rules(FIVE_AND_TEN, ALL_DICE)).err(), Some(NotPlain { word: "other-dice" }));
}

/// A die that shows the same on the other kind is another hold: it may be thrown again with other chances.
#[test]
fn the_same_face_on_two_kinds_gives_two_holds() {
    let table =
        solve(&rules("dice = 1\nrolls = 2\nother-dice = { dice = 1, sides = 4 }", "[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 1"));
    let advice = Advisor::new(&table).advise(&Position::parse("2/3", table.rules()).unwrap()).unwrap();
    let value =
        |text: &str| advice.options.iter().find(|option| option.action.display(table.rules()).to_string() == text).unwrap().expected_final;
    assert!((value("hold 2") - 1.0 / 4.0).abs() < 1e-15);
    assert!((value("hold /3") - 1.0 / 6.0).abs() < 1e-15);
    assert!(advice.options.iter().filter(|option| matches!(option.action, Action::Hold(_))).count() == 3);
}
