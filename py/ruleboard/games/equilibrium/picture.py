"""Draw a state: the panels of the players, with the action board between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from ruleboard.games.equilibrium import draw_pile, figures, texts
from ruleboard.games.equilibrium.action_board import draw_action_board
from ruleboard.games.equilibrium.layout import (
    COLUMN_PANEL,
    PICTURE_MARGIN,
    PREVIEW_HEIGHT,
    ROW_PANEL,
    SINGLE_PANEL,
    Layout,
    create_layout,
)
from ruleboard.games.equilibrium.player_board import draw_panel
from ruleboard.games.equilibrium.position_text import format_position
from ruleboard.games.equilibrium.state import ACTION, GAME_OVER, Phase, Player, State
from ruleboard.games.equilibrium.touch_areas import TouchAreas, marks_by_owner
from ruleboard.games.equilibrium.training import backpropagate
from ruleboard.i18n import _
from ruleboard.scene.crop import crop
from ruleboard.scene.geometry import Box
from ruleboard.scene.highlights import mark_patterns
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el

_PART_CLASSES = {ROW_PANEL: " one-part", COLUMN_PANEL: " one-part tall"}
"""Additional classes of pictures with one player's panel and the action board, by the layout of the panel."""


def draw_picture(state: State, seat: int, marks: Marks, parts: tuple[str, ...] = ()) -> Node:
    """Draw the table as an ``<svg>``, with the panel of the player at ``seat`` at the lower left (or left).

    Args:
        state: the state.
        seat: the player (0-based) whose panel is at the lower left (or left).
        marks: the marks of the table.
        parts: the parts of the picture; see ``layout.create_layout``.
    """
    label = _("Equilibrium, seen from {player}’s side. {situation}")
    nearest_name = texts.player_name(seat % len(state.players))
    layout = create_layout(len(state.players), seat, parts)
    return _draw_table(
        state,
        layout,
        marks,
        label.format(player=nearest_name, situation=marks.result or texts.situation(state)).strip(),
    )


def draw_network(state: State, seat: int) -> Node:
    """Draw only the network of a player as an ``<svg>`` without targets."""
    table = draw_picture(state, seat, Marks(read_only=True), (str(seat + 1),))
    panel = table.children[-1]
    x, y = SINGLE_PANEL.network_centre
    hex_size = SINGLE_PANEL.hex_size
    box = Box(x - 4.5 * hex_size, y - 4.2 * hex_size, 9 * hex_size, 8.4 * hex_size)
    parts = tuple(child for child in panel.children if child.key == "network" or child.attrs.get("class") == "slab")
    network = panel._replace(children=parts)
    return crop(table._replace(children=(*table.children[:-1], network)), box)


def editor_picture(state: State, seat: int, selected: str, movable_targets: Iterable[str]) -> Node:
    """Draw the table for the position editor.

    Args:
        state: the state, which may be invalid.
        seat: the player (0-based) whose panel is at the lower left (or left).
        selected: the target of the tile or card that the next touch moves; empty for none.
        movable_targets: the targets of all movable tiles and cards.
    """
    marks = Marks(selected=(selected,) if selected else (), next_targets=dict.fromkeys(movable_targets, "go"))
    return _draw_table(
        state, create_layout(len(state.players), seat), marks, _("A table you’re setting up."), is_editing=True
    )


def _draw_table(state: State, layout: Layout, marks: Marks, label: str, *, is_editing: bool = False) -> Node:
    public_state = draw_pile.public_state(state)
    is_interactive, marks_by_player = not marks.read_only, marks_by_owner(marks)
    width, height = layout.width + 2 * PICTURE_MARGIN, layout.height + 2 * PICTURE_MARGIN
    visible_state = (
        _state_after_resignation(public_state)
        if marks.result and public_state.phase.kind != GAME_OVER
        else public_state
    )
    return el(
        "svg",
        _draw_gradients(),
        mark_patterns("equilibrium") if marks.danger or marks.refused_target or marks.correct_targets else None,
        el("rect", cls="table", x=-PICTURE_MARGIN, y=-PICTURE_MARGIN, width=width, height=height, rx=24),
        draw_action_board(
            visible_state, layout, TouchAreas(is_interactive, marks_by_player.get(-1, ())), is_editing=is_editing
        )
        if layout.shows_action_board
        else None,
        [
            draw_panel(
                visible_state, layout, player, is_interactive, marks_by_player.get(player, ()), is_editing=is_editing
            )
            for player in layout.players
        ],
        None
        if layout.preview_top is None
        else _draw_preview(public_state.players[layout.players[0]], layout.width, layout.preview_top),
        cls=f"board equilibrium for-{len(public_state.players)}{_PART_CLASSES.get(layout.panel, '')}",
        viewBox=f"{-PICTURE_MARGIN:g} {-PICTURE_MARGIN:g} {width:g} {height:g}",
        data_game="equilibrium",
        data_position=format_position(public_state),
        data_turn="" if public_state.phase.kind == GAME_OVER or marks.result else str(public_state.phase.player),
        role="group",
        aria_label=label,
    )


def _state_after_resignation(state: State) -> State:
    """Return a state without a player to move, for the picture of the table after a resignation."""
    return replace(state, phase=Phase(ACTION, -1), final_players=None)


def _draw_preview(player: Player, width: float, top_y: float) -> Node:
    """Draw the backpropagation of a player as if the round ended now.

    ``top_y`` is the y coordinate of the upper edge of the figure.
    """
    figure = figures.draw_backpropagation(backpropagate(0, player))
    scale = width / figures.BACKPROPAGATION_WIDTH
    return el(
        "g",
        el("rect", cls="ground", width=figures.BACKPROPAGATION_WIDTH, height=PREVIEW_HEIGHT / scale, rx=8),
        *figure.children,
        cls="figure equilibrium",
        transform=f"translate(0 {top_y:g}) scale({scale:.4g})",
        role="img",
        aria_label=figure.attrs["aria-label"],
        key="preview",
    )


@lru_cache(maxsize=1)
def _draw_gradients() -> Node:
    """Draw the gradients with which the style sheet fills panels and tiles, to imitate light from above."""
    return el(
        "defs",
        [
            el(
                "linearGradient",
                el("stop", offset="0", cls=f"{name}-top"),
                el("stop", offset="1", cls=f"{name}-foot"),
                id=f"equilibrium-{name}",
                x1="0",
                y1="0",
                x2="0",
                y2="1",
            )
            for name in ("slab", "inlay", "gloss")
        ],
    )
