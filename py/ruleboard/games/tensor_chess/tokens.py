"""The notation of moves in PGN: SAN with move numbers."""

from __future__ import annotations

import re
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.tensor_chess.board import WHITE
from ruleboard.games.tensor_chess.move_list import format_san, parse_san
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.state import State

VARIANT = "Tensor Chess"


class TensorChessTokens:
    """The notation of Tensor Chess; see ``engine.pgn_notation.MoveTokens``."""

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
        """See ``MoveTokens``; this also reads other spellings of SAN."""
        try:
            return parse_san(state, token)
        except RuleboardError:
            plain = _normalized_token(token)
            if plain == token:
                raise
            return parse_san(state, plain)


_FIGURINES: Final = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")
_CASTLING: Final = re.compile(r"[0Oo]-[0Oo](-[0Oo])?~?[+#]?")
_LONG: Final = re.compile(r"([KQRBNTP]?)([a-j][1-8])[-x:]([a-j][1-8])(=?[QRBNT])?([+#]*+)")
_PROMOTION: Final = re.compile(r"([a-jx1-8]++)([QRBNT])([+#]*+)")


def _normalized_token(token: str) -> str:
    """Return a token without figurines, long notation, pawn letters and colons, for ``parse_san``."""
    token = token.translate(_FIGURINES)
    if _CASTLING.fullmatch(token):
        return token.replace("0", "O").replace("o", "O")
    if long := _LONG.fullmatch(token):
        letter, start, end, promotion_suffix, _check = long.groups("")
        return (
            f"{start}{end}{promotion_suffix.removeprefix('=').lower()}"
            if letter in ("", "P")
            else f"{letter}{start}{end}"
        )
    token = token.removeprefix("P").replace(":", "x")
    if promotion := _PROMOTION.fullmatch(token):
        return "{}={}{}".format(*promotion.groups())
    return token
