# %% [markdown]
# # A published table, reproduced
#
# T. Verhoeff and E. Scheffers, Optimal Solitaire Yahtzee Strategies (1999), and Verhoeff's page of trivia give the mean of each category under optimal
# play, and how often it ends with 0. The rules are the rule set `verhoeff`. Here are both, side by side.

# %%
import yahtzee

# Mean, and percentage of games that end with 0 there.
PUBLISHED = {
    "ones": (1.88, 10.84),
    "twos": (5.28, 1.80),
    "threes": (8.57, 0.95),
    "fours": (12.16, 0.60),
    "fives": (15.69, 0.50),
    "sixes": (19.19, 0.53),
    "three-of-a-kind": (21.66, 3.26),
    "four-of-a-kind": (13.10, 36.34),
    "full-house": (22.59, 9.63),
    "small-straight": (29.46, 1.80),
    "large-straight": (32.71, 18.22),
    "yahtzee": (16.87, 66.26),
    "chance": (22.01, 0.00),
}
PUBLISHED_BONUSES = {"upper bonus": (23.84, 31.88), "extra bonus": (9.58, 91.76)}

# %%
table = yahtzee.solve("verhoeff")
statistics = table.statistics()
computed = {entry.category: (entry.mean, 100 * entry.zero) for entry in statistics.categories}
for name, bonus in [("upper bonus", statistics.upper_bonus), ("extra bonus", statistics.extra_bonus)]:
    computed[name] = (bonus.mean, 100 * (1 - bonus.probability))

# %%
print(f"{'':<16} {'mean':>8} {'published':>10} {'zero %':>8} {'published':>10}")
for name, (mean, zero) in (PUBLISHED | PUBLISHED_BONUSES).items():
    print(f"{name:<16} {computed[name][0]:>8.2f} {mean:>10.2f} {computed[name][1]:>8.2f} {zero:>10.2f}")
    # The published percentages of zeros are themselves rounded from rounded figures.
    assert abs(computed[name][0] - mean) < 0.005 and abs(computed[name][1] - zero) < 0.02, name
print(f"{'expected score':<16} {table.expected_score:>8.4f} {254.5896:>10.4f}")
print(f"{'its deviation':<16} {statistics.sd:>8.2f} {59.61:>10.2f}")
assert abs(table.expected_score - 254.5896) < 5e-5 and abs(statistics.sd - 59.61) < 0.01
