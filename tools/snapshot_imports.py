"""Import the modules for the memory snapshot, and return their names and the addresses of all objects.

The build runs this file in Pyodide.

An app that starts from a snapshot has no standard library from which it could import, so all modules are imported in
advance. The exceptions are PyScript's Python package and the modules that import it: they bind the page's objects when
they are imported. Of these modules the snapshot contains the bytecode, and Python imports them when the page starts.
"""

import ast
import gc
import importlib
import json
import pkgutil
import sys
from dataclasses import FrozenInstanceError, fields
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, CoroutineType, FrameType, FunctionType, GeneratorType, ModuleType, TracebackType
from typing import Any

PYODIDE_MODULES = (
    "ast asyncio base64 contextlib functools html inspect io json os pathlib re shutil tempfile textwrap types warnings"
)
"""Modules that Pyodide imports when it starts, or when the app calls one of its functions."""

TRACEBACK_MODULES = "traceback linecache tokenize token difflib string unicodedata keyword opcode dis codeop _colorize"
"""Modules that Python imports to print an exception."""

PYSCRIPT = "pyscript"
"""PyScript's Python package."""

TEXT_MODULES = "encodings.utf_8 encodings.ascii encodings.latin_1 encodings.unicode_escape"

sys.path.insert(0, ".")
for name in f"{PYODIDE_MODULES} {TRACEBACK_MODULES} {TEXT_MODULES}".split():
    importlib.import_module(name)


class BytecodeImporter(Loader):
    """An importer that loads modules from bytecode in memory."""

    def __init__(self) -> None:
        self.codes: dict[str, CodeType] = {}
        """The bytecode by the name of the module."""

    def add(self, name: str, file: Path) -> None:
        """Compile a module and add its bytecode."""
        self.codes[name] = compile(file.read_text(encoding="utf-8"), str(file), "exec", dont_inherit=True)

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return the specification of a module, or None if its bytecode is not in memory."""
        return ModuleSpec(name, self, is_package=name == PYSCRIPT) if name in self.codes else None

    def exec_module(self, module: ModuleType) -> None:
        """Run the bytecode of a module."""
        exec(self.codes[module.__name__], vars(module))


def find_imported_modules(file: Path) -> set[str]:
    """Return the names of the modules that a source file imports, anywhere in the file."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return names | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}


importer = BytecodeImporter()

import ruleboard  # noqa: E402

for module in pkgutil.walk_packages(ruleboard.__path__, "ruleboard."):
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as error:
        if error.name != PYSCRIPT:
            raise
        importer.add(module.name, Path.cwd().joinpath(*module.name.split(".")).with_suffix(".py"))
for path in sorted(Path("start", PYSCRIPT).glob("*.py")):
    importer.add(PYSCRIPT if path.stem == "__init__" else f"{PYSCRIPT}.{path.stem}", path)
    for name in find_imported_modules(path) & sys.stdlib_module_names:
        importlib.import_module(name)
sys.modules["ruleboard.learning.courses"].load_all()
sys.modules["ruleboard.app.runtime.prerender"].prerendered_tree()  # fills the caches with the boards of the first page
sys.path.remove(".")


def without_lines(code: CodeType) -> CodeType:
    """Return a code object without line numbers. Tracebacks then name only the function.

    Each entry of the new line table says that eight instructions have no line. With an empty table, tracebacks would
    end at this function.
    """
    inner_constants = tuple(without_lines(item) if isinstance(item, CodeType) else item for item in code.co_consts)
    line_table = b"\xff" * -(-len(code.co_code) // 16)
    return code.replace(co_linetable=line_table, co_consts=inner_constants)


def shared_repr(self: Any) -> str:
    """Return the same text as the generated `__repr__` of a dataclass."""
    values = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{type(self).__qualname__}({values})"


def shared_setattr(self: object, name: str, value: object) -> None:
    """Raise the same error as the generated `__setattr__` of a frozen dataclass."""
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def shared_delattr(self: object, name: str) -> None:
    """Raise the same error as the generated `__delattr__` of a frozen dataclass."""
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def share_methods(class_: Any) -> None:
    """Replace methods that `dataclasses` generates for each class by functions that all classes share."""
    generated_repr = getattr(vars(class_).get("__repr__"), "__wrapped__", None)
    if isinstance(generated_repr, FunctionType) and generated_repr.__code__.co_filename == "<string>":
        class_.__repr__ = shared_repr
    if class_.__dataclass_params__.frozen:
        class_.__setattr__, class_.__delattr__ = shared_setattr, shared_delattr


sys.dont_write_bytecode = True  # files do not outlast the page
for object_ in gc.get_objects():  # once everything is imported, only the decoders of dataclasses need annotations
    if isinstance(object_, type) and "__dataclass_params__" in vars(object_):
        share_methods(object_)
    elif isinstance(object_, FunctionType) or (
        isinstance(object_, type) and object_.__module__.startswith("ruleboard")
    ):
        object_.__annotations__ = {}
        del object_.__annotations__
for table in ("html5", "name2codepoint", "codepoint2name", "entitydefs"):
    vars(sys.modules["html.entities"])[table].clear()  # 2,200 names for ``html.unescape``, which nothing calls
# Tracebacks tell no lines of the library, of generated methods, and of the rules, boards and lessons, whose faults can
# be repeated from a record elsewhere: these lines are 6 % of the bytes.
FOLDERS_WITHOUT_LINES = ("engine", "games", "kit", "learning", "scene")
for object_ in gc.get_objects():
    if isinstance(object_, FunctionType):
        file = object_.__code__.co_filename
        if "ruleboard" not in file or any(f"ruleboard/{name}/" in file for name in FOLDERS_WITHOUT_LINES):
            object_.__code__ = without_lines(object_.__code__)
for name in importer.codes:
    if not name.startswith("ruleboard"):
        importer.codes[name] = without_lines(importer.codes[name])
sys.meta_path.insert(0, importer)
del module, name, object_, file, path, FOLDERS_WITHOUT_LINES

# As in an asyncio without ssl: no page can open a socket, and the enums of ssl are large.
for name, attribute in (("ssl", "ssl"), ("asyncio.sslproto", "sslproto")):
    for user in [item for item in sys.modules.values() if getattr(item, attribute, None) is sys.modules[name]]:
        vars(user)[attribute] = None
    del sys.modules[name]
for table in ("locale_alias", "windows_locale"):
    vars(sys.modules["locale"])[table].clear()  # 1,200 names for ``locale.normalize``, which nothing calls
del attribute, name, table, user


def find_reachable_objects(objects: list[Any]) -> tuple[list[Any], bytes]:
    """Return the objects that are reachable from ``objects``, and a 32-bit word for each of them.

    The word is the object's address, plus 1 if the garbage collector tracks the object, plus 2 if Python may compute
    its hash again. Python never computes the hash of an interned string or of a key of a dict again.
    """
    key_addresses = {id(key) for item in objects if isinstance(item, dict) for key in item}
    is_interned = vars(sys)["_is_interned"]
    pending_objects, listed_objects, words = objects.copy(), list[Any](), bytearray()
    visited = bytearray(MAX_MEMORY // 32)  # a bit for each word of the memory: the numbers of a set would remain in it
    while pending_objects:
        item = pending_objects.pop()
        word = id(item) // 4
        if item is objects or isinstance(item, UNSETTLED_TYPES) or visited[word // 8] >> word % 8 & 1:
            continue
        visited[word // 8] |= 1 << word % 8
        is_free_text = type(item) is str and not is_interned(item) and id(item) not in key_addresses
        has_hash = is_free_text or type(item) in (bytes, tuple)
        listed_objects.append(item)
        words += (id(item) | gc.is_tracked(item) | has_hash << 1).to_bytes(4, sys.byteorder)
        pending_objects += (
            [getattr(item, name) for name in CODE_PARTS] if isinstance(item, CodeType) else gc.get_referents(item)
        )
    return listed_objects, bytes(words)


MAX_MEMORY = 1 << 26
"""An upper limit of the addresses of objects."""
UNSETTLED_TYPES = (CoroutineType, FrameType, GeneratorType, TracebackType)
"""The types of objects that refer to local variables of functions."""
CODE_PARTS = ("co_consts", "co_names", "co_filename", "co_name", "co_qualname", "co_linetable", "co_exceptiontable")
"""The attributes with the objects of a code object."""

# tools/snapshot.mjs reads the words, and then runs snapshot_finish.py.
gc.collect()
gc.disable()  # a collection would untrack tuples after their words say that they are tracked
objects, words = find_reachable_objects(gc.get_objects())  # references, so that no object is freed before it is pinned
json.dumps(
    {
        "modules": sorted({*sys.modules, *importer.codes}),
        "address": id(words) + sys.getsizeof(b"") - 1,
        "count": len(words) // 4,
    }
)
