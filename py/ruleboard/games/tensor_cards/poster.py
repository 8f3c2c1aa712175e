"""The poster templates from which JavaScript draws positions on built-in boards before Python starts."""

from __future__ import annotations

from itertools import product
from operator import itemgetter

from ruleboard.games.tensor_cards import board_picture, cards_picture, library
from ruleboard.games.tensor_cards.board import PIECE_NAMES, PIECES, Board
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.layout import TABLE_WIDTH, TableLayout, grid_position, table_layout
from ruleboard.games.tensor_cards.names import place_name, side_name
from ruleboard.games.tensor_cards.notation import PIECE_LETTERS, card_sign
from ruleboard.games.tensor_cards.position_text import OFF_BOARD_TEXT
from ruleboard.games.tensor_cards.snapshot import Snapshot
from ruleboard.games.tensor_cards.state import GOALS, NO_PLACEMENT, STAR_RULES, THREE_POINTS, Terms, initial_state
from ruleboard.games.tensor_cards.texts import hand_title, piece_label, points_text
from ruleboard.i18n import _
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, format_number
from ruleboard.scene.stencils import (
    FACT_TRANSFORM,
    Group,
    Layer,
    PieceWords,
    Poster,
    Sketch,
    Stencil,
    elements_of_class,
    move_to_fact,
    without_class,
)

_READ_ONLY_MARKS = Marks(read_only=True)
_PLAYERS_BY_LETTER = {"W": WHITE, "B": BLACK}


def poster() -> Poster:
    """Return the poster templates of the tables, by board and seat.

    JavaScript parses a position text into these kinds of facts: ``stars`` (the stars that count), ``piece`` (``"r"``,
    or ``"r-"`` while it waits, at a space or next to its start), ``point`` (``"got"`` or ``"open"``, at
    ``"W1"``), ``clock`` (the numbers of hand and turn) and ``card`` (``"W5"``, with a class
    ``used``). The description also needs ``hand`` (``"hand W"`` at ``"card 5"``) and ``score`` (``"score W"`` at
    ``"points 2"``).
    """
    boards = [preset.board for preset in library.boards().values()]
    sketches = {f"{board.name} {seat}": _draw_sketch(board, seat) for board, seat in product(boards, (0, 1))}
    terms = {goal: Terms(boards[0], library.deck().deck, goal).points_to_win for goal in GOALS}
    return Poster("cards", sketches, {"stars": STAR_RULES, "goals": terms})


def _start_snapshot(board: Board, *, stars: str = STAR_RULES[0], goal: str = GOALS[0]) -> Snapshot:
    terms = Terms(board, library.deck().deck, goal, stars)
    state = initial_state(terms)
    return Snapshot(state, state.pieces, state.points, (NO_PLACEMENT, NO_PLACEMENT))


def _draw_sketch(board: Board, seat: int) -> Sketch:
    layout = table_layout(board, seat)
    start_snapshot = _start_snapshot(board)
    surface = board_picture.draw_board_surface(start_snapshot, layout)
    background = without_class(without_class(surface, "star-space"), "clock")
    [clock] = elements_of_class(surface, "clock")
    stars = {
        variant: el(
            "g",
            elements_of_class(
                board_picture.draw_board_surface(_start_snapshot(board, stars=variant), layout), "star-space"
            ),
        )
        for variant in STAR_RULES
    }
    return Sketch(
        cls="board tensor-cards",
        box=f"0 0 {format_number(TABLE_WIDTH)} {format_number(layout.height)}",
        layers=(
            cards_picture.draw_hand(start_snapshot, layout, 1 - seat, _READ_ONLY_MARKS),
            cards_picture.draw_hand(start_snapshot, layout, seat, _READ_ONLY_MARKS),
            background,
            Group("surface", (Stencil("stars", stars), *_edge_layers(board, layout, clock))),
            cards_picture.slot_nodes(start_snapshot, layout, _READ_ONLY_MARKS),
            Group("pieces", (_piece_stencil(board, layout),)),
            Group("cards", (_card_stencil(board, layout),)),
        ),
        words=_piece_words(board, seat),
    )


def _piece_words(board: Board, seat: int) -> PieceWords:
    names_by_value = {
        letter + sign: piece_label(piece)
        for piece, letter in zip(PIECES, PIECE_LETTERS, strict=True)
        for sign in ("", "-")
    }
    places = {str(space): place_name(*grid_position(board, space, seat)) for space in board.spaces}
    places |= {letter + OFF_BOARD_TEXT: _("off the board") for letter in PIECE_LETTERS}
    places |= {f"card {card_sign(card)}": str(card) for card in CARDS}
    places |= {f"points {points}": points_text(points) for points in range(_max_points(board) + 1)}
    owner_names = (
        {f"hand {letter}": hand_title(player), f"score {letter}": side_name(player)}
        for letter, player in sorted(_PLAYERS_BY_LETTER.items(), key=itemgetter(1))
    )
    return PieceWords("piece hand score", (names_by_value, *owner_names), places)


def _max_points(board: Board) -> int:
    return _start_snapshot(board, goal=THREE_POINTS).state.terms.points_to_win


def _edge_layers(board: Board, layout: TableLayout, clock: Node) -> tuple[Layer, ...]:
    stars = {name: board_picture.draw_point_star(0, 0, is_point_won=name == "got") for name in ("got", "open")}
    star_shapes = {name: el("g", star, transform=FACT_TRANSFORM) for name, star in stars.items()}
    places = {
        f"{letter}{number + 1}": board_picture.point_star_centre(layout, player, number)
        for letter, player in _PLAYERS_BY_LETTER.items()
        for number in range(_max_points(board))
    }
    clock_nodes = {"": clock._replace(text=_("Deal {hand}, turn {turn}"))}
    return (Group("edge", (Stencil("clock", clock_nodes), Stencil("point", star_shapes, places))),)


def _piece_stencil(board: Board, layout: TableLayout) -> Stencil:
    piece_shapes, places = {}, {str(space): layout.point(space) for space in board.spaces}
    for piece, letter in zip(PIECES, PIECE_LETTERS, strict=True):
        for sign, is_waiting in (("", False), ("-", True)):
            [piece_shapes[letter + sign]] = (
                move_to_fact(node)
                for node in board_picture.piece_nodes(
                    _snapshot_with_waiting_piece(board, piece) if is_waiting else _start_snapshot(board), layout
                )
                if PIECE_NAMES[piece] in node.attrs["class"]
            )
        places[letter + OFF_BOARD_TEXT] = board_picture.piece_point(
            layout, _snapshot_with_waiting_piece(board, piece).pieces, piece
        )
    return Stencil("piece", piece_shapes, places)


def _snapshot_with_waiting_piece(board: Board, piece: int) -> Snapshot:
    start = _start_snapshot(board)
    red, blue, yellow = (None if piece == other_piece else start.pieces[other_piece] for other_piece in PIECES)
    return Snapshot(start.state, (red, blue, yellow), start.points, start.slots)


def _card_stencil(board: Board, layout: TableLayout) -> Stencil:
    fact_values = {
        (player, card): letter + card_sign(card) for letter, player in _PLAYERS_BY_LETTER.items() for card in CARDS
    }
    card_nodes = {card.key: card for card in cards_picture.card_nodes(_start_snapshot(board), layout, _READ_ONLY_MARKS)}
    card_shapes = {
        value: move_to_fact(card_nodes[cards_picture.card_key(*owner_and_card)], " {used}")
        for owner_and_card, value in fact_values.items()
    }
    return Stencil(
        "card",
        card_shapes,
        {value: layout.card_box(*owner_and_card).centre for owner_and_card, value in fact_values.items()},
    )
