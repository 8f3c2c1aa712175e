"""Edits of a study's tree of moves. Each returns a new chapter. Node numbers are those of the opened chapter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import StudyError
from ruleboard.engine.limits import MOST_STUDY_MOVES
from ruleboard.engine.study import Chapter, Note, StudyMove, StudyTask, count_moves
from ruleboard.engine.study_text import DEEPEST
from ruleboard.engine.study_tree import OpenChapter
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _

_Moves = tuple[StudyMove, ...]
_Path = tuple[tuple[int, int], ...]
"""The path from the main line to a line: at each branch, the index of the move and the index of its variation."""


def with_note(opened: OpenChapter, node: int, note: Note) -> Chapter:
    """Return the chapter with another note at a node."""
    if node == 0:
        return replace(opened.chapter, note=note)
    index = _index(opened, node)
    return _edit_line_of(opened, node, lambda line: _with_move(line, index, replace(line[index], note=note)))


def with_moves(opened: OpenChapter, node: int, texts: Sequence[str]) -> Chapter:
    """Return the chapter with a line from a node. Moves that the tree lacks become a variation, or extend the line.

    Args:
        opened: the chapter.
        node: the number of the node.
        texts: the texts of legal actions from there on, in the game's notation.

    Raises:
        StudyError: the chapter would have too many moves, or its variations would be nested too deeply.
    """
    remaining = list(texts)
    while remaining and (child := opened.following(node, remaining[0])) is not None:
        node = child
        remaining.pop(0)
    if not remaining:
        return opened.chapter
    if count_moves(opened.chapter.moves) + len(remaining) > MOST_STUDY_MOVES:
        raise StudyError(_("there are too many moves"), expected=_("{n} at most").format(n=MOST_STUDY_MOVES))
    new_moves = tuple(map(StudyMove, remaining))
    if not opened.places[node].children:
        return _edit_line_of(opened, node, lambda line: (*line, *new_moves))
    if len(_path_to(opened, opened.places[node].line)) >= DEEPEST:
        raise StudyError(_("variations are nested too deeply"), expected=_("{n} at most").format(n=DEEPEST))
    index = _index(opened, node) + 1

    def add_variation(line: _Moves) -> _Moves:
        move = line[index]
        return _with_move(line, index, replace(move, variations=(*move.variations, new_moves)))

    return _edit_line_of(opened, node, add_variation)


def without(opened: OpenChapter, node: int) -> Chapter:
    """Return the chapter without the move that leads to a node, and without all moves after it.

    Variations on the move stay: the first of them takes its place in the line.
    """
    index = _index(opened, node)

    def remove_move(line: _Moves) -> _Moves:
        first_variation, *other_variations = line[index].variations or ((),)
        if not first_variation:
            return line[:index]
        head = replace(first_variation[0], variations=(*first_variation[0].variations, *other_variations))
        return (*line[:index], head, *first_variation[1:])

    return _edit_line_of(opened, node, remove_move)


def promoted(opened: OpenChapter, node: int) -> Chapter:
    """Return the chapter after an exchange of the variation that contains a node with its parent line.

    The parent line becomes the first variation. A node of the main line changes nothing.
    """
    path = _path_to(opened, opened.places[node].line)
    if not path:
        return opened.chapter
    index, variation_index = path[-1]

    def exchange(line: _Moves) -> _Moves:
        move = line[index]
        variation = move.variations[variation_index]
        others = (*move.variations[:variation_index], *move.variations[variation_index + 1 :])
        demoted = (replace(move, variations=()), *line[index + 1 :])
        head = replace(variation[0], variations=(demoted, *variation[0].variations, *others))
        return (*line[:index], head, *variation[1:])

    return replace(opened.chapter, moves=_edit_line(opened.chapter.moves, path[:-1], exchange))


def task_of_move(opened: OpenChapter, node: int) -> StudyTask | None:
    """Return a task whose answer is the move to a node, or None if the node follows an ending or is the first.

    The answer consists of all actions of the player along the line, until another player decides.
    """
    parent = opened.places[node].parent
    if parent is None:
        return None
    answer = answers_of(opened, node)
    return StudyTask((answer[_turn_length(opened, parent, node) - 1],)) if answer else None


def answers_of(opened: OpenChapter, node: int, maximum: int = 12) -> tuple[tuple[str, ...], ...]:
    """Return the answers that begin with the move to a node: its first action, its first two, and so on.

    Args:
        opened: the chapter.
        node: the number of the node after the first action.
        maximum: the maximum number of actions of an answer.
    """
    texts: list[str] = []
    answers: list[tuple[str, ...]] = []
    while len(answers) < maximum:
        text = opened.texts(node)[-1]
        if is_ending(text):
            break
        texts.append(text)
        answers.append(tuple(texts))
        children = opened.places[node].children
        if not children:
            break
        node = children[0]
    return tuple(answers)


def _turn_length(opened: OpenChapter, parent: int, node: int) -> int:
    """Return the number of consecutive actions of one player, from the one between two nodes on."""
    player = _to_move(opened, parent)
    length = 1
    while _to_move(opened, node) == player and (children := opened.places[node].children):
        if is_ending(opened.texts(children[0])[-1]) or length == 12:
            break
        node = children[0]
        length += 1
    return length


def _to_move(opened: OpenChapter, node: int) -> int | None:
    study_node = opened.places[node]
    line: Timeline[Any] = opened.lines[study_node.line].timeline
    return line.game.to_move(line.states[study_node.at])


# --- lines -----------------------------------------------------------------------------------------------------------


def _path_to(opened: OpenChapter, number: int) -> _Path:
    """Return the path from the main line to a line."""
    steps: list[tuple[int, int]] = []
    while number:
        parent = next(index for index, line in enumerate(opened.lines) if number in line.variations)
        branch_ply = opened.lines[number].first
        siblings = [
            line_number
            for line_number in opened.lines[parent].variations
            if opened.lines[line_number].first == branch_ply
        ]
        steps.append((branch_ply - opened.lines[parent].first, siblings.index(number)))
        number = parent
    return tuple(reversed(steps))


def _index(opened: OpenChapter, node: int) -> int:
    """Return the index, in its line, of the move that leads to a node; -1 for the first node."""
    study_node = opened.places[node]
    return study_node.at - opened.lines[study_node.line].first - 1


def _edit_line_of(opened: OpenChapter, node: int, edit: Callable[[_Moves], _Moves]) -> Chapter:
    """Return the chapter after an edit of the line that contains a node. An empty variation disappears."""
    path = _path_to(opened, opened.places[node].line)
    return replace(opened.chapter, moves=_edit_line(opened.chapter.moves, path, edit))


def _edit_line(line: _Moves, path: _Path, edit: Callable[[_Moves], _Moves]) -> _Moves:
    if not path:
        return edit(line)
    (index, variation_index), *inner_path = path
    move = line[index]
    inner = _edit_line(move.variations[variation_index], tuple(inner_path), edit)
    variations = (
        *move.variations[:variation_index],
        *((inner,) if inner else ()),
        *move.variations[variation_index + 1 :],
    )
    return _with_move(line, index, replace(move, variations=variations))


def _with_move(line: _Moves, index: int, move: StudyMove) -> _Moves:
    return (*line[:index], move, *line[index + 1 :])
