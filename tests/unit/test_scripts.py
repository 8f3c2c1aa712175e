"""Test the scripts with TypeScript, ESLint and Node's test runner."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tools import setup
from tools.setup import NODE_MODULES, ROOT


def run_tool(name: str, *arguments: str) -> str:
    """Run a tool from node_modules; return its output, which is empty if it finds nothing."""
    setup.install_all_node_packages()
    tool = NODE_MODULES / ".bin" / (f"{name}.cmd" if os.name == "nt" else name)
    process = subprocess.run([str(tool), *arguments], cwd=ROOT, capture_output=True, text=True)
    return process.stdout + process.stderr


def test_scripts_have_types() -> None:
    assert run_tool("tsc", "--project", ".") == ""


def test_eslint_finds_nothing() -> None:
    assert run_tool("eslint", ".") == ""


@pytest.mark.parametrize("file", sorted((ROOT / "tests" / "js").glob("*.test.mjs")), ids=lambda file: file.name)
def test_javascript_tests_pass(file: Path) -> None:
    process = subprocess.run(["node", "--test", str(file)], capture_output=True, text=True, timeout=300)
    assert process.returncode == 0, process.stdout[-6000:] + process.stderr
