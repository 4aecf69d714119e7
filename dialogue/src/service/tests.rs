//! Results are kept in memory and in a store, within the memory limit.

use std::collections::BTreeMap;
use std::sync::Mutex;

use yahtzee_solver::evaluate::{Opponent, Ties};
use yahtzee_solver::solve::UtilityValues;
use yahtzee_solver::{LookaheadStrategy, Position, Solver, TableError};

use super::*;
use crate::ask::{AskObjective, TextOr};
use crate::session::{Computer, Played, Seat, seats};

/// A store in memory, with a log of its unusable entries.
#[derive(Clone, Debug, Default)]
struct Map {
    files: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
    unusable: Arc<Mutex<Vec<String>>>,
}

impl Store for Map {
    fn names(&self, prefix: &str) -> Vec<String> {
        self.files.lock().unwrap().keys().filter(|name| name.starts_with(prefix)).cloned().collect()
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.files.lock().unwrap().get(name).cloned()
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        self.files.lock().unwrap().insert(name.to_owned(), bytes.to_vec());
    }

    fn unusable(&self, name: &str, error: &TableError) {
        self.unusable.lock().unwrap().push(format!("{name}: {error}"));
    }
}

fn small(more: &str) -> ValueTable {
    let boxes = |name: &str| format!("[[lower]]\nname = \"{name}\"\nany = true\npoints = \"all-dice\"\n");
    let boxes: String = ["one", "two", "three", "four", "five"].map(boxes).concat();
    let toml = format!("name = \"small\"\ntitle = \"Small\"\nsource = \"Tests\"\ndice = 2\nrolls = 2\n{boxes}{more}");
    Solver::new(&RuleSet::parse(&toml).unwrap()).unwrap().solve().unwrap()
}

/// A run of the program with this store.
fn run(map: &Map) -> Service {
    Service::made(small(""), Pace::Exact, (0, 0)).stored_in(Box::new(map.clone()))
}

/// The solved turn of a card, and the steps of work for it.
fn asked(service: &Service, objective: &Objective, card: &str) -> (SolvedTurn, Vec<SolveStep>) {
    let steps = Mutex::new(Vec::new());
    let before = |step| {
        if let Step::Objective(step) = step {
            steps.lock().unwrap().push(step);
        }
    };
    let card = Scorecard::parse(card, service.table().rules()).unwrap();
    let effort = Effort { before: Some(&before), ..Effort::default() };
    let solved = service.solve(&Arc::new(objective.clone()), &card, &Rounds::default(), &effort).unwrap();
    (solved, steps.into_inner().unwrap())
}

fn objectives(rules: &RuleSet) -> [Objective; 6] {
    let card = Scorecard::parse("one=5", rules).unwrap();
    let against = |named: Vec<Opponent>, field| Objective::Against(Opponents::new(named, field, Ties::Half).unwrap());
    let prizes = Utility::new(&[(0, 0.0), (30, 1.0), (44, 5.0)]).unwrap();
    [
        Objective::Target(Points::new(40)),
        Objective::Exactly(Points::new(40)),
        Objective::Fewest,
        against(vec![Opponent::New], 2),
        against(vec![Opponent::Card(card), Opponent::Score(Points::new(35))], 0),
        Objective::Utility(prizes),
    ]
}

#[test]
fn the_second_run_solves_nothing() {
    let map = Map::default();
    let first = run(&map);
    let alone = Service::new(small(""));
    for objective in objectives(first.table().rules()) {
        for card in ["", "two=7"] {
            let (solved, steps) = asked(&first, &objective, card);
            // The turns that may follow are solved as well.
            assert_eq!(steps.is_empty(), !card.is_empty(), "{objective:?}");
            let again = [asked(&first, &objective, card), asked(&run(&map), &objective, card)];
            for (found, steps) in again {
                assert!(found == solved && steps.is_empty(), "{objective:?} {steps:?}");
            }
            assert_eq!(asked(&alone, &objective, card).0, solved);
        }
    }
    // The same opponents against another card.
    let (_, steps) = asked(&run(&map), &objectives(first.table().rules())[2], "one=12 two=2 three=3");
    assert!(matches!(steps[..], [] | [SolveStep::Values { .. }]), "{steps:?}");
    // Targets at the same distance are one question.
    asked(&run(&map), &Objective::Target(Points::new(45)), "one=5");
    let (_, steps) = asked(&run(&map), &Objective::Target(Points::new(50)), "one=10");
    assert!(steps.is_empty(), "{steps:?}");
    assert!(map.unusable.lock().unwrap().is_empty());
}

#[test]
fn damaged_files_are_told_and_replaced() {
    let map = Map::default();
    let first = run(&map);
    for objective in objectives(first.table().rules()) {
        let (solved, _) = asked(&first, &objective, "");
        let sound = map.files.lock().unwrap().clone();
        for bytes in map.files.lock().unwrap().values_mut() {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
        }
        let (anew, steps) = asked(&run(&map), &objective, "");
        assert!(anew == solved && !steps.is_empty());
        assert_eq!(*map.files.lock().unwrap(), sound);
        assert_eq!(std::mem::take(&mut *map.unusable.lock().unwrap()).len(), sound.len());
        map.files.lock().unwrap().clear();
    }
}

/// Statistics are computed once, and again if their file is damaged.
#[test]
fn statistics_are_kept() {
    let map = Map::default();
    let follow = |service: Service, memory| {
        let card = Scorecard::new(service.rules());
        service.limited_to(memory).follow(&card, &Effort::default())
    };
    let computed = follow(Service::new(small("")), u64::MAX);
    assert_eq!(follow(run(&map), u64::MAX), computed);
    let sound = map.files.lock().unwrap().clone();
    // Only computing needs memory.
    assert_eq!(follow(run(&map), 100), computed);
    map.files.lock().unwrap().values_mut().for_each(|bytes| *bytes.last_mut().unwrap() ^= 1);
    assert!(follow(run(&map), 100).is_err());
    assert_eq!(follow(run(&map), u64::MAX), computed);
    assert_eq!((map.files.lock().unwrap().clone(), map.unusable.lock().unwrap().len()), (sound, 2));
}

/// A file is used only for its own rules, even if it has the file name of other rules.
#[test]
fn files_of_other_rules_are_not_used() {
    let map = Map::default();
    let objective = Objective::Target(Points::new(40));
    asked(&run(&map), &objective, "");
    let table = small("[[lower]]\nname = \"six\"\nany = true\npoints = \"all-dice\"\n");
    let other = Service::made(table.clone(), Pace::Exact, (0, 0)).stored_in(Box::new(map.clone()));
    assert!(!asked(&other, &objective, "").1.is_empty());
    assert!(map.unusable.lock().unwrap().is_empty());
    let prefix = |service: &Service| UtilityValues::file_prefix(service.table().rules(), &Utility::target(0));
    let [own, name] = [run(&map), other].map(|service| map.names(&prefix(&service)).remove(0));
    map.write(&name, &map.read(&own).unwrap());
    let other = Service::new(table).stored_in(Box::new(map.clone()));
    assert!(!asked(&other, &objective, "").1.is_empty());
    assert!(map.unusable.lock().unwrap()[0].starts_with(&name));
}

/// As many targets as wanted are solved in the memory for one: the oldest results make room.
#[test]
fn kept_results_make_room() {
    let service = Service::new(small(""));
    let card = Scorecard::new(service.rules());
    let solve = |target: u32, memory: u64| {
        let objective = Arc::new(Objective::Target(Points::new(target)));
        service.clone().limited_to(memory).solve(&objective, &card, &Rounds::default(), &Effort::default())
    };
    let empty = service.bytes();
    solve(20, u64::MAX).unwrap();
    let one = service.bytes() - empty;
    assert!(one > 0);
    let least = (1..).map(|step| empty + step * one / 8).find(|&memory| solve(21, memory).is_ok()).unwrap();
    for target in 22..40 {
        solve(target, least + one / 2).unwrap();
        assert!(service.bytes() <= least + one / 2, "{target}");
    }
    assert!(!service.make_room(u64::MAX) && service.make_room(1));
    solve(20, u64::MAX).unwrap();
    service.cache_at_most(one / 2);
    assert!(service.bytes_cached() <= one / 2);
    solve(23, u64::MAX).unwrap();
    assert!(service.bytes_cached() <= one / 2, "what does not fit is not kept");
}

#[test]
fn too_little_memory_is_an_error() {
    let service = Service::new(small(""));
    let card = Scorecard::new(service.rules());
    let (rounds, effort) = (Rounds::default(), Effort::default());
    let objective = Arc::new(Objective::Target(Points::new(40)));
    let little = service.clone().limited_to(100);
    let refused = little.solve(&objective, &card, &rounds, &effort).unwrap_err();
    assert!(matches!(refused, ServiceError::TooLarge { work: Work::Objective, limit: 100, .. }));
    // What is known needs no memory.
    service.solve(&objective, &card, &rounds, &effort).unwrap();
    assert!(little.solve(&objective, &card, &rounds, &effort).is_ok());
    let worth = service.worth(&objective, &card, &rounds, &effort).unwrap();
    let position = Position::parse("66 rerolls=0", card.rules()).unwrap();
    assert!(worth > 0.0 && worth < 1.0 && service.answer(Question::new(position)).is_ok());
    // Other work says what it is.
    let played = Played::read("66 score one", service.rules()).unwrap();
    let two = Played { seats: vec![played.seats[0].clone(); 2], ..played.clone() };
    let works = [
        (little.find_spread(&effort).map(drop), Work::Spread),
        (little.live(Detail::Rough, &effort).map(drop), Work::Ends),
        (little.chances(&two, &effort).map(drop), Work::Ends),
        (little.review_to_win(&two, 0, &effort).map(drop), Work::Ends),
        (little.targets(&card, &rounds, &effort).map(drop), Work::Targets),
        (little.statistics(&card, &rounds, &effort).map(drop), Work::Statistics),
    ];
    for (refused, wanted) in works {
        assert!(matches!(refused, Err(ServiceError::TooLarge { work, .. }) if work == wanted), "{wanted:?}: {refused:?}");
    }
    assert!(little.review_to_win(&played, 0, &effort).unwrap().is_none(), "nobody to win against");
}

/// What was worked out is shared by clones, and found once.
#[test]
fn clones_share_what_was_worked_out() {
    let service = Service::new(small(""));
    let steps = Mutex::new(Vec::new());
    let before = |step| steps.lock().unwrap().push(step);
    let effort = Effort { before: Some(&before), ..Effort::default() };
    let one = |service: &Service| service.live(Detail::Fine, &effort).unwrap().bytes();
    let (before, bytes) = (service.bytes(), one(&service.clone()));
    assert_eq!((one(&service), service.bytes()), (bytes, before + bytes));
    service.clone().find_spread(&effort).unwrap();
    assert!(service.spread().is_some());
    let seat = |computer| Seat { computer: Some(computer), ..seats(&[], &Game::new(service.rules())).unwrap().remove(0) };
    let seats = [seat(Computer::Greedy), seat(Computer::Optimal), seat(Computer::Greedy)];
    service.contest_of(&seats, Detail::Fine, &effort).unwrap();
    let held = service.bytes();
    service.clone().contest_of(&seats, Detail::Fine, &effort).unwrap();
    assert!(service.bytes() == held && held > before + bytes + service.bytes_cached(), "the strategy counts, once");
    assert_eq!(*steps.lock().unwrap(), [Step::Ends, Step::Strategy]);
    // All boxes pay alike, so the most points now are best.
    let lost = service.table().expected_score()
        - service.strategy_values(|model| Box::new(LookaheadStrategy::greedy(model)), &effort).unwrap().expected_score();
    assert!(lost.abs() < 1e-9, "{lost}");
}

/// Where people wait, chances that take long are approximate, and the answer says so.
#[test]
fn a_prompt_service_approximates() {
    let more = |name: &str| format!("[[lower]]\nname = \"{name}\"\nany = true\npoints = \"all-dice\"\n");
    let table = small(&["six", "seven"].map(more).concat());
    let [exact, prompt] = [Service::new(table.clone()), Service::prompt(table)];
    for (card, is_exact) in [("", false), ("seven=9", true)] {
        let ask = Ask { objective: Some(AskObjective::Target { score: 58 }), card: Some(TextOr::Text(card.into())), ..Ask::text("34") };
        let [exact, prompt] = [&exact, &prompt].map(|service| service.advise(&ask, &Effort::default()).unwrap());
        assert!(exact.exact && prompt.exact == is_exact, "{card}");
        let [exact, prompt] = [exact, prompt].map(|answer| answer.worth.unwrap());
        assert!((exact - prompt).abs() < 0.1 && (!is_exact || exact == prompt), "{exact} {prompt}");
    }
}

/// Play for exactly so many points has no approximation: late in the game it is exact, before that it is an error.
#[test]
fn a_prompt_service_approximates_nothing_that_avoids_points() {
    let more = |name: &str| format!("[[lower]]\nname = \"{name}\"\nany = true\npoints = \"all-dice\"\n");
    let table = small(&["six", "seven"].map(more).concat());
    let [exact, prompt] = [Service::new(table.clone()), Service::prompt(table)];
    let ask = |card: &'static str| Ask {
        objective: Some(AskObjective::Exactly { score: 40 }),
        card: Some(TextOr::Text(card.into())),
        ..Ask::text("34")
    };
    let [exactly, promptly] = [&exact, &prompt].map(|service| service.advise(&ask("seven=9"), &Effort::default()).unwrap());
    assert!(promptly.exact);
    assert_eq!(serde_json::to_string(&promptly).unwrap(), serde_json::to_string(&exactly).unwrap());
    assert_eq!(prompt.advise(&ask(""), &Effort::default()).err(), Some(ServiceError::TooLong));
}

/// The shelf drops what was not used for longest, and never the first.
#[test]
fn a_shelf_holds_what_fits() {
    let service = |name: &str| Service::new(small(&format!("[[lower]]\nname = \"{name}\"\nany = true\npoints = \"all-dice\"\n")));
    let [first, a, b, c] =
        [small(""); 1].map(Service::new).into_iter().chain(["a", "b", "c"].map(service)).collect::<Vec<_>>().try_into().unwrap();
    let memory = first.bytes() + 2 * a.bytes() + 100;
    let mut shelf = Shelf::new(5, memory).with_first(first.clone());
    for service in [&a, &b] {
        assert!(shelf.make_room(service.bytes()) >= service.bytes());
        shelf.put(service.clone());
    }
    assert!(shelf.find(a.rules()).is_some_and(|found| found.is(&a)), "now b was not used for longest");
    assert!(shelf.make_room(c.bytes()) >= c.bytes());
    shelf.put(c.clone());
    assert!(shelf.find(b.rules()).is_none());
    assert_eq!(shelf.limited(&c).memory(), memory - first.bytes() - a.bytes());
    assert!(shelf.forget_others(&c) && !shelf.forget_others(&c));
    assert!(shelf.find(a.rules()).is_none() && shelf.find(first.rules()).is_some() && shelf.find(c.rules()).is_some());
    let mut shelf = Shelf::new(1, u64::MAX);
    for service in [&a, &b] {
        shelf.make_room(0);
        shelf.put(service.clone());
    }
    assert!(shelf.find(a.rules()).is_none() && shelf.find(b.rules()).is_some());
}
