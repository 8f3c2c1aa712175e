"""Draw the cards, slots and hands."""

from __future__ import annotations

from collections.abc import Iterator

from ruleboard.games.tensor_cards import art, texts
from ruleboard.games.tensor_cards.board import PIECE_NAMES, PIECES
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, DIRECTIONS, SIDES, WHITE, step_vector
from ruleboard.games.tensor_cards.layout import TableLayout
from ruleboard.games.tensor_cards.names import piece_name, side_name
from ruleboard.games.tensor_cards.snapshot import (
    Snapshot,
    class_attribute,
    is_replaying,
    player_with_targets,
    touch_attributes,
    unlocated_cards,
)
from ruleboard.games.tensor_cards.state import HIDDEN_CARD
from ruleboard.games.tensor_cards.targets import HAND_TARGET, card_target, owned_card_target, slot_target
from ruleboard.i18n import _, ngettext
from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el
from ruleboard.scene.path_lines import path_node
from ruleboard.scene.shapes import translate


def slot_nodes(snapshot: Snapshot, layout: TableLayout, marks: Marks) -> Node:
    """Draw the slots in which both players place their cards for the three pieces."""
    return el(
        "g",
        (_draw_slot(snapshot, layout, player, piece, marks) for player in (BLACK, WHITE) for piece in PIECES),
        cls="slots",
    )


def _draw_slot(snapshot: Snapshot, layout: TableLayout, player: int, piece: int, marks: Marks) -> Node:
    box, card_box = layout.slot_box(player, piece), layout.slot_card_box(player, piece)
    target = slot_target(piece) if player == player_with_targets(snapshot) else ""
    size = (card_box.x - box.x) * 0.36
    centre = (box.x + (card_box.x - box.x) / 2, box.y + box.height / 2)
    is_acting = snapshot.event is not None and snapshot.event.piece == piece
    attributes = touch_attributes(marks, target, texts.target_name(snapshot.state, target)) if target else {}
    return el(
        "g",
        el("rect", cls="slot-ground", x=box.x, y=box.y, width=box.width, height=box.height, rx=14),
        el(
            "rect",
            cls="slot-place",
            x=card_box.x,
            y=card_box.y,
            width=card_box.width,
            height=card_box.height,
            rx=card_box.height * 0.11,
        ),
        el(
            "g",
            art.draw_piece(piece, size),
            cls=f"badge {PIECE_NAMES[piece]}",
            transform=translate(*centre),
            aria_hidden="true",
        ),
        el("rect", cls="slot-rim", x=box.x, y=box.y, width=box.width, height=box.height, rx=14),
        cls=class_attribute(
            "slot",
            "cell" if target else "",
            "acting" if is_acting else "",
            marks.classes(target) if target else "",
        ),
        **attributes,
    )


def draw_hand(snapshot: Snapshot, layout: TableLayout, player: int, marks: Marks) -> Node:
    """Draw the area of a player's hand, with a gap for each missing card."""
    box = layout.hand_box(player)
    is_target = player == player_with_targets(snapshot)
    face_down_cards = _face_down_cards(snapshot, player)
    possible_cards = unlocated_cards(snapshot, player) if is_replaying(snapshot) else ()
    label = ngettext("{side} holds {n} more card", "{side} holds {n} more cards", len(face_down_cards))
    attributes = (
        {"role": "img", "aria_label": label.format(side=side_name(player), n=len(face_down_cards))}
        if face_down_cards
        else {}
    )
    gaps = []
    for card in CARDS:
        card_box = layout.card_box(player, card)
        if card in snapshot.slots[player] or (card in possible_cards and card not in face_down_cards):
            gaps.append(
                el(
                    "rect",
                    cls="gap",
                    x=card_box.x,
                    y=card_box.y,
                    width=card_box.width,
                    height=card_box.height,
                    rx=card_box.height * 0.11,
                )
            )
    background = el("rect", cls="hand-ground", x=box.x, y=box.y, width=box.width, height=box.height, rx=20)
    return el(
        "g",
        background,
        gaps,
        cls=class_attribute(
            "hand", SIDES[player].lower(), "cell" if is_target else "", marks.classes(HAND_TARGET) if is_target else ""
        ),
        **(
            touch_attributes(marks, HAND_TARGET, texts.target_name(snapshot.state, HAND_TARGET))
            if is_target
            else attributes
        ),
    )


def _face_down_cards(snapshot: Snapshot, player: int) -> tuple[int, ...]:
    """Return the cards that the picture draws face down in a hand during a reveal.

    The function chooses as many cards as the hand contains, from the first unrevealed card on. So the picture does not
    show which cards are on the table.
    """
    possible_cards = unlocated_cards(snapshot, player) if is_replaying(snapshot) else ()
    return possible_cards[: len(possible_cards) - snapshot.slots[player].count(HIDDEN_CARD)] if possible_cards else ()


def public_card_centres(snapshot: Snapshot, layout: TableLayout) -> dict[str, Point]:
    """Map the node key of each card in a public place to its centre."""
    centres = {}
    for player in (BLACK, WHITE):
        possible_cards = unlocated_cards(snapshot, player)
        for card in CARDS:
            if card in possible_cards:
                continue
            centres[card_key(player, card)] = _card_box(snapshot, layout, player, card).centre
    return centres


def card_key(player: int, card: int) -> str:
    """Return the key of the node that draws a card."""
    return f"{SIDES[player].lower()}-{card}"


def _card_box(snapshot: Snapshot, layout: TableLayout, player: int, card: int) -> Box:
    slots = snapshot.slots[player]
    return layout.slot_card_box(player, slots.index(card)) if card in slots else layout.card_box(player, card)


def card_nodes(snapshot: Snapshot, layout: TableLayout, marks: Marks) -> Iterator[Node]:
    """Draw all visible cards, and the backs of hidden cards.

    During a reveal, the hand of a player with hidden cards is face down, so that each card appears only once. While a
    player decides, the hand shows every card that it may contain.
    """
    for player in (1 - layout.seat, layout.seat):
        vectors = {direction: layout.picture_step(step_vector(player, direction)) for direction in DIRECTIONS}
        hidden_cards = unlocated_cards(snapshot, player) if is_replaying(snapshot) else ()
        for card in CARDS:
            if card not in hidden_cards:
                yield _draw_card(snapshot, layout, player, card, vectors, marks)
        for card in _face_down_cards(snapshot, player):
            yield _draw_card_back(player, f"hand-{card}", layout.card_box(player, card))
        for piece in PIECES:
            if snapshot.slots[player][piece] == HIDDEN_CARD:
                label = _("{side}’s card on {piece}, face down")
                label = label.format(side=side_name(player), piece=piece_name(piece))
                yield _draw_card_back(player, PIECE_NAMES[piece], layout.slot_card_box(player, piece), label)


def hint_paths(layout: TableLayout, marks: Marks) -> Iterator[Node]:
    """Draw the paths that a hint recommends: of cards from the hand to their slots, or of pieces."""
    for index, path in enumerate(marks.hints):
        yield path_node("hint", path, layout.cell_size, f"hint-{index}", gap_factor=0.5)


def _draw_card_back(player: int, key: str, box: Box, label: str = "") -> Node:
    """Draw a card face down. Without a label, screen readers skip the card, since the hand has a label."""
    side = SIDES[player].lower()
    return el(
        "g",
        art.draw_card_back(box.width, box.height),
        key=f"{side}-back-{key}",
        cls=f"card back {side}",
        transform=translate(*box.centre),
        **({"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}),
    )


def draw_emblem(seat: int) -> Node:
    """Draw the back of a player's cards as the emblem of a side."""
    card = _draw_card_back(seat, "emblem", Box(0, 0, 60, 84))
    return el("svg", card, cls="tray tensor-cards emblem", viewBox="-2 -2 64 90", aria_hidden="true")


def _slot_touch_area(snapshot: Snapshot, layout: TableLayout, player: int, card: int) -> Node:
    """Draw the touch area of a placed card: its whole slot, since the card alone is too small for fingers."""
    slot = layout.slot_box(player, snapshot.slots[player].index(card))
    x, y = _card_box(snapshot, layout, player, card).centre
    return el("rect", cls="card-hit", x=slot.x - x, y=slot.y - y, width=slot.width, height=slot.height)


def _draw_card(
    snapshot: Snapshot, layout: TableLayout, player: int, card: int, vectors: dict[str, tuple[int, int]], marks: Marks
) -> Node:
    deck = snapshot.state.terms.deck
    box = _card_box(snapshot, layout, player, card)
    is_in_slot = card in snapshot.slots[player]
    is_card_used = card not in snapshot.state.hands[player] and not is_in_slot
    may_be_in_hand = card in unlocated_cards(snapshot, player)
    target = card_target(card) if player == player_with_targets(snapshot) else ""
    if snapshot.is_editing:
        target = owned_card_target(player, card)
    event = snapshot.event
    is_acting = event is not None and (event.kind, event.player) == ("move", player) and event.cards[player] == card
    label = texts.target_name(snapshot.state, card_target(card))
    if not target or snapshot.is_editing:
        label = texts.card_label(snapshot.state.terms, player, card)
    attributes = touch_attributes(marks, target, label) if target else {"role": "img", "aria_label": label}
    if is_card_used:
        attributes["aria_label"] = _("{card}, used").format(card=attributes["aria_label"])
    if may_be_in_hand:
        attributes["aria_label"] = _("{card}, in hand or placed").format(card=attributes["aria_label"])
    return el(
        "g",
        art.draw_card_face(card, art.steps_in_picture(deck[card - 1], vectors), box.width, box.height),
        el(
            "rect",
            cls="card-rim",
            x=-box.width / 2,
            y=-box.height / 2,
            width=box.width,
            height=box.height,
            rx=box.height * 0.11,
        ),
        _slot_touch_area(snapshot, layout, player, card) if is_in_slot and target else None,
        key=card_key(player, card),
        cls=class_attribute(
            "card",
            SIDES[player].lower(),
            "used" if is_card_used else "",
            "unsure" if may_be_in_hand else "",
            "laid" if is_in_slot else "",
            "acting" if is_acting else "",
            "cell" if target else "",
            marks.classes(target or owned_card_target(player, card)),
        ),
        transform=translate(*box.centre),
        **attributes,
    )
