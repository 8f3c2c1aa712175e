"""Advice to the player to move: hints in three steps, and the threats against them. ``hints`` changes it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from ruleboard.engine.action import Action
from ruleboard.engine.timeline import Timeline
from ruleboard.games.bots import Threat
from ruleboard.games.registry import PACKAGES, SAVED_ARMIES, VIEWS
from ruleboard.i18n import _
from ruleboard.wording import sentence

HINT_LEVEL: Final = 5
"""The level of the bot that computes hints."""
_MAX_THREATS: Final = 3
"""The maximum number of threats that the page lists at once."""


class AdviceKind(IntEnum):
    """The kinds of advice: a hint that is being computed, its three steps in order, and threats."""

    SEARCHING = 0
    TARGET = 1
    MOVE = 2
    REASONS = 3
    THREATS = 4


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice on display, or a hint that is being computed.

    Attributes:
        kind: the kind.
        actions: the recommended actions, empty for threats and while the hint is being computed.
    """

    kind: AdviceKind
    actions: tuple[Action[Any], ...] = ()


def advice_text(timeline: Timeline[Any], advice: Advice | None) -> str:
    """Return the advice as sentences, empty without advice."""
    if advice is None:
        return ""
    match advice.kind:
        case AdviceKind.SEARCHING:
            return _("Looking for a good move …")
        case AdviceKind.TARGET:
            return _target_sentence(timeline, advice.actions[0])
        case AdviceKind.MOVE:
            return " ".join(_action_sentences(timeline, advice.actions))
        case AdviceKind.REASONS:
            return " ".join(_reason_sentences(timeline, advice.actions))
        case AdviceKind.THREATS:
            return " ".join(threat.sentence for threat in _threats(timeline)) or _(
                "Nothing threatens you next turn, as far as can be seen."
            )


def next_button_label(advice: Advice) -> str:
    """Return the label of the button for the next step of a hint, empty after the last one."""
    return {AdviceKind.TARGET: _("Show the move"), AdviceKind.MOVE: _("Why?")}.get(advice.kind, "")


def advice_targets(timeline: Timeline[Any], advice: Advice | None) -> frozenset[str]:
    """Return the targets that the advice refers to."""
    if advice is None:
        return frozenset()
    match advice.kind:
        case AdviceKind.SEARCHING:
            return frozenset()
        case AdviceKind.TARGET:
            return frozenset(_hint_targets(timeline, advice.actions[:1])[:1])
        case AdviceKind.MOVE | AdviceKind.REASONS:
            return frozenset(_hint_targets(timeline, advice.actions))
        case AdviceKind.THREATS:
            return frozenset(target for threat in _threats(timeline) for target in threat.targets)


def recommended_actions(advice: Advice | None) -> tuple[Action[Any], ...]:
    """Return the recommended actions once the hint shows them."""
    return advice.actions if advice and advice.kind in (AdviceKind.MOVE, AdviceKind.REASONS) else ()


def threat_paths(timeline: Timeline[Any], advice: Advice | None) -> tuple[tuple[str, ...], ...]:
    """Return the paths of the displayed threats, each as the targets along it."""
    if advice is None or advice.kind is not AdviceKind.THREATS:
        return ()
    return tuple(threat.path for threat in _threats(timeline) if len(threat.path) > 1)


def _hint_targets(timeline: Timeline[Any], actions: Sequence[Action[Any]]) -> tuple[str, ...]:
    """Return the targets that a hint highlights for consecutive actions."""
    view, state = VIEWS[timeline.game.id], timeline.state
    targets = list[str]()
    for number, action in enumerate(actions, 1):
        targets += view.hint_targets(state, action)
        state = timeline.game.apply(state, action) if number < len(actions) else state
    return tuple(targets)


def _target_sentence(timeline: Timeline[Any], action: Action[Any]) -> str:
    """Return the first step of a hint: where to look. For a button in a dialog it names the button that opens it."""
    game, target = timeline.game, _hint_targets(timeline, (action,))[0]
    label = game.name(timeline.state_for(timeline.to_move), target)
    setups = SAVED_ARMIES.get(game.id)
    if setups and target in setups.buttons:
        label = _("{button}, under {dialog}").format(button=label, dialog=_(setups.title))
    return _("Look at this – {thing}.").format(thing=label)


def _action_sentences(timeline: Timeline[Any], actions: Sequence[Action[Any]]) -> Iterator[str]:
    """Yield each action as a sentence. A hidden one comes with all its details."""
    state, view = timeline.state, VIEWS[timeline.game.id]
    for action in actions:
        hidden_text = view.describe_hidden_actions((action,)) if timeline.is_hidden() else ""
        yield sentence(hidden_text or timeline.game.describe(state, action))
        state = timeline.game.apply(state, action)


def _reason_sentences(timeline: Timeline[Any], actions: Sequence[Action[Any]]) -> Iterator[str]:
    """Yield the reasons for the actions, or one sentence if the bot has no single reason."""
    bot = PACKAGES[timeline.game.id].opponent
    reasons = bot.reasons(timeline.state_for(timeline.to_move), actions)
    yield from map(sentence, reasons or (_("It leads to the better position; no single reason stands out"),))


def _threats(timeline: Timeline[Any]) -> tuple[Threat, ...]:
    """Return the threats against the player to move that the page lists."""
    player = timeline.to_move
    if player is None:
        return ()
    return PACKAGES[timeline.game.id].opponent.threats(timeline.state_for(player), player)[:_MAX_THREATS]
