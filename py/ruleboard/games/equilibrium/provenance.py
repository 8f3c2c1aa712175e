"""The game's numbers and where they come from, to be looked up: those we had to reconstruct are marked."""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations

from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.numbers import RECONSTRUCTED, TYPES, Card, Number, Tier
from ruleboard.games.equilibrium.words import both, so_many_cards, so_many_tweaks
from ruleboard.games.view import SideNote, SideNoteStep
from ruleboard.i18n import N_, _, ngettext, spoken
from ruleboard.scene.node import Node, el

_INTRODUCTION = N_(
    "The pictures of the boards, cards and tiles are lost. Numbers marked “reconstructed” are ours; the others are"
    " the rulebook's."
)


def reference() -> SideNote:
    """Every number of the game with its provenance."""
    return _reference(spoken())


@lru_cache(maxsize=2)
def _reference(_spoken: NullTranslations) -> SideNote:
    """The same, kept: its words are in the language that is spoken, and nothing in it ever changes."""
    rows = [_row(number) for number in numbers.ALL]
    table = el("table", el("tbody", rows), cls="numbers")
    node = el("div", el("p", text=_(_INTRODUCTION)), table)
    return SideNote("numbers", _("Numbers and where they come from"), (SideNoteStep(node),))


def _row(number: Number[int] | Number[str] | Number[Tier] | Number[Card]) -> Node:
    ours = number.source == RECONSTRUCTED
    return el(
        "tr",
        el(
            "th",
            el("span", text=_(number.title)),
            el("span", text=_(number.note), cls="small") if number.note else None,
            scope="row",
        ),
        el("td", text=_value(number.value)),
        el("td", el("span", text=_(number.source), cls="source")),
        cls="ours" if ours else "",
    )


def _value(value: int | str | Tier | Card) -> str:
    if isinstance(value, Tier):
        stored = ngettext("{n} stored tile", "{n} stored tiles", value.storage).format(n=value.storage)
        return _("{cards}, {tiles}, income {income}").format(
            cards=so_many_cards(value.hand), tiles=stored, income=value.income
        )
    if isinstance(value, Card):
        return _("costs {n}, {tweaks}").format(n=value.cost, tweaks=so_many_tweaks(value.tweaks))
    return both(TYPES) if value == TYPES else str(value)
