"""Games with dice of two kinds are refused."""

import pytest

import yahtzee

TWO_KINDS = "name = 'two'\nother-dice = { dice = 1, sides = 10 }\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n"


def test_dice_of_two_kinds_are_refused(tmp_path):
    path = tmp_path / "two.toml"
    path.write_text(TWO_KINDS)
    fields = {"other-dice": {"dice": 1, "sides": 10}}
    for refused in (
        lambda: yahtzee.RuleSet.from_toml(TWO_KINDS),
        lambda: yahtzee.RuleSet.from_file(path),
        lambda: yahtzee.RuleSet("hasbro").replace(name="two", **fields),
    ):
        with pytest.raises(yahtzee.RulesError, match="the rule set 'two' has other-dice"):
            refused()
