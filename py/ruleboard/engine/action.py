"""Actions: the decisions that players make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

M_co = TypeVar("M_co", covariant=True)

ActionKind: TypeAlias = Literal[
    "go",
    "go add",
    "go character",
    "go code",
    "go download",
    "go flip",
    "go hop",
    "go load",
    "go mul",
    "go tweak",
    "capture",
    "capture bounce",
    "capture hack",
    "capture hop",
    "capture promote",
    "special",
    "special back",
    "special bounce",
    "special castle",
    "special download",
    "special goal",
    "special pass",
    "special promote",
    "special propel",
    "special resource",
    "special swap",
    "special take",
]
"""The marks of targets on a board. The first word is the colour. A second word may choose a shape."""


@dataclass(frozen=True, slots=True)
class Action(Generic[M_co]):
    """One decision of one player.

    Attributes:
        text: the action in the game's notation. No two legal actions of a position have the same text.
        targets: the ids of the targets that a person touches, in this order: squares such as ``"b1"``, cards, pieces,
            and buttons such as ``"do:end"``.
        move: the decision as a typed value. Rules, descriptions and animations read it and never parse the text.
        kind: the kind of mark that the board shows on the last target.
        alternative_targets: other sequences of targets that select the same action, such as the squares of a chain
            of hops, touched one by one.
    """

    text: str
    targets: tuple[str, ...]
    move: M_co
    kind: ActionKind = "go"
    alternative_targets: tuple[tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        return self.text
