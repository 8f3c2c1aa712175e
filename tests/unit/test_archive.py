"""The archive of Python sources: always the same bytes, and nothing in it that does not belong."""

from __future__ import annotations

import os
import zipfile

import pytest

from tools.archive import archive
from tools.build import PACKAGE


@pytest.fixture
def package(tmp_path):
    folder = tmp_path / "package"
    for name in ("__init__.py", "b.py", "a/__init__.py", "a/data.json", "a/__pycache__/x.pyc", ".hidden"):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    return folder


def test_holds_modules_and_data_only(package, tmp_path):
    archive(package, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as zipped:
        assert zipped.namelist() == [
            "package/__init__.py",
            "package/a/__init__.py",
            "package/a/data.json",
            "package/b.py",
        ]
        assert zipped.read("package/b.py") == b"b.py"


def test_same_sources_give_the_same_bytes(package, tmp_path):
    archive(package, tmp_path / "one.zip")
    os.utime(package / "b.py", (0, 0))
    (package / "b.py").chmod(0o600)
    archive(package, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_app_s_archive_has_no_tests_in_it(tmp_path):
    archive(PACKAGE, tmp_path / "app.zip")
    with zipfile.ZipFile(tmp_path / "app.zip") as zipped:
        names = zipped.namelist()
    assert "ruleboard/engine/game.py" in names
    assert [name for name in names if "test" in name or "__pycache__" in name] == []
