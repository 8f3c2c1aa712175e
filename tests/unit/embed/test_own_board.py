"""Test boards with games from authors' files, and attacks by such games."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ruleboard.embed.own_board import OwnBoard, WorkerBrowser
from ruleboard.kit.source import load_source
from ruleboard.registry import PACKAGES, remove_package
from tests.support.hostile_games import GAME, REFUSED_FILES, REFUSED_MESSAGES, create_sending_game_text
from tools import diagrams
from tools.setup import ROOT

EXAMPLES = sorted((ROOT / "examples" / "games").glob("*.py"))


class FakeHost:
    """A fake of the worker's script, which collects messages and makes delayed calls on request."""

    def __init__(self, fragment: str = "mode=play", styles: str = "") -> None:
        self.texts: list[str] = []
        self.numbers: list[int] = []
        settings = {"fragment": f"#src=dots.py&{fragment}", "languages": ["en"], "styles": styles}
        self.board = OwnBoard(self, json.dumps({**settings, "reducesMotion": False}), b"")

    def send(self, message: str) -> None:
        self.texts.append(message)

    def later(self, number: int, milliseconds: int) -> None:
        self.numbers.append(number)

    def make_calls(self) -> None:
        """Make all delayed calls."""
        while self.numbers:
            self.board.call(self.numbers.pop(0))

    def events(self, kind: str) -> list[dict[str, Any]]:
        """Return the events of a type for the host page."""
        messages = [json.loads(text) for text in self.texts]
        return [values[0] for name, *values in messages if name == "post" and values[0]["type"] == kind]


def find_refusals(message_lists: list[list[str]]) -> list[str | None]:
    """Return the checker's refusal of each list of messages, or None."""
    command = ["node", str(ROOT / "tests" / "support" / "check_messages.mjs")]
    process = subprocess.run(command, input=json.dumps(message_lists), capture_output=True, text=True, check=True)
    answers: list[str | None] = json.loads(process.stdout)
    return answers


@pytest.fixture(autouse=True)
def restored_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Restore the registry and the methods that hostile games replace."""
    monkeypatch.setattr(WorkerBrowser, "mount", WorkerBrowser.mount)
    before = set(PACKAGES)
    yield
    for id in set(PACKAGES) - before:
        remove_package(id)


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_checker_allows_everything_that_example_games_draw(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    hosts = []
    for fragment in ("mode=play&opponent=1&hints=yes", "mode=show", "mode=play&controls=yes&lang=fr"):
        hosts.append(host := FakeHost(fragment))
        host.board.load(text, file.name)
        for target in ("c3", "a1", "b3", "c1", "d1", "a1", "b2"):
            host.board.handle("touch", target, "")
            host.make_calls()
        for button, value in (("advise", "hint"), ("advise", "close"), ("undo", ""), ("turn", ""), ("restart", "")):
            host.board.handle("do", f"embed.{button}", value)
        assert host.events("ready")
        assert not host.events("error")
        host.board.load("1 / 0", file.name)
        assert host.events("error")
    assert find_refusals([host.texts for host in hosts]) == [None] * 3


def study_text(text: str, file_name: str) -> str:
    """Return a study of a game's first moves, with all kinds of marks, a task and two chapters."""
    game = load_source(text, file_name).game
    state, moves = game.initial({}, 0), []
    for _ply in range(3):
        action = game.legal_actions(state)[0]
        moves.append(action.text)
        state = game.apply(state, action)
    marks = [{"kind": kind, "at": "b2"} for kind in ("ring", "shown", "danger")]
    marks += [{"kind": "label", "at": "b2", "text": "x"}, {"kind": "arrow", "path": ["a1", "b2", "c1"]}]
    task = {"ask": "Which move?", "accept": [moves[1]], "hint": "Look."}
    first = {"move": moves[0], "glyph": "?!", "comment": "So.", "diagram": True, "task": task}
    chapters = [
        {"game": game.id, "comment": "Begin.", "marks": marks, "moves": [first, *moves[1:]]},
        {"game": game.id, "moves": moves},
    ]
    return json.dumps({"format": "ruleboard-study/1", "title": "Moves", "chapters": chapters})


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_study_of_example_game_is_read_solved_and_printed(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    host = FakeHost("study=x.json")
    message = {"ruleboard": 1, "type": "study", "text": study_text(text, file.name)}
    host.board.load(text, file.name)
    host.board.handle("message", json.dumps(message), "")
    host.make_calls()
    names = ("next", "hint", "show_answer", "last", "paper", "print", "paper", "chapter", "turn", "enlarge")
    for name in names:
        host.board.handle("do", f"embed.{name}", "1")
        host.make_calls()
    assert [(event["chapter"], event["ply"]) for event in host.events("step")][:3] == [(1, 0), (1, 1), (1, 2)]
    assert host.events("step")[-1]["chapter"] == 2
    assert host.texts.count('["print"]') == 1
    assert host.events("error") == []
    assert find_refusals([host.texts]) == [None]


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_picture_of_example_game_reaches_the_host_page(file: Path) -> None:
    host = FakeHost("mode=show&marks=a1;danger:a2", diagrams.read_stylesheet())
    host.board.load(file.read_text(encoding="utf-8"), file.name)
    host.board.handle("message", json.dumps({"ruleboard": 1, "type": "picture"}), "")
    [picture] = [json.loads(text)[2] for text in host.texts if text.startswith('["picture"')]
    assert picture[0] == "svg"
    assert "rect" in json.dumps(picture) or "polygon" in json.dumps(picture)
    assert host.events("error") == []
    assert find_refusals([host.texts]) == [None]


def test_person_plays_and_opponent_answers() -> None:
    host = FakeHost("mode=play&opponent=1")
    host.board.load(GAME, "dots.py")
    host.board.handle("touch", "a1", "")
    host.make_calls()
    assert [event["player"] for event in host.events("action")] == [0, 1]


def test_other_file_replaces_the_game() -> None:
    host = FakeHost()
    host.board.load(GAME, "dots.py")
    host.board.load(GAME.replace("... / ...", ".../.../..."), "dots.py")
    assert [event["position"].count("/") for event in host.events("ready")] == [1, 2]


def test_changed_parameters_show_the_same_game() -> None:
    host = FakeHost("mode=show")
    host.board.load(GAME, "dots.py")
    parameters = {"src": "dots.py", "moves": "b1", "mode": "show", "host": "https://example.org"}
    host.board.handle("message", json.dumps({"ruleboard": 1, "type": "show", "parameters": parameters}), "")
    assert host.events("error") == []
    assert host.events("ready")[-1]["position"].startswith("3/1a1")


def test_error_while_playing_names_the_line_and_ends_the_board() -> None:
    host = FakeHost()
    host.board.load(GAME.replace("for square", "1 / (6 - len(board.empty) - 1)\n        for square"), "dots.py")
    host.board.handle("touch", "a1", "")
    assert host.events("error")[-1]["line"] == GAME[: GAME.index("for square")].count("\n") + 1
    count = len(host.texts)
    host.board.handle("touch", "b1", "")
    assert len(host.texts) == count


@pytest.mark.parametrize("method", ["prompt(self, board)", "result(self, board)", "without_moves(self, board)"])
def test_wrong_value_while_playing_has_the_line_of_its_method(method: str) -> None:
    host = FakeHost()
    host.board.load(
        GAME + f"\n    def {method}:\n        return 3 if board.note or len(board.empty) < 6 else None\n", "dots.py"
    )
    for target in ("a1", "b1", "c1", "a2", "b2", "c2"):
        host.board.handle("touch", target, "")
    assert host.events("error")[-1]["line"] == GAME.count("\n") + 2


def test_name_of_the_file_keeps_its_small_letters() -> None:
    host = FakeHost()
    host.board.load("1 / 0", "dots.py")
    page = json.loads(host.texts[-1])
    assert '"dots.py' in json.dumps(page)


def test_calls_after_a_mistake_are_answered() -> None:
    host = FakeHost()
    host.board.load("1 / 0", "dots.py")
    for message in ({"type": "look"}, {"type": "play", "action": "a1"}, {"type": "picture", "id": 7}):
        host.board.handle("message", json.dumps({"ruleboard": 1, **message}), "")
    assert [event["line"] for event in host.events("error")] == [1, 1, 1], "the mistake itself, and two calls"
    [picture] = host.events("picture")
    assert (picture["id"], "dots.py" in picture["message"]) == (7, True)
    assert find_refusals([host.texts]) == [None]


def test_opponents_of_own_games_are_called_by_level() -> None:
    host = FakeHost("mode=play&opponent=3")
    host.board.load(GAME, "dots.py")
    host.board.handle("touch", "a1", "")
    assert "Level 3" in host.texts[-1] + host.texts[-2]


def run_check(host: FakeHost) -> None:
    host.board.handle("message", json.dumps({"ruleboard": 1, "type": "check"}), "")


def test_check_reports_faults_with_line_and_position() -> None:
    host = FakeHost()
    faulty_text = GAME + '\n    def prompt(self, board):\n        return "no sentence" * 80\n'
    for text in (GAME, faulty_text):
        host.board.load(text, "dots.py")
        run_check(host)
        host.make_calls()
    assert host.events("error") == []
    first_report, report = host.events("checked")
    assert (first_report["faults"], report["faults"][0]["line"]) == ([], GAME.count("\n") + 2)
    assert first_report["positions"] > 1
    assert report["faults"][0]["position"]
    assert find_refusals([host.texts]) == [None]


def test_other_file_ends_the_check_and_the_calls_of_the_game_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleboard.embed.own_board._SLICE_MS", 1)
    host = FakeHost("mode=play&opponent=1")
    host.board.load(GAME, "dots.py")
    run_check(host)
    host.board.handle("touch", "a1", "")
    assert host.numbers
    host.board.load(GAME, "dots.py")
    host.make_calls()
    assert not host.events("checked")
    assert not host.events("error")
    run_check(host)
    host.board.handle("touch", "b1", "")
    host.make_calls()
    assert len(host.events("checked")) == 1
    assert [event["player"] for event in host.events("action")] == [0, 0, 1]


@pytest.mark.parametrize("name", REFUSED_FILES)
def test_hostile_file_ends_with_an_error(name: str) -> None:
    text, part = REFUSED_FILES[name]
    host = FakeHost()
    host.board.load(text, "dots.py")
    [error] = host.events("error")
    assert error["where"].startswith("dots.py")
    assert part in error["message"]
    assert len(error["message"]) < 1_000
    assert find_refusals([host.texts]) == [None]


def test_checker_refuses_messages_of_hostile_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleboard.kit.source.MAX_SOURCE_LENGTH", 10_000_000)  # the messages stand in the files
    message_lists, mount = [], WorkerBrowser.mount
    for messages, _part in REFUSED_MESSAGES.values():
        monkeypatch.setattr(WorkerBrowser, "mount", mount)
        host = FakeHost()
        host.board.load(create_sending_game_text(*messages), "dots.py")
        remove_package("dots")
        message_lists.append(host.texts)
    for name, (_messages, part), refusal in zip(
        REFUSED_MESSAGES, REFUSED_MESSAGES.values(), find_refusals(message_lists), strict=True
    ):
        assert refusal is not None, name
        assert part in refusal, (name, refusal)
