"""The view of an embedded board: its picture, the texts under it, and its buttons."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.board import advice, history
from ruleboard.app.board.action_buttons import choice_buttons
from ruleboard.app.board.animation import hint_paths
from ruleboard.app.board.announcements import public_action_text
from ruleboard.app.board.parts import Advice
from ruleboard.app.board.plies import viewable_plies
from ruleboard.app.board.prompts import choice_question, draggable_targets, touch_hint
from ruleboard.app.board.replay_view import replay_panel
from ruleboard.app.board.table import Table
from ruleboard.app.lessons.session import LessonSession
from ruleboard.app.routes import Route, format_route
from ruleboard.app.ui.components import button, drag_attributes, zoom_button
from ruleboard.app.ui.names import short_name
from ruleboard.app.ui.prose import prose
from ruleboard.embed import board as boards
from ruleboard.embed.board import Board
from ruleboard.i18n import _
from ruleboard.registry import VIEWS
from ruleboard.scene.node import Node, el
from ruleboard.wording import sentence


def board_page(board: Board, announcement: str = "", *, has_choices: bool = False) -> Node:
    """Render a board.

    Args:
        board: the board.
        announcement: the text for screen readers.
        has_choices: True if the game has shown buttons for actions. Their row then keeps its height, so that the
            buttons under it do not move when the row is empty.
    """
    table = board.table
    frames = history.replay_frames(table, board.seat)
    panel_nodes = [
        _render_task_text(board),
        _render_handover_screen(board),
        el("div", replay_panel(table, frames, "embed.show_step", "embed.show_skip"), cls="beside")
        if frames
        else _render_status_texts(board),
        action_buttons(board) or (el("div", cls="choices-of", key="choices") if has_choices else None),
        _render_controls(board),
    ]
    parts = [part for part in panel_nodes if part]
    return el(
        "main",
        el(
            "figure",
            el("p", text=board.parameters.heading, cls="heading") if board.parameters.heading else None,
            el(
                "div",
                _draw_picture(board),
                cls="stage" if board.is_enlarged else "stage whole",
                data_taken=table.touches.targets[-1] if table.touches.targets else "",
            ),
            el("figcaption", text=board.parameters.caption) if board.parameters.caption else None,
        ),
        _render_lesson_text(board.lesson) if board.lesson else None,
        el("div", *parts, cls="hand") if parts else None,
        el("p", text=announcement, cls="unseen", aria_live="polite", id="live"),
        cls=f"embed mode-{board.parameters.mode} of-{board.parameters.game}",
        data_coordinates=board.parameters.coordinates,
        key="embed",
    )


def _render_lesson_text(session: LessonSession) -> Node:
    """Render the text of a lesson step, buttons to other steps, and a link to the lesson in Ruleboard."""
    step_count = len(session.lesson.steps)
    address = format_route(Route("learn", session.game, text=session.lesson.id, index=session.step_index or None))
    return el(
        "section",
        el("h1", text=_(session.lesson.title)),
        el("div", *prose(session.step.text), cls="prose", key=f"step-{session.step_index}"),
        el(
            "nav",
            button(
                _("Back"),
                "embed.lesson_step",
                "-1",
                picture="previous",
                icon_only=True,
                disabled=session.step_index == 0,
            ),
            el("span", text=_("Page {at} of {n}").format(at=session.step_index + 1, n=step_count), cls="small count"),
            button(_("Next"), "embed.lesson_step", "1", picture="next", icon_only=True, disabled=session.is_last_step),
            el("a", text="Ruleboard", href=f"./{address}", target="_blank", rel="noopener", cls="small"),
            cls="steps-of",
            aria_label=_("Lesson"),
        ),
        cls="lesson-of",
        key="lesson",
    )


def problem_page(problem: str) -> Node:
    """Render a page that explains why there is no board. ``problem`` is a sentence."""
    return el(
        "main",
        el(
            "div",
            el("h1", text=_("This board can’t be shown")),
            el("p", text=problem),
            cls="trouble",
            role="alert",
        ),
        cls="embed",
        key="trouble",
    )


def _draw_picture(board: Board) -> Node:
    table = board.table
    frames = history.replay_frames(table, board.seat)
    key = f"board-{board.seat}"
    if table.display.replay and frames:
        return frames[table.display.replay.step].picture._replace(key=key)
    timeline = table.viewed_timeline
    marks = replace(board.marks, hints=hint_paths(table, board.seat)) if table.advice else board.marks
    shows_targets = marks.read_only and bool(marks.next_targets)
    shows_hidden = board.lesson is not None and board.lesson.step.shows_hidden
    state = timeline.state if shows_hidden else timeline.state_for(board.viewer)
    board_view = board.lesson.board_view if board.lesson else VIEWS[timeline.game.id]
    picture = board_view.picture(state, board.seat, replace(marks, read_only=False) if shows_targets else marks)
    if shows_targets:
        return _remove_touch_attributes(picture)._replace(key=key)
    if marks.read_only:
        return picture._replace(key=key)
    return picture._replace(
        attrs={**picture.attrs, "tabindex": "0", **drag_attributes(draggable_targets(table))}, key=key
    )


def _remove_touch_attributes(node: Node) -> Node:
    """Remove the attributes for touches from a picture, but keep the marks of legal targets."""
    attrs = {name: value for name, value in node.attrs.items() if name not in _TOUCH_ATTRIBUTES}
    return node._replace(attrs=attrs, children=tuple(map(_remove_touch_attributes, node.children)))


_TOUCH_ATTRIBUTES = ("data-target", "data-legal", "tabindex")


def _render_handover_screen(board: Board) -> Node | None:
    """Render the hand-over screen if the next decision is hidden.

    The board shows the public state until the player confirms that they are at the screen.
    """
    timeline = board.table.timeline
    if not board.table.display.awaits_handover or board.table.display.replay or timeline.to_move is None:
        return None
    side = _(timeline.game.sides(timeline.state)[timeline.to_move])
    return el(
        "div",
        el("p", text=_("{side} is deciding in secret.").format(side=side)),
        button(_("I’m {side}. Show my side").format(side=side), "embed.uncover", cls="primary"),
        cls="unseen-now",
        key="curtain",
    )


def _render_task_text(board: Board) -> Node | None:
    exercise = board.exercise
    if exercise is None or exercise.task is None or not exercise.task.prompt:
        return None
    return el("p", text=_(exercise.task.prompt), cls="ask", key="ask")


def _render_status_texts(board: Board) -> Node | None:
    """Render the texts under the board."""
    table, timeline = board.table, board.table.viewed_timeline
    game, state = timeline.game, timeline.state
    exercise, outcome = board.exercise, timeline.outcome
    if board.read_only:
        return _render_last_move_text(board) if board.has_controls else None
    if table.display.awaits_handover:
        return None
    if table.bot_level_to_move:
        return _render_bot_turn_text(board)
    side = "" if timeline.to_move is None else _(game.sides(state)[timeline.to_move])
    texts: list[Node | None] = []
    if table.advice and not table.touches.targets and not table.touches.refusal:
        texts.append(el("p", text=advice.advice_text(table), cls="hinted", key="advice"))
    if exercise and exercise.feedback:
        texts.append(el("p", text=exercise.feedback, cls="praise" if exercise.is_solved else "missed", key="said"))
    elif table.touches.refusal:
        texts.append(el("p", text=table.touches.refusal.sentence, cls="said", key="said"))
    if exercise and exercise.hint:
        texts.append(el("p", text=exercise.hint, cls="hinted", key="hint"))
    if outcome and not (exercise and exercise.is_solved):
        texts.append(el("p", text=outcome.reason_for(table.only_person), cls="result", key="result"))
    elif not texts and not table.display.covers_board and not outcome:
        must_choose = len(table.selection.complete_actions) > 1 or (
            table.selection.complete_actions and table.selection.next_targets
        )
        prompt = choice_question(table) if must_choose else touch_hint(table) or game.prompt(state)
        texts.append(el("p", text=prompt, key="prompt"))
    player = timeline.to_move
    player_class = f" p{player}" if player is not None else ""
    status_bar = (
        VIEWS[game.id].tray(timeline.public_state(), player, timeline.public_state(0)) if player is not None else None
    )
    mentions_player = any(part is not None and part.text.startswith(side) for part in texts)
    turn = "" if not side or mentions_player else VIEWS[game.id].turn_text(side)
    is_locked = exercise is not None and exercise.is_locked
    return el(
        "div",
        el("div", status_bar, el("strong", text=turn), cls=f"turn-of{player_class}")
        if (turn or status_bar) and not is_locked
        else None,
        el("div", *texts, cls="words"),
        cls="say",
        key="say",
    )


def _render_bot_turn_text(board: Board) -> Node:
    """Render the text that the board shows while a bot is to move."""
    name = short_name(board.table.timeline.record, board.table.timeline.to_move or 0)
    message = _("It’s {player}’s turn.") if board.table.bots.plan else _("{player} is thinking …")
    texts = el("div", el("p", text=message.format(player=name), key="opponent"), cls="words")
    return el("div", texts, cls="say", key="say")


def _render_last_move_text(board: Board) -> Node:
    """Render the last move as text, and the result if the game is over."""
    timeline = board.table.viewed_timeline
    ply = viewable_plies(board.table.timeline).first_ply_of_step(timeline.ply)
    last_move = public_action_text(timeline, ply - 1) if ply else _("The start.")
    texts = [sentence(last_move)] if last_move else []
    if timeline.outcome:
        texts.append(timeline.outcome.reason)
    return el(
        "div", el("div", (el("p", text=text) for text in dict.fromkeys(texts)), cls="words"), cls="say", key="say"
    )


def action_buttons(board: Board) -> Node | None:
    """Render buttons for the actions that are not on the board, and for the choice between complete actions."""
    table = board.table
    if board.read_only or table.display.covers_board or (board.exercise and board.exercise.is_locked):
        return None
    buttons = choice_buttons(table, "embed.choose")
    return el("div", *buttons, cls="choices-of", key="choices") if buttons else None


def _render_controls(board: Board) -> Node | None:
    """Render the buttons to step, undo, start again and flip the board."""
    exercise, table = board.exercise, board.table
    enlarge_button = zoom_button(not board.is_enlarged, "embed.enlarge")
    if exercise and exercise.shows_wrong_answer:
        return el("div", button(_("Try again"), "embed.restart", cls="primary"), cls="steps-of", key="controls")
    if table.advice and not table.touches.targets and not table.touches.refusal:
        return _render_advice_step_buttons(table.advice)
    if not board.has_controls:
        return None
    if board.read_only:
        return el("div", *_render_step_buttons(table), enlarge_button, cls="steps-of", key="controls")
    restart_label = _("Again") if exercise and exercise.is_solved else _("Start again")
    return el(
        "div",
        button(_("Hint"), "embed.hint", cls="quiet", disabled=bool(exercise.hint) or exercise.is_solved)
        if exercise and exercise.task
        else None,
        *(() if exercise else _render_undo_redo_buttons(board)),
        *_render_advice_buttons(board),
        enlarge_button,
        button(_("Flip the board"), "embed.turn", picture="turn", icon_only=True),
        button(restart_label, "embed.restart", cls="quiet", disabled=not boards.can_restart(board)),
        cls="steps-of",
        key="controls",
    )


def _render_advice_buttons(board: Board) -> tuple[Node, ...]:
    """Render the buttons for hints and threats, if the parameters offer them."""
    if not board.parameters.hints:
        return ()
    is_disabled = board.table.read_only
    return (
        button(_("Hint"), "embed.advise", "hint", picture="hint", icon_only=True, disabled=is_disabled),
        button(_("Threats"), "embed.advise", "threats", picture="threats", icon_only=True, disabled=is_disabled),
    )


def _render_advice_step_buttons(visible_advice: Advice) -> Node:
    """Render the buttons that show the next step of a hint and close the advice."""
    title = advice.next_button_label(visible_advice)
    return el(
        "div",
        button(title, "embed.advise", "next", cls="quiet") if title else None,
        button(_("Close"), "embed.advise", "close", cls="quiet"),
        cls="steps-of",
        key="advice",
    )


def _render_undo_redo_buttons(board: Board) -> tuple[Node, ...]:
    is_redo_disabled = board.table.display.covers_board or board.table.timeline.is_at_end
    return (
        button(_("Undo"), "embed.undo", picture="undo", icon_only=True, disabled=not boards.can_undo(board)),
        button(_("Redo"), "embed.redo", picture="redo", icon_only=True, disabled=is_redo_disabled),
    )


def _render_step_buttons(table: Table) -> list[Node]:
    plies = viewable_plies(table.timeline)
    index, last_index = plies.index_of(table.viewed_timeline.ply), len(plies) - 1
    return [
        button(_("Go to the start"), "embed.step", str(-index), picture="first", icon_only=True, disabled=index == 0),
        button(_("Step back"), "embed.step", "-1", picture="previous", icon_only=True, disabled=index == 0),
        el("span", text=_("{at} of {end}").format(at=index, end=last_index), cls="small count"),
        button(_("Step forward"), "embed.step", "1", picture="next", icon_only=True, disabled=index == last_index),
        button(
            _("Go to the end"),
            "embed.step",
            str(last_index - index),
            picture="last",
            icon_only=True,
            disabled=index == last_index,
        ),
    ]
