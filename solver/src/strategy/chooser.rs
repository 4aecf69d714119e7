//! The actions of each roll in the order of ties, found once for all turns of a rule set.

use std::borrow::Cow;
use std::sync::Arc;

use super::chosen::TieOrder;
use crate::dice::Roll;
use crate::rules::{Category, Points};
use crate::solve::Model;

/// What a strategy chooses by: the values of the states, and the actions of each roll in the order of ties.
#[derive(Clone, Debug)]
pub(crate) struct Chooser<'a> {
    pub(crate) model: Arc<Model>,
    /// A value for each lane of each row of the state space.
    pub(crate) values: Cow<'a, [f64]>,
    /// The points that rolls can score as ordinary dice, by category, then by points.
    pub(super) scores: Vec<(Category, Points)>,
    /// The start of the scores of each category; the last entry is the end.
    pub(super) score_start: Vec<usize>,
    /// The score of each roll in each category: all categories of the first roll, then those of the next.
    pub(super) score_of: Vec<u16>,
    /// The rolls that are a further n of a kind once its category is filled.
    pub(super) further: Vec<usize>,
    pub(super) ties: TieOrder,
}

impl<'a> Chooser<'a> {
    /// Chooses by these values of the states of a model.
    pub(crate) fn new(model: &Arc<Model>, values: Cow<'a, [f64]>) -> Chooser<'a> {
        let rolls: Vec<Roll> = model.rolls().collect();
        let mut chooser = Chooser {
            model: Arc::clone(model),
            values,
            scores: Vec::new(),
            score_start: vec![0],
            score_of: vec![0; rolls.len() * model.rules.category_count()],
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
            let points: Vec<Points> = rolls.iter().map(|roll| rules.points(category, roll)).collect();
            let mut distinct = points.clone();
            distinct.sort_unstable();
            distinct.dedup();
            let start = self.scores.len();
            for (roll, points) in points.iter().enumerate() {
                let score = start + distinct.binary_search(points).expect("one of the points");
                self.score_of[roll * rules.category_count() + category.index()] = score as u16;
            }
            self.scores.extend(distinct.into_iter().map(|points| (category, points)));
            self.score_start.push(self.scores.len());
        }
        self.further = (0..rolls.len()).filter(|&roll| rules.further_face(&rolls[roll]).is_some()).collect();
    }
}
