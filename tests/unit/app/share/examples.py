"""A page address and a game for the tests of sharing."""

from __future__ import annotations

PAGE_URL = "https://example.org/play/index.html"
CHESS_ACTIONS = ("e2e4", "e7e5", "j1>i1j1")
POSITION_AFTER_E4 = "rtnbqkbntr/pppppppppp/10/10/4P5/10/PPPP1PPPPP/RTNBQKBNTR b KQkq e3 0 1"
