//! Names of categories and rule sets in all spellings: each has the right meaning, and no text causes a panic or takes long.

use crate::common::{all_rules, comes_first, rules, small_rules};
use proptest::prelude::*;
use yahtzee_solver::rules::Order;
use yahtzee_solver::{Game, Goal, RuleSet, RulesError, Scorecard, Sheet, WrittenAction};

#[test]
fn rule_sets_by_name() {
    let named = |text: &str| match RuleSet::builtin_named(text) {
        Ok(rules) => rules.name().to_owned(),
        Err(error) => error.to_string(),
    };
    for (text, name) in [
        ("hasbro", "hasbro"),
        ("Hasbro", "hasbro"),
        (" HASBRO ", "hasbro"),
        ("get dicey", "get-dicey"),
        ("GetDicey", "get-dicey"),
        ("yatzy sheet", "yatzy-sheet"),
        ("Yatzy (fifteen boxes)", "yatzy-sheet"),
        ("yatzy", "yatzy"),
        ("Multi_Round", "multi-round"),
        ("yahtzee in rounds", "multi-round"),
        ("Yahtzee", "hasbro"),
        ("bulls", "bullseye"),
        ("kniff", "kniffel"),
        ("verhoeff", "verhoeff"),
        ("Yacht Dice", "yacht-dice"),
        ("yacht", "yacht"),
        ("yacht d", "yacht-dice"),
        ("CRAG", "crag"),
        ("Forced Yatzy", "forced-yatzy"),
        ("yatzy with saved throws", "yatzy-saved"),
        ("maxi yatzy", "maxi-yatzy"),
        ("gen", "generala"),
        ("yat", "'yat' may be the rule set yatzy-sheet or yatzy or yatzy-saved"),
    ] {
        assert_eq!(named(text), name, "{text}");
    }
    for name in RuleSet::builtin_names() {
        assert_eq!(named(name), name);
        assert_eq!(named(rules(name).title()), name);
    }
    for (text, nearest) in [("hasbor", "hasbro"), ("yatzee", "hasbro"), ("yathzee", "hasbro"), ("yatzi", "yatzy"), ("knifel", "kniffel")] {
        let error = named(text);
        assert!(error.starts_with(&format!("unknown rule set '{text}': did you mean '{nearest}'? There are hasbro, ")), "{error}");
    }
    assert!(named("chess").starts_with("unknown rule set 'chess': there are hasbro, "));
    assert!(named("").starts_with("unknown rule set '': there are hasbro, "));
    assert!(RuleSet::builtin("Hasbro").is_err(), "exact names for JSON and files");
}

/// Each word on a block of another language means the box of its kind, in each game in which it means any box.
#[test]
fn words_on_blocks_of_other_languages() {
    for (name, text, wanted) in [
        ("hasbro", "Asse", "ones"),
        ("hasbro", "Drilling", "three-of-a-kind"),
        ("kniffel", "3er-Pasch", "three-of-a-kind"),
        ("kniffel", "Kl. Straße", "small-straight"),
        ("yatzy", "1:or", "ones"),
        ("yatzy", "Tre lika", "three-of-a-kind"),
        ("yatzy", "Lilla stegen", "small-straight"),
        ("yatzy", "3 like", "three-of-a-kind"),
        ("yatzy", "1'ere", "ones"),
        ("yatzy", "Chancen", "chance"),
        ("hasbro", "Vijven", "fives"),
        ("hasbro", "Täyskäsi", "full-house"),
        ("hasbro", "Brelan", "three-of-a-kind"),
        ("hasbro", "Yam's", "yahtzee"),
        ("hasbro", "Escalera larga", "large-straight"),
        ("hasbro", "Scala grande", "large-straight"),
        ("hasbro", "ful", "full-house"),
        ("generala", "kenta", "straight"),
        ("yacht-dice", "エース", "ones"),
        ("yacht-dice", "S・ストレート", "small-straight"),
    ] {
        let rules = rules(name);
        let found = rules.category_named(text).map(|category| rules.category(category).name.clone());
        assert_eq!(found.as_deref().map_err(ToString::to_string), Ok(wanted), "{text} in {name}");
        let sheet = Sheet::parse(&format!("{text}\t0\n"), &rules, None).unwrap();
        assert!(sheet.card.get(rules.category_named(text).unwrap()).is_some(), "{text} in {name}");
    }
    assert_eq!(rules("hasbro").category_named("kenta").unwrap_err().to_string(), "'kenta' may be Small Straight or Large Straight");
    let of_kind = |kind: &str, rules: &RuleSet| {
        let name = match kind {
            "face 1" => "ones",
            "face 2" => "twos",
            "face 3" => "threes",
            "face 4" => "fours",
            "face 5" => "fives",
            "face 6" => "sixes",
            "alike 2" => "one-pair",
            "alike 3" => "three-of-a-kind",
            "alike 4" => "four-of-a-kind",
            "alike 5" if rules.dice() == 6 => "five-of-a-kind",
            "alike 5" | "all alike" => "yahtzee",
            "any" => "chance",
            kind => &kind.replace(' ', "-"),
        };
        rules.category_exact(name).ok()
    };
    let games = ["hasbro", "yatzy", "maxi-yatzy"].map(rules);
    let mut read = 0;
    for line in include_str!("../../rules/src/rules/box-words.txt").lines().filter(|line| !line.starts_with('#')) {
        let Some((kind, names)) = line.split_once(": ").filter(|(kind, _)| *kind != "straight") else { continue };
        for (name, rules) in names.split(", ").flat_map(|name| games.iter().map(move |rules| (name, rules))) {
            let Some(category) = of_kind(kind, rules) else { continue };
            match rules.category_named(name) {
                Ok(found) => assert_eq!(rules.category(found).name, rules.category(category).name, "{kind}: {name} in {}", rules.name()),
                Err(error) => assert!(matches!(error, RulesError::AmbiguousCategory { .. }), "{kind}: {name}: {error}"),
            }
            read += 1;
        }
    }
    assert!(read > 300, "{read}");
}

/// An error about a name uses the language of the nearest names, or else the shown language.
#[test]
fn unknown_names_are_answered_in_their_language() {
    let error = |rules: &RuleSet, text: &str| rules.category_named(text).unwrap_err().to_string();
    let (yatzy, kniffel) = (rules("yatzy"), rules("kniffel"));
    let swedish = yatzy.in_language("sv").unwrap();
    let names = "Ettor, Tvåor, Treor, Fyror, Femmor, Sexor, Ett par, Två par, Tretal, Fyrtal, Liten stege, Stor stege, Kåk, Chans, Yatzy";
    for rules in [&yatzy, &swedish] {
        assert_eq!(
            error(rules, "stege"),
            format!("unknown category 'stege': did you mean 'Liten stege' or 'Stor stege'? There are {names}")
        );
        assert_eq!(error(rules, "frytal"), format!("unknown category 'frytal': did you mean 'Fyrtal'? There are {names}"));
    }
    assert_eq!(error(&swedish, "zebra"), format!("unknown category 'zebra': there are {names}"));
    assert!(error(&yatzy, "zebra").starts_with("unknown category 'zebra': there are ones, twos, "));
    assert!(error(&yatzy, "fulhouse").starts_with("unknown category 'fulhouse': did you mean 'full-house'? There are ones, "));
    let streets = error(&kniffel, "straße");
    assert!(
        streets.starts_with("unknown category 'straße': did you mean 'Kleine Straße' or 'Große Straße'? There are Einser, "),
        "{streets}"
    );
    let english = kniffel.in_language("en").unwrap();
    assert!(error(&english, "zebra").starts_with("unknown category 'zebra': there are ones, "));
    assert!(error(&rules("hasbro"), "house").contains("did you mean 'full-house'?"));
    // A proposal is near in letters and in meaning.
    for (game, text) in [
        ("kniffel", "6er Pasch"),
        ("kniffel", "Zweierpasch"),
        ("hasbro", "2 par"),
        ("hasbro", "foo"),
        ("hasbro", "six of a kind"),
        ("yatzy", "Tre par"),
        ("yatzy", "Sextal"),
        ("yatzy", "5 par"),
    ] {
        assert!(error(&rules(game), text).starts_with(&format!("unknown category '{text}': there are ")), "{}", error(&rules(game), text));
    }
    // Names in JSON are the names of the file.
    assert!(swedish.category_exact("stege").unwrap_err().to_string().starts_with("unknown category 'stege': there are ones, "));
    for (card, wanted) in [
        ("kåk=6", "Kåk=6: no roll scores that there; possible are 0, 7 to 9, 11 to 24 or 26 to 28"),
        ("ettor=3 1s=3", "Ettor is filled already"),
    ] {
        assert_eq!(Scorecard::parse(card, &swedish).unwrap_err().to_string(), wanted);
    }
    assert_eq!(Goal::parse("kåk=30", &swedish).unwrap_err().to_string(), "Kåk=30: no roll scores as much there; the most is 28");
}

/// The names, short forms and titles of a rule set keep the meaning of an exact reading.
fn assert_none_is_stolen(rules: &RuleSet) {
    let taken = |text: &str| {
        rules.categories().find(|&category| {
            let rule = rules.category(category);
            rule.name == text || rule.short.iter().any(|short| short == text)
        })
    };
    let zeros = rules.categories().map(|category| Ok((rules.category(category).name.as_str(), 0)));
    let full = Scorecard::from_entries(zeros, rules).unwrap();
    let text = full.to_string();
    assert_eq!(Scorecard::parse(&text, rules), Ok(full), "{text}");
    for category in rules.categories() {
        let rule = rules.category(category);
        for name in std::iter::once(&rule.name).chain(&rule.short) {
            assert_eq!(rules.category_named(name), Ok(category), "{name} in\n{}", rules.toml());
            assert_eq!(rules.category_at_start(&format!("{name}=0")), Ok((category, "=0")), "{name} in\n{}", rules.toml());
            // The categories that come first are filled too.
            let before = rules.categories().filter(|&other| comes_first(rules, other, category));
            let before = before.map(|other| rules.category(other).name.as_str());
            let filled: Vec<&str> = before.chain([name.as_str()]).collect();
            let exact = Scorecard::from_entries(filled.iter().map(|name| Ok((*name, 0))), rules).unwrap();
            let text: String = filled.iter().map(|name| format!("{name}=0 ")).collect();
            assert_eq!(Scorecard::parse(&text, rules).as_ref(), Ok(&exact), "{name}");
        }
        let unique = rules.categories().filter(|&other| rules.category(other).title == rule.title).count() == 1;
        if unique && taken(&rule.title).is_none() {
            assert_eq!(rules.category_named(&rule.title), Ok(category), "{} in\n{}", rule.title, rules.toml());
        }
    }
}

#[test]
fn every_name_means_its_own_category() {
    for rules in all_rules() {
        assert_none_is_stolen(rules);
        for category in rules.categories() {
            let rule = rules.category(category);
            assert_eq!(rules.category_named(&rule.title), Ok(category), "{}: {}", rules.name(), rule.title);
            assert_eq!(rules.category_named(&rule.title.to_uppercase()), Ok(category), "{}: {}", rules.name(), rule.title);
        }
    }
}

/// One of several pieces of text, picked by `choices`.
struct Picker<'a>(&'a mut dyn Iterator<Item = usize>);

impl Picker<'_> {
    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.0.next().unwrap_or(0) % texts.len()]
    }

    /// The text in another case and with other separators.
    fn decorate(&mut self, text: &str) -> String {
        let mut decorated = String::new();
        for letter in text.chars() {
            match letter {
                '-' | ' ' => decorated.push_str(self.pick(&["-", " ", "_", "", "  ", " - "])),
                letter if self.0.next().unwrap_or(0).is_multiple_of(3) => decorated.extend(letter.to_uppercase()),
                letter => decorated.push(letter),
            }
        }
        decorated
    }

    /// The sheet of these cards in a column each: a row for each category.
    fn sheet(&mut self, cards: &[Scorecard], rules: &RuleSet) -> String {
        let row = |category| {
            let rule = rules.category(category);
            let name = self.pick(&[&rule.name, &rule.title]).to_owned();
            let between = self.pick(&["\t", "|", "  ", " "]);
            let points = cards.iter().map(|card| card.get(category).map_or("-".to_owned(), |points| points.to_string()));
            let cells = std::iter::once(self.decorate(&name)).chain(points);
            cells.collect::<Vec<_>>().join(between) + "\n"
        };
        rules.categories().map(row).collect()
    }

    /// The sheet of a card in which numbers stand before some of the names, in one table or in two side by side.
    fn numbered_sheet(&mut self, card: &Scorecard, rules: &RuleSet) -> String {
        let between = self.pick(&["\t", "|", ";", ",", " ", "  "]);
        let open = if between.trim().is_empty() && between != "\t" { "-" } else { self.pick(&["-", ""]) };
        let row = |category| {
            let rule = rules.category(category);
            let names: Vec<&str> = rule.names.values().flatten().chain([&rule.name, &rule.title]).map(String::as_str).collect();
            let name = self.pick(&names);
            let number = self.pick(&["", "", "1", "2", "3", "4", "5", "6", "7", "10", "12", "15", "20", "25"]);
            let numbered = match self.pick(&[" ", ". ", between]) {
                // The number may belong to the name of another box.
                _ if number.is_empty() || rules.category_named(&format!("{number} {name}")).is_ok() => name.to_owned(),
                after => format!("{number}{after}{name}"),
            };
            [numbered, card.get(category).map_or(open.to_owned(), |points| points.to_string())].join(between)
        };
        let rows: Vec<String> = rules.categories().map(row).collect();
        let (left, right) = rows.split_at(if self.pick(&["one", "two"]) == "one" { rows.len() } else { rows.len().div_ceil(2) });
        let beside = |at: usize| right.get(at).map_or(String::new(), |right| format!("{between}{right}"));
        left.iter().enumerate().map(|(at, left)| format!("{left}{}\n", beside(at))).collect()
    }

    /// The card in another notation.
    fn card(&mut self, card: &Scorecard, rules: &RuleSet) -> String {
        let mut text = self.pick(&["", " ", ",", "\n"]).to_owned();
        let extra = (card.extra() > 0).then(|| ("extra".to_owned(), card.extra()));
        let entries: Vec<(String, u32)> = card
            .filled()
            .map(|(category, points)| {
                let rule = rules.category(category);
                (self.pick(&[&rule.name, &rule.name, &rule.title]).to_owned(), points.get())
            })
            .chain(extra)
            .collect();
        let is_repeat = |name: &str| rules.category_exact(name).is_ok_and(|category| rules.is_repeat(category));
        for (name, points) in entries {
            // The number of a further box is written in one way only.
            text += &if is_repeat(&name) { name } else { self.decorate(&name) };
            text += self.pick(&["=", " = ", ":", ": ", " ", "  "]);
            text += &points.to_string();
            text += self.pick(&[" ", ", ", ";", " ; ", "\n", ","]);
        }
        text
    }
}

/// A card on which each category is open or holds possible points. If categories are filled in order, those that come after an open one are open too.
fn any_card(rules: &RuleSet, choices: &mut dyn Iterator<Item = usize>) -> Scorecard {
    let entries = rules.categories().map(|category| {
        let possible = rules.possible_points(category);
        let choice = choices.next().unwrap_or(0);
        let points = u64::from(possible[choice / 4 % possible.len()]);
        (!choice.is_multiple_of(4)).then(|| Ok((rules.category(category).name.as_str(), points)))
    });
    let all: Vec<_> = entries.collect();
    let may_be_filled =
        |category| rules.categories().zip(&all).all(|(other, entry)| entry.is_some() || !comes_first(rules, other, category));
    let entries: Vec<_> =
        rules.categories().filter(|&category| may_be_filled(category)).filter_map(|category| all[category.index()].clone()).collect();
    Scorecard::from_entries(entries, rules).unwrap()
}

/// One of the known rule sets, or a random small one.
fn any_rules() -> impl Strategy<Value = RuleSet> {
    let random = small_rules().prop_map(|toml| RuleSet::parse(&toml).unwrap());
    prop_oneof![4 => prop::sample::select(all_rules()), 1 => random]
}

/// Whether each category has one box, and may be filled at any time.
fn has_single_boxes(rules: &RuleSet) -> bool {
    rules.order() == Order::Any && !rules.categories().any(|category| rules.is_repeat(category))
}

/// A title may begin with a number, be one, or end with a sign; the longest name that fits wins over a number.
#[test]
fn titles_with_digits() {
    let rules = rules("digits");
    let card = |text: &str| Scorecard::parse(text, &rules).map(|card| card.to_string()).map_err(|error| error.to_string());
    for (text, wanted) in [
        ("1-2-1 Consecutive = 15", "one-two-one=15"),
        ("121 consecutive 15", "one-two-one=15"),
        ("12-1consecutive: 15, 2_1_2 CONSECUTIVE 20", "one-two-one=15 two-one-two=20"),
        ("Ones 1 2-1-2 Consecutive 20", "ones=1 two-one-two=20"),
        ("Chance 10", "chance=10"),
        ("chance 10 10 or more 12", "chance=10 ten=12"),
        ("Chance 10 or more 12", "high-chance=12"),
        ("18 50", "eighteen=50"),
        ("18: 0; chance: 18", "chance=18 eighteen=0"),
        ("1-2-3 20, 1 3", "ones=3 row=20"),
        ("100% 0\n4&5 or less\t14", "fours-and-fives=14 high=0"),
    ] {
        assert_eq!(card(text).as_deref(), Ok(wanted), "{text}");
    }
    // What ends with a digit is no start of a name.
    for text in ["1-2=15", "10=12"] {
        assert!(card(text).unwrap_err().starts_with("unknown category '"), "{text}: {:?}", card(text));
    }
    let game = Game::parse("122 1-2-1 consecutive\n123 hold 12, 123 score 123\n135 score 18=0\n", &rules).unwrap();
    assert_eq!(game.card().to_string(), "one-two-one=15 eighteen=0 row=20");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn decoration_changes_nothing(rules in any_rules(), choices in prop::collection::vec(0usize..10_000, 400)) {
        let rules = &rules;
        let mut choices = choices.into_iter();
        let card = any_card(rules, &mut choices);
        let text = Picker(&mut choices).card(&card, rules);
        prop_assert_eq!(Sheet::parse(&text, rules, None).map(|sheet| sheet.card), Ok(card), "{:?} in\n{}", text, rules.toml());
    }

    #[test]
    fn decoration_changes_no_sheet(
        rules in any_rules().prop_filter("single boxes", has_single_boxes),
        columns in 1usize..=3,
        choices in prop::collection::vec(0usize..10_000, 500),
    ) {
        let mut choices = choices.into_iter();
        let cards: Vec<Scorecard> = (0..columns).map(|_| any_card(&rules, &mut choices)).collect();
        // A column in which every box is open may be dashes between names and points.
        prop_assume!(cards.iter().all(|card| !card.is_empty()));
        let text = Picker(&mut choices).sheet(&cards, &rules);
        for (index, card) in cards.into_iter().enumerate() {
            let sheet = Sheet::parse(&text, &rules, Some(&(index + 1).to_string())).map(|sheet| sheet.card);
            prop_assert_eq!(sheet, Ok(card), "column {} of {}in\n{}", index + 1, text, rules.toml());
        }
    }

    /// A sheet with numbers before names is read as the same card, or is refused.
    #[test]
    fn numbers_before_names_make_no_other_card(
        rules in any_rules().prop_filter("single boxes", has_single_boxes),
        choices in prop::collection::vec(0usize..10_000, 400),
    ) {
        let mut choices = choices.into_iter();
        let card = any_card(&rules, &mut choices);
        let text = Picker(&mut choices).numbered_sheet(&card, &rules);
        if let Ok(sheet) = Sheet::parse(&text, &rules, None) {
            prop_assert_eq!(sheet.card, card, "{}in\n{}", text, rules.toml());
        }
    }

    /// Names that are nearly the same, or that people use for other categories.
    #[test]
    fn no_name_is_stolen(
        names in prop::sample::subsequence(vec![
            "1", "11", "1-1", "ones", "one", "aces", "three", "threes", "3-of-a-kind", "three-of-a-kind", "3ofakind", "3k", "full", "full-house",
            "fullhouse", "full-h", "house", "chance", "chan", "choice", "straight", "small", "small-straight", "smallstraight", "sm-straight",
            "lower-1", "lower-10", "lower-1-0", "hold", "score", "none", "extra-1", "extras",
        ], 5).prop_shuffle(),
        short in prop::sample::subsequence(vec!["ss", "fh", "ls", "y", "1s", "2", "6", "t", "large", "pair", "yahtzee"], 5).prop_shuffle(),
        titles in prop::collection::vec(prop::sample::select(vec!["Ones", "Full House", "Chance", "Small, straight", "1", "3 of a Kind", "Straße"]), 5),
    ) {
        let patterns = ["groups = [3]", "groups = [3, 2]", "straight = 4", "any = true"];
        let category = |index: usize| format!("name = '{}'\nshort = ['{}']\ntitle = '{}'\n", names[index], short[index], titles[index]);
        let lower: String =
            (1..5).map(|index| format!("[[lower]]\n{}{}\npoints = 'all-dice'\n", category(index), patterns[index - 1])).collect();
        let toml = format!("name = 'odd'\n[[upper]]\n{}face = 1\n{lower}", category(0));
        assert_none_is_stolen(&RuleSet::parse(&toml).unwrap());
    }

    /// The name at the start of a text is the longest prefix that is a name by itself.
    #[test]
    fn the_longest_name_is_read(
        which in 0..RuleSet::builtin_names().count(),
        words in prop::collection::vec(prop::sample::select(vec![
            "full", "house", "three", "of", "a", "kind", "3", "1", "pair", "pairs", "small", "large", "straight", "s", "17", "=", ";", "chance", "two",
        ]), 1..7),
    ) {
        let rules = rules(RuleSet::builtin_names().nth(which).unwrap());
        let text = words.join(" ");
        let longest = (1..=words.len()).rev().map(|count| words[..count].join(" ")).find_map(|start| match rules.category_named(&start) {
            Err(RulesError::UnknownCategory { .. }) => None,
            known => Some(known.map(|category| (category, &text[start.len()..]))),
        });
        match longest {
            Some(known) => prop_assert_eq!(rules.category_at_start(&text), known, "{}", text),
            None => prop_assert!(matches!(rules.category_at_start(&text), Err(RulesError::UnknownCategory { .. })), "{}", text),
        }
    }

    #[test]
    fn no_text_panics(
        text in "(([a-zA-ZüßİΣ0-9]{1,8}|full house|3 of a kind|hold|score|none)[=: ]{0,2}[0-9]{0,22}[ ,;\t\n)(._-]{0,2}){0,6}|\\PC{0,40}|[0-9 ,=-]{0,12}",
        which in 0..RuleSet::builtin_names().count(),
    ) {
        let rules = rules(RuleSet::builtin_names().nth(which).unwrap());
        let _ = rules.category_named(&text);
        if let Ok((_, rest)) = rules.category_at_start(&text) {
            prop_assert!(text.ends_with(rest));
        }
        let _ = Scorecard::parse(&text, &rules);
        let _ = Goal::parse(&text, &rules);
        let _ = WrittenAction::parse(&text, &rules, &Scorecard::new(&rules));
        let _ = Game::parse(&text, &rules);
        let _ = Game::parse(&format!("11666 score {text}"), &rules);
        let _ = RuleSet::builtin_named(&text);
    }
}

/// Reading takes time in proportion to the length of the text. With quadratic time, this test would not end.
#[test]
fn long_texts_do_not_hang() {
    let rules = rules("hasbro");
    for piece in ["a", " ", "1 ", "ones ", "a-", "=", ",", "ones=3 ", "full house 25;", "\u{308}", ")", "a)", "ß", "- "] {
        let text = piece.repeat(100_000);
        let _ = Scorecard::parse(&text, &rules);
        let _ = Goal::parse(&text, &rules);
        let _ = WrittenAction::parse(&text, &rules, &Scorecard::new(&rules));
        let _ = Game::parse(&format!("11666 score {text}"), &rules);
        let _ = rules.category_named(&text);
    }
}
