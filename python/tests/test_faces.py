"""The same question has the same answer at each face: docs/faces.md."""

import dataclasses
import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import yahtzee

FACES = Path(__file__).parents[2] / "dialogue" / "faces"
ASKED = [
    (json.loads(question), json.loads(answer))
    for question, answer in zip(
        (FACES / "questions.jsonl").read_text().splitlines(), (FACES / "answers.jsonl").read_text().splitlines(), strict=True
    )
]


@pytest.fixture(scope="module")
def tables() -> dict[str, yahtzee.Table]:
    small = yahtzee.RuleSet.from_toml((FACES / "small.toml").read_text())
    return {"hasbro": yahtzee.solve("hasbro"), "small": yahtzee.solve(small)}


def objective(asked: dict[str, Any] | None) -> yahtzee.Target | yahtzee.Against | yahtzee.Utility | None:
    if asked is None:
        return None
    if asked["kind"] == "target":
        return yahtzee.Target(asked["score"])
    if asked["kind"] == "utility":
        return yahtzee.Utility(asked["steps"])
    opponents = [next(iter(who.values())) if isinstance(who, dict) else who for who in asked.get("opponents", [])]
    more = {name: asked[name] for name in ("field", "ties", "reacting") if name in asked}
    return yahtzee.Against(*opponents, **more)


def same(found: Iterable[float | None], recorded: Iterable[float | None]) -> bool:
    """Whether numbers are equal except for the last bit, which the recording may have lost."""
    pairs = zip(found, recorded, strict=True)
    return all(a == b or (a is not None and b is not None and math.isclose(a, b, rel_tol=1e-14)) for a, b in pairs)


def check(found: yahtzee.Choice, option: dict[str, Any]) -> None:
    assert found.hold == (tuple(option["hold"]) if option["kind"] == "hold" else None)
    assert found.category == option.get("category")
    assert (found.points, found.bonus) == (option.get("points", 0), option.get("bonus", 0))
    assert same((found.expected_final, found.loss), (option["expected_final"], option["loss"]))


@pytest.mark.parametrize(("question", "answer"), ASKED, ids=[question["id"] for question, _ in ASKED])
def test_faces(tables: dict[str, yahtzee.Table], question: dict[str, Any], answer: dict[str, Any]) -> None:
    fields = {name: value for name, value in question.items() if name not in ("id", "rules")}
    table = tables[question["rules"]]

    def advise() -> yahtzee.Advice:
        return table.advise(**{**fields, "objective": objective(fields.get("objective"))})

    if "error" in answer:
        with pytest.raises(yahtzee.Error) as raised:
            advise()
        assert answer["error"].endswith(str(raised.value))
        return
    advice = advise()
    assert (list(advice.dice), advice.rerolls_left, advice.exact) == (answer["dice"], answer["rerolls_left"], answer["exact"])
    assert same((advice.score_so_far, advice.expected_final), (answer["score_so_far"], answer["expected_final"]))
    assert len(advice) == len(answer["options"])
    for found, option in zip(advice, answer["options"], strict=True):
        check(found, option)
        measured = found.chance, found.chance_loss, found.utility, found.utility_loss
        assert same(measured, (option.get(name) for name in ("chance", "chance_loss", "utility", "utility_loss")))
    assert (advice.chosen is None) == ("chosen" not in answer)
    if advice.chosen is not None:
        check(advice.chosen, answer["chosen"])
    assert (advice.goal is None) == ("goal" not in answer)
    if advice.goal is not None:
        assert (advice.goal.category, advice.goal.points) == (answer["goal"]["category"], answer["goal"]["points"])
        for chased, option in zip(advice.goal.options, answer["goal"]["options"], strict=True):
            check(chased.option, option)
            assert same((chased.chance, chased.expected_chased), (option["chance"], option["expected_chased"]))
    assert (advice.why is None) == ("why" not in answer)
    if advice.why is not None:
        said = [{"heading": part.heading, "sentences": list(part.sentences)} for part in advice.why.said]
        assert said == answer["why"]["said"]
        parts = advice.why.parts
        assert (parts and dataclasses.asdict(parts)) == answer["why"].get("parts")
        by_category = advice.why.parts_by_category
        assert (by_category and [{"category": name, "loss": loss} for name, loss in by_category.items()]) == answer["why"].get("parts_by_category")
