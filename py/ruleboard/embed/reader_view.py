"""The page of a study: its board with drawn marks, the author's words, buttons, and the tree of moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from ruleboard.app.play import announcements
from ruleboard.app.play.action_buttons import choices
from ruleboard.app.ui.components import button, closer, drags
from ruleboard.app.ui.fields import choice_list
from ruleboard.embed import reader as readers
from ruleboard.embed.board import described
from ruleboard.embed.reader import Reader
from ruleboard.engine.action import Action
from ruleboard.engine.endings import ending_words
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import VIEWS
from ruleboard.i18n import N_, _
from ruleboard.scene.drawings import drawn, target_boxes
from ruleboard.scene.node import Node, el
from ruleboard.wording import cleaned, sentence

_VERDICTS: Final[Mapping[str, str]] = {
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


def reader_page(reader: Reader, announced: str = "") -> Node:
    """Return the page of a study.

    Args:
        reader: the reader of the study.
        announced: the text that screen readers read.
    """
    table, caption = reader.table, cleaned(reader.parameters.caption)
    return el(
        "main",
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
            _head(reader),
            _controls(reader),
            _words(reader),
            _answers(reader),
            _tree(reader),
            cls="hand",
        ),
        el("p", text=announced, cls="unseen", aria_live="polite", id="live"),
        cls=f"embed study of-{table.timeline.game.id}",
        key="study",
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


def _head(reader: Reader) -> Node:
    study = reader.study
    titles = [(str(at), _chapter_title(reader, at)) for at in range(len(study.chapters))]
    author = cleaned(study.author)
    several = len(titles) > 1
    title = cleaned(study.title)
    if not several and study.chapters[0].title:
        title = _("{words}: {game}").format(words=title, game=titles[0][1])
    return el(
        "header",
        el("h1", text=title, lang=study.language or None),
        el("p", text=_("by {author}").format(author=author), cls="small soft") if author else None,
        choice_list(_("Chapter"), "embed.chapter", str(reader.number), titles) if several else None,
        cls="study-head",
        key="head",
    )


def _chapter_title(reader: Reader, at: int) -> str:
    title = cleaned(reader.study.chapters[at].title)
    return (
        f"{at + 1}. {title}" if len(reader.study.chapters) > 1 and title else title or _("Chapter {n}").format(n=at + 1)
    )


def _words(reader: Reader) -> Node:
    """Return the words about the board: the move, the author's comment or task, and the answer to the last touch."""
    lang = reader.study.language or None
    texts: list[Node | None] = [el("p", text=last_move(reader), cls="small soft", key="move")]
    exercise, table = reader.exercise, reader.table
    if reader.off_line:
        own = _("You have left the study and try something of your own.")
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
    if (outcome := table.timeline.outcome) and not (exercise and exercise.feedback):
        texts.append(el("p", text=outcome.reason, cls="result", key="result"))
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
    timeline = reader.table.timeline
    if not timeline.at:
        return _("Where it begins.")
    entry = timeline.entries[timeline.at - 1]
    if isinstance(entry, Action):
        words = sentence(described(timeline, timeline.at - 1))
    else:
        words = ending_words(timeline.game, timeline.state, entry)
    glyph = "" if reader.off_line else reader.note.glyph
    return f"{words} {_(_VERDICTS[glyph])} ({glyph})." if glyph else words


def _answers(reader: Reader) -> Node | None:
    """Return the buttons of the game, those of a task, and the one that leads back to the study."""
    exercise, found = reader.exercise, []
    if exercise and exercise.missed:
        found.append(button(_("Try again"), "embed.restart", cls="primary", key="again"))
    elif not (exercise and exercise.still):
        found += choices(reader.table, "embed")
    if exercise and not exercise.solved:
        hinted = bool(exercise.hint)
        found.append(button(_("Hint"), "embed.hint", cls="quiet", disabled=hinted, key="hint"))
        found.append(button(_("Show the answer"), "embed.show_answer", cls="quiet", key="answer"))
    elif reader.off_line:
        found.append(button(_("Back to the study"), "embed.back_to_study", cls="primary", key="back"))
    return el("div", *found, cls="choices-of", key="choices") if found else None


def _controls(reader: Reader) -> Node:
    at_start = reader.place == 0 and not reader.off_line
    at_end = readers.next_place(reader) is None
    return el(
        "nav",
        button(_("To the start"), "embed.first", picture="first", bare=True, disabled=at_start),
        button(_("One back"), "embed.previous", picture="previous", bare=True, disabled=at_start),
        button(_("One on"), "embed.next", picture="next", bare=True, disabled=at_end),
        button(_("To the end"), "embed.last", picture="last", bare=True, disabled=at_end),
        closer(not reader.enlarged, "embed.enlarge"),
        button(_("Turn the board"), "embed.turn", picture="turn", bare=True),
        cls="steps-of",
        aria_label=_("Moves"),
        key="controls",
    )


# --- the tree of moves -----------------------------------------------------------------------------------------------


def _tree(reader: Reader) -> Node | None:
    if not reader.chapter.lines[0].places:
        return None
    is_hiding = any(map(reader.is_open_task, range(len(reader.chapter.places))))
    lines = _line(reader, 0, _shown_places(reader) if is_hiding else None)
    return el("div", el("h2", text=_("Moves"), cls="unseen"), lines, cls="tree list", key="tree")


def _shown_places(reader: Reader) -> frozenset[int]:
    """Return the places that no open task hides."""
    shown, waiting = set[int](), [0]
    while waiting:
        place = waiting.pop()
        shown.add(place)
        if not reader.is_open_task(place):
            waiting += reader.chapter.places[place].children
    return frozenset(shown)


def _line(reader: Reader, number: int, shown: frozenset[int] | None) -> Node:
    """Return the list of a line's turns, each followed by the lines that vary it.

    Args:
        reader: the reader.
        number: the number of the line.
        shown: the places that may be named, None for all.
    """
    chapter = reader.chapter
    line = chapter.lines[number]
    timeline = line.timeline
    branches = [(chapter.lines[one].first, one) for one in line.variations]
    items: list[Node] = []
    first = line.first
    is_numbered = not any(turn.label for turn in timeline.turns())
    for number_of_turn, turn in enumerate(timeline.turns()):
        own = [(ply, text) for ply, text in turn.items if ply >= line.first]
        if not own:
            continue
        told = dict(VIEWS[timeline.game.id].turn_in_words(turn, timeline.states, timeline.entries).items)
        texts: list[tuple[int, str]] = []
        current = -1
        for ply, text in own:
            places = line.places[first - line.first : ply + 1 - line.first]  # an item may stand for several actions
            if shown is not None and places[-1] not in shown:
                break
            glyphs = "".join(chapter.places[place].note.glyph for place in places)
            texts.append((places[-1], told.get(ply, text) + glyphs))
            current = places[-1] if reader.place in places else current
            first = ply + 1
        if texts:
            player = "all" if turn.player is None else f"p{turn.player}"
            label = f"{number_of_turn + 1}." if is_numbered else turn.label
            items.append(_turn(label, player, number_of_turn, tuple(texts), current))
        last = own[-1][0]
        while branches and branches[0][0] <= last:
            _first, other = branches.pop(0)
            if shown is None or chapter.lines[other].places[0] in shown:
                items.append(
                    el("li", _line(reader, other, shown), cls="varied", key=f"line-{other}", aria_label=_("Variation"))
                )
        if len(texts) < len(own):
            items.append(el("li", el("span", text="…", aria_label=_("A task hides the rest.")), key="hidden"))
            break
    return el("ol", items, cls="line", key=f"line-{number}")


@lru_cache(maxsize=2048)
def _turn(label: str, player: str, number: int, items: tuple[tuple[int, str], ...], current: int) -> Node:
    """Return a turn of the list; cached, since few of them change between two pages.

    Args:
        label: the text before it.
        player: the class of its player.
        number: its number in the line.
        items: the places, each with the text that leads to it.
        current: the place that is shown, if it is among these; else -1.
    """
    nodes = (
        el(
            "button",
            text=text,
            type="button",
            cls="ply now" if place == current else "ply",
            data_do="embed.go",
            data_value=str(place),
            aria_current="step" if place == current else None,
            key=str(place),
        )
        for place, text in items
    )
    name = el("span", text=label, cls="label") if label else None
    return el("li", name, nodes, cls=f"turn {player}", key=str(number))


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
        if outcome := after.table.timeline.outcome:
            parts.append(outcome.reason)
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
