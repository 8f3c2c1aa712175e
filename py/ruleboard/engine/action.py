"""One decision of one player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

M_co = TypeVar("M_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Action(Generic[M_co]):
    """One decision of one player.

    Attributes:
        text: the game's own notation; within a position it names exactly one action.
        targets: the ids a person touches, in order, to make it: squares and the like (``"b1"``), and ``"do:…"`` for
            a choice that is not on the board and is offered as a button (``"do:end"``).
        move: the decision as a value of the game's own; rules, words and animation read it, never the text.
        kind: the mark of the last target: ``"go"``, ``"capture"`` or ``"special"``, optionally followed by a
            space and a finer word of the game's own (``"special bounce"``).
        ways: further sequences of targets that make the same action (a chain walked hop by hop).
    """

    text: str
    targets: tuple[str, ...]
    move: M_co
    kind: str = "go"
    ways: tuple[tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        return self.text
