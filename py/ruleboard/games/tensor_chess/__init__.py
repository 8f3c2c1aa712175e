"""Tensor Chess: chess on ten files, with beasts to bounce off, to send on, and to hop with."""

from ruleboard.games.tensor_chess.editor import TensorChessEditor
from ruleboard.games.tensor_chess.face import TensorChessFace
from ruleboard.games.tensor_chess.rules import TensorChess
from ruleboard.games.tensor_chess.scores import TensorChessScores

GAME = TensorChess()
FACE = TensorChessFace()
SCORES = TensorChessScores(GAME)
EDITOR = TensorChessEditor()
