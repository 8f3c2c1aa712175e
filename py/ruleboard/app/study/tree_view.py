"""The tree of a chapter's moves: a list of the main line's turns, with a nested list for each variation.

The list of a long chapter contains only the moves near the current node, and buttons that show other moves.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from gettext import NullTranslations
from itertools import groupby
from operator import itemgetter
from typing import Any

from ruleboard.app.board.announcements import public_action_text
from ruleboard.app.study.tree_window import Window, window_around
from ruleboard.app.ui.components import button
from ruleboard.engine.move_text import Turn, begins_row
from ruleboard.engine.ply_history import PlyHistory
from ruleboard.engine.steps import Steps
from ruleboard.engine.study import GLYPHS
from ruleboard.engine.study_tree import OpenChapter
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _, current_catalog, ngettext
from ruleboard.registry import VIEWS
from ruleboard.scene.node import Node, el
from ruleboard.wording import clean_name

_MAX_COMMENT_LENGTH = 160
"""The maximum number of characters of a comment in the list; the full comment is next to the board."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A button in the list of moves.

    Attributes:
        nodes: the indexes of the nodes after its actions. The button opens the last one.
        text: the moves, with their verdicts.
        comment: the beginning of the author's comments on the nodes.
        is_task: True if one of the nodes has a task.
    """

    nodes: tuple[int, ...]
    text: str
    comment: str
    is_task: bool


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn of a line, with its label, the CSS class of its player, its index in the line, and its buttons."""

    label: str
    player: str
    number: int
    items: tuple[_Item, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line, with its number, its turns and variations, and folds in place of omitted moves."""

    number: int
    parts: tuple[_Turn | _Line | _Fold, ...]


@dataclass(frozen=True, slots=True)
class _Fold:
    """A button in place of moves or variations that the list of a long chapter omits.

    Attributes:
        label: its text.
        node: the index of the nearest omitted node, which the button opens.
    """

    label: str
    node: int


@dataclass(frozen=True, slots=True)
class _TurnList:
    """The turns of a line, from the start of the chapter.

    Attributes:
        turns: the turns, without readable texts.
        row_numbers: for each turn, the number of its row in the game's move list.
        has_labels: True if the game labels its turns itself.
    """

    turns: tuple[Turn, ...]
    row_numbers: tuple[int, ...]
    has_labels: bool


_MAX_CACHED_LINES = 256
"""The number of lines in the cache of turns, so that typing in a comment does not format all turns again."""
_cached_turns: dict[int, tuple[PlyHistory[Any], NullTranslations, _TurnList]] = {}
"""The cached turns of each line, by the identity of its history. The cache holds the history too, so that Python does
not reuse its id."""
_cached_lines: deque[tuple[OpenChapter, NullTranslations, Window | None, _Line]] = deque(maxlen=2)
"""The latest lists of chapters; the list of a short chapter is the same at all its nodes."""


def moves_list(
    chapter: OpenChapter,
    current_node: int,
    message: str,
    visible_nodes: frozenset[int] | None = None,
    *,
    shows_comments: bool = False,
) -> Node | None:
    """Return the list of a chapter's moves, or None if it has no moves.

    Args:
        chapter: the chapter.
        current_node: the index of the current node.
        message: the message of the buttons, whose value is the index of a node.
        visible_nodes: the indexes of the nodes that the list may contain, None for all.
        shows_comments: True to show tasks and the beginnings of comments as well.
    """
    if not chapter.lines[0].nodes:
        return None
    window = window_around(chapter, current_node, visible_nodes)
    line = _marked_line(
        _create_line_list(_chapter_line(chapter, window), _ListFormat(message, visible_nodes, shows_comments)),
        current_node,
        message,
    )
    return el(
        "div",
        el("h2", text=_("Moves"), cls="unseen"),
        line,
        cls="tree list",
        key="tree",
        tabindex="0",
        data_arrows=True,
    )


# --- the list without a current node ---------------------------------------------------------------------------------


def _chapter_line(chapter: OpenChapter, window: Window | None) -> _Line:
    for cached_chapter, language, cached_window, line in _cached_lines:
        if cached_chapter is chapter and language is current_catalog() and cached_window == window:
            return line
    line = _build_line(chapter, window.top_line if window else 0, window)
    _cached_lines.appendleft((chapter, current_catalog(), window, line))
    return line


def _build_line(chapter: OpenChapter, line_number: int, window: Window | None) -> _Line:
    return _Line(line_number, tuple(_line_parts(chapter, line_number, window)))


def _line_parts(chapter: OpenChapter, line_number: int, window: Window | None) -> Iterator[_Turn | _Line | _Fold]:
    line = chapter.lines[line_number]
    timeline, turns = line.timeline, _turn_list(chapter, line_number).turns
    plies = window.plies[line_number] if window else range(line.branch_ply, len(timeline.entries))
    first_turn = bisect_left(turns, plies.start, key=_last_ply)
    first_ply = max(line.branch_ply, _last_ply(turns[first_turn - 1]) + 1 if first_turn else 0)
    branches = [(chapter.lines[variation_number].branch_ply, variation_number) for variation_number in line.variations]
    del branches[: bisect_left(branches, first_ply, key=itemgetter(0))]
    latest_label = _last_label(chapter, line_number, first_turn)
    # The first turn of a variation, and the first one after it, always has a label.
    resumes_line = line_number > 0 or first_turn > 0
    if first_ply > line.branch_ply:
        yield _Fold(_("Earlier moves"), _node_before(chapter, line_number, first_ply))
    for turn_number in range(first_turn, len(turns)):
        if first_ply >= plies.stop:
            yield _Fold(_("Later moves"), line.nodes[first_ply - line.branch_ply])
            break
        turn = _readable_turn(chapter, line_number, turn_number)
        repeats_label = turn.label == latest_label
        latest_label = turn.label or latest_label
        line_items = [(ply, text) for ply, text in turn.items if ply >= line.branch_ply]
        if not line_items:
            continue
        items = []
        for ply, text in line_items:
            nodes = line.nodes[
                first_ply - line.branch_ply : ply + 1 - line.branch_ply
            ]  # an item may stand for several actions
            items.append(_item(chapter, nodes, text))
            first_ply = ply + 1
        player = "all" if turn.player is None else f"p{turn.player}"
        label = "" if repeats_label and not resumes_line else turn.label
        if resumes_line and not label and latest_label:
            label = f"{latest_label.rstrip('.')}…"
        resumes_line = False
        yield _Turn(label, player, turn_number, tuple(items))
        early_count = bisect_left(branches, first_ply, key=itemgetter(0))
        if early_count:
            yield from _variations(
                chapter, [variation_number for _ply, variation_number in branches[:early_count]], window
            )
            del branches[:early_count]
            resumes_line = True


def _variations(chapter: OpenChapter, numbers: Sequence[int], window: Window | None) -> Iterator[_Line | _Fold]:
    """Yield the variations on a turn. A single button replaces neighbouring variations that the list omits."""
    for is_listed, neighbours in groupby(numbers, lambda line_number: window is None or line_number in window.plies):
        group = tuple(neighbours)
        if is_listed:
            yield from (_build_line(chapter, line_number, window) for line_number in group)
        else:
            nearest_number = group[-1] if group[0] == numbers[0] and group[-1] != numbers[-1] else group[0]
            label = ngettext("{n} more variation", "{n} more variations", len(group)).format(n=len(group))
            yield _Fold(label, chapter.lines[nearest_number].nodes[0])


def _node_before(chapter: OpenChapter, line_number: int, ply: int) -> int:
    """Return the index of the node before the entry of a line at a ply."""
    line = chapter.lines[line_number]
    if ply > line.branch_ply:
        return line.nodes[ply - line.branch_ply - 1]
    return chapter.nodes[line.nodes[0]].parent or 0


# --- turns -----------------------------------------------------------------------------------------------------------


def _last_ply(turn: Turn) -> int:
    return turn.items[-1][0]


def _turn_list(chapter: OpenChapter, line_number: int) -> _TurnList:
    """Return the turns of a line. For a variation, format only the turns after the branch.

    The last turn may contain hidden actions, since the game's move list joins them with the replies.
    """
    line = chapter.lines[line_number]
    timeline, history = line.timeline, line.timeline.history
    match _cached_turns.get(id(history)):
        case cached_history, catalog, turn_list if cached_history is history and catalog is current_catalog():
            return turn_list
    first_node_parent = chapter.nodes[line.nodes[0]].parent if line_number else None
    if first_node_parent is None:
        turns, row_numbers, has_labels = timeline.turns(), list[int](), None
    else:
        parent = _turn_list(chapter, chapter.nodes[first_node_parent].line)
        common_turns = parent.turns[: bisect_left(parent.turns, line.branch_ply, key=_last_ply)]
        turns = timeline.extend_turns(common_turns)
        common_count = max(0, len(common_turns) - 1)
        row_numbers = (
            list(parent.row_numbers[:common_count]) if turns[:common_count] == common_turns[:common_count] else []
        )
        has_labels = parent.has_labels if len(row_numbers) > 1 else None
    row = row_numbers[-1] if row_numbers else 0
    for index in range(len(row_numbers), len(turns)):
        row += begins_row(turns, index)
        row_numbers.append(row)
    if has_labels is None:
        has_labels = any(_with_readable_texts(timeline, turn).label for turn in turns[:2])
    last_ply = len(timeline.entries) - 1
    if last_ply > (_last_ply(turns[-1]) if turns else -1):
        mover = timeline.game.to_move(timeline.states[last_ply])
        turns = (*turns, Turn("…", mover, ((last_ply, public_action_text(timeline, last_ply)),)))
        row_numbers.append(row)
    turn_list = _TurnList(turns, tuple(row_numbers), has_labels)
    _cached_turns[id(history)] = history, current_catalog(), turn_list
    if len(_cached_turns) > _MAX_CACHED_LINES:
        del _cached_turns[next(iter(_cached_turns))]
    return turn_list


def format_listed_turns(chapter: OpenChapter, current_node: int) -> Steps[None]:
    """Format the turns of the listed lines around a node in advance, in one step per line."""
    window = window_around(chapter, current_node if current_node < len(chapter.nodes) else 0)
    for number in window.plies if window else range(len(chapter.lines)):
        _turn_list(chapter, number)
        yield 1


def _last_label(chapter: OpenChapter, line_number: int, end: int) -> str:
    """Return the label nearest before the turn at index ``end`` of a line; empty if no turn before it has a label."""
    return next(filter(None, (_readable_turn(chapter, line_number, turn).label for turn in range(end - 1, -1, -1))), "")


def _readable_turn(chapter: OpenChapter, line_number: int, index: int) -> Turn:
    """Return a turn of a line with a label, and with readable texts if the game has them.

    In a list without labels, the label is the number of the row in the game's move list: "1." begins row 1, and "1…"
    continues it.
    """
    turn_list, timeline = _turn_list(chapter, line_number), chapter.lines[line_number].timeline
    turn = _with_readable_texts(timeline, turn_list.turns[index])
    if turn_list.has_labels or turn.label:
        return turn
    return replace(turn, label=f"{turn_list.row_numbers[index]}{'.' if begins_row(turn_list.turns, index) else '…'}")


def _with_readable_texts(timeline: Timeline[Any], turn: Turn) -> Turn:
    readable_turn = VIEWS[timeline.game.id].readable_turn(turn, timeline.states, timeline.entries)
    texts = dict(readable_turn.items)
    return replace(
        turn, label=readable_turn.label, items=tuple((ply, texts.get(ply, text)) for ply, text in turn.items)
    )


def readable_turns(chapter: OpenChapter, line_number: int) -> tuple[Turn, ...]:
    """Return the turns of a line with labels, and with readable texts if the game has them."""
    return tuple(
        _readable_turn(chapter, line_number, index) for index in range(len(_turn_list(chapter, line_number).turns))
    )


def _item(chapter: OpenChapter, nodes: tuple[int, ...], text: str) -> _Item:
    notes = [chapter.nodes[node].note for node in nodes]
    comment = " ".join(" ".join(clean_name(note.comment).split()) for note in notes if note.comment)
    if len(comment) > _MAX_COMMENT_LENGTH:
        comment = comment[: _MAX_COMMENT_LENGTH - 1].rstrip() + "…"
    glyphs = "".join(note.glyph for note in notes if note.glyph in GLYPHS)
    return _Item(nodes, text + glyphs, comment, any(note.task for note in notes))


# --- the nodes of the page -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _LineList:
    """The cached list of a line. A step changes one or two of its children; the next page reuses the others.

    Attributes:
        line: the line.
        node: its list without a current node.
        parts: the turn or the variation of each child, by the child's index.
        child_by_node: the index of the child that contains each node, by the node's index.
        items: the visible buttons of each turn, by the index of its child.
    """

    line: _Line
    node: Node
    parts: Mapping[int, _Turn | _LineList]
    child_by_node: Mapping[int, int]
    items: Mapping[int, tuple[_Item, ...]]


@dataclass(frozen=True, slots=True)
class _ListFormat:
    """The format of a list: the arguments of ``moves_list`` except the chapter and the current node."""

    message: str
    visible: frozenset[int] | None
    comments: bool


_cached_lists: deque[tuple[_Line, _ListFormat, _LineList]] = deque(maxlen=2)
"""The cache of the latest lists."""


def _create_line_list(line: _Line, list_format: _ListFormat) -> _LineList:
    for cached_line, cached_format, line_list in _cached_lists:
        if cached_line is line and cached_format == list_format:
            return line_list
    _cached_lists.appendleft((line, list_format, _build_line_list(line, list_format)))
    return _cached_lists[0][2]


def _build_line_list(line: _Line, list_format: _ListFormat) -> _LineList:
    visible = list_format.visible
    nodes: list[Node] = []
    parts: dict[int, _Turn | _LineList] = {}
    child_by_node: dict[int, int] = {}
    visible_items: dict[int, tuple[_Item, ...]] = {}
    for part in line.parts:
        if isinstance(part, _Line):
            first = part.parts[0]
            if visible is None or (isinstance(first, _Turn) and first.items[0].nodes[0] in visible):
                nested_list = _build_line_list(part, list_format)
                parts[len(nodes)] = nested_list
                child_by_node.update(dict.fromkeys(nested_list.child_by_node, len(nodes)))
                nodes.append(_variation(part, nested_list.node))
            continue
        if isinstance(part, _Fold):
            if visible is None or part.node in visible:
                label = button(part.label, list_format.message, str(part.node), cls="quiet", tabindex="-1")
                nodes.append(el("li", label, cls="others", key=f"fold-{part.node}"))
            continue
        items = part.items
        if visible is not None:
            items = tuple(item for item in items if item.nodes[-1] in visible)
        if items:
            parts[len(nodes)], visible_items[len(nodes)] = part, items
            child_by_node.update((node, len(nodes)) for item in items for node in item.nodes)
            nodes.append(_turn(part.label, part.player, part.number, items, -1, list_format.message))
            nodes += _comment_rows(part.number, items) if list_format.comments else ()
        if len(items) < len(part.items):
            nodes.append(
                el(
                    "li",
                    el("span", text="…", aria_label=_("The rest stays hidden until you solve the task.")),
                    key="hidden",
                )
            )
            break
    return _LineList(line, el("ol", nodes, cls="line", key=f"line-{line.number}"), parts, child_by_node, visible_items)


def _variation(line: _Line, nested_list: Node) -> Node:
    return el("li", nested_list, cls="varied", key=f"line-{line.number}", aria_label=_("Variation"))


def _marked_line(line_list: _LineList, current_node: int, message: str) -> Node:
    """Return the list of a line with the current node marked."""
    index = line_list.child_by_node.get(current_node)
    if index is None:
        return line_list.node
    part = line_list.parts[index]
    if isinstance(part, _LineList):
        node = _variation(part.line, _marked_line(part, current_node, message))
    else:
        items = line_list.items[index]
        current_end = next(item.nodes[-1] for item in items if current_node in item.nodes)
        node = _turn(part.label, part.player, part.number, items, current_end, message)
    children = line_list.node.children
    return line_list.node._replace(children=(*children[:index], node, *children[index + 1 :]))


@lru_cache(maxsize=2048)
def _turn(label: str, player: str, turn_index: int, items: tuple[_Item, ...], current_node: int, message: str) -> Node:
    """Return a turn of the list. The result is cached, since few turns change between two pages.

    Args:
        label: the text before the turn.
        player: the CSS class of its player.
        turn_index: its index in the line.
        items: its buttons.
        current_node: the last node of the highlighted button, or -1 if that button is in another turn.
        message: the message of its buttons.
    """
    nodes = (
        el(
            "button",
            text=item.text,
            type="button",
            cls="ply now" if item.nodes[-1] == current_node else "ply",
            data_do=message,
            data_value=str(item.nodes[-1]),
            aria_current="step" if item.nodes[-1] == current_node else None,
            tabindex="-1",
            key=str(item.nodes[-1]),
        )
        for item in items
    )
    name = el("span", text=label, cls="label") if label else None
    return el("li", name, nodes, cls=f"turn {player}", key=str(turn_index))


@lru_cache(maxsize=2048)
def _comment_row(turn_index: int, texts: tuple[str, ...]) -> Node:
    return el("li", (el("span", text=text) for text in texts), cls="remark", key=f"remark-{turn_index}")


def _comment_rows(turn_index: int, items: tuple[_Item, ...]) -> Iterator[Node]:
    """Yield the row with the comments on a turn, if it has comments or tasks."""
    texts = [item.comment for item in items if item.comment]
    texts += [_("A task")] * any(item.is_task for item in items)
    if texts:
        yield _comment_row(turn_index, tuple(texts))
