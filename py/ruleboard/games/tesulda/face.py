"""How Tesulda is shown, gathered into the contract between a game and the table."""

from __future__ import annotations

from ruleboard.engine.game import Action
from ruleboard.games.face import Credits
from ruleboard.games.tesulda import picture as drawing
from ruleboard.games.tesulda.state import State
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node


class TesuldaFace:
    """Tesulda's place on the shelf and its pictures, as ``games.face.Face`` describes them."""

    shelf = 3
    tagline = "Build your own army of shapes, and change it with every figure you capture."
    credits = Credits("", "Abamore, from the world of Abator", "")

    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        """The board with what lies beside it, see ``picture``."""
        return drawing.picture(state, seat, marks)

    def tray(self, state: State, seat: int) -> Node | None:
        """What a player has left on the board, see ``picture``."""
        return drawing.tray(state, seat)

    def motions(self, before: State, action: Action, after: State, seat: int) -> tuple[Motion, ...]:
        """What travels when an action is made, see ``picture``."""
        return drawing.motions(before, action, after, seat)
