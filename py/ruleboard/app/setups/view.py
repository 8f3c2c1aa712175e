"""The dialog in which a player keeps a setup, and takes up one that was kept or is pasted."""

from __future__ import annotations

from ruleboard.app.play.session import Table
from ruleboard.app.setups.session import SetupsDialog
from ruleboard.app.storage.setups import LONGEST_NAME, Setup, Setups, visible
from ruleboard.app.ui.components import button, unreadable
from ruleboard.app.ui.dialogs import SETUPS as SETUPS_DIALOG
from ruleboard.app.ui.fields import area
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.registry import SETUPS
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def dialog(dialog: SetupsDialog, stored: Setups) -> Node:
    """Return the dialog. It closes by being another one as soon as something was set up."""
    table, timeline = dialog.table, dialog.table.timeline
    setups = SETUPS[timeline.game.id]
    kept = visible(stored, timeline.game.id, dialog.owner)
    return el(
        "div",
        el("h2", text=_(setups.title)),
        el("div", (_ready(table, target) for target in table.buttons if target in setups.buttons), cls="choices-row"),
        el("ul", (_kept(table, setup) for setup in kept), cls="setups") if kept else None,
        _to_be_kept(_(setups.one)),
        _as_text(_(setups.one), setups.text(timeline.state), dialog.problem, exported=bool(kept)),
        id=SETUPS_DIALOG,
        popover="auto",
        role="dialog",
        aria_label=_(setups.title),
        cls="dialog setups-dialog",
        key=f"setups-{timeline.at}",
    )


def _ready(table: Table, target: str) -> Node:
    """A setup that the game itself has ready."""
    return el(
        "button",
        text=table.timeline.game.name(table.timeline.state, target),
        type="button",
        cls="button",
        data_target=target,
        data_legal=True,
        key=target,
    )


def _to_be_kept(one: str) -> Node:
    """The form that keeps what is set up under a name; ``one`` is what such a setup is called."""
    return el(
        "form",
        el(
            "label",
            el("span", text=_("Name of this {thing}").format(thing=one), cls="unseen"),
            el(
                "input",
                type="text",
                name="name",
                maxlength=LONGEST_NAME,
                required=True,
                autocomplete="off",
                placeholder=_("Name"),
            ),
        ),
        el("button", cls="button", type="submit", text=_("Keep this {thing}").format(thing=one)),
        data_do="setups.keep",
        cls="row",
    )


def _as_text(one: str, text: str, problem: str, *, exported: bool) -> Node:
    """The form that takes a setup as text; ``problem`` is why the last one was refused.

    With ``exported`` there is a button that exports all that are kept.
    """
    return el(
        "details",
        el("summary", text=_("As text")),
        el(
            "form",
            el(
                "label",
                el("span", text=_("This {thing} as text").format(thing=one), cls="unseen"),
                area(
                    text,
                    name="text",
                    rows=4,
                    aria_describedby="setup-error" if problem else None,
                    aria_invalid="true" if problem else None,
                ),
            ),
            el("p", cls="error", id="setup-error", role="alert", text=problem) if problem else None,
            el(
                "div",
                el("button", cls="button", type="submit", text=_("Use this {thing}").format(thing=one)),
                button(_("Export all"), "setups.export") if exported else None,
                cls="choices-row",
            ),
            data_do="setups.paste",
        ),
    )


def _kept(table: Table, setup: Setup) -> Node:
    try:
        SETUPS[setup.game].check(table.timeline.state, setup.text)
    except RuleboardError as error:
        shown: tuple[Node, ...] = (
            el("div", unreadable(setup.name, str(error))),
            button(_("Export"), "setups.export", setup.name, cls="quiet"),
        )
    else:
        shown = (button(setup.name, "setups.use", setup.name, cls="item"),)
    return el(
        "li",
        *shown,
        button(_("Delete {name}").format(name=setup.name), "setups.delete", setup.name, picture="close", bare=True),
        key=setup.name,
    )
