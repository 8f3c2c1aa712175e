"""The cards in the picture: slots, hands and cards."""

from __future__ import annotations

from collections.abc import Iterator

from ruleboard.games.tensor_cards import artwork, library, words
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, DIRECTIONS, SIDES, WHITE, vector
from ruleboard.games.tensor_cards.layout import PIECE_NAMES, PIECES
from ruleboard.games.tensor_cards.look import Look, classes, owner, to, touchable
from ruleboard.games.tensor_cards.names import piece_name, side_name
from ruleboard.games.tensor_cards.notation import HAND, card_target, slot_target
from ruleboard.games.tensor_cards.page import Page
from ruleboard.games.tensor_cards.sheets import RULEBOOK
from ruleboard.games.tensor_cards.state import HIDDEN
from ruleboard.i18n import _
from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, number


def slots(look: Look, page: Page, marks: Marks) -> Node:
    """The places for both players' cards on the three pieces."""
    return el(
        "g",
        (_slot(look, page, player, piece, marks) for player in (BLACK, WHITE) for piece in PIECES),
        cls="slots",
    )


def _slot(look: Look, page: Page, player: int, piece: int, marks: Marks) -> Node:
    box, laid = page.slot(player, piece), page.laid(player, piece)
    target = slot_target(piece) if player == owner(look) else ""
    size = box.height * (0.26 if player == page.seat else 0.33)
    centre = (box.x + (laid.x - box.x) / 2, box.y + box.height / 2)
    acting = look.event is not None and look.event.piece == piece
    touch = touchable(marks, target, words.name(look.state, target)) if target else {}
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
            artwork.token(piece, size),
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


def hand_area(look: Look, page: Page, player: int, marks: Marks) -> Node:
    """The ground of a hand, with an empty place for every card that is not there."""
    box = page.hand(player)
    touched = player == owner(look)
    places = []
    for card in CARDS:
        at = page.card(player, card)
        if card in look.slots[player]:
            places.append(el("rect", cls="gap", x=at.x, y=at.y, width=at.width, height=at.height, rx=at.height * 0.11))
    ground = el("rect", cls="hand-ground", x=box.x, y=box.y, width=box.width, height=box.height, rx=20)
    return el(
        "g",
        ground,
        places,
        cls=classes("hand", SIDES[player].lower(), "cell" if touched else "", marks.classes(HAND) if touched else ""),
        **(touchable(marks, HAND, words.name(look.state, HAND)) if touched else {}),
    )


def card_places(look: Look, page: Page) -> dict[str, Point]:
    """The middle of every card that is turned up, by its key."""
    places = {}
    for player in (BLACK, WHITE):
        for card in CARDS:
            places[card_key(player, card)] = _card_box(look, page, player, card).middle
    return places


def card_key(player: int, card: int) -> str:
    """The key of a card in pictures."""
    return f"{SIDES[player].lower()}-{card}"


def _card_box(look: Look, page: Page, player: int, card: int) -> Box:
    slots = look.slots[player]
    return page.laid(player, slots.index(card)) if card in slots else page.card(player, card)


def cards(look: Look, page: Page, marks: Marks) -> Iterator[Node]:
    """All cards that are known, where they are, and the backs of those that are not."""
    for player in (1 - page.seat, page.seat):
        turned = {direction: page.turned(vector(player, direction)) for direction in DIRECTIONS}
        for card in CARDS:
            yield _card(look, page, player, card, turned, marks)
        for piece in PIECES:
            if look.slots[player][piece] == HIDDEN:
                box = page.laid(player, piece)
                yield el(
                    "g",
                    artwork.card_back(box.width, box.height),
                    key=f"{SIDES[player].lower()}-back-{PIECE_NAMES[piece]}",
                    cls=f"card back {SIDES[player].lower()}",
                    transform=to(box.middle),
                    role="img",
                    aria_label=_("{side}'s card on {piece}, face down").format(
                        side=side_name(player), piece=piece_name(piece)
                    ),
                )


def _card(look: Look, page: Page, player: int, card: int, turned: dict[str, tuple[int, int]], marks: Marks) -> Node:
    deck = look.state.terms.deck
    box = _card_box(look, page, player, card)
    used = card not in look.state.hands[player]
    target = card_target(card) if player == owner(look) else ""
    event = look.event
    acting = event is not None and (event.kind, event.player) == ("move", player) and event.cards[player] == card
    standard = library.deck()
    printed = deck[card - 1] == standard.deck[card - 1] and standard.sources[card - 1] == RULEBOOK
    if target:
        touch = touchable(marks, target, words.name(look.state, target))
    else:
        label = _("{side}'s {card}").format(side=side_name(player), card=words.name(look.state, card_target(card)))
        touch = {"role": "img", "aria_label": label}
    if used:
        touch["aria_label"] = _("{card} (used)").format(card=touch["aria_label"])
    return el(
        "g",
        artwork.card_face(card, artwork.steps_of(deck[card - 1], turned), box.width, box.height, printed=printed),
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
            "laid" if card in look.slots[player] else "",
            "acting" if acting else "",
            "cell" if target else "",
            marks.classes(target) if target else "",
        ),
        transform=to(box.middle),
        **touch,
    )
