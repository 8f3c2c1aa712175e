"""A reason why something is not allowed, as errors and players are given it."""

from __future__ import annotations

from typing import NamedTuple

from ruleboard.engine.errors import Refusal
from ruleboard.games.tesulda.terms import A_PIECE, capitalised, counted_pieces
from ruleboard.i18n import _


class Reason(NamedTuple):
    """The reason why something is not allowed, as a clause without capital letter and full stop.

    Errors take the clause as it is; players are shown a sentence.

    Attributes:
        clause: the reason.
        lesson: the id of the lesson that teaches the rule.
    """

    clause: str
    lesson: str

    @property
    def refusal(self) -> Refusal:
        """The reason for the player."""
        return Refusal(_("{sentence}.").format(sentence=capitalised(self.clause)), self.lesson)


def no_target(target: str) -> Reason:
    """Return the reason against a target that the game does not have."""
    return Reason(_("there is nothing called {text} on this board").format(text=repr(target[:12])), "figure")


def lacking(pieces: str, offered: str) -> str:
    """Return the first kind of which more is wanted than offered, in words; empty if there is none."""
    for piece in pieces:
        count = pieces.count(piece)
        if piece in A_PIECE and count > offered.count(piece):
            return _(A_PIECE[piece]) if count == 1 else counted_pieces(count, piece)
    return ""
