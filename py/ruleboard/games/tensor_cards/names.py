"""Players, pieces, directions and places in words: what sentences are made with, in the language that is spoken."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.games.tensor_cards.cards import SIDES
from ruleboard.i18n import _, pgettext


def side_name(player: int) -> str:
    """A player."""
    return _(SIDES[player])


def piece_name(piece: int) -> str:
    """A piece, within a sentence."""
    return (
        pgettext("piece of the card game", "red"),
        pgettext("piece of the card game", "blue"),
        pgettext("piece of the card game", "yellow"),
    )[piece]


def piece_title(piece: int) -> str:
    """A piece, where a sentence begins."""
    return (
        pgettext("piece of the card game", "Red"),
        pgettext("piece of the card game", "Blue"),
        pgettext("piece of the card game", "Yellow"),
    )[piece]


def listed(names: Sequence[str]) -> str:
    """Several names in a row."""
    if len(names) == 1:
        return names[0]
    return _("{several} and {last}").format(several=", ".join(names[:-1]), last=names[-1])


def place_name(x: int, y: int) -> str:
    """A place of the grid, counted from 0; people count from 1."""
    return _("column {column}, row {row}").format(column=x + 1, row=y + 1)


def own_way(direction: str) -> str:
    """A direction, as whoever lays the card reads it."""
    return {
        "toward": _("toward you"),
        "away": _("away from you"),
        "left": _("to your left"),
        "right": _("to your right"),
    }[direction]


def way(player: int, direction: str) -> str:
    """A player's direction, as everybody reads it."""
    text = {
        "toward": _("toward {side}"),
        "away": _("away from {side}"),
        "left": _("to {side}'s left"),
        "right": _("to {side}'s right"),
    }[direction]
    return text.format(side=side_name(player))


def sentence(clause: str) -> str:
    """A clause as a sentence of its own."""
    return f"{clause[:1].upper()}{clause[1:]}."
