"""Tests that each touch has an effect or a refusal, and that a refused touch changes nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from ruleboard.app.board import changes as tables
from ruleboard.app.board import gestures
from ruleboard.app.board.changes import open_table
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.orientation import viewer_of
from ruleboard.app.board.prompts import button_targets
from ruleboard.app.board.table import Table
from ruleboard.engine.game import Game
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES, VIEWS
from tests.support.pictures import targets
from tests.support.playouts import evenly_spaced, playouts, reachable_selections

MAX_GAMES = 4
POSITIONS_PER_GAME = 4
"""Positions of each random game in which the test touches targets."""
SELECTIONS_PER_POSITION = 4
TARGETS_PER_SELECTION = 8
"""The number of random targets touched after each selection."""


def sample_tables(game: Game[Any, Any]) -> Iterator[Table]:
    """Yield tables from the middle of random games, after the player to move has closed the hand-over screen."""
    for playout in playouts(game.id)[:MAX_GAMES]:
        actions = tuple(action.text for action in playout.actions)
        for ply in evenly_spaced(range(len(actions)), POSITIONS_PER_GAME):
            record = Record(game.id, playout.options, playout.seed, ("",) * playout.player_count(), actions[:ply])
            yield tables.uncover(open_table("x", replay(record, GAMES)))


def all_targets(table: Table) -> list[str]:
    """Return all targets on the board and all buttons, whether legal or not."""
    timeline = table.timeline
    view = timeline.state_for(viewer_of(table))
    picture = VIEWS[timeline.game.id].picture(view, timeline.to_move or 0, board_marks(table))
    return list(dict.fromkeys((*targets(picture), *button_targets(table))))


def after_touches(table: Table, *names: str) -> Table:
    for target in names:
        table, _action = gestures.touch(table, target)
    return table


def progress(table: Table) -> tuple[Any, ...]:
    """Return the current ply, the text of the last action, and the selection."""
    return table.timeline.ply, str(table.timeline.entries[table.timeline.ply - 1 :]), table.touches.targets


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_touches_act_or_are_refused_without_effect(game: Game[Any, Any]) -> None:
    rng = random.Random(game.id)
    refusal_count = 0
    for start in sample_tables(game):
        names = all_targets(start)
        open_steps = [
            step
            for step in reachable_selections(start.actions, 4 * SELECTIONS_PER_POSITION)
            if step.only_action is None
        ]
        for step in evenly_spaced(open_steps, SELECTIONS_PER_POSITION):
            table = replace(start, touches=replace(start.touches, targets=step.targets))
            for target in rng.sample(names, min(TARGETS_PER_SELECTION, len(names))):
                table_after_touch, action = gestures.touch(table, target)
                sentence = table_after_touch.touches.refusal.sentence
                context = (start.timeline.texts[: start.timeline.ply], step.targets, target, sentence)
                if not sentence:
                    assert action or table_after_touch.touches.targets != table.touches.targets, context
                    continue
                refusal_count += 1
                assert action is None
                assert sentence[-1] in ".!?", context
                assert table_after_touch.touches.targets == table.touches.targets, context
                table_after_second_touch = after_touches(table_after_touch, target)
                assert table_after_second_touch.touches.refusal.sentence == sentence or sentence.startswith(
                    table_after_second_touch.touches.refusal.sentence
                ), context
                for legal_target in evenly_spaced(list(step.next_targets), 2):
                    assert progress(after_touches(table_after_touch, legal_target)) == progress(
                        after_touches(table, legal_target)
                    ), (
                        context,
                        legal_target,
                    )
    assert refusal_count > 20
