"""How a state of Tesulda looks."""

from __future__ import annotations

from ruleboard.engine.game import Action
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.text import format_position
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node, el


def picture(state: State, seat: int, marks: Marks) -> Node:
    """The board as seen from a seat."""
    return el("svg", cls="board tesulda", viewBox="0 0 700 700", data_position=format_position(state))


def tray(state: State, seat: int) -> Node | None:
    """What is left of a player's army."""
    return None


def motions(before: State, action: Action, after: State, seat: int) -> tuple[Motion, ...]:
    """What travels when an action is made."""
    return ()
