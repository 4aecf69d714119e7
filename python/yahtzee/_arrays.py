"""Arrays for the native half: checked, and of the right types."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ._native import ArrayError, RuleSet, RulesError, room

Array = npt.NDArray[Any]
ArrayLike = npt.ArrayLike


def column(name: str, values: ArrayLike, dtype: type[np.generic], shape: tuple[int, ...]) -> Array:
    """The values as an array of this type and shape. One number stands for a whole column.

    Whole numbers of any type are accepted if they fit. Arrays with the right type and layout are not copied.
    """
    array = np.asarray(values)
    if array.ndim > 0:
        return exactly(name, array, dtype, shape)
    return np.full(shape, array if array.dtype == dtype else _converted(name, array, dtype), dtype)


def exactly(name: str, values: ArrayLike, dtype: type[np.generic], shape: tuple[int, ...]) -> Array:
    """The same, but one number does not stand for a whole column."""
    array = np.asarray(values)
    if array.dtype != dtype:
        array = _converted(name, array, dtype)
    if array.shape != shape:
        raise ArrayError(f"{name}: the shape {array.shape} where {shape} is wanted")
    return np.ascontiguousarray(array)


def _converted(name: str, array: Array, dtype: type[np.generic]) -> Array:
    # An empty list is an array of floats.
    # True is no number.
    kinds = "bui" if dtype is np.bool_ else "ui"
    if array.dtype.kind not in kinds and array.size > 0:
        raise ArrayError(f"{name}: the type {array.dtype} where {np.dtype(dtype)} is wanted, or other whole numbers")
    least, most = (0, 1) if dtype is np.bool_ else (np.iinfo(dtype).min, np.iinfo(dtype).max)  # type: ignore[type-var]
    # For one number this is faster.
    wrong = np.asarray(not least <= array.item() <= most) if array.ndim == 0 else (array < least) | (array > most)
    if wrong.any():
        index = int(np.argmax(wrong))
        raise ArrayError(f"{name}: {array.ravel()[index]} at {index}; from {least} to {most} is possible")
    return array.astype(dtype)


def result(name: str, out: Array | None, shape: tuple[int, ...], *arguments: object) -> Array:
    """The array of float64 for a result: a new one, or ``out`` if it fits and shares no memory with the arguments."""
    if out is None:
        return room(math.prod(shape)).reshape(shape)
    if not isinstance(out, np.ndarray):
        raise ArrayError(f"{name}: {type(out).__name__} where a numpy array is wanted")
    if out.dtype != np.float64 or out.shape != shape:
        raise ArrayError(f"{name}: the shape {out.shape} of {out.dtype} where {shape} of float64 is wanted")
    if not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise ArrayError(f"{name}: the array must be writeable, and contiguous in the order of C")
    if _may_share_memory(out, arguments):
        raise ArrayError(f"{name}: the array shares memory with an argument; give another one")
    return out


def _may_share_memory(out: Array, argument: object) -> bool:
    """Whether the array may share memory with this argument, or with one nested in it."""
    # Loops: small batches notice the time of generators.
    if isinstance(argument, tuple):
        for part in argument:
            if _may_share_memory(out, part):
                return True
        return False
    return isinstance(argument, np.ndarray) and np.may_share_memory(out, argument)


States = tuple[Array, Array, Array, Array | None]
Positions = tuple[States, Array, Array]


def states(filled: ArrayLike, upper_total: ArrayLike, flag: ArrayLike, saved: ArrayLike | None, count: int) -> States:
    """The columns of ``count`` states."""
    shape = (count,)
    return (
        column("filled", filled, np.uint32, shape),
        column("upper_total", upper_total, np.uint8, shape),
        column("flag", flag, np.bool_, shape),
        None if saved is None else column("saved", saved, np.uint8, shape),
    )


def spare_throws(rules: RuleSet, saved: Array) -> npt.NDArray[np.int64]:
    """The throws in hand beyond those of a turn: those saved, or those of the stock that are not used."""
    counted = saved.astype(np.int64)
    return rules.extra_throws - counted if rules.extra_throws else counted


def highest_face(rules: RuleSet) -> int:
    """The highest face of a die."""
    return max(rules.sides)


def positions(
    dice_of_game: int,
    filled: ArrayLike,
    upper_total: ArrayLike,
    flag: ArrayLike,
    dice: ArrayLike,
    rerolls_left: ArrayLike,
    saved: ArrayLike | None,
) -> Positions:
    """The columns of as many positions as there are rows of dice."""
    rolls = np.asarray(dice)
    if rolls.ndim != 2 or rolls.shape[1] != dice_of_game:
        raise ArrayError(f"dice: the shape {rolls.shape} where (n, {dice_of_game}) is wanted: a row of dice for each position")
    count = len(rolls)
    return (
        states(filled, upper_total, flag, saved, count),
        column("dice", rolls, np.uint8, rolls.shape),
        column("rerolls_left", rerolls_left, np.uint8, (count,)),
    )
