"""The move list: short algebraic notation, both ways, with marks for bounces, propels and beasts.

``B^f4xh6`` bounces, ``N>g6f4`` propels, ``Td3xc2`` captures with a beast, ``O-O~`` castles to the square
nearer the edge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, RuleboardError
from ruleboard.engine.limits import check_moves
from ruleboard.engine.move_text import Turn
from ruleboard.games.tensor_chess.board import EMPTY, NAMES, WHITE
from ruleboard.games.tensor_chess.movegen import catalogue
from ruleboard.games.tensor_chess.packed_moves import (
    BOUNCE,
    CASTLE,
    FROM,
    KINDS,
    MASK,
    PASSANT,
    PROMOTE,
    PROPEL,
    TAKE,
    VIA,
    aims,
    in_check,
    legal_moves,
    play,
)
from ruleboard.games.tensor_chess.position_text import SIDES, move_text
from ruleboard.games.tensor_chess.refusals import refusal
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.words import KINDS_OF_PIECES
from ruleboard.i18n import N_, _

_CASTLES = {"h": "O-O", "i": "O-O~", "c": "O-O-O", "b": "O-O-O~"}
_RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "½-½", "*"})


def san(state: State, move: int) -> str:
    """A legal move in the move list's notation, with ``+`` and ``#``."""
    letter, tail = _parts(state, move)
    start = move >> FROM & MASK
    rivals = {
        other >> FROM & MASK
        for other in legal_moves(state)
        if other & MASK == move & MASK and _parts(state, other) == (letter, tail)
    } - {start}
    text = letter + _origin(start, rivals) + tail
    after = play(state, move)
    if not in_check(after):
        return text
    return text + ("+" if legal_moves(after) else "#")


def _parts(state: State, move: int) -> tuple[str, str]:
    """The piece's letter and what follows the origin; for pawns all is in the latter."""
    start = move >> FROM & MASK
    landing = NAMES[move & MASK]
    via = move >> VIA & MASK
    kind = move & KINDS
    letter = chr(state.board[start]).upper()
    cross = "x" if kind == PASSANT or (state.board[move & MASK] != EMPTY and move & MASK != start) else ""
    if kind == CASTLE:
        return "", _CASTLES[landing[0]]
    if letter == "P":
        if kind == PROPEL:
            return "", f"{NAMES[start]}>{NAMES[via]}{landing}"
        promoted = f"={chr(via)}" if kind == PROMOTE else ""
        return "", (NAMES[start][0] + cross if cross else "") + landing + promoted
    if kind == BOUNCE:
        return letter, f"^{NAMES[via]}{cross}{landing}"
    if kind == PROPEL:
        return letter, f">{NAMES[via]}{landing}"
    if kind == TAKE:
        return letter, f"{landing}x{NAMES[via]}"
    return letter, cross + landing


def _origin(start: int, rivals: set[int]) -> str:
    """What tells a piece from others that could do the same: its file, else its rank, else its square."""
    if not rivals:
        return ""
    file, rank = NAMES[start][0], NAMES[start][1]
    if all(NAMES[rival][0] != file for rival in rivals):
        return file
    if all(NAMES[rival][1] != rank for rival in rivals):
        return rank
    return file + rank


def parse_san(state: State, text: str) -> int:
    """The legal move a notation names. Check marks may be missing, and the origin told where it need not be.

    Raises:
        ActionError: it is not a notation, or names several moves.
        IllegalAction: it names none that is legal here.
    """
    token = text.rstrip("+#!?").replace("0", "O")
    found = [move for move in legal_moves(state) if token in _spellings(state, move)]
    if len(found) == 1:
        return found[0]
    if found:
        origins = _(" or ").join(sorted({NAMES[move >> FROM & MASK] for move in found}))
        raise ActionError(
            _("{text} can mean more than one move").format(text=repr(text[:20])),
            expected=_("the origin too, {origins}").format(origins=origins),
        )
    raise _unknown(state, text, token)


def _spellings(state: State, move: int) -> tuple[str, ...]:
    letter, tail = _parts(state, move)
    start = NAMES[move >> FROM & MASK]
    return (
        letter + tail,
        letter + start[0] + tail,
        letter + start[1] + tail,
        letter + start + tail,
        move_text(move),
    )


_SQUARE = "[a-j][1-8]"
_PIECE_MOVE = re.compile(
    rf"(?P<letter>[KQRBNT])(?P<file>[a-j]?)(?P<rank>[1-8]?)"
    rf"(?:(?P<mark>[>^])(?P<via>{_SQUARE}))?x?(?P<to>{_SQUARE})(?:x(?P<taken>{_SQUARE}))?"
)
_PAWN_MOVE = re.compile(rf"(?:(?P<file>[a-j])x)?(?P<to>{_SQUARE})(?:=(?P<promoted>[QRBNT]))?")
_TEXT_MOVE = re.compile(rf"{_SQUARE}(?:[>^]{_SQUARE})?{_SQUARE}(?:[qrbnt]|x{_SQUARE})?")
_CASTLE_MOVE = re.compile(r"O-O(-O)?~?")


_NONE = {
    "king": N_("{side} has no such king"),
    "queen": N_("{side} has no such queen"),
    "rook": N_("{side} has no such rook"),
    "bishop": N_("{side} has no such bishop"),
    "knight": N_("{side} has no such knight"),
    "beast": N_("{side} has no such beast"),
}
_NONE_CAN = {
    "king": N_("{side} has no king that can do this"),
    "queen": N_("{side} has no queen that can do this"),
    "rook": N_("{side} has no rook that can do this"),
    "bishop": N_("{side} has no bishop that can do this"),
    "knight": N_("{side} has no knight that can do this"),
    "beast": N_("{side} has no beast that can do this"),
}


def _unknown(state: State, text: str, token: str) -> RuleboardError:
    """What to say of a notation that is no legal move's."""
    side = _(SIDES[state.turn])
    if found := _PIECE_MOVE.fullmatch(token):
        letter = found["letter"]
        own = letter if state.turn == WHITE else letter.lower()
        file, rank = found["file"], found["rank"]
        pieces = [
            name
            for name, code in zip(NAMES, state.board, strict=True)
            if code == ord(own) and file in ("", name[0]) and rank in ("", name[1])
        ]
        middle = f"{found['mark']}{found['via']}" if found["mark"] else ""
        taken = f"x{found['taken']}" if found["taken"] else ""
        able = [] if middle or taken else [piece for piece in pieces if piece in _aiming(state, found["to"])]
        if able or len(pieces) == 1:
            return _otherwise(state, text, [f"{piece}{middle}{found['to']}{taken}" for piece in able or pieces])
        return IllegalAction(_((_NONE_CAN if pieces else _NONE)[KINDS_OF_PIECES[letter]]).format(side=side))
    if _TEXT_MOVE.fullmatch(token):
        return _illegal(state, token)
    if found := _PAWN_MOVE.fullmatch(token):
        pawn = ord("Pp"[state.turn])
        pawns = [name for name, code in zip(NAMES, state.board, strict=True) if code == pawn]
        able = [name for name in pawns if name in _aiming(state, found["to"]) and found["file"] in (None, name[0])]
        if able:
            promoted = (found["promoted"] or "").lower()
            return _otherwise(state, text, [f"{name}{found['to']}{promoted}" for name in able])
        said = _("{side} has no pawn that can go to {square}")
        if found["file"]:
            said = _("{side} has no pawn that can capture on {square}")
        return IllegalAction(said.format(side=side, square=found["to"]))
    if _CASTLE_MOVE.fullmatch(token):
        file = next(file for file, castle in _CASTLES.items() if castle == token)
        rank = "18"[state.turn]
        return _illegal(state, f"f{rank}{file}{rank}")
    return ActionError(
        _("{text} is not a move").format(text=repr(text[:20])),
        expected=_("a move such as {examples}").format(examples="e4, Nd3, B^f4xh6, N>g6f4, Td3xc2, O-O"),
    )


def _aiming(state: State, square: str) -> set[str]:
    """From where legal moves go to a square, or come to the beast on it."""
    aimed = NAMES.index(square)
    return {NAMES[move >> FROM & MASK] for move in legal_moves(state) if aims(move, aimed)}


def _otherwise(state: State, text: str, moves: Sequence[str]) -> RuleboardError:
    """What to say of a notation that seems to mean these moves: how those are written that are legal."""
    by_text = catalogue(state).by_text
    written = [san(state, by_text[move][1]) for move in moves if move in by_text]
    if not written:
        return _illegal(state, moves[0])
    said = _("{text} is not how this move is written").format(text=repr(text[:20]))
    return ActionError(said, expected=_(" or ").join(written))


def _illegal(state: State, text: str) -> IllegalAction:
    return IllegalAction.refused(refusal(state, text))


def format_moves(states: Sequence[State], actions: Sequence[Action[Any]]) -> tuple[Turn, ...]:
    """The move list of a game, a line a move: ``1. e4``, then Black's without a number."""
    turns: list[Turn] = []
    for ply, action in enumerate(actions):
        state = states[ply]
        label = f"{state.number}." if state.turn == WHITE else "" if turns else f"{state.number}…"
        turns.append(Turn(label, state.turn, ((ply, _written(state, action.text)),)))
    return tuple(turns)


@lru_cache(maxsize=2048)
def _written(state: State, text: str) -> str:
    """A move's notation; kept, since lists are written again and again."""
    return san(state, catalogue(state).by_text[text][1])


def positions(start: State, actions: Sequence[Action[Any]]) -> tuple[State, ...]:
    """The positions that legal moves lead through, with the first and the last."""

    def made(state: State, action: Action[Any]) -> State:
        return play(state, catalogue(state).by_text[action.text][1])

    return tuple(accumulate(actions, made, initial=start))


_NUMBER = re.compile(r"[0-9]++(?:\.++|…)")


def tokens(text: str) -> Iterator[str]:
    """The moves of a move list as they stand there, without numbers, dots and results."""
    for word in text.split():
        numbered = _NUMBER.match(word)
        word = word[numbered.end() if numbered else 0 :].lstrip(".…")
        if word and word not in _RESULTS and not word.isdigit():
            yield word


def parse_moves(start: State, text: str) -> tuple[Action[Any], ...]:
    """The moves of a move list.

    Raises:
        ActionError, IllegalAction: a move cannot be read or is not legal; the error's place names it.
    """
    check_moves(text)
    state = start
    actions: list[Action[Any]] = []
    for token in tokens(text):
        try:
            move = parse_san(state, token)
        except (ActionError, IllegalAction) as error:
            said = _("White's move {number}, {text}") if state.turn == WHITE else _("Black's move {number}, {text}")
            where = said.format(number=state.number, text=repr(token[:20]))
            raise type(error)(error.what, where=where, expected=error.expected) from None
        actions.append(_action(state, move))
        state = play(state, move)
    return tuple(actions)


def _action(state: State, move: int) -> Action[Any]:
    return catalogue(state).by_text[move_text(move)][0]
