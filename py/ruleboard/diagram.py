"""Diagrams: self-contained SVG files of positions, with the same pictures as in the app."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from textwrap import wrap
from typing import Any, Final

from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.selection import select
from ruleboard.i18n import _
from ruleboard.registry import VIEWS
from ruleboard.scene import css as stylesheets
from ruleboard.scene.drawings import Drawing, target_boxes
from ruleboard.scene.drawings import with_drawings as drawn_over
from ruleboard.scene.inline_styles import inline_styles
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, descendants, el
from ruleboard.scene.posters import combine_themes, share_repeated_looks
from ruleboard.scene.serialize import to_svg
from ruleboard.scene.shared_parts import share_repeated_parts
from ruleboard.wording import sentence, with_full_stop

LIGHT: Final = "light"
DARK: Final = "dark"
PRINT: Final = "print"
LOOKS: Final = (LIGHT, DARK, PRINT)
"""The looks of diagrams. ``PRINT`` is black and white, for paper."""

MIN_WIDTH: Final = 100
"""The minimum width of a diagram in pixels."""
MAX_WIDTH: Final = 4096
"""The maximum width of a diagram in pixels."""

_COORDINATE_CLASSES: Final = frozenset({"coordinate", "coordinates"})
"""The CSS classes of the names of files and ranks around a board."""
_OPTIONAL_COORDINATE_CLASS: Final = "on-request"
"""The CSS class of coordinates that stay hidden until a person turns them on."""
MARK_KINDS: Final = ("shown", "danger", "last", "taken")
"""The kinds of marks. The first is the default."""
_LETTER_WIDTH: Final = 0.56
"""The average width of a letter, as a share of its height."""
_MAX_TITLE_LINE_LENGTH: Final = 44
"""The maximum number of letters in a line of the title."""
_INVALID_XML_CHARACTER_PATTERN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML does not allow, even as escapes."""

_MAX_DESCRIPTION_LENGTH: Final = 1000
"""The maximum length of the text that describes a position, in characters."""
_ITEM_END_PATTERN: Final = re.compile(r"(?:\s?;|\.)(?=\s)")
"""The end of an item in a description. French has a space before the semicolon."""


class DiagramError(RuleboardError):
    """Raised when the properties of a diagram do not fit the game or its position."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """The properties of a diagram other than its position.

    Attributes:
        title: the line above the board, or ``""`` for none.
        seat: the player at the bottom of the board (0-based).
        marks: the marks on the board.
        coordinates: True to show coordinates around the board, False to hide them, None for the app's default, which
            hides them at first in some games.
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
def parse_stylesheets_by_look(css: str) -> dict[str, stylesheets.StyleSheet]:
    """Parse the app's style sheet and return the rules for each look."""
    screen_rules, print_rules = stylesheets.parse(css), stylesheets.parse(css, ("print",))
    return {LIGHT: screen_rules, DARK: screen_rules, PRINT: print_rules}


def svg(game: Game[Any, Any], state: object, stylesheet: stylesheets.StyleSheet, diagram: Diagram) -> str:
    """Return an SVG file of the public part of a state.

    Args:
        game: the game.
        state: the state. The diagram omits hidden information.
        stylesheet: the style sheet of the diagram's look, from ``parse_stylesheets_by_look``.
        diagram: the properties of the diagram.
    """
    return full_svg(game, game.view(state, None), stylesheet, diagram)


def full_svg(game: Game[Any, Any], visible_state: Any, stylesheet: stylesheets.StyleSheet, diagram: Diagram) -> str:
    """Return an SVG file that shows all information in a state, which is usually a player's view."""
    picture = _draw_board(game, visible_state, diagram)
    attrs = picture.attrs
    theme, gray = (DARK, False) if diagram.look == DARK else (LIGHT, diagram.look == PRINT)
    board = inline_styles(picture, stylesheet, theme=theme, gray=gray)
    x, y, width, height = (float(number_text) for number_text in attrs["viewBox"].split())
    title = " ".join(_INVALID_XML_CHARACTER_PATTERN.sub("", diagram.title).split())
    lines = wrap(title, _MAX_TITLE_LINE_LENGTH)
    size = width * 0.04
    title_height = len(lines) * size * 1.25 + size * 0.4 if lines else 0.0
    text_color = "#ece6da" if diagram.look == DARK else "#000000" if gray else "#26241f"
    background_color = "#1b1a18" if diagram.look == DARK else "#ffffff"
    root = el(
        "svg",
        el("title", text=title or attrs.get("aria-label", _(game.title))),
        el("desc", text=f"{_(game.title)}. {position_description(game, visible_state)}"),
        (
            el(
                "text",
                text=line,
                x=x + width / 2,
                y=y - title_height + size * (1 + 1.25 * number),
                fill=text_color,
                font_family="serif",
                font_weight="600",
                font_size=_choose_font_size(line, size, width),
                text_anchor="middle",
                # The title has no background. An outline keeps it legible on any background.
                stroke=None if gray else background_color,
                stroke_width=None if gray else size * 0.12,
                stroke_linejoin=None if gray else "round",
                paint_order=None if gray else "stroke",
            )
            for number, line in enumerate(lines)
        ),
        el(
            "g",
            board.children,
            **{name.replace("-", "_"): value for name, value in _collect_inherited_attributes(board).items()},
        ),
        width=diagram.width,
        height=round(diagram.width * (height + title_height) / width),
        viewBox=f"{x:g} {y - title_height:g} {width:g} {height + title_height:g}",
        role="img",
        data_game=game.id,
        data_position=game.format_position(visible_state),
        data_turn=attrs.get("data-turn", ""),
    )
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + to_svg(root) + "\n"


def poster(
    game: Game[Any, Any], state: object, stylesheet: stylesheets.StyleSheet, diagram: Diagram, themes: str
) -> str:
    """Return an SVG picture for a web page, without a background, title or credits; see ``poster_node``."""
    return poster_svg(poster_node(game, state, stylesheet, diagram, themes))


def poster_svg(picture: Node) -> str:
    """Return a picture of ``poster_node`` as the shortest possible text of an SVG file."""
    return to_svg(share_repeated_looks(share_repeated_parts(picture)))


def poster_node(
    game: Game[Any, Any], state: object, stylesheet: stylesheets.StyleSheet, diagram: Diagram, themes: str
) -> Node:
    """Return a picture for a web page, whose elements have attributes instead of styles.

    Args:
        game: the game.
        state: the state. The picture omits hidden information.
        stylesheet: the style sheet of the light and dark looks.
        diagram: the properties. The picture uses only seat, marks, coordinates, width and drawings.
        themes: ``LIGHT``, ``DARK``, or "system" for a picture that follows the theme of the page. Such a picture may
            begin with a ``<style>``.
    """
    return themed_picture(_draw_board(game, game.view(state, None), diagram), stylesheet, diagram.width, themes)


def themed_picture(picture: Node, stylesheet: stylesheets.StyleSheet, width: int, themes: str) -> Node:
    """Return a picture with attributes instead of styles; see ``poster_node`` for ``themes``."""
    light, dark = (inline_styles(picture, stylesheet, theme=theme) for theme in (LIGHT, DARK))
    picture_node = {LIGHT: light, DARK: dark}.get(themes) or combine_themes(light, dark)
    _x, _y, box_width, box_height = (float(number_text) for number_text in picture.attrs["viewBox"].split())
    attributes = {**picture_node.attrs, "width": str(width), "height": str(round(width * box_height / box_width))}
    return picture_node._replace(attrs=attributes)


def _draw_board(game: Game[Any, Any], visible_state: Any, diagram: Diagram) -> Node:
    view = VIEWS[game.id]
    picture = view.picture(visible_state, diagram.seat, diagram.marks)
    if diagram.coordinates is not None:
        picture = with_coordinates(picture) if diagram.coordinates else _remove_coordinates(picture)
    if not diagram.drawings:
        return picture
    # Only boards for touching have targets, so this needs a second picture.
    return drawn_over(picture, diagram.drawings, target_boxes(view.picture(visible_state, diagram.seat, Marks())))


def has_coordinates(game: Game[Any, Any], state: object) -> bool:
    """Return True if the picture of a position can show coordinates around the board."""
    return any(map(_is_coordinate, descendants(VIEWS[game.id].picture(state, 0, Marks(read_only=True)))))


def has_optional_coordinates(game: Game[Any, Any], state: object) -> bool:
    """Return True if the picture of a position hides its coordinates until the user turns them on."""
    return any(map(_is_optional_coordinate, descendants(VIEWS[game.id].picture(state, 0, Marks(read_only=True)))))


def parse_displayed_marks(game: Game[Any, Any], state: object, text: str, seat: int) -> str:
    """In a list of marks, replace the square names that a player sees with targets.

    ``seat`` is the 0-based number of the player.
    """
    return _convert_targets(text, lambda name: VIEWS[game.id].parse_displayed_name(state, name, seat))


def displayed_marks(game: Game[Any, Any], state: object, text: str, seat: int) -> str:
    """In a list of marks, replace targets with the square names that a player sees.

    ``seat`` is the 0-based number of the player.
    """
    return _convert_targets(text, lambda target: VIEWS[game.id].displayed_name(state, target, seat))


def _convert_targets(text: str, convert: Callable[[str], str]) -> str:
    parts = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        kind, target = _split_mark(part)
        parts.append(f"{kind}:{convert(target)}" if target != part else convert(target))
    return ";".join(parts)


def _split_mark(part: str) -> tuple[str, str]:
    """Split the text of a mark into its kind and its target. The default kind is the first of ``MARK_KINDS``."""
    kind, _colon, target = part.partition(":")
    return (kind.strip(), target.strip()) if kind.strip() in MARK_KINDS else (MARK_KINDS[0], part)


def parse_marks(game: Game[Any, Any], state: object, text: str, seat: int | None = None) -> Marks:
    """Parse marks such as ``last:e2; last:e4; d5``. The default kind is ``shown``.

    For targets of the kind ``taken`` (``taken:c1``), the legal next targets are marked too.

    Args:
        game: the game.
        state: the state in the picture.
        text: the text.
        seat: the player whose square names appear in error messages, or None to use targets.

    Raises:
        DiagramError: the board has no such target.
    """
    targets_by_kind: dict[str, list[str]] = {kind: [] for kind in MARK_KINDS}
    valid_targets = targets_on(game, state)
    for part in filter(None, (part.strip() for part in text.split(";"))):
        kind, target = _split_mark(part)
        if target not in valid_targets:
            examples = sorted(valid_targets)[:3]
            if seat is not None:
                examples = [VIEWS[game.id].displayed_name(state, target, seat) for target in examples]
            raise DiagramError(
                _("there’s no place {place} on this board").format(place=repr(target[:20])),
                where="marks",
                expected=_("places such as {some}, with marks of these kinds: {kinds}").format(
                    some=", ".join(examples), kinds=", ".join(MARK_KINDS)
                ),
            )
        targets_by_kind[kind].append(target)
    selected_targets = tuple(targets_by_kind["taken"])
    next_targets = (
        select(game.legal_actions(state), selected_targets).next_targets
        if selected_targets and game.outcome(state) is None
        else {}
    )
    return Marks(
        selected=selected_targets,
        next_targets={target: kinds[0] if len(kinds) == 1 else "special" for target, kinds in next_targets.items()},
        last=frozenset(targets_by_kind["last"]),
        highlighted=frozenset(targets_by_kind["shown"]),
        danger=frozenset(targets_by_kind["danger"]),
        read_only=True,
    )


def marks_text(game: Game[Any, Any], state: object, marks: Marks) -> str:
    """Format the marks of kinds ``last`` and ``shown`` in the syntax that ``parse_marks`` reads."""
    valid_targets = targets_on(game, game.view(state, None))
    kinds = [("last", marks.last), ("shown", marks.highlighted)]
    return ";".join(f"{kind}:{target}" for kind, targets in kinds for target in sorted(targets & valid_targets))


def targets_on(game: Game[Any, Any], state: object) -> frozenset[str]:
    """Return all targets in the picture of a state."""
    picture = VIEWS[game.id].picture(state, 0, Marks())
    return frozenset(node.attrs["data-target"] for node in descendants(picture) if "data-target" in node.attrs)


def position_description(game: Game[Any, Any], state: object) -> str:
    """Describe a position without hidden information: the player to move, the board, and the pieces with their places.

    A text that is too long ends after a complete item, with a note that the list is not complete.
    """
    to_move = game.to_move(state) if game.outcome(state) is None else None
    view = VIEWS[game.id]
    turn = "" if to_move is None else with_full_stop(view.turn_text(_(game.sides(state)[to_move])))
    text = " ".join(filter(None, (turn, view.board_text(state), view.pieces_text(state, 0))))
    if len(text) <= _MAX_DESCRIPTION_LENGTH:
        return text
    omission_note = " ".join(("", _("More follows.")))
    item_ends = [
        match.start()
        for match in _ITEM_END_PATTERN.finditer(text)
        if match.start() < _MAX_DESCRIPTION_LENGTH - len(omission_note)
    ]
    return sentence(text[: item_ends[-1]]) + omission_note if item_ends else text


def _collect_inherited_attributes(picture: Node) -> dict[str, str]:
    return {name: value for name, value in picture.attrs.items() if name not in ("viewBox", "width", "height")}


def _choose_font_size(line: str, size: float, width: float) -> float:
    return min(size, width * 0.98 / (_LETTER_WIDTH * max(1, len(line))))


def _is_coordinate(node: Node) -> bool:
    return bool(_COORDINATE_CLASSES & set(node.attrs.get("class", "").split()))


def _is_optional_coordinate(node: Node) -> bool:
    return _OPTIONAL_COORDINATE_CLASS in node.attrs.get("class", "").split()


def with_coordinates(node: Node) -> Node:
    """Return a copy of a picture with its hidden coordinates visible."""
    if _is_optional_coordinate(node):
        classes = " ".join(name for name in node.attrs["class"].split() if name != _OPTIONAL_COORDINATE_CLASS)
        return node._replace(attrs={**node.attrs, "class": classes})
    return node._replace(children=tuple(map(with_coordinates, node.children)))


def _remove_coordinates(node: Node) -> Node:
    children = tuple(_remove_coordinates(child) for child in node.children if not _is_coordinate(child))
    return node._replace(children=children)
