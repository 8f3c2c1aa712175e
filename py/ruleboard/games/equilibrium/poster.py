"""The poster of Equilibrium in parts, for positions that are drawn without Python: taken from pictures of positions.

Pictures are drawn of tables that have a thing at every place. From these come the shapes, by their keys, and the
places, by their transforms: where a thing lies is said by the layout alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ruleboard.games.equilibrium import picture
from ruleboard.games.equilibrium.deal import initial
from ruleboard.games.equilibrium.layout import layout
from ruleboard.games.equilibrium.numbers import (
    CARDS_EACH,
    MOST_CYCLES,
    MOST_HELD,
    MOST_STORED,
    OPEN_TILES,
    OPERATIONS,
    SETS,
    TIERS,
    TOP_LEVEL,
    TYPES,
)
from ruleboard.games.equilibrium.state import ACTION, CELL_NAMES, FINAL, FLIP, OVER, SETUP, TWEAK, Phase
from ruleboard.games.equilibrium.words import player_name
from ruleboard.scene.geometry import Point
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el
from ruleboard.scene.stencils import (
    HERE,
    Layer,
    Poster,
    Sketch,
    Stencil,
    counted,
    found,
    has_class,
    here,
    with_text,
    without,
    words_of,
)

_OF_TABLE = ("offer-", "card-", "order-", "pile")
_OF_PLAYERS = ("tile-", "stored-", "weight-", "cycles-", "card-", "held-")
"""The beginnings of the keys of things that are drawn by stencils of their own."""
_FIRST: Mapping[str, Point] = {"": (0, 0)}
"""The place of what is drawn where the first player's is."""
_MANY = 77
"""A number in a text, to be found there."""


def poster() -> Poster:
    """Return the tables in parts, by set of numbers and number of players.

    Facts are of the kinds ``table`` and ``panel`` (with the words and numbers on them, and classes of what is shut,
    spent or decided), ``title``, ``pile``, and of things at places: ``open``, ``stack``, ``order``, ``badge``,
    ``board``, ``weight``, ``stored``, ``cycles``, ``type``, ``bonus`` and ``held``. Players are numbered from 1; things
    of players are at the places of the first, moved by ``panels``: by the number of players and the seat, the distances
    of all panels from there.
    """
    tables = [(played, count, seat) for played in SETS for count in CARDS_EACH for seat in (0, 1)]
    sets = {
        name: {
            "tiers": [[tier.value.least, tier.value.hand, tier.value.storage] for tier in played.tiers],
            "cards": {card: [data.value.cost, data.value.tweaks] for card, data in played.cards.items()},
        }
        for name, played in SETS.items()
    }
    most = {"stored": MOST_STORED, "cycles": MOST_CYCLES.value, "held": MOST_HELD}
    panels = {f"{count} {seat}": _panels(count, seat) for count in CARDS_EACH for seat in (0, 1)}
    return Poster(
        "panels",
        {f"{played} {count} {seat}": _Table(played, count).sketch() for played, count, seat in tables},
        {"types": TYPES, "sets": sets, "panels": panels, "most": most, "words": _words()},
    )


def _panels(count: int, seat: int) -> list[Point]:
    """Return the distances of the players' panels from where the first player's is for seat 0."""
    left, top = layout(count, 0).panels[0]
    return [(x - left, y - top) for x, y in layout(count, seat).panels]


class _Table:
    """The pictures of a table of some players, seen by the first."""

    def __init__(self, played: str, count: int) -> None:
        """See the class; ``played`` is the id of a set of numbers."""
        self.count = count
        self._start = replace(
            initial({"players": str(count), "numbers": played, "start": "1"}, 0), cards=(), phase=Phase(OVER, places=())
        )

    def drawn(self, players: Mapping[str, Any] | None = None, **changes: Any) -> Node:
        """Return the picture of the start with changes of all players alike, and of the table."""
        everyone = tuple(replace(player, **(players or {})) for player in self._start.players)
        state = replace(self._start, players=everyone, phase=Phase(ACTION, 0))
        return picture.picture(replace(state, **changes), 0, Marks(read_only=True))

    def things(self, players: Mapping[str, Any] | None = None, **changes: Any) -> dict[str, Node]:
        """Return the nodes of a picture that have keys, by these."""
        return dict(_keyed(self.drawn(players, **changes)))

    def sketch(self) -> Sketch:
        """Return the table in parts."""
        whole = self.drawn({"cycles": 0})
        lights, ground, middle, panel, *_others = (without(child, "cell") for child in whole.children)
        return Sketch(
            cls=whole.attrs["class"],
            box=whole.attrs["viewBox"],
            layers=(
                lights,
                ground,
                Stencil("table", {"": _table(middle)}),
                *self._on_table(),
                Stencil("panel", {"": _panel(panel)}, _FIRST),
                *self._of_players(),
                Stencil("bonus", {"": _bonus(panel)}, _FIRST),
            ),
        )

    def _on_table(self) -> Iterator[Layer]:
        phases: dict[str, dict[str, Any]] = {
            "round": {"round": _MANY},
            "final": {"final": (0,), "phase": Phase(FINAL, 0)},
            "over": {"final": (), "phase": Phase(OVER, places=(tuple(range(self.count)),))},
        }
        titles = {
            name: next(found(self.things(**changes)["turn-order"], "caption")) for name, changes in phases.items()
        }
        titles["round"] = counted(titles["round"], "caption", _MANY, "{round}")
        yield Stencil("title", titles)
        piles = {name: self.things(pile=pile, bag="I")["pile"] for name, pile in (("pile", "I"), ("bag", ""))}
        yield Stencil(
            "pile",
            {name: with_text(_classed(pile, "draw-pile {none}"), "count", "{count}") for name, pile in piles.items()},
        )
        offered = self.things(tiles="I" * OPEN_TILES.value)
        yield Stencil(
            "open",
            {kind: here(self.things(tiles=kind)["offer-0"]) for kind in TYPES},
            [_place(offered[f"offer-{slot}"]) for slot in range(OPEN_TILES.value)],
        )
        stacks = {
            f"{card}{amount}": self.things(cards=(card,) * amount)[f"place-{card}"]
            for card in OPERATIONS
            for amount in range(1, CARDS_EACH[self.count].value + 1)
        }
        yield Stencil("stack", {name: el("g", map(_priced, found(place, "op"))) for name, place in stacks.items()})
        everyone = tuple(range(self.count))
        waiting, passed = self.things(phase=Phase(OVER, places=(everyone,))), self.things(passed=everyone)
        yield Stencil(
            "order",
            {f"{player + 1}": here(waiting[f"order-{player}"], " {now}") for player in everyone},
            {
                f"{where}{player + 1}": _place(things[f"order-{player}"])
                for where, things in (("order ", waiting), ("passed ", passed))
                for player in everyone
            },
        )

    def _of_players(self) -> Iterator[Layer]:
        badges = self.things()
        places = {"": _place(badges["badge-0"])}
        yield Stencil("badge", {f"{n + 1}": here(badges[f"badge-{n}"]) for n in range(self.count)}, places)
        boards = {letter: self.things({"board": letter * len(CELL_NAMES)}) for letter in TYPES + TYPES.lower()}
        yield Stencil(
            "board",
            {letter: here(things[f"tile-0-{CELL_NAMES[0]}"]) for letter, things in boards.items()},
            {cell: _place(boards[TYPES[0]][f"tile-0-{cell}"]) for cell in CELL_NAMES},
        )
        levels = [self.things({"weights": (level,) * len(TYPES)}) for level in range(TOP_LEVEL.value + 1)]
        yield Stencil(
            "weight",
            {kind: here(levels[0][f"weight-0-{kind}"]) for kind in TYPES},
            {
                f"{kind}{level}": _place(things[f"weight-0-{kind}"])
                for level, things in enumerate(levels)
                for kind in TYPES
            },
        )
        stored = self.things({"storage": TYPES[0] * MOST_STORED})
        yield Stencil(
            "stored",
            {kind: here(self.things({"storage": kind})[f"stored-0-{kind}-0"]) for kind in TYPES},
            [_place(stored[f"stored-0-{TYPES[0]}-{slot}"]) for slot in range(MOST_STORED)],
        )
        tracks = [self.things({"cycles": cycles})["cycles-0"] for cycles in range(MOST_CYCLES.value + 1)]
        tracker = with_text(here(tracks[0]), "cost", "{cycles}")
        yield Stencil("cycles", {"": el("g", tracker, cls="p{number}")}, list(map(_place, tracks)))
        top = TYPES[:2]
        cards, others = (self.things({"card": f"{top}/{bottom}"}) for bottom in (TYPES[2:4], TYPES[2] + TYPES[4]))
        yield Stencil(
            "type",
            {kind: here((others | cards)[f"card-0-{kind}"]) for kind in TYPES},
            [_place(cards[f"card-0-{kind}"]) for kind in TYPES[:-1]],
        )
        held = {card: self.things({"hand": (card,) * MOST_HELD}) for card in OPERATIONS}
        yield Stencil(
            "held",
            {card: _priced(here(things[f"held-0-{card}-0"])) for card, things in held.items()},
            [_place(held[OPERATIONS[0]][f"held-0-{OPERATIONS[0]}-{place}"]) for place in range(MOST_HELD)],
        )


def _keyed(node: Node) -> Iterator[tuple[str, Node]]:
    if node.key:
        yield node.key, node
    for child in node.children:
        yield from _keyed(child)


def _place(node: Node) -> Point:
    """Return the point to which a node's transform takes it."""
    x, y = node.attrs["transform"].removeprefix("translate(").removesuffix(")").split()
    return float(x), float(y)


def _classed(node: Node, cls: str) -> Node:
    return node._replace(attrs={**node.attrs, "class": cls})


def _priced(card: Node) -> Node:
    """Return an Operation card with the cost and the tweaks of the fact."""
    return with_text(with_text(card, "cost", "{cost}"), "tweaks", "+{tweaks}")


def _edited(node: Node, edits: Mapping[str, Callable[[Node], Node]]) -> Node:
    """Return a node with edits of the nodes within it, by their keys."""
    if node.key in edits:
        return edits[node.key](node)
    return node._replace(children=tuple(_edited(child, edits) for child in node.children))


def _without(node: Node, keys: tuple[str, ...]) -> Node:
    """Return a node without those within it whose keys begin so."""
    return node._replace(
        children=tuple(_without(child, keys) for child in node.children if not child.key.startswith(keys))
    )


def _numbered(node: Node, cls: str, names: Iterable[str]) -> Node:
    """Return a node in which each child of a class has the next of these names as a further class."""
    names = iter(names)
    return node._replace(
        children=tuple(
            _classed(child, f"{cls} {{{next(names)}}}") if has_class(child, cls) else child for child in node.children
        )
    )


def _table(middle: Node) -> Node:
    """Return the action board with the numbers of the supply, without what lies there."""

    def share(node: Node) -> Node:
        kind = node.key[-1]
        tile, count = node.children
        return node._replace(
            children=(_classed(tile, f"{tile.attrs['class']} {{none{kind}}}"), count._replace(text=f"{{left{kind}}}"))
        )

    edits: dict[str, Callable[[Node], Node]] = {f"supply-of-{kind}": share for kind in TYPES}
    edits["turn-order"] = lambda node: without(node, "caption")
    return _without(_edited(middle, edits), _OF_TABLE)


def _panel(panel: Node) -> Node:
    """Return a player's panel with its words and classes, without what lies there."""

    def confidence(node: Node) -> Node:
        tiers = [f"tier{place}" for place in range(len(TIERS))]
        return _numbered(_numbered(node, "tier", tiers), "tier-marks", tiers)

    def storage(node: Node) -> Node:
        limit = sum(has_class(child, "hole") and not has_class(child, "shut") for child in node.children)
        words = counted(counted(node, "caption", 0, "{stored}"), "caption", limit, "{room}")
        return _numbered(words, "hole", (f"slot{slot}" for slot in range(MOST_STORED)))

    def cycles(node: Node) -> Node:
        words = counted(node, "caption", 0, "{cycles}")
        return _numbered(words, "cycle", (f"spent{cycles}" for cycles in range(MOST_CYCLES.value + 1)))

    edits: dict[str, Callable[[Node], Node]] = {
        "header": lambda node: with_text(with_text(without(node, "token"), "status", "{status}"), "who", "{who}"),
        "confidence": confidence,
        "storage": storage,
        "cycles": cycles,
        "tensor-card": lambda node: without(without(node, "plus-disc"), "plus"),
        "hand": lambda node: _numbered(node, "hole", (f"hand{place}" for place in range(MOST_HELD))),
    }
    empty = _without(_edited(panel, edits), _OF_PLAYERS)
    return here(_classed(empty, "panel p{number} {decision}"))


def _bonus(panel: Node) -> Node:
    """Return the sign of the bonus, which lies over the tiles of a Tensor card."""
    return el("g", found(panel, "plus-disc"), found(panel, "plus"), cls="tensor-card", transform=HERE)


def _words() -> dict[str, Any]:
    """Return the words about a player by the phase, and by what the others are doing."""
    table = _Table(next(iter(SETS)), 4)

    def status(player: int, **changes: Any) -> str:
        return words_of(next(found(table.things(**changes)[f"panel-{player + 1}"], "status")))

    def phase(kind: str, **more: Any) -> str:
        return status(0, phase=Phase(kind, 0, **more), final=None)

    one_each = tuple((player,) for player in range(4))
    return {
        "names": list(map(player_name, range(4))),
        **{kind: phase(kind) for kind in (SETUP, ACTION, FINAL)},
        TWEAK: [phase(TWEAK, left=1), phase(TWEAK, left=_MANY).replace(str(_MANY), "{n}")],
        FLIP: {kind: phase(FLIP, flips=((0, kind),)) for kind in TYPES},
        OVER: [status(player, phase=Phase(OVER, places=one_each)) for player in range(4)],
        "passed": status(1, passed=(1,)),
        "once": status(1, final=(1,)),
        "finished": status(1, final=()),
    }
