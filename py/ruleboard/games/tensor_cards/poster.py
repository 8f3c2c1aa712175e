"""The poster of the card game, which a script fills without Python, on the built-in boards."""

from __future__ import annotations

from itertools import product

from ruleboard.games.tensor_cards import board_picture, cards_picture, library
from ruleboard.games.tensor_cards.board import PIECE_NAMES, PIECES, Board
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.layout import WIDTH, TableLayout, table_layout
from ruleboard.games.tensor_cards.notation import LETTERS, card_sign
from ruleboard.games.tensor_cards.position_text import OUT
from ruleboard.games.tensor_cards.snapshot import Snapshot
from ruleboard.games.tensor_cards.state import GOALS, LAST_HAND, NOTHING, STARS, THREE_POINTS, State, Terms
from ruleboard.i18n import _
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, number
from ruleboard.scene.stencils import HERE, Group, Layer, Poster, Sketch, Stencil, found, here, without

_STILL = Marks(read_only=True)
_SIDES = {"W": WHITE, "B": BLACK}


def poster() -> Poster:
    """Return the parts of the tables, by board and seat.

    The facts are of the kinds ``stars`` (the stars that count), ``piece`` (``"r"``, or ``"r-"`` while it waits, at a
    space or next to its start), ``point`` (``"got"`` or ``"open"``, at ``"W1"``), ``clock`` (with hand and turn, until
    the end) and ``card`` (``"W5"``, with a class ``used``).
    """
    boards = [preset.board for preset in library.boards().values()]
    sketches = {f"{board.name} {seat}": _sketch(board, seat) for board, seat in product(boards, (0, 1))}
    terms = {goal: Terms(boards[0], library.deck().deck, goal).points_to_win for goal in GOALS}
    return Poster("cards", sketches, {"stars": STARS, "goals": terms, "hands": LAST_HAND})


def _snapshot(board: Board, *, stars: str = STARS[0], goal: str = GOALS[0]) -> Snapshot:
    terms = Terms(board, library.deck().deck, goal, stars)
    state = State(terms, board.starts, (CARDS, CARDS))
    return Snapshot(state, state.pieces, state.points, (NOTHING, NOTHING))


def _sketch(board: Board, seat: int) -> Sketch:
    layout = table_layout(board, seat)
    start = _snapshot(board)
    surface = board_picture.board_surface(start, layout)
    ground = without(without(surface, "star-space"), "clock")
    [clock] = found(surface, "clock")
    stars = {
        which: el("g", found(board_picture.board_surface(_snapshot(board, stars=which), layout), "star-space"))
        for which in STARS
    }
    return Sketch(
        cls="board tensor-cards",
        box=f"0 0 {number(WIDTH)} {number(layout.height)}",
        layers=(
            cards_picture.hand_area(start, layout, 1 - seat, _STILL),
            cards_picture.hand_area(start, layout, seat, _STILL),
            ground,
            Group("surface", (Stencil("stars", stars), *_edges(board, layout, clock))),
            cards_picture.slots(start, layout, _STILL),
            Group("pieces", (_pieces(board, layout),)),
            Group("cards", (_cards(board, layout),)),
        ),
    )


def _edges(board: Board, layout: TableLayout, clock: Node) -> tuple[Layer, ...]:
    """Return the points and the clock on the edges of a board."""
    stars = {name: board_picture.point_star(0, 0, got=name == "got") for name in ("got", "open")}
    shapes = {name: el("g", star, transform=HERE) for name, star in stars.items()}
    most = _snapshot(board, goal=THREE_POINTS).state.terms.points_to_win
    places = {
        f"{letter}{place + 1}": board_picture.point_place(layout, player, place)
        for letter, player in _SIDES.items()
        for place in range(most)
    }
    words = {"": clock._replace(text=_("Hand {hand}, turn {turn}"))}
    return (Group("edge", (Stencil("clock", words), Stencil("point", shapes, places))),)


def _pieces(board: Board, layout: TableLayout) -> Stencil:
    shapes, places = {}, {str(space): layout.at(space) for space in board.spaces}
    for piece, letter in zip(PIECES, LETTERS, strict=True):
        for sign, waiting in (("", False), ("-", True)):
            [shapes[letter + sign]] = (
                here(node)
                for node in board_picture.pieces(_waiting(board, piece) if waiting else _snapshot(board), layout)
                if PIECE_NAMES[piece] in node.attrs["class"]
            )
        places[letter + OUT] = board_picture.piece_place(layout, _waiting(board, piece).pieces, piece)
    return Stencil("piece", shapes, places)


def _waiting(board: Board, piece: int) -> Snapshot:
    """Return the start position with a piece that waits next to its start."""
    start = _snapshot(board)
    red, blue, yellow = (None if piece == one else start.pieces[one] for one in PIECES)
    return Snapshot(start.state, (red, blue, yellow), start.points, start.slots)


def _cards(board: Board, layout: TableLayout) -> Stencil:
    names = {(player, card): letter + card_sign(card) for letter, player in _SIDES.items() for card in CARDS}
    drawn = {card.key: card for card in cards_picture.cards(_snapshot(board), layout, _STILL)}
    shapes = {name: here(drawn[cards_picture.card_key(*whose)], " {used}") for whose, name in names.items()}
    return Stencil("card", shapes, {name: layout.card(*whose).middle for whose, name in names.items()})
