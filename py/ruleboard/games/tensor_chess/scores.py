"""Whole games of Tensor Chess as PGN, with their players, date and ending."""

from __future__ import annotations

from ruleboard.engine.pgn_records import format_game_pgn
from ruleboard.engine.timeline import Timeline
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.tokens import TensorChessTokens


class TensorChessScores:
    """The PGN texts of Tensor Chess; see ``games.extensions.GameNotation``."""

    def format(self, timeline: Timeline[State]) -> str:
        """Return the text of a game up to the position that is shown."""
        return format_game_pgn(timeline, TensorChessTokens())
