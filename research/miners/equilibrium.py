"""The miner of Equilibrium: the last actions and tweaks of a game, worked out to the final ranking.

Positions are put together by lot, with small boards that follow the placement rules. Every turn is tried, with all
tweaks; where the other player still acts, every answer too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from research.miners.composing import turn_faults
from research.problems import Found
from ruleboard.engine.action import Action
from ruleboard.games.equilibrium.candidates import effect
from ruleboard.games.equilibrium.deal import TENSOR_CARDS
from ruleboard.games.equilibrium.moves import (
    Addition,
    Division,
    Hack,
    Load,
    Move,
    Multiplication,
    Skip,
    Subtraction,
    Tweak,
)
from ruleboard.games.equilibrium.numbers import BALANCED, OPERATIONS, TYPES
from ruleboard.games.equilibrium.placement import free_cells
from ruleboard.games.equilibrium.rules import Equilibrium
from ruleboard.games.equilibrium.state import (
    CENTRE,
    EMPTY,
    EMPTY_BOARD,
    FINAL,
    NEIGHBOURS,
    OVER,
    TWEAK,
    Phase,
    Player,
    State,
    sorted_tiles,
    with_tile,
)
from ruleboard.games.problems import Line, Problem, Turn
from ruleboard.games.registry import GAMES

DEALS: Final = 40
"""The number of positions that are tried for one seed."""
MOST: Final = 6
"""The most accepted turns of a problem whose goal is not to win at once."""
CHOICE: Final = 8
"""The least number of turns of different effect in a problem with an action."""

Effect = tuple[Any, ...]
"""The effect of a turn: that of its action, and the tokens that it raises."""


class Way(NamedTuple):
    """A whole turn: its actions, the state after them, and its effect, cells left aside."""

    actions: tuple[Action[Move], ...]
    state: State
    effect: Effect

    @property
    def texts(self) -> Turn:
        """The texts of the actions."""
        return tuple(action.text for action in self.actions)


class Answer(NamedTuple):
    """The theme of a position, its grade, and the accepted turns."""

    theme: str
    grade: int
    ways: tuple[Way, ...]


# --- turns ---


def turns(state: State) -> Iterator[Way]:
    """Yield all turns of the player who decides, each with all tweaks that it brings this player."""
    rules, who = Equilibrium(), state.phase.player

    def completed(here: State, begun: tuple[Action[Move], ...], had: Effect) -> Iterator[Way]:
        for action in rules.legal_actions(here):
            after = rules.next_state(here, action.move)
            brings = (*had, action.move.kind) if isinstance(action.move, Tweak) else (*had, *effect(here, action.move))
            if after.phase.kind == TWEAK and after.phase.player == who:
                yield from completed(after, (*begun, action), brings)
            else:
                yield Way((*begun, action), after, tuple(sorted(map(str, brings))))

    yield from completed(state, (), ())


def wins(state: State, who: int) -> bool:
    """Return True if a player is the sole winner, whatever the other one decides from here on."""
    if state.phase.kind == OVER:
        return state.phase.ranks[0] == (who,)
    return state.phase.player != who and all(wins(way.state, who) for way in turns(state))


def answer(state: State) -> Answer | None:
    """Return the theme of a position with its accepted turns; None if it is no problem."""
    who = state.phase.player
    every = tuple(turns(state))
    right: list[Way] = []
    for way in every:
        if wins(way.state, who):
            right.append(way)
            if way.effect != right[0].effect:
                return None
    if not right:
        return None
    if state.phase.kind == TWEAK:
        return (
            Answer("tweak", state.phase.tweaks, _shortest(right))
            if len(right[0].actions) == state.phase.tweaks
            else None
        )
    if len({way.effect for way in every}) < CHOICE or isinstance(right[0].actions[0].move, Skip):
        return None
    if len(state.final or ()) > 1:
        return Answer("ahead", 3, tuple(right)) if len(right) <= MOST else None
    if any(way.state.phase.kind != OVER for way in right):
        return None
    match right[0].actions[0].move:
        case Hack():
            return Answer("hack", 2, _shortest(right))
        case Load():
            return Answer("load", 1 if len(right[0].actions) == 1 else 2, _shortest(right))
        case Subtraction() | Division():
            return Answer("run", 2, _shortest(right))
        case Addition() | Multiplication():
            return Answer("run", 3, _shortest(right))
    return None


def _shortest(ways: list[Way]) -> tuple[Way, ...]:
    """Return one of the ways, the first of the shortest: they have the same effect, and all win at once."""
    return (min(ways, key=lambda way: (len(way.actions), way.texts)),)


# --- positions ---


def mined(seed: int) -> Iterator[Found]:
    """Yield the problems among the positions of one seed: the best one of each theme and grade."""
    chance = random.Random(f"problems equilibrium {seed}")
    best: dict[tuple[str, int], Found] = {}
    for _number in range(DEALS):
        state = _dealt(chance)
        found = answer(state)
        if found is not None:
            lines: tuple[Line, ...] = tuple((way.texts,) for way in found.ways)
            text = GAMES["equilibrium"].format_position(state)
            one = Found(found.theme, found.grade, text, lines, _beauty(state) + chance.random())
            kind = found.theme, found.grade
            if kind not in best or one.beauty > best[kind].beauty:
                best[kind] = one
    yield from best.values()


def _beauty(state: State) -> float:
    """Return how pretty a position is: few tiles, and few means."""
    tiles = sum(len(player.board.replace(EMPTY, "")) + len(player.storage) for player in state.players)
    return -tiles - abs(sum(state.players[0].weights) - sum(state.players[1].weights)) / 2


def _dealt(chance: random.Random) -> State:
    """Return a position before the last action, the last two, or the last tweaks of a game of two."""
    who = chance.randrange(2)
    cards = chance.sample(TENSOR_CARDS, 2)
    kind = chance.choice((TWEAK, FINAL, FINAL, "ahead"))
    hand = chance.choice(OPERATIONS) if kind != TWEAK and chance.random() < 0.6 else ""
    players = tuple(_player(card, hand if number == who else "", chance) for number, card in enumerate(cards))
    open_tiles = "".join(chance.choice(TYPES) for _tile in range(3))
    used = open_tiles + "".join(player.board.upper() + player.storage for player in players)
    order = (who, 1 - who)
    final = {TWEAK: (), FINAL: (who,), "ahead": order}[kind]
    if kind != "ahead":
        order = order[::-1]
    phase = Phase(TWEAK, who, chance.choice((1, 2)), who) if kind == TWEAK else Phase(FINAL, who)
    return State(
        players=players,
        tiles=open_tiles,
        cards=tuple(card for card in sorted(OPERATIONS) if card != hand),
        pile="",
        supply=tuple(BALANCED.tiles[2].value - used.count(each) for each in TYPES),
        bag="",
        order=order,
        passed=(),
        round=chance.randrange(6, 11),
        quiet=0,
        dry=0,
        acted=False,
        downloaded=False,
        final=final,
        phase=phase,
    )


def _player(card: str, hand: str, chance: random.Random) -> Player:
    """Return a player with a small board, tokens of middle height, and few means."""
    top, bottom = card.split("/")
    board = with_tile(EMPTY_BOARD, CENTRE, chance.choice(top))
    board = with_tile(board, chance.choice(NEIGHBOURS[CENTRE]), chance.choice(bottom))
    weights = tuple(chance.randrange(3, 8) for _kind in TYPES)
    storage = sorted_tiles("".join(chance.choice(TYPES) for _tile in range(chance.randrange(0, 3))))
    player = Player(card, board, storage, weights, chance.choice((1, 1, 2, 3, 4)), (hand,) if hand else (), BALANCED)
    for _tile in range(chance.randrange(3, 6)):
        kind = chance.choice(TYPES)
        cells = free_cells(player, kind)
        if cells:
            player = _with_board(player, with_tile(player.board, chance.choice(cells), kind))
    turned = "".join(tile.lower() if chance.random() < 0.35 else tile for tile in player.board)
    return _with_board(player, turned)


def _with_board(player: Player, board: str) -> Player:
    return Player(player.card, board, player.storage, player.weights, player.cycles, player.hand, player.numbers)


def faults(problem: Problem) -> Iterator[str]:
    """Yield the faults of the turns of a problem, as phrases."""
    state: State = GAMES["equilibrium"].parse_position(problem.position)
    found = answer(state)
    right = {way.state for way in found.ways} if found else set()
    yield from turn_faults("equilibrium", problem, state, found.theme if found else None, right)
