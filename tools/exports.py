"""Pyodide's compiled code without the exports that are there for dynamic libraries alone.

Pyodide exports every symbol of Python's, 8,500 of them, since a library may ask for any; its JavaScript puts each into
a variable when it starts. Nothing here loads a library: what that JavaScript itself does not name is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tools.webassembly import EXPORTS, module, read_unsigned, sections, vector

_ASSIGNMENT = re.compile(r'([\w$]+)=(?:Module\["[\w$]+"\]=)?wasmExports\["([\w$]+)"\](?:\.value>>>0)?[;,]?')
_DECLARATION = re.compile(r"\bvar ((?:[\w$]+,){1000,}[\w$]+);")
"""The declaration of the variables that the assignments fill."""
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_FUNCTION = re.compile(r"function assignWasmExports\(wasmExports\)\{(.*?)\}", re.DOTALL)


def without_unused_exports(code: str, users: Iterable[str]) -> tuple[str, frozenset[str]]:
    """Return Pyodide's largest module without the variables for exports that nothing uses, and the names of the others.

    Args:
        code: the module.
        users: other modules that may use exports.

    Raises:
        RuntimeError: the module takes its exports in another way than it did.
    """
    assigning, declaring = _FUNCTION.search(code), _DECLARATION.search(code)
    if not assigning or not declaring:
        raise RuntimeError("Pyodide's code takes its exports in another way than it did: see tools/exports.py.")
    rest = code.replace(assigning[0], "").replace(declaring[0], "")
    named = set(_NAME.findall(rest)).union(*(_NAME.findall(user) for user in users))
    exports = {found[2]: found for found in _ASSIGNMENT.finditer(assigning[1])}
    used = {name for name, found in exports.items() if named & {name, f"_{name}", found[1]}}
    variables = {exports[name][1] for name in used}
    taken = {found[1] for found in exports.values()}
    kept = ",".join(name for name in declaring[1].split(",") if name in variables or name not in taken)
    inner = _ASSIGNMENT.sub(lambda found: found[0] if found[2] in used else "", assigning[1])
    shorter = code.replace(assigning[1], inner).replace(declaring[0], f"var {kept};")
    return shorter, frozenset(used | set(_NAME.findall(rest)))


def with_exports(wasm: bytes, names: Iterable[str]) -> bytes:
    """Return compiled code that exports only what has one of these names.

    Raises:
        RuntimeError: the code is no WebAssembly module.
    """
    wanted = frozenset(names)
    return module(
        (section, _pruned(content, wanted) if section == EXPORTS else content) for section, content in sections(wasm)
    )


def _pruned(exports: bytes, wanted: frozenset[str]) -> bytes:
    """Return a section of exports with the wanted ones alone: each is a name, a kind, and an index."""
    count, place = read_unsigned(exports, 0)
    kept = []
    for _ in range(count):
        size, start = read_unsigned(exports, place)
        _index, end = read_unsigned(exports, start + size + 1)
        if exports[start : start + size].decode("utf-8") in wanted:
            kept.append(exports[place:end])
        place = end
    return vector(kept)
