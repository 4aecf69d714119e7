//! Rules that pay differently have different fingerprints, and other ways to write the same rules do not.

use std::collections::HashSet;

use yahtzee_solver::RuleSet;

/// The fingerprint of a game with one box, which pays the sum of all dice under this condition.
fn of(condition: &str) -> u64 {
    let toml = format!("name = 'toy'\ndice = 2\n[[lower]]\nname = 'box'\npoints = 'all-dice'\n{condition}");
    RuleSet::parse(&toml).unwrap_or_else(|error| panic!("{condition}: {error}")).fingerprint()
}

#[test]
fn the_fingerprint_knows_every_word() {
    assert_eq!(of("exact-groups = [[1, 1], [2]]"), of("exact-groups = [[2], [1, 1]]"));
    assert_eq!(of("within = [[1, 6], [2]]"), of("within = [[2], [6, 1]]"));
    assert_eq!(of("sum = 7"), of("sum = { at-least = 7, at-most = 7 }"));
    assert_eq!(of("any = true"), of("any = true\ntimes = 1\nplus = 0"));
    let different = [
        of("any = true"),
        of("any = true\ntimes = 2"),
        of("any = true\nplus = 2"),
        of("sum = 7"),
        of("sum = { at-least = 7 }"),
        of("sum = { at-most = 7 }"),
        of("exact-groups = [2]"),
        of("groups = [2]"),
        of("faces = [1, 1]"),
        of("faces = [1]"),
        of("within = [1, 6]"),
        of("within = [[1], [6]]"),
        of("within = [1, 6]\nany = true"),
    ];
    assert_eq!(different.iter().collect::<HashSet<_>>().len(), different.len());
}

#[test]
fn the_fingerprint_knows_every_step_of_the_bonus() {
    let of = |steps: &str| {
        let toml = format!("name = 'toy'\n{steps}[[upper]]\nname = 'ones'\nface = 1\n");
        RuleSet::parse(&toml).unwrap_or_else(|error| panic!("{steps}: {error}")).fingerprint()
    };
    let step = |at: u32, points: u32| format!("[[upper-bonus]]\nat = {at}\npoints = {points}\n");
    let one = step(3, 5);
    assert_eq!(of(&one), of(&one.replace("[[", "[").replace("]]", "]")));
    assert_eq!(of(""), of(&step(3, 0)));
    assert_eq!(of(&step(3, 5)), of(&(step(2, 0) + &one)));
    let different = [String::new(), one.clone(), one.clone() + &step(4, 6), one.clone() + &step(4, 7), one + &step(5, 6)];
    assert_eq!(different.iter().map(|steps| of(steps)).collect::<HashSet<_>>().len(), different.len());
}

#[test]
fn the_fingerprint_knows_what_saved_throws_earn() {
    let saving = |more: &str| {
        let toml = format!("name = 'toy'\nsaved-throws = true\n{more}\n[[lower]]\nname = 'box'\nany = true\npoints = 5\n");
        RuleSet::parse(&toml).unwrap().fingerprint()
    };
    assert_eq!(saving(""), saving("saved-throw-points = 0"));
    assert_ne!(saving(""), saving("saved-throw-points = 1"));
    assert_ne!(saving("saved-throw-points = 2"), saving("saved-throw-points = 1"));
    assert_eq!(saving("rolls = 1\nsaved-throw-points = 2"), saving("rolls = 1"));
}

#[test]
fn the_order_of_faces_makes_no_other_game() {
    let fingerprint = |faces: &str| of(&format!("faces = {faces}"));
    assert_eq!(fingerprint("[[6, 1], [2, 3]]"), fingerprint("[[3, 2], [1, 6]]"));
    assert_eq!(fingerprint("[[2, 1]]"), fingerprint("[1, 2]"));
    assert_ne!(fingerprint("[[6, 1], [2, 3]]"), fingerprint("[[6, 1], [2]]"));
    assert_ne!(fingerprint("[[6], [1]]"), fingerprint("[6, 1]"));
}
