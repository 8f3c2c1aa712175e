"""Test the clock at the table: when it runs, the remaining times, and the choices after a player's time has run out."""

from __future__ import annotations

import json

import pytest

from ruleboard.app.new_game.clock_field import CLOCK_PRESETS
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.engine.clock import INCREMENT, Clock, TimeControl
from ruleboard.engine.record import Record, format_record
from tools.fake_browser import Storage, Tab

SECOND_MS = 1000
FIVE_MINUTE_CONTROL = TimeControl(INCREMENT, 300 * SECOND_MS, 5 * SECOND_MS)


def open_tab(clock: Clock | None = None, *, game: str = "sensei", **fields: object) -> Tab:
    """Return a tab with a saved game that has a clock."""
    record = Record(game, {}, 1, ("Ann", "Ben"), clock=clock or Clock(FIVE_MINUTE_CONTROL), **fields)  # type: ignore[arg-type]
    return Tab(Storage({KEY_PREFIX + "timed": format_record(record)}), "#/play/timed")


def read_clocks(tab: Tab) -> list[tuple[int, bool]]:
    """Return the seconds on each clock and whether it is running, with the player on the far side first."""
    clock_face_attributes = [element[1] for element in tab.all() if "data-left" in element[1]]
    return [(int(face["data-left"]) // SECOND_MS, "data-since" in face) for face in clock_face_attributes]


def advance_clock(tab: Tab, seconds: int) -> None:
    """Advance the browser's clock by a number of seconds."""
    tab.browser.clock += seconds * SECOND_MS


def test_first_move_starts_clock_and_turns_add_increment() -> None:
    tab = open_tab()
    advance_clock(tab, 30)
    assert read_clocks(tab) == [(300, False), (300, False)]
    tab.play("b1-b5")
    advance_clock(tab, 10)
    tab.play("end")
    assert read_clocks(tab) == [(300, True), (295, False)]
    advance_clock(tab, 60)
    tab.play("b7-b6 end")
    assert read_clocks(tab) == [(245, False), (295, True)]
    assert tab.stored_timeline.record.clock == Clock(FIVE_MINUTE_CONTROL, (300_000, 295_000, 240_000, 245_000))


def test_undo_restores_clock_time() -> None:
    tab = open_tab()
    tab.play("b1-b5 end")
    advance_clock(tab, 60)
    tab.play("b7-b6")
    advance_clock(tab, 20)
    tab.click("play.undo")
    assert read_clocks(tab)[0] == (300, True)
    advance_clock(tab, 7)
    tab.play("a7-a6")
    assert read_clocks(tab)[0] == (293, True)


def test_used_time_survives_reload_but_not_rematch() -> None:
    tab = open_tab()
    tab.play("b1-b5 end")
    advance_clock(tab, 45)
    tab.send("do", "play.clock", "away")  # as the page sends when the user leaves it
    reloaded_tab = tab.reload()
    advance_clock(reloaded_tab, 100)
    assert read_clocks(reloaded_tab) == [(255, False), (305, False)]
    reloaded_tab.click("play.hold_clock", "no")
    advance_clock(reloaded_tab, 5)
    reloaded_tab.play("b7-b6")
    assert read_clocks(reloaded_tab)[0] == (250, True)
    reloaded_tab.click("play.rematch")
    assert reloaded_tab.timeline.record.clock == Clock(FIVE_MINUTE_CONTROL)


def test_leaving_by_address_preserves_used_time() -> None:
    tab = open_tab()
    tab.play("b1-b5 end")
    advance_clock(tab, 45)
    tab.visit("#/help")
    advance_clock(tab, 500)
    tab.back()
    assert read_clocks(tab)[0] == (255, False)


@pytest.mark.parametrize(
    ("pause_input", "resume_input"),
    [
        (("play.clock", "away"), ("play.clock", "back")),  # the page is hidden, or a dialog is over the game
        (("play.look", "0"), ("play.now", "")),
        (("play.teach", "goal"), ("play.read", "moves")),
        (("play.offer", ""), ("play.withdraw", "")),
        (("play.hold_clock", "yes"), ("play.hold_clock", "no")),
    ],
)
def test_clock_pauses(pause_input: tuple[str, str], resume_input: tuple[str, str]) -> None:
    tab = open_tab()
    tab.play("b1-b5 end")
    advance_clock(tab, 10)
    tab.send("do", *pause_input)
    assert not any(is_running for _seconds, is_running in read_clocks(tab))
    advance_clock(tab, 100)
    tab.send("do", *resume_input)
    assert read_clocks(tab)[0] == (290, True)


def test_clock_stops_behind_handover_screen_and_during_replay() -> None:
    """The clock stops while Tensor Cards displays the hand-over screen, and while the game reveals the cards."""
    placement_targets = ("do:row", "card:1", "card:2", "card:3", "do:lay")
    tab = open_tab(game="tensor-cards")
    tab.click("play.uncover")
    tab.touch(*placement_targets)
    assert tab.play_page.table.display.awaits_handover
    assert not any(is_running for _seconds, is_running in read_clocks(tab))
    tab.click("play.uncover")
    assert [is_running for _seconds, is_running in read_clocks(tab)].count(True) == 1
    tab.touch(*placement_targets)
    assert tab.play_page.table.display.replay
    assert not any(is_running for _seconds, is_running in read_clocks(tab))


def test_earlier_ply_displays_its_times() -> None:
    tab = open_tab(Clock(FIVE_MINUTE_CONTROL, (250_000, 240_000)), actions=("b1-b5", "end"))
    assert read_clocks(tab) == [(300, False), (240, False)]
    tab.send("do", "play.look", "1")
    assert read_clocks(tab) == [(300, False), (250, False)]


def create_tab_after_time_loss() -> Tab:
    """Return a tab in which Ben's time has run out."""
    tab = open_tab(Clock(FIVE_MINUTE_CONTROL, (), 8000), actions=("b1-b5", "end"))
    tab.click("play.hold_clock", "no")
    advance_clock(tab, 9)
    tab.send("do", "play.clock", "time")
    return tab


def test_expired_time_does_not_end_game() -> None:
    tab = create_tab_after_time_loss()
    assert "Ben is out of time." in tab.announcement
    assert tab.timeline.outcome is None
    tab.play("b7-b6")
    assert read_clocks(tab) == [(0, False), (300, False)]
    assert tab.shows("play.claim_time")
    tab.click("play.undo")
    tab.click("play.undo")
    assert not tab.shows("play.claim_time")
    assert read_clocks(tab)[1] == (300, True)


def test_win_on_time_is_claimed() -> None:
    tab = create_tab_after_time_loss()
    tab.click("play.claim_time")
    assert tab.timeline.outcome is not None
    assert tab.timeline.outcome.winners == (0,)
    assert tab.stored_timeline.texts[-1] == "time 2"
    assert "Red ran out of time." in tab.announcement
    tab.click("play.undo")
    tab.click("play.reopen", "undo")
    assert tab.shows("play.drop_clock")


def test_game_continues_without_clock() -> None:
    tab = create_tab_after_time_loss()
    tab.click("play.drop_clock")
    assert not read_clocks(tab)
    assert not tab.shows("play.claim_time")
    tab.play("b7-b6 end")
    assert tab.stored_timeline.record.clock == Clock(FIVE_MINUTE_CONTROL, (), None, True)
    tab.click("play.rematch")
    assert [seconds for seconds, _is_running in read_clocks(tab)] == [300, 300]


def test_win_cannot_be_claimed_with_time_remaining() -> None:
    tab = open_tab(Clock(FIVE_MINUTE_CONTROL), actions=("b1-b5", "end"))
    tab.send("do", "play.claim_time")
    tab.send("do", "play.drop_clock")
    assert tab.timeline.outcome is None
    assert read_clocks(tab)


def test_bot_has_no_clock_and_uses_no_time() -> None:
    tab = open_tab(Clock(FIVE_MINUTE_CONTROL), seats=(0, 2))
    tab.play("b1-b5 end")
    advance_clock(tab, 100)
    assert read_clocks(tab) == [(305, False)]
    tab.think()
    tab.idle()
    while tab.timeline.to_move != 0:
        tab.idle()
    assert read_clocks(tab) == [(305, True)]


def test_time_is_announced_on_request_and_by_page() -> None:
    tab = open_tab(Clock(FIVE_MINUTE_CONTROL), actions=("b1-b5", "end"))
    tab.click("play.hold_clock", "no")
    advance_clock(tab, 240)
    tab.send("do", "play.clock", "time")
    assert tab.announcement == "Ben: 1 minute left."
    advance_clock(tab, 2)
    tab.key("t")
    assert tab.announcement == "Ben: 58 seconds left. Ann: 5 minutes left."


def test_game_without_clock_has_no_clock_elements() -> None:
    tab = Tab(address="#/new/sensei")
    tab.submit("new_game.begin")
    tab.play("b1-b5 end")
    assert not read_clocks(tab)
    assert not {do for do in tab.buttons if "clock" in do or "time" in do}
    assert "clock" not in json.loads(tab.storage.texts[KEY_PREFIX + tab.game_id])


# --- the choice of a clock ------------------------------------------------------------------------------------


def test_clock_preset_is_selected() -> None:
    tab = Tab(address="#/new/sensei")
    tab.change("new_game.clock", "1")
    tab.submit("new_game.begin")
    assert tab.timeline.record.clock == Clock(CLOCK_PRESETS[1])


def test_custom_time_is_accepted() -> None:
    tab = Tab(address="#/new/sensei")
    tab.change("new_game.clock", "own")
    for part, value in (("kind", "delay"), ("minutes", "7"), ("seconds", "12"), ("minutes", ""), ("kind", "glass")):
        tab.change(f"new_game.clock_part.{part}", value)
    tab.submit("new_game.begin")
    assert tab.timeline.record.clock == Clock(TimeControl("delay", 420_000, 12_000))


@pytest.mark.parametrize(("kind", "time"), [("increment", 60_000), ("move", 1000)])
def test_clock_time_has_a_minimum(kind: str, time: int) -> None:
    tab = Tab(address="#/new/sensei")
    tab.change("new_game.clock", "own")
    for part, value in (("kind", kind), ("minutes", "0"), ("seconds", "0")):
        tab.change(f"new_game.clock_part.{part}", value)
    tab.submit("new_game.begin")
    assert tab.timeline.record.clock is not None
    assert tab.timeline.record.clock.control.time == time


def test_clock_can_be_deselected() -> None:
    tab = Tab(address="#/new/sensei")
    tab.change("new_game.clock", "1")
    tab.change("new_game.clock", "")
    tab.submit("new_game.begin")
    assert tab.timeline.record.clock is None
