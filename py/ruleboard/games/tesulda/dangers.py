"""Dangers to a side: what the other side could do with a Move now, and their words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ruleboard.games.bots import Counsel, Threat
from ruleboard.games.tesulda import words
from ruleboard.games.tesulda.board import NAMES, bits
from ruleboard.games.tesulda.evaluation import worth
from ruleboard.games.tesulda.figures import CROWN
from ruleboard.games.tesulda.moves import MoveFigure
from ruleboard.games.tesulda.reach import attackers, occupied, squares_between
from ruleboard.games.tesulda.search_rules import Position, position
from ruleboard.games.tesulda.state import SIDES, State
from ruleboard.i18n import _
from ruleboard.wording import capitalised, sentence

_MOST: Final = 8
"""The most threats that are told."""
_WINS: Final = 100_000


@dataclass(frozen=True, slots=True)
class Danger:
    """A Move of the other side that would hurt.

    Attributes:
        wins: True if it wins the game.
        move: the Move.
        square: the square of the Prime that is lost, or of the figure that is captured.
        loss: the value that is lost; a plain figure is worth about a hundred.
    """

    wins: bool
    move: MoveFigure
    square: int
    loss: int


def passed(state: State, player: int) -> State:
    """Return the state in which the opponent of a player begins a turn, as if the player had passed."""
    return replace(state, side=1 - player, moved=-1, prey="", left="")


def dangers(state: State, player: int) -> tuple[Danger, ...]:
    """Return the dangers to a player, the worst first, one for each square concerned.

    Attacks on a Prime that is in danger already are left out.
    """
    theirs = position(passed(state, player), 1 - player)
    worst: dict[tuple[bool, int], Danger] = {}
    for origin, ends in theirs.goals:
        for goal in bits(ends):
            danger = _danger(theirs, origin, goal)
            if danger is not None:
                known = worst.get((danger.wins, danger.square))
                if known is None or danger.loss > known.loss:
                    worst[danger.wins, danger.square] = danger
    return tuple(sorted(worst.values(), key=lambda danger: (-danger.loss, danger.square)))


def _danger(theirs: Position, origin: int, goal: int) -> Danger | None:
    """Return the harm that a legal Move does to the other side, None if it does none."""
    prey = theirs.other.get(goal, "")
    if CROWN in prey:
        return None
    after = theirs.after(origin, goal)
    if after.in_check and not after.goals:
        prime = after.threats[0][2]
        return Danger(True, MoveFigure(origin, goal), prime, _WINS)
    if not prey:
        return None
    loss = worth(prey)
    if theirs.defended(goal, origin):
        loss -= worth(theirs.own[origin])
    return Danger(False, MoveFigure(origin, goal), goal, loss) if loss > 0 else None


def threats(state: State, player: int) -> tuple[Threat, ...]:
    """Return the threats against a player in words, the worst first; none while armies are built."""
    if state.build is not None:
        return ()
    theirs = passed(state, player)
    stops = occupied(state.board)
    found: list[Threat] = []

    def threat(text: str, origin: int, goal: int, strikes: int) -> Threat:
        between = squares_between(state.board[origin], origin, goal, stops)
        way = tuple(NAMES[square] for square in (origin, *between, goal))
        return Threat(sentence(text), (NAMES[origin], NAMES[strikes]), way)

    for origin, prime in attackers(state.board, player):
        text = _("The figure on {square} attacks {side}'s Prime on {prime}")
        text = text.format(square=NAMES[origin], prime=NAMES[prime], side=_(SIDES[player]))
        found.append(threat(text, origin, prime, prime))
    for danger in dangers(state, player):
        move = danger.move
        text = capitalised(words.threat(theirs, move))
        if danger.wins:
            text = _("{threat}: then no Move saves {side}'s Prime").format(threat=text, side=_(SIDES[player]))
        found.append(threat(text, move.origin, move.goal, danger.square))
    return tuple(found[:_MOST])


def counsel(state: State, player: int) -> tuple[Counsel, ...]:
    """Return the gains within reach of the player whose turn begins, by a Move: the game, or a figure."""
    if state.side != player or not state.is_turn_start:
        return ()
    found = dangers(state, 1 - player)
    if not found:
        return ()
    if found[0].wins:
        return (Counsel(_("You can win this turn: one Move is enough."), wins=True),)
    return (Counsel(_("One of your Attacks wins something: which enemy figure is not guarded well enough?")),)
