"""The side note about the numbers of the game and their provenance. It marks reconstructed numbers."""

from __future__ import annotations

from ruleboard.contract.view import SideNote, SideNoteStep
from ruleboard.games.equilibrium.numbers import RECONSTRUCTED_SOURCE, TYPES, Card, Number, NumberSet, Tier
from ruleboard.games.equilibrium.texts import cards_text, kinds_text, tweaks_text
from ruleboard.i18n import N_, _, cached_by_language, ngettext
from ruleboard.scene.node import Node, el

_INTRODUCTION = N_(
    "The pictures of the boards, cards and tiles are lost. We chose the numbers marked "
    "“reconstructed”. The others are from the rulebook."
)


@cached_by_language(4)
def reference_note(number_set: NumberSet) -> SideNote:
    """Return the side note about all numbers of a game and their provenance."""
    rows = [_draw_row(number) for number in number_set.all_numbers()]
    table = el("table", el("tbody", rows), cls="numbers")
    name = _("This game uses the “{numbers}” numbers.").format(numbers=_(number_set.title))
    node = el("div", el("p", text=_(_INTRODUCTION)), el("p", text=name), table)
    return SideNote("numbers", _("The game’s numbers"), (SideNoteStep(node),))


def _draw_row(number: Number[int] | Number[str] | Number[Tier] | Number[Card]) -> Node:
    is_reconstructed = number.source == RECONSTRUCTED_SOURCE
    return el(
        "tr",
        el(
            "th",
            el("span", text=_(number.title)),
            el("span", text=_(number.note), cls="small") if number.note else None,
            scope="row",
        ),
        el("td", text=_format_value(number.value)),
        el("td", el("span", text=_(number.source), cls="source")),
        cls="ours" if is_reconstructed else "",
    )


def _format_value(value: int | str | Tier | Card) -> str:
    if isinstance(value, Tier):
        storage = ngettext("{n} stored tile", "{n} stored tiles", value.max_storage).format(n=value.max_storage)
        return _("{cards}, {tiles}, income {income}").format(
            cards=cards_text(value.max_hand), tiles=storage, income=value.income
        )
    if isinstance(value, Card):
        return _("costs {n}, earns {tweaks}").format(n=value.cost, tweaks=tweaks_text(value.tweaks))
    return kinds_text(TYPES) if value == TYPES else str(value)
