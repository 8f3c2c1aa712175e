"""The miner of Tesulda: wins by a Move and by what may follow it, forced wins, forks, captures, and rescues.

A game's boards are too full for problems, so figures are put on a board by lot, as they might stand late in a game. All
turns of both sides are tried, to the last swap, and figures that nothing depends on are removed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from research.miners.composing import grade_of, turn_faults
from research.problems import Found
from ruleboard.engine.action import Action
from ruleboard.games.problems import FIND, WIN, Line, Problem, Turn
from ruleboard.games.registry import GAMES
from ruleboard.games.tesulda.army import random_army
from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.endings import ending
from ruleboard.games.tesulda.figures import CROWN, ROD_CAPACITY, STAR, sort_pieces, traits, with_pieces
from ruleboard.games.tesulda.movegen import legal_actions
from ruleboard.games.tesulda.moves import Move, MoveFigure, Resource, Swap, Take
from ruleboard.games.tesulda.reach import attackers, can_move, goals
from ruleboard.games.tesulda.state import DARK, EMPTY, LIGHT, NO_BOARD, State, figures, primes, with_figures
from ruleboard.games.tesulda.turn import next_state

DEALS: Final = 120
"""The number of positions that are tried for one seed."""
MOST: Final = 4
"""The most accepted first turns of a problem; they all begin with the same Move."""
CROWDED: Final = 9
"""The number of figures down to which those are removed that nothing depends on."""
REFUTED: Final = 2
"""The most wrong turns that are written down with the reply that shows why."""

_PLACES: Final = {
    LIGHT: (1, 2, 3, 4, 5, 6, 7, 7, 8, 8),
    DARK: (4, 5, 6, 7, 8, 8, 8, 9, 9, 9),
}
"""The ranks, from 0, among which those of a side's figures are drawn: both come near Dark's Prime."""
_HOME: Final = {LIGHT: (0, 0, 0, 1), DARK: (9, 9, 9, 8)}
"""The ranks among which those of the Primes are drawn."""


class Way(NamedTuple):
    """A whole turn.

    Attributes:
        actions: its actions.
        state: the state after them.
    """

    actions: tuple[Action[Move], ...]
    state: State

    @property
    def texts(self) -> Turn:
        """The texts of the actions."""
        return tuple(action.text for action in self.actions)


class Answer(NamedTuple):
    """The answer to a position.

    Attributes:
        theme: its theme.
        ways: the accepted first turns.
        tries: the number of Moves that seem as good.
        refutations: some wrong turns with the replies that show why.
    """

    theme: str
    ways: tuple[Way, ...]
    tries: int
    refutations: tuple[tuple[Turn, Turn], ...] = ()


# --- turns ---


def turns(state: State, begun: tuple[Action[Move], ...] = ()) -> Iterator[Way]:
    """Yield all ways to complete a turn.

    Args:
        state: the state, at the beginning of the turn or within it.
        begun: the actions of the turn so far.
    """
    for action in legal_actions(state):
        yield from _completed(state, action, begun)


def _completed(state: State, action: Action[Move], begun: tuple[Action[Move], ...] = ()) -> Iterator[Way]:
    after = next_state(state, action.move)
    if after.is_turn_start:
        yield Way((*begun, action), after)
    else:
        yield from turns(after, (*begun, action))


def _different(ways: Iterable[Way]) -> tuple[Way, ...]:
    """Return the shortest way to each state."""
    best: dict[State, Way] = {}
    for way in ways:
        if way.state not in best or len(way.actions) < len(best[way.state].actions):
            best[way.state] = way
    return tuple(best.values())


def _has_lost(state: State) -> bool:
    """Return True if the side to move has lost."""
    if not attackers(state.board, state.side):
        return False
    end = ending(state)
    return end is not None and end.returns[state.side] < 0


def _wins(state: State) -> Iterator[Way]:
    return (way for way in turns(state) if _has_lost(way.state))


@lru_cache(maxsize=1 << 16)
def _can_win(state: State) -> bool:
    """Return True if the side to move can win with its next turn."""
    return any(True for _way in _wins(state))


def _moves(ways: Iterable[Way]) -> set[str]:
    """Return the Moves that ways begin with."""
    return {way.actions[0].text for way in ways}


# --- themes ---


def answer(state: State) -> Answer | None:
    """Return the theme of a position with its accepted first turns; None if it is no problem.

    All accepted turns begin with the same Move, and there are at most ``MOST``.
    """
    every = tuple(turns(state))
    won = tuple(way for way in every if _has_lost(way.state))
    in_check = bool(attackers(state.board, state.side))
    if won:
        found = None if in_check else _win(state, won, every)
    else:
        found = _save(state, every, in_check)
        if found is None and not in_check and not state.pool:
            found = _capture(state) or _force(every) or _fork(state, every)
    if found is None or not 0 < len(found.ways) <= MOST or len(_moves(found.ways)) > 1:
        return None
    return found


def _win(state: State, won: Sequence[Way], every: Sequence[Way]) -> Answer | None:
    """Return the problem of a win at once: by the Move alone, or only with what may follow it."""
    kinds = [{type(action.move) for action in way.actions if action.move != Take("")} for way in won]
    tries = len(_moves(way for way in every if attackers(way.state.board, way.state.side)))
    if all(Swap in kind for kind in kinds):
        theme = "swap"
    elif all(Resource in kind for kind in kinds):
        theme = "pool"
    elif all(Take in kind for kind in kinds) and not any(kind & {Swap, Resource} for kind in kinds):
        theme = "take"
    elif won[0].actions[0].kind != "capture" and any(len(way.actions) == 1 for way in won) and tries > 2:
        theme = "move"
    else:
        return None
    if state.pool and theme != "pool":
        return None
    return Answer(theme, _different(won), tries)


def _save(state: State, every: Sequence[Way], in_check: bool) -> Answer | None:
    """Return the problem of a position in which all turns but a few allow the other side to win at once."""
    if state.pool or not (in_check or _can_win(replace(state, side=1 - state.side))):
        return None
    good: list[Way] = []
    bad: list[Way] = []
    for way in every:
        (bad if _can_win(way.state) else good).append(way)
        if len({way.state for way in good}) > MOST:
            return None
    if len(_moves(bad)) < 6:
        return None
    prime = primes(state.board, state.side)[0]
    seeming = sorted(bad, key=lambda way: (_origin(way) != prime, way.actions[0].kind != "capture", len(way.actions)))
    return Answer("save", _different(good), len(_moves(bad)), _refuted(seeming, _loss))


def _loss(way: Way) -> Way:
    """Return the turn by which the other side wins after a turn that saves nothing."""
    return next(_wins(way.state))


def _capture(state: State) -> Answer | None:
    """Return the problem of a position in which one capture of several cannot be avenged."""
    captures = [action for action in legal_actions(state) if action.kind == "capture"]
    safe: list[Way] = []
    unsafe: list[Way] = []
    for action in captures:
        for way in _completed(state, action):
            (unsafe if _avengers(way) else safe).append(way)
    if len(captures) < 3 or _moves(safe) & _moves(unsafe) or any(_can_win(way.state) for way in safe):
        return None
    return Answer("capture", _different(safe), len(captures), _refuted(unsafe, _revenge)) if safe else None


def _force(every: Sequence[Way]) -> Answer | None:
    """Return the problem of a position in which a turn wins whatever the reply."""
    ways = _different(every)
    checks = [way for way in ways if attackers(way.state.board, way.state.side)]
    won = [way for way in checks if _forced(way.state)]
    if not won or len(_moves(won)) > 1 or any(_forced(way.state) for way in ways if way not in checks):
        return None
    wrong = [way for way in checks if way.actions[0] != won[0].actions[0]]
    return Answer("force", tuple(won), len(_moves(turns(won[0].state))), _refuted(wrong, _escape))


def _fork(state: State, every: Sequence[Way]) -> Answer | None:
    """Return the problem of a position in which an attack on the Prime wins a figure, whatever the reply."""
    if _has_safe_capture(state):
        return None
    checks = _different(way for way in every if attackers(way.state.board, way.state.side))
    won = tuple(way for way in checks if _wins_figure(way.state))
    quiet = all(way.actions[0].kind != "capture" and _is_quiet(way.state) for way in won)
    return Answer("fork", won, len(_moves(checks))) if quiet and len(_moves(checks)) > 1 else None


def _forced(state: State) -> bool:
    """Return True if the side to move loses to the next turn, whatever it replies."""
    replies = [reply.state for reply in turns(state)]
    return bool(replies) and not any(_escapes(reply) for reply in replies)


def _escape(way: Way) -> Way:
    """Return the reply to a wrong attack after which the attacker does not win at once."""
    return next(reply for reply in turns(way.state) if _escapes(reply.state))


def _escapes(state: State) -> bool:
    """Return True if the side to move, the attacker, has not won and cannot win at once."""
    return _has_lost(state) or not _can_win(state)


def _wins_figure(state: State) -> bool:
    """Return True if every reply of the side to move lets a figure be captured that nobody can avenge."""
    replies = [reply.state for reply in turns(state)]
    return bool(replies) and all(not _has_lost(reply) and _has_safe_capture(reply) for reply in replies)


def _is_quiet(state: State) -> bool:
    """Return True if the side to move has a choice of Moves, none of which captures."""
    replies = legal_actions(state)
    return len(replies) > 1 and all(reply.kind != "capture" for reply in replies)


def _has_safe_capture(state: State) -> bool:
    return any(
        not _avengers(way)
        for action in legal_actions(state)
        if action.kind == "capture"
        for way in _completed(state, action)
    )


def _origin(way: Way) -> int:
    move = way.actions[0].move
    return move.origin if isinstance(move, MoveFigure) else -1


def _goal(way: Way) -> int:
    move = way.actions[0].move
    return move.goal if isinstance(move, MoveFigure) else -1


def _avengers(way: Way) -> bool:
    """Return True if the figure that has moved can be captured in return."""
    return any(ends >> _goal(way) & 1 for _origin, ends in goals(way.state.board, way.state.side))


def _revenge(way: Way) -> Way:
    """Return the turn that captures the figure that has moved."""
    return next(reply for reply in turns(way.state) if _goal(reply) == _goal(way))


def _refuted(ways: Iterable[Way], reply: Callable[[Way], Way]) -> tuple[tuple[Turn, Turn], ...]:
    """Return wrong turns of different Moves with the replies to them."""
    of_move = {way.actions[0].text: way for way in reversed(tuple(ways))}
    chosen = list(reversed(of_move.values()))[:REFUTED]
    return tuple((way.texts, reply(way).texts) for way in chosen)


# --- positions ---


def mined(seed: int) -> Iterator[Found]:
    """Yield the problems among the positions of one seed: the best one of each theme."""
    chance = random.Random(f"problems tesulda {seed}")
    best: dict[str, tuple[float, State]] = {}
    for _number in range(DEALS):
        state = _dealt(chance)
        found = answer(state) if _is_fair(state) else None
        if found is not None:
            value = _beauty(state, found) + chance.random()
            best[found.theme] = max(best.get(found.theme, (-1e9, state)), (value, state), key=lambda each: each[0])
    for _value, state in best.values():
        state = _thinned(state, chance)
        yield _found(_mirrored(state) if chance.random() < 0.4 else state)


def _found(state: State) -> Found:
    """Return the problem of a position that is one."""
    found = answer(state)
    if found is None:
        raise ValueError("this is no problem")
    lines = tuple(_line(way, found.theme) for way in found.ways)
    goal = FIND if found.theme in ("save", "capture", "fork") else WIN
    grade = graded(state, found, grade_of("tesulda", state, lines, goal))
    text = GAMES["tesulda"].format_position(state)
    return Found(found.theme, grade, text, lines, _beauty(state, found), found.refutations)


def graded(state: State, found: Answer, measured: int) -> int:
    """Return the grade of a problem.

    The opponents see every Move alike, and no pieces of the pool. People find it harder when a figure goes round a
    corner or over others, and when a Move is not enough; and easier when they are told to look into the pool.

    Args:
        state: the state of the problem.
        found: the answer to it.
        measured: the grade by the opponents that solve it.
    """
    mover = traits(state.board[_origin(found.ways[0])])
    plain = found.theme in ("move", "capture", "save") and not (mover.dodger or mover.jumper)
    if found.theme == "pool":
        return min(len(state.pool), 2)
    return max(measured, 1 if plain else 2)


def _line(way: Way, theme: str) -> Line:
    """Return the line of a first turn; in a forced win with the reply that leaves the fewest ways to win."""
    if theme != "force":
        return (way.texts,)
    reply = min(turns(way.state), key=lambda reply: (len(_moves(_wins(reply.state))), len(reply.actions)))
    return way.texts, reply.texts, min(_wins(reply.state), key=lambda won: len(won.actions)).texts


def _beauty(state: State, found: Answer) -> float:
    """Return how pretty a problem is: few figures and answers, many turns that seem as good, figures that surprise."""
    mover = traits(state.board[_origin(found.ways[0])])
    count = sum(map(bool, state.board))
    surprise = mover.jumper + mover.dodger + mover.prime
    return min(found.tries, 8) / 2 - count / 2 - len(found.ways) + surprise


def _dealt(chance: random.Random) -> State:
    """Return a position with a few figures of armies put together by lot, some of which have grown."""
    board = NO_BOARD
    for side, others in ((LIGHT, chance.randrange(2, 6)), (DARK, chance.randrange(1, 7))):
        army, _chance = random_army(chance.getrandbits(60))
        crowned = next(figure for figure in army if CROWN in figure)
        rest = [figure for figure in army if CROWN not in figure]
        for figure in (crowned, *chance.sample(rest, others)):
            ranks = _HOME[side] if figure is crowned else _PLACES[side]
            square = chance.choice(ranks) * SIZE + chance.randrange(SIZE)
            if not board[square]:
                grown = figure if figure is crowned else _grown(figure, chance)
                board = with_figures(board, (square, grown if side == LIGHT else grown[0].lower() + grown[1:]))
    pool = "".join(chance.choice("ccsshdz") for _piece in range(chance.choice((0, 0, 1, 2, 3))))
    return State(board, LIGHT, sort_pieces(pool))


def _grown(figure: str, chance: random.Random) -> str:
    """Return a figure with pieces that it may have taken."""
    while chance.random() < 0.25 and traits(figure).size < ROD_CAPACITY:
        figure = with_pieces(figure, chance.choice("ccsshd"))
    return figure


def _is_fair(state: State) -> bool:
    """Return True if a position can come about: each side has its Prime, and none can be captured at once."""
    return (
        all(len(primes(state.board, side)) == 1 for side in (LIGHT, DARK))
        and sum(STAR in figure for figure in state.board) <= 2
        and not attackers(state.board, 1 - state.side)
        and can_move(state.board, state.side)
    )


def _thinned(state: State, chance: random.Random) -> State:
    """Return a position without figures that its theme and its first turns do not depend on."""
    found = answer(state)
    squares = [square for square, figure in enumerate(state.board) if figure and CROWN not in figure]
    chance.shuffle(squares)
    for square in squares:
        if found is None or sum(map(bool, state.board)) <= CROWDED - 3:
            break
        less = replace(state, board=with_figures(state.board, (square, EMPTY)))
        still = answer(less) if _is_fair(less) else None
        if still and still.theme == found.theme and _texts(still) == _texts(found) and still.tries * 2 > found.tries:
            state = less
    return state


def _texts(found: Answer) -> set[Turn]:
    return {way.texts for way in found.ways}


def _mirrored(state: State) -> State:
    """Return a position with the sides exchanged."""
    board = NO_BOARD
    for side in (LIGHT, DARK):
        for square, figure in figures(state.board, side):
            rank, file = divmod(square, SIZE)
            board = with_figures(board, ((SIZE - 1 - rank) * SIZE + file, figure[0].swapcase() + figure[1:]))
    return replace(state, board=board, side=1 - state.side)


def faults(problem: Problem) -> Iterator[str]:
    """Yield the faults of the first turns of a problem, as phrases."""
    state: State = GAMES["tesulda"].parse_position(problem.position)
    found = answer(state)
    right = {way.state for way in found.ways} if found else set()
    yield from turn_faults("tesulda", problem, state, found.theme if found else None, right)
