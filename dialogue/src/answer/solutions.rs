//! The table of a game and all solutions computed with it.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use yahtzee_solver::advise::{Aim, AimError, AimStep, Recall};
use yahtzee_solver::evaluate::{FinalScores, Opponents};
use yahtzee_solver::solve::UtilityValues;
use yahtzee_solver::{
    AimSolver, Distribution, Follower, Game, Objective, Points, Review, Rounds, Run, Scorecard, SpreadTable, State, TableError, Utility,
    ValueTable,
};

use super::kept::Kept;
use super::store::Store;
use super::{Answer, AnswerError};
use crate::ask::Question;

/// The most memory for following all games to find the share with less luck, in bytes.
const LUCK_BYTES: u64 = 500_000_000;
/// The fewest values that are worth a file; fewer are found quickly.
const VALUES: u64 = 500_000;
/// The fewest states that are worth a file; games from fewer states are followed quickly.
const STATES: u64 = 5_000;
/// The most files of earlier turns to read in search of values.
const EARLIER: usize = 8;

/// The table of a game with its derived results: the spread table and solved objectives. It alone keeps these between questions, and in a [`Store`]
/// between runs.
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_dialogue::{Effort, Question, Solutions};
/// use yahtzee_solver::{Objective, Points, Position, Rounds, RuleSet, Solver};
/// let solutions = Solutions::new(Solver::new(&RuleSet::builtin("hasbro")?)?.solve()?);
/// let rules = solutions.table().rules();
/// let position = Position::parse("12366 rerolls=1 1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40 y=50", rules)?;
/// let objective = Arc::new(Objective::Target(Points::new(300)));
/// let aim = solutions.aim(&objective, position.card(), &Rounds::default(), &Effort::default())?;
/// let answer = solutions.answer(Question::new(position).aiming(aim))?;
/// assert_eq!(answer.in_words(answer.advice.best()), "Keep 6 6, reroll three");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solutions {
    table: ValueTable,
    spread: OnceLock<SpreadTable>,
    all_scores: OnceLock<Arc<FinalScores>>,
    store: Option<Box<dyn Store>>,
    /// The least work that is worth a file, in values and in states.
    least: (u64, u64),
    kept: Mutex<Kept>,
}

/// The settings for solving objectives.
#[derive(Clone, Copy, Default)]
pub struct Effort<'a> {
    /// Threads, memory limit and progress. The memory limit includes the table and the kept solutions.
    pub run: Run<'a>,
    /// Called before each step of work.
    pub before: Option<&'a (dyn Fn(AimStep) + Sync + 'a)>,
}

impl Solutions {
    /// Empty solutions for a table's game.
    pub fn new(table: ValueTable) -> Solutions {
        Solutions {
            table,
            spread: OnceLock::new(),
            all_scores: OnceLock::new(),
            store: None,
            least: (VALUES, STATES),
            kept: Mutex::default(),
        }
    }

    /// The same with this spread table.
    #[must_use]
    pub fn with_spread(self, spread: Option<SpreadTable>) -> Solutions {
        Solutions { spread: spread.map_or_else(OnceLock::new, OnceLock::from), ..self }
    }

    /// Keeps solutions in a store, which may have some of an earlier run.
    #[must_use]
    pub fn kept_in(self, store: Box<dyn Store>) -> Solutions {
        Solutions { store: Some(store), ..self }
    }

    /// The table.
    pub fn table(&self) -> &ValueTable {
        &self.table
    }

    /// The spread table, if it is known.
    pub fn spread(&self) -> Option<&SpreadTable> {
        self.spread.get()
    }

    /// The spread table; `work` computes it if it is not known yet.
    ///
    /// # Errors
    ///
    /// The error of `work`.
    pub fn spread_or<E>(&self, work: impl FnOnce() -> Result<SpreadTable, E>) -> Result<&SpreadTable, E> {
        match self.spread.get() {
            Some(spread) => Ok(spread),
            None => work().map(|spread| self.spread.get_or_init(|| spread)),
        }
    }

    /// The distributions of the final scores of all states, worked out if they are not known yet.
    ///
    /// # Errors
    ///
    /// That of `work`, which works them out.
    pub fn all_scores_or<E>(&self, work: impl FnOnce() -> Result<FinalScores, E>) -> Result<Arc<FinalScores>, E> {
        match self.all_scores.get() {
            Some(scores) => Ok(Arc::clone(scores)),
            None => work().map(|scores| Arc::clone(self.all_scores.get_or_init(|| Arc::new(scores)))),
        }
    }

    /// The bytes that it holds: the table, how final scores spread, and what is kept.
    pub fn bytes(&self) -> u64 {
        let of_table = self.table.model().bytes_needed();
        let of_spread = self.spread.get().map_or(0, |_| 2 * size_of::<f64>() as u64 * self.table.space().distinct() as u64);
        let of_all = self.all_scores.get().map_or(0, |scores| scores.bytes());
        of_table + of_spread + of_all + self.kept().bytes()
    }

    /// Answers a question about a position.
    ///
    /// # Errors
    ///
    /// An [`AnswerError`] if the position is of another game, or if the chosen action or the goal is not possible.
    pub fn answer(&self, question: Question) -> Result<Answer<'_>, AnswerError> {
        question.answer(&self.table, self.spread())
    }

    /// Forgets kept results until this many bytes are free, those that were not used for longest first. Forgets nothing, and returns false, if all of them
    /// take less.
    pub fn make_room(&self, bytes: u64) -> bool {
        let mut kept = self.kept();
        let left = kept.bytes().checked_sub(bytes);
        left.inspect(|&left| kept.shrink_to(left)).is_some()
    }

    /// Keeps at most this many bytes of results from now on, beside the table and the spread table.
    pub fn keep_at_most(&self, bytes: u64) {
        let mut kept = self.kept();
        kept.most_bytes = bytes;
        kept.shrink_to(bytes);
    }

    /// The bytes of the kept results: a part of [`bytes`](Solutions::bytes).
    pub fn bytes_kept(&self) -> u64 {
        self.kept().bytes()
    }

    /// Solves; if that needs more memory than there is, the kept results make room for it.
    fn making_room<T>(&self, solve: impl Fn() -> Result<T, AimError>) -> Result<T, AimError> {
        let mut before = u64::MAX;
        loop {
            let solved = solve();
            let Err(AimError::TooLarge { needed, limit }) = solved else { return solved };
            // What was forgotten may be kept again on the way: without less than the last time there is nothing to gain.
            let kept = self.bytes_kept();
            if kept >= before || !self.make_room(needed.saturating_sub(limit)) {
                return solved;
            }
            before = kept;
        }
    }

    /// The aim of an objective in the turn of a card.
    ///
    /// # Errors
    ///
    /// An [`AimError`] if the card is full or of another game, the opponents are not possible in this game, or the memory limit is too low.
    pub fn aim(&self, objective: &Arc<Objective>, card: &Scorecard, rounds: &Rounds, effort: &Effort<'_>) -> Result<Aim, AimError> {
        self.table.rules().check_same_game(card.rules())?;
        if let Some(aim) = self.known_aim(objective, card, rounds) {
            return Ok(aim);
        }
        let aim = self.making_room(|| {
            self.solver(rounds, effort).check_all(objective, card)?;
            if let Objective::Duel { .. } = &**objective {
                return self.solver(rounds, effort).solve(objective, card);
            }
            let utility = self.utility(objective, rounds, effort)?;
            let worths = self.solver(rounds, effort).turn(&utility, card)?;
            Ok(Aim { objective: Arc::clone(objective), exact: true, worths: Arc::new(worths) })
        })?;
        self.kept().aims.add((Arc::clone(objective), rounds.clone(), card.state(), card.score()), aim.clone());
        Ok(aim)
    }

    /// The same if it is kept, without solving.
    pub fn known_aim(&self, objective: &Arc<Objective>, card: &Scorecard, rounds: &Rounds) -> Option<Aim> {
        let (state, score) = (card.state(), card.score());
        type Key = (Arc<Objective>, Rounds, State, Points);
        let is_this = |(of, in_rounds, at, points): &Key| (at, *points, in_rounds) == (&state, score, rounds) && of == objective;
        self.kept().aims.get(is_this).map(|(_, aim)| aim.clone())
    }

    /// The worth of a card between turns under an objective, if the player maximises it from now on.
    ///
    /// # Errors
    ///
    /// As for [`aim`](Solutions::aim), but a full card is worth its final score.
    pub fn worth(&self, objective: &Arc<Objective>, card: &Scorecard, rounds: &Rounds, effort: &Effort<'_>) -> Result<f64, AimError> {
        self.making_room(|| {
            self.solver(rounds, effort).check_all(objective, card)?;
            if let Objective::Duel { .. } = &**objective {
                return self.solver(rounds, effort).worth(objective, card);
            }
            let utility = self.utility(objective, rounds, effort)?;
            self.solver(rounds, effort).value(&utility, card)
        })
    }

    /// The chance to win of a player who knows the opponents' final scores in advance: see [`AimSolver::foreseen`].
    ///
    /// # Errors
    ///
    /// As for [`worth`](Solutions::worth).
    pub fn foreseen(&self, opponents: &Opponents, card: &Scorecard, effort: &Effort<'_>) -> Result<f64, AimError> {
        self.solver(&Rounds::default(), effort).foreseen(opponents, card)
    }

    /// The share of optimal games with less luck than a complete game, from 0 to 1. `None` for an incomplete game, and for one that is too large: following all
    /// games needs more than the memory, or would make people wait.
    ///
    /// # Errors
    ///
    /// An [`AimError`] if the game is of other rules, or the progress callback stops it.
    pub fn luck_share(&self, game: &Game, review: &Review, effort: &Effort<'_>) -> Result<Option<f64>, AimError> {
        if !review.complete || Follower::statistics_bytes(self.table.model(), game.start()) > LUCK_BYTES {
            return Ok(None);
        }
        match self.solver(&Rounds::default(), effort).optimal_scores(game) {
            Ok(scores) => Ok(review.luck_share(&scores)),
            Err(AimError::TooLarge { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A solver of objectives that uses and keeps these solutions.
    pub fn solver<'s>(&'s self, rounds: &Rounds, effort: &Effort<'s>) -> AimSolver<'s> {
        let solver = AimSolver::new(&self.table).with(effort.run).rounds(rounds).holding(self.bytes()).recalling(self);
        effort.before.into_iter().fold(solver, AimSolver::before)
    }

    /// The worth of the round's final score under an objective.
    fn utility(&self, objective: &Arc<Objective>, rounds: &Rounds, effort: &Effort<'_>) -> Result<Utility, AimError> {
        if let Some((_, utility)) = self.kept().utilities.get(|(of, in_rounds)| in_rounds == rounds && of == objective) {
            return Ok(utility.clone());
        }
        let utility = self.solver(rounds, effort).utility(objective)?;
        self.kept().utilities.add((Arc::clone(objective), rounds.clone()), utility.clone());
        Ok(utility)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The stored entry of a name, if it is usable.
    fn stored<T>(&self, name: &str, read: impl FnOnce(&[u8]) -> Result<T, TableError>) -> Option<T> {
        let store = self.store.as_ref()?;
        read(&store.read(name)?).map_err(|error| store.unusable(name, &error)).ok()
    }

    /// Values from the store: of the turn itself first, then of turns that may lead to it.
    fn stored_values(&self, utility: &Utility, state: &State, scores: (i32, i32)) -> Option<Arc<UtilityValues>> {
        let store = self.store.as_ref()?;
        let rules = self.table.rules();
        let prefix = UtilityValues::file_prefix(rules, utility);
        let names = store.names(&prefix).into_iter();
        let before = |name: String| Some((UtilityValues::turns_before(name.strip_prefix(&prefix)?, state, scores)?, name));
        let mut names: Vec<(usize, String)> = names.filter_map(before).collect();
        names.sort();
        names.into_iter().take(EARLIER).find_map(|(_, name)| {
            let read = |bytes: &[u8]| UtilityValues::from_bytes(self.table.model(), utility, bytes);
            let values = self.stored(&name, read)?;
            let is_named = UtilityValues::file_name(rules, utility, values.state(), values.scores()) == name;
            (is_named && values.answers(utility, state, scores)).then(|| Arc::new(values))
        })
    }
}

impl Recall for Solutions {
    fn values(&self, utility: &Utility, state: &State, scores: (i32, i32)) -> Option<Arc<UtilityValues>> {
        if let Some((values, ())) = self.kept().solved.get(|values| values.answers(utility, state, scores)) {
            return Some(Arc::clone(values));
        }
        let values = self.stored_values(utility, state, scores)?;
        self.kept().keep_values(&values);
        Some(values)
    }

    fn keep_values(&self, values: &Arc<UtilityValues>, work: u64) {
        self.kept().keep_values(values);
        if let Some(store) = self.store.as_ref().filter(|_| work >= self.least.0) {
            let name = UtilityValues::file_name(self.table.rules(), values.utility(), values.state(), values.scores());
            store.write(&name, &values.to_bytes());
        }
    }

    fn final_score(&self, card: &Scorecard) -> Option<Distribution> {
        let key = (card.state(), card.score());
        if let Some((_, score)) = self.kept().final_scores.get(|kept| *kept == key) {
            return Some(score.clone());
        }
        let score = self.stored(&Distribution::file_name(card), |bytes| Distribution::from_bytes(self.table.model(), card, bytes))?;
        self.kept().keep_final_score(key, &score);
        Some(score)
    }

    fn keep_final_score(&self, card: &Scorecard, score: &Distribution, work: u64) {
        self.kept().keep_final_score((card.state(), card.score()), score);
        if let Some(store) = self.store.as_ref().filter(|_| work >= self.least.1) {
            store.write(&Distribution::file_name(card), &score.to_bytes(self.table.model(), card));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use yahtzee_solver::evaluate::{Opponent, Ties};
    use yahtzee_solver::{Position, RuleSet, Solver};

    use super::*;

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
    fn run(map: &Map) -> Solutions {
        Solutions { least: (0, 0), ..Solutions::new(small("")).kept_in(Box::new(map.clone())) }
    }

    /// The aim for a card, and the steps of work for it.
    fn asked(solutions: &Solutions, objective: &Objective, card: &str) -> (Aim, Vec<AimStep>) {
        let steps = Mutex::new(Vec::new());
        let before = |step| steps.lock().unwrap().push(step);
        let card = Scorecard::parse(card, solutions.table().rules()).unwrap();
        let effort = Effort { before: Some(&before), ..Effort::default() };
        let aim = solutions.aim(&Arc::new(objective.clone()), &card, &Rounds::default(), &effort).unwrap();
        (aim, steps.into_inner().unwrap())
    }

    fn objectives(rules: &RuleSet) -> [Objective; 4] {
        let card = Scorecard::parse("one=5", rules).unwrap();
        let against = |named: Vec<Opponent>, field| Objective::Against(Opponents::new(named, field, Ties::Half).unwrap());
        let prizes = Utility::new(&[(0, 0.0), (30, 1.0), (44, 5.0)]).unwrap();
        [
            Objective::Target(Points::new(40)),
            against(vec![Opponent::New], 2),
            against(vec![Opponent::Card(card), Opponent::Score(Points::new(35))], 0),
            Objective::Utility(prizes),
        ]
    }

    #[test]
    fn the_second_run_solves_nothing() {
        let map = Map::default();
        let first = run(&map);
        let alone = Solutions::new(small(""));
        for objective in objectives(first.table().rules()) {
            for card in ["", "two=7"] {
                let (aim, steps) = asked(&first, &objective, card);
                // The turns that may follow are solved as well.
                assert_eq!(steps.is_empty(), !card.is_empty(), "{objective:?}");
                let again = [asked(&first, &objective, card), asked(&run(&map), &objective, card)];
                for (found, steps) in again {
                    assert!(found == aim && steps.is_empty(), "{objective:?} {steps:?}");
                }
                assert_eq!(asked(&alone, &objective, card).0, aim);
            }
        }
        // The same opponents against another card.
        let (_, steps) = asked(&run(&map), &objectives(first.table().rules())[2], "one=12 two=2 three=3");
        assert!(matches!(steps[..], [] | [AimStep::Values { .. }]), "{steps:?}");
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
            let (aim, _) = asked(&first, &objective, "");
            let sound = map.files.lock().unwrap().clone();
            for bytes in map.files.lock().unwrap().values_mut() {
                let middle = bytes.len() / 2;
                bytes[middle] ^= 1;
            }
            let (anew, steps) = asked(&run(&map), &objective, "");
            assert!(anew == aim && !steps.is_empty());
            assert_eq!(*map.files.lock().unwrap(), sound);
            assert_eq!(std::mem::take(&mut *map.unusable.lock().unwrap()).len(), sound.len());
            map.files.lock().unwrap().clear();
        }
    }

    /// A file is used only for its own rules, even if it has the file name of other rules.
    #[test]
    fn files_of_other_rules_are_not_used() {
        let map = Map::default();
        let objective = Objective::Target(Points::new(40));
        asked(&run(&map), &objective, "");
        let table = small("[[lower]]\nname = \"six\"\nany = true\npoints = \"all-dice\"\n");
        let other = Solutions { least: (0, 0), ..Solutions::new(table.clone()).kept_in(Box::new(map.clone())) };
        assert!(!asked(&other, &objective, "").1.is_empty());
        assert!(map.unusable.lock().unwrap().is_empty());
        let prefix = |solutions: &Solutions| UtilityValues::file_prefix(solutions.table().rules(), &Utility::target(0));
        let [own, name] = [run(&map), other].map(|solutions| map.names(&prefix(&solutions)).remove(0));
        map.write(&name, &map.read(&own).unwrap());
        let other = Solutions::new(table).kept_in(Box::new(map.clone()));
        assert!(!asked(&other, &objective, "").1.is_empty());
        assert!(map.unusable.lock().unwrap()[0].starts_with(&name));
    }

    /// As many targets as wanted are solved in the memory for one: the oldest results make room.
    #[test]
    fn kept_results_make_room() {
        let solutions = Solutions::new(small(""));
        let card = Scorecard::new(solutions.table().rules());
        let solve = |target: u32, memory: u64| {
            let effort = Effort { run: Run::new().memory(memory), ..Effort::default() };
            solutions.aim(&Arc::new(Objective::Target(Points::new(target))), &card, &Rounds::default(), &effort)
        };
        let empty = solutions.bytes();
        solve(20, u64::MAX).unwrap();
        let one = solutions.bytes() - empty;
        assert!(one > 0);
        let least = (1..).map(|step| empty + step * one / 8).find(|&memory| solve(21, memory).is_ok()).unwrap();
        for target in 22..40 {
            solve(target, least + one / 2).unwrap();
            assert!(solutions.bytes() <= least + one / 2, "{target}");
        }
        assert!(!solutions.make_room(u64::MAX) && solutions.make_room(1));
        solve(20, u64::MAX).unwrap();
        solutions.keep_at_most(one / 2);
        assert!(solutions.bytes_kept() <= one / 2);
        solve(23, u64::MAX).unwrap();
        assert!(solutions.bytes_kept() <= one / 2, "what does not fit is not kept");
    }

    #[test]
    fn too_little_memory_is_an_error() {
        let solutions = Solutions::new(small(""));
        let card = Scorecard::new(solutions.table().rules());
        let effort = Effort { run: Run::new().memory(100), ..Effort::default() };
        let objective = Arc::new(Objective::Target(Points::new(40)));
        let refused = solutions.aim(&objective, &card, &Rounds::default(), &effort).unwrap_err();
        assert!(matches!(refused, AimError::TooLarge { limit: 100, .. }));
        // A known solution needs no memory.
        solutions.aim(&objective, &card, &Rounds::default(), &Effort::default()).unwrap();
        assert!(solutions.aim(&objective, &card, &Rounds::default(), &effort).is_ok());
        let worth = solutions.worth(&objective, &card, &Rounds::default(), &effort).unwrap();
        let position = Position::parse("66 rerolls=0", card.rules()).unwrap();
        assert!(worth > 0.0 && worth < 1.0 && solutions.answer(Question::new(position)).is_ok());
    }
}
