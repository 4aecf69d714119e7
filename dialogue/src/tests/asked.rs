//! All questions that a front end can ask about a position, in games of random rules: each answer has words and JSON.

use proptest::prelude::*;
use yahtzee_solver::evaluate::{Opponent, Opponents, Ties};
use yahtzee_solver::win::Live;
use yahtzee_solver::{Contest, Follower, Game, Goal, Objective, ObjectiveSolver, Points, RuleSet, Run, Solver, Stage, Utility};
use yahtzee_testing::{Numbers, rules_that_favour_zeros, small_rules};

use crate::answer::Answer;
use crate::ask::{Question, chosen};
use crate::session::{DiceFrom, Intent, Mode, PlaysFor, Session, seats};
use crate::{Effort, Service};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn everything_is_answered_by_random_rule_sets(
        toml in prop_oneof![small_rules(), rules_that_favour_zeros()],
        seed: u64,
    ) {
        let rules = RuleSet::parse(&toml).unwrap();
        let table = Solver::new(&rules).unwrap().solve().unwrap();
        let service = Service::new(table);
        service.find_spread(&Effort::default()).unwrap();
        let random = &mut Numbers(seed);
        ask_about_a_position(&service, random);
        play(&service, random);
    }
}

/// Asks about a position of a random game, for the expected score and for every kind of objective.
fn ask_about_a_position(service: &Service, random: &mut Numbers) {
    let (table, rules) = (service.table(), service.rules());
    let rounds = 1 + random.below(rules.max_rounds().into()) as u8;
    let mut game = Game::with_rounds(rules, rounds).unwrap();
    let turns = random.below(usize::from(rounds) * rules.category_count());
    random.play_on(&mut game, turns);
    while !matches!(game.stage(), Stage::ToChoose { .. }) || random.below(2) == 0 && !game.is_complete() {
        if game.is_complete() {
            return;
        }
        let next = random.next_move(&game);
        game.play(next).unwrap();
    }
    let Some(question) = Question::of_game(&game) else { return };
    let card = question.position.card().clone();
    let points = |random: &mut Numbers| Points::new(random.below(200) as u32);
    let against = |opponents, field| Objective::Against(Opponents::new(opponents, field, Ties::Half).unwrap());
    let objectives = [
        None,
        Some(Objective::Target(points(random))),
        Some(Objective::Exactly(points(random))),
        Some(against(vec![Opponent::Score(points(random)), Opponent::New], 0)),
        Some(against(vec![], 3)),
        Some(Objective::Utility(Utility::new(&[(0, -3.0), (20, 0.5), (60, 70.0)]).unwrap())),
    ];
    for objective in objectives {
        let solver = ObjectiveSolver::new(table).rounds(&question.rounds).with(Run::new().threads(1));
        if objective.as_ref().is_some_and(|objective| objective.check_not_won(&card).is_err()) {
            continue;
        }
        let solved = objective.map(|objective| solver.solve(&objective.into(), &card).unwrap());
        let actions: Vec<_> = question.position.actions().collect();
        let chosen = actions[random.below(actions.len())];
        let open: Vec<_> = rules.categories().filter(|&category| card.is_open(category)).collect();
        let goal = Goal::new(rules, open[random.below(open.len())], 1).ok();
        for (chosen, goal) in [(None, None), (Some(chosen::written(&chosen)), goal)] {
            let question = Question { solved: solved.clone(), chosen, goal, why: true, ..question.clone() };
            let answer = question.work(table, service.spread()).unwrap();
            let said = [answer.verdict(), answer.objective_in_words(), answer.goal_in_words()].concat();
            let mut text: Vec<String> = said.into_iter().flatten().map(|piece| piece.text).collect();
            text.extend(
                answer
                    .explained(&yahtzee_solver::tr!("The best"), yahtzee_solver::tr!("your choice"))
                    .into_iter()
                    .flat_map(|explanation| explanation.sentences),
            );
            text.extend(answer.deciding_reason());
            if let (Some(parts), Some(rival)) = (answer.worth_parts(), answer.reasons.as_ref().and_then(|reasons| reasons.rival.as_ref())) {
                assert!((parts.sum() - rival.option.worth.unwrap().loss).abs() < 1e-9, "{parts:?} in\n{}", rules.toml());
            }
            text.extend(answer.ties());
            // A single option has no rival, and the part of a bonus of several steps is unknown.
            let mut json = serde_json::to_string(&Answer::new(&answer, table)).unwrap().replace("\"rival\":null", "");
            if rules.upper_bonus().steps().len() > 1 {
                json = json.replace("\"upper_bonus\":null", "");
            }
            text.push(json);
            for text in text {
                assert!(!text.contains("NaN") && !text.contains("inf ") && !text.contains(":null"), "{text} in\n{}", rules.toml());
            }
        }
    }
}

/// Two players to the end of a game, with hints, explanations, and every objective.
fn play(service: &Service, random: &mut Numbers) {
    let table = service.table();
    let live = Live::new(table, Follower::new(table).final_scores(Live::MEMORY).unwrap()).unwrap();
    let contest = Contest::new(&live).with(Run::new().threads(1));
    let plays_for = [PlaysFor::Points, PlaysFor::Win, PlaysFor::Target(Points::new(random.below(100) as u32))][random.below(3)];
    let names = [["you", "ann"], ["you", "computer"]][random.below(2)].map(str::to_owned);
    let mode = Mode { dice: DiceFrom::Seed(random.below(1000) as u64), coach: Some(0.0), plays_for };
    let seats = seats(&names, &Game::new(table.rules())).unwrap();
    let mut session = Session::served(service, Some(contest), seats, mode).unwrap();
    for _ in 0..40 * table.rules().category_count() {
        if session.current().is_none() {
            break;
        }
        for intent in [Intent::Hint, Intent::Explain(None), Intent::Options, Intent::Close] {
            session.act_now(intent);
        }
        for line in ["", "y"] {
            session.line(line);
        }
    }
}
