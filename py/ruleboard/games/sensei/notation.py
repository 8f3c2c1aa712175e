"""Format and parse positions, moves and move lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, assert_never

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, PositionError
from ruleboard.engine.limits import check_action_length, check_position_length
from ruleboard.engine.move_text import UNFINISHED_MARK, Turn
from ruleboard.engine.plain_text import plain_characters
from ruleboard.games.sensei.state import (
    CHARACTER_LETTERS,
    EMPTY,
    MODES,
    PIT,
    SIDE_LETTERS,
    SIDES,
    SIZE,
    SQUARE_NAMES,
    SQUARE_NUMBERS,
    STONE_LETTERS,
    CharacterMove,
    EndTurn,
    Mode,
    Move,
    State,
    StoneMove,
    state_from_board,
)
from ruleboard.i18n import _, ngettext
from ruleboard.kit.ranks import check_rank_length, format_ranks, parse_ranks

MAX_POSITION_LENGTH: Final = 200
"""The maximum length of a position text in characters."""
_BOARD_LETTERS: Final = {*STONE_LETTERS, *CHARACTER_LETTERS, PIT}
_EMPTY_RUNS: Final = {str(run_length): EMPTY * run_length for run_length in range(1, SIZE + 1)}
_SIDE_TEXTS: Final = ("g", "r")
_REMAINING_MOVES_TEXTS: Final = ("21", "20", "11", "10", "01", "00")
_END_TEXT: Final = "end"
_MOVE_PATTERN: Final = re.compile(r"(@?)([a-z][0-9]+)-([a-z][0-9]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Draft:
    """A position in the editor, which may be invalid. The attributes are those of ``State``."""

    board: str
    side: int
    stone_moves: int
    character_moves: int
    mode: str


@lru_cache(maxsize=64)
def format_position(state: State | Draft) -> str:
    """Format a position as ``<ranks 7 to 1> <side> <remaining moves> <mode>``."""
    ranks = format_ranks(state.board, SIZE, EMPTY)
    return f"{ranks} {_SIDE_TEXTS[state.side]} {state.stone_moves}{state.character_moves} {state.mode}"


def parse_position(text: str) -> State:
    """Parse a position text.

    A side may have fewer than seven stones, so that diagrams can omit unimportant stones.

    Raises:
        PositionError: the text is malformed, or no game can reach the position.
    """
    draft = parse_draft_position(text)
    _check_board(draft.board, MODES[draft.mode])
    state = state_from_board(draft.board, draft.side, draft.stone_moves, draft.character_moves, draft.mode)
    _check_end(state)
    return state


def parse_draft_position(text: str) -> Draft:
    """Parse a position text for the editor. The position may be invalid.

    Raises:
        PositionError: the text is malformed.
    """
    check_position_length(text, MAX_POSITION_LENGTH)
    fields = plain_characters(text).split()
    if len(fields) != 4:
        raise PositionError(
            _("a position has 4 parts, not {n}").format(n=len(fields)),
            expected=_("the rows, the side to move, the moves left, and the mode"),
        )
    ranks, turn, remaining_text, mode = fields
    if mode not in MODES:
        raise PositionError(
            _("{name} isn’t a mode").format(name=repr(mode[:20])), where=_("mode"), expected=", ".join(MODES)
        )
    if turn not in _SIDE_TEXTS:
        raise PositionError(
            _("{text} isn’t a side").format(text=repr(turn[:10])), where=_("side"), expected=_("g or r")
        )
    if remaining_text not in _REMAINING_MOVES_TEXTS:
        raise PositionError(
            _("{text} isn’t a count of the moves left").format(text=repr(remaining_text[:10])),
            where=_("turn"),
            expected=", ".join(_REMAINING_MOVES_TEXTS),
        )
    board = "".join(parse_ranks(ranks, SIZE, _parse_rank, expected=_("7, separated by /")))
    return Draft(board, _SIDE_TEXTS.index(turn), int(remaining_text[0]), int(remaining_text[1]), mode)


def _check_board(board: str, mode: Mode) -> None:
    """Validate the pits, the characters and the number of stones on a board.

    Raises:
        PositionError: the board has other pits than the mode, or no game can have these stones and characters.
    """
    pits = {number for number, letter in enumerate(board) if letter == PIT}
    if pits != mode.pits:
        pit_names = ", ".join(sorted(square for square, number in SQUARE_NUMBERS.items() if number in mode.pits))
        raise PositionError(
            _("the pits don’t match {mode}").format(mode=_(mode.title)),
            where=_("board"),
            expected=_("o on {squares}").format(squares=pit_names) if pit_names else _("no pits"),
        )
    for side, title in enumerate(_(side) for side in SIDES):
        character_count = board.count(CHARACTER_LETTERS[side])
        if character_count != 1:
            text = ngettext("{side} has {n} character", "{side} has {n} characters", character_count)
            message = text if character_count else _("{side} has no characters")
            raise PositionError(
                message.format(side=title, n=character_count),
                where=_("board"),
                expected=_("one {letter}").format(letter=CHARACTER_LETTERS[side]),
            )
        stone_count = sum(letter in SIDE_LETTERS[side] for letter in board)
        if stone_count > SIZE:
            raise PositionError(
                ngettext("{side} has {n} stone", "{side} has {n} stones", stone_count).format(
                    side=title, n=stone_count
                ),
                where=_("board"),
                expected=_("at most 7"),
            )


def _parse_rank(text: str, number: int) -> str:
    location = _("row {rank}").format(rank=number)
    squares = ""
    for letter in text:
        if letter not in _BOARD_LETTERS and letter not in _EMPTY_RUNS:
            raise PositionError(
                _("{letter} isn’t a stone").format(letter=repr(letter)),
                where=location,
                expected=_("g, r, G, R, o or a number from 1 to 7"),
            )
        squares += _EMPTY_RUNS.get(letter, letter)
        if len(squares) > SIZE:
            break
    check_rank_length(len(squares), SIZE, location)
    return squares


def _check_end(state: State) -> None:
    """Validate that a win on the board could have happened, or that the turn can continue.

    Raises:
        PositionError: no game can reach the win, or the turn has no remaining moves.
    """
    mover_name, opponent_name = _(SIDES[state.side]), _(SIDES[1 - state.side])
    if state.position.with_other_side().is_home_win:
        raise PositionError(
            _("{other}’s character is already on {mover}’s home row, so {mover} can’t move").format(
                other=opponent_name, mover=mover_name
            ),
            where=_("board"),
        )
    has_won = state.position.is_home_win
    if has_won and state.character_moves:
        raise PositionError(
            _("{mover}’s character is on {other}’s home row, but it didn’t leap this turn").format(
                other=opponent_name, mover=mover_name
            ),
            where=_("turn"),
            expected=_("20, 10 or 00"),
        )
    if not has_won and not state.stone_moves and not state.character_moves:
        raise PositionError(
            _("{side} has used all 3 actions, so the turn is over").format(side=mover_name),
            where=_("turn"),
            expected=_("21 for {side}").format(side=opponent_name),
        )


def move_text(move: Move) -> str:
    """Format a move as ``a1-a4``, ``@d1-e2`` or ``end``."""
    match move:
        case EndTurn():
            return _END_TEXT
        case StoneMove(origin, goal):
            return f"{SQUARE_NAMES[origin]}-{SQUARE_NAMES[goal]}"
        case CharacterMove(origin, goal):
            return f"@{SQUARE_NAMES[origin]}-{SQUARE_NAMES[goal]}"
        case _:
            assert_never(move)


def parse_move(text: str) -> Move:
    """Parse an action text into a move, legal or not.

    Raises:
        ActionError: the text is not an action of Sensei.
    """
    check_action_length(text)
    if text == _END_TEXT:
        return EndTurn()
    match = _MOVE_PATTERN.fullmatch(text)
    if not match:
        raise ActionError(
            _("{text} isn’t an action").format(text=repr(text[:20])),
            expected=_("a stone move like a1-a4, a leap like @d1-e2, or end"),
        )
    for square in match.group(2, 3):
        if square not in SQUARE_NUMBERS:
            raise ActionError(
                _("there’s no square {name}").format(name=repr(square[:8])),
                where=text[:20],
                expected=_("{first} to {last}").format(first="a1", last="g7"),
            )
    return (CharacterMove if match[1] else StoneMove)(SQUARE_NUMBERS[match[2]], SQUARE_NUMBERS[match[3]])


def format_moves(states: Sequence[State], actions: Sequence[Action[Move]]) -> tuple[Turn, ...]:
    """Format the move list of a game; see ``engine.game.Game.format_moves``.

    ``end`` shares the text of the move before it, unless it is the only move of the turn. An unfinished last turn ends
    with ``…``.
    """
    turns: list[Turn] = []
    turn_items: list[tuple[int, str]] = []
    for ply, action in enumerate(actions):
        if isinstance(action.move, EndTurn) and turn_items:
            turn_items[-1] = (ply, turn_items[-1][1])
        else:
            turn_items.append((ply, action.text))
        player, state = states[ply].side, states[ply + 1]
        if state.is_turn_start or state.position.is_home_win:
            turns.append(Turn("", player, tuple(turn_items)))
            turn_items = []
    if turn_items:
        ply, text = turn_items[-1]
        turns.append(Turn("", states[len(actions)].side, (*turn_items[:-1], (ply, f"{text} {UNFINISHED_MARK}"))))
    return tuple(turns)
