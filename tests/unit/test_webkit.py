"""Test the messages about packages that tests with WebKitGTK need."""

from __future__ import annotations

import pytest

from tools import webkit


@pytest.fixture
def machine(monkeypatch):
    """Simulate a machine without programs. Return the set of its programs and the list of its browsers."""
    programs: set[str] = set()
    browser: list[str] = []
    monkeypatch.setattr(webkit.shutil, "which", lambda name: f"/usr/bin/{name}" if name in programs else None)
    monkeypatch.setattr(webkit, "_find_browser", lambda: browser[0] if browser else None)
    return programs, browser


def test_missing_packages_are_listed(machine):
    programs, browser = machine
    assert "webkit2gtk-driver and xvfb" in webkit.format_install_request()
    programs.add("WebKitWebDriver")
    browser.append("/usr/lib/MiniBrowser")
    assert "please install xvfb (" in webkit.format_install_request()


def test_driver_without_browser_is_insufficient(machine):
    programs, _ = machine
    programs.update(("WebKitWebDriver", "Xvfb"))
    assert "webkit2gtk-driver" in webkit.format_install_request()


def test_complete_installation_reports_nothing(machine):
    programs, browser = machine
    programs.update(("WebKitWebDriver", "Xvfb"))
    browser.append("/usr/lib/MiniBrowser")
    assert webkit.format_install_request() == ""
