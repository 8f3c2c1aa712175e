"""Positions and actions of Sensei as text."""

from __future__ import annotations

import re
from typing import Final

from ruleboard.engine.errors import ActionError, IllegalAction, PositionError
from ruleboard.engine.game import Action
from ruleboard.games.sensei.rules import END, is_home, legal_actions
from ruleboard.games.sensei.state import (
    BEARER,
    EMPTY,
    INDEX,
    MODES,
    OWN,
    PIT,
    SIDES,
    SIZE,
    STONE,
    Mode,
    State,
)
from ruleboard.games.sensei.words import why_not_character, why_not_end, why_not_stone

_LETTERS: Final = {*STONE, *BEARER, PIT}
_RUNS: Final = {str(run): EMPTY * run for run in range(1, SIZE + 1)}
_TURNS: Final = ("g", "r")
_LEFT: Final = ("21", "20", "11", "10", "01", "00")
_MOVE: Final = re.compile(r"(@?)([a-z][0-9]+)-([a-z][0-9]+)", re.ASCII)


def format_position(state: State) -> str:
    """The position as ``<ranks 7 to 1> <side> <left> <mode>``."""
    ranks = [_packed(state.board[at : at + SIZE]) for at in range(SIZE * (SIZE - 1), -1, -SIZE)]
    return f"{'/'.join(ranks)} {_TURNS[state.side]} {state.stones}{state.character} {state.mode}"


def _packed(row: str) -> str:
    return re.sub(r"\.+", lambda run: str(len(run[0])), row)


def parse_position(text: str) -> State:
    """The position a text describes.

    A side may have fewer than seven stones, so that a diagram can show only what matters.

    Raises:
        PositionError: the text cannot be read, or the rules never lead to what it describes.
    """
    fields = text.split()
    if len(fields) != 4:
        raise PositionError(
            f"a position has four parts, this has {len(fields)}",
            expected="the ranks, the side to move, what is left of the turn, and the mode",
        )
    ranks, turn, left, mode = fields
    if mode not in MODES:
        raise PositionError(f"there is no mode {mode[:20]!r}", where="mode", expected=", ".join(MODES))
    if turn not in _TURNS:
        raise PositionError(f"{turn[:10]!r} is no side", where="side", expected="g or r")
    if left not in _LEFT:
        raise PositionError(f"{left[:10]!r} cannot be left of a turn", where="turn", expected=", ".join(_LEFT))
    board = _board(ranks, MODES[mode])
    state = State(board, _TURNS.index(turn), int(left[0]), int(left[1]), mode)
    _check_end(state)
    return state


def _board(ranks: str, mode: Mode) -> str:
    rows = ranks.split("/")
    if len(rows) != SIZE:
        raise PositionError(f"there are {len(rows)} ranks", where="board", expected="7, separated by /")
    board = "".join(reversed([_row(row, SIZE - at) for at, row in enumerate(rows)]))
    pits = {place for place, letter in enumerate(board) if letter == PIT}
    if pits != mode.pits:
        named = ", ".join(sorted(square for square, place in INDEX.items() if place in mode.pits))
        raise PositionError(
            f"the pits are not those of {mode.title}",
            where="board",
            expected=f"o on {named}" if named else "no pits",
        )
    for side, title in enumerate(SIDES):
        characters = board.count(BEARER[side])
        if characters != 1:
            raise PositionError(
                f"{title} has {characters or 'no'} characters", where="board", expected=f"one {BEARER[side]}"
            )
        stones = sum(letter in OWN[side] for letter in board)
        if stones > SIZE:
            raise PositionError(f"{title} has {stones} stones", where="board", expected="7 at most")
    return board


def _row(row: str, rank: int) -> str:
    squares = ""
    for letter in row:
        if letter not in _LETTERS and letter not in _RUNS:
            raise PositionError(
                f"{letter!r} is no stone",
                where=f"rank {rank}",
                expected="g, r, G, R, o or a number from 1 to 7",
            )
        squares += _RUNS.get(letter, letter)
        if len(squares) > SIZE:
            break
    if len(squares) != SIZE:
        has = f"only {len(squares)}" if len(squares) < SIZE else "more than 7"
        raise PositionError(f"there are {has} squares", where=f"rank {rank}", expected="7")
    return squares


def _check_end(state: State) -> None:
    """Refuse a win that cannot have come about, and a turn that should have ended.

    Raises:
        PositionError: the game is won in a way the rules do not know, or nothing is left and it is not won.
    """
    mover, other = SIDES[state.side], SIDES[1 - state.side]
    if is_home(state, 1 - state.side):
        raise PositionError(
            f"{other}'s character stands on {mover}'s home rank, so {mover} has no turn any more",
            where="board",
        )
    won = is_home(state, state.side)
    if won and state.character:
        raise PositionError(
            f"{mover}'s character is on {other}'s home rank, but has not moved this turn",
            where="turn",
            expected="20, 10 or 00",
        )
    if not won and not state.stones and not state.character:
        raise PositionError("all three actions are used, so the turn is over", where="turn", expected=f"21 for {other}")


def parse_action(state: State, text: str) -> Action:
    """The allowed action a text names.

    Raises:
        ActionError: the text is no action of Sensei.
        IllegalAction: it is not allowed here; the error says why.
    """
    for action in legal_actions(state):
        if action.text == text:
            return action
    if text == END.text:
        raise IllegalAction(why_not_end(state))
    match = _MOVE.fullmatch(text)
    if not match:
        raise ActionError(f"{text[:20]!r} is no action", expected="a move such as a1-a4, one such as @d1-e2, or end")
    for square in match.group(2, 3):
        if square not in INDEX:
            raise ActionError(f"there is no square {square[:8]!r}", where=text[:20], expected="a1 to g7")
    origin, goal = INDEX[match[2]], INDEX[match[3]]
    reason = why_not_character if match[1] else why_not_stone
    raise IllegalAction(reason(state, origin, goal))
