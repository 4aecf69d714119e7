//! Live chances: the worths of the ends of a turn if everyone plays for expected score afterwards.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use super::score_worths::ScoreWorths;
use crate::evaluate::{Distribution, FinalScores, Finish, STEP, Ties, ToCome, step};
use crate::game::{Scorecard, Standing};
use crate::rules::{OtherRules, Points};
use crate::solve::{Model, TurnWorths, Utility, ValueTable};
use crate::space::StateError;

/// Chances to win and other objectives, fast and approximate: everyone is assumed to play for expected score after the turn.
///
/// This is exact for the others as long as they do so. For the player it is a lower bound, because later turns can be played for the objective too.
/// A clone shares the distributions.
///
/// The distributions are those of [`FinalScores`]; other states have normal distributions with the right mean and variance.
///
/// ```
/// use yahtzee_solver::{Follower, RuleSet, Scorecard, Solver};
/// use yahtzee_solver::evaluate::Ties;
/// use yahtzee_solver::win::Live;
/// let rules = RuleSet::builtin("yacht")?;
/// let table = Solver::new(&rules)?.solve()?;
/// let live = Live::new(&table, Follower::new(&table).final_scores(Live::MEMORY)?)?;
/// let cards = ["yacht=50", "yacht=0"].map(|card| Scorecard::parse(card, &rules).unwrap());
/// let chances = live.chances(&cards.map(|card| live.standing(&card).unwrap()), Ties::Half);
/// assert!(chances[0] > 0.7 && (chances[0] + chances[1] - 1.0).abs() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Live {
    table: ValueTable,
    scores: Arc<FinalScores>,
}

impl Live {
    /// Memory that suffices for the [`FinalScores`] of all built-in games, in bytes.
    pub const MEMORY: u64 = 1_000_000_000;

    /// The live chances with these distributions of a table's game.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the distributions are of another game.
    pub fn new(table: &ValueTable, scores: impl Into<Arc<FinalScores>>) -> Result<Live, OtherRules> {
        let scores = scores.into();
        table.rules().check_same_game(scores.rules())?;
        Ok(Live { table: table.clone(), scores })
    }

    /// The table of everyone's play.
    pub fn table(&self) -> &ValueTable {
        &self.table
    }

    /// The memory of the distributions, in bytes.
    pub fn bytes(&self) -> u64 {
        self.scores.bytes()
    }

    /// Whether the distributions of states with this many open categories have the chance of every score, rounded to seven digits.
    pub fn is_exact(&self, open: usize) -> bool {
        open <= self.scores.open() && step(open) == 1
    }

    /// The standing of the owner of a card.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the card is of another game.
    pub fn standing(&self, card: &Scorecard) -> Result<Standing, OtherRules> {
        self.table.rules().check_same_game(card.rules())?;
        Ok(Standing::of(card))
    }

    /// The distribution of a player's final score; a single score for a full card. A state that cannot be reached counts as full. In a game that a roll may
    /// win at once, it is that of the games that the player does not win so.
    pub fn final_score(&self, standing: &Standing) -> Distribution {
        self.finish(standing).score().clone()
    }

    /// The chances of the final scores, which add up to that of not winning at once.
    fn scores_of(&self, standing: &Standing) -> Distribution {
        let space = self.table.space();
        if !space.is_reachable(&standing.state) {
            return Distribution::certain(standing.score);
        }
        let (least, chances) = self.fine(space.position(&standing.state), standing.state.filled.count());
        Distribution::from_chances(standing.score + Points::new(least), chances)
    }

    /// How a player's game ends: with a final score, or won at once by a roll. A state that cannot be reached counts as full.
    pub fn finish(&self, standing: &Standing) -> Finish {
        let score = self.scores_of(standing);
        let Some(position) = self.table.space().place(&standing.state) else { return score.into() };
        let at_once = self.scores.at_once(position);
        if at_once.is_empty() {
            return score.into();
        }
        let at_once = std::iter::once(0.0).chain(at_once.iter().map(|&chance| chance.into()));
        Finish::of_the_rest(score, at_once.collect())
    }

    /// The chance of each player to win, if all play for expected score from now on. They take turns in this order.
    pub fn chances(&self, players: &[Standing], ties: Ties) -> Vec<f64> {
        let finishes: Vec<Finish> = players.iter().map(|player| self.finish(player)).collect();
        let done: Vec<usize> = players.iter().map(|player| player.state.filled.count()).collect();
        (0..players.len()).map(|player| Finish::chance(&finishes, &done, player, ties)).collect()
    }

    /// The worths of the ends of a player's turn under an objective, such as [`Utility::beating`] the [final scores](Live::final_score) of others.
    ///
    /// # Errors
    ///
    /// A [`StateError`] if the card is full, or the state cannot be reached.
    pub fn turn(&self, player: &Standing, utility: &Utility) -> Result<TurnWorths, StateError> {
        let Model { rules, space, .. } = &**self.table.model();
        let (first, last) = utility.bounds().unwrap_or((0, 0));
        let mut by_score = ScoreWorths::default();
        // Worths are from 0 to 1, so that no worth is too large or too small.
        let (lowest, most) = utility.range();
        let most = utility.at_once().map_or(most, |worths| worths.iter().fold(most, |most, worth| most.max(*worth)));
        let span = most - lowest;
        let share = |worth: f64| if span > 0.0 { ((worth - lowest) / span) as f32 } else { 0.0 };
        let inside = (0..(last - first) as usize).map(|place| share(utility.of(first + place as i32)));
        let open_after = (rules.category_count() - player.state.filled.count()).saturating_sub(1);
        by_score.fill(self.step(open_after), first, [utility.lowest(), utility.highest()].map(share), inside);
        if utility.at_once().is_some() {
            by_score.at_once.extend((1..=open_after).map(|turn| share(utility.at_once_in(turn))));
        }
        TurnWorths::from_sources(&self.table.model().maximising(utility), &player.state, &mut |source| {
            if source.wins {
                return utility.at_once_in(0);
            }
            let position = source.position(space.shifts(), space.lane(&player.state));
            let mean = self.mean(position, (player.score + Points::new(source.points)).get(), &by_score);
            // Rounding must not move it out of the span.
            lowest + span * mean.clamp(0.0, 1.0)
        })
    }

    /// The worth of final scores against one rival, for a player with this many open categories after the turn.
    pub(super) fn worths_against(&self, (position, filled, score): Rival, ties: Ties, open_after: usize, by_score: &mut ScoreWorths) {
        let (least, chances) = self.fine(position, filled);
        let rules = self.table.rules();
        let turns = if rules.has_winning_rolls() { rules.category_count() } else { 0 };
        let at_once = self.scores.at_once(position);
        let mut plays_on = 1.0;
        let by_turn = (0..turns).map(|turn| {
            plays_on -= at_once.get(turn).unwrap_or(&0.0);
            plays_on
        });
        // The rival has a turn before each further turn of the player.
        let by_turn: Vec<f32> = by_turn.collect();
        let mut below = 0.0;
        let worths = chances.iter().map(|chance| {
            let worth = below + chance * ties.worth();
            below += chance;
            worth as f32
        });
        by_score.fill(self.step(open_after), (score + least) as i32, [0.0, plays_on], worths);
        by_score.at_once = by_turn;
    }

    /// The mean worth of the final score of a player at this position of the state space.
    #[inline(always)]
    pub(super) fn mean(&self, position: usize, score: u32, by_score: &ScoreWorths) -> f64 {
        if position < self.scores.positions() {
            let mean = by_score.mean(score, self.scores.at(position));
            return if by_score.at_once.is_empty() { mean } else { mean + by_score.mean_at_once(self.scores.at_once(position)) };
        }
        let (least, chances) = self.normal(position);
        by_score.mean(score, ToCome { least, chances: &chances })
    }

    /// The points between consecutive chances of states with this many open categories.
    fn step(&self, open: usize) -> u32 {
        if open > self.scores.open() { STEP } else { step(open) }
    }

    /// The least points to come, and the chance of every number of points from there on. Chances with larger steps are spread evenly.
    fn fine(&self, position: usize, filled: usize) -> (u32, Vec<f64>) {
        let step = self.step(self.table.rules().category_count() - filled);
        let (least, chances) = if position < self.scores.positions() {
            let ToCome { least, chances } = self.scores.at(position);
            (least, Cow::Borrowed(chances))
        } else {
            let (least, chances) = self.normal(position);
            (least, Cow::Owned(chances))
        };
        if step == 1 {
            return (least, chances.iter().map(|&chance| chance.into()).collect());
        }
        // Half a step below the first points and above the last is out of range.
        let around = (step - 1).min(least);
        let share = 1.0 / f64::from(step * step);
        let mut fine = vec![0.0; (around + step * chances.len() as u32) as usize];
        for (place, &chance) in chances.iter().enumerate() {
            let middle = around + place as u32 * step;
            for apart in 0..step {
                let part = f64::from(chance) * share * f64::from(step - apart) * if apart == 0 { 1.0 } else { 2.0 } / 2.0;
                fine[(middle + apart) as usize] += part;
                fine[middle.saturating_sub(apart) as usize] += part;
            }
        }
        (least - around, fine)
    }

    /// A normal distribution of the points to come at a position, in steps of [`STEP`].
    fn normal(&self, position: usize) -> (u32, Vec<f32>) {
        let mean = self.table.values()[position];
        // Steps spread the points by this much already.
        let sd = f64::from(self.scores.variance(position)).max(f64::from(STEP)).sqrt();
        let low = (((mean - NORMAL_END * sd) / f64::from(STEP)).floor().max(0.0)) as u32;
        let high = ((mean + NORMAL_END * sd) / f64::from(STEP)).ceil() as u32;
        let mut below = 0.0;
        let chances = (low..=high).map(|place| {
            let up_to = if place == high { 1.0 } else { PHI.at(((f64::from(place) + 0.5) * f64::from(STEP) - mean) / sd) };
            let chance = up_to - below;
            below = up_to;
            chance as f32
        });
        (low * STEP, chances.collect())
    }
}

/// A rival: the position in the state space, the number of filled categories, and the score.
pub(super) type Rival = (usize, usize, u32);

/// The range of normal distributions, in standard deviations.
const NORMAL_END: f64 = 6.0;

/// The normal distribution function, from [`NORMAL_END`] below 0 to [`NORMAL_END`] above, in small steps.
struct Phi(Vec<f64>);

const PHI_STEPS: f64 = 1024.0;

static PHI: LazyLock<Phi> = LazyLock::new(|| {
    let steps = (2.0 * NORMAL_END * PHI_STEPS) as usize;
    let density = |step: f64| (-(step / PHI_STEPS - NORMAL_END).powi(2) / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let mut sum = 0.0;
    let mut values = vec![0.0];
    for step in (0..steps).map(|step| step as f64) {
        // Simpson's rule.
        sum += (density(step) + 4.0 * density(step + 0.5) + density(step + 1.0)) / 6.0 / PHI_STEPS;
        values.push(sum);
    }
    Phi(values)
});

impl Phi {
    fn at(&self, x: f64) -> f64 {
        let place = ((x + NORMAL_END) * PHI_STEPS).max(0.0);
        let index = place as usize;
        match self.0.get(index..index + 2) {
            Some(&[low, high]) => low + (high - low) * (place - index as f64),
            _ => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Follower;
    use crate::solve::Model;
    use crate::testing::{card_after, numbers, table};

    fn live(table: &ValueTable, most_bytes: u64) -> Live {
        Live::new(table, Follower::new(table).final_scores(most_bytes).unwrap()).unwrap()
    }

    /// Compares with following all games of every player: the distributions, and so the chances, are nearly the same, and with few open categories
    /// equal.
    #[test]
    fn chances_are_those_of_following_all_games() {
        check_chances(&[(4, u64::MAX, 0.01), (5, u64::MAX, 0.01), (0, 4_500_000, 0.12)]);
    }

    #[test]
    #[ignore = "deep"]
    fn chances_are_those_of_following_all_games_in_more_games() {
        check_chances(&[(1, 90_000_000, 0.01), (1, 4_500_000, 0.12)]);
    }

    fn check_chances(games: &[(usize, u64, f64)]) {
        for &(number, most_bytes, wanted_error) in games {
            let table = table(number);
            let rules = table.rules();
            let live = live(table, most_bytes);
            let mut random = numbers(4);
            for _ in 0..12 {
                let filled = rules.category_count() - 1 - random() % rules.category_count().min(5);
                let cards: Vec<Scorecard> = (0..2 + random() % 2).map(|more| card_after(rules, filled + more % 2, &mut random)).collect();
                let finals: Vec<_> = cards.iter().map(|card| (Follower::new(table).statistics(card).unwrap().score, 1)).collect();
                let standings: Vec<_> = cards.iter().map(|card| live.standing(card).unwrap()).collect();
                for ties in [Ties::Win, Ties::Half, Ties::Lose] {
                    for (player, found) in live.chances(&standings, ties).into_iter().enumerate() {
                        let mut others = finals.clone();
                        let (own, _) = others.remove(player);
                        let utility = Utility::beating(&others, ties);
                        let wanted: f64 = own.iter().map(|(score, chance)| utility.of(score.get() as i32) * chance).sum();
                        let allowed = if live.is_exact(rules.category_count() - filled) { 1e-5 } else { wanted_error };
                        assert!(
                            (found - wanted).abs() < allowed,
                            "{} {player} of {}: {found} for {wanted}",
                            rules.name(),
                            cards.iter().map(|card| format!("{card}; ")).collect::<String>()
                        );
                    }
                }
            }
        }
    }

    /// The worths of a turn's ends equal the result of following all games from there.
    #[test]
    fn turns_are_worth_what_follows_them() {
        for (number, most_bytes) in [(4, u64::MAX), (5, u64::MAX), (0, 10_000_000)] {
            let table = table(number);
            let Model { rules, .. } = &**table.model();
            let live = live(table, most_bytes);
            let mut random = numbers(11);
            for _ in 0..5 {
                let card = card_after(rules, rules.category_count() - 1 - random() % 3, &mut random);
                let standing = live.standing(&card).unwrap();
                let middle = live.final_score(&standing).median().get() as i32;
                for utility in [Utility::target(middle), Utility::new(&[(0, 0.5), (middle, 2.0), (middle + 7, 2.5)]).unwrap()] {
                    let worths = live.turn(&standing, &utility).unwrap();
                    for roll in table.model().rolls().step_by(7) {
                        for placement in rules.choices(&standing.state, &roll, crate::dice::RerollsLeft::NONE) {
                            let mut after = card.clone();
                            after.write(&placement).unwrap();
                            let finals = Follower::new(table).statistics(&after).unwrap().score;
                            let wanted: f64 = finals.iter().map(|(score, chance)| utility.of(score.get() as i32) * chance).sum();
                            let found = worths.after(&placement).unwrap();
                            assert!((found - wanted).abs() < 1e-5, "{card} {roll} {placement:?}: {found} for {wanted}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn other_games_and_full_cards_are_errors() {
        let live = live(table(4), u64::MAX);
        assert!(live.standing(&Scorecard::new(table(5).rules())).is_err());
        assert!(Live::new(table(5), Follower::new(table(4)).final_scores(0).unwrap()).is_err());
        let full = card_after(table(4).rules(), 4, &mut numbers(1));
        let standing = live.standing(&full).unwrap();
        assert_eq!(live.turn(&standing, &Utility::target(3)), Err(StateError::Full));
        assert_eq!(live.final_score(&standing), Distribution::certain(full.score()));
    }
}
