"""Test the picture of the card game, its animations, and the replay of a reveal."""

from __future__ import annotations

import itertools
import random
import re

import pytest

from ruleboard.engine.selection import select
from ruleboard.games.tensor_cards import PACKAGE, art, library
from ruleboard.games.tensor_cards.animation import reveal_frames
from ruleboard.games.tensor_cards.board import PIECES, Space
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, DIRECTIONS, WHITE, parse_deck_word, step_vector
from ruleboard.games.tensor_cards.layout import TABLE_WIDTH, TableLayout
from ruleboard.games.tensor_cards.state import HIDDEN_CARD, State
from ruleboard.scene.geometry import Box
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_svg
from ruleboard.scene.shapes import points_text
from tests.support.pictures import iter_nodes
from tests.unit.tensor_cards.positions import play

VIEW = PACKAGE.view
GAME = PACKAGE.game

START = GAME.initial({}, 0)
NO_MARKS = Marks()


def map_by_target(node: Node) -> dict[str, Node]:
    target_nodes = [node_inside for node_inside in iter_nodes(node) if "data-target" in node_inside.attrs]
    targets = [node_inside.attrs["data-target"] for node_inside in target_nodes]
    assert len(set(targets)) == len(targets), "a target is there twice"
    return dict(zip(targets, target_nodes, strict=True))


def map_by_key(node: Node) -> dict[str, Node]:
    keyed_nodes = [node_inside for node_inside in iter_nodes(node) if node_inside.key]
    keys = [node_inside.key for node_inside in keyed_nodes]
    assert len(set(keys)) == len(keys), "a key is there twice"
    return dict(zip(keys, keyed_nodes, strict=True))


def position_in_picture(node: Node) -> tuple[float, float]:
    x, y = node.attrs["transform"].removeprefix("translate(").removesuffix(")").split()
    return float(x), float(y)


STATES = {
    "start": START,
    "draft": play(START, "put r9", "put b8"),
    "white lays": play(START, "lay r5 b2 y9"),
    "choice": play(START, "lay r5 b2 y9", "lay r9 b8 yT"),
    "used": play(START, "lay r1 b3 y4", "lay r1 b3 y4"),
    "waiting": GAME.parse_position("equilibrium-point three-points rout b4,1 y2,5 W123456789T B123456789T 2-1 4.1"),
}


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("seat", [BLACK, WHITE])
def test_every_target_is_in_the_picture(name: str, seat: int) -> None:
    state = STATES[name]
    next_targets = select(GAME.legal_actions(state)).next_targets
    marks = Marks(next_targets={target: kinds[0] for target, kinds in next_targets.items()})
    targets = map_by_target(VIEW.picture(state, seat, marks))
    for target in next_targets:
        if not target.startswith("do:"):
            assert "data-legal" in targets[target].attrs
            assert "may" in targets[target].attrs["class"].split()
    drawable_targets = {
        target
        for action in GAME.legal_actions(state)
        for action_targets in (action.targets, *action.alternative_targets)
        for target in action_targets
        if not target.startswith("do:")
    }
    assert drawable_targets <= set(targets)
    assert all(node.attrs["aria-label"] for node in targets.values())
    map_by_key(VIEW.picture(state, seat, marks))


def test_picture_has_hooks_of_host_pages() -> None:
    svg = VIEW.picture(STATES["white lays"], WHITE, NO_MARKS)
    assert svg.attrs["class"] == "board tensor-cards"
    assert svg.attrs["data-game"] == "tensor-cards"
    assert svg.attrs["data-position"] == GAME.format_position(START)
    assert svg.attrs["data-turn"] == "1"
    over = GAME.parse_position(GAME.format_position(START).replace("0-0", "1-0"))
    assert VIEW.picture(over, WHITE, NO_MARKS).attrs["data-turn"] == ""


@pytest.mark.parametrize("file", library.boards().values(), ids=lambda file: file.board.name)
@pytest.mark.parametrize("seat", [BLACK, WHITE])
def test_directions_match_the_drawing(file: library.BoardFile, seat: int) -> None:
    """The arrows on cards point in the directions of the moves, with the viewer's own edge at the bottom."""
    layout = TableLayout(file.board, seat)
    drawn_directions = {direction: layout.picture_step(step_vector(seat, direction)) for direction in DIRECTIONS}
    assert drawn_directions == {"toward": (0, 1), "away": (0, -1), "left": (-1, 0), "right": (1, 0)}
    middle = file.board.starts[1]
    for direction in DIRECTIONS:
        next_space = middle.step(step_vector(seat, direction))
        (start_x, start_y), (x2, y2) = layout.point(middle), layout.point(next_space)
        assert (x2 - start_x, y2 - start_y) == pytest.approx(
            [layout.cell_size * step for step in drawn_directions[direction]]
        )


@pytest.mark.parametrize("file", library.boards().values(), ids=lambda file: file.board.name)
def test_spaces_lie_inside_the_board_without_overlap(file: library.BoardFile) -> None:
    layout = TableLayout(file.board, WHITE)
    box = layout.board_box
    for space in file.board.spaces:
        x, y = layout.point(space)
        assert 40 <= x - box.x <= box.width - 40
        assert 40 <= y - box.y <= box.height - 40
    assert layout.cell_size * 360 / TABLE_WIDTH >= 35, "on a phone 360 wide, spaces are still far enough apart"


@pytest.mark.parametrize("file", library.boards().values(), ids=lambda file: file.board.name)
@pytest.mark.parametrize("seat", [BLACK, WHITE])
def test_parts_of_table_do_not_overlap(file: library.BoardFile, seat: int) -> None:
    """The hands, the slots and the board do not overlap, and cards lie in their hand or slot."""
    layout = TableLayout(file.board, seat)
    slot_boxes = {(player, piece): layout.slot_box(player, piece) for player in (BLACK, WHITE) for piece in PIECES}
    parts = [layout.board_box, *slot_boxes.values(), *map(layout.hand_box, (BLACK, WHITE))]
    for part in parts:
        assert _contains(Box(0, 0, TABLE_WIDTH, layout.height), part)
    for first, second in itertools.combinations(parts, 2):
        assert not _overlap(first, second)
    for (player, piece), slot_box in slot_boxes.items():
        assert _contains(slot_box, layout.slot_card_box(player, piece))
    for player in (BLACK, WHITE):
        card_boxes = [layout.card_box(player, card) for card in CARDS]
        assert all(_contains(layout.hand_box(player), card_box) for card_box in card_boxes)
        assert not any(_overlap(first, second) for first, second in itertools.combinations(card_boxes, 2))


def test_own_cards_are_large_enough_for_fingers() -> None:
    """On a phone 390 wide, whose board is 374 wide, the viewer's cards and slots have at least 44 px."""
    layout = TableLayout(START.terms.board, WHITE)
    for box in (layout.card_box(WHITE, 1), layout.slot_box(WHITE, 0)):
        assert min(box.width, box.height) * 374 / TABLE_WIDTH >= 44


_LINE_WIDTH = 5.0
"""The width of the lines of arrows, in picture units (see static/css/games/tensor-cards.css)."""
_LAYOUT = TableLayout(START.terms.board, WHITE)
_CARD_BOXES = {
    "hand": _LAYOUT.card_box(WHITE, 1),
    "far hand": _LAYOUT.card_box(BLACK, 1),
    "slot": _LAYOUT.slot_card_box(WHITE, 0),
    "far slot": _LAYOUT.slot_card_box(BLACK, 0),
    "workshop": Box(0, 0, 124, 92),
}
_DECKS = (library.deck().deck, parse_deck_word("9t,9l,9t9l,1a9r,3t4a,2l2r,1t1l,9t9a,1r9l,9a9r"))


@pytest.mark.parametrize("place", _CARD_BOXES)
@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_numbers_and_arrows_of_cards_do_not_overlap(place: str, player: int) -> None:
    """The number and the arrows of a card lie apart from each other inside the card, in each deck and each place."""
    box = _CARD_BOXES[place]
    vectors = {direction: _LAYOUT.picture_step(step_vector(player, direction)) for direction in DIRECTIONS}
    for number, card in itertools.product((8, 10), itertools.chain(*_DECKS)):
        _shadow, _paper, figure, arrows = art.draw_card_face(
            number, art.steps_in_picture(card, vectors), box.width, box.height
        )
        number_box, arrows_box = _number_box(figure), _arrows_box(arrows)
        assert not _overlap(number_box, arrows_box), (number, card)
        for drawn_box in (number_box, arrows_box):
            assert _contains(Box(-box.width / 2, -box.height / 2, box.width, box.height), drawn_box), (number, card)


def test_cards_in_slots_have_readable_arrows() -> None:
    """In slots on a phone 412 wide, the arrows of the deck are at least 13 px long, and the numbers 12 px high."""
    scale = 396 / TABLE_WIDTH
    for player, card in itertools.product((BLACK, WHITE), CARDS):
        box = _LAYOUT.slot_card_box(player, 0)
        vectors = {direction: _LAYOUT.picture_step(step_vector(player, direction)) for direction in DIRECTIONS}
        steps = art.steps_in_picture(library.deck().deck[card - 1], vectors)
        _shadow, _paper, figure, arrows = art.draw_card_face(card, steps, box.width, box.height)
        arrows_box = _arrows_box(arrows)
        assert max(arrows_box.width, arrows_box.height) * scale >= 13, card
        assert float(figure.attrs["font-size"]) * scale >= 12, card


def _number_box(figure: Node) -> Box:
    """Return the box of a number in a wide font, whose digits have 0.7 of the font size."""
    size = float(figure.attrs["font-size"])
    width, height = size * 0.7 * len(figure.text), size * 0.73
    return Box(float(figure.attrs["x"]) - width / 2, float(figure.attrs["y"]) - height, width, height)


def _arrows_box(arrows: Node) -> Box:
    """Return the box around the arrows of a card, with the width of their lines."""
    offset_x, offset_y = position_in_picture(arrows)
    points: list[tuple[float, float]] = []
    for node in iter_nodes(arrows):
        attributes, margin = node.attrs, 0.0 if node.attrs.get("class") == "arrow-head" else _LINE_WIDTH / 2
        if "points" in attributes:
            corners = [tuple(map(float, corner.split(","))) for corner in attributes["points"].split()]
        elif "cx" in attributes:
            margin = float(attributes["r"]) + (0 if attributes["class"] == "arrow-step" else _LINE_WIDTH / 2)
            corners = [(float(attributes["cx"]), float(attributes["cy"]))]
        else:
            continue
        points += [(x + sign * margin, y + sign * margin) for x, y in corners for sign in (1, -1)]
    left, top = min(x for x, _y in points), min(y for _x, y in points)
    right, bottom = max(x for x, _y in points), max(y for _x, y in points)
    return Box(left + offset_x, top + offset_y, right - left, bottom - top)


def _contains(outer: Box, inner: Box) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.width <= outer.x + outer.width
        and inner.y + inner.height <= outer.y + outer.height
    )


def _overlap(first: Box, second: Box) -> bool:
    return (
        first.x < second.x + second.width
        and second.x < first.x + first.width
        and first.y < second.y + second.height
        and second.y < first.y + first.height
    )


def test_used_cards_stay_visible_for_both() -> None:
    svg = to_svg(VIEW.picture(STATES["used"], BLACK, NO_MARKS))
    assert svg.count("), used") == 6


def test_variants_show_the_owners_of_stars() -> None:
    for options, classes in (
        ({}, {"star-space any"}),
        ({"stars": "own-side"}, {"star-space black", "star-space white"}),
    ):
        picture = VIEW.picture(GAME.initial(options, 0), BLACK, NO_MARKS)
        star_classes = {
            n.attrs["class"] for n in iter_nodes(picture) if n.attrs.get("class", "").startswith("star-space")
        }
        assert star_classes == classes


def test_selected_cards_appear_in_their_slots() -> None:
    layout = TableLayout(START.terms.board, BLACK)
    keys = map_by_key(VIEW.picture(START, BLACK, Marks(selected=("do:row", "card:9", "card:8"))))
    assert position_in_picture(keys["black-9"]) == pytest.approx(layout.slot_card_box(BLACK, 0).centre, abs=0.01)
    assert position_in_picture(keys["black-8"]) == pytest.approx(layout.slot_card_box(BLACK, 1).centre, abs=0.01)


def find_face_up_cards(picture: Node, side: str) -> set[str]:
    return {key for key in map_by_key(picture) if key.startswith(f"{side}-") and "back" not in key}


def count_card_backs(picture: Node, side: str) -> int:
    return sum(key.startswith(f"{side}-back-") for key in map_by_key(picture))


def test_reveal_draws_each_card_once() -> None:
    """The picture contains each player's ten cards once: revealed, face down or in hand."""
    old_state = STATES["white lays"]
    face_up_counts = (1, 1, 1, 2, 2)
    for frame, face_up_count in zip(
        reveal_frames(old_state, GAME.parse_action(old_state, "lay r9 b8 yT").move, WHITE, None),
        face_up_counts,
        strict=True,
    ):
        for side in ("black", "white"):
            assert len(find_face_up_cards(frame.picture, side)) == face_up_count
            assert count_card_backs(frame.picture, side) == 10 - face_up_count


def test_reveal_hides_face_down_cards() -> None:
    state_before_choice, other_state = (play(START, placement) for placement in ("lay r5 b2 y9", "lay r5 b4 y1"))
    first, second = (
        reveal_frames(state, GAME.parse_action(state, placement).move, WHITE, None)[0]
        for state, placement in ((state_before_choice, "lay r9 b8 yT"), (other_state, "lay r9 b3 y2"))
    )
    assert first.picture == second.picture
    assert first.motions == second.motions


def test_pending_decision_names_possibly_hidden_cards() -> None:
    view = GAME.view(STATES["white lays"], WHITE)
    svg = to_svg(VIEW.picture(view, WHITE, NO_MARKS))
    assert svg.count(", in hand or placed") == 10
    assert svg.count(", in hand or placed") == svg.count("card black unsure")


def test_winning_cards_stay_at_the_end() -> None:
    """After the game, the picture shows the winning card with a mark, and the path of the piece.

    White's 8 has taken blue to the star on (6,4).
    """
    start = GAME.parse_position("equilibrium-point first-star r4,1 b6,3 y2,5 W123456789T B123456789T 0-0 1.1")
    over = play(start, "lay rT b1 y9", "lay rT b8 y9")
    assert over.winner == WHITE
    layout = TableLayout(start.terms.board, WHITE)
    picture = VIEW.picture(over, WHITE, NO_MARKS)
    keys = map_by_key(picture)
    for key, player, piece in (
        ("white-8", WHITE, 1),
        ("black-1", BLACK, 1),
        ("white-9", WHITE, 2),
        ("black-10", BLACK, 0),
    ):
        assert position_in_picture(keys[key]) == pytest.approx(layout.slot_card_box(player, piece).centre, abs=0.01)
        assert "used" not in keys[key].attrs["class"].split()
    assert [key for key in keys if "acting" in keys[key].attrs["class"].split()] == ["piece-blue", "white-8"]
    assert any(node.attrs.get("class") == "trail blue" for node in iter_nodes(picture))
    assert GAME.parse_position(GAME.format_position(over)) == over


@pytest.mark.parametrize("seat", [BLACK, WHITE])
def test_spaces_are_counted_as_drawn(seat: int) -> None:
    """Spaces are counted as drawn for the near player: columns from the left and rows from the top."""
    picture = map_by_target(VIEW.picture(START, seat, NO_MARKS))
    spaces = {str(space): picture[str(space)] for space in START.terms.board.spaces}
    columns = sorted({float(node.attrs["cx"]) for node in spaces.values()})
    row_positions = sorted({float(node.attrs["cy"]) for node in spaces.values()})
    for node in spaces.values():
        column, row = columns.index(float(node.attrs["cx"])) + 1, row_positions.index(float(node.attrs["cy"])) + 1
        assert node.attrs["aria-label"].startswith(f"column {column}, row {row}")


def find_preview_attributes(picture: Node) -> dict[str, str]:
    previews = [node.attrs for node in iter_nodes(picture) if node.attrs.get("class", "").startswith("preview ")]
    return {attrs["class"]: attrs["points"] for attrs in previews}


def test_selected_card_shows_only_its_own_path() -> None:
    """The picture shows only the path of the selected card for each piece.

    Black's 5 goes 2 to Black’s right (+y), so yellow on (2,5) reaches the edge after one step.
    """
    layout = TableLayout(START.terms.board, BLACK)
    picture = VIEW.picture(START, BLACK, Marks(selected=("card:5",)))
    paths = {
        n.attrs["class"]: n.attrs["points"]
        for n in iter_nodes(picture)
        if n.attrs.get("class", "").startswith("preview ")
    }
    expected = {"red": ((4, 1), (4, 2), (4, 3)), "blue": ((3, 3), (3, 4), (3, 5)), "yellow": ((2, 5), (2, 6))}
    assert paths == {
        f"preview {name}": points_text([layout.point(Space(*space)) for space in path])
        for name, path in expected.items()
    }
    assert find_preview_attributes(VIEW.picture(START, BLACK, NO_MARKS)) == {}


def test_placed_cards_show_their_paths_until_the_player_confirms() -> None:
    placed_state = play(STATES["draft"], "put y4")
    picture = VIEW.picture(GAME.view(placed_state, BLACK), BLACK, NO_MARKS)
    assert set(find_preview_attributes(picture)) == {"preview red", "preview blue", "preview yellow"}
    assert find_preview_attributes(VIEW.picture(GAME.view(placed_state, WHITE), WHITE, NO_MARKS)) == {}
    state_after_confirmation = play(placed_state, "lay r9 b8 y4")
    assert find_preview_attributes(VIEW.picture(GAME.view(state_after_confirmation, None), BLACK, NO_MARKS)) == {}


@pytest.mark.parametrize(("seat", "arrows"), [(WHITE, "↑←"), (BLACK, "↓→")])
def test_two_spaces_of_a_choice_have_numbers(seat: int, arrows: str) -> None:
    """The arrows show the first part of the card: toward Black, or to Black’s right, as seen from each side."""
    layout = TableLayout(START.terms.board, seat)
    picture = VIEW.picture(STATES["choice"], seat, NO_MARKS)
    positions = {n.text: float(n.attrs["x"]) for n in iter_nodes(picture) if n.attrs.get("class") == "end-number"}
    ends = {f"1{arrows[0]}": Space(2, 4), f"2{arrows[1]}": Space(3, 5)}  # the worked example
    assert positions == pytest.approx({text: layout.point(space)[0] for text, space in ends.items()}, abs=0.01)


def test_handover_screen_shows_the_board_without_cards() -> None:
    """The picture on the hand-over screen is the same for any placed cards."""
    pictures = [VIEW.handover_picture(STATES[name], BLACK) for name in ("start", "draft", "white lays")]
    assert pictures[0] == pictures[1] == pictures[2]
    svg = to_svg(pictures[0])
    assert "card" not in svg.replace("tensor-cards", "")
    assert "red piece (column 2, row 3)" in svg
    assert "data-target" not in svg


@pytest.mark.parametrize("seat", [BLACK, WHITE])
def test_handover_screen_keeps_the_board_in_position(seat: int) -> None:
    """The picture on the hand-over screen has the same extent as the table, so that the board does not move."""
    state = STATES["start"]
    box = re.compile(r'viewBox="[^"]*"')
    table_svg, handover_svg = to_svg(VIEW.picture(state, seat, Marks())), to_svg(VIEW.handover_picture(state, seat))
    assert box.findall(handover_svg)[0] == box.findall(table_svg)[0]


# --- motions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old_state", "text"),
    [
        (START, "put r9"),
        (STATES["draft"], "put b9"),
        (STATES["draft"], "take r"),
        (STATES["white lays"], "lay r9 b8 yT"),
        (STATES["choice"], "order right-first"),
        (STATES["waiting"], "lay r1 b4 y9"),
        (play(STATES["waiting"], "lay r1 b4 y9"), "lay r1 b5 y9"),
    ],
)
@pytest.mark.parametrize("seat", [BLACK, WHITE])
def test_motions_start_and_end_at_drawn_positions(old_state: State, text: str, seat: int) -> None:
    action = GAME.parse_action(old_state, text)
    new_state = GAME.apply(old_state, action)
    earlier, later = (map_by_key(VIEW.picture(state, seat, NO_MARKS)) for state in (old_state, new_state))
    motions = VIEW.motions(old_state, action, new_state, seat)
    for motion in motions:
        assert motion.points[0] == pytest.approx(position_in_picture(earlier[motion.start]), abs=0.01)
        assert motion.points[-1] == pytest.approx(position_in_picture(later[motion.end]), abs=0.01)
    resting_keys = set(later) & set(earlier) - {motion.end for motion in motions}
    assert all(position_in_picture(earlier[key]) == position_in_picture(later[key]) for key in resting_keys)


def test_piece_moves_along_its_path() -> None:
    """A piece is animated along its path: blue goes to (3,4) and then to (3,5) in the worked example."""
    layout = TableLayout(START.terms.board, WHITE)
    old_state = STATES["white lays"]
    placement = GAME.parse_action(old_state, "lay r9 b8 yT")
    paths = {motion.end: motion.points for motion in VIEW.motions(old_state, placement, STATES["choice"], WHITE)}
    assert paths["piece-red"] == (layout.point(Space(4, 1)), layout.point(Space(5, 1)))
    assert paths["piece-blue"] == (layout.point(Space(3, 3)), layout.point(Space(3, 4)))
    assert "piece-yellow" not in paths
    order = GAME.parse_action(STATES["choice"], "order right-first")
    new_state = GAME.apply(STATES["choice"], order)
    paths = {motion.end: motion.points for motion in VIEW.motions(STATES["choice"], order, new_state, WHITE)}
    assert paths["piece-blue"] == (layout.point(Space(3, 4)), layout.point(Space(3, 5)))
    assert paths["piece-yellow"] == tuple(layout.point(Space(x, 5)) for x in (2, 1, 0))


def test_motions_between_views_skip_hidden_cards() -> None:
    old_state, new_state = (GAME.view(STATES[name], WHITE) for name in ("white lays", "choice"))
    placement = GAME.parse_action(old_state, "lay r9 b8 yT")
    paths = {motion.end: motion.points for motion in VIEW.motions(old_state, placement, new_state, WHITE)}
    layout = TableLayout(START.terms.board, WHITE)
    assert paths["piece-red"] == (layout.point(Space(4, 1)), layout.point(Space(5, 1)))


# --- replay ---------------------------------------------------------------------------


def test_reveal_is_replayed_event_by_event() -> None:
    old_state = STATES["white lays"]
    frames = reveal_frames(old_state, GAME.parse_action(old_state, "lay r9 b8 yT").move, WHITE, None)
    assert [frame.event.kind for frame in frames] == ["reveal", "move", "move", "reveal", "move"]
    assert [to_svg(frame.picture).count("face down") for frame in frames] == [4, 4, 4, 2, 2]
    assert [len([motion for motion in frame.motions if motion.end == "piece-red"]) for frame in frames] == [
        0,
        1,
        0,
        0,
        0,
    ]
    assert "lost" in to_svg(frames[2].picture)
    assert all("data-legal" not in to_svg(frame.picture) for frame in frames)
    later_frames = reveal_frames(
        STATES["choice"], GAME.parse_action(STATES["choice"], "order right-first").move, WHITE, None
    )
    assert [frame.event.kind for frame in later_frames] == ["move", "reveal", "move", "move"]
    assert reveal_frames(START, GAME.parse_action(START, "lay r9 b8 yT").move, WHITE, None) == ()


@pytest.mark.parametrize("viewer", [BLACK, WHITE])
def test_viewer_sees_own_cards_face_up_from_the_first_event(viewer: int) -> None:
    old_state = STATES["white lays"]
    frames = reveal_frames(old_state, GAME.parse_action(old_state, "lay r9 b8 yT").move, WHITE, viewer)
    hidden_cards = [frame.snapshot.slots[1 - viewer].count(HIDDEN_CARD) for frame in frames]
    assert (frames[0].snapshot.slots[viewer].count(HIDDEN_CARD), hidden_cards) == (0, [2, 2, 2, 1, 1])
    choice = GAME.parse_action(STATES["choice"], "order right-first").move
    later_slots = reveal_frames(STATES["choice"], choice, WHITE, viewer)[0].snapshot.slots
    assert [slots.count(HIDDEN_CARD) for slots in later_slots] == [int(player != viewer) for player in (BLACK, WHITE)]


def test_won_game_ends_with_all_cards_face_up() -> None:
    """After a win all cards are face up, even those on yellow, which the reveal did not reach."""
    start = GAME.parse_position("short-order first-star r3,0 b4,4 y1,4 W5789 B2459 0-0 1.3")
    start = GAME.apply(start, GAME.parse_action(start, "lay r9 b2 y5"))
    frames = reveal_frames(start, GAME.parse_action(start, "lay r9 b7 y5").move, WHITE, None)
    assert [HIDDEN_CARD in slots for slots in frames[-2].snapshot.slots] == [True, True]
    assert [HIDDEN_CARD in slots for slots in frames[-1].snapshot.slots] == [False, False]


def test_replay_ends_with_lifting_and_returning() -> None:
    start = GAME.parse_position("equilibrium-point three-points r4,1 b6,3 y2,5 W123456789T B123456789T 0-0 1.1")
    old_state = play(start, "lay rT b1 y9")
    frames = reveal_frames(old_state, GAME.parse_action(old_state, "lay rT b8 y9").move, BLACK, None)
    assert [frame.event.kind for frame in frames[-2:]] == ["lift", "return"]
    assert (
        map_by_key(frames[-1].picture)["piece-blue"].attrs["transform"]
        == (map_by_key(VIEW.picture(START, BLACK, NO_MARKS))["piece-blue"].attrs["transform"])
    )


def test_dragged_card_moves_first() -> None:
    """A placed card is animated before the card that it replaces. A dragged card itself is not animated."""
    old_state = play(START, "put b4", "put y9")
    new_state = play(old_state, "put b9")
    motions = VIEW.motions(old_state, GAME.parse_action(old_state, "put b9"), new_state, BLACK)
    assert [motion.end for motion in motions] == ["black-9", "black-4"]


@pytest.mark.parametrize("seat", [BLACK, WHITE])
@pytest.mark.parametrize("marks", [NO_MARKS, Marks(read_only=True)])
def test_screen_readers_read_spaces_row_by_row(seat: int, marks: Marks) -> None:
    space_nodes = [
        node for node in iter_nodes(VIEW.picture(START, seat, marks)) if "space-hit" in node.attrs.get("class", "")
    ]
    space_centres = [(float(node.attrs["cy"]), float(node.attrs["cx"])) for node in space_nodes]
    assert space_centres == sorted(space_centres)
    labels = [node.attrs["aria-label"] for node in space_nodes]
    assert labels[0].startswith("column 1, row 1") or labels[0].split(", ")[1] == "row 1"


@pytest.mark.parametrize(
    ("seat", "target", "displayed_name"),
    [(WHITE, "4,1", "6/5"), (BLACK, "4,1", "2/3"), (WHITE, "0,0", "7/1"), (BLACK, "0,0", "1/7"), (BLACK, "6,0", "1/1")],
)
def test_space_label_matches_its_drawn_column_and_row(seat: int, target: str, displayed_name: str) -> None:
    assert VIEW.displayed_name(START, target, seat) == displayed_name
    assert VIEW.parse_displayed_name(START, displayed_name, seat) == target
    target_node = map_by_target(VIEW.picture(START, seat, NO_MARKS))[target]
    column, row = displayed_name.split("/")
    assert target_node.attrs["aria-label"].startswith(f"column {column}, row {row}")


def test_unknown_space_label_stays_unchanged() -> None:
    assert VIEW.displayed_name(START, "card:3", WHITE) == "card:3"
    for text in ("9/9", "0/1", "card:3", "4,1", "", "a/b"):
        assert VIEW.parse_displayed_name(START, text, WHITE) == text


def test_opponents_cards_are_named_by_their_owner() -> None:
    """The name of White's card says "toward White", since card 1 goes 3 steps toward its owner (rulebook: Cards)."""
    labels = [node.attrs.get("aria-label", "") for node in iter_nodes(VIEW.picture(START, BLACK, NO_MARKS))]
    assert "White’s card 1 (3 toward White)" in labels
    assert not [label for label in labels if "White's" in label and "you" in label]
    assert any(label.startswith("card 1 (3 toward you)") for label in labels)


def test_hint_draws_the_paths_of_cards() -> None:
    segments = [
        node
        for node in iter_nodes(VIEW.picture(START, BLACK, Marks(hints=(((0, 0), (300, 400)),))))
        if "hint" in str(node.attrs.get("class"))
    ]
    assert len(segments) == 1


def test_progress_of_a_replay_does_not_betray_the_end() -> None:
    """A turn ends early if a piece reaches a star, so the counter counts pieces, and not the frames of the replay."""
    frame_counts, chance = set(), random.Random(3)
    for _game in range(12):
        state = START
        while GAME.outcome(state) is None:
            action = chance.choice(
                [action for action in GAME.legal_actions(state) if not action.text.startswith(("put", "take"))]
            )
            new_state = GAME.apply(state, action)
            frames = VIEW.replay_frames(state, action, new_state, WHITE, None)
            numbers = [[int(text) for text in re.findall("[0-9]+", frame.progress)] for frame in frames]
            assert numbers == [[frame.event.piece + 1, 3] for frame in frames]
            frame_counts.add(len(frames))
            state = new_state
    assert len(frame_counts) > 3
