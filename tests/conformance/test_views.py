"""Tests that the view of every game meets the contract of views, on positions of random games."""

from __future__ import annotations

import itertools
import json
import math
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from ruleboard.contract.view import SideNote
from ruleboard.engine.game import Game
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene import diff as patch
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_html, to_svg
from tests.support.patches import apply_patch
from tests.support.pictures import find_targets, iter_nodes, walk
from tests.support.playouts import (
    Playout,
    create_playouts,
    create_selection_marks,
    find_reachable_selections,
    select_evenly_spaced,
    select_sample_plies,
)

for_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

_COLOUR_PATTERN = re.compile(r"#[0-9a-f]{3,8}\b|rgb|hsl|\b(black|white|red|green|blue|gray|grey)\b", re.IGNORECASE)


def state_for_seat(playout: Playout, ply: int, seat: int) -> Any:
    """Return the state at a ply as the player in a seat sees it."""
    return playout.game.view(playout.states[ply], seat)


def all_seats(playout: Playout) -> range:
    """Return all seats of a playout. A seat is the number of a player."""
    return range(playout.player_count())


def without_buttons(names: Any) -> set[str]:
    """Return the names of targets on the board, without the names of buttons."""
    return {name for name in names if not name.startswith("do:")}


@for_every_game
def test_picture_attributes_describe_position(game: Game[Any, Any]) -> None:
    """The attributes of a picture, which tests and host pages read, describe the position."""
    for playout, ply in select_sample_plies(game.id, 30):
        for seat in all_seats(playout):
            picture = VIEWS[game.id].picture(state_for_seat(playout, ply, seat), seat, Marks())
            attrs = picture.attrs
            assert picture.tag == "svg"
            assert attrs["data-game"] == game.id
            assert attrs["data-position"] == game.format_position(game.view(playout.states[ply], None))
            player = game.to_move(playout.states[ply])
            assert attrs["data-turn"] == ("" if player is None else str(player))
            assert {"board", game.id} <= set(attrs["class"].split())
            assert len(attrs["viewBox"].split()) == 4
            assert attrs["aria-label"].strip()


@for_every_game
def test_board_of_finished_game_is_inactive(game: Game[Any, Any]) -> None:
    """After a resignation, which leaves the position unchanged, the board has no legal targets."""
    for playout, ply in select_sample_plies(game.id, 12):
        state = playout.states[ply]
        for seat in all_seats(playout) if game.to_move(state) is not None else ():
            marks = Marks(read_only=True, result="The other side has resigned.")
            picture = VIEWS[game.id].picture(state_for_seat(playout, ply, seat), seat, marks)
            assert picture.attrs["data-turn"] == ""
            for node in iter_nodes(picture):
                assert "active" not in node.attrs.get("class", "").split()
                text = f"{node.text or ''} {node.attrs.get('aria-label', '')}"
                assert "to move" not in text
                assert game.prompt(state) not in text


@for_every_game
def test_next_targets_are_in_picture(game: Game[Any, Any]) -> None:
    """At every step of every action, the picture contains each next target once, with a name and marked as legal."""
    for playout, ply in select_sample_plies(game.id, 30):
        player = game.to_move(playout.states[ply])
        if player is None:
            continue
        state = state_for_seat(playout, ply, player)
        for step in find_reachable_selections(game.legal_actions(state), 10):
            picture = VIEWS[game.id].picture(state, player, create_selection_marks(step))
            picture_targets = find_targets(picture)
            assert without_buttons(step.next_targets) <= picture_targets.keys()
            assert sum("data-target" in node.attrs for node in iter_nodes(picture)) == len(picture_targets)
            for target, node in picture_targets.items():
                assert ("data-legal" in node.attrs) == (target in step.next_targets), target
                assert node.attrs.get("aria-label", "").strip(), target
                assert "tabindex" in node.attrs, target


@for_every_game
def test_first_targets_of_all_actions_are_in_picture(game: Game[Any, Any]) -> None:
    """The picture before any touch contains the first target of every action, where drags and lessons may begin."""
    for playout, ply in select_sample_plies(game.id, 30):
        player = game.to_move(playout.states[ply])
        if player is None:
            continue
        state = state_for_seat(playout, ply, player)
        legal = game.legal_actions(state)
        picture = VIEWS[game.id].picture(state, player, create_selection_marks(find_reachable_selections(legal, 1)[0]))
        first_targets = {action.targets[0] for action in legal}
        assert without_buttons(first_targets) <= find_targets(picture).keys()


@for_every_game
def test_read_only_picture_has_no_touch_targets(game: Game[Any, Any]) -> None:
    """A read-only picture has no legal targets and no elements in the tab order."""
    for playout, ply in select_sample_plies(game.id, 10):
        picture = VIEWS[game.id].picture(playout.states[ply], 0, Marks(read_only=True))
        assert not any({"data-legal", "tabindex"} & node.attrs.keys() for node in iter_nodes(picture))


@for_every_game
def test_every_mark_changes_any_target(game: Game[Any, Any]) -> None:
    """Each kind of mark changes the picture of any target, and marks of unknown targets change nothing."""
    for number, (playout, ply) in enumerate(select_sample_plies(game.id, 10)):
        seat = number % playout.player_count()
        state = state_for_seat(playout, ply, seat)
        unmarked_picture = VIEWS[game.id].picture(state, seat, Marks())
        for target in select_evenly_spaced(list(find_targets(unmarked_picture)), 6):
            target_set = frozenset({target, "nowhere"})
            for marks in (
                Marks(selected=(target,)),
                Marks(next_targets={target: "go", "nowhere": "special"}),
                Marks(last=target_set),
                Marks(highlighted=target_set),
                Marks(refused_target=target),
            ):
                assert VIEWS[game.id].picture(state, seat, marks) != unmarked_picture, marks
        VIEWS[game.id].picture(
            state, seat, Marks(refused_target="nowhere", selected=("nowhere",), danger=frozenset({"x"}))
        )


@for_every_game
def test_outcome_squares_are_targets(game: Game[Any, Any]) -> None:
    """The squares that explain the outcome of a game are targets in the picture."""
    for playout, ply in select_sample_plies(game.id, 20):
        outcome = game.outcome(playout.states[ply])
        if outcome:
            picture = VIEWS[game.id].picture(
                state_for_seat(playout, ply, 0), 0, Marks(highlighted=frozenset(outcome.squares))
            )
            assert set(outcome.squares) <= find_targets(picture).keys()


@for_every_game
def test_keys_are_unique_among_siblings(game: Game[Any, Any]) -> None:
    """Siblings in a picture have different keys, since patches and animations find elements by their keys."""
    for number, (playout, ply) in enumerate(select_sample_plies(game.id, 30)):
        seat = number % playout.player_count()
        state = state_for_seat(playout, ply, seat)
        for step in find_reachable_selections(game.legal_actions(state), 3):
            for node in iter_nodes(VIEWS[game.id].picture(state, seat, create_selection_marks(step))):
                keys = [(child.tag, child.key) for child in node.children if child.key]
                assert len(set(keys)) == len(keys)


@for_every_game
def test_picture_is_well_formed_without_colours(game: Game[Any, Any]) -> None:
    """A picture is valid XML and HTML and contains no colours, which belong to the style sheet."""
    for playout, ply in select_sample_plies(game.id, 10):
        for seat in all_seats(playout):
            state = state_for_seat(playout, ply, seat)
            for picture in (
                VIEWS[game.id].picture(state, seat, Marks()),
                VIEWS[game.id].picture(state, seat, Marks(read_only=True)),
                VIEWS[game.id].tray(state, seat),
            ):
                if picture is not None:
                    ElementTree.fromstring(to_svg(picture, ".a > .b { fill: none }"))
                    assert to_html(picture).startswith("<svg")
                    for node in iter_nodes(picture):
                        for name in ("fill", "stroke", "style"):
                            assert not _COLOUR_PATTERN.search(node.attrs.get(name, "")), node.attrs


@for_every_game
def test_patches_turn_pictures_into_each_other(game: Game[Any, Any]) -> None:
    """A patch turns one picture into another, between different actions, marks and seats."""
    for playout, ply in select_sample_plies(game.id, 20):
        pictures = []
        for picture_ply in (ply, min(ply + 1, len(playout.states) - 1)):
            for seat in select_evenly_spaced(list(all_seats(playout)), 2):
                state = state_for_seat(playout, picture_ply, seat)
                for step in find_reachable_selections(game.legal_actions(state), 3)[-2:]:
                    pictures.append(VIEWS[game.id].picture(state, seat, create_selection_marks(step)))
        for old_picture, new_picture in itertools.pairwise(pictures):
            operations = patch.diff(old_picture, new_picture)
            assert apply_patch(patch.node_json(old_picture), json.loads(json.dumps(operations))) == patch.node_json(
                new_picture
            )
            assert patch.diff(new_picture, new_picture) == []


_TRANSLATION_PATTERN = re.compile(r"translate\(([-\d.e]+)[ ,]+([-\d.e]+)\)")


def _check_piece_position(picture: Node, key: str, point: tuple[float, float]) -> None:
    """Check that exactly one piece has the key, and that it is at the point if it has a translation."""
    matching_nodes = [(node, is_transformed) for node, is_transformed in walk(picture) if node.key == key]
    assert len(matching_nodes) == 1, key
    node, is_transformed = matching_nodes[0]
    match = _TRANSLATION_PATTERN.match(node.attrs.get("transform", ""))
    if match and not is_transformed:
        assert float(match[1]) == pytest.approx(point[0], abs=0.6), key
        assert float(match[2]) == pytest.approx(point[1], abs=0.6), key


@for_every_game
def test_motions_connect_pictures(game: Game[Any, Any]) -> None:
    """An animated piece starts where it is before the action, and ends where it is after the action."""
    motion_count = 0
    for playout, ply in select_sample_plies(game.id, 50):
        if ply == len(playout.actions):
            continue
        for seat in all_seats(playout):
            before, after = state_for_seat(playout, ply, seat), state_for_seat(playout, ply + 1, seat)
            motions = VIEWS[game.id].motions(before, playout.actions[ply], after, seat)
            motion_count += len(motions)
            assert len({motion.end for motion in motions}) == len(motions)
            if not motions:
                continue
            start, end = (VIEWS[game.id].picture(state, seat, Marks()) for state in (before, after))
            for motion in motions:
                assert len(motion.points) >= 2
                assert all(math.isfinite(number) for point in motion.points for number in point)
                _check_piece_position(start, motion.start, motion.points[0])
                _check_piece_position(end, motion.end, motion.points[-1])
    has_moves = any(
        len(without_buttons(action.targets)) > 1 for playout in create_playouts(game.id) for action in playout.actions
    )
    assert motion_count or not has_moves


@for_every_game
def test_tray_is_labelled_or_hidden_from_screen_readers(game: Game[Any, Any]) -> None:
    """A tray is an SVG picture that has a name or is hidden from screen readers. A view may have no tray."""
    for playout, ply in select_sample_plies(game.id, 30):
        for seat in all_seats(playout):
            tray = VIEWS[game.id].tray(state_for_seat(playout, ply, seat), seat)
            if tray is not None:
                assert tray.tag == "svg"
                assert tray.attrs["viewBox"]
                assert tray.attrs.get("aria-hidden") == "true" or tray.attrs["aria-label"].strip()


def _check_note(game: Game[Any, Any], note: SideNote, picture: Node) -> None:
    """Check that a note has an id, a title and texts, and that its targets are in the picture."""
    assert note.id
    assert note.title.strip()
    assert note.steps
    for step in note.steps:
        assert set(step.highlighted_targets) <= find_targets(picture).keys()
        ElementTree.fromstring(to_html(step.node))
        assert any(node.text.strip() for node in iter_nodes(step.node))
        for node in iter_nodes(step.node):
            assert not {"id", "data-target", "data-do"} & node.attrs.keys()
            keys = [(child.tag, child.key) for child in node.children if child.key]
            assert len(set(keys)) == len(keys)


@for_every_game
def test_notes_and_hints_are_complete(game: Game[Any, Any]) -> None:
    """Side notes, recent events, touch hints and the reference note of public states are complete."""
    view = VIEWS[game.id]
    for playout, ply in select_sample_plies(game.id, 30):
        player = game.to_move(playout.states[ply])
        public_states = [game.view(state, None) for state in playout.states[: ply + 1]]
        picture = VIEWS[game.id].picture(public_states[-1], 0, Marks())
        notes = view.side_notes(public_states[-1])
        assert len({note.id for note in notes}) == len(notes)
        events = view.recent_events(public_states, playout.actions[:ply])
        assert events is None or events.id not in {note.id for note in notes}
        for note in (*notes, *((events,) if events else ())):
            _check_note(game, note, picture)
        if player is not None:
            state = state_for_seat(playout, ply, player)
            for step in find_reachable_selections(game.legal_actions(state), 6):
                hint = view.touch_hint(state, step.targets)
                assert not hint or hint.endswith((".", "!", "?"))
    state = game.initial({}, 0)
    reference_note = view.reference_note(state)
    if reference_note:
        _check_note(game, reference_note, VIEWS[game.id].picture(state, 0, Marks()))
        assert len(reference_note.steps) == 1
