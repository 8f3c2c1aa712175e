"""Test random events in random order: the app stays consistent, and everything that it reports as saved is saved.

Two tabs share a storage that fills up or is cleared, closed or edited manually. ``Tab.check`` asserts the guarantees
in the "Saving" section of the design after each event.
"""

from __future__ import annotations

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.engine.errors import RecordError
from tools.fake_browser import Storage, Tab, begin_sensei, replay_text

SQUARES = [file + rank for file in "abcdefg" for rank in "1234567"]
KEYS = ["Escape", "u", "r", "Ctrl+z", "Ctrl+y", "[", "]", "f", "?", "x"]

sides = st.sampled_from([0, 1])
small_numbers = st.integers(0, 40)


class TwoTabs(RuleBasedStateMachine):
    """Two tabs of one browser with a person at each, and events in the browser's storage."""

    def __init__(self) -> None:
        super().__init__()
        self.storage = Storage()
        first = begin_sensei(self.storage, green="Ann", red="Bob")
        self.tabs = [first, Tab(self.storage, first.browser.address())]
        self.damaged: dict[str, str] = {}

    # --- playing -------------------------------------------------------------------------------------------------

    @rule(side=sides, number=small_numbers)
    def play(self, side: int, number: int) -> None:
        """Play one of the legal actions if the table accepts it."""
        tab = self.tabs[side]
        table = tab.controller.table
        if table and table.actions:
            action = table.actions[number % len(table.actions)]
            before = tab.timeline
            tab.key("Escape")
            tab.touch(*action.targets)
            after = tab.timeline
            assert after is before or after.entries[-1] == action

    @rule(
        side=sides,
        kind=st.sampled_from(["touch", "take", "drop", "point"]),
        place=st.sampled_from([*SQUARES, "do:end", "z"]),
    )
    def touch(self, side: int, kind: str, place: str) -> None:
        self.tabs[side].send(kind, place)

    @rule(side=sides, key=st.sampled_from(KEYS))
    def press(self, side: int, key: str) -> None:
        self.tabs[side].key(key)

    @rule(side=sides, number=small_numbers)
    def click(self, side: int, number: int) -> None:
        """Click one of the enabled buttons."""
        tab = self.tabs[side]
        buttons = [part[1] for part in tab.all("button") if "data-do" in part[1] and "disabled" not in part[1]]
        if buttons:
            button = buttons[number % len(buttons)]
            tab.send("do", button["data-do"], button.get("data-value", ""))

    @precondition(lambda self: any(tab.shows("play.undo") for tab in self.tabs))
    @rule(count=st.integers(1, 3))
    def undo(self, count: int) -> None:
        for tab in self.tabs:
            for _ in range(count):
                if tab.shows("play.undo"):
                    tab.click("play.undo")

    @rule(side=sides, name=st.text(max_size=3), title=st.text(max_size=3))
    def rename(self, side: int, name: str, title: str) -> None:
        tab = self.tabs[side]
        if tab.main == "page-table":
            tab.submit("play.rename", name_0=name, title=title)

    @rule(side=sides, start=st.sampled_from(["", "", "nonsense", "3G3/7/7/7/7/7/3R3 g 21 arashi"]))
    def begin(self, side: int, start: str) -> None:
        self.tabs[side].visit("#/new/sensei")
        self.tabs[side].submit("new_game.begin", start=start)

    # --- navigation ----------------------------------------------------------------------------------------------

    @rule(side=sides, address=st.sampled_from(["#/", "#/settings", "#/help", "#/new/ludo", "#/play/none", "#/%"]))
    def visit(self, side: int, address: str) -> None:
        self.tabs[side].visit(address)

    @rule(side=sides, number=small_numbers, at=st.sampled_from(["", "/0", "/1", "/3", "/99", "/x"]))
    def open(self, side: int, number: int, at: str) -> None:
        """Open one of the saved games."""
        ids = sorted(self.tabs[side].controller.library.ids())
        if ids:
            self.tabs[side].visit(f"#/play/{ids[number % len(ids)]}{at}")

    @rule(side=sides, entry_count=st.sampled_from([1, 2, -1]))
    def go_back(self, side: int, entry_count: int) -> None:
        browser = self.tabs[side].browser
        if 0 <= browser.history_index - entry_count < len(browser.history):
            self.tabs[side].back(entry_count)

    @rule(side=sides)
    def reload(self, side: int) -> None:
        """Reload a tab, and check that no saved action is lost and that undo and redo still work."""
        old_tab = self.tabs[side]
        table = old_tab.controller.table
        is_saved = table and not table.saving.is_in_other_tab and old_tab.controller.library.is_up_to_date(table.id)
        may_differ = not is_saved or old_tab.waits_for_room or not self.storage.is_open
        new_tab = self.tabs[side] = old_tab.reload()
        if not may_differ:
            assert (new_tab.timeline.entries, new_tab.timeline.ply) == (old_tab.timeline.entries, old_tab.timeline.ply)
            assert new_tab.timeline.states == old_tab.timeline.states
            assert new_tab.position == old_tab.position

    @rule(side=sides)
    def deliver_storage_events(self, side: int) -> None:
        self.tabs[side].receive_storage_events()

    @rule(side=sides)
    def idle(self, side: int) -> None:
        self.tabs[side].idle()

    # --- faults --------------------------------------------------------------------------------------------------

    @rule(has_room=st.booleans())
    def fill(self, has_room: bool) -> None:
        self.storage.has_room = has_room

    @rule(is_storage_open=st.sampled_from([True, True, False]))
    def close(self, is_storage_open: bool) -> None:
        self.storage.is_open = is_storage_open

    @rule(is_announced=st.booleans())
    def clear(self, is_announced: bool) -> None:
        self.storage.clear()
        if is_announced:
            for tab in self.tabs:
                tab.send("stored", "")

    @rule(number=small_numbers, length=st.integers(1, 300))
    def damage(self, number: int, length: int) -> None:
        """Truncate a saved game, as a person could with the browser's console."""
        keys = sorted(key for key in self.storage.texts if key.startswith(KEY_PREFIX))
        if keys:
            key = keys[number % len(keys)]
            self.storage.texts[key] = self.storage.texts[key][:-length]
            self.damaged[key] = self.storage.texts[key]

    @rule(side=sides, text=st.sampled_from(["", "{}", '{"games":[1]}', "garbage"]))
    def import_text(self, side: int, text: str) -> None:
        self.tabs[side].visit("#/settings")
        before = dict(self.storage.texts)
        self.tabs[side].submit("library.import_pasted", text=text)
        assert self.storage.texts == before

    @rule(side=sides)
    def export_and_import(self, side: int) -> None:
        """Export all games and import them, and check that the import adds no duplicates."""
        tab = self.tabs[side]
        tab.visit("#/settings")
        if tab.shows("library.export_all") and self.storage.is_open:
            tab.click("library.export_all")
            before = sorted(self.storage.texts)
            tab.send("do", "library.import_files", json.dumps([tab.browser.downloads[-1][2]]))
            assert len(tab.controller.library.ids()) >= len(before) - 1

    # --- invariants ----------------------------------------------------------------------------------------------

    @invariant()
    def damaged_saves_are_preserved(self) -> None:
        """Check that damaged saves remain, unless a person deletes or restores them or saves the game again."""
        for key, text in list(self.damaged.items()):
            current_text = self.storage.texts.get(key)
            if current_text not in (text, None):
                assert self._can_be_opened(current_text), "a damaged save was changed"
                del self.damaged[key]

    @invariant()
    def stored_games_can_be_opened(self) -> None:
        for key, text in self.storage.texts.items():
            assert not key.startswith(KEY_PREFIX) or key in self.damaged or self._can_be_opened(text)

    @staticmethod
    def _can_be_opened(text: str) -> bool:
        try:
            replay_text(text)
        except RecordError:
            return False
        return True


def test_random_events_keep_app_consistent() -> None:
    run_state_machine_as_test(TwoTabs, settings=settings(max_examples=30, stateful_step_count=30))
