"""Test the archive of Python sources: reproducible, and without other files."""

from __future__ import annotations

import ast
import os
import zipfile

import pytest

from tools.archive import browser_files, without_annotations, write_archive
from tools.build import PACKAGE_FOLDER


@pytest.fixture
def package(tmp_path):
    folder = tmp_path / "package"
    for name in ("__init__.py", "b.py", "a/__init__.py", "a/data.json", "a/__pycache__/x.pyc", ".hidden"):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    return folder


def test_archive_contains_modules_and_data_only(package, tmp_path):
    write_archive(package, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as zip_file:
        assert zip_file.namelist() == [
            "package/__init__.py",
            "package/a/__init__.py",
            "package/a/data.json",
            "package/b.py",
        ]
        assert zip_file.read("package/b.py") == b"b.py"


def test_same_sources_give_identical_archives(package, tmp_path):
    write_archive(package, tmp_path / "one.zip")
    os.utime(package / "b.py", (0, 0))
    (package / "b.py").chmod(0o600)
    write_archive(package, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_app_archive_excludes_tests(tmp_path):
    write_archive(PACKAGE_FOLDER, tmp_path / "app.zip")
    with zipfile.ZipFile(tmp_path / "app.zip") as zip_file:
        names = zip_file.namelist()
    assert "ruleboard/engine/game.py" in names
    assert [name for name in names if "test" in name or "__pycache__" in name] == []


def test_function_annotations_are_removed():
    source = b"""LIMIT: int = 3


class Pair:
    first: int

    def of(self, *given: int, other: "list[\\n]" = 1, **more: str) -> tuple[
        int, str
    ]:
        total: int = 2
        return total
"""
    assert without_annotations(source).decode().splitlines() == [
        "LIMIT = 3",
        "",
        "",
        "class Pair:",
        "    first: int",
        "",
        "    def of(self, *given, other = 1, **more",
        "",
        "):",
        "        total: int = 2",
        "        return total",
    ]


def test_all_modules_parse_equal_without_annotations():
    """The statements and their lines are equal, except annotations of functions and of module variables."""

    class Remove(ast.NodeTransformer):
        def visit_arg(self, node):
            node.annotation = None
            return node

        def visit_FunctionDef(self, node):
            self.generic_visit(node)
            node.returns = None
            return node

    def outline(text, remove):
        tree = Remove().visit(ast.parse(text)) if remove else ast.parse(text)
        body = [
            ast.Assign([statement.target], statement.value, lineno=statement.lineno)
            if isinstance(statement, ast.AnnAssign) and statement.value is not None
            else statement
            for statement in tree.body
        ]
        lines = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt)]
        return [ast.dump(statement) for statement in body], lines

    for file in browser_files(PACKAGE_FOLDER):
        if file.suffix == ".py":
            text = file.read_bytes()
            assert outline(without_annotations(text), remove=False) == outline(text, remove=True), file
