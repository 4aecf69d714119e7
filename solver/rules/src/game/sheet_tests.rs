//! Sheets as people paste them, and what is refused.

use super::scorecard::Scorecard;
use super::sheet::Sheet;
use crate::rules::RuleSet;

fn rules(name: &str) -> RuleSet {
    RuleSet::builtin(name).unwrap()
}

/// The card of a sheet, and its warnings.
#[track_caller]
fn read(name: &str, text: &str) -> (String, Vec<String>) {
    let sheet = Sheet::parse(text, &rules(name), None).unwrap_or_else(|error| panic!("{error}\n{text}"));
    (sheet.card.to_string(), sheet.warnings.iter().map(ToString::to_string).collect())
}

#[track_caller]
fn refused(name: &str, text: &str) -> String {
    Sheet::parse(text, &rules(name), None).map(|sheet| sheet.card).unwrap_err().to_string()
}

const FULL: &str = "ones=3 twos=8 threes=9 fours=12 fives=15 sixes=18 three-of-a-kind=24 four-of-a-kind=0 full-house=25 small-straight=30 \
                    large-straight=40 yahtzee=50 chance=22 extra=1";

/// A column of words says how a box is scored.
#[test]
fn columns_of_words_are_passed_over() {
    let block = "UPPER SECTION | HOW TO SCORE | GAME #1\nAces = 1 | Count and Add Only Aces | 3\nTwos = 2 | Count and Add Only Twos |\n\
                 TOTAL SCORE | | 3\n3 of a kind | Add Total Of All Dice | 20\nFull House | SCORE 25 | 25\nYahtzee | SCORE 50 |\n";
    assert_eq!(read("hasbro", block), ("ones=3 three-of-a-kind=20 full-house=25".to_owned(), vec![]));
    let marked =
        "| Category | How | Ann | Bob |\n|---|---|---|---|\n| Aces | Sum of all 1s | 1 | 2 |\n| Full house | Score 25 | 25 | - |\n";
    assert!(refused("hasbro", marked).contains("Ann and Bob"));
    assert_eq!(Sheet::parse(marked, &rules("hasbro"), Some("Bob")).unwrap().card.to_string(), "ones=2");
    assert_eq!(read("hasbro", "Aces\tSum of all 1s\t1").0, "ones=1");
    let aligned = block.replace(" | ", "   ").replace("Score 25", "Score 25, once").replace(" |", "");
    assert_eq!(read("hasbro", &aligned).0, "ones=3 three-of-a-kind=20 full-house=25", "{aligned}");
    // A column with a box of its own is no description, and neither are points alone.
    assert_eq!(read("hasbro", "Aces | 3 | Twos 4\nThrees | 9 | Fours 12").0, "ones=3 twos=4 threes=9 fours=12");
    refused("hasbro", "Aces | one of them | nothing here");
}

#[test]
fn what_programs_write() {
    for open in ["null", "None", "NaN", "-1", "OPEN", "nil", ""] {
        assert_eq!(read("hasbro", &format!("ones: {open}\ntwos: 4\n")).0, "twos=4", "{open}");
        assert_eq!(read("hasbro", &format!("Aces | {open} |\nTwos | 4 |\n")).0, "twos=4", "{open}");
    }
    assert_eq!(read("hasbro", "ones 3.0\nChance | 15.0").0, "ones=3 chance=15");
    assert_eq!(read("hasbro", "Aces | 3 ⚀⚀⚁⚂⚀\nTwos | - |").0, "ones=3");
    assert_eq!(read("hasbro", r#"{"ones": 3, "twos": null, "full-house": 25}"#).0, "ones=3 full-house=25");
    assert_eq!(read("hasbro", "{'ones': 3, 'twos': None}").0, "ones=3");
    assert_eq!(refused("hasbro", "Yahtzee 150"), "yahtzee=150: extra bonuses stand apart: write yahtzee=50 extra=1");
    assert_eq!(refused("hasbro", "Yahtzee 140"), "yahtzee=140: no roll scores that there; possible are 0 or 50");
    assert_eq!(refused("kniffel", "Kniffel 150"), "Kniffel=150: no roll scores that there; possible are 0 or 50");
}

/// The same game of `hasbro`, written in ten ways by people of four languages. Its score is 391.
#[test]
fn ten_sheets_in_ten_styles() {
    let sheets = [
        // One line, as in a message.
        "Aces=3, Twos=8, Threes=9, Fours=12, Fives=15, Sixes=18, Bonus=35, 3 of a kind=24, 4 of a kind=0, Full house=25, Sm straight=30, \
         Lg straight=40, Yahtzee=50, Chance=22, Yahtzee Bonus=100, Total=391",
        // A box on each line, with the sums of the boxed game.
        "YAHTZEE SCORE CARD\n\nUPPER SECTION\nAces: 3\nTwos: 8\nThrees: 9\nFours: 12\nFives: 15\nSixes: 18\nTotal score: 65\nBonus (if 63 or more): 35\n\
         Total: 100\n\nLOWER SECTION\n3 of a kind: 24\n4 of a kind: 0\nFull House (25): 25\nSm. Straight (30): 30\nLg. Straight (40): 40\nYAHTZEE (50): 50\n\
         Chance: 22\nYahtzee bonus: 100\nTotal of lower section: 291\nTotal of upper section: 100\nGRAND TOTAL: 391\n",
        // Columns by spaces, German.
        "Kniffelblock\n\nEinser             3\nZweier             8\nDreier             9\nVierer            12\nFünfer            15\nSechser           18\n\
         Summe oben        65\nBonus             35\nGesamt oben      100\nDreierpasch       24\nViererpasch        0\nFull House        25\n\
         Kleine Straße     30\nGroße Straße      40\nKniffel           50\nChance            22\nZusatzbonus      100\nSumme unten      291\nEndsumme         391\n",
        // Tabs from a spreadsheet, Swedish, with a head.
        "Ruta\tPoäng\nEttor\t3\nTvåor\t8\nTreor\t9\nFyror\t12\nFemmor\t15\nSexor\t18\nSumma\t65\nBonus\t35\nTretal\t24\nFyrtal\t0\nKåk\t25\nLiten stege\t30\n\
         Stor stege\t40\nYatzy\t50\nChans\t22\nExtra Yahtzee\t1\nTotalt\t391\n",
        // A table of bars.
        "| Box | Points |\n|-----|-------:|\n| Ones | 3 |\n| Twos | 8 |\n| Threes | 9 |\n| Fours | 12 |\n| Fives | 15 |\n| Sixes | 18 |\n| Bonus | 35 |\n\
         | Three of a Kind | 24 |\n| Four of a Kind | 0 |\n| Full House | 25 |\n| Small Straight | 30 |\n| Large Straight | 40 |\n| Yahtzee | 50 |\n| Chance | 22 |\n\
         | Yahtzee bonus | 100 |\n| Total | 391 |\n",
        // CSV with quotes.
        "\"Category\",\"Score\"\n\"Aces\",3\n\"Deuces\",8\n\"Threes\",9\n\"Fours\",12\n\"Fives\",15\n\"Sixes\",18\n\"Three of a kind\",24\n\"Four of a kind\",0\n\
         \"Full house\",25\n\"Small straight\",30\n\"Large straight\",40\n\"Yahtzee\",50\n\"Chance\",22\n\"Yahtzee bonus\",1\n",
        // CSV with a game on each line, semicolons, and the line ends of Windows.
        "Player;1s;2s;3s;4s;5s;6s;Bonus;3k;4k;FH;SS;LS;Y;Ch;Extra Yahtzees;Total\r\nAnna;3;8;9;12;15;18;35;24;0;25;30;40;50;22;1;391\r\n",
        // The two halves side by side.
        "Ones\t3\t3 of a kind\t24\nTwos\t8\t4 of a kind\t0\nThrees\t9\tFull House\t25\nFours\t12\tSmall straight\t30\nFives\t15\tLarge straight\t40\n\
         Sixes\t18\tYahtzee\t50\nBonus\t35\tChance\t22\n\t\tYahtzee bonus\t100\n\t\tTotal\t391\n",
        // A dash between, units, and the rows in another order.
        "Yahtzee - 50 points\nYahtzee bonus - 100 points\nChance - 22 points\nLarge Straight - 40 points\nSmall Straight - 30 points\nFull House - 25 points\n\
         Four of a Kind - 0 points\nThree of a Kind - 24 points\nSixes - 18 points\nFives - 15 points\nFours - 12 points\nThrees - 9 points\nTwos - 8 points\nAces - 3 points\n",
        // Norwegian and Danish words where the rules have none: numbers for the upper boxes.
        "Navn: Kari\n1: 3\n2: 8\n3: 9\n4: 12\n5: 15\n6: 18\nSum: 65\nBonus: 35\n3k: 24\n4k: 0\nfh: 25\nss: 30\nls: 40\nYatzy: 50\nSj: -\nch: 22\nYatzy bonus: 100\nTotalsum: 391\n",
    ];
    for sheet in sheets {
        if sheet.contains("Sj: -") {
            assert!(refused("hasbro", sheet).starts_with("line 16: unknown category 'Sj'"), "{}", refused("hasbro", sheet));
        }
        assert_eq!(read("hasbro", &sheet.replace("Sj: -\n", "")), (FULL.to_owned(), Vec::new()), "{sheet}");
    }
    assert_eq!(Scorecard::parse(FULL, &rules("hasbro")).unwrap().score(), 391);
}

#[test]
fn open_boxes() {
    let card = "ones=3 fours=0 yahtzee=50";
    for text in [
        "Aces 3\nTwos -\nThrees –\nFours 0\nFives .\nSixes\nYahtzee 50\nChance —",
        "Aces=3, Twos=-, Threes=–, Fours=0, Yahtzee=50",
        "Aces,3\nTwos,\nFours,0\nYahtzee,50\nChance,\n",
        "Aces\t3\nTwos\t\nFours\t0\nYahtzee\t50\nBonus\t\nTotal\t53",
        "ones=3 fours=0 twos=. yahtzee=50",
        "Aces=3 Fives=- Bonus=0 Fours=0 Yahtzee=50",
    ] {
        assert_eq!(read("hasbro", text), (card.to_owned(), Vec::new()), "{text}");
    }
    for mark in ["x", "X", "/", "✗", "✓"] {
        let error = refused("hasbro", &format!("Aces 3\nTwos {mark}\nFours 8"));
        assert_eq!(error, format!("line 2: Twos: '{mark}' is not clear: write 0 for a box that was crossed out, and - for an open one"));
    }
}

#[test]
fn yatzy_in_danish_and_norwegian() {
    let danish = "Enere\t3\nToere\t6\nTreere\t9\nFirere\t12\nFemmere\t15\nSeksere\t18\nSum\t63\nBonus\t50\nEt par\t12\nTo par\t22\nTre ens\t18\nFire ens\t16\n\
                  Lille straight\t15\nStor straight\t20\nFuldt hus\t28\nChance\t24\nYatzy\t50\nI alt\t318\n";
    let norwegian = "Enere: 3\nToere: 6\nTreere: 9\nFirere: 12\nFemmere: 15\nSeksere: 18\nSum: 63\nBonus: 50\nEtt par: 12\nTo par: 22\nTre like: 18\n\
                     Fire like: 16\nLiten straight: 15\nStor straight: 20\nHus: 28\nSjanse: 24\nYatzy: 50\nTotalt: 318\n";
    let swedish = "Ettor 3\nTvåor 6\nTreor 9\nFyror 12\nFemmor 15\nSexor 18\nSumma 63\nBonus 50\nPar 12\nTvå par 22\nTriss 18\nFyrtal 16\n\
                   Liten stege 15\nStor stege 20\nKåk 28\nChans 24\nYatzy 50\nSumma 318\n";
    let cards = [danish, norwegian, swedish].map(|text| read("yatzy", text));
    assert!(cards[0].0.ends_with("yahtzee=50") && cards.iter().all(|card| *card == cards[0] && card.1.is_empty()), "{cards:?}");
}

/// A number before a name is part of the name, or the row is refused: it is not a box of its own, and not points.
#[test]
fn numbers_before_names() {
    for (game, text, card) in [
        ("yatzy", "1 par\t\n2 par\t10\nYatzy\t\n", "two-pairs=10"),
        ("yatzy", "Ettor\n2 par\t10", "two-pairs=10"),
        ("yatzy", "Ettor|2 par|10", "two-pairs=10"),
        ("yatzy", "Ettor\t2\tpar\t10", "ones=2 one-pair=10"),
        ("yatzy", "ones=2 par=10", "ones=2 one-pair=10"),
        ("yatzy", "1 Paar: 8\n2 Paare: 10\n3 ens: 12\n4 like: 16", "one-pair=8 two-pairs=10 three-of-a-kind=12 four-of-a-kind=16"),
        ("maxi-yatzy", "3 par\t12\n5 lika\t-", "three-pairs=12"),
        ("yatzy-sheet", "Ones\n1 Pair 10", "one-pair=10"),
        ("kniffel", "1er\t-\n3er\t9\n3er Pasch\t20\n4er-Pasch\t0", "threes=9 three-of-a-kind=20 four-of-a-kind=0"),
        ("hasbro", "Ones\t\t3 of a kind\t24\nTwos\t4\t4 of a kind", "twos=4 three-of-a-kind=24"),
        ("hasbro", "Bonus (if 63, or more): 35, Aces: 3", "ones=3"),
        ("hasbro", "\tAces\t\t3\n\tTwos\t\t4", "ones=3 twos=4"),
    ] {
        let wrong_bonus = text.starts_with("Bonus");
        assert_eq!((read(game, text).0.as_str(), read(game, text).1.len()), (card, usize::from(wrong_bonus)), "{text}");
    }
    for (game, text, wrong) in [
        ("hasbro", "2 par\t10", "line 1: unknown category '2 par'"),
        ("hasbro", "3 Full House\t25", "line 1: unknown category '3 Full House'"),
        ("hasbro", "Aces\n3 Full House 25", "line 2: unknown category '3 Full House'"),
        ("hasbro", "Aces | | 3 Full House | 25", "line 1: unknown category '3 Full House'"),
        ("hasbro", "Aces,,3 Full House,25\nTwos,4", "line 1: unknown category '3 Full House'"),
        ("hasbro", "Aces\t3 Full House\t25", "line 1: unknown category '3 Full House'"),
        ("hasbro", "Aces\t\t3\tFull House\t25", "line 1: cannot read 'Aces'"),
        ("hasbro", "3\tFull House\t25", "line 1: cannot read '3'"),
        ("hasbro", "Aces\n3\nTwos\n4", "line 2: cannot read '3'"),
        ("hasbro", "Twos 4\nAces (3)", "line 2: Aces: '(3)' is not clear"),
        ("hasbro", "Aces\tx\tTwos\t4", "line 1: Aces: 'x' is not clear"),
        (
            "yatzy",
            "Ettor 2 par 10",
            "'2 par' may be a box, or points and then a box: write points like full-house=25, and - for an open box",
        ),
        ("yatzy-sheet", "Ones: 1 Pair: 10", "'1 Pair' may be a box"),
        ("yatzy-sheet", "Sixes 6\nSum 2 pairs 10", "line 2: '2 pairs' may be a box"),
        ("hasbro", "Category\tAces\t3\nTwos\t4", "line 1: cannot read 'Aces'"),
        ("hasbro", "Twos 4\nPlayer: Ann, Aces 3", "line 2: cannot read 'Aces'"),
        ("hasbro", "Player;Ones;Twos;Threes;2 par\nAnn;3;2;;10", "line 2: unknown category '2 par'"),
    ] {
        assert!(refused(game, text).starts_with(wrong), "{text:?}: {}", refused(game, text));
    }
    assert_eq!(read("hasbro", "Nr;Ones;Twos;Threes;Comment\n7;3;2;;good").0, "ones=3 twos=2");
}

/// A 0 that may stand for an open box is said, except in one line.
#[test]
fn zeros_that_may_be_open_boxes() {
    let zeros = |boxes: &str| format!("0 is read as crossed out, in {boxes}: write - in a box that is open");
    let full = FULL.replace(' ', "\n");
    for (text, warnings) in [
        ("Aces 3\nChance 0".to_owned(), vec![zeros("chance")]),
        ("Aces 0\nFull House 0".to_owned(), Vec::new()),
        ("chance=0 ones=0".to_owned(), Vec::new()),
        (full.clone(), Vec::new()),
        (full.replace("twos=8\nthrees=9", "twos=0\nthrees=0"), vec![zeros("twos, threes and four-of-a-kind")]),
        (
            full + "\nTotal 390",
            vec!["Total is 390 on the sheet, but its boxes make 391: a difference of 1".to_owned(), zeros("four-of-a-kind")],
        ),
    ] {
        assert_eq!(read("hasbro", &text).1, warnings, "{text}");
    }
    let refused = Scorecard::parse("Aces 3\nChance 0", &rules("hasbro")).unwrap_err();
    assert_eq!(refused.to_string(), zeros("chance"));
}

/// Sums are checked, and the difference is said.
#[test]
fn sums_that_do_not_add_up() {
    let upper = "Aces 3\nTwos 8\nThrees 9\nFours 12\nFives 15\nSixes 18\n";
    for (row, warning) in [
        ("Upper total 65", None),
        ("Upper total 100", None),
        ("Upper total 66", Some("Upper total is 66 on the sheet, but its boxes make 65: a difference of 1")),
        ("Bonus 0", Some("Bonus is 0 on the sheet, but its boxes make 35: a difference of 35")),
        ("Sum 99", Some("Sum is 99 on the sheet, but its boxes make 100: a difference of 1")),
        ("Grand total 65", Some("Grand total is 65 on the sheet, but its boxes make 100: a difference of 35")),
        ("Chance 20\nTotal 120", None),
        ("Chance 20\nTotal 20", None),
        ("Chance 20\nTotal 119", Some("Total is 119 on the sheet, but its boxes make 120: a difference of 1")),
        ("Chance 20\nLower total 25\n", Some("Lower total is 25 on the sheet, but its boxes make 20: a difference of 5")),
        ("Total -", None),
    ] {
        let (_, warnings) = read("hasbro", &format!("{upper}{row}"));
        assert_eq!(warnings, warning.map(str::to_owned).into_iter().collect::<Vec<_>>(), "{row}");
    }
}

/// The bonus for further Yahtzees is given as points or as a number.
#[test]
fn extra_bonuses() {
    let card = |row: &str| read("hasbro", &format!("Chance 30\nSixes 30\nYahtzee 50\n{row}")).0;
    for row in ["Yahtzee bonus 200", "Yahtzee bonus: 2", "extra yahtzees\t2", "extra=2"] {
        assert_eq!(card(row), "sixes=30 yahtzee=50 chance=30 extra=2", "{row}");
    }
    assert_eq!(card("Yahtzee bonus 0"), "sixes=30 yahtzee=50 chance=30");
    let error = |row: &str| refused("hasbro", &format!("Chance 30\nYahtzee 50\n{row}"));
    assert_eq!(error("Yahtzee bonus 150"), "extra bonuses of 150 points: each has 100");
    assert!(error("Yahtzee bonus 300").contains("at most 1"));
    assert_eq!(read("kniffel", "Kniffel 50\nBonus Yahtzee 0").0, "yahtzee=50");
    assert!(refused("kniffel", "Kniffel 50\nKniffel Bonus 50").contains("has no extra bonus"));
}

#[test]
fn of_several_columns_one_is_read() {
    let table = "\tAnn\tBob Lee\tEve\nAces\t3\t2\t\nTwos\t\t4\t6\nTotal\t3\t6\t7\n";
    assert_eq!(refused("hasbro", table), "the sheet has several columns, Ann, Bob Lee and Eve: give one of them");
    let column = |text: &str, name: &str| Sheet::parse(text, &rules("hasbro"), Some(name));
    for (name, card) in [("Ann", "ones=3"), ("bob lee", "ones=2 twos=4"), ("2", "ones=2 twos=4"), ("EVE", "twos=6")] {
        assert_eq!(column(table, name).unwrap().card.to_string(), card, "{name}");
    }
    assert_eq!(column(table, "3").unwrap().warnings[0].to_string(), "Total is 7 on the sheet, but its boxes make 6: a difference of 1");
    assert_eq!(Sheet::columns(table, &rules("hasbro")).unwrap(), ["Ann", "Bob Lee", "Eve"]);
    assert_eq!(Sheet::columns("Aces 3\nTwos 4\n", &rules("hasbro")), Ok(vec![]));
    let others = |name: &str| Sheet::of_others(table, &rules("hasbro"), name).unwrap();
    assert_eq!(others("2").iter().map(ToString::to_string).collect::<Vec<_>>(), ["ones=3", "twos=6"]);
    let none = "the sheet has no column 'Zoe': there are Ann, Bob Lee and Eve";
    assert_eq!(column(table, "Zoe").unwrap_err().to_string(), none);
    let one_is_open = "Player\tAnn\tBob\nAces\t-\t2\nTwos\t-\t4\n";
    assert_eq!(refused("hasbro", one_is_open), "the sheet has several columns, Ann and Bob: give one of them");
    assert_eq!(refused("hasbro", "Aces\t-\t2\nTwos\t-\t4\n"), "the sheet has several columns, 1 and 2: give one of them");
    let plain = "Game 1   Game 2\nAces  3  2\nTwos  -  4\n";
    assert_eq!(refused("hasbro", "Aces  3  2\nTwos  -  4\n"), "the sheet has several columns, 1 and 2: give one of them");
    assert_eq!(refused("hasbro", plain), "the sheet has several columns, 1 and 2: give one of them");
    assert_eq!(column("Ann Bob\nAces  3  2\nTwos  -  4\n", "Bob").unwrap().card.to_string(), "ones=2 twos=4");
    let unclear = column("Aces 3 2\nTwos 4\n", "1").unwrap_err();
    assert_eq!(unclear.to_string(), "line 2: this line has 1 of the 2 columns: write - for an open box");
    let games = "game,Ones,Twos,Threes,Total\nfirst,3,2,,5\nsecond,,,6,7\n";
    assert_eq!(refused("hasbro", games), "the sheet has several columns, first and second: give one of them");
    assert_eq!(column(games, "second").unwrap().card.to_string(), "threes=6");
    assert_eq!(column(games, "second").unwrap().warnings.len(), 1);
    assert!(refused("hasbro", "game,Ones,Twos,Threes\nfirst,3,2,,5\n").contains("5 cells where the first line of the table has 4"));
}

/// A title is read over, and the name of the game may stand there. A line that begins with a box is none, so its box is not lost.
#[test]
fn titles_are_told_from_boxes() {
    for title in ["Game: Yahtzee 2", "Our evening", "Yahtzee", "Yahtzee at the lake", "YAHTZEE SCORE CARD", "Yahtzee\tAnn"] {
        assert_eq!(read("hasbro", &format!("{title}\nAces 3\n")).0, "ones=3", "{title}");
    }
    for first in ["Aces X", "Aces: X", "Aces ✓", "Full House /", "Yahtzee X"] {
        assert!(refused("hasbro", &format!("{first}\nTwos 4\n")).contains("is not clear"), "{first}");
    }
    for first in ["Aces drei", "Chance\tdrei\tvier"] {
        assert!(refused("hasbro", &format!("{first}\nTwos 4\n")).starts_with("line 1: "), "{first}");
    }
}

/// An empty cell keeps its place, so that two players do not become one. A name that stands twice does not choose.
#[test]
fn columns_stay_apart() {
    let of_two = "Aces\t3\t\nTwos\t\t4\n";
    assert_eq!(refused("hasbro", of_two), "the sheet has several columns, 1 and 2: give one of them");
    let of_three = "\tAnn\tBob\tBob\nAces\t3\t2\t1\n";
    let column = |name: &str| Sheet::parse(of_three, &rules("hasbro"), Some(name)).map(|sheet| sheet.card.to_string());
    assert_eq!(column("Bob").unwrap_err().to_string(), "the sheet has several columns, Ann, Bob and Bob: give one of them");
    assert_eq!([column("ann"), column("3")].map(Result::unwrap), ["ones=3", "ones=1"]);
}

/// Where nothing can be said beside the card, sums must be right.
#[test]
fn a_card_alone_has_no_wrong_sums() {
    let card = |text: &str| Scorecard::parse(text, &rules("hasbro")).map(|card| card.to_string()).map_err(|error| error.to_string());
    assert_eq!(card("Aces 3\nTotal 3").as_deref(), Ok("ones=3"));
    assert_eq!(card("Aces 3\nTotal 4").unwrap_err(), "Total is 4 on the sheet, but its boxes make 3: a difference of 1");
}

/// A doubtful sheet is refused.
#[test]
fn what_is_not_clear_is_refused() {
    for (text, wrong) in [
        ("Aces 3\nAces 2\n", "ones is filled already"),
        ("Aces 3\nOnes 3\n", "ones is filled already"),
        ("Aces 3\nFulhouse 25\n", "line 2: unknown category 'Fulhouse': did you mean 'full-house'?"),
        ("Aces 3\nFull House 24\n", "full-house=24: no roll scores that there; possible are 0 or 25"),
        ("Aces 3\nTwos 4x\n", "line 2: "),
        ("Aces 3\n25\n", "line 2: unknown category '25'"),
        ("Aces 3\nTwos 99999999999999999999999999\n", "line 2: "),
        ("Aces 3\nTwos\0 4\n", "line 2: the character U+0000 is invisible"),
        ("Aces 3\n\u{202e}Twos 4\n", "line 2: the character U+202E is invisible"),
        ("Aces\t3\nTwos\t4\tbonbons\n", "line 2: "),
    ] {
        assert!(refused("hasbro", text).starts_with(wrong), "{text:?}: {}", refused("hasbro", text));
    }
}

/// The name of each box is read as that box, whatever words a sheet has besides.
#[test]
fn no_name_of_a_box_is_another_word() {
    for name in RuleSet::builtin_names() {
        let rules = rules(name);
        for category in rules.categories() {
            let rule = rules.category(category);
            let names = rule.names.values().flatten().chain([&rule.name, &rule.title]).chain(&rule.short);
            for box_name in names {
                let Ok(found) = rules.category_named(box_name) else { continue };
                let points = rules.possible_points(found).last().unwrap();
                // Games that fill the boxes in order have a card only up to a box.
                let Ok(sheet) = Sheet::parse(&format!("{box_name}\t{points}\nTotal\t{points}"), &rules, None) else {
                    assert!(rules.order() != crate::rules::Order::Any, "{name} {box_name}");
                    continue;
                };
                assert_eq!(sheet.card.get(found), Some(*points), "{name} {box_name}");
            }
        }
    }
}

#[test]
fn a_written_card_reads_back() {
    let card = Scorecard::parse(FULL, &rules("hasbro")).unwrap();
    for text in [FULL.to_owned(), FULL.replace(' ', "\n"), FULL.replace(' ', ", "), FULL.replace('=', "\t").replace(' ', "\n")] {
        assert_eq!(Scorecard::parse(&text, &rules("hasbro")).as_ref(), Ok(&card), "{text}");
    }
}

/// Long and strange texts end soon, in an error or in a card.
#[test]
fn hostile_texts_end_soon() {
    let started = std::time::Instant::now();
    let rules = rules("hasbro");
    for part in [
        "1 ",
        "a ",
        "y - ",
        "Yahtzee\t",
        "e\u{301}",
        "\u{301} ",
        "|",
        "(",
        "名前 ",
        "３\n",
        "ones\n",
        "-\n",
        "=",
        "3 of a kind ",
        "\u{1f3b2}\u{fe0f}\t",
    ] {
        let text = part.repeat(9_900 / part.len());
        let _ = Sheet::parse(&text, &rules, None);
        let _ = Sheet::parse(&format!("Ones 3\n{text}"), &rules, Some(part));
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    let long = Sheet::parse(&"ones=3 ".repeat(100_000), &rules, None).unwrap_err();
    assert!(long.to_string().contains("more than 10000 bytes"), "{long}");
}

/// The boxes of a category stand side by side on a sheet of Balut; the sum of all boxes is checked.
#[test]
fn several_boxes_in_a_row() {
    let boxes = "boxes = 4\n[[lower]]\nname = \"";
    let toml = format!(
        "name = \"four\"\n[[lower]]\nname = \"fours\"\nface = 4\npoints = \"those-dice\"\n{boxes}choice\"\nany = true\npoints = \"all-dice\"\nboxes = 4\n"
    );
    let rules = RuleSet::parse(&toml).unwrap();
    let card = |text: &str| Sheet::parse(text, &rules, None).map(|sheet| (sheet.card.to_string(), sheet.warnings.len()));
    let wanted = "fours=12 fours-2=8 fours-3=16 choice=20 choice-2=23";
    assert_eq!(card("Fours 12 8 16 -\nChoice 20 23 - -\nTotal 79\n"), Ok((wanted.to_owned(), 0)));
    assert_eq!(card("Fours 12 8 16\nChoice 20 23\nTotal 80\n"), Ok((wanted.to_owned(), 1)));
    // Columns of players: with a name, wanted by number, or with a row for each box.
    let column = |text: &str, wanted: &str| Sheet::parse(text, &rules, Some(wanted)).map(|sheet| sheet.card.to_string());
    for apart in ["\t", "  "] {
        let text = ["Fours", "12", "8\nFours", "8", "4\nChoice", "20", "17\n"].join(apart);
        assert_eq!(column(&text, "2"), Ok("fours=8 fours-2=4 choice=17".to_owned()), "{text}");
        assert!(card(&text).unwrap_err().to_string().contains("several columns"), "{text}");
    }
    assert_eq!(column("Fours 12 8\nChoice 20 17\n", "2"), Ok("fours=8 choice=17".to_owned()));
    assert!(card("Player\tAnn\tBob\nFours\t12\t8\n").unwrap_err().to_string().contains("Ann and Bob"));
    assert!(card("Fours 12 8 16 4 8\n").is_err());
}

/// What is left of a stock of extra throws, in the words of three languages.
#[test]
fn extra_throws_on_a_sheet() {
    let rules = RuleSet::parse(
        "name = \"stock\"\nextra-throws = 3\nsaved-throw-points = 2\n[[lower]]\nname = \"chance\"\nany = true\npoints = \"all-dice\"\n",
    )
    .unwrap();
    let card = |text: &str| Sheet::parse(text, &rules, None).map(|sheet| (sheet.card.to_string(), sheet.warnings.len()));
    for words in ["throws", "Extra throws left", "Extrawürfe übrig", "extrakast kvar"] {
        assert_eq!(card(&format!("Chance 20\n{words}: 1\nTotal 22\n")), Ok(("chance=20 throws=1".to_owned(), 0)), "{words}");
    }
    assert!(card("Chance 20\nsaved throws 1\n").unwrap_err().to_string().contains("saves no throws"));
    assert!(refused("hasbro", "Chance 20\nthrows 1\n").contains("throws"));
}
