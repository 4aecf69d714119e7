"""Many rule sets, solved by the workers of an executor, with rows that are kept in a file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Literal

from ._batches import MEMORY
from ._dataset import imported_arrow, whole_file
from ._native import ArrayError, Error, RuleSet
from ._positions import Rules, rule_set
from ._table import Table, solve

# They take a tenth of the time to import this package.
if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Row = dict[str, Any]
Found = Literal["value", "statistics"] | Callable[[Table], Mapping[str, Any]]
"""What is found of a table."""

WAITING = 4096
"""The most variants that wait for a worker."""
SHARE = 20
"""Writing the file takes at most this part of the time."""


def _value(table: Table) -> Row:
    return {"states": len(table.states().filled), "expected_score": table.expected_score}


def _statistics(table: Table) -> Row:
    found = table.statistics(threads=1)
    bonuses = {"upper_bonus": found.upper_bonus.probability, "extra_bonus": found.extra_bonus.probability}
    scores = {"scores": found.distinct_scores.tolist(), "probabilities": found.probabilities.tolist()}
    return {"sd": found.sd, "median": found.median, "mode": found.mode} | bonuses | scores


FINDERS: dict[str, tuple[str, Callable[[Table], Row]]] = {"value": ("states", _value), "statistics": ("sd", _statistics)}
"""A column that each gives, and how it is found."""


def _found(rules: RuleSet, what: Sequence[Found], memory: int) -> Row:
    """The work of a worker, on one thread."""
    row = {"rules": rules.name, "fingerprint": f"{rules.fingerprint:016x}", "error": None}
    try:
        table = solve(rules, 1, memory=memory)
        for find in what:
            row |= find(table) if callable(find) else FINDERS[find][1](table)
    except Exception as error:
        row["error"] = _said(error)
    return row


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def sweep(
    variants: Iterable[Rules] | Rules,
    what: Found | Sequence[Found] = "value",
    executor: Any = None,
    path: str | os.PathLike[str] | None = None,
    *,
    memory: int = MEMORY,
) -> Iterator[Row]:
    """Solves many rule sets and yields a row for each as it comes, in any order, for ``polars.DataFrame`` or ``pandas.DataFrame``.

    A row has ``rules``, the name; ``fingerprint``; ``error``, ``None`` unless the variant failed; and ``what`` is wanted: ``"value"`` has ``states`` and
    ``expected_score``, ``"statistics"`` the figures and the distribution of the final score, and a function of a `Table` whatever dictionary it returns.

    ``executor`` is any of ``concurrent.futures``, or a ``Client`` of Dask; its workers solve on one thread each. By default there is a thread for each core.
    Each solve may use so much ``memory``; the default threads share it.

    With ``path`` the rows are kept in a Parquet file too (which needs ``pyarrow``): a later call with that file yields its rows without solving, and solves what is
    not there, or failed. A worker that dies breaks a ``ProcessPoolExecutor``, so the call ends with ``BrokenExecutor``: call it again with a new one. Dask goes on
    with other workers.

    >>> import yahtzee
    >>> kniffel = yahtzee.RuleSet("kniffel")
    >>> bonuses = [kniffel.replace(name=f"bonus-{points}", upper_bonus=(63, points)) for points in (30, 40, 50)]
    >>> for row in sorted(yahtzee.sweep(bonuses), key=lambda row: row["rules"]):
    ...     print(row["rules"], round(row["expected_score"], 3))
    bonus-30 242.509
    bonus-40 249.396
    bonus-50 256.855
    """
    wanted = [what] if isinstance(what, str) or callable(what) else list(what)
    for find in wanted:
        if not callable(find) and find not in FINDERS:
            raise ArrayError(f"what: {find!r} where 'value', 'statistics' or a function of a table is wanted")
    # A name is one rule set, and not its letters.
    given = [variants] if isinstance(variants, RuleSet | str | os.PathLike | Mapping) else variants
    return _swept(given, wanted, executor, path, memory)


def _swept(variants: Iterable[Rules], what: list[Found], executor: Any, path: str | os.PathLike[str] | None, memory: int) -> Iterator[Row]:
    from concurrent.futures import ThreadPoolExecutor

    with ExitStack() as stack:
        if executor is None:
            cores = os.cpu_count() or 1
            executor, memory = ThreadPoolExecutor(cores), memory // cores
            stack.callback(executor.shutdown, cancel_futures=True)
        elif hasattr(executor, "get_executor"):
            executor = executor.get_executor(pure=False)
        file = _File(path)
        stack.callback(file.write)
        yield from _rows(variants, what, executor, file, memory)


def _rows(variants: Iterable[Rules], what: list[Found], executor: Executor, file: _File, memory: int) -> Iterator[Row]:
    from concurrent.futures import BrokenExecutor
    from queue import SimpleQueue

    done: SimpleQueue[Future[Row]] = SimpleQueue()
    waiting: dict[Future[Row], RuleSet] = {}

    def next_row() -> Row:
        future = done.get()
        rules = waiting.pop(future)
        try:
            row = future.result()
        except BrokenExecutor:
            raise
        except Exception as error:
            row = {"rules": rules.name, "fingerprint": f"{rules.fingerprint:016x}", "error": _said(error)}
        return file.keep(row)

    try:
        for number, variant in enumerate(variants):
            try:
                rules = rule_set(variant)
            except Error as error:
                yield file.keep({"rules": f"variant {number}", "fingerprint": None, "error": _said(error)})
                continue
            known = file.known(rules, what)
            if known is not None:
                yield known
                continue
            future = executor.submit(_found, rules, what, memory)
            waiting[future] = rules
            future.add_done_callback(done.put)
            while len(waiting) >= WAITING or not done.empty():
                yield next_row()
        while waiting:
            yield next_row()
    finally:
        for future in waiting:
            future.cancel()


class _File:
    """The rows so far, in a Parquet file if there is a path. It is written whole, now and then."""

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self._path, self._next_time = path, 0.0
        self._rows: dict[tuple[str, str | None], Row] = {}
        if path is not None and imported_arrow() and os.path.exists(path):
            from pyarrow import parquet

            rows = parquet.read_table(path)
            if not {"rules", "fingerprint", "error"} <= {*rows.column_names}:
                raise ArrayError(f"{os.fspath(path)}: it is no file of a sweep; give another path")
            self._rows = {(row["rules"], row["fingerprint"]): row for row in rows.to_pylist()}

    def known(self, rules: RuleSet, what: list[Found]) -> Row | None:
        """The row of a variant, if it has what is wanted."""
        row = self._rows.get((rules.name, f"{rules.fingerprint:016x}"))
        complete = row is not None and row["error"] is None and all(callable(find) or row.get(FINDERS[find][0]) is not None for find in what)
        return row if complete else None

    def keep(self, row: Row) -> Row:
        """Adds a row."""
        if self._path is not None:
            self._rows[row["rules"], row["fingerprint"]] = row
            if time.monotonic() >= self._next_time:
                self.write()
        return row

    def write(self) -> None:
        if self._path is None or not self._rows:
            return
        from pyarrow import parquet

        start = time.monotonic()
        columns = dict.fromkeys(name for row in self._rows.values() for name in row)
        rows = imported_arrow().Table.from_pylist([{name: row.get(name) for name in columns} for row in self._rows.values()])
        with whole_file(self._path) as unfinished:
            parquet.write_table(rows, unfinished)
        now = time.monotonic()
        self._next_time = now + SHARE * (now - start)
