"""The actions with which players build their armies. Implements 'Setup' (spec).

Players take bases and pieces from a store and may return them. They may also move figures to other squares, copy
figures, or change the whole army with a command. Light builds first, then Dark. Neither player sees the other's army.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from ruleboard.engine.action import Action
from ruleboard.engine.errors import PositionError
from ruleboard.engine.rng import stream_state
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda.army import Army
from ruleboard.games.tesulda.board import SQUARE_NAMES, SQUARE_NUMBERS
from ruleboard.games.tesulda.figures import CROWN, FIGURE_SIZES_IN_SETUP, PIECES, with_pieces, without_pieces
from ruleboard.games.tesulda.moves import (
    ArmyCommand,
    BuildMove,
    CopyFigure,
    CopyToKind,
    Move,
    MoveFigure,
    PlaceBase,
    PlacePiece,
    RemoveFigure,
    RemovePiece,
    ShiftPiece,
)
from ruleboard.games.tesulda.notation import format_move
from ruleboard.games.tesulda.piece_targets import target_sequences
from ruleboard.games.tesulda.position import EMPTY, EMPTY_BOARD, position_of
from ruleboard.games.tesulda.state import DARK, LIGHT, BuildProgress, State
from ruleboard.i18n import _

STORE_TARGET: Final = "store"
"""The target to which figures and pieces return."""
COPY_TARGET: Final = "do:copy"
"""The button that starts a copy of a figure."""
COPY_TO_KIND_TARGET: Final = "do:all"
"""The button that copies the pieces of the selected figure to all figures with the same base."""
COMMAND_ACTIONS: Final[dict[ArmyCommand, Action[Move]]] = {
    command: Action(format_move(command), (f"do:{command.value}",), command) for command in ArmyCommand
}
"""The actions that change the whole army, in a fixed order."""

ZoneFigures = list[tuple[int, str]]
"""The squares of a Starting Zone with their figures."""


def start_building(first_side: int, seed: int) -> State:
    """Return the initial state, in which Light builds an army.

    Args:
        first_side: the side that makes the first Move of the game (0 Light, 1 Dark).
        seed: the seed of all shuffles.
    """
    return State(position_of(EMPTY_BOARD, LIGHT), build=BuildProgress(first_side, seed))


def current_army(state: State) -> Army:
    """Return the unfinished army of the player who is building."""
    return armies.army_on(state.board, state.side)


def has_room_for(figure: str, piece: str) -> bool:
    """Return True if a player may add a piece to a figure. A crown needs no room."""
    return piece == CROWN or armies.free_capacity(figure) > 0


def legal_actions(state: State) -> tuple[Action[Move], ...]:
    """Return all building actions: first the commands, then the actions of the store, of figures and of pieces."""
    return _legal_actions(current_army(state), state.side, model_square(state))


def model_square(state: State) -> int:
    """Return the square of the figure that the copy button copies by default, or -1.

    The default is the figure that the player changed last, if it has pieces and the store has the parts for a copy.
    """
    army, square = current_army(state), state.build.last_square if state.build else -1
    model = dict(zip(armies.zone_squares(state.side), army, strict=True)).get(square, EMPTY)
    goals = _copy_goals(army, state.side, model) if len(model) > 1 else []
    return square if any(len(state.board[goal]) < 2 for goal in goals) else -1


def selected_model(state: State, selection: Sequence[str]) -> int:
    """Return the square of the figure that the copy button would copy, or -1 for none."""
    squares = [SQUARE_NUMBERS[target] for target in selection if target in SQUARE_NUMBERS]
    return squares[0] if squares else model_square(state)


@lru_cache(maxsize=64)
def _legal_actions(army: Army, side: int, model: int) -> tuple[Action[Move], ...]:
    zone_figures = list(zip(armies.zone_squares(side), army, strict=True))
    return (
        *_command_actions(army),
        *_store_actions(army, zone_figures),
        *_figure_actions(zone_figures),
        *_piece_actions(zone_figures),
        *_copy_actions(army, side, model),
    )


def _command_actions(army: Army) -> Iterator[Action[Move]]:
    """Yield the commands that would change the army, and the command ``done`` if the army is complete."""
    is_available_by_command = {
        ArmyCommand.DONE: not armies.army_problems(army),
        ArmyCommand.FILL: armies.with_all_parts_placed(army) != army,
        ArmyCommand.DEFAULT: army != armies.DEFAULT_ARMY,
        ArmyCommand.SHUFFLE: True,
        ArmyCommand.MIRROR: armies.mirror_image(army) != army,
        ArmyCommand.CLEAR: army != armies.EMPTY_ARMY,
    }
    return (action for command, action in COMMAND_ACTIONS.items() if is_available_by_command[command])


def _store_actions(army: Army, zone_figures: ZoneFigures) -> Iterator[Action[Move]]:
    for base, store_count in armies.bases_in_store(army).items():
        if store_count > 0:
            yield from (_place_base_action(base, square) for square, figure in zone_figures if not figure)
    for piece, store_count in armies.pieces_in_store(army).items():
        if store_count > 0:
            yield from (_place_piece_action(piece, square) for square in _squares_with_room(zone_figures, piece))


def _squares_with_room(zone_figures: ZoneFigures, piece: str) -> list[int]:
    return [square for square, figure in zone_figures if figure and has_room_for(figure, piece)]


@cache
def _place_base_action(base: str, square: int) -> Action[Move]:
    move = PlaceBase(base, square)
    return Action(format_move(move), (f"base:{base}", SQUARE_NAMES[square]), move)


@cache
def _place_piece_action(piece: str, square: int) -> Action[Move]:
    move = PlacePiece(piece, square)
    target, name = f"store:{piece}", SQUARE_NAMES[square]
    return Action(format_move(move), (target, name), move, alternative_targets=((name, target),))


def _figure_actions(zone_figures: ZoneFigures) -> Iterator[Action[Move]]:
    for index, (origin, figure) in enumerate(zone_figures):
        if figure:
            for other_index, (goal, other_figure) in enumerate(zone_figures):
                if index < other_index or not other_figure:
                    yield _move_figure_action(origin, goal, bool(other_figure))
            yield _remove_figure_action(origin)


@cache
def _move_figure_action(origin: int, goal: int, is_exchange: bool) -> Action[Move]:
    move = MoveFigure(origin, goal)
    origin_name, goal_name = SQUARE_NAMES[origin], SQUARE_NAMES[goal]
    return Action(
        format_move(move),
        (origin_name, goal_name),
        move,
        alternative_targets=((goal_name, origin_name),) if is_exchange else (),
    )


@cache
def _remove_figure_action(square: int) -> Action[Move]:
    move = RemoveFigure(square)
    return Action(format_move(move), (SQUARE_NAMES[square], STORE_TARGET), move, "special back")


def _piece_actions(zone_figures: ZoneFigures) -> Iterator[Action[Move]]:
    squares_by_piece = {piece: _squares_with_room(zone_figures, piece) for piece in PIECES}
    for square, figure in zone_figures:
        for piece in dict.fromkeys(figure[1:]):
            count = figure.count(piece, 1)
            yield from (
                _shift_piece_action(square, piece, count, goal) for goal in squares_by_piece[piece] if goal != square
            )
            yield _remove_piece_action(square, piece, count)


@lru_cache(maxsize=4096)
def _shift_piece_action(origin: int, piece: str, count: int, goal: int) -> Action[Move]:
    """Return the action that moves a piece to another figure.

    ``count`` is the number of pieces of this kind on the rod.
    """
    move = ShiftPiece(origin, piece, goal)
    targets, *alternatives = _target_sequences(origin, piece, count, SQUARE_NAMES[goal])
    return Action(format_move(move), targets, move, "go", tuple(alternatives))


@lru_cache(maxsize=1024)
def _remove_piece_action(square: int, piece: str, count: int) -> Action[Move]:
    """Return the action that returns a piece to the store.

    ``count`` is the number of pieces of this kind on the rod.
    """
    move = RemovePiece(square, piece)
    targets, *alternatives = (
        target_sequence
        for end in (STORE_TARGET, f"store:{piece}")
        for target_sequence in _target_sequences(square, piece, count, end)
    )
    return Action(format_move(move), targets, move, "special back", tuple(alternatives))


def _copy_goals(army: Army, side: int, model: str) -> list[int]:
    """Return the squares on which a player can make a copy of a figure with parts from the store."""
    store = armies.parts_in_store(army)
    parts_by_goal = {
        goal: armies.missing_parts(figure, model) for goal, figure in zip(armies.zone_squares(side), army, strict=True)
    }
    return [goal for goal, parts in parts_by_goal.items() if parts and armies.has_parts(store, parts)]


def _copy_actions(army: Army, side: int, last_model: int) -> Iterator[Action[Move]]:
    """Yield the copies of figures.

    Args:
        army: the unfinished army.
        side: the side that builds it.
        last_model: the result of ``model_square``. Players copy this figure to figures without pieces, and to empty
            squares, without touching it first.
    """
    figures = dict(zip(armies.zone_squares(side), army, strict=True))
    for origin, model in figures.items():
        if len(model) > 1:
            goals, is_last_model = _copy_goals(army, side, model), origin == last_model
            yield from (_copy_figure_action(origin, goal, is_last_model and len(figures[goal]) < 2) for goal in goals)
            if any(figures[goal] for goal in goals):
                yield _copy_to_kind_action(origin, is_last_model)


@cache
def _copy_figure_action(model: int, goal: int, can_omit_model: bool) -> Action[Move]:
    return _copy_action(CopyFigure(model, goal), SQUARE_NAMES[goal], can_omit_model)


@cache
def _copy_to_kind_action(model: int, can_omit_model: bool) -> Action[Move]:
    return _copy_action(CopyToKind(model), COPY_TO_KIND_TARGET, can_omit_model)


def _copy_action(move: CopyFigure | CopyToKind, goal: str, can_omit_model: bool) -> Action[Move]:
    """Return the action that copies a figure. Players may touch the figure or the button first.

    Args:
        move: the move of the action.
        goal: the target that receives the copy.
        can_omit_model: True if players need not touch the figure.
    """
    model = SQUARE_NAMES[move.model]
    alternatives = ((model, COPY_TARGET, goal), *(((COPY_TARGET, goal),) if can_omit_model else ()))
    return Action(format_move(move), (COPY_TARGET, model, goal), move, alternative_targets=alternatives)


def _target_sequences(square: int, piece: str, count: int, end: str) -> Iterator[tuple[str, ...]]:
    """Yield the sequences of targets that select a figure, one of its ``count`` pieces of a kind, and ``end``."""
    return ((SQUARE_NAMES[square], *selection, end) for selection in target_sequences("piece", piece * count, piece))


def next_state(state: State, move: BuildMove) -> State:
    """Return the state after a legal building move."""
    if move is ArmyCommand.DONE:
        return _state_after_done(state)
    if move is ArmyCommand.SHUFFLE and state.build:
        return _state_after_shuffle(state, state.build)
    state = _with_army(state, _army_after(current_army(state), move, state.side))
    return replace(state, build=state.build and replace(state.build, last_square=_last_square_after(state, move)))


def _last_square_after(state: State, move: BuildMove) -> int:
    """Return the square of the figure that the player changed last, or -1.

    Bases without pieces do not count, since players place such bases as goals for copies.
    """
    last_square = state.build.last_square if state.build else -1
    match move:
        case PlacePiece(_, square) | RemovePiece(square) | MoveFigure(_, square) | ShiftPiece(_, _, square):
            return square
        case CopyFigure(_, square) | CopyToKind(square):
            return square
        case PlaceBase():
            return last_square
        case RemoveFigure(square):
            return -1 if square == last_square else last_square
        case _:
            return -1


def _state_after_shuffle(state: State, progress: BuildProgress) -> State:
    """Return the state after a shuffle.

    Each side has its own sequence of random numbers for shuffles. So an army reveals nothing about the other army, and
    does not depend on how often the other side shuffles.
    """
    army, _random_state = armies.random_army(stream_state(progress.seed, state.side, progress.shuffle_count))
    return _with_army(
        replace(state, build=replace(progress, shuffle_count=progress.shuffle_count + 1, last_square=-1)), army
    )


def state_after_legacy_shuffle(state: State) -> State:
    """Return the state after a shuffle in an older record.

    In older records both sides share one random generator, and the state of the game contains the generator's state.
    """
    if state.build is None:
        return state
    army, random_state = armies.random_army(state.build.seed)
    return _with_army(replace(state, build=replace(state.build, seed=random_state)), army)


def _with_army(state: State, army: Army) -> State:
    return _with_board(state, armies.with_army(state.board, state.side, army))


def _with_board(state: State, board: Sequence[str]) -> State:
    return replace(state, position=position_of(board, state.side))


def _state_after_done(state: State) -> State:
    """Return the state after a player finishes an army. After Light, Dark builds. After Dark, the first turn starts."""
    if state.side == LIGHT or state.build is None:
        progress = state.build and replace(state.build, shuffle_count=0, last_square=-1)
        return replace(state, position=state.position.with_side(DARK), build=progress)
    return State(state.position.with_side(state.build.first_side))


def _army_after(army: Army, move: BuildMove, side: int) -> Army:
    index_by_square = {square: number for number, square in enumerate(armies.zone_squares(side))}
    figures = list(army)
    match move:
        case ArmyCommand.FILL:
            return armies.with_all_parts_placed(army)
        case ArmyCommand.DEFAULT:
            return armies.DEFAULT_ARMY
        case ArmyCommand.MIRROR:
            return armies.mirror_image(army)
        case ArmyCommand.CLEAR:
            return armies.EMPTY_ARMY
        case MoveFigure(origin, goal):
            origin_index, goal_index = index_by_square[origin], index_by_square[goal]
            figures[origin_index], figures[goal_index] = figures[goal_index], figures[origin_index]
        case PlaceBase(base, square):
            figures[index_by_square[square]] = base
        case PlacePiece(piece, square):
            figures[index_by_square[square]] = with_pieces(figures[index_by_square[square]], piece)
        case ShiftPiece(origin, piece, goal):
            figures[index_by_square[origin]] = without_pieces(figures[index_by_square[origin]], piece)
            figures[index_by_square[goal]] = with_pieces(figures[index_by_square[goal]], piece)
        case CopyFigure(model, goal):
            figures[index_by_square[goal]] = figures[index_by_square[model]]
        case CopyToKind(model):
            return armies.with_model_copied(army, figures[index_by_square[model]])
        case RemoveFigure(square):
            figures[index_by_square[square]] = EMPTY
        case RemovePiece(square, piece):
            figures[index_by_square[square]] = without_pieces(figures[index_by_square[square]], piece)
    return tuple(figures)


def check_army(state: State, army: Army) -> None:
    """Validate that building actions can produce an army.

    Raises:
        PositionError: a figure carries too many pieces.
    """
    for square, figure in zip(armies.zone_squares(state.side), army, strict=True):
        piece_count = len(figure[1:].replace(CROWN, ""))
        if figure and piece_count > FIGURE_SIZES_IN_SETUP[figure[0]]:
            raise PositionError(
                _("there are {n} pieces besides the crown").format(n=piece_count),
                where=SQUARE_NAMES[square],
                expected=_("at most {n}").format(n=FIGURE_SIZES_IN_SETUP[figure[0]]),
            )


def building_actions(state: State, army: Army) -> tuple[Action[Move], ...]:
    """Return the actions that replace the current army with another army, without the final ``done``.

    Raises:
        PositionError: a figure carries too many pieces.
    """
    check_army(state, army)
    figures = [(square, figure) for square, figure in zip(armies.zone_squares(state.side), army, strict=True) if figure]
    moves: list[BuildMove] = [] if current_army(state) == armies.EMPTY_ARMY else [ArmyCommand.CLEAR]
    moves += [PlaceBase(figure[0], square) for square, figure in figures]
    for square, figure in figures:
        moves += [PlacePiece(piece, square) for piece in figure[1:].replace(CROWN, "")]
    moves += [PlacePiece(CROWN, square) for square, figure in figures if CROWN in figure]
    actions: list[Action[Move]] = []
    for move in moves:
        actions.append(next(action for action in legal_actions(state) if action.move == move))
        state = next_state(state, move)
    return tuple(actions)


def building_view(state: State, viewer: int | None) -> State:
    """Return a player's view of a state, or the public view if ``viewer`` is None.

    While players build armies, a view contains only the viewer's own army. It has no seed, since the seed would reveal
    the armies of future shuffles.
    """
    if state.build is None:
        return state
    board = state.board
    for side in (LIGHT, DARK):
        if side != viewer:
            board = armies.with_army(board, side, armies.EMPTY_ARMY)
    last_square = state.build.last_square if state.side == viewer else -1
    progress = BuildProgress(state.build.first_side, 0, last_square=last_square)
    return replace(_with_board(state, board), build=progress)


def with_hidden_redealt(state: State, seed: int) -> State:
    """Return a state with another seed for shuffles.

    If Light's army is hidden, it becomes a random army.
    """
    if state.build is None:
        return state
    first_side = state.build.first_side
    if state.side == DARK and armies.army_on(state.board, LIGHT) == armies.EMPTY_ARMY:
        army, random_state = armies.random_army(stream_state(seed, LIGHT))
        while not armies.is_playable(army):
            army, random_state = armies.random_army(random_state)
        state = _with_board(state, armies.with_army(state.board, LIGHT, army))
    return replace(state, build=BuildProgress(first_side, stream_state(seed)))
