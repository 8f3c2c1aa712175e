"""The archive of the app's Python sources that the browser fetches."""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the archive, always the same, so that the same sources give the same bytes."""

OUTSIDE = frozenset({"__main__.py", "adapters", "api", "console", "py.typed"})
"""The parts of the package that only other Python programs use."""

_FOR_BUILDS = ("embed/posters.py", "scene/stencils.py", "games/*/poster.py")
"""The modules that only the build imports."""


def archive(package: Path, out: Path) -> None:
    """Write a package's sources as a zip; the same sources give the same bytes on every machine."""
    with zipfile.ZipFile(out, "w") as zipped:
        for file in sources(package):
            entry = zipfile.ZipInfo(file.relative_to(package.parent).as_posix(), _EPOCH)
            entry.create_system = 3  # Unix, also when built elsewhere
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            content = file.read_bytes()
            zipped.writestr(entry, without_annotations(content) if file.suffix == ".py" else content, compresslevel=9)


def sources(package: Path) -> Iterator[Path]:
    """Yield the files of a package that the browser needs, modules and data, in order."""
    for file in files(package):
        name = file.relative_to(package)
        if name.parts[0] not in OUTSIDE and not any(name.match(pattern) for pattern in _FOR_BUILDS):
            yield file


def files(package: Path) -> Iterator[Path]:
    """Yield all files of a package, modules and data, in order."""
    for file in sorted(package.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts and not file.name.startswith("."):
            yield file


def without_annotations(source: bytes) -> bytes:
    """Return a module without the annotations of functions and of module variables.

    The app never reads them, and they take 4 % of the memory snapshot. Lines keep their numbers, so that tracebacks fit
    the sources. Annotations of classes stay, because dataclasses need them.
    """
    tree = ast.parse(source)
    lines = list(accumulate((len(line) for line in source.splitlines(keepends=True)), initial=0))

    def start(node: ast.expr) -> int:
        return lines[node.lineno - 1] + node.col_offset

    def end(node: ast.expr) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return lines[node.end_lineno - 1] + node.end_col_offset

    spans: list[tuple[int, int, bytes]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            signature = node.args
            for argument in (
                *signature.posonlyargs,
                *signature.args,
                *signature.kwonlyargs,
                signature.vararg,
                signature.kwarg,
            ):
                if argument is not None and argument.annotation is not None:
                    first = source.rindex(b":", 0, start(argument.annotation))
                    spans.append((first, end(argument.annotation), b""))
            if node.returns is not None:
                first = source.rindex(b")", 0, source.rindex(b"->", 0, start(node.returns)))
                spans.append((first, end(node.returns), b")"))
    for statement in tree.body:
        if isinstance(statement, ast.AnnAssign) and statement.value is not None:
            spans.append((end(statement.target), end(statement.annotation), b""))
    for first, last, replacement in sorted(spans, reverse=True):
        source = source[:first] + b"\n" * source.count(b"\n", first, last) + replacement + source[last:]
    return source
