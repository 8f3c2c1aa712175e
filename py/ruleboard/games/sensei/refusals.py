"""Explain why a move or touch is illegal. Each explanation names the lesson about the rule."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import assert_never

from ruleboard.engine.errors import Refusal
from ruleboard.games.sensei.movegen import END_TURN, legal_actions
from ruleboard.games.sensei.state import (
    ALL_RAYS,
    CHARACTER_LETTERS,
    EMPTY,
    MODES,
    ORTHOGONAL_RAYS,
    PIT,
    SIDE_BY_LETTER,
    SIDE_LETTERS,
    SIDES,
    SQUARE_NAMES,
    SQUARE_NUMBERS,
    CharacterMove,
    EndTurn,
    Move,
    State,
    StoneMove,
    squares_between,
)
from ruleboard.i18n import _
from ruleboard.kit.reasons import Reasons, first_refusal, inapplicable_refusals


def move_refusal(state: State, move: Move) -> Refusal:
    """Return the reason why a move is illegal."""
    match move:
        case EndTurn():
            return first_refusal(_end_reasons(state))
        case StoneMove(origin, goal):
            return first_refusal(_stone_reasons(state, origin, goal))
        case CharacterMove(origin, goal):
            return first_refusal(_character_reasons(state, origin, goal))
        case _:
            assert_never(move)


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Return the reason why no legal action starts with the touched targets."""
    return first_refusal(_touch_reasons(state, targets))


def wrong_reasons(state: State, targets: Sequence[str]) -> tuple[Refusal, ...]:
    """Return plausible but wrong reasons why a move is illegal, for the answers of a quiz.

    The reasons concern the piece, the goal or the path. Only boards with pits have reasons about pits, and only modes
    other than Shizukana have a reason that states the rule of Shizukana.
    """
    origin, goal = (SQUARE_NUMBERS[target] for target in targets)
    if state.board[origin] == CHARACTER_LETTERS[state.side]:
        reasons = _character_reasons(state, origin, goal)
    else:
        reasons = _stone_reasons(state, origin, goal)
    general_lessons = {"bearer", "turn", *(["quiet"] if MODES[state.mode].stones_slide else [])}
    straight_text = _("a stone moves straight along its row or column")
    return inapplicable_refusals(
        (applies, text, lesson)
        for applies, text, lesson in reasons
        if SQUARE_NAMES[goal] in text or lesson in general_lessons or text == straight_text
        if lesson != "pits" or PIT in state.board
    )


def _touch_reasons(state: State, targets: Sequence[str]) -> Reasons:
    yield not legal_actions(state), _("the game is over"), "goal"
    yield not targets, _("pick up a stone or your character first"), "turn"
    if END_TURN.targets[0] in targets:
        yield from _end_reasons(state)
    for target in targets:
        yield target not in SQUARE_NUMBERS, _("this board has no square {name}").format(name=repr(target[:8])), "stones"
    origin = SQUARE_NUMBERS[targets[0]]
    is_character = state.board[origin] == CHARACTER_LETTERS[state.side]
    if len(targets) == 1 and is_character:
        yield not state.character_moves, _("your character has already leapt this turn"), "turn"
        yield True, _("your character can’t reach any of your other stones"), "character"
    elif len(targets) == 1:
        yield from _origin_reasons(state, origin)
        yield True, _("this stone is blocked on every side"), "stones"
    is_complete_move = any(action.targets == tuple(targets[:2]) for action in legal_actions(state))
    yield len(targets) > 2 and is_complete_move, _("you’ve already put that down"), "turn"
    yield from (_character_reasons if is_character else _stone_reasons)(state, origin, SQUARE_NUMBERS[targets[1]])


def _end_reasons(state: State) -> Reasons:
    actions = legal_actions(state)
    yield not actions, _("the game is over"), "goal"
    yield END_TURN in actions, _("put down what you picked up before you end your turn"), "turn"
    yield True, _("move a stone or leap before you end your turn"), "turn"


def _origin_reasons(state: State, origin: int) -> Reasons:
    """Yield the reasons why the stone on a square cannot move at all."""
    letter = state.board[origin]
    yield letter == EMPTY, _("there’s no stone on {square}").format(square=SQUARE_NAMES[origin]), "stones"
    yield letter == PIT, _("that’s a pit, and nothing can stand there"), "pits"
    is_character = letter in CHARACTER_LETTERS
    if letter not in SIDE_LETTERS[state.side]:
        character_text, stone_text = (
            _("that’s {owner}’s character, and you’re {side}"),
            _("that’s {owner}’s stone, and you’re {side}"),
        )
        text = character_text if is_character else stone_text
        yield True, text.format(owner=_owner_name(letter), side=_(SIDES[state.side])), "turn"
    yield is_character, _("this stone can’t move while your character stands on it"), "bearer"
    yield not state.stone_moves, _("you’ve already used both stone moves this turn"), "turn"


def _stone_reasons(state: State, origin: int, goal: int) -> Reasons:
    board, placeholders, mode = state.board, {"square": SQUARE_NAMES[goal]}, MODES[state.mode]
    yield not legal_actions(state), _("the game is over"), "goal"
    yield from _origin_reasons(state, origin)
    yield origin == goal, _("a stone has to move to another square"), "stones"
    between_squares = squares_between(ORTHOGONAL_RAYS, origin, goal)
    yield between_squares is None, _("a stone moves straight along its row or column"), "stones"
    for square in takewhile(lambda square: board[square] in (EMPTY, PIT), (*(between_squares or ()), goal)):
        text = _("the pit on {square} is in the way")
        if square == goal:
            text = _("there’s a pit on {square}, and a stone can’t enter it")
        yield board[square] == PIT, text.format(square=SQUARE_NAMES[square]), "pits"
    yield board[goal] not in (EMPTY, PIT), _("there’s already a stone on {square}").format(**placeholders), "stones"
    for square in between_squares or ():
        if board[square] not in (EMPTY, PIT):
            yield True, _blocker_text(state, square), "stones"
    text = _("in {mode}, a stone moves just one square at a time").format(mode=_(mode.title))
    yield between_squares and not mode.stones_slide, text, "quiet"
    yield True, _("this stone can’t move to {square}").format(**placeholders), "stones"


def _character_reasons(state: State, origin: int, goal: int) -> Reasons:
    board, side, placeholders = state.board, state.side, {"square": SQUARE_NAMES[goal]}
    yield not legal_actions(state), _("the game is over"), "goal"
    character_square, origin_name = SQUARE_NAMES[board.index(CHARACTER_LETTERS[side])], SQUARE_NAMES[origin]
    text = _("your character is on {place}, not on {other}").format(place=character_square, other=origin_name)
    yield character_square != origin_name, text, "character"
    yield not state.character_moves, _("your character has already leapt this turn"), "turn"
    yield origin == goal, _("your character has to leap to another stone"), "character"
    between_squares = squares_between(ALL_RAYS, origin, goal)
    text = _("no row, column or diagonal leads from your character to {square}").format(**placeholders)
    yield between_squares is None, text, "character"
    text = _("your character lands only on your stones, and {square} is empty").format(**placeholders)
    yield board[goal] == EMPTY, text, "character"
    text = _("your character can leap over the pit on {square} but can’t land there").format(**placeholders)
    yield board[goal] == PIT, text, "pits"
    text = _("your character lands only on your stones, and the stone on {square} is {owner}’s")
    text = text.format(owner=_(SIDES[1 - side]), **placeholders)
    yield board[goal] in SIDE_LETTERS[1 - side], text, "character"
    for square in between_squares or ():
        if board[square] in SIDE_LETTERS[1 - side]:
            yield True, _blocker_text(state, square), "character"
    yield True, _("your character can’t leap to {square}").format(**placeholders), "character"


def _blocker_text(state: State, square: int) -> str:
    letter = state.board[square]
    if letter in SIDE_LETTERS[state.side]:
        return _("your stone on {square} is in the way").format(square=SQUARE_NAMES[square])
    return _("{owner}’s stone on {square} is in the way").format(owner=_owner_name(letter), square=SQUARE_NAMES[square])


def _owner_name(letter: str) -> str:
    return _(SIDES[SIDE_BY_LETTER[letter]])
