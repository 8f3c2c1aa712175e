"""State of a game and the moves that change it: terms, pieces, cards in hand, cards laid."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ruleboard.games.tensor_cards.board import Board, Space
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE, Deck

FIRST_STAR, THREE_POINTS, THREE_POINTS_RESET = "first-star", "three-points", "three-points-reset"
GOALS = (FIRST_STAR, THREE_POINTS, THREE_POINTS_RESET)
ANY_STAR, OWN_SIDE, FAR_SIDE = "any", "own-side", "far-side"
STARS = (ANY_STAR, OWN_SIDE, FAR_SIDE)
LAST_HAND = 60
LAST_COUNTED = 999_999_999
"""The hand with which counting stops in a game without a limit: more than anybody can play."""
TURNS = 3
"""Turns in a hand."""

Lay: TypeAlias = tuple[int, int, int]
"""The cards on red, blue and yellow, each a number from 1 to 10, ``NO_CARD`` or ``HIDDEN``."""
NO_CARD, HIDDEN = 0, -1
NOTHING: Lay = (NO_CARD, NO_CARD, NO_CARD)

Pieces: TypeAlias = tuple[Space | None, Space | None, Space | None]
"""The spaces of red, blue and yellow; None for a piece that waits off the board."""


@dataclass(frozen=True, slots=True)
class PutCard:
    """The move that puts a card on a piece, to be changed until the cards are laid for good.

    A card that lies on another piece is moved, and changes places with the one on this piece.
    """

    piece: int
    card: int


@dataclass(frozen=True, slots=True)
class TakeCard:
    """The move that takes the card on a piece back into the hand."""

    piece: int


@dataclass(frozen=True, slots=True)
class LayCards:
    """The move that lays three cards for good."""

    cards: Lay


@dataclass(frozen=True, slots=True)
class ChooseOrder:
    """The move that decides the order of a card's two parts: the part in direction ``first`` is carried out first."""

    first: str


Move: TypeAlias = PutCard | TakeCard | LayCards | ChooseOrder


@dataclass(frozen=True, slots=True)
class Terms:
    """The part of a state that never changes during a game.

    Attributes:
        board: the board.
        deck: the cards of either player.
        goal: one of ``GOALS``.
        stars: the stars that count, one of ``STARS``.
        limited: True if sixty hands without a winner are a draw.
    """

    board: Board
    deck: Deck
    goal: str = FIRST_STAR
    stars: str = ANY_STAR
    limited: bool = True

    @property
    def points_to_win(self) -> int:
        """The number of arrivals on stars that wins."""
        return 1 if self.goal == FIRST_STAR else 3

    def counts(self, player: int, star: Space) -> bool:
        """Return True if a star counts for the player whose card led to it.

        Implements 'Variants' (own-side, far-side).
        """
        side = self.board.side(star)
        if self.stars == ANY_STAR or side == 0:
            return True
        own = side == (1 if player == WHITE else -1)
        return own if self.stars == OWN_SIDE else not own


@dataclass(frozen=True, slots=True)
class State:
    """State of a game at the table.

    During a turn everything but ``draft``, ``laid`` and ``choices`` stays as it was when the turn began;
    ``resolution.resolve`` works out the effects of the cards revealed since.

    Attributes:
        terms: the terms of the game.
        pieces: the spaces of the pieces.
        hands: the cards Black and White have left, in ascending order.
        points: the arrivals on stars of Black and White.
        hand: the number of the hand, from 1.
        turn: the number of the turn in its hand, from 1.
        draft: the cards put down so far by the player who is laying, who may take them back.
        laid: the cards laid for good in this turn, Black's before White's.
        choices: the directions chosen to come first on two-part cards in this turn, in order.
        decided_by: the state at the end of the turn that won the game, with its cards still laid; None before, and
            where the state comes from a position text. It tells how a position came about, and is no part of it.
    """

    terms: Terms
    pieces: Pieces
    hands: tuple[tuple[int, ...], tuple[int, ...]] = (CARDS, CARDS)
    points: tuple[int, int] = (0, 0)
    hand: int = 1
    turn: int = 1
    draft: Lay = NOTHING
    laid: tuple[Lay, ...] = ()
    choices: tuple[str, ...] = ()
    decided_by: State | None = field(default=None, compare=False, repr=False)

    @property
    def between_turns(self) -> bool:
        """True if nobody has begun to lay."""
        return self.draft == NOTHING and not self.laid

    @property
    def laying(self) -> int | None:
        """The player who is to lay, None while cards are being revealed."""
        return (BLACK, WHITE, None)[len(self.laid)]

    @property
    def winner(self) -> int | None:
        """The player who has the points to win, None if nobody has."""
        for player in (BLACK, WHITE):
            if self.points[player] >= self.terms.points_to_win:
                return player
        return None

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.winner is not None or (self.terms.limited and self.hand > LAST_HAND)

    def with_cards_laid(self, cards: Lay) -> State:
        """Return the state with the cards of the player who is laying face down, none of them revealed."""
        return replace(self, draft=NOTHING, laid=(*self.laid, cards))

    def with_order(self, first: str) -> State:
        """Return the state with one more choice of an order."""
        return replace(self, choices=(*self.choices, first))


def opening(terms: Terms) -> State:
    """Return the first state of a game."""
    return State(terms, terms.board.starts)
