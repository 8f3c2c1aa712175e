"""The opponent in Sensei: alpha-beta search over whole turns, the best guesses first."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.rng import below
from ruleboard.engine.search.thinking import WON, Choice, Question, Thinking, counted_on, graded, mixed, totalled
from ruleboard.engine.search.tree import SURE, Found, Limits, search
from ruleboard.games.bots import BaseBot, Counsel, Threat
from ruleboard.games.sensei import counsel
from ruleboard.games.sensei.bitboard import (
    End,
    Position,
    Terrain,
    after,
    place,
    position,
    result,
    terrain,
    ways,
    win,
)
from ruleboard.games.sensei.evaluation import ranked, value
from ruleboard.games.sensei.finishes import finish
from ruleboard.games.sensei.movegen import END, character_action, play, stone_action
from ruleboard.games.sensei.state import HOME, Move, State
from ruleboard.overriding import override

SCALE: Final = 120
"""The value of a position at which the chances are as good as three to one."""
_SLICE: Final = 40
"""The number of turns that are checked for an answer that wins between two yields."""


@dataclass(frozen=True, slots=True)
class Level:
    """The way of an opponent of one level.

    Attributes:
        depth: the number of turns it looks ahead, its own included.
        width: the number of its turns that it weighs.
        answers: the number of turns that it weighs further on.
        positions: the most positions it looks at, the search for finishes left aside.
        noise: the most by which it misjudges a turn.
        finishes: the number of its turns that it checks for a forced finish of the other side; with any, it sees its
            own.
        ideas: the number of turns that come to its mind, by lot, those that win aside; 0 for all.
    """

    depth: int
    width: int
    answers: int
    positions: int
    noise: int
    finishes: int
    ideas: int = 0


LEVELS: Final = (
    Level(1, 30, 1, 12_000, 10, 0, ideas=4),
    Level(1, 30, 1, 12_000, 10, 0, ideas=18),
    Level(1, 30, 1, 12_000, 10, 0, ideas=100),
    Level(1, 30, 1, 12_000, 10, 1, ideas=90),
    Level(2, 10, 2, 90_000, 10, 2),
)
"""The levels, from the weakest."""


class Turns:
    """Sensei as a search needs it: positions and whole turns, the best guesses only."""

    def __init__(self, ground: Terrain, level: Level) -> None:
        self.ground = ground
        self.level = level

    def turns(self, position: Position) -> Generator[int, None, list[End]]:
        """Return the turns that are weighed."""
        return choices(self.ground, position, self.level.answers)

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
        """Return the position itself: the squares and the side to move."""
        return position


def choices(
    ground: Terrain,
    position: Position,
    width: int,
    stones: int = 2,
    character: int = 1,
    fresh: bool = True,
    ideas: int = 0,
    seed: int = 0,
) -> Generator[int, None, list[End]]:
    """Return the best guesses for a turn: one that wins, else those after which the other side cannot win at once.

    The generator yields the number of positions looked at since the last time.

    Args:
        ground: the tables of the mode.
        position: the position in which the side to move is.
        width: the most turns to return.
        stones: the number of stone moves left in the turn.
        character: the number of character moves left.
        fresh: True if something has to be done first.
        ideas: the number of turns to choose from, drawn by lot; 0 for all.
        seed: the seed of the lots.
    """
    won = win(ground, position, stones, character)
    if won is not None:
        return [won]
    found = yield from ranked(ground, position, stones, character, fresh)
    if ideas:
        found = sorted(_drawn(found, ideas, seed), key=itemgetter(0), reverse=True)
    safe: list[End] = []
    for number, (_, end) in enumerate(found, 1):
        if number % _SLICE == 0:
            yield _SLICE
        then = after(position, end)
        if result(ground, then) != 1 and win(ground, then) is None:
            safe.append(end)
            if len(safe) == width:
                break
    return safe or [end for _, end in found[:1]] or [End(position.own, position.at)]


def _drawn(turns: Sequence[tuple[int, End]], count: int, seed: int) -> list[tuple[int, End]]:
    """Return that many of some turns by lot, all if there are fewer."""
    left = list(turns)
    found: list[tuple[int, End]] = []
    while left and len(found) < count:
        at, seed = below(len(left), seed)
        left[at], left[-1] = left[-1], left[at]
        found.append(left.pop())
    return found


def route(state: State, end: End) -> tuple[Action[Move], ...]:
    """Return the actions of the rest of a turn that ends so; a pass if none lead there."""
    here = position(state)
    moves = ways(terrain(state.mode), here, end, state.stones, state.character, state.fresh)
    if moves is None:
        return (END,)
    actions: list[Action[Move]] = []
    stones, character, at = state.stones, state.character, here.at
    home = HOME[1 - state.side]
    for origin, goal in moves:
        if origin == at:
            actions.append(character_action(place(origin), place(goal), place(goal) in home))
            at, character = goal, character - 1
        else:
            actions.append(stone_action(place(origin), place(goal)))
            stones -= 1
    if (stones or character) and place(at) not in home:
        actions.append(END)
    return tuple(actions)


class SenseiBot(BaseBot[State, Move]):
    """The opponent in Sensei."""

    @override
    def think(self, state: State, question: Question) -> Thinking[Move]:
        level = LEVELS[question.level - 1]
        ground, here = terrain(state.mode), position(state)
        rest = (state.stones, state.character, state.fresh)
        looked = 0
        if level.finishes and win(ground, here, state.stones, state.character) is None:
            found, looked = yield from totalled(_finish(ground, here, *rest), 0)
            if found is not None:
                line = route(state, found)
                return Choice(line, WON, line, looked)
        weighed = choices(ground, here, level.width, *rest, ideas=level.ideas, seed=question.seed)
        roots, looked = yield from totalled(weighed, looked)

        def noise(turn: End) -> int:
            return mixed(question.seed, turn.own, turn.at) % (2 * level.noise + 1) - level.noise

        spare = level.positions
        best, looked = yield from _searched(ground, here, level, spare, roots, noise, question.earlier, looked)
        for _ in range(level.finishes if abs(best.value) < SURE else 0):
            spare = max(level.positions // 8, spare - best.positions)
            lost, looked = yield from totalled(_finish(ground, after(here, best.turn)), looked)
            if lost is None or len(roots) == 1:
                break
            roots = [turn for turn in roots if turn != best.turn]
            best, looked = yield from _searched(ground, here, level, spare, roots, noise, question.earlier, looked)
        return Choice(route(state, best.turn), _score(best.value), _line(state, best.line), looked)

    @override
    def threats(self, state: State, player: int) -> tuple[Threat, ...]:
        return counsel.threats(state, player)

    @override
    def counsel(self, state: State, player: int) -> tuple[Counsel, ...]:
        return counsel.counsel(state, player)

    @override
    def reasons(self, state: State, actions: Sequence[Action[Move]]) -> tuple[str, ...]:
        return counsel.reasons(state, [action.move for action in actions])


def _searched(
    ground: Terrain,
    here: Position,
    level: Level,
    positions: int,
    roots: Sequence[End],
    noise: Callable[[End], int],
    earlier: Mapping[Hashable, int],
    before: int,
) -> Generator[int, None, tuple[Found[End], int]]:
    """Return the best of some turns, and the number of positions looked at; yield running totals.

    Args:
        ground: the tables of the mode.
        here: the position to decide in.
        level: the depth, and the number of answers that are weighed.
        positions: the most positions to look at.
        roots: the turns to choose from.
        noise: the misjudgement of each of them.
        earlier: the number of occurrences of each position of the game so far.
        before: the number of positions looked at before.
    """
    limits = Limits(level.depth, positions, forcing=1)
    searching = search(Turns(ground, level), here, limits, roots=roots, noise=noise, repeated=_repeated(earlier))
    found = yield from counted_on(searching, before)
    return found, before + found.positions


def _finish(
    ground: Terrain, position: Position, stones: int = 2, character: int = 1, fresh: bool = True
) -> Generator[int, None, End | None]:
    """Return a turn that wins next turn for certain, None if there is none."""
    found = yield from ranked(ground, position, stones, character, fresh)
    return (yield from finish(ground, position, [end for _, end in found]))


def _score(value: int) -> int:
    if abs(value) >= SURE:
        return WON if value > 0 else -WON
    return graded(value, SCALE)


def _line(state: State, turns: Sequence[End]) -> tuple[Action[Move], ...]:
    """Return the actions of several turns, one side after the other."""
    line: list[Action[Move]] = []
    for turn in turns:
        actions = route(state, turn)
        line += actions
        for action in actions:
            state = play(state, action.move)
    return tuple(line)


def _repeated(earlier: Mapping[Hashable, int]) -> dict[Hashable, int]:
    """Return the numbers of earlier positions, given by ``Game.key``, by position."""
    found: dict[Hashable, int] = {}
    for key, count in earlier.items():
        match key:
            case (str(board), int(side)):
                found[position(State(board, side, 2, 1, ""))] = count
    return found
