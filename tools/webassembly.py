"""The parts of a WebAssembly module in its binary format, see the WebAssembly specification, chapter 5."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_MAGIC = b"\0asm\1\0\0\0"

CUSTOM, TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS = range(8)
"""The ids of sections."""
ELEMENTS, CODE, TAGS = 9, 10, 13
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
"""The kinds of imports and exports."""
END = b"\x0b"


def sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the id and the content of each section.

    Raises:
        RuntimeError: the code is no WebAssembly module.
    """
    if not wasm.startswith(_MAGIC):
        raise RuntimeError("Pyodide's compiled code is no WebAssembly module of version 1.")
    place = len(_MAGIC)
    while place < len(wasm):
        size, start = read_unsigned(wasm, place + 1)
        yield wasm[place], wasm[start : start + size]
        place = start + size


def module(parts: Iterable[tuple[int, bytes]]) -> bytes:
    """Return the module of these sections."""
    return _MAGIC + b"".join(bytes([section]) + sized(content) for section, content in parts)


def read_unsigned(data: bytes, place: int) -> tuple[int, int]:
    """Return the number in LEB128 at a place, and the place behind it."""
    value = shift = 0
    while True:
        byte = data[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return value, place


def unsigned(value: int) -> bytes:
    """Return a number in LEB128."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def signed(value: int) -> bytes:
    """Return a number of either sign in LEB128."""
    out = bytearray()
    while not -0x40 <= value < 0x40:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value & 0x7F])


def sized(content: bytes) -> bytes:
    """Return a content after its length."""
    return unsigned(len(content)) + content


def vector(items: list[bytes]) -> bytes:
    """Return items after their number."""
    return unsigned(len(items)) + b"".join(items)


def joined(content: bytes, items: list[bytes]) -> bytes:
    """Return a vector with further items."""
    count, start = read_unsigned(content, 0)
    return unsigned(count + len(items)) + content[start:] + b"".join(items)
