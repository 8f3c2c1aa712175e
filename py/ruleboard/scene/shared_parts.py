"""Reduce the size of an SVG picture: define repeated parts once, and draw them by reference."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby, pairwise, product
from string import ascii_lowercase
from typing import Final, NamedTuple, TypeAlias

from ruleboard.scene.inline_styles import INHERITED_PROPERTIES
from ruleboard.scene.node import Node, descendants, el, format_number
from ruleboard.scene.serialize import to_html
from ruleboard.scene.similar_groups import share_similar_groups

_REFERENCE_LENGTH: Final = 17
"""The approximate number of characters of a reference without its position."""
_POSITION_LENGTH: Final = 18
"""The approximate number of characters of a position."""
_MIN_SHARED_LENGTH: Final = 36
"""The minimum number of characters of a node, without its position, for a reference to it."""
_LOOK_LENGTH: Final = 8
"""The approximate number of characters of the class that will replace a node's presentation attributes."""
_MAX_PRECISE_WIDTH: Final = 1000
"""The maximum width, in picture units, of a picture that needs two decimals. Wider pictures need only one."""
_POSITION_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "rect": ("x", "y"),
    "text": ("x", "y"),
    "use": ("x", "y"),
    "circle": ("cx", "cy"),
    "ellipse": ("cx", "cy"),
}
"""The attributes with the position of an element, by its tag. They are 0 if they are missing."""
_Pair: TypeAlias = tuple[int, int, int, int]
"""The numbers of two consecutive siblings, and the distance between them in units of the last decimal."""
_UNSHARED_TAGS: Final = frozenset({"defs", "linearGradient", "radialGradient", "stop", "style"})
_TRANSLATION_PATTERN: Final = re.compile(r"translate\((-?[\d.]+)[ ,](-?[\d.]+)\)")
_NO_TRANSLATION: Final = "translate(0 0)"
_PATH_WITH_ONE_POSITION_PATTERN: Final = re.compile(r"M(-?[\d.]+)[ ,](-?[\d.]+)([^A-Z]*)")
"""The data of a path in which only the first command has absolute coordinates."""
_DECIMAL_NUMBER_PATTERN: Final = re.compile(r"-?\d+\.\d+")


def short_names() -> Iterator[str]:
    """Yield names of lower-case letters, the shortest first."""
    for length in count(1):
        yield from map("".join, product(ascii_lowercase, repeat=length))


def share_repeated_parts(picture: Node) -> Node:
    """Replace repeated parts of a picture with references to one definition, regardless of their positions.

    A part is an element or a run of siblings. Polygons with the same shape share it, even if their colours differ.
    Groups that differ only in size share the largest.
    """
    width = float(picture.attrs.get("viewBox", "0 0 0 0").split()[2])
    decimals = 1 if width > _MAX_PRECISE_WIDTH else 2
    ids = short_names()
    groups, picture = share_similar_groups(picture, ids, decimals)
    shapes, picture = _share_polygons(picture._replace(children=(*groups, *picture.children)), ids, decimals)
    parts, picture = _share_nodes(picture, ids, decimals)
    runs = _Runs((picture, *parts), ids, decimals)
    content = runs.nodes[0].children
    definitions = (*content[: len(groups)], *shapes, *runs.nodes[1:], *runs.definitions)
    nodes = _expand_single_references(content[len(groups) :], definitions)
    return picture._replace(children=tuple(_round_numbers(node, decimals) for node in nodes))


def _share_nodes(picture: Node, ids: Iterator[str], decimals: int) -> tuple[list[Node], Node]:
    """Return a definition of each repeated node of a picture, and the picture with references to the definitions."""
    counts: Counter[str] = Counter()
    definitions: dict[str, Node] = {}

    def count_parts(node: Node) -> None:
        """Count the parts of a node. The parts inside equal parts count only once."""
        form, _x, _y = _move_to_origin(node, decimals)
        text = to_html(form)
        counts[text] += 1
        if counts[text] == 1:
            for child in form.children:
                count_parts(child)

    def with_references(node: Node) -> Node:
        children = (member for child in node.children for member in _list_members(share(child)))
        return node._replace(children=tuple(children))

    def share(node: Node) -> Node:
        form, x, y = _move_to_origin(node, decimals)
        text, length = to_html(form), _estimate_length(form)
        is_shareable = length >= _MIN_SHARED_LENGTH and form.tag not in _UNSHARED_TAGS and "id" not in form.attrs
        if not is_shareable or _estimate_saved_length(length, counts[text]) <= 0:
            return with_references(node)
        if text not in definitions:
            id = next(ids)
            definition = with_references(form)
            definitions[text] = definition._replace(attrs={**definition.attrs, "id": id})
        return _create_reference(definitions[text].attrs["id"], x, y)

    for child in picture.children:
        count_parts(child)
    picture = with_references(picture)
    return [*definitions.values()], picture


class _PlacedPart(NamedTuple):
    """A part of a picture at a position.

    Attributes:
        number: the number of the part.
        x: its horizontal distance from the origin.
        y: its vertical distance.
    """

    number: int
    x: float
    y: float


class _Runs:
    """Finds repeated runs of siblings and replaces them with references: first pairs, then pairs of pairs.

    Attributes:
        nodes: the nodes with references to runs among their children.
        definitions: the definitions of the runs.
    """

    def __init__(self, nodes: Iterable[Node], ids: Iterator[str], decimals: int) -> None:
        self._decimals = decimals
        self._numbers: dict[str, int] = {}
        self._forms: list[Node] = []
        self._lengths: list[int] = []
        self._fixed_numbers: set[int] = set()
        parents = list(nodes)
        self._sequences = [[self._place_part(child) for child in parent.children] for parent in parents]
        self._pairs = list(map(self._find_pairs, self._sequences))
        self.definitions: list[Node] = []
        while pair := self._find_best_pair():
            id = next(ids)
            self._replace(pair, self._place_part(_create_reference(id)).number)
            first_number, second_number, x, y = pair
            run = _PlacedPart(first_number, 0, 0), _PlacedPart(second_number, x / 10**decimals, y / 10**decimals)
            self.definitions.append(el("g", map(self._node, run), id=id))
        self.nodes = [
            parent._replace(children=tuple(map(self._node, sequence)))
            for parent, sequence in zip(parents, self._sequences, strict=True)
        ]

    def _place_part(self, node: Node) -> _PlacedPart:
        form, x, y = _move_to_origin(node, self._decimals)
        text = to_html(form)
        if text not in self._numbers:
            self._numbers[text] = len(self._forms)
            self._forms.append(form)
            self._lengths.append(_estimate_length(form))
            if _find_position(node) is None:
                self._fixed_numbers.add(self._numbers[text])
        return _PlacedPart(self._numbers[text], x, y)

    def _node(self, part: _PlacedPart) -> Node:
        form = self._forms[part.number]
        return form if part.number in self._fixed_numbers else _move_node(form, -part.x, -part.y)

    def _find_pairs(self, sequence: list[_PlacedPart]) -> list[_Pair | None]:
        """For each part, return its pair with the next part, or None if one of the two cannot move."""
        factor = 10**self._decimals
        return [
            None
            if first_number in self._fixed_numbers or second_number in self._fixed_numbers
            else (first_number, second_number, round((x2 - x1) * factor), round((y2 - y1) * factor))
            for (first_number, x1, y1), (second_number, x2, y2) in pairwise(sequence)
        ]

    def _find_best_pair(self) -> _Pair | None:
        """Return the pair whose definition saves the most characters, or None if no definition saves any."""
        counts: Counter[_Pair] = Counter()
        for pairs in self._pairs:
            for pair, equal_pairs in groupby(pairs):
                if pair:
                    counts[pair] += (len([*equal_pairs]) + 1) // 2  # they overlap

        def saved_length(pair: _Pair) -> int:
            return _estimate_saved_length(
                self._lengths[pair[0]] + self._lengths[pair[1]] + _POSITION_LENGTH, counts[pair]
            )

        best_pair = max(counts, key=saved_length, default=None)
        return best_pair if best_pair and saved_length(best_pair) > 0 else None

    def _replace(self, pair: _Pair, reference: int) -> None:
        """Replace all occurrences of a pair with references."""
        for sequence, pairs in zip(self._sequences, self._pairs, strict=True):
            if pair not in pairs:
                continue
            index = 0
            while index < len(pairs):
                if pairs[index] == pair:
                    sequence[index : index + 2] = [sequence[index]._replace(number=reference)]
                    pairs[index : index + 2] = [None]
                index += 1
            pairs[:] = self._find_pairs(sequence)


def _expand_single_references(nodes: Iterable[Node], definitions: Sequence[Node]) -> tuple[Node, ...]:
    """Replace each reference that is the only one to its definition with the definition itself."""
    definitions_by_id = {f"#{node.attrs['id']}": node for node in definitions}
    counts = Counter(
        node.attrs["href"]
        for root in (*nodes, *definitions)
        for node in (root, *descendants(root))
        if node.tag == "use"
    )

    def expand(node: Node) -> Iterator[Node]:
        id = node.attrs.get("href", "") if node.tag == "use" else ""
        if counts[id] != 1 or id not in definitions_by_id or "transform" in node.attrs:
            yield node._replace(children=tuple(member for child in node.children for member in expand(child)))
            return
        definition = definitions_by_id[id]
        position = _find_position(node) or (0, 0)
        attrs = {name: value for name, value in node.attrs.items() if name not in ("href", "x", "y")}
        attrs = {name: value for name, value in definition.attrs.items() if name != "id"} | attrs
        for member in expand(definition._replace(attrs=attrs)):
            moved_member = member if position == (0, 0) else _move_node(member, -position[0], -position[1])
            yield from _list_members(moved_member)

    shared_definitions = [next(expand(node)) for id, node in definitions_by_id.items() if counts[id] > 1]
    content = tuple(member for node in nodes for member in expand(node))
    return (el("defs", shared_definitions), *content) if shared_definitions else content


def _estimate_saved_length(length: int, count: int) -> int:
    """Return the number of characters that references to a repeated part would save."""
    return (count - 1) * length - (count + 1) * _REFERENCE_LENGTH


def _create_reference(id: str, x: float = 0, y: float = 0) -> Node:
    return el("use", href=f"#{id}", x=float(x), y=float(y))


def _move_to_origin(node: Node, decimals: int) -> tuple[Node, float, float]:
    """Move a node to the origin; return it with its old position, or unchanged with (0, 0) if it cannot move."""
    position = _find_position(node)
    return (_move_node(node, *position, decimals), *position) if position else (node, 0, 0)


def _list_members(node: Node) -> tuple[Node, ...]:
    """Return the children of a group that is only translated, at their positions, or any other node unchanged."""
    position = _find_position(node)
    if node.tag != "g" or node.attrs.keys() - {"transform"} or not position:
        return (node,) if node.tag != "g" or node.attrs else node.children
    if not node.attrs:
        return node.children
    if not _TRANSLATION_PATTERN.fullmatch(node.attrs["transform"]) or None in map(_find_position, node.children):
        return (node,)
    return tuple(_move_node(child, -position[0], -position[1]) for child in node.children)


def _estimate_length(node: Node) -> int:
    """Estimate the number of characters of a node without its position, and with classes in place of looks."""
    ignored_names = {*INHERITED_PROPERTIES, *_POSITION_NAMES.get(node.tag, ())}
    names = [name for name in node.attrs if name not in ignored_names]
    look = _LOOK_LENGTH if node.attrs.keys() & INHERITED_PROPERTIES.keys() else 0
    end = len(node.tag) + 2 if node.text or node.children else 0
    length = len(node.tag) + 3 + end + look + sum(len(name) + len(node.attrs[name]) + 4 for name in names)
    return length + len(node.text) + sum(_estimate_length(child) + _POSITION_LENGTH for child in node.children)


def _find_position(node: Node) -> tuple[float, float] | None:
    """Return the position of a node, or None if it cannot move. A group has the position of its first child."""
    if "transform" in node.attrs:
        start = _TRANSLATION_PATTERN.match(node.attrs["transform"])
    elif node.tag == "g":
        positions = [_find_position(child) for child in node.children]
        return None if None in positions or not positions else positions[0]
    elif node.tag in _POSITION_NAMES:
        x, y = (float(node.attrs.get(name, "0")) for name in _POSITION_NAMES[node.tag])
        return x, y
    elif node.tag in ("polygon", "polyline"):
        return _parse_points(node)[0]
    else:
        start = _PATH_WITH_ONE_POSITION_PATTERN.fullmatch(node.attrs.get("d", ""))
    return (float(start[1]), float(start[2])) if start else None


def _move_node(node: Node, x: float, y: float, decimals: int = 2) -> Node:
    """Move a node by ``-x`` and ``-y``. The node must have a position."""

    def format_difference(text: str, distance: float) -> str:
        return format_number(round(float(text) - distance, decimals))

    attrs = dict(node.attrs)
    if "transform" in attrs:
        attrs["transform"] = _TRANSLATION_PATTERN.sub(
            lambda start: f"translate({format_difference(start[1], x)} {format_difference(start[2], y)})",
            attrs["transform"],
            1,
        )
        if attrs["transform"] == _NO_TRANSLATION:
            node_at_origin = node._replace(attrs={name: value for name, value in attrs.items() if name != "transform"})
            return node_at_origin if _find_position(node_at_origin) else node._replace(attrs=attrs)
    elif node.tag == "g":
        return node._replace(children=tuple(_move_node(child, x, y, decimals) for child in node.children))
    elif node.tag in _POSITION_NAMES:
        for name, distance in zip(_POSITION_NAMES[node.tag], (x, y), strict=True):
            attrs[name] = format_difference(attrs.get(name, "0"), distance)
    elif node.tag in ("polygon", "polyline"):
        points = (
            f"{format_number(round(point_x - x, decimals))},{format_number(round(point_y - y, decimals))}"
            for point_x, point_y in _parse_points(node)
        )
        attrs["points"] = " ".join(points)
    else:
        attrs["d"] = _PATH_WITH_ONE_POSITION_PATTERN.sub(
            lambda start: f"M{format_difference(start[1], x)} {format_difference(start[2], y)}{start[3]}", attrs["d"]
        )
    return node._replace(attrs=attrs)


def _parse_points(node: Node) -> list[tuple[float, float]]:
    pairs = (point.split(",") for point in node.attrs["points"].split())
    return [(float(x), float(y)) for x, y in pairs]


def _share_polygons(picture: Node, ids: Iterator[str], decimals: int) -> tuple[list[Node], Node]:
    """Return a definition of each repeated polygon shape, and the picture with references to the definitions.

    Shapes that differ only in the last decimal count as equal.
    """
    shapes: list[list[tuple[float, float]]] = []
    counts: Counter[int] = Counter()
    tolerance = 1.5 * 10**-decimals

    def shape_number(polygon: Node) -> int:
        (first_x, first_y), *_others = points = _parse_points(polygon)
        shape = [(x - first_x, y - first_y) for x, y in points]
        for index, other_shape in enumerate(shapes):
            if len(other_shape) == len(shape) and all(
                abs(x - other_x) < tolerance and abs(y - other_y) < tolerance
                for (x, y), (other_x, other_y) in zip(shape, other_shape, strict=True)
            ):
                return index
        shapes.append(shape)
        return len(shapes) - 1

    for node in descendants(picture):
        if node.tag == "polygon":
            counts[shape_number(node)] += 1

    shape_ids = {index: next(ids) for index, count in counts.items() if count > 1}

    def share(node: Node) -> Node:
        if node.tag != "polygon":
            return node._replace(children=tuple(map(share, node.children)))
        index = shape_number(node)
        look = {name: value for name, value in node.attrs.items() if name != "points"}
        x, y = map(format_number, _parse_points(node)[0])
        return Node("use", {"href": f"#{shape_ids[index]}", "x": x, "y": y, **look}) if index in shape_ids else node

    children = tuple(map(share, picture.children))
    definitions = [
        el("polygon", points=" ".join(f"{format_number(x)},{format_number(y)}" for x, y in shapes[index]), id=id)
        for index, id in shape_ids.items()
    ]
    return definitions, picture._replace(children=children)


def _round_numbers(node: Node, decimals: int) -> Node:
    """Round the coordinates of a node and its descendants, and remove positions that are 0."""
    attrs = {
        name: value
        if name in INHERITED_PROPERTIES
        else _DECIMAL_NUMBER_PATTERN.sub(lambda match: format_number(round(float(match[0]), decimals)), value)
        for name, value in node.attrs.items()
    }
    for name in _POSITION_NAMES.get(node.tag, ()):
        if attrs.get(name) == "0":
            del attrs[name]
    if attrs.get("transform") == _NO_TRANSLATION:
        del attrs["transform"]
    return node._replace(attrs=attrs, children=tuple(_round_numbers(child, decimals) for child in node.children))
