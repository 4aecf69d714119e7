# %% [markdown]
# # The cost of a heuristic
#
# A common rule of thumb: keep the most common face, and then score where the roll gets the largest share of the category's mean points. How much does it
# lose against optimal play, and where?

# %%
import numpy as np
import polars

import yahtzee

table = yahtzee.solve("hasbro")
averages = {entry.category: entry.mean for entry in table.statistics().categories}


def heuristic(position):
    """Keeps the most common face, the higher of two; scores by the share of the average."""
    dice, card = position.dice, position.card
    most = max(set(dice), key=lambda face: (dice.count(face), face))
    if position.rerolls_left > 0 and dice.count(most) < len(dice):
        return "hold " + str(most) * dice.count(most)

    def share(category):
        try:
            return (card.write(dice, category).score - card.score) / averages[category]
        except yahtzee.Error:  # the rules force this roll elsewhere
            return -1.0

    return f"score {max(card.open, key=share)}"


# %%
measured = table.measure(heuristic, games=200, seed=1, record=True)
print(measured)
for number, kind in enumerate(measured.loss_by_kind.holds, 1):
    print(f"hold after roll {number}: {kind.loss / measured.games:6.2f} points a game, {kind.mistakes} mistakes in {kind.decisions} decisions")
kind = measured.loss_by_kind.category
print(f"category:          {kind.loss / measured.games:6.2f} points a game, {kind.mistakes} mistakes in {kind.decisions} decisions")
print("\nthe worst:")
for mistake in measured.worst[:3]:
    print(f"{mistake.loss:6.2f} points: {mistake.chosen}, not {mistake.best}, with {mistake.dice} and the card {mistake.card}")

# %% [markdown]
# The decisions are a data frame of polars.

# %%
decisions = measured.decision_frame
by_turn = decisions.group_by("turn").agg(polars.col("loss").sum() / measured.games).sort("turn")
print("\nloss by turn:", " ".join(f"{loss:.2f}" for loss in by_turn["loss"]))
assert np.isclose(by_turn["loss"].sum(), measured.loss)
