"""Ghosts: you see which of your ghosts are good, but not your opponent's. Catch the good ones, and spare the evil."""

from ruleboard.own import ORTHOGONAL, BoardGame, disc, letter, won

KINDS = ("geu", "GEU")  # each side's letters of a good ghost, of an evil one, and of one that only its owner knows
COUNT = 3


class Ghosts(BoardGame):
    title = "Ghosts"
    goal = "To win, catch all good ghosts, or lose all your evil ones."
    start = "1UUU1 / 1UUU1 / 5 / 5 / 1uuu1 / 1uuu1"
    sides = {"White": "geu", "Black": "GEU"}
    pieces = {
        "g": "a good white ghost",
        "e": "an evil white ghost",
        "u": "a white ghost",
        "G": "a good black ghost",
        "E": "an evil black ghost",
        "U": "a black ghost",
    }
    looks = {piece: disc("light") + letter(sign, "dark") for piece, sign in zip("geu", "+−?", strict=True)} | {
        piece: disc("dark") + letter(sign, "light") for piece, sign in zip("GEU", "+−?", strict=True)
    }
    chance = True

    def setup(self, board):
        return self.redeal(board)

    def redeal(self, board):
        for side, (good, evil, unknown) in enumerate(KINDS):
            visible = "".join(board[square] for square in board.squares) + board.hand_of(1 - side)
            rest = good * (COUNT - visible.count(good)) + evil * (COUNT - visible.count(evil))
            letters, board = board.shuffle(rest)
            for square, kind in zip(board.where(unknown), letters, strict=True):
                board = board.put(square, kind)
        return board

    def view(self, board, side):
        for owner, (good, evil, unknown) in enumerate(KINDS):
            if owner != side:
                for square in board.where(good + evil):
                    board = board.put(square, unknown)
        return board

    def moves(self, board):
        for start in board.where(board.letters):
            for end in board.around(start, ORTHOGONAL):
                if board[end] == ".":
                    yield (start, end), board.move(start, end).passed
                elif board[end] in board.opponent_letters:
                    yield (start, end), board.take(end).move(start, end).passed

    def result(self, board):
        for side, (good, evil, _unknown) in enumerate(KINDS):
            hand = board.hand_of(1 - side)
            if hand.count(good) == COUNT:
                return won(1 - side, "{side}: all good ghosts of the opponent are caught.")
            if hand.count(evil) == COUNT:
                return won(side, "{side}: the opponent has caught all evil ghosts.")
