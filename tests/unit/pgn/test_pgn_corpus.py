"""Test PGN as other programs write it: each file of the corpus is read as expected, written, and read again.

For each file, ``expected.json`` has the study and the games in it, the lines with notices, and the locations of
errors. To see what has changed, run ``python -m tests.unit.pgn.test_pgn_corpus``, which writes the file again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game_files import GamesFile, StudyFile, as_record, read_file_steps
from ruleboard.engine.record import Record
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.study import Note, StudyMove
from ruleboard.engine.study_pgn import format_study_pgn
from ruleboard.engine.study_text import format_compact_study, parse_study, task_data
from ruleboard.engine.study_tree import open_chapter
from ruleboard.engine.text_encoding import decode_text
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES, MOVE_TOKENS, NOTATIONS

FOLDER = Path(__file__).parent
CORPUS_FILES = sorted((FOLDER / "corpus").glob("*.pgn"))
EXPECTED_FILE = FOLDER / "expected.json"


def format_outline(moves: Sequence[StudyMove]) -> str:
    """Return moves as one line of text, with comments and variations after their moves."""
    return " ".join(
        move.text + format_note(move.note) + "".join(f" ({format_outline(line)})" for line in move.variations)
        for move in moves
    )


def format_note(note: Note) -> str:
    parts = [note.glyph, f"{{{note.comment}}}" if note.comment else ""]
    parts += [f"<{mark.kind} {mark.color} {' '.join(mark.targets)}>" for mark in note.marks]
    parts.append("<diagram>" if note.has_diagram else "")
    parts.append(json.dumps(task_data(note.task)) if note.task else "")
    return "".join((*parts, *note.extras))


def parse_line_numbers(notices: Sequence[str]) -> list[str]:
    """Return the locations that notices name."""
    return [notice.split(":")[0] for notice in notices]


def read_contents(text: str, *, as_study: bool) -> dict[str, Any]:
    """Return the contents of a text as JSON data, or the location of its error."""
    try:
        file = run_to_end(read_file_steps(text, GAMES, MOVE_TOKENS, as_study=as_study))
    except RuleboardError as error:
        return {"error": error.where}
    if isinstance(file, StudyFile):
        study = file.study
        chapters = [
            {
                **({"title": chapter.title} if chapter.title else {}),
                **({"game": chapter.game} if chapter.game != "tensor-chess" else {}),
                **({"start": chapter.start} if chapter.start else {}),
                **({"side": chapter.seat} if chapter.seat else {}),
                **({"tags": dict(chapter.tags)} if chapter.tags else {}),
                "moves": f"{format_note(chapter.note)} {format_outline(chapter.moves)}".strip(),
            }
            for chapter in study.chapters
        ]
        head = {"title": study.title, **({"author": study.author} if study.author else {})}
        return {**head, "chapters": chapters, **({"notices": parse_line_numbers(file.notices)} if file.notices else {})}
    assert isinstance(file, GamesFile)
    games = [
        " | ".join(
            (
                " ".join(item.actions),
                *filter(None, item.players),
                *(f"{tag}={tag_value}" for tag, tag_value in item.meta.items()),
            )
        )
        if isinstance(item, Record)
        else {"error": item.where if isinstance(item, RuleboardError) else ""}
        for item in file.items
    ]
    return {"games": games, **({"notices": parse_line_numbers(file.notices)} if file.notices else {})}


def read_outcome(path: Path) -> dict[str, Any]:
    text, encoding = decode_text(path.read_bytes())
    study, games = read_contents(text, as_study=True), read_contents(text, as_study=False)
    contents = {"study": study, **({"as games": games} if games != study else {})}
    return {**contents, **({"encoding": encoding} if encoding else {})}


@cache
def read_expected_outcomes() -> dict[str, Any]:
    """Return the expected outcomes by the names of files."""
    outcomes: dict[str, Any] = json.loads(EXPECTED_FILE.read_text(encoding="utf-8"))
    return outcomes


def test_corpus_is_large_and_complete() -> None:
    assert len(CORPUS_FILES) >= 300
    assert {path.stem for path in CORPUS_FILES} == set(read_expected_outcomes())


@pytest.mark.parametrize("path", CORPUS_FILES, ids=lambda path: path.stem)
def test_parsed_file_matches_its_contents(path: Path) -> None:
    assert read_outcome(path) == read_expected_outcomes()[path.stem]


@pytest.mark.parametrize(
    "path",
    [path for path in CORPUS_FILES if not path.stem.startswith("wrong")],
    ids=lambda corpus_path: corpus_path.stem,
)
def test_exported_pgn_survives_reading(path: Path) -> None:
    text, _encoding = decode_text(path.read_bytes())
    try:
        study = run_to_end(read_file_steps(text, GAMES, MOVE_TOKENS, as_study=True))
        file = run_to_end(read_file_steps(text, GAMES, MOVE_TOKENS))
    except RuleboardError:
        return
    assert isinstance(study, StudyFile)
    for chapter in study.study.chapters:
        open_chapter(chapter, GAMES)
    study_read_again = run_to_end(
        read_file_steps(format_study_pgn(study.study, GAMES, MOVE_TOKENS), GAMES, MOVE_TOKENS, as_study=True)
    )
    assert study_read_again == StudyFile(study.study)
    assert parse_study(format_compact_study(study.study)) == study.study
    if not isinstance(file, GamesFile):
        return
    for item in file.items:
        record = as_record(item)
        score = NOTATIONS[record.game].format(replay(record, GAMES))
        assert run_to_end(read_file_steps(score, GAMES, MOVE_TOKENS)) == GamesFile((record,))


@pytest.mark.parametrize("path", CORPUS_FILES, ids=lambda path: path.stem)
def test_line_endings_do_not_matter(path: Path) -> None:
    text, _encoding = decode_text(path.read_bytes())
    text = re.sub(r"\r\n?", "\n", text)
    for as_study in (True, False):
        expected = read_contents(text, as_study=as_study)
        for end in ("\r", "\r\n"):
            assert read_contents(text.replace("\n", end), as_study=as_study) == expected, repr(end)


def test_halves_of_characters_are_replaced_with_notice() -> None:
    text = '[White "Z\ud83d"]\n\n1. e4 {\ud83d} *\n'
    study, games = read_contents(text, as_study=True), read_contents(text, as_study=False)
    assert study["notices"] == ["line 1", "line 3"]
    assert games["notices"][:2] == ["line 1", "line 3"]
    assert not re.search("[\ud800-\udfff]", str((study, games)))


if __name__ == "__main__":
    results = {path.stem: read_outcome(path) for path in CORPUS_FILES}
    rows = ",\n".join(f' "{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in results.items())
    EXPECTED_FILE.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
