"""Tensor, the card game: three pieces, ten cards each, laid in secret and turned over together."""

from __future__ import annotations

from typing import Final

from ruleboard.engine.game import Game
from ruleboard.games.extensions import Workshop
from ruleboard.games.tensor_cards.face import TensorCardsFace
from ruleboard.games.tensor_cards.game import TensorCards
from ruleboard.games.tensor_cards.state import State
from ruleboard.games.tensor_cards.workshop import BoardsAndCards
from ruleboard.games.view import Face

GAME: Final[Game[State]] = TensorCards()
FACE: Final[Face[State]] = TensorCardsFace()
"""How it is shown."""
WORKSHOP: Final[Workshop] = BoardsAndCards()
"""Where its boards are drawn and its cards looked up."""
