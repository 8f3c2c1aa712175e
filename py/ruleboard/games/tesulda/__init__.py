"""Tesulda: each side builds an army of figures from bases and pieces. Figures capture pieces from each other."""

from __future__ import annotations

from ruleboard.contract.package import Package
from ruleboard.games.tesulda.attackers import TesuldaAttacks
from ruleboard.games.tesulda.bot import TesuldaBot
from ruleboard.games.tesulda.editor import TesuldaEditor
from ruleboard.games.tesulda.quiz import QUIZ
from ruleboard.games.tesulda.rules import Tesulda
from ruleboard.games.tesulda.setups import TesuldaArmies
from ruleboard.games.tesulda.view import TesuldaView

PACKAGE = Package(
    Tesulda(),
    TesuldaView(),
    editor=TesuldaEditor(),
    saved_armies=TesuldaArmies(),
    attacks=TesuldaAttacks(),
    quiz=QUIZ,
    bot=TesuldaBot(),
)
