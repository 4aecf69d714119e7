//! A game: a session of the dialogue, in the form for the page.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use yahtzee_dialogue::answer::{CardView, NamedAction, NamedOption};
use yahtzee_dialogue::session::saved::{self, Saved};
use yahtzee_dialogue::session::{
    Compared, Computer, DiceFrom, Intent, Mistake, Mode, Next, Played, PlaysFor, ReviewedSeat, RollForStart, SameDice, Seat, Session,
    StateNumber, Tone, Visible, seats,
};
use yahtzee_dialogue::words::reasons::Explanation;
use yahtzee_dialogue::{Detail, Question};
use yahtzee_solver::advise::PlayerLevel;
use yahtzee_solver::game::Decision;
use yahtzee_solver::tr;
use yahtzee_solver::{Dice, Game, Position, RuleSet, Stage, TurnOption, WrittenAction};

use crate::Engine;
use crate::progress::reporting;
use crate::view::{self, choices, faces};

/// A game to begin.
#[derive(Deserialize, Tsify)]
pub struct NewGame {
    /// Names; `computer`, `computer:greedy` and `computer:win` are computers. An empty list means one person without a name.
    players: Vec<String>,
    /// The seed of virtual dice; without one, the players throw their own.
    #[tsify(optional)]
    seed: Option<f64>,
    /// The loss up to which the coach says nothing; without it, the advice is always shown.
    #[tsify(optional)]
    coach: Option<f64>,
    rounds: u8,
}

/// An action of a player.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Tap {
    /// These dice fell, as text: `11666`.
    Fell(String),
    /// Chooses an action, in the form given with the choice.
    Choose(String),
    /// Throws the dice of the next player, or lets a computer play.
    Throw,
    Undo,
    Hint,
    /// Answers a question.
    Answer(bool),
    /// Changes the coach: the loss up to which it says nothing; null shows the advice always.
    Coach(Option<f64>),
}

/// A game in progress.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct PlayView {
    /// The number of this state. A tap belongs to the state in which it was made.
    state: u32,
    /// The game in the notation of the program.
    saved: String,
    #[tsify(type = "'to-roll' | 'to-choose' | 'over'")]
    stage: &'static str,
    /// The dice on the table: the roll, or the held dice.
    dice: Vec<u8>,
    rerolls_left: u8,
    /// The number of dice to roll.
    to_roll: usize,
    own_dice: bool,
    coach: Option<f64>,
    players: Vec<PlayerView>,
    /// The turns of computers since a person moved, the first of them first.
    computers: Vec<TurnView>,
    /// The player whose card is shown.
    shown: usize,
    current: Option<usize>,
    /// The player who has won at once, by a roll that does so.
    won_at_once: Option<usize>,
    card: CardView,
    /// The points and the extra bonus that each category would score now.
    would: Vec<Option<[u32; 2]>>,
    #[tsify(type = "'nothing' | 'silent' | 'few' | 'best' | 'all'")]
    advice: &'static str,
    options: Vec<NamedOption>,
    /// All actions of the player, in an order that does not reveal the best one.
    choices: Vec<NamedAction>,
    /// Why the last request is not possible.
    refused: Option<String>,
    /// The throws that decided who begins, in the state before the first turn: players and their sums. Players with the highest sum threw again.
    rolled_for_start: Vec<Vec<(usize, u32)>>,
    /// The zero that waits for a yes or a no.
    asks: Option<ZeroView>,
    /// Whether the next player has not thrown yet.
    waits: bool,
    /// The coach's praise of the last choice.
    praise: Option<String>,
    /// The mistake named by the coach, which can be explained.
    mistake: Option<MistakeView>,
    turn: usize,
    turns: usize,
    round: u8,
    rounds: u8,
    /// Whether a friend can have the same dice.
    sends: bool,
    /// The game beside those of others with the same dice, once it is over.
    compared: Option<Compared>,
}

/// The dice of a friend.
#[derive(Serialize, Tsify)]
pub struct InvitedView {
    /// Who has played with them.
    friends: Vec<String>,
    title: String,
    /// A new game with these dice, in the notation of the program.
    saved: String,
}

/// Reads the link with the dice of a friend.
///
/// # Errors
///
/// What is wrong with it.
pub(crate) fn invited(link: &str, coach: Option<f64>) -> Result<InvitedView, String> {
    let same = SameDice::parse(link)?;
    let friends = same.played.iter().map(|seat| seat.name.clone()).collect();
    let title = yahtzee_solver::language::tr(same.rules.title(), &[]);
    let Saved { rules, mode, seats, .. } = same.begin(&[], coach)?;
    Ok(InvitedView { friends, title, saved: saved::text(&rules, mode, seats.iter()) })
}

/// A player.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase")]
pub struct PlayerView {
    name: String,
    /// The kind of a computer, as in a list of players after `computer:`; null for a person.
    computer: Option<&'static str>,
    score: u32,
    /// The expected final score, luck and loss, in points.
    expected: f64,
    luck: f64,
    loss: f64,
    level: Option<PlayerLevel>,
}

/// A turn of a computer. It is unfinished if a person throws the dice.
#[derive(Serialize, Tsify)]
pub struct TurnView {
    player: usize,
    steps: Vec<StepView>,
    /// The computer's card before the turn, and after it.
    before: CardView,
    after: CardView,
}

/// A roll, and the action with it.
#[derive(Serialize, Tsify)]
pub struct StepView {
    dice: Vec<u8>,
    choice: NamedAction,
}

/// A zero that a player is about to write.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ZeroView {
    category: String,
    /// The points that the roll would score there.
    would_score: u32,
    /// The loss of the zero against the best choice.
    loss: f64,
}

/// A mistake named by the coach.
#[derive(Serialize, Tsify)]
pub struct MistakeView {
    player: usize,
    best: NamedAction,
    loss: f64,
    /// The deciding reason, to stand behind the best option; empty if there is none.
    because: String,
}

impl MistakeView {
    fn new(mistake: &Mistake, rules: &RuleSet) -> MistakeView {
        let Mistake { player, decision, because, .. } = mistake;
        let best = NamedAction::new(&decision.best.action, Some(&decision.roll), rules);
        MistakeView { player: *player, best, loss: decision.loss(), because: because.clone() }
    }
}

impl PlayerView {
    fn new(player: &ReviewedSeat) -> PlayerView {
        PlayerView {
            name: player.seat.name.clone(),
            computer: player.seat.computer.map(Computer::word),
            score: player.seat.game.score_so_far().get(),
            expected: player.expected(),
            luck: player.review.luck,
            loss: player.review.loss,
            level: player.review.level(),
        }
    }
}

impl TurnView {
    /// The last turn of a player; `None` if there is none.
    fn new(player: usize, session: &Session) -> Option<TurnView> {
        let (rules, table) = (session.rules(), session.table());
        let game = &session.players()[player].seat.game;
        let turn = game.turns().iter().rfind(|turn| !turn.decisions().is_empty())?;
        let step = |decision: &Decision| StepView {
            dice: faces(&decision.roll),
            choice: NamedAction::new(&decision.choice, Some(&decision.roll), rules),
        };
        let mut before = game.clone();
        if turn.placement().is_some() {
            before.undo();
        }
        let card = |game: &Game| CardView::new(game.card(), &game.rounds(), table);
        Some(TurnView { player, steps: turn.decisions().iter().map(step).collect(), before: card(&before), after: card(game) })
    }
}

/// The turns of the computers before the player who is next, back to a person's. In a game without people it is the last turn alone.
fn computers(session: &Session) -> Vec<TurnView> {
    let players = session.players();
    let is_computer = |player: usize| players[player].seat.computer.is_some();
    let people = (0..players.len()).any(|player| !is_computer(player));
    // A computer that people throw for is in its turn.
    let next = match session.current() {
        Some(current) if people && is_computer(current) => current + 1,
        Some(current) => current,
        None => session.won_at_once().map_or(0, |winner| winner + 1),
    };
    let back = (1..=players.len()).map(|by| (next + players.len() - by) % players.len());
    let most = if people { players.len() - 1 } else { 1 };
    let mut turns: Vec<_> =
        back.take_while(|player| is_computer(*player)).take(most).map_while(|player| TurnView::new(player, session)).collect();
    turns.reverse();
    turns
}

impl PlayView {
    fn new(session: &Session) -> PlayView {
        let shown = session.shown_player();
        let game = &session.players()[shown].seat.game;
        let (stage, dice, rerolls_left) = match session.stage() {
            Stage::Over => ("over", Dice::NONE, 0),
            Stage::ToRoll { hold, rerolls_left } => ("to-roll", hold, rerolls_left.get()),
            Stage::ToChoose { roll, rerolls_left } => ("to-choose", *roll, rerolls_left.get()),
        };
        let (advice, options) = options(session);
        let (turn, round, rounds) = session.turn();
        PlayView {
            state: session.state_number().number(),
            saved: saved::text(session.rules(), session.mode(), session.seats()),
            stage,
            dice: faces(&dice),
            rerolls_left,
            to_roll: session.rules().dice() - dice.len(),
            own_dice: session.mode().dice == DiceFrom::Table,
            coach: session.mode().coach,
            players: session.players().iter().map(PlayerView::new).collect(),
            computers: computers(session),
            shown,
            current: session.current(),
            won_at_once: session.won_at_once(),
            card: CardView::new(game.card(), &game.rounds(), session.table()),
            would: session.would_score().into_iter().map(|would| would.map(|(points, bonus)| [points.get(), bonus.get()])).collect(),
            advice,
            options,
            choices: position(session).map_or_else(Vec::new, |position| choices(&position, session.rules())),
            refused: session.said().iter().find(|said| said.tone == Tone::Wrong).map(|said| (&said.text).into()),
            rolled_for_start: Vec::new(),
            asks: session.zero().map(|(placement, would_score, loss)| ZeroView {
                category: session.rules().category(placement.category).name.clone(),
                would_score: would_score.get(),
                loss,
            }),
            waits: session.waits(),
            praise: session.praise().map(str::to_owned),
            mistake: session.mistake().map(|mistake| MistakeView::new(mistake, session.rules())),
            turn,
            turns: session.rules().category_count(),
            round,
            rounds,
            sends: sends(session),
            compared: session.compared().cloned(),
        }
    }
}

/// Whether somebody has played alone to the end, with virtual dice, and took nothing back.
fn sends(session: &Session) -> bool {
    let [ReviewedSeat { seat, .. }] = session.players() else { return false };
    session.current().is_none() && session.mode().dice != DiceFrom::Table && seat.is_person() && seat.taken_back.is_empty()
}

/// The position in which the player has to choose.
fn position(session: &Session) -> Option<Position> {
    let game = &session.players()[session.current()?].seat.game;
    Question::of_game(game).map(|question| question.position)
}

/// The options that the player may see.
fn options(session: &Session) -> (&'static str, Vec<NamedOption>) {
    let Some(position) = position(session) else { return ("nothing", Vec::new()) };
    let options = |options: &[TurnOption]| view::options(options, session.worth_kind(), &position, session.rules());
    match session.shown() {
        Visible::Nothing => ("nothing", Vec::new()),
        Visible::Silent => ("silent", Vec::new()),
        Visible::Few(few) => ("few", options(&few)),
        Visible::Best(best) => ("best", options(&[*best])),
        Visible::All(advice) => ("all", options(&advice.options)),
    }
}

impl Engine {
    /// Begins a game.
    ///
    /// # Errors
    ///
    /// An error in the players or the rounds.
    pub fn new_game(&mut self, new: &NewGame) -> Result<PlayView, String> {
        let game = Game::with_rounds(self.service.rules(), new.rounds).map_err(|error| error.to_string())?;
        let mut seats = seats(&new.players, &game)?;
        let dice = new.seed.map_or(DiceFrom::Table, |seed| DiceFrom::Seed(seed as u64));
        let rolled_for_start = match dice {
            DiceFrom::Seed(seed) if seats.len() > 1 => RollForStart::new(&mut seats, self.service.rules(), seed).0,
            _ => Vec::new(),
        };
        let session = self.begin(seats, Mode { dice, coach: new.coach, plays_for: PlaysFor::Points })?;
        Ok(PlayView { rolled_for_start, ..PlayView::new(session) })
    }

    /// Continues a saved game, or a single written game, under the rules of this engine.
    ///
    /// # Errors
    ///
    /// An error in the text.
    pub fn resume(&mut self, text: &str) -> Result<PlayView, String> {
        let Played { seats, mode, .. } = Played::read(text, self.service.rules())?;
        let alone = Mode { dice: DiceFrom::Table, coach: None, plays_for: PlaysFor::Points };
        // The page ranks options by points.
        let mode = Mode { plays_for: PlaysFor::Points, ..mode.unwrap_or(alone) };
        let session = self.begin(seats, mode)?;
        Ok(PlayView::new(session))
    }

    /// Executes a player's action in this state. `None` if another state has been shown since; it then does nothing.
    ///
    /// # Errors
    ///
    /// If there is no current game, or if the tap cannot be read.
    pub fn play(&mut self, tap: &Tap, state: u32) -> Result<Option<PlayView>, String> {
        let session = self.session.as_mut().ok_or_else(|| tr!("no game is played"))?;
        let intent = tap.intent(session)?;
        Ok((session.act(intent, StateNumber::new(state)) != Next::Dropped).then(|| PlayView::new(session)))
    }

    /// The code of the dice of the game, for a friend of the player with this name.
    ///
    /// # Errors
    ///
    /// If no friend can have them.
    pub fn same_code(&self, name: &str) -> Result<String, String> {
        let session = self.session.as_ref().ok_or_else(|| tr!("no game is played"))?;
        SameDice::of_game(&session.players()[0].seat, session.mode(), name).map(|same| same.code)
    }

    /// Explains the best option, or the mistake named by the coach; empty if there is nothing to explain.
    pub fn explain(&self) -> Vec<Explanation> {
        self.session.as_ref().and_then(|session| session.explanation(None)).unwrap_or_default()
    }
}

impl Tap {
    fn intent(&self, session: &Session) -> Result<Intent, String> {
        Ok(match self {
            Tap::Fell(typed) => Intent::Fell(session.rules().die().parse(typed).map_err(|error| error.to_string())?),
            Tap::Choose(typed) => {
                let card = session.players()[session.shown_player()].seat.game.card();
                Intent::Choose(WrittenAction::parse(typed, session.rules(), card).map_err(|error| error.to_string())?)
            }
            Tap::Throw => Intent::Throw,
            Tap::Undo => Intent::Undo,
            Tap::Hint => Intent::Hint,
            Tap::Answer(true) => Intent::Yes,
            Tap::Answer(false) => Intent::No,
            Tap::Coach(tolerance) => Intent::Coach(*tolerance),
        })
    }
}

impl Engine {
    fn begin(&mut self, seats: Vec<Seat>, mode: Mode) -> Result<&mut Session, String> {
        let to_win = seats.iter().any(|seat| seat.computer == Some(Computer::Win));
        let contest = to_win.then(|| self.service.contest_of(&seats, Detail::Rough, &reporting())).transpose();
        let session = Session::served(&self.service, contest.map_err(|error| error.to_string())?, seats, mode);
        // Taps from the previous game are too late.
        let first = self.session.as_ref().map_or_else(StateNumber::default, |before| before.state_number().next());
        Ok(self.session.insert(session.map_err(|error| error.to_string())?.starting_at(first)))
    }
}
