"""Test the files that are copied from node_modules: every chunk is included, and no source map."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess

import pytest

from tests.support.snapshot_file import decompress
from tools import compression, setup
from tools import vendor as tool
from tools.setup import NODE_MODULES, ROOT
from tools.vendor import add_content_hashes, build_pyodide_code, convert_to_script, copy_vendor_files

MODULE_SOURCE = (
    "async function _createPyodideModule(settings){return import.meta.url+settings}"
    "export default _createPyodideModule;\n"
)


DECODER_MODULE = b"\0asm\1\0\0\0" + bytes(1000)


@pytest.fixture
def node_modules(tmp_path, monkeypatch):
    monkeypatch.setattr(tool, "remove_unused_exports", lambda code, users: (code, frozenset()))
    monkeypatch.setattr(tool, "keep_exports", lambda wasm, names: wasm)
    dist = tmp_path / "node_modules" / "@pyscript" / "core" / "dist"
    dist.mkdir(parents=True)
    (dist / "core.js").write_text("import './x.js';\n//# sourceMappingURL=core.js.map\n")
    (dist / "core.js.map").write_text("{}")
    (dist / "core.css").write_text("a {}")
    pyodide = tmp_path / "node_modules" / "pyodide"
    pyodide.mkdir()
    for name in (
        "pyodide.mjs",
        "pyodide.asm.wasm",
        "python_stdlib.zip",
        "pyodide-lock.json",
    ):
        (pyodide / name).write_bytes(b"\0\n")
    (pyodide / "pyodide.asm.mjs").write_text(MODULE_SOURCE)
    decoder = tmp_path / "node_modules" / "zstddec" / "dist" / "zstddec-stream.mjs"
    decoder.parent.mkdir(parents=True)
    decoder.write_text(f'const wasm = "{base64.b64encode(DECODER_MODULE).decode()}";')
    monkeypatch.setattr(compression, "_CACHE_FOLDER", tmp_path / "packed")
    return tmp_path / "node_modules"


def test_vendoring_copies_code_without_source_maps(node_modules, tmp_path):
    out = tmp_path / "vendor"
    (out / "pyscript").mkdir(parents=True)
    (out / "pyscript" / "core-of-an-older-version.js").write_text("")
    copy_vendor_files(node_modules, out)
    assert sorted(file.name for file in (out / "pyscript").iterdir()) == ["core.css", "core.js"]
    assert (out / "pyscript" / "core.js").read_text() == "import './x.js';\n"
    for method in ("gzip", "zstd"):
        assert decompress((out / "pyodide" / f"pyodide.asm.wasm.{method}.bin").read_bytes()) == b"\0\n"
    assert (out / "zstd" / "zstd.wasm").read_bytes() == DECODER_MODULE


def test_pyodide_module_becomes_reloadable_script():
    script = convert_to_script(MODULE_SOURCE)
    script_run = f"{script} {script} eval(`(${{ruleboardPyodide}})`)('there').then(console.log); ''"
    process = subprocess.run(["node", "--print", script_run], capture_output=True, text=True)
    assert process.stdout.split() == ["there"], process.stderr


def test_pyscript_files_are_copied_unchanged(tmp_path, monkeypatch):
    """The copies of PyScript's files are equal to the originals, except for the comments that name source maps."""
    setup.install_node_packages()
    monkeypatch.setattr(tool, "cached_compress_all", lambda content: {})
    copy_vendor_files(NODE_MODULES, tmp_path / "vendor")
    for copy in (tmp_path / "vendor" / "pyscript").glob("*.js"):
        original = (NODE_MODULES / "@pyscript" / "core" / "dist" / copy.name).read_text(encoding="utf-8")
        assert copy.read_text(encoding="utf-8").strip() == original.partition("\n//# sourceMappingURL=")[0].strip()


def test_pyodide_code_lacks_nothing_but_exports():
    """Pyodide's module is equal to the original, except for the variables of unused exports."""
    setup.install_node_packages()
    module = build_pyodide_code().module
    original = (NODE_MODULES / "pyodide" / "pyodide.asm.mjs").read_text(encoding="utf-8")
    assigning_function_pattern = re.compile(r"function assignWasmExports\(wasmExports\)\{[^}]*\}")
    declaration_pattern = re.compile(r"\bvar ([\w$]+,){100,}[\w$]+;")

    def without_exports(code):
        return declaration_pattern.sub("", assigning_function_pattern.sub("", code))

    assert len(module) < len(original)
    assert without_exports(module) == without_exports(original)
    process = subprocess.run(["node", "--check", "-"], input=convert_to_script(module), capture_output=True, text=True)
    assert process.returncode == 0, process.stderr


@pytest.mark.parametrize("module", ["", MODULE_SOURCE.replace("async ", ""), MODULE_SOURCE.replace("default ", "")])
def test_module_with_unexpected_code_is_rejected(module):
    with pytest.raises(RuntimeError, match="in another way"):
        convert_to_script(module)


def test_package_folders_have_content_hashes(tmp_path):
    vendor_folder = tmp_path / "static" / "vendor"
    page, script = tmp_path / "index.html", tmp_path / "static" / "boot" / "interpreter.mjs"

    def find_folder_names(content):
        shutil.rmtree(tmp_path / "static", ignore_errors=True)
        for name in ("pyodide/a.wasm", "pyscript/core.js"):
            (vendor_folder / name).parent.mkdir(parents=True)
            (vendor_folder / name).write_text(content if "wasm" in name else "")
        page.write_text('<link href="./static/vendor/pyodide/a.wasm"><script src="./static/vendor/pyscript/core.js">')
        script.parent.mkdir()
        script.write_text('import "../vendor/pyodide/pyodide.mjs"; new URL("../vendor/pyodide/", import.meta.url)')
        add_content_hashes(tmp_path)
        pyodide, pyscript = sorted(folder.name for folder in vendor_folder.iterdir())
        assert page.read_text() == (
            f'<link href="./static/vendor/{pyodide}/a.wasm"><script src="./static/vendor/{pyscript}/core.js">'
        )
        assert script.read_text().count(f"vendor/{pyodide}/") == 2
        assert "pyodide/" not in script.read_text()
        return pyodide, pyscript

    first, second = find_folder_names("one"), find_folder_names("other")
    assert first == find_folder_names("one")
    assert first[0] != second[0]
    assert first[1] == second[1]


def test_packages_are_pinned_exactly():
    package = json.loads((ROOT / "package.json").read_text())
    pins = {**package.get("dependencies", {}), **package.get("devDependencies", {})}
    assert {name: pin for name, pin in pins.items() if not re.fullmatch(r"\d+\.\d+\.\d+", pin)} == {}
    assert package["private"] is True


def test_lock_names_no_host():
    lock = (ROOT / "package-lock.json").read_text()
    assert "resolved" not in lock


@pytest.mark.parametrize("name", ["requirements-build", "requirements"])
def test_python_packages_are_pinned_exactly_and_by_hash(name):
    """All Python packages have exact versions and hashes, also the direct dependencies in the ``.in`` file."""
    text = (ROOT / f"{name}.txt").read_text().replace("\\\n", " ")
    pins = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert [
        pin for pin in pins if not re.fullmatch(r"[\w.-]+==[\w.]+( ;[^;]+?)?(\s+--hash=sha256:[0-9a-f]{64})+\s*", pin)
    ] == []
    direct_dependencies = [
        line for line in (ROOT / f"{name}.in").read_text().splitlines() if not line.startswith(("#", "-r "))
    ]
    assert {pin.split()[0] for pin in pins} >= set(direct_dependencies)
