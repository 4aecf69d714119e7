//! The exceptions: one class for each subject, all under `yahtzee.Error`. Their messages come from the libraries.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::{create_exception, import_exception};

/// Exceptions, each with its docstring and the class it derives from.
macro_rules! subjects {
    ($($(#[doc = $doc:literal])* $name:ident: $base:ty;)*) => {
        $(create_exception!(yahtzee, $name, $base, concat!($($doc, "\n"),*));)*
    };
}

subjects! {
    /// The base class of this package's errors.
    ///
    /// >>> import yahtzee
    /// >>> yahtzee.solve("hasbro", threads=0)
    /// Traceback (most recent call last):
    /// ...
    /// yahtzee.Error: ...
    Error: PyValueError;
    /// A rule set that does not exist, is wrong, or is not the one that was used before.
    ///
    /// >>> import yahtzee
    /// >>> yahtzee.RuleSet("mine.toml")
    /// Traceback (most recent call last):
    /// ...
    /// yahtzee.RulesError: ...
    RulesError: Error;
    /// Dice, holds or a number of rerolls that the game does not have.
    ///
    /// >>> import yahtzee
    /// >>> yahtzee.solve("hasbro").advise("1335")
    /// Traceback (most recent call last):
    /// ...
    /// yahtzee.DiceError: ...
    DiceError: Error;
    /// A scorecard that cannot be.
    ///
    /// >>> import yahtzee
    /// >>> yahtzee.Scorecard(yahtzee.RuleSet("hasbro"), "ones=7")
    /// Traceback (most recent call last):
    /// ...
    /// yahtzee.CardError: ...
    CardError: Error;
    /// The text of a position that cannot be read.
    ///
    /// >>> import yahtzee
    /// >>> yahtzee.Position.parse(yahtzee.RuleSet("hasbro"), "13356 rerolls=x")
    /// Traceback (most recent call last):
    /// ...
    /// yahtzee.PositionError: ...
    PositionError: Error;
    /// An action that cannot be read, or is not allowed.
    ///
    /// >>> import yahtzee
    /// >>> yahtzee.RuleSet("hasbro").action("hold 4", "13356")
    /// Traceback (most recent call last):
    /// ...
    /// yahtzee.ActionError: ...
    ActionError: Error;
    /// A game that cannot be read, or breaks the rules.
    ///
    /// >>> import yahtzee
    /// >>> yahtzee.solve("hasbro").review("hold what")
    /// Traceback (most recent call last):
    /// ...
    /// yahtzee.GameError: ...
    GameError: Error;
    /// A state that cannot be reached, or has no turn.
    ///
    /// >>> import yahtzee
    /// >>> yahtzee.solve("hasbro").state_values([1], [7], [False])
    /// Traceback (most recent call last):
    /// ...
    /// yahtzee.StateError: ...
    StateError: Error;
    /// An objective that is not possible.
    ///
    /// >>> import yahtzee
    /// >>> yahtzee.Target(-1)
    /// Traceback (most recent call last):
    /// ...
    /// yahtzee.ObjectiveError: ...
    ObjectiveError: Error;
    /// A history that cannot be read, or without games of this player.
    ///
    /// >>> import yahtzee
    /// >>> yahtzee.History("nonsense")
    /// Traceback (most recent call last):
    /// ...
    /// yahtzee.HistoryError: no line is a record of a history; line 1: ...
    HistoryError: Error;
    /// An array of a wrong shape, type or layout.
    ///
    /// >>> import yahtzee
    /// >>> yahtzee.solve("hasbro").simulate(0)
    /// Traceback (most recent call last):
    /// ...
    /// yahtzee.ArrayError: ...
    ArrayError: Error;
}

// It has two bases, which only a class of Python can have.
import_exception!(yahtzee._errors, TableError);

/// An error of the libraries that has an exception.
pub(crate) trait IntoPython {
    fn into_python(self) -> PyErr;
}

/// Errors whose message goes into an exception of one class.
macro_rules! exceptions {
    ($($error:ty => $exception:ty),* $(,)?) => {$(
        impl IntoPython for $error {
            fn into_python(self) -> PyErr {
                PyErr::new::<$exception, _>(self.to_string())
            }
        }
    )*};
}

exceptions! {
    yahtzee_solver::rules::OtherRules => RulesError,
    yahtzee_solver::dice::DiceError => DiceError,
    yahtzee_solver::game::CardError => CardError,
    yahtzee_solver::game::ActionError => ActionError,
    yahtzee_solver::game::GameError => GameError,
    yahtzee_solver::space::StateError => StateError,
    yahtzee_solver::TableError => TableError,
    yahtzee_columns::TableError => TableError,
    yahtzee_solver::evaluate::EvaluateError => Error,
    yahtzee_solver::solve::RunError => RulesError,
    yahtzee_solver::solve::Stopped => Error,
    yahtzee_dialogue::StrategyNameError => ActionError,
}

/// The message for work that exceeds its memory limit. `needs` is the beginning of the sentence, and `instead` the advice beside more memory.
pub(crate) fn too_much_text(needs: &str, needed: u64, limit: u64, instead: &str) -> String {
    let [needed, limit] = [needed, limit].map(|bytes| bytes.div_ceil(1_000_000));
    format!("{needs} {needed} MB of memory, and the limit is {limit} MB: raise it with memory=, or {instead}")
}

impl IntoPython for yahtzee_solver::RulesError {
    fn into_python(self) -> PyErr {
        RulesError::new_err(match self {
            yahtzee_solver::RulesError::TooLarge { name, needed, limit } => {
                too_much_text(&format!("solving '{name}' needs"), needed, limit, "leave out some categories")
            }
            yahtzee_solver::RulesError::SeveralColumns { name } => {
                format!("'{name}' is a game of several columns: solve it with ColumnGame('{name}').solve()")
            }
            error => error.to_string(),
        })
    }
}

impl IntoPython for yahtzee_solver::game::PositionError {
    fn into_python(self) -> PyErr {
        match self {
            yahtzee_solver::game::PositionError::Dice(error) => error.into_python(),
            yahtzee_solver::game::PositionError::Card(error) => error.into_python(),
            error => PositionError::new_err(error.to_string()),
        }
    }
}

impl IntoPython for yahtzee_solver::batch::BatchError {
    fn into_python(self) -> PyErr {
        use yahtzee_solver::batch::{BatchError, BatchErrorKind};
        let message = self.to_string();
        match self {
            BatchError::At { kind: BatchErrorKind::State(_), .. } => StateError::new_err(message),
            BatchError::At { kind: BatchErrorKind::Dice(_), .. } => DiceError::new_err(message),
            BatchError::At { kind: BatchErrorKind::NotAllowed { .. }, .. } => ActionError::new_err(message),
            BatchError::At { .. } => ArrayError::new_err(message),
            _ => Error::new_err(message),
        }
    }
}

impl IntoPython for yahtzee_dialogue::ask::AskError {
    fn into_python(self) -> PyErr {
        use yahtzee_dialogue::ask::AskField;
        match self.field {
            AskField::Dice => DiceError::new_err(self.message),
            AskField::RerollsLeft => DiceError::new_err(self.to_string()),
            AskField::Card => CardError::new_err(self.message),
            AskField::Player => CardError::new_err(self.to_string()),
            AskField::Chosen | AskField::Goal | AskField::Odds => ActionError::new_err(self.to_string()),
            AskField::Objective => ObjectiveError::new_err(self.message),
            AskField::Rounds | AskField::Round | AskField::Earlier => Error::new_err(self.to_string()),
        }
    }
}

impl IntoPython for yahtzee_columns::AdviseError {
    fn into_python(self) -> PyErr {
        match self {
            yahtzee_columns::AdviseError::Table(error) => error.into_python(),
            error => CardError::new_err(error.to_string()),
        }
    }
}

impl IntoPython for yahtzee_dialogue::ServiceError {
    fn into_python(self) -> PyErr {
        use yahtzee_dialogue::{ServiceError, Work};
        match self {
            ServiceError::Ask(error) => error.into_python(),
            ServiceError::Objective(error) => ObjectiveError::new_err(error.to_string()),
            ServiceError::OtherRules(error) => error.into_python(),
            ServiceError::TooLarge { work, needed, limit } => {
                let instead = match work {
                    Work::Spread => "leave the risks out with risk=False",
                    Work::Ends => "leave the chances out with chances=False",
                    _ => crate::released::FEWER,
                };
                let needs =
                    if matches!(work, Work::Statistics | Work::Strategy | Work::Evaluation) { "it needs at least" } else { "it needs" };
                let message = too_much_text(needs, needed, limit, instead);
                if let Work::Objective | Work::Duel = work { ObjectiveError::new_err(message) } else { Error::new_err(message) }
            }
            error => Error::new_err(error.to_string()),
        }
    }
}

impl IntoPython for yahtzee_dialogue::AnswerError {
    fn into_python(self) -> PyErr {
        match self {
            yahtzee_dialogue::AnswerError::OtherRules(error) => error.into_python(),
            error => yahtzee_dialogue::ask::AskError::from(error).into_python(),
        }
    }
}

/// Turns the errors of results into exceptions.
pub(crate) trait OrRaise<T> {
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: IntoPython> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(IntoPython::into_python)
    }
}
