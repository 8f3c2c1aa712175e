"""Test the picture of Tensor Chess: check, paths, symbols of moves, captured pieces and animations."""

from __future__ import annotations

import re

import pytest

from ruleboard.engine.selection import select
from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.board import SQUARE_NAMES
from ruleboard.games.tensor_chess.layout import BOARD
from ruleboard.games.tensor_chess.state import START_STATE, State
from ruleboard.games.tensor_chess.view import captured_letters
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node
from tests.support.pictures import iter_nodes
from tests.unit.tensor_chess.positions import VARIED_POSITIONS, parse_board, play
from tools.setup import ROOT

VIEW = PACKAGE.view
GAME = PACKAGE.game

HOP_STATE = GAME.parse_position(VARIED_POSITIONS[0])


def draw_nodes(state: State, selected_targets: str = "", seat: int = 0, last_move: str = "") -> list[Node]:
    """Return all nodes of the picture of a table after touches."""
    targets = tuple(selected_targets.split())
    selection = select(GAME.legal_actions(state), targets)
    go = {target: kinds[0] if len(kinds) == 1 else "special" for target, kinds in selection.next_targets.items()}
    return list(
        iter_nodes(
            VIEW.picture(state, seat, Marks(selected=targets, next_targets=go, last=frozenset(last_move.split())))
        )
    )


def find_classes(drawn_nodes: list[Node], key: str) -> str:
    return next(node.attrs["class"] for node in drawn_nodes if node.key == key)


def test_cells_start_at_the_players_upper_left() -> None:
    for seat, first_square, last_square in ((0, "a8", "j1"), (1, "j1", "a8")):
        cell_nodes = [
            node.attrs["data-target"] for node in draw_nodes(START_STATE, seat=seat) if "data-target" in node.attrs
        ]
        assert (cell_nodes[0], cell_nodes[-1], len(cell_nodes)) == (first_square, last_square, 80)
    assert BOARD.corner(0, 0) == BOARD.corner(79, 1)


def test_king_in_check_is_marked_in_danger() -> None:
    state_in_check = parse_board("k9/10/10/10/t8r/10/10/K9")
    assert "danger" in find_classes(draw_nodes(state_in_check), "a1").split()
    assert any(node.key == "danger-a1" for node in draw_nodes(state_in_check))
    assert not any("danger" in node.attrs.get("class", "") for node in draw_nodes(START_STATE))


@pytest.mark.parametrize(
    ("state", "selected_targets", "target", "sign"),
    [
        (HOP_STATE, "e3", "d2", "sign go"),
        (HOP_STATE, "e3", "d6", "sign special"),
        (HOP_STATE, "e3", "c7", "sign ring"),
        (HOP_STATE, "e3", "f4", "sign via"),
        (HOP_STATE, "e3 f4", "d2", "sign special"),
        (HOP_STATE, "d4", "d5", "sign ring"),
        (parse_board("9k/10/10/10/10/10/10/R4K4", rights="Q"), "f1", "b1", "sign special"),
        (parse_board("k9/10/10/3pP5/10/10/10/9K", en_passant="d6"), "e5", "d6", "sign capture"),
    ],
)
def test_targets_have_signs_of_their_moves(state: State, selected_targets: str, target: str, sign: str) -> None:
    assert find_classes(draw_nodes(state, selected_targets), f"sign-{target}") == sign


def test_different_moves_have_different_sign_shapes() -> None:
    shapes = {
        next(node.attrs["d"] for node in draw_nodes(state, selected_targets) if node.key == f"sign-{target}")
        for state, selected_targets, target in (
            (HOP_STATE, "e3", "d2"),
            (HOP_STATE, "e3", "d6"),
            (HOP_STATE, "e3", "c7"),
            (HOP_STATE, "e3", "f4"),
            (HOP_STATE, "e3 f4", "d2"),
            (HOP_STATE, "f4", "h8"),
            (parse_board("9k/10/10/10/10/10/10/R4K4", rights="Q"), "f1", "b1"),
        )
    }
    assert len(shapes) == 7


def test_signs_need_a_selected_piece() -> None:
    assert not any(node.key.startswith("sign-") for node in draw_nodes(START_STATE))


def test_path_of_the_selection_is_drawn() -> None:
    path = next(node.attrs["d"] for node in draw_nodes(HOP_STATE, "f4 do:hop h4 h6") if node.key == "road-hand")
    assert path.count("L") == 2


@pytest.mark.parametrize(
    ("state", "text", "paths_text"),
    [
        (HOP_STATE, "e3^f4c7", "e3 f4 c7"),
        (HOP_STATE, "f4h8", "f4 h4 h6 h8"),
        (HOP_STATE, "d4d6xd5", "d4 d6"),
        (HOP_STATE, "d4d4xd5", "d4 d6 d4"),
        (START_STATE, "a1>b1a1", "a1 b1|b1 a1"),
        (HOP_STATE, "b4>d4d3", "b4 d4|d4 d3"),
        (parse_board("9k/10/10/10/10/10/10/R4K4", rights="Q"), "f1b1", "f1 b1|a1 c1"),
        (START_STATE, "c1d3", "c1 d3"),
    ],
)
def test_motions_follow_paths_of_moves(state: State, text: str, paths_text: str) -> None:
    """Pieces are animated along their paths: over a beast, from hop to hop, propelled, or castling."""
    action = GAME.parse_action(state, text)
    motions = VIEW.motions(state, action, GAME.apply(state, action), 0)
    expected = [
        [tuple(map(float, BOARD.corner(SQUARE_NAMES.index(name), 0))) for name in part.split()]
        for part in paths_text.split("|")
    ]
    assert [list(motion.points) for motion in motions] == expected


@pytest.mark.parametrize(
    ("state", "text", "path_count", "last_move"),
    [
        (HOP_STATE, "e3^f4c7", 1, "c7 e3"),
        (HOP_STATE, "f4h8", 1, "f4 h8"),
        (HOP_STATE, "d4d4xd5", 1, "d4"),
        (HOP_STATE, "d4d6xd5", 1, "d4 d6"),
        (START_STATE, "a1>b1a1", 2, "a1 b1"),
        (HOP_STATE, "b4>d4d3", 2, "b4 d3 d4"),
        (parse_board("9k/10/10/10/10/10/10/R4K4", rights="Q"), "f1b1", 2, "a1 b1 c1 f1"),
        (START_STATE, "c1d3", 1, "c1 d3"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_paths_of_the_last_move_are_drawn(state: State, text: str, path_count: int, last_move: str, seat: int) -> None:
    action = GAME.parse_action(state, text)
    next_state = GAME.apply(state, action)
    paths = VIEW.action_paths(state, action, next_state, seat)
    picture = list(iter_nodes(VIEW.picture(next_state, seat, Marks(paths=paths))))
    assert sum(node.attrs.get("class") == "way last" for node in picture) == path_count
    has_propel = ">" in text
    assert [node.text for node in picture if node.text in {"1", "2"} and "font-size" in node.attrs] == (
        ["1", "2"] if has_propel else []
    )
    tinted_squares = sorted(
        node.key.removeprefix("last-") for node in picture if "tint last" in node.attrs.get("class", "")
    )
    assert tinted_squares == last_move.split()


def test_captured_pieces_lie_next_to_the_board() -> None:
    assert VIEW.tray(START_STATE, 0) is None
    state = play(START_STATE, "e2e4", "d7d5", "e4d5")
    assert captured_letters(state, 0) == "P"
    assert captured_letters(state, 1) == ""
    tray = VIEW.tray(state, 0)
    assert tray is not None
    assert tray.attrs["aria-label"] == "Captured by White: a pawn"


def test_captured_pieces_of_a_kind_are_counted() -> None:
    board = START_STATE.board.replace(b"p", b".", 3).replace(b"r", b".", 1)
    tray = VIEW.tray(START_STATE._replace(board=board), 0)
    assert tray is not None
    assert tray.attrs["aria-label"] == "Captured by White: a rook, 3 pawns"


def test_promoted_pawn_is_not_captured() -> None:
    board = START_STATE.board.replace(b"P", b"Q", 1)
    assert captured_letters(START_STATE._replace(board=board), 1) == ""
    assert captured_letters(START_STATE._replace(board=board.replace(b"R", b".", 1)), 1) == "R"


def test_captures_after_a_set_up_position_are_listed() -> None:
    start_state = parse_board("k9/10/10/3p6/4P5/10/10/K9")
    end_state = play(start_state, "e4d5")
    assert VIEW.tray(start_state, 0, start_state) is None
    tray = VIEW.tray(end_state, 0, start_state)
    assert tray is not None
    assert tray.attrs["aria-label"] == "Captured by White: a pawn"
    assert VIEW.tray(end_state, 1, start_state) is None


def test_points_are_the_centres_of_squares() -> None:
    assert BOARD.centre(0, 0)[0] - BOARD.corner(0, 0)[0] == 22.5


def compute_luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = (int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def compute_contrast(first_colour: str, second_colour: str) -> float:
    """Return the contrast ratio of two colours (WCAG 2.2, 1.4.11)."""
    lower_luminance, higher_luminance = sorted((compute_luminance(first_colour), compute_luminance(second_colour)))
    return (higher_luminance + 0.05) / (lower_luminance + 0.05)


@pytest.mark.parametrize(("theme", "piece"), [("light", "--black"), ("dark", "--black"), ("dark", "--white")])
def test_captured_pieces_contrast_with_the_page(theme: str, piece: str) -> None:
    """Captured pieces contrast with the page by their colour or, as white pieces on white paper, by a dark edge."""
    dark = ':root[data-theme="dark"] '
    rules = {
        "light": (":is(.board, .tray).tensor-chess", ":root"),
        "dark": (f"{dark}.tray.tensor-chess", f"{dark}:is(.board, .tray).tensor-chess", dark.strip()),
    }[theme]
    text = "".join((ROOT / "static" / "css" / name).read_text() for name in ("tokens.css", "games/tensor-chess.css"))

    def find_colour(name: str) -> str:
        for rule in rules:
            for body in re.findall(rf"(?m)^{re.escape(rule)} \{{([^}}]*)\}}", text):
                if match := re.search(rf"{name}: (#[0-9a-f]{{6}});", body):
                    return match[1]
        raise AssertionError(name)

    for ground in ("--paper", "--paper-raised"):
        assert compute_contrast(find_colour(piece), find_colour(ground)) >= 3


@pytest.mark.parametrize("file", "abefij")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("color", ["w", "b"])
def test_promotion_is_chosen_at_landing(file: str, seat: int, color: str) -> None:
    """The five pieces are a column that begins at the landing, within the board, and they cover no other target."""
    rank = "1" if color == "b" else "8"
    rows = ["10"] * 8
    index = "abcdefghij".index(file)
    rows[6 if color == "b" else 1] = f"{index or ''}{'p' if color == 'b' else 'P'}{9 - index or ''}"
    rows[3] = "k8K"
    state = GAME.parse_position(f"{'/'.join(rows)} {color} - - 0 1")
    start = f"{file}{'2' if color == 'b' else '7'}"
    drawn_nodes = draw_nodes(state, f"{start} {file}{rank}", seat)
    choice_nodes = [node for node in drawn_nodes if node.attrs.get("data-target", "").startswith("do:promote-")]
    assert [node.attrs["data-target"][-1] for node in choice_nodes] == list("qrbnt")
    assert all(node.attrs["role"] == "gridcell" and node.attrs["aria-label"] for node in choice_nodes)
    x, y = BOARD.centre(SQUARE_NAMES.index(f"{file}{rank}"), seat)
    boxes = [tuple(float(node.attrs[name]) for name in ("x", "y", "width", "height")) for node in choice_nodes]
    corner_x, corner_y, width, height = boxes[0]
    assert corner_x < x < corner_x + width
    assert corner_y < y < corner_y + height
    assert all(min(corner_x, corner_y) >= 0 for corner_x, corner_y, *_size in boxes)
    assert all(
        corner_x + width <= BOARD.width and corner_y + height <= BOARD.height
        for corner_x, corner_y, width, height in boxes
    )
    squares = [node.attrs["data-target"] for node in drawn_nodes if node.attrs.get("data-target", "") in SQUARE_NAMES]
    for square in squares:
        centre_x, centre_y = BOARD.centre(SQUARE_NAMES.index(square), seat)
        assert not any(x < centre_x < x + width and y < centre_y < y + height for x, y, width, height in boxes)


def test_choice_of_promotion_needs_a_landing() -> None:
    state = parse_board("k9/4P5/10/10/10/10/10/9K")
    assert not any(node.key == "choices" for node in draw_nodes(state, "e7"))
