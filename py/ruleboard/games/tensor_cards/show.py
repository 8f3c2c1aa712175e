"""What moves between two pictures, and the show of a reveal, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.games.tensor_cards import rules, words
from ruleboard.games.tensor_cards.cards import BLACK, WHITE
from ruleboard.games.tensor_cards.chronicle import events_of
from ruleboard.games.tensor_cards.drawn_board import piece_place
from ruleboard.games.tensor_cards.drawn_cards import card_key, card_places
from ruleboard.games.tensor_cards.layout import PIECE_NAMES, PIECES
from ruleboard.games.tensor_cards.look import Look, look_at
from ruleboard.games.tensor_cards.notation import target_card
from ruleboard.games.tensor_cards.page import Page, page_of
from ruleboard.games.tensor_cards.picture import draw
from ruleboard.games.tensor_cards.resolve import Event
from ruleboard.games.tensor_cards.state import HIDDEN, NOTHING, Lay, State
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node

_STILL = Marks(still=True)


def motions(before: State, action: Action[Any], after: State, seat: int) -> tuple[Motion, ...]:
    """What moves between the pictures around an action: cards straight, pieces along their true way.

    First comes the card that is laid or taken back: whoever drags it there has moved it already.
    """
    page = page_of(before.terms.layout, seat)
    earlier, later = look_at(before, _STILL), look_at(after, _STILL)
    carried = target_card(action.targets[0])
    key = "" if carried is None or before.laying is None else card_key(before.laying, carried)
    return (
        *sorted(_card_motions(page, earlier, later), key=lambda motion: motion.end != key),
        *_piece_motions(page, earlier, later, events_of(before, action)),
    )


def _card_motions(page: Page, earlier: Look, later: Look) -> Iterator[Motion]:
    were, are = card_places(earlier, page), card_places(later, page)
    for key, place in are.items():
        if were[key] != place:
            yield Motion(key, key, (were[key], place))


def _piece_motions(page: Page, earlier: Look, later: Look, events: Sequence[Event]) -> Iterator[Motion]:
    for piece in PIECES:
        way = [piece_place(page, earlier.pieces, piece)]
        for event in events:
            if event.kind == "move" and event.piece == piece:
                for run in event.runs:
                    way += [page.at(space) for space in run.path[1:]]
            place = piece_place(page, event.pieces, piece)
            if place != way[-1]:
                way.append(place)
        end = piece_place(page, later.pieces, piece)
        if end != way[-1]:
            way.append(end)
        if len(way) > 1:
            key = f"piece-{PIECE_NAMES[piece]}"
            yield Motion(key, key, tuple(way))


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of the show in which cards are turned over.

    Attributes:
        event: what happens.
        look: what is to be seen afterwards.
        seat: who sees it.
        motions: what moves from the frame before (or the picture before the reveal) to this one.
    """

    event: Event
    look: Look
    seat: int
    motions: tuple[Motion, ...]

    @property
    def words(self) -> str:
        """What happens, in words."""
        return words.event_words(self.look.state.terms, self.event)

    @property
    def picture(self) -> Node:
        """How the table looks afterwards."""
        return draw(self.look, self.seat, _STILL)


@lru_cache(maxsize=16)
def frames(before: State, action: Action[Any], seat: int) -> tuple[Frame, ...]:
    """The show of what an action reveals, event by event: to be stepped through, skipped, or shown again.

    ``before`` must hold all laid cards, not a view of them. Empty if the action reveals nothing.
    """
    events = events_of(before, action)
    if not events:
        return ()
    page = page_of(before.terms.layout, seat)
    laid = rules.with_lay(before, action).laid if before.laying is not None else before.laid
    table = replace(before, draft=NOTHING, laid=laid)
    shown = []
    earlier = look_at(rules.view(before, None), _STILL)
    for event in events:
        slots = (_turned_up(laid[BLACK], event.piece), _turned_up(laid[WHITE], event.piece))
        if event.kind in ("lift", "return"):
            slots = (laid[BLACK], laid[WHITE])
        look = Look(table, event.pieces, event.points, slots, event)
        moves = (*_card_motions(page, earlier, look), *_piece_motions(page, earlier, look, (event,)))
        shown.append(Frame(event, look, seat, moves))
        earlier = look
    return tuple(shown)


def _turned_up(lay: Lay, piece: int) -> Lay:
    red, blue, yellow = (card if place <= piece else HIDDEN for place, card in enumerate(lay))
    return (red, blue, yellow)
