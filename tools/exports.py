"""Remove the exports from Pyodide's compiled code that only dynamic libraries need.

Pyodide exports all 8,500 symbols of Python, since a library may request any symbol. Its JavaScript stores each symbol
in a variable when it starts. The app loads no library, so this module removes the exports that the JavaScript does not
use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_EXPORT_ASSIGNMENT_PATTERN = re.compile(
    r'([\w$]+)=(?:Module\["[\w$]+"\]=)?wasmExports\["([\w$]+)"\](?:\.value>>>0)?[;,]?'
)
_VARIABLE_DECLARATION_PATTERN = re.compile(r"\bvar ((?:[\w$]+,){1000,}[\w$]+);")
"""The declaration of the variables for the exports."""
_NAME_PATTERN = re.compile(r"[A-Za-z_$][\w$]*")
_ASSIGNING_FUNCTION_PATTERN = re.compile(r"function assignWasmExports\(wasmExports\)\{(.*?)\}", re.DOTALL)
_EXPORT_SECTION_ID = 7
"""The id of the section of exports, see the WebAssembly specification, 5.5.2."""
_WASM_HEADER = b"\0asm\1\0\0\0"


def remove_unused_exports(code: str, other_sources: Iterable[str]) -> tuple[str, frozenset[str]]:
    """Remove the variables for unused exports from Pyodide's largest module.

    Args:
        code: the source of the module.
        other_sources: the sources of other modules that may use exports.

    Returns:
        The shorter module and the names of the remaining exports.

    Raises:
        RuntimeError: the module assigns its exports in a new way.
    """
    assignment_match, declaration_match = (
        _ASSIGNING_FUNCTION_PATTERN.search(code),
        _VARIABLE_DECLARATION_PATTERN.search(code),
    )
    if not assignment_match or not declaration_match:
        raise RuntimeError("Pyodide's code takes its exports in another way than it did: see tools/exports.py.")
    other_code = code.replace(assignment_match[0], "").replace(declaration_match[0], "")
    used_names = set(_NAME_PATTERN.findall(other_code)).union(
        *(_NAME_PATTERN.findall(other_source) for other_source in other_sources)
    )
    exports = {match[2]: match for match in _EXPORT_ASSIGNMENT_PATTERN.finditer(assignment_match[1])}
    used_exports = {name for name, match in exports.items() if used_names & {name, f"_{name}", match[1]}}
    variables = {exports[name][1] for name in used_exports}
    assigned_variables = {match[1] for match in exports.values()}
    declared_variables = ",".join(
        name for name in declaration_match[1].split(",") if name in variables or name not in assigned_variables
    )
    used_assignments = _EXPORT_ASSIGNMENT_PATTERN.sub(
        lambda match: match[0] if match[2] in used_exports else "", assignment_match[1]
    )
    shorter_code = code.replace(assignment_match[1], used_assignments).replace(
        declaration_match[0], f"var {declared_variables};"
    )
    return shorter_code, frozenset(used_exports | set(_NAME_PATTERN.findall(other_code)))


def keep_exports(wasm: bytes, names: Iterable[str]) -> bytes:
    """Remove all exports from a WebAssembly module except those in ``names``.

    Raises:
        RuntimeError: the bytes are not a WebAssembly module.
    """
    allowed_names = frozenset(names)
    if not wasm.startswith(_WASM_HEADER):
        raise RuntimeError("Pyodide's compiled code is not a WebAssembly module of version 1.")
    out = [_WASM_HEADER]
    for section_id, content in _read_sections(wasm):
        body = _keep_section_exports(content, allowed_names) if section_id == _EXPORT_SECTION_ID else content
        out += [bytes([section_id]), _encode_unsigned(len(body)), body]
    return b"".join(out)


def _read_sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the id and the content of each section of a WebAssembly module."""
    offset = len(_WASM_HEADER)
    while offset < len(wasm):
        size, start = _decode_unsigned(wasm, offset + 1)
        yield wasm[offset], wasm[start : start + size]
        offset = start + size


def _keep_section_exports(exports: bytes, allowed_names: frozenset[str]) -> bytes:
    """Remove all exports from an export section except the allowed ones. An export has a name, a kind and an index."""
    count, offset = _decode_unsigned(exports, 0)
    entries = []
    for _ in range(count):
        size, start = _decode_unsigned(exports, offset)
        _index, end = _decode_unsigned(exports, start + size + 1)
        if exports[start : start + size].decode("utf-8") in allowed_names:
            entries.append(exports[offset:end])
        offset = end
    return _encode_unsigned(len(entries)) + b"".join(entries)


def _decode_unsigned(data: bytes, offset: int) -> tuple[int, int]:
    """Decode the LEB128 number at an offset. Return the number and the offset after it."""
    value = shift = 0
    while True:
        byte = data[offset]
        value |= (byte & 0x7F) << shift
        offset, shift = offset + 1, shift + 7
        if byte < 0x80:
            return value, offset


def _encode_unsigned(value: int) -> bytes:
    """Encode a number in LEB128."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])
