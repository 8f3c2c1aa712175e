"""Sensei: two characters cross a garden of sand on stones of their own colour."""

from __future__ import annotations

from typing import Final

from ruleboard.engine.game import Game
from ruleboard.games.sensei.face import SenseiFace
from ruleboard.games.sensei.game import Sensei
from ruleboard.games.sensei.state import State
from ruleboard.games.view import Face

GAME: Final[Game[State]] = Sensei()
FACE: Final[Face[State]] = SenseiFace()
