"""The panel of a player, with messages and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from ruleboard.app.board import advice, announcements, attack_query, guide, history
from ruleboard.app.board import changes as tables
from ruleboard.app.board import situation as situations
from ruleboard.app.board.action_buttons import choice_buttons
from ruleboard.app.board.gestures import bot_turn_message
from ruleboard.app.board.history import can_continue, continues_in_copy, continues_in_study
from ruleboard.app.board.last_turn import opponent_turns
from ruleboard.app.board.opponents_note import OPPONENTS_NOTE, turn_reasons
from ruleboard.app.board.orientation import is_face_to_face, starts_zoomed
from ruleboard.app.board.parts import Advice, AdviceKind, DrawOffer, LineKind
from ruleboard.app.board.prompts import choice_question, guidance, is_mid_action, touch_hint
from ruleboard.app.board.review import REVIEW_NOTE, retry_ply
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import PlayMessage, SetupsMessage, StudyMessage
from ruleboard.app.play.clock_view import time_up_buttons, time_up_message
from ruleboard.app.play.move_list import turn_moves
from ruleboard.app.play.review_view import line_buttons
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.ui.components import (
    DRAW_OFFER_DIALOG,
    RESIGN_DIALOG,
    SHARE_DIALOG,
    button,
    dialog,
    link,
    menu,
    menu_item,
)
from ruleboard.app.ui.components import SETUPS as SETUPS_DIALOG
from ruleboard.app.ui.names import player_names
from ruleboard.engine.action import Action
from ruleboard.engine.game import Outcome
from ruleboard.engine.limits import MAX_ACTIONS
from ruleboard.engine.move_text import Turn, turn_index
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _
from ruleboard.learning.courses import find_lesson
from ruleboard.opponents import opponent_name
from ruleboard.registry import SAVED_ARMIES, VIEWS
from ruleboard.scene.node import Node, el
from ruleboard.wording import sentence, with_full_stop


def status_messages(
    table: Table, player: int, outcome: Outcome | None, *, is_far_side: bool = False
) -> tuple[Node | None, ...]:
    """Return the messages to a player. The message that a player is out of time comes first.

    ``is_far_side`` is True if the panel is on the far side of the board.
    """
    return (time_up_message(table, player), *_messages_except_clock(table, player, outcome, is_far_side))


def _messages_except_clock(
    table: Table, player: int, outcome: Outcome | None, is_far_side: bool
) -> tuple[Node | None, ...]:
    """Return the messages to a player, except about the clock."""
    timeline = table.viewed_timeline
    if table.touches.attack_query is not None and not table.display.covers_board:
        return () if is_far_side else _attack_query_message(table)
    if outcome:
        question = (
            _("The game is over. Go back one step?") if table.undo.awaits_confirmation and not is_far_side else ""
        )
        result = announcements.outcome_text(timeline, table.only_person)
        return (el("p", text=question or result, cls="verdict", key="verdict"),)
    return _situation_messages(table, table.situation, player, is_far_side)


def _situation_messages(
    table: Table, situation: situations.Situation, player: int, is_far_side: bool
) -> tuple[Node | None, ...]:
    """Return the messages to a player in a situation."""
    timeline = table.viewed_timeline
    is_mover, is_notified = timeline.to_move == player, player == player_to_notify(table)
    message = el("span", text=table.message, cls="note", key="note") if table.message else None
    match situation:
        case (
            situations.Replaying(underlying_situation=situations.LookingBack())
            | situations.InReplayHistory(underlying_situation=situations.LookingBack())
            | situations.LookingBack(awaits_handover=True)
            | situations.HandOver()
        ):
            return (message,) if is_mover else ()
        case (
            situations.Replaying(underlying_situation=underlying_situation)
            | situations.InReplayHistory(underlying_situation=underlying_situation)
            | situations.InOtherTab(underlying_situation=underlying_situation)
        ):
            return _situation_messages(table, underlying_situation, player, is_far_side)
        case situations.LookingBack():
            return _looking_back_messages(table, player, message, is_far_side)
        case situations.DrawOffered(offer=offer):
            if player == offer.responder:
                return (*_draw_offer_question(timeline, offer), *(() if is_far_side else _refusal_messages(table)))
            return _messages_to_mover(table, message) if is_mover else ()
        case situations.MistakeMade():
            return (_mistake_message(table),) if is_notified else ()
        case situations.OpponentToMove():
            has_notice = table.message == bot_turn_message(table)  # it already says whose turn it is
            opponent_message = None if has_notice else _opponent_message(table)
            messages = (message, _turn_end_message(table), _recent_opponent_turns(table), opponent_message)
            return messages if is_notified else ()
        case situations.PersonToMove():
            return _messages_to_mover(table, message) if is_mover else ()
        case situations.GameOver():
            return ()
        case _:
            assert_never(situation)


def _refusal_messages(table: Table) -> tuple[Node | None, ...]:
    """Return the reason why the last touch was refused, with a link to the lesson; empty without a refusal."""
    refusal = table.touches.refusal
    if not refusal:
        return ()
    return (
        el("span", text=refusal.sentence, cls="said", key="said"),
        button(_("The rule"), PlayMessage.OPEN_LESSON, refusal.lesson, cls="quiet rule", key="teach")
        if refusal.lesson and find_lesson(table.timeline.game.id, refusal.lesson)
        else None,
    )


def _draw_offer_question(timeline: Timeline[Any], offer: DrawOffer) -> tuple[Node, ...]:
    """Return the question for the player who has to answer a draw offer."""
    names = player_names(timeline.record)
    return (
        el("span", text=_("{player} offers a draw.").format(player=names[offer.player])),
        el("strong", text=_("{player} decides.").format(player=names[offer.responder])),
    )


def _looking_back_messages(
    table: Table, player: int, message: Node | None, is_far_side: bool
) -> tuple[Node | None, ...]:
    """Return the messages to a player while the board shows a past state."""
    if message and not is_far_side:
        return (message,)
    turning_point = "" if is_far_side else announcements.line_text(table) or announcements.turning_point_text(table)
    shows_reasons = not (is_far_side or table.display.variation or table.notes.open_note == OPPONENTS_NOTE)
    reasons = turn_reasons(table, table.display.ply or 0) if shows_reasons else ""
    return (
        _to_move_message(table.viewed_timeline, player),
        el("span", text=reasons, key="reasons") if reasons else None,
        el("p", text=turning_point, cls="point", key="point") if turning_point else None,
    )


def _messages_to_mover(table: Table, message: Node | None) -> tuple[Node | None, ...]:
    """Return the messages to the player to move."""
    timeline, offer = table.timeline, table.draw_offer
    if table.display.covers_board:
        return (message,)
    if table.touches.refusal:
        return _refusal_messages(table)
    if offer and not table.touches.targets:
        responder = player_names(timeline.record)[offer.responder]
        message = el("span", text=_("Draw offered. {player} decides.").format(player=responder))
        if not table.advice:
            return (message,)
    if table.advice and not table.touches.targets:
        advice_node = el("span", text=advice.advice_text(table), cls="advice", key="advice")
        return (message, advice_node, _advice_buttons(table.advice))
    selection = table.selection
    has_only_buttons = table.touches.targets and all(target.startswith("do:") for target in selection.next_targets)
    if (
        len(selection.complete_actions) > 1
        or (selection.complete_actions and selection.next_targets)
        or (selection.next_targets and has_only_buttons)
    ):
        return (message, el("span", text=choice_question(table)))
    if not table.touches.targets and (turn_end := _turn_end_message(table)):
        return (message, turn_end)
    tip = None if table.touches.targets else _tip_node(table)
    text = guidance(table) or timeline.game.prompt(timeline.state)
    prompt = el("span", text=text, cls="prompt small" if tip else "prompt", key="prompt")
    hidden_choice = "" if table.touches.targets else announcements.hidden_choice_text(table)
    choice_node = el("span", text=hidden_choice, cls="small", key="hidden-choice") if hidden_choice else None
    draw_claim = "" if table.touches.targets else announcements.draw_claim_text(timeline)
    claim_node = el("span", text=draw_claim, cls="small", key="claim") if draw_claim else None
    goal_node = _goal_node(table)
    return (
        message,
        None if goal_node else _recent_opponent_turns(table),  # a small panel has no room for both
        tip,
        choice_node,
        prompt,
        goal_node,
        claim_node,
        _actions_this_turn(timeline),
    )


def _tip_node(table: Table) -> Node | None:
    """Return the tip for the person in a guided game."""
    tip = guide.current_tip(table)
    if tip is None:
        return None
    return el("p", text=tip.sentence, cls="counsel", key="counsel")


def _goal_node(table: Table) -> Node | None:
    """Return the sentence about how to win, which a player sees during the first turn. A guide tells it in its tips."""
    timeline = table.timeline
    game, view, player = timeline.game, VIEWS[timeline.game.id], timeline.to_move
    if player is None or table.touches.targets or guide.is_guided(table):
        return None
    turn_start = timeline.ply
    while turn_start and game.to_move(timeline.states[turn_start - 1]) == player:
        turn_start -= 1
    if any(game.to_move(state) == player and view.goal_text(state) for state in timeline.states[:turn_start]):
        return None
    text = view.goal_text(timeline.state_for(player))
    return el("span", text=text, cls="goal small", key="goal") if text else None


def _recent_opponent_turns(table: Table) -> Node | None:
    """Describe the bots' turns since the person's last turn, for screens that show only a part of the board.

    There is at most one turn of each bot. A button opens the note with all turns.
    """
    timeline = table.timeline
    if not starts_zoomed(table) or table.touches.targets:
        return None
    turns = opponent_turns(table)
    last_turns = turns[1 - len(timeline.record.players) :]
    if not last_turns:
        return None
    descriptions = (
        timeline.game.describe(timeline.states[ply], entry, table.only_person)
        for turn in last_turns
        for ply, _text in turn.items
        if isinstance(entry := timeline.entries[ply], Action)
    )
    text = el("span", text=" ".join(map(sentence, descriptions)))
    if len(turns) == len(last_turns) or table.notes.open_note == OPPONENTS_NOTE:
        return el("span", text, cls="small", key="lately")
    all_turns_button = button(_("Last turns"), PlayMessage.TOGGLE_NOTE, OPPONENTS_NOTE, cls="quiet")
    return el("span", text, all_turns_button, cls="small ended", key="lately")


def _mistake_message(table: Table) -> Node:
    """Return the message about the consequence of the person's mistake."""
    consequence = guide.consequence(table).sentence
    return el(
        "p", el("strong", text=_("Think again.")), el("span", text=f" {consequence}"), cls="counsel", key="mistake"
    )


def _attack_query_message(table: Table) -> tuple[Node, ...]:
    """Return the message with the attackers of the queried square, and the button that closes the query."""
    close_button = button(_("Close"), PlayMessage.TOGGLE_ATTACK_QUERY, cls="quiet")
    return (
        el("span", text=attack_query.answer_text(table), cls="advice", key="inquiry"),
        el("span", close_button, cls="row", key="end-inquiry"),
    )


def _to_move_message(timeline: Timeline[Any], player: int) -> Node | None:
    """Return the message that a player was to move in a past state, or None if another player was to move."""
    if timeline.to_move != player:
        return None
    text = with_full_stop(VIEWS[timeline.game.id].turn_text(player_names(timeline.record)[player]))
    return el("span", text=text, cls="prompt", key="prompt")


def _turn_end_message(table: Table) -> Node | None:
    """Return the message that a turn has ended automatically, with a button that undoes its last action.

    A single person has Undo among the tools and needs no button. Two people may sit too far from these tools.
    """
    text = announcements.turn_end_text(table)
    if not text:
        return None
    undo_button = button(_("Undo it"), PlayMessage.UNDO) if table.only_person is None else None
    return el("span", el("span", text=text), undo_button, cls="ended", key="ended")


def _advice_buttons(advice_on_display: Advice) -> Node:
    """Return the buttons that close the advice and show the next step of a hint.

    The Close button is first. The other one appears later, and must not take its place under the finger.
    """
    label = advice.next_button_label(advice_on_display)
    next_button = button(label, PlayMessage.SHOW_HINT, "next", cls="quiet", key="next") if label else None
    if advice_on_display.kind is AdviceKind.REASONS and advice_on_display.line:
        next_button = button(
            _("Show what follows"), PlayMessage.SHOW_LINE, f"{LineKind.HINT}.1", cls="quiet", key="line"
        )
    return el(
        "span",
        button(_("Close"), PlayMessage.CLOSE_ADVICE, cls="quiet"),
        next_button,
        cls="row",
        key="next-advice",
    )


def player_to_notify(table: Table) -> int | None:
    """Return the player whose panel reports a bot's turn: the only person, or else the bot itself."""
    return table.timeline.to_move if table.only_person is None else table.only_person


def _opponent_message(table: Table) -> Node | None:
    """Return the message about the bot to move."""
    to_move = table.timeline.to_move
    if to_move is None:
        return None
    name = player_names(table.timeline.record)[to_move]
    if table.bots.are_paused:
        return el("span", text=_("Game paused. {player} is waiting.").format(player=name), key="opponent")
    if table.bots.plan:
        return el("span", text=_("It’s {player}’s turn.").format(player=name), key="opponent")
    return el("span", text=_("{player} is thinking …").format(player=name), cls="thinking", key="opponent")


def result_text(outcome: Outcome, player: int) -> str:
    """Return the result of the game for a player, in one or two words."""
    if outcome.is_draw:
        return _("Draw")
    own_return = outcome.returns[player]
    better_count = sum(player_return > own_return for player_return in outcome.returns)
    if not better_count:
        is_sole_winner = outcome.returns.count(own_return) == 1 or len(outcome.returns) == 2
        return _("Won") if is_sole_winner else _("Shares the win")
    if len(set(outcome.returns)) == 2:
        return _("Lost")
    return ("", _("2nd place"), _("3rd place"), _("4th place"))[better_count]


def _actions_this_turn(timeline: Timeline[Any]) -> Node | None:
    """Return the text of the actions played so far in this turn, in a game with several actions per turn."""
    ply = timeline.ply
    if timeline.game.key(timeline.state) is not None:
        return None
    turns = timeline.turns()
    turn_number = turn_index(turns, ply - 1) if turns else 0
    if not turns or turns[turn_number].player != timeline.to_move:
        return None
    items = turn_moves(turns, turn_number)
    is_turn_over = ply > items[-1].last_ply and _begins_turn(timeline, turns[:turn_number])
    if items[0].first_ply < ply <= items[-1].last_ply + 1 and not is_turn_over:
        readable_turn = VIEWS[timeline.game.id].readable_turn(turns[turn_number], timeline.states, timeline.entries)
        texts = (text for item, (_ply, text) in zip(items, readable_turn.items, strict=True) if item.first_ply < ply)
        return el("span", cls="done small", text=_("So far this turn: {actions}").format(actions=", ".join(texts)))
    return None


def _begins_turn(timeline: Timeline[Any], past_turns: tuple[Turn, ...]) -> bool:
    """Return True if the next action begins a turn, although the same player played the last one.

    Only the move list of a game knows where turns begin, so the function plays an action and formats the list.

    Args:
        timeline: the game, at a ply after the last action of a turn.
        past_turns: the turns before the last turn.
    """
    if not timeline.is_at_end:
        return True  # the next entry would otherwise belong to the last turn
    if timeline.outcome or timeline.ply >= MAX_ACTIONS:
        return False
    next_action = timeline.game.legal_actions(timeline.state)[0]
    return len(timeline.play(next_action).extend_turns(past_turns)) > len(past_turns) + 1


def controls(table: Table, player: int, settings: Settings, *, is_far_side: bool) -> Node:
    """Return the buttons in a player's panel.

    Args:
        table: the game.
        player: the player, from 0.
        settings: the person's settings.
        is_far_side: True if the panel is on the far side of the board.
    """
    buttons = (
        *time_up_buttons(table, player),
        *_buttons(table, table.situation, player, settings, is_far_side=is_far_side),
    )
    return el("div", map(_with_message_key, buttons), cls="controls")


def _buttons(
    table: Table, situation: situations.Situation, player: int, settings: Settings, *, is_far_side: bool
) -> tuple[Node | None, ...]:
    """Return the buttons in a player's panel in a situation; see ``controls`` for the arguments."""
    match situation:
        case (
            situations.Replaying() | situations.HandOver()
        ):  # the panel of a replay and the hand-over screen have their buttons
            return ()
        case situations.InOtherTab():  # only a button that changes nothing
            return (
                ()
                if is_far_side or table.display.ply is None
                else (button(_("Back to the game"), PlayMessage.VIEW_CURRENT),)
            )
        case situations.InReplayHistory(
            underlying_situation=situations.LookingBack() | situations.GameOver() as underlying_situation
        ):
            return _buttons(table, underlying_situation, player, settings, is_far_side=is_far_side)
        case situations.InReplayHistory():
            return ()
        case situations.GameOver():
            return () if is_far_side else _end_buttons(table, settings)
        case situations.LookingBack():
            return () if is_far_side else _looking_back_buttons(table)
        case situations.DrawOffered(offer=offer, underlying_situation=underlying_situation):
            is_bot = bool(table.bot_level_of(player))
            if player == offer.responder:
                can_withdraw = not is_face_to_face(table, settings) and not table.bot_level_of(offer.player)
                withdraw_buttons = (_withdraw_button(),) if can_withdraw else ()
                return () if is_bot else (*_answer_buttons(), *withdraw_buttons)
            withdraw_buttons = (_withdraw_button(),) if player == offer.player and not is_bot else ()
            return (
                *withdraw_buttons,
                *_buttons(table, underlying_situation, player, settings, is_far_side=is_far_side),
            )
        case situations.MistakeMade():
            return _mistake_buttons() if player == player_to_notify(table) else ()
        case situations.OpponentToMove():
            return _opponent_buttons(table, settings) if player == player_to_notify(table) else ()
        case situations.PersonToMove(player=mover):
            return tuple(_person_buttons(table, player, settings, is_far_side=is_far_side)) if player == mover else ()
        case _:
            assert_never(situation)


def _looking_back_buttons(table: Table) -> tuple[Node, ...]:
    """Return the buttons in a player's panel while the board shows a past state."""
    line = tuple(filter(None, (line_buttons(table),)))
    if table.display.variation:
        return line
    buttons = tuple(_continue_buttons(table))
    has_back_button = len(buttons) < 2 and not line  # on a phone; the title bar leads back, too
    return (
        *buttons,
        *line,
        *((button(_("Show again"), PlayMessage.START_REPLAY),) if history.latest_replay(table) and not line else ()),
        *((button(_("Back to the game"), PlayMessage.VIEW_CURRENT, cls="primary"),) if has_back_button else ()),
    )


def _answer_buttons() -> tuple[Node, ...]:
    """Return the buttons that answer a draw offer."""
    return (
        button(_("Accept"), PlayMessage.ANSWER_DRAW_OFFER, "yes", cls="primary"),
        button(_("Decline"), PlayMessage.ANSWER_DRAW_OFFER, "no"),
    )


def _mistake_buttons() -> tuple[Node, ...]:
    """Return the buttons with which a person takes back or accepts a mistake."""
    return (
        button(_("Undo it"), PlayMessage.ANSWER_MISTAKE, "back", cls="primary"),
        button(_("Play on"), PlayMessage.ANSWER_MISTAKE, "on"),
    )


def _opponent_buttons(table: Table, settings: Settings) -> tuple[Node, ...]:
    """Return the buttons during a bot's turn. In a game without persons, one of them pauses the game."""
    tools = (el("div", _tools(table, settings), cls="actions"),) if is_face_to_face(table, settings) else ()
    if table.bots.are_paused:
        return *tools, button(_("Go on"), PlayMessage.RESUME_BOTS, cls="primary")
    return tools if table.persons else (*tools, button(_("Pause"), PlayMessage.PAUSE_BOTS))


def _person_buttons(table: Table, player: int, settings: Settings, *, is_far_side: bool) -> Iterator[Node | None]:
    """Yield the buttons of the player to move; see ``controls`` for the arguments."""
    shows_cancel = bool(touch_hint(table)) and is_mid_action(table)
    excluded_targets, has_last_army = tables.dialog_targets(table), bool(tables.last_army(table, settings))
    if has_last_army:
        yield button(_("Your last army"), SetupsMessage.USE_LAST, cls="primary")
    yield from choice_buttons(
        table, PlayMessage.CHOOSE_ACTION, excluded_targets, emphasizes_likely_choice=not has_last_army
    )
    yield _saved_armies_button(table) if tables.can_use_saved_armies(table) else None
    yield button(_("Cancel"), PlayMessage.CLEAR_SELECTION, cls="quiet") if shows_cancel else None
    if is_face_to_face(table, settings):
        id = f"menu-player-{player}"
        items = ending_items(table, id)
        yield el(
            "div",
            _tools(table, settings),
            menu(id, _("Draw or resign"), items, cls="" if is_far_side else "up"),
            cls="actions",
            key="actions",
        )


def action_bar(table: Table, settings: Settings) -> Node:
    """Return the bar with the tools of the player to move."""
    return el(
        "div", _tools(table, settings), cls="actions bottom", role="group", aria_label=_("Actions"), key="actions"
    )


def _tools(table: Table, settings: Settings) -> tuple[Node | None, ...]:
    """Return the tools of the player to move. Their order is the same in every situation, so that no tool moves."""
    situation = situations.without_offer(table.situation)
    is_person_turn = isinstance(situation, situations.PersonToMove)
    can_undo = (
        isinstance(situation, situations.PersonToMove | situations.OpponentToMove | situations.GameOver)
        and history.can_undo(table)
        and not table.guided_turn.mistake  # its own buttons undo the whole turn
    )
    undo_reveals = is_person_turn and history.undo_would_reveal(table)
    offers_threats = settings.hints or guide.is_guided(table)
    return (
        _tool(_("Undo"), PlayMessage.UNDO, "undo", is_enabled=can_undo or undo_reveals, is_refused=undo_reveals),
        _tool(_("Redo"), PlayMessage.REDO, "redo", is_enabled=is_person_turn and not table.timeline.is_at_end),
        _tool(
            _("Replay"),
            PlayMessage.REPLAY_TURN,
            "again",
            label=_("Replay your opponent’s turn"),
            is_enabled=is_person_turn and history.opponent_turn_ply(table) is not None,
        ),
        _tool(_("Hint"), PlayMessage.SHOW_HINT, "hint", is_enabled=is_person_turn) if settings.hints else None,
        _tool(_("Threats"), PlayMessage.SHOW_THREATS, "threats", is_enabled=is_person_turn) if offers_threats else None,
        _lesson_tool(table) if guide.is_guided(table) else None,
    )


def _tool(
    word: str,
    message: str,
    picture: str,
    value: str = "",
    *,
    label: str = "",
    is_enabled: bool,
    is_refused: bool = False,
) -> Node:
    """Return a tool: an icon above a word.

    Args:
        word: the word.
        message: the message.
        picture: the name of the icon.
        value: the value of the message.
        label: the name for screen readers and the tooltip, if it is not the word.
        is_enabled: False to disable the button.
        is_refused: True if the page explains why the button cannot do anything now.
    """
    return button(
        word,
        message,
        value,
        picture=picture,
        cls="bare tool-button",
        disabled=not is_enabled,
        aria_disabled="true" if is_refused else None,
        aria_label=label or None,
        title=label or word,
        key=message,
    )


def _lesson_tool(table: Table) -> Node:
    """Return the tool that opens the lesson about the guide's tip. It is disabled for a tip about threats."""
    tip = guide.current_tip(table)
    has_lesson = tip is not None and find_lesson(table.timeline.game.id, tip.lesson) is not None
    lesson, label = tip.lesson if tip else "", _("The lesson behind this tip")
    return _tool(_("Lesson"), PlayMessage.OPEN_LESSON, "lesson", lesson, label=label, is_enabled=has_lesson)


def ending_items(table: Table, menu_id: str) -> tuple[Node, ...]:
    """Return the menu items that end the game, which are disabled while the player cannot use them."""
    can_resign = _can_resign(table)
    can_end = not table.read_only
    claim_item = (menu_item(_("Claim a draw"), PlayMessage.CLAIM_DRAW, menu_id=menu_id, key="claim"),)
    return (
        *(claim_item if can_end and table.timeline.draw_claim_reason() else ()),
        _dialog_item(_("Offer a draw …"), DRAW_OFFER_DIALOG if can_end else None),
        _dialog_item(_("Resign …"), RESIGN_DIALOG if can_resign else None, cls="danger-text"),
    )


def _dialog_item(text: str, dialog_id: str | None, *, cls: str = "") -> Node:
    """Return a menu item that opens a dialog; it is disabled if ``dialog_id`` is None."""
    return el(
        "button",
        el("span", text=text),
        type="button",
        cls=f"button item {cls}".strip(),
        data_opens=dialog_id,
        disabled=dialog_id is None,
        key=f"open {text}",
    )


def _end_buttons(table: Table, settings: Settings) -> tuple[Node | None, ...]:
    """Return the buttons after the end of a game, or the buttons that confirm undoing its last move."""
    if table.undo.awaits_confirmation:
        return (
            button(_("Play on in a copy"), PlayMessage.UNDO_ENDING, "copy", cls="primary"),
            button(_("Undo it"), PlayMessage.UNDO_ENDING, "undo"),
            button(_("Cancel"), PlayMessage.UNDO_ENDING, "", cls="quiet"),
        )
    is_review_open = table.notes.open_note == REVIEW_NOTE
    return (
        _replay_button(table),
        # The button of an open review keeps its place, so that no other button moves under the finger.
        button(_("Review"), PlayMessage.OPEN_REVIEW, disabled=table.review is not None and is_review_open),
        *(_guided_end_buttons(table) if guide.is_guided(table) else _rematch_buttons(table)),
        el(
            "button",
            el("span", text=_("Share")),
            type="button",
            cls="button",
            data_opens=SHARE_DIALOG,
            key="open-share",
        ),
        _undo_button(table) if is_face_to_face(table, settings) else None,
    )


def _replay_button(table: Table) -> Node | None:
    """Return the button that replays the last turn of a finished game, or None if it has no such turn."""
    if history.latest_replay(table):
        return button(_("Replay"), PlayMessage.START_REPLAY)
    return button(_("Replay"), PlayMessage.REPLAY_TURN) if history.replayed_turn_ply(table) is not None else None


def _guided_end_buttons(table: Table) -> tuple[Node, ...]:
    """Return the buttons after a guided game. They lead to a game without the guide and to the course's quizzes.

    After a win, the opponent of the next game is one level stronger.
    """
    address, outcome = format_route(Route("learn", table.timeline.game.id)), table.timeline.outcome
    level = max(table.timeline.record.seats)
    if outcome and table.only_person in outcome.winners and level < LEVELS[-1]:
        level += 1
    play_button = button(
        _("Play {opponent}").format(opponent=opponent_name(level)), PlayMessage.PLAY_UNGUIDED, str(level), cls="primary"
    )
    return play_button, link(_("Quizzes"), address, cls="button")


def _rematch_buttons(table: Table) -> tuple[Node, ...]:
    """Return the button for a rematch, or two buttons if a person has won and may choose who begins.

    If the winner of a game with that choice is a bot, the bot begins.
    """
    outcome = table.timeline.outcome
    if outcome is None or tables.winner_choice(table) is None:
        return (button(_rematch_label(table), PlayMessage.REMATCH, cls="primary"),)
    (winner,) = outcome.winners
    if winner not in table.persons:
        return (button(_("Rematch, winner goes first"), PlayMessage.REMATCH, str(winner), cls="primary"),)
    return (
        button(_("Rematch, winner goes first"), PlayMessage.REMATCH, str(winner), cls="primary"),
        button(_("Rematch, loser goes first"), PlayMessage.REMATCH, str(1 - winner)),
    )


def _rematch_label(table: Table) -> str:
    """Return the label of the button for a rematch, which tells the only person at the table the next side."""
    if table.only_person is None:
        return _("Rematch")
    sides = table.timeline.game.sides(table.timeline.state)
    return _("Rematch as {side}").format(side=_(sides[table.only_person - 1]))


def _can_resign(table: Table) -> bool:
    """Return True if the player to move can resign now. While a draw is offered, that player answers the offer."""
    return not table.read_only and table.draw_responder != table.timeline.to_move


def draw_offer_dialog(table: Table) -> Node | None:
    """Return the dialog in which the player to move confirms a draw offer, or None if that player cannot offer one."""
    if table.read_only or table.timeline.to_move is None:
        return None
    text = _("If your opponent accepts, the game is a draw.")
    if len(table.timeline.record.players) > 2:
        text = _("If everyone accepts, the game is a draw.")
    return _confirmation(
        DRAW_OFFER_DIALOG,
        _("Offer a draw?"),
        text,
        button(_("Offer a draw"), PlayMessage.OFFER_DRAW, cls="primary", data_closes=DRAW_OFFER_DIALOG),
    )


def resign_dialog(table: Table) -> Node | None:
    """Return the dialog in which the player to move confirms resigning, or None if that player cannot resign."""
    timeline, player = table.timeline, table.timeline.to_move
    if player is None or not _can_resign(table):
        return None
    has_two_players = len(timeline.game.sides(timeline.state)) == 2
    consequence = (
        _("The game ends, and the other player wins.")
        if has_two_players
        else _("The game ends, and the others share the win.")
    )
    question = _("Resign as {player}?").format(player=player_names(timeline.record)[player])
    resign_button = button(_("Resign"), PlayMessage.RESIGN, str(player), cls="danger-text", data_closes=RESIGN_DIALOG)
    return _confirmation(RESIGN_DIALOG, question, consequence, resign_button)._replace(key=f"resigning-{player}")


def _confirmation(id: str, question: str, consequence: str, confirm_button: Node) -> Node:
    """Return a dialog that asks for confirmation of an action.

    Args:
        id: the id of the dialog.
        question: the question, its heading.
        consequence: a sentence about what the action does.
        confirm_button: the button that confirms the action.
    """
    text_id = f"{id}-text"
    play_on_button = el(
        "button", el("span", text=_("Play on")), type="button", cls="button", key="play-on", data_closes=id
    )
    return dialog(
        id,
        question,
        el("h2", text=question),
        el("p", text=consequence, id=text_id),
        el("div", play_on_button, confirm_button, cls="row"),
        role="alertdialog",
        aria_describedby=text_id,
        key=id,
    )


def _continue_buttons(table: Table) -> Iterator[Node]:
    """Yield the buttons with which a person plays on from the viewed state.

    During a review, they try the person's own turn again in a new game, or explore variations in a study. Otherwise
    they continue this game or a copy.
    """
    if retry_ply(table) is not None:
        tip = _("Try again in a new game against your opponent. This game stays as it is.")
        yield button(_("Try again"), PlayMessage.TRY_AGAIN, cls="primary", title=tip, key="retry")
    if continues_in_study(table):
        tip = _("Try a variation in a study of this game. The game stays as it is.")
        message = f"{StudyMessage.OPEN_GAME}.{table.display.ply}"
        yield button(_("Explore in a study"), message, table.id, title=tip, key="vary")
    is_reviewed = continues_in_study(table) and table.notes.open_note == REVIEW_NOTE
    if can_continue(table) and not is_reviewed:
        yield _continue_button(table)


def _continue_button(table: Table) -> Node:
    """Return the button that continues the game from the viewed state."""
    if continues_in_copy(table):
        tip = _("Play on in a new game. This game stays as it is.")
        return button(_("Play on from here"), PlayMessage.CONTINUE_FROM_VIEW, title=tip)
    follows_undo = table.display.ply is not None and table.display.ply < table.timeline.ply
    return button(_("Undo to here") if follows_undo else _("Play on from here"), PlayMessage.CONTINUE_FROM_VIEW)


def _saved_armies_button(table: Table) -> Node:
    """Return the button that opens the dialog for saved armies."""
    return el(
        "button",
        el("span", text=_(SAVED_ARMIES[table.timeline.game.id].title)),
        type="button",
        cls="button",
        data_opens=SETUPS_DIALOG,
        key="open-setups",
    )


def _undo_button(table: Table) -> Node:
    """Return the undo button, which explains why undo is impossible if the last action revealed something hidden."""
    if history.undo_would_reveal(table):
        return button(_("Undo"), PlayMessage.UNDO, picture="undo", icon_only=True, aria_disabled="true")
    return button(_("Undo"), PlayMessage.UNDO, picture="undo", icon_only=True, disabled=not history.can_undo(table))


def _withdraw_button() -> Node:
    return button(_("Withdraw the offer"), PlayMessage.WITHDRAW_DRAW_OFFER)


def _with_message_key(node: Node | None) -> Node | None:
    """Give a button a key that contains its message, so that another button in its place does not keep the focus."""
    message = node.attrs.get("data-do") if node and not node.key else None
    return node._replace(key=f"{message} {node.attrs.get('data-value', '')}") if node and message else node
