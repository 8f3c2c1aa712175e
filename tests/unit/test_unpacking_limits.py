"""Everything from outside that is unpacked or read as a stream has a maximum size, which is checked on the way.

What comes out is counted, never the time. The places are enumerated from the sources: a new one has to be entered here.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import zlib
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ruleboard.engine.errors import RecordError
from ruleboard.engine.game_link import MAX_LINK_LENGTH, MAX_UNPACKED_LENGTH, linked_record, pack, parse_moves, unpack
from ruleboard.games.links import unpacked
from tools.setup import ROOT

# --- the places

EXPANDING = re.compile(r"(?:un|de)(?:pack\w*|compress\w*|zip|zlib)|inflate|lzma|bz2|gzip|zipfile|tarfile|\w*b64decode")
"""Names in Python that turn a text into a longer one."""
PACKED_MOVES = "ruleboard/games/tensor_chess/"
"""There a move of the search, one number, is packed and unpacked: nothing from outside."""
PYTHON = {
    "ruleboard/engine/game_link.py": {"unpack", "decompressobj", "decompress", "urlsafe_b64decode"},
    "ruleboard/games/links.py": {"urlsafe_b64decode"},
}
"""The functions by module; what merely calls ``game_link.unpack`` or ``links.unpacked`` is not listed."""
OURS = {"unpacked"}

SCRIPTS = {
    "embed.js": {"boundedText"},
    "static/boot/bounded_text.mjs": {"atob", "DecompressionStream", "boundedText", "inflatedText"},
    "static/boot/embed_frame.js": {"inflatedText"},
    "static/page/events.js": {".arrayBuffer("},
    "static/posters/panels.mjs": {"atob"},
}
"""The functions that scripts apply to texts from outside."""
FILES_OF_THE_BUILD = {
    "static/boot/embed_policy.js": {".arrayBuffer("},
    "static/boot/interpreter.mjs": {"unpackArchive", ".arrayBuffer("},
    "static/boot/packing.mjs": {"DecompressionStream"},
    "static/boot/pyodide_code.mjs": {".arrayBuffer("},
    "static/boot/start_loader.js": {".arrayBuffer("},
    "static/boot/thinker.mjs": {".text("},
    "static/boot/unpacking.mjs": {"unzstd", "DecompressionStream", ".arrayBuffer("},
    "static/boot/zstd.mjs": {"unzstd", ".arrayBuffer("},
    "static/page/files.js": {".text("},
    "static/page/late_text.js": {".text("},
    "static/page/translations.js": {".arrayBuffer("},
}
"""The functions that scripts apply to files that come with the page."""
READING = re.compile(
    r"atob\b|DecompressionStream|unpackArchive|\w*[iI]nflate\w*|unzstd|fromBase64|boundedText"
    r"|\.(?:text|json|arrayBuffer|blob|bytes|formData)\((?=\))|readAs\w+"
)


def names(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a module calls."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if EXPANDING.fullmatch(name) and name not in OURS:
                yield name


def test_python_unpacks_texts_in_listed_places_only() -> None:
    places = {}
    for file in (ROOT / "py").rglob("*.py"):
        path = file.relative_to(ROOT / "py").as_posix()
        if calls := set(names(ast.parse(file.read_text(encoding="utf-8")))):
            places[path] = calls
    assert {path: calls for path, calls in places.items() if not path.startswith(PACKED_MOVES)} == PYTHON


def test_scripts_unpack_and_read_texts_in_listed_places_only() -> None:
    scripts = [ROOT / "embed.js", *(ROOT / "static").rglob("*.js"), *(ROOT / "static").rglob("*.mjs")]
    places = {}
    for file in scripts:
        path = file.relative_to(ROOT).as_posix()
        code = re.sub(r"^\s*(?:///?|/?\*).*$|\s// .*$", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        if not path.startswith("static/vendor/") and (calls := set(READING.findall(code))):
            places[path] = calls
    assert places == SCRIPTS | FILES_OF_THE_BUILD


# --- Python

BLANKS = pack(" " * 8_000_000)
READERS: dict[str, tuple[Callable[[str], object], str]] = {
    "game": (unpack, BLANKS),
    "record": (linked_record, BLANKS),
    "moves": (parse_moves, f"~{BLANKS}"),
}


@pytest.fixture
def output(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of what zlib unpacks."""
    sizes: list[int] = []
    make = zlib.decompressobj

    class Counting:
        def __init__(self) -> None:
            self.own = make()

        def decompress(self, *arguments: Any) -> bytes:
            data = self.own.decompress(*arguments)
            sizes.append(len(data))
            return data

        def __getattr__(self, name: str) -> Any:
            return getattr(self.own, name)

    monkeypatch.setattr(zlib, "decompressobj", Counting)
    return sizes


@pytest.mark.parametrize("kind", READERS)
def test_python_stops_at_the_limit(kind: str, output: list[int]) -> None:
    read, bomb = READERS[kind]
    assert len(bomb) < MAX_LINK_LENGTH
    with pytest.raises(RecordError):
        read(bomb)
    assert 0 < sum(output) <= 4 * MAX_UNPACKED_LENGTH


def test_python_unpacks_up_to_the_limit(output: list[int]) -> None:
    text = "é" * MAX_UNPACKED_LENGTH
    assert unpack(pack(text)) == text
    assert sum(output) == len(text.encode())


def test_position_in_an_address_is_shorter_than_its_packed_form() -> None:
    text = urlsafe_b64encode(b'{"a' + b" " * 9_000).decode()
    assert len(unpacked(text)) < len(text)


# --- scripts

MODULE = (ROOT / "static" / "boot" / "bounded_text.mjs").as_uri()
COUNTED = """
let output = 0;
const Own = DecompressionStream;
globalThis.DecompressionStream = class {
  constructor(form) {
    const own = new Own(form);
    const count = new TransformStream({ transform(part, to) { output += part.length; to.enqueue(part); } },
      undefined, { highWaterMark: 0 });
    this.writable = own.writable;
    this.readable = own.readable.pipeThrough(count);
  }
};
const { boundedJson, boundedText, inflatedText } = await import("%s");
const result = await (async () => %s)().then((text) => ({ text }), ({ name }) => ({ name }));
console.log(JSON.stringify({ ...result, output }));
"""


def run(expression: str) -> dict[str, Any]:
    """Return the text of an expression or the name of its error, and the bytes that were unpacked."""
    command = ["node", "--input-type=module", "--eval", COUNTED % (MODULE, expression)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_scripts_stop_unpacking_at_the_limit() -> None:
    """The stream is cancelled after one chunk more than the limit, of the many that the picture holds."""
    packed = b64encode(zlib.compress(b" " * 30_000_000, 9)).decode()
    refused = run(f"inflatedText({json.dumps(packed)}, 400_000)")
    assert refused["name"] == "RangeError"
    assert refused["output"] < 1_000_000


@pytest.mark.parametrize(("length", "fits"), [(300, True), (301, False)])
def test_scripts_unpack_up_to_the_limit(length: int, fits: bool) -> None:
    text = ("é" * length)[: length // 2] + "a" * (length % 2)
    packed = urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    assert run(f'inflatedText("{packed}", 300)').get("text") == (text if fits else None)


@pytest.mark.parametrize("packed", ["", "eJw", "####", urlsafe_b64encode(zlib.compress(b"cut off")[:-3]).decode()])
def test_scripts_refuse_what_is_damaged(packed: str) -> None:
    assert "name" in run(f'inflatedText("{packed}", 300)')


def test_scripts_stop_reading_a_stream_at_the_limit() -> None:
    """An endless file: only the parts up to the limit are taken, and one ahead."""
    endless = "new ReadableStream({ pull(to) { output += 100; to.enqueue(new Uint8Array(100).fill(97)); } })"
    refused = run(f"boundedText({endless}, 1000)")
    assert refused["name"] == "RangeError"
    assert refused["output"] <= 1300


@pytest.mark.parametrize(
    "data",
    [
        "(() => { let list = []; for (let i = 0; i < 60; i++) list = [list, list]; return list; })()",
        "(() => { const list = []; list[4_000_000_000] = 1; return list; })()",
        "new Uint8Array(50_000_000)",
        "new ArrayBuffer(50_000_000)",
        '({ ruleboard: 1, text: "x".repeat(5000) })',
        '({ ["x".repeat(5000)]: 1 })',
        '"\\u0000".repeat(900)',
    ],
    ids=["one list many times", "sparse list", "bytes", "buffer", "long text", "long name", "escapes"],
)
def test_scripts_stop_following_a_message_at_the_limit(data: str) -> None:
    """The first would have 2 to the power of 60 lists as a text."""
    assert run(f"boundedJson({data}, 1000)")["name"] in ("RangeError", "TypeError")


def test_scripts_write_a_message_as_json_does() -> None:
    data = '({ ruleboard: 1, type: "play", at: 3, list: [1, "a", null, { deep: true }] })'
    assert json.loads(run(f"boundedJson({data}, 1000)")["text"]) == {
        "ruleboard": 1,
        "type": "play",
        "at": 3,
        "list": [1, "a", None, {"deep": True}],
    }
