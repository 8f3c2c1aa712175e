"""The picture of a player's confidence board."""

from __future__ import annotations

from functools import lru_cache

from ruleboard.games.equilibrium import art
from ruleboard.games.equilibrium.art import gear, hexagon, label
from ruleboard.games.equilibrium.layout import LEVELS, Layout
from ruleboard.games.equilibrium.numbers import TYPES, NumberSet, Tier
from ruleboard.games.equilibrium.state import Player
from ruleboard.scene.node import Node, el


@lru_cache(maxsize=64)
def confidence_board(plan: Layout, player: Player, number: int) -> Node:
    """Return a player's confidence board with its tokens."""
    column, step = plan.column(number, TYPES[0]), plan.level_height(number)
    wide = column.width > 2 * step  # then tokens may be higher than a level
    radius = step * 0.95 if wide else min(column.width * 0.47, step * 0.56)
    tokens = [
        art.weight_token(*plan.token_at(number, kind, level), radius, kind, key=f"weight-{number}-{kind}")
        for kind, level in zip(TYPES, player.weights, strict=True)
    ]
    board = _levels(plan, player.numbers, number, max(player.weights))
    return el("g", board, tokens, aria_hidden="true", key="confidence", cls="confidence")


@lru_cache(maxsize=64)
def _levels(plan: Layout, played: NumberSet, number: int, highest: int) -> tuple[Node, ...]:
    """Return the board under the tokens: the levels, and the tiers with that of the highest token marked."""
    box = plan.panel.confidence.moved(*plan.panels[number])
    parts: list[Node] = [el("rect", cls="inlay", x=box.x, y=box.y, width=box.width, height=box.height, rx=10)]
    columns = [plan.column(number, kind) for kind in TYPES]
    step = plan.level_height(number)
    tops = [tier.value.least for tier in played.tiers[1:]] + [LEVELS]
    for tier, above in zip(played.tiers, tops, strict=True):
        row = tier.value
        y = plan.token_at(number, TYPES[0], above - 1)[1] - step / 2
        height = (above - row.least) * step
        now = " now" if row.least <= highest < above else ""
        parts.append(el("rect", cls=f"tier{now}", x=box.x + 4, y=y + 1, width=box.width - 8, height=height - 2, rx=5))
        parts.append(_tier_marks(box.x + 6, y + height / 2, columns[0].x - box.x - 6, row, now, above - row.least > 1))
    for kind, column in zip(TYPES, columns, strict=True):
        x = column.middle[0]
        beside, size = (column.x + column.width * 0.14, step * 0.6) if column.width > 2 * step else (x, step * 0.5)
        for level in range(LEVELS):
            y = plan.token_at(number, kind, level)[1]
            parts.append(label(beside, y, str(level), "level", size))
        foot = plan.token_at(number, kind, -1)[1] + step * 0.1
        parts.append(art.tile(x, foot, min(step * 0.62, column.width * 0.56), kind, key=f"foot-{number}-{kind}"))
    return tuple(parts)


def _tier_marks(x: float, y: float, width: float, row: Tier, now: str, high: bool) -> Node:
    """Return the limits and the income of a tier: cards, stored tiles, cycles.

    Args:
        x: the left edge.
        y: the middle.
        width: the width of all three.
        row: the tier.
        now: the class of the tier that counts.
        high: True if there is room for signs above the numbers; a tier of one level has the numbers alone, which stand
            in the same columns as those of the others.
    """
    step = width / 3
    size = min(16.0, step * 0.95)
    low = y + size * 0.55 if high else y
    top = y - size * 0.75
    signs = (
        el("rect", cls="mini", x=x + step * 0.5 - 3.5, y=top - 5, width=7, height=10, rx=1.5),
        hexagon(x + step * 1.5, top, 6, "mini"),
        gear(x + step * 2.5, top, 6),
    )
    return el(
        "g",
        signs if high else None,
        label(x + step * 0.5, low, str(row.hand), "gives", size),
        label(x + step * 1.5, low, str(row.storage), "gives", size),
        label(x + step * 2.5, low, str(row.income), "gives", size),
        cls=f"tier-marks{now}",
    )
