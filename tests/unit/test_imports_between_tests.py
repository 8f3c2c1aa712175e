"""Test that test modules share only helpers, so that each of them can be moved or removed."""

from __future__ import annotations

import re

from tools.setup import ROOT

TEST_IMPORT_PATTERN = re.compile(r"^\s*(?:from|import) tests(?:\.\w+)*\.test_\w+", re.MULTILINE)


def test_no_module_imports_a_test_module() -> None:
    files = list((ROOT / "tests").rglob("*.py"))
    assert len(files) > 300
    assert [file.name for file in files if TEST_IMPORT_PATTERN.search(file.read_text(encoding="utf-8"))] == []
