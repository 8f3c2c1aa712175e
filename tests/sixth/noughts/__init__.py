"""Noughts and crosses: a whole game in one folder, small enough to be read in five minutes."""

from __future__ import annotations

from typing import Final

from ruleboard.engine.game import Game
from ruleboard.games.view import Face
from ruleboard.games.noughts.face import NoughtsFace
from ruleboard.games.noughts.game import Noughts, State

GAME: Final[Game[State]] = Noughts()
FACE: Final[Face[State]] = NoughtsFace()
