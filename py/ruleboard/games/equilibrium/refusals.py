"""Refusals: the reason why a touch is not allowed, once it is known that no legal action begins with it."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.engine.hexgrid import distance
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
from ruleboard.games.equilibrium.words import (
    card_title,
    either_kind,
    kind_name,
    kind_tile,
    n_cards,
    n_cycles,
    n_tiles,
    n_tiles_of,
    player_name,
)
from ruleboard.i18n import N_, _, ngettext
from ruleboard.wording import listed

_DOWNLOAD_COSTS = N_("A Download costs {cycles}, and you have {have}.")
_LOAD_COSTS = N_("A Load costs {cycles}, and you have {have}.")
_HACK_COSTS = N_("A Hack costs {cycles}, and you have {have}.")
_EVEN_HACK_COSTS = N_("Even a Hack costs {cycles}, and you have {have}.")
_RUN_COSTS = N_("Running a card costs {cycles}, and you have {have}.")
_CODE_COSTS = N_("Coding this card costs {cycles}, and you have {have}.")
_CHEAPEST_COSTS = N_("The cheapest card here costs {cycles}, and you have {have}.")

_OWN_FULL = N_("Your board has no free hex.")
_FULL = N_("{player}'s board has no free hex.")
_OWN_PARTNER_MISSING = N_("On your board {tile} must lie next to {other}, and there is none.")
_PARTNER_MISSING = N_("On {player}'s board {tile} must lie next to {other}, and there is none.")
_OWN_PARTNER_WALLED = N_("On your board {tile} must lie next to {other}, and no hex beside one is free.")
_PARTNER_WALLED = N_("On {player}'s board {tile} must lie next to {other}, and no hex beside one is free.")

_LESSONS = {"sub": "run", "div": "division", "add": "addition", "mul": "multiplication"}
"""The lesson on each Operation card."""
_TAKEN = N_("A tile lies on that hex already.")
_NO_TILE = N_("No tile lies on that hex.")
_NO_OTHER_TYPE = N_("The supply has no tile of another type.")


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Return the reason why no legal action begins with these targets, for the player to move.

    Only the first target that no legal action goes on with counts, not those after it.
    """
    refused = targets[: _allowed_touches(state, tuple(targets)) + 1]
    return _reason(state, refused) or Refusal(_("That cannot be done now."), "turn")


def _allowed_touches(state: State, targets: tuple[str, ...]) -> int:
    """Return the length of the longest beginning of the targets that some legal action begins with."""
    most = 0
    for action in movegen.legal_actions(state):
        for way in (action.targets, *action.ways):
            if way[: most + 1] == targets[: most + 1]:
                while most < min(len(way), len(targets)) and way[most] == targets[most]:
                    most += 1
    return most


def _reason(state: State, targets: Sequence[str]) -> Refusal:
    if state.phase.kind == OVER:
        return Refusal(_("The game is over."), "winner")
    if not targets:
        return Refusal(_("Touch what you want to use."), "turn")
    *before, last = (parse_target(target) for target in targets)
    if any(target.player >= len(state.players) for target in (*before, last)):
        return Refusal(_("There is no such player in this game."), "players")
    if state.phase.kind == SETUP:
        return _setup(state, before, last)
    if state.phase.kind == TWEAK:
        return _tweak(state, last)
    if state.phase.kind == FLIP:
        return _flip(state, last)
    if not before:
        return _first(state, last)
    first = before[0]
    if first.thing == "tile":
        return _download(state, before, last)
    if first.thing == "storage":
        return _place(state, first, last)
    if first.thing == "hand":
        return _run(state, before, last)
    return Refusal(_("That does not go together: begin again."), "turn")


def _setup(state: State, before: Sequence[Target], last: Target) -> Refusal:
    player, who = state.mover, state.phase.who
    if last.player >= 0 and last.player != who:
        text = _("It is {player} who places the first two tiles now.").format(player=player_name(who))
    elif last.thing == "type" and not before:
        kinds = either_kind(player.top)
        text = _("The centre takes a type of your card's top row: {kinds}.").format(kinds=kinds)
    elif last.thing == "type":
        kinds = either_kind(player.bottom)
        text = _("The second tile is of a type of your card's bottom row: {kinds}.").format(kinds=kinds)
    elif last.thing == "hex" and before:
        text = _("The first tile goes to the centre, the second beside it.")
    else:
        text = _("First touch a type in the top row of your Tensor card.")
    return Refusal(text, "setup")


def _tweak(state: State, last: Target) -> Refusal:
    who = state.phase.who
    if last.thing == "weight" and last.player == who:
        text = _("That token is on level {level} already, the highest there is.")
        return Refusal(text.format(level=numbers.TOP_LEVEL.value), "odd")
    if last.thing == "weight":
        text = _("It is {player}'s tweak: only {player}'s own tokens may go up.").format(player=player_name(who))
        return Refusal(text, "hack" if state.phase.turn != who else "bonus")
    return _other_decision(state)


def _flip(state: State, last: Target) -> Refusal:
    who, kind = state.phase.flips[0]
    if last.thing == "hex" and last.player == who:
        tile = state.players[who].board[last.cell]
        if tile == kind.lower():
            return Refusal(_("That tile lies face down already."), "face-down")
        text = _("It must be {tile}, since {kind} went up.").format(tile=kind_tile(kind), kind=kind_name(kind))
        return Refusal(text, "face-down")
    return _other_decision(state)


def _first(state: State, last: Target) -> Refusal:
    if last.thing == "tile":
        return action_refusal(state, "download")
    if last.thing == "card":
        return _code(state, last.name)
    if last.thing == "storage":
        return _stored(state, last)
    if last.thing == "hand":
        return _held(state, last)
    if last.thing == "hex":
        return Refusal(_("First take up a tile from your storage, or an Operation card from your hand."), "turn")
    if last.thing == "supply":
        text = _("Tiles of the supply come into play only by Addition and Multiplication: run such a card.")
        return Refusal(text, "addition")
    if last.thing == "weight":
        text = _("A token goes up by a tweak: load a tile of your card's top row, or run an Operation card.")
        return Refusal(text, "bonus")
    if last.thing == "type":
        text = _("The Tensor card is used at setup; now it says which tiles must lie next to each other.")
        return Refusal(text, "partner")
    if last.thing == "do" and last.name in ("download", "pass"):
        return action_refusal(state, last.name)
    if last.thing == "do" and last.name == "skip":
        return Refusal(_("The last actions have not begun: take an action, or pass."), "end")
    if last.thing == "do" and last.name == "hack":
        return Refusal(_("A hack puts a tile on the board of another player in this game."), "hack")
    return Refusal(_("There is no bonus to tweak with now."), "bonus")


def _code(state: State, card: str) -> Refusal:
    if card not in state.cards:
        text = _("No {card} card is left on the action board.").format(card=card_title(card))
        return Refusal(text, "code")
    return _hand_full(state) or _unpayable(state, state.numbers.card(card).cost, _CODE_COSTS)


def _stored(state: State, last: Target) -> Refusal:
    if last.player != state.phase.who:
        text = _("These are {player}'s tiles; only your own can be loaded, or used to hack.")
        return Refusal(text.format(player=player_name(last.player)), "load")
    if last.name not in state.mover.storage:
        return Refusal(_("You have no {kind} tile in storage.").format(kind=kind_name(last.name)), "load")
    short = _unpayable(state, min(numbers.LOAD_COST.value, numbers.HACK_COST.value), _EVEN_HACK_COSTS)
    return short or Refusal(_nowhere(state, last.name), "partner")


def _nowhere(state: State, kind: str) -> str:
    """Return the reasons why a stored tile of a type fits on no board that the player to move can pay for."""
    reasons = []
    for owner in sorted(range(len(state.players)), key=lambda owner: owner != state.phase.who):
        mine = owner == state.phase.who
        if mine and state.mover.cycles < numbers.LOAD_COST.value:
            reasons.append(_unpayable(state, numbers.LOAD_COST.value, _LOAD_COSTS).sentence)
            continue
        board = state.players[owner].board
        name = player_name(owner)
        if EMPTY not in board:
            reasons.append(_(_OWN_FULL) if mine else _(_FULL).format(player=name))
            continue
        tile, partner = kind_tile(kind), state.players[owner].partner(kind)
        there = partner in board or partner.lower() in board
        if mine:
            text = _OWN_PARTNER_WALLED if there else _OWN_PARTNER_MISSING
        else:
            text = _PARTNER_WALLED if there else _PARTNER_MISSING
        reasons.append(_(text).format(player=name, tile=tile, other=kind_tile(partner)))
    return " ".join(reasons)


def _held(state: State, last: Target) -> Refusal:
    if last.player != state.phase.who:
        return Refusal(_("That card is in {player}'s hand.").format(player=player_name(last.player)), "run")
    if last.name not in state.mover.hand:
        return Refusal(_("You do not hold {card}.").format(card=card_title(last.name)), "code")
    short = _unpayable(state, numbers.RUN_COST.value, _RUN_COSTS)
    if short:
        return short
    if not operations.tiles_on(state.mover.board):
        return Refusal(_("There is no tile on your board to work on."), "odd")
    if last.name == "mul":
        text = _(
            "No two neighbouring tiles can be doubled: there are too few tiles in the supply, or there is too"
            " little room."
        )
        return Refusal(text, "multiplication")
    return Refusal(_(_NO_OTHER_TYPE), "addition")


def _download(state: State, before: Sequence[Target], last: Target) -> Refusal:
    size = movegen.download_size(state)
    if last in before:
        return Refusal(_("You have chosen that tile already."), "download")
    left = size - len(before)
    if last.thing == "tile" and left <= 0:
        text = ngettext(
            "You download exactly {n} tile, up to your storage limit.",
            "You download exactly {n} tiles, up to your storage limit.",
            size,
        ).format(n=size)
    else:
        text = ngettext(
            "Choose {n} more tile of the action board: a Download fills your storage.",
            "Choose {n} more tiles of the action board: a Download fills your storage.",
            left,
        ).format(n=left)
    return Refusal(text, "download")


def not_offered(state: State, kinds: str) -> Refusal:
    """Return the refusal of a Download of tiles that do not all lie on the action board; none if they do."""
    missing = [kind for kind in dict.fromkeys(kinds) if kinds.count(kind) > state.tiles.count(kind)]
    if not missing or not state.tiles or state.phase.kind not in (ACTION, FINAL):
        return NO_REFUSAL
    there = listed(n_tiles_of(state.tiles.count(kind), kind) for kind in TYPES if kind in state.tiles)
    if missing[0] in state.tiles:
        text = _("There are not that many {kind} tiles on the action board, only {tiles}.")
    else:
        text = _("There is no {kind} tile on the action board, only {tiles}.")
    return Refusal(text.format(kind=kind_name(missing[0]), tiles=there), "download")


def _place(state: State, first: Target, last: Target) -> Refusal:
    if last.thing != "hex":
        return Refusal(_("Touch a hex: on your own board to load, on another player's to hack."), "load")
    if last.player == state.phase.who:
        short = _unpayable(state, numbers.LOAD_COST.value, _LOAD_COSTS)
    else:
        short = _unpayable(state, numbers.HACK_COST.value, _HACK_COSTS)
    return short or _misplaced(state, last.player, first.name, last.cell)


def _run(state: State, before: Sequence[Target], last: Target) -> Refusal:
    card, step = before[0].name, len(before)
    lesson = _LESSONS[card]
    if card == "add" and step == 2:
        return _addition_type(state, before[1], last)
    if last.thing != "hex":
        return Refusal(_("{card} goes on with a hex of your board.").format(card=card_title(card)), lesson)
    if last.player != state.phase.who:
        return Refusal(_("Operations work on your own board only."), lesson)
    if card in ("sub", "div") or step == 1:
        if state.mover.board[last.cell] == EMPTY:
            return Refusal(_(_NO_TILE), lesson)
        if card == "mul":
            text = _(
                "It cannot be doubled with any neighbour: there are too few tiles in the supply, or there is too"
                " little room."
            )
            return Refusal(text, lesson)
        return Refusal(_(_NO_OTHER_TYPE), lesson)
    if card == "add":
        return _addition_cell(state, before[1], last)
    return _second_original(state, before[1], last) if step == 2 else _copy(state, before, last)


def _addition_type(state: State, removed: Target, last: Target) -> Refusal:
    if last.thing != "supply":
        text = _("Now choose the type of the new tile from the supply.")
    elif last.name == state.mover.board[removed.cell].upper():
        text = _("The new tile must be of another type than the one removed.")
    elif not state.supply[TYPES.index(last.name)]:
        text = _("The supply has no {kind} tile left.").format(kind=kind_name(last.name))
    else:
        text = _("There is no room for a new tile.")
    return Refusal(text, "addition")


def _addition_cell(state: State, removed: Target, last: Target) -> Refusal:
    board = with_tile(state.mover.board, removed.cell, EMPTY)
    if board == EMPTY_BOARD:
        return Refusal(_("With that tile gone your board is empty: the new one goes to the centre."), "addition")
    if board[last.cell] != EMPTY:
        return Refusal(_(_TAKEN), "addition")
    return Refusal(_("The new tile must lie next to a tile of yours."), "addition")


def _second_original(state: State, first: Target, last: Target) -> Refusal:
    board = state.mover.board
    if board[last.cell] == EMPTY:
        text = _(_NO_TILE)
    elif distance(CELLS[first.cell], CELLS[last.cell]) != 1:
        text = _("The two tiles to be doubled must lie next to each other.")
    elif not operations.in_stock(state.supply, board[first.cell].upper(), board[last.cell].upper()):
        text = _("The supply does not have both tiles.")
    else:
        text = _("There is no room for copies of these two in the same direction.")
    return Refusal(text, "multiplication")


def _copy(state: State, before: Sequence[Target], last: Target) -> Refusal:
    if state.mover.board[last.cell] != EMPTY:
        text = _(_TAKEN)
    elif len(before) == 4:
        text = _("The copies must lie side by side in the same direction as the originals.")
    else:
        text = _(
            "The copies must fit here in the same direction as the originals, with one of them next to a tile of yours."
        )
    return Refusal(text, "multiplication")


# The six actions


def _other_decision(state: State) -> Refusal:
    """Return the decision that comes before any of the six actions; no refusal in a phase for actions."""
    phase = state.phase
    if phase.kind in (ACTION, FINAL):
        return NO_REFUSAL
    if phase.kind == OVER:
        return Refusal(_("The game is over."), "winner")
    who = player_name(phase.who)
    if phase.kind == SETUP:
        return Refusal(_("{player} places the first two tiles first.").format(player=who), "setup")
    if phase.kind == TWEAK:
        return Refusal(_("{player} decides about a tweak first.").format(player=who), "bonus")
    return Refusal(
        _("{player} first turns one face-up tile of their own face down, {kind}.").format(
            player=who, kind=kind_name(phase.flips[0][1])
        ),
        "face-down",
    )


def _unpayable(state: State, cost: int, text: str) -> Refusal:
    """Return the refusal of a cost that the player to move cannot pay; ``text`` is one of the ``_…_COSTS``."""
    have = state.mover.cycles
    return NO_REFUSAL if have >= cost else Refusal(_(text).format(cycles=n_cycles(cost), have=have), "turn")


def _hand_full(state: State) -> Refusal:
    """Return the refusal of one more card in a full hand."""
    player = state.mover
    if len(player.hand) < player.tier.hand:
        return NO_REFUSAL
    cards = n_cards(player.tier.hand)
    return Refusal(_("Your hand is full: your highest token lets you hold {cards}.").format(cards=cards), "code")


def action_refusal(state: State, verb: str) -> Refusal:
    """Return the reason why none of the six actions with a ``verb`` is legal now; asked only if none is."""
    player = state.mover if state.phase.kind in (ACTION, FINAL) else None
    if player is None:
        return _other_decision(state)
    if verb == "download":
        if not state.tiles:
            return Refusal(_("No tiles lie on the action board."), "download")
        limit = player.tier.storage
        if len(player.storage) >= limit:
            text = _("Your storage is full: your highest token lets you keep {tiles}.")
            return Refusal(text.format(tiles=n_tiles(limit)), "limits")
        return _unpayable(state, numbers.DOWNLOAD_COST.value, _DOWNLOAD_COSTS)
    if verb == "code":
        if full := _hand_full(state):
            return full
        if not state.cards:
            return Refusal(_("No Operation card is left on the action board."), "code")
        return _unpayable(state, min(state.numbers.card(card).cost for card in state.cards), _CHEAPEST_COSTS)
    if verb in ("load", "hack"):
        if not player.storage:
            return Refusal(_("You have no tiles in storage: download some first."), "download")
        if verb == "load":
            nowhere = Refusal(_("None of your stored tiles fits anywhere on your board."), "partner")
            return _unpayable(state, numbers.LOAD_COST.value, _LOAD_COSTS) or nowhere
        nowhere = Refusal(_("None of your stored tiles fits anywhere on another player's board."), "hack")
        return _unpayable(state, numbers.HACK_COST.value, _HACK_COSTS) or nowhere
    if verb == "run":
        if not player.hand:
            return Refusal(_("You hold no Operation card: code one first."), "code")
        short = _unpayable(state, numbers.RUN_COST.value, _RUN_COSTS)
        return short or Refusal(_("None of your cards can be carried out on your board now."), "odd")
    return Refusal(_("There is no passing any more: take one final action, or none."), "end")


def _misplaced(state: State, owner: int, kind: str, cell: int) -> Refusal:
    """Return the refusal of a stored tile on a cell of a player's board."""
    found = placement.obstacle(state.players[owner], kind, cell)
    if found == placement.TAKEN:
        return Refusal(_(_TAKEN), "load")
    if found == placement.OFF_CENTRE:
        return Refusal(_("The first tile on an empty board goes to the centre."), "odd")
    if found == placement.ALONE:
        return Refusal(_("A tile must be placed next to another tile."), "load")
    if found == placement.PARTNER:
        tile, other = kind_tile(kind), kind_tile(state.players[owner].partner(kind))
        if owner == state.phase.who:
            text = _("By your Tensor card, {tile} must lie next to {other}.").format(tile=tile, other=other)
            return Refusal(text, "partner")
        text = _("By {player}'s Tensor card, {tile} must lie next to {other}.")
        return Refusal(text.format(player=player_name(owner), tile=tile, other=other), "hack")
    return NO_REFUSAL
