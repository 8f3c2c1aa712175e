"""Tests of the wheel in an empty environment, the example notebook and the generated documentation."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]


def test_wheel_works_without_dependencies(tmp_path):
    build = subprocess.run(
        [sys.executable, "dev.py", "wheel", "-o", str(tmp_path)], cwd=ROOT, capture_output=True, text=True
    )
    assert build.returncode == 0, build.stderr
    venv.create(tmp_path / "empty", with_pip=True)
    python = str(tmp_path / "empty" / "bin" / "python")
    wheel = build.stdout.strip()
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", wheel], check=True, cwd=tmp_path)
    code = (
        "import ruleboard, sys\n"
        "position = ruleboard.play('tesulda', {'setup': 'shuffled'}, 5)\n"
        "position.push(position.legal_actions()[0])\n"
        "position.save('game.json')\n"
        "assert eval(repr(position), {'Position': ruleboard.Position}) == ruleboard.load('game.json') == position\n"
        "assert position.svg().startswith('<?xml')\n"
        "assert not [name for name in sys.modules if name.startswith(('ruleboard.app', 'numpy'))]\n"
        "print(ruleboard.__version__)"
    )
    result = subprocess.run([python, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert result.stderr == ""
    assert result.stdout.strip() == Path(wheel).name.split("-")[1]
    validation = subprocess.run(
        [python, "-m", "ruleboard", "validate", "game.json"], cwd=tmp_path, capture_output=True, text=True
    )
    assert validation.stdout == "game.json: a game of tesulda, 1 action\n"


def test_example_notebook_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "py"))
    notebook = nbformat.read(ROOT / "examples" / "ruleboard.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "the notebook has no outputs in the repository"
    kernel = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=kernel).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"image/svg+xml", "image/png"} <= kinds


def test_documentation_is_generated_from_docstrings(tmp_path):
    result = subprocess.run(
        [sys.executable, "dev.py", "docs", "-o", str(tmp_path)], cwd=ROOT, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
    assert "Warn" not in result.stdout + result.stderr
    assert "legal_actions" in (tmp_path / "ruleboard" / "api.html").read_text()
    assert not (tmp_path / "ruleboard" / "app.html").exists()
