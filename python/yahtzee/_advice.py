"""Advice: every action of a position with its value, best first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from . import _html, _native
from ._native import Position, RuleSet


@dataclass(frozen=True)
class Risk:
    """The spread of the final score after an action, under optimal play.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> risk = table.advise("11666", 0, "6s=24", risk=True).best.risk
    >>> round(risk.sd, 2), round(risk.upper_bonus, 4)
    (50.25, 0.9122)
    """

    sd: float
    """The standard deviation of the final score, in points."""
    upper_bonus: float
    """The probability of the upper bonus, from 0 to 1."""


@dataclass(frozen=True)
class Choice:
    """An action with its expected final score.

    It keeps dice (``hold``) or scores a category (``category``); the other one is ``None``. Its text is in written form: ``hold 33``, ``score chance=18``.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> choice = table.review("11666 hold 666, 66625 hold 66").turns[0].decisions[1].chosen
    >>> print(choice, choice.hold, choice.category)
    hold 66 (6, 6) None
    """

    hold: tuple[int, ...] | None
    """The dice to keep, ascending; ``None`` if it scores."""
    category: str | None
    """The name of the category to score; ``None`` if it keeps dice."""
    points: int
    """The points that the category gets; 0 for a hold."""
    bonus: int
    """The extra bonus that the score earns; 0 for a hold."""
    expected_final: float
    """The expected final score after this action, with optimal play from then on."""
    loss: float
    """The highest expected final score of all options less this one's; never negative."""

    def __str__(self) -> str:
        return action_text(vars(self))


@dataclass(frozen=True)
class Option(Choice):
    """An action of a position with its value.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> option = table.advise("13356", 2, "ones=3")[1]
    >>> print(option, round(option.expected_final, 2), round(option.value, 2), round(option.loss, 2))
    hold 335 240.71 237.71 1.51
    """

    value: float
    """The expected points still to come, including those of this action: ``expected_final`` less the score so far. It equals the value of
    `Table.action_values`, except for rounding."""
    risk: Risk | None
    """The risk; ``None`` if it was not asked for."""
    chance: float | None
    """The chance of the target, or to win; ``None`` without such an objective."""
    chance_loss: float | None
    """The loss of the option in that chance."""
    utility: float | None
    """The expected utility; ``None`` without such an objective."""
    utility_loss: float | None
    """The loss of the option in expected utility."""


def chosen_text(rules: RuleSet, chosen: object, dice: Any) -> str | None:
    """A chosen action as text: of a text, of an option, or of a number for these dice."""
    if chosen is None or isinstance(chosen, str):
        return chosen
    if isinstance(chosen, Choice):
        return str(chosen)
    roll = dice.dice if isinstance(dice, Position) else dice.split()[0] if isinstance(dice, str) and dice.split() else dice
    return rules.action_text(rules.action(chosen, roll), roll)


def action_text(action: dict[str, Any]) -> str:
    """An action in written form."""
    if action.get("hold") is None:
        return f"score {action['category']}={action['points']}"
    return "hold " + ("".join(map(str, action["hold"])) or "none")


def choice_of(choice: dict[str, Any]) -> Choice:
    """A choice from an answer."""
    return _made(Choice, _parts(choice))


_Kind = TypeVar("_Kind")


def _made(kind: type[_Kind], fields: dict[str, Any]) -> _Kind:
    """An object with these fields. An advice has dozens of them, and the constructor of a frozen class takes ten times as long."""
    made = object.__new__(kind)
    made.__dict__.update(fields)
    return made


def _parts(choice: dict[str, Any]) -> dict[str, Any]:
    hold = choice.get("hold")
    return {
        "hold": None if hold is None else tuple(hold),
        "category": choice.get("category"),
        "points": choice.get("points", 0),
        "bonus": choice.get("bonus", 0),
        "expected_final": choice["expected_final"],
        "loss": choice["loss"],
    }


def _option(option: dict[str, Any], score_so_far: int) -> Option:
    """An option from an answer."""
    get = option.get
    fields = {
        **_parts(option),
        "value": option["expected_final"] - score_so_far,
        "risk": Risk(option["sd"], option["upper_bonus"]) if "sd" in option else None,
        "chance": get("chance"),
        "chance_loss": get("chance_loss"),
        "utility": get("utility"),
        "utility_loss": get("utility_loss"),
    }
    return _made(Option, fields)


class Options(Sequence[Option]):
    """The options of an advice, best first. Each is created on first access.

    >>> import yahtzee
    >>> options = yahtzee.solve("hasbro").advise("11666").options
    >>> len(options), str(options[0]), [str(option) for option in options[-2:]]
    (24, 'hold 666', ['score fives=0', 'score small-straight=0'])
    """

    __slots__ = ("_made", "_native", "_score_so_far")

    def __init__(self, native: _native.Options, score_so_far: int) -> None:
        self._native = native
        self._score_so_far = score_so_far
        self._made: list[Option | None] = [None] * len(native)

    def _at(self, index: int) -> Option:
        option = self._made[index]
        if option is None:
            option = self._made[index] = _option(self._native[index], self._score_so_far)
        return option

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, index: int | slice) -> Option | tuple[Option, ...]:
        places = range(len(self._made))[index]
        return self._at(places) if isinstance(places, int) else tuple(map(self._at, places))

    def __eq__(self, other: object) -> bool:
        return self[:] == (other[:] if isinstance(other, Options) else other)

    def __hash__(self) -> int:
        return hash(self[:])

    def __repr__(self) -> str:
        return repr(self[:])

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self[:],)


@dataclass(frozen=True)
class TurnEnd:
    """A category in which the turn may end.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> why = table.advise("11666", why=True).why
    >>> end = why.best.ends[0]
    >>> print(end.category, round(end.probability, 3), round(end.mean, 2), round(end.zero, 3))
    sixes 0.656 21.88 0.0
    """

    category: str
    """The name of the category."""
    probability: float
    """The probability that the turn ends there."""
    mean: float
    """The mean points written there if the turn ends there, without extra bonuses."""
    zero: float
    """The probability that the turn ends there with 0 points: a part of ``probability``."""


@dataclass(frozen=True)
class Reason:
    """The ends of the turn after an option.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> why = table.advise("11666", why=True).why
    >>> print(why.best.option, len(why.best.ends), round(why.best.upper_points, 2))
    hold 666 4 14.35
    """

    option: Option
    """The option."""
    ends: tuple[TurnEnd, ...]
    """The ends of the turn, the most likely first."""
    upper_points: float
    """The mean points that the turn adds to the upper total."""
    bonus_reached: float
    """The probability that the upper bonus is earned by the end of the turn."""
    bonus_out_of_reach: float
    """The probability that it is out of reach by then."""


@dataclass(frozen=True)
class Explanation:
    """An option and its consequences, in words.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> why = table.advise("11666", why=True).why
    >>> print(why.said[0].heading)
    Why: Keep 6 6 6, reroll two
    """

    heading: str
    """The option, and the comparison."""
    sentences: tuple[str, ...]
    """Its consequences."""


@dataclass(frozen=True)
class LossParts:
    """The parts of an option's loss, in points; they add up to it. A part is negative if the option has more points there than the best.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> why = table.advise("11666", why=True).why
    >>> abs(why.parts.turn + why.parts.extra_bonus + why.parts.later - why.rival.option.loss) < 1e-9
    True
    """

    turn: float
    """The points written this turn."""
    extra_bonus: float
    """The extra bonuses of this turn."""
    upper_bonus: float | None
    """The upper bonus, by its chance at the end of the game; ``None`` if that is unknown: then it is part of ``later``."""
    later: float
    """The points of the boxes left open."""


@dataclass(frozen=True)
class Why:
    """Why the best option is the best.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> why = table.advise("11666", why=True).why
    >>> print(why.best.option, "or", why.rival.option)
    hold 666 or hold 1666
    >>> late = "11666 ones=3 twos=6 threes=9 fours=12 fives=15 three-of-a-kind=25 full-house=25 small-straight=30 large-straight=40"
    >>> why = table.advise(late, objective=yahtzee.Target(250), why=True).why
    >>> abs(sum(why.parts_by_category.values()) - why.rival.option.chance_loss) < 1e-9
    True
    """

    best: Reason
    """The ends of the turn after the best option."""
    rival: Reason | None
    """The ends of the turn after the chosen option, or else after the runner-up; ``None`` if there is only one option."""
    parts: LossParts | None
    """The parts of the rival's loss; ``None`` without a rival, or if the question is not about points."""
    parts_by_category: dict[str, float] | None
    """The rival's loss in the chance or the utility, by the category in which the turn ends, the largest part first; the parts add up to the loss.
    ``None`` without a rival, or without an objective."""
    said: tuple[Explanation, ...]
    """The same in words."""


@dataclass(frozen=True)
class GoalOption:
    """An option with its chance of the goal.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> goal = table.advise("11666", goal="yahtzee").goal
    >>> print(goal.options[0].option, round(goal.options[0].chance, 4))
    hold 666 0.0934
    """

    option: Option
    """The option."""
    chance: float
    """The best chance of the goal by the end of this turn, after the option."""
    expected_chased: float
    """The expected final score if the goal is pursued to the end of the turn."""


@dataclass(frozen=True)
class GoalAdvice:
    """The chances of points in a category this turn.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> goal = table.advise("11666", goal="yahtzee").goal
    >>> goal.category, goal.points, len(goal.options)
    ('yahtzee', 1, 24)
    """

    category: str
    """The name of the category."""
    points: int
    """The least points in it."""
    options: tuple[GoalOption, ...]
    """Every option, the best chance first."""


@dataclass(frozen=True, repr=False)
class Advice(Sequence[Option]):
    """Every option of a position, best first. It is a sequence of its options.

    >>> import yahtzee
    >>> advice = yahtzee.solve("hasbro").advise("11666", rerolls_left=0, card="6s=24", risk=True)
    >>> for option in advice[:2]:
    ...     print(f"{option!s:24} {option.expected_final:.2f} {option.loss:.2f} {option.risk.sd:.1f}")
    score full-house=25      268.24 0.00 50.3
    score three-of-a-kind=20 259.37 8.87 50.0
    """

    rules: str
    """The name of the rule set."""
    dice: tuple[int, ...]
    """The dice on the table, ascending."""
    rerolls_left: int
    """The rerolls left."""
    score_so_far: int
    """The points on the card, with its bonuses."""
    expected_final: float
    """The expected final score after the best option."""
    options: Options
    """The options, best first."""
    exact: bool
    """Whether all numbers are exact. In this package they always are."""
    chosen: Option | None
    """The option to compare with the best; ``None`` if there is none."""
    why: Why | None
    """The reasons; ``None`` if they were not asked for."""
    goal: GoalAdvice | None
    """The chances of the goal; ``None`` if there is none."""

    @property
    def best(self) -> Option:
        """The best option."""
        return self.options[0]

    def __len__(self) -> int:
        return len(self.options)

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, index: int | slice) -> Option | tuple[Option, ...]:
        return self.options[index]

    def __repr__(self) -> str:
        dice = "".join(map(str, self.dice))
        return f"<Advice for {dice} with {self.rerolls_left} rerolls left: {self.best}, expected final score {self.expected_final:.2f}>"

    def _repr_html_(self) -> str:
        columns: list[tuple[str, Callable[[Option], str]]] = [
            ("option", str),
            ("expected final", lambda option: f"{option.expected_final:.2f}"),
            ("loss", lambda option: f"{option.loss:.2f}"),
        ]
        if self.best.chance is not None:
            columns.insert(1, ("chance", lambda option: f"{option.chance:.2%}"))
        if self.best.utility is not None:
            columns.insert(1, ("utility", lambda option: f"{option.utility:.5g}"))
        if self.best.risk is not None:
            columns += [
                ("standard deviation", lambda option: f"{option.risk.sd:.1f}" if option.risk else ""),
                ("upper bonus", lambda option: f"{option.risk.upper_bonus:.1%}" if option.risk else ""),
            ]
        dice = " ".join(map(str, self.dice))
        rows = ([text(option) for _, text in columns] for option in self)
        return _html.table(f"{dice}, {self.rerolls_left} rerolls left", (name for name, _ in columns), rows)

    @classmethod
    def _of(cls, answered: tuple[dict[str, Any], _native.Options]) -> Advice:
        answer, options = answered
        score = answer["score_so_far"]
        return cls(
            rules=answer["rules"],
            dice=tuple(answer["dice"]),
            rerolls_left=answer["rerolls_left"],
            score_so_far=score,
            expected_final=answer["expected_final"],
            options=Options(options, score),
            exact=answer["exact"],
            chosen=_option(answer["chosen"], score) if "chosen" in answer else None,
            why=_why(answer["why"], score) if "why" in answer else None,
            goal=_goal(answer["goal"], score) if "goal" in answer else None,
        )


def _why(why: dict[str, Any], score_so_far: int) -> Why:
    """Reasons from an answer."""

    def reason(reason: dict[str, Any]) -> Reason:
        ends = tuple(TurnEnd(**end) for end in reason["ends"])
        parts = reason["upper_points"], reason["bonus_reached"], reason["bonus_out_of_reach"]
        return Reason(_option(reason["option"], score_so_far), ends, *parts)

    rival = why["rival"]
    said = tuple(Explanation(part["heading"], tuple(part["sentences"])) for part in why["said"])
    parts = LossParts(**why["parts"]) if "parts" in why else None
    by_category = {part["category"]: part["loss"] for part in why["parts_by_category"]} if "parts_by_category" in why else None
    return Why(reason(why["best"]), None if rival is None else reason(rival), parts, by_category, said)


def _goal(goal: dict[str, Any], score_so_far: int) -> GoalAdvice:
    """The chances of a goal from an answer."""
    options = (
        # The goal has its own chance, not the objective's.
        GoalOption(_option({**option, "chance": None}, score_so_far), option["chance"], option["expected_chased"])
        for option in goal["options"]
    )
    return GoalAdvice(goal["category"], goal["points"], tuple(options))


@dataclass(frozen=True)
class CardValue:
    """The value of a card between turns.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> value = table.value("ones=3")
    >>> value.score_so_far, round(value.expected_remaining, 2), round(value.expected_final, 2)
    (3, 242.32, 245.32)
    """

    score_so_far: int
    """The points on the card, with its bonuses."""
    expected_remaining: float
    """The expected points still to come."""
    expected_final: float
    """The expected final score under optimal play."""
    chance: float | None
    """The best chance of the target, or to win; ``None`` without such an objective."""
    utility: float | None
    """The highest expected utility; ``None`` without such an objective."""

    @classmethod
    def _of(cls, value: dict[str, Any]) -> CardValue:
        return cls(
            value["score_so_far"], value["expected_remaining"], value["expected_final"], value.get("chance"), value.get("utility")
        )
