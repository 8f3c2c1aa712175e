"""Edit a position: its pieces, the side to move, and the castling rights."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.contract.editors import ERASER, SquareEditor, turn_switch
from ruleboard.contract.extensions import Switch, Tool
from ruleboard.games.tensor_chess import picture
from ruleboard.games.tensor_chess.board import EMPTY, PIECE_LETTERS, SQUARE_COUNT, SQUARE_NUMBERS, WHITE
from ruleboard.games.tensor_chess.castling import CASTLINGS
from ruleboard.games.tensor_chess.layout import COLOUR_CLASSES
from ruleboard.games.tensor_chess.position_text import format_position, parse_draft_position
from ruleboard.games.tensor_chess.state import (
    BLACK_KINGSIDE,
    BLACK_QUEENSIDE,
    SIDES,
    START_STATE,
    WHITE_KINGSIDE,
    WHITE_QUEENSIDE,
    State,
)
from ruleboard.i18n import N_
from ruleboard.overriding import override

_CASTLING_RIGHTS = {
    "K": (WHITE_KINGSIDE, N_("White, j-file side")),
    "Q": (WHITE_QUEENSIDE, N_("White, a-file side")),
    "k": (BLACK_KINGSIDE, N_("Black, j-file side")),
    "q": (BLACK_QUEENSIDE, N_("Black, a-file side")),
}


_PIECE_TITLES = {
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


def _piece_tool(letter: str, row: int) -> Tool:
    name = letter if row == WHITE else letter.lower()
    return Tool(name, _PIECE_TITLES[name], picture.piece_icon(letter, COLOUR_CLASSES[row]), name, row)


class TensorChessEditor(SquareEditor[State]):
    """The position editor for Tensor Chess; see ``contract.extensions.Editor``."""

    numbers = SQUARE_NUMBERS
    blank = chr(EMPTY)
    tools = (*(_piece_tool(letter, row) for row in range(2) for letter in PIECE_LETTERS), replace(ERASER, row=2))

    load = staticmethod(parse_draft_position)
    dump = staticmethod(format_position)
    state_picture = staticmethod(picture.editor_picture)

    @override
    def start_state(self, state: State) -> State:
        return START_STATE

    @override
    def empty_state(self, state: State) -> State:
        """Return an empty board with White to move."""
        return State(bytes([EMPTY]) * SQUARE_COUNT, WHITE, 0, -1, 0, 1)

    @override
    def contents(self, state: State) -> str:
        return state.board.decode("ascii")

    @override
    def place_piece(self, contents: list[str], square: int, tool: str) -> None:
        """Place a piece on a square. If the piece is a king, remove the other king of its side."""
        super().place_piece(contents, square, tool)
        if contents[square] in "Kk":
            king = contents[square]
            contents[:] = [
                self.blank if piece == king and index != square else piece for index, piece in enumerate(contents)
            ]

    @override
    def with_contents(self, state: State, contents: list[str]) -> State:
        board = "".join(contents).encode("ascii")
        castling_rights = state.castling
        for (king, _landing), (castling_right, rook, _) in CASTLINGS.items():
            pieces = b"KR" if castling_right in (WHITE_KINGSIDE, WHITE_QUEENSIDE) else b"kr"
            if (board[king], board[rook]) != tuple(pieces):
                castling_rights &= ~castling_right
        return state._replace(board=board, castling=castling_rights, en_passant=-1)

    @override
    def fields(self, state: State) -> tuple[Switch, ...]:
        """Return the switches for the side to move and the castling rights."""
        castling_letters = tuple(
            letter for letter, (castling_right, _title) in _CASTLING_RIGHTS.items() if state.castling & castling_right
        )
        return (
            turn_switch(SIDES, state.turn),
            Switch(
                "castling",
                N_("Can still castle"),
                tuple((letter, title) for letter, (_castling_right, title) in _CASTLING_RIGHTS.items()),
                castling_letters,
                allows_multiple_values=True,
            ),
        )

    @override
    def with_field(self, state: State, id: str, value: str) -> State:
        """Return the state with a different side to move, or with a castling right added or removed."""
        if id == "castling":
            return state._replace(castling=state.castling ^ _CASTLING_RIGHTS[value][0])
        return state._replace(turn=int(value), en_passant=-1) if int(value) != state.turn else state
