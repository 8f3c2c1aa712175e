"""The bot of Tesulda: its levels, its army, and its choice of a turn.

It chooses a turn in two steps. First a search chooses a Move. The search ignores the pool, and knows one kind of swap,
by which a figure in danger gives its best pieces to a neighbour. Then the bot compares the completions of the best
Moves by the replies to them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.rng import below
from ruleboard.engine.search.selective import search
from ruleboard.engine.search.thinking import WON, Choice, Question, Thinking, counted_on, graded, ideas, mixed
from ruleboard.engine.search.tree import SURE, WIN, Limits
from ruleboard.games.bots import BaseBot, Counsel, Threat
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda import building, dangers, reasons
from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.completions import Completion, completions, winning
from ruleboard.games.tesulda.endings import ending
from ruleboard.games.tesulda.figures import CROWN, traits
from ruleboard.games.tesulda.movegen import legal_actions
from ruleboard.games.tesulda.moves import ArmyCommand, Move, MoveFigure
from ruleboard.games.tesulda.search_rules import COMPLETED, Position, Sight, TesuldaRules, Turn, position, repeated
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.turn import next_state
from ruleboard.overriding import override

_SCALE: Final = 220
"""The advantage at which the chances are three to one, about two figures."""
_LIKELY: Final = WON * 7 // 8
"""The score of a win that Moves force. Swaps and pieces of the pool, which the search ignores, may prevent it."""
_OTHERS: Final = 8
"""The number of other Moves to try if all completions of the best Move lose to a swap."""
_FAR: Final = 3
"""The shortest distance, in squares, that counts as far."""
_PAUSE: Final = 10
"""The number of positions between two yields."""


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a level.

    Attributes:
        limits: the limits of the search for a Move.
        completing: the limits of the search for a completion, or None to take the completion with the best evaluation.
        moves: the number of Moves whose completions it compares.
        wins: the number of Moves, the most promising first, after which it looks for a swap that wins, for itself and
            for the opponent.
        swaps: the number of swaps that it tries after each Move.
        noise: the largest error in its evaluation of a Move.
        bent: the share of Moves with corners or over figures that it overlooks when it looks ahead, in percent.
        far: the share of other Moves over ``_FAR_DISTANCE`` squares or more that it overlooks, in percent.
        rescuing: True if it considers, when it looks ahead, that figures in danger give their pieces to neighbours.
        exchanges: the number of pairs of figures that it exchanges in the default army.
        ideas: the size of the random sample of its own Moves that it considers, in percent. It always considers Moves
            that win.
    """

    limits: Limits
    completing: Limits | None = None
    moves: int = 1
    wins: int = 0
    swaps: int = 6
    noise: int = 0
    bent: int = 0
    far: int = 0
    rescuing: bool = True
    exchanges: int = 0
    ideas: int = 100


LEVELS: Final = (
    Level(Limits(1, 600, 2, _PAUSE), swaps=1, noise=26, bent=50, far=20, rescuing=False, ideas=22),
    Level(Limits(2, 900, 3, _PAUSE), swaps=4, noise=10, bent=10, rescuing=False, ideas=40),
    Level(Limits(3, 900, 4, _PAUSE), Limits(2, 400, 3, _PAUSE), noise=14, bent=10, far=5, exchanges=1),
    Level(Limits(3, 1_800, 4, _PAUSE), Limits(2, 800, 3, _PAUSE), wins=50, noise=8, exchanges=2),
    Level(Limits(4, 6_000, 4, _PAUSE), Limits(3, 2_500, 4, _PAUSE), wins=50, noise=3, exchanges=2),
)
"""The levels 1 to 5."""


class TesuldaBot(BaseBot[State, Move]):
    """The bot of Tesulda."""

    @override
    def think(self, state: State, question: Question) -> Thinking[Move]:
        """Choose the remaining actions of a turn, or the actions that build an army."""
        level = LEVELS[question.level - 1]
        if state.build is not None:
            yield 0
            return Choice(_army(state, mixed(question.seed, question.player), level.exchanges), 0)
        seed = mixed(question.seed, sum(question.earlier.values()))
        sight = _sight(level, seed)
        known = repeated(question.earlier, state.pool)
        spent, value = 0, 0
        line: tuple[Turn, ...] = ()
        begun: list[tuple[Move, ...]] = [()]
        others: list[Turn] = []
        if state.is_turn_start:
            start = position(state, state.side)

            def noise(turn: Turn) -> int:
                return mixed(seed, turn) % (2 * level.noise + 1) - level.noise

            def wins(turn: Turn) -> bool:
                return start.after(*divmod(turn, SIZE * SIZE)).is_lost

            attacks, rest = TesuldaRules().turns(start)
            roots = ideas((*attacks, *rest), level.ideas, seed, wins)
            rules = TesuldaRules(sight=sight, rescuing=level.rescuing)
            found = yield from search(rules, start, level.limits, roots, noise=noise, repeated=known)
            spent, value, line = found.positions, found.value, found.line
            if value < SURE:
                for turn in (*found.line[:1], *roots)[: level.wins]:
                    yield spent
                    won = winning(state, MoveFigure(*divmod(turn, SIZE * SIZE)))
                    if won is not None:
                        return (yield from _choice(state, won, WIN, (), spent))
            others = [turn for turn, _value in found.ranked if turn != found.turn]
            best = [found.turn, *others[: level.moves - 1 if abs(value) < SURE else 0]]
            begun = [(MoveFigure(*divmod(turn, SIZE * SIZE)),) for turn in best]
            compound = start.compound(found.turn) if level.rescuing else ()
            if compound:
                begun.insert(0, compound)
        ways = yield from _ways(state, begun, level.swaps, spent)
        if len(ways) > 1 and level.completing is not None and not _is_over(ways[0].state):
            after = [position(way.state, way.state.side) for way in ways]
            rules = TesuldaRules(after, sight, level.rescuing)
            numbers = range(COMPLETED, COMPLETED + len(after))
            here = position(state, state.side)
            found = yield from counted_on(search(rules, here, level.completing, numbers, repeated=known), spent)
            spent, value, line = spent + found.positions, found.value, found.line
            ways = [ways[turn - COMPLETED] for turn in dict.fromkeys((found.turn, *numbers))]
        if level.wins and abs(value) < SURE and not _is_over(ways[0].state):
            ways += [way for turn in others[:_OTHERS] for way in (_plainly(state, turn),) if way is not None]
            way = yield from _first_safe(ways, level.wins, spent)
            line = line if way is ways[0] else ()
            ways.insert(0, way)
        return (yield from _choice(state, ways[0], value, line[1:], spent))

    @override
    def threats(self, state: State, player: int) -> tuple[Threat, ...]:
        """Return the attacks on the Prime, then Moves that win the game or a figure, the worst first."""
        return dangers.threats(state, player)

    @override
    def counsel(self, state: State, player: int) -> tuple[Counsel, ...]:
        return dangers.counsel(state, player)

    @override
    def reasons(self, state: State, actions: Sequence[Action[Move]]) -> tuple[str, ...]:
        """Return the reasons for a turn."""
        return reasons.reasons(state, [action.move for action in actions])


def _ways(
    state: State, begun: Iterable[tuple[Move, ...]], swaps: int, spent: int
) -> Generator[int, None, list[Completion]]:
    """Return the completions of a turn that seem best, in the order of its beginnings, the best first.

    Args:
        state: the current state.
        begun: the beginnings of turns to complete. An empty tuple stands for the state itself.
        swaps: the number of swaps to try for each beginning.
        spent: the number of positions evaluated before.
    """
    rules = TesuldaRules()
    ranked: dict[State, Completion] = {}
    for before in begun:
        then = state
        for move in before:
            then = next_state(then, move)
        of_move: list[tuple[int, int, Completion]] = []
        for way in completions(then, swaps, before):
            if _is_over(way.state):
                return [way]
            of_move.append((rules.value(position(way.state, way.state.side)), len(of_move), way))
            yield spent
        of_move.sort()
        for _value, _number, way in of_move[: swaps + 1]:
            ranked.setdefault(way.state, way)
    return list(ranked.values())


def _plainly(state: State, turn: Turn) -> Completion | None:
    """Return the completion of a Move that only takes the most valuable pieces."""
    move = MoveFigure(*divmod(turn, SIZE * SIZE))
    return next(completions(next_state(state, move), 0, (move,)), None)


def _first_safe(ways: Sequence[Completion], wins: int, spent: int) -> Generator[int, None, Completion]:
    """Return the first completion after which the opponent cannot win by a Move and a swap, or else the first one.

    Args:
        ways: the completions, the best first.
        wins: the number of the opponent's Moves to try, the most promising first.
        spent: the number of positions evaluated before.
    """
    for way in ways:
        attacks, rest = TesuldaRules().turns(position(way.state, way.state.side))
        for turn in (*attacks, *rest)[:wins]:
            yield spent
            if winning(way.state, MoveFigure(*divmod(turn, SIZE * SIZE))) is not None:
                break
        else:
            return way
    return ways[0]


def _is_over(state: State) -> bool:
    """Return True if the side to move has lost its crown."""
    return not any(CROWN in figure for figure in position(state, state.side).own.values())


def _choice(state: State, way: Completion, value: int, replies: Sequence[Turn], spent: int) -> Thinking[Move]:
    """Return the answer with the actions of a completion and the expected reply.

    The generator yields after each action, since listing legal actions takes long.
    """
    actions: list[Action[Move]] = []
    for move in way.moves:
        actions.append(next(action for action in legal_actions(state) if action.move == move))
        state = next_state(state, move)
        yield spent
    expected = [MoveFigure(*divmod(turn, SIZE * SIZE)) for turn in replies[:1]]
    reply = [action for action in legal_actions(state) if action.move in expected]
    return Choice(tuple(actions), _score(state, value), (*actions, *reply), spent)


def _score(after: State, value: int) -> int:
    """Return the score of a turn from the state after it and the value of the search."""
    end = ending(after)
    if end is not None:
        return int(WON * end.returns[1 - after.side])
    if abs(value) < SURE:
        return graded(value, _SCALE)
    return _LIKELY if value > 0 else -_LIKELY


def _army(state: State, seed: int, exchanges: int) -> tuple[Action[Move], ...]:
    """Return the actions that build the default army, possibly mirrored, with some figures of a rank exchanged.

    The figure with the crown and its neighbours keep their places, whatever the seed.
    """
    army = armies.DEFAULT
    moves: list[Move] = [] if building.army_of(state) == army else [ArmyCommand.DEFAULT]
    mirror, seed = below(2, seed)
    if mirror:
        moves.append(ArmyCommand.MIRROR)
        army = armies.mirrored(army)
    squares = armies.squares(state.side)
    crowned = next(place for place, figure in enumerate(army) if CROWN in figure)
    free = [place for place in range(2 * SIZE) if abs(place % SIZE - crowned % SIZE) > 1]
    for _number in range(exchanges):
        number, seed = below(len(free), seed)
        here = free.pop(number)
        others = [place for place in free if place // SIZE == here // SIZE and army[place] != army[here]]
        number, seed = below(len(others), seed)
        free.remove(others[number])
        first, second = sorted((here, others[number]))
        moves.append(MoveFigure(squares[first], squares[second]))
    actions: list[Action[Move]] = []
    for move in (*moves, ArmyCommand.DONE):
        actions.append(next(action for action in legal_actions(state) if action.move == move))
        state = next_state(state, move)
    return tuple(actions)


def _sight(level: Level, seed: int) -> Sight | None:
    """Return a filter of the Moves that a level sees when it looks ahead, or None if it sees all.

    The seed decides which Moves the level overlooks.
    """
    if not level.bent and not level.far:
        return None

    def seen(position: Position, turn: Turn) -> bool:
        origin, goal = divmod(turn, SIZE * SIZE)
        up, across = abs(origin // SIZE - goal // SIZE), abs(origin % SIZE - goal % SIZE)
        bent = traits(position.own[origin]).jumper or (up != across and up != 0 and across != 0)
        share = level.bent if bent else level.far if max(up, across) >= _FAR else 0
        return (turn * 0x9E3779B1 ^ seed) >> 8 & 0xFFFF >= share * 656

    return seen
