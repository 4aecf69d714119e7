"""Gymnasium's description of an environment, in a form for JSON."""

from __future__ import annotations

from typing import Any

from .._native import RuleSet


class Described:
    """An environment whose `spec` has rules by name or TOML, and no table: it suffices to make the same environment again."""

    _spec: Any = None

    @property
    def spec(self) -> Any:
        """The description by which Gymnasium made the environment; ``None`` if it did not."""
        return self._spec

    @spec.setter
    def spec(self, spec: Any) -> None:
        if spec is not None:
            spec.kwargs = {name: _plain(value) for name, value in spec.kwargs.items() if name != "table"}
        self._spec = spec


def _plain(value: Any) -> Any:
    if not isinstance(value, RuleSet):
        return value
    return value.name if value.name in RuleSet.builtin() and RuleSet(value.name) == value else value.toml
