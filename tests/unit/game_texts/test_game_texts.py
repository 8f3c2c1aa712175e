"""Test that texts of games can be read as people and programs write them: move lists, positions, records and PGN.

For each file of the corpus, ``expected.json`` has the games or the position in it, the lines with notices, and the
locations of errors. To see what has changed, run ``python -m tests.unit.game_texts.test_game_texts``, which writes
the file again.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ruleboard.console import files
from ruleboard.console.main import main
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game_files import GamesFile, as_record, read_file_steps
from ruleboard.engine.move_lists import read_move_lists
from ruleboard.engine.record import Record
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.text_encoding import decode_text
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES, MOVE_TOKENS

FOLDER = Path(__file__).parent
CORPUS_FILES = sorted(path for path in (FOLDER / "corpus").iterdir())
EXPECTED_FILE = FOLDER / "expected.json"
MOVE_LISTS = [path for path in CORPUS_FILES if path.suffix == ".moves"]


def parse_game_id(path: Path) -> str:
    """Return the id of the game with which a file name begins."""
    return next(id for id in GAMES if path.name.startswith(id))


def read_start(path: Path) -> Record:
    return files.start_record(parse_game_id(path), {}, 0, None)


def parse_notice_lines(notices: tuple[str, ...]) -> list[str]:
    return [notice.split(":")[0] for notice in notices]


def read_moves(path: Path, text: str) -> dict[str, Any]:
    timeline = replay(read_start(path), GAMES)
    lists = read_move_lists(timeline.game, timeline.state, text)
    games = [
        "; ".join((*(action.text for action in moves.actions), *filter(None, [moves.ending]))) for moves in lists.games
    ]
    return {"games": games, "notices": parse_notice_lines(lists.notices)}


def read_games(text: str) -> dict[str, Any]:
    file = run_to_end(read_file_steps(text, GAMES, MOVE_TOKENS))
    assert isinstance(file, GamesFile)
    games: list[Any] = []
    for item in file.items:
        try:
            record = replay(as_record(item), GAMES).to_record()
            games.append("; ".join((*filter(None, record.players), *record.actions)))
        except RuleboardError as error:
            games.append({"error": error.where})
    return {"games": games, "notices": parse_notice_lines(file.notices)}


def read_outcome(path: Path) -> dict[str, Any]:
    """Return the contents of a file, or the location of its error."""
    text, encoding = decode_text(path.read_bytes())
    try:
        if path.suffix == ".moves":
            content = read_moves(path, text)
        elif path.suffix == ".position":
            game = GAMES[parse_game_id(path)]
            content = {"position": game.format_position(game.parse_position(text))}
        else:
            content = read_games(text)
    except RuleboardError as error:
        content = {"error": error.where}
    return {**{key: value for key, value in content.items() if value != []}, **({"as": encoding} if encoding else {})}


@cache
def read_expected_outcomes() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(EXPECTED_FILE.read_text(encoding="utf-8"))
    return data


def test_every_corpus_file_has_an_expected_result() -> None:
    assert len(CORPUS_FILES) >= 150
    assert {path.name for path in CORPUS_FILES} == set(read_expected_outcomes())


@pytest.mark.parametrize("path", CORPUS_FILES, ids=lambda path: path.name)
def test_file_is_read_as_expected(path: Path) -> None:
    assert read_outcome(path) == read_expected_outcomes()[path.name]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("path", MOVE_LISTS, ids=lambda path: path.name)
def test_move_lists_round_trip_to_the_same_games(path: Path, tmp_path: Path) -> None:
    try:
        games = files.open_games(str(path), read_start(path))
    except RuleboardError:
        return
    written_file = tmp_path / "again.moves"
    written_file.write_text(files.format_games(games, files.MOVES_NOTATION) + "\n", encoding="utf-8")
    assert files.open_games(str(written_file), read_start(path)) == games


@pytest.mark.parametrize("path", MOVE_LISTS, ids=lambda path: path.name)
def test_command_line_reports_notices_and_errors_of_move_lists(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = read_expected_outcomes()[path.name]
    arguments = ["--game", parse_game_id(path)]
    assert main(["validate", *arguments, str(path)]) == int("error" in result)
    errors = capsys.readouterr().err
    assert main(["convert", *arguments, str(path), "--to", "record"]) == (2 if "error" in result else 0)
    for text in (errors, capsys.readouterr().err):
        encoding = "" if "error" in result else result.get("as", "")
        assert all(line in text for line in (*result.get("notices", ()), result.get("error", ""), encoding))
        assert bool(text) == any(key in result for key in ("notices", "error", "as"))


if __name__ == "__main__":
    rows = ",\n".join(f' "{path.name}": {json.dumps(read_outcome(path), ensure_ascii=False)}' for path in CORPUS_FILES)
    EXPECTED_FILE.write_bytes(f"{{\n{rows}\n}}\n".encode("utf-8", "backslashreplace"))
