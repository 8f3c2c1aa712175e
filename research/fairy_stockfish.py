"""Fairy-Stockfish as an opponent in Tensor Chess without beasts, by the Universal Chess Interface.

Without beasts and castling Tensor Chess is chess on ten files, which that program plays if it is told so. It comes from
Debian's package ``fairy-stockfish`` (11.1, with large boards); nothing of it is part of the project.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from tools import setup

START: Final = "r1nbqkbn1r/pppppppppp/10/10/10/10/PPPPPPPPPP/R1NBQKBN1R w - - 0 1"
"""The start without beasts and castling, as the game's own position text, which is the program's too."""
BEAST: Final = "t"
"""The letter of a beast in a position text, which the program does not know."""
_VARIANT: Final = f"[tenfiles:chess]\nmaxRank = 8\nmaxFile = 10\ncastling = false\nstartFen = {START}\n"


class FairyStockfish:
    """One process of the program, which ends with the one that started it.

    Args:
        depth: the number of moves of either side to look ahead.

    Raises:
        tools.setup.SetupError: the program is not installed.
    """

    def __init__(self, depth: int) -> None:
        program = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")
        if program is None:
            raise setup.SetupError("fairy-stockfish is not installed (Debian, Ubuntu: apt-get install fairy-stockfish)")
        self._depth = depth
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        with tempfile.TemporaryDirectory() as folder:
            variants = Path(folder) / "variants.ini"
            variants.write_text(_VARIANT)
            self._say(f"setoption name VariantPath value {variants}", "setoption name UCI_Variant value tenfiles")
            self._ask("isready", "readyok")

    def best(self, position: str) -> str:
        """Return the text of the best move in a position, given as text."""
        self._say(f"position fen {position}")
        return self._ask(f"go depth {self._depth}", "bestmove ").split()[1]

    def _say(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def _ask(self, line: str, beginning: str) -> str:
        assert self._process.stdout is not None
        self._say(line)
        for answer in self._process.stdout:
            if answer.startswith(beginning):
                return answer
        raise RuntimeError(f"fairy-stockfish has ended instead of answering {line!r}")
