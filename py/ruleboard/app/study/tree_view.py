"""The tree of moves of a chapter: the main line in turns, and its variations in lists of their own within it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from ruleboard.app.play.announcements import described
from ruleboard.engine.move_text import Turn, begins_row
from ruleboard.engine.study import GLYPHS
from ruleboard.engine.study_tree import OpenChapter
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import VIEWS
from ruleboard.i18n import _, spoken
from ruleboard.scene.node import Node, el
from ruleboard.wording import cleaned

_SHOWN_OF_COMMENT = 160
"""Characters of a comment that stand in the list; the whole of it stands beside the board."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A text of the list.

    Attributes:
        places: the places that it leads to: several where it stands for several actions. The last is shown.
        text: the moves, with their verdicts.
        comment: the beginning of the author's comments on them.
        is_task: True if a task is set there.
    """

    places: tuple[int, ...]
    text: str
    comment: str
    is_task: bool


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn of a line: its label, the class of its player, its number in the line, and its texts."""

    label: str
    player: str
    number: int
    items: tuple[_Item, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line: its number, and its turns with the lines that vary it after them."""

    number: int
    parts: tuple[_Turn | _Line, ...]


_MOST_TOLD = 256
"""The most lines whose turns in words are remembered: a letter more in a comment must not format them all anew."""
_told: dict[int, tuple[tuple[Any, ...], NullTranslations, tuple[Turn, ...]]] = {}
"""The turns of lines in words, by the identity of their states, which are kept here, too."""
_recent: deque[tuple[OpenChapter, NullTranslations, _Line]] = deque(maxlen=2)
"""The lists of chapters made last: that of one is the same at all its places."""


def tree(
    chapter: OpenChapter, current: int, do: str, shown: frozenset[int] | None = None, *, comments: bool = False
) -> Node | None:
    """Return the list of the moves, None if there are none.

    Args:
        chapter: the chapter.
        current: the number of the place that is shown.
        do: the message of its buttons, whose value is the number of a place.
        shown: the places that may be named, None for all.
        comments: True if the beginnings of comments and the tasks are listed, too.
    """
    if not chapter.lines[0].places:
        return None
    line = _line(_listing(_listed(chapter), _Manner(do, shown, comments)), current, do)
    return el("div", el("h2", text=_("Moves"), cls="unseen"), line, cls="tree list", key="tree")


# --- the list, whatever place is shown -------------------------------------------------------------------------------


def _listed(chapter: OpenChapter) -> _Line:
    for known, language, line in _recent:
        if known is chapter and language is spoken():
            return line
    _recent.appendleft((chapter, spoken(), _listed_line(chapter, 0)))
    return _recent[0][2]


def _listed_line(chapter: OpenChapter, number: int) -> _Line:
    return _Line(number, tuple(_parts(chapter, number)))


def _parts(chapter: OpenChapter, number: int) -> Iterator[_Turn | _Line]:
    line = chapter.lines[number]
    timeline = line.timeline
    turns = turns_in_words(timeline)
    branches = [(chapter.lines[one].first, one) for one in line.variations]
    first = line.first
    latest = ""
    resumes = number > 0  # the first turn of a variation, or the one after it, says where in the game it is
    for number_of_turn, turn in enumerate(turns):
        again = turn.label == latest
        latest = turn.label or latest
        own = [(ply, text) for ply, text in turn.items if ply >= line.first]
        if not own:
            continue
        items = []
        for ply, text in own:
            places = line.places[first - line.first : ply + 1 - line.first]  # an item may stand for several actions
            items.append(_item(chapter, places, text))
            first = ply + 1
        player = "all" if turn.player is None else f"p{turn.player}"
        label = "" if again and not resumes else turn.label
        if resumes and not label and latest:
            label = f"{latest.rstrip('.')}…"
        resumes = False
        yield _Turn(label, player, number_of_turn, tuple(items))
        while branches and branches[0][0] <= own[-1][0]:
            yield _listed_line(chapter, branches.pop(0)[1])
            resumes = True


def turns_in_words(timeline: Timeline[Any]) -> tuple[Turn, ...]:
    """Return the turns of a line with their labels and texts in words, where the game has words for them.

    Where it has no labels, turns are numbered. The last one may stand for actions decided unseen, which the game's move
    list has together with the answers to them.
    """
    key = id(timeline.states)
    if key in _told and _told[key][0] is timeline.states and _told[key][1] is spoken():
        return _told[key][2]
    view = VIEWS[timeline.game.id]

    def told(turn: Turn) -> Turn:
        words = view.turn_in_words(turn, timeline.states, timeline.entries)
        texts = dict(words.items)
        return replace(turn, label=words.label, items=tuple((ply, texts.get(ply, text)) for ply, text in turn.items))

    turns = tuple(map(told, timeline.turns()))
    if not any(turn.label for turn in turns):
        turns = tuple(_numbered(turns))
    last = len(timeline.entries) - 1
    if last > (turns[-1].items[-1][0] if turns else -1):
        mover = timeline.game.to_move(timeline.states[last])
        turns = (*turns, Turn("…", mover, ((last, described(timeline, last)),)))
    _told[key] = timeline.states, spoken(), turns
    if len(_told) > _MOST_TOLD:
        del _told[next(iter(_told))]
    return turns


def _numbered(turns: Sequence[Turn]) -> Iterator[Turn]:
    """Yield turns with the numbers of their rows in the game's move list, with dots where a row goes on: 1. and 1…"""
    row = 0
    for number, turn in enumerate(turns):
        begins = begins_row(turns, number)
        row += begins
        yield replace(turn, label=f"{row}." if begins else f"{row}…")


def _item(chapter: OpenChapter, places: tuple[int, ...], text: str) -> _Item:
    notes = [chapter.places[place].note for place in places]
    comment = " ".join(" ".join(cleaned(note.comment).split()) for note in notes if note.comment)
    if len(comment) > _SHOWN_OF_COMMENT:
        comment = comment[: _SHOWN_OF_COMMENT - 1].rstrip() + "…"
    glyphs = "".join(note.glyph for note in notes if note.glyph in GLYPHS)
    return _Item(places, text + glyphs, comment, any(note.task for note in notes))


# --- its nodes -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Listing:
    """The nodes of a line: a step changes one or two of them, and the others are the same objects in the next page.

    Attributes:
        line: the line.
        node: its list, in which no place is shown.
        parts: for the index of each child of it that places lead to, the turn or the line that it shows.
        at: the index of the child that shows a place, by the number of the place.
        items: the texts of each turn that may be named, by the index of its child.
    """

    line: _Line
    node: Node
    parts: Mapping[int, _Turn | _Listing]
    at: Mapping[int, int]
    items: Mapping[int, tuple[_Item, ...]]


@dataclass(frozen=True, slots=True)
class _Manner:
    """The manner in which a list is shown, whatever place is: the arguments of ``tree``."""

    do: str
    shown: frozenset[int] | None
    comments: bool


_listings: deque[tuple[_Line, _Manner, _Listing]] = deque(maxlen=2)
"""The nodes of the lists made last."""


def _listing(line: _Line, manner: _Manner) -> _Listing:
    for known, its, listing in _listings:
        if known is line and its == manner:
            return listing
    _listings.appendleft((line, manner, _listing_of(line, manner)))
    return _listings[0][2]


def _listing_of(line: _Line, manner: _Manner) -> _Listing:
    shown = manner.shown
    nodes: list[Node] = []
    parts: dict[int, _Turn | _Listing] = {}
    at: dict[int, int] = {}
    named: dict[int, tuple[_Item, ...]] = {}
    for part in line.parts:
        if isinstance(part, _Line):
            first = part.parts[0]
            if shown is None or (isinstance(first, _Turn) and first.items[0].places[0] in shown):
                inner = _listing_of(part, manner)
                parts[len(nodes)] = inner
                at.update(dict.fromkeys(inner.at, len(nodes)))
                nodes.append(_varied(part, inner.node))
            continue
        items = part.items
        if shown is not None:
            items = tuple(item for item in items if item.places[-1] in shown)
        if items:
            parts[len(nodes)], named[len(nodes)] = part, items
            at.update((place, len(nodes)) for item in items for place in item.places)
            nodes.append(_turn(part.label, part.player, part.number, items, -1, manner.do))
            nodes += _comments(part.number, items) if manner.comments else ()
        if len(items) < len(part.items):
            nodes.append(el("li", el("span", text="…", aria_label=_("A task hides the rest.")), key="hidden"))
            break
    return _Listing(line, el("ol", nodes, cls="line", key=f"line-{line.number}"), parts, at, named)


def _varied(line: _Line, inner: Node) -> Node:
    return el("li", inner, cls="varied", key=f"line-{line.number}", aria_label=_("Variation"))


def _line(listing: _Listing, current: int, do: str) -> Node:
    """Return the nodes of a line with the place that is shown."""
    index = listing.at.get(current)
    if index is None:
        return listing.node
    part = listing.parts[index]
    if isinstance(part, _Listing):
        node = _varied(part.line, _line(part, current, do))
    else:
        items = listing.items[index]
        here = next(item.places[-1] for item in items if current in item.places)
        node = _turn(part.label, part.player, part.number, items, here, do)
    children = listing.node.children
    return listing.node._replace(children=(*children[:index], node, *children[index + 1 :]))


@lru_cache(maxsize=2048)
def _turn(label: str, player: str, number: int, items: tuple[_Item, ...], current: int, do: str) -> Node:
    """Return a turn of the list; cached, since few of them change between two pages.

    Args:
        label: the text before it.
        player: the class of its player.
        number: its number in the line.
        items: its texts.
        current: the last place of the text that is shown, if it is among these; else -1.
        do: the message of its buttons.
    """
    nodes = (
        el(
            "button",
            text=item.text,
            type="button",
            cls="ply now" if item.places[-1] == current else "ply",
            data_do=do,
            data_value=str(item.places[-1]),
            aria_current="step" if item.places[-1] == current else None,
            key=str(item.places[-1]),
        )
        for item in items
    )
    name = el("span", text=label, cls="label") if label else None
    return el("li", name, nodes, cls=f"turn {player}", key=str(number))


@lru_cache(maxsize=2048)
def _comments_of(number: int, texts: tuple[str, ...]) -> Node:
    return el("li", (el("span", text=text) for text in texts), cls="remark", key=f"remark-{number}")


def _comments(number: int, items: tuple[_Item, ...]) -> Iterator[Node]:
    """Yield the line with the comments on a turn, if it has any."""
    texts = [item.comment for item in items if item.comment]
    texts += [_("A task")] * any(item.is_task for item in items)
    if texts:
        yield _comments_of(number, tuple(texts))
