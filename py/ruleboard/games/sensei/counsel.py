"""Threats and reasons in Sensei, in words from the rules."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Final

from ruleboard.games.bots import Counsel, Threat
from ruleboard.games.sensei.bitboard import (
    End,
    Lane,
    Position,
    beside,
    home_wins,
    line,
    place,
    position,
    terrain,
    unfair_win,
    ways,
    win,
)
from ruleboard.games.sensei.ending import ending
from ruleboard.games.sensei.finishes import finish
from ruleboard.games.sensei.movegen import play
from ruleboard.games.sensei.state import BEARER, INDEX, LINES, NAMES, OWN, SIDES, SIZE, Move, State
from ruleboard.i18n import _
from ruleboard.wording import listed

FORWARD: Final = (1, -1)
"""The direction of each side, in ranks."""


def threats(state: State, player: int) -> tuple[Threat, ...]:
    """Return the ways of the other side to win next turn, if the player ended the turn here.

    For every lane of the character to the home row there is one, with as few stone moves as possible.
    """
    if ending(state) is not None:
        return ()
    ground = terrain(state.mode)
    there = position(State(state.board, 1 - player, 2, 1, state.mode))
    shortest: dict[Lane, tuple[tuple[int, int], ...]] = {}
    for lane, moves in home_wins(ground, there):
        if lane not in shortest or len(moves) < len(shortest[lane]):
            shortest[lane] = moves
    found = [_home_threat(there, lane, moves) for lane, moves in sorted(shortest.items(), key=lambda way: len(way[1]))]
    won = unfair_win(ground, there)
    strokes = _strokes(state.mode, there, won) if won is not None else []
    if strokes:
        origin, goal = strokes[-1]
        said = _("{side} threatens to bring a third stone to {other}'s line and make it unfair.")
        possible = _("{side} can now bring a third stone to {other}'s line and make it unfair.")
        names = {"side": _(SIDES[1 - player]), "other": _(SIDES[player])}
        found.append(Threat(said.format(**names), (origin, goal), (origin, goal), possible.format(**names)))
    return tuple(found)


def counsel(state: State, player: int) -> tuple[Counsel, ...]:
    """Return that the player to move can win with what is left of the turn, if it is so."""
    if state.side != player or ending(state) is not None:
        return ()
    ground, here = terrain(state.mode), position(state)
    if state.character and any(True for _way in home_wins(ground, here, state.stones)):
        said = _("You can win this turn: which square of the far edge can your character reach?")
        return (Counsel(said, wins=True),)
    if unfair_win(ground, here, state.stones, state.character) is not None:
        said = _("You can win this turn: {other}'s line can be made unfair.").format(other=_(SIDES[1 - player]))
        return (Counsel(said, wins=True),)
    return ()


def _strokes(mode: str, there: Position, end: End) -> list[tuple[str, str]]:
    """Return the stone moves of a turn that bring stones to the enemy's line, by the names of their squares."""
    ground = terrain(mode)
    near = beside(line(ground, there.enemy))
    moves = ways(ground, there, end) or ()
    return [(NAMES[place(origin)], NAMES[place(goal)]) for origin, goal in moves if goal & near and goal & end.own]


def _home_threat(there: Position, lane: Lane, moves: tuple[tuple[int, int], ...]) -> Threat:
    """Return the threat to reach the home row along a lane, after stone moves."""
    side = _(SIDES[there.side])
    at, goal = place(there.at), place(lane.goal)
    stops = [NAMES[place(square)] for move in moves[:1] for square in move[:1]]
    if not moves:
        said = _("{side}'s character threatens to go to {goal} and win.")
        possible = _("{side}'s character can now go to {goal} and win.")
    elif len(moves) == 1:
        said = _("{side} threatens to win: the stone on {origin} goes to {goal}, and the character follows.")
        possible = _("{side} can now win: the stone on {origin} goes to {goal}, and the character follows.")
    else:
        said = _(
            "{side} threatens to win: the stone on {origin} goes by {middle} to {goal}, and the character follows."
        )
        possible = _("{side} can now win: the stone on {origin} goes by {middle} to {goal}, and the character follows.")
    names = {
        "side": side,
        "goal": NAMES[goal],
        "origin": stops[0] if stops else "",
        "middle": NAMES[place(moves[0][1])] if moves else "",
    }
    way = _straight(at, goal)
    return Threat(said.format(**names), (NAMES[at], *stops, NAMES[goal]), way, possible.format(**names))


def _straight(origin: int, goal: int) -> tuple[str, ...]:
    """Return the squares from one square to another in line with it, both included."""
    for ray in LINES[origin]:
        if goal in ray:
            return tuple(NAMES[square] for square in (origin, *ray[: ray.index(goal) + 1]))
    raise AssertionError


def reasons(state: State, moves: Sequence[Move]) -> tuple[str, ...]:
    """Return the effects of a turn, or of its beginning, as sentences, the most important first."""
    side, other = state.side, 1 - state.side
    theirs = _(SIDES[other])
    then = state
    for move in moves:
        then = play(then, move)
    over = ending(then)
    if over is not None:
        if over.winner != side:
            return ()
        if over.kind == "home":
            return (_("Reaches {other}'s home row and wins.").format(other=theirs),)
        return (_("Touches {other}'s line with three stones and wins.").format(other=theirs),)
    ground = terrain(state.mode)
    if _is_lost(state, then, side):
        return (_("Nothing stops {other} from winning next turn any more.").format(other=theirs),)
    before, later = (position(State(board, side, 2, 1, state.mode)) for board in (state.board, then.board))
    said = _parries(_prevented(state, then, side), then, side)
    if win(ground, later) is not None:
        end = End(later.own, later.at)
        if then.side != side and _concluded(finish(ground, before, [end])) is not None:
            said.insert(0, _("Wins next turn, whatever {other} does.").format(other=theirs))
        elif any(True for _way in home_wins(ground, later)):
            said.append(_("Threatens to reach {other}'s home row next turn.").format(other=theirs))
        else:
            said.append(
                _("Threatens to touch {other}'s line with three stones next turn and win.").format(other=theirs)
            )
    if not said and FORWARD[side] * (place(later.at) // SIZE - place(before.at) // SIZE) > 0:
        said.append(_("Brings the character nearer to {other}'s home row.").format(other=theirs))
    return tuple(dict.fromkeys(said))


def _is_lost(state: State, then: State, side: int) -> bool:
    """Return True if the other side can win after the turn of a side, and could after any other turn from here."""
    if not threats(_resting(then), side):
        return False
    there = position(State(state.board, 1 - side, 2, 1, state.mode))
    return _concluded(finish(terrain(state.mode), there, [End(there.own, there.at)])) is not None


def _prevented(state: State, then: State, side: int) -> list[Threat]:
    """Return the threats against a side that are gone after its turn."""
    left = {threat.targets[-1] for threat in threats(_resting(then), side)}
    return [threat for threat in threats(_resting(state), side) if threat.targets[-1] not in left]


def _resting(state: State) -> State:
    """Return a state as at a turn's start."""
    return State(state.board, state.side, 2, 1, state.mode)


def _parries(threats: Sequence[Threat], then: State, side: int) -> list[str]:
    """Return the reasons that threats are gone, one for all ways that are gone for the same reason."""
    other = _(SIDES[1 - side])
    squares: dict[str, list[str]] = {}
    for threat in threats:
        if len(threat.path) > 1 and then.board[INDEX[threat.path[0]]] == BEARER[1 - side]:
            text = _("Keeps {other}'s stone from {square}.")
            if any(then.board[INDEX[square]] in OWN[side] for square in threat.path):
                text = _("Blocks the way of {other}'s character to {square}.")
            squares.setdefault(text, []).append(threat.targets[-1])
        else:
            squares.setdefault(_("Keeps {other} from touching {side}'s line with three stones."), [])
    return [
        text.format(other=other, side=_(SIDES[side]), square=listed(sorted(set(goals))))
        for text, goals in squares.items()
    ]


def _concluded(slices: Generator[int, None, End | None]) -> End | None:
    """Return the result of a short search, without a pause."""
    while True:
        try:
            next(slices)
        except StopIteration as done:
            end: End | None = done.value
            return end
