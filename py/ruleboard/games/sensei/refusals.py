"""Explain why a move or touch is illegal. Each explanation names the lesson about the rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.games.sensei.movegen import END_TURN, legal_actions
from ruleboard.games.sensei.state import (
    ALL_RAYS,
    CHARACTER_LETTERS,
    EMPTY,
    GREEN,
    MODES,
    ORTHOGONAL_RAYS,
    PIT,
    RED,
    SIDE_LETTERS,
    SIDES,
    SQUARE_NAMES,
    SQUARE_NUMBERS,
    CharacterMove,
    EndTurn,
    Move,
    State,
    StoneMove,
)
from ruleboard.i18n import _

_clause_refusal = Refusal.from_clause


def move_refusal(state: State, move: Move) -> Refusal:
    """Return the reason why a move is illegal."""
    match move:
        case EndTurn():
            return _end_refusal(state)
        case StoneMove(origin, goal):
            return _stone_refusal(state, origin, goal)
        case CharacterMove(origin, goal):
            return _character_refusal(state, origin, goal)
        case _:
            assert_never(move)


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Return the reason why no legal action starts with the touched targets."""
    if not legal_actions(state):
        return _clause_refusal(_("the game is over"), "goal")
    if not targets:
        return _clause_refusal(_("pick up a stone or your character first"), "turn")
    if END_TURN.targets[0] in targets:
        return _end_refusal(state)
    for target in targets:
        if target not in SQUARE_NUMBERS:
            return _clause_refusal(_("this board has no square {name}").format(name=repr(target[:8])), "stones")
    origin = SQUARE_NUMBERS[targets[0]]
    if len(targets) == 1:
        return _origin_refusal(state, origin)
    goal = SQUARE_NUMBERS[targets[1]]
    if len(targets) > 2 and any(action.targets == tuple(targets[:2]) for action in legal_actions(state)):
        return _clause_refusal(_("you’ve already put that down"), "turn")
    if state.board[origin] == CHARACTER_LETTERS[state.side]:
        return _character_refusal(state, origin, goal)
    return _stone_refusal(state, origin, goal)


def _end_refusal(state: State) -> Refusal:
    if not legal_actions(state):
        return _clause_refusal(_("the game is over"), "goal")
    if END_TURN in legal_actions(state):
        return _clause_refusal(_("put down what you picked up before you end your turn"), "turn")
    return _clause_refusal(_("move a stone or leap before you end your turn"), "turn")


def _origin_refusal(state: State, origin: int) -> Refusal:
    if state.board[origin] == CHARACTER_LETTERS[state.side]:
        return _used_character_refusal(state) or _clause_refusal(
            _("your character can’t reach any of your other stones"), "character"
        )
    return _origin_stone_refusal(state, origin) or _clause_refusal(_("this stone is blocked on every side"), "stones")


def _origin_stone_refusal(state: State, origin: int) -> Refusal:
    name, letter = SQUARE_NAMES[origin], state.board[origin]
    if letter == EMPTY:
        return _clause_refusal(_("there’s no stone on {square}").format(square=name), "stones")
    if letter == PIT:
        return _clause_refusal(_("that’s a pit, and nothing can stand there"), "pits")
    if letter not in SIDE_LETTERS[state.side]:
        return _clause_refusal(
            (
                _("that’s {owner}’s character, and you’re {side}")
                if letter in CHARACTER_LETTERS
                else _("that’s {owner}’s stone, and you’re {side}")
            ).format(owner=_owner(letter), side=_(SIDES[state.side])),
            "turn",
        )
    if letter in CHARACTER_LETTERS:
        return _clause_refusal(_("your character is on this stone, so it can’t move"), "bearer")
    if not state.stone_moves:
        return _clause_refusal(_("you’ve already used both stone moves this turn"), "turn")
    return NO_REFUSAL


def _used_character_refusal(state: State) -> Refusal:
    return (
        NO_REFUSAL
        if state.character_moves
        else _clause_refusal(_("your character has already leapt this turn"), "turn")
    )


def _stone_refusal(state: State, origin: int, goal: int) -> Refusal:
    if not legal_actions(state):
        return _clause_refusal(_("the game is over"), "goal")
    refusal = _origin_stone_refusal(state, origin)
    if refusal:
        return refusal
    if origin == goal:
        return _clause_refusal(_("a stone has to move to another square"), "stones")
    between = _between(ORTHOGONAL_RAYS, origin, goal)
    if between is None:
        return _clause_refusal(_("a stone moves straight along its row or column"), "stones")
    for square in (*between, goal):
        if state.board[square] == PIT:
            return _clause_refusal(
                _("the pit on {square} is in the way").format(square=SQUARE_NAMES[square]),
                "pits",
            )
    if state.board[goal] != EMPTY:
        return _clause_refusal(_("there’s already a stone on {square}").format(square=SQUARE_NAMES[goal]), "stones")
    for square in between:
        if state.board[square] != EMPTY:
            return _clause_refusal(_blocker(state, square), "stones")
    if between and not MODES[state.mode].stones_slide:
        return _clause_refusal(
            _("in {mode}, a stone moves just one square at a time").format(mode=_(MODES[state.mode].title)), "quiet"
        )
    return _clause_refusal(_("this stone can’t move to {square}").format(square=SQUARE_NAMES[goal]), "stones")


def _character_refusal(state: State, origin: int, goal: int) -> Refusal:
    if not legal_actions(state):
        return _clause_refusal(_("the game is over"), "goal")
    character = state.board.index(CHARACTER_LETTERS[state.side])
    if origin != character:
        return _clause_refusal(
            _("your character is on {place}, not on {other}").format(
                place=SQUARE_NAMES[character], other=SQUARE_NAMES[origin]
            ),
            "character",
        )
    refusal = _used_character_refusal(state)
    if refusal:
        return refusal
    if origin == goal:
        return _clause_refusal(_("your character has to leap to another stone"), "character")
    letter = state.board[goal]
    if letter not in SIDE_LETTERS[state.side]:
        if letter == EMPTY:
            return _clause_refusal(
                _("your character lands only on your stones, and {square} is empty").format(square=SQUARE_NAMES[goal]),
                "character",
            )
        if letter == PIT:
            return _clause_refusal(
                _("your character can leap over the pit on {square} but can’t land there").format(
                    square=SQUARE_NAMES[goal]
                ),
                "pits",
            )
        return _clause_refusal(
            _("your character lands only on your stones, and the one on {square} is {owner}’s").format(
                square=SQUARE_NAMES[goal], owner=_owner(letter)
            ),
            "character",
        )
    between = _between(ALL_RAYS, origin, goal)
    if between is None:
        return _clause_refusal(
            _("{square} isn’t on your character’s row, column or diagonals").format(square=SQUARE_NAMES[goal]),
            "character",
        )
    for square in between:
        if state.board[square] in SIDE_LETTERS[1 - state.side]:
            return _clause_refusal(_blocker(state, square), "character")
    return _clause_refusal(_("your character can’t leap to {square}").format(square=SQUARE_NAMES[goal]), "character")


def _blocker(state: State, square: int) -> str:
    letter = state.board[square]
    if letter in SIDE_LETTERS[state.side]:
        return _("your stone on {square} is in the way").format(square=SQUARE_NAMES[square])
    return _("{owner}’s stone on {square} is in the way").format(owner=_owner(letter), square=SQUARE_NAMES[square])


def _owner(letter: str) -> str:
    return _(SIDES[GREEN] if letter in SIDE_LETTERS[GREEN] else SIDES[RED])


def _between(rays: tuple[tuple[tuple[int, ...], ...], ...], origin: int, goal: int) -> tuple[int, ...] | None:
    """Return the squares between two squares on a ray, or None if no ray connects them."""
    for ray in rays[origin]:
        if goal in ray:
            return ray[: ray.index(goal)]
    return None
