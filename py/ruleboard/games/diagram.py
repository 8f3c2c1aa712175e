"""Diagrams: a position as an SVG file that stands alone, drawn from the very picture the table shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any, Final

from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.selection import pick
from ruleboard.games.registry import VIEWS
from ruleboard.i18n import _
from ruleboard.scene import css as stylesheet
from ruleboard.scene.inline_styles import plain
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el
from ruleboard.scene.serialize import to_svg

LIGHT: Final = "light"
DARK: Final = "dark"
PRINT: Final = "print"
LOOKS: Final = (LIGHT, DARK, PRINT)
"""How a diagram may look; the last for paper, in black and white."""

NARROWEST: Final = 100
WIDEST: Final = 4096

_COORDINATES: Final = frozenset({"coordinate", "coordinates"})
MARKS: Final = ("shown", "danger", "last", "taken")
"""How a place can be marked; the first is meant where no kind is named."""
_LETTER_WIDTH: Final = 0.56
"""How wide a letter is on average, as a share of its height."""
_TITLE_LETTERS: Final = 44
"""About how many letters of a title go into one line."""
_BAD: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML file may hold, not even escaped."""


class DiagramError(RuleboardError):
    """A diagram that cannot be drawn as it is asked for."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """What a diagram shows besides the position.

    Attributes:
        title: what stands above the board; empty for nothing.
        seat: whose side is nearest.
        marks: what is pointed out.
        coordinates: whether the names of squares stand around the board, in games that have them there.
        look: one of ``LOOKS``.
        width: how wide it is, in pixels.
    """

    title: str = ""
    seat: int = 0
    marks: Marks = field(default_factory=lambda: Marks(still=True))
    coordinates: bool = True
    look: str = LIGHT
    width: int = 640


def sheets(css: str) -> dict[str, stylesheet.Sheet]:
    """The style sheets of all looks, from the text of the app's own."""
    screen, paper = stylesheet.parse(css), stylesheet.parse(css, ("print",))
    return {LIGHT: screen, DARK: screen, PRINT: paper}


def svg(game: Game[Any, Any], state: object, sheet: stylesheet.Sheet, diagram: Diagram) -> str:
    """The text of an SVG file with what everybody may know of a state.

    Args:
        game: the game.
        state: where it stands.
        sheet: the style sheet of the look, of ``sheets``.
        diagram: how it is to be shown.
    """
    seen = game.view(state, None)
    picture = VIEWS[game.id].picture(seen, diagram.seat, diagram.marks)
    attrs = picture.attrs
    if not diagram.coordinates:
        picture = _without_coordinates(picture)
    theme, grey = (DARK, False) if diagram.look == DARK else (LIGHT, diagram.look == PRINT)
    drawn = plain(picture, sheet, theme=theme, grey=grey)
    left, top, width, height = (float(word) for word in attrs["viewBox"].split())
    title = " ".join(_BAD.sub("", diagram.title).split())
    lines = wrap(title, _TITLE_LETTERS)
    size = width * 0.04
    above = len(lines) * size * 1.25 + size * 0.4 if lines else 0.0
    ink = "#ece6da" if diagram.look == DARK else "#000000" if grey else "#26241f"
    paper = "#1b1a18" if diagram.look == DARK else "#ffffff"
    position = game.format_position(seen)
    root = el(
        "svg",
        el("title", text=title or attrs.get("aria-label", _(game.title))),
        el("desc", text=f"{_(game.title)}: {position}"),
        el(
            "rect",
            x=left,
            y=top - above,
            width=width,
            height=height + above,
            fill=paper,
        )
        if diagram.look == DARK or lines
        else None,
        (
            el(
                "text",
                text=line,
                x=left + width / 2,
                y=top - above + size * (1 + 1.25 * number),
                fill=ink,
                font_family="serif",
                font_weight="600",
                font_size=_fitting(line, size, width),
                text_anchor="middle",
            )
            for number, line in enumerate(lines)
        ),
        el("g", drawn.children, **{name.replace("-", "_"): value for name, value in _looks(drawn).items()}),
        width=diagram.width,
        height=round(diagram.width * (height + above) / width),
        viewBox=f"{left:g} {top - above:g} {width:g} {height + above:g}",
        role="img",
        data_game=game.id,
        data_position=position,
        data_turn=attrs.get("data-turn", ""),
    )
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + to_svg(root) + "\n"


def has_coordinates(game: Game[Any, Any], state: object) -> bool:
    """Whether the picture of a position has names of squares around the board, that can be left out."""
    return any(_names_squares(node) for node in _all(VIEWS[game.id].picture(state, 0, Marks(still=True))))


def parse_marks(game: Game[Any, Any], state: object, text: str) -> Marks:
    """The marks a text tells: ``last:e2; last:e4; d5``, where a place without a kind is one that is shown.

    Of what is taken up (``taken:c1``) the rules say where it may go, and that is marked, too.

    Raises:
        DiagramError: there is no such place.
    """
    places: dict[str, list[str]] = {kind: [] for kind in MARKS}
    known = _places(game, state)
    for part in filter(None, (part.strip() for part in text.split(";"))):
        kind, _colon, place = part.partition(":")
        kind, place = (kind.strip(), place.strip()) if kind.strip() in MARKS else (MARKS[0], part)
        if place not in known:
            raise DiagramError(
                _("there is no place {place} on this board").format(place=repr(place[:20])),
                where="marks",
                expected=_("places such as {some}, kinds as {kinds}").format(
                    some=", ".join(sorted(known)[:3]), kinds=", ".join(MARKS)
                ),
            )
        places[kind].append(place)
    taken = tuple(places["taken"])
    found = pick(game.legal_actions(state), taken).next if taken and game.outcome(state) is None else {}
    return Marks(
        taken=taken,
        go={place: kinds[0] if len(kinds) == 1 else "special" for place, kinds in found.items()},
        last=frozenset(places["last"]),
        shown=frozenset(places["shown"]),
        danger=frozenset(places["danger"]),
        still=True,
    )


def marks_text(game: Game[Any, Any], state: object, marks: Marks) -> str:
    """The text that tells the last move and what is shown, of places on the board; ``parse_marks`` reads it."""
    known = _places(game, game.view(state, None))
    told = [("last", marks.last), ("shown", marks.shown)]
    return ";".join(f"{kind}:{place}" for kind, places in told for place in sorted(places & known))


def _places(game: Game[Any, Any], state: object) -> frozenset[str]:
    """The targets of a picture."""
    picture = VIEWS[game.id].picture(state, 0, Marks())
    return frozenset(node.attrs["data-target"] for node in _all(picture) if "data-target" in node.attrs)


def _looks(drawn: Node) -> dict[str, str]:
    """What the picture's root says of how all in it looks."""
    return {name: value for name, value in drawn.attrs.items() if name not in ("viewBox", "width", "height")}


def _fitting(line: str, size: float, width: float) -> float:
    """The size in which a line fits into a width."""
    return min(size, width * 0.98 / (_LETTER_WIDTH * max(1, len(line))))


def _names_squares(node: Node) -> bool:
    return bool(_COORDINATES & set(node.attrs.get("class", "").split()))


def _without_coordinates(node: Node) -> Node:
    kept = tuple(_without_coordinates(child) for child in node.children if not _names_squares(child))
    return node._replace(children=kept)


def _all(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _all(child)
