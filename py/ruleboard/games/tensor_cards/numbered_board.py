"""The rules of movement and points on a board with numbered spaces, for play and search. Implements 'Play'."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final, TypeAlias

from ruleboard.games.tensor_cards.board import (
    BLUE,
    PIECES,
    RED,
    Board,
    Space,
    end_spaces_by_step,
    numbered_spaces,
    space_numbers,
)
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE, Deck, step_vector
from ruleboard.games.tensor_cards.state import (
    OFF_BOARD,
    THREE_POINTS,
    THREE_POINTS_RESET,
    Placement,
    Position,
    Terms,
    winner_at,
)

Rays: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""The path of each part of a card from each space if no piece is in the way, by part and start space."""
Walk: TypeAlias = tuple[tuple[int, ...], int]
"""The movement of a piece by a part of a card: the spaces from its start to its end, and the space of the piece that
blocks it, or ``OFF_BOARD``."""
Continuations: TypeAlias = tuple[int, tuple[tuple[Position, ...], ...]]
"""The player with the first card to act on a piece, and the positions after both cards.

The positions form a sequence for each order of the first card, with a position for each order of the second card.
"""

MAX_CACHE_ENTRIES: Final = 50_000
"""The maximum number of entries in a cache."""
_SCORED_INDEX, _POINTS_INDEX = 3, 4


class NumberedBoard:
    """A board with numbered spaces that plays turns under the terms of a game.

    ``numbered_board`` returns cached instances.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.spaces = numbered_spaces(terms.board)
        self.winner = partial(winner_at, terms.points_to_win)
        numbers = space_numbers(terms.board)
        self.starts = tuple(numbers[space] for space in terms.board.starts)
        self.counting_stars = tuple(
            tuple(space in terms.board.stars and terms.is_counting_star(player, space) for space in self.spaces)
            for player in (BLACK, WHITE)
        )
        """For each player and space, True if the space has a star that counts for the player."""
        self._rays = _rays(terms.board, terms.deck)
        self._ends: dict[tuple[int, int, int, int, int], tuple[tuple[int, bool], ...]] = {}
        self._continuations: dict[tuple[Position, int, int, int], Continuations] = {}

    def walks(
        self, player: int, card: int, space: int, second_space: int, third_space: int
    ) -> tuple[tuple[Walk, ...], ...]:
        """Return the movements of a piece by a card, for each order of its parts. Orders with the same end count once.

        Implements 'Play' (Moving). See ``end_spaces`` for the arguments.
        """
        rays = self._rays[player][card]
        walks = _compute_walks(rays, space, second_space, third_space)
        if len(rays) == 1:
            return (walks,)
        reversed_walks = _compute_walks(rays[::-1], space, second_space, third_space)
        return (walks,) if walks[-1][0][-1] == reversed_walks[-1][0][-1] else (walks, reversed_walks)

    def end_spaces(
        self, player: int, card: int, space: int, second_space: int, third_space: int
    ) -> tuple[tuple[int, bool], ...]:
        """Return the spaces on which a card may end the movement of a piece, each with True if the piece moves.

        There are two if the two orders of a card's parts lead to different spaces.

        Args:
            player: the player of the card.
            card: the number of the card.
            space: the space of the piece.
            second_space: the space of another piece, or ``OFF_BOARD``.
            third_space: the space of the third piece, or ``OFF_BOARD``.
        """
        key = (player, card, space, second_space, third_space)
        ends = self._ends.get(key)
        if ends is None:
            rays = self._rays[player][card]
            ends = (_end_space(rays, space, second_space, third_space),)
            if len(rays) == 2:
                second_end = _end_space(rays[::-1], space, second_space, third_space)
                if second_end[0] != ends[0][0]:
                    ends += (second_end,)
            if len(self._ends) >= MAX_CACHE_ENTRIES:
                self._ends.clear()
            self._ends[key] = ends
        return ends

    def possible_ends(self, player: int, card: int, space: int) -> set[int]:
        """Return all spaces to which a card may take a piece, wherever the other pieces are."""
        rays = self._rays[player][card]
        ends = set()
        for order in (rays, rays[::-1]):
            spaces = {space}
            for ray in order:
                spaces |= {next_space for space in spaces for next_space in ray[space]}
            ends |= spaces
        return ends

    def positions_after_card(self, position: Position, piece: int, player: int, card: int) -> tuple[Position, ...]:
        """Return the positions after a card moves a piece. Orders of its parts with the same end share a position."""
        space = position[piece]
        if space == OFF_BOARD:
            return (position,)
        red, blue, yellow, scored_mask, black, white = position
        second_space, third_space = (blue, yellow) if piece == RED else (red, yellow) if piece == BLUE else (red, blue)
        counting_stars = self.counting_stars[player]
        positions = []
        for end, has_moved in self.end_spaces(player, card, space, second_space, third_space):
            if piece == RED:
                new_position = (end, blue, yellow, scored_mask, black, white)
            elif piece == BLUE:
                new_position = (red, end, yellow, scored_mask, black, white)
            else:
                new_position = (red, blue, end, scored_mask, black, white)
            positions.append(
                self._position_after_score(new_position, piece, player)
                if has_moved and counting_stars[end]
                else new_position
            )
        return tuple(positions)

    def scores_alone(self, position: Position, player: int, placement: Placement) -> bool:
        """Return True if a player's placement takes a piece to a star when the opponent's cards do nothing."""
        points_index = _POINTS_INDEX + player
        positions = [position]
        for piece in PIECES:
            positions = [
                after
                for before in positions
                for after in self.positions_after_card(before, piece, player, placement[piece])
            ]
            if any(after[points_index] > position[points_index] for after in positions):
                return True
        return False

    def blocks_own_star(self, position: Position, player: int, placement: Placement) -> bool:
        """Return True if a card takes a piece to a star on its own, but not together with the placement's other cards.

        The opponent's cards do nothing.
        """
        points_index = _POINTS_INDEX + player
        reaches_star = any(
            next_position[points_index] > position[points_index]
            for piece in PIECES
            for next_position in self.positions_after_card(position, piece, player, placement[piece])
        )
        return reaches_star and not self.scores_alone(position, player, placement)

    def _position_after_score(self, position: Position, piece: int, player: int) -> Position:
        values = list(position)
        values[_POINTS_INDEX + player] += 1
        values[_SCORED_INDEX] |= 1 << piece
        if self.terms.goal == THREE_POINTS_RESET and values[_POINTS_INDEX + player] < self.terms.points_to_win:
            values[:3] = self.starts
        return (values[0], values[1], values[2], values[3], values[4], values[5])

    def continuations(self, position: Position, piece: int, black: int, white: int) -> Continuations:
        """Return the possible positions after the cards ``black`` and ``white`` have both moved a piece."""
        key = (position, piece, black, white)
        continuations = self._continuations.get(key)
        if continuations is None:
            if len(self._continuations) >= MAX_CACHE_ENTRIES:
                self._continuations.clear()
            continuations = self._continuations[key] = self._compute_continuations(position, piece, black, white)
        return continuations

    def _compute_continuations(self, position: Position, piece: int, black: int, white: int) -> Continuations:
        players = acting_players(position, piece, black, white)
        if not players:
            return BLACK, ((position,),)
        first_player, second_player = players
        cards = (black, white)
        return first_player, tuple(
            (position_after_first,)
            if self.winner(position_after_first) is not None
            else self.positions_after_card(position_after_first, piece, second_player, cards[second_player])
            for position_after_first in self.positions_after_card(position, piece, first_player, cards[first_player])
        )

    def opponent_can_score(self, position: Position, piece: int, player: int, card: int, other_card: int) -> bool:
        """Return True if the opponent's card can win a point when both players put a card on the same piece.

        Args:
            position: the position.
            piece: the piece.
            player: the player who must stop the opponent.
            card: the player's card.
            other_card: the opponent's card.
        """
        card_pair = (card, other_card) if player == BLACK else (other_card, card)
        _player, orders = self.continuations(position, piece, *card_pair)
        points_index = _POINTS_INDEX + 1 - player
        return any(after[points_index] > position[points_index] for positions in orders for after in positions)

    def next_turn(self, position: Position) -> Position:
        """Return the position at the start of the next turn.

        Pieces that have scored return to their start spaces, or wait while these are occupied.
        """
        if not position[_SCORED_INDEX] and OFF_BOARD not in position[:3]:
            return position
        values = list(position)
        if self.terms.goal == THREE_POINTS and self.winner(position) is None:
            for piece in PIECES:
                if position[_SCORED_INDEX] >> piece & 1:
                    values[piece] = OFF_BOARD
            for piece in PIECES:
                if values[piece] == OFF_BOARD and self.starts[piece] not in values[:3]:
                    values[piece] = self.starts[piece]
        return (values[0], values[1], values[2], 0, values[4], values[5])


def with_piece(position: Position, piece: int, space: int) -> Position:
    """Return the position with a piece on another space."""
    red, blue, yellow, scored_mask, black, white = position
    if piece == RED:
        return (space, blue, yellow, scored_mask, black, white)
    if piece == BLUE:
        return (red, space, yellow, scored_mask, black, white)
    return (red, blue, space, scored_mask, black, white)


def acting_players(position: Position, piece: int, black: int, white: int) -> tuple[int, ...]:
    """Return the players whose cards move a piece, in order. Equal cards, and cards on a waiting piece, do nothing."""
    if black == white or position[piece] == OFF_BOARD:
        return ()
    return (BLACK, WHITE) if black > white else (WHITE, BLACK)


def _end_space(rays: Rays, space: int, second_space: int, third_space: int) -> tuple[int, bool]:
    """Return the end space of a piece that moves along rays in order, and True if the piece moves.

    ``_compute_walks`` finds the same end, but also builds the paths, which the search does not need.
    """
    has_moved = False
    for ray in rays:
        for next_space in ray[space]:
            if next_space in (second_space, third_space):
                break
            space, has_moved = next_space, True
    return space, has_moved


def _compute_walks(rays: Rays, space: int, second_space: int, third_space: int) -> tuple[Walk, ...]:
    walks = []
    for ray in rays:
        path, blocker = [space], OFF_BOARD
        for next_space in ray[space]:
            if next_space in (second_space, third_space):
                blocker = next_space
                break
            path.append(next_space)
        walks.append((tuple(path), blocker))
        space = path[-1]
    return tuple(walks)


@lru_cache(maxsize=16)
def _rays(board: Board, deck: Deck) -> tuple[tuple[Rays, ...], ...]:
    """Return the rays of each card from each space, by player and card."""
    steps, spaces, numbers = end_spaces_by_step(board), numbered_spaces(board), space_numbers(board)

    def path(space: Space, direction: tuple[int, int], step_count: int) -> tuple[int, ...]:
        path: list[int] = []
        while len(path) < step_count and (space, direction) in steps:
            space = steps[space, direction]
            path.append(numbers[space])
        return tuple(path)

    def card_rays(player: int, card: int) -> Rays:
        parts = [(step_vector(player, part.direction), part.steps) for part in deck[card - 1]]
        return tuple(tuple(path(space, *part) for space in spaces) for part in parts)

    return tuple(((), *(card_rays(player, card) for card in CARDS)) for player in (BLACK, WHITE))


@lru_cache(maxsize=4)
def numbered_board(terms: Terms) -> NumberedBoard:
    """Return the numbered board for the terms of a game, from a cache."""
    return NumberedBoard(terms)
