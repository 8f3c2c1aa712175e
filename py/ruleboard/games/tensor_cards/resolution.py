"""Resolution of a turn: the effects of the cards revealed, worked out as a list of events."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from ruleboard.games.tensor_cards.board import PIECES, Board, Space, steps_by_line
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE, Card, Part, vector
from ruleboard.games.tensor_cards.state import (
    HIDDEN,
    LAST_COUNTED,
    NOTHING,
    THREE_POINTS,
    THREE_POINTS_RESET,
    TURNS,
    ChooseOrder,
    Lay,
    LayCards,
    Move,
    Pieces,
    State,
    Terms,
)


@dataclass(frozen=True, slots=True)
class PartMovement:
    """One part of a card, carried out as far as possible.

    Attributes:
        part: the part as the card has it.
        path: the spaces passed, from the first one to the one where the piece stopped.
        blocker: the piece in the way, None if there was none or a line was missing.
    """

    part: Part
    path: tuple[Space, ...]
    blocker: int | None = None

    @property
    def made(self) -> int:
        """The number of steps made."""
        return len(self.path) - 1

    @property
    def lost(self) -> int:
        """The number of steps not made."""
        return self.part.steps - self.made


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a reveal.

    Attributes:
        kind: ``reveal`` (both cards on a piece are revealed), ``cancel`` (they are equal), ``wait`` (the piece
            is out of play), ``move`` (a card acts, perhaps in vain), ``score``, ``reset`` (all pieces go back
            to their starts), ``lift`` (a piece that scored leaves the board), ``return`` (a piece comes back
            to its start).
        piece: the piece concerned.
        pieces: the spaces of all pieces afterwards.
        points: the points of Black and White afterwards.
        player: the player whose card acts or who scores; None where both are concerned.
        cards: the cards of Black and White on this piece.
        movements: for ``move``, the parts in the order in which they were carried out.
        star: for ``move``, the star on which the movement ended without counting for the player, if any.
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
    """A choice that is due: the part of a card that comes first.

    Attributes:
        player: the owner of the card, who chooses.
        piece: the piece it moves.
        card: its number.
        ends: for either part, were it first, its direction and the space where the piece would end.
    """

    player: int
    piece: int
    card: int
    ends: tuple[tuple[str, Space], tuple[str, Space]]


@dataclass(frozen=True, slots=True)
class Resolution:
    """The resolution of a turn, up to the next choice or to its end.

    Attributes:
        events: the events, in order.
        pieces: the spaces of the pieces now.
        points: the points of Black and White now.
        revealed: the number of pieces whose cards have been revealed.
        choice: the choice that is due, None if the turn is complete.
    """

    events: tuple[Event, ...]
    pieces: Pieces
    points: tuple[int, int]
    revealed: int
    choice: Choice | None = None


def move_piece(board: Board, pieces: Pieces, piece: int, player: int, parts: Card) -> tuple[PartMovement, ...]:
    """Return the movement of a piece along a player's parts in this order, each as far as it goes.

    Implements 'Play' (Moving). Empty for a piece that is out of play.
    """
    at = pieces[piece]
    if at is None:
        return ()
    steps = steps_by_line(board)
    movements = []
    for part in parts:
        direction = vector(player, part.direction)
        path, blocker = [at], None
        for _ in range(part.steps):
            onto = steps.get((at, direction))
            if onto is None:
                break
            if onto in pieces and pieces.index(onto) != piece:
                blocker = pieces.index(onto)
                break
            path.append(onto)
            at = onto
        movements.append(PartMovement(part, tuple(path), blocker))
    return tuple(movements)


def lone_movements(
    terms: Terms, pieces: Pieces, piece: int, player: int, card: int
) -> tuple[tuple[PartMovement, ...], ...]:
    """Return the movements of a piece if a card acted alone, one for each order of its parts that ends elsewhere.

    Empty for a piece that is out of play.
    """
    if pieces[piece] is None:
        return ()
    parts = terms.deck[card - 1]
    orders = dict.fromkeys((parts, parts[::-1]))
    found = [move_piece(terms.board, pieces, piece, player, order) for order in orders]
    ends = {movements[-1].path[-1]: movements for movements in reversed(found)}
    return tuple(movements for movements in found if ends[movements[-1].path[-1]] is movements)


@lru_cache(maxsize=256)
def resolve(state: State) -> Resolution:
    """Return the resolution of a turn in which both players have laid.

    Implements 'Play' and 'Variants'. Cards that a view hides are not revealed.
    """
    black, white = state.laid
    return resolve_cards(state.terms, state.pieces, state.points, black, white, state.choices)


def resolve_cards(
    terms: Terms, pieces: Pieces, points: tuple[int, int], black: Lay, white: Lay, choices: tuple[str, ...]
) -> Resolution:
    """Return the resolution of a turn, given the parts of a state it depends on.

    Args:
        terms: the terms of the game.
        pieces: the spaces of the pieces when the turn began.
        points: the points of Black and White when the turn began.
        black: Black's cards.
        white: White's cards.
        choices: the directions chosen to come first, in order.
    """
    turn = _Turn(terms, pieces, points)
    choices_left = list(choices)
    for piece in PIECES:
        cards = (black[piece], white[piece])
        if HIDDEN in cards:
            return turn.result(piece)
        turn.record("reveal", piece, cards=cards)
        if cards[BLACK] == cards[WHITE]:
            turn.record("cancel", piece, cards=cards)
            continue
        if turn.pieces[piece] is None:
            turn.record("wait", piece, cards=cards)
            continue
        first = BLACK if cards[BLACK] > cards[WHITE] else WHITE
        for player in (first, 1 - first):
            parts = terms.deck[cards[player] - 1]
            choice = _choice(terms.board, turn.pieces, piece, player, cards[player], parts)
            if choice is not None:
                if not choices_left:
                    return turn.result(piece + 1, choice)
                if choices_left.pop(0) != parts[0].direction:
                    parts = (parts[1], parts[0])
            if turn.play_card(piece, player, cards, parts):
                return turn.result(piece + 1)
    turn.end()
    return turn.result(len(PIECES))


def _choice(board: Board, pieces: Pieces, piece: int, player: int, card: int, parts: Card) -> Choice | None:
    """Return the choice of an order, None if both orders end on the same space."""
    if len(parts) == 1:
        return None
    one, other = (
        move_piece(board, pieces, piece, player, order)[-1].path[-1] for order in (parts, (parts[1], parts[0]))
    )
    if one == other:
        return None
    return Choice(player, piece, card, ((parts[0].direction, one), (parts[1].direction, other)))


class _Turn:
    """The pieces and points while the cards of one turn act, and the events so far."""

    def __init__(self, terms: Terms, pieces: Pieces, points: tuple[int, int]) -> None:
        self.terms = terms
        self.pieces = pieces
        self.points = points
        self.scored: set[int] = set()
        self.events: list[Event] = []

    def record(
        self,
        kind: str,
        piece: int,
        player: int | None = None,
        cards: tuple[int, int] = (0, 0),
        movements: tuple[PartMovement, ...] = (),
        star: Space | None = None,
    ) -> None:
        """Add an event, with the pieces and points as they are now."""
        self.events.append(Event(kind, piece, self.pieces, self.points, player, cards, movements, star))

    def result(self, revealed: int, choice: Choice | None = None) -> Resolution:
        """Return the resolution so far."""
        return Resolution(tuple(self.events), self.pieces, self.points, revealed, choice)

    def put(self, piece: int, space: Space | None) -> None:
        """Put a piece on a space, or take it off the board."""
        places = list(self.pieces)
        places[piece] = space
        self.pieces = (places[0], places[1], places[2])

    def play_card(self, piece: int, player: int, cards: tuple[int, int], parts: Card) -> bool:
        """Let one card move its piece and return True if that wins. Implements 'Play' (Winning) and 'Variants'."""
        movements = move_piece(self.terms.board, self.pieces, piece, player, parts)
        end = movements[-1].path[-1]
        self.put(piece, end)
        arrived = end in self.terms.board.stars and any(movement.made for movement in movements)
        counts = arrived and self.terms.counts(player, end)
        self.record("move", piece, player, cards, movements, end if arrived and not counts else None)
        if not counts:
            return False
        black, white = self.points
        self.points = (black + 1, white) if player == BLACK else (black, white + 1)
        self.scored.add(piece)
        self.record("score", piece, player, cards)
        if self.points[player] >= self.terms.points_to_win:
            return True
        if self.terms.goal == THREE_POINTS_RESET:
            self.pieces = self.terms.board.starts
            self.record("reset", piece)
        return False

    def end(self) -> None:
        """Lift the pieces that scored, then return waiting pieces. Implements 'Variants' (three-points)."""
        if self.terms.goal != THREE_POINTS:
            return
        for piece in sorted(self.scored):
            self.put(piece, None)
            self.record("lift", piece)
        for piece in PIECES:
            start = self.terms.board.starts[piece]
            if self.pieces[piece] is None and start not in self.pieces:
                self.put(piece, start)
                self.record("return", piece)


def new_events(before: State, move: Move) -> tuple[Event, ...]:
    """Return the events that a legal move sets off.

    Empty unless cards are revealed, and where ``before`` is a view that hides them.
    """
    match move:
        case ChooseOrder(first):
            known = len(resolve(before).events)
            return resolve(before.with_order(first)).events[known:]
        case LayCards(cards) if before.laying == WHITE:
            return resolve(before.with_cards_laid(cards)).events
        case _:
            return ()


def current_pieces(state: State) -> Pieces:
    """Return the spaces of the pieces now, also in the midst of a reveal."""
    return resolve(state).pieces if state.laying is None else state.pieces


def player_to_move(state: State) -> int | None:
    """Return the player who lays or chooses an order, None at the end and where the choice is hidden in a view."""
    if state.over:
        return None
    if state.laying is not None:
        return state.laying
    choice = resolve(state).choice
    return choice.player if choice else None


def after_reveal(state: State) -> State:
    """Return the state after a reveal: the same one if a choice is due, else that of the next turn.

    Implements 'Play' (hands). Both players have laid.
    """
    result = resolve(state)
    if result.choice is not None:
        return state
    last = state.turn == TURNS
    hands = tuple(
        CARDS if last else tuple(card for card in hand if card not in lay)
        for hand, lay in zip(state.hands, state.laid, strict=True)
    )
    after = replace(
        state,
        pieces=result.pieces,
        points=result.points,
        hands=(hands[0], hands[1]),
        hand=min(state.hand + last, LAST_COUNTED),
        turn=1 if last else state.turn + 1,
        draft=NOTHING,
        laid=(),
        choices=(),
    )
    return after if after.winner is None else replace(after, decided_by=state)
