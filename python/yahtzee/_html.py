"""Results as HTML, for notebooks: tables, and a plot as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_WIDTH, _HEIGHT, _MARGIN = 560, 180, 24


def table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of text."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def plot(label: str, scores: Sequence[int], chances: Sequence[float]) -> str:
    """Probabilities of scores as a plot, the scores ascending."""
    least, most, highest = scores[0], scores[-1], max(chances)
    across = (_WIDTH - 2 * _MARGIN) / max(most - least, 1)
    bars = []
    for score, chance in zip(scores, chances, strict=True):
        x = _MARGIN + (score - least) * across
        height = (_HEIGHT - 2 * _MARGIN) * chance / highest
        bars.append(f"M{x:.1f} {_HEIGHT - _MARGIN}v{-height:.1f}")
    return (
        f'<figure><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" role="img" aria-label="{escape(label)}">'
        f'<path d="{"".join(bars)}" stroke="currentColor" stroke-width="{max(across * 0.8, 0.4):.2f}" fill="none"/>'
        f'<text x="{_MARGIN}" y="{_HEIGHT - 6}" font-size="12" fill="currentColor">{least}</text>'
        f'<text x="{_WIDTH - _MARGIN}" y="{_HEIGHT - 6}" font-size="12" text-anchor="end" fill="currentColor">{most}</text>'
        f"</svg><figcaption>{escape(label)}</figcaption></figure>"
    )
