"""Results about cards and games: statistics, reviews, simulations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from . import _html
from ._advice import Action, Choice
from ._answer import Answer, Dice, DiceOnTable, LossByKind, Rows, cells, same_fields
from ._documented import Documented
from ._native import Error
from ._objectives import Measure


class CategoryStatistics(Answer, frozen=True):
    """The points of a category at the end of the game.

    >>> import yahtzee
    >>> statistics = yahtzee.solve("hasbro").statistics("1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20")
    >>> entry = statistics.categories[11]
    >>> entry.category, round(entry.mean, 3), round(entry.zero, 3)
    ('yahtzee', 2.301, 0.954)
    """

    category: str
    """The name of the category."""
    mean: float
    """The mean points."""
    sd: float
    """Their standard deviation."""
    zero: float
    """The probability that it holds 0."""
    mean_turn: float | None
    """The mean turn that fills it, from 1; ``None`` if the card has it filled."""
    turns: tuple[float, ...]
    """The probability that each turn fills it; empty if the card has it filled."""


class BonusStatistics(Answer, frozen=True):
    """How often a bonus is earned.

    >>> import yahtzee
    >>> statistics = yahtzee.solve("hasbro").statistics("1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20")
    >>> round(statistics.upper_bonus.probability, 9), round(statistics.upper_bonus.mean, 9)
    (1.0, 35.0)
    """

    probability: float
    """The probability of earning it."""
    mean: float
    """Its mean points."""


class Distribution(Rows, Answer, frozen=True, dict=True):
    """A distribution of final scores: what `Statistics`, `Evaluation` and `Simulation` have in common. The functions of a score or a share accept arrays, and
    have scipy's names and meaning.

    >>> import numpy, yahtzee
    >>> found = yahtzee.solve("hasbro").statistics("1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20")
    >>> found.distinct_scores, round(found.at_least(250), 6), found.quantile([0.5, 0.99])
    (array([238, 288]), 0.046029, array([238, 288]))
    >>> round(found.pmf(238) + found.sf(238), 12), found.cdf([0, 288]), found.sample(3, numpy.random.default_rng(1))
    (1.0, array([0., 1.]), array([238, 238, 238]))
    """

    sd: float
    """The standard deviation, in points."""

    @property
    def _weighted(self) -> tuple[tuple[tuple[int, float], ...], float]:
        """The distinct scores with their weights, ascending, and the sum of all weights."""
        raise NotImplementedError

    @cached_property
    def distinct_scores(self) -> npt.NDArray[np.int64]:
        """The final scores, each once, ascending. Shape (k,), read-only."""
        return _fixed([score for score, _ in self._weighted[0]], np.int64)

    @cached_property
    def probabilities(self) -> npt.NDArray[np.float64]:
        """The probability of each of the `distinct_scores`. Shape (k,), read-only."""
        weights, whole = self._weighted
        return _fixed([weight / whole for _, weight in weights], np.float64)

    @property
    def mean(self) -> float:
        """The mean."""
        return float(self.distinct_scores @ self.probabilities)

    @property
    def median(self) -> int:
        """The median."""
        return int(self.quantile(0.5))

    @property
    def var(self) -> float:
        """The variance."""
        return self.sd**2

    def at_least(self, score: npt.ArrayLike) -> Any:
        """The probability of this score or more."""
        return self._sum(0, np.searchsorted(self.distinct_scores, score))

    def sf(self, score: npt.ArrayLike) -> Any:
        """The probability of more than this score."""
        return self._sum(0, np.searchsorted(self.distinct_scores, score, "right"))

    def cdf(self, score: npt.ArrayLike) -> Any:
        """The probability of this score or less."""
        return self._sum(1, np.searchsorted(self.distinct_scores, score, "right"))

    def pmf(self, score: npt.ArrayLike) -> Any:
        """The probability of just this score."""
        place = np.searchsorted(self.distinct_scores, score).clip(0, len(self.distinct_scores) - 1)
        return _one_or_all(np.where(self.distinct_scores[place] == score, self.probabilities[place], 0.0))

    def quantile(self, share: npt.ArrayLike) -> Any:
        """The smallest score that at least this share of games, from 0 to 1, does not exceed."""
        shares = np.asarray(share, float)
        if not ((shares >= 0) & (shares <= 1)).all():
            raise Error(f"share: {share!r} where a share from 0 to 1 is wanted")
        reached = np.searchsorted(np.cumsum(self.probabilities), shares - 1e-12)
        return _one_or_all(self.distinct_scores[np.minimum(reached, len(self.distinct_scores) - 1)])

    def sample(self, shape: int | tuple[int, ...] = (), rng: np.random.Generator | int | None = None) -> Any:
        """Random scores, from a generator of numpy or from a seed."""
        return _one_or_all(self.distinct_scores[np.random.default_rng(rng).choice(len(self.probabilities), shape, p=self.probabilities)])

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Plots the probability of each score with matplotlib, on ``ax`` or on new axes, and returns the axes. ``options`` are those of ``Axes.plot``."""
        if ax is None:
            from matplotlib import pyplot

            ax = pyplot.subplots(layout="constrained")[1]
        ax.plot(self.distinct_scores, self.probabilities, **options)
        ax.set(xlabel="final score", ylabel="probability", ylim=(0, None))
        return ax

    def _sum(self, up_to: int, place: Any) -> Any:
        """The sum of the probabilities before a place, or from there on."""
        pairs, whole = self._weighted
        # Counts are added without rounding.
        weights = np.array([weight for _, weight in pairs])
        sums = np.concatenate([[0], np.cumsum(weights)]) if up_to else np.append(np.cumsum(weights[::-1])[::-1], 0)
        return _one_or_all(np.minimum(sums[place] / whole, 1.0))

    def _rows(self) -> Iterable[Answer | Mapping[str, Any]]:
        return ({"score": score, "probability": chance} for score, chance in zip(self.distinct_scores.tolist(), self.probabilities.tolist(), strict=True))

    def _repr_html_(self) -> str:
        return _html.picture(self.plot) + _html.table(repr(self), ())


class ExactDistribution(Distribution, frozen=True, dict=True):
    """The final score of games that are followed exactly, not sampled: what `Statistics` and `Evaluation` have in common.

    >>> import yahtzee
    >>> found = yahtzee.solve("crag").evaluate("greedy")
    >>> isinstance(found, yahtzee.results.ExactDistribution), abs(found.mean - found.expected_score) < 1e-9
    (True, True)
    """

    rules: str
    """The name of the rule set."""
    _pmf: tuple[tuple[int, float], ...] = msgspec.field(name="pmf")
    categories: tuple[CategoryStatistics, ...]
    """Each category, in the order of the rules."""
    upper_bonus: BonusStatistics
    """The bonus of the upper section."""
    extra_bonus: BonusStatistics
    """The extra bonuses: the chance of at least one, and the points of all."""
    saved_throws: BonusStatistics | None = None
    """The points of the saved or extra throws that are left at the end, if they earn any."""

    @property
    def _weighted(self) -> tuple[tuple[tuple[int, float], ...], float]:
        return self._pmf, 1.0

    def _rows(self) -> Iterable[Answer]:
        return self.categories

    def _repr_html_(self) -> str:
        return super()._repr_html_() + _html.table("Categories", map(cells, self.categories))


class Statistics(ExactDistribution, frozen=True, kw_only=True):
    """The statistics of all games of optimal play that continue from a card.

    >>> import yahtzee
    >>> yahtzee.solve("hasbro").statistics("1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20")
    <Statistics: mean 240.30, standard deviation 10.48, from 238 to 288; upper bonus 100.0%, extra bonus 0.0%>
    """

    mean: float
    """The mean final score."""
    median: int
    """The median."""
    mode: int
    """The most probable score."""
    percentiles: dict[int, int]
    """Some percentiles: the smallest score that at least this percentage of games does not exceed."""

    def __repr__(self) -> str:
        words = f"mean {self.mean:.2f}, standard deviation {self.sd:.2f}, from {self.distinct_scores[0]} to {self.distinct_scores[-1]}"
        return f"<Statistics: {words}; upper bonus {self.upper_bonus.probability:.1%}, extra bonus {self.extra_bonus.probability:.1%}>"


def _one_or_all(found: Any) -> Any:
    """A number as one of Python, and arrays as they are."""
    return found.item() if found.ndim == 0 else found


def _fixed(numbers: list[Any], kind: type[np.generic]) -> npt.NDArray[Any]:
    """A read-only array."""
    array = np.array(numbers, kind)
    array.setflags(write=False)
    return array


class Decision(Choice, frozen=True, kw_only=True):
    """A decision of a reviewed game.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> review = table.review("11666 hold 666, 66625 hold 66, 66661 score sixes")
    >>> decision = review.turns[0].decisions[1]
    >>> print(decision.dice, decision.chosen, decision.best, round(decision.loss, 2))
    (2, 5, 6, 6, 6) hold 66 hold 666 10.35
    """

    loss: float
    """The loss of the choice, in points; never negative."""
    severity: str | None = None
    """``small-slip`` below 0.5 points, ``slip``, ``mistake`` from 2, ``blunder`` from 8; ``None`` for one of the best options."""


class BestDecision(Decision, frozen=True, kw_only=True):
    """The best decision of a game: of the right ones, that in which a player who looks at the points of this turn only would have lost the most.

    >>> import yahtzee
    >>> best = yahtzee.solve("hasbro").review("11666 hold 666, 66625 hold 66, 66661 score sixes").best_decision
    >>> print(best.turn, best.dice, best.best, round(best.gain, 2))
    1 (1, 6, 6, 6, 6) score sixes=24 17.27
    """

    turn: int
    """The number of its turn, from 1."""
    gain: float
    """The loss of such a player, in points."""


class TakenBack(DiceOnTable, frozen=True, kw_only=True):
    """A move that a player took back: a decision, or typed dice.

    >>> import yahtzee
    >>> game = "#! yahtzee play 1\\n#! dice: table\\n#! player: ann\\nrules: hasbro\\n11666 score sixes\\n#< turn 1: 11666 rerolls=2: hold 11\\n#! end\\n"
    >>> move = yahtzee.solve("hasbro").review(game).taken_back[0]
    >>> print(move.turn, move.dice, move.chosen, move.best, round(move.loss, 2))
    1 (1, 1, 6, 6, 6) hold 11 hold 666 15.95
    """

    turn: int
    """The number of its turn, from 1."""
    chosen: Action | None = None
    """The action; ``None`` if typed dice were taken back."""
    best: Action | None = None
    """The best action."""
    loss: float | None = None
    """The loss of the action, in points."""


class Turn(Answer, frozen=True):
    """A turn of a reviewed game.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> review = table.review("11666 hold 666, 66625 hold 66, 66661 score sixes")
    >>> turn = review.turns[0]
    >>> turn.turn, round(turn.luck, 2), round(turn.loss, 2), len(turn.decisions)
    (1, 24.0, 10.35, 3)
    """

    turn: int
    """Its number, from 1."""
    luck: float
    """The luck of its rolls, in points; 0 if some of them are unknown."""
    loss: float
    """The loss of its known decisions, in points."""
    decisions: tuple[Decision, ...]
    """The decisions, in order; of a turn of which only the last dice are known, the choice of the category."""
    unjudged: float | None = None
    """If rolls are unknown: the luck less the loss of what cannot be judged, in points."""
    result: Action | None = None
    """The score of the turn, if only that is known; then there are no decisions."""


class WinDecision(Choice, frozen=True, kw_only=True):
    r"""A decision in the review of a chance to win: its options have the chance to win after them.

    >>> import yahtzee
    >>> game = "#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: forced-yatzy\n11166 score ones\n#! computer: bot\nrules: forced-yatzy\n#! end"
    >>> win = yahtzee.solve("forced-yatzy").review(game, "ann").win
    >>> decision = win.turns[0].decisions[0]
    >>> print(f"{decision.chosen}, best to win {decision.best}, costs {decision.worth_loss:.2%}")
    score ones=3, best to win hold 111, costs 0.82%
    """

    worth_loss: float
    """The loss of the choice in that chance; never negative."""


class WinTurn(Answer, frozen=True):
    r"""A turn in the review of a chance to win.

    >>> import yahtzee
    >>> game = "#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: forced-yatzy\n11166 score ones\n#! computer: bot\nrules: forced-yatzy\n#! end"
    >>> win = yahtzee.solve("forced-yatzy").review(game, "ann").win
    >>> win.turns[0].turn, round(win.turns[0].before, 2), round(win.turns[0].after, 2)
    (1, 0.5, 0.51)
    """

    turn: int
    """Its number, from 1."""
    before: float
    """The chance before its first roll, if everyone plays for expected score."""
    after: float
    """The chance after its last decision."""
    decisions: tuple[WinDecision, ...]
    """The decisions, in order."""


class TurningPoint(Answer, frozen=True):
    r"""A moment that changed a chance to win.

    >>> import yahtzee
    >>> game = "#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: forced-yatzy\n11166 score ones\n#! computer: bot\nrules: forced-yatzy\n#! end"
    >>> win = yahtzee.solve("forced-yatzy").review(game, "ann").win
    >>> point = win.turning_points[0]
    >>> point.turn, point.own, round(point.before, 2), round(point.after, 2)
    (1, True, 0.5, 0.51)
    """

    turn: int
    """The turn of the player, from 1."""
    own: bool
    """Whether it was the player's turn, and not the turns of the others after it."""
    before: float = msgspec.field(name="from")
    """The chance before."""
    after: float = msgspec.field(name="to")
    """The chance after."""


class WinReview(Answer, frozen=True):
    r"""The chance to win through a game of several players: `Review.win`.

    >>> import yahtzee
    >>> game = "#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: forced-yatzy\n11166 score ones\n#! computer: bot\nrules: forced-yatzy\n#! end"
    >>> win = yahtzee.solve("forced-yatzy").review(game, "ann").win
    >>> win.approximate, len(win.turns), round(win.now, 2)
    (True, 1, 0.51)
    """

    approximate: bool
    """Whether some of it is approximate: only late turns are solved exactly."""
    measure: Measure
    """What the worth of options measures: the chance to win."""
    worth_loss: float
    """The loss of all decisions in chance to win."""
    level: str | None
    """The level of the decisions, from ``near-perfect`` to ``beginner``, where half a percent of the chance counts as a point; ``None`` before the first decision."""
    now: float
    """The chance after all moves; 1, 0 or a share of a tie once all games are complete."""
    turns: tuple[WinTurn, ...]
    """The turns, in order."""
    turning_points: tuple[TurningPoint, ...]
    """The moments that changed it, the greatest change first."""


class BoxOfTurn(Answer, frozen=True):
    """What is written in a turn, in hindsight.

    >>> import yahtzee
    >>> yahtzee.solve("hasbro").review_rolls("66666\\n66651").turns[1]
    BoxOfTurn(turn=2, category='three-of-a-kind', points=24, throw=3, dice=(1, 5, 6, 6, 6))
    """

    turn: int
    """The number of the turn, from 1."""
    category: str
    """The name of the category."""
    points: int
    """The points in it."""
    throw: int | None = None
    """The throw that is scored, from 1; ``None`` if the dice are unknown. Then the turn keeps its result."""
    dice: Dice | None = None
    """The roll, likewise."""
    bonus: int = 0
    """The extra bonus of the turn."""


class BestBoxes(Answer, frozen=True):
    """The best boxes for known dice.

    >>> import yahtzee
    >>> review = yahtzee.solve("hasbro").review("66666 hold 666, 66612 score sixes\\n55666 score chance")
    >>> [(turn.turn, turn.throw, turn.category) for turn in review.hindsight.any_throw.turns]
    [(1, 1, 'yahtzee'), (2, 1, 'three-of-a-kind')]
    """

    total: int
    """The most points, with the bonuses that are reached."""
    upper_bonus: int
    """The upper bonus in it, of all rounds."""
    turns: tuple[BoxOfTurn, ...]
    """The box of each turn."""


class Hindsight(BestBoxes, frozen=True):
    """The most points that the dice of the turns so far could have made, if one had known them all: with the rolls that were scored.

    >>> import yahtzee
    >>> review = yahtzee.solve("hasbro").review("66666 hold 666, 66612 score sixes\\n55666 score chance")
    >>> review.hindsight.total, review.hindsight.any_throw.total
    (49, 78)
    """

    any_throw: BestBoxes | None = None
    """The same if any throw of a turn could have been its last; ``None`` if no earlier throws are known."""


class RollsReview(BestBoxes, frozen=True, kw_only=True):
    """The most points of a list of final rolls, from `Table.review_rolls`.

    >>> import yahtzee
    >>> review = yahtzee.solve("hasbro").review_rolls("66666\\n66651")
    >>> review.total, review.complete
    (74, False)
    """

    rules: str
    """The name of the rule set."""
    complete: bool = True
    """Whether there is a roll for every turn. If not, the points are those of the first turns."""


class Review(Rows, Answer, frozen=True):
    """A reviewed game: ``final_score`` = ``expected_at_start`` + ``luck`` - ``loss`` + ``unjudged``, except for rounding.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> review = table.review("11666 hold 666, 66625 hold 66, 66661 score sixes")
    >>> review
    <Review of 1 turn: final score 268.23, luck 24.00, loss 10.35, level beginner>
    """

    rules: str
    """The name of the rule set."""
    final_score: float
    """The final score; for an incomplete game, the expected one where it stops."""
    expected_at_start: float
    """The expected score before the first roll."""
    luck: float
    """The luck of all rolls, in points, without the turns that have unknown rolls."""
    loss: float
    """The loss of all known decisions, in points."""
    level: str | None
    """The level of the decisions, from ``near-perfect`` to ``beginner``; ``None`` before the first decision."""
    loss_by_kind: LossByKind[float]
    """The loss of the decisions by their kind, in points."""
    turns: tuple[Turn, ...]
    """The turns, in order."""
    complete: bool = True
    """Whether the game was played to its end."""
    unjudged: float = 0.0
    """In turns with unknown rolls: the luck less the loss of what cannot be judged, in points."""
    luck_share: float | None = None
    """The share of optimal games with less luck, from 0 to 1; ``None`` for an incomplete game, one with unknown rolls, or one too large to follow."""
    player: str | None = None
    """The player; ``None`` if one player played alone."""
    edited: bool = False
    """Whether the text was edited by hand since it was saved."""
    hindsight: Hindsight | None = None
    """The most points that the dice of the turns so far could have made; ``None`` before the first turn has ended."""
    aided: int = 0
    """The number of decisions made with help: after a hint, or made again after the coach spoke."""
    taken_back: tuple[TakenBack, ...] = ()
    """The moves taken back; they do not count."""
    best_decision: BestDecision | None = None
    """The best decision; ``None`` if a player who looks at the points of each turn only would have lost nothing."""
    win: WinReview | None = None
    """The chance to win; ``None`` if one player played alone, or if it was not asked for."""

    @property
    def mistakes(self) -> list[tuple[Turn, Decision]]:
        """The decisions with a loss, worst first."""
        decisions = ((turn, decision) for turn in self.turns for decision in turn.decisions if decision.loss > 1e-10)
        return sorted(decisions, key=lambda mistake: -mistake[1].loss)

    def _rows(self) -> Iterable[Mapping[str, Any]]:
        return ({"turn": turn.turn} | cells(decision) for turn in self.turns for decision in turn.decisions)

    def __repr__(self) -> str:
        level = "" if self.level is None else f", level {self.level}"
        turns = "1 turn" if len(self.turns) == 1 else f"{len(self.turns)} turns"
        return f"<Review of {turns}: final score {self.final_score:.2f}, luck {self.luck:.2f}, loss {self.loss:.2f}{level}>"


class Simulation(Distribution, frozen=True, kw_only=True):
    """Games simulated with random dice.

    >>> import yahtzee
    >>> yahtzee.solve("hasbro").simulate(10_000, seed=1)
    <Simulation of 10,000 games: mean 254.50 (standard error 0.60), standard deviation 59.67>
    """

    games: int
    """The number of games."""
    seed: int
    """The seed: the same seed gives the same games in every version."""
    mean: float
    """The mean score."""
    standard_error: float
    """The standard error of the mean."""
    histogram: tuple[tuple[int, int], ...]
    """Each score that occurred with its number of games, ascending."""

    @property
    def _weighted(self) -> tuple[tuple[tuple[int, float], ...], float]:
        return self.histogram, self.games

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """The number of games with each of the `distinct_scores`. Shape (k,), read-only."""
        return _fixed([count for _, count in self.histogram], np.int64)

    def __repr__(self) -> str:
        return f"<Simulation of {self.games:,} games: mean {self.mean:.2f} (standard error {self.standard_error:.2f}), standard deviation {self.sd:.2f}>"


@dataclass(frozen=True, eq=False, repr=False)
class Targets(Rows, metaclass=Documented):
    """The chance of each final score or more: the best possible one, and the one under play for the expected score.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> targets = table.targets("1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20")
    >>> [round(chance, 4) for chance in targets.at(220)]
    [0.5859, 0.5826]
    """

    targets: npt.NDArray[np.int64]
    """The targets, from 1 to the highest reachable score. Shape (k,)."""
    best: npt.NDArray[np.float64]
    """The best possible chance of each. Shape (k,)."""
    expected: npt.NDArray[np.float64]
    """Its chance under play for the expected score. Shape (k,)."""

    def at(self, target: int | np.integer[Any]) -> tuple[float, float]:
        """The best chance of a target, and its chance under play for the expected score."""
        if target < 1:
            return 1.0, 1.0
        if target > len(self.targets):
            return 0.0, 0.0
        return float(self.best[target - 1]), float(self.expected[target - 1])

    def _rows(self) -> Iterable[Mapping[str, Any]]:
        names = ("target", "best", "expected")
        return (dict(zip(names, row, strict=True)) for row in zip(self.targets.tolist(), self.best.tolist(), self.expected.tolist(), strict=True))

    def to_dict(self) -> dict[str, Any]:
        """The arrays as lists."""
        return {name: getattr(self, name).tolist() for name in ("targets", "best", "expected")}

    def __len__(self) -> int:
        return len(self.targets)

    def __eq__(self, other: object) -> bool:
        return same_fields(self, other, ("targets", "best", "expected")) if isinstance(other, Targets) else NotImplemented

    def __repr__(self) -> str:
        return f"<Targets: 1 to {len(self)}>"
