"""Test properties that every page has with any content."""

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

from ruleboard.app import message_names as message_constants
from ruleboard.app import notices as standing
from ruleboard.app.board import changes as tables
from ruleboard.app.board import exercise as exercises
from ruleboard.app.board import gestures, history
from ruleboard.app.board.advice import show_threats, with_hint
from ruleboard.app.board.changes import open_table
from ruleboard.app.board.parts import DrawOffer, Review
from ruleboard.app.board.replay import ReplayPosition
from ruleboard.app.board.review import REVIEW_NOTE, review_turns
from ruleboard.app.board.review import open_review as begin_review
from ruleboard.app.board.table import Table
from ruleboard.app.editor.session import open_editor
from ruleboard.app.help.view import KEYBOARD_SHORTCUTS, HelpPage
from ruleboard.app.lessons import session as learnings
from ruleboard.app.lessons.session import CourseList, CoursePage, LessonSession, RulesPage, RulingsPage
from ruleboard.app.library.session import GamesList, HomePage, NotFoundPage
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.app.new_game.session import NewGamePage
from ruleboard.app.notices import Notice
from ruleboard.app.play.update import KEY_HANDLERS as PLAY_KEYS
from ruleboard.app.problems import session as problem_pages
from ruleboard.app.problems.session import ProblemGames, ProblemList, ProblemSession, progress_key
from ruleboard.app.routes import Route, format_route
from ruleboard.app.runtime.dispatch import KEY_EFFECTS as PAGE_KEYS
from ruleboard.app.runtime.dispatch import message_names
from ruleboard.app.runtime.model import Model, Page, PlayPage
from ruleboard.app.runtime.page_kinds import page_view
from ruleboard.app.runtime.prerender import html as first_paint
from ruleboard.app.runtime.prerender import translations as first_words
from ruleboard.app.settings.view import SettingsPage
from ruleboard.app.share.session import SECTIONS, ShareChoices
from ruleboard.app.shared import Shared
from ruleboard.app.storage.games import KEY_PREFIX, GameEntry
from ruleboard.app.storage.preferences import Flip, Settings
from ruleboard.app.storage.reviews import Verdict
from ruleboard.app.storage.setups import Setup
from ruleboard.app.workshop.session import CustomBoardList, open_board
from ruleboard.engine.clock import Clock, TimeControl
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import replay
from ruleboard.learning.courses import problems
from ruleboard.registry import BOARD_EDITORS, GAMES
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_html
from tests.support.catalogues import compile_catalogue
from tests.support.edited_texts import DAMAGED_TEXTS, create_sensei_record
from tests.support.tables import replace_parts
from tools import contract
from tools.fake_browser import Element, Storage, Tab, begin_sensei, has_same_content, walk

HOST_URL = "https://example.org/"
"""The page's address in a share dialog."""


def skip_lesson_replay(session: LessonSession) -> LessonSession:
    exercise = session.exercise
    return session.with_exercise(exercises.with_table(exercise, history.skip_replay(exercise.table)))


def with_lesson_hint(session: LessonSession) -> LessonSession:
    return session.with_exercise(exercises.show_hint(session.exercise))


def open_first_problem() -> ProblemSession:
    session = problem_pages.open_problem("sensei", problems("sensei")[0].id)
    assert session
    return replace(session, is_daily=True, site=HOST_URL)


def find_first_touch(session: ProblemSession) -> str:
    return str(session.exercise.table.actions[0].targets[0])


PROBLEM = open_first_problem()
GAME = GAMES["sensei"]
START = "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"


def find_selected_value(tab: Tab, name: str) -> str:
    """Return the selected value of a group of radio buttons."""
    (value,) = [
        field[1]["value"] for field in tab.all("input") if field[1].get("name") == name and "checked" in field[1]
    ]
    return str(value)


# --- screen readers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("page", ["new", "rules"])
def test_static_board_is_one_labelled_image(page: str, game: str) -> None:
    """A static board is a single image for screen readers, which would otherwise read hundreds of inactive elements."""
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
def test_list_thumbnails_are_hidden_from_screen_readers(address: str) -> None:
    """Thumbnails in lists are hidden, since the text alone names the link to a game or a lesson."""
    tab = Tab(Storage({f"{KEY_PREFIX}x": format_record(create_sensei_record())}), address)
    placeholders = [part for part in tab.all("span") if part[1].get("class") == "plate"]
    assert placeholders
    assert {part[1].get("aria-hidden") for part in placeholders} == {"true"}


def test_prerendered_home_has_no_personal_data() -> None:
    assert first_paint() == to_html(page_view(Model()))


def test_prerendered_home_contains_its_translations() -> None:
    """The prerendered page contains its translations, except for the texts of boards, which Python translates."""
    translations = first_words(compile_catalogue("fr"))
    assert translations["New game"] == "Nouvelle partie"
    assert "Touch a figure to see its pieces" not in translations
    assert not [text for text in translations if "Light square" in text or text.startswith("e1")]


def test_small_boards_have_no_text() -> None:
    """Small boards contain no text, which would be illegible and slow to render."""
    for page in (page_view(Model()), page_view(Model(page=CourseList()))):
        boards = re.findall(r'class="plate"[^>]*>(<svg class="board.*?</svg>)', to_html(page))
        assert len(boards) == len(GAMES)
        assert not [board for board in boards if "<text" in board or "aria-label" in board]


def test_help_page_lists_existing_keys() -> None:
    named_keys = {key.lower() for keys, _ in KEYBOARD_SHORTCUTS for key in re.split(r" and | or ", keys)}
    keys = {*PLAY_KEYS, *PAGE_KEYS}
    assert {key.lower() for key in keys if not key.startswith("Ctrl")} <= named_keys


# --- properties of every page ---------------------------------------------------------------------------------------


def create_table(*actions: str) -> Table:
    return Table("x", replay(create_sensei_record(*actions, players=("Ann", "Bob")), GAMES))


def create_opponents_table(*seats: int, later_actions: tuple[str, ...] = (), **fields: object) -> Table:
    """Return the table of a game after Green's first turn, with bots on some seats."""
    record = replace(create_sensei_record("a1-a4", "b1-b4", "end", *later_actions, players=("Ann", "")), seats=seats)
    return Table("x", replay(record, GAMES))


def create_clock_table(*, now: int | None = None) -> Table:
    """Return the table of a game with a clock."""
    timed_record = replace(
        create_sensei_record("a1-a4", players=("Ann", "Bob")), clock=Clock(TimeControl("move", 60_000), (60_000,), now)
    )
    return Table("x", replay(timed_record, GAMES))


def create_cards_table() -> Table:
    """Return the table of a card game after a reveal."""
    cards_record = Record("tensor-cards", {}, 1, ("Ann", "Bob"), ("lay r1 b3 y4", "lay r1 b3 y9"))
    return Table("x", replay(cards_record, GAMES))


REPEATED_MOVES = ("a1-a2", "end", "a7-a6", "end", "a2-a1", "end", "a6-a7", "end")
RECORD = format_record(create_sensei_record("a1-a4", players=("Ann", "Bob")))
ENTRIES = (
    GameEntry("x", RECORD, create_sensei_record("a1-a4")),
    GameEntry("y", RECORD, create_sensei_record("a1-a4", meta={"title": "T"})),
    GameEntry("bad", "{", None, "this isn’t a saved game"),
    GameEntry("worse", RECORD, create_sensei_record("a1-a9"), "action 1 cannot be played"),
)
NOTICES = {
    "not-stored": Notice("Nothing is kept.", "warning"),
    "update": Notice("A new version is ready.", action="app.update", label="Update now"),
    "full": standing.storage_full_notice(),
    "no-translation": standing.missing_translation_notice(),
    "unreadable": standing.unreadable_setups_notice(),
    "deleted-x": Notice("“T” was deleted.", "undo", "app.undelete", "Undo"),
    "imported": Notice("1 game imported.", action="app.go", label="Open it", value="#/play/x"),
}
TABLES = {
    "begin": create_table(),
    "mid-turn": create_table("a1-a4"),
    "taken": replace_parts(create_table("a1-a4"), touches={"targets": ("b1",)}),
    "refused": gestures.touch(create_table(), "a7")[0],
    "undone": replace(
        create_table("a1-a4", "b1-b4", "end"), timeline=create_table("a1-a4", "b1-b4", "end").timeline.jump(1)
    ),
    "looking": replace_parts(create_table("a1-a4", "b1-b4"), display={"ply": 1}),
    "offer": replace(create_table("a1-a4"), draw_offer=DrawOffer(0, 1)),
    "claim": create_table(*REPEATED_MOVES * 2),
    "resigned": create_table("a1-a4", "resign 1"),
    "agreed": create_table("a1-a4", "draw agreed"),
    "over, undo is asked": replace_parts(create_table("a1-a4", "resign 1"), undo={"awaits_confirmation": True}),
    "over, looking": replace_parts(create_table("a1-a4", "resign 1"), display={"ply": 0}),
    "turned": replace_parts(create_table(), display={"is_flipped": True}),
    "an opponent's turn": create_opponents_table(0, 3),
    "opponents alone": create_opponents_table(2, 3),
    "paused": replace_parts(create_opponents_table(2, 3), bots={"are_paused": True}),
    "a hint": with_hint(create_table(), ("a1-a4", "e1-e4")),
    "threats": show_threats(create_table()),
    "yielded": replace_parts(create_table("a1-a4"), saving={"is_in_other_tab": True}),
    "curtain": replace_parts(create_table(), display={"awaits_handover": True}),
    "show": replace_parts(create_cards_table(), display={"replay": ReplayPosition(1, 1, 2)}),
    "show, last step": replace_parts(create_cards_table(), display={"replay": ReplayPosition(1, 1, 6)}),
    "curtain, with a show": replace_parts(create_cards_table(), display={"awaits_handover": True}),
    "story": replace_parts(create_cards_table(), display={"shows_replay_history": True}),
    "looking, with a show": replace_parts(create_cards_table(), display={"ply": 2}),
    "with a lesson": tables.open_lesson(create_table(), "unfair"),
    "with a clock": create_clock_table(),
    "with a running clock": replace_parts(
        create_clock_table(now=5000), clock={"is_paused": False, "running_since": 1000}
    ),
    "out of time": create_clock_table(now=0),
}
BUILDING_TABLE = Table("x", replay(Record("tesulda", {"setup": "build"}, 1, ("Ann", "Bob"), ("S>e1",)), GAMES))
SETUPS = (Setup("tesulda", "Wings", "10/10"), Setup("tesulda", "Torn", "10"))
EDITOR_SESSIONS = {
    "begin": open_editor("tensor-chess"),
    "held": replace(open_editor("tensor-chess"), tool="N", undo_stack=("",)),
    "taken": replace(open_editor("tensor-chess"), selected_target="a1", is_flipped=True),
    "wrong": open_editor("tensor-chess", "10/10/10/10/10/10/10/10 w - - 0 1"),
    "unreadable": open_editor("tensor-chess", "nonsense"),
}
SHEETS = (
    Setup("tensor-cards", "New board", BOARD_EDITORS["tensor-cards"].empty_board_text()),
    Setup("tensor-cards", "Torn", "{"),
)
OTHER_TAB_NOTICES = {"elsewhere": Notice("Another tab has it.", "warning", "play.take_over", "Continue here")}
MISSING_GAME_NOTICES = {"elsewhere": Notice("It is gone.", "warning", "play.keep_again", "Save it again")}


RECORDED_LINES = (Path(__file__).parents[3] / "playthroughs" / "equilibrium_4.txt").read_text().splitlines()


def table_of_four(action_count: int) -> Table:
    """Return the table of a recorded game for four after a number of actions, with side notes."""
    action_texts = tuple(line[2:] for line in RECORDED_LINES if line.startswith("> "))[:action_count]
    seed = int(RECORDED_LINES[2].removeprefix("seed "))
    options = {"players": "4", "start": "random"}
    game_record = Record("equilibrium", options, seed, ("Ann", "Bob", "", "Dora"), action_texts)
    return open_table("x", replay(game_record, GAMES))


def create_reviewed_table() -> Table:
    """Return the table of a finished game with its review, in which the first turn is a serious loss."""
    board = create_table("a1-a4", "b1-b4", "end", "a7-a6", "resign 2")
    turns = review_turns(board.timeline)
    verdicts = tuple(
        Verdict(turn.start, turn.end, turn.player, 900, 0, (str(board.timeline.entries[turn.start]),)) for turn in turns
    )
    return replace(board, review=Review(turns, verdicts), notes=replace(board.notes, open_note=REVIEW_NOTE))


TABLES |= {
    "an opponent's turn is over": create_opponents_table(0, 3, later_actions=("a7-a6", "b7-b6", "end")),
    "a review": create_reviewed_table(),
    "a turning point": replace_parts(create_reviewed_table(), display={"ply": 0}),
    "a review is begun": begin_review(create_table("a1-a4", "resign 1"), None),
}


TABLES_OF_FOUR = {
    "begin": table_of_four(0),
    "a tile is chosen": gestures.touch(table_of_four(8), "tile:0")[0],
    "mid-round": table_of_four(40),
    "summary of a round": table_of_four(33),
    "summary of a round, last step": replace_parts(table_of_four(33), notes={"step": 4}),
    "a preview": replace_parts(table_of_four(40), notes={"open_note": "preview"}),
    "moves": replace_parts(table_of_four(40), notes={"open_note": "moves"}),
    "over": table_of_four(1000),
    "whole": replace_parts(table_of_four(40), display={"shows_whole_board": True}),
}


def test_narrow_targets_have_buttons_too() -> None:
    """Each narrow target also has a button: a tweak raises one of five tokens in narrow columns (Equilibrium)."""
    tables_of_four = (table_of_four(actions) for actions in range(len(RECORDED_LINES)))
    table = next(
        table
        for table in tables_of_four
        if any(target.startswith("weight:") for target in table.selection.next_targets)
    )
    html = to_html(page_view(Model(page=PlayPage(table))))
    buttons = [tag for tag in re.findall(r"<button[^>]*>", html) if "narrow" in tag]
    offered_targets = [match[1] for tag in buttons if (match := re.search(r'data-target="([^"]+)"', tag))]
    assert offered_targets == [target for target in table.selection.next_targets if target.startswith("weight:")]
    assert not [
        tag
        for tag in re.findall(r"<button[^>]*>", to_html(page_view(Model(page=PlayPage(table_of_four(0))))))
        if "narrow" in tag
    ]


def create_lesson_session(id: str, at: int, *touches: str) -> LessonSession:
    """Return a session of a lesson of Sensei after some touches."""
    session = learnings.open_lesson("sensei", id, at)
    assert session
    for target in touches:
        session = session.with_exercise(exercises.handle_gesture(session.exercise, Gesture(GestureKind.TOUCH, target)))
    return session


lesson_with_replay = learnings.open_lesson("tensor-cards", "order", 0)
assert lesson_with_replay
LESSONS = {
    "told": create_lesson_session("goal", 0),
    "asked": create_lesson_session("goal", 1),
    "taken up": create_lesson_session("goal", 1, "e1"),
    "missed": create_lesson_session("goal", 1, "a1", "a2"),
    "hinted": with_lesson_hint(create_lesson_session("goal", 1)),
    "refused": create_lesson_session("goal", 1, "a7"),
    "solved": create_lesson_session("goal", 1, "e1", "e7"),
    "in between": create_lesson_session("turn", 0, "a1", "a2"),
    "tried": create_lesson_session("unfair", 0, "e2", "e4"),
    "over": create_lesson_session("unfair", 1),
    "last": create_lesson_session("win-plan", 0),
    "a replay": lesson_with_replay,
    "after a replay": skip_lesson_replay(lesson_with_replay),
}


def iter_models() -> Iterator[tuple[str, Model]]:
    """Yield a model for every kind of page, with a name for failure messages."""
    base = Model(shared=Shared(entries=ENTRIES, notices=NOTICES, announcement="Said."))

    def create_page_model(page: Page, **fields: Any) -> Model:
        return Model(page, replace(base.shared, **fields))

    yield "home", base
    yield "home, empty", Model()
    many_entries = tuple(replace(ENTRIES[0], id=str(number)) for number in range(40))
    yield "home, many", create_page_model(HomePage(), entries=many_entries)
    yield "home, all", create_page_model(HomePage(expanded_lists=frozenset(GamesList)), entries=many_entries)
    yield "settings", create_page_model(SettingsPage())
    yield "settings, kept", create_page_model(SettingsPage(), is_storage_persistent=True)
    yield "settings, nothing kept", create_page_model(SettingsPage(), is_storage_durable=False, entries=())
    quarantined_texts = {"ruleboard/1/settings-unreadable": "{", "ruleboard/1/setups-unreadable-2": "torn"}
    yield "settings, unreadable texts", create_page_model(SettingsPage(), unreadable=quarantined_texts)
    unknown_setups = (Setup("mancala", "Two rows", "4 4 4/4 4 4"),)
    yield "settings, something of an unknown game", create_page_model(SettingsPage(), setups=unknown_setups)
    yield "help", create_page_model(HelpPage())
    progress = {"sensei": ("goal", "stones")}
    yield "learn", create_page_model(CourseList(), progress=progress)
    yield "course, begun", create_page_model(CoursePage("sensei"), progress=progress)
    yield "course", create_page_model(CoursePage("sensei"))
    yield "rules", create_page_model(RulesPage("sensei"))
    yield "rules, searched", create_page_model(RulesPage("sensei", "pit"))
    yield "rules, searched in vain", create_page_model(RulesPage("sensei", "queen"))
    yield "rulings", create_page_model(RulingsPage("sensei"))
    for name, lesson_session in LESSONS.items():
        yield f"lesson, {name}", create_page_model(lesson_session)
    yield "problems", create_page_model(ProblemGames())
    yield (
        "problems, some solved",
        create_page_model(ProblemList("sensei"), progress={progress_key("sensei"): (PROBLEM.problem.id,)}),
    )
    yield "problem", create_page_model(PROBLEM)
    yield (
        "problem, touched",
        create_page_model(
            PROBLEM.with_exercise(
                exercises.handle_gesture(PROBLEM.exercise, Gesture(GestureKind.TOUCH, find_first_touch(PROBLEM)))
            )
        ),
    )
    yield "problem, shown", create_page_model(PROBLEM.with_exercise(exercises.show_solution(PROBLEM.exercise)))
    yield (
        "problem, solved",
        create_page_model(
            PROBLEM.with_exercise(exercises.play_all_pending(exercises.show_solution(PROBLEM.exercise))),
            copied_field=("problem-link", True),
        ),
    )
    yield "nowhere", create_page_model(NotFoundPage("Nowhere."))
    yield "damaged", create_page_model(NotFoundPage("Damaged.", ENTRIES[2]))
    yield "new", create_page_model(NewGamePage("sensei", {"mode": "arashi"}))
    yield (
        "new, with a clock",
        create_page_model(NewGamePage("sensei", {}, clock=TimeControl("delay", 60_000, 5000), has_custom_clock=True)),
    )
    yield "new, against an opponent", create_page_model(NewGamePage("sensei", {"mode": "arashi"}, seats=(0, 3)))
    yield (
        "new, wrong start",
        create_page_model(NewGamePage("sensei", {"mode": "shizukana"}, ("A", "B"), "nonsense", "It is nonsense.")),
    )
    start = "9k/10/10/10/10/10/10/R4K4 w Q - 0 1"
    yield "new, with an editor", create_page_model(NewGamePage("tensor-chess", {}, start=start))
    for name in ("New board", "Wide Gate"):
        draft = open_board("tensor-cards", name, SHEETS)
        assert draft
        yield f"board, {name}", create_page_model(draft)
    yield "workshop", create_page_model(CustomBoardList("tensor-cards"), setups=SHEETS)
    yield "workshop, misread", create_page_model(CustomBoardList("tensor-cards", "No."), setups=SHEETS)
    yield "new, with boards", create_page_model(NewGamePage("tensor-cards", {}), setups=SHEETS)
    for name, editing_page in EDITOR_SESSIONS.items():
        yield f"edit, {name}", create_page_model(editing_page)
        yield f"edit, {name}, copied", create_page_model(editing_page, copied_field=("edit-text", name == "begin"))
    for name, board in TABLES.items():
        for flip in Flip:
            notices = OTHER_TAB_NOTICES if board.saving.is_in_other_tab else NOTICES
            yield (
                f"table, {name}, {flip}",
                create_page_model(PlayPage(board), notices=notices, settings=Settings(flip=flip)),
            )
    for name, board in TABLES_OF_FOUR.items():
        yield f"table of four, {name}", create_page_model(PlayPage(board))
    yield "table, setting up", create_page_model(PlayPage(BUILDING_TABLE, setup_problem="No."), setups=SETUPS)
    for section in SECTIONS:
        for host_address in (HOST_URL, "file:///home/ann/ruleboard.html"):
            share_choices = ShareChoices(section, host_address, can_share=True, picture="<svg/>")
            yield (
                f"table, sharing, {section}, {host_address}",
                create_page_model(PlayPage(TABLES["looking"], share_choices)),
            )
            for mode in ("play", "find"):
                sharing_embedding = replace(share_choices, mode=mode)
                yield (
                    f"{section}, {mode}, {host_address}",
                    create_page_model(PlayPage(TABLES["looking"], sharing_embedding)),
                )
    yield "table, on paper", create_page_model(PlayPage(TABLES["looking"], print_content="record"))
    yield "table, its picture on paper", create_page_model(PlayPage(TABLES["begin"], print_content="<svg/>"))
    yield "a link", create_page_model(PlayPage(replace_parts(create_table(), saving={"is_unsaved": True})))
    yield "a bad link", create_page_model(NotFoundPage("It is nonsense.", game="sensei"))
    yield "table, gone", create_page_model(PlayPage(TABLES["yielded"]), notices=MISSING_GAME_NOTICES)


@cache
def draw_pages() -> dict[str, Node]:
    """Return a page of every kind, by its name for failure messages."""
    return {name: page_view(model) for name, model in iter_models()}


class Reader(HTMLParser):
    """A parser that turns HTML into elements and rejects unbalanced tags."""

    VOID_TAGS = frozenset({"input", "br", "hr", "img", "meta", "link"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root: Element = ["", {}, []]
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs)
        element: Element = [tag, {name: value or "" for name, value in attrs}, []]
        self.open[-1][2].append(element)
        if tag not in self.VOID_TAGS:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        assert not self.open[-1][2] or isinstance(self.open[-1][2], str)
        self.open[-1][2] = (self.open[-1][2] or "") + data


def parse_html(text: str) -> Element:
    reader = Reader()
    reader.feed(text)
    reader.close()
    (element,) = reader.root[2]
    assert len(reader.open) == 1
    return element  # type: ignore[no-any-return]


@cache
def find_page(name: str) -> Element:
    return parse_html(to_html(draw_pages()[name]))


def on_every_page(check: Callable[[Element], None]) -> Callable[[], None]:
    """Return one test that applies a check to all pages and names the pages that fail.

    Separate tests for the pages would take twice as long.
    """

    def test() -> None:
        failing_pages = []
        for name in draw_pages():
            try:
                check(find_page(name))
            except AssertionError as error:
                failing_pages.append(f"{name}: {error}")
        assert not failing_pages, "\n".join(failing_pages)

    test.__doc__ = check.__doc__
    return test


@on_every_page
def test_ids_are_unique(page: Element) -> None:
    ids = Counter(element[1]["id"] for element in walk(page) if "id" in element[1])
    assert not [id for id, count in ids.items() if count > 1]


@on_every_page
def test_references_point_to_existing_elements(page: Element) -> None:
    ids = {element[1]["id"] for element in walk(page) if "id" in element[1]}
    for element in walk(page):
        for name in (
            "popovertarget",
            "data-opens",
            "data-closes",
            "for",
            "aria-describedby",
            "aria-labelledby",
            "aria-controls",
        ):
            assert name not in element[1] or element[1][name] in ids, (name, element)
        if element[0] == "a":
            assert element[1]["href"].startswith(("#/", f"{HOST_URL}#/"))  # the preview in Share has whole addresses


def test_every_link_leads_to_a_page() -> None:
    """Every link leads to a page, starting from the home page and including each step of each lesson."""
    tab = Tab()
    content_by_address: dict[str, str] = {}
    pending_addresses = ["#/"]
    while pending_addresses:
        address = pending_addresses.pop()
        tab.visit(address)
        content_by_address[address] = tab.main
        links = [part[1]["href"] for part in tab.all("a") if part[1].get("href", "").startswith("#/")]
        pending_addresses += [
            link for link in dict.fromkeys(links) if link not in content_by_address and link not in pending_addresses
        ]
    assert len(content_by_address) > 300
    assert not [address for address, main in content_by_address.items() if main == "page-missing"]


def collect_text(element: Element) -> str:
    """Return the texts in an element, including the alternative texts of its pictures."""
    return " ".join(part[2] if isinstance(part[2], str) else part[1].get("alt", "") for part in walk(element))


@on_every_page
def test_controls_have_names(page: Element) -> None:
    labelled_ids = {
        id(part) for label in walk(page) if label[0] == "label" and collect_text(label) for part in walk(label)
    }
    named_keys = {
        label[1]["for"] for label in walk(page) if label[0] == "label" and "for" in label[1] and collect_text(label)
    }
    for element in walk(page):
        if element[0] in ("input", "textarea", "select"):
            aria_label = element[1].get("aria-label")
            assert aria_label or id(element) in labelled_ids or element[1].get("id") in named_keys, element
        if element[0] == "button" or (element[0] == "a" and "aria-hidden" not in element[1]):
            assert collect_text(element).strip() or element[1].get("aria-label"), element
        if element[0] == "button":
            assert element[1].get("type") in ("button", "submit"), element
        if element[0] == "fieldset":
            assert element[2][0][0] == "legend", element


@on_every_page
def test_page_has_one_heading_main_and_live_region(page: Element) -> None:
    assert [part for part in walk(page) if part[1].get("aria-live") == "polite"]
    printed_ids = [id(part) for sheet in walk(page) if "on-paper" in sheet[1].get("class", "") for part in walk(sheet)]
    assert len([part for part in walk(page) if part[0] == "h1" and id(part) not in printed_ids]) == 1


@on_every_page
def test_first_control_skips_to_main_part(page: Element) -> None:
    (first, *_rest) = [part for part in walk(page) if part[0] in ("a", "button", "input", "select", "textarea")]
    assert "data-skips" in first[1]


@on_every_page
def test_move_list_is_one_tab_stop(page: Element) -> None:
    """The buttons of a move list and the items of a menu are not separate tab stops."""
    for group in walk(page):
        if "data-arrows" in group[1] or group[1].get("role") == "menu":
            assert ("data-arrows" not in group[1]) or group[1]["tabindex"] == "0"
            for part in walk(group):
                if part[0] in ("a", "button"):
                    assert part[1]["tabindex"] == "-1", part
    plies = [part for part in walk(page) if "ply" in part[1].get("class", "").split()]
    listed_ids = [id(part) for group in walk(page) if "data-arrows" in group[1] for part in walk(group)]
    chapters = [
        id(part) for group in walk(page) if "study-chapters" in group[1].get("class", "") for part in walk(group)
    ]
    assert all(id(part) in listed_ids or id(part) in chapters for part in plies)


@on_every_page
def test_menu_items_have_roles(page: Element) -> None:
    for part in walk(page):
        if part[1].get("popover") == "auto":
            assert part[1]["role"] == "menu"
            assert part[1]["aria-label"]
            groups = [item for item in part[2] if item[1]["role"] == "group"]  # type: ignore[union-attr]
            assert all(group[1]["aria-label"] for group in groups)
            items = [item for group in groups or [part] for item in group[2]]
            assert all(item[1]["role"] == "menuitem" for item in items)  # type: ignore[union-attr]


@on_every_page
def test_way_back_is_at_top_left(page: Element) -> None:
    """Only the first link at the top leads back. On phones, the header of a lesson replaces the top."""
    head = next((element for element in walk(page) if element[1].get("class") == "masthead"), None)
    if head is None:
        return
    first, *later_links = [element for element in walk(head) if element[0] in ("a", "button")]
    assert "back" in first[1]["class"].split() or first[1]["class"] == "wordmark"
    assert not [element for element in later_links if "back" in element[1].get("class", "").split()]
    links = next(element for element in walk(page) if element[0] == "main")
    other_links = [
        element
        for element in walk(links)
        if element[0] == "a" and "back" in first[1]["class"].split() and element[1]["href"] == first[1]["href"]
    ]
    assert all("to-course" in element[1]["class"].split() for element in other_links), other_links


# --- buttons -------------------------------------------------------------------------------------------------------


def find_requested_messages() -> set[str]:
    """Return the messages of all buttons on the pages."""
    messages = {part[1]["data-do"] for name in draw_pages() for part in walk(find_page(name)) if "data-do" in part[1]}
    return {".".join(name.split(".")[:2]) for name in messages}


def test_controller_handles_every_button() -> None:
    assert find_requested_messages() <= message_names()


def test_messages_have_constants_and_handlers() -> None:
    """Views, notices and handlers use the same constants."""
    namespaces = [value for value in vars(message_constants).values() if isinstance(value, type)]
    values = [value for namespace in namespaces for key, value in vars(namespace).items() if key.isupper()]
    constants = [name for value in values for name in ([value] if isinstance(value, str) else value)]
    assert len(constants) == len(set(constants))
    assert set(constants) == message_names()


def test_contract_names_existing_messages() -> None:
    """The actions in the contract are messages. Those of the study reader have an argument."""
    names = {name.replace("read.choose", "read") for name in (*contract.GAME_ACTIONS, *contract.HISTORY_ACTIONS)}
    assert len(names) > 10
    assert {name for name in names if not name.startswith("embed.")} <= message_names()


def test_every_controller_command_has_a_button() -> None:
    """Every command has a button, with some exceptions.

    The exceptions are choices between actions with equal targets, features of long games, and the page's own messages.
    """
    messages_sent_by_page = {
        "library.stop_import",
        "library.pictures",
        "problems.boards",
        "share.printed",
        "play.clock",
        "lessons.take_back",
        "lessons.play_on",
        "problems.take_back",
        "problems.play_on",
    }
    messages_with_own_tests = {"lessons.answer", "lessons.further", "lessons.ask_again", "play.guide", "play.now_alone"}
    messages_with_own_tests |= {"library.play_opponent", "library.play_together"}  # after the first task is solved
    messages_with_own_tests |= {"lessons.play_now"}  # after the guided first game
    messages_with_own_tests |= {"play.try_again"}  # at a turning point of a game against a bot
    messages_with_own_tests |= {"lessons.solution", "lessons.solution_step"}  # no lesson contains a problem yet
    messages_with_own_tests |= {"problems.show_step", "problems.show_skip", "problems.show_again", "lessons.share"}
    messages_with_own_tests |= {"lessons.share_choice", "problems.share_choice"}  # in the share dialog
    messages_with_own_tests |= {"editor.open", "new_game.open", "new_game.opponent", "new_game.side", "setups.use_last"}
    unused_messages = {
        name
        for name in message_names() - find_requested_messages() - messages_with_own_tests
        if not name.startswith("study.")
    }
    assert unused_messages == {
        "play.choose",
        "play.list",
        "lessons.choose",
        "problems.choose",
        "share.download_game",
        *messages_sent_by_page,
    }


@pytest.mark.parametrize(
    "make", ["home", "settings", "table", "damaged", "over", "looking", "offer", "yielded", *SECTIONS]
)
def test_every_button_has_an_effect(make: str) -> None:
    """Each enabled button changes the page or the storage, or downloads a file.

    If a share dialog is open, only its buttons are tested. The table behind it is tested separately.
    """

    def tab() -> Tab:
        storage = Storage({KEY_PREFIX + "x": RECORD, KEY_PREFIX + "bad": DAMAGED_TEXTS["cut"]})
        address = {"home": "", "settings": "#/settings", "damaged": "#/play/bad"}.get(make, "#/play/x")
        new_tab = Tab(storage, address)
        if make == "over":
            new_tab.click("play.resign")
        if make in SECTIONS:
            new_tab.browser.can_share_links = True
            new_tab.send("do", "share.toggle", "open")
            new_tab.click("share.choose.section", make)
        new_tab.idle()
        if make == "looking":
            new_tab.click("play.look", "0")
        if make == "offer":
            new_tab.click("play.offer")
        if make == "yielded":
            Tab(storage, address).play("b1-b4")
            new_tab.receive_storage_events()
        return new_tab

    buttons = [
        (part[1]["data-do"], part[1].get("data-value", ""))
        for part in tab().all("button")
        if "data-do" in part[1] and "disabled" not in part[1]
    ]
    if make in SECTIONS:
        buttons = [(do, value) for do, value in buttons if do.startswith("share.")]
    assert buttons
    for do, value in buttons:
        fresh_tab = tab()
        before = json.dumps((fresh_tab.browser.page, fresh_tab.storage.texts, fresh_tab.browser.persistence_requested))
        fresh_tab.click(do, value)
        fresh_tab.idle()
        after = json.dumps((fresh_tab.browser.page, fresh_tab.storage.texts, fresh_tab.browser.persistence_requested))
        has_other_effect = (do == "play.look" and value == str(fresh_tab.timeline.ply)) or (do, value) == (
            "share.choose.section",
            make,
        )
        has_other_effect = has_other_effect or fresh_tab.browser.shared or fresh_tab.browser.pngs
        assert after != before or fresh_tab.browser.downloads or has_other_effect, (do, value)


def test_every_button_of_superseded_table_has_effect() -> None:
    """A table that another tab has superseded offers no action that it could not save."""
    tab = begin_sensei()
    tab.play("a1-a4")
    Tab(tab.storage, tab.browser.address()).play("b1-b4")
    tab.receive_storage_events()
    assert not tab.buttons & {"play.undo", "play.redo", "play.resign", "play.offer", "play.claim"}


# --- external texts -------------------------------------------------------------------------------------------------

hostile_texts = st.sampled_from(
    ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "'onload='x", "&lt;b&gt;", "</textarea><b>", "]]>"]
) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), min_size=1, max_size=12)


def with_lowercase_names(node: Node) -> Node:
    """Return a node with the names of all elements and attributes in lowercase, as an HTML parser returns them."""
    attrs = {name.lower(): value for name, value in node.attrs.items()}
    return node._replace(tag=node.tag.lower(), attrs=attrs, children=tuple(map(with_lowercase_names, node.children)))


@given(hostile_texts, hostile_texts, hostile_texts, hostile_texts, hostile_texts)
@settings(max_examples=8)
def test_external_texts_are_escaped(title: str, name: str, position: str, address: str, second_name: str) -> None:
    storage = Storage()
    tab = begin_sensei(storage, green=name, red=second_name)
    tab.play("a1-a4")
    tab.submit("play.rename", title=title)
    meta = {"title": second_name, "position": position, "turn": title, "result": name, "changed": address}
    storage.texts[KEY_PREFIX + second_name] = format_record(
        create_sensei_record("a1-a4", players=(name, title), meta=meta)
    )
    storage.texts[KEY_PREFIX + name] = position
    storage.texts[KEY_PREFIX + "ludo"] = format_record(
        replace(create_sensei_record(), game=title, options={second_name: name})
    )
    storage.texts[KEY_PREFIX + "bad"] = format_record(create_sensei_record(title, players=(name, "")))
    storage.texts[KEY_PREFIX + "start"] = format_record(create_sensei_record(start=position))
    rendered_pages = [page_view(tab.controller.model)]

    def render(viewed_tab: Tab) -> None:
        rendered_pages.append(page_view(viewed_tab.controller.model))

    home = Tab(storage)
    home.idle()
    render(home)
    for id in (second_name, name, "ludo", "bad", "start"):
        render(Tab(storage, format_route(Route("play", id))))
    for page_address in ("#/" + address, "#/new/" + address, "#/play/" + address, address):
        render(Tab(storage, page_address))
    new_game_tab = Tab(storage, "#/new/sensei")
    new_game_tab.change("new_game.start", position)
    new_game_tab.change("new_game.name.0", name)
    render(new_game_tab)
    settings_page = Tab(storage, "#/settings")
    settings_page.change(
        "library.import_files",
        json.dumps([format_record(create_sensei_record(title, players=(name, second_name), meta={"title": position}))]),
    )
    render(settings_page)
    settings_page.submit("library.import_pasted", text=position)
    render(settings_page)
    home.click("library.delete")
    render(home)
    tab.touch(position)
    render(tab)
    for page in rendered_pages:
        text = to_html(page)
        assert "<script" not in text
        assert "<img" not in text
        assert has_same_content(parse_html(text), with_lowercase_names(page))


def test_records_with_odd_names_open() -> None:
    record_with_markup = Record("sensei", {}, 1, ("<b>", "&amp;"), ("a1-a4",))
    tab = Tab(Storage({KEY_PREFIX + "x": format_record(record_with_markup)}), "#/play/x")
    assert "<b> – &amp;" in tab.text
