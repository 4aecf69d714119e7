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


GAMES = [(FACES / f"game-{name}.txt").read_text() for name in ("by-hand", "alone", "of-two")]
REVIEWS = [json.loads(review) for review in (FACES / "reviews.jsonl").read_text().splitlines()]


@pytest.mark.parametrize(("game", "review"), [*zip(GAMES, REVIEWS, strict=True)], ids=["by-hand", "alone", "of-two"])
def test_reviews(tables: dict[str, yahtzee.Table], game: str, review: dict[str, Any]) -> None:
    found = tables[review["rules"]].review(game)
    assert (found.player, found.grade, found.complete) == (review.get("player"), review["grade"], review.get("complete", True))
    numbers = ("final_score", "expected_at_start", "luck", "loss")
    assert same((getattr(found, name) for name in numbers), (review[name] for name in numbers))
    assert same((*found.loss_of_holds, found.loss_of_categories), (*review["loss_by_kind"]["holds"], review["loss_by_kind"]["category"]))
    assert (found.luck_share is None) == ("luck_share" not in review)
    assert found.luck_share is None or math.isclose(found.luck_share, review["luck_share"], rel_tol=1e-12)
    for move, their in zip(found.taken_back, review.get("taken_back", []), strict=True):
        assert (move.turn, move.rerolls_left, list(move.dice)) == (their["turn"], their["rerolls_left"], their["dice"])
        assert (move.loss, move.chosen is None) == (their.get("loss"), "chosen" not in their)
    decisions = [decision for turn in found.turns for decision in turn.decisions]
    theirs = [decision for turn in review["turns"] for decision in turn["decisions"]]
    for decision, their in zip(decisions, theirs, strict=True):
        assert list(decision.dice) == their["dice"]
        check(decision.chosen, their["chosen"])
        check(decision.best, their["best"])
    assert found.mistakes[0][1].loss == max(decision.loss for decision in decisions)
    assert found.best_decision is not None
    turn, best, gain = found.best_decision
    their = review["best_decision"]
    assert (turn.turn, list(best.dice), best in turn.decisions) == (their["turn"], their["dice"], True) and same([gain], [their["gain"]])
    assert (found.win is None) == ("win" not in review)
    if found.win is not None:
        win = review["win"]
        assert (found.win.approximate, len(found.win.turns)) == (win["approximate"], len(win["turns"])) and same([found.win.now], [win["now"]])
        for win_turn, their in zip(found.win.turns, win["turns"], strict=True):
            assert same((win_turn.before, win_turn.after), (their["before"], their["after"]))
            for win_decision, choice in zip(win_turn.decisions, their["decisions"], strict=True):
                assert same((win_decision.chance, win_decision.chance_loss), (choice["chosen"]["chance"], choice["chance_loss"]))
                check(win_decision.best, choice["best"])
        points = [(point.turn, point.own, point.before, point.after) for point in found.win.turning_points]
        assert points == [tuple(point[name] for name in ("turn", "own", "from", "to")) for point in win["turning_points"]]
        assert tables[review["rules"]].review(game, chances=False).win is None


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
