"""Every number equals the program's to the last bit: JSON lines of `yahtzee advise --stdin` compared with the arrays of the package.

It needs the program: its path in $YAHTZEE, or `yahtzee` in the path. Without it the test is skipped, unless $CI is set.
"""

import json
import os
import shutil
import subprocess

import numpy as np
import pytest
from conftest import SAVING, THREE_DICE
from test_batches import random_positions

import yahtzee

PROGRAM = os.environ.get("YAHTZEE") or shutil.which("yahtzee")
# Solving takes seconds to a minute. A small game saves throws too.
LARGE = {"maxi-yatzy", "yatzy-saved"}
# Needs more memory than the limit of a table. The tests of the library compare it from cards with few open categories.
TOO_LARGE = {"maxi-yatzy-saved"}
ALL = [yahtzee.RuleSet(name) for name in yahtzee.RuleSet.builtin() if name not in TOO_LARGE]
CASES = [
    *(pytest.param(rules, 1_000, id=rules.name) for rules in [*ALL, SAVING, THREE_DICE] if rules.name not in LARGE),
    *(pytest.param(rules, 10_000, id=f"{rules.name} deep", marks=pytest.mark.deep) for rules in ALL),
]


def cards(table, positions):
    """A possible card for each state of the positions, as JSON, and its points without the upper bonus."""
    rules, fields = table.rules, table.rules.to_dict()
    cap = max((at for at, _ in rules.upper_bonus), default=0)
    face_of = {box["name"]: box["face"] for box in fields.get("upper", [])}
    points_of = {box["name"]: box.get("points") for box in fields.get("lower", [])}
    for filled, upper, flag, saved in zip(*(positions[name].tolist() for name in ("filled", "upper_total", "flag", "saved")), strict=True):
        names = [name for index, name in enumerate(rules.categories) if filled >> index & 1]
        faces = {name: face_of[name] for name in names if name in face_of}
        counts = counts_for(faces.values(), upper, rules.dice, cap)
        card = {name: face * count for (name, face), count in zip(faces.items(), counts, strict=True)}
        card |= {name: 0 for name in names if name not in card}
        if flag:
            card[fields["further"]["category"]] = points_of[fields["further"]["category"]]
        if saved:
            card["saved"] = saved
        yield card, sum(points for name, points in card.items() if name != "saved")


def counts_for(faces, total, dice, cap):
    """Numbers of dice that give this upper total, or at least the threshold."""
    reached = {0: []}
    for face in faces:
        reached = {
            (min(sum_ + face * count, cap)): [*counts, count]
            for sum_, counts in reached.items()
            for count in range(dice + 1)
        }
    return reached[total]


@pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="the program is not here")
@pytest.mark.parametrize(("rules", "count"), CASES)
def test_json_and_arrays_are_the_same(rules, count, tmp_path):
    assert PROGRAM is not None, "the program is not here: name it in $YAHTZEE"
    table, name = yahtzee.solve(rules), rules.name
    positions = random_positions(table, count, seed=5)
    table.save(tmp_path / f"{name}-{rules.fingerprint:016x}.yzt")
    found = list(cards(table, positions))
    lines = "".join(
        json.dumps({"dice": dice, "rerolls_left": left, "card": card}) + "\n"
        for dice, left, (card, _) in zip(positions["dice"].tolist(), positions["rerolls_left"].tolist(), found, strict=True)
    )
    (tmp_path / "rules.toml").write_text(rules.toml)
    command = [PROGRAM, "--rules", name if name in yahtzee.RuleSet.builtin() else str(tmp_path / "rules.toml"), "--tables", str(tmp_path), "advise", "--stdin", "--strict"]
    answers = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
    values = table.action_values(**positions)
    best, _ = table.best_actions(**positions)
    masks = 1 << rules.dice
    category = {category: masks + index for index, category in enumerate(rules.categories)}
    for row, (line, (_, points)) in enumerate(zip(answers, found, strict=True)):
        answer = json.loads(line)
        dice = answer["dice"]
        wanted = np.full(values.shape[1], -np.inf)
        numbers = [number(option, dice, category) for option in answer["options"]]
        for action, option in zip(numbers, answer["options"], strict=True):
            wanted[action] = option["expected_final"]
        if answer["score_so_far"] == points:
            # The program adds the points of the card, in the same order.
            assert np.array_equal(points + values[row], wanted), line
        else:
            # The upper bonus is on the card, and subtracted from the value.
            bonus = answer["score_so_far"] - points
            assert bonus in [earned for _, earned in rules.upper_bonus]
            assert np.allclose(points + bonus + values[row], wanted, rtol=0, atol=1e-10), line
        assert best[row] == numbers[0]


def number(option, dice, category):
    """The number of an option: the lowest mask that keeps its dice, or the number of its category."""
    if option["kind"] == "score":
        return category[option["category"]]
    hold, mask = list(option["hold"]), 0
    for index, face in enumerate(dice):
        if face in hold:
            hold.remove(face)
            mask |= 1 << index
    return mask
