"""Actions: the decisions that players make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

M_co = TypeVar("M_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Action(Generic[M_co]):
    """One decision of one player.

    Attributes:
        text: the action in the game's notation. Legal actions of one position have different texts.
        targets: the ids that a person touches, in this order: squares such as ``"b1"``, cards, pieces,
            and buttons such as ``"do:end"``.
        move: the decision as a typed value. Rules, descriptions and animations read it and never parse the text.
        kind: the mark of the last target on the board: ``"go"``, ``"capture"`` or ``"special"``. A game may add a word
            after a space, as in ``"special bounce"``.
        alternative_targets: other sequences of targets that make the same action, such as a chain of hops touched
            hop by hop.
    """

    text: str
    targets: tuple[str, ...]
    move: M_co
    kind: str = "go"
    alternative_targets: tuple[tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        return self.text
