"""Updates of the share dialog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.board.announcements import position_heading
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import Download, DownloadPicture, PrintPage, PrintPosition, ShareLink
from ruleboard.app.message_names import ShareMessage
from ruleboard.app.messages import Handler, Input, Update, effect_handler, session_handler
from ruleboard.app.share import session as shares
from ruleboard.app.share.session import ShareChoices, ShareDialog
from ruleboard.app.ui.names import game_title


def _toggle(dialog: ShareDialog, message: Input, context: Context, services: Services) -> Update[ShareDialog]:
    """Open or close the dialog. Opening the dialog closes the attack query, which shared pictures do not show."""
    if message.value != "open":
        return Update(replace(dialog, share_choices=None), context.shared).without_copied_field()
    share_choices = shares.initial_choices(dialog.table, services.device.site(), services.device.can_share())
    table = replace(dialog.table, touches=replace(dialog.table.touches, attack_query=None))
    return Update(replace(dialog, table=table, share_choices=share_choices), context.shared).without_copied_field()


def _choose(dialog: ShareDialog, message: Input, context: Context, _services: Services) -> Update[ShareDialog]:
    if dialog.share_choices is None:
        return Update(dialog, context.shared)
    value = message.value
    if message.argument == "marked":
        value = shares.marks_from_text(dialog.table, dialog.share_choices, value)
    share_choices = shares.with_choice(dialog.share_choices, message.argument, value)
    return Update(replace(dialog, share_choices=share_choices), context.shared).without_copied_field()


def _download_svg(dialog: ShareDialog, _message: Input, context: Context, _services: Services) -> Update[ShareDialog]:
    if dialog.share_choices is None:
        return Update(dialog, context.shared)
    name = f"{shares.file_name(dialog.table)}.svg"
    return Update(dialog, context.shared, (Download(name, "image/svg+xml", dialog.share_choices.picture),))


def _download_png(dialog: ShareDialog, _message: Input, context: Context, _services: Services) -> Update[ShareDialog]:
    if dialog.share_choices is None:
        return Update(dialog, context.shared)
    return Update(
        dialog,
        context.shared,
        (DownloadPicture(f"{shares.file_name(dialog.table)}.png", dialog.share_choices.picture),),
    )


def _download_game(dialog: ShareDialog, _message: Input, context: Context, _services: Services) -> Update[ShareDialog]:
    if shares.game_error(dialog.table):
        return Update(dialog, context.shared)
    name = f"{shares.file_name(dialog.table)}.json"
    return Update(dialog, context.shared, (Download(name, "application/json", shares.game_file(dialog.table)),))


def _share_link(dialog: ShareDialog, message: Input, context: Context, _services: Services) -> Update[ShareDialog]:
    if dialog.share_choices is None:
        return Update(dialog, context.shared)
    game_address = message.value == "game" and shares.game_link(dialog.table, dialog.share_choices)
    address = game_address or shares.position_link(dialog.table, dialog.share_choices)
    return Update(dialog, context.shared, (ShareLink(game_title(dialog.table.timeline.record), address),))


MESSAGE_HANDLERS: Mapping[str, Handler[ShareDialog]] = {
    ShareMessage.TOGGLE: _toggle,
    ShareMessage.CHOOSE: _choose,
    ShareMessage.DOWNLOAD_SVG: _download_svg,
    ShareMessage.DOWNLOAD_PNG: _download_png,
    ShareMessage.DOWNLOAD_GAME: _download_game,
    ShareMessage.SHARE_LINK: _share_link,
    ShareMessage.PRINT_POSITION: effect_handler(lambda _dialog, _message: PrintPosition()),
    ShareMessage.PRINT_MOVES: lambda dialog, _message, context, _services: Update(
        replace(dialog, print_content="record"), context.shared, (PrintPage(),)
    ),
    ShareMessage.END_PRINT: session_handler(lambda dialog, _message: replace(dialog, print_content="")),
}


def choices_for_print(dialog: ShareDialog) -> ShareChoices:
    """Return the choices of the dialog for printing a position in black and white."""
    share_choices = dialog.share_choices or shares.initial_choices(dialog.table, "", can_share=False)
    return replace(
        share_choices, section="picture", title=position_heading(dialog.table, share_choices.title), for_print=True
    )
