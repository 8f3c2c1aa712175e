"""Announcements for screen readers: the last action, the player to move, the selection and possible targets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ruleboard.app.play import guide, inquiry, review_words
from ruleboard.app.play.review import shown_point
from ruleboard.app.play.table import Table
from ruleboard.app.ui.names import players, title
from ruleboard.engine.action import Action
from ruleboard.engine.endings import DRAW_CLAIMED, claim_reason, ending_words
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import VIEWS
from ruleboard.i18n import _, ngettext
from ruleboard.scene.node import Node
from ruleboard.wording import sentence, separated

LONG = 400
"""Possible targets are counted and not named if their names have more letters than this."""

FEW = 3
"""Up to so many targets are named even before anything is selected."""

_RUNNING = frozenset({"b", "em", "i", "span", "strong"})
"""Inline elements."""


def claim(timeline: Timeline[Any]) -> str:
    """Return the words that the player to move may claim a draw, and why; empty if they may not."""
    why = timeline.claim()
    return " ".join((why, _("You may claim a draw."))) if why else ""


def verdict(timeline: Timeline[Any]) -> str:
    """Return how a game ended: also who won where one of two gave up, or why a draw was claimed."""
    outcome = timeline.outcome
    if outcome is None:
        return ""
    sides = timeline.game.sides(timeline.state)
    if timeline.at and timeline.entries[timeline.at - 1] == DRAW_CLAIMED:
        why = claim_reason(timeline.game, timeline.state, timeline.occurrences[timeline.at - 1])
        return " ".join(filter(None, (outcome.reason, why)))
    if timeline.at and isinstance(timeline.entries[timeline.at - 1], str) and not outcome.is_draw and len(sides) == 2:
        (winner,) = outcome.winners
        return " ".join((outcome.reason, _("{side} wins.").format(side=_(sides[winner]))))
    return outcome.reason


def situation(table: Table, done: str = "", story: str = "") -> str:
    """Return the announcement after an action: the action, its events, and the result or the player to move.

    The prompt is added where it is not the same at the beginning of every turn.

    Args:
        table: the table.
        done: the action, as a clause; may be empty.
        story: the events it has caused, as sentences; may be empty.
    """
    told = [words for words in (done and sentence(done), table.note, story) if words]
    timeline = table.timeline
    game, state, to_move = timeline.game, timeline.state, timeline.to_move
    if timeline.outcome:
        return " ".join((*told, verdict(timeline)))
    if to_move is None:
        return " ".join(told)
    player = players(timeline.record)[to_move]
    if table.level_to_move:  # its prompt would tell of its secrets
        return " ".join((*told, _("{player} to move.").format(player=player)))
    if table.curtain:
        return " ".join((*told, sentence(_("It is {player}'s turn to choose in secret").format(player=player))))
    prompt = game.prompt(state) if game.key(state) is None or timeline.is_hidden() else ""
    if player not in prompt or player != _(game.sides(state)[to_move]):
        told.append(_("{player} to move.").format(player=player))
    if prompt:
        told.append(prompt)
        told += _few(table)
    told += filter(None, (claim(timeline),))
    thought = guide.counsel(table)
    return " ".join((*told, thought.sentence) if thought else told)


def mistaken(harm: str) -> str:
    """Return the announcement of a mistake and its harm in a guided game."""
    return " ".join((_("Think again."), harm, _("Take it back, or play on?")))


def offered(table: Table) -> str:
    """Return the announcement of a draw offer, and, among more than two, of the player who has to answer."""
    names, offer, answering = players(table.timeline.record), table.offer, table.answering
    if offer is None or answering is None:
        return ""
    told = _("{player} offers a draw.").format(player=names[offer])
    if table.accepted:
        told = _("{player} accepts the draw.").format(player=names[answering - 1])
    return f"{told} {_('{player} decides.').format(player=names[answering])}" if len(names) > 2 else told


def turn_ended(table: Table) -> str:
    """Return the sentence that a person's turn has ended by itself; empty if none has."""
    player = table.turn_ended_for
    if player is None:
        return ""
    return _("{player}: turn ended.").format(player=players(table.timeline.record)[player])


def _few(table: Table) -> Iterator[str]:
    """Yield the possible targets, if they are few and there is no other choice."""
    first, game = table.selection.next, table.timeline.game
    if 1 < len(first) <= FEW and not any(target.startswith("do:") for target in first):
        seen = table.timeline.state_for(table.timeline.to_move)
        yield _possible(game.name(seen, target) for target in first)


def touched(before: Table, after: Table, *, places: bool = True) -> str:
    """Return the announcement after a touch without an action: the refusal or the selection; may be empty.

    Args:
        before: the table before the touch.
        after: the table after it.
        places: True if the places that may follow are named; False where they are to be found.
    """
    if after.refusal:
        return after.refusal.sentence
    if after.inquiry is not None:
        return inquiry.words(after)
    if after.looks_back or after.waits_for_opponent:
        return after.note
    if before.selected == after.selected:
        return ""
    return selection(after, places=places) if after.selected else _("Put down.")


def selection(table: Table, *, places: bool = True) -> str:
    """Return the announcement of the selection and, with ``places``, of the targets that may follow."""
    timeline = table.timeline
    game, found = timeline.game, table.selection
    seen = timeline.state_for(timeline.to_move)
    *others, last = table.selected
    thing = game.name(seen, last)
    if last.startswith("do:"):
        told = [sentence(thing)]
    elif others:
        told = [_("Chosen: {thing}.").format(thing=thing)]
    else:
        told = [_("Taken up: {thing}.").format(thing=thing)]
    guidance = table.guidance if places else table.hint
    if _words(guidance) - _words(thing):
        told.append(guidance)
    only_buttons = all(target.startswith("do:") for target in found.next)  # a choice that a task does not ask for
    view = VIEWS[game.id]
    following = [
        view.goal(seen, table.selected, target, kinds) or _place(game.name(seen, target), target, kinds)
        for target, kinds in found.next.items()
        if places or only_buttons
    ]
    if len(found.complete) > 1 or (found.complete and found.next) or (following and only_buttons):
        told.append(table.question)
        following = [game.describe(timeline.state, action) for action in found.complete] + following
    if following:
        told.append(_possible(following))
    return " ".join(told)


def _possible(places: Iterable[str]) -> str:
    """Return the possible targets, or only their number if the names are long."""
    different = tuple(dict.fromkeys(places))
    named = separated(different)
    if len(named) > LONG:
        return ngettext("{n} possibility.", "{n} possibilities.", len(different)).format(n=len(different))
    return _("Possible: {places}.").format(places=named)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def _place(name: str, target: str, kinds: Sequence[str]) -> str:
    """Return the name of a target that may follow; of an empty square just the square."""
    return target if name.startswith(f"{target},") and set(kinds) == {"go"} else name


def past_move(table: Table) -> str:
    """Return the announcement of the action before the state that is shown, unless it was a hidden decision."""
    if table.viewed_at is None:
        return situation(table)
    timeline, at = table.shown, table.viewed_at
    told = [sentence(_("{n} of {all}").format(n=table.stop_at(at), all=len(table.stops) - 1))]
    if at:
        entry, state = timeline.entries[at - 1], timeline.states[at - 1]
        if not isinstance(entry, Action):
            told.append(ending_words(timeline.game, state, entry))
        elif not timeline.is_hidden(at - 1):
            told.append(sentence(timeline.game.describe(state, entry)))
    return " ".join(told)


def reviewed(table: Table) -> str:
    """Return the announcement of a review that is complete; empty if there is none."""
    return review_words.announced(table.timeline, table.review) if table.review else ""


def point(table: Table) -> str:
    """Return the announcement of the turning point that is shown: the turn and the better one; empty if it is none."""
    number = shown_point(table)
    if table.review is None or number is None:
        return ""
    told = review_words.point(table.timeline, table.review, number)
    return " ".join((sentence(told.title), *told.sentences))


def new_event(before: Table | None, after: Table) -> str:
    """Return the step of the note about recent events, if it is another than before; empty if none is shown."""
    here = _step(after)
    return spoken(here) if here is not None and (before is None or _step(before) != here) else ""


def _step(table: Table) -> Node | None:
    note = None if table.nothing_opened else table.side_note
    return note.steps[table.page].node if note and note is table.recent_events else None


def spoken(node: Node) -> str:
    """Return the text of a node as a screen reader reads it."""
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
    """Return the heading of a printed position: its name or the game's title, and the result or the player to move."""
    timeline = table.shown
    outcome, to_move = (None, None) if table.replay else (timeline.outcome, timeline.to_move)
    names = players(timeline.record)
    told = outcome.reason if outcome else _("{name} to move").format(name=names[to_move]) if to_move is not None else ""
    named = named or title(timeline.record)
    return _("{title} · {told}").format(title=named, told=told) if told else named


def described(timeline: Timeline[Any], at: int) -> str:
    """Return the action after ``at`` entries in words that everybody may read; empty if the entry is no action."""
    game, state, entry = timeline.game, timeline.states[at], timeline.entries[at]
    if not isinstance(entry, Action):
        return ""
    mover = game.to_move(state)
    if timeline.is_hidden(at) and mover is not None:
        return _("{side} has decided something in secret").format(side=_(game.sides(state)[mover]))
    return game.describe(state, entry)
