"""The six actions beside the board: how each is made, its cost and, if it is not possible now, why."""

from __future__ import annotations

from functools import lru_cache

from ruleboard.games.equilibrium import figures, verdicts
from ruleboard.games.equilibrium.state import FLIP, SETUP, TWEAK, State
from ruleboard.games.equilibrium.verdicts import Verdict
from ruleboard.games.face import Aside, Step
from ruleboard.scene.node import Node, el

_HOW = {
    "download": "Touch tiles on the action board, as many as your storage still takes.",
    "code": "Touch an Operation card on the action board; it says what it costs.",
    "load": "Touch a tile in your storage, then a lit hex of your board.",
    "hack": "Touch a tile in your storage, then a lit hex of another board.",
    "run": "Touch an Operation card in your hand, then what it works on.",
    "pass": "Take the next place in the turn order, and its cycles.",
}

_NOW = {
    SETUP: "First tiles: touch a type in the top row of your Tensor card, one in the bottom row, and a hex"
    " beside the centre.",
    TWEAK: "A tweak: touch the token on your confidence board that is to go up one level.",
    FLIP: "Backpropagation: touch the face-up tile of yours that is to lie face down.",
}


def guide(state: State) -> Aside:
    """The actions as they stand for whoever decides now."""
    now = _NOW.get(state.phase.kind, "")
    return Aside("actions", "Actions", (Step(_guide(now, verdicts.reasons(state))),))


@lru_cache(maxsize=64)
def _guide(now: str, found: tuple[Verdict, ...]) -> Node:
    """The list; while something else is to be decided (``now``), no action has a reason of its own."""
    return el(
        "div",
        el("p", text=now, cls="now") if now else None,
        el("dl", (part for verdict in found for part in _entry(verdict, bare=bool(now))), cls="actions"),
    )


def _entry(verdict: Verdict, *, bare: bool) -> tuple[Node, Node]:
    cls = "possible" if verdict.possible else "not"
    said = _HOW[verdict.verb] if verdict.possible or bare else verdict.why
    cost = f"costs {verdict.cost}" if verdict.cost != "0" else "costs nothing"
    return (
        el("dt", figures.cost(verdict.cost.replace(" to ", "–")), el("span", text=verdict.title), cls=cls),
        el("dd", el("span", text=f"{cost}. ", cls="unseen"), el("span", text=said), cls=cls),
    )
