"""Names and sentences: what things are called, what an action does, what may be done now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.hexgrid import Hex
from ruleboard.games.equilibrium import legal, moves, numbers, training
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import (
    CELL_NAMES,
    CELLS,
    EMPTY,
    FINAL,
    FLIP,
    OVER,
    SETUP,
    TWEAK,
    State,
)
from ruleboard.i18n import N_, _, ngettext, spoken

SIDES = (N_("Orange"), N_("Teal"), N_("Violet"), N_("Lime"))
KINDS = {"I": N_("image"), "T": N_("text"), "A": N_("audio"), "V": N_("video"), "S": N_("sensor")}
_TITLES = {"I": N_("Image"), "T": N_("Text"), "A": N_("Audio"), "V": N_("Video"), "S": N_("Sensor")}
_ONE_TILE = {
    "I": N_("an image tile"),
    "T": N_("a text tile"),
    "A": N_("an audio tile"),
    "V": N_("a video tile"),
    "S": N_("a sensor tile"),
}


def _clock() -> tuple[tuple[str, int], ...]:
    """Every cell by ring and clock hand, as people point at a round board."""
    inner = {(1, -1): 1, (1, 0): 3, (0, 1): 5, (-1, 1): 7, (-1, 0): 9, (0, -1): 11}
    hours = {Hex(0, 0): (N_("centre"), 0)}
    for (q, r), hour in inner.items():
        hours[Hex(q, r)] = (N_("inner ring, {hour} o'clock"), hour)
        hours[Hex(2 * q, 2 * r)] = (N_("outer ring, {hour} o'clock"), hour)
        after = next(vector for vector, at in inner.items() if at == (hour + 2) % 12)
        hours[Hex(q + after[0], r + after[1])] = (N_("outer ring, {hour} o'clock"), hour % 12 + 1)
    return tuple(hours[place] for place in CELLS)


_PLACES = _clock()


def place(cell: int) -> str:
    """What a cell is called."""
    words, hour = _PLACES[cell]
    return _(words).format(hour=hour)


def side(player: int) -> str:
    """What a player is called."""
    return _(SIDES[player])


def kind_name(kind: str) -> str:
    """What a type is called."""
    return _(KINDS[kind])


def kind_title(kind: str) -> str:
    """What a type is called where a line begins."""
    return _(_TITLES[kind])


def kind_tile(kind: str) -> str:
    """A tile of that type, with its article ("an image tile")."""
    return _(_ONE_TILE[kind])


def card_title(card: str) -> str:
    """What an Operation card is called."""
    return _(numbers.CARDS[card].title)


def listed(items: Iterable[str]) -> str:
    """Things in a row: "image, text and audio"."""
    *others, last = items
    return _("{others} and {last}").format(others=", ".join(others), last=last) if others else last


def either(items: Iterable[str]) -> str:
    """Things to choose from: "image, text or audio"."""
    *others, last = items
    return _("{others} or {last}").format(others=", ".join(others), last=last) if others else last


def both(kinds: str) -> str:
    """Types in a row: "image, text and audio"."""
    return listed(kind_name(kind) for kind in kinds)


def either_kind(kinds: str) -> str:
    """Types to choose from: "image or text"."""
    return either(kind_name(kind) for kind in kinds)


def capital(words: str) -> str:
    """Words with a capital letter at the beginning, the others as they are."""
    return words[:1].upper() + words[1:]


def so_many_cycles(amount: int) -> str:
    """An amount of cycles: "1 cycle", "2 cycles"."""
    return ngettext("{n} cycle", "{n} cycles", amount).format(n=amount)


def so_many_tiles(amount: int) -> str:
    """An amount of tiles."""
    return ngettext("{n} tile", "{n} tiles", amount).format(n=amount)


def so_many_cards(amount: int) -> str:
    """An amount of cards."""
    return ngettext("{n} card", "{n} cards", amount).format(n=amount)


def so_many_tweaks(amount: int) -> str:
    """An amount of tweaks."""
    return ngettext("{n} tweak", "{n} tweaks", amount).format(n=amount)


def tiles_of(amount: int, kind: str) -> str:
    """An amount of tiles of a type: "2 image tiles"."""
    return ngettext("{n} {kind} tile", "{n} {kind} tiles", amount).format(n=amount, kind=kind_name(kind))


def sides(state: State) -> tuple[str, ...]:
    """The players' colours, marked for the catalogue."""
    return SIDES[: len(state.players)]


# What a target is


@dataclass(frozen=True, slots=True)
class Target:
    """A target taken apart: its first word, the player it belongs to (0-based, -1: none) and the rest."""

    what: str
    player: int
    rest: str

    @property
    def cell(self) -> int:
        """The cell a hex target names."""
        return CELL_NAMES.index(self.rest)


@lru_cache(maxsize=1024)
def split(target: str) -> Target:
    """A target taken apart (``"hex:1:0,0"``, ``"tile:3"``, ``"do:pass"``)."""
    what, _colon, rest = target.partition(":")
    number, colon, last = rest.partition(":")
    owned = colon and number.isdecimal()
    return Target(what, int(number) - 1, last) if owned else Target(what, -1, rest)


def name(state: State, target: str) -> str:
    """A target in words: what stands there, or what the button does."""
    found = split(target)
    if found.what == "do":
        return _button(state, found.rest)
    return _owned(state, found) if found.player >= 0 else _in_the_middle(state, found)


def _owned(state: State, found: Target) -> str:
    """What lies in front of a player."""
    owner, player = side(found.player), state.players[found.player]
    if found.what == "hex":
        return _hex(spoken(), found.player, found.cell, player.board[found.cell])
    if found.what == "storage":
        return _("{owner}'s storage: {tiles}").format(
            owner=owner, tiles=tiles_of(player.storage.count(found.rest), found.rest)
        )
    if found.what == "hand":
        return _("{card} in {owner}'s hand").format(card=card_title(found.rest), owner=owner)
    kind = kind_name(found.rest)
    if found.what == "weight":
        level = player.weights[TYPES.index(found.rest)]
        return _("{owner}'s {kind} token, level {level}").format(owner=owner, kind=kind, level=level)
    if found.rest in player.top:
        return _("{owner}'s Tensor card, top row: {kind}").format(owner=owner, kind=kind)
    return _("{owner}'s Tensor card, bottom row: {kind}").format(owner=owner, kind=kind)


@lru_cache(maxsize=1024)
def _hex(catalogue: NullTranslations, player: int, cell: int, tile: str) -> str:
    """A cell of a board in words; pictures have many, so it is remembered, for each ``catalogue`` on its own."""
    owner, where = side(player), place(cell)
    if tile == EMPTY:
        return _("{owner}'s board, {place}: empty").format(owner=owner, place=where)
    kind = kind_name(tile.upper())
    if tile.islower():
        return _("{owner}'s board, {place}: {kind}, face down").format(owner=owner, place=where, kind=kind)
    return _("{owner}'s board, {place}: {kind}").format(owner=owner, place=where, kind=kind)


def _in_the_middle(state: State, found: Target) -> str:
    """What lies on the action board."""
    if found.what == "tile":
        slot = int(found.rest)
        if slot >= len(state.tiles):
            return _("Action board, place {n}: nothing").format(n=slot + 1)
        return _("Action board, place {n}: {kind}").format(n=slot + 1, kind=kind_name(state.tiles[slot]))
    if found.what == "card":
        card = numbers.card(found.rest)
        return _("{card} on the action board, costs {cycles}, {tweaks}").format(
            card=card_title(found.rest), cycles=so_many_cycles(card.cost), tweaks=so_many_tweaks(card.tweaks)
        )
    left = state.supply[TYPES.index(found.rest)]
    return _("Supply: {tiles}").format(tiles=tiles_of(left, found.rest))


def _button(state: State, button: str) -> str:
    if button == "download":
        count = len(state.tiles)
        return ngettext("Download the last tile", "Download all {n} tiles", count).format(n=count)
    if button == "pass":
        spot = min(len(state.passed), len(numbers.PASS_SPOTS) - 1)
        return _("Pass (+{cycles})").format(cycles=so_many_cycles(numbers.PASS_SPOTS[spot].value))
    if button == "skip":
        return _("No final action")
    if state.phase.left < 2:
        return _("No tweak")
    return _("Give up {tweaks}").format(tweaks=so_many_tweaks(state.phase.left))


# What an action does


def describe(state: State, action: Action[Any]) -> str:
    """An action in words, as it is announced and offered."""
    return _("{player} {does}").format(player=side(state.phase.who), does=done(state, action))


def done(state: State, action: Action[Any]) -> str:
    """What an action does, without who does it: "passes", "loads a video tile (centre)"."""
    move = moves.read(action.text)
    at = [place(cell) for cell in move.cells]
    if move.verb == "setup":
        first, second = (kind_tile(kind) for kind in move.types)
        return _("begins with {first} in the centre and {second} beside it ({place})").format(
            first=first, second=second, place=at[1]
        )
    if move.verb == "download":
        return _("downloads {tiles}").format(tiles=listed(_bundles(move.types)))
    if move.verb == "code":
        return _("codes {card}").format(card=card_title(move.card))
    if move.verb == "load":
        return _("loads {tile} ({place})").format(tile=kind_tile(move.types), place=at[0])
    if move.verb == "hack":
        return _("hacks {player} with {tile} ({place})").format(
            player=side(move.player), tile=kind_tile(move.types), place=at[0]
        )
    if move.verb == "tweak":
        return _("tweaks {kind} up").format(kind=kind_name(move.types)) if move.types else _("does not tweak")
    if move.verb == "flip":
        return _("turns {tile} face down ({place})").format(tile=kind_tile(move.types), place=at[0])
    if move.verb == "pass":
        return _("passes")
    if move.verb == "skip":
        return _("takes no final action")
    return _operation(state, move, at)


def _bundles(kinds: str) -> list[str]:
    return [
        kind_tile(kind) if kinds.count(kind) == 1 else tiles_of(kinds.count(kind), kind)
        for kind in dict.fromkeys(kinds)
    ]


def _operation(state: State, move: moves.Move, at: list[str]) -> str:
    board = state.mover.board
    if move.card == "mul":
        one, other = (kind_tile(board[cell].upper()) for cell in move.cells[:2])
        return _("runs Multiplication: {one} and {other} doubled ({place}; {second})").format(
            one=one, other=other, place=at[2], second=at[3]
        )
    old = kind_tile(board[move.cells[0]].upper())
    if move.card == "sub":
        return _("runs Subtraction: {tile} removed ({place})").format(tile=old, place=at[0])
    if move.card == "add":
        return _("runs Addition: {tile} removed ({place}), {other} placed ({second})").format(
            tile=old, place=at[0], other=kind_tile(move.types), second=at[1]
        )
    if board[move.cells[0]].islower():
        return _("runs Division: {tile} turned face up ({place})").format(tile=old, place=at[0])
    return _("runs Division: {tile} turned face down ({place})").format(tile=old, place=at[0])


def prompt(state: State) -> str:
    """What the player to move may do now; empty at the end."""
    phase = state.phase
    if phase.kind == OVER:
        return ""
    who = side(phase.who)
    if phase.kind == SETUP:
        top, bottom = either_kind(state.mover.top), either_kind(state.mover.bottom)
        return _("{player}: choose {top} for the centre, then {bottom}, then a hex beside the centre.").format(
            player=who, top=top, bottom=bottom
        )
    if phase.kind == TWEAK:
        return _tweaking(state)
    if phase.kind == FLIP:
        return _("{player}: turn one face-up tile face down, {kind}.").format(
            player=who, kind=kind_name(phase.flips[0][1])
        )
    actions = legal.legal_actions(state)
    if phase.kind == FINAL:
        if len(actions) > 1:
            return _("{player}: one final action, or none.").format(player=who)
        return _("{player}: no final action is possible.").format(player=who)
    if len(actions) > 1:
        return _("{player}: take one action, or pass.").format(player=who)
    return _("{player}: nothing can be done but pass.").format(player=who)


def _tweaking(state: State) -> str:
    phase = state.phase
    who, turn = side(phase.who), side(phase.turn)
    if phase.turn != phase.who:
        return _("{player}: tweak a token up one level, in {other}'s turn, or decline.").format(player=who, other=turn)
    return ngettext(
        "{player}: tweak a token up one level, or decline.",
        "{player}: {n} times tweak a token up one level, or decline.",
        phase.left,
    ).format(player=who, n=phase.left)


RANKS = (
    N_("lowest token on level {mine}, against {theirs} for {other}"),
    N_("second lowest token on level {mine}, against {theirs} for {other}"),
    N_("third lowest token on level {mine}, against {theirs} for {other}"),
    N_("second highest token on level {mine}, against {theirs} for {other}"),
    N_("highest token on level {mine}, against {theirs} for {other}"),
    N_("all tokens are level with those of {other}, but {mine} cycles beat {theirs}"),
)
"""What parts two players in the ranking, by ``training.deciding``."""


def outcome_reason(state: State) -> str:
    """Why the game ended as it did: the ranking's deciding comparison, as a sentence."""
    ranking = training.standings(state)
    first = [standing for standing in ranking if standing.place == 1]
    if len(first) == len(ranking):
        return _("All share the win: their tokens stand on the same levels, and they have the same cycles.")
    second = ranking[len(first)]
    step = training.deciding(first[0], second)
    why = _(RANKS[step]).format(mine=first[0].worth[step], theirs=second.worth[step], other=side(second.player))
    winners = listed(side(standing.player) for standing in first)
    return ngettext("{players} wins: {why}.", "{players} share the win: {why}.", len(first)).format(
        players=winners, why=why
    )


def shown_at_end(state: State) -> tuple[str, ...]:
    """The targets that show the result: everybody's lowest tokens."""
    return tuple(
        f"weight:{number}:{kind}"
        for number, player in enumerate(state.players, 1)
        for kind, level in zip(TYPES, player.weights, strict=True)
        if level == min(player.weights)
    )
