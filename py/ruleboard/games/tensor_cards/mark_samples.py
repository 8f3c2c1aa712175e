"""Draw the samples of marks for the legend."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from ruleboard.games.tensor_cards import art
from ruleboard.games.tensor_cards.board import BLUE, RED
from ruleboard.games.tensor_cards.board_picture import draw_barrier, draw_end_number, draw_point_star, draw_star_space
from ruleboard.scene.geometry import Point
from ruleboard.scene.highlights import square_edge
from ruleboard.scene.node import Node, el
from ruleboard.scene.path_lines import path_node
from ruleboard.scene.shapes import points_text, translate

_SIZE = 100.0
"""The distance between two spaces, and the height of a sample."""
_CENTRE = (50.0, 50.0)
_NEXT_CENTRE = (150.0, 50.0)
_CARD_WIDTH, _CARD_HEIGHT = 60.0, 84.0
_CARD_STEPS: art.Steps = ((1, (0, -1)),)


def draw_mark_sample(mark: str) -> Node:
    """Draw a mark from ``legend.toml`` as a small ``<svg>``: one space of the board, or two neighbours."""
    nodes = _SAMPLE_FUNCTIONS[mark]()
    width = 2 * _SIZE if mark in _WIDE_SAMPLES else _SIZE
    return el(
        "svg",
        el("rect", cls="sample-ground", width=width, height=_SIZE),
        nodes,
        cls="tray sample tensor-cards",
        viewBox=f"0 0 {width:g} {_SIZE:g}",
        aria_hidden="true",
    )


def _draw_space(centre: Point = _CENTRE) -> Node:
    return el("circle", cls="space", cx=centre[0], cy=centre[1], r=0.15 * _SIZE)


def _draw_line() -> Node:
    return el("path", cls="line", d="M0 50H200")


def _draw_marked_space(classes: str) -> tuple[Node, ...]:
    return (_draw_space(), el("circle", cls=f"cell space-hit {classes}", cx=50, cy=50, r=0.43 * _SIZE))


def _draw_refused_space() -> tuple[Node, ...]:
    return (_draw_space(), square_edge("refused", 5, 5, 90, "refused"))


def _draw_card(classes: str) -> tuple[Node, ...]:
    x, y = _CARD_WIDTH / 2, _CARD_HEIGHT / 2
    rim = el("rect", cls="card-rim", x=-x, y=-y, width=_CARD_WIDTH, height=_CARD_HEIGHT, rx=0.11 * _CARD_WIDTH)
    face = art.draw_card_face(9, _CARD_STEPS, _CARD_WIDTH, _CARD_HEIGHT)
    return (el("g", face, rim, cls=f"card {classes}", transform=translate(*_CENTRE)),)


def _draw_piece(centre: Point) -> Node:
    return el("g", art.draw_piece(BLUE, 0.33 * _SIZE), cls="piece blue", transform=translate(*centre))


def _draw_preview() -> tuple[Node, ...]:
    line = points_text((_CENTRE, _NEXT_CENTRE))
    return (
        _draw_line(),
        el("polyline", cls="preview-case", points=line),
        el("polyline", cls="preview blue", points=line),
        art.draw_end_outline(BLUE, 0.27 * _SIZE, *_NEXT_CENTRE, keeps_space_visible=False),
        _draw_piece(_CENTRE),
    )


def _draw_trail() -> tuple[Node, ...]:
    trail = el("polyline", cls="trail blue", points=points_text((_CENTRE, _NEXT_CENTRE)))
    return (_draw_line(), _draw_space(), trail, _draw_piece(_NEXT_CENTRE))


def _draw_blocked_way() -> tuple[Node, ...]:
    return (draw_barrier(_CENTRE, (1, 0), _SIZE), _draw_piece(_CENTRE))


def _draw_waiting_piece() -> tuple[Node, ...]:
    piece = el("g", art.draw_piece(BLUE, 0.19 * _SIZE), cls="piece blue waiting", transform=translate(72, 26))
    return (art.draw_start_mark(BLUE, 0.24 * _SIZE, *_CENTRE), piece)


def _draw_points() -> tuple[Node, ...]:
    stars = (draw_point_star(-13, 0, is_point_won=True), draw_point_star(13, 0, is_point_won=False))
    return (el("g", stars, transform=f"{translate(*_CENTRE)} scale(1.8)"),)


def _draw_path(kind: str) -> tuple[Node, ...]:
    return (path_node(kind, [(0, 50), (2 * _SIZE, 50)], _SIZE, kind),)


_SAMPLE_FUNCTIONS: Mapping[str, Callable[[], tuple[Node, ...]]] = {
    "may": partial(_draw_marked_space, "may"),
    "taken": partial(_draw_card, "taken"),
    "preview": _draw_preview,
    "blocked": _draw_blocked_way,
    "end-number": lambda: draw_end_number(_CENTRE, "1→", _SIZE),
    "start": lambda: (art.draw_start_mark(RED, 0.24 * _SIZE, *_CENTRE),),
    "waiting": _draw_waiting_piece,
    "star": lambda: (draw_star_space(_CENTRE, _SIZE, "any"),),
    "own-star": lambda: (draw_star_space(_CENTRE, _SIZE, "black"),),
    "points": _draw_points,
    "acting": partial(_draw_card, "acting"),
    "trail": _draw_trail,
    "used": partial(_draw_card, "used"),
    "unsure": partial(_draw_card, "unsure"),
    "last": partial(_draw_marked_space, "last"),
    "refused": _draw_refused_space,
    "shown": partial(_draw_marked_space, "shown"),
    "way-hint": partial(_draw_path, "hint"),
    "way-threat": partial(_draw_path, "threat"),
}
_WIDE_SAMPLES = frozenset({"blocked", "preview", "trail", "way-hint", "way-threat"})
"""The marks whose samples show two spaces."""
