"""Draw small figures for side notes and buttons: backpropagation, ranking, tokens, tiles, cards, and costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from ruleboard.games.equilibrium import art
from ruleboard.games.equilibrium.art import draw_label
from ruleboard.games.equilibrium.numbers import FIRST_SET, TYPES
from ruleboard.games.equilibrium.ranking import RankedPlayer, deciding_criterion
from ruleboard.games.equilibrium.texts import cycles_text, kind_name, player_name, tiles_text
from ruleboard.games.equilibrium.training import Backpropagation
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el
from ruleboard.scene.shapes import points_text
from ruleboard.wording import join_with_semicolons

_COLUMN_WIDTH = 58.0
BACKPROPAGATION_WIDTH = _COLUMN_WIDTH * len(TYPES)
_BACKPROPAGATION_HEIGHT = 112.0


def draw_backpropagation(training: Backpropagation) -> Node:
    """Draw a player's backpropagation: for each type, the number of tiles and the change of the token."""
    return el(
        "svg",
        *_draw_columns(training),
        cls="figure equilibrium",
        viewBox=f"0 0 {BACKPROPAGATION_WIDTH:g} {_BACKPROPAGATION_HEIGHT:g}",
        role="img",
        aria_label=join_with_semicolons(_column_label(training, column) for column in range(len(TYPES))),
    )


@lru_cache(maxsize=128)
def _draw_columns(training: Backpropagation) -> tuple[Node, ...]:
    return tuple(_draw_column(training, column) for column in range(len(TYPES)))


def _draw_column(training: Backpropagation, index: int) -> Node:
    kind = TYPES[index]
    is_rising = kind in training.rising_kinds
    column_x = index * _COLUMN_WIDTH
    x = column_x + _COLUMN_WIDTH / 2
    old_level, new_level = training.old_levels[index], training.new_levels[index]
    return el(
        "g",
        el(
            "rect", cls="column", x=column_x + 2, y=1, width=_COLUMN_WIDTH - 4, height=_BACKPROPAGATION_HEIGHT - 2, rx=8
        ),
        art.draw_tile(x, 24, 19, kind),
        draw_label(x, 57, f"× {training.counts[index]}", "count", 17),
        el("rect", cls="tie", x=column_x + 7, y=44, width=_COLUMN_WIDTH - 14, height=26, rx=7)
        if kind in training.tied_kinds
        else None,
        el("polygon", cls="arrow", points=points_text(_arrow_corners(x, 82, is_rising))),
        draw_label(x, 99, f"{old_level} → {new_level}", "levels", 15),
        cls="up" if is_rising else "down",
    )


def _arrow_corners(x: float, y: float, is_rising: bool) -> tuple[tuple[float, float], ...]:
    half_height = -5.0 if is_rising else 5.0
    return ((x - 8, y - half_height), (x + 8, y - half_height), (x, y + half_height))


def _column_label(training: Backpropagation, index: int) -> str:
    is_rising = TYPES[index] in training.rising_kinds
    text = (
        _("{kind}: {tiles} face up, token up from {before} to {after}")
        if is_rising
        else _("{kind}: {tiles} face up, token down from {before} to {after}")
    )
    return text.format(
        kind=kind_name(TYPES[index]),
        tiles=tiles_text(training.counts[index]),
        before=training.old_levels[index],
        after=training.new_levels[index],
    )


def token_icon(kind: str) -> Node:
    """Draw a weight token for a button that also has a text."""
    token_node = art.draw_weight_token(0, 0, 24, kind, key="token")
    return el(
        "svg", token_node, cls="figure equilibrium", viewBox="-26 -26 52 54", aria_hidden="true", focusable="false"
    )


def tile_icon(letter: str) -> Node:
    """Draw a tile for a button that also has a text. A lowercase letter stands for a tile that is face down."""
    icon = art.draw_tile(0, 0, 26, letter)
    return el("svg", icon, cls="figure equilibrium", viewBox="-26 -28 52 56", aria_hidden="true", focusable="false")


_SIGN_PATHS = {
    "sub": "M18 26h24",
    "div": "M18 26h24M30 15v.1M30 37v.1",
    "add": "M18 26h24M30 14v24",
    "mul": "M21 17l18 18M39 17l-18 18",
}


def card_icon(card: str) -> Node:
    """Draw an Operation card for a button that also has a text. The icon contains only the sign of the card."""
    blank_card = art.draw_operation_card(0, 0, 60, 52, card, FIRST_SET.card(card), "", is_covered=True)
    sign = el("path", cls="sign-alone", d=_SIGN_PATHS[card])
    return el(
        "svg",
        blank_card._replace(children=(*blank_card.children, sign)),
        cls="figure equilibrium",
        viewBox="-3 -3 66 60",
        aria_hidden="true",
        focusable="false",
    )


def build_ranking_table(ranked_players: Sequence[RankedPlayer]) -> Node:
    """Build an HTML table of the ranking: the levels, the lowest first, and the cycles, with decisive values marked."""
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
        el("tbody", (_draw_row(ranked_players, index) for index in range(len(ranked_players)))),
        cls="ranking",
    )


def _draw_row(ranked_players: Sequence[RankedPlayer], index: int) -> Node:
    ranked_player = ranked_players[index]
    neighbour_pairs = list(pairwise(ranked_players))[max(0, index - 1) : index + 1]
    decisive_criteria = {deciding_criterion(*player_pair) for player_pair in neighbour_pairs}
    return el(
        "tr",
        el("td", text=f"{ranked_player.rank}."),
        el("th", text=player_name(ranked_player.player), scope="row"),
        (
            el("td", text=str(value), cls="deciding" if criterion in decisive_criteria else "")
            for criterion, value in enumerate(ranked_player.criteria)
        ),
    )


@lru_cache(maxsize=8)
def draw_cost(amount: str) -> Node:
    """Draw a gear next to a cost in cycles."""
    return el(
        "svg",
        art.draw_gear(20, 20, 19),
        draw_label(20, 20, amount, "cost", 20 if len(amount) < 2 else 15),
        cls="figure cost-gear equilibrium",
        viewBox="0 0 40 40",
        aria_hidden="true",
    )


def draw_emblem(seat: int) -> Node:
    """Draw a player's token as the emblem of a side."""
    token = art.draw_player_token(20, 20, 16, seat)
    return el("svg", token, cls=f"tray equilibrium emblem p{seat + 1}", viewBox="2 2 36 37", aria_hidden="true")


def draw_tray(player: int, cycles: int) -> Node:
    """Draw a player's token and number of cycles, for the strip that shows the player's name."""
    return el(
        "svg",
        art.draw_player_token(20, 19, 16, player),
        el("g", art.draw_gear(62, 20, 18), draw_label(62, 20, str(cycles), "cost", 18), cls="tracker"),
        cls=f"tray equilibrium p{player + 1}",
        viewBox="0 0 84 40",
        role="img",
        aria_label=cycles_text(cycles),
    )


@lru_cache(maxsize=256)
def _draw_levels_with_text(weights: tuple[int, ...], text: str) -> Node:
    """Draw the levels of five weight tokens, each on the colour of its type."""
    return el(
        "svg",
        [
            el(
                "g",
                el("rect", x=index * 19, y=0, width=17, height=17, rx=4),
                draw_label(index * 19 + 8.5, 8.5, str(level), "", 14),
                cls=f"level-chip t-{kind.lower()}",
            )
            for index, (kind, level) in enumerate(zip(TYPES, weights, strict=True))
        ],
        cls="figure equilibrium levels",
        viewBox="0 0 93 17",
        role="img",
        aria_label=text,
    )


def draw_levels(weights: tuple[int, ...]) -> Node:
    """Draw the levels of a player's weight tokens, for the strip that shows the player's name."""
    levels = (f"{kind_name(kind)} {level}" for kind, level in zip(TYPES, weights, strict=True))
    return _draw_levels_with_text(weights, ", ".join(levels))
