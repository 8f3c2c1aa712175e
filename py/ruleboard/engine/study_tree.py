"""The tree of moves of a study's chapter, with all positions. The rules check each move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import RuleboardError, StudyError
from ruleboard.engine.game import Game
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps, run_to_end
from ruleboard.engine.study import Chapter, Note, StudyMove, StudyTask, WrongAnswer
from ruleboard.engine.timeline import Timeline, new_timeline, rules_for_options
from ruleboard.i18n import _

AnyGame = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class StudyNode:
    """A node of the tree: a position.

    Attributes:
        line: the number of its line in ``OpenChapter.lines``.
        ply: the number of entries before it, from the start of the chapter.
        parent: the number of the node before it, or None for the first.
        note: the author's note on it. The answers of its task are in the game's notation.
        children: the numbers of the nodes after it, the main continuation first.
    """

    line: int
    ply: int
    parent: int | None
    note: Note
    children: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of moves.

    Attributes:
        timeline: the game from the start of the chapter to the end of the line.
        branch_ply: the number of entries before the line leaves its parent line; 0 for the main line.
        nodes: the numbers of the line's nodes: after ``branch_ply + 1`` entries, after ``branch_ply + 2``, …
        variations: the numbers of the lines that leave it, in order.
    """

    timeline: Timeline[Any]
    branch_ply: int
    nodes: tuple[int, ...]
    variations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpenChapter:
    """A chapter with legal moves, and its tree.

    Attributes:
        chapter: the chapter.
        nodes: all nodes: the first is 0, then those of the main line in order.
        lines: all lines; the first is the main line.
    """

    chapter: Chapter
    nodes: tuple[StudyNode, ...]
    lines: tuple[Line, ...]

    def timeline(self, number: int) -> Timeline[Any]:
        """Return the game up to a node."""
        node = self.nodes[number]
        return self.lines[node.line].timeline.jump(node.ply).without_undone()

    def texts(self, number: int) -> tuple[str, ...]:
        """Return the texts of the entries before a node, from the start of the chapter."""
        node = self.nodes[number]
        return self.lines[node.line].timeline.texts[: node.ply]

    def find(self, texts: Sequence[str]) -> int:
        """Return the number of the node after some entries, or of the last node on that path that the tree contains."""
        number = 0
        for text in texts:
            child = self.child_for(number, text)
            if child is None:
                break
            number = child
        return number

    def main_line_node(self, ply: int) -> int:
        """Return the number of the main line's node after ``ply`` entries, or of its last node."""
        return (0, *self.lines[0].nodes)[max(0, min(ply, len(self.lines[0].nodes)))]

    def alternatives(self, number: int) -> tuple[int, ...]:
        """Return the nodes with the same parent as a node, including the node itself.

        The main continuation is first. The first node has no alternatives.
        """
        parent = self.nodes[number].parent
        return () if parent is None else self.nodes[parent].children

    def child_for(self, number: int, text: str) -> int | None:
        """Return the number of the node that an entry leads to from a node, or None if the tree does not contain it."""
        for child in self.nodes[number].children:
            node = self.nodes[child]
            if self.lines[node.line].timeline.texts[node.ply - 1] == text:
                return child
        return None


class _Tree:
    """Builds the tree of a chapter."""

    def __init__(self, game: AnyGame, start: Timeline[Any], legal_lines: Sequence[Timeline[Any]] = ()) -> None:
        """Start with an empty tree.

        Args:
            game: the rules.
            start: the game at the start of the chapter.
            legal_lines: lines from the same start, whose moves the rules allow.
        """
        self.game = game
        self.legal_lines = legal_lines
        self.nodes: list[StudyNode] = []
        self.lines: list[Line] = []
        self.children: dict[int, list[int]] = {}
        self.start = start

    def add_node(self, node: StudyNode) -> int:
        number = len(self.nodes)
        self.nodes.append(node)
        self.children[number] = []
        if node.parent is not None:
            self.children[node.parent].append(number)
        return number

    def adding_line(self, before: Timeline[Any], parent: int, moves: Sequence[StudyMove], path: str) -> Steps[int]:
        """Add a line and all its variations, in steps of a move; return the line's number.

        Args:
            before: the game up to the line's first move.
            parent: the node before that move.
            moves: the line.
            path: its path in the text, for errors.

        Raises:
            StudyError: a move or an answer is not legal.
        """
        number = len(self.lines)
        self.lines.append(Line(before, before.ply, (), ()))
        timeline = before
        legal_line = self._longest_match(before, moves)
        nodes: list[int] = []
        branches: list[tuple[Timeline[Any], tuple[int, Sequence[StudyMove], str]]] = []
        for index, move in enumerate(moves, 1):
            move_path = f"{path}[{index}]"
            for turn, variation in enumerate(move.variations, 1):
                branches.append((timeline, (parent, variation, f"{move_path}.variations[{turn}]")))
            if legal_line and index <= legal_line.ply - before.ply:
                timeline = legal_line.jump(before.ply + index)
            else:
                timeline = _with_entry(timeline.without_undone() if legal_line else timeline, move.text, move_path)
                legal_line = None
            note = yield from _checking_note(timeline, move.note, move_path)
            yield len(self.nodes)
            parent = self.add_node(StudyNode(number, timeline.ply, parent, note))
            nodes.append(parent)
        timeline = timeline.without_undone() if legal_line else timeline
        variations = []
        for branch, arguments in branches:
            variations.append((yield from self.adding_line(branch.without_undone(), *arguments)))
        self.lines[number] = Line(timeline, before.ply, tuple(nodes), tuple(variations))
        return number

    def _longest_match(self, before: Timeline[Any], moves: Sequence[StudyMove]) -> Timeline[Any] | None:
        """Return the legal line with the longest common beginning, at the end of it, or None."""
        best: Timeline[Any] | None = None
        for line in self.legal_lines:
            if line.texts[: before.ply] != before.texts[: before.ply]:
                continue
            pairs = zip(line.texts[before.ply :], moves, strict=False)
            common = before.ply + sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1].text, pairs))
            if common > (best.ply if best else before.ply):
                best = line.jump(common)
        return best


def open_chapter(
    chapter: Chapter, games: Mapping[str, AnyGame], path: str = "", before: OpenChapter | None = None
) -> OpenChapter:
    """Return a chapter with the tree of its moves.

    Args:
        chapter: the chapter.
        games: the games by their ids.
        path: the chapter's path in the text of the study, for errors.
        before: the chapter before an edit; its moves need no second check.

    Raises:
        StudyError: the game or an option is unknown, the start is malformed, or a move or an answer is not legal; the
            error names the path in the text.
    """
    return run_to_end(opening_chapter(chapter, games, path, before))


def opening_chapter(
    chapter: Chapter, games: Mapping[str, AnyGame], path: str = "", before: OpenChapter | None = None
) -> Steps[OpenChapter]:
    """Open a chapter like ``open_chapter``, in steps. The progress is the number of nodes so far.

    Raises:
        StudyError: as ``open_chapter``.
    """
    path_prefix = f"{path}." if path else ""
    start = chapter_start(chapter, games, path_prefix)
    legal_lines = before.lines if before and _has_same_start(before.chapter, chapter) else ()
    tree = _Tree(start.game, start, tuple(line.timeline for line in legal_lines))
    note = yield from _checking_note(start, chapter.note, path_prefix.removesuffix("."))
    tree.add_node(StudyNode(0, 0, None, note))
    yield from tree.adding_line(start, 0, chapter.moves, f"{path_prefix}moves")
    nodes = tuple(
        StudyNode(node.line, node.ply, node.parent, node.note, tuple(tree.children[index]))
        for index, node in enumerate(tree.nodes)
    )
    return OpenChapter(chapter, nodes, tuple(tree.lines))


def with_updated_note(tree: OpenChapter, chapter: Chapter, node: int, note: Note) -> OpenChapter:
    """Return an opened chapter after an edit that changed only the note of a node, except its task.

    Args:
        tree: the chapter before the edit.
        chapter: the edited chapter.
        node: the number of the node.
        note: the new note.
    """
    edited_node = replace(tree.nodes[node], note=note)
    return replace(tree, chapter=chapter, nodes=(*tree.nodes[:node], edited_node, *tree.nodes[node + 1 :]))


def _has_same_start(first: Chapter, second: Chapter) -> bool:
    return (first.game, first.options, first.seed, first.start) == (
        second.game,
        second.options,
        second.seed,
        second.start,
    )


def chapter_start(chapter: Chapter, games: Mapping[str, AnyGame], path_prefix: str = "") -> Timeline[Any]:
    """Return the game of a chapter at its start.

    Args:
        chapter: the chapter.
        games: the games by their ids.
        path_prefix: the prefix of field names in errors.

    Raises:
        StudyError: the game or an option is unknown, the start is malformed, or the game has no such side.
    """
    if chapter.game not in games:
        message = _("there is no game {name}").format(name=repr(chapter.game[:30]))
        raise StudyError(
            message, where=f"{path_prefix}game", expected=_("one of {names}").format(names=", ".join(games))
        )
    game = games[chapter.game]
    if chapter.options:  # as of a record: one from before a rule was added does not name it
        game = rules_for_options(game, chapter.options)
    try:
        state = game.initial(chapter.options, chapter.seed)
    except RuleboardError as error:
        raise StudyError(error.what, where=f"{path_prefix}options", expected=error.expected) from error
    if chapter.start is not None:
        try:
            state = game.parse_position(chapter.start)
        except RuleboardError as error:
            inner = error.within(f"{path_prefix}start")
            raise StudyError(inner.what, where=inner.where, expected=inner.expected) from error
    sides = len(game.sides(state))
    if chapter.seat >= sides:
        raise StudyError(
            _("there is no such side"), where=f"{path_prefix}side", expected=_("{n} at most").format(n=sides)
        )
    record = Record(game.id, dict(chapter.options), chapter.seed, ("",) * sides, start=chapter.start)
    return new_timeline(game, state, record)


def _with_entry(timeline: Timeline[Any], text: str, path: str) -> Timeline[Any]:
    """Return the timeline after one more move or ending.

    Raises:
        StudyError: the move is malformed or not legal.
    """
    try:
        if is_ending(text):
            return timeline.end(text)
        return timeline.play(timeline.game.parse_action(timeline.state, text))
    except RuleboardError as error:
        message = _("{action} cannot be played: {why}").format(action=repr(text[:40]), why=error.what)
        raise StudyError(message, where=path, expected=error.expected) from error


def _checking_note(timeline: Timeline[Any], note: Note, path: str) -> Steps[Note]:
    """Return a note with the answers of its task in the game's notation, in steps.

    Raises:
        StudyError: an answer is not legal.
    """
    if note.task is None:
        return note
    timeline = timeline.without_undone()
    task, task_path = note.task, f"{path}.task" if path else "task"
    accept, wrong = [], []
    for number, line in enumerate(task.accept, 1):
        accept.append((yield from _normalizing_line(timeline, line, f"{task_path}.accept[{number}]")))
    for number, answer in enumerate(task.wrong, 1):
        (text,) = yield from _normalizing_line(timeline, (answer.move,), f"{task_path}.wrong[{number}]")
        wrong.append(WrongAnswer(text, answer.comment))
    return replace(note, task=StudyTask(tuple(accept), task.ask, task.hint, task.praise, tuple(wrong)))


def _normalizing_line(timeline: Timeline[Any], line: Sequence[str], path: str) -> Steps[tuple[str, ...]]:
    """Return the texts of a line's actions in the game's notation, in steps."""
    after = timeline
    for text in line:
        if is_ending(text):
            raise StudyError(_("this is not a move"), where=path, expected=_("an action of the game"))
        after = _with_entry(after, text, path)
        yield 0
    return tuple(entry.text for entry in after.entries[timeline.ply :] if isinstance(entry, Action))
