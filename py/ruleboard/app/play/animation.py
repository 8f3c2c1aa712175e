"""What travels when one table takes the place of another, and how the page is told of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ruleboard.app.play.session import Table, frames
from ruleboard.engine.action import Action
from ruleboard.games.registry import VIEWS
from ruleboard.games.view import BaseView
from ruleboard.scene.marks import Motion, Road


def motions(
    before: Table | None, after: Table | None, seat: int, face: BaseView[Any, Any] | None = None
) -> tuple[Motion, ...]:
    """What travels when one table takes the place of another: one action onwards, or one back.

    Args:
        before: the table that was shown.
        after: the table that will be.
        seat: whose side is nearest.
        face: how the board is shown, where that is not the game's own face.
    """
    if before is None or after is None or before.id != after.id:
        return ()
    if after.showing:
        return _shown_motions(before, after, seat)
    if after.covered or before.covered:
        return ()
    old, new = before.shown, after.shown
    later, earlier = (new, old) if new.at > old.at else (old, new)
    if later.at != earlier.at + 1:
        return ()
    entry, state = later.entries[earlier.at], earlier.state
    if not isinstance(entry, Action) or later.states[earlier.at] != state:
        return ()
    if later.is_hidden(earlier.at) and (before.looking, after.looking) != (None, None):
        return ()  # what was done unseen is not shown to who looks back
    found = (face or VIEWS[later.game.id]).motions(state, entry, later.state, seat)
    return found if later is new else tuple(_backwards(motion) for motion in found)


def _shown_motions(before: Table, after: Table, seat: int) -> tuple[Motion, ...]:
    """What travels when a show begins behind the board or takes its next step."""
    showing = after.showing
    if showing is None or before.showing == showing or (before.covered and not before.showing):
        return ()
    if before.showing and replace(before.showing, step=showing.step - 1) != replace(showing, step=showing.step - 1):
        return ()
    if showing.step != (before.showing.step + 1 if before.showing else 0):
        return ()
    return frames(after, seat)[showing.step].motions


def _backwards(motion: Motion) -> Motion:
    return Motion(motion.end, motion.start, motion.points[::-1])


def roads(table: Table, seat: int, face: BaseView[Any, Any] | None = None) -> tuple[Road, ...]:
    """The ways on which the last action before where one looks moved things; what was done unseen leaves none.

    ``face`` is how the board is shown, where that is not the game's own face.
    """
    timeline = table.shown
    entry = timeline.entries[timeline.at - 1] if timeline.at else None
    if not isinstance(entry, Action):
        return ()
    before = timeline.states[timeline.at - 1]
    if timeline.is_hidden(timeline.at - 1):
        return ()
    found = (face or VIEWS[timeline.game.id]).motions(before, entry, timeline.state, seat)
    return tuple(motion.points for motion in found)


def travels(motions: Sequence[Motion]) -> str:
    """A JSON text of keys, each with the offsets from where the thing now is; empty if nothing travels."""
    if not motions:
        return ""
    return json.dumps(
        [
            [motion.end, [[x - motion.points[-1][0], y - motion.points[-1][1]] for x, y in motion.points]]
            for motion in motions
        ]
    )
