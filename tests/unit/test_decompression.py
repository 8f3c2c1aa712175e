"""Test that scripts decompress a large file completely or report an error."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tools import compression, setup
from tools.setup import NODE_MODULES, ROOT
from tools.vendor import extract_decoder

FILE_CONTENT = (ROOT / "package-lock.json").read_bytes()
DECOMPRESSION_SCRIPT = """
import { readFileSync } from "node:fs";
const [file, decoder] = %s;
const addresses = [];
Object.defineProperty(globalThis, "navigator", { value: {} });
globalThis.fetch = async (address) => { addresses.push(address); return new Response(readFileSync(decoder)); };
const { decompress, preloadDecoder } = await import("%s/static/boot/decompression.mjs");
preloadDecoder(file);
const stream = new Blob([readFileSync(file)]).stream();
const text = await decompress(file, stream).then((bytes) => Buffer.from(bytes).toString("latin1"), () => null);
console.log(JSON.stringify([text, addresses.length]));
"""


def decompress_in_script(file: Path) -> tuple[bytes | None, int]:
    """Return the content of a compressed file, or None after an error, and the number of requests."""
    setup.install_node_packages()
    decoder = file.with_name("decoder")
    module = NODE_MODULES / "zstddec" / "dist" / "zstddec-stream.mjs"
    decoder.write_bytes(extract_decoder(module.read_text(encoding="utf-8")))
    code = DECOMPRESSION_SCRIPT % (json.dumps([str(file), str(decoder)]), ROOT.as_posix())
    process = subprocess.run(
        ["node", "--input-type=module", "--eval", code], capture_output=True, text=True, encoding="utf-8", timeout=30
    )
    assert process.returncode == 0, process.stderr
    content, request_count = json.loads(process.stdout)
    return None if content is None else content.encode("latin1"), request_count


@pytest.mark.parametrize(("method", "request_count"), [("gzip", 0), ("zstd", 1)])
def test_decompression_restores_content_with_needed_decoder(tmp_path: Path, method: str, request_count: int) -> None:
    file = tmp_path / f"a.{method}.bin"
    file.write_bytes(compression.compress(FILE_CONTENT, method))
    assert decompress_in_script(file) == (FILE_CONTENT, request_count)


@pytest.mark.parametrize("method", ["gzip", "zstd"])
@pytest.mark.parametrize("damage", ["cut off", "without its end", "empty", "overwritten"])
def test_damaged_content_is_rejected(tmp_path: Path, method: str, damage: str) -> None:
    compressed = compression.compress(FILE_CONTENT, method)
    middle = len(compressed) // 2
    damaged_files = {
        "cut off": compressed[:middle],
        "without its end": compressed[:-1],
        "empty": b"",
        "overwritten": compressed[:middle] + bytes(9) + compressed[middle + 9 :],
    }
    file = tmp_path / f"a.{method}.bin"
    file.write_bytes(damaged_files[damage])
    assert decompress_in_script(file)[0] is None
