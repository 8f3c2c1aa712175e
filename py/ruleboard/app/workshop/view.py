"""The views of the board editor: the list of boards and decks, and the editor."""

from __future__ import annotations

from ruleboard.app.message_names import WorkshopMessage
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.setups import MAX_NAME_LENGTH, Setups, UnreadableSetup
from ruleboard.app.ui.components import Shell, back_link, button, page_frame, unreadable_label
from ruleboard.app.ui.fields import file_button, paste_form, switch, text_field
from ruleboard.app.workshop import session as sessions
from ruleboard.app.workshop.session import BoardSession, CustomBoardList
from ruleboard.contract.extensions import CustomBoard, ReferenceEntry
from ruleboard.i18n import _, decimal, ngettext
from ruleboard.registry import BOARD_EDITORS
from ruleboard.scene.node import Node, el
from ruleboard.wording import with_full_stop

_PAPER_SIZES = (("A4", 190, 277), ("A3", 277, 400), ("A2", 400, 574))
"""Paper sizes: the name, and the short and long side without margins of 10 mm, in millimetres."""


def custom_board_list(shell: Shell, page: CustomBoardList, setups: Setups) -> Node:
    """Render all boards and decks of a game."""
    game, editor = page.game, BOARD_EDITORS[page.game]
    stored_boards, presets = tuple(sessions.stored_boards(game, setups)), editor.presets()
    return page_frame(
        shell,
        "workshop",
        el("h1", text=_(editor.title)),
        el(
            "section",
            el("h2", text=_("Your own")),
            el("ul", (_stored_entry(board, game) for board in stored_boards), cls="sheets")
            if stored_boards
            else el("p", cls="small", text=_("What you draw or import is saved in this browser and listed here.")),
            el(
                "div",
                button(_("Draw a new board"), WorkshopMessage.CREATE, cls="primary", picture="plus"),
                file_button(_("Import a file"), WorkshopMessage.IMPORT_FILE, ".json,application/json,text/plain"),
                cls="row",
            ),
            paste_form(_("You can also paste a board or a deck as text"), WorkshopMessage.IMPORT_PASTED, page.error),
            cls="own-sheets",
        ),
        el(
            "section",
            el("h2", text=_("The game’s boards")),
            el("ul", (_board_entry(board, game, is_own=False) for board in presets if board.size), cls="sheets"),
        ),
        (
            _deck_item(board, game)
            for board in (*stored_boards, *presets)
            if isinstance(board, CustomBoard) and not board.size
        ),
        back=back_link(_("New game"), format_route(Route("new", game))),
    )


def _board_entry(board: CustomBoard, game: str, *, is_own: bool) -> Node:
    is_board = board.size is not None
    picture = BOARD_EDITORS[game].picture(board.text)
    content = (
        el("span", _without_targets(picture), cls="plate") if picture else None,
        el("strong", text=_(board.title)),
        el("span", cls="small", text=_(board.description)),
        el("span", cls="small error", text=_("Not finished.")) if board.faults else None,
    )
    return el(
        "li",
        el("a", content, href=format_route(Route("boards", game, text=board.title)))
        if is_board
        else el("div", content),
        el(
            "div",
            button(_("Export"), WorkshopMessage.EXPORT, board.title, cls="quiet"),
            button(_("Delete"), WorkshopMessage.DELETE, board.title, cls="quiet danger-text") if is_own else None,
            cls="row",
        ),
        key=board.title,
        cls="sheet-entry",
    )


def _stored_entry(board: CustomBoard | UnreadableSetup, game: str) -> Node:
    if isinstance(board, CustomBoard):
        return _board_entry(board, game, is_own=True)
    return el(
        "li",
        el("div", el("span", cls="plate"), unreadable_label(board.title, board.reason)),
        el(
            "div",
            button(_("Export"), WorkshopMessage.EXPORT, board.title, cls="quiet"),
            button(_("Delete"), WorkshopMessage.DELETE, board.title, cls="quiet danger-text"),
            cls="row",
        ),
        key=board.title,
        cls="sheet-entry damaged",
    )


def _without_targets(picture: Node) -> Node:
    """Remove the touch areas from a picture, and turn it into a single image for screen readers."""
    children = tuple(child for child in picture.children if child.attrs.get("class") != "hits")
    return picture._replace(children=children, attrs={**picture.attrs, "role": "img"})


def _deck_item(deck: CustomBoard, game: str) -> Node:
    directions_text = _("Directions on a card are from its owner’s point of view.")
    return el(
        "section",
        el("h2", text=_("Cards: {deck}").format(deck=_(deck.title)), id="cards"),
        el(
            "p",
            cls="small",
            text=f"{with_full_stop(deck.author)} {directions_text}" if deck.author else directions_text,
        ),
        el("ul", (_card_item(card) for card in BOARD_EDITORS[game].reference_entries(deck.text)), cls="looks"),
        button(_("Export these cards"), WorkshopMessage.EXPORT, deck.title, cls="quiet"),
        key=f"looks-{deck.title}",
        cls="deck",
    )


def _card_item(card: ReferenceEntry) -> Node:
    return el(
        "li",
        card.picture,
        el(
            "div",
            el("strong", text=_(card.title)),
            el("span", text=_(card.effect)),
            el("span", cls="small", text=_(card.source_text)),
        ),
        key=card.title,
    )


def board_page(shell: Shell, session: BoardSession) -> Node:
    """Render the page on which people draw a board."""
    editor, board = session.editor, session.board
    picture = editor.picture(session.text)
    if picture:
        # The board is one stop for the Tab key. The arrow keys go from space to space.
        picture = picture._replace(attrs={**picture.attrs, "tabindex": "0"}, key="bench-board")
    return page_frame(
        shell,
        "bench",
        el("div", picture, cls="bench"),
        el(
            "div",
            el("div", el("h1", text=_(board.title)), el("p", cls="small", text=_(board.description))),
            _palette(session),
            _size_fields(session, board),
            _faults_or_play_button(board),
            _details_section(session, board),
            _printing_section(session),
            cls="bench-side",
        ),
        el("div", editor.print_picture(session.text, session.spacing), cls="sheet", aria_hidden="true"),
        back=back_link(_("All boards"), format_route(Route("boards", session.game))),
    )


def _palette(session: BoardSession) -> Node:
    return el(
        "div",
        el(
            "div",
            (
                el(
                    "button",
                    el("span", text=_(tool.title)),
                    type="button",
                    cls="button tool held" if tool.id == session.tool else "button tool",
                    data_do=WorkshopMessage.CHOOSE_TOOL,
                    data_value=tool.id,
                    aria_pressed="true" if tool.id == session.tool else "false",
                    key=tool.id,
                )
                for tool in session.editor.tools
            ),
            cls="row hands",
            role="group",
            aria_label=_("When you touch the board"),
        ),
        el(
            "div",
            switch(
                el("span", text=_("Change the other side the same way")),
                WorkshopMessage.TOGGLE_MIRROR,
                session.is_mirrored,
            ),
            button(_("Undo"), WorkshopMessage.UNDO, picture="undo", icon_only=True, disabled=not session.undo_stack),
            cls="row hands",
        ),
        cls="palette",
    )


def _size_fields(session: BoardSession, board: CustomBoard) -> Node | None:
    if board.size is None:
        return None
    columns, rows = board.size
    return el(
        "div",
        _size_field(WorkshopMessage.SET_COLUMNS, _("Columns"), session, columns),
        _size_field(WorkshopMessage.SET_ROWS, _("Rows"), session, rows),
        cls="row",
    )


def _size_field(message: str, title: str, session: BoardSession, current_size: int) -> Node:
    return _select_field(message, title, [(str(size), str(size)) for size in session.editor.sizes], str(current_size))


def _select_field(message: str, title: str, choices: list[tuple[str, str]], current_value: str) -> Node:
    return el(
        "label",
        el("span", text=title),
        el(
            "select",
            (
                el(
                    "option",
                    value=value,
                    text=text,
                    selected=value == current_value,
                    key=f"{value}{value == current_value}",
                )
                for value, text in choices
            ),
            data_do=message,
            data_on="change",
        ),
        cls="field",
        key=message,
    )


def _faults_or_play_button(board: CustomBoard) -> Node:
    hidden_count = len(board.faults) - 4
    hidden_text = ngettext("And {n} more.", "And {n} more.", hidden_count).format(n=hidden_count)
    return el(
        "div",
        el(
            "div",
            (el("p", cls="error", text=_(fault), key=fault) for fault in board.faults[:4]),
            el("p", cls="small", text=hidden_text) if hidden_count > 0 else None,
            el("p", cls="fine", text=_("This board is fair and can be played.")) if not board.faults else None,
            (el("p", cls="small", text=_(note), key=note) for note in board.notes),
            role="status",
        ),
        button(_("Play on this board"), WorkshopMessage.PLAY, cls="primary large", disabled=bool(board.faults)),
        cls="verdict",
    )


def _details_section(session: BoardSession, board: CustomBoard) -> Node:
    return el(
        "div",
        _text_line("title", WorkshopMessage.SET_TITLE, _("Name"), board.title) if session.name else None,
        _text_line("author", WorkshopMessage.SET_AUTHOR, _("Drawn by"), board.author),
        el(
            "div",
            button(_("Export"), WorkshopMessage.EXPORT, board.title),
            button(_("Delete"), WorkshopMessage.DELETE, session.name, cls="quiet danger-text")
            if session.name
            else None,
            cls="row",
        ),
        cls="told-of",
    )


def _text_line(id: str, message: str, label: str, value: str) -> Node:
    return text_field(label, value, MAX_NAME_LENGTH, key=id, data_do=message, data_on="change")


def _printing_section(session: BoardSession) -> Node:
    width, height = session.editor.printed_size(session.text, session.spacing)
    return el(
        "section",
        el("h2", text=_("On paper")),
        el(
            "div",
            _select_field(
                WorkshopMessage.SET_SPACING,
                _("Distance between spaces"),
                [(str(size), f"{size} mm") for size in session.editor.space_widths],
                str(session.spacing),
            ),
            button(_("Print"), WorkshopMessage.PRINT),
            cls="row print-row",
        ),
        el(
            "p",
            cls="small",
            text=" ".join(
                (
                    _("The sheet is {width} by {height} cm.").format(
                        width=decimal(width / 10), height=decimal(height / 10)
                    ),
                    _paper_text(width, height),
                    _("Print at 100%, not fitted to the page. The scale bar at the bottom should then measure 5 cm."),
                )
            ),
        ),
    )


def _paper_text(width: int, height: int) -> str:
    """Return the name of the smallest paper size for a print of this width and height, in millimetres."""
    short_length, long_length = sorted((width, height))
    for name, short_side, long_side in _PAPER_SIZES:
        if short_length <= short_side and long_length <= long_side:
            return _("It fits on {paper}.").format(paper=name)
    return _("It’s larger than A2. Print it as a poster.")
