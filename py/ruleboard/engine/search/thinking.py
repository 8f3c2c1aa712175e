"""The interface between bots and searches: questions, answers, and searches that run in slices.

A search counts positions instead of measuring time, so the same question has the same answer on every machine. It is a
generator that yields often, so that a worker can receive a cancellation between slices and a page stays responsive.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.rng import random_bits

M = TypeVar("M")
R = TypeVar("R")

MAX_SCORE = 1000
"""The score of a certain win; ``-MAX_SCORE`` for a certain loss, 0 for equal chances or a draw."""

MAX_LINE_TURNS = 6
"""The maximum number of turns in a line that shows people why a turn is good."""

LEVELS = range(1, 6)
"""The levels of bots, from the weakest to the strongest."""


@dataclass(frozen=True, slots=True)
class Question:
    """A bot's task: choose the best actions in a state.

    Attributes:
        player: the player to move (0-based), for whom the search decides.
        level: one of ``LEVELS``.
        seed: the seed of all random choices of the search.
        occurrences: the number of occurrences of each position so far, including the current one, by ``Game.key``.
        game_seed: a seed that stays the same during a game. With it, a level can play well in some games and badly in
            others.
        opponent_level: the level of the opponent's bot if the search may exploit its typical play, else 0.
    """

    player: int
    level: int
    seed: int = 0
    occurrences: Mapping[Hashable, int] = field(default_factory=dict)
    game_seed: int = 0
    opponent_level: int = 0


@dataclass(frozen=True, slots=True)
class TurnChoice(Generic[M]):
    """The answer to a question.

    Attributes:
        actions: the next actions of the player, at least one; the whole turn if the search has planned it.
        score: the player's chances, from ``-MAX_SCORE`` to ``MAX_SCORE``: a thousand times the expected return.
        line: ``actions``, followed by the actions that the search expects from all players.
        position_count: the number of positions searched.
    """

    actions: tuple[Action[M], ...]
    score: int
    line: tuple[Action[M], ...] = ()
    position_count: int = 0


@dataclass(frozen=True, slots=True)
class Comparison(Generic[M]):
    """The result of a comparison between the played turn and the best turn.

    Attributes:
        best: the actions of the best turn.
        score: the player's chances after the best turn, from ``-MAX_SCORE`` to ``MAX_SCORE``; at least
            ``played_score``.
        played_score: the player's chances after the turn that was played.
        position_count: the number of positions searched.
        reply: the best reply to the turn that was played, if nothing is hidden; empty if unknown.
        line: ``best``, followed by the actions that the search expects from all players; empty if unknown.
        played_line: the turn that was played, followed by the actions that the search expects; empty if unknown.
    """

    best: tuple[Action[M], ...]
    score: int
    played_score: int
    position_count: int = 0
    reply: tuple[Action[M], ...] = ()
    line: tuple[Action[M], ...] = ()
    played_line: tuple[Action[M], ...] = ()


TurnSearch: TypeAlias = Generator[int, None, TurnChoice[M]]
"""A running search. It yields the number of positions so far, at least every 3 ms or so (in CPython on
a desktop computer), and returns the answer."""

ComparisonSearch: TypeAlias = Generator[int, None, Comparison[M] | None]
"""A running comparison. It yields like ``TurnSearch``, and returns None if it cannot compare the turn."""


def with_running_total(
    slices: Generator[int, None, R], previous_position_count: int
) -> Generator[int, None, tuple[R, int]]:
    """Run one part of a search; yield the total number of positions so far; return the part's result and the total.

    Args:
        slices: a part of a search that yields the number of positions since its last yield.
        previous_position_count: the number of positions searched before this part.
    """
    position_count = previous_position_count
    while True:
        try:
            position_count += next(slices)
        except StopIteration as stop:
            return stop.value, position_count
        yield position_count


def offset_progress(search: Generator[int, None, R], previous_position_count: int) -> Generator[int, None, R]:
    """Run the second of two searches; yield the number of positions in both searches so far, and return its result.

    Args:
        search: the second search, which yields only the number of its positions so far.
        previous_position_count: the number of positions in the first search.
    """
    while True:
        try:
            yield previous_position_count + next(search)
        except StopIteration as stop:
            result: R = stop.value
            return result


def hash_mix(seed: int, *parts: int) -> int:
    """Derive a 64-bit seed from a seed and some integers."""
    for part in parts:
        seed = random_bits(seed ^ (part * 0x9E3779B97F4A7C15 & ((1 << 64) - 1)))[0]
    return seed


def score_from_value(value: int, scale: int) -> int:
    """Convert the evaluation of a position to a score, strictly between ``-MAX_SCORE`` and ``MAX_SCORE``.

    Args:
        value: the value of a position for a player, in the game's own unit.
        scale: the value with which a player wins three of four games; at least 1.
    """
    size = abs(value)
    score = (MAX_SCORE - 50) * size // (size + scale)
    return score if value >= 0 else -score


def sample_turns(turns: Sequence[int], percentage: int, seed: int, is_winning: Callable[[int], bool]) -> Sequence[int]:
    """Choose a random sample of turns for a weak level to consider. The sample contains at least one turn.

    Args:
        turns: all turns, as the numbers that the search of a game uses.
        percentage: the size of the sample, in percent.
        seed: the seed of the sample.
        is_winning: returns True if a turn wins immediately. The sample always includes such turns.
    """
    if percentage >= 100:
        return turns
    percentiles = {turn: hash_mix(seed, turn, 1) % 100 for turn in turns}
    threshold = max(percentage, min(percentiles.values()) + 1)
    return [turn for turn in turns if percentiles[turn] < threshold or is_winning(turn)]
