"""The contract between a game and the table: how a state is shown. Pure, like the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

from ruleboard.engine.game import Action
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node

S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Credits:
    """Who made the game: named in the app, which is not theirs and says so."""

    designer: str
    publisher: str
    year: str


class Face(Protocol[S_contra]):
    """How one game looks. Colours are CSS's business: pictures carry classes."""

    shelf: int
    """Its place among the games on the home page, from 1."""
    tagline: str
    """One sentence that makes one want to play."""
    credits: Credits

    def picture(self, state: S_contra, seat: int, marks: Marks) -> Node:
        """The board as an ``<svg>``, seen by the player at ``seat`` (theirs is the side nearest the reader).

        What can be touched has ``data-target``; what stands where a target is carries a stable key.
        """
        ...

    def tray(self, state: S_contra, seat: int) -> Node | None:
        """What lies beside the board in front of one player, as an ``<svg>``; None if nothing does."""
        ...

    # A face may also have ``sign(state, target) -> Node | None``: a small ``<svg>`` for the button of a ``do:`` target.

    def motions(self, before: S_contra, action: Action, after: S_contra, seat: int) -> tuple[Motion, ...]:
        """What moves, and along which way, when an action turns one picture into another."""
        ...
