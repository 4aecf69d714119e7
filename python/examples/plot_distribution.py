# %% [markdown]
# # The distribution of the final score
#
# The chance of every final score under optimal play, exact, of two games of the family. The extra bonus of 100 points shows as a second hill.

# %%
import argparse
import sys
import tempfile
from pathlib import Path

import matplotlib

if "ipykernel" not in sys.modules:
    parser = argparse.ArgumentParser(description="Plots the distribution of the final score.")
    parser.add_argument("path", nargs="?", type=Path, default=Path(tempfile.gettempdir()) / "distribution.png", help="the picture")
    path = parser.parse_args().path
    matplotlib.use("Agg")
import matplotlib.pyplot as plt

import yahtzee

# %%
figure, axes = plt.subplots(figsize=(8, 4))
for name in ["hasbro", "kniffel"]:
    table = yahtzee.solve(name)
    score = table.statistics()
    score.plot(axes, label=f"{table.rules.title}: mean {score.mean:.2f}, sd {score.sd:.2f}")
    print(f"{table.rules.title}: mean {score.mean:.4f}, median {score.median}, 300 or more in {score.at_least(300):.2%} of games")
axes.set(xlim=(80, 480), title="Optimal play")
_ = axes.legend()

# %%
if "ipykernel" not in sys.modules:
    figure.savefig(path, dpi=120)
    print(f"written to {path}")
