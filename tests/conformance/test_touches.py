"""Tests that each touch has an effect or a refusal, and that a refused touch changes nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from ruleboard.app.board import changes as tables
from ruleboard.app.board import gestures
from ruleboard.app.board.action_buttons import choice_buttons
from ruleboard.app.board.changes import open_table
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.orientation import viewer_of
from ruleboard.app.board.prompts import button_targets
from ruleboard.app.board.table import Table
from ruleboard.engine.game import Game
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES, VIEWS
from tests.support.pictures import find_targets
from tests.support.playouts import create_playouts, find_reachable_selections, select_evenly_spaced

MAX_GAMES = 4
POSITIONS_PER_GAME = 4
"""Positions of each random game in which the test touches targets."""
SELECTIONS_PER_POSITION = 4
TARGETS_PER_SELECTION = 8
"""The number of random targets touched after each selection."""


def iter_sample_tables(game: Game[Any, Any]) -> Iterator[Table]:
    """Yield tables from the middle of random games, after the player to move has closed the hand-over screen."""
    for playout in create_playouts(game.id)[:MAX_GAMES]:
        actions = tuple(action.text for action in playout.actions)
        for ply in select_evenly_spaced(range(len(actions)), POSITIONS_PER_GAME):
            record = Record(game.id, playout.options, playout.seed, ("",) * playout.player_count(), actions[:ply])
            yield tables.uncover(open_table("x", replay(record, GAMES)))


def all_targets(table: Table) -> list[str]:
    """Return all targets on the board and all buttons, whether legal or not."""
    timeline = table.timeline
    view = timeline.state_for(viewer_of(table))
    picture = VIEWS[timeline.game.id].picture(view, timeline.to_move or 0, board_marks(table))
    return list(dict.fromkeys((*find_targets(picture), *button_targets(table))))


def table_after_touches(table: Table, *names: str) -> Table:
    for target in names:
        table, _action = gestures.touch(table, target)
    return table


def table_progress(table: Table) -> tuple[Any, ...]:
    """Return the current ply, the text of the last action, and the selection."""
    return table.timeline.ply, str(table.timeline.entries[table.timeline.ply - 1 :]), table.touches.targets


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_touches_act_or_are_refused_without_effect(game: Game[Any, Any]) -> None:
    rng = random.Random(game.id)
    refusal_count = 0
    for start in iter_sample_tables(game):
        names = all_targets(start)
        open_steps = [
            step
            for step in find_reachable_selections(start.actions, 4 * SELECTIONS_PER_POSITION)
            if step.only_action is None
        ]
        for step in select_evenly_spaced(open_steps, SELECTIONS_PER_POSITION):
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
                table_after_second_touch = table_after_touches(table_after_touch, target)
                assert table_after_second_touch.touches.refusal.sentence == sentence or sentence.startswith(
                    table_after_second_touch.touches.refusal.sentence
                ), context
                for legal_target in select_evenly_spaced(list(step.next_targets), 2):
                    assert table_progress(table_after_touches(table_after_touch, legal_target)) == table_progress(
                        table_after_touches(table, legal_target)
                    ), (
                        context,
                        legal_target,
                    )
    assert refusal_count > 20


@pytest.mark.parametrize("id", GAMES)
def test_buttons_keep_their_places_during_a_choice(id: str) -> None:
    """A touched button of an incomplete choice neither hides nor moves the other buttons."""
    for table in iter_choice_tables(id):
        game_buttons, narrow_buttons = find_buttons(table)
        for target in (*narrow_buttons, *game_buttons):
            after = table_after_touches(table, target)
            if after.timeline is not table.timeline or not after.touches.targets:
                continue
            game_buttons_after, narrow_buttons_after = find_buttons(after)
            assert game_buttons_after[: len(game_buttons)] == game_buttons
            if target in narrow_buttons:
                assert narrow_buttons_after[: len(narrow_buttons)] == narrow_buttons
                assert find_pressed_buttons(after) == [target]


def test_pool_of_tesulda_is_a_choice_of_several_touches() -> None:
    """A touch of a piece in the pool selects the piece without completing the choice (spec of Tesulda, Add)."""
    tables_with_pool = [table for table in iter_choice_tables("tesulda") if len(find_buttons(table)[1]) > 1]
    assert any(table_after_touches(table, find_buttons(table)[1][0]).touches.targets for table in tables_with_pool)


def iter_choice_tables(id: str) -> Iterator[Table]:
    """Yield tables of random games in positions with several buttons, at most ``POSITIONS_PER_GAME`` of each game."""
    for playout in create_playouts(id):
        plies = [
            ply
            for ply, state in enumerate(playout.states[:-1])
            if len({action.targets[0] for action in GAMES[id].legal_actions(state) if is_button(action.targets[0])}) > 1
        ]
        for ply in select_evenly_spaced(plies, POSITIONS_PER_GAME):
            actions = tuple(action.text for action in playout.actions[:ply])
            record = Record(id, playout.options, playout.seed, ("",) * playout.player_count(), actions)
            yield tables.uncover(open_table("x", replay(record, GAMES)))


def is_button(target: str) -> bool:
    return target.startswith(("do:", "pool:", "weight:"))


def find_buttons(table: Table) -> tuple[list[str], list[str]]:
    """Return the targets of the game's buttons, and the targets of the buttons for narrow targets on the board."""
    nodes = [node for node in choice_buttons(table, "choose") if "data-target" in node.attrs]
    narrow_nodes = [node for node in nodes if "narrow" in node.attrs["class"].split()]
    others = [node for node in nodes if node not in narrow_nodes]
    return [node.attrs["data-target"] for node in others], [node.attrs["data-target"] for node in narrow_nodes]


def find_pressed_buttons(table: Table) -> list[str]:
    nodes = choice_buttons(table, "choose")
    return [node.attrs["data-target"] for node in nodes if node.attrs.get("aria-pressed") == "true"]
