"""What the cards of a turn do: worked out step by step, as a list of events that can be shown and told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE, Card, Part, vector
from ruleboard.games.tensor_cards.layout import PIECES, Layout, Space, ways
from ruleboard.games.tensor_cards.state import (
    HIDDEN,
    LAST_COUNTED,
    NOTHING,
    THREE_POINTS,
    THREE_POINTS_RESET,
    TURNS,
    Lay,
    Pieces,
    State,
    Terms,
)


@dataclass(frozen=True, slots=True)
class Run:
    """One part of a card, carried out as far as it went.

    Attributes:
        part: what the card says.
        path: the spaces passed, from where the piece stood to where it stopped.
        blocker: the piece that stood in the way, None if nothing did or a line was missing.
    """

    part: Part
    path: tuple[Space, ...]
    blocker: int | None = None

    @property
    def made(self) -> int:
        """The steps that were made."""
        return len(self.path) - 1

    @property
    def lost(self) -> int:
        """The steps that were not."""
        return self.part.steps - self.made


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happens when the cards are turned over.

    Attributes:
        kind: ``reveal`` (both cards on a piece are turned), ``cancel`` (they are equal), ``wait`` (the piece
            is out of play), ``move`` (a card acts, perhaps in vain), ``score``, ``reset`` (all pieces go back
            to their starts), ``lift`` (a piece that scored leaves the board), ``return`` (a piece comes back
            to its start).
        piece: the piece it happens to.
        pieces: where all pieces are afterwards.
        points: what Black and White have afterwards.
        player: whose card acts or who scores; None where both are concerned.
        cards: the cards of Black and White on this piece.
        runs: for ``move``, the parts in the order they were carried out.
        star: for ``move``, the star on which the movement ended and which does not count for the player, if
            any.
    """

    kind: str
    piece: int
    pieces: Pieces
    points: tuple[int, int]
    player: int | None = None
    cards: tuple[int, int] = (0, 0)
    runs: tuple[Run, ...] = ()
    star: Space | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A player has to say which part of a card comes first.

    Attributes:
        player: whose card it is.
        piece: which piece it moves.
        card: its number.
        ends: for either part, were it first, its direction and where the piece would end.
    """

    player: int
    piece: int
    card: int
    ends: tuple[tuple[str, Space], tuple[str, Space]]


@dataclass(frozen=True, slots=True)
class Resolution:
    """How far the revealed cards have led.

    Attributes:
        events: what happened, in order.
        pieces: where the pieces are now.
        points: what Black and White have now.
        revealed: on how many pieces the cards have been turned over.
        choice: what has to be decided before it goes on, None if the turn is through.
    """

    events: tuple[Event, ...]
    pieces: Pieces
    points: tuple[int, int]
    revealed: int
    choice: Choice | None = None


def carry_out(layout: Layout, pieces: Pieces, piece: int, player: int, parts: Card) -> tuple[Run, ...]:
    """Move a piece along the parts in this order, each as far as it goes. Implements 'Play' (Moving)."""
    at = pieces[piece]
    if at is None:
        return ()
    steps = ways(layout)
    runs = []
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
        runs.append(Run(part, tuple(path), blocker))
    return tuple(runs)


@lru_cache(maxsize=256)
def resolution(state: State) -> Resolution:
    """Reveal and carry out the cards of a turn in which both have laid, up to the next choice or to its end.

    Implements 'Play' and 'Variants'. Cards that a view hides are not turned.
    """
    black, white = state.laid
    return turn_of_events(state.terms, state.pieces, state.points, black, white, state.choices)


def turn_of_events(
    terms: Terms, pieces: Pieces, points: tuple[int, int], black: Lay, white: Lay, choices: tuple[str, ...]
) -> Resolution:
    """As ``resolution``, given what matters of a state; ``choices`` are the first directions chosen."""
    table = _Table(terms, pieces, points)
    left = list(choices)
    for piece in PIECES:
        cards = (black[piece], white[piece])
        if HIDDEN in cards:
            return table.result(piece)
        table.note("reveal", piece, cards=cards)
        if cards[BLACK] == cards[WHITE]:
            table.note("cancel", piece, cards=cards)
            continue
        if table.pieces[piece] is None:
            table.note("wait", piece, cards=cards)
            continue
        first = BLACK if cards[BLACK] > cards[WHITE] else WHITE
        for player in (first, 1 - first):
            parts = terms.deck[cards[player] - 1]
            choice = _choice(terms.layout, table.pieces, piece, player, cards[player], parts)
            if choice is not None:
                if not left:
                    return table.result(piece + 1, choice)
                if left.pop(0) != parts[0].direction:
                    parts = (parts[1], parts[0])
            if table.act(piece, player, cards, parts):
                return table.result(piece + 1)
    table.end_turn()
    return table.result(len(PIECES))


def _choice(layout: Layout, pieces: Pieces, piece: int, player: int, card: int, parts: Card) -> Choice | None:
    """What the card's owner has to decide: the order, if it makes a difference to where the piece ends."""
    if len(parts) == 1:
        return None
    one, other = (
        carry_out(layout, pieces, piece, player, order)[-1].path[-1] for order in (parts, (parts[1], parts[0]))
    )
    if one == other:
        return None
    return Choice(player, piece, card, ((parts[0].direction, one), (parts[1].direction, other)))


class _Table:
    """The pieces and points while the cards of one turn act, and the events noted so far."""

    def __init__(self, terms: Terms, pieces: Pieces, points: tuple[int, int]) -> None:
        self.terms = terms
        self.pieces = pieces
        self.points = points
        self.scored: set[int] = set()
        self.events: list[Event] = []

    def note(
        self,
        kind: str,
        piece: int,
        player: int | None = None,
        cards: tuple[int, int] = (0, 0),
        runs: tuple[Run, ...] = (),
        star: Space | None = None,
    ) -> None:
        """Add an event that leaves the table as it is now."""
        self.events.append(Event(kind, piece, self.pieces, self.points, player, cards, runs, star))

    def result(self, revealed: int, choice: Choice | None = None) -> Resolution:
        """What came of it."""
        return Resolution(tuple(self.events), self.pieces, self.points, revealed, choice)

    def put(self, piece: int, space: Space | None) -> None:
        """Place a piece, or take it off the board."""
        places = list(self.pieces)
        places[piece] = space
        self.pieces = (places[0], places[1], places[2])

    def act(self, piece: int, player: int, cards: tuple[int, int], parts: Card) -> bool:
        """Let one card move its piece; whether that wins. Implements 'Play' (Winning) and 'Variants'."""
        runs = carry_out(self.terms.layout, self.pieces, piece, player, parts)
        end = runs[-1].path[-1]
        self.put(piece, end)
        arrived = end in self.terms.layout.stars and any(run.made for run in runs)
        counts = arrived and self.terms.counts(player, end)
        self.note("move", piece, player, cards, runs, end if arrived and not counts else None)
        if not counts:
            return False
        black, white = self.points
        self.points = (black + 1, white) if player == BLACK else (black, white + 1)
        self.scored.add(piece)
        self.note("score", piece, player, cards)
        if self.points[player] >= self.terms.points_to_win:
            return True
        if self.terms.goal == THREE_POINTS_RESET:
            self.pieces = self.terms.layout.starts
            self.note("reset", piece)
        return False

    def end_turn(self) -> None:
        """Lift what has scored, then let what waits come back. Implements 'Variants' (three-points)."""
        if self.terms.goal != THREE_POINTS:
            return
        for piece in sorted(self.scored):
            self.put(piece, None)
            self.note("lift", piece)
        for piece in PIECES:
            start = self.terms.layout.starts[piece]
            if self.pieces[piece] is None and start not in self.pieces:
                self.put(piece, start)
                self.note("return", piece)


def next_state(state: State) -> State:
    """Take a state in which both have laid to the next choice or the next turn. Implements 'Play' (hands)."""
    outcome = resolution(state)
    if outcome.choice is not None:
        return state
    last = state.turn == TURNS
    hands = tuple(
        CARDS if last else tuple(card for card in hand if card not in lay)
        for hand, lay in zip(state.hands, state.laid, strict=True)
    )
    return replace(
        state,
        pieces=outcome.pieces,
        points=outcome.points,
        hands=(hands[0], hands[1]),
        hand=min(state.hand + last, LAST_COUNTED),
        turn=1 if last else state.turn + 1,
        draft=NOTHING,
        laid=(),
        choices=(),
    )
