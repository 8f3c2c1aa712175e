"""Format and parse moves in PGN: SAN with move numbers."""

from __future__ import annotations

import re
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.tensor_chess.board import WHITE
from ruleboard.games.tensor_chess.move_list import format_san, parse_san, respell_moves
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.state import State

VARIANT = "Tensor Chess"


class TensorChessTokens:
    """The PGN moves of Tensor Chess; see ``engine.pgn_notation.MoveTokens``."""

    variant = VARIANT

    def number(self, state: State, *, first: bool) -> str:
        """See ``MoveTokens``."""
        if state.turn == WHITE:
            return f"{state.fullmove_number}."
        return f"{state.fullmove_number}..." if first else ""

    def write(self, state: State, action: Action[Move]) -> str:
        """See ``MoveTokens``."""
        return format_san(state, action.move)

    def read(self, state: State, token: str) -> Action[Move]:
        """Parse a move; see ``MoveTokens``. The method also accepts other spellings of SAN."""
        try:
            return parse_san(state, token)
        except RuleboardError:
            plain = _normalized_token(token)
            if plain == token:
                raise
            return parse_san(state, plain)


_FIGURINES: Final = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")
_CASTLING: Final = re.compile(r"[0Oo]-[0Oo](-[0Oo])?~?[+#]?")
_CASTLING_WITHOUT_DASHES: Final = re.compile(r"([0Oo]{2,3})(~?[+#]?)")
_LONG: Final = re.compile(r"([KQRBNTP]?)([a-j][1-8])[-x]?([a-j][1-8])(=?[QRBNT])?([+#]*+)")
_PROMOTION: Final = re.compile(r"([a-jx1-8-]++)(?:([QRBNT])|[=/]([QRBNTqrbnt])|\(([QRBNTqrbnt])\))([+#]*+)")
_PAWN_CAPTURE: Final = re.compile(r"([a-j])([a-j][1-8].*)")
_EN_PASSANT: Final = ("e.p.", "e.p", "ep.", "ep")
_DAGGERS: Final = "†‡"
"""Signs for check in old books."""


def _normalized_token(token: str) -> str:
    """Return a token without figurines, long notation, pawn letters and colons, for ``parse_san``."""
    token = respell_moves(token.translate(_FIGURINE_LETTERS).rstrip(_DAGGERS)).text
    if castling := _CASTLING_WITHOUT_DASHES.fullmatch(token):
        token = "-".join(castling[1]) + castling[2]
    if _CASTLING.fullmatch(token):
        return token.replace("0", "O").replace("o", "O")
    for suffix in _EN_PASSANT:
        token = token.removesuffix(suffix)
    token = token.rstrip(":").replace(":", "x")
    if promotion := _PROMOTION.fullmatch(token):
        move, *letters, signs = promotion.groups("")
        token = f"{move}={''.join(letters).upper()}{signs}"
    if long := _LONG.fullmatch(token):
        letter, start, end, promotion_suffix, _check = long.groups("")
        return (
            f"{start}{end}{promotion_suffix.removeprefix('=').lower()}"
            if letter in ("", "P")
            else f"{letter}{start}{end}"
        )
    token = token.removeprefix("P")
    capture = _PAWN_CAPTURE.fullmatch(token)
    return f"{capture[1]}x{capture[2]}" if capture else token
