"""Boards as text for a terminal, with ASCII letters or Unicode symbols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_lowercase
from typing import Any, Final

from ruleboard.games.equilibrium import state as equilibrium
from ruleboard.games.equilibrium.texts import PLAYER_NAMES as COLOURS
from ruleboard.games.sensei import state as sensei
from ruleboard.games.tensor_cards import state as cards
from ruleboard.games.tensor_cards.board import PIECES, line_between
from ruleboard.games.tensor_cards.board import Space as CardSpace
from ruleboard.games.tensor_cards.cards import SIDES as PLAYERS
from ruleboard.games.tensor_cards.notation import card_sign
from ruleboard.games.tesulda import state as tesulda
from ruleboard.games.tesulda.board import SIZE as TESULDA_SIZE
from ruleboard.kit.board import HEX_DIRECTIONS, NO_SQUARE, Board
from ruleboard.registry import GAMES

_STONE_SYMBOLS: Final = {"g": "○", "r": "●", "G": "◎", "R": "◉", "o": "▢", ".": "·"}
_CARDS_EDGES: Final = ("left edge", "right edge")
"""The edges of the board at which the players of the cards sit, by player."""
_CHESS_SYMBOLS: Final = dict(zip("KQRBNPTkqrbnpt.", "♔♕♖♗♘♙◇♚♛♜♝♞♟◆·", strict=True))


def board_text(game: str, state: Any, *, ascii_only: bool = False) -> str:
    """Return the board as lines of text, or the position text if the game has no text drawing.

    Args:
        game: the id of the game.
        state: the state. The text shows all information in it.
        ascii_only: True to use only ASCII characters.
    """
    if game in _BOARD_FUNCTIONS:
        return _BOARD_FUNCTIONS[game](state, ascii_only)
    text = GAMES[game].format_position(state)
    return f"{_format_own_game_board(state)}\n{text}" if isinstance(state, Board) else text


def _format_square_board(rows: Sequence[Sequence[str]]) -> str:
    """Format a board of squares as text, with the names of files and ranks. ``rows`` starts with the first rank."""
    width = max(len(cell) for row in rows for cell in row)
    files = " ".join(name.ljust(width) for name in ascii_lowercase[: len(rows[0])])
    lines = [
        f"{number:>2} " + " ".join(cell.ljust(width) for cell in row).rstrip() for number, row in enumerate(rows, 1)
    ]
    return "\n".join([*reversed(lines), f"   {files}".rstrip()])


def _format_own_game_board(board: Board) -> str:
    """Format the board of an author's game as text. Each row of hexes is indented further than the row above it."""
    cells = [" " if letter == NO_SQUARE else letter for letter in board.cells]
    rows = [cells[start : start + board.type.files] for start in range(0, len(cells), board.type.files)]
    text = _format_square_board(rows)
    if board.type.directions != HEX_DIRECTIONS:
        return text
    return "\n".join(" " * index + line for index, line in enumerate(text.splitlines()))


def _format_sensei_board(state: sensei.State, ascii_only: bool) -> str:
    symbols = list(state.board) if ascii_only else [_STONE_SYMBOLS[letter] for letter in state.board]
    return _format_square_board([symbols[start : start + sensei.SIZE] for start in range(0, len(symbols), sensei.SIZE)])


def _format_tensor_chess_board(state: Any, ascii_only: bool) -> str:
    board = state.board.decode("ascii")
    symbols = list(board) if ascii_only else [_CHESS_SYMBOLS[letter] for letter in board]
    return _format_square_board([symbols[start : start + 10] for start in range(0, len(symbols), 10)])


def _format_tesulda_board(state: tesulda.State, ascii_only: bool) -> str:
    symbols = [figure or "." for figure in state.board]
    rows = [symbols[start : start + TESULDA_SIZE] for start in range(0, len(symbols), TESULDA_SIZE)]
    return _format_square_board(rows) + (f"\npool: {state.pool}" if state.pool else "")


def _format_tensor_cards_board(state: cards.State, ascii_only: bool) -> str:
    """Format the board as text, with R, B and Y for the pieces, an asterisk for a star, and lines between spaces."""
    board, lines = state.terms.board, []
    pieces = {space: "RBY"[piece] for piece, space in zip(PIECES, state.pieces, strict=True) if space is not None}
    for y in range(board.height):
        row, connections = f"{y:>2} ", "   "
        for x in range(board.width):
            space, space_right, space_below = CardSpace(x, y), CardSpace(x + 1, y), CardSpace(x, y + 1)
            symbol = ("*" if space in board.stars else "o") if space in board.spaces else " "
            row += pieces.get(space, symbol) + ("---" if line_between(space, space_right) in board.lines else "   ")
            connections += ("|" if line_between(space, space_below) in board.lines else " ") + "   "
        lines += [row.rstrip(), connections.rstrip()]
    lines[-1] = "   " + "   ".join(str(x) for x in range(board.width))
    for player, side in enumerate(PLAYERS):
        hand = " ".join(card_sign(card) for card in state.hands[player])
        lines.append(f"{side} ({_CARDS_EDGES[player]}): cards {hand or 'none'}; {state.points[player]} stars")
    for player, placement in enumerate(state.placements):
        lines.append(f"{PLAYERS[player]} placed {' '.join(map(card_sign, placement))} on red, blue, yellow")
    if state.draft != cards.NO_PLACEMENT:
        lines.append("placed so far: " + " ".join(card_sign(card) if card else "-" for card in state.draft))
    return "\n".join(lines)


def _format_equilibrium_board(state: equilibrium.State, ascii_only: bool) -> str:
    lines = [f"round {state.round}; open tiles {state.tiles or 'none'}; cards {' '.join(state.cards) or 'none'}"]
    lines[0] += f"; {len(state.pile)} tiles in the pile"
    for number, player in enumerate(state.players):
        weights = " ".join(f"{kind}{level}" for kind, level in zip("ITAVS", player.weights, strict=True))
        lines.append(f"{number + 1} {COLOURS[number]}: card {player.card}, cycles {player.cycles}, {weights}")
        lines[-1] += f", storage {player.storage or 'none'}, hand {' '.join(player.hand) or 'none'}"
        lines += _format_hex_board(player.board)
    return "\n".join(lines)


def _format_hex_board(board: str) -> list[str]:
    """Format a player's board of hexes as lines of text, one for each row, with coordinates."""
    rows = sorted({cell.r for cell in equilibrium.CELLS})
    lines = []
    for row in rows:
        cells = [(cell.q, board[number]) for number, cell in enumerate(equilibrium.CELLS) if cell.r == row]
        first_q, last_q = min(cells)[0], max(cells)[0]
        tiles = "   ".join(tile for _q, tile in sorted(cells))
        lines.append(
            " " * (4 + 2 * abs(row)) + f"{tiles}" + " " * (2 * abs(row)) + f"   {first_q},{row} to {last_q},{row}"
        )
    return lines


_BOARD_FUNCTIONS: Final[dict[str, Callable[[Any, bool], str]]] = {
    "sensei": _format_sensei_board,
    "tensor-chess": _format_tensor_chess_board,
    "tesulda": _format_tesulda_board,
    "tensor-cards": _format_tensor_cards_board,
    "equilibrium": _format_equilibrium_board,
}
