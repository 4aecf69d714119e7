"""Rules as values: dictionaries, variants, and many of them at once."""

from __future__ import annotations

import os
import pickle
import signal
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import polars
import pytest
from conftest import THREE_DICE

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


def small_variants(count: int) -> list[yahtzee.RuleSet]:
    return [THREE_DICE.replace(name=f"bonus-{points}", upper_bonus=(20, points)) for points in range(count)]


def slain_once(marker: Path, table: yahtzee.Table) -> dict[str, Any]:
    """Kills its worker the first time that it sees one of the variants."""
    if table.rules.name == "bonus-5" and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"seen": os.getpid()}


def test_a_sweep_goes_on_from_its_file(tmp_path: Path) -> None:
    """After a worker died, and with what failed before. A variant that fails is a row."""
    path, variants = tmp_path / "sweep.parquet", small_variants(12)
    found, finder = [], partial(slain_once, tmp_path / "slain")
    with ProcessPoolExecutor(1) as pool, pytest.raises(BrokenExecutor):
        for row in yahtzee.sweep(variants, ["value", "statistics", finder], pool, path):
            found.append(row)
    kept = polars.read_parquet(path)
    assert kept["rules"].to_list() == [row["rules"] for row in found] == [f"bonus-{points}" for points in range(5)]
    # Nothing of the file is solved again: the time of a row is what it was.
    again = list(yahtzee.sweep([*variants, "nonesuch", {"name": "x"}], ["value", "statistics"], path=path))
    assert len(again) == 14 and len(polars.read_parquet(path)) == 14
    for row in again:
        if row["error"] is not None:
            assert row["rules"] in ("variant 12", "variant 13") and row["error"].startswith("RulesError: ")
            continue
        table = yahtzee.solve(next(rules for rules in variants if rules.name == row["rules"]))
        statistics = table.statistics()
        assert (row["expected_score"], row["states"], row["sd"], row["median"]) == (table.expected_score, len(table.states().filled), statistics.sd, statistics.median)
        assert row["probabilities"] == statistics.probabilities.tolist() and row["fingerprint"] == f"{table.rules.fingerprint:016x}"
        assert (row.get("seen") is not None) == (row in found)
    # A variant that had too little memory is solved once there is more.
    little, other = tmp_path / "little.parquet", KNIFFEL.replace(name="mine")
    assert [row["error"] is None for limit in (10_000, 4_000_000_000) for row in yahtzee.sweep(other, path=little, memory=limit)] == [False, True]
    polars.DataFrame({"x": [1]}).write_parquet(little)
    with pytest.raises(yahtzee.ArrayError, match="it is no file of a sweep"):
        list(yahtzee.sweep(other, path=little))


def test_a_cluster_goes_on_without_a_worker(tmp_path: Path) -> None:
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:  # type: ignore[no-untyped-call]
        found = list(yahtzee.sweep(small_variants(20), ["value", partial(slain_once, tmp_path / "slain")], client))
    assert (tmp_path / "slain").exists() and all(row["error"] is None for row in found)
    assert sorted(row["expected_score"] for row in found) == sorted(yahtzee.solve(rules).expected_score for rules in small_variants(20))
