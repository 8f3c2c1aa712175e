"""The moves: the decisions of the game as typed values, one class for each kind of decision.

Cells are numbers (see ``state.CELLS``), tile types are letters, players are numbered from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias


@dataclass(frozen=True, slots=True)
class Setup:
    """The player's first two tiles, on the centre and on a neighbouring cell."""

    verb: ClassVar[str] = "setup"
    kinds: tuple[str, str]
    cells: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Download:
    """Tiles from the action board go to the player's storage. ``kinds`` has their letters in type order."""

    verb: ClassVar[str] = "download"
    kinds: str


@dataclass(frozen=True, slots=True)
class Code:
    """An Operation card goes from the action board to the player's hand."""

    verb: ClassVar[str] = "code"
    card: str


@dataclass(frozen=True, slots=True)
class Load:
    """A stored tile goes on the player's own board."""

    verb: ClassVar[str] = "load"
    kind: str
    cell: int


@dataclass(frozen=True, slots=True)
class Hack:
    """A stored tile goes on the board of another player, the ``owner``."""

    verb: ClassVar[str] = "hack"
    owner: int
    kind: str
    cell: int


@dataclass(frozen=True, slots=True)
class Subtraction:
    """The player runs a Subtraction card. The tile on a cell goes to the supply."""

    verb: ClassVar[str] = "run"
    card: ClassVar[str] = "sub"
    cell: int


@dataclass(frozen=True, slots=True)
class Division:
    """The player runs a Division card and turns over the tile on a cell."""

    verb: ClassVar[str] = "run"
    card: ClassVar[str] = "div"
    cell: int


@dataclass(frozen=True, slots=True)
class Addition:
    """The player runs an Addition card, which replaces a tile.

    Attributes:
        removed_cell: the cell whose tile goes to the supply.
        kind: the type of the new tile.
        cell: the cell of the new tile.
    """

    verb: ClassVar[str] = "run"
    card: ClassVar[str] = "add"
    removed_cell: int
    kind: str
    cell: int


@dataclass(frozen=True, slots=True)
class Multiplication:
    """The player runs a Multiplication card, which copies two neighbouring tiles.

    Attributes:
        originals: the cells of the two tiles to copy, in the order of their coordinates.
        copies: the cells of their copies, in the same order.
    """

    verb: ClassVar[str] = "run"
    card: ClassVar[str] = "mul"
    originals: tuple[int, int]
    copies: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tweak:
    """A weight token goes up one level."""

    verb: ClassVar[str] = "tweak"
    kind: str


@dataclass(frozen=True, slots=True)
class DeclineTweaks:
    """The player declines all remaining tweaks of a bonus."""

    verb: ClassVar[str] = "tweak"


@dataclass(frozen=True, slots=True)
class Flip:
    """The player turns a tile face down in backpropagation."""

    verb: ClassVar[str] = "flip"
    kind: str
    cell: int


@dataclass(frozen=True, slots=True)
class Pass:
    """The player takes no more actions in this round, and gets the next place in the next turn order."""

    verb: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Skip:
    """The player declines the final action."""

    verb: ClassVar[str] = "skip"


Run: TypeAlias = Subtraction | Division | Addition | Multiplication
"""Any move that runs an Operation card."""
Move: TypeAlias = Setup | Download | Code | Load | Hack | Run | Tweak | DeclineTweaks | Flip | Pass | Skip
"""Any move. Its ``verb`` is the first word of its text."""


def multiplication(originals: tuple[int, int], copies: tuple[int, int]) -> Multiplication:
    """Return a Multiplication of two tiles, which may come in any order."""
    if originals[0] > originals[1]:
        return Multiplication(originals[::-1], copies[::-1])
    return Multiplication(originals, copies)
