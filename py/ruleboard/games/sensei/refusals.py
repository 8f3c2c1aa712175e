"""The reasons why something is not allowed in Sensei, each with the lesson on its rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.games.sensei.movegen import END, legal_actions
from ruleboard.games.sensei.state import (
    BEARER,
    EMPTY,
    GREEN,
    INDEX,
    LINES,
    MODES,
    NAMES,
    OWN,
    PIT,
    RED,
    SIDES,
    STRAIGHT,
    CharacterMove,
    EndTurn,
    Move,
    State,
    StoneMove,
)
from ruleboard.i18n import _

_because = Refusal.from_clause


def of_move(state: State, move: Move) -> Refusal:
    """Return the reason why a move is not allowed."""
    match move:
        case EndTurn():
            return _of_end(state)
        case StoneMove(origin, goal):
            return _of_stone(state, origin, goal)
        case CharacterMove(origin, goal):
            return _of_character(state, origin, goal)
        case _:
            assert_never(move)


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Return the reason why no allowed action begins with these targets."""
    if not legal_actions(state):
        return _because(_("the game is over"), "goal")
    if not targets:
        return _because(_("touch one of your stones or your character first"), "turn")
    if END.targets[0] in targets:
        return _of_end(state)
    for target in targets:
        if target not in INDEX:
            return _because(_("there is no square {name} on this board").format(name=repr(target[:8])), "stones")
    origin = INDEX[targets[0]]
    if len(targets) == 1:
        return _of_origin(state, origin)
    goal = INDEX[targets[1]]
    if len(targets) > 2 and any(action.targets == tuple(targets[:2]) for action in legal_actions(state)):
        return _because(_("that move is already complete"), "turn")
    if state.board[origin] == BEARER[state.side]:
        return _of_character(state, origin, goal)
    return _of_stone(state, origin, goal)


def _of_end(state: State) -> Refusal:
    """Return the reason why the turn may not be ended here."""
    if not legal_actions(state):
        return _because(_("the game is over"), "goal")
    if END in legal_actions(state):
        return _because(_("put down what you have taken up before you end your turn"), "turn")
    return _because(_("you must move a stone or your character before you end your turn"), "turn")


def _of_origin(state: State, origin: int) -> Refusal:
    """Return the reason why nothing can be moved from a square."""
    if state.board[origin] == BEARER[state.side]:
        return _of_character_now(state) or _because(
            _("your character sees no other stone of yours in a free line"), "character"
        )
    return _of_stone_on(state, origin) or _because(
        _("this stone is shut in: there is no free square next to it"), "stones"
    )


def _of_stone_on(state: State, origin: int) -> Refusal:
    """Return the reason why no stone on this square may move now; none if one may."""
    where, letter = NAMES[origin], state.board[origin]
    if letter == EMPTY:
        return _because(_("there is no stone on {square}").format(square=where), "stones")
    if letter == PIT:
        return _because(_("that is a pit: nothing ever stands there"), "pits")
    if letter not in OWN[state.side]:
        return _because(
            _("that stone is {owner}'s, and it is {side}'s turn").format(
                owner=_owner(letter), side=_(SIDES[state.side])
            ),
            "turn",
        )
    if letter in BEARER:
        return _because(_("the stone under a character cannot move"), "bearer")
    if not state.stones:
        return _because(_("you have already moved two stones this turn"), "turn")
    return NO_REFUSAL


def _of_character_now(state: State) -> Refusal:
    """Return the reason why the character may not move now at all; none if it may."""
    return NO_REFUSAL if state.character else _because(_("your character has already moved this turn"), "turn")


def _of_stone(state: State, origin: int, goal: int) -> Refusal:
    """Return the reason why a stone cannot go between two squares, given by their numbers."""
    if not legal_actions(state):
        return _because(_("the game is over"), "goal")
    reason = _of_stone_on(state, origin)
    if reason:
        return reason
    if origin == goal:
        return _because(_("a stone has to go to another square"), "stones")
    between = _between(STRAIGHT, origin, goal)
    if between is None:
        return _because(
            _("in one move a stone goes straight along a row or a column, never diagonally or round a corner"), "stones"
        )
    for place in (*between, goal):
        if state.board[place] == PIT:
            return _because(
                _("a stone can neither enter nor cross a pit, and there is one on {square}").format(
                    square=NAMES[place]
                ),
                "pits",
            )
    if state.board[goal] != EMPTY:
        return _because(_("there is already a stone on {square}").format(square=NAMES[goal]), "stones")
    for place in between:
        if state.board[place] != EMPTY:
            return _because(_("the stone on {square} is in the way").format(square=NAMES[place]), "stones")
    if between and not MODES[state.mode].far:
        return _because(_("in this version a stone goes just one square at a time"), "quiet")
    return _because(_("this stone cannot go to {square}").format(square=NAMES[goal]), "stones")


def _of_character(state: State, origin: int, goal: int) -> Refusal:
    """Return the reason why the character cannot go between two squares, given by their numbers."""
    if not legal_actions(state):
        return _because(_("the game is over"), "goal")
    at = state.board.index(BEARER[state.side])
    if origin != at:
        return _because(
            _("{side}'s character stands on {place}, not on {other}").format(
                side=_(SIDES[state.side]), place=NAMES[at], other=NAMES[origin]
            ),
            "character",
        )
    reason = _of_character_now(state)
    if reason:
        return reason
    if origin == goal:
        return _because(_("your character has to go to another stone"), "character")
    letter = state.board[goal]
    if letter not in OWN[state.side]:
        if letter == EMPTY:
            return _because(
                _("a character always lands on a stone of its own colour, and {square} is empty").format(
                    square=NAMES[goal]
                ),
                "character",
            )
        if letter == PIT:
            return _because(
                _("a character may cross a pit, but cannot stand on one, and {square} is a pit").format(
                    square=NAMES[goal]
                ),
                "pits",
            )
        return _because(
            _("a character lands only on its own stones, and the one on {square} is {owner}'s").format(
                square=NAMES[goal], owner=_owner(letter)
            ),
            "character",
        )
    between = _between(LINES, origin, goal)
    if between is None:
        return _because(
            _("a character goes along rows, columns and diagonals, and {square} is on none of its lines").format(
                square=NAMES[goal]
            ),
            "character",
        )
    for place in between:
        if state.board[place] in OWN[1 - state.side]:
            return _because(
                _("{owner}'s stone on {square} is in the way of your character").format(
                    owner=_owner(state.board[place]), square=NAMES[place]
                ),
                "character",
            )
    return _because(_("your character cannot go to {square}").format(square=NAMES[goal]), "character")


def _owner(letter: str) -> str:
    """Return the side whose stone a letter stands for, in the reader's language."""
    return _(SIDES[GREEN] if letter in OWN[GREEN] else SIDES[RED])


def _between(rays: tuple[tuple[tuple[int, ...], ...], ...], origin: int, goal: int) -> tuple[int, ...] | None:
    """Return the squares between two, along one of these rays; None if no ray joins the two."""
    for ray in rays[origin]:
        if goal in ray:
            return ray[: ray.index(goal)]
    return None
