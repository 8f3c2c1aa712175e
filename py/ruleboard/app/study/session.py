"""The session of a study that is made: the place in it, its edits with undo, drawings and tasks. Pure functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ruleboard.app.languages import LANGUAGES
from ruleboard.app.play import gestures
from ruleboard.app.play import session as tables
from ruleboard.app.play.table import Table
from ruleboard.app.study import reader as readers
from ruleboard.app.study.embedding import Embedding
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
from ruleboard.engine.study_edit import answers_of, promoted, task_of_move, with_moves, with_note, without
from ruleboard.engine.study_text import (
    LONGEST_COMMENT,
    LONGEST_LABEL,
    LONGEST_SENTENCE,
    LONGEST_TITLE,
    MOST_ANSWERS,
    MOST_CHAPTERS,
    MOST_IN_ARROW,
    MOST_MARKS,
)
from ruleboard.engine.study_tree import OpenChapter, Place, noted, open_chapter
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _
from ruleboard.scene.drawings import Drawing
from ruleboard.wording import sentence

EDIT, READ, PRINT, SHARE = "edit", "read", "print", "share"
MOVES, DRAW, TASK, CHAPTERS = "moves", "draw", "task", "chapters"
PANELS: Final = (MOVES, DRAW, TASK, CHAPTERS)
"""The parts of the page of which one is shown under the comment."""
HERE: Final = "here"
"""The position that is shown, where one is chosen to be set up."""
PATH: Final = "path"
"""The tool that draws an arrow by way of several places."""
TOOLS: Final = (RING, ARROW, PATH, LABEL)
"""The marks that a touch of the board can draw."""
TEXT_LANGUAGES: Final = {
    **LANGUAGES,
    "de": "Deutsch",
    "es": "Español",
    "it": "Italiano",
    "nl": "Nederlands",
    "pl": "Polski",
}
"""The languages offered for the texts of a study by code, each named in itself."""
_MOST_UNDONE: Final = 200
"""The number of edits that can be undone."""


@dataclass(frozen=True, slots=True)
class Version:
    """A state of the study to which undo or redo leads.

    Attributes:
        study: the study.
        number: the number of the chapter that was shown, from 0.
        texts: the texts of the entries before the place that was shown.
    """

    study: Study
    number: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StudySession:
    """A study that is made.

    Attributes:
        id: its id in the store.
        study: the study.
        number: the number of the chapter that is shown, from 0.
        chapter: that chapter.
        place: the number of the place in its tree.
        table: the board at that place, on which the next move is made.
        mode: ``EDIT``, ``READ`` (as its readers see it), ``PRINT`` or ``SHARE``.
        panel: the part of the page that is shown, one of ``PANELS``.
        tool: the mark that a touch draws, one of ``TOOLS``.
        color: its colour, one of ``COLORS``.
        label: the text of the next label.
        begun: the targets that an arrow passes which was begun by touches; none if no arrow was.
        turned: True if the board was turned by hand.
        enlarged: True if a board too small to be read is enlarged and panned.
        past: the states before the edits that can be undone.
        future: the states that can be redone, the next one last.
        edited: the text that was edited last: further edits of the same are undone together.
        reader: the reader in the mode ``READ``.
        embedding: the choices in the mode ``SHARE``.
        problem: the reason, as a sentence, why the last edit was refused; empty if it was not.
        taken_over: True if another tab has the study now.
    """

    id: str
    study: Study
    number: int
    chapter: OpenChapter
    place: int
    table: Table
    mode: str = EDIT
    panel: str = MOVES
    tool: str = RING
    color: str = COLORS[0]
    label: str = "A"
    begun: tuple[str, ...] = ()
    turned: bool = False
    enlarged: bool = False
    past: tuple[Version, ...] = ()
    future: tuple[Version, ...] = ()
    edited: str = ""
    reader: Reader | None = None
    embedding: Embedding | None = None
    problem: str = ""
    taken_over: bool = False

    @property
    def here(self) -> Place:
        """The place in the tree."""
        return self.chapter.places[self.place]

    @property
    def note(self) -> Note:
        """The author's note on the place."""
        return self.here.note

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the entries before the place."""
        return self.chapter.texts(self.place)

    @property
    def draws(self) -> bool:
        """True if a touch of the board draws, and plays no move."""
        return self.mode == EDIT and self.panel == DRAW and not self.taken_over

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """The arrows, rings and labels of the note."""
        drawn = (mark for mark in self.note.marks if mark.kind in (ARROW, RING, LABEL))
        found = tuple(Drawing(mark.kind, mark.targets, mark.color, mark.text) for mark in drawn)
        return (*found, Drawing(ARROW, self.begun, self.color, "")) if len(self.begun) > 1 else found

    @property
    def seat(self) -> int:
        """The player whose side is nearest, from 0."""
        base = self.chapter.chapter.seat
        timeline = self.table.timeline
        return (base + self.turned) % len(timeline.game.sides(timeline.state))

    @property
    def viewer(self) -> int | None:
        """The player who decides unseen, for whom the author may decide; else None."""
        timeline = self.table.timeline
        return timeline.to_move if timeline.outcome is None and timeline.is_hidden() else None

    @property
    def answers(self) -> tuple[tuple[int, tuple[tuple[str, ...], ...]], ...]:
        """The moves from the place, each with the answers to a task that begin with it."""
        found = ((child, answers_of(self.chapter, child)) for child in self.here.children)
        return tuple((child, answers) for child, answers in found if answers)


def open_session(
    id: str, study: Study, number: int = 0, place: int = 0, opened: OpenChapter | None = None
) -> StudySession:
    """Return the session of a study.

    Args:
        id: its id in the store.
        study: the study.
        number: the number of the chapter that is shown, from 0; the first one if there is none.
        place: the number of the place; the first one if there is none.
        opened: that chapter, if it has been opened already.

    Raises:
        StudyError: the rules do not allow a move of the chapter.
    """
    number = number if 0 <= number < len(study.chapters) else 0
    chapter = opened or open_chapter(study.chapters[number], GAMES, f"chapters[{number + 1}]")
    place = place if 0 <= place < len(chapter.places) else 0
    return StudySession(id, study, number, chapter, place, _table(number, chapter, place))


def _table(number: int, chapter: OpenChapter, place: int, *, enlarged: bool = False) -> Table:
    table = tables.open_table(f"study-{number}", chapter.timeline(place))
    return replace(table, curtain=False, replay=None, shows_whole_board=not enlarged)


# --- going through the tree ------------------------------------------------------------------------------------------


def go(session: StudySession, place: int) -> StudySession:
    """Return the session at a place of the chapter; a number that no place has changes nothing."""
    if not 0 <= place < len(session.chapter.places):
        return session
    table = _table(session.number, session.chapter, place, enlarged=session.enlarged)
    return replace(session, place=place, table=table, begun=(), edited="", problem="")


def step(session: StudySession, by: int) -> StudySession:
    """Return the session one place on along the line, or one back."""
    if by < 0:
        return session if session.here.parent is None else go(session, session.here.parent)
    return go(session, session.here.children[0]) if session.here.children else session


def vary(session: StudySession) -> StudySession:
    """Return the session after the next move that is possible in place of the one shown."""
    others = session.chapter.alternatives(session.place)
    if len(others) < 2:
        return session
    return go(session, others[(others.index(session.place) + 1) % len(others)])


def to_start(session: StudySession) -> StudySession:
    """Return the session at the first place of the chapter."""
    return go(session, 0)


def to_end(session: StudySession) -> StudySession:
    """Return the session at the end of the line."""
    place = session.place
    while children := session.chapter.places[place].children:
        place = children[0]
    return go(session, place)


def choose_chapter(session: StudySession, number: int) -> StudySession:
    """Return the session at the start of a chapter; a number that no chapter has changes nothing.

    Raises:
        StudyError: the rules do not allow a move of the chapter.
    """
    if not 0 <= number < len(session.study.chapters) or number == session.number:
        return session
    return _shown(session, session.study, number)


def _shown(session: StudySession, study: Study, number: int, texts: Sequence[str] = ()) -> StudySession:
    """Return the session of another state of the study, at a place of one of its chapters.

    Raises:
        StudyError: the rules do not allow a move of the chapter.
    """
    chapter = open_chapter(study.chapters[number], GAMES, f"chapters[{number + 1}]", session.chapter)
    return go(replace(session, study=study, number=number, chapter=chapter), chapter.find(texts))


# --- edits -----------------------------------------------------------------------------------------------------------


def _edit(
    session: StudySession,
    study: Study,
    number: int,
    texts: Sequence[str] = (),
    edited: str = "",
    opened: OpenChapter | None = None,
) -> StudySession:
    """Return the session after an edit; the state before it can be undone to.

    Args:
        session: the session before.
        study: the edited study.
        number: the number of the chapter that is shown.
        texts: the texts of the entries before the place that is shown.
        edited: the text that was edited; further edits of the same are undone together.
        opened: the chapter that is shown, if it is known already; its places have the numbers they had.
    """
    past = session.past
    if study == session.study:
        return session
    if not edited or edited != session.edited:
        past = (*past, Version(session.study, session.number, session.texts))[-_MOST_UNDONE:]
    if opened:
        after = go(replace(session, study=study, chapter=opened), session.place)
    else:
        after = _shown(session, study, number, texts)
    return replace(after, past=past, future=(), edited=edited)


def _edit_chapter(
    session: StudySession,
    chapter: Chapter,
    texts: Sequence[str],
    edited: str = "",
    opened: OpenChapter | None = None,
) -> StudySession:
    if chapter is session.chapter.chapter:
        return session
    chapters = (*session.study.chapters[: session.number], chapter, *session.study.chapters[session.number + 1 :])
    return _edit(session, replace(session.study, chapters=chapters), session.number, texts, edited, opened)


def _edit_note(session: StudySession, note: Note, edited: str = "", place: int | None = None) -> StudySession:
    at = session.place if place is None else place
    note = NO_NOTE if note == NO_NOTE else note
    before = session.chapter.places[at].note
    if note == before:
        return session
    chapter = with_note(session.chapter, at, note)
    opened = noted(session.chapter, chapter, at, note) if note.task == before.task else None
    return _edit_chapter(session, chapter, session.texts, edited, opened)


def undo(session: StudySession) -> StudySession:
    """Return the session before the last edit."""
    if not session.past:
        return session
    *past, last = session.past
    now = Version(session.study, session.number, session.texts)
    after = _shown(session, last.study, last.number, last.texts)
    return replace(after, past=tuple(past), future=(*session.future, now))


def redo(session: StudySession) -> StudySession:
    """Return the session with the last undone edit made again."""
    if not session.future:
        return session
    *future, last = session.future
    now = Version(session.study, session.number, session.texts)
    after = _shown(session, last.study, last.number, last.texts)
    return replace(after, past=(*session.past, now), future=tuple(future))


def with_title(session: StudySession, title: str) -> StudySession:
    """Return the session with another title of the study; an empty one is refused."""
    if not title.strip():
        return replace(session, problem=_("A study needs a title."))
    changed = replace(session.study, title=title[:LONGEST_TITLE])
    return _edit(session, changed, session.number, session.texts, "title")


def with_author(session: StudySession, author: str) -> StudySession:
    """Return the session with another name of the author."""
    changed = replace(session.study, author=author[:LONGEST_TITLE])
    return _edit(session, changed, session.number, session.texts, "author")


def with_language(session: StudySession, language: str) -> StudySession:
    """Return the session with another language of the study; a code that is not offered changes nothing."""
    if language not in TEXT_LANGUAGES and language:
        return session
    return _edit(session, replace(session.study, language=language), session.number, session.texts)


# --- moves -----------------------------------------------------------------------------------------------------------


def touch(session: StudySession, target: str) -> StudySession:
    """Return the session after a touch on the board: a mark is drawn, or a move made."""
    if session.draws:
        return _drawn(session, target)
    return _played(session, *gestures.touch(session.table, target))


def begin_drag(session: StudySession, target: str) -> StudySession:
    """Return the session after a drag of a piece has begun."""
    return replace(session, table=gestures.begin_drag(session.table, target))


def drop(session: StudySession, target: str) -> StudySession:
    """Return the session after a dragged piece was dropped."""
    return _played(session, *gestures.drop(session.table, target))


def point(session: StudySession, target: str) -> StudySession:
    """Return the session after a drag of a piece that cannot be dragged has ended on a target."""
    return replace(session, table=gestures.point(session.table, target))


def choose(session: StudySession, text: str) -> StudySession:
    """Return the session after one of several complete actions was chosen by its text."""
    return _played(session, *gestures.choose(session.table, text))


def cancel(session: StudySession) -> StudySession:
    """Return the session with nothing taken up, as after Escape."""
    return replace(session, table=gestures.cancel(session.table), begun=(), problem="")


def _played(session: StudySession, table: Table, action: Action[Any] | None) -> StudySession:
    """Return the session after a touch: at the place of the action, which the tree may have already."""
    if action is None:
        return replace(session, table=table)
    text = table.timeline.texts[-1]
    following = session.chapter.following(session.place, text)
    if following is not None:
        return go(session, following)
    return _edit_chapter(session, with_moves(session.chapter, session.place, [text]), (*session.texts, text))


def endings(session: StudySession) -> tuple[str, ...]:
    """Return the endings without a move that are possible at the place, as entries: none where the game is over."""
    timeline = session.table.timeline
    if timeline.outcome or session.taken_over:
        return ()
    players = range(1, len(timeline.game.sides(timeline.state)) + 1)
    lost = tuple(f"{word} {player}" for word in (RESIGN, OUT_OF_TIME) for player in players)
    return (*lost, DRAW_AGREED, *((DRAW_CLAIMED,) if timeline.claim() else ()))


def end(session: StudySession, entry: str) -> StudySession:
    """Return the session after an ending without a move, which the tree may have already; another changes nothing."""
    if entry not in endings(session):
        return session
    following = session.chapter.following(session.place, entry)
    if following is not None:
        return go(session, following)
    return _edit_chapter(session, with_moves(session.chapter, session.place, [entry]), (*session.texts, entry))


def delete(session: StudySession) -> StudySession:
    """Return the session without the move that leads here, and without all that follows it."""
    if session.here.parent is None:
        return session
    return _edit_chapter(session, without(session.chapter, session.place), session.texts[:-1])


def promote(session: StudySession) -> StudySession:
    """Return the session with the variation that is shown in the place of the line that it varies."""
    return _edit_chapter(session, promoted(session.chapter, session.place), session.texts)


# --- notes -----------------------------------------------------------------------------------------------------------


def with_comment(session: StudySession, comment: str) -> StudySession:
    """Return the session with another comment on the place."""
    note = replace(session.note, comment=comment[:LONGEST_COMMENT])
    return _edit_note(session, note, f"comment {session.number} {session.place}")


def toggle_glyph(session: StudySession, glyph: str) -> StudySession:
    """Return the session with a verdict on the move that leads here; the one that it has is taken away."""
    if session.place == 0 or glyph not in GLYPHS:
        return session
    return _edit_note(session, replace(session.note, glyph="" if session.note.glyph == glyph else glyph))


def toggle_diagram(session: StudySession) -> StudySession:
    """Return the session with or without a diagram of the place on paper."""
    return _edit_note(session, replace(session.note, diagram=not session.note.diagram))


def _drawn(session: StudySession, target: str) -> StudySession:
    """Return the session after a touch while one draws."""
    if session.tool == ARROW:
        if not session.begun:
            return replace(session, begun=(target,))
        return replace(draw_arrow(session, session.begun[0], target), begun=())
    if session.tool == PATH:
        if session.begun and target == session.begun[-1]:
            return end_path(session)
        longer = replace(session, begun=(*session.begun, target))
        return end_path(longer) if len(longer.begun) == MOST_IN_ARROW else longer
    label = session.label if session.tool == LABEL else ""
    return _toggle_mark(session, StudyMark(session.tool, (target,), session.color, label))


def end_path(session: StudySession) -> StudySession:
    """Return the session with the arrow that was begun by way of several places; one place alone is dropped."""
    after = replace(session, begun=())
    if session.tool != PATH or len(session.begun) < 2:
        return after
    return _toggle_mark(after, StudyMark(ARROW, session.begun, session.color))


def draw_arrow(session: StudySession, start: str, end: str) -> StudySession:
    """Return the session with an arrow; the same one is taken away."""
    return session if start == end else _toggle_mark(session, StudyMark(ARROW, (start, end), session.color))


def _toggle_mark(session: StudySession, mark: StudyMark) -> StudySession:
    """Return the session with a mark in place of one of its kind there; the same one is taken away."""
    marks = session.note.marks
    left = tuple(one for one in marks if (one.kind, one.targets) != (mark.kind, mark.targets))
    if mark not in marks:
        left = (*left, mark)
    if len(left) > MOST_MARKS:
        return replace(session, problem=_("There is no room for more marks on this board."))
    return _edit_note(session, replace(session.note, marks=left))


def clear_marks(session: StudySession) -> StudySession:
    """Return the session without marks at the place."""
    return _edit_note(session, replace(session.note, marks=()))


def with_tool(session: StudySession, tool: str) -> StudySession:
    """Return the session with another mark to be drawn."""
    return replace(session, tool=tool, begun=()) if tool in TOOLS else session


def with_color(session: StudySession, color: str) -> StudySession:
    """Return the session with another colour to draw in."""
    return replace(session, color=color) if color in COLORS else session


def with_label(session: StudySession, label: str) -> StudySession:
    """Return the session with another text for the next label; an empty one changes nothing."""
    return replace(session, label=label.strip()[:LONGEST_LABEL] or session.label)


# --- tasks -----------------------------------------------------------------------------------------------------------


def make_task(session: StudySession) -> StudySession:
    """Return the session with the move that leads here as the answer to a task, at the place of the task."""
    task = task_of_move(session.chapter, session.place)
    parent = session.here.parent
    if task is None or parent is None:
        return session
    note = session.chapter.places[parent].note
    if note.task:
        accept = (*(line for line in note.task.accept if line not in task.accept), *task.accept)[:MOST_ANSWERS]
        task = replace(note.task, accept=accept)
    after = _edit_note(session, replace(note, task=task), place=parent)
    return replace(go(after, after.chapter.find(session.texts[:-1])), panel=TASK)


def set_task(session: StudySession) -> StudySession:
    """Return the session with a task here, whose answer is the study's next move."""
    if session.note.task or not session.here.children:
        return session
    task = task_of_move(session.chapter, session.here.children[0])
    return _edit_note(session, replace(session.note, task=task))


def remove_task(session: StudySession) -> StudySession:
    """Return the session without the task at the place."""
    return _edit_note(session, replace(session.note, task=None))


def _edit_task(session: StudySession, change: Callable[[StudyTask], StudyTask], edited: str = "") -> StudySession:
    task = session.note.task
    if task is None:
        return session
    return _edit_note(session, replace(session.note, task=change(task)), edited)


def with_task_text(session: StudySession, name: str, text: str) -> StudySession:
    """Return the session with another text of its task: its "ask", "hint" or "praise"."""
    if name not in ("ask", "hint", "praise"):
        return session
    text = text[:LONGEST_SENTENCE]

    def change(task: StudyTask) -> StudyTask:
        match name:
            case "ask":
                return replace(task, ask=text)
            case "hint":
                return replace(task, hint=text)
        return replace(task, praise=text)

    return _edit_task(session, change, f"{name} {session.number} {session.place}")


def accept(session: StudySession, place: int, length: int) -> StudySession:
    """Return the session with the move to a place as an answer to the task, or without it.

    Args:
        session: the session.
        place: the place after the first action of the answer, a child of the present place.
        length: the number of its actions; 0 if the move is no answer.
    """
    answers = dict(session.answers).get(place, ())
    if not answers or not 0 <= length <= len(answers):
        return session
    first = answers[0][0]
    task = session.note.task
    others = tuple(line for line in task.accept if line[0] != first) if task else ()
    if not length and not others:
        return replace(session, problem=_("A task needs at least one answer."))
    chosen = (answers[length - 1],) if length else ()

    def change(task: StudyTask) -> StudyTask:
        wrong = tuple(one for one in task.wrong if one.move != first) if length else task.wrong
        return replace(task, accept=(*others, *chosen)[:MOST_ANSWERS], wrong=wrong)

    return _edit_task(session, change)


def accepted_length(session: StudySession, place: int) -> int:
    """Return the number of actions of the task's answer that begins with the move to a place; 0 if none does."""
    task, answers = session.note.task, dict(session.answers).get(place, ())
    if task is None or not answers:
        return 0
    return max((len(line) for line in task.accept if line in answers), default=0)


def with_wrong(session: StudySession, place: int, comment: str) -> StudySession:
    """Return the session with a comment for the move to a place as a wrong answer; an empty one takes it away."""
    answers = dict(session.answers).get(place, ())
    if not answers:
        return session
    first, comment = answers[0][0], comment[:LONGEST_SENTENCE]

    def change(task: StudyTask) -> StudyTask:
        others = tuple(one for one in task.wrong if one.move != first)
        added = (WrongAnswer(first, comment),) if comment.strip() else ()
        return replace(task, wrong=(*others, *added)[:MOST_ANSWERS])

    return _edit_task(session, change, f"wrong {place} {session.number} {session.place}")


# --- chapters --------------------------------------------------------------------------------------------------------


def add_chapter(session: StudySession, chapter: Chapter) -> StudySession:
    """Return the session with a chapter after the others, at its start; there may be too many."""
    chapters = (*session.study.chapters, chapter)
    if len(chapters) > MOST_CHAPTERS:
        return replace(session, problem=_("There is no room for more chapters."))
    return _edit(session, replace(session.study, chapters=chapters), len(chapters) - 1)


def rename_chapter(session: StudySession, title: str) -> StudySession:
    """Return the session with another title of the chapter."""
    chapter = replace(session.chapter.chapter, title=title[:LONGEST_TITLE])
    return _edit_chapter(session, chapter, session.texts, f"chapter {session.number}")


def move_chapter(session: StudySession, by: int) -> StudySession:
    """Return the session with the chapter moved among the others."""
    to = session.number + by
    chapters = list(session.study.chapters)
    if not 0 <= to < len(chapters):
        return session
    chapters.insert(to, chapters.pop(session.number))
    return _edit(session, replace(session.study, chapters=tuple(chapters)), to, session.texts)


def delete_chapter(session: StudySession) -> StudySession:
    """Return the session without the chapter; the last one stays."""
    chapters = session.study.chapters
    if len(chapters) == 1:
        return replace(session, problem=_("A study has at least one chapter."))
    left = (*chapters[: session.number], *chapters[session.number + 1 :])
    return _edit(session, replace(session.study, chapters=left), min(session.number, len(left) - 1))


def turn_chapter(session: StudySession) -> StudySession:
    """Return the session with the board seen from the next side, also by readers."""
    timeline = session.table.timeline
    seat = (session.chapter.chapter.seat + 1) % len(timeline.game.sides(timeline.state))
    return _edit_chapter(session, replace(session.chapter.chapter, seat=seat), session.texts)


# --- other modes -----------------------------------------------------------------------------------------------------


def with_mode(session: StudySession, mode: str, site: str = "") -> StudySession:
    """Return the session in another mode.

    A reader begins where the author is, all tasks before it solved, and the author goes on where the reader was.

    Args:
        session: the session.
        mode: the mode; an unknown one changes nothing.
        site: the address of the app's own page, for ``SHARE``.
    """
    if mode not in (EDIT, READ, PRINT, SHARE):
        return session
    if read := session.reader:
        session = _shown(session, session.study, read.number, read.chapter.texts(read.place))
    reader = None
    embedding = None
    if mode == SHARE:
        embedding = Embedding(site, session.number, session.chapter, session.place, flipped=session.turned)
    if mode == READ:
        reader = readers.open_study(session.study, session.number + 1)
        before = frozenset((session.number, place) for place in range(session.place))
        reader = readers.go(replace(reader, done=before), session.place)
    return replace(session, mode=mode, reader=reader, embedding=embedding, begun=())


def show_panel(session: StudySession, panel: str) -> StudySession:
    """Return the session with another part of the page; nothing stays taken up on the board."""
    if panel not in PANELS:
        return session
    return replace(session, panel=panel, table=gestures.put_down(session.table), begun=(), problem="")


def toggle_enlarged(session: StudySession) -> StudySession:
    """Return the session with the board enlarged, or as a whole again."""
    table = replace(session.table, shows_whole_board=session.enlarged)
    return replace(session, enlarged=not session.enlarged, table=table)


def guarded(change: Callable[[StudySession], StudySession], session: StudySession) -> StudySession:
    """Return the session after a change; one that a limit or another tab does not allow is refused with the reason."""
    if session.taken_over:
        return session
    try:
        return change(session)
    except StudyError as error:
        return replace(session, problem=sentence(str(error)))
