"""Test the marks of the last turn, the paths of its actions, and the arrows of threats and hints."""

from __future__ import annotations

import re
from itertools import pairwise
from math import atan2

import pytest

from ruleboard.app.board import advice, history
from ruleboard.app.board.animation import hint_paths, last_turn_paths
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.table import Table
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.node import Node
from ruleboard.scene.path_lines import PATH_KINDS, path_node, path_nodes
from tests.support.pictures import iter_nodes

TURN_TEXTS = ("b1-b4", "c1-c3", "@d1-e1")
"""A whole turn of Sensei: two stone moves and a leap, after which the turn ends automatically."""


def create_table(game: str, *actions: str, start: str | None = None) -> Table:
    return Table("x", replay(Record(game, {}, 0, ("Ann", "Bob"), actions, start=start), GAMES))


def find_threat_arrows(table: Table) -> list[Node]:
    """Return the threat arrows in the picture after the player to move has requested them."""
    table_with_threats = advice.show_threats(table)
    timeline = table_with_threats.timeline
    picture = VIEWS[timeline.game.id].picture(timeline.state, 0, board_marks(table_with_threats))
    return [node for node in iter_nodes(picture) if node.attrs.get("class") == "way threat"]


@pytest.mark.parametrize("end", [("end",), ()])
def test_finished_turn_marks_all_its_actions(end: tuple[str, ...]) -> None:
    actions = TURN_TEXTS[:2] if end else TURN_TEXTS
    first = ("a1-a2", "end", "a7-a6", "end")
    table = create_table("sensei", *first, *actions, *end)
    squares = {"b1", "b4", "c1", "c3"} if end else {"b1", "b4", "c1", "c3", "d1", "e1"}
    assert table.timeline.to_move == 1
    assert board_marks(table).last - {"do:end"} == squares
    assert len(last_turn_paths(table, 0)) == len(actions)


def test_marks_disappear_with_next_players_first_action() -> None:
    table = create_table("sensei", *TURN_TEXTS, "a7-a6")
    assert board_marks(table).last == {"a7", "a6"}
    assert len(last_turn_paths(table, 0)) == 1


def test_earlier_ply_marks_its_turn_so_far() -> None:
    table = create_table("sensei", *TURN_TEXTS, "a7-a6", "end", "a1-a2")
    viewed_table = history.view_at(table, 3)
    assert board_marks(viewed_table).last == {"b1", "b4", "c1", "c3", "d1", "e1"}
    assert len(last_turn_paths(viewed_table, 0)) == 3
    assert board_marks(history.view_at(table, 2)).last == {"b1", "b4", "c1", "c3"}
    assert last_turn_paths(history.view_at(table, 0), 0) == ()


def test_reload_preserves_marks() -> None:
    table = create_table("sensei", *TURN_TEXTS[:2], "end")
    reloaded_tab = Table("x", replay(parse_record(format_record(table.timeline.to_record())), GAMES))
    assert board_marks(reloaded_tab) == board_marks(table)
    assert last_turn_paths(reloaded_tab, 0) == last_turn_paths(table, 0)


def count_bends(arrow: Node) -> int:
    """Return the number of bends in an arrow."""
    line = next(child for child in arrow.children if child.attrs.get("class") == "way-line")
    points = [tuple(map(float, point.split())) for point in re.split("[ML]", line.attrs["d"])[1:]]
    turns = [atan2(y - previous_y, x - previous_x) for (previous_x, previous_y), (x, y) in pairwise(points)]
    return sum(abs(angle - next_angle) > 0.01 for angle, next_angle in pairwise(turns))


def test_threat_arrow_bends_at_corner() -> None:
    """The threat arrow of a Dodger, which goes one square straight and two diagonally, has a bend (spec: Traits)."""
    table = create_table("tesulda", start="9(cssk)/10/10/5(tcss)4/10/10/3(Ccsz)6/10/10/(Sck)9 d - 0")
    assert board_marks(table).threats == ()
    (arrow,) = find_threat_arrows(table)
    assert count_bends(arrow) == 1


def test_danger_arrow_bends_at_primes_corner() -> None:
    """The arrow also bends if the Dodger threatens a Prime on f7. The table draws this arrow without a request."""
    table = create_table("tesulda", start="10/10/10/5(cssk)4/10/10/3(Ccsz)6/10/10/(Sck)9 d - 0")
    picture = VIEWS["tesulda"].picture(table.timeline.state, 0, board_marks(table))
    (arrow,) = (node for node in iter_nodes(picture) if node.attrs.get("class") == "way threat")
    assert count_bends(arrow) == 1


def test_bounce_threat_arrow_passes_over_beast() -> None:
    """The arrow follows the bishop on c1, which bounces off the beast on f4 and attacks d6 (rulebook diagram 5)."""
    (arrow,) = find_threat_arrows(create_table("tensor-chess", start="4k5/10/3q6/10/5T4/10/10/2B5K1 b - - 0 1"))
    assert count_bends(arrow) == 1


def test_hint_arrow_follows_path() -> None:
    table = create_table("tensor-chess", start="4k5/10/3q6/10/5T4/10/10/2B5K1 w - - 0 1")
    table_with_hint = advice.with_hint(advice.request_hint(table), ["c1^f4d6"])
    assert hint_paths(table_with_hint, 0) == ()  # the first step of a hint only points at the piece
    ((start, corner, end),) = hint_paths(advice.show_next_step(table_with_hint), 0)
    assert len({start, corner, end}) == 3


def test_each_kind_of_arrow_has_own_shape() -> None:
    shapes = set()
    for kind in PATH_KINDS:
        parts = iter_nodes(path_node(kind, [(0, 0), (100, 0)], 100, kind))
        shapes.add(tuple((part.attrs.get("class"), part.attrs.get("stroke-dasharray")) for part in parts)[1:])
    assert len(shapes) == len(PATH_KINDS)


@pytest.mark.parametrize("count", [1, 3])
def test_steps_of_turn_have_numbers(count: int) -> None:
    """The paths of a turn's steps are numbered in their order; a single path has no number."""
    paths = [[(0.0, 0.0), (100.0 * index, 200.0)] for index in range(count)]
    texts = [
        node.text
        for path in path_nodes("last", paths, 100, shows_numbers=True)
        for node in iter_nodes(path)
        if node.text
    ]
    assert texts == ([] if count == 1 else ["1", "2", "3"])


@pytest.mark.parametrize("kind", PATH_KINDS)
def test_paths_end_at_rim_of_piece(kind: str) -> None:
    """The tip of an arrow lies between the rim of a piece and the edge of its square, on every board."""
    parts = iter_nodes(path_node(kind, [(0, 0), (300, 0)], 100, kind))
    ends = [float(end) for part in parts for end in re.findall(r"[ML]([\d.]+) ", part.attrs.get("d", ""))]
    assert 250 <= max(ends) <= 262
