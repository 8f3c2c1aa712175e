"""Updates of the dialog with saved armies: saving, using, deleting, exporting and importing them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.context import Context
from ruleboard.app.effects import Announce, DeleteSetup, Download, KeepSetups, PlaySetup
from ruleboard.app.messages import Handler, Input, Updated
from ruleboard.app.setups.session import SetupsDialog
from ruleboard.app.storage.setups import format_lines, parse_lines, visible_setups, with_setups
from ruleboard.app.ui.forms import fields
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.registry import SETUPS
from ruleboard.i18n import _
from ruleboard.wording import cleaned, sentence


def _save(dialog: SetupsDialog, message: Input, context: Context) -> Updated[SetupsDialog]:
    """Save the player's current army under a name."""
    table, name = dialog.table, cleaned(fields(message.value).get("name", ""))
    game = table.timeline.game.id
    if not name or table.read_only or game not in SETUPS:
        return Updated(dialog)
    text = SETUPS[game].text(table.timeline.state)
    setups = with_setups(context.setups, game, dialog.owner, [(name, text)])
    return Updated(dialog, (KeepSetups(setups), Announce(_("“{name}” is kept.").format(name=name))))


def _use(dialog: SetupsDialog, message: Input, context: Context) -> Updated[SetupsDialog]:
    for setup in visible_setups(context.setups, dialog.table.timeline.game.id, dialog.owner):
        if setup.name == message.value:
            return _use_text(dialog, setup.text)
    return Updated(dialog)


def _use_text(dialog: SetupsDialog, text: str) -> Updated[SetupsDialog]:
    """Play the actions that build an army from its text, or show the error in the text."""
    timeline = dialog.table.timeline
    if dialog.table.read_only or timeline.game.id not in SETUPS:
        return Updated(dialog)
    try:
        actions = SETUPS[timeline.game.id].steps(timeline.state, text)
    except RuleboardError as error:
        return _show_error(dialog, error)
    return Updated(replace(dialog, problem=""), (PlaySetup(tuple(actions)),))


def _show_error(dialog: SetupsDialog, error: RuleboardError) -> Updated[SetupsDialog]:
    message = sentence(str(error))
    return Updated(replace(dialog, problem=message), (Announce(message),))


def _paste(dialog: SetupsDialog, message: Input, context: Context) -> Updated[SetupsDialog]:
    """Use a pasted army, or save the armies of pasted lines ``name: text``."""
    text = fields(message.value).get("text", "")
    try:
        lines = parse_lines(text)
    except RuleboardError as error:
        return _show_error(dialog, error)
    if not lines or not all(name for name, _line in lines):
        return _use_text(dialog, text)
    game, state = dialog.table.timeline.game.id, dialog.table.timeline.state
    for number, (_name, line) in enumerate(lines, 1):
        try:
            SETUPS[game].steps(state, line)
        except RuleboardError as error:
            return _show_error(dialog, error.within(_("line {number}").format(number=number)))
    setups = with_setups(context.setups, game, dialog.owner, lines)
    return Updated(replace(dialog, problem=""), (KeepSetups(setups),))


def _delete(dialog: SetupsDialog, message: Input, _context: Context) -> Updated[SetupsDialog]:
    return Updated(dialog, (DeleteSetup(dialog.table.timeline.game.id, message.value),))


def _export(dialog: SetupsDialog, message: Input, context: Context) -> Updated[SetupsDialog]:
    """Download the army with a name, or all armies if the name is empty."""
    game = dialog.table.timeline.game.id
    exported_setups = [
        setup for setup in visible_setups(context.setups, game, dialog.owner) if message.value in ("", setup.name)
    ]
    title = SETUPS[game].title.lower() if game in SETUPS else "setups"
    return Updated(dialog, (Download(f"{game}-{title}.txt", "text/plain", format_lines(exported_setups)),))


MESSAGES: Mapping[str, Handler[SetupsDialog]] = {
    "keep": _save,
    "use": _use,
    "paste": _paste,
    "delete": _delete,
    "export": _export,
}
