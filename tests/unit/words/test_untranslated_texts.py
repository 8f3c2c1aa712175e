"""Test with an artificial language that every text on pages and tables comes from the catalogue."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from gettext import NullTranslations
from typing import Any

import pytest

from ruleboard import i18n as speech
from ruleboard.app import notices
from ruleboard.app.board import changes as tables
from ruleboard.app.board import endings, gestures, history
from ruleboard.app.board import exercise as exercises
from ruleboard.app.board.table import Table
from ruleboard.app.editor.session import open_editor
from ruleboard.app.help.view import HelpPage
from ruleboard.app.lessons import session as lessons
from ruleboard.app.lessons.session import CourseList, CoursePage, RulesPage, RulingsPage
from ruleboard.app.library.session import NotFoundPage
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.app.new_game.session import default_page as new_game
from ruleboard.app.play.saving import update_after_touch
from ruleboard.app.runtime import language
from ruleboard.app.runtime.model import Model, PlayPage
from ruleboard.app.runtime.page_kinds import page_view
from ruleboard.app.settings.view import SettingsPage
from ruleboard.app.shared import Shared
from ruleboard.app.storage.games import KEY_PREFIX, GameEntry
from ruleboard.app.workshop.session import CustomBoardList
from ruleboard.embed import board as boards
from ruleboard.embed import view as embedded
from ruleboard.embed.parameters import Parameters, parse_fragment
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.record import Record, format_record, parse_record, read_record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.learning.courses import course, rulings
from ruleboard.registry import BOARD_EDITORS, EDITORS, GAMES, VIEWS
from ruleboard.scene.node import Node
from tests.support.pseudo import OPENING_BRACKET, PseudoTranslations, find_plain_words, pseudo_translate
from tools.fake_browser import Storage, Tab
from tools.setup import ROOT

NAMES = {"Ruleboard", "Ann", "Bob", "mm", "cm", "nowhere"} | {
    word
    for view in VIEWS.values()
    for part in (view.credits.designer, view.credits.publisher)
    for word in find_plain_words(part)
}
NAMES |= {word for game in GAMES for word in find_plain_words(rulings(game).link)}
"""Words that are equal in every language: names of people and publishers, addresses, units, values of these tests."""

CODE_WORDS = {"game", "format", "ruleboard", "seed", "players", "options", "actions", "at", "JSON", "x"}
CODE_WORDS |= {word for game in GAMES for word in find_plain_words(game)}
"""The names of the fields of a record, which are never translated."""

NOTATION_CLASSES = {"ply", "coordinate", "notation", "done"}
"""The classes of elements with moves and coordinates, which are never translated."""

TEXT_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "label", "aria-description", "aria-roledescription")
"""The attributes with texts that people read or hear."""


def iter_texts(node: Node) -> Iterator[str]:
    """Yield the texts of a page that people read or hear, except notation and texts marked with another language."""
    if NOTATION_CLASSES & set(node.attrs.get("class", "").split()) or "lang" in node.attrs:
        return
    yield from (node.attrs[name] for name in TEXT_ATTRIBUTES if name in node.attrs and node.tag != "textarea")
    if node.tag != "textarea":
        yield node.text
    for child in node.children:
        yield from iter_texts(child)


def find_untranslated_texts(page: Node) -> list[str]:
    """Return the texts on a page that do not come from the catalogue."""
    return sorted({text for text in iter_texts(page) if set(find_plain_words(text)) - NAMES})


@pytest.fixture(autouse=True)
def pseudo_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the artificial language whatever language the page requests."""
    monkeypatch.setattr(language, "use_catalogue", lambda _catalogue, *, figurines: True)
    speech.use_catalog(PseudoTranslations())


def start_game(game: str, seed: int) -> Timeline[Any]:
    options = {option.id: random.Random(seed).choice(option.choices).value for option in GAMES[game].options}
    players = ("",) * len(GAMES[game].sides(GAMES[game].initial(options, seed)))
    return replay(Record(game, options, seed, players), GAMES)


def iter_random_tables(game: str, seed_count: int = 2, ply_count: int = 50) -> Iterator[tuple[str, Table]]:
    """Yield tables from random games in many states, each with a name for failure messages."""
    for seed in range(seed_count):
        chance = random.Random(seed)
        table = tables.open_table("x", start_game(game, seed))
        for ply in range(ply_count):
            yield f"{seed}, {ply}", table
            if table.display.covers_board:
                table = history.skip_replay(tables.uncover(table))
                yield f"{seed}, {ply}, uncovered", table
            actions = table.actions
            if not actions:
                break
            target, last_target = chance.choice(actions).targets[0], chance.choice(actions).targets[-1]
            table_with_selection = gestures.touch(table, target)[0]
            if ply > 10 and ply % 3:  # most states differ from earlier ones only in squares
                table = tables.play_action(table, chance.choice(actions))
                continue
            yield f"{seed}, {ply}, {target} touched", table_with_selection
            yield (
                f"{seed}, {ply}, {target} and {last_target} touched",
                gestures.touch(table_with_selection, last_target)[0],
            )
            if ply % 10 == 0:
                yield f"{seed}, {ply}, nowhere touched", gestures.touch(table_with_selection, "nowhere")[0]
                yield f"{seed}, {ply}, back", history.view_at(table, ply // 2)
                yield f"{seed}, {ply}, told", history.show_replay_history(table)
            table = tables.play_action(table, chance.choice(actions))
            if table.display.replay:
                yield f"{seed}, {ply}, next", history.advance_replay(table, 2)
        if table.timeline.outcome is None:
            yield f"{seed}, offer", endings.offer_draw(table)
            yield f"{seed}, resigned", endings.resign(table, 0)


@pytest.mark.parametrize("game", GAMES)
def test_table_texts_use_catalogue(game: str) -> None:
    for name, table in iter_random_tables(game):
        bad_texts = find_untranslated_texts(page_view(Model(page=PlayPage(table))))
        assert not bad_texts, f"{name}: {bad_texts}"


@pytest.mark.parametrize("game", GAMES)
def test_table_caches_keep_no_language(game: str) -> None:
    """After a game in one language, the same game in another language contains no text of the first one."""
    for _name, table in iter_random_tables(game, 1, 12):
        page_view(Model(page=PlayPage(table)))
    speech.use_catalog(NullTranslations())
    for name, table in iter_random_tables(game, 1, 12):
        page = page_view(Model(page=PlayPage(table)))
        assert not [text for text in iter_texts(page) if OPENING_BRACKET in text], name


@pytest.mark.parametrize("game", GAMES)
def test_announcements_use_catalogue(game: str) -> None:
    tab = Tab(address=f"#/new/{game}")
    tab.submit("new_game.begin")
    for _step in range(30):
        actions = tab.timeline.game.legal_actions(tab.timeline.state)
        if not actions:
            break
        action = random.Random(_step).choice(actions)
        description = tab.timeline.game.describe(tab.timeline.state, action)
        assert not set(find_plain_words(description)) - NAMES, description
        assert tab.controller.table
        app, table = tab.controller._app, tab.controller.table
        update = update_after_touch(table, tables.play_action(table, action), action, app.context, app.services)
        app.apply(update.with_session(tab.play_page.with_table(update.session)))
        tab.controller.draw()
        announcement = tab.announcement
        assert not set(find_plain_words(announcement)) - NAMES, announcement


@pytest.mark.parametrize("game", GAMES)
def test_game_pages_use_catalogue(game: str) -> None:
    page = replace(new_game(game, ()), error=pseudo_translate("No."))
    pages = {"new": page_view(Model(page=page))}
    if game in EDITORS:
        text = GAMES[game].format_position(start_game(game, 1).state)
        for position_text in ("", text, "nonsense"):
            pages[f"edit {position_text}"] = page_view(Model(page=open_editor(game, position_text)))
    if game in BOARD_EDITORS:
        pages["workshop"] = page_view(Model(page=CustomBoardList(game)))
    for name, page in pages.items():
        assert not find_untranslated_texts(page), name


@pytest.mark.parametrize("game", [game for game in GAMES if course(game)])
def test_lessons_use_catalogue(game: str) -> None:
    pages = {str(page): page_view(Model(page=page)) for page in (CoursePage(game), RulesPage(game), RulingsPage(game))}
    for lesson in course(game):
        for at, step in enumerate(lesson.steps):
            first = lessons.open_lesson(game, lesson.id, at)
            assert first
            states = {"": first, "hint": first.with_exercise(exercises.show_hint(first.exercise))}
            for accepted_line in step.task.accepted_lines[:1] if step.task else ():
                timeline = first.exercise.table.timeline
                action = timeline.game.parse_action(timeline.state, accepted_line[0])
                after = first
                for target in action.targets:
                    after = after.with_exercise(
                        exercises.handle_gesture(after.exercise, Gesture(GestureKind.TOUCH, target))
                    )
                states["tried"] = after
            for name, state in states.items():
                pages[f"{lesson.id} {at + 1} {name}"] = page_view(Model(page=state))
    for name, page in pages.items():
        assert not find_untranslated_texts(page), name


@pytest.mark.parametrize("game", GAMES)
def test_embedded_boards_use_catalogue(game: str) -> None:
    chance = random.Random(7)
    timeline = start_game(game, 0)
    for _ply in range(12):
        timeline = timeline.play(chance.choice(timeline.game.legal_actions(timeline.state)))
    record = timeline.to_record()
    base_parameters = Parameters(game, moves=record.actions, options=record.options)
    first = start_game(game, 0).game.legal_actions(start_game(game, 0).state)
    parameters_by_mode = {
        "show": replace(base_parameters, at=3),
        "play": Parameters(game, mode="play", options=record.options),
        "find": Parameters(game, mode="find", options=record.options, accept=((first[0].text,),)),
    }
    for name, parameters in parameters_by_mode.items():
        board = boards.open_board(parameters)
        states = {"begun": board, "turned": boards.flip(board), "on": boards.step(board, 1)}
        for target in first[-1].targets:
            board = boards.handle_gesture(board, Gesture(GestureKind.TOUCH, target))
        states |= {"touched": board, "wrong": boards.handle_gesture(board, Gesture(GestureKind.TOUCH, "nowhere"))}
        for state, displayed_board in states.items():
            assert not find_untranslated_texts(embedded.board_page(displayed_board)), f"{name}, {state}"


@pytest.mark.parametrize(
    "fragment", ["", "game=ludo", "game=sensei&mode=x", "game=sensei&moves=a1-a9", "game=sensei&x=y"]
)
def test_embedding_errors_use_catalogue(fragment: str) -> None:
    with pytest.raises(RuleboardError) as error_info:
        boards.open_board(parse_fragment(fragment))
    allowed_words = CODE_WORDS | {
        "ludo",
        "mode",
        "moves",
        "show",
        "play",
        "find",
        *(field.name for field in fields(Parameters)),
    }
    assert not set(find_plain_words(str(error_info.value))) - allowed_words


def test_app_pages_use_catalogue() -> None:
    record = Record(
        "sensei", {}, 1, ("Ann", ""), ("a1-a4", "resign 1"), meta={"result": pseudo_translate("Over."), "turn": ""}
    )
    entries = (
        GameEntry("a", format_record(record), record),
        GameEntry("b", "{", None, pseudo_translate("this isn’t a saved game")),
    )
    all_notices = {name: create_notice() for name, create_notice in notices.PAGE_NOTICES.items()}
    all_notices |= {"elsewhere": notices.other_tab_notice(), "gone": notices.missing_game_notice()}
    model_with_many_games = Model(shared=Shared(entries=entries * 20, notices=all_notices))
    models = {
        "home": model_with_many_games,
        "settings": replace(model_with_many_games, page=SettingsPage()),
        "kept": Model(SettingsPage(), replace(model_with_many_games.shared, is_storage_persistent=True)),
        "not-stored": Model(SettingsPage(), replace(model_with_many_games.shared, is_storage_durable=False)),
        "help": replace(model_with_many_games, page=HelpPage()),
        "learn": replace(model_with_many_games, page=CourseList()),
        "missing": replace(model_with_many_games, page=NotFoundPage("")),
    }
    for name, model in models.items():
        assert not find_untranslated_texts(page_view(model)), name
    assert not find_untranslated_texts(page_view(replace(model_with_many_games, page=NotFoundPage("", entries[1]))))


@pytest.mark.parametrize("address", ["#/nowhere", "#/play/12", "#/edit/sensei", "#/boards/sensei", "#/play/bad"])
def test_missing_pages_use_catalogue(address: str) -> None:
    tab = Tab(Storage({KEY_PREFIX + "bad": '{"format": "ruleboard/1", "game": "sensei"}'}), address)
    page = page_view(tab.controller.model)
    bad_texts = [text for text in find_untranslated_texts(page) if "nowhere" not in text and "seed" not in text]
    assert not bad_texts


def test_import_messages_use_catalogue() -> None:
    valid_record_data = json.loads(format_record(Record("sensei", {}, 1, ("", ""), ("a1-a4",))))
    imports = [
        json.dumps({"format": "ruleboard/1", "games": [valid_record_data]}),
        json.dumps(
            {
                "format": "ruleboard/1",
                "games": [valid_record_data, valid_record_data | {"seed": 2}, valid_record_data | {"seed": 3}],
            }
        ),
        json.dumps({"format": "ruleboard/1", "games": [{}, {}, {}, {}, {}]}),
    ]
    tab = Tab(address="#/settings")
    for text in imports:
        tab.submit("library.import_pasted", text=text)
        for notice in tab.notices:
            assert not set(find_plain_words(notice)) - CODE_WORDS, notice


WRONG_RECORDS = (
    "{",
    "[]",
    "[" * 100_000,
    '{"format": 1}',
    '{"format": "ruleboard/1"}',
    '{"format": "ruleboard/1", "game": "x", "seed": "x"}',
    '{"format": "ruleboard/1", "game": "x", "seed": 1, "players": 1}',
    '{"format": "ruleboard/1", "game": "x", "seed": 1, "players": [], "actions": [], "options": 1}',
    '{"format": "ruleboard/1", "game": "x", "seed": 1, "players": [], "actions": [], "at": 3}',
)


@pytest.mark.parametrize("text", WRONG_RECORDS, ids=range(len(WRONG_RECORDS)))
def test_record_errors_use_catalogue(text: str) -> None:
    with pytest.raises(RecordError) as error_info:
        parse_record(text)
    assert not set(find_plain_words(str(error_info.value))) - CODE_WORDS


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "ludo"},
        {"options": {"x": "y"}},
        {"options": {"mode": "y"}},
        {"start": "x"},
        {"players": ["Ann"]},
        {"actions": ["a1-a9"]},
        {"actions": ["resign 3"]},
        {"actions": ["draw claimed"]},
        {"actions": ["draw agreed", "draw agreed"]},
        {"actions": ["draw agreed", "a1-a4"]},
    ],
    ids=str,
)
def test_replay_errors_use_catalogue(changes: dict[str, Any]) -> None:
    valid_record_data = json.loads(format_record(Record("sensei", {"mode": "arashi"}, 1, ("", ""), ("a1-a4",))))
    with pytest.raises(RecordError) as error_info:
        replay(read_record(valid_record_data | changes), GAMES)
    allowed_words = CODE_WORDS | {"ludo", "mode", "resign", "draw", "agreed", "claimed", "end"}
    allowed_words |= {word for choice in GAMES["sensei"].options[0].choices for word in find_plain_words(choice.value)}
    assert not set(find_plain_words(str(error_info.value))) - allowed_words


def test_startup_texts_use_catalogue() -> None:
    script = (ROOT / "static" / "boot" / "start_message.js").read_text(encoding="utf-8")
    assert len(re.findall(r'_\("[A-Z][^"]+"\)', script)) >= 4
    assert not re.findall(r'(?<!_\()["`][A-Z][a-z]+ [^"`]*["`]', script)


def test_check_finds_untranslated_texts() -> None:
    page = Node(
        "p", {}, (Node("b", {"title": "A tip"}, text=pseudo_translate("Fine")), Node("i", {}, text="Not looked up"))
    )
    assert find_untranslated_texts(page) == ["A tip", "Not looked up"]
    assert speech._("a text that no template has") == "a text that no template has"
