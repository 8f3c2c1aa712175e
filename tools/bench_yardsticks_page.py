"""The Python script of the benchmark's page of yardsticks. It runs in the browser, on an unmodified PyScript page.

A click on the first button sets one attribute, as the simplest answer to a tap. The second button replays moves with
python-chess, and the third one measures a fixed loop.
"""

import random
import time

import chess
from pyscript import document, when

MOVE_COUNT = 400
ROUND_COUNT = 5
LOOP_ITERATION_COUNT = 100_000


def create_random_games(seed: int = 1) -> list[list[str]]:
    """Return games of chess with ``MOVE_COUNT`` random moves altogether, as the texts of their moves."""
    rng = random.Random(seed)
    games: list[list[str]] = []
    while (missing_moves := MOVE_COUNT - sum(map(len, games))) > 0:
        board, moves = chess.Board(), list[str]()
        while len(moves) < missing_moves and not board.is_game_over():
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            moves.append(move.uci())
        games.append(moves)
    return games


def replay(games: list[list[str]]) -> None:
    """Replay games: parse each move and check that it is legal."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)


def run_loop() -> int:
    """Run a fixed loop."""
    return sum(number * number for number in range(LOOP_ITERATION_COUNT))


GAMES = create_random_games()


def answer(event: object) -> None:
    """Answer a tap: set one attribute."""
    document.getElementById("tap").setAttribute("data-answer", str(time.perf_counter()))


def replay_games(event: object) -> None:
    """Replay all games."""
    replay(GAMES)


def measure_loop(event: object) -> None:
    """Write the duration of the loop into the page, in ms."""
    durations = []
    for _ in range(ROUND_COUNT):
        start = time.perf_counter()
        run_loop()
        durations.append(1000 * (time.perf_counter() - start))
    document.documentElement.dataset.loop = str(min(durations))


when("click", "#tap")(answer)
when("click", "#replay")(replay_games)
when("click", "#loop")(measure_loop)
document.documentElement.dataset.ready = ""
