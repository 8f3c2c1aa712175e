"""Format and parse the moves in PGN files as SAN with move numbers."""

from __future__ import annotations

import re
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.tensor_chess.board import WHITE
from ruleboard.games.tensor_chess.move_list import format_san, parse_san, respell_moves
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.state import State

VARIANT_NAME = "Tensor Chess"


class TensorChessTokens:
    """Formats and parses the moves of Tensor Chess in PGN; see ``engine.pgn_notation.MoveTokens``."""

    variant = VARIANT_NAME

    def number(self, state: State, *, is_first: bool) -> str:
        """Return the move number to write before a move, or an empty text; see ``MoveTokens``."""
        if state.turn == WHITE:
            return f"{state.fullmove_number}."
        return f"{state.fullmove_number}..." if is_first else ""

    def write(self, state: State, action: Action[Move]) -> str:
        """Format a move in short algebraic notation; see ``MoveTokens``."""
        return format_san(state, action.move)

    def read(self, state: State, token: str) -> Action[Move]:
        """Parse a move; see ``MoveTokens``. The method also accepts other spellings of SAN."""
        try:
            return parse_san(state, token)
        except RuleboardError:
            normalized_token = _normalize_token(token)
            if normalized_token == token:
                raise
            return parse_san(state, normalized_token)


_ASCII_LETTER_TABLE: Final = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟асеОохХ", "KQRBNPKQRBNPaceOoxx")
"""The letters for figurines, and for Cyrillic letters that look like Latin ones."""
_CHECK_WORD_PATTERN: Final = re.compile(r"\+?(?:dis\.?|dbl\.?)?(?:ch|check|mate)\Z")
_CASTLING_PATTERN: Final = re.compile(r"[0Oo]-[0Oo](-[0Oo])?~?[+#]?")
_DASHLESS_CASTLING_PATTERN: Final = re.compile(r"([0Oo]{2,3})(~?[+#]?)")
_LONG_NOTATION_PATTERN: Final = re.compile(r"([KQRBNTP]?)([a-j][1-8])[-x]?([a-j][1-8])(=?[QRBNT])?([+#]*+)")
_PROMOTION_PATTERN: Final = re.compile(r"([a-jx1-8-]++)(?:([QRBNT])|[=/]([QRBNTqrbnt])|\(([QRBNTqrbnt])\))([+#]*+)")
_PAWN_CAPTURE_PATTERN: Final = re.compile(r"([a-j])([a-j][1-8].*)")
_EN_PASSANT_SUFFIXES: Final = ("e.p.", "e.p", "ep.", "ep")
_CHECK_DAGGERS: Final = "†‡"
"""Signs for check in old books."""


def _normalize_token(token: str) -> str:
    """Convert figurines, long notation, pawn letters and colons in a token to the SAN that ``parse_san`` accepts."""
    token = respell_moves(token.translate(_ASCII_LETTER_TABLE).rstrip(_CHECK_DAGGERS)).move_list
    token = _CHECK_WORD_PATTERN.sub("", token.rstrip(",.") if token not in _EN_PASSANT_SUFFIXES else token)
    if castling_match := _DASHLESS_CASTLING_PATTERN.fullmatch(token):
        token = "-".join(castling_match[1]) + castling_match[2]
    if _CASTLING_PATTERN.fullmatch(token):
        return token.replace("0", "O").replace("o", "O")
    for suffix in _EN_PASSANT_SUFFIXES:
        token = token.removesuffix(suffix)
    token = token.rstrip(":").replace(":", "x")
    if promotion_match := _PROMOTION_PATTERN.fullmatch(token):
        move, *letters, signs = promotion_match.groups("")
        token = f"{move}={''.join(letters).upper()}{signs}"
    if long_match := _LONG_NOTATION_PATTERN.fullmatch(token):
        letter, start, end, promotion_suffix, _check = long_match.groups("")
        return (
            f"{start}{end}{promotion_suffix.removeprefix('=').lower()}"
            if letter in ("", "P")
            else f"{letter}{start}{end}"
        )
    token = token.removeprefix("P")
    capture_match = _PAWN_CAPTURE_PATTERN.fullmatch(token)
    return f"{capture_match[1]}x{capture_match[2]}" if capture_match else token
