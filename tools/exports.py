"""Pyodide's compiled code without the exports that only dynamic libraries need.

Pyodide exports all 8,500 symbols of Python, since a library may request any; its JavaScript puts each into a variable
when it starts. The app loads no library, so the exports that this JavaScript does not name are removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_ASSIGNMENT = re.compile(r'([\w$]+)=(?:Module\["[\w$]+"\]=)?wasmExports\["([\w$]+)"\](?:\.value>>>0)?[;,]?')
_DECLARATION = re.compile(r"\bvar ((?:[\w$]+,){1000,}[\w$]+);")
"""The declaration of the variables that the assignments fill."""
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_FUNCTION = re.compile(r"function assignWasmExports\(wasmExports\)\{(.*?)\}", re.DOTALL)
_EXPORTS = 7
"""The id of the section of exports, see the WebAssembly specification, 5.5.2."""
_MAGIC = b"\0asm\1\0\0\0"


def without_unused_exports(code: str, users: Iterable[str]) -> tuple[str, frozenset[str]]:
    """Return Pyodide's largest module without the variables for exports that nothing uses, and the names of the others.

    Args:
        code: the module.
        users: other modules that may use exports.

    Raises:
        RuntimeError: the module assigns its exports in a new way.
    """
    assigning, declaring = _FUNCTION.search(code), _DECLARATION.search(code)
    if not assigning or not declaring:
        raise RuntimeError("Pyodide's code takes its exports in another way than it did: see tools/exports.py.")
    other_code = code.replace(assigning[0], "").replace(declaring[0], "")
    mentioned = set(_NAME.findall(other_code)).union(*(_NAME.findall(user) for user in users))
    exports = {match[2]: match for match in _ASSIGNMENT.finditer(assigning[1])}
    used = {name for name, match in exports.items() if mentioned & {name, f"_{name}", match[1]}}
    variables = {exports[name][1] for name in used}
    assigned = {match[1] for match in exports.values()}
    declared = ",".join(name for name in declaring[1].split(",") if name in variables or name not in assigned)
    inner = _ASSIGNMENT.sub(lambda match: match[0] if match[2] in used else "", assigning[1])
    shorter = code.replace(assigning[1], inner).replace(declaring[0], f"var {declared};")
    return shorter, frozenset(used | set(_NAME.findall(other_code)))


def with_exports(wasm: bytes, names: Iterable[str]) -> bytes:
    """Return compiled code with only the exports of these names.

    Raises:
        RuntimeError: the code is no WebAssembly module.
    """
    allowed = frozenset(names)
    if not wasm.startswith(_MAGIC):
        raise RuntimeError("Pyodide's compiled code is no WebAssembly module of version 1.")
    out = [_MAGIC]
    for section, content in _sections(wasm):
        body = _pruned(content, allowed) if section == _EXPORTS else content
        out += [bytes([section]), _unsigned(len(body)), body]
    return b"".join(out)


def _sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the id and the content of each section."""
    offset = len(_MAGIC)
    while offset < len(wasm):
        size, start = _read_unsigned(wasm, offset + 1)
        yield wasm[offset], wasm[start : start + size]
        offset = start + size


def _pruned(exports: bytes, allowed: frozenset[str]) -> bytes:
    """Return a section of exports with only the allowed ones; each has a name, a kind and an index."""
    count, offset = _read_unsigned(exports, 0)
    entries = []
    for _ in range(count):
        size, start = _read_unsigned(exports, offset)
        _index, end = _read_unsigned(exports, start + size + 1)
        if exports[start : start + size].decode("utf-8") in allowed:
            entries.append(exports[offset:end])
        offset = end
    return _unsigned(len(entries)) + b"".join(entries)


def _read_unsigned(data: bytes, offset: int) -> tuple[int, int]:
    """Return the number in LEB128 at an offset, and the offset behind it."""
    value = shift = 0
    while True:
        byte = data[offset]
        value |= (byte & 0x7F) << shift
        offset, shift = offset + 1, shift + 7
        if byte < 0x80:
            return value, offset


def _unsigned(value: int) -> bytes:
    """Return a number in LEB128."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])
