"""Runs in Pyodide when the memory snapshot is made: imports all that is to be in it, says what that is.

With a snapshot there is no standard library to import from later: whatever may be needed at any time has to be
imported here. PyScript's own modules come when it starts (they need the browser): they are compiled here, and the
modules that *they* import are named below. ``pyscript_sources`` is given.
"""

import gc
import importlib
import json
import pkgutil
import sys
from importlib.machinery import SourceFileLoader
from types import FunctionType
from typing import Any

PYSCRIPT_NEEDS = (
    "ast asyncio base64 contextlib functools html inspect io json os pathlib re shutil tempfile textwrap types warnings"
)
"""What PyScript and Pyodide import while they start."""

WHEN_THINGS_GO_WRONG = (
    "traceback linecache tokenize token difflib string unicodedata keyword opcode dis codeop _colorize"
)
"""What Python imports to tell of an exception."""

TEXT = "encodings.utf_8 encodings.ascii encodings.latin_1 encodings.idna encodings.unicode_escape stringprep"

sys.path.insert(0, ".")
for name in f"{PYSCRIPT_NEEDS} {WHEN_THINGS_GO_WRONG} {TEXT}".split():
    importlib.import_module(name)

import ruleboard  # noqa: E402

for module in pkgutil.walk_packages(ruleboard.__path__, "ruleboard."):
    importlib.import_module(module.name)
sys.modules["ruleboard.games.courses"].read_all()
sys.modules["ruleboard.app.runtime.prerender"].html()  # so that the boards of the first page are drawn already
sys.path.remove(".")


def compile_beforehand(texts: list[str]) -> None:
    """Have modules of these texts ready compiled. What is to be imported differs to the letter? It is compiled then."""
    ready = {text.encode(): compile(text, "pyscript", "exec", dont_inherit=True) for text in texts}
    plain = SourceFileLoader.source_to_code

    def source_to_code(self: SourceFileLoader, data: Any, *where: Any, **how: Any) -> Any:
        return ready.pop(bytes(data), None) or plain(self, data, *where, **how)

    SourceFileLoader.source_to_code = source_to_code  # type: ignore[method-assign, assignment]


compile_beforehand(globals().pop("pyscript_sources"))
sys.dont_write_bytecode = True  # it would be gone with the page
for found in gc.get_objects():  # nobody asks a function for the types of its arguments when all is imported
    if isinstance(found, FunctionType) and found.__module__.startswith("ruleboard"):
        del found.__annotations__
del module, name, compile_beforehand, found

gc.collect()
for size in range(0, 512, 16):  # zeros over what small objects have left behind
    wipe = [bytes(size) for _ in range(3000)]
del size, wipe

json.dumps(sorted(sys.modules))
