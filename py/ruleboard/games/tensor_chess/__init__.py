"""Tensor Chess: chess on ten files, with beasts to bounce off, to send on, and to hop with."""

from ruleboard.games.tensor_chess.face import TensorChessFace
from ruleboard.games.tensor_chess.rules import TensorChess

GAME = TensorChess()
FACE = TensorChessFace()
