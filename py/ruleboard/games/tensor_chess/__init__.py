"""Tensor Chess: chess on ten files with a new piece, the beast.

Other pieces can bounce off their own beasts or push them away.
"""

from __future__ import annotations

from ruleboard.contract.package import Package
from ruleboard.games.tensor_chess.attackers import TensorChessAttacks
from ruleboard.games.tensor_chess.bot import TensorChessBot
from ruleboard.games.tensor_chess.editor import TensorChessEditor
from ruleboard.games.tensor_chess.quiz import QUIZ
from ruleboard.games.tensor_chess.rules import TensorChess
from ruleboard.games.tensor_chess.scores import TensorChessScores
from ruleboard.games.tensor_chess.tokens import TensorChessTokens
from ruleboard.games.tensor_chess.view import TensorChessView

_GAME = TensorChess()

PACKAGE = Package(
    _GAME,
    TensorChessView(),
    notation=TensorChessScores(),
    tokens=TensorChessTokens(),
    editor=TensorChessEditor(),
    attacks=TensorChessAttacks(),
    quiz=QUIZ,
    bot=TensorChessBot(),
)
