"""Test that dist/ contains the licence of each component, and that the build fails if one is missing."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from tools import licences
from tools.setup import NODE_MODULES, ROOT

COMPONENTS = licences.find_components()
NAMES = {component.name for component in COMPONENTS}
BUILD_PACKAGES = {"@pyscript/core", "pyodide", "zstddec", "workbox-core", "workbox-precaching"}
"""The packages of package.json that the build copies or bundles."""


TOOL_DEPENDENCIES = {"flatted"}
"""The packages whose text the build cannot take from npm, since it does not install the packages of the tests."""


def test_every_bundled_package_is_listed() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    tool_packages = {"axe-core", "esbuild", "eslint", "@eslint/js", "typescript", "typescript-eslint"}  # not in dist/
    assert {*package["dependencies"], *package["devDependencies"]} - tool_packages == BUILD_PACKAGES
    assert BUILD_PACKAGES | {"Ruleboard", "Python and its standard library", "Emscripten"} <= NAMES


def test_every_package_inside_pyscript_is_listed() -> None:
    """The list contains every package that occurs in the source maps of PyScript."""
    source_maps = (NODE_MODULES / "@pyscript" / "core" / "dist").glob("*.map")
    sources = [path for file in source_maps for path in json.loads(file.read_text(encoding="utf-8"))["sources"]]
    packages = {
        re.sub(r".*node_modules/((@[^/]+/)?[^/]+)/.*", r"\1", path) for path in sources if "node_modules/" in path
    }
    assert {"polyscript", "coincident", "@webreflection/utils", "@codemirror/view"} <= packages
    assert packages <= NAMES
    assert {"@xterm/xterm", "xterm-readline", "@zip.js/zip.js", "toml"} <= NAMES  # copied files without a package


@pytest.mark.parametrize("component", COMPONENTS, ids=lambda component: component.name)
def test_each_licence_text_grants_permission(component: licences.Component) -> None:
    assert len(component.text) > 600
    assert re.search("permission|redistribution|license|grant", component.text, re.IGNORECASE)
    assert re.search("warrant", component.text, re.IGNORECASE)


def test_pyodide_and_pyscript_sources_are_listed() -> None:
    notices = {component.name: component.notice for component in COMPONENTS}
    version = json.loads((NODE_MODULES / "pyodide" / "package.json").read_text(encoding="utf-8"))["version"]
    assert f"github.com/pyodide/pyodide/tree/{version}" in notices["pyodide"]
    assert "pyodide.asm.js" in notices["pyodide"]
    assert "tools/onefile.py" in notices["@pyscript/core"]


def test_changed_pyscript_file_is_reported(tmp_path: Path) -> None:
    """A changed file is reported, but not if only the link to a source map is missing."""
    dist = NODE_MODULES / "@pyscript" / "core" / "dist"
    (tmp_path / "pyscript").mkdir()
    for name, appended_text in (("core.js", ""), ("storage.js", "changed();")):
        text = re.sub(r"\n//# sourceMappingURL=\S+\s*$", "\n", (dist / name).read_text(encoding="utf-8"))
        (tmp_path / "pyscript" / name).write_text(text + appended_text, encoding="utf-8")
    [notice] = [
        component.notice
        for component in licences.find_components(vendor=tmp_path)
        if component.name == "@pyscript/core"
    ]
    assert "storage.js" in notice
    assert "core.js" not in notice


def test_licence_page_contains_every_name_and_licence() -> None:
    text = licences.format_licences(COMPONENTS)
    assert text.startswith(licences.DOCUMENT_TITLE)
    for component in COMPONENTS:
        assert f"- {component.name} {component.version}".rstrip() in text.splitlines()
        assert component.text in text


def test_missing_licence_text_stops_build(tmp_path: Path) -> None:
    (tmp_path / "new-package").mkdir()
    with pytest.raises(RuntimeError, match="new-package"):
        licences._find_package_licence(tmp_path, "new-package")


def test_bundled_licence_texts_have_sources() -> None:
    """The project has copies only of licence texts that no npm package contains."""
    entries = tomllib.loads((licences.TEXTS_FOLDER / "index.toml").read_text(encoding="utf-8"))["text"]
    assert {entry["file"] for entry in entries} | {"index.toml"} == {
        file.name for file in licences.TEXTS_FOLDER.iterdir()
    }
    for entry in entries:
        assert entry["source"]
        assert not [
            name
            for name in set(entry["components"]) - TOOL_DEPENDENCIES
            if list(licences._find_licence_files(NODE_MODULES, name))
        ]
