"""A rehearsal of touches while nobody waits, so that the first real ones are answered quickly.

A browser compiles WebAssembly twice: all of it quickly, and well what runs often. Nearly all of a touch runs in the
same few hundred functions of the interpreter: a rehearsal runs them, and the browser compiles them on another core.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from ruleboard.app.play import gestures
from ruleboard.app.play.session import open_table
from ruleboard.app.runtime.model import Model, PlayPage
from ruleboard.app.runtime.page import view
from ruleboard.engine.steps import Steps
from ruleboard.engine.timeline import starting_at
from ruleboard.games.registry import GAMES
from ruleboard.scene.diff import diff

TOUCHES = 24
"""The number of rehearsed touches: fewer leave the first real ones slower, more hardly help."""


def rehearsing() -> Steps[None]:
    """Touch a board that nobody sees, and draw it after each touch; nothing is kept of it."""
    game = next(iter(GAMES.values()))
    table = open_table("rehearsal", starting_at(game, game.initial({}, 0)))
    shown = view(Model(page=PlayPage(table)))
    for number in range(TOUCHES):
        table, _action = gestures.touch(table, _one_of(table.selection.next, number))
        page = view(Model(page=PlayPage(table)))
        json.dumps(diff(shown, page))
        shown = page
        yield (number + 1) / TOUCHES


def _one_of(targets: Iterable[str], number: int) -> str:
    """Return one of the targets on the board; another one for another number."""
    found = [target for target in targets if not target.startswith("do:")]
    return found[number % len(found)]
