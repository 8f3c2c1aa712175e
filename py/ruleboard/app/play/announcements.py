"""What a screen reader is told at a table: what was done, whose turn it is, what is taken up and where it may go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ruleboard.app.play.session import Table
from ruleboard.app.ui.names import players, title
from ruleboard.engine.action import Action
from ruleboard.engine.endings import ending_words
from ruleboard.i18n import _, ngettext
from ruleboard.scene.node import Node
from ruleboard.wording import sentence

LONG = 400
"""What may be chosen is counted and not named where the names have more letters than these."""

FEW = 3
"""So many places are named even before anything is taken up."""

_RUNNING = frozenset({"b", "em", "i", "span", "strong"})
"""Elements that stand within a line."""


def standing(table: Table, done: str = "", story: str = "") -> str:
    """What was done and what it has set off, if anything, and how things stand: the end, or who decides.

    What they may do is said where it is not what every turn begins with: in the midst of one, out of turn, unseen.
    """
    told = [words for words in (done and sentence(done), table.note, story) if words]
    timeline = table.timeline
    game, state, to_move = timeline.game, timeline.state, timeline.to_move
    if timeline.outcome:
        return " ".join((*told, timeline.outcome.reason))
    if to_move is None:
        return " ".join(told)
    player = players(timeline.record)[to_move]
    if table.curtain:
        return " ".join((*told, sentence(_("It is {player}'s turn to decide unseen").format(player=player))))
    prompt = game.prompt(state) if game.key(state) is None or timeline.is_hidden() else ""
    if player not in prompt or player != _(game.sides(state)[to_move]):
        told.append(_("{player} to move.").format(player=player))
    if prompt:
        told.append(prompt)
        told += _few(table)
    return " ".join(told)


def offered(table: Table) -> str:
    """A draw offer, and who has accepted it or has to answer, where that is not plain."""
    names, offer, answering = players(table.timeline.record), table.offer, table.answering
    if offer is None or answering is None:
        return ""
    told = _("{player} offers a draw.").format(player=names[offer])
    if table.accepted:
        told = _("{player} accepts the draw.").format(player=names[answering - 1])
    return f"{told} {_('{player} decides.').format(player=names[answering])}" if len(names) > 2 else told


def _few(table: Table) -> Iterator[str]:
    """The places from which one has to be chosen, if they are few and there is nothing else to be done."""
    first, game = table.pick.next, table.timeline.game
    if 1 < len(first) <= FEW and not any(target.startswith("do:") for target in first):
        seen = table.timeline.state_for(table.timeline.to_move)
        yield _possible(game.name(seen, target) for target in first)


def touched(before: Table, after: Table) -> str:
    """What a touch has changed that made no action: why it was refused, what is taken up; empty if nothing did."""
    if after.said:
        return after.said.sentence
    if before.touched == after.touched:
        return ""
    return held(after) if after.touched else _("Put down.")


def held(table: Table) -> str:
    """What is taken up, and what may be touched next."""
    timeline = table.timeline
    game, found = timeline.game, table.pick
    seen = timeline.state_for(timeline.to_move)
    *others, last = table.touched
    thing = game.name(seen, last)
    if last.startswith("do:"):
        told = [sentence(thing)]
    elif others:
        told = [_("Chosen: {thing}.").format(thing=thing)]
    else:
        told = [_("Taken up: {thing}.").format(thing=thing)]
    if _words(table.hint) - _words(thing):
        told.append(table.hint)
    places = [_place(game.name(seen, target), target, kinds) for target, kinds in found.next.items()]
    if len(found.complete) > 1 or (found.complete and found.next):
        told.append(_("Which of these?"))
        places = [game.describe(timeline.state, action) for action in found.complete] + places
    if places:
        told.append(_possible(places))
    return " ".join(told)


def _possible(places: Iterable[str]) -> str:
    """What may be chosen, or only how much if it would be long to listen to."""
    different = tuple(dict.fromkeys(places))
    named = "; ".join(different)
    if len(named) > LONG:
        return ngettext("{n} possibility.", "{n} possibilities.", len(different)).format(n=len(different))
    return _("Possible: {places}.").format(places=named)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def _place(name: str, target: str, kinds: Sequence[str]) -> str:
    """The name of what may be touched next; of a square one simply goes to, nothing but the square."""
    return target if name.startswith(f"{target},") and set(kinds) == {"go"} else name


def looked(table: Table) -> str:
    """What had just been done where one looks, unless that was done unseen."""
    if table.looking is None:
        return standing(table)
    timeline, at = table.shown, table.looking
    told = [sentence(_("{n} of {all}").format(n=at, all=len(timeline.entries)))]
    if at:
        entry, state = timeline.entries[at - 1], timeline.states[at - 1]
        if not isinstance(entry, Action):
            told.append(ending_words(timeline.game, state, entry))
        elif not timeline.is_hidden(at - 1):
            told.append(sentence(timeline.game.describe(state, entry)))
    return " ".join(told)


def retold(before: Table | None, after: Table) -> str:
    """The step of the story beside the board, if it is another than before; empty if none is read."""
    here = _step(after)
    return spoken(here) if here is not None and (before is None or _step(before) != here) else ""


def _step(table: Table) -> Node | None:
    note = None if table.nothing_opened else table.side_note
    return note.steps[table.page].node if note and note is table.recent_events else None


def spoken(node: Node) -> str:
    """What is read of a node from its beginning to its end."""
    return " ".join(" ".join(_spoken(node)).split())


def _spoken(node: Node) -> Iterator[str]:
    if node.attrs.get("aria-hidden") == "true":
        return
    if "aria-label" in node.attrs:
        yield sentence(node.attrs["aria-label"])
        return
    if node.text:
        yield node.text if node.tag in _RUNNING else sentence(node.text)
    for child in node.children:
        yield from _spoken(child)


def heading(table: Table, named: str = "") -> str:
    """What is printed above a position: how it, or else the game, is named, and how things stand."""
    timeline = table.shown
    outcome, to_move = (None, None) if table.showing else (timeline.outcome, timeline.to_move)
    names = players(timeline.record)
    told = outcome.reason if outcome else _("{name} to move").format(name=names[to_move]) if to_move is not None else ""
    named = named or title(timeline.record)
    return _("{title} · {told}").format(title=named, told=told) if told else named
