"""A study on paper: the moves as text, diagrams, and tasks with their answers at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from ruleboard.app.study.reader_view import move_words
from ruleboard.app.study.tree_view import turns_in_words
from ruleboard.app.ui.diagrams import as_image
from ruleboard.engine.study import Chapter, Note, Study
from ruleboard.engine.study_tree import OpenChapter, open_chapter
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.i18n import _
from ruleboard.scene.drawings import Drawing, drawn, target_boxes
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el
from ruleboard.wording import cleaned

_DOTS: Final = "…"
"""The moves that answer a task, in the line that goes on with them."""


@dataclass(slots=True)
class _Answers:
    """The answers to the tasks so far, in order; they are numbered from 1."""

    texts: list[str] = field(default_factory=list)


def printed(study: Study) -> Iterator[Node]:
    """Yield the parts of a study's page for paper.

    Raises:
        StudyError: the rules do not allow a move.
    """
    lang = study.language or None
    answers = _Answers()
    yield el("h1", text=cleaned(study.title), lang=lang)
    if study.author:
        yield el("p", text=_("by {author}").format(author=cleaned(study.author)))
    for number, chapter in enumerate(study.chapters, 1):
        yield el("section", *_chapter(chapter, number, answers), cls="paper-chapter", key=str(number), lang=lang)
    if answers.texts:
        items = (el("li", text=text) for text in answers.texts)
        yield el("section", el("h2", text=_("Answers")), el("ol", items, cls="paper-answers"), key="answers")


def _chapter(chapter: Chapter, number: int, answers: _Answers) -> Iterator[Node]:
    opened = open_chapter(chapter, GAMES, f"chapters[{number}]")
    title = cleaned(chapter.title)
    game = _(GAMES[chapter.game].title)
    yield el("h2", text=f"{number}. {title or game}")
    if title:
        yield el("p", text=game, cls="small")
    note = opened.places[0].note
    if note.diagram or note.task or note.marks or chapter.start is not None:
        yield _diagram(opened, 0)
    yield from _told(note, opened, 0, answers)
    yield from _line(opened, 0, answers)


def _line(opened: OpenChapter, number: int, answers: _Answers) -> Iterator[Node]:
    """Yield the moves of a line as paragraphs, which a comment, a diagram, a task or a variation interrupts.

    Dots stand for those that answer a task: they are told at the end.
    """
    line = opened.lines[number]
    withheld = _answering(opened)
    timeline = line.timeline
    moves: list[str] = []
    first = line.first
    branches = [(opened.lines[one].first, one) for one in line.variations]
    turns = turns_in_words(timeline)
    latest = ""

    def told() -> Iterator[Node]:
        if moves:
            yield el("p", text=" ".join(moves), cls="paper-moves")
            moves.clear()

    for turn in turns:
        latest = turn.label or latest
        own = [(ply, text) for ply, text in turn.items if ply >= line.first]
        if not own:
            continue
        label = "" if moves and turn.label.endswith("…") else turn.label
        if not label and not moves and latest:
            label = f"{latest.rstrip('.')}…"
        if label:
            moves.append(_("{label}:").format(label=label) if label[0].isalpha() else label)
        for ply, text in own:
            places = line.places[first - line.first : ply + 1 - line.first]
            first = ply + 1
            notes = [(place, opened.places[place].note) for place in places]
            if not withheld.isdisjoint(places):
                moves.extend([] if moves[-1:] == [_DOTS] else [_DOTS])
            else:
                moves.append(text + "".join(note.glyph for _place, note in notes))
            for place, note in notes:
                if note.comment or note.task or note.diagram:
                    yield from told()
                    if note.diagram or note.task:
                        yield _diagram(opened, place)
                    yield from _told(note, opened, place, answers)
        varied, branches = _split(branches, own[-1][0])
        if varied:
            yield from told()
        for one in varied:
            yield el("div", *_line(opened, one, answers), cls="paper-variation")
    yield from told()


def _answering(opened: OpenChapter) -> frozenset[int]:
    """Return the numbers of the places to which moves lead that answer a task."""
    found: set[int] = set()
    for number, place in enumerate(opened.places):
        for accepted in place.note.task.accept if place.note.task else ():
            at: int | None = number
            for text in accepted:
                at = None if at is None else opened.following(at, text)
                found |= {at} if at is not None else set()
    return frozenset(found)


def _split(branches: list[tuple[int, int]], last: int) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the lines that vary a turn, up to its last ply, and those that vary later ones."""
    groups = {early: list(found) for early, found in groupby(branches, lambda one: one[0] <= last)}
    return [one for _first, one in groups.get(True, [])], groups.get(False, [])


def _told(note: Note, opened: OpenChapter, place: int, answers: _Answers) -> Iterator[Node]:
    """Yield the comment and the task of a place."""
    for text in filter(None, map(cleaned, note.comment.splitlines())):
        yield el("p", text=text, cls="paper-comment")
    if note.task:
        timeline = opened.timeline(place)
        player = timeline.to_move
        side = "" if player is None else _(timeline.game.sides(timeline.state)[player])
        asked = cleaned(note.task.ask) or _("{side} to move: find the move.").format(side=side)
        answers.texts.append(_answer(opened, place))
        number = len(answers.texts)
        yield el("p", el("strong", text=_("Task {n}").format(n=number)), el("span", text=f" {asked}"), cls="paper-task")


def _answer(opened: OpenChapter, place: int) -> str:
    """Return the answers to the task of a place in words, with the praise."""
    task = opened.places[place].note.task
    if task is None:
        return ""
    timeline = opened.timeline(place)
    lines = []
    for accepted in task.accept:
        after = timeline
        words = []
        for text in accepted:
            after = after.play(after.game.parse_action(after.state, text))
            words.append(move_words(after))
        lines.append(" ".join(words))
    between = " ".join(("", _("Or:"), ""))
    return " ".join((between.join(lines), cleaned(task.praise))).strip()


def _diagram(opened: OpenChapter, place: int) -> Node:
    timeline = opened.timeline(place)
    note = opened.places[place].note
    view = VIEWS[timeline.game.id]
    seen = timeline.state_for(timeline.to_move if timeline.is_hidden() else None)
    seat = opened.chapter.seat
    picture = view.picture(seen, seat, Marks())
    marks = [
        Drawing(mark.kind, mark.targets, mark.color, mark.text)
        for mark in note.marks
        if mark.kind in ("arrow", "ring", "label")
    ]
    shown = as_image(view.picture(seen, seat, Marks(read_only=True)))
    return el("figure", drawn(shown, marks, target_boxes(picture)), cls="paper-diagram", key=f"diagram-{place}")
