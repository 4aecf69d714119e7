"""The native half of the package. `yahtzee` exports the public part."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from ._state import State

_Rules = RuleSet | str | os.PathLike[str] | Mapping[str, Any]
_Faces = Sequence[SupportsIndex] | npt.NDArray[np.integer[Any]]
_Dice = str | _Faces
_Card = Scorecard | Mapping[str, SupportsIndex] | str
_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]
_Bools = npt.NDArray[np.bool_]
_Bytes = npt.NDArray[np.uint8]
_Out = tuple[npt.NDArray[Any], ...]
_States = tuple[npt.NDArray[np.uint32], _Bytes, _Bools, _Bytes | None]
_Positions = tuple[_States, _Bytes, _Bytes]
_StateColumns = tuple[npt.NDArray[np.uint32], _Bytes, _Bools, _Bytes, _Ints]

__version__: str

class Error(ValueError):
    """The base class of this package's errors.

    >>> import yahtzee
    >>> yahtzee.solve("hasbro", threads=0)
    Traceback (most recent call last):
    ...
    yahtzee.Error: ...
    """
class RulesError(Error):
    """A rule set that does not exist, is wrong, or is not the one that was used before.

    >>> import yahtzee
    >>> yahtzee.RuleSet("mine.toml")
    Traceback (most recent call last):
    ...
    yahtzee.RulesError: ...
    """
class DiceError(Error):
    """Dice, holds or a number of rerolls that the game does not have.

    >>> import yahtzee
    >>> yahtzee.solve("hasbro").advise("1335")
    Traceback (most recent call last):
    ...
    yahtzee.DiceError: ...
    """
class CardError(Error):
    """A scorecard that cannot be.

    >>> import yahtzee
    >>> yahtzee.Scorecard(yahtzee.RuleSet("hasbro"), "ones=7")
    Traceback (most recent call last):
    ...
    yahtzee.CardError: ...
    """
class PositionError(Error):
    """The text of a position that cannot be read.

    >>> import yahtzee
    >>> yahtzee.Position.parse(yahtzee.RuleSet("hasbro"), "13356 rerolls=x")
    Traceback (most recent call last):
    ...
    yahtzee.PositionError: ...
    """
class ActionError(Error):
    """An action that cannot be read, or is not allowed.

    >>> import yahtzee
    >>> yahtzee.RuleSet("hasbro").action("hold 4", "13356")
    Traceback (most recent call last):
    ...
    yahtzee.ActionError: ...
    """
class GameError(Error):
    """A game that cannot be read, or breaks the rules.

    >>> import yahtzee
    >>> yahtzee.solve("hasbro").review("hold what")
    Traceback (most recent call last):
    ...
    yahtzee.GameError: ...
    """
class StateError(Error):
    """A state that cannot be reached, or has no turn.

    >>> import yahtzee
    >>> yahtzee.solve("hasbro").state_values([1], [7], [False])
    Traceback (most recent call last):
    ...
    yahtzee.StateError: ...
    """
class HistoryError(Error):
    """A history that cannot be read, or without games of this player.

    >>> import yahtzee
    >>> yahtzee.History("nonsense")
    Traceback (most recent call last):
    ...
    yahtzee.HistoryError: no line is a record of a history; line 1: ...
    """
class ObjectiveError(Error):
    """An objective that is not possible.

    >>> import yahtzee
    >>> yahtzee.Target(-1)
    Traceback (most recent call last):
    ...
    yahtzee.ObjectiveError: ...
    """
class ArrayError(Error):
    """An array of a wrong shape, type or layout.

    >>> import yahtzee
    >>> yahtzee.solve("hasbro").simulate(0)
    Traceback (most recent call last):
    ...
    yahtzee.ArrayError: ...
    """

@final
class RuleSet:
    """The rules of one game of the family: a built-in rule set by its name; or one of your own: from TOML text of several lines, the `Path` of a file, or a
    dictionary (`RuleSet.from_toml`, `from_file` and `from_dict` say more).

    Names are read as people write them: `hasbro`, `Get Dicey`. An unknown name raises `RulesError` with the nearest one.

    >>> import yahtzee
    >>> rules = yahtzee.RuleSet("hasbro")
    >>> rules.title, rules.dice, rules.rolls, len(rules.categories)
    ('Yahtzee', 5, 3, 13)
    >>> try:
    ...     yahtzee.RuleSet("hasbr0")
    ... except yahtzee.RulesError as error:
    ...     print(str(error).split("?")[0])
    unknown rule set 'hasbr0': did you mean 'hasbro'
    """
    def __new__(cls, rules: _Rules) -> RuleSet: ...
    @classmethod
    def from_toml(cls, toml: str) -> RuleSet:
        """Reads a rule set from TOML. Raises `RulesError` with the line and the allowed values."""
    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> RuleSet:
        """Reads a rule set from a file. Raises `RulesError` with the name of the file if it cannot be read, or with the invalid line.

        >>> import pathlib, tempfile, yahtzee
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder) / "mine.toml"
        ...     _ = path.write_text(yahtzee.RuleSet("kniffel").toml)
        ...     yahtzee.RuleSet.from_file(path)
        RuleSet('kniffel')
        """
    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> RuleSet:
        """The rules with these fields: those of a file of a rule set, with the names and values of the guide (docs/custom-rules.md), as `to_dict` gives them and
        `replace` takes them. Raises `RulesError` for a field that is wrong or missing.

        >>> import yahtzee
        >>> pair = {"name": "pair", "groups": [2], "points": "those-dice"}
        >>> rules = yahtzee.RuleSet.from_dict({"name": "two-dice", "dice": 2, "lower": [pair]})
        >>> rules.categories, round(yahtzee.solve(rules).expected_score, 3)
        (['pair'], 3.744)
        """
    def to_dict(self) -> dict[str, Any]:
        """The fields of the file that the rules were read from, for `from_dict`. A field that the file leaves out is not there.

        >>> import yahtzee
        >>> fields = yahtzee.RuleSet("kniffel").to_dict()
        >>> fields["upper-bonus"], len(fields["lower"]), yahtzee.RuleSet.from_dict(fields) == yahtzee.RuleSet("kniffel")
        ({'at': 63, 'points': 35}, 7, True)
        """
    def replace(self, **changes: Any) -> RuleSet:
        """The rules with other fields, those of `to_dict`, where `_` stands for `-`. `None` leaves a field out, so that it has its default. `upper_bonus` may be a
        pair of the upper total and the points, or a list of such pairs. Give a `name` too: a built-in one is only for the built-in rules.

        >>> import yahtzee
        >>> rules = yahtzee.RuleSet("kniffel").replace(name="generous", upper_bonus=(63, 50), rolls=4)
        >>> rules.upper_bonus, rules.rolls
        ([(63, 50)], 4)
        >>> rules.replace(rolls=9)
        Traceback (most recent call last):
        ...
        yahtzee.RulesError: rolls = 9: must be from 1 to 8
        """
    def action(self, action: object, dice: _Dice | Position) -> int:
        """The number of an action for these dice, as in arrays: of a text like "hold 33" or "score chance", or of an option of an advice. A number is checked,
        and stays the same. It does not depend on whether a position allows the action.

        >>> import yahtzee
        >>> rules = yahtzee.RuleSet("hasbro")
        >>> rules.action("hold 33", "13356"), rules.action("score full-house", "13356")
        (6, 40)
        """
    def action_text(self, action: SupportsIndex, dice: _Dice | Position) -> str:
        """The action of a number for these dice as text, in the form for `action`.

        >>> import yahtzee
        >>> yahtzee.RuleSet("hasbro").action_text(6, [1, 3, 3, 5, 6])
        'hold 33'
        """
    def dice_text(self, dice: _Faces) -> str:
        """Dice as text, as the program writes them.

        >>> import yahtzee
        >>> yahtzee.RuleSet("hasbro").dice_text([6, 3, 1, 3, 5])
        '13356'
        """
    @staticmethod
    def builtin() -> list[str]:
        """The names of the built-in rule sets, the default first."""
    @property
    def name(self) -> str:
        """The name, as in JSON and in files."""
    @property
    def title(self) -> str:
        """The title, for people."""
    @property
    def source(self) -> str:
        """The source of the rules."""
    @property
    def toml(self) -> str:
        """The TOML that the rules were read from."""
    @property
    def dice(self) -> int:
        """The number of dice, 1 to 8."""
    @property
    def sides(self) -> list[int]:
        """The face on each side of a die, in ascending order: `[1, 2, 3, 4, 5, 6]` in most games. All sides fall equally often."""
    @property
    def rolls(self) -> int:
        """The rolls in a turn, 1 to 8."""
    @property
    def categories(self) -> list[str]:
        """The names of the categories, upper section first. Bit i of a mask of filled categories is category i."""
    @property
    def titles(self) -> list[str]:
        """The titles of the categories, for people."""
    @property
    def upper(self) -> int:
        """The number of upper categories; they come first."""
    @property
    def upper_bonus(self) -> list[tuple[int, int]]:
        """The steps of the upper bonus, in ascending order: the upper total, and the points from there on. One in most games, none without a bonus."""
    @property
    def allows_voluntary_zeros(self) -> bool:
        """Whether a 0 may be written where the roll scores."""
    @property
    def saves_throws(self) -> bool:
        """Whether unused throws of a turn are saved for later turns."""
    @property
    def extra_throws(self) -> int:
        """The extra throws that a card has for the whole game; 0 in most games. A turn uses its own throws first."""
    @property
    def saved_throw_points(self) -> int:
        """The points for each saved or extra throw that is left at the end of the game."""
    @property
    def fingerprint(self) -> int:
        """A number that identifies the game: rule sets that differ only in names and titles have the same one."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Scorecard:
    """A scorecard: the points written in each category, the number of extra bonuses, and the spare throws.

    The entries are text like "ones=3 full-house=25 extra=1", or a mapping like {"ones": 3}. An impossible card raises `CardError`. Cards do not
    change: `write` returns another one.

    >>> import yahtzee
    >>> card = yahtzee.Scorecard(yahtzee.RuleSet("hasbro"), "ones=3 yahtzee=50")
    >>> card.score, card.upper_total, card.points["yahtzee"]
    (53, 3, 50)
    >>> print(card.write("66661", "sixes"))
    ones=3 sixes=24 yahtzee=50
    >>> yahtzee.Scorecard(card.rules, "ones=7")
    Traceback (most recent call last):
    ...
    yahtzee.CardError: ones=7: no roll scores that there; possible are 0 to 5
    """
    def __new__(cls, rules: _Rules, entries: _Card | None = None) -> Scorecard: ...
    @property
    def rules(self) -> RuleSet:
        """The rules of the card's game."""
    @property
    def points(self) -> dict[str, int]:
        """The filled categories with the points written in them, in the order of the rules."""
    @property
    def open(self) -> list[str]:
        """The names of the categories that may be filled now."""
    @property
    def extra(self) -> int:
        """The number of extra bonuses so far."""
    @property
    def saved(self) -> int:
        """The saved throws, or what is left of a stock of extra throws; 0 in other games."""
    @property
    def score(self) -> int:
        """The score so far: the points written, the extra bonuses, and the upper bonus once it is reached."""
    @property
    def upper_total(self) -> int:
        """The sum of the upper categories, without the bonus."""
    @property
    def upper_bonus(self) -> int:
        """The upper bonus if it is reached, otherwise 0."""
    @property
    def is_full(self) -> bool:
        """Whether no category is open."""
    @property
    def state(self) -> State:
        """The state of the card, in the form for batches: a `State` with the fields `filled`, the mask of filled categories, `upper_total`, up to
        the threshold of the bonus, `flag`, the Yahtzee flag, and `saved`, the saved throws, or the extra throws used.
        """
    def write(self, dice: _Dice | Position, category: str, rerolls_left: SupportsIndex = 0) -> Scorecard:
        """The card after writing these dice into a category, with this many rerolls left (0 unless the game has saved or extra throws, or pays by throw). The category
        may carry points, like "chance=0" for a voluntary zero. Raises `ActionError` if the rules do not allow it.
        """
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Position:
    """A position: a scorecard, the dice on the table, and the rerolls left.

    The dice are text like "13356" (or the text of a whole position), or a sequence of faces. Without
    `rerolls_left` the dice have just been rolled for the first time.

    >>> import yahtzee
    >>> position = yahtzee.Position(yahtzee.RuleSet("hasbro"), "13356", card="ones=3")
    >>> position.rerolls_left, position.dice
    (2, (1, 3, 3, 5, 6))
    >>> print(position)
    13356 rerolls=2 ones=3
    >>> yahtzee.Position(position.rules, [1, 3, 3, 5])
    Traceback (most recent call last):
    ...
    yahtzee.DiceError: 4 dice where the game has 5; 'odds 1335' asks about kept dice
    """
    def __new__(cls, rules: _Rules, dice: _Dice | Position, rerolls_left: SupportsIndex | None = None, card: _Card | None = None) -> Position: ...
    @classmethod
    def parse(cls, rules: _Rules, text: str) -> Position:
        """Reads the text of a position, like "13356 rerolls=2 ones=3"."""
    @property
    def rules(self) -> RuleSet:
        """The rules of the game."""
    @property
    def card(self) -> Scorecard:
        """The card; at least one category is open."""
    @property
    def dice(self) -> tuple[int, ...]:
        """The dice on the table, ascending."""
    @property
    def rerolls_left(self) -> int:
        """The rerolls left."""
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Table:
    @staticmethod
    def solve(rules: RuleSet, pace: _Pace, memory: int, tables: str | None) -> Table: ...
    @staticmethod
    def load(rules: RuleSet, path: str, memory: int, tables: str | None) -> Table: ...
    def save(self, path: str) -> int: ...
    @classmethod
    def from_bytes(cls, rules: RuleSet, bytes: bytes, memory: int) -> Table: ...
    def to_bytes(self) -> bytes: ...
    @property
    def rules(self) -> RuleSet: ...
    @property
    def memory(self) -> int: ...
    @property
    def expected_score(self) -> float: ...
    @property
    def states(self) -> int: ...
    @property
    def actions(self) -> int: ...
    @property
    def values(self) -> _Floats: ...
    def state_columns(self) -> _StateColumns: ...
    def advise(self, dice: _Dice | Position, rerolls_left: SupportsIndex | None, card: _Card | None, fields: _Fields, risk: bool) -> bytes: ...
    def odds(self, dice: _Dice | Position | None, rerolls_left: SupportsIndex | None, card: _Card | None, fields: _Fields) -> bytes: ...
    def value(self, card: _Card | None, fields: _Fields) -> bytes: ...
    def review(self, game: str, player: str | None, chances: bool) -> bytes: ...
    def daily(self, number: int) -> bytes: ...
    def quiz(self, positions: int, seed: int, mixed: bool, topic: str | None, level: str | None) -> bytes: ...
    def review_rolls(self, rolls: str) -> bytes: ...
    def review_card(self, card: _Card, player: str | None, threads: int | None) -> bytes: ...
    def statistics(self, card: _Card | None, pace: _Pace) -> bytes: ...
    def simulate(self, games: int, seed: int, card: _Card | None, threads: int | None) -> bytes: ...
    def targets(self, card: _Card | None, fields: _Fields, pace: _Pace) -> tuple[_Ints, _Floats, _Floats]: ...
    def check_batch(self, positions: int, results: int) -> None: ...
    def action_values(self, positions: _Positions, out: _Floats, threads: int | None) -> None: ...
    def best_actions(self, positions: _Positions, actions: _Ints, values: _Floats, threads: int | None) -> None: ...
    def losses(self, positions: _Positions, actions: _Ints, out: _Floats, threads: int | None) -> None: ...
    def state_values(self, states: _States, out: _Floats) -> None: ...
    def state_value(self, card: _Card | State | Position | None) -> float: ...
    def best_action(self, dice: _Dice | Position, rerolls_left: SupportsIndex | None, card: _Card | State | None) -> tuple[int, float]: ...
    def measure_callable(self, player: Callable[[Position], object], run: _Run) -> _Outcome: ...
    def measure_actions(self, actions: _Ints, starts: _Ints, run: _Run, threads: int | None) -> _Outcome: ...
    def measure_named(self, name: str, run: _Run, threads: int | None) -> _Outcome: ...
    def evaluate_named(self, name: str, card: _Card | None, pace: _Pace) -> _Value: ...

_Fields = Mapping[str, Any]
_Pace = tuple[int | None, Callable[[int, int], object] | None]
_Value = tuple[bytes, _Floats]
_Run = tuple[int, int, int, bool, str]
_Outcome = tuple[bytes, tuple[_Columns, _Columns] | None]
_Columns = list[tuple[str, str, list[Any]]]

@final
class Solved:
    def __new__(cls, table: Table, fields: _Fields, card: _Card | None, pace: _Pace) -> Solved: ...
    @property
    def extent(self) -> tuple[int, int]: ...
    def value(self, card: _Card | None) -> bytes: ...
    def advise(self, dice: _Dice | Position, rerolls_left: SupportsIndex | None, card: _Card | None, fields: _Fields) -> bytes: ...
    def check_batch(self, positions: int, results: int) -> None: ...
    def action_values(self, positions: _Positions, scores: npt.NDArray[np.int32], out: _Floats) -> None: ...
    def simulate(self, games: int, seed: int, threads: int | None) -> bytes: ...

@final
class Model:
    def __new__(cls, rules: RuleSet, memory: int) -> Model: ...
    def arrays(self) -> tuple[_Bytes, _Floats, _Bytes, _Floats, npt.NDArray[np.int16], npt.NDArray[np.uint16]]: ...
    def state_columns(self) -> _StateColumns: ...
    def score_rolls(self, states: _States, rerolls_left: _Bytes, rewards: _Floats, next: npt.NDArray[np.int32]) -> None: ...
    def score(self, positions: _Positions, rewards: _Floats, next: npt.NDArray[np.int32]) -> None: ...

@final
class Policy:
    def __new__(cls, rules: RuleSet, card: _Card | None, reads_upper_total: bool, everywhere: bool, memory: int) -> Policy: ...
    def goes_on(self) -> bool: ...
    def __len__(self) -> int: ...
    @property
    def answered(self) -> int: ...
    def columns(self, first: int, out: _Out) -> int: ...
    def allowed(self, first: int, out: _Bools) -> int: ...
    def answer(self, actions: _Ints) -> None: ...
    def answer_shares(self, shares: _Floats) -> None: ...
    def evaluate(self, table: Table, pace: _Pace) -> _Value: ...

@final
class Games:
    def __new__(cls, rules: RuleSet, count: int, table: Table | None, threads: int | None) -> Games: ...
    def begin(self, game: int, seed: int, number: int) -> None: ...
    def begin_from(self, game: int, seed: int, number: int, turn: int, start: Scorecard | Position) -> None: ...
    def dice_of(self, game: int) -> tuple[int, int, int]: ...
    def begin_next(self, which: _Bools) -> None: ...
    def step(self, actions: _Ints, ended: _Bools, rewards: _Floats, over: _Bools, losses: _Floats, illegal: _Bools | None = None) -> None: ...
    def observe(self, seen: npt.NDArray[np.float32], masks: npt.NDArray[np.int8], idle: bool) -> None: ...
    def evaluate(self, out: _Floats, to_come: _Floats) -> None: ...
    def sample(self, masks: npt.NDArray[np.int8], numbers: npt.NDArray[np.uint64], out: _Ints) -> None: ...
    def columns(self, out: _Out) -> None: ...
    @property
    def actions(self) -> int: ...
    @property
    def width(self) -> int: ...
    def score(self, game: int) -> int: ...
    def number(self, game: int) -> int: ...
    def card(self, game: int) -> Scorecard: ...
    def position(self, game: int) -> Position | None: ...

@final
class History:
    def __new__(cls, lines: bytes) -> History: ...
    @classmethod
    def read(cls, path: str) -> History: ...
    def unread_count(self) -> int: ...
    def unread(self) -> list[tuple[int, str]]: ...
    def text(self) -> str: ...
    def counts(self) -> tuple[int, int]: ...
    def rule_sets(self) -> list[tuple[str, str, int]]: ...
    def people(self, fingerprint: str) -> list[tuple[str, int]]: ...
    def player(self, rules: str, fingerprint: str, asked: str | None) -> str | None: ...
    def progress(self, rules: str, fingerprint: str, player: str, at: int) -> bytes | None: ...
    def deck(self, fingerprint: str, player: str, threshold: float) -> Deck: ...
    def days(self, fingerprint: str, today: int) -> tuple[list[tuple[int, int]], int]: ...
    def games(self) -> _Columns: ...
    def decisions(self) -> _Columns: ...
    def answers(self) -> _Columns: ...

@final
class ColumnGame:
    def __new__(cls, rules: str | os.PathLike[str] | Mapping[str, Any]) -> ColumnGame: ...
    @staticmethod
    def builtin() -> list[str]: ...
    @property
    def parts(self) -> tuple[str, str, str, list[str], RuleSet]: ...

@final
class ColumnTable:
    @staticmethod
    def solve(rules: ColumnGame, effort: tuple[int, int, int], pace: _Pace, memory: int, tables: str | None) -> ColumnTable: ...
    @staticmethod
    def from_bytes(rules: ColumnGame, text: bytes, memory: int) -> ColumnTable: ...
    def to_bytes(self) -> bytes: ...
    @property
    def figures(self) -> tuple[float, float, float, int, int]: ...
    def advise(self, dice: _Dice, rerolls_left: SupportsIndex | None, card: Mapping[str, SupportsIndex] | str | None) -> bytes: ...
    def simulate(self, games: int, seed: int, threads: int | None) -> bytes: ...

@final
class Deck:
    def cards(self) -> bytes: ...
    def due(self, at: int) -> list[str]: ...

def set_language(language: str) -> None: ...
def encode(rules: RuleSet, positions: _Positions, out: npt.NDArray[np.float32]) -> None: ...
def decode(rules: RuleSet, seen: npt.NDArray[np.float32], out: _Out) -> None: ...
def observed_width(rules: RuleSet) -> int: ...
def room(length: int) -> _Floats: ...
def duel(rules: RuleSet, mover: _Card | None, fields: _Fields, shares: bool, pace: _Pace, memory: int) -> bytes: ...
