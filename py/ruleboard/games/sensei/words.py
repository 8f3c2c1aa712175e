"""Sensei in plain words: names of squares, announcements, prompts, and why something is not allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.games.sensei.rules import END, is_character_move, legal_actions
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
    PIT,
    RED,
    SIDES,
    STRAIGHT,
    State,
)
from ruleboard.i18n import _
from ruleboard.wording import sentence


def name(state: State, target: str) -> str:
    """What stands on a square ("b4, green stone"), or what a button does ("End turn")."""
    if target == END.targets[0]:
        return _("Pass") if state.fresh else _("End turn")
    if target not in INDEX:
        return target
    letter = state.board[INDEX[target]]
    if letter == EMPTY:
        said = _("{square}, empty")
    elif letter == PIT:
        said = _("{square}, pit")
    elif letter in OWN[GREEN]:
        said = _("{square}, green character on a stone") if letter in BEARER else _("{square}, green stone")
    else:
        said = _("{square}, red character on a stone") if letter in BEARER else _("{square}, red stone")
    return said.format(square=target)


def _owner(letter: str) -> str:
    """Whose stone a letter stands for, in the reader's language."""
    return _(SIDES[GREEN] if letter in OWN[GREEN] else SIDES[RED])


def describe(state: State, action: Action[Any]) -> str:
    """An action in words, as it is announced ("Green's stone goes from a1 to a4")."""
    side = _(SIDES[state.side])
    if action == END:
        said = _("{side} cannot move and passes") if state.fresh else _("{side} ends the turn")
        return said.format(side=side)
    origin, goal = action.targets
    if not is_character_move(action):
        said = _("{side}'s stone goes from {origin} to {goal}")
    elif INDEX[goal] in HOME[1 - state.side]:
        said = _("{side}'s character goes from {origin} to {goal} and wins")
    else:
        said = _("{side}'s character goes from {origin} to {goal}")
    return said.format(side=side, origin=origin, goal=goal)


def prompt(state: State) -> str:
    """What the player to move may do now; empty at the end."""
    actions = legal_actions(state)
    if not actions:
        return ""
    stone = any(action != END and not is_character_move(action) for action in actions)
    character = any(is_character_move(action) for action in actions)
    if state.fresh:
        if stone:
            both = _("Move one or two stones, your character, or both.")
            return both if character else _("Move one or two stones.")
        return _("Move your character.") if character else _("Pass, since nothing of yours can move.")
    if stone and state.stones == 1:
        both = _("Move one more stone, move your character, or end your turn.")
        return both if character else _("Move one more stone, or end your turn.")
    if stone:
        return _("Move one or two stones, or end your turn.")
    return _("Move your character, or end your turn.") if character else _("End your turn.")


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Why no allowed action begins with these targets, as a whole sentence."""
    reason = _reason(state, targets)
    return Refusal(sentence(reason.sentence), reason.lesson)


def _reason(state: State, targets: Sequence[str]) -> Refusal:
    if not legal_actions(state):
        return Refusal(_("the game is over"), "goal")
    if not targets:
        return Refusal(_("touch one of your stones or your character first"), "turn")
    if END.targets[0] in targets:
        return why_not_end(state)
    for target in targets:
        if target not in INDEX:
            return Refusal(_("there is no square {name} on this board").format(name=repr(target[:8])), "stones")
    origin = INDEX[targets[0]]
    if len(targets) == 1:
        return _why_not_from(state, origin)
    goal = INDEX[targets[1]]
    if len(targets) > 2 and any(action.targets == tuple(targets[:2]) for action in legal_actions(state)):
        return Refusal(_("that move is already complete"), "turn")
    if state.board[origin] == BEARER[state.side]:
        return why_not_character(state, origin, goal)
    return why_not_stone(state, origin, goal)


def why_not_end(state: State) -> Refusal:
    """Why the turn may not be ended here, as a clause."""
    if not legal_actions(state):
        return Refusal(_("the game is over"), "goal")
    if END in legal_actions(state):
        return Refusal(_("put down what you have taken up before you end your turn"), "turn")
    return Refusal(_("you must move a stone or your character before you end your turn"), "turn")


def _why_not_from(state: State, origin: int) -> Refusal:
    """Why nothing can be moved from a square."""
    if state.board[origin] == BEARER[state.side]:
        return _why_not_bearer(state) or Refusal(
            _("your character sees no other stone of yours in a free line"), "character"
        )
    return _why_not_mover(state, origin) or Refusal(
        _("this stone is shut in: there is no free square next to it"), "stones"
    )


def _why_not_mover(state: State, origin: int) -> Refusal:
    """Why what stands on a square is no stone that may move now; empty if it is one."""
    where, letter = NAMES[origin], state.board[origin]
    if letter == EMPTY:
        return Refusal(_("there is no stone on {square}").format(square=where), "stones")
    if letter == PIT:
        return Refusal(_("that is a pit: nothing ever stands there"), "pits")
    if letter not in OWN[state.side]:
        return Refusal(
            _("that stone is {owner}'s, and it is {side}'s turn").format(
                owner=_owner(letter), side=_(SIDES[state.side])
            ),
            "turn",
        )
    if letter in BEARER:
        return Refusal(_("the stone under a character cannot move"), "bearer")
    if not state.stones:
        return Refusal(_("you have already moved two stones this turn"), "turn")
    return NO_REFUSAL


def _why_not_bearer(state: State) -> Refusal:
    """Why the character may not move now at all; empty if it may."""
    return NO_REFUSAL if state.character else Refusal(_("your character has already moved this turn"), "turn")


def why_not_stone(state: State, origin: int, goal: int) -> Refusal:
    """Why a stone cannot go between two squares (given by their numbers), as a clause."""
    if not legal_actions(state):
        return Refusal(_("the game is over"), "goal")
    reason = _why_not_mover(state, origin)
    if reason:
        return reason
    if origin == goal:
        return Refusal(_("a stone has to go to another square"), "stones")
    between = _between(STRAIGHT, origin, goal)
    if between is None:
        return Refusal(_("a stone goes straight along a row or a column, never slantwise or round a corner"), "stones")
    for place in (*between, goal):
        if state.board[place] == PIT:
            return Refusal(
                _("a stone can neither enter nor cross a pit, and there is one on {square}").format(
                    square=NAMES[place]
                ),
                "pits",
            )
    if state.board[goal] != EMPTY:
        return Refusal(_("there is already a stone on {square}").format(square=NAMES[goal]), "stones")
    for place in between:
        if state.board[place] != EMPTY:
            return Refusal(_("the stone on {square} is in the way").format(square=NAMES[place]), "stones")
    if between and not MODES[state.mode].far:
        return Refusal(_("in this version a stone goes just one square at a time"), "quiet")
    return Refusal(_("this stone cannot go to {square}").format(square=NAMES[goal]), "stones")


def why_not_character(state: State, origin: int, goal: int) -> Refusal:
    """Why the character cannot go between two squares (given by their numbers), as a clause."""
    if not legal_actions(state):
        return Refusal(_("the game is over"), "goal")
    at = state.board.index(BEARER[state.side])
    if origin != at:
        return Refusal(
            _("{side}'s character stands on {place}, not on {other}").format(
                side=_(SIDES[state.side]), place=NAMES[at], other=NAMES[origin]
            ),
            "character",
        )
    reason = _why_not_bearer(state)
    if reason:
        return reason
    if origin == goal:
        return Refusal(_("your character has to go to another stone"), "character")
    letter = state.board[goal]
    if letter not in OWN[state.side]:
        if letter == EMPTY:
            return Refusal(
                _("a character always lands on a stone of its own colour, and {square} is empty").format(
                    square=NAMES[goal]
                ),
                "character",
            )
        if letter == PIT:
            return Refusal(
                _("a character may cross a pit, but cannot stand on one, and {square} is a pit").format(
                    square=NAMES[goal]
                ),
                "pits",
            )
        return Refusal(
            _("a character lands only on its own stones, and the one on {square} is {owner}'s").format(
                square=NAMES[goal], owner=_owner(letter)
            ),
            "character",
        )
    between = _between(LINES, origin, goal)
    if between is None:
        return Refusal(
            _("a character goes along rows, columns and diagonals, and {square} is on none of its lines").format(
                square=NAMES[goal]
            ),
            "character",
        )
    for place in between:
        if state.board[place] in OWN[1 - state.side]:
            return Refusal(
                _("{owner}'s stone on {square} is in the way of your character").format(
                    owner=_owner(state.board[place]), square=NAMES[place]
                ),
                "character",
            )
    return Refusal(_("your character cannot go to {square}").format(square=NAMES[goal]), "character")


def _between(rays: tuple[tuple[tuple[int, ...], ...], ...], origin: int, goal: int) -> tuple[int, ...] | None:
    """The squares between two, along one of these rays; None if no ray joins the two."""
    for ray in rays[origin]:
        if goal in ray:
            return ray[: ray.index(goal)]
    return None
