"""Resolve turns. A resolution lists the effects of the revealed cards as events."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ruleboard.games.tensor_cards.board import PIECES, Space, space_numbers
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE, Part
from ruleboard.games.tensor_cards.numbered_board import NumberedBoard, acting_players, numbered_board, with_piece
from ruleboard.games.tensor_cards.state import (
    HIDDEN_CARD,
    MAX_HAND_NUMBER,
    NO_PLACEMENT,
    OFF_BOARD,
    THREE_POINTS,
    THREE_POINTS_RESET,
    TURNS_PER_HAND,
    ChooseOrder,
    CommitPlacement,
    Move,
    Pieces,
    Placement,
    Position,
    State,
    Terms,
    pieces_on,
    position_of,
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
        position: the position after the events.
        pieces: the spaces of the pieces after the events.
        revealed_count: the number of pieces whose cards are revealed.
        choice: the choice that a player must make next, or None if the turn is complete.
    """

    events: tuple[Event, ...]
    position: Position
    pieces: Pieces
    revealed_count: int
    choice: Choice | None = None

    @property
    def points(self) -> tuple[int, int]:
        """The points of Black and White after the events."""
        return self.position[4:]


def movements_by_order(
    board: NumberedBoard, position: Position, piece: int, player: int, card: int
) -> tuple[tuple[PartMovement, ...], ...]:
    """Return the movements of a piece if only one card acts.

    There is one sequence for each order of the card's parts. Orders with the same end count once. A piece off the board
    has no movements.
    """
    if position[piece] == OFF_BOARD:
        return ()
    second_space, third_space = (position[other_piece] for other_piece in PIECES if other_piece != piece)
    parts, spaces = board.terms.deck[card - 1], board.spaces
    return tuple(
        tuple(
            PartMovement(
                part,
                tuple(spaces[number] for number in path),
                None if blocker == OFF_BOARD else position.index(blocker),
            )
            for part, (path, blocker) in zip(order, walks, strict=True)
        )
        for order, walks in zip(
            (parts, parts[::-1]),
            board.walks(player, card, position[piece], second_space, third_space),
            strict=False,
        )
    )


def single_card_movements(
    terms: Terms, pieces: Pieces, piece: int, player: int, card: int
) -> tuple[tuple[PartMovement, ...], ...]:
    """Return the movements of a piece if only one card acts; see ``movements_by_order``."""
    return movements_by_order(numbered_board(terms), position_of(terms.board, pieces), piece, player, card)


@lru_cache(maxsize=256)
def resolve(state: State) -> Resolution:
    """Return the resolution of a turn after both players have committed their cards.

    Implements 'Play' and 'Variants'. If ``state`` is a player's view, the resolution stops at hidden cards.
    """
    black, white = state.placements
    return resolve_cards(state.terms, state.position, black, white, state.choices)


def resolve_cards(
    terms: Terms, position: Position, black: Placement, white: Placement, choices: tuple[str, ...]
) -> Resolution:
    """Return the resolution of a turn for the given placements and choices.

    Args:
        terms: the terms of the game.
        position: the position at the start of the turn.
        black: Black's placement.
        white: White's placement.
        choices: the first directions that players have chosen, in order.
    """
    board = numbered_board(terms)
    spaces, numbers = (*board.spaces, None), space_numbers(terms.board)
    events: list[Event] = []
    remaining_choices = list(choices)

    def add_event(kind: str, piece: int, position: Position, *event_details: Any) -> None:
        events.append(Event(kind, piece, pieces_on(spaces, position), position[4:], *event_details))

    def build_resolution(revealed_count: int, choice: Choice | None = None) -> Resolution:
        return Resolution(tuple(events), position, pieces_on(spaces, position), revealed_count, choice)

    for piece in PIECES:
        cards = (black[piece], white[piece])
        if HIDDEN_CARD in cards:
            return build_resolution(piece)
        add_event("reveal", piece, position, None, cards)
        players = acting_players(position, piece, *cards)
        if not players:
            add_event("cancel" if cards[BLACK] == cards[WHITE] else "wait", piece, position, None, cards)
        for player in players:
            orders = movements_by_order(board, position, piece, player, cards[player])
            order = 0
            if len(orders) > 1:
                first_option, second_option = (
                    (order_movements[0].part.direction, order_movements[-1].path[-1]) for order_movements in orders
                )
                if not remaining_choices:
                    return build_resolution(
                        piece + 1, Choice(player, piece, cards[player], (first_option, second_option))
                    )
                order = int(remaining_choices.pop(0) != first_option[0])
            movements, end = orders[order], orders[order][-1].path[-1]
            position_after_move = with_piece(position, piece, numbers[end])
            next_position = board.positions_after_card(position, piece, player, cards[player])[order]
            wins_point = next_position[4:] != position[4:]
            is_on_star = end in terms.board.stars and any(movement.step_count for movement in movements)
            star = end if is_on_star and not wins_point else None
            add_event("move", piece, position_after_move, player, cards, movements, star)
            position = next_position
            if wins_point:
                add_event("score", piece, (*position_after_move[:4], *position[4:]), player, cards)
            if board.winner(position) is not None:
                position = board.next_turn(position)
                return build_resolution(piece + 1)
            if wins_point and terms.goal == THREE_POINTS_RESET:
                add_event("reset", piece, position)
    event_position, position = position, board.next_turn(position)
    for piece in PIECES:
        if terms.goal == THREE_POINTS and event_position[3] >> piece & 1:
            event_position = with_piece(event_position, piece, OFF_BOARD)
            add_event("lift", piece, event_position)
    for piece in PIECES:
        if event_position[piece] != position[piece]:
            event_position = with_piece(event_position, piece, position[piece])
            add_event("return", piece, event_position)
    return build_resolution(len(PIECES))


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
    resolution = resolve(state)
    if resolution.choice is not None:
        return state
    is_last_turn = state.turn == TURNS_PER_HAND
    hands = tuple(
        CARDS if is_last_turn else tuple(card for card in hand if card not in placement)
        for hand, placement in zip(state.hands, state.placements, strict=True)
    )
    next_state = replace(
        state,
        position=resolution.position,
        hands=(hands[0], hands[1]),
        hand=min(state.hand + is_last_turn, MAX_HAND_NUMBER),
        turn=1 if is_last_turn else state.turn + 1,
        draft=NO_PLACEMENT,
        placements=(),
        choices=(),
    )
    return next_state if next_state.winner is None else replace(next_state, winning_turn_state=state)
