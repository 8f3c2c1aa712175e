"""Announcements for screen readers: the last action, the player to move, the selection and the possible targets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, assert_never

from ruleboard.app.board import attack_query, guide, review_texts
from ruleboard.app.board import situation as situations
from ruleboard.app.board.last_turn import player_whose_turn_ended
from ruleboard.app.board.opponents_note import turn_reasons
from ruleboard.app.board.orientation import viewer_of
from ruleboard.app.board.plies import viewable_plies
from ruleboard.app.board.prompts import choice_question, guidance, touch_hint
from ruleboard.app.board.review import viewed_line, viewed_line_turn_count, viewed_turning_point
from ruleboard.app.board.side_notes import current_note_step, current_side_note, has_no_open_note
from ruleboard.app.board.table import Table
from ruleboard.app.ui.names import game_title, player_names
from ruleboard.engine.action import Action
from ruleboard.engine.endings import DRAW_CLAIMED, claim_reason, ending_sentence
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _, ngettext
from ruleboard.registry import VIEWS
from ruleboard.scene.node import Node
from ruleboard.wording import join_with_semicolons, sentence, with_full_stop

MAX_NAMES_LENGTH = 400
"""An announcement counts the possible targets if their names have more characters than this."""

MAX_INITIAL_TARGETS = 3
"""An announcement names up to this many targets before a person selects one."""

_INLINE_TAGS = frozenset({"b", "em", "i", "span", "strong"})
"""Inline elements."""


def draw_claim_text(timeline: Timeline[Any]) -> str:
    """Return the reason why the player to move may claim a draw, as sentences; empty if that is impossible."""
    reason = timeline.draw_claim_reason()
    return " ".join((reason, _("You can claim a draw."))) if reason else ""


def outcome_text(timeline: Timeline[Any], reader: int | None = None) -> str:
    """Return a description of how the game ended.

    The description names the winner if one of two players resigned, and the reason if a player claimed a draw. The
    description calls the player with the number ``reader`` "you".
    """
    outcome = timeline.outcome
    if outcome is None:
        return ""
    sides = timeline.game.sides(timeline.state)
    if timeline.ply and timeline.entries[timeline.ply - 1] == DRAW_CLAIMED:
        reason = claim_reason(timeline.game, timeline.state, timeline.plies[timeline.ply - 1].occurrences)
        return " ".join(filter(None, (outcome.reason_for(reader), reason)))
    if timeline.ply and isinstance(timeline.entries[timeline.ply - 1], str) and not outcome.is_draw and len(sides) == 2:
        (winner,) = outcome.winners
        result_text = _("You win.") if winner == reader else _("{side} wins.").format(side=_(sides[winner]))
        return " ".join((outcome.reason_for(reader), result_text))
    return outcome.reason_for(reader)


def situation_text(table: Table, action_text: str = "", events: str = "", reader: int | None = None) -> str:
    """Return the announcement after an action: the action, its events, and the result or the player to move.

    The announcement includes the game's prompt if the prompt differs between turns.

    Args:
        table: the table.
        action_text: the action as a clause; may be empty.
        events: the events that the action caused, as sentences; may be empty.
        reader: the player whom the result calls "you"; None for the only person at the table, if there is one.
    """
    reader = table.only_person if reader is None else reader
    sentences = [text for text in (action_text and sentence(action_text), table.message, events) if text]
    timeline, names = table.timeline, player_names(table.timeline.record)
    match table.current_situation:
        case situations.GameOver():
            sentences.append(outcome_text(timeline, reader))
        case situations.HandOver(player=player):
            sentences.append(sentence(_("It’s {player}’s turn to choose in secret").format(player=names[player])))
        case (
            situations.MistakeMade(player=player) | situations.OpponentToMove(player=player)
        ):  # a bot's prompt would reveal its secrets
            name = names[player] if player in table.persons else _name_with_side(timeline, player)
            sentences.append(with_full_stop(VIEWS[timeline.game.id].turn_text(name)))
        case situations.PersonToMove(player=player):
            follows_action = bool(action_text) and not events
            sentences += _turn_sentences(table, player, names[player], reader, follows_action=follows_action)
        case situation:
            assert_never(situation)
    return " ".join(filter(None, sentences))


def _name_with_side(timeline: Timeline[Any], player: int) -> str:
    """Return the name of a player, followed by the side, which the texts about moves use, if the name differs."""
    name, side = player_names(timeline.record)[player], _(timeline.game.sides(timeline.state)[player])
    return name if side in name else _("{player} ({side})").format(player=name, side=side)


def _turn_sentences(table: Table, player: int, name: str, reader: int | None, *, follows_action: bool) -> Iterator[str]:
    """Yield the sentences that announce a player's turn: the name, the prompt, a possible draw claim and a tip.

    In the middle of a turn, the prompt alone follows the action of the same player. After sentences about events, which
    may name other players, the name comes first again.
    """
    timeline = table.timeline
    game, state = timeline.game, timeline.state
    prompt = game.prompt(state) if game.key(state) is None or timeline.is_hidden() else ""
    is_mid_turn = timeline.ply > 0 and game.to_move(timeline.states[timeline.ply - 1]) == player
    if not (prompt and follows_action and is_mid_turn):
        if player == reader:
            yield _("It’s your turn.")
        elif name not in prompt or name != _(game.sides(state)[player]):
            yield with_full_stop(VIEWS[game.id].turn_text(name))
    if prompt:
        yield prompt
        yield from _first_targets_text(table)
    yield hidden_choice_text(table)
    yield draw_claim_text(timeline)
    if tip := guide.current_tip(table):
        yield tip.sentence


def hidden_choice_text(table: Table) -> str:
    """Return the message that a bot has just made a hidden choice, for the next person to move; may be empty.

    People who share a screen see each other choose and need no message.
    """
    timeline, ply = table.timeline, table.timeline.ply - 1
    if ply < 0 or not (timeline.is_hidden() and timeline.is_hidden(ply)):
        return ""
    player = timeline.game.to_move(timeline.states[ply])
    if player is None or player == timeline.to_move or player in table.persons:
        return ""
    return _("{player} has chosen in secret. Now you choose.").format(player=player_names(timeline.record)[player])


def mistake_text(consequence: str) -> str:
    """Return the announcement of a mistake in a guided game, with its consequence."""
    return " ".join((_("Think again."), consequence, _("Undo your move, or play on?")))


def draw_offer_text(table: Table) -> str:
    """Return the announcement of a draw offer. With more than two players, it names the player who has to answer."""
    names, offer = player_names(table.timeline.record), table.draw_offer
    if offer is None:
        return ""
    text = _("{player} offers a draw.").format(player=names[offer.player])
    if offer.responder != (offer.player + 1) % len(names):
        text = _("{player} accepts the draw.").format(player=names[offer.responder - 1])
    return f"{text} {_('{player} decides.').format(player=names[offer.responder])}" if len(names) > 2 else text


def turn_end_text(table: Table) -> str:
    """Return a sentence that a person's turn has just ended automatically, or an empty text if it has not."""
    player = player_whose_turn_ended(table)
    if player is None:
        return ""
    if player == table.only_person:
        return _("Your turn is over.")
    return _("{player}’s turn is over.").format(player=player_names(table.timeline.record)[player])


def _first_targets_text(table: Table) -> Iterator[str]:
    """Yield a sentence that names the possible targets if they are few and are not buttons."""
    targets, game = table.selection.next_targets, table.timeline.game
    if 1 < len(targets) <= MAX_INITIAL_TARGETS and not any(target.startswith("do:") for target in targets):
        state = table.timeline.state_for(table.timeline.to_move)
        yield _possible_targets_text(game.name(state, target) for target in targets)


def touch_text(before: Table, after: Table, *, mentions_targets: bool = True) -> str:
    """Return the announcement after a touch that completed no action: the refusal or the selection; may be empty.

    Args:
        before: the table before the touch.
        after: the table after the touch.
        mentions_targets: True to name the possible next targets; False if a task asks the person to find them.
    """
    if after.touches.refusal:
        return after.touches.refusal.sentence
    if after.touches.attack_query is not None:
        return attack_query.answer_text(after)
    if situations.explains_touches(after.situation):
        return after.message
    if before.touches.targets == after.touches.targets:
        return ""
    return selection_text(after, mentions_targets=mentions_targets) if after.touches.targets else _("Put down.")


def selection_text(table: Table, *, mentions_targets: bool = True) -> str:
    """Return the announcement of the selection and, with ``mentions_targets``, of the possible next targets."""
    timeline = table.timeline
    game, selection = timeline.game, table.selection
    state = timeline.state_for(timeline.to_move)
    last_target = table.touches.targets[-1]
    label = game.name(state, last_target)
    if last_target.startswith("do:"):
        sentences = [sentence(label)]
    elif VIEWS[game.id].is_picked_up(state, table.touches.targets):
        thing = VIEWS[game.id].picked_up_name(state, last_target) or label
        sentences = [_("Picked up: {thing}.").format(thing=thing)]
    else:
        sentences = [_("Chosen: {thing}.").format(thing=label)]
    prompt = guidance(table) if mentions_targets else touch_hint(table)
    if _word_set(prompt) - _word_set(label):
        sentences.append(prompt)
    # A task never asks for buttons.
    has_only_buttons = all(target.startswith("do:") for target in selection.next_targets)
    view = VIEWS[game.id]
    target_names = []
    for target, kinds in sorted(selection.next_targets.items(), key=lambda entry: _place_order(entry[0])):
        name = view.target_label(state, table.touches.targets, target, kinds) or _short_name(
            game.name(state, target), target, kinds
        )
        is_button_beside_places = target.startswith("do:") and not has_only_buttons
        if mentions_targets or has_only_buttons:
            target_names.append(_("“{text}”").format(text=name) if is_button_beside_places else name)
    if (
        len(selection.complete_actions) > 1
        or (selection.complete_actions and selection.next_targets)
        or (target_names and has_only_buttons)
    ):
        sentences.append(choice_question(table))
        mover = timeline.to_move
        action_texts = (game.describe(timeline.state, action, mover) for action in selection.complete_actions)
        target_names = [*action_texts, *target_names]
        if len(target_names) == 1:  # the question names it
            return " ".join(sentences)
    if target_names:
        sentences.append(_possible_targets_text(target_names))
    return " ".join(sentences)


def _place_order(target: str) -> int:
    """Return a sort key that puts places on the board before other targets, and buttons last."""
    return 2 if target.startswith("do:") else ":" in target


def _possible_targets_text(names: Iterable[str]) -> str:
    """Return a sentence that names the possible targets, or only counts them if the names are long."""
    unique_names = tuple(dict.fromkeys(names))
    text = join_with_semicolons(unique_names)
    if len(text) > MAX_NAMES_LENGTH:
        return ngettext("{n} possibility.", "{n} possibilities.", len(unique_names)).format(n=len(unique_names))
    return _("Possible: {places}.").format(places=text)


def _word_set(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def _short_name(name: str, target: str, kinds: Sequence[str]) -> str:
    """Return the name of a possible next target, or only the square's name if the square is empty."""
    return target if name.startswith(f"{target},") and set(kinds) == {"go"} else name


def past_action_text(table: Table) -> str:
    """Return the announcement of the last action before the viewed state, without hidden decisions.

    The announcement ends with the reason if a bot played the action.
    """
    if table.display.ply is None:
        return situation_text(table)
    timeline, ply, plies = table.viewed_timeline, table.display.ply, viewable_plies(table.timeline)
    sentences = [sentence(_("{n} of {all}").format(n=plies.index_of(ply), all=len(plies) - 1))]
    if ply:
        entry, state = timeline.entries[ply - 1], timeline.states[ply - 1]
        if not isinstance(entry, Action):
            sentences.append(ending_sentence(timeline.game, state, entry))
        elif not timeline.is_hidden(ply - 1):
            sentences.append(sentence(timeline.game.describe(state, entry, table.only_person)))
    sentences.append("" if table.display.replays_turn else turn_reasons(table, ply))
    return " ".join(filter(None, sentences))


def pieces_text(table: Table, seat: int) -> str:
    """Return a list of the pieces and their squares: "White pawn: a2, b2; white king: f1. Black pawn: …".

    Args:
        table: the table.
        seat: the player whose pieces come first.
    """
    state = table.viewed_timeline.state_for(viewer_of(table))
    return VIEWS[table.timeline.game.id].pieces_text(state, seat) or _("There are no pieces on the board.")


def review_text(table: Table) -> str:
    """Return the announcement of a complete review, or an empty text if there is no complete review."""
    return review_texts.review_announcement(table.timeline, table.review) if table.review else ""


def turning_point_text(table: Table) -> str:
    """Return the announcement of the turning point in view: the turn and a better one; empty if none is in view."""
    turn_number = viewed_turning_point(table)
    if table.review is None or turn_number is None:
        return ""
    point = review_texts.turning_point(table.timeline, table.review, turn_number)
    return " ".join((sentence(point.title), *point.sentences))


def line_text(table: Table) -> str:
    """Return the announcement of the last turn of the line on the board, with its number, or an empty text."""
    step = viewed_line_turn_count(table)
    if table.display.ply is None or not step:
        return ""
    turns = review_texts.line_texts(table.timeline.jump(table.display.ply), viewed_line(table))
    turn = turns[step - 1]
    return f"{sentence(_('{n} of {all}').format(n=step, all=len(turns)))} {turn.description}"


def new_event_text(before: Table | None, after: Table) -> str:
    """Return the current step of the note about recent events if it has changed, otherwise an empty text."""
    step = _event_step(after)
    return screen_reader_text(step) if step is not None and (before is None or _event_step(before) != step) else ""


def _event_step(table: Table) -> Node | None:
    note = None if has_no_open_note(table) else current_side_note(table)
    return note.steps[current_note_step(table)].node if note and note is table.notes.recent_events else None


def screen_reader_text(node: Node) -> str:
    """Return the text of a node as a screen reader reads it."""
    return " ".join(" ".join(_screen_reader_parts(node)).split())


def _screen_reader_parts(node: Node) -> Iterator[str]:
    if node.attrs.get("aria-hidden") == "true":
        return
    if "aria-label" in node.attrs:
        yield sentence(node.attrs["aria-label"])
        return
    if node.text:
        yield node.text if node.tag in _INLINE_TAGS else sentence(node.text)
    for child in node.children:
        yield from _screen_reader_parts(child)


def position_heading(table: Table, name: str = "") -> str:
    """Return the heading of a printed position: a name or the game's title, then the result or the player to move."""
    timeline = table.viewed_timeline
    outcome, to_move = (None, None) if table.display.replay else (timeline.outcome, timeline.to_move)
    names = player_names(timeline.record)
    status = (
        outcome.reason if outcome else VIEWS[timeline.game.id].turn_text(names[to_move]) if to_move is not None else ""
    )
    name = name or game_title(timeline.record)
    return _("{title} · {status}").format(title=name, status=status) if status else name


def public_action_text(timeline: Timeline[Any], ply: int, reader: int | None = None) -> str:
    """Describe the action at a ply without information that is hidden from ``reader``, whom the text calls "you".

    Return an empty text if the entry is not an action.
    """
    game, state, entry = timeline.game, timeline.states[ply], timeline.entries[ply]
    if not isinstance(entry, Action):
        return ""
    mover = game.to_move(state)
    if timeline.is_hidden(ply) and mover is not None and mover != reader:
        return _("{side} made a secret choice").format(side=_(game.sides(state)[mover]))
    return game.describe(state, entry, reader)
