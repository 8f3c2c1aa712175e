"""Test the removal of unused exports from Pyodide's compiled code."""

from __future__ import annotations

import subprocess

import pytest

from tools.exports import keep_exports, remove_unused_exports

NAMES = [f"Py{number}" for number in range(1200)]
"""More exports than other variables in the code."""
ASSIGNMENTS = ";".join(f'_{name}=Module["_{name}"]=wasmExports["{name}"]' for name in NAMES)
MODULE_CODE = (
    f"function start(){{_Py3(memory);wasmExports.run(Module._Py5)}}var {','.join(f'_{name}' for name in NAMES)},_other;"
    f'function assignWasmExports(wasmExports){{memory=Module["memory"]=wasmExports["memory"];{ASSIGNMENTS};'
    '_data=Module["_data"]=wasmExports["data"].value>>>0;__kept=Module["__kept"]=wasmExports["_kept"].value>>>0}'
)
# A memory, and two functions: (memory 1) (func (export "one") …1) (func (export "two") …2)
WASM_MODULE = bytes.fromhex(
    "0061736d01000000 010501 60 00 017f 0303 02 00 00 0503 01 00 01"
    "0713 03 03 6f6e65 00 00 03 74776f 00 01 03 6d656d 02 00 0a0b 02 04 00 41 01 0b 04 00 41 02 0b"
)


def test_unused_export_variables_are_removed():
    code, used_names = remove_unused_exports(MODULE_CODE, ["use(module.__kept)"])
    assert {"Py3", "Py5", "run", "memory", "_kept"} <= used_names
    assert {"Py4", "data"}.isdisjoint(used_names)
    assert "var _Py3,_Py5,_other;" in code
    assert code.count("wasmExports[") == 4
    assert '__kept=Module["__kept"]=wasmExports["_kept"].value>>>0' in code


@pytest.mark.parametrize("code", [MODULE_CODE.replace("assignWasm", "take"), MODULE_CODE.replace("var ", "let ")])
def test_module_with_other_export_syntax_is_rejected(code):
    with pytest.raises(RuntimeError, match="in another way"):
        remove_unused_exports(code, [])


def parse_export_names(wasm: bytes) -> str:
    script = f"new WebAssembly.Instance(new WebAssembly.Module(Buffer.from('{wasm.hex()}', 'hex'))).exports"
    process = subprocess.run(["node", "--print", f"Object.keys({script}).join(' ')"], capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    return process.stdout.strip()


def test_wasm_keeps_requested_exports_only():
    assert parse_export_names(WASM_MODULE) == "one two mem"
    assert parse_export_names(keep_exports(WASM_MODULE, ["two", "mem", "nothing"])) == "two mem"
    assert parse_export_names(keep_exports(WASM_MODULE, [])) == ""


def test_non_wasm_bytes_are_rejected():
    with pytest.raises(RuntimeError, match="not a WebAssembly"):
        keep_exports(b"\0\n", [])
