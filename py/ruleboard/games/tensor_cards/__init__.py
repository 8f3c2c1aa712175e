"""Tensor, the card game: three pieces, ten cards each, laid in secret and turned over together."""

from __future__ import annotations

from ruleboard.games.package import Package
from ruleboard.games.tensor_cards.game import TensorCards
from ruleboard.games.tensor_cards.view import TensorCardsView
from ruleboard.games.tensor_cards.workshop import BoardsAndCards

PACKAGE = Package(TensorCards(), TensorCardsView(), workshop=BoardsAndCards())
