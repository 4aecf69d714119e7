//! The exceptions: one class for each subject, all under `yahtzee.Error`. They carry the sentences of the libraries.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(yahtzee, Error, PyValueError, "The base class of this package's errors.");
create_exception!(yahtzee, RulesError, Error, "A rule set that does not exist, is wrong, or is not the one that was used before.");
create_exception!(yahtzee, DiceError, Error, "Dice, holds or a number of rerolls that the game does not have.");
create_exception!(yahtzee, CardError, Error, "A scorecard that cannot be.");
create_exception!(yahtzee, PositionError, Error, "The text of a position that cannot be read.");
create_exception!(yahtzee, ActionError, Error, "An action that cannot be read, or is not allowed.");
create_exception!(yahtzee, GameError, Error, "A game that cannot be read, or breaks the rules.");
create_exception!(yahtzee, StateError, Error, "A state that cannot be reached, or has no turn.");
create_exception!(yahtzee, TableError, Error, "A table that cannot be read or written.");
create_exception!(yahtzee, ObjectiveError, Error, "An objective that is not possible.");
create_exception!(yahtzee, ArrayError, Error, "An array of a wrong shape, type or layout.");

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
    yahtzee_solver::RulesError => RulesError,
    yahtzee_solver::rules::OtherRules => RulesError,
    yahtzee_solver::dice::DiceError => DiceError,
    yahtzee_solver::game::CardError => CardError,
    yahtzee_solver::game::ActionError => ActionError,
    yahtzee_solver::game::GameError => GameError,
    yahtzee_solver::space::StateError => StateError,
    yahtzee_solver::TableError => TableError,
    yahtzee_solver::advise::AimError => ObjectiveError,
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
        use yahtzee_solver::batch::BatchFault;
        let message = self.to_string();
        match self.fault {
            BatchFault::State(_) => StateError::new_err(message),
            BatchFault::Dice(_) => DiceError::new_err(message),
            BatchFault::NotAllowed { .. } => ActionError::new_err(message),
            _ => ArrayError::new_err(message),
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
            AskField::Chosen | AskField::Goal => ActionError::new_err(self.to_string()),
            AskField::Objective => ObjectiveError::new_err(self.message),
            AskField::Rounds | AskField::Round | AskField::Earlier => Error::new_err(self.to_string()),
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
