"""Texts for players: names of tiles, cards and targets, descriptions of actions, and prompts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from gettext import NullTranslations

from ruleboard.engine.hexgrid import Hex
from ruleboard.games.equilibrium import movegen, numbers, rounds
from ruleboard.games.equilibrium.moves import (
    Addition,
    Code,
    DeclineTweaks,
    Division,
    Download,
    Flip,
    Hack,
    Load,
    Move,
    Multiplication,
    Pass,
    Run,
    Setup,
    Skip,
    Subtraction,
    Tweak,
)
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import CELLS, EMPTY, FINAL, FLIP, OVER, SETUP, TWEAK, Player, State
from ruleboard.games.equilibrium.targets import Target, parse_target
from ruleboard.i18n import N_, _, current_catalog, ngettext
from ruleboard.wording import join_as_list

PLAYER_NAMES = (N_("Orange"), N_("Teal"), N_("Violet"), N_("Lime"))
KIND_NAMES = {"I": N_("image"), "T": N_("text"), "A": N_("audio"), "V": N_("video"), "S": N_("sensor")}
KIND_TITLES = {"I": N_("Image"), "T": N_("Text"), "A": N_("Audio"), "V": N_("Video"), "S": N_("Sensor")}
_TILES_WITH_ARTICLE = {
    "I": N_("an image tile"),
    "T": N_("a text tile"),
    "A": N_("an audio tile"),
    "V": N_("a video tile"),
    "S": N_("a sensor tile"),
}


def _clock_names() -> tuple[tuple[str, int], ...]:
    """Return the label and the hour of each cell, as if its ring were a clock face. The hour of the centre is 0."""
    inner = {(1, -1): 1, (1, 0): 3, (0, 1): 5, (-1, 1): 7, (-1, 0): 9, (0, -1): 11}
    hours = {Hex(0, 0): (N_("centre"), 0)}
    for (q, r), hour in inner.items():
        hours[Hex(q, r)] = (N_("inner ring, {hour} o'clock"), hour)
        hours[Hex(2 * q, 2 * r)] = (N_("outer ring, {hour} o'clock"), hour)
        next_vector = next(vector for vector, clock_hour in inner.items() if clock_hour == (hour + 2) % 12)
        hours[Hex(q + next_vector[0], r + next_vector[1])] = (N_("outer ring, {hour} o'clock"), hour % 12 + 1)
    return tuple(hours[coordinates] for coordinates in CELLS)


_CELL_LABELS = _clock_names()


def cell_name(cell: int) -> str:
    """Return the name of a cell by ring and hour of a clock face, such as "inner ring, 3 o'clock"."""
    text, hour = _CELL_LABELS[cell]
    return _(text).format(hour=hour)


def player_name(player: int) -> str:
    """Return the name of a player, such as "Orange"."""
    return _(PLAYER_NAMES[player])


def kind_name(kind: str) -> str:
    """Return the translated name of a tile type."""
    return _(KIND_NAMES[kind])


def kind_title(kind: str) -> str:
    """Return the translated name of a tile type with a capital letter."""
    return _(KIND_TITLES[kind])


def tile_with_article(kind: str) -> str:
    """Return the name of a tile with its type and an article, such as "an image tile"."""
    return _(_TILES_WITH_ARTICLE[kind])


def card_title(card: str) -> str:
    """Return the translated name of an Operation card."""
    return _(numbers.FIRST_SET.cards[card].title)


def join_with_or(items: Iterable[str]) -> str:
    """Join items with commas and "or", such as "image, text or audio"."""
    *first_items, last_item = items
    return _("{others} or {last}").format(others=", ".join(first_items), last=last_item) if first_items else last_item


def kinds_text(kinds: str) -> str:
    """Join the names of tile types with commas and "and", such as "image, text and audio"."""
    return join_as_list(kind_name(kind) for kind in kinds)


def kinds_with_or(kinds: str) -> str:
    """Join the names of tile types with commas and "or", such as "image or text"."""
    return join_with_or(kind_name(kind) for kind in kinds)


def cycles_text(amount: int) -> str:
    """Return a number of cycles as text, such as "2 cycles"."""
    return ngettext("{n} cycle", "{n} cycles", amount).format(n=amount)


def tiles_text(amount: int) -> str:
    """Return a number of tiles as text, such as "2 tiles"."""
    return ngettext("{n} tile", "{n} tiles", amount).format(n=amount)


def cards_text(amount: int) -> str:
    """Return a number of cards as text, such as "2 cards"."""
    return ngettext("{n} card", "{n} cards", amount).format(n=amount)


def tweaks_text(amount: int) -> str:
    """Return a number of tweaks as text, such as "2 tweaks"."""
    return ngettext("{n} tweak", "{n} tweaks", amount).format(n=amount)


def tiles_of_kind_text(amount: int, kind: str) -> str:
    """Return a number of tiles of a type as text, such as "2 image tiles"."""
    return ngettext("{n} {kind} tile", "{n} {kind} tiles", amount).format(n=amount, kind=kind_name(kind))


# Targets


def target_name(state: State, target: str) -> str:
    """Return the label of a target, which names its tile, card or token, or what its button does."""
    parts = parse_target(target)
    if parts.kind == "do":
        return _button(state, parts.name)
    return (
        player_target_name(state.players[parts.player], parts)
        if parts.player >= 0
        else _action_board_target_name(state, parts)
    )


def player_target_name(player: Player, target: Target) -> str:
    """Return the label of a target that belongs to a player."""
    if target.kind == "hex":
        return hex_name(current_catalog(), target.player, target.cell, player.board[target.cell])
    owner = player_name(target.player)
    if target.kind == "storage" and not target.name:
        return _("{owner}'s storage").format(owner=owner)
    if target.kind == "hand" and not target.name:
        return _("{owner}'s hand").format(owner=owner)
    if target.kind == "storage":
        return _("{owner}'s storage: {tiles}").format(
            owner=owner, tiles=tiles_of_kind_text(player.storage.count(target.name), target.name)
        )
    if target.kind == "hand":
        return _("{card} in {owner}'s hand").format(card=card_title(target.name), owner=owner)
    kind = kind_name(target.name)
    if target.kind == "weight":
        level = player.weights[TYPES.index(target.name)]
        return _("{owner}'s {kind} token, level {level}").format(owner=owner, kind=kind, level=level)
    if target.name in player.top:
        return _("{owner}'s Tensor card, top row: {kind}").format(owner=owner, kind=kind)
    return _("{owner}'s Tensor card, bottom row: {kind}").format(owner=owner, kind=kind)


@lru_cache(maxsize=1024)
def hex_name(catalogue: NullTranslations, player: int, cell: int, tile: str) -> str:
    """Return the label of a cell from a cache. The cache key includes the catalogue of the current language."""
    owner, location = player_name(player), cell_name(cell)
    if tile == EMPTY:
        return _("{owner}'s board, {place}: empty").format(owner=owner, place=location)
    kind = kind_name(tile.upper())
    if tile.islower():
        return _("{owner}'s board, {place}: {kind}, face down").format(owner=owner, place=location, kind=kind)
    return _("{owner}'s board, {place}: {kind}").format(owner=owner, place=location, kind=kind)


def _action_board_target_name(state: State, target: Target) -> str:
    if target.kind == "tile":
        slot = int(target.name)
        if slot >= len(state.tiles):
            return _("Action board, place {n}: nothing").format(n=slot + 1)
        return _("Action board, place {n}: {kind}").format(n=slot + 1, kind=kind_name(state.tiles[slot]))
    if target.kind == "card" and target.name not in state.cards:
        return _("{card} on the action board: none left").format(card=card_title(target.name))
    if target.kind == "card":
        card = state.numbers.card(target.name)
        return _("{card} on the action board, costs {cycles}, {tweaks}").format(
            card=card_title(target.name), cycles=cycles_text(card.cost), tweaks=tweaks_text(card.tweaks)
        )
    amount = state.supply[TYPES.index(target.name)]
    return _("Supply: {tiles}").format(tiles=tiles_of_kind_text(amount, target.name))


def _button(state: State, button: str) -> str:
    if button == "download":
        count = len(state.tiles)
        return ngettext("Download the last tile", "Download all {n} tiles", count).format(n=count)
    if button == "pass":
        spots = state.numbers.pass_spots[len(state.players)]
        return _("Pass (+{cycles})").format(cycles=cycles_text(spots[min(len(state.passed), len(spots) - 1)].value))
    if button == "skip":
        return _("No final action")
    if state.phase.tweaks < 2:
        return _("No tweak")
    return _("Give up {tweaks}").format(tweaks=tweaks_text(state.phase.tweaks))


# Actions


def describe(state: State, move: Move) -> str:
    """Describe a move, including its player, such as "Orange passes"."""
    return _("{player} {does}").format(player=player_name(state.phase.player), does=describe_effect(state, move))


def describe_effect(state: State, move: Move) -> str:
    """Describe a move without its player, such as "passes" or "loads a video tile (centre)"."""
    match move:
        case Setup((first_kind, second_kind), (_centre, neighbour)):
            return _("begins with {first} in the centre and {second} beside it ({place})").format(
                first=tile_with_article(first_kind), second=tile_with_article(second_kind), place=cell_name(neighbour)
            )
        case Download(kinds):
            return _("downloads {tiles}").format(tiles=join_as_list(_tiles_by_kind(kinds)))
        case Code(card):
            return _("codes {card}").format(card=card_title(card))
        case Load(kind, cell):
            return _("loads {tile} ({place})").format(tile=tile_with_article(kind), place=cell_name(cell))
        case Hack(owner, kind, cell):
            return _("hacks {player} with {tile} ({place})").format(
                player=player_name(owner), tile=tile_with_article(kind), place=cell_name(cell)
            )
        case Tweak(kind):
            return _("tweaks {kind} up").format(kind=kind_name(kind))
        case DeclineTweaks():
            return _("does not tweak")
        case Flip(kind, cell):
            return _("turns {tile} face down ({place})").format(tile=tile_with_article(kind), place=cell_name(cell))
        case Pass():
            return _("passes")
        case Skip():
            return _("takes no final action")
        case Subtraction() | Division() | Addition() | Multiplication():
            return _("runs {card}").format(card=_run_text(state.mover.board, move))


def _tiles_by_kind(kinds: str) -> list[str]:
    return [
        tile_with_article(kind) if kinds.count(kind) == 1 else tiles_of_kind_text(kinds.count(kind), kind)
        for kind in dict.fromkeys(kinds)
    ]


def _run_text(board: str, move: Run) -> str:
    """Describe which card a move runs and what the card does."""
    match move:
        case Multiplication(originals, copies):
            first_tile, second_tile = (tile_with_article(board[cell].upper()) for cell in originals)
            first_place, second_place = (cell_name(cell) for cell in copies)
            return _("Multiplication: {one} and {other} doubled ({place}; {second})").format(
                one=first_tile, other=second_tile, place=first_place, second=second_place
            )
        case Subtraction(cell):
            return _("Subtraction: {tile} removed ({place})").format(
                tile=tile_with_article(board[cell].upper()), place=cell_name(cell)
            )
        case Addition(removed, kind, cell):
            return _("Addition: {tile} removed ({place}), {other} placed ({second})").format(
                tile=tile_with_article(board[removed].upper()),
                place=cell_name(removed),
                other=tile_with_article(kind),
                second=cell_name(cell),
            )
        case Division(cell):
            text = (
                _("Division: {tile} turned face up ({place})")
                if board[cell].islower()
                else _("Division: {tile} turned face down ({place})")
            )
            return text.format(tile=tile_with_article(board[cell].upper()), place=cell_name(cell))


def recommendation(state: State, move: Move) -> str:
    """Describe a move as a recommendation, such as "pass" or "load a video tile (centre)"."""
    match move:
        case Setup((first_kind, second_kind), (_centre, neighbour)):
            return _("begin with {first} in the centre and {second} beside it ({place})").format(
                first=tile_with_article(first_kind), second=tile_with_article(second_kind), place=cell_name(neighbour)
            )
        case Download(kinds):
            return _("download {tiles}").format(tiles=join_as_list(_tiles_by_kind(kinds)))
        case Code(card):
            return _("code {card}").format(card=card_title(card))
        case Load(kind, cell):
            return _("load {tile} ({place})").format(tile=tile_with_article(kind), place=cell_name(cell))
        case Hack(owner, kind, cell):
            return _("hack {player} with {tile} ({place})").format(
                player=player_name(owner), tile=tile_with_article(kind), place=cell_name(cell)
            )
        case Tweak(kind):
            return _("tweak {kind} up").format(kind=kind_name(kind))
        case DeclineTweaks():
            return _("do not tweak")
        case Flip(kind, cell):
            return _("turn {tile} face down ({place})").format(tile=tile_with_article(kind), place=cell_name(cell))
        case Pass():
            return _("pass")
        case Skip():
            return _("take no final action")
        case Subtraction() | Division() | Addition() | Multiplication():
            return _("run {card}").format(card=_run_text(state.mover.board, move))


def prompt(state: State) -> str:
    """Return the prompt for the current decision; empty after the end of the game."""
    phase = state.phase
    if phase.kind == OVER:
        return ""
    decider = player_name(phase.player)
    if phase.kind == SETUP:
        top, bottom = kinds_with_or(state.mover.top), kinds_with_or(state.mover.bottom)
        return _("{player}: choose {top} for the centre, then {bottom}, then a hex beside the centre.").format(
            player=decider, top=top, bottom=bottom
        )
    if phase.kind == TWEAK:
        return _tweak_prompt(state)
    if phase.kind == FLIP:
        return _("{player}: turn one face-up {kind} tile face down.").format(
            player=decider, kind=kind_name(phase.flips[0][1])
        )
    actions = movegen.legal_actions(state)
    if phase.kind == FINAL:
        if len(actions) > 1:
            return _("{player}: one final action, or none.").format(player=decider)
        return _("{player}: no final action is possible.").format(player=decider)
    if len(actions) > 1:
        text = _("{player}: take one action, or pass.").format(player=decider)
    else:
        text = _("{player}: you can only pass.").format(player=decider)
    may_empty_pile = movegen.can_empty_pile(state) and any(isinstance(action.move, Download) for action in actions)
    return " ".join(filter(None, (text, end_warning(state), empty_pile_warning() if may_empty_pile else "")))


def empty_pile_warning() -> str:
    """Return the warning that a Download would draw the last tile of the pile."""
    return _("A Download empties the pile, and the end begins.")


def end_warning(state: State) -> str:
    """Return the warning that the game ends soon unless a player acts or downloads in this round; may be empty."""
    if rounds.ends_dry(state):
        return _("Nobody downloaded in two rounds: if nobody does in this one, the game ends.")
    if rounds.ends_quiet(state):
        return _("In the previous round everybody only passed: if nobody acts in this one, the game ends.")
    return ""


def _tweak_prompt(state: State) -> str:
    phase = state.phase
    decider, turn_player = player_name(phase.player), player_name(phase.turn_player)
    if phase.turn_player != phase.player:
        return _("{player}: tweak a token up one level, in {other}'s turn, or decline.").format(
            player=decider, other=turn_player
        )
    return ngettext(
        "{player}: tweak a token up one level, or decline.",
        "{player}: tweak a token up one level; {n} left.",
        phase.tweaks,
    ).format(player=decider, n=phase.tweaks)
