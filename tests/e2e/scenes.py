"""Scenes: every page of the app in each of its states, for all games.

This module does not depend on particular games. It uses the rules to find touches that select a piece, refused touches,
and wrong answers.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from playwright.sync_api import Locator, Page, ViewportSize

from ruleboard.app.board import changes as play_session
from ruleboard.app.board import exercise as exercise_updates
from ruleboard.app.board import gestures, history
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.side_notes import side_notes
from ruleboard.app.board.table import Table
from ruleboard.app.lessons import session as lesson_session
from ruleboard.app.lessons.session import LessonSession
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.games import GameStore
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS_KEY
from ruleboard.app.storage.setups import Setup, format_setups
from ruleboard.app.storage.store import MemoryStore
from ruleboard.app.ui.components import SETUPS as SETUPS_DIALOG
from ruleboard.app.ui.components import SHARE_DIALOG
from ruleboard.contract.view import BaseView
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import replay
from ruleboard.learning.courses import course, find_lesson, problems, reference
from ruleboard.registry import BOARD_EDITORS, EDITORS, GAMES, VIEWS
from ruleboard.scene.node import Node
from tests.e2e.helpers import KEY_PREFIX

MIDWAY_ACTIONS = 24
"""The number of actions after which a game counts as midway."""

APP_GROUP = "app"
"""The group of the pages without a game."""

Steps = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Scene:
    """A page in one of its states.

    Attributes:
        group: the game's id, or ``APP_GROUP``.
        name: the scene's name in reports and in the gallery.
        address: the address of the page.
        selector: the CSS selector of an element that the page shows.
        steps: the steps after opening the page, as pairs: ("touch", target), ("click", selector), ("open", id of a
            dialog), ("fill", text).
        has_empty_storage: True if the browser's storage is empty.
    """

    group: str
    name: str
    address: str
    selector: str
    steps: Steps = ()
    has_empty_storage: bool = False

    def __str__(self) -> str:
        return f"{self.group}: {self.name}"


# --- saved games ------------------------------------------------------------------------------------------------------


@cache
def create_new_record(game: str) -> Record:
    """Return the record of a game without actions."""
    rules = GAMES[game]
    options = {option.id: option.default for option in rules.options}
    sides = rules.sides(rules.initial(options, 5))
    return Record(game, options, 5, ("Anna", "Ben", "Carla", "David")[: len(sides)])


@cache
def create_midway_table(game: str) -> Table:
    """Return the table of a random game in which one touch selects a piece and another touch is refused."""
    rules = GAMES[game]
    for seed in range(40):
        rng = random.Random(seed)
        timeline = replay(create_new_record(game), GAMES)
        candidate = None
        for _ in range(2 * MIDWAY_ACTIONS):
            if timeline.outcome:
                break
            if (
                timeline.ply >= MIDWAY_ACTIONS // 2
                and (table := _open_table(timeline))
                and find_selecting_touch(table)
                and find_refused_touches(table)
            ):
                candidate = table
                if timeline.ply >= MIDWAY_ACTIONS:
                    return table
            timeline = timeline.play(rng.choice(rules.legal_actions(timeline.state)))
        if candidate:
            return candidate
    raise AssertionError(f"no random game of {game} has such a position")


@cache
def create_narrow_table(game: str) -> Table | None:
    """Return the table of a random game with a legal target too narrow for a finger; None for games without any."""
    view = VIEWS[game]
    if type(view).short_label is BaseView.short_label:
        return None
    for seed in range(20):
        rng = random.Random(seed)
        timeline = replay(_create_record_with_most_players(game) or create_new_record(game), GAMES)
        for _ in range(8 * MIDWAY_ACTIONS):
            if timeline.outcome:
                break
            table = _open_table(timeline)
            if any(view.short_label(timeline.state, (), target) for target in table.selection.next_targets):
                return table
            timeline = timeline.play(rng.choice(GAMES[game].legal_actions(timeline.state)))
    raise AssertionError(f"no random game of {game} has a target with a short label")


@cache
def create_table_with_most_players(game: str) -> Table | None:
    """Return the table of a game with the maximum number of players, or None if the game is always for two."""
    record = _create_record_with_most_players(game)
    if record is None:
        return None
    timeline, rng = replay(record, GAMES), random.Random(3)
    for _ in range(MIDWAY_ACTIONS):
        timeline = timeline.play(rng.choice(GAMES[game].legal_actions(timeline.state)))
    return _open_table(timeline)


@cache
def create_secret_record(game: str) -> Record | None:
    """Return the record of a new game with an option that makes a decision secret, or None if no option does."""
    rules, record = GAMES[game], create_new_record(game)
    if rules.is_hidden_decision(replay(record, GAMES).state):
        return None
    for option in rules.options:
        for choice in option.choices if option.id != "players" else ():
            secret = replace(record, options={**record.options, option.id: choice.value})
            if rules.is_hidden_decision(replay(secret, GAMES).state):
                return secret
    return None


def create_handed_over_table(record: Record) -> Table:
    """Return the table of a game after the first player's secret decisions."""
    timeline = replay(record, GAMES)
    for _ in range(MIDWAY_ACTIONS):
        rules, actions = timeline.game, timeline.game.legal_actions(timeline.state)
        revealing_actions = [action for action in actions if rules.reveals(timeline.state, action)]
        timeline = timeline.play((revealing_actions or list(actions))[0])
        if revealing_actions:
            return play_session.open_table("handed-over", timeline)
    raise AssertionError(f"the first player of {record.game} decides no secret")


def _create_record_with_most_players(game: str) -> Record | None:
    """Return the record of a new game with the maximum number of players, or None if the game is always for two."""
    rules = GAMES[game]
    max_players = str(max(rules.players))
    player_options = {
        option.id: max_players for option in rules.options if max_players in {choice.value for choice in option.choices}
    }
    if max_players == "2" or not player_options:
        return None
    record = create_new_record(game)
    return replace(
        record,
        options={**record.options, **player_options},
        players=("Anna", "Ben", "Carla", "David")[: int(max_players)],
    )


def _open_table(timeline) -> Table:
    return play_session.uncover(play_session.open_table("mid", timeline))


def _create_record(table: Table) -> Record:
    timeline = table.timeline
    actions = tuple(map(str, timeline.entries[: timeline.ply]))
    return replace(timeline.record, actions=actions)


@cache
def create_stored_texts() -> dict[str, str]:
    """Return the texts to store for the scenes by key: at least three records for each game, and damaged texts."""
    library = GameStore(MemoryStore(), GAMES, lambda: "2026-03-09T18:00:00Z")
    broken_setups = (Setup("tensor-cards", "Torn", "{ torn"), Setup("tesulda", "Torn", "torn"))
    texts = {
        f"{KEY_PREFIX}damaged": "{ torn",
        f"{SETTINGS_KEY}-unreadable": "{ torn",
        SETUPS_KEY: format_setups(broken_setups),
    }
    for game in GAMES:
        middle_record = _create_record(create_midway_table(game))
        finished_record = replace(middle_record, actions=(*middle_record.actions, "resign 1"))
        other_records = [
            (name.replace(" ", "-"), _create_record(table)) for name, table in _create_extra_tables(game).items()
        ]
        for name, record in (
            ("start", create_new_record(game)),
            ("mid", middle_record),
            ("over", finished_record),
            *other_records,
        ):
            texts[f"{KEY_PREFIX}{game}-{name}"] = format_record(library.record_of(replay(record, GAMES)))
    return texts


def _create_extra_tables(game: str) -> dict[str, Table]:
    """Return the additional tables of a game by name. Only some games have such tables."""
    secret = create_secret_record(game)
    extra_tables = {
        "narrow": create_narrow_table(game),
        "crowded": create_table_with_most_players(game),
        "secret": secret and play_session.open_table("secret", replay(secret, GAMES)),
        "handed over": secret and create_handed_over_table(secret),
    }
    return {name: table for name, table in extra_tables.items() if table}


# --- touches ----------------------------------------------------------------------------------------------------------


def _iter_targets(node: Node) -> Iterator[str]:
    if "data-target" in node.attrs:
        yield str(node.attrs["data-target"])
    for child in node.children:
        if isinstance(child, Node):
            yield from _iter_targets(child)


def find_board_targets(table: Table) -> list[str]:
    """Return the targets on the visible part of the board."""
    timeline = table.timeline
    viewer = timeline.to_move if timeline.game.is_hidden_decision(timeline.state) else None
    picture = VIEWS[timeline.game.id].picture(timeline.game.view(timeline.state, viewer), 0, board_marks(table))
    return list(dict.fromkeys(_iter_targets(picture)))


def find_selecting_touch(table: Table) -> Steps:
    """Return the touch that selects the piece with the most possible next targets, or no steps."""
    best_match: tuple[int, Steps] = (0, ())
    targets = find_board_targets(table)
    for target in table.selection.next_targets:
        after, action = gestures.touch(table, target)
        if action is None and target in targets:
            best_match = max(
                best_match,
                (len(set(after.selection.next_targets) & set(targets)), (("touch", target),)),
                key=lambda pair: pair[0],
            )
    return best_match[1]


def find_refused_touches(table: Table) -> Steps:
    """Return touches of which the last is refused, preferably by a rule with a lesson."""
    game, targets = table.timeline.game.id, find_board_targets(table)
    result: Steps = ()
    next_targets = [target for target in targets if target in table.selection.next_targets]
    for selected_target in (None, *next_targets[:3]):
        before = gestures.touch(table, selected_target)[0] if selected_target else table
        if before.timeline is not table.timeline:
            continue
        for target in targets:
            after, action = gestures.touch(before, target)
            if action is None and after.touches.refusal:
                steps = tuple(("touch", touch) for touch in (selected_target, target) if touch)
                if (rule := after.touches.refusal.lesson) and find_lesson(game, rule):
                    return steps
                result = result or steps
    return result


# --- the scenes -------------------------------------------------------------------------------------------------------


@cache
def create_scenes() -> tuple[Scene, ...]:
    """Return all scenes: first the scenes without a game, then the scenes of each game."""
    return (*_iter_app_scenes(), *(scene for game in GAMES for scene in iter_game_scenes(game)))


SCENES_COMMON_TO_GAMES = (
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
    "editor, not a position",
    "problems of the game",
)
"""The names of scenes that have the same elements in all games, with other texts, marks and diagrams."""


@cache
def select_distinct_scenes() -> tuple[Scene, ...]:
    """Return all scenes, but only one of the scenes that are the same in all games."""
    games = list(GAMES)
    game_by_name = {name: games[number % len(games)] for number, name in enumerate(SCENES_COMMON_TO_GAMES)}
    return tuple(scene for scene in create_scenes() if game_by_name.get(scene.name, scene.group) == scene.group)


@cache
def select_scene_of_each_kind() -> tuple[Scene, ...]:
    """Return one scene for each kind of page."""
    return tuple(
        {scene.address.split("/")[1]: scene for scene in reversed(select_distinct_scenes()) if not scene.steps}.values()
    )


@cache
def select_scene_of_each_name() -> tuple[Scene, ...]:
    """Return one scene for each scene name, so that they cover every kind of page in each of its states."""
    return tuple({scene.name: scene for scene in reversed(select_distinct_scenes())}.values())


def _iter_app_scenes() -> Iterator[Scene]:
    def create_scene(
        name: str, address: str, shows: str, *steps: tuple[str, str], has_empty_storage: bool = False
    ) -> Scene:
        return Scene(APP_GROUP, name, address, shows, steps, has_empty_storage)

    yield create_scene("first visit", "#/", ".page-home .shelf", has_empty_storage=True)
    yield create_scene("home", "#/", ".page-home .kept")
    yield create_scene("home, all games", "#/", ".page-home .kept", ("click", '[data-do="library.show_all"]'))
    yield create_scene("home, a game's menu", "#/", ".page-home .kept", ("click", ".entry [popovertarget]"))
    yield create_scene("a game deleted", "#/", ".page-home .kept", ("click", '.entry [data-do="library.delete"]'))
    yield create_scene("settings", "#/settings", ".page-settings h1")
    yield create_scene("help", "#/help", ".page-help h1")
    yield create_scene("learn", "#/learn", ".page-learn h1")
    yield create_scene("problems", "#/problems", ".page-problems h1")
    yield create_scene("a damaged game", "#/play/damaged", ".page-missing h1")
    yield create_scene("no such game", "#/play/nowhere", ".page-missing h1")
    yield create_scene("no such page", "#/nowhere/at/all", ".page-missing h1")
    yield create_scene("a bad link", "#/from/sensei/nonsense", ".page-missing h1")


def iter_game_scenes(game: str) -> Iterator[Scene]:
    """Yield the scenes of a game."""

    def create_scene(name: str, address: str, shows: str, *steps: tuple[str, str]) -> Scene:
        return Scene(game, name, address, shows, steps)

    def format_address(route: str, **parameters: object) -> str:
        return format_route(Route(route, game, **parameters))  # type: ignore[arg-type]

    table = create_midway_table(game)
    start_address, mid_address, end_address = (f"#/play/{game}-{name}" for name in ("start", "mid", "over"))
    table_selector = f'.page-table[data-key="table-{game}-%s"]'
    yield create_scene("new game", format_address("new"), ".page-new h1")
    refused_start_address = format_route(Route("new", game, text="nonsense"))
    yield create_scene("new game, a start refused", refused_start_address, ".page-new #start-error")
    start_table = play_session.open_table("start", replay(create_new_record(game), GAMES))
    if start_table.display.awaits_handover:
        yield create_scene("table, curtain", start_address, f"{table_selector % 'start'} .curtain")
    uncover = (("click", '[data-do="play.uncover"]'),) if start_table.display.awaits_handover else ()
    yield create_scene("table, start", start_address, table_selector % "start", *uncover)
    if play_session.can_use_saved_armies(play_session.uncover(start_table)):
        yield create_scene("table, setups", start_address, table_selector % "start", *uncover, ("open", SETUPS_DIALOG))
    uncover = (
        (("click", '[data-do="play.uncover"]'),)
        if play_session.open_table("mid", table.timeline).display.awaits_handover
        else ()
    )
    yield create_scene("table, midway", mid_address, table_selector % "mid", *uncover)
    yield create_scene("table, taken up", mid_address, table_selector % "mid", *uncover, *find_selecting_touch(table))
    refused_steps = find_refused_touches(table)
    yield create_scene("table, refused", mid_address, table_selector % "mid", *uncover, *refused_steps)
    table_after = table
    for _, target in refused_steps:
        table_after = gestures.touch(table_after, target)[0]
    if find_lesson(game, table_after.touches.refusal.lesson):
        yield create_scene(
            "table, the rule",
            mid_address,
            table_selector % "mid",
            *uncover,
            *refused_steps,
            ("click", '[data-do="play.teach"]'),
        )
    yield create_scene("table, looking back", f"{mid_address}/3", table_selector % "mid")
    if history.latest_replay(table):
        yield create_scene("table, show", mid_address, table_selector % "mid", ("click", '[data-do="play.show_again"]'))
        yield create_scene("table, story", mid_address, table_selector % "mid", ("click", '[data-do="play.story"]'))
    for note in side_notes(table):
        opening_step = ("click", f'[data-do="play.read"][data-value="{note.id}"]')
        yield create_scene(f"table, {note.title}", mid_address, table_selector % "mid", *uncover, opening_step)
    yield create_scene("table, menu", mid_address, table_selector % "mid", ("click", '[popovertarget="menu-game"]'))
    yield create_scene("table, names", mid_address, table_selector % "mid", ("open", "rename"))
    yield create_scene("table, legend", mid_address, table_selector % "mid", ("open", "legend"))
    if VIEWS[game].reference_note(GAMES[game].initial({}, 0)):
        yield create_scene("table, reference", mid_address, table_selector % "mid", ("open", "reference"))
    yield create_scene("table, over", end_address, table_selector % "over")
    for name, extra_table in _create_extra_tables(game).items():
        extra_address, selector = f"#/play/{game}-{name.replace(' ', '-')}", table_selector % name.replace(" ", "-")
        yield create_scene(f"table, {name}", extra_address, selector)
        if extra_table.display.awaits_handover:
            yield create_scene(f"table, {name}, open", extra_address, selector, ("click", '[data-do="play.uncover"]'))
    yield create_scene("share, picture", end_address, table_selector % "over", ("open", SHARE_DIALOG))
    for section in ("link", "embed", "text"):
        opening_step = ("click", f'[data-do="share.choose.section"][data-value="{section}"]')
        yield create_scene(
            f"share, {section}", end_address, table_selector % "over", ("open", SHARE_DIALOG), opening_step
        )
    yield create_scene("from a link", format_address("from"), ".page-table")
    if game in EDITORS:
        yield create_scene("editor", format_address("edit"), ".page-edit h1")
        yield create_scene(
            "editor, not a position", format_address("edit"), ".page-edit h1", ("click", '[data-do="editor.clear"]')
        )
    if game in BOARD_EDITORS:
        yield create_scene("workshop", format_address("boards"), ".page-workshop h1")
        sheet = next(sheet for sheet in BOARD_EDITORS[game].presets() if sheet.size)
        yield create_scene("workshop, a board", format_address("boards", text=sheet.title), ".page-bench h1")
    if reference(game):
        yield create_scene("rules", format_address("rules"), ".page-rules h1")
        yield create_scene("rules, nothing found", format_address("rules"), ".page-rules h1", ("fill", "xyzzy"))
        yield create_scene("rulings", format_address("rulings"), ".page-rulings h1")
    if course(game):
        yield create_scene("course", format_address("learn"), ".page-course h1")
        yield from _iter_lesson_scenes(game)
    if problems(game):
        yield create_scene("problems of the game", format_address("problems"), ".page-problems h1")
        problem_address = format_address("problem", text=problems(game)[0].id)
        yield create_scene("problem", problem_address, ".lesson-board")
        yield create_scene(
            "problem, solved", problem_address, ".lesson-board", ("click", '[data-do="problems.solution"]')
        )


def _iter_lesson_scenes(game: str) -> Iterator[Scene]:
    """Yield the scenes of lesson steps: without a task, with a task, after a wrong answer, after a correct answer."""
    steps = [
        (lesson_of_step, step_index)
        for lesson_of_step in course(game)
        for step_index in range(len(lesson_of_step.steps))
    ]
    touch_finders: list[tuple[str, Callable[[LessonSession], Steps | None]]] = [
        ("lesson, told", lambda session: None if session.step.task else ()),
        ("lesson, asked", lambda session: () if session.step.task else None),
        ("lesson, missed", lambda session: _find_answer_touches(session, is_correct=False)),
        ("lesson, solved", lambda session: _find_answer_touches(session, is_correct=True)),
    ]
    for name, find in touch_finders:
        for lesson_of_step, step_index in steps:
            session = lesson_session.open_lesson(game, lesson_of_step.id, step_index)
            assert session
            touches = find(session)
            if touches is not None:
                address = format_route(Route("learn", game, text=lesson_of_step.id, index=step_index))
                shows = f'.lesson-side[data-key="side-{lesson_of_step.id}-{step_index}"]'
                yield Scene(game, name, address, shows, touches)
                break


def _find_answer_touches(session: LessonSession, *, is_correct: bool) -> Steps | None:
    """Return touches that give a correct or a wrong answer to a task; None without a task or if no line gives one."""
    exercise = session.exercise
    if not session.step.task or exercise.table.display.replay or exercise.table.touches.targets:
        return None
    lines = (
        session.step.task.accepted_lines if is_correct else [(action.text,) for action in exercise.table.actions[:60]]
    )
    for line in lines:
        after, touches = session, []
        for text in line:
            game, state = after.exercise.table.timeline.game, after.exercise.table.timeline.state
            if after.exercise.is_locked or game.to_move(state) != exercise.start.to_move:
                break
            for target in game.parse_action(state, text).targets:
                touches.append(("touch", target))
                after = after.with_exercise(
                    exercise_updates.handle_gesture(after.exercise, Gesture(GestureKind.TOUCH, target))
                )
        if after.exercise.is_solved if is_correct else after.exercise.shows_wrong_answer:
            return tuple(touches)
    return None


# --- navigation -------------------------------------------------------------------------------------------------------


def store_games(page: Page) -> None:
    """Replace the saved games by the games of the scenes, and leave the settings unchanged."""
    game_keys_script = "() => Object.keys(localStorage).filter((key) => key.includes('/game/'))"
    page.evaluate(f"({game_keys_script})().forEach((key) => localStorage.removeItem(key))")
    page.evaluate(
        "games => Object.entries(games).forEach(([key, text]) => localStorage.setItem(key, text))",
        create_stored_texts(),
    )


def visit(page: Page, scene: Scene) -> None:
    """Open a scene on a ready page and perform the scene's steps."""
    go(page, "#/elsewhere", ".page-missing")
    for notice in page.locator('[data-do="app.dismiss"]').all():
        notice.dispatch_event("click")
    if scene.has_empty_storage:
        page.evaluate("() => localStorage.clear()")
    else:
        store_games(page)
    go(page, scene.address, scene.selector)
    for kind, value in scene.steps:
        perform_step(page, kind, value)
    wait_until_painted(page)


def resize(page: Page, size: ViewportSize) -> None:
    """Resize the page's viewport and wait until it is painted."""
    page.set_viewport_size(size)
    wait_until_painted(page)


def wait_until_painted(page: Page) -> None:
    """Wait until the browser has painted the latest changes."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def go(page: Page, address: str, selector: str) -> Locator:
    """Open an address within the app and wait for an element."""
    page.evaluate("address => { location.hash = address; }", address)
    locator = page.locator(selector).first
    locator.wait_for(state="attached")
    return locator


def perform_step(page: Page, kind: str, value: str) -> None:
    """Perform one step of a scene."""
    match kind:
        case "touch":
            page.locator(f"[data-target={json.dumps(value)}]").first.dispatch_event("click")
        case "click":
            page.locator(value).first.dispatch_event("click")
        case "open":
            page.evaluate("id => document.querySelector(`[data-opens=${id}]`).click()", value)
        case "fill":
            page.locator("input[type=search], textarea").first.fill(value)
        case _:
            raise ValueError(kind)
