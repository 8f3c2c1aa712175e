"""Test the notice about a new version of the app, which is installed only on request."""

from __future__ import annotations

from tools.fake_browser import Storage, Tab


def test_new_version_is_announced_and_applied_on_request() -> None:
    tab = Tab(Storage(), "")
    tab.send("update", "ready")
    assert any("new version" in str(part[2]) for part in tab.all("p"))
    assert tab.browser.updates_applied == 0
    tab.click("app.update")
    assert tab.browser.updates_applied == 1


def test_new_version_can_be_postponed() -> None:
    tab = Tab(Storage(), "")
    tab.send("update", "ready")
    tab.click("app.dismiss", "update")
    assert not any("new version" in str(part[2]) for part in tab.all("p"))
    assert tab.browser.updates_applied == 0
