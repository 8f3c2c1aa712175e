"""Modules are served with what they import in them."""

from __future__ import annotations

from pathlib import Path

from tools import setup
from tools.modules import modules


def test_what_a_module_imports_is_in_it_and_not_beside_it(tmp_path: Path) -> None:
    setup.node_packages()
    for name, text in {
        "interpreter.mjs": 'import { word } from "./loading.mjs"; word();',
        "page.js": "console.log('page');",
        "carrier.mjs": "console.log('carrier');",
        "loading.mjs": "export const word = () => console.log('loaded');",
        "start.js": "console.log('start');",
        "vendor/pyodide/pyodide.mjs": "",
        "vendor/pyodide/pyodide.asm.js": "",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    modules(tmp_path)
    interpreter = (tmp_path / "interpreter.mjs").read_text()
    assert "loaded" in interpreter
    left = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.*s")}
    scripts = {"interpreter.mjs", "page.js", "carrier.mjs", "start.js"}
    assert left == {*scripts, "vendor/pyodide/pyodide.asm.js"}
