"""What to touch next, once something is taken up."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.games.equilibrium import legal, numbers
from ruleboard.games.equilibrium.state import SETUP, State
from ruleboard.games.equilibrium.words import CARD_TITLES, SIDES, Target, both, counted, kind_tile, split

_OPERATIONS = {
    "sub": ("touch the tile of yours to remove.",),
    "div": ("touch the tile of yours to turn over.",),
    "add": (
        "touch the tile of yours to remove.",
        "choose the new tile's type from the supply.",
        "touch the hex for the new tile.",
    ),
    "mul": (
        "touch the first of two neighbouring tiles of yours.",
        "touch the second, beside the first.",
        "touch the hex for the first copy.",
        "touch the hex for the other copy.",
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
            return f"Now the second tile: {both(state.mover.bottom, 'or')}."
        return "Now one of the hexes beside the centre."
    if first.what == "tile":
        size = legal.download_size(state)
        return f"Download: {len(found)} of {size} tiles chosen. Touch {counted(size - len(found), 'more tile')}."
    if first.what == "storage":
        return _place(state, first)
    if first.what == "hand":
        steps = _OPERATIONS[first.rest]
        return f"{CARD_TITLES[first.rest]}: {steps[min(len(found), len(steps)) - 1]}"
    return ""


def _place(state: State, first: Target) -> str:
    """Where the stored tile in hand can go, and at what cost."""
    texts = [action.text for action in legal.legal_actions(state) if f" {first.rest}@" in action.text]
    load = any(text.startswith("load") for text in texts)
    hacked = sorted({int(text.split()[1]) - 1 for text in texts if text.startswith("hack")})
    ways = []
    if load:
        ways.append(f"on your board to load it ({counted(numbers.LOAD_COST.value, 'cycle')})")
    if hacked:
        owners = [f"{SIDES[player]}'s" for player in hacked]
        listed = owners[0] if len(owners) == 1 else f"{', '.join(owners[:-1])} or {owners[-1]}"
        ways.append(f"on {listed} board to hack ({counted(numbers.HACK_COST.value, 'cycle')})")
    return f"{kind_tile(first.rest).capitalize()}: touch a lit hex {', or '.join(ways)}."
