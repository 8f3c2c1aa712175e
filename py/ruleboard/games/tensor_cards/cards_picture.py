"""The cards in the picture, with their slots and hands."""

from __future__ import annotations

from collections.abc import Iterator

from ruleboard.games.tensor_cards import art, words
from ruleboard.games.tensor_cards.board import PIECE_NAMES, PIECES
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, DIRECTIONS, SIDES, WHITE, vector
from ruleboard.games.tensor_cards.layout import TableLayout
from ruleboard.games.tensor_cards.names import piece_name, side_name
from ruleboard.games.tensor_cards.snapshot import (
    Snapshot,
    classes,
    is_shown,
    owner,
    touchable,
    translate,
    unlocated,
)
from ruleboard.games.tensor_cards.state import HIDDEN
from ruleboard.games.tensor_cards.targets import HAND, card_target, held_target, slot_target
from ruleboard.i18n import _, ngettext
from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, number
from ruleboard.scene.ways import way


def slots(snapshot: Snapshot, layout: TableLayout, marks: Marks) -> Node:
    """Return the slots of both players for their cards on the three pieces."""
    return el(
        "g",
        (_slot(snapshot, layout, player, piece, marks) for player in (BLACK, WHITE) for piece in PIECES),
        cls="slots",
    )


def _slot(snapshot: Snapshot, layout: TableLayout, player: int, piece: int, marks: Marks) -> Node:
    box, laid = layout.slot(player, piece), layout.laid(player, piece)
    target = slot_target(piece) if player == owner(snapshot) else ""
    size = box.height * (0.26 if player == layout.seat else 0.33)
    centre = (box.x + (laid.x - box.x) / 2, box.y + box.height / 2)
    acting = snapshot.event is not None and snapshot.event.piece == piece
    touch = touchable(marks, target, words.name(snapshot.state, target)) if target else {}
    return el(
        "g",
        el("rect", cls="slot-ground", x=box.x, y=box.y, width=box.width, height=box.height, rx=14),
        el(
            "rect",
            cls="slot-place",
            x=laid.x,
            y=laid.y,
            width=laid.width,
            height=laid.height,
            rx=laid.height * 0.11,
        ),
        el(
            "g",
            art.token(piece, size),
            cls=f"badge {PIECE_NAMES[piece]}",
            transform=f"translate({number(centre[0])} {number(centre[1])})",
            aria_hidden="true",
        ),
        el("rect", cls="slot-rim", x=box.x, y=box.y, width=box.width, height=box.height, rx=14),
        cls=classes(
            "slot",
            "cell" if target else "",
            "acting" if acting else "",
            marks.classes(target) if target else "",
        ),
        **touch,
    )


def hand_area(snapshot: Snapshot, layout: TableLayout, player: int, marks: Marks) -> Node:
    """Return the area of a hand, with a gap for each card that is not in it."""
    box = layout.hand(player)
    touched = player == owner(snapshot)
    held = _held_face_down(snapshot, player)
    unknown = unlocated(snapshot, player) if is_shown(snapshot) else ()
    label = ngettext("{side} holds {n} more card", "{side} holds {n} more cards", len(held))
    named = {"role": "img", "aria_label": label.format(side=side_name(player), n=len(held))} if held else {}
    places = []
    for card in CARDS:
        at = layout.card(player, card)
        if card in snapshot.slots[player] or (card in unknown and card not in held):
            places.append(el("rect", cls="gap", x=at.x, y=at.y, width=at.width, height=at.height, rx=at.height * 0.11))
    ground = el("rect", cls="hand-ground", x=box.x, y=box.y, width=box.width, height=box.height, rx=20)
    return el(
        "g",
        ground,
        places,
        cls=classes("hand", SIDES[player].lower(), "cell" if touched else "", marks.classes(HAND) if touched else ""),
        **(touchable(marks, HAND, words.name(snapshot.state, HAND)) if touched else named),
    )


def _held_face_down(snapshot: Snapshot, player: int) -> tuple[int, ...]:
    """Return the cards that appear face down in a hand during a reveal, as many as the hand holds.

    These are always the first cards that have not been revealed, so that the picture does not tell which cards are on
    the table.
    """
    unknown = unlocated(snapshot, player) if is_shown(snapshot) else ()
    return unknown[: len(unknown) - snapshot.slots[player].count(HIDDEN)] if unknown else ()


def card_places(snapshot: Snapshot, layout: TableLayout) -> dict[str, Point]:
    """Return the middle of each card whose place is public, by its node key."""
    places = {}
    for player in (BLACK, WHITE):
        unknown = unlocated(snapshot, player)
        for card in CARDS:
            if card in unknown:
                continue
            places[card_key(player, card)] = _card_box(snapshot, layout, player, card).middle
    return places


def card_key(player: int, card: int) -> str:
    """Return the node key of a card."""
    return f"{SIDES[player].lower()}-{card}"


def _card_box(snapshot: Snapshot, layout: TableLayout, player: int, card: int) -> Box:
    slots = snapshot.slots[player]
    return layout.laid(player, slots.index(card)) if card in slots else layout.card(player, card)


def cards(snapshot: Snapshot, layout: TableLayout, marks: Marks) -> Iterator[Node]:
    """Yield all cards, and the backs of hidden cards.

    During a reveal, if a player has cards face down on the table, the hand is face down, too, so that each card
    appears once. While a player decides, the hand shows all cards that may be in it.
    """
    for player in (1 - layout.seat, layout.seat):
        vectors = {direction: layout.in_picture(vector(player, direction)) for direction in DIRECTIONS}
        concealed = unlocated(snapshot, player) if is_shown(snapshot) else ()
        for card in CARDS:
            if card not in concealed:
                yield _card(snapshot, layout, player, card, vectors, marks)
        for card in _held_face_down(snapshot, player):
            yield _back(player, f"hand-{card}", layout.card(player, card))
        for piece in PIECES:
            if snapshot.slots[player][piece] == HIDDEN:
                label = _("{side}'s card on {piece}, face down")
                label = label.format(side=side_name(player), piece=piece_name(piece))
                yield _back(player, PIECE_NAMES[piece], layout.laid(player, piece), label)


def hints(layout: TableLayout, marks: Marks) -> Iterator[Node]:
    """Yield the paths of the cards that a hint recommends."""
    for at, path in enumerate(marks.hints):
        yield way("hint", path, layout.cell, f"hint-{at}")


def _back(player: int, key: str, box: Box, label: str = "") -> Node:
    """Return a card face down. Without a label it is hidden from screen readers, since the hand has one."""
    side = SIDES[player].lower()
    return el(
        "g",
        art.card_back(box.width, box.height),
        key=f"{side}-back-{key}",
        cls=f"card back {side}",
        transform=translate(box.middle),
        **({"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}),
    )


def _card(
    snapshot: Snapshot, layout: TableLayout, player: int, card: int, vectors: dict[str, tuple[int, int]], marks: Marks
) -> Node:
    deck = snapshot.state.terms.deck
    box = _card_box(snapshot, layout, player, card)
    laid = card in snapshot.slots[player]
    used = card not in snapshot.state.hands[player] and not laid
    unsure = card in unlocated(snapshot, player)
    target = card_target(card) if player == owner(snapshot) else ""
    if snapshot.set_up:
        target = held_target(player, card)
    event = snapshot.event
    acting = event is not None and (event.kind, event.player) == ("move", player) and event.cards[player] == card
    label = words.name(snapshot.state, card_target(card))
    if not target or snapshot.set_up:
        label = words.card_of_player(snapshot.state.terms, player, card)
    touch = touchable(marks, target, label) if target else {"role": "img", "aria_label": label}
    if used:
        touch["aria_label"] = _("{card}, used").format(card=touch["aria_label"])
    if unsure:
        touch["aria_label"] = _("{card}, in hand or laid").format(card=touch["aria_label"])
    return el(
        "g",
        art.card_face(card, art.steps_of(deck[card - 1], vectors), box.width, box.height, printed=True),
        el(
            "rect",
            cls="card-rim",
            x=-box.width / 2,
            y=-box.height / 2,
            width=box.width,
            height=box.height,
            rx=box.height * 0.11,
        ),
        key=card_key(player, card),
        cls=classes(
            "card",
            SIDES[player].lower(),
            "used" if used else "",
            "unsure" if unsure else "",
            "laid" if laid else "",
            "acting" if acting else "",
            "cell" if target else "",
            marks.classes(target) if target else "",
        ),
        transform=translate(box.middle),
        **touch,
    )
