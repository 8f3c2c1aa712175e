"""Test the pages that links show in chats and CMSs, and the previews of the app's own pages."""

from __future__ import annotations

import argparse
import json
import re
from html import escape, unescape
from pathlib import Path

import pytest

from ruleboard.app.lessons.session import open_lesson
from ruleboard.app.lessons.view import lesson_snippets
from ruleboard.diagram import (
    LIGHT,
    Diagram,
    parse_marks,
    parse_stylesheets_by_look,
    position_description,
    svg,
    targets_on,
)
from ruleboard.embed.parameters import parse_fragment
from ruleboard.registry import GAMES
from tests.support.html_elements import find_attributes, parse_elements
from tools import previews, share_pages
from tools.diagrams import read_stylesheet
from tools.setup import ROOT

SITE_URL = "https://boards.example/games/"
STYLESHEET = read_stylesheet()
HOSTILE_TEXT = "\"><script>alert(1)</script><b a='"


def find_previews(html: str) -> dict[str, str]:
    """Return the contents of a page's preview tags, by property or name."""
    return {
        attributes.get("property") or attributes.get("name", ""): attributes.get("content", "")
        for attributes in find_attributes(html, "meta")
    }


def write(folder: Path, *lines: str) -> int:
    (folder / "list.tsv").write_text("\n".join(lines), encoding="utf-8")
    return share_pages.main([str(folder / "list.tsv"), "--base-url", SITE_URL.rstrip("/"), "--out", str(folder)])


def test_page_has_picture_tags_board_and_oembed(tmp_path: Path) -> None:
    assert (
        write(
            tmp_path, "# one", "", f"mate\t{HOSTILE_TEXT}\tgame=tensor-chess\tmoves=e2e4;e7e5\tcaption={HOSTILE_TEXT}"
        )
        == 0
    )
    folder = tmp_path / "p" / "mate"
    html = (folder / "index.html").read_text(encoding="utf-8")
    elements = parse_elements(html)
    assert [attrs.get("src") for tag, attrs in elements if tag == "script"] == ["../../embed.js"]
    assert "b" not in {tag for tag, _attrs in elements}
    tags = find_previews(html)
    assert tags["og:title"] == HOSTILE_TEXT
    assert tags["og:image"] == f"{SITE_URL}p/mate/board.png"
    assert tags["twitter:card"] == "summary_large_image"
    assert (folder / "board.png").read_bytes().startswith(b"\x89PNG")
    (board,) = [attrs for tag, attrs in elements if tag == "rule-board"]
    assert (board["game"], board["moves"], board["caption"]) == ("tensor-chess", "e2e4;e7e5", HOSTILE_TEXT)
    assert html.count(escape(HOSTILE_TEXT)) > 4, "the caption is under the picture, too"
    (link,) = [attrs for tag, attrs in elements if attrs.get("type") == "application/json+oembed"]
    assert link["href"] == f"{SITE_URL}p/mate/oembed.json"
    oembed = json.loads((folder / "oembed.json").read_text(encoding="utf-8"))
    assert (oembed["type"], oembed["version"]) == ("rich", "1.0")
    ((tag, frame),) = parse_elements(oembed["html"])
    assert tag == "iframe"
    assert frame["src"] == f"{SITE_URL}p/mate/"
    (source,) = [str(attrs["href"]) for tag, attrs in elements if tag == "a" and "#" in str(attrs["href"])]
    assert parse_fragment(source.partition("#")[2]).moves == ("e2e4", "e7e5")


def test_page_of_lesson_has_its_task_and_room_for_its_texts(tmp_path: Path) -> None:
    assert write(tmp_path, "leap\tLeaping\tgame=sensei\tlesson=character\tstep=2") == 0
    html = (tmp_path / "p" / "leap" / "index.html").read_text(encoding="utf-8")
    session = open_lesson("sensei", "character", 1)
    assert session
    assert session.step.task
    assert find_previews(html)["og:description"] == session.step.task.prompt
    assert f"<p>{escape(session.step.task.prompt)}</p>" in html
    oembed = json.loads((tmp_path / "p" / "leap" / "oembed.json").read_text(encoding="utf-8"))
    (lesson_frame,) = find_attributes(lesson_snippets(session).frame, "iframe")
    assert oembed["height"] > int(lesson_frame["height"])


def test_page_of_study_contains_it(tmp_path: Path) -> None:
    study = ROOT / "examples" / "open-doors.json"
    assert write(tmp_path, f"doors\tOpen doors\tstudy={study}\tchapter=2") == 0
    html = (tmp_path / "p" / "doors" / "index.html").read_text(encoding="utf-8")
    match = re.search(r'href="([^"]*embed\.html#[^"]*)"', html)
    assert match
    parameters = parse_fragment(unescape(match[1]).partition("#")[2])
    assert '"ruleboard-study/1"' in parameters.study_text()
    assert parameters.chapter == 2


@pytest.mark.parametrize("game", GAMES)
def test_picture_shows_marks_and_its_text_describes_position(game: str, tmp_path: Path) -> None:
    """The picture shows a mark of each kind as `dev.py diagrams` does."""
    rules = GAMES[game]
    view = rules.view(rules.initial({}, 0), None)
    movable_target = next(action.targets[0] for action in rules.legal_actions(view) if action.targets)
    other_target = min(targets_on(rules, view) - {movable_target})
    other_marks = (f"{kind}:{other_target}" for kind in ("shown", "danger", "last"))
    for marks in (*other_marks, f"taken:{movable_target}"):
        (page,) = share_pages.parse_pages(f"a\tA page\tgame={game}\tmarks={marks}", "list.tsv")
        diagram = Diagram(marks=parse_marks(rules, view, marks), width=800)
        state = page.board.table.timeline.state
        assert share_pages.draw_position(page, STYLESHEET) == svg(
            rules, state, parse_stylesheets_by_look(STYLESHEET)[LIGHT], diagram
        )
    assert write(tmp_path, f"a\tA page\tgame={game}") == 0
    html = (tmp_path / "p" / "a" / "index.html").read_text(encoding="utf-8")
    (picture,) = find_attributes(html, "img")
    description = f"A page. {position_description(rules, view)}"
    assert picture["alt"] == find_previews(html)["og:image:alt"] == description


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a\tA", "2 fields"),
        ("../a\tA\tgame=sensei", "not a page name"),
        ("first\tA\tgame=sensei", "line 1 has the name"),
        ("a\tA\tgame=checkers", "game"),
        ("a\tA\tgame=sensei\tpositon=x", "positon"),
        ("a\tA\tgame=sensei\tposition=x", "position"),
        ("a\tA\tgame=sensei\tmode", "has no value"),
        ("a\tA\tstudy=none.json", "none.json"),
    ],
)
def test_wrong_line_is_named(line: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert write(tmp_path, "first\tFirst\tgame=sensei", line) == 2
    error = capsys.readouterr().err
    assert "list.tsv, line 2: " in error
    assert message in error
    assert not (tmp_path / "p").exists()


def test_all_wrong_lines_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert write(tmp_path, "a\tA\tgame=checkers", "b\tB\tgame=sensei", "c\tC", "c\tC\tgame=sensei\tat=x") == 2
    error = capsys.readouterr().err
    assert [line for line in range(1, 5) if f"list.tsv, line {line}: " in error] == [1, 3, 4]
    assert write(tmp_path, *["a"] * 20) == 2
    assert len(capsys.readouterr().err.splitlines()) == 10


@pytest.mark.parametrize("name", ["index.html", "embed.html"])
def test_app_pages_have_previews_with_absolute_urls(name: str) -> None:
    source = (ROOT / name).read_text(encoding="utf-8")
    tags = find_previews(previews.with_preview(source, name, SITE_URL))
    assert {"og:title", "og:description", "og:image", "twitter:card"} <= tags.keys()
    assert str(tags["og:image"]).startswith(SITE_URL)
    assert (ROOT / str(tags["og:image"]).removeprefix(SITE_URL)).is_file()
    assert previews.with_preview(source, name, "") == source


@pytest.mark.parametrize(
    "text", ["boards.example", "//boards.example", "ftp://boards.example", "https://a/?x", "https://a/#x"]
)
def test_address_of_site_must_be_whole(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        previews.parse_base_url(text)
