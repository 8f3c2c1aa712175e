"""The picture of a player's panel: network, storage, cycles, Tensor card and hand, with the confidence board.

Cached functions take their texts as arguments, so that another language is drawn anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from gettext import NullTranslations
from typing import NamedTuple

from ruleboard.games.equilibrium import art, numbers, words
from ruleboard.games.equilibrium.art import gear, hexagon, label, translation
from ruleboard.games.equilibrium.confidence_board import confidence_board
from ruleboard.games.equilibrium.layout import CARD_EDGE, Layout
from ruleboard.games.equilibrium.numbers import MOST_HELD, MOST_STORED, TYPES
from ruleboard.games.equilibrium.state import (
    ACTION,
    CELL_NAMES,
    CELLS,
    EMPTY,
    FINAL,
    FLIP,
    OVER,
    SETUP,
    TWEAK,
    Player,
    State,
)
from ruleboard.games.equilibrium.targets import (
    hand_target,
    hex_target,
    parse_target,
    storage_target,
    type_target,
    weight_target,
)
from ruleboard.games.equilibrium.touch_areas import HexArea, Marked, TouchAreas
from ruleboard.i18n import N_, _, ngettext, spoken
from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.node import Node, el

_PLACES = (N_("1st place"), N_("2nd place"), N_("3rd place"), N_("4th place"))
_PHASES = {SETUP: N_("sets up"), ACTION: N_("to move"), FINAL: N_("last action")}


def _inset(box: Box, by: float) -> Box:
    return Box(box.x + by, box.y + by, box.width - 2 * by, box.height - 2 * by)


def _hex_box(middle: Point, size: float) -> Box:
    return Box(middle[0] - size * 0.9, middle[1] - size, size * 1.8, size * 2)


def panel(state: State, plan: Layout, number: int, live: bool, marked: Marked, *, set_up: bool = False) -> Node:
    """Return everything that lies in front of one player.

    Args:
        state: the position.
        plan: the places of everything.
        number: the player.
        live: True if anything can be touched.
        marked: the player's targets with marks.
        set_up: True if storage and hand can be touched anywhere.
    """
    decision = f" active deciding-{state.phase.kind}" if state.phase.who == number else ""
    if state.phase.kind == OVER and number in state.phase.places[0]:
        decision = " winner"
    areas = _Areas(live, marked, set_up, state.phase.kind == SETUP)
    return _panel(spoken(), plan, state.players[number], number, decision, _status(state, number), areas)


class _Areas(NamedTuple):
    """The use of a panel: whether it can be touched, its marks, whether it is set up by hand, or by the rules."""

    live: bool
    marked: Marked
    set_up: bool
    setting_up: bool


@lru_cache(maxsize=64)
def _panel(
    _catalogue: NullTranslations, plan: Layout, player: Player, number: int, decision: str, status: str, use: _Areas
) -> Node:
    x, y = plan.panels[number]
    return el(
        "g",
        el("rect", cls="slab", x=x, y=y, width=640, height=plan.panel.height, rx=18),
        el("rect", cls="edge", x=x + 2, y=y + 2, width=636, height=plan.panel.height - 4, rx=16),
        _header(plan, number, words.player_name(number), status),
        _network(plan, player, number),
        confidence_board(plan, player, number),
        _storage(plan, player, number, _storage_text(player)),
        _cycles(plan, player, number, _cycles_text(player)),
        _tensor_card(plan, player, number),
        _hand(plan, player, number, tuple(words.card_title(card) for card in player.hand)),
        _touch_areas(plan, player, number, status, use),
        # Again over the frames of what may be touched, which would cross it.
        el("g", _bonus_sign(plan, number), aria_hidden="true", key="bonus", cls="tensor-card")
        if use.setting_up and use.live
        else None,
        key=f"panel-{number + 1}",
        cls=f"panel p{number + 1}{decision}",
        data_player=str(number + 1),
    )


@lru_cache(maxsize=64)
def _header(plan: Layout, number: int, name: str, status: str) -> Node:
    x, y = plan.panels[number]
    return el(
        "g",
        el("path", cls="banner", d=f"M{x:g} {y + 46:g}v-28a18 18 0 0 1 18-18h604a18 18 0 0 1 18 18v28z"),
        art.player_token(x + 28, y + 23, 15, number, key=f"badge-{number}"),
        el("text", cls="who", x=x + 54, y=y + 31, text=name),
        el("text", cls="status", x=x + 622, y=y + 30, text=status),
        aria_hidden="true",
        key="header",
    )


def _status(state: State, number: int) -> str:
    """Return the state of a player in a few words."""
    phase = state.phase
    if phase.kind == OVER:
        group = next(index for index, players in enumerate(phase.places) if number in players)
        return _(_PLACES[sum(len(players) for players in phase.places[:group])])
    if phase.who == number:
        if phase.kind == TWEAK:
            return ngettext("tweaks now", "tweaks now, {n} left", phase.left).format(n=phase.left)
        if phase.kind == FLIP:
            return _("turns {tile} down").format(tile=words.kind_tile(phase.flips[0][1]))
        return _(_PHASES[phase.kind])
    if state.final is not None:
        return _("one more action") if number in state.final else _("has finished")
    return _("passed") if number in state.passed else ""


@lru_cache(maxsize=64)
def _network(plan: Layout, player: Player, number: int) -> Node:
    size = plan.panel.size
    return el(
        "g",
        [hexagon(*plan.hex_at(number, cell), size * 0.95, "field") for cell in range(len(CELLS))],
        [
            art.tile(*plan.hex_at(number, cell), size, tile, key=f"tile-{number}-{CELL_NAMES[cell]}")
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
    return _("Storage {n} of {limit}").format(n=len(player.storage), limit=player.tier.storage)


@lru_cache(maxsize=64)
def _storage(plan: Layout, player: Player, number: int, title: str) -> Node:
    size = plan.panel.slot * 0.53
    x, y = plan.stored_at(number, 0)
    limit = player.tier.storage
    return el(
        "g",
        art.caption(x - plan.panel.slot * 0.45, y - size * 1.16, title),
        [
            hexagon(*plan.stored_at(number, slot), size * 0.9, "hole" if slot < limit else "hole shut")
            for slot in range(MOST_STORED)
        ],
        [
            art.tile(*plan.stored_at(number, slot), size, kind, key=_stored_key(player, number, slot))
            for slot, kind in enumerate(player.storage)
        ],
        aria_hidden="true",
        key="storage",
    )


def _stored_key(player: Player, number: int, slot: int) -> str:
    """Return a key by type and number, so that a tile keeps it when others are taken away."""
    kind = player.storage[slot]
    return f"stored-{number}-{kind}-{slot - player.storage.index(kind)}"


@lru_cache(maxsize=64)
def _cycles(plan: Layout, player: Player, number: int, title: str) -> Node:
    first = plan.cycle_at(number, 0)
    now = plan.cycle_at(number, player.cycles)
    return el(
        "g",
        art.caption(first.x, first.y - 7, title),
        [
            el(
                "g",
                el("rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=6),
                label(*box.middle, str(cycles), "", 16),
                cls="cycle spent" if cycles > player.cycles else "cycle",
            )
            for cycles, box in enumerate(plan.cycles_of(number))
        ],
        el(
            "g",
            gear(0, 0, now.height * 0.62),
            label(0, 0, str(player.cycles), "cost", now.height * 0.52),
            key=f"cycles-{number}",
            cls="piece tracker",
            transform=translation(*now.middle),
        ),
        aria_hidden="true",
        key="cycles",
    )


def _card_places(plan: Layout, number: int) -> tuple[Box, dict[tuple[int, int], Point]]:
    """Return the outline of a Tensor card, and the centres of its four types by row and place."""
    box = plan.panel.card.moved(*plan.panels[number])
    centres = {
        (row, place): (box.x + box.width * (0.27 + 0.46 * place), box.y + box.height * (0.29 + 0.46 * row))
        for row in range(2)
        for place in range(2)
    }
    return box, centres


def _quarter(plan: Layout, middle: Point) -> Box:
    """Return the part of a Tensor card around one of its types."""
    width, height = plan.panel.card.width * 0.46, plan.panel.card.height * 0.46
    return _inset(Box(middle[0] - width / 2, middle[1] - height / 2, width, height), 1)


def _around_quarter(plan: Layout, number: int, middle: Point) -> Box:
    """Return the area where a finger touches a type of a Tensor card: from the card's centre to the next touch area."""
    x, y = plan.panel.card.moved(*plan.panels[number]).middle
    free = plan.panel.around_card.moved(*plan.panels[number])
    left, right = (free.x, x) if middle[0] < x else (x, free.x + free.width)
    top, bottom = (free.y, y) if middle[1] < y else (y, free.y + free.height)
    return Box(left, top, right - left, bottom - top)


def type_at(plan: Layout, player: Player, number: int, kind: str) -> Point:
    """Return the centre of a type on a player's Tensor card."""
    row = player.top if kind in player.top else player.bottom
    return _card_places(plan, number)[1][(0 if row == player.top else 1, row.index(kind))]


@lru_cache(maxsize=64)
def _tensor_card(plan: Layout, player: Player, number: int) -> Node:
    box, centres = _card_places(plan, number)
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
    for row, kinds in enumerate((player.top, player.bottom)):
        (x1, y), (x2, _) = centres[(row, 0)], centres[(row, 1)]
        parts.append(el("line", cls="bond", x1=x1, y1=y, x2=x2, y2=y))
        parts += [
            art.tile(*centres[(row, place)], size, kind, key=f"card-{number}-{kind}")
            for place, kind in enumerate(kinds)
        ]
    parts += _bonus_sign(plan, number)
    return el("g", parts, aria_hidden="true", key="tensor-card", cls="tensor-card")


def _bonus_sign(plan: Layout, number: int) -> tuple[Node, Node]:
    """Return the sign of the tweak that the top row of a player's Tensor card brings."""
    box, _centres = _card_places(plan, number)
    x, y = box.x + box.width - 7, box.y + 7
    disc = el("circle", cls="plus-disc", cx=x, cy=y, r=14)
    return disc, label(x, y, f"+{numbers.BONUS_TWEAKS.value}", "plus", 15)


@lru_cache(maxsize=64)
def _hand(plan: Layout, player: Player, number: int, names: tuple[str, ...]) -> Node:
    limit = player.tier.hand
    places = [plan.held_at(number, place) for place in range(MOST_HELD)]
    return el(
        "g",
        [
            el(
                "rect",
                cls="hole" if place < limit else "hole shut",
                x=box.x,
                y=box.y,
                width=box.width,
                height=box.height,
                rx=8,
            )
            for place, box in enumerate(places)
        ],
        [
            art.operation(
                box.x + CARD_EDGE, box.y + CARD_EDGE, box.width - 4, box.height - 6, card, data, name, key=key
            )
            for box, card, data, name, key in (
                (
                    places[place],
                    card,
                    player.numbers.card(card),
                    names[place],
                    f"held-{number}-{card}-{place - player.hand.index(card)}",
                )
                for place, card in enumerate(player.hand)
            )
        ],
        aria_hidden="true",
        key="hand",
    )


@lru_cache(maxsize=64)
def _hex_areas(plan: Layout, number: int) -> tuple[tuple[tuple[str, HexArea], ...], ...]:
    """Return the cells of a board row by row, each with its target and its touch area."""
    size = plan.panel.size  # as far as the next cell
    return tuple(
        tuple(
            (hex_target(number, cell), (*plan.hex_at(number, cell), size))
            for cell, place in enumerate(CELLS)
            if place.r == row
        )
        for row in sorted({place.r for place in CELLS})
    )


def _touch_areas(plan: Layout, player: Player, number: int, status: str, use: _Areas) -> Node:
    areas = TouchAreas(use.live, use.marked)

    def area(target: str, area: Box | HexArea, around: Box | None = None) -> Node:
        return areas.area(target, words.owned_thing(player, parse_target(target)), area, around)

    grid = [el("g", [area(*each) for each in row], role="row") for row in _hex_areas(plan, number)]
    texts = (words.player_name(number), status, _cycles_text(player), _storage_text(player))
    return el(
        "g",
        el("g", grid, role="grid", aria_label=_("{owner}'s board").format(owner=words.player_name(number))),
        [area(*each) for each in _whole_areas(plan, number)] if use.set_up else (),
        [area(*each) for each in _stack_areas(plan, player, number)],
        [area(weight_target(number, kind), _inset(plan.column(number, kind), 1.5)) for kind in TYPES],
        [
            area(type_target(number, kind), *_type_area(plan, player, number, kind, use.setting_up))
            for kind in player.top + player.bottom
        ],
        key="touches",
        role="group",
        aria_label=", ".join(filter(None, texts)),  # for those who do not see the panel
    )


def _type_area(plan: Layout, player: Player, number: int, kind: str, setting_up: bool) -> tuple[Box, Box | None]:
    middle = type_at(plan, player, number, kind)
    around = _around_quarter(plan, number, middle) if setting_up else None  # what lies there is free then
    return _quarter(plan, middle), around


def _whole_areas(plan: Layout, number: int) -> Iterator[tuple[str, Box]]:
    """Yield the targets and touch areas of a player's whole storage and whole hand."""
    size = plan.panel.slot * 0.53
    stored = [_hex_box(plan.stored_at(number, slot), size) for slot in (0, MOST_STORED - 1)]
    held = [plan.held_at(number, place) for place in (0, MOST_HELD - 1)]
    for target, (one, other) in ((storage_target(number, ""), stored), (hand_target(number, ""), held)):
        yield target, Box(one.x, one.y, other.x + other.width - one.x, other.y + other.height - one.y)


def _stack_areas(plan: Layout, player: Player, number: int) -> Iterator[tuple[str, Box]]:
    """Yield the targets and touch areas of stored tiles and held cards; neighbours of one kind are touched as one."""
    size = plan.panel.slot * 0.53
    for kind in dict.fromkeys(player.storage):
        first = player.storage.index(kind)
        last = first + player.storage.count(kind) - 1
        left, right = (_hex_box(plan.stored_at(number, slot), size) for slot in (first, last))
        yield storage_target(number, kind), Box(left.x, left.y, right.x + right.width - left.x, left.height)
    for card in dict.fromkeys(player.hand):
        first = player.hand.index(card)
        one, other = (plan.held_at(number, place) for place in (first, first + player.hand.count(card) - 1))
        box = Box(one.x, one.y, other.x + other.width - one.x, other.y + other.height - one.y)
        yield hand_target(number, card), box
