"""The numbers of the game with their provenance as a side note; reconstructed ones are marked."""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations

from ruleboard.games.equilibrium.numbers import RECONSTRUCTED, TYPES, Card, Number, NumberSet, Tier
from ruleboard.games.equilibrium.words import listed_kinds, n_cards, n_tweaks
from ruleboard.games.view import SideNote, SideNoteStep
from ruleboard.i18n import N_, _, ngettext, spoken
from ruleboard.scene.node import Node, el

_INTRODUCTION = N_(
    "The pictures of the boards, cards and tiles are lost. Numbers marked “reconstructed” are ours; the others are"
    " the rulebook's."
)


def reference_note(played: NumberSet) -> SideNote:
    """Return the note with every number of a game and its provenance."""
    return _cached_note(played, spoken())


@lru_cache(maxsize=4)
def _cached_note(played: NumberSet, _catalogue: NullTranslations) -> SideNote:
    """Return the note in the language of a catalogue; nothing else in it ever changes."""
    rows = [_row(number) for number in played.all()]
    table = el("table", el("tbody", rows), cls="numbers")
    name = _("This game is played with “{numbers}”.").format(numbers=_(played.title))
    node = el("div", el("p", text=_(_INTRODUCTION)), el("p", text=name), table)
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
            cards=n_cards(value.hand), tiles=stored, income=value.income
        )
    if isinstance(value, Card):
        return _("costs {n}, {tweaks}").format(n=value.cost, tweaks=n_tweaks(value.tweaks))
    return listed_kinds(TYPES) if value == TYPES else str(value)
