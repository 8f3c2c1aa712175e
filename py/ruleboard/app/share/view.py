"""The view of the share dialog: a link, a picture, HTML for other pages, and text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from zlib import crc32

from ruleboard.app.board.table import Table
from ruleboard.app.languages import LANGUAGES
from ruleboard.app.message_names import ShareMessage
from ruleboard.app.share import session as shares
from ruleboard.app.share.session import (
    EMBED_WIDTHS,
    FORMS,
    MAX_TEXT_LENGTH,
    MODES,
    PICTURE_WIDTHS,
    SCOPES,
    START_POINTS,
    ShareDialog,
    Sharing,
)
from ruleboard.app.ui.components import CopyState, button, dialog_head, link, svg_data_url, tab
from ruleboard.app.ui.copying import copyable_text_area
from ruleboard.app.ui.dialogs import SHARE
from ruleboard.app.ui.fields import switch, text_field
from ruleboard.games.registry import NOTATIONS, VIEWS
from ruleboard.i18n import N_, _
from ruleboard.scene.node import Node, el

_SECTION_LABELS = {"link": N_("Link"), "picture": N_("Picture"), "embed": N_("Embed"), "text": N_("Text")}
_SCOPE_LABELS = {"position": N_("this position"), "game": N_("the whole game")}
_START_POINT_LABELS = {"start": N_("at its start"), "here": N_("at the position you see")}
_FORM_LABELS = {"element": N_("an element"), "frame": N_("a plain frame")}
_THEME_LABELS = {"system": N_("as the device"), "light": N_("light"), "dark": N_("dark")}
_MODE_LABELS = {"show": N_("look at it"), "play": N_("play on"), "find": N_("find a move")}


def dialog(dialog: ShareDialog, copy_state: CopyState, seat: int) -> Node:
    """Render the dialog. A closed dialog is empty, because its content takes time to compute.

    Args:
        dialog: the state of the dialog.
        copy_state: the field whose text was copied last.
        seat: the player whose side is nearest at the table.
    """
    return el(
        "div",
        _content(copy_state, dialog.table, dialog.sharing, seat) if dialog.sharing else (),
        id=SHARE,
        popover="auto",
        role="dialog",
        cls="dialog wide share",
        data_do=ShareMessage.TOGGLE,
        data_on="toggle",
        aria_label=_("Share"),
    )


def _content(copy_state: CopyState, table: Table, sharing: Sharing, seat: int) -> list[Node]:
    sections: Mapping[str, Callable[[CopyState, Table, Sharing], Iterable[Node | None]]] = {
        "picture": _picture_section,
        "embed": _embed_section,
        "text": partial(_text_section, seat=seat),
    }
    section = sections.get(sharing.section, _link_section)
    return [
        dialog_head(_("Share"), SHARE),
        el(
            "div",
            (
                tab(_(name), f"{ShareMessage.CHOOSE}.section", id, sharing.section == id, key=id)
                for id, name in _SECTION_LABELS.items()
            ),
            cls="share-tabs",
        ),
        el("div", section(copy_state, table, sharing), cls="share-section", key=sharing.section),
    ]


# --- the sections ----------------------------------------------------------------------------------------------------


def _link_section(copy_state: CopyState, table: Table, sharing: Sharing) -> Iterable[Node | None]:
    yield copyable_text_area(
        copy_state, "share-link", _("A link to the position you see"), shares.position_link(table, sharing), 3
    )
    if sharing.can_share:
        yield button(_("Pass the link on"), ShareMessage.SHARE_LINK, cls="primary")
    if not sharing.is_hosted:
        yield el(
            "p",
            cls="small",
            text=_(
                "This page is a file on your device, so the link only opens here. Shared from a web server, it"
                " opens everywhere."
            ),
        )
    is_over = table.timeline.outcome is not None
    sentences = [
        _("Anyone who opens it sees how the game ended.")
        if is_over
        else _("Anyone who opens it can play on from here.")
    ]
    if table.timeline.has_secrets or table.timeline.is_hidden():
        sentences.append(_("It contains nothing that is still hidden."))
    yield el("p", cls="small", text=" ".join(sentences))
    yield el("div", _edit_link(table), cls="row")
    if table.timeline.ply:
        yield el("div", _game_link(copy_state, table, sharing), cls="share-part", key="whole")


def _game_link(copy_state: CopyState, table: Table, sharing: Sharing) -> Iterable[Node | None]:
    """Render the link to the whole game, or the reason why the game has no link."""
    label = _("A link to the whole game")
    error, address = shares.game_error(table), shares.game_link(table, sharing)
    if address:
        yield copyable_text_area(copy_state, "share-game", label, address, 3)
        if sharing.can_share:
            yield button(_("Pass the game on"), ShareMessage.SHARE_LINK, "game")
        text = _("Anyone who opens it sees the finished game with all its moves and names, and can play on in a copy.")
        yield el("p", cls="small", text=text)
        return
    yield el("h3", text=label)
    yield el("p", cls="small", text=error or _("It is too long for a link. Its file can be opened in the settings."))
    if not error:
        yield button(_("Download the game"), ShareMessage.DOWNLOAD_GAME)


def _picture_section(copy_state: CopyState, table: Table, sharing: Sharing) -> Iterable[Node | None]:
    yield _preview(sharing, 640)
    yield _field(_("Title above the board"), "title", sharing.title)
    yield el(
        "div",
        _switch(_("Coordinates"), "coordinates", sharing.coordinates) if shares.has_coordinates(table) else None,
        _switch(_("Last move"), "last_move", sharing.last_move),
        _switch(_("Turned round"), "flipped", sharing.is_flipped),
        _switch(_("Black and white"), "for_print", sharing.for_print),
        cls="segments",
    )
    yield _select_field(_("Width in pixels"), "picture_width", sharing.picture_width, PICTURE_WIDTHS)
    yield el(
        "div",
        button(_("Download PNG"), ShareMessage.DOWNLOAD_PNG, cls="primary", disabled=not sharing.picture),
        button(_("Download SVG"), ShareMessage.DOWNLOAD_SVG, disabled=not sharing.picture),
        button(_("Print this position"), ShareMessage.PRINT_POSITION),
        cls="row",
    )


def _embed_section(copy_state: CopyState, table: Table, sharing: Sharing) -> Iterable[Node | None]:
    if not sharing.is_hosted:
        yield el(
            "p",
            text=_(
                "This page is a file on your device, and other pages cannot reach it. Put Ruleboard on a web server"
                " and open it there to get the lines for your own page."
            ),
        )
        return
    yield el(
        "fieldset",
        el("legend", text=_("Show")),
        el(
            "div",
            (_radio_button(_(_SCOPE_LABELS[scope]), "scope", scope, sharing.scope == scope) for scope in SCOPES),
            cls="segments",
        ),
        key="scope",
    )
    game_error = shares.game_error(table) if sharing.scope == "game" else ""
    if game_error:
        yield el("p", text=game_error, role="status", key="secret")
        return
    if sharing.scope == "game" and sharing.mode != "find":
        yield el(
            "fieldset",
            el("legend", text=_("Opened")),
            el(
                "div",
                (
                    _radio_button(_(_START_POINT_LABELS[point]), "begin", point, sharing.start_point == point)
                    for point in START_POINTS
                ),
                cls="segments",
            ),
            key="begin",
        )
    yield el(
        "fieldset",
        el("legend", text=_("Readers can")),
        el(
            "div",
            (_radio_button(_(_MODE_LABELS[mode]), "mode", mode, sharing.mode == mode) for mode in MODES),
            cls="segments",
        ),
        key="mode",
    )
    answer_error = ""
    if sharing.mode == "find":
        answer_error = shares.answer_error(table, sharing)
        yield _field(_("The move to be found"), "accept", sharing.accept, answer_error)
        separator_text = _("Actions of one answer are separated by semicolons, answers by |.")
        yield el("p", text=separator_text, cls="small", key="several")
        yield _field(_("The task, as a sentence"), "ask", sharing.ask)
        yield _field(_("Hint"), "hint", sharing.hint)
        yield _field(_("Praise"), "praise", sharing.praise)
    marks_error = shares.marks_error(table, sharing)
    yield _field(_("Caption under the board"), "caption", sharing.caption)
    yield el(
        "details",
        el("summary", text=_("More choices")),
        el("div", _embed_choices(table, sharing, marks_error), cls="share-more"),
        key="more",
    )
    yield _select_field(_("Width in pixels"), "embed_width", sharing.embed_width, EMBED_WIDTHS)
    yield el(
        "fieldset",
        el("legend", text=_("Written as")),
        el(
            "div",
            (_radio_button(_(_FORM_LABELS[form]), "form", form, sharing.form == form) for form in FORMS),
            cls="segments",
        ),
        key="form",
    )
    if marks_error:
        yield el("p", text=marks_error, role="status", key="pointed")  # The details with its field may be closed.
    if answer_error or marks_error:
        return
    if not shares.fits_address(table, sharing):
        yield el("p", text=_("This game is too long to stand in a page."), role="status", key="long")
        return
    yield copyable_text_area(copy_state, "share-embed", _("Put this into your page"), shares.snippet(table, sharing), 6)
    yield _live_preview(table, sharing)
    if sharing.poster and sharing.form == "frame":
        text = _("The picture of the position is in the address: it is seen first.")
        yield el("p", cls="small", text=text)
    elif sharing.poster:
        text = _("The picture of the position is in these lines: it is seen first, on paper, and where no scripts run.")
        yield el("p", cls="small", text=text)


def _embed_choices(table: Table, sharing: Sharing, marks_error: str) -> Iterable[Node | None]:
    """Render the advanced choices for embedding a board."""
    marks = shares.marks_as_text(table, sharing)
    yield _field(_("Places to point out, separated by semicolons"), "marked", marks, marks_error)
    if example := shares.target_example(table, sharing):
        text = _("A place is its column and row, as the coordinates show them: {example}.")
        yield el("p", text=text.format(example=example), cls="small", key="counted")
    yield el(
        "div",
        _switch(_("Last move"), "last_move", sharing.last_move) if sharing.scope == "position" else None,
        _switch(_("Turned round"), "flipped", sharing.is_flipped),
        _switch(_("Coordinates"), "coordinates", sharing.coordinates)
        if shares.has_optional_coordinates(table)
        else None,
        _switch(_("A picture until it is started"), "poster", sharing.poster),
        _switch(_("Hints and threats"), "hints", sharing.hints) if sharing.mode == "play" else None,
        cls="segments",
    )
    languages = {"": _("as the page"), **LANGUAGES}
    for label, name, current, choices in (
        (_("Language"), "language", sharing.language, languages),
        (_("Look"), "theme", sharing.theme, {theme: _(title) for theme, title in _THEME_LABELS.items()}),
    ):
        yield el(
            "fieldset",
            el("legend", text=label),
            el(
                "div",
                (_radio_button(title, name, value, value == current) for value, title in choices.items()),
                cls="segments",
            ),
            key=name,
        )


def _live_preview(table: Table, sharing: Sharing) -> Node:
    """Render the embedded board as a preview."""
    label = _("As readers see it: touch it to try")
    board = _frame(table, sharing) if sharing.form == "frame" else _element_preview(table, sharing)
    return el("figure", el("figcaption", text=label, cls="small"), board, cls="preview live", key="live")


def _frame(table: Table, sharing: Sharing) -> Node:
    source = shares.frame_source(table, sharing)
    return el(
        "iframe",
        src=source,
        title=sharing.caption or _(table.viewed_timeline.game.title),
        height=str(shares.frame_height(table, sharing)),
        cls=f"wide-{sharing.embed_width}",
        key=f"frame-{crc32(source.encode())}",  # A frame does not reload if only the part after # changes.
    )


def _element_preview(table: Table, sharing: Sharing) -> Node:
    picture = svg_data_url(sharing.picture) if sharing.picture else ""
    return shares.board_element(
        table,
        sharing,
        picture,
        cls=f"wide-{sharing.embed_width}",
        data_do=f"{ShareMessage.CHOOSE}.embed_height",
        data_on="size",
    )


def _text_section(copy_state: CopyState, table: Table, sharing: Sharing, seat: int) -> Iterable[Node | None]:
    yield copyable_text_area(copy_state, "text-position", _("The position you see"), shares.position_text(table), 2)
    timeline = table.viewed_timeline
    if places_text := VIEWS[timeline.game.id].piece_places_text(timeline.public_state(), seat):
        yield el("p", text=places_text, cls="small", key="places")
    has_notation = table.timeline.game.id in NOTATIONS
    record_text = shares.record_text(table)
    if not has_notation:
        yield copyable_text_area(copy_state, "text-moves", _("The moves"), shares.moves_text(table), 5)
    if record_text is None:
        yield el(
            "p",
            cls="small",
            text=_("The whole game is not shown here, because its record would reveal what is still hidden."),
        )
    else:
        label = _("The game") if has_notation else _("The game as it is kept")
        yield copyable_text_area(copy_state, "text-record", label, record_text, 8 if has_notation else 3)
    yield el("div", _edit_link(table), button(_("Print the moves"), ShareMessage.PRINT_MOVES), cls="row")
    yield el(
        "p",
        cls="small",
        text=_("A position can be pasted where a new game is set up; a game in the settings, here or in any browser."),
    )


def _edit_link(table: Table) -> Node:
    return link(_("Edit this position"), shares.editor_address(table), cls="button")


# --- their parts -----------------------------------------------------------------------------------------------------


def _preview(sharing: Sharing, width: int) -> Node:
    """Render the picture, or an empty frame until it is drawn."""
    source = svg_data_url(sharing.picture) if sharing.picture else ""
    return el(
        "figure",
        el("img", src=source, alt=sharing.title or _("The board"), width=width) if source else None,
        cls="preview",
        key="preview",
    )


def _field(label: str, name: str, value: str, error: str = "") -> Node:
    return text_field(
        label, value, MAX_TEXT_LENGTH, error=error, key=name, data_do=f"{ShareMessage.CHOOSE}.{name}", data_on="change"
    )


def _switch(label: str, name: str, is_checked: bool) -> Node:
    return switch(el("span", text=label), f"{ShareMessage.CHOOSE}.{name}", is_checked, key=name)


def _radio_button(label: str, name: str, value: str, is_checked: bool) -> Node:
    do = f"{ShareMessage.CHOOSE}.{name}"
    return switch(el("span", text=label), do, is_checked, kind="radio", name=f"share-{name}", value=value, key=value)


def _select_field(label: str, name: str, value: int, choices: Iterable[int]) -> Node:
    return el(
        "fieldset",
        el("legend", text=label),
        el(
            "div",
            (_radio_button(str(choice), name, str(choice), choice == value) for choice in choices),
            cls="segments",
        ),
        key=name,
    )
