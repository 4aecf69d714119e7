//! Random small rule sets, as TOML.

use std::fmt::Write;

use proptest::prelude::*;

/// The parts of a rule set.
#[derive(Debug)]
struct Parts {
    dice: u8,
    /// The faces of a die, and the line with its sides.
    die: Sides,
    rolls: u8,
    upper: Vec<u8>,
    /// The pattern, the points and the joker of each lower category.
    lower: Vec<((String, String), Option<u32>)>,
    /// A category of this many alike, with its points, for a `further` rule.
    alike: Option<(u8, String)>,
    /// The tables after points and after a zero.
    further: Option<[String; 2]>,
    /// The threshold of the upper bonus, relative to the most points in the upper section.
    threshold: f64,
    bonus: u32,
    words: Words,
}

/// The words that half of all games do not use.
#[derive(Clone, Debug)]
struct Words {
    max_rounds: u8,
    order: &'static str,
    spare: Spare,
    voluntary_zeros: bool,
    /// The boxes of the first lower category; of that of like dice if there is no other, and no further rule names it.
    boxes: usize,
    /// The points of the lower categories on the first throws, in their order; the last entry is for the category of like dice.
    served: Vec<Vec<u32>>,
    /// Whether each of these rolls wins the game at once.
    served_wins: bool,
}

/// The throws beyond those of a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Spare {
    None,
    Saved,
    Stock(u8),
}

fn spare() -> impl Strategy<Value = Spare> {
    prop_oneof![2 => Just(Spare::None), 1 => Just(Spare::Saved), 1 => (1..=3u8).prop_map(Spare::Stock)]
}

/// What a die is like: its highest face, and the line that says its sides.
#[derive(Clone, Debug)]
struct Sides {
    faces: u8,
    line: String,
}

impl Sides {
    /// The lines of this many dice.
    fn lines(&self, dice: u8) -> String {
        format!("dice = {dice}\n{}", self.line)
    }
}

/// Most games have six-sided dice.
fn sides() -> impl Strategy<Value = Sides> {
    let six = Sides { faces: 6, line: String::new() };
    let fair = (2..=8u8).prop_map(|faces| Sides { faces, line: format!("sides = {faces}\n") });
    let loaded = (2..=5u8, prop::collection::vec(1..=5u8, 1..=3)).prop_map(|(faces, more)| {
        let sides: Vec<u8> = (1..=faces).chain(more.into_iter().map(|face| face.min(faces))).rev().collect();
        Sides { faces, line: format!("sides = {sides:?}\n") }
    });
    prop_oneof![3 => Just(six), 1 => fair, 1 => loaded]
}

impl Words {
    /// One round and none of these features.
    const NONE: Words =
        Words { max_rounds: 1, order: "any", spare: Spare::None, voluntary_zeros: true, boxes: 1, served: Vec::new(), served_wins: false };
}

impl Parts {
    fn toml(&self) -> String {
        let Parts { dice, die, rolls, upper, lower, alike, further, threshold, bonus, words } = self;
        let Words { max_rounds, order, spare, voluntary_zeros, boxes, served, served_wins } = words;
        let max_rounds = if *served_wins { &1 } else { max_rounds };
        // With more boxes a game has fewer other ones, so that it stays small.
        let upper = &upper[..upper.len().min(4 - boxes)];
        let mut toml = format!("name = \"small\"\n{}rolls = {rolls}\nmax-rounds = {max_rounds}\n", die.lines(*dice));
        match spare {
            Spare::None => {}
            Spare::Saved => toml.push_str("saved-throws = true\n"),
            Spare::Stock(throws) => writeln!(toml, "extra-throws = {throws}").unwrap(),
        }
        if *spare != Spare::None && bonus % 2 == 0 {
            writeln!(toml, "saved-throw-points = {}", 1 + bonus % 7).unwrap();
        }
        if !*voluntary_zeros {
            toml.push_str("voluntary-zeros = false\n");
        }
        let has_sections = !upper.is_empty() && (!lower.is_empty() || alike.is_some());
        if *order == "as-listed" || (*order == "reversed" && *boxes == 1) || (order.ends_with("first") && has_sections) {
            writeln!(toml, "order = \"{order}\"").unwrap();
        }
        let write_served = |toml: &mut String, index: usize| {
            let Some([first, later @ ..]) = served.get(index).map(Vec::as_slice) else { return };
            // No other roll scores as much as one that wins.
            let first = if *served_wins { first + 100 } else { *first };
            // A game with spare throws tells only the first throw from others.
            let most = if *spare == Spare::None { usize::from(*rolls) } else { 1 };
            let list: Vec<u32> = std::iter::once(first).chain(later.iter().copied()).take(most).collect();
            match later {
                [] => writeln!(toml, "served = {first}").unwrap(),
                _ => writeln!(toml, "points-by-throw = {list:?}").unwrap(),
            }
            if *served_wins {
                toml.push_str("served-wins = true\n");
            }
        };
        let most: u32 = upper.iter().map(|&face| if face <= die.faces { u32::from(face) * u32::from(*dice) } else { 0 }).sum();
        let at = (threshold * f64::from(most)) as u32;
        if (1..=most).contains(&at) {
            // A third of the bonuses have up to three steps.
            let gap = 1 + bonus % 5;
            let steps = if bonus % 3 == 0 { 1 + (most - at) / gap } else { 1 }.min(3);
            for step in 0..steps {
                write!(toml, "[[upper-bonus]]\nat = {}\npoints = {}\n", at + step * gap, bonus + step * (1 + bonus / 2)).unwrap();
            }
        }
        for face in upper {
            write!(toml, "[[upper]]\nname = \"upper-{face}\"\nface = {face}\n").unwrap();
        }
        for (index, ((pattern, points), joker)) in lower.iter().enumerate() {
            // A category must pay: without points it has served ones.
            let points = if points == "0" && served.get(index).is_none_or(Vec::is_empty) { "1" } else { points };
            write!(toml, "[[lower]]\nname = \"lower-{index}\"\n{pattern}\npoints = {points}\n").unwrap();
            if let Some(joker) = joker {
                writeln!(toml, "joker = {joker}").unwrap();
            }
            if index == 0 && *boxes > 1 {
                writeln!(toml, "boxes = {boxes}").unwrap();
            }
            write_served(&mut toml, index);
        }
        if let Some((size, points)) = alike {
            write!(toml, "[[lower]]\nname = \"alike\"\ngroups = [{size}]\npoints = {points}\n").unwrap();
            if lower.is_empty() && further.is_none() && *boxes > 1 {
                writeln!(toml, "boxes = {boxes}").unwrap();
            }
            write_served(&mut toml, lower.len());
        }
        if let Some([after_points, after_zero]) = further {
            write!(toml, "[further]\ncategory = \"alike\"\n{after_points}{after_zero}").unwrap();
        }
        toml
    }
}

fn points() -> impl Strategy<Value = String> {
    prop_oneof![Just("\"all-dice\"".to_owned()), Just("\"those-dice\"".to_owned()), (0u32..40).prop_map(|points| points.to_string())]
}

/// Faces in any order, as a list; one may be there several times.
fn faces(dice: u8, faces: u8) -> impl Strategy<Value = String> {
    prop::collection::vec(1..=faces, 1..=usize::from(dice)).prop_map(|faces| format!("{faces:?}"))
}

/// One or two ways in which all dice form groups.
fn exact_groups(dice: u8) -> impl Strategy<Value = String> {
    // Sizes until all dice are in a group, in descending order.
    let way = move || {
        prop::collection::vec(1..=dice, usize::from(dice)).prop_map(move |sizes| {
            let mut left = dice;
            let mut groups: Vec<u8> = sizes.into_iter().map(|size| (size.min(left), left -= size.min(left)).0).collect();
            groups.retain(|&size| size > 0);
            groups.sort_unstable_by(|a, b| b.cmp(a));
            groups
        })
    };
    (way(), prop::option::of(way())).prop_map(|(one, other)| match other {
        Some(other) if other != one => format!("[{one:?}, {other:?}]"),
        _ => format!("{one:?}"),
    })
}

/// A sum, or bounds of it.
fn sum(dice: u8, most: u8) -> impl Strategy<Value = String> {
    (dice..=most, dice..=most, 0..4u8).prop_map(|(one, other, form)| match form {
        0 => format!("{{ at-least = {one} }}"),
        1 => format!("{{ at-most = {one} }}"),
        2 => format!("{{ at-least = {}, at-most = {} }}", one.min(other), one.max(other)),
        _ => one.to_string(),
    })
}

/// One or two sets of faces.
fn sets(faces: u8) -> impl Strategy<Value = String> {
    let set = move || prop::sample::subsequence((1..=faces).collect::<Vec<_>>(), 1..=usize::from(faces) - 1);
    (set(), set()).prop_map(|(one, other)| if one == other { format!("{one:?}") } else { format!("[{one:?}, {other:?}]") })
}

/// Sets of faces, in a line of its own; half of the time none.
fn within(faces: u8) -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), sets(faces).prop_map(|sets| format!("\nwithin = {sets}"))]
}

/// A factor and a constant for a sum of dice, each in a line of its own; half of the time none.
fn of_sum() -> impl Strategy<Value = String> {
    let some = (1..=3u32, 0..30u32).prop_map(|(times, plus)| format!("\ntimes = {times}\nplus = {plus}"));
    prop_oneof![Just(String::new()), some]
}

/// Lists of faces that differ in their first face.
fn lists(dice: u8, faces: u8) -> impl Strategy<Value = String> {
    let starts = prop::sample::subsequence((0..usize::from(faces)).collect::<Vec<_>>(), 1..=usize::from(faces).min(3));
    (starts, 1..=usize::from(dice)).prop_map(move |(starts, length)| {
        let wrapping = |start: &usize| format!("{:?}", (0..length).map(|step| (start + step) % usize::from(faces) + 1).collect::<Vec<_>>());
        format!("[{}]", starts.iter().map(wrapping).collect::<Vec<_>>().join(", "))
    })
}

/// The condition of a category with its points: one condition, or two that a roll can meet at once.
fn pattern(dice: u8, die: &Sides) -> impl Strategy<Value = (String, String)> + use<> {
    let most = die.faces;
    let lines = die.lines(dice);
    let sizes = prop::collection::vec(1..=dice, 1..=usize::from(dice))
        .prop_filter_map("too many dice", move |sizes| (sizes.iter().sum::<u8>() <= dice).then(|| format!("groups = {sizes:?}")));
    let groups = (sizes, any::<bool>()).prop_map(|(groups, same)| format!("{groups}\nsame-face = {same}"));
    let face = (1..=most).prop_map(|face| format!("face = {face}"));
    let straight = (1..=dice.min(most)).prop_map(|length| format!("straight = {length}"));
    let faces = prop_oneof![faces(dice, most), lists(dice, most)].prop_map(|faces| format!("faces = {faces}"));
    let sum = sum(dice, dice * most).prop_map(|sum| format!("sum = {sum}"));
    let exact = exact_groups(dice).prop_map(|lists| format!("exact-groups = {lists}"));
    let conditions = [face.boxed(), groups.boxed(), straight.boxed(), faces.boxed(), sum.boxed(), exact.boxed()];
    let single = prop::strategy::Union::new(conditions.clone());
    let pair = prop::sample::subsequence(conditions.to_vec(), 2).prop_flat_map(|pair| pair).prop_map(|pair| pair.join("\n"));
    let of_all_dice = points().prop_map(|points| points.replace("those", "all"));
    // Of several conditions, only those within a set of faces say which dice count.
    let pair_within = (pair.clone(), sets(most)).prop_map(|(pair, sets)| format!("{pair}\nwithin = {sets}"));
    prop_oneof![
        4 => (single, points()),
        1 => (Just("any = true".to_owned()), points()),
        2 => (pair, of_all_dice),
        1 => (pair_within, points()),
    ]
    .prop_map(|(pattern, points)| if pattern.starts_with("sum") { (pattern, points.replace("those", "all")) } else { (pattern, points) })
    .prop_flat_map(move |(pattern, points)| {
        let of_sum = if points.ends_with("dice\"") { of_sum().boxed() } else { Just(String::new()).boxed() };
        let within = if pattern.contains("within") { Just(String::new()).boxed() } else { within(most).boxed() };
        (Just(pattern), within, Just(points), of_sum)
    })
    .prop_map(|(pattern, within, points, of_sum)| (pattern + &within, points + &of_sum))
    .prop_filter("no roll shows it", move |(pattern, _)| {
        yahtzee_rules::RuleSet::parse(&format!("name = 't'\n{lines}[[lower]]\nname = 'l'\n{pattern}\npoints = 1")).is_ok()
    })
}

/// A group of more than half of the dice, and its points, more than 0.
fn alike(dice: u8, most: u32) -> impl Strategy<Value = (u8, String)> {
    (dice / 2 + 1..=dice, prop_oneof![Just("\"all-dice\"".to_owned()), (1..most).prop_map(|points| points.to_string())])
}

fn further_case(case: &'static str, bonus: std::ops::Range<u32>) -> impl Strategy<Value = String> {
    let place = prop::sample::select(vec!["any", "upper-then-any", "upper-then-lower", "lower"]);
    let joker = prop::sample::select(vec!["never", "upper-filled", "always"]);
    let when = prop::sample::select(vec!["always", "scoring"]);
    let fields = (place, joker, bonus, when).prop_map(move |(place, joker, bonus, when)| {
        format!("[further.{case}]\nplace = \"{place}\"\njoker = \"{joker}\"\nbonus = {bonus}\nbonus-when = \"{when}\"\n")
    });
    prop_oneof![1 => Just(String::new()), 3 => fields]
}

fn upper(most: usize, die: &Sides) -> impl Strategy<Value = Vec<u8>> + use<> {
    prop::sample::subsequence((1..=die.faces).collect::<Vec<_>>(), 0..=most.min(die.faces.into()))
}

/// The points on the first throws of so many of three categories: half of them on the first throw only.
fn served(share: f64) -> impl Strategy<Value = Vec<Vec<u32>>> {
    let points = prop_oneof![prop::collection::vec(1u32..60, 1), prop::collection::vec(1u32..60, 2..=3)];
    let of_category = prop::option::weighted(share, points).prop_map(Option::unwrap_or_default);
    prop::collection::vec(of_category, 3)
}

/// Almost half of all games have [none](Words::NONE) of these features.
fn words() -> impl Strategy<Value = Words> {
    let served = served(0.5);
    let boxes = prop_oneof![4 => Just(1usize), 2 => Just(2), 1 => Just(3)];
    let order = prop::sample::select(vec!["any", "as-listed", "reversed", "upper-first", "lower-first"]);
    let any = (1..=3u8, order, any::<bool>(), spare(), boxes, prop_oneof![Just(Vec::new()), served], any::<bool>());
    let any = any.prop_map(|(max_rounds, order, voluntary_zeros, spare, boxes, served, served_wins)| Words {
        max_rounds,
        order,
        spare,
        voluntary_zeros,
        boxes,
        served,
        served_wins,
    });
    let several_boxes = (2..=3usize).prop_map(|boxes| Words { boxes, ..Words::NONE });
    prop_oneof![4 => Just(Words::NONE), 1 => several_boxes, 4 => any]
}

/// A random small rule set as TOML: up to three dice, three rolls and five categories; some are [at the limits](rules_at_the_limits).
pub fn small_rules() -> impl Strategy<Value = String> {
    prop_oneof![6 => rules_of_few_dice(), 1 => rules_at_the_limits()]
}

fn rules_of_few_dice() -> impl Strategy<Value = String> {
    let dice = (1..=3u8).prop_flat_map(|dice| (Just(dice), sides()));
    (dice, 1..=3u8, any::<bool>()).prop_flat_map(|((dice, die), rolls, has_further)| {
        let lower = prop::collection::vec((pattern(dice, &die), prop::option::of(0u32..40)), 0..=2);
        let cases = (further_case("after-points", 0..60), further_case("after-zero", 0..60));
        (upper(3, &die), lower, alike(dice, 50), cases, 0.0..1.2f64, 0u32..60, words()).prop_map(
            move |(upper, lower, alike, (after_points, after_zero), threshold, bonus, words)| {
                let alike = (has_further || upper.len() + lower.len() == 0).then_some(alike);
                let further = has_further.then_some([after_points, after_zero]);
                Parts { dice, die: die.clone(), rolls, upper, lower, alike, further, threshold, bonus, words }.toml()
            },
        )
    })
}

/// A random small rule set with a `further` rule that is often kinder after a zero than after points: few points in its category, more freedom,
/// higher jokers and higher bonuses after a zero.
pub fn rules_that_favour_zeros() -> impl Strategy<Value = String> {
    let dice = (2..=3u8).prop_flat_map(|dice| (Just(dice), sides()));
    (dice, 1..=3u8).prop_flat_map(|((dice, die), rolls)| {
        let lower = prop::collection::vec((pattern(dice, &die), prop::option::of(0u32..90)), 1..=2);
        let cases = (further_case("after-points", 0..25), further_case("after-zero", 0..90));
        (upper(2, &die), lower, alike(dice, 12), cases, 0.0..1.2f64, 0u32..60, words()).prop_map(
            move |(upper, lower, alike, (after_points, after_zero), threshold, bonus, words)| {
                let (alike, further) = (Some(alike), Some([after_points, after_zero]));
                Parts { dice, die: die.clone(), rolls, upper, lower, alike, further, threshold, bonus, words }.toml()
            },
        )
    })
}

/// Turns of one throw, often with a stock of further ones; few dice, or eight; boxes that pay other points on a first throw, many of them for any roll.
pub fn rules_at_the_limits() -> impl Strategy<Value = String> {
    let few = (1..=2u8).prop_flat_map(|dice| (Just(dice), sides()));
    let dice = prop_oneof![3 => few, 1 => Just((8, Sides { faces: 2, line: "sides = 2\n".to_owned() }))];
    dice.prop_flat_map(|(dice, die)| {
        let always = (Just("any = true".to_owned()), prop::sample::select(vec!["0", "10", "\"all-dice\""]).prop_map(str::to_owned));
        let lower = prop::collection::vec((prop_oneof![pattern(dice, &die), always], prop::option::of(0u32..40)), 1..=2);
        let further = prop::option::of([further_case("after-points", 0..60), further_case("after-zero", 0..60)]);
        let served = served(0.8);
        let spare = prop_oneof![1 => Just(Spare::None), 1 => (1..=2u8).prop_map(Spare::Stock)];
        (upper(2, &die), lower, alike(dice, 50), further, served, spare, any::<bool>()).prop_map(
            move |(upper, lower, alike, further, served, spare, voluntary_zeros)| {
                let words = Words { served, spare, voluntary_zeros, ..Words::NONE };
                let alike = further.is_some().then_some(alike);
                Parts { dice, die: die.clone(), rolls: 1, upper, lower, alike, further, threshold: 0.5, bonus: 20, words }.toml()
            },
        )
    })
}

/// Categories with random patterns, with any number of dice: too large to solve.
pub fn rules_of_patterns() -> impl Strategy<Value = String> {
    (1..=6u8).prop_flat_map(|dice| (Just(dice), sides())).prop_flat_map(|(dice, die)| {
        let lower = prop::collection::vec((pattern(dice, &die), Just(None)), 1..=4);
        lower.prop_map(move |lower| {
            let none = Parts {
                dice,
                die: die.clone(),
                rolls: 1,
                upper: Vec::new(),
                lower,
                alike: None,
                further: None,
                threshold: 0.0,
                bonus: 0,
                words: Words::NONE,
            };
            none.toml()
        })
    })
}
