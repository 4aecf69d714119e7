"""The rule set yacht is the game yacht of OpenSpiel: random games in both have the same actions, scores and results. It needs the package open_spiel."""

import random
import re

import pytest

import yahtzee

pyspiel = pytest.importorskip("pyspiel")

# The boxes in the order of OpenSpiel's actions, by their names in this package.
CATEGORIES = (
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *("choice", "four-of-a-kind", "full-house", "little-straight", "big-straight", "yacht"),
)
REROLLS = 32
"""The number of subsets of five dice: the actions before those that score."""


def kept(dice: tuple[int, ...], mask: int) -> tuple[int, ...]:
    return tuple(sorted(die for place, die in enumerate(dice) if not mask >> place & 1))


@pytest.mark.parametrize("seed", range(20))
def test_random_games(seed: int) -> None:
    choose = random.Random(seed)
    table = yahtzee.solve("yacht")
    state = pyspiel.load_game("yacht").new_initial_state()
    cards: list[dict[str, int]] = [{}, {}]
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choose.choices(outcomes, chances)[0])
            continue
        player, shown = state.current_player(), str(state)
        dice = tuple(map(int, re.search(r"Dice: ([\d ]+)", shown)[1].split()))  # type: ignore[index]
        thrown = int(re.search(r"Roll: (\d)/3", shown)[1])  # type: ignore[index]
        legal = state.legal_actions()
        advice = table.advise(dice, 3 - thrown, cards[player])
        holds = {choice.hold for choice in advice if choice.hold is not None}
        points = {choice.category: choice.points for choice in advice if choice.category is not None}
        if legal[0] < REROLLS:
            # OpenSpiel has an action for keeping all dice; here, a roll is scored at once.
            assert {kept(dice, mask) for mask in legal if mask} == holds
            # Sometimes the dice are kept before the last throw.
            state.apply_action(choose.choice(legal))
            continue
        # Kept dice are scored unchanged, with throws left or without.
        assert {CATEGORIES[action - REROLLS] for action in legal} == set(points)
        action = choose.choice(legal)
        category = CATEGORIES[action - REROLLS]
        cards[player][category] = points[category]
        state.apply_action(action)
        totals = [int(total) for total in re.findall(r"total: (\d+)", str(state))]
        assert totals == [sum(card.values()) for card in cards]
    first, second = (sum(card.values()) for card in cards)
    won = float((first > second) - (first < second))
    assert state.returns() == [won, -won]
