"""Test `.ci/run`: it runs its lanes in order, and fails if one of them fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.audit import EXIT_UNREACHABLE
from tools.setup import ROOT

LANE_NAMES = (
    "audit",
    "test",
    "test --faults",
    "test --adapters",
    "test --browser chromium -n 2",
    "test --browser webkit",
    "test --browser firefox -n 2",
)
LAST_FAILED_FLAG = "--last-failed"
DEV_SCRIPT = """
import os, sys
arguments = " ".join(sys.argv[1:])
with open("lanes.txt", "a") as file:
    file.write(arguments + "\\n")
print("== 7 passed, 1 skipped in 3.21s ==")
failing = os.environ.get("FAILING"), os.environ.get("FAILING_AGAIN")
sys.exit(int(os.environ.get("STATUS", "1")) if arguments in failing else 0)
"""
PROGRAM_NAMES = ("chromium", "node", "npm", "firefox-esr", "WebKitWebDriver", "Xvfb")

pytestmark = pytest.mark.skipif(os.name != "posix" or not shutil.which("bash"), reason="needs bash")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project whose commands only log their arguments, on a machine with all browsers and without apt."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci" / "run")
    (tmp_path / "dev.py").write_text(DEV_SCRIPT)
    (tmp_path / "bin").mkdir()
    programs = {**dict.fromkeys(PROGRAM_NAMES, ""), "python3": f'exec "{sys.executable}" "$@"'}
    for name, script in programs.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    for name in ("bash", "dirname", "mkdir", "tee", "grep", "tail", "timeout"):
        (tmp_path / "bin" / name).symlink_to(shutil.which(name) or "")
    return tmp_path


def run(project: Path, **environment: str) -> tuple[int, list[str], str]:
    """Run the script. Return its exit code, the commands that it ran, and its output."""
    process = subprocess.run(
        [str(project / "bin" / "bash"), ".ci/run"],
        cwd=project,
        env={"PATH": str(project / "bin"), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )
    lanes = project / "lanes.txt"
    return process.returncode, lanes.read_text().splitlines() if lanes.exists() else [], process.stdout


def test_all_lanes_run_in_order(project: Path) -> None:
    code, lanes, output = run(project)
    assert (code, tuple(lanes)) == (0, LANE_NAMES)
    summary = output.partition("=== Results")[2]
    assert summary.count("7 passed, 1 skipped in 3.21s") == len(LANE_NAMES)


@pytest.mark.parametrize("lane", LANE_NAMES[:4])
def test_failing_lane_fails_run_after_all_others(project: Path, lane: str) -> None:
    code, lanes, output = run(project, FAILING=lane, FAILING_AGAIN=f"{lane} {LAST_FAILED_FLAG}")
    assert (code, tuple(name for name in lanes if LAST_FAILED_FLAG not in name)) == (1, LANE_NAMES)
    assert "Failed:" in output


@pytest.mark.parametrize("lane", [LANE_NAMES[1], LANE_NAMES[2], *LANE_NAMES[4:]])
def test_failed_tests_run_once_more(project: Path, lane: str) -> None:
    code, lanes, _ = run(project, FAILING=lane)
    assert (code, lanes.count(f"{lane} {LAST_FAILED_FLAG}")) == (0, 1)


def test_unanswered_audit_fails_nothing(project: Path) -> None:
    code, lanes, _ = run(project, FAILING="audit", STATUS=str(EXIT_UNREACHABLE))
    assert (code, tuple(lanes)) == (0, LANE_NAMES)
    code, _, _ = run(project, FAILING="test", STATUS=str(EXIT_UNREACHABLE))
    assert code == 1


def test_no_lane_starts_after_time_limit(project: Path) -> None:
    code, lanes, output = run(project, RULEBOARD_CI_MINUTES="0")
    assert (code, lanes) == (0, [])
    assert all(name in output for name in ("tests", "faults", "adapters", "chromium", "firefox", "webkit"))


def test_uninstallable_browser_is_skipped(project: Path) -> None:
    (project / "bin" / "firefox-esr").unlink()
    code, lanes, output = run(project)
    assert (code, tuple(lanes)) == (0, tuple(lane for lane in LANE_NAMES if "firefox" not in lane))
    assert "firefox" in output.partition("Left out")[2]


def test_hanging_lane_is_stopped_and_named(project: Path) -> None:
    (project / "bin" / "timeout").unlink()
    (project / "bin" / "timeout").write_text('#!/bin/sh\ncase "$*" in *firefox*) exit 124;; esac\nshift 3\nexec "$@"\n')
    (project / "bin" / "timeout").chmod(0o755)
    code, _, output = run(project)
    assert code == 0
    assert "firefox" in output.partition("Left out")[2]
