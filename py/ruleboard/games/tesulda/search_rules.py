"""The rules for the search: a turn is a Move, and an Attack takes the best pieces.

The search knows one kind of swap: a figure that the enemy could recapture gives its best pieces to a safe neighbour. It
ignores other swaps and the pool, which ``completions`` adds after the choice of a Move. The reach of a figure is cached
by its square and the occupied squares on its lines, since a Move changes few of them.
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
"""A Move as 100 times its start plus its goal, or from ``COMPLETED`` on, the number of a complete turn."""
COMPLETED: Final = 10_000

Figures: TypeAlias = dict[int, str]
"""The figures of a side by their squares."""

_CHECK: Final = 45
_PRESSURE: Final = (0, 9, 3)
"""The value of an enemy's lane to a Prime, by the number of figures on the lane."""
_FEW: Final = 3
"""The maximum number of figures with which passing might be better than any Move."""
_SLIGHT: Final = 15
"""The maximum loss at which an Attack still counts as an even exchange."""
_PIECES: Final = 30
"""The maximum value that taken pieces are expected to add after an Attack."""


@lru_cache(maxsize=1 << 15)
def _reach(figure: str, origin: int, stops: int) -> int:
    return reach(traits(figure), origin, stops)


@cache
def _lines(figure: str, origin: int) -> int:
    """Return the set of squares whose occupation changes the reach of a figure."""
    can = traits(figure)
    return 0 if can.jumper else reach(replace(can, minion=False), origin, 0)


@lru_cache(maxsize=1 << 15)
def _mark(figure: str, square: int) -> int:
    """Return the Zobrist hash of a figure on a square, 64 bits long."""
    return mixed(square, *figure.encode())


class Position:
    """A position at the start of a turn.

    Attributes:
        own: the figures of the side to move.
        other: the figures of the enemy.
        side: the side to move.
        quiet: the number of turns without an Attack.
        key: the hash of the figures and the side to move.
        score: the value of the own figures and their squares, minus the value of the enemy's.
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
        """The lanes of enemy figures to the own Primes, with at most two figures on them.

        A lane is the square of the enemy, the set of squares between, and the square of the Prime.
        """
        if self._threats is None:
            self._threats = list(lanes_to(self.own, self.other, self.stops))
        return self._threats

    @property
    def in_check(self) -> bool:
        """True if the enemy attacks a Prime of the side to move."""
        return any(not lane & self.stops for _square, lane, _prime in self.threats)

    @property
    def is_lost(self) -> bool:
        """True if the side to move has lost: the enemy attacks its Prime, and it has no Move."""
        return self.in_check and not self.goals

    def reach(self, figure: str, square: int, stops: int) -> int:
        """Return the set of squares that a figure can reach, including squares of its own side."""
        return _reach(figure, square, stops & _lines(figure, square))

    def attacked(self, stops: int) -> int:
        """Return the set of squares that the enemy attacks. ``stops`` is the set of occupied squares."""
        reached = 0
        for square, figure in self.other.items():
            reached |= _reach(figure, square, stops & _lines(figure, square))
        return reached

    @property
    def goals(self) -> list[tuple[int, int]]:
        """The squares of the own figures with legal Moves, with the sets of squares where these end."""
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
        """Return True if the enemy could go to a square after another square becomes empty.

        Args:
            goal: the square.
            without: the square that becomes empty.
        """
        stops = self.stops & ~(1 << without) | 1 << goal
        for square, figure in self.other.items():
            if square != goal and _reach(figure, square, stops & _lines(figure, square)) >> goal & 1:
                return True
        return False

    def rescue(self, figure: str, origin: int, goal: int) -> Swap | None:
        """Return the swap that gives pieces to a safe neighbour if the enemy could recapture after an Attack, or None.

        Args:
            figure: the figure after it has taken pieces.
            origin: the square from which it attacked.
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
        """Return the position after a Move. An Attack takes the best pieces.

        Args:
            origin, goal: the squares of the Move.
            rescuing: True to include the swap of ``rescue``.
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
        """Return the moves of an Attack with its swap by ``rescue``, empty if there is no such swap."""
        origin, goal = divmod(turn, SIZE * SIZE)
        if CROWN in self.other.get(goal, CROWN):
            return ()
        pieces = best_take(self.own[origin], self.other[goal])
        swap = self.rescue(with_pieces(self.own[origin], pieces), origin, goal)
        return (MoveFigure(origin, goal), Take(pieces), swap) if swap else ()


_TURN: Final = mixed(1, 2, 3)


def lanes_to(own: Figures, other: Figures, stops: int) -> Iterator[tuple[int, int, int]]:
    """Yield the lanes of a side's figures to enemy Primes, see ``SearchPosition.threats``.

    Args:
        own: the figures of the side with the Primes.
        other: the figures of the attacking side.
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
    """Return the position of a state's board with the given side to move."""
    own = {square: figure for square, figure in enumerate(state.board) if figure and figure[0].islower() == bool(side)}
    other = {square: figure for square, figure in enumerate(state.board) if figure and square not in own}
    score = sum(worth(figure) + place_value(figure, square) for square, figure in own.items())
    score -= sum(worth(figure) + place_value(figure, square) for square, figure in other.items())
    return Position(own, other, side, state.quiet, key_of(state.board, side), score)


def key_of(board: Sequence[str], side: int) -> int:
    """Return the hash of a board with a side to move."""
    key = _TURN if side else 0
    for square, figure in enumerate(board):
        if figure:
            key ^= _mark(figure, square)
    return key


def repeated(earlier: Mapping[Hashable, int], pool: str) -> dict[Hashable, int]:
    """Return the counts of earlier positions by ``SearchPosition.key``.

    Args:
        earlier: the counts by ``Game.key``.
        pool: the current pool. Positions with another pool are not repeated.
    """
    found: dict[Hashable, int] = {}
    for known, count in earlier.items():
        if isinstance(known, tuple) and len(known) == 3 and known[2] == pool:
            found[key_of(known[0], known[1])] = count
    return found


Sight: TypeAlias = Callable[[Position, Turn], bool]
"""A function that returns True if a player sees a Move when looking ahead."""


class TesuldaRules:
    """The rules for a search, see ``engine.search.selective.Rules``.

    Args:
        completed: the positions after complete turns, which can be roots of the search.
        sight: the filter of Moves that the player sees, by default all.
        rescuing: True to include the swaps of ``SearchPosition.rescue``.
    """

    margin = 50

    def __init__(self, completed: Sequence[Position] = (), sight: Sight | None = None, rescuing: bool = False) -> None:
        self._completed = completed
        self._sight = sight
        self._rescuing = rescuing

    def turns(self, position: Position) -> tuple[Sequence[Turn], Sequence[Turn]]:
        """Return the Attacks that seem not to lose material, and the other Moves, the best squares first."""
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
        """Return the value that a Move wins by a capture, at most."""
        figure = position.other.get(turn % (SIZE * SIZE))
        return worth(figure) + _PIECES if figure else 0

    def passed(self, position: Position) -> Position | None:
        """Return the position after a pass, or None if the side has few figures."""
        if len(position.own) <= _FEW:
            return None
        key = position.key ^ _TURN
        return Position(position.other, position.own, 1 - position.side, position.quiet + 1, key, -position.score)

    def in_check(self, position: Position) -> bool:
        """Return True if the enemy attacks a Prime of the side to move."""
        return position.in_check

    def after(self, position: Position, turn: Turn) -> Position:
        """Return the position after a Move or a complete turn."""
        if turn >= COMPLETED:
            return self._completed[turn - COMPLETED]
        return position.after(*divmod(turn, SIZE * SIZE), self._rescuing)

    def value(self, position: Position) -> int:
        """Return the value of the figures and of the pressure on the Primes, for the side to move."""
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
        """Return 1 or -1 if a side has lost its crown, 0 if the quiet turns allow a draw, or None."""
        if not any(CROWN in figure for figure in position.own.values()):
            return -1
        if not any(CROWN in figure for figure in position.other.values()):
            return 1
        return 0 if position.quiet >= CLAIM_AFTER else None

    def forcing(self, position: Position) -> Sequence[Turn]:
        """Return the Attacks that seem to win material, the best first."""
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
