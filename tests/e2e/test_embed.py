"""Test embedded boards: pages of other origins, sandboxes, touches, messages, no storage, no JavaScript."""

from __future__ import annotations

import json
import re
import shutil
from contextlib import ExitStack
from dataclasses import replace
from html import escape
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import pytest
from playwright.sync_api import expect

from ruleboard.app.lessons.session import open_lesson
from ruleboard.app.lessons.view import lesson_snippets
from ruleboard.app.problems.session import open_problem
from ruleboard.app.problems.view import problem_snippets
from ruleboard.app.study.embedding import Embedding, snippet, with_poster
from ruleboard.app.study.files import file_name
from ruleboard.app.study.paper import draw_all
from ruleboard.diagram import LIGHT, Diagram, parse_stylesheets_by_look, poster
from ruleboard.embed.posters import lesson_positions
from ruleboard.engine.game_link import compress
from ruleboard.engine.options import format_options, new_record_options
from ruleboard.engine.study_text import format_study, parse_study
from ruleboard.engine.study_tree import open_chapter
from ruleboard.engine.timeline import new_timeline
from ruleboard.learning.courses import problems
from ruleboard.learning.problems import assess, play_turn
from ruleboard.links import encode_position
from ruleboard.registry import GAMES
from ruleboard.wording import clean_name
from tests.e2e.conftest import PLAYWRIGHT_CONFIG
from tests.e2e.helpers import hold_requests, wait_until, wait_until_cached
from tests.support.html_elements import find_attributes
from tests.support.playouts import select_sample_plies
from tests.support.thinking import ASK_SCRIPT, answer, request
from tools import serve
from tools.diagrams import read_stylesheet
from tools.setup import ROOT

READY_TIMEOUT_MS = 90_000
EXAMPLES_FOLDER = ROOT / "examples"
SNIPPET_FORMS = ("file", "text")
"""The forms of an embedded study: in a file of its own, or in the page itself."""
START_POSITION = "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"
POSITION_AFTER_FIRST_ACTION = "rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi"
SERVICE_WORKER_OPTIONS = {"service_workers": "allow"}
"""Context options for sandboxed frames, in which Playwright's script that blocks service workers fails."""
BOARD = '<rule-board id="board" game="sensei" mode="play"></rule-board>'


class Host:
    """A web server with another origin that serves the tests' pages."""

    def __init__(self, folder: Path, url: str, site: str) -> None:
        self.folder, self.url, self.site = folder, url, site

    def page(self, body: str, name: str = "index.html", *, script: bool = True) -> str:
        """Write a page with a body and return its address. The page includes embed.js unless ``script`` is False."""
        head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">'
        head += '<meta name="viewport" content="width=device-width">'
        recorder = """<script>
          window.heard = [];
          for (const type of [
            "ready", "change", "action", "undo", "reset", "outcome", "missed", "found", "step", "error",
          ]) {
            addEventListener(type, (event) => {
              if (event.target instanceof Element) heard.push([event.target.id, type, event.detail]);
            }, true);
          }
        </script>"""
        loader = f'<script src="{self.site}embed.js" defer></script>' if script else ""
        (self.folder / name).write_text(f"{head}<body>{recorder}{body}{loader}", encoding="utf-8")
        return self.url + name


@pytest.fixture
def host(tmp_path, site):
    folder = tmp_path / "host"
    folder.mkdir()
    with serve.serve_folder(folder) as url:
        yield Host(folder, url, site)


@pytest.fixture(scope="module")
def warm_desktop(browser_type, launch_options, profile_options, warm_profile_folder):
    """Start a desktop context on disk. There Chromium caches compiled code, so that a start takes half the time.

    Embedded boards store nothing, as ``test_embedded_board_stores_nothing`` checks in a separate context.
    """
    if PLAYWRIGHT_CONFIG["browser"] != "chromium":
        yield None
        return
    options = {**launch_options, **profile_options("desktop")}
    options["args"] = [*options["args"], "--renderer-process-limit=1"]
    context = browser_type.launch_persistent_context(warm_profile_folder(), **options)
    yield context
    context.close()


@pytest.fixture
def visit(browser, profile_options, host, site, warm_desktop):
    """Return a function that opens a page.

    Errors of the page and its requests to other origins fail the test. Without options, the page is a desktop page in
    the shared context. With options, it gets a new context.
    """
    pages, problems = [], []
    origins = {urlsplit(address).netloc for address in (host.url, site)}

    def open_page(address, profile="desktop", **context_options):
        uses_shared_context = warm_desktop and profile == "desktop" and not context_options
        context = (
            warm_desktop
            if uses_shared_context
            else browser.new_context(**{**profile_options(profile), **context_options})
        )
        page = context.new_page()
        pages.append(page)
        page.on(
            "request",
            lambda request: (
                problems.append(f"request: {request.url}")
                if request.url.startswith("http") and urlsplit(request.url).netloc not in origins
                else None
            ),
        )
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(address)
        return page

    yield open_page
    for page in pages:
        if page.context == warm_desktop:
            page.close()
        else:
            page.context.close()
    assert problems == []


def find_frame(page, id="board"):
    return page.frame_locator(f"#{id} iframe")


def wait_until_ready(frame):
    frame.locator("html[data-ready]").wait_for(state="attached", timeout=READY_TIMEOUT_MS)
    return frame


def start_board(page, id="board"):
    """Click the button of a board and wait until the board is ready."""
    page.locator(f"#{id}").get_by_role("button").click()
    return wait_until_ready(find_frame(page, id))


def wait_for_position(frame, position):
    frame.locator(f"svg[data-position={json.dumps(position)}]").wait_for(timeout=20_000)


def wait_for_events(page, kind, count=0):
    """Wait until a page has received events of a kind from boards, at least ``count`` of them. Return their details."""

    def find_matching_events():
        return [detail for _id, type, detail in page.evaluate("heard") if type == kind]

    wait_until(page, lambda: len(find_matching_events()) >= count)
    return find_matching_events()


def test_embed_script_is_small(dist):
    assert (dist / "embed.js").stat().st_size < 15.5 * 1024


def test_every_game_has_poster(dist):
    """Every game has a picture of its start, and a script that draws positions of the game."""
    assert {file.name for file in (dist / "static" / "posters").iterdir()} == {
        f"{game}.{kind}" for game in GAMES for kind in ("svg", "js")
    }


LATER_POSITION_TEXT = "Open the board to see the position."
PICTURE_URL_PATTERN = re.compile("^data:image/svg")


def test_element_draws_position_without_python(visit, host):
    """The element draws its position and any later one. With moves or an unreadable position it shows a placeholder."""
    page = visit(host.page(BOARD))
    board, picture = page.locator("#board"), page.locator("#board img")
    note = page.locator("#board [part=note]")
    expect(picture).to_have_attribute("src", re.compile("sensei.svg$"))
    sources = []
    for name, value in (("position", POSITION_AFTER_FIRST_ACTION), ("flip", ""), ("position", START_POSITION)):
        board.evaluate("(board, [name, value]) => board.setAttribute(name, value)", [name, value])
        expect(picture).not_to_have_attribute("src", sources[-1] if sources else "")
        expect(picture).to_have_attribute("src", PICTURE_URL_PATTERN)
        sources.append(picture.get_attribute("src"))
        stone_on_a4_pattern = re.compile("a4" if value == POSITION_AFTER_FIRST_ACTION or name == "flip" else "^[^4]*$")
        expect(board.get_by_role("button")).to_have_attribute("aria-description", stone_on_a4_pattern)
    assert len(set(sources)) == 3
    expect(note).to_be_empty()
    assert page.frames == [page.main_frame]
    for name, value in (
        ("moves", "a1-a4"),
        ("at", "0"),
        ("position", "no position"),
        ("position", POSITION_AFTER_FIRST_ACTION),
    ):
        board.evaluate("(board, [name, value]) => board.setAttribute(name, value)", [name, value])
        is_drawn = (name, value) in (("at", "0"), ("position", POSITION_AFTER_FIRST_ACTION))
        expect(note).to_have_text("" if is_drawn else LATER_POSITION_TEXT)
        if is_drawn:
            expect(picture).to_have_attribute("src", PICTURE_URL_PATTERN)
        else:
            expect(picture).not_to_have_attribute("src", re.compile(""))
            expect(picture).not_to_be_visible()
    board.evaluate("board => { board.removeAttribute('flip'); board.removeAttribute('moves'); }")
    wait_for_position(start_board(page), POSITION_AFTER_FIRST_ACTION)


def test_lesson_draws_position_before_start(visit, host, site):
    """The element and a plain frame draw the lesson's position; for a part of a table they show a placeholder."""
    address = f"{site}embed.html#game=sensei&lesson=character&step=99"
    frame = f'<iframe id="plain" width="480" height="620" src="{address}"></iframe>'
    page = visit(host.page(f'<rule-board id="board" game="sensei" lesson="character"></rule-board>{frame}'))
    board = page.locator("#board")
    picture, note = board.locator("img"), board.locator("[part=note]")
    for name, value in (("step", "1"), ("step", "99"), ("lesson", "stones")):
        board.evaluate("(board, [name, value]) => board.setAttribute(name, value)", [name, value])
        expect(picture).to_have_attribute("src", PICTURE_URL_PATTERN)
        expect(picture).to_be_visible()
        expect(note).to_have_text("")
    expect(board.get_by_role("button")).to_have_attribute("aria-description", re.compile("stone: "))
    french_text_pattern = re.compile("pierre verte\u00a0: ")
    board.evaluate(SET_ATTRIBUTES_SCRIPT, {"lang": "fr"})
    expect(board.get_by_role("button")).to_have_attribute("aria-description", french_text_pattern)
    board.evaluate(SET_ATTRIBUTES_SCRIPT, {"lesson": None})
    expect(picture).to_have_attribute("alt", french_text_pattern)
    board.evaluate(SET_ATTRIBUTES_SCRIPT, {"lang": None})
    expect(page.frame_locator("#plain").locator("#first img")).to_have_attribute("src", PICTURE_URL_PATTERN)
    expect(page.frame_locator("#plain").get_by_text(LATER_POSITION_TEXT)).to_have_count(0)
    part_of_table = next(id for id, steps in sorted(lesson_positions("equilibrium").items()) if steps[0] is None)
    board.evaluate(SET_ATTRIBUTES_SCRIPT, {"game": "sensei", "lesson": "no-such-lesson"})
    expect(note).to_contain_text("lesson")
    expect(picture).not_to_be_visible()
    board.evaluate(SET_ATTRIBUTES_SCRIPT, {"game": "equilibrium", "lesson": part_of_table})
    expect(note).to_have_text(LATER_POSITION_TEXT)
    expect(picture).to_have_attribute("alt", "")  # a blank picture keeps the place of the part


SET_ATTRIBUTES_SCRIPT = """(board, attributes) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) board.removeAttribute(name);
    else board.setAttribute(name, value);
  }
}"""


def test_twenty_boards_start_only_when_clicked(visit, host):
    boards = "".join(f'<rule-board id="b{number}" game="sensei" mode="play"></rule-board>' for number in range(20))
    page = visit(host.page(boards))
    posters = page.locator("rule-board img")
    expect(posters.first).to_be_visible()
    assert posters.count() == 20
    page.wait_for_timeout(500)
    assert page.frames == [page.main_frame]
    start_board(page, "b3")
    assert len(page.frames) == 2
    frame = find_frame(page, "b3")
    frame.locator('[data-target="a1"]').click()
    frame.locator('[data-target="a4"]').click()
    wait_for_position(frame, POSITION_AFTER_FIRST_ACTION)
    start_board(page, "b5")
    assert len(page.frames) == 3
    wait_for_position(frame, POSITION_AFTER_FIRST_ACTION)
    frame.get_by_role("button", name="Undo").click()
    wait_for_position(frame, START_POSITION)
    assert [detail["action"] for detail in wait_for_events(page, "action", 1)] == ["a1-a4"]


@pytest.mark.core
def test_page_and_board_exchange_messages(visit, host):
    page = visit(host.page(BOARD))
    page.evaluate("board.play('a1-a4')")  # starts it
    frame = wait_until_ready(find_frame(page))
    wait_for_position(frame, POSITION_AFTER_FIRST_ACTION)
    assert page.evaluate("board.ready")
    assert wait_for_events(page, "ready", 1) == [{"game": "sensei", "position": START_POSITION, "player": 0}]
    assert [detail["position"] for detail in wait_for_events(page, "action", 1)] == [POSITION_AFTER_FIRST_ACTION]
    page.evaluate("board.reset()")
    wait_for_position(frame, START_POSITION)
    page.evaluate("position => board.setPosition(position)", POSITION_AFTER_FIRST_ACTION)
    wait_for_position(frame, POSITION_AFTER_FIRST_ACTION)
    page.evaluate("board.setAttribute('game', 'tensor-chess')")
    expect(frame.locator("svg[data-game=tensor-chess]")).to_be_visible()
    mate_position = "7k2/10/7K2/10/10/10/10/9R w - - 0 1"
    page.evaluate("position => { board.setPosition(position); board.play('j1j8'); }", mate_position)
    expect(frame.locator(".result")).to_be_visible()
    [outcome] = wait_for_events(page, "outcome", 1)
    assert outcome["winners"] == [0]
    assert wait_for_events(page, "error") == []


@pytest.mark.core
def test_task_is_solved_after_misses_and_hint(visit, host):
    task = 'mode="find" accept="a1-a4" ask="Which stone?" praise="That one."'
    page = visit(host.page(f'<rule-board id="board" game="sensei" {task}></rule-board>'))
    frame = start_board(page)
    expect(frame.locator(".ask")).to_have_text("Which stone?")
    for number in (1, 2):
        frame.locator('[data-target="c1"]').click()
        frame.locator('[data-target="c3"]').click()
        expect(frame.locator(".missed")).to_contain_text("asks for something else")
        expect(frame.locator(".hinted")).to_have_count(number - 1)
        frame.get_by_role("button", name="Try again").click()
    expect(frame.locator('[data-target="a1"].shown')).to_have_count(1)
    frame.locator('[data-target="a1"]').click()
    frame.locator('[data-target="a4"]').click()
    expect(frame.locator(".praise")).to_have_text("That one.")
    expect(frame.locator("#live")).to_contain_text("That one.")
    assert wait_for_events(page, "found", 1) == [{"misses": 2}]
    assert [detail["misses"] for detail in wait_for_events(page, "missed", 2)] == [1, 2]


def test_foreign_messages_are_ignored_and_broken_ones_answered(visit, host):
    other_url = host.page("<p>other</p>", "other.html", script=False)
    page = visit(host.page(f'{BOARD}<iframe id="other" src="{other_url}"></iframe>'))
    frame = start_board(page)
    # To the page, not from the board's window.
    page.evaluate("postMessage({ ruleboard: 1, type: 'outcome', winners: [1] }, '*')")
    page.frame(url=other_url).evaluate("parent.postMessage({ ruleboard: 1, type: 'outcome', winners: [1] }, '*')")
    # To the board, from its page, but broken.
    post = "message => board.shadowRoot.querySelector('iframe').contentWindow.postMessage(message, '*')"
    for message in (
        {"ruleboard": 7},
        {"ruleboard": 1, "type": "dance"},
        {"ruleboard": 1, "type": "play", "action": []},
    ):
        page.evaluate(post, message)
    page.evaluate("for (const message of ['text', 3, null, {}, { type: 'play' }, []]) (" + post + ")(message)")
    page.evaluate("const ring = { ruleboard: 1 }; ring.ring = ring; (" + post + ")(ring)")
    page.evaluate("board.play('b1-b2')")
    expect(frame.locator('[data-position^="rrrRrrr/7/7/7/7/1g5/g1gGggg"]')).to_be_visible()
    assert [detail["action"] for detail in wait_for_events(page, "action", 1)] == ["b1-b2"]
    assert wait_for_events(page, "outcome") == []
    assert [detail.get("where") for detail in wait_for_events(page, "error", 4)] == [
        "ruleboard",
        "type",
        "action",
        None,
    ]


def test_board_continues_after_move_and_links_move_boards(visit, host):
    """A started board continues after a move to another place in the page. Links in the text start and move boards."""
    targets = {"first": ("moves", 1), "late": ("moves", 9), "nowhere": ("nothing", 1)}
    links = "".join(
        f'<a id="{id}" href="#" data-board="{board_id}" data-at="{at}">{id}</a> '
        for id, (board_id, at) in targets.items()
    )
    links += '<div id="place"></div>'
    moves = '<rule-board id="moves" game="tensor-chess" moves="e2e4;e7e5" at="0"></rule-board>'
    page = visit(host.page(BOARD + links + moves))
    page.evaluate("board.play('a1-a4')")
    wait_for_position(wait_until_ready(find_frame(page)), POSITION_AFTER_FIRST_ACTION)
    wait_until(page, lambda: page.evaluate("[board.ply, board.moves[0]]") == [1, "a1-a4"])
    svg = page.evaluate("board.picture()")
    assert svg.startswith("<svg")
    event_count = len(page.evaluate("heard"))
    page.evaluate("place.append(board)")
    wait_for_position(wait_until_ready(find_frame(page)), POSITION_AFTER_FIRST_ACTION)
    wait_until(page, lambda: page.locator("#board .answering").count() == 1)
    assert len(page.evaluate("heard")) == event_count, "the page hears nothing of the other frame"
    page.evaluate("board.undo()")
    wait_for_position(find_frame(page), START_POSITION)
    assert len(wait_for_events(page, "undo", 1)) == 1
    page.locator("#first").click()
    wait_until_ready(find_frame(page, "moves"))
    wait_until(page, lambda: page.evaluate("[moves.ready, moves.ply, moves.players.length]") == [True, 1, 2])
    page.evaluate("moves.setAttribute('at', '2')")
    wait_until(page, lambda: page.evaluate("moves.ply") == 2)
    warnings = []
    page.on("console", lambda message: warnings.append(message.text) if message.type == "warning" else None)
    for count, id in enumerate(("late", "nowhere"), 1):
        page.locator(f"#{id}").click()
        wait_until(page, lambda count=count: len(warnings) == count)
    assert page.evaluate("moves.ply") == 2
    assert "2 moves" in warnings[0]
    assert "“nothing”" in warnings[1]
    assert "data-board" in warnings[1]


@pytest.mark.core
def test_every_call_has_an_answer(visit, host):
    """Every call settles its promise or causes an event: wrong arguments cause error events."""
    other_boards = "".join(
        f'<rule-board id="{id}" game="sensei" position="x"></rule-board>' for id in ("wrong", "lost")
    )
    page = visit(host.page(BOARD + other_boards))
    values = ["'x'", "-1", "1e9", "NaN", "undefined", "{}", "Symbol()", "1n", "() => 1"]
    page.evaluate(f"for (const value of [{', '.join(values)}]) {{ board.goTo(value); board.play(value); }}")
    wait_for_events(page, "error", 2 * len(values))
    first, second = page.evaluate("Promise.all([board.picture(), (board.play('a1-a4'), board.picture())])")
    assert first.startswith("<svg")
    assert second.startswith("<svg")
    assert first != second
    failure = "({ message }) => [message]"
    assert page.evaluate(f"wrong.picture().catch({failure})") != [""]
    assert page.evaluate(
        f"(() => {{ const svg = lost.picture(); lost.remove(); return svg.catch({failure}); }})()"
    ) != [""]
    assert len(wait_for_events(page, "error")) == 2 * len(values) + 2


def test_moved_board_with_secret_starts_again(visit, host):
    """If the page moves a board while a player decides in secret, the page learns nothing, and the secret is
    dropped.
    """
    cards = BOARD.replace("sensei", "tensor-cards")
    page = visit(host.page(f'{cards}<div id="place"></div>'))
    frame = start_board(page)
    earlier_events = page.evaluate("heard")
    frame.locator("[data-do='embed.uncover']").click()
    frame.locator("[data-target^='card:']").first.click()
    frame.locator("[data-target^='piece:']").first.click()
    page.wait_for_timeout(500)
    assert page.evaluate("heard") == earlier_events
    page.evaluate("place.append(board)")
    expect(page.locator("#board").get_by_role("button")).to_be_visible()
    assert page.evaluate("[board.ready, board.position, board.moves, board.players]") == [False, "", [], []]
    expect(start_board(page).locator("[data-do='embed.uncover']")).to_be_visible()
    assert page.evaluate("heard") == earlier_events * 2


def test_still_board_has_no_button_and_wrong_attributes_have_messages(visit, host):
    boards = {
        "still": 'game="sensei"',
        "marked": 'game="sensei" marks="d1"',
        "named": 'game="sensei" mode="play" positon="x"',
        "number": 'game="sensei" at="x"',
        "twice": 'study="#same"',
        "seat": 'game="sensei" mode="play" opponent="1" seat="3"',
        "mark": 'game="sensei" marks="h9"',
        "missing": 'src="#nothing"',
        "elsewhere": 'study="https://other.example/x.json"',
        "wide": 'game="sensei" mode="play" width="300"',
    }
    elements = "".join(f'<rule-board id="{id}" {attributes}></rule-board>' for id, attributes in boards.items())
    paper = '<div slot="paper" hidden><img src="data:image/svg+xml," alt="On paper"></div>'
    elements += f'<rule-board id="printed" game="sensei"><p>A text</p>{paper}</rule-board>'
    texts = "".join('<script type="application/json" id="same">{}</script>' for _index in (1, 2))
    elements += '<rule-board id="pair" game="sensei" mode="play"></rule-board>' * 2
    page = visit(host.page(f"{elements}{texts}"))
    expect(page.locator("#pair [part=note]").last).to_contain_text("pair")
    expect(page.locator("#still").get_by_role("button")).to_have_count(0)
    expect(page.locator("#still").get_by_role("img", name=re.compile(r"Sensei\..* a1, "))).to_be_visible()
    expect(page.locator("#wide").get_by_role("button")).to_have_attribute("aria-description", re.compile(" a1, "))
    expect(page.locator("#printed").get_by_role("button")).to_have_attribute("aria-description", "")
    for id, part in (
        *(("named", "position"), ("number", "at"), ("twice", "same"), ("seat", "seat"), ("mark", "marks")),
        *(("missing", "src"), ("elsewhere", "study")),
    ):
        expect(page.locator(f"#{id} [part=note]")).to_contain_text(part)
    assert page.locator("#wide").bounding_box()["width"] == 300
    picture_bottom, sign_top = page.locator("#marked").evaluate(
        """({ shadowRoot }) => {
          const boxOf = (selector) => shadowRoot.querySelector(selector).getBoundingClientRect();
          return [boxOf("img").bottom, boxOf(".sign").top];
        }"""
    )
    assert picture_bottom <= sign_top
    assert page.frames == [page.main_frame]
    for id in ("still", "marked"):
        height = page.locator(f"#{id}").evaluate("board => board.offsetHeight")
        page.evaluate("id => document.getElementById(id).start()", id)
        wait_until_ready(find_frame(page, id))
        assert page.locator(f"#{id}").evaluate("board => board.offsetHeight") == pytest.approx(height, abs=4)


@pytest.mark.parametrize(
    ("game", "lesson", "width"),
    [("tesulda", "goal", 480), ("sensei", "unfair", 320), ("equilibrium", "hack", 360), ("equilibrium", "load", 700)],
)
def test_lesson_takes_space_of_poster(visit, host, game, lesson, width):
    """The text of a lesson is above the board or next to it. Long texts scroll within the space of the poster."""
    board = f'<rule-board id="board" game="{game}" lesson="{lesson}"></rule-board>'
    page = visit(host.page(f'<div style="width: {width}px">{board}</div>'))
    picture = page.locator("#board img")
    expect(picture).to_have_attribute("src", PICTURE_URL_PATTERN)
    picture.evaluate("image => image.decode()")
    poster_top = picture.evaluate("image => image.getBoundingClientRect().top - board.getBoundingClientRect().top")
    height = page.locator("#board").evaluate("board => board.offsetHeight")
    board_top = start_board(page).locator("svg.board").evaluate("svg => svg.getBoundingClientRect().top")
    assert board_top == pytest.approx(poster_top, abs=2)
    assert page.locator("#board").evaluate("board => board.offsetHeight") == pytest.approx(height, abs=2)


@pytest.mark.parametrize(
    ("id", "width"), [("hack-01", 480), ("tweak-06", 320), ("tweak-01", 360), ("tweak-01", 700), ("tweak-05", 483)]
)
def test_puzzle_of_equilibrium_keeps_height_of_poster(visit, host, id, width):
    """The board stays as high as its poster, although later positions have more buttons than the start."""
    problem = next(entry for entry in problems("equilibrium") if entry.id == id)
    answers = "|".join(";".join(text for turn in line for text in turn) for line in problem.solution.lines)
    attributes = f'position="{encode_position(problem.position)}" accept="{escape(answers)}"'
    board = (
        f'<rule-board id="board" game="equilibrium" mode="find" goal="win" ask="Win now." {attributes}></rule-board>'
    )
    page = visit(host.page(f'<div style="width: {width}px">{board}</div>'))
    expect(page.locator("#board [part=note]")).to_have_text(LATER_POSITION_TEXT)
    height = page.locator("#board").evaluate("board => board.offsetHeight")
    frame = start_board(page)
    expect(frame.locator(".choices-of")).to_be_visible()
    assert page.locator("#board").evaluate("board => board.offsetHeight") == pytest.approx(height, abs=4)


def test_puzzle_of_cards_shows_the_win_after_the_reply(visit, host):
    """The board plays the secret reply and the choice of an order after it, as the page of the puzzle does."""
    session = open_problem("tensor-cards", "race-12")
    (attributes,) = find_attributes(problem_snippets(session)[0], "rule-board")
    values = " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
    page = visit(host.page(f'<rule-board id="board" {values}></rule-board>'))
    frame = start_board(page)
    for target in ("card:8", "slot:red", "card:3", "slot:blue", "card:10", "slot:yellow", "do:lay"):
        frame.locator(f'[data-target="{target}"]').first.click()
    next_button = frame.locator('button[data-do="embed.show_step"][data-value="1"]')
    expect(next_button).to_be_visible()
    for _frame in range(20):
        if next_button.is_visible():
            next_button.click()
    wait_for_position(frame, session.exercise.start.game.format_position(_state_after_first_solution(session)))
    expect(frame.locator(".praise")).to_contain_text(session.problem.theme.explanation)


def _state_after_first_solution(session):
    """Return the state after the first solution of a problem and the reply to this solution."""
    start, solution = session.exercise.start, session.problem.solution
    texts = tuple(text for turn in solution.lines[0] for text in turn)
    return play_turn(start.game, start.state, texts + assess(start.game, start.state, solution, texts).reply)


def test_board_with_wrong_attribute_waits_for_the_reader(visit, host):
    """A board with a wrong attribute shows the error, even with ``autostart``, and starts after a touch."""
    page = visit(host.page('<rule-board id="board" game="sensei" mode="play" oponent="3" autostart></rule-board>'))
    [error] = wait_for_events(page, "error", 1)
    assert "opponent" in error["message"]
    expect(page.locator("#board [part=note]")).to_have_text(error["message"])
    assert page.locator("#board iframe").count() == 0
    start_board(page)


def test_flood_of_messages_gets_one_error(visit, host):
    page = visit(host.page(BOARD))
    frame = start_board(page)
    frame.locator("html").evaluate(
        """() => {
          const { send } = ruleboard;
          globalThis.handledCount = 0;
          ruleboard.send = (...event) => { handledCount += 1; send(...event); };
        }"""
    )
    page.evaluate("for (let i = 0; i < 10_000; i++) board.reset()")
    [error] = wait_for_events(page, "error", 1)
    assert "too many" in error["message"]
    frame.locator('[data-target="c1"]').click()  # the reader can still play
    page.wait_for_timeout(3000)
    assert frame.locator("html").evaluate("() => handledCount") < 500
    page.evaluate("board.play('a1-a4')")
    wait_for_position(frame, POSITION_AFTER_FIRST_ACTION)
    assert len(wait_for_events(page, "error")) == 1


def test_several_messages_keep_order(visit, host):
    page = visit(host.page(BOARD))
    frame = start_board(page)
    page.evaluate("for (let i = 0; i < 20; i++) { board.play('a1-a4'); board.reset(); } board.play('a1-a4')")
    wait_for_position(frame, POSITION_AFTER_FIRST_ACTION)
    assert len(wait_for_events(page, "action", 21)) == 21
    assert wait_for_events(page, "error") == []


def test_board_accepts_messages_from_parent_page_only(visit, host, site):
    other_url = host.page("<p>other</p>", "other.html", script=False)
    address = f"{site}embed.html#game=sensei&mode=play&autostart"
    page = visit(host.page(f'<iframe id="frame" src="{address}"></iframe><iframe src="{other_url}"></iframe>'))
    frame = wait_until_ready(page.frame_locator("#frame"))
    play = "postMessage({ ruleboard: 1, type: 'play', action: 'a1-a4' }, '*')"
    page.frame(url=other_url).evaluate(f"parent.frames[0].{play}")
    frame.locator("html").evaluate(f"() => {play}")
    page.wait_for_timeout(500)
    expect(frame.locator(f'svg[data-position="{START_POSITION}"]')).to_be_visible()
    page.evaluate(f"frames[0].{play}")
    wait_for_position(frame, POSITION_AFTER_FIRST_ACTION)


def test_board_ignores_pages_other_than_named_host(visit, host, site):
    address = f"{site}embed.html#game=sensei&mode=play&host=https://elsewhere.example"
    page = visit(host.page(f'<iframe id="frame" src="{address}"></iframe>'))
    page.evaluate("window.all = []; addEventListener('message', ({ data }) => all.push(data))")
    frame = wait_until_ready(page.frame_locator("#frame"))
    page.evaluate("frame.contentWindow.postMessage({ ruleboard: 1, type: 'play', action: 'a1-a4' }, '*')")
    page.wait_for_timeout(500)
    expect(frame.locator(f'svg[data-position="{START_POSITION}"]')).to_be_visible()
    assert page.evaluate("all") == []


@pytest.mark.core
def test_board_plays_in_sandbox_without_storage(visit, host, site):
    address = f"{site}embed.html#game=sensei&mode=play&autostart"
    page = visit(
        host.page(f'<iframe id="frame" sandbox="allow-scripts" src="{address}" height="700"></iframe>'),
        **SERVICE_WORKER_OPTIONS,
    )
    frame = wait_until_ready(page.frame_locator("#frame"))
    assert frame.locator("html").evaluate("() => [self.origin, document.documentElement.dataset.start]") == [
        "null",
        "snapshot",
    ]
    frame.locator('[data-target="a1"]').click()
    frame.locator('[data-target="a4"]').click()
    wait_for_position(frame, POSITION_AFTER_FIRST_ACTION)


@pytest.mark.core
@pytest.mark.parametrize("sandbox", ["", 'sandbox="allow-scripts"'])
def test_opponents_think_in_worker(visit, host, site, sandbox):
    address = f"{site}embed.html#game=sensei&mode=play&autostart"
    page = visit(host.page(f'<iframe id="frame" {sandbox} src="{address}"></iframe>'), **SERVICE_WORKER_OPTIONS)
    frame = wait_until_ready(page.frame_locator("#frame"))
    question = request("sensei", action_count=6)
    reply = frame.locator("html").evaluate(f"(_, request) => {{ {ASK_SCRIPT} return ask(request); }}", question)
    assert reply == answer(question)


@pytest.mark.parametrize("sandbox_owner", ["the element's own", "the page's"])
def test_sandboxed_board_exchanges_messages(visit, host, sandbox_owner):
    if sandbox_owner == "the page's":
        inner_url = host.page(BOARD, "inner.html")
        page = visit(
            host.page(f'<iframe id="around" sandbox="allow-scripts" src="{inner_url}" height="900"></iframe>'),
            **SERVICE_WORKER_OPTIONS,
        )
        parent = page.frame(url=inner_url)
    else:
        page = visit(host.page(BOARD.replace("mode=", "sandbox mode=")), **SERVICE_WORKER_OPTIONS)
        parent = page.main_frame
    parent.evaluate("board.play('a1-a4')")
    frame = wait_until_ready(parent.frame_locator("#board iframe"))
    wait_for_position(frame, POSITION_AFTER_FIRST_ACTION)
    assert frame.locator("html").evaluate("() => self.origin") == "null"
    assert [type for _id, type, _detail in parent.evaluate("heard")] == ["ready", "change", "action", "change"]


def test_poster_and_link_remain_without_javascript(visit, host, site):
    link = f"{site}embed.html#game=sensei&mode=play"
    poster = f'<a href="{link}"><img src="{site}static/posters/sensei.svg" alt="Sensei: play" width="300"></a>'
    body = BOARD.replace("></rule-board>", f">{poster}</rule-board>")
    page = visit(host.page(body), java_script_enabled=False)
    expect(page.get_by_role("img", name="Sensei: play")).to_be_visible()
    assert page.get_by_role("link").get_attribute("href") == link
    page_with_javascript = visit(host.page(body))
    expect(page_with_javascript.locator("rule-board a img")).to_be_visible()
    page_with_javascript.get_by_role("button", name="Play: Sensei").click()
    wait_until_ready(find_frame(page_with_javascript))
    assert page_with_javascript.url == host.url + "index.html"  # the click did not follow the link


def test_plain_frame_loads_python_when_clicked(visit, host, site):
    parameters = "mode=play&position=" + quote(POSITION_AFTER_FIRST_ACTION) + "&caption=Green%20begins&accent=teal"
    page = visit(
        host.page(
            f'<iframe id="frame" width="480" height="620" src="{site}embed.html#game=sensei&{parameters}"></iframe>'
        )
    )
    requested_urls = []
    page.on("request", lambda request: requested_urls.append(request.url))
    frame = page.frame_locator("#frame")
    expect(frame.locator("#first img")).to_have_attribute("src", PICTURE_URL_PATTERN)
    expect(frame.locator("#first img")).to_have_css("object-position", re.compile("^50%"))
    expect(frame.get_by_text(LATER_POSITION_TEXT)).to_have_count(0)
    expect(frame.locator("#first-caption")).to_have_text("Green begins")
    button = frame.get_by_role("button", name="Play")
    expect(button.locator("span")).to_have_css("background-color", "rgb(0, 128, 128)")
    expect(button.locator("span")).to_be_in_viewport(ratio=0.9)  # it is below the picture, which must not clip it
    for media, visibility, scheme in (("print", "hidden", "light only"), ("screen", "visible", "light")):
        page.emulate_media(media=media)
        expect(button.locator("span")).to_be_visible(visible=visibility == "visible")
        expect(frame.locator("#first img")).to_have_css("color-scheme", scheme)
    page.wait_for_timeout(1000)
    assert not [url for url in requested_urls if "pyodide" in url or "snapshot" in url or "pyscript" in url]
    button.focus()
    page.keyboard.press("Enter")
    wait_for_position(wait_until_ready(frame), POSITION_AFTER_FIRST_ACTION)
    assert frame.locator("svg.board").evaluate("board => board.contains(document.activeElement)")


@pytest.mark.parametrize(("accent_script", "ink"), [("yellow", "rgb(0, 0, 0)"), ("", "rgb(255, 255, 255)")])
def test_sign_of_created_element_is_readable(visit, host, accent_script, ink):
    page = visit(host.page(""))
    page.evaluate(
        """accent => {
          const board = document.createElement("rule-board");
          board.setAttribute("game", "sensei");
          board.setAttribute("mode", "play");
          if (accent) board.setAttribute("accent", accent);
          document.body.append(board);
        }""",
        accent_script,
    )
    expect(page.locator("rule-board .sign")).to_have_css("color", ink)


def test_dark_plain_frame_shows_page_around_its_board(visit, host, site):
    """The frame of a dark board is transparent around the board. In print, the board's texts are black."""
    address = f"{site}embed.html#game=sensei&mode=find&accept=a1-a4&ask=Which%20stone%3F&theme=dark&width=300"
    style = "<style>body {margin: 0; background: #0f0} iframe, rule-board {display: block; border: 0}</style>"
    board = '<rule-board id="board" game="sensei" mode="play" theme="dark" radius="40" width="300"></rule-board>'
    page = visit(host.page(f'{style}<iframe id="frame" width="480" height="500" src="{address}"></iframe>{board}'))
    frame = page.frame_locator("#frame")
    frame.locator("#first img").evaluate("image => image.decode()")
    started_frame = start_board(page)
    expect(started_frame.locator("svg.board")).to_be_visible()
    top = page.locator("#board").evaluate("board => board.getBoundingClientRect().top + scrollY")
    for name, x, y in [("right", 470, 10), ("below", 10, 495), ("corner", 0, top)]:
        image = page.screenshot(full_page=True, clip={"x": x, "y": y, "width": 1, "height": 1})
        assert read_first_pixel(page, image) == [0, 255, 0, 255], name
    for media, color in (("print", "rgb(0, 0, 0)"), ("screen", "rgb(236, 230, 218)")):
        page.emulate_media(media=media)
        for text in (frame.locator("#first-task"), started_frame.locator(".say strong")):
            expect(text).to_have_css("color", color)


def read_first_pixel(page, image):
    """Return red, green, blue and alpha of the first pixel of a PNG image."""
    return page.evaluate(
        """async (bytes) => {
          const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
          const paint = new OffscreenCanvas(1, 1).getContext("2d");
          paint.drawImage(bitmap, 0, 0);
          return [...paint.getImageData(0, 0, 1, 1).data];
        }""",
        list(image),
    )


@pytest.mark.parametrize("width", [480, 720])
@pytest.mark.parametrize("caption", ["", "long " * 59])
def test_plain_frame_of_study_is_high_enough(visit, host, site, width, caption):
    """The height of the frame in the share dialog's HTML is sufficient for the poster and for the started study."""
    study = parse_study((EXAMPLES_FOLDER / "open-doors.json").read_text(encoding="utf-8"))
    embedding = Embedding(
        site, 0, open_chapter(study.chapters[0], GAMES), 2, form="frame", width=width, caption=caption
    )
    line = snippet(with_poster(embedding, study, parse_stylesheets_by_look(read_stylesheet())), study)
    page = visit(host.page(f'<div style="width: 730px">{line}</div>', script=False))
    frame = page.frame_locator("iframe")
    overflow_script = "root => root.scrollHeight - innerHeight"
    frame.locator("#first img").evaluate("image => image.decode()")
    assert frame.locator("html").evaluate(overflow_script) <= 0
    frame.get_by_role("button", name="Show it").click()
    expect(wait_until_ready(frame).locator(".tree")).to_be_visible()
    assert frame.locator("html").evaluate(overflow_script) <= 0


@pytest.mark.parametrize("width", [480, 720])
def test_board_of_plain_frame_stays_in_place(visit, host, site, width):
    """The board in a plain frame stays in place at its start, and the frame of a lesson has about the right height."""
    session = open_lesson("sensei", "character", 1)
    session = replace(
        session,
        site=site,
        shared_picture=create_start_poster(),
        share_choices=replace(session.share_choices, width=width),
    )
    frames = [lesson_snippets(session).frame]
    moves = "moves=a1-a4;end&at=0"
    for parameters in ("mode=find&accept=a1-a4&ask=Which%20stone%3F", moves, f"{moves}&controls=no"):
        address = f"{site}embed.html#game=sensei&{parameters}&width={width}"
        frames.append(f'<iframe width="100%" height="760" src="{address}"></iframe>')
    page = visit(host.page(f'<div style="width: {width}px">{"".join(frames)}</div>', script=False))
    box = """board => {
      const { x, y, width, height } = board.getBoundingClientRect(), size = Math.min(width, height);
      return [x + (width - size) / 2, y, size];
    }"""  # the picture is square, and perhaps centred in its box
    for number in range(len(frames)):
        frame = page.frame_locator("iframe").nth(number)
        frame.locator("#first img").evaluate("image => image.decode()")
        before = frame.locator("#first img").evaluate(box)
        assert frame.get_by_text(session.step.task.prompt).is_visible() == (number == 0)
        assert ("d2" in frame.locator("#first img").get_attribute("alt")) == (number == 0)  # in the address only there
        frame.locator("#first-button").click()
        assert wait_until_ready(frame).locator("svg.board").evaluate(box) == pytest.approx(before, abs=2), number
        if number == 0:
            overflow_script = frame.locator("html").evaluate("root => root.scrollHeight - innerHeight")
            empty_room = frame.locator("body").evaluate("body => innerHeight - body.getBoundingClientRect().height")
            assert overflow_script <= 0
            assert empty_room < 40


def create_start_poster():
    """Return the poster of the start of Sensei."""
    game = GAMES["sensei"]
    sheet = parse_stylesheets_by_look(read_stylesheet())[LIGHT]
    return poster(game, game.initial({}, 0), sheet, Diagram(), "system")


def test_flipped_start_is_drawn_before_board_starts(visit, host, site):
    """The element and the frame draw the start from the other side in all games except Equilibrium."""
    frames = "".join(
        f'<iframe id="frame-{game}" width="480" height="620" src="{site}embed.html#game={game}&flip=yes"></iframe>'
        f'<rule-board id="board-{game}" game="{game}" flip></rule-board>'
        for game in ("tensor-chess", "equilibrium")
    )
    page = visit(host.page(frames))
    for board in (page.locator("#board-tensor-chess"), page.frame_locator("#frame-tensor-chess")):
        picture = board.locator("img")
        expect(picture).to_have_attribute("src", re.compile("^data:"))
        files = re.findall(r' x="([\d.]+)"[^>]*>([a-j])</text>', unquote(picture.get_attribute("src")))
        assert "".join(name for _x, name in sorted(files, key=lambda file: float(file[0]))) == "jihgfedcba"
    expect(page.locator("#board-tensor-chess .poster button")).to_be_hidden()
    expect(page.locator("#board-equilibrium [part=note]")).to_have_text(LATER_POSITION_TEXT)
    expect(page.frame_locator("#frame-equilibrium").get_by_text(LATER_POSITION_TEXT)).to_be_visible()


def test_plain_frame_has_placeholder_for_undrawable_board(visit, host, site):
    """A frame shows a placeholder for an invalid position, and for moves, which need the rules."""
    frames = "".join(
        f'<iframe id="{name}" width="480" height="620" src="{site}embed.html#game=sensei&{parameters}"></iframe>'
        for name, parameters in (("played", "moves=a1-a4"), ("unread", "position=no%20position"))
    )
    page = visit(host.page(frames))
    for name in ("played", "unread"):
        frame = page.frame_locator(f"#{name}")
        expect(frame.get_by_text(LATER_POSITION_TEXT)).to_be_visible()
        expect(frame.locator("#first img")).to_have_css("object-position", re.compile("-"))


def test_board_takes_space_of_poster_and_style_of_page(visit, host):
    style = """<style>#board { max-width: 480px; --rule-board-background: transparent; --rule-board-radius: 1rem;
      --rule-board-accent: color-mix(in srgb, navy, navy); }</style>"""
    page = visit(host.page(style + BOARD.replace("mode", 'caption="The start" mode')))
    relative_box_script = """board => {
      const around = board.getBoundingClientRect();
      const picture = board.shadowRoot.querySelector(".poster img").getBoundingClientRect();
      return [picture.x - around.x, picture.y - around.y, picture.width, picture.height, around.height];
    }"""
    *picture_box, poster_height = page.locator("#board").evaluate(relative_box_script)
    frame = start_board(page)
    board_box = "svg => { const { x, y, width, height } = svg.getBoundingClientRect(); return [x, y, width, height]; }"
    assert frame.locator("svg.board").evaluate(board_box) == pytest.approx(picture_box, abs=1)
    assert page.locator("#board").evaluate("board => board.clientHeight") == pytest.approx(poster_height, abs=4)
    body = frame.locator("body")
    expect(body).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(body).to_have_css("border-radius", "16px")
    accent_script = "() => getComputedStyle(document.documentElement).getPropertyValue('--accent')"
    assert "0.5" in body.evaluate(accent_script)
    frame.locator('[data-target="a1"]').click()
    frame.locator('[data-target="a4"]').click()
    wait_for_position(frame, POSITION_AFTER_FIRST_ACTION)
    page.evaluate("board.setAttribute('background', 'rgb(1 2 3)')")
    expect(body).to_have_css("background-color", "rgb(1, 2, 3)")
    wait_for_position(frame, POSITION_AFTER_FIRST_ACTION)  # the board did not restart


HOSTILE_STYLE = """<style>
  section { text-align: right; text-transform: uppercase; text-shadow: 2px 2px red; white-space: pre;
    word-break: break-all; font: italic small-caps 26px/3 cursive; letter-spacing: 4px;
    word-spacing: 9px; text-indent: 50px; }
  section img { float: left; height: 33px; max-width: 40%; padding: 9px; border: 6px solid red; border-radius: 50%;
    opacity: .5; background: red; box-shadow: 0 0 9px red; filter: invert(1); transform: rotate(3deg); }
  section a, section p { float: left; width: 90px; padding: 20px; border: 5px solid lime; opacity: .5; columns: 2;
    box-shadow: 0 0 9px red; letter-spacing: 4px; text-shadow: 2px 2px red; filter: invert(1); color: red; }
  section a::after, section p::before { content: "!!!"; }
  section p::first-letter { float: left; font-size: 4em; color: red; }
</style>"""


@pytest.mark.parametrize("width", [320, 700])
def test_styles_of_page_do_not_change_posters(visit, host, width):
    """The poster of an element looks the same whatever the page says about texts, paragraphs, links and pictures."""
    (attributes,) = find_attributes(problem_snippets(open_problem("sensei", "home-16"))[0], "rule-board")
    values = " ".join(f'{name}="{escape(value)}"' for name, value in {**attributes, "width": str(width)}.items())
    picture = f'<img src="{host.site}static/posters/sensei.svg" alt="The start">'
    poster = f'<p>Ada – Ben</p><a href="#">{picture}</a><p>Green begins</p><p>{escape(attributes["ask"])}</p>'
    for name, content in (("own", poster), ("none", "")):
        board = f'<rule-board id="board" {values}>{content}</rule-board>'
        pages = []
        for style, direction in (("", "ltr"), (HOSTILE_STYLE, "rtl")):
            section = f'<section dir="{direction}" style="width: {width}px">{board}</section>'
            # A page that changes within a second would come from the cache.
            pages.append(visit(host.page(style + section, f"{name}-{direction}.html")))
            picture = pages[-1].locator("#board img").first
            expect(picture).to_have_attribute("src", re.compile("."))
            picture.evaluate("image => image.decode()")
        wait_until(pages[0], lambda pages=pages: len({page.locator("#board").screenshot() for page in pages}) == 1, 20)


@pytest.mark.parametrize(
    ("page_lang", "reader_locale", "caption", "button_text"),
    [
        ("fr", "en-GB", "Vert commence", "Jouer"),
        ("en", "fr-FR", "Green begins", "Play"),
        ("pt-BR", "fr-FR", "O verde", "Play"),
        ("", "fr-FR", "Vert commence", "Jouer"),
        ("", "de-DE", "Green begins", "Play"),
    ],
)
def test_captions_use_page_language_or_reader_language(visit, host, page_lang, reader_locale, caption, button_text):
    """The poster, button, frame and board have captions in the correct language. A changed caption appears at once."""
    captions = 'caption="Green begins" caption-fr="Vert commence" caption-pt="O verde"'
    url = host.page(BOARD.replace("mode", f"{captions} mode"))
    page_file = host.folder / "index.html"
    text = page_file.read_text(encoding="utf-8").replace('lang="en"', f'lang="{page_lang}"' if page_lang else "")
    page_file.write_text(text, encoding="utf-8")
    page = visit(url, locale=reader_locale)
    expect(page.locator("#board").get_by_role("button")).to_have_accessible_name(f"{button_text}: {caption}")
    expect(page.locator("#board").get_by_text(caption)).to_be_visible()
    frame = start_board(page)
    expect(frame.locator("figcaption")).to_have_text(caption)
    expect(page.locator("#board iframe")).to_have_attribute("title", caption)
    page.evaluate("board.setAttribute('caption-fr', 'Vert joue')")
    expect(frame.locator("figcaption")).to_have_text("Vert joue" if caption == "Vert commence" else caption)


@pytest.mark.faults
def test_poster_reports_unreachable_host(browser, host):
    context = browser.new_context()
    page = context.new_page()
    page.route("**/embed.html", lambda route: route.abort())
    page.goto(host.page(BOARD))
    page.locator("#board").get_by_role("button").click()
    expect(page.locator("#board").get_by_role("status")).to_contain_text("can’t load right now", timeout=20_000)
    expect(page.locator("#board img")).to_be_visible()
    assert page.frames == [page.main_frame]
    page.unroute("**/embed.html")
    start_board(page)
    expect(page.locator("#board img")).to_be_hidden()
    context.close()


@pytest.mark.faults
@pytest.mark.parametrize("file", ["embed_board.js", "embed.html", "embed_frame.js", "interpreter.mjs"])
def test_slow_file_does_not_end_start(browser, host, file):
    """The start continues even if a file arrives later than most readers would wait."""
    context = browser.new_context()
    page = context.new_page()
    page.clock.install()
    answer = hold_requests(page, f"**/{file}*")
    page.goto(host.page(BOARD))
    page.locator("#board").get_by_role("button").click()
    page.wait_for_timeout(1_000)
    page.clock.run_for(40_000)
    expect(page.locator("#board").get_by_role("status")).to_have_count(0)  # there is no text
    answer()
    wait_until_ready(find_frame(page))
    context.close()


@pytest.mark.faults
@pytest.mark.parametrize("file", ["embed_board.js", "embed.html", "interpreter.mjs"])
def test_silent_host_is_reported(browser, host, site, file):
    """If the host stops answering, the poster reports it within two minutes."""
    context = browser.new_context()
    page = context.new_page()
    page.clock.install()
    requests = []
    page.goto(host.page(BOARD))
    page.route(f"**/{file}*", lambda route: requests.append(route))
    page.locator("#board").get_by_role("button").click()
    wait_until(page, lambda: requests)
    if file == "interpreter.mjs":
        page.wait_for_timeout(1_000)
        page.route(f"{site}**", lambda route: requests.append(route))
    for _minute in range(2):
        page.clock.run_for(60_000)
        page.wait_for_timeout(500)
    status = page.locator("#board").get_by_role("status")
    expect(status).to_contain_text("can’t load right now", timeout=30_000)  # the limit of a request is no timer
    context.close()


def test_hidden_board_starts(visit, host):
    """A board that the page hides while it starts is ready when the page shows it."""
    page = visit(host.page(f'<div id="tab">{BOARD}</div>'))
    page.locator("#board").get_by_role("button").click()
    page.evaluate("tab.style.display = 'none'")
    wait_for_events(page, "ready", count=1)
    page.evaluate("tab.style.display = ''")
    expect(find_frame(page).locator(f'svg[data-position="{START_POSITION}"]')).to_be_visible()


def swipe(page, x, y, distance):
    """Swipe down with a finger from a point by a distance in pixels."""
    session = page.context.new_cdp_session(page)
    step = distance / 8
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for number in range(1, 9):
        point = {"x": x, "y": y + step * number}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        page.wait_for_timeout(20)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
    page.wait_for_timeout(600)


def test_finger_scrolls_page_or_drags_selected_piece(visit, host):
    page = visit(host.page(f'{BOARD}<div style="height: 3000px"></div>'), profile="phone")
    page.locator("#board").get_by_role("button").tap()
    frame = wait_until_ready(find_frame(page))
    stone = frame.locator('[data-target="d1"]')
    stone.wait_for()
    box = frame.locator('[data-target="c1"]').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    swipe(page, x, y, -200)  # from a movable stone
    wait_until(page, lambda: page.evaluate("scrollY") > 100)
    wait_for_position(frame, START_POSITION)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(300)
    frame.locator('[data-target="c1"]').tap()
    expect(frame.locator('[data-target="c1"].taken')).to_have_count(1)
    goal = frame.locator('[data-target="c4"]').bounding_box()
    swipe(page, x, y, goal["y"] + goal["height"] / 2 - y)
    expect(frame.locator('[data-position^="rrrRrrr/7/7/2g4"]')).to_be_visible()
    assert page.evaluate("scrollY") == 0
    frame.locator('[data-target="a1"]').tap()  # selects it; the drag moves another
    expect(frame.locator('[data-target="a1"].taken')).to_have_count(1)
    start, goal = (frame.locator(f'[data-target="{name}"]').bounding_box() for name in ("b1", "b3"))
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    swipe(page, x, y, goal["y"] + goal["height"] / 2 - y)
    expect(frame.locator('[data-position^="rrrRrrr/7/7/2g4/1g5"]')).to_be_visible()
    assert page.evaluate("scrollY") == 0


def test_frame_height_fits_board(visit, host):
    page = visit(host.page(f'<div id="place">{BOARD}</div>'))
    frame = start_board(page)
    body = frame.locator("body")
    for game in sorted(GAMES):
        page.evaluate("game => board.setAttribute('game', game)", game)
        expect(frame.locator(f'svg[data-game="{game}"]').first).to_be_visible()
        heights = {}
        for width in (320, 480, 800):
            page.evaluate("width => { place.style.width = `${width}px`; }", width)
            wait_until(page, lambda width=width: body.evaluate("() => innerWidth") == width)
            # A body's height is not always whole.
            wait_until(page, lambda: body.evaluate("body => [0, 1].includes(innerHeight - body.offsetHeight)"))
            page.wait_for_timeout(200)  # and it stays
            height, frame_height, content_width = body.evaluate(
                "body => [body.offsetHeight, innerHeight, body.scrollWidth]"
            )
            assert frame_height - height in (0, 1), (game, width)
            assert content_width <= width, (game, width)
            heights[width] = height
            assert page.locator("#board").evaluate("board => board.offsetHeight") == frame_height, (game, width)
            buttons = frame.locator("button:visible").evaluate_all("all => all.map(({ offsetHeight }) => offsetHeight)")
            assert min(buttons) >= 44, (game, width)
        assert len(set(heights.values())) == 3, game


def test_poster_height_fits_board(visit, host):
    """The poster is as high as the board in every mode of every game, and for a study.

    Boards in the modes for viewing and stepping have nothing below them that depends on the game, so the test uses only
    one game for each of these modes.
    """
    (host.folder / "study.json").write_text(
        (EXAMPLES_FOLDER / "open-doors.json").read_text(encoding="utf-8"), encoding="utf-8"
    )
    page = visit(host.page(f'<div id="place">{BOARD}</div><div id="other"></div>'))
    start_board(page)
    cases = [{"game": "sensei", "study": "./study.json"}]
    for number, (id, game) in enumerate(sorted(GAMES.items())):
        start_state = game.initial(new_record_options(game.options, {}), 0)
        first_action = game.format_action(start_state, game.legal_actions(start_state)[0])
        show_modes = [{}, {"moves": first_action, "at": "0"}][number : number + 1]
        modes = *show_modes, {"mode": "play"}, {"mode": "find", "accept": first_action, "ask": "Find it."}
        cases += [{"game": id, "caption": "The start", **mode} for mode in modes]
        if id == "tensor-cards":  # a task of usual form: at a position
            cases.append({**cases[-1], "position": game.format_position(start_state)})
    # A sentence of usual length takes two lines next to a narrow board, and one next to its poster.
    cases.append({**cases[-1], "ask": "Find the move that opens the game."})
    for attributes in cases:
        heights = page.evaluate(HEIGHTS_SCRIPT, attributes)
        assert all(-4 <= poster - board <= MAX_GROWTH_PX for poster, board in heights.values()), (attributes, heights)


LONG_CAPTION = (
    "Après l’ouverture : les deux camps ont sorti leurs meilleures pièces, et qui se presse le regrettera vite."
)
"""A French caption that takes two lines or more, since French needs more space than English."""
LONG_TASK = (
    "C’est à vous de jouer, et l’adversaire menace de gagner à son prochain coup : trouvez le seul tour qui l’en "
    "empêche, et regardez deux fois le coin de gauche avant de répondre."
)
"""A French task that takes three lines or more on a phone."""


def test_poster_height_fits_long_texts(visit, host):
    """With long texts, the poster is as high as the board in all games on phones, tablets and desktops."""
    page = visit(host.page(f'<div id="place">{BOARD}</div><div id="other"></div>'))
    page.set_viewport_size({"width": 1300, "height": 900})
    start_board(page)
    cases = []
    for id, game in sorted(GAMES.items()):
        start_state = game.initial(new_record_options(game.options, {}), 0)
        first_action = game.format_action(start_state, game.legal_actions(start_state)[0])
        cases.append({"game": id, "mode": "find", "accept": first_action, "ask": LONG_TASK})
    cases += [{"game": "sensei"}, {"game": "tesulda", "mode": "play"}, {"game": "equilibrium", "mode": "play"}]
    for attributes in cases:
        for has_poster_slot in (False, True):
            options = {
                "caption": LONG_CAPTION,
                "lang": "fr",
                "slotted": has_poster_slot,
                "widths": [320, 375, 768, 1280],
            }
            heights = page.evaluate(HEIGHTS_SCRIPT, {**attributes, **options})
            assert all(-4 <= poster - board <= MAX_GROWTH_PX for poster, board in heights.values()), (
                attributes,
                has_poster_slot,
                heights,
            )


def test_board_does_not_grow_beyond_poster(visit, host):
    """The poster has room for headings, buttons and coordinates, so the text below a board does not move."""
    page = visit(host.page(f'<div id="place">{BOARD}</div><div style="height: 3000px"></div><div id="other"></div>'))
    start_board(page)
    cases = (
        {"game": "sensei", "mode": "play", "heading": "Ada – Ben", "caption": "Green begins", "hints": "yes"},
        {"game": "tesulda", "mode": "play", "heading": "Ada – Ben", "hints": "yes"},
        {"game": "tensor-chess", "controls": "yes"},
        {"game": "sensei", "moves": "a1-a4;end", "controls": "no"},
        {"game": "tensor-cards", "mode": "play", "coordinates": "yes"},
        {"game": "sensei", "lesson": "goal", "heading": "Ada – Ben"},
    )
    for attributes in cases:
        heights = page.evaluate(HEIGHTS_SCRIPT, {**attributes, "widths": [320, 483, 700]})
        growth = {width: board - poster for width, (poster, board) in heights.items()}
        assert all(-MAX_GROWTH_PX <= pixels <= 2 for pixels in growth.values()), (attributes, growth)


def test_army_under_construction_keeps_height_of_poster(visit, host):
    board = '<rule-board id="board" game="tesulda" mode="play" options="setup:build"></rule-board>'
    page = visit(host.page(f'<div style="width: 360px">{board}</div>'))
    height = page.locator("#board").evaluate("board => board.offsetHeight")
    frame = start_board(page)
    for selector in ("[data-do='embed.uncover']", "[data-target='do:fill']", "[data-target='e1']"):
        frame.locator(selector).first.click()
        page.wait_for_timeout(300)
        assert page.locator("#board").evaluate("board => board.offsetHeight") == pytest.approx(height, abs=2)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_board_in_every_phase_keeps_height_of_poster(visit, host, game):
    """The board is as high as its poster at the start of a turn, in a turn and at the end of a game."""
    page = visit(host.page(f'<div id="place">{BOARD}</div><div id="other"></div>'))
    page.set_viewport_size({"width": 1300, "height": 900})
    start_board(page)
    cases = sorted(
        iter_phase_attributes(game), key=lambda attributes: "moves" in attributes
    )  # these need the most room
    for attributes in cases:
        heights = page.evaluate(HEIGHTS_SCRIPT, {"game": game, **attributes, "widths": [396, 1264]})
        growth = {width: board - poster for width, (poster, board) in heights.items()}
        assert all(-2 * MAX_GROWTH_PX <= pixels <= 2 for pixels in growth.values()), (attributes, growth)
    page.evaluate("""async () => {
      place.remove();
      other.style.width = "396px"; // the poster follows in the next frames
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    }""")
    board = page.locator("#other rule-board")
    height = board.evaluate("board => board.offsetHeight")
    board.evaluate("board => board.start()")
    wait_until_ready(page.frame_locator("#other iframe"))
    page.wait_for_timeout(500)
    assert board.evaluate("board => board.offsetHeight") == pytest.approx(height, abs=2)


def iter_phase_attributes(game_id):
    """Yield attributes of boards in all modes at the start of a turn, in a turn and at the end of a game."""
    game = GAMES[game_id]
    plies = {}
    for playout, ply in select_sample_plies(game_id, 200):
        state = playout.states[ply]
        if ply and new_timeline(game, state).public_state() == state:
            is_over, earlier_state = game.outcome(state) is not None, playout.states[ply - 1]
            plies.setdefault((is_over, game.to_move(state) == game.to_move(earlier_state)), (playout, ply))
    for (is_over, _is_in_turn), (playout, ply) in sorted(plies.items(), key=lambda item: item[0], reverse=True):
        state = playout.states[ply]
        position = {"position": encode_position(game.format_position(state))}
        actions = map(game.format_action, playout.states, playout.actions[:ply])
        moves = {"moves": ";".join(actions), "seed": str(playout.seed), "options": format_options(playout.options)}
        yield from ({**position, "mode": "play"}, {**moves, "mode": "play"}, {**moves, "mode": "show"})
        if not is_over:
            answer = game.format_action(state, game.legal_actions(state)[0])
            yield {**position, "mode": "find", "accept": answer, "ask": "Find it."}


MAX_GROWTH_PX = 72
"""Pixels by which a board may be lower than its poster, so that the page has no large empty space."""
HEIGHTS_SCRIPT = """async ({ widths = [360, 480, 760, 1000], slotted = false, ...attributes }) => {
  const wait = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
  const heights = {}, ready = new Promise((resolve) => { board.addEventListener("ready", resolve, { once: true }); });
  for (const name of board.getAttributeNames()) if (name !== "id") board.removeAttribute(name);
  for (const name in attributes) board.setAttribute(name, attributes[name]);
  await Promise.race([ready, wait(30_000)]);
  for (const width of widths) {
    place.style.width = other.style.width = `${width}px`;
    const poster = document.createElement("rule-board");
    for (const name in attributes) poster.setAttribute(name, attributes[name]);
    other.replaceChildren(poster);
    const shadowPicture = poster.shadowRoot.querySelector("img");
    if (shadowPicture.src) await shadowPicture.decode();
    if (slotted) {
      const create = (name, properties) => Object.assign(document.createElement(name), properties);
      const picture = create("img", { src: shadowPicture.src });
      const texts = [attributes.caption, attributes.ask].filter(Boolean)
        .map((textContent) => create("p", { textContent }));
      poster.append(create("a", { href: "#" }), ...texts);
      poster.firstChild.append(picture);
      await picture.decode();
    }
    let last = -1; // until the frame's height no longer changes
    for (let calm = 0; calm < 4;) {
      await wait(40);
      calm = board.offsetHeight === last ? calm + 1 : 0;
      last = board.offsetHeight;
    }
    heights[width] = [poster.offsetHeight, last];
  }
  return heights;
}"""
"""Returns the heights of a poster and of the running board, by width. With ``slotted`` the poster is content of the
element, as in the snippets of Share."""


def test_bad_parameters_are_reported_in_frame_and_to_page(visit, host):
    page = visit(host.page('<rule-board id="board" game="sensei" position="7/7 g" autostart></rule-board>'))
    frame = wait_until_ready(find_frame(page))
    expect(frame.get_by_role("alert")).to_contain_text("Position")
    [error] = wait_for_events(page, "error", 1)
    assert error["where"] == "position"


def test_embedded_board_stores_nothing(visit, host, site):
    address = f"{site}embed.html#game=sensei&mode=play"
    page = visit(address, service_workers="allow")
    wait_until_ready(page)
    page.locator('[data-target="a1"]').click()
    page.locator('[data-target="a4"]').click()
    wait_for_position(page, POSITION_AFTER_FIRST_ACTION)
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    page.goto(f"{site}static/icon.svg")
    stored_counts_script = """async () => [
      localStorage.length, sessionStorage.length, (await indexedDB.databases()).length, (await caches.keys()).length,
      (await navigator.serviceWorker.getRegistrations()).length, document.cookie]"""
    assert page.evaluate(stored_counts_script) == [0, 0, 0, 0, 0, ""]


@pytest.mark.core
def test_frame_policy_blocks_inline_and_foreign_scripts(browser, host, site):
    (host.folder / "other.js").write_text("globalThis.injected = 'other';", encoding="utf-8")
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}embed.html#game=sensei")
    wait_until_ready(page)
    page.evaluate(
        """async (other) => {
          const create = (properties) => Object.assign(document.createElement("script"), properties);
          document.head.append(create({ textContent: "globalThis.injected = 'inline'" }));
          const script = create({ src: other });
          await new Promise((done) => { script.onload = script.onerror = done; document.head.append(script); });
        }""",
        host.url + "other.js",
    )
    assert page.evaluate("globalThis.injected") is None
    assert (
        page.evaluate("other => fetch(other).then(() => 'fetched', () => 'refused')", host.url + "other.js")
        == "refused"
    )
    context.close()


@pytest.mark.parametrize("blocked_script", ["embed_policy", "embed_frame", "user_preferences"])
def test_frame_policy_stays_strict_without_blocked_script(browser, host, site, blocked_script):
    context = browser.new_context()
    page = context.new_page()
    page.route(f"**/{blocked_script}*", lambda route: route.abort())
    page.goto(f"{site}embed.html#game=sensei")
    if blocked_script != "embed_policy":  # the others are requested: the page reloads once, and reports the error
        expect(page.locator("#start-message")).to_be_visible()
    fetch_script = "other => fetch(other).then(() => 'fetched', () => 'refused')"
    assert page.evaluate(fetch_script, host.url + "index.html") == "refused"
    inline_scripts = """() => {
      document.head.append(Object.assign(document.createElement("script"), { textContent: "globalThis.injected = 1" }));
      return globalThis.injected ?? 0;
    }"""
    assert page.evaluate(inline_scripts) == 0
    context.close()


def test_requested_board_is_painted_before_python_starts(visit, host, site):
    page = visit("about:blank", color_scheme="light")  # its own context: the shared one may have cached the snapshot
    page.route("**/snapshot.*.bin", lambda route: None)  # never answered
    page.goto(f"{site}embed.html#game=tesulda&caption=The%20start")
    poster = page.locator("#first img")
    expect(poster).to_be_visible()
    assert poster.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    expect(page.locator("#first-caption")).to_have_text("The start")
    page.goto("about:blank")
    page.goto(f"{site}embed.html#game=sensei&position={quote(POSITION_AFTER_FIRST_ACTION)}")
    expect(page.locator("#first")).to_have_attribute("data-game", "sensei")
    assert page.locator("#first img").count() == 0


@pytest.mark.core
def test_board_uses_language_of_page(visit, host):
    page = visit(host.page(BOARD))
    page.evaluate("() => { document.documentElement.lang = 'fr-CA'; document.body.append(board); }")
    page.get_by_role("button", name="Jouer").click()
    frame = wait_until_ready(find_frame(page))
    expect(frame.get_by_role("button", name="Recommencer")).to_be_visible()
    assert frame.locator("html").get_attribute("lang") == "fr"
    page.evaluate("board.setAttribute('lang', 'en')")
    expect(frame.get_by_role("button", name="Start again")).to_be_visible()


def test_keyboard_reaches_and_plays_board(visit, host):
    page = visit(host.page(BOARD.replace("mode=", 'caption="First steps" mode=')))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    frame = wait_until_ready(find_frame(page))
    assert page.locator("#board iframe").get_attribute("title") == "First steps"
    expect(page.locator("#board iframe")).to_be_focused()
    page.keyboard.press("Tab")
    focused_target = frame.locator("[data-target]:focus")
    expect(focused_target).to_have_attribute("data-target", "a1")
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(focused_target).to_have_attribute("data-target", "a4")
    page.keyboard.press("Enter")
    wait_for_position(frame, POSITION_AFTER_FIRST_ACTION)
    expect(frame.locator("#live")).to_contain_text("a4")


STUDY = {
    "format": "ruleboard-study/1",
    "title": "A first stone",
    "chapters": [
        {
            "game": "sensei",
            "marks": [{"kind": "arrow", "path": ["a1", "a4"]}],
            "moves": [
                {"move": "a1-a4", "comment": "Half way."},
                {
                    "move": "end",
                    "task": {"ask": "Stop it.", "accept": [["a7-a5", "end"]], "praise": "There it stands."},
                },
                "a7-a5",
                {"move": "end", "comment": "Face to <i>face</i>."},
            ],
        }
    ],
}


def test_embedded_study_steps_and_solves_task(visit, host):
    """An embedded study can be stepped through and its task solved, from the page itself or from a file.

    A third study is missing, which the frame reports.
    """
    (host.folder / "mine.json").write_text(json.dumps({**STUDY, "title": "From a file"}), encoding="utf-8")
    inline_scripts = f'<script type="application/json" id="mine">{json.dumps(STUDY)}</script>'
    studies = {"board": "#mine", "file": "mine.json", "none": "#no"}
    boards = [f'<rule-board id="{id}" study="{study}"></rule-board>' for id, study in studies.items()]
    page = visit(host.page(inline_scripts + "".join(boards)), "phone")
    frame = start_board(page)
    expect(frame.get_by_role("heading", level=1)).to_have_text("A first stone")
    expect(frame.locator(".drawn-arrow")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(frame.locator("#live")).to_contain_text("Half way.")
    page.keyboard.press("ArrowRight")
    expect(frame.locator(".ask")).to_have_text("Stop it.")
    assert [step["ply"] for step in wait_for_events(page, "step", 3)] == [0, 1, 2]
    frame.locator('[data-target="b7"]').tap()
    frame.locator('[data-target="b5"]').tap()
    expect(frame.locator(".missed")).to_be_visible()
    frame.get_by_role("button", name="Try again").tap()
    frame.locator('[data-target="a7"]').tap()
    frame.locator('[data-target="a5"]').tap()
    frame.get_by_role("button", name="End turn").tap()
    expect(frame.locator(".praise")).to_have_text("There it stands.")
    expect(frame.locator(".comment")).to_have_text("Face to <i>face</i>.")
    assert wait_for_events(page, "found", 1) == [{"misses": 1}]
    study_from_file = start_board(page, "file")
    expect(study_from_file.get_by_role("heading", level=1)).to_have_text("From a file")
    expect(start_board(page, "none").get_by_role("alert")).to_contain_text("#no")


def test_embedded_board_works_offline_after_app_visit(first_visit_page, dist, tmp_path):
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder)
    with ExitStack() as server:
        url = server.enter_context(serve.serve_folder(folder, "/below/here/"))
        first_visit_page.goto(url)
        wait_until_ready(first_visit_page)
        wait_until_cached(first_visit_page)
        server.close()
        first_visit_page.goto("about:blank")
        first_visit_page.goto(f"{url}embed.html#game=sensei&mode=play")
        wait_until_ready(first_visit_page)
        expect(first_visit_page.locator(f'svg[data-position="{START_POSITION}"]')).to_be_visible()


def read_picture(image):
    """Return the SVG text of an image."""
    return unquote(image.get_attribute("src").partition(",")[2])


@pytest.mark.faults
def test_poster_stays_if_host_fails_after_page_load(browser, host, site):
    """The poster stays if the browser has the frame's page in its cache but all other files fail."""
    context = browser.new_context()
    page = context.new_page()
    frame = f'<iframe id="plain" width="480" height="620" src="{site}embed.html#game=sensei&mode=play"></iframe>'
    page.goto(host.page(BOARD + frame))
    page.frame_locator("#plain").get_by_role("button", name="Play").wait_for()
    unreachable_path_pattern = re.compile(r"/(pyodide|pyscript|snapshot|boot/(interpreter|loader|start_))|HEAD")

    def answer(route):
        is_unreachable = (
            route.request.method == "HEAD"
            or unreachable_path_pattern.search(route.request.url)
            or "/page/" in route.request.url
        )
        return route.abort() if is_unreachable else route.continue_()

    context.route(f"{site}**", answer)
    board = page.locator("#board")
    board.get_by_role("button").click()
    expect(board.get_by_role("status")).to_contain_text("can’t load right now", timeout=15_000)
    expect(board.locator("img")).to_be_visible()
    expect(board.get_by_role("button")).not_to_have_attribute("aria-busy", "true")
    plain_frame = page.frame_locator("#plain")
    plain_frame.get_by_role("button", name="Play").click()
    expect(plain_frame.get_by_text("The board can’t load right now")).to_be_visible(timeout=15_000)
    expect(plain_frame.locator("img")).to_be_visible()
    context.unroute(f"{site}**", answer)
    start_board(page)
    expect(board.locator("img")).to_be_hidden()
    context.close()


def test_plain_frame_shows_picture_from_address(visit, host, site):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="480" height="480"><title>Mine</title></svg>'
    )
    task = "ask=Find&mode=find&accept=b1-b4"
    address = (
        f"{site}embed.html#game=sensei&position={quote(POSITION_AFTER_FIRST_ACTION)}&{task}&poster={compress(svg)}"
    )
    page = visit(host.page(f'<iframe id="frame" width="480" height="620" src="{address}&caption=Below"></iframe>'))
    frame = page.frame_locator("#frame")
    picture = frame.locator("#first img")
    expect(picture).to_have_attribute("src", re.compile("^data:image/svg"))
    assert read_picture(picture) == svg
    expect(frame.get_by_text("Open the board")).to_have_count(0)
    heights = [frame.get_by_text(text, exact=True).bounding_box()["y"] for text in ("Below", "Find")]
    assert heights == sorted(heights), "the same order as below the board"
    frame.get_by_role("button", name="Try it").click()
    wait_for_position(wait_until_ready(frame), POSITION_AFTER_FIRST_ACTION)
    page_without_frame = visit(address)
    assert "Mine" not in page_without_frame.content(), "a link to the site itself does not show an arbitrary picture"


def test_plain_frame_limits_size_of_picture(visit, host, site):
    """The frame rejects a picture that decompresses to 30 MB of spaces, and shows the initial position instead."""
    address = f"{site}embed.html#game=sensei&poster={compress(' ' * 29_900_000)}"
    frame = visit(host.page(f'<iframe id="frame" src="{address}"></iframe>')).frame_locator("#frame")
    expect(frame.locator("#first img")).to_have_attribute("src", re.compile("static/posters/sensei"))


def test_study_snippets_work_on_other_site(visit, host, site):
    """The snippet works with the study in a file next to the page, and with the study inside the page.

    In print the whole study replaces the board, before and after the board's start.
    """
    study = parse_study((EXAMPLES_FOLDER / "open-doors.json").read_text(encoding="utf-8"))
    (host.folder / file_name(study.title)).write_text(format_study(study), encoding="utf-8")
    study_embedding = Embedding(site, 0, open_chapter(study.chapters[0], GAMES), 2, start="here")
    study_embedding = with_poster(
        replace(study_embedding, has_paper=True), study, parse_stylesheets_by_look(read_stylesheet())
    )
    assert study_embedding.paper
    study_embedding = replace(study_embedding, paper=draw_all(study_embedding.paper))
    snippets = [snippet(replace(study_embedding, form=form), study) for form in SNIPPET_FORMS]
    ids = [f'<rule-board id="{form}"' for form in SNIPPET_FORMS]
    page = visit(host.page("".join(map(re.sub, ["<rule-board"] * 2, ids, snippets)), script=False))

    def check_paper():
        for media in ("print", "screen"):
            page.emulate_media(media=media)
            for form in SNIPPET_FORMS:
                paper, board = page.locator(f"#{form} > [slot=paper]"), page.locator(f"#{form} .box")
                expect(paper).to_be_visible(visible=media == "print")
                expect(board).to_be_visible(visible=media == "screen")
                expect(paper).to_contain_text(clean_name(study.chapters[-1].title))
                widths = paper.locator("img").evaluate_all("images => images.map(({ naturalWidth }) => naturalWidth)")
                assert len(widths) > 1
                assert all(widths)

    check_paper()
    for form in SNIPPET_FORMS:
        frame = start_board(page, form)
        expect(frame.get_by_role("heading", level=1)).to_contain_text(study.title)
    check_paper()
    assert [step["ply"] for step in wait_for_events(page, "step", 2)] == [2, 2]
