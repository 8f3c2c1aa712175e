"""Boards in other people's pages: a host of another origin, sandboxes, touch, messages, no storage, no JavaScript."""

from __future__ import annotations

import json
import re
import shutil
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import pytest
from playwright.sync_api import expect

from ruleboard.app.study.embedding import FORMS, POSTER_STYLE, Embedding, snippet
from ruleboard.app.study.files import file_name
from ruleboard.embed.posters import lessons
from ruleboard.engine.game_link import pack
from ruleboard.engine.options import with_rules
from ruleboard.engine.study_text import format_study, parse_study
from ruleboard.engine.study_tree import open_chapter
from ruleboard.games.registry import GAMES
from tests.e2e.at_table import until
from tests.e2e.conftest import CONFIG
from tests.support.thinking import ASK, answer, request
from tools import serve
from tools.setup import ROOT

READY = 90_000
SAMPLES = ROOT / "examples"
START = "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"
AFTER = "rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi"
ANY = {"service_workers": "allow"}
"""For sandboxes: where Playwright blocks service workers, its own script stumbles there."""
BOARD = '<rule-board id="board" game="sensei" mode="play"></rule-board>'


class Host:
    """Somebody else's site: pages are written as a test needs them."""

    def __init__(self, folder: Path, url: str, site: str) -> None:
        self.folder, self.url, self.site = folder, url, site

    def page(self, body: str, name: str = "index.html", *, script: bool = True) -> str:
        """Write a page with a body, and embed.js unless told otherwise; return its address."""
        head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">'
        head += '<meta name="viewport" content="width=device-width">'
        recorder = """<script>
          window.heard = [];
          for (const type of ["ready", "action", "outcome", "missed", "found", "step", "error"]) {
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
    with serve.serving(folder) as url:
        yield Host(folder, url, site)


@pytest.fixture(scope="module")
def warm(browser_type, launch_options, profile_options, warm_folder):
    """A computer's context on disk: only there Chromium keeps what it has compiled, half of what a start takes.

    The tests share it. A board in a frame leaves nothing behind, which a test with a context of its own shows.
    """
    if CONFIG["browser"] != "chromium":
        yield None
        return
    options = {**launch_options, **profile_options("desktop")}
    options["args"] = [*options["args"], "--renderer-process-limit=1"]
    context = browser_type.launch_persistent_context(warm_folder(), **options)
    yield context
    context.close()


@pytest.fixture
def visit(browser, profile_options, host, site, warm):
    """Open pages of a profile; afterwards see that nothing went wrong and nobody else was asked.

    A page that is asked for nothing else is in the context that the tests share, any other in one of its own.
    """
    pages, problems = [], []
    origins = {urlsplit(address).netloc for address in (host.url, site)}

    def opened(address, profile="desktop", **more):
        alike = warm and profile == "desktop" and not more
        context = warm if alike else browser.new_context(**{**profile_options(profile), **more})
        page = context.new_page()
        pages.append(page)
        page.on(
            "request",
            lambda request: (
                problems.append(f"asked: {request.url}")
                if request.url.startswith("http") and urlsplit(request.url).netloc not in origins
                else None
            ),
        )
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(address)
        return page

    yield opened
    for page in pages:
        if page.context == warm:
            page.close()
        else:
            page.context.close()
    assert problems == []


def frame_of(page, id="board"):
    return page.frame_locator(f"#{id} iframe")


def wait_ready(frame):
    frame.locator("html[data-ready]").wait_for(state="attached", timeout=READY)
    return frame


def start(page, id="board"):
    """Start a board as a reader does, and wait until it answers."""
    page.locator(f"#{id}").get_by_role("button").click()
    return wait_ready(frame_of(page, id))


def wait_for(frame, position):
    frame.locator(f"svg[data-position={json.dumps(position)}]").wait_for(timeout=20_000)


def heard(page, kind, least=0):
    """Return the events that a page has received from its boards, once there are that many."""

    def of_this_kind():
        return [detail for _id, type, detail in page.evaluate("heard") if type == kind]

    until(page, lambda: len(of_this_kind()) >= least)
    return of_this_kind()


def test_the_script_is_small(dist):
    assert (dist / "embed.js").stat().st_size < 12.5 * 1024


def test_every_game_has_a_poster(dist):
    """The start as a picture, and a script that draws positions."""
    assert {file.name for file in (dist / "static" / "posters").iterdir()} == {
        f"{game}.{kind}" for game in GAMES for kind in ("svg", "js")
    }


LATER = "The position appears when the board is opened."
HAS_PICTURE = re.compile("^data:image/svg")


def test_an_empty_element_shows_its_position_without_python(visit, host):
    """A position is drawn, and drawn anew when it changes; what is played from it, or cannot be read, is a plate."""
    page = visit(host.page(BOARD))
    board, picture = page.locator("#board"), page.locator("#board img")
    note = page.locator("#board [part=note]")
    expect(picture).to_have_attribute("src", re.compile("sensei.svg$"))
    drawn = []
    for name, value in (("position", AFTER), ("flip", ""), ("position", START)):
        board.evaluate("(board, [name, value]) => board.setAttribute(name, value)", [name, value])
        expect(picture).not_to_have_attribute("src", drawn[-1] if drawn else "")
        expect(picture).to_have_attribute("src", HAS_PICTURE)
        drawn.append(picture.get_attribute("src"))
    assert len(set(drawn)) == 3
    expect(note).to_be_empty()
    assert page.frames == [page.main_frame]
    for name, value in (("moves", "a1-a4"), ("at", "0"), ("position", "no position"), ("position", AFTER)):
        board.evaluate("(board, [name, value]) => board.setAttribute(name, value)", [name, value])
        is_drawn = (name, value) in (("at", "0"), ("position", AFTER))
        expect(note).to_have_text("" if is_drawn else LATER)
        expect(picture).to_have_attribute("src", HAS_PICTURE if is_drawn else re.compile("sensei.svg$"))
        expect(picture).to_have_css("object-position", re.compile("^50%" if is_drawn else "-"))
    board.evaluate("board => { board.removeAttribute('flip'); board.removeAttribute('moves'); }")
    wait_for(start(page), AFTER)


def test_an_empty_lesson_shows_its_position_before_it_runs(visit, host, site):
    """The element and the plain frame; in Equilibrium a lesson shows a part of the table, which has a plate."""
    address = f"{site}embed.html#game=sensei&lesson=character&step=99"
    frame = f'<iframe id="plain" width="480" height="620" src="{address}"></iframe>'
    page = visit(host.page(f'<rule-board id="board" game="sensei" lesson="character"></rule-board>{frame}'))
    board = page.locator("#board")
    picture, note = board.locator("img"), board.locator("[part=note]")
    for name, value in (("step", "1"), ("step", "99"), ("lesson", "stones")):
        board.evaluate("(board, [name, value]) => board.setAttribute(name, value)", [name, value])
        expect(picture).to_have_attribute("src", HAS_PICTURE)
        expect(picture).to_have_css("object-position", re.compile("^50%"))
        expect(note).to_have_text("")
    expect(page.frame_locator("#plain").locator("#first img")).to_have_attribute("src", HAS_PICTURE)
    expect(page.frame_locator("#plain").get_by_text(LATER)).to_have_count(0)
    for game, lesson in (("sensei", "no-such-lesson"), ("equilibrium", sorted(IN_PARTS)[0])):
        given = {"game": game, "lesson": lesson}
        board.evaluate("(board, given) => { for (const name in given) board.setAttribute(name, given[name]); }", given)
        expect(note).to_have_text(LATER)
        expect(picture).to_have_css("object-position", re.compile("-"))


IN_PARTS = {id for id, steps in lessons("equilibrium").items() if steps[0] is None}
"""Lessons of Equilibrium that begin with a part of the table."""


def test_twenty_boards_start_nothing_until_one_is_touched_and_one_stops_no_other(visit, host):
    boards = "".join(f'<rule-board id="b{number}" game="sensei" mode="play"></rule-board>' for number in range(20))
    page = visit(host.page(boards))
    posters = page.locator("rule-board img")
    expect(posters.first).to_be_visible()
    assert posters.count() == 20
    page.wait_for_timeout(500)
    assert page.frames == [page.main_frame]
    start(page, "b3")
    assert len(page.frames) == 2
    frame = frame_of(page, "b3")
    frame.locator('[data-target="a1"]').click()
    frame.locator('[data-target="a4"]').click()
    wait_for(frame, AFTER)
    start(page, "b5")
    assert len(page.frames) == 3
    wait_for(frame, AFTER)
    frame.get_by_role("button", name="Undo").click()
    wait_for(frame, START)
    assert [detail["action"] for detail in heard(page, "action", 1)] == ["a1-a4"]


@pytest.mark.core
def test_a_page_tells_and_hears_a_board(visit, host):
    page = visit(host.page(BOARD))
    page.evaluate("board.play('a1-a4')")  # starts it
    frame = wait_ready(frame_of(page))
    wait_for(frame, AFTER)
    assert page.evaluate("board.ready")
    assert heard(page, "ready", 1) == [{"game": "sensei", "position": START, "player": 0}]
    assert [detail["position"] for detail in heard(page, "action", 1)] == [AFTER]
    page.evaluate("board.reset()")
    wait_for(frame, START)
    page.evaluate("position => board.setPosition(position)", AFTER)
    wait_for(frame, AFTER)
    page.evaluate("board.setAttribute('game', 'tensor-chess')")
    expect(frame.locator("svg[data-game=tensor-chess]")).to_be_visible()
    mate = "7k2/10/7K2/10/10/10/10/9R w - - 0 1"
    page.evaluate("position => { board.setPosition(position); board.play('j1j8'); }", mate)
    expect(frame.locator(".result")).to_be_visible()
    [outcome] = heard(page, "outcome", 1)
    assert outcome["winners"] == [0]
    assert heard(page, "error") == []


@pytest.mark.core
def test_something_is_found_after_misses_and_a_hint(visit, host):
    task = 'mode="find" accept="a1-a4" ask="Which stone?" praise="That one."'
    page = visit(host.page(f'<rule-board id="board" game="sensei" {task}></rule-board>'))
    frame = start(page)
    expect(frame.locator(".ask")).to_have_text("Which stone?")
    for number in (1, 2):
        frame.locator('[data-target="c1"]').click()
        frame.locator('[data-target="c3"]').click()
        expect(frame.locator(".missed")).to_contain_text("not what is asked")
        expect(frame.locator(".hinted")).to_have_count(number - 1)
        frame.get_by_role("button", name="Try again").click()
    expect(frame.locator('[data-target="a1"].shown')).to_have_count(1)
    frame.locator('[data-target="a1"]').click()
    frame.locator('[data-target="a4"]').click()
    expect(frame.locator(".praise")).to_have_text("That one.")
    expect(frame.locator("#live")).to_contain_text("That one.")
    assert heard(page, "found", 1) == [{"misses": 2}]
    assert [detail["misses"] for detail in heard(page, "missed", 2)] == [1, 2]


def test_messages_from_others_are_passed_over_and_broken_ones_answered(visit, host):
    other = host.page("<p>other</p>", "other.html", script=False)
    page = visit(host.page(f'{BOARD}<iframe id="other" src="{other}"></iframe>'))
    frame = start(page)
    # To the page, not from the board's window.
    page.evaluate("postMessage({ ruleboard: 1, type: 'outcome', winners: [1] }, '*')")
    page.frame(url=other).evaluate("parent.postMessage({ ruleboard: 1, type: 'outcome', winners: [1] }, '*')")
    # To the board, from its page, but broken.
    say = "message => board.shadowRoot.querySelector('iframe').contentWindow.postMessage(message, '*')"
    for message in (
        {"ruleboard": 7},
        {"ruleboard": 1, "type": "dance"},
        {"ruleboard": 1, "type": "play", "action": []},
    ):
        page.evaluate(say, message)
    page.evaluate("for (const one of ['text', 3, null, {}, { type: 'play' }, []]) (" + say + ")(one)")
    page.evaluate("const ring = { ruleboard: 1 }; ring.ring = ring; (" + say + ")(ring)")
    page.evaluate("board.play('b1-b2')")
    expect(frame.locator('[data-position^="rrrRrrr/7/7/7/7/1g5/g1gGggg"]')).to_be_visible()
    assert [detail["action"] for detail in heard(page, "action", 1)] == ["b1-b2"]
    assert heard(page, "outcome") == []
    assert [detail.get("where") for detail in heard(page, "error", 4)] == ["ruleboard", "type", "action", None]


def test_a_flood_of_messages_is_answered_with_one_error_and_the_frame_stays_free(visit, host):
    page = visit(host.page(BOARD))
    frame = start(page)
    frame.locator("html").evaluate(
        """() => {
          const { send } = ruleboard;
          globalThis.carriedOut = 0;
          ruleboard.send = (...event) => { carriedOut += 1; send(...event); };
        }"""
    )
    page.evaluate("for (let i = 0; i < 10_000; i++) board.reset()")
    [error] = heard(page, "error", 1)
    assert "too many" in error["message"]
    frame.locator('[data-target="c1"]').click()  # the reader can still play
    page.wait_for_timeout(3000)
    assert frame.locator("html").evaluate("() => carriedOut") < 500
    page.evaluate("board.play('a1-a4')")
    wait_for(frame, AFTER)
    assert len(heard(page, "error")) == 1


def test_a_few_messages_at_once_are_carried_out_in_their_order(visit, host):
    page = visit(host.page(BOARD))
    frame = start(page)
    page.evaluate("for (let i = 0; i < 20; i++) { board.play('a1-a4'); board.reset(); } board.play('a1-a4')")
    wait_for(frame, AFTER)
    assert len(heard(page, "action", 21)) == 21
    assert heard(page, "error") == []


def test_a_board_hears_the_page_around_it_and_no_frame_beside_it(visit, host, site):
    other = host.page("<p>other</p>", "other.html", script=False)
    address = f"{site}embed.html#game=sensei&mode=play&autostart"
    page = visit(host.page(f'<iframe id="frame" src="{address}"></iframe><iframe src="{other}"></iframe>'))
    frame = wait_ready(page.frame_locator("#frame"))
    play = "postMessage({ ruleboard: 1, type: 'play', action: 'a1-a4' }, '*')"
    page.frame(url=other).evaluate(f"parent.frames[0].{play}")
    frame.locator("html").evaluate(f"() => {play}")
    page.wait_for_timeout(500)
    expect(frame.locator(f'svg[data-position="{START}"]')).to_be_visible()
    page.evaluate(f"frames[0].{play}")
    wait_for(frame, AFTER)


def test_a_page_that_is_not_the_one_named_is_not_heard(visit, host, site):
    address = f"{site}embed.html#game=sensei&mode=play&host=https://elsewhere.example"
    page = visit(host.page(f'<iframe id="frame" src="{address}"></iframe>'))
    page.evaluate("window.all = []; addEventListener('message', ({ data }) => all.push(data))")
    frame = wait_ready(page.frame_locator("#frame"))
    page.evaluate("frame.contentWindow.postMessage({ ruleboard: 1, type: 'play', action: 'a1-a4' }, '*')")
    page.wait_for_timeout(500)
    expect(frame.locator(f'svg[data-position="{START}"]')).to_be_visible()
    assert page.evaluate("all") == []


@pytest.mark.core
def test_in_a_sandbox_without_storage(visit, host, site):
    address = f"{site}embed.html#game=sensei&mode=play&autostart"
    page = visit(host.page(f'<iframe id="frame" sandbox="allow-scripts" src="{address}" height="700"></iframe>'), **ANY)
    frame = wait_ready(page.frame_locator("#frame"))
    assert frame.locator("html").evaluate("() => [self.origin, document.documentElement.dataset.start]") == [
        "null",
        "snapshot",
    ]
    frame.locator('[data-target="a1"]').click()
    frame.locator('[data-target="a4"]').click()
    wait_for(frame, AFTER)


@pytest.mark.core
@pytest.mark.parametrize("sandbox", ["", 'sandbox="allow-scripts"'])
def test_opponents_think_in_a_worker(visit, host, site, sandbox):
    address = f"{site}embed.html#game=sensei&mode=play&autostart"
    page = visit(host.page(f'<iframe id="frame" {sandbox} src="{address}"></iframe>'), **ANY)
    frame = wait_ready(page.frame_locator("#frame"))
    asked = request("sensei", actions=6)
    given = frame.locator("html").evaluate(f"(_, request) => {{ {ASK} return ask(request); }}", asked)
    assert given == answer(asked)


@pytest.mark.parametrize("whose", ["the element's own", "the page's"])
def test_a_board_in_a_sandbox_is_heard_and_told(visit, host, whose):
    if whose == "the page's":
        inner = host.page(BOARD, "inner.html")
        page = visit(
            host.page(f'<iframe id="around" sandbox="allow-scripts" src="{inner}" height="900"></iframe>'), **ANY
        )
        around = page.frame(url=inner)
    else:
        page = visit(host.page(BOARD.replace("mode=", "sandbox mode=")), **ANY)
        around = page.main_frame
    around.evaluate("board.play('a1-a4')")
    frame = wait_ready(around.frame_locator("#board iframe"))
    wait_for(frame, AFTER)
    assert frame.locator("html").evaluate("() => self.origin") == "null"
    assert [type for _id, type, _detail in around.evaluate("heard")] == ["ready", "action"]


def test_without_javascript_there_is_the_poster_and_a_link(visit, host, site):
    link = f"{site}embed.html#game=sensei&mode=play"
    poster = f'<a href="{link}"><img src="{site}static/posters/sensei.svg" alt="Sensei: play" width="300"></a>'
    body = BOARD.replace("></rule-board>", f">{poster}</rule-board>")
    page = visit(host.page(body), java_script_enabled=False)
    expect(page.get_by_role("img", name="Sensei: play")).to_be_visible()
    assert page.get_by_role("link").get_attribute("href") == link
    with_it = visit(host.page(body))
    expect(with_it.locator("rule-board a img")).to_be_visible()
    with_it.get_by_role("button", name="Play: Sensei").click()
    wait_ready(frame_of(with_it))
    assert with_it.url == host.url + "index.html"  # the link was not followed


def test_a_plain_frame_is_a_poster_that_loads_python_once_it_is_touched(visit, host, site):
    more = "position=" + quote(AFTER) + "&caption=Green%20begins&accent=teal"
    page = visit(
        host.page(
            f'<iframe id="frame" width="480" height="620" src="{site}embed.html#game=sensei&mode=play&{more}"></iframe>'
        )
    )
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    frame = page.frame_locator("#frame")
    expect(frame.locator("#first img")).to_have_attribute("src", HAS_PICTURE)
    expect(frame.locator("#first img")).to_have_css("object-position", re.compile("^50%"))
    expect(frame.get_by_text(LATER)).to_have_count(0)
    expect(frame.locator("#first-caption")).to_have_text("Green begins")
    button = frame.get_by_role("button", name="Play")
    expect(button.locator("span")).to_have_css("background-color", "rgb(0, 128, 128)")
    for media, sign, scheme in (("print", "hidden", "light only"), ("screen", "visible", "light")):
        page.emulate_media(media=media)
        expect(button.locator("span")).to_be_visible(visible=sign == "visible")
        expect(frame.locator("#first img")).to_have_css("color-scheme", scheme)
    page.wait_for_timeout(1000)
    assert not [url for url in asked if "pyodide" in url or "snapshot" in url or "pyscript" in url]
    button.focus()
    page.keyboard.press("Enter")
    wait_for(wait_ready(frame), AFTER)
    assert frame.locator("svg.board").evaluate("board => board.contains(document.activeElement)")


def test_a_plain_frame_has_a_plate_where_its_board_cannot_be_drawn(visit, host, site):
    """Moves are played by the rules, and a text of another game is no position: no wrong board is seen."""
    frames = "".join(
        f'<iframe id="{name}" width="480" height="620" src="{site}embed.html#game=sensei&{more}"></iframe>'
        for name, more in (("played", "moves=a1-a4"), ("unread", "position=no%20position"))
    )
    page = visit(host.page(frames))
    for name in ("played", "unread"):
        frame = page.frame_locator(f"#{name}")
        expect(frame.get_by_text(LATER)).to_be_visible()
        expect(frame.locator("#first img")).to_have_css("object-position", re.compile("-"))


def test_the_board_stands_where_its_poster_stood_and_in_the_look_of_the_page(visit, host):
    style = """<style>#board { max-width: 480px; --rule-board-background: transparent; --rule-board-radius: 1rem;
      --rule-board-accent: color-mix(in srgb, navy, navy); }</style>"""
    page = visit(host.page(style + BOARD.replace("mode", 'caption="The start" mode')))
    place = """board => {
      const around = board.getBoundingClientRect();
      const picture = board.shadowRoot.querySelector(".poster img").getBoundingClientRect();
      return [picture.x - around.x, picture.y - around.y, picture.width, picture.height, around.height];
    }"""
    *before, high = page.locator("#board").evaluate(place)
    frame = start(page)
    shown = "svg => { const { x, y, width, height } = svg.getBoundingClientRect(); return [x, y, width, height]; }"
    assert frame.locator("svg.board").evaluate(shown) == pytest.approx(before, abs=1)
    assert page.locator("#board").evaluate("board => board.clientHeight") == pytest.approx(high, abs=4)
    body = frame.locator("body")
    expect(body).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(body).to_have_css("border-radius", "16px")
    accent = "() => getComputedStyle(document.documentElement).getPropertyValue('--accent')"
    assert "0.5" in body.evaluate(accent)
    frame.locator('[data-target="a1"]').click()
    frame.locator('[data-target="a4"]').click()
    wait_for(frame, AFTER)
    page.evaluate("board.setAttribute('background', 'rgb(1 2 3)')")
    expect(body).to_have_css("background-color", "rgb(1, 2, 3)")
    wait_for(frame, AFTER)  # nothing began anew


@pytest.mark.parametrize(
    ("page_lang", "reader", "told", "word"),
    [
        ("fr", "en-GB", "Vert commence", "Jouer"),
        ("en", "fr-FR", "Green begins", "Play"),
        ("pt-BR", "fr-FR", "O verde", "Play"),
        ("", "fr-FR", "Vert commence", "Jouer"),
        ("", "de-DE", "Green begins", "Play"),
    ],
)
def test_captions_are_in_the_page_s_language_or_else_the_reader_s(visit, host, page_lang, reader, told, word):
    """In the poster, in the name of the button and of the frame, and in the board; a change is carried out at once."""
    captions = 'caption="Green begins" caption-fr="Vert commence" caption-pt="O verde"'
    url = host.page(BOARD.replace("mode", f"{captions} mode"))
    page_file = host.folder / "index.html"
    text = page_file.read_text(encoding="utf-8").replace('lang="en"', f'lang="{page_lang}"' if page_lang else "")
    page_file.write_text(text, encoding="utf-8")
    page = visit(url, locale=reader)
    expect(page.locator("#board").get_by_role("button")).to_have_accessible_name(f"{word}: {told}")
    expect(page.locator("#board").get_by_text(told)).to_be_visible()
    frame = start(page)
    expect(frame.locator("figcaption")).to_have_text(told)
    expect(page.locator("#board iframe")).to_have_attribute("title", told)
    page.evaluate("board.setAttribute('caption-fr', 'Vert joue')")
    expect(frame.locator("figcaption")).to_have_text("Vert joue" if told == "Vert commence" else told)


def test_where_the_host_is_away_the_poster_stays_and_says_so(browser, host):
    context = browser.new_context()
    page = context.new_page()
    page.route("**/embed.html", lambda route: route.abort())
    page.goto(host.page(BOARD))
    page.locator("#board").get_by_role("button").click()
    expect(page.locator("#board").get_by_role("status")).to_contain_text("cannot be reached", timeout=20_000)
    expect(page.locator("#board img")).to_be_visible()
    assert page.frames == [page.main_frame]
    page.unroute("**/embed.html")
    start(page)
    expect(page.locator("#board img")).to_be_hidden()
    context.close()


def swipe(page, x, y, by):
    """Draw a finger over the page, as the browser itself sees it."""
    session = page.context.new_cdp_session(page)
    step = by / 8
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for number in range(1, 9):
        point = {"x": x, "y": y + step * number}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        page.wait_for_timeout(20)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
    page.wait_for_timeout(600)


def test_a_finger_scrolls_the_page_over_a_resting_board_and_carries_what_is_taken_up(visit, host):
    page = visit(host.page(f'{BOARD}<div style="height: 3000px"></div>'), profile="phone")
    page.locator("#board").get_by_role("button").tap()
    frame = wait_ready(frame_of(page))
    stone = frame.locator('[data-target="d1"]')
    stone.wait_for()
    box = frame.locator('[data-target="c1"]').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    swipe(page, x, y, -200)  # begins on a stone that could be moved
    until(page, lambda: page.evaluate("scrollY") > 100)
    wait_for(frame, START)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(300)
    frame.locator('[data-target="c1"]').tap()
    expect(frame.locator('[data-target="c1"].taken')).to_have_count(1)
    goal = frame.locator('[data-target="c4"]').bounding_box()
    swipe(page, x, y, goal["y"] + goal["height"] / 2 - y)
    expect(frame.locator('[data-position^="rrrRrrr/7/7/2g4"]')).to_be_visible()
    assert page.evaluate("scrollY") == 0
    frame.locator('[data-target="a1"]').tap()  # to read it; another is carried
    expect(frame.locator('[data-target="a1"].taken')).to_have_count(1)
    start, goal = (frame.locator(f'[data-target="{name}"]').bounding_box() for name in ("b1", "b3"))
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    swipe(page, x, y, goal["y"] + goal["height"] / 2 - y)
    expect(frame.locator('[data-position^="rrrRrrr/7/7/2g4/1g5"]')).to_be_visible()
    assert page.evaluate("scrollY") == 0


def test_the_frame_is_as_high_as_its_board_whatever_the_game_and_the_width(visit, host):
    page = visit(host.page(f'<div id="place">{BOARD}</div>'))
    frame = start(page)
    body = frame.locator("body")
    for game in sorted(GAMES):
        page.evaluate("game => board.setAttribute('game', game)", game)
        expect(frame.locator(f'svg[data-game="{game}"]').first).to_be_visible()
        heights = {}
        for width in (320, 480, 800):
            page.evaluate("width => { place.style.width = `${width}px`; }", width)
            until(page, lambda width=width: body.evaluate("() => innerWidth") == width)
            # A body's height is not always whole.
            until(page, lambda: body.evaluate("body => [0, 1].includes(innerHeight - body.offsetHeight)"))
            page.wait_for_timeout(400)  # and it stays so
            height, outer, needed = body.evaluate("body => [body.offsetHeight, innerHeight, body.scrollWidth]")
            assert outer - height in (0, 1), (game, width)
            assert needed <= width, (game, width)
            heights[width] = height
            assert page.locator("#board").evaluate("board => board.offsetHeight") == outer, (game, width)
            buttons = frame.locator("button:visible").evaluate_all("all => all.map((one) => one.offsetHeight)")
            assert min(buttons) >= 44, (game, width)
        assert len(set(heights.values())) == 3, game


def test_a_poster_is_as_high_as_its_board(visit, host):
    """For every game played and asked, for one each looked at and stepped through; and for a study.

    Below a board that is looked at or stepped through there is nothing of the game's own.
    """
    (host.folder / "study.json").write_text((SAMPLES / "open-doors.json").read_text(encoding="utf-8"), encoding="utf-8")
    page = visit(host.page(f'<div id="place">{BOARD}</div><div id="other"></div>'))
    start(page)
    asked = [{"game": "sensei", "study": "./study.json"}]
    for number, (id, game) in enumerate(sorted(GAMES.items())):
        begun = game.initial(with_rules(game.options, {}), 0)
        first = game.format_action(begun, game.legal_actions(begun)[0])
        alike = [{}, {"moves": first, "at": "0"}][number : number + 1]
        uses = *alike, {"mode": "play"}, {"mode": "find", "accept": first, "ask": "Find it."}
        asked += [{"game": id, "caption": "The start", **use} for use in uses]
    # A sentence of usual length takes two lines beside a narrow board, and one beside its poster.
    asked.append({**asked[-1], "ask": "Find the move that opens the game."})
    for given in asked:
        heights = page.evaluate(HEIGHTS, given)
        assert all(abs(poster - shown) <= 4 for poster, shown in heights.values()), (given, heights)


LONG = {
    "en": (
        "After the opening: both sides have brought out their best pieces, and whoever hurries now will regret it.",
        "It is your turn, and the other side threatens to win with its next move: find the only turn that stops this, "
        "and look twice at the corner on the left before you answer.",
    ),
    "fr": (
        "Après l’ouverture : les deux camps ont sorti leurs meilleures pièces, et qui se presse le regrettera vite.",
        "C’est à vous de jouer, et l’adversaire menace de gagner à son prochain coup : trouvez le seul tour qui l’en "
        "empêche, et regardez deux fois le coin de gauche avant de répondre.",
    ),
}
"""Captions of two lines and more, and tasks of three lines and more on a phone, by the language."""


@pytest.mark.parametrize("lang", LONG)
def test_a_poster_has_the_room_of_long_texts_in_each_language(visit, host, lang):
    """In all games, at the widths of a small phone, a phone, a tablet and a desktop, with the poster of Share, too."""
    page = visit(host.page(f'<div id="place">{BOARD}</div><div id="other"></div>'))
    page.set_viewport_size({"width": 1300, "height": 900})
    start(page)
    caption, ask = LONG[lang]
    asked = []
    for id, game in sorted(GAMES.items()):
        begun = game.initial(with_rules(game.options, {}), 0)
        first = game.format_action(begun, game.legal_actions(begun)[0])
        asked.append({"game": id, "mode": "find", "accept": first, "ask": ask})
    asked += [{"game": "sensei"}, {"game": "tesulda", "mode": "play"}, {"game": "equilibrium", "mode": "play"}]
    for given in asked:
        for slotted in (False, True):
            more = {"caption": caption, "lang": lang, "slotted": slotted, "widths": [320, 375, 768, 1280]}
            heights = page.evaluate(HEIGHTS, {**given, **more})
            assert all(abs(poster - shown) <= 4 for poster, shown in heights.values()), (given, slotted, heights)


HEIGHTS = """async ({ widths = [360, 480, 760, 1000], slotted = false, ...given }) => {
  const rest = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
  const heights = {}, told = new Promise((resolve) => { board.addEventListener("ready", resolve, { once: true }); });
  for (const name of board.getAttributeNames()) if (name !== "id") board.removeAttribute(name);
  for (const name in given) board.setAttribute(name, given[name]);
  await told;
  for (const width of widths) {
    place.style.width = other.style.width = `${width}px`;
    const poster = document.createElement("rule-board");
    for (const name in given) poster.setAttribute(name, given[name]);
    other.replaceChildren(poster);
    const own = poster.shadowRoot.querySelector("img");
    await own.decode();
    if (slotted) {
      const made = (name, more) => Object.assign(document.createElement(name), more);
      const picture = made("img", { src: own.src, style: POSTER_STYLE });
      const texts = [given.caption, given.ask].filter(Boolean).map((textContent) => made("p", { textContent }));
      poster.append(made("a", { href: "#" }), ...texts);
      poster.firstChild.append(picture);
      await picture.decode();
    }
    let last = -1; // until the frame's height is that of its board, and rests
    for (let calm = 0; calm < 4;) {
      await rest(100);
      calm = board.offsetHeight === last ? calm + 1 : 0;
      last = board.offsetHeight;
    }
    heights[width] = [poster.offsetHeight, last];
  }
  return heights;
}""".replace("POSTER_STYLE", json.dumps(POSTER_STYLE))
"""Heights of a poster, and of the board that was started, by the width of their place; ``slotted``: of a poster that
stands in the element, as Share writes it."""


def test_bad_parameters_are_told_in_the_frame_and_to_the_page(visit, host):
    page = visit(host.page('<rule-board id="board" game="sensei" position="7/7 g" autostart></rule-board>'))
    frame = wait_ready(frame_of(page))
    expect(frame.get_by_role("alert")).to_contain_text("Position")
    [error] = heard(page, "error", 1)
    assert error["where"] == "position"


def test_nothing_is_left_behind(visit, host, site):
    address = f"{site}embed.html#game=sensei&mode=play"
    page = visit(address, service_workers="allow")
    wait_ready(page)
    page.locator('[data-target="a1"]').click()
    page.locator('[data-target="a4"]').click()
    wait_for(page, AFTER)
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    page.goto(f"{site}static/icon.svg")
    left = """async () => [
      localStorage.length, sessionStorage.length, (await indexedDB.databases()).length, (await caches.keys()).length,
      (await navigator.serviceWorker.getRegistrations()).length, document.cookie]"""
    assert page.evaluate(left) == [0, 0, 0, 0, 0, ""]


@pytest.mark.core
def test_the_frame_lets_in_nothing_inline_and_nothing_from_elsewhere(browser, host, site):
    (host.folder / "other.js").write_text("globalThis.let_in = 'other';", encoding="utf-8")
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}embed.html#game=sensei")
    wait_ready(page)
    page.evaluate(
        """async (other) => {
          const made = (more) => Object.assign(document.createElement("script"), more);
          document.head.append(made({ textContent: "globalThis.let_in = 'inline'" }));
          const script = made({ src: other });
          await new Promise((done) => { script.onload = script.onerror = done; document.head.append(script); });
        }""",
        host.url + "other.js",
    )
    assert page.evaluate("globalThis.let_in") is None
    assert (
        page.evaluate("other => fetch(other).then(() => 'fetched', () => 'refused')", host.url + "other.js")
        == "refused"
    )
    context.close()


@pytest.mark.parametrize("blocked", ["embed_policy", "embed_frame", "user_preferences"])
def test_a_script_that_is_blocked_leaves_the_frame_s_policy_as_strict_as_ever(browser, host, site, blocked):
    context = browser.new_context()
    page = context.new_page()
    page.route(f"**/{blocked}*", lambda route: route.abort())
    page.goto(f"{site}embed.html#game=sensei")
    if (
        blocked != "embed_policy"
    ):  # for which there is no request: the page is loaded again once, and says what is wrong
        expect(page.locator("#start-message")).to_be_visible()
    fetched = "other => fetch(other).then(() => 'fetched', () => 'refused')"
    assert page.evaluate(fetched, host.url + "index.html") == "refused"
    inline = """() => {
      document.head.append(Object.assign(document.createElement("script"), { textContent: "globalThis.let_in = 1" }));
      return globalThis.let_in ?? 0;
    }"""
    assert page.evaluate(inline) == 0
    context.close()


def test_the_board_asked_for_is_painted_before_python_is_there(visit, host, site):
    page = visit("about:blank", color_scheme="light")  # of its own: another may have kept the snapshot by now
    page.route("**/snapshot.*.bin", lambda route: None)  # never answered
    page.goto(f"{site}embed.html#game=tesulda&caption=The%20start")
    poster = page.locator("#first img")
    expect(poster).to_be_visible()
    assert poster.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    expect(page.locator("#first-caption")).to_have_text("The start")
    page.goto("about:blank")
    page.goto(f"{site}embed.html#game=sensei&position={quote(AFTER)}")
    expect(page.locator("#first")).to_have_attribute("data-game", "sensei")
    assert page.locator("#first img").count() == 0


@pytest.mark.core
def test_a_board_speaks_the_language_of_its_page(visit, host):
    page = visit(host.page(BOARD))
    page.evaluate("() => { document.documentElement.lang = 'fr-CA'; document.body.append(board); }")
    page.get_by_role("button", name="Jouer").click()
    frame = wait_ready(frame_of(page))
    expect(frame.get_by_role("button", name="Recommencer")).to_be_visible()
    assert frame.locator("html").get_attribute("lang") == "fr"
    page.evaluate("board.setAttribute('lang', 'en')")
    expect(frame.get_by_role("button", name="Start again")).to_be_visible()


def test_by_keyboard_from_the_page_through_the_board(visit, host):
    page = visit(host.page(BOARD.replace("mode=", 'caption="First steps" mode=')))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    frame = wait_ready(frame_of(page))
    assert page.locator("#board iframe").get_attribute("title") == "First steps"
    expect(page.locator("#board iframe")).to_be_focused()
    page.keyboard.press("Tab")
    focused = frame.locator("[data-target]:focus")
    expect(focused).to_have_attribute("data-target", "a1")
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(focused).to_have_attribute("data-target", "a4")
    page.keyboard.press("Enter")
    wait_for(frame, AFTER)
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


def test_a_study_is_stepped_through_by_keyboard_and_its_task_solved_by_touch(visit, host):
    """One stands in the page, the other in a file of its site; a third is not there, which the frame says."""
    (host.folder / "mine.json").write_text(json.dumps({**STUDY, "title": "From a file"}), encoding="utf-8")
    inline = f'<script type="application/json" id="mine">{json.dumps(STUDY)}</script>'
    studies = {"board": "#mine", "file": "mine.json", "none": "#no"}
    boards = [f'<rule-board id="{id}" study="{study}"></rule-board>' for id, study in studies.items()]
    page = visit(host.page(inline + "".join(boards)), "phone")
    frame = start(page)
    expect(frame.get_by_role("heading", level=1)).to_have_text("A first stone")
    expect(frame.locator(".drawn-arrow")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(frame.locator("#live")).to_contain_text("Half way.")
    page.keyboard.press("ArrowRight")
    expect(frame.locator(".ask")).to_have_text("Stop it.")
    assert [step["ply"] for step in heard(page, "step", 3)] == [0, 1, 2]
    frame.locator('[data-target="b7"]').tap()
    frame.locator('[data-target="b5"]').tap()
    expect(frame.locator(".missed")).to_be_visible()
    frame.get_by_role("button", name="Try again").tap()
    frame.locator('[data-target="a7"]').tap()
    frame.locator('[data-target="a5"]').tap()
    frame.get_by_role("button", name="End turn").tap()
    expect(frame.locator(".praise")).to_have_text("There it stands.")
    expect(frame.locator(".comment")).to_have_text("Face to <i>face</i>.")
    assert heard(page, "found", 1) == [{"misses": 1}]
    other = start(page, "file")
    expect(other.get_by_role("heading", level=1)).to_have_text("From a file")
    expect(start(page, "none").get_by_role("alert")).to_contain_text("#no")


def test_without_a_network_once_the_app_was_opened(newcomer, dist, tmp_path):
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder)
    with ExitStack() as running:
        url = running.enter_context(serve.serving(folder, "/below/here/"))
        newcomer.goto(url)
        newcomer.locator("html[data-ready]").wait_for(state="attached", timeout=READY)
        active = "() => navigator.serviceWorker.getRegistration().then((one) => Boolean(one?.active))"
        until(newcomer, lambda: newcomer.evaluate(active))
        running.close()
        newcomer.goto("about:blank")
        newcomer.goto(f"{url}embed.html#game=sensei&mode=play")
        wait_ready(newcomer)
        expect(newcomer.locator(f'svg[data-position="{START}"]')).to_be_visible()


def picture_of(image):
    """Return the text of the SVG file that an image shows."""
    return unquote(image.get_attribute("src").partition(",")[2])


def test_a_host_that_dies_between_the_page_and_the_touch_leaves_the_poster(browser, host, site):
    """The frame's page may still come from the browser's cache; nothing that it starts does."""
    context = browser.new_context()
    page = context.new_page()
    frame = f'<iframe id="plain" width="480" height="620" src="{site}embed.html#game=sensei"></iframe>'
    page.goto(host.page(BOARD + frame))
    page.frame_locator("#plain").get_by_role("button", name="Show it").wait_for()
    away = re.compile(r"/(pyodide|pyscript|snapshot|boot/(interpreter|loader|start_))|HEAD")

    def answer(route):
        is_away = route.request.method == "HEAD" or away.search(route.request.url) or "/page/" in route.request.url
        return route.abort() if is_away else route.continue_()

    context.route(f"{site}**", answer)
    board = page.locator("#board")
    board.get_by_role("button").click()
    expect(board.get_by_role("status")).to_contain_text("cannot be reached", timeout=15_000)
    expect(board.locator("img")).to_be_visible()
    expect(board.get_by_role("button")).not_to_have_attribute("aria-busy", "true")
    plain = page.frame_locator("#plain")
    plain.get_by_role("button", name="Show it").click()
    expect(plain.get_by_text("The board cannot be reached now")).to_be_visible(timeout=15_000)
    expect(plain.locator("img")).to_be_visible()
    context.unroute(f"{site}**", answer)
    start(page)
    expect(board.locator("img")).to_be_hidden()
    context.close()


def test_a_plain_frame_shows_the_picture_that_its_address_carries(visit, host, site):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="480" height="480"><title>Mine</title></svg>'
    )
    address = f"{site}embed.html#game=sensei&position={quote(AFTER)}&ask=Find&mode=find&accept=b1-b4&poster={pack(svg)}"
    page = visit(host.page(f'<iframe id="frame" width="480" height="620" src="{address}&caption=Below"></iframe>'))
    frame = page.frame_locator("#frame")
    picture = frame.locator("#first img")
    expect(picture).to_have_attribute("src", re.compile("^data:image/svg"))
    assert picture_of(picture) == svg
    expect(frame.get_by_text("The position appears")).to_have_count(0)
    high = [frame.get_by_text(text, exact=True).bounding_box()["y"] for text in ("Below", "Find")]
    assert high == sorted(high), "as under the board that comes"
    frame.get_by_role("button", name="Try it").click()
    wait_for(wait_ready(frame), AFTER)
    alone = visit(address)
    assert "Mine" not in alone.content(), "no link to the site itself shows what its writer likes"


def test_a_plain_frame_unpacks_no_picture_beyond_its_limit(visit, host, site):
    """39,000 characters of blanks, which unpack to 30 MB, give way to the picture of the game's start."""
    address = f"{site}embed.html#game=sensei&poster={pack(' ' * 29_900_000)}"
    frame = visit(host.page(f'<iframe id="frame" src="{address}"></iframe>')).frame_locator("#frame")
    expect(frame.locator("#first img")).to_have_attribute("src", re.compile("static/posters/sensei"))


def test_the_lines_of_a_study_s_share_page_show_it_on_another_site(visit, host, site):
    """Once with the study in a file beside the page, once within the page."""
    study = parse_study((SAMPLES / "open-doors.json").read_text(encoding="utf-8"))
    (host.folder / file_name(study.title)).write_text(format_study(study), encoding="utf-8")
    shown = Embedding(site, 0, open_chapter(study.chapters[0], GAMES), 2, start="here")
    lines = [snippet(replace(shown, form=form), study) for form in FORMS]
    ids = [f'<rule-board id="{form}"' for form in FORMS]
    page = visit(host.page("".join(map(re.sub, ["<rule-board"] * 2, ids, lines)), script=False))
    for form in FORMS:
        frame = start(page, form)
        expect(frame.get_by_role("heading", level=1)).to_contain_text(study.title)
    assert [step["ply"] for step in heard(page, "step", 2)] == [2, 2]
