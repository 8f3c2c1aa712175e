"""Test the page's scripts: their bundles, and the names that they and Python share."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from ruleboard.app.browser.scripts import PageScripts
from tools import bridge, setup
from tools.modules import bundle_modules, minify_scripts, write_loader_builds
from tools.setup import ROOT

PAGE = sorted((ROOT / "static" / "page").glob("*.js"))
PYTHON_SOURCES = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "py" / "ruleboard").rglob("*.py"))


@pytest.fixture
def static_folder(tmp_path: Path) -> Path:
    """Return a folder of static files before bundling."""
    setup.install_node_packages()
    for name, text in {
        "boot/interpreter.mjs": 'import { word } from "./progress.mjs"; word();',
        "boot/loader_worker.mjs": "console.log('worker');",
        "boot/thinker_worker.mjs": "console.log('thinker', import.meta.url);",
        "boot/own_frame.mjs": "console.log('frame');",
        "boot/own_worker.mjs": "console.log('game', import.meta.url);",
        "boot/progress.mjs": "export const word = () => console.log('loaded');",
        "boot/start_message.js": "// A comment.\nconst sentence = 'started';\nconsole.log(sentence);",
        "lab/lab.mjs": 'import { edit } from "./editing.mjs"; edit();',
        "lab/editing.mjs": "export const edit = () => console.log('edited');",
        "page/dom.js": "export const patch = () => console.log('patched');",
        "page/main.js": 'import { patch } from "./dom.js"; patch();',
        "vendor/pyodide/pyodide.mjs": "",
        "vendor/pyodide/pyodide.asm.js": "",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def test_module_imports_are_bundled(static_folder: Path) -> None:
    bundle_modules(static_folder)
    assert "loaded" in (static_folder / "boot" / "interpreter.mjs").read_text()
    assert "patched" in (static_folder / "page" / "main.js").read_text()
    remaining_files = {file.relative_to(static_folder).as_posix() for file in static_folder.rglob("*.*s")}
    workers = {"boot/loader_worker.mjs", "boot/thinker_worker.mjs", "boot/own_worker.mjs"}
    entries = {"boot/interpreter.mjs", "boot/own_frame.mjs", "lab/lab.mjs", "page/main.js", *workers}
    assert remaining_files == {*entries, "boot/start_message.js", "vendor/pyodide/pyodide.asm.js"}


def test_unchecked_files_have_identities_of_their_content(tmp_path: Path) -> None:
    identities, names = [], ("start_loader.js", "loader_worker.mjs", "thinker_worker.mjs")
    for content in ("one", "two"):
        start_loader, worker, thinker_worker = (f'"build of {name}"' for name in names)
        (tmp_path / "boot").mkdir(exist_ok=True)
        (tmp_path / "boot" / "start_loader.js").write_text(start_loader)
        (tmp_path / "boot" / "loader_worker.mjs").write_text(f"{worker} {content}")
        (tmp_path / "boot" / "thinker_worker.mjs").write_text(thinker_worker)
        for user in ("interpreter.mjs", "own_frame.mjs"):
            (tmp_path / "boot" / user).write_text(f"{start_loader} {worker} {thinker_worker}")
        write_loader_builds(tmp_path)
        texts = [(tmp_path / "boot" / name).read_text() for name in names]
        ids = [text.split()[0] for text in texts]
        assert (tmp_path / "boot" / "interpreter.mjs").read_text().split() == ids
        assert (tmp_path / "boot" / "own_frame.mjs").read_text().split() == ids
        identities.append(ids)
    assert identities[0][0] == identities[1][0]
    assert identities[0][1] != identities[1][1]
    with pytest.raises(RuntimeError, match="identity"):
        write_loader_builds(tmp_path)


def test_worker_is_classic_script_with_base_address(static_folder: Path) -> None:
    """The worker is a classic script that gets the base address of the other files from the page.

    A script with a ``blob:`` address cannot find them itself.
    """
    bundle_modules(static_folder)
    script = (static_folder / "boot" / "thinker_worker.mjs").read_text()
    for base_script, expected in (
        ("", "https://example.org/own"),
        ("self.ruleboardBase = 'https://example.org/told';", "told"),
    ):
        before = (
            f"globalThis.self = globalThis; globalThis.location = {{ href: 'https://example.org/own' }}; {base_script}"
        )
        process = subprocess.run(["node", "--eval", before + script], capture_output=True, text=True)
        assert expected in process.stdout, process.stderr


def test_classic_scripts_are_minified_without_globals(static_folder: Path) -> None:
    minify_scripts(static_folder)
    script = (static_folder / "boot" / "start_message.js").read_text()
    assert "started" in script
    assert "comment" not in script
    assert script.startswith("(()=>{")
    assert "import" in (static_folder / "boot" / "interpreter.mjs").read_text()  # the bundler handles modules


def test_types_of_bridge_are_current() -> None:
    """The types for TypeScript equal the output of ``python -m tools.bridge``."""
    assert bridge.FILE.read_text(encoding="utf-8") == bridge.format_bridge_types()


def test_python_calls_every_function_of_the_scripts() -> None:
    """Python calls each function of ``PageScripts``, except ``send``, which is for the frame of an embedded board."""
    calls = set(re.findall(r"\bSCRIPTS\.(\w+)\(", PYTHON_SOURCES))
    assert calls | {"send"} == {name for name in vars(PageScripts) if not name.startswith("_")}


def test_one_page_module_knows_action_names() -> None:
    text = {file.name: file.read_text(encoding="utf-8") for file in PAGE if file.name != "action_names.js"}
    assert {name for name, script in text.items() if re.search(r'data-do="?\w|send\("do", "', script)} == set()
