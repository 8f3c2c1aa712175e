"""The reasons for a turn, as short sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ruleboard.games.tesulda import words
from ruleboard.games.tesulda.board import NAMES, ZONE
from ruleboard.games.tesulda.dangers import dangers, passed
from ruleboard.games.tesulda.endings import ending
from ruleboard.games.tesulda.evaluation import worth
from ruleboard.games.tesulda.figures import CROWN
from ruleboard.games.tesulda.moves import ArmyCommand, Move, MoveFigure, Resource, Swap, Take
from ruleboard.games.tesulda.reach import attackers
from ruleboard.games.tesulda.search_rules import Position, lanes_to, position
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.turn import next_state
from ruleboard.i18n import _

_MOST: Final = 3
"""The maximum number of reasons for a turn."""
_FREER: Final = 3
"""The minimum growth of a figure's freedom, in squares, that counts as a reason."""


def reasons(state: State, moves: Sequence[Move]) -> tuple[str, ...]:
    """Return at most three reasons for the legal moves of a turn, the most important first."""
    if state.build is not None:
        return (_("This army plays well."),) if ArmyCommand.DEFAULT in moves else ()
    after = state
    captures: list[str] = []
    exchanges: list[str] = []
    for move in moves:
        (captures if isinstance(move, MoveFigure) else exchanges).extend(_of_step(after, move))
        after = next_state(after, move)
    end = ending(after)
    if end is not None and end.returns[state.side] > 0:
        return (_("It wins the game."),)
    told = (*captures, *_of_turn(state, after), *exchanges, *_quiet(state, after, moves))
    return tuple(dict.fromkeys(told or _freedom(state, after, moves)))[:_MOST]


def _of_step(state: State, move: Move) -> Iterator[str]:
    """Yield the reasons for a step of a turn."""
    match move:
        case MoveFigure(origin, goal) if state.board[goal]:
            text = _("It captures {figure} on {square}.")
            if not position(state, state.side).defended(goal, origin):
                text = _("It captures {figure} on {square}, and cannot be captured in return.")
            yield text.format(figure=words.owned(state.board[goal]), square=NAMES[goal])
        case Take() | Resource():
            yield from _of_growth(state, move, state.moved)
        case Swap(_origin, goal):
            yield from _of_growth(state, move, goal)


def _of_growth(state: State, move: Move, square: int) -> Iterator[str]:
    """Yield a sentence with the new ratings or traits of a figure that gets pieces, if they change."""
    before, grown = state.board[square], next_state(state, move).board[square]
    if words.trait_names(grown) != words.trait_names(before):
        told = words.trait_words(grown)
    elif words.ratings(grown) != words.ratings(before):
        told = words.ratings(grown)
    else:
        return
    yield _("The figure on {square} then has {ratings}.").format(square=NAMES[square], ratings=told)


def _of_turn(state: State, after: State) -> Iterator[str]:
    """Yield the reasons that compare the dangers before and after a turn."""
    side = state.side
    in_danger = state.is_turn_start and bool(attackers(state.board, side))
    if in_danger:
        yield _("It brings the Prime to safety.")
    if attackers(after.board, 1 - side):
        yield _("It attacks the enemy's Prime.")
    still = {(danger.wins, after.board[danger.square]) for danger in dangers(after, side)}
    for danger in dangers(state, side):
        if danger.wins:
            if not in_danger and not any(wins for wins, _figure in still):
                yield _("It prevents the loss of the Prime.")
        elif (False, state.board[danger.square]) not in still:
            figure = words.owned(state.board[danger.square])
            yield _("It saves {figure} on {square} from capture.").format(figure=figure, square=NAMES[danger.square])
    before = {(danger.wins, danger.square) for danger in dangers(state, 1 - side)}
    struck = _struck(state, side)
    for danger in dangers(after, 1 - side):
        if (danger.wins, danger.square) in before:
            continue
        if danger.wins:
            yield _("It threatens to win the game.")
        elif not struck >> danger.square & 1 or after.board[danger.square] != state.board[danger.square]:
            figure = words.owned(after.board[danger.square])
            yield _("It threatens {figure} on {square}.").format(figure=figure, square=NAMES[danger.square])


def _struck(state: State, side: int) -> int:
    """Return the set of squares to which figures of a side could go in its turn."""
    found = 0
    for _origin, ends in position(passed(state, 1 - side), side).goals:
        found |= ends
    return found


def _quiet(state: State, after: State, moves: Sequence[Move]) -> Iterator[str]:
    """Yield the positional reasons for a Move."""
    if not isinstance(moves[0], MoveFigure):
        return
    origin, goal, side = moves[0].origin, moves[0].goal, state.side
    before, then = position(state, side), position(after, side)
    zone = ZONE[1 - side]
    moved, crowned = then.own.get(goal, ""), CROWN in state.board[origin]
    if zone >> goal & 1 and not zone >> origin & 1:
        yield _("It enters the enemy's Starting Zone, where pieces of the pool can be brought back.")
    if not moved or crowned:
        return
    yield from _pressure(before, then, origin, goal)
    yield from _guarded(before, then, goal)
    if not zone & (1 << origin | 1 << goal | _free(before, origin)) and zone & _free(then, goal):
        yield _("The figure can enter the enemy's Starting Zone with its next Move.")


def _pressure(before: Position, then: Position, origin: int, goal: int) -> Iterator[str]:
    """Yield a reason if only one figure stands between the figure that has moved and the enemy's Prime."""

    def left(at: Position, square: int) -> list[int]:
        lanes = (lane & at.stops for start, lane, _prime in lanes_to(at.other, at.own, at.stops) if start == square)
        return sorted(lanes, key=int.bit_count)

    blockers, earlier = left(then, goal), left(before, origin)
    if blockers and blockers[0].bit_count() == 1 and not (earlier and earlier[0].bit_count() <= 1):
        square = blockers[0].bit_length() - 1
        figure = words.owned(then.own.get(square) or then.other[square])
        text = _("Only {figure} on {square} stands between the figure and the enemy's Prime.")
        yield text.format(figure=figure, square=NAMES[square])


def _guarded(before: Position, then: Position, goal: int) -> Iterator[str]:
    """Yield a reason if the figure that has moved newly guards another one: the most valuable such figure."""
    struck, reached = then.attacked(then.stops), then.reach(then.own[goal], goal, then.stops)
    found = [
        (worth(figure), square)
        for square, figure in then.own.items()
        if square != goal and reached >> square & struck >> square & 1 and CROWN not in figure
        if not any(
            before.reach(guard, start, before.stops) >> square & 1
            for start, guard in before.own.items()
            if start != square
        )
    ]
    if found:
        square = max(found)[1]
        figure = words.owned(then.own[square])
        yield _("It guards {figure} on {square}.").format(figure=figure, square=NAMES[square])


def _free(at: Position, square: int) -> int:
    """Return the set of squares to which a figure of the side to move can go, without enemy Primes."""
    primes = sum(1 << other for other, figure in at.other.items() if CROWN in figure)
    return dict(at.goals).get(square, 0) & ~primes


def _freedom(state: State, after: State, moves: Sequence[Move]) -> Iterator[str]:
    """Yield a reason for the figure whose freedom grows most by a Move."""
    if not isinstance(moves[0], MoveFigure):
        return
    origin, goal, side = moves[0].origin, moves[0].goal, state.side
    before, then = position(state, side), position(after, side)
    gains = [
        (
            _free(then, square).bit_count() - _free(before, origin if square == goal else square).bit_count(),
            square == goal,
            square,
        )
        for square, figure in then.own.items()
        if CROWN not in figure
    ]
    gain, _moved, square = max(gains, default=(0, True, goal))
    if gain < _FREER:
        return
    text = _("The figure on {square} can then go to {n} squares, {more} more than before.")
    yield text.format(square=NAMES[square], n=_free(then, square).bit_count(), more=gain)
