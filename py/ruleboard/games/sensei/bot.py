"""The opponent in Sensei: alpha-beta search over whole turns, the best guesses first."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.search.thinking import WON, Choice, Question, Thinking, graded, mixed
from ruleboard.engine.search.tree import SURE, Limits, search
from ruleboard.games.bots import BaseBot
from ruleboard.games.sensei.bitboard import End, Position, Terrain, after, position, result, terrain, win
from ruleboard.games.sensei.evaluation import ranked, value
from ruleboard.games.sensei.movegen import legal_actions, play
from ruleboard.games.sensei.state import Move, State, is_home

SCALE: Final = 120
"""The value of a position at which the chances are as good as three to one."""


@dataclass(frozen=True, slots=True)
class Level:
    """The way of an opponent of one level.

    Attributes:
        depth: the number of turns it looks ahead, its own included.
        width: the number of its turns that it thinks about.
        answers: the number of turns that it thinks about further on.
        positions: the most positions it looks at.
        noise: the most by which it misjudges a turn.
    """

    depth: int
    width: int
    answers: int
    positions: int
    noise: int


LEVELS: Final = (
    Level(1, 40, 1, 5_000, 60),
    Level(1, 40, 1, 5_000, 20),
    Level(2, 8, 4, 40_000, 8),
    Level(3, 10, 5, 200_000, 4),
    Level(4, 12, 6, 400_000, 2),
)
"""The levels, from the weakest."""


class Turns:
    """Sensei as a search needs it: positions and whole turns, the best guesses only."""

    def __init__(self, ground: Terrain, width: int) -> None:
        self.ground = ground
        self.width = width

    def turns(self, position: Position) -> Sequence[End]:
        """Return the turns that are thought about."""
        return _finished(choices(self.ground, position, self.width))

    def after(self, position: Position, turn: End) -> Position:
        """Return the position after a turn."""
        return after(position, turn)

    def value(self, position: Position) -> int:
        """Return how the side to move stands."""
        return value(self.ground, position)

    def result(self, position: Position) -> int | None:
        """Return how the game has ended for the side to move."""
        return result(self.ground, position)

    def forcing(self, position: Position) -> Sequence[End]:
        """Return a turn that wins."""
        won = win(self.ground, position)
        return () if won is None else (won,)

    def key(self, position: Position) -> Hashable:
        """Return the position: the squares and the side to move."""
        return position


def choices(
    ground: Terrain, position: Position, width: int, stones: int = 2, character: int = 1, fresh: bool = True
) -> Generator[int, None, list[End]]:
    """Return the best guesses for a turn: one that wins, else those after which the other side cannot win at once."""
    won = win(ground, position, stones, character)
    if won is not None:
        return [won]
    found = yield from ranked(ground, position, stones, character, fresh)
    if not found:
        return [End(position.own, position.at)]
    good: list[End] = []
    for _, end in found:
        then = after(position, end)
        if result(ground, then) == 1 or win(ground, then) is not None:
            continue
        good.append(end)
        if len(good) == width:
            break
    return good or [end for _, end in found[:1]]


def _finished(slices: Generator[int, None, list[End]]) -> list[End]:
    while True:
        try:
            next(slices)
        except StopIteration as done:
            found: list[End] = done.value
            return found


def route(state: State, end: End) -> tuple[Action[Move], ...]:
    """Return actions that lead to the end of a turn, as few as possible.

    Raises:
        ValueError: no turn leads there.
    """
    waiting: list[tuple[State, tuple[Action[Move], ...]]] = [(state, ())]
    seen = set()
    for _ in range(4):
        further = []
        for here, actions in waiting:
            for action in legal_actions(here):
                then = play(here, action.move)
                if then in seen:
                    continue
                seen.add(then)
                if then.side != state.side:
                    reached = position(then)
                    if (reached.enemy, reached.foe) == end:
                        return (*actions, action)
                elif is_home(then, state.side):
                    reached = position(then)
                    if (reached.own, reached.at) == end:
                        return (*actions, action)
                else:
                    further.append((then, (*actions, action)))
        waiting = further
    raise ValueError("no turn leads to this end")


class SenseiBot(BaseBot[State, Move]):
    """The opponent in Sensei."""

    def think(self, state: State, question: Question) -> Thinking[Move]:
        """Choose the rest of the turn of the side to move."""
        level = LEVELS[question.level - 1]
        ground, here = terrain(state.mode), position(state)
        roots = yield from choices(ground, here, level.width, state.stones, state.character, state.fresh)
        found = yield from search(
            Turns(ground, level.answers),
            here,
            Limits(level.depth, level.positions),
            roots=roots,
            noise=lambda turn: mixed(question.seed, turn.own, turn.at) % (2 * level.noise + 1) - level.noise,
            repeated=_repeated(question.earlier),
        )
        score = WON if found.value >= SURE else -WON if found.value <= -SURE else graded(found.value, SCALE)
        return Choice(route(state, found.turn), score, (), found.positions)


def _repeated(earlier: Mapping[Hashable, int]) -> dict[Hashable, int]:
    """Return the numbers of earlier positions, by position."""
    found: dict[Hashable, int] = {}
    for key, count in earlier.items():
        if isinstance(key, tuple):
            board, side = key
            found[position(State(board, side, 2, 1, ""))] = count
    return found
