"""Messages: the form in which buttons, fields and forms reach a feature, and the form of its answer.

A page's ``data-do`` is ``feature.message`` or ``feature.message.argument``; ``data-value`` or the field's own value
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
    """The rest of a message: its argument, part of the message's name, and its value."""

    value: str = ""
    argument: str = ""


class Gesture(NamedTuple):
    """A gesture on the board.

    It is a "touch", "take" or "drop" of a target, dropping it "away" from the board, or "point": a drag of a piece that
    could not be taken has ended on a target.
    """

    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class Updated(Generic[S]):
    """The session after a message, and the effects to be carried out once it is shown."""

    session: S
    effects: tuple[Effect, ...] = ()


Handler = Callable[[S, Input, Context], Updated[S]]
"""Answers a message to a session."""

Command = Callable[[Input, Context], tuple[Effect, ...]]
"""Answers a message that concerns no session."""
