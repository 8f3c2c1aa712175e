"""The page of a study: its board with drawn marks, the author's words, buttons, and the tree of moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ruleboard.app.play import announcements
from ruleboard.app.play.action_buttons import choices
from ruleboard.app.play.announcements import described
from ruleboard.app.study import reader as readers
from ruleboard.app.study.reader import Reader
from ruleboard.app.study.tree_view import tree
from ruleboard.app.ui.components import button, closer, drags
from ruleboard.app.ui.fields import choice_list
from ruleboard.engine.action import Action
from ruleboard.engine.endings import ending_words
from ruleboard.engine.study import Study
from ruleboard.engine.study_tree import OpenChapter
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.i18n import N_, _, ngettext
from ruleboard.scene.drawings import drawn, target_boxes
from ruleboard.scene.node import Node, el
from ruleboard.wording import cleaned, sentence

VERDICTS: Final[Mapping[str, str]] = {
    "!": N_("Good move"),
    "?": N_("Mistake"),
    "!!": N_("Excellent move"),
    "??": N_("Grave mistake"),
    "!?": N_("Interesting move"),
    "?!": N_("Dubious move"),
}
"""The verdicts in words."""


def waiting_page() -> Node:
    """Return the page before the page around has sent the study."""
    return el(
        "main", el("p", text=_("Waiting for the study …"), cls="waits", role="status"), cls="embed", key="waiting"
    )


def reader_page(reader: Reader, caption: str = "", announced: str = "", *, coordinates: bool = False) -> Node:
    """Return the page of a study in a frame.

    Args:
        reader: the reader of the study.
        caption: the caption of the board; may be empty.
        announced: the text that screen readers read.
        coordinates: True if the board has those that its game has on request only.
    """
    return el(
        "main",
        *reader_parts(reader, "embed", cleaned(caption)),
        el("p", text=announced, cls="unseen", aria_live="polite", id="live"),
        cls=f"embed study of-{reader.table.timeline.game.id}",
        data_coordinates=coordinates,
        key="study",
    )


def reader_parts(reader: Reader, do: str, caption: str = "") -> tuple[Node, Node]:
    """Return the board, and beside it the words, the buttons and the moves.

    Args:
        reader: the reader of the study.
        do: the beginning of the messages of its buttons.
        caption: the caption of the board; may be empty.
    """
    table = reader.table
    return (
        el(
            "figure",
            el(
                "div",
                _picture(reader),
                cls="stage" if reader.enlarged else "stage whole",
                data_taken=table.selected[-1] if table.selected else "",
            ),
            el("figcaption", text=caption) if caption else None,
        ),
        el(
            "div",
            _head(reader, do),
            _controls(reader, do),
            _words(reader),
            _answers(reader, do),
            _tree(reader, do),
            cls="hand",
        ),
    )


# --- the board -------------------------------------------------------------------------------------------------------


def _picture(reader: Reader) -> Node:
    timeline, marks = reader.table.timeline, reader.marks
    view, seen = VIEWS[timeline.game.id], timeline.state_for(reader.viewer)
    picture = view.picture(seen, reader.seat, marks)
    attrs = dict(picture.attrs)
    if not marks.read_only:
        attrs.update({"tabindex": "0", **drags(reader.table.draggable)})
    if reader.drawings:
        whole = view.picture(seen, reader.seat, replace(marks, read_only=False)) if marks.read_only else picture
        picture = drawn(picture, reader.drawings, target_boxes(whole))
    return picture._replace(attrs=attrs, key=f"board-{reader.number}-{reader.seat}")


# --- the words -------------------------------------------------------------------------------------------------------


def _head(reader: Reader, do: str) -> Node:
    study = reader.study
    titles = [(str(at), chapter_title(study, at)) for at in range(len(study.chapters))]
    author = cleaned(study.author)
    several = len(titles) > 1
    title = cleaned(study.title)
    if not several and (own := cleaned(study.chapters[0].title)) and own != title:
        title = _("{words}: {game}").format(words=title, game=own)
    return el(
        "header",
        el("h1", text=title, lang=study.language or None),
        el("p", text=_("by {author}").format(author=author), cls="small soft") if author else None,
        choice_list(_("Chapter"), f"{do}.chapter", str(reader.number), titles) if several else None,
        cls="study-head",
        key="head",
    )


def chapter_title(study: Study, number: int) -> str:
    """Return the title of a chapter, counted from 0: its number with its own title, or that of its game."""
    chapter = study.chapters[number]
    game = _(GAMES[chapter.game].title) if chapter.game in GAMES else chapter.game
    return f"{number + 1}. {cleaned(chapter.title) or game}"


def _words(reader: Reader) -> Node:
    """Return the words about the board: the move, the author's comment or task, and the answer to the last touch."""
    lang = reader.study.language or None
    texts: list[Node | None] = [el("p", text=last_move(reader), cls="small soft", key="move")]
    exercise, table = reader.exercise, reader.table
    if reader.off_line:
        own = _("You have left the study and are trying something of your own.")
        texts.append(el("p", text=own, key="own") if exercise is None else None)
    else:
        texts += [
            el("p", text=line, lang=lang, cls="comment", key=f"c{at}") for at, line in enumerate(_comment(reader))
        ]
    if exercise and exercise.task and not exercise.solved:
        side = _to_move(reader)
        ask = cleaned(exercise.task.ask)
        texts.append(el("p", text=ask or _("{side} to move: find the move.").format(side=side), cls="ask", key="ask"))
    if exercise and exercise.feedback:
        cls = "praise" if exercise.solved else "missed"
        texts.append(el("p", text=cleaned(exercise.feedback), cls=cls, key="said"))
    elif table.refusal:
        texts.append(el("p", text=table.refusal.sentence, cls="said", key="said"))
    elif table.hint and table.selected:
        texts.append(el("p", text=table.hint, cls="small", key="next"))
    if exercise and exercise.hint:
        texts.append(el("p", text=cleaned(exercise.hint), cls="hinted", key="hint"))
    if (reason := ended(table.timeline)) and not (exercise and exercise.feedback):
        texts.append(el("p", text=reason, cls="result", key="result"))
    return el("div", el("div", texts, cls="words"), cls="say", key="say")


def _comment(reader: Reader) -> list[str]:
    """Return the lines of the author's comment."""
    return [line for line in map(cleaned, reader.note.comment.splitlines()) if line]


def _to_move(reader: Reader) -> str:
    timeline = reader.table.timeline
    player = timeline.to_move
    return "" if player is None else _(timeline.game.sides(timeline.state)[player])


def last_move(reader: Reader) -> str:
    """Return the last move in words, with the author's verdict on it."""
    return move_words(reader.table.timeline, "" if reader.off_line else reader.note.glyph)


def move_words(timeline: Timeline[Any], glyph: str = "") -> str:
    """Return the last move of a game in words, with a verdict on it, if there is one."""
    if not timeline.at:
        return _("Where it begins.")
    entry = timeline.entries[timeline.at - 1]
    if isinstance(entry, Action):
        words = sentence(described(timeline, timeline.at - 1))
    else:
        words = ending_words(timeline.game, timeline.state, entry)
    return f"{words} {_(VERDICTS[glyph])} ({glyph})." if glyph else words


def variations_in_words(chapter: OpenChapter, place: int) -> str:
    """Return the other moves that the tree has in place of the one to a place; empty if there are none."""
    alternatives = chapter.alternatives(place)
    words = [move_words(chapter.timeline(other)) for other in alternatives if other != place]
    if not words:
        return ""
    if place != alternatives[0]:
        return _("A variation, in place of: {moves}").format(moves=" ".join(words))
    return ngettext("Variation: {moves}", "Variations: {moves}", len(words)).format(moves=" ".join(words))


def ended(timeline: Timeline[Any]) -> str:
    """Return the reason for which a game is over; empty if it goes on, or if its last move in words says it."""
    reason = timeline.outcome.reason if timeline.outcome else ""
    return "" if reason and reason == move_words(timeline) else reason


def _answers(reader: Reader, do: str) -> Node | None:
    """Return the buttons of the game, those of a task, and the one that leads back to the study."""
    exercise, found = reader.exercise, []
    if exercise and exercise.missed:
        found.append(button(_("Try again"), f"{do}.restart", cls="primary", key="again"))
    elif not (exercise and exercise.still):
        found += choices(reader.table, do)
    if exercise and not exercise.solved:
        hinted = bool(exercise.hint)
        found.append(button(_("Hint"), f"{do}.hint", cls="quiet", disabled=hinted, key="hint"))
        found.append(button(_("Show the answer"), f"{do}.show_answer", cls="quiet", key="answer"))
    elif reader.off_line:
        found.append(button(_("Back to the study"), f"{do}.back_to_study", cls="primary", key="back"))
    return el("div", *found, cls="choices-of", key="choices") if found else None


def _controls(reader: Reader, do: str) -> Node:
    at_start = reader.place == 0 and not reader.off_line
    at_end = readers.next_place(reader) is None
    return el(
        "nav",
        button(_("To the start"), f"{do}.first", picture="first", bare=True, disabled=at_start),
        button(_("One back"), f"{do}.previous", picture="previous", bare=True, disabled=at_start),
        button(_("One forward"), f"{do}.next", picture="next", bare=True, disabled=at_end),
        button(_("To the end"), f"{do}.last", picture="last", bare=True, disabled=at_end),
        closer(not reader.enlarged, f"{do}.enlarge"),
        button(_("Turn the board"), f"{do}.turn", picture="turn", bare=True),
        cls="steps-of",
        aria_label=_("Moves"),
        key="controls",
    )


# --- the tree of moves -----------------------------------------------------------------------------------------------


def _tree(reader: Reader, do: str) -> Node | None:
    is_hiding = any(map(reader.is_open_task, range(len(reader.chapter.places))))
    return tree(reader.chapter, reader.place, f"{do}.go", _shown_places(reader) if is_hiding else None)


def _shown_places(reader: Reader) -> frozenset[int]:
    """Return the places that no open task hides."""
    shown, waiting = set[int](), [0]
    while waiting:
        place = waiting.pop()
        shown.add(place)
        if not reader.is_open_task(place):
            waiting += reader.chapter.places[place].children
    return frozenset(shown)


# --- screen readers --------------------------------------------------------------------------------------------------


def reader_announcement(before: Reader | None, after: Reader) -> str:
    """Return the text for screen readers about a change; empty if there is nothing to announce."""
    old, new = before.exercise if before else None, after.exercise
    parts = []
    moved = before is None or (before.number, before.place) != (after.number, after.place)
    if moved or (before and _position_changed(before.table.timeline, after.table.timeline)):
        parts.append(last_move(after))
        if not after.off_line:
            parts += _comment(after)
            parts += filter(None, [variations_in_words(after.chapter, readers.branch(after))])
        if reason := ended(after.table.timeline):
            parts.append(reason)
    if new and new.feedback and not (old and old.feedback == new.feedback):
        parts.append(cleaned(new.feedback))
    elif new and new.task and not new.solved and moved:
        parts.append(cleaned(new.task.ask) or _("{side} to move: find the move.").format(side=_to_move(after)))
    if new and new.hint and not (old and old.hint == new.hint):
        parts.append(cleaned(new.hint))
    if not parts and before and (text := announcements.touched(before.table, after.table)):
        parts.append(text)
    return " ".join(parts)


def _position_changed(before: Timeline[Any], after: Timeline[Any]) -> bool:
    return (before.at, before.texts) != (after.at, after.texts)
