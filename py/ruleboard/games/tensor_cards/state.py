"""The state of a game: what was agreed, where the pieces are, who holds which cards, and what is laid."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE, Deck
from ruleboard.games.tensor_cards.layout import Layout, Space

FIRST_STAR, THREE_POINTS, THREE_POINTS_RESET = "first-star", "three-points", "three-points-reset"
GOALS = (FIRST_STAR, THREE_POINTS, THREE_POINTS_RESET)
ANY_STAR, OWN_SIDE, FAR_SIDE = "any", "own-side", "far-side"
STARS = (ANY_STAR, OWN_SIDE, FAR_SIDE)
LAST_HAND = 60
LAST_COUNTED = 999_999_999
"""The hand with which counting stops, where there is no limit: more than anybody can play."""
TURNS = 3
"""Turns in a hand."""

Lay = tuple[int, int, int]
"""The cards on red, blue and yellow."""
NO_CARD, HIDDEN = 0, -1
NOTHING: Lay = (NO_CARD, NO_CARD, NO_CARD)

Pieces = tuple[Space | None, Space | None, Space | None]
"""Where red, blue and yellow stand; None for one that waits off the board."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What does not change during a game.

    Attributes:
        layout: the board.
        deck: the cards either player has.
        goal: one of ``GOALS``.
        stars: which stars count, one of ``STARS``.
        limited: whether sixty hands without a winner are a draw.
    """

    layout: Layout
    deck: Deck
    goal: str = FIRST_STAR
    stars: str = ANY_STAR
    limited: bool = True

    @property
    def points_to_win(self) -> int:
        """How many arrivals on stars win."""
        return 1 if self.goal == FIRST_STAR else 3

    def counts(self, player: int, star: Space) -> bool:
        """Whether a star counts for whoever's card led to it. Implements 'Variants' (own-side, far-side)."""
        side = self.layout.side(star)
        if self.stars == ANY_STAR or side == 0:
            return True
        own = side == (1 if player == WHITE else -1)
        return own if self.stars == OWN_SIDE else not own


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands.

    While a turn is going on, everything but ``draft``, ``laid`` and ``choices`` is as it was when the turn
    began; what the revealed cards have done since is worked out by ``resolve.resolution``.

    Attributes:
        terms: what was agreed.
        pieces: where the pieces are.
        hands: the cards Black and White have left, in ascending order.
        points: the arrivals on stars of Black and White.
        hand: which hand is played, from 1.
        turn: which turn of the hand, from 1.
        draft: what the player who is laying has put down so far, and may take back.
        laid: what Black, then White, have laid for good in this turn.
        choices: which part came first on two-part cards, as far as it was asked in this turn.
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

    @property
    def between_turns(self) -> bool:
        """Whether nobody has begun to lay."""
        return self.draft == NOTHING and not self.laid

    @property
    def laying(self) -> int | None:
        """Who is to lay, None while cards are being revealed."""
        return (BLACK, WHITE, None)[len(self.laid)]

    @property
    def winner(self) -> int | None:
        """Who has as many points as win."""
        for player in (BLACK, WHITE):
            if self.points[player] >= self.terms.points_to_win:
                return player
        return None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.winner is not None or (self.terms.limited and self.hand > LAST_HAND)


def opening(terms: Terms) -> State:
    """The first state of a game."""
    return State(terms, terms.layout.starts)
