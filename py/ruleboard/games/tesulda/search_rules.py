"""The rules as the search sees them: a turn is a Move, and after an Attack the best pieces are taken.

Of swaps there is one: a figure that can be captured in return hands its best pieces to a neighbour that cannot. All
others and the pieces of the pool are left out here; they are chosen once the Move is found (``completions``). The
squares a figure can go to are remembered for each figure, square and set of stops on its lines: a Move changes few of
them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final, TypeAlias

from ruleboard.engine.search.thinking import mixed
from ruleboard.games.tesulda.board import NEIGHBOURS, SIZE
from ruleboard.games.tesulda.evaluation import best_take, place_value, rescue, worth
from ruleboard.games.tesulda.figures import CROWN, traits, with_pieces, without_pieces
from ruleboard.games.tesulda.moves import MoveFigure, Swap, Take
from ruleboard.games.tesulda.reach import lanes, reach
from ruleboard.games.tesulda.state import CLAIM_AFTER, State

Turn: TypeAlias = int
"""A Move as its start times 100 plus its goal; from ``COMPLETED`` on, a whole turn by its number."""
COMPLETED: Final = 10_000

Figures: TypeAlias = dict[int, str]
"""The figures of one side by their squares."""

_CHECK: Final = 45
_PRESSURE: Final = (0, 9, 3)
"""The value of an enemy's lane to a Prime, by the number of figures on it."""
_FEW: Final = 3
"""The number of figures of a side up to which it might rather pass than move."""
_SLIGHT: Final = 15
"""The greatest loss that makes an Attack no worse than an exchange."""
_PIECES: Final = 30
"""The most that the pieces taken after an Attack are thought to add."""


@lru_cache(maxsize=1 << 15)
def _reach(figure: str, origin: int, stops: int) -> int:
    return reach(traits(figure), origin, stops)


@cache
def _lines(figure: str, origin: int) -> int:
    """Return the squares whose occupation changes the reach of a figure: all that it passes or ends on."""
    can = traits(figure)
    return 0 if can.jumper else reach(replace(can, minion=False), origin, 0)


@lru_cache(maxsize=1 << 15)
def _mark(figure: str, square: int) -> int:
    """Return the number of 64 bits that stands for a figure on a square (Zobrist hashing)."""
    return mixed(square, *figure.encode())


class Position:
    """A position at a turn's start.

    Attributes:
        own: the figures of the side to move.
        other: those of the other side.
        side: the side to move.
        quiet: the number of turns without an Attack.
        key: a number that is equal for equal figures and sides.
        score: the worth of the own figures and their squares, less that of the others.
        stops: the set of occupied squares.
    """

    __slots__ = ("_goals", "_threats", "key", "other", "own", "quiet", "score", "side", "stops")

    def __init__(self, own: Figures, other: Figures, side: int, quiet: int, key: int, score: int) -> None:
        self.own = own
        self.other = other
        self.side = side
        self.quiet = quiet
        self.key = key
        self.score = score
        stops = 0
        for square in own:
            stops |= 1 << square
        for square in other:
            stops |= 1 << square
        self.stops = stops
        self._goals: list[tuple[int, int]] | None = None
        self._threats: list[tuple[int, int, int]] | None = None

    @property
    def threats(self) -> list[tuple[int, int, int]]:
        """The lanes of the other side's figures to the own Primes, with at most two figures on them.

        Each is the square of the figure, the lane as a set of squares, and the Prime's square.
        """
        if self._threats is None:
            self._threats = list(lanes_to(self.own, self.other, self.stops))
        return self._threats

    @property
    def in_check(self) -> bool:
        """True if a Prime of the side to move can be attacked."""
        return any(not lane & self.stops for _square, lane, _prime in self.threats)

    @property
    def is_lost(self) -> bool:
        """True if the side to move has a Prime that can be attacked, and no Move: the other side has won."""
        return self.in_check and not self.goals

    def reach(self, figure: str, square: int, stops: int) -> int:
        """Return the squares that a figure can go to, those of its own side included."""
        return _reach(figure, square, stops & _lines(figure, square))

    def attacked(self, stops: int) -> int:
        """Return the squares that the other side's figures can go to, given the occupied squares."""
        reached = 0
        for square, figure in self.other.items():
            reached |= _reach(figure, square, stops & _lines(figure, square))
        return reached

    @property
    def goals(self) -> list[tuple[int, int]]:
        """The squares of the own figures that have a legal Move, with the sets of squares where it may end."""
        if self._goals is None:
            self._goals = self._find_goals()
        return self._goals

    def _find_goals(self) -> list[tuple[int, int]]:
        stops = self.stops
        mine = 0
        for square in self.own:
            mine |= 1 << square
        pins: dict[int, list[tuple[int, int, int]]] = {}
        checks: list[tuple[int, int, int]] = []
        for threat in self.threats:
            blockers = threat[1] & stops
            if not blockers:
                checks.append(threat)
            elif not blockers & blockers - 1 and blockers & mine:
                pins.setdefault(blockers.bit_length() - 1, []).append(threat)
        found = []
        for origin, figure in self.own.items():
            ends = _reach(figure, origin, stops & _lines(figure, origin)) & ~mine
            if not ends:
                continue
            prime = CROWN in figure
            if prime:
                ends &= ~self.attacked(stops & ~(1 << origin))
            for square, lane, at in checks:
                if not (prime and at == origin):
                    ends &= lane | 1 << square
            for square, lane, at in pins.get(origin, ()):
                if not (prime and at == origin):
                    ends &= lane | 1 << square
            if ends:
                found.append((origin, ends))
        return found

    def defended(self, goal: int, without: int) -> bool:
        """Return True if the other side could go to a square once another one is empty."""
        stops = self.stops & ~(1 << without) | 1 << goal
        for square, figure in self.other.items():
            if square != goal and _reach(figure, square, stops & _lines(figure, square)) >> goal & 1:
                return True
        return False

    def rescue(self, figure: str, origin: int, goal: int) -> Swap | None:
        """Return the swap by which a figure hands pieces on, if it can be captured in return after an Attack.

        Args:
            figure: the figure with the pieces it has taken.
            origin: the square it came from.
            goal: the square of the Attack.
        """
        found = [
            (gain, near, pieces)
            for near in NEIGHBOURS[goal]
            if near != origin and near in self.own
            for pieces, gain in (rescue(figure, self.own[near]),)
            if pieces
        ]
        if not found:
            return None
        stops = self.stops & ~(1 << origin)
        struck = 0
        for square, enemy in self.other.items():
            if square != goal:
                struck |= _reach(enemy, square, stops & _lines(enemy, square))
        if not struck >> goal & 1:
            return None
        safe = [(gain, near, pieces) for gain, near, pieces in found if not struck >> near & 1]
        if not safe:
            return None
        _gain, near, pieces = max(safe)
        return Swap(goal, near, pieces)

    def after(self, origin: int, goal: int, rescuing: bool = False) -> Position:
        """Return the position after a Move, with the best pieces taken after an Attack.

        Args:
            origin, goal: the squares of the Move.
            rescuing: True if the figure then hands on what it would lose (``rescue``).
        """
        own, other = self.own.copy(), self.other
        figure = own.pop(origin)
        score = self.score - place_value(figure, origin)
        key = self.key ^ _mark(figure, origin) ^ _TURN
        prey = other.get(goal)
        quiet = self.quiet + 1
        if prey is not None:
            other = other.copy()
            del other[goal]
            score += worth(prey) + place_value(prey, goal)
            key ^= _mark(prey, goal)
            score -= worth(figure)
            figure = with_pieces(figure, best_take(figure, prey))
            swap = self.rescue(figure, origin, goal) if rescuing else None
            if swap is not None:
                near, taker = swap.goal, own[swap.goal]
                grown = own[near] = with_pieces(taker, swap.pieces)
                score += worth(grown) + place_value(grown, near) - worth(taker) - place_value(taker, near)
                key ^= _mark(taker, near) ^ _mark(grown, near)
                figure = without_pieces(figure, swap.pieces)
            score += worth(figure)
            quiet = 0
        own[goal] = figure
        score += place_value(figure, goal)
        return Position(other, own, 1 - self.side, quiet, key ^ _mark(figure, goal), -score)

    def compound(self, turn: Turn) -> tuple[MoveFigure | Take | Swap, ...]:
        """Return the decisions of an Attack as ``after`` makes them with a rescue; none without one."""
        origin, goal = divmod(turn, SIZE * SIZE)
        if CROWN in self.other.get(goal, CROWN):
            return ()
        pieces = best_take(self.own[origin], self.other[goal])
        swap = self.rescue(with_pieces(self.own[origin], pieces), origin, goal)
        return (MoveFigure(origin, goal), Take(pieces), swap) if swap else ()


_TURN: Final = mixed(1, 2, 3)


def lanes_to(own: Figures, other: Figures, stops: int) -> Iterator[tuple[int, int, int]]:
    """Yield the lanes of a side's figures to the other side's Primes, as ``Position.threats`` has them.

    Args:
        own: the figures of the side with the Primes.
        other: those of the other side.
        stops: the set of occupied squares.
    """
    for prime, figure in own.items():
        if CROWN in figure:
            for square, enemy in other.items():
                for lane in lanes(enemy, square, prime):
                    blockers = lane & stops
                    blockers &= blockers - 1
                    if not blockers & blockers - 1:
                        yield square, lane, prime


def position(state: State, side: int) -> Position:
    """Return the position of a state's board with a side to move."""
    own = {square: figure for square, figure in enumerate(state.board) if figure and figure[0].islower() == bool(side)}
    other = {square: figure for square, figure in enumerate(state.board) if figure and square not in own}
    score = sum(worth(figure) + place_value(figure, square) for square, figure in own.items())
    score -= sum(worth(figure) + place_value(figure, square) for square, figure in other.items())
    return Position(own, other, side, state.quiet, key_of(state.board, side), score)


def key_of(board: Sequence[str], side: int) -> int:
    """Return the key of a board with a side to move."""
    key = _TURN if side else 0
    for square, figure in enumerate(board):
        if figure:
            key ^= _mark(figure, square)
    return key


def repeated(earlier: Mapping[Hashable, int], pool: str) -> dict[Hashable, int]:
    """Return the numbers of earlier occurrences by ``Position.key``, given those by ``Game.key``."""
    found: dict[Hashable, int] = {}
    for known, count in earlier.items():
        if isinstance(known, tuple) and len(known) == 3 and known[2] == pool:
            found[key_of(known[0], known[1])] = count
    return found


Sight: TypeAlias = Callable[[Position, Turn], bool]
"""A function that tells if a player sees a Move when looking ahead."""


class TesuldaRules:
    """The rules of a search, see ``engine.search.selective.Rules``.

    Args:
        completed: the positions after whole turns, which the search may be given as roots by their numbers.
        sight: the Moves that are seen below the root; by default all.
        rescuing: True if figures hand on what they would lose (``Position.rescue``).
    """

    margin = 50

    def __init__(self, completed: Sequence[Position] = (), sight: Sight | None = None, rescuing: bool = False) -> None:
        self._completed = completed
        self._sight = sight
        self._rescuing = rescuing

    def turns(self, position: Position) -> tuple[Sequence[Turn], Sequence[Turn]]:
        """Return the Attacks on figures that are worth as much, and the other Moves, those to good squares first."""
        own, other, sight = position.own, position.other, self._sight
        attacks: list[tuple[int, Turn]] = []
        others: list[tuple[int, Turn]] = []
        for origin, ends in position.goals:
            figure = own[origin]
            cost = worth(figure)
            here = place_value(figure, origin)
            base = origin * SIZE * SIZE
            while ends:
                lowest = ends & -ends
                ends ^= lowest
                goal = lowest.bit_length() - 1
                if sight is not None and not sight(position, base + goal):
                    continue
                if goal not in other:
                    others.append((here - place_value(figure, goal), base + goal))
                elif worth(other[goal]) + _SLIGHT >= cost:
                    attacks.append((cost - 4 * worth(other[goal]), base + goal))
                else:
                    others.append((-_SLIGHT, base + goal))
        if not attacks and not others and sight is not None:
            return TesuldaRules().turns(position)
        attacks.sort()
        others.sort()
        return [turn for _rank, turn in attacks], [turn for _rank, turn in others]

    def gain(self, position: Position, turn: Turn) -> int:
        """Return the worth of the figure that a Move captures."""
        figure = position.other.get(turn % (SIZE * SIZE))
        return worth(figure) + _PIECES if figure else 0

    def passed(self, position: Position) -> Position | None:
        """Return the position after passing; None with few figures."""
        if len(position.own) <= _FEW:
            return None
        key = position.key ^ _TURN
        return Position(position.other, position.own, 1 - position.side, position.quiet + 1, key, -position.score)

    def in_check(self, position: Position) -> bool:
        """Return True if a Prime of the side to move can be attacked."""
        return position.in_check

    def after(self, position: Position, turn: Turn) -> Position:
        """Return the position after a Move, or after a whole turn."""
        if turn >= COMPLETED:
            return self._completed[turn - COMPLETED]
        return position.after(*divmod(turn, SIZE * SIZE), self._rescuing)

    def value(self, position: Position) -> int:
        """Return the worth of the figures, and the pressure on the Primes."""
        stops = position.stops
        value = position.score
        for _square, lane, _prime in position.threats:
            blockers = lane & stops
            value -= _PRESSURE[blockers.bit_count()] if blockers else _CHECK
        for _square, lane, _prime in lanes_to(position.other, position.own, stops):
            blockers = lane & stops
            value += _PRESSURE[blockers.bit_count()] if blockers else _CHECK
        return value + 5

    def result(self, position: Position) -> int | None:
        """Return the end by the loss of a crown, or by the quiet turns after which a draw may be claimed."""
        if not any(CROWN in figure for figure in position.own.values()):
            return -1
        if not any(CROWN in figure for figure in position.other.values()):
            return 1
        return 0 if position.quiet >= CLAIM_AFTER else None

    def forcing(self, position: Position) -> Sequence[Turn]:
        """Return the Attacks that seem to gain, the best first."""
        own, other = position.own, position.other
        theirs = 0
        for square in other:
            theirs |= 1 << square
        ranked: list[tuple[int, Turn]] = []
        for origin, ends in position.goals:
            ends &= theirs
            while ends:
                lowest = ends & -ends
                ends ^= lowest
                goal = lowest.bit_length() - 1
                gain = worth(other[goal]) - worth(own[origin])
                if gain >= -_SLIGHT or not position.defended(goal, origin):
                    turn = origin * SIZE * SIZE + goal
                    if self._sight is None or self._sight(position, turn):
                        ranked.append((-gain - worth(other[goal]), turn))
        ranked.sort()
        return [turn for _rank, turn in ranked]

    def key(self, position: Position) -> Hashable:
        """Return the key of the position."""
        return position.key
