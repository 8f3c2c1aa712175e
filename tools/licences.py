"""The licences of everything in dist/, as one text: Help shows it, in the folder and in the one file.

The texts come from the npm packages. ``tools/licences`` has those that no package contains, with their sources.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tools.setup import NODE_MODULES, ROOT
from tools.vendor import VENDOR

NAME: Final = "licences.txt"
"""The name of the file in static/."""
TITLE: Final = "Licences of Ruleboard and of the software in it"
"""The first line; the page recognizes the text by it (static/page/late_text.js)."""

TEXTS: Final = Path(__file__).with_name("licences")
"""The folder of the texts that no npm package contains."""
_CORE: Final = "@pyscript/core"
_BUNDLED_FILE: Final = re.compile(r"Original file: /npm/((?:@[\w.-]+/)?[\w.-]+)@([\w.-]+)/")
"""The header of a file that PyScript and its packages contain as a copy."""
_LINE: Final = "=" * 78


class Component(NamedTuple):
    """Software in dist/.

    Attributes:
        name: its name, that of its npm package if it is one.
        version: its version; empty if unknown.
        text: its licence.
        notice: the place of its source, and the changes of the build; may be empty.
    """

    name: str
    version: str
    text: str
    notice: str = ""


def licences(static: Path) -> None:
    """Write the text into the folder static/ of dist/."""
    (static / NAME).write_text(text(components()), encoding="utf-8")


def text(parts: Iterable[Component]) -> str:
    """Return the text: the list of all components, then each licence with the components that it is for."""
    groups: dict[str, list[Component]] = {}
    for part in parts:
        groups.setdefault(part.text, []).append(part)
    every = [part for group in groups.values() for part in group]
    lines = [TITLE, "", *(f"- {_title(part)}" for part in every)]
    for licence, group in groups.items():
        lines += ["", _LINE, *map(_title, group), _LINE]
        lines += [line for part in group if part.notice for line in ("", part.notice)]
        lines += ["", licence]
    return "\n".join([*lines, ""])


def components(node_modules: Path = NODE_MODULES, vendor: Path = VENDOR) -> list[Component]:
    """Return everything that dist/ contains.

    Args:
        node_modules: the npm packages.
        vendor: the copies of PyScript and Pyodide for the browser.

    Raises:
        RuntimeError: there is no licence text for a component.
    """
    pyodide = _version(node_modules, "pyodide")
    source = f"Its source is at https://github.com/pyodide/pyodide/tree/{pyodide}."
    changes = (
        "Ruleboard's build changes pyodide.asm.js and pyodide.asm.wasm as tools/vendor.py and tools/exports.py say."
    )
    workbox = [folder.name for folder in sorted(node_modules.glob("workbox-*"))]
    return [
        Component("Ruleboard", "", (ROOT / "LICENSE").read_text(encoding="utf-8").strip("\n")),
        _component(node_modules, _CORE, notice=_changes_of_pyscript(node_modules, vendor)),
        _component(node_modules, "pyodide", notice=f"{source} {changes}"),
        Component("Python and its standard library", "", _own_text("Python"), "Pyodide contains it, changed for it."),
        Component("software in Python", "", _own_text("software in Python")),
        Component("Emscripten", "", _own_text("Emscripten"), "Pyodide is compiled with it and contains its libraries."),
        *(_component(node_modules, name) for name in ("zstddec", *workbox)),
        *(_component(node_modules, name, version) for name, version in sorted(bundled(node_modules).items())),
    ]


def bundled(node_modules: Path = NODE_MODULES) -> dict[str, str]:
    """Return the npm packages that PyScript's files contain, with their versions as far as the files name them."""
    core = node_modules / _CORE
    packages: dict[str, str] = {}
    for file in sorted((core / "dist").glob("*.map")):
        for path in json.loads(file.read_text(encoding="utf-8"))["sources"]:
            if name := re.search(r".*node_modules/((?:@[^/]+/)?[^/]+)", path):
                packages.setdefault(name[1], "")
    for folder in (core / "src" / "3rd-party", node_modules / "polyscript" / "esm" / "3rd-party"):
        for file in sorted(folder.glob("*.js")):
            with file.open(encoding="utf-8") as head:
                packages |= dict(_BUNDLED_FILE.findall(head.read(1000)))
            if file.stem == "toml" and folder.is_relative_to(core):
                packages["toml"] = ""
    return packages


def _changes_of_pyscript(node_modules: Path, vendor: Path) -> str:
    """Return a sentence on the files that differ from those of the package, apart from the link to a source map."""
    changed = []
    for file in sorted((vendor / "pyscript").glob("*.js")):
        original = (node_modules / _CORE / "dist" / file.name).read_text(encoding="utf-8")
        if re.sub(r"\n//# sourceMappingURL=\S+\s*$", "\n", original) != file.read_text(encoding="utf-8"):
            changed.append(file.name)
    names = f"Ruleboard's build changes {', '.join(changed)} as tools/vendor.py says. " if changed else ""
    return f"{names}In ruleboard.html its files are bundled into one, with the change of tools/onefile.py."


def _component(node_modules: Path, name: str, version: str = "", notice: str = "") -> Component:
    return Component(name, version or _version(node_modules, name), _text_of(node_modules, name), notice)


def _version(node_modules: Path, name: str) -> str:
    file = node_modules / name / "package.json"
    return str(json.loads(file.read_text(encoding="utf-8"))["version"]) if file.exists() else ""


def _text_of(node_modules: Path, name: str) -> str:
    """Return the licence in an npm package, in PyScript's collection or in tools/licences.

    Raises:
        RuntimeError: neither has it.
    """
    for file in _candidates(node_modules, name):
        return file.read_text(encoding="utf-8").strip("\n")
    return _own_text(name)


def _candidates(node_modules: Path, name: str) -> Iterator[Path]:
    yield from sorted(
        file for file in (node_modules / name).glob("*") if re.match(r"licen[sc]e", file.name, re.IGNORECASE)
    )
    collection = node_modules / _CORE / "src" / "3rd-party-licenses"
    first, _, last = name.removeprefix("@").partition("/")
    yield from sorted(collection.glob(f"{first if last in ('', first) else f'{first}_{last}'}.*"))


def _own_text(name: str) -> str:
    for entry in tomllib.loads((TEXTS / "index.toml").read_text(encoding="utf-8"))["text"]:
        if name in entry["components"]:
            return str((TEXTS / entry["file"]).read_text(encoding="utf-8")).strip("\n")
    raise RuntimeError(f"There is no licence text for {name}: please add it to tools/licences/index.toml.")


def _title(part: Component) -> str:
    return f"{part.name} {part.version}".strip()
