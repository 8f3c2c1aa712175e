"""Read a game from the text of its author's Python file."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from traceback import walk_tb
from types import ModuleType
from typing import Any, Final

from ruleboard.contract.package import Package
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.limits import max_length_phrase
from ruleboard.i18n import _
from ruleboard.kit.definition import BoardGame
from ruleboard.kit.errors import BoardGameError
from ruleboard.kit.facade import package
from ruleboard.kit.validation import check_class

MAX_SOURCE_LENGTH: Final = 200_000
"""The maximum number of characters of a file."""
SAFE_MODULES: Final = (
    *("__future__", "collections", "dataclasses", "enum", "functools", "heapq", "itertools", "math", "random", "re"),
    *("ruleboard", "typing"),
)
"""The modules that a game in a web page may import."""
_MAX_TEXT_LENGTH: Final = 200
"""The maximum number of characters in the message of an error."""
_MIN_SIMILARITY: Final = 0.7
"""The minimum similarity of a name, from 0 to 1, for an error to suggest it in place of an unknown one."""
_MODULE_NAME: Final = "own_game"


class SourceError(RuleboardError):
    """Raised when the file of a game has a mistake.

    Args:
        what: the fault, as in ``RuleboardError``.
        where: the name of the file and the line.
        expected: as in ``RuleboardError``.
        line: the number of the line, 0 if the error has no line.
    """

    def __init__(self, what: str, *, where: str = "", expected: str = "", line: int = 0) -> None:
        super().__init__(what, where=where, expected=expected)
        self.line = line

    @classmethod
    def at(cls, file_name: str, line: int, what: str, expected: str = "") -> SourceError:
        """Create an error at a line of a file, or at the whole file if the line is 0."""
        where = _("{file}, line {n}").format(file=file_name, n=line) if line else file_name
        return cls(what, where=where, expected=expected, line=line)


def load_source(text: str, file_name: str, modules: Collection[str] | None = None) -> Package[Any, Any]:
    """Run the text of a file, and return the package of its game.

    The game is ``PACKAGE`` if the file defines it, otherwise the last subclass of ``BoardGame`` in the file.

    Args:
        text: Python code.
        file_name: the name of the file for errors.
        modules: the modules that the file may import; None for all.

    Raises:
        SourceError: the file is too long, does not run or defines no game, or the game has a mistake.
    """
    if len(text) > MAX_SOURCE_LENGTH:
        raise SourceError.at(file_name, 0, _("the file is too long"), max_length_phrase(MAX_SOURCE_LENGTH))
    try:
        module = ModuleType(_MODULE_NAME)
        if modules is not None:
            vars(module)["__builtins__"] = _restrict_builtins(modules)
        exec(compile(text, file_name, "exec", dont_inherit=True), vars(module))
        loaded_package = _find_package(vars(module), file_name)
        loaded_package.game.legal_actions(loaded_package.game.initial({}, 0))  # finds mistakes in ``moves``
        return loaded_package
    except SourceError:
        raise
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        raise source_error(error, file_name, text) from error


def source_error(error: BaseException, file_name: str, text: str = "") -> SourceError:
    """Return an error that names the line of a file in which an exception occurred.

    Args:
        error: the exception.
        file_name: the name of the file.
        text: the text of the file, to find the line of an attribute or a method that a ``BoardGameError`` names.
    """
    if isinstance(error, SourceError):
        return error
    line = _find_error_line(error, file_name)
    if isinstance(error, SyntaxError):
        return SourceError.at(file_name, line, _("Python can’t read this: {reason}").format(reason=error.msg))
    if isinstance(error, RuleboardError):
        what = _("{where}: {what}").format(where=error.where, what=error.what) if error.where else error.what
        if isinstance(error, BoardGameError):
            line = line or _find_definition_line(text, error.where.split(",")[0])
        return SourceError.at(file_name, line, what, error.expected)
    return SourceError.at(file_name, line, _format_error(error)[:_MAX_TEXT_LENGTH], _find_similar_name(error))


def _format_error(error: BaseException) -> str:
    """Return the class name of an exception and its message, if it has one."""
    try:
        text = str(error)
    except Exception:
        text = ""
    if isinstance(error, ImportError):
        text = text.partition(" (")[0]  # without the path on this machine
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _find_error_line(error: BaseException, file_name: str) -> int:
    """Return the line of a file where an exception occurred, or 0 if the traceback does not contain the file."""
    if isinstance(error, SyntaxError) and error.filename == file_name:
        return error.lineno or 0
    numbers = [number for frame, number in walk_tb(error.__traceback__) if frame.f_code.co_filename == file_name]
    return numbers[-1] if numbers else 0


def _find_similar_name(error: BaseException) -> str:
    """Return the existing name that is most similar to an unknown name, or an empty string."""
    name, names = getattr(error, "name", None), set[str]()
    try:
        if isinstance(error, AttributeError):
            names = set(dir(error.obj))
        elif isinstance(error, ImportError):
            name = getattr(error, "name_from", None)
            names = set(dir(sys.modules[error.name or ""]))
        elif isinstance(error, NameError):
            *_callers, (frame, _number) = walk_tb(error.__traceback__)
            names = {*frame.f_locals, *frame.f_globals, *dir(builtins)}
        return next(iter(get_close_matches(name, names, 1, _MIN_SIMILARITY)), "") if name else ""
    except Exception:  # the author's ``__dir__`` may raise anything
        return ""


def _find_definition_line(text: str, name: str) -> int:
    """Return the line of the last class attribute, method or class with a name, or 0 if the text lacks it."""
    line = 0
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return 0
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=id_)]) | ast.AnnAssign(target=ast.Name(id=id_)) if id_ == name:
                line = node.lineno
            case ast.FunctionDef() | ast.ClassDef() if node.name == name:
                line = node.lineno
    return line


def _restrict_builtins(modules: Collection[str]) -> dict[str, Any]:
    """Return Python's built-in functions with an ``import`` that allows only the given modules."""

    def import_module(
        name: str,
        globals_: Mapping[str, object] | None = None,
        locals_: Mapping[str, object] | None = None,
        names: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if level or name.partition(".")[0] not in modules:
            raise RuleboardError(
                _("a game that runs in a web page can’t import {name}").format(name=repr(name)[:60]),
                expected=", ".join(modules),
            )
        return builtins.__import__(name, globals_, locals_, names, level)

    return {**vars(builtins), "__import__": import_module}


def _find_package(names: Mapping[str, object], file_name: str) -> Package[Any, Any]:
    """Return the package of the game among the names that a module defines.

    Raises:
        SourceError: there is no game.
        BoardGameError: the game has a mistake.
    """
    declared_package = names.get("PACKAGE")
    if isinstance(declared_package, Package):
        return declared_package
    classes = [value for value in names.values() if isinstance(value, type) and value.__module__ == _MODULE_NAME]
    games = [value for value in classes if issubclass(value, BoardGame)]
    if not games:
        raise SourceError.at(file_name, 0, _("there’s no game in this file"), "class Noughts(BoardGame)")
    check_class(games[-1])  # Python creates no game without moves
    return package(games[-1]())
