//! Chances to win and to reach a target: they rank the options, and are shown for the table of players.

use yahtzee_solver::advise::SolvedTurn;
use yahtzee_solver::win::{Chance, Side, WinReview};
use yahtzee_solver::{Action, Advisor, Contest, Game, TurnOption, tr};

use super::seat::{Computer, PlaysFor, turns_done};
use super::state::{Next, Session};
use crate::words::WorthKind;

impl Session {
    /// The kind of worth that ranks the options.
    pub fn plays_for(&self) -> PlaysFor {
        self.mode.plays_for
    }

    /// The worth in words and numbers.
    pub fn worth_kind(&self) -> WorthKind {
        let ranked = self.advice.as_ref().is_some_and(|advice| advice.best().worth.is_some());
        match self.mode.plays_for {
            PlaysFor::Win if ranked => WorthKind::Win,
            PlaysFor::Target(_) if ranked => WorthKind::Target,
            _ => WorthKind::Points,
        }
    }

    /// Whether the chances of the options are approximate.
    pub fn is_approximate(&self) -> bool {
        self.approximate
    }

    /// The chance of each player to win, with the dice on the table; empty for a single player.
    pub fn chances(&self) -> &[Chance] {
        &self.chances
    }

    /// Whether another objective than points is available.
    pub fn can_switch(&self) -> bool {
        self.contest.is_some()
            && (self.players.len() > 1 || matches!(self.mode.plays_for, PlaysFor::Target(_)) || self.other_goal.is_some())
    }

    /// Adds the source of the chances to a session that began without it, and plays on if the game waited for it.
    pub fn add_contest(&mut self, contest: Contest<'static>) -> Next {
        let after = if self.awaits_chances() { Next::Save } else { Next::Draw };
        self.contest = Some(contest);
        if self.replay.is_some() {
            self.won = self.reviews_to_win();
            return self.stand_again();
        }
        let hints = self.hints;
        self.go_on();
        self.hints = hints;
        after
    }

    /// Whether the current player decides by chances, and these are not known yet. A review may be played on by any player.
    pub fn awaits_chances(&self) -> bool {
        let by_chance = |player: usize| match self.players[player].seat.computer {
            Some(computer) => computer == Computer::Win,
            None => self.mode.plays_for != PlaysFor::Points,
        };
        let decides = |current| by_chance(current) || (self.replay.is_some() && (0..self.players.len()).any(by_chance));
        self.contest.is_none() && self.current().is_some_and(decides)
    }

    /// Ranks the options by the chance instead of points, or by points again.
    pub(super) fn switch(&mut self) -> Next {
        if self.contest.is_none() && self.players.len() > 1 {
            return self.refuse(tr!("Options are ranked by points: the chances to win are not known."));
        }
        if !self.can_switch() {
            return self.refuse(tr!("Options are ranked by points: there is nobody to win against, and no target."));
        }
        let other = match self.mode.plays_for {
            PlaysFor::Points => self.other_goal.unwrap_or(PlaysFor::Win),
            _ => PlaysFor::Points,
        };
        self.other_goal = Some(self.mode.plays_for);
        self.mode.plays_for = other;
        let hints = self.hints;
        self.look();
        self.hints = hints;
        Next::Draw
    }

    /// The worths of a player's turn under this objective, and whether they are approximate; `None` for points. All decisions of the turn share them.
    pub(super) fn solved_turn(&mut self, player: usize, plays_for: PlaysFor) -> Option<(SolvedTurn, bool)> {
        let contest = self.contest()?;
        let turn = (player, plays_for, self.seats().map(turns_done).collect::<Vec<usize>>());
        self.solved_turns.retain(|(of, _)| of.2 == turn.2);
        if let Some((_, solved)) = self.solved_turns.iter().find(|(of, _)| *of == turn) {
            return Some(solved.clone());
        }
        let solved = match plays_for {
            PlaysFor::Points => None,
            PlaysFor::Win => {
                let sides: Vec<Side> = self.games().map(Side::of).collect();
                contest.solve(&sides, player).ok()?
            }
            PlaysFor::Target(target) => contest.target(&Side::of(&self.players[player].seat.game), target).ok()?,
        }?;
        self.solved_turns.push((turn, solved.clone()));
        Some(solved)
    }

    /// Each player's current chance to win.
    pub(super) fn chances_now(&mut self) -> Vec<Chance> {
        let Some(contest) = self.contest().filter(|_| self.players.len() > 1) else { return Vec::new() };
        let in_turn = Contest::in_turn(&self.games().collect::<Vec<_>>());
        let solved = in_turn.and_then(|player| self.solved_turn(player, PlaysFor::Win));
        contest.live(&self.games().collect::<Vec<_>>(), solved.as_ref(), self.mode.plays_for == PlaysFor::Win).unwrap_or_default()
    }

    /// The reviews of a finished game to win.
    pub(super) fn reviews_to_win(&self) -> Vec<WinReview> {
        let Some(contest) = self.contest().filter(|_| self.mode.plays_for == PlaysFor::Win && self.is_judged()) else {
            return Vec::new();
        };
        let games: Vec<&Game> = (0..self.players.len()).map(|player| self.whole_game(player)).collect();
        let reviews = (0..games.len()).map(|player| contest.review(&games, player));
        reviews.collect::<Result<_, _>>().unwrap_or_default()
    }

    /// The review of a player's game in chances, once a game to win is over or under review.
    pub fn win_review(&self, player: usize) -> Option<&WinReview> {
        self.won.get(player).filter(|_| self.is_judged())
    }

    /// Whether games to win are judged by chances: at their end, and in a review.
    fn is_judged(&self) -> bool {
        self.replay.is_some() || self.current().is_none()
    }

    /// A choice for the dice on the table, as an option by the objective of the game.
    pub(super) fn valued(&self, choice: &Action) -> Option<TurnOption> {
        Advisor::new(&self.table).value_of(self.advice.as_ref()?, choice)
    }

    /// The contest; players react to each other's cards or not.
    fn contest(&self) -> Option<Contest<'static>> {
        let react = self.players.iter().all(|player| player.seat.reacts());
        self.contest.clone().map(|contest| contest.reacting(react))
    }

    fn games(&self) -> impl Iterator<Item = &Game> {
        self.players.iter().map(|player| &player.seat.game)
    }
}

/// The loss of an option in the points of a coach's setting; a chance to win counts as many points as it is worth.
pub(super) fn loss_in_points(option: &TurnOption) -> f64 {
    option.worth.map_or(option.loss, |worth| worth.loss / WinReview::CHANCE_OF_A_POINT)
}

#[cfg(test)]
mod tests {
    use yahtzee_solver::win::Live;
    use yahtzee_solver::{Follower, Points, Run};

    use super::*;
    use crate::session::testing::{OWN, SEED, hasbro, pocket, press};
    use crate::session::{DiceFrom, Mode, RollForStart, Seat, Tone, Visible, seats};

    fn games(table: &yahtzee_solver::ValueTable, names: &[&str]) -> Vec<crate::session::Seat> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        seats(&names, &Game::new(table.rules())).unwrap()
    }

    fn sum(session: &Session) -> f64 {
        session.chances().iter().map(|chance| chance.value).sum()
    }

    #[test]
    fn a_key_switches_between_points_and_winning() {
        let live = Live::new(hasbro(), Follower::new(hasbro()).final_scores(4_000_000).unwrap()).unwrap();
        let mut session =
            Session::contested(Contest::new(&live).with(Run::new().threads(1)), games(hasbro(), &["ann", "bob"]), OWN).unwrap();
        assert!(session.chances().iter().all(|chance| chance.approximate && (chance.value - 0.5).abs() < 0.001));
        press(&mut session, "66666\n");
        assert!(session.chances()[0].value > 0.6 && (sum(&session) - 1.0).abs() < 1e-7, "{:?}", session.chances());
        assert_eq!((session.worth_kind(), session.is_approximate()), (WorthKind::Points, false));
        press(&mut session, "%");
        assert_eq!((session.worth_kind(), session.is_approximate()), (WorthKind::Win, true));
        let Visible::All(advice) = session.shown() else { panic!("no advice") };
        let best = advice.best().worth.unwrap().value;
        assert!((best - session.chances()[0].value).abs() < 1e-9, "{best} {:?}", session.chances());
        press(&mut session, "%");
        assert_eq!(session.worth_kind(), WorthKind::Points);
        press(&mut session, "%!");
        assert!(session.page().is_some(), "reasons for the best chance");
    }

    #[test]
    fn the_chances_may_come_during_a_game() {
        let table = pocket();
        let contest = Contest::new(&Live::new(&table, Follower::new(&table).final_scores(1_000_000).unwrap()).unwrap());
        let mut before = Session::contested(contest.clone(), games(&table, &["ann", "bob"]), OWN).unwrap();
        let mut session = Session::new(&table, games(&table, &["ann", "bob"]), OWN).unwrap();
        for session in [&mut before, &mut session] {
            press(session, "166\n66\n");
        }
        press(&mut session, "%");
        assert!(session.chances().is_empty() && session.said()[0].text.ends_with("the chances to win are not known."));
        session.add_contest(contest);
        assert_eq!(format!("{:?}", session.chances()), format!("{:?}", before.chances()));
        press(&mut session, "6\n%");
        assert_eq!(session.worth_kind(), WorthKind::Win);
    }

    #[test]
    fn a_game_to_win_waits_for_the_chances() {
        let table = pocket();
        let contest = Contest::new(&Live::new(&table, Follower::new(&table).final_scores(1_000_000).unwrap()).unwrap());
        let mode = Mode { plays_for: PlaysFor::Win, ..SEED };
        for names in [["ann", "bob"], ["computer:win", "ann"]] {
            let before = Session::contested(contest.clone(), games(&table, &names), mode).unwrap();
            let mut session = Session::new(&table, games(&table, &names), mode).unwrap();
            press(&mut session, "\n");
            assert!(session.awaits_chances() && session.said()[0].text.starts_with("One moment"), "{:?}", session.said());
            assert_eq!(session.add_contest(contest.clone()), Next::Save);
            let state =
                |session: &Session| format!("{:?} {:?} {:?}", session.chances(), session.shown(), session.seats().collect::<Vec<_>>());
            assert_eq!(state(&session), state(&before));
            assert_eq!(session.add_contest(contest.clone()), Next::Draw);
        }
    }

    #[test]
    fn alone_there_is_a_target_or_nothing() {
        let table = pocket();
        let live = Live::new(&table, Follower::new(&table).final_scores(1_000_000).unwrap()).unwrap();
        let contest = Contest::new(&live);
        let mut session = Session::contested(contest.clone(), games(&table, &["ann"]), OWN).unwrap();
        press(&mut session, "%");
        assert_eq!(session.said()[0].tone, Tone::Wrong);
        assert!(session.chances().is_empty());
        let mut session =
            Session::contested(contest, games(&table, &["ann"]), Mode { plays_for: PlaysFor::Target(Points::new(20)), ..OWN }).unwrap();
        press(&mut session, "116\n");
        assert_eq!((session.worth_kind(), session.is_approximate()), (WorthKind::Target, false), "a small game is solved exactly");
        press(&mut session, "%");
        assert_eq!(session.worth_kind(), WorthKind::Points);
        press(&mut session, "%");
        assert_eq!(session.plays_for(), PlaysFor::Target(Points::new(20)));
    }

    /// The coach, the question before a zero and the result of a game to win speak of the chance.
    #[test]
    fn a_game_to_win_is_judged_by_the_chance() {
        let table = pocket();
        let live = Live::new(&table, Follower::new(&table).final_scores(1_000_000).unwrap()).unwrap();
        let mode = Mode { coach: Some(0.2), plays_for: PlaysFor::Win, ..OWN };
        let mut session = Session::contested(Contest::new(&live), games(&table, &["ann", "bob"]), mode).unwrap();
        press(&mut session, "666\n66\n");
        let mistake = session.mistake().unwrap();
        let Some(worth) = mistake.decision.chosen.worth else { panic!("a chance") };
        assert!(worth.loss > WinReview::CHANCE_OF_A_POINT && mistake.decision.best.worth.unwrap().loss == 0.0);
        let said: Vec<&str> = session.said().iter().map(|said| said.text.as_str()).collect();
        assert!(said[0].contains("percentage points of the chance to win. Better: score"), "{said:?}");
        press(&mut session, "!");
        assert!(session.page().is_some(), "the mistake is explained by the chance");
        press(&mut session, "1\nthree\n");
        assert!(
            session.asks() && session.said()[0].text.contains("percentage points of the chance to win against"),
            "{:?}",
            session.said()
        );
        press(&mut session, "y\n111\nthree\n666\nsixes\n112\n12\n");
        assert!(session.win_review(0).is_none(), "the game goes on");
        press(&mut session, "1\nsixes\ny\n");
        assert_eq!(session.stage(), yahtzee_solver::Stage::Over);
        let [ann, bob] = [0, 1].map(|player| session.win_review(player).unwrap());
        assert!((ann.now, bob.now) == (1.0, 0.0) && ann.loss() > bob.loss() && ann.level().is_some(), "{ann:?} {bob:?}");
        assert!((ann.loss() - ann.mistakes().iter().map(|(_, decision)| decision.loss()).sum::<f64>()).abs() < 1e-9);
        press(&mut session, "<");
        assert!(session.win_review(0).is_none());
    }

    /// Computers play whole games against each other; the final chances name the winner.
    #[test]
    fn a_computer_plays_to_win() {
        let table = pocket();
        let live = Live::new(&table, Follower::new(&table).final_scores(1_000_000).unwrap()).unwrap();
        let mut wins = [0.0; 2];
        for seed in 0..200 {
            let mode = Mode { dice: DiceFrom::Seed(seed), ..SEED };
            let mut session = Session::contested(Contest::new(&live), games(&table, &["computer:greedy", "computer:win"]), mode).unwrap();
            while session.current().is_some() {
                press(&mut session, "\n");
                assert!((sum(&session) - 1.0).abs() < 1e-6);
            }
            for (wins, chance) in wins.iter_mut().zip(session.chances()) {
                assert!([0.0, 0.5, 1.0].contains(&chance.value) && !chance.approximate);
                *wins += chance.value;
            }
        }
        assert!(wins[1] > wins[0] && wins[0] + wins[1] == 200.0, "{wins:?}");
    }

    /// Rolls for the first turn with five dice; returns the words.
    fn rolled(seats: &mut [Seat], seed: u64) -> String {
        let rules = seats[0].game.rules().clone();
        RollForStart::new(seats, &rules, seed).in_words(seats)
    }

    #[test]
    fn a_player_without_a_name_is_spoken_to() {
        let starts = (0..20).map(|seed| rolled(&mut games(hasbro(), &["you", "computer"]), seed)).collect::<Vec<_>>();
        assert!(starts.iter().all(|said| said.ends_with(" You begin.") || said.ends_with(" computer begins.")), "{starts:?}");
        assert!(starts.iter().any(|said| said.ends_with(" You begin.")));
    }

    #[test]
    fn the_highest_throw_starts() {
        let mut starts = [0; 3];
        for seed in 0..300 {
            let mut players = games(hasbro(), &["ann", "bob", "cid"]);
            let said = rolled(&mut players, seed);
            let first = ["ann", "bob", "cid"].iter().position(|name| *name == players[0].name).unwrap();
            starts[first] += 1;
            // The others follow in their order.
            assert_eq!(players[1].name, ["bob", "cid", "ann"][first]);
            assert!(said.ends_with(&format!("{} begins.", players[0].name)), "{said}");
            let last = said.trim_start_matches("Rolled for the start: ").split(". ").next().unwrap().rsplit("again: ").next().unwrap();
            let sums: Vec<(&str, u32)> =
                last.split(", ").map(|thrown| thrown.split_once(' ').map(|(name, sum)| (name, sum.parse().unwrap())).unwrap()).collect();
            let best = sums.iter().map(|(_, sum)| *sum).max().unwrap();
            let leaders: Vec<&str> = sums.iter().filter(|(_, sum)| *sum == best).map(|(name, _)| *name).collect();
            assert_eq!(leaders, [players[0].name.as_str()], "{said}");
        }
        assert!(starts.iter().all(|starts| (60..140).contains(starts)), "{starts:?}");
        let mut alone = games(hasbro(), &["you"]);
        assert!(rolled(&mut alone, 1).ends_with(". You begin."));
    }
}
