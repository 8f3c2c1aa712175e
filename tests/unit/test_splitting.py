"""Compiled code in two modules, of which the rest is loaded by the first call that needs it."""

from __future__ import annotations

import base64
import itertools
import json
import subprocess

import pytest

from tools import packing, setup
from tools.code_profile import as_text, first_functions
from tools.setup import NODE_MODULES, ROOT
from tools.splitting import counting, split
from tools.vendor import decoder_in

# (import "env" "twice" (func (param i32) (result i32))), a table, a memory, a variable that changes, one that does not,
# and functions with that type: one(n) = two(n) + 1; two(n) = three(n) + limit; three(n) = the function in the table,
# of twice(n), with the variable counted up; four(n) = the byte at n. The table holds `one` no more than `five`, which
# stores n at 7 and returns it.
WASM = bytes.fromhex(
    "0061736d01000000"
    "0109 02 60 00 00 60 01 7f 01 7f"
    "020d 01 03 656e76 05 7477696365 00 01"
    "0306 05 01 01 01 01 01"
    "0404 01 70 00 01"
    "0503 01 00 01"
    "060b 02 7f 01 41 00 0b 7f 00 41 05 0b"
    "071f 05 03 6f6e65 00 01 03 74776f 00 02 04 666f7572 00 04 05 636f756e74 03 00 00 0005"
    "0907 01 00 41 00 0b 01 05"
    "0a3c 05"
    "0900 20 00 10 02 41 01 6a 0b"
    "0900 20 00 10 03 23 01 6a 0b"
    "1200 23 00 41 01 6a 24 00 20 00 10 00 41 00 11 01 00 0b"
    "0700 20 00 2d 00 00 0b"
    "0b00 41 07 20 00 3a 00 00 20 00 0b".replace(" ", "")
)
"""Twice 20 goes through all of them: one(20) is 46, and memory has 40 at 7 then."""

_LOADING = """
import { readFileSync } from "node:fs";
import { withRest } from "ROOT/static/boot/rest_of_code.mjs";
const [first, rest, decoder] = ["FIRST", "REST", "DECODER"].map((text) => Buffer.from(text, "base64"));
const asked = [];
globalThis.XMLHttpRequest = class {
  open(method, address) { this.address = address; }
  overrideMimeType() {}
  send() {
    asked.push(this.address.split("/").at(-1));
    this.status = asked.length === 1 && FAILS ? 503 : 200;
    this.responseText = (this.address.endsWith(".wasm") ? decoder : rest).toString("latin1");
  }
};
const imports = { env: { twice: (n) => 2 * n } };
const instance = await WebAssembly.instantiate(new WebAssembly.Module(first), imports);
const { exports } = withRest(instance, imports, "https://a.invalid/rest.bin");
const names = Object.keys(exports).sort();
console.log(JSON.stringify([names, [], exports.four(7), [...asked]]));
const sums = [exports.one(20), exports.one(1), exports.two(2), exports.four(7), exports.count.value];
console.log(JSON.stringify([names, sums, exports.four(7), asked]));
"""


@pytest.fixture(scope="module")
def decoder():
    setup.node_packages()
    return decoder_in((NODE_MODULES / "zstddec" / "dist" / "zstddec-stream.mjs").read_text(encoding="utf-8"))


def loaded(first: bytes, rest: bytes, decoder: bytes, *, fails: bool = False) -> list[list[object]]:
    """Return what a page sees of the first module before and after calls: its exports, results, files requested."""
    script = _LOADING.replace("ROOT", ROOT.as_posix()).replace("FAILS", str(fails).lower())
    for name, content in (("FIRST", first), ("REST", packing.pack(rest)), ("DECODER", decoder)):
        script = script.replace(f'"{name}"', f'"{base64.b64encode(content).decode()}"')
    done = subprocess.run(["node", "--input-type=module", "-"], input=script, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


NAMES = ["", "count", "four", "one", "two"]
SUMS = [46, 8, 9, 4, 3]


@pytest.mark.parametrize(
    "chosen", [one for size in range(6) for one in itertools.combinations(range(5), size)], ids=str
)
def test_both_modules_are_one_program_however_it_is_split(chosen, decoder):
    first, rest = split(WASM, chosen)
    before, after = loaded(first, rest, decoder)
    everything = len(chosen) == 5
    asked = [] if everything else ["rest.bin", "zstd.wasm"]
    assert before == [NAMES, [], 0, [] if 3 in chosen else asked]
    assert after == [NAMES, SUMS, 4, asked]


def test_the_rest_is_requested_once_more_if_it_does_not_come(decoder):
    _, after = loaded(*split(WASM, [3]), decoder, fails=True)
    assert after == [NAMES, SUMS, 4, ["rest.bin", "rest.bin?again", "zstd.wasm"]]


def test_code_in_one_module_is_left_as_it_is(decoder):
    _, after = loaded(WASM, b"", decoder)
    assert after == [NAMES, SUMS, 4, []]


def test_each_function_that_was_called_is_told():
    code = base64.b64encode(counting(WASM)).decode()
    script = f"""
      const {{ exports }} = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from("{code}", "base64")),
        {{ env: {{ twice: (n) => 2 * n }} }});
      const told = () => [0, 1, 2, 3, 4].map((n) => exports[`~${{n}}`].value);
      console.log(JSON.stringify([told(), exports.two(2), told()]));"""
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True)
    assert json.loads(done.stdout) == [[0, 0, 0, 0, 0], 9, [0, 1, 1, 0, 1]], done.stderr


def test_code_of_another_form_is_refused():
    with pytest.raises(RuntimeError, match="another form"):
        split(WASM.replace(bytes.fromhex("7f0141000b7f0041050b"), bytes.fromhex("7f0041000b7f0141050b")), [])
    with pytest.raises(RuntimeError, match="no WebAssembly"):
        split(b"", [])


def test_a_profile_is_of_one_code_alone(tmp_path):
    profile = tmp_path / "profile.txt"
    called = [*range(40, 90), 3, 4, 7, *range(100, 200, 3)]
    profile.write_text(as_text(b"code", called))
    assert first_functions(b"code", profile) == [*range(3, 8), *range(40, 200)]
    with pytest.raises(RuntimeError, match=r"dev\.py profile"):
        first_functions(b"other code", profile)


def test_what_comes_first_is_less_than_half_of_pyodide_s_code():
    """Of the code as the build has it; the profile is of this version."""
    setup.node_packages()
    called = first_functions((NODE_MODULES / "pyodide" / "pyodide.asm.wasm").read_bytes())
    assert 1_500 < len(called) < 8_000
