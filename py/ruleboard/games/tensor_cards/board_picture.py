"""Draw the board: its surface, lines, stars, pieces, previews, and touch areas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ruleboard.games.tensor_cards import art, texts
from ruleboard.games.tensor_cards.board import PIECE_NAMES, PIECES, Board, Space
from ruleboard.games.tensor_cards.cards import BLACK, SIDES, WHITE, step_vector
from ruleboard.games.tensor_cards.layout import TableLayout, grid_position, spaces_in_reading_order, table_layout
from ruleboard.games.tensor_cards.names import side_name
from ruleboard.games.tensor_cards.resolution import Choice, PartMovement, resolve, single_card_movements
from ruleboard.games.tensor_cards.snapshot import (
    Snapshot,
    class_attribute,
    player_with_targets,
    take_snapshot,
    touch_attributes,
)
from ruleboard.games.tensor_cards.state import ANY_STAR, FIRST_STAR, Pieces, State, Terms
from ruleboard.games.tensor_cards.targets import ROW_BUTTON, card_from_target, piece_target, space_from_target
from ruleboard.games.tensor_cards.texts import space_label
from ruleboard.i18n import _
from ruleboard.scene import shapes
from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.marks import Marks, label_with_marks
from ruleboard.scene.node import Node, el
from ruleboard.scene.path_lines import path_node
from ruleboard.scene.shapes import points_text, translate

_ARROW_SIGNS = {(1, 0): "→", (-1, 0): "←", (0, 1): "↓", (0, -1): "↑"}
"""The arrow for each step in the picture."""


def draw_board_surface(snapshot: Snapshot, layout: TableLayout) -> Node:
    """Draw the board without its pieces."""
    return el(
        "g",
        _draw_static_board(snapshot.state.terms, layout.seat),
        (_draw_edge(snapshot, layout, player) for player in (BLACK, WHITE)),
        _path_nodes(snapshot, layout),
        cls="surface",
        aria_hidden="true",
    )


@lru_cache(maxsize=8)
def _draw_static_board(terms: Terms, seat: int) -> Node:
    layout = table_layout(terms.board, seat)
    board, box = layout.board, layout.board_box
    plain_spaces = sorted(board.spaces - board.stars)
    return el(
        "g",
        el("rect", cls="board-shadow", x=box.x, y=box.y + 6, width=box.width, height=box.height - 2, rx=26),
        el("rect", cls="board-edge", x=box.x, y=box.y, width=box.width, height=box.height, rx=26),
        el("rect", cls="felt", x=box.x + 7, y=box.y + 6, width=box.width - 14, height=box.height - 13, rx=20),
        el(
            "path",
            cls="line",
            d=shapes.lines_path((layout.point(start), layout.point(end)) for start, end in sorted(board.lines)),
        ),
        el("path", cls="space", d=shapes.circles_path(map(layout.point, plain_spaces), 0.15 * layout.cell_size)),
        (_draw_star_space(terms, layout, space) for space in sorted(board.stars)),
        (_draw_start_mark(layout, piece) for piece in PIECES),
        el("g", _grid_numbers(layout), cls="coordinates on-request"),
    )


def _grid_numbers(layout: TableLayout) -> Iterator[Node]:
    board, box = layout.board, layout.board_box
    centres = [(layout.point(space), grid_position(board, space, layout.seat)) for space in board.spaces]
    columns = {column: x for (x, _y), (column, _row) in centres}
    rows = {row: y for (_x, y), (_column, row) in centres}
    for column, x in sorted(columns.items()):
        yield el(
            "text", text=str(column + 1), x=x - _COLUMN_NUMBER_OFFSET, y=box.y + 40
        )  # with a distance from the name and from stars
    for row, y in sorted(rows.items()):
        yield el("text", text=str(row + 1), x=box.x + 24, y=y + 7)


_COLUMN_NUMBER_OFFSET = 34.0
"""The distance from the middle of a column to its number, in picture units. The number must not touch stars and
names."""


def _draw_edge(snapshot: Snapshot, layout: TableLayout, player: int) -> Node:
    box = layout.board_box
    is_near_player = player == layout.seat
    name_box = _name_box(layout, player)
    baseline = name_box.y + 17
    state = snapshot.state
    progress_text = "" if state.is_over else _("Deal {hand}, turn {turn}").format(hand=state.hand, turn=state.turn)
    return el(
        "g",
        el("rect", cls="plate", x=name_box.x, y=name_box.y, width=name_box.width, height=name_box.height, rx=8),
        el("text", cls="side-name", x=name_box.centre[0], y=baseline, text=side_name(player)),
        el("text", cls="clock", x=box.x + 30, y=baseline, text=progress_text) if is_near_player else None,
        _point_stars(snapshot, layout, player),
        cls=f"edge {SIDES[player].lower()}",
    )


def _name_box(layout: TableLayout, player: int) -> Box:
    box = layout.board_box
    y = box.y + box.height - 24 if player == layout.seat else box.y + 3
    return Box(box.x + box.width / 2 - 56, y, 112, 21)


def point_star_centre(layout: TableLayout, player: int, number: int) -> Point:
    """Return the centre of the star that represents a player's point. ``number`` is the 0-based number of the point."""
    name_box = _name_box(layout, player)
    return name_box.x + name_box.width + 24 + 29 * number, name_box.centre[1]


def draw_point_star(x: float, y: float, *, is_point_won: bool) -> Node:
    """Draw the star that represents a point. ``is_point_won`` is True if the player has won the point."""
    return el("polygon", cls="point got" if is_point_won else "point", points=art.star_points(12, x, y))


def _point_stars(snapshot: Snapshot, layout: TableLayout, player: int) -> Iterator[Node]:
    if snapshot.state.terms.goal == FIRST_STAR:
        return
    for index in range(snapshot.state.terms.points_to_win):
        yield draw_point_star(*point_star_centre(layout, player, index), is_point_won=index < snapshot.points[player])


def _draw_start_mark(layout: TableLayout, piece: int) -> Node:
    x, y = layout.point(layout.board.starts[piece])
    return art.draw_start_mark(piece, layout.cell_size * 0.24, x, y)


def _draw_star_space(terms: Terms, layout: TableLayout, space: Space) -> Node:
    owners = [player for player in (BLACK, WHITE) if terms.is_counting_star(player, space)]
    owner_class = "any" if terms.stars == ANY_STAR or len(owners) == 2 else SIDES[owners[0]].lower()
    return draw_star_space(layout.point(space), layout.cell_size, owner_class)


def draw_star_space(centre: Point, cell_size: float, owner_class: str) -> Node:
    """Draw a space with a star. ``owner_class`` is the player for whom it counts: ``any``, ``black`` or ``white``."""
    x, y = centre
    size = cell_size / 100
    return el(
        "g",
        el("polygon", cls="star-shadow", points=art.star_points(38 * size, x, y + 3)),
        el("polygon", cls="star", points=art.star_points(38 * size, x, y)),
        cls=f"star-space {owner_class}",
    )


def _path_nodes(snapshot: Snapshot, layout: TableLayout) -> Iterator[Node]:
    event = snapshot.event
    if event is None or event.kind != "move" or event.player is None:
        return
    piece = PIECE_NAMES[event.piece]
    for movement in event.movements:
        if movement.step_count:
            yield el(
                "polyline",
                cls=f"trail {piece}",
                points=points_text([layout.point(space) for space in movement.path]),
            )
    for movement in event.movements:
        if movement.lost_steps:
            yield _draw_barrier(layout, event.player, movement)


def _draw_barrier(layout: TableLayout, player: int, movement: PartMovement) -> Node:
    step = layout.picture_step(step_vector(player, movement.part.direction))
    return draw_barrier(layout.point(movement.path[-1]), step, layout.cell_size)


def draw_barrier(start: Point, step: tuple[int, int], cell_size: float) -> Node:
    """Draw a barrier next to a space, for a step in the picture that a card cannot make from there."""
    (x, y), (dx, dy) = start, step
    distance, wing_length = cell_size * 0.5, cell_size * 0.17
    barrier_centre = (x + dx * distance, y + dy * distance)
    return el(
        "g",
        el("line", cls="lost", x1=x, y1=y, x2=barrier_centre[0], y2=barrier_centre[1]),
        el(
            "line",
            cls="lost-bar",
            x1=barrier_centre[0] - dy * wing_length,
            y1=barrier_centre[1] + dx * wing_length,
            x2=barrier_centre[0] + dy * wing_length,
            y2=barrier_centre[1] - dx * wing_length,
        ),
    )


def preview_nodes(snapshot: Snapshot, layout: TableLayout, marks: Marks) -> Iterator[Node]:
    """Draw the paths that pieces would take if only one card acted, with a barrier at each obstacle.

    Until the player confirms the placement, the preview shows the effect of each placed card on its piece, and the
    effect of a selected card on every piece without a card. While a player chooses the order of a card's parts, the
    preview shows the path for each order. If the game hides warnings, there is no preview.
    """
    if marks.hides_warnings:
        return
    choice = pending_choice(snapshot)
    if choice is not None:
        yield from _preview_paths(snapshot, layout, choice.piece, choice.player, choice.card)
        return
    for piece, player, card in _previewed_cards(snapshot, marks.selected):
        yield from _preview_paths(snapshot, layout, piece, player, card)


def preview_target(state: State, selection: Sequence[str], target: str) -> str:
    """Return the target of the piece whose preview ends on the touched space.

    If no preview ends there, or several do, return ``target`` unchanged.
    """
    space = space_from_target(state.terms.board, target)
    snapshot = take_snapshot(state, Marks(selected=tuple(selection)))
    outlined_pieces = {
        piece
        for piece, player, card in (_previewed_cards(snapshot, selection) if space else ())
        for movements in single_card_movements(state.terms, snapshot.pieces, piece, player, card)
        if movements[-1].path[-1] == space != snapshot.pieces[piece]
    }
    return piece_target(outlined_pieces.pop()) if len(outlined_pieces) == 1 else target


def _previewed_cards(snapshot: Snapshot, selection: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the piece, the player and the card of each previewed effect."""
    player = player_with_targets(snapshot)
    if player is None:
        return
    hand, slots = snapshot.state.hands[player], snapshot.slots[player]
    selected_card = card_from_target(selection[-1]) if selection and selection[0] != ROW_BUTTON else None
    for piece in PIECES:
        card = slots[piece] if slots[piece] in hand or selected_card in slots else selected_card
        if card is not None and card in hand and card != snapshot.slots[1 - player][piece]:  # equal cards cancel out
            yield piece, player, card


def _preview_paths(snapshot: Snapshot, layout: TableLayout, piece: int, player: int, card: int) -> Iterator[Node]:
    """Yield the paths on which a card would move a piece. Orders of its parts with the same end share a path."""
    terms, name = snapshot.state.terms, PIECE_NAMES[piece]
    for movements in single_card_movements(terms, snapshot.pieces, piece, player, card):
        path = [movements[0].path[0], *(space for movement in movements for space in movement.path[1:])]
        if len(path) > 1:
            x, y = layout.point(path[-1])
            line = points_text([layout.point(space) for space in path])
            yield el("polyline", cls="preview-case", points=line)
            yield el("polyline", cls=f"preview {name}", points=line)
            yield art.draw_end_outline(
                piece, layout.cell_size * 0.27, x, y, keeps_space_visible=path[-1] in terms.board.stars
            )
        for movement in movements:
            if movement.lost_steps:
                yield _draw_barrier(layout, player, movement)


def number_nodes(snapshot: Snapshot, layout: TableLayout) -> Iterator[Node]:
    """Draw numbers on the end spaces between which a player must choose, each with an arrow for the first part."""
    choice = pending_choice(snapshot)
    if choice is None:
        return
    texts_by_space = texts.end_numbers(choice)
    for direction, space in choice.ends:
        x, y = layout.point(space)
        if space in snapshot.state.terms.board.stars:  # the star stays visible
            x, y = x + layout.cell_size * 0.36, y - layout.cell_size * 0.36
        arrow_sign = _ARROW_SIGNS[layout.picture_step(step_vector(choice.player, direction))]
        yield from draw_end_number((x, y), f"{texts_by_space[space]}{arrow_sign}", layout.cell_size)


def draw_end_number(centre: Point, text: str, cell_size: float) -> tuple[Node, Node]:
    """Draw the number of an end space with its arrow."""
    x, y = centre
    return (
        el("circle", cls="end-number-ground", cx=x, cy=y, r=cell_size * 0.25),
        el("text", cls="end-number", x=x, y=y + cell_size * 0.1, font_size=cell_size * 0.28, text=text),
    )


def pending_choice(snapshot: Snapshot) -> Choice | None:
    """Return the choice that a player must make now between two orders of a card's parts, or None."""
    state = snapshot.state
    return None if snapshot.event or state.is_over or state.placing_player is not None else resolve(state).choice


def choice_numbers(snapshot: Snapshot) -> dict[Space, str]:
    """Number the end spaces between which a player must choose. Without a choice, return an empty dict."""
    choice = pending_choice(snapshot)
    return {} if choice is None else texts.end_numbers(choice)


def piece_point(layout: TableLayout, pieces: Pieces, piece: int) -> Point:
    """Return the centre of a piece in the picture: on its space, or next to its start space while it waits."""
    space = pieces[piece]
    if space is not None:
        return layout.point(space)
    x, y = layout.point(layout.board.starts[piece])
    return (x + layout.cell_size * 0.34, y - layout.cell_size * 0.36)


def piece_nodes(snapshot: Snapshot, layout: TableLayout) -> Iterator[Node]:
    """Draw the three pieces. A waiting piece is smaller, next to its start space."""
    for piece in PIECES:
        x, y = piece_point(layout, snapshot.pieces, piece)
        is_waiting = snapshot.pieces[piece] is None
        size = layout.cell_size * (0.19 if is_waiting else 0.33)
        is_acting = snapshot.event is not None and snapshot.event.piece == piece
        yield el(
            "g",
            art.draw_piece(piece, size),
            key=f"piece-{PIECE_NAMES[piece]}",
            cls=class_attribute(
                "piece", PIECE_NAMES[piece], "waiting" if is_waiting else "", "acting" if is_acting else ""
            ),
            transform=translate(x, y),
        )


def threat_paths(layout: TableLayout, marks: Marks) -> Iterator[Node]:
    """Draw the paths of the marked threats."""
    centres = {str(space): layout.point(space) for space in layout.board.spaces}
    for index, threat in enumerate(marks.threats):
        yield path_node("threat", [centres[target] for target in threat], layout.cell_size, f"threat-{index}")


def space_areas(snapshot: Snapshot, layout: TableLayout, marks: Marks) -> Iterator[Node]:
    """Draw the touch areas of the spaces."""
    terms = snapshot.state.terms
    numbers = choice_numbers(snapshot)
    for space, unmarked_area in _unmarked_areas(terms.board, layout.seat, marks.read_only).items():
        area = _draw_space_area(layout, space, marks) if marks.classes(str(space)) else unmarked_area
        label = space_label(terms, snapshot.pieces, space, layout.seat)
        end_number = numbers.get(space)
        name = _("{n}: {place}").format(n=end_number, place=label) if end_number else label
        label = label_with_marks(name, marks.classes(str(space)), shows_next_targets=bool(marks.visible_next_targets))
        yield area._replace(attrs={**area.attrs, "aria-label": label})


@lru_cache(maxsize=8)
def _unmarked_areas(board: Board, seat: int, read_only: bool) -> dict[Space, Node]:
    layout, marks = table_layout(board, seat), Marks(read_only=read_only)
    return {space: _draw_space_area(layout, space, marks) for space in spaces_in_reading_order(board, seat)}


def _draw_space_area(layout: TableLayout, space: Space, marks: Marks) -> Node:
    x, y = layout.point(space)
    target = str(space)
    return el(
        "circle",
        cls=class_attribute("cell", "space-hit", marks.classes(target)),
        cx=x,
        cy=y,
        r=layout.cell_size * 0.43,
        **touch_attributes(marks, target, ""),
    )


_MIN_PIECE_RADIUS = 52
"""The smallest radius of a piece's touch area, in picture units: 44 px wide where the table is 360 px wide."""


def piece_areas(snapshot: Snapshot, layout: TableLayout, marks: Marks) -> Iterator[Node]:
    """Draw the touch areas of the pieces, which exist only while a player places cards."""
    if player_with_targets(snapshot) is None:
        return
    for piece in PIECES:
        x, y = piece_point(layout, snapshot.pieces, piece)
        target = piece_target(piece)
        yield el(
            "circle",
            cls=class_attribute("cell", "piece-hit", marks.classes(target)),
            cx=x,
            cy=y,
            r=layout.cell_size * 0.24
            if snapshot.pieces[piece] is None
            else max(_MIN_PIECE_RADIUS, layout.cell_size * 0.46),
            **touch_attributes(marks, target, texts.target_name(snapshot.state, target)),
        )
