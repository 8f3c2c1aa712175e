"""The translated names of players, pieces, directions and places on the board."""

from __future__ import annotations

from typing import Final

from ruleboard.games.tensor_cards.cards import SIDES
from ruleboard.i18n import N_, _, pgettext

_OWN_DIRECTION_NAMES: Final = {
    "toward": N_("toward you"),
    "away": N_("away from you"),
    "left": N_("to your left"),
    "right": N_("to your right"),
}
_DIRECTION_NAMES: Final = {
    "toward": N_("toward {side}"),
    "away": N_("away from {side}"),
    "left": N_("to {side}’s left"),
    "right": N_("to {side}’s right"),
}
_SIDEWAYS_NAMES: Final = {"left": N_("to the left"), "right": N_("to the right")}


def side_name(player: int) -> str:
    """Return the translated name of a player."""
    return _(SIDES[player])


def piece_name(piece: int) -> str:
    """Return the translated name of a piece, as it appears within a sentence."""
    return (
        pgettext("piece of the card game", "red"),
        pgettext("piece of the card game", "blue"),
        pgettext("piece of the card game", "yellow"),
    )[piece]


def piece_title(piece: int) -> str:
    """Return the translated name of a piece, as it appears at the start of a sentence."""
    return (
        pgettext("piece of the card game", "Red"),
        pgettext("piece of the card game", "Blue"),
        pgettext("piece of the card game", "Yellow"),
    )[piece]


def card_on_piece(piece: int, card: str) -> str:
    """Return the names of a piece and the card on it, such as "red 9"."""
    return (_("red {card}"), _("blue {card}"), _("yellow {card}"))[piece].format(card=card)


def place_name(x: int, y: int) -> str:
    """Return the name of a place on the grid. ``x`` and ``y`` count from 0, but the name counts from 1."""
    return _("column {column}, row {row}").format(column=x + 1, row=y + 1)


def own_direction_name(direction: str) -> str:
    """Return the name of a direction for the card's player, such as "toward you"."""
    return _(_OWN_DIRECTION_NAMES[direction])


def direction_name(player: int, direction: str) -> str:
    """Return the name of a player's direction that all readers understand, such as "toward White"."""
    return _(_DIRECTION_NAMES[direction]).format(side=side_name(player))


def short_direction_name(player: int, direction: str) -> str:
    """Return the name of a player's direction in a list that already names the player, such as "to the left"."""
    return _(_SIDEWAYS_NAMES.get(direction, _DIRECTION_NAMES[direction])).format(side=side_name(player))
