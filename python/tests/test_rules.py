"""Rules as values: dictionaries, variants, and many of them at once."""

from __future__ import annotations

import pickle
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import polars
import pytest

import yahtzee

KNIFFEL = yahtzee.RuleSet("kniffel")


@pytest.mark.parametrize("name", yahtzee.RuleSet.builtin())
def test_the_fields_make_the_same_rules(name: str) -> None:
    rules = yahtzee.RuleSet(name)
    again = yahtzee.RuleSet.from_dict(rules.to_dict())
    assert again == rules and again.title == rules.title and again.titles == rules.titles and again.to_dict() == rules.to_dict()
    assert rules.replace() == rules and pickle.loads(pickle.dumps(again)) == rules


def test_a_variant_is_that_of_a_file() -> None:
    toml = KNIFFEL.toml.replace('"kniffel"', '"mine"', 1).replace("points = 35", "points = 50", 1)
    written = yahtzee.RuleSet.from_toml(toml)
    fields = {field: value for field, value in KNIFFEL.to_dict().items() if field != "upper-bonus"} | {"name": "mine"}
    for bonus in [(63, 50), [63, 50], [(63, 50)], {"at": 63, "points": 50}, [{"at": np.int64(63), "points": 50}]]:
        rules = KNIFFEL.replace(name="mine", upper_bonus=bonus)
        assert rules == written and rules.upper_bonus == [(63, 50)] and rules.name == "mine"
        assert yahtzee.RuleSet.from_dict(fields | {"upper_bonus": bonus}) == rules
    for none in (None, []):
        assert KNIFFEL.replace(name="mine", upper_bonus=none).upper_bonus == yahtzee.RuleSet.from_dict(fields | {"upper_bonus": none}).upper_bonus == []
    assert KNIFFEL.replace(name="mine", upper_bonus=[(50, 10), (63, 35)]).upper_bonus == [(50, 10), (63, 35)]
    fewer = KNIFFEL.replace(name="mine", lower=KNIFFEL.to_dict()["lower"][:2], further=None)
    assert len(fewer.categories) == 8 and yahtzee.solve(fewer).expected_score < yahtzee.solve(KNIFFEL).expected_score


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"rolls": 9}, "rolls = 9: must be from 1 to 8"),
        ({"rolls": "three"}, "rolls"),
        ({"rolls": object()}, "rolls: a object where text, a number"),
        ({"lower": [{"name": "x", "groups": [2], "points": {3}}]}, r"lower\[0\].points: a set where"),
        ({"lower": [{"name": "odd-one", "straight": 9}]}, "odd-one: "),
        ({"roll": 3}, "roll"),
        ({"upper_bonus": (63,)}, "upper-bonus"),
        ({"name": "Mine!"}, "name"),
        ({"name": None}, "name"),
        ({"rolls": 4, "name": "kniffel"}, "kniffel"),
    ],
)
def test_a_wrong_field_is_named(changes: dict[str, Any], wrong: str) -> None:
    with pytest.raises(yahtzee.RulesError, match=wrong):
        KNIFFEL.replace(**({"name": "mine"} | changes))


def test_wrong_dictionaries() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for fields, wrong in [
        ({}, "name"),
        ({1: 2}, "1: it is no name of a field"),
        ({"name": "deep", "notes": deep}, "nested too deeply"),
        ({"upper-bonus": (63, 35), "upper_bonus": (63, 50)}, "upper-bonus: it is there twice"),
    ]:
        with pytest.raises(yahtzee.RulesError, match=wrong):
            yahtzee.RuleSet.from_dict(fields)
    with pytest.raises(TypeError):
        yahtzee.RuleSet.from_dict("name = 'mine'")  # type: ignore[arg-type]


def test_a_rule_set_is_made_of_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(KNIFFEL.toml, encoding="utf-8")
    givens: list[Any] = ["kniffel", "Kniffel", KNIFFEL, KNIFFEL.toml, KNIFFEL.to_dict(), MappingProxyType(KNIFFEL.to_dict()), path]
    for given in givens:
        assert yahtzee.RuleSet(given) == yahtzee.Scorecard(given).rules == yahtzee.Position(given, "13356").rules == KNIFFEL
        assert yahtzee.Model(given).rules == KNIFFEL and len(list(yahtzee.sweep(given))) == 1
