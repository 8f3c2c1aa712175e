"""A fast board with numbered spaces, for a search that plays many thousands of turns."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from ruleboard.games.tensor_cards.board import BLUE, PIECES, RED, steps_by_line
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE, step_vector
from ruleboard.games.tensor_cards.state import THREE_POINTS, THREE_POINTS_RESET, State, Terms

OFF_BOARD: Final = -1
"""The space of a piece that waits off the board."""
Position: TypeAlias = tuple[int, int, int, int, int, int]
"""The spaces of red, blue and yellow, a bit mask of the pieces that have scored this turn, and the points of Black and
White."""
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
        self.spaces = tuple(sorted(terms.board.spaces))
        self._number_of_space = {space: number for number, space in enumerate(self.spaces)}
        self.starts = tuple(self._number_of_space[space] for space in terms.board.starts)
        self.counting_stars = tuple(
            tuple(space in terms.board.stars and terms.star_counts(player, space) for space in self.spaces)
            for player in (BLACK, WHITE)
        )
        """For each player and space, True if the space has a star that counts for the player."""
        self._rays = self._make_rays()
        self._ends: dict[tuple[int, int, int, int, int], tuple[tuple[int, bool], ...]] = {}
        self._continuations: dict[tuple[Position, int, int, int], Continuations] = {}

    def _make_rays(self) -> tuple[tuple[tuple[tuple[tuple[int, ...], ...], ...], ...], ...]:
        """Return the path of each part of each card from each space, by player, card, part, and start space."""
        steps = steps_by_line(self.terms.board)
        rays = []
        for player in (BLACK, WHITE):
            cards: list[tuple[tuple[tuple[int, ...], ...], ...]] = [()]
            for card in CARDS:
                parts = []
                for part in self.terms.deck[card - 1]:
                    direction = step_vector(player, part.direction)
                    paths = []
                    for space in self.spaces:
                        path: list[int] = []
                        current = space
                        while len(path) < part.steps and (current, direction) in steps:
                            current = steps[current, direction]
                            path.append(self._number_of_space[current])
                        paths.append(tuple(path))
                    parts.append(tuple(paths))
                cards.append(tuple(parts))
            rays.append(tuple(cards))
        return tuple(rays)

    def position(self, state: State) -> Position:
        """Convert a state to its position at the start of the turn."""
        red, blue, yellow = (OFF_BOARD if space is None else self._number_of_space[space] for space in state.pieces)
        return (red, blue, yellow, 0, *state.points)

    def winner(self, position: Position) -> int | None:
        """Return the player who has won in a position, or None."""
        points_to_win = self.terms.points_to_win
        return (
            BLACK
            if position[_POINTS_INDEX] >= points_to_win
            else WHITE
            if position[_POINTS_INDEX + 1] >= points_to_win
            else None
        )

    def end_spaces(
        self, player: int, card: int, space: int, second_space: int, third_space: int
    ) -> tuple[tuple[int, bool], ...]:
        """Return the spaces on which a card may end the movement of a piece, each with True if the piece moves.

        A card with two parts has two end spaces if the two orders of its parts end differently.

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
                spaces |= {onto for space in spaces for onto in ray[space]}
            ends |= spaces
        return ends

    def positions_after_card(self, position: Position, piece: int, player: int, card: int) -> tuple[Position, ...]:
        """Return the positions after a card moves a piece, one for each order of its parts that ends differently."""
        space = position[piece]
        if space == OFF_BOARD:
            return (position,)
        red, blue, yellow, scored, black, white = position
        second_space, third_space = (blue, yellow) if piece == RED else (red, yellow) if piece == BLUE else (red, blue)
        counting = self.counting_stars[player]
        positions = []
        for end, moved in self.end_spaces(player, card, space, second_space, third_space):
            if piece == RED:
                new_position = (end, blue, yellow, scored, black, white)
            elif piece == BLUE:
                new_position = (red, end, yellow, scored, black, white)
            else:
                new_position = (red, blue, end, scored, black, white)
            positions.append(
                self._position_after_score(new_position, piece, player) if moved and counting[end] else new_position
            )
        return tuple(positions)

    def _position_after_score(self, position: Position, piece: int, player: int) -> Position:
        places = list(position)
        places[_POINTS_INDEX + player] += 1
        places[_SCORED_INDEX] |= 1 << piece
        if self.terms.goal == THREE_POINTS_RESET and places[_POINTS_INDEX + player] < self.terms.points_to_win:
            places[:3] = self.starts
        return (places[0], places[1], places[2], places[3], places[4], places[5])

    def continuations(self, position: Position, piece: int, black: int, white: int) -> Continuations:
        """Return the possible positions after the cards ``black`` and ``white`` have both moved a piece."""
        key = (position, piece, black, white)
        result = self._continuations.get(key)
        if result is None:
            if len(self._continuations) >= MAX_CACHE_ENTRIES:
                self._continuations.clear()
            result = self._continuations[key] = self._compute_continuations(position, piece, black, white)
        return result

    def _compute_continuations(self, position: Position, piece: int, black: int, white: int) -> Continuations:
        if black == white or position[piece] == OFF_BOARD:
            return BLACK, ((position,),)
        first_player = BLACK if black > white else WHITE
        cards = (black, white)
        return first_player, tuple(
            (after_first,)
            if self.winner(after_first) is not None
            else self.positions_after_card(after_first, piece, 1 - first_player, cards[1 - first_player])
            for after_first in self.positions_after_card(position, piece, first_player, cards[first_player])
        )

    def next_turn(self, position: Position) -> Position:
        """Return the position at the start of the next turn.

        Pieces that have scored return to their start spaces, or wait while these are occupied.
        """
        if not position[_SCORED_INDEX] and OFF_BOARD not in position[:3]:
            return position
        places = list(position)
        if self.terms.goal == THREE_POINTS and self.winner(position) is None:
            for piece in PIECES:
                if position[_SCORED_INDEX] >> piece & 1:
                    places[piece] = OFF_BOARD
            for piece in PIECES:
                if places[piece] == OFF_BOARD and self.starts[piece] not in places[:3]:
                    places[piece] = self.starts[piece]
        return (places[0], places[1], places[2], 0, places[4], places[5])


def _end_space(
    rays: tuple[tuple[tuple[int, ...], ...], ...], space: int, second_space: int, third_space: int
) -> tuple[int, bool]:
    """Return the end space of a piece that moves along rays in order, and True if the piece moves."""
    has_moved = False
    for ray in rays:
        for next_space in ray[space]:
            if next_space in (second_space, third_space):
                break
            space, has_moved = next_space, True
    return space, has_moved


@lru_cache(maxsize=4)
def numbered_board(terms: Terms) -> NumberedBoard:
    """Return the numbered board for the terms of a game, from a cache."""
    return NumberedBoard(terms)
