"""The side note about the six actions: instructions, costs, and the reasons why some are not possible now."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.contract.view import SideNote, SideNoteStep
from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.games.equilibrium import figures, movegen, numbers
from ruleboard.games.equilibrium.refusals import action_refusal
from ruleboard.games.equilibrium.state import FLIP, SETUP, TWEAK, State
from ruleboard.games.equilibrium.texts import cycles_text
from ruleboard.i18n import N_, _
from ruleboard.scene.node import Node, el

_INSTRUCTIONS = {
    "download": N_("Touch tiles on the action board until your storage is full."),
    "code": N_("Touch an Operation card on the action board. Each card shows its cost."),
    "load": N_("Pick up a tile in your storage, then touch a marked hex of your network."),
    "hack": N_("Pick up a tile in your storage, then touch a marked hex of another network."),
    "run": N_("Touch an Operation card in your hand, then touch the tile it works on."),
    "pass": N_("Take the next pass spot and its cycles."),
}

_OTHER_DECISION_TEXTS = {
    SETUP: N_(
        "Choose your first 2 tiles: touch a type in your card’s top row, then a type in the bottom row. "
        "Then touch a hex next to the centre."
    ),
    TWEAK: N_("Tweak: touch a token on your confidence board to lift it by 1."),
    FLIP: N_("Training: touch one of your face-up tiles to turn it face down."),
}


@dataclass(frozen=True, slots=True)
class ActionStatus:
    """The status of one of the six actions in a state.

    Attributes:
        verb: ``download``, ``code``, ``load``, ``hack``, ``run`` or ``pass``.
        title: the name of the action.
        cost: the minimum and maximum cost in cycles.
        refusal: the reason why all actions of this kind are illegal, or ``NO_REFUSAL`` if at least one is legal.
    """

    verb: str
    title: str
    cost: tuple[int, int]
    refusal: Refusal

    @property
    def is_possible(self) -> bool:
        """True if at least one action of this kind is legal."""
        return not self.refusal


def action_statuses(state: State) -> tuple[ActionStatus, ...]:
    """Return the status of each of the six actions."""
    legal_verbs = {action.move.verb for action in movegen.legal_actions(state)}
    card_costs = [number.value.cost for number in state.numbers.cards.values()]
    actions = (
        ("download", _("Download"), (numbers.DOWNLOAD_COST.value,) * 2),
        ("code", _("Code"), (min(card_costs), max(card_costs))),
        ("load", _("Load"), (numbers.LOAD_COST.value,) * 2),
        ("hack", _("Hack"), (numbers.HACK_COST.value,) * 2),
        ("run", _("Run"), (numbers.RUN_COST.value,) * 2),
        ("pass", _("Pass"), (0, 0)),
    )
    return tuple(
        ActionStatus(verb, title, cost, NO_REFUSAL if verb in legal_verbs else action_refusal(state, verb))
        for verb, title, cost in actions
    )


def action_guide(state: State) -> SideNote:
    """Return the side note about the six actions.

    If the player must make another decision first, the note names this decision and omits refusals. During setup,
    the note omits the six actions.
    """
    other_decision_text = _(_OTHER_DECISION_TEXTS.get(state.phase.kind, ""))
    entries = (
        part
        for status in action_statuses(state)
        for part in _action_entry(status, includes_reason=not other_decision_text)
    )
    node = el(
        "div",
        el("p", text=other_decision_text, cls="now") if other_decision_text else None,
        el("dl", entries, cls="action-guide") if state.phase.kind != SETUP else None,
    )
    return SideNote("actions", _("Actions"), (SideNoteStep(node),))


def _action_entry(status: ActionStatus, *, includes_reason: bool) -> tuple[Node, Node]:
    cls = "possible" if status.is_possible else "not"
    has_reason = includes_reason and not status.is_possible
    text = status.refusal.sentence if has_reason else _(_INSTRUCTIONS[status.verb])
    min_cost, max_cost = status.cost
    return (
        el(
            "dt",
            figures.draw_cost(f"{min_cost}" if min_cost == max_cost else f"{min_cost}–{max_cost}"),
            el("span", text=status.title),
            cls=cls,
        ),
        el(
            "dd",
            el("span", text=f"{_cost_sentence(min_cost, max_cost)} ", cls="unseen"),
            el("span", text=text),
            cls=cls,
        ),
    )


def _cost_sentence(min_cost: int, max_cost: int) -> str:
    if not max_cost:
        return _("Free.")
    if min_cost == max_cost:
        return _("Costs {cycles}.").format(cycles=cycles_text(max_cost))
    return _("Costs {least} to {most} cycles.").format(least=min_cost, most=max_cost)
