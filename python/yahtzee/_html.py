"""Results as HTML, for notebooks: tables and plots."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable
from html import escape as escape
from io import BytesIO
from typing import Any


def table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of text."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


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
