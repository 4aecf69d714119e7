//! What is worked out for a question, of which the answer is made.

use yahtzee_solver::advise::{GoalAdvice, Reason, Reasons, TargetSolver};
use yahtzee_solver::evaluate::Spread;
use yahtzee_solver::strategy::TurnStrategy;
use yahtzee_solver::{
    Action, Advice, Advisor, Objective, OptimalStrategy, Points, Position, RuleSet, SpreadTable, Strategy, TurnOption, ValueTable, tr,
};

use super::loss_parts::{LossParts, WorthParts};
use super::whole_game::OtherRounds;
use super::{AnswerError, deciding, lesson};
use crate::ask::{Question, chosen};
use crate::words;
use crate::words::reasons::{self, Bar, Explanation};
use crate::words::worth::{self, WorthKind};

/// What is worked out for a [`Question`]. All expected final scores are of the whole game.
#[derive(Clone, Debug)]
pub(crate) struct Worked<'a> {
    /// The rules of the game.
    pub(crate) rules: &'a RuleSet,
    /// The question.
    pub(crate) question: Question,
    /// Every option, best first.
    pub(crate) advice: Advice,
    /// The option to compare with the best, if the question names one.
    pub(crate) chosen: Option<TurnOption>,
    /// Why the best option is the best, if the question asks for reasons. They compare it with the chosen option if that is a different one.
    pub(crate) reasons: Option<Reasons>,
    /// The chances of the goal, if the question has one.
    pub(crate) goal: Option<GoalAdvice>,
    /// The highest reachable score, if the question has a target above it.
    pub(crate) most: Option<Points>,
    /// What to remember, if the question asks for reasons and the position is of a known family.
    pub(crate) lesson: Option<String>,
    risks: Option<Risks<'a>>,
}

/// The risk of options, computed only for shown options.
#[derive(Clone, Debug)]
struct Risks<'a> {
    table: &'a ValueTable,
    spread: &'a SpreadTable,
    turn: TurnStrategy,
}

impl<'a> Risks<'a> {
    fn new(table: &'a ValueTable, spread: &'a SpreadTable, position: &Position) -> Risks<'a> {
        let turn = OptimalStrategy::new(table).turn(position.state()).expect("a position has an open category");
        Risks { table, spread, turn }
    }

    /// The risk of an option of the position; `None` if the spread table is of another game.
    fn of(&self, option: &TurnOption, position: &Position) -> Option<Spread> {
        let end = self.turn.end_after(&option.action, position.rerolls_left()).ok()?;
        self.spread.after(self.table, &end).ok()
    }
}

impl Question {
    /// Works the question out. The risk of options needs a spread table, which must be of the same rules.
    pub(crate) fn work<'a>(self, table: &'a ValueTable, spread: Option<&'a SpreadTable>) -> Result<Worked<'a>, AnswerError> {
        let advisor = Advisor::new(table);
        let mut advice = match &self.solved {
            None => advisor.advise(&self.position)?,
            Some(solved) => advisor.advise_by(&self.position, &solved.worths)?,
        };
        let chosen = self.chosen.map(|chosen| chosen::action(&chosen, &self.position)).transpose().map_err(AnswerError::Chosen)?;
        let mut chosen = chosen.map(|chosen| advisor.value_of(&advice, &chosen).expect("an action of the position"));
        let rival = chosen.as_ref().filter(|chosen| chosen.action != advice.best().action);
        let mut reasons = self.why.then(|| advisor.reasons(&advice, rival)).transpose()?;
        // Lessons are about points.
        let lesson = lesson::of(&advice, chosen.as_ref()).filter(|_| self.why && self.solved.is_none());
        let goal = self.goal.map(|goal| advisor.chase(&advice, goal));
        let mut goal = goal.transpose().map_err(AnswerError::Goal)?;
        let risks = spread.filter(|_| self.risks).map(|spread| Risks::new(table, spread, &self.position));

        let most = match self.solved.as_ref().map(|solved| &*solved.objective) {
            Some(Objective::Target(_)) if advice.best().worth.is_some_and(|worth| worth.value == 0.0) => {
                Some(TargetSolver::new(table).rounds(&self.rounds).most(self.position.card())?)
            }
            _ => None,
        };
        let others = OtherRounds::of(&self.rounds, table);
        others.add_to_advice(&mut advice);
        chosen.iter_mut().for_each(|chosen| others.add_to_option(chosen));
        reasons.iter_mut().for_each(|reasons| others.add_to_reasons(reasons));
        goal.iter_mut().for_each(|goal| others.add_to_goal(goal));
        Ok(Worked { rules: table.rules(), question: self, advice, chosen, reasons, goal, most, lesson, risks })
    }
}

impl Worked<'_> {
    /// Mean and spread of the final score of the whole game after an option; `None` without a spread table.
    pub(crate) fn risk(&self, option: &TurnOption) -> Option<Spread> {
        let risks = self.risks.as_ref()?;
        let Spread { sd, upper_bonus } = risks.of(option, &self.question.position)?;
        Some(Spread { sd: risks.spread.sd_of_rounds(&self.question.rounds, sd), upper_bonus })
    }

    /// Whether all its numbers are exact. Without an objective they are; with one, chances may be approximate.
    pub(crate) fn is_exact(&self) -> bool {
        self.question.solved.as_ref().is_none_or(|solved| solved.exact)
    }

    /// The kind of worth that ranks options.
    pub(crate) fn worth_kind(&self) -> WorthKind {
        WorthKind::of(self.question.solved.as_ref().map(|solved| &*solved.objective))
    }

    /// An option of this answer as an instruction, like `Keep 6 6 6, reroll two`.
    pub(crate) fn in_words(&self, option: &TurnOption) -> String {
        words::in_words(&option.action, &self.question.position.roll(), self.rules)
    }

    /// The chosen option, if it is not the best.
    pub(crate) fn chosen_instead(&self) -> Option<&TurnOption> {
        self.chosen.as_ref().filter(|chosen| chosen.action != self.advice.best().action)
    }

    /// The reasons in words. `best` is the title of the best option, `chosen` the text for the chosen option, like "your choice". Without a chosen
    /// option it compares with the runner-up. Empty if the question does not ask for reasons.
    pub(crate) fn explained(&self, best: &str, chosen: String) -> Vec<Explanation> {
        let Some(reasons) = &self.reasons else { return Vec::new() };
        let chosen = self.chosen_instead().map(|_| chosen);
        let mut said = reasons::in_words(best, chosen, reasons, self.worth_kind(), &self.question.position.roll(), self.rules);
        let first = match self.worth_kind() {
            WorthKind::Points => deciding::sentences(reasons, self.bonus_chances(reasons), self.rules),
            _ => {
                let needed = self.question.solved.as_ref().and_then(|solved| worth::needed(&solved.objective, &self.advice));
                let reaches = worth::reaches(self.worth_kind(), &reasons.best.option, self.is_exact());
                needed.into_iter().chain(reaches).chain([worth::sentence(&self.advice)]).collect()
            }
        };
        said[0].sentences.splice(0..0, first);
        if let (Some(said), Some(rival)) = (said.get_mut(1), &reasons.rival) {
            said.sentences.splice(0..0, worth::reaches(self.worth_kind(), &rival.option, self.is_exact()));
        }
        if let Some((rival, (sentence, bars))) = said.get_mut(1).zip(self.parts_in_words(reasons)) {
            rival.sentences.insert(0, sentence);
            rival.bars = bars;
        }
        said.extend(self.lesson.clone().map(|lesson| Explanation::new(tr!("To remember"), vec![lesson])));
        said
    }

    /// The parts of the rival's loss, as a sentence and for a picture of points.
    fn parts_in_words(&self, reasons: &Reasons) -> Option<(String, Vec<Bar>)> {
        let is_score = |reason: &Reason| matches!(reason.option.action, Action::Score(_));
        match self.worth_kind() {
            WorthKind::Points => self.loss_parts()?.in_words(),
            // Two scores have one end each, and the words give its worth already.
            _ if is_score(&reasons.best) && reasons.rival.as_ref().is_some_and(is_score) => None,
            _ => self.worth_parts()?.in_words(self.rules).map(|sentence| (sentence, Vec::new())),
        }
    }

    /// The parts of the loss of the chosen option, or else of the runner-up. `None` if the question asks for no reasons or for chances, or if there
    /// is only one option.
    pub(crate) fn loss_parts(&self) -> Option<LossParts> {
        let reasons = self.reasons.as_ref().filter(|_| self.worth_kind() == WorthKind::Points)?;
        let [best, rival] = self.bonus_chances(reasons);
        LossParts::new(reasons, best.zip(rival).map(<[f64; 2]>::from), self.rules)
    }

    /// The parts of the loss of the chosen option, or else of the runner-up, in the chance or the utility, by the category in which the turn ends.
    /// `None` if the question asks for no reasons or has no objective, or if there is only one option.
    pub(crate) fn worth_parts(&self) -> Option<WorthParts> {
        WorthParts::new(self.reasons.as_ref()?, &self.question.solved.as_ref()?.worths, self.worth_kind())
    }

    /// The chances of the upper bonus after the best option and after its rival, if known.
    fn bonus_chances(&self, reasons: &Reasons) -> [Option<f64>; 2] {
        let chance = |reason: &Reason| Some(self.risk(&reason.option)?.upper_bonus);
        [chance(&reasons.best), reasons.rival.as_ref().and_then(chance)]
    }

    /// Why the best option is better than the chosen one, or else than the runner-up, in a few words: `it keeps Chance open for a later turn`.
    /// `None` if the question asks for no reasons, or there is only one option.
    pub(crate) fn deciding_reason(&self) -> Option<String> {
        let reasons = self.reasons.as_ref()?;
        let [best, rival] = self.bonus_chances(reasons);
        Some(deciding::in_words(reasons, best.zip(rival).map(<[f64; 2]>::from), self.rules)?.1)
    }
}

#[cfg(test)]
mod tests {
    use yahtzee_solver::advise::GoalError;
    use yahtzee_solver::{Follower, Goal, ObjectiveSolver, Points, Position, Rounds, Solver, WrittenAction};

    use super::*;
    use crate::answer::Answer;

    #[test]
    fn a_tie_is_called_exact_where_that_is_proved() {
        // Only Yahtzee is open: with different faces, any one die is as good as none.
        let late = "12346 rerolls=1 1s=3 2s=6 3s=9 4s=8 5s=10 6s=18 3k=20 4k=0 fh=25 ss=30 ls=40 ch=20";
        let said = |toml: &str, objective: Option<Objective>| {
            let rules = RuleSet::parse(toml).unwrap();
            let table = Solver::new(&rules).unwrap().solve().unwrap();
            let position = Position::parse(late, &rules).unwrap();
            let solved = objective.map(|objective| ObjectiveSolver::new(&table).solve(&objective.into(), position.card()).unwrap());
            let chosen = WrittenAction::parse("hold 2", &rules, position.card()).unwrap();
            let answer = Question { solved, chosen: Some(chosen), ..Question::new(position) }.work(&table, None).unwrap();
            let json = serde_json::to_value(Answer::new(&answer, &table)).unwrap();
            (answer.ties().unwrap(), answer.verdict()[0][1].text.clone(), json["exact_ties"].as_bool().unwrap())
        };
        let hasbro = RuleSet::builtin("hasbro").unwrap();
        let tied = "Keep 2, reroll four; Keep 3, reroll four; and 3 more.";
        assert_eq!(said(hasbro.toml(), None), (format!("An exact tie: {tied}"), "It is an exact tie.".into(), true));
        let not_known = (format!("Just as good: {tied}"), "Nothing is better.".into(), false);
        assert_eq!(said(&hasbro.toml().replacen("hasbro", "own", 1).replace("points = 35", "points = 36"), None), not_known);
        assert_eq!(said(hasbro.toml(), Some(Objective::Target(Points::new(200)))), not_known);
    }

    /// The other rounds add their worth to every expected final score, and change no loss and no chance.
    #[test]
    fn other_rounds_are_added_to_every_value() {
        let rules = RuleSet::builtin("multi-round").unwrap();
        let table = Solver::new(&rules).unwrap().solve().unwrap();
        let spread = Follower::new(&table).spread_table().unwrap();
        let rounds = Rounds::new(&rules, 3, 2, vec![Points::new(231)]).unwrap();
        let position = Position::parse("66612 rerolls=1 ones=3", &rules).unwrap();
        let chosen = WrittenAction::parse("chance=0", &rules, position.card()).unwrap();
        let goal = Goal::parse("yahtzee", &rules).unwrap();
        let alone = Question { chosen: Some(chosen), goal: Some(goal), why: true, ..Question::new(position) };
        let whole = Question { rounds, ..alone.clone() };
        let [alone, whole] = [alone, whole].map(|question| question.work(&table, Some(&spread)).unwrap());

        let added = 231.0 + table.expected_score();
        let higher = |whole: &TurnOption, alone: &TurnOption| {
            assert_eq!((whole.action, whole.loss), (alone.action, alone.loss));
            assert!((whole.expected_final - alone.expected_final - added).abs() < 1e-9, "{whole:?} {alone:?}");
        };
        assert_eq!(whole.advice.score_so_far, alone.advice.score_so_far + Points::new(231));
        assert_eq!(whole.advice.options.len(), alone.advice.options.len());
        whole.advice.options.iter().zip(&alone.advice.options).for_each(|(whole, alone)| higher(whole, alone));
        higher(&whole.chosen.unwrap(), &alone.chosen.unwrap());
        assert!(alone.chosen.unwrap().loss > 5.0, "a zero in chance is a mistake");
        let [whole_goal, alone_goal] = [&whole, &alone].map(|answer| answer.goal.as_ref().unwrap());
        for (whole, alone) in whole_goal.options.iter().zip(&alone_goal.options) {
            higher(&whole.option, &alone.option);
            assert_eq!(whole.chance, alone.chance);
            assert!((whole.expected_chased - alone.expected_chased - added).abs() < 1e-9);
        }
        let [whole_why, alone_why] = [&whole, &alone].map(|answer| answer.reasons.as_ref().unwrap());
        higher(&whole_why.best.option, &alone_why.best.option);
        higher(&whole_why.rival.as_ref().unwrap().option, &alone_why.rival.as_ref().unwrap().option);

        // The later round varies too.
        let best = alone.advice.best();
        let [whole_risk, alone_risk] = [&whole, &alone].map(|answer| answer.risk(best).unwrap());
        assert!(whole_risk.sd > alone_risk.sd && whole_risk.upper_bonus == alone_risk.upper_bonus);
        // The best, the choice, and what to remember.
        assert_eq!(alone.explained(&yahtzee_solver::tr!("Why"), yahtzee_solver::tr!("your choice")).len(), 3);
    }

    #[test]
    fn impossible_questions_are_errors() {
        let rules = RuleSet::builtin("hasbro").unwrap();
        let table = Solver::new(&rules).unwrap().solve().unwrap();
        let position = Position::parse("13356 rerolls=0 chance=20", &rules).unwrap();
        let asked = |chosen: &str| {
            let chosen = WrittenAction::parse(chosen, &rules, position.card()).unwrap();
            Question { chosen: Some(chosen), ..Question::new(position.clone()) }.work(&table, None).map(|_| ()).unwrap_err()
        };
        for (chosen, wrong) in [
            ("hold 33", "no rerolls are left: the roll must be scored"),
            ("hold 44", "the hold 4 4 is not in the roll 1 3 3 5 6"),
            ("score chance", "Chance is filled already"),
            ("threes=9", "1 3 3 5 6 is worth 6 in Threes (or a voluntary 0), not 9"),
        ] {
            assert_eq!(asked(chosen), AnswerError::Chosen(wrong.to_owned()), "{chosen}");
        }
        let goal = Some(Goal::parse("chance", &rules).unwrap());
        let error = Question { goal, ..Question::new(position.clone()) }.work(&table, None).map(|_| ()).unwrap_err();
        assert!(matches!(error, AnswerError::Goal(GoalError::Filled { .. })), "{error}");
        let other = Position::parse("13356", &RuleSet::builtin("kniffel").unwrap()).unwrap();
        assert!(Question::new(other).work(&table, None).is_err(), "a position of another game");
    }
}
