"""Test the memory snapshot: the build renews it when its sources change, and it contains every module of the app."""

from __future__ import annotations

import ast
import dataclasses
import gc
import json
import pathlib
import struct
import traceback
import types

import pytest

from tests.support.snapshot_file import decompress
from tools import archive, build, setup, snapshot


@pytest.fixture
def built_sources(tmp_path, monkeypatch):
    """Replace the snapshot builder by a fake one. Return the list of sources that the fake has received."""
    built_sources = []

    def make(sources, code, out):
        built_sources.append(sources.read_bytes())
        out.mkdir(exist_ok=True)
        (out / "snapshot.abc.gzip.bin").write_bytes(b"memory")
        (out / "snapshot.abc.zstd.bin").write_bytes(b"smaller")
        (out / "snapshot.json").write_text(json.dumps({"name": "snapshot.abc", "modules": ["os"]}))

    monkeypatch.setattr(snapshot, "_create_snapshot", make)
    monkeypatch.setattr(snapshot, "_CACHE_FOLDER", tmp_path / "cache")
    (tmp_path / "static" / "boot").mkdir(parents=True)
    (tmp_path / "sources.zip").write_bytes(b"one")
    return built_sources


def write_snapshot(folder):
    for name in ("interpreter.mjs", "own_frame.mjs"):
        (folder / "static" / "boot" / name).write_text("a;\nconst SNAPSHOT = null; // why\n")
    snapshot.update_snapshot(folder / "sources.zip")
    snapshot.copy_snapshot(folder / "static")


def test_config_passes_snapshot_to_interpreter(built_sources, tmp_path):
    wasm = tmp_path / "static" / "vendor" / "pyodide" / "pyodide.asm.wasm.gzip.bin"
    wasm.parent.mkdir(parents=True)
    wasm.write_bytes(b"code")
    write_snapshot(tmp_path)
    assert (tmp_path / "static" / "snapshot.abc.gzip.bin").read_bytes() == b"memory"
    assert (tmp_path / "static" / "snapshot.abc.zstd.bin").read_bytes() == b"smaller"
    text = (tmp_path / "static" / "boot" / "interpreter.mjs").read_text()
    sizes = '{"snapshot.abc.gzip.bin":6,"snapshot.abc.zstd.bin":7,"vendor/pyodide/pyodide.asm.wasm.gzip.bin":4}'
    assert text == f'a;\nconst SNAPSHOT = {{"name":"snapshot.abc","loads":{sizes}}}; // why\n'


@pytest.mark.parametrize("method", ["gzip", "zstd"])
def test_snapshot_has_same_name_in_both_compressions(tmp_path, method):
    (tmp_path / "snapshot.bin").write_bytes(b"memory")
    (tmp_path / "snapshot.json").write_text('{"modules": []}')
    snapshot._compress_snapshot(tmp_path)
    name = json.loads((tmp_path / "snapshot.json").read_text())["name"]
    assert decompress((tmp_path / f"{name}.{method}.bin").read_bytes()) == b"memory"
    assert not (tmp_path / "snapshot.bin").exists()


def test_changed_sources_rebuild_snapshot(built_sources, tmp_path):
    write_snapshot(tmp_path)
    write_snapshot(tmp_path)
    assert built_sources == [b"one"]
    (tmp_path / "sources.zip").write_bytes(b"two")
    write_snapshot(tmp_path)
    assert built_sources == [b"one", b"two"]


class TypeCheckingRemover(ast.NodeTransformer):
    """A transformer that removes the imports that only a type checker reads."""

    def visit_If(self, node):
        return node.orelse if ast.unparse(node.test) == "TYPE_CHECKING" else self.generic_visit(node)


def test_snapshot_contains_every_app_module():
    """The snapshot contains every module of the app, even if it is imported within a function.

    A page with a snapshot has no library from which it could import modules.
    """
    setup.install_node_packages()
    build.build_if_changed()
    required_modules = {"pyodide.ffi", "pyscript", "pyscript.ffi"}
    kit_paths = (build.PACKAGE_FOLDER / "kit", build.PACKAGE_FOLDER / "own.py")  # of which games import what they use
    for file in archive.iter_browser_files(build.PACKAGE_FOLDER):
        if (
            file.suffix != ".py" or file == build.PACKAGE_FOLDER / "__init__.py"
        ):  # which imports for other programs only
            continue
        if kit_paths[0] in file.parents or file == kit_paths[1]:
            continue
        required_modules.add(
            ".".join(file.relative_to(build.PACKAGE_FOLDER.parent).with_suffix("").parts).removesuffix(".__init__")
        )
        for node in ast.walk(TypeCheckingRemover().visit(ast.parse(file.read_text(encoding="utf-8")))):
            if isinstance(node, ast.Import):
                required_modules.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                required_modules.add(str(node.module))
    assert required_modules - set(snapshot.read_snapshot_modules()) == set()


def load_snapshot_functions():
    """Return the functions of the module that runs only inside the snapshot builder, by name."""
    tree = ast.parse(pathlib.Path("tools/snapshot_imports.py").read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    namespace = {"CodeType": types.CodeType, "FunctionType": types.FunctionType, "Any": object}
    namespace |= {"FrozenInstanceError": dataclasses.FrozenInstanceError, "fields": dataclasses.fields}
    exec(compile(tree, "snapshot_imports", "exec", dont_inherit=True, flags=annotations.compiler_flag), namespace)
    return namespace


def test_objects_to_pin_are_not_freed_before():
    """The function that lists the objects returns a reference to each of them.

    Without it, one of them could be freed, and the builder would write into memory that another object may own.
    """
    functions, addresses = load_snapshot_functions(), {}
    functions |= {"id": lambda item: addresses.setdefault(id(item), 4 * len(addresses) + 4), "gc": gc}
    functions |= {"MAX_MEMORY": 1 << 12, "UNSETTLED_TYPES": (types.FrameType,), "CODE_PARTS": ("co_consts",)}
    functions["sys"] = types.SimpleNamespace(_is_interned=lambda _text: True, byteorder="little")
    roots = [{"name": [bytes(5), (1.5, "word")]}, compile("b'text'", "", "eval")]
    objects, words = functions["find_reachable_objects"](roots)
    assert [addresses[id(item)] for item in objects] == [word & ~3 for (word,) in struct.iter_unpack("<I", words)]
    assert len(objects) == len({id(item) for item in objects})
    assert {1.5, "word", b"text"} <= {item for item in objects if isinstance(item, float | str | bytes)}


def test_shared_methods_of_dataclasses_do_what_generated_methods_do():
    @dataclasses.dataclass(frozen=True, slots=True)
    class Piece:
        square: str
        hidden_value: int = dataclasses.field(default=1, repr=False)

    piece = Piece("e4")
    generated_repr = repr(piece)
    load_snapshot_functions()["share_methods"](Piece)
    assert repr(piece) == generated_repr
    with pytest.raises(dataclasses.FrozenInstanceError, match="'square'"):
        piece.square = "e5"
    with pytest.raises(dataclasses.FrozenInstanceError, match="'square'"):
        del piece.square
    assert Piece.__setattr__.__qualname__ == "shared_setattr"
    assert dataclasses.replace(piece, square="e5") == Piece("e5")


def test_traceback_without_line_numbers_is_printed():

    def outer(value):
        def fail(value):
            values = [value + number for number in range(20)]
            raise ValueError(sum(values))

        return fail(value)

    outer.__code__ = load_snapshot_functions()["without_lines"](outer.__code__)
    try:
        outer(1)
    except ValueError:
        text = traceback.format_exc()
    assert "in outer" in text
    assert "in fail" in text
    assert "ValueError: 210" in text
