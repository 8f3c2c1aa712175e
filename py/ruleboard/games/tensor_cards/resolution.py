"""Resolve turns. A resolution lists the effects of the revealed cards as events."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from ruleboard.games.tensor_cards.board import PIECES, Board, Space, steps_by_line
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE, Card, Part, step_vector
from ruleboard.games.tensor_cards.state import (
    HIDDEN,
    MAX_HAND_NUMBER,
    NO_PLACEMENT,
    THREE_POINTS,
    THREE_POINTS_RESET,
    TURNS_PER_HAND,
    ChooseOrder,
    CommitPlacement,
    Move,
    Pieces,
    Placement,
    State,
    Terms,
)


@dataclass(frozen=True, slots=True)
class PartMovement:
    """The movement of a piece by one part of a card, until an obstacle or the last step.

    Attributes:
        part: the part.
        path: the spaces from the start of the movement to its end.
        blocker: the piece that blocks the path, or None.
    """

    part: Part
    path: tuple[Space, ...]
    blocker: int | None = None

    @property
    def step_count(self) -> int:
        """The number of steps that the piece moves."""
        return len(self.path) - 1

    @property
    def lost_steps(self) -> int:
        """The number of steps that the piece cannot make because of an obstacle."""
        return self.part.steps - self.step_count


@dataclass(frozen=True, slots=True)
class Event:
    """An event during a reveal.

    Attributes:
        kind: ``reveal`` (both cards on a piece), ``cancel`` (the cards are equal), ``wait`` (the piece is off the
            board), ``move`` (a card acts, even if the piece cannot move), ``score``, ``reset`` (all pieces return
            to their starts), ``lift`` (a piece that has scored leaves the board), ``return`` (a piece returns to
            its start).
        piece: the piece.
        pieces: the spaces of all pieces after the event.
        points: the points of Black and White after the event.
        player: the player whose card acts or who scores, or None for other kinds.
        cards: the cards of Black and White on the piece.
        movements: for ``move``, the movements by the card's parts, in order.
        star: for ``move``, the star on which the piece ends if this star does not count for the player, or None.
    """

    kind: str
    piece: int
    pieces: Pieces
    points: tuple[int, int]
    player: int | None = None
    cards: tuple[int, int] = (0, 0)
    movements: tuple[PartMovement, ...] = ()
    star: Space | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that a player must make: which part of a card comes first.

    Attributes:
        player: the owner of the card.
        piece: the piece that the card moves.
        card: the number of the card.
        ends: for each part, its direction and the end space of the piece if this part comes first.
    """

    player: int
    piece: int
    card: int
    ends: tuple[tuple[str, Space], tuple[str, Space]]


@dataclass(frozen=True, slots=True)
class Resolution:
    """The resolution of a turn, up to the next choice or to the end of the turn.

    Attributes:
        events: the events, in order.
        pieces: the spaces of the pieces after the events.
        points: the points of Black and White after the events.
        revealed_count: the number of pieces whose cards are revealed.
        choice: the choice that a player must make next, or None if the turn is complete.
    """

    events: tuple[Event, ...]
    pieces: Pieces
    points: tuple[int, int]
    revealed_count: int
    choice: Choice | None = None


def move_piece(board: Board, pieces: Pieces, piece: int, player: int, parts: Card) -> tuple[PartMovement, ...]:
    """Return the movements of a piece by the parts of a player's card, in the order of ``parts``.

    Implements 'Play' (Moving). A piece off the board has no movements.
    """
    space = pieces[piece]
    if space is None:
        return ()
    steps = steps_by_line(board)
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


def single_card_movements(
    terms: Terms, pieces: Pieces, piece: int, player: int, card: int
) -> tuple[tuple[PartMovement, ...], ...]:
    """Return the movements of a piece if only one card acts.

    There is one result for each order of the card's parts that ends differently. A piece off the board has no
    movements.
    """
    if pieces[piece] is None:
        return ()
    parts = terms.deck[card - 1]
    orders = dict.fromkeys((parts, parts[::-1]))
    movements_by_order = [move_piece(terms.board, pieces, piece, player, order) for order in orders]
    ends = {movements[-1].path[-1]: movements for movements in reversed(movements_by_order)}
    return tuple(movements for movements in movements_by_order if ends[movements[-1].path[-1]] is movements)


@lru_cache(maxsize=256)
def resolve(state: State) -> Resolution:
    """Return the resolution of a turn after both players have committed their cards.

    Implements 'Play' and 'Variants'. If ``state`` is a player's view, the resolution stops at hidden cards.
    """
    black, white = state.placements
    return resolve_cards(state.terms, state.pieces, state.points, black, white, state.choices)


def resolve_cards(
    terms: Terms, pieces: Pieces, points: tuple[int, int], black: Placement, white: Placement, choices: tuple[str, ...]
) -> Resolution:
    """Return the resolution of a turn for the given placements and choices.

    Args:
        terms: the terms of the game.
        pieces: the spaces of the pieces at the start of the turn.
        points: the points of Black and White at the start of the turn.
        black: Black's placement.
        white: White's placement.
        choices: the first directions that players have chosen, in order.
    """
    resolver = _TurnResolver(terms, pieces, points)
    remaining_choices = list(choices)
    for piece in PIECES:
        cards = (black[piece], white[piece])
        if HIDDEN in cards:
            return resolver.result(piece)
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
            choice = _order_choice(terms.board, resolver.pieces, piece, player, cards[player], parts)
            if choice is not None:
                if not remaining_choices:
                    return resolver.result(piece + 1, choice)
                if remaining_choices.pop(0) != parts[0].direction:
                    parts = (parts[1], parts[0])
            if resolver.play_card(piece, player, cards, parts):
                return resolver.result(piece + 1)
    resolver.finish_turn()
    return resolver.result(len(PIECES))


def _order_choice(board: Board, pieces: Pieces, piece: int, player: int, card: int, parts: Card) -> Choice | None:
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

    def result(self, revealed_count: int, choice: Choice | None = None) -> Resolution:
        return Resolution(tuple(self.events), self.pieces, self.points, revealed_count, choice)

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
        is_point = is_on_star and self.terms.star_counts(player, end)
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


def new_events(before: State, move: Move) -> tuple[Event, ...]:
    """Return the events that follow a legal move; empty if the move reveals no cards.

    The result is also empty if ``before`` is a player's view that hides the revealed cards.
    """
    match move:
        case ChooseOrder(first_direction):
            earlier_count = len(resolve(before).events)
            return resolve(before.with_order(first_direction)).events[earlier_count:]
        case CommitPlacement(cards) if before.placing_player == WHITE:
            return resolve(before.with_placement(cards)).events
        case _:
            return ()


def current_pieces(state: State) -> Pieces:
    """Return the current spaces of the pieces. During a reveal, they include the movements so far."""
    return resolve(state).pieces if state.placing_player is None else state.pieces


def player_to_move(state: State) -> int | None:
    """Return the player to move, or None if the game is over or if hidden cards determine who is next."""
    if state.is_over:
        return None
    if state.placing_player is not None:
        return state.placing_player
    choice = resolve(state).choice
    return choice.player if choice else None


def state_after_reveal(state: State) -> State:
    """Return the state at the start of the next turn, or ``state`` itself if a player must choose an order first.

    Implements 'Play' (hands). Both players have committed their cards.
    """
    result = resolve(state)
    if result.choice is not None:
        return state
    is_last_turn = state.turn == TURNS_PER_HAND
    hands = tuple(
        CARDS if is_last_turn else tuple(card for card in hand if card not in placement)
        for hand, placement in zip(state.hands, state.placements, strict=True)
    )
    next_state = replace(
        state,
        pieces=result.pieces,
        points=result.points,
        hands=(hands[0], hands[1]),
        hand=min(state.hand + is_last_turn, MAX_HAND_NUMBER),
        turn=1 if is_last_turn else state.turn + 1,
        draft=NO_PLACEMENT,
        placements=(),
        choices=(),
    )
    return next_state if next_state.winner is None else replace(next_state, winning_turn_state=state)
