"""The six actions as they stand: what each costs and, if it is not possible, why."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.games.equilibrium import legal, numbers, placement
from ruleboard.games.equilibrium.state import ACTION, FINAL, OVER, SETUP, TWEAK, State
from ruleboard.games.equilibrium.words import KINDS, SIDES, counted, kind_tile


@dataclass(frozen=True, slots=True)
class Verdict:
    """One of the six actions as it stands now.

    Attributes:
        verb: ``download``, ``code``, ``load``, ``hack``, ``run`` or ``pass``.
        title: what it is called.
        cost: its cost in cycles, as shown ("2", "1 to 3", "0").
        possible: whether any legal action is of this kind.
        why: if not, why; else empty.
    """

    verb: str
    title: str
    cost: str
    possible: bool
    why: str


def reasons(state: State) -> tuple[Verdict, ...]:
    """The six actions, each with its cost and, if it is not possible now, why."""
    open_ = {action.text.partition(" ")[0] for action in legal.legal_actions(state)}
    costs = [number.value.cost for number in numbers.CARDS.values()]
    shown = (
        ("download", "Download", f"{numbers.DOWNLOAD_COST.value}"),
        ("code", "Code", f"{min(costs)} to {max(costs)}"),
        ("load", "Load", f"{numbers.LOAD_COST.value}"),
        ("hack", "Hack", f"{numbers.HACK_COST.value}"),
        ("run", "Run", f"{numbers.RUN_COST.value}"),
        ("pass", "Pass", "0"),
    )
    return tuple(
        Verdict(verb, title, cost, verb in open_, "" if verb in open_ else refusal(state, verb))
        for verb, title, cost in shown
    )


def waiting(state: State) -> str:
    """Why none of the six actions is possible in this phase; empty if it is a phase for them."""
    phase = state.phase
    if phase.kind in (ACTION, FINAL):
        return ""
    if phase.kind == OVER:
        return "The game is over."
    who = SIDES[phase.who]
    if phase.kind == SETUP:
        return f"{who} places the first two tiles first."
    if phase.kind == TWEAK:
        return f"{who} decides about a tweak first."
    return f"{who} first turns one face-up {KINDS[phase.flips[0][1]]} tile face down on {who}'s own board."


def too_dear(state: State, cost: int, doing: str) -> str:
    """That the player to move cannot pay for something; empty if they can."""
    have = state.mover.cycles
    return "" if have >= cost else f"{doing} costs {counted(cost, 'cycle')}, and you have {have}."


def refusal(state: State, verb: str) -> str:
    """Why no action of that kind is allowed now (it is only asked when none is)."""
    player = state.mover if state.phase.kind in (ACTION, FINAL) else None
    if player is None:
        return waiting(state)
    tier = player.tier
    if verb == "download":
        if not state.tiles:
            return "No tiles lie on the action board."
        if len(player.storage) >= tier.storage:
            return f"Your storage is full: your highest token lets you keep {counted(tier.storage, 'tile')}."
        return too_dear(state, numbers.DOWNLOAD_COST.value, "A Download")
    if verb == "code":
        if len(player.hand) >= tier.hand:
            return f"Your hand is full: your highest token lets you hold {counted(tier.hand, 'card')}."
        if not state.cards:
            return "No Operation card is left on the action board."
        least = min(numbers.card(card).cost for card in state.cards)
        return too_dear(state, least, "The cheapest card here")
    if verb in ("load", "hack"):
        if not player.storage:
            return "You have no tiles in storage: download some first."
        cost, doing = (numbers.LOAD_COST, "A Load") if verb == "load" else (numbers.HACK_COST, "A Hack")
        board = "your board" if verb == "load" else "another player's board"
        return too_dear(state, cost.value, doing) or f"None of your stored tiles fits anywhere on {board}."
    if verb == "run":
        if not player.hand:
            return "You hold no Operation card: code one first."
        short = too_dear(state, numbers.RUN_COST.value, "Running a card")
        return short or "None of your cards can be carried out on your board now."
    return "There is no passing any more: take one final action, or none."


def blocked(state: State, owner: int, kind: str, cell: int) -> str:
    """Why a stored tile may not be placed on that cell, as a sentence; empty if it may."""
    found = placement.obstacle(state.players[owner], kind, cell)
    if found == placement.TAKEN:
        return "A tile lies on that hex already."
    if found == placement.OFF_CENTRE:
        return "The first tile on an empty board goes to the centre."
    if found == placement.ALONE:
        return "A tile must be placed next to another tile."
    if found == placement.PARTNER:
        card = "your" if owner == state.phase.who else f"{SIDES[owner]}'s"
        partner = state.players[owner].partner(kind)
        return f"By {card} Tensor card, {kind_tile(kind)} must lie next to {kind_tile(partner)}."
    return ""
