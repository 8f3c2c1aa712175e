"""Position texts (FEN for ten files and eight ranks), the texts of moves, and whether a position is valid."""

from __future__ import annotations

import re
from typing import NamedTuple

from ruleboard.engine.errors import ActionError, PositionError
from ruleboard.games.tensor_chess.attacks import attacked
from ruleboard.games.tensor_chess.board import (
    EMPTY,
    FILES,
    KING,
    NAMES,
    NUMBERS,
    RANKS,
    RELATIVE,
    SQUARES,
    WHITE,
)
from ruleboard.games.tensor_chess.moves import (
    BOUNCE,
    CASTLINGS,
    FROM,
    KINDS,
    MASK,
    PROMOTE,
    PROPEL,
    TAKE,
    VIA,
)
from ruleboard.games.tensor_chess.state import State

SIDES = ("White", "Black")
PIECES = "KQRBNTP"
_RIGHTS = "KQkq"
_LONGEST = 400
_EXPECTED = "ranks, side to move, castling, en passant square, quiet moves, move number"


def parse_position(text: str) -> State:
    """The state of a text such as ``rtnbqkbntr/pppppppppp/10/10/10/10/PPPPPPPPPP/RTNBQKBNTR w KQkq - 0 1``.

    Implements 'Position' (spec: Text formats).

    Raises:
        PositionError: the text cannot be read, or the position is not valid (see ``validate``).
    """
    state = read_position(text)
    validate(state)
    return state


def read_position(text: str) -> State:
    """The state of a text, valid or not, as a board being set up has it.

    Raises:
        PositionError: the text cannot be read.
    """
    if len(text) > _LONGEST:
        raise PositionError("this is far too long for a position", expected=_EXPECTED)
    fields = text.split()
    if len(fields) != 6:
        parts = "1 part" if len(fields) == 1 else f"{len(fields)} parts"
        raise PositionError(f"a position has six parts, this has {parts}", expected=_EXPECTED)
    placement, side, castling, passant, quiet, number = fields
    return State(
        _parse_board(placement),
        _parse_side(side),
        _parse_castling(castling),
        _parse_passant(passant),
        _parse_count(quiet, "quiet moves", 0),
        _parse_count(number, "move number", 1),
    )


def _parse_board(text: str) -> bytes:
    ranks = text.split("/")
    if len(ranks) != RANKS:
        many = "1 rank" if len(ranks) == 1 else f"{len(ranks)} ranks"
        raise PositionError(f"there are {many}", where="board", expected="8 ranks with / between them, rank 8 first")
    rows = [_parse_rank(rank, RANKS - index) for index, rank in enumerate(ranks)]
    return b"".join(reversed(rows))


def _parse_rank(text: str, number: int) -> bytes:
    where = f"rank {number}"
    letters = ""
    for part in re.findall(r"[0-9]+|.", text, re.DOTALL):
        if part.isascii() and part.isdigit():
            if part[0] == "0" or len(part) > 2 or int(part) > FILES:
                raise PositionError(
                    f"{part[:6]} is no number of empty squares", where=where, expected="a number from 1 to 10"
                )
            letters += chr(EMPTY) * int(part)
        elif part.upper() in PIECES and part.isascii():
            letters += part
        else:
            raise PositionError(
                f"there is no piece {part!r}", where=where, expected=", ".join(PIECES) + ", small for Black"
            )
    if len(letters) != FILES:
        raise PositionError(f"it has {len(letters)} squares", where=where, expected="10 squares")
    return letters.encode("ascii")


def _parse_side(text: str) -> int:
    if text not in ("w", "b"):
        raise PositionError(f"there is no side {text[:8]!r}", where="side to move", expected="w or b")
    return "wb".index(text)


def _parse_castling(text: str) -> int:
    if text == "-":
        return 0
    if not set(text) <= set(_RIGHTS) or len(set(text)) != len(text):
        raise PositionError(
            f"{text[:8]!r} are no castling rights", where="castling", expected="some of K, Q, k and q, or -"
        )
    return sum(1 << _RIGHTS.index(letter) for letter in text)


def _parse_passant(text: str) -> int:
    if text == "-":
        return -1
    if text not in NUMBERS:
        raise PositionError(f"there is no square {text[:8]!r}", where="en passant", expected="a square or -")
    return NUMBERS[text]


def _parse_count(text: str, where: str, least: int) -> int:
    canonical = text.isascii() and text.isdigit() and len(text) <= 9 and (text == "0" or text[0] != "0")
    if not canonical or int(text) < least:
        raise PositionError(f"{text[:12]!r} is no such number", where=where, expected=f"a number from {least} up")
    return int(text)


def validate(state: State) -> None:
    """Check that a position could be played on.

    Implements the last clause of 'Position': one king a side, no pawn on the first or last rank, nobody can
    capture the king of the player who has just moved, castling rights only with king and rook at home, and an
    en passant square that is empty with the pawn just beyond it.

    Raises:
        PositionError: it could not; the error says why, in words for the one who set it up.
    """
    board = state.board
    for side, king in zip(SIDES, b"Kk", strict=True):
        count = board.count(king)
        if count != 1:
            raise PositionError(
                f"{side} has {count or 'no'} {'kings' if count > 1 else 'king'}",
                where="board",
                expected="one",
            )
    for square in (*range(FILES), *range(SQUARES - FILES, SQUARES)):
        if board[square] in b"Pp":
            raise PositionError(
                f"a pawn stands on {NAMES[square]}", where="board", expected="pawns on ranks 2 to 7 only"
            )
    _validate_castling(state)
    if state.passant >= 0:
        _validate_passant(state)
    waiting = 1 - state.turn
    seen = board.translate(RELATIVE[waiting])
    if attacked(seen, seen.index(KING), waiting):
        raise PositionError(
            f"{SIDES[waiting]}'s king is in check although it is {SIDES[state.turn]}'s turn",
            where="board",
            expected="a position in which the king of the side not to move is safe",
        )


def _validate_castling(state: State) -> None:
    for (king, _), (right, rook, _) in CASTLINGS.items():
        side = SIDES[0 if king < FILES else 1]
        pieces = b"KR" if side == SIDES[WHITE] else b"kr"
        for square, piece, name in ((king, pieces[0], "king"), (rook, pieces[1], "rook")):
            if state.castling & right and state.board[square] != piece:
                raise PositionError(
                    f"{side} cannot have the right to castle with the rook on {NAMES[rook]}: "
                    f"there is no {side.lower()} {name} on {NAMES[square]}",
                    where="castling",
                    expected="rights only with king and rook on their first squares",
                )


def _validate_passant(state: State) -> None:
    name = NAMES[state.passant]
    rank = 6 if state.turn == WHITE else 3
    if state.passant // FILES != rank - 1:
        raise PositionError(
            f"no pawn can just have passed over {name}",
            where="en passant",
            expected=f"a square on rank {rank} when it is {SIDES[state.turn]}'s turn",
        )
    if state.board[state.passant] != EMPTY:
        raise PositionError(f"{name} is not empty", where="en passant", expected="an empty square")
    beyond = state.passant + (-FILES if state.turn == WHITE else FILES)
    if state.board[beyond] != (ord("p") if state.turn == WHITE else ord("P")):
        raise PositionError(
            f"there is no pawn on {NAMES[beyond]} that could just have passed over {name}",
            where="en passant",
            expected="a pawn that has just made two steps",
        )


def format_position(state: State) -> str:
    """The position text of a state."""
    rows = []
    for rank in reversed(range(RANKS)):
        row = state.board[rank * FILES : (rank + 1) * FILES].decode("ascii")
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
    rights = "".join(letter for bit, letter in enumerate(_RIGHTS) if state.castling >> bit & 1)
    passant = NAMES[state.passant] if state.passant >= 0 else "-"
    return f"{'/'.join(rows)} {'wb'[state.turn]} {rights or '-'} {passant} {state.quiet} {state.number}"


def move_text(move: int) -> str:
    """The text of a move (spec: 'Move text'): ``e2e4``, ``e7e8t``, ``c1^f4h6``, ``c1>f4b8``, ``b1d3xc2``."""
    start = NAMES[move >> FROM & MASK]
    landing = NAMES[move & MASK]
    kind = move & KINDS
    if kind == BOUNCE:
        return f"{start}^{NAMES[move >> VIA & MASK]}{landing}"
    if kind == PROPEL:
        return f"{start}>{NAMES[move >> VIA & MASK]}{landing}"
    if kind == TAKE:
        return f"{start}{landing}x{NAMES[move >> VIA & MASK]}"
    if kind == PROMOTE:
        return f"{start}{landing}{chr(move >> VIA & MASK).lower()}"
    return start + landing


class Written(NamedTuple):
    """What a move's text says, legal or not.

    Attributes:
        start: the square it starts from.
        mark: ``""``, ``"^"`` (bounce), ``">"`` (propel) or ``"x"`` (a beast's capture).
        via: the beast bounced off, propelled or captured, -1 if there is none.
        landing: where it ends (for a propel: the beast).
        promotion: the small letter promoted to, empty if none.
    """

    start: int
    mark: str
    via: int
    landing: int
    promotion: str


_SQUARE = "([a-j][1-8])"
_VIA_MOVE = re.compile(f"{_SQUARE}([>^]){_SQUARE}{_SQUARE}")
_TAKE_MOVE = re.compile(f"{_SQUARE}{_SQUARE}x{_SQUARE}")
_PLAIN_MOVE = re.compile(f"{_SQUARE}{_SQUARE}([qrbnt]?)")


def parse_move(text: str) -> Written:
    """What a move's text says.

    Raises:
        ActionError: it is not the text of a move.
    """
    if found := _VIA_MOVE.fullmatch(text):
        start, mark, via, landing = found.groups()
        return Written(NUMBERS[start], mark, NUMBERS[via], NUMBERS[landing], "")
    if found := _TAKE_MOVE.fullmatch(text):
        start, landing, captured = found.groups()
        return Written(NUMBERS[start], "x", NUMBERS[captured], NUMBERS[landing], "")
    if found := _PLAIN_MOVE.fullmatch(text):
        start, landing, promotion = found.groups()
        return Written(NUMBERS[start], "", -1, NUMBERS[landing], promotion)
    raise ActionError(
        f"{text[:20]!r} is not a move", expected="a move such as e2e4, e7e8t, c1^f4h6, c1>f4b8 or b1d3xc2"
    )
