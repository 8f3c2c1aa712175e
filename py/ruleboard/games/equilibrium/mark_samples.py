"""Draw the samples of marks for the legend."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from ruleboard.games.equilibrium import art
from ruleboard.games.equilibrium.art import draw_label
from ruleboard.games.equilibrium.confidence_board import draw_tier_marks
from ruleboard.games.equilibrium.numbers import NUMBER_SETS
from ruleboard.games.equilibrium.player_board import draw_bonus_sign
from ruleboard.kit.hex_board import hexagon
from ruleboard.scene.highlights import square_edge
from ruleboard.scene.node import Node, el

_SIZE = 80.0
"""The sides of a sample."""
_CENTRE = (40.0, 40.0)
_HEX_SIZE = 36.0
_CARD = "mul"
_NUMBERS = next(iter(NUMBER_SETS.values()))


def draw_mark_sample(mark: str) -> Node:
    """Draw a mark from ``legend.toml`` as a small ``<svg>``."""
    return el(
        "svg",
        el("rect", cls="sample-ground", width=_SIZE, height=_SIZE),
        _SAMPLE_FUNCTIONS[mark](),
        cls="tray sample equilibrium",
        viewBox=f"0 0 {_SIZE:g} {_SIZE:g}",
        aria_hidden="true",
    )


def _draw_marked_hex(classes: str) -> tuple[Node, ...]:
    return (hexagon(*_CENTRE, _HEX_SIZE, "sample-hex"), hexagon(*_CENTRE, _HEX_SIZE, f"cell {classes}"))


def _draw_marked_tile(classes: str) -> tuple[Node, ...]:
    rim = el("rect", cls=f"cell {classes}", x=5, y=5, width=_SIZE - 10, height=_SIZE - 10, rx=8)
    return (art.draw_tile(*_CENTRE, 32, "S"), rim)


def _draw_refused_hex() -> tuple[Node, ...]:
    return (hexagon(*_CENTRE, _HEX_SIZE, "sample-hex"), square_edge("refused", 12, 12, 56, "refused"))


def _draw_gear() -> tuple[Node, ...]:
    return (art.draw_gear(*_CENTRE, 28), draw_label(*_CENTRE, "2", "cost", 30))


def _draw_tweaks() -> tuple[Node, ...]:
    card = _NUMBERS.card(_CARD)
    return (art.draw_operation_card(4, 12, 72, 56, _CARD, card, ""),)


def _draw_bonus() -> tuple[Node, ...]:
    return (
        el(
            "g",
            el("rect", cls="paper", x=6, y=14, width=64, height=56, rx=8),
            el("rect", cls="bonus", x=10, y=18, width=56, height=48, rx=6),
            art.draw_tile(36, 44, 22, "I"),
            draw_bonus_sign(64, 18),
            cls="tensor-card",
        ),
    )


def _draw_limits() -> tuple[Node, ...]:
    tier = _NUMBERS.tiers[0].value
    return (draw_tier_marks(4, 40, _SIZE - 8, tier, " now", has_room=True),)


_SAMPLE_FUNCTIONS: Mapping[str, Callable[[], tuple[Node, ...]]] = {
    "may": partial(_draw_marked_hex, "may"),
    "may-dashed": partial(_draw_marked_tile, "may"),
    "capture": partial(_draw_marked_hex, "may capture"),
    "taken": partial(_draw_marked_tile, "taken"),
    "down": lambda: (art.draw_tile(*_CENTRE, 36, "v"),),
    "gear": _draw_gear,
    "tweaks": _draw_tweaks,
    "bonus": _draw_bonus,
    "shut": lambda: (hexagon(*_CENTRE, _HEX_SIZE, "hole shut"),),
    "limits": _draw_limits,
    "token": lambda: (art.draw_player_token(*_CENTRE, 28, 0, cls="now"),),
    "last": partial(_draw_marked_hex, "last"),
    "refused": _draw_refused_hex,
    "shown": partial(_draw_marked_hex, "shown"),
}
