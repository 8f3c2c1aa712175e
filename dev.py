"""Run a developer command: `python3 dev.py serve | test | build | i18n | …`, from any folder.

This module uses only the standard library. Before the first run of a command, it installs the packages that the command
needs.
"""

from __future__ import annotations

import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the point is to be readable where it cannot run
    version = "{}.{}".format(*sys.version_info[:2])
    sys.exit(f"Ruleboard needs Python 3.11 or newer and this is {version}: please install a newer Python 3.")

import importlib
import subprocess
from collections.abc import Callable
from typing import NamedTuple

from tools import commit_message, setup


class Command(NamedTuple):
    """A developer command.

    Attributes:
        module: the dotted name of a module in tools/ or research/ whose ``main`` runs the command.
        help: one line for the list of commands.
        setup_functions: the functions that install the packages for the command.
        in_current_folder: True to run the command in the current folder, False to run it in the project's folder.
    """

    module: str
    help: str
    setup_functions: tuple[Callable[[], None], ...]
    in_current_folder: bool = False


COMMANDS = {
    "serve": Command(
        "tools.serve",
        "build the app and serve it (--port, --host)",
        (setup.install_node_packages, setup.install_build_packages),
    ),
    "test": Command(
        "tools.test",
        "run the tests (--quick: of a change; --faults; --browser firefox, webkit; --adapters), or pytest",
        (setup.install_python_packages,),
    ),
    "build": Command(
        "tools.build",
        "write dist/, ready for any static host",
        (setup.install_node_packages, setup.install_build_packages),
    ),
    "newgame": Command(
        "tools.newgame", "begin a game with a skeleton (--check: what a game lacks)", (setup.install_python_packages,)
    ),
    "wheel": Command("tools.wheel", "write the rules as a Python package for pip (see docs/python.md)", ()),
    "docs": Command("tools.docs", "write the documentation of the Python package from its docstrings", ()),
    "diagrams": Command("tools.diagrams", "draw positions as SVG files (--help; see docs/diagrams.md)", (), True),
    "share-pages": Command(
        "tools.share_pages", "write pages with previews of positions for links (see docs/platforms.md)", (), True
    ),
    "gallery": Command(
        "tools.gallery",
        "photograph every page, or show what looks different (--against)",
        (setup.install_python_packages,),
    ),
    "i18n": Command(
        "tools.i18n", "gather all texts for translation (or begin a language)", (setup.install_python_packages,)
    ),
    "bench": Command(
        "tools.bench", "measure the budgets, as ratios (--json, --opponents)", (setup.install_python_packages,)
    ),
    "soak": Command(
        "tools.soak", "play random games by the thousand (--games, --jobs)", (setup.install_python_packages,)
    ),
    "ladder": Command(
        "research.ladder",
        "let the opponents' levels play each other (--game, --games, --levels)",
        (setup.install_python_packages,),
    ),
    "absurdities": Command(
        "research.absurdities",
        "count turns of the opponents that no person would play (--game, --games, --levels)",
        (setup.install_python_packages,),
    ),
    "balance": Command(
        "research.balance",
        "measure Equilibrium's numbers (--games, --numbers, --plots; see docs/equilibrium-balance.md)",
        (setup.install_python_packages,),
    ),
    "problems": Command(
        "research.problems",
        "mine problems from games between opponents (--game, --seeds), or --check them",
        (setup.install_python_packages,),
    ),
    "mutate": Command(
        "research.mutate",
        "find code whose change no test notices (--limit, --seed, --only, --jobs)",
        (setup.install_python_packages,),
    ),
    "audit": Command("tools.audit", "ask whether flaws are known of the packages used", ()),
}

RENAMED_COMMANDS = {"words": "i18n"}
"""The current names of commands that version 1.0 renamed, by their old names."""


def usage() -> str:
    """Return the help text with all commands."""
    lines = [f"  python3 dev.py {name:<8} {command.help}" for name, command in COMMANDS.items()]
    return "\n".join(["Ruleboard's commands:", *lines])


def main(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(usage())
        return 0 if arguments else 2
    name, *command_arguments = arguments
    if name in RENAMED_COMMANDS:
        print(f"dev.py {name} is now called dev.py {RENAMED_COMMANDS[name]}.", file=sys.stderr)
        name = RENAMED_COMMANDS[name]
    if name not in COMMANDS:
        print(f"There is no command {name!r}.\n{usage()}", file=sys.stderr)
        return 2
    command = COMMANDS[name]
    commit_message.install_hook(setup.ROOT)
    if not command.in_current_folder:
        os.chdir(setup.ROOT)
    try:
        for set_up in command.setup_functions:
            set_up()
        if {setup.install_build_packages, setup.install_python_packages}.intersection(command.setup_functions):
            return run_in_virtual_environment(command.module, command_arguments)
        return int(importlib.import_module(command.module).main(command_arguments))
    except setup.SetupError as error:
        print(f"dev.py {name}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def run_in_virtual_environment(module: str, arguments: list[str]) -> int:
    """Run a module with the Python of .venv and return its exit code. On POSIX the module replaces this process."""
    command = [str(setup.VENV_PYTHON), "-m", module, *arguments]
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
