//! The actions of each roll in the order of ties, found once for all turns of a rule set.

use std::borrow::Cow;
use std::sync::Arc;

use yahtzee_kernel::TieOrder;

use crate::dice::Roll;
use crate::rules::{Category, Filled, Points};
use crate::solve::{Model, Rows, ValueTable};

/// The data for choosing: the values of the states, and the actions of each roll in the order of ties.
#[derive(Clone, Debug)]
pub struct Chooser {
    /// The model of the game.
    pub model: Arc<Model>,
    values: Rows<1>,
    /// The possible points of rolls as ordinary dice, by category, then by points.
    pub(super) scores: Vec<(Category, Points)>,
    /// The start of the scores of each category; the last entry is the end.
    pub(super) score_start: Vec<usize>,
    /// The score of each roll in each category, all categories of the first roll, then of the next, and so on: on the first throw of a turn, on the
    /// second, and so on; the last ones are those on all later throws too.
    pub(super) score_of: Vec<Vec<u16>>,
    /// The rolls that are a further n of a kind once its category is filled.
    pub(super) further: Vec<usize>,
    pub(crate) ties: TieOrder,
}

impl Chooser {
    /// Chooses by the values of a table.
    pub fn by_table(table: &ValueTable) -> Chooser {
        Chooser::new(table.model(), table.rows().clone())
    }

    /// Chooses as if all states had the value 0.
    pub fn by_zeros(model: &Arc<Model>) -> Chooser {
        Chooser::by_numbers(model, vec![0.0; model.space.width()])
    }

    /// The same with another model of the game, which may have other voluntary zeros among its placements.
    pub(super) fn with_model(&self, model: &Arc<Model>) -> Cow<'_, Chooser> {
        if self.model.plan.zeros() == model.plan.zeros() {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Chooser { model: Arc::clone(model), ..self.clone() })
    }

    /// Chooses by these numbers as the values of all states.
    pub(super) fn by_numbers(model: &Arc<Model>, values: Vec<f64>) -> Chooser {
        Chooser::new(model, Rows::of_all([values]))
    }

    /// The values of the states that may follow a turn of a row, in the rows of the state space.
    pub fn values_after(&self, filled: Filled, flag: bool) -> &[f64] {
        let [values] = self.values.after(&self.model, filled, flag);
        values
    }

    fn new(model: &Arc<Model>, values: Rows<1>) -> Chooser {
        let rolls: Vec<Roll> = model.rolls().collect();
        let mut chooser = Chooser {
            model: Arc::clone(model),
            values,
            scores: Vec::new(),
            score_start: vec![0],
            score_of: vec![vec![0; rolls.len() * model.rules.category_count()]; model.rules.first_throws() + 1],
            further: Vec::new(),
            ties: TieOrder::new(&model.lattice),
        };
        chooser.find_scores(&rolls);
        chooser
    }

    fn find_scores(&mut self, rolls: &[Roll]) {
        let model = Arc::clone(&self.model);
        let rules = &model.rules;
        for category in rules.categories() {
            let on = |nth| rolls.iter().map(|roll| rules.points_on(category, roll, nth)).collect();
            let points: Vec<Vec<Points>> = (0..self.score_of.len()).map(on).collect();
            let mut distinct: Vec<Points> = points.iter().flatten().copied().collect();
            distinct.sort_unstable();
            distinct.dedup();
            let start = self.scores.len();
            for (points, score_of) in points.iter().zip(&mut self.score_of) {
                let columns = score_of.iter_mut().skip(category.index()).step_by(rules.category_count());
                for (score, points) in columns.zip(points) {
                    *score = (start + distinct.binary_search(points).expect("one of the points")) as u16;
                }
            }
            self.scores.extend(distinct.into_iter().map(|points| (category, points)));
            self.score_start.push(self.scores.len());
        }
        self.further = (0..rolls.len()).filter(|&roll| rules.further_face(&rolls[roll]).is_some()).collect();
    }
}
