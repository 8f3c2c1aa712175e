"""Test the benchmark's lines that depend on other programs."""

from __future__ import annotations

import json
import subprocess

import pytest

from tools import bench, bench_adapters, setup


@pytest.fixture
def adapters_output(monkeypatch):
    """Return a function that replaces the output of the program that measures the adapters, or its failure."""

    def set_output(output):
        def run(command, **options):
            if isinstance(output, Exception):
                raise output
            return subprocess.CompletedProcess(command, 0, output, "")

        monkeypatch.setattr(setup, "install_adapter_packages", lambda: None)
        monkeypatch.setattr(subprocess, "run", run)

    return set_output


def test_adapters_have_a_line_each(adapters_output):
    adapters_output(json.dumps({"sensei": dict.fromkeys(bench_adapters.PLAY_FUNCTIONS, 5.0)}))
    assert [line.value for line in bench.iter_adapter_lines()] == [1, 1]


def test_missing_speed_is_named(adapters_output):
    adapters_output(json.dumps({"sensei": {"bare": 5.0, "pettingzoo": 4.0}}))
    first, second = bench.iter_adapter_lines()
    assert first.value is None
    assert "openspiel" in first.detail
    assert second.value == 0.8


def test_line_quotes_error_of_failed_program(adapters_output):
    adapters_output(subprocess.CalledProcessError(1, "python", stderr="Traceback\nImportError: no pyspiel"))
    [line] = bench.iter_adapter_lines()
    assert line.holds is None
    assert "no pyspiel" in line.detail
