"""Test studies as PGN: writing and reading a study does not change it, and exports of lichess can be read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from ruleboard.engine.errors import ActionError, StudyError
from ruleboard.engine.limits import MAX_STUDY_LENGTH
from ruleboard.engine.pgn_notation import ActionTokens
from ruleboard.engine.study import Chapter, Note, Study, StudyMark, StudyMove
from ruleboard.engine.study_pgn import format_study_pgn, parse_study_pgn
from ruleboard.engine.study_text import parse_study
from ruleboard.games.tensor_chess import move_list
from ruleboard.registry import GAMES, MOVE_TOKENS
from tests.support.playouts import create_playouts, select_evenly_spaced
from tests.support.studies import draw_study
from tools.setup import ROOT

LICHESS_PGN = """[Event "Openings: The first moves"]
[Site "https://lichess.org/study/abcdefgh/ijklmnop"]
[Result "*"]
[Variant "Tensor Chess"]
[Annotator "https://lichess.org/@/ann"]
[UTCDate "2026.03.04"]

{ Before the first move. [%csl Ga1,Rj8] }
1. e4! { Best? } { [%cal Gd2d4,Be2e4] Twice. } (1. d4 d5 $2) (1. f4 { other (here) }) 1... e5 $5 $18 2. Nd3 *

[Event "Openings: Second"]
[FEN "rtnbqkbntr/pppppppppp/10/10/4P5/10/PPPP1PPPPP/RTNBQKBNTR b KQkq e3 0 1"]

1... e5 ; to the end of the line
1/2-1/2
"""


def read_study(text: str) -> Study:
    return parse_study_pgn(text, GAMES, MOVE_TOKENS)


def write_study(study: Study) -> str:
    return format_study_pgn(study, GAMES, MOVE_TOKENS)


def without_line_breaks(study: Study) -> Study:
    """Return a study whose titles are one line each, as PGN tags require."""

    def normalize_spaces(text: str) -> str:
        return " ".join(text.split())

    chapters = tuple(replace(chapter, title=normalize_spaces(chapter.title)) for chapter in study.chapters)
    return replace(
        study, title=normalize_spaces(study.title) or "?", author=normalize_spaces(study.author), chapters=chapters
    )


@settings(max_examples=25, deadline=None)
@given(draw_study())
def test_study_survives_pgn(study: Study) -> None:
    study = without_line_breaks(study)
    assert read_study(write_study(study)) == study


def test_sample_study_round_trips_as_pgn() -> None:
    study = parse_study((ROOT / "examples" / "open-doors.json").read_text(encoding="utf-8"))
    assert read_study(write_study(study)) == study


PLAYER_TAGS = '[White "Ada"]\n[Black "Ben"]\n[Date "2024.01.02"]\n[Result "1-0"]\n'


@pytest.mark.parametrize(
    ("tags", "event"),
    [
        ('[Event "?"]\n[StudyName "Openings"]\n[ChapterName "One"]\n', "Openings: One"),
        (f'[Event "?"]\n[StudyName "Openings"]\n{PLAYER_TAGS}', "Openings: Ada – Ben"),
        (f'[Event ""]\n{PLAYER_TAGS}', "Ada – Ben"),
        (PLAYER_TAGS, "Ada – Ben"),
        ('[Event "Club final"]\n[StudyName "Openings"]\n', "Club final"),
    ],
)
def test_event_has_name_if_something_has(tags: str, event: str) -> None:
    """An event without a name gets that of the study, the chapter or the players. Other tags stay."""
    text = write_study(read_study(f'[Variant "Tensor Chess"]\n{tags}\n1. e4 1-0\n'))
    assert f'[Event "{event}"]\n' in text
    if PLAYER_TAGS in tags:
        assert PLAYER_TAGS in text
    study = Study("Openings", chapters=(Chapter("tensor-chess", "One", tags={"Event": "?"}),))
    assert '[Event "Openings: One"]' in write_study(study)


@pytest.mark.parametrize(("tags", "seat"), [("", 0), ('[Orientation "black"]', 1), ('[Orientation "white"]', 0)])
def test_lichess_orientation_is_used(tags: str, seat: int) -> None:
    study = read_study(f'[Event "A"]\n[Variant "Tensor Chess"]\n{tags}\n\n1. e4 *\n')
    assert study.chapters[0].seat == seat


def test_lichess_study_is_read() -> None:
    """Each game becomes a chapter with its comments, variations, glyphs, and lichess's [%csl] and [%cal].

    The format is described in the PGN standard, 8.2.
    """
    study = read_study(LICHESS_PGN)
    assert (study.title, study.author) == ("Openings: The first moves", "https://lichess.org/@/ann")
    first, second = study.chapters
    assert first.note.comment == "Before the first move."
    assert first.note.marks == (StudyMark("ring", ("a1",)), StudyMark("ring", ("j8",), "red"))
    e4, e5, knight = first.moves
    assert (e4.text, e4.note.glyph, e4.note.comment) == ("e2e4", "!", "Best?\nTwice.")
    assert e4.note.marks == (StudyMark("arrow", ("d2", "d4")), StudyMark("arrow", ("e2", "e4"), "blue"))
    assert [[move.text for move in line] for line in e4.variations] == [["d2d4", "d7d5"], ["f2f4"]]
    assert e4.variations[0][1].note.glyph == "?"
    assert (e5.note.glyph, knight.text) == ("!?", "c1d3")
    assert second.moves == (StudyMove("e7e5", Note("to the end of the line")),)


def test_chess_export_is_standard_pgn() -> None:
    marks = (StudyMark("ring", ("e4",), "red"), StudyMark("arrow", ("d2", "d4")))
    moves = (
        StudyMove("e2e4", Note("So.", marks, "!"), ((StudyMove("d2d4"), StudyMove("d7d5")),)),
        StudyMove("e7e5", variations=((StudyMove("d7d5", Note(glyph="?")),),)),
        StudyMove("resign 2"),
    )
    study = Study("S", chapters=(Chapter("tensor-chess", "C", moves=moves),))
    body = " ".join(write_study(study).partition("\n\n")[2].split())
    assert body == "1. e4 $1 {So. [%csl Re4] [%cal Gd2d4]} (1. d4 d5) 1... e5 (1... d5 $2) {[%end resign 2]} *"
    assert read_study(write_study(study)) == study


@pytest.mark.parametrize("game", GAMES)
def test_action_texts_contain_no_spaces(game: str) -> None:
    """An action text contains no space, brace, bracket or semicolon, and does not start with a digit.

    PGN programs would misread them.
    """
    rules = GAMES[game]
    tokens = MOVE_TOKENS.get(game) or ActionTokens(rules)
    for playout in select_evenly_spaced(create_playouts(game), 4):
        for state, action in select_evenly_spaced(list(zip(playout.states, playout.actions, strict=False)), 40):
            token = tokens.write(state, action)
            assert not set(token) & set(" \t\n{}()[];$")
            assert not token[0].isdigit()
            assert rules.format_action(state, tokens.read(state, token)) == rules.format_action(state, action)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. e4 {never closed", "no closing"),
        ("1. e4 (1. d4", "parentheses don’t match"),
        ("1. e4) e5", "parentheses don’t match"),
        ("1. e5", "chapter 1, line 1, 1. e5:"),
        ("{[%end resign 1]} 1. e4", "already over"),
        ('[Game "go"]\n\n1. e4', "no game 'go'"),
        ('[Variant "Atomic"]\n\n1. e4', "no game 'Atomic'"),
        ('[Options "7"]\n\n1. e4', "Options"),
        ('[FEN "7"]\n\n1. e4', "FEN|start"),
        ("{[%task 7]}", "object"),
        ("{[%mark ring,pink,,a1]}", "pink"),
        ("[7 Event]", "isn’t a tag"),
        ("1. e4 " + "(1. d4 " * 20 + ")" * 20, "nested too deeply"),
    ],
)
def test_unreadable_text_is_reported(text: str, message: str) -> None:
    with pytest.raises(StudyError, match=message):
        read_study(text)


def test_length_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(StudyError, match="too long to be a study"):
        read_study(" " * (MAX_STUDY_LENGTH + 1))
    monkeypatch.setattr(move_list, "MAX_NOTATION_MOVES", 2)
    start = GAMES["tensor-chess"].initial({}, 0)
    assert len(GAMES["tensor-chess"].parse_moves(start, "1. e4 e5")) == 2
    with pytest.raises(ActionError, match="too many moves"):
        GAMES["tensor-chess"].parse_moves(start, "1. e4 e5 2. Nd3")


@pytest.mark.parametrize("text", ["a &amp; b", "&#39;", "&amp;amp;lt;", "&lt;b&gt; & &nbsp"])
def test_text_like_html_codes_survives_pgn(text: str) -> None:
    chapter = Chapter("tensor-chess", title=text, moves=(StudyMove("e2e4", Note(text)),), tags={"White": text})
    study = Study(text, chapters=(chapter,))
    assert parse_study_pgn(format_study_pgn(study, GAMES, MOVE_TOKENS), GAMES, MOVE_TOKENS) == study
