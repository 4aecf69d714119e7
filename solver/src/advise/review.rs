//! The review of a played game: the loss of each decision, and the luck.
//!
//! The expected final score under optimal play changes in two ways during a game. A roll moves it up or down: that is luck, and its mean is 0. An
//! action keeps it or lowers it: that is loss. So, exact except for rounding,
//!
//! *final score = expected score at the start + luck - loss*.
//!
//! A turn that somebody kept on paper may have unknown throws: only its last roll is known, or only its result. Then luck and loss of the unknown part
//! cannot be told apart. Their sum is *unjudged*, and is neither luck nor loss:
//!
//! *final score = expected score at the start + luck - loss + unjudged*.

use super::advisor::{Advice, Advisor};
use super::level::PlayerLevel;
use super::objective::{ObjectiveError, ObjectiveSolver};
use crate::dice::{RerollsLeft, Roll};
use crate::evaluate::Distribution;
use crate::game::{Action, DecisionKind, Game, PlayedTurn, Position, Scorecard};
use crate::rules::{OtherRules, Placement, Points, RuleSet};
use crate::solve::{TIE_TOLERANCE, TurnOption, ValueTable};
use crate::sorting::sort_by;
use crate::strategy::{LookaheadStrategy, Player, StrategyPlayer};

/// The review of a game, decision by decision; see [`Review::of`].
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// Whether the game is over.
    pub complete: bool,
    /// The final score; for an incomplete game, the expected final score under optimal play from its current state.
    pub final_score: f64,
    /// The expected score under optimal play before the first roll.
    pub expected_at_start: f64,
    /// The luck, in points: above 0 if the dice were better than average. Without the turns that have unknown throws.
    pub luck: f64,
    /// The loss of all known decisions, in points; never negative.
    pub loss: f64,
    /// What cannot be judged, in points: luck less loss of the unknown throws and holds. `None` if all throws are known.
    pub unjudged: Option<f64>,
    /// The turns, in order.
    pub turns: Vec<ReviewedTurn>,
}

/// A turn of a [`Review`].
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedTurn {
    /// The turn of the game, from 1.
    pub number: usize,
    /// The round, from 1.
    pub round: u8,
    /// The card of that round before the turn.
    pub card: Scorecard,
    /// The luck of the turn, in points; 0 if it has unknown throws.
    pub luck: f64,
    /// The loss of its decisions, in points.
    pub loss: f64,
    /// For a turn with unknown throws: what cannot be judged, in points. Up to its last roll, or up to its end if only the result is known, this is how
    /// much the expected final score changed: by luck, and by the loss of holds.
    pub unjudged: Option<f64>,
    /// The expected final score after the turn, or where the game stops.
    pub expected_after: f64,
    /// The decisions, in order.
    pub decisions: Vec<ReviewedDecision>,
    /// The placement of a turn of which only the result is known. It has no decisions.
    pub result: Option<Placement>,
}

/// A decision of a [`Review`]. The expected final scores of its options cover all rounds of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReviewedDecision {
    /// The dice on the table.
    pub roll: Roll,
    /// The rerolls that were left.
    pub rerolls_left: RerollsLeft,
    /// The luck of this roll, in points; 0 for the last roll of a turn with unknown throws, where it cannot be told.
    pub luck: f64,
    /// The chosen option.
    pub chosen: TurnOption,
    /// The best option.
    pub best: TurnOption,
    /// The kind of decision.
    pub kind: DecisionKind,
}

impl ReviewedDecision {
    /// The loss of the chosen option, in points; never negative.
    pub fn loss(&self) -> f64 {
        self.chosen.loss
    }
}

/// The best decision of a game, from [`Review::best_decision`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestDecision<'a> {
    /// Its turn.
    pub turn: &'a ReviewedTurn,
    /// The decision.
    pub decision: &'a ReviewedDecision,
    /// The loss there of a player who looks only at the points of the turn, in points.
    pub gain: f64,
}

impl Review {
    /// The decisions with a loss, worst first; equal losses in the order of play.
    pub fn mistakes(&self) -> Vec<(&ReviewedTurn, &ReviewedDecision)> {
        let decisions = self.turns.iter().flat_map(|turn| turn.decisions.iter().map(move |decision| (turn, decision)));
        let mut mistakes: Vec<_> = decisions.filter(|(_, decision)| decision.loss() > TIE_TOLERANCE).collect();
        sort_by(&mut mistakes, |(_, a), (_, b)| b.loss().total_cmp(&a.loss()));
        mistakes
    }

    /// The right decision in which a player who looks only at the points of the turn would have lost the most; `None` if that player lost nothing.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the table is of another game.
    pub fn best_decision(&self, table: &ValueTable) -> Result<Option<BestDecision<'_>>, OtherRules> {
        let advisor = Advisor::new(table);
        let mut greedy = StrategyPlayer::new(LookaheadStrategy::greedy(table.model()));
        let mut best: Option<BestDecision<'_>> = None;
        for turn in &self.turns {
            for decision in turn.decisions.iter().filter(|decision| decision.loss() < TIE_TOLERANCE) {
                let position = Position::new(turn.card.clone(), decision.roll, decision.rerolls_left).expect("a position of a game");
                let instead = advisor.value_of(&advisor.advise(&position)?, &greedy.choose(&position)?);
                let gain = instead.map_or(0.0, |option| option.loss);
                if gain >= best.map_or(TIE_TOLERANCE, |best| best.gain) {
                    best = Some(BestDecision { turn, decision, gain });
                }
            }
        }
        Ok(best)
    }

    /// The share of optimal games with less luck, from 0 to 1; `None` if the game is not complete, or has unknown throws. `scores` are the final scores
    /// of optimal games, from [`ObjectiveSolver::optimal_scores`]. An optimal game has no loss, so its luck is its score less the expected one.
    pub fn luck_share(&self, scores: &Distribution) -> Option<f64> {
        let has_less = |score: Points| f64::from(score) - self.expected_at_start < self.luck - TIE_TOLERANCE;
        let share: f64 = scores.iter().filter(|(score, _)| has_less(*score)).map(|(_, chance)| chance).sum();
        (self.complete && self.unjudged.is_none()).then_some(share.clamp(0.0, 1.0))
    }

    /// The kinds of hold decisions: one for each roll of a turn except the last, and for further rolls with saved throws that occurred.
    pub fn holds(&self, rules: &RuleSet) -> impl Iterator<Item = DecisionKind> + use<> {
        let decisions = self.turns.iter().flat_map(|turn| &turn.decisions);
        let most = decisions.filter_map(|decision| match decision.kind {
            DecisionKind::Hold(roll) => Some(roll),
            DecisionKind::Category => None,
        });
        (1..=most.max().unwrap_or(0).max(rules.rolls() - 1)).map(DecisionKind::Hold)
    }

    /// The loss of all decisions of a kind, in points.
    pub fn loss_of(&self, kind: DecisionKind) -> f64 {
        let decisions = self.turns.iter().flat_map(|turn| &turn.decisions);
        total(decisions.filter(|decision| decision.kind == kind).map(ReviewedDecision::loss))
    }

    /// The number of turns with unknown throws: at most the choice of the category is judged in them.
    pub fn unjudged_turns(&self) -> usize {
        self.turns.iter().filter(|turn| turn.unjudged.is_some()).count()
    }

    /// The level of the known decisions, by their mean loss in the turns that have any. `None` if no decision is known.
    pub fn level(&self) -> Option<PlayerLevel> {
        let turns = self.turns.iter().filter(|turn| !turn.decisions.is_empty()).count();
        (turns > 0).then(|| PlayerLevel::of(self.loss / turns as f64))
    }
}

impl ObjectiveSolver<'_> {
    /// The distribution of the final scores of optimal games with the same beginning as this one, all rounds together.
    ///
    /// # Errors
    ///
    /// As for [`ObjectiveSolver::final_score`].
    pub fn optimal_scores(&self, game: &Game) -> Result<Distribution, ObjectiveError> {
        let round = self.final_score(game.start())?;
        Ok((1..game.rounds().count()).fold(round.clone(), |sum, _| sum.plus(&round)))
    }
}

impl Review {
    /// Reviews a game so far, decision by decision.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the table is of another game.
    ///
    /// ```
    /// use yahtzee_solver::{Game, Review, RuleSet, Solver};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let table = Solver::new(&rules)?.solve()?;
    /// let game = Game::parse("11666 hold 666, 66625 hold 66, 66661 score sixes", &rules)?;
    /// let review = Review::of(&game, &table)?;
    /// assert!((review.final_score - (review.expected_at_start + review.luck - review.loss)).abs() < 1e-9);
    /// let (turn, worst) = review.mistakes()[0];
    /// assert_eq!((turn.number, worst.rerolls_left.get()), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: &Game, table: &ValueTable) -> Result<Review, OtherRules> {
        table.rules().check_same_game(game.rules())?;
        let advisor = Advisor::new(table);
        let expected_at_start = match game.start().filled().next() {
            None => f64::from(game.rounds().count()) * table.expected_score(),
            // A game that starts from a card has one round.
            Some(_) => f64::from(game.start().score()) + advisor.expected_remaining(game.start())?,
        };
        let mut expected = expected_at_start;
        let mut turns = Vec::new();
        for played in game.played() {
            let turn = review_turn(game, &advisor, played, expected)?;
            expected = turn.expected_after;
            turns.push(turn);
        }
        Ok(Review {
            complete: game.is_complete(),
            final_score: if game.is_complete() { f64::from(game.score_so_far()) } else { expected },
            expected_at_start,
            luck: total(turns.iter().map(|turn| turn.luck)),
            loss: total(turns.iter().map(|turn| turn.loss)),
            unjudged: turns.iter().filter_map(|turn| turn.unjudged).reduce(|sum, points| sum + points),
            turns,
        })
    }
}

/// Reviews a turn. `expected` is the expected final score before it.
fn review_turn(game: &Game, advisor: &Advisor<'_>, played: PlayedTurn<'_>, mut expected: f64) -> Result<ReviewedTurn, OtherRules> {
    let PlayedTurn { number, round, card, turn } = played;
    let earlier = game.cards().take(usize::from(round) - 1).map(|card| f64::from(card.score())).sum::<f64>();
    let later = game.rounds().count() - round;
    // Without later rounds, the table may cover only one card.
    let added = earlier + if later == 0 { 0.0 } else { f64::from(later) * advisor.table().expected_score() };
    let advise = |roll, rerolls_left| {
        let position = Position::new(card.clone(), roll, rerolls_left).expect("a position of a game");
        advisor.advise(&position)
    };
    let mut luck = 0.0;
    let mut unjudged = None;
    let mut decisions = Vec::with_capacity(turn.decisions().len());
    for decision in turn.decisions() {
        let advice = advise(decision.roll, decision.rerolls_left)?;
        if turn.begins_at_last_roll() {
            let best = advice.expected_final() + added;
            unjudged = Some(best - expected);
            expected = best;
        }
        let reviewed = review_decision(advisor, &decision.choice, &advice, added, expected);
        luck += reviewed.luck;
        expected = reviewed.chosen.expected_final;
        decisions.push(reviewed);
    }
    if let Some(roll) = turn.undecided() {
        let best = advise(roll, turn.rerolls_left(&card))?.expected_final() + added;
        match turn.begins_at_last_roll() {
            true => unjudged = Some(best - expected),
            false => luck += best - expected,
        }
        expected = best;
    }
    let result = turn.result().copied();
    if let Some(placement) = &result {
        let mut after = card.clone();
        after.write(placement).expect("a result that was checked");
        let best = f64::from(after.score()) + advisor.expected_remaining(&after)? + added;
        unjudged = Some(best - expected);
        expected = best;
    }
    let loss = total(decisions.iter().map(ReviewedDecision::loss));
    Ok(ReviewedTurn { number, round, luck, loss, unjudged, expected_after: expected, decisions, result, card })
}

/// The sum of these points. The empty sum is 0; [`Iterator::sum`] gives -0.
fn total(points: impl Iterator<Item = f64>) -> f64 {
    points.fold(0.0, |sum, points| sum + points)
}

/// Compares a decision with the best option. The other rounds add `added` to expected final scores; `expected` is the expected final score before the
/// roll.
fn review_decision(advisor: &Advisor<'_>, choice: &Action, advice: &Advice, added: f64, expected: f64) -> ReviewedDecision {
    let of_the_game = |option: &TurnOption| TurnOption { expected_final: option.expected_final + added, ..*option };
    let (roll, rerolls_left) = (advice.position.roll(), advice.position.rerolls_left());
    let chosen = advisor.value_of(advice, choice).expect("the game has checked each choice");
    let best = of_the_game(advice.best());
    let kind = DecisionKind::of(&advice.position, choice, matches!(best.action, Action::Score(_)));
    ReviewedDecision { roll, rerolls_left, luck: best.expected_final - expected, chosen: of_the_game(&chosen), best, kind }
}

#[cfg(test)]
mod tests {
    use yahtzee_testing::Numbers;

    use super::*;
    use crate::dice::Dice;
    use crate::rules::RuleSet;
    use crate::solve::Solver;

    fn hasbro() -> &'static ValueTable {
        crate::testing::table(0)
    }

    fn check_identity(review: &Review, game: &Game) {
        let Review { final_score, expected_at_start, luck, loss, .. } = *review;
        let unjudged = review.unjudged.unwrap_or_default();
        let parts = expected_at_start + luck - loss + unjudged;
        assert!((final_score - parts).abs() < 1e-6, "{final_score} {expected_at_start} {luck} {loss} {unjudged}\n{game}");
        assert!(loss >= 0.0);
        let mut before = expected_at_start;
        for turn in &review.turns {
            assert!(
                (before + turn.luck - turn.loss + turn.unjudged.unwrap_or_default() - turn.expected_after).abs() < 1e-6,
                "turn {}\n{game}",
                turn.number
            );
            before = turn.expected_after;
        }
        let kinds = review.holds(game.rules()).chain([DecisionKind::Category]);
        assert!((kinds.map(|kind| review.loss_of(kind)).sum::<f64>() - loss).abs() < 1e-6);
    }

    /// An optimal game has more luck than the share of optimal games that scored less.
    #[test]
    fn the_luck_of_optimal_games_is_their_score() {
        let table = hasbro();
        let game = Game::parse("11666 hold 666, 66625 hold 666, 66661 score sixes", table.rules()).unwrap();
        let scores = ObjectiveSolver::new(table).optimal_scores(&game).unwrap();
        let review = Review::of(&game, table).unwrap();
        assert_eq!(review.luck_share(&scores), None, "it is not complete");
        for (luck, wanted) in [(-300.0, 0.0), (1400.0, 1.0), (0.0, scores.below(Points::new(255)))] {
            let review = Review { complete: true, luck, ..review.clone() };
            assert!((review.luck_share(&scores).unwrap() - wanted).abs() < 1e-9, "{luck}");
        }
        // As lucky as an optimal game with 300 points, whatever the loss: games with 299 points had less luck, games with 300 the same.
        let review = Review { complete: true, luck: 300.0 - review.expected_at_start, loss: 20.0, ..review };
        assert!((review.luck_share(&scores).unwrap() - scores.below(Points::new(300))).abs() < 1e-12);
    }

    /// The losses equal those in the advice for the same dice and card.
    fn check_losses(review: &Review, game: &Game, table: &ValueTable) {
        let advisor = Advisor::new(table);
        for (turn, played) in review.turns.iter().zip(game.played()) {
            assert_eq!(turn.decisions.len(), played.turn.decisions().len());
            for (reviewed, decision) in turn.decisions.iter().zip(played.turn.decisions()) {
                let advice = advisor.advise(&Position::new(played.card.clone(), decision.roll, decision.rerolls_left).unwrap()).unwrap();
                let listed = advice.options.iter().find(|option| option.action == decision.choice);
                match (listed, decision.choice) {
                    (Some(option), _) => assert_eq!(reviewed.loss(), option.loss),
                    (None, Action::Score(placement)) => {
                        let mut card = played.card.clone();
                        card.write(&placement).unwrap();
                        let loss = advice.expected_final() - advisor.expected_final(&card).unwrap();
                        assert!(placement.points == 0 && (reviewed.loss() - loss).abs() < 1e-9);
                    }
                    (None, choice) => panic!("{choice:?} is no option"),
                }
                assert_eq!(reviewed.best.action, advice.best().action);
                assert_eq!(reviewed.chosen.action, decision.choice);
            }
        }
    }

    fn thousand_games(rules: &str) {
        let rules = RuleSet::builtin(rules).unwrap();
        let table = Solver::new(&rules).unwrap().solve().unwrap();
        let mut random = Numbers(rules.fingerprint());
        for index in 0..1000 {
            let rounds = if index % 20 == 0 { rules.max_rounds() } else { 1 };
            let game = random.noted_game(&rules, rounds, usize::MAX);
            let review = Review::of(&game, &table).unwrap();
            assert!(review.complete);
            assert_eq!(review.final_score, f64::from(game.score_so_far()));
            check_identity(&review, &game);
            if index % 10 == 0 {
                check_losses(&review, &game, &table);
            }
        }
    }

    #[test]
    fn thousand_games_of_hasbro() {
        thousand_games("hasbro");
    }

    #[test]
    fn thousand_games_of_multi_round() {
        thousand_games("multi-round");
    }

    #[test]
    fn thousand_games_of_get_dicey() {
        thousand_games("get-dicey");
    }

    #[test]
    fn thousand_games_of_bullseye() {
        thousand_games("bullseye");
    }

    #[test]
    fn thousand_games_of_yatzy_sheet() {
        thousand_games("yatzy-sheet");
    }

    #[test]
    fn thousand_games_of_verhoeff() {
        thousand_games("verhoeff");
    }

    #[test]
    fn thousand_games_of_kniffel() {
        thousand_games("kniffel");
    }

    #[test]
    fn thousand_games_of_yatzy() {
        thousand_games("yatzy");
    }

    #[test]
    fn incomplete_games_go_as_far_as_they_go() {
        let table = hasbro();
        let mut random = Numbers(7);
        for _ in 0..200 {
            let moves = random.below(60);
            let game = random.noted_game(table.rules(), 1, moves);
            let review = Review::of(&game, table).unwrap();
            check_identity(&review, &game);
            assert_eq!(review.complete, game.is_complete());
        }
        let nothing = Review::of(&Game::new(table.rules()), table).unwrap();
        assert_eq!((nothing.final_score, nothing.luck, nothing.loss), (table.expected_score(), 0.0, 0.0));
        assert_eq!(nothing.level(), None);
    }

    /// A sheet with the last dice of each turn: the loss is that of the advice for these dice without rerolls, and all else is unjudged.
    #[test]
    fn of_a_sheet_only_the_boxes_are_judged() {
        let table = hasbro();
        let turns = [
            "66651 score sixes",
            "22345 score small-straight",
            "33344 score full-house",
            "11456 score yahtzee",
            "44451 score fours",
            "55566 score fives",
            "12456 score chance",
            "33312 score threes",
            "22233 score twos",
            "66641 score three-of-a-kind",
            "12345 score large-straight",
            "11136 score ones",
            "22235 score four-of-a-kind",
        ];
        let (advisor, mut card) = (Advisor::new(table), Scorecard::new(table.rules()));
        let (mut lost, mut unknown, mut expected) = (0.0, 0.0, table.expected_score());
        for turn in turns {
            let (dice, name) = turn.split_once(" score ").unwrap();
            let position = Position::parse(&format!("{dice} rerolls=0 {card}"), table.rules()).unwrap();
            let advice = advisor.advise(&position).unwrap();
            let category = table.rules().category_named(name).unwrap();
            let is_it = |option: &&TurnOption| matches!(option.action, Action::Score(placement) if placement.category == category);
            let option = advice.options.iter().find(is_it).unwrap();
            unknown += advice.expected_final() - expected;
            lost += option.loss;
            expected = option.expected_final;
            let Action::Score(placement) = option.action else { unreachable!() };
            card.write(&placement).unwrap();
        }
        let text: String = turns.iter().map(|turn| format!("... {turn}\n")).collect();
        let game = Game::parse(&text, table.rules()).unwrap();
        let review = Review::of(&game, table).unwrap();
        check_identity(&review, &game);
        check_losses(&review, &game, table);
        assert!((review.loss - lost).abs() < 1e-9 && lost > 1.0, "{} {lost}", review.loss);
        assert!((review.unjudged.unwrap() - unknown).abs() < 1e-9, "{unknown}");
        assert_eq!((review.luck, review.unjudged_turns(), review.final_score), (0.0, 13, f64::from(card.score())));
        assert_eq!((review.loss_of(DecisionKind::Category), review.loss_of(DecisionKind::Hold(1))), (review.loss, 0.0));
        assert_eq!(review.level(), Some(PlayerLevel::of(lost / 13.0)));
        let scores = Distribution::certain(game.score_so_far());
        assert_eq!(review.luck_share(&scores), None, "the luck of some throws is unknown");
        // The same dice as first rolls are another game: 50 points and more were lost there by scoring at once.
        let first = Review::of(&Game::parse(&turns.join("\n"), table.rules()).unwrap(), table).unwrap();
        assert!(first.unjudged.is_none() && first.loss > lost + 50.0, "{}", first.loss);
    }

    #[test]
    fn luck_is_fair() {
        // The mean luck over all rolls is 0: before a turn, and after a hold, best or not.
        let table = hasbro();
        for before in ["", "66661 hold 1,", "22666 hold 26, 12236 hold 22,"] {
            let before = Game::parse(&format!("rules: hasbro\n66612 score sixes\n{before}"), table.rules()).unwrap();
            let held = match before.stage() {
                crate::game::Stage::ToRoll { hold, .. } => hold,
                stage => panic!("{stage:?}"),
            };
            let mut mean = 0.0;
            let mut largest = 0.0f64;
            for rolled in Dice::all(5 - held.len()) {
                let pips = held.faces().chain(rolled.faces()).map(|face| face.pips());
                let mut game = before.clone();
                game.roll(table.rules().roll(Dice::from_pips(pips).unwrap()).unwrap()).unwrap();
                let luck = Review::of(&game, table).unwrap().luck - Review::of(&before, table).unwrap().luck;
                mean += luck * f64::from(rolled.orders()) / 6f64.powi(rolled.len() as i32);
                largest = largest.max(luck);
            }
            assert!(mean.abs() < 1e-9, "{mean}");
            assert!(largest > 10.0, "{largest}");
        }
    }

    #[test]
    fn optimal_play_loses_nothing() {
        let table = hasbro();
        let mut random = Numbers(1);
        let mut game = Game::new(table.rules());
        while !game.is_complete() {
            let next = match game.stage() {
                crate::game::Stage::ToChoose { roll, rerolls_left } => {
                    let advice = Advisor::new(table).advise(&Position::new(game.card().clone(), roll, rerolls_left).unwrap()).unwrap();
                    crate::game::Move::Choice(advice.best().action)
                }
                _ => random.next_move(&game),
            };
            game.play(next).unwrap();
        }
        let review = Review::of(&game, table).unwrap();
        assert_eq!(review.loss, 0.0);
        assert_eq!(review.level(), Some(PlayerLevel::NearPerfect));
        assert!(review.mistakes().is_empty());
    }

    #[test]
    fn kinds_levels_and_mistakes() {
        let table = hasbro();
        let text = "66666 hold 6, 66666 hold 66, 66666 score chance=0\n11234 score ones\n12345 score ls\n";
        let review = Review::of(&Game::parse(text, table.rules()).unwrap(), table).unwrap();
        let kinds: Vec<_> = review.turns.iter().flat_map(|turn| turn.decisions.iter().map(|decision| decision.kind)).collect();
        use DecisionKind::{Category, Hold};
        // Five sixes are scored at once; a hold of them is a mistake of holds, as is scoring two ones before the last roll.
        assert_eq!(kinds, [Hold(1), Hold(2), Category, Hold(1), Category]);
        let mistakes = review.mistakes();
        assert!(mistakes.is_sorted_by(|(_, a), (_, b)| a.loss() >= b.loss()));
        assert_eq!(mistakes.len(), 4);
        assert_eq!(review.level(), Some(PlayerLevel::Beginner));
        let zero = &review.turns[0].decisions[2];
        assert!(matches!(zero.chosen.action, Action::Score(placement) if placement.points == 0));
        assert!(zero.loss() > 50.0);
    }
}
