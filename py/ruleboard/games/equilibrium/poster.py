"""The poster templates from which JavaScript draws positions before Python starts.

The shapes and their positions come from pictures of tables with a piece on each slot. Node keys identify the
shapes, and transforms contain the positions, so ``layout`` remains the only source of positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ruleboard.games.equilibrium import picture
from ruleboard.games.equilibrium.deal import initial_state
from ruleboard.games.equilibrium.layout import create_layout
from ruleboard.games.equilibrium.numbers import (
    CARDS_PER_KIND,
    MAX_CYCLES,
    MAX_HAND,
    MAX_STORAGE,
    NUMBER_SETS,
    OPEN_TILES,
    OPERATION_CARDS,
    TIERS,
    TOP_LEVEL,
    TYPES,
)
from ruleboard.games.equilibrium.state import ACTION, CELL_NAMES, FINAL, FLIP, OVER, SETUP, TWEAK, Phase
from ruleboard.games.equilibrium.texts import player_name
from ruleboard.scene.geometry import Point
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el
from ruleboard.scene.stencils import (
    FACT_TRANSFORM,
    Layer,
    Poster,
    Sketch,
    Stencil,
    at_fact,
    elements_of_class,
    has_class,
    text_of,
    with_number_name,
    with_text,
    without_class,
)

_TABLE_KEYS = ("offer-", "card-", "order-", "pile")
_PLAYER_KEYS = ("tile-", "stored-", "weight-", "cycles-", "card-", "held-")
"""The key prefixes of pieces with separate stencils."""
_FIRST_PANEL: Mapping[str, Point] = {"": (0, 0)}
"""The position of a stencil in the first player's panel with absolute coordinates."""
_SAMPLE_NUMBER = 77
"""A number that marks a placeholder in a text."""


def poster() -> Poster:
    """Return the poster templates of the tables, by number set, number of players and seat.

    The script converts a position to facts of these kinds: ``table`` and ``panel`` (with their texts and numbers, and
    classes for closed, spent or decisive parts), ``title``, ``pile``, and pieces at positions: ``open``, ``stack``,
    ``order``, ``badge``, ``board``, ``weight``, ``stored``, ``cycles``, ``type``, ``bonus`` and ``held``. Players are
    numbered from 1. The templates place all players' pieces like those of the first player, and ``panels`` contains the
    offsets of all panels from the first player's panel, by number of players and seat.
    """
    tables = [(set_id, count, seat) for set_id in NUMBER_SETS for count in CARDS_PER_KIND for seat in (0, 1)]
    sets = {
        set_name: {
            "tiers": [[tier.value.min_level, tier.value.max_hand, tier.value.max_storage] for tier in set_id.tiers],
            "cards": {card: [data.value.cost, data.value.tweaks] for card, data in set_id.cards.items()},
        }
        for set_name, set_id in NUMBER_SETS.items()
    }
    limits = {"stored": MAX_STORAGE, "cycles": MAX_CYCLES.value, "held": MAX_HAND}
    panels = {f"{count} {seat}": _panels(count, seat) for count in CARDS_PER_KIND for seat in (0, 1)}
    return Poster(
        "panels",
        {f"{set_id} {count} {seat}": _Table(set_id, count).sketch() for set_id, count, seat in tables},
        {"types": TYPES, "sets": sets, "panels": panels, "most": limits, "words": _status_texts()},
    )


def _panels(count: int, seat: int) -> list[Point]:
    x0, y0 = create_layout(count, 0).panels[0]
    return [(x - x0, y - y0) for x, y in create_layout(count, seat).panels]


class _Table:
    """A table with ``count`` players, seen from the first player's seat.

    ``poster`` builds the templates from pictures of such tables.
    """

    def __init__(self, set_id: str, count: int) -> None:
        self.count = count
        self._start = replace(
            initial_state({"players": str(count), "numbers": set_id, "start": "1"}, 0),
            cards=(),
            phase=Phase(OVER, ranks=()),
        )

    def table_picture(self, players: Mapping[str, Any] | None = None, **changes: Any) -> Node:
        """Draw the initial state with changed fields.

        ``players`` are changes to the fields of every player, and ``changes`` are changes to the fields of the state.
        """
        changed_players = tuple(replace(player, **(players or {})) for player in self._start.players)
        state = replace(self._start, players=changed_players, phase=Phase(ACTION, 0))
        return picture.picture(replace(state, **changes), 0, Marks(read_only=True))

    def nodes_by_key(self, players: Mapping[str, Any] | None = None, **changes: Any) -> dict[str, Node]:
        return dict(_nodes_with_keys(self.table_picture(players, **changes)))

    def sketch(self) -> Sketch:
        table = self.table_picture({"cycles": 0})
        lights, ground, board_node, panel, *_rest_of_table = (without_class(child, "cell") for child in table.children)
        return Sketch(
            cls=table.attrs["class"],
            box=table.attrs["viewBox"],
            layers=(
                lights,
                ground,
                Stencil("table", {"": _table(board_node)}),
                *self._table_layers(),
                Stencil("panel", {"": _panel(panel)}, _FIRST_PANEL),
                *self._player_layers(),
                Stencil("bonus", {"": _bonus_sign(panel)}, _FIRST_PANEL),
            ),
        )

    def _table_layers(self) -> Iterator[Layer]:
        phases: dict[str, dict[str, Any]] = {
            "round": {"round": _SAMPLE_NUMBER},
            "final": {"final": (0,), "phase": Phase(FINAL, 0)},
            "over": {"final": (), "phase": Phase(OVER, ranks=(tuple(range(self.count)),))},
        }
        titles = {
            name: next(elements_of_class(self.nodes_by_key(**changes)["turn-order"], "caption"))
            for name, changes in phases.items()
        }
        titles["round"] = with_number_name(titles["round"], "caption", _SAMPLE_NUMBER, "{round}")
        yield Stencil("title", titles)
        piles = {name: self.nodes_by_key(pile=pile, bag="I")["pile"] for name, pile in (("pile", "I"), ("bag", ""))}
        yield Stencil(
            "pile",
            {
                name: with_text(_with_class(pile, "draw-pile {none}"), "count", "{count}")
                for name, pile in piles.items()
            },
        )
        open_tiles = self.nodes_by_key(tiles="I" * OPEN_TILES.value)
        yield Stencil(
            "open",
            {kind: at_fact(self.nodes_by_key(tiles=kind)["offer-0"]) for kind in TYPES},
            [_translation(open_tiles[f"offer-{slot}"]) for slot in range(OPEN_TILES.value)],
        )
        stacks = {
            f"{card}{amount}": self.nodes_by_key(cards=(card,) * amount)[f"place-{card}"]
            for card in OPERATION_CARDS
            for amount in range(1, CARDS_PER_KIND[self.count].value + 1)
        }
        yield Stencil(
            "stack",
            {name: el("g", map(_with_price_fields, elements_of_class(stack, "op"))) for name, stack in stacks.items()},
        )
        players = tuple(range(self.count))
        waiting, passed = self.nodes_by_key(phase=Phase(OVER, ranks=(players,))), self.nodes_by_key(passed=players)
        yield Stencil(
            "order",
            {f"{player + 1}": at_fact(waiting[f"order-{player}"], " {now}") for player in players},
            {
                f"{prefix}{player + 1}": _translation(nodes[f"order-{player}"])
                for prefix, nodes in (("order ", waiting), ("passed ", passed))
                for player in players
            },
        )

    def _player_layers(self) -> Iterator[Layer]:
        badges = self.nodes_by_key()
        positions = {"": _translation(badges["badge-0"])}
        yield Stencil(
            "badge", {f"{player + 1}": at_fact(badges[f"badge-{player}"]) for player in range(self.count)}, positions
        )
        boards = {letter: self.nodes_by_key({"board": letter * len(CELL_NAMES)}) for letter in TYPES + TYPES.lower()}
        yield Stencil(
            "board",
            {letter: at_fact(nodes[f"tile-0-{CELL_NAMES[0]}"]) for letter, nodes in boards.items()},
            {cell: _translation(boards[TYPES[0]][f"tile-0-{cell}"]) for cell in CELL_NAMES},
        )
        levels = [self.nodes_by_key({"weights": (level,) * len(TYPES)}) for level in range(TOP_LEVEL.value + 1)]
        yield Stencil(
            "weight",
            {kind: at_fact(levels[0][f"weight-0-{kind}"]) for kind in TYPES},
            {
                f"{kind}{level}": _translation(nodes[f"weight-0-{kind}"])
                for level, nodes in enumerate(levels)
                for kind in TYPES
            },
        )
        full_storage = self.nodes_by_key({"storage": TYPES[0] * MAX_STORAGE})
        yield Stencil(
            "stored",
            {kind: at_fact(self.nodes_by_key({"storage": kind})[f"stored-0-{kind}-0"]) for kind in TYPES},
            [_translation(full_storage[f"stored-0-{TYPES[0]}-{slot}"]) for slot in range(MAX_STORAGE)],
        )
        cycle_nodes = [self.nodes_by_key({"cycles": cycles})["cycles-0"] for cycles in range(MAX_CYCLES.value + 1)]
        tracker = with_text(at_fact(cycle_nodes[0]), "cost", "{cycles}")
        yield Stencil("cycles", {"": el("g", tracker, cls="p{number}")}, list(map(_translation, cycle_nodes)))
        top = TYPES[:2]
        cards, other_cards = (
            self.nodes_by_key({"card": f"{top}/{bottom}"}) for bottom in (TYPES[2:4], TYPES[2] + TYPES[4])
        )
        yield Stencil(
            "type",
            {kind: at_fact((other_cards | cards)[f"card-0-{kind}"]) for kind in TYPES},
            [_translation(cards[f"card-0-{kind}"]) for kind in TYPES[:-1]],
        )
        hands = {card: self.nodes_by_key({"hand": (card,) * MAX_HAND}) for card in OPERATION_CARDS}
        yield Stencil(
            "held",
            {card: _with_price_fields(at_fact(nodes[f"held-0-{card}-0"])) for card, nodes in hands.items()},
            [
                _translation(hands[OPERATION_CARDS[0]][f"held-0-{OPERATION_CARDS[0]}-{index}"])
                for index in range(MAX_HAND)
            ],
        )


def _nodes_with_keys(node: Node) -> Iterator[tuple[str, Node]]:
    if node.key:
        yield node.key, node
    for child in node.children:
        yield from _nodes_with_keys(child)


def _translation(node: Node) -> Point:
    """Return the point to which the transform of a node moves the origin."""
    x, y = node.attrs["transform"].removeprefix("translate(").removesuffix(")").split()
    return float(x), float(y)


def _with_class(node: Node, cls: str) -> Node:
    return node._replace(attrs={**node.attrs, "class": cls})


def _with_price_fields(card: Node) -> Node:
    return with_text(with_text(card, "cost", "{cost}"), "tweaks", "+{tweaks}")


def _with_edits(node: Node, edits: Mapping[str, Callable[[Node], Node]]) -> Node:
    """Return a node with edited descendants. ``edits`` maps the key of a descendant to a function that edits it."""
    if node.key in edits:
        return edits[node.key](node)
    return node._replace(children=tuple(_with_edits(child, edits) for child in node.children))


def _without_descendants(node: Node, keys: tuple[str, ...]) -> Node:
    """Return a node without the descendants whose keys start with any of ``keys``."""
    return node._replace(
        children=tuple(_without_descendants(child, keys) for child in node.children if not child.key.startswith(keys))
    )


def _with_field_classes(node: Node, cls: str, names: Iterable[str]) -> Node:
    """Return a node with placeholders added to the classes of its children that have the class ``cls``.

    Each child gets the next name from ``names``.
    """
    names = iter(names)
    return node._replace(
        children=tuple(
            _with_class(child, f"{cls} {{{next(names)}}}") if has_class(child, cls) else child
            for child in node.children
        )
    )


def _table(board_node: Node) -> Node:

    def share(node: Node) -> Node:
        kind = node.key[-1]
        tile, count = node.children
        return node._replace(
            children=(
                _with_class(tile, f"{tile.attrs['class']} {{none{kind}}}"),
                count._replace(text=f"{{left{kind}}}"),
            )
        )

    edits: dict[str, Callable[[Node], Node]] = {f"supply-of-{kind}": share for kind in TYPES}
    edits["turn-order"] = lambda node: without_class(node, "caption")
    return _without_descendants(_with_edits(board_node, edits), _TABLE_KEYS)


def _panel(panel: Node) -> Node:

    def confidence(node: Node) -> Node:
        tiers = [f"tier{index}" for index in range(len(TIERS))]
        return _with_field_classes(_with_field_classes(node, "tier", tiers), "tier-marks", tiers)

    def storage(node: Node) -> Node:
        limit = sum(has_class(child, "hole") and not has_class(child, "shut") for child in node.children)
        texts = with_number_name(with_number_name(node, "caption", 0, "{stored}"), "caption", limit, "{room}")
        return _with_field_classes(texts, "hole", (f"slot{slot}" for slot in range(MAX_STORAGE)))

    def cycles(node: Node) -> Node:
        texts = with_number_name(node, "caption", 0, "{cycles}")
        return _with_field_classes(texts, "cycle", (f"spent{cycles}" for cycles in range(MAX_CYCLES.value + 1)))

    edits: dict[str, Callable[[Node], Node]] = {
        "header": lambda node: with_text(with_text(without_class(node, "token"), "status", "{status}"), "who", "{who}"),
        "confidence": confidence,
        "storage": storage,
        "cycles": cycles,
        "tensor-card": lambda node: without_class(without_class(node, "plus-disc"), "plus"),
        "hand": lambda node: _with_field_classes(node, "hole", (f"hand{index}" for index in range(MAX_HAND))),
    }
    empty = _without_descendants(_with_edits(panel, edits), _PLAYER_KEYS)
    return at_fact(_with_class(empty, "panel p{number} {decision}"))


def _bonus_sign(panel: Node) -> Node:
    return el(
        "g",
        elements_of_class(panel, "plus-disc"),
        elements_of_class(panel, "plus"),
        cls="tensor-card",
        transform=FACT_TRANSFORM,
    )


def _status_texts() -> dict[str, Any]:
    table = _Table(next(iter(NUMBER_SETS)), 4)

    def status(player: int, **changes: Any) -> str:
        return text_of(next(elements_of_class(table.nodes_by_key(**changes)[f"panel-{player + 1}"], "status")))

    def deciding(phase: Phase) -> str:
        return status(0, phase=phase, final=None)

    ranks = tuple((player,) for player in range(4))
    return {
        "names": list(map(player_name, range(4))),
        **{kind: deciding(Phase(kind, 0)) for kind in (SETUP, ACTION, FINAL)},
        TWEAK: [
            deciding(Phase(TWEAK, 0, 1)),
            deciding(Phase(TWEAK, 0, _SAMPLE_NUMBER)).replace(str(_SAMPLE_NUMBER), "{n}"),
        ],
        FLIP: {kind: deciding(Phase(FLIP, 0, flips=((0, kind),))) for kind in TYPES},
        OVER: [status(player, phase=Phase(OVER, ranks=ranks)) for player in range(4)],
        "passed": status(1, passed=(1,)),
        "once": status(1, final=(1,)),
        "finished": status(1, final=()),
    }
