"""Test that the archive of Python sources is reproducible and contains no other files."""

from __future__ import annotations

import ast
import os
import zipfile

import pytest

from tools.archive import iter_browser_files, without_annotations, write_archive
from tools.build import PACKAGE_FOLDER


@pytest.fixture
def sample_package(tmp_path):
    folder = tmp_path / "package"
    for name in ("__init__.py", "b.py", "a/__init__.py", "a/data.json", "a/__pycache__/x.pyc", ".hidden"):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    return folder


@pytest.fixture(scope="module")
def app_archive(tmp_path_factory):
    """Return the opened archive of the app."""
    path = tmp_path_factory.mktemp("archive") / "app.zip"
    write_archive(PACKAGE_FOLDER, path)
    with zipfile.ZipFile(path) as zip_file:
        yield zip_file


def test_archive_contains_modules_and_data_only(sample_package, tmp_path):
    write_archive(sample_package, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as zip_file:
        assert zip_file.namelist() == [
            "package/__init__.py",
            "package/a/__init__.py",
            "package/a/data.json",
            "package/b.py",
        ]
        assert zip_file.read("package/b.py") == b"b.py"


def test_same_sources_give_identical_archives(sample_package, tmp_path):
    write_archive(sample_package, tmp_path / "one.zip")
    os.utime(sample_package / "b.py", (0, 0))
    (sample_package / "b.py").chmod(0o600)
    write_archive(sample_package, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_app_archive_excludes_tests(app_archive):
    names = app_archive.namelist()
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


def without_module_annotation(statement):
    """Return the assignment to an annotated module variable without its annotation, and other statements unchanged."""
    if isinstance(statement, ast.AnnAssign) and statement.value is not None:
        return ast.Assign([statement.target], statement.value, lineno=statement.lineno)
    return statement


def assert_equal_without_annotations(tree, original):
    """Check that two syntax trees and the lines of their statements are equal, except annotations of functions.

    The first tree must have no such annotations.
    """
    if isinstance(original, list):
        assert len(tree) == len(original)
        for item, original_item in zip(tree, original, strict=True):
            assert_equal_without_annotations(item, original_item)
    elif isinstance(original, ast.AST):
        assert type(tree) is type(original)
        if isinstance(tree, ast.stmt):
            assert tree.lineno == original.lineno
        for name in tree._fields:
            value, original_value = getattr(tree, name, None), getattr(original, name, None)
            if name == "returns" or (name == "annotation" and isinstance(tree, ast.arg)):
                assert value is None
            else:
                assert_equal_without_annotations(value, original_value)
    else:
        assert tree == original


def test_all_modules_parse_equal_without_annotations(app_archive):
    """The archived modules have the same statements on the same lines, except for annotations."""
    modules = [file for file in iter_browser_files(PACKAGE_FOLDER) if file.suffix == ".py"]
    assert len(modules) > 100
    for file in modules:
        tree, original = (
            ast.parse(text)
            for text in (app_archive.read(file.relative_to(PACKAGE_FOLDER.parent).as_posix()), file.read_bytes())
        )
        original.body = [without_module_annotation(statement) for statement in original.body]
        try:
            assert_equal_without_annotations(tree, original)
        except AssertionError as error:
            error.add_note(str(file))
            raise
