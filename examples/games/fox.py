"""Fox and geese: the fox runs for the far edge of the board, and four geese try to shut it in."""

from ruleboard.own import DIAGONAL, BoardGame, disc, letter, won

FORWARD = [(-1, -1), (1, -1)]


class FoxAndGeese(BoardGame):
    title = "Fox and geese"
    goal = "The fox wins on the far edge. The geese win by shutting it in."
    start = ".g.g.g.g / 8 / 8 / 8 / 8 / 8 / 8 / 2f5"
    ground = "checks"
    sides = {"Fox": "f", "Geese": "g"}
    pieces = {"f": "the fox", "g": "a goose"}
    looks = {"f": disc("red") + letter("F", "light"), "g": disc("light") + letter("G", "dark")}
    tints = {"gold": "b8 d8 f8 h8"}

    def moves(self, board):
        for start in board.where(board.letters):
            for end in board.around(start, DIAGONAL if board.side == 0 else FORWARD):
                if board[end] == ".":
                    yield (start, end), board.move(start, end).passed

    def result(self, board):
        fox = board.where("f")[0]
        if fox in board.ranks[-1]:
            return won(0, "{side}: the fox is through.", [fox])

    def without_moves(self, board):
        reason = "{side}: the fox is shut in." if board.side == 0 else "{side}: no goose can move."
        return won(board.opponent, reason, board.where(board.letters))

    def refuse(self, board, touches):
        if len(touches) == 2 and board[touches[0]] == "g" and touches[1] in board.around(touches[0], DIAGONAL):
            return "A goose never goes back." if board[touches[1]] == "." else ""

    def fault(self, board):
        if len(board.where("f")) != 1:
            return "there is one fox"
