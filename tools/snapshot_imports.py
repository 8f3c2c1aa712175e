"""Runs in Pyodide when the memory snapshot is made: imports all that is to be in it, says what that is.

With a snapshot there is no standard library to import from later: whatever may be needed at any time has to be
imported here. PyScript's own modules come when it starts; the modules that *they* import are named below.
"""

import gc
import importlib
import json
import pkgutil
import sys

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
sys.modules["ruleboard.app.courses"].read_all()
sys.modules["ruleboard.app.first_paint"].html()  # so that the boards of the first page are drawn already
sys.path.remove(".")
del module, name

gc.collect()
for size in range(0, 512, 16):  # zeros over what small objects have left behind
    wipe = [bytes(size) for _ in range(3000)]
del size, wipe

json.dumps(sorted(sys.modules))
