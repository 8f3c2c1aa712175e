"""What is to be seen at one moment, and how what can be touched is marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ruleboard.games.tensor_cards.cards import BLACK, WHITE
from ruleboard.games.tensor_cards.notation import IN_A_ROW, target_card
from ruleboard.games.tensor_cards.resolve import Event, resolution
from ruleboard.games.tensor_cards.state import NOTHING, Lay, Pieces, State
from ruleboard.scene.geometry import Point
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import number


@dataclass(frozen=True, slots=True)
class Look:
    """What is to be seen at one moment.

    Attributes:
        state: the state it belongs to: hands, terms, whose turn.
        pieces: where the pieces are.
        points: what Black and White have.
        slots: the cards of Black and White on red, blue and yellow, ``NO_CARD`` or ``HIDDEN`` where
            none is seen.
        event: what is just happening in a reveal.
    """

    state: State
    pieces: Pieces
    points: tuple[int, int]
    slots: tuple[Lay, Lay]
    event: Event | None = None


def look_at(state: State, marks: Marks) -> Look:
    """How a state looks, with the cards that are just being touched in a row already in their slots."""
    if len(state.laid) == 2:
        now = resolution(state)
        return Look(state, now.pieces, now.points, (state.laid[BLACK], state.laid[WHITE]))
    draft = state.draft
    if marks.taken[:1] == (IN_A_ROW,):
        taken = [card for card in map(target_card, marks.taken) if card is not None]
        red, blue, yellow = (*taken, *NOTHING)[:3]
        draft = (red, blue, yellow)
    black = state.laid[BLACK] if state.laid else draft
    white = draft if state.laid else NOTHING
    return Look(state, state.pieces, state.points, (black, white))


def owner(look: Look) -> int | None:
    """Whose cards can be touched."""
    return None if look.event or look.state.over else look.state.laying


def touchable(marks: Marks, target: str, label: str) -> dict[str, Any]:
    """The attributes of something that can be touched, and is called ``label``."""
    attributes: dict[str, Any] = {
        "data_target": target,
        "role": "button",
        "aria_label": label,
    }
    if not marks.still:
        attributes |= {"data_legal": target in marks.go, "tabindex": "-1"}
        attributes["aria_pressed"] = "true" if target in marks.taken else None
    return attributes


def classes(*names: str) -> str:
    """The class names that are not empty, as one attribute."""
    return " ".join(name for name in names if name)


def to(point: Point) -> str:
    """The transform that takes the origin to a point."""
    return f"translate({number(point[0])} {number(point[1])})"
