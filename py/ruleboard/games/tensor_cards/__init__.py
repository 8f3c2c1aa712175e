"""Tensor, the card game. Two players secretly place cards on three pieces and reveal the cards together."""

from __future__ import annotations

from ruleboard.contract.package import Package
from ruleboard.games.tensor_cards.bot import TensorCardsBot
from ruleboard.games.tensor_cards.editor import TensorCardsEditor
from ruleboard.games.tensor_cards.quiz import QUIZ
from ruleboard.games.tensor_cards.rules import TensorCards
from ruleboard.games.tensor_cards.view import TensorCardsView
from ruleboard.games.tensor_cards.workshop import BoardsAndCards

PACKAGE = Package(
    TensorCards(),
    TensorCardsView(),
    editor=TensorCardsEditor(),
    board_editor=BoardsAndCards(),
    quiz=QUIZ,
    bot=TensorCardsBot(),
)
