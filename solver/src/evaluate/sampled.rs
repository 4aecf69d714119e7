//! The losses of strategies in a sample of turns: an estimate that selects, from many strategies, the few that are worth an exact value.

use super::evaluator::{EvaluateError, Evaluator};
use super::mixed_ends::{MixedTurns, follow_actions};
use super::turn_values::{TurnOfState, TurnValues};
use crate::rules::State;
use crate::solve::ValueTable;
use crate::space::Row;
use crate::strategy::{BlockStrategy, Deed, MixedStrategy, OptimalStrategy, TurnChances};

/// Sampled turns of one strategy's games. Another strategy's loss in them estimates its loss in a game, if the two play alike.
pub struct SampledTurns<'a> {
    evaluator: &'a Evaluator<'a>,
    samples: Vec<Sample>,
    chances: TurnChances,
    nodes: Vec<f64>,
}

/// A state and its weight in a game.
struct Sample {
    state: State,
    weight: f64,
    options: BlockStrategy<1>,
    values: TurnOfState,
}

impl<'a> SampledTurns<'a> {
    /// Samples about `each` turns for each turn of a game, from the games of the evaluator's strategy. `shift`, from 0 to 1, selects the sample.
    ///
    /// # Errors
    ///
    /// [`EvaluateError`] if the table is of another game, or the shares of the actions of a roll do not add up to 1.
    pub fn new(evaluator: &'a Evaluator<'a>, table: &ValueTable, each: usize, shift: f64) -> Result<SampledTurns<'a>, EvaluateError> {
        let model = &evaluator.model;
        model.rules.check_same_game(table.rules())?;
        let space = &model.space;
        let optimal = OptimalStrategy::new(table);
        let mut turns = MixedTurns::new(&evaluator.chooser, evaluator.strategy);
        let mut values = TurnValues::new(&optimal);
        let mut reach = vec![0.0; space.width()];
        reach[space.position(&State::default())] = 1.0;
        let mut samples = Vec::new();
        let layers: Vec<&[Row]> = space.layers().collect();
        for rows in layers[1..].iter().rev() {
            let (mut sum, mut next) = (0.0, shift);
            for row in *rows {
                if reach[row.start..][..space.row_width(row)].iter().all(|&chance| chance == 0.0) {
                    continue;
                }
                turns.enter_row(row);
                let mut is_entered = false;
                for (position, state) in space.futures(row).filter(|(position, _)| reach[*position] > 0.0).collect::<Vec<_>>() {
                    let here = reach[position];
                    let turn = turns.follow(&state)?;
                    let lane = space.lane(&state);
                    for (source, chance) in turns.ends(turn) {
                        reach[source.position(space.shifts(), lane)] += here * chance;
                    }
                    sum += here * each as f64;
                    if sum < next {
                        continue;
                    }
                    let mut times = 0.0;
                    while next <= sum {
                        times += 1.0;
                        next += 1.0;
                    }
                    if !is_entered {
                        values.enter_row(row);
                        is_entered = true;
                    }
                    values.enter(&state);
                    let mut options = BlockStrategy::new(&evaluator.chooser);
                    options.enter_row(&evaluator.chooser, row.filled, row.flag);
                    samples.push(Sample { state, weight: times / each as f64, options, values: values.of_state() });
                }
            }
        }
        Ok(SampledTurns { evaluator, samples, chances: TurnChances::new(model), nodes: vec![0.0; model.lattice.len()] })
    }

    /// The estimated loss of a strategy in a game.
    ///
    /// # Errors
    ///
    /// [`EvaluateError`] if the shares of the actions of a roll do not add up to 1.
    pub fn loss(&mut self, strategy: &dyn MixedStrategy) -> Result<f64, EvaluateError> {
        let model = &*self.evaluator.model;
        let mut loss = 0.0;
        for Sample { state, weight, options, values } in &self.samples {
            self.chances.begin(state);
            strategy.chances(state, &mut self.chances);
            let mut costs = 0.0;
            let throws = self.chances.all_deeds().len();
            follow_actions(model, options, &self.chances, state, &mut self.nodes, |rerolls_left, rolls| {
                let nth = throws - 1 - usize::from(rerolls_left);
                for &Deed { roll, target, share } in self.chances.deeds(rerolls_left) {
                    let value = match target.column() {
                        Ok(column) => values.scored_in(options.choices().option_of(roll.into(), column, nth), rerolls_left),
                        Err(hold) => values.held(rerolls_left, hold),
                    };
                    costs += rolls[usize::from(roll)] * share * (values.best(rerolls_left, roll) - value);
                }
            })?;
            loss += weight * costs;
        }
        Ok(loss)
    }
}
