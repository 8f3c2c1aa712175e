"""What is said of squares, moves and turns: names, announcements and prompts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.games.tensor_chess.board import EMPTY, FILES, KING_STEPS, NAMES, NUMBERS, RELATIVE, WHITE
from ruleboard.games.tensor_chess.endings import outcome
from ruleboard.games.tensor_chess.movegen import HOP, PROMOTE_TO, STOP, catalogue
from ruleboard.games.tensor_chess.packed_moves import (
    BOUNCE,
    CASTLE,
    CASTLINGS,
    FROM,
    KINDS,
    MASK,
    PASSANT,
    PROMOTE,
    PROPEL,
    TAKE,
    VIA,
    in_check,
    legal_moves,
    play,
)
from ruleboard.games.tensor_chess.state import State
from ruleboard.i18n import N_, _

# A language may need another article for each piece, and other endings for each colour: so all of these are whole.

KINDS_OF_PIECES: Mapping[str, str] = {
    "K": "king",
    "Q": "queen",
    "R": "rook",
    "B": "bishop",
    "N": "knight",
    "T": "beast",
    "P": "pawn",
}
"""The kinds by which the modules speak of pieces among themselves."""

PIECE_NAMES: Mapping[str, str] = {
    "K": N_("King"),
    "Q": N_("Queen"),
    "R": N_("Rook"),
    "B": N_("Bishop"),
    "N": N_("Knight"),
    "T": N_("Beast"),
    "P": N_("Pawn"),
}
"""Pieces as they stand on a button."""

_THE: Mapping[str, str] = {
    "king": N_("the king"),
    "queen": N_("the queen"),
    "rook": N_("the rook"),
    "bishop": N_("the bishop"),
    "knight": N_("the knight"),
    "beast": N_("the beast"),
    "pawn": N_("the pawn"),
}

_A: Mapping[str, str] = {
    "king": N_("a king"),
    "queen": N_("a queen"),
    "rook": N_("a rook"),
    "bishop": N_("a bishop"),
    "knight": N_("a knight"),
    "beast": N_("a beast"),
    "pawn": N_("a pawn"),
}

_YOURS: Mapping[str, str] = {
    "king": N_("your own king"),
    "queen": N_("your own queen"),
    "rook": N_("your own rook"),
    "bishop": N_("your own bishop"),
    "knight": N_("your own knight"),
    "beast": N_("your own beast"),
    "pawn": N_("your own pawn"),
}

COLOURED: Mapping[str, str] = {
    "K": N_("white king"),
    "Q": N_("white queen"),
    "R": N_("white rook"),
    "B": N_("white bishop"),
    "N": N_("white knight"),
    "T": N_("white beast"),
    "P": N_("white pawn"),
    "k": N_("black king"),
    "q": N_("black queen"),
    "r": N_("black rook"),
    "b": N_("black bishop"),
    "n": N_("black knight"),
    "t": N_("black beast"),
    "p": N_("black pawn"),
}
"""Pieces with their colours, by their letters."""

_THE_COLOURED: Mapping[str, str] = {
    "K": N_("the white king"),
    "Q": N_("the white queen"),
    "R": N_("the white rook"),
    "B": N_("the white bishop"),
    "N": N_("the white knight"),
    "T": N_("the white beast"),
    "P": N_("the white pawn"),
    "k": N_("the black king"),
    "q": N_("the black queen"),
    "r": N_("the black rook"),
    "b": N_("the black bishop"),
    "n": N_("the black knight"),
    "t": N_("the black beast"),
    "p": N_("the black pawn"),
}

_WHOSE: Mapping[str, str] = {
    "K": N_("White's king"),
    "Q": N_("White's queen"),
    "R": N_("White's rook"),
    "B": N_("White's bishop"),
    "N": N_("White's knight"),
    "T": N_("White's beast"),
    "P": N_("White's pawn"),
    "k": N_("Black's king"),
    "q": N_("Black's queen"),
    "r": N_("Black's rook"),
    "b": N_("Black's bishop"),
    "n": N_("Black's knight"),
    "t": N_("Black's beast"),
    "p": N_("Black's pawn"),
}


def piece_at(state: State, square: int) -> str:
    """The kind of the piece on a square ("bishop"), no word for people; empty if nothing stands there."""
    return KINDS_OF_PIECES.get(chr(state.board[square]).upper(), "")


def the(state: State, square: int) -> str:
    """The piece on a square: "the bishop"."""
    return _(_THE[piece_at(state, square)])


def a_piece(kind: str) -> str:
    """A piece of this kind: "a bishop"."""
    return _(_A[kind])


def yours(state: State, square: int) -> str:
    """The piece on a square, which is of the player to move: "your own bishop"."""
    return _(_YOURS[piece_at(state, square)])


def the_coloured(state: State, square: int) -> str:
    """The piece on a square with its colour: "the black bishop"."""
    return _(_THE_COLOURED[chr(state.board[square])])


def capital(text: str) -> str:
    """A text as it begins a sentence."""
    return text[:1].upper() + text[1:]


def is_own(state: State, square: int) -> bool:
    """Whether a piece of the player to move stands there."""
    return bool(0 < state.board.translate(RELATIVE[state.turn])[square] < 8)


def name(state: State, target: str) -> str:
    """A square with what stands there, or what a button does."""
    if target in NUMBERS:
        letter = chr(state.board[NUMBERS[target]])
        if letter not in COLOURED:
            return _("{square}, empty").format(square=target)
        return _("{square}, {piece}").format(square=target, piece=_(COLOURED[letter]))
    if target.startswith(PROMOTE_TO):
        return _(PIECE_NAMES.get(target[len(PROMOTE_TO) :].upper(), target))
    if target == HOP:
        return _("Hop by hop")
    return _("Stop here") if target == STOP else target


def describe(state: State, action: Action[Any]) -> str:
    """A legal move in words, without a full stop."""
    _action, move = catalogue(state).by_text[action.text]
    after = play(state, move)
    text = _told(state, move)
    if in_check(after):
        text = (_("{move}, check") if legal_moves(after) else _("{move}, checkmate")).format(move=text)
    return text


def _told(state: State, move: int) -> str:
    start = move >> FROM & MASK
    landing = move & MASK
    kind = move & KINDS
    piece = _(_WHOSE[chr(state.board[start])])
    if kind == CASTLE:
        _right, rook, beside = CASTLINGS[start, landing]
        said = _("{piece} castles to {end}, and the rook on {rook} goes to {beside}")
        return said.format(piece=piece, end=NAMES[landing], rook=NAMES[rook], beside=NAMES[beside])
    said = _saying(state, move).format(
        piece=piece,
        origin=NAMES[start],
        end=NAMES[landing],
        beast=NAMES[move >> VIA & MASK] if kind in (BOUNCE, PROPEL, TAKE) else NAMES[(start + landing) // 2],
        captured=the(state, landing) if piece_at(state, landing) else "",
    )
    if kind == PROMOTE:
        became = a_piece(KINDS_OF_PIECES[chr(move >> VIA & MASK)])
        return _("{move} and becomes {piece}").format(move=said, piece=became)
    return said


def _saying(state: State, move: int) -> str:
    """What is said of such a move, before piece and squares are put in."""
    start = move >> FROM & MASK
    landing = move & MASK
    kind = move & KINDS
    captures = bool(piece_at(state, landing)) and landing != start
    if kind == PROPEL:
        return _("{piece} on {origin} goes to {beast} and sends the beast there on to {end}")
    if kind == BOUNCE and captures:
        return _("{piece} on {origin} bounces off the beast on {beast} and captures {captured} on {end}")
    if kind == BOUNCE:
        return _("{piece} on {origin} bounces off the beast on {beast} to {end}")
    if kind == TAKE:
        return _("{piece} on {origin} hops over the beast on {beast}, capturing it, and lands on {end}")
    if kind == PASSANT:
        return _("{piece} on {origin} captures the pawn beside it in passing and goes to {end}")
    if captures:
        return _("{piece} on {origin} captures {captured} on {end}")
    if piece_at(state, start) == "beast" and landing not in KING_STEPS[start]:
        return _("{piece} on {origin} hops to {end}")
    two_steps = piece_at(state, start) == "pawn" and abs(landing - start) == 2 * FILES
    if two_steps and state.board[(landing + start) // 2] != EMPTY:
        return _("{piece} on {origin} passes through the beast on {beast} to {end}")
    return _("{piece} on {origin} goes to {end}")


def prompt(state: State) -> str:
    """What the player to move may do; empty when the game is over."""
    if outcome(state):
        return ""
    white = state.turn == WHITE
    if in_check(state):
        return _("White to move: the king is in check.") if white else _("Black to move: the king is in check.")
    return _("White to move.") if white else _("Black to move.")
