"""How Tesulda is shown, gathered into the contract between a game and the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.games.tesulda import animation, hints
from ruleboard.games.tesulda import picture as drawing
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.words import pool_of
from ruleboard.games.view import BaseView, Credits, SideNote
from ruleboard.i18n import N_
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node

_POOL = "pool:"


class TesuldaView(BaseView[State, Any]):
    """Tesulda's place on the shelf and its pictures, as ``games.face.Face`` describes them."""

    order = 3
    tagline = N_("Build your own army of shapes, and change it with every figure you capture.")
    credits = Credits("", N_("Abamore, from the world of Abator"), "")

    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        """The board with what lies beside it, see ``picture``."""
        return drawing.picture(state, seat, marks)

    def tray(self, state: State, seat: int) -> Node | None:
        """What a player has left on the board, see ``picture``."""
        return drawing.tray(state, seat)

    def button_icon(self, state: State, target: str) -> Node | None:
        """A kind of piece in the pool, for its button."""
        return drawing.piece_alone(target.removeprefix(_POOL)) if target.startswith(_POOL) else None

    def short_label(self, state: State, target: str) -> str:
        """How many of a kind of piece are in the pool, where the rarer kinds lie close together."""
        return f"× {pool_of(state).count(target.removeprefix(_POOL))}" if target.startswith(_POOL) else ""

    def motions(self, before: State, action: Action[Any], after: State, seat: int) -> tuple[Motion, ...]:
        """What travels when an action is made, see ``travel``."""
        return animation.motions(before, action, after, seat)

    def touch_hint(self, state: State, touched: Sequence[str]) -> str:
        """What to touch next, see ``hints``."""
        return hints.hint(state, touched)

    def keeps_selection(self, state: State, touched: Sequence[str], target: str) -> bool:
        """What is in the hand stays there when something cannot follow it, see ``hints``."""
        return hints.holds(state, touched, target)

    def side_notes(self, state: State) -> tuple[SideNote, ...]:
        """Nothing: the board tells all."""
        return ()

    def recent_events(self, states: Sequence[State], actions: Sequence[Action[Any]]) -> SideNote | None:
        """Nothing: the board tells all."""
        return None

    def reference_note(self) -> SideNote | None:
        """Nothing: a touched figure tells what it can do."""
        return None
