"""Describe the reasons for a turn in short sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final

from ruleboard.games.tesulda import texts
from ruleboard.games.tesulda.board import SIZE, SQUARE_NAMES, ZONE_MASKS
from ruleboard.games.tesulda.dangers import dangers
from ruleboard.games.tesulda.endings import find_ending
from ruleboard.games.tesulda.evaluation import figure_value
from ruleboard.games.tesulda.figures import CROWN, traits
from ruleboard.games.tesulda.moves import ArmyCommand, Move, MoveFigure, Resource, Swap, Take
from ruleboard.games.tesulda.position import Position, lanes_to_primes, prime_squares
from ruleboard.games.tesulda.reach import reachable_squares
from ruleboard.games.tesulda.state import SIDES, State
from ruleboard.games.tesulda.turn import next_state
from ruleboard.i18n import _, ngettext

_MAX_REASONS: Final = 3
"""The maximum number of reasons for a turn."""
_MIN_MOBILITY_GAIN: Final = 3
"""The minimum increase of a figure's mobility that is worth a sentence, in squares."""


def reasons(state: State, moves: Sequence[Move]) -> tuple[str, ...]:
    """Return at most three sentences that explain a turn, the most important first.

    If no specific reason applies, return a general sentence about the turn.
    """
    if state.build is not None:
        texts_by_command = {
            ArmyCommand.DEFAULT: _("This army makes for a good game."),
            ArmyCommand.DONE: _("The army is ready."),
        }
        return tuple(text for command, text in texts_by_command.items() if command in moves)[:1]
    end_state = state
    captures: list[str] = []
    exchanges: list[str] = []
    for move in moves:
        (captures if isinstance(move, MoveFigure) else exchanges).extend(_step_reasons(end_state, move))
        end_state = next_state(end_state, move)
    game_end = find_ending(end_state)
    if game_end is not None and game_end.returns[state.side] > 0:
        return (_("This turn wins the game."),)
    sentences = (*captures, *_turn_reasons(state, end_state), *exchanges, *_positional_reasons(state, end_state, moves))
    sentences = sentences or tuple(_mobility_reasons(state, end_state, moves))
    return tuple(dict.fromkeys(sentences))[:_MAX_REASONS] or (_fallback_reason(state, end_state, moves),)


def _step_reasons(state: State, move: Move) -> Iterator[str]:
    match move:
        case MoveFigure(origin, goal) if state.board[goal]:
            text = _("This turn captures {figure} on {square}.")
            if not state.position.can_be_recaptured(goal, origin):
                text = _("This turn captures {figure} on {square}, and {side} can’t recapture.")
            placeholders = {"square": SQUARE_NAMES[goal], "side": _(SIDES[1 - state.side])}
            yield text.format(figure=texts.figure_name_with_side(state.board[goal]), **placeholders)
        case Take() | Resource():
            yield from _growth_reasons(state, move, state.mover_square)
        case Swap(_origin, goal):
            yield from _growth_reasons(state, move, goal)


def _growth_reasons(state: State, move: Move, square: int) -> Iterator[str]:
    old_figure, new_figure = state.board[square], next_state(state, move).board[square]
    names, old_names = texts.traits_list(new_figure), texts.traits_list(old_figure)
    if names == old_names and texts.ratings_text(new_figure) == texts.ratings_text(old_figure):
        return
    text = _("The figure on {square} then has ratings of {straight} straight and {diagonal} diagonal.")
    if names and names != old_names:
        text = _("The figure on {square} then has ratings of {straight} straight and {diagonal} diagonal ({traits}).")
    abilities = traits(new_figure)
    yield text.format(
        square=SQUARE_NAMES[square],
        straight=abilities.straight_rating,
        diagonal=abilities.diagonal_rating,
        traits=names,
    )


def _turn_reasons(state: State, end_state: State) -> Iterator[str]:
    side = state.side
    was_in_danger = state.is_turn_start and state.position.in_check
    if was_in_danger:
        yield _("This turn saves the Prime.")
    if end_state.position.with_side(1 - side).in_check:
        yield _("This turn attacks {side}’s Prime.").format(side=_(SIDES[1 - side]))
    remaining_dangers = {(danger.wins_game, end_state.board[danger.square]) for danger in dangers(end_state, side)}
    for danger in dangers(state, side):
        if danger.wins_game:
            if not was_in_danger and not any(wins_game for wins_game, _figure in remaining_dangers):
                yield _("This turn stops {side} from winning on the next one.").format(side=_(SIDES[1 - side]))
        elif (False, state.board[danger.square]) not in remaining_dangers:
            figure = texts.figure_name_with_side(state.board[danger.square])
            yield _("This turn saves {figure} on {square}.").format(figure=figure, square=SQUARE_NAMES[danger.square])
    earlier_dangers = {(danger.wins_game, danger.square) for danger in dangers(state, 1 - side)}
    old_attacked_mask = reduce(or_, (goal_mask for _origin, goal_mask in state.position.goals), 0)
    for danger in dangers(end_state, 1 - side):
        if (danger.wins_game, danger.square) in earlier_dangers:
            continue
        if danger.wins_game:
            yield _("This turn threatens to win the game.")
        elif not old_attacked_mask >> danger.square & 1 or end_state.board[danger.square] != state.board[danger.square]:
            figure = texts.figure_name_with_side(end_state.board[danger.square])
            yield _("This turn threatens {figure} on {square}.").format(
                figure=figure, square=SQUARE_NAMES[danger.square]
            )


def _positional_reasons(state: State, end_state: State, moves: Sequence[Move]) -> Iterator[str]:
    if not isinstance(moves[0], MoveFigure):
        return
    origin, goal, side = moves[0].origin, moves[0].goal, state.side
    old_position, new_position = state.position, end_state.position.with_side(side)
    zone_mask = ZONE_MASKS[1 - side]
    mover, is_prime = new_position.own_figures.get(goal, ""), CROWN in state.board[origin]
    if zone_mask >> goal & 1 and not zone_mask >> origin & 1:
        text = _("The figure enters {side}’s Starting Zone, where it can bring back pieces from the pool.")
        yield text.format(side=_(SIDES[1 - side]))
    if not mover or is_prime:
        return
    yield from _pressure_reasons(old_position, new_position, moves[0], 1 - side)
    yield from _guard_reasons(old_position, new_position, goal)
    if not zone_mask & (1 << origin | 1 << goal | _goal_mask(old_position, origin)) and zone_mask & _goal_mask(
        new_position, goal
    ):
        yield _("The figure can enter {side}’s Starting Zone next turn.").format(side=_(SIDES[1 - side]))


def _pressure_reasons(old_position: Position, new_position: Position, move: MoveFigure, opponent: int) -> Iterator[str]:
    """Yield a sentence if only one figure stands between the moved figure and the opponent's Prime."""

    def lane_blockers(position: Position, square: int) -> list[int]:
        lanes = (
            lane & position.occupied_mask
            for start, lane, _prime in lanes_to_primes(
                position.enemy_figures, position.own_figures, position.occupied_mask
            )
            if start == square
        )
        return sorted(lanes, key=int.bit_count)

    blockers, old_blockers = lane_blockers(new_position, move.goal), lane_blockers(old_position, move.origin)
    if blockers and blockers[0].bit_count() == 1 and not (old_blockers and old_blockers[0].bit_count() <= 1):
        square = blockers[0].bit_length() - 1
        figure = texts.figure_name_with_side(new_position.own_figures.get(square) or new_position.enemy_figures[square])
        text = _("Only {figure} on {square} shields {side}’s Prime from the figure that moved.")
        yield text.format(figure=figure, square=SQUARE_NAMES[square], side=_(SIDES[opponent]))


def _guard_reasons(old_position: Position, new_position: Position, goal: int) -> Iterator[str]:
    attacked_squares, guarded_squares = (
        new_position.attacked_squares(new_position.occupied_mask),
        reachable_squares(new_position.own_figures[goal], goal, new_position.occupied_mask),
    )
    candidates = [
        (figure_value(figure), square)
        for square, figure in new_position.own_figures.items()
        if square != goal and guarded_squares >> square & attacked_squares >> square & 1 and CROWN not in figure
        if not any(
            reachable_squares(guard_figure, start, old_position.occupied_mask) >> square & 1
            for start, guard_figure in old_position.own_figures.items()
            if start != square
        )
    ]
    if candidates:
        square = max(candidates)[1]
        figure = texts.figure_name_with_side(new_position.own_figures[square])
        yield _("This turn guards {figure} on {square}.").format(figure=figure, square=SQUARE_NAMES[square])


def _goal_mask(position: Position, square: int) -> int:
    """Return a bit mask of the squares that a figure of the side to move can reach, except those of enemy Primes."""
    prime_mask = sum(1 << prime for prime, figure in position.enemy_figures.items() if CROWN in figure)
    return dict(position.goals).get(square, 0) & ~prime_mask


def _mobility_reasons(state: State, end_state: State, moves: Sequence[Move]) -> Iterator[str]:
    if not isinstance(moves[0], MoveFigure):
        return
    origin, goal, side = moves[0].origin, moves[0].goal, state.side
    old_position, new_position = state.position, end_state.position.with_side(side)
    gains = [
        (
            _goal_mask(new_position, square).bit_count()
            - _goal_mask(old_position, origin if square == goal else square).bit_count(),
            square == goal,
            square,
        )
        for square, figure in new_position.own_figures.items()
        if CROWN not in figure
    ]
    gain, _moved, square = max(gains, default=(0, True, goal))
    if gain < _MIN_MOBILITY_GAIN:
        return
    text = _("The figure on {square} can then reach {n} squares, {more} more than before.")
    yield text.format(square=SQUARE_NAMES[square], n=_goal_mask(new_position, square).bit_count(), more=gain)


def _fallback_reason(state: State, end_state: State, moves: Sequence[Move]) -> str:
    """Return a sentence about a turn without captures, threats or rescues."""
    side, opponent = state.side, 1 - state.side
    placeholders = {"side": _(SIDES[side]), "other": _(SIDES[opponent])}
    if isinstance(moves[0], MoveFigure) and CROWN not in state.board[moves[0].origin]:
        primes = prime_squares(end_state.position.figures_of(opponent))
        old_distance, distance = (
            min((_distance(square, prime) for prime in primes), default=0)
            for square in (moves[0].origin, moves[0].goal)
        )
        if distance < old_distance:
            return _("This turn brings the figure closer to {other}’s Prime.").format(**placeholders)
    if not dangers(end_state, side):
        return _("This turn leaves all of {side}’s figures safe.").format(**placeholders)
    count = sum(goals.bit_count() for _origin, goals in end_state.position.with_side(opponent).goals)
    return ngettext("After this turn, {other} has {n} Move.", "After this turn, {other} has {n} Moves.", count).format(
        n=count, **placeholders
    )


def _distance(square: int, other_square: int) -> int:
    """Return the number of steps between two squares, straight or diagonal."""
    (rank, file), (other_rank, other_file) = divmod(square, SIZE), divmod(other_square, SIZE)
    return max(abs(rank - other_rank), abs(file - other_file))
