"""Draw the action board with its tiles, its Operation cards, the turn order, and the supply."""

from __future__ import annotations

from ruleboard.games.equilibrium import art, numbers, texts
from ruleboard.games.equilibrium.art import draw_label
from ruleboard.games.equilibrium.layout import COVERED_CARD_EDGE, Layout
from ruleboard.games.equilibrium.numbers import TYPES, Card, NumberSet
from ruleboard.games.equilibrium.state import ACTION, FINAL_ACTION, GAME_OVER, SETUP, TWEAK, State
from ruleboard.games.equilibrium.targets import card_target, supply_target, tile_target
from ruleboard.games.equilibrium.touch_areas import HexArea, NamedArea, TouchAreas
from ruleboard.i18n import _, cached_by_language
from ruleboard.kit.hex_board import hexagon
from ruleboard.scene.geometry import Box
from ruleboard.scene.node import Node, el


def draw_action_board(state: State, layout: Layout, areas: TouchAreas, *, is_editing: bool = False) -> Node:
    """Draw the action board with its tiles, cards and tokens.

    If ``is_editing``, empty slots are also touch targets.
    """
    x, y = layout.action_board_corner
    board = layout.action_board
    return el(
        "g",
        el("rect", cls="slab", x=x, y=y, width=board.width, height=board.height, rx=18),
        el("rect", cls="edge", x=x + 1, y=y + 1, width=board.width - 2, height=board.height - 2, rx=17),
        _draw_open_tiles(layout, state.tiles, len(state.pile or state.bag), bool(state.pile)),
        _draw_supply(layout, state.supply),
        _draw_card_stacks(layout, state.numbers, state.cards),
        _draw_turn_order(
            layout,
            state.numbers,
            _order_title(state),
            state.order,
            state.passed_players,
            _player_of_turn(state),
            can_pass=state.final_players is None,
        ),
        _draw_touch_areas(state, layout, areas, numbers.OPEN_TILE_COUNT.value if is_editing else len(state.tiles)),
        key="action-board",
        cls="action-board",
    )


@cached_by_language(64)
def _draw_open_tiles(layout: Layout, tiles: str, count: int, is_pile_shuffled: bool) -> Node:
    size = layout.action_board.tile_step * 0.53
    caption_x = layout.open_tile_at(0)[0] - size * 0.9
    pile_x, pile_y = layout.pile_at()
    return el(
        "g",
        art.draw_caption(caption_x, layout.open_tile_at(0)[1] - size * 1.2, _("Download")),
        [hexagon(*layout.open_tile_at(slot), size * 0.93, "hole") for slot in range(numbers.OPEN_TILE_COUNT.value)],
        el(
            "g",
            [hexagon(pile_x, pile_y - 3 * step, size * 0.82, "pile") for step in range(3 if is_pile_shuffled else 1)],
            draw_label(pile_x, pile_y - (6 if is_pile_shuffled else 0), str(count), "count", size * 0.62),
            key="pile",
            cls="draw-pile" if count else "draw-pile none",
        ),
        draw_label(pile_x, pile_y + size * 1.05, _("pile"), "small", 15),
        [art.draw_tile(*layout.open_tile_at(slot), size, tile, key=f"offer-{slot}") for slot, tile in enumerate(tiles)],
        aria_hidden="true",
        key="offer",
    )


@cached_by_language(64)
def _draw_supply(layout: Layout, supply: tuple[int, ...]) -> Node:
    x, y = layout.supply_at(TYPES[0])
    return el(
        "g",
        art.draw_caption(x - layout.action_board.tile_step * 0.48, y - 27, _("Supply")),
        [
            el(
                "g",
                art.draw_tile(
                    *layout.supply_tile_at(kind),
                    22,
                    kind,
                    key=f"supply-{kind}",
                    cls="" if amount else "none",
                ),
                draw_label(layout.supply_at(kind)[0] + 19, y + 4, f"{amount}", "count", 20),
                key=f"supply-of-{kind}",
            )
            for kind, amount in zip(TYPES, supply, strict=True)
        ],
        aria_hidden="true",
        key="supply",
    )


@cached_by_language(64)
def _draw_card_stacks(layout: Layout, number_set: NumberSet, cards: tuple[str, ...]) -> Node:
    first_box = layout.card_at("sub")
    return el(
        "g",
        art.draw_caption(first_box.x + 2, first_box.y - 13, _("Code")),
        [
            _draw_card_stack(layout.card_at(card), card, number_set.card(card), cards.count(card))
            for card in numbers.OPERATION_CARDS
        ],
        aria_hidden="true",
        key="cards",
    )


def _draw_card_stack(box: Box, card: str, card_values: Card, amount: int) -> Node:
    return el(
        "g",
        el("rect", cls="hole", x=box.x, y=box.y, width=box.width, height=box.height, rx=8),
        draw_label(*box.centre, art.OPERATION_SIGNS[card], "ghost", box.width * 0.5),
        [
            art.draw_operation_card(
                box.x + COVERED_CARD_EDGE,
                box.y + COVERED_CARD_EDGE + (amount - 1 - index) * 8,
                box.width - 4,
                box.height - 6 - (amount - 1) * 8,
                card,
                card_values,
                texts.card_title(card),
                key=f"card-{card}-{index}",
                is_covered=index < amount - 1,
            )
            for index in range(amount)
        ],
        key=f"place-{card}",
    )


def _order_title(state: State) -> str:
    if state.final_players is None:
        return _("Round {n}: order").format(n=state.round)
    return _("The end") if state.phase.kind == GAME_OVER else _("Final actions")


@cached_by_language(64)
def _draw_turn_order(
    layout: Layout,
    number_set: NumberSet,
    title: str,
    order: tuple[int, ...],
    passed_players: tuple[int, ...],
    current_player: int,
    *,
    can_pass: bool,
) -> Node:
    """Draw the turn order, and the pass spots if ``can_pass`` is True."""
    first_box = layout.spot_at(0)
    radius = first_box.width * 0.31
    nodes: list[Node] = [art.draw_caption(first_box.x, first_box.y - 13, title)]
    for index in range(len(order)):
        spot = layout.spot_at(index)
        half_height = spot.height * 0.5
        gain = number_set.pass_spots[len(order)][index].value
        x, y = layout.passed_token_at(index)
        nodes.append(el("rect", cls="hole", x=spot.x, y=spot.y, width=spot.width, height=half_height - 4, rx=10))
        if not can_pass:
            continue
        nodes += [
            el("rect", cls="hole pass", x=spot.x, y=spot.y + half_height, width=spot.width, height=half_height, rx=10),
            draw_label(x, y, _("pass:"), "small", 17),
            draw_label(x, y + radius + 13, f"+{gain}", "gain", 22),
        ]
    for index, player in enumerate(order):
        if player not in passed_players:
            x, y = layout.order_token_at(index)
            cls = "now" if current_player == player else ""
            nodes.append(art.draw_player_token(x, y, radius, player, key=f"order-{player}", cls=cls))
    for index, player in enumerate(passed_players):
        x, y = layout.passed_token_at(index)
        nodes.append(art.draw_player_token(x, y, radius, player, key=f"order-{player}"))
    return el("g", nodes, aria_hidden="true", key="turn-order")


def _player_of_turn(state: State) -> int:
    """Return the player whose turn it is, even if another player tweaks during this turn, or -1 outside of turns."""
    if state.phase.kind == TWEAK:
        return state.phase.turn_player
    return state.phase.player if state.phase.kind in (ACTION, FINAL_ACTION, SETUP) else -1


@cached_by_language(16)
def _named_areas(state: State, layout: Layout, slots: int) -> tuple[NamedArea, ...]:
    """Return the touch areas of the action board, without marks."""
    size = layout.action_board.tile_step * 0.565  # as far as the next tile
    width = layout.action_board.supply_step
    areas: list[tuple[str, Box | HexArea, Box | None]] = [
        (tile_target(slot), (*layout.open_tile_at(slot), size), None) for slot in range(slots)
    ]
    for kind in TYPES:
        x, y = layout.supply_at(kind)
        box, outer_box = Box(x - width / 2 + 3, y - 22, width - 6, 52), Box(x - width / 2, y - 38, width, 78)
        areas.append((supply_target(kind), box, outer_box))
    areas += [(card_target(card), layout.card_at(card), None) for card in numbers.OPERATION_CARDS]
    return tuple((target, texts.target_name(state, target), area, outer_box) for target, area, outer_box in areas)


def _draw_touch_areas(state: State, layout: Layout, areas: TouchAreas, slots: int) -> Node:
    nodes = [areas.area(*area) for area in _named_areas(state, layout, slots)]
    return el("g", nodes, key="middle-touches", role="group", aria_label=_("Action board"))
