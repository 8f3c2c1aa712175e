"""Positions of Tesulda in mid-turn, for tests of touches, and their tables after several touches."""

from __future__ import annotations

from ruleboard.app.board.changes import open_table
from ruleboard.app.board.gestures import touch
from ruleboard.app.board.table import Table
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.games.tesulda.state import State
from ruleboard.registry import GAMES
from tests.unit.tesulda.positions import GAME, create_position, play

DISTANT_PRIMES = {"a1": "Ck", "j10": "ck"}
TAKE_STATE = play(create_position({**DISTANT_PRIMES, "e8": "Sccss", "e9": "tsh", "a5": "Ss"}), "e8-e9")
"""The mover's rod has room for one of the captured two."""
ROOMY_ROD_STATE = play(create_position({**DISTANT_PRIMES, "e8": "Sc", "e9": "tsh"}), "e8-e9")
SWAP_STATE = play(create_position({**DISTANT_PRIMES, "e8": "Sch", "d9": "Cs", "f9": "Ccss"}, pool="hh"), "e8-e9")
STARRED_STATE = play(create_position({**DISTANT_PRIMES, "e8": "Sscc", "d9": "Cst"}), "e8-e9")
"""Both have a square, but only the mover can give its own."""
FULL_ROD_STATE = play(create_position({**DISTANT_PRIMES, "e8": "Scchh"}, pool="sz"), "e8-e9")


def table_after_touches(state: State, *targets: str) -> Table:
    """Return the table after touching the targets in order."""
    record = Record("tesulda", {}, 0, ("", ""), start=GAME.format_position(state))
    table = open_table("x", replay(record, GAMES))
    for target in targets:
        table, action = touch(table, target)
        assert action is None
    return table
