"""Tesulda in plain words: names of figures and squares, announcements, and what may be done now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleboard.engine.game import Action
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.board import HOMES, INDEX, NAMES, ZONE
from ruleboard.games.tesulda.figures import BASE_NAMES, CROWN, PIECE_NAMES, STAR, traits
from ruleboard.games.tesulda.reach import attackers
from ruleboard.games.tesulda.rules import END, legal_actions
from ruleboard.games.tesulda.state import SIDES, State, primes

_BUTTONS: Final = {
    "do:end": "End turn",
    "do:none": "Take nothing",
    "do:done": "Ready",
    "do:fill": "Fill up",
    "do:default": "Default army",
    "do:shuffle": "Shuffle",
    "do:mirror": "Mirror",
    "do:clear": "Start over",
    "store": "The store",
}
_BUILT: Final = {
    "done": "{side}'s army is ready",
    "fill": "The rest of {side}'s army is filled in",
    "default": "{side} takes the default army",
    "shuffle": "{side}'s army is shuffled",
    "mirror": "{side}'s army is turned left to right",
    "clear": "{side} starts over",
}


def pieces_in_words(pieces: str) -> str:
    """Pieces as a list, leaders first: ``"crown, 2 circles"``; ``"nothing"`` if there are none."""
    kinds = dict.fromkeys(CROWN + STAR + pieces)
    counted = [(PIECE_NAMES[piece], pieces.count(piece)) for piece in kinds if piece in pieces]
    return ", ".join(name if count == 1 else f"{count} {name}s" for name, count in counted) or "nothing"


def some_pieces(pieces: str) -> str:
    """One or two pieces in a sentence: ``"a circle and a star"``, ``"two hexagons"``."""
    if len(pieces) == 2 and pieces[0] == pieces[1]:
        return f"two {PIECE_NAMES[pieces[0]]}s"
    return " and ".join(f"a {PIECE_NAMES[piece]}" for piece in pieces) or "nothing"


def ratings(figure: str) -> str:
    """How far a figure goes: ``"straight 0, diagonal 2"``."""
    can = traits(figure)
    return f"straight {can.straight}, diagonal {can.diagonal}"


def trait_names(figure: str) -> str:
    """A figure's traits: ``"Prime, Boost"``; empty if it has none."""
    can = traits(figure)
    named = (
        ("Prime", can.prime),
        ("Tactician", can.tactician),
        ("Boost", can.boost),
        ("Dodger", can.dodger),
        ("Jumper", can.jumper),
        ("Minion", can.minion),
    )
    return ", ".join(name for name, has in named if has)


def trait_words(figure: str) -> str:
    """A figure's ratings and traits: ``"straight 0, diagonal 2; Prime"``."""
    return "; ".join(part for part in (ratings(figure), trait_names(figure)) if part)


def figure_in_words(figure: str) -> str:
    """A figure: side, base, pieces, ratings and traits."""
    can = traits(figure)
    return f"{SIDES[can.side]} {BASE_NAMES[can.base]}: {pieces_in_words(can.pieces)}; {trait_words(figure)}"


def owned(figure: str) -> str:
    """A figure by its owner and base: ``"Light's circle"``."""
    can = traits(figure)
    return f"{SIDES[can.side]}'s {BASE_NAMES[can.base]}"


def name(state: State, target: str) -> str:
    """A target in words: a square with its figure, a piece, a stock with its count, or a button."""
    if target in _BUTTONS:
        return _BUTTONS[target]
    if target in INDEX:
        return _square(state, target)
    word, _, what = target.partition(":")
    if word == "base" and what in BASE_NAMES:
        return f"{BASE_NAMES[what]} base, {armies.bases_left(building.army_of(state))[what]} in the store"
    piece = PIECE_NAMES.get(what[:1], "")
    if not piece:
        return target
    if word == "store":
        return f"{piece}, {armies.pieces_left(building.army_of(state))[what[0]]} in the store"
    if word == "pool":
        return f"{piece}, {state.pool.count(what[0])} in the pool"
    if word in ("piece", "prey"):
        return f"{piece} of the captured figure" if word == "prey" else piece
    return target


def _square(state: State, target: str) -> str:
    square = INDEX[target]
    home = f"{target}, {SIDES[HOMES.index(square)]}'s Home" if square in HOMES else target
    if state.build and ZONE[1 - state.side] >> square & 1:
        return f"{home}, covered"
    figure = state.board[square]
    return f"{home}, {figure_in_words(figure)}" if figure else f"{home}, empty"


def describe(state: State, action: Action) -> str:
    """An action in words, as it is announced and offered."""
    side = SIDES[state.side]
    if state.build:
        return _describe_building(state, action)
    if action == END:
        return f"{side} ends the turn"
    if state.fresh:
        return _describe_move(state, action)
    word, *rest = action.text.split(":")
    if word == "take":
        return f"{side} takes {some_pieces(rest[0].replace('-', ''))} of the captured figure"
    if word == "res":
        return f"{side} brings back {some_pieces(rest[0])} from the pool"
    origin, _, goal = rest[0].partition(">")
    return f"{side} gives {some_pieces(rest[1])} from {origin} to {goal}"


def _describe_move(state: State, action: Action) -> str:
    origin, goal = action.targets
    text = f"{owned(state.board[INDEX[origin]])} goes from {origin} to {goal}"
    prey = state.board[INDEX[goal]]
    if not prey:
        return text
    text += f" and captures {owned(prey)}"
    if primes(state.board, 1 - state.side) == [INDEX[goal]]:
        return f"{text} with the last crown"
    return text


def _describe_building(state: State, action: Action) -> str:
    side = SIDES[state.side]
    if action.text in _BUILT:
        return _BUILT[action.text].format(side=side)
    source, _, goal = action.text.partition(">")
    square, _, piece = source.partition(":")
    if not goal:
        here, there = action.targets
        other = state.board[INDEX[there]]
        return f"The figures on {here} and {there} change places" if other else f"The figure on {here} goes to {there}"
    if source in BASE_NAMES:
        return f"A {BASE_NAMES[source]} base is put on {goal}"
    if square not in INDEX:
        return f"A {PIECE_NAMES[source]} is put on {goal}"
    what = f"the {PIECE_NAMES[piece]} on {square}" if piece else f"the figure on {square}"
    return f"{what[0].upper()}{what[1:]} goes {'back to the store' if goal == building.STORE else f'to {goal}'}"


def prompt(state: State) -> str:
    """What the player to move may do now; empty at the end. In building: what is wrong or missing."""
    if state.build:
        return _prompt_building(state)
    actions = legal_actions(state)
    if not actions:
        return ""
    if state.fresh:
        if attackers(state.board, state.side):
            return "Your Prime can be attacked: make a Move after which it is safe."
        return "Move one of your figures."
    if state.prey:
        if len(actions) == 1:
            return "Your figure can carry no piece of the captured one."
        return "Take up to two pieces of the captured figure: touch them, then your figure. Or take nothing."
    parts = []
    if any(action.text.startswith("swap:") for action in actions):
        parts.append("swap pieces with a neighbour")
    if any(action.text.startswith("res:") for action in actions):
        parts.append("bring back pieces from the pool")
    return f"You may {', '.join(parts)}, or end your turn."


def _prompt_building(state: State) -> str:
    army = building.army_of(state)
    if army == armies.NO_ARMY:
        return "Build your army: put bases on your two ranks and pieces on them, or begin with a whole army."
    said = [*armies.mistakes(army, state.side), *_unfinished(army, state.side)]
    return " ".join(said) or "Your army is complete."


def _unfinished(army: armies.Army, side: int) -> Iterator[str]:
    """What is still to be done, shortly: the counts of the store tell the rest."""
    left = (armies.bases_left(army), armies.pieces_left(army))
    bases, pieces = (sum(max(0, count) for count in counts.values()) for counts in left)
    places = zip(armies.squares(side), army, strict=True)
    short = [NAMES[at] for at, figure in places if figure and armies.room(figure) > 0]
    if short and not bases:
        named = f"The figure{'s' if len(short) > 1 else ''} on {', '.join(short)}"
        figures = named if len(short) <= 5 else f"{len(short)} figures"
        yield f"{figures} can carry more."
    counted = [(bases, "base"), (pieces, "piece")]
    found = [f"{count} {word}{'' if count == 1 else 's'}" for count, word in counted if count]
    if found:
        yield f"Still in the store: {' and '.join(found)}."
