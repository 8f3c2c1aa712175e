"""How Sensei is shown, gathered into the contract between a game and the table."""

from __future__ import annotations

from typing import Any

from ruleboard.engine.action import Action
from ruleboard.games.sensei import picture as drawing
from ruleboard.games.sensei.state import State
from ruleboard.games.view import BaseView, Credits
from ruleboard.i18n import N_
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node


class SenseiView(BaseView[State, Any]):
    """Sensei's place on the shelf and its pictures, as ``games.face.Face`` describes them."""

    order = 1
    tagline = N_("Two masters cross a garden of sand, stepping only on their own stones.")
    credits = Credits(N_("Philippe Lefrançois (art by Biboun)"), "Ferti", "2016")

    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        """The board, see ``picture``."""
        return drawing.picture(state, seat, marks)

    def tray(self, state: State, seat: int) -> Node | None:
        """What is left of a player's turn, see ``picture``."""
        return drawing.tray(state, seat)

    def motions(self, before: State, action: Action[Any], after: State, seat: int) -> tuple[Motion, ...]:
        """What travels when an action is made, see ``picture``."""
        return drawing.motions(before, action, after, seat)
