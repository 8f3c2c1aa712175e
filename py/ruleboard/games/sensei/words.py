"""Sensei in plain words: names of squares, announcements, prompts, and why something is not allowed."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.engine.game import Action
from ruleboard.games.sensei.rules import END, is_character_move, legal_actions
from ruleboard.games.sensei.state import (
    BEARER,
    EMPTY,
    HOME,
    INDEX,
    LINES,
    MODES,
    NAMES,
    OWN,
    PIT,
    SIDES,
    STRAIGHT,
    State,
)


def name(state: State, target: str) -> str:
    """What stands on a square ("b4, green stone"), or what a button does ("End turn")."""
    if target == END.targets[0]:
        return "Pass" if state.fresh else "End turn"
    if target not in INDEX:
        return target
    letter = state.board[INDEX[target]]
    if letter == EMPTY:
        return f"{target}, empty"
    if letter == PIT:
        return f"{target}, pit"
    side = _owner(letter).lower()
    return f"{target}, {side} character on a stone" if letter in BEARER else f"{target}, {side} stone"


def _owner(letter: str) -> str:
    return SIDES[0] if letter in OWN[0] else SIDES[1]


def describe(state: State, action: Action) -> str:
    """An action in words, as it is announced ("Green's stone goes from a1 to a4")."""
    side = SIDES[state.side]
    if action == END:
        return f"{side} cannot move and passes" if state.fresh else f"{side} ends the turn"
    origin, goal = action.targets
    if not is_character_move(action):
        return f"{side}'s stone goes from {origin} to {goal}"
    wins = " and wins" if INDEX[goal] in HOME[1 - state.side] else ""
    return f"{side}'s character goes from {origin} to {goal}{wins}"


def prompt(state: State) -> str:
    """What the player to move may do now; empty at the end."""
    actions = legal_actions(state)
    if not actions:
        return ""
    stone = any(action != END and not is_character_move(action) for action in actions)
    character = any(is_character_move(action) for action in actions)
    if stone and state.fresh:
        return "Move one or two stones, your character, or both." if character else "Move one or two stones."
    parts = []
    if stone:
        parts.append("move one more stone" if state.stones == 1 else "move one or two stones")
    if character:
        parts.append("move your character")
    if END in actions:
        parts.append("end your turn" if not state.fresh else "pass, since nothing of yours can move")
    sentence = ", or ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))
    return f"{sentence[0].upper()}{sentence[1:]}."


def explain(state: State, targets: Sequence[str]) -> str:
    """Why no allowed action begins with these targets, as a whole sentence."""
    reason = _reason(state, targets)
    return f"{reason[0].upper()}{reason[1:]}."


def _reason(state: State, targets: Sequence[str]) -> str:
    if not legal_actions(state):
        return "the game is over"
    if not targets:
        return "touch one of your stones or your character first"
    if END.targets[0] in targets:
        return why_not_end(state)
    for target in targets:
        if target not in INDEX:
            return f"there is no square {target[:8]!r} on this board"
    origin = INDEX[targets[0]]
    if len(targets) == 1:
        return _why_not_from(state, origin)
    goal = INDEX[targets[1]]
    if len(targets) > 2 and any(action.targets == tuple(targets[:2]) for action in legal_actions(state)):
        return "that move is already complete"
    if state.board[origin] == BEARER[state.side]:
        return why_not_character(state, origin, goal)
    return why_not_stone(state, origin, goal)


def why_not_end(state: State) -> str:
    """Why the turn may not be ended here, as a clause."""
    if not legal_actions(state):
        return "the game is over"
    if END in legal_actions(state):
        return "put down what you have taken up before you end your turn"
    return "you must move a stone or your character before you end your turn"


def _why_not_from(state: State, origin: int) -> str:
    """Why nothing can be moved from a square."""
    if state.board[origin] == BEARER[state.side]:
        return _why_not_bearer(state) or "your character sees no other stone of yours in a free line"
    return _why_not_mover(state, origin) or "this stone is shut in: there is no free square next to it"


def _why_not_mover(state: State, origin: int) -> str:
    """Why what stands on a square is no stone that may move now; empty if it is one."""
    where, letter = NAMES[origin], state.board[origin]
    if letter == EMPTY:
        return f"there is no stone on {where}"
    if letter == PIT:
        return "that is a pit: nothing ever stands there"
    if letter not in OWN[state.side]:
        return f"that stone is {_owner(letter)}'s, and it is {SIDES[state.side]}'s turn"
    if letter in BEARER:
        return "the stone under a character cannot move"
    if not state.stones:
        return "you have already moved two stones this turn"
    return ""


def _why_not_bearer(state: State) -> str:
    """Why the character may not move now at all; empty if it may."""
    return "" if state.character else "your character has already moved this turn"


def why_not_stone(state: State, origin: int, goal: int) -> str:
    """Why a stone cannot go between two squares (given by their numbers), as a clause."""
    if not legal_actions(state):
        return "the game is over"
    reason = _why_not_mover(state, origin)
    if reason:
        return reason
    if origin == goal:
        return "a stone has to go to another square"
    between = _between(STRAIGHT, origin, goal)
    if between is None:
        return "a stone goes straight along a rank or a file, never slantwise or round a corner"
    for place in (*between, goal):
        if state.board[place] == PIT:
            return f"a stone can neither enter nor cross a pit, and there is one on {NAMES[place]}"
    if state.board[goal] != EMPTY:
        return f"there is already a stone on {NAMES[goal]}"
    for place in between:
        if state.board[place] != EMPTY:
            return f"the stone on {NAMES[place]} is in the way"
    if between and not MODES[state.mode].far:
        return "in this version a stone goes just one square at a time"
    return f"this stone cannot go to {NAMES[goal]}"


def why_not_character(state: State, origin: int, goal: int) -> str:
    """Why the character cannot go between two squares (given by their numbers), as a clause."""
    if not legal_actions(state):
        return "the game is over"
    at = state.board.index(BEARER[state.side])
    if origin != at:
        return f"{SIDES[state.side]}'s character stands on {NAMES[at]}, not on {NAMES[origin]}"
    reason = _why_not_bearer(state)
    if reason:
        return reason
    if origin == goal:
        return "your character has to go to another stone"
    letter = state.board[goal]
    if letter not in OWN[state.side]:
        if letter == EMPTY:
            return f"a character always lands on a stone of its own colour, and {NAMES[goal]} is empty"
        if letter == PIT:
            return f"a character may cross a pit, but cannot stand on one, and {NAMES[goal]} is a pit"
        return f"a character lands only on its own stones, and the one on {NAMES[goal]} is {_owner(letter)}'s"
    between = _between(LINES, origin, goal)
    if between is None:
        return f"a character goes along ranks, files and diagonals, and {NAMES[goal]} is on none of its lines"
    for place in between:
        if state.board[place] in OWN[1 - state.side]:
            return f"{_owner(state.board[place])}'s stone on {NAMES[place]} is in the way of your character"
    return f"your character cannot go to {NAMES[goal]}"


def _between(rays: tuple[tuple[tuple[int, ...], ...], ...], origin: int, goal: int) -> tuple[int, ...] | None:
    """The squares between two, along one of these rays; None if no ray joins the two."""
    for ray in rays[origin]:
        if goal in ray:
            return ray[: ray.index(goal)]
    return None
