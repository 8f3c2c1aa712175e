"""The printable version of a study: the moves as text, diagrams, and tasks with their answers at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Final

from ruleboard.app.study.paper import Paper
from ruleboard.app.study.reader_view import move_text
from ruleboard.app.study.tree_view import readable_turns
from ruleboard.app.ui.components import button
from ruleboard.app.ui.diagrams import as_image
from ruleboard.engine.errors import StudyError
from ruleboard.engine.study import Chapter, Note, Study
from ruleboard.engine.study_tree import OpenChapter, open_chapter
from ruleboard.i18n import _
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.drawings import Drawing, target_boxes, with_drawings
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el
from ruleboard.wording import clean_name, sentence

_ELLIPSIS: Final = "…"
"""The text that replaces moves which would reveal the answer to a task."""


@dataclass(slots=True)
class _Page:
    """The state of ``printed_parts``.

    Attributes:
        draw: the function that draws the board at a node of a chapter.
        answers: the answers to the page's tasks so far, in order. The page numbers them from 1.
    """

    draw: Callable[[OpenChapter, int], Node | None]
    answers: list[str] = field(default_factory=list)


def printed_parts(study: Study, draw: Callable[[OpenChapter, int], Node | None] | None = None) -> Iterator[Node]:
    """Yield the parts of a study's printed page.

    Args:
        study: the study.
        draw: a function that draws the board at a node of a chapter, or returns None for an empty figure. By default,
            the pictures need the app's styles.

    A chapter with an illegal move has a sentence about it in place of its moves.
    """
    lang = study.language or None
    page = _Page(draw or _board)
    yield el("h1", text=clean_name(study.title), lang=lang)
    if study.author:
        yield el("p", text=_("by {author}").format(author=clean_name(study.author)))
    for number, chapter in enumerate(study.chapters, 1):
        yield el("section", *_chapter_parts(chapter, number, page), cls="paper-chapter", key=str(number), lang=lang)
    if page.answers:
        items = (el("li", text=text) for text in page.answers)
        yield el("section", el("h2", text=_("Answers")), el("ol", items, cls="paper-answers"), key="answers")


def open_paper(study: Study, draw: Callable[[OpenChapter, int], Node] | None = None) -> Paper:
    """Return the printable version of a study, still without its diagrams.

    Args:
        study: the study.
        draw: a function that draws the board at a node of a chapter; see ``printed_parts``.
    """
    missing_diagrams: list[Callable[[], Node]] = []

    def postpone(chapter_tree: OpenChapter, node: int) -> None:
        missing_diagrams.append(partial(draw or _board, chapter_tree, node))

    parts = tuple(printed_parts(study, postpone))
    return Paper(parts, tuple(missing_diagrams))


def paper_page(paper: Paper) -> Node:
    """Return the page of a frame that shows a printable study, with buttons to print it and to go back."""
    return el(
        "main",
        el(
            "div",
            button(_("Print"), "embed.print", cls="primary"),
            button(_("Back to the study"), "embed.paper", cls="quiet"),
            cls="row",
        ),
        *paper.parts,
        cls="embed study-paper",
        key="paper",
    )


def _chapter_parts(chapter: Chapter, chapter_number: int, page: _Page) -> Iterator[Node]:
    title = clean_name(chapter.title)
    game = _(GAMES[chapter.game].title)
    yield el("h2", text=f"{chapter_number}. {title or game}")
    if title:
        yield el("p", text=game, cls="small")
    try:
        chapter_tree = open_chapter(chapter, GAMES, f"chapters[{chapter_number}]")
    except StudyError as error:
        yield el("p", text=sentence(str(error)))
        return
    note = chapter_tree.nodes[0].note
    if note.has_diagram or note.task or note.marks or chapter.start is not None:
        yield _diagram(chapter_tree, 0, page)
    yield from _note_parts(note, chapter_tree, 0, page)
    yield from _line_parts(chapter_tree, 0, page)


def _line_parts(chapter_tree: OpenChapter, line_number: int, page: _Page) -> Iterator[Node]:
    """Yield the moves of a line as paragraphs, with comments, diagrams, tasks and variations between them.

    Dots replace the moves that answer a task, since the page prints the answers at its end.
    """
    line = chapter_tree.lines[line_number]
    answer_nodes = _answer_nodes(chapter_tree)
    moves: list[str] = []
    first_ply = line.branch_ply
    branches = [
        (chapter_tree.lines[variation_number].branch_ply, variation_number) for variation_number in line.variations
    ]
    turns = readable_turns(chapter_tree, line_number)
    previous_label = ""

    def move_paragraph() -> Iterator[Node]:
        if moves:
            yield el("p", text=" ".join(moves), cls="paper-moves")
            moves.clear()

    for turn in turns:
        previous_label = turn.label or previous_label
        items = [(ply, text) for ply, text in turn.items if ply >= line.branch_ply]
        if not items:
            continue
        label = "" if moves and turn.label.endswith("…") else turn.label
        if not label and not moves and previous_label:
            label = f"{previous_label.rstrip('.')}…"
        if label:
            moves.append(_("{label}:").format(label=label) if label[0].isalpha() else label)
        for ply, text in items:
            nodes = line.nodes[first_ply - line.branch_ply : ply + 1 - line.branch_ply]
            first_ply = ply + 1
            notes = [(node, chapter_tree.nodes[node].note) for node in nodes]
            if not answer_nodes.isdisjoint(nodes):
                moves.extend([] if moves[-1:] == [_ELLIPSIS] else [_ELLIPSIS])
            else:
                moves.append(text + "".join(note.glyph for _place, note in notes))
            for node, note in notes:
                if note.comment or note.task or note.has_diagram:
                    yield from move_paragraph()
                    if note.has_diagram or note.task:
                        yield _diagram(chapter_tree, node, page)
                    yield from _note_parts(note, chapter_tree, node, page)
        variations, branches = _split_branches(branches, items[-1][0])
        if variations:
            yield from move_paragraph()
        for variation_number in variations:
            yield el("div", *_line_parts(chapter_tree, variation_number, page), cls="paper-variation")
    yield from move_paragraph()


def _answer_nodes(chapter_tree: OpenChapter) -> frozenset[int]:
    """Return the indexes of the nodes after moves that answer a task."""
    answers: set[int] = set()
    for number, node in enumerate(chapter_tree.nodes):
        for answer in node.note.task.accepted_answers if node.note.task else ():
            next_node: int | None = number
            for text in answer:
                next_node = None if next_node is None else chapter_tree.child_for(next_node, text)
                answers |= {next_node} if next_node is not None else set()
    return frozenset(answers)


def _split_branches(branches: list[tuple[int, int]], last_ply: int) -> tuple[list[int], list[tuple[int, int]]]:
    """Split branches (pairs of ply and line) at a ply.

    Return the lines of the branches up to the ply, and the branches after the ply.
    """
    groups = {is_early: list(group) for is_early, group in groupby(branches, lambda branch: branch[0] <= last_ply)}
    return [line_number for _first, line_number in groups.get(True, [])], groups.get(False, [])


def _note_parts(note: Note, chapter_tree: OpenChapter, node: int, page: _Page) -> Iterator[Node]:
    """Yield the comment and the task of a node."""
    for text in filter(None, map(clean_name, note.comment.splitlines())):
        yield el("p", text=text, cls="paper-comment")
    if note.task:
        timeline = chapter_tree.timeline(node)
        player = timeline.to_move
        side = "" if player is None else _(timeline.game.sides(timeline.state)[player])
        task_text = clean_name(note.task.prompt) or _("{side} to move: find the move.").format(side=side)
        page.answers.append(_answer_text(chapter_tree, node))
        number = len(page.answers)
        yield el(
            "p", el("strong", text=_("Task {n}").format(n=number)), el("span", text=f" {task_text}"), cls="paper-task"
        )


def _answer_text(chapter_tree: OpenChapter, node: int) -> str:
    """Return the text of the answers to a node's task, followed by the praise."""
    task = chapter_tree.nodes[node].note.task
    if task is None:
        return ""
    timeline = chapter_tree.timeline(node)
    lines = []
    for answer in task.accepted_answers:
        timeline_after = timeline
        texts = []
        for text in answer:
            timeline_after = timeline_after.play(timeline_after.game.parse_action(timeline_after.state, text))
            texts.append(move_text(timeline_after))
        lines.append(" ".join(texts))
    separator = " ".join(("", _("Or:"), ""))
    return " ".join((separator.join(lines), clean_name(task.praise))).strip()


def _diagram(chapter_tree: OpenChapter, node: int, page: _Page) -> Node:
    return el("figure", page.draw(chapter_tree, node), cls="paper-diagram", key=f"diagram-{node}")


def drawings(note: Note) -> tuple[Drawing, ...]:
    """Return the arrows, rings and labels of a note."""
    kinds = ("arrow", "ring", "label")
    return tuple(Drawing(mark.kind, mark.targets, mark.color, mark.text) for mark in note.marks if mark.kind in kinds)


def _board(chapter_tree: OpenChapter, node: int) -> Node:
    timeline = chapter_tree.timeline(node)
    view = VIEWS[timeline.game.id]
    state = timeline.state_for(timeline.to_move if timeline.is_hidden() else None)
    seat = chapter_tree.chapter.seat
    touchable_picture = view.picture(state, seat, Marks())
    image = as_image(view.picture(state, seat, Marks(read_only=True)))
    return with_drawings(image, drawings(chapter_tree.nodes[node].note), target_boxes(touchable_picture))
