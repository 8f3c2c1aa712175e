"""Fairy-Stockfish as an opponent in Tensor Chess without beasts, through the Universal Chess Interface.

Without beasts and castling, Tensor Chess is chess on ten files, which Fairy-Stockfish can play as a variant. Debian's
package ``fairy-stockfish`` (11.1, with large boards) installs the program; the project contains no part of it.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from tools import setup

START_POSITION: Final = "r1nbqkbn1r/pppppppppp/10/10/10/10/PPPPPPPPPP/R1NBQKBN1R w - - 0 1"
"""The start position without beasts and castling, in the position text that Tensor Chess and the program share."""
BEAST_LETTER: Final = "t"
"""The letter of a beast in a position text, which the program does not know."""
_VARIANT_CONFIG: Final = f"[tenfiles:chess]\nmaxRank = 8\nmaxFile = 10\ncastling = false\nstartFen = {START_POSITION}\n"


class FairyStockfish:
    """A process that runs Fairy-Stockfish and ends with its parent process.

    Args:
        depth: the search depth, in moves of either side.

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
            variants_file = Path(folder) / "variants.ini"
            variants_file.write_text(_VARIANT_CONFIG)
            self._send(f"setoption name VariantPath value {variants_file}", "setoption name UCI_Variant value tenfiles")
            self._request("isready", "readyok")

    def best_move(self, position: str) -> str:
        """Return the text of the best move in a position, according to Fairy-Stockfish."""
        self._send(f"position fen {position}")
        return self._request(f"go depth {self._depth}", "bestmove ").split()[1]

    def _send(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def _request(self, request: str, reply_prefix: str) -> str:
        assert self._process.stdout is not None
        self._send(request)
        for line in self._process.stdout:
            if line.startswith(reply_prefix):
                return line
        raise RuntimeError(f"fairy-stockfish has ended instead of answering {request!r}")
