"""Results as HTML, for notebooks: tables, and a plot as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._advice import Advice, Option
    from ._distribution import Distribution

_WIDTH, _HEIGHT, _MARGIN = 560, 180, 24


def _table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def advice(advice: Advice) -> str:
    """The options as a table, best first."""
    columns: list[tuple[str, Callable[[Option], str]]] = [
        ("option", str),
        ("expected final", lambda option: f"{option.expected_final:.2f}"),
        ("loss", lambda option: f"{option.loss:.2f}"),
    ]
    if advice.best.chance is not None:
        columns.insert(1, ("chance", lambda option: f"{option.chance:.2%}"))
    if advice.best.utility is not None:
        columns.insert(1, ("utility", lambda option: f"{option.utility:.5g}"))
    if advice.best.risk is not None:
        columns += [
            ("standard deviation", lambda option: f"{option.risk.sd:.1f}" if option.risk else ""),
            ("upper bonus", lambda option: f"{option.risk.upper_bonus:.1%}" if option.risk else ""),
        ]
    dice = " ".join(map(str, advice.dice))
    rows = ([text(option) for _, text in columns] for option in advice)
    return _table(f"{dice}, {advice.rerolls_left} rerolls left", (name for name, _ in columns), rows)


def distribution(distribution: Distribution) -> str:
    """The probabilities as a plot, with mean and spread."""
    scores, chances = distribution.scores, distribution.probabilities
    least, most = int(scores[0]), int(scores[-1])
    highest, wide = float(chances.max()), max(most - least, 1)
    across = (_WIDTH - 2 * _MARGIN) / wide
    bars = []
    for score, chance in zip(scores.tolist(), chances.tolist(), strict=True):
        x = _MARGIN + (score - least) * across
        height = (_HEIGHT - 2 * _MARGIN) * chance / highest
        bars.append(f"M{x:.1f} {_HEIGHT - _MARGIN}v{-height:.1f}")
    label = f"mean {distribution.mean:.2f}, standard deviation {distribution.sd:.2f}, from {least} to {most}"
    return (
        f'<figure><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" role="img" aria-label="{escape(label)}">'
        f'<path d="{"".join(bars)}" stroke="currentColor" stroke-width="{max(across * 0.8, 0.4):.2f}" fill="none"/>'
        f'<text x="{_MARGIN}" y="{_HEIGHT - 6}" font-size="12" fill="currentColor">{least}</text>'
        f'<text x="{_WIDTH - _MARGIN}" y="{_HEIGHT - 6}" font-size="12" text-anchor="end" fill="currentColor">{most}</text>'
        f"</svg><figcaption>{escape(label)}</figcaption></figure>"
    )
