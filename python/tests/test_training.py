"""The trainer: the numbers of the program, the positions of its quizzes, and damaged histories."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import polars
import pytest

import yahtzee

FINGERPRINT = f"{yahtzee.RuleSet('hasbro').fingerprint:016x}"


def program(*arguments: str) -> list[Any]:
    """The lines of JSON of the program."""
    said = subprocess.run([os.environ["YAHTZEE"], *arguments, "--json"], capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in said.splitlines()]


def line(**fields: Any) -> str:
    """A line for a game."""
    game = {"id": "1", "at": 1_795_000_000, "rules": "hasbro", "fingerprint": FINGERPRINT, "player": "ann", "score": 200, "luck": 1, "loss": 2}
    return json.dumps({"history": 1, "game": {**game, "decisions": [], "text": "", **fields}}) + "\n"


def answer(day: int, number: int, **fields: Any) -> str:
    """A line for an answer in the ten of a day."""
    given = {"at": 1_795_000_000 + number, "rules": "hasbro", "fingerprint": FINGERPRINT, "position": f"1123{number % 6 + 1} rerolls=1", "best": "hold 11"}
    rest = {"chosen": "hold 11", "loss": 0, "obvious_loss": 0.5, "theme": "bonus", "from": "daily", "hints": 0, "daily": [day, number]}
    return json.dumps({"history": 1, "answer": {**given, **rest, **fields}}) + "\n"


@pytest.fixture
def history() -> yahtzee.History:
    """Games of two people and a computer, and answers."""
    games = [line(id=f"bob {n}", player="bob", loss=n, luck=-n, score=200 + n) for n in range(3)]
    games += [line(id="c", player="computer", computer="computer", loss=0), line(id="a", advised=True, player="eve")]
    return yahtzee.History(yahtzee.History.example().text + "".join(games) + "".join(answer(20261123, n) for n in range(1, 11)))


def test_the_program_says_the_same_progress(history: yahtzee.History, tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    path.write_text(history.text, encoding="utf-8")
    for player in ("you", "bob"):
        [said] = program("progress", "--history", str(path), "--player", player)
        progress = history.progress(player=player)
        found = json.loads(msgspec.json.encode(progress))
        assert found == {name: said[name] for name in found}
        assert {count["name"]: count["games"] for count in said["players"]} == history.players()
        assert {count["name"]: count["games"] for count in said["rule_sets"]} == history.rule_sets
        if player == "you":
            assert progress == yahtzee.History.read(path).progress()


def test_the_program_asks_the_same_positions(history: yahtzee.History, tmp_path: Path) -> None:
    table = yahtzee.solve("hasbro")
    for arguments, puzzles in [
        (["--daily", "2026-11-24"], table.daily("2026-11-24")),
        (["--seed", "5", "-n", "3"], table.quiz(3, seed=5)),
        (["--seed", "5", "-n", "3", "--mixed"], table.quiz(3, seed=5, mixed=True)),
        (["--seed", "5", "-n", "2", "--topic", "straights", "--level", "plain"], table.quiz(2, seed=5, topic="straights", level="plain")),
    ]:
        said = program("quiz", *arguments)
        assert len(said) == len(puzzles)
        for asked, puzzle in zip(said, puzzles, strict=True):
            assert asked["dice"] == list(puzzle.dice) and asked["card"] == puzzle.card and asked["rerolls_left"] == puzzle.rerolls_left
            assert (asked["seed"], asked["number"], asked["rules"]) == (puzzle.seed, puzzle.number, puzzle.rules)
            assert [option["expected_final"] for option in asked["options"]] == [option.expected_final for option in puzzle.options]
            assert asked["obvious"]["loss"] == puzzle.obvious.loss
            assert [asked[name] for name in ("position", "theme", "level", "gap")] == [puzzle.position, puzzle.theme, puzzle.level, puzzle.gap]
            advice = table.advise(yahtzee.Position.parse(table.rules, puzzle.position))
            assert [str(option) for option in advice] == [str(option) for option in puzzle.options]
            assert puzzle.gap == next(option.loss for option in advice if option.loss > 1e-9)
    assert all((puzzle.theme, puzzle.level) == ("straights", "plain") for puzzle in puzzles)
    assert table.daily(date(2026, 11, 24)) == table.daily("2026-11-24") != table.daily("2026-11-25")
    assert table.daily() == table.daily(date.today())
    path = tmp_path / "history.jsonl"
    path.write_text(history.text, encoding="utf-8")
    for player in ("you", "bob"):
        due = [yahtzee.Position.parse(table.rules, card.position) for card in history.deck(player=player, threshold=0.5).due()]
        command = ["quiz", "--mine", "-n", "100", "--threshold", "0.5", "--history", str(path), "--player", player]
        if due:
            assert [puzzle["dice"] for puzzle in program(*command)] == [list(position.dice) for position in due]
        else:
            told = subprocess.run([os.environ["YAHTZEE"], *command], capture_output=True, check=True).stdout
            assert b"nothing to ask" in told


def test_when_a_mistake_is_due(history: yahtzee.History) -> None:
    deck = history.deck()
    recorded = datetime(2026, 11, 18, 11, 6, 40, tzinfo=timezone.utc)
    assert {card.due for card in deck.cards if not card.seen} == {recorded}
    assert deck.due(recorded - timedelta(seconds=1)) == () and len(deck.due(recorded)) == len(deck)
    assert deck.due(date(2026, 11, 16)) == () and len(deck.due(date(2026, 11, 20))) == len(deck)
    # A right answer postpones it, a wrong one for less time.
    position, best = deck.cards[0].position, "hold 66"
    puts_off = []
    for loss in (0.0, 3.0):
        given = answer(20261123, 1, at=1_795_000_100, position=position, best=best, loss=loss, **{"from": "deck", "daily": None})
        card = yahtzee.History(history.text + given).deck().cards[0]
        assert card.position == position and card.seen == 1 and not card.mastered
        puts_off.append(card.due - recorded)
    assert timedelta(days=1) <= puts_off[1] < puts_off[0] < timedelta(days=10)
    assert len(history.deck(threshold=1e9)) == 0 and len(history.deck(threshold=0.2)) > len(deck)


def test_days_and_streaks(history: yahtzee.History) -> None:
    assert history.days() == {date(2026, 11, 23): 10}
    assert [history.streak(f"2026-11-{day}") for day in (22, 23, 24, 25)] == [0, 1, 1, 0]
    assert history.streak("2026-11-23", "kniffel") == 0 and history.days("kniffel") == {}


def test_frames(history: yahtzee.History) -> None:
    games, decisions, answers = (history.games, history.decisions, history.answers)
    assert len(games) == 15 and len(answers) == 10
    mine = games.filter(polars.col("player") == "you")
    assert mine["loss"].mean() == pytest.approx(history.progress().rating.loss, abs=1e-12)
    assert games["advised"].sum() == 1 and games["computer"].drop_nulls().to_list() == ["computer"]
    themes = decisions.group_by("theme").agg(polars.col("loss").sum())
    rating = {part.name: part.rating.loss for part in history.progress().themes}
    assert dict(themes.iter_rows()) == pytest.approx({name: 10 * loss for name, loss in rating.items()}, abs=1e-9)
    assert (decisions["position"].is_not_null() == (decisions["loss"] >= 0.2)).all()
    assert answers["day"].to_list() == [20261123] * 10 and answers["number"].to_list() == list(range(1, 11))
    review = yahtzee.solve("hasbro").review(mine["text"][0], chances=False)
    assert review.loss == pytest.approx(mine["loss"][0], abs=1e-5) and review.luck == pytest.approx(mine["luck"][0], abs=1e-5)


def test_copies(history: yahtzee.History) -> None:
    for thing in (history, history.deck(), history.progress(at=date(2026, 11, 23))):
        copied = pickle.loads(pickle.dumps(thing))
        assert copied == thing and repr(copied) == repr(thing)
    assert len({history, yahtzee.History(history.text)}) == 1
    # Two devices, with some of the same games.
    assert yahtzee.History(history.text + yahtzee.History.example().text) == history
    assert yahtzee.History("") == yahtzee.History(b"\n") != history


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("nonsense", "line 1: expected ident"),
        ("\n\n" + line(loss=-1), "line 3: "),
        (line(player="\x1b[2J"), "line 1: .*control"),
        ('{"history": 2, "game": null}', "line 1: it is of version 2"),
        ('{"history": 1}', "line 1: it is neither a game nor an answer"),
        (b"\xff\xfe", "line 1: invalid utf-8"),
        ("\ud800", "line 1: invalid utf-8"),
        ('{"x": ' + "[" * 100_000, "line 1: "),
        ("x" * 2_000_000, "line 1: it is longer than 1048576 bytes"),
        (line(decisions=[["keep-0", "bonus", 1]]), "line 1: a kind of decision|line 1: data did not match"),
    ],
)
def test_what_cannot_be_read(lines: Any, why: str, tmp_path: Path) -> None:
    with pytest.raises(yahtzee.HistoryError, match=why):
        yahtzee.History(lines)
    path = tmp_path / "broken.jsonl"
    data = lines.encode("utf-8", "surrogatepass") if isinstance(lines, str) else lines
    path.write_bytes(data)
    with pytest.raises(yahtzee.HistoryError, match=f"broken.jsonl: no line is a record of a history; (?:{why})"):
        yahtzee.History.read(path)
    # Other lines are read.
    path.write_bytes(line().encode() + data)
    with pytest.warns(UserWarning, match=r"broken.jsonl: 1 line.* left out; line [24]: "):
        history = yahtzee.History.read(path)
    assert history.players() == {"ann": 1} and [number for number, _ in history.unread] in ([2], [4])
    assert not any(letter in why for _, why in history.unread for letter in "\x1b\ud800")


def test_what_is_wrong(history: yahtzee.History, tmp_path: Path) -> None:
    table = yahtzee.solve("hasbro")
    for wrong, error, why in [
        (lambda: yahtzee.History.read(tmp_path / "none.jsonl"), yahtzee.HistoryError, "none.jsonl: "),
        (lambda: yahtzee.History.read(tmp_path), yahtzee.HistoryError, "not a"),
        (lambda: history.progress(player="zoe"), yahtzee.HistoryError, "no games of 'zoe' by the rules 'hasbro': there are you, bob, eve"),
        (lambda: history.deck(player="zoe"), yahtzee.HistoryError, "there are you, bob, eve"),
        (lambda: history.progress(player="eve"), yahtzee.HistoryError, "the options were shown"),
        (lambda: history.progress("kniffel"), yahtzee.HistoryError, "no game by the rules 'kniffel' counts: nobody has played"),
        (lambda: yahtzee.History("").progress(), yahtzee.HistoryError, "nobody has played"),
        (lambda: history.progress("nope"), yahtzee.RulesError, "nope"),
        (lambda: history.deck(threshold=float("nan")), yahtzee.HistoryError, "threshold=nan"),
        (lambda: history.streak("yesterday"), yahtzee.Error, "cannot read the day 'yesterday'"),
        (lambda: table.daily("2026-02-29"), yahtzee.Error, "cannot read the day '2026-02-29'"),
        (lambda: table.daily(date(1969, 12, 31)), yahtzee.Error, "19691231 is no day from 1970 on"),
        (lambda: table.quiz(topic="luck"), yahtzee.Error, "there is no topic 'luck': there are bonus, "),
        (lambda: table.quiz(level="hard"), yahtzee.Error, "there is no level 'hard': there are clear, plain, close, knife-edge"),
        (lambda: table.quiz(0), yahtzee.ArrayError, "positions: 0"),
        (lambda: table.quiz(seed=-1), yahtzee.ArrayError, "seed: -1"),
    ]:
        with pytest.raises(error, match=why):
            wrong()  # type: ignore[no-untyped-call]
    assert len(yahtzee.History(line(at=2**64 - 1)).deck()) == 0
    late = line(at=2**64 - 1, decisions=[["score", "bonus", 2, {"position": "11111", "chosen": "a", "best": "b"}]])
    assert yahtzee.History(late).deck().cards[0].due == datetime.max.replace(microsecond=0, tzinfo=timezone.utc)
    assert np.isfinite(history.progress(at=datetime.max).rating.loss)
