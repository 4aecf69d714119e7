//! The positions of a quiz.

use yahtzee_dialogue::Service;
use yahtzee_dialogue::training::daily::{Day, POSITIONS};
use yahtzee_dialogue::training::deck::{Deck, THRESHOLD};
use yahtzee_dialogue::training::progress::player;
use yahtzee_dialogue::training::record::{AskedIn, fingerprint};
use yahtzee_dialogue::training::topic::{QuizOf, Topic};
use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::{Game, Position, Quiz, tr};

use crate::args::QuizArgs;
use crate::context::history::{HistoryFile, day_of, now};
use crate::context::random_seed;
use crate::terminal::failure::Failure;

/// The positions of a quiz.
pub(super) struct Source<'a> {
    pub(super) puzzles: Box<dyn Iterator<Item = Puzzle> + 'a>,
    /// The most positions to ask.
    pub(super) most: u32,
    /// The seed, or its substitute.
    pub(super) seed: u64,
    /// The description of the positions, for the title.
    pub(super) which: String,
    /// Whether the obvious choice is a mistake in all of them.
    pub(super) all_mistakes: bool,
    pub(super) from: AskedIn,
    pub(super) day: Option<Day>,
    /// The options that give the same quiz again, if any do.
    pub(super) again: Option<String>,
    /// The text if there is no position to ask.
    pub(super) nothing: String,
}

impl<'a> Source<'a> {
    /// Mixed positions, without any yet.
    fn mixed(most: u32) -> Source<'a> {
        Source {
            puzzles: Box::new(std::iter::empty()),
            most,
            seed: 0,
            which: String::new(),
            all_mistakes: false,
            from: AskedIn::Quiz,
            day: None,
            again: None,
            nothing: tr!("no position fits"),
        }
    }

    /// Positions of a game again, in this order.
    pub(super) fn again(positions: Vec<Position>, service: &'a Service) -> Source<'a> {
        let most = positions.len() as u32;
        let puzzles = positions.into_iter().filter_map(|position| service.puzzle(&position).ok());
        Source { puzzles: Box::new(puzzles), which: tr!("of a game"), ..Source::mixed(most) }
    }

    /// The positions for these arguments. `game` is the game of `--from`.
    pub(super) fn new(
        args: &QuizArgs,
        service: &'a Service,
        game: Option<&Game>,
        history: Option<&HistoryFile>,
    ) -> Result<Source<'a>, Failure> {
        let topic = Topic { theme: args.topic, level: args.level };
        let mixed = Source::mixed(args.positions);
        if let Some(day) = args.daily {
            let day = day.unwrap_or_else(|| day_of(now()));
            let puzzles = service.daily(day);
            return Ok(Source {
                most: POSITIONS as u32,
                puzzles: Box::new(puzzles.into_iter()),
                seed: day.number().into(),
                which: tr!("the ten of {}", day),
                from: AskedIn::Daily,
                day: Some(day),
                again: Some(format!("--daily {day}")),
                ..mixed
            });
        }
        if let Some(game) = game {
            let positions = positions_of(game, service)?;
            let Source { puzzles, which, .. } = Source::again(positions, service);
            let puzzles = puzzles.filter(move |puzzle| puzzle.is_choice() && topic.has(puzzle, service.table()));
            return Ok(Source { puzzles: Box::new(puzzles), which, ..mixed });
        }
        if args.mine {
            return mine(args, topic, service, history, mixed);
        }
        let seed = args.seed.unwrap_or_else(random_seed);
        let which = tr!("seed {}", seed);
        let of = QuizOf { seed, topic, mixed: args.mixed };
        let puzzles = service.puzzles(&of);
        let mut again = format!("--seed {seed} -n {}", args.positions);
        again.push_str(if args.mixed { " --mixed" } else { "" });
        again.extend(args.topic.map(|topic| format!(" --topic {}", topic.name())));
        again.extend(args.level.map(|level| format!(" --level {}", level.name())));
        let nothing = if of.is_of_mistakes() {
            tr!("in all games that were tried, the obvious choice cost less than {} points", Quiz::LEAST_LOSS)
        } else {
            mixed.nothing.clone()
        };
        Ok(Source { puzzles, seed, which, all_mistakes: of.is_of_mistakes(), again: Some(again), nothing, ..mixed })
    }
}

/// The positions of a game, in its order.
fn positions_of(game: &Game, service: &Service) -> Result<Vec<Position>, Failure> {
    service.rules().check_same_game(game.rules())?;
    let mut positions = Vec::new();
    for played in game.played() {
        for decision in played.turn.decisions() {
            positions.push(Position::new(played.card.clone(), decision.roll, decision.rerolls_left)?);
        }
    }
    Ok(positions)
}

/// The due mistakes.
fn mine<'a>(
    args: &QuizArgs,
    topic: Topic,
    service: &'a Service,
    history: Option<&HistoryFile>,
    mixed: Source<'a>,
) -> Result<Source<'a>, Failure> {
    let file = history.ok_or_else(|| Failure::input(tr!("--mine: there is no history: name a file with --history")))?;
    let (history, fingerprint, at) = (file.read()?, fingerprint(service.rules()), now());
    let player = player(&history, service.rules().name(), &fingerprint, args.player.as_deref())
        .map_err(|wrong| Failure::input(tr!("--player: {}", wrong)))?;
    // A player who has only answered positions has a deck too.
    let deck = Deck::new(&history, &fingerprint, &player.unwrap_or_default(), args.threshold.unwrap_or(THRESHOLD));
    let due: Vec<Position> = deck.due(at).into_iter().filter_map(|card| Position::parse(&card.position, service.rules()).ok()).collect();
    let nothing = match (deck.cards.len(), deck.mastered(), deck.next_due()) {
        (0, ..) => tr!("your history has no mistakes by these rules that cost enough"),
        (all, mastered, None) => tr!("all {} of {} positions are mastered", mastered, all),
        (_, mastered, Some(next)) => tr!("no mistake is due before {}; {} are mastered", day_of(next.max(at)), mastered),
    };
    let puzzles = due.into_iter().filter_map(|position| service.puzzle(&position).ok()).filter(|puzzle| topic.has(puzzle, service.table()));
    let puzzles: Vec<Puzzle> = puzzles.take(args.positions as usize).collect();
    Ok(Source {
        most: (puzzles.len() as u32).max(1),
        puzzles: Box::new(puzzles.into_iter()),
        which: tr!("your own mistakes"),
        from: AskedIn::Deck,
        nothing,
        ..mixed
    })
}
