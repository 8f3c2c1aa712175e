"""A few games of each kind, played at random through the page; `dev.py soak` plays them by the thousand."""

from __future__ import annotations

import math
import random

import pytest

from ruleboard.games import GAMES
from tests.unit.app.fake_browser import Tab
from tools import soak


@pytest.mark.parametrize("game", GAMES)
def test_games_played_at_random_break_nothing(game: str) -> None:
    tally = soak.games_of(game, 3, 0, math.inf, longest=20)
    assert tally.failed == {}
    assert tally.games == 3
    assert tally.actions > 30


@pytest.mark.parametrize("game", GAMES)
def test_a_tab_that_ends_at_any_step_of_a_turn_loses_nothing(game: str) -> None:
    """After every touch: what was done is there again, and only what was in the hand is not."""
    tab = Tab()
    chance = random.Random(game)
    soak.begin(tab, game, chance)
    for _ in range(40):
        table = tab.controller.model.table
        assert table is not None
        if table.showing is not None:
            soak.see(tab)
        elif table.curtain:
            tab.click("uncover")
        elif table.actions:
            target = chance.choice(tuple(table.pick.next))
            tab.touch(target)
        before = tab.timeline
        tab = tab.reloaded() if chance.random() < 0.5 else tab
        assert (tab.timeline.entries, tab.timeline.at) == (before.entries, before.at)
        assert tab.timeline.states == before.states
    assert tab.timeline.entries
