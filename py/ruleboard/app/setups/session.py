"""The session of the dialog in which a player saves and uses setups."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.app.play.table import Table
from ruleboard.app.storage.setups import owner_id


@dataclass(frozen=True, slots=True)
class SetupsDialog:
    """The dialog over a game.

    Attributes:
        table: the game; the dialog is that of the player to move.
        problem: the error of the setup that was pasted last, as a sentence; empty if it could be used.
    """

    table: Table
    problem: str = ""

    @property
    def owner(self) -> str:
        """The owner of setups saved by the player to move (see ``Setup.owner``)."""
        return owner_id(self.table.id, self.table.timeline.to_move or 0)
