"""Noughts and crosses: two players place marks on nine squares, and three in a row win."""

from ruleboard.own import Board, BoardGame, Moves, Result, cross, draw, package, ring, won


class Noughts(BoardGame):
    """Two players place marks, and three in a row win."""

    title = "Noughts and crosses"
    start = "... / ... / ..."
    sides = {"Crosses": "x", "Noughts": "o"}
    pieces = {"x": "a cross", "o": "a nought"}
    looks = {"x": cross(), "o": ring("red")}

    def moves(self, board: Board) -> Moves:
        return ((square, board.put(square, board.letters).passed) for square in board.empty)

    def result(self, board: Board) -> Result | None:
        for line in board.lines(3):
            if {board[square] for square in line} in ({"x"}, {"o"}):
                return won("xo".index(board[line[0]]), "{side}: three in a row.", line)
        return None if board.empty else draw("The board is full: a draw.")


PACKAGE = package(Noughts(), order=6)
