"""The view of the share dialog: a link, a picture, HTML for other pages, and text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from zlib import crc32

from ruleboard.app.board.table import Table
from ruleboard.app.message_names import ShareMessage
from ruleboard.app.share import session as shares
from ruleboard.app.share.session import SHARE_FORM, ShareChoices, ShareDialog
from ruleboard.app.ui import components
from ruleboard.app.ui.components import (
    SHARE_DIALOG,
    CopyState,
    button,
    dialog_header,
    link,
    live_preview,
    more_choices,
    svg_data_url,
    tab,
    unhosted_note,
)
from ruleboard.app.ui.copying import copyable_text_area
from ruleboard.i18n import N_, _
from ruleboard.registry import NOTATIONS, VIEWS
from ruleboard.scene.node import Node, el

_SECTION_LABELS = {"picture": N_("Picture"), "link": N_("Link"), "embed": N_("Embed"), "text": N_("Text")}


def share_dialog(dialog: ShareDialog, copy_state: CopyState, seat: int) -> Node:
    """Render the dialog. A closed dialog is empty, because its content takes time to compute.

    Args:
        dialog: the state of the dialog.
        copy_state: the field whose text was copied last.
        seat: the player at the bottom of the board.
    """
    return components.dialog(
        SHARE_DIALOG,
        _("Share"),
        _content(copy_state, dialog.table, dialog.share_choices, seat) if dialog.share_choices else (),
        cls="wide share",
        data_do=ShareMessage.TOGGLE,
        data_on="toggle",
    )


def _content(copy_state: CopyState, table: Table, share_choices: ShareChoices, seat: int) -> list[Node]:
    sections: Mapping[str, Callable[[CopyState, Table, ShareChoices], Iterable[Node | None]]] = {
        "link": _link_section,
        "embed": _embed_section,
        "text": partial(_text_section, seat=seat),
    }
    section = sections.get(share_choices.section, _picture_section)
    return [
        dialog_header(_("Share"), SHARE_DIALOG),
        el(
            "div",
            (
                tab(_(name), f"{ShareMessage.CHOOSE}.section", id, share_choices.section == id, key=id)
                for id, name in _SECTION_LABELS.items()
            ),
            cls="share-tabs",
        ),
        el("div", section(copy_state, table, share_choices), cls="share-section", key=share_choices.section),
    ]


# --- the sections ----------------------------------------------------------------------------------------------------


def _link_section(copy_state: CopyState, table: Table, share_choices: ShareChoices) -> Iterable[Node | None]:
    yield copyable_text_area(
        copy_state,
        "share-link",
        _("A link to the position on the board"),
        shares.position_link(table, share_choices),
        3,
        summary=_("Show link"),
    )
    if share_choices.can_share:
        yield button(_("Send the link"), ShareMessage.SHARE_LINK, cls="primary")
    if not share_choices.is_hosted:
        yield el(
            "p",
            cls="small",
            text=_(
                "This page is a file on your device, so the link only opens here. A link from a web "
                "server opens everywhere."
            ),
        )
    timeline = table.viewed_timeline
    sentences = [
        _("Anyone who opens the link sees how the game ended.")
        if timeline.game.outcome(timeline.state)
        else _("Anyone who opens the link can play on from here.")
    ]
    if shares.is_mid_turn(table, replace(share_choices, scope="position")):
        sentences.append(_("This turn isn’t over yet, so the link shows the position before it."))
    if timeline.is_hidden():
        sentences.append(_("The link leaves out secret choices."))
    elif timeline.has_secrets:
        sentences.append(_("The link leaves out everything that is still hidden."))
    yield el("p", cls="small", text=" ".join(sentences))
    yield el("div", _edit_link(table), cls="row")
    if table.timeline.ply:
        yield el("div", _game_link(copy_state, table, share_choices), cls="share-part", key="whole")


def _game_link(copy_state: CopyState, table: Table, share_choices: ShareChoices) -> Iterable[Node | None]:
    """Render the link to the whole game, or the reason why the game has no link."""
    label = _("A link to the whole game")
    error, address = shares.game_error(table), shares.game_link(table, share_choices)
    if address:
        yield copyable_text_area(copy_state, "share-game", label, address, 3, summary=_("Show link"))
        if share_choices.can_share:
            yield button(_("Send the game"), ShareMessage.SHARE_LINK, "game")
        text = _("Anyone who opens the link sees the moves and names so far. They can play on in a copy.")
        if table.timeline.outcome is not None:
            text = _("Anyone who opens the link sees the finished game, with all its moves and the players’ names.")
        yield el("p", cls="small", text=text)
        return
    yield el("h3", text=label)
    yield el(
        "p",
        cls="small",
        text=error or _("The game is too long for a link. Send the file instead. Anyone can open it in Settings."),
    )
    if not error:
        yield button(_("Download the game"), ShareMessage.DOWNLOAD_GAME)


def _picture_section(copy_state: CopyState, table: Table, share_choices: ShareChoices) -> Iterable[Node | None]:
    yield _preview(share_choices, 640)
    if share_choices.can_share:
        yield button(_("Share …"), ShareMessage.SHARE_LINK, cls="primary", key="share-on")
    yield el(
        "div",
        SHARE_FORM.node(share_choices, "coordinates") if shares.has_coordinates(table) else None,
        *(SHARE_FORM.node(share_choices, name) for name in ("last_move", "flipped", "for_print")),
        cls="segments",
    )
    yield SHARE_FORM.node(share_choices, "title")
    yield SHARE_FORM.node(share_choices, "picture_width")
    yield el(
        "div",
        button(_("Download PNG"), ShareMessage.DOWNLOAD_PNG, disabled=not share_choices.picture),
        button(_("Download SVG"), ShareMessage.DOWNLOAD_SVG, disabled=not share_choices.picture),
        button(_("Print this position"), ShareMessage.PRINT_POSITION),
        cls="row",
    )


def _embed_section(copy_state: CopyState, table: Table, share_choices: ShareChoices) -> Iterable[Node | None]:
    if not share_choices.is_hosted:
        yield unhosted_note()
        return
    yield SHARE_FORM.node(share_choices, "scope")
    game_error = shares.game_error(table) if share_choices.scope == "game" else ""
    if game_error:
        yield el("p", text=game_error, role="status", key="secret")
        return
    if share_choices.scope == "game" and share_choices.mode != "find":
        yield SHARE_FORM.node(share_choices, "begin")
    yield SHARE_FORM.node(share_choices, "mode")
    if share_choices.mode == "play":
        yield from _opponent_choices(table, share_choices)
    answer_error = ""
    if share_choices.mode == "find":
        answer_error = shares.answer_error(table, share_choices)
        yield SHARE_FORM.node(share_choices, "accept", error=answer_error)
        separator_text = _("Put semicolons between the actions of an answer, and | between answers.")
        yield el("p", text=separator_text, cls="small", key="several")
        yield SHARE_FORM.node(replace(share_choices, goal=shares.chosen_goal(table, share_choices)), "goal")
        yield from (SHARE_FORM.node(share_choices, name) for name in ("ask", "hint", "praise"))
    marks_error = shares.marks_error(table, share_choices)
    if share_choices.scope == "game":
        yield SHARE_FORM.node(share_choices, "heading", text=shares.chosen_heading(table, share_choices))
    yield SHARE_FORM.node(share_choices, "caption")
    yield more_choices(_embed_choices(table, share_choices, marks_error))
    yield from (SHARE_FORM.node(share_choices, name) for name in ("embed_width", "form"))
    if marks_error:
        yield el("p", text=marks_error, role="status", key="pointed")  # The details with its field may be closed.
    if answer_error or marks_error:
        return
    if not shares.fits_address(table, share_choices):
        yield el("p", text=_("This game is too long for a page."), role="status", key="long")
        return
    if shares.is_mid_turn(table, share_choices):
        text = _("This turn isn’t over yet, so the lines below show the position before this turn.")
        yield el("p", cls="small", text=text, key="unfinished")
    yield copyable_text_area(
        copy_state, "share-embed", _("Copy this into your page"), shares.snippet(table, share_choices), 6
    )
    yield live_preview((_frame if share_choices.form == "frame" else _element_preview)(table, share_choices))
    if share_choices.poster and share_choices.form == "frame":
        text = _("The address contains the picture, so readers see it while the board loads.")
        yield el("p", cls="small", text=text)
    elif share_choices.poster:
        text = _(
            "These lines contain the picture. Readers see it while the board loads, when they print the page, and "
            "where scripts don’t run."
        )
        yield el("p", cls="small", text=text)
    yield el(
        "p",
        cls="small",
        text=_(
            "In a chat, these links show no picture. If you run your own copy of Ruleboard, its share-pages command "
            "makes pages whose links show a picture (docs/platforms.md)."
        ),
    )


def _opponent_choices(table: Table, share_choices: ShareChoices) -> Iterable[Node]:
    """Render the choice of the opponent and of the reader's side, or say that the game is over."""
    if shares.is_over(table, share_choices):
        text = _("The game is already over, so readers can only look at the board.")
        if shares.shows_moves(table, share_choices):
            text = _("The game is already over. Readers can only undo moves.")
        yield el("p", text=text, cls="small", key="over")
        return
    yield SHARE_FORM.node(share_choices, "opponent")
    if share_choices.opponent:
        timeline = shares.embedded_table(table, share_choices).viewed_timeline
        sides = timeline.game.sides(timeline.state)
        choices = {number: _(side) for number, side in enumerate(sides, 1)}
        yield SHARE_FORM.node(
            replace(share_choices, seat=shares.chosen_seat(table, share_choices)), "seat", choices=choices
        )


def _embed_choices(table: Table, share_choices: ShareChoices, marks_error: str) -> Iterable[Node | None]:
    """Render the advanced choices for embedding a board."""
    marks = shares.marks_as_text(table, share_choices)
    yield SHARE_FORM.node(share_choices, "marked", text=marks, error=marks_error)
    if example := shares.target_example(table, share_choices):
        text = _("Write a square as column and row, as the coordinates show: {example}.")
        yield el("p", text=text.format(example=example), cls="small", key="counted")
    yield el(
        "div",
        SHARE_FORM.node(share_choices, "last_move") if share_choices.scope == "position" else None,
        SHARE_FORM.node(share_choices, "flipped"),
        SHARE_FORM.node(share_choices, "coordinates") if shares.has_optional_coordinates(table) else None,
        SHARE_FORM.node(share_choices, "poster"),
        SHARE_FORM.node(share_choices, "hints")
        if share_choices.mode == "play" and not shares.is_over(table, share_choices)
        else None,
        cls="segments",
    )
    yield from (SHARE_FORM.node(share_choices, name) for name in ("language", "theme"))


def _frame(table: Table, share_choices: ShareChoices) -> Node:
    source = shares.frame_url(table, share_choices)
    return el(
        "iframe",
        src=source,
        title=share_choices.caption or _(table.viewed_timeline.game.title),
        height=str(shares.frame_height(table, share_choices)),
        cls=f"wide-{share_choices.embed_width}",
        key=f"frame-{crc32(source.encode())}",  # A frame does not reload if only the part after # changes.
    )


def _element_preview(table: Table, share_choices: ShareChoices) -> Node:
    picture = svg_data_url(share_choices.picture) if share_choices.picture else ""
    return shares.board_element(
        table,
        share_choices,
        picture,
        cls=f"wide-{share_choices.embed_width}",
        data_do=f"{ShareMessage.CHOOSE}.embed_height",
        data_on="size",
        key="waiting" if share_choices.poster else "started",  # an element starts by itself only when it is new
    )


def _text_section(copy_state: CopyState, table: Table, share_choices: ShareChoices, seat: int) -> Iterable[Node | None]:
    yield copyable_text_area(
        copy_state, "text-position", _("The position on the board"), shares.position_text(table), 2
    )
    timeline = table.viewed_timeline
    if places_text := VIEWS[timeline.game.id].piece_places_text(timeline.public_state(), seat):
        yield el("p", text=places_text, cls="small", key="places")
    has_notation = table.timeline.game.id in NOTATIONS
    record_text = shares.record_text(table)
    moves_text = shares.moves_text(table)
    if moves_text and not has_notation:
        yield copyable_text_area(copy_state, "text-moves", _("The moves"), moves_text, 5)
    if actions_text := shares.actions_text(table):
        label = _("The moves, for a board on another page")
        yield copyable_text_area(copy_state, "text-actions", label, actions_text, 3)
        if attributes := shares.actions_attributes(table):
            label = _("The other attributes that this board needs")
            yield copyable_text_area(copy_state, "text-attributes", label, attributes, 2)
    if record_text is None:
        yield el("p", cls="small", text=shares.game_error(table))
    else:
        label = _("The game") if has_notation else _("The saved game")
        yield copyable_text_area(copy_state, "text-record", label, record_text, 8 if has_notation else 3)
    print_button = button(_("Print the moves"), ShareMessage.PRINT_MOVES) if moves_text else None
    yield el("div", _edit_link(table), print_button, cls="row")
    yield el(
        "p",
        cls="small",
        text=_(
            "In any browser, you can paste a position when you set up a new game. You can paste a whole "
            "game in Settings."
        ),
    )


def _edit_link(table: Table) -> Node:
    return link(_("Edit this position"), shares.editor_address(table), cls="button")


# --- their parts -----------------------------------------------------------------------------------------------------


def _preview(share_choices: ShareChoices, width: int) -> Node:
    """Render the picture, or an empty frame until it is drawn."""
    source = svg_data_url(share_choices.picture) if share_choices.picture else ""
    return el(
        "figure",
        el("img", src=source, alt=share_choices.title or _("The board"), width=width) if source else None,
        cls="preview",
        key="preview",
    )
