//! Lessons: what to remember of a position.
//!
//! A lesson is a rule of thumb for a family of positions: the dice and the card alone decide whether it applies, and what it says to do. It is told where the
//! best choice follows it, unless a mistake does so too. `docs/guide.md` says how often the best choice follows each.

use yahtzee_solver::advise::UpperStanding;
use yahtzee_solver::dice::{Die, Face};
use yahtzee_solver::language::decimal;
use yahtzee_solver::rules::Pattern;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{Action, Advice, Category, Dice, Hold, Position, RuleSet, TurnOption, tr};

/// The family of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lesson {
    /// One box is open, Chance or an upper one.
    Last,
    /// A further n of a kind earns an extra bonus.
    Joker,
    /// All dice make a straight.
    Made,
    /// All dice but one are alike.
    AllButOne,
    /// One die is missing for a straight.
    Run,
    /// Three dice are alike.
    ThreeAlike,
    /// Two pairs.
    TwoPairs,
    /// One pair, not of the lowest face.
    Pair,
    /// After the last roll, three alike, and the upper bonus is in reach.
    UpperBox,
    /// The same with at least the mean of Chance, and the upper bonus is decided.
    KindBox,
    /// After the last roll, dice with less than the mean of Chance.
    Chance,
}

/// What a lesson says to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// Keep exactly these dice.
    Keep(Dice),
    /// Write in this box.
    Write(Category),
    /// Write in any other box.
    WriteElsewhere(Category),
    /// Write where it earns an extra bonus.
    WriteWithBonus,
}

/// A sum must be below the mean of Chance by more than this: players save the box for little else.
const BELOW_CHANCE: f64 = 2.0;

/// What to remember of a position, if the best choice follows its lesson, and the chosen option, if that is a mistake, does not. That a box is better kept
/// is told of a mistake alone.
pub(super) fn of(advice: &Advice, chosen: Option<&TurnOption>) -> Option<String> {
    let scene = Scene::new(&advice.position);
    let (lesson, asked) = scene.lesson()?;
    let is_told = asked.is_followed_by(&advice.best().action)
        && match chosen.filter(|chosen| chosen.loss >= TIE_TOLERANCE) {
            Some(mistake) => !asked.is_followed_by(&mistake.action),
            None => !matches!(asked, Asked::WriteElsewhere(_)),
        };
    is_told.then(|| scene.in_words(lesson, asked))
}

impl Asked {
    fn is_followed_by(self, action: &Action) -> bool {
        match (self, action) {
            (Asked::Keep(dice), Action::Hold(hold)) => **hold == dice,
            (Asked::Write(category), Action::Score(placement)) => placement.category == category,
            (Asked::WriteElsewhere(category), Action::Score(placement)) => placement.category != category,
            (Asked::WriteWithBonus, Action::Score(placement)) => placement.bonus > 0,
            _ => false,
        }
    }
}

/// A position, and what lessons ask of it.
struct Scene<'a> {
    position: &'a Position,
    rules: &'a RuleSet,
    dice: Dice,
    /// The faces shown with their dice, those with more dice first, of equals the higher face.
    groups: Vec<(Face, u8)>,
}

impl<'a> Scene<'a> {
    fn new(position: &'a Position) -> Scene<'a> {
        let (rules, dice) = (position.rules(), *position.roll());
        let mut groups: Vec<_> = rules.die().faces().map(|face| (face, dice.count(face))).filter(|(_, count)| *count > 0).collect();
        groups.sort_by_key(|(face, count)| std::cmp::Reverse((*count, face.pips())));
        Scene { position, rules, dice, groups }
    }

    /// The first lesson that applies, and what it says to do.
    fn lesson(&self) -> Option<(Lesson, Asked)> {
        Lesson::ALL.into_iter().find_map(|lesson| Some((lesson, self.asks(lesson)?)))
    }

    /// What a lesson says to do; `None` if it does not apply.
    fn asks(&self, lesson: Lesson) -> Option<Asked> {
        let can_throw = self.position.rerolls_left().get() > 0;
        let (face, alike) = self.groups[0];
        let second = self.groups.get(1).map_or(0, |(_, count)| *count);
        let applies = match lesson {
            Lesson::Last | Lesson::Made => can_throw,
            Lesson::Joker => self.position.placements().any(|placement| placement.bonus > 0),
            Lesson::AllButOne => {
                can_throw && self.rules.dice() >= 4 && usize::from(alike) + 1 == self.rules.dice() && self.counts_alike(face)
            }
            Lesson::Run => can_throw && alike < 3,
            Lesson::ThreeAlike => {
                can_throw && self.rules.dice() >= 5 && alike == 3 && second < 3 && self.counts_alike(face) && !self.is_full_house()
            }
            Lesson::TwoPairs => can_throw && self.rules.dice() >= 5 && (alike, second) == (2, 2) && self.upper_box(face).is_some(),
            Lesson::Pair => {
                let is_lowest = self.rules.die().faces().next() == Some(face);
                can_throw && self.rules.dice() >= 5 && (alike, second) == (2, 1) && !is_lowest && self.upper_box(face).is_some()
            }
            Lesson::UpperBox => !can_throw && alike == 3 && self.bonus_is_open() && !self.is_full_house(),
            Lesson::KindBox => !can_throw && alike == 3 && !self.bonus_is_open() && !self.is_full_house(),
            Lesson::Chance => !can_throw,
        };
        if !applies {
            return None;
        }
        match lesson {
            Lesson::Last => self.keep(self.kept_for_last_box()?),
            Lesson::Joker => Some(Asked::WriteWithBonus),
            Lesson::Made => self.open().find(|category| self.is_made_straight(self.pattern(*category))).map(Asked::Write),
            Lesson::Run => self.keep(self.run()?),
            Lesson::AllButOne | Lesson::ThreeAlike | Lesson::TwoPairs | Lesson::Pair => self.keep(self.dice_of(face)),
            Lesson::UpperBox => self.upper_box(face).map(Asked::Write),
            Lesson::KindBox => {
                let of_three = |pattern: &Pattern| matches!(pattern, Pattern::Groups { sizes, .. } if sizes[..] == [3]);
                let kind = self.open().find(|category| of_three(self.pattern(*category)))?;
                (f64::from(self.dice.sum()) >= self.mean_of_chance()).then_some(Asked::Write(kind))
            }
            Lesson::Chance => {
                let chance = self.open().find(|category| *self.pattern(*category) == Pattern::Any)?;
                let scores_elsewhere = self.position.placements().any(|other| other.category != chance && other.points > 0);
                let is_less = scores_elsewhere && f64::from(self.dice.sum()) + BELOW_CHANCE < self.mean_of_chance();
                is_less.then_some(Asked::WriteElsewhere(chance))
            }
        }
    }

    fn in_words(&self, lesson: Lesson, asked: Asked) -> String {
        let title = |category: Category| self.rules.category(category).title.clone();
        match (lesson, asked) {
            (Lesson::Last, _) => {
                let last = self.open().next().expect("one box is open");
                match self.pattern(last) {
                    Pattern::Any => {
                        let mean = decimal(self.mean_of_a_die(self.position.rerolls_left().get()), 2);
                        tr!("Only {} is open: keep the dice above {}, the mean of a die that is thrown again.", title(last), mean)
                    }
                    _ => tr!("Only {} is open: keep its dice, and nothing else.", title(last)),
                }
            }
            (Lesson::Joker, _) => {
                let bonus = self.position.placements().map(|placement| placement.bonus).max().unwrap_or_default();
                tr!("All alike once more earn an extra bonus of {}: write them at once.", bonus)
            }
            (Lesson::Made, Asked::Write(category)) => tr!("Write {} at once when you have it.", title(category)),
            (Lesson::AllButOne, _) => tr!("All dice alike but one: keep them, and throw that one."),
            (Lesson::Run, _) => tr!("One die short of a straight: keep the run."),
            (Lesson::ThreeAlike, _) => tr!("Three alike: keep these three, and nothing else."),
            (Lesson::TwoPairs, _) => tr!("Two pairs: keep the higher one alone while its box is open."),
            (Lesson::Pair, _) => tr!("A pair whose box is open: keep it alone, without pieces of a straight."),
            (Lesson::UpperBox, _) => tr!("Three alike go into the box of their face while the upper bonus is in reach."),
            (Lesson::KindBox, Asked::Write(category)) => {
                tr!("Once the upper bonus is decided, three alike with a good sum go into {}.", title(category))
            }
            (_, Asked::WriteElsewhere(chance)) => {
                let mean = decimal(self.mean_of_chance(), 1);
                tr!("{} brings {} on average in a turn of its own: save it while another box scores.", title(chance), mean)
            }
            _ => unreachable!("each lesson asks for the same kind of action"),
        }
    }

    fn keep(&self, dice: Dice) -> Option<Asked> {
        Hold::new(dice, &self.position.roll()).ok().map(|hold| Asked::Keep(*hold))
    }

    fn open(&self) -> impl Iterator<Item = Category> {
        self.rules.categories().filter(|category| self.position.card().is_open(*category))
    }

    fn pattern(&self, category: Category) -> &'a Pattern {
        &self.rules.category(category).pattern
    }

    fn has_open(&self, test: impl Fn(&Pattern) -> bool) -> bool {
        self.open().any(|category| test(self.pattern(category)))
    }

    /// The open upper box of a face.
    fn upper_box(&self, face: Face) -> Option<Category> {
        self.open().find(|category| *self.pattern(*category) == Pattern::Face(face))
    }

    /// Whether dice of this face score in an open box of their face, or for dice alike.
    fn counts_alike(&self, face: Face) -> bool {
        let is_kind = |pattern: &Pattern| matches!(pattern, Pattern::Groups { sizes, .. } if matches!(sizes[..], [size] if size >= 3));
        self.upper_box(face).is_some() || self.has_open(is_kind)
    }

    fn bonus_is_open(&self) -> bool {
        matches!(UpperStanding::of(self.rules, self.position.state()), UpperStanding::Open { .. })
    }

    /// All dice of a face.
    fn dice_of(&self, face: Face) -> Dice {
        Dice::of(self.dice.faces().filter(|other| *other == face))
    }

    /// Whether the dice show two faces and make the two groups of an open box.
    fn is_full_house(&self) -> bool {
        let makes = |pattern: &Pattern| {
            matches!(pattern, Pattern::Groups { sizes, .. } if sizes.len() == 2) && pattern.highest(&self.dice).is_some()
        };
        self.groups.len() == 2 && self.has_open(makes)
    }

    fn is_straight(&self, pattern: &Pattern) -> bool {
        pattern.is_straight(self.rules.game_dice())
    }

    /// Whether all dice are needed for a straight that they make.
    fn is_made_straight(&self, pattern: &Pattern) -> bool {
        let fewer = || self.groups.iter().filter_map(|(face, _)| self.dice.without(*face));
        self.is_straight(pattern) && pattern.highest(&self.dice).is_some() && fewer().all(|fewer| pattern.highest(&fewer).is_none())
    }

    /// One die each of as many consecutive faces as all dice but one can show, if one more makes a straight of an open box that the dice do not make, and
    /// that pays more than the sum of its dice. With a pair beside it, the run must be open at both ends.
    fn run(&self) -> Option<Dice> {
        let (length, faces) = (self.rules.dice() - 1, self.rules.die().faces().collect::<Vec<Face>>());
        let is_missing = |pattern: &Pattern| self.is_straight(pattern) && pattern.highest(&self.dice).is_none();
        let pays_more =
            |category: Category, dice: &Dice| self.pattern(category).points(self.rules.category(category).pays, dice) > dice.sum();
        let makes =
            |run: &Dice, face: Face| self.open().any(|category| is_missing(self.pattern(category)) && pays_more(category, &run.with(face)));
        let least = usize::from(self.groups[0].1.min(2));
        let shown = faces.windows(length.max(1)).rev().filter(|run| run.iter().all(|face| self.dice.count(*face) > 0));
        let mut runs = shown.map(|run| Dice::of(run.iter().copied()));
        runs.find(|run| faces.iter().filter(|face| makes(run, **face)).count() >= least)
    }

    /// The dice that count more in the only open box than a throw brings; `None` if several are open, or it is none for a sum. While further n of a
    /// kind earn a bonus, the box is not all that counts.
    fn kept_for_last_box(&self) -> Option<Dice> {
        let mut open = self.open();
        let (last, None, false) = (open.next()?, open.next(), self.position.state().flag) else { return None };
        let (pattern, mean) = (self.pattern(last), self.mean_of_a_die(self.position.rerolls_left().get()));
        let is_kept = |face: &Face| match pattern {
            Pattern::Any => f64::from(face.pips()) > mean,
            _ => *pattern == Pattern::Face(*face),
        };
        matches!(pattern, Pattern::Any | Pattern::Face(_)).then(|| Dice::of(self.dice.faces().filter(is_kept)))
    }

    /// The mean pips of a die with this many throws, kept or thrown again after each.
    fn mean_of_a_die(&self, throws: u8) -> f64 {
        let die: &Die = self.rules.die();
        let mean = |least: f64| {
            let sides = die.faces().map(|face| f64::from(die.sides_with(face)) * f64::from(face.pips()).max(least));
            sides.sum::<f64>() / f64::from(die.sides())
        };
        (0..throws).fold(0.0, |least, _| mean(least))
    }

    /// The mean points of a player who ends a turn in Chance.
    fn mean_of_chance(&self) -> f64 {
        self.rules.dice() as f64 * self.mean_of_a_die(self.rules.rolls())
    }
}

impl Lesson {
    /// Every lesson. The first that applies is that of the position.
    const ALL: [Lesson; 11] = [
        Lesson::Last,
        Lesson::Joker,
        Lesson::Made,
        Lesson::AllButOne,
        Lesson::Run,
        Lesson::ThreeAlike,
        Lesson::TwoPairs,
        Lesson::Pair,
        Lesson::UpperBox,
        Lesson::KindBox,
        Lesson::Chance,
    ];
}

#[cfg(test)]
mod tests {
    use yahtzee_solver::game::Move;
    use yahtzee_solver::{Advisor, Game, Seed, Solver, Stage, ValueTable, WrittenAction};

    use super::*;
    use crate::session::testing::hasbro;

    /// For each lesson, the positions of games of best play to which it applies, and those in which a best choice follows it.
    fn measured(table: &ValueTable, games: u64) -> [[usize; 2]; Lesson::ALL.len()] {
        let advisor = Advisor::new(table);
        let mut counts = [[0; 2]; Lesson::ALL.len()];
        for number in 0..games {
            let mut game = Game::new(table.rules());
            loop {
                match game.stage() {
                    Stage::Over => break,
                    Stage::ToRoll { .. } => game.roll(game.next_roll(Seed::new(3), number).unwrap()).unwrap(),
                    Stage::ToChoose { roll, rerolls_left } => {
                        let position = Position::new(game.card().clone(), roll, rerolls_left).unwrap();
                        let advice = advisor.advise(&position).unwrap();
                        if let Some((lesson, asked)) = Scene::new(&position).lesson() {
                            let best = advice.options.iter().take_while(|option| option.ties_with_best());
                            let [applies, follows] = &mut counts[lesson as usize];
                            *applies += 1;
                            *follows += usize::from(best.into_iter().any(|option| asked.is_followed_by(&option.action)));
                        }
                        game.play(Move::Choice(advice.best().action)).unwrap();
                    }
                }
            }
        }
        counts
    }

    /// The table of docs/guide.md is made with SHOWN=1, and 1,000 games.
    #[test]
    fn best_play_follows_the_lessons() {
        let is_shown = std::env::var("SHOWN").is_ok();
        for name in ["hasbro", "kniffel", "yatzy"] {
            let table = match name {
                "hasbro" => hasbro().clone(),
                _ => Solver::new(&RuleSet::builtin(name).unwrap()).unwrap().solve().unwrap(),
            };
            for (lesson, [applies, follows]) in Lesson::ALL.iter().zip(measured(&table, if is_shown { 1000 } else { 60 })) {
                if is_shown {
                    println!("{name} {lesson:?}: {applies} {:.0}%", 100.0 * follows as f64 / applies as f64);
                } else {
                    assert!(applies < 10 || 4 * follows >= 3 * applies, "{name} {lesson:?}: {follows} of {applies}");
                }
            }
        }
    }

    #[test]
    fn a_position_has_the_lesson_of_its_family() {
        let table = hasbro();
        let late = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=20 4k=22 fh=25 ss=30 ls=40";
        let lesson = |position: &str, chosen: &str| {
            let position = Position::parse(position, table.rules()).unwrap();
            let chosen = WrittenAction::parse(chosen, table.rules(), position.card()).unwrap();
            let answer =
                crate::ask::Question { chosen: Some(chosen), why: true, ..crate::ask::Question::new(position) }.work(table, None).unwrap();
            let said = answer.explained("The best", "yours".to_owned());
            let last = said.last().unwrap();
            (last.heading == "To remember").then(|| last.sentences.concat())
        };
        for (position, chosen, wanted) in [
            (
                &*format!("12456 rerolls=2 {late} yahtzee=0"),
                "hold 456",
                "Only Chance is open: keep the dice above 4.25, the mean of a die that is thrown again.",
            ),
            (
                "11235 rerolls=1 2s=6 3s=9 4s=12 5s=15 6s=18 3k=20 4k=22 fh=25 ss=30 ls=40 ch=20 yahtzee=0",
                "hold 235",
                "Only Ones is open: keep its dice, and nothing else.",
            ),
            ("66666 rerolls=1 yahtzee=50 6s=18", "hold 6666", "All alike once more earn an extra bonus of 100: write them at once."),
            ("23456 rerolls=1", "hold 3456", "Write Large Straight at once when you have it."),
            ("44442 rerolls=1", "score fours", "All dice alike but one: keep them, and throw that one."),
            ("22345 rerolls=1 2s=6", "hold 22", "One die short of a straight: keep the run."),
            ("44416 rerolls=2", "hold 4446", "Three alike: keep these three, and nothing else."),
            ("44663 rerolls=2", "hold 4466", "Two pairs: keep the higher one alone while its box is open."),
            ("13446 rerolls=2", "hold 346", "A pair whose box is open: keep it alone, without pieces of a straight."),
            ("66612 rerolls=0", "score three-of-a-kind", "Three alike go into the box of their face while the upper bonus is in reach."),
            (
                "55546 rerolls=0 1s=1 3s=3 4s=4 6s=6 ch=20",
                "score fives",
                "Once the upper bonus is decided, three alike with a good sum go into Three of a Kind.",
            ),
            ("11345 rerolls=0", "score chance", "Chance brings 23.3 on average in a turn of its own: save it while another box scores."),
        ] {
            assert_eq!(lesson(position, chosen).as_deref(), Some(wanted), "{position} {chosen}");
        }
        // A mistake that keeps to the lesson, and a best choice that does not.
        assert!(lesson("44416 rerolls=2", "hold 444").is_some() && lesson("23456 rerolls=0", "score large-straight").is_none());
        for (position, chosen) in [("11345 rerolls=0", "score twos"), ("34666 rerolls=0", "score chance")] {
            assert_eq!(lesson(position, chosen), None, "{position} {chosen}");
        }
    }
}
