"""Edit a position: its figures, its pool, the side to move, and the number of turns since the last Attack."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.contract.editors import ERASER, SquareEditor, turn_switch
from ruleboard.contract.extensions import Counter, Switch, Tool
from ruleboard.games.tesulda import art, picture
from ruleboard.games.tesulda.board import SQUARE_NUMBERS
from ruleboard.games.tesulda.figures import (
    BASES,
    PIECE_NAMES,
    PIECES,
    PIECES_PER_SIDE,
    ROD_CAPACITY,
    pieces_without,
    sort_pieces,
)
from ruleboard.games.tesulda.piece_targets import piece_targets
from ruleboard.games.tesulda.position import EMPTY, EMPTY_BOARD
from ruleboard.games.tesulda.position_text import format_position, parse_draft_position
from ruleboard.games.tesulda.rules import Tesulda
from ruleboard.games.tesulda.state import DRAW_TURN_COUNT, SIDES, State, state_from_board
from ruleboard.games.tesulda.terms import FIGURE_NAMES
from ruleboard.i18n import N_
from ruleboard.overriding import override

_BASE_PREFIX, _PIECE_PREFIX, _POOL_TARGET = "base:", "piece:", "pool"
_MAX_POOL_SIZE = 2 * sum(PIECES_PER_SIDE.values())
"""The number of pieces that both sides have together."""


def _base_tool(base: str) -> Tool:
    key = base if base in BASES else ""
    return Tool(_BASE_PREFIX + base, FIGURE_NAMES[base], art.base_icon(base), key, 0)


class TesuldaEditor(SquareEditor[State]):
    """The position editor; see ``contract.extensions.Editor``.

    The targets are squares, the pieces of a figure (``"e4:c2"``), and the kinds of pieces in the pool. After each
    change the position is at the start of a turn.
    """

    numbers = SQUARE_NUMBERS
    blank = EMPTY
    tools = (
        *(_base_tool(base) for base in BASES + BASES.lower()),
        *(Tool(_PIECE_PREFIX + piece, PIECE_NAMES[piece], art.piece_icon(piece), piece, 1) for piece in PIECES),
        replace(ERASER, row=2),
    )

    load = staticmethod(parse_draft_position)
    dump = staticmethod(format_position)
    state_picture = staticmethod(picture.editor_picture)

    @override
    def start_state(self, state: State) -> State:
        return Tesulda().initial({}, 0)

    @override
    def empty_state(self, state: State) -> State:
        """Return a copy of the state with an empty board and an empty pool."""
        return state_from_board(EMPTY_BOARD, state.side)

    @override
    def contents(self, state: State) -> tuple[str, ...]:
        return state.board

    @override
    def with_contents(self, state: State, contents: list[str]) -> State:
        return state_from_board(contents, state.side, state.pool, state.quiet_turns)

    @override
    def place_piece(self, contents: list[str], square: int, tool: str) -> None:
        figure, part = contents[square], tool[-1]
        if tool.startswith(_PIECE_PREFIX):
            if figure and len(figure) <= ROD_CAPACITY:
                contents[square] = figure[0] + sort_pieces(figure[1:] + part)
        elif tool == ERASER.id or figure == part:
            contents[square] = EMPTY
        else:
            contents[square] = part + figure[1:]

    @override
    def has_contents(self, state: State, target: str) -> bool:
        """Return True if a target is an occupied square, a piece of a figure, or a piece in the pool."""
        return super().has_contents(state, target) or bool(_piece_letter(state, target))

    @override
    def state_after_tool(self, state: State, target: str, tool: str) -> State:
        """Return the state after the player touches a target with a tool.

        In the pool, a piece tool adds a piece, and the eraser removes a piece of the touched kind. On a piece of a
        figure, the eraser removes that piece.
        """
        container, _colon, part = target.partition(":")
        if not part:
            return super().state_after_tool(state, target, tool)
        if tool == ERASER.id:
            return _without_piece(state, container, _piece_letter(state, target))
        return _with_piece(state, container, tool[-1]) if tool.startswith(_PIECE_PREFIX) else state

    @override
    def state_after_move(self, state: State, start: str, goal: str) -> State:
        """Return the state after a figure moves to a square, or a piece moves to a figure or into the pool.

        If a figure moves into the pool, its pieces stay in the pool, and its base disappears.
        """
        container, goal_container = start.partition(":")[0], goal.partition(":")[0]
        piece = _piece_letter(state, start)
        if piece:
            new_state = _with_piece(state, goal_container, piece)
            return (
                _without_piece(new_state, container, piece)
                if container != goal_container and new_state is not state
                else state
            )
        if goal_container != _POOL_TARGET:
            return super().state_after_move(state, start, goal_container)
        figure = state.board[SQUARE_NUMBERS[start]]
        state_without_figure = super().state_after_tool(state, start, ERASER.id)
        return replace(state_without_figure, pool=sort_pieces(state_without_figure.pool + figure[1:]))

    @override
    def fields(self, state: State) -> tuple[Switch | Counter, ...]:
        return (
            turn_switch(SIDES, state.side),
            Counter("quiet", N_("Turns since the last capture"), state.quiet_turns, 0, DRAW_TURN_COUNT),
        )

    @override
    def with_field(self, state: State, id: str, value: str) -> State:
        side, quiet_turns = (int(value), state.quiet_turns) if id == "turn" else (state.side, int(value))
        return state_from_board(state.board, side, state.pool, quiet_turns)


def _piece_letter(state: State, target: str) -> str:
    """Return the letter of the piece in a target (``"e4:c2"`` or ``"pool:c"``), or ``""`` for other targets."""
    container, _colon, part = target.partition(":")
    if container == _POOL_TARGET:
        return part if part and part in tuple(state.pool) else ""
    figure = state.board[SQUARE_NUMBERS[container]] if container in SQUARE_NUMBERS else EMPTY
    return part[0] if target in piece_targets(container, figure[1:]) else ""


def _with_piece(state: State, container: str, piece: str) -> State:
    """Return the state with a piece added to a square or the pool, or the same state if there is no room."""
    if container == _POOL_TARGET:
        pool = sort_pieces(state.pool + piece) if len(state.pool) < _MAX_POOL_SIZE else state.pool
        return state_from_board(state.board, state.side, pool, state.quiet_turns)
    figure = state.board[SQUARE_NUMBERS[container]] if container in SQUARE_NUMBERS else EMPTY
    return (
        _with_figure(state, container, figure[0] + sort_pieces(figure[1:] + piece))
        if 0 < len(figure) <= ROD_CAPACITY
        else state
    )


def _without_piece(state: State, container: str, piece: str) -> State:
    if container == _POOL_TARGET:
        return state_from_board(state.board, state.side, pieces_without(state.pool, piece), state.quiet_turns)
    figure = state.board[SQUARE_NUMBERS[container]] if container in SQUARE_NUMBERS else EMPTY
    return _with_figure(state, container, figure[0] + pieces_without(figure[1:], piece)) if figure else state


def _with_figure(state: State, square: str, figure: str) -> State:
    board = (*state.board[: SQUARE_NUMBERS[square]], figure, *state.board[SQUARE_NUMBERS[square] + 1 :])
    return state_from_board(board, state.side, state.pool, state.quiet_turns)
