"""Games from an author's own Python file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from typing import Final

from ruleboard.api.files import read_text
from ruleboard.api.rules import Rules
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.steps import run_to_end
from ruleboard.kit.checking import Fault, check_steps
from ruleboard.kit.source import load_source, source_error
from ruleboard.registry import PACKAGES, add_package, remove_package

_loaded_ids: Final[set[str]] = set()
"""The ids of the games from files. Only these may be replaced by a game from another file."""


def load_game(path: str | PathLike[str]) -> Rules:
    """Run a Python file, and return the rules of its game. ``ruleboard.play`` then accepts the id of the game.

    Raises:
        SourceError: the file does not run, or its game has a mistake; the error names the file and the line.
        RuleboardError: the file is not readable, or a built-in game has the same id.
    """
    package = load_source(read_text(path), fspath(path))
    if package.id in PACKAGES:
        if package.id not in _loaded_ids:
            raise RuleboardError(f"there is already a game {package.id}", where=fspath(path), expected="another name")
        remove_package(package.id)
    add_package(package)
    _loaded_ids.add(package.id)
    return Rules(package.id)


def check_game(path: str | PathLike[str]) -> tuple[Fault, ...]:
    """Run a Python file, check its game on up to 200 positions of random games, and return the faults.

    Raises:
        SourceError: the file does not run, or its game has a mistake.
        RuleboardError: the file is not readable.
    """
    return run_to_end(check_steps(load_source(read_text(path), fspath(path))))


@contextmanager
def errors_with_lines(path: str | PathLike[str]) -> Iterator[None]:
    """Return a context manager that converts errors in a game's code to errors with the file name and the line.

    Raises:
        SourceError: the code of the game has raised an error.
    """
    try:
        yield
    except Exception as error:
        located_error = source_error(error, fspath(path), read_text(path))
        if not located_error.line:  # the error comes from elsewhere
            raise
        raise located_error from error
