"""Scenes: every page of the app in each of its states, found through the registry of games.

Nothing here names a game. Which touch takes something up, which one is refused and which answer is not the one asked
for is found out beforehand, by the rules under this Python.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from playwright.sync_api import Locator, Page, ViewportSize

from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons import session as learnings
from ruleboard.app.lessons.session import LessonSession
from ruleboard.app.play import gestures, history
from ruleboard.app.play import session as tables
from ruleboard.app.play.table import Table
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.games import GameStore
from ruleboard.app.storage.preferences import KEY as SETTINGS
from ruleboard.app.storage.setups import KEY as SETUPS
from ruleboard.app.storage.setups import Setup, format_setups
from ruleboard.app.storage.store import MemoryStore
from ruleboard.app.ui.dialogs import SETUPS as SETUPS_DIALOG
from ruleboard.app.ui.dialogs import SHARE
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import replay
from ruleboard.games.courses import course, lesson, problems, reference
from ruleboard.games.registry import EDITORS, GAMES, VIEWS, WORKSHOPS
from ruleboard.games.view import BaseView
from ruleboard.scene.node import Node
from tests.e2e.at_table import PREFIX

ACTIONS = 24
"""The numbers of actions after which games are looked at in the middle."""

HOUSE = "house"
"""The group of the pages that belong to no game."""

Steps = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Scene:
    """A page in one of its states.

    Attributes:
        group: the game's id, or ``HOUSE``.
        name: the scene's name in reports and in the gallery.
        address: the address of the page.
        shows: a CSS selector of an element that the page shows.
        steps: the steps done there, in pairs: ("touch", target), ("click", selector), ("open", id of a dialog),
            ("fill", text).
        empty: True if nothing is saved in the browser.
    """

    group: str
    name: str
    address: str
    shows: str
    steps: Steps = ()
    empty: bool = False

    def __str__(self) -> str:
        return f"{self.group}: {self.name}"


# --- the games that are kept ------------------------------------------------------------------------------------------


@cache
def begun(game: str) -> Record:
    """A game nobody has played yet."""
    rules = GAMES[game]
    options = {option.id: option.default for option in rules.options}
    sides = rules.sides(rules.initial(options, 5))
    return Record(game, options, 5, ("Anna", "Ben", "Carla", "David")[: len(sides)])


@cache
def midway(game: str) -> Table:
    """A game in its middle: played by lot until something can be taken up and something else is refused."""
    rules = GAMES[game]
    for seed in range(40):
        chance = random.Random(seed)
        timeline = replay(begun(game), GAMES)
        found = None
        for _ in range(2 * ACTIONS):
            if timeline.outcome:
                break
            if timeline.at >= ACTIONS // 2 and (table := _opened(timeline)) and taking(table) and refusal(table):
                found = table
                if timeline.at >= ACTIONS:
                    return table
            timeline = timeline.play(chance.choice(rules.legal_actions(timeline.state)))
        if found:
            return found
    raise AssertionError(f"no game of {game} by lot has a position worth to be looked at")


@cache
def narrow(game: str) -> Table | None:
    """A game of as many as can play it in which something can be touched that is too narrow for a finger."""
    view = VIEWS[game]
    if type(view).short_label is BaseView.short_label:
        return None
    for seed in range(20):
        chance = random.Random(seed)
        timeline = replay(_full(game) or begun(game), GAMES)
        for _ in range(8 * ACTIONS):
            if timeline.outcome:
                break
            table = _opened(timeline)
            if any(view.short_label(timeline.state, target) for target in table.selection.next):
                return table
            timeline = timeline.play(chance.choice(GAMES[game].legal_actions(timeline.state)))
    raise AssertionError(f"no game of {game} by lot has a target with a short label")


@cache
def crowded(game: str) -> Table | None:
    """A game of as many as can play it; None if that is two, as always."""
    full = _full(game)
    if full is None:
        return None
    timeline, chance = replay(full, GAMES), random.Random(3)
    for _ in range(ACTIONS):
        timeline = timeline.play(chance.choice(GAMES[game].legal_actions(timeline.state)))
    return _opened(timeline)


def _full(game: str) -> Record | None:
    """Return a game of as many as can play it that nobody has played yet; None if that is two, as always."""
    rules = GAMES[game]
    most = str(max(rules.players))
    wanted = {option.id: most for option in rules.options if most in {choice.value for choice in option.choices}}
    if most == "2" or not wanted:
        return None
    record = begun(game)
    return replace(record, options={**record.options, **wanted}, players=("Anna", "Ben", "Carla", "David")[: int(most)])


def _opened(timeline) -> Table:
    return tables.uncover(tables.open_table("mid", timeline))


def _record(table: Table) -> Record:
    timeline = table.timeline
    actions = tuple(map(str, timeline.entries[: timeline.at]))
    return replace(timeline.record, actions=actions)


@cache
def kept() -> dict[str, str]:
    """Return the browser's storage for the scenes: three games of each kind, and damaged texts."""
    library = GameStore(MemoryStore(), GAMES, lambda: "2026-03-09T18:00:00Z")
    torn = (Setup("tensor-cards", "Torn", "{ torn"), Setup("tesulda", "Torn", "torn"))
    found = {f"{PREFIX}damaged": "{ torn", f"{SETTINGS}-unreadable": "{ torn", SETUPS: format_setups(torn)}
    for game in GAMES:
        middle = _record(midway(game))
        over = replace(middle, actions=(*middle.actions, "resign 1"))
        more = [(name, _record(table)) for name, table in _more(game).items()]
        for name, record in (("start", begun(game)), ("mid", middle), ("over", over), *more):
            found[f"{PREFIX}{game}-{name}"] = format_record(library.record_of(replay(record, GAMES)))
    return found


def _more(game: str) -> dict[str, Table]:
    """The games of a kind that are kept besides those that are kept of each."""
    found = {"narrow": narrow(game), "crowded": crowded(game)}
    return {name: table for name, table in found.items() if table}


# --- what is touched --------------------------------------------------------------------------------------------------


def _targets(node: Node) -> Iterator[str]:
    if "data-target" in node.attrs:
        yield str(node.attrs["data-target"])
    for child in node.children:
        if isinstance(child, Node):
            yield from _targets(child)


def on_board(table: Table) -> list[str]:
    """The targets the board shows."""
    timeline = table.timeline
    viewer = timeline.to_move if timeline.game.secret(timeline.state) else None
    picture = VIEWS[timeline.game.id].picture(timeline.game.view(timeline.state, viewer), 0, table.marks)
    return list(dict.fromkeys(_targets(picture)))


def taking(table: Table) -> Steps:
    """The touch that takes up what has most places to go; none if nothing can be taken up."""
    best: tuple[int, Steps] = (0, ())
    shown = on_board(table)
    for target in table.selection.next:
        after, action = gestures.touch(table, target)
        if action is None and target in shown:
            best = max(
                best, (len(set(after.selection.next) & set(shown)), (("touch", target),)), key=lambda pair: pair[0]
            )
    return best[1]


def refusal(table: Table) -> Steps:
    """The touches that are refused, by a rule with a lesson if one is."""
    game, shown = table.timeline.game.id, on_board(table)
    found: Steps = ()
    firsts = [target for target in shown if target in table.selection.next]
    for first in (None, *firsts[:3]):
        held = gestures.touch(table, first)[0] if first else table
        if held.timeline is not table.timeline:
            continue
        for target in shown:
            after, action = gestures.touch(held, target)
            if action is None and after.refusal:
                steps = tuple(("touch", touch) for touch in (first, target) if touch)
                if (rule := after.refusal.lesson) and lesson(game, rule):
                    return steps
                found = found or steps
    return found


# --- the scenes -------------------------------------------------------------------------------------------------------


@cache
def scenes() -> tuple[Scene, ...]:
    """Return all scenes: those of the app first, then game by game."""
    return (*_house(), *(scene for game in GAMES for scene in of_game(game)))


ALIKE = (
    "new game, a start refused",
    "table, menu",
    "table, names",
    "share, link",
    "share, picture",
    "share, embed",
    "share, text",
    "from a link",
    "rules, nothing found",
    "rulings",
    "course",
    "lesson, told",
    "lesson, missed",
    "lesson, solved",
    "problem",
    "problem, solved",
    "table, legend",
    "table, refused",
    "table, the rule",
    "table, looking back",
)
"""The names of scenes that differ between games in words, marks and diagrams alone; their elements are the same."""


@cache
def different() -> tuple[Scene, ...]:
    """Return the scenes, of those that are alike in all games one each, from the games in turn."""
    games = list(GAMES)
    chosen = {name: games[number % len(games)] for number, name in enumerate(ALIKE)}
    return tuple(scene for scene in scenes() if chosen.get(scene.name, scene.group) == scene.group)


@cache
def page_kinds() -> tuple[Scene, ...]:
    """Return a scene of each kind of page."""
    return tuple({scene.address.split("/")[1]: scene for scene in reversed(different()) if not scene.steps}.values())


@cache
def states() -> tuple[Scene, ...]:
    """Return a scene of each name: every kind of page in each of its states."""
    return tuple({scene.name: scene for scene in reversed(different())}.values())


def _house() -> Iterator[Scene]:
    def scene(name: str, address: str, shows: str, *steps: tuple[str, str], empty: bool = False) -> Scene:
        return Scene(HOUSE, name, address, shows, steps, empty)

    yield scene("first visit", "#/", ".page-home .shelf", empty=True)
    yield scene("home", "#/", ".page-home .kept")
    yield scene("home, all games", "#/", ".page-home .kept", ("click", '[data-do="library.show_all"]'))
    yield scene("home, a game's menu", "#/", ".page-home .kept", ("click", ".entry [popovertarget]"))
    yield scene("a game deleted", "#/", ".page-home .kept", ("click", '.entry [data-do="library.delete"]'))
    yield scene("settings", "#/settings", ".page-settings h1")
    yield scene("help", "#/help", ".page-help h1")
    yield scene("learn", "#/learn", ".page-learn h1")
    yield scene("problems", "#/problems", ".page-problems h1")
    yield scene("a damaged game", "#/play/damaged", ".page-missing h1")
    yield scene("no such game", "#/play/nowhere", ".page-missing h1")
    yield scene("no such page", "#/nowhere/at/all", ".page-missing h1")
    yield scene("a bad link", "#/from/sensei/nonsense", ".page-missing h1")


def of_game(game: str) -> Iterator[Scene]:
    """The scenes of a game."""

    def scene(name: str, address: str, shows: str, *steps: tuple[str, str]) -> Scene:
        return Scene(game, name, address, shows, steps)

    def at(route: str, **more: object) -> str:
        return format_route(Route(route, game, **more))  # type: ignore[arg-type]

    middle = midway(game)
    start, mid, over = (f"#/play/{game}-{name}" for name in ("start", "mid", "over"))
    seen = f'.page-table[data-key="table-{game}-%s"]'
    yield scene("new game", at("new"), ".page-new h1")
    refused_start = format_route(Route("new", game, text="nonsense"))
    yield scene("new game, a start refused", refused_start, ".page-new #start-error")
    begins = tables.open_table("start", replay(begun(game), GAMES))
    if begins.curtain:
        yield scene("table, curtain", start, f"{seen % 'start'} .curtain")
    uncover = (("click", '[data-do="play.uncover"]'),) if begins.curtain else ()
    yield scene("table, start", start, seen % "start", *uncover)
    if tables.can_use_saved_armies(tables.uncover(begins)):
        yield scene("table, setups", start, seen % "start", *uncover, ("open", SETUPS_DIALOG))
    uncover = (("click", '[data-do="play.uncover"]'),) if tables.open_table("mid", middle.timeline).curtain else ()
    yield scene("table, midway", mid, seen % "mid", *uncover)
    yield scene("table, taken up", mid, seen % "mid", *uncover, *taking(middle))
    refused = refusal(middle)
    yield scene("table, refused", mid, seen % "mid", *uncover, *refused)
    said = middle
    for _, target in refused:
        said = gestures.touch(said, target)[0]
    if lesson(game, said.refusal.lesson):
        yield scene("table, the rule", mid, seen % "mid", *uncover, *refused, ("click", '[data-do="play.teach"]'))
    yield scene("table, looking back", f"{mid}/3", seen % "mid")
    if history.latest_replay(middle):
        yield scene("table, show", mid, seen % "mid", ("click", '[data-do="play.show_again"]'))
        yield scene("table, story", mid, seen % "mid", ("click", '[data-do="play.story"]'))
    for aside in middle.side_notes:
        opened = ("click", f'[data-do="play.read"][data-value="{aside.id}"]')
        yield scene(f"table, {aside.title}", mid, seen % "mid", *uncover, opened)
    yield scene("table, menu", mid, seen % "mid", ("click", '[popovertarget="menu-game"]'))
    yield scene("table, names", mid, seen % "mid", ("open", "rename"))
    yield scene("table, legend", mid, seen % "mid", ("open", "legend"))
    if VIEWS[game].reference_note(GAMES[game].initial({}, 0)):
        yield scene("table, reference", mid, seen % "mid", ("open", "reference"))
    yield scene("table, over", over, seen % "over")
    for name in _more(game):
        yield scene(f"table, {name}", f"#/play/{game}-{name}", seen % name)
    yield scene("share, link", over, seen % "over", ("open", SHARE))
    for section in ("picture", "embed", "text"):
        opened = ("click", f'[data-do="share.choose.section"][data-value="{section}"]')
        yield scene(f"share, {section}", over, seen % "over", ("open", SHARE), opened)
    yield scene("from a link", at("from"), ".page-table")
    if game in EDITORS:
        yield scene("editor", at("edit"), ".page-edit h1")
        yield scene("editor, not a position", at("edit"), ".page-edit h1", ("click", '[data-do="editor.clear"]'))
    if game in WORKSHOPS:
        yield scene("workshop", at("boards"), ".page-workshop h1")
        sheet = next(sheet for sheet in WORKSHOPS[game].presets() if sheet.size)
        yield scene("workshop, a board", at("boards", text=sheet.title), ".page-bench h1")
    if reference(game):
        yield scene("rules", at("rules"), ".page-rules h1")
        yield scene("rules, nothing found", at("rules"), ".page-rules h1", ("fill", "xyzzy"))
        yield scene("rulings", at("rulings"), ".page-rulings h1")
    if course(game):
        yield scene("course", at("learn"), ".page-course h1")
        yield from _lessons(game)
    if problems(game):
        yield scene("problems of the game", at("problems"), ".page-problems h1")
        one = at("problem", text=problems(game)[0].id)
        yield scene("problem", one, ".lesson-board")
        yield scene("problem, solved", one, ".lesson-board", ("click", '[data-do="problems.solution"]'))


def _lessons(game: str) -> Iterator[Scene]:
    """A step that tells, one that asks, a wrong answer, a right one; each from the first lesson that has it."""
    steps = [(found, at) for found in course(game) for at in range(len(found.steps))]
    wanted: list[tuple[str, Callable[[LessonSession], Steps | None]]] = [
        ("lesson, told", lambda learning: None if learning.step.task else ()),
        ("lesson, asked", lambda learning: () if learning.step.task else None),
        ("lesson, missed", lambda learning: _answer(learning, right=False)),
        ("lesson, solved", lambda learning: _answer(learning, right=True)),
    ]
    for name, find in wanted:
        for found, at in steps:
            learning = learnings.opened(game, found.id, at)
            assert learning
            touches = find(learning)
            if touches is not None:
                address = format_route(Route("learn", game, text=found.id, at=at))
                shows = f'.lesson-side[data-key="side-{found.id}-{at}"]'
                yield Scene(game, name, address, shows, touches)
                break


def _answer(learning: LessonSession, *, right: bool) -> Steps | None:
    """Touches on the board that solve the task, or make what is not asked for; None if there are none so simple."""
    board = learning.exercise
    if not learning.step.task or board.table.replay or board.table.selected:
        return None
    lines = learning.step.task.accept if right else [(action.text,) for action in board.table.actions[:60]]
    for line in lines:
        after, touches = learning, []
        for text in line:
            game, state = after.exercise.table.timeline.game, after.exercise.table.timeline.state
            if after.exercise.still or game.to_move(state) != board.start.to_move:
                break
            for target in game.parse_action(state, text).targets:
                touches.append(("touch", target))
                after = after.with_exercise(exercises.touch(after.exercise, target))
        if after.exercise.solved if right else after.exercise.missed:
            return tuple(touches)
    return None


# --- going there ------------------------------------------------------------------------------------------------------


def keep_games(page: Page) -> None:
    """Put the scenes' games into the browser's storage, besides its settings."""
    forget = "() => Object.keys(localStorage).filter((key) => key.includes('/game/'))"
    page.evaluate(f"({forget})().forEach((key) => localStorage.removeItem(key))")
    page.evaluate("games => Object.entries(games).forEach(([key, text]) => localStorage.setItem(key, text))", kept())


def visit(page: Page, scene: Scene) -> None:
    """Go to a scene on a page where Python answers, whatever was shown before, and do its steps."""
    go(page, "#/elsewhere", ".page-missing")
    for notice in page.locator('[data-do="app.dismiss"]').all():
        notice.dispatch_event("click")
    if scene.empty:
        page.evaluate("() => localStorage.clear()")
    else:
        keep_games(page)
    go(page, scene.address, scene.shows)
    for what, which in scene.steps:
        do(page, what, which)
    settle(page)


def resize(page: Page, size: ViewportSize) -> None:
    """Give the page a screen of another size, and let it find its place there."""
    page.set_viewport_size(size)
    settle(page)


def settle(page: Page) -> None:
    """Wait until what has been done is painted."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def go(page: Page, address: str, shows: str) -> Locator:
    """Follow an address within the app."""
    page.evaluate("address => { location.hash = address; }", address)
    found = page.locator(shows).first
    found.wait_for(state="attached")
    return found


def do(page: Page, what: str, which: str) -> None:
    """Do one step of a scene."""
    match what:
        case "touch":
            page.locator(f"[data-target={json.dumps(which)}]").first.dispatch_event("click")
        case "click":
            page.locator(which).first.dispatch_event("click")
        case "open":
            page.evaluate("id => document.getElementById(id).showPopover()", which)
        case "fill":
            page.locator("input[type=search], textarea").first.fill(which)
        case _:
            raise ValueError(what)
