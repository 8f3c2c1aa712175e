"""One dataclass for each kind of move.

Cells are numbers (see ``state.CELLS``), tile types are letters, and players are numbers from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias


@dataclass(frozen=True, slots=True)
class Setup:
    """The placement of a player's first two tiles, on the centre and on a neighbouring cell."""

    verb: ClassVar[str] = "setup"
    kinds: tuple[str, str]
    cells: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Download:
    """A move that takes tiles from the action board to the player's storage.

    ``kinds`` contains the letters of the tiles in type order.
    """

    verb: ClassVar[str] = "download"
    kinds: str


@dataclass(frozen=True, slots=True)
class Code:
    """A move that takes an Operation card from the action board to the player's hand."""

    verb: ClassVar[str] = "code"
    card: str


@dataclass(frozen=True, slots=True)
class Load:
    """A move that places a stored tile on the player's own board."""

    verb: ClassVar[str] = "load"
    kind: str
    cell: int


@dataclass(frozen=True, slots=True)
class Hack:
    """A move that places a stored tile on the board of another player, the ``owner``."""

    verb: ClassVar[str] = "hack"
    owner: int
    kind: str
    cell: int


@dataclass(frozen=True, slots=True)
class Subtraction:
    """A run of the Subtraction card, which returns the tile on a cell to the supply."""

    verb: ClassVar[str] = "run"
    card: ClassVar[str] = "sub"
    cell: int


@dataclass(frozen=True, slots=True)
class Division:
    """A run of the Division card, which turns over the tile on a cell."""

    verb: ClassVar[str] = "run"
    card: ClassVar[str] = "div"
    cell: int


@dataclass(frozen=True, slots=True)
class Addition:
    """A run of the Addition card, which replaces one tile with another.

    Attributes:
        removed_cell: the cell of the old tile.
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
    """A run of the Multiplication card, which copies two neighbouring tiles.

    Attributes:
        originals: the cells of the two tiles to copy, in the order of their coordinates.
        copies: the cells of the copies, in the same order.
    """

    verb: ClassVar[str] = "run"
    card: ClassVar[str] = "mul"
    originals: tuple[int, int]
    copies: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tweak:
    """A move that raises a weight token by one level."""

    verb: ClassVar[str] = "tweak"
    kind: str


@dataclass(frozen=True, slots=True)
class DeclineTweaks:
    """A move by which a player declines all remaining tweaks."""

    verb: ClassVar[str] = "tweak"


@dataclass(frozen=True, slots=True)
class Flip:
    """A move that turns a tile face down after backpropagation."""

    verb: ClassVar[str] = "flip"
    kind: str
    cell: int


@dataclass(frozen=True, slots=True)
class Pass:
    """A move that ends a player's actions in a round.

    The order in which players pass is the turn order of the next round.
    """

    verb: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Skip:
    """A move by which a player declines the final action."""

    verb: ClassVar[str] = "skip"


Run: TypeAlias = Subtraction | Division | Addition | Multiplication
"""A move that runs an Operation card."""
Move: TypeAlias = Setup | Download | Code | Load | Hack | Run | Tweak | DeclineTweaks | Flip | Pass | Skip
"""Any move. Its ``verb`` is the first word of its text."""


def create_multiplication(originals: tuple[int, int], copies: tuple[int, int]) -> Multiplication:
    """Create a Multiplication. The originals are in the order of their coordinates, the copies in the same order."""
    if originals[0] > originals[1]:
        return Multiplication(originals[::-1], copies[::-1])
    return Multiplication(originals, copies)
