"""Test the picture of Tesulda: touch targets, marks and hidden armies."""

from __future__ import annotations

import re

import pytest

from ruleboard.engine.selection import select
from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.board import SQUARE_NAMES
from ruleboard.games.tesulda.layout import BOARD_WIDTH, INNER_WIDTH, PICTURE_HEIGHT, RIM_WIDTH
from ruleboard.games.tesulda.piece_targets import piece_targets
from ruleboard.games.tesulda.state import State
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_svg
from tests.support.pictures import iter_nodes
from tests.unit.tesulda.positions import create_position, play

VIEW = PACKAGE.view
GAME = PACKAGE.game

DISTANT_PRIMES = {"a1": "Ck", "j10": "ck"}


def create_marks(state: State, selected_targets: tuple[str, ...] = (), refused_target: str = "") -> Marks:
    next_targets = select(GAME.legal_actions(state), selected_targets).next_targets
    go = {target: kinds[0] if len(kinds) == 1 else "special" for target, kinds in next_targets.items()}
    return Marks(selected=selected_targets, next_targets=go, refused_target=refused_target)


def find_picture_nodes(
    state: State, selected_targets: tuple[str, ...] = (), refused_target: str = "", seat: int = 0
) -> list[Node]:
    return list(iter_nodes(VIEW.picture(state, seat, create_marks(state, selected_targets, refused_target))))


def find_targets(drawn_nodes: list[Node], is_legal: bool = False) -> list[str]:
    return [
        node.attrs["data-target"]
        for node in drawn_nodes
        if "data-target" in node.attrs and (not is_legal or "data-legal" in node.attrs)
    ]


@pytest.mark.parametrize("seat", [0, 1])
def test_every_square_has_one_target(seat: int) -> None:
    picture_targets = find_targets(find_picture_nodes(GAME.initial({}, 0), seat=seat))
    assert sorted(target for target in picture_targets if target in SQUARE_NAMES) == sorted(SQUARE_NAMES)


def test_svg_carries_game_position_and_turn() -> None:
    state = GAME.initial({}, 0)
    svg = VIEW.picture(state, 0, Marks())
    assert svg.attrs["data-game"] == "tesulda"
    assert svg.attrs["data-position"] == GAME.format_position(state)
    assert svg.attrs["data-turn"] == "0"
    finished_state = create_position({"a1": "Ck", "j10": "c"})
    assert VIEW.picture(finished_state, 0, Marks()).attrs["data-turn"] == ""


def test_board_is_rotated_for_dark() -> None:
    state = GAME.initial({}, 0)

    def find_places(seat: int) -> dict[str, str]:
        return {
            node.attrs["data-key"]: node.attrs["transform"]
            for node in find_picture_nodes(state, seat=seat)
            if node.attrs.get("class", "").startswith("figure") and "data-key" in node.attrs
        }

    assert len(find_places(0)) == 40
    assert find_places(0)["light-a1"] == find_places(1)["dark-j10"]


@pytest.mark.parametrize(
    ("actions", "selected_targets"),
    [
        ((), ("e4",)),
        (("e4-e5",), ()),
        (("e4-e5",), ("prey:s1",)),
        (("e4-e5", "take:-"), ()),
        (("e4-e5", "take:-"), ("d5",)),
        (("e4-e5", "take:-"), ("e5",)),
        (("e4-e5", "take:-"), ("piece:c1",)),
    ],
)
def test_every_legal_target_is_in_the_picture(actions: tuple[str, ...], selected_targets: tuple[str, ...]) -> None:
    state = play(create_position({**DISTANT_PRIMES, "e4": "Scc", "e5": "tsh", "d5": "Css"}), *actions)
    marks = create_marks(state, selected_targets)
    legal_targets = find_targets(find_picture_nodes(state, selected_targets), is_legal=True)
    assert {target for target in marks.next_targets if not target.startswith("do:")} == set(legal_targets)
    assert len(legal_targets) == len(set(legal_targets))


def test_store_and_selected_figure_are_targets_while_building() -> None:
    state = play(GAME.initial({"setup": "build"}, 1), "S>e1", "c>e1", "c>e1", "T>a2")
    for selected_targets in ((), ("e1",), ("e1", "piece:c2"), ("store:h",), ("base:C",)):
        marks = create_marks(state, selected_targets)
        legal_targets = find_targets(find_picture_nodes(state, selected_targets), is_legal=True)
        assert {target for target in marks.next_targets if not target.startswith("do:")} == set(legal_targets)


def test_pool_is_always_visible() -> None:
    texts = [node.text for node in find_picture_nodes(create_position({**DISTANT_PRIMES, "e4": "Sc"}, pool="cch"))]
    assert "3 removed" in texts
    assert {f"pool:{piece}" for piece in "csdzhtk"} <= set(find_targets(find_picture_nodes(GAME.initial({}, 0))))


Box = tuple[float, float, float, float]


def find_touch_areas(state: State, selected_targets: tuple[str, ...] = ()) -> dict[str, Box]:
    """Return the touch areas of the targets below the board, as left, top, right and bottom in picture units."""
    strip_node = next(
        node for node in find_picture_nodes(state, selected_targets) if node.attrs.get("class") == "strip"
    )
    boxes = {}
    for node in iter_nodes(strip_node):
        for child in node.children:
            if "data-target" in node.attrs and child.attrs.get("class") == "around":
                values = [
                    float(number)
                    for text in (strip_node, node)
                    for number in re.findall(NUMBER_PATTERN, text.attrs["transform"])
                ]
                x, y, width, height = (float(child.attrs[name]) for name in ("x", "y", "width", "height"))
                x, y = x + values[0] + values[2], y + values[1] + values[3]
                boxes[node.attrs["data-target"]] = (x, y, x + width, y + height)
    return boxes


NUMBER_PATTERN = r"-?[\d.]+"


@pytest.mark.parametrize("rod", ["c", "cs", "csh", "ccsh", "ccssh"])
def test_targets_below_the_board_fit_a_finger(rod: str) -> None:
    """Targets below the board are large enough for a finger, and none overlaps another target.

    A finger needs 44 px, which are 116 units of the picture on a phone. The squares of the board have 90.
    """
    state = play(create_position({**DISTANT_PRIMES, "e8": f"S{rod}", "e10": "Sc"}, pool="csdzht"), "e8-e9")
    legal_targets = find_touch_areas(state)
    assert set(legal_targets) == {f"pool:{piece}" for piece in "csdzhtk"} | set(piece_targets("piece", rod))
    for target, (left, top, right, bottom) in legal_targets.items():
        assert 0 <= left < right <= BOARD_WIDTH
        assert RIM_WIDTH + INNER_WIDTH < top < bottom <= PICTURE_HEIGHT, "no square of the board is under it"
        for other, (x, y, x2, y2) in legal_targets.items():
            assert target == other or right <= x + 0.01 or x2 <= left + 0.01 or bottom <= y or y2 <= top
    for target in legal_targets:
        left, top, right, bottom = legal_targets[target]
        if target.startswith("piece"):
            assert right - left > (115 if len(rod) <= 3 else 85)
            assert bottom - top > 116
        elif target[-1] in "csh":  # what most of the pool is
            assert right - left > 100
            assert bottom - top > 116
        else:
            assert right - left > 77
            assert bottom - top > 77


def test_static_board_has_no_targets_below_it() -> None:
    state = create_position({**DISTANT_PRIMES, "e4": "Sc"}, pool="cch")
    assert not [
        node for node in iter_nodes(VIEW.picture(state, 0, Marks(read_only=True))) if "around" in node.attrs.values()
    ]


def test_touched_enemy_shows_its_kind_and_moves() -> None:
    state = create_position({**DISTANT_PRIMES, "e4": "tcs"})
    refusal_nodes = find_picture_nodes(state, refused_target="e4")
    assert {"e4 · straight 1, diagonal 1", "Minion"} <= {node.text for node in refusal_nodes}
    assert "tint looked" in [node.attrs.get("class") for node in refusal_nodes]
    assert len([node for node in refusal_nodes if "reach" in node.attrs.get("class", "").split()]) == 3


def test_refused_move_shows_attackers_of_the_prime() -> None:
    state = create_position({**DISTANT_PRIMES, "a3": "Ss", "a9": "sssssh"})

    def find_threat_nodes(**options: object) -> list[Node]:
        picture = find_picture_nodes(state, **options)  # type: ignore[arg-type]
        return [node for node in picture if node.attrs.get("class") == "way threat"]

    assert len(find_threat_nodes(selected_targets=("a3",), refused_target="b3")) == 1
    assert find_threat_nodes(selected_targets=("a3",), refused_target="a7") == []
    assert find_threat_nodes() == []


def test_hidden_army_is_not_drawn() -> None:
    state = play(GAME.initial({"setup": "build"}, 1), "shuffle", "done", "S>b10", "k>b10")
    for viewer in (1, None):
        svg = to_svg(VIEW.picture(GAME.view(state, viewer), 0, Marks()))
        assert "light-" not in svg
        assert 'data-position="10/10/10/10/10/10/10/10/10/10 d - 0 build:l:0"' in svg
    assert "dark-b10" in to_svg(VIEW.picture(GAME.view(state, 1), 0, Marks()))
    assert "dark-b10" not in to_svg(VIEW.picture(GAME.view(state, None), 0, Marks()))
    for seat in (0, 1):
        assert VIEW.tray(GAME.view(state, None), seat) is None


def test_tray_counts_the_remaining_parts() -> None:
    tray = VIEW.tray(create_position({**DISTANT_PRIMES, "e4": "Sc", "e5": "Ss"}), 0)
    assert tray is not None
    assert [node.text for node in iter_nodes(tray) if node.text] == ["2", "1", "0"]
    assert tray.attrs["aria-label"] == "2 square bases, 1 circle base, 0 triangle bases"


def test_moving_figures_are_drawn_above_others() -> None:
    state = create_position({**DISTANT_PRIMES, "e4": "Sc"})
    keys = [node.attrs["data-key"] for node in iter_nodes(VIEW.picture(state, 0, Marks(last=frozenset(("a1",)))))
            if node.attrs.get("class", "").startswith("figure ") and "data-key" in node.attrs]  # fmt: skip
    assert keys == ["light-e4", "dark-j10", "light-a1"]


def test_captured_pieces_reach_the_pool_after_the_take() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e4": "Sc", "e5": "tsh"}, pool="hh"), "e4-e5")
    assert "2 removed" in [node.text for node in find_picture_nodes(state)]
    assert GAME.name(state, "pool:h") == "hexagon, 2 in the pool"
    assert "3 removed" in [node.text for node in find_picture_nodes(play(state, "take:s"))]
