"""Look for wins within one or two turns, for players and reports that must not overlook them."""

from __future__ import annotations

import sys
from itertools import chain

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.engine.steps import run_to_end
from ruleboard.games.sensei.bitboard import BoardTables, find_win, result
from ruleboard.games.sensei.bot import find_forced_win
from ruleboard.games.sensei.state import Position as SenseiPosition
from ruleboard.games.tesulda.completions import wins_at_once
from ruleboard.games.tesulda.search_rules import TesuldaSearchRules
from ruleboard.games.tesulda.state import State as TesuldaState


def mover_can_win(tables: BoardTables, position: SenseiPosition) -> bool:
    """Return True if the side to move has won, or can win this turn."""
    return result(tables, position) == 1 or find_win(tables, position) is not None


def mover_has_forced_win(tables: BoardTables, position: SenseiPosition) -> bool:
    """Return True if the side to move has won, can win this turn, or can force a win in its next turn."""
    return mover_can_win(tables, position) or run_to_end(find_forced_win(tables, position)) is not None


def can_trap_prime(state: TesuldaState) -> bool:
    """Return True if the side to move can win this turn, with or without a swap."""
    return any(wins_at_once(state, turn) for turn in chain(*TesuldaSearchRules().turns(state.position)))
