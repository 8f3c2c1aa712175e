"""Why a touch leads to nothing: the reason in words, once it is known that no legal action begins so."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.engine.hexgrid import distance
from ruleboard.games.equilibrium import legal, numbers, operations
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import CELLS, EMPTY, FLIP, OVER, SETUP, TWEAK, State, put
from ruleboard.games.equilibrium.verdicts import (
    CODE_COSTS,
    EVEN_HACK_COSTS,
    HACK_COSTS,
    LOAD_COSTS,
    RUN_COSTS,
    blocked,
    hand_full,
    refusal,
    too_dear,
    waiting,
)
from ruleboard.games.equilibrium.words import (
    Target,
    card_title,
    either_kind,
    kind_name,
    kind_tile,
    side,
    split,
)
from ruleboard.i18n import _, ngettext

_LESSONS = {"sub": "run", "div": "division", "add": "addition", "mul": "multiplication"}
"""The lesson on each Operation card."""


def explain(state: State, targets: Sequence[str]) -> Refusal:
    """Why no legal action begins with these targets, as a whole sentence for the player to move."""
    return _reason(state, targets) or Refusal(_("That cannot be done now."), "turn")


def _reason(state: State, targets: Sequence[str]) -> Refusal:
    if state.phase.kind == OVER:
        return Refusal(_("The game is over."), "winner")
    if not targets:
        return Refusal(_("Touch what you want to use."), "turn")
    *before, last = (split(target) for target in targets)
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
    if first.what == "tile":
        return _download(state, before, last)
    if first.what == "storage":
        return _place(state, first, last)
    if first.what == "hand":
        return _run(state, before, last)
    return Refusal(_("That does not go together: begin again."), "turn")


def _setup(state: State, before: Sequence[Target], last: Target) -> Refusal:
    player, who = state.mover, state.phase.who
    if last.player >= 0 and last.player != who:
        said = _("It is {player} who places the first two tiles now.").format(player=side(who))
    elif last.what == "type" and not before:
        kinds = either_kind(player.top)
        said = _("The centre takes a type of your card's top row: {kinds}.").format(kinds=kinds)
    elif last.what == "type":
        kinds = either_kind(player.bottom)
        said = _("The second tile is of a type of your card's bottom row: {kinds}.").format(kinds=kinds)
    elif last.what == "hex" and before:
        said = _("The first tile goes to the centre, the second beside it.")
    else:
        said = _("First touch a type in the top row of your Tensor card.")
    return Refusal(said, "setup")


def _tweak(state: State, last: Target) -> Refusal:
    who = state.phase.who
    if last.what == "weight" and last.player == who:
        said = _("That token is on level {level} already, the highest there is.")
        return Refusal(said.format(level=numbers.TOP_LEVEL.value), "odd")
    if last.what == "weight":
        said = _("It is {player}'s tweak: only {player}'s own tokens may go up.").format(player=side(who))
        return Refusal(said, "hack" if state.phase.turn != who else "bonus")
    return waiting(state)


def _flip(state: State, last: Target) -> Refusal:
    who, kind = state.phase.flips[0]
    if last.what == "hex" and last.player == who:
        tile = state.players[who].board[last.cell]
        if tile == kind.lower():
            return Refusal(_("That tile lies face down already."), "face-down")
        said = _("It must be {tile}, since {kind} went up.").format(tile=kind_tile(kind), kind=kind_name(kind))
        return Refusal(said, "face-down")
    return waiting(state)


def _first(state: State, last: Target) -> Refusal:
    if last.what == "tile":
        if legal.download_size(state) == len(state.tiles) and not refusal_of_download(state):
            said = _("You would take every tile here, so there is nothing to choose: use the Download button.")
            return Refusal(said, "download")
        return refusal(state, "download")
    if last.what == "card":
        return _code(state, last.rest)
    if last.what == "storage":
        return _stored(state, last)
    if last.what == "hand":
        return _held(state, last)
    if last.what == "hex":
        return Refusal(_("First take up a tile from your storage, or an Operation card from your hand."), "turn")
    if last.what == "supply":
        said = _("Tiles of the supply come into play only by Addition and Multiplication: run such a card.")
        return Refusal(said, "addition")
    if last.what == "weight":
        said = _("A token goes up by a tweak: load a tile of your card's top row, or run an Operation card.")
        return Refusal(said, "bonus")
    if last.what == "type":
        said = _("The Tensor card is used at setup; now it says which tiles must lie next to each other.")
        return Refusal(said, "partner")
    if last.what == "do" and last.rest in ("download", "pass"):
        return refusal(state, last.rest)
    if last.what == "do" and last.rest == "skip":
        return Refusal(_("The last actions have not begun: take an action, or pass."), "end")
    if last.what == "do" and last.rest == "hack":
        return Refusal(_("A hack puts a tile on the board of another player in this game."), "hack")
    return Refusal(_("There is no bonus to tweak with now."), "bonus")


def refusal_of_download(state: State) -> Refusal:
    """Why no Download is possible; empty if one is."""
    possible = any(action.text.startswith("download") for action in legal.legal_actions(state))
    return NO_REFUSAL if possible else refusal(state, "download")


def _code(state: State, card: str) -> Refusal:
    if card not in state.cards:
        said = _("No {card} card is left on the action board.").format(card=card_title(card))
        return Refusal(said, "code")
    return hand_full(state) or too_dear(state, numbers.card(card).cost, CODE_COSTS)


def _stored(state: State, last: Target) -> Refusal:
    if last.player != state.phase.who:
        said = _("These are {player}'s tiles; only your own can be loaded, or used to hack.")
        return Refusal(said.format(player=side(last.player)), "load")
    if last.rest not in state.mover.storage:
        return Refusal(_("You have no {kind} tile in storage.").format(kind=kind_name(last.rest)), "load")
    short = too_dear(state, min(numbers.LOAD_COST.value, numbers.HACK_COST.value), EVEN_HACK_COSTS)
    nowhere = _("No hex within your means takes {tile} now.").format(tile=kind_tile(last.rest))
    return short or Refusal(nowhere, "partner")


def _held(state: State, last: Target) -> Refusal:
    if last.player != state.phase.who:
        return Refusal(_("That card is in {player}'s hand.").format(player=side(last.player)), "run")
    if last.rest not in state.mover.hand:
        return Refusal(_("You do not hold {card}.").format(card=card_title(last.rest)), "code")
    short = too_dear(state, numbers.RUN_COST.value, RUN_COSTS)
    if short:
        return short
    if not operations.tiles_on(state.mover.board):
        return Refusal(_("There is no tile on your board to work on."), "odd")
    if last.rest == "mul":
        said = _("There are no two neighbouring tiles that could be doubled: the supply or the room is lacking.")
        return Refusal(said, "multiplication")
    return Refusal(_("The supply has no tile of another type."), "addition")


def _download(state: State, before: Sequence[Target], last: Target) -> Refusal:
    size = legal.download_size(state)
    if last in before:
        return Refusal(_("You have chosen that tile already."), "download")
    left = size - len(before)
    if last.what == "tile" and left <= 0:
        said = ngettext(
            "You download exactly {n} tile, up to your storage limit.",
            "You download exactly {n} tiles, up to your storage limit.",
            size,
        ).format(n=size)
    else:
        said = ngettext(
            "Choose {n} more tile of the action board: a Download fills your storage.",
            "Choose {n} more tiles of the action board: a Download fills your storage.",
            left,
        ).format(n=left)
    return Refusal(said, "download")


def _place(state: State, first: Target, last: Target) -> Refusal:
    if last.what != "hex":
        return Refusal(_("Touch a hex: on your own board to load, on another player's to hack."), "load")
    if last.player == state.phase.who:
        short = too_dear(state, numbers.LOAD_COST.value, LOAD_COSTS)
    else:
        short = too_dear(state, numbers.HACK_COST.value, HACK_COSTS)
    return short or blocked(state, last.player, first.rest, last.cell)


def _run(state: State, before: Sequence[Target], last: Target) -> Refusal:
    return Refusal(_not_run(state, before, last), _LESSONS[before[0].rest])


def _not_run(state: State, before: Sequence[Target], last: Target) -> str:
    card, step = before[0].rest, len(before)
    board = state.mover.board
    if card == "add" and step == 2:
        return _new_tile(state, board[before[1].cell].upper(), last)
    if last.what != "hex":
        return _("{card} goes on with a hex of your board.").format(card=card_title(card))
    if last.player != state.phase.who:
        return _("Operations work on your own board only.")
    tile = board[last.cell]
    if card in ("sub", "div") or step == 1:
        if tile == EMPTY:
            return _("No tile lies on that hex.")
        if card == "mul":
            return _("It has no neighbour it could be doubled with: the supply or the room is lacking.")
        return _("The supply has no tile of another type.")
    if card == "add":
        left = put(board, before[1].cell, EMPTY)
        if left[last.cell] != EMPTY:
            return _("A tile lies on that hex already.")
        return _("The new tile must lie next to a tile of yours.")
    return _doubled(state, before, last)


def _new_tile(state: State, gone: str, last: Target) -> str:
    if last.what != "supply":
        return _("Now choose the type of the new tile from the supply.")
    if last.rest == gone:
        return _("The new tile must be of another type than the one removed.")
    if not state.supply[TYPES.index(last.rest)]:
        return _("The supply has no {kind} tile left.").format(kind=kind_name(last.rest))
    return _("There is no room for a new tile.")


def _doubled(state: State, before: Sequence[Target], last: Target) -> str:
    board = state.mover.board
    here = CELLS[last.cell]
    if len(before) == 2:
        if board[last.cell] == EMPTY:
            return _("No tile lies on that hex.")
        if distance(CELLS[before[1].cell], here) != 1:
            return _("The two tiles to be doubled must lie next to each other.")
        pair = [board[target.cell].upper() for target in (before[1], last)]
        if not operations.in_stock(dict(zip(TYPES, state.supply, strict=True)), pair[0], pair[1]):
            return _("The supply does not have both tiles.")
        return _("There is no room for copies of these two that lie as they do.")
    if board[last.cell] != EMPTY:
        return _("A tile lies on that hex already.")
    if len(before) == 4:
        return _("The copies must lie to each other exactly as the originals do.")
    return _("The copies must fit here as the originals lie, one of them next to a tile of yours.")
