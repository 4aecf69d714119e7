"""Advice: every action of a position with its value, best first."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, overload

from ._answer import Answer, AnswerType, CardEntries, CategoryLoss, Dice, DiceOnTable, Rows, cells
from ._documented import with_fields
from ._native import ActionError, Position, RuleSet
from ._objectives import Measure, Ties
from ._positions import DiceLike


class Action(Answer, frozen=True):
    """An action: it keeps dice, or scores a category. Its text is in written form: ``hold 33``, ``score chance=18``.

    >>> import yahtzee
    >>> game = "#! yahtzee play 1\\n#! dice: table\\n#! player: ann\\nrules: hasbro\\n11666 score sixes\\n#< turn 1: 11666 rerolls=2: hold 11\\n#! end\\n"
    >>> action = yahtzee.solve("hasbro").review(game).taken_back[0].chosen
    >>> print(action, action.kind, action.hold, action.category)
    hold 11 hold (1, 1) None
    """

    kind: Literal["hold", "score"]
    """Whether it keeps dice or scores."""
    hold: Dice | None = None
    """The dice to keep, ascending; ``None`` if it scores."""
    category: str | None = None
    """The name of the category to score; ``None`` if it keeps dice."""
    points: int = 0
    """The points that the category gets; 0 for a hold."""
    bonus: int = 0
    """The extra bonus that the score earns; 0 for a hold."""

    def __str__(self) -> str:
        if self.hold is None:
            return f"score {self.category}={self.points}"
        return "hold " + (self.hold.rules.dice_text(self.hold) or "none")


class Option(Action, frozen=True, kw_only=True):
    """An action of a position with its value.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> option = table.advise("13356", 2, "ones=3")[1]
    >>> print(option, round(option.expected_final, 2), round(option.loss, 2))
    hold 335 240.71 1.51
    """

    expected_final: float
    """The expected final score after this action, with optimal play from then on."""
    loss: float
    """The highest expected final score of all options less this one's; never negative."""
    worth: float | None = None
    """With an objective: what the option is worth by the measure of the answer; ``None`` without one."""
    worth_loss: float | None = None
    """By how much the best option is worth more; never negative."""
    sd: float | None = None
    """The standard deviation of the final score, in points, under optimal play; ``None`` if the risk was not asked for."""
    upper_bonus: float | None = None
    """The probability of the upper bonus, from 0 to 1; ``None`` if the risk was not asked for."""



def chosen_text(rules: RuleSet, chosen: object, dice: Any) -> str | None:
    """A chosen action as text: of a text, of an action, or of a number for these dice."""
    if chosen is None or isinstance(chosen, str):
        return chosen
    if isinstance(chosen, Action):
        return str(chosen)
    roll = Position(rules, dice).dice
    return rules.action_text(rules.action(chosen, roll), roll)


class Choice(DiceOnTable, frozen=True, kw_only=True):
    """A choice beside the best one: what a `Decision`, a `WinDecision` and a `Mistake` have in common.

    >>> import yahtzee
    >>> choice = yahtzee.solve("hasbro").review("11666 hold 666, 66625 hold 66, 66661 score sixes").turns[0].decisions[1]
    >>> print(isinstance(choice, yahtzee.results.Choice), choice.chosen, choice.best)
    True hold 66 hold 666
    """

    chosen: Option
    """The chosen option."""
    best: Option
    """The best option."""


class TurnEnd(Answer, frozen=True):
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


class GainingZero(Answer, frozen=True):
    """Why a voluntary zero is worth more than the points.

    >>> import yahtzee
    >>> yahtzee.solve("hasbro").advise("11666", why=True).why.best.gaining_zero is None
    True
    """

    given_up: int
    """The points that the roll would score."""
    gained_later: float
    """How much more the later turns are worth after the zero, in points."""


class Reason(Answer, frozen=True):
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
    gaining_zero: GainingZero | None = None
    """The gain of a voluntary zero; ``None`` for any other option."""


class Bar(Answer, frozen=True):
    """A part of a loss, for a picture.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> why = table.advise("11666", why=True).why
    >>> [bar.words for bar in why.said[1].bars]
    ['this turn', 'later']
    """

    words: str
    """The part: ``this turn`` or ``later``."""
    points: float
    """The points by which the best option is ahead; negative if it is behind."""


class Explanation(Answer, frozen=True):
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
    bars: tuple[Bar, ...] = ()
    """The parts of its loss, rounded so that they add up; none if there are fewer than two."""


class LossParts(Answer, frozen=True):
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
    """The points of the rest of the game."""


class UpperStanding(Answer, frozen=True):
    """How the upper bonus stands; of several steps, the first one that is not reached.

    >>> import yahtzee
    >>> yahtzee.solve("hasbro").advise("11666", why=True).why.upper_bonus
    UpperStanding(standing='open', needed=63, most=105)
    """

    standing: Literal["none", "reached", "out-of-reach", "open"]
    """``none`` if the rules have no upper bonus."""
    needed: int | None = None
    """The points that the upper total needs, if it is open."""
    most: int | None = None
    """The most that the open upper categories can score, if it is open."""
    points: int | None = None
    """The points of the next step, if it is open and has several steps."""


class Why(Answer, frozen=True):
    """Why the best option is the best.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> why = table.advise("11666", why=True).why
    >>> print(why.best.option, "or", why.rival.option)
    hold 666 or hold 1666
    >>> late = "11666 ones=3 twos=6 threes=9 fours=12 fives=15 three-of-a-kind=25 full-house=25 small-straight=30 large-straight=40"
    >>> why = table.advise(late, objective=yahtzee.Target(250), why=True).why
    >>> abs(sum(part.loss for part in why.parts_by_category) - why.rival.option.worth_loss) < 1e-9
    True
    """

    upper_bonus: UpperStanding
    """How the upper bonus stands."""
    best: Reason
    """The ends of the turn after the best option."""
    rival: Reason | None
    """The ends of the turn after the chosen option, or else after the runner-up; ``None`` if there is only one option."""
    said: tuple[Explanation, ...]
    """The same in words."""
    parts: LossParts | None = None
    """The parts of the rival's loss; ``None`` without a rival, or if the question is not about points."""
    parts_by_category: tuple[CategoryLoss, ...] | None = None
    """The rival's loss in the chance or the utility, by the category in which the turn ends, the largest part first; the parts add up to the loss.
    ``None`` without a rival, or without an objective."""


class GoalOption(Option, frozen=True, kw_only=True):
    """An option with its chance of the goal.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> goal = table.advise("11666", goal="yahtzee").goal
    >>> print(goal.options[0], round(goal.options[0].chance, 4))
    hold 666 0.0934
    """

    chance: float
    """The best chance of the goal by the end of this turn, after the option."""
    expected_chased: float
    """The expected final score if the goal is pursued to the end of the turn."""


class GoalAdvice(Answer, frozen=True):
    """The chances of a goal this turn.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> goal = table.advise("11666", goal="yahtzee").goal
    >>> goal.category, goal.points, len(goal.options)
    ('yahtzee', 1, 24)
    """

    points: int
    """The least points in the category; 0 without one."""
    options: tuple[GoalOption, ...]
    """Every option, the best chance first."""
    category: str | None = None
    """The name of the category; ``None`` if only the dice count, in whatever box."""
    wanted_dice: Dice | None = None
    """The dice that must be among the final roll; ``None`` if any will do."""


class AskedOpponent(Answer, frozen=True):
    """An opponent in the objective of an answer. One of the fields is set.

    >>> import yahtzee
    >>> value = yahtzee.solve("forced-yatzy").value("1s=3 2s=6 3s=9 4s=12 5s=15 6s=18", objective=yahtzee.Against(150))
    >>> value.objective.opponents[0].score
    150
    """

    card: CardEntries | None = None
    """The opponent's card: the filled categories with their points, and the extra bonuses."""
    score: int | None = None
    """The opponent's final score."""
    new: bool = False
    """Whether the opponent has not begun."""


class AskedObjective(Answer, frozen=True):
    """The objective of an answer: a `Target`, `Exactly`, `Fewest`, `Against`, `Utility` or `ThisTurn`.

    >>> import yahtzee
    >>> value = yahtzee.solve("hasbro").value("1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40", objective=yahtzee.Target(300))
    >>> value.objective.kind, value.objective.score
    ('target', 300)
    """

    kind: Literal["target", "exactly", "fewest", "against", "utility", "turn"]
    """The kind of objective."""
    score: int | None = None
    """The points of a target, or exactly these."""
    opponents: tuple[AskedOpponent, ...] = ()
    """The named opponents."""
    field: int = 0
    """The number of further opponents who have not begun."""
    ties: Ties | None = None
    """The worth of a tie against opponents."""
    reacting: bool = False
    """Whether the opponent plays to win too."""


class _AnswerSequence(AnswerType, ABCMeta):
    # The type of a class that is both an answer and a sequence.
    __doc__ = property(with_fields)


class Advice(Rows, DiceOnTable, Sequence[Option], frozen=True, kw_only=True, metaclass=_AnswerSequence):
    """Every option of a position, best first. It is a sequence of its options, and has them by their texts: ``advice["hold 33"]``, ``advice["score chance"]``.

    >>> import yahtzee
    >>> advice = yahtzee.solve("hasbro").advise("11666", rerolls_left=0, card="6s=24", risk=True)
    >>> for option in advice[:2]:
    ...     print(f"{option!s:24} {option.expected_final:.2f} {option.loss:.2f} {option.sd:.1f}")
    score full-house=25      268.24 0.00 50.3
    score three-of-a-kind=20 259.37 8.87 50.0
    >>> round(advice["score chance"].loss, 2)
    13.42
    """

    rules: str
    """The name of the rule set."""
    score_so_far: int
    """The points on the card, with its bonuses."""
    expected_final: float
    """The expected final score after the best option."""
    exact: bool
    """Whether all numbers are exact. In this package they always are."""
    exact_ties: bool
    """Whether the options with a loss below 1e-10 are proved to be exact ties: for the expected score in the games of ``docs/trust.md``."""
    options: tuple[Option, ...]
    """The options, best first."""
    objective: AskedObjective | None = None
    """The objective; ``None`` for the expected score."""
    measure: Measure | None = None
    """With an objective: what ``worth`` measures; ``None`` without one."""
    worth: float | None = None
    """With an objective: what the best option is worth."""
    worth_loss: float | None = None
    """Its loss in worth: 0."""
    chosen: Option | None = None
    """The option to compare with the best; ``None`` if there is none."""
    why: Why | None = None
    """The reasons; ``None`` if they were not asked for."""
    goal: GoalAdvice | None = None
    """The chances of the goal; ``None`` if there is none."""
    card: CardEntries | None = None
    """The card as it was read, if it was given as text."""
    warnings: tuple[str, ...] = ()
    """What is doubtful on the sheet of the card, in words: sums that differ from those of its boxes, zeros that may be open boxes."""

    @property
    def best(self) -> Option:
        """The best option."""
        return self.options[0]

    @property
    def values(self) -> tuple[float, ...]:
        """The expected points still to come with each option: its ``expected_final`` less ``score_so_far``. They equal the values of `Table.action_values`,
        except for rounding."""
        return tuple(option.expected_final - self.score_so_far for option in self.options)

    def _rows(self) -> Iterable[Mapping[str, Any]]:
        return ({"option": str(option)} | cells(option) for option in self.options)

    def __len__(self) -> int:
        return len(self.options)

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: str) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, index: int | str | slice) -> Option | tuple[Option, ...]:
        if not isinstance(index, str):
            return self.options[index]
        wanted = " ".join(index.split())
        for option in self.options:
            if wanted in (str(option), f"score {option.category}"):
                return option
        raise ActionError(f"there is no option '{index}': there are {', '.join(map(str, self.options))}")

    def __repr__(self) -> str:
        return f"<Advice for {self.dice_text} with {self.rerolls_left} rerolls left: {self.best}, expected final score {self.expected_final:.2f}>"


class CardValue(Answer, frozen=True):
    """The value of a card between turns.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> value = table.value("ones=3")
    >>> value.score_so_far, round(value.expected_remaining, 2), round(value.expected_final, 2)
    (3, 242.32, 245.32)
    """

    rules: str
    """The name of the rule set."""
    score_so_far: int
    """The points on the card, with its bonuses."""
    expected_remaining: float
    """The expected points still to come."""
    expected_final: float
    """The expected final score under optimal play."""
    objective: AskedObjective | None = None
    """The objective; ``None`` for the expected score."""
    measure: Measure | None = None
    """With an objective: what ``worth`` measures; ``None`` without one."""
    worth: float | None = None
    """With an objective: what the card is worth, if the player maximises it from now on."""
    card: CardEntries | None = None
    """The card as it was read, if it was given as text."""
    warnings: tuple[str, ...] = ()
    """What is doubtful on the sheet of the card, in words: sums that differ from those of its boxes, zeros that may be open boxes."""
