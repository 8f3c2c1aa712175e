"""Edits of a study's tree of moves: each returns another chapter. Places are those of the opened chapter."""

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
_Way = tuple[tuple[int, int], ...]
"""The way from the main line to a line: for each line left, the index of the varied move and that of the variation."""


def with_note(opened: OpenChapter, place: int, note: Note) -> Chapter:
    """Return the chapter with another note at a place."""
    if place == 0:
        return replace(opened.chapter, note=note)
    index = _index(opened, place)
    return _edited(opened, place, lambda line: _put(line, index, replace(line[index], note=note)))


def with_moves(opened: OpenChapter, place: int, texts: Sequence[str]) -> Chapter:
    """Return the chapter with a line from a place: what the tree has of it stays, the rest is a variation, or goes on.

    Args:
        opened: the chapter.
        place: the place.
        texts: the texts of legal actions from there on, in the game's own spelling.

    Raises:
        StudyError: there are too many moves, or variations would be nested too deeply.
    """
    left = list(texts)
    while left and (following := opened.following(place, left[0])) is not None:
        place = following
        left.pop(0)
    if not left:
        return opened.chapter
    if count_moves(opened.chapter.moves) + len(left) > MOST_STUDY_MOVES:
        raise StudyError(_("there are too many moves"), expected=_("{n} at most").format(n=MOST_STUDY_MOVES))
    new = tuple(map(StudyMove, left))
    if not opened.places[place].children:
        return _edited(opened, place, lambda line: (*line, *new))
    if len(_way(opened, opened.places[place].line)) >= DEEPEST:
        raise StudyError(_("variations are nested too deeply"), expected=_("{n} at most").format(n=DEEPEST))
    index = _index(opened, place) + 1

    def varied(line: _Moves) -> _Moves:
        move = line[index]
        return _put(line, index, replace(move, variations=(*move.variations, new)))

    return _edited(opened, place, varied)


def without(opened: OpenChapter, place: int) -> Chapter:
    """Return the chapter without the move that leads to a place, and without all that follows it.

    Of the variations on the move the first takes its place.
    """
    index = _index(opened, place)

    def shortened(line: _Moves) -> _Moves:
        first, *others = line[index].variations or ((),)
        if not first:
            return line[:index]
        head = replace(first[0], variations=(*first[0].variations, *others))
        return (*line[:index], head, *first[1:])

    return _edited(opened, place, shortened)


def promoted(opened: OpenChapter, place: int) -> Chapter:
    """Return the chapter with the variation of a place in the place of the line that it varies.

    That line becomes the first variation on it. A place of the main line changes nothing.
    """
    way = _way(opened, opened.places[place].line)
    if not way:
        return opened.chapter
    index, turn = way[-1]

    def exchanged(line: _Moves) -> _Moves:
        move = line[index]
        chosen = move.variations[turn]
        others = (*move.variations[:turn], *move.variations[turn + 1 :])
        old = (replace(move, variations=()), *line[index + 1 :])
        head = replace(chosen[0], variations=(old, *chosen[0].variations, *others))
        return (*line[:index], head, *chosen[1:])

    return replace(opened.chapter, moves=_edited_line(opened.chapter.moves, way[:-1], exchanged))


def task_of_move(opened: OpenChapter, place: int) -> StudyTask | None:
    """Return a task that the move to a place solves; None where no action leads.

    The answer is all that the player does from there on along the line, until another one decides.
    """
    parent = opened.places[place].parent
    if parent is None:
        return None
    answer = answers_of(opened, place)
    return StudyTask((answer[_turn_length(opened, parent, place) - 1],)) if answer else None


def answers_of(opened: OpenChapter, place: int, most: int = 12) -> tuple[tuple[str, ...], ...]:
    """Return the answers that begin with the move to a place: the first action, the first two of the line, and so on.

    Args:
        opened: the chapter.
        place: the place after the first action.
        most: the most actions of an answer.
    """
    texts: list[str] = []
    found: list[tuple[str, ...]] = []
    while len(found) < most:
        text = opened.texts(place)[-1]
        if is_ending(text):
            break
        texts.append(text)
        found.append(tuple(texts))
        children = opened.places[place].children
        if not children:
            break
        place = children[0]
    return tuple(found)


def _turn_length(opened: OpenChapter, parent: int, place: int) -> int:
    """Return the number of actions of one player in a row, from the one that leads from a place to another."""
    player = _to_move(opened, parent)
    length = 1
    while _to_move(opened, place) == player and (children := opened.places[place].children):
        if is_ending(opened.texts(children[0])[-1]) or length == 12:
            break
        place = children[0]
        length += 1
    return length


def _to_move(opened: OpenChapter, place: int) -> int | None:
    here = opened.places[place]
    line: Timeline[Any] = opened.lines[here.line].timeline
    return line.game.to_move(line.states[here.at])


# --- lines -----------------------------------------------------------------------------------------------------------


def _way(opened: OpenChapter, number: int) -> _Way:
    """Return the way from the main line to the line of a number."""
    steps: list[tuple[int, int]] = []
    while number:
        parent = next(at for at, line in enumerate(opened.lines) if number in line.variations)
        first = opened.lines[number].first
        beside = [one for one in opened.lines[parent].variations if opened.lines[one].first == first]
        steps.append((first - opened.lines[parent].first, beside.index(number)))
        number = parent
    return tuple(reversed(steps))


def _index(opened: OpenChapter, place: int) -> int:
    """Return the index, in its line, of the move that leads to a place; -1 for the first place."""
    here = opened.places[place]
    return here.at - opened.lines[here.line].first - 1


def _edited(opened: OpenChapter, place: int, edit: Callable[[_Moves], _Moves]) -> Chapter:
    """Return the chapter with the line of a place edited; a variation without moves goes."""
    way = _way(opened, opened.places[place].line)
    return replace(opened.chapter, moves=_edited_line(opened.chapter.moves, way, edit))


def _edited_line(line: _Moves, way: _Way, edit: Callable[[_Moves], _Moves]) -> _Moves:
    if not way:
        return edit(line)
    (index, turn), *rest = way
    move = line[index]
    inner = _edited_line(move.variations[turn], tuple(rest), edit)
    variations = (*move.variations[:turn], *((inner,) if inner else ()), *move.variations[turn + 1 :])
    return _put(line, index, replace(move, variations=variations))


def _put(line: _Moves, index: int, move: StudyMove) -> _Moves:
    return (*line[:index], move, *line[index + 1 :])
