"""What to touch next, once something is taken up."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.games.equilibrium import legal, numbers
from ruleboard.games.equilibrium.state import SETUP, State
from ruleboard.games.equilibrium.words import (
    Target,
    card_title,
    either,
    either_kind,
    kind_title,
    side,
    so_many_cycles,
    split,
)
from ruleboard.i18n import N_, _, ngettext

_OPERATIONS = {
    "sub": (N_("touch the tile of yours to remove."),),
    "div": (N_("touch the tile of yours to turn over."),),
    "add": (
        N_("touch the tile of yours to remove."),
        N_("choose the new tile's type from the supply."),
        N_("touch the hex for the new tile."),
    ),
    "mul": (
        N_("touch the first of two neighbouring tiles of yours."),
        N_("touch the second, beside the first."),
        N_("touch the hex for the first copy."),
        N_("touch the hex for the other copy."),
    ),
}


def hint(state: State, touched: Sequence[str]) -> str:
    """What to touch next, as a sentence for the player to move; empty before the first touch."""
    if not touched:
        return ""
    found = [split(target) for target in touched]
    first = found[0]
    if state.phase.kind == SETUP:
        if sum(target.what == "type" for target in found) == 1:
            return _("Now the second tile: {kinds}.").format(kinds=either_kind(state.mover.bottom))
        return _("Now one of the hexes beside the centre.")
    if first.what == "tile":
        size = legal.download_size(state)
        left = size - len(found)
        return ngettext(
            "Download: {done} of {size} tiles chosen. Touch {left} more tile.",
            "Download: {done} of {size} tiles chosen. Touch {left} more tiles.",
            left,
        ).format(done=len(found), size=size, left=left)
    if first.what == "storage":
        return _place(state, first)
    if first.what == "hand":
        steps = _OPERATIONS[first.rest]
        step = _(steps[min(len(found), len(steps)) - 1])
        return _("{card}: {step}").format(card=card_title(first.rest), step=step)
    return ""


def _place(state: State, first: Target) -> str:
    """Where the stored tile in hand can go, and at what cost."""
    texts = [action.text for action in legal.legal_actions(state) if f" {first.rest}@" in action.text]
    load = any(text.startswith("load") for text in texts)
    hacked = sorted({int(text.split()[1]) - 1 for text in texts if text.startswith("hack")})
    said = []
    if load:
        said.append(
            _("Touch a hex of your board where it may go, to load it ({cycles}).").format(
                cycles=so_many_cycles(numbers.LOAD_COST.value)
            )
        )
    if hacked:
        said.append(
            _("Touch a hex where it may go on the board of {players}, to hack ({cycles}).").format(
                players=either(side(player) for player in hacked), cycles=so_many_cycles(numbers.HACK_COST.value)
            )
        )
    return _("{kind}. {ways}").format(kind=kind_title(first.rest), ways=" ".join(said))
