"""The same question has the same answer at each front end: docs/questions.md."""

import json
import math
from pathlib import Path
from typing import Any

import msgspec
import pytest

import yahtzee
from yahtzee._objectives import Objective

SHARED = Path(__file__).parents[2] / "dialogue" / "front-ends"
ASKED = [
    (json.loads(question), json.loads(answer))
    for question, answer in zip(
        (SHARED / "questions.jsonl").read_text().splitlines(), (SHARED / "answers.jsonl").read_text().splitlines(), strict=True
    )
]


WORDS = {
    (line["language"], line["id"]): line["words"] for line in map(json.loads, (SHARED / "words.jsonl").read_text().splitlines())
}


@pytest.fixture(scope="module")
def tables() -> dict[str, dict[str, yahtzee.Table]]:
    """The tables by language, whose boxes have their names in it."""

    def of(language: str) -> dict[str, yahtzee.Table]:
        yahtzee.set_language(language)
        files = {file.stem: yahtzee.RuleSet.from_toml(file.read_text()) for file in SHARED.glob("*.toml")}
        names = {question["rules"] for question, _ in ASKED}
        return {name: yahtzee.solve(files.get(name) or yahtzee.RuleSet(name)) for name in names}

    found = {language: of(language) for language in ("sv", "de", "en")}
    yahtzee.set_language("en")
    return found


def objective(asked: dict[str, Any] | None) -> Objective | None:
    if asked is None:
        return None
    if asked["kind"] == "target":
        return yahtzee.Target(asked["score"])
    if asked["kind"] == "exactly":
        return yahtzee.Exactly(asked["score"])
    if asked["kind"] == "fewest":
        return yahtzee.Fewest()
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


GAMES = {name: (SHARED / f"game-{name}.txt").read_text() for name in ("by-hand", "alone", "of-two")}
REVIEWS = [json.loads(review) for review in (SHARED / "reviews.jsonl").read_text().splitlines()]


@pytest.mark.parametrize(("game", "review"), [*zip(GAMES.values(), REVIEWS, strict=True)], ids=[*GAMES])
def test_reviews(tables: dict[str, dict[str, yahtzee.Table]], game: str, review: dict[str, Any]) -> None:
    table = tables["en"][review["rules"]]
    found = table.review(game)
    luck_share = review.pop("luck_share", None)
    assert found.luck_share == (luck_share and pytest.approx(luck_share, rel=1e-12))
    assert same(msgspec.to_builtins(found), review)
    assert found.complete == review.get("complete", True) and found.mistakes[0][1].loss == max(
        decision.loss for turn in found.turns for decision in turn.decisions
    )
    assert (found.win is None) == ("win" not in review) and table.review(game, chances=False).win is None


@pytest.mark.parametrize(("question", "answer"), ASKED, ids=[question["id"] for question, _ in ASKED])
def test_front_ends(tables: dict[str, dict[str, yahtzee.Table]], question: dict[str, Any], answer: dict[str, Any]) -> None:
    try:
        for language, of_language in tables.items():
            yahtzee.set_language(language)
            assert_answers(of_language, question, in_language(answer, language))
    finally:
        yahtzee.set_language("en")


def in_language(answer: dict[str, Any], language: str) -> dict[str, Any]:
    """The answer with its words in a language."""
    words = WORDS.get((language, answer["id"]))
    if words is None:
        return answer
    return {**answer, "error": words} if "error" in answer else {**answer, "why": {**answer["why"], "said": words}}


def assert_answers(tables: dict[str, yahtzee.Table], question: dict[str, Any], answer: dict[str, Any]) -> None:
    fields = {name: value for name, value in question.items() if name not in ("id", "rules")}
    table = tables[question["rules"]]

    def ask() -> yahtzee.Advice | yahtzee.results.Odds:
        if "odds" in fields:
            return table.odds(**{name: value for name, value in fields.items() if name != "odds"}, **fields["odds"])
        return table.advise(**{**fields, "objective": objective(fields.get("objective"))})

    if "error" in answer:
        with pytest.raises(yahtzee.Error) as raised:
            ask()
        assert answer["error"].endswith(str(raised.value))
        return
    found = ask()
    answer = {name: value for name, value in answer.items() if name != "id"}
    assert same(msgspec.to_builtins(found), answer)
    for part in ("objective", "chosen", "goal", "why"):
        assert (getattr(found, part, None) is None) == (part not in answer)
