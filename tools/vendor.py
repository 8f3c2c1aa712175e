"""Copies of the files of PyScript and Pyodide that a browser needs, in static/vendor."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from tools.exports import keep_exports, remove_unused_exports
from tools.packing import cached_packings, write
from tools.setup import NODE_MODULES, ROOT

VENDOR = ROOT / "static" / "vendor"
_BOOT = ROOT / "static" / "boot"
"""The modules that restore Pyodide's memory, and use exports of its for that."""

_FUNCTIONS_FOR_TABLE = Path(__file__).with_name("functions_for_table.js")

_PYODIDE = ("pyodide.mjs", "python_stdlib.zip", "pyodide-lock.json")
_CODE = re.compile(r"async function _createPyodideModule(\(.*\})export default _createPyodideModule;\s*", re.DOTALL)
"""The form of Pyodide's largest module that the conversion to a script relies on."""
_SHORTER = (
    # Every function of Pyodide's is put into the table of those that dynamic libraries may call: 5,000 of them. What a
    # library asks for is looked up when one is loaded, and none is.
    ("updateGOT(origExports);LDSO.init()", "LDSO.init()"),
    # 260 functions of JavaScript are entered into the table one by one.
    (
        "var reportUndefinedSymbols=()=>{",
        _FUNCTIONS_FOR_TABLE.read_text(encoding="utf-8") + "var reportUndefinedSymbols=()=>{var fresh=new Map();",
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
"""Replacements in Pyodide's largest module, which take most of its time before Python can be restored."""
_CORE = "core-*.js"
"""The name of PyScript's largest chunk."""
_WITHOUT = (
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
"""Replacements in that chunk, which take waiting and work from the start, and work from every change of a page."""
_DECODER = re.compile(r"""["'](AGFzbQ[\w+/]{1000,}=*)["']""")
"""The decoder of packed files: WebAssembly in Base64."""
_SOURCE_MAP = re.compile(rb"\n//# sourceMappingURL=\S+\s*$")


def vendor(node_modules: Path = NODE_MODULES, out: Path = VENDOR) -> None:
    """Make the vendor folder from scratch.

    All of PyScript's chunks are copied: it decides itself which it imports, and a missing one stops it. Source maps,
    three times the size of the code, are not, and the comments that refer to them are removed.
    """
    shutil.rmtree(out, ignore_errors=True)
    for file in sorted((node_modules / "@pyscript" / "core" / "dist").iterdir()):
        if file.suffix in (".js", ".css"):
            _copy(file, out / "pyscript" / file.name)
    for file in (out / "pyscript").glob(_CORE):
        file.write_text(shortened_core(file.read_text(encoding="utf-8")), encoding="utf-8")
    for name in _PYODIDE:
        _copy(node_modules / "pyodide" / name, out / "pyodide" / name)
    users = [_text(node_modules, "pyodide.mjs"), *(file.read_text(encoding="utf-8") for file in _BOOT.glob("*js"))]
    module, exports = remove_unused_exports(shortened_module(node_modules), users)
    (out / "pyodide" / "pyodide.asm.js").write_text(as_script(module), encoding="utf-8")
    wasm = (node_modules / "pyodide" / "pyodide.asm.wasm").read_bytes()
    write(cached_packings(keep_exports(wasm, exports)), out / "pyodide" / "pyodide.asm.wasm")
    decoder = out / "zstd" / "zstd.wasm"
    decoder.parent.mkdir()
    decoder.write_bytes(
        decoder_in((node_modules / "zstddec" / "dist" / "zstddec-stream.mjs").read_text(encoding="utf-8"))
    )
    for package, folder in (("@pyscript/core", "pyscript"), ("pyodide", "pyodide"), ("zstddec", "zstd")):
        for licence in (node_modules / package).glob("LICENSE*"):
            _copy(licence, out / folder / licence.name)


def shortened_module(node_modules: Path = NODE_MODULES) -> str:
    """Return Pyodide's largest module without the work at its start that nothing here needs.

    Memory made with it refers to other places of the table of functions than memory made with Pyodide's own: a snapshot
    is of one of them.

    Raises:
        RuntimeError: the module does that work in another way than it did.
    """
    return _replaced(_text(node_modules, "pyodide.asm.mjs"), _SHORTER, "Pyodide")


def shortened_core(chunk: str) -> str:
    """Return PyScript's largest chunk without its care for what no page of this app has.

    That is: packages, scripts that use PyScript's own Python modules, and Python in attributes or in scripts that come
    later.

    Raises:
        RuntimeError: the chunk starts in another way than it did.
    """
    return _replaced(chunk, _WITHOUT, "PyScript")


def _replaced(code: str, replacements: Iterable[tuple[str, str]], owner: str) -> str:
    for old, new in replacements:
        if code.count(old) != 1:
            raise RuntimeError(f"{owner}'s code starts in another way than it did: see tools/vendor.py ({old}).")
        code = code.replace(old, new)
    return code


def decoder_in(module: str) -> bytes:
    """Return the WebAssembly code in a module of zstddec's; static/boot/decompression.mjs has calls of its own.

    Raises:
        RuntimeError: the module holds it in another way than it did.
    """
    encodings = _DECODER.findall(module)
    if len(encodings) != 1:
        raise RuntimeError("The decoder of packed files is held in another way than it was: see tools/vendor.py.")
    return base64.b64decode(encodings[0])


def as_script(module: str) -> str:
    """Return a script that sets ``ruleboardPyodide`` to the default export of a module.

    A browser caches the compiled code of a script that was loaded twice, and a page can load a script twice, but not a
    module. The parentheses around the function have it compiled with the script, and cached with it. The function
    refers to nothing outside itself, so that its text can be passed on to a worker (static/boot/thinker.mjs).
    """
    match = _CODE.fullmatch(module)
    if not match:
        raise RuntimeError("Pyodide's code begins or ends in another way than it did: see tools/vendor.py.")
    function = match[1].replace("import.meta.url", '""')  # loadPyodide names every file by its whole address
    return f'"use strict";globalThis.ruleboardPyodide=(async function{function});\n'


def name_by_content(dist: Path) -> None:
    """Add a hash of its content to the name of each package's folder, and to all addresses in it.

    So the content of an address never changes: a browser may use its cached copy and compiled code without asking, and
    never mixes the files of two versions. What the build changes in a package is part of its version.
    """
    users = (*dist.glob("*.html"), *(dist / "static" / "boot").glob("*js"))
    for folder in sorted((dist / "static" / "vendor").iterdir()):
        digest = hashlib.sha256()
        for file in sorted(folder.iterdir()):
            digest.update(f"{file.name}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
        renamed = folder.rename(folder.with_name(f"{folder.name}-{digest.hexdigest()[:12]}"))
        for user in users:
            text = user.read_text(encoding="utf-8")
            if f"vendor/{folder.name}/" in text:
                user.write_text(text.replace(f"vendor/{folder.name}/", f"vendor/{renamed.name}/"), encoding="utf-8")


def _text(node_modules: Path, name: str) -> str:
    return (node_modules / "pyodide" / name).read_text(encoding="utf-8")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix in (".js", ".mjs"):
        target.write_bytes(_SOURCE_MAP.sub(b"\n", source.read_bytes()))
    else:
        shutil.copyfile(source, target)
