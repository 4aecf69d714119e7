"""Gymnasium's description of an environment, in a form for JSON."""

from __future__ import annotations

from typing import Any

from .._native import RuleSet
from .._positions import Rules, rule_set


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
            spec.kwargs = {name: _plain(value) if name == "rules" else value for name, value in spec.kwargs.items() if name != "table"}
        self._spec = spec


def _plain(rules: Rules) -> str:
    rules = rule_set(rules)
    return rules.name if rules.name in RuleSet.builtin() and RuleSet(rules.name) == rules else rules.toml
