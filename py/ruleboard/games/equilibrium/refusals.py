"""Why a touch leads to nothing: the reason in words, once it is known that no legal action begins so."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.engine.hexes import distance
from ruleboard.games.equilibrium import legal, numbers, operations
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import CELLS, EMPTY, FLIP, OVER, SETUP, TWEAK, State, put
from ruleboard.games.equilibrium.verdicts import blocked, refusal, too_dear, waiting
from ruleboard.games.equilibrium.words import (
    CARD_TITLES,
    KINDS,
    SIDES,
    Target,
    both,
    counted,
    kind_tile,
    split,
)


def explain(state: State, targets: Sequence[str]) -> str:
    """Why no legal action begins with these targets, as a whole sentence for the player to move."""
    return _reason(state, targets) or "That cannot be done now."


def _reason(state: State, targets: Sequence[str]) -> str:
    if state.phase.kind == OVER:
        return "The game is over."
    if not targets:
        return "Touch what you want to use."
    *before, last = (split(target) for target in targets)
    if any(target.player >= len(state.players) for target in (*before, last)):
        return "There is no such player in this game."
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
    return "That does not go together: begin again."


def _setup(state: State, before: Sequence[Target], last: Target) -> str:
    player, who = state.mover, state.phase.who
    if last.player >= 0 and last.player != who:
        return f"It is {SIDES[who]} who places the first two tiles now."
    if last.what == "type" and not before:
        return f"The centre takes a type of your card's top row: {both(player.top, 'or')}."
    if last.what == "type":
        return f"The second tile is of a type of your card's bottom row: {both(player.bottom, 'or')}."
    if last.what == "hex" and before:
        return "The first tile goes to the centre, the second beside it."
    return "First touch a type in the top row of your Tensor card."


def _tweak(state: State, last: Target) -> str:
    who = state.phase.who
    if last.what == "weight" and last.player == who:
        return f"That token is on level {numbers.TOP_LEVEL.value} already, the highest there is."
    if last.what == "weight":
        return f"It is {SIDES[who]}'s tweak: only {SIDES[who]}'s own tokens may go up."
    return waiting(state)


def _flip(state: State, last: Target) -> str:
    who, kind = state.phase.flips[0]
    if last.what == "hex" and last.player == who:
        tile = state.players[who].board[last.cell]
        if tile == kind.lower():
            return "That tile lies face down already."
        return f"It must be {kind_tile(kind)}, since {KINDS[kind]} went up."
    return waiting(state)


def _first(state: State, last: Target) -> str:
    who = state.phase.who
    mine = last.player == who
    if last.what == "tile":
        if legal.download_size(state) == len(state.tiles) and not refusal_of_download(state):
            return "You would take every tile here, so there is nothing to choose: use the Download button."
        return refusal(state, "download")
    if last.what == "card":
        return _code(state, last.rest)
    if last.what == "storage":
        if not mine:
            return f"These are {SIDES[last.player]}'s tiles; only your own can be loaded, or used to hack."
        if last.rest not in state.mover.storage:
            return f"You have no {KINDS[last.rest]} tile in storage."
        short = too_dear(state, min(numbers.LOAD_COST.value, numbers.HACK_COST.value), "Even a Hack")
        return short or f"No hex within your means takes {kind_tile(last.rest)} now."
    if last.what == "hand":
        return _held(state, last, mine=mine)
    if last.what == "hex":
        return "First take up a tile from your storage, or an Operation card from your hand."
    if last.what == "supply":
        return "Tiles of the supply come into play only by Addition and Multiplication: run such a card."
    if last.what == "weight":
        return "A token goes up by a tweak: load a tile of your card's top row, or run an Operation card."
    if last.what == "type":
        return "The Tensor card is used at setup; now it says which tiles must lie next to each other."
    if last.what == "do" and last.rest in ("download", "pass"):
        return refusal(state, last.rest)
    if last.what == "do" and last.rest == "skip":
        return "The last actions have not begun: take an action, or pass."
    if last.what == "do" and last.rest == "hack":
        return "A hack puts a tile on the board of another player in this game."
    return "There is no bonus to tweak with now."


def refusal_of_download(state: State) -> str:
    """Why no Download is possible; empty if one is."""
    possible = any(action.text.startswith("download") for action in legal.legal_actions(state))
    return "" if possible else refusal(state, "download")


def _code(state: State, card: str) -> str:
    player = state.mover
    if card not in state.cards:
        return f"No {CARD_TITLES[card]} card is left on the action board."
    if len(player.hand) >= player.tier.hand:
        return f"Your hand is full: your highest token lets you hold {counted(player.tier.hand, 'card')}."
    return too_dear(state, numbers.card(card).cost, f"Coding {CARD_TITLES[card]}")


def _held(state: State, last: Target, *, mine: bool) -> str:
    if not mine:
        return f"That card is in {SIDES[last.player]}'s hand."
    if last.rest not in state.mover.hand:
        return f"You do not hold {CARD_TITLES[last.rest]}."
    short = too_dear(state, numbers.RUN_COST.value, "Running a card")
    if short:
        return short
    if not operations.tiles_on(state.mover.board):
        return "There is no tile on your board to work on."
    if last.rest == "mul":
        return "There are no two neighbouring tiles that could be doubled: the supply or the room is lacking."
    return "The supply has no tile of another type."


def _download(state: State, before: Sequence[Target], last: Target) -> str:
    size = legal.download_size(state)
    if last in before:
        return "You have chosen that tile already."
    left = size - len(before)
    if last.what == "tile" and left <= 0:
        return f"You download exactly {counted(size, 'tile')}, up to your storage limit."
    return f"Choose {counted(left, 'more tile')} of the action board: a Download fills your storage."


def _place(state: State, first: Target, last: Target) -> str:
    if last.what != "hex":
        return "Touch a hex: on your own board to load, on another player's to hack."
    if last.player == state.phase.who:
        short = too_dear(state, numbers.LOAD_COST.value, "A Load")
    else:
        short = too_dear(state, numbers.HACK_COST.value, "A Hack")
    return short or blocked(state, last.player, first.rest, last.cell)


def _run(state: State, before: Sequence[Target], last: Target) -> str:
    card, step = before[0].rest, len(before)
    board = state.mover.board
    if card == "add" and step == 2:
        return _new_tile(state, board[before[1].cell].upper(), last)
    if last.what != "hex":
        return f"{CARD_TITLES[card]} goes on with a hex of your board."
    if last.player != state.phase.who:
        return "Operations work on your own board only."
    tile = board[last.cell]
    if card in ("sub", "div") or step == 1:
        if tile == EMPTY:
            return "No tile lies on that hex."
        if card == "mul":
            return "It has no neighbour it could be doubled with: the supply or the room is lacking."
        return "The supply has no tile of another type."
    if card == "add":
        left = put(board, before[1].cell, EMPTY)
        if left[last.cell] != EMPTY:
            return "A tile lies on that hex already."
        return "The new tile must lie next to a tile of yours."
    return _doubled(state, before, last)


def _new_tile(state: State, gone: str, last: Target) -> str:
    if last.what != "supply":
        return "Now choose the type of the new tile from the supply."
    if last.rest == gone:
        return "The new tile must be of another type than the one removed."
    if not state.supply[TYPES.index(last.rest)]:
        return f"The supply has no {KINDS[last.rest]} tile left."
    return "There is no room for a new tile."


def _doubled(state: State, before: Sequence[Target], last: Target) -> str:
    board = state.mover.board
    here = CELLS[last.cell]
    if len(before) == 2:
        if board[last.cell] == EMPTY:
            return "No tile lies on that hex."
        if distance(CELLS[before[1].cell], here) != 1:
            return "The two tiles to be doubled must lie next to each other."
        pair = [board[target.cell].upper() for target in (before[1], last)]
        if not operations.in_stock(dict(zip(TYPES, state.supply, strict=True)), pair[0], pair[1]):
            return "The supply does not have both tiles."
        return "There is no room for copies of these two that lie as they do."
    if board[last.cell] != EMPTY:
        return "A tile lies on that hex already."
    if len(before) == 4:
        return "The copies must lie to each other exactly as the originals do."
    return "The copies must fit here as the originals lie, one of them next to a tile of yours."
