"""Test that commands and tools replace files atomically, so that an error leaves the old file unchanged."""

from __future__ import annotations

import ast
import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import ruleboard
from ruleboard.api.files import read_text, write_bytes, write_text
from ruleboard.console.main import main
from ruleboard.console.table import Seats, Table
from ruleboard.engine.errors import RecordError
from tools import catalogue, diagrams, wheel
from tools.setup import ROOT

LONE_SURROGATE = "\ud800"
"""Half a character of UTF-16, which JSON can name and no file in UTF-8 can hold."""
OLD_TEXT = "kept\n"

# --- the places

WRITING_FUNCTIONS = {"write_text", "write_bytes", "ZipFile", "TarFile", "savefig"}
REGENERATED_FILES = {
    "tools/archive.py": "a part of dist.new, which replaces dist",
    "research/balance_plots.py": "pictures of the documentation, from results in another file",
    "tools/bench.py": "the site that is measured",
    "tools/bench_yardsticks.py": "a page of that site",
    "research/mutate.py": "a copy of the tree, and results that are appended",
    "tools/bridge.py": "types generated from types in Python",
    "tools/build.py": "a part of dist.new, and a stamp",
    "tools/contract.py": "a script generated from names in Python",
    "research/fairy_stockfish.py": "a temporary folder",
    "tools/commit_message.py": "the hook of a clone",
    "tools/licences.py": "a part of dist.new",
    "tools/looks.py": "a page of pictures that are taken again",
    "tools/modules.py": "a part of dist.new",
    "tools/newgame.py": "new files alone: the command refuses a game that exists",
    "tools/offline.py": "a part of dist.new",
    "tools/onefile.py": "a part of dist.new",
    "tools/compression.py": "a part of dist.new, and a cache that is replaced whole",
    "tools/pages.py": "a part of dist.new",
    "tools/posters.py": "a part of dist.new",
    "tools/preload.py": "a part of dist.new",
    "tools/setup.py": "stamps, a lock and a log",
    "tools/snapshot.py": "a cache with a stamp that is written last",
    "tools/vendor.py": "a part of dist.new, or static/vendor",
    "tools/versions.py": "a part of dist.new",
    "tools/wording.py": "a part of dist.new",
}
"""Modules that write files which the next run writes again."""
APPENDED_CONTENTS = {
    "research/balance.py": "results, a line each, and what is drawn from them",
    "research/ladder.py": "results, a line each",
    "research/problems.py": "problems that have been found",
}
"""Modules that append to a file."""


def iter_direct_writes(tree: ast.AST) -> Iterator[str]:
    """Yield the calls in a module that write a file directly."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(_, name) | ast.Name(name)) if name in WRITING_FUNCTIONS:
                if not (isinstance(node.func, ast.Name) and name.startswith("write_")):  # those of api.files
                    yield name
            case ast.Call(ast.Attribute(_, "open") | ast.Name("open"), arguments):
                modes = [value.value for value in arguments if isinstance(value, ast.Constant)]
                if any(isinstance(mode, str) and set(mode) & set("wxa+") and len(mode) < 4 for mode in modes):
                    yield "open"


def test_files_are_written_in_listed_places_only() -> None:
    writers = set()
    for file in [
        *(ROOT / "py").rglob("*.py"),
        *(ROOT / "tools").rglob("*.py"),
        *(ROOT / "research").rglob("*.py"),
        ROOT / "dev.py",
    ]:
        if list(iter_direct_writes(ast.parse(file.read_text(encoding="utf-8")))):
            writers.add(file.relative_to(ROOT).as_posix())
    assert (
        writers == {"py/ruleboard/api/files.py", "tools/wheel.py"} | REGENERATED_FILES.keys() | APPENDED_CONTENTS.keys()
    )


# --- commands

SAMPLE_RECORD = ruleboard.Position("tensor-chess", actions=["e2e4", "e7e5"]).to_json()


def write_source(folder: Path, name: str) -> Path:
    """Write a game with a name for White into a file, and return the path of the file."""
    file = folder / "source.json"
    record = SAMPLE_RECORD.replace('["",""]', f'["{name}",""]')
    assert name in record
    file.write_text(record)
    return file


def create_converter(notation: str) -> Callable[[Path, str], Path]:
    """Return a function that converts a game to a notation with the command line."""

    def run(folder: Path, name: str) -> Path:
        out = prepare_file(folder / "keep.txt")
        main(["convert", str(write_source(folder, name)), "--to", notation, "-o", str(out)])
        return out

    return run


def draw_diagram(folder: Path, name: str) -> Path:
    """Draw a position with the command line."""
    out = prepare_file(folder / "keep.svg")
    main(["diagram", "sensei", "--title", name.replace("\\ud800", LONE_SURROGATE), "-o", str(out)])
    return out


def save_game(folder: Path, name: str) -> Path:
    """Save a game while playing in the terminal."""
    out = prepare_file(folder / "keep.json")
    lines = iter([f"save {out}", "quit"])
    Table(
        ruleboard.load(write_source(folder, name)),
        Seats(),
        ascii_only=True,
        read_line=lambda _prompt: next(lines),
        print_line=lambda _line: None,
    ).run()
    return out


def draw_diagram_with_tool(folder: Path, name: str) -> Path:
    """Draw a position with the tool for diagrams."""
    out = prepare_file(folder / "keep.svg")
    diagrams.main(["sensei", "--title", name.replace("\\ud800", LONE_SURROGATE), "-o", str(out)])
    return out


def draw_diagrams_with_tool(folder: Path, name: str) -> Path:
    """Draw a list of positions with the tool for diagrams."""
    list_file, out = folder / "list.tsv", prepare_file(folder / "keep.svg")
    list_file.write_text("sensei\tstart\tkeep\n")
    title = name.replace("\\ud800", LONE_SURROGATE)
    diagrams.main(["--file", str(list_file), "--title", title, "-o", str(folder)])
    return out


def write_catalogue_file(folder: Path, name: str) -> Path:
    """Write the catalogue of a language with the tool for translators."""
    out = prepare_file(folder / "keep.po")
    message = catalogue.Message(name.replace("\\ud800", LONE_SURROGATE), strings=("x",))
    with suppress(RecordError):
        catalogue.write_catalogue(catalogue.Catalogue("fr", "nplurals=2; plural=n > 1;", (message,)), out)
    return out


def prepare_file(file: Path) -> Path:
    """Write an old text to a file, and return the path."""
    file.write_text(OLD_TEXT)
    return file


WRITE_COMMANDS: dict[str, Callable[[Path, str], Path]] = {
    "convert to a record": create_converter("record"),
    "convert to moves": create_converter("moves"),
    "convert to positions": create_converter("positions"),
    "convert to a score": create_converter("score"),
    "convert to Python": create_converter("python"),
    "diagram": draw_diagram,
    "save": save_game,
    "tool diagrams": draw_diagram_with_tool,
    "tool diagrams, list": draw_diagrams_with_tool,
    "tool words": write_catalogue_file,
}
"""Functions that write a file by a command; each takes a folder and a name, and returns the file."""


@pytest.mark.parametrize("command", WRITE_COMMANDS)
def test_command_writes_its_file(command: str, tmp_path: Path) -> None:
    assert WRITE_COMMANDS[command](tmp_path, "Zoë").read_text(encoding="utf-8") != OLD_TEXT


@pytest.mark.parametrize("command", WRITE_COMMANDS)
def test_unencodable_character_leaves_file_whole(command: str, tmp_path: Path) -> None:
    """A character that cannot be encoded never damages a file.

    Records escape it and pictures replace it. Commands for scores and catalogues leave the old file unchanged.
    """
    text = WRITE_COMMANDS[command](tmp_path, "\\ud800").read_text(encoding="utf-8")
    assert text
    assert (text == OLD_TEXT) == (command in ("convert to a score", "tool words"))
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("command", WRITE_COMMANDS)
def test_full_disk_keeps_old_file(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_number: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    assert WRITE_COMMANDS[command](tmp_path, "Zoë").read_text() == OLD_TEXT
    assert not list(tmp_path.glob(".*"))


def test_full_disk_keeps_old_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = wheel.write_wheel(tmp_path)
    before = out.read_bytes()

    def fail(_number: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(RecordError):
        wheel.write_wheel(tmp_path)
    assert out.read_bytes() == before


# --- the helper


def test_interruption_keeps_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_interrupt(_number: int) -> None:
        raise KeyboardInterrupt

    out = prepare_file(tmp_path / "keep.txt")
    monkeypatch.setattr(os, "fsync", raise_interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_text(out, "new")
    assert [file.read_text() for file in tmp_path.iterdir()] == [OLD_TEXT]


def test_error_gives_file_line_and_character(tmp_path: Path) -> None:
    out = tmp_path / "keep.txt"
    with pytest.raises(RecordError) as error_info:
        write_text(out, f"one\ntwo {LONE_SURROGATE}")
    assert all(part in str(error_info.value) for part in (str(out), "line 2", r"\ud800"))
    assert str(error_info.value).isascii()
    assert not out.exists()


def test_replaced_file_keeps_its_permissions_and_links(tmp_path: Path) -> None:
    out, link = prepare_file(tmp_path / "keep.txt"), tmp_path / "link"
    link.symlink_to(out)
    out.chmod(0o640)
    write_text(link, "new")
    assert (out.read_text(), link.is_symlink(), stat.S_IMODE(out.stat().st_mode)) == ("new", True, 0o640)


def test_new_file_has_default_permissions(tmp_path: Path) -> None:
    write_text(tmp_path / "one", "")
    (tmp_path / "other").touch()
    modes = {file.stat().st_mode for file in tmp_path.iterdir()}
    assert len(modes) == 1


def test_special_file_is_written_directly(tmp_path: Path) -> None:
    pipe_file = tmp_path / "pipe"
    os.mkfifo(pipe_file)
    reader = os.open(pipe_file, os.O_RDONLY | os.O_NONBLOCK)
    write_bytes(pipe_file, b"through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert stat.S_ISFIFO(pipe_file.stat().st_mode)


@pytest.mark.parametrize("path", ["missing/file", "folder", "nul\0"])
def test_impossible_paths_are_rejected(path: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(RecordError):
        write_text(tmp_path / path, "x")
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


def test_lines_of_every_kind_are_read(tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n")
    assert read_text(tmp_path / "lines") == "a\nb\nc\n"


def test_standard_output_gets_all_or_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(write_source(tmp_path, "\\ud800")), "--to", "score"]) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert r"\ud800" in errors
