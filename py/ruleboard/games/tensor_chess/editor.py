"""The board editor: placing, moving and erasing pieces, the side to move, and the castling rights."""

from __future__ import annotations

from ruleboard.games.extensions import Switch, Tool
from ruleboard.games.tensor_chess import picture
from ruleboard.games.tensor_chess.board import EMPTY, NUMBERS, PIECES, SQUARES, WHITE
from ruleboard.games.tensor_chess.castling import CASTLINGS
from ruleboard.games.tensor_chess.layout import COLOURS
from ruleboard.games.tensor_chess.position_text import format_position, read_position
from ruleboard.games.tensor_chess.state import (
    BLACK_KINGSIDE,
    BLACK_QUEENSIDE,
    SIDES,
    WHITE_KINGSIDE,
    WHITE_QUEENSIDE,
    State,
)
from ruleboard.i18n import N_
from ruleboard.scene.node import Node

ERASE = "erase"
_RIGHTS = {
    "K": (WHITE_KINGSIDE, N_("White, j side")),
    "Q": (WHITE_QUEENSIDE, N_("White, a side")),
    "k": (BLACK_KINGSIDE, N_("Black, j side")),
    "q": (BLACK_QUEENSIDE, N_("Black, a side")),
}


_TITLES = {
    "K": N_("White king"),
    "Q": N_("White queen"),
    "R": N_("White rook"),
    "B": N_("White bishop"),
    "N": N_("White knight"),
    "T": N_("White beast"),
    "P": N_("White pawn"),
    "k": N_("Black king"),
    "q": N_("Black queen"),
    "r": N_("Black rook"),
    "b": N_("Black bishop"),
    "n": N_("Black knight"),
    "t": N_("Black beast"),
    "p": N_("Black pawn"),
}


def _tool(letter: str, row: int) -> Tool:
    name = letter if row == WHITE else letter.lower()
    return Tool(name, _TITLES[name], picture.alone(letter, COLOURS[row]), name, row)


class TensorChessEditor:
    """The editor of positions; see ``games.extensions.Editor``."""

    empty = format_position(State(bytes([EMPTY]) * SQUARES, WHITE, 0, -1, 0, 1))
    tools = (
        *(_tool(letter, row) for row in range(2) for letter in PIECES),
        Tool(ERASE, N_("Erase"), None, "Delete", 2),
    )

    def read(self, text: str) -> str:
        """Return a position text, valid or not, as the editor writes it.

        Raises:
            PositionError: it cannot be read at all.
        """
        return format_position(read_position(text))

    def occupied(self, text: str, target: str) -> bool:
        """Return True if a piece stands on a square."""
        return target in NUMBERS and read_position(text).board[NUMBERS[target]] != EMPTY

    def place(self, text: str, target: str, tool: str) -> str:
        """Return the position after a touch with a piece or the eraser.

        The same piece touched again is removed; a king that is placed leaves its former square.
        """
        if target not in NUMBERS or tool not in {known.id for known in self.tools}:
            return text
        state = read_position(text)
        board = bytearray(state.board)
        square = NUMBERS[target]
        code = EMPTY if tool == ERASE or board[square] == ord(tool) else ord(tool)
        if code in b"Kk":
            board = board.replace(bytes([code]), bytes([EMPTY]))
        board[square] = code
        return _changed(state, board)

    def move(self, text: str, start: str, target: str) -> str:
        """Return the position after a piece was moved to another square; a piece there is removed."""
        if start not in NUMBERS or target not in NUMBERS or start == target:
            return text
        state = read_position(text)
        board = bytearray(state.board)
        if board[NUMBERS[start]] != EMPTY:
            board[NUMBERS[target]] = board[NUMBERS[start]]
            board[NUMBERS[start]] = EMPTY
        return _changed(state, board)

    def switches(self, text: str) -> tuple[Switch, ...]:
        """Return the switches for the side to move and the castling rights."""
        state = read_position(text)
        rights = tuple(letter for letter, (right, _title) in _RIGHTS.items() if state.castling & right)
        return (
            Switch("turn", N_("To move"), (("0", SIDES[0]), ("1", SIDES[1])), (str(state.turn),)),
            Switch(
                "castling",
                N_("May still castle"),
                tuple((letter, title) for letter, (_right, title) in _RIGHTS.items()),
                rights,
                many=True,
            ),
        )

    def switch(self, text: str, id: str, value: str) -> str:
        """Return the position with the other side to move, or with a castling right given or taken."""
        state = read_position(text)
        if id == "turn" and value in ("0", "1") and int(value) != state.turn:
            state = state._replace(turn=int(value), en_passant=-1)
        elif id == "castling" and value in _RIGHTS:
            state = state._replace(castling=state.castling ^ _RIGHTS[value][0])
        return format_position(state)

    def picture(self, text: str, seat: int, taken: str) -> Node:
        """Return the board of a position, valid or not."""
        return picture.setup(read_position(text), seat, taken)


def _changed(state: State, board: bytearray) -> str:
    """Return the position with another board, without the rights it rules out and without en passant square."""
    if board == state.board:
        return format_position(state)
    rights = state.castling
    for (king, _landing), (right, rook, _) in CASTLINGS.items():
        pieces = b"KR" if right in (WHITE_KINGSIDE, WHITE_QUEENSIDE) else b"kr"
        if (board[king], board[rook]) != tuple(pieces):
            rights &= ~right
    return format_position(state._replace(board=bytes(board), castling=rights, en_passant=-1))
