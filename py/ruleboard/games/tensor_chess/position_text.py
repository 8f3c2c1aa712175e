"""Format, parse and validate position texts, which are FENs with ten files and eight ranks."""

from __future__ import annotations

import re

from ruleboard.engine.errors import PositionError
from ruleboard.engine.limits import check_position_length
from ruleboard.engine.plain_text import plain_characters
from ruleboard.games.tensor_chess.attacks import is_attacked
from ruleboard.games.tensor_chess.board import (
    EMPTY,
    FILE_COUNT,
    KING,
    PIECE_CODES,
    PIECE_LETTERS,
    RANK_COUNT,
    SQUARE_COUNT,
    SQUARE_NAMES,
    SQUARE_NUMBERS,
    WHITE,
)
from ruleboard.games.tensor_chess.castling import CASTLINGS
from ruleboard.games.tensor_chess.state import SIDES, State
from ruleboard.i18n import N_, _
from ruleboard.kit.ranks import check_rank_length, format_ranks, parse_ranks

_CASTLING_LETTERS = "KQkq"
MAX_POSITION_LENGTH = 400
"""The maximum length of a position text, in characters."""
_EXPECTED_PARTS_TEXT = N_("ranks, side to move, castling, en passant square, quiet moves, move number")


def parse_position(text: str) -> State:
    """Parse and validate a text such as ``rtnbqkbntr/pppppppppp/10/10/10/10/PPPPPPPPPP/RTNBQKBNTR w KQkq - 0 1``.

    Implements 'Position' (spec: Text formats).

    Raises:
        PositionError: the text is malformed, or the position is not valid (see ``validate``).
    """
    state = parse_draft_position(text)
    validate(state)
    return state


def parse_draft_position(text: str) -> State:
    """Parse a position text without validation, for the position editor.

    Raises:
        PositionError: the text is malformed.
    """
    check_position_length(text, MAX_POSITION_LENGTH)
    fields = plain_characters(text).split()
    if len(fields) != 6:
        message = _("a position has 6 parts, not {n}")
        raise PositionError(message.format(n=len(fields)), expected=_(_EXPECTED_PARTS_TEXT))
    placement, side, castling, en_passant, halfmove_clock, fullmove_number = fields
    return State(
        b"".join(
            parse_ranks(placement, RANK_COUNT, _parse_rank, expected=_("8 ranks separated by /, starting with rank 8"))
        ),
        _parse_side(side),
        _parse_castling(castling),
        _parse_en_passant(en_passant),
        _parse_count(halfmove_clock, _("quiet moves"), 0),
        _parse_count(fullmove_number, _("move number"), 1),
    )


def _parse_rank(text: str, number: int) -> bytes:
    location = _("rank {rank}").format(rank=number)
    letters = ""
    for part in re.findall(r"[0-9]+|.", text, re.DOTALL):
        if part.isascii() and part.isdigit():
            if part[0] == "0" or len(part) > 2 or int(part) > FILE_COUNT:
                raise PositionError(
                    _("{text} can’t be a number of empty squares").format(text=part[:6]),
                    where=location,
                    expected=_("a number from 1 to 10"),
                )
            letters += chr(EMPTY) * int(part)
        elif part.upper() in PIECE_LETTERS and part.isascii():
            letters += part
        else:
            raise PositionError(
                _("{name} isn’t a piece").format(name=repr(part)),
                where=location,
                expected=_("{letters}, in lower case for Black").format(letters=", ".join(PIECE_LETTERS)),
            )
    check_rank_length(len(letters), FILE_COUNT, location)
    return letters.encode("ascii")


def _parse_side(text: str) -> int:
    if text not in ("w", "b"):
        raise PositionError(
            _("{name} isn’t a side").format(name=repr(text[:8])), where=_("side to move"), expected=_("w or b")
        )
    return "wb".index(text)


def _parse_castling(text: str) -> int:
    if text == "-":
        return 0
    if not set(text) <= set(_CASTLING_LETTERS) or len(set(text)) != len(text):
        raise PositionError(
            _("{text} isn’t a valid set of castling rights").format(text=repr(text[:8])),
            where=_("castling"),
            expected=_("some of K, Q, k and q, or -"),
        )
    return sum(1 << _CASTLING_LETTERS.index(letter) for letter in text)


def _parse_en_passant(text: str) -> int:
    if text == "-":
        return -1
    if text not in SQUARE_NUMBERS:
        raise PositionError(
            _("there’s no square {name}").format(name=repr(text[:8])),
            where=_("en passant"),
            expected=_("a square or -"),
        )
    return SQUARE_NUMBERS[text]


def _parse_count(text: str, location: str, minimum: int) -> int:
    is_canonical = text.isascii() and text.isdigit() and len(text) <= 9 and (text == "0" or text[0] != "0")
    if not is_canonical or int(text) < minimum:
        raise PositionError(
            _("{text} isn’t a valid number").format(text=repr(text[:12])),
            where=location,
            expected=_("a number, {least} or more").format(least=minimum),
        )
    return int(text)


def validate(state: State) -> None:
    """Validate that a game can start from a state.

    Implements the last clause of 'Position'. Each side has one king. No pawn is on the first or last rank. The
    side that has just moved is not in check. Castling rights need king and rook on their start squares. An en
    passant square is empty, with the pawn just beyond it.

    Raises:
        PositionError: the position is not valid. The message gives the reason.
    """
    board = state.board
    for side, king in zip(SIDES, b"Kk", strict=True):
        count = board.count(king)
        if count != 1:
            message = _("{side} has {n} kings") if count else _("{side} has no king")
            raise PositionError(message.format(side=_(side), n=count), where=_("board"), expected=_("one"))
    for square in (*range(FILE_COUNT), *range(SQUARE_COUNT - FILE_COUNT, SQUARE_COUNT)):
        if board[square] in b"Pp":
            raise PositionError(
                _("there’s a pawn on {square}").format(square=SQUARE_NAMES[square]),
                where=_("board"),
                expected=_("pawns only on ranks 2 to 7"),
            )
    _validate_castling(state)
    if state.en_passant >= 0:
        _validate_en_passant(state)
    opponent = 1 - state.turn
    codes = board.translate(PIECE_CODES[opponent])
    if is_attacked(codes, codes.index(KING), opponent):
        raise PositionError(
            _("Black is in check, but it’s White’s turn")
            if opponent
            else _("White is in check, but it’s Black’s turn"),
            where=_("board"),
            expected=_("a position where the side that just moved isn’t in check"),
        )


_MISSING_PIECE_MESSAGES = {
    "K": N_("White can’t castle with the rook on {rook}: there’s no white king on {square}"),
    "R": N_("White can’t castle with the rook on {rook}: there’s no white rook on {square}"),
    "k": N_("Black can’t castle with the rook on {rook}: there’s no black king on {square}"),
    "r": N_("Black can’t castle with the rook on {rook}: there’s no black rook on {square}"),
}


def _validate_castling(state: State) -> None:
    for (king, _landing), (castling_right, rook, _rook_landing) in CASTLINGS.items():
        pieces = b"KR" if king < FILE_COUNT else b"kr"
        for square, piece in ((king, pieces[0]), (rook, pieces[1])):
            if state.castling & castling_right and state.board[square] != piece:
                message = _(_MISSING_PIECE_MESSAGES[chr(piece)])
                raise PositionError(
                    message.format(rook=SQUARE_NAMES[rook], square=SQUARE_NAMES[square]),
                    where=_("castling"),
                    expected=_("castling rights only with king and rook on their starting squares"),
                )


def _validate_en_passant(state: State) -> None:
    name = SQUARE_NAMES[state.en_passant]
    rank = 6 if state.turn == WHITE else 3
    if state.en_passant // FILE_COUNT != rank - 1:
        if state.turn == WHITE:
            expected = _("a square on rank {rank} when it’s White’s turn")
        else:
            expected = _("a square on rank {rank} when it’s Black’s turn")
        raise PositionError(
            _("no pawn just passed over {square}").format(square=name),
            where=_("en passant"),
            expected=expected.format(rank=rank),
        )
    if state.board[state.en_passant] != EMPTY:
        raise PositionError(
            _("{square} isn’t empty").format(square=name), where=_("en passant"), expected=_("an empty square")
        )
    pawn_square = state.en_passant + (-FILE_COUNT if state.turn == WHITE else FILE_COUNT)
    if state.board[pawn_square] != (ord("p") if state.turn == WHITE else ord("P")):
        raise PositionError(
            _("there’s no pawn on {beyond} that just passed over {square}").format(
                beyond=SQUARE_NAMES[pawn_square], square=name
            ),
            where=_("en passant"),
            expected=_("a pawn that just moved 2 squares"),
        )


def format_position(state: State) -> str:
    """Format a state as a position text."""
    ranks = format_ranks(state.board.decode("ascii"), FILE_COUNT, chr(EMPTY))
    castling_letters = "".join(letter for bit, letter in enumerate(_CASTLING_LETTERS) if state.castling >> bit & 1)
    en_passant = SQUARE_NAMES[state.en_passant] if state.en_passant >= 0 else "-"
    counts_text = f"{state.halfmove_clock} {state.fullmove_number}"
    return f"{ranks} {'wb'[state.turn]} {castling_letters or '-'} {en_passant} {counts_text}"
