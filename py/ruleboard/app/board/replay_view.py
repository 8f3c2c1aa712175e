"""The panel that controls a replay, and the history of replays as text."""

from __future__ import annotations

from ruleboard.app.board import history
from ruleboard.app.board.replay import ReplayChapter
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import PlayMessage
from ruleboard.app.ui.components import button, menu_item
from ruleboard.games.view import ReplayFrame
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def replay_panel(table: Table, frames: tuple[ReplayFrame, ...], feature: str) -> Node:
    """Return the texts of a replay up to the current frame, and the buttons that step through the replay.

    Args:
        table: the table.
        frames: the frames of the replay.
        feature: the feature that handles the messages of the buttons.
    """
    step = table.display.replay.step if table.display.replay else 0
    is_last = step == len(frames) - 1
    return el(
        "section",
        el(
            "ol",
            (
                el("li", text=frame.text, cls="now" if index == step else "", key=str(index))
                for index, frame in enumerate(frames[: step + 1])
            ),
            cls="list told",
        ),
        el(
            "div",
            button(_("One back"), f"{feature}.show_step", "-1", picture="previous", icon_only=True, disabled=step == 0),
            el("span", cls="small count", text=_("{n} of {all}").format(n=step + 1, all=len(frames))),
            button(_("Skip"), f"{feature}.show_skip", cls="quiet", disabled=is_last),
            button(_("Done") if is_last else _("Next"), f"{feature}.show_step", "1", cls="primary", key="show-on"),
            cls="steps",
        ),
        cls="moves show",
        aria_label=_("What happens"),
    )


def replay_buttons() -> tuple[Node, ...]:
    """Return the buttons that show the last replay and the history of replays."""
    return (
        button(_("Show the last turn again"), PlayMessage.START_REPLAY),
        button(_("Read what happened"), PlayMessage.SHOW_REPLAY_HISTORY, "open"),
    )


def replay_menu_items(table: Table, within: str) -> tuple[Node, ...]:
    """Return the menu items that show the last replay and the history of replays; empty if there is no replay."""
    if history.latest_replay(table) is None:
        return ()
    return (
        menu_item(_("Show the last turn again"), PlayMessage.START_REPLAY, menu_id=within),
        menu_item(_("Read what happened"), PlayMessage.SHOW_REPLAY_HISTORY, "open", menu_id=within),
    )


def replay_history_page(table: Table) -> Node:
    """Return the history of replays, the latest first, as shown in place of the board."""
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
