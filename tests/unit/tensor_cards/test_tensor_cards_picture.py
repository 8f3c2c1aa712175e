"""The picture of the card game: what can be touched, directions as one sits, motions, the show."""

from __future__ import annotations

import pytest

from ruleboard.engine.selection import pick
from ruleboard.games.tensor_cards import PACKAGE, library
from ruleboard.games.tensor_cards.cards import BLACK, DIRECTIONS, WHITE, vector
from ruleboard.games.tensor_cards.layout import Space
from ruleboard.games.tensor_cards.page import Page
from ruleboard.games.tensor_cards.show import frames
from ruleboard.games.tensor_cards.state import State
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_svg
from tests.unit.tensor_cards.positions import play

FACE = PACKAGE.view
GAME = PACKAGE.game

START = GAME.initial({}, 0)
PLAIN = Marks()


def nodes(node: Node) -> list[Node]:
    return [node, *(found for child in node.children for found in nodes(child))]


def by_target(node: Node) -> dict[str, Node]:
    found = [each for each in nodes(node) if "data-target" in each.attrs]
    targets = [each.attrs["data-target"] for each in found]
    assert len(set(targets)) == len(targets), "a target is there twice"
    return dict(zip(targets, found, strict=True))


def by_key(node: Node) -> dict[str, Node]:
    found = [each for each in nodes(node) if each.key]
    keys = [each.key for each in found]
    assert len(set(keys)) == len(keys), "a key is there twice"
    return dict(zip(keys, found, strict=True))


def place(node: Node) -> tuple[float, float]:
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
def test_everything_that_may_be_touched_is_in_the_picture(name: str, seat: int) -> None:
    state = STATES[name]
    going = pick(GAME.legal_actions(state)).next
    marks = Marks(go={target: kinds[0] for target, kinds in going.items()})
    targets = by_target(FACE.picture(state, seat, marks))
    for target in going:
        if not target.startswith("do:"):
            assert "data-legal" in targets[target].attrs
            assert "may" in targets[target].attrs["class"].split()
    touched = {
        way_target
        for action in GAME.legal_actions(state)
        for way in (action.targets, *action.ways)
        for way_target in way
        if not way_target.startswith("do:")
    }
    assert touched <= set(targets)
    assert all(node.attrs["aria-label"] for node in targets.values())
    by_key(FACE.picture(state, seat, marks))


def test_the_svg_carries_what_host_pages_rely_on() -> None:
    svg = FACE.picture(STATES["white lays"], WHITE, PLAIN)
    assert svg.attrs["class"] == "board tensor-cards"
    assert svg.attrs["data-game"] == "tensor-cards"
    assert svg.attrs["data-position"] == GAME.format_position(START)
    assert svg.attrs["data-turn"] == "1"
    over = GAME.parse_position(GAME.format_position(START).replace("0-0", "1-0"))
    assert FACE.picture(over, WHITE, PLAIN).attrs["data-turn"] == ""


@pytest.mark.parametrize("board", library.boards().values(), ids=lambda board: board.layout.name)
@pytest.mark.parametrize("seat", [BLACK, WHITE])
def test_toward_is_down_the_page_and_left_is_left(board: library.Board, seat: int) -> None:
    """The viewer's own edge is below, so that the arrows on cards point as the pieces go."""
    page = Page(board.layout, seat)
    seen = {direction: page.turned(vector(seat, direction)) for direction in DIRECTIONS}
    assert seen == {"toward": (0, 1), "away": (0, -1), "left": (-1, 0), "right": (1, 0)}
    middle = board.layout.starts[1]
    for direction in DIRECTIONS:
        beside = middle.step(vector(seat, direction))
        (x1, y1), (x2, y2) = page.at(middle), page.at(beside)
        assert (x2 - x1, y2 - y1) == pytest.approx([page.cell * step for step in seen[direction]])


@pytest.mark.parametrize("board", library.boards().values(), ids=lambda board: board.layout.name)
def test_spaces_lie_inside_the_board_and_nothing_overlaps_it(board: library.Board) -> None:
    page = Page(board.layout, WHITE)
    box = page.board
    for space in board.layout.spaces:
        x, y = page.at(space)
        assert 40 <= x - box.x <= box.width - 40
        assert 40 <= y - box.y <= box.height - 40
    assert page.slot(BLACK, 0).y + page.slot(BLACK, 0).height < box.y
    assert page.slot(WHITE, 0).y > box.y + box.height
    assert page.cell * 360 / 720 >= 35, "on a phone 360 wide, spaces are still far enough apart"


def test_used_cards_stay_visible_for_both() -> None:
    svg = to_svg(FACE.picture(STATES["used"], BLACK, PLAIN))
    assert svg.count("(used)") == 6


def test_stars_show_whose_they_are_under_the_variants() -> None:
    for options, classes in (
        ({}, {"star-space any"}),
        ({"stars": "own-side"}, {"star-space black", "star-space white"}),
    ):
        picture = FACE.picture(GAME.initial(options, 0), BLACK, PLAIN)
        found = {n.attrs["class"] for n in nodes(picture) if n.attrs.get("class", "").startswith("star-space")}
        assert found == classes


def test_cards_touched_in_a_row_are_already_seen_in_their_slots() -> None:
    page = Page(START.terms.layout, BLACK)
    keys = by_key(FACE.picture(START, BLACK, Marks(taken=("do:row", "card:9", "card:8"))))
    assert place(keys["black-9"]) == pytest.approx(page.laid(BLACK, 0).middle, abs=0.01)
    assert place(keys["black-8"]) == pytest.approx(page.laid(BLACK, 1).middle, abs=0.01)


# --- motions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "text"),
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
def test_motions_begin_and_end_where_the_pictures_have_the_things(before: State, text: str, seat: int) -> None:
    action = GAME.parse_action(before, text)
    after = GAME.apply(before, action)
    earlier, later = (by_key(FACE.picture(state, seat, PLAIN)) for state in (before, after))
    moving = FACE.motions(before, action, after, seat)
    for motion in moving:
        assert motion.points[0] == pytest.approx(place(earlier[motion.start]), abs=0.01)
        assert motion.points[-1] == pytest.approx(place(later[motion.end]), abs=0.01)
    still = set(later) & set(earlier) - {motion.end for motion in moving}
    assert all(place(earlier[key]) == place(later[key]) for key in still)


def test_a_piece_takes_its_true_way() -> None:
    """The worked example, right first: blue goes to (3,4) at once, then on to (3,5)."""
    page = Page(START.terms.layout, WHITE)
    before = STATES["white lays"]
    lay = GAME.parse_action(before, "lay r9 b8 yT")
    ways = {motion.end: motion.points for motion in FACE.motions(before, lay, STATES["choice"], WHITE)}
    assert ways["piece-red"] == (page.at(Space(4, 1)), page.at(Space(5, 1)))
    assert ways["piece-blue"] == (page.at(Space(3, 3)), page.at(Space(3, 4)))
    assert "piece-yellow" not in ways
    order = GAME.parse_action(STATES["choice"], "order right-first")
    after = GAME.apply(STATES["choice"], order)
    ways = {motion.end: motion.points for motion in FACE.motions(STATES["choice"], order, after, WHITE)}
    assert ways["piece-blue"] == (page.at(Space(3, 4)), page.at(Space(3, 5)))
    assert ways["piece-yellow"] == tuple(page.at(Space(x, 5)) for x in (2, 1, 0))


def test_motions_between_views_do_not_stumble() -> None:
    before, after = (GAME.view(STATES[name], WHITE) for name in ("white lays", "choice"))
    lay = GAME.parse_action(before, "lay r9 b8 yT")
    ways = {motion.end: motion.points for motion in FACE.motions(before, lay, after, WHITE)}
    page = Page(START.terms.layout, WHITE)
    assert ways["piece-red"] == (page.at(Space(4, 1)), page.at(Space(5, 1)))


# --- the show ---------------------------------------------------------------------------


def test_the_reveal_is_shown_event_by_event() -> None:
    before = STATES["white lays"]
    shown = frames(before, GAME.parse_action(before, "lay r9 b8 yT"), WHITE)
    assert [frame.event.kind for frame in shown] == ["reveal", "move", "move", "reveal", "move"]
    assert [to_svg(frame.picture).count("face down") for frame in shown] == [4, 4, 4, 2, 2]
    assert [len([m for m in frame.motions if m.end == "piece-red"]) for frame in shown] == [0, 1, 0, 0, 0]
    assert "lost" in to_svg(shown[2].picture)
    assert all("data-legal" not in to_svg(frame.picture) for frame in shown)
    rest = frames(STATES["choice"], GAME.parse_action(STATES["choice"], "order right-first"), WHITE)
    assert [frame.event.kind for frame in rest] == ["move", "reveal", "move", "move"]
    assert frames(START, GAME.parse_action(START, "lay r9 b8 yT"), WHITE) == ()


def test_the_show_ends_with_lifting_and_coming_back() -> None:
    start = GAME.parse_position("equilibrium-point three-points r4,1 b6,3 y2,5 W123456789T B123456789T 0-0 1.1")
    before = play(start, "lay rT b1 y9")
    shown = frames(before, GAME.parse_action(before, "lay rT b8 y9"), BLACK)
    assert [frame.event.kind for frame in shown[-2:]] == ["lift", "return"]
    assert (
        by_key(shown[-1].picture)["piece-blue"].attrs["transform"]
        == (by_key(FACE.picture(START, BLACK, PLAIN))["piece-blue"].attrs["transform"])
    )


def test_the_card_that_is_carried_moves_first() -> None:
    """Two cards change places: whoever drags one has moved it already, only the other is to travel."""
    before = play(START, "put b4", "put y9")
    after = play(before, "put b9")
    moved = FACE.motions(before, GAME.parse_action(before, "put b9"), after, BLACK)
    assert [motion.end for motion in moved] == ["black-9", "black-4"]
