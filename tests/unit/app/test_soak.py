"""Test a few random games of each kind on the page. `dev.py soak` plays thousands of them."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from typing import Any

import pytest

from ruleboard.registry import GAMES
from tools import soak
from tools.crashes import PageCrashed, crash_guard
from tools.fake_browser import Tab


@pytest.mark.parametrize("game", GAMES)
def test_random_games_raise_no_errors(game: str) -> None:
    tally = soak.play_tab(soak.TabRun(game, seed=0, games=2, deadline=math.inf, max_actions=12, is_whole=True))
    assert tally.failures == {}
    assert tally.game_count == 2
    assert tally.action_count > 20


def test_failing_game_is_reported_and_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    original_start, game_numbers = soak.start_game, itertools.count()

    def fail_once(*arguments: Any) -> None:
        original_start(*arguments)
        assert next(game_numbers) != 1, "broken on purpose"

    monkeypatch.setattr(soak, "start_game", fail_once)
    tally = soak.play_tab(soak.TabRun("sensei", seed=70, games=3, deadline=math.inf, max_actions=5, is_whole=True))
    assert list(tally.failures) == [71]
    assert "broken on purpose" in tally.failures[71]
    assert (tally.game_count, tally.action_count) == (3, 10)
    assert "1 failed" in soak.format_summary("sensei", [tally])


def test_memory_is_measured_at_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "WARM_UP_GAMES", 2)
    monkeypatch.setattr(soak, "clear_function_caches", lambda: None)  # the other tests use the caches
    tally = soak.play_tab(soak.TabRun("sensei", seed=0, games=5, deadline=math.inf, max_actions=3))
    assert (len(tally.uncached_blocks), len(tally.blocks)) == (2, 2)
    assert tally.growth == tally.uncached_blocks[1] / tally.uncached_blocks[0]
    assert f"after game 2 and 4: {tally.uncached_blocks[0]} and {tally.uncached_blocks[1]} blocks" in tally.memory


def test_games_are_grouped_by_hundreds_of_mixed_kinds() -> None:
    runs = soak.create_tab_runs(["sensei", "tesulda"], games=250, seed=7, deadline=1.0, max_actions=9, is_whole=True)
    assert [(run.game, run.seed, run.games) for run in runs] == [
        ("sensei", 7, 100),
        ("tesulda", 7, 100),
        ("sensei", 107, 100),
        ("tesulda", 107, 100),
        ("sensei", 207, 50),
        ("tesulda", 207, 50),
    ]
    assert {(run.deadline, run.max_actions, run.is_whole) for run in runs} == {(1.0, 9, True)}


def test_tabs_run_in_separate_processes() -> None:
    reports: list[str] = []
    runs = [
        soak.TabRun("sensei", seed=seed, games=1, deadline=math.inf, max_actions=4, is_whole=True) for seed in (3, 4)
    ]
    finished_runs = soak.run_all(runs, 2, reports.append)
    assert {run for run, tally in finished_runs} == set(runs)
    assert [tally.action_count for run, tally in finished_runs] == [4, 4]
    assert len(reports) == 2
    assert "sensei 3-3: 4 actions" in " ".join(reports)


def test_only_steady_growth_is_reported() -> None:
    first = [soak.PageMemory(10e6, 34e6, 10_059, 64), soak.PageMemory(10.1e6, 34e6, 12_571, 64)]
    last_measurements = [soak.PageMemory(10.2e6, 40e6, 12_913, 64), soak.PageMemory(10.2e6, 40e6, 10_059, 64)]
    assert soak.compute_minimums(last_measurements).excesses(soak.compute_minimums(first)) == []
    memory_afterwards = soak.PageMemory(12e6, 60e6, 10_300, 70)
    growth = memory_afterwards.excesses(soak.compute_minimums(first))
    assert [line.split(" ")[0] for line in growth] == ["heap_bytes", "python_bytes", "node_count", "listener_count"]


@pytest.mark.parametrize("game", GAMES)
def test_tab_closed_at_any_step_loses_nothing(game: str) -> None:
    """After a reload at any touch, all actions remain, and only the selection is lost."""
    tab = Tab()
    chance = random.Random(game)
    soak.start_game(tab, game, chance)
    for _ in range(16):
        table = tab.controller.table
        assert table is not None
        if table.display.replay is not None:
            soak.end_replay(tab)
        elif table.display.awaits_handover:
            tab.click("play.uncover")
        elif table.actions:
            target = chance.choice(tuple(table.selection.next_targets))
            tab.touch(target)
        before = tab.timeline
        tab = tab.reload() if chance.random() < 0.5 else tab
        assert (tab.timeline.entries, tab.timeline.ply) == (before.entries, before.ply)
        assert tab.timeline.states == before.states
    assert tab.timeline.entries


class CrashingPage:
    """A page that crashes while no call is waiting for a reply."""

    url = "https://example.org/"
    is_closed = False

    def on(self, _event: str, handler: Callable[[CrashingPage], None]) -> None:
        self.crash = handler

    def close(self) -> None:
        self.is_closed = True


def test_page_crash_is_noticed_without_waiting() -> None:
    page = CrashingPage()
    with pytest.raises(PageCrashed, match=page.url), crash_guard(page):
        page.crash(page)
    assert page.is_closed
