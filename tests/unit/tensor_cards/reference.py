"""A slow implementation of a turn of the card game with spaces by column and row, as the rulebook states it."""

from __future__ import annotations

from ruleboard.games.tensor_cards.board import PIECES, Board, Space, end_spaces_by_step
from ruleboard.games.tensor_cards.cards import BLACK, WHITE, Card, step_vector
from ruleboard.games.tensor_cards.resolution import Choice, Event, PartMovement
from ruleboard.games.tensor_cards.state import THREE_POINTS, THREE_POINTS_RESET, Pieces, State, Terms

Result = tuple[tuple[Event, ...], Pieces, tuple[int, int], int, Choice | None]
"""The attributes of a resolution: events, pieces, points, the number of revealed pieces, and the next choice."""


def move_piece(board: Board, pieces: Pieces, piece: int, player: int, parts: Card) -> tuple[PartMovement, ...]:
    """Return the movements of a piece by the parts of a player's card, in the order of ``parts``.

    Implements 'Play' (Moving). A piece off the board has no movements.
    """
    space = pieces[piece]
    if space is None:
        return ()
    steps = end_spaces_by_step(board)
    movements = []
    for part in parts:
        direction = step_vector(player, part.direction)
        path, blocker = [space], None
        for _ in range(part.steps):
            next_space = steps.get((space, direction))
            if next_space is None:
                break
            if next_space in pieces and pieces.index(next_space) != piece:
                blocker = pieces.index(next_space)
                break
            path.append(next_space)
            space = next_space
        movements.append(PartMovement(part, tuple(path), blocker))
    return tuple(movements)


def resolve(state: State) -> Result:
    """Return the resolution of a turn after both players have committed their cards."""
    terms = state.terms
    black, white = state.placements
    resolver = _TurnResolver(terms, state.pieces, state.points)
    remaining_choices = list(state.choices)
    for piece in PIECES:
        cards = (black[piece], white[piece])
        resolver.append_event("reveal", piece, cards=cards)
        if cards[BLACK] == cards[WHITE]:
            resolver.append_event("cancel", piece, cards=cards)
            continue
        if resolver.pieces[piece] is None:
            resolver.append_event("wait", piece, cards=cards)
            continue
        first_player = BLACK if cards[BLACK] > cards[WHITE] else WHITE
        for player in (first_player, 1 - first_player):
            parts = terms.deck[cards[player] - 1]
            choice = _find_order_choice(terms.board, resolver.pieces, piece, player, cards[player], parts)
            if choice is not None:
                if not remaining_choices:
                    return resolver.result(piece + 1, choice)
                if remaining_choices.pop(0) != parts[0].direction:
                    parts = (parts[1], parts[0])
            if resolver.play_card(piece, player, cards, parts):
                return resolver.result(piece + 1)
    resolver.finish_turn()
    return resolver.result(len(PIECES))


def _find_order_choice(board: Board, pieces: Pieces, piece: int, player: int, card: int, parts: Card) -> Choice | None:
    """Return the choice between the orders of a card's parts, or None if both orders end on the same space."""
    if len(parts) == 1:
        return None
    first_end, second_end = (
        move_piece(board, pieces, piece, player, order)[-1].path[-1] for order in (parts, (parts[1], parts[0]))
    )
    if first_end == second_end:
        return None
    return Choice(player, piece, card, ((parts[0].direction, first_end), (parts[1].direction, second_end)))


class _TurnResolver:
    def __init__(self, terms: Terms, pieces: Pieces, points: tuple[int, int]) -> None:
        self.terms = terms
        self.pieces = pieces
        self.points = points
        self.scored_pieces: set[int] = set()
        self.events: list[Event] = []

    def append_event(
        self,
        kind: str,
        piece: int,
        player: int | None = None,
        cards: tuple[int, int] = (0, 0),
        movements: tuple[PartMovement, ...] = (),
        star: Space | None = None,
    ) -> None:
        self.events.append(Event(kind, piece, self.pieces, self.points, player, cards, movements, star))

    def result(self, revealed_count: int, choice: Choice | None = None) -> Result:
        return (tuple(self.events), self.pieces, self.points, revealed_count, choice)

    def place_piece(self, piece: int, space: Space | None) -> None:
        """Place a piece on a space, or remove it from the board if ``space`` is None."""
        places = list(self.pieces)
        places[piece] = space
        self.pieces = (places[0], places[1], places[2])

    def play_card(self, piece: int, player: int, cards: tuple[int, int], parts: Card) -> bool:
        """Move a piece by a card, and return True if the player wins. Implements 'Play' (Winning) and 'Variants'."""
        movements = move_piece(self.terms.board, self.pieces, piece, player, parts)
        end = movements[-1].path[-1]
        self.place_piece(piece, end)
        is_on_star = end in self.terms.board.stars and any(movement.step_count for movement in movements)
        is_point = is_on_star and self.terms.is_counting_star(player, end)
        self.append_event("move", piece, player, cards, movements, end if is_on_star and not is_point else None)
        if not is_point:
            return False
        black, white = self.points
        self.points = (black + 1, white) if player == BLACK else (black, white + 1)
        self.scored_pieces.add(piece)
        self.append_event("score", piece, player, cards)
        if self.points[player] >= self.terms.points_to_win:
            return True
        if self.terms.goal == THREE_POINTS_RESET:
            self.pieces = self.terms.board.starts
            self.append_event("reset", piece)
        return False

    def finish_turn(self) -> None:
        """Lift the pieces that have scored, then return waiting pieces to the board.

        Implements 'Variants' (three-points).
        """
        if self.terms.goal != THREE_POINTS:
            return
        for piece in sorted(self.scored_pieces):
            self.place_piece(piece, None)
            self.append_event("lift", piece)
        for piece in PIECES:
            start = self.terms.board.starts[piece]
            if self.pieces[piece] is None and start not in self.pieces:
                self.place_piece(piece, start)
                self.append_event("return", piece)
