"""The tree of a chapter's legal moves, and the positions after these moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import RuleboardError, StudyError
from ruleboard.engine.game import Game
from ruleboard.engine.limits import max_count_phrase
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps, run_to_end
from ruleboard.engine.study import Chapter, Note, StudyMove, StudyTask, WrongAnswer
from ruleboard.engine.timeline import Timeline, new_timeline, rules_for_options
from ruleboard.i18n import _

AnyGame = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class StudyNode:
    """A position in the tree.

    Attributes:
        line: the number of its line in ``OpenChapter.lines``.
        ply: the number of entries before it, from the start of the chapter.
        parent: the number of the previous node, or None for the first node.
        note: the author's note on the position. The answers to its task are in the game's notation.
        children: the numbers of the next nodes, the main continuation first.
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
        variations: the numbers of the lines that branch off from this one, in order.
    """

    timeline: Timeline[Any]
    branch_ply: int
    nodes: tuple[int, ...]
    variations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpenChapter:
    """A chapter whose moves have been checked, with its tree of moves.

    Attributes:
        chapter: the chapter.
        nodes: all nodes. Node 0 is the start; the nodes of the main line follow in order.
        lines: all lines; the first is the main line.
    """

    chapter: Chapter
    nodes: tuple[StudyNode, ...]
    lines: tuple[Line, ...]

    def timeline(self, number: int) -> Timeline[Any]:
        """Return the timeline of the line that contains a node, with the node as its current state."""
        node = self.nodes[number]
        return self.lines[node.line].timeline.jump(node.ply).without_undone()

    def texts(self, number: int) -> tuple[str, ...]:
        """Return the texts of the entries from the start of the chapter to a node."""
        node = self.nodes[number]
        return self.lines[node.line].timeline.texts[: node.ply]

    def find_node(self, texts: Sequence[str]) -> int:
        """Follow entries from the first node while the tree contains them; return the number of the last node."""
        number = 0
        for text in texts:
            child = self.child_for(number, text)
            if child is None:
                break
            number = child
        return number

    def main_line_node(self, ply: int) -> int:
        """Return the number of the node at a ply of the main line, or of the last node if the line is shorter."""
        return (0, *self.lines[0].nodes)[max(0, min(ply, len(self.lines[0].nodes)))]

    def alternatives(self, number: int) -> tuple[int, ...]:
        """Return the numbers of the nodes with the same parent, including the node itself.

        The main continuation is first. The first node has no alternatives.
        """
        parent = self.nodes[number].parent
        return () if parent is None else self.nodes[parent].children

    def child_for(self, number: int, text: str) -> int | None:
        """Return the number of the child that an entry leads to, or None if the tree does not contain it."""
        for child in self.nodes[number].children:
            node = self.nodes[child]
            if self.lines[node.line].timeline.plies[node.ply].text == text:
                return child
        return None


class _OldTree:
    """The tree of a chapter before an edit. Its moves are already checked.

    It finds children in constant time, since a node may have thousands of them.
    """

    def __init__(self, tree: OpenChapter) -> None:
        self.tree = tree
        self._children: dict[tuple[int, str], int] = {}
        for number, node in enumerate(tree.nodes):
            if node.parent is not None:
                key = node.parent, tree.lines[node.line].timeline.plies[node.ply].text
                self._children.setdefault(key, number)

    def child(self, number: int, text: str) -> int | None:
        """Return the number of the child that an entry leads to, or None if the node has no such child."""
        return self._children.get((number, text))

    def timeline(self, number: int) -> Timeline[Any]:
        """Return the timeline at a node. If the line ends there, return the line's timeline itself."""
        node = self.tree.nodes[number]
        timeline = self.tree.lines[node.line].timeline
        return timeline if timeline.ply == node.ply else self.tree.timeline(number)


@dataclass(slots=True)
class _Branch:
    """The state from which a new line begins.

    Attributes:
        parent: the number of the state's node.
        ply: the number of entries before the state.
        old_node: the number of the state's node in the old tree, or None.
        timeline: the game up to the state; None if the old tree contains it.
    """

    parent: int
    ply: int
    old_node: int | None
    timeline: Timeline[Any] | None


class _TreeBuilder:
    """A builder for the tree of a chapter."""

    def __init__(self, start: Timeline[Any], old_tree: _OldTree | None = None) -> None:
        """Create a builder with an empty tree.

        Args:
            start: the game at the start of the chapter.
            old_tree: a tree with the same start, or None.
        """
        self.old_tree = old_tree
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

    def add_line_steps(self, start: _Branch, moves: Sequence[StudyMove], path: str) -> Steps[int]:
        """Add a line and all its variations, one move per step; return the line's number.

        Args:
            start: the state before the line's first move.
            moves: the line.
            path: the line's path in the text, for errors.

        Raises:
            StudyError: a move or an answer is not legal.
        """
        number = len(self.lines)
        self.lines.append(Line(self.start, start.ply, (), ()))
        nodes: list[int] = []
        branches: list[tuple[_Branch, Sequence[StudyMove], str]] = []
        current_branch = start
        for index, move in enumerate(moves, 1):
            move_path = f"{path}[{index}]"
            for turn, variation in enumerate(move.variations, 1):
                branches.append((current_branch, variation, f"{move_path}.variations[{turn}]"))
            current_branch = self._extend_branch(current_branch, move.text, move_path)
            note = move.note
            if note.task is not None:
                note = yield from _check_note_steps(self._timeline(current_branch), note, move_path)
            yield len(self.nodes)
            current_branch.parent = self.add_node(StudyNode(number, current_branch.ply, current_branch.parent, note))
            nodes.append(current_branch.parent)
        variations = []
        for arguments in branches:
            variations.append((yield from self.add_line_steps(*arguments)))
        self.lines[number] = Line(self._timeline(current_branch), start.ply, tuple(nodes), tuple(variations))
        return number

    def _extend_branch(self, branch: _Branch, text: str, path: str) -> _Branch:
        """Return a branch with the state after one more entry, but with the same parent node.

        Raises:
            StudyError: the move is malformed or not legal.
        """
        if self.old_tree and branch.old_node is not None:
            node = self.old_tree.child(branch.old_node, text)
            if node is not None:
                return _Branch(branch.parent, branch.ply + 1, node, None)
        timeline = _play_entry(self._timeline(branch), text, path)
        return _Branch(branch.parent, timeline.ply, None, timeline)

    def _timeline(self, branch: _Branch) -> Timeline[Any]:
        """Return the timeline at a branch's state, from the old tree if it contains the state."""
        if branch.timeline is None:
            assert self.old_tree is not None
            assert branch.old_node is not None
            branch.timeline = self.old_tree.timeline(branch.old_node)
        return branch.timeline


def open_chapter(
    chapter: Chapter, games: Mapping[str, AnyGame], path: str = "", previous_tree: OpenChapter | None = None
) -> OpenChapter:
    """Check the moves of a chapter and build its tree.

    Args:
        chapter: the chapter.
        games: the games, keyed by id.
        path: the chapter's JSON path, for errors.
        previous_tree: the opened chapter before an edit. Moves that it contains are not checked again.

    Raises:
        StudyError: the game or an option is unknown, the starting position is malformed, or a move or an answer is not
            legal; the error names the path in the text.
    """
    return run_to_end(open_chapter_steps(chapter, games, path, previous_tree))


def open_chapter_steps(
    chapter: Chapter, games: Mapping[str, AnyGame], path: str = "", previous_tree: OpenChapter | None = None
) -> Steps[OpenChapter]:
    """Open a chapter like ``open_chapter``, but in steps. The progress is the number of nodes so far.

    Raises:
        StudyError: see ``open_chapter``.
    """
    path_prefix = f"{path}." if path else ""
    start = chapter_start(chapter, games, path_prefix)
    old_tree = _OldTree(previous_tree) if previous_tree and _has_same_start(previous_tree.chapter, chapter) else None
    tree = _TreeBuilder(start, old_tree)
    note = yield from _check_note_steps(start, chapter.note, path_prefix.removesuffix("."))
    tree.add_node(StudyNode(0, 0, None, note))
    branch = _Branch(0, 0, 0 if old_tree else None, start)
    yield from tree.add_line_steps(branch, chapter.moves, f"{path_prefix}moves")
    nodes = tuple(
        StudyNode(node.line, node.ply, node.parent, node.note, tuple(tree.children[index]))
        for index, node in enumerate(tree.nodes)
    )
    return OpenChapter(chapter, nodes, tuple(tree.lines))


def with_updated_note(tree: OpenChapter, chapter: Chapter, node: int, note: Note) -> OpenChapter:
    """Return an opened chapter after an edit of one note. The edit must not change the task.

    Args:
        tree: the chapter before the edit.
        chapter: the edited chapter.
        node: the number of the node.
        note: the new note.
    """
    edited_node = replace(tree.nodes[node], note=note)
    return replace(tree, chapter=chapter, nodes=(*tree.nodes[:node], edited_node, *tree.nodes[node + 1 :]))


def with_chapter(tree: OpenChapter, chapter: Chapter) -> OpenChapter:
    """Return an opened chapter after an edit that did not change its start, moves or notes.

    Args:
        tree: the chapter before the edit.
        chapter: the edited chapter.
    """
    return tree if tree.chapter is chapter else replace(tree, chapter=chapter)


def _has_same_start(first_chapter: Chapter, second_chapter: Chapter) -> bool:
    return (first_chapter.game, first_chapter.options, first_chapter.seed, first_chapter.start) == (
        second_chapter.game,
        second_chapter.options,
        second_chapter.seed,
        second_chapter.start,
    )


def chapter_start(chapter: Chapter, games: Mapping[str, AnyGame], path_prefix: str = "") -> Timeline[Any]:
    """Create a timeline that contains only the starting position of a chapter.

    Args:
        chapter: the chapter.
        games: the games, keyed by id.
        path_prefix: the prefix of field names in errors.

    Raises:
        StudyError: the game or an option is unknown, the starting position is malformed, or the game has no such side.
    """
    if chapter.game not in games:
        message = _("there’s no game {name}").format(name=repr(chapter.game[:30]))
        raise StudyError(
            message, where=f"{path_prefix}game", expected=_("one of {names}").format(names=", ".join(games))
        )
    game = games[chapter.game]
    if chapter.options:  # a chapter that is older than a rule does not name the option for it
        game = rules_for_options(game, chapter.options)
    try:
        state = game.initial(chapter.options, chapter.seed)
    except RuleboardError as error:
        raise StudyError(error.what, where=f"{path_prefix}options", expected=error.expected) from error
    if chapter.start is not None:
        try:
            state = game.parse_position(chapter.start)
        except RuleboardError as error:
            located_error = error.within(f"{path_prefix}start")
            raise StudyError(located_error.what, where=located_error.where, expected=located_error.expected) from error
    side_count = len(game.sides(state))
    if chapter.seat >= side_count:
        raise StudyError(_("there’s no such side"), where=f"{path_prefix}side", expected=max_count_phrase(side_count))
    record = Record(game.id, dict(chapter.options), chapter.seed, ("",) * side_count, start=chapter.start)
    return new_timeline(game, state, record)


def _play_entry(timeline: Timeline[Any], text: str, path: str) -> Timeline[Any]:
    """Return the timeline after one more move or ending.

    Raises:
        StudyError: the move is malformed or not legal.
    """
    try:
        return timeline.play_text(text)
    except RuleboardError as error:
        message = _("{action} can’t be played: {why}").format(action=repr(text[:40]), why=error.what)
        raise StudyError(message, where=path, expected=error.expected) from error


def _check_note_steps(timeline: Timeline[Any], note: Note, path: str) -> Steps[Note]:
    """Check the answers to a note's task in steps, and convert them to the game's notation.

    Raises:
        StudyError: an answer is not legal.
    """
    if note.task is None:
        return note
    timeline = timeline.without_undone()
    task, task_path = note.task, f"{path}.task" if path else "task"
    accepted_answers, wrong_answers = [], []
    for number, line in enumerate(task.accepted_answers, 1):
        accepted_answers.append((yield from _normalize_line_steps(timeline, line, f"{task_path}.accept[{number}]")))
    for number, answer in enumerate(task.wrong_answers, 1):
        (text,) = yield from _normalize_line_steps(timeline, (answer.move,), f"{task_path}.wrong[{number}]")
        wrong_answers.append(WrongAnswer(text, answer.comment))
    return replace(
        note, task=StudyTask(tuple(accepted_answers), task.prompt, task.hint, task.praise, tuple(wrong_answers))
    )


def _normalize_line_steps(timeline: Timeline[Any], line: Sequence[str], path: str) -> Steps[tuple[str, ...]]:
    """Convert the actions of a line to the game's notation, in steps."""
    end = timeline
    for text in line:
        if is_ending(text):
            raise StudyError(_("this isn’t a move"), where=path, expected=_("an action of the game"))
        end = _play_entry(end, text, path)
        yield 0
    return tuple(entry.text for entry in end.entries[timeline.ply :] if isinstance(entry, Action))
