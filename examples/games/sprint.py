"""Sprint: two to four players roll a die for their two runners, and the first to bring both home wins."""

from ruleboard.own import BoardGame, disc, square, star, triangle, won


class Sprint(BoardGame):
    title = "Sprint"
    goal = "To win, get all your runners to the last column."
    start = "b9 / b9 / r9 / r9"
    sides = {"Red": "r", "Blue": "b", "Green": "g", "Gold": "y"}
    pieces = {"r": "a red runner", "b": "a blue runner", "g": "a green runner", "y": "a golden runner"}
    looks = {"r": disc("red"), "b": square("blue"), "g": triangle("green"), "y": star("gold")}
    options = {"players": {"2": "Two", "3": "Three", "4": "Four"}, "track": {"10": "Short", "16": "Long"}}
    buttons = {"roll": "Roll the die"}
    chance = True

    def start_for(self, options):
        squares = int(options["track"]) - 1
        letters = reversed("rbgy"[: int(options["players"])])
        return " / ".join(f"{letter}{squares} / {letter}{squares}" for letter in letters)

    def moves(self, board):
        if not board.note:
            number, after = board.roll(6)
            yield "roll", after.noted(str(number))
            return
        for start in board.where(board.letters):
            track = board.ray(start, (1, 0))[: int(board.note)]
            if track:
                yield (start, track[-1]), board.move(start, track[-1]).passed

    def result(self, board):
        for side, letter in enumerate("rbgy"):
            runners = board.where(letter)
            if runners and set(runners) <= set(board.files[-1]):
                return won(side, "{side}: both runners are home.", runners)

    def prompt(self, board):
        return f"You rolled {board.note}: choose a runner." if board.note else "Roll the die."

    def fault(self, board):
        if bool(board.note) != bool(board.step_count) or board.note not in ("", *"123456"):
            return "the die shows 1 to 6"
