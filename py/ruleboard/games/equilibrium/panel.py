"""A player's panel: network, confidence board, storage, cycles, Tensor card and hand.

What is cached is given its words, so that it is drawn anew in another language.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ruleboard.games.equilibrium import artwork, legal, numbers, words
from ruleboard.games.equilibrium.artwork import at, gear, hexagon, label
from ruleboard.games.equilibrium.layout import CARD_EDGE, LEVELS, Layout
from ruleboard.games.equilibrium.numbers import TIERS, TYPES
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
from ruleboard.games.equilibrium.touches import HexSpot, touch
from ruleboard.i18n import N_, _, ngettext
from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el

_MOST_STORED = max(tier.value.storage for tier in TIERS)
_MOST_HELD = max(tier.value.hand for tier in TIERS)
_PLACES = (N_("1st place"), N_("2nd place"), N_("3rd place"), N_("4th place"))
_DOING = {SETUP: N_("sets up"), ACTION: N_("to move"), FINAL: N_("last action")}


def _inset(box: Box, by: float) -> Box:
    return Box(box.x + by, box.y + by, box.width - 2 * by, box.height - 2 * by)


def _hex_box(middle: Point, size: float) -> Box:
    return Box(middle[0] - size * 0.9, middle[1] - size, size * 1.8, size * 2)


def panel(state: State, plan: Layout, marks: Marks, number: int) -> Node:
    """Everything that lies in front of one player."""
    player = state.players[number]
    x, y = plan.panels[number]
    active = state.phase.who == number
    decision = f" active deciding-{state.phase.kind}" if active else ""
    if state.phase.kind == OVER and number in state.phase.places[0]:
        decision = " winner"
    return el(
        "g",
        el("rect", cls="slab", x=x, y=y, width=640, height=plan.plan.height, rx=18),
        el("rect", cls="edge", x=x + 2, y=y + 2, width=636, height=plan.plan.height - 4, rx=16),
        _header(plan, number, words.side(number), _status(state, number)),
        _network(plan, player, number),
        _confidence(plan, player, number),
        _storage(plan, player, number, _stored_words(player)),
        _cycles(plan, player, number, _cycles_words(player)),
        _tensor_card(plan, player, number),
        _hand(plan, player, number, tuple(words.card_title(card) for card in player.hand)),
        _panel_touches(state, plan, marks, number),
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
        artwork.player_token(x + 28, y + 23, 15, number, key=f"badge-{number}"),
        el("text", cls="who", x=x + 54, y=y + 31, text=name),
        el("text", cls="status", x=x + 622, y=y + 30, text=status),
        aria_hidden="true",
        key="header",
    )


def _status(state: State, number: int) -> str:
    """What a player's panel says about them in a few words."""
    phase = state.phase
    if phase.kind == OVER:
        place = next(at for at, group in enumerate(phase.places) if number in group)
        place = sum(len(group) for group in phase.places[:place]) + 1
        return _(_PLACES[place - 1])
    if phase.who == number:
        if phase.kind == TWEAK:
            return ngettext("tweaks now", "tweaks now, {n} left", phase.left).format(n=phase.left)
        if phase.kind == FLIP:
            return _("turns {tile} down").format(tile=words.kind_tile(phase.flips[0][1]))
        return _(_DOING[phase.kind])
    if state.final is not None:
        return _("one more action") if number in state.final else _("has finished")
    return _("passed") if number in state.passed else ""


@lru_cache(maxsize=64)
def _network(plan: Layout, player: Player, number: int) -> Node:
    size = plan.plan.size
    return el(
        "g",
        [hexagon(*plan.hex_at(number, cell), size * 0.95, "field") for cell in range(len(CELLS))],
        [
            artwork.tile(*plan.hex_at(number, cell), size, tile, key=f"tile-{number}-{CELL_NAMES[cell]}")
            for cell, tile in enumerate(player.board)
            if tile != EMPTY
        ],
        aria_hidden="true",
        key="network",
        cls="network",
    )


@lru_cache(maxsize=64)
def _confidence(plan: Layout, player: Player, number: int) -> Node:
    column, step = plan.column(number, TYPES[0]), plan.level_height(number)
    wide = column.width > 2 * step  # then tokens may be higher than a level
    radius = step * 0.8 if wide else min(column.width * 0.47, step * 0.56)
    tokens = [
        artwork.weight_token(*plan.token_at(number, kind, level), radius, kind, key=f"weight-{number}-{kind}")
        for kind, level in zip(TYPES, player.weights, strict=True)
    ]
    board = _confidence_board(plan, number, max(player.weights))
    return el("g", board, tokens, aria_hidden="true", key="confidence", cls="confidence")


@lru_cache(maxsize=64)
def _confidence_board(plan: Layout, number: int, highest: int) -> tuple[Node, ...]:
    """What lies under the tokens: levels, and what the tier of the highest token gives, among the others."""
    box = plan.plan.confidence.moved(*plan.panels[number])
    parts: list[Node] = [el("rect", cls="inlay", x=box.x, y=box.y, width=box.width, height=box.height, rx=10)]
    columns = [plan.column(number, kind) for kind in TYPES]
    step = plan.level_height(number)
    tops = [tier.value.least for tier in TIERS[1:]] + [LEVELS]
    for tier, above in zip(TIERS, tops, strict=True):
        row = tier.value
        y = plan.token_at(number, TYPES[0], above - 1)[1] - step / 2
        height = (above - row.least) * step
        now = " now" if row.least <= highest < above else ""
        parts.append(el("rect", cls=f"tier{now}", x=box.x + 4, y=y + 1, width=box.width - 8, height=height - 2, rx=5))
        parts.append(_tier_marks(box.x + 6, y + height / 2, columns[0].x - box.x - 6, row, now))
    for kind, column in zip(TYPES, columns, strict=True):
        x = column.middle[0]
        for level in range(LEVELS):
            y = plan.token_at(number, kind, level)[1]
            parts.append(label(x, y, str(level), "level", step * 0.5))
        foot = plan.token_at(number, kind, -1)[1] + step * 0.1
        parts.append(artwork.tile(x, foot, min(step * 0.62, column.width * 0.56), kind, key=f"foot-{number}-{kind}"))
    return tuple(parts)


def _tier_marks(x: float, y: float, width: float, row: numbers.Tier, now: str) -> Node:
    """What a band of levels gives: cards, stored tiles, cycles."""
    step = width / 3
    size = min(16.0, step * 0.95)
    low = y + size * 0.55
    top = y - size * 0.75
    return el(
        "g",
        el("rect", cls="mini", x=x + step * 0.5 - 3.5, y=top - 5, width=7, height=10, rx=1.5),
        hexagon(x + step * 1.5, top, 6, "mini"),
        gear(x + step * 2.5, top, 6),
        label(x + step * 0.5, low, str(row.hand), "gives", size),
        label(x + step * 1.5, low, str(row.storage), "gives", size),
        label(x + step * 2.5, low, str(row.income), "gives", size),
        cls=f"tier-marks{now}",
    )


def _cycles_words(player: Player) -> str:
    return _("GPU cycles {n}").format(n=player.cycles)


def _stored_words(player: Player) -> str:
    return _("Storage {n} of {limit}").format(n=len(player.storage), limit=player.tier.storage)


@lru_cache(maxsize=64)
def _storage(plan: Layout, player: Player, number: int, title: str) -> Node:
    size = plan.plan.slot * 0.53
    x, y = plan.stored_at(number, 0)
    limit = player.tier.storage
    return el(
        "g",
        artwork.caption(x - plan.plan.slot * 0.45, y - size * 1.16, title),
        [
            hexagon(*plan.stored_at(number, slot), size * 0.9, "hole" if slot < limit else "hole shut")
            for slot in range(_MOST_STORED)
        ],
        [
            artwork.tile(*plan.stored_at(number, slot), size, kind, key=_stored_key(player, number, slot))
            for slot, kind in enumerate(player.storage)
        ],
        aria_hidden="true",
        key="storage",
    )


def _stored_key(player: Player, number: int, slot: int) -> str:
    """A key by type and number, so that a tile keeps it when others are taken away."""
    kind = player.storage[slot]
    return f"stored-{number}-{kind}-{slot - player.storage.index(kind)}"


@lru_cache(maxsize=64)
def _cycles(plan: Layout, player: Player, number: int, title: str) -> Node:
    first = plan.cycle_at(number, 0)
    now = plan.cycle_at(number, player.cycles)
    return el(
        "g",
        artwork.caption(first.x, first.y - 7, title),
        [
            el(
                "g",
                el("rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=6),
                label(*box.middle, str(cycles), "", 16),
                cls="cycle spent" if cycles > player.cycles else "cycle",
            )
            for cycles, box in ((cycles, plan.cycle_at(number, cycles)) for cycles in range(numbers.TRACK.value + 1))
        ],
        el(
            "g",
            gear(0, 0, now.height * 0.62),
            label(0, 0, str(player.cycles), "cost", now.height * 0.52),
            key=f"cycles-{number}",
            cls="piece tracker",
            transform=at(*now.middle),
        ),
        aria_hidden="true",
        key="cycles",
    )


def _card_spots(plan: Layout, number: int) -> tuple[Box, dict[tuple[int, int], Point]]:
    """The Tensor card's outline, and the middles of its four types by row and place."""
    box = plan.plan.card.moved(*plan.panels[number])
    spots = {
        (row, place): (box.x + box.width * (0.27 + 0.46 * place), box.y + box.height * (0.29 + 0.46 * row))
        for row in range(2)
        for place in range(2)
    }
    return box, spots


def _quarter(plan: Layout, middle: Point) -> Box:
    """The part of a Tensor card around one of its types."""
    width, height = plan.plan.card.width * 0.46, plan.plan.card.height * 0.46
    return _inset(Box(middle[0] - width / 2, middle[1] - height / 2, width, height), 1)


def _around_quarter(plan: Layout, number: int, middle: Point) -> Box:
    """Where a finger touches a type on a Tensor card: from the card's middle as far as nothing else is touched."""
    x, y = plan.plan.card.moved(*plan.panels[number]).middle
    free = plan.plan.around_card.moved(*plan.panels[number])
    left, right = (free.x, x) if middle[0] < x else (x, free.x + free.width)
    top, bottom = (free.y, y) if middle[1] < y else (y, free.y + free.height)
    return Box(left, top, right - left, bottom - top)


def type_at(plan: Layout, player: Player, number: int, kind: str) -> Point:
    """Where a type stands on a player's Tensor card."""
    row = player.top if kind in player.top else player.bottom
    return _card_spots(plan, number)[1][(0 if row == player.top else 1, row.index(kind))]


@lru_cache(maxsize=64)
def _tensor_card(plan: Layout, player: Player, number: int) -> Node:
    box, spots = _card_spots(plan, number)
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
        (x1, y), (x2, _) = spots[(row, 0)], spots[(row, 1)]
        parts.append(el("line", cls="bond", x1=x1, y1=y, x2=x2, y2=y))
        parts += [
            artwork.tile(*spots[(row, place)], size, kind, key=f"card-{number}-{kind}")
            for place, kind in enumerate(kinds)
        ]
    corner = (box.x + box.width - 7, box.y + 7)
    parts.append(el("circle", cls="plus-disc", cx=corner[0], cy=corner[1], r=14))
    parts.append(label(*corner, f"+{numbers.BONUS_TWEAKS.value}", "plus", 15))
    return el("g", parts, aria_hidden="true", key="tensor-card", cls="tensor-card")


@lru_cache(maxsize=64)
def _hand(plan: Layout, player: Player, number: int, names: tuple[str, ...]) -> Node:
    limit = player.tier.hand
    places = [plan.held_at(number, place) for place in range(_MOST_HELD)]
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
            artwork.operation(box.x + CARD_EDGE, box.y + CARD_EDGE, box.width - 4, box.height - 6, card, name, key=key)
            for box, card, name, key in (
                (places[place], card, names[place], f"held-{number}-{card}-{place - player.hand.index(card)}")
                for place, card in enumerate(player.hand)
            )
        ],
        aria_hidden="true",
        key="hand",
    )


@lru_cache(maxsize=64)
def _hex_spots(plan: Layout, number: int) -> tuple[tuple[tuple[str, HexSpot], ...], ...]:
    """The cells of a board, row by row: their targets and where they are touched."""
    size = plan.plan.size  # a finger has all there is up to the next cell
    return tuple(
        tuple(
            (legal.hex_target(number, cell), (*plan.hex_at(number, cell), size))
            for cell, place in enumerate(CELLS)
            if place.r == row
        )
        for row in sorted({place.r for place in CELLS})
    )


def _panel_touches(state: State, plan: Layout, marks: Marks, number: int) -> Node:
    player = state.players[number]
    grid = [
        el("g", [touch(state, marks, target, spot) for target, spot in row], role="row")
        for row in _hex_spots(plan, number)
    ]
    return el(
        "g",
        el("g", grid, role="grid", aria_label=_("{owner}'s board").format(owner=words.side(number))),
        _stacks(state, plan, marks, number),
        [touch(state, marks, f"weight:{number + 1}:{kind}", _inset(plan.column(number, kind), 1.5)) for kind in TYPES],
        [_type_touch(state, plan, marks, number, kind) for kind in player.top + player.bottom],
        key="touches",
        role="group",
        aria_label=_heading(state, number),
    )


def _heading(state: State, number: int) -> str:
    """What the panel tells in words, for who does not see where they are drawn."""
    player = state.players[number]
    told = (words.side(number), _status(state, number), _cycles_words(player), _stored_words(player))
    return ", ".join(filter(None, told))


def _type_touch(state: State, plan: Layout, marks: Marks, number: int, kind: str) -> Node:
    middle = type_at(plan, state.players[number], number, kind)
    spot, around = _quarter(plan, middle), _around_quarter(plan, number, middle)
    return touch(state, marks, f"type:{number + 1}:{kind}", spot, around)


def _stacks(state: State, plan: Layout, marks: Marks, number: int) -> Iterator[Node]:
    """The touches on stored tiles and held cards; neighbours of one kind are touched as one."""
    player = state.players[number]
    size = plan.plan.slot * 0.53
    for kind in dict.fromkeys(player.storage):
        first = player.storage.index(kind)
        last = first + player.storage.count(kind) - 1
        left, right = (_hex_box(plan.stored_at(number, slot), size) for slot in (first, last))
        box = Box(left.x, left.y, right.x + right.width - left.x, left.height)
        yield touch(state, marks, f"storage:{number + 1}:{kind}", box)
    for card in dict.fromkeys(player.hand):
        first = player.hand.index(card)
        one, other = (plan.held_at(number, place) for place in (first, first + player.hand.count(card) - 1))
        box = Box(one.x, one.y, other.x + other.width - one.x, other.y + other.height - one.y)
        yield touch(state, marks, f"hand:{number + 1}:{card}", box)
