"""Import the modules for the memory snapshot, and return their names. The build runs this file in Pyodide.

An app that starts from a snapshot has no standard library from which it could import, so all modules are imported in
advance.
"""

import gc
import importlib
import json
import pkgutil
import sys
from types import CodeType, FunctionType

PYODIDE_MODULES = (
    "ast asyncio base64 contextlib functools html inspect io json os pathlib re shutil tempfile textwrap types warnings"
)
"""Modules that Pyodide imports while it starts, or when something of it is used."""

TRACEBACK_MODULES = "traceback linecache tokenize token difflib string unicodedata keyword opcode dis codeop _colorize"
"""Modules that Python imports to print an exception."""

TEXT_MODULES = "encodings.utf_8 encodings.ascii encodings.latin_1 encodings.unicode_escape"

sys.path.insert(0, ".")
for name in f"{PYODIDE_MODULES} {TRACEBACK_MODULES} {TEXT_MODULES}".split():
    importlib.import_module(name)

import ruleboard  # noqa: E402

for module in pkgutil.walk_packages(ruleboard.__path__, "ruleboard."):
    importlib.import_module(module.name)
sys.modules["ruleboard.games.courses"].load_all()
sys.modules["ruleboard.app.runtime.prerender"].painted_tree()  # fills the caches with the boards of the first page
sys.path.remove(".")


def without_lines(code: CodeType) -> CodeType:
    """Return a code object without line numbers. Tracebacks then name only the function.

    Each entry of the new line table says that eight instructions have no line. With an empty table, tracebacks would
    end at this function.
    """
    inner = tuple(without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    line_table = b"\xff" * -(-len(code.co_code) // 16)
    return code.replace(co_linetable=line_table, co_consts=inner)


sys.dont_write_bytecode = True  # files do not outlast the page
for object_ in gc.get_objects():  # annotations are not needed once everything is imported
    if isinstance(object_, FunctionType | type) and object_.__module__.startswith("ruleboard"):
        object_.__annotations__ = {}
        del object_.__annotations__
for table in ("html5", "name2codepoint", "codepoint2name", "entitydefs"):
    vars(sys.modules["html.entities"])[table].clear()  # 2,200 names for ``html.unescape``, which nothing calls
# Tracebacks tell no lines of the library, of generated methods, and of the games, whose faults can be repeated from a
# record elsewhere: these lines are 5 % of the bytes.
for object_ in gc.get_objects():
    if isinstance(object_, FunctionType):
        file = object_.__code__.co_filename
        if "ruleboard" not in file or "ruleboard/games/" in file:
            object_.__code__ = without_lines(object_.__code__)
del module, name, object_, file

for user in [one for one in sys.modules.values() if getattr(one, "ssl", None) is sys.modules["ssl"]]:
    vars(user)["ssl"] = None  # as in an asyncio without it: no page can open a socket, and its enums are large
del sys.modules["ssl"]
for table in ("locale_alias", "windows_locale"):
    vars(sys.modules["locale"])[table].clear()  # 1,200 names for ``locale.normalize``, which nothing calls
del user, table

gc.collect()
gc.freeze()  # collections in the browser skip these objects, which takes 200 ms from the longest of them
for size in range(0, 512, 8):  # overwrite freed memory with zeros, which compress well
    zeros = [bytes(size) for _ in range(3000)]
del size, zeros

json.dumps(sorted(sys.modules))
