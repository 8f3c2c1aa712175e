"""The motions that animate a move, and the frames that replay a reveal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ruleboard.games.tensor_cards import texts
from ruleboard.games.tensor_cards.board import PIECE_NAMES, PIECES
from ruleboard.games.tensor_cards.board_picture import piece_point
from ruleboard.games.tensor_cards.cards_picture import card_key, public_card_centres
from ruleboard.games.tensor_cards.layout import TableLayout, table_layout
from ruleboard.games.tensor_cards.picture import draw_table
from ruleboard.games.tensor_cards.resolution import Event, new_events
from ruleboard.games.tensor_cards.secrecy import player_view
from ruleboard.games.tensor_cards.snapshot import Snapshot, take_snapshot
from ruleboard.games.tensor_cards.state import (
    HIDDEN_CARD,
    NO_PLACEMENT,
    CommitPlacement,
    Move,
    Placement,
    PutCard,
    State,
    TakeCard,
)
from ruleboard.scene.marks import Marks, Motion, Path
from ruleboard.scene.node import Node

_READ_ONLY_MARKS = Marks(read_only=True)


def motions(before: State, move: Move, after: State, seat: int) -> tuple[Motion, ...]:
    """Return the motions of cards and pieces that animate a move.

    The card that the move puts on a piece or takes back comes first, since the player may have dragged it.
    """
    layout = table_layout(before.terms.board, seat)
    earlier_snapshot, later_snapshot = take_snapshot(before, _READ_ONLY_MARKS), take_snapshot(after, _READ_ONLY_MARKS)
    card = _card_of_move(before, move)
    key = "" if card is None or before.placing_player is None else card_key(before.placing_player, card)
    return (
        *sorted(_card_motions(layout, earlier_snapshot, later_snapshot), key=lambda motion: motion.end != key),
        *_piece_motions(layout, earlier_snapshot, later_snapshot, new_events(before, move)),
    )


def _card_of_move(before: State, move: Move) -> int | None:
    """Return the card that a move puts on a piece or takes back, or None for other moves."""
    match move:
        case PutCard(_piece, card):
            return card
        case TakeCard(piece):
            return before.draft[piece]
        case _:
            return None


def _card_motions(layout: TableLayout, earlier_snapshot: Snapshot, later_snapshot: Snapshot) -> Iterator[Motion]:
    earlier_centres, later_centres = (
        public_card_centres(earlier_snapshot, layout),
        public_card_centres(later_snapshot, layout),
    )
    for key, centre in later_centres.items():
        if earlier_centres.get(key, centre) != centre:
            yield Motion(key, key, (earlier_centres[key], centre))


def _piece_motions(
    layout: TableLayout, earlier_snapshot: Snapshot, later_snapshot: Snapshot, events: Sequence[Event]
) -> Iterator[Motion]:
    for piece in PIECES:
        path = [piece_point(layout, earlier_snapshot.pieces, piece)]
        for event in events:
            if event.kind == "move" and event.piece == piece:
                for movement in event.movements:
                    path += [layout.point(space) for space in movement.path[1:]]
            point = piece_point(layout, event.pieces, piece)
            if point != path[-1]:
                path.append(point)
        end = piece_point(layout, later_snapshot.pieces, piece)
        if end != path[-1]:
            path.append(end)
        if len(path) > 1:
            key = f"piece-{PIECE_NAMES[piece]}"
            yield Motion(key, key, tuple(path))


def hint_paths(state: State, move: Move, seat: int) -> tuple[Path, ...]:
    """Return the path of each card in a move from the hand to its slot.

    Cards that are already in slots have no path.
    """
    player = state.placing_player
    if player is None or not isinstance(move, CommitPlacement | PutCard):
        return ()
    layout = table_layout(state.terms.board, seat)
    pieces_and_cards = (
        [(move.piece, move.card)] if isinstance(move, PutCard) else list(zip(PIECES, move.cards, strict=True))
    )
    return tuple(
        (layout.card_box(player, card).centre, layout.slot_card_box(player, piece).centre)
        for piece, card in pieces_and_cards
        if card not in state.draft
    )


@dataclass(frozen=True, slots=True)
class RevealFrame:
    """A frame in the replay of a reveal.

    Attributes:
        event: the event that the frame shows.
        snapshot: the table after the event.
        seat: the player at the bottom of the table.
        viewer: the only player who looks at the frame, whom the text addresses as "you", or None.
        motions: the motions from the previous frame, or from the picture before the reveal.
    """

    event: Event
    snapshot: Snapshot
    seat: int
    viewer: int | None
    motions: tuple[Motion, ...]

    @property
    def text(self) -> str:
        """The text that describes the event."""
        return texts.event_text(self.snapshot.state.terms, self.event, self.viewer)

    @property
    def progress(self) -> str:
        """The number of the piece whose cards act, as text. A turn may end before the last piece."""
        return texts.piece_progress(self.event.piece)

    @property
    def picture(self) -> Node:
        """The picture of the table after the event."""
        return draw_table(self.snapshot, self.seat, _READ_ONLY_MARKS)


def reveal_frames(before: State, move: Move, seat: int, viewer: int | None) -> tuple[RevealFrame, ...]:
    """Return the frames that replay the reveal after a move; empty if the move reveals nothing.

    Args:
        before: the complete state, not a player's view.
        move: the move that reveals cards.
        seat: the player at the bottom of the table.
        viewer: the player whose cards are face up in every frame, or None if all cards are face down at first.
    """
    return _cached_frames(before, move, seat, viewer) if new_events(before, move) else ()


@lru_cache(maxsize=16)
def _cached_frames(before: State, move: Move, seat: int, viewer: int | None) -> tuple[RevealFrame, ...]:
    """Return the frames of a reveal; see ``reveal_frames``. The cache stores only moves that reveal cards.

    Once a player has won, all cards are face up.
    """
    layout = table_layout(before.terms.board, seat)
    placements = (
        before.with_placement(move.cards).placements if isinstance(move, CommitPlacement) else before.placements
    )
    revealed_state = replace(before, draft=NO_PLACEMENT, placements=placements)
    frames = []
    earlier_snapshot = take_snapshot(player_view(before, viewer), _READ_ONLY_MARKS)
    if before.placing_player is not None:
        earlier_snapshot = replace(
            earlier_snapshot, state=revealed_state, slots=_slots_after(revealed_state, -1, viewer)
        )
    for event in new_events(before, move):
        is_game_won = max(event.points) >= before.terms.points_to_win
        last_piece = PIECES[-1] if is_game_won or event.kind in ("lift", "return") else event.piece
        slots = _slots_after(revealed_state, last_piece, viewer)
        snapshot = Snapshot(revealed_state, event.pieces, event.points, slots, event)
        frame_motions = (
            *_card_motions(layout, earlier_snapshot, snapshot),
            *_piece_motions(layout, earlier_snapshot, snapshot, (event,)),
        )
        frames.append(RevealFrame(event, snapshot, seat, viewer, frame_motions))
        earlier_snapshot = snapshot
    return tuple(frames)


def _slots_after(state: State, last_piece: int, viewer: int | None) -> tuple[Placement, Placement]:
    """Return both players' slots. On pieces after ``last_piece`` all cards are hidden, except the viewer's cards."""
    black, white = (
        placement if player == viewer else _placement_revealed_up_to(placement, last_piece)
        for player, placement in enumerate(state.placements)
    )
    return (black, white)


def _placement_revealed_up_to(placement: Placement, piece: int) -> Placement:
    red, blue, yellow = (card if index <= piece else HIDDEN_CARD for index, card in enumerate(placement))
    return (red, blue, yellow)
