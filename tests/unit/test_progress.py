"""Test the progress messages: long steps print their name, dots and duration, short ones nothing."""

from __future__ import annotations

import re
import time

import pytest

from tools.progress import show_progress


def test_long_step_prints_dots_and_duration(capsys: pytest.CaptureFixture[str]) -> None:
    with show_progress("Building", interval_s=0.01):
        time.sleep(0.2)
    assert re.fullmatch(r"Building \.+ \d+ s\n", capsys.readouterr().out)


def test_short_step_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with show_progress("Building", interval_s=60):
        pass
    assert capsys.readouterr().out == ""


def show_progress_and_fail() -> None:
    with show_progress("Building", interval_s=0.01):
        time.sleep(0.1)
        raise ValueError("broken")


def test_failed_step_ends_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="broken"):
        show_progress_and_fail()
    assert capsys.readouterr().out.endswith("\n")
