#!/usr/bin/env python3
# Stays: users start their own bot from it, and a test runs it.
"""A bot for `yahtzee simulate --bot "python3 scripts/example-bot.py"`, as a start for your own.

It reads questions from stdin and writes answers to stdout, each as one line of JSON:

    {"rules": "hasbro", "dice": [1, 3, 3, 5, 6], "rerolls_left": 2, "card": {"ones": 3, "extra": 0}}
    {"kind": "hold", "hold": [3, 3]}         or         {"kind": "score", "category": "chance"}

It keeps the dice of the most common face, and scores where it gets the most points; a 0 goes into the least valuable category.
It plays games with five dice and the usual thirteen categories. docs/reference.md describes questions and answers.
"""

import json
import sys
from collections import Counter

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
LOWER = ["three-of-a-kind", "four-of-a-kind", "full-house", "small-straight", "large-straight", "yahtzee", "chance"]
# The categories for a 0, in order of preference.
LEAST_LOST = ["ones", "yahtzee", "four-of-a-kind", "twos", "large-straight", "threes", "full-house", "three-of-a-kind"]


def has_run(dice, length):
    return any(all(face + step in dice for step in range(length)) for face in range(1, 8 - length))


def points(category, dice):
    """The points of the dice in a category, without jokers."""
    if category in UPPER:
        face = UPPER.index(category) + 1
        return face * dice.count(face)
    counts = sorted(Counter(dice).values(), reverse=True)
    return {
        "three-of-a-kind": sum(dice) if counts[0] >= 3 else 0,
        "four-of-a-kind": sum(dice) if counts[0] >= 4 else 0,
        "full-house": 25 if counts == [3, 2] else 0,
        "small-straight": 30 if has_run(dice, 4) else 0,
        "large-straight": 40 if has_run(dice, 5) else 0,
        "yahtzee": 50 if counts[0] == 5 else 0,
        "chance": sum(dice),
    }[category]


def allowed(dice, card):
    """The categories that every rule set allows: a further Yahtzee goes to its upper category, or else to a lower one."""
    is_open = [category for category in UPPER + LOWER if category not in card]
    if len(set(dice)) == 1 and "yahtzee" in card:
        of_face = UPPER[dice[0] - 1]
        if of_face in is_open:
            return [of_face]
        return [category for category in is_open if category in LOWER] or is_open
    return is_open


def answer(question):
    dice, card = question["dice"], question["card"]
    categories = allowed(dice, card)
    best = max(categories, key=lambda category: points(category, dice))
    done = ["full-house", "large-straight", "yahtzee"]
    if question["rerolls_left"] > 0 and not (best in done and points(best, dice) > 0):
        face, count = max(Counter(dice).items(), key=lambda item: (item[1], item[0]))
        if count < len(dice):
            return {"kind": "hold", "hold": [face] * count}
    if points(best, dice) == 0 or (best == "chance" and len(categories) > 3):
        scoring = [category for category in categories if points(category, dice) > 0 and category != "chance"]
        waste = [category for category in LEAST_LOST if category in categories]
        best = max(scoring, key=lambda category: points(category, dice)) if scoring else (waste or [best])[0]
    return {"kind": "score", "category": best}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
