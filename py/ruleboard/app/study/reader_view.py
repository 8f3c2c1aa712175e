"""The page of a study for its readers: the board, the author's texts, the buttons and the tree of moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ruleboard.app.board import announcements
from ruleboard.app.board.action_buttons import choice_buttons
from ruleboard.app.board.announcements import public_action_text
from ruleboard.app.board.prompts import draggable_targets, touch_hint
from ruleboard.app.study import reader as readers
from ruleboard.app.study.cursor import Cursor, branching_node
from ruleboard.app.study.reader import Reader
from ruleboard.app.study.tree_view import moves_list
from ruleboard.app.ui.components import button, drag_attributes, zoom_button
from ruleboard.app.ui.fields import choice_list
from ruleboard.engine.action import Action
from ruleboard.engine.endings import ending_sentence
from ruleboard.engine.study import Study
from ruleboard.engine.study_tree import OpenChapter
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import N_, _, ngettext
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.drawings import Drawing, target_boxes, with_drawings
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el
from ruleboard.wording import clean_name, sentence

VERDICTS: Final[Mapping[str, str]] = {
    "!": N_("Good move"),
    "?": N_("Mistake"),
    "!!": N_("Excellent move"),
    "??": N_("Blunder"),
    "!?": N_("Interesting move"),
    "?!": N_("Dubious move"),
}
"""The text of each verdict, by its glyph."""

_MAX_ANNOUNCED_VARIATIONS: Final = 6
"""The maximum number of variations that an announcement names."""


def waiting_page() -> Node:
    """Return the page that a frame shows until the embedding page sends the study."""
    return el("main", el("p", text=_("Loading the study …"), cls="waits", role="status"), cls="embed", key="waiting")


def reader_page(reader: Reader, caption: str = "", announcement: str = "", *, shows_coordinates: bool = False) -> Node:
    """Return the page of a study in a frame.

    Args:
        reader: the reader of the study.
        caption: the caption of the board; may be empty.
        announcement: the text for screen readers.
        shows_coordinates: True to show the coordinates of a game that hides them by default.
    """
    return el(
        "main",
        *reader_parts(reader, "embed", clean_name(caption)),
        el("p", text=announcement, cls="unseen", aria_live="polite", id="live"),
        cls=f"embed study of-{reader.table.timeline.game.id}",
        data_coordinates=shows_coordinates,
        key="study",
    )


def reader_parts(reader: Reader, prefix: str, caption: str = "") -> tuple[Node, Node]:
    """Return the board, and the panel with the texts, the buttons and the moves.

    Args:
        reader: the reader of the study.
        prefix: the prefix of the messages that the buttons send.
        caption: the caption of the board; may be empty.
    """
    table = reader.table
    return (
        el(
            "figure",
            el(
                "div",
                _picture(reader),
                cls="stage" if reader.is_enlarged else "stage whole",
                data_taken=table.touches.targets[-1] if table.touches.targets else "",
            ),
            el("figcaption", text=caption) if caption else None,
        ),
        el(
            "div",
            _header(reader, prefix),
            _controls(reader, prefix),
            _texts(reader),
            _buttons(reader, prefix),
            _tree(reader, prefix),
            cls="hand",
        ),
    )


# --- the board -------------------------------------------------------------------------------------------------------


def board_picture(cursor: Cursor, marks: Marks, drawings: tuple[Drawing, ...]) -> Node:
    """Return the board at the cursor, with marks and with drawings."""
    timeline = cursor.table.timeline
    view, state = VIEWS[timeline.game.id], timeline.state_for(cursor.viewer)
    picture = view.picture(state, cursor.seat, marks)
    if drawings:
        touchable_marks = replace(marks, read_only=False)
        touchable_picture = view.picture(state, cursor.seat, touchable_marks) if marks.read_only else picture
        picture = with_drawings(picture, drawings, target_boxes(touchable_picture))
    return picture._replace(key=f"board-{cursor.number}-{cursor.seat}")


def _picture(reader: Reader) -> Node:
    picture = board_picture(reader, marks := reader.marks, reader.drawings)
    if marks.read_only:
        return picture
    return picture._replace(
        attrs={**picture.attrs, "tabindex": "0", **drag_attributes(draggable_targets(reader.table))}
    )


# --- the words -------------------------------------------------------------------------------------------------------


def _header(reader: Reader, prefix: str) -> Node:
    study = reader.study
    titles = [(str(number), chapter_title(study, number)) for number in range(len(study.chapters))]
    author = clean_name(study.author)
    has_chapters = len(titles) > 1
    title = clean_name(study.title)
    if not has_chapters and (chapter_name := clean_name(study.chapters[0].title)) and chapter_name != title:
        title = _("{words}: {game}").format(words=title, game=chapter_name)
    return el(
        "header",
        el("h1", text=title, lang=study.language or None),
        el("p", text=_("by {author}").format(author=author), cls="small soft") if author else None,
        choice_list(_("Chapter"), f"{prefix}.chapter", str(reader.number), titles) if has_chapters else None,
        cls="study-head",
        key="head",
    )


def chapter_title(study: Study, chapter_number: int) -> str:
    """Return the number of a chapter, counted from 1, and its title or the title of its game.

    The argument ``chapter_number`` counts from 0.
    """
    chapter = study.chapters[chapter_number]
    game = _(GAMES[chapter.game].title) if chapter.game in GAMES else chapter.game
    return f"{chapter_number + 1}. {clean_name(chapter.title) or game}"


def _texts(reader: Reader) -> Node:
    """Return the texts next to the board: the move, the author's comment or task, and the last refusal."""
    lang = reader.study.language or None
    texts: list[Node | None] = [el("p", text=last_move_text(reader), cls="small soft", key="move")]
    exercise, table = reader.exercise, reader.table
    if reader.is_outside_study:
        off_tree_text = _("You’ve left the study and are trying your own moves.")
        texts.append(el("p", text=off_tree_text, key="own") if exercise is None else None)
    else:
        texts += [
            el("p", text=line, lang=lang, cls="comment", key=f"c{number}")
            for number, line in enumerate(_comment_lines(reader))
        ]
    if exercise and exercise.task and not exercise.is_solved:
        side = _side_to_move(reader)
        prompt = clean_name(exercise.task.prompt)
        texts.append(
            el("p", text=prompt or _("{side} to move: find the move.").format(side=side), cls="ask", key="ask")
        )
    if exercise and exercise.feedback:
        cls = "praise" if exercise.is_solved else "missed"
        texts.append(el("p", text=clean_name(exercise.feedback), cls=cls, key="said"))
    elif table.touches.refusal:
        texts.append(el("p", text=table.touches.refusal.sentence, cls="said", key="said"))
    elif touch_hint(table) and table.touches.targets:
        texts.append(el("p", text=touch_hint(table), cls="small", key="next"))
    if exercise and exercise.hint:
        texts.append(el("p", text=clean_name(exercise.hint), cls="hinted", key="hint"))
    if (reason := outcome_reason(table.timeline)) and not (exercise and exercise.feedback):
        texts.append(el("p", text=reason, cls="result", key="result"))
    return el("div", el("div", texts, cls="words"), cls="say", key="say")


def _comment_lines(reader: Reader) -> list[str]:
    """Return the lines of the author's comment."""
    return [line for line in map(clean_name, reader.note.comment.splitlines()) if line]


def _side_to_move(reader: Reader) -> str:
    timeline = reader.table.timeline
    player = timeline.to_move
    return "" if player is None else _(timeline.game.sides(timeline.state)[player])


def last_move_text(reader: Reader) -> str:
    """Return the text of the last move, with the author's verdict on it."""
    return move_text(reader.table.timeline, "" if reader.is_outside_study else reader.note.glyph)


def move_text(timeline: Timeline[Any], glyph: str = "") -> str:
    """Return the text of a game's last move, with the verdict for a glyph if there is one."""
    if not timeline.ply:
        return _("The start.")
    entry = timeline.entries[timeline.ply - 1]
    if isinstance(entry, Action):
        text = sentence(public_action_text(timeline, timeline.ply - 1))
    else:
        text = ending_sentence(timeline.game, timeline.state, entry)
    return f"{text} {_(VERDICTS[glyph])} ({glyph})." if glyph else text


def variations_text(chapter: OpenChapter, node: int) -> str:
    """Return a text that lists the first alternatives to the move before a node; empty without alternatives."""
    alternatives = chapter.alternatives(node)
    other_nodes = [other_node for other_node in alternatives if other_node != node]
    texts = [move_text(chapter.timeline(other_node)) for other_node in other_nodes[:_MAX_ANNOUNCED_VARIATIONS]]
    if not texts:
        return ""
    if omitted_count := len(other_nodes) - len(texts):
        texts.append(ngettext("And {n} more.", "And {n} more.", omitted_count).format(n=omitted_count))
    if node != alternatives[0]:
        return _("This is a variation. Other moves here: {moves}").format(moves=" ".join(texts))
    return ngettext("Variation: {moves}", "Variations: {moves}", len(texts)).format(moves=" ".join(texts))


def outcome_reason(timeline: Timeline[Any]) -> str:
    """Return the reason why a game is over; empty if the game goes on or the text of its last move is the reason."""
    reason = timeline.outcome.reason if timeline.outcome else ""
    return "" if reason and reason == move_text(timeline) else reason


def _buttons(reader: Reader, prefix: str) -> Node | None:
    """Return the buttons of the game and of a task, and the button that returns to the study."""
    exercise, buttons = reader.exercise, []
    if exercise and exercise.shows_wrong_answer:
        buttons.append(button(_("Try again"), f"{prefix}.restart", cls="primary", key="again"))
    elif not (exercise and exercise.is_locked):
        buttons += choice_buttons(reader.table, f"{prefix}.choose")
    if exercise and not exercise.is_solved:
        has_hint = bool(exercise.hint)
        buttons.append(button(_("Hint"), f"{prefix}.hint", cls="quiet", disabled=has_hint, key="hint"))
        buttons.append(button(_("Show the answer"), f"{prefix}.show_answer", cls="quiet", key="answer"))
    elif reader.is_outside_study:
        buttons.append(button(_("Back to the study"), f"{prefix}.back_to_study", cls="primary", key="back"))
    return el("div", *buttons, cls="choices-of", key="choices") if buttons else None


def _controls(reader: Reader, prefix: str) -> Node:
    is_at_start = reader.node == 0 and not reader.is_outside_study
    is_at_end = readers.next_node(reader) is None
    return el(
        "nav",
        button(_("Go to the start"), f"{prefix}.first", picture="first", icon_only=True, disabled=is_at_start),
        button(_("Step back"), f"{prefix}.previous", picture="previous", icon_only=True, disabled=is_at_start),
        button(_("Step forward"), f"{prefix}.next", picture="next", icon_only=True, disabled=is_at_end),
        button(_("Go to the end"), f"{prefix}.last", picture="last", icon_only=True, disabled=is_at_end),
        zoom_button(not reader.is_enlarged, f"{prefix}.enlarge"),
        button(_("Flip the board"), f"{prefix}.turn", picture="turn", icon_only=True),
        button(_("Print"), f"{prefix}.paper", picture="print", icon_only=True) if prefix == "embed" else None,
        cls="steps-of",
        aria_label=_("Moves"),
        key="controls",
    )


# --- the tree of moves -----------------------------------------------------------------------------------------------


def _tree(reader: Reader, prefix: str) -> Node | None:
    hides_moves = any(map(reader.is_open_task, range(len(reader.chapter.nodes))))
    return moves_list(reader.chapter, reader.node, f"{prefix}.go", _visible_nodes(reader) if hides_moves else None)


def _visible_nodes(reader: Reader) -> frozenset[int]:
    """Return the indexes of the nodes that no open task hides."""
    visible_nodes, pending_nodes = set[int](), [0]
    while pending_nodes:
        node = pending_nodes.pop()
        visible_nodes.add(node)
        if not reader.is_open_task(node):
            pending_nodes += reader.chapter.nodes[node].children
    return frozenset(visible_nodes)


# --- screen readers --------------------------------------------------------------------------------------------------


def reader_announcement(before: Reader | None, after: Reader) -> str:
    """Return the announcement of a change for screen readers; may be empty."""
    old_exercise, new_exercise = before.exercise if before else None, after.exercise
    texts = []
    is_new_node = before is None or (before.number, before.node) != (after.number, after.node)
    if is_new_node or (before and _position_changed(before.table.timeline, after.table.timeline)):
        texts.append(last_move_text(after))
        if not after.is_outside_study:
            texts += _comment_lines(after)
            texts += filter(None, [variations_text(after.chapter, branching_node(after))])
        if reason := outcome_reason(after.table.timeline):
            texts.append(reason)
    if new_exercise and new_exercise.feedback and not (old_exercise and old_exercise.feedback == new_exercise.feedback):
        texts.append(clean_name(new_exercise.feedback))
    elif new_exercise and new_exercise.task and not new_exercise.is_solved and is_new_node:
        texts.append(
            clean_name(new_exercise.task.prompt)
            or _("{side} to move: find the move.").format(side=_side_to_move(after))
        )
    if new_exercise and new_exercise.hint and not (old_exercise and old_exercise.hint == new_exercise.hint):
        texts.append(clean_name(new_exercise.hint))
    if not texts and before and (text := announcements.touch_text(before.table, after.table)):
        texts.append(text)
    return " ".join(texts)


def _position_changed(timeline_before: Timeline[Any], after: Timeline[Any]) -> bool:
    return (timeline_before.ply, timeline_before.texts) != (after.ply, after.texts)
