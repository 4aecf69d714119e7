"""Arrays in, arrays out."""

import pickle

import gymnasium
import numpy as np
import pandas
import polars
import pyarrow
import pytest
from gymnasium.utils.env_checker import check_env

import yahtzee.gym


def random_positions(table, count, seed=1):
    """Columns of random positions: reachable states, random dice and rerolls left."""
    rng = np.random.default_rng(seed)
    rules, states = table.rules, table.states()
    everything = (1 << len(rules.categories)) - 1
    chosen = rng.choice(np.flatnonzero(states.filled != everything), count)
    saved = states.saved[chosen]
    return {
        "filled": states.filled[chosen],
        "upper_total": states.upper_total[chosen],
        "flag": states.flag[chosen],
        "dice": rng.integers(1, 7, (count, rules.dice), dtype=np.uint8),
        "rerolls_left": (rng.integers(0, 256, count) % (saved + rules.rolls)).astype(np.uint8),
        "saved": saved,
    }


def test_out_is_filled_and_nothing_else(hasbro):
    positions = random_positions(hasbro, 1000)
    values = hasbro.action_values(**positions)
    assert values.shape == (1000, 45) == (1000, hasbro.actions) and values.dtype == np.float64
    out = np.full((1000, 45), -1.0)
    assert hasbro.action_values(**positions, out=out) is out
    assert np.array_equal(out, values)
    for threads in (1, 2, 3):
        assert np.array_equal(hasbro.action_values(**positions, threads=threads), values)
    # More positions than are answered without a separate thread.
    many = {name: np.tile(column, (40, 1) if column.ndim == 2 else 40) for name, column in positions.items()}
    assert np.array_equal(hasbro.action_values(**many), np.tile(values, (40, 1)))
    assert hasbro.action_values([], [], [], np.empty((0, 5), np.uint8), []).shape == (0, 45)


def test_the_best_actions_and_losses(hasbro):
    positions = random_positions(hasbro, 2000)
    values = hasbro.action_values(**positions)
    actions, best = hasbro.best_actions(**positions)
    assert np.array_equal(best, values[np.arange(2000), actions])
    assert np.all(values.max(axis=1) - best < 1e-10)
    assert np.all(hasbro.losses(actions, **positions) == 0)
    worst = np.where(values > -np.inf, values, np.inf).argmin(axis=1)
    losses = hasbro.losses(worst, **positions)
    assert np.array_equal(losses, np.maximum(best - values[np.arange(2000), worst], 0))
    with pytest.raises(yahtzee.ActionError, match="position 0: the action 31"):
        hasbro.losses(31, **positions)


def test_state_values(hasbro):
    states = hasbro.states()
    values = hasbro.state_values(*states[:4])
    assert len(values) == 536_448
    # The values of the table include the upper bonus until the end.
    assert np.array_equal(values, hasbro.values_with_bonus[states.place] - 35 * (states.upper_total == 63))
    assert np.array_equal(values, hasbro.state_values())
    assert values[0] == hasbro.expected_score
    out = np.empty(len(values))
    assert hasbro.state_values(*states[:4], out=out) is out


def test_one_number_is_a_column(hasbro):
    dice = [[1, 3, 3, 5, 6], [6, 6, 6, 6, 6]]
    short = hasbro.action_values(0b1, 3, False, dice, 2)
    long = hasbro.action_values([1, 1], np.array([3, 3], np.int64), np.array([0, 0]), np.array(dice, np.int32), [2, 2], saved=[0, 0])
    assert np.array_equal(short, long)


def test_wrong_arrays(hasbro):
    right = {"filled": [0], "upper_total": [0], "flag": [False], "dice": [[1, 3, 3, 5, 6]], "rerolls_left": [2]}
    hasbro.action_values(**right)
    wrong = [
        ({"filled": [-1]}, yahtzee.ArrayError, "filled: -1 at 0"),
        ({"filled": [2**32]}, yahtzee.ArrayError, "filled"),
        ({"filled": [0.5]}, yahtzee.ArrayError, "float64 where uint32"),
        ({"filled": [0, 1]}, yahtzee.ArrayError, r"filled: the shape \(2,\)"),
        ({"flag": [2]}, yahtzee.ArrayError, "flag: 2 at 0"),
        ({"dice": [1, 3, 3, 5, 6]}, yahtzee.ArrayError, "dice: the shape"),
        ({"dice": [[1, 3, 3, 5]]}, yahtzee.ArrayError, r"\(n, 5\) is wanted"),
        ({"dice": [[1, 3, 3, 5, 300]]}, yahtzee.ArrayError, "dice: 300 at 4"),
        ({"dice": [[1, 3, 3, 5, 7]]}, yahtzee.DiceError, "position 0: '?7"),
        ({"rerolls_left": [3]}, yahtzee.DiceError, "position 0"),
        ({"filled": [1], "upper_total": [6]}, yahtzee.StateError, "position 0: the state cannot be reached"),
        ({"filled": [2**13 - 1], "upper_total": [5]}, yahtzee.StateError, "position 0"),
        ({"saved": [1]}, yahtzee.StateError, "position 0"),
        ({"out": np.empty((1, 44))}, yahtzee.ArrayError, r"out: the shape \(1, 44\)"),
        ({"out": np.empty((1, 45), np.float32)}, yahtzee.ArrayError, "float32"),
        ({"out": np.empty((45, 1)).T[:, ::1][:, ::-1]}, yahtzee.ArrayError, "contiguous"),
        ({"out": [0.0] * 45}, yahtzee.ArrayError, "list where a numpy array"),
        ({"threads": 0, "dice": [[1, 3, 3, 5, 6]] * 600, "filled": 0, "upper_total": 0, "flag": 0, "rerolls_left": 0}, yahtzee.Error, "threads"),
    ]
    for change, error, words in wrong:
        with pytest.raises(error, match=words):
            hasbro.action_values(**{**right, **change})
    fixed = np.empty((1, 45))
    fixed.setflags(write=False)
    with pytest.raises(yahtzee.ArrayError, match="writeable"):
        hasbro.action_values(**right, out=fixed)


def test_saved_throws(saving):
    assert saving.rules.saves_throws
    positions = random_positions(saving, 3000)
    values = saving.action_values(**positions)
    assert positions["saved"].max() > 2 and np.isfinite(values.max(axis=1)).all()


def test_extra_throws(pocket):
    toml = pocket.rules.toml.replace("'pocket'", "'stock'").replace("dice = 3", "dice = 3\nextra-throws = 2\nsaved-throw-points = 1")
    rules = yahtzee.RuleSet.from_toml(toml)
    table, model = yahtzee.solve(rules), yahtzee.Model(rules)
    assert (rules.extra_throws, rules.saves_throws, pocket.rules.extra_throws) == (2, False, 0)
    assert yahtzee.Scorecard(rules).saved == 2 and yahtzee.Position(rules, "123").rerolls_left == rules.rolls + 1
    states = table.states()
    assert np.array_equal(table.state_values(), table.state_values(states.filled, states.upper_total, states.flag, states.saved))
    with pytest.raises(yahtzee.ArrayError, match="at most the rerolls of a turn"):
        yahtzee.Positions(rules, 1, 0, False, [1, 2, 3], rules.rolls + 1, 1)
    # Games by the best actions, one step of all of them after the other, have the expected score as their mean.
    random, games = np.random.default_rng(1), 4_000
    positions = yahtzee.Positions(rules, 0, 0, False, random.integers(1, 7, (games, 3)), rules.rolls + 1)
    numbers, scores = np.arange(games), np.zeros(games)
    while len(numbers):
        step = model.step(positions, table.best_actions(positions)[0], random)
        scores[numbers] += step.rewards
        going, after = ~step.over, step.positions
        numbers = numbers[going]
        columns = (after.filled, after.upper_total, after.flag, after.dice, after.rerolls_left, after.saved)
        if len(numbers):
            positions = yahtzee.Positions(rules, *(column[going] for column in columns))
    assert scores.mean() == pytest.approx(table.expected_score, abs=4 * scores.std() / games**0.5)
    check_env(gymnasium.make(yahtzee.gym.ID, rules=rules).unwrapped, skip_render_check=True)


def test_positions_are_one_object(hasbro):
    columns = random_positions(hasbro, 500)
    positions = yahtzee.Positions("hasbro", **columns)
    assert len(positions) == 500 and repr(positions) == "<Positions of 'hasbro': 500>"
    assert np.array_equal(hasbro.action_values(positions), hasbro.action_values(**columns))
    actions, best = hasbro.best_actions(positions)
    assert np.array_equal(hasbro.losses(actions, positions), np.zeros(500))
    assert np.array_equal(hasbro.best_actions(positions[100:200])[1], best[100:200])
    assert np.array_equal(hasbro.best_actions(positions[best > 200])[1], best[best > 200])
    assert len(positions[7]) == 1 and positions[7] == positions[[7]] != positions[8]
    assert pickle.loads(pickle.dumps(positions)) == positions
    # Arrays of the right type are not copied.
    assert np.shares_memory(positions.dice, columns["dice"])
    card = yahtzee.Scorecard(hasbro.rules, "ones=3")
    of_cards = yahtzee.Positions.of_cards([card], [[1, 3, 3, 5, 6], [2, 2, 3, 4, 5]], 2)
    singles = [yahtzee.Position(hasbro.rules, dice, 2, card) for dice in ("13356", "22345")]
    assert yahtzee.Positions.of(singles) == of_cards
    for frame in [polars.DataFrame, pandas.DataFrame, pyarrow.table, dict]:
        made = frame({**of_cards.columns(), "dice": of_cards.dice.tolist()})
        assert yahtzee.Positions.from_frame("hasbro", made) == of_cards, frame
    decisions = hasbro.measure("greedy", games=3, seed=1, record=True).decision_frame
    frame = decisions
    losses = hasbro.losses(frame["action"], yahtzee.Positions.from_frame("hasbro", frame))
    assert np.allclose(losses, frame["loss"])


def test_wrong_positions(hasbro):
    with pytest.raises(yahtzee.ArrayError, match="the shapes do not fit together"):
        yahtzee.Positions("hasbro", [0, 0], 0, False, [[1, 3, 3, 5, 6]] * 3, 2)
    with pytest.raises(yahtzee.ArrayError, match=r"\(n, 5\) is wanted"):
        yahtzee.Positions("hasbro", 0, 0, False, [1, 3, 3], 2)
    with pytest.raises(yahtzee.ArrayError, match="no column 'flag'"):
        yahtzee.Positions.from_frame("hasbro", {"filled": [], "upper_total": []})
    positions = yahtzee.Positions("kniffel", 0, 0, False, [1, 3, 3, 5, 6], 2)
    with pytest.raises(yahtzee.RulesError, match="of the rule set 'kniffel'"):
        hasbro.action_values(positions)
    with pytest.raises(yahtzee.ArrayError, match="give them alone"):
        hasbro.action_values(positions, rerolls_left=2)
    with pytest.raises(yahtzee.ArrayError, match="flag: it is missing"):
        hasbro.action_values(0, 0)


def test_positions_that_no_game_has(hasbro):
    for wrong, why in [
        ({"dice": [1, 3, 3, 5, 9]}, "faces from 1 to 6"),
        ({"dice": [0, 3, 3, 5, 6]}, "faces from 1 to 6"),
        ({"rerolls_left": 9}, "rerolls_left: 9 at 0"),
        ({"filled": 1 << 13}, "a mask of 13 categories"),
    ]:
        columns = {"filled": 0, "upper_total": 0, "flag": False, "dice": [1, 3, 3, 5, 6], "rerolls_left": 2}
        with pytest.raises(yahtzee.ArrayError, match=why):
            yahtzee.Positions("hasbro", **(columns | wrong))
    with pytest.raises(yahtzee.StateError):
        hasbro.action_values(yahtzee.Positions("hasbro", 0, 63, False, [1, 3, 3, 5, 6], 2))


def test_numbers_of_actions_are_numbers(hasbro):
    rules = hasbro.rules
    number = int(hasbro.best_actions(0, 0, False, [[1, 3, 3, 5, 6]], 2)[0][0])
    assert str(hasbro.advise("13356", chosen=number).chosen) == rules.action_text(number, "13356") == "hold 33"
    assert str(hasbro.advise("13356 rerolls=1 ones=3", chosen=np.int64(number)).chosen) == "hold 33"
    assert rules.action(6, "13356") == 6 and rules.action(np.int64(40), "13356") == 40
    option = hasbro.advise("13356").best
    assert rules.action(option, "13356") == number and str(hasbro.advise("13356", chosen=option).chosen) == "hold 33"
    for wrong in (None, 1.5, True, b"hold 33", 31, 45, -1):
        with pytest.raises(yahtzee.ActionError):
            rules.action(wrong, "13356")
        if wrong is not None:
            with pytest.raises(yahtzee.ActionError):
                hasbro.advise("13356", chosen=wrong)


def test_true_is_no_number(hasbro):
    with pytest.raises(yahtzee.CardError, match="ones: True where a number of points is wanted"):
        yahtzee.Scorecard(hasbro.rules, {"ones": True})
    with pytest.raises(yahtzee.DiceError):
        hasbro.advise([True, 3, 3, 5, 6])


def test_arrays_count_against_the_memory():
    table = yahtzee.solve("hasbro", memory=1_000_000_000)
    many = np.broadcast_to(np.array([1, 3, 3, 5, 6], np.uint8), (10**8, 5))
    for ask in (table.action_values, table.best_actions):
        with pytest.raises(yahtzee.Error, match="raise it with memory=, or ask about fewer positions at once"):
            ask(0, 0, False, many, 2)
    with pytest.raises(yahtzee.Error, match="ask about fewer positions"):
        table.losses(0, 0, 0, False, many, 2)
    with pytest.raises(yahtzee.RulesError, match="raise it with memory=, or leave out some categories"):
        yahtzee.solve("hasbro", memory=1_000)
    for memory, threads in ((-1, None), (10**9, -1)):
        with pytest.raises(yahtzee.Error, match="=-1: give"):
            yahtzee.solve("hasbro", memory=memory, threads=threads)


def test_out_that_overlaps_is_an_error(hasbro):
    out = np.zeros((1, 45))
    dice = out.view(np.uint8).reshape(-1)[:5].reshape(1, 5)
    dice[:] = [1, 3, 3, 5, 6]
    with pytest.raises(yahtzee.ArrayError, match="shares memory with an argument"):
        hasbro.action_values(0, 0, False, dice, 2, out=out)
    actions = np.zeros(1)
    with pytest.raises(yahtzee.ArrayError, match="shares memory"):
        hasbro.losses(actions.view(np.int64), 0, 0, False, [[1, 3, 3, 5, 6]], 2, out=actions)


def test_what_a_full_card_earns(saving):
    table = yahtzee.solve(saving.rules.replace(saved_throw_points=3, upper_bonus=[(12, 10), (16, 14)]))
    assert (table.rules.upper_bonus, table.rules.saved_throw_points) == ([(12, 10), (16, 14)], 3)
    states = table.states()
    values = table.state_values(states.filled, states.upper_total, states.flag, states.saved)
    assert np.array_equal(table.state_values(), values)
    assert (values[states.filled == 15] == 0).all() and values[0] == table.expected_score
    # The values of the table itself have it until the end.
    full = states.place[states.filled == 15]
    assert table.values_with_bonus[full].max() == 14 + 3 * 8
    statistics = table.statistics()
    assert statistics.saved_throws is not None and statistics.saved_throws.mean > 0
    parts = [category.mean for category in statistics.categories] + [statistics.upper_bonus.mean, statistics.saved_throws.mean]
    assert sum(parts) == pytest.approx(statistics.mean, abs=1e-12)
    assert table.evaluate("greedy").saved_throws is not None and yahtzee.solve("kniffel").statistics().saved_throws is None
    simulated = table.simulate(2_000, seed=1)
    assert simulated.mean == pytest.approx(statistics.mean, abs=4 * statistics.sd / 2_000**0.5)


@pytest.mark.parametrize("name", ["hasbro", "saving"])
def test_one_position_is_answered_as_an_array_of_one(name, request):
    table = request.getfixturevalue(name)
    positions = random_positions(table, 200)
    actions, values = table.best_actions(**positions)
    states = table.state_values(*(positions[part] for part in ("filled", "upper_total", "flag", "saved")))
    for row in range(200):
        one = {part: column[row] for part, column in positions.items()}
        state, expected = tuple(one[part] for part in ("filled", "upper_total", "flag", "saved")), (actions[row], values[row])
        dice, rerolls_left = one["dice"], one["rerolls_left"]
        assert table.best_action(dice, rerolls_left, state) == expected
        assert table.best_action("".join(map(str, dice)), int(rerolls_left), tuple(part.item() for part in state)) == expected
        if rerolls_left == table.rules.rolls - 1 + state[3] * table.rules.saves_throws:
            assert table.best_action(dice, card=state) == expected
        assert table.state_value(state) == states[row]


def test_one_position_at_every_door(hasbro):
    """Each takes a position, alone or in its parts; those of values also its state."""
    rules = hasbro.rules
    card = yahtzee.Scorecard(rules, "ones=3 yahtzee=50")
    position = yahtzee.Position(rules, "13356", 1, card)
    best = hasbro.best_action(position)
    for given in [("13356", 1, card), ([1, 3, 3, 5, 6], np.int8(1), str(card)), (np.array([6, 5, 3, 3, 1]), 1, card.state), ("13356", 1, {"ones": 3, "yahtzee": 50})]:
        assert hasbro.best_action(*given) == best
    assert hasbro.advise(position) == hasbro.advise("13356", 1, card) and hasbro.odds(position).boxes == hasbro.odds("13356", 1, card).boxes
    assert hasbro.state_value(position) == hasbro.state_value(card) == hasbro.state_value(card.state) == hasbro.state_value(str(card))
    assert hasbro.state_value() == hasbro.expected_score
    values = hasbro.action_values(yahtzee.Positions.of([position]))
    solved = hasbro.solve_for(yahtzee.Target(300), "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40 y=50")
    late = yahtzee.Position(rules, "13356", 1, solved.card)
    assert np.array_equal(solved.action_values(237, late), solved.action_values(237, [late]))
    for given in (position, [position], (position,)):
        assert np.array_equal(hasbro.action_values(given), values) and hasbro.losses(best[0], given)[0] == 0
        assert [part[0] for part in hasbro.best_actions(given)] == list(best)
    assert rules.action("hold 33", position) == 6 and rules.action_text(6, position) == "hold 33" and card.write(position, "chance").points["chance"] == 18
    for door in (hasbro.best_action, hasbro.state_value, hasbro.action_values, hasbro.advise, hasbro.odds):
        with pytest.raises(yahtzee.RulesError, match="crag"):
            door(yahtzee.Position("crag", "133"))


def test_one_wrong_position(hasbro):
    right = {"filled": 1, "upper_total": 3, "flag": 0, "saved": 0, "dice": "13356", "rerolls_left": 2}
    assert hasbro.best_action("13356", 2, (1, 3, 0, 0))[0] == 6
    for wrong, error, said in [
        ({"filled": -1}, yahtzee.ArrayError, "filled: -1 where"),
        ({"filled": True}, yahtzee.ArrayError, "filled: True where"),
        ({"filled": 1 << 40}, yahtzee.ArrayError, "filled: 1099511627776 where"),
        ({"filled": 1 << 13}, yahtzee.StateError, "cannot be reached"),
        ({"upper_total": 256}, yahtzee.ArrayError, "upper_total: 256 where"),
        ({"upper_total": 7}, yahtzee.StateError, "cannot be reached"),
        ({"flag": "no"}, yahtzee.ArrayError, "flag: 'no' where"),
        ({"flag": 2}, yahtzee.ArrayError, "flag: 2 where"),
        ({"saved": 1.5}, yahtzee.ArrayError, "saved: 1.5 where"),
        ({"saved": 200, "rerolls_left": None}, yahtzee.StateError, "cannot be reached"),
        ({"dice": "1335"}, yahtzee.DiceError, "4 dice"),
        ({"dice": [1, 3, 3, 5, 7]}, yahtzee.DiceError, "7"),
        ({"rerolls_left": 3}, yahtzee.DiceError, "3"),
        ({"rerolls_left": "2"}, yahtzee.ArrayError, "rerolls_left: '2' where"),
    ]:
        *state, dice, rerolls_left = (right | wrong).values()
        with pytest.raises(error, match=said):
            hasbro.best_action(dice, rerolls_left, tuple(state))
        if not wrong.keys() & {"dice", "rerolls_left"}:
            with pytest.raises(error, match=said):
                hasbro.state_value(tuple(state))
    with pytest.raises(yahtzee.ArrayError, match="four numbers"):
        hasbro.state_value((1, 3, False))
    with pytest.raises(yahtzee.PositionError, match="give it alone"):
        hasbro.best_action(yahtzee.Position("hasbro", "13356"), 2)
