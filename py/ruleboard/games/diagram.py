"""Diagrams: positions as self-contained SVG files, made from the pictures that the app shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from textwrap import wrap
from typing import Any, Final

from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.selection import select
from ruleboard.games.registry import VIEWS
from ruleboard.i18n import _
from ruleboard.scene import css as stylesheets
from ruleboard.scene.drawings import Drawing, target_boxes
from ruleboard.scene.drawings import drawn as drawn_over
from ruleboard.scene.inline_styles import inline
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el
from ruleboard.scene.posters import shared, themed
from ruleboard.scene.serialize import to_svg

LIGHT: Final = "light"
DARK: Final = "dark"
PRINT: Final = "print"
LOOKS: Final = (LIGHT, DARK, PRINT)
"""The looks of diagrams; the last one is for paper, in black and white."""

NARROWEST: Final = 100
"""The least width of a diagram, in pixels."""
WIDEST: Final = 4096
"""The greatest width of a diagram, in pixels."""

_COORDINATES: Final = frozenset({"coordinate", "coordinates"})
"""The classes of nodes that name files and ranks."""
_ON_REQUEST: Final = "on-request"
"""The class of coordinates that are not seen before they are asked for."""
MARKS: Final = ("shown", "danger", "last", "taken")
"""The kinds of marks; the first is the default."""
_LETTER_WIDTH: Final = 0.56
"""The average width of a letter, as a share of its height."""
_TITLE_LINE: Final = 44
"""The number of letters in a line of the title."""
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow, not even escaped."""


class DiagramError(RuleboardError):
    """A request for a diagram that cannot be drawn."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """The properties of a diagram besides its position.

    Attributes:
        title: the line above the board; empty for none.
        seat: the player whose side is nearest, 0-based.
        marks: the marked squares.
        coordinates: True for names of files and ranks around the board, False for a board without them; None for a
            board as it is seen in the app, where some games have them on request only.
        look: one of ``LOOKS``.
        width: the width in pixels.
        drawings: the arrows, rings and labels over the board.
    """

    title: str = ""
    seat: int = 0
    marks: Marks = field(default_factory=lambda: Marks(read_only=True))
    coordinates: bool | None = None
    look: str = LIGHT
    width: int = 640
    drawings: tuple[Drawing, ...] = ()


@lru_cache(maxsize=1)
def sheets(css: str) -> dict[str, stylesheets.Sheet]:
    """Return the style sheets of all looks, parsed from the text of the app's own."""
    screen, paper = stylesheets.parse(css), stylesheets.parse(css, ("print",))
    return {LIGHT: screen, DARK: screen, PRINT: paper}


def svg(game: Game[Any, Any], state: object, sheet: stylesheets.Sheet, diagram: Diagram) -> str:
    """Return the text of an SVG file that shows the public part of a state.

    Args:
        game: the game.
        state: the state; secrets are left out.
        sheet: the style sheet of the diagram's look, one of ``sheets``.
        diagram: title, seat, marks and look.
    """
    return drawn(game, game.view(state, None), sheet, diagram)


def drawn(game: Game[Any, Any], seen: Any, sheet: stylesheets.Sheet, diagram: Diagram) -> str:
    """Return the text of an SVG file that shows all of a state, as somebody may know it."""
    picture = _picture(game, seen, diagram)
    attrs = picture.attrs
    theme, gray = (DARK, False) if diagram.look == DARK else (LIGHT, diagram.look == PRINT)
    board = inline(picture, sheet, theme=theme, gray=gray)
    left, top, width, height = (float(word) for word in attrs["viewBox"].split())
    title = " ".join(_NOT_XML.sub("", diagram.title).split())
    lines = wrap(title, _TITLE_LINE)
    size = width * 0.04
    above = len(lines) * size * 1.25 + size * 0.4 if lines else 0.0
    ink = "#ece6da" if diagram.look == DARK else "#000000" if gray else "#26241f"
    paper = "#1b1a18" if diagram.look == DARK else "#ffffff"
    position = game.format_position(seen)
    root = el(
        "svg",
        el("title", text=title or attrs.get("aria-label", _(game.title))),
        el("desc", text=f"{_(game.title)}: {position}"),
        (
            el(
                "text",
                text=line,
                x=left + width / 2,
                y=top - above + size * (1 + 1.25 * number),
                fill=ink,
                font_family="serif",
                font_weight="600",
                font_size=_font_size(line, size, width),
                text_anchor="middle",
                # No band of paper lies under the title: on a ground of another colour, a rim of it keeps it legible.
                stroke=None if gray else paper,
                stroke_width=None if gray else size * 0.12,
                stroke_linejoin=None if gray else "round",
                paint_order=None if gray else "stroke",
            )
            for number, line in enumerate(lines)
        ),
        el("g", board.children, **{name.replace("-", "_"): value for name, value in _inherited(board).items()}),
        width=diagram.width,
        height=round(diagram.width * (height + above) / width),
        viewBox=f"{left:g} {top - above:g} {width:g} {height + above:g}",
        role="img",
        data_game=game.id,
        data_position=position,
        data_turn=attrs.get("data-turn", ""),
    )
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + to_svg(root) + "\n"


def poster(game: Game[Any, Any], state: object, sheet: stylesheets.Sheet, diagram: Diagram, themes: str) -> str:
    """Return the text of an SVG picture that stands in a page, without a ground and texts of its own.

    Args:
        game: the game.
        state: the state; secrets are left out.
        sheet: the style sheet of the light and dark looks.
        diagram: seat and marks.
        themes: ``LIGHT``, ``DARK``, or "system" for one that follows the page around it.
    """
    picture = _picture(game, game.view(state, None), diagram)
    light, dark = (inline(picture, sheet, theme=theme) for theme in (LIGHT, DARK))
    found = {LIGHT: light, DARK: dark}.get(themes) or themed(light, dark)
    _left, _top, width, height = (float(word) for word in picture.attrs["viewBox"].split())
    sized = {**found.attrs, "width": str(diagram.width), "height": str(round(diagram.width * height / width))}
    return to_svg(shared(found._replace(attrs=sized)))


def _picture(game: Game[Any, Any], seen: Any, diagram: Diagram) -> Node:
    """Return the board with what is drawn over it, and with the coordinates that are wanted."""
    view = VIEWS[game.id]
    picture = view.picture(seen, diagram.seat, diagram.marks)
    if diagram.coordinates is not None:
        picture = with_coordinates(picture) if diagram.coordinates else _without_coordinates(picture)
    if not diagram.drawings:
        return picture
    # Boards that cannot be touched have no targets.
    return drawn_over(picture, diagram.drawings, target_boxes(view.picture(seen, diagram.seat, Marks())))


def has_coordinates(game: Game[Any, Any], state: object) -> bool:
    """Return True if the picture of a position can have coordinates around the board."""
    return any(map(_is_coordinate, _descendants(VIEWS[game.id].picture(state, 0, Marks(read_only=True)))))


def has_them_on_request(game: Game[Any, Any], state: object) -> bool:
    """Return True if the picture of a position has coordinates around the board on request only."""
    return any(map(_is_on_request, _descendants(VIEWS[game.id].picture(state, 0, Marks(read_only=True)))))


def read_places(game: Game[Any, Any], state: object, text: str, seat: int) -> str:
    """Return the text of marks whose places are written as people see them from a seat, with targets in their place."""
    return _with_places(text, lambda place: VIEWS[game.id].place_target(state, place, seat))


def write_places(game: Game[Any, Any], state: object, text: str, seat: int) -> str:
    """Return the text of marks with their places as people write them who see the board from a seat."""
    return _with_places(text, lambda target: VIEWS[game.id].place_text(state, target, seat))


def _with_places(text: str, change: Callable[[str], str]) -> str:
    parts = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        kind, place = _kind_and_place(part)
        parts.append(f"{kind}:{change(place)}" if place != part else change(place))
    return ";".join(parts)


def _kind_and_place(part: str) -> tuple[str, str]:
    """Return the kind and the place of a mark; one without a kind is of the first kind."""
    kind, _colon, place = part.partition(":")
    return (kind.strip(), place.strip()) if kind.strip() in MARKS else (MARKS[0], part)


def parse_marks(game: Game[Any, Any], state: object, text: str, seat: int | None = None) -> Marks:
    """Return the marks of a text such as ``last:e2; last:e4; d5``; one without a kind is ``shown``.

    The legal targets of squares marked as ``taken`` (``taken:c1``) are marked as well.

    Args:
        game: the game.
        state: the state that is shown.
        text: the text.
        seat: the seat from which people see the board, for whom an error names places as they do; None names targets.

    Raises:
        DiagramError: a square is not on the board.
    """
    places: dict[str, list[str]] = {kind: [] for kind in MARKS}
    known = places_on(game, state)
    for part in filter(None, (part.strip() for part in text.split(";"))):
        kind, place = _kind_and_place(part)
        if place not in known:
            some = sorted(known)[:3]
            if seat is not None:
                some = [VIEWS[game.id].place_text(state, target, seat) for target in some]
            raise DiagramError(
                _("there is no place {place} on this board").format(place=repr(place[:20])),
                where="marks",
                expected=_("places such as {some}, kinds as {kinds}").format(
                    some=", ".join(some), kinds=", ".join(MARKS)
                ),
            )
        places[kind].append(place)
    taken = tuple(places["taken"])
    found = select(game.legal_actions(state), taken).next if taken and game.outcome(state) is None else {}
    return Marks(
        selected=taken,
        next={place: kinds[0] if len(kinds) == 1 else "special" for place, kinds in found.items()},
        last=frozenset(places["last"]),
        highlighted=frozenset(places["shown"]),
        danger=frozenset(places["danger"]),
        read_only=True,
    )


def marks_text(game: Game[Any, Any], state: object, marks: Marks) -> str:
    """Return the text of the marks ``last`` and ``shown`` on the board, as ``parse_marks`` reads it."""
    known = places_on(game, game.view(state, None))
    kinds = [("last", marks.last), ("shown", marks.highlighted)]
    return ";".join(f"{kind}:{place}" for kind, places in kinds for place in sorted(places & known))


def places_on(game: Game[Any, Any], state: object) -> frozenset[str]:
    """Return the targets in the picture of a state."""
    picture = VIEWS[game.id].picture(state, 0, Marks())
    return frozenset(node.attrs["data-target"] for node in _descendants(picture) if "data-target" in node.attrs)


def _inherited(drawn: Node) -> dict[str, str]:
    """Return the presentation attributes of a picture's root, which its children inherit."""
    return {name: value for name, value in drawn.attrs.items() if name not in ("viewBox", "width", "height")}


def _font_size(line: str, size: float, width: float) -> float:
    """Return the given font size, or the smaller one in which a line fits into a width."""
    return min(size, width * 0.98 / (_LETTER_WIDTH * max(1, len(line))))


def _is_coordinate(node: Node) -> bool:
    return bool(_COORDINATES & set(node.attrs.get("class", "").split()))


def _is_on_request(node: Node) -> bool:
    return _ON_REQUEST in node.attrs.get("class", "").split()


def with_coordinates(node: Node) -> Node:
    """Return a picture with the coordinates that it has on request."""
    if _is_on_request(node):
        classes = " ".join(name for name in node.attrs["class"].split() if name != _ON_REQUEST)
        return node._replace(attrs={**node.attrs, "class": classes})
    return node._replace(children=tuple(map(with_coordinates, node.children)))


def _without_coordinates(node: Node) -> Node:
    children = tuple(_without_coordinates(child) for child in node.children if not _is_coordinate(child))
    return node._replace(children=children)


def _descendants(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes in it."""
    yield node
    for child in node.children:
        yield from _descendants(child)
