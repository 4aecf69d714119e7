"""Data sets of positions with the values of their actions, computed while they are read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Literal

import numpy as np

from . import _native
from ._batches import Batches
from ._measure import empty_columns, whole
from ._native import ArrayError, Error, RuleSet

Play = Literal["optimal", "perturbed", "uniform"]
"""The way of playing the games of a data set."""


class Dataset:
    """Rows that are computed while they are read, so that memory holds only one batch. Needs ``pyarrow``.

    Iteration yields ``pyarrow.RecordBatch``. polars, DuckDB and pyarrow read it through the Arrow PyCapsule interface, batch by batch. Each reading starts
    again, and gives the same rows.

    >>> import polars, yahtzee
    >>> positions = yahtzee.solve("hasbro").dataset(10_000, seed=1, batch=2_000)
    >>> positions
    <Dataset of 10,000 rows: filled, upper_total, flag, saved, dice, rerolls_left, score, action, best_action, value, action_values>
    >>> polars.DataFrame(positions).select(polars.col("value").mean()).item() > 100
    True
    """

    __slots__ = ("_batches", "_count", "schema")

    def __init__(self, schema: Any, count: int, batches: Callable[[], Iterator[dict[str, Any]]]) -> None:
        self.schema = schema
        """The Arrow schema. Its metadata has the rules."""
        self._count = count
        self._batches = batches

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Any]:
        arrow = _arrow()
        for columns in self._batches():
            arrays = [_array(arrow, columns[field.name], field.type) for field in self.schema]
            yield arrow.RecordBatch.from_arrays(arrays, schema=self.schema)

    def reader(self) -> Any:
        """A ``pyarrow.RecordBatchReader`` of the rows."""
        return _arrow().RecordBatchReader.from_batches(self.schema, iter(self))

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
        _arrow()
        from pyarrow import parquet

        with _whole(path) as unfinished, parquet.ParquetWriter(unfinished, self.schema, **options) as writer:
            return self._write(writer.write_batch)

    def to_arrow(self, path: str | os.PathLike[str]) -> int:
        """Writes an Arrow IPC file, batch by batch, and returns the number of rows."""
        arrow = _arrow()
        with _whole(path) as unfinished, arrow.OSFile(unfinished, "wb") as file, arrow.ipc.new_file(file, self.schema) as writer:
            return self._write(writer.write_batch)

    def _write(self, write: Callable[[Any], None]) -> int:
        for batch in self:
            write(batch)
        return self._count

    def __repr__(self) -> str:
        return f"<Dataset of {self._count:,} rows: {', '.join(self.schema.names)}>"


@contextmanager
def _whole(path: str | os.PathLike[str]) -> Iterator[str]:
    """The name of a file beside this one, which gets its name when it is finished. An unfinished one is removed."""
    unfinished = f"{os.fspath(path)}.{os.getpid()}.tmp"
    try:
        yield unfinished
        os.replace(unfinished, path)
    finally:
        with suppress(FileNotFoundError):
            os.remove(unfinished)


def of_play(table: Batches, count: int, play: Play, epsilon: float, seed: int, batch: int, threads: int | None) -> Dataset:
    """Positions of games, with the value of every action."""
    count, batch = whole("count", count, 1, 2**53), whole("batch", batch, 1, 1_000_000)
    if play not in ("optimal", "perturbed", "uniform"):
        raise ArrayError(f"play: {play!r} where one of 'optimal', 'perturbed', 'uniform' is wanted")
    if not 0 <= epsilon <= 1:
        raise ArrayError(f"epsilon: {epsilon!r} where a share from 0 to 1 is wanted")
    seed = whole("seed", seed, 0, 2**64 - 1)
    share = {"optimal": 0.0, "perturbed": float(epsilon), "uniform": 1.0}[play]
    rules = table._native.rules
    # So few games at the same time that they come to their ends.
    decisions = rules.rolls * len(rules.categories)
    at_once = max(1, min(batch, count // decisions))

    def positions() -> Iterator[dict[str, Any]]:
        """A position of each game, again and again."""
        games = _native.Games(rules, at_once, table._native, threads)
        random = np.random.default_rng(seed)
        for game in range(at_once):
            games.begin(game, seed, game)
        actions = games.actions
        masks, seen = np.zeros((at_once, actions), np.int8), np.zeros((at_once, games.width), np.float32)
        values, to_come, nothing = np.zeros((at_once, actions)), np.zeros(at_once), np.zeros(at_once)
        over, number, rows = np.zeros(at_once, np.bool_), np.full(at_once, at_once), np.arange(at_once)
        while True:
            columns = empty_columns(rules, at_once)
            games.columns(*columns.values())
            games.evaluate(values, to_come)
            games.observe(seen, masks, False)
            best, _ = table.best_actions(**columns, threads=threads)
            taken = best.copy()
            drawn = np.zeros(at_once, np.int64)
            games.sample(masks, random.integers(2**64, size=at_once, dtype=np.uint64), drawn)
            astray = random.random(at_once) < share
            taken[astray] = drawn[astray]
            scores = np.fromiter(map(games.score, range(at_once)), np.int64, at_once)
            columns |= {"score": scores, "action": taken, "best_action": best, "value": values[rows, best]}
            columns["action_values"] = np.where(masks, values, np.nan)
            yield columns
            games.step(taken, np.zeros(at_once, np.bool_), nothing.copy(), over, nothing.copy())
            for game in np.flatnonzero(over).tolist():
                # Each game has a different number of the seed.
                games.begin(game, seed, int(number[game]))
                number[game] += at_once

    width = table.actions
    arrow = _arrow()
    kinds = {"score": arrow.int32(), "action": arrow.int16(), "best_action": arrow.int16(), "value": arrow.float64()}
    return Dataset(_schema(table._native.rules, kinds | {"action_values": arrow.list_(arrow.float64(), width)}), count, lambda: _batches(positions(), count, batch))


def _batches(pieces: Iterator[dict[str, Any]], count: int, batch: int) -> Iterator[dict[str, Any]]:
    """The first rows of pieces, in batches of one size."""
    waiting: list[dict[str, Any]] = []
    made = 0
    for piece in pieces:
        waiting.append(piece)
        while made < count and sum(len(part["filled"]) for part in waiting) >= min(batch, count - made):
            size = min(batch, count - made)
            joined = {name: np.concatenate([part[name] for part in waiting]) for name in piece}
            yield {name: column[:size] for name, column in joined.items()}
            waiting = [{name: column[size:] for name, column in joined.items()}]
            made += size
        if made == count:
            return


def of_policy(table: Batches, batch: int, threads: int | None) -> Dataset:
    """The best action of every position of the game."""
    batch = whole("batch", batch, 1, 10_000_000)
    arrow, rules = _arrow(), table._native.rules
    policy = _native.Policy(rules, True, table._native.memory)
    count = len(policy)

    def batches() -> Iterator[dict[str, Any]]:
        for first in range(0, count, batch):
            columns = empty_columns(rules, min(batch, count - first))
            policy.columns(first, *columns.values())
            columns["action"], columns["value"] = table.best_actions(**columns, threads=threads)
            yield columns

    return Dataset(_schema(rules, {"action": arrow.int16(), "value": arrow.float64()}), count, batches)


def _schema(rules: RuleSet, kinds: dict[str, Any]) -> Any:
    arrow = _arrow()
    position = {"filled": arrow.uint32(), "upper_total": arrow.uint8(), "flag": arrow.bool_(), "saved": arrow.uint8()}
    position |= {"dice": arrow.list_(arrow.uint8(), rules.dice), "rerolls_left": arrow.uint8()}
    metadata = {"rules": rules.name, "fingerprint": f"{rules.fingerprint:016x}", "categories": ",".join(rules.categories)}
    return arrow.schema([arrow.field(name, kind) for name, kind in (position | kinds).items()], metadata=metadata)


def _array(arrow: Any, column: Any, kind: Any) -> Any:
    if column.ndim == 1:
        return arrow.array(column, kind)
    cells = arrow.array(column.reshape(-1), kind.value_type)
    return arrow.FixedSizeListArray.from_arrays(cells, column.shape[1])


def _arrow() -> Any:
    try:
        import pyarrow
    except ModuleNotFoundError:
        raise Error("data sets need pyarrow: pip install pyarrow") from None
    return pyarrow
