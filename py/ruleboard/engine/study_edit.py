"""Functions that edit the move tree of a chapter. Each function returns a new chapter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import StudyError
from ruleboard.engine.limits import MAX_STUDY_MOVES, max_count_phrase
from ruleboard.engine.study import Chapter, Note, StudyMove, StudyTask, count_moves
from ruleboard.engine.study_text import MAX_VARIATION_DEPTH
from ruleboard.engine.study_tree import OpenChapter
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _

_Moves = tuple[StudyMove, ...]
_Path = tuple[tuple[int, int], ...]
"""The path from the main line to a line: at each branch, the index of the move and the index of its variation."""


def with_note(tree: OpenChapter, node: int, note: Note) -> Chapter:
    """Return the chapter with a new note at a node."""
    if node == 0:
        return replace(tree.chapter, note=note)
    index = _find_move_index(tree, node)
    return _edit_line_with_node(tree, node, lambda line: _replace_move(line, index, replace(line[index], note=note)))


def with_moves(tree: OpenChapter, node: int, texts: Sequence[str]) -> Chapter:
    """Return the chapter with moves added after a node. New moves extend the line, or become a variation.

    Args:
        tree: the chapter.
        node: the number of the node.
        texts: the texts of legal actions after the node, in the game's notation.

    Raises:
        StudyError: the chapter would have too many moves, or its variations would be nested too deeply.
    """
    remaining_texts = list(texts)
    while remaining_texts and (child := tree.child_for(node, remaining_texts[0])) is not None:
        node = child
        remaining_texts.pop(0)
    if not remaining_texts:
        return tree.chapter
    if count_moves(tree.chapter.moves) + len(remaining_texts) > MAX_STUDY_MOVES:
        raise StudyError(_("there are too many moves"), expected=max_count_phrase(MAX_STUDY_MOVES))
    new_moves = tuple(map(StudyMove, remaining_texts))
    if not tree.nodes[node].children:
        return _edit_line_with_node(tree, node, lambda line: (*line, *new_moves))
    if len(_find_path_to_line(tree, tree.nodes[node].line)) >= MAX_VARIATION_DEPTH:
        raise StudyError(_("variations are nested too deeply"), expected=max_count_phrase(MAX_VARIATION_DEPTH))
    index = _find_move_index(tree, node) + 1

    def add_variation(line: _Moves) -> _Moves:
        move = line[index]
        return _replace_move(line, index, replace(move, variations=(*move.variations, new_moves)))

    return _edit_line_with_node(tree, node, add_variation)


def without_move(tree: OpenChapter, node: int) -> Chapter:
    """Remove the move that leads to a node, and all moves after it.

    If the move has variations, the first variation takes its place in the line.
    """
    index = _find_move_index(tree, node)

    def remove_move(line: _Moves) -> _Moves:
        first_variation, *other_variations = line[index].variations or ((),)
        if not first_variation:
            return line[:index]
        promoted_move = replace(first_variation[0], variations=(*first_variation[0].variations, *other_variations))
        return (*line[:index], promoted_move, *first_variation[1:])

    return _edit_line_with_node(tree, node, remove_move)


def promote_line(tree: OpenChapter, node: int) -> Chapter:
    """Swap the variation that contains a node with its parent line.

    The parent line becomes the first variation. If the node is in the main line, nothing changes.
    """
    path = _find_path_to_line(tree, tree.nodes[node].line)
    if not path:
        return tree.chapter
    index, variation_index = path[-1]

    def swap_lines(line: _Moves) -> _Moves:
        move = line[index]
        variation = move.variations[variation_index]
        other_variations = (*move.variations[:variation_index], *move.variations[variation_index + 1 :])
        demoted_line = (replace(move, variations=()), *line[index + 1 :])
        promoted_move = replace(variation[0], variations=(demoted_line, *variation[0].variations, *other_variations))
        return (*line[:index], promoted_move, *variation[1:])

    return replace(tree.chapter, moves=_edit_line(tree.chapter.moves, path[:-1], swap_lines))


def create_task_for_move(tree: OpenChapter, node: int) -> StudyTask | None:
    """Create a task whose answer is the turn that starts with the move to a node.

    The result is None for the first node, and if the move is an ending. The answer consists of all actions along the
    line until another player decides.
    """
    parent = tree.nodes[node].parent
    if parent is None:
        return None
    answer = possible_answers(tree, node)
    return StudyTask((answer[_count_turn_actions(tree, parent, node) - 1],)) if answer else None


def possible_answers(tree: OpenChapter, node: int, max_actions: int = 12) -> tuple[tuple[str, ...], ...]:
    """Return the possible answers to a task: the first action, the first two actions, and so on along the line.

    Args:
        tree: the chapter.
        node: the number of the node after the first action.
        max_actions: the maximum number of actions in an answer.
    """
    texts: list[str] = []
    answers: list[tuple[str, ...]] = []
    while len(answers) < max_actions:
        study_node = tree.nodes[node]
        text = tree.lines[study_node.line].timeline.plies[study_node.ply].text
        if is_ending(text):
            break
        texts.append(text)
        answers.append(tuple(texts))
        children = tree.nodes[node].children
        if not children:
            break
        node = children[0]
    return tuple(answers)


def _count_turn_actions(tree: OpenChapter, parent: int, node: int) -> int:
    """Count the consecutive actions of one player, starting with the action between ``parent`` and ``node``."""
    player = _player_to_move(tree, parent)
    length = 1
    while _player_to_move(tree, node) == player and (children := tree.nodes[node].children):
        if is_ending(tree.texts(children[0])[-1]) or length == 12:
            break
        node = children[0]
        length += 1
    return length


def _player_to_move(tree: OpenChapter, node: int) -> int | None:
    study_node = tree.nodes[node]
    line: Timeline[Any] = tree.lines[study_node.line].timeline
    return line.game.to_move(line.states[study_node.ply])


# --- lines -----------------------------------------------------------------------------------------------------------


def _find_path_to_line(tree: OpenChapter, number: int) -> _Path:
    """Return the path through the tree from the main line to the line with this number."""
    steps: list[tuple[int, int]] = []
    while number:
        parent = next(index for index, line in enumerate(tree.lines) if number in line.variations)
        branch_ply = tree.lines[number].branch_ply
        siblings = [
            line_number
            for line_number in tree.lines[parent].variations
            if tree.lines[line_number].branch_ply == branch_ply
        ]
        steps.append((branch_ply - tree.lines[parent].branch_ply, siblings.index(number)))
        number = parent
    return tuple(reversed(steps))


def _find_move_index(tree: OpenChapter, node: int) -> int:
    """Return the index of a node's move within its line, or -1 for the first node."""
    study_node = tree.nodes[node]
    return study_node.ply - tree.lines[study_node.line].branch_ply - 1


def _edit_line_with_node(tree: OpenChapter, node: int, edit: Callable[[_Moves], _Moves]) -> Chapter:
    """Apply an edit to the line that contains a node. If a variation becomes empty, remove it."""
    path = _find_path_to_line(tree, tree.nodes[node].line)
    return replace(tree.chapter, moves=_edit_line(tree.chapter.moves, path, edit))


def _edit_line(line: _Moves, path: _Path, edit: Callable[[_Moves], _Moves]) -> _Moves:
    if not path:
        return edit(line)
    (index, variation_index), *inner_path = path
    move = line[index]
    edited_variation = _edit_line(move.variations[variation_index], tuple(inner_path), edit)
    variations = (
        *move.variations[:variation_index],
        *((edited_variation,) if edited_variation else ()),
        *move.variations[variation_index + 1 :],
    )
    return _replace_move(line, index, replace(move, variations=variations))


def _replace_move(line: _Moves, index: int, move: StudyMove) -> _Moves:
    return (*line[:index], move, *line[index + 1 :])
