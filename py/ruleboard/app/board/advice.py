"""Advice to the player to move: a hint in three steps, or one threat of the opponents at a time.

All functions are pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from ruleboard.app.board.parts import Advice, AdviceKind, LineKind
from ruleboard.app.board.review import parse_actions, show_line
from ruleboard.app.board.table import Table
from ruleboard.contract.bots import Threat
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.search.thinking import MAX_LINE_TURNS
from ruleboard.engine.timeline import Timeline, whole_turns
from ruleboard.i18n import _
from ruleboard.registry import PACKAGES, SAVED_ARMIES, VIEWS
from ruleboard.wording import sentence, with_full_stop

HINT_LEVEL: Final = 5
"""The level of the bot that computes hints."""


def request_hint(table: Table) -> Table:
    """Return the table with a request for a hint, or with the next step of the current hint."""
    if table.read_only:
        return table
    if table.advice is not None and table.advice.kind is not AdviceKind.THREATS:
        return show_next_step(table)
    return _with_request(table, Advice(AdviceKind.SEARCHING))


def _with_request(table: Table, advice: Advice) -> Table:
    """Return the table with a request for advice, which replaces earlier messages."""
    return replace(table, advice=advice, message="", touches=table.touches.without_selection())


def with_hint(table: Table, texts: Sequence[str], line: Sequence[str] = ()) -> Table:
    """Return the table with the first step of a hint, or without advice if a recommended action is illegal.

    Args:
        table: the table with the request for a hint.
        texts: the texts of the recommended actions, in order.
        line: the texts of these actions and of the expected actions after them; may be empty.
    """
    actions = parse_actions(table.timeline, texts)
    if len(actions) < len(texts):
        return replace(table, advice=None)
    line_turns = _explanatory_line(table.timeline, line or texts)
    return replace(table, advice=Advice(AdviceKind.TARGET, actions, line_turns))


def _explanatory_line(timeline: Timeline[Any], texts: Sequence[str]) -> tuple[tuple[Action[Any], ...], ...]:
    """Return the line that explains a hint: at least two turns, or the steps of this turn in games with secrets."""
    if not texts:
        return ()
    if not timeline.has_perfect_information:
        return tuple(_turn_steps(timeline, parse_actions(timeline, texts)))
    turns = whole_turns(timeline, parse_actions(timeline, texts), MAX_LINE_TURNS)
    return turns if len(turns) > 1 else ()


def _turn_steps(timeline: Timeline[Any], actions: Sequence[Action[Any]]) -> Iterator[tuple[Action[Any], ...]]:
    """Yield the steps of the current turn as tuples of one action, until one reveals or decides something hidden."""
    view, player = VIEWS[timeline.game.id], timeline.to_move
    for action in actions:
        for step in view.hint_steps(timeline.state, action):
            timeline_after = timeline.with_line((step,))
            ends_hidden_decision = timeline.is_hidden() and timeline_after.to_move != player
            if (
                timeline.to_move != player
                or ends_hidden_decision
                or not _reveals_nothing(timeline, step, timeline_after)
            ):
                return
            yield (step,)
            timeline = timeline_after


def _reveals_nothing(before: Timeline[Any], action: Action[Any], after: Timeline[Any]) -> bool:
    """Return True if the acting player can predict the state after an action."""
    player, game = before.to_move, before.game
    try:
        expected_state = game.apply(before.state_for(player), action)
    except RuleboardError:
        return False
    return bool(expected_state == after.state_for(player))


def show_next_step(table: Table) -> Table:
    """Return the table with the next step of the hint, or with the next threat."""
    advice = table.advice
    if advice and advice.threats:
        return replace(table, advice=replace(advice, threat_index=(advice.threat_index + 1) % len(advice.threats)))
    if advice is None or not AdviceKind.TARGET <= advice.kind < AdviceKind.REASONS:
        return table
    return replace(table, advice=replace(advice, kind=AdviceKind(advice.kind + 1)))


def show_threats(table: Table) -> Table:
    """Return the table with the first threat against the player to move."""
    if table.read_only:
        return table
    return _with_request(table, Advice(AdviceKind.THREATS, threats=_threats(table.timeline)))


def close_advice(table: Table) -> Table:
    """Return the table without advice and without the line of a hint on the board."""
    table = show_line(table, LineKind.HINT, 0) if table.display.variation else table
    return replace(table, advice=None)


def _visible_advice(table: Table) -> Advice | None:
    """Return the advice, or None while the board shows another state, such as a state in the hint's line."""
    return table.advice if table.display.ply is None else None


def advice_text(table: Table) -> str:
    """Return the sentences of the advice, or an empty text if there is no advice."""
    timeline, advice = table.timeline, _visible_advice(table)
    if advice is None:
        return ""
    match advice.kind:
        case AdviceKind.SEARCHING:
            return _("Looking for a good move …")
        case AdviceKind.TARGET:
            return _target_sentence(timeline, advice.actions[0])
        case AdviceKind.MOVE:
            return _suggestion_text(timeline, advice.actions)
        case AdviceKind.REASONS:
            return " ".join(_reason_sentences(timeline, advice.actions))
        case AdviceKind.THREATS:
            if advice.threat is None:
                return _("I don’t see any threat right now.")
            threat_number_text = _("Threat {at} of {n}.").format(at=advice.threat_index + 1, n=len(advice.threats))
            return (
                f"{threat_number_text} {advice.threat.sentence}" if len(advice.threats) > 1 else advice.threat.sentence
            )


def next_button_label(advice: Advice) -> str:
    """Return the label of the button that shows the next step or threat; empty at the last one."""
    if len(advice.threats) > 1:
        return _("Next threat")
    return {AdviceKind.TARGET: _("Show the move"), AdviceKind.MOVE: _("Why?")}.get(advice.kind, "")


def advice_targets(table: Table) -> frozenset[str]:
    """Return the targets that the advice refers to."""
    timeline, advice = table.timeline, _visible_advice(table)
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
            return frozenset(advice.threat.targets if advice.threat else ())


def recommended_actions(table: Table) -> tuple[Action[Any], ...]:
    """Return the recommended actions if the current step of the hint shows them, else an empty tuple."""
    advice = _visible_advice(table)
    return advice.actions if advice and advice.kind in (AdviceKind.MOVE, AdviceKind.REASONS) else ()


def threat_paths(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the path of the displayed threat, as the targets along the path, or an empty tuple."""
    advice = _visible_advice(table)
    threat = advice and advice.threat
    return (threat.path,) if threat and len(threat.path) > 1 else ()


def _hint_targets(timeline: Timeline[Any], actions: Sequence[Action[Any]]) -> tuple[str, ...]:
    """Return the targets that a hint highlights for consecutive actions."""
    view, state = VIEWS[timeline.game.id], timeline.state
    targets = list[str]()
    for number, action in enumerate(actions, 1):
        targets += view.hint_targets(state, action)
        state = timeline.game.apply(state, action) if number < len(actions) else state
    return tuple(targets)


def _target_sentence(timeline: Timeline[Any], action: Action[Any]) -> str:
    """Return the first step of a hint, a sentence that says where to look.

    For a button in a dialog, the sentence names the button that opens the dialog.
    """
    game, target = timeline.game, _hint_targets(timeline, (action,))[0]
    label = game.name(timeline.state_for(timeline.to_move), target)
    saved_armies = SAVED_ARMIES.get(game.id)
    if saved_armies and target in saved_armies.buttons:
        label = _("{button} (in “{dialog}”)").format(button=label, dialog=_(saved_armies.title))
    return _("Look here: {thing}.").format(thing=label)


def _suggestion_text(timeline: Timeline[Any], actions: Sequence[Action[Any]]) -> str:
    """Return the second step of a hint, which tells the player to play the actions.

    A phrase or clause follows the introduction after a colon, a sentence after a full stop.
    """
    first_text, *other_texts = _suggestions(timeline, actions)
    if first_text[:1].islower():
        introduction = with_full_stop(_("Try this: {action}").format(action=first_text))
    else:
        introduction = " ".join((_("Try this."), sentence(first_text)))
    return " ".join((introduction, *map(sentence, other_texts)))


def _suggestions(timeline: Timeline[Any], actions: Sequence[Action[Any]]) -> Iterator[str]:
    """Yield a text for each action. The text for a hidden action contains all its details."""
    state, view = timeline.state, VIEWS[timeline.game.id]
    for action in actions:
        hidden_text = view.describe_hidden_actions((action,)) if timeline.is_hidden() else ""
        yield (hidden_text or view.suggestion(state, action) or timeline.game.describe(state, action, timeline.to_move))
        state = timeline.game.apply(state, action)


def _reason_sentences(timeline: Timeline[Any], actions: Sequence[Action[Any]]) -> Iterator[str]:
    """Yield the reasons for the actions, or a general sentence if the bot gives no reason."""
    bot = PACKAGES[timeline.game.id].opponent
    reasons = bot.reasons(timeline.state_for(timeline.to_move), actions, timeline.to_move)
    yield from map(sentence, reasons or (_("This turn leads to a better position"),))


def _threats(timeline: Timeline[Any]) -> tuple[Threat, ...]:
    """Return the threats against the player to move."""
    player = timeline.to_move
    if player is None:
        return ()
    return PACKAGES[timeline.game.id].opponent.threats(timeline.state_for(player), player)
