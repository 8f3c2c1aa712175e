"""Touches on every board: each does something or says why not, and a refusal leaves everything as it was."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from ruleboard.app.play import gestures
from ruleboard.app.play import session as tables
from ruleboard.app.play.session import open_table
from ruleboard.app.play.table import Table
from ruleboard.engine.game import Game
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.games.registry import GAMES, VIEWS
from tests.support.pictures import targets
from tests.support.playouts import playouts, spread, steps

GAMES_OF_EACH = 4
PLACES = 4
"""Positions of each random game in which everything is touched."""
SELECTIONS = 4
TARGETS = 16
"""The number of things touched with each selection; which they are is drawn by lot."""


def places(game: Game[Any, Any]) -> Iterator[Table]:
    """Tables in the middle of random games, as the player to move sees them."""
    for playout in playouts(game.id)[:GAMES_OF_EACH]:
        actions = tuple(action.text for action in playout.actions)
        for at in spread(range(len(actions)), PLACES):
            record = Record(game.id, playout.options, playout.seed, ("",) * playout.players(), actions[:at])
            yield tables.uncover(open_table("x", replay(record, GAMES)))


def everything(table: Table) -> list[str]:
    """All that can be touched: on the board, whether it may be touched now or not, and by buttons."""
    timeline = table.timeline
    seen = timeline.state_for(table.viewer)
    picture = VIEWS[timeline.game.id].picture(seen, timeline.to_move or 0, table.marks)
    return list(dict.fromkeys((*targets(picture), *table.buttons)))


def touched(table: Table, *some: str) -> Table:
    for target in some:
        table, _action = gestures.touch(table, target)
    return table


def done(table: Table) -> tuple[Any, ...]:
    """The number of entries, the last of them, and the selection."""
    return table.timeline.at, str(table.timeline.entries[table.timeline.at - 1 :]), table.selected


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_touch_does_something_or_says_why_and_a_refusal_changes_nothing_else(game: Game[Any, Any]) -> None:
    chance = random.Random(game.id)
    refused = 0
    for place in places(game):
        found = everything(place)
        open_steps = [step for step in steps(place.actions, 4 * SELECTIONS) if step.decided is None]
        for step in spread(open_steps, SELECTIONS):
            table = replace(place, selected=step.touched)
            for target in chance.sample(found, min(TARGETS, len(found))):
                after, action = gestures.touch(table, target)
                said = after.refusal.sentence
                context = (place.timeline.texts[: place.timeline.at], step.touched, target, said)
                if not said:
                    assert action or after.selected != table.selected, context
                    continue
                refused += 1
                assert action is None
                assert said[-1] in ".!?", context
                assert after.selected == table.selected, context
                again = touched(after, target)
                assert again.refusal.sentence == said or said.startswith(again.refusal.sentence), context
                for legal in spread(list(step.next), 2):
                    assert done(touched(after, legal)) == done(touched(table, legal)), (context, legal)
    assert refused > 20
