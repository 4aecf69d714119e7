"""Data frames of polars: of arrays, of the columns of the native half, and of the parts of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._html import filled
from ._native import Error, Position, RuleSet

if TYPE_CHECKING:
    from polars import DataFrame

Columns = list[tuple[str, str, list[Any]]]
"""Columns of the native half: the name of each, the name of its type, and its cells."""

TYPES = dict.fromkeys(("upper_total", "saved", "rerolls_left"), "UInt8") | {"flag": "Boolean"} | dict.fromkeys(("score", "action", "best_action"), "Int64")
"""The types of the columns of positions and games, as in arrays."""


def _polars() -> Any:
    try:
        import polars
    except ModuleNotFoundError:
        raise Error("data frames need polars: pip install 'yahtzee[polars]'") from None
    return polars


def of_arrays(columns: Mapping[str, Any]) -> DataFrame:
    """A data frame of arrays."""
    frame: DataFrame = _polars().DataFrame(dict(columns))
    return frame


def of_columns(columns: Columns, rules: RuleSet | None = None) -> DataFrame:
    """A data frame of columns; of games of one rule set with the types of arrays."""
    polars = _polars()
    series = []
    for name, kind, cells in columns:
        # A category may have any name, and its column has points.
        typed = rules is not None and name not in rules.categories
        if rules is not None and typed and name == "dice":
            faces = {text: Position(rules, text).dice for text in set(cells)}
            series.append(polars.Series(name, [faces[text] for text in cells], polars.Array(polars.UInt8, rules.dice)))
        else:
            column = polars.Series(name, cells, getattr(polars, kind))
            series.append(column.cast(getattr(polars, TYPES[name])) if typed and name in TYPES else column)
    frame: DataFrame = polars.DataFrame(series)
    return frame


def of_rows(rows: Iterable[Mapping[str, Any]]) -> DataFrame:
    """A data frame of rows, without the fields that are empty in all of them."""
    frame: DataFrame = _polars().DataFrame(filled(rows), infer_schema_length=None)
    return frame
