"""How the card game shows itself to the table."""

from __future__ import annotations

from typing import Any

from ruleboard.engine.action import Action
from ruleboard.games.tensor_cards import picture, show
from ruleboard.games.tensor_cards.state import State
from ruleboard.games.view import BaseView, Credits, ReplayFrame
from ruleboard.i18n import N_
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node


class TensorCardsView(BaseView[State, Any]):
    """The face of the card game Tensor."""

    order = 4
    faces_mover = True
    tagline = N_("Both lay three cards face down; then everything moves at once, and seldom where you meant it to.")
    credits = Credits("", "Cloud Kingdom Games", "")

    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        """The table, see ``picture``."""
        return picture.picture(state, seat, marks)

    def tray(self, state: State, seat: int) -> Node | None:
        """Nothing: the cards lie in the picture."""
        return None

    def motions(self, before: State, action: Action[Any], after: State, seat: int) -> tuple[Motion, ...]:
        """What moves, see ``show``."""
        return show.motions(before, action, after, seat)

    def replay_frames(self, before: State, action: Action[Any], after: State, seat: int) -> tuple[ReplayFrame, ...]:
        """The cards turned over and carried out one by one, see ``show``."""
        return show.frames(before, action, seat)
