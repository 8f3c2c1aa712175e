"""Copy the browser files of PyScript and Pyodide into static/vendor."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
from pathlib import Path
from typing import NamedTuple

from tools.compression import cached_compress_all, write_files
from tools.exports import keep_exports, remove_unused_exports
from tools.setup import NODE_MODULES, ROOT

VENDOR_FOLDER = ROOT / "static" / "vendor"
_BOOT_FOLDER = ROOT / "static" / "boot"
"""The folder of the modules that restore Pyodide's memory. They use some of Pyodide's exports."""

_PYODIDE_FILES = ("pyodide.mjs", "python_stdlib.zip", "pyodide-lock.json")
_PYODIDE_MODULE_PATTERN = re.compile(
    r"async function _createPyodideModule(\(.*\})export default _createPyodideModule;\s*", re.DOTALL
)
"""The form of Pyodide's largest module that ``convert_to_script`` can convert."""
_DECODER_LITERAL_PATTERN = re.compile(r"""["'](AGFzbQ[\w+/]{1000,}=*)["']""")
"""The decoder of compressed files: WebAssembly in Base64."""
_SOURCE_MAP_PATTERN = re.compile(rb"\n//# sourceMappingURL=\S+\s*$")


def copy_vendor_files(node_modules: Path = NODE_MODULES, out: Path = VENDOR_FOLDER) -> None:
    """Create the vendor folder from scratch.

    The folder contains all chunks of PyScript, which stops if a chunk is missing. It contains no source maps, which are
    three times the size of the code, and no comments that refer to them.
    """
    shutil.rmtree(out, ignore_errors=True)
    for file in sorted((node_modules / "@pyscript" / "core" / "dist").iterdir()):
        if file.suffix in (".js", ".css"):
            _copy_file(file, out / "pyscript" / file.name)
    for name in _PYODIDE_FILES:
        _copy_file(node_modules / "pyodide" / name, out / "pyodide" / name)
    code = build_pyodide_code(node_modules)
    (out / "pyodide" / "pyodide.asm.js").write_text(convert_to_script(code.module), encoding="utf-8")
    write_files(cached_compress_all(code.wasm), out / "pyodide" / "pyodide.asm.wasm")
    decoder = out / "zstd" / "zstd.wasm"
    decoder.parent.mkdir()
    decoder.write_bytes(
        extract_decoder((node_modules / "zstddec" / "dist" / "zstddec-stream.mjs").read_text(encoding="utf-8"))
    )
    for package, folder in (("@pyscript/core", "pyscript"), ("pyodide", "pyodide"), ("zstddec", "zstd")):
        for licence in (node_modules / package).glob("LICENSE*"):
            _copy_file(licence, out / folder / licence.name)


class PyodideCode(NamedTuple):
    """Pyodide's largest module and its compiled code, without the exports that the app does not use.

    The order of the exports decides the order of the functions in Pyodide's table. Therefore a snapshot of its memory
    works only with the same two files.
    """

    module: str
    wasm: bytes


def build_pyodide_code(node_modules: Path = NODE_MODULES) -> PyodideCode:
    """Return Pyodide's largest module and its compiled code without unused exports (see tools/exports.py)."""
    user_files = [
        _read_pyodide_file(node_modules, "pyodide.mjs"),
        *(file.read_text(encoding="utf-8") for file in _BOOT_FOLDER.glob("*js")),
    ]
    module, exports = remove_unused_exports(_read_pyodide_file(node_modules, "pyodide.asm.mjs"), user_files)
    wasm = (node_modules / "pyodide" / "pyodide.asm.wasm").read_bytes()
    return PyodideCode(module, keep_exports(wasm, exports))


def extract_decoder(module: str) -> bytes:
    """Extract the WebAssembly code from zstddec's module, since static/boot/decompression.mjs calls it directly.

    Raises:
        RuntimeError: a new version of the module stores the code in a different form.
    """
    encoded_literals = _DECODER_LITERAL_PATTERN.findall(module)
    if len(encoded_literals) != 1:
        raise RuntimeError("The decoder of packed files is held in another way than it was: see tools/vendor.py.")
    return base64.b64decode(encoded_literals[0])


def convert_to_script(module: str) -> str:
    """Convert a module to a script that assigns the default export to ``ruleboardPyodide``.

    A browser caches the compiled code of a script after the second load. A page can load a script twice, but not a
    module. The parentheses around the function make the browser compile it with the script. The function uses no outer
    variables, so the page can pass its text to a worker (static/boot/thinker.mjs).
    """
    match = _PYODIDE_MODULE_PATTERN.fullmatch(module)
    if not match:
        raise RuntimeError("Pyodide's code begins or ends in another way than it did: see tools/vendor.py.")
    function = match[1].replace("import.meta.url", '""')  # loadPyodide names every file by its whole address
    return f'"use strict";globalThis.ruleboardPyodide=(async function{function});\n'


def add_content_hashes(dist: Path) -> None:
    """Add a hash of the content to the name of each package folder and to all URLs of its files.

    The content behind a URL then never changes: a browser may use its cached copy without a request, and never mixes
    the files of two versions. The hash includes changes that the build makes.
    """
    user_files = (*dist.glob("*.html"), *(dist / "static" / "boot").glob("*js"))
    for folder in sorted((dist / "static" / "vendor").iterdir()):
        digest = hashlib.sha256()
        for file in sorted(folder.iterdir()):
            digest.update(f"{file.name}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
        hashed_folder = folder.rename(folder.with_name(f"{folder.name}-{digest.hexdigest()[:12]}"))
        for user_file in user_files:
            text = user_file.read_text(encoding="utf-8")
            if f"vendor/{folder.name}/" in text:
                user_file.write_text(
                    text.replace(f"vendor/{folder.name}/", f"vendor/{hashed_folder.name}/"), encoding="utf-8"
                )


def _read_pyodide_file(node_modules: Path, name: str) -> str:
    return (node_modules / "pyodide" / name).read_text(encoding="utf-8")


def _copy_file(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix in (".js", ".mjs"):
        target.write_bytes(_SOURCE_MAP_PATTERN.sub(b"\n", source.read_bytes()))
    else:
        shutil.copyfile(source, target)
