"""Test `dev.py test`: its options select tests, browsers and environments."""

from __future__ import annotations

import pytest

from tools import test


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], str]]:
    """Replace test runs by a list that records the arguments of pytest and the browser."""
    recorded_runs: list[tuple[list[str], str]] = []

    class Process:
        returncode = 0

    def run(command, *, cwd, env=None):
        recorded_runs.append((command[3:], (env or {}).get("RULEBOARD_BROWSER", "")))
        return Process

    monkeypatch.delenv("RULEBOARD_BROWSER", raising=False)
    monkeypatch.setattr(test.subprocess, "run", run)
    return recorded_runs


def test_browser_option_runs_core_tests(runs):
    assert test.main(["--browser", "firefox"]) == 0
    assert test.main(["--browser", "chromium"]) == 0
    assert test.main(["--browser", "webkit", "-k", "sensei"]) == 0
    core = ["tests/e2e", "-m", "core"]
    assert runs == [(core, "firefox"), (core, "chromium"), (["tests/webkit", "-k", "sensei"], "webkit")]


def test_faults_option_runs_what_plain_run_leaves_out(runs, monkeypatch):
    for name in ("install_all_node_packages", "find_or_install_chromium", "install_headless_shell"):
        monkeypatch.setattr(test.setup, name, lambda: None)
    monkeypatch.setattr(test.serve, "rebuild", lambda: None)
    monkeypatch.setattr(test, "run_checks", list)
    assert test.main([]) == test.main(["--faults", "-k", "power"]) == 0
    first_run, fault_run = runs[-2][0], runs[-1][0]
    assert first_run[:2] == ["-m", f"not {test.FAULT_TESTS}"]
    assert fault_run[1:3] == ["-m", test.FAULT_TESTS]
    assert fault_run[-2:] == ["-k", "power"]


@pytest.mark.parametrize("arguments", [["--browser"], ["--browser", "netscape"]])
def test_unknown_browser_is_rejected(runs, capsys, arguments):
    assert test.main(arguments) == 2
    assert "firefox, webkit" in capsys.readouterr().err
    assert runs == []


@pytest.mark.parametrize("option", ["--adapters", "--field"])
def test_adapter_tests_use_separate_environment(runs, monkeypatch, capsys, option):
    """The adapter tests run in an environment of their own, also with the option's old name, which gives a notice.

    The option had the old name before version 1.0.
    """
    monkeypatch.setattr(test.setup, "install_adapter_packages", lambda: None)
    assert test.main([option, "tests/adapters/test_numbers.py"]) == 0
    assert [arguments[-2:] for arguments, _ in runs] == [["tests/adapters", "tests/adapters/test_numbers.py"]]
    assert ("--adapters" in capsys.readouterr().err) == (option == "--field")


def test_paths_run_in_default_browser(runs):
    assert test.main(["tests/unit", "-q"]) == 0
    assert runs == [(["tests/unit", "-q"], "")]
