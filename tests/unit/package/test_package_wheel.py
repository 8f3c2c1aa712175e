"""The wheel holds the rules, and the page nothing of what is for other Python programs."""

from __future__ import annotations

import base64
import hashlib
import json
import tomllib
import zipfile

import pytest

import ruleboard
from ruleboard.version import VERSION
from tools.archive import OUTSIDE, sources
from tools.build import PACKAGE
from tools.setup import ROOT
from tools.wheel import wheel


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    with zipfile.ZipFile(wheel(tmp_path_factory.mktemp("wheel"))) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def test_wheel_contains_rules_without_page(built):
    assert {
        "ruleboard/py.typed",
        "ruleboard/__main__.py",
        "ruleboard/api/position.py",
        "ruleboard/api/style.css",
        "ruleboard/games/sensei/lessons.toml",
        "ruleboard/games/tensor_chess/bot.py",
    } <= set(built)
    assert [name for name in built if name.startswith(("ruleboard/app", "ruleboard/embed"))] == []


def test_wheel_record_lists_correct_hashes(built):
    (record,) = [name for name in built if name.endswith("/RECORD")]
    lines = [line.rsplit(",", 2) for line in built[record].decode().splitlines()]
    assert {path for path, _digest, _size in lines} == set(built)
    for path, digest, size in lines:
        if path != record:
            found = base64.urlsafe_b64encode(hashlib.sha256(built[path]).digest()).decode().rstrip("=")
            assert (digest, size) == (f"sha256={found}", str(len(built[path])))


def test_same_sources_give_identical_wheel(tmp_path):
    assert wheel(tmp_path / "one").read_bytes() == wheel(tmp_path / "two").read_bytes()


def test_version_and_extras_match_project(built):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (metadata,) = [text.decode() for name, text in built.items() if name.endswith("/METADATA")]
    assert project["dynamic"] == ["version"]
    assert f"\nVersion: {VERSION}\n" in metadata
    assert {line for line in metadata.splitlines() if line.startswith("Provides-Extra")} == {
        "Provides-Extra: openspiel",
        "Provides-Extra: pettingzoo",
    }
    assert ruleboard.__version__ == VERSION == json.loads((ROOT / "package.json").read_text())["version"]


def test_page_archive_excludes_package_modules():
    """The page's archive is made of these files, and its snapshot imports the archive's modules."""
    names = {file.relative_to(PACKAGE).parts[0] for file in sources(PACKAGE)}
    assert {"__init__.py", "app", "games"} <= names
    assert names & OUTSIDE == set()
    assert all((PACKAGE / name).exists() for name in OUTSIDE)
