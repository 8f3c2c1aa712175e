"""Test the rules for commit messages, and the hook that enforces them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import commit_message, setup


@pytest.mark.parametrize(
    "message",
    [
        "app: run background checks in 4 ms slices",
        "tensor-chess: embed the castling rights in FEN\n\nThe text had none.\n",
        "tests/e2e: wait for the announcement\n# a comment; with a semicolon.",
        "Merge branch 'docs'; with everything.",
        'Revert "sensei: fix the score; again."',
        "fixup! sensei: fixed",
        "",
        "docs: say why\n# ------------------------ >8 ------------------------\ndiff; more.",
        f"docs: {'x' * (commit_message.MAX_SUBJECT_LENGTH - 6)}",
    ],
)
def test_good_messages_pass(message: str) -> None:
    assert commit_message.find_faults(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "run background checks in slices",
        "app: run checks; draw boards",
        "app: run background checks.",
        "app: fixed the score",
        "app: fixing the score",
        "app: what nobody waits for goes in slices",
        "app: the score is right",
        "app:fix the score",
        "app: fix the score\nThe body begins here.",
        f"docs: {'x' * (commit_message.MAX_SUBJECT_LENGTH - 5)}",
    ],
)
def test_each_rule_rejects_its_violation(message: str) -> None:
    assert len(commit_message.find_faults(message)) == 1


def test_contributing_contains_good_and_bad_examples() -> None:
    text = (setup.ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = [row.split("`")[1::2] for row in text.partition("## Commits")[2].splitlines() if row.startswith("| `")]
    assert len(rows) == 3
    for good_subject, bad_subject in rows:
        assert commit_message.find_faults(good_subject) == []
        assert commit_message.find_faults(bad_subject)


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "tools").mkdir()
    script = tmp_path / "tools" / "commit_message.py"
    script.write_text(Path(commit_message.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def commit(clone: Path, message: str) -> int:
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty"]
    return subprocess.run([*command, "-m", message], cwd=clone, capture_output=True).returncode


def find_hook(clone: Path) -> Path:
    return clone / ".git" / "hooks" / "commit-msg"


def test_hook_rejects_bad_messages(clone: Path) -> None:
    assert commit_message.install_hook(clone)
    assert commit_message.install_hook(clone)
    assert commit(clone, "app: fixed it.") != 0
    assert commit(clone, "app: fix it") == 0


def test_hook_passes_without_check_script(clone: Path) -> None:
    assert commit_message.install_hook(clone)
    (clone / "tools" / "commit_message.py").unlink()
    assert commit(clone, "app: fixed it.") == 0


def test_our_older_hook_is_replaced(clone: Path) -> None:
    find_hook(clone).write_text(commit_message.HOOK_SCRIPT + "# older\n", encoding="utf-8")
    assert commit_message.install_hook(clone)
    assert find_hook(clone).read_text(encoding="utf-8") == commit_message.HOOK_SCRIPT


def test_foreign_hook_is_preserved(clone: Path) -> None:
    find_hook(clone).write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    assert not commit_message.install_hook(clone)
    assert find_hook(clone).read_text(encoding="utf-8") == "#!/bin/sh\nexit 0\n"


def test_custom_hooks_folder_is_preserved(clone: Path) -> None:
    subprocess.run(["git", "config", "core.hooksPath", "mine"], cwd=clone, check=True)
    assert not commit_message.install_hook(clone)
    assert not (clone / "mine").exists()
    assert not find_hook(clone).exists()


def test_hook_needs_git_clone(tmp_path: Path, clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = clone / "project"
    folder.mkdir()
    assert not commit_message.install_hook(folder), "a folder within another project's clone"
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    assert not commit_message.install_hook(clone), "without git"
