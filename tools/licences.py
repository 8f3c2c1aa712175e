"""Collect the licences of all software in dist/ into one text, which the Help page shows.

The texts come from the npm packages. ``tools/licences`` contains the texts that npm packages lack, with their sources.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tools.setup import NODE_MODULES, ROOT
from tools.vendor import VENDOR_FOLDER

LICENCES_FILE: Final = "licences.txt"
"""The name of the file in static/."""
DOCUMENT_TITLE: Final = "Licences of Ruleboard and of the software in it"
"""The first line of the text, by which the page recognizes it (static/page/late_text.js)."""

TEXTS_FOLDER: Final = Path(__file__).with_name("licences")
"""The folder of the texts that no npm package contains."""
_CORE_PACKAGE: Final = "@pyscript/core"
_BUNDLED_FILE_PATTERN: Final = re.compile(r"Original file: /npm/((?:@[\w.-]+/)?[\w.-]+)@([\w.-]+)/")
"""The header of a file that PyScript or one of its packages has copied from npm."""
_SEPARATOR_LINE: Final = "=" * 78


class Component(NamedTuple):
    """A software component in dist/.

    Attributes:
        name: the name of the npm package, or the usual name of other software.
        version: the version; empty if unknown.
        text: the full licence.
        notice: a sentence about where to find the source and what the build changes; may be empty.
    """

    name: str
    version: str
    text: str
    notice: str = ""


def write_licences(static: Path) -> None:
    """Write the licence text into the static folder of dist/."""
    (static / LICENCES_FILE).write_text(format_licences(find_components()), encoding="utf-8")


def format_licences(parts: Iterable[Component]) -> str:
    """Return a list of all components, followed by each licence with the names of its components."""
    groups: dict[str, list[Component]] = {}
    for part in parts:
        groups.setdefault(part.text, []).append(part)
    all_components = [part for group in groups.values() for part in group]
    lines = [DOCUMENT_TITLE, "", *(f"- {_format_component_title(part)}" for part in all_components)]
    for licence, group in groups.items():
        lines += ["", _SEPARATOR_LINE, *map(_format_component_title, group), _SEPARATOR_LINE]
        lines += [line for part in group if part.notice for line in ("", part.notice)]
        lines += ["", licence]
    return "\n".join([*lines, ""])


def find_components(node_modules: Path = NODE_MODULES, vendor: Path = VENDOR_FOLDER) -> list[Component]:
    """Return all software components in dist/.

    Args:
        node_modules: the npm packages.
        vendor: the copies of PyScript and Pyodide for the browser.

    Raises:
        RuntimeError: a component has no licence text.
    """
    pyodide_version = _read_version(node_modules, "pyodide")
    source = f"Its source is at https://github.com/pyodide/pyodide/tree/{pyodide_version}."
    changes = (
        "Ruleboard's build changes pyodide.asm.js and pyodide.asm.wasm as tools/vendor.py and tools/exports.py say."
    )
    workbox_packages = [folder.name for folder in sorted(node_modules.glob("workbox-*"))]
    return [
        Component("Ruleboard", "", (ROOT / "LICENSE").read_text(encoding="utf-8").strip("\n")),
        _create_component(node_modules, _CORE_PACKAGE, notice=_describe_pyscript_changes(node_modules, vendor)),
        _create_component(node_modules, "pyodide", notice=f"{source} {changes}"),
        Component(
            "Python and its standard library",
            "",
            _read_stored_licence("Python"),
            "Pyodide contains it, changed for it.",
        ),
        Component("software in Python", "", _read_stored_licence("software in Python")),
        Component(
            "Emscripten",
            "",
            _read_stored_licence("Emscripten"),
            "Pyodide is compiled with it and contains its libraries.",
        ),
        *(_create_component(node_modules, name) for name in ("zstddec", *workbox_packages)),
        *(
            _create_component(node_modules, name, version)
            for name, version in sorted(find_bundled_packages(node_modules).items())
        ),
    ]


def find_bundled_packages(node_modules: Path = NODE_MODULES) -> dict[str, str]:
    """Return the versions of the npm packages in PyScript's bundles, by name. Unknown versions are empty texts."""
    core_folder = node_modules / _CORE_PACKAGE
    packages: dict[str, str] = {}
    for file in sorted((core_folder / "dist").glob("*.map")):
        for path in json.loads(file.read_text(encoding="utf-8"))["sources"]:
            if name := re.search(r".*node_modules/((?:@[^/]+/)?[^/]+)", path):
                packages.setdefault(name[1], "")
    for folder in (core_folder / "src" / "3rd-party", node_modules / "polyscript" / "esm" / "3rd-party"):
        for file in sorted(folder.glob("*.js")):
            with file.open(encoding="utf-8") as head:
                packages |= dict(_BUNDLED_FILE_PATTERN.findall(head.read(1000)))
            if file.stem == "toml" and folder.is_relative_to(core_folder):
                packages["toml"] = ""
    return packages


def _describe_pyscript_changes(node_modules: Path, vendor: Path) -> str:
    """Return a sentence that lists the PyScript files in which the build changes more than links to source maps."""
    changed_files = []
    for file in sorted((vendor / "pyscript").glob("*.js")):
        original_text = (node_modules / _CORE_PACKAGE / "dist" / file.name).read_text(encoding="utf-8")
        if re.sub(r"\n//# sourceMappingURL=\S+\s*$", "\n", original_text) != file.read_text(encoding="utf-8"):
            changed_files.append(file.name)
    names = f"Ruleboard's build changes {', '.join(changed_files)} as tools/vendor.py says. " if changed_files else ""
    return f"{names}In ruleboard.html its files are bundled into one, with the change of tools/onefile.py."


def _create_component(node_modules: Path, name: str, version: str = "", notice: str = "") -> Component:
    return Component(
        name, version or _read_version(node_modules, name), _find_package_licence(node_modules, name), notice
    )


def _read_version(node_modules: Path, name: str) -> str:
    file = node_modules / name / "package.json"
    return str(json.loads(file.read_text(encoding="utf-8"))["version"]) if file.exists() else ""


def _find_package_licence(node_modules: Path, name: str) -> str:
    """Return the licence text of a package, from npm, PyScript's collection or tools/licences.

    Raises:
        RuntimeError: there is no text in any of these places.
    """
    for file in _find_licence_files(node_modules, name):
        return file.read_text(encoding="utf-8").strip("\n")
    return _read_stored_licence(name)


def _find_licence_files(node_modules: Path, name: str) -> Iterator[Path]:
    yield from sorted(
        file for file in (node_modules / name).glob("*") if re.match(r"licen[sc]e", file.name, re.IGNORECASE)
    )
    collection_folder = node_modules / _CORE_PACKAGE / "src" / "3rd-party-licenses"
    first, _, last = name.removeprefix("@").partition("/")
    yield from sorted(collection_folder.glob(f"{first if last in ('', first) else f'{first}_{last}'}.*"))


def _read_stored_licence(name: str) -> str:
    for entry in tomllib.loads((TEXTS_FOLDER / "index.toml").read_text(encoding="utf-8"))["text"]:
        if name in entry["components"]:
            return str((TEXTS_FOLDER / entry["file"]).read_text(encoding="utf-8")).strip("\n")
    raise RuntimeError(f"There is no licence text for {name}: please add it to tools/licences/index.toml.")


def _format_component_title(part: Component) -> str:
    return f"{part.name} {part.version}".strip()
