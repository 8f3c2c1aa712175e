"""Pyodide's compiled code in two modules: the first has what is called in practice, the other has the rest.

Of 17,000 functions the app calls some 2,000; the others are four fifths of the code: SQLite, the codecs of Chinese, the
tests of Python's interface to C. Both modules number their functions alike, so that no function is rewritten. Each has
the functions of the other as stubs, which call through a table that the two share:

- The table has a place for each function, and place 0 for the *loader*. A stub of the first module calls the loader,
  which JavaScript has put there (static/boot/rest_of_code.mjs), and then the function in its place.
- Instantiated, the rest puts its functions into their places. The first module puts its own there when its export
  ``~fill`` is called; so nothing is done for the rest until it is needed.
- Memory, tables, tags and variables are the first module's: it exports them, and the rest imports them, as ``~…``.

Which functions come first is measured: see tools/code_profile.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from tools.webassembly import (
    CODE,
    ELEMENTS,
    END,
    EXPORTS,
    FUNCTION,
    FUNCTIONS,
    GLOBAL,
    GLOBALS,
    IMPORTS,
    MEMORIES,
    MEMORY,
    TABLE,
    TABLES,
    TAG,
    TAGS,
    TYPES,
    joined,
    module,
    read_unsigned,
    sections,
    signed,
    sized,
    unsigned,
    vector,
)

_SHARED = "~"
"""The module that the rest imports from, and what the names of the exports for it begin with."""
_ZERO = b"\x41\x00"  # i32.const 0
_CALL = b"\x11"  # call_indirect
_FUNCTION_TYPE = 0x60
_FUNCREF = b"\x70"


class _Code(NamedTuple):
    """The parts of a module that are needed to split it; indices are those of what it defines.

    Attributes:
        parameters: the number of parameters of each type.
        void: the index of the type of functions without parameters and results.
        imports: all imports, encoded.
        imported: the number of imports of each kind.
        types: the index of the type of each function.
        bodies: the body of each function, without its length.
        tables: the type of each table, encoded; the same for memories, tags, and global variables.
        globals: the type and the whole of each global variable, encoded.
    """

    parameters: list[int]
    void: int
    imports: list[bytes]
    imported: list[int]
    types: list[int]
    bodies: list[bytes]
    tables: list[bytes]
    memories: list[bytes]
    tags: list[bytes]
    globals: list[tuple[bytes, bytes]]


def split(wasm: bytes, first: Collection[int]) -> tuple[bytes, bytes]:
    """Return two modules that are the given one together.

    Args:
        wasm: the code: with one memory and one active segment of elements, and with its variables that change before
            all others.
        first: the indices of the functions of the first module, among those that the code defines.

    Raises:
        RuntimeError: the code is no module, or not of that form.
    """
    contents = dict(sections(wasm))
    code = _read(contents)
    variables = [kind for kind, _ in code.globals if kind[1]]
    if any(kind[1] for kind, _ in code.globals[len(variables) :]) or read_unsigned(contents[ELEMENTS], 0)[0] != 1:
        raise RuntimeError("Pyodide's compiled code has another form than it had: see tools/splitting.py.")
    order = sorted(first)
    chosen = frozenset(order)
    slots = len(code.tables)
    table = _FUNCREF + b"\x01" + unsigned(len(code.types) + 1) * 2

    bodies = [body if index in chosen else _stub(code, index, loads=True) for index, body in enumerate(code.bodies)]
    fill = b"\0" + b"".join(_init(place, source, size, slots) for place, source, size in _runs(order)) + END
    shared = [
        *((f"table{index}", TABLE, index, kind) for index, kind in enumerate([*code.tables, table])),
        *((f"memory{index}", MEMORY, index, kind) for index, kind in enumerate(code.memories)),
        *((f"tag{index}", TAG, index, kind) for index, kind in enumerate(code.tags)),
        *((f"global{index}", GLOBAL, code.imported[GLOBAL] + index, kind) for index, kind in enumerate(variables)),
    ]
    names = {f"table{slots}": "slots"}
    exports = [
        *(_name(_SHARED + names.get(name, name)) + bytes([kind]) + unsigned(index) for name, kind, index, _ in shared),
        _name(f"{_SHARED}fill") + bytes([FUNCTION]) + unsigned(code.imported[FUNCTION] + len(code.types)),
    ]
    changed = {
        FUNCTIONS: joined(contents[FUNCTIONS], [unsigned(code.void)]),
        TABLES: joined(contents[TABLES], [table]),
        EXPORTS: joined(contents[EXPORTS], exports),
        ELEMENTS: joined(contents[ELEMENTS], [b"\x01\x00" + _functions(code, order)]),
        CODE: vector([sized(body) for body in [*bodies, fill]]),
    }
    one = module((section, changed.get(section, content)) for section, content in sections(wasm))

    rest = [index for index in range(len(code.types)) if index not in chosen]
    imports = [
        _name(_SHARED) + _name(_SHARED + names.get(name, name)) + bytes([kind]) + described
        for name, kind, _, described in shared
    ]
    elements = [
        b"\x02"
        + unsigned(slots)
        + b"\x41"
        + signed(place)
        + END
        + b"\0"
        + _functions(code, range(place - 1, place - 1 + size))
        for place, _, size in _runs(rest)
    ]
    bodies = [_stub(code, index) if index in chosen else body for index, body in enumerate(code.bodies)]
    other = {
        TYPES: contents[TYPES],
        IMPORTS: vector([*code.imports, *imports]),
        FUNCTIONS: contents[FUNCTIONS],
        GLOBALS: vector([whole for kind, whole in code.globals if not kind[1]]),
        ELEMENTS: vector(elements),
        CODE: vector([sized(body) for body in bodies]),
    }
    return one, module(other.items())


def counting(wasm: bytes) -> bytes:
    """Return code with an exported variable ``~n`` for each function n: 1 once that function has been called."""
    contents = dict(sections(wasm))
    code = _read(contents)
    number = len(code.bodies)
    start = code.imported[GLOBAL] + len(code.globals)
    bodies = []
    for index, body in enumerate(code.bodies):
        place = _after_locals(body)
        bodies.append(sized(body[:place] + b"\x41\x01\x24" + unsigned(start + index) + body[place:]))
    changed = {
        GLOBALS: joined(contents[GLOBALS], [b"\x7f\x01" + _ZERO + END] * number),
        EXPORTS: joined(
            contents[EXPORTS],
            [_name(f"{_SHARED}{index}") + bytes([GLOBAL]) + unsigned(start + index) for index in range(number)],
        ),
        CODE: vector(bodies),
    }
    return module((section, changed.get(section, content)) for section, content in sections(wasm))


def _stub(code: _Code, index: int, *, loads: bool = False) -> bytes:
    """Return the body of a function that calls the other module's, after the loader if it may not be there."""
    table = unsigned(len(code.tables))
    load = _ZERO + _CALL + unsigned(code.void) + table if loads else b""
    kind = code.types[index]
    arguments = b"".join(b"\x20" + unsigned(number) for number in range(code.parameters[kind]))
    return b"\0" + load + arguments + b"\x41" + signed(index + 1) + _CALL + unsigned(kind) + table + END


def _init(place: int, source: int, size: int, table: int) -> bytes:
    """Return instructions that put functions of the second segment of elements into a table."""
    numbers = b"".join(b"\x41" + signed(number) for number in (place, source, size))
    return numbers + b"\xfc\x0c\x01" + unsigned(table)


def _runs(indices: list[int]) -> list[tuple[int, int, int]]:
    """Return the runs of successive indices: the place in the table of the first, its position, and the length."""
    runs: list[tuple[int, int, int]] = []
    for position, index in enumerate(indices):
        if runs and indices[position - 1] == index - 1:
            place, start, size = runs[-1]
            runs[-1] = place, start, size + 1
        else:
            runs.append((index + 1, position, 1))
    return runs


def _functions(code: _Code, indices: Collection[int]) -> bytes:
    return vector([unsigned(code.imported[FUNCTION] + index) for index in indices])


def _name(text: str) -> bytes:
    return sized(text.encode())


# --- reading


def _read(contents: dict[int, bytes]) -> _Code:
    parameters: list[int] = []
    void = -1
    count, place = read_unsigned(contents[TYPES], 0)
    for index in range(count):
        data = contents[TYPES]
        if data[place] != _FUNCTION_TYPE:
            raise RuntimeError("Pyodide's compiled code has types of a newer kind: see tools/splitting.py.")
        number, place = read_unsigned(data, place + 1)
        results, place = read_unsigned(data, place + number)
        place += results
        parameters.append(number)
        if not number and not results:
            void = index
    imports, imported = _imports(contents[IMPORTS])
    return _Code(
        parameters,
        void,
        imports,
        imported,
        [read_unsigned(one, 0)[0] for one in _items(contents[FUNCTIONS], lambda data, at: read_unsigned(data, at)[1])],
        _bodies(contents[CODE]),
        _items(contents[TABLES], lambda data, at: _limits(data, at + 1)),
        _items(contents[MEMORIES], _limits),
        _items(contents.get(TAGS, b"\0"), lambda data, at: read_unsigned(data, at + 1)[1]),
        [(one[:2], one) for one in _items(contents[GLOBALS], _global)],
    )


def _items(content: bytes, end: Callable[[bytes, int], int]) -> list[bytes]:
    """Return the items of a vector, given a function from where one begins to where it ends."""
    count, place = read_unsigned(content, 0)
    items = []
    for _ in range(count):
        start, place = place, end(content, place)
        items.append(content[start:place])
    return items


def _imports(content: bytes) -> tuple[list[bytes], list[int]]:
    """Return all imports, and how many there are of each kind."""
    kinds = [0] * 5

    def end(data: bytes, place: int) -> int:
        for _ in range(2):  # the names
            size, place = read_unsigned(data, place)
            place += size
        kind = data[place]
        kinds[kind] += 1
        if kind == GLOBAL:
            return place + 3
        if kind == MEMORY:
            return _limits(data, place + 1)
        if kind == TABLE:
            return _limits(data, place + 2)
        return read_unsigned(data, place + (2 if kind == TAG else 1))[1]

    return _items(content, end), kinds


def _limits(data: bytes, place: int) -> int:
    """Return the end of the limits of a memory or a table."""
    bounded = data[place] & 1
    _least, place = read_unsigned(data, place + 1)
    return read_unsigned(data, place)[1] if bounded else place


def _global(data: bytes, place: int) -> int:
    """Return the end of a global variable: its type, and a constant, of whose forms the ones in use are known."""
    operation, place = data[place + 2], place + 3
    if operation in (0x41, 0x42, 0x23):  # i32.const, i64.const, global.get
        place = read_unsigned(data, place)[1]
    elif operation in (0x43, 0x44):  # f32.const, f64.const
        place += 4 if operation == 0x43 else 8
    else:
        place += 1  # ref.null
    if data[place : place + 1] != END:
        raise RuntimeError("Pyodide's compiled code has variables of a newer kind: see tools/splitting.py.")
    return place + 1


def _bodies(content: bytes) -> list[bytes]:
    count, place = read_unsigned(content, 0)
    bodies = []
    for _ in range(count):
        size, start = read_unsigned(content, place)
        place = start + size
        bodies.append(content[start:place])
    return bodies


def _after_locals(body: bytes) -> int:
    """Return where the instructions of a function begin."""
    count, place = read_unsigned(body, 0)
    for _ in range(count):
        place = read_unsigned(body, place)[1] + 1
    return place
