"""Messages: how buttons, fields and forms reach a feature, and how it answers.

A page's ``data-do`` is ``feature.message`` or ``feature.message.argument``. Its ``data-value`` or the field's value
comes with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from ruleboard.app.context import Context
from ruleboard.app.effects import Effect

S = TypeVar("S")


class Input(NamedTuple):
    """The contents of a message: its argument, the last part of its name, and its value."""

    value: str = ""
    argument: str = ""


class Gesture(NamedTuple):
    """A gesture on the board.

    It is a "touch", "take" or "drop" of a target, a drop "away" from the board, or "point", a drag of an immovable
    piece to a target.
    """

    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class Update(Generic[S]):
    """The session after a message, and the effects to run after it."""

    session: S
    effects: tuple[Effect, ...] = ()


Handler = Callable[[S, Input, Context], Update[S]]
"""Answers a message to a session."""

Command = Callable[[Input, Context], tuple[Effect, ...]]
"""Answers a message that concerns no session."""
