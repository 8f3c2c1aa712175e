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
    FINAL,
    FLIP,
    OVER,
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
from ruleboard.wording import join_as_list

_DOWNLOAD_COSTS = N_("A Download costs {cycles}, and you have {have}.")
_LOAD_COSTS = N_("A Load costs {cycles}, and you have {have}.")
_HACK_COSTS = N_("A Hack costs {cycles}, and you have {have}.")
_EVEN_HACK_COSTS = N_("Even a Hack costs {cycles}, and you have {have}.")
_RUN_COSTS = N_("Running a card costs {cycles}, and you have {have}.")
_CODE_COSTS = N_("This card costs {cycles}, and you have {have}.")
_CHEAPEST_COSTS = N_("The cheapest card costs {cycles}, and you have {have}.")

_YOUR_BOARD_FULL = N_("Your network has no free hex.")
_BOARD_FULL = N_("{player}’s network has no free hex.")
_YOUR_PARTNER_MISSING = N_("On your network, {tile} must touch {other}, but there isn’t one.")
_PARTNER_MISSING = N_("On {player}’s network, {tile} must touch {other}, but there isn’t one.")
_YOUR_PARTNER_BLOCKED = N_("On your network, {tile} must touch {other}, but no hex there is free.")
_PARTNER_BLOCKED = N_("On {player}’s network, {tile} must touch {other}, but no hex there is free.")

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
    return _refusal(state, rejected_selection) or Refusal(_("You can’t do that now."), "turn")


def _matching_length(state: State, targets: tuple[str, ...]) -> int:
    """Return the length of the longest prefix of ``targets`` with which a legal action starts."""
    length = 0
    for action in movegen.legal_actions(state):
        for path in (action.targets, *action.alternative_targets):
            if path[: length + 1] == targets[: length + 1]:
                while length < min(len(path), len(targets)) and path[length] == targets[length]:
                    length += 1
    return length


def _refusal(state: State, targets: Sequence[str]) -> Refusal:
    if state.phase.kind == OVER:
        return Refusal(_("The game is over."), "winner")
    if not targets:
        return Refusal(_("Touch what you want to use."), "turn")
    *earlier_targets, target = (parse_target(parsed) for parsed in targets)
    if any(parsed.player >= len(state.players) for parsed in (*earlier_targets, target)):
        return Refusal(_("This game doesn’t have that player."), "players")
    if state.phase.kind == SETUP:
        return _setup_refusal(state, earlier_targets, target)
    if state.phase.kind == TWEAK:
        return _tweak_refusal(state, target)
    if state.phase.kind == FLIP:
        return _flip_refusal(state, target)
    if not earlier_targets:
        return _first_touch_refusal(state, target)
    first_target = earlier_targets[0]
    if first_target.kind == "tile":
        return _download_refusal(state, earlier_targets, target)
    if first_target.kind == "storage":
        return _placement_refusal(state, first_target, target)
    if first_target.kind == "hand":
        return _run_refusal(state, earlier_targets, target)
    return Refusal(_("Those don’t go together. Start again."), "turn")


def _setup_refusal(state: State, earlier_targets: Sequence[Target], target: Target) -> Refusal:
    mover, player = state.mover, state.phase.player
    if target.player >= 0 and target.player != player:
        text = _("Place your own first 2 tiles.")
    elif target.kind == "type" and not earlier_targets:
        kinds = kinds_with_or(mover.top)
        text = _("The centre takes a type from your card’s top row: {kinds}.").format(kinds=kinds)
    elif target.kind == "type":
        kinds = kinds_with_or(mover.bottom)
        text = _("The second tile is a type from your card’s bottom row: {kinds}.").format(kinds=kinds)
    elif target.kind == "hex" and earlier_targets:
        text = _("The first tile goes in the centre, the second next to it.")
    else:
        text = _("First touch a type in the top row of your Tensor card.")
    return Refusal(text, "setup")


def _tweak_refusal(state: State, target: Target) -> Refusal:
    player = state.phase.player
    if target.kind == "weight" and target.player == player:
        text = _("That token is on {level}. It can’t go any higher.")
        return Refusal(text.format(level=numbers.TOP_LEVEL.value), "odd")
    if target.kind == "weight":
        text = _("You can only tweak your own tokens.")
        return Refusal(text, "hack" if state.phase.turn_player != player else "bonus")
    return _decision_refusal(state)


def _flip_refusal(state: State, target: Target) -> Refusal:
    player, kind = state.phase.flips[0]
    if target.kind == "hex" and target.player == player:
        tile = state.players[player].board[target.cell]
        if tile == kind.lower():
            return Refusal(_("That tile is already face down."), "face-down")
        text = _("Turn {tile} face down, because {kind} went up.").format(
            tile=tile_with_article(kind), kind=kind_name(kind)
        )
        return Refusal(text, "face-down")
    return _decision_refusal(state)


def _first_touch_refusal(state: State, target: Target) -> Refusal:
    if target.kind == "tile":
        return action_refusal(state, "download")
    if target.kind == "card":
        return _code_refusal(state, target.name)
    if target.kind == "storage":
        return _storage_refusal(state, target)
    if target.kind == "hand":
        return _hand_refusal(state, target)
    if target.kind == "hex":
        return Refusal(_("First pick up a tile in your storage or a card in your hand."), "turn")
    if target.kind == "supply":
        text = _("Only Addition and Multiplication take tiles from the supply. Run one of those cards.")
        return Refusal(text, "addition")
    if target.kind == "weight":
        text = _("You need a tweak for that: load a type from your card’s top row, or run an Operation card.")
        return Refusal(text, "bonus")
    if target.kind == "type":
        text = _("You can’t use your Tensor card now. It shows which tiles must touch.")
        return Refusal(text, "partner")
    if target.kind == "do" and target.name in ("download", "pass"):
        return action_refusal(state, target.name)
    if target.kind == "do" and target.name == "skip":
        return Refusal(_("The final actions haven’t begun. Take an action, or pass."), "end")
    if target.kind == "do" and target.name == "hack":
        return Refusal(_("A hack goes to another player’s network."), "hack")
    return Refusal(_("You don’t have a tweak now."), "bonus")


def _code_refusal(state: State, card_name: str) -> Refusal:
    if card_name not in state.cards:
        text = _("The action board has no {card} card left.").format(card=card_title(card_name))
        return Refusal(text, "code")
    return _full_hand_refusal(state) or _cost_refusal(state, state.numbers.card(card_name).cost, _CODE_COSTS)


def _storage_refusal(state: State, target: Target) -> Refusal:
    if target.player != state.phase.player:
        text = _("Those tiles are {player}’s. Load or hack with your own.")
        return Refusal(text.format(player=player_name(target.player)), "load")
    if target.name not in state.mover.storage:
        return Refusal(_("You don’t have this type in storage: {kind}.").format(kind=kind_name(target.name)), "load")
    refusal = _cost_refusal(state, min(numbers.LOAD_COST.value, numbers.HACK_COST.value), _EVEN_HACK_COSTS)
    return refusal or Refusal(_no_room_reasons(state, target.name), "partner")


def _no_room_reasons(state: State, kind: str) -> str:
    """Explain why a stored tile fits on none of the boards that the player to move may use.

    The text has one sentence for each board.
    """
    reasons = []
    for owner in sorted(range(len(state.players)), key=lambda owner: owner != state.phase.player):
        is_own = owner == state.phase.player
        if is_own and state.mover.cycles < numbers.LOAD_COST.value:
            reasons.append(_cost_refusal(state, numbers.LOAD_COST.value, _LOAD_COSTS).sentence)
            continue
        board = state.players[owner].board
        name = player_name(owner)
        if EMPTY not in board:
            reasons.append(_(_YOUR_BOARD_FULL) if is_own else _(_BOARD_FULL).format(player=name))
            continue
        tile, partner = tile_with_article(kind), state.players[owner].partner(kind)
        has_partner = partner in board or partner.lower() in board
        if is_own:
            text = _YOUR_PARTNER_BLOCKED if has_partner else _YOUR_PARTNER_MISSING
        else:
            text = _PARTNER_BLOCKED if has_partner else _PARTNER_MISSING
        reasons.append(_(text).format(player=name, tile=tile, other=tile_with_article(partner)))
    return " ".join(reasons)


def _hand_refusal(state: State, target: Target) -> Refusal:
    if target.player != state.phase.player:
        return Refusal(_("That card is in {player}’s hand.").format(player=player_name(target.player)), "run")
    if target.name not in state.mover.hand:
        return Refusal(_("You don’t have {card}.").format(card=card_title(target.name)), "code")
    refusal = _cost_refusal(state, numbers.RUN_COST.value, _RUN_COSTS)
    if refusal:
        return refusal
    if not operations.occupied_cells(state.mover.board):
        return Refusal(_("Your network has no tile to work on."), "odd")
    if target.name == "mul":
        text = _("You can’t copy any pair: the supply lacks tiles, or your network lacks room.")
        return Refusal(text, "multiplication")
    return Refusal(_(_NO_OTHER_TYPE_TEXT), "addition")


def _download_refusal(state: State, earlier_targets: Sequence[Target], target: Target) -> Refusal:
    size = movegen.download_tile_count(state)
    if target in earlier_targets:
        return Refusal(_("You’ve already chosen that tile."), "download")
    remaining = size - len(earlier_targets)
    if target.kind == "tile" and remaining <= 0:
        text = ngettext(
            "You download exactly {n} tile, up to your storage limit.",
            "You download exactly {n} tiles, up to your storage limit.",
            size,
        ).format(n=size)
    else:
        text = ngettext(
            "Choose {n} more tile from the action board to fill your storage.",
            "Choose {n} more tiles from the action board to fill your storage.",
            remaining,
        ).format(n=remaining)
    return Refusal(text, "download")


def missing_tiles_refusal(state: State, kinds: str) -> Refusal:
    """Explain that the action board lacks tiles for a Download, or return ``NO_REFUSAL`` if it has them."""
    missing_kinds = [kind for kind in dict.fromkeys(kinds) if kinds.count(kind) > state.tiles.count(kind)]
    if not missing_kinds or not state.tiles or state.phase.kind not in (ACTION, FINAL):
        return NO_REFUSAL
    tiles = join_as_list(tiles_of_kind_text(state.tiles.count(kind), kind) for kind in TYPES if kind in state.tiles)
    if missing_kinds[0] in state.tiles:
        text = _("The action board doesn’t have that many {kind} tiles, only {tiles}.")
    else:
        text = _("The action board has no {kind} tile, only {tiles}.")
    return Refusal(text.format(kind=kind_name(missing_kinds[0]), tiles=tiles), "download")


def _placement_refusal(state: State, stored_tile: Target, target: Target) -> Refusal:
    if target.kind != "hex":
        return Refusal(_("Touch a hex: on your network to load, on another to hack."), "load")
    if target.player == state.phase.player:
        refusal = _cost_refusal(state, numbers.LOAD_COST.value, _LOAD_COSTS)
    else:
        refusal = _cost_refusal(state, numbers.HACK_COST.value, _HACK_COSTS)
    return refusal or _obstacle_refusal(state, target.player, stored_tile.name, target.cell)


def _run_refusal(state: State, earlier_targets: Sequence[Target], target: Target) -> Refusal:
    card, step = earlier_targets[0].name, len(earlier_targets)
    lesson = _CARD_LESSONS[card]
    if card == "add" and step == 2:
        return _addition_type_refusal(state, earlier_targets[1], target)
    if target.kind != "hex":
        return Refusal(_("{card} needs a hex of your network next.").format(card=card_title(card)), lesson)
    if target.player != state.phase.player:
        return Refusal(_("Operations work only on your own network."), lesson)
    if card in ("sub", "div") or step == 1:
        if state.mover.board[target.cell] == EMPTY:
            return Refusal(_(_NO_TILE_TEXT), lesson)
        if card == "mul":
            text = _("You can’t copy that tile with a neighbour: the supply lacks tiles, or your network lacks room.")
            return Refusal(text, lesson)
        return Refusal(_(_NO_OTHER_TYPE_TEXT), lesson)
    if card == "add":
        return _addition_cell_refusal(state, earlier_targets[1], target)
    return (
        _second_original_refusal(state, earlier_targets[1], target)
        if step == 2
        else _copy_refusal(state, earlier_targets, target)
    )


def _addition_type_refusal(state: State, removed: Target, target: Target) -> Refusal:
    if target.kind != "supply":
        text = _("Now choose the new tile’s type from the supply.")
    elif target.name == state.mover.board[removed.cell].upper():
        text = _("The new tile must be a different type.")
    elif not state.supply[TYPES.index(target.name)]:
        text = _("The supply has no {kind} tile left.").format(kind=kind_name(target.name))
    else:
        text = _("You have no room for a new tile.")
    return Refusal(text, "addition")


def _addition_cell_refusal(state: State, removed: Target, target: Target) -> Refusal:
    board = with_tile(state.mover.board, removed.cell, EMPTY)
    if board == EMPTY_BOARD:
        return Refusal(_("That was your only tile, so the new one goes in the centre."), "addition")
    if board[target.cell] != EMPTY:
        return Refusal(_(_OCCUPIED_TEXT), "addition")
    return Refusal(_("The new tile must touch one of your tiles."), "addition")


def _second_original_refusal(state: State, first_original: Target, target: Target) -> Refusal:
    board = state.mover.board
    if board[target.cell] == EMPTY:
        text = _(_NO_TILE_TEXT)
    elif distance(CELLS[first_original.cell], CELLS[target.cell]) != 1:
        text = _("The 2 tiles you copy must touch each other.")
    elif not operations.is_in_stock(state.supply, board[first_original.cell].upper(), board[target.cell].upper()):
        text = _("The supply doesn’t have both tiles.")
    else:
        text = _("These 2 copies don’t fit anywhere in the same direction.")
    return Refusal(text, "multiplication")


def _copy_refusal(state: State, earlier_targets: Sequence[Target], target: Target) -> Refusal:
    if state.mover.board[target.cell] != EMPTY:
        text = _(_OCCUPIED_TEXT)
    elif len(earlier_targets) == 4:
        text = _("The copies must point in the same direction as the originals.")
    else:
        text = _(
            "The copies don’t fit here: they need the same direction as the originals, and one must touch your tiles."
        )
    return Refusal(text, "multiplication")


# Refusals of the six actions


def _decision_refusal(state: State) -> Refusal:
    """Explain that another decision comes before an action, or return ``NO_REFUSAL`` if the player may act."""
    phase = state.phase
    if phase.kind in (ACTION, FINAL):
        return NO_REFUSAL
    if phase.kind == OVER:
        return Refusal(_("The game is over."), "winner")
    if phase.kind == SETUP:
        return Refusal(_("Place your first 2 tiles first."), "setup")
    if phase.kind == TWEAK:
        return Refusal(_("First tweak one of your tokens, or decline."), "bonus")
    text = _("First turn one of your face-up tiles face down: {kind}.")
    return Refusal(text.format(kind=kind_name(phase.flips[0][1])), "face-down")


def _cost_refusal(state: State, cost: int, text: str) -> Refusal:
    """Explain that the player to move cannot pay a cost, or return ``NO_REFUSAL`` if the player can.

    ``text`` is one of ``_…_COSTS``.
    """
    cycles = state.mover.cycles
    return NO_REFUSAL if cycles >= cost else Refusal(_(text).format(cycles=cycles_text(cost), have=cycles), "turn")


def _full_hand_refusal(state: State) -> Refusal:
    player = state.mover
    if len(player.hand) < player.tier.max_hand:
        return NO_REFUSAL
    cards = cards_text(player.tier.max_hand)
    return Refusal(_("Your hand is full: your highest token lets you hold {cards}.").format(cards=cards), "code")


def action_refusal(state: State, verb: str) -> Refusal:
    """Explain why all actions with a ``verb`` are illegal now.

    Callers must make sure that these actions are illegal.
    """
    player = state.mover if state.phase.kind in (ACTION, FINAL) else None
    if player is None:
        return _decision_refusal(state)
    if verb == "download":
        if not state.tiles:
            return Refusal(_("The action board has no tiles."), "download")
        limit = player.tier.max_storage
        if len(player.storage) >= limit:
            text = _("Your storage is full: your highest token lets you keep {tiles}.")
            return Refusal(text.format(tiles=tiles_text(limit)), "limits")
        return _cost_refusal(state, numbers.DOWNLOAD_COST.value, _DOWNLOAD_COSTS)
    if verb == "code":
        if refusal := _full_hand_refusal(state):
            return refusal
        if not state.cards:
            return Refusal(_("The action board has no Operation card left."), "code")
        return _cost_refusal(state, min(state.numbers.card(card).cost for card in state.cards), _CHEAPEST_COSTS)
    if verb in ("load", "hack"):
        if not player.storage:
            return Refusal(_("You have no tiles in storage. Download some first."), "download")
        if verb == "load":
            misfit = Refusal(_("None of your stored tiles fit on your network."), "partner")
            return _cost_refusal(state, numbers.LOAD_COST.value, _LOAD_COSTS) or misfit
        misfit = Refusal(_("None of your stored tiles fit on another network."), "hack")
        return _cost_refusal(state, numbers.HACK_COST.value, _HACK_COSTS) or misfit
    if verb == "run":
        if not player.hand:
            return Refusal(_("You have no Operation card. Code one first."), "code")
        cost_refusal = _cost_refusal(state, numbers.RUN_COST.value, _RUN_COSTS)
        return cost_refusal or Refusal(_("None of your cards can do anything on your network now."), "odd")
    return Refusal(_("You can’t pass now. Take one final action, or none."), "end")


def _obstacle_refusal(state: State, owner: int, kind: str, cell: int) -> Refusal:
    obstacle = placement.obstacle(state.players[owner], kind, cell)
    if obstacle == placement.OCCUPIED_CELL:
        return Refusal(_(_OCCUPIED_TEXT), "load")
    if obstacle == placement.OFF_CENTRE_CELL:
        return Refusal(_("On an empty network, the first tile goes in the centre."), "odd")
    if obstacle == placement.ISOLATED_CELL:
        return Refusal(_("The tile must touch another tile."), "load")
    if obstacle == placement.PARTNER_MISSING:
        tile, partner_tile = tile_with_article(kind), tile_with_article(state.players[owner].partner(kind))
        if owner == state.phase.player:
            text = _("By your Tensor card, {tile} must touch {other}.").format(tile=tile, other=partner_tile)
            return Refusal(text, "partner")
        text = _("By {player}’s Tensor card, {tile} must touch {other}.")
        return Refusal(text.format(player=player_name(owner), tile=tile, other=partner_tile), "hack")
    return NO_REFUSAL
