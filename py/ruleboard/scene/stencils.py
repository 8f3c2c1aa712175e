"""Poster templates, from which a script draws any position without Python (``static/posters/draw.mjs``).

The script converts a position to facts. A fact has a kind, a value and perhaps a square, such as a piece "G" on square
24. A stencil has a shape for each value, and draws it on the squares of all facts of its kind.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

from ruleboard.scene.geometry import Point
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import SVG_NAMESPACE, to_html

FACT_TRANSFORM = "translate({x} {y})"
"""The transform of a shape: the script inserts the coordinates of the fact's square. Texts and classes may contain
other values of the fact in the same way."""

_INTERACTION_ATTRIBUTES = ("data-", "aria-", "role", "tabindex", "focusable")
"""Prefixes of attributes that a static picture does not need."""

Layer: TypeAlias = "Node | Stencil | Group"
"""A part of a poster: a fixed node, a stencil that depends on the position, or a group of layers."""


@dataclass(frozen=True, slots=True)
class Stencil:
    """The shapes for facts of one kind.

    Attributes:
        kind: the kind of facts.
        shapes: the shape for each value; the script skips other values.
        points: the point of each square; if empty, each shape contains its own coordinates.
    """

    kind: str
    shapes: Mapping[str, Node]
    points: Mapping[str, Point] | Sequence[Point] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Layers inside a ``<g>`` element with a CSS class and an optional transform."""

    cls: str
    layers: tuple[Layer, ...]
    transform: str = ""


@dataclass(frozen=True, slots=True)
class PieceWords:
    """The piece names for a description of a position, such as "White king: f1; white pawn: a2, b2."

    Attributes:
        kind: the kinds of facts that the description names, separated by spaces.
        names: for each sentence, the names of its pieces by the value of the fact. There is one sentence for each side,
            and one for the pieces without an owner.
        places: the names of the squares.
        parts: the names of the parts of pieces: one by its letter, several with ``+`` after the letter and ``{n}`` for
            the number. A fact of the kind ``parts`` counts the parts at a place: ``k1 c2``.
    """

    kind: str
    names: tuple[Mapping[str, str], ...]
    places: Mapping[str, str] | Sequence[str]
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sketch:
    """The poster template of a game, as seen from one seat.

    Attributes:
        cls: the CSS class of the picture.
        box: the ``viewBox`` of the picture.
        layers: the parts of the picture, from bottom to top.
        words: the words that describe the picture.
    """

    cls: str
    box: str
    layers: tuple[Layer, ...]
    words: PieceWords


@dataclass(frozen=True, slots=True)
class Poster:
    """All poster templates of a game.

    Attributes:
        reader: the script in ``static/posters`` that reads the game's position texts.
        sketches: the templates by the names that the script uses: the layout and the seat at the bottom ("board 0").
        constants: additional values for the script, as JSON.
    """

    reader: str
    sketches: Mapping[str, Sketch]
    constants: Mapping[str, Any] = field(default_factory=dict)


def poster_data(poster: Poster) -> dict[str, Any]:
    """Convert poster templates to a JSON value in which equal shapes and points occur only once.

    ``shapes`` and ``places`` are lists. In ``sketches`` a layer is its SVG text, or a kind of facts with indices into
    these lists.
    """
    tables: dict[str, dict[str, int]] = {"shapes": {}, "places": {}}

    def index_of(table: str, value: object) -> int:
        return tables[table].setdefault(json.dumps(value), len(tables[table]))

    def iter_parts(layers: Sequence[Layer]) -> Iterator[str | list[str | int]]:
        for layer in layers:
            if isinstance(layer, Node):
                yield to_html(without_interaction(layer))
            elif isinstance(layer, Stencil):
                shapes = {value: to_html(without_interaction(shape)) for value, shape in layer.shapes.items()}
                point_list = dict(layer.points) if isinstance(layer.points, Mapping) else list(layer.points)
                yield [layer.kind, index_of("shapes", shapes), index_of("places", point_list)]
            else:
                transform = f' transform="{layer.transform}"' if layer.transform else ""
                yield f'<g class="{layer.cls}"{transform}>'
                yield from iter_parts(layer.layers)
                yield "</g>"

    def join_parts(sketch: Sketch) -> list[str | list[str | int]]:
        pieces: list[str | list[str | int]] = [""]
        for part in (*iter_parts(sketch.layers), "</svg>"):
            if isinstance(part, str) and isinstance(pieces[-1], str):
                pieces[-1] += part
            else:
                pieces.append(part)
        return pieces

    sketches = {
        name: {
            "open": f'<svg xmlns="{SVG_NAMESPACE}" class="{sketch.cls}" viewBox="{sketch.box}">',
            "layers": join_parts(sketch),
        }
        for name, sketch in poster.sketches.items()
    }
    return {
        "constants": dict(poster.constants),
        "sketches": sketches,
        **{name: [json.loads(value) for value in table] for name, table in tables.items()},
    }


def words_data(poster: Poster) -> dict[str, dict[str, Any]]:
    """Return the words that describe positions as a JSON value, by the name of the sketch."""
    return {name: asdict(sketch.words) for name, sketch in poster.sketches.items()}


def move_to_fact(node: Node, extra_classes: str = "") -> Node:
    """Add CSS classes to a node, and the transform that the script fills in with the position of a square."""
    return node._replace(
        attrs={**node.attrs, "class": node.attrs["class"] + extra_classes, "transform": FACT_TRANSFORM}
    )


def replace_text(node: Node, cls: str, text: str) -> Node:
    """Replace the text in all elements that have a CSS class."""
    if has_class(node, cls):
        return node._replace(text=text)
    return node._replace(children=tuple(replace_text(child, cls, text) for child in node.children))


def replace_number(node: Node, cls: str, number: int, name: str) -> Node:
    """Replace a number with a name in the text of all elements that have a CSS class."""
    if has_class(node, cls):
        return node._replace(text=node.text.replace(str(number), name))
    return node._replace(children=tuple(replace_number(child, cls, number, name) for child in node.children))


def without_class(node: Node, cls: str) -> Node:
    """Remove all descendants of a node that have a CSS class."""
    return node._replace(
        children=tuple(without_class(child, cls) for child in node.children if not has_class(child, cls))
    )


def elements_of_class(node: Node, cls: str) -> Iterator[Node]:
    """Yield the elements that have a CSS class, in document order."""
    if has_class(node, cls):
        yield node
        return
    for child in node.children:
        yield from elements_of_class(child, cls)


def has_class(node: Node, cls: str) -> bool:
    """Return True if a node has a CSS class."""
    return cls in node.attrs.get("class", "").split()


def without_interaction(node: Node) -> Node:
    """Remove the attributes for scripts, screen readers and touches from a node and its descendants."""
    attrs = {name: value for name, value in node.attrs.items() if not name.startswith(_INTERACTION_ATTRIBUTES)}
    return node._replace(attrs=attrs, children=tuple(map(without_interaction, node.children)))
