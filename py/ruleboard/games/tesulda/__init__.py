"""Tesulda: each side builds an army of bases and pieces, and pieces change hands as the battle goes."""

from __future__ import annotations

from typing import Final

from ruleboard.engine.game import Game
from ruleboard.games.extensions import Setups
from ruleboard.games.tesulda.face import TesuldaFace
from ruleboard.games.tesulda.game import Tesulda
from ruleboard.games.tesulda.setups import Armies
from ruleboard.games.tesulda.state import State
from ruleboard.games.view import Face

GAME: Final[Game[State]] = Tesulda()
FACE: Final[Face[State]] = TesuldaFace()
SETUPS: Final[Setups[State]] = Armies()
