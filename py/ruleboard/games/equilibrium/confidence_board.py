"""Draw a player's confidence board."""

from __future__ import annotations

from ruleboard.games.equilibrium import art
from ruleboard.games.equilibrium.art import draw_gear, draw_label
from ruleboard.games.equilibrium.layout import LEVEL_COUNT, Layout
from ruleboard.games.equilibrium.numbers import TYPES, NumberSet, Tier
from ruleboard.games.equilibrium.state import Player
from ruleboard.i18n import _, cached_by_language
from ruleboard.kit.hex_board import hexagon
from ruleboard.scene.node import Node, el

_MIN_WORD_WIDTH = 40
"""The minimum width of a tier's number, in picture units, for a word under it."""


@cached_by_language(64)
def draw_confidence_board(layout: Layout, player: Player, number: int) -> Node:
    """Draw the confidence board of a player with its weight tokens."""
    column, step = layout.column(number, TYPES[0]), layout.level_height(number)
    has_wide_columns = column.width > 2 * step  # then tokens may be higher than a level
    radius = min(step * 0.95, column.width * 0.28) if has_wide_columns else min(column.width * 0.47, step * 0.56)
    tokens = [
        art.draw_weight_token(*layout.token_at(number, kind, level), radius, kind, key=f"weight-{number}-{kind}")
        for kind, level in zip(TYPES, player.weights, strict=True)
    ]
    board = _draw_levels(layout, player.numbers, number, player.weights)
    return el("g", board, tokens, aria_hidden="true", key="confidence", cls="confidence")


@cached_by_language(64)
def _draw_levels(layout: Layout, number_set: NumberSet, number: int, weights: tuple[int, ...]) -> tuple[Node, ...]:
    """Draw the levels and tiers on which the tokens stand.

    The levels of the tokens are large, and the tier of the highest token is bright.

    Args:
        layout: the layout of the picture.
        number_set: the numbers of the game.
        number: the player (0-based).
        weights: the levels of the player's tokens, in the order of ``TYPES``.
    """
    max_level = max(weights)
    box = layout.panel.confidence_box.shift(*layout.panel_corners[number])
    nodes: list[Node] = [el("rect", cls="inlay", x=box.x, y=box.y, width=box.width, height=box.height, rx=10)]
    columns = [layout.column(number, kind) for kind in TYPES]
    step = layout.level_height(number)
    next_min_levels = [tier_number.value.min_level for tier_number in number_set.tiers[1:]] + [LEVEL_COUNT]
    for tier_number, next_min_level in zip(number_set.tiers, next_min_levels, strict=True):
        tier = tier_number.value
        y = layout.token_at(number, TYPES[0], next_min_level - 1)[1] - step / 2
        height = (next_min_level - tier.min_level) * step
        current_class = " now" if tier.min_level <= max_level < next_min_level else ""
        nodes.append(
            el("rect", cls=f"tier{current_class}", x=box.x + 4, y=y + 1, width=box.width - 8, height=height - 2, rx=5)
        )
        nodes.append(
            draw_tier_marks(
                box.x + 6,
                y + height / 2,
                columns[0].x - box.x - 6,
                tier,
                current_class,
                next_min_level - tier.min_level > 1,
            )
        )
    name_step, foot_y = (columns[0].x - box.x - 6) / 3, layout.token_at(number, TYPES[0], -1)[1]
    if name_step >= _MIN_WORD_WIDTH:
        nodes += [
            draw_label(box.x + 6 + name_step * (index + 0.5), foot_y, name, "gives", 15)
            for index, name in enumerate((_("hand"), _("storage"), _("income")))
        ]
    for kind, column, weight in zip(TYPES, columns, weights, strict=True):
        x = column.centre[0]
        is_wide_column = column.width > 2 * step
        label_x, size = (column.x + column.width * 0.12, step * 0.6) if is_wide_column else (x, step * 0.5)
        for level in range(LEVEL_COUNT):
            y = layout.token_at(number, kind, level)[1]
            is_current_level = is_wide_column and level == weight
            cls, size_factor = ("level now", 1.5) if is_current_level else ("level", 1)
            nodes.append(draw_label(label_x, y, str(level), cls, size * size_factor))
        bottom_y = layout.token_at(number, kind, -1)[1] + step * 0.1
        nodes.append(
            art.draw_tile(x, bottom_y, min(step * 0.62, column.width * 0.56), kind, key=f"foot-{number}-{kind}")
        )
    return tuple(nodes)


def draw_tier_marks(x: float, y: float, width: float, tier: Tier, current_class: str, has_room: bool) -> Node:
    """Draw the three numbers of a tier: the limits of hand and storage, and the income.

    Args:
        x: the left edge.
        y: the vertical centre.
        width: the width of all three numbers.
        tier: the tier.
        current_class: an additional class if it is the player's tier, or an empty string.
        has_room: True to draw signs above the numbers. A tier with only one level has no room for signs.
    """
    step = width / 3
    size = min(20.0, step * 0.95)
    numbers_y = y + size * 0.55 if has_room else y
    signs_y = y - size * 0.75
    signs = (
        el("rect", cls="mini", x=x + step * 0.5 - 3.5, y=signs_y - 5, width=7, height=10, rx=1.5),
        hexagon(x + step * 1.5, signs_y, 6, "mini"),
        draw_gear(x + step * 2.5, signs_y, 6),
    )
    return el(
        "g",
        signs if has_room else None,
        draw_label(x + step * 0.5, numbers_y, str(tier.max_hand), "gives", size),
        draw_label(x + step * 1.5, numbers_y, str(tier.max_storage), "gives", size),
        draw_label(x + step * 2.5, numbers_y, str(tier.income), "gives", size),
        cls=f"tier-marks{current_class}",
    )
