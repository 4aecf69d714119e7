"""The same question has the same answer at each face: docs/faces.md."""

import json
import math
from pathlib import Path
from typing import Any

import msgspec
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


def objective(asked: dict[str, Any] | None) -> yahtzee.Target | yahtzee.Against | yahtzee.Utility | yahtzee.ThisTurn | None:
    if asked is None:
        return None
    if asked["kind"] == "target":
        return yahtzee.Target(asked["score"])
    if asked["kind"] == "utility":
        return yahtzee.Utility(asked["steps"])
    if asked["kind"] == "turn":
        return yahtzee.ThisTurn()
    opponents = [next(iter(who.values())) if isinstance(who, dict) else who for who in asked.get("opponents", [])]
    more = {name: asked[name] for name in ("field", "ties", "reacting") if name in asked}
    return yahtzee.Against(*opponents, **more)


def same(found: Any, recorded: Any) -> bool:
    """Whether an answer has all fields of a recorded one. Numbers may differ in the last bit, which the recording may have lost."""
    if isinstance(recorded, dict):
        return all(same(found[name], value) for name, value in recorded.items())
    if isinstance(recorded, list):
        return len(found) == len(recorded) and all(map(same, found, recorded))
    return math.isclose(found, recorded, rel_tol=1e-14) if isinstance(recorded, float) else bool(found == recorded)


GAMES = [(FACES / f"game-{name}.txt").read_text() for name in ("by-hand", "alone", "of-two")]
REVIEWS = [json.loads(review) for review in (FACES / "reviews.jsonl").read_text().splitlines()]


@pytest.mark.parametrize(("game", "review"), [*zip(GAMES, REVIEWS, strict=True)], ids=["by-hand", "alone", "of-two"])
def test_reviews(tables: dict[str, yahtzee.Table], game: str, review: dict[str, Any]) -> None:
    found = tables[review["rules"]].review(game)
    luck_share = review.pop("luck_share", None)
    assert found.luck_share == (luck_share and pytest.approx(luck_share, rel=1e-12))
    assert same(msgspec.to_builtins(found), review)
    assert found.complete == review.get("complete", True) and found.mistakes[0][1].loss == max(
        decision.loss for turn in found.turns for decision in turn.decisions
    )
    assert (found.win is None) == ("win" not in review) and tables[review["rules"]].review(game, chances=False).win is None


@pytest.mark.parametrize(("question", "answer"), ASKED, ids=[question["id"] for question, _ in ASKED])
def test_faces(tables: dict[str, yahtzee.Table], question: dict[str, Any], answer: dict[str, Any]) -> None:
    fields = {name: value for name, value in question.items() if name not in ("id", "rules")}
    table = tables[question["rules"]]

    def ask() -> yahtzee.Advice | yahtzee.Odds:
        if "odds" in fields:
            return table.odds(**{name: value for name, value in fields.items() if name != "odds"}, **fields["odds"])
        return table.advise(**{**fields, "objective": objective(fields.get("objective"))})

    if "error" in answer:
        with pytest.raises(yahtzee.Error) as raised:
            ask()
        assert answer["error"].endswith(str(raised.value))
        return
    found = ask()
    del answer["id"]
    assert same(msgspec.to_builtins(found), answer)
    for part in ("objective", "chosen", "goal", "why"):
        assert (getattr(found, part, None) is None) == (part not in answer)
