"""Small figures beside the board: a backpropagation at a glance, the ranking, a token, a cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from ruleboard.games.equilibrium import art
from ruleboard.games.equilibrium.art import label
from ruleboard.games.equilibrium.numbers import FIRST, TYPES
from ruleboard.games.equilibrium.ranking import RankedPlayer, deciding_criterion
from ruleboard.games.equilibrium.training import Backpropagation
from ruleboard.games.equilibrium.words import kind_name, n_cycles, n_tiles, player_name
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el
from ruleboard.wording import separated

_STEP = 58.0
WIDTH = _STEP * len(TYPES)
_HEIGHT = 112.0


def backpropagation(training: Backpropagation) -> Node:
    """Return one player's backpropagation: a column a type with the number of tiles and the change of the token."""
    return el(
        "svg",
        *_columns(training),
        cls="figure equilibrium",
        viewBox=f"0 0 {WIDTH:g} {_HEIGHT:g}",
        role="img",
        aria_label=separated(_column_words(training, place) for place in range(len(TYPES))),
    )


@lru_cache(maxsize=128)
def _columns(training: Backpropagation) -> tuple[Node, ...]:
    return tuple(_column(training, place) for place in range(len(TYPES)))


def _column(training: Backpropagation, place: int) -> Node:
    kind = TYPES[place]
    rises = kind in training.up
    left = place * _STEP
    x = left + _STEP / 2
    before, after = training.before[place], training.after[place]
    return el(
        "g",
        el("rect", cls="column", x=left + 2, y=1, width=_STEP - 4, height=_HEIGHT - 2, rx=8),
        art.tile(x, 24, 19, kind),
        label(x, 57, f"× {training.counts[place]}", "count", 17),
        el("rect", cls="tie", x=left + 7, y=44, width=_STEP - 14, height=26, rx=7) if kind in training.tied else None,
        el("polygon", cls="arrow", points=art.points(_arrow(x, 82, rises))),
        label(x, 99, f"{before} → {after}", "levels", 15),
        cls="up" if rises else "down",
    )


def _arrow(x: float, y: float, rises: bool) -> tuple[tuple[float, float], ...]:
    by = -5.0 if rises else 5.0
    return ((x - 8, y - by), (x + 8, y - by), (x, y + by))


def _column_words(training: Backpropagation, place: int) -> str:
    rises = TYPES[place] in training.up
    text = (
        _("{kind}: {tiles} face up, up from {before} to {after}")
        if rises
        else _("{kind}: {tiles} face up, down from {before} to {after}")
    )
    return text.format(
        kind=kind_name(TYPES[place]),
        tiles=n_tiles(training.counts[place]),
        before=training.before[place],
        after=training.after[place],
    )


def weight(kind: str) -> Node:
    """Return a type's token, for a button whose words name its effect."""
    token = art.weight_token(0, 0, 24, kind, key="token")
    return el("svg", token, cls="figure equilibrium", viewBox="-26 -26 52 54", aria_hidden="true", focusable="false")


def tile_alone(letter: str) -> Node:
    """Return a tile (a small letter: face down) for a button whose words name it."""
    drawn = art.tile(0, 0, 26, letter)
    return el("svg", drawn, cls="figure equilibrium", viewBox="-26 -28 52 56", aria_hidden="true", focusable="false")


_SIGNS = {
    "sub": "M18 26h24",
    "div": "M18 26h24M30 15v.1M30 37v.1",
    "add": "M18 26h24M30 14v24",
    "mul": "M21 17l18 18M39 17l-18 18",
}


def card_alone(card: str) -> Node:
    """Return an Operation card with its sign alone, without any text, for a button whose words name it."""
    blank = art.operation(0, 0, 60, 52, card, FIRST.card(card), "", under=True)
    sign = el("path", cls="sign-alone", d=_SIGNS[card])
    return el(
        "svg",
        blank._replace(children=(*blank.children, sign)),
        cls="figure equilibrium",
        viewBox="-3 -3 66 60",
        aria_hidden="true",
        focusable="false",
    )


def ranking(ranked: Sequence[RankedPlayer]) -> Node:
    """Return the ranking as a table: levels from the lowest up, then cycles; the decisive ones are marked."""
    return el(
        "table",
        el(
            "thead",
            el(
                "tr",
                el("th", el("span", text=_("Place"), cls="unseen"), scope="col"),
                el("th", el("span", text=_("Player"), cls="unseen"), scope="col"),
                el("th", text=_("levels, lowest first"), scope="colgroup", colspan=len(TYPES)),
                el("th", text=_("cycles"), scope="col"),
            ),
        ),
        el("tbody", (_row(ranked, index) for index in range(len(ranked)))),
        cls="ranking",
    )


def _row(ranked: Sequence[RankedPlayer], index: int) -> Node:
    player = ranked[index]
    neighbours = list(pairwise(ranked))[max(0, index - 1) : index + 1]
    decisive = {deciding_criterion(*pair) for pair in neighbours}
    return el(
        "tr",
        el("td", text=f"{player.place}."),
        el("th", text=player_name(player.player), scope="row"),
        (
            el("td", text=str(value), cls="deciding" if criterion in decisive else "")
            for criterion, value in enumerate(player.criteria)
        ),
    )


@lru_cache(maxsize=8)
def cost(amount: str) -> Node:
    """Return a cost in cycles, on its gear."""
    return el(
        "svg",
        art.gear(20, 20, 19),
        label(20, 20, amount, "cost", 20 if len(amount) < 2 else 15),
        cls="figure cost-gear equilibrium",
        viewBox="0 0 40 40",
        aria_hidden="true",
    )


def cycles_tray(player: int, cycles: int) -> Node:
    """Return a player's token and cycles, for the strip with their name."""
    return el(
        "svg",
        art.player_token(20, 19, 16, player),
        el("g", art.gear(62, 20, 18), label(62, 20, str(cycles), "cost", 18), cls="tracker"),
        cls=f"tray equilibrium p{player + 1}",
        viewBox="0 0 84 40",
        role="img",
        aria_label=n_cycles(cycles),
    )
