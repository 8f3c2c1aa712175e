"""Test that the wheel contains the rules, and that the page's archive omits modules that only Python programs use."""

from __future__ import annotations

import base64
import hashlib
import json
import tomllib
import zipfile

import pytest

import ruleboard
from ruleboard.version import VERSION
from tools.archive import EXCLUDED_NAMES, iter_browser_files
from tools.build import PACKAGE_FOLDER
from tools.setup import ROOT
from tools.wheel import write_wheel


@pytest.fixture(scope="module")
def wheel_files(tmp_path_factory):
    with zipfile.ZipFile(write_wheel(tmp_path_factory.mktemp("wheel"))) as zip_file:
        return {name: zip_file.read(name) for name in zip_file.namelist()}


def test_wheel_contains_rules_without_page(wheel_files):
    assert {
        "ruleboard/py.typed",
        "ruleboard/__main__.py",
        "ruleboard/api/position.py",
        "ruleboard/api/style.css",
        "ruleboard/kit/source.py",
        "ruleboard/own.py",
        "ruleboard/games/sensei/lessons.toml",
        "ruleboard/games/tensor_chess/bot.py",
    } <= set(wheel_files)
    assert [name for name in wheel_files if name.startswith(("ruleboard/app", "ruleboard/embed"))] == []


def test_wheel_record_lists_correct_hashes(wheel_files):
    (record,) = [name for name in wheel_files if name.endswith("/RECORD")]
    lines = [line.rsplit(",", 2) for line in wheel_files[record].decode().splitlines()]
    assert {path for path, _digest, _size in lines} == set(wheel_files)
    for path, digest, size in lines:
        if path != record:
            digest_text = base64.urlsafe_b64encode(hashlib.sha256(wheel_files[path]).digest()).decode().rstrip("=")
            assert (digest, size) == (f"sha256={digest_text}", str(len(wheel_files[path])))


def test_same_sources_give_identical_wheel(tmp_path):
    assert write_wheel(tmp_path / "one").read_bytes() == write_wheel(tmp_path / "two").read_bytes()


def test_version_and_extras_match_project(wheel_files):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (metadata,) = [text.decode() for name, text in wheel_files.items() if name.endswith("/METADATA")]
    assert project["dynamic"] == ["version"]
    assert f"\nVersion: {VERSION}\n" in metadata
    assert {line for line in metadata.splitlines() if line.startswith("Provides-Extra")} == {
        "Provides-Extra: openspiel",
        "Provides-Extra: pettingzoo",
    }
    assert ruleboard.__version__ == VERSION == json.loads((ROOT / "package.json").read_text())["version"]


def test_page_archive_excludes_package_modules():
    """The archive for the page contains the app and the games, but not the modules for Python programs."""
    names = {file.relative_to(PACKAGE_FOLDER).parts[0] for file in iter_browser_files(PACKAGE_FOLDER)}
    assert {"__init__.py", "app", "games"} <= names
    assert names & EXCLUDED_NAMES == set()
    assert all((PACKAGE_FOLDER / name).exists() for name in EXCLUDED_NAMES)
