"""Names and sentences: what things are called, what an action does, what may be done now."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.engine.game import Action
from ruleboard.engine.hexes import Hex
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

SIDES = ("Orange", "Teal", "Violet", "Lime")
KINDS = {"I": "image", "T": "text", "A": "audio", "V": "video", "S": "sensor"}
CARD_TITLES = {card: number.title for card, number in numbers.CARDS.items()}


def _clock() -> tuple[str, ...]:
    """Every cell by ring and clock hand, as people point at a round board."""
    inner = {(1, -1): 1, (1, 0): 3, (0, 1): 5, (-1, 1): 7, (-1, 0): 9, (0, -1): 11}
    hours = {Hex(0, 0): "centre"}
    for (q, r), hour in inner.items():
        hours[Hex(q, r)] = f"inner ring, {hour} o'clock"
        hours[Hex(2 * q, 2 * r)] = f"outer ring, {hour} o'clock"
        after = next(vector for vector, at in inner.items() if at == (hour + 2) % 12)
        hours[Hex(q + after[0], r + after[1])] = f"outer ring, {hour % 12 + 1} o'clock"
    return tuple(hours[place] for place in CELLS)


PLACES: tuple[str, ...] = _clock()
"""What each cell is called."""


def kind_tile(kind: str) -> str:
    """A tile of that type, with its article ("an image tile")."""
    name = KINDS[kind]
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name} tile"


def both(kinds: str, word: str = "and") -> str:
    """Types in a row: "image, text and audio"."""
    names = [KINDS[kind] for kind in kinds]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"


def counted(amount: int, thing: str) -> str:
    """An amount of things: "1 cycle", "2 cycles"."""
    return f"{amount} {thing}" if amount == 1 else f"{amount} {thing}s"


def sides(state: State) -> tuple[str, ...]:
    """The players' colours."""
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


def split(target: str) -> Target:
    """A target taken apart (``"hex:1:0,0"``, ``"tile:3"``, ``"do:pass"``)."""
    what, _, rest = target.partition(":")
    number, colon, last = rest.partition(":")
    owned = colon and number.isdecimal()
    return Target(what, int(number) - 1, last) if owned else Target(what, -1, rest)


def name(state: State, target: str) -> str:
    """A target in words: what stands there, or what the button does."""
    found = split(target)
    owner = f"{SIDES[found.player]}'s " if found.player >= 0 else ""
    if found.what == "hex":
        tile = state.players[found.player].board[found.cell]
        lying = "empty" if tile == EMPTY else f"{KINDS[tile.upper()]}{', face down' if tile.islower() else ''}"
        return f"{owner}board, {PLACES[found.cell]}: {lying}"
    if found.what == "storage":
        amount = state.players[found.player].storage.count(found.rest)
        return f"{owner}storage: {counted(amount, KINDS[found.rest] + ' tile')}"
    if found.what == "hand":
        return f"{CARD_TITLES[found.rest]} in {owner}hand"
    if found.what == "weight":
        level = state.players[found.player].weights[TYPES.index(found.rest)]
        return f"{owner}{KINDS[found.rest]} token, level {level}"
    if found.what == "type":
        row = "top" if found.rest in state.players[found.player].top else "bottom"
        return f"{owner}Tensor card, {row} row: {KINDS[found.rest]}"
    if found.what == "tile":
        slot = int(found.rest)
        lying = f"{KINDS[state.tiles[slot]]} tile" if slot < len(state.tiles) else "nothing"
        return f"Action board, place {slot + 1}: {lying}"
    if found.what == "card":
        card = numbers.card(found.rest)
        tweaks = counted(card.tweaks, "tweak")
        return f"{CARD_TITLES[found.rest]} on the action board, costs {counted(card.cost, 'cycle')}, {tweaks}"
    if found.what == "supply":
        left = state.supply[TYPES.index(found.rest)]
        return f"Supply: {counted(left, KINDS[found.rest] + ' tile')}"
    return _button(state, found.rest)


def _button(state: State, button: str) -> str:
    if button == "download":
        return f"Download all {len(state.tiles)} tiles" if len(state.tiles) > 1 else "Download the last tile"
    if button == "pass":
        spot = min(len(state.passed), len(numbers.PASS_SPOTS) - 1)
        return f"Pass (+{counted(numbers.PASS_SPOTS[spot].value, 'cycle')})"
    if button == "skip":
        return "No final action"
    return "No tweak" if state.phase.left < 2 else f"Give up {state.phase.left} tweaks"


# What an action does


def describe(state: State, action: Action) -> str:
    """An action in words, as it is announced and offered."""
    move = moves.read(action.text)
    who = SIDES[state.phase.who]
    at = [PLACES[cell] for cell in move.cells]
    if move.verb == "setup":
        first, second = (kind_tile(kind) for kind in move.types)
        return f"{who} begins with {first} in the centre and {second} beside it ({at[1]})"
    if move.verb == "download":
        return f"{who} downloads {' and '.join(_bundles(move.types))}"
    if move.verb == "code":
        return f"{who} codes {CARD_TITLES[move.card]}"
    if move.verb == "load":
        return f"{who} loads {kind_tile(move.types)} ({at[0]})"
    if move.verb == "hack":
        return f"{who} hacks {SIDES[move.player]} with {kind_tile(move.types)} ({at[0]})"
    if move.verb == "tweak":
        return f"{who} tweaks {KINDS[move.types]} up" if move.types else f"{who} does not tweak"
    if move.verb == "flip":
        return f"{who} turns {kind_tile(move.types)} face down ({at[0]})"
    if move.verb == "pass":
        return f"{who} passes"
    if move.verb == "skip":
        return f"{who} takes no final action"
    return f"{who} runs {CARD_TITLES[move.card]}: {_operation(state, move, at)}"


def _bundles(kinds: str) -> list[str]:
    return [
        kind_tile(kind) if kinds.count(kind) == 1 else f"{kinds.count(kind)} {KINDS[kind]} tiles"
        for kind in dict.fromkeys(kinds)
    ]


def _operation(state: State, move: moves.Move, at: list[str]) -> str:
    board = state.mover.board
    if move.card == "mul":
        one, other = (board[cell].upper() for cell in move.cells[:2])
        return f"{kind_tile(one)} and {kind_tile(other)} doubled ({at[2]}, and {at[3]})"
    old = kind_tile(board[move.cells[0]].upper())
    if move.card == "sub":
        return f"{old} removed ({at[0]})"
    if move.card == "add":
        return f"{old} removed ({at[0]}), {kind_tile(move.types)} placed ({at[1]})"
    turned = "face up" if board[move.cells[0]].islower() else "face down"
    return f"{old} turned {turned} ({at[0]})"


def prompt(state: State) -> str:
    """What the player to move may do now; empty at the end."""
    phase = state.phase
    if phase.kind == OVER:
        return ""
    who = SIDES[phase.who]
    if phase.kind == SETUP:
        player = state.mover
        top, bottom = both(player.top, "or"), both(player.bottom, "or")
        return f"{who}: choose {top} for the centre, then {bottom}, then a hex beside the centre."
    if phase.kind == TWEAK:
        amount = "a token" if phase.left == 1 else f"{phase.left} times a token"
        turn = "" if phase.turn == phase.who else f", in {SIDES[phase.turn]}'s turn"
        return f"{who}: tweak {amount} up one level{turn}, or decline."
    if phase.kind == FLIP:
        return f"{who}: turn one face-up {KINDS[phase.flips[0][1]]} tile face down."
    actions = legal.legal_actions(state)
    if phase.kind == FINAL:
        return f"{who}: {'one final action, or none' if len(actions) > 1 else 'no final action is possible'}."
    return f"{who}: take one action, or pass." if len(actions) > 1 else f"{who}: nothing can be done but pass."


def outcome_reason(state: State) -> str:
    """Why the game ended as it did: the ranking's deciding comparison, as a sentence."""
    ranking = training.standings(state)
    first = [standing for standing in ranking if standing.place == 1]
    if len(first) == len(ranking):
        return "All share the win: their tokens stand on the same levels, and they have the same cycles."
    second = ranking[len(first)]
    names = [SIDES[standing.player] for standing in first]
    winners = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    verb = "wins" if len(names) == 1 else "share the win"
    step = training.deciding(first[0], second)
    ours, theirs = first[0].worth[step], second.worth[step]
    rank = ("lowest", "second lowest", "third lowest", "second highest", "highest")
    other = SIDES[second.player]
    if step < len(TYPES):
        return f"{winners} {verb}: {rank[step]} token on level {ours}, against {theirs} for {other}."
    return f"{winners} {verb}: all tokens are level with {other}'s, but {ours} cycles beat {theirs}."


def shown_at_end(state: State) -> tuple[str, ...]:
    """The targets that show the result: everybody's lowest tokens."""
    return tuple(
        f"weight:{number}:{kind}"
        for number, player in enumerate(state.players, 1)
        for kind, level in zip(TYPES, player.weights, strict=True)
        if level == min(player.weights)
    )
