"""The board in the picture: felt, lines, stars, pieces, and the trail of a move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ruleboard.games.tensor_cards import artwork, words
from ruleboard.games.tensor_cards.cards import BLACK, SIDES, WHITE, vector
from ruleboard.games.tensor_cards.layout import PIECE_NAMES, PIECES, Layout, Space
from ruleboard.games.tensor_cards.look import Look, classes, owner, touchable
from ruleboard.games.tensor_cards.names import side_name
from ruleboard.games.tensor_cards.notation import piece_target
from ruleboard.games.tensor_cards.page import Page, page_of
from ruleboard.games.tensor_cards.resolve import Run
from ruleboard.games.tensor_cards.state import ANY_STAR, FIRST_STAR, Pieces, Terms
from ruleboard.games.tensor_cards.words import space_words
from ruleboard.i18n import _
from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, number


def board(look: Look, page: Page) -> Node:
    """The board with everything on it that is no piece."""
    return el(
        "g",
        _printed(look.state.terms, page.seat),
        (_edge(look, page, player) for player in (BLACK, WHITE)),
        _trail(look, page),
        cls="surface",
        aria_hidden="true",
    )


@lru_cache(maxsize=8)
def _printed(terms: Terms, seat: int) -> Node:
    """What never changes during a game: drawn once."""
    page = page_of(terms.layout, seat)
    layout, box = page.layout, page.board
    return el(
        "g",
        el("rect", cls="board-shadow", x=box.x, y=box.y + 6, width=box.width, height=box.height - 2, rx=26),
        el("rect", cls="board-edge", x=box.x, y=box.y, width=box.width, height=box.height, rx=26),
        el("rect", cls="felt", x=box.x + 7, y=box.y + 6, width=box.width - 14, height=box.height - 13, rx=20),
        (_line(page, one, other) for one, other in sorted(layout.lines)),
        (_space(terms, page, space) for space in sorted(layout.spaces)),
        (_start(page, piece) for piece in PIECES),
    )


def _edge(look: Look, page: Page, player: int) -> Node:
    """A player's edge of the board: a plate with their name, their points, at one's own the turn too."""
    box = page.board
    own = player == page.seat
    y = box.y + box.height - 33 if own else box.y + 6
    plate = Box(box.x + box.width / 2 - 62, y, 124, 26)
    base = plate.y + 20
    state = look.state
    clock = "" if state.over else _("Hand {hand}, turn {turn}").format(hand=state.hand, turn=state.turn)
    return el(
        "g",
        el("rect", cls="plate", x=plate.x, y=plate.y, width=plate.width, height=plate.height, rx=8),
        el("text", cls="side-name", x=plate.middle[0], y=base, text=side_name(player)),
        el("text", cls="clock", x=box.x + box.width - 30, y=base - 1, text=clock) if own else None,
        _points(look, player, plate.x + plate.width + 24, plate.middle[1]),
        cls=f"edge {SIDES[player].lower()}",
    )


def _points(look: Look, player: int, x: float, y: float) -> Iterator[Node]:
    if look.state.terms.goal == FIRST_STAR:
        return
    for place in range(look.state.terms.points_to_win):
        got = "point got" if place < look.points[player] else "point"
        yield el("polygon", cls=got, points=artwork.star(12, x + 29 * place, y))


def _line(page: Page, one: Space, other: Space) -> Node:
    (x1, y1), (x2, y2) = page.at(one), page.at(other)
    return el("line", cls="line", x1=x1, y1=y1, x2=x2, y2=y2)


def _start(page: Page, piece: int) -> Node:
    x, y = page.at(page.layout.starts[piece])
    return artwork.outline(piece, page.cell * 0.24, x, y)


def _space(terms: Terms, page: Page, space: Space) -> Node:
    x, y = page.at(space)
    size = page.cell / 100
    if space not in page.layout.stars:
        return el("circle", cls="space", cx=x, cy=y, r=15 * size)
    owners = [player for player in (BLACK, WHITE) if terms.counts(player, space)]
    whose = "any" if terms.stars == ANY_STAR or len(owners) == 2 else SIDES[owners[0]].lower()
    return el(
        "g",
        el("polygon", cls="star-shadow", points=artwork.star(38 * size, x, y + 3)),
        el("polygon", cls="star", points=artwork.star(38 * size, x, y)),
        cls=f"star-space {whose}",
    )


def _trail(look: Look, page: Page) -> Iterator[Node]:
    """The way a card has just moved a piece, and what of it was not possible."""
    event = look.event
    if event is None or event.kind != "move" or event.player is None:
        return
    piece = PIECE_NAMES[event.piece]
    for run in event.runs:
        if run.made:
            yield el("polyline", cls=f"trail {piece}", points=artwork.points_text([page.at(at) for at in run.path]))
    for run in event.runs:
        if run.lost:
            yield _barrier(page, event.player, run)


def _barrier(page: Page, player: int, run: Run) -> Node:
    x, y = page.at(run.path[-1])
    dx, dy = page.turned(vector(player, run.part.direction))
    out, wing = page.cell * 0.5, page.cell * 0.17
    middle = (x + dx * out, y + dy * out)
    return el(
        "g",
        el("line", cls="lost", x1=x, y1=y, x2=middle[0], y2=middle[1]),
        el(
            "line",
            cls="lost-bar",
            x1=middle[0] - dy * wing,
            y1=middle[1] + dx * wing,
            x2=middle[0] + dy * wing,
            y2=middle[1] - dx * wing,
        ),
    )


def piece_place(page: Page, pieces: Pieces, piece: int) -> Point:
    """Where a piece is drawn: on its space, or beside its start while it waits."""
    space = pieces[piece]
    if space is not None:
        return page.at(space)
    x, y = page.at(page.layout.starts[piece])
    return (x + page.cell * 0.34, y - page.cell * 0.36)


def pieces(look: Look, page: Page) -> Iterator[Node]:
    """The three pieces; one that waits is small, beside its start."""
    for piece in PIECES:
        x, y = piece_place(page, look.pieces, piece)
        waiting = look.pieces[piece] is None
        size = page.cell * (0.19 if waiting else 0.33)
        acting = look.event is not None and look.event.piece == piece
        yield el(
            "g",
            artwork.token(piece, size),
            key=f"piece-{PIECE_NAMES[piece]}",
            cls=classes("piece", PIECE_NAMES[piece], "waiting" if waiting else "", "acting" if acting else ""),
            transform=f"translate({number(x)} {number(y)})",
        )


def spaces(look: Look, page: Page, marks: Marks) -> Iterator[Node]:
    """What is touched to name a space."""
    terms = look.state.terms
    for space, plain in _plain_hits(terms.layout, page.seat, marks.still).items():
        hit = _space_hit(page, space, marks) if marks.classes(str(space)) else plain
        yield hit._replace(attrs={**hit.attrs, "aria-label": space_words(terms, look.pieces, space)})


@lru_cache(maxsize=8)
def _plain_hits(layout: Layout, seat: int, still: bool) -> dict[Space, Node]:
    """The hits of all spaces as they are while nothing is marked: most of them, mostly. Their words come later."""
    page, marks = page_of(layout, seat), Marks(still=still)
    return {space: _space_hit(page, space, marks) for space in sorted(layout.spaces)}


def _space_hit(page: Page, space: Space, marks: Marks) -> Node:
    """What is touched to name a space, still without its words."""
    x, y = page.at(space)
    target = str(space)
    return el(
        "circle",
        cls=classes("cell", "space-hit", marks.classes(target)),
        cx=x,
        cy=y,
        r=page.cell * 0.43,
        **touchable(marks, target, ""),
    )


def piece_hits(look: Look, page: Page, marks: Marks) -> Iterator[Node]:
    """What is touched to name a piece, while somebody is laying."""
    if owner(look) is None:
        return
    for piece in PIECES:
        x, y = piece_place(page, look.pieces, piece)
        target = piece_target(piece)
        yield el(
            "circle",
            cls=classes("cell", "piece-hit", marks.classes(target)),
            cx=x,
            cy=y,
            r=page.cell * (0.24 if look.pieces[piece] is None else 0.46),
            **touchable(marks, target, words.name(look.state, target)),
        )
