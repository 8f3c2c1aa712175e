"""The six actions beside the board: how each is made, its cost and, if it is not possible now, why."""

from __future__ import annotations

from ruleboard.games.equilibrium import figures, verdicts
from ruleboard.games.equilibrium.state import FLIP, SETUP, TWEAK, State
from ruleboard.games.equilibrium.verdicts import Verdict
from ruleboard.games.equilibrium.words import so_many_cycles
from ruleboard.games.view import SideNote, SideNoteStep
from ruleboard.i18n import N_, _
from ruleboard.scene.node import Node, el

_HOW = {
    "download": N_("Touch tiles on the action board, as many as your storage still takes."),
    "code": N_("Touch an Operation card on the action board; it says what it costs."),
    "load": N_("Touch a tile in your storage, then a hex of your board where it may go."),
    "hack": N_("Touch a tile in your storage, then a hex of another board where it may go."),
    "run": N_("Touch an Operation card in your hand, then what it works on."),
    "pass": N_("Take the next place in the turn order, and its cycles."),
}

_NOW = {
    SETUP: N_(
        "First tiles: touch a type in the top row of your Tensor card, one in the bottom row, and a hex"
        " beside the centre."
    ),
    TWEAK: N_("A tweak: touch the token on your confidence board that is to go up one level."),
    FLIP: N_("Backpropagation: touch the face-up tile of yours that is to lie face down."),
}


def guide(state: State) -> SideNote:
    """The actions as they stand for whoever decides now; while something else is decided, none has a reason."""
    now = _(_NOW.get(state.phase.kind, ""))
    found = verdicts.reasons(state)
    node = el(
        "div",
        el("p", text=now, cls="now") if now else None,
        el("dl", (part for verdict in found for part in _entry(verdict, bare=bool(now))), cls="actions"),
    )
    return SideNote("actions", _("Actions"), (SideNoteStep(node),))


def _entry(verdict: Verdict, *, bare: bool) -> tuple[Node, Node]:
    cls = "possible" if verdict.possible else "not"
    said = _(_HOW[verdict.verb]) if verdict.possible or bare else verdict.why.sentence
    least, most = verdict.cost
    return (
        el(
            "dt",
            figures.cost(f"{least}" if least == most else f"{least}–{most}"),
            el("span", text=verdict.title),
            cls=cls,
        ),
        el("dd", el("span", text=f"{_costs(least, most)} ", cls="unseen"), el("span", text=said), cls=cls),
    )


def _costs(least: int, most: int) -> str:
    """What an action costs, as a sentence."""
    if not most:
        return _("It costs nothing.")
    if least == most:
        return _("It costs {cycles}.").format(cycles=so_many_cycles(most))
    return _("It costs {least} to {most} cycles.").format(least=least, most=most)
