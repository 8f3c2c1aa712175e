"""The state of the dialog for saved armies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ruleboard.app.board.table import Table
from ruleboard.app.storage.setups import owner_id
from ruleboard.engine.action import Action


@dataclass(frozen=True, slots=True)
class SetupsDialog:
    """The dialog for saved armies.

    Attributes:
        table: the game. The dialog belongs to the player to move.
        error: the error in the last pasted text, as a sentence; may be empty.
        actions: the actions that build the chosen army.
    """

    table: Table
    error: str = ""
    actions: tuple[Action[Any], ...] = ()

    @property
    def owner(self) -> str:
        """The owner of the armies that the player to move saves (see ``Setup.owner``)."""
        return owner_id(self.table.id, self.table.timeline.to_move or 0)
