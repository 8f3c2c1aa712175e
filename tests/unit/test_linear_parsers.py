"""Test that the work of every parser grows linearly with its input. The tests count operations and never measure time.

Two methods complement each other. One counts the lines of Python that are executed and the memory that they allocate,
and so detects repeated copies of a text or a tuple. It does not see pattern matching, which runs in C. So the second
one analyses the regular expressions: for each character, a pattern must be able to continue in at most one way.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

import pytest

import ruleboard.app
import ruleboard.embed
import ruleboard.engine
import ruleboard.games
from ruleboard.app.routes import parse_route
from ruleboard.app.storage.games import GameStore
from ruleboard.app.storage.preferences import parse_settings
from ruleboard.app.storage.progress import parse_progress
from ruleboard.app.storage.setups import Setup, format_setups, parse_lines, parse_setups
from ruleboard.embed.messages import parse_message
from ruleboard.embed.parameters import parse_fragment, parse_parameters
from ruleboard.engine import pgn_notes, study_pgn
from ruleboard.engine.decoding import decode
from ruleboard.engine.errors import RuleboardError, StudyError
from ruleboard.engine.game import Repetition
from ruleboard.engine.game_link import compress, decompress, parse_moves
from ruleboard.engine.move_lists import read_move_lists
from ruleboard.engine.pgn_records import read_records_steps
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.study_pgn import parse_study_pgn, read_study_pgn_steps
from ruleboard.engine.timeline import replay
from ruleboard.games.tensor_cards import data_files, library
from ruleboard.games.tensor_cards.board_text import format_board_as_word, parse_board_word
from ruleboard.games.tensor_cards.cards import format_deck_as_word, parse_deck_word
from ruleboard.games.tesulda.army import DEFAULT_ARMY, format_army, parse_army
from ruleboard.links import decode_position, state_to_link
from ruleboard.registry import GAMES, MOVE_TOKENS
from ruleboard.text_kinds import recognize
from tests.support.work import count_operations
from tests.unit.engine.toys import Counter

# --- counting


def assert_linear(action: Callable[[int], object], size: int) -> None:
    """Assert that an action with twice the input takes at most about twice the operations."""
    single_operations, double_operations = (count_operations(partial(action, times)) for times in (size, 2 * size))
    assert double_operations <= 2.4 * single_operations + 2000


# --- inputs

START_STATES = {id: game.initial({}, 1) for id, game in GAMES.items()}
BOARD = library.boards()["wide-gate"]
PARSERS: dict[str, tuple[Callable[[str], object], str]] = {
    "json": (decode, '{"a": ["b\\"", -1.5e3, null, {}]}'),
    "record": (parse_record, format_record(Record("sensei", {}, 1, ("Ann", ""), ("a1-a4", "end"), meta={"a": "b"}))),
    "imports": (GameStore({}, GAMES, str).import_text, '{"games": [{"format": "ruleboard/1"}, 1]}'),
    "settings": (parse_settings, '{"theme": "dark", "names": ["Ann"]}'),
    "progress": (parse_progress, '{"sensei": ["board", "turn"]}'),
    "setups": (parse_setups, format_setups([Setup("tesulda", "one", "text")])),
    "lines": (parse_lines, "one: text\ntwo: text"),
    "army": (parse_army, format_army(DEFAULT_ARMY)),
    "board": (data_files.parse_board, data_files.format_board(BOARD)),
    "deck": (data_files.parse_deck, data_files.format_deck(library.deck())),
    "drawing": (partial(parse_board_word, "name"), format_board_as_word(BOARD.board)),
    "deck word": (parse_deck_word, format_deck_as_word(library.deck().deck)),
    "pgn": (
        lambda text: run_to_end(read_records_steps(text, GAMES, MOVE_TOKENS)),
        '[White "A\\""]\n\n1. e4 {so} $1 (e5) ;no\n*',
    ),
    "fragment": (
        parse_fragment,
        "game=sensei&mode=find&accept=a1-a4;end|a1-a3&marks=danger:a1&options=mode:pits&ask=x",
    ),
    "parameters": (lambda text: parse_parameters({"game": "sensei", "marks": text}), "shown:a1;a1-a4"),
    "message": (parse_message, '{"ruleboard": 1, "type": "play", "action": "a1-a4"}'),
    "study pgn": (
        lambda text: parse_study_pgn(text, GAMES, MOVE_TOKENS),
        '[Event "A\\""]\n\n{so [%csl Ga1,Rb2] [%task %7B] } 1. e4! $1 (1. e5 {no}) ;end\n*',
    ),
    "any text": (recognize, "a1-a4 [%x] {so} end\n"),
    "any JSON": (recognize, '{"games": [{"format": "ruleboard/1"}, 1]}'),
    "packed game": (decompress, compress("a1-a4;end")),
    "packed moves": (parse_moves, "a1-a4;end;resign 1"),
    "address": (parse_route, "#/from/equilibrium/eyJhIjowfQ%20/12"),
    "packed": (decode_position, state_to_link(GAMES["equilibrium"], START_STATES["equilibrium"])),
}
for _id, _game in GAMES.items():
    _start = START_STATES[_id]
    _first_action = _game.legal_actions(_start)[0]
    PARSERS[f"{_id} position"] = (_game.parse_position, _game.format_position(_start))
    PARSERS[f"{_id} action"] = (partial(_game.parse_action, _start), _first_action.text)
    PARSERS[f"{_id} moves"] = (partial(_game.parse_moves, _start), _first_action.text)
    PARSERS[f"{_id} list of moves"] = (
        partial(read_move_lists, _game, _start),
        f"{_first_action.text}! {{so}} *\n\n;no",
    )
PARSERS["equilibrium moves"] = (PARSERS["equilibrium moves"][0], "Setup: setup T@0,0 A@1,0 pass\nRound 1: tweak -")
PARSERS["tensor-cards moves"] = (PARSERS["tensor-cards moves"][0], "1.1 Black r5 b2 y9 White r9 b8 yT left-first")

HOSTILE_TOKENS = (
    "[",
    "{",
    "(",
    "[]",
    '"',
    '\\"',
    "\\",
    " ",
    "\n",
    "\t",
    "0",
    "9",
    "-",
    "&",
    "%",
    "ı",
    "ſ",
    "\u212a",
    "\xa0",
    "x=&",
)


def iter_repetitive_texts(sample: str, token: str, count: int) -> Iterator[str]:
    """Yield texts in which a token is repeated many times: alone, and between two valid texts."""
    repeated_text = token * count
    yield repeated_text + "x"
    yield f"{sample} {repeated_text}x {sample}"


@pytest.mark.parametrize("kind", PARSERS)
def test_doubled_text_doubles_operations(kind: str) -> None:
    """Twice the text takes at most about twice the operations.

    The texts repeat every token of a valid text, and tokens that once were slow.
    """
    parse, sample = PARSERS[kind]
    tokens = dict.fromkeys((*re.findall(r"\w+|\W", sample), *HOSTILE_TOKENS))
    for token in tokens:
        times = max(1, 300 // len(token))
        for index in range(2):

            def read(times: int, token: str = token, index: int = index) -> object:
                return parse(list(iter_repetitive_texts(sample, token, times))[index])

            assert_linear(read, times)


@pytest.mark.parametrize(
    "kind", [kind for kind in PARSERS if kind.endswith(("position", "action", "moves"))] + ["army", "pgn", "message"]
)
def test_oversized_text_is_rejected_immediately(kind: str) -> None:
    """The parser rejects a text that is too long with a readable error, without parsing it."""
    parse, sample = PARSERS[kind]
    with pytest.raises(RuleboardError, match=r"too long (to be|for)") as error_info:
        parse(sample + " " * 1_000_000)
    assert "at most" in error_info.value.expected
    assert count_operations(partial(parse, sample + " " * 1_000_000)) < 2000


REPEATED_PARTS = {
    "chapters": '[A ""]*',
    "empty games": "*\n\n",
    "games": "1. e4 *\n\n",
    "variations": "(1. d4)",
    "empty variations": "()",
    "nested variations": "(1. d4",
    "moves": "Nd3 Nd6 Nc1 Nc8 ",
    "comments": "{so it goes on}",
    "remarks": ";so it goes on\n",
    "rings": "{[%csl Ga1,Ra2]}",
    "arrows in one comment": "[%cal Ga1a2]",
    "marks": "{[%mark ring,green,,a1]}",
    "commands": "{[%clk 0:00:01]}",
    "glyphs": "$18 ",
    "signs": "+- ",
    "tags": '[A{n} "x"]',
    "diagrams": "{[#] x}",
}
"""Parts of a study with a limited number; ``{n}`` makes each repetition different."""


def repeat_part(name: str, times: int) -> str:
    """Return a text with many repetitions of a part."""
    return "".join(REPEATED_PARTS[name].replace("{n}", str(n)) for n in range(times))


@pytest.mark.parametrize("name", REPEATED_PARTS)
def test_oversized_content_is_rejected_during_reading(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser stops at its limit, so that 500 parts more take about one operation each, to find the games."""
    monkeypatch.setattr(study_pgn, "_READER_OPTIONS", replace(study_pgn._READER_OPTIONS, max_moves=20))
    monkeypatch.setattr(pgn_notes, "MAX_COMMENT_LENGTH", 200)

    def create_repetitive_text(times: int) -> str:
        repeated_text = repeat_part(name, times)
        return (
            f"{{{repeated_text}}}"
            if "in one comment" in name
            else repeated_text
            if name in ("chapters", "tags")
            else f"1. e4 {repeated_text}"
        )

    parse = partial(parse_study_pgn, games=GAMES, notations=MOVE_TOKENS)
    with pytest.raises(StudyError):
        parse(create_repetitive_text(500))
    single_operations, double_operations = (
        count_operations(partial(parse, create_repetitive_text(times))) for times in (500, 1000)
    )
    assert double_operations <= single_operations + 600


def count_longest_step(steps: Generator[float, None, object]) -> int:
    """Return the largest number of operations between two pauses of a computation."""
    max_operations = 0
    finished_marks: list[bool] = []

    def step() -> None:
        try:
            next(steps)
        except (StopIteration, RuleboardError):
            finished_marks.append(True)

    while not finished_marks:
        max_operations = max(max_operations, count_operations(step))
    return max_operations


@pytest.mark.parametrize("name", REPEATED_PARTS)
@pytest.mark.parametrize("read_steps", [read_study_pgn_steps, read_records_steps])
def test_import_step_length_is_bounded(read_steps: Callable[..., Any], name: str) -> None:
    """A step of the import reads only one move, comment or tag."""
    single_operations, double_operations = (
        count_longest_step(read_steps(f"1. e4 {repeat_part(name, times)}", GAMES, MOVE_TOKENS)) for times in (30, 60)
    )
    assert double_operations <= 1.5 * single_operations + 2000


@pytest.mark.parametrize("kind", ["record", "imports"])
def test_oversized_record_is_rejected_immediately(kind: str) -> None:
    with pytest.raises(RuleboardError, match="too long to be a saved game"):
        PARSERS[kind][0](" " * 20_000_001)


def test_oversized_address_leads_nowhere() -> None:
    assert parse_route("#/from/sensei/" + "7" * 20_000).page == "missing"


def test_equal_setup_names_are_numbered_in_linear_time() -> None:
    assert_linear(lambda size: parse_setups(format_setups([Setup("tesulda", "a", "text")] * size)), 300)


class EndlessCounter(Counter):
    """A counter game that never ends, for games with any number of actions."""

    repetition = Repetition(claim_count=3)


def test_record_replay_is_linear() -> None:
    """The replay of a record is linear, since no action examines all earlier states or repetitions."""
    games = {"counter": EndlessCounter()}
    assert_linear(lambda size: replay(Record("counter", {}, 0, ("", ""), ("+1", "-1") * size), games), 400)


# --- regular expressions

ALL_LETTERS = frozenset(map(chr, (*range(0x250), 0x2026, 0x2028, 0x212A, 0x3000, 0xD800, 0xFEFF)))
SEARCH_METHODS = {"search", "sub", "subn", "split", "findall", "finditer"}
TRUSTED_MODULES = {"ruleboard.app.ui.prose"}
"""Modules that only read files of the program."""
CATEGORY_PATTERNS = {"CATEGORY_DIGIT": r"\d", "CATEGORY_SPACE": r"\s", "CATEGORY_WORD": r"\w"}
REPEAT_NAMES = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
POINT_NAMES = {"AT", "ASSERT", "ASSERT_NOT"}
Item = tuple[Any, Any]
Start = tuple[frozenset[str], bool]


def find_letters(name: str, value: Any, flags: int) -> frozenset[str]:
    """Return the characters that one part of a pattern matches."""
    match name:
        case "LITERAL":
            return frozenset(chr(value))
        case "NOT_LITERAL":
            return ALL_LETTERS - {chr(value)}
        case "RANGE":
            return frozenset(letter for letter in ALL_LETTERS if value[0] <= ord(letter) <= value[1])
        case "CATEGORY":
            kind = re.compile(CATEGORY_PATTERNS[str(value).replace("_NOT", "")], flags & re.ASCII)
            matching_letters = frozenset(letter for letter in ALL_LETTERS if kind.match(letter))
            return ALL_LETTERS - matching_letters if "_NOT" in str(value) else matching_letters
        case "IN":
            parts = [(str(part_name), values) for part_name, values in value]
            matching_letters = frozenset[str]().union(
                *(find_letters(part_name, values, flags) for part_name, values in parts if part_name != "NEGATE")
            )
            return ALL_LETTERS - matching_letters if parts[0][0] == "NEGATE" else matching_letters
    assert name == "ANY", name
    return ALL_LETTERS


def find_subpatterns(item: Item) -> list[Sequence[Item]]:
    """Return the patterns within a part of a pattern."""
    name, value = str(item[0]), item[1]
    if name == "BRANCH":
        return list(value[1])
    if name in REPEAT_NAMES or name == "SUBPATTERN":
        return [value[-1]]
    return [value] if name == "ATOMIC_GROUP" else []


def find_start(items: Sequence[Item], flags: int) -> Start:
    """Return the possible first characters of a pattern, and whether the pattern can match an empty text."""
    first_letters = frozenset[str]()
    for item in items:
        name, value = str(item[0]), item[1]
        starts_of_parts = [find_start(part, flags) for part in find_subpatterns(item)]
        if name in POINT_NAMES:
            continue
        first_letters = (
            first_letters.union(*(part[0] for part in starts_of_parts))
            if starts_of_parts
            else first_letters | find_letters(name, value, flags)
        )
        if not any(part[1] for part in starts_of_parts) and not (name in REPEAT_NAMES and value[0] == 0):
            return first_letters, False
    return first_letters, True


def find_ambiguities(items: Sequence[Item], flags: int, after: frozenset[str], is_in_loop: bool) -> Iterator[str]:
    """Yield the parts where a pattern can continue in two ways with the same character, so that it may backtrack."""
    for at, item in enumerate(items):
        name, value = str(item[0]), item[1]
        later_items, can_be_empty = find_start(items[at + 1 :], flags)
        following_letters = later_items | after if can_be_empty else later_items
        is_unbounded = name in REPEAT_NAMES and value[1] == re._constants.MAXREPEAT  # type: ignore[attr-defined]
        first_letters = find_start([item], flags)[0]
        if (
            name in REPEAT_NAMES
            and (is_unbounded or is_in_loop)
            and name != "POSSESSIVE_REPEAT"
            and first_letters & following_letters
        ):
            yield f"a repeat and what follows both take {min(first_letters & following_letters)!r}"
        if is_unbounded and find_start(value[-1], flags)[1]:
            yield "a repeat of nothing"
        if name == "BRANCH" and is_in_loop:
            parts = [find_start(part, flags)[0] for part in value[1]]
            if len(frozenset().union(*parts)) < sum(map(len, parts)):
                yield "alternatives in a repeat begin alike"
        for part in find_subpatterns(item):
            yield from find_ambiguities(
                part,
                flags,
                following_letters | first_letters if name in REPEAT_NAMES else following_letters,
                is_in_loop or is_unbounded,
            )


def find_rescans(items: Sequence[Item], flags: int, can_fail: bool = False) -> Iterator[str]:
    """Yield the parts where a search can scan a stretch of text, fail, and scan it again from the next character."""
    for at, item in enumerate(items):
        later_items = items[at + 1 :]
        can_rest_fail = (
            can_fail
            or not find_start(later_items, flags)[1]
            or any(str(name) in POINT_NAMES for name, _value in later_items)
        )
        if str(item[0]) in REPEAT_NAMES and item[1][1] == re._constants.MAXREPEAT and can_rest_fail:  # type: ignore[attr-defined]
            yield "what follows a repeat can fail"
        for part in find_subpatterns(item):
            yield from find_rescans(part, flags, can_rest_fail)


def iter_modules() -> Iterator[ModuleType]:
    """Yield the modules that read external texts."""
    for package in (ruleboard.engine, ruleboard.games, ruleboard.app, ruleboard.embed):
        for module_info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module_info.name not in TRUSTED_MODULES and not module_info.name.endswith((".main", ".web")):
                yield importlib.import_module(module_info.name)


def iter_patterns(value: object) -> Iterator[re.Pattern[str]]:
    """Yield the patterns in a value."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from iter_patterns(part)


def find_patterns() -> dict[str, tuple[re.Pattern[str], bool]]:
    """Return all patterns by their locations, each with True if the code searches for the pattern."""
    pattern_by_place = {}
    for module in iter_modules():
        searched_patterns, inline_patterns = set(), []
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            match node:
                case ast.Call(ast.Attribute(ast.Name("re"), name), [pattern, *_rest]) if name != "compile":
                    code = compile(ast.Expression(pattern), module.__name__, "eval")
                    inline_patterns.append((node.lineno, name, re.compile(eval(code, vars(module)))))
                case ast.Attribute(ast.Name(name), method) if method in SEARCH_METHODS:
                    searched_patterns.add(name)
        for line, name, pattern in inline_patterns:
            pattern_by_place[f"{module.__name__}:{line}"] = (pattern, name in SEARCH_METHODS)
        for name, value in vars(module).items():
            for number, pattern in enumerate(iter_patterns(value)):
                pattern_by_place[f"{module.__name__}.{name} {number}"] = (pattern, name in searched_patterns)
    return pattern_by_place


def test_regular_expressions_do_not_backtrack() -> None:
    """Patterns do not backtrack and do not ignore case, because some other letters would then match ASCII letters."""
    all_patterns = find_patterns()
    assert len(all_patterns) > 50
    for name, (pattern, is_searched) in all_patterns.items():
        items = list(re._parser.parse(pattern.pattern, pattern.flags))  # type: ignore[attr-defined]
        assert not pattern.flags & re.IGNORECASE, name
        assert not list(find_ambiguities(items, pattern.flags, frozenset(), is_in_loop=False)), name
        assert not is_searched or not list(find_rescans(items, pattern.flags)), name


@pytest.mark.parametrize("pattern", [r"(?:^|\s+)(?=pass)", r"\{[^}]*\}", r"a*?b", r'"(?:[^"\\]|\\.)*"'])
def test_check_finds_repeated_scanning(pattern: str) -> None:
    assert list(find_rescans(list(re._parser.parse(pattern)), 0))  # type: ignore[attr-defined]


@pytest.mark.parametrize("pattern", [r"\s*\s*", r"(?:x+)*", r"(?:ab*|[ac])*", r"(?:a?b?)*", r"[a-z]+\w", r"\d+[^x]*"])
def test_check_finds_backtracking(pattern: str) -> None:
    assert list(find_ambiguities(list(re._parser.parse(pattern)), 0, frozenset(), is_in_loop=False))  # type: ignore[attr-defined]
