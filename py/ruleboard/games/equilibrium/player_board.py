"""Draw a player's panel: the network, storage, cycles, Tensor card, hand and confidence board.

Cached functions get translated texts as arguments, since a cache must not return texts in another language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ruleboard.games.equilibrium import art, numbers, texts
from ruleboard.games.equilibrium.art import draw_gear, draw_label
from ruleboard.games.equilibrium.confidence_board import draw_confidence_board
from ruleboard.games.equilibrium.layout import COVERED_CARD_EDGE, Layout
from ruleboard.games.equilibrium.numbers import MAX_HAND, MAX_STORAGE, TYPES
from ruleboard.games.equilibrium.state import (
    ACTION,
    CELL_NAMES,
    CELLS,
    CENTRE,
    EMPTY,
    FINAL_ACTION,
    FLIP,
    GAME_OVER,
    SETUP,
    TWEAK,
    Player,
    State,
    with_tile,
)
from ruleboard.games.equilibrium.targets import (
    hand_target,
    hex_target,
    parse_target,
    storage_target,
    type_target,
    weight_target,
)
from ruleboard.games.equilibrium.touch_areas import HexArea, NamedArea, TargetMarks, TouchAreas
from ruleboard.i18n import N_, _, cached_by_language, ngettext
from ruleboard.kit.hex_board import hexagon
from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.node import Node, el
from ruleboard.scene.shapes import translate

_RANK_LABELS = (N_("1st place"), N_("2nd place"), N_("3rd place"), N_("4th place"))
_PHASE_LABELS = {SETUP: N_("sets up"), ACTION: N_("to move"), FINAL_ACTION: N_("final action")}


def _inset_box(box: Box, margin: float) -> Box:
    return Box(box.x + margin, box.y + margin, box.width - 2 * margin, box.height - 2 * margin)


def _hex_box(centre: Point, size: float) -> Box:
    return Box(centre[0] - size * 0.9, centre[1] - size, size * 1.8, size * 2)


def draw_panel(
    state: State, layout: Layout, number: int, is_interactive: bool, marks: TargetMarks, *, is_editing: bool = False
) -> Node:
    """Draw the panel of a player.

    Args:
        state: the state.
        layout: the layout of the picture.
        number: the player (0-based).
        is_interactive: True if players can touch the picture.
        marks: the marks of the player's targets.
        is_editing: True to make the whole storage and the whole hand touch targets, as in the editor.
    """
    decision_class = f" active deciding-{state.phase.kind}" if state.phase.player == number else ""
    if state.phase.kind == GAME_OVER and number in state.phase.ranks[0]:
        decision_class = " winner"
    areas = _PanelInteraction(is_interactive, marks, is_editing, state.phase.kind == SETUP)
    return _draw_panel_content(
        layout, state.players[number], number, decision_class, _status_text(state, number), areas
    )


class _PanelInteraction(NamedTuple):
    """The properties of a panel that determine its reaction to touches.

    Attributes:
        is_interactive: True if players can touch the panel.
        marks: the marks of the panel's targets.
        is_editing: True in the editor.
        is_setup_phase: True in the setup phase of a game.
    """

    is_interactive: bool
    marks: TargetMarks
    is_editing: bool
    is_setup_phase: bool


@cached_by_language(64)
def _draw_panel_content(
    layout: Layout,
    player: Player,
    number: int,
    decision_class: str,
    status: str,
    interaction: _PanelInteraction,
) -> Node:
    x, y = layout.panel_corners[number]
    return el(
        "g",
        el("rect", cls="slab", x=x, y=y, width=640, height=layout.panel.height, rx=18),
        el("rect", cls="edge", x=x + 2, y=y + 2, width=636, height=layout.panel.height - 4, rx=16),
        _draw_header(layout, number, texts.player_name(number), status),
        _draw_network(layout, _with_chosen_tile(player, interaction), number),
        draw_confidence_board(layout, player, number),
        _draw_storage(layout, player, number, _storage_text(player)),
        _draw_cycles(layout, player, number, _cycles_text(player)),
        _draw_tensor_card(layout, player, number),
        _draw_hand(layout, player, number, tuple(texts.card_title(card) for card in player.hand)),
        _draw_touch_areas(layout, player, number, status, interaction),
        # A second bonus sign covers the frames of the touch areas, which would cross the first one.
        el("g", _draw_bonus_sign(layout, number), aria_hidden="true", key="bonus", cls="tensor-card")
        if interaction.is_setup_phase and interaction.is_interactive
        else None,
        key=f"panel-{number + 1}",
        cls=f"panel p{number + 1}{decision_class}",
        data_player=str(number + 1),
    )


def _with_chosen_tile(player: Player, interaction: _PanelInteraction) -> Player:
    """Return the player with the first tile in the centre once a person has chosen its type during the setup."""
    if not interaction.is_setup_phase or player.board[CENTRE] != EMPTY:
        return player
    chosen_types = [parse_target(target).name for target, classes, _is_legal in interaction.marks if "taken" in classes]
    kind = next((kind for kind in chosen_types if kind in player.top_kinds), EMPTY)
    return replace(player, board=with_tile(player.board, CENTRE, kind))


@lru_cache(maxsize=64)
def _draw_header(layout: Layout, number: int, name: str, status: str) -> Node:
    x, y = layout.panel_corners[number]
    return el(
        "g",
        el("path", cls="banner", d=f"M{x:g} {y + 46:g}v-28a18 18 0 0 1 18-18h604a18 18 0 0 1 18 18v28z"),
        art.draw_player_token(x + 28, y + 23, 15, number, key=f"badge-{number}"),
        el("text", cls="who", x=x + 54, y=y + 31, text=name),
        el("text", cls="status", x=x + 622, y=y + 30, text=status),
        aria_hidden="true",
        key="header",
    )


def _status_text(state: State, number: int) -> str:
    phase = state.phase
    if phase.kind == GAME_OVER:
        rank = next(index for index, players in enumerate(phase.ranks) if number in players)
        return _(_RANK_LABELS[sum(len(players) for players in phase.ranks[:rank])])
    if phase.player == number:
        if phase.kind == TWEAK:
            return ngettext("tweaks now", "tweaks now, {n} left", phase.tweaks).format(n=phase.tweaks)
        if phase.kind == FLIP:
            return _("turns {tile} face down").format(tile=texts.tile_with_article(phase.flips[0][1]))
        return _(_PHASE_LABELS[phase.kind])
    if state.final_players is not None:
        return _("one more action") if number in state.final_players else _("done")
    return _("passed") if number in state.passed_players else ""


@lru_cache(maxsize=64)
def _draw_network(layout: Layout, player: Player, number: int) -> Node:
    size = layout.panel.hex_size
    return el(
        "g",
        [hexagon(*layout.hex_at(number, cell), size * 0.95, "field") for cell in range(len(CELLS))],
        [
            art.draw_tile(*layout.hex_at(number, cell), size, tile, key=f"tile-{number}-{CELL_NAMES[cell]}")
            for cell, tile in enumerate(player.board)
            if tile != EMPTY
        ],
        aria_hidden="true",
        key="network",
        cls="network",
    )


def _cycles_text(player: Player) -> str:
    return _("GPU cycles {n}").format(n=player.cycles)


def _storage_text(player: Player) -> str:
    return _("Storage {n} of {limit}").format(n=len(player.storage), limit=player.tier.max_storage)


@lru_cache(maxsize=64)
def _draw_storage(layout: Layout, player: Player, number: int, title: str) -> Node:
    size = layout.panel.slot_step * 0.53
    x, y = layout.storage_slot(number, 0)
    limit = player.tier.max_storage
    return el(
        "g",
        art.draw_caption(x - layout.panel.slot_step * 0.45, y - size * 1.16, title),
        [
            hexagon(*layout.storage_slot(number, slot), size * 0.9, "hole" if slot < limit else "hole shut")
            for slot in range(MAX_STORAGE)
        ],
        [
            art.draw_tile(*layout.storage_slot(number, slot), size, kind, key=_stored_key(player, number, slot))
            for slot, kind in enumerate(player.storage)
        ],
        aria_hidden="true",
        key="storage",
    )


def _stored_key(player: Player, number: int, slot: int) -> str:
    """Return the key of the node that draws a stored tile.

    The key contains the tile's type and the tile's number among the tiles of this type, so tiles of other types do not
    change the key.
    """
    kind = player.storage[slot]
    return f"stored-{number}-{kind}-{slot - player.storage.index(kind)}"


@lru_cache(maxsize=64)
def _draw_cycles(layout: Layout, player: Player, number: int, title: str) -> Node:
    first_box = layout.cycle_at(number, 0)
    current_box = layout.cycle_at(number, player.cycles)
    return el(
        "g",
        art.draw_caption(first_box.x, first_box.y - 7, title),
        _draw_cycle_boxes(layout.cycle_boxes(number), player.cycles),
        el(
            "g",
            draw_gear(0, 0, current_box.height * 0.62),
            draw_label(0, 0, str(player.cycles), "cost", current_box.height * 0.52),
            key=f"cycles-{number}",
            cls="piece tracker",
            transform=translate(*current_box.centre),
        ),
        aria_hidden="true",
        key="cycles",
    )


def _draw_cycle_boxes(boxes: Sequence[Box], cycles: int) -> Node:
    """Draw numbered boxes. Those above the number of the player's cycles look spent.

    A payment changes only the classes of a few boxes, so the browser does not lay them out again. All boxes come before
    all numbers, because pictures for other pages share such runs.
    """
    entries = [(number, box, "" if number <= cycles else "spent") for number, box in enumerate(boxes)]
    return el(
        "g",
        (el("rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=6, cls=cls) for _, box, cls in entries),
        (draw_label(*box.centre, str(number), cls, 16) for number, box, cls in entries),
        cls="cycle",
    )


def _card_geometry(layout: Layout, number: int) -> tuple[Box, dict[tuple[int, int], Point]]:
    box = layout.panel.card_box.shift(*layout.panel_corners[number])
    centres = {
        (row, column): (box.x + box.width * (0.27 + 0.46 * column), box.y + box.height * (0.29 + 0.46 * row))
        for row in range(2)
        for column in range(2)
    }
    return box, centres


def _quarter_box(layout: Layout, centre: Point) -> Box:
    width, height = layout.panel.card_box.width * 0.46, layout.panel.card_box.height * 0.46
    return _inset_box(Box(centre[0] - width / 2, centre[1] - height / 2, width, height), 1)


def _quarter_touch_box(layout: Layout, number: int, centre: Point) -> Box:
    """Return the enlarged touch area of a type on a Tensor card.

    The area extends from the centre of the card to the next touch area.
    """
    x, y = layout.panel.card_box.shift(*layout.panel_corners[number]).centre
    area = layout.panel.type_touch_box.shift(*layout.panel_corners[number])
    left_x, right_x = (area.x, x) if centre[0] < x else (x, area.x + area.width)
    top_y, bottom_y = (area.y, y) if centre[1] < y else (y, area.y + area.height)
    return Box(left_x, top_y, right_x - left_x, bottom_y - top_y)


def type_centre(layout: Layout, player: Player, number: int, kind: str) -> Point:
    """Return the centre of a type on a player's Tensor card."""
    row = player.top_kinds if kind in player.top_kinds else player.bottom_kinds
    return _card_geometry(layout, number)[1][(0 if row == player.top_kinds else 1, row.index(kind))]


@lru_cache(maxsize=64)
def _draw_tensor_card(layout: Layout, player: Player, number: int) -> Node:
    box, centres = _card_geometry(layout, number)
    size = min(box.width * 0.21, box.height * 0.235)
    parts: list[Node] = [
        el("rect", cls="shadow", x=box.x, y=box.y + 3, width=box.width, height=box.height, rx=10),
        el("rect", cls="paper", x=box.x, y=box.y, width=box.width, height=box.height, rx=10),
        el(
            "rect",
            cls="bonus",
            x=box.x + 4,
            y=box.y + 4,
            width=box.width - 8,
            height=box.height * 0.5 - 4,
            rx=7,
        ),
    ]
    for row, kinds in enumerate((player.top_kinds, player.bottom_kinds)):
        (x1, y), (x2, _) = centres[(row, 0)], centres[(row, 1)]
        parts.append(el("line", cls="bond", x1=x1, y1=y, x2=x2, y2=y))
        parts += [
            art.draw_tile(*centres[(row, column)], size, kind, key=f"card-{number}-{kind}")
            for column, kind in enumerate(kinds)
        ]
    parts += _draw_bonus_sign(layout, number)
    return el("g", parts, aria_hidden="true", key="tensor-card", cls="tensor-card")


def _draw_bonus_sign(layout: Layout, number: int) -> tuple[Node, Node]:
    box, _centres = _card_geometry(layout, number)
    return draw_bonus_sign(box.x + box.width - 7, box.y + 7)


def draw_bonus_sign(x: float, y: float) -> tuple[Node, Node]:
    """Draw the sign for the tweaks that the types in the top row of a Tensor card earn, centred on a point."""
    disc_node = el("circle", cls="plus-disc", cx=x, cy=y, r=14)
    return disc_node, draw_label(x, y, f"+{numbers.BONUS_TWEAKS.value}", "plus", 15)


@lru_cache(maxsize=64)
def _draw_hand(layout: Layout, player: Player, number: int, names: tuple[str, ...]) -> Node:
    limit = player.tier.max_hand
    slots = [layout.hand_slot(number, index) for index in range(MAX_HAND)]
    return el(
        "g",
        [
            el(
                "rect",
                cls="hole" if index < limit else "hole shut",
                x=box.x,
                y=box.y,
                width=box.width,
                height=box.height,
                rx=8,
            )
            for index, box in enumerate(slots)
        ],
        [
            art.draw_operation_card(
                box.x + COVERED_CARD_EDGE,
                box.y + COVERED_CARD_EDGE,
                box.width - 4,
                box.height - 6,
                card,
                data,
                name,
                key=key,
            )
            for box, card, data, name, key in (
                (
                    slots[index],
                    card,
                    player.numbers.card(card),
                    names[index],
                    f"held-{number}-{card}-{index - player.hand.index(card)}",
                )
                for index, card in enumerate(player.hand)
            )
        ],
        aria_hidden="true",
        key="hand",
    )


@lru_cache(maxsize=64)
def _hex_areas(layout: Layout, number: int) -> tuple[tuple[tuple[str, HexArea], ...], ...]:
    size = layout.panel.hex_size  # as far as the next cell
    return tuple(
        tuple(
            (hex_target(number, cell), (*layout.hex_at(number, cell), size))
            for cell, coordinates in enumerate(CELLS)
            if coordinates.r == row
        )
        for row in sorted({coordinates.r for coordinates in CELLS})
    )


@cached_by_language(64)
def _named_areas(
    layout: Layout, player: Player, number: int, is_setup_phase: bool, is_editing: bool
) -> tuple[tuple[tuple[NamedArea, ...], ...], tuple[NamedArea, ...]]:
    """Return the touch areas of a panel without marks: the rows of the network, then all other areas."""

    def with_name(target: str, area: Box | HexArea, outer_box: Box | None = None) -> NamedArea:
        return (target, texts.player_target_name(player, parse_target(target)), area, outer_box)

    return (
        tuple(tuple(with_name(*target_and_area) for target_and_area in row) for row in _hex_areas(layout, number)),
        (
            *(with_name(*target_and_area) for target_and_area in _storage_and_hand_areas(layout, number) if is_editing),
            *(with_name(*target_and_area) for target_and_area in _stack_areas(layout, player, number)),
            *(with_name(weight_target(number, kind), _inset_box(layout.column(number, kind), 1.5)) for kind in TYPES),
            *(
                with_name(type_target(number, kind), *_type_area(layout, player, number, kind, is_setup_phase))
                for kind in player.top_kinds + player.bottom_kinds
            ),
        ),
    )


def _draw_touch_areas(layout: Layout, player: Player, number: int, status: str, interaction: _PanelInteraction) -> Node:
    areas = TouchAreas(interaction.is_interactive, interaction.marks)
    network, other_areas = _named_areas(layout, player, number, interaction.is_setup_phase, interaction.is_editing)
    rows = [el("g", [areas.area(*area) for area in row], role="row") for row in network]
    parts = (texts.player_name(number), status, _cycles_text(player), _storage_text(player))
    return el(
        "g",
        el("g", rows, role="grid", aria_label=_("{owner}’s network").format(owner=texts.player_name(number))),
        [areas.area(*area) for area in other_areas],
        key="touches",
        role="group",
        aria_label=", ".join(filter(None, parts)),  # for people who cannot see the panel
    )


def _type_area(layout: Layout, player: Player, number: int, kind: str, is_setup_phase: bool) -> tuple[Box, Box | None]:
    centre = type_centre(layout, player, number, kind)
    # During setup, no other targets are active.
    outer_box = _quarter_touch_box(layout, number, centre) if is_setup_phase else None
    return _quarter_box(layout, centre), outer_box


def _storage_and_hand_areas(layout: Layout, number: int) -> Iterator[tuple[str, Box]]:
    yield storage_target(number, ""), _storage_box(layout, number, 0, MAX_STORAGE - 1)
    yield hand_target(number, ""), layout.hand_slot(number, 0).union(layout.hand_slot(number, MAX_HAND - 1))


def _stack_areas(layout: Layout, player: Player, number: int) -> Iterator[tuple[str, Box]]:
    """Yield the targets of a player's stored tiles and cards in hand, with their touch areas.

    Equal tiles or cards share a target.
    """
    for kind in dict.fromkeys(player.storage):
        slot = player.storage.index(kind)
        box = _storage_box(layout, number, slot, slot + player.storage.count(kind) - 1)
        yield storage_target(number, kind), box
    for card in dict.fromkeys(player.hand):
        slot = player.hand.index(card)
        last_box = layout.hand_slot(number, slot + player.hand.count(card) - 1)
        yield hand_target(number, card), layout.hand_slot(number, slot).union(last_box)


def _storage_box(layout: Layout, number: int, first_slot: int, last_slot: int) -> Box:
    """Return the box around some adjacent slots of a player's storage."""
    size = layout.panel.slot_step * 0.53
    first_box, last_box = (_hex_box(layout.storage_slot(number, slot), size) for slot in (first_slot, last_slot))
    return first_box.union(last_box)
