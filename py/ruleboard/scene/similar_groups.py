"""Groups of a picture that differ only in size. A small SVG file defines one of them and draws it with scales."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_html

_SHAPE_TAGS: Final = frozenset({"rect", "circle", "ellipse", "polygon", "polyline", "text"})
_SCALED_NAMES: Final = frozenset(
    {"x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "points", "font-size", "stroke-width"}
)
"""The attributes whose numbers grow with a drawing."""
_UNSCALED_NAMES: Final = frozenset({"transform", "stroke-dasharray", "stroke-dashoffset", "letter-spacing", "id"})
"""The attributes that the shapes of a scaled group must not have."""
_TRANSLATION_PATTERN: Final = re.compile(r"translate\((-?[\d.]+)[ ,](-?[\d.]+)\)")
_NUMBER_PATTERN: Final = re.compile(r"-?[\d.]+")


@dataclass(slots=True)
class _GroupKind:
    """Groups that differ only in position and size.

    Attributes:
        largest: the largest group, at the origin.
        numbers: the numbers in the geometry of ``largest``.
        sizes: the sizes of all groups of this kind.
        id: the id of the definition; empty before the group has one.
    """

    largest: Node
    numbers: list[float]
    sizes: set[float]
    id: str = ""

    def is_similar(self, numbers: list[float], tolerance: float) -> bool:
        """Return True if a drawing with these numbers differs from ``largest`` only in size, within ``tolerance``."""
        smaller_numbers, larger_numbers = sorted((self.numbers, numbers), key=_measure_size)
        scale = _measure_size(smaller_numbers) / _measure_size(larger_numbers)
        return all(
            abs(smaller_number - larger_number * scale) < tolerance
            for smaller_number, larger_number in zip(smaller_numbers, larger_numbers, strict=True)
        )


def share_similar_groups(picture: Node, ids: Iterator[str], decimals: int) -> tuple[list[Node], Node]:
    """Return the largest group of each kind with several sizes, and the picture with references to these groups.

    Args:
        picture: the picture, in which attributes have replaced styles.
        ids: unused ids.
        decimals: the number of decimals that matter in the picture.
    """
    kinds: dict[str, list[_GroupKind]] = {}
    kinds_by_text: dict[str, tuple[_GroupKind, float]] = {}

    def collect(node: Node) -> None:
        if not _is_scalable(node):
            # The children of a group with a stroke inherit its width, which must not change.
            for child in () if "stroke" in node.attrs else node.children:
                collect(child)
            return
        group = _move_to_origin(node)
        outline, numbers = _remove_numbers(group), _find_numbers(group)
        size = _measure_size(numbers)
        similar_kinds = kinds.setdefault(outline, [])
        kind = next((kind for kind in similar_kinds if kind.is_similar(numbers, 1.5 * 10**-decimals)), None)
        if not kind:
            kind = _GroupKind(group, numbers, set())
            similar_kinds.append(kind)
        if size > _measure_size(kind.numbers):
            kind.largest, kind.numbers = group, numbers
        kind.sizes.add(size)
        kinds_by_text[to_html(group)] = kind, size

    def with_references(node: Node) -> Node:
        kind, size = kinds_by_text.get(to_html(_move_to_origin(node)), (None, 0)) if _is_scalable(node) else (None, 0)
        if kind and kind.id:
            return _create_reference(node, kind.id, size / _measure_size(kind.numbers))
        if "stroke" in node.attrs:
            return node
        return node._replace(children=tuple(map(with_references, node.children)))

    collect(picture)
    shared_kinds = [kind for similar_kinds in kinds.values() for kind in similar_kinds if len(kind.sizes) > 1]
    for kind in shared_kinds:
        kind.id = next(ids)
    definitions = [kind.largest._replace(attrs={**kind.largest.attrs, "id": kind.id}) for kind in shared_kinds]
    return definitions, with_references(picture)


def _is_scalable(node: Node) -> bool:
    """Return True if a node is a translated group, whose shapes contain all numbers that a scale changes."""
    return (
        node.tag == "g"
        and bool(node.children)
        and _TRANSLATION_PATTERN.fullmatch(node.attrs.get("transform", "")) is not None
        and all(
            child.tag in _SHAPE_TAGS
            and not child.attrs.keys() & _UNSCALED_NAMES
            and ("stroke" not in child.attrs or "stroke-width" in child.attrs)
            and (child.tag != "text" or "font-size" in child.attrs)
            for child in node.children
        )
    )


def _move_to_origin(group: Node) -> Node:
    """Return a group without translation and opacity, which its reference has instead."""
    attrs = {name: value for name, value in group.attrs.items() if name not in ("transform", "opacity")}
    return group._replace(attrs=attrs)


def _create_reference(group: Node, id: str, scale: float) -> Node:
    """Return a reference to the definition of a group, at its position and with a scale."""
    x, y = _TRANSLATION_PATTERN.findall(group.attrs["transform"])[0]
    factor = f"{scale:.3f}".removeprefix("0")
    position = {"x": x, "y": y} if factor == "1.000" else {"transform": f"translate({x} {y})scale({factor})"}
    opacity = {name: value for name, value in group.attrs.items() if name == "opacity"}
    return Node("use", {"href": f"#{id}", **position, **opacity})


def _remove_numbers(node: Node) -> str:
    """Return a drawing as text without coordinates and lengths. Drawings that differ in size have equal texts."""
    attrs = {
        name: _NUMBER_PATTERN.sub("", value) if name in _SCALED_NAMES else value for name, value in node.attrs.items()
    }
    return "".join((to_html(node._replace(attrs=attrs, children=())), *map(_remove_numbers, node.children)))


def _find_numbers(node: Node) -> list[float]:
    """Return the numbers in a drawing that a scale changes."""
    texts = (value for name, value in node.attrs.items() if name in _SCALED_NAMES)
    node_numbers = [float(text) for value in texts for text in _NUMBER_PATTERN.findall(value)]
    return node_numbers + [number for child in node.children for number in _find_numbers(child)]


def _measure_size(numbers: list[float]) -> float:
    return sum(map(abs, numbers))
