"""Copy the browser files of PyScript and Pyodide into static/vendor and shorten them."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from tools.compression import cached_compress_all, write_files
from tools.exports import keep_exports, remove_unused_exports
from tools.setup import NODE_MODULES, ROOT

VENDOR_FOLDER = ROOT / "static" / "vendor"
_BOOT_FOLDER = ROOT / "static" / "boot"
"""The folder of the modules that restore Pyodide's memory with Pyodide's exports."""

_FUNCTIONS_FOR_TABLE_FILE = Path(__file__).with_name("functions_for_table.js")

_PYODIDE_FILES = ("pyodide.mjs", "python_stdlib.zip", "pyodide-lock.json")
_PYODIDE_MODULE = re.compile(
    r"async function _createPyodideModule(\(.*\})export default _createPyodideModule;\s*", re.DOTALL
)
"""The form of Pyodide's largest module that ``as_script`` can convert."""
_PYODIDE_REPLACEMENTS = (
    # Every function of Pyodide's is put into the table of those that dynamic libraries may call: 5,000 of them. What a
    # library asks for is looked up when one is loaded, and none is.
    ("updateGOT(origExports);LDSO.init()", "LDSO.init()"),
    # 260 functions of JavaScript are entered into the table one by one.
    (
        "var reportUndefinedSymbols=()=>{",
        _FUNCTIONS_FOR_TABLE_FILE.read_text(encoding="utf-8") + "var reportUndefinedSymbols=()=>{var fresh=new Map();",
    ),
    (
        'if(typeof value=="function"){entry.value=addFunction(value,value.sig)}else if(typeof value=="number")',
        'if(typeof value=="function"){'
        "if(!value.sig||getFunctionAddress(value)){entry.value=addFunction(value,value.sig)}"
        "else{fresh.set(value,[...fresh.get(value)??[],entry])}}"
        'else if(typeof value=="number")',
    ),
    (
        "throw new Error(`bad export type for '${symName}': ${typeof value} (${value})`)}}}};var loadDylibs",
        "throw new Error(`bad export type for '${symName}': ${typeof value} (${value})`)}}}"
        "var place=addFunctions([...fresh.keys()]);"
        "for(var entries of fresh.values()){for(var entry of entries){entry.value=place}place++}};var loadDylibs",
    ),
    # To see whether one of them is in the table already, all 9,000 of the table are made functions of JavaScript first;
    # theirs have signatures, those have none.
    (
        "if(!functionsInTableMap){functionsInTableMap=new WeakMap;updateTableMap(0,wasmTable.length)}",
        "functionsInTableMap??=new WeakMap;"
        "if(!func.sig&&!getFunctionAddress.all){getFunctionAddress.all=true;updateTableMap(0,wasmTable.length)}",
    ),
    # The only one that has none and is new, for certain.
    (
        "return addFunction(trampolineInstance.exports.trampoline_call)",
        'return addFunction(Object.assign(trampolineInstance.exports.trampoline_call,{sig:"iiiii"}))',
    ),
)
"""Replacements in Pyodide's largest module, for code that takes most of the time before Python starts."""
_CORE_PATTERN = "core-*.js"
"""The name of PyScript's largest chunk."""
_CORE_REPLACEMENTS = (
    # All attributes of the page are looked through for event handlers in Python, three times at the start.
    ("n||As(document),", ""),
    # All changes of the page are watched for scripts and event handlers in Python. Nothing adds any.
    ("queueMicrotask(()=>{As(n(document)),t(", "queueMicrotask(()=>{t("),
    # PyScript opens and reads a database of the page's packages before it requests Python, which takes several round
    # trips to the browser's other processes, and closes it before Python runs. Without packages it is empty.
    ("l=new h(`${c}@${t}`)", "l=a?new h(`${c}@${t}`):{sync(){},clear(){},close(){}}"),
    # PyScript's own Python package is written into the file system, file by file, and imported before any script runs.
    # The app has nothing of it.
    ('const n="mpy"===t?Ao.replace(bo,""):Ao,r={};', 'const n="",r={};'),
    # One plugin is fetched and run even if it is not wanted, to be told so.
    ('?"error"===t&&e.push(s().then(({notOnDOM:e})=>e())):', "?0:"),
)
"""Replacements in that chunk, which make the start and every change of a page faster."""
_DECODER_LITERAL = re.compile(r"""["'](AGFzbQ[\w+/]{1000,}=*)["']""")
"""The decoder of packed files: WebAssembly in Base64."""
_SOURCE_MAP = re.compile(rb"\n//# sourceMappingURL=\S+\s*$")


def copy_vendor_files(node_modules: Path = NODE_MODULES, out: Path = VENDOR_FOLDER) -> None:
    """Create the vendor folder from scratch.

    The folder contains all chunks of PyScript, which stops if a chunk is missing. It contains no source maps, which are
    three times the size of the code, and no comments that refer to them.
    """
    shutil.rmtree(out, ignore_errors=True)
    for file in sorted((node_modules / "@pyscript" / "core" / "dist").iterdir()):
        if file.suffix in (".js", ".css"):
            _copy_file(file, out / "pyscript" / file.name)
    for file in (out / "pyscript").glob(_CORE_PATTERN):
        file.write_text(shorten_core(file.read_text(encoding="utf-8")), encoding="utf-8")
    for name in _PYODIDE_FILES:
        _copy_file(node_modules / "pyodide" / name, out / "pyodide" / name)
    user_files = [
        _read_pyodide_file(node_modules, "pyodide.mjs"),
        *(file.read_text(encoding="utf-8") for file in _BOOT_FOLDER.glob("*js")),
    ]
    module, exports = remove_unused_exports(shorten_module(node_modules), user_files)
    (out / "pyodide" / "pyodide.asm.js").write_text(as_script(module), encoding="utf-8")
    wasm = (node_modules / "pyodide" / "pyodide.asm.wasm").read_bytes()
    write_files(cached_compress_all(keep_exports(wasm, exports)), out / "pyodide" / "pyodide.asm.wasm")
    decoder = out / "zstd" / "zstd.wasm"
    decoder.parent.mkdir()
    decoder.write_bytes(
        extract_decoder((node_modules / "zstddec" / "dist" / "zstddec-stream.mjs").read_text(encoding="utf-8"))
    )
    for package, folder in (("@pyscript/core", "pyscript"), ("pyodide", "pyodide"), ("zstddec", "zstd")):
        for licence in (node_modules / package).glob("LICENSE*"):
            _copy_file(licence, out / folder / licence.name)


def shorten_module(node_modules: Path = NODE_MODULES) -> str:
    """Return Pyodide's largest module without the work that it does at the start and that the app does not need.

    The shorter module fills the function table in another order. Therefore a snapshot of its memory works only with
    this module, and not with Pyodide's original.

    Raises:
        RuntimeError: the start of the module is different in a new version.
    """
    return _replace_code(_read_pyodide_file(node_modules, "pyodide.asm.mjs"), _PYODIDE_REPLACEMENTS, "Pyodide")


def shorten_core(chunk: str) -> str:
    """Return PyScript's largest chunk without the code for features that the app does not use.

    These features are packages, PyScript's own Python modules, and Python in attributes or in scripts added later.

    Raises:
        RuntimeError: the start of the chunk is different in a new version.
    """
    return _replace_code(chunk, _CORE_REPLACEMENTS, "PyScript")


def _replace_code(code: str, replacements: Iterable[tuple[str, str]], owner: str) -> str:
    for old, new in replacements:
        if code.count(old) != 1:
            raise RuntimeError(f"{owner}'s code starts in another way than it did: see tools/vendor.py ({old}).")
        code = code.replace(old, new)
    return code


def extract_decoder(module: str) -> bytes:
    """Extract the WebAssembly code from zstddec's module, since static/boot/decompression.mjs calls it directly.

    Raises:
        RuntimeError: a new version of the module stores the code in another form.
    """
    encodings = _DECODER_LITERAL.findall(module)
    if len(encodings) != 1:
        raise RuntimeError("The decoder of packed files is held in another way than it was: see tools/vendor.py.")
    return base64.b64decode(encodings[0])


def as_script(module: str) -> str:
    """Convert a module to a script that assigns the default export to ``ruleboardPyodide``.

    A browser caches the compiled code of a script after the second load. A page can load a script twice, but not a
    module. The parentheses around the function make the browser compile it with the script. The function uses no outer
    variables, so the page can pass its text to a worker (static/boot/thinker.mjs).
    """
    match = _PYODIDE_MODULE.fullmatch(module)
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
        target.write_bytes(_SOURCE_MAP.sub(b"\n", source.read_bytes()))
    else:
        shutil.copyfile(source, target)
