"""Position texts (FEN for ten files and eight ranks), the texts of moves, and whether a position is valid."""

from __future__ import annotations

import re
from typing import NamedTuple

from ruleboard.engine.errors import ActionError, PositionError
from ruleboard.engine.limits import check_position
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
from ruleboard.games.tensor_chess.packed_moves import (
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
from ruleboard.i18n import N_, NP_, _, ngettext

SIDES = (NP_("side in chess", "White"), NP_("side in chess", "Black"))
"""What the sides are called, in English: who shows them looks them up."""
COLOURS = ("white", "black")
"""What they are called in pictures."""
PIECES = "KQRBNTP"
_RIGHTS = "KQkq"
LONGEST = 400
"""Characters of a position."""
_EXPECTED = N_("ranks, side to move, castling, en passant square, quiet moves, move number")


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
    check_position(text, LONGEST)
    fields = text.split()
    if len(fields) != 6:
        said = ngettext(
            "a position has six parts, this has {n} part", "a position has six parts, this has {n} parts", len(fields)
        )
        raise PositionError(said.format(n=len(fields)), expected=_(_EXPECTED))
    placement, side, castling, passant, quiet, number = fields
    return State(
        _parse_board(placement),
        _parse_side(side),
        _parse_castling(castling),
        _parse_passant(passant),
        _parse_count(quiet, _("quiet moves"), 0),
        _parse_count(number, _("move number"), 1),
    )


def _parse_board(text: str) -> bytes:
    ranks = text.split("/")
    if len(ranks) != RANKS:
        raise PositionError(
            ngettext("there is {n} rank", "there are {n} ranks", len(ranks)).format(n=len(ranks)),
            where=_("board"),
            expected=_("8 ranks with / between them, rank 8 first"),
        )
    rows = [_parse_rank(rank, RANKS - index) for index, rank in enumerate(ranks)]
    return b"".join(reversed(rows))


def _parse_rank(text: str, number: int) -> bytes:
    where = _("rank {rank}").format(rank=number)
    letters = ""
    for part in re.findall(r"[0-9]+|.", text, re.DOTALL):
        if part.isascii() and part.isdigit():
            if part[0] == "0" or len(part) > 2 or int(part) > FILES:
                raise PositionError(
                    _("{text} is no number of empty squares").format(text=part[:6]),
                    where=where,
                    expected=_("a number from 1 to 10"),
                )
            letters += chr(EMPTY) * int(part)
        elif part.upper() in PIECES and part.isascii():
            letters += part
        else:
            raise PositionError(
                _("there is no piece {name}").format(name=repr(part)),
                where=where,
                expected=_("{letters}, small for Black").format(letters=", ".join(PIECES)),
            )
    if len(letters) != FILES:
        said = ngettext("it has {n} square", "it has {n} squares", len(letters)).format(n=len(letters))
        raise PositionError(said, where=where, expected=_("10 squares"))
    return letters.encode("ascii")


def _parse_side(text: str) -> int:
    if text not in ("w", "b"):
        raise PositionError(
            _("there is no side {name}").format(name=repr(text[:8])), where=_("side to move"), expected=_("w or b")
        )
    return "wb".index(text)


def _parse_castling(text: str) -> int:
    if text == "-":
        return 0
    if not set(text) <= set(_RIGHTS) or len(set(text)) != len(text):
        raise PositionError(
            _("{text} are no castling rights").format(text=repr(text[:8])),
            where=_("castling"),
            expected=_("some of K, Q, k and q, or -"),
        )
    return sum(1 << _RIGHTS.index(letter) for letter in text)


def _parse_passant(text: str) -> int:
    if text == "-":
        return -1
    if text not in NUMBERS:
        raise PositionError(
            _("there is no square {name}").format(name=repr(text[:8])),
            where=_("en passant"),
            expected=_("a square or -"),
        )
    return NUMBERS[text]


def _parse_count(text: str, where: str, least: int) -> int:
    canonical = text.isascii() and text.isdigit() and len(text) <= 9 and (text == "0" or text[0] != "0")
    if not canonical or int(text) < least:
        raise PositionError(
            _("{text} is no such number").format(text=repr(text[:12])),
            where=where,
            expected=_("a number from {least} up").format(least=least),
        )
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
            said = _("{side} has {n} kings") if count else _("{side} has no king")
            raise PositionError(said.format(side=_(side), n=count), where=_("board"), expected=_("one"))
    for square in (*range(FILES), *range(SQUARES - FILES, SQUARES)):
        if board[square] in b"Pp":
            raise PositionError(
                _("a pawn stands on {square}").format(square=NAMES[square]),
                where=_("board"),
                expected=_("pawns on ranks 2 to 7 only"),
            )
    _validate_castling(state)
    if state.passant >= 0:
        _validate_passant(state)
    waiting = 1 - state.turn
    seen = board.translate(RELATIVE[waiting])
    if attacked(seen, seen.index(KING), waiting):
        raise PositionError(
            _("Black's king is in check although it is White's turn")
            if waiting
            else _("White's king is in check although it is Black's turn"),
            where=_("board"),
            expected=_("a position in which the king of the side not to move is safe"),
        )


_NO_RIGHT = {
    "K": N_("White cannot have the right to castle with the rook on {rook}: there is no white king on {square}"),
    "R": N_("White cannot have the right to castle with the rook on {rook}: there is no white rook on {square}"),
    "k": N_("Black cannot have the right to castle with the rook on {rook}: there is no black king on {square}"),
    "r": N_("Black cannot have the right to castle with the rook on {rook}: there is no black rook on {square}"),
}


def _validate_castling(state: State) -> None:
    for (king, _end), (right, rook, _beside) in CASTLINGS.items():
        pieces = b"KR" if king < FILES else b"kr"
        for square, piece in ((king, pieces[0]), (rook, pieces[1])):
            if state.castling & right and state.board[square] != piece:
                said = _(_NO_RIGHT[chr(piece)])
                raise PositionError(
                    said.format(rook=NAMES[rook], square=NAMES[square]),
                    where=_("castling"),
                    expected=_("rights only with king and rook on their first squares"),
                )


def _validate_passant(state: State) -> None:
    name = NAMES[state.passant]
    rank = 6 if state.turn == WHITE else 3
    if state.passant // FILES != rank - 1:
        if state.turn == WHITE:
            expected = _("a square on rank {rank} when it is White's turn")
        else:
            expected = _("a square on rank {rank} when it is Black's turn")
        raise PositionError(
            _("no pawn can just have passed over {square}").format(square=name),
            where=_("en passant"),
            expected=expected.format(rank=rank),
        )
    if state.board[state.passant] != EMPTY:
        raise PositionError(
            _("{square} is not empty").format(square=name), where=_("en passant"), expected=_("an empty square")
        )
    beyond = state.passant + (-FILES if state.turn == WHITE else FILES)
    if state.board[beyond] != (ord("p") if state.turn == WHITE else ord("P")):
        raise PositionError(
            _("there is no pawn on {beyond} that could just have passed over {square}").format(
                beyond=NAMES[beyond], square=name
            ),
            where=_("en passant"),
            expected=_("a pawn that has just made two steps"),
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
        _("{text} is not a move").format(text=repr(text[:20])),
        expected=_("a move such as {examples}").format(examples="e2e4, e7e8t, c1^f4h6, c1>f4b8, b1d3xc2"),
    )
