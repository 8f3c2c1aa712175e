"""Tensor: A Game of Equilibrium, for two to four players."""

from __future__ import annotations

from ruleboard.games.equilibrium.face import Table
from ruleboard.games.equilibrium.game import Equilibrium

GAME = Equilibrium()
FACE = Table()
