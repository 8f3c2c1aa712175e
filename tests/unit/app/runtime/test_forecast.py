"""Test that forecasts of touches change nothing except the time that the answer takes."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from ruleboard.app.play import update
from ruleboard.app.runtime import controller
from ruleboard.app.runtime.page_kinds import page_view
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.engine.clock import INCREMENT, Clock, TimeControl
from ruleboard.engine.record import format_record, parse_record
from ruleboard.registry import GAMES
from tools.bench import create_random_game
from tools.fake_browser import Storage, Tab, begin_sensei

EVENT_COUNT = 14
KEYS = ["Escape", "u", "r", "Ctrl+z", "[", "]"]


def open_game(game: str, *, has_opponent: bool = False, clock: Clock | None = None) -> Tab:
    """Open a saved game after some random actions."""
    record = parse_record(create_random_game(GAMES[game], 1, 4))
    seats = (*(0,) * (len(record.players) - 1), 1) if has_opponent else ()
    record = replace(record, seats=seats, clock=clock)
    tab = Tab(Storage({f"{KEY_PREFIX}a": format_record(record)}), "#/play/a", check_interval=4)
    if tab.shows("play.uncover"):
        tab.click("play.uncover")
    return tab


def record_visible_state(tab: Tab) -> tuple[Any, ...]:
    """Return everything that a person or a later visit can notice."""
    browser = tab.browser
    texts = {key: json.loads(text) for key, text in tab.storage.texts.items()}
    return browser.page, texts, browser.history, browser.motions, browser.signals, browser.scrolled_to, browser.seeds


def find_legal_targets(tab: Tab) -> list[str]:
    """Return the legal targets on the page."""
    parts = [part[1] for part in tab.all() if "data-target" in part[1] and "disabled" not in part[1]]
    return [part["data-target"] for part in parts if "data-legal" in part or part["data-target"].startswith("do:")]


def send_random_event(tab: Tab, rng: random.Random, *, uses_forecasts: bool) -> None:
    """Send a random event. If ``uses_forecasts`` is True, the page forecasts a touch before it."""
    legal, number = find_legal_targets(tab), rng.random()
    all_targets = [part[1]["data-target"] for part in tab.all() if "data-target" in part[1]]
    pressed_target, target = (
        rng.choice(legal if legal and rng.random() < 0.7 else all_targets or ["z"]) for _ in range(2)
    )
    buttons = [part[1] for part in tab.all("button") if "data-do" in part[1] and "disabled" not in part[1]]
    if uses_forecasts:
        tab.controller.handle("press", pressed_target)
    match rng.choice(["tap"] * 8 + ["other tap", "drag", "key", "button", "idle", "answer", "stored", "full"]):
        case "tap":
            tab.touch(pressed_target)
        case "other tap":
            tab.touch(target)
        case "drag":
            tab.send("take", pressed_target)
            tab.send("drop", target)
        case "key":
            tab.key(KEYS[int(number * len(KEYS))])
        case "button" if buttons:
            button = buttons[int(number * len(buttons))]
            tab.send("do", button["data-do"], button.get("data-value", ""))
        case "idle":
            tab.idle()
        case "answer":  # of the opponent, between the press and the tap
            tab.browser.answer_request()
            tab.touch(pressed_target)
        case "stored":
            tab.send("stored", f"{KEY_PREFIX}a")
            tab.touch(pressed_target)
        case "full":  # an error that the forecast does not expect
            tab.storage.has_room = not tab.storage.has_room
            tab.touch(pressed_target)
    if tab.main != "page-table":
        tab.visit("#/play/a")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("has_opponent", [False, True])
def test_forecasts_change_nothing(game: str, has_opponent: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without forecasts, the same events lead to the same page, stored texts and effects."""
    tab_without_forecasts, tab_with_forecasts = (open_game(game, has_opponent=has_opponent) for _ in range(2))
    for seed in range(EVENT_COUNT):
        for tab in (tab_without_forecasts, tab_with_forecasts):
            monkeypatch.setattr("secrets.choice", random.Random(seed).choice)  # of the ids of new games
            send_random_event(tab, random.Random(f"{game} {seed}"), uses_forecasts=tab is tab_with_forecasts)
        assert record_visible_state(tab_with_forecasts) == record_visible_state(tab_without_forecasts)
        assert tab_with_forecasts.controller.model == tab_without_forecasts.controller.model


@pytest.mark.parametrize("game", GAMES)
def test_tap_shows_forecast(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tap shows the forecast page without computing it again, unless the update uses the clock or chance."""
    tab, other_tab = open_game(game), open_game(game)
    target = find_legal_targets(tab)[0]
    tab.controller.handle("press", target)
    assert record_visible_state(tab) == record_visible_state(other_tab)
    other_tab.touch(target)
    monkeypatch.setattr(controller, "page_view", None)
    monkeypatch.setattr(update, "on_gesture", None)
    tab.controller.handle("touch", target)
    assert record_visible_state(tab) == record_visible_state(other_tab)


def test_conflict_changes_forecast() -> None:
    """A conflict between the press and the tap drops the forecast: if another tab saves the game, the tap locks it."""
    for text in (format_record(parse_record(create_random_game(GAMES["sensei"], 2, 4))), None):
        tab, other_tab = open_game("sensei"), open_game("sensei")
        [target, *_] = [target for target in find_legal_targets(tab) if target != "do:end"]
        for touched_tab in (tab, other_tab):
            touched_tab.touch(target)
        tab.controller.handle("press", find_legal_targets(tab)[0])
        for touched_tab in (tab, other_tab):
            touched_tab.storage.texts.pop(f"{KEY_PREFIX}a")
            if text:
                touched_tab.storage.texts[f"{KEY_PREFIX}a"] = text
            touched_tab.touch(find_legal_targets(touched_tab)[0])
        assert record_visible_state(tab) == record_visible_state(other_tab)
        assert tab.controller.table is not None
        assert tab.controller.table.saving.is_in_other_tab


@pytest.mark.parametrize("event", ["touch b1", "take a1", "key Escape", "stored x", "update ready"])
def test_other_event_drops_forecast(event: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An event after the press drops the forecast, even if the tap follows."""
    tab = begin_sensei()
    tab.controller.handle("press", "a1")
    tab.controller.handle(*event.split())
    pages = []
    monkeypatch.setattr(controller, "page_view", lambda *arguments: pages.append(1) or page_view(*arguments))
    tab.touch("a1")
    assert pages


def test_forecast_does_not_use_clock() -> None:
    """A game with a clock has no forecast, since its page and its record have the time of the tap."""
    tab = open_game("sensei", clock=Clock(TimeControl(INCREMENT, 300_000, 0)))
    for _ in range(5):
        tab.controller.handle("press", find_legal_targets(tab)[0])
        assert tab.controller._forecast is None
        tab.touch(find_legal_targets(tab)[0])
