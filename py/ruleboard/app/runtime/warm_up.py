"""A warm-up while the page is idle, so that the first real touches are fast.

A browser compiles WebAssembly twice: first all of it quickly, then frequently called functions with optimization. A
touch spends most of its time in a few hundred functions of the interpreter. The warm-up calls these functions, so
that the browser optimizes them on another core.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from ruleboard.app.board import gestures
from ruleboard.app.board.changes import open_table
from ruleboard.app.runtime.model import Model, PlayPage
from ruleboard.app.runtime.page_kinds import page_view
from ruleboard.engine.steps import Steps
from ruleboard.engine.timeline import new_timeline
from ruleboard.registry import GAMES
from ruleboard.scene.diff import diff

WARM_UP_TOUCHES = 24
"""The number of warm-up touches. With fewer, the first real touches are slower; more hardly help."""


def warm_up() -> Steps[None]:
    """Touch an invisible board repeatedly, draw it after each touch, and discard the results."""
    game = next(iter(GAMES.values()))
    table = open_table("rehearsal", new_timeline(game, game.initial({}, 0)))
    page = page_view(Model(page=PlayPage(table)))
    for number in range(WARM_UP_TOUCHES):
        table, _action = gestures.touch(table, _pick_target(table.selection.next_targets, number))
        next_page = page_view(Model(page=PlayPage(table)))
        json.dumps(diff(page, next_page))
        page = next_page
        yield (number + 1) / WARM_UP_TOUCHES


def _pick_target(targets: Iterable[str], touch_number: int) -> str:
    """Return the target for a touch: each number chooses another target."""
    board_targets = [target for target in targets if not target.startswith("do:")]
    return board_targets[touch_number % len(board_targets)]
