"""Look for wins within one or two turns, for players and reports that must not overlook them."""

from __future__ import annotations

import sys

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.engine.search.thinking import finish_search
from ruleboard.games.sensei.bitboard import BoardTables, find_win, result
from ruleboard.games.sensei.evaluation import ranked_ends
from ruleboard.games.sensei.finishes import forced_win
from ruleboard.games.sensei.state import Position as SenseiPosition
from ruleboard.games.tensor_chess.attacks import in_check
from ruleboard.games.tensor_chess.packed_moves import apply_move, legal_moves
from ruleboard.games.tensor_chess.state import State as ChessState
from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.completions import winning_completion
from ruleboard.games.tesulda.moves import MoveFigure
from ruleboard.games.tesulda.search_rules import TesuldaSearchRules, position_after_turn
from ruleboard.games.tesulda.state import State as TesuldaState


def enemy_wins(tables: BoardTables, position: SenseiPosition) -> bool:
    """Return True if the side to move has won or can win this turn."""
    return result(tables, position) == 1 or find_win(tables, position) is not None


def enemy_has_forced_win(tables: BoardTables, position: SenseiPosition) -> bool:
    """Return True if the side to move can force a win in its next turn."""
    ends = [end for _value, end in finish_search(ranked_ends(tables, position))]
    return finish_search(forced_win(tables, position, ends)) is not None


def can_checkmate(state: ChessState) -> bool:
    """Return True if the side to move can checkmate at once."""
    return any(
        in_check(after) and not legal_moves(after) for after in (apply_move(state, move) for move in legal_moves(state))
    )


def tesulda_moves(state: TesuldaState) -> list[tuple[int, int]]:
    """Return the legal Moves as pairs of squares, Attacks first."""
    attacks, quiet_turns = TesuldaSearchRules().turns(state.position)
    return [divmod(turn, SIZE * SIZE) for turn in (*attacks, *quiet_turns)]


def can_trap_prime(state: TesuldaState) -> bool:
    """Return True if the side to move can win this turn, with or without a swap."""
    return any(
        position_after_turn(state.position, origin, goal).is_lost
        or winning_completion(state, MoveFigure(origin, goal)) is not None
        for origin, goal in tesulda_moves(state)
    )
