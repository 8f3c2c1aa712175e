"""Explain why touches are illegal. Callers must make sure that no legal action starts with these touches."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.games.equilibrium import movegen, numbers, operations, placement
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import (
    ACTION,
    CELLS,
    EMPTY,
    EMPTY_BOARD,
    FINAL_ACTION,
    FLIP,
    GAME_OVER,
    SETUP,
    TWEAK,
    State,
    with_tile,
)
from ruleboard.games.equilibrium.targets import Target, parse_target
from ruleboard.games.equilibrium.texts import (
    card_title,
    cards_text,
    cycles_text,
    kind_name,
    kinds_with_or,
    player_name,
    tile_with_article,
    tiles_of_kind_text,
    tiles_text,
)
from ruleboard.i18n import N_, _, ngettext
from ruleboard.kit.hexgrid import distance
from ruleboard.kit.reasons import Reasons, first_refusal

_DOWNLOAD_COST_TEXT = N_("A Download costs {cycles}, but you have {have}.")
_LOAD_COST_TEXT = N_("A Load costs {cycles}, but you have {have}.")
_HACK_COST_TEXT = N_("A Hack costs {cycles}, but you have {have}.")
_EVEN_HACK_COST_TEXT = N_("Even a Hack costs {cycles}, but you have {have}.")
_RUN_COST_TEXT = N_("Running a card costs {cycles}, but you have {have}.")
_CODE_COST_TEXT = N_("This card costs {cycles}, but you have {have}.")
_CHEAPEST_COST_TEXT = N_("The cheapest card costs {cycles}, but you have {have}.")

_YOUR_BOARD_FULL_TEXT = N_("Your network has no free hexes.")
_BOARD_FULL_TEXT = N_("{player}’s network has no free hexes.")
_YOUR_PARTNER_MISSING_TEXT = N_("On your network, {tile} must touch {other}, but there isn’t one.")
_PARTNER_MISSING_TEXT = N_("On {player}’s network, {tile} must touch {other}, but there isn’t one.")
_YOUR_PARTNER_BLOCKED_TEXT = N_("On your network, {tile} must touch {other}, but no free hex touches one.")
_PARTNER_BLOCKED_TEXT = N_("On {player}’s network, {tile} must touch {other}, but no free hex touches one.")

_CARD_LESSONS = {"sub": "run", "div": "division", "add": "addition", "mul": "multiplication"}
"""The lesson on each Operation card."""
_OCCUPIED_TEXT = N_("That hex already has a tile.")
_NO_TILE_TEXT = N_("That hex has no tile.")
_NO_OTHER_TYPE_TEXT = N_("The supply has no other type left.")


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Explain why no legal action starts with the selected targets.

    The reason is about the first target that no legal action allows. Later targets do not matter.
    """
    rejected_selection = targets[: _matching_length(state, tuple(targets)) + 1]
    return first_refusal(_reasons(state, rejected_selection), Refusal)


def _matching_length(state: State, targets: tuple[str, ...]) -> int:
    """Return the length of the longest prefix of ``targets`` with which a legal action starts."""
    length = 0
    for action in movegen.legal_actions(state):
        for path in (action.targets, *action.alternative_targets):
            if path[: length + 1] == targets[: length + 1]:
                while length < min(len(path), len(targets)) and path[length] == targets[length]:
                    length += 1
    return length


def _reasons(state: State, targets: Sequence[str]) -> Reasons:
    phase = state.phase.kind
    yield phase == GAME_OVER, _("The game is over."), "winner"
    yield not targets, _("Touch what you want to use."), "turn"
    *earlier_targets, target = map(parse_target, targets)
    is_unknown_player = any(parsed_target.player >= len(state.players) for parsed_target in (*earlier_targets, target))
    yield is_unknown_player, _("This game doesn’t have that player."), "players"
    if phase == SETUP:
        yield from _setup_reasons(state, earlier_targets, target)
    elif phase == TWEAK:
        yield from _tweak_reasons(state, target)
    elif phase == FLIP:
        yield from _flip_reasons(state, target)
    elif not earlier_targets:
        yield from _first_touch_reasons(state, target)
    elif earlier_targets[0].kind == "tile":
        yield from _download_reasons(state, earlier_targets, target)
    elif earlier_targets[0].kind == "storage":
        yield from _placement_reasons(state, earlier_targets[0], target)
    elif earlier_targets[0].kind == "hand":
        yield from _run_reasons(state, earlier_targets, target)
    else:
        yield True, _("You can’t combine those. Choose again."), "turn"
    yield True, _("You can’t do that now."), "turn"


def _setup_reasons(state: State, earlier_targets: Sequence[Target], target: Target) -> Reasons:
    mover, player = state.mover, state.phase.player
    yield (
        target.player >= 0 and target.player != player,
        _("Use your own card and network for your first 2 tiles."),
        "setup",
    )
    if target.kind == "type":
        text = _("The first tile’s type must be in your card’s top row: {kinds}.")
        yield not earlier_targets, text.format(kinds=kinds_with_or(mover.top_kinds)), "setup"
        text = _("The second tile’s type must be in your card’s bottom row: {kinds}.")
        yield True, text.format(kinds=kinds_with_or(mover.bottom_kinds)), "setup"
    is_second_hex = target.kind == "hex" and earlier_targets
    yield is_second_hex, _("The first tile goes in the centre, the second next to it."), "setup"
    yield True, _("First touch a type in your card’s top row."), "setup"


def _tweak_reasons(state: State, target: Target) -> Reasons:
    player = state.phase.player
    if target.kind == "weight":
        text = _("That token is on {level}, the highest level.").format(level=numbers.TOP_LEVEL.value)
        yield target.player == player, text, "odd"
        lesson = "hack" if state.phase.turn_player != player else "bonus"
        yield True, _("You can only tweak your own tokens."), lesson
    yield from _decision_reasons(state)


def _flip_reasons(state: State, target: Target) -> Reasons:
    player, kind = state.phase.flips[0]
    if target.kind == "hex" and target.player == player:
        is_face_down = state.players[player].board[target.cell] == kind.lower()
        yield is_face_down, _("That tile is already face down."), "face-down"
        text = _("Turn {tile} face down, because {kind} went up.")
        yield True, text.format(tile=tile_with_article(kind), kind=kind_name(kind)), "face-down"
    yield from _decision_reasons(state)


def _first_touch_reasons(state: State, target: Target) -> Reasons:
    kind, name = target.kind, target.name
    if kind == "tile":
        yield from _action_reasons(state, "download")
    elif kind == "card":
        text = _("The action board has no {card} cards left.")
        if name not in state.cards:
            yield True, text.format(card=card_title(name)), "code"
        yield from _full_hand_reasons(state)
        yield from _cost_reasons(state, state.numbers.card(name).cost, _CODE_COST_TEXT)
    elif kind == "storage":
        yield from _storage_reasons(state, target)
    elif kind == "hand":
        yield from _hand_reasons(state, target)
    elif kind == "do" and name in ("download", "pass"):
        yield from _action_reasons(state, name)
    else:
        yield kind == "hex", _("First pick up a stored tile or a card."), "turn"
        text = _("Only Addition and Multiplication take tiles from the supply.")
        yield kind == "supply", text, "addition"
        text = _(
            "You need a tweak to lift a token. To earn one, load a type from your card’s top row "
            "or run an Operation card."
        )
        yield kind == "weight", text, "bonus"
        yield (
            kind == "type",
            _("You can’t play your Tensor card. It shows which tiles must touch and which earn tweaks."),
            "partner",
        )
        button = name if kind == "do" else ""
        yield button == "skip", _("The final actions haven’t begun. Take an action, or pass."), "end"
        yield button == "hack", _("To hack, put a stored tile on another player’s network."), "hack"
        yield True, _("You don’t have a tweak now."), "bonus"


def _storage_reasons(state: State, target: Target) -> Reasons:
    if target.player != state.phase.player:
        text = _("Those tiles are {player}’s. Load or hack with your own.")
        yield True, text.format(player=player_name(target.player)), "load"
    text = _("You have no {kind} tiles in storage.").format(kind=kind_name(target.name))
    yield target.name not in state.mover.storage, text, "load"
    yield from _cost_reasons(state, min(numbers.LOAD_COST.value, numbers.HACK_COST.value), _EVEN_HACK_COST_TEXT)
    yield True, _no_room_text(state, target.name), "partner"


def _no_room_text(state: State, kind: str) -> str:
    """Explain why a stored tile fits on none of the boards that the player to move may use.

    The text has one sentence for each board.
    """
    reasons = []
    for owner in sorted(range(len(state.players)), key=lambda owner: owner != state.phase.player):
        is_own_board = owner == state.phase.player
        if is_own_board and state.mover.cycles < numbers.LOAD_COST.value:
            reasons.append(
                first_refusal(_cost_reasons(state, numbers.LOAD_COST.value, _LOAD_COST_TEXT), Refusal).sentence
            )
            continue
        board = state.players[owner].board
        name = player_name(owner)
        if EMPTY not in board:
            reasons.append(_(_YOUR_BOARD_FULL_TEXT) if is_own_board else _(_BOARD_FULL_TEXT).format(player=name))
            continue
        tile, partner = tile_with_article(kind), state.players[owner].partner(kind)
        has_partner = partner in board or partner.lower() in board
        if is_own_board:
            text = _YOUR_PARTNER_BLOCKED_TEXT if has_partner else _YOUR_PARTNER_MISSING_TEXT
        else:
            text = _PARTNER_BLOCKED_TEXT if has_partner else _PARTNER_MISSING_TEXT
        reasons.append(_(text).format(player=name, tile=tile, other=tile_with_article(partner)))
    return " ".join(reasons)


def _hand_reasons(state: State, target: Target) -> Reasons:
    if target.player != state.phase.player:
        yield True, _("That card is in {player}’s hand.").format(player=player_name(target.player)), "run"
    text = _("{card} isn’t in your hand.").format(card=card_title(target.name))
    yield target.name not in state.mover.hand, text, "code"
    yield from _cost_reasons(state, numbers.RUN_COST.value, _RUN_COST_TEXT)
    has_tile = operations.occupied_cells(state.mover.board)
    yield not has_tile, _("Your network has no tiles to work on."), "odd"
    text = _("You can’t copy any pair: the supply is short of tiles, or there’s no room on your network.")
    yield target.name == "mul", text, "multiplication"
    yield True, _(_NO_OTHER_TYPE_TEXT), "addition"


def _download_reasons(state: State, earlier_targets: Sequence[Target], target: Target) -> Reasons:
    size = movegen.download_tile_count(state)
    yield target in earlier_targets, _("You’ve already chosen that tile."), "download"
    remaining_count = size - len(earlier_targets)
    text = ngettext(
        "You must download exactly {n} tile, to fill your storage.",
        "You must download exactly {n} tiles, to fill your storage.",
        size,
    )
    yield target.kind == "tile" and remaining_count <= 0, text.format(n=size), "download"
    text = ngettext(
        "Choose {n} more tile from the action board to fill your storage.",
        "Choose {n} more tiles from the action board to fill your storage.",
        remaining_count,
    )
    yield True, text.format(n=remaining_count), "download"


def missing_tiles_refusal(state: State, kinds: str) -> Refusal:
    """Explain that the action board lacks tiles for a Download, or return ``NO_REFUSAL`` if it has them."""
    missing_kinds = [kind for kind in dict.fromkeys(kinds) if kinds.count(kind) > state.tiles.count(kind)]
    if not missing_kinds or not state.tiles or state.phase.kind not in (ACTION, FINAL_ACTION):
        return NO_REFUSAL
    kind = missing_kinds[0]
    if count := state.tiles.count(kind):
        text = _("The action board has only {tiles}.").format(tiles=tiles_of_kind_text(count, kind))
    else:
        text = _("The action board has no {kind} tiles.").format(kind=kind_name(kind))
    return Refusal(text, "download")


def _placement_reasons(state: State, stored_tile: Target, target: Target) -> Reasons:
    text = _("Touch a hex: on your network to load, on another to hack.")
    yield target.kind != "hex", text, "load"
    if target.player == state.phase.player:
        yield from _cost_reasons(state, numbers.LOAD_COST.value, _LOAD_COST_TEXT)
    else:
        yield from _cost_reasons(state, numbers.HACK_COST.value, _HACK_COST_TEXT)
    yield from _obstacle_reasons(state, target.player, stored_tile.name, target.cell)


def _run_reasons(state: State, earlier_targets: Sequence[Target], target: Target) -> Reasons:
    card, step = earlier_targets[0].name, len(earlier_targets)
    lesson = _CARD_LESSONS[card]
    if card == "add" and step == 2:
        yield from _addition_type_reasons(state, earlier_targets[1], target)
    text = _("Finish {card} before you tweak a token.").format(card=card_title(card))
    yield target.kind == "weight", text, lesson
    text = _("Now choose a hex on your network for {card}.").format(card=card_title(card))
    yield target.kind != "hex", text, lesson
    yield target.player != state.phase.player, _("Operations work only on your own network."), lesson
    is_empty_hex = state.mover.board[target.cell] == EMPTY
    if card in ("sub", "div") or step == 1:
        yield is_empty_hex, _(_NO_TILE_TEXT), lesson
        text = _("You can’t copy that tile: the supply is short of tiles, or there’s no room on your network.")
        yield card == "mul", text, lesson
        yield True, _(_NO_OTHER_TYPE_TEXT), lesson
    if card == "add":
        board = with_tile(state.mover.board, earlier_targets[1].cell, EMPTY)
        text = _("That was your only tile, so the new one goes in the centre.")
        yield board == EMPTY_BOARD, text, "addition"
        yield board[target.cell] != EMPTY, _(_OCCUPIED_TEXT), "addition"
        yield True, _("The new tile must touch one of your tiles."), "addition"
    if step == 2:
        yield is_empty_hex, _(_NO_TILE_TEXT), lesson
        yield from _second_original_reasons(state, earlier_targets[1], target)
    yield not is_empty_hex, _(_OCCUPIED_TEXT), lesson
    yield step == 4, _("The copies must lie the same way round as the originals."), lesson
    text = _("The copies must lie the same way round as the originals. At least one copy must touch one of your tiles.")
    yield True, text, lesson


def _addition_type_reasons(state: State, removed_tile: Target, target: Target) -> Reasons:
    yield target.kind != "supply", _("Now choose the new tile’s type from the supply."), "addition"
    is_same_type = target.name == state.mover.board[removed_tile.cell].upper()
    yield is_same_type, _("The new tile must be a different type."), "addition"
    text = _("The supply has no {kind} tiles left.").format(kind=kind_name(target.name))
    yield not state.supply[TYPES.index(target.name)], text, "addition"
    yield True, _("Your network has no room for the new tile."), "addition"


def _second_original_reasons(state: State, first_original: Target, target: Target) -> Reasons:
    board, lesson = state.mover.board, "multiplication"
    is_not_adjacent = distance(CELLS[first_original.cell], CELLS[target.cell]) != 1
    yield is_not_adjacent, _("The 2 tiles you copy must touch each other."), lesson
    kinds = board[first_original.cell].upper(), board[target.cell].upper()
    yield not operations.has_tile_of_each(state.supply, *kinds), _("The supply doesn’t have both tiles."), lesson
    yield True, _("There’s no room for copies that lie the same way round as these 2 tiles."), lesson


# Refusals of the six actions


def _decision_reasons(state: State) -> Reasons:
    """Yield the reason why another decision comes before an action, or nothing if the player may act."""
    phase = state.phase
    yield phase.kind == GAME_OVER, _("The game is over."), "winner"
    yield phase.kind == SETUP, _("Before anything else, place your 2 starting tiles."), "setup"
    yield phase.kind == TWEAK, _("First tweak one of your tokens, or decline."), "bonus"
    if phase.kind == FLIP:
        text = _("First turn one of your face-up {kind} tiles face down.")
        yield True, text.format(kind=kind_name(phase.flips[0][1])), "face-down"


def _cost_reasons(state: State, cost: int, text: str) -> Reasons:
    """Yield the reason that the player to move cannot pay a cost. ``text`` is one of ``_…_COST_TEXT``."""
    cycles = state.mover.cycles
    if cycles < cost:
        yield True, _(text).format(cycles=cycles_text(cost), have=cycles), "turn"


def _full_hand_reasons(state: State) -> Reasons:
    max_hand = state.mover.tier.max_hand
    text = _("Your hand is full: your highest token lets you hold {cards}.").format(cards=cards_text(max_hand))
    yield len(state.mover.hand) >= max_hand, text, "code"


def action_refusal(state: State, verb: str) -> Refusal:
    """Explain why all actions with a ``verb`` are illegal now.

    Callers must make sure that these actions are illegal.
    """
    return first_refusal(_action_reasons(state, verb), Refusal)


def _action_reasons(state: State, verb: str) -> Reasons:
    if state.phase.kind not in (ACTION, FINAL_ACTION):
        yield from _decision_reasons(state)
        return
    player = state.mover
    if verb == "download":
        yield not state.tiles, _("The action board has no tiles."), "download"
        limit = player.tier.max_storage
        text = _("Your storage is full: your highest token lets you keep {tiles}.").format(tiles=tiles_text(limit))
        yield len(player.storage) >= limit, text, "limits"
        yield from _cost_reasons(state, numbers.DOWNLOAD_COST.value, _DOWNLOAD_COST_TEXT)
    elif verb == "code":
        yield from _full_hand_reasons(state)
        yield not state.cards, _("The action board has no Operation cards left."), "code"
        yield from _cost_reasons(state, min(state.numbers.card(card).cost for card in state.cards), _CHEAPEST_COST_TEXT)
    elif verb in ("load", "hack"):
        yield not player.storage, _("You have no tiles in storage. Download some first."), "download"
        if verb == "load":
            yield from _cost_reasons(state, numbers.LOAD_COST.value, _LOAD_COST_TEXT)
            yield True, _("None of your stored tiles fit on your network."), "partner"
        yield from _cost_reasons(state, numbers.HACK_COST.value, _HACK_COST_TEXT)
        yield True, _("None of your stored tiles fit on another network."), "hack"
    elif verb == "run":
        yield not player.hand, _("You have no Operation cards. Code one first."), "code"
        yield from _cost_reasons(state, numbers.RUN_COST.value, _RUN_COST_TEXT)
        yield True, _("None of your cards can do anything on your network now."), "odd"
    else:
        yield True, _("You can’t pass now. Take one final action, or none."), "end"


def _obstacle_reasons(state: State, owner: int, kind: str, cell: int) -> Reasons:
    obstacle = placement.find_obstacle(state.players[owner], kind, cell)
    yield obstacle == placement.OCCUPIED_CELL, _(_OCCUPIED_TEXT), "load"
    is_off_centre = obstacle == placement.OFF_CENTRE_CELL
    yield is_off_centre, _("On an empty network, the first tile goes in the centre."), "odd"
    yield obstacle == placement.ISOLATED_CELL, _("The tile must touch another tile."), "load"
    if obstacle == placement.MISSING_PARTNER:
        partner = state.players[owner].partner(kind)
        placeholders = {"tile": tile_with_article(kind), "other": tile_with_article(partner)}
        text = _("Your Tensor card says that {tile} must touch {other}.").format(**placeholders)
        yield owner == state.phase.player, text, "partner"
        text = _("{player}’s Tensor card says that {tile} must touch {other}.")
        yield True, text.format(player=player_name(owner), **placeholders), "hack"
