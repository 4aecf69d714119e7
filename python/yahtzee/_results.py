"""Results about cards and games: statistics, reviews, simulations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _html
from ._advice import Choice, action_text, choice_of
from ._distribution import Distribution


@dataclass(frozen=True)
class CategoryStatistics:
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


@dataclass(frozen=True)
class BonusStatistics:
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


@dataclass(frozen=True, repr=False)
class Statistics:
    """The statistics of all games of optimal play that continue from a card: exact, not sampled.

    >>> import yahtzee
    >>> yahtzee.solve("hasbro").statistics("1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20")
    <Statistics: mean 240.30, standard deviation 10.48, from 238 to 288; upper bonus 100.0%, extra bonus 0.0%>
    """

    score: Distribution
    """The final score."""
    categories: tuple[CategoryStatistics, ...]
    """Each category, in the order of the rules."""
    upper_bonus: BonusStatistics
    """The bonus of the upper section."""
    extra_bonus: BonusStatistics
    """The extra bonuses: the chance of at least one, and the points of all."""

    def __repr__(self) -> str:
        upper, extra = self.upper_bonus.probability, self.extra_bonus.probability
        return f"<Statistics: {self.score._in_words()}; upper bonus {upper:.1%}, extra bonus {extra:.1%}>"

    def _repr_html_(self) -> str:
        rows = [[entry.category, f"{entry.mean:.2f}", f"{entry.sd:.2f}", f"{entry.zero:.2%}"] for entry in self.categories]
        for name, bonus in [("upper bonus", self.upper_bonus), ("extra bonus", self.extra_bonus)]:
            rows.append([name, f"{bonus.mean:.2f}", "", f"{1 - bonus.probability:.2%}"])
        return self.score._repr_html_() + _html.table("Categories", ["category", "mean", "standard deviation", "zero"], rows)

    @classmethod
    def _of(cls, found: dict[str, Any]) -> Statistics:
        scores, probabilities = zip(*found["pmf"], strict=True)
        score = Distribution(
            np.array(scores, np.int64),
            np.array(probabilities, np.float64),
            found["mean"],
            found["sd"],
            found["median"],
            found["mode"],
            {int(percent): score for percent, score in found["percentiles"].items()},
        )
        categories = (CategoryStatistics(**{**category, "turns": tuple(category["turns"])}) for category in found["categories"])
        return cls(score, tuple(categories), BonusStatistics(**found["upper_bonus"]), BonusStatistics(**found["extra_bonus"]))


@dataclass(frozen=True)
class Decision:
    """A decision of a reviewed game.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> review = table.review("11666 hold 666, 66625 hold 66, 66661 score sixes")
    >>> decision = review.turns[0].decisions[1]
    >>> print(decision.dice, decision.chosen, decision.best, round(decision.loss, 2))
    (2, 5, 6, 6, 6) hold 66 hold 666 10.35
    """

    rerolls_left: int
    """The rerolls that were left."""
    dice: tuple[int, ...]
    """The dice on the table."""
    chosen: Choice
    """The chosen action."""
    best: Choice
    """The best option."""
    loss: float
    """The loss of the choice, in points; never negative."""


@dataclass(frozen=True)
class TakenBack:
    """A move that a player took back: a decision, or typed dice.

    >>> import yahtzee
    >>> game = "#! yahtzee play 1\\n#! dice: table\\n#! player: ann\\nrules: hasbro\\n11666 score sixes\\n#< turn 1: 11666 rerolls=2: hold 11\\n#! end\\n"
    >>> move = yahtzee.solve("hasbro").review(game).taken_back[0]
    >>> print(move.turn, move.dice, move.chosen, move.best, round(move.loss, 2))
    1 (1, 1, 6, 6, 6) hold 11 hold 666 15.95
    """

    turn: int
    """The number of its turn, from 1."""
    rerolls_left: int
    """The rerolls that were left."""
    dice: tuple[int, ...]
    """The dice on the table."""
    chosen: str | None
    """The action, in written form; ``None`` if typed dice were taken back."""
    best: str | None
    """The best action, in written form."""
    loss: float | None
    """The loss of the action, in points."""

    @classmethod
    def _of(cls, taken: dict[str, Any]) -> TakenBack:
        chosen, best = (action_text(taken[name]) if name in taken else None for name in ("chosen", "best"))
        return cls(taken["turn"], taken["rerolls_left"], tuple(taken["dice"]), chosen, best, taken.get("loss"))


@dataclass(frozen=True)
class Turn:
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
    """The luck of its rolls, in points."""
    loss: float
    """The loss of its decisions, in points."""
    decisions: tuple[Decision, ...]
    """The decisions, in order."""


@dataclass(frozen=True)
class WinDecision:
    r"""A decision in the review of a chance to win.

    >>> import yahtzee
    >>> game = "#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: forced-yatzy\n11166 score ones\n#! computer: bot\nrules: forced-yatzy\n#! end"
    >>> win = yahtzee.solve("forced-yatzy").review(game, "ann").win
    >>> decision = win.turns[0].decisions[0]
    >>> print(f"{decision.chosen}, best to win {decision.best}, costs {decision.chance_loss:.2%}")
    score ones=3, best to win hold 111, costs 0.82%
    """

    rerolls_left: int
    """The rerolls that were left."""
    dice: tuple[int, ...]
    """The dice on the table."""
    chosen: Choice
    """What was chosen."""
    best: Choice
    """What was best to win."""
    chance: float
    """The chance to win after the choice."""
    chance_loss: float
    """What the choice cost of the chance; never negative."""


@dataclass(frozen=True)
class WinTurn:
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


@dataclass(frozen=True)
class TurningPoint:
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
    before: float
    """The chance before."""
    after: float
    """The chance after."""


@dataclass(frozen=True)
class WinReview:
    r"""The chance to win through a game of several players: `Review.win`.

    >>> import yahtzee
    >>> game = "#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: forced-yatzy\n11166 score ones\n#! computer: bot\nrules: forced-yatzy\n#! end"
    >>> win = yahtzee.solve("forced-yatzy").review(game, "ann").win
    >>> win.approximate, len(win.turns), round(win.now, 2)
    (True, 1, 0.51)
    """

    approximate: bool
    """Whether some of it is approximate: only late turns are solved exactly."""
    chance_loss: float
    """The loss of all decisions in chance to win."""
    grade: str | None
    """The grade of the decisions, from A+ to E, where half a percent of the chance counts as a point; ``None`` before the first decision."""
    now: float
    """The chance after all moves; 1, 0 or a share of a tie once all games are complete."""
    turns: tuple[WinTurn, ...]
    """The turns, in order."""
    turning_points: tuple[TurningPoint, ...]
    """The moments that changed it, the greatest change first."""

    @classmethod
    def _of(cls, win: dict[str, Any]) -> WinReview:
        points = (TurningPoint(point["turn"], point["own"], point["from"], point["to"]) for point in win["turning_points"])
        return cls(win["approximate"], win["chance_loss"], win["grade"], win["now"], tuple(map(_win_turn, win["turns"])), tuple(points))


@dataclass(frozen=True, repr=False)
class Review:
    """A reviewed game: ``final_score`` = ``expected_at_start`` + ``luck`` - ``loss``, except for rounding.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> review = table.review("11666 hold 666, 66625 hold 66, 66661 score sixes")
    >>> review
    <Review of 1 turn: final score 268.23, luck 24.00, loss 10.35, grade E>
    """

    rules: str
    """The name of the rule set."""
    complete: bool
    """Whether the game was played to its end."""
    final_score: float
    """The final score; for an incomplete game, the expected one where it stops."""
    expected_at_start: float
    """The expected score before the first roll."""
    luck: float
    """The luck of all rolls, in points."""
    luck_share: float | None
    """The share of optimal games with less luck, from 0 to 1; ``None`` for an incomplete game, or one too large to follow."""
    loss: float
    """The loss of all decisions, in points."""
    grade: str | None
    """The grade of the decisions, from A+ to E; ``None`` before the first decision."""
    loss_of_holds: tuple[float, ...]
    """The losses of the decisions after each roll except the last, in points."""
    loss_of_categories: float
    """The loss of the decisions that only chose a category, in points."""
    turns: tuple[Turn, ...]
    """The turns, in order."""
    player: str | None
    """The player; ``None`` if one player played alone."""
    edited: bool
    """Whether the text was edited by hand since it was saved."""
    aided: int
    """The number of decisions made with help: after a hint, or made again after the coach spoke."""
    taken_back: tuple[TakenBack, ...]
    """The moves taken back; they do not count."""
    best_decision: tuple[Turn, Decision, float] | None
    """The best decision: of the right ones, that in which a player who looks at the points of this turn only would have lost the most; with its turn and
    that loss, in points. ``None`` if such a player would have lost nothing."""
    win: WinReview | None
    """The chance to win; ``None`` if one player played alone, or if it was not asked for."""

    @property
    def mistakes(self) -> list[tuple[Turn, Decision]]:
        """The decisions with a loss, worst first."""
        decisions = ((turn, decision) for turn in self.turns for decision in turn.decisions if decision.loss > 1e-10)
        return sorted(decisions, key=lambda mistake: -mistake[1].loss)

    def __repr__(self) -> str:
        graded = "" if self.grade is None else f", grade {self.grade}"
        turns = "1 turn" if len(self.turns) == 1 else f"{len(self.turns)} turns"
        return f"<Review of {turns}: final score {self.final_score:.2f}, luck {self.luck:.2f}, loss {self.loss:.2f}{graded}>"

    def _repr_html_(self) -> str:
        rows = (
            [str(turn.turn), str(choice.chosen), str(choice.best), f"{choice.loss:.2f}"] for turn, choice in self.mistakes
        )
        return _html.table(repr(self).strip("<>"), ["turn", "chosen", "best", "loss"], rows)

    @classmethod
    def _of(cls, review: dict[str, Any]) -> Review:
        best = review.get("best_decision")
        turns = tuple(map(_turn, review["turns"]))
        return cls(
            review["rules"],
            review.get("complete", True),
            review["final_score"],
            review["expected_at_start"],
            review["luck"],
            review.get("luck_share"),
            review["loss"],
            review["grade"],
            tuple(review["loss_by_kind"]["holds"]),
            review["loss_by_kind"]["category"],
            turns,
            review.get("player"),
            review.get("edited", False),
            review.get("aided", 0),
            tuple(map(TakenBack._of, review.get("taken_back", []))),
            None if best is None else (next(turn for turn in turns if turn.turn == best["turn"]), _decision(best), best["gain"]),
            WinReview._of(review["win"]) if "win" in review else None,
        )


def _turn(turn: dict[str, Any]) -> Turn:
    return Turn(turn["turn"], turn["luck"], turn["loss"], tuple(map(_decision, turn["decisions"])))


def _win_turn(turn: dict[str, Any]) -> WinTurn:
    decisions = (
        WinDecision(
            decision["rerolls_left"],
            tuple(decision["dice"]),
            choice_of(decision["chosen"]),
            choice_of(decision["best"]),
            decision["chosen"]["chance"],
            decision["chance_loss"],
        )
        for decision in turn["decisions"]
    )
    return WinTurn(turn["turn"], turn["before"], turn["after"], tuple(decisions))


def _decision(decision: dict[str, Any]) -> Decision:
    chosen, best = choice_of(decision["chosen"]), choice_of(decision["best"])
    return Decision(decision["rerolls_left"], tuple(decision["dice"]), chosen, best, decision["loss"])


@dataclass(frozen=True, eq=False, repr=False)
class Simulation:
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
    sd: float
    """The standard deviation of the scores."""
    standard_error: float
    """The standard error of the mean."""
    scores: npt.NDArray[np.int64]
    """The scores that occurred, ascending. Shape (k,)."""
    counts: npt.NDArray[np.int64]
    """The number of games with each. Shape (k,)."""

    def at_least(self, score: float) -> float:
        """The share of games with this score or more."""
        return float(self.counts[np.searchsorted(self.scores, score) :].sum() / self.games)

    def __repr__(self) -> str:
        return f"<Simulation of {self.games:,} games: {self._in_words()}>"

    def _repr_html_(self) -> str:
        return _html.plot(f"{self.games:,} games: {self._in_words()}", self.scores.tolist(), (self.counts / self.games).tolist())

    def _in_words(self) -> str:
        return f"mean {self.mean:.2f} (standard error {self.standard_error:.2f}), standard deviation {self.sd:.2f}"

    @classmethod
    def _of(cls, games: int, seed: int, simulated: tuple[float, float, float, list[tuple[int, int]]]) -> Simulation:
        mean, sd, error, counts = simulated
        found = np.array(counts, np.int64).reshape(-1, 2)
        return cls(games, seed, mean, sd, error, found[:, 0].copy(), found[:, 1].copy())


@dataclass(frozen=True, eq=False, repr=False)
class Targets:
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

    def at(self, target: int) -> tuple[float, float]:
        """The best chance of a target, and its chance under play for the expected score."""
        if target < 1:
            return 1.0, 1.0
        if target > len(self.targets):
            return 0.0, 0.0
        return float(self.best[target - 1]), float(self.expected[target - 1])

    def __len__(self) -> int:
        return len(self.targets)

    def __repr__(self) -> str:
        return f"<Targets: 1 to {len(self)}>"

    def _repr_html_(self) -> str:
        rows = ([str(target), f"{self.best[target - 1]:.2%}", f"{self.expected[target - 1]:.2%}"] for target in range(50, len(self) + 1, 50))
        return _html.table("Chance of a final score or more", ["target", "best", "expected-score play"], rows)
