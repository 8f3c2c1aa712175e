"""The rules of Tesulda: what may be done, what it leads to, and when the game is over."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from itertools import permutations
from typing import Any, Final, NamedTuple

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction
from ruleboard.engine.game import Outcome
from ruleboard.games.tesulda import building, exchange
from ruleboard.games.tesulda.board import INDEX, NAMES, bits
from ruleboard.games.tesulda.piece_targets import touches
from ruleboard.games.tesulda.reach import attackers, goals
from ruleboard.games.tesulda.state import DRAW_AFTER, SIDES, State, primes
from ruleboard.i18n import N_, _

END: Final = Action("end", ("do:end",), None)
TAKE_NONE: Final = Action("take:-", ("do:none",), None)
_FOR: Final = ((1.0, -1.0), (-1.0, 1.0))
"""The returns when each side has won."""


@cache
def move(origin: int, goal: int, attack: bool) -> Action[Any]:
    """The action that moves a figure between two squares, given by their numbers."""
    here, there = NAMES[origin], NAMES[goal]
    return Action(f"{here}-{there}", (here, there), None, "capture" if attack else "go")


@lru_cache(maxsize=4096)
def take(prey: str, pieces: str, square: int) -> Action[Any]:
    """The action that takes pieces of the prey onto the figure on a square."""
    if not pieces:
        return TAKE_NONE
    first, *others = ((*chosen, NAMES[square]) for chosen in touches("prey", prey[1:], pieces))
    return Action(f"take:{pieces}", first, None, "special take", tuple(others))


@lru_cache(maxsize=4096)
def swap(origin: int, goal: int, rod: str, pieces: str, moved: int) -> Action[Any]:
    """The action that gives pieces of one figure to another.

    Its figure is touched, then the pieces, then the other figure; the pieces of the figure that has moved
    can be touched at once, since that figure is what the players look at.

    Args:
        origin: the square of the figure that gives.
        goal: the square of the one that takes.
        rod: all pieces of the figure that gives.
        pieces: those it gives.
        moved: the square of the figure that has moved.
    """
    here, there = NAMES[origin], NAMES[goal]
    chosen = tuple(touches("piece", rod, pieces))
    first, *others = ((here, *some, there) for some in chosen)
    shorter = [(*some, there) for some in chosen] if origin == moved else []
    return Action(f"swap:{here}>{there}:{pieces}", first, None, "special swap", (*others, *shorter))


@cache
def resource(pieces: str, square: int) -> Action[Any]:
    """The action that brings pieces of the pool back onto the figure on a square."""
    first, *others = dict.fromkeys(
        (*(f"pool:{piece}" for piece in some), NAMES[square]) for some in permutations(pieces)
    )
    return Action(f"res:{pieces}", first, None, "special resource", tuple(others))


@lru_cache(maxsize=256)
def legal_actions(state: State) -> tuple[Action[Any], ...]:
    """All actions allowed: Moves by their squares; or takes; or swaps, resources and ``end``; or building.

    Implements 'A turn' and 'Setup' (spec).
    """
    if state.build:
        return building.legal_actions(state)
    if _ended(state) is not None:
        return ()
    if state.fresh:
        return moves(state)
    if state.prey:
        return tuple(take(state.prey, pieces, state.moved) for pieces in exchange.takes(state))
    return (*_after_move(state), END)


@lru_cache(maxsize=256)
def moves(state: State) -> tuple[Action[Any], ...]:
    """The Moves a side has at its turn's start, drawn or not. Implements 'Move' (spec)."""
    board = state.board
    return tuple(
        move(origin, goal, board[goal] != "") for origin, ends in goals(board, state.side) for goal in bits(ends)
    )


def _after_move(state: State) -> tuple[Action[Any], ...]:
    """The swaps and resources still to be had this turn."""
    given = (
        swap(origin, goal, state.board[origin][1:], pieces, state.moved)
        for origin, goal, pieces in exchange.swaps(state)
    )
    return (*given, *(resource(pieces, state.moved) for pieces in exchange.resources(state)))


def can_go_on(state: State) -> bool:
    """Whether a swap or a resource is still to be had; if not, the turn ends by itself."""
    return bool(exchange.swaps(state) or exchange.resources(state))


def apply(state: State, action: Action[Any]) -> State:
    """The state after an action.

    Raises:
        IllegalAction: the action is not allowed here.
    """
    if action not in legal_actions(state):
        raise IllegalAction(_("{text} is not allowed here").format(text=repr(action.text[:20])))
    return after(state, action)


def after(state: State, action: Action[Any]) -> State:
    """The state after an action that is known to be allowed."""
    if state.build:
        return building.after(state, action)
    if action == END:
        return _next_turn(state)
    if state.fresh:
        reached = exchange.moved(state, INDEX[action.targets[0]], INDEX[action.targets[1]])
        if not primes(reached.board, 1 - state.side):
            return _next_turn(reached)
        return reached if reached.prey else _settled(reached)
    word, *rest = action.text.split(":")
    if word == "take":
        return _settled(exchange.taken(state, rest[0].replace("-", "")))
    if word == "res":
        return _settled(exchange.resourced(state, rest[0]))
    origin, _mark, goal = rest[0].partition(">")
    return _settled(exchange.swapped(state, INDEX[origin], INDEX[goal], rest[1]))


def _settled(state: State) -> State:
    return state if can_go_on(state) else _next_turn(state)


def _next_turn(state: State) -> State:
    return replace(state, side=1 - state.side, moved=-1, prey="", left="")


def outcome(state: State) -> Outcome | None:
    """How the game has ended, None while it goes on. Implements 'End' (spec), repetition left aside."""
    ended = _ended(state)
    if ended is None:
        return None
    loser = _(SIDES[ended.loser])
    winner = _(SIDES[1 - ended.loser])
    reason = _(ended.reason).format(winner=winner, loser=loser, n=DRAW_AFTER)
    return Outcome(ended.returns, reason, ended.squares)


class _Ended(NamedTuple):
    """An end before its reason is put into the reader's language: who lost, or at a tie had no Move."""

    returns: tuple[float, float]
    loser: int
    reason: str
    squares: tuple[str, ...] = ()


@lru_cache(maxsize=256)
def _ended(state: State) -> _Ended | None:
    if not state.fresh:
        return None
    for side in (state.side, 1 - state.side):
        if not primes(state.board, side):
            shown = tuple(NAMES[at] for at in primes(state.board, 1 - side))
            reason = N_("{winner} wins: {loser} has no crown on the board any more.")
            return _Ended(_FOR[1 - side], side, reason, shown)
    if not moves(state):
        return _stuck(state)
    if state.quiet >= DRAW_AFTER:
        return _Ended((0.0, 0.0), state.side, N_("Drawn: {n} turns have gone by without an Attack."))
    return None


def _stuck(state: State) -> _Ended:
    """The end of a game whose player to move has no Move."""
    mover = state.side
    threats = attackers(state.board, mover)
    if threats:
        shown = tuple(dict.fromkeys(NAMES[square] for pair in threats for square in reversed(pair)))
        reason = N_("{winner} wins: {loser}'s Prime can be attacked, and {loser} has no Move that saves it.")
        return _Ended(_FOR[1 - mover], mover, reason, shown)
    reason = N_("Tied: {loser} has no Move, but {loser}'s Prime is not in danger.")
    return _Ended((0.0, 0.0), mover, reason, tuple(NAMES[at] for at in primes(state.board, mover)))
