"""Test the parameters of embedded boards: parsing, formatting, errors that name the parameter, arbitrary texts."""

from __future__ import annotations

import json
import re
from dataclasses import fields, replace
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.embed.board import open_board
from ruleboard.embed.parameters import (
    ParameterError,
    Parameters,
    format_fragment,
    parse_fragment,
    parse_parameters,
    with_position,
)
from ruleboard.embed.view import board_page
from ruleboard.engine.errors import RuleboardError
from ruleboard.links import decode_position, encode_position
from ruleboard.registry import GAMES
from ruleboard.wording import clean_name
from tests.support.html_elements import find_attributes

NAMES = [entry.name for entry in fields(Parameters) if entry.name != "captions"]
"""All parameters except captions in other languages, whose names contain the language."""
ELEMENT_ATTRIBUTES = ("sandbox", "src")
"""The attributes of ``<rule-board>`` that are not parameters of the frame."""
START = "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"


def test_every_parameter_is_parsed():
    parameters = parse_fragment(
        "#game=sensei&position=" + quote(START) + "&moves=a1-a4;end&at=1&options=mode:shizukana&mode=find"
        "&accept=a1-a2|b1-b2;end&accept=c1-c2&ask=Go%20on&hint=Look&praise=Well%20done&flip=yes&controls=no&theme=dark"
        "&caption=A%20board&marks=a1;danger:d7;taken:b2&lang=en&host=https://example.org:8080"
    )
    assert parameters == Parameters(
        game="sensei",
        position=START,
        moves=("a1-a4", "end"),
        at=1,
        options={"mode": "shizukana"},
        mode="find",
        accept=(("a1-a2",), ("b1-b2", "end"), ("c1-c2",)),
        ask="Go on",
        hint="Look",
        praise="Well done",
        flip=True,
        controls=False,
        theme="dark",
        caption="A board",
        marks=(("shown", "a1"), ("danger", "d7"), ("taken", "b2")),
        lang="en",
        host="https://example.org:8080",
    )


def test_every_field_has_a_parameter():
    with pytest.raises(ParameterError) as error_info:
        parse_fragment("game=sensei&postion=x")
    assert error_info.value.expected == "one of " + ", ".join(NAMES)


def test_lesson_and_step_round_trip():
    fragment = "game=sensei&lesson=goal&step=2"
    assert parse_fragment(fragment) == Parameters("sensei", lesson="goal", step=2)
    assert format_fragment(Parameters("sensei", lesson="goal", step=2)) == fragment


def test_new_position_resets_dependent_fields():
    before = parse_fragment(
        "game=sensei&moves=a1-a4;end&at=1&options=mode:shizukana&mode=play&flip=yes&controls=no&theme=dark"
        "&caption=A%20board&marks=a1&lang=en&host=https://example.org"
    )
    parameters_after_position = with_position(before, {"position": START})
    assert parameters_after_position == replace(before, position=START, moves=(), at=None, marks=())
    parameters_after_moves = with_position(before, {"moves": "b1-b4", "at": "0", "options": "mode:arashi"})
    assert parameters_after_moves == replace(before, moves=("b1-b4",), at=0, options={"mode": "arashi"}, marks=())


def test_game_alone_is_sufficient():
    assert parse_fragment("game=tesulda") == Parameters("tesulda")


def test_plus_sign_is_not_a_space():
    """A plus sign in a parameter stays a plus sign, which actions of Equilibrium contain."""
    assert parse_fragment("game=equilibrium&moves=run mul 0,0+1,0 at 0,1+1,1").moves == ("run mul 0,0+1,0 at 0,1+1,1",)


@pytest.mark.parametrize(
    ("requested_language", "language"),
    [("", "system"), ("en", "en"), ("fr", "fr"), ("fr-CA", "fr"), ("xx", "system"), ("xx-fr", "system")],
)
def test_unknown_language_falls_back_to_readers(requested_language, language):
    assert Parameters("sensei", lang=requested_language).language == language


def test_targets_may_contain_colons():
    assert parse_fragment("game=equilibrium&marks=hex:1:0,0;last:hex:1:1,0").marks == (
        ("shown", "hex:1:0,0"),
        ("last", "hex:1:1,0"),
    )


def test_options_accept_json_values_with_separators():
    assert parse_fragment("game=tensor-cards&options=" + quote('{"board":"a:b;c"}')).options == {"board": "a:b;c"}


@pytest.mark.parametrize(
    ("fragment", "where", "reason"),
    [
        ("", "game", "missing"),
        ("mode=play", "game", "missing"),
        ("game=chess", "game", "sensei, tensor-chess"),
        ("game=sensei&postion=x", "postion", "no such parameter"),
        ("game=sensei&game=tesulda", "game", "twice"),
        ("game=sensei&mode", "mode", "value is missing"),
        ("game=sensei&mode=watch", "mode", "show, play, find"),
        ("game=sensei&mode=find", "accept", "right move is missing"),
        ("game=sensei&accept=a1-a2", "accept", "mode=find"),
        ("game=sensei&mode=play&accept=a1-a2&ask=Which?", "accept, ask", "mode=find"),
        ("game=sensei&theme=drak&flip=maybe&background=nice", "theme, flip, background", "yes or no"),
        ("game=chess&mode=watch&step=2&theme=drak&ask=Which?", "game, mode, theme, step", "show, play, find"),
        ("game=sensei&oponent=2&seat=2&chapter=x", "oponent, chapter", "no such parameter"),
        ("gmae=sensei&mode=find", "gmae", "no such parameter"),
        ("game=sensei&lesson=charakter&mode=play&flip=yes", "mode, flip, lesson", "character"),
        ("study=x&mode=play&heading=A", "mode, heading", "the study alone"),
        ("game=sensei&ask=Which?", "ask", "mode=find"),
        ("game=sensei&mode=show&hint=Look.", "hint", "mode=find"),
        ("game=sensei&mode=play&praise=Yes.", "praise", "mode=find"),
        ("game=sensei&mode=play&goal=win", "goal", "mode=find"),
        ("game=sensei&mode=find&accept=a1-a2&goal=draw", "goal", "line, position, win"),
        ("game=sensei&theme=blue", "theme", "system, light, dark"),
        ("game=sensei&flip=maybe", "flip", "yes or no"),
        ("game=sensei&controls=2", "controls", "yes or no"),
        ("game=sensei&at=-1", "at", "number that is 0"),
        ("game=sensei&at=two", "at", "'two' isn’t a number of moves (expected a number that is 0 or more)"),
        ("game=sensei&lesson=goal&step=two", "step", "'two' isn’t a step number (expected a number that is 1 or more)"),
        ("game=sensei&lesson=goal&step=0", "step", "'0' isn’t a step number (expected a number that is 1 or more)"),
        ("game=sensei&lang=english", "lang", "en"),
        ("game=sensei&host=javascript:alert(1)", "host", "https://example.org"),
        ("game=sensei&host=https://example.org/path", "host", "https://example.org"),
        ("game=sensei&options=mode", "options", "option:value"),
        ("game=sensei&options={", "options", "JSON object"),
        ("game=sensei&caption=" + "x" * 401, "caption", "at most 400"),
        ("game=sensei&caption=" + "x" * 30_000, "", "at most 20000"),
    ],
)
def test_unreadable_parameter_is_rejected_by_name(fragment, where, reason):
    with pytest.raises(ParameterError) as error_info:
        parse_fragment(fragment)
    assert error_info.value.where == where
    assert reason in str(error_info.value)


def test_unused_task_parameters_may_be_empty():
    assert parse_fragment("game=sensei&mode=play&ask=&hint=&praise=&accept=") == Parameters("sensei", mode="play")


@pytest.mark.parametrize(
    ("fragment", "name"),
    [
        ("game=sensei&moves=a1-a4;end", "at"),
        ("game=sensei", "seed"),
        ("game=sensei&lesson=goal", "step"),
        ("game=sensei&mode=play", "opponent"),
        ("game=sensei&mode=play&opponent=2", "seat"),
        ("study=x", "chapter"),
        ("study=x", "start"),
        ("game=sensei", "width"),
    ],
)
def test_numbers_in_messages_may_be_numbers(fragment, name):
    values = dict(part.split("=") for part in fragment.split("&"))
    assert parse_parameters({**values, name: 1}) == parse_parameters({**values, name: "1"})


def test_switches_in_messages_may_be_true_or_false():
    values = {"yes": True, True: True, False: False}
    assert all(parse_parameters({"game": "sensei", "flip": value}).flip == flip for value, flip in values.items())


@pytest.mark.parametrize("value", [None, 1.5, ["a1-a4"], {}])
def test_message_parameters_are_texts_integers_or_booleans(value):
    with pytest.raises(ParameterError, match="isn’t text"):
        parse_parameters({"game": "sensei", "moves": value})


texts = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=20).map(clean_name)
nonempty_texts = texts.map(lambda text: text.translate(dict.fromkeys(map(ord, ";|"), "_")).strip()).filter(bool)
parameters = st.builds(
    Parameters,
    game=st.sampled_from(sorted(GAMES)),
    position=texts | st.just(START),
    moves=st.lists(nonempty_texts, max_size=3).map(tuple),
    at=st.none() | st.integers(0, 99),
    options=st.dictionaries(nonempty_texts, texts, max_size=2),
    mode=st.sampled_from(["show", "play"]),
    flip=st.booleans(),
    controls=st.none() | st.booleans(),
    theme=st.sampled_from(["system", "light", "dark"]),
    caption=texts,
    marks=st.lists(st.tuples(st.sampled_from(["shown", "danger"]), nonempty_texts), max_size=2).map(tuple),
    host=st.sampled_from(["", "https://example.org"]),
)
tasks = st.builds(
    lambda parameters, **task: replace(parameters, mode="find", **task),
    parameters,
    accept=st.lists(st.lists(nonempty_texts, min_size=1, max_size=2).map(tuple), min_size=1, max_size=2).map(tuple),
    goal=st.sampled_from(["line", "position", "win"]),
    ask=texts,
    hint=texts,
    praise=texts,
)


@given(parameters | tasks)
def test_parameters_round_trip(original):
    assert parse_fragment(format_fragment(original)) == original


def test_formatted_fragment_is_url_safe():
    text = format_fragment(Parameters("sensei", caption='"<b>&#%= +é', position=START))
    assert not set(text) & set('"<>#é +')
    assert text.count("&") == 2


names = st.sampled_from([*(entry.name for entry in fields(Parameters)), "other"])
SAMPLE_VALUES = {
    "values": ["show", "play", "find", "yes", "dark", "0", "1", "mode:shizukana", "players:4", "setup:build"],
    "actions": ["a1-a2", "a1-a2;end", "end|b1-b2", "a1", "e2e4", "put r1", "lay r1 b2 y3"],
    "positions": [START, "eyJ9", "%ff%00", "%", '{"a":"b"}'],
}
values = st.text(max_size=30) | st.sampled_from([*GAMES, *(text for texts in SAMPLE_VALUES.values() for text in texts)])
fragment_strategy = st.text(max_size=60) | st.builds(
    lambda game, pairs: "&".join([f"game={game}", *(f"{name}={quote(value)}" for name, value in pairs)]),
    st.sampled_from([*GAMES, "nothing"]),
    st.lists(st.tuples(names, values), max_size=5),
)


@settings(max_examples=300, deadline=None)
@given(fragment_strategy, st.integers(0, 2**32 - 1))
def test_any_fragment_gives_board_or_message(fragment, seed):
    try:
        page = board_page(open_board(parse_fragment(fragment), seed))
    except RuleboardError as error:
        assert isinstance(error, ParameterError)
        assert error.what
    else:
        assert page.tag == "main"


def test_json_positions_are_encoded():
    game = GAMES["equilibrium"]
    text = game.format_position(game.view(game.initial({}, 3), None))
    encoded_position = encode_position(text)
    assert set(encoded_position) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    assert decode_position(encoded_position) == text
    assert encode_position(START) == START == decode_position(START)
    assert json.loads(decode_position(encode_position(json.dumps({"ä": "\U0001f600"})))) == {"ä": "\U0001f600"}


@given(st.text(alphabet="eyJ01-_ABCxyz", max_size=20))
def test_invalid_encoding_is_preserved_as_text(text):
    decoded_position = decode_position(text)
    assert (
        decoded_position == text or encode_position(decoded_position).rstrip("=") == text or decoded_position.encode()
    )


# --- the documentation -----------------------------------------------------------------------------------------------


def test_documentation_examples_display_boards():
    text = (Path(__file__).parents[3] / "docs" / "embedding.md").read_text(encoding="utf-8")
    html = "\n".join(re.findall(r"```html\n(.*?)```", text, re.DOTALL))
    examples = [
        {name: value for name, value in attributes.items() if name not in ("id", "width")}
        for attributes in find_attributes(html, "rule-board")
    ]
    assert len(examples) > 6
    assert {example["game"] for example in examples if "src" not in example} == set(GAMES)
    for example in examples:
        if example.pop("src", ""):  # OwnBoard replaces the file by the id of its game
            example["game"] = "sensei"
        assert board_page(open_board(parse_parameters(example))).tag == "main"


def test_documentation_lists_every_parameter():
    text = (Path(__file__).parents[3] / "docs" / "embedding.md").read_text(encoding="utf-8")
    tables = text.partition("\n## Attributes")[2].partition("\n## ")[0]
    assert sorted(re.findall(r"^\| `(\w+)`", tables, re.MULTILINE)) == sorted([*NAMES, *ELEMENT_ATTRIBUTES])


def test_study_can_show_coordinates() -> None:
    assert parse_fragment("game=tensor-cards&coordinates").coordinates
    assert parse_fragment("study=x&coordinates=yes").coordinates
    assert not parse_fragment("game=tensor-cards&coordinates=no").coordinates


def test_message_about_many_errors_stays_short():
    with pytest.raises(ParameterError) as error:
        parse_fragment("&".join(f"x{number}=1" for number in range(2000)))
    assert error.value.where == ", ".join(f"x{number}" for number in range(10))
    assert len(str(error.value)) < 5000
