"""The session of the dialog in which a player keeps and uses setups."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.app.play.session import Table
from ruleboard.app.storage.setups import owner_id


@dataclass(frozen=True, slots=True)
class SetupsDialog:
    """The dialog over a table.

    Attributes:
        table: the game; the player to move sees the dialog.
        problem: why the setup that was pasted last cannot be used, as a sentence.
    """

    table: Table
    problem: str = ""

    @property
    def owner(self) -> str:
        """The player to move, to whom a setup of this game is shown."""
        return owner_id(self.table.id, self.table.timeline.to_move or 0)
