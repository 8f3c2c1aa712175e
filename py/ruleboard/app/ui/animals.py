"""The drawings of the opponents, one animal for each level, and of two people at a screen."""

from __future__ import annotations

from typing import Final

from ruleboard.scene.node import Node, el, memoized


def _eye(x: int, y: int) -> tuple[str, str]:
    return "ink", f"M{x} {y}m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"


_ANIMAL_SHAPES: Final[dict[int, tuple[tuple[str, str], ...]]] = {
    1: (
        ("coat", "M4 45 20 36c0-14 7-21 18-21 9 0 14 6 14 14 0 16-9 25-22 25-9 0-13-3-15-8z"),
        ("pale", "M38 33c7 0 11-2 14-4 0 16-9 25-22 25-5 0-9-1-11-3 12-1 18-7 19-18z"),
        ("dark", "M12 45c6-9 13-12 23-11-1 9-8 14-17 14zM30 17c3-1 5-2 8-2 8 0 13 5 14 11-7-2-14-4-22-9z"),
        ("beak", "M51 25l10 4-10 4z"),
        _eye(44, 27),
    ),
    2: (
        ("coat", "M32 9c14 0 23 9 23 23S46 56 32 56 9 46 9 32 18 9 32 9z"),
        ("dark", "M14 10a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM50 10a6 6 0 1 0 0 12 6 6 0 0 0 0-12z"),
        ("pale", "M32 33c11 0 18 5 18 11 0 8-9 12-18 12s-18-4-18-12c0-6 7-11 18-11z"),
        ("ink", "M32 34c4 0 6 2 6 4s-3 5-6 5-6-3-6-5 2-4 6-4z"),
        ("line", "M32 43v5M24 49c4 2 6 1 8-1 2 2 4 3 8 1M20 44 8 42M20 48 9 50M44 44l12-2M44 48l11 2"),
        _eye(22, 28),
        _eye(42, 28),
    ),
    3: (
        ("coat", "M8 8l14 10h20L56 8l2 26L32 57 6 34z"),
        ("dark", "M8 8l9 7-8 9zM56 8l-9 7 8 9z"),
        ("pale", "M6 34c10-3 19 2 26 12 7-10 16-15 26-12L32 57z"),
        ("ink", "M27 50h10l-5 7z"),
        _eye(22, 31),
        _eye(42, 31),
    ),
    4: (
        (
            "coat",
            "M6 58c0-14 6-21 14-25 7-3 8-6 6-10-3-8 1-15 11-15 6 0 9 4 9 8 0 3-2 5-5 6-6 2-8 5-6 10 4 10 3 20-3 26z",
        ),
        ("pale", "M34 25c-2 3-2 6 0 9 3 8 2 17-3 24h-8c6-8 8-15 5-22-2-6 0-9 6-11z"),
        ("dark", "M37 8c-8-2-17 0-25 8 9-2 16-2 22 0 4 1 8 0 11-2-1-4-4-6-8-6z"),
        ("beak", "M45 14l17 6-17 3z"),
        _eye(39, 16),
    ),
    5: (
        ("coat", "M10 8c7 4 12 5 22 5s15-1 22-5c-1 6-1 10 1 15 4 20-6 34-23 34S5 43 9 23c2-5 2-9 1-15z"),
        ("pale", "M21 17a11 11 0 1 0 0 22 11 11 0 0 0 0-22zM43 17a11 11 0 1 0 0 22 11 11 0 0 0 0-22z"),
        ("pale", "M22 46c5 3 15 3 20 0-1 6-5 9-10 9s-9-3-10-9z"),
        ("beak", "M32 33l5 5-5 8-5-8z"),
        ("ink", "M21 22a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM43 22a6 6 0 1 0 0 12 6 6 0 0 0 0-12z"),
    ),
}
"""The class and the outline of each shape of an animal, by level."""

_PEOPLE_OUTLINES: Final = (
    ("person-1", "M20 14a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM4 55c0-12 6-19 16-19s16 7 16 19z"),
    ("person-2", "M76 14a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM60 55c0-12 6-19 16-19s16 7 16 19z"),
    ("tablet", "M34 40h28a3 3 0 0 1 3 3l3 14H28l3-14a3 3 0 0 1 3-3z"),
)


@memoized
def animal(level: int) -> Node:
    """Return the drawing of a level's opponent. Screen readers ignore it."""
    shapes = (el("path", d=outline, cls=cls) for cls, outline in _ANIMAL_SHAPES[level])
    return el("svg", *shapes, cls=f"animal animal-{level}", viewBox="0 0 64 64", aria_hidden="true", focusable="false")


@memoized
def people() -> Node:
    """Return the drawing of two people at a screen. Screen readers ignore it."""
    shapes = (el("path", d=outline, cls=cls) for cls, outline in _PEOPLE_OUTLINES)
    return el("svg", *shapes, cls="people", viewBox="0 0 96 64", aria_hidden="true", focusable="false")
