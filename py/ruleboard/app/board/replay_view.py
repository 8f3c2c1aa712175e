"""The panel that controls a replay, and the history of replays as text."""

from __future__ import annotations

from ruleboard.app.board import history
from ruleboard.app.board.replay import ReplayChapter
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import PlayMessage
from ruleboard.app.ui.components import button, menu_item
from ruleboard.contract.view import ReplayFrame
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def frame_list(table: Table, frames: tuple[ReplayFrame, ...]) -> Node:
    """Return the texts of a replay up to its current frame."""
    step = table.display.replay.step if table.display.replay else 0
    lines = (
        el("li", text=frame.text, cls="now" if index == step else "", key=str(index))
        for index, frame in enumerate(frames[: step + 1])
    )
    return el("ol", lines, cls="list told")


def replay_buttons(
    table: Table, frames: tuple[ReplayFrame, ...], step_message: str, skip_message: str, last_label: str
) -> tuple[Node, Node, Node, Node]:
    """Return the buttons that step through a replay, and the number of the current frame.

    Args:
        table: the table with the replay.
        frames: the frames of the replay.
        step_message: the message that shows the next or the previous frame.
        skip_message: the message that ends the replay.
        last_label: the label of the button at the last frame, which ends the replay.
    """
    step = table.display.replay.step if table.display.replay else 0
    is_last_frame = step == len(frames) - 1
    return (
        button(_("Step back"), step_message, "-1", picture="previous", icon_only=True, disabled=step == 0),
        el("span", cls="small count", text=frames[step].progress),
        button(_("Skip"), skip_message, cls="quiet", disabled=is_last_frame),
        button(last_label if is_last_frame else _("Next"), step_message, "1", cls="primary", key="show-on"),
    )


def replay_panel(table: Table, frames: tuple[ReplayFrame, ...], step_message: str, skip_message: str) -> Node:
    """Return the texts of a replay up to the current frame, and the buttons that step through the replay.

    If the replay ends in the middle of a turn, for a player's choice, the button at its last frame says "Next" too.

    Args:
        table: the table.
        frames: the frames of the replay.
        step_message: the message that shows the next or the previous frame.
        skip_message: the message that ends the replay.
    """
    replay, timeline = table.display.replay, table.timeline
    is_turn_over = replay is None or timeline.game.key(timeline.states[replay.last_ply + 1]) is not None
    last_label = _("Done") if is_turn_over else _("Next")
    return el(
        "section",
        frame_list(table, frames),
        el("div", *replay_buttons(table, frames, step_message, skip_message, last_label), cls="steps"),
        cls="moves show",
        aria_label=_("What happens"),
    )


def last_replay_buttons() -> tuple[Node, ...]:
    """Return the buttons that show the last replay and the history of replays."""
    return (
        button(_("Replay the last turn"), PlayMessage.START_REPLAY),
        button(_("Read what happened"), PlayMessage.SHOW_REPLAY_HISTORY, "open"),
    )


def replay_menu_items(table: Table, menu_id: str) -> tuple[Node, ...]:
    """Return the menu items that show the last replay and the history of replays; empty if there is no replay."""
    if history.latest_replay(table) is None:
        return ()
    return (
        menu_item(_("Replay the last turn"), PlayMessage.START_REPLAY, menu_id=menu_id),
        menu_item(_("Read what happened"), PlayMessage.SHOW_REPLAY_HISTORY, "open", menu_id=menu_id),
    )


def replay_history_page(table: Table) -> Node:
    """Return the history of replays, the latest first, which replaces the board."""
    return el(
        "div",
        el(
            "div",
            el("h2", text=_("What happened")),
            button(_("Back to the game"), PlayMessage.SHOW_REPLAY_HISTORY, cls="primary"),
            cls="story-head",
        ),
        (_chapter_section(chapter) for chapter in reversed(history.replay_history(table))),
        cls="story",
        key="story",
        role="region",
        aria_label=_("What happened"),
        tabindex="0",
    )


def _chapter_section(chapter: ReplayChapter) -> Node:
    last_ply = str(chapter.replay.last_ply)
    return el(
        "section",
        el("h3", text=chapter.title, cls="notation"),
        el("ol", (el("li", text=text) for text in chapter.texts)),
        button(_("Show it"), PlayMessage.START_REPLAY, last_ply, cls="quiet"),
        cls="chapter",
        key=last_ply,
    )
