"""Test that the code limits the size of every external text that it decompresses or reads as a stream.

The tests count output bytes instead of measuring time. They search the sources for all such places. If you add a
place, add it to the table here as well.
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

from ruleboard.embed.parameters import Parameters
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game_link import (
    COMPRESSED_PREFIX,
    MAX_DECOMPRESSED_LENGTH,
    MAX_LINK_LENGTH,
    compress,
    decompress,
    parse_game_link,
    parse_moves,
)
from ruleboard.links import decode_position
from tools.setup import ROOT

# --- the places

EXPANDING_NAME_PATTERN = re.compile(
    r"(?:un|de)(?:pack\w*|compress\w*|zip|zlib)|inflate|lzma|bz2|gzip|zipfile|tarfile|\w*b64decode"
)
"""Python functions that expand a text."""
PACKED_MOVES_FOLDER = "ruleboard/games/tensor_chess/"
"""Its search packs a move into one number, which is no external text."""
PYTHON_FUNCTIONS = {
    "ruleboard/adapters/tensors.py": {"unpackbits"},  # of boards, which have 64 bits
    "ruleboard/embed/parameters.py": {"decompress"},
    "ruleboard/engine/game_link.py": {"decompressobj", "decompress", "urlsafe_b64decode"},
    "ruleboard/links.py": {"urlsafe_b64decode"},
}
"""The functions by module, without callers of ``game_link.unpack`` or ``links.decode_position``."""
ALLOWED_CALLS = {"decode_position"}

SCRIPT_FUNCTIONS = {
    "static/boot/bounded_text.mjs": {"atob", "DecompressionStream", "boundedText", "inflatedText"},
    "static/boot/embed_frame.js": {"inflatedText"},
    "static/boot/page_text.mjs": {"boundedText"},
    "static/page/events.js": {".arrayBuffer("},
}
"""The functions that scripts apply to external texts."""
BUILD_SCRIPTS = {
    "static/boot/embed_policy.js": {".arrayBuffer("},
    "static/boot/own_frame.mjs": {".text(", "readAsDataURL"},
    "static/boot/interpreter.mjs": {"unpackArchive", ".arrayBuffer("},
    "static/boot/compression.mjs": {"DecompressionStream"},
    "static/boot/pyodide_code.mjs": {".arrayBuffer("},
    "static/boot/start_loader.js": {".arrayBuffer("},
    "static/boot/thinker.mjs": {".text("},
    "static/boot/decompression.mjs": {"unzstd", "DecompressionStream", ".arrayBuffer("},
    "static/boot/zstd.mjs": {"unzstd", ".arrayBuffer("},
    "static/lab/lab.mjs": {".text("},
    "static/page/files.js": {".text("},
    "static/page/late_text.js": {".text("},
    "static/page/translations.js": {".arrayBuffer("},
}
"""The functions that scripts apply to files that come with the page."""
READING_PATTERN = re.compile(
    r"atob\b|DecompressionStream|unpackArchive|\w*[iI]nflate\w*|unzstd|fromBase64|boundedText"
    r"|\.(?:text|json|arrayBuffer|blob|bytes|formData)\((?=\))|readAs\w+"
)


def iter_decompressing_names(tree: ast.AST) -> Iterator[str]:
    """Yield the names of decompressing functions that a module calls."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            if EXPANDING_NAME_PATTERN.fullmatch(name) and name not in ALLOWED_CALLS:
                yield name


def test_python_decompresses_only_in_listed_places() -> None:
    calls_by_module = {}
    for file in (ROOT / "py").rglob("*.py"):
        path = file.relative_to(ROOT / "py").as_posix()
        if calls := set(iter_decompressing_names(ast.parse(file.read_text(encoding="utf-8")))):
            calls_by_module[path] = calls
    assert {
        path: calls for path, calls in calls_by_module.items() if not path.startswith(PACKED_MOVES_FOLDER)
    } == PYTHON_FUNCTIONS


def test_scripts_decompress_only_in_listed_places() -> None:
    scripts = [ROOT / "embed.js", *(ROOT / "static").rglob("*.js"), *(ROOT / "static").rglob("*.mjs")]
    calls_by_script = {}
    for file in scripts:
        path = file.relative_to(ROOT).as_posix()
        code = re.sub(r"^\s*(?:///?|/?\*).*$|\s// .*$", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        if not path.startswith("static/vendor/") and (calls := set(READING_PATTERN.findall(code))):
            calls_by_script[path] = calls
    assert calls_by_script == SCRIPT_FUNCTIONS | BUILD_SCRIPTS


# --- Python

COMPRESSED_SPACES = compress(" " * 8_000_000)
READERS: dict[str, tuple[Callable[[str], object], str]] = {
    "game": (decompress, COMPRESSED_SPACES),
    "record": (parse_game_link, COMPRESSED_SPACES),
    "moves": (parse_moves, f"~{COMPRESSED_SPACES}"),
    "study": (lambda text: Parameters("sensei", study=f"{COMPRESSED_PREFIX}{text}").study_text(), COMPRESSED_SPACES),
}


@pytest.fixture
def output_sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that records the sizes of all output of zlib."""
    sizes: list[int] = []
    make = zlib.decompressobj

    class CountingDecompressor:
        def __init__(self) -> None:
            self.wrapped = make()

        def decompress(self, *arguments: Any) -> bytes:
            data = self.wrapped.decompress(*arguments)
            sizes.append(len(data))
            return data

        def __getattr__(self, name: str) -> Any:
            return getattr(self.wrapped, name)

    monkeypatch.setattr(zlib, "decompressobj", CountingDecompressor)
    return sizes


@pytest.mark.parametrize("kind", READERS)
def test_python_stops_decompressing_at_limit(kind: str, output_sizes: list[int]) -> None:
    read, large_text = READERS[kind]
    assert len(large_text) < MAX_LINK_LENGTH
    with pytest.raises(RuleboardError):
        read(large_text)
    assert 0 < sum(output_sizes) <= 4 * MAX_DECOMPRESSED_LENGTH


def test_python_decompresses_up_to_limit(output_sizes: list[int]) -> None:
    text = "é" * MAX_DECOMPRESSED_LENGTH
    assert decompress(compress(text)) == text
    assert sum(output_sizes) == len(text.encode())


def test_position_in_address_is_shorter_than_compressed() -> None:
    text = urlsafe_b64encode(b'{"a' + b" " * 9_000).decode()
    assert len(decode_position(text)) < len(text)


# --- scripts

MODULE_URL = (ROOT / "static" / "boot" / "bounded_text.mjs").as_uri()
COUNTING_SCRIPT = """
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


def run_expression(expression: str) -> dict[str, Any]:
    """Run an expression in Node. Return its text or the name of its error, and the number of decompressed bytes."""
    command = ["node", "--input-type=module", "--eval", COUNTING_SCRIPT % (MODULE_URL, expression)]
    process = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert process.returncode == 0, process.stderr
    result: dict[str, Any] = json.loads(process.stdout)
    return result


def test_scripts_stop_decompressing_at_limit() -> None:
    """The script cancels the stream at most one chunk beyond the limit."""
    compressed = b64encode(zlib.compress(b" " * 30_000_000, 9)).decode()
    result = run_expression(f"inflatedText({json.dumps(compressed)}, 400_000)")
    assert result["name"] == "RangeError"
    assert result["output"] < 1_000_000


@pytest.mark.parametrize(("length", "is_within_limit"), [(300, True), (301, False)])
def test_scripts_decompress_up_to_limit(length: int, is_within_limit: bool) -> None:
    text = ("é" * length)[: length // 2] + "a" * (length % 2)
    compressed = urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    assert run_expression(f'inflatedText("{compressed}", 300)').get("text") == (text if is_within_limit else None)


@pytest.mark.parametrize("compressed", ["", "eJw", "####", urlsafe_b64encode(zlib.compress(b"cut off")[:-3]).decode()])
def test_scripts_reject_damaged_data(compressed: str) -> None:
    assert "name" in run_expression(f'inflatedText("{compressed}", 300)')


def test_scripts_stop_reading_a_stream_at_the_limit() -> None:
    """The script stops reading an endless stream at most one chunk beyond the limit."""
    endless_stream_script = (
        "new ReadableStream({ pull(to) { output += 100; to.enqueue(new Uint8Array(100).fill(97)); } })"
    )
    result = run_expression(f"boundedText({endless_stream_script}, 1000)")
    assert result["name"] == "RangeError"
    assert result["output"] <= 1300


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
def test_scripts_stop_traversing_message_at_limit(data: str) -> None:
    """The script stops at the limit even if a message would have 2 to the power of 60 lists as text."""
    assert run_expression(f"boundedJson({data}, 1000)")["name"] in ("RangeError", "TypeError")


def test_scripts_serialize_message_like_json() -> None:
    data = '({ ruleboard: 1, type: "play", at: 3, list: [1, "a", null, { deep: true }] })'
    assert json.loads(run_expression(f"boundedJson({data}, 1000)")["text"]) == {
        "ruleboard": 1,
        "type": "play",
        "at": 3,
        "list": [1, "a", None, {"deep": True}],
    }
