"""Test rules for the games' source that import-linter cannot check."""

from __future__ import annotations

import ast

from tools.setup import ROOT

GAMES_FOLDER = ROOT / "py" / "ruleboard" / "games"
NOTATION_FILE_NAMES = {"notation.py", "move_list.py", "position_text.py"}
"""The modules of a game that read and write the texts of actions."""
MODULES = [path for path in sorted(GAMES_FOLDER.glob("*/*.py")) if path.name not in NOTATION_FILE_NAMES]


def test_only_notation_reads_action_texts() -> None:
    """Rules, texts and pictures read ``Action.move`` and not ``Action.text``. Methods named ``text`` are exempt."""
    violations = []
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        called_attributes = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        violations += [
            f"{path.relative_to(GAMES_FOLDER)}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and node.attr == "text" and id(node) not in called_attributes
        ]
    assert MODULES
    assert not violations
