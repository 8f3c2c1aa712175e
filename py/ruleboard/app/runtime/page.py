"""The view of the app: picks the view of the page, and passes it the parts of the model that it shows."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.app.editor.session import EditorSession
from ruleboard.app.editor.view import editor
from ruleboard.app.help.session import HelpPage
from ruleboard.app.help.view import help
from ruleboard.app.lessons.check import CheckSession
from ruleboard.app.lessons.check_view import check
from ruleboard.app.lessons.reference_view import rules, rulings
from ruleboard.app.lessons.session import CourseList, CoursePage, LessonSession, RulesPage, RulingsPage
from ruleboard.app.lessons.view import course, course_list, lesson
from ruleboard.app.library.not_found import not_found
from ruleboard.app.library.opening import opening
from ruleboard.app.library.session import Home, NotFound, OpeningPage
from ruleboard.app.library.view import home
from ruleboard.app.new_game.session import NewGame
from ruleboard.app.new_game.view import new_game
from ruleboard.app.play.orientation import nearest_player
from ruleboard.app.play.session import can_use_saved_armies
from ruleboard.app.play.view import game_page
from ruleboard.app.problems.session import ProblemGames, ProblemList, ProblemSession
from ruleboard.app.problems.view import problem, problem_games, problem_list
from ruleboard.app.runtime.model import Model, PlayPage
from ruleboard.app.settings.session import SettingsPage
from ruleboard.app.settings.view import StorageState, settings
from ruleboard.app.setups import view as setups
from ruleboard.app.share import view as share
from ruleboard.app.study.own import BUILT_IN_STUDIES
from ruleboard.app.study.session import StudySession
from ruleboard.app.study.view import study_page
from ruleboard.app.ui.components import Shell
from ruleboard.app.ui.names import game_title
from ruleboard.app.workshop.session import BoardSession, CustomBoardList, playable_boards
from ruleboard.app.workshop.view import board_page, sheet_list
from ruleboard.engine.options import Choice
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _
from ruleboard.scene.node import Node
from ruleboard.wording import clean_name


def page_view(model: Model) -> Node:
    """Return the page of a model."""
    page = _page_node(model)
    if model.settings.coordinates == "off":
        return page
    return page._replace(attrs={**page.attrs, "data-coordinates": ""})


def _page_node(model: Model) -> Node:
    shell = Shell(model.notices, model.announcement, model.copied_field)
    match model.page:
        case Home() as page:
            return home(
                shell,
                page,
                model.entries,
                model.studies,
                [(built_in.id, built_in.title, built_in.game) for built_in in BUILT_IN_STUDIES],
            )
        case NotFound() as page:
            return not_found(shell, page)
        case OpeningPage() as page:
            return opening(shell, page)
        case SettingsPage():
            stored = StorageState(
                model.is_storage_lasting,
                model.is_storage_persisted,
                bool(model.entries),
                model.unreadable,
                model.setups,
            )
            return settings(shell, model.settings, stored)
        case HelpPage():
            return help(shell)
        case NewGame() as page:
            return new_game(shell, page, _custom_choices(model, page.game))
        case EditorSession() as page:
            return editor(
                shell, page, [(entry.id, clean_name(entry.title)) for entry in model.studies if not entry.damage]
            )
        case CustomBoardList() as page:
            return sheet_list(shell, page, model.setups)
        case BoardSession() as page:
            return board_page(shell, page)
        case CourseList():
            return course_list(shell, model.progress)
        case CoursePage() as page:
            return course(shell, page, model.progress)
        case LessonSession() as page:
            return lesson(shell, page, model.progress)
        case CheckSession() as page:
            return check(shell, page)
        case RulesPage() as page:
            return rules(shell, page)
        case RulingsPage() as page:
            return rulings(shell, page)
        case ProblemGames():
            return problem_games(shell, model.progress)
        case ProblemList() as page:
            return problem_list(shell, page, model.progress)
        case ProblemSession() as page:
            return problem(shell, page, model.progress)
        case StudySession() as page:
            return study_page(shell, page, model.entries)
        case PlayPage() as page:
            return _play_page(shell, page, model)


def _play_page(shell: Shell, page: PlayPage, model: Model) -> Node:
    dialogs = (
        share.dialog(page.share_dialog, shell.copy_state, nearest_player(page.table, model.settings)),
        setups.dialog(page.setups_dialog, model.setups) if can_use_saved_armies(page.table) else None,
    )
    return game_page(shell, page.table, model.settings, printing=page.print_content, dialogs=dialogs)


def _custom_choices(model: Model, game: str) -> Mapping[str, tuple[Choice, ...]]:
    """Return people's custom boards as choices of a game's options."""
    return {
        option.id: tuple(
            Choice(board.value, board.title, _(board.description))
            for board in playable_boards(game, option.id, model.setups)
        )
        for option in GAMES[game].options
    }


def page_title(model: Model) -> str:
    """Return the title of the browser's window."""
    if isinstance(model.page, StudySession):
        return f"{clean_name(model.page.study.title)} · Ruleboard"
    return f"{game_title(model.table.timeline.record)} · Ruleboard" if model.table else "Ruleboard"
