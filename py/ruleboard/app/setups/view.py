"""The view of the dialog for saved armies."""

from __future__ import annotations

from ruleboard.app.board.plies import viewable_plies
from ruleboard.app.board.prompts import button_targets
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import SetupsMessage
from ruleboard.app.setups.session import SetupsDialog
from ruleboard.app.storage.setups import MAX_NAME_LENGTH, Setup, Setups, visible_setups
from ruleboard.app.ui import components
from ruleboard.app.ui.components import SETUPS as SETUPS_DIALOG
from ruleboard.app.ui.components import button, unreadable_label
from ruleboard.app.ui.fields import text_area
from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import _
from ruleboard.registry import SAVED_ARMIES
from ruleboard.scene.node import Node, el
from ruleboard.wording import clean_name, isolate_name


def saved_armies_dialog(dialog: SetupsDialog, all_setups: Setups) -> Node:
    """Render the dialog. The key changes with every action, so that the dialog closes when the player uses an army."""
    table, timeline = dialog.table, dialog.table.timeline
    setups = SAVED_ARMIES[timeline.game.id]
    saved_armies = visible_setups(all_setups, timeline.game.id, dialog.owner)
    return components.dialog(
        SETUPS_DIALOG,
        _(setups.title),
        el("h2", text=_(setups.title)),
        el(
            "div",
            (_standard_button(table, target) for target in button_targets(table) if target in setups.buttons),
            cls="choices-row",
        ),
        el("p", text=_(setups.buttons_note), cls="small"),
        el("ul", (_saved_item(table, setup) for setup in saved_armies), cls="setups") if saved_armies else None,
        _save_form(_(setups.singular)),
        _text_form(_(setups.singular), setups.army_text(timeline.state), dialog.error, can_export=bool(saved_armies)),
        cls="setups-dialog",
        key=f"setups-{timeline.to_move}-{viewable_plies(table.timeline).hidden_step_count}",
    )


def _standard_button(table: Table, target: str) -> Node:
    """Render the button for a standard army of the game."""
    return el(
        "button",
        text=table.timeline.game.name(table.timeline.state, target),
        type="button",
        cls="button",
        data_target=target,
        data_legal=True,
        key=target,
    )


def _save_form(kind: str) -> Node:
    """Render the form that saves the current army. ``kind`` is the game's word for armies."""
    return el(
        "form",
        el(
            "label",
            el("span", text=_("Name of this {thing}").format(thing=kind), cls="unseen"),
            el(
                "input",
                type="text",
                name="name",
                maxlength=MAX_NAME_LENGTH,
                required=True,
                autocomplete="off",
                placeholder=_("Name"),
            ),
        ),
        el("button", cls="button", type="submit", text=_("Save this {thing}").format(thing=kind)),
        data_do=SetupsMessage.SAVE,
        cls="row",
    )


def _text_form(kind: str, text: str, error: str, *, can_export: bool) -> Node:
    """Render a form with the current army as text, into which the player can paste another army.

    Args:
        kind: the game's word for armies, such as "deck".
        text: the current army.
        error: the error in the last pasted text, as a sentence; may be empty.
        can_export: True for a button that exports all saved armies.
    """
    return el(
        "details",
        el("summary", text=_("As text")),
        el(
            "form",
            el(
                "label",
                el("span", text=_("This {thing} as text").format(thing=kind), cls="unseen"),
                text_area(
                    text,
                    name="text",
                    rows=4,
                    aria_describedby="setup-error" if error else None,
                    aria_invalid="true" if error else None,
                ),
            ),
            el("p", cls="error", id="setup-error", role="alert", text=error) if error else None,
            el(
                "div",
                el("button", cls="button", type="submit", text=_("Use this {thing}").format(thing=kind)),
                button(_("Export all"), SetupsMessage.EXPORT) if can_export else None,
                cls="choices-row",
            ),
            data_do=SetupsMessage.PASTE,
        ),
    )


def _saved_item(table: Table, setup: Setup) -> Node:
    """Render a saved army. The player can only export or delete an unreadable army."""
    name = isolate_name(clean_name(setup.name))
    try:
        SAVED_ARMIES[setup.game].check(table.timeline.state, setup.text)
    except RuleboardError as error:
        content: tuple[Node, ...] = (
            el("div", unreadable_label(name, str(error))),
            button(_("Export"), SetupsMessage.EXPORT, setup.name, cls="quiet"),
        )
    else:
        content = (button(name, SetupsMessage.USE, setup.name, cls="item"),)
    return el(
        "li",
        *content,
        button(_("Delete {name}").format(name=name), SetupsMessage.DELETE, setup.name, picture="close", icon_only=True),
        key=setup.name,
    )
