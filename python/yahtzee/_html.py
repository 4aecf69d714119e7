"""Results as HTML, for notebooks: tables and plots."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from html import escape
from io import BytesIO
from typing import Any

MOST = 60
"""The most rows that are shown."""


def filled(rows: Iterable[Mapping[str, Any]], *also: object) -> list[dict[str, Any]]:
    """The rows without the fields that are empty in all of them, or one of these."""
    given = list(rows)
    names = {name for row in given for name, cell in row.items() if cell not in (None, (), *also)}
    return [{name: cell for name, cell in row.items() if name in names} for row in given]


def table(caption: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """A table of rows, without what is no text or number."""
    given = filled(({name: cell for name, cell in row.items() if not isinstance(cell, tuple)} for row in rows), 0)
    if not given:
        return f"<p>{escape(caption.strip('<>'))}</p>"
    head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in given[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(_text(cell))}</td>" for cell in row.values()) + "</tr>" for row in given[:MOST])
    more = f"<tr><td>… of {len(given)}</td></tr>" if len(given) > MOST else ""
    return f"<table><caption>{escape(caption.strip('<>'))}</caption><thead><tr>{head}</tr></thead><tbody>{body}{more}</tbody></table>"


def _text(cell: Any) -> str:
    return "" if cell is None else f"{cell:.5g}" if isinstance(cell, float) else str(cell)


def picture(draw: Callable[[Any], object]) -> str:
    """What a function draws on axes of matplotlib; nothing without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        return ""
    figure, out = Figure(figsize=(6, 2.5), layout="constrained"), BytesIO()
    draw(figure.subplots())
    figure.savefig(out, format="png")
    return f'<img alt="" src="data:image/png;base64,{b64encode(out.getvalue()).decode()}">'
