"""Snapshots of the table for pictures, and the attributes of touch targets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ruleboard.games.tensor_cards.cards import BLACK, WHITE
from ruleboard.games.tensor_cards.resolution import Event, resolve
from ruleboard.games.tensor_cards.state import HIDDEN_CARD, NO_PLACEMENT, Pieces, Placement, State
from ruleboard.games.tensor_cards.targets import ROW_BUTTON, card_from_target
from ruleboard.scene.marks import Marks, label_with_marks


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one moment, possibly during a reveal.

    Attributes:
        state: the state with the hands, the terms and the player to move.
        pieces: the spaces of the pieces.
        points: the points of Black and White.
        slots: the cards of Black and of White on red, blue and yellow, each a card, ``NO_CARD`` or ``HIDDEN_CARD``.
        event: the last event of a reveal, the winning event of a game, or None.
        is_editing: True for the position editor, in which the cards of both players are targets.
    """

    state: State
    pieces: Pieces
    points: tuple[int, int]
    slots: tuple[Placement, Placement]
    event: Event | None = None
    is_editing: bool = False


def take_snapshot(state: State, marks: Marks) -> Snapshot:
    """Return the snapshot of a state.

    After a touch of ``ROW_BUTTON``, the selected cards are in the slots of the red, blue and yellow piece. At the end
    of a game, the cards of the last turn stay face up in their slots.
    """
    if state.winning_turn_state is not None:
        winning_state = state.winning_turn_state
        winning_event = next(event for event in reversed(resolve(winning_state).events) if event.kind == "move")
        return Snapshot(
            state,
            state.pieces,
            state.points,
            (winning_state.placements[BLACK], winning_state.placements[WHITE]),
            winning_event,
        )
    if state.placing_player is None:
        resolution = resolve(state)
        return Snapshot(state, resolution.pieces, resolution.points, (state.placements[BLACK], state.placements[WHITE]))
    draft = state.draft
    if marks.selected[:1] == (ROW_BUTTON,):
        selected_cards = [card for card in map(card_from_target, marks.selected) if card is not None]
        red, blue, yellow = (*selected_cards, *NO_PLACEMENT)[:3]
        draft = (red, blue, yellow)
    black = state.placements[BLACK] if state.placements else draft
    white = draft if state.placements else NO_PLACEMENT
    return Snapshot(state, state.pieces, state.points, (black, white))


def unlocated_cards(snapshot: Snapshot, player: int) -> tuple[int, ...]:
    """Return the cards of a player that may be in the hand or face down in a slot; empty without face-down cards."""
    slots = snapshot.slots[player]
    return tuple(card for card in snapshot.state.hands[player] if card not in slots) if HIDDEN_CARD in slots else ()


def is_replaying(snapshot: Snapshot) -> bool:
    """Return True if the snapshot shows a step of the reveal, during which no player can act."""
    return snapshot.event is not None and not snapshot.state.is_over


def player_with_targets(snapshot: Snapshot) -> int | None:
    """Return the player whose cards people can touch, or None."""
    return None if snapshot.event or snapshot.is_editing or snapshot.state.is_over else snapshot.state.placing_player


def touch_attributes(marks: Marks, target: str, label: str) -> dict[str, Any]:
    """Return the attributes of the node for a touch target.

    Args:
        marks: the marks of the picture.
        target: the target of the node.
        label: the accessible name of the node.
    """
    attributes: dict[str, Any] = {
        "data_target": target,
        "role": "button",
        "aria_label": label_with_marks(
            label, marks.classes(target), shows_next_targets=bool(marks.visible_next_targets)
        ),
    }
    if not marks.read_only:
        attributes |= {"data_legal": target in marks.next_targets, "tabindex": "-1"}
        attributes["aria_pressed"] = "true" if target in marks.selected else None
    return attributes


def class_attribute(*names: str) -> str:
    """Return a ``class`` attribute: the class names that are not empty, separated by spaces."""
    return " ".join(name for name in names if name)
