"""Sensei: two characters cross a garden of sand on stones of their own colour."""

from __future__ import annotations

from ruleboard.contract.package import Package
from ruleboard.games.sensei.bot import SenseiBot
from ruleboard.games.sensei.editor import SenseiEditor
from ruleboard.games.sensei.quiz import QUIZ
from ruleboard.games.sensei.rules import Sensei
from ruleboard.games.sensei.view import SenseiView

PACKAGE = Package(Sensei(), SenseiView(), editor=SenseiEditor(), bot=SenseiBot(), quiz=QUIZ)
