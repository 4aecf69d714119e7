"""Rules, cards, positions and tables."""

import copy
import pickle
import types
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import yahtzee
from yahtzee._answer import Answer


ZERO_GAINS = """
name = 'zero'
dice = 2
rolls = 2
[[upper]]
name = 'fives'
face = 5
[[lower]]
name = 'pair'
groups = [2]
points = 5
[[lower]]
name = 'run'
straight = 2
points = 12
joker = 20
[further]
category = 'pair'
after-points = { place = 'any', joker = 'never' }
after-zero = { place = 'any', joker = 'always', bonus = 50, bonus-when = 'always' }
"""


def test_rule_sets():
    names = yahtzee.RuleSet.builtin()
    assert names[0] == "hasbro" and len(names) >= 15
    for name in names:
        rules = yahtzee.RuleSet(name)
        assert (rules.name, repr(rules)) == (name, f"RuleSet('{name}')")
        assert len(rules.categories) == len(rules.titles)
        assert pickle.loads(pickle.dumps(rules)) == rules == yahtzee.RuleSet.from_toml(rules.toml)
        assert hash(rules) == hash(yahtzee.RuleSet.from_toml(rules.toml))
    assert yahtzee.RuleSet("Get Dicey").name == "get-dicey"
    assert yahtzee.RuleSet("hasbro") != yahtzee.RuleSet("kniffel")
    assert "of your own: 4 categories, 3 dice" in repr(yahtzee.RuleSet.from_toml("name='t'\ndice=3\n[[upper]]\nname='a'\nface=1\n[[upper]]\nname='b'\nface=2\n[[upper]]\nname='c'\nface=3\n[[upper]]\nname='d'\nface=4"))


def test_cards_and_positions(hasbro):
    rules = hasbro.rules
    card = yahtzee.Scorecard(rules, {"ones": 3, "yahtzee": 50, "extra": 1, "fives": 25})
    assert card == yahtzee.Scorecard(rules, "1s=3 y=50 extra=1 5s=25") == yahtzee.Scorecard(rules, card)
    assert card.points == {"ones": 3, "fives": 25, "yahtzee": 50}
    assert (card.score, card.extra, card.saved, card.upper_total, card.upper_bonus, card.is_full) == (178, 1, 0, 28, 0, False)
    assert card.state == (1 | 1 << 4 | 1 << 11, 28, True, 0)
    assert "twos" in card.open and "ones" not in card.open
    assert pickle.loads(pickle.dumps(card)) == card and hash(pickle.loads(pickle.dumps(card))) == hash(card)
    assert "<td style=\"text-align:right\">178</td>" in card._repr_html_()
    assert "empty" in repr(yahtzee.Scorecard(rules))
    written = card.write([6, 6, 1, 6, 6], "four-of-a-kind")
    assert written.score == card.score + 25 and card.score == 178
    assert card.write("66661", "chance=0").points["chance"] == 0
    position = yahtzee.Position(rules, (6, 5, 3, 3, 1), 1, card)
    assert position == pickle.loads(pickle.dumps(position)) == yahtzee.Position.parse(rules, str(position))
    assert (position.dice, position.rerolls_left, position.card) == ((1, 3, 3, 5, 6), 1, card)
    assert hasbro.advise(position) == hasbro.advise("13356", 1, card)


def test_errors_carry_the_sentences_of_the_library(hasbro):
    rules = hasbro.rules
    cases = [
        (lambda: yahtzee.RuleSet("kniffle"), yahtzee.RulesError, "did you mean 'kniffel'"),
        (lambda: yahtzee.RuleSet.from_toml("name = 3"), yahtzee.RulesError, "line 1"),
        (lambda: yahtzee.Scorecard(rules, "ones=7"), yahtzee.CardError, "possible are 0 to 5"),
        (lambda: yahtzee.Scorecard(rules, {"ones": -1}), yahtzee.CardError, "negative"),
        (lambda: yahtzee.Scorecard(rules, 3), yahtzee.CardError, "int is no card"),
        (lambda: yahtzee.Scorecard(rules, {"ones": "3"}), yahtzee.CardError, "ones: '3' where a number of points is wanted"),
        (lambda: yahtzee.Scorecard(rules, {1: 3}), yahtzee.CardError, "1: the name of a category is text"),
        (lambda: yahtzee.Scorecard(rules, yahtzee.Scorecard(yahtzee.RuleSet("yatzy"))), yahtzee.RulesError, "use one rule set for both"),
        (lambda: yahtzee.Scorecard(rules).write("11111", "hold 1"), yahtzee.ActionError, "no category"),
        (lambda: yahtzee.Scorecard(rules, "ones=3").write("11111", "ones"), yahtzee.ActionError, "filled already"),
        (lambda: hasbro.advise("1335"), yahtzee.DiceError, "4 dice where the game has 5"),
        (lambda: hasbro.advise([1, 2, 3, 4, 300]), yahtzee.DiceError, "300"),
        (lambda: hasbro.advise(3), yahtzee.DiceError, "dice are text"),
        (lambda: hasbro.advise("13356", 3), yahtzee.DiceError, "from 0 to 2"),
        (lambda: hasbro.advise("13356", -1), yahtzee.DiceError, "from 0 to 2"),
        (lambda: hasbro.advise("13356", card="ones=9"), yahtzee.CardError, "ones=9"),
        (lambda: hasbro.advise("13356", objective=yahtzee.Target(-1)), yahtzee.ObjectiveError, "a target: -1 where a whole number from 0 on is wanted"),
        (lambda: hasbro.advise("13356", objective=yahtzee.Utility([(0, 1), (1, 0)])), yahtzee.ObjectiveError, "falls from 1 to 0"),
        (lambda: hasbro.advise("13356", objective=yahtzee.Utility([(0, float("nan"))])), yahtzee.ObjectiveError, "a utility: 0, nan"),
        (lambda: yahtzee.Utility([(0, 10**400)]), yahtzee.ObjectiveError, "steps of a score"),
        (lambda: yahtzee.Utility([(2**70, 1)]), yahtzee.ObjectiveError, "a utility: 1180591620717411303424, 1.0"),
        (lambda: yahtzee.Against("new", reacting="no"), yahtzee.ObjectiveError, "reacting: 'no' where True or False"),
        (lambda: hasbro.advise("13356", rounds="2"), yahtzee.Error, "rounds: 'str' object cannot be interpreted as an integer"),
        (lambda: hasbro.advise("13356", rounds=2, earlier=[1.5]), yahtzee.Error, r"earlier\[0\]: 'float' object cannot be interpreted as an integer"),
        (lambda: hasbro.advise("13356", why="no"), yahtzee.Error, "why: 'no' where True or False"),
        (lambda: hasbro.advise("13356", goal=5), yahtzee.Error, "goal: .*'int'.*'str'"),
        (lambda: yahtzee.Target(1.5), yahtzee.ObjectiveError, "a target: 1.5 where a whole number"),
        (lambda: yahtzee.Utility([1, 2]), yahtzee.ObjectiveError, "steps of a score and the utility from there on"),
        (lambda: yahtzee.Utility([(0.5, 1)]), yahtzee.ObjectiveError, "steps of a score"),
        (lambda: yahtzee.Against(), yahtzee.ObjectiveError, "no opponent"),
        (lambda: yahtzee.Against(-3), yahtzee.ObjectiveError, "the final score of an opponent: -3"),
        (lambda: yahtzee.Against("new", ties="draw"), yahtzee.ObjectiveError, "'draw' where one of 'win', 'half', 'lose'"),
        (lambda: yahtzee.Against("new", field=-1), yahtzee.ObjectiveError, "a field: -1"),
        (lambda: hasbro.advise(yahtzee.Position(rules, "13356"), 2), yahtzee.PositionError, "rerolls_left: the position has that already"),
        (lambda: hasbro.advise(yahtzee.Position(rules, "13356"), card="ones=3"), yahtzee.PositionError, "card: the position has that already"),
        (lambda: hasbro.advise("13356 rerolls=1", 2), yahtzee.DiceError, "rerolls_left"),
        (lambda: hasbro.advise("13356", chosen=""), yahtzee.ActionError, "chosen: "),
        (lambda: hasbro.advise("13356", goal=""), yahtzee.Error, "goal: "),
        (lambda: hasbro.simulate(0), yahtzee.ArrayError, "games: 0 where a whole number from 1"),
        (lambda: hasbro.simulate(-1), yahtzee.ArrayError, "games: -1"),
        (lambda: hasbro.simulate(10, seed=-1), yahtzee.ArrayError, "seed: -1"),
        (lambda: yahtzee.RuleSet("mine.toml"), yahtzee.RulesError, "'mine.toml' is a file: read it with RuleSet.from_file"),
        (lambda: yahtzee.RuleSet.from_file("/no/such/mine.toml"), yahtzee.RulesError, "/no/such/mine.toml: "),
        (lambda: yahtzee.solve(Path("/no/such/mine.toml")), yahtzee.RulesError, "/no/such/mine.toml: "),
        (lambda: yahtzee.RuleSet("h"), yahtzee.RulesError, "unknown rule set 'h': did you mean 'hasbro'"),
        (lambda: yahtzee.solve("Kniff"), yahtzee.RulesError, "unknown rule set 'Kniff': did you mean 'kniffel'"),
        (lambda: yahtzee.solve(3), yahtzee.RulesError, "int is no rule set: give a RuleSet, a name, TOML"),
        (lambda: yahtzee.solve(None), yahtzee.RulesError, "NoneType is no rule set"),
        (lambda: yahtzee.sweep("crag", "worth"), yahtzee.ArrayError, "what: 'worth' where 'value', 'statistics' or a function"),
        (lambda: rules.action("hold 4", "13356"), yahtzee.ActionError, "the dice 13356 have no 4"),
        (lambda: rules.action("hold 13356", "13356"), yahtzee.ActionError, "keeps all dice"),
        (lambda: rules.action_text(31, "13356"), yahtzee.ActionError, "keeps all dice"),
        (lambda: rules.action_text(45, "13356"), yahtzee.ActionError, "from 0 to 44"),
        (lambda: hasbro.review("hold what"), yahtzee.GameError, "line 1"),
        (lambda: yahtzee.Table.load("hasbro", "/no/such/file.yzt"), yahtzee.TableError, "/no/such/file.yzt"),
        (lambda: yahtzee.solve("hasbro", threads=0), yahtzee.Error, "threads=0"),
        (lambda: yahtzee.solve("hasbro", memory=3_000_000), yahtzee.RulesError, "memory"),
        (lambda: yahtzee.solve("hasbro", memory=20_000_000).statistics(), yahtzee.Error, "raise it with memory="),
        (lambda: yahtzee.solve("hasbro", memory=90_000_000).statistics(), yahtzee.Error, "it needs at least"),
        (lambda: yahtzee.solve("hasbro", memory=20_000_000).evaluate("greedy"), yahtzee.Error, "it needs at least"),
        (lambda: yahtzee.solve("hasbro", memory=20_000_000).value(objective=yahtzee.Target(300)), yahtzee.Error, "memory"),
    ]
    for fails, error, words in cases:
        with pytest.raises(error, match=words) as raised:
            fails()
        assert isinstance(raised.value, yahtzee.Error)


def test_an_answer_is_a_value(hasbro):
    advice = hasbro.advise("13356", 1, "ones=3", why=True, goal="chance", risk=True)
    for again in (pickle.loads(pickle.dumps(advice)), copy.deepcopy(advice), hasbro.advise("13356", 1, "ones=3", why=True, goal="chance", risk=True)):
        assert again == advice and hash(again) == hash(advice)
    assert advice != hasbro.advise("13356", 2, "ones=3")
    with pytest.raises(AttributeError):
        advice.best.loss = 1


def test_no_field_of_an_answer_is_lost(hasbro):
    kinds = [Answer]
    for kind in kinds:
        kinds += kind.__subclasses__()
    assert yahtzee.results.Review in kinds and all(kind.__struct_config__.forbid_unknown_fields for kind in kinds)
    # Two rare fields; the answers of the other tests have the rest.
    zero = yahtzee.solve(yahtzee.RuleSet.from_toml(ZERO_GAINS)).advise("44", 0, why=True).why.best.gaining_zero
    assert zero.given_up == 5 and zero.gained_later > 5
    turn = hasbro.review("sixes=18\n").turns[0]
    assert str(turn.result) == "score sixes=18" and turn.decisions == () and turn.luck == 0


def test_a_turn_of_which_only_the_last_dice_are_known(hasbro):
    review = hasbro.review("11666 hold 666, 66625 hold 666, 66661 score sixes\n... 11456 score yahtzee\nfull-house=25\n")
    known, last, result = review.turns
    options = hasbro.advise("11456", 0, "sixes=24").options
    loss = next(option.loss for option in options if option.category == "yahtzee")
    assert (known.unjudged, last.luck, len(last.decisions)) == (None, 0, 1) and last.loss == pytest.approx(loss)
    assert last.unjudged == pytest.approx(options[0].expected_final - hasbro.value("sixes=24").expected_final)
    assert review.unjudged == pytest.approx(last.unjudged + result.unjudged) and review.luck == known.luck
    assert review.final_score == pytest.approx(review.expected_at_start + review.luck - review.loss + review.unjudged)


def test_solved_objectives_are_kept(tmp_path):
    card = "1s=3 2s=6 3s=9"
    target = yahtzee.Target(220)
    first = yahtzee.solve("hasbro", tables=tmp_path).value(card, objective=target)
    kept = [path.name for path in tmp_path.iterdir()]
    assert len(kept) == 1 and ".utility-" in kept[0], "from so many open categories it takes a moment"
    # A stored solution suffices where solving would need more memory.
    table = yahtzee.solve("hasbro", tables=tmp_path, memory=12_000_000)
    assert table.value(card, objective=target) == first
    with pytest.raises(yahtzee.Error, match="memory"):
        yahtzee.solve("hasbro", memory=12_000_000).value(card, objective=target)


def test_tables_are_saved_and_pickled(hasbro, tmp_path):
    path = tmp_path / "hasbro.yzt"
    assert hasbro.save(path) == path.stat().st_size
    again = [yahtzee.Table.load("hasbro", path), pickle.loads(pickle.dumps(hasbro))]
    for table in again:
        assert np.array_equal(table.values_with_bonus, hasbro.values_with_bonus)
    with pytest.raises(yahtzee.TableError, match="kniffel"):
        yahtzee.Table.load("kniffel", path)
    with pytest.raises(OSError, match="nonesuch"):
        hasbro.save(tmp_path / "nonesuch" / "hasbro.yzt")
    data = bytearray(path.read_bytes())
    data[-100] ^= 1
    path.write_bytes(data)
    with pytest.raises(yahtzee.TableError, match="checksum"):
        yahtzee.Table.load("hasbro", path)
    assert repr(hasbro) == "<Table of 'hasbro': expected score 254.588, 536,448 states>"


def test_values_are_shared_and_cannot_be_changed():
    table = yahtzee.solve("kniffel")
    values = table.values_with_bonus
    assert values.__array_interface__["data"] == table.values_with_bonus.__array_interface__["data"]
    assert not values.flags.writeable and not values.flags.owndata
    with pytest.raises(ValueError):
        values[0] = 1
    with pytest.raises(ValueError):
        values.flags.writeable = True
    first = values[table.states().place[0]]
    expected = table.expected_score
    del table
    # The array keeps the memory alive.
    assert first == expected == values[values.argmax()]


def test_the_advice(hasbro):
    advice = hasbro.advise("13356", rerolls_left=2, card="ones=3", risk=True)
    assert len(advice) == len(list(advice)) == 23 + 12
    assert advice.best.hold == (3, 3) and advice.best.category is None and advice.best.loss == 0
    assert all(option.loss >= 0 and option.sd > 0 for option in advice)
    assert advice.expected_final == advice.best.expected_final == max(option.expected_final for option in advice)
    assert pickle.loads(pickle.dumps(advice)) == advice
    assert "hold 33" in repr(advice) and "<tr><td>hold 33</td>" in advice._repr_html_() and "<th>expected final</th>" in advice._repr_html_()
    assert all(option.sd is None for option in hasbro.advise("13356"))
    # The upper bonus is on this card already.
    advice = hasbro.advise("13356", 0, "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18")
    assert advice.values[0] == advice.expected_final - 98


def test_objectives(hasbro, pocket):
    card = "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40 y=50"
    target = hasbro.advise("12366", 1, card, objective=yahtzee.Target(300))
    chances = [option.worth for option in target]
    assert chances == sorted(chances, reverse=True) and 0 < chances[0] < 1 and target.best.worth_loss == 0
    utility = hasbro.advise("12366", 1, card, objective=yahtzee.Utility([(0, 0), (300, 1)]))
    assert [option.worth for option in utility] == chances
    assert hasbro.value(card, objective=yahtzee.Utility([(0, 0), (300, 1)])).worth == hasbro.value(card, objective=yahtzee.Target(300)).worth
    against = hasbro.advise("12366", 1, card, objective=yahtzee.Against(299, ties="lose"))
    assert [option.worth for option in against] == chances
    others = yahtzee.Against({"twos": 4}, "twos=4 three=20", yahtzee.Scorecard(pocket.rules, "run=0"), "new", 23, field=2)
    assert 0 < pocket.value("twos=4", objective=others).worth < 1
    assert "<th>worth</th>" in target._repr_html_() and "<th>worth</th>" not in hasbro.advise("12366", 1, card)._repr_html_()


def test_games_and_statistics(hasbro, pocket):
    review = hasbro.review("11666 hold 666, 66625 hold 66, 66661 score sixes")
    assert not review.complete and review.level and len(review.turns) == 1
    assert abs(review.final_score - (review.expected_at_start + review.luck - review.loss)) < 1e-9
    assert abs(sum(review.loss_by_kind.holds) + review.loss_by_kind.category - review.loss) < 1e-9
    assert pickle.loads(pickle.dumps(review)) == review
    score = pocket.statistics()
    assert abs(score.probabilities.sum() - 1) < 1e-12 and abs(score.mean - pocket.expected_score) < 1e-12
    assert score.at_least(int(score.distinct_scores[0])) == pytest.approx(1) and score.quantile(0.5) == score.median
    assert all(score.quantile(percent / 100) == value for percent, value in score.percentiles.items())
    assert list(score.percentiles) == sorted(score.percentiles) and {5, 10} < score.percentiles.keys()
    assert pickle.loads(pickle.dumps(score)) == score
    assert not score.distinct_scores.flags.writeable
    assert "<img" in score._repr_html_() and [category.category for category in score.categories] == pocket.rules.categories
    one, two = (pocket.simulate(5000, seed=3, threads=threads) for threads in (1, 2))
    assert (one.mean, one.counts.tolist()) == (two.mean, two.counts.tolist())
    assert abs(one.mean - pocket.expected_score) < 4 * one.standard_error and one.seed == 3
    assert pocket.simulate(10).seed != pocket.simulate(10).seed
    value = pocket.value()
    assert (value.score_so_far, value.expected_final) == (0, pocket.expected_score)


def test_an_advice_is_a_sequence(hasbro):
    advice = hasbro.advise("13356")
    assert isinstance(advice, Sequence) and advice[:3] == tuple(advice)[:3] and advice[-1] == list(advice)[-1]
    assert advice.index(advice[2]) == 2 and advice[1] in advice and next(reversed(advice)) == advice[-1]


def test_cards_are_any_mapping_and_rounds_any_whole_number(hasbro):
    card = types.MappingProxyType({"ones": np.int64(3)})
    assert hasbro.advise("13356", card=card) == hasbro.advise("13356", card={"ones": 3}) == hasbro.advise(yahtzee.Position(hasbro.rules, "13356 ones=3"))
    assert hasbro.advise("13356", card=card).card is None and hasbro.advise("13356", card="ones=3").card == {"ones": 3, "extra": 0}
    rounds = yahtzee.solve("multi-round")
    asked = rounds.advise("13356", rounds=np.int64(2), round=np.int8(2), earlier=np.array([100]))
    assert asked == rounds.advise("13356", rounds=2, earlier=[100])


def test_objectives_take_numbers_of_numpy(hasbro):
    assert yahtzee.Target(np.int64(280)) == yahtzee.Target(np.float32(280)) == yahtzee.Target(280) == yahtzee.Target(np.float64(280.0))
    steps = [(0, 0.0), (200, 1.5)]
    assert yahtzee.Utility(np.array(steps)) == yahtzee.Utility(steps) == yahtzee.Utility(zip(np.array([0, 200]), np.array([0, 1.5])))
    assert yahtzee.Against(np.int32(250), field=np.uint8(3)) == yahtzee.Against(250, field=3)
    card = "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40 y=50"
    assert hasbro.value(card, objective=yahtzee.Target(np.int64(300))) == hasbro.value(card, objective=yahtzee.Target(300))


def test_threads_are_checked_by_every_function(hasbro, pocket):
    position = {"filled": 0, "upper_total": 0, "flag": False, "dice": [[1, 3, 3, 5, 6]], "rerolls_left": 2}
    for call in [
        lambda threads: yahtzee.solve("crag", threads),
        lambda threads: hasbro.action_values(**position, threads=threads),
        lambda threads: hasbro.best_actions(**position, threads=threads),
        lambda threads: pocket.simulate(10, threads=threads),
        lambda threads: pocket.measure("random", games=2, threads=threads),
        lambda threads: pocket.statistics(threads=threads),
        lambda threads: pocket.targets(threads=threads),
        lambda threads: pocket.solve_for(yahtzee.Target(30), threads=threads),
        lambda threads: yahtzee.duel("forced-yatzy", threads=threads),
    ]:
        with pytest.raises(yahtzee.Error, match="threads=0: give 1 or more"):
            call(0)
        # More than are of use count as so many.
        call(10**6)
    for wrong in ("2", 2.5):
        with pytest.raises(yahtzee.Error, match=f"threads={wrong!r}: give 1 or more"):
            pocket.statistics(threads=wrong)
    with pytest.raises(yahtzee.Error, match="cannot read the day 20261123"):
        hasbro.daily(20261123)
    assert pocket.simulate(1e2, seed=1.0) == pocket.simulate(100, seed=1) and yahtzee.solve("crag", memory=1e9).rules.name == "crag"


def test_results_show_themselves_in_a_line(hasbro, pocket):
    for result in [pocket.statistics(), pocket.simulate(100), pocket.measure("greedy", games=5), pocket.targets()]:
        assert len(repr(result)) < 200 and "\n" not in repr(result)
        assert result._repr_html_().startswith("<")
    answers = [hasbro.odds(), hasbro.value("ones=3"), yahtzee.duel("forced-yatzy"), pocket.evaluate("greedy"), pocket, yahtzee.Position("hasbro", "13356")]
    for result in answers:
        assert "None" not in repr(result) and "\n" not in repr(result)
        assert isinstance(result, yahtzee.results.CardValue) or result._repr_html_().startswith("<")
    review = hasbro.review("11666 hold 666, 66625 hold 66, 66661 score sixes")
    assert len(repr(review)) < 200 and "<td>hold 66</td>" in review._repr_html_()


def test_tables_are_equal_if_their_values_are(hasbro, pocket):
    assert pickle.loads(pickle.dumps(pocket)) == pocket and hasbro != pocket and hasbro != 3
    assert len({pocket, pickle.loads(pickle.dumps(pocket))}) == 1


def test_actions_have_names(hasbro):
    rules = hasbro.rules
    for dice in ["13356", "11111", [6, 5, 5, 2, 2]]:
        for option in hasbro.advise(dice):
            number = rules.action(option, dice)
            assert rules.action(str(option), dice) == number
            assert rules.action_text(number, dice) == str(option).split("=")[0]
    assert rules.action("reroll 56", "13356") == rules.action("hold 133", "13356") == 0b00111
    assert rules.action_text(np.int64(0), "13356") == "hold none"
    assert yahtzee.Scorecard(rules, "ones=3").state.upper_total == 3


def test_games_go_on_from_a_card(hasbro):
    card = "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25"
    value = hasbro.value(card).expected_final
    simulation = hasbro.simulate(20_000, seed=1, card=card)
    assert abs(simulation.mean - value) < 4 * simulation.standard_error
    measured = hasbro.measure("optimal", games=200, seed=1, card=card)
    assert measured.loss < 1e-9 and measured.mean == hasbro.simulate(200, seed=1, card=card).mean
    assert measured.optimal_score == pytest.approx(value, abs=1e-9)
    batched = hasbro.measure(lambda positions, _: hasbro.best_actions(**positions)[0], games=200, seed=1, card=card, batch=50)
    assert batched.mean == measured.mean
    with pytest.raises(yahtzee.CardError):
        hasbro.measure("optimal", card="ones=7")
    with pytest.raises(yahtzee.ArrayError, match="batch: the player 'random' is one of the library"):
        hasbro.measure("random", batch=3)


def test_points_alone_are_compared_with_optimal_games(hasbro):
    sheet = "Aces 3\nTwos 6\nThrees 12\nFours 8\nFives 15\nSixes 24\nTotal 68\nBonus 35\n3k 22\n4k 0\nFH 25\nSS 30\nLS 40\nYahtzee 0\nChance 21\nTotal 242"
    review = hasbro.review_card(sheet)
    statistics = hasbro.statistics()
    assert (review.score, review.complete, review.expected_final) == (241, True, None)
    assert review.share_below == pytest.approx(1 - statistics.at_least(241)) and review.at_least == pytest.approx(statistics.at_least(241))
    differences = [box.difference for box in review.boxes] + [review.upper_bonus.difference, review.extra_bonus.difference]
    assert sum(differences) == pytest.approx(review.difference) == pytest.approx(241 - statistics.mean)
    assert review.warnings == (
        "Total is 242 on the sheet, but its boxes make 241: a difference of 1",
        "0 is read as crossed out, in four-of-a-kind and yahtzee: write - in a box that is open",
    )
    assert [box.mean for box in review.boxes] == [entry.mean for entry in statistics.categories]
    yacht = yahtzee.solve("yacht")
    part = yacht.review_card({"ones": 3, "yacht": 50})
    assert (part.complete, part.share_below, part.expected_final) == (False, None, yacht.value("ones=3 yacht=50").expected_final)
    columns = "Name\tAnn\tBob\nOnes\t3\t2"
    assert yacht.review_card(columns, "Bob").score == 2
    with pytest.raises(yahtzee.CardError, match="several columns, Ann and Bob"):
        yacht.review_card(columns)
    assert hasbro.value(columns.replace("\t2", "").replace("\tBob", "")).score_so_far == 3
    assert hasbro.advise("11666", card="Aces 3\nTotal 4").warnings == hasbro.value("Aces 3\nTotal 4").warnings != ()
