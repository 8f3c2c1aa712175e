"""The definition of a board game: what its author writes."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from ruleboard.engine.game import Repetition
from ruleboard.i18n import N_, _
from ruleboard.kit.board import Board
from ruleboard.kit.errors import BoardGameError
from ruleboard.kit.looks import Color, Look

Touches: TypeAlias = str | Sequence[str]
"""The square or button that a player touches, or several of them in order."""
Moves: TypeAlias = Iterable[tuple[Touches, Board]]
"""Pairs of what a player touches and the board after the action."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game.

    Attributes:
        winner: the side that wins, from 0, or None for a draw.
        reason: a sentence that says why the game is over. ``{side}`` stands for the name of the winner.
        squares: the squares that the board highlights.
    """

    winner: int | None
    reason: str
    squares: tuple[str, ...] = ()


def won(side: int, reason: str, squares: Iterable[str] = ()) -> Result:
    """Return the result of a game that a side wins.

    Args:
        side: the winner, from 0.
        reason: a sentence such as "{side}: three in a row.", in which ``{side}`` stands for the name of the winner.
        squares: the squares that the board highlights.

    Raises:
        BoardGameError: the side is not a number.
    """
    if not isinstance(side, int):
        raise BoardGameError(
            _("{text} can’t be used").format(text=repr(side)[:40]),
            where="won",
            expected="board.side, board.opponent",
        )
    return Result(side, reason, tuple(squares))


def draw(reason: str, squares: Iterable[str] = ()) -> Result:
    """Return the result of a drawn game, with the reason as a sentence, and the squares that the board highlights."""
    return Result(None, reason, tuple(squares))


class BoardGame(ABC):
    """A game on a board of squares or hexes, for two to four sides.

    A game must define ``title``, ``start``, ``sides``, ``pieces`` and ``moves``. Texts that are marked with ``N_`` can
    be translated.

    Attributes:
        title: the name of the game.
        start: the board at the start, rank by rank from the last one, with ``/`` between ranks. Each square is a
            letter from ``pieces``, ``.`` if it is empty, or ``#`` if the board has no square there. A number stands
            for a run of empty squares.
        sides: the letters of each side's pieces by the name of the side. The first side begins. The option
            ``players`` sets how many of the sides play.
        pieces: the name of each piece by its letter, such as "a cross".
        looks: the drawings of pieces by letter. Other pieces are discs with their letter.
        shape: the shape of the squares.
        ground: the pattern of a board of squares.
        tints: the squares with a special colour, by that colour: ``{"gold": "a1 e1"}``.
        borders: the coloured edges of the board, by colour: ``{"red": "top bottom"}``.
        buttons: the labels of buttons, by the word for the button. A word that is missing here is its own label.
        lesson: the id of the lesson that explains the moves, to which refusals link.
        options: the titles of each option's values by the name of the option, such as
            ``{"size": {"5": "Small", "7": "Large"}}``. The first value is the default.
        chance: True if boards have random numbers; see ``Board.roll``.
        repetition: the number of occurrences of a position after which the game is drawn; 0 for no limit.
        tagline: a sentence that invites people to play.
        goal: a sentence that says how to win, for a player's first turn; may be empty.
        designer: the author of the game.
        publisher: the publisher of the game.
        year: the year in which the game was first published.
    """

    title: ClassVar[str]
    start: ClassVar[str]
    sides: ClassVar[Mapping[str, str]]
    pieces: ClassVar[Mapping[str, str]]
    looks: ClassVar[Mapping[str, Look]] = {}
    shape: ClassVar[Literal["squares", "hexes"]] = "squares"
    ground: ClassVar[Literal["plain", "checks"]] = "plain"
    tints: ClassVar[Mapping[Color, str]] = {}
    borders: ClassVar[Mapping[Color, str]] = {}
    buttons: ClassVar[Mapping[str, str]] = {}
    lesson: ClassVar[str] = ""
    options: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    chance: ClassVar[bool] = False
    repetition: ClassVar[int] = 0
    tagline: ClassVar[str] = N_("One board, two players, a few minutes.")
    goal: ClassVar[str] = ""
    designer: ClassVar[str] = N_("Traditional")
    publisher: ClassVar[str] = ""
    year: ClassVar[str] = ""

    @classmethod
    def id(cls) -> str:
        """Return the id of the game in addresses, which is the name of the class: ``fox-and-geese``."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()

    @abstractmethod
    def moves(self, board: Board) -> Moves:
        """Yield the legal actions: what the player touches, and the board after it.

        Touched squares are texts such as ``"b2"``. Any other word, such as ``"pass"``, is a button. If the same side is
        to move on the board after an action, its turn continues. A board without moves ends the game; see
        ``without_moves``.
        """

    def start_for(self, options: Mapping[str, str]) -> str:
        """Return the board at the start of a game with these options; see ``start``."""
        return self.start

    def setup(self, board: Board) -> Board:
        """Return the board after the random part of the setup, with hands; by default ``board`` itself."""
        return board

    def view(self, board: Board, side: int | None) -> Board:
        """Return the board as a side sees it, or as everybody sees it if ``side`` is None.

        Games with hidden pieces put other letters there. They must define ``redeal``, too.
        """
        return board

    def redeal(self, board: Board) -> Board:
        """Return a board with the hidden pieces dealt again by ``board.shuffle``, and the same visible pieces."""
        return board

    def marks(self, board: Board) -> Mapping[str, Iterable[str]]:
        """Return the squares to highlight, by a short text that describes them: ``{"in check": ["e1"]}``."""
        return {}

    def result(self, board: Board) -> Result | None:
        """Return the result of the game, or None while it continues."""
        return None

    def without_moves(self, board: Board) -> Result:
        """Return the result if the side to move has no legal action. By default the opponent wins."""
        return won(board.opponent, N_("{side}: the opponent has no moves left."))

    def refuse(self, board: Board, touches: tuple[str, ...]) -> str | None:
        """Return a sentence that says why no action begins with these touches, or None for the usual sentence."""
        return None

    def prompt(self, board: Board) -> str | None:
        """Return a sentence that tells the player what to do, or None for the usual sentence."""
        return None

    def fault(self, board: Board) -> str | None:
        """Return the reason why a typed board cannot occur in a game, as a clause, or None if it can."""
        return None

    @property
    def repetition_rule(self) -> Repetition:
        """The rule for draws by repetition."""
        return Repetition(draw_count=self.repetition)

    @property
    def has_hidden_pieces(self) -> bool:
        """True if the game defines what each side sees."""
        return type(self).view is not BoardGame.view
