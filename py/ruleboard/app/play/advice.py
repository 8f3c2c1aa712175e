"""Advice to the player to move: hints in three steps, and the threats against them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from ruleboard.engine.action import Action
from ruleboard.engine.errors import NO_REFUSAL, RuleboardError
from ruleboard.engine.timeline import Timeline
from ruleboard.games.bots import Threat
from ruleboard.games.registry import PACKAGES, SETUPS, VIEWS
from ruleboard.i18n import _
from ruleboard.wording import sentence

if TYPE_CHECKING:
    from ruleboard.app.play.table import Table

HINT_LEVEL: Final = 5
"""The level of the opponent that is asked for hints."""
_MOST_THREATS: Final = 3
"""The most threats that are told at once."""


class Kind(IntEnum):
    """The kinds of advice: the steps of a hint in their order, and threats."""

    ASKED = 0
    PLACE = 1
    MOVE = 2
    REASONS = 3
    THREATS = 4


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice that is shown, or is waited for.

    Attributes:
        kind: the kind.
        actions: the actions that are recommended; none as long as they are waited for, or for threats.
    """

    kind: Kind
    actions: tuple[Action[Any], ...] = ()


def ask(table: Table) -> Table:
    """Return the table at which a hint was asked for: with the next step of the one that is there."""
    if table.read_only:
        return table
    if table.advice is not None and table.advice.kind is not Kind.THREATS:
        return advance(table)
    return _asked(table, Kind.ASKED)


def _asked(table: Table, kind: Kind) -> Table:
    """Return the table with advice in the place of whatever was said before."""
    return replace(table, advice=Advice(kind), selected=(), refused_target="", refusal=NO_REFUSAL, note="")


def with_hint(table: Table, texts: Sequence[str]) -> Table:
    """Return the table with the first step of a hint; without advice, if the actions are not legal.

    Args:
        table: the table at which a hint was asked for.
        texts: the texts of the actions to be recommended, in order.
    """
    timeline, actions = table.timeline, []
    state = timeline.state
    try:
        for text in texts:
            action = timeline.game.parse_action(state, text)
            actions.append(action)
            state = timeline.game.apply(state, action)
    except RuleboardError:
        return replace(table, advice=None)
    return replace(table, advice=Advice(Kind.PLACE, tuple(actions)))


def advance(table: Table) -> Table:
    """Return the table with the next step of the hint."""
    advice = table.advice
    if advice is None or not Kind.PLACE <= advice.kind < Kind.REASONS:
        return table
    return replace(table, advice=replace(advice, kind=Kind(advice.kind + 1)))


def show_threats(table: Table) -> Table:
    """Return the table with the threats against the player to move."""
    return table if table.read_only else _asked(table, Kind.THREATS)


def close(table: Table) -> Table:
    """Return the table without advice."""
    return replace(table, advice=None)


def words(table: Table) -> str:
    """Return the advice as sentences; empty if there is none."""
    advice = table.advice
    if advice is None:
        return ""
    match advice.kind:
        case Kind.ASKED:
            return _("Looking for a good move …")
        case Kind.PLACE:
            return _place(table.timeline, advice.actions[0])
        case Kind.MOVE:
            return " ".join(_described(table.timeline, advice.actions))
        case Kind.REASONS:
            return " ".join(_reasons(table.timeline, advice.actions))
        case Kind.THREATS:
            return " ".join(threat.sentence for threat in _threats(table)) or _(
                "Nothing threatens you next turn, as far as can be seen."
            )


def next_title(advice: Advice) -> str:
    """Return the title of the button for the next step of a hint; empty if there is none."""
    return {Kind.PLACE: _("Show the move"), Kind.MOVE: _("Why?")}.get(advice.kind, "")


def targets(table: Table) -> frozenset[str]:
    """Return the targets that the advice refers to."""
    advice = table.advice
    if advice is None:
        return frozenset()
    match advice.kind:
        case Kind.ASKED:
            return frozenset()
        case Kind.PLACE:
            return frozenset(_pointed(table.timeline, advice.actions[:1])[:1])
        case Kind.MOVE | Kind.REASONS:
            return frozenset(_pointed(table.timeline, advice.actions))
        case Kind.THREATS:
            return frozenset(target for threat in _threats(table) for target in threat.targets)


def recommended(table: Table) -> tuple[Action[Any], ...]:
    """Return the actions that are recommended, once the hint shows them."""
    advice = table.advice
    return advice.actions if advice and advice.kind in (Kind.MOVE, Kind.REASONS) else ()


def ways(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the ways of the threats that are told, each as the targets along it."""
    if table.advice is None or table.advice.kind is not Kind.THREATS:
        return ()
    return tuple(threat.path for threat in _threats(table) if len(threat.path) > 1)


def _pointed(timeline: Timeline[Any], actions: Sequence[Action[Any]]) -> tuple[str, ...]:
    """Return the targets that a hint points out for actions that follow each other."""
    view, state = VIEWS[timeline.game.id], timeline.state
    found = list[str]()
    for number, action in enumerate(actions, 1):
        found += view.hint_targets(state, action)
        state = timeline.game.apply(state, action) if number < len(actions) else state
    return tuple(found)


def _place(timeline: Timeline[Any], action: Action[Any]) -> str:
    """Return the first step of a hint: the thing to look at; a button in a dialog with the one that opens it."""
    game, target = timeline.game, _pointed(timeline, (action,))[0]
    thing = game.name(timeline.state_for(timeline.to_move), target)
    setups = SETUPS.get(game.id)
    if setups and target in setups.buttons:
        thing = _("{button}, under {dialog}").format(button=thing, dialog=_(setups.title))
    return _("Look at this – {thing}.").format(thing=thing)


def _described(timeline: Timeline[Any], actions: Sequence[Action[Any]]) -> Iterator[str]:
    """Yield the actions in words, each as a sentence; one made unseen with all that it is."""
    state, view = timeline.state, VIEWS[timeline.game.id]
    for action in actions:
        unseen = view.unseen_in_words((action,)) if timeline.is_hidden() else ""
        yield sentence(unseen or timeline.game.describe(state, action))
        state = timeline.game.apply(state, action)


def _reasons(timeline: Timeline[Any], actions: Sequence[Action[Any]]) -> Iterator[str]:
    """Yield the reasons for actions; one sentence, if there is none to name."""
    bot = PACKAGES[timeline.game.id].opponent
    reasons = bot.reasons(timeline.state_for(timeline.to_move), actions)
    yield from map(sentence, reasons or (_("It leads to the better position; no single reason stands out"),))


def _threats(table: Table) -> tuple[Threat, ...]:
    """Return the threats against the player to move that are told."""
    timeline, player = table.timeline, table.timeline.to_move
    if player is None:
        return ()
    return PACKAGES[timeline.game.id].opponent.threats(timeline.state_for(player), player)[:_MOST_THREATS]
