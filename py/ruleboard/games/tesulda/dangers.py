"""Dangers to a player: the opponent's Moves that win the game or a figure, and sentences about them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from ruleboard.games.bots import Counsel, Threat
from ruleboard.games.tesulda import words
from ruleboard.games.tesulda.board import NAMES, bits
from ruleboard.games.tesulda.completions import winning
from ruleboard.games.tesulda.evaluation import worth
from ruleboard.games.tesulda.figures import CROWN
from ruleboard.games.tesulda.moves import MoveFigure, Swap
from ruleboard.games.tesulda.reach import attackers, occupied, squares_between
from ruleboard.games.tesulda.search_rules import Position, position
from ruleboard.games.tesulda.state import SIDES, State
from ruleboard.i18n import _
from ruleboard.wording import capitalised, sentence

_MOST: Final = 8
"""The maximum number of threats in a list."""
_WINS: Final = 100_000


@dataclass(frozen=True, slots=True)
class Danger:
    """A harmful Move of the opponent, alone or with a swap.

    Attributes:
        wins: True if it wins the game.
        move: the Move.
        square: the square of the attacked Prime or of the captured figure.
        loss: the player's loss. A plain figure is worth about 100.
        swap: the swap after the Move that wins, or None.
    """

    wins: bool
    move: MoveFigure
    square: int
    loss: int
    swap: Swap | None = None


def passed(state: State, player: int) -> State:
    """Return the state at the start of the opponent's turn, as if the player had passed."""
    return replace(state, side=1 - player, moved=-1, prey="", left="")


@lru_cache(maxsize=64)
def dangers(state: State, player: int) -> tuple[Danger, ...]:
    """Return the dangers to a player, the worst first.

    A square has at most one danger of a lost game and one other danger. Captures of a Prime are not included. Swaps
    are included only if no Move wins alone.
    """
    turn = passed(state, player)
    theirs = position(turn, 1 - player)
    worst: dict[tuple[bool, int], Danger] = {}
    for origin, ends in theirs.goals:
        for goal in bits(ends):
            danger = _danger(theirs, origin, goal)
            if danger is not None:
                known = worst.get((danger.wins, danger.square))
                if known is None or danger.loss > known.loss:
                    worst[danger.wins, danger.square] = danger
    swapping = None if any(wins for wins, _square in worst) else _by_swap(turn, theirs)
    if swapping is not None:
        worst[True, swapping.square] = swapping
    return tuple(sorted(worst.values(), key=lambda danger: (-danger.loss, danger.square)))


def _danger(theirs: Position, origin: int, goal: int) -> Danger | None:
    """Return the danger of a legal Move, or None if it is harmless."""
    prey = theirs.other.get(goal, "")
    if CROWN in prey:
        return None
    after = theirs.after(origin, goal)
    if after.is_lost:
        return Danger(True, MoveFigure(origin, goal), _attacked_prime(after), _WINS)
    if not prey:
        return None
    loss = worth(prey)
    if theirs.defended(goal, origin):
        loss -= worth(theirs.own[origin])
    return Danger(False, MoveFigure(origin, goal), goal, loss) if loss > 0 else None


def _by_swap(turn: State, theirs: Position) -> Danger | None:
    """Return the danger of a Move that wins with a swap, or None."""
    for origin, ends in theirs.goals:
        for goal in bits(ends):
            if CROWN in theirs.other.get(goal, ""):
                continue
            way = winning(turn, MoveFigure(origin, goal))
            if way is not None:
                prime = _attacked_prime(position(way.state, way.state.side))
                swap = next(move for move in way.moves if isinstance(move, Swap))
                return Danger(True, MoveFigure(origin, goal), prime, _WINS, swap)
    return None


def _attacked_prime(after: Position) -> int:
    """Return the square of a Prime of the side to move that the enemy attacks."""
    return next(prime for _square, lane, prime in after.threats if not lane & after.stops)


def threats(state: State, player: int) -> tuple[Threat, ...]:
    """Return the threats against a player, the worst first. There are none while players build armies."""
    if state.build is not None:
        return ()
    theirs = passed(state, player)
    stops = occupied(state.board)
    found: list[Threat] = []

    def threat(text: str, origin: int, goal: int, strikes: int, possible: str = "") -> Threat:
        between = squares_between(state.board[origin], origin, goal, stops)
        way = tuple(NAMES[square] for square in (origin, *between, goal))
        return Threat(sentence(text), (NAMES[origin], NAMES[strikes]), way, sentence(possible) if possible else "")

    for origin, prime in attackers(state.board, player):
        text = _("The figure on {square} attacks {side}'s Prime on {prime}")
        text = text.format(square=NAMES[origin], prime=NAMES[prime], side=_(SIDES[player]))
        found.append(threat(text, origin, prime, prime))
    for danger in dangers(state, player):
        move = danger.move
        told = (_told(theirs, danger, player, possible=possible) for possible in (False, True))
        found.append(threat(next(told), move.origin, move.goal, danger.square, next(told)))
    return tuple(found[:_MOST])


def _told(theirs: State, danger: Danger, player: int, *, possible: bool) -> str:
    """Return a clause about a danger to a player, as a threat or as an opportunity."""
    text = capitalised(words.threat(theirs, danger.move, possible=possible))
    side = _(SIDES[player])
    if danger.swap is not None:
        saved = _("{threat}, with a swap ({swap}): then no Move saves {side}'s Prime")
        return saved.format(threat=text, swap=words.described_briefly(danger.swap), side=side)
    if danger.wins:
        return _("{threat}: then no Move saves {side}'s Prime").format(threat=text, side=side)
    return text


def counsel(state: State, player: int) -> tuple[Counsel, ...]:
    """Return a tip about the best gain at the start of the player's turn: the game, or a figure."""
    if state.side != player or not state.is_turn_start:
        return ()
    found = dangers(state, 1 - player)
    if not found:
        return ()
    if found[0].swap is not None:
        return (Counsel(_("You can win this turn, with a Move and a swap."), wins=True),)
    if found[0].wins:
        return (Counsel(_("You can win this turn: one Move is enough."), wins=True),)
    return (Counsel(_("One of your Attacks wins something: which enemy figure is not guarded well enough?")),)
