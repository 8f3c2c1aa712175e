"""Updates of the share dialog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.board.announcements import print_heading
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import Download, DownloadPicture, PrintPage, PrintPosition, ShareLink
from ruleboard.app.message_names import ShareMessage
from ruleboard.app.messages import Handler, Input, Update, effect_handler, session_handler
from ruleboard.app.share import session as shares
from ruleboard.app.share.session import ShareDialog, Sharing
from ruleboard.app.ui.names import game_title


def _toggle(dialog: ShareDialog, message: Input, context: Context, services: Services) -> Update[ShareDialog]:
    """Open or close the dialog. Opening the dialog closes the attack query, which shared pictures do not show."""
    if message.value != "open":
        return Update(replace(dialog, sharing=None), context.shared).without_copied_field()
    sharing = shares.open_sharing(dialog.table, services.device.site(), services.device.can_share())
    table = replace(dialog.table, touches=replace(dialog.table.touches, attack_query=None))
    return Update(replace(dialog, table=table, sharing=sharing), context.shared).without_copied_field()


def _choose(dialog: ShareDialog, message: Input, context: Context, _services: Services) -> Update[ShareDialog]:
    if dialog.sharing is None:
        return Update(dialog, context.shared)
    value = message.value
    if message.argument == "marked":
        value = shares.marks_from_text(dialog.table, dialog.sharing, value)
    sharing = shares.with_choice(dialog.sharing, message.argument, value)
    return Update(replace(dialog, sharing=sharing), context.shared).without_copied_field()


def _download_svg(dialog: ShareDialog, _message: Input, context: Context, _services: Services) -> Update[ShareDialog]:
    if dialog.sharing is None:
        return Update(dialog, context.shared)
    name = f"{shares.file_name(dialog.table)}.svg"
    return Update(dialog, context.shared, (Download(name, "image/svg+xml", dialog.sharing.picture),))


def _download_png(dialog: ShareDialog, _message: Input, context: Context, _services: Services) -> Update[ShareDialog]:
    if dialog.sharing is None:
        return Update(dialog, context.shared)
    return Update(
        dialog, context.shared, (DownloadPicture(f"{shares.file_name(dialog.table)}.png", dialog.sharing.picture),)
    )


def _download_game(dialog: ShareDialog, _message: Input, context: Context, _services: Services) -> Update[ShareDialog]:
    if shares.game_error(dialog.table):
        return Update(dialog, context.shared)
    name = f"{shares.file_name(dialog.table)}.json"
    return Update(dialog, context.shared, (Download(name, "application/json", shares.game_file(dialog.table)),))


def _share_link(dialog: ShareDialog, message: Input, context: Context, _services: Services) -> Update[ShareDialog]:
    if dialog.sharing is None:
        return Update(dialog, context.shared)
    game_address = message.value == "game" and shares.game_link(dialog.table, dialog.sharing)
    address = game_address or shares.position_link(dialog.table, dialog.sharing)
    return Update(dialog, context.shared, (ShareLink(game_title(dialog.table.timeline.record), address),))


MESSAGES: Mapping[str, Handler[ShareDialog]] = {
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


def print_request(dialog: ShareDialog) -> Sharing:
    """Return the choices for printing a position: those of the dialog, but in black and white."""
    sharing = dialog.sharing or shares.open_sharing(dialog.table, "", can_share=False)
    return replace(sharing, section="picture", title=print_heading(dialog.table, sharing.title), for_print=True)
