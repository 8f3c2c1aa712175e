"""The editing session of a study: the current node, edits with undo, drawings and tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ruleboard.app.board import changes as tables
from ruleboard.app.board import gestures
from ruleboard.app.board.table import Table
from ruleboard.app.languages import LANGUAGES
from ruleboard.app.messages import CANCEL, Gesture, GestureKind
from ruleboard.app.study import reader as readers
from ruleboard.app.study.cursor import Cursor
from ruleboard.app.study.embedding import Embedding
from ruleboard.app.study.opening import chapter_at
from ruleboard.app.study.paper import Paper
from ruleboard.app.study.print_view import open_paper
from ruleboard.app.study.reader import Reader
from ruleboard.engine.action import Action
from ruleboard.engine.endings import DRAW_AGREED, DRAW_CLAIMED, OUT_OF_TIME, RESIGN
from ruleboard.engine.errors import StudyError
from ruleboard.engine.study import (
    ARROW,
    COLORS,
    GLYPHS,
    LABEL,
    NO_NOTE,
    RING,
    Chapter,
    Note,
    Study,
    StudyMark,
    StudyTask,
    WrongAnswer,
)
from ruleboard.engine.study_edit import (
    create_task_for_move,
    possible_answers,
    promote_line,
    with_moves,
    with_note,
    without_move,
)
from ruleboard.engine.study_text import (
    MAX_ANSWERS,
    MAX_ARROW_TARGETS,
    MAX_CHAPTERS,
    MAX_COMMENT_LENGTH,
    MAX_LABEL_LENGTH,
    MAX_MARKS,
    MAX_SENTENCE_LENGTH,
    MAX_TITLE_LENGTH,
)
from ruleboard.engine.study_tree import OpenChapter, with_updated_note
from ruleboard.i18n import _
from ruleboard.scene.drawings import Drawing
from ruleboard.wording import sentence

EDIT_MODE, READ_MODE, PRINT_MODE, SHARE_MODE = "edit", "read", "print", "share"
MOVES_PANEL, DRAW_PANEL, TASK_PANEL, CHAPTERS_PANEL = "moves", "draw", "task", "chapters"
PANELS: Final = (MOVES_PANEL, DRAW_PANEL, TASK_PANEL, CHAPTERS_PANEL)
"""The panels under the comment; the page shows one of them."""
CURRENT_POSITION: Final = "here"
"""The choice of the visible position in the list of positions to set up."""
PATH_TOOL: Final = "path"
"""The tool that draws an arrow through several targets."""
TOOLS: Final = (RING, ARROW, PATH_TOOL, LABEL)
"""The marks that a touch of the board can draw."""
TEXT_LANGUAGES: Final = {
    **LANGUAGES,
    "de": "Deutsch",
    "es": "Español",
    "it": "Italiano",
    "nl": "Nederlands",
    "pl": "Polski",
}
"""The languages for the texts of a study: each language's own name, by its code."""
_MAX_UNDO_STEPS: Final = 200
"""The number of edits that the author can undo."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the study that undo or redo restores.

    Attributes:
        study: the study.
        number: the number of the visible chapter, from 0.
        texts: the texts of the entries that lead to the visible node.
    """

    study: Study
    number: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StudySession(Cursor):
    """The page on which an author edits a study. A move on the board leads to a node of the tree.

    Attributes:
        id: the id of the study in the store.
        mode: ``EDIT_MODE``, ``READ_MODE`` (as readers see the study), ``PRINT_MODE`` or ``SHARE_MODE``.
        panel: the visible panel, one of ``PANELS``.
        tool: the tool that draws marks, one of ``TOOLS``.
        color: the colour of marks, one of ``COLORS``.
        label: the text of the next label.
        arrow_targets: the targets of the unfinished arrow so far; may be empty.
        undo_stack: the versions that undo restores, the next one last.
        redo_stack: the versions that redo restores, the next one last.
        edit_key: the key of the text that the author is editing. Undo reverts consecutive edits with the same key
            together.
        reader: the reader in the mode ``READ_MODE``, else None.
        embedding: the choices in the mode ``SHARE_MODE``, else None.
        paper: the printable study in the mode ``PRINT_MODE``, else None.
        error: a sentence that says why the last edit failed; may be empty.
        is_in_other_tab: True if another tab has changed the study, so that this tab must not save it.
    """

    id: str
    mode: str = EDIT_MODE
    panel: str = MOVES_PANEL
    tool: str = RING
    color: str = COLORS[0]
    label: str = "A"
    arrow_targets: tuple[str, ...] = ()
    undo_stack: tuple[Version, ...] = ()
    redo_stack: tuple[Version, ...] = ()
    edit_key: str = ""
    reader: Reader | None = None
    embedding: Embedding | None = None
    paper: Paper | None = None
    error: str = ""
    is_in_other_tab: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the entries that lead to the current node."""
        return self.chapter.texts(self.node)

    @property
    def is_drawing(self) -> bool:
        """True if a touch of the board draws a mark instead of playing a move."""
        return self.mode == EDIT_MODE and self.panel == DRAW_PANEL and not self.is_in_other_tab

    @property
    def drawings_with_unfinished_arrow(self) -> tuple[Drawing, ...]:
        """The arrows, rings and labels of the author's note, and the unfinished arrow."""
        if len(self.arrow_targets) < 2:
            return self.drawings
        return (*self.drawings, Drawing(ARROW, self.arrow_targets, self.color, ""))

    @property
    def task_answers(self) -> tuple[tuple[int, tuple[tuple[str, ...], ...]], ...]:
        """For each child of the current node, the index and the answers that begin with its move.

        Answers are sequences of actions that the author can accept in a task.
        """
        children = self.study_node.children[:MAX_ANSWERS]
        answers_by_child = ((child, possible_answers(self.chapter, child)) for child in children)
        return tuple((child, answers) for child, answers in answers_by_child if answers)


def open_session(
    id: str, study: Study, chapter_number: int = 0, node: int = 0, chapter_tree: OpenChapter | None = None
) -> StudySession:
    """Open a study for editing.

    Args:
        id: its id in the store.
        study: the study.
        chapter_number: the number of the visible chapter, from 0; a number out of range means the first.
        node: the index of the current node; an index out of range means the first.
        chapter_tree: the opened chapter, or None to open it.

    Raises:
        StudyError: a move of the chapter is illegal.
        LongChapter: the chapter is long and has not been opened yet.
    """
    chapter_number = chapter_number if 0 <= chapter_number < len(study.chapters) else 0
    chapter = chapter_tree or chapter_at(study, chapter_number)
    node = node if 0 <= node < len(chapter.nodes) else 0
    return StudySession(study, chapter_number, chapter, node, _table_at_node(chapter_number, chapter, node), id=id)


def _table_at_node(chapter_number: int, chapter: OpenChapter, node: int, *, is_enlarged: bool = False) -> Table:
    table = tables.open_board(f"study-{chapter_number}", chapter.timeline(node))
    return tables.toggle_zoom(table) if is_enlarged else table


# --- going through the tree ------------------------------------------------------------------------------------------


def go_to_node(session: StudySession, node: int | None) -> StudySession:
    """Return the session at a node of the chapter. None, or an index out of range, changes nothing."""
    if node is None or not 0 <= node < len(session.chapter.nodes):
        return session
    table = _table_at_node(session.number, session.chapter, node, is_enlarged=session.is_enlarged)
    return replace(session, node=node, table=table, arrow_targets=(), edit_key="", error="")


def choose_chapter(session: StudySession, chapter_number: int) -> StudySession:
    """Return the session at the start of a chapter. A number out of range changes nothing.

    Raises:
        StudyError: a move of the chapter is illegal.
        LongChapter: the chapter is long and has not been opened yet.
    """
    if not 0 <= chapter_number < len(session.study.chapters) or chapter_number == session.number:
        return session
    return _with_study(session, session.study, chapter_number)


def _with_study(
    session: StudySession,
    study: Study,
    chapter_number: int,
    texts: Sequence[str] = (),
    chapter_tree: OpenChapter | None = None,
) -> StudySession:
    """Return the session with another version of the study, at the node to which the entries ``texts`` lead.

    ``chapter_tree`` is an earlier version of the chapter, by default the session's chapter.

    Raises:
        StudyError: a move of the chapter is illegal.
        LongChapter: the chapter is long and has not been opened yet.
    """
    chapter = chapter_at(study, chapter_number, chapter_tree or session.chapter)
    return go_to_node(replace(session, study=study, number=chapter_number, chapter=chapter), chapter.find_node(texts))


# --- edits -----------------------------------------------------------------------------------------------------------


def _edit(
    session: StudySession,
    study: Study,
    chapter_number: int,
    texts: Sequence[str] = (),
    edit_key: str = "",
    chapter_tree: OpenChapter | None = None,
) -> StudySession:
    """Return the session after an edit that undo can revert.

    Args:
        session: the session before the edit.
        study: the study after the edit.
        chapter_number: the number of the visible chapter, from 0.
        texts: the texts of the entries that lead to the visible node.
        edit_key: see ``StudySession``; empty for an edit that undo reverts separately.
        chapter_tree: the opened chapter with the same node indexes as before, or None to open it.
    """
    undo_stack = session.undo_stack
    if study == session.study:
        return session
    if not edit_key or edit_key != session.edit_key:
        undo_stack = (*undo_stack, Version(session.study, session.number, session.texts))[-_MAX_UNDO_STEPS:]
    if chapter_tree:
        new_session = go_to_node(replace(session, study=study, chapter=chapter_tree), session.node)
    else:
        new_session = _with_study(session, study, chapter_number, texts)
    return replace(new_session, undo_stack=undo_stack, redo_stack=(), edit_key=edit_key)


def _edit_chapter(
    session: StudySession,
    chapter: Chapter,
    texts: Sequence[str],
    edit_key: str = "",
    chapter_tree: OpenChapter | None = None,
) -> StudySession:
    if chapter is session.chapter.chapter:
        return session
    chapters = (*session.study.chapters[: session.number], chapter, *session.study.chapters[session.number + 1 :])
    return _edit(session, replace(session.study, chapters=chapters), session.number, texts, edit_key, chapter_tree)


def _edit_note(session: StudySession, note: Note, edit_key: str = "", node: int | None = None) -> StudySession:
    note_node = session.node if node is None else node
    note = NO_NOTE if note == NO_NOTE else note
    old_note = session.chapter.nodes[note_node].note
    if note == old_note:
        return session
    chapter = with_note(session.chapter, note_node, note)
    chapter_tree = with_updated_note(session.chapter, chapter, note_node, note) if note.task == old_note.task else None
    return _edit_chapter(session, chapter, session.texts, edit_key, chapter_tree)


def undo(session: StudySession) -> StudySession:
    """Undo the last edit."""
    if not session.undo_stack:
        return session
    *undo_stack, version = session.undo_stack
    current_version = Version(session.study, session.number, session.texts)
    new_session = _with_study(session, version.study, version.number, version.texts)
    return replace(new_session, undo_stack=tuple(undo_stack), redo_stack=(*session.redo_stack, current_version))


def redo(session: StudySession) -> StudySession:
    """Redo the last undone edit."""
    if not session.redo_stack:
        return session
    *redo_stack, version = session.redo_stack
    current_version = Version(session.study, session.number, session.texts)
    new_session = _with_study(session, version.study, version.number, version.texts)
    return replace(new_session, undo_stack=(*session.undo_stack, current_version), redo_stack=tuple(redo_stack))


def with_title(session: StudySession, title: str) -> StudySession:
    """Return the session with a new title of the study, or with an error if the title is empty."""
    if not title.strip():
        return replace(session, error=_("A study needs a title."))
    study = replace(session.study, title=title[:MAX_TITLE_LENGTH])
    return _edit(session, study, session.number, session.texts, "title")


def with_author(session: StudySession, author: str) -> StudySession:
    """Return the session with a new name of the author."""
    study = replace(session.study, author=author[:MAX_TITLE_LENGTH])
    return _edit(session, study, session.number, session.texts, "author")


def with_language(session: StudySession, language: str) -> StudySession:
    """Return the session with another language of the study. A code not in ``TEXT_LANGUAGES`` changes nothing."""
    if language not in TEXT_LANGUAGES and language:
        return session
    return _edit(session, replace(session.study, language=language), session.number, session.texts)


# --- moves -----------------------------------------------------------------------------------------------------------


def handle_gesture(session: StudySession, gesture: Gesture) -> StudySession:
    """Return the session after a gesture on the board, which plays a move or draws a mark."""
    if session.is_drawing and gesture.kind is GestureKind.TOUCH:
        return _draw_mark(session, gesture.target)
    if gesture.kind in (GestureKind.AWAY, GestureKind.CANCEL):
        gesture, session = CANCEL, replace(session, arrow_targets=(), error="")
    return _session_after_touch(session, *gestures.handle_gesture(session.table, gesture))


def _session_after_touch(session: StudySession, table: Table, action: Action[Any] | None) -> StudySession:
    """Return the session after a touch.

    If the touch played an action, the session goes to the node of the action. If the study does not contain the node,
    the session adds it.
    """
    if action is None:
        return replace(session, table=table)
    text = table.timeline.plies[-1].text
    child = session.chapter.child_for(session.node, text)
    if child is not None:
        return go_to_node(session, child)
    return _edit_chapter(session, with_moves(session.chapter, session.node, [text]), (*session.texts, text))


def endings(session: StudySession) -> tuple[str, ...]:
    """Return the entries that can end the game without a move, such as a resignation; empty if the game is over."""
    timeline = session.table.timeline
    if timeline.outcome or session.is_in_other_tab:
        return ()
    players = range(1, len(timeline.game.sides(timeline.state)) + 1)
    losing_entries = tuple(f"{word} {player}" for word in (RESIGN, OUT_OF_TIME) for player in players)
    return (*losing_entries, DRAW_AGREED, *((DRAW_CLAIMED,) if timeline.draw_claim_reason() else ()))


def play_ending(session: StudySession, entry: str) -> StudySession:
    """Return the session after an ending without a move. An entry that is not in ``endings`` changes nothing."""
    if entry not in endings(session):
        return session
    child = session.chapter.child_for(session.node, entry)
    if child is not None:
        return go_to_node(session, child)
    return _edit_chapter(session, with_moves(session.chapter, session.node, [entry]), (*session.texts, entry))


def delete_move(session: StudySession) -> StudySession:
    """Return the session without the move to the current node and all moves after it."""
    if session.study_node.parent is None:
        return session
    return _edit_chapter(session, without_move(session.chapter, session.node), session.texts[:-1])


def promote_variation(session: StudySession) -> StudySession:
    """Return the session after swapping the current variation with the line from which it branches."""
    return _edit_chapter(session, promote_line(session.chapter, session.node), session.texts)


# --- notes -----------------------------------------------------------------------------------------------------------


def with_comment(session: StudySession, comment: str) -> StudySession:
    """Return the session with a new comment on the current node."""
    note = replace(session.note, comment=comment[:MAX_COMMENT_LENGTH])
    return _edit_note(session, note, f"comment {session.number} {session.node}")


def toggle_glyph(session: StudySession, glyph: str) -> StudySession:
    """Return the session with a verdict on the move to the current node, or without this verdict if the move has it."""
    if session.node == 0 or glyph not in GLYPHS:
        return session
    return _edit_note(session, replace(session.note, glyph="" if session.note.glyph == glyph else glyph))


def toggle_diagram(session: StudySession) -> StudySession:
    """Return the session with the current node's printed diagram turned on or off."""
    return _edit_note(session, replace(session.note, has_diagram=not session.note.has_diagram))


def _draw_mark(session: StudySession, target: str) -> StudySession:
    """Return the session after a touch with a drawing tool."""
    if session.tool == ARROW:
        if not session.arrow_targets:
            return replace(session, arrow_targets=(target,))
        return replace(draw_arrow(session, session.arrow_targets[0], target), arrow_targets=())
    if session.tool == PATH_TOOL:
        if session.arrow_targets and target == session.arrow_targets[-1]:
            return finish_arrow(session)
        extended_session = replace(session, arrow_targets=(*session.arrow_targets, target))
        return (
            finish_arrow(extended_session)
            if len(extended_session.arrow_targets) == MAX_ARROW_TARGETS
            else extended_session
        )
    label = session.label if session.tool == LABEL else ""
    return _toggle_mark(session, StudyMark(session.tool, (target,), session.color, label))


def finish_arrow(session: StudySession) -> StudySession:
    """Return the session with the unfinished arrow as a mark, or without it if it has only one target."""
    new_session = replace(session, arrow_targets=())
    if session.tool != PATH_TOOL or len(session.arrow_targets) < 2:
        return new_session
    return _toggle_mark(new_session, StudyMark(ARROW, session.arrow_targets, session.color))


def draw_arrow(session: StudySession, start_target: str, end_target: str) -> StudySession:
    """Return the session with a new arrow, or without it if the note contains the same arrow."""
    return (
        session
        if start_target == end_target
        else _toggle_mark(session, StudyMark(ARROW, (start_target, end_target), session.color))
    )


def _toggle_mark(session: StudySession, mark: StudyMark) -> StudySession:
    """Return the session with a new mark, or without it if the note contains the same mark.

    The new mark replaces a mark of the same kind on the same targets.
    """
    marks = session.note.marks
    new_marks = tuple(old_mark for old_mark in marks if (old_mark.kind, old_mark.targets) != (mark.kind, mark.targets))
    if mark not in marks:
        new_marks = (*new_marks, mark)
    if len(new_marks) > MAX_MARKS:
        return replace(session, error=_("There’s no room for more marks on this board."))
    return _edit_note(session, replace(session.note, marks=new_marks))


def clear_marks(session: StudySession) -> StudySession:
    """Return the session without the marks on the current node."""
    return _edit_note(session, replace(session.note, marks=()))


def with_tool(session: StudySession, tool: str) -> StudySession:
    """Return the session with another drawing tool."""
    return replace(session, tool=tool, arrow_targets=()) if tool in TOOLS else session


def with_color(session: StudySession, color: str) -> StudySession:
    """Return the session with another drawing colour."""
    return replace(session, color=color) if color in COLORS else session


def with_label(session: StudySession, label: str) -> StudySession:
    """Return the session with another text for the next label. An empty text changes nothing."""
    return replace(session, label=label.strip()[:MAX_LABEL_LENGTH] or session.label)


# --- tasks -----------------------------------------------------------------------------------------------------------


def make_task(session: StudySession) -> StudySession:
    """Return the session at the previous node, with a task whose answer is the move to the current node."""
    task = create_task_for_move(session.chapter, session.node)
    parent = session.study_node.parent
    if task is None or parent is None:
        return session
    note = session.chapter.nodes[parent].note
    if note.task:
        accepted_answers = (
            *(line for line in note.task.accepted_answers if line not in task.accepted_answers),
            *task.accepted_answers,
        )[:MAX_ANSWERS]
        task = replace(note.task, accepted_answers=accepted_answers)
    new_session = _edit_note(session, replace(note, task=task), node=parent)
    return replace(go_to_node(new_session, new_session.chapter.find_node(session.texts[:-1])), panel=TASK_PANEL)


def set_task(session: StudySession) -> StudySession:
    """Return the session with a task on the current node whose answer is the study's next move."""
    if session.note.task or not session.study_node.children:
        return session
    task = create_task_for_move(session.chapter, session.study_node.children[0])
    return _edit_note(session, replace(session.note, task=task))


def remove_task(session: StudySession) -> StudySession:
    """Return the session without the current node's task."""
    return _edit_note(session, replace(session.note, task=None))


def _edit_task(session: StudySession, change: Callable[[StudyTask], StudyTask], edit_key: str = "") -> StudySession:
    task = session.note.task
    if task is None:
        return session
    return _edit_note(session, replace(session.note, task=change(task)), edit_key)


def with_task_text(session: StudySession, name: str, text: str) -> StudySession:
    """Return the session with a new text of the current task. ``name`` is "ask", "hint" or "praise"."""
    if name not in ("ask", "hint", "praise"):
        return session
    text = text[:MAX_SENTENCE_LENGTH]

    def change(task: StudyTask) -> StudyTask:
        match name:
            case "ask":
                return replace(task, prompt=text)
            case "hint":
                return replace(task, hint=text)
        return replace(task, praise=text)

    return _edit_task(session, change, f"{name} {session.number} {session.node}")


def set_answer(session: StudySession, node: int, length: int) -> StudySession:
    """Add or remove the answer that begins with the move to a node, and return the session.

    Args:
        session: the session.
        node: the index of the node after the first action of the answer, a child of the current node.
        length: the number of the answer's actions; 0 removes the answer.
    """
    answers = dict(session.task_answers).get(node, ())
    if not answers or not 0 <= length <= len(answers):
        return session
    first_action = answers[0][0]
    task = session.note.task
    other_answers = tuple(line for line in task.accepted_answers if line[0] != first_action) if task else ()
    if not length and not other_answers:
        return replace(session, error=_("A task needs at least one answer."))
    new_answers = (answers[length - 1],) if length else ()

    def change(task: StudyTask) -> StudyTask:
        wrong_answers = (
            tuple(answer for answer in task.wrong_answers if answer.move != first_action)
            if length
            else task.wrong_answers
        )
        accepted_answers = (*other_answers, *new_answers)[:MAX_ANSWERS]
        return replace(task, accepted_answers=accepted_answers, wrong_answers=wrong_answers)

    return _edit_task(session, change)


def answer_length(session: StudySession, answers: Sequence[tuple[str, ...]]) -> int:
    """Return the number of actions in the longest of the answers that the task accepts, or 0 if it accepts none."""
    task = session.note.task
    if task is None or not answers:
        return 0
    return max((len(line) for line in task.accepted_answers if line in answers), default=0)


def with_wrong_answer(session: StudySession, node: int, comment: str) -> StudySession:
    """Return the session with a comment on the wrong answer that leads to a node; an empty one removes the answer."""
    answers = dict(session.task_answers).get(node, ())
    if not answers:
        return session
    first_action, comment = answers[0][0], comment[:MAX_SENTENCE_LENGTH]

    def change(task: StudyTask) -> StudyTask:
        other_answers = tuple(answer for answer in task.wrong_answers if answer.move != first_action)
        new_answers = (WrongAnswer(first_action, comment),) if comment.strip() else ()
        return replace(task, wrong_answers=(*other_answers, *new_answers)[:MAX_ANSWERS])

    return _edit_task(session, change, f"wrong {node} {session.number} {session.node}")


# --- chapters --------------------------------------------------------------------------------------------------------


def add_chapter(session: StudySession, chapter: Chapter) -> StudySession:
    """Return the session at the start of a chapter added at the end, or with an error if the study is full."""
    chapters = (*session.study.chapters, chapter)
    if len(chapters) > MAX_CHAPTERS:
        return replace(session, error=_("There’s no room for more chapters."))
    return _edit(session, replace(session.study, chapters=chapters), len(chapters) - 1)


def rename_chapter(session: StudySession, title: str) -> StudySession:
    """Return the session with a new title of the chapter."""
    chapter = replace(session.chapter.chapter, title=title[:MAX_TITLE_LENGTH])
    return _edit_chapter(session, chapter, session.texts, f"chapter {session.number}")


def move_chapter(session: StudySession, offset: int) -> StudySession:
    """Return the session with the chapter moved by ``offset`` positions in the study."""
    new_number = session.number + offset
    chapters = list(session.study.chapters)
    if not 0 <= new_number < len(chapters):
        return session
    chapters.insert(new_number, chapters.pop(session.number))
    return _edit(session, replace(session.study, chapters=tuple(chapters)), new_number, session.texts)


def delete_chapter(session: StudySession) -> StudySession:
    """Return the session without the chapter, or with an error if it is the only one."""
    chapters = session.study.chapters
    if len(chapters) == 1:
        return replace(session, error=_("A study needs at least one chapter."))
    remaining_chapters = (*chapters[: session.number], *chapters[session.number + 1 :])
    return _edit(
        session, replace(session.study, chapters=remaining_chapters), min(session.number, len(remaining_chapters) - 1)
    )


def flip_chapter(session: StudySession) -> StudySession:
    """Return the session with the chapter's next side at the bottom of the board, for the author and for readers."""
    timeline = session.table.timeline
    seat = (session.chapter.chapter.seat + 1) % len(timeline.game.sides(timeline.state))
    return _edit_chapter(session, replace(session.chapter.chapter, seat=seat), session.texts)


# --- other modes -----------------------------------------------------------------------------------------------------


def with_mode(session: StudySession, mode: str, site: str = "") -> StudySession:
    """Return the session in another mode.

    The reader starts at the author's node, with all earlier tasks solved. The author continues at the reader's node.

    Args:
        session: the session.
        mode: the mode; an unknown mode changes nothing.
        site: the address of the app's own page, for ``SHARE_MODE``.
    """
    if mode not in (EDIT_MODE, READ_MODE, PRINT_MODE, SHARE_MODE):
        return session
    if old_reader := session.reader:
        texts = old_reader.chapter.texts(old_reader.node)
        session = _with_study(session, session.study, old_reader.number, texts, old_reader.chapter)
    reader = None
    embedding = None
    if mode == SHARE_MODE:
        embedding = Embedding(site, session.number, session.chapter, session.node, is_flipped=session.is_flipped)
    if mode == READ_MODE:
        reader = readers.open_study(session.study, session.number + 1, chapter_tree=session.chapter)
        earlier_tasks = frozenset((session.number, node) for node in range(session.node))
        reader = readers.go_to_node(replace(reader, closed_tasks=earlier_tasks), session.node)
    paper = open_paper(session.study) if mode == PRINT_MODE else None
    return replace(session, mode=mode, reader=reader, embedding=embedding, paper=paper, arrow_targets=())


def show_panel(session: StudySession, panel: str) -> StudySession:
    """Return the session with another panel and without a selection on the board."""
    if panel not in PANELS:
        return session
    return replace(session, panel=panel, table=gestures.clear_selection(session.table), arrow_targets=(), error="")


def toggle_enlarged(session: StudySession) -> StudySession:
    """Toggle between the whole board and the enlarged board."""
    table = replace(session.table, display=replace(session.table.display, shows_whole_board=session.is_enlarged))
    return replace(session, is_enlarged=not session.is_enlarged, table=table)


def try_edit(change: Callable[[StudySession], StudySession], session: StudySession) -> StudySession:
    """Apply a change to the session. If a limit forbids the change, return the session with an error.

    A session with ``is_in_other_tab`` does not change.
    """
    if session.is_in_other_tab:
        return session
    try:
        return change(session)
    except StudyError as error:
        return replace(session, error=sentence(str(error)))
