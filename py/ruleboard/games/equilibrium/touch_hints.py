"""Hints about a player's next touch."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.games.equilibrium import movegen, numbers
from ruleboard.games.equilibrium.moves import Hack, Load
from ruleboard.games.equilibrium.state import EMPTY, EMPTY_BOARD, SETUP, State, with_tile
from ruleboard.games.equilibrium.targets import Target, parse_target
from ruleboard.games.equilibrium.texts import (
    card_title,
    cycles_text,
    empty_pile_warning,
    kind_name,
    kind_title,
    kinds_with_or,
    player_name,
)
from ruleboard.i18n import N_, _, ngettext
from ruleboard.wording import join_with_or

_OPERATION_STEPS = {
    "sub": (N_("Touch the tile you want to remove."),),
    "div": (N_("Touch the tile you want to flip."),),
    "add": (
        N_("Touch the tile you want to remove."),
        N_("Choose the new tile’s type from the supply."),
        N_("Touch the hex for the new tile."),
    ),
    "mul": (
        N_("Touch the first tile that you want to copy."),
        N_("Touch the second tile, next to the first."),
        N_("Touch the hex for the copy of the {kind} tile."),
        N_("Touch the hex for the other copy."),
    ),
}


def touch_hint(state: State, selection: Sequence[str]) -> str:
    """Return an instruction for the next touch; empty before the first touch."""
    if not selection:
        return ""
    targets = [parse_target(target) for target in selection]
    first_target = targets[0]
    if state.phase.kind == SETUP:
        if sum(target.kind == "type" for target in targets) == 1:
            return _("Now the second tile: {kinds}.").format(kinds=kinds_with_or(state.mover.bottom_kinds))
        return _("Now touch a hex next to the centre.")
    if first_target.kind == "tile":
        size = movegen.download_tile_count(state)
        remaining_count = size - len(targets)
        text = ngettext(
            "You’ve chosen {done} of {size} tiles. Touch {left} more tile.",
            "You’ve chosen {done} of {size} tiles. Touch {left} more tiles.",
            remaining_count,
        ).format(done=len(targets), size=size, left=remaining_count)
        return f"{text} {empty_pile_warning()}" if movegen.can_empty_pile(state) else text
    if first_target.kind == "storage":
        return _placement_hint(state, first_target)
    if first_target.kind == "hand":
        steps = _OPERATION_STEPS[first_target.name]
        step = _(steps[min(len(targets), len(steps)) - 1])
        if first_target.name == "add" and len(targets) == 3 and _is_only_tile(state, targets[1]):
            step = _("Touch the centre. Your network is empty now, so the new tile goes there.")
        if len(targets) > 1:
            step = step.format(kind=kind_name(state.mover.board[targets[1].cell].upper()))
        return _("{card}. {step}").format(card=card_title(first_target.name), step=step)
    return ""


def _is_only_tile(state: State, target: Target) -> bool:
    board = state.mover.board
    return with_tile(board, target.cell, EMPTY) == EMPTY_BOARD


def _placement_hint(state: State, stored_tile: Target) -> str:
    moves = [action.move for action in movegen.legal_actions(state)]
    can_load = any(isinstance(move, Load) and move.kind == stored_tile.name for move in moves)
    owners = sorted({move.owner for move in moves if isinstance(move, Hack) and move.kind == stored_tile.name})
    sentences = []
    if can_load:
        sentences.append(
            _("Touch a marked hex of your network to load ({cycles}).").format(
                cycles=cycles_text(numbers.LOAD_COST.value)
            )
        )
    if owners:
        sentences.append(
            _("Touch a marked hex of {players}’s network to hack ({cycles}).").format(
                players=join_with_or(player_name(owner) for owner in owners),
                cycles=cycles_text(numbers.HACK_COST.value),
            )
        )
    return _("{kind}. {ways}").format(kind=kind_title(stored_tile.name), ways=" ".join(sentences))
