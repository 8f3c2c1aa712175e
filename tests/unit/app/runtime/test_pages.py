"""The pages: settings, and what must hold on every page whatever stands in it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.app import notices as standing
from ruleboard.app.editor.session import open_editor
from ruleboard.app.help.session import HelpPage
from ruleboard.app.help.view import KEYS
from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons import session as learnings
from ruleboard.app.lessons.session import CourseList, CoursePage, LessonSession, RulesPage, RulingsPage
from ruleboard.app.library.session import Home, NotFound
from ruleboard.app.new_game.session import NewGame
from ruleboard.app.notices import Notice
from ruleboard.app.play import gestures, history
from ruleboard.app.play import session as tables
from ruleboard.app.play.advice import show_threats, with_hint
from ruleboard.app.play.replay import ReplayPosition
from ruleboard.app.play.review import REVIEW, Review, turns_of
from ruleboard.app.play.review import begin as begin_review
from ruleboard.app.play.session import open_table
from ruleboard.app.play.table import Table
from ruleboard.app.play.update import KEYS as PLAY_KEYS
from ruleboard.app.problems import session as problem_pages
from ruleboard.app.problems.session import ProblemGames, ProblemList, ProblemSession, progress_key
from ruleboard.app.routes import Route, format_route
from ruleboard.app.runtime.dispatch import FEATURES
from ruleboard.app.runtime.dispatch import KEYS as PAGE_KEYS
from ruleboard.app.runtime.model import Model, Page, PlayPage
from ruleboard.app.runtime.page import view
from ruleboard.app.runtime.prerender import html as first_paint
from ruleboard.app.runtime.prerender import words as first_words
from ruleboard.app.settings.session import SettingsPage
from ruleboard.app.share.session import SECTIONS, Sharing
from ruleboard.app.storage.games import PREFIX, Entry
from ruleboard.app.storage.preferences import CHOICES, Settings
from ruleboard.app.storage.reviews import Verdict
from ruleboard.app.storage.setups import Setup
from ruleboard.app.workshop.session import SheetList, open_draft
from ruleboard.engine.clock import Clock, TimeControl
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import replay
from ruleboard.games.courses import problems
from ruleboard.games.registry import GAMES, WORKSHOPS
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_html
from tests.support.edited import record
from tests.unit.app.storage.test_games import DAMAGED
from tools.catalogue import compiled
from tools.fake_browser import Element, Storage, Tab, begin, same, walk

HOST = "https://example.org/"
"""The address of the page in a share dialog."""


def after_replay(session: LessonSession) -> LessonSession:
    exercise = session.exercise
    return session.with_exercise(exercises.with_table(exercise, history.skip_replay(exercise.table)))


def hinted(session: LessonSession) -> LessonSession:
    return session.with_exercise(exercises.show_hint(session.exercise))


def first_problem() -> ProblemSession:
    found = problem_pages.opened("sensei", problems("sensei")[0].id)
    assert found
    return replace(found, daily=True, site=HOST)


def first_touch(session: ProblemSession) -> str:
    return str(session.exercise.table.actions[0].targets[0])


PROBLEM = first_problem()
GAME = GAMES["sensei"]
START = "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"


def checked(tab: Tab, name: str) -> str:
    """The value of a group of radio buttons."""
    (value,) = [
        field[1]["value"] for field in tab.all("input") if field[1].get("name") == name and "checked" in field[1]
    ]
    return str(value)


# --- for who does not see them ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("page", ["new", "rules"])
def test_a_picture_that_is_only_looked_at_is_one_thing_with_one_name(page: str, game: str) -> None:
    """Not hundreds of squares and buttons with which nothing can be done."""
    tab = Tab(address=f"#/{page}/{game}")
    pictures = [part for part in tab.all("svg") if "board" in part[1].get("class", "").split()]
    assert pictures
    for picture in pictures:
        assert picture[1]["role"] == "img"
        assert picture[1]["aria-label"]
        inside = [part[1] for part in walk(picture) if part is not picture]
        assert inside
        assert not [attrs for attrs in inside if attrs.keys() & {"role", "aria-label", "tabindex", "data-target"}]


@pytest.mark.parametrize("address", ["#/", *(f"#/learn/{game}" for game in GAMES)])
def test_the_small_pictures_of_a_list_are_not_read_out(address: str) -> None:
    """Links to a game or a lesson are named by their words alone."""
    tab = Tab(Storage({f"{PREFIX}x": format_record(record())}), address)
    plates = [part for part in tab.all("span") if part[1].get("class") == "plate"]
    assert plates
    assert {part[1].get("aria-hidden") for part in plates} == {"true"}


def test_the_first_paint_is_the_home_page_of_nobody() -> None:
    assert first_paint() == to_html(view(Model()))


def test_the_first_paint_knows_what_is_read_on_it_in_another_language() -> None:
    """But nothing of the boards, which are only looked at there."""
    said = first_words(compiled("fr"))
    assert said["New game"] == "Nouvelle partie"
    assert "None removed yet" not in said
    assert not [text for text in said if "Light square" in text or text.startswith("e1")]


def test_nothing_is_written_in_small_boards() -> None:
    """It could not be read there, and takes a browser longer than all the rest."""
    for page in (view(Model()), view(Model(page=CourseList()))):
        boards = re.findall(r'<svg class="board.*?</svg>', to_html(page))
        assert len(boards) == len(GAMES)
        assert not [board for board in boards if "<text" in board or "aria-label" in board]


def test_the_help_page_names_the_keys_there_are() -> None:
    named = {key.lower() for keys, _ in KEYS for key in re.split(r" and | or ", keys)}
    keys = {*PLAY_KEYS, *PAGE_KEYS}
    assert {key.lower() for key in keys if not key.startswith("Ctrl")} <= named


# --- what must hold on every page -----------------------------------------------------------------------------------


def table(*actions: str, **more: object) -> Table:
    return Table("x", replay(record(*actions, players=("Ann", "Bob")), GAMES), **more)  # type: ignore[arg-type]


def seated(*seats: int, then: tuple[str, ...] = (), **more: object) -> Table:
    """A game against opponents, or of opponents alone, after Green's first turn."""
    kept = replace(record("a1-a4", "b1-b4", "end", *then, players=("Ann", "")), seats=seats)
    return Table("x", replay(kept, GAMES), **more)  # type: ignore[arg-type]


def timed(*, now: int | None = None, **more: object) -> Table:
    """A game with a clock."""
    kept = replace(record("a1-a4", players=("Ann", "Bob")), clock=Clock(TimeControl("move", 60_000), (60_000,), now))
    return Table("x", replay(kept, GAMES), **more)  # type: ignore[arg-type]


def cards(**more: object) -> Table:
    """A game in which cards were turned over."""
    kept = Record("tensor-cards", {}, 1, ("Ann", "Bob"), ("lay r1 b3 y4", "lay r1 b3 y9"))
    return Table("x", replay(kept, GAMES), **more)  # type: ignore[arg-type]


SHUFFLE = ("a1-a2", "end", "a7-a6", "end", "a2-a1", "end", "a6-a7", "end")
RECORD = format_record(record("a1-a4", players=("Ann", "Bob")))
ENTRIES = (
    Entry("x", RECORD, record("a1-a4")),
    Entry("y", RECORD, record("a1-a4", meta={"title": "T"})),
    Entry("bad", "{", None, "this is not a record"),
    Entry("worse", RECORD, record("a1-a9"), "action 1 cannot be played"),
)
NOTICES = {
    "not-stored": Notice("Nothing is kept.", "warning"),
    "update": Notice("A new version is ready.", action="app.update", label="Use it now"),
    "full": standing.full(),
    "no-translation": standing.no_translation(),
    "unreadable": standing.unreadable_setups(),
    "deleted-x": Notice("“T” was deleted.", "undo", "app.undelete", "Undo"),
    "imported": Notice("1 game imported.", action="app.go", label="Open it", value="#/play/x"),
}
TABLES = {
    "begin": table(),
    "mid-turn": table("a1-a4"),
    "taken": table("a1-a4", selected=("b1",)),
    "refused": gestures.touch(table(), "a7")[0],
    "undone": replace(table("a1-a4", "b1-b4", "end"), timeline=table("a1-a4", "b1-b4", "end").timeline.jump(1)),
    "looking": table("a1-a4", "b1-b4", viewed_at=1),
    "offer": table("a1-a4", offer=0),
    "claim": table(*SHUFFLE * 2),
    "resigned": table("a1-a4", "resign 1"),
    "agreed": table("a1-a4", "draw agreed"),
    "over, undo is asked": table("a1-a4", "resign 1", undo_asked=True),
    "over, looking": table("a1-a4", "resign 1", viewed_at=0),
    "turned": table(turned=True),
    "an opponent's turn": seated(0, 3),
    "opponents alone": seated(2, 3),
    "paused": seated(2, 3, paused=True),
    "a hint": with_hint(table(), ("a1-a4", "e1-e4")),
    "threats": show_threats(table()),
    "yielded": table("a1-a4", taken_over=True),
    "curtain": table(curtain=True),
    "show": cards(replay=ReplayPosition(1, 1, 2)),
    "show, last step": cards(replay=ReplayPosition(1, 1, 6)),
    "curtain, with a show": cards(curtain=True),
    "story": cards(history_open=True),
    "looking, with a show": cards(viewed_at=2),
    "with a lesson": tables.open_lesson(table(), "unfair"),
    "with a clock": timed(),
    "with a running clock": timed(now=5000, clock_held=False, clock_since=1000),
    "out of time": timed(now=0),
}
BUILDING = Table("x", replay(Record("tesulda", {"setup": "build"}, 1, ("Ann", "Bob"), ("S>e1",)), GAMES))
SETUPS = (Setup("tesulda", "Wings", "10/10"), Setup("tesulda", "Torn", "10"))
EDITINGS = {
    "begin": open_editor("tensor-chess"),
    "held": replace(open_editor("tensor-chess"), tool="N", undo_stack=("",)),
    "taken": replace(open_editor("tensor-chess"), selected="a1", is_flipped=True),
    "wrong": open_editor("tensor-chess", "10/10/10/10/10/10/10/10 w - - 0 1"),
    "unreadable": open_editor("tensor-chess", "nonsense"),
}
SHEETS = (
    Setup("tensor-cards", "New board", WORKSHOPS["tensor-cards"].blank()),
    Setup("tensor-cards", "Torn", "{"),
)
ELSEWHERE = {"elsewhere": Notice("Another tab has it.", "warning", "play.take_over", "Continue here")}
GONE = {"elsewhere": Notice("It is gone.", "warning", "play.keep_again", "Keep it again")}


GOLDEN = (Path(__file__).parents[3] / "playthroughs" / "equilibrium_4.txt").read_text().splitlines()


def four(actions: int, **more: object) -> Table:
    """A table of four, after some actions of a recorded game; the game tells more than the picture shows."""
    played = tuple(line[2:] for line in GOLDEN if line.startswith("> "))[:actions]
    seed = int(GOLDEN[2].removeprefix("seed "))
    options = {"players": "4", "start": "random"}
    kept = Record("equilibrium", options, seed, ("Ann", "Bob", "", "Dora"), played)
    return replace(open_table("x", replay(kept, GAMES)), **more)  # type: ignore[arg-type]


def reviewed(**more: object) -> Table:
    """Return the table of a finished game in whose first turn much was lost, with its review."""
    board = table("a1-a4", "b1-b4", "end", "a7-a6", "resign 2")
    turns = turns_of(board.timeline)
    verdicts = tuple(
        Verdict(turn.first, turn.end, turn.player, 900, 0, (str(board.timeline.entries[turn.first]),)) for turn in turns
    )
    return replace(board, review=Review(turns, verdicts), opened_note=REVIEW, **more)  # type: ignore[arg-type]


TABLES |= {
    "an opponent's turn is over": seated(0, 3, then=("a7-a6", "b7-b6", "end")),
    "a review": reviewed(),
    "a turning point": reviewed(viewed_at=0),
    "a review is begun": begin_review(table("a1-a4", "resign 1"), None),
}


TABLES_OF_FOUR = {
    "begin": four(0),
    "a tile is chosen": gestures.touch(four(8), "tile:0")[0],
    "mid-round": four(40),
    "a round told": four(33),
    "a round told, last step": four(33, step=4),
    "a preview": four(40, opened_note="preview"),
    "moves": four(40, opened_note="moves"),
    "over": four(1000),
    "whole": four(40, shows_whole_board=True),
}


def test_what_is_too_narrow_for_fingers_is_a_button_too() -> None:
    """A tweak lifts one of the mover's five tokens, whose columns are narrow; a hex is wide enough on the board."""
    tables_of_four = (four(actions) for actions in range(len(GOLDEN)))
    table = next(
        table for table in tables_of_four if any(target.startswith("weight:") for target in table.selection.next)
    )
    shown = to_html(view(Model(page=PlayPage(table))))
    buttons = [tag for tag in re.findall(r"<button[^>]*>", shown) if "narrow" in tag]
    offered = [found[1] for tag in buttons if (found := re.search(r'data-target="([^"]+)"', tag))]
    assert offered == [target for target in table.selection.next if target.startswith("weight:")]
    assert not [
        tag for tag in re.findall(r"<button[^>]*>", to_html(view(Model(page=PlayPage(four(0)))))) if "narrow" in tag
    ]


def lesson(id: str, at: int, *touches: str) -> LessonSession:
    """A lesson of Sensei after some touches."""
    found = learnings.opened("sensei", id, at)
    assert found
    for touched in touches:
        found = found.with_exercise(exercises.touch(found.exercise, touched))
    return found


with_replay = learnings.opened("tensor-cards", "order", 0)
assert with_replay
LESSONS = {
    "told": lesson("goal", 0),
    "asked": lesson("goal", 1),
    "taken up": lesson("goal", 1, "e1"),
    "missed": lesson("goal", 1, "a1", "a2"),
    "hinted": hinted(lesson("goal", 1)),
    "refused": lesson("goal", 1, "a7"),
    "solved": lesson("goal", 1, "e1", "e7"),
    "in between": lesson("turn", 0, "a1", "a2"),
    "tried": lesson("unfair", 0, "e2", "e4"),
    "over": lesson("unfair", 1),
    "last": lesson("win-plan", 0),
    "a replay": with_replay,
    "after a replay": after_replay(with_replay),
}


def models() -> Iterator[tuple[str, Model]]:
    """Every kind of page there is."""
    base = Model(entries=ENTRIES, notices=NOTICES, announced="Said.")

    def at(page: Page, **more: Any) -> Model:
        return replace(base, page=page, **more)

    yield "home", base
    yield "home, empty", Model()
    many = tuple(replace(ENTRIES[0], id=str(number)) for number in range(40))
    yield "home, many", replace(base, entries=many)
    yield "home, all", at(Home(shows_all=True), entries=many)
    yield "settings", at(SettingsPage())
    yield "settings, kept", at(SettingsPage(), persisted=True)
    yield "settings, nothing kept", at(SettingsPage(), lasting=False, entries=())
    aside = {"ruleboard/1/settings-unreadable": "{", "ruleboard/1/setups-unreadable-2": "torn"}
    yield "settings, something put aside", at(SettingsPage(), unreadable=aside)
    unknown = (Setup("mancala", "Two rows", "4 4 4/4 4 4"),)
    yield "settings, something of an unknown game", at(SettingsPage(), setups=unknown)
    yield "help", at(HelpPage())
    some = {"sensei": ("goal", "stones")}
    yield "learn", at(CourseList(), progress=some)
    yield "course, begun", at(CoursePage("sensei"), progress=some)
    yield "course", at(CoursePage("sensei"))
    yield "rules", at(RulesPage("sensei"))
    yield "rules, searched", at(RulesPage("sensei", "pit"))
    yield "rules, searched in vain", at(RulesPage("sensei", "queen"))
    yield "rulings", at(RulingsPage("sensei"))
    for name, learning in LESSONS.items():
        yield f"lesson, {name}", at(learning)
    yield "problems", at(ProblemGames())
    yield "problems, some solved", at(ProblemList("sensei"), progress={progress_key("sensei"): (PROBLEM.problem.id,)})
    yield "problem", at(PROBLEM)
    yield "problem, touched", at(PROBLEM.with_exercise(exercises.touch(PROBLEM.exercise, first_touch(PROBLEM))))
    yield "problem, shown", at(PROBLEM.with_exercise(exercises.show_solution(PROBLEM.exercise)))
    yield (
        "problem, solved",
        at(
            PROBLEM.with_exercise(exercises.settled(exercises.show_solution(PROBLEM.exercise))),
            copied=("problem-link", True),
        ),
    )
    yield "nowhere", at(NotFound("Nowhere."))
    yield "damaged", at(NotFound("Damaged.", ENTRIES[2]))
    yield "new", at(NewGame("sensei", {"mode": "arashi"}))
    yield (
        "new, with a clock",
        at(NewGame("sensei", {}, clock=TimeControl("delay", 60_000, 5000), has_custom_clock=True)),
    )
    yield "new, against an opponent", at(NewGame("sensei", {"mode": "arashi"}, seats=(0, 3)))
    yield (
        "new, wrong start",
        at(NewGame("sensei", {"mode": "shizukana"}, ("A", "B"), "nonsense", "It is nonsense.")),
    )
    start = "9k/10/10/10/10/10/10/R4K4 w Q - 0 1"
    yield "new, with an editor", at(NewGame("tensor-chess", {}, start=start))
    for name in ("New board", "Wide Gate"):
        draft = open_draft("tensor-cards", name, SHEETS)
        assert draft
        yield f"board, {name}", at(draft)
    yield "workshop", at(SheetList("tensor-cards"), setups=SHEETS)
    yield "workshop, misread", at(SheetList("tensor-cards", "No."), setups=SHEETS)
    yield "new, with boards", at(NewGame("tensor-cards", {}), setups=SHEETS)
    for name, editing in EDITINGS.items():
        yield f"edit, {name}", at(editing)
        yield f"edit, {name}, copied", at(editing, copied=("edit-text", name == "begin"))
    for name, shown in TABLES.items():
        for flip in CHOICES["flip"]:
            notices = ELSEWHERE if shown.taken_over else NOTICES
            yield f"table, {name}, {flip}", at(PlayPage(shown), notices=notices, settings=Settings(flip=flip))
    for name, shown in TABLES_OF_FOUR.items():
        yield f"table of four, {name}", at(PlayPage(shown))
    yield "table, setting up", at(PlayPage(BUILDING, setup_problem="No."), setups=SETUPS)
    for section in SECTIONS:
        for hosted in (HOST, "file:///home/ann/ruleboard.html"):
            sharing = Sharing(section, hosted, can_share=True, picture="<svg/>")
            yield f"table, sharing, {section}, {hosted}", at(PlayPage(TABLES["looking"], sharing))
            for mode in ("play", "find"):
                asked = replace(sharing, mode=mode)
                yield f"{section}, {mode}, {hosted}", at(PlayPage(TABLES["looking"], asked))
    yield "table, on paper", at(PlayPage(TABLES["looking"], printing="record"))
    yield "table, its picture on paper", at(PlayPage(TABLES["begin"], printing="<svg/>"))
    yield "a link", at(PlayPage(table(unsaved=True)))
    yield "a bad link", at(NotFound("It is nonsense.", game="sensei"))
    yield "table, gone", at(PlayPage(TABLES["yielded"]), notices=GONE)


@cache
def pages() -> dict[str, Node]:
    """Return every kind of page there is, by its name in reports."""
    return {name: view(model) for name, model in models()}


class Reader(HTMLParser):
    """Reads HTML back into elements, as strict as what was written should be."""

    VOID = frozenset({"input", "br", "hr", "img", "meta", "link"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root: Element = ["", {}, []]
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs)
        element: Element = [tag, {name: value or "" for name, value in attrs}, []]
        self.open[-1][2].append(element)
        if tag not in self.VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        assert not self.open[-1][2] or isinstance(self.open[-1][2], str)
        self.open[-1][2] = (self.open[-1][2] or "") + data


def read(text: str) -> Element:
    reader = Reader()
    reader.feed(text)
    reader.close()
    (element,) = reader.root[2]
    assert len(reader.open) == 1
    return element  # type: ignore[no-any-return]


@cache
def page_of(name: str) -> Element:
    return read(to_html(pages()[name]))


def on_every_page(check: Callable[[Element], None]) -> Callable[[], None]:
    """Make one test of a check of all pages, which names those that fail; a test a page would take twice as long."""

    def test() -> None:
        failed = []
        for name in pages():
            try:
                check(page_of(name))
            except AssertionError as error:
                failed.append(f"{name}: {error}")
        assert not failed, "\n".join(failed)

    test.__doc__ = check.__doc__
    return test


@on_every_page
def test_ids_are_unique(page: Element) -> None:
    ids = Counter(element[1]["id"] for element in walk(page) if "id" in element[1])
    assert not [id for id, count in ids.items() if count > 1]


@on_every_page
def test_references_lead_somewhere(page: Element) -> None:
    ids = {element[1]["id"] for element in walk(page) if "id" in element[1]}
    for element in walk(page):
        for name in ("popovertarget", "data-opens", "for", "aria-describedby", "aria-labelledby", "aria-controls"):
            assert name not in element[1] or element[1][name] in ids, (name, element)
        if element[0] == "a":
            assert element[1]["href"].startswith(("#/", f"{HOST}#/"))  # the preview in Share has whole addresses


def test_every_link_leads_to_a_page() -> None:
    """All that can be reached from home by links, each lesson and each of its steps."""
    tab = Tab()
    seen: dict[str, str] = {}
    ahead = ["#/"]
    while ahead:
        address = ahead.pop()
        tab.visit(address)
        seen[address] = tab.main
        links = [part[1]["href"] for part in tab.all("a") if part[1].get("href", "").startswith("#/")]
        ahead += [link for link in dict.fromkeys(links) if link not in seen and link not in ahead]
    assert len(seen) > 300
    assert not [address for address, main in seen.items() if main == "page-missing"]


def words(element: Element) -> str:
    """The texts of an element, and the words that stand for its pictures."""
    return " ".join(part[2] if isinstance(part[2], str) else part[1].get("alt", "") for part in walk(element))


@on_every_page
def test_controls_have_names(page: Element) -> None:
    labelled = {id(part) for label in walk(page) if label[0] == "label" and words(label) for part in walk(label)}
    named = {label[1]["for"] for label in walk(page) if label[0] == "label" and "for" in label[1] and words(label)}
    for element in walk(page):
        if element[0] in ("input", "textarea", "select"):
            own = element[1].get("aria-label")
            assert own or id(element) in labelled or element[1].get("id") in named, element
        if element[0] == "button" or (element[0] == "a" and "aria-hidden" not in element[1]):
            assert words(element).strip() or element[1].get("aria-label"), element
        if element[0] == "button":
            assert element[1].get("type") in ("button", "submit"), element
        if element[0] == "fieldset":
            assert element[2][0][0] == "legend", element


@on_every_page
def test_a_page_has_one_main_heading_region_and_one_live_region(page: Element) -> None:
    assert [part for part in walk(page) if part[1].get("aria-live") == "polite"]
    assert any(part[0] == "h1" for part in walk(page))


# --- buttons -------------------------------------------------------------------------------------------------------


def known() -> set[str]:
    """The messages the features answer."""
    return {f"{feature}.{name}" for feature, messages in FEATURES.items() for name in messages}


def done() -> set[str]:
    """Everything the pages ask the controller to do."""
    found = {part[1]["data-do"] for name in pages() for part in walk(page_of(name)) if "data-do" in part[1]}
    return {".".join(name.split(".")[:2]) for name in found}


def test_every_button_is_known_to_the_controller() -> None:
    assert done() <= known()


def test_the_controller_knows_nothing_that_no_button_does() -> None:
    """But choices between actions touched alike, which these games never need, long games, and what is told."""
    told = {
        "library.stop_import",
        "share.printed",
        "play.clock",
        "lessons.take_back",
        "problems.take_back",
        "problems.play_on",
    }
    own_tests = {"lessons.answer", "lessons.further", "lessons.ask_again", "play.guide", "play.now_alone"}
    own_tests |= {"problems.show_step", "problems.show_skip", "problems.show_again"}
    unheard = {name for name in known() - done() - own_tests if not name.startswith("study.")}
    assert unheard == {"play.choose", "play.list", "lessons.choose", "problems.choose", "share.download_game", *told}


@pytest.mark.parametrize(
    "make", ["home", "settings", "table", "damaged", "over", "looking", "offer", "yielded", *SECTIONS]
)
def test_no_button_is_dead(make: str) -> None:
    """Each button that can be clicked changes the page or storage, or hands out a file.

    With the dialog to share open these are its own: the table behind it is one of the pages.
    """

    def tab() -> Tab:
        storage = Storage({PREFIX + "x": RECORD, PREFIX + "bad": DAMAGED["cut"]})
        address = {"home": "", "settings": "#/settings", "damaged": "#/play/bad"}.get(make, "#/play/x")
        made = Tab(storage, address)
        if make == "over":
            made.click("play.resign")
        if make in SECTIONS:
            made.browser.sharing_supported = True
            made.send("do", "share.toggle", "open")
            made.click("share.choose.section", make)
        made.idle()
        if make == "looking":
            made.click("play.look", "0")
        if make == "offer":
            made.click("play.offer")
        if make == "yielded":
            Tab(storage, address).play("b1-b4")
            made.listen()
        return made

    buttons = [
        (part[1]["data-do"], part[1].get("data-value", ""))
        for part in tab().all("button")
        if "data-do" in part[1] and "disabled" not in part[1]
    ]
    if make in SECTIONS:
        buttons = [(do, value) for do, value in buttons if do.startswith("share.")]
    assert buttons
    for do, value in buttons:
        fresh = tab()
        before = json.dumps((fresh.browser.page, fresh.storage.texts, fresh.browser.persistence_requested))
        fresh.click(do, value)
        fresh.idle()
        after = json.dumps((fresh.browser.page, fresh.storage.texts, fresh.browser.persistence_requested))
        there = (do == "play.look" and value == str(fresh.timeline.at)) or (do, value) == ("share.choose.section", make)
        there = there or fresh.browser.shared or fresh.browser.pngs
        assert after != before or fresh.browser.downloads or there, (do, value)


def test_no_button_of_a_yielded_table_is_dead() -> None:
    """Actions that would save something are not offered where nothing can be saved."""
    tab = begin()
    tab.play("a1-a4")
    Tab(tab.storage, tab.browser.address()).play("b1-b4")
    tab.listen()
    assert not tab.buttons & {"play.undo", "play.redo", "play.resign", "play.offer", "play.claim"}


# --- nothing from outside is markup ---------------------------------------------------------------------------------

nasty = st.sampled_from(
    ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "'onload='x", "&lt;b&gt;", "</textarea><b>", "]]>"]
) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), min_size=1, max_size=12)


def lowered(node: Node) -> Node:
    """The node as HTML reads it: names of elements and attributes in small letters."""
    attrs = {name.lower(): value for name, value in node.attrs.items()}
    return node._replace(tag=node.tag.lower(), attrs=attrs, children=tuple(map(lowered, node.children)))


@given(nasty, nasty, nasty, nasty, nasty)
@settings(max_examples=8)
def test_texts_from_outside_stay_texts(title: str, name: str, position: str, address: str, other: str) -> None:
    storage = Storage()
    tab = begin(storage, green=name, red=other)
    tab.play("a1-a4")
    tab.submit("play.rename", title=title)
    meta = {"title": other, "position": position, "turn": title, "result": name, "changed": address}
    storage.texts[PREFIX + other] = format_record(record("a1-a4", players=(name, title), meta=meta))
    storage.texts[PREFIX + name] = position
    storage.texts[PREFIX + "ludo"] = format_record(replace(record(), game=title, options={other: name}))
    storage.texts[PREFIX + "bad"] = format_record(record(title, players=(name, "")))
    storage.texts[PREFIX + "start"] = format_record(record(start=position))
    seen = [view(tab.controller.model)]

    def look(made: Tab) -> None:
        seen.append(view(made.controller.model))

    home = Tab(storage)
    home.idle()
    look(home)
    for id in (other, name, "ludo", "bad", "start"):
        look(Tab(storage, format_route(Route("play", id))))
    for place in ("#/" + address, "#/new/" + address, "#/play/" + address, address):
        look(Tab(storage, place))
    new = Tab(storage, "#/new/sensei")
    new.change("new_game.start", position)
    new.change("new_game.name.0", name)
    look(new)
    settings_page = Tab(storage, "#/settings")
    settings_page.change(
        "library.import_files",
        json.dumps([format_record(record(title, players=(name, other), meta={"title": position}))]),
    )
    look(settings_page)
    settings_page.submit("library.import_pasted", text=position)
    look(settings_page)
    home.click("library.delete")
    look(home)
    tab.touch(position)
    look(tab)
    for page in seen:
        text = to_html(page)
        assert "<script" not in text
        assert "<img" not in text
        assert same(read(text), lowered(page))


def test_records_with_odd_names_open() -> None:
    odd = Record("sensei", {}, 1, ("<b>", "&amp;"), ("a1-a4",))
    tab = Tab(Storage({PREFIX + "x": format_record(odd)}), "#/play/x")
    assert "<b> – &amp;" in tab.text
