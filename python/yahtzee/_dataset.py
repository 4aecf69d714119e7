"""Data sets of positions with the values of their actions, computed while they are read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import _native
from ._batches import Batches
from ._documented import Documented
from ._measure import whole
from ._native import ArrayError, Error, RuleSet
from ._positions import empty_columns

Play = Literal["optimal", "perturbed", "uniform"]
"""The way of playing the games of a data set."""


class Dataset(metaclass=Documented):
    """Rows that are computed while they are read, so that memory holds only one batch. Needs ``pyarrow``.

    Iteration yields ``pyarrow.RecordBatch``. polars, pandas (``pandas.DataFrame.from_arrow``), DuckDB and pyarrow read it through the Arrow PyCapsule interface,
    batch by batch. Each reading starts again, and gives the same rows. It can be pickled and compared.

    >>> import polars, yahtzee
    >>> positions = yahtzee.solve("hasbro").dataset(10_000, seed=1, batch=2_000)
    >>> positions
    <Dataset of 10,000 rows: game, filled, upper_total, flag, saved, dice, rerolls_left, score, action, best_action, value, action_values>
    >>> polars.DataFrame(positions).select(polars.col("value").mean()).item() > 100
    True
    """

    __slots__ = ("_batches", "_rows", "schema")

    schema: Any
    """The Arrow schema. Its metadata has the rules."""

    def __init__(self, schema: Any, rows: int | None, batches: Callable[[], Iterator[dict[str, Any]]]) -> None:
        self.schema = schema
        self._rows = rows
        self._batches = batches

    def __len__(self) -> int:
        if self._rows is None:
            raise TypeError("the number of rows of so many games is known when they are played: to_parquet and to_feather return it")
        return self._rows

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dataset):
            return NotImplemented
        return bool(self.schema.equals(other.schema, check_metadata=True)) and (self._rows, self._batches) == (other._rows, other._batches)

    def __array__(self, *_: object) -> Any:
        # pandas asks for it, and would take the batches for rows.
        raise ArrayError("a data set is no array: read it with pandas.DataFrame.from_arrow(dataset), or with polars, DuckDB or pyarrow")

    def __iter__(self) -> Iterator[Any]:
        arrow = imported_arrow()
        for columns in self._batches():
            arrays = [_array(arrow, columns[field.name], field.type) for field in self.schema]
            yield arrow.RecordBatch.from_arrays(arrays, schema=self.schema)

    def reader(self) -> Any:
        """A ``pyarrow.RecordBatchReader`` of the rows."""
        return imported_arrow().RecordBatchReader.from_batches(self.schema, iter(self))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.reader().__arrow_c_stream__(requested_schema)

    def to_parquet(self, path: str | os.PathLike[str], **options: Any) -> int:
        """Writes a Parquet file, batch by batch, and returns the number of rows. ``options`` are passed to ``pyarrow.parquet.ParquetWriter``.

        >>> import pathlib, tempfile, pyarrow.parquet, yahtzee
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder) / "positions.parquet"
        ...     rows = yahtzee.solve("hasbro").dataset(3_000, play="uniform", seed=1, batch=1_000).to_parquet(path)
        ...     rows, pyarrow.parquet.read_table(path).num_rows
        (3000, 3000)
        """
        imported_arrow()
        from pyarrow import parquet

        with whole_file(path) as unfinished, parquet.ParquetWriter(unfinished, self.schema, **options) as writer:
            return self._write(writer.write_batch)

    def to_feather(self, path: str | os.PathLike[str]) -> int:
        """Writes a Feather file (version 2, which is an Arrow IPC file), batch by batch, and returns the number of rows.

        >>> import pathlib, pyarrow.feather, tempfile, yahtzee
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder) / "positions.feather"
        ...     rows = yahtzee.solve("hasbro").dataset(3_000, seed=1, batch=1_000).to_feather(path)
        ...     rows, pyarrow.feather.read_table(path, memory_map=False).num_rows
        (3000, 3000)
        """
        arrow = imported_arrow()
        with whole_file(path) as unfinished, arrow.OSFile(unfinished, "wb") as file, arrow.ipc.new_file(file, self.schema) as writer:
            return self._write(writer.write_batch)

    def _write(self, write: Callable[[Any], None]) -> int:
        rows = 0
        for batch in self:
            write(batch)
            rows += batch.num_rows
        return rows

    def __repr__(self) -> str:
        size = "whole games" if self._rows is None else f"{self._rows:,} rows"
        return f"<Dataset of {size}: {', '.join(self.schema.names)}>"


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[str]:
    """The name of a file beside this one, which gets its name when it is finished. An unfinished one is removed."""
    unfinished = f"{os.fspath(path)}.{os.getpid()}.tmp"
    try:
        yield unfinished
        os.replace(unfinished, path)
    finally:
        with suppress(FileNotFoundError):
            os.remove(unfinished)


GAMES_AT_ONCE = 1024
"""The most games of a data set that are played at the same time: their rows are in memory together."""


@dataclass(frozen=True)
class Plays:
    """The rows of games: batches of columns. The rows of a game depend on the seed and its number alone."""

    table: Batches
    rows: int | None
    """The number of rows; with ``None`` there are ``games`` whole games."""
    games: int
    """The most games."""
    share: float
    """The share of random actions."""
    seed: int
    batch: int
    threads: int | None

    def __call__(self) -> Iterator[dict[str, Any]]:
        return _batches(self._pieces(), self.rows, self.batch)

    def _pieces(self) -> Iterator[dict[str, Any]]:
        for first in range(0, self.games, GAMES_AT_ONCE):
            yield self._played(first, min(GAMES_AT_ONCE, self.games - first))

    def _played(self, first: int, count: int) -> dict[str, Any]:
        """All rows of some games, game by game."""
        table, rules = self.table, self.table._native.rules
        games = _native.Games(rules, count, table._native, self.threads)
        for game in range(count):
            games.begin(game, self.seed, first + game)
        masks, seen = np.zeros((count, games.actions), np.int8), np.zeros((count, games.width), np.float32)
        values, to_come, nothing = np.zeros((count, games.actions)), np.zeros(count), np.zeros(count)
        over, done = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        number = np.arange(first, first + count, dtype=np.uint64)
        steps: list[dict[str, Any]] = []
        while not done.all():
            columns = empty_columns(rules, count)
            games.columns(tuple(columns.values()))
            games.evaluate(values, to_come)
            games.observe(seen, masks, False)
            best, _ = table.best_actions(**columns, threads=self.threads)
            taken = best.copy()
            if self.share > 0:
                drawn = np.zeros(count, np.int64)
                games.sample(masks, _random(self.seed, number, 2 * len(steps)), drawn)
                astray = (_random(self.seed, number, 2 * len(steps) + 1) >> np.uint64(11)) * 2.0**-53 < self.share
                taken[astray] = drawn[astray]
            scores = np.fromiter(map(games.score, range(count)), np.int64, count)
            columns |= {"game": number + 1, "score": scores, "action": taken, "best_action": best, "value": values[np.arange(count), best]}
            columns["action_values"] = values.copy()
            steps.append({name: column[~done] for name, column in columns.items()})
            games.step(taken, done, nothing.copy(), over, nothing.copy())
            # In place of a game that is over another one goes on, and is ignored.
            games.begin_next(over)
            done |= over
        joined = {name: np.concatenate([step[name] for step in steps]) for name in steps[0]}
        order = np.argsort(joined["game"], kind="stable")
        return {name: column[order] for name, column in joined.items()}


def of_play(
    table: Batches,
    rows: SupportsIndex | None,
    games: SupportsIndex | None,
    play: Play,
    epsilon: float,
    seed: SupportsIndex,
    batch: SupportsIndex,
    threads: int | None,
) -> Dataset:
    """Positions of games, with the value of every action."""
    if (rows is None) == (games is None):
        raise ArrayError("rows, games: give one of them: the number of rows, or of whole games")
    batch = whole("batch", batch, 1, 1_000_000)
    if play not in ("optimal", "perturbed", "uniform"):
        raise ArrayError(f"play: {play!r} where one of 'optimal', 'perturbed', 'uniform' is wanted")
    if not 0 <= epsilon <= 1:
        raise ArrayError(f"epsilon: {epsilon!r} where a share from 0 to 1 is wanted")
    share = {"optimal": 0.0, "perturbed": float(epsilon), "uniform": 1.0}[play]
    rules, arrow = table._native.rules, imported_arrow()
    if rows is None:
        games = whole("games", games, 1, 2**48)
    else:
        rows = whole("rows", rows, 1, 2**53)
        # A game has at least one decision for each category.
        games = -(-rows // len(rules.categories))
    plays = Plays(table, rows, games, share, whole("seed", seed, 0, 2**64 - 1), batch, threads)
    kinds = {"score": arrow.int64(), "action": arrow.int64(), "best_action": arrow.int64(), "value": arrow.float64()}
    kinds |= {"action_values": arrow.list_(arrow.float64(), table.actions)}
    return Dataset(_schema(rules, kinds, {"game": arrow.uint64()}), rows, plays)


def _random(seed: int, number: npt.NDArray[np.uint64], draw: int) -> npt.NDArray[np.uint64]:
    """A random number for each game: SplitMix64 of the seed, the number of the game, and the number of the draw."""
    mixed = np.full(len(number), seed, np.uint64)
    for part in (number, np.full(len(number), draw, np.uint64)):
        mixed = mixed + np.uint64(0x9E3779B97F4A7C15) * (part + np.uint64(1))
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed = mixed ^ (mixed >> np.uint64(31))
    return mixed


def _batches(pieces: Iterator[dict[str, Any]], rows: int | None, batch: int) -> Iterator[dict[str, Any]]:
    """The rows of pieces, or the first ones, in batches of one size; the last may be smaller."""
    waiting: dict[str, Any] | None = None
    made = 0
    for piece in pieces:
        waiting = piece if waiting is None else {name: np.concatenate([waiting[name], column]) for name, column in piece.items()}
        while (size := min(batch, batch if rows is None else rows - made)) and len(waiting["filled"]) >= size:
            yield {name: column[:size] for name, column in waiting.items()}
            waiting = {name: column[size:] for name, column in waiting.items()}
            made += size
        if made == rows:
            return
    if waiting is not None and len(waiting["filled"]):
        yield waiting


@dataclass(frozen=True)
class BestActions:
    """The rows of a policy: batches of columns."""

    table: Batches
    batch: int
    threads: int | None

    def __call__(self) -> Iterator[dict[str, Any]]:
        rules = self.table._native.rules
        policy = self._positions()
        for first in range(0, len(policy), self.batch):
            columns = empty_columns(rules, min(self.batch, len(policy) - first))
            policy.columns(first, tuple(columns.values()))
            columns["action"], columns["value"] = self.table.best_actions(**columns, threads=self.threads)
            yield columns

    def _positions(self) -> _native.Policy:
        return _native.Policy(self.table._native.rules, None, True, True, self.table._native.memory)


def of_policy(table: Batches, batch: SupportsIndex, threads: int | None) -> Dataset:
    """The best action of every position of the game."""
    arrow, rows = imported_arrow(), BestActions(table, whole("batch", batch, 1, 10_000_000), threads)
    return Dataset(_schema(table._native.rules, {"action": arrow.int64(), "value": arrow.float64()}), len(rows._positions()), rows)


def _schema(rules: RuleSet, kinds: dict[str, Any], first: dict[str, Any] | None = None) -> Any:
    arrow = imported_arrow()
    position = {"filled": arrow.uint32(), "upper_total": arrow.uint8(), "flag": arrow.bool_(), "saved": arrow.uint8()}
    position |= {"dice": arrow.list_(arrow.uint8(), rules.dice), "rerolls_left": arrow.uint8()}
    metadata = {"rules": rules.name, "fingerprint": f"{rules.fingerprint:016x}", "categories": ",".join(rules.categories)}
    return arrow.schema([arrow.field(name, kind) for name, kind in ((first or {}) | position | kinds).items()], metadata=metadata)


def _array(arrow: Any, column: Any, kind: Any) -> Any:
    if column.ndim == 1:
        return arrow.array(column, kind)
    cells = arrow.array(column.reshape(-1), kind.value_type)
    return arrow.FixedSizeListArray.from_arrays(cells, column.shape[1])


def imported_arrow() -> Any:
    try:
        import pyarrow
    except ModuleNotFoundError:
        raise Error("data sets need pyarrow: pip install pyarrow") from None
    return pyarrow
