//! House rules: switches that change a built-in rule set, and the rule file that they write.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use yahtzee_solver::language::tr as shown;
use yahtzee_solver::tr;
use yahtzee_solver::{RuleSet, RulesError};

use crate::rules::{self, RulesChecked};

/// Something that house rules change: a number, something on or off, or a choice.
#[derive(Serialize, Tsify)]
pub struct HouseSwitch {
    name: String,
    title: String,
    /// `true` and `false` stand for on and off.
    value: String,
    /// The values of a choice, with their words; empty for a number, and for what is on or off.
    options: Vec<(String, String)>,
    /// Why the value is not possible.
    #[tsify(type = "string | null")]
    wrong: Option<String>,
}

/// The switches of house rules, and the rule file that they write.
#[derive(Serialize, Tsify)]
pub struct HouseView {
    switches: Vec<HouseSwitch>,
    toml: String,
    /// What is wrong with the rules where no switch is at fault.
    #[tsify(type = "string | null")]
    wrong: Option<String>,
}

/// The values of the switches that were turned, by their names.
#[derive(Deserialize, Tsify)]
pub struct HouseValues(pub(crate) HashMap<String, String>);

/// The value of what is as in the game that is changed, and none of the others.
const AS_IT_IS: &str = "as-it-is";
/// The fields of a box that stay with another pattern.
const OF_ANY_BOX: [&str; 4] = ["name = ", "title = ", "short = ", "names = "];

/// A choice between ways to write some tables: each with its name and its words, and the lines of the tables. A table without lines is left out.
type Ways = [(&'static str, String, Vec<(&'static str, String)>)];

fn straights() -> Box<Ways> {
    let way = |small: &str, large: &str| vec![("small-straight", small.to_owned()), ("large-straight", large.to_owned())];
    Box::new([
        ("runs", tr!("four in a row for 30, five for 40"), way("straight = 4\npoints = 30", "straight = 5\npoints = 40")),
        ("yatzy", tr!("1 to 5 for 15, 2 to 6 for 20"), way("faces = [1, 2, 3, 4, 5]\npoints = 15", "faces = [2, 3, 4, 5, 6]\npoints = 20")),
    ])
}

/// What a further roll of all dice alike does, once the box `of` is filled.
fn further(of: &str) -> Box<Ways> {
    const JOKER: &str = "place = \"upper-then-lower\"\njoker = \"upper-filled\"";
    let way = |after_points: &str, after_zero: &str| {
        let category = if after_points.is_empty() { String::new() } else { format!("category = \"{of}\"") };
        vec![("further", category), ("further.after-points", after_points.to_owned()), ("further.after-zero", after_zero.to_owned())]
    };
    Box::new([
        ("none", tr!("nothing special"), way("", "")),
        ("bonus", tr!("100 extra points"), way("place = \"any\"\njoker = \"never\"\nbonus = 100", "")),
        ("jokers", tr!("100 extra, and a joker"), way(&format!("{JOKER}\nbonus = 100\nbonus-when = \"always\""), JOKER)),
    ])
}

/// The lines of a rule file, in its tables. The first line of a table is its header; the table of the whole game has none.
struct RuleFile(Vec<Vec<String>>);

impl RuleFile {
    /// A rule file without its comments, and without what is said about its game.
    fn read(toml: &str) -> RuleFile {
        let mut tables = vec![Vec::new()];
        let mut in_notes = false;
        for line in toml.lines() {
            in_notes |= line == "notes = [";
            if line.starts_with('[') {
                tables.push(Vec::new());
            }
            if !in_notes && !line.is_empty() && !line.starts_with("source = ") && !line.starts_with('#') {
                tables.last_mut().expect("a table").push(line.to_owned());
            }
            in_notes &= line != "]";
        }
        RuleFile(tables)
    }

    /// The name of the box in a table, or that of the table; that of the whole game is empty.
    fn name_of(table: &[String]) -> &str {
        let header = table.first().filter(|line| line.starts_with('[')).map_or("", |line| line.trim_matches(['[', ']']));
        let is_box = ["upper", "lower"].contains(&header);
        if is_box { table.iter().find_map(|line| line.strip_prefix("name = ")).unwrap_or_default().trim_matches('"') } else { header }
    }

    fn table(&mut self, name: &str) -> Option<&mut Vec<String>> {
        self.0.iter_mut().find(|table| RuleFile::name_of(table) == name)
    }

    fn get(&mut self, table: &str, field: &str) -> Option<String> {
        self.table(table)?.iter().find_map(|line| line.strip_prefix(field)?.strip_prefix(" = ").map(str::to_owned))
    }

    /// Writes a field, or removes it.
    fn set(&mut self, table: &str, field: &str, value: Option<&str>) {
        let Some(lines) = self.table(table) else { return };
        let line = value.map(|value| format!("{field} = {value}"));
        match (lines.iter().position(|line| line.strip_prefix(field).is_some_and(|rest| rest.starts_with(" = "))), line) {
            (Some(at), Some(line)) => lines[at] = line,
            (Some(at), None) => drop(lines.remove(at)),
            (None, line) => lines.extend(line),
        }
    }

    /// The name of the box for these groups of dice.
    fn box_of(&self, groups: &str) -> Option<String> {
        let wanted = format!("groups = {groups}");
        self.0.iter().find(|table| table.contains(&wanted)).map(|table| RuleFile::name_of(table).to_owned())
    }

    fn text(&self) -> String {
        self.0.iter().map(|table| table.join("\n") + "\n").collect::<Vec<_>>().join("\n")
    }

    /// The way that is written.
    fn way(&mut self, ways: &Ways) -> &'static str {
        let mut is = |(table, lines): &(&str, String)| match self.table(table) {
            Some(table) => !lines.is_empty() && lines.lines().all(|line| table.iter().any(|written| written == line)),
            None => lines.is_empty(),
        };
        ways.iter().find(|(_, _, tables)| tables.iter().all(&mut is)).map_or(AS_IT_IS, |(name, ..)| name)
    }

    /// Writes the way of this name.
    fn write(&mut self, ways: &Ways, wanted: &str) {
        let way = ways.iter().find(|(name, ..)| *name == wanted);
        for (name, lines) in way.into_iter().flat_map(|(_, _, tables)| tables) {
            if self.table(name).is_none() {
                self.0.push(vec![format!("[{name}]")]);
            }
            let table = self.table(name).expect("a table that was added");
            table.retain(|line| !lines.is_empty() && (line.starts_with('[') || OF_ANY_BOX.iter().any(|field| line.starts_with(field))));
            table.extend(lines.lines().map(str::to_owned));
            self.0.retain(|table| !table.is_empty());
        }
    }

    /// A joker pays the points of its box.
    fn write_jokers(&mut self, jokers: bool) {
        let boxes = self.0.iter().filter(|table| table[0] == "[[lower]]").map(|table| RuleFile::name_of(table).to_owned());
        let boxes: Vec<String> = boxes.collect();
        let flag = self.get("further", "category").unwrap_or_default();
        for name in boxes {
            let points =
                self.get(&name, "points").filter(|points| jokers && flag.trim_matches('"') != name && points.parse::<u32>().is_ok());
            self.set(&name, "joker", points.as_deref());
        }
    }
}

/// The switches for a built-in rule set with these values, and their rule file. Other values are those of the rule set.
///
/// # Errors
///
/// If there is no such rule set.
pub(crate) fn house(base: &str, values: &HashMap<String, String>) -> Result<HouseView, RulesError> {
    let rules = rules::read(base)?;
    let mut file = RuleFile::read(RuleSet::builtin(rules.name())?.toml());
    let mut switches: Vec<HouseSwitch> = Vec::new();
    let mut offer = |name: &str, title: String, now: &str, options: &[(&str, String)]| {
        let value = values.get(name).map_or(now, String::as_str).to_owned();
        let options = options.iter().map(|(value, words)| ((*value).to_owned(), words.clone())).collect();
        switches.push(HouseSwitch { name: name.to_owned(), title, value: value.clone(), options, wrong: None });
        Some(value).filter(|value| value != now)
    };
    let mut numbers = vec![("", "rolls", "3", tr!("Rolls in a turn"))];
    if rules.upper_count() > 0 && rules.upper_bonus().steps().len() < 2 {
        if file.table("upper-bonus").is_none() {
            file.0.insert(1, ["[upper-bonus]", "at = 63", "points = 0"].map(str::to_owned).to_vec());
        }
        numbers.extend([
            ("upper-bonus", "at", "", tr!("The upper bonus needs")),
            ("upper-bonus", "points", "", tr!("Points of the upper bonus")),
        ]);
    }
    for (table, field, otherwise, title) in numbers {
        let now = file.get(table, field).unwrap_or_else(|| otherwise.to_owned());
        let name = format!("{table}.{field}");
        if let Some(value) = offer(&name, title, &now, &[]) {
            file.set(table, field, Some(if value.is_empty() { "0" } else { &value }));
        }
    }
    if let Some(full_house) = file.box_of("[3, 2]") {
        let now = if file.get(&full_house, "same-face").is_some() { "true" } else { "false" };
        if let Some(value) = offer(&full_house, tr!("Five alike are a full house"), now, &[]) {
            file.set(&full_house, "same-face", Some(&value));
        }
    }
    let mut choices = Vec::new();
    if rules.dice() == 5 && straights()[0].2.iter().all(|(name, _)| file.table(name).is_some()) {
        choices.push(("small-straight", tr!("Straights"), straights()));
    }
    if let Some(all_alike) = file.box_of(&format!("[{}]", rules.dice())) {
        choices.push(("further", tr!("A further Yahtzee"), further(&all_alike)));
    }
    for (name, title, ways) in choices {
        let now = file.way(&ways);
        let options = ways.iter().map(|(way, words, _)| (*way, words.clone()));
        let as_it_is = (now == AS_IT_IS).then(|| (AS_IT_IS, tr!("as in {}", shown(rules.title(), &[]))));
        if let Some(value) = offer(name, title, now, &options.chain(as_it_is).collect::<Vec<_>>()) {
            file.write(&ways, &value);
        }
        let further = file.way(&ways);
        if name == "further" && further != AS_IT_IS {
            file.write_jokers(further == "jokers");
        }
    }
    for category in rules.categories() {
        let rule = rules.category(category);
        if let Some(value) = offer(&format!("box {}", rule.name), rule.title.clone(), "true", &[]) {
            file.0.retain(|table| value == "true" || RuleFile::name_of(table) != rule.name);
        }
    }
    file.set("", "name", Some(&format!("\"my-{}\"", rules.name())));
    file.set("", "title", Some(&format!("{:?}", tr!("{} by house rules", shown(rules.title(), &[])))));
    let toml = file.text();
    let mut wrong = None;
    if let RulesChecked::Wrong { message, line } = rules::check(&toml) {
        let before: usize = line.map_or(0, |line| line - 1);
        let table = file.0.iter().scan(0, |lines, table| {
            *lines += table.len() + 1;
            Some((*lines, table))
        });
        let table = table.into_iter().find(|(end, _)| *end > before).map_or("", |(_, table)| RuleFile::name_of(table));
        let field = toml.lines().nth(before).and_then(|line| line.split(" = ").next()).unwrap_or_default();
        let at_fault = |switch: &&mut HouseSwitch| {
            [&format!("{table}.{field}"), table, table.split('.').next().unwrap_or_default()].contains(&&*switch.name)
        };
        match switches.iter_mut().find(at_fault) {
            Some(switch) => switch.wrong = Some(message),
            None => wrong = Some(message),
        }
    }
    Ok(HouseView { switches, toml, wrong })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(base: &str, values: &[(&str, &str)]) -> HouseView {
        house(base, &values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()).unwrap()
    }

    fn valued(base: &str, values: &[(&str, &str)]) -> f64 {
        let view = changed(base, values);
        assert_eq!(view.wrong, None, "{}", view.toml);
        assert!(view.switches.iter().all(|switch| switch.wrong.is_none()), "{}", view.toml);
        crate::Engine::solve(&view.toml).unwrap().service.table().expected_score()
    }

    #[test]
    fn without_a_change_the_game_is_the_same() {
        for name in RuleSet::builtin_names() {
            let view = changed(name, &[]);
            let house = RuleSet::parse(&view.toml).unwrap_or_else(|error| panic!("{name}: {error}\n{}", view.toml));
            assert_eq!(house.fingerprint(), RuleSet::builtin(name).unwrap().fingerprint(), "{name}");
            assert!(!view.toml.contains("notes") && house.name() == format!("my-{name}"), "{}", view.toml);
        }
    }

    #[test]
    fn switches_make_one_game_of_another() {
        let fingerprint = |toml: &str| RuleSet::parse(toml).unwrap().fingerprint();
        let kniffel = changed("hasbro", &[("further", "none")]);
        assert_eq!(fingerprint(&kniffel.toml), RuleSet::builtin("kniffel").unwrap().fingerprint());
        let hasbro = changed("kniffel", &[("further", "jokers")]);
        assert_eq!(fingerprint(&hasbro.toml), RuleSet::builtin("hasbro").unwrap().fingerprint());
        let back = changed("kniffel", &[("small-straight", "yatzy"), ("upper-bonus.points", "50")]);
        let straights = |toml: &str| ["small-straight", "large-straight"].map(|name| RuleFile::read(toml).get(name, "points"));
        assert_eq!(straights(&back.toml), straights(RuleSet::builtin("yatzy").unwrap().toml()));
    }

    #[test]
    fn each_switch_changes_the_value() {
        let kniffel = valued("kniffel", &[]);
        for (name, value, more) in [
            (".rolls", "2", false),
            ("upper-bonus.at", "60", true),
            ("upper-bonus.points", "0", false),
            ("full-house", "true", true),
            ("small-straight", "yatzy", false),
            ("further", "bonus", true),
            ("further", "jokers", true),
            ("box chance", "false", false),
        ] {
            let value_now = valued("kniffel", &[(name, value)]);
            assert!(if more { value_now > kniffel } else { value_now < kniffel }, "{name} = {value}: {value_now} and {kniffel}");
        }
    }

    #[test]
    fn an_error_stands_beside_its_switch() {
        for (values, at) in [
            (&[(".rolls", "9")][..], Some(".rolls")),
            (&[(".rolls", "x")], Some(".rolls")),
            (&[("upper-bonus.at", "200")], Some("upper-bonus.at")),
            (&[("upper-bonus.points", "-1")], Some("upper-bonus.points")),
            (&[("box yahtzee", "false")], Some("further")),
        ] {
            let view = changed("hasbro", values);
            let found: Vec<&str> = view.switches.iter().filter(|switch| switch.wrong.is_some()).map(|switch| &*switch.name).collect();
            assert_eq!((found.first().copied(), found.len()), (at, 1), "{values:?}: {:?}\n{}", view.wrong, view.toml);
        }
        let boxes: Vec<String> = RuleSet::builtin("crag")
            .unwrap()
            .categories()
            .map(|category| format!("box {}", RuleSet::builtin("crag").unwrap().category(category).name))
            .collect();
        let none: Vec<(&str, &str)> = boxes.iter().map(|name| (&name[..], "false")).collect();
        assert!(changed("crag", &none).wrong.is_some(), "a game needs a box");
        assert!(house("no-game", &HashMap::new()).is_err());
    }
}
