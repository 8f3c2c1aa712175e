"""Test that every reader of external texts limits length, depth and numbers, and raises its documented errors.

The tests find all readers of the package. If you add a reader, add it to the table here as well.
``test_linear_parsers.py`` counts the operations of the readers for valid texts.
"""

from __future__ import annotations

import importlib
import inspect
import io
import json
import os
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import ruleboard
from ruleboard import own
from ruleboard.api import files
from ruleboard.api.drawings import parse_drawings
from ruleboard.app.lessons.session import open_lesson
from ruleboard.app.problems.session import open_problem
from ruleboard.app.routes import parse_route
from ruleboard.app.storage import reviews, summaries
from ruleboard.app.storage.games import GameStore
from ruleboard.app.storage.imports import read_file
from ruleboard.app.storage.preferences import parse_settings
from ruleboard.app.storage.progress import parse_progress
from ruleboard.app.storage.setups import Setup, format_setups, parse_lines, parse_setups
from ruleboard.app.storage.summaries import SummaryStore, summary_of
from ruleboard.app.study.files import read_study_file_steps
from ruleboard.app.ui.forms import is_number
from ruleboard.app.ui.thumbnails import board_at
from ruleboard.console.main import main
from ruleboard.embed.messages import parse_message
from ruleboard.embed.parameters import _PARAMETERS, parse_fragment, parse_parameters
from ruleboard.engine.decoding import decode, decode_object
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game_link import compress, decompress, parse_game_link, parse_moves
from ruleboard.engine.move_lists import read_move_lists
from ruleboard.engine.pgn_records import read_records_steps
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.search.thinking import MAX_SCORE
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.study_pgn import parse_study_pgn
from ruleboard.engine.study_text import parse_study
from ruleboard.engine.study_tree import open_chapter
from ruleboard.engine.timeline import replay
from ruleboard.games.tensor_cards import data_files, library
from ruleboard.games.tesulda.army import DEFAULT_ARMY, format_army, parse_army
from ruleboard.kit.source import SAFE_MODULES, load_source
from ruleboard.links import decode_position, state_from_link, state_to_link
from ruleboard.registry import GAMES, MOVE_TOKENS
from ruleboard.thinking.messages import (
    Failure,
    Judgement,
    Reply,
    create_judgement_request,
    format_answer,
    format_request,
    parse_answer,
    parse_request,
)
from tests.support.saved_games import TEXTS
from tests.support.work import count_operations
from tools.fake_browser import FakeStore, Storage


class Reader(NamedTuple):
    """A function that reads a text, with an example of a valid text and with the errors that it documents."""

    read: Callable[[str], object]
    sample: str
    errors: tuple[type[Exception], ...] = (RuleboardError,)


SAMPLE_RECORD = Record("sensei", {}, 1, ("Ann", ""), ("a1-a4", "end"), meta={"title": "b"})
SAMPLE_TIMELINE = replay(SAMPLE_RECORD, GAMES)
TIMED_GAME = TEXTS["ruleboard/1/game/sensei-timed"]
STUDY_TEXT = TEXTS["ruleboard/1/study/openings"]
START_STATES = {id: ruleboard.play(id, seed=1)._timeline.state for id in GAMES}
REVIEW_KEY = f"{reviews.KEY_PREFIX}x"
SUMMARY_KEY = f"{summaries.KEY_PREFIX}x"


def read_review(text: str) -> object:
    """Return the scores of a stored review."""
    verdicts = reviews.ReviewStore({REVIEW_KEY: text}).get("x", SAMPLE_RECORD) or ()  # type: ignore[arg-type]
    return [float(verdict.score + verdict.played_score + verdict.loss) for verdict in verdicts]


def read_summary(text: str) -> object:
    """Return the stored summary of a game."""
    return SummaryStore({SUMMARY_KEY: text}).get("x")  # type: ignore[arg-type]


def read_game(text: str) -> object:
    """Return the last state of a stored game."""
    return replay(parse_record(text), GAMES).state


def read_study(text: str) -> object:
    """Return the chapters of a study, each as a tree."""
    study = parse_study(text)
    return [open_chapter(chapter, GAMES) for chapter in study.chapters]


def create_position_reader(game: str) -> Callable[[str], object]:
    """Return a reader that parses a game's position and lists the legal actions."""
    rules = GAMES[game]

    def read(text: str) -> object:
        state = rules.parse_position(text)
        rules.parse_position(rules.format_position(rules.view(state, None)))
        return rules.outcome(state), len(rules.legal_actions(state)), rules.key(state)

    return read


def parse_sensei_drawings(**texts: str) -> object:
    """Return the drawings over a board of Sensei."""
    return parse_drawings(GAMES["sensei"], START_STATES["sensei"], **texts)


def create_stored_review() -> str:
    """Return the text of a stored review."""
    store: dict[str, str] = {}

    class Store(dict[str, str]):
        def set(self, key: str, text: str) -> None:
            store[key] = text

    verdict = reviews.Verdict(0, 2, 0, 50, -20, ("a1-a4", "end"))
    reviews.ReviewStore(Store()).set("x", SAMPLE_RECORD, (verdict,))  # type: ignore[arg-type]
    return store[REVIEW_KEY]


def create_stored_summary() -> str:
    """Return the text of a stored summary."""
    text = format_record(SAMPLE_RECORD)
    summary = summary_of(text, SAMPLE_RECORD, "yes", 1)
    header = json.loads(format_record(summary.header))
    return json.dumps({"digest": summary.digest, "checked": summary.checked_on, "header": header})


def read_moves(id: str) -> str:
    """Return the move list for the first turns of a game."""
    position = ruleboard.play(id, seed=1)
    while len(position.actions) < 9 or position.legal_actions()[0] in ("end", "pass"):
        position.push(position.legal_actions()[0])
    return position.moves()


OWN_GAME_TEXT = (
    "from ruleboard.own import BoardGame\n"
    "class Dots(BoardGame):\n"
    "    title, start, sides, pieces = 'Dots', '3 / ab1', {'A': 'a', 'B': 'b'}, {'a': 'an a', 'b': 'a b'}\n"
    "    def moves(self, board):\n"
    "        return ()\n"
)
POSITION_MESSAGE = '{"ruleboard": 1, "type": "position", "position": "x", "moves": "a1-a4", "at": "1"}'
READERS: dict[str, Reader] = {
    "json": Reader(decode, '{"a": [1, -1.5e3, null, {}]}', (ValueError, RecursionError)),
    "object": Reader(decode_object, '{"a": [1, -1.5e3, null, {}]}'),
    "record": Reader(read_game, format_record(SAMPLE_RECORD)),
    "record with a clock": Reader(read_game, TIMED_GAME),
    "import": Reader(
        lambda text: GameStore(FakeStore(Storage()), GAMES, str).import_text(text),
        '{"games": [{"format": "ruleboard/1"}, 1]}',
    ),  # type: ignore[arg-type]
    "file": Reader(read_file, "text"),
    "review": Reader(read_review, create_stored_review()),
    "summary": Reader(read_summary, create_stored_summary()),
    "settings": Reader(parse_settings, TEXTS["ruleboard/1/settings"]),
    "progress": Reader(parse_progress, TEXTS["ruleboard/1/progress"]),
    "setups": Reader(parse_setups, format_setups([Setup("tesulda", "one", "text")])),
    "lines": Reader(parse_lines, "one: text\ntwo: text"),
    "study": Reader(read_study, STUDY_TEXT),
    "study file": Reader(lambda text: run_to_end(read_study_file_steps(text)), STUDY_TEXT),
    "study as PGN": Reader(
        lambda text: parse_study_pgn(text, GAMES, MOVE_TOKENS), '[Event "A"]\n\n{so [%csl Ga1]} 1. e4! (1. d4) *'
    ),
    "PGN": Reader(
        lambda text: run_to_end(read_records_steps(text, GAMES, MOVE_TOKENS)), '[White "A"]\n\n1. e4 {so} $1 (e5)\n*'
    ),
    "army": Reader(parse_army, format_army(DEFAULT_ARMY)),
    "board": Reader(data_files.parse_board, data_files.format_board(library.boards()["wide-gate"])),
    "board being drawn": Reader(data_files.parse_draft_board, data_files.format_board(library.boards()["wide-gate"])),
    "deck": Reader(data_files.parse_deck, data_files.format_deck(library.deck())),
    "address": Reader(parse_route, "#/from/equilibrium/eyJhIjowfQ%20/12"),
    "address of a place": Reader(parse_route, "#/study/k3f9/1/12"),
    "packed game": Reader(decompress, compress("a1-a4;end")),
    "linked game": Reader(parse_game_link, compress(format_record(SAMPLE_RECORD))),
    "packed moves": Reader(parse_moves, f"~{compress('a1-a4;end')}"),
    "moves": Reader(parse_moves, "a1-a4;end;resign 1"),
    "packed position": Reader(
        lambda text: state_from_link(GAMES["equilibrium"], text, 1),
        state_to_link(GAMES["equilibrium"], START_STATES["equilibrium"]),
    ),
    "packed": Reader(decode_position, state_to_link(GAMES["equilibrium"], START_STATES["equilibrium"])),
    "thumbnail": Reader(lambda text: board_at("sensei", text), GAMES["sensei"].format_position(START_STATES["sensei"])),
    "own game": Reader(lambda text: load_source(text, "dots.py", SAFE_MODULES), OWN_GAME_TEXT),
    "arrows": Reader(lambda text: parse_sensei_drawings(arrows=text), "a1>a2; red:b1>b2>b3"),
    "rings": Reader(lambda text: parse_sensei_drawings(rings=text), "a1; blue:b2"),
    "labels": Reader(lambda text: parse_sensei_drawings(labels=text), "a1=A; b2=12"),
    "lesson": Reader(lambda text: open_lesson("sensei", text), "goal"),
    "problem": Reader(lambda text: open_problem("sensei", text), "1"),
    "fragment": Reader(
        parse_fragment, "game=sensei&mode=find&accept=a1-a4;end&at=1&moves=b1-b4&seed=12&marks=danger:a1"
    ),
    "message": Reader(parse_message, POSITION_MESSAGE),
    "message with parameters": Reader(
        parse_message, '{"ruleboard": 1, "type": "show", "parameters": {"game": "sensei", "at": "1"}}'
    ),
    "message with a study": Reader(parse_message, '{"ruleboard": 1, "type": "study", "text": "x"}'),
    "request": Reader(
        parse_request, format_request(create_judgement_request(SAMPLE_TIMELINE, 1, 3, 0, 2)), (ValueError,)
    ),
    "reply": Reader(parse_answer, format_answer(Reply(1, ("a1-a4",), 10, ("a1-a4", "end"), 5)), (ValueError,)),
    "judgement": Reader(parse_answer, format_answer(Judgement(1, ("end",), 10, 5, 7, ())), (ValueError,)),
    "failure": Reader(parse_answer, format_answer(Failure(1, "A reason.")), (ValueError,)),
}
for _id, _game in GAMES.items():
    _first_action = _game.legal_actions(START_STATES[_id])[0]
    READERS[f"{_id} position"] = Reader(create_position_reader(_id), _game.format_position(START_STATES[_id]))
    READERS[f"{_id} action"] = Reader(partial(_game.parse_action, START_STATES[_id]), _first_action.text)
    READERS[f"{_id} moves"] = Reader(partial(_game.parse_moves, START_STATES[_id]), read_moves(_id))
    READERS[f"{_id} move lists"] = Reader(
        partial(read_move_lists, _game, START_STATES[_id]), f"{read_moves(_id)}\n*\n{read_moves(_id)}"
    )
PARAMETER_REQUIREMENTS = {
    "at": {"moves": "a1-a4", "at": "1"},
    "marks": {"marks": "a1"},
    "radius": {"radius": "4"},
    "seed": {"seed": "12"},
    "start": {"study": "#x", "start": "1"},
    "chapter": {"study": "#x", "chapter": "1"},
    "step": {"lesson": "goal", "step": "1"},
}
"""Parameters with numbers, and the parameters that they require."""
for _name, _needs in PARAMETER_REQUIREMENTS.items():

    def read_parameter(text: str, name: str = _name, required_parameters: Mapping[str, str] = _needs) -> object:
        """Return the parameters of a message."""
        return parse_parameters({"game": "sensei", **required_parameters, name: text})

    READERS[f"parameter {_name}"] = Reader(read_parameter, _needs[_name])

PART_READERS = {
    "ruleboard.app.board.review": {"parse_actions"},
    "ruleboard.app.browser.events": {"parse_event_kind"},
    "ruleboard.app.documents": {"read_document"},
    "ruleboard.app.runtime.dispatch": {"parse_message"},
    "ruleboard.app.share.session": {"linked_record"},
    "ruleboard.api.files": {"read_bytes", "read_text", "read_text_in_any_encoding"},
    "ruleboard.api.loading": {"load", "load_all"},
    "ruleboard.api.own_games": {"load_game"},
    "ruleboard.kit.hexgrid": {"parse_hex"},
    "ruleboard.engine.decoding": {"decode_as", "decode_or_none", "decode_texts"},
    "ruleboard.engine.move_text": {"parse_numbered", "parse_line", "parse_answers"},
    "ruleboard.kit.position": {"parse_board", "parse_position"},
    "ruleboard.kit.ranks": {"parse_ranks"},
    "ruleboard.kit.turns": {"parse_turns"},
    "ruleboard.kit.validation": {"parse_marks"},
    "ruleboard.own": {"load"},
    "ruleboard.engine.pgn_notes": {"read_comment"},
    "ruleboard.engine.study_text": {"read_study_data_steps", "read_study_steps"},
    "ruleboard.app.study.own": {"load_built_in_study"},
    "ruleboard.embed.look": {"parse_colors", "parse_fonts", "parse_radius"},
    "ruleboard.embed.parameters": {"parse_parameters", "parse_look"},
    "ruleboard.engine.game_files": {"read_file_steps"},
    "ruleboard.engine.pgn_reader": {"read_pgn_steps"},
    "ruleboard.engine.record": {"read_record"},
    "ruleboard.engine.study_pgn": {"read_study_pgn_steps"},
    "ruleboard.diagram": {"parse_displayed_marks", "parse_marks"},
    "ruleboard.games.tensor_cards.board_text": {"parse_board_word", "parse_rows"},
    "ruleboard.games.tensor_cards.cards": {"parse_deck_word"},
    "ruleboard.games.tensor_cards.json_positions": {"parse_object"},
    "ruleboard.games.tensor_chess.move_list": {"parse_san"},
    "ruleboard.games.tesulda.rank_text": {"parse_rank", "parse_figure"},
}
"""Readers of parts, which the readers above call, and readers of files, which have their own tests below."""
GAME_READERS = {"parse_position", "parse_draft_position", "parse_action", "parse_move", "parse_moves"}
"""Readers in the folders of games that ``GAMES`` calls."""
TRUSTED_MODULES = {
    "ruleboard.learning.lesson_reader",
    "ruleboard.learning.courses",
    "ruleboard.scene.css",
    "ruleboard.scene.color",
}
"""Modules that only read files of the program."""
READER_NAME_PATTERN = re.compile(r"(?:parse|read|decode|load)(?:_\w+)?|linked_record")


def iter_readers() -> Iterator[tuple[str, str]]:
    """Yield the module and the name of each function of the package that reads texts or decoded data."""
    for module_info in pkgutil.walk_packages(ruleboard.__path__, "ruleboard."):
        if (
            module_info.name.endswith((".main", ".web", "__main__"))
            or ".adapters." in module_info.name
            or module_info.name in TRUSTED_MODULES
        ):
            continue
        module = importlib.import_module(module_info.name)
        for name, value in vars(module).items():
            if (
                inspect.isfunction(value)
                and value.__module__ == module_info.name
                and READER_NAME_PATTERN.fullmatch(name)
            ):
                kinds = {str(parameter.annotation) for parameter in inspect.signature(value).parameters.values()}
                if kinds & {
                    "str",
                    "str | None",
                    "object",
                    "str | PathLike[str]",
                    "Sequence[str]",
                    "Mapping[str, object]",
                }:
                    yield module_info.name, name


def test_all_readers_are_enumerated() -> None:
    own_functions = {
        (function.__module__, function.__name__)
        for function in vars(importlib.import_module(__name__)).values()
        if callable(function)
    }
    own_functions |= {
        ("ruleboard.games.tensor_cards.data_files", name) for name in ("parse_board", "parse_draft_board", "parse_deck")
    }
    missing_readers = {
        (module, name)
        for module, name in iter_readers()
        if (module, name) not in own_functions
        and name not in PART_READERS.get(module, ())
        and not (module.startswith("ruleboard.games.") and name in GAME_READERS)
    }
    assert missing_readers == set()
    assert set(_PARAMETERS) >= {name.removeprefix("parameter ") for name in READERS if name.startswith("parameter ")}


# --- hostile texts

LONG_NUMBER = "9" * 400
HOSTILE_VALUES = (
    LONG_NUMBER,
    f"-{LONG_NUMBER}",
    "9" * 5000,
    "18446744073709551616",
    "1e999",
    "-1e999",
    "1.5",
    "-1",
    "NaN",
    "-Infinity",
    "true",
    "null",
    "[]",
    "{}",
    '""',
    f'"{"9" * 5000}"',
    '"\\ud800"',
    "[" * 99 + "]" * 99,
    "[" * 100_000,
    '{"a":' * 100_000,
)
"""The values that replace each value of a JSON text."""
HOSTILE_NUMBERS = (LONG_NUMBER, "9" * 5000, "0", "-1", "1.5", "1e999", "٣", "²", "")
"""The texts that replace each number of another text."""


def iter_paths(data: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the paths to all values in decoded JSON. Of long lists, yield only the first six items."""
    yield path
    items: Any = data.items() if isinstance(data, dict) else enumerate(data[:6]) if isinstance(data, list) else ()
    for key, value in items:
        yield from iter_paths(value, (*path, key))


def with_replacement(data: Any, path: tuple[str | int, ...], value: object) -> Any:
    """Return decoded JSON in which the value at a path is replaced by another."""
    if not path:
        return value
    first, *inner_path = path
    copy: Any = dict(data) if isinstance(data, dict) else list(data)
    copy[first] = with_replacement(data[first], tuple(inner_path), value)
    return copy


def iter_hostile_texts(sample: str) -> Iterator[str]:
    """Yield variants of a valid text with hostile values."""
    try:
        data = json.loads(sample)
    except ValueError:
        for number in re.finditer(r"\d+", sample):
            for value in HOSTILE_NUMBERS:
                yield sample[: number.start()] + value + sample[number.end() :]
        for sign in ("(", "[", "{", "[{", "9", "-", "/", ";", "\0", "\ud800"):
            yield sign * 5000
            yield f"{sample}{sign * 5000}"
        return
    for path in iter_paths(data):
        text = json.dumps(with_replacement(data, path, "@@"))
        for value in HOSTILE_VALUES:
            yield text.replace('"@@"', value)


@pytest.mark.parametrize("kind", READERS)
def test_hostile_text_raises_only_project_errors(kind: str) -> None:
    read, sample, errors = READERS[kind]
    read(sample)
    for text in iter_hostile_texts(sample):
        try:
            read(text)
        except errors as error:
            assert len(str(error)) < 1000


@pytest.mark.parametrize("kind", READERS)
def test_oversized_text_is_rejected_before_parsing(kind: str) -> None:
    """The reader raises an error, or treats the text as unreadable, after few operations."""
    read, sample, errors = READERS[kind]
    text = sample + " " * 20_000_001

    def read_or_refuse(text: str) -> object:
        try:
            return read(text)
        except errors:
            return "refused"

    if kind.startswith("address"):
        assert parse_route(text).page == "missing"
    elif kind == "packed":
        assert read_or_refuse(text) is text
    elif kind in ("lesson", "problem", "thumbnail"):
        assert read_or_refuse(text) is None
    else:
        assert read_or_refuse(text) in ("refused", read_or_refuse("\0"))
    assert count_operations(lambda: read_or_refuse(text)) < 3000


@pytest.mark.parametrize("score", [MAX_SCORE + 1, -MAX_SCORE - 1, 10**19])
def test_review_with_impossible_scores_is_rejected(score: int) -> None:
    text = create_stored_review().replace("50", str(score))
    assert reviews.ReviewStore({REVIEW_KEY: create_stored_review()}).get("x", SAMPLE_RECORD)  # type: ignore[arg-type]
    assert reviews.ReviewStore({REVIEW_KEY: text}).get("x", SAMPLE_RECORD) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("value", ["9" * 10, "9" * 5000, "²", "٣", "-1", ""])
def test_event_value_is_short_number(value: str) -> None:
    assert not is_number(value)


# --- the package and the command line

ENDLESS_LIST: list[Any] = []
ENDLESS_LIST.append(ENDLESS_LIST)
STRANGE_ARGUMENTS = (
    10**400,
    10**5000,
    -(10**5000),
    float("nan"),
    float("inf"),
    1.5,
    None,
    ENDLESS_LIST,
    object(),
    "9" * 10_000,
    b"x",
)
API_CALLS: Mapping[str, Callable[[Any], object]] = {
    "game": lambda value: ruleboard.play(value),
    "options": lambda value: ruleboard.Position("sensei", {"mode": value}),
    "seed": lambda value: ruleboard.Position("sensei", seed=value),
    "start": lambda value: ruleboard.Position("sensei", start="" if value is None else value),
    "actions": lambda value: ruleboard.Position("sensei", actions=[value]),
    "push": lambda value: ruleboard.play("sensei").push(value),
    "describe": lambda value: ruleboard.play("sensei").describe(value),
    "perft": lambda value: ruleboard.play("sensei").perft(value),
    "choose": lambda value: ruleboard.play("sensei").choose(value),
    "chance": lambda value: ruleboard.play("sensei").choose(1, "x" if value is None else value),
    "view": lambda value: ruleboard.play("sensei").view("x" if value is None else value),  # type: ignore[arg-type]
    "seat": lambda value: ruleboard.play("sensei").view().svg(seat=-1 if value is None else value),
    "marks": lambda value: ruleboard.play("sensei").svg(marks=value),
    "look": lambda value: ruleboard.play("sensei").svg(look=value),
    "width": lambda value: ruleboard.play("sensei").svg(width=value),
    "record": lambda value: ruleboard.Position.from_json(value),
    "load": lambda value: ruleboard.load(value),
    "load a game": lambda value: own.load(value),
    "save": lambda value: ruleboard.play("sensei").save(value),
}


@pytest.mark.parametrize("call", API_CALLS)
def test_strange_argument_raises_project_error(call: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for value in STRANGE_ARGUMENTS:
        with pytest.raises(RuleboardError) as error_info:
            API_CALLS[call](value)
        assert len(str(error_info.value)) < 20_000


SAMPLE_ARGUMENTS = [
    ["perft", "sensei", "99999"],
    ["perft", "sensei", "99999", "--divide"],
    ["perft", "sensei", "9" * 5000],
    ["perft", "sensei", "٣"],
    ["perft", "sensei", "2", "--seed", "9" * 5000],
    ["perft", "sensei", "2", "--seed", "-1"],
    ["perft", "sensei", "2", "--seed", str(1 << 64)],
    ["perft", "sensei", "2", "--position", "9" * 100_000],
    ["perft", "equilibrium", "2", "--position", "[" * 100_000],
    ["perft", "sensei", "2", "--option", "x" * 100_000],
    ["perft", "sensei", "2", "--option", "mode=" + "x" * 100_000],
    ["perft", "x" * 100_000, "2"],
    ["play", "sensei", "--seat", "9" * 20],
    ["play", "sensei", "--level", "9" * 5000],
    ["diagram", "sensei", "--width", "9" * 20],
    ["diagram", "sensei", "--width", "-1"],
    ["diagram", "sensei", "--seat", "9" * 5000],
    ["diagram", "sensei", "--marks", "x" * 100_000],
    ["diagram", "sensei", "--load", "x" * 100_000],
    ["convert", "\0", "--to", "record"],
    ["convert", "/dev/null", "--to", "record"],
]


@pytest.mark.parametrize("arguments", SAMPLE_ARGUMENTS, ids=lambda arguments: " ".join(arguments)[:40])
def test_command_line_rejects_strange_arguments(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        exit_status: object = main(arguments)
    except SystemExit as stop:
        exit_status = stop.code
    assert exit_status == 2
    assert capsys.readouterr().err


class EndlessStream(io.RawIOBase):
    """A file that never ends and counts the bytes that a reader requests."""

    count = 0

    def read(self, size: int = -1) -> bytes:
        assert size > 0, "a read without a limit"
        self.count += size
        return bytes(size)


def test_endless_file_is_read_up_to_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 3_000_000)
    file = EndlessStream()
    assert files._read_bounded(file) is None  # type: ignore[arg-type]
    assert file.count <= 3_000_000 + files._CHUNK_SIZE


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="this system has no such file")
@pytest.mark.parametrize("arguments", [["validate"], ["convert", "--to", "record"], ["diagram", "--load"]])
def test_commands_reject_endless_file(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 3_000_000)
    assert main([*arguments, "/dev/zero"]) in (1, 2)
    assert "/dev/zero" in capsys.readouterr().err


def test_deeply_nested_file_is_rejected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, text in enumerate(
        ("[" * 100_000, '{"format":' * 100_000, LONG_NUMBER * 20, '{"seed": ' + LONG_NUMBER + "}")
    ):
        file = tmp_path / f"{number}.json"
        file.write_text(text)
        assert main(["validate", str(file)]) == 1
    assert capsys.readouterr().out == ""
