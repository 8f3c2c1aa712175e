"""Describe the reasons for a turn in short sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ruleboard.games.tesulda import texts
from ruleboard.games.tesulda.board import NAMES, ZONE
from ruleboard.games.tesulda.dangers import after_pass, dangers
from ruleboard.games.tesulda.endings import ending
from ruleboard.games.tesulda.evaluation import figure_value
from ruleboard.games.tesulda.figures import CROWN
from ruleboard.games.tesulda.moves import ArmyCommand, Move, MoveFigure, Resource, Swap, Take
from ruleboard.games.tesulda.reach import attackers
from ruleboard.games.tesulda.search_rules import SearchPosition, lanes_to, search_position
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.turn import next_state
from ruleboard.i18n import _

_MAX_REASONS: Final = 3
"""The maximum number of reasons for a turn."""
_MIN_FREEDOM_GAIN: Final = 3
"""The minimum increase of a figure's mobility that is worth a sentence, in squares."""


def reasons(state: State, moves: Sequence[Move]) -> tuple[str, ...]:
    """Return at most three reasons for the legal moves of a turn, the most important first."""
    if state.build is not None:
        return (_("This army plays well."),) if ArmyCommand.DEFAULT in moves else ()
    after = state
    captures: list[str] = []
    exchanges: list[str] = []
    for move in moves:
        (captures if isinstance(move, MoveFigure) else exchanges).extend(_step_reasons(after, move))
        after = next_state(after, move)
    end = ending(after)
    if end is not None and end.returns[state.side] > 0:
        return (_("It wins the game."),)
    sentences = (*captures, *_turn_reasons(state, after), *exchanges, *_positional_reasons(state, after, moves))
    return tuple(dict.fromkeys(sentences or _freedom_reasons(state, after, moves)))[:_MAX_REASONS]


def _step_reasons(state: State, move: Move) -> Iterator[str]:
    """Yield the reasons for a step of a turn."""
    match move:
        case MoveFigure(origin, goal) if state.board[goal]:
            text = _("It captures {figure} on {square}.")
            if not search_position(state, state.side).is_defended(goal, origin):
                text = _("It captures {figure} on {square}, and cannot be captured in return.")
            yield text.format(figure=texts.figure_with_side(state.board[goal]), square=NAMES[goal])
        case Take() | Resource():
            yield from _growth_reasons(state, move, state.mover_square)
        case Swap(_origin, goal):
            yield from _growth_reasons(state, move, goal)


def _growth_reasons(state: State, move: Move, square: int) -> Iterator[str]:
    """Yield a sentence on the new ratings or traits of a figure that gets pieces, if they change."""
    old_figure, new_figure = state.board[square], next_state(state, move).board[square]
    if texts.trait_names(new_figure) != texts.trait_names(old_figure):
        ratings = texts.traits_text(new_figure)
    elif texts.ratings(new_figure) != texts.ratings(old_figure):
        ratings = texts.ratings(new_figure)
    else:
        return
    yield _("The figure on {square} then has {ratings}.").format(square=NAMES[square], ratings=ratings)


def _turn_reasons(state: State, after: State) -> Iterator[str]:
    """Yield reasons from a comparison of the dangers before and after a turn."""
    side = state.side
    was_in_danger = state.is_turn_start and bool(attackers(state.board, side))
    if was_in_danger:
        yield _("It brings the Prime to safety.")
    if attackers(after.board, 1 - side):
        yield _("It attacks the enemy's Prime.")
    remaining = {(danger.wins, after.board[danger.square]) for danger in dangers(after, side)}
    for danger in dangers(state, side):
        if danger.wins:
            if not was_in_danger and not any(wins for wins, _figure in remaining):
                yield _("It prevents the loss of the Prime.")
        elif (False, state.board[danger.square]) not in remaining:
            figure = texts.figure_with_side(state.board[danger.square])
            yield _("It saves {figure} on {square} from capture.").format(figure=figure, square=NAMES[danger.square])
    earlier = {(danger.wins, danger.square) for danger in dangers(state, 1 - side)}
    attacked_before = _attacked_squares(state, side)
    for danger in dangers(after, 1 - side):
        if (danger.wins, danger.square) in earlier:
            continue
        if danger.wins:
            yield _("It threatens to win the game.")
        elif not attacked_before >> danger.square & 1 or after.board[danger.square] != state.board[danger.square]:
            figure = texts.figure_with_side(after.board[danger.square])
            yield _("It threatens {figure} on {square}.").format(figure=figure, square=NAMES[danger.square])


def _attacked_squares(state: State, side: int) -> int:
    """Return a bit mask of the goals of a side's legal Moves."""
    result = 0
    for _origin, ends in search_position(after_pass(state, 1 - side), side).goals:
        result |= ends
    return result


def _positional_reasons(state: State, after: State, moves: Sequence[Move]) -> Iterator[str]:
    """Yield the positional reasons for a Move."""
    if not isinstance(moves[0], MoveFigure):
        return
    origin, goal, side = moves[0].origin, moves[0].goal, state.side
    old_position, new_position = search_position(state, side), search_position(after, side)
    zone = ZONE[1 - side]
    mover, is_prime = new_position.own_figures.get(goal, ""), CROWN in state.board[origin]
    if zone >> goal & 1 and not zone >> origin & 1:
        yield _("It enters the enemy's Starting Zone, where pieces of the pool can be brought back.")
    if not mover or is_prime:
        return
    yield from _pressure_reasons(old_position, new_position, origin, goal)
    yield from _guard_reasons(old_position, new_position, goal)
    if not zone & (1 << origin | 1 << goal | _free_squares(old_position, origin)) and zone & _free_squares(
        new_position, goal
    ):
        yield _("The figure can enter the enemy's Starting Zone with its next Move.")


def _pressure_reasons(
    old_position: SearchPosition, new_position: SearchPosition, origin: int, goal: int
) -> Iterator[str]:
    """Yield a reason if only one figure stands between the moved figure and the enemy's Prime."""

    def lane_blockers(position: SearchPosition, square: int) -> list[int]:
        lanes = (
            lane & position.occupied
            for start, lane, _prime in lanes_to(position.enemy_figures, position.own_figures, position.occupied)
            if start == square
        )
        return sorted(lanes, key=int.bit_count)

    blockers, old_blockers = lane_blockers(new_position, goal), lane_blockers(old_position, origin)
    if blockers and blockers[0].bit_count() == 1 and not (old_blockers and old_blockers[0].bit_count() <= 1):
        square = blockers[0].bit_length() - 1
        figure = texts.figure_with_side(new_position.own_figures.get(square) or new_position.enemy_figures[square])
        text = _("Only {figure} on {square} stands between the figure and the enemy's Prime.")
        yield text.format(figure=figure, square=NAMES[square])


def _guard_reasons(old_position: SearchPosition, new_position: SearchPosition, goal: int) -> Iterator[str]:
    """Yield a reason for the most valuable figure that the moved figure now guards."""
    attacked_squares, guarded_squares = (
        new_position.attacked_squares(new_position.occupied),
        new_position.reach(new_position.own_figures[goal], goal, new_position.occupied),
    )
    candidates = [
        (figure_value(figure), square)
        for square, figure in new_position.own_figures.items()
        if square != goal and guarded_squares >> square & attacked_squares >> square & 1 and CROWN not in figure
        if not any(
            old_position.reach(guard, start, old_position.occupied) >> square & 1
            for start, guard in old_position.own_figures.items()
            if start != square
        )
    ]
    if candidates:
        square = max(candidates)[1]
        figure = texts.figure_with_side(new_position.own_figures[square])
        yield _("It guards {figure} on {square}.").format(figure=figure, square=NAMES[square])


def _free_squares(position: SearchPosition, square: int) -> int:
    """Return a bit mask of the goals of a figure of the side to move, without enemy Primes."""
    primes = sum(1 << prime for prime, figure in position.enemy_figures.items() if CROWN in figure)
    return dict(position.goals).get(square, 0) & ~primes


def _freedom_reasons(state: State, after: State, moves: Sequence[Move]) -> Iterator[str]:
    """Yield a reason for the figure with the greatest gain of mobility by a Move."""
    if not isinstance(moves[0], MoveFigure):
        return
    origin, goal, side = moves[0].origin, moves[0].goal, state.side
    old_position, new_position = search_position(state, side), search_position(after, side)
    gains = [
        (
            _free_squares(new_position, square).bit_count()
            - _free_squares(old_position, origin if square == goal else square).bit_count(),
            square == goal,
            square,
        )
        for square, figure in new_position.own_figures.items()
        if CROWN not in figure
    ]
    gain, _moved, square = max(gains, default=(0, True, goal))
    if gain < _MIN_FREEDOM_GAIN:
        return
    text = _("The figure on {square} can then go to {n} squares, {more} more than before.")
    yield text.format(square=NAMES[square], n=_free_squares(new_position, square).bit_count(), more=gain)
