"""Parse the arrows, rings and labels of a diagram from text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleboard.api.values import quote
from ruleboard.diagram import DiagramError, targets_on
from ruleboard.engine.game import Game
from ruleboard.engine.limits import max_length_phrase
from ruleboard.engine.study import ARROW, COLORS, LABEL, RING
from ruleboard.scene.drawings import Drawing

_MAX_LENGTH = 4_000
"""The maximum number of characters of all arrows, of all rings, or of all labels."""
_MAX_LABEL_LENGTH = 3
"""The maximum number of characters of a label."""


def parse_drawings(
    game: Game[Any, Any], view: Any, *, arrows: str = "", rings: str = "", labels: str = ""
) -> tuple[Drawing, ...]:
    """Parse the drawings of a diagram. Semicolons separate drawings, and each may begin with a colour: ``red:e4``.

    Args:
        game: the rules of the game.
        view: the state that the picture shows.
        arrows: the targets along each arrow: ``e2>e4; red:c1>e3>g5``.
        rings: the targets in rings: ``e4; blue:d5``.
        labels: the targets with their texts: ``e4=A; d5=B``.

    Raises:
        DiagramError: a text is too long, the board has no such target, an arrow has only one target, or the text of a
            label is missing or too long.
    """
    for name, drawings_text in {"arrows": arrows, "rings": rings, "labels": labels}.items():
        if len(drawings_text) > _MAX_LENGTH:
            raise DiagramError("the text is too long", where=name, expected=max_length_phrase(_MAX_LENGTH))
    valid_targets = targets_on(game, view)

    def check_targets(where: str, targets: tuple[str, ...]) -> tuple[str, ...]:
        for target in targets:
            if target not in valid_targets:
                color, colon, _place = target.partition(":")
                if colon and color.isalpha() and not any(name.startswith(color + colon) for name in valid_targets):
                    raise DiagramError(f"there is no colour {quote(color)}", where=where, expected=", ".join(COLORS))
                examples = ", ".join(sorted(valid_targets)[:3])
                raise DiagramError(
                    f"there is no place {quote(target)} on this board",
                    where=where,
                    expected=f"places such as {examples}",
                )
        return targets

    drawings = []
    for color, text in _split_drawings(arrows):
        path = tuple(target.strip() for target in text.split(">"))
        if len(path) < 2:
            raise DiagramError(f"{quote(text)} leads nowhere", where="arrows", expected="two places or more: e2>e4")
        drawings.append(Drawing(ARROW, check_targets("arrows", path), color))
    drawings += [Drawing(RING, check_targets("rings", (text,)), color) for color, text in _split_drawings(rings)]
    for color, text in _split_drawings(labels):
        target, _sign, label = (part.strip() for part in text.partition("="))
        if not 1 <= len(label) <= _MAX_LABEL_LENGTH:
            expected = f"a place and 1 to {_MAX_LABEL_LENGTH} characters: e4=A"
            raise DiagramError(f"{quote(text)} is not a label", where="labels", expected=expected)
        drawings.append(Drawing(LABEL, check_targets("labels", (target,)), color, label))
    return tuple(drawings)


def _split_drawings(text: str) -> Iterator[tuple[str, str]]:
    """Yield the colour (the first of ``COLORS`` by default) and the targets of each drawing as text."""
    for part in filter(None, (part.strip() for part in text.split(";"))):
        color, _sign, drawing_text = part.partition(":")
        yield (color, drawing_text.strip()) if color in COLORS else (COLORS[0], part)
