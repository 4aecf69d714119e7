//! Players: whoever answers what to do.

use std::convert::Infallible;

use super::worth::TurnWorth;
use crate::advise::{OptionKind, TIE};
use crate::analysis::policy::{Policy, TurnPolicy};
use crate::cup::{Choices, Seed};
use crate::dice::{RerollsLeft, Roll};
use crate::lattice::Lanes;
use crate::model::Model;
use crate::rules::RuleSet;
use crate::scorecard::Scorecard;
use crate::state::State;
use crate::table::ValueTable;

/// What a player is asked: what to do with this roll.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The rules.
    pub rules: &'a RuleSet,
    /// The card so far, with a category open.
    pub card: &'a Scorecard,
    /// The dice on the table.
    pub roll: Roll,
    /// The rerolls left.
    pub rerolls_left: RerollsLeft,
}

impl Question<'_> {
    /// Everything that may be done, in the order of ties (see [`Advice`](crate::Advice)): placements by category, then holds, those of more dice
    /// first. Voluntary zeros are left out.
    pub fn options(&self) -> impl Iterator<Item = OptionKind> {
        let state = self.card.state(self.rules);
        let placements: Vec<OptionKind> = self.rules.placements(&state, &self.roll).map(OptionKind::Score).collect();
        let holds = if self.rerolls_left == RerollsLeft::NONE { Vec::new() } else { self.roll.holds() };
        placements.into_iter().chain(holds.into_iter().map(OptionKind::Hold))
    }
}

/// Whoever answers what to do, turn after turn, game after game.
pub trait Player {
    /// Why there may be no answer.
    type Error;

    /// A new game begins, with its number in the run; a player that chooses by chance takes its chances from here, so that
    /// its games do not depend on which it played before.
    fn begin(&mut self, seed: Seed, game: u64) {
        let _ = (seed, game);
    }

    /// What to do.
    ///
    /// # Errors
    ///
    /// Where the player has no answer; the run then ends.
    fn choose(&mut self, question: &Question<'_>) -> Result<OptionKind, Self::Error>;
}

/// Does what is best: the first option of the [`Advice`](crate::Advice).
#[derive(Clone, Debug)]
pub struct Optimal<'a> {
    policy: Policy<'a>,
    turn: Option<TurnPolicy>,
}

impl<'a> Optimal<'a> {
    /// The optimal player, by this table.
    pub fn new(table: &'a ValueTable) -> Optimal<'a> {
        Optimal { policy: Policy::new(table), turn: None }
    }
}

impl Player for Optimal<'_> {
    type Error = Infallible;

    fn choose(&mut self, question: &Question<'_>) -> Result<OptionKind, Infallible> {
        let state = question.card.state(question.rules);
        let open = "a question has an open category";
        let turn = match self.turn.take() {
            Some(turn) if *turn.state() == state => turn,
            Some(mut turn) => {
                self.policy.turn_into(&state, &mut turn).expect(open);
                turn
            }
            None => self.policy.turn(&state).expect(open),
        };
        Ok(self.turn.insert(turn).choose(&question.roll, question.rerolls_left))
    }
}

/// Does any of the things that may be done, each as likely as the others: as many distinct holds and categories as there are.
#[derive(Clone, Debug)]
pub struct Random {
    choices: Choices,
}

impl Default for Random {
    fn default() -> Random {
        Random { choices: Seed::new(0).choices(0) }
    }
}

impl Player for Random {
    type Error = Infallible;

    fn begin(&mut self, seed: Seed, game: u64) {
        self.choices = seed.choices(game);
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<OptionKind, Infallible> {
        let options: Vec<OptionKind> = question.options().collect();
        Ok(options[self.choices.below(options.len())])
    }
}

/// Does what earns the most points on average this turn, as if it were the last: those written into the category and the extra bonus. What the turn
/// does to the turns to come, and to the upper bonus, is of no account. What earns as much stands in the order of ties
/// (see [`Advice`](crate::Advice)).
#[derive(Clone, Debug)]
pub struct Greedy<'a> {
    model: &'a Model,
    worth: TurnWorth,
}

impl<'a> Greedy<'a> {
    /// The greedy player of a game.
    pub fn new(model: &'a Model) -> Greedy<'a> {
        Greedy { model, worth: TurnWorth::new(model) }
    }
}

impl Player for Greedy<'_> {
    type Error = Infallible;

    fn choose(&mut self, question: &Question<'_>) -> Result<OptionKind, Infallible> {
        // Points of this turn do not depend on the upper total.
        let state = State { upper_total: 0, ..question.card.state(question.rules) };
        self.worth.enter(self.model, &state, |source| Lanes([f64::from(source.points)]));
        let best = self.worth.best(self.model, &question.roll, question.rerolls_left);
        let worth = |option: &OptionKind| match option {
            OptionKind::Hold(hold) => self.worth.hold(self.model, hold, question.rerolls_left),
            OptionKind::Score(placement) => f64::from(placement.points + placement.bonus),
        };
        let choice = question.options().find(|option| best - worth(option) < TIE);
        Ok(choice.expect("an option is the best"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::table;

    /// What is done on a card with this roll, in words.
    fn greedy(card: &str, roll: &str, rerolls: u8) -> String {
        let table = table(0);
        let rules = table.rules();
        let card = Scorecard::parse(card, rules).unwrap();
        let question =
            Question { rules, card: &card, roll: rules.parse_roll(roll).unwrap(), rerolls_left: RerollsLeft::new(rerolls).unwrap() };
        match Greedy::new(table.model()).choose(&question).unwrap() {
            OptionKind::Hold(hold) => format!("hold {}", *hold),
            OptionKind::Score(placement) => format!("score {}", rules.category(placement.category).name),
        }
    }

    #[test]
    fn greedy_takes_the_points_it_sees() {
        assert_eq!(greedy("", "23456", 2), "score large-straight");
        assert_eq!(greedy("", "11666", 0), "score full-house");
        // Chance and three of a kind are worth the same; the first category is taken.
        assert_eq!(greedy("", "44466", 1), "score full-house");
        assert_eq!(greedy("full-house=25", "44456", 0), "score three-of-a-kind");
        // 22 in chance now against the mean of what a reroll of the one makes of it: 21 + 3.5.
        let all_but_chance = "ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 3k=0 4k=0 fh=0 ss=0 ls=0 y=0";
        assert_eq!(greedy(all_but_chance, "14566", 1), "hold 4 5 6 6");
        assert_eq!(greedy(all_but_chance, "44566", 1), "score chance");
        // With two rerolls left a four is rerolled: the best of two throws is worth more.
        assert_eq!(greedy(all_but_chance, "44566", 2), "hold 5 6 6");
    }

    #[test]
    fn greedy_counts_the_extra_bonus() {
        // Forced into fours, and worth 100 more: better than any other hold would be.
        assert_eq!(greedy("yahtzee=50", "44444", 2), "score fours");
        assert_eq!(greedy("yahtzee=50", "14444", 1), "hold 4 4 4 4");
    }

    /// Greedy play is optimal play of a game's last turn, where no upper bonus is at stake.
    #[test]
    fn greedy_is_optimal_in_a_last_turn() {
        let table = table(0);
        let rules = table.rules();
        let card = Scorecard::parse("ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 3k=0 4k=0 ss=0 ls=0 y=50 ch=5", rules).unwrap();
        let mut optimal = Optimal::new(table);
        let mut greedy = Greedy::new(table.model());
        for roll in table.model().rolls() {
            for rerolls in 0..3 {
                let question = Question { rules, card: &card, roll, rerolls_left: RerollsLeft::new(rerolls).unwrap() };
                assert_eq!(optimal.choose(&question), greedy.choose(&question), "{roll} {rerolls}");
            }
        }
    }

    #[test]
    fn random_does_everything_that_may_be_done() {
        let table = table(0);
        let rules = table.rules();
        let card = Scorecard::new(rules);
        let question = Question { rules, card: &card, roll: rules.parse_roll("11666").unwrap(), rerolls_left: rules.rerolls() };
        let options: Vec<OptionKind> = question.options().collect();
        assert_eq!(options.len(), 13 + 11);
        let mut random = Random::default();
        let mut times = vec![0u32; options.len()];
        for game in 0..24_000 {
            random.begin(Seed::new(2), game);
            let choice = random.choose(&question).unwrap();
            times[options.iter().position(|option| *option == choice).unwrap()] += 1;
        }
        assert!(times.iter().all(|&times| times.abs_diff(1_000) < 140), "{times:?}");
    }
}
