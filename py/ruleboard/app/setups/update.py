"""Updates of the dialog for saved armies: save, load, delete, export and import armies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ruleboard.app.board.changes import last_army
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import Download, ImportFiles
from ruleboard.app.message_names import SetupsMessage
from ruleboard.app.messages import Handler, Input, Update
from ruleboard.app.saved_items import delete_setup
from ruleboard.app.setups.session import SetupsDialog
from ruleboard.app.storage.imports import ARMIES_DIALOG, FileText
from ruleboard.app.storage.setups import MAX_NAME_LENGTH, format_lines, parse_lines, visible_setups, with_setups
from ruleboard.app.ui.forms import form_values
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.i18n import _
from ruleboard.registry import SAVED_ARMIES
from ruleboard.text_kinds import Kind, kind_phrase, recognize
from ruleboard.wording import clean_name, sentence


def _save(dialog: SetupsDialog, message: Input, context: Context, _services: Services) -> Update[SetupsDialog]:
    """Save the player's current army under a name."""
    table, name = dialog.table, clean_name(form_values(message.value).get("name", ""))
    game = table.timeline.game.id
    if not name or table.read_only or game not in SAVED_ARMIES:
        return Update(dialog, context.shared)
    text = SAVED_ARMIES[game].army_text(table.timeline.state)
    setups = with_setups(context.setups, game, dialog.owner, [(name, text)])
    return Update(dialog, context.shared).with_setups(setups).with_announcement(_("Saved “{name}”.").format(name=name))


def _use_saved_army(
    dialog: SetupsDialog, message: Input, context: Context, _services: Services
) -> Update[SetupsDialog]:
    for setup in visible_setups(context.setups, dialog.table.timeline.game.id, dialog.owner):
        if setup.name == message.value:
            return _use_army_text(dialog, setup.text, context)
    return Update(dialog, context.shared)


def _use_last_army(
    dialog: SetupsDialog, _message: Input, context: Context, _services: Services
) -> Update[SetupsDialog]:
    """Use the army that the player built last."""
    text = last_army(dialog.table, context.settings)
    return _use_army_text(dialog, text, context) if text else Update(dialog, context.shared)


def _use_army_text(dialog: SetupsDialog, text: str, context: Context) -> Update[SetupsDialog]:
    """Play the actions that build an army from its text, or show the error in the text."""
    timeline = dialog.table.timeline
    if dialog.table.read_only or timeline.game.id not in SAVED_ARMIES:
        return Update(dialog, context.shared)
    try:
        actions = SAVED_ARMIES[timeline.game.id].load_actions(timeline.state, text)
    except RuleboardError as error:
        return _show_error(dialog, error, context)
    return Update(replace(dialog, error="", actions=tuple(actions)), context.shared)


def _show_error(dialog: SetupsDialog, error: RuleboardError, context: Context) -> Update[SetupsDialog]:
    message = sentence(str(error))
    return Update(replace(dialog, error=message), context.shared).with_announcement(message)


def _paste(dialog: SetupsDialog, message: Input, context: Context, _services: Services) -> Update[SetupsDialog]:
    """Use a pasted army, or save several armies pasted as ``name: text`` lines."""
    text = form_values(message.value).get("text", "")
    if recognize(text).kind not in (Kind.ARMIES, Kind.OTHER, Kind.EMPTY):
        error = RecordError(_("this is {thing}").format(thing=kind_phrase(recognize(text))), expected=_("an army"))
        return _show_error(dialog, error, context).with_effects(ImportFiles((FileText(text),), ARMIES_DIALOG))
    try:
        lines = parse_lines(text)
    except RuleboardError as error:
        return _show_error(dialog, error, context)
    if not lines or not all(name for name, _line in lines):
        return _use_army_text(dialog, text, context)
    game, state = dialog.table.timeline.game.id, dialog.table.timeline.state
    for number, (_name, line) in enumerate(lines, 1):
        try:
            SAVED_ARMIES[game].load_actions(state, line)
        except RuleboardError as error:
            return _show_error(dialog, error.within(_("line {number}").format(number=number)), context)
    setups = with_setups(context.setups, game, dialog.owner, lines)
    notices = " ".join(_cut_name_notices(lines))
    update = Update(replace(dialog, error=notices), context.shared).with_setups(setups)
    return update.with_announcement(notices) if notices else update


def _cut_name_notices(lines: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield a sentence for each army whose name is too long."""
    for number, (name, _army) in enumerate(lines, 1):
        if len(name) > MAX_NAME_LENGTH:
            notice = _("the name {name} was too long and was shortened").format(name=repr(name[:MAX_NAME_LENGTH]))
            yield sentence(_("{where}: {what}").format(where=_("line {number}").format(number=number), what=notice))


def _delete(dialog: SetupsDialog, message: Input, context: Context, services: Services) -> Update[SetupsDialog]:
    game = dialog.table.timeline.game.id
    return Update(dialog, delete_setup(context.shared, game, message.value, services))


def _export(dialog: SetupsDialog, message: Input, context: Context, _services: Services) -> Update[SetupsDialog]:
    """Download the army with a name, or all armies if the name is empty."""
    game = dialog.table.timeline.game.id
    exported_setups = [
        setup for setup in visible_setups(context.setups, game, dialog.owner) if message.value in ("", setup.name)
    ]
    title = SAVED_ARMIES[game].title.lower() if game in SAVED_ARMIES else "setups"
    return Update(
        dialog, context.shared, (Download(f"{game}-{title}.txt", "text/plain", format_lines(exported_setups)),)
    )


MESSAGE_HANDLERS: Mapping[str, Handler[SetupsDialog]] = {
    SetupsMessage.SAVE: _save,
    SetupsMessage.USE: _use_saved_army,
    SetupsMessage.USE_LAST: _use_last_army,
    SetupsMessage.PASTE: _paste,
    SetupsMessage.DELETE: _delete,
    SetupsMessage.EXPORT: _export,
}
