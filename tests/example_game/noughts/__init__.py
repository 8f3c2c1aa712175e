"""Noughts and crosses: a whole game in one folder, which takes five minutes to read."""

from __future__ import annotations

from ruleboard.games.noughts.game import Noughts
from ruleboard.games.noughts.view import NoughtsView
from ruleboard.contract.package import Package

PACKAGE = Package(Noughts(), NoughtsView())
