//! Players whose loss is known exactly, to compare a rating with.

use serde::Serialize;
use yahtzee_solver::cards::RuleCard;
use yahtzee_solver::sorting::sort_by;
use yahtzee_solver::{RuleSet, tr};

/// A strategy, and its loss per game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Known {
    /// Its name for `yahtzee evaluate`.
    pub name: &'static str,
    /// Its loss per game against the optimum, in points.
    pub loss: f64,
}

/// The losses per game of the strategies of a rule set, rounded, from `yahtzee evaluate NAME --rules RULES`.
const KNOWN: &[(&str, &[(&str, f64)])] = &[
    ("hasbro", &[("estimate", 0.89), ("card-30", 10.68), ("card-12", 23.86), ("greedy", 37.28), ("random", 208.04)]),
    ("kniffel", &[("estimate", 1.23), ("card-30", 13.09), ("card-12", 25.32), ("greedy", 34.22), ("random", 199.43)]),
    ("yatzy", &[("card-30", 65.77), ("card-12", 74.37), ("greedy", 49.28), ("random", 197.53)]),
    ("generala", &[("greedy", 7.12), ("random", 133.83)]),
    ("kismet", &[("greedy", 26.66), ("random", 269.09)]),
    ("yacht", &[("greedy", 14.17), ("random", 132.51)]),
    ("crag", &[("greedy", 3.80), ("random", 131.70)]),
    ("yacht-dice", &[("greedy", 27.98), ("random", 152.49)]),
    ("forced-yatzy", &[("card-30", 31.18), ("card-12", 44.41), ("greedy", 0.00), ("random", 71.86)]),
    ("verhoeff", &[("estimate", 0.89), ("card-30", 10.68), ("card-12", 23.86), ("greedy", 37.29), ("random", 208.10)]),
    ("bullseye", &[("estimate", 0.89), ("card-30", 10.72), ("card-12", 23.95), ("greedy", 37.29), ("random", 208.07)]),
    ("get-dicey", &[("estimate", 0.89), ("card-30", 11.14), ("card-12", 24.52), ("greedy", 37.18), ("random", 208.05)]),
    ("multi-round", &[("estimate", 0.89), ("card-30", 10.81), ("card-12", 24.12), ("greedy", 37.71), ("random", 207.98)]),
    ("yatzy-sheet", &[("card-30", 53.86), ("card-12", 63.13), ("greedy", 53.87)]),
];

impl Known {
    /// Its title, for people.
    pub fn title(&self) -> String {
        match self.name {
            "optimal" => tr!("the best play"),
            "estimate" => tr!("one-turn lookahead"),
            RuleCard::FOR_BEGINNERS => tr!("The card for beginners"),
            "card-30" => tr!("The full card"),
            "greedy" => tr!("the most points each turn"),
            "random" => tr!("random moves"),
            name => name.into(),
        }
    }

    /// The strategies with a known loss under these rules, the best first; for custom rules only the optimum.
    pub fn of(rules: &str, fingerprint: u64) -> Vec<Known> {
        let built_in = RuleSet::builtin(rules).is_ok_and(|rules| rules.fingerprint() == fingerprint);
        let known = KNOWN.iter().find(|(name, _)| built_in && *name == rules).map_or(&[][..], |(_, known)| known);
        let mut known: Vec<Known> = known.iter().map(|&(name, loss)| Known { name, loss }).collect();
        known.push(Known { name: "optimal", loss: 0.0 });
        sort_by(&mut known, |a, b| a.loss.total_cmp(&b.loss));
        known
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use yahtzee_solver::Model;
    use yahtzee_solver::evaluate::Evaluator;
    use yahtzee_solver::solve::MEMORY_LIMIT;

    use super::*;
    use crate::NamedStrategy;
    use crate::session::testing::hasbro;

    fn check(rules: &str, skip: &[&str]) {
        let rules = RuleSet::builtin(rules).unwrap();
        let own;
        let table = if rules.name() == "hasbro" {
            hasbro()
        } else {
            own = yahtzee_solver::Solver::new(&rules).unwrap().solve().unwrap();
            &own
        };
        let model = Arc::new(Model::apart(&rules, MEMORY_LIMIT).unwrap());
        for Known { name, loss } in Known::of(rules.name(), rules.fingerprint()).into_iter().filter(|known| !skip.contains(&known.name)) {
            let named = NamedStrategy::new(name, &rules).unwrap();
            let strategy = named.strategy(table, &model);
            let value = Evaluator::with_model(&model, strategy.as_ref()).unwrap().values().unwrap().expected_score();
            assert!(
                (table.expected_score() - value - loss).abs() < 0.005_000_1,
                "{} {name}: {}",
                rules.name(),
                table.expected_score() - value
            );
        }
    }

    #[test]
    fn the_losses_are_exact() {
        check("crag", &["random"]);
    }

    /// Every figure. Takes minutes.
    #[test]
    #[ignore = "deep"]
    fn all_losses_are_exact() {
        KNOWN.iter().for_each(|(rules, _)| check(rules, &[]));
    }

    #[test]
    fn rules_that_are_not_built_in_have_the_optimum_alone() {
        assert_eq!(Known::of("hasbro", 1), [Known { name: "optimal", loss: 0.0 }]);
        let hasbro = RuleSet::builtin("hasbro").unwrap();
        let names: Vec<_> = Known::of("hasbro", hasbro.fingerprint()).iter().map(|known| known.name).collect();
        assert_eq!(names, ["optimal", "estimate", "card-30", "card-12", "greedy", "random"]);
    }
}
