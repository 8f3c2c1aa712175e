"""The six actions as they stand: what each costs and, if it is not possible, why."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.games.equilibrium import legal, numbers, placement
from ruleboard.games.equilibrium.state import ACTION, FINAL, OVER, SETUP, TWEAK, State
from ruleboard.games.equilibrium.words import (
    kind_name,
    kind_tile,
    side,
    so_many_cards,
    so_many_cycles,
    so_many_tiles,
)
from ruleboard.i18n import N_, _

DOWNLOAD_COSTS = N_("A Download costs {cycles}, and you have {have}.")
LOAD_COSTS = N_("A Load costs {cycles}, and you have {have}.")
HACK_COSTS = N_("A Hack costs {cycles}, and you have {have}.")
EVEN_HACK_COSTS = N_("Even a Hack costs {cycles}, and you have {have}.")
RUN_COSTS = N_("Running a card costs {cycles}, and you have {have}.")
CODE_COSTS = N_("Coding this card costs {cycles}, and you have {have}.")
CHEAPEST_COSTS = N_("The cheapest card here costs {cycles}, and you have {have}.")


@dataclass(frozen=True, slots=True)
class Verdict:
    """One of the six actions as it stands now.

    Attributes:
        verb: ``download``, ``code``, ``load``, ``hack``, ``run`` or ``pass``.
        title: what it is called.
        cost: its cost in cycles, from the least to the most.
        possible: whether any legal action is of this kind.
        why: if not, why; else empty.
    """

    verb: str
    title: str
    cost: tuple[int, int]
    possible: bool
    why: Refusal


def reasons(state: State) -> tuple[Verdict, ...]:
    """The six actions, each with its cost and, if it is not possible now, why."""
    open_ = {action.text.partition(" ")[0] for action in legal.legal_actions(state)}
    costs = [number.value.cost for number in numbers.CARDS.values()]
    shown = (
        ("download", _("Download"), (numbers.DOWNLOAD_COST.value,) * 2),
        ("code", _("Code"), (min(costs), max(costs))),
        ("load", _("Load"), (numbers.LOAD_COST.value,) * 2),
        ("hack", _("Hack"), (numbers.HACK_COST.value,) * 2),
        ("run", _("Run"), (numbers.RUN_COST.value,) * 2),
        ("pass", _("Pass"), (0, 0)),
    )
    return tuple(
        Verdict(verb, title, cost, verb in open_, NO_REFUSAL if verb in open_ else refusal(state, verb))
        for verb, title, cost in shown
    )


def waiting(state: State) -> Refusal:
    """Why none of the six actions is possible in this phase; empty if it is a phase for them."""
    phase = state.phase
    if phase.kind in (ACTION, FINAL):
        return NO_REFUSAL
    if phase.kind == OVER:
        return Refusal(_("The game is over."), "winner")
    who = side(phase.who)
    if phase.kind == SETUP:
        return Refusal(_("{player} places the first two tiles first.").format(player=who), "setup")
    if phase.kind == TWEAK:
        return Refusal(_("{player} decides about a tweak first.").format(player=who), "bonus")
    return Refusal(
        _("{player} first turns one face-up tile of their own face down, {kind}.").format(
            player=who, kind=kind_name(phase.flips[0][1])
        ),
        "face-down",
    )


def too_dear(state: State, cost: int, said: str) -> Refusal:
    """That the player to move cannot pay for something (``said`` is one of the ``…_COSTS``); empty if they can."""
    have = state.mover.cycles
    return NO_REFUSAL if have >= cost else Refusal(_(said).format(cycles=so_many_cycles(cost), have=have), "turn")


def hand_full(state: State) -> Refusal:
    """That the hand of the player to move takes no more; empty if it does."""
    player = state.mover
    if len(player.hand) < player.tier.hand:
        return NO_REFUSAL
    cards = so_many_cards(player.tier.hand)
    return Refusal(_("Your hand is full: your highest token lets you hold {cards}.").format(cards=cards), "code")


def refusal(state: State, verb: str) -> Refusal:
    """Why no action of that kind is allowed now (it is only asked when none is)."""
    player = state.mover if state.phase.kind in (ACTION, FINAL) else None
    if player is None:
        return waiting(state)
    if verb == "download":
        if not state.tiles:
            return Refusal(_("No tiles lie on the action board."), "download")
        limit = player.tier.storage
        if len(player.storage) >= limit:
            said = _("Your storage is full: your highest token lets you keep {tiles}.")
            return Refusal(said.format(tiles=so_many_tiles(limit)), "limits")
        return too_dear(state, numbers.DOWNLOAD_COST.value, DOWNLOAD_COSTS)
    if verb == "code":
        if full := hand_full(state):
            return full
        if not state.cards:
            return Refusal(_("No Operation card is left on the action board."), "code")
        return too_dear(state, min(numbers.card(card).cost for card in state.cards), CHEAPEST_COSTS)
    if verb in ("load", "hack"):
        if not player.storage:
            return Refusal(_("You have no tiles in storage: download some first."), "download")
        if verb == "load":
            nowhere = Refusal(_("None of your stored tiles fits anywhere on your board."), "partner")
            return too_dear(state, numbers.LOAD_COST.value, LOAD_COSTS) or nowhere
        nowhere = Refusal(_("None of your stored tiles fits anywhere on another player's board."), "hack")
        return too_dear(state, numbers.HACK_COST.value, HACK_COSTS) or nowhere
    if verb == "run":
        if not player.hand:
            return Refusal(_("You hold no Operation card: code one first."), "code")
        short = too_dear(state, numbers.RUN_COST.value, RUN_COSTS)
        return short or Refusal(_("None of your cards can be carried out on your board now."), "odd")
    return Refusal(_("There is no passing any more: take one final action, or none."), "end")


def blocked(state: State, owner: int, kind: str, cell: int) -> Refusal:
    """Why a stored tile may not be placed on that cell, as a sentence; empty if it may."""
    found = placement.obstacle(state.players[owner], kind, cell)
    if found == placement.TAKEN:
        return Refusal(_("A tile lies on that hex already."), "load")
    if found == placement.OFF_CENTRE:
        return Refusal(_("The first tile on an empty board goes to the centre."), "odd")
    if found == placement.ALONE:
        return Refusal(_("A tile must be placed next to another tile."), "load")
    if found == placement.PARTNER:
        tile, other = kind_tile(kind), kind_tile(state.players[owner].partner(kind))
        if owner == state.phase.who:
            said = _("By your Tensor card, {tile} must lie next to {other}.").format(tile=tile, other=other)
            return Refusal(said, "partner")
        said = _("By {player}'s Tensor card, {tile} must lie next to {other}.")
        return Refusal(said.format(player=side(owner), tile=tile, other=other), "hack")
    return NO_REFUSAL
