"""A text that lists the squares of all pieces, for people who do not see the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ruleboard.i18n import _
from ruleboard.wording import join_with_semicolons, sentence


class PlacedPiece(NamedTuple):
    """A piece on a board.

    Attributes:
        owner: the player who owns it (0-based).
        kind: its name, such as "white pawn".
        place: the name of its square or hex.
    """

    owner: int
    kind: str
    place: str


def pieces_text(pieces: Iterable[PlacedPiece], seat: int) -> str:
    """List the squares of pieces by owner and kind: "White pawn: a2, b2; white king: f1. Black pawn: …".

    Args:
        pieces: the pieces, in the order in which the text names their places.
        seat: the player whose pieces come first.
    """
    places_by_owner: dict[int, dict[str, list[str]]] = {}
    for owner, kind, place in pieces:
        places_by_owner.setdefault(owner, {}).setdefault(kind, []).append(place)
    owners = sorted(places_by_owner, key=lambda owner: (owner != seat, owner))
    owner_lists = [
        [kind_with_places(kind, ", ".join(names)) for kind, names in sorted(places_by_owner[owner].items())]
        for owner in owners
    ]
    return " ".join(sentence(join_with_semicolons(items)) for items in owner_lists)


def kind_with_places(kind: str, places: str) -> str:
    """Format a kind of piece and the names of its places, such as "White pawn: a2, b2"."""
    return _("{where}: {what}").format(where=kind, what=places)
