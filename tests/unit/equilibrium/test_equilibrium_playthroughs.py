"""Test that recorded games of Equilibrium replay unchanged: actions, positions and ranking."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.timeline import replay
from ruleboard.games.equilibrium import PACKAGE
from ruleboard.registry import GAMES

GAME = PACKAGE.game

RECORDED_FILES = sorted((Path(__file__).parents[2] / "playthroughs").glob("equilibrium_*.txt"))


@pytest.mark.parametrize("path", RECORDED_FILES, ids=lambda path: path.stem)
def test_recorded_game_replays_unchanged(path: Path) -> None:
    players, seed, *lines = path.read_text().splitlines()[1:]
    record = Record(
        "equilibrium",
        {"players": players.split()[1], "start": "random"},
        int(seed.split()[1]),
        ("",) * int(players.split()[1]),
        tuple(line[2:] for line in lines if line.startswith("> ")),
    )
    timeline = replay(parse_record(format_record(record)), GAMES)
    ply = 0
    for line in lines:
        if line.startswith("> "):
            ply += 1
        elif line.startswith("= "):
            assert GAME.format_position(timeline.states[ply]) == line[2:], f"after {ply} actions"
        else:
            outcome = timeline.outcome
            assert outcome is not None
            returns = " ".join(f"{value:+.2f}" for value in outcome.returns)
            assert line == f"! {outcome.reason} {returns}"


def test_recorded_games_have_two_three_and_four_players() -> None:
    assert [path.stem for path in RECORDED_FILES] == ["equilibrium_2", "equilibrium_3", "equilibrium_4"]


def test_undo_stops_at_drawn_tiles() -> None:
    """A Download that draws tiles cannot be undone, but the actions after it can."""
    record = Record("equilibrium", {}, 5, ("", ""))
    timeline = replay(record, GAMES)
    for _ in range(2):
        timeline = timeline.play(GAME.legal_actions(timeline.state)[0])
    assert timeline.undo().ply == 2
    download = next(action for action in GAME.legal_actions(timeline.state) if action.text.startswith("download"))
    timeline = timeline.play(download).play(GAME.parse_action(timeline.play(download).state, "pass"))
    assert timeline.undo().ply == 3
    assert timeline.undo().undo().ply == 3
