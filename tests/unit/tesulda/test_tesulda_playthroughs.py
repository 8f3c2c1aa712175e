"""Test that recorded games of Tesulda replay unchanged (``tests/playthroughs/tesulda_*.txt``).

The first line of a file contains the options and the seed. Each turn has a line as in the move list, and an indented
line with the number of the next player's legal actions and the position. The last line has the reason for the outcome.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleboard.engine.timeline import rules_for_options
from ruleboard.games.tesulda import PACKAGE

GAME = rules_for_options(PACKAGE.game, {})
"""The rules of records that do not say how an army was shuffled, as these files are."""

GAMES = sorted((Path(__file__).parents[2] / "playthroughs").glob("tesulda_*.txt"))


def format_playthrough(options: dict[str, str], seed: int, lines: list[str]) -> list[str]:
    """Return the lines of the file for a game with the given turns."""
    state = GAME.initial(options, seed)
    output = [" ".join(f"{name}={value}" for name, value in options.items()) + f" seed={seed}"]
    for line in lines:
        for action in GAME.parse_moves(state, line):
            state = GAME.apply(state, action)
        output += [line, f"    {len(GAME.legal_actions(state))} {GAME.format_position(state)}"]
    outcome = GAME.outcome(state)
    return [*output, outcome.reason if outcome else "It goes on."]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_recorded_games_replay(path: Path) -> None:
    file_lines = path.read_text(encoding="utf-8").splitlines()
    options = dict(part.split("=") for part in file_lines[0].split())
    seed = int(options.pop("seed"))
    moves = [line for line in file_lines[1:-1] if not line.startswith("    ")]
    assert format_playthrough(options, seed, moves) == file_lines


def test_recorded_games_cover_every_setup() -> None:
    assert {path.read_text(encoding="utf-8").split()[0] for path in GAMES} == {
        "setup=default",
        "setup=shuffled",
        "setup=build",
    }
