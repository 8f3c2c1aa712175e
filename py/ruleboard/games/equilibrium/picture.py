"""The picture of a position: everybody's panel, and the action board between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from ruleboard.games.equilibrium import draw_pile, figures, words
from ruleboard.games.equilibrium.action_board import action_board
from ruleboard.games.equilibrium.layout import MARGIN, PREVIEW_HEIGHT, Layout, layout
from ruleboard.games.equilibrium.player_board import panel
from ruleboard.games.equilibrium.position_text import format_position
from ruleboard.games.equilibrium.state import ACTION, OVER, SETUP, Phase, Player, State
from ruleboard.games.equilibrium.touch_areas import TouchAreas, marked_by_owner
from ruleboard.games.equilibrium.training import backpropagate
from ruleboard.i18n import _
from ruleboard.scene.highlights import fillings
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el


def picture(state: State, seat: int, marks: Marks, parts: tuple[str, ...] = ()) -> Node:
    """Return the table as an ``<svg>``; the panel at the lower left (or left) is that of the player at ``seat``.

    Args:
        state: the position.
        seat: the player nearest the reader.
        marks: the marks of the table.
        parts: the only parts drawn; see ``layout.layout``.
    """
    label = _("Equilibrium, {player} nearest. {prompt}")
    nearest = words.player_name(seat % len(state.players))
    plan = layout(len(state.players), seat, parts)
    return _table(state, plan, marks, label.format(player=nearest, prompt=marks.result or words.prompt(state)).strip())


def setup(state: State, seat: int, taken: str, held: Iterable[str]) -> Node:
    """Return the table while a position is set up, valid or not.

    Args:
        state: the position.
        seat: the player nearest the reader.
        taken: the target of the thing that is being moved; empty if there is none.
        held: the targets of all things that can be moved.
    """
    marks = Marks(selected=(taken,) if taken else (), next=dict.fromkeys(held, "go"))
    return _table(state, layout(len(state.players), seat), marks, _("A table being set up."), set_up=True)


def _table(state: State, plan: Layout, marks: Marks, label: str, *, set_up: bool = False) -> Node:
    public = draw_pile.public(state)
    live, marked = not marks.read_only, marked_by_owner(marks)
    width, height = plan.width + 2 * MARGIN, plan.height + 2 * MARGIN
    shown = _with_nobody_to_move(public) if marks.result and public.phase.kind != OVER else public
    return el(
        "svg",
        _lights(),
        fillings("equilibrium") if marks.danger or marks.refused else None,
        el("rect", cls="table", x=-MARGIN, y=-MARGIN, width=width, height=height, rx=24),
        action_board(shown, plan, TouchAreas(live, marked.get(-1, ())), set_up=set_up)
        if plan.shows_action_board
        else None,
        [panel(shown, plan, player, live, marked.get(player, ()), set_up=set_up) for player in plan.players],
        None if plan.preview is None else _preview(public.players[plan.players[0]], plan.width, plan.preview),
        cls=f"board equilibrium for-{len(public.players)}{' setting-up' if public.phase.kind == SETUP else ''}",
        viewBox=f"{-MARGIN:g} {-MARGIN:g} {width:g} {height:g}",
        data_game="equilibrium",
        data_position=format_position(public),
        data_turn="" if public.phase.kind == OVER or marks.result else str(public.phase.who),
        role="group",
        aria_label=label,
    )


def _with_nobody_to_move(state: State) -> State:
    """Return the state as it is drawn after a resignation: no player is to move, none has an action left."""
    return replace(state, phase=Phase(ACTION, -1), final=None)


def _preview(player: Player, width: float, top: float) -> Node:
    """Return the figure of a backpropagation now, as the note beside the table shows it; ``top`` is its upper edge."""
    figure = figures.backpropagation(backpropagate(0, player))
    scale = width / figures.WIDTH
    return el(
        "g",
        el("rect", cls="ground", width=figures.WIDTH, height=PREVIEW_HEIGHT / scale, rx=8),
        *figure.children,
        cls="figure equilibrium",
        transform=f"translate(0 {top:g}) scale({scale:.4g})",
        role="img",
        aria_label=figure.attrs["aria-label"],
        key="preview",
    )


@lru_cache(maxsize=1)
def _lights() -> Node:
    """Return the gradients of the light from above, with which the style sheet fills panels and tiles."""
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
