"""Moves: the decisions of the game as typed values, one class a kind of decision.

Cells are numbers (see ``state.CELLS``), tile types are letters, players are numbered from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias


@dataclass(frozen=True, slots=True)
class Setup:
    """The first two tiles: one on the centre, and one on a cell beside it."""

    verb: ClassVar[str] = "setup"
    kinds: tuple[str, str]
    cells: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Download:
    """Tiles taken from the action board into storage, as letters in type order."""

    verb: ClassVar[str] = "download"
    kinds: str


@dataclass(frozen=True, slots=True)
class Code:
    """An Operation card taken from the action board into the hand."""

    verb: ClassVar[str] = "code"
    card: str


@dataclass(frozen=True, slots=True)
class Load:
    """A stored tile put on the player's own board."""

    verb: ClassVar[str] = "load"
    kind: str
    cell: int


@dataclass(frozen=True, slots=True)
class Hack:
    """A stored tile put on the board of another player, the ``owner``."""

    verb: ClassVar[str] = "hack"
    owner: int
    kind: str
    cell: int


@dataclass(frozen=True, slots=True)
class Subtraction:
    """The run of a Subtraction card: the tile on a cell goes to the supply."""

    verb: ClassVar[str] = "run"
    card: ClassVar[str] = "sub"
    cell: int


@dataclass(frozen=True, slots=True)
class Division:
    """The run of a Division card: the tile on a cell is turned over."""

    verb: ClassVar[str] = "run"
    card: ClassVar[str] = "div"
    cell: int


@dataclass(frozen=True, slots=True)
class Addition:
    """The run of an Addition card.

    Attributes:
        removed: the cell whose tile goes to the supply.
        kind: the type of the new tile.
        cell: the cell of the new tile.
    """

    verb: ClassVar[str] = "run"
    card: ClassVar[str] = "add"
    removed: int
    kind: str
    cell: int


@dataclass(frozen=True, slots=True)
class Multiplication:
    """The run of a Multiplication card.

    Attributes:
        originals: the two cells whose tiles are doubled, the smaller coordinates first.
        copies: the cells of their copies, in the same order.
    """

    verb: ClassVar[str] = "run"
    card: ClassVar[str] = "mul"
    originals: tuple[int, int]
    copies: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tweak:
    """One weight token moved up one level."""

    verb: ClassVar[str] = "tweak"
    kind: str


@dataclass(frozen=True, slots=True)
class DeclineTweaks:
    """All tweaks that are left of a bonus given up."""

    verb: ClassVar[str] = "tweak"


@dataclass(frozen=True, slots=True)
class Flip:
    """A tile turned face down in backpropagation."""

    verb: ClassVar[str] = "flip"
    kind: str
    cell: int


@dataclass(frozen=True, slots=True)
class Pass:
    """The next place in the turn order taken; the player is out for the round."""

    verb: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Skip:
    """The final action declined."""

    verb: ClassVar[str] = "skip"


Run: TypeAlias = Subtraction | Division | Addition | Multiplication
"""The run of an Operation card."""
Move: TypeAlias = Setup | Download | Code | Load | Hack | Run | Tweak | DeclineTweaks | Flip | Pass | Skip
"""Any decision; ``verb`` is the word that its text begins with."""


def multiplication(originals: tuple[int, int], copies: tuple[int, int]) -> Multiplication:
    """Return a Multiplication of two tiles, given in any order."""
    if originals[0] > originals[1]:
        return Multiplication(originals[::-1], copies[::-1])
    return Multiplication(originals, copies)
