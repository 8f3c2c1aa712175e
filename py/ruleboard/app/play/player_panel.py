"""The panel of a player: messages and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleboard.app.play import advice, announcements, guide, history, inquiry
from ruleboard.app.play import session as tables
from ruleboard.app.play.action_buttons import choices
from ruleboard.app.play.clock_view import time_is_up, time_is_up_controls
from ruleboard.app.play.move_list import plies
from ruleboard.app.play.review import REVIEW
from ruleboard.app.play.table import Table
from ruleboard.app.routes import Route, format_route
from ruleboard.app.ui.components import button, item, link, menu
from ruleboard.app.ui.dialogs import RESIGNING, SHARE
from ruleboard.app.ui.dialogs import SETUPS as SETUPS_DIALOG
from ruleboard.app.ui.names import players
from ruleboard.engine.game import Outcome
from ruleboard.engine.move_text import turn_number
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import lesson
from ruleboard.games.registry import SETUPS, VIEWS
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def status(table: Table, player: int, outcome: Outcome | None, *, far: bool = False) -> tuple[Node | None, ...]:
    """Return the messages to a player; that a time is up comes first. ``far`` as in ``controls``."""
    return (time_is_up(table, player), *_messages(table, player, outcome, far))


def _messages(table: Table, player: int, outcome: Outcome | None, far: bool) -> tuple[Node | None, ...]:
    """Return the other messages to a player; how the game ended stands once, on the near side."""
    timeline = table.shown
    if table.inquiry is not None and not table.covered:
        return () if far else _answer_to_inquiry(table)
    if outcome:
        asked = _("The game has ended. Take the last move back?") if table.undo_asked else ""
        return () if far else (el("p", text=asked or announcements.verdict(timeline), cls="verdict", key="verdict"),)
    if table.looks_back:
        if table.note and not far:
            return (el("span", text=table.note, cls="note", key="note"),)
        point = "" if far else announcements.point(table)
        return (_to_move(timeline, player), el("p", text=point, cls="point", key="point") if point else None)
    names = players(timeline.record)
    if table.offer is not None and player == table.answering:
        return (
            el("span", text=_("{player} offers a draw.").format(player=names[table.offer])),
            el("strong", text=_("{player} decides.").format(player=names[player])),
        )
    note = el("span", text=table.note, cls="note", key="note") if table.note else None
    if table.mistake and table.viewed_at is None and table.offer is None:
        return (_mistake(table),) if player == attendant(table) else ()
    if table.level_to_move and table.viewed_at is None and table.offer is None:
        if player != attendant(table):
            return ()
        return (note, _turn_ended(table), _lately(table), _opponents_turn(table))
    if timeline.to_move != player:
        return ()
    if table.covered:
        return (note,)
    if table.refusal:
        rule = table.refusal.lesson
        return (
            el("span", text=table.refusal.sentence, cls="said", key="said"),
            button(_("The rule"), "play.teach", rule, cls="quiet rule", key="teach")
            if rule and lesson(timeline.game.id, rule)
            else None,
        )
    if table.offer == player and table.answering is not None and not table.selected:
        note = el("span", text=_("Draw offered: {player} decides.").format(player=names[table.answering]))
        if not table.advice:
            return (note,)
    if table.advice and not table.selected:
        advised = el("span", text=advice.words(table), cls="advice", key="advice")
        return (note, advised, _next_advice(table.advice))
    found = table.selection
    only_buttons = table.selected and all(target.startswith("do:") for target in found.next)
    if len(found.complete) > 1 or (found.complete and found.next) or (found.next and only_buttons):
        return (note, el("span", text=table.question))
    state = timeline.state if table.viewed_at is None else timeline.public_state()
    if not table.selected and (ended := _turn_ended(table)):
        return (note, ended)
    told = None if table.selected else _counsel(table)
    prompt = el("span", text=table.guidance or timeline.game.prompt(state), cls="small" if told else "", key="prompt")
    claim = "" if table.selected or table.viewed_at is not None else announcements.claim(timeline)
    claimed = el("span", text=claim, cls="small", key="claim") if claim else None
    return (note, _lately(table), told, prompt, claimed, _this_turn(timeline))


def _counsel(table: Table) -> Node | None:
    """Return the thought for the reader of a guided game."""
    found = guide.counsel(table)
    if found is None:
        return None
    return el("p", text=found.sentence, cls="counsel", key="counsel")


def _lately(table: Table) -> Node | None:
    """Return the opponents' turns since the person's own in words, where a screen may show a part of the board only."""
    timeline = table.timeline
    if not table.panned or table.selected:
        return None
    game, names, told = timeline.game, players(timeline.record), list[str]()
    for turn in table.opponents_turns:
        view = VIEWS[game.id]
        items = view.turn_in_words(turn, timeline.states, timeline.entries).items
        done = [
            text
            for ply, text in items
            if ply < timeline.at and game.to_move(timeline.states[ply]) == turn.player and not timeline.is_hidden(ply)
        ]
        if done and turn.player is not None:
            told.append(_("{player} {does}.").format(player=names[turn.player], does=", ".join(done)))
    return el("span", text=" ".join(told), cls="small", key="lately") if told else None


def _mistake(table: Table) -> Node:
    """Return the consequence of the reader's last turn."""
    harm = guide.consequence(table).sentence
    return el("p", el("strong", text=_("Think again.")), el("span", text=f" {harm}"), cls="counsel", key="mistake")


def _answer_to_inquiry(table: Table) -> tuple[Node, ...]:
    """Return what attacks the square that is asked for, and the button that ends the inquiry."""
    closing = button(_("Close"), "play.inquire", cls="quiet")
    return (
        el("span", text=inquiry.words(table), cls="advice", key="inquiry"),
        el("span", closing, cls="row", key="end-inquiry"),
    )


def _to_move(timeline: Timeline[Any], player: int) -> Node | None:
    """Return the words that a player was to move in an earlier state, if it was this one."""
    if timeline.to_move != player:
        return None
    told = _("{player} to move.").format(player=players(timeline.record)[player])
    return el("span", text=told, key="prompt")


def _turn_ended(table: Table) -> Node | None:
    """Return the message that a turn has ended by itself, with a button that takes its last action back."""
    text = announcements.turn_ended(table)
    if not text:
        return None
    return el("span", el("span", text=text), button(_("Take back"), "play.undo"), cls="ended", key="ended")


def _next_advice(shown: advice.Advice) -> Node:
    """Return the buttons for the next step of a hint, and for the end of the advice."""
    title = advice.next_title(shown)
    return el(
        "span",
        button(title, "play.hint", "next", cls="quiet") if title else None,
        button(_("Close"), "play.close_advice", cls="quiet"),
        cls="row",
        key="next-advice",
    )


def attendant(table: Table) -> int | None:
    """Return the player whose panel tells of an opponent's turn: the only person's, else that of the opponent."""
    return table.timeline.to_move if table.only_person is None else table.only_person


def _opponents_turn(table: Table) -> Node | None:
    """Return the message about the opponent who is to move."""
    to_move = table.timeline.to_move
    if to_move is None:
        return None
    name = players(table.timeline.record)[to_move]
    if table.paused:
        return el("span", text=_("The game is paused: {player} waits.").format(player=name), key="opponent")
    if table.plan:
        return el("span", text=_("{player} moves.").format(player=name), key="opponent")
    return el("span", text=_("{player} is thinking …").format(player=name), cls="thinking", key="opponent")


def result(outcome: Outcome, player: int) -> str:
    """Return the result for a player, in a word or two."""
    if outcome.is_draw:
        return _("Draw")
    mine = outcome.returns[player]
    better = sum(other > mine for other in outcome.returns)
    if not better:
        alone = outcome.returns.count(mine) == 1 or len(outcome.returns) == 2
        return _("Won") if alone else _("Shares the win")
    if len(set(outcome.returns)) == 2:
        return _("Lost")
    return ("", _("2nd place"), _("3rd place"), _("4th place"))[better]


def _this_turn(timeline: Timeline[Any]) -> Node | None:
    """Return the actions of this turn so far, in games with several actions a turn."""
    at = timeline.at
    if timeline.game.key(timeline.state) is not None:
        return None
    turns = timeline.turns()
    number = turn_number(turns, at - 1) if turns else 0
    if not turns or turns[number].player != timeline.to_move:
        return None
    items = plies(turns, number)
    if items[0].first < at <= items[-1].last + 1:
        told = VIEWS[timeline.game.id].turn_in_words(turns[number], timeline.states, timeline.entries)
        done = (text for item, (_ply, text) in zip(items, told.items, strict=True) if item.first < at)
        return el("span", cls="done small", text=_("This turn: {actions}").format(actions=", ".join(done)))
    return None


def controls(table: Table, player: int, *, far: bool, hints: bool = True) -> Node:
    """Return the buttons of a player.

    Args:
        table: the game.
        player: the player, 0-based.
        far: True if the panel is on the far side of the board.
        hints: True if hints and threats are offered.
    """
    timeline = table.timeline
    kids: list[Node | None] = [*time_is_up_controls(table, player)]
    if table.replay:
        pass  # what can be done now is beside the show
    elif table.taken_over:  # nothing that would have to be saved
        if not far and table.viewed_at is not None:
            kids.append(button(_("Back to the game"), "play.now"))
    elif timeline.outcome and table.viewed_at is None:
        if not far:
            kids.extend(_after_the_end(table))
    elif table.viewed_at is not None:
        if not far:
            ways = tuple(_ways_on(table))
            kids.extend(ways)
            if history.latest_replay(table):
                kids.append(button(_("Show again"), "play.show_again"))
            if len(ways) < 2:  # three do not fit on a phone, and the place that is shown leads back, too
                kids.append(button(_("Back to the game"), "play.now"))
    elif player == table.answering:
        if not table.level_of(player):
            kids.append(button(_("Accept"), "play.answer", "yes", cls="primary"))
            kids.append(button(_("Decline"), "play.answer", "no"))
    elif table.covered:
        kids.append(_withdraw() if table.offer == player else None)
    elif table.mistake:
        if player == attendant(table):
            kids.append(button(_("Take it back"), "play.guide", "back", cls="primary"))
            kids.append(button(_("Play on"), "play.guide", "on"))
    elif table.level_to_move:
        if player == attendant(table):
            kids.append(_aids(_undo(table)))
            if table.paused:
                kids.append(button(_("Go on"), "play.resume", cls="primary"))
            elif not table.persons:
                kids.append(button(_("Pause"), "play.pause"))
    elif timeline.to_move == player:
        kids.append(_withdraw() if table.offer == player else None)
        kids.extend(choices(table, "play", tables.dialog_targets(table)))
        if begun := bool(table.hint) and table.has_steps:
            hints = False  # the room is that of the button, so that nothing below or above moves
        kids.append(_setups_opener(table) if tables.offers_setups(table) else None)
        id = f"menu-player-{player}"
        kids.append(button(_("Cancel"), "play.put_down", cls="quiet") if begun else None)
        aids = (
            _undo(table),
            button(_("Redo"), "play.redo", picture="redo", bare=True, disabled=timeline.is_last),
            button(_("Show the opponent's turn again"), "play.turn_again", picture="again", bare=True)
            if hints and history.last_opponents_turn(table) is not None
            else None,
            button(_("Hint"), "play.hint", picture="hint", bare=True) if hints else None,
            _lesson(table) or (button(_("Threats"), "play.threats", picture="threats", bare=True) if hints else None),
            menu(
                id,
                _("Draw or resign"),
                map(
                    _itself,
                    (
                        item(_("Claim a draw"), "play.claim", within=id) if timeline.claim() else None,
                        item(
                            _("Offer a draw"), "play.offer", within=id
                        ),  # always: one that is gone does not close the menu
                        el(
                            "button",
                            el("span", text=_("Resign …")),
                            type="button",
                            cls="button item danger-text",
                            data_opens=RESIGNING,
                            key="open-resign",
                        ),
                    ),
                ),
                cls="up" if not far else "",
            ),
        )
        kids.append(_aids(*aids))
    return el("div", map(_itself, kids), cls="controls")


def _aids(*kids: Node | None) -> Node:
    """Return the buttons that each turn has, as a group: where there is no room beside others, all have another row."""
    return el("div", map(_itself, kids), cls="aids", key="aids")


def _after_the_end(table: Table) -> tuple[Node, ...]:
    """Return the buttons for what can be done once a game has ended, or to confirm that its last move is undone."""
    if table.undo_asked:
        return (
            button(_("Play on as a copy"), "play.reopen", "copy", cls="primary"),
            button(_("Take back"), "play.reopen", "undo"),
            button(_("Cancel"), "play.reopen", "", cls="quiet"),
        )
    return (
        *(_after_the_first_game(table) if guide.is_guided(table) else _rematches(table)),
        button(_("Review"), "play.review"),
        button(_("Look back"), "play.look", str(max(0, table.stop_at(table.timeline.at) - 1))),
        el("button", el("span", text=_("Share")), type="button", cls="button", data_opens=SHARE, key="open-share"),
        _undo(table),
    )


def _lesson(table: Table) -> Node | None:
    """Return the button with the lesson on what the guide says; it says so only where nothing threatens."""
    found = guide.counsel(table)
    if found is None or lesson(table.timeline.game.id, found.lesson) is None:
        return None
    return button(_("The lesson on this"), "play.teach", found.lesson, picture="lesson", bare=True)


def _after_the_first_game(table: Table) -> tuple[Node, ...]:
    """Return the ways on from a guided game: one without a guide, and the quizzes of the course."""
    address = format_route(Route("learn", table.timeline.game.id))
    return button(_("Play now"), "play.now_alone", cls="primary"), link(_("Quizzes"), address, cls="button")


def _rematches(table: Table) -> tuple[Node, ...]:
    """Return the button of a rematch; two of them where a winner chooses who begins. An opponent chooses itself."""
    outcome = table.timeline.outcome
    if outcome is None or tables.chosen_by_winner(table) is None:
        return (button(_("Rematch"), "play.rematch", cls="primary"),)
    (winner,) = outcome.winners
    if winner not in table.persons:
        return (button(_("Rematch, the winner begins"), "play.rematch", str(winner), cls="primary"),)
    return (
        button(_("Rematch, the winner begins"), "play.rematch", str(winner), cls="primary"),
        button(_("Rematch, the loser begins"), "play.rematch", str(1 - winner)),
    )


def resigning(table: Table) -> Node | None:
    """Return the dialog that asks before the player to move resigns; None if nobody can."""
    timeline, player = table.timeline, table.timeline.to_move
    if player is None or table.read_only or table.answering == player:
        return None
    two = len(timeline.game.sides(timeline.state)) == 2
    ends = _("The game ends, and the other player wins.") if two else _("The game ends, and the others share the win.")
    asked = _("{player}: resign?").format(player=players(timeline.record)[player])
    hides: dict[str, Any] = {"popovertarget": RESIGNING, "popovertargetaction": "hide"}
    return el(
        "div",
        el("h2", text=asked),
        el("p", text=ends),
        el(
            "div",
            el("button", el("span", text=_("Play on")), type="button", cls="button", key="play-on", **hides),
            button(_("Resign"), "play.resign", str(player), cls="danger-text", **hides),
            cls="row",
        ),
        id=RESIGNING,
        popover="auto",
        role="dialog",
        aria_label=asked,
        cls="dialog",
        key=f"resigning-{player}",
    )


def _ways_on(table: Table) -> Iterator[Node]:
    """Yield the buttons with which something else is played from the state that is shown: beside a review as a
    variation in a study, else in the game or a new one.
    """
    if table.varies_in_study:
        tip = _("As a variation in a study of this game: the game stays as it is")
        do = f"study.from_game.{table.viewed_at}"
        yield button(_("Another move"), do, table.id, cls="primary", title=tip, key="vary")
    if table.can_continue and not (table.varies_in_study and table.opened_note == REVIEW):
        yield _continue(table)


def _continue(table: Table) -> Node:
    """Return the button that continues the game from the state that is shown."""
    if table.continues_in_copy:
        tip = _("As a new game: this one stays as it is")
        cls = "" if table.varies_in_study else "primary"
        return button(_("Play on from here"), "play.continue", cls=cls, title=tip)
    back = table.viewed_at is not None and table.viewed_at < table.timeline.at
    return button(_("Take back to here") if back else _("Play on from here"), "play.continue", cls="primary")


def _setups_opener(table: Table) -> Node:
    """Return the button that opens the dialog with setups."""
    return el(
        "button",
        el("span", text=_(SETUPS[table.timeline.game.id].title)),
        type="button",
        cls="button",
        popovertarget=SETUPS_DIALOG,
        key="open-setups",
    )


def _undo(table: Table) -> Node:
    """Return the button that takes a decision back; one that says why it does not, if something has been shown."""
    if history.shows_too_much(table):
        return button(_("Undo"), "play.undo", picture="undo", bare=True, aria_disabled="true")
    return button(_("Undo"), "play.undo", picture="undo", bare=True, disabled=not history.can_undo(table))


def _withdraw() -> Node:
    return button(_("Withdraw the offer"), "play.withdraw")


def _itself(node: Node | None) -> Node | None:
    """Return a button with a key of its own: another in its place is a new element, which does not keep the focus."""
    act = node.attrs.get("data-do") if node and not node.key else None
    return node._replace(key=f"{act} {node.attrs.get('data-value', '')}") if node and act else node
