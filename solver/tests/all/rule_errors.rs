//! Every error in the TOML of a rule set names the line, the field and the allowed values.

use proptest::prelude::*;
use yahtzee_solver::{Model, RuleSet, RulesError, Run, Solver};

const GOOD: &str = r#"name = "toy"
dice = 2
rolls = 2
[upper-bonus]
at = 3
points = 5
[[upper]]
name = "ones"
face = 1
[[upper]]
name = "sixes"
short = ["6s"]
face = 6
[[lower]]
name = "pair"
groups = [2]
points = 10
[[lower]]
name = "chance"
any = true
points = "all-dice"
[further]
category = "pair"
[further.after-points]
place = "any"
joker = "never"
bonus = 7
"#;

#[test]
fn the_rule_set_that_the_others_spoil_is_right() {
    assert!(RuleSet::parse(GOOD).is_ok());
}

/// The error of `GOOD` after replacing `from` with `to`.
fn error(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "nothing to replace: {from}");
    let error = RuleSet::parse(&GOOD.replacen(from, to, 1)).expect_err(to);
    assert!(matches!(error, RulesError::Form { .. }));
    error.to_string()
}

fn check(cases: &[(&str, &str, &str)]) {
    for (from, to, wanted) in cases {
        assert_eq!(error(from, to), *wanted, "with {to:?}");
    }
}

const TOP_FIELDS: &str = "`name`, `title`, `language`, `source`, `notes`, `dice`, `sides`, `rolls`, `max-rounds`, `order`, `saved-throws`, `extra-throws`, `saved-throw-points`, `voluntary-zeros`, `upper-bonus`, `upper`, `lower`, `further`, `column`";

#[test]
fn fields_unknown_missing_and_twice() {
    check(&[
        ("dice = 2", "dices = 2", &format!("line 2: unknown field `dices`, expected one of {TOP_FIELDS}")),
        ("[[lower]]", "[[middle]]", &format!("line 14: unknown field `middle`, expected one of {TOP_FIELDS}")),
        (
            "face = 1",
            "face = 1\ngroups = [1]",
            "line 10: unknown field `groups`, expected one of `name`, `title`, `short`, `names`, `boxes`, `face`",
        ),
        (
            "any = true",
            "all = true",
            "line 20: unknown field `all`, expected one of `name`, `title`, `short`, `names`, `boxes`, `face`, `groups`, `exact-groups`, `same-face`, `straight`, `faces`, `sum`, `any`, `within`, `points`, `times`, `plus`, `joker`, `served`, `points-by-throw`, `served-wins`",
        ),
        ("at = 3", "from = 3", "line 5: unknown field `from`, expected `at` or `points`"),
        (
            "category = \"pair\"",
            "category = \"pair\"\nbonus = 7",
            "line 24: unknown field `bonus`, expected one of `category`, `after-points`, `after-zero`",
        ),
        ("bonus = 7", "bonsu = 7", "line 27: unknown field `bonsu`, expected one of `place`, `joker`, `bonus`, `bonus-when`"),
        ("name = \"toy\"\n", "", "line 1: missing field `name`"),
        ("name = \"pair\"\n", "", "line 14: missing field `name`"),
        ("face = 6\n", "", "line 10: missing field `face`"),
        ("points = 10\n", "", "line 14: missing field `points`"),
        ("points = 5\n", "", "line 4: missing field `points`"),
        ("at = 3\n", "", "line 4: missing field `at`"),
        ("category = \"pair\"\n", "", "line 22: missing field `category`"),
        ("place = \"any\"\n", "", "line 24: missing field `place`"),
        ("joker = \"never\"\n", "", "line 24: missing field `joker`"),
        ("dice = 2", "dice = 2\ndice = 3", "line 3: duplicate key"),
    ]);
}

const UNQUOTED: &str = "a number is in digits, like 30, and a text in quotes, like \"all-dice\"";

#[test]
fn values_of_another_type() {
    check(&[
        ("\"toy\"", "5", "line 1: name: invalid type: the whole number 5, expected a text"),
        ("dice = 2", "dice = \"two\"", "line 2: dice: invalid type: the text \"two\", expected a whole number"),
        ("dice = 2", "dice = two", &format!("line 2: dice: cannot read two: {UNQUOTED}")),
        ("\"toy\"", "toy", &format!("line 1: name: cannot read toy: {UNQUOTED}")),
        ("groups = [2]", "groups = [2, many]", &format!("line 16: groups: cannot read many: {UNQUOTED}")),
        ("dice = 2", "dice = 2x", &format!("line 2: dice: cannot read 2x: {UNQUOTED}")),
        ("dice = 2", "dice = 2.0", "line 2: dice: invalid type: the number 2.0, expected a whole number"),
        ("dice = 2", "dice = true", "line 2: dice: invalid type: true, expected a whole number"),
        ("dice = 2", "dice = 1979-05-27", "line 2: dice: invalid type: a date or a time, expected a whole number"),
        ("groups = [2]", "groups = 2", "line 16: groups: invalid type: the whole number 2, expected a list"),
        ("groups = [2]", "groups = [1, \"1\"]", "line 16: groups: invalid type: the text \"1\", expected a whole number"),
        (
            "points = 10",
            "points = true",
            "line 17: points: invalid type: true, expected a number of points, \"all-dice\" or \"those-dice\"",
        ),
        (
            "points = 10",
            "points = \"all\"",
            "line 17: points: invalid value: the text \"all\", expected a number of points, \"all-dice\" or \"those-dice\"",
        ),
        ("points = 5", "points = \"all-dice\"", "line 6: points: invalid type: the text \"all-dice\", expected a whole number"),
        ("any = true", "any = 1", "line 20: any: invalid type: the whole number 1, expected true or false"),
        ("short = [\"6s\"]", "short = \"6s\"", "line 12: short: invalid type: the text \"6s\", expected a list"),
        ("rolls = 2", "notes = \"text\"", "line 3: notes: invalid type: the text \"text\", expected a list"),
        ("rolls = 2", "notes = [\n\"text\",\n3]", "line 5: invalid type: the whole number 3, expected a text"),
        (
            "[upper-bonus]\nat = 3\npoints = 5",
            "upper-bonus = 5",
            "line 4: upper-bonus: invalid type: the whole number 5, expected a table: [upper-bonus]",
        ),
        (
            "[upper-bonus]\nat = 3\npoints = 5",
            "upper-bonus = { at = 3, pts = 5 }",
            "line 4: unknown field `pts`, expected `at` or `points`",
        ),
        (
            "[upper-bonus]\nat = 3\npoints = 5",
            "upper-bonus = { at = 3, points = \"5\" }",
            "line 4: points: invalid type: the text \"5\", expected a whole number",
        ),
        (
            "[further.after-points]\nplace = \"any\"\njoker = \"never\"\nbonus = 7",
            "after-points = 1",
            "line 24: after-points: invalid type: the whole number 1, expected a table: [further.after-points] or [further.after-zero]",
        ),
        (
            "place = \"any\"",
            "place = \"upper\"",
            "line 25: place: invalid value: the text \"upper\", expected one of \"any\" \"upper-then-any\" \"upper-then-lower\" \"lower\"",
        ),
        (
            "place = \"any\"",
            "place = 3",
            "line 25: place: invalid type: the whole number 3, expected one of \"any\" \"upper-then-any\" \"upper-then-lower\" \"lower\"",
        ),
        (
            "joker = \"never\"",
            "joker = false",
            "line 26: joker: invalid type: false, expected one of \"never\" \"upper-filled\" \"always\"",
        ),
        (
            "bonus = 7",
            "bonus-when = \"never\"",
            "line 27: bonus-when: invalid value: the text \"never\", expected one of \"always\" \"scoring\"",
        ),
    ]);
}

#[test]
fn numbers_out_of_range() {
    check(&[
        ("dice = 2", "dice = 0", "line 2: dice = 0: must be from 1 to 8"),
        ("dice = 2", "dice = 9", "line 2: dice = 9: must be from 1 to 8"),
        ("dice = 2", "dice = -1", "line 2: dice = -1: must be from 1 to 8"),
        ("dice = 2", "dice = 99999999999999999999", "line 2: dice = 99999999999999999999: must be from 1 to 8"),
        ("rolls = 2", "rolls = 0", "line 3: rolls = 0: must be from 1 to 8"),
        ("rolls = 2", "rolls = 9", "line 3: rolls = 9: must be from 1 to 8"),
        ("rolls = 2", "max-rounds = 0", "line 3: max-rounds = 0: must be from 1 to 6"),
        ("rolls = 2", "max-rounds = 7", "line 3: max-rounds = 7: must be from 1 to 6"),
        ("at = 3", "at = 0", "line 5: at = 0: must be from 1 to 14"),
        ("at = 3", "at = 15", "line 5: at = 15: must be from 1 to 14"),
        ("points = 5", "points = -5", "line 6: points = -5: must be from 0 to 10000"),
        ("points = 5", "points = 10001", "line 6: points = 10001: must be from 0 to 10000"),
        ("face = 1", "face = 0", "line 9: face = 0: must be from 1 to 6"),
        ("face = 1", "face = 7", "line 9: face = 7: must be from 1 to 6"),
        ("points = 10", "points = -1", "line 17: points = -1: must be from 0 to 10000"),
        ("points = 10", "points = 10001", "line 17: points = 10001: must be from 0 to 10000"),
        ("points = 10", "points = 0x7fffffffffffffffffff", "line 17: points = 604462909807314587353087: must be from 0 to 10000"),
        ("points = 10", "points = 10\njoker = 10001", "line 18: joker = 10001: must be from 0 to 10000"),
        ("bonus = 7", "bonus = 10001", "line 27: bonus = 10001: must be from 0 to 10000"),
        ("groups = [2]", "straight = 0", "line 16: straight = 0: must be from 1 to 2"),
        ("groups = [2]", "straight = 3", "line 16: straight = 3: must be from 1 to 2"),
        ("groups = [2]", "face = 8", "line 16: face = 8: must be from 1 to 6"),
    ]);
}

#[test]
fn patterns() {
    let some = "at least one of face, groups, exact-groups, straight, faces, sum, any and within must say what scores there";
    let alone = "any = true must stand alone, because any dice score there";
    let groups = "must be sizes of 1 and more that add up to at most the number of dice (2), like [1]";
    let faces = "must be from 1 to 2 faces (1 to 6)";
    check(&[
        ("groups = [2]\n", "", &format!("line 15: category \"pair\" has none: {some}")),
        (
            "groups = [2]",
            "groups = [2]\nstraight = 2",
            "line 15: category \"pair\" has groups and straight: no roll of 2 dice shows all of that",
        ),
        ("groups = [2]", "groups = [2]\nsum = 3", "line 15: category \"pair\" has groups and sum: no roll of 2 dice shows all of that"),
        ("any = true", "any = true\nface = 2\nfaces = [1]", &format!("line 19: category \"chance\" has face and faces and any: {alone}")),
        ("any = true", "any = true\nsum = 7", &format!("line 19: category \"chance\" has sum and any: {alone}")),
        ("any = true", "any = false", "line 20: any = false: leave it out, or say any = true"),
        ("any = true", "any = true\nsame-face = true", "line 21: same-face goes with groups only"),
        ("groups = [2]", "groups = []", &format!("line 16: groups = []: {groups}")),
        ("groups = [2]", "groups = [0, 2]", &format!("line 16: groups = [0, 2]: {groups}")),
        ("groups = [2]", "groups = [2, 1]", &format!("line 16: groups = [2, 1]: {groups}")),
        ("groups = [2]", "groups = [-2]", &format!("line 16: groups = [-2]: {groups}")),
        ("groups = [2]", "groups = [300]", &format!("line 16: groups = [300]: {groups}")),
        ("groups = [2]", "faces = []", &format!("line 16: faces = []: {faces}")),
        ("groups = [2]", "faces = [0, 1]", &format!("line 16: faces = [0, 1]: {faces}")),
        ("groups = [2]", "faces = [6, 7]", &format!("line 16: faces = [6, 7]: {faces}")),
        ("groups = [2]", "faces = [1, 2, 3]", &format!("line 16: faces = [1, 2, 3]: {faces}")),
        ("groups = [2]", "faces = [[1, 2],\n[6, 6, 6]]", &format!("line 17: faces = [6, 6, 6]: {faces}")),
        ("groups = [2]", "faces = [[1, 2], []]", &format!("line 16: faces = []: {faces}")),
        ("groups = [2]", "faces = [[6, 1], [1],\n[1, 6]]", "line 17: faces: [1, 6] is there twice"),
        (
            "groups = [2]",
            "faces = [[6, 1], 5]",
            "line 16: faces: must be a list of numbers, like [1, 2, 3], or a list of such lists, not a mixture",
        ),
        ("groups = [2]", "faces = [[[1]]]", "line 16: faces: invalid type: a list, expected a whole number"),
        (
            "groups = [2]",
            "faces = [\"1\"]",
            "line 16: faces: invalid type: the text \"1\", expected a whole number, or a list of whole numbers",
        ),
        ("groups = [2]", "sum = 1", "line 16: sum = 1: must be from 2 to 12"),
        ("groups = [2]", "sum = 13", "line 16: sum = 13: must be from 2 to 12"),
        ("groups = [2]", "sum = [7]", "line 16: sum: invalid type: a list, expected a whole number, or a table like { at-most = 10 }"),
        ("groups = [2]", "sum = {}", "line 16: sum: the table needs at-least, at-most or both"),
        ("groups = [2]", "sum = { at-last = 3 }", "line 16: unknown field `at-last`, expected `at-least` or `at-most`"),
        ("groups = [2]", "sum = { at-least = 13 }", "line 16: at-least = 13: must be from 2 to 12"),
        ("groups = [2]", "sum = { at-least = 9, at-most = 8 }", "line 16: at-most = 8: must be from 9 to 12"),
        ("groups = [2]", "sum = { at-most = 1.5 }", "line 16: at-most: invalid type: the number 1.5, expected a whole number"),
        ("face = 6", "face = 1", "line 13: face = 1: another upper category already counts it"),
    ]);
}

#[test]
fn what_those_dice_are_must_be_clear() {
    let those = "points = \"those-dice\": a sum and several conditions are of all dice: say \"all-dice\" or a number of points";
    check(&[
        ("any = true\npoints = \"all-dice\"", "sum = 7\npoints = \"those-dice\"", &format!("line 21: {those}")),
        ("any = true\npoints = \"all-dice\"", "groups = [2]\nface = 2\npoints = \"those-dice\"", &format!("line 22: {those}")),
    ]);
    for fields in ["sum = 7", "sum = 7\nstraight = 2", "faces = [[6, 1], [2, 1]]\nsum = 7", "face = 6\ngroups = [2]"] {
        assert!(RuleSet::parse(&GOOD.replace("any = true", fields)).is_ok(), "{fields}");
    }
}

#[test]
fn exact_groups_and_sets_of_faces() {
    let exact = "must be sizes of 1 and more that add up to the number of dice (2), so that every die is in a group";
    let set = "must be different faces (1 to 6), at least one";
    let all = "no roll of 2 dice shows all of that";
    check(&[
        ("any = true", "exact-groups = [1]", &format!("line 20: exact-groups = [1]: {exact}")),
        ("any = true", "exact-groups = []", &format!("line 20: exact-groups = []: {exact}")),
        ("any = true", "exact-groups = [[2],\n[2, 0]]", &format!("line 21: exact-groups = [2, 0]: {exact}")),
        ("any = true", "exact-groups = [[2], [2]]", "line 20: exact-groups: [2] is there twice"),
        (
            "any = true",
            "exact-groups = [[2], 1]",
            "line 20: exact-groups: must be a list of numbers, like [1, 2, 3], or a list of such lists, not a mixture",
        ),
        (
            "any = true",
            "any = true\nexact-groups = [2]",
            "line 19: category \"chance\" has exact-groups and any: any = true must stand alone, because any dice score there",
        ),
        ("any = true", "within = []", &format!("line 20: within = []: {set}")),
        ("any = true", "within = [1, 1]", &format!("line 20: within = [1, 1]: {set}")),
        ("any = true", "within = [[1, 6], [7]]", &format!("line 20: within = [7]: {set}")),
        ("any = true", "within = [[1, 6], [6, 1]]", "line 20: within: [6, 1] is there twice"),
        ("any = true", "within = 3", "line 20: within: invalid type: the whole number 3, expected a list"),
        ("any = true", "within = [1, 2]\nsum = 9", &format!("line 19: category \"chance\" has sum and within: {all}")),
        ("any = true", "within = [1]\nexact-groups = [1, 1]", &format!("line 19: category \"chance\" has exact-groups and within: {all}")),
    ]);
    for fields in
        ["exact-groups = [[1, 1], [2]]", "within = [1]", "within = [[1, 6], [1]]\nany = true", "within = [1, 2]\nsum = { at-most = 1 }"]
    {
        RuleSet::parse(&GOOD.replace("any = true", fields)).unwrap_or_else(|error| panic!("{fields}: {error}"));
    }
}

#[test]
fn sides() {
    let sides = "line 3: sides: must list 2 to 20 faces: 1, 2, 3 and so on, each at least once, like [1, 1, 2, 3, 4, 5]";
    let of_a_kind = |value| {
        format!("line 3: sides: invalid type: {value}, expected a number of sides, or a list of the faces on them, like [1, 1, 2, 3, 4, 5]")
    };
    let error = |toml: &str| RuleSet::parse(toml).expect_err(toml).to_string();
    let with = |line: &str| format!("dice = 2\n{line}");
    let wrong = |line: &str, message: &str| check(&[("dice = 2", &with(line), message)]);
    wrong("sides = 1", "line 3: sides = 1: must be from 2 to 20");
    wrong("sides = 21", "line 3: sides = 21: must be from 2 to 20");
    wrong("sides = true", &of_a_kind("true"));
    for list in ["[]", "[1]", "[1, 3]", "[2, 3]", "[0, 1, 2]", "[1, 2, -1]", "[1, 2, 300]", "[1, 21]"] {
        wrong(&format!("sides = {list}"), sides);
    }
    wrong("sides = 4", "line 14: face = 6: must be from 1 to 4");
    let many = |dice: usize, sides: usize| {
        let toml = format!("name = \"t\"\ndice = {dice}\nsides = {sides}\n[[lower]]\nname = \"l\"\nany = true\npoints = \"all-dice\"\n");
        RuleSet::parse(&toml).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!((many(8, 10), many(7, 12), many(5, 20)), (Ok(()), Ok(()), Ok(())));
    assert_eq!(many(6, 20), Err("line 3: sides: 6 dice with so many sides have too many rolls: at most 5 dice are possible".to_owned()));
    let upper: String = (1..=13).map(|face| format!("[[upper]]\nname = \"u{face}\"\nface = {face}\n")).collect();
    assert_eq!(
        error(&format!("name = \"t\"\ndice = 3\nsides = 20\n{upper}")),
        "line 40: [[upper]]: at most 12 upper categories are possible"
    );
    // A sum of many pips has a lower factor.
    let times = "name = \"t\"\ndice = 5\nsides = 20\n[[lower]]\nname = \"l\"\nany = true\npoints = \"all-dice\"\ntimes = 101\n";
    assert_eq!(error(times), "line 8: times = 101: must be from 1 to 100");
}

#[test]
fn factors_and_constants() {
    let of_sum = "goes with a sum of dice: write the points themselves instead of points = 10";
    check(&[
        ("points = 10", "points = 10\nplus = 5", &format!("line 18: plus {of_sum}")),
        ("points = 10", "points = 10\ntimes = 2", &format!("line 18: times {of_sum}")),
        ("points = \"all-dice\"", "points = \"all-dice\"\ntimes = 0", "line 22: times = 0: must be from 1 to 100"),
        ("points = \"all-dice\"", "points = \"all-dice\"\ntimes = 101", "line 22: times = 101: must be from 1 to 100"),
        ("points = \"all-dice\"", "points = \"all-dice\"\nplus = -1", "line 22: plus = -1: must be from 0 to 9988"),
        ("points = \"all-dice\"", "points = \"all-dice\"\ntimes = 100\nplus = 8801", "line 23: plus = 8801: must be from 0 to 8800"),
        ("points = \"all-dice\"", "points = \"all-dice\"\nplus = true", "line 22: plus: invalid type: true, expected a whole number"),
    ]);
    let rules = RuleSet::parse(&GOOD.replace("points = \"all-dice\"", "points = \"all-dice\"\ntimes = 2\nplus = 3")).unwrap();
    let chance = rules.category_named("chance").unwrap();
    let points: Vec<u32> = rules.possible_points(chance).iter().map(|points| points.get()).collect();
    assert_eq!(points, [0, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27]);
    assert_eq!(rules.most_points().get(), 27 + 7);
}

#[test]
fn names() {
    let form = "a name is 1 to 40 small letters, digits and hyphens, like full-house";
    let long = "x".repeat(41);
    check(&[
        ("\"toy\"", "\"\"", &format!("line 1: name = \"\": {form}")),
        ("\"toy\"", "\"Toy\"", &format!("line 1: name = \"Toy\": {form}")),
        ("\"toy\"", "\"../toy\"", &format!("line 1: name = \"../toy\": {form}")),
        ("\"toy\"", "\"-toy\"", &format!("line 1: name = \"-toy\": {form}")),
        ("\"toy\"", "\"toy-\"", &format!("line 1: name = \"toy-\": {form}")),
        ("\"toy\"", &format!("\"{long}\""), &format!("line 1: name = \"{long}\": {form}")),
        ("\"toy\"", "\"hasbro\"", "line 1: name = \"hasbro\": the built-in rule set hasbro has other rules: choose another name"),
        ("\"toy\"", "\"getdicey\"", "line 1: name = \"getdicey\": the built-in rule set get-dicey has other rules: choose another name"),
        ("\"pair\"", "\"a pair\"", &format!("line 15: name = \"a pair\": {form}")),
        ("\"6s\"", "\"6=\"", &format!("line 12: short = \"6=\": {form}")),
        ("\"chance\"", "\"pair\"", "line 19: \"pair\" is already in use: choose another name"),
        ("\"chance\"", "\"6s\"", "line 19: \"6s\" is already in use: choose another name"),
        ("[\"6s\"]", "[\"6s\", \"ones\"]", "line 12: \"ones\" is already in use: choose another name"),
        ("[\"6s\"]", "[\"6s\", \"6s\"]", "line 12: \"6s\" is already in use: choose another name"),
        ("\"chance\"", "\"extra\"", "line 19: \"extra\" stands for the extra bonuses on a card: choose another name"),
    ]);
}

/// On a card a title with a number at its end may mean points in another category.
#[test]
fn titles_that_mean_points() {
    let lower = |title: &str| format!("name = \"pair\"\ntitle = \"{title}\"");
    let wanted = |title: &str, points: &str| format!("line 14: \"{title}\" means {points} on a card too: end this title with a letter");
    check(&[
        ("name = \"pair\"", &lower("Chance 10"), &wanted("Chance 10", "chance=10")),
        ("name = \"pair\"", &lower("1-2"), &wanted("1-2", "ones=2")),
        (
            "name = \"ones\"",
            "name = \"ones\"\nnames.de = \"Sixes-12\"",
            "line 7: \"Sixes-12\" means sixes=12 on a card too: end this title with a letter",
        ),
    ]);
    // A name without a title may end as it likes.
    assert!(RuleSet::parse(&GOOD.replace("name = \"sixes\"", "name = \"ones-2\"")).is_ok());
    // No two dice show 13, and the number alone is no name.
    for title in ["Chance 13", "Pair 10", "10", "10 Chance", "2-1-2 in a row"] {
        let toml = GOOD.replacen("name = \"pair\"", &lower(title), 1);
        assert_eq!(RuleSet::parse(&toml).map(|_| ()).map_err(|error| error.to_string()), Ok(()), "{title}");
    }
}

#[test]
fn what_does_not_fit_together() {
    let wanted = "must be a lower category of a single group of more than half of the dice, like groups = [5]";
    check(&[
        ("category = \"pair\"", "category = \"pairs\"", &format!("line 23: category = \"pairs\": {wanted}")),
        ("category = \"pair\"", "category = \"ones\"", &format!("line 23: category = \"ones\": {wanted}")),
        ("category = \"pair\"", "category = \"chance\"", &format!("line 23: category = \"chance\": {wanted}")),
        ("groups = [2]", "groups = [1]", &format!("line 23: category = \"pair\": {wanted}")),
        ("groups = [2]", "groups = [1, 1]", &format!("line 23: category = \"pair\": {wanted}")),
        (
            "points = 10",
            "points = 0",
            "line 23: category = \"pair\": must be a category that pays points, so that the card shows whether there was an n of a kind in it",
        ),
    ]);
    let error = |toml: &str| RuleSet::parse(toml).unwrap_err().to_string();
    let [upper, lower] = ["[[upper]]\nname = \"ones\"\nface = 1\n", "[[lower]]\nname = \"any\"\nany = true\npoints = \"all-dice\"\n"];
    let listed = |tables: &str| RuleSet::parse(&format!("name = \"t\"\norder = \"as-listed\"\n{tables}"));
    assert!(listed(&format!("{upper}{lower}")).is_ok());
    assert_eq!(
        listed(&format!("{lower}{upper}")).unwrap_err().to_string(),
        "line 7: [[upper]]: with order = \"as-listed\" the upper section is listed first: move it before [[lower]]"
    );
    assert!(RuleSet::parse(&format!("name = \"t\"\n{lower}{upper}")).is_ok());
    assert_eq!(
        error(&format!("name = \"t\"\norder = \"reversed\"\n{lower}boxes = 2\n")),
        "line 7: boxes = 2: with order = \"reversed\" a category has one box"
    );
    for order in ["upper-first", "lower-first"] {
        let parse = |tables: &str| RuleSet::parse(&format!("name = \"t\"\norder = \"{order}\"\n{tables}"));
        assert!(parse(&format!("{upper}{lower}")).is_ok() && parse(&format!("{lower}{upper}")).is_ok());
        for (tables, missing) in [(upper, "[[lower]]"), (lower, "[[upper]]")] {
            let wanted = format!("line 2: order = \"{order}\": there is no {missing} category");
            assert_eq!(parse(tables).unwrap_err().to_string(), wanted);
        }
    }
    let nothing =
        "name = \"t\"\n[[lower]]\nname = \"all\"\ngroups = [5]\npoints = 5\n[[lower]]\nname = \"run\"\nstraight = 3\npoints = 0\n";
    let rule = "line 9: points = 0: no roll would score: give from 1, or `served`, or a `joker` that [further] pays";
    let further = |joker: &str| format!("[further]\ncategory = \"all\"\n[further.after-zero]\nplace = \"any\"\njoker = \"{joker}\"\n");
    for unpaid in ["", "joker = 4\n", &format!("joker = 4\n{}", further("never")), &format!("joker = 0\n{}", further("always"))] {
        assert_eq!(error(&format!("{nothing}{unpaid}")), rule);
    }
    for paid in ["served = 4\n", &format!("joker = 4\n{}", further("always"))] {
        assert!(RuleSet::parse(&format!("{nothing}{paid}")).is_ok(), "{paid}");
    }
    let served = "name = \"t\"\n[[lower]]\nname = \"all\"\ngroups = [5]\npoints = 5\nserved = 0";
    assert_eq!(error(served), "line 6: served = 0: must be from 1 to 10000");
    let listed = |list: &str| error(&served.replace("served = 0", &format!("points-by-throw = {list}")));
    assert_eq!(listed("[]"), "line 6: points-by-throw = []: give the points on the first throw, on the second, and so on, like [66, 56]");
    assert_eq!(listed("[9, 0]"), "line 6: points-by-throw = 0: must be from 1 to 10000");
    assert_eq!(listed("9"), "line 6: points-by-throw: invalid type: the whole number 9, expected a list");
    let too_many = "line 6: points-by-throw: 4 numbers, where a turn has rolls = 3: at most one for each";
    assert_eq!(listed("[9, 8, 7, 6]"), too_many);
    assert_eq!(listed("[9]\nserved = 8"), "line 6: points-by-throw: its first number is that of a served roll: remove served = 8");
    for words in ["saved-throws = true", "extra-throws = 2"] {
        let spare = served.replace("[[", &format!("{words}\n[[")).replace("served = 0", "points-by-throw = [9, 8]");
        let only_first =
            "line 7: points-by-throw: in a game with saved-throws or extra-throws only the first throw may pay other points, like [9]";
        assert_eq!(error(&spare), only_first);
        assert!(RuleSet::parse(&spare.replace("[9, 8]", "[9]")).is_ok());
    }
    let wins = format!("{}60\nserved-wins = true\n", served.trim_end_matches('0'));
    assert!(RuleSet::parse(&wins).is_ok());
    assert!(!RuleSet::parse(&wins.replace("true", "false")).unwrap().has_winning_rolls());
    assert_eq!(
        error(&wins.replace("served = 60\n", "")),
        "line 6: served-wins = true: give the points of a served roll too, as in served = 120"
    );
    assert_eq!(error(&wins.replace("true", "1")), "line 7: served-wins: invalid type: the whole number 1, expected true or false");
    let as_much = "served = 60: with served-wins = true no other roll may score as much here, so that a card shows who has won";
    assert_eq!(error(&wins.replace("points = 5", "points = 60")), format!("line 6: {as_much}"));
    let by_throw = wins.replace("served = 60", "points-by-throw = [60, 50]");
    assert!(RuleSet::parse(&by_throw).unwrap().has_winning_rolls());
    assert_eq!(error(&by_throw.replace("50", "60")), format!("line 6: {}", as_much.replacen("served", "points-by-throw", 1)));
    let all = "name = \"t\"\n[[lower]]\nname = \"all\"\ngroups = [5]\npoints = 5\n";
    let joker = format!("{all}[[lower]]\nname = \"chance\"\nany = true\npoints = 5\njoker = 60\nserved = 60\nserved-wins = true\n");
    assert!(RuleSet::parse(&joker).is_ok(), "{joker}");
    let joker = format!("{joker}{}", further("always"));
    assert_eq!(error(&joker), format!("line 11: {as_much}"));
    assert!(RuleSet::parse(&joker.replace("joker = 60", "joker = 59")).is_ok());
    let rounds = "line 8: served-wins = true: in a game of several rounds the total of all rounds wins, so max-rounds must be 1";
    assert_eq!(error(&wins.replacen('\n', "\nmax-rounds = 2\n", 1)), rounds);
    assert!(RuleSet::parse(&wins.replace("[[lower]]", "[[upper]]")).is_err());
    let saved = "name = \"t\"\n[[lower]]\nname = \"saved\"\ngroups = [5]\npoints = 5";
    assert_eq!(error(saved), "line 3: \"saved\" stands for the saved throws on a card: choose another name");
    // In a game without extra throws, `throws` is a name like any other.
    let throws = saved.replace("saved", "throws");
    assert!(RuleSet::parse(&throws).is_ok());
    let with_stock = throws.replace("[[", "extra-throws = 2\n[[");
    assert_eq!(error(&with_stock), "line 4: \"throws\" stands for the extra throws that are left on a card: choose another name");
    assert_eq!(error("name = \"none\""), "line 1: 0 categories ([[upper]] and [[lower]], each of their boxes counted): from 1 to 30");
    let chance = |index: usize| format!("[[lower]]\nname = \"chance-{index}\"\nany = true\npoints = 1\n");
    let many = |count: usize| format!("name = \"many\"\n{}", (0..count).map(chance).collect::<String>());
    assert!(RuleSet::parse(&many(30)).is_ok());
    assert_eq!(error(&many(31)), "line 1: 31 categories ([[upper]] and [[lower]], each of their boxes counted): from 1 to 30");
    let boxes = |boxes: &str| format!("{}[[lower]]\nname = \"pair\"\ngroups = [2]\npoints = 1\n{boxes}", many(2));
    assert!(RuleSet::parse(&boxes("boxes = 28")).is_ok());
    assert_eq!(error(&boxes("boxes = 29")), "line 1: 31 categories ([[upper]] and [[lower]], each of their boxes counted): from 1 to 30");
    for count in ["0", "31", "-1"] {
        assert_eq!(error(&boxes(&format!("boxes = {count}"))), format!("line 14: boxes = {count}: must be from 1 to 30"));
    }
    assert_eq!(error(&boxes("boxes = \"2\"")), "line 14: boxes: invalid type: the text \"2\", expected a whole number");
    // The second box of `chance` is called as another category.
    let taken = format!("{}[[lower]]\nname = \"chance\"\nany = true\npoints = 1\nboxes = 2\n", many(3));
    assert_eq!(error(&taken), "line 15: \"chance-2\" is already in use: choose another name");
    let long = boxes("boxes = 2").replace("\"pair\"", &format!("\"{}\"", "p".repeat(39)));
    assert!(error(&long).starts_with("line 11: name = \"ppp"), "{}", error(&long));
    let upper = format!("{}[[upper]]\nname = \"ones\"\nface = 1\nboxes = 2\n", many(1));
    assert_eq!(error(&upper), "line 9: boxes = 2: an upper category has one box; a lower one may have several, and may count a face too");
    assert!(RuleSet::parse(&upper.replace("boxes = 2", "boxes = 1")).is_ok());
    let further =
        |category: &str| format!("[further]\ncategory = \"{category}\"\n[further.after-zero]\nplace = \"any\"\njoker = \"never\"\n");
    for category in ["pair", "pair-2"] {
        let rules = format!("dice = 2\n{}", boxes("boxes = 2\n")).replacen("dice = 2\nname = \"many\"", "name = \"many\"\ndice = 2", 1);
        let wanted = "must be a category with one box, so that the card shows whether there was an n of a kind in it";
        assert_eq!(error(&format!("{rules}{}", further(category))), format!("line 17: category = \"{category}\": {wanted}"));
    }
    let no_upper = format!("{}[upper-bonus]\nat = 1\npoints = 5\n", many(1));
    assert_eq!(error(&no_upper), "line 6: upper-bonus: there is no [[upper]] category to earn it");
    let steps = |steps: &[(u32, u32)]| {
        let step = |(at, points): &(u32, u32)| format!("[[upper-bonus]]\nat = {at}\npoints = {points}\n");
        format!("name = \"s\"\n{}[[upper]]\nname = \"ones\"\nface = 1\n", steps.iter().map(step).collect::<String>())
    };
    assert!(RuleSet::parse(&steps(&[(1, 5), (2, 6), (4, 7), (5, 8)])).is_ok());
    let more = "each step of the upper bonus has more than the one before";
    assert_eq!(error(&steps(&[(3, 5), (3, 6)])), format!("line 6: at: 3 after 3: {more}"));
    assert_eq!(error(&steps(&[(3, 5), (4, 6), (5, 6)])), format!("line 10: points: 6 after 6: {more}"));
    assert_eq!(error(&steps(&[(3, 5), (6, 6)])), "line 6: at = 6: must be from 1 to 5");
    let saved = |lines: &str| error(&format!("name = \"s\"\n{lines}\n[[lower]]\nname = \"any\"\nany = true\npoints = 5\n"));
    assert_eq!(
        saved("saved-throw-points = 1"),
        "line 2: saved-throw-points: no throws are left without saved-throws = true or extra-throws"
    );
    assert_eq!(saved("extra-throws = 21"), "line 2: extra-throws = 21: must be from 0 to 20");
    let both = "line 2: extra-throws: a game that saves throws has no stock of them: remove one of the two";
    assert_eq!(saved("extra-throws = 1\nsaved-throws = true"), both);
    assert_eq!(saved("saved-throws = true\nsaved-throw-points = 5001"), "line 3: saved-throw-points = 5001: must be from 0 to 5000");
    let five = steps(&[(1, 5), (2, 6), (3, 7), (4, 8), (5, 9)]);
    assert_eq!(error(&five), "line 14: upper-bonus: 5 steps, where at most 4 are possible");
    assert_eq!(error(&steps(&[(1, 5)]).replace("points = 5\n", "")), "line 2: missing field `points`");
}

#[test]
fn text_that_is_no_toml() {
    check(&[
        ("dice = 2", "dice 2", "line 2: key with no value, expected `=`"),
        ("dice = 2", "dice = [2", "line 3: missing comma between array elements, expected `,`"),
        ("\"toy\"", "\"toy", "line 1: invalid basic string, expected `\"`"),
        ("\"toy\"", "\"to\u{0}y\"", "line 1: the character U+0000 is invisible or controls the terminal: remove it"),
    ]);
    let error = |toml: &str| RuleSet::parse(toml).unwrap_err().to_string();
    assert_eq!(error(""), "line 1: missing field `name`");
    assert_eq!(error("\u{feff}"), "line 1: missing field `name`");
}

#[test]
fn hostile_text_ends_in_an_error() {
    let many = 100_000;
    for toml in [
        format!("x = {}", "[".repeat(many)),
        format!("x = {}1", "{a = ".repeat(many)),
        format!("{}x = 1", "a.".repeat(many)),
        format!("[{}x]\n", "a.".repeat(many)),
        format!("name = \"{}\"", "x".repeat(many)),
        format!("name = \"x\"\ndice = {}", "9".repeat(many)),
        format!("name = \"x\"\ndice = -{}", "9".repeat(many)),
        format!("name = \"x\"\n{}", "[[lower]]\n".repeat(many)),
        format!("{GOOD}[[lower]]\nname = \"g\"\npoints = 1\ngroups = [{}]", "255,".repeat(many)),
        format!("{GOOD}[[lower]]\nname = \"g\"\npoints = 1\nfaces = [{}]", "1,".repeat(many)),
    ] {
        assert!(RuleSet::parse(&toml).is_err());
    }
}

#[test]
fn an_unknown_name_suggests_the_nearest() {
    let all = "hasbro, multi-round, get-dicey, bullseye, yatzy-sheet, verhoeff, kniffel, yatzy, yacht-dice, yacht, crag, maxi-yatzy, maxi-yatzy-saved, forced-yatzy, yatzy-saved, generala, kismet";
    let error = |name: &str| RuleSet::builtin(name).unwrap_err().to_string();
    assert_eq!(error("yatzi"), format!("unknown rule set 'yatzi': did you mean 'yatzy'? There are {all}; or name a TOML file"));
    assert_eq!(error("q"), format!("unknown rule set 'q': there are {all}; or name a TOML file"));
}

#[test]
fn a_rule_set_too_large_for_memory_is_refused_with_what_it_needs() {
    let chance = |index: usize| format!("[[lower]]\nname = \"chance-{index}\"\nany = true\npoints = 1\n");
    let toml = format!("name = \"vast\"\n{}", (0..28).map(chance).collect::<String>());
    let vast = RuleSet::parse(&toml).unwrap();
    let Err(error) = Solver::new(&vast) else { panic!("not refused") };
    let RulesError::TooLarge { needed, limit: 2_000_000_000, .. } = error else { panic!("{error}") };
    // 2^28 rows of one lane, padded to eight values of eight bytes, and 24 bytes for each row; and the lists of holds and rolls.
    assert_eq!(needed / 1_000_000, (1 << 28) * (64 + 24) / 1_000_000);
    assert_eq!(
        error.to_string(),
        "rule set 'vast' needs 23623 MB of memory to be solved, more than the limit of 2000 MB: leave out some categories"
    );
    let toml = toml + &(28..30).map(chance).collect::<String>();
    let Err(error) = Solver::new(&RuleSet::parse(&toml).unwrap()) else { panic!("not refused") };
    assert_eq!(error.to_string(), "rule set 'vast' has more states than can be numbered: leave out some categories");
    let hasbro = RuleSet::builtin("hasbro").unwrap();
    assert!(Model::new(&hasbro, 1_000_000).is_err());
    assert!(Model::new(&hasbro, 20_000_000).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// A text made of the pieces of a rule set, in any order and with changed characters, is a rule set or an error.
    #[test]
    fn no_text_panics(
        pieces in proptest::collection::vec(0usize..27, 0..40),
        noise in proptest::collection::vec((any::<prop::sample::Index>(), any::<char>()), 0..4),
    ) {
        let lines: Vec<&str> = GOOD.lines().collect();
        let mut text: Vec<char> = pieces.iter().flat_map(|&piece| lines[piece].chars().chain(['\n'])).collect();
        for (at, letter) in noise {
            if !text.is_empty() {
                let at = at.index(text.len());
                text[at] = letter;
            }
        }
        let _ = RuleSet::parse(&text.into_iter().collect::<String>());
    }

    /// A valid rule set with any one character changed.
    #[test]
    fn no_change_panics(at in any::<prop::sample::Index>(), letter in any::<char>()) {
        let mut text: Vec<char> = GOOD.chars().collect();
        let at = at.index(text.len());
        text[at] = letter;
        if let Ok(rules) = RuleSet::parse(&text.into_iter().collect::<String>()) {
            prop_assert!(Solver::new(&rules).unwrap().with(Run::new().threads(1)).solve().unwrap().expected_score().is_finite());
        }
    }
}
