//! Names of categories in several languages: which are shown, which are understood, and that they change nothing else.

use crate::common::{all_rules, rules};
use yahtzee_solver::{Category, Position, RuleSet, Scorecard};

fn title(rules: &RuleSet, name: &str) -> String {
    rules.category(rules.category_exact(name).unwrap()).title.clone()
}

#[test]
fn titles_in_the_language_that_is_asked_for() {
    let yatzy = rules("yatzy");
    assert_eq!((yatzy.language(), yatzy.languages().into_iter().collect::<Vec<_>>()), ("en", vec!["da", "de", "en", "no", "sv"]));
    for (language, full_house, chance, yahtzee) in [
        ("en", "Full House", "Chance", "Yatzy"),
        ("sv", "Kåk", "Chans", "Yatzy"),
        (" SV ", "Kåk", "Chans", "Yatzy"),
        ("da", "Fuldt hus", "Chance", "Yatzy"),
        ("no", "Hus", "Sjanse", "Yatzy"),
    ] {
        let shown = yatzy.in_language(language).unwrap();
        assert_eq!(shown.language(), language.trim().to_lowercase());
        let found = ["full-house", "chance", "yahtzee"].map(|name| title(&shown, name));
        assert_eq!(found, [full_house, chance, yahtzee], "{language}");
        let back = shown.in_language("en").unwrap();
        for (of_back, of_yatzy) in yatzy.categories().map(|category| (back.category(category), yatzy.category(category))) {
            assert_eq!((&of_back.title, &of_back.names), (&of_yatzy.title, &of_yatzy.names), "{language} and back");
        }
    }
    let kniffel = rules("kniffel");
    assert_eq!((kniffel.language(), title(&kniffel, "ones")), ("de", "Einser".to_owned()));
    let english = kniffel.in_language("en").unwrap();
    assert_eq!((title(&english, "ones"), title(&english, "yahtzee")), ("Ones".to_owned(), "Kniffel".to_owned()));
    let error = kniffel.in_language("fr").unwrap_err();
    assert_eq!(error.to_string(), "language 'fr': the categories of 'kniffel' have names in de, en, sv");
}

/// The shown language does not change the game, and files of the game stay valid.
#[test]
fn the_language_makes_no_other_game() {
    for rules in all_rules() {
        for language in rules.languages() {
            let shown = rules.in_language(language).unwrap();
            assert_eq!((&shown, shown.fingerprint(), shown.toml()), (rules, rules.fingerprint(), rules.toml()));
            let card = Scorecard::parse("ones=1", rules);
            if let Ok(card) = card {
                assert_eq!(Scorecard::parse("ones=1", &shown).unwrap().to_string(), card.to_string(), "names in cards stay");
                assert!(Position::new(card, shown.parse_roll(&"1".repeat(shown.dice())).unwrap(), shown.rerolls()).is_ok());
            }
        }
    }
    // Names and the language of the file are not part of the game either.
    let without = |toml: &str| toml.lines().filter(|line| !line.starts_with("names = ")).collect::<Vec<_>>().join("\n");
    let kniffel = rules("kniffel");
    let plain = RuleSet::parse(&without(kniffel.toml()).replace("language = \"de\"\n", "")).unwrap();
    assert_eq!(plain.fingerprint(), kniffel.fingerprint());
    assert_ne!(plain, kniffel);
}

/// Ways to type a name: as it is, in capitals, and without accents.
fn typed(name: &str) -> [String; 3] {
    let plain = |letter| match letter {
        'å' | 'ä' | 'á' => 'a',
        'ö' | 'ø' | 'ó' => 'o',
        'ü' | 'ú' => 'u',
        'é' => 'e',
        'ñ' => 'n',
        letter => letter,
    };
    [name.to_owned(), name.to_uppercase(), name.to_lowercase().chars().map(plain).collect()]
}

#[test]
fn names_of_every_language_are_understood_in_every_language() {
    for rules in all_rules() {
        for language in rules.languages() {
            let shown = rules.in_language(language).unwrap();
            for category in shown.categories() {
                let rule = shown.category(category);
                for name in rule.names.values().flatten().chain([&rule.name, &rule.title]) {
                    for text in typed(name) {
                        assert_eq!(shown.category_named(&text), Ok(category), "{text:?} in {} in {language}", rules.name());
                    }
                }
            }
        }
    }
    let named = |name: &str, text: &str| {
        let rules = rules(name);
        rules.category(rules.category_named(text).unwrap()).name.clone()
    };
    assert_eq!(named("kniffel", "fuenfen"), "fives");
    assert_eq!(named("kniffel", "volles"), "full-house");
    assert_eq!(named("yatzy", "tvaaor"), "twos");
    assert_eq!(named("yatzy", "triss"), "three-of-a-kind");
    assert_eq!(named("yatzy", "liten"), "small-straight");
    assert_eq!(named("maxi-yatzy", "torn"), "tower");
}

/// A typed name means the same as before a rule set had names in other languages.
#[test]
fn names_in_other_languages_take_no_other_words() {
    let general = "1 1s 3s 6 one ace aces deuce trey 3k 3 of a kind|3 alike|four kind|pair|pairs|1 pair|2p|two|three|full|fh|boat|house|ss|sm|small|low straight|ls|big|long|straight|run|y|yahtzee|yacht|ch|chance|choice|any|tr|hu|st|ki|gr|e|v|f|s|d|z|dr|zw|fu|se";
    for rules in all_rules() {
        let lines: Vec<&str> = rules.toml().lines().filter(|line| !line.starts_with("names = ")).collect();
        let plain = RuleSet::parse(&lines.join("\n")).unwrap();
        let starts = |text: &str| text.char_indices().map(|(at, letter)| text[..at + letter.len_utf8()].to_owned()).collect::<Vec<_>>();
        let own = plain.categories().flat_map(|category: Category| {
            let rule = plain.category(category);
            [&rule.name, &rule.title].into_iter().chain(&rule.short).flat_map(|text| starts(text)).collect::<Vec<_>>()
        });
        for word in own.chain(general.split(['|', ' ']).map(str::to_owned)) {
            if let Ok(category) = plain.category_named(&word) {
                assert_eq!(rules.category_named(&word), Ok(category), "{word:?} in {}", rules.name());
            }
        }
    }
}

#[test]
fn errors_in_the_file() {
    let with = |top: &str, names: &str| {
        let toml = format!("name = 'toy'\n{top}\n[[lower]]\nname = 'chance'\n{names}\nany = true\npoints = 1\n");
        RuleSet::parse(&toml).map_err(|error| error.to_string())
    };
    let error = |top: &str, names: &str| with(top, names).unwrap_err();
    let language = "must be 2 to 12 small letters and hyphens, like de or pt-br";
    assert_eq!(error("language = 'German!'", ""), format!("line 2: language = \"German!\": {language}"));
    assert_eq!(error("language = 1", ""), "line 2: language: invalid type: the whole number 1, expected a text");
    assert_eq!(error("", "names = { D = 'Chance' }"), format!("line 5: names: D: a language {language}"));
    let wanted = "must be a name with a letter or digit, or a list of such names";
    for names in ["''", "'-'", "[]", "['Chance', '']"] {
        assert_eq!(error("", &format!("names = {{ en = 'x', de = {names} }}")), format!("line 5: names: de: {wanted}"));
    }
    let text = error("", "names = { de = 5 }");
    assert!(text.starts_with("line 5: ") && text.contains("a name, or a list of names"), "{text}");
    let text = error("", "names = { de = \"a\\u0007\" }");
    assert!(text.starts_with("line 5: ") && text.contains("not printable"), "{text}");
    assert_eq!(error("", "names = 'Chance'"), "line 5: names: invalid type: the text \"Chance\", expected a table");
    // A name in the language of the file is understood beside the title; a table per category is the same as one line.
    let rules = with("language = 'pt-br'", "title = 'Chance'\nnames = { pt-br = 'Sorte' }").unwrap();
    assert_eq!((rules.language(), rules.languages().len()), ("pt-br", 1));
    assert_eq!(rules.category(rules.category_named("sorte").unwrap()).title, "Chance");
}

#[test]
fn every_built_in_game_has_german_and_swedish_names() {
    for rules in RuleSet::builtin_names().map(|name| RuleSet::builtin(name).unwrap()) {
        assert!(["de", "sv"].iter().all(|language| rules.languages().contains(language)), "{}", rules.name());
    }
}
