"""The exact value of players."""

import pickle

import numpy as np
import pytest

import yahtzee


@pytest.fixture(scope="module")
def crag():
    return yahtzee.solve("crag")


def first_allowed(positions, allowed):
    return allowed.argmax(axis=1)


def test_the_optimum_loses_nothing(crag):
    def best(positions, allowed):
        return crag.best_actions(**positions)[0]

    found = crag.evaluate(best, batch=10_007)
    assert found.expected_score == pytest.approx(crag.expected_score, abs=1e-9)
    assert abs(found.loss) < 1e-9
    assert found.state_values == pytest.approx(crag.state_values(), abs=1e-9)
    statistics = crag.statistics()
    assert found.sd == pytest.approx(statistics.sd, abs=1e-9)


def test_games_agree_with_the_exact_value(crag):
    found = crag.evaluate(first_allowed, reads_upper_total=False)
    measured = crag.measure(first_allowed, games=4000, seed=1, batch=1000)
    assert abs(measured.mean - found.expected_score) < 4 * measured.standard_error
    assert abs(measured.loss - found.loss) < 4 * measured.loss_standard_error


def test_the_parts_of_the_loss_add_up(three_dice):
    found = three_dice.evaluate("random")
    for parts in (found.by_turn, found.by_rerolls_left, found.by_kind.values(), [part.loss for part in found.by_category]):
        assert sum(parts) == pytest.approx(found.loss, abs=1e-9)
    assert found.loss == pytest.approx(three_dice.expected_score - found.expected_score, abs=1e-9)
    assert found.habits[0].loss >= found.habits[-1].loss > 0


def test_chances_of_actions(three_dice):
    def any_action(positions, allowed):
        return (allowed / allowed.sum(axis=1, keepdims=True)).astype(np.float32)

    whole = three_dice.evaluate(any_action, batch=10_007)
    boxes = three_dice.evaluate(any_action, reads_upper_total=False)
    assert whole.expected_score == pytest.approx(three_dice.evaluate("random").expected_score, abs=1e-6)
    assert whole.expected_score == pytest.approx(boxes.expected_score, abs=1e-9)


def test_eight_dice_have_more_actions_than_a_byte_has_numbers():
    def any_action(positions, allowed):
        return allowed / allowed.sum(axis=1, keepdims=True)

    lower = [{"name": "sum", "any": True, "points": "all-dice"}, {"name": "all", "groups": [8], "points": 50}]
    table = yahtzee.solve({"name": "eight", "dice": 8, "sides": 3, "rolls": 2, "lower": lower})
    best = table.evaluate(lambda positions, allowed: table.best_actions(**positions)[0])
    assert best.expected_score == pytest.approx(table.expected_score, abs=1e-9)
    assert table.evaluate(any_action).expected_score == pytest.approx(table.evaluate("random").expected_score, abs=1e-9)


def test_what_is_asked(crag):
    sizes, states, done = [], set(), []

    def note(positions, allowed):
        sizes.append(len(allowed))
        assert allowed.any(axis=1).all()
        assert set(positions) == {"filled", "upper_total", "flag", "saved", "dice", "rerolls_left"}
        states.update(zip(positions["filled"].tolist(), positions["upper_total"].tolist(), strict=True))
        return first_allowed(positions, allowed)

    found = crag.evaluate(note, batch=50_000, everywhere=True, progress=lambda answered, of: done.append((answered, of)))
    assert max(sizes) == 50_000 and done[-1] == (sum(sizes), sum(sizes))
    columns = crag.states()
    open_states = columns.filled != 2**13 - 1
    wanted = set(zip(columns.filled[open_states].tolist(), columns.upper_total[open_states].tolist(), strict=True))
    # Three dice have 56 rolls.
    assert states == wanted and sum(sizes) == len(wanted) * 56 * crag.rules.rolls == found.asked
    assert np.isfinite(found.state_values).all()


@pytest.mark.parametrize("card", [None, "fives=10 pair=10 straight=0 triple=20"])
@pytest.mark.parametrize("reads_upper_total", [True, False])
@pytest.mark.parametrize("chances", [True, False])
def test_a_player_asked_where_it_plays_has_the_same_value(three_dice, card, reads_upper_total, chances):
    def whims(positions, allowed):
        # A choice that depends on all that the player sees.
        seen = [column if column.ndim == 1 else column @ (100 ** np.arange(column.shape[1])) for column in positions.values()]
        random = sum((column.astype(np.uint64) * np.uint64(7919 * 10**place) for place, column in enumerate(seen)), np.zeros(len(allowed), np.uint64))
        shares = np.where(allowed, (random[:, None] * np.arange(3, 3 + allowed.shape[1], dtype=np.uint64)) % 1009 + 1, 0).astype(np.float64)
        if not chances:
            return shares.argmax(axis=1)
        kept = np.where(shares >= np.sort(shares, axis=1)[:, -2:-1], shares, 0)
        return kept / kept.sum(axis=1, keepdims=True)

    asked, done = [], []

    def note(positions, allowed):
        asked.extend(zip(*(column.tolist() for column in positions.values()), strict=True))
        return whims(positions, allowed)

    reached = three_dice.evaluate(note, card=card, batch=1009, reads_upper_total=reads_upper_total, progress=lambda *counts: done.append(counts))
    everywhere = three_dice.evaluate(whims, card=card, reads_upper_total=reads_upper_total, everywhere=True)
    assert done[-1] == (reached.asked, reached.asked) and reached.asked <= everywhere.asked
    assert len({str(position) for position in asked}) == len(asked) == reached.asked, "no position is asked about twice"
    for field in set(reached.__struct_fields__) - {"asked", "state_values"}:
        assert getattr(reached, field) == getattr(everywhere, field), field
    played = ~np.isnan(reached.state_values)
    # In new games such a player may reach every set of boxes.
    assert played.all() if reached.asked == everywhere.asked else played.any()
    assert card is None or (played.mean() < 0.1 and reached.asked < everywhere.asked / 10)
    assert np.array_equal(reached.state_values[played], everywhere.state_values[played])
    assert reached == pickle.loads(pickle.dumps(reached)) and (card is None or reached != everywhere)
    assert f"asked about {reached.asked:,} positions" in repr(reached)


def test_a_player_that_draws_is_valued_by_its_draws(three_dice):
    rng, drawn = np.random.default_rng(1), {}

    def keys(positions):
        return zip(positions["filled"].tolist(), positions["flag"].tolist(), positions["rerolls_left"].tolist(), map(tuple, positions["dice"].tolist()), strict=True)

    def draws(positions, allowed):
        actions = (rng.random(allowed.shape) * allowed).argmax(axis=1)
        drawn.update(zip(keys(positions), actions.tolist(), strict=True))
        return actions

    def same_again(positions, allowed):
        return [drawn[key] for key in keys(positions)]

    found = three_dice.evaluate(draws, reads_upper_total=False)
    assert len(drawn) == found.asked
    assert three_dice.evaluate(same_again, reads_upper_total=False) == found


def test_an_exception_ends_the_questions_at_once(crag):
    asked = []

    def interrupted(positions, allowed):
        asked.append(len(allowed))
        if len(asked) == 3:
            raise KeyboardInterrupt
        return first_allowed(positions, allowed)

    with pytest.raises(KeyboardInterrupt):
        crag.evaluate(interrupted)
    assert len(asked) == 3


def test_a_player_that_ignores_the_upper_total_does_not_see_it(crag):
    with pytest.raises(KeyError, match="upper_total"):
        crag.evaluate(lambda positions, allowed: positions["upper_total"], reads_upper_total=False)


def test_distributions_have_scipys_functions(crag):
    """Each against its definition, at scores that are there, between, below and above."""
    for found in (crag.statistics(), crag.evaluate("greedy"), crag.simulate(500, seed=1), crag.measure("greedy", games=300, seed=1)):
        scores, chances = found.distinct_scores, found.probabilities
        at = np.concatenate([scores[::7], scores[::7] + 0.5, [-1, 0, 10_000]])
        for function, holds in [(found.pmf, np.equal), (found.cdf, np.less_equal), (found.sf, np.greater), (found.at_least, np.greater_equal)]:
            expected = [chances[holds(scores, score)].sum() for score in at]
            np.testing.assert_allclose(function(at), expected, atol=1e-12)
            assert function(at.reshape(1, -1)).shape == (1, len(at)) and function(int(scores[1])) == pytest.approx(function([scores[1]])[0])
        assert found.mean == pytest.approx(scores @ chances) and found.median == found.quantile(0.5)
        # The deviation of a sample is estimated.
        assert found.var == pytest.approx((scores - found.mean) ** 2 @ chances, rel=5e-3)
        shares = np.array([0, 0.01, 0.5, 0.99, 1])
        expected = [scores[np.cumsum(chances) >= share - 1e-9][0] for share in shares[:-1]] + [scores[-1]]
        assert found.quantile(shares).tolist() == expected and found.quantile(0.01) == expected[1]
        drawn = found.sample(5000, rng=1)
        assert np.array_equal(drawn, found.sample(5000, np.random.default_rng(1))) and np.isin(drawn, scores).all() and found.sample((2, 3)).shape == (2, 3)
        assert abs(drawn.mean() - found.mean) < 5 * found.sd / 5000**0.5
        line = found.plot().lines[0]
        assert np.array_equal(line.get_xdata(), scores) and np.array_equal(line.get_ydata(), chances)
    score = crag.statistics()
    assert "<img" in score._repr_html_() and "<img" in crag.simulate(10)._repr_html_()
    for wrong in (1.5, -0.1, float("nan"), [0.5, 2]):
        with pytest.raises(yahtzee.Error, match="a share from 0 to 1 is wanted"):
            score.quantile(wrong)


def test_from_a_card_on(crag):
    card = "ones=3 twos=6 threes=9 crag=50"
    found = crag.evaluate("optimal", card=card)
    assert found.expected_score == pytest.approx(crag.value(card).expected_final, abs=1e-9)


def test_errors(crag):
    def wrong(positions, allowed):
        answer = first_allowed(positions, allowed)
        answer[5] = 999
        return answer

    def raises(positions, allowed):
        raise KeyError("mine")

    def any_action(positions, allowed):
        return allowed / allowed.sum(axis=1, keepdims=True)

    cases = [
        (lambda: crag.evaluate("nope"), yahtzee.ActionError, "unknown strategy 'nope': there are optimal, greedy, random, estimate, card-12"),
        (lambda: crag.evaluate("card-12"), yahtzee.ActionError, "card-12 is for games with the boxes of Yahtzee"),
        (lambda: crag.evaluate(wrong), yahtzee.ActionError, "position 5: the action 999 is not allowed here"),
        (lambda: crag.evaluate(lambda positions, allowed: [1, 2]), yahtzee.ArrayError, "actions: the shape"),
        (lambda: crag.evaluate(lambda positions, allowed: allowed), yahtzee.ArrayError, "chances: the type bool"),
        (lambda: crag.evaluate(lambda positions, allowed: allowed * 1.0), yahtzee.ArrayError, "position 0: the shares of the actions"),
        (lambda: crag.evaluate(first_allowed, batch=0), yahtzee.ArrayError, "batch: 0"),
        (lambda: crag.evaluate("random", card="ones=7"), yahtzee.CardError, "ones"),
        (lambda: crag.evaluate(raises), KeyError, "mine"),
        (lambda: yahtzee.solve("hasbro", memory=100_000_000).evaluate(first_allowed, everywhere=True), yahtzee.Error, "reads_upper_total=False"),
        (lambda: yahtzee.solve("hasbro", memory=20_000_000).evaluate(any_action), yahtzee.Error, "reads_upper_total=False"),
    ]
    for ask, kind, says in cases:
        with pytest.raises(kind) as caught:
            ask()
        assert says in str(caught.value), caught.value
