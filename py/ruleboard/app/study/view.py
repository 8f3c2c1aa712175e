"""The page for editing a study: the board, the comment, the moves, drawings, tasks and chapters."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from ruleboard.app.board.action_buttons import choice_buttons
from ruleboard.app.board.marks import board_marks, with_marked_targets
from ruleboard.app.board.prompts import draggable_targets, touch_hint
from ruleboard.app.message_names import StudyMessage
from ruleboard.app.storage.games import GameEntry
from ruleboard.app.study.embedding import Embedding
from ruleboard.app.study.paper import Paper
from ruleboard.app.study.reader_view import (
    VERDICTS,
    board_picture,
    chapter_title,
    move_text,
    outcome_reason,
    reader_parts,
)
from ruleboard.app.study.session import (
    CHAPTERS_PANEL,
    CURRENT_POSITION,
    DRAW_PANEL,
    EDIT_MODE,
    MOVES_PANEL,
    PATH_TOOL,
    PRINT_MODE,
    READ_MODE,
    SHARE_MODE,
    TASK_PANEL,
    TEXT_LANGUAGES,
    StudySession,
    answer_length,
    endings,
)
from ruleboard.app.study.share_view import share_parts
from ruleboard.app.study.tree_view import moves_list
from ruleboard.app.ui.components import (
    Shell,
    button,
    drag_attributes,
    link,
    menu,
    menu_item,
    page_frame,
    tab,
    zoom_button,
)
from ruleboard.app.ui.fields import choice_list, switch, text_field
from ruleboard.app.ui.game_entries import entry_line
from ruleboard.engine.endings import ending_sentence
from ruleboard.engine.study import ARROW, COLORS, GLYPHS, LABEL, RING
from ruleboard.engine.study_text import MAX_COMMENT_LENGTH, MAX_LABEL_LENGTH, MAX_SENTENCE_LENGTH, MAX_TITLE_LENGTH
from ruleboard.i18n import N_, _, ngettext, pgettext
from ruleboard.registry import GAMES
from ruleboard.scene.drawings import Drawing, drawing_node
from ruleboard.scene.geometry import Box
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el
from ruleboard.wording import clean_name

_MENU_ID: Final = "menu-study"
_MAX_LISTED_GAMES: Final = 60
"""The maximum number of stored games in the list for new chapters."""
_COLOR_NAMES: Final = {
    "green": N_("Green, solid line"),
    "red": N_("Red, short dashes"),
    "blue": N_("Blue, long dashes"),
    "yellow": N_("Yellow, dots"),
}


def study_page(shell: Shell, session: StudySession, entries: tuple[GameEntry, ...], today: date | None) -> Node:
    """Return the page of a study.

    Args:
        shell: the parts that all pages share.
        session: the session of the study.
        entries: the stored games that the author can add as chapters.
        today: the author's date, if it is known.
    """
    if session.paper:
        return _print_page(shell, session.paper)
    if session.embedding:
        return _share_page(shell, session, session.embedding)
    if session.reader:
        board, side = reader_parts(session.reader, StudyMessage.READER_EVENT)
        content: tuple[Node | None, ...] = (el("div", board, side, cls="embed study", key="reader"),)
    else:
        content = (_head(session), _board(session), _side_panel(session, entries, today))
    return page_frame(
        shell,
        "study",
        *content,
        game=session.chapter.chapter.game,
        tools=(
            link(_("Games"), "#/", picture="back", icon_only=True),
            _mode_button(_("Edit"), EDIT_MODE, session)
            if session.reader
            else _mode_button(_("View as a reader"), READ_MODE, session),
            _menu(),
        ),
    )


def _mode_button(label: str, mode: str, session: StudySession) -> Node:
    return button(
        label, StudyMessage.CHOOSE_MODE, mode, cls="quiet", key=f"mode-{mode}", disabled=session.is_in_other_tab
    )


def _menu() -> Node:
    return menu(
        _MENU_ID,
        _("This study"),
        (
            menu_item(_("Print"), StudyMessage.CHOOSE_MODE, PRINT_MODE, menu_id=_MENU_ID),
            menu_item(_("Share"), StudyMessage.CHOOSE_MODE, SHARE_MODE, menu_id=_MENU_ID),
            menu_item(_("Export"), StudyMessage.EXPORT, menu_id=_MENU_ID),
            link(_("Help"), "#/help", cls="button item"),
            menu_item(_("Delete"), StudyMessage.DELETE, menu_id=_MENU_ID, is_dangerous=True),
        ),
    )


def _print_page(shell: Shell, paper: Paper) -> Node:
    return page_frame(
        shell,
        "study-print",
        el(
            "div",
            button(_("Print"), StudyMessage.PRINT, cls="primary"),
            button(_("Back to the study"), StudyMessage.CHOOSE_MODE, EDIT_MODE, cls="quiet"),
            cls="row elsewhere",
        ),
        *paper.parts,
        back=button(_("Back to the study"), StudyMessage.CHOOSE_MODE, EDIT_MODE, cls="quiet back", picture="back"),
    )


def _share_page(shell: Shell, session: StudySession, embedding: Embedding) -> Node:
    return page_frame(
        shell,
        "study-share",
        *share_parts(session.study, embedding, chapter_title(session.study, session.number), shell.copy_state),
        back=button(_("Back to the study"), StudyMessage.CHOOSE_MODE, EDIT_MODE, cls="quiet back", picture="back"),
    )


def _head(session: StudySession) -> Node:
    titles = [(str(number), chapter_title(session.study, number)) for number in range(len(session.study.chapters))]
    return el(
        "header",
        el("h1", text=clean_name(session.study.title), lang=session.study.language or None),
        choice_list(_("Chapter"), StudyMessage.CHOOSE_CHAPTER, str(session.number), titles)
        if len(titles) > 1
        else None,
        cls="study-title",
        key="head",
    )


# --- the board -------------------------------------------------------------------------------------------------------


def _board(session: StudySession) -> Node:
    table = session.table
    marks = board_marks(table)
    if session.is_drawing:
        marks = Marks(last=marks.last, selected=session.arrow_targets)
    marks = with_marked_targets(marks, session.marked_targets)
    picture = board_picture(session, marks, session.drawings_with_unfinished_arrow)
    attrs = {
        **picture.attrs,
        "tabindex": "0",
        **drag_attributes(() if session.is_drawing else draggable_targets(table)),
    }
    if session.is_drawing:
        attrs["data-pencil"] = StudyMessage.DRAW_ARROW
        attrs["class"] = f"{attrs.get('class', '')} pencil".lstrip()
    cls = "study-board closer" if session.is_enlarged else "study-board"
    return el("div", picture._replace(attrs=attrs), cls=cls, key="board")


# --- next to the board -----------------------------------------------------------------------------------------------


def _side_panel(session: StudySession, entries: tuple[GameEntry, ...], today: date | None) -> Node:
    return el(
        "div",
        _step_buttons(session),
        _texts(session),
        _comment(session),
        _glyphs(session),
        el(
            "nav",
            (
                tab(label, StudyMessage.SHOW_PANEL, panel, session.panel == panel, key=panel)
                for panel, label in (
                    (MOVES_PANEL, _("Moves")),
                    (DRAW_PANEL, pgettext("arrows", "Draw")),
                    (TASK_PANEL, _("Task")),
                    (CHAPTERS_PANEL, _("Chapters")),
                )
            ),
            cls="tabs",
            aria_label=_("Parts of the study"),
        ),
        el(
            "div", *_panel(session, entries, today), cls=f"study-panel of-{session.panel}", key=f"panel-{session.panel}"
        ),
        cls="study-side",
        key="side",
    )


def _step_buttons(session: StudySession) -> Node:
    is_at_start, is_at_end = session.node == 0, not session.study_node.children
    return el(
        "div",
        button(_("Go to the start"), StudyMessage.GO_TO_START, picture="first", icon_only=True, disabled=is_at_start),
        button(_("Step back"), StudyMessage.STEP_BACK, picture="previous", icon_only=True, disabled=is_at_start),
        button(_("Step forward"), StudyMessage.STEP_FORWARD, picture="next", icon_only=True, disabled=is_at_end),
        button(_("Go to the end"), StudyMessage.GO_TO_END, picture="last", icon_only=True, disabled=is_at_end),
        button(_("Undo"), StudyMessage.UNDO, picture="undo", icon_only=True, disabled=not session.undo_stack),
        button(_("Redo"), StudyMessage.REDO, picture="redo", icon_only=True, disabled=not session.redo_stack),
        zoom_button(not session.is_enlarged, StudyMessage.TOGGLE_ENLARGED),
        button(_("Flip the board"), StudyMessage.FLIP_BOARD, picture="turn", icon_only=True),
        cls="steps",
        key="steps",
    )


def _texts(session: StudySession) -> Node:
    """Return the text of the last move, the reason for a refused touch or edit, and the game's buttons."""
    table = session.table
    error = session.error or table.touches.refusal.sentence
    buttons = () if session.is_drawing else choice_buttons(table, StudyMessage.CHOOSE_ACTION)
    reason = outcome_reason(table.timeline)
    return el(
        "div",
        el("p", text=move_text(table.timeline, session.note.glyph), cls="move", key="move"),
        el("p", text=error, cls="error", role="status", key="said") if error else None,
        el("p", text=touch_hint(table), cls="small", key="hint") if touch_hint(table) and not error else None,
        el("p", text=reason, cls="small", key="outcome") if reason else None,
        el("div", buttons, cls="row", key="buttons") if buttons else None,
        cls="study-words",
        key="words",
    )


def _comment(session: StudySession) -> Node:
    label = _("Comment on this move") if session.node else _("Comment on the starting position")
    return el(
        "label",
        el("span", text=label, cls="unseen"),
        el(
            "textarea",
            text=session.note.comment,
            rows=3,
            maxlength=MAX_COMMENT_LENGTH,
            placeholder=label,
            lang=session.study.language or None,
            data_do=StudyMessage.SET_COMMENT,
            data_on="input",
            disabled=session.is_in_other_tab,
        ),
        cls="field study-comment",
        key=f"comment-{session.number}-{session.node}",
    )


def _glyphs(session: StudySession) -> Node:
    is_disabled = session.node == 0
    return el(
        "div",
        (
            el(
                "button",
                text=glyph,
                type="button",
                cls="button glyph",
                data_do=StudyMessage.TOGGLE_GLYPH,
                data_value=glyph,
                aria_label=f"{_(VERDICTS[glyph])} ({glyph})",
                title=_(VERDICTS[glyph]),
                aria_pressed="true" if session.note.glyph == glyph else "false",
                disabled=is_disabled,
                key=glyph,
            )
            for glyph in GLYPHS
        ),
        cls="glyphs",
        role="group",
        aria_label=_("Rate this move"),
        key="glyphs",
    )


def _panel(session: StudySession, entries: tuple[GameEntry, ...], today: date | None) -> Iterator[Node | None]:
    match session.panel:
        case "draw":
            yield from _drawing_panel(session)
        case "task":
            yield from _task_panel(session)
        case "chapters":
            yield from _chapters_panel(session, entries, today)
        case _:
            yield from _moves_panel(session)


# --- moves -----------------------------------------------------------------------------------------------------------


def _moves_panel(session: StudySession) -> Iterator[Node | None]:
    moves = moves_list(session.chapter, session.node, StudyMessage.GO_TO_NODE, shows_comments=True)
    yield moves or el("p", text=_("Play on the board. Your moves appear here."), cls="small")
    if session.node:
        is_variation = session.study_node.line > 0
        yield el(
            "div",
            button(_("Make it the main line"), StudyMessage.PROMOTE_VARIATION, cls="quiet", key="promote")
            if is_variation
            else None,
            button(_("Delete from here on"), StudyMessage.DELETE_MOVE, cls="quiet danger-text", key="delete"),
            cls="row",
            key="line-tools",
        )
    if entries := endings(session):
        timeline = session.table.timeline
        texts = ((entry, ending_sentence(timeline.game, timeline.state, entry)) for entry in entries)
        yield el(
            "details",
            el("summary", text=_("End the game here")),
            el(
                "div",
                (button(text.rstrip("."), StudyMessage.PLAY_ENDING, ending, key=ending) for ending, text in texts),
                cls="row",
            ),
            key="endings",
        )
    if moves:
        text = _("Go back and play a different move. It becomes a variation.")
        yield el("p", text=text, cls="small", key="how")


# --- drawings --------------------------------------------------------------------------------------------------------


def _drawing_panel(session: StudySession) -> Iterator[Node | None]:
    yield el("p", text=_("Drag from square to square to draw an arrow."), cls="small")
    names = ((RING, _("Ring")), (ARROW, _("Arrow")), (PATH_TOOL, _("Path")), (LABEL, _("Label")))
    yield el(
        "fieldset",
        el("legend", text=_("Touch to draw")),
        (
            switch(
                el("span", text=name),
                StudyMessage.CHOOSE_TOOL,
                session.tool == tool,
                kind="radio",
                key=tool,
                name="study-tool",
                value=tool,
            )
            for tool, name in names
        ),
        cls="segments",
        key="tools",
    )
    if session.tool == LABEL:
        yield text_field(
            _("The label"),
            session.label,
            MAX_LABEL_LENGTH,
            key="label",
            data_do=StudyMessage.SET_LABEL,
            data_on="change",
        )
    yield el(
        "fieldset",
        el("legend", text=_("Colour")),
        (
            switch(
                el("span", _color_sample(color), el("span", text=_(_COLOR_NAMES[color]), cls="unseen")),
                StudyMessage.CHOOSE_COLOR,
                session.color == color,
                kind="radio",
                key=color,
                name="study-color",
                value=color,
                title=_(_COLOR_NAMES[color]),
            )
            for color in COLORS
        ),
        cls="segments colors",
        key="colors",
    )
    instruction = _("Touch the square where the arrow ends.") if session.arrow_targets else ""
    if session.tool == PATH_TOOL:
        instruction = _("Touch the squares along the arrow. Then touch the last square again.")
    yield el("p", text=instruction, cls="small", role="status", key="begun")
    if session.tool == PATH_TOOL:
        can_finish_arrow = len(session.arrow_targets) > 1
        yield el(
            "div",
            button(_("The arrow ends here"), StudyMessage.END_PATH, disabled=not can_finish_arrow),
            cls="row",
            key="path",
        )
    yield el(
        "div",
        button(_("Clear this board"), StudyMessage.CLEAR_MARKS, cls="quiet", disabled=not session.note.marks),
        switch(
            el("span", text=_("Print a diagram here")),
            StudyMessage.TOGGLE_DIAGRAM,
            session.note.has_diagram,
            cls="choice",
            key="d",
        ),
        cls="row",
        key="draw-tools",
    )


def _color_sample(color: str) -> Node:
    """Return a small arrow in a colour, with the line style of that colour."""
    boxes = [Box(0, 0, 40, 20), Box(56, 0, 40, 20)]
    arrow = drawing_node(Drawing(ARROW, ("a", "b"), color), boxes, 40)
    return el("svg", el("g", arrow, cls="drawn"), viewBox="12 -2 76 24", cls="color-sample", aria_hidden="true")


# --- tasks -----------------------------------------------------------------------------------------------------------


def _task_panel(session: StudySession) -> Iterator[Node | None]:
    task, task_answers = session.note.task, session.task_answers
    can_make_task = session.node and not session.table.timeline.outcome
    if task is None:
        yield el("p", text=_("Readers find the next move before they see the rest."), cls="small")
        has_move = session.node > 0 and session.study_node.parent is not None
        yield el(
            "div",
            button(_("Ask readers for the last move"), StudyMessage.MAKE_TASK, cls="primary", key="make")
            if has_move
            else None,
            button(_("Ask readers for the next move"), StudyMessage.SET_TASK, key="set") if task_answers else None,
            cls="row",
        )
        if not can_make_task and not task_answers:
            yield el("p", text=_("First play the move that readers should find."), cls="small", key="first")
        return
    yield _task_line(session, "ask", _("The task"), task.prompt, _("Find the move."))
    yield el("h2", text=_("Answers"), key="answers")
    yield el(
        "p",
        text=_("To mark another move as right or wrong, play it on the board first."),
        cls="small",
        key="other",
    )
    yield el("ul", (_answer_row(session, *answers) for answers in task_answers), cls="answers", key="list")
    listed_lines = {line for _child, lines in task_answers for line in lines}
    other_answers = [
        " ".join(accepted_answer) for accepted_answer in task.accepted_answers if accepted_answer not in listed_lines
    ]
    if other_answers:
        yield el(
            "p", text=_("Also accepted: {moves}").format(moves=", ".join(other_answers)), cls="small", key="others"
        )
    yield _task_line(session, "hint", _("Hint"), task.hint)
    yield _task_line(session, "praise", _("Praise"), task.praise)
    yield button(_("Remove the task"), StudyMessage.REMOVE_TASK, cls="quiet danger-text", key="remove")


def _task_line(session: StudySession, name: str, label: str, text: str, hint: str = "") -> Node:
    return text_field(
        label,
        text,
        MAX_SENTENCE_LENGTH,
        key=f"{name}-{session.number}-{session.node}",
        placeholder=hint or None,
        data_do=f"{StudyMessage.SET_TASK_TEXT}.{name}",
        data_on="input",
    )


def _answer_row(session: StudySession, child: int, answers: tuple[tuple[str, ...], ...]) -> Node:
    """Return the form row of a child's move: the length of the answer, or the comment on a wrong answer."""
    task = session.note.task
    length = answer_length(session, answers)
    first_action = answers[0][0]
    comment = (
        next((wrong_answer.comment for wrong_answer in task.wrong_answers if wrong_answer.move == first_action), "")
        if task
        else ""
    )
    timeline = session.chapter.timeline(child)
    lengths = range(1, len(answers) + 1)
    options = [("0", _("Wrong"))]
    options += [(str(n), ngettext("Correct", "Correct after {n} moves", n).format(n=n)) for n in lengths]
    move = move_text(timeline)
    return el(
        "li",
        el("span", text=move, cls="answer-move"),
        choice_list(move, f"{StudyMessage.ACCEPT_ANSWER}.{child}", str(length), options),
        None
        if length
        else text_field(
            _("Comment for readers who play this move"),
            comment,
            MAX_SENTENCE_LENGTH,
            data_do=f"{StudyMessage.SET_WRONG_ANSWER}.{child}",
            data_on="input",
        ),
        key=f"answer-{first_action}",
    )


# --- chapters --------------------------------------------------------------------------------------------------------


def _chapters_panel(session: StudySession, entries: tuple[GameEntry, ...], today: date | None) -> Iterator[Node | None]:
    study, chapters = session.study, session.study.chapters
    yield text_field(
        _("Title of the study"),
        study.title,
        MAX_TITLE_LENGTH,
        key="title",
        data_do=StudyMessage.SET_TITLE,
        data_on="input",
    )
    yield text_field(
        _("Author"), study.author, MAX_TITLE_LENGTH, key="author", data_do=StudyMessage.SET_AUTHOR, data_on="input"
    )
    languages = {"": _("Not specified"), **TEXT_LANGUAGES}
    languages.setdefault(study.language, study.language)
    yield el(
        "label",
        el("span", text=_("Language of the text")),
        choice_list(_("Language of the text"), StudyMessage.SET_LANGUAGE, study.language, list(languages.items())),
        cls="field",
        key="language",
    )
    yield el("h2", text=_("Chapters"), key="heading")
    yield el("ol", (_chapter_row(session, number) for number in range(len(chapters))), cls="study-chapters", key="list")
    yield text_field(
        _("Title of this chapter"),
        session.chapter.chapter.title,
        MAX_TITLE_LENGTH,
        key=f"title-{session.number}",
        placeholder=chapter_title(session.study, session.number).partition(" ")[2],
        data_do=StudyMessage.RENAME_CHAPTER,
        data_on="input",
    )
    is_last_chapter = session.number == len(chapters) - 1
    yield el(
        "div",
        button(_("Earlier"), StudyMessage.MOVE_CHAPTER, "-1", cls="quiet", disabled=session.number == 0),
        button(_("Later"), StudyMessage.MOVE_CHAPTER, "1", cls="quiet", disabled=is_last_chapter),
        button(_("View from the next side"), StudyMessage.FLIP_CHAPTER, cls="quiet"),
        button(_("Delete"), StudyMessage.DELETE_CHAPTER, cls="quiet danger-text", disabled=len(chapters) == 1),
        cls="row",
        key="chapter-tools",
    )
    game_choices = [("", _("Add a new game …")), *((id, _(game.title)) for id, game in GAMES.items())]
    yield choice_list(_("Add a new game"), StudyMessage.ADD_START, "", game_choices)._replace(
        key=f"start-{len(chapters)}"
    )
    current_position_choice = (CURRENT_POSITION, _("Edit the position on the board"))
    start_choices = [
        ("", _("Set up a position …")),
        current_position_choice,
        *((id, _(game.title)) for id, game in GAMES.items()),
    ]
    yield choice_list(_("Set up a position"), StudyMessage.SET_UP_POSITION, "", start_choices)._replace(key="set-up")
    readable_entries = [entry for entry in entries if entry.record and not entry.damage][:_MAX_LISTED_GAMES]
    stored_games = [(entry.id, entry_line(entry, today)) for entry in readable_entries]
    if stored_games:
        stored_game_choices = [("", _("Add one of your games …")), *stored_games]
        yield choice_list(_("Add one of your games"), StudyMessage.ADD_GAME, "", stored_game_choices)._replace(
            key=f"game-{len(chapters)}"
        )
    yield button(_("Share this study"), StudyMessage.CHOOSE_MODE, SHARE_MODE, key="share")


def _chapter_row(session: StudySession, chapter_number: int) -> Node:
    is_current = chapter_number == session.number
    return el(
        "li",
        el(
            "button",
            text=chapter_title(session.study, chapter_number),
            type="button",
            cls="ply now" if is_current else "ply",
            data_do=StudyMessage.CHOOSE_CHAPTER,
            data_value=str(chapter_number),
            aria_current="true" if is_current else None,
        ),
        key=str(chapter_number),
    )
