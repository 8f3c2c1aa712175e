"""From an embedded board to the page that is shown: the board, what is said, and the buttons it needs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ruleboard.app.lessons.session import LessonSession
from ruleboard.app.play import session as tables
from ruleboard.app.play.action_buttons import choices
from ruleboard.app.play.replay_view import show_panel
from ruleboard.app.routes import Route, format_route
from ruleboard.app.ui.components import button, closer, drags
from ruleboard.app.ui.prose import prose
from ruleboard.embed import board as boards
from ruleboard.embed.board import Board, described
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import VIEWS
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el
from ruleboard.wording import sentence


def view(board: Board, announced: str = "") -> Node:
    """The whole page of a board."""
    table = board.table
    frames = tables.frames(table, board.seat)
    beside = [
        _ask(board),
        _curtain(board),
        el("div", show_panel(table, frames, "embed"), cls="beside") if frames else _status(board),
        _buttons(board),
        _controls(board),
    ]
    kept = [part for part in beside if part]
    return el(
        "main",
        el(
            "figure",
            el(
                "div",
                _picture(board),
                cls="stage" if board.closer else "stage whole",
                data_taken=table.touched[-1] if table.touched else "",
            ),
            el("figcaption", text=board.parameters.caption) if board.parameters.caption else None,
        ),
        _lesson(board.learning) if board.learning else None,
        el("div", *kept, cls="hand") if kept else None,
        el("p", text=announced, cls="unseen", aria_live="polite", id="live"),
        cls=f"embed mode-{board.parameters.mode} of-{board.parameters.game}",
        key="embed",
    )


def _lesson(learning: LessonSession) -> Node:
    """What a lesson says, and the ways on, back, and into Ruleboard."""
    count = len(learning.lesson.steps)
    whole = format_route(Route("learn", learning.game, text=learning.lesson.id, at=learning.at or None))
    return el(
        "section",
        el("h1", text=_(learning.lesson.title)),
        el("div", *prose(learning.step.text), cls="prose", key=f"step-{learning.at}"),
        el(
            "nav",
            button(_("Back"), "embed.leaf", "-1", picture="previous", bare=True, disabled=learning.at == 0),
            el("span", text=_("{at} of {n}").format(at=learning.at + 1, n=count), cls="small count"),
            button(_("Next"), "embed.leaf", "1", picture="next", bare=True, disabled=learning.is_last),
            el("a", text="Ruleboard", href=f"./{whole}", target="_blank", rel="noopener", cls="small"),
            cls="steps-of",
            aria_label=_("Lesson"),
        ),
        cls="lesson-of",
        key="lesson",
    )


def trouble(problem: str, title: str = "") -> Node:
    """The page that says why nothing can be shown."""
    return el(
        "main",
        el(
            "div",
            el("h1", text=title or _("This board cannot be shown")),
            el("p", text=problem),
            cls="trouble",
            role="alert",
        ),
        cls="embed",
        key="trouble",
    )


def _picture(board: Board) -> Node:
    table = board.table
    frames = tables.frames(table, board.seat)
    key = f"board-{board.seat}"
    if table.showing and frames:
        return frames[table.showing.step].picture._replace(key=key)
    timeline = table.shown
    marks = board.marks
    pointing = marks.still and bool(marks.go)
    open_ = board.learning is not None and board.learning.step.open
    seen = timeline.state if open_ else timeline.state_for(board.viewer)
    face = board.learning.face if board.learning else VIEWS[timeline.game.id]
    picture = face.picture(seen, board.seat, replace(marks, still=False) if pointing else marks)
    if pointing:
        return _out_of_reach(picture)._replace(key=key)
    if marks.still:
        return picture._replace(key=key)
    return picture._replace(attrs={**picture.attrs, "tabindex": "0", **drags(table.carriable)}, key=key)


def _out_of_reach(node: Node) -> Node:
    """A picture that shows where one could go, and where one cannot: nothing in it can be touched."""
    attrs = {name: value for name, value in node.attrs.items() if name not in _TOUCHABLE}
    return node._replace(attrs=attrs, children=tuple(map(_out_of_reach, node.children)))


_TOUCHABLE = ("data-target", "data-legal", "tabindex")


def _curtain(board: Board) -> Node | None:
    """Who is asked to decide unseen: the board shows what everybody may know until they want to see theirs."""
    timeline = board.table.timeline
    if not board.table.curtain or board.table.showing or timeline.to_move is None:
        return None
    side = _(timeline.game.sides(timeline.state)[timeline.to_move])
    return el(
        "div",
        el("p", text=_("{side} decides unseen now.").format(side=side)),
        button(_("I am {side}: show my side").format(side=side), "embed.uncover", cls="primary"),
        cls="unseen-now",
        key="curtain",
    )


def _ask(board: Board) -> Node | None:
    exercise = board.exercise
    if exercise is None or exercise.task is None or not exercise.task.ask:
        return None
    return el("p", text=_(exercise.task.ask), cls="ask", key="ask")


def _status(board: Board) -> Node | None:
    """What is said under the board."""
    table, timeline = board.table, board.table.shown
    game, state = timeline.game, timeline.state
    exercise, outcome = board.exercise, timeline.outcome
    if board.only_shown:
        return _last_words(board) if board.controls else None
    if table.curtain:
        return None
    side = "" if timeline.to_move is None else _(game.sides(state)[timeline.to_move])
    said: list[Node | None] = []
    if exercise and exercise.feedback:
        said.append(el("p", text=exercise.feedback, cls="praise" if exercise.solved else "missed", key="said"))
    elif table.said:
        said.append(el("p", text=table.said.sentence, cls="said", key="said"))
    if exercise and exercise.hint:
        said.append(el("p", text=exercise.hint, cls="hinted", key="hint"))
    if outcome and not (exercise and exercise.solved):
        said.append(el("p", text=outcome.reason, cls="result", key="result"))
    elif not said and not table.covered and not outcome:
        choosing = len(table.pick.complete) > 1 or (table.pick.complete and table.pick.next)
        words = _("Which of these?") if choosing else table.hint or game.prompt(state)
        said.append(el("p", text=words, key="prompt"))
    player = timeline.to_move
    own = f" p{player}" if player is not None else ""
    tray = VIEWS[game.id].tray(timeline.public_state(), player) if player is not None else None
    named = any(part is not None and part.text.startswith(side) for part in said)
    turn = "" if not side or named else _("{side} to move").format(side=side)
    still = exercise is not None and exercise.still
    return el(
        "div",
        el("div", tray, el("strong", text=turn), cls=f"turn-of{own}") if (turn or tray) and not still else None,
        el("div", *said, cls="words"),
        cls="say",
        key="say",
    )


def _last_words(board: Board) -> Node:
    """What the move one looks at does, and how the game has ended if it has."""
    timeline = board.table.shown
    done = described(timeline, timeline.at - 1) if timeline.at else _("Where it begins.")
    words = [sentence(done)] if done else []
    if timeline.outcome:
        words.append(timeline.outcome.reason)
    return el("div", el("div", (el("p", text=text) for text in words if text), cls="words"), cls="say", key="say")


def _buttons(board: Board) -> Node | None:
    """What can be done that is not on the board: buttons of the game, and the answers to an ambiguity."""
    table = board.table
    if board.only_shown or table.covered or (board.exercise and board.exercise.still):
        return None
    found = choices(table, "embed")
    return el("div", *found, cls="choices-of", key="choices") if found else None


def _controls(board: Board) -> Node | None:
    """The buttons to step, undo, begin anew and turn."""
    exercise, table = board.exercise, board.table
    look = closer(not board.closer, "embed.closer")
    if exercise and exercise.missed:
        return el("div", button(_("Try again"), "embed.again", cls="primary"), cls="steps-of", key="controls")
    if not board.controls:
        return None
    if board.only_shown:
        return el("div", *_stepping(table.shown), look, cls="steps-of", key="controls")
    anew = _("Once more") if exercise and exercise.solved else _("Begin anew")
    return el(
        "div",
        button(_("Hint"), "embed.hint", cls="quiet", disabled=bool(exercise.hint) or exercise.solved)
        if exercise and exercise.task
        else None,
        *(() if exercise else _undo_and_redo(board)),
        look,
        button(_("Turn the board"), "embed.turn", picture="turn", bare=True),
        button(anew, "embed.again", cls="quiet", disabled=not boards.can_begin_anew(board)),
        cls="steps-of",
        key="controls",
    )


def _undo_and_redo(board: Board) -> tuple[Node, ...]:
    last = board.table.covered or board.table.timeline.is_last
    return (
        button(_("Undo"), "embed.undo", picture="undo", bare=True, disabled=not boards.can_undo(board)),
        button(_("Redo"), "embed.redo", picture="redo", bare=True, disabled=last),
    )


def _stepping(timeline: Timeline[Any]) -> list[Node]:
    end = len(timeline.entries)
    at = timeline.at
    return [
        button(_("To the start"), "embed.look", str(-at), picture="first", bare=True, disabled=at == 0),
        button(_("One back"), "embed.look", "-1", picture="previous", bare=True, disabled=at == 0),
        el("span", text=_("{at} of {end}").format(at=at, end=end), cls="small count"),
        button(_("One on"), "embed.look", "1", picture="next", bare=True, disabled=at == end),
        button(_("To the end"), "embed.look", str(end - at), picture="last", bare=True, disabled=at == end),
    ]
