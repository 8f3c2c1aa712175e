"""Questions to a search, its answers, and the slices in which it works.

A search counts positions, never time: the same question has the same answer on every machine. It is a generator that
yields often, so that a worker can hear of a cancellation, and a page can be painted in between.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.rng import draw

M = TypeVar("M")
R = TypeVar("R")

WON = 1000
"""The score of a game that is won for certain; ``-WON`` if it is lost, 0 for equal chances or a draw."""

LEVELS = range(1, 6)
"""The levels of opponents, from the weakest to the strongest."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question for the best actions in a state.

    Attributes:
        player: the player to decide for, 0-based: the one to move.
        level: one of ``LEVELS``.
        seed: the seed of all that is drawn by lot while thinking.
        earlier: the number of occurrences of each position of the game so far, the present one included, by
            ``Game.key``: repetition is not part of a state.
        day: a seed that is the same for all turns of a game: a level may have good and bad days.
    """

    player: int
    level: int
    seed: int = 0
    earlier: Mapping[Hashable, int] = field(default_factory=dict)
    day: int = 0


@dataclass(frozen=True, slots=True)
class Choice(Generic[M]):
    """The answer to a question.

    Attributes:
        actions: the next decisions of the player, in order, at least one: those of a whole turn where that is known.
        score: the chances of the player with them, from ``-WON`` to ``WON``: a thousand times the expected return.
        line: the actions and the play that is expected after them, by both sides.
        positions: the number of positions that were looked at.
    """

    actions: tuple[Action[M], ...]
    score: int
    line: tuple[Action[M], ...] = ()
    positions: int = 0


@dataclass(frozen=True, slots=True)
class Comparison(Generic[M]):
    """A turn that was played, compared with the best one that was found.

    Attributes:
        best: the actions of the best turn.
        score: the chances of the player with it, from ``-WON`` to ``WON``; never less than ``played``.
        played: the chances with the turn that was played.
        positions: the number of positions that were looked at.
        reply: the best answer to the turn that was played, where everything is open; empty if it is not known.
    """

    best: tuple[Action[M], ...]
    score: int
    played: int
    positions: int = 0
    reply: tuple[Action[M], ...] = ()


Thinking: TypeAlias = Generator[int, None, Choice[M]]
"""A search under way: it yields the number of positions looked at so far, after at most some 3 ms of work each time
(in CPython on a desk computer), and returns the answer.
"""

Comparing: TypeAlias = Generator[int, None, Comparison[M] | None]
"""A comparison under way: it yields as a search does, and returns None if the turn cannot be compared."""


def concluded(thinking: Thinking[Any]) -> Choice[Any]:
    """Return the answer of a search, without a pause."""
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            choice: Choice[Any] = done.value
            return choice


def totalled(slices: Generator[int, None, R], before: int) -> Generator[int, None, tuple[R, int]]:
    """Yield the running total of what a generator yields; return its result and the total.

    Args:
        slices: a part of a search that yields the number of positions looked at since its last yield.
        before: the number of positions looked at before it.
    """
    total = before
    while True:
        try:
            total += next(slices)
        except StopIteration as done:
            return done.value, total
        yield total


def counted_on(searching: Generator[int, None, R], before: int) -> Generator[int, None, R]:
    """Return the result of a search that follows another; yield the running total of both.

    Args:
        searching: the search, which yields the number of positions it has looked at.
        before: the number of positions looked at before it.
    """
    while True:
        try:
            yield before + next(searching)
        except StopIteration as done:
            result: R = done.value
            return result


def mixed(seed: int, *parts: int) -> int:
    """Return a seed that depends on another and on whole numbers, 64 bits long."""
    for part in parts:
        seed = draw(seed ^ (part * 0x9E3779B97F4A7C15 & ((1 << 64) - 1)))[0]
    return seed


def graded(value: int, scale: int) -> int:
    """Return the score of a heuristic value, between ``-WON`` and ``WON`` and never quite as far.

    Args:
        value: the value of a position for a player, in a unit of the game's own.
        scale: the value at which the chances are as good as three to one, at least 1.
    """
    size = abs(value)
    score = (WON - 50) * size // (size + scale)
    return score if value >= 0 else -score


def ideas(turns: Sequence[int], share: int, seed: int, wins: Callable[[int], bool]) -> Sequence[int]:
    """Return the turns that come to the mind of somebody who does not think of all of them; at least one.

    Args:
        turns: all turns, as the search of a game numbers them.
        share: the share that is drawn by lot, in percent.
        seed: the seed of the lots.
        wins: tells whether a turn wins at once: then it comes to mind, too.
    """
    if share >= 100:
        return turns
    drawn = {turn: mixed(seed, turn, 1) % 100 for turn in turns}
    few = max(share, min(drawn.values()) + 1)
    return [turn for turn in turns if drawn[turn] < few or wins(turn)]
