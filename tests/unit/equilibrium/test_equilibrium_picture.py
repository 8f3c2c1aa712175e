"""Test the picture of Equilibrium: unique targets, stable keys and no secrets."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from ruleboard.engine.selection import select
from ruleboard.games.equilibrium import PACKAGE
from ruleboard.scene.diff import diff
from ruleboard.scene.marks import Marks
from ruleboard.scene.serialize import to_svg
from tests.support.catalogues import load_translations
from tests.support.pictures import iter_nodes
from tests.unit.equilibrium.equilibrium_help import create_player, create_position, play_random_game

VIEW = PACKAGE.view
GAME = PACKAGE.game

CSS = Path(__file__).parents[3] / "static" / "css" / "games" / "equilibrium.css"


def test_words_below_limits_have_room_in_french() -> None:
    """The three French words below the limits, which share one line, are together not longer than the English ones."""
    words = ("hand", "storage", "income")
    assert len("".join(map(load_translations("fr").gettext, words))) <= len("".join(words))


@pytest.mark.parametrize("player_count", [2, 3, 4])
def test_every_target_is_drawn_once(player_count: int) -> None:
    for seed in range(2):
        states, _ = play_random_game(player_count, seed)
        for state in states[::5]:
            actions = GAME.legal_actions(state)
            next_targets = dict.fromkeys(select(actions).next_targets, "go")
            picture = list(iter_nodes(VIEW.picture(state, seed, Marks(next_targets=next_targets))))
            targets = Counter(node.attrs["data-target"] for node in picture if "data-target" in node.attrs)
            assert set(targets.values()) == {1}
            class_names = {
                target
                for action in actions
                for action_targets in (action.targets, *action.alternative_targets)
                for target in action_targets
            }
            assert {target for target in class_names if not target.startswith("do:")} <= set(targets)
            legal_targets = {node.attrs["data-target"] for node in picture if "data-legal" in node.attrs}
            assert legal_targets == {target for target in next_targets if not target.startswith("do:")}
            assert all(node.attrs["aria-label"] for node in picture if "data-target" in node.attrs)


def test_bonus_sign_overlaps_type_frames_during_setup() -> None:
    state = GAME.initial({}, 1)
    next_targets = dict.fromkeys(select(GAME.legal_actions(state)).next_targets, "go")
    picture = list(iter_nodes(VIEW.picture(state, 0, Marks(next_targets=next_targets))))
    frames = [index for index, node in enumerate(picture) if node.attrs.get("data-target", "").startswith("type:1:")]
    signs = [index for index, node in enumerate(picture) if node.attrs.get("class") == "plus-disc"]
    (next_panel_index,) = (index for index, node in enumerate(picture) if node.attrs.get("data-player") == "2")
    assert any(max(frames) < index < next_panel_index for index in signs)


@pytest.mark.parametrize("cycles", [0, 6, 15])
def test_cycles_change_only_their_own_boxes(cycles: int) -> None:
    """A box whose cycle appears or is spent changes its class, and all other boxes stay as they are."""
    old, new = (
        next(
            node
            for node in iter_nodes(VIEW.picture(create_position(create_player(cycles=count)), 0, Marks()))
            if node.key == "cycles"
        )
        for count in (cycles, abs(cycles - 1))
    )
    counts = Counter(operation[0] for operation in diff(old, new))
    assert counts["text"] <= 2, "the caption and the tracker"
    assert counts["attr"] == 3, "a box, its number, and the place of the tracker"
    assert set(counts) <= {"text", "attr"}


def test_panel_text_is_its_label() -> None:
    """The label of a panel has the player's status, the cycles, the stored tiles and the storage limit."""
    state = create_position(create_player(cycles=6, storage="TA"), create_player(cycles=7), passed=[2])
    labels = [node.attrs.get("aria-label") for node in iter_nodes(VIEW.picture(state, 0, Marks()))]
    assert "Orange, to move, GPU cycles 6, Storage 2 of 3" in labels
    assert "Teal, passed, GPU cycles 7, Storage 0 of 3" in labels


@pytest.mark.parametrize("focus", ["1", "2", "board", "board 1", "2 1"])
def test_picture_part_contains_exactly_its_elements(focus: str) -> None:
    states, actions = play_random_game(2, 1)
    view = VIEW.focused_view(focus)
    for state, action, next_state in list(zip(states, actions, states[1:], strict=False))[::7]:
        picture = list(iter_nodes(view.picture(state, 0, Marks())))
        all_targets = {
            node.attrs["data-target"]
            for node in iter_nodes(VIEW.picture(state, 0, Marks()))
            if "data-target" in node.attrs
        }
        targets = {node.attrs["data-target"] for node in picture if "data-target" in node.attrs}
        owners = {"tile": "board", "card": "board", "supply": "board"}
        owner_by_target = {target: owners.get(target.split(":")[0], target.split(":")[1]) for target in all_targets}
        assert targets == {target for target in all_targets if owner_by_target[target] in focus.split()}
        x, y, width, height = map(float, picture[0].attrs["viewBox"].split())
        next_keys = {node.key for node in iter_nodes(view.picture(next_state, 0, Marks()))}
        for motion in view.motions(state, action, next_state, 0):
            if motion.end in next_keys:  # it arrives where it is drawn, within the picture
                (end_x, end_y) = motion.points[-1]
                assert x <= end_x <= x + width
                assert y <= end_y <= y + height


@pytest.mark.parametrize(("players", "shows_whole_board"), [(2, False), (3, False), (3, True), (4, False), (4, True)])
def test_part_view_contains_one_panel_and_action_board(players: int, shows_whole_board: bool) -> None:
    """All targets of the panel and of the action board are within the picture. Cards have legible names."""
    for state in play_random_game(players, 1)[0][::9]:
        for seat in range(players):
            view = VIEW.part_view(state, seat, shows_whole_board=shows_whole_board)
            assert view is not None
            picture = view.picture(state, seat, Marks())
            x, y, width, height = map(float, picture.attrs["viewBox"].split())
            targets = {node.attrs["data-target"] for node in iter_nodes(picture) if "data-target" in node.attrs}
            all_targets = {
                node.attrs.get("data-target", "") for node in iter_nodes(VIEW.picture(state, 0, Marks()))
            } - {""}
            assert targets == {target for target in all_targets if VIEW.part_owner(target) in (None, seat)}
            for node in iter_nodes(picture):
                if "data-target" in node.attrs and node.tag == "rect":
                    tile_x, tile_y, tile_width, tile_height = (
                        float(node.attrs[name]) for name in ("x", "y", "width", "height")
                    )
                    assert x <= tile_x <= x + width - tile_width, node
                    assert y <= tile_y <= y + height - tile_height, node
            scale = 700 / width if shows_whole_board else 360 / width
            titles = [node for node in iter_nodes(picture) if node.attrs.get("class") == "title"]
            assert len(titles) >= len(set(state.cards)) + len(state.players[seat].hand)
            assert all(float(title.attrs["font-size"]) * scale >= 12 for title in titles)


def test_whole_board_of_two_players_has_both_panels() -> None:
    assert VIEW.part_view(GAME.initial({"players": "2"}, 1), 0, shows_whole_board=True) is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_moving_pieces_keep_their_keys(players: int) -> None:
    for seed in range(2):
        states, actions = play_random_game(players, seed)
        for state, action, next_state in list(zip(states, actions, states[1:], strict=False))[::2]:
            old = Counter(node.key for node in iter_nodes(VIEW.picture(state, 0, Marks())) if node.key)
            new = Counter(node.key for node in iter_nodes(VIEW.picture(next_state, 0, Marks())) if node.key)
            for motion in VIEW.motions(state, action, next_state, 0):
                assert old[motion.start] == 1, (action.text, motion)
                assert new[motion.end] == 1, (action.text, motion)
                assert motion.points[0] != motion.points[-1]


def test_each_panel_is_a_group_with_the_decider_marked() -> None:
    for state in play_random_game(4, 1)[0][::9]:
        picture = list(iter_nodes(VIEW.picture(state, 2, Marks())))
        panels = {node.attrs["data-player"]: node for node in picture if "data-player" in node.attrs}
        assert set(panels) == {"1", "2", "3", "4"}
        active_players = {number for number, node in panels.items() if "active" in node.attrs["class"].split()}
        mover = GAME.to_move(state)
        assert active_players == (set() if mover is None else {str(mover + 1)})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_determines_the_lower_left_panel(players: int) -> None:
    state = GAME.initial({"players": str(players)}, 1)
    for seat in range(players):
        picture = list(iter_nodes(VIEW.picture(state, seat, Marks())))
        corners = {
            node.attrs["data-player"]: (
                float(node.children[0].attrs["x"]),
                -float(node.children[0].attrs["y"]),
            )
            for node in picture
            if "data-player" in node.attrs
        }
        assert min(corners, key=lambda number: corners[number]) == str(seat + 1)
        assert len(set(corners.values())) == players


def test_picture_does_not_depend_on_pile_order() -> None:
    for state in play_random_game(2, 3)[0][::7]:
        other = replace(state, pile=state.pile[::-1], bag=state.bag[::-1])
        assert VIEW.picture(state, 0, Marks()) == VIEW.picture(other, 0, Marks())


def test_board_has_dom_hooks() -> None:
    state = GAME.initial({"players": "3", "start": "2"}, 1)
    svg = VIEW.picture(state, 0, Marks(read_only=True))
    assert svg.tag == "svg"
    assert svg.attrs["data-game"] == "equilibrium"
    assert svg.attrs["data-turn"] == "1", "numbered from 0"
    assert GAME.parse_position(svg.attrs["data-position"]) == GAME.view(state, None)
    assert not any("data-target" in node.attrs for node in iter_nodes(svg))
    assert to_svg(svg).startswith("<svg")


def test_picture_contains_no_colours() -> None:
    picture = iter_nodes(VIEW.picture(play_random_game(2, 1)[0][20], 0, Marks()))
    for node in picture:
        assert not {"fill", "stroke", "style"} & set(node.attrs)
    sheet = CSS.read_text()
    for name in ("tile", "weight", "token", "may", "taken", "refused", "danger", "last", "shown"):
        assert f".{name}" in sheet


def test_single_level_tier_has_numbers_without_signs() -> None:
    """A tier of one level has only its three numbers, because there is no room for two lines."""
    picture = iter_nodes(VIEW.picture(create_position(create_player(), create_player(), numbers="scarce"), 0, Marks()))
    marks = [node for node in picture if node.attrs.get("class", "").startswith("tier-marks")]
    assert [len(mark.children) for mark in marks] == [6, 3, 6, 6, 6] * 2
    assert [mark.text for mark in marks[1].children] == ["2", "3", "2"]


def test_pass_spots_disappear_when_nobody_can_pass_any_more() -> None:
    for player_count in (2, 3, 4):
        counts = {True: 0, False: 0}
        for state in play_random_game(player_count, 1)[0]:
            classes = [node.attrs.get("class") for node in iter_nodes(VIEW.picture(state, 0, Marks()))]
            can_pass = state.final_players is None
            counts[can_pass] += 1
            assert classes.count("hole pass") == (player_count if can_pass else 0)
        assert all(counts.values())


def test_chosen_first_tile_appears_in_the_centre() -> None:
    """During the setup, the first tile lies in the centre as soon as a person has chosen its type."""
    state = play_random_game(2, 1)[0][0]
    player, kind = state.phase.player, state.mover.top_kinds[1]
    for selected, count in (((), 0), ((f"type:{player + 1}:{kind}",), 1)):
        picture = VIEW.picture(state, player, Marks(selected=selected))
        assert [node.key for node in iter_nodes(picture)].count(f"tile-{player}-0,0") == count
