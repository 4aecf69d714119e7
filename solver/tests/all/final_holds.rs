//! Games in which a die that is held is not thrown again in its turn.

use crate::common::{assert_values_by_definition, solve};
use yahtzee_solver::dice::Holds;
use yahtzee_solver::{Advisor, Dice, Position, RuleSet, Scorecard};

/// Five dice and three rolls, with one box that pays a point.
fn one_box(alike: u8, final_holds: bool) -> RuleSet {
    let toml = format!("name = 'one'\nfinal-holds = {final_holds}\n[[lower]]\nname = 'alike'\ngroups = [{alike}]\npoints = 1");
    RuleSet::parse(&toml).unwrap()
}

/// Chances of a turn that others have published.
#[test]
fn published_chances_of_a_turn() {
    for (alike, final_holds, chance) in [(5, true, 0.045656534), (5, false, 0.046028643), (4, true, 0.287072495), (4, false, 0.290793584)] {
        let found = solve(&one_box(alike, final_holds)).expected_score();
        assert!((found - chance).abs() < 5e-10, "{alike} alike: {found}, not {chance}");
    }
}

#[test]
fn five_dice_by_definition() {
    assert_values_by_definition(&one_box(4, true));
    let saved = "name = 'saved'\ndice = 4\nfinal-holds = true\nsaved-throws = true\n[[lower]]\nname = 'alike'\ngroups = [3]\npoints = 9\n\
                 [[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'";
    assert_values_by_definition(&RuleSet::parse(saved).unwrap());
}

#[test]
fn false_is_the_same_as_nothing() {
    let [plain, explicit] = ["", "final-holds = false\n"]
        .map(|word| RuleSet::parse(&format!("name = 'one'\n{word}[[lower]]\nname = 'alike'\ngroups = [5]\npoints = 1")).unwrap());
    assert_eq!((plain.fingerprint(), plain.holds()), (explicit.fingerprint(), Holds::Free));
    assert_ne!(one_box(5, true).fingerprint(), one_box(5, false).fingerprint());
}

/// Five fives of which three are set aside: the others may be held too, and the twos may not be thrown again.
#[test]
fn advice_keeps_what_is_set_aside() {
    let rules = one_box(5, true);
    let table = solve(&rules);
    let advisor = Advisor::new(&table);
    let position = |text: &str| Position::parse(text, &rules).unwrap();
    let advice = advisor.advise(&position("22|555 rerolls=1")).unwrap();
    let aside = Dice::parse("22").unwrap();
    // The score, and the fives that join the twos: none, one or two.
    assert_eq!(advice.options.len(), 1 + 3);
    assert!(advice.options.iter().all(|option| match option.action {
        yahtzee_solver::Action::Hold(hold) => hold.contains(&aside),
        yahtzee_solver::Action::Score(_) => true,
    }));
    // Only all dice of the last throw may become twos.
    assert!((advice.best().expected_final - 1.0 / 216.0).abs() < 1e-15);
    let free = advisor.advise(&position("22555 rerolls=1")).unwrap();
    assert!((free.best().expected_final - 1.0 / 36.0).abs() < 1e-15);
    assert_eq!(
        Position::new(Scorecard::new(&rules), position("22|555 rerolls=1").roll(), rules.rerolls()).unwrap_err().to_string(),
        "2 dice set aside: this is not the first roll of the turn, so fewer rerolls are left"
    );
}
