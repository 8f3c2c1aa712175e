"""Hex on 25 hexes: Red connects the top with the bottom, Blue the left with the right."""

from ruleboard.own import BoardGame, disc, square, won


class Hex(BoardGame):
    title = "Hex"
    goal = "To win, connect your two edges."
    start = "5 / 5 / 5 / 5 / 5"
    designer, year, shape = "Piet Hein", "1942", "hexes"
    sides = {"Red": "r", "Blue": "b"}
    pieces = {"r": "a red stone", "b": "a blue stone"}
    looks = {"r": disc("red"), "b": square("blue")}
    borders = {"red": "top bottom", "blue": "left right"}

    def moves(self, board):
        for hex in board.empty:
            yield hex, board.put(hex, board.letters).passed

    def result(self, board):
        for side, (letter, rows) in enumerate([("r", board.ranks), ("b", board.files)]):
            for start in rows[0]:
                chain = board.connected(start) if board[start] == letter else set()
                if chain.intersection(rows[-1]):
                    return won(side, "{side}: the two edges are connected.", chain)
