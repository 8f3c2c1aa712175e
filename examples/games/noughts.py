"""Noughts and crosses: two players place marks on nine squares, and three in a row win."""

from ruleboard.own import BoardGame, cross, draw, ring, won


class Noughts(BoardGame):
    title = "Noughts and crosses"
    goal = "To win, get 3 in a row."
    start = "... / ... / ..."
    sides = {"Crosses": "x", "Noughts": "o"}
    pieces = {"x": "a cross", "o": "a nought"}
    looks = {"x": cross(), "o": ring("red")}

    def moves(self, board):
        for square in board.empty:
            yield square, board.put(square, board.letters).passed

    def result(self, board):
        for line in board.lines(3):
            if {board[square] for square in line} in ({"x"}, {"o"}):
                return won("xo".index(board[line[0]]), "{side}: three in a row.", line)
        if not board.empty:
            return draw("The board is full: a draw.")
