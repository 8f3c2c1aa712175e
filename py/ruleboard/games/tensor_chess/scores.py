"""Export games of Tensor Chess as PGN, with players, date and result."""

from __future__ import annotations

from ruleboard.engine.pgn_records import format_game_pgn
from ruleboard.engine.timeline import Timeline
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.tokens import TensorChessTokens


class TensorChessScores:
    """Exports games of Tensor Chess as PGN; see ``contract.extensions.GameNotation``."""

    def format(self, timeline: Timeline[State]) -> str:
        """Format a game, from its start to its current state, as PGN."""
        return format_game_pgn(timeline, TensorChessTokens())
