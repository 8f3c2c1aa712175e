"""The dialog in which a player keeps a setup, and takes up one that was kept or is pasted."""

from __future__ import annotations

from ruleboard.app.play.session import Table
from ruleboard.app.runtime.model import Model
from ruleboard.app.storage.setups import LONGEST_NAME, Setup, owner_id, visible
from ruleboard.app.ui.components import button, unreadable
from ruleboard.app.ui.fields import area
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.registry import SETUPS
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el

ID = "setups"


def offered(table: Table) -> bool:
    """Whether the player to move may keep or use a setup now."""
    timeline = table.timeline
    return not table.still and timeline.game.id in SETUPS and SETUPS[timeline.game.id].offered(timeline.state)


def buttons(table: Table) -> tuple[str, ...]:
    """The targets whose buttons stand in the dialog now."""
    return SETUPS[table.timeline.game.id].buttons if offered(table) else ()


def opener(table: Table) -> Node:
    """The button that opens the dialog."""
    return el(
        "button",
        el("span", text=_(SETUPS[table.timeline.game.id].title)),
        type="button",
        cls="button",
        popovertarget=ID,
        key="open-setups",
    )


def dialog(model: Model, table: Table) -> Node:
    """The dialog. It closes by being another one as soon as something was set up."""
    timeline = table.timeline
    setups = SETUPS[timeline.game.id]
    kept = visible(model.setups, timeline.game.id, owner_id(table.id, timeline.to_move or 0))
    return el(
        "div",
        el("h2", text=_(setups.title)),
        el("div", (_ready(table, target) for target in table.buttons if target in setups.buttons), cls="choices-row"),
        el("ul", (_kept(table, setup) for setup in kept), cls="setups") if kept else None,
        _to_be_kept(_(setups.one)),
        _as_text(_(setups.one), setups.text(timeline.state), model.unusable, exported=bool(kept)),
        id=ID,
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
        data_do="setup-keep",
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
                button(_("Export all"), "setup-export") if exported else None,
                cls="choices-row",
            ),
            data_do="setup-text",
        ),
    )


def _kept(table: Table, setup: Setup) -> Node:
    try:
        SETUPS[setup.game].check(table.timeline.state, setup.text)
    except RuleboardError as error:
        shown: tuple[Node, ...] = (
            el("div", unreadable(setup.name, str(error))),
            button(_("Export"), "setup-export", setup.name, cls="quiet"),
        )
    else:
        shown = (button(setup.name, "setup-use", setup.name, cls="item"),)
    return el(
        "li",
        *shown,
        button(_("Delete {name}").format(name=setup.name), "setup-forget", setup.name, picture="close", bare=True),
        key=setup.name,
    )
