"""Texts for players: names of tiles, cards and targets, descriptions of actions, and prompts."""

from __future__ import annotations

from collections.abc import Mapping

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
from ruleboard.games.equilibrium.state import CELLS, EMPTY, FINAL_ACTION, FLIP, GAME_OVER, SETUP, TWEAK, Player, State
from ruleboard.games.equilibrium.targets import Target, parse_target
from ruleboard.i18n import N_, _, cached_by_language, ngettext
from ruleboard.kit.hexgrid import Hex
from ruleboard.wording import join_as_list, join_with_or

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


def _cell_labels() -> tuple[tuple[str, int], ...]:
    """Return the label and the hour of each cell, with its ring as a clock face. The hour of the centre is 0."""
    inner_ring_hours = {(1, -1): 1, (1, 0): 3, (0, 1): 5, (-1, 1): 7, (-1, 0): 9, (0, -1): 11}
    labels_by_hex = {Hex(0, 0): (N_("centre"), 0)}
    for (q, r), hour in inner_ring_hours.items():
        labels_by_hex[Hex(q, r)] = (N_("inner ring, {hour} o’clock"), hour)
        labels_by_hex[Hex(2 * q, 2 * r)] = (N_("outer ring, {hour} o’clock"), hour)
        next_vector = next(vector for vector, clock_hour in inner_ring_hours.items() if clock_hour == (hour + 2) % 12)
        labels_by_hex[Hex(q + next_vector[0], r + next_vector[1])] = (N_("outer ring, {hour} o’clock"), hour % 12 + 1)
    return tuple(labels_by_hex[coordinates] for coordinates in CELLS)


_CELL_LABELS = _cell_labels()


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
    """Return the label of a target, which names a tile, card or token, or describes a button."""
    parts = parse_target(target)
    if parts.kind == "do":
        return _button_label(state, parts.name)
    return (
        player_target_name(state.players[parts.player], parts)
        if parts.player >= 0
        else _action_board_target_name(state, parts)
    )


def player_target_name(player: Player, target: Target) -> str:
    """Return the label of a target that belongs to a player."""
    if target.kind == "hex":
        return hex_name(target.player, target.cell, player.board[target.cell])
    owner = player_name(target.player)
    if target.kind == "storage" and not target.name:
        return _("{owner}’s storage").format(owner=owner)
    if target.kind == "hand" and not target.name:
        return _("{owner}’s hand").format(owner=owner)
    if target.kind == "storage":
        return _("{owner}’s storage: {tiles}").format(
            owner=owner, tiles=tiles_of_kind_text(player.storage.count(target.name), target.name)
        )
    if target.kind == "hand":
        return _("{card} in {owner}’s hand").format(card=card_title(target.name), owner=owner)
    kind = kind_name(target.name)
    if target.kind == "weight":
        level = player.weights[TYPES.index(target.name)]
        return _("{owner}’s {kind} token, level {level}").format(owner=owner, kind=kind, level=level)
    if target.name in player.top_kinds:
        return _("{owner}’s Tensor card, top row: {kind}").format(owner=owner, kind=kind)
    return _("{owner}’s Tensor card, bottom row: {kind}").format(owner=owner, kind=kind)


def tile_name(player: int, tile: str) -> str:
    """Return the name of a tile on a network with its owner, such as "Orange, image, face down"."""
    template = _("{owner}, {kind}, face down") if tile.islower() else _("{owner}, {kind}")
    return template.format(owner=player_name(player), kind=kind_name(tile.upper()))


@cached_by_language(1024)
def hex_name(player: int, cell: int, tile: str) -> str:
    """Return the label of a cell."""
    owner, location = player_name(player), cell_name(cell)
    if tile == EMPTY:
        return _("{owner}’s network, {place}: empty").format(owner=owner, place=location)
    kind = kind_name(tile.upper())
    if tile.islower():
        return _("{owner}’s network, {place}: {kind}, face down").format(owner=owner, place=location, kind=kind)
    return _("{owner}’s network, {place}: {kind}").format(owner=owner, place=location, kind=kind)


def _action_board_target_name(state: State, target: Target) -> str:
    if target.kind == "tile":
        slot = int(target.name)
        if slot >= len(state.tiles):
            return _("Action board, slot {n}: empty").format(n=slot + 1)
        return _("Action board, slot {n}: {kind}").format(n=slot + 1, kind=kind_name(state.tiles[slot]))
    if target.kind == "card" and target.name not in state.cards:
        return _("{card} on the action board: none left").format(card=card_title(target.name))
    if target.kind == "card":
        card = state.numbers.card(target.name)
        return _("{card} on the action board, costs {cycles}, earns {tweaks}").format(
            card=card_title(target.name), cycles=cycles_text(card.cost), tweaks=tweaks_text(card.tweaks)
        )
    amount = state.supply[TYPES.index(target.name)]
    return _("Supply: {tiles}").format(tiles=tiles_of_kind_text(amount, target.name))


def _button_label(state: State, button: str) -> str:
    if button == "download":
        count = len(state.tiles)
        return ngettext("Download the last tile", "Download all {n} tiles", count).format(n=count)
    if button == "pass":
        cycles, fitting_cycles = rounds.pass_income(state)
        text = _("Pass (+{cycles})") if fitting_cycles == cycles else _("Pass (+{cycles}, {n} lost)")
        return text.format(cycles=cycles_text(fitting_cycles), n=cycles - fitting_cycles)
    if button == "skip":
        return _("Skip your final action")
    if state.phase.tweaks < 2:
        return _("No tweak")
    return _("Give up {tweaks}").format(tweaks=tweaks_text(state.phase.tweaks))


# Actions

_ACTION_TEXTS = {
    "setup": (
        N_("{player} starts with {tile} in the centre and {other} next to it ({place})"),
        N_("you start with {tile} in the centre and {other} next to it ({place})"),
        N_("start with {tile} in the centre and {other} next to it ({place})"),
    ),
    "download": (N_("{player} downloads {tiles}"), N_("you download {tiles}"), N_("download {tiles}")),
    "code": (N_("{player} codes {card}"), N_("you code {card}"), N_("code {card}")),
    "load": (N_("{player} loads {tile} ({place})"), N_("you load {tile} ({place})"), N_("load {tile} ({place})")),
    "hack": (
        N_("{player} hacks {victim} with {tile} ({place})"),
        N_("you hack {victim} with {tile} ({place})"),
        N_("hack {victim} with {tile} ({place})"),
    ),
    "tweak": (N_("{player} tweaks {kind}"), N_("you tweak {kind}"), N_("tweak {kind}")),
    "decline": (N_("{player} doesn’t tweak"), N_("you don’t tweak"), N_("no tweak")),
    "flip": (
        N_("{player} turns {tile} face down ({place})"),
        N_("you turn {tile} face down ({place})"),
        N_("turn {tile} face down ({place})"),
    ),
    "pass": (N_("{player} passes"), N_("you pass"), N_("pass")),
    "skip": (N_("{player} takes no final action"), N_("you take no final action"), N_("no final action")),
    "sub": (
        N_("{player} runs Subtraction and removes {tile} ({place})"),
        N_("you run Subtraction and remove {tile} ({place})"),
        N_("run Subtraction and remove {tile} ({place})"),
    ),
    "add": (
        N_("{player} runs Addition, removes {tile} ({place}) and adds {other} ({second})"),
        N_("you run Addition, remove {tile} ({place}) and add {other} ({second})"),
        N_("run Addition, remove {tile} ({place}) and add {other} ({second})"),
    ),
    "mul": (
        N_("{player} runs Multiplication and adds {tile} ({place}) and {other} ({second})"),
        N_("you run Multiplication and add {tile} ({place}) and {other} ({second})"),
        N_("run Multiplication and add {tile} ({place}) and {other} ({second})"),
    ),
    "div-up": (
        N_("{player} runs Division and turns {tile} face up ({place})"),
        N_("you run Division and turn {tile} face up ({place})"),
        N_("run Division and turn {tile} face up ({place})"),
    ),
    "div-down": (
        N_("{player} runs Division and turns {tile} face down ({place})"),
        N_("you run Division and turn {tile} face down ({place})"),
        N_("run Division and turn {tile} face down ({place})"),
    ),
}
"""The clauses for each kind of move: with the player's name, for the player, and without a player."""
_HACKED_TEXT = N_("{player} hacks you with {tile} ({place})")
_HACK_ON_READER_TEXT = N_("hack you with {tile} ({place})")


def describe(state: State, move: Move, reader: int | None = None) -> str:
    """Describe a move in a clause, such as "Orange passes" or "you pass".

    Args:
        state: the state before the move.
        move: the move.
        reader: the player who reads the clause as "you", or None.
    """
    kind, values = _move_details(state, move)
    named_text, own_text, _plain_text = _ACTION_TEXTS[kind]
    if isinstance(move, Hack) and move.owner == reader:
        text = _HACKED_TEXT
    else:
        text = own_text if reader == state.phase.player else named_text
    return _(text).format(player=player_name(state.phase.player), **values)


def describe_effect(state: State, move: Move, reader: int | None = None) -> str:
    """Describe a move without its player, such as "pass" or "load a video tile (centre)".

    Args:
        state: the state before the move.
        move: the move.
        reader: the player whom the text calls "you" as the victim of a Hack, or None.
    """
    kind, values = _move_details(state, move)
    text = _HACK_ON_READER_TEXT if isinstance(move, Hack) and move.owner == reader else _ACTION_TEXTS[kind][2]
    return _(text).format(**values)


def _move_details(state: State, move: Move) -> tuple[str, Mapping[str, str]]:
    """Return the key of a move in ``_ACTION_TEXTS`` and the values for the placeholders in its clauses."""
    match move:
        case Setup((first_kind, second_kind), (_centre, neighbour)):
            other = tile_with_article(second_kind)
            return "setup", {"tile": tile_with_article(first_kind), "other": other, "place": cell_name(neighbour)}
        case Download(kinds):
            return "download", {"tiles": join_as_list(_tiles_by_kind(kinds))}
        case Code(card):
            return "code", {"card": card_title(card)}
        case Load(kind, cell):
            return "load", {"tile": tile_with_article(kind), "place": cell_name(cell)}
        case Hack(owner, kind, cell):
            owner_name = player_name(owner)
            return "hack", {"victim": owner_name, "tile": tile_with_article(kind), "place": cell_name(cell)}
        case Tweak(kind):
            return "tweak", {"kind": kind_name(kind)}
        case Flip(kind, cell):
            return "flip", {"tile": tile_with_article(kind), "place": cell_name(cell)}
        case Subtraction() | Division() | Addition() | Multiplication():
            return _operation_details(state.mover.board, move)
        case DeclineTweaks():
            return "decline", {}
        case Pass():
            return "pass", {}
        case Skip():
            return "skip", {}


def board_text(state: State) -> str:
    """Describe the action board, and the tokens, cycles and network of each player, in sentences."""
    tiles = join_as_list(_tiles_by_kind(state.tiles)) or _("no tiles")
    counts = {card_title(card): state.cards.count(card) for card in state.cards}
    cards = join_as_list(name if count == 1 else f"{count} × {name}" for name, count in counts.items()) or _("no cards")
    action_board = _("Action board: {tiles}; {cards}.").format(tiles=tiles, cards=cards)
    return " ".join((action_board, *(_player_text(number, player) for number, player in enumerate(state.players))))


def _player_text(number: int, player: Player) -> str:
    """Describe the tokens, the cycles and the network of a player in one sentence."""
    levels = join_as_list(f"{kind_name(kind)} {level}" for kind, level in zip(TYPES, player.weights, strict=True))
    if len(set(player.weights)) == 1:
        levels = _("all on {n}").format(n=player.weights[0])
    tile_count = sum(cell != EMPTY for cell in player.board)
    return _("{owner}: tokens {levels}; {cycles}; network {tiles}.").format(
        owner=player_name(number),
        levels=levels,
        cycles=cycles_text(player.cycles),
        tiles=tiles_text(tile_count) if tile_count else _("empty"),
    )


def _tiles_by_kind(kinds: str) -> list[str]:
    return [
        tile_with_article(kind) if kinds.count(kind) == 1 else tiles_of_kind_text(kinds.count(kind), kind)
        for kind in dict.fromkeys(kinds)
    ]


def _operation_details(board: str, move: Run) -> tuple[str, Mapping[str, str]]:
    """Return the key and the values of ``_move_details`` for a move that runs a card.

    A Multiplication names the cells of its copies.
    """
    match move:
        case Multiplication(originals, copies):
            tile, other = (tile_with_article(board[cell].upper()) for cell in originals)
            first, second = (cell_name(cell) for cell in copies)
            return "mul", {"tile": tile, "other": other, "place": first, "second": second}
        case Subtraction(cell):
            return "sub", {"tile": tile_with_article(board[cell].upper()), "place": cell_name(cell)}
        case Addition(removed, kind, cell):
            tile, other = tile_with_article(board[removed].upper()), tile_with_article(kind)
            return "add", {"tile": tile, "place": cell_name(removed), "other": other, "second": cell_name(cell)}
        case Division(cell):
            kind = "div-up" if board[cell].islower() else "div-down"
            return kind, {"tile": tile_with_article(board[cell].upper()), "place": cell_name(cell)}


def goal_text(_state: State) -> str:
    """Return a sentence that says how to win."""
    return _("You win if your lowest token is higher than everyone else’s at the end.")


def prompt(state: State) -> str:
    """Return the prompt for the current decision of the player to move; empty after the end of the game."""
    phase = state.phase
    if phase.kind == GAME_OVER:
        return ""
    if phase.kind == SETUP:
        return _("Choose {top} for the centre, then {bottom}, then a hex next to the centre.").format(
            top=kinds_with_or(state.mover.top_kinds), bottom=kinds_with_or(state.mover.bottom_kinds)
        )
    if phase.kind == TWEAK:
        return _tweak_prompt(state)
    if phase.kind == FLIP:
        return _("Turn one of your face-up {kind} tiles face down.").format(kind=kind_name(phase.flips[0][1]))
    actions = movegen.legal_actions(state)
    if phase.kind == FINAL_ACTION:
        if len(actions) > 1:
            return _("Take one final action, or none.")
        return _("You can’t take a final action.")
    text = _("Take one action, or pass.") if len(actions) > 1 else _("You can only pass.")
    may_empty_pile = movegen.can_empty_pile(state) and any(isinstance(action.move, Download) for action in actions)
    return " ".join(filter(None, (text, end_warning(state), empty_pile_warning() if may_empty_pile else "")))


def situation(state: State) -> str:
    """Return a sentence that names the player to move and the decision; empty after the end of the game."""
    if state.phase.kind == GAME_OVER:
        return ""
    templates = {TWEAK: _("{player} can tweak."), FLIP: _("{player} turns a tile face down.")}
    return templates.get(state.phase.kind, _("{player} to move.")).format(player=player_name(state.phase.player))


def empty_pile_warning() -> str:
    """Return the warning that a Download would draw the last tile of the pile."""
    return _("If you download, you empty the pile and the endgame begins.")


def end_warning(state: State) -> str:
    """Return the warning that the game ends soon unless a player acts or downloads in this round; may be empty."""
    if rounds.is_last_dry_round(state):
        return _("There’s been no Download for 2 rounds. If there’s none this round, the endgame begins.")
    if rounds.is_last_quiet_round(state):
        return _("Last round, everybody just passed. If that happens again, the endgame begins.")
    return ""


def _tweak_prompt(state: State) -> str:
    phase = state.phase
    if phase.turn_player != phase.player:
        return _("{player}’s hack gives you a tweak. Touch one of your tokens, or decline.").format(
            player=player_name(phase.turn_player)
        )
    return ngettext(
        "Tweak one of your tokens, or decline.",
        "You have {n} tweaks. Touch one of your tokens, or decline.",
        phase.tweaks,
    ).format(n=phase.tweaks)
