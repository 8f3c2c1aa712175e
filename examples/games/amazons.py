"""Amazons on six files: each turn moves an amazon like a queen, and the amazon then shoots an arrow that stays."""

from ruleboard.own import BoardGame, disc, letter, triangle, won


class Amazons(BoardGame):
    title = "Amazons"
    goal = "To win, leave your opponent without a move."
    start = "2b3 / 6 / w4b / b4w / 6 / 3w2"
    designer, year, ground = "Walter Zamkauskas", "1988", "checks"
    sides = {"White": "w", "Black": "b"}
    pieces = {"w": "a white amazon", "b": "a black amazon", "x": "an arrow"}
    looks = {"w": disc("light") + letter("A", "dark"), "b": disc("dark") + letter("A", "light"), "x": triangle("gold")}

    def moves(self, board):
        if board.note:  # the square of the amazon that has moved
            for square in board.slides(board.note):
                yield square, board.put(square, "x").passed
            return
        for start in board.where(board.letters):
            for end in board.slides(start):
                yield (start, end), board.move(start, end).noted(end)

    def without_moves(self, board):
        return won(board.opponent, "{side}: no amazon of the opponent can move.")

    def refuse(self, board, touches):
        if board.note:
            return f"The arrow flies from {board.note} in a straight line to an empty square."
        if len(touches) == 2 and board[touches[0]] in board.letters:
            return "An amazon moves in a straight line, and nothing may be in its way."

    def prompt(self, board):
        return f"Shoot an arrow from {board.note}." if board.note else "Pick up an amazon."

    def fault(self, board):
        is_amazon = not board.note or board[board.note] in board.letters
        if not is_amazon or bool(board.note) != (board.step_count == 1):
            return "no amazon has moved to this square"
