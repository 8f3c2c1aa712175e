"""The rules of Sensei: what may be done, what it leads to, and when the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction
from ruleboard.engine.game import Outcome
from ruleboard.games.sensei.state import (
    BEARER,
    EMPTY,
    GREEN,
    HOME,
    INDEX,
    LINES,
    MODES,
    NAMES,
    OWN,
    RED,
    SIDES,
    STONE,
    STRAIGHT,
    State,
)
from ruleboard.games.sensei.unfair import Contact, unfair
from ruleboard.i18n import N_, _

END = Action("end", ("do:end",), None)

_FOR = ((1.0, -1.0), (-1.0, 1.0))
"""The returns when each side has won."""
_NUMBERS = (N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"))


@cache
def stone_move(origin: int, goal: int) -> Action[Any]:
    """The action that moves a stone between two squares, given by their numbers."""
    return Action(f"{NAMES[origin]}-{NAMES[goal]}", (NAMES[origin], NAMES[goal]), None)


@cache
def character_move(origin: int, goal: int, wins: bool) -> Action[Any]:
    """The action that moves a character; ``wins`` if its goal is on the enemy's home rank."""
    kind = "special goal" if wins else "go character"
    return Action(f"@{NAMES[origin]}-{NAMES[goal]}", (NAMES[origin], NAMES[goal]), None, kind)


def is_character_move(action: Action[Any]) -> bool:
    """Whether an action moves a character, rather than a stone or nothing."""
    return action.text.startswith("@")


def way(action: Action[Any]) -> tuple[int, int]:
    """The numbers of the squares a move begins and ends on."""
    return INDEX[action.targets[0]], INDEX[action.targets[1]]


@lru_cache(maxsize=256)
def legal_actions(state: State) -> tuple[Action[Any], ...]:
    """All actions allowed: stone moves, character moves, ``end``; each by its squares from a1 to g7.

    The turn may be ended once something was done in it, or when nothing can be. Implements 'A turn' and 'No
    action possible' (spec).
    """
    if end(state) is not None:
        return ()
    moves = (*_stone_moves(state), *_character_moves(state))
    return moves if state.fresh and moves else (*moves, END)


def _stone_moves(state: State) -> Iterator[Action[Any]]:
    """Implements 'Stone move' (spec: A turn)."""
    if not state.stones:
        return
    board, stone, far = state.board, STONE[state.side], MODES[state.mode].far
    for origin, letter in enumerate(board):
        if letter == stone:
            for goal in sorted(_reach(board, origin, far)):
                yield stone_move(origin, goal)


def _reach(board: str, origin: int, far: bool) -> Iterator[int]:
    for ray in STRAIGHT[origin]:
        for goal in ray if far else ray[:1]:
            if board[goal] != EMPTY:
                break
            yield goal


def _character_moves(state: State) -> Iterator[Action[Any]]:
    """Implements 'Character move' (spec: A turn)."""
    if not state.character:
        return
    board, stone, enemy = state.board, STONE[state.side], OWN[1 - state.side]
    origin = board.index(BEARER[state.side])
    goals = []
    for ray in LINES[origin]:
        for goal in ray:
            if board[goal] == stone:
                goals.append(goal)
            elif board[goal] in enemy:
                break
    for goal in sorted(goals):
        yield character_move(origin, goal, goal in HOME[1 - state.side])


def apply(state: State, action: Action[Any]) -> State:
    """The position after an action.

    The turn ends by itself when all three actions are used, but not when a character has won.

    Raises:
        IllegalAction: the action is not allowed here.
    """
    if action not in legal_actions(state):
        raise IllegalAction(_("{action} is not allowed here").format(action=repr(action.text[:20])))
    return after(state, action)


def after(state: State, action: Action[Any]) -> State:
    """The position after an action that is known to be allowed."""
    if action == END:
        return _next_turn(state)
    origin, goal = way(action)
    side, board = state.side, list(state.board)
    stones, character = state.stones, state.character
    if is_character_move(action):
        board[origin], board[goal] = STONE[side], BEARER[side]
        character -= 1
    else:
        board[origin], board[goal] = EMPTY, STONE[side]
        stones -= 1
    reached = State("".join(board), side, stones, character, state.mode)
    return reached if stones or character or is_home(reached, side) else _next_turn(reached)


def _next_turn(state: State) -> State:
    return State(state.board, 1 - state.side, 2, 1, state.mode)


def is_home(state: State, side: int) -> bool:
    """Whether a side's character stands on the enemy's home rank, which wins."""
    return state.board.index(BEARER[side]) in HOME[1 - side]


@dataclass(frozen=True, slots=True)
class End:
    """How the game has ended, without words.

    Attributes:
        kind: "home", "unfair", "both unfair" or "standstill".
        winner: the side that has won, None in a draw.
        places: the numbers of the squares that show it.
        touching: how many enemy stones touch the unfair line.
    """

    kind: str
    winner: int | None
    places: tuple[int, ...] = ()
    touching: int = 0


def outcome(state: State) -> Outcome | None:
    """How the game has ended, None while it goes on. Implements 'End' (spec), repetition left aside."""
    found = end(state)
    if found is None:
        return None
    returns = (0.0, 0.0) if found.winner is None else _FOR[found.winner]
    return Outcome(returns, _reason(found), tuple(NAMES[place] for place in found.places))


def _reason(found: End) -> str:
    if found.winner is None:
        return _("Drawn: neither side can move anything.")
    winner, loser = _(SIDES[found.winner]), _(SIDES[1 - found.winner])
    match found.kind:
        case "home":
            said = _("{winner} wins: the character has reached {loser}'s home row.")
        case "both unfair":
            said = _("{winner} wins: both sides' lines are unfair, and {winner} has just moved.")
        case _:
            said = (
                _("Green wins: Red's line from edge to edge is unfair, and {count} green stones touch it."),
                _("Red wins: Green's line from edge to edge is unfair, and {count} red stones touch it."),
            )[found.winner]
    return said.format(winner=winner, loser=loser, count=_(_NUMBERS[found.touching]))


@lru_cache(maxsize=256)
def end(state: State) -> End | None:
    """How the game has ended, None while it goes on; there are no words in it, so that it can be kept.

    A line is judged at a turn's start, when the other side has just moved.
    """
    if is_home(state, state.side):
        return End("home", state.side, (state.board.index(BEARER[state.side]),))
    if not state.fresh:
        return None
    return _unfair_game(state) or _standstill(state)


def _unfair_game(state: State) -> End | None:
    """Implements 'Unfair game' (spec: End)."""
    found = {side: contact for side in (GREEN, RED) if (contact := unfair(state.board, side))}
    if not found:
        return None
    if len(found) == 2:
        return End("both unfair", 1 - state.side, _shown(*found.values()))
    ((loser, contact),) = found.items()
    return End("unfair", 1 - loser, _shown(contact), len(contact.touching))


def _shown(*contacts: Contact) -> tuple[int, ...]:
    return tuple(sorted({place for contact in contacts for place in contact.line | contact.touching}))


def _standstill(state: State) -> End | None:
    """Implements 'if neither side can act, draw' (spec: End)."""
    return None if _can_act(state) or _can_act(_next_turn(state)) else End("standstill", None)


def _can_act(state: State) -> bool:
    return any(True for _ in _stone_moves(state)) or any(True for _ in _character_moves(state))
