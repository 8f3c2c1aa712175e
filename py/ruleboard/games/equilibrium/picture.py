"""The picture of a position: everybody's panel, and the action board between them."""

from __future__ import annotations

from functools import lru_cache

from ruleboard.games.equilibrium import start, text, words
from ruleboard.games.equilibrium.layout import MARGIN, layout
from ruleboard.games.equilibrium.middle import action_board
from ruleboard.games.equilibrium.panel import panel
from ruleboard.games.equilibrium.state import OVER, State
from ruleboard.i18n import _
from ruleboard.scene.highlights import fillings
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el


def picture(state: State, seat: int, marks: Marks, parts: tuple[str, ...] = ()) -> Node:
    """The table as an ``<svg>``; the panel at the lower left (or left) is that of the player at ``seat``.

    Of ``parts`` only these are drawn; see ``layout.layout``.
    """
    seen = start.public(state)
    plan = layout(len(seen.players), seat, parts)
    width, height = plan.width + 2 * MARGIN, plan.height + 2 * MARGIN
    nearest = words.side(seat % len(state.players))
    turn = "" if seen.phase.kind == OVER else str(seen.phase.who)
    return el(
        "svg",
        _lights(),
        fillings("equilibrium") if marks.danger or marks.refused else None,
        el("rect", cls="table", x=-MARGIN, y=-MARGIN, width=width, height=height, rx=24),
        action_board(seen, plan, marks) if plan.has_middle else None,
        [panel(seen, plan, marks, player) for player in plan.players],
        cls=f"board equilibrium for-{len(seen.players)}",
        viewBox=f"{-MARGIN:g} {-MARGIN:g} {width:g} {height:g}",
        data_game="equilibrium",
        data_position=text.write(seen),
        data_turn=turn,
        role="group",
        aria_label=_("Equilibrium, {player} nearest. {prompt}")
        .format(player=nearest, prompt=words.prompt(state))
        .strip(),
    )


@lru_cache(maxsize=1)
def _lights() -> Node:
    """The light from above: the gradients the style sheet fills panels and tiles with."""
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
