"""Test the picture of Sensei: squares, pieces, marks, trays and animations."""

from __future__ import annotations

import pytest

from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.state import State
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node
from tests.support.pictures import find_targets, iter_nodes
from tests.unit.sensei.positions import parse_state, play

VIEW = PACKAGE.view
GAME = PACKAGE.game


def map_by_key(picture: Node) -> dict[str, Node]:
    """Return the nodes that have a key, by their keys."""
    return {node.key: node for node in iter_nodes(picture) if node.key}


def find_centre(cell: Node) -> tuple[float, float]:
    """Return the centre of a square."""
    x, y, width, height = (float(cell.attrs[name]) for name in ("x", "y", "width", "height"))
    return x + width / 2, y + height / 2


START = GAME.initial({}, 0)


def test_board_is_a_seven_by_seven_grid() -> None:
    """Screen readers read the board as a grid, with rows from the top and cells from the left."""
    for seat, first_square, last_square in ((0, "a7", "g1"), (1, "g1", "a7")):
        picture = VIEW.picture(START, seat, Marks())
        assert picture.attrs["role"] == "grid"
        rows = [node for node in iter_nodes(picture) if node.attrs.get("role") == "row"]
        assert [len(row.children) for row in rows] == [7] * 7
        board_cells = list(find_targets(picture))
        assert (board_cells[0], board_cells[-1], len(board_cells)) == (first_square, last_square, 49)
        square_centres = [find_centre(cell) for cell in find_targets(picture).values()]
        assert square_centres == sorted(square_centres, key=lambda middle: (middle[1], middle[0]))


def test_cells_have_accessible_names() -> None:
    """The accessible name of a cell consists of its square and its pieces."""
    board_cells = find_targets(VIEW.picture(START, 0, Marks()))
    assert board_cells["d1"].attrs["aria-label"] == "d1, green character"
    assert board_cells["c4"].attrs["aria-label"] == "c4, empty"


@pytest.mark.parametrize("seat", [0, 1])
def test_pieces_stand_on_their_squares(seat: int) -> None:
    """Pieces are drawn on their squares. The key of a stone contains its square, the key of a character its side."""
    picture = VIEW.picture(START, seat, Marks())
    nodes_by_start_key, squares = map_by_key(picture), find_targets(picture)
    for key, square in [(f"stone-{file}1", f"{file}1") for file in "abcdefg"] + [
        ("stone-d7", "d7"),
        ("character-0", "d1"),
        ("character-1", "d7"),
    ]:
        x, y = find_centre(squares[square])
        assert nodes_by_start_key[key].attrs["transform"] == f"translate({x:g} {y:g})"
    assert sum(key.startswith("stone-") for key in nodes_by_start_key) == 14
    near_centre = find_centre(squares["d1" if seat == 0 else "d7"])
    assert near_centre[1] > find_centre(squares["d4"])[1]


def test_sides_differ_by_shape() -> None:
    """Stones and characters of the two sides differ in outline and not only in colour."""
    nodes_by_start_key = map_by_key(VIEW.picture(START, 0, Marks()))

    def find_outlines(key: str) -> set[str]:
        return {node.attrs["d"] for node in iter_nodes(nodes_by_start_key[key]) if "d" in node.attrs}

    assert not find_outlines("stone-a1") & find_outlines("stone-a7")
    assert not find_outlines("character-0") & find_outlines("character-1")


def test_only_expert_mode_draws_pits() -> None:
    for mode, pits in (("arashi", 0), ("arashi-expert", 5)):
        picture = VIEW.picture(GAME.initial({"mode": mode}, 0), 0, Marks())
        assert sum(node.attrs.get("class") == "pit" for node in iter_nodes(picture)) == pits


def test_legal_targets_are_marked() -> None:
    """A legal target has a dot on sand, a ring on a stone, and a special ring on the goal.

    Without a selection there are no marks.
    """

    def find_signs(marks: Marks) -> dict[str, str]:
        picture = VIEW.picture(START, 0, marks)
        return {node.key: node.attrs["class"] for node in iter_nodes(picture) if node.key.startswith("go-")}

    assert find_signs(
        Marks(selected=("a1",), next_targets={"a2": "go", "b1": "go character", "d7": "special goal"})
    ) == {
        "go-a2": "sign dot may go",
        "go-b1": "sign ring may go character",
        "go-d7": "sign ring may special goal",
    }
    assert find_signs(Marks(next_targets={"a1": "go", "b1": "go"})) == {}


def test_every_drawn_mark_is_visible() -> None:
    """Selected, highlighted and path squares have a tint, and only a square in danger has teeth."""
    marks = Marks(danger=frozenset({"d4"}), last=frozenset({"a1"}), highlighted=frozenset({"b2"}), selected=("c3",))
    nodes_by_key = map_by_key(VIEW.picture(START, 0, marks))
    assert nodes_by_key.keys() >= {"edge-danger-d4", "edge-last-a1", "edge-shown-b2", "edge-taken-c3"}
    assert nodes_by_key.keys() >= {"last-a1", "shown-b2", "taken-c3"}
    assert "danger-d4" not in nodes_by_key


def test_selected_piece_is_raised() -> None:
    """A selected character is raised, but the stone under it is not."""
    stone = map_by_key(VIEW.picture(START, 0, Marks(selected=("a1",))))
    assert "taken" in stone["stone-a1"].attrs["class"].split()
    selected_nodes = map_by_key(VIEW.picture(START, 0, Marks(selected=("d1",))))
    assert "taken" in selected_nodes["character-0"].attrs["class"].split()
    assert "taken" not in selected_nodes["stone-d1"].attrs["class"].split()


@pytest.mark.parametrize(
    ("position", "seat", "used_count", "is_waiting"),
    [
        ("r2R3/7/7/7/7/7/g2G3 g 21", 0, 0, False),
        ("r2R3/7/7/7/7/7/g2G3 g 11", 0, 1, False),
        ("r2R3/7/7/7/7/7/g2G3 g 10", 0, 2, False),
        ("r2R3/7/7/7/7/7/g2G3 g 01", 0, 2, False),
        ("r2R3/7/7/7/7/7/g2G3 g 21", 1, 3, True),
        ("3R3/7/7/7/7/7/3G3 g 21", 0, 3, True),
    ],
)
def test_tray_shows_the_remaining_moves(position: str, seat: int, used_count: int, is_waiting: bool) -> None:
    """The tray shows two stones and a character. All are dim out of turn and after the end of the game."""
    tray = VIEW.tray(parse_state(position), seat)
    assert tray is not None
    move_marks = [node.attrs["class"].split() for node in tray.children]
    assert len(move_marks) == 3
    assert sum("used" in mark for mark in move_marks) == used_count
    assert ("waiting" in tray.attrs["class"].split()) == is_waiting


def _find_motion(state: State, text: str, seat: int) -> tuple[str, str, tuple[tuple[float, float], ...]] | None:
    next_state = play(state, text)
    motions = VIEW.motions(state, GAME.parse_action(state, text), next_state, seat)
    return (motions[0].start, motions[0].end, motions[0].points) if motions else None


@pytest.mark.parametrize("seat", [0, 1])
def test_motions_follow_piece_keys(seat: int) -> None:
    """A moving stone gets the key of its new square, a character keeps its key, and the end of a turn moves nothing."""
    squares = {name: find_centre(cell) for name, cell in find_targets(VIEW.picture(START, seat, Marks())).items()}
    assert _find_motion(START, "a1-a5", seat) == ("stone-a1", "stone-a5", (squares["a1"], squares["a5"]))
    assert _find_motion(START, "@d1-g1", seat) == ("character-0", "character-0", (squares["d1"], squares["g1"]))
    assert _find_motion(play(START, "a1-a2"), "end", seat) is None
    red = play(START, "a1-a2 end")
    assert _find_motion(red, "@d7-a7", seat) == ("character-1", "character-1", (squares["d7"], squares["a7"]))


def test_tray_describes_remaining_moves_of_the_turn() -> None:
    """The tray describes the remaining moves, but after the end of the game it describes none."""
    own_tray, enemy_tray = VIEW.tray(START, 0), VIEW.tray(START, 1)
    assert own_tray is not None
    assert enemy_tray is not None
    assert own_tray.attrs["aria-label"] == "Stone moves left: 2 of 2. Leaps left: 1 of 1."
    assert "aria-label" not in enemy_tray.attrs
    assert enemy_tray.attrs["aria-hidden"] == "true"
