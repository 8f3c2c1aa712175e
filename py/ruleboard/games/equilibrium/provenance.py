"""The game's numbers and where they come from, to be looked up: those we had to reconstruct are marked."""

from __future__ import annotations

from functools import lru_cache

from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.numbers import RECONSTRUCTED, TYPES, Card, Number, Tier
from ruleboard.games.equilibrium.words import both, counted
from ruleboard.games.face import Aside, Step
from ruleboard.scene.node import Node, el

_INTRODUCTION = (
    "The pictures of the boards, cards and tiles are lost. Numbers marked “reconstructed” are ours; the others are"
    " the rulebook's."
)


@lru_cache(maxsize=1)
def reference() -> Aside:
    """Every number of the game with its provenance."""
    rows = [_row(number) for number in numbers.ALL]
    table = el("table", el("tbody", rows), cls="numbers")
    node = el("div", el("p", text=_INTRODUCTION), table)
    return Aside("numbers", "Numbers and where they come from", (Step(node),))


def _row(number: Number[int] | Number[str] | Number[Tier] | Number[Card]) -> Node:
    ours = number.source == RECONSTRUCTED
    return el(
        "tr",
        el(
            "th",
            el("span", text=number.title),
            el("span", text=number.note, cls="small") if number.note else None,
            scope="row",
        ),
        el("td", text=_value(number.value)),
        el("td", el("span", text="reconstructed" if ours else "rulebook", cls="source")),
        cls="ours" if ours else "",
    )


def _value(value: int | str | Tier | Card) -> str:
    if isinstance(value, Tier):
        hand, stored = counted(value.hand, "card"), counted(value.storage, "stored tile")
        return f"{hand}, {stored}, income {value.income}"
    if isinstance(value, Card):
        return f"costs {value.cost}, {counted(value.tweaks, 'tweak')}"
    return both(TYPES) if value == TYPES else str(value)
