"""Tensor: A Game of Equilibrium, a game for two to four players."""

from __future__ import annotations

from ruleboard.contract.package import Package
from ruleboard.games.equilibrium.bot import EquilibriumBot
from ruleboard.games.equilibrium.editor import EquilibriumEditor
from ruleboard.games.equilibrium.lesson_values import lesson_values
from ruleboard.games.equilibrium.numbers import NUMBER_SETS
from ruleboard.games.equilibrium.quiz import QUIZ
from ruleboard.games.equilibrium.rules import Equilibrium
from ruleboard.games.equilibrium.view import EquilibriumView

PACKAGE = Package(
    Equilibrium(),
    EquilibriumView(),
    editor=EquilibriumEditor(),
    quiz=QUIZ,
    lesson_values=lesson_values(next(iter(NUMBER_SETS.values()))),
    bot=EquilibriumBot(),
)
