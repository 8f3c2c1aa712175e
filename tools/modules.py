"""Bundle the scripts of pages and workers with their imports, since fewer requests make the start faster."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from tools.offline import bundle_script

_ENTRY_MODULES = ("boot/interpreter.mjs", "boot/loader_worker.mjs", "boot/own_frame.mjs", "lab/lab.mjs", "page/main.js")
"""The entry modules, which pages and workers load."""
THINKER_FILE = "boot/thinker_worker.mjs"
"""The module of the bot's worker. The bundle is a classic script, which can also start from a ``blob:`` URL."""
OWN_WORKER_FILE = "boot/own_worker.mjs"
"""The module of the worker for an author's game. The bundle is a classic script, which starts from a ``data:`` URL."""
_WORKER_BASE_URL = "self.ruleboardBase"
"""The base URL of a worker's script: the script's own URL, unless the page has sent another."""
_IDENTIFIED_FILES = ("boot/start_loader.js", "boot/loader_worker.mjs", THINKER_FILE)
"""Files for which browsers check no hash. They contain an identity instead (static/boot/loader_build.mjs)."""
_CHECKING_MODULES = ("boot/interpreter.mjs", "boot/own_frame.mjs")
"""The modules that check their identities. The first one checks all of them."""
PYODIDE_FILE = "vendor/pyodide/pyodide.mjs"
"""The module that scripts import as "pyodide", so that TypeScript finds its types."""
_CLASSIC_SCRIPTS = "boot/*.js"
"""Classic scripts; their imports become parts of them."""
_EXTERNAL_MODULES = ("node:*", "ws")
"""Imports that Pyodide does not execute in browsers."""


def minify_scripts(static: Path) -> None:
    """Minify the classic scripts in the static folder in place."""
    for script in static.glob(_CLASSIC_SCRIPTS):
        _bundle_in_place(script, format="iife")


def bundle_modules(static: Path) -> None:
    """Bundle the entry modules in the static folder in place, and delete the modules that the bundles contain."""
    for name in _ENTRY_MODULES:
        _bundle_in_place(static / name, format="esm", external=_EXTERNAL_MODULES, pyodide=static / PYODIDE_FILE)
    for name in (THINKER_FILE, OWN_WORKER_FILE):
        bundle_worker(static / name, static / name, static / PYODIDE_FILE)
    entries = {static / name for name in (*_ENTRY_MODULES, THINKER_FILE, OWN_WORKER_FILE)}
    for file in (
        *static.glob("boot/*.mjs"),
        *static.glob("lab/*.mjs"),
        *static.glob("page/*.js"),
        static / PYODIDE_FILE,
    ):
        if file not in entries:
            file.unlink()


def write_loader_builds(static: Path) -> None:
    """Write build identities into the files that browsers do not check, and into the script that checks them."""
    texts = {name: (static / name).read_text(encoding="utf-8") for name in (*_IDENTIFIED_FILES, *_CHECKING_MODULES)}
    for name in _IDENTIFIED_FILES:
        placeholder = f'"build of {Path(name).name}"'
        quoted_hash = json.dumps(hashlib.sha256(texts[name].encode()).hexdigest()[:16])
        for user in (name, _CHECKING_MODULES[0]):
            if placeholder not in texts[user]:
                raise RuntimeError(f"{user} has no place for the identity of {name}.")
        for user in (name, *_CHECKING_MODULES):
            texts[user] = texts[user].replace(placeholder, quoted_hash)
    for name, text in texts.items():
        (static / name).write_text(text, encoding="utf-8")


def bundle_worker(script: Path, out: Path, pyodide: Path) -> None:
    """Bundle the script of a worker with Python as a classic script."""
    new_file = out.with_name(f"{out.name}.new")
    define = (f"import.meta.url={_WORKER_BASE_URL}",)
    bundle_script(
        script,
        new_file,
        f"{_WORKER_BASE_URL}??=location.href;",
        format="iife",
        define=define,
        external=_EXTERNAL_MODULES,
        pyodide=pyodide,
    )
    new_file.replace(out)


def _bundle_in_place(script: Path, *, format: str, external: tuple[str, ...] = (), pyodide: Path | None = None) -> None:
    out = script.with_name(f"{script.name}.new")
    bundle_script(script, out, format=format, external=external, pyodide=pyodide)
    out.replace(script)
