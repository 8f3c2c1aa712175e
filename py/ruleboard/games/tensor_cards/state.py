"""The state of a game, its terms, and the classes of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ruleboard.games.tensor_cards.board import Board, Space, numbered_spaces, space_numbers
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE, Deck

FIRST_STAR, THREE_POINTS, THREE_POINTS_RESET = "first-star", "three-points", "three-points-reset"
GOALS = (FIRST_STAR, THREE_POINTS, THREE_POINTS_RESET)
ANY_STAR, OWN_SIDE, FAR_SIDE = "any", "own-side", "far-side"
STAR_RULES = (ANY_STAR, OWN_SIDE, FAR_SIDE)
MAX_HANDS = 60
MAX_HAND_NUMBER = 999_999_999
"""The maximum number of a hand in a game without a limit. No game can be that long."""
TURNS_PER_HAND = 3
"""The number of turns in a hand."""

Placement: TypeAlias = tuple[int, int, int]
"""The cards on red, blue and yellow, each a number from 1 to 10, ``NO_CARD`` or ``HIDDEN_CARD``."""
NO_CARD, HIDDEN_CARD = 0, -1
NO_PLACEMENT: Placement = (NO_CARD, NO_CARD, NO_CARD)

Pieces: TypeAlias = tuple[Space | None, Space | None, Space | None]
"""The spaces of red, blue and yellow, None for a piece that waits off the board."""

OFF_BOARD = -1
"""The number of the space of a piece that waits off the board."""
Position: TypeAlias = tuple[int, int, int, int, int, int]
"""The numbers of the spaces of red, blue and yellow (``board.numbered_spaces``), a bit mask of the pieces that have
scored this turn, and the points of Black and White."""


@dataclass(frozen=True, slots=True)
class PutCard:
    """A move that puts a card on a piece. The player can still change this draft before committing the placement.

    If the card was on another piece, the cards on the two pieces exchange places.
    """

    piece: int
    card: int


@dataclass(frozen=True, slots=True)
class TakeCard:
    """A move that returns the card on a piece to the player's hand."""

    piece: int


@dataclass(frozen=True, slots=True)
class CommitPlacement:
    """A move that commits a placement, after which the player cannot change it."""

    cards: Placement


@dataclass(frozen=True, slots=True)
class ChooseOrder:
    """A move that chooses which part of a two-part card comes first, by the direction of this part."""

    first_direction: str


Move: TypeAlias = PutCard | TakeCard | CommitPlacement | ChooseOrder


@dataclass(frozen=True, slots=True)
class Terms:
    """The settings of a game, which do not change during the game.

    Attributes:
        board: the board.
        deck: the ten cards of each player.
        goal: the goal, one of ``GOALS``.
        stars: the rule for the stars that count, one of ``STAR_RULES``.
        has_hand_limit: True if the game is a draw after sixty hands without a winner.
    """

    board: Board
    deck: Deck
    goal: str = FIRST_STAR
    stars: str = ANY_STAR
    has_hand_limit: bool = True

    def __hash__(self) -> int:
        """Return a quick hash, since most states of a process have the same terms."""
        return hash((self.board.name, self.goal, self.stars, self.has_hand_limit))

    @property
    def points_to_win(self) -> int:
        """The number of points that a player needs to win."""
        return 1 if self.goal == FIRST_STAR else 3

    def is_counting_star(self, player: int, star: Space) -> bool:
        """Return True if a star counts for a player.

        Implements 'Variants' (own-side, far-side).
        """
        side = self.board.half_of(star)
        if self.stars == ANY_STAR or side == 0:
            return True
        is_own_side = side == (1 if player == WHITE else -1)
        return is_own_side if self.stars == OWN_SIDE else not is_own_side


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game.

    During a turn, only ``draft``, ``placements`` and ``choices`` change. ``resolution.resolve`` computes the
    effects of the revealed cards.

    Attributes:
        terms: the terms of the game.
        position: the pieces and points at the start of the turn.
        hands: the cards of Black and White, in ascending order.
        hand: the number of the hand, 1-based.
        turn: the number of the turn in its hand, 1-based.
        draft: the unfinished placement of the player to move.
        placements: the committed placements of this turn, Black's before White's.
        choices: the first directions of the two-part cards that players have chosen this turn, in order.
        winning_turn_state: the state with the cards of the winning turn, for the picture. It is None before the
            end of the game, and in a state parsed from a position text. Comparisons ignore it.
    """

    terms: Terms
    position: Position
    hands: tuple[tuple[int, ...], tuple[int, ...]] = (CARDS, CARDS)
    hand: int = 1
    turn: int = 1
    draft: Placement = NO_PLACEMENT
    placements: tuple[Placement, ...] = ()
    choices: tuple[str, ...] = ()
    winning_turn_state: State | None = field(default=None, compare=False, repr=False)

    @property
    def pieces(self) -> Pieces:
        """The spaces of the pieces at the start of the turn."""
        return pieces_on((*numbered_spaces(self.terms.board), None), self.position)

    @property
    def points(self) -> tuple[int, int]:
        """The points of Black and White at the start of the turn."""
        return self.position[4:]

    @property
    def is_between_turns(self) -> bool:
        """True at the start of a turn, before players place cards."""
        return self.draft == NO_PLACEMENT and not self.placements

    @property
    def placing_player(self) -> int | None:
        """The player who is placing cards, or None during a reveal."""
        return (BLACK, WHITE, None)[len(self.placements)]

    @property
    def winner(self) -> int | None:
        """The player who has won, or None."""
        return winner_at(self.terms.points_to_win, self.position)

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.winner is not None or (self.terms.has_hand_limit and self.hand > MAX_HANDS)

    def with_placement(self, cards: Placement) -> State:
        """Return the state after the player to move commits a placement, but before any cards are revealed."""
        return replace(self, draft=NO_PLACEMENT, placements=(*self.placements, cards))

    def with_order(self, first_direction: str) -> State:
        """Return the state after a player chooses which part of a card comes first."""
        return replace(self, choices=(*self.choices, first_direction))


def initial_state(terms: Terms) -> State:
    """Return the initial state of a game."""
    return State(terms, position_of(terms.board, terms.board.starts))


def winner_at(points_to_win: int, position: Position) -> int | None:
    """Return the player who has won in a position, or None."""
    if position[4] >= points_to_win:
        return BLACK
    return WHITE if position[5] >= points_to_win else None


def pieces_on(spaces: Sequence[Space | None], position: Position) -> Pieces:
    """Convert the space numbers of the pieces in a position to spaces.

    ``spaces`` contains each space at its number, and None at the end for ``OFF_BOARD``.
    """
    return (spaces[position[0]], spaces[position[1]], spaces[position[2]])


def position_of(board: Board, pieces: Pieces, points: tuple[int, int] = (0, 0)) -> Position:
    """Return the position at the start of a turn with pieces on these spaces."""
    numbers = space_numbers(board)
    red, blue, yellow = (OFF_BOARD if space is None else numbers[space] for space in pieces)
    return (red, blue, yellow, 0, *points)
