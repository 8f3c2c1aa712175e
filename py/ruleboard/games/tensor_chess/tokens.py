"""The moves of studies as PGN has them: SAN, with numbers."""

from __future__ import annotations

from ruleboard.engine.action import Action
from ruleboard.games.tensor_chess.board import WHITE
from ruleboard.games.tensor_chess.move_list import format_san, parse_san
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.pgn import VARIANT
from ruleboard.games.tensor_chess.state import State


class TensorChessTokens:
    """The notation of Tensor Chess; see ``engine.study_pgn.MoveTokens``."""

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
        """See ``MoveTokens``."""
        return parse_san(state, token)
