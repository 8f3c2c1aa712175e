"""The views of the workshop: the list of boards and decks, and the page on which a board is drawn and printed."""

from __future__ import annotations

from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.setups import LONGEST_NAME, Setups, UnreadableSetup
from ruleboard.app.ui.components import Shell, button, frame, link, unreadable
from ruleboard.app.ui.fields import file_button, line, paste, switch
from ruleboard.app.workshop import session as sessions
from ruleboard.app.workshop.session import BoardDraft, SheetList
from ruleboard.games.extensions import ReferenceEntry, Sheet
from ruleboard.games.registry import WORKSHOPS
from ruleboard.i18n import _, decimal, ngettext
from ruleboard.scene.node import Node, el

_PAPER = (("A4", 190, 277), ("A3", 277, 400), ("A2", 400, 574))
"""Paper sizes: the name, and the short and long side without margins of 10 mm, in millimetres."""


def sheet_list(shell: Shell, page: SheetList, setups: Setups) -> Node:
    """Return the page with all boards and decks of a game."""
    game, workshop = page.game, WORKSHOPS[page.game]
    stored, ready = tuple(sessions.stored_sheets(game, setups)), workshop.presets()
    return frame(
        shell,
        "workshop",
        el("h1", text=_(workshop.title)),
        el(
            "section",
            el("h2", text=_("Your own")),
            el("ul", (_stored_entry(sheet, game) for sheet in stored), cls="sheets")
            if stored
            else el("p", cls="small", text=_("What you draw or import is kept in this browser and listed here.")),
            el(
                "div",
                button(_("Draw a new board"), "workshop.new", cls="primary", picture="plus"),
                file_button(_("Import a file"), "workshop.import_file", ".json,application/json,text/plain"),
                cls="row",
            ),
            paste(_("Or paste a board or a deck as text"), "workshop.import_pasted", page.problem),
            cls="own-sheets",
        ),
        el(
            "section",
            el("h2", text=_("Boards of the game")),
            el("ul", (_entry(sheet, game, own=False) for sheet in ready if sheet.size), cls="sheets"),
        ),
        (_deck(sheet, game) for sheet in (*stored, *ready) if isinstance(sheet, Sheet) and not sheet.size),
        tools=(link(_("New game"), format_route(Route("new", game)), cls="button quiet", picture="back"),),
    )


def _entry(sheet: Sheet, game: str, *, own: bool) -> Node:
    is_drawn = sheet.size is not None
    picture = WORKSHOPS[game].picture(sheet.text)
    content = (
        el("span", _without_targets(picture), cls="plate") if picture else None,
        el("strong", text=_(sheet.title)),
        el("span", cls="small", text=_(sheet.about)),
        el("span", cls="small error", text=_("Not finished.")) if sheet.faults else None,
    )
    return el(
        "li",
        el("a", content, href=format_route(Route("boards", game, text=sheet.title)))
        if is_drawn
        else el("div", content),
        el(
            "div",
            button(_("Export"), "workshop.export", sheet.title, cls="quiet"),
            button(_("Delete"), "workshop.delete", sheet.title, cls="quiet danger-text") if own else None,
            cls="row",
        ),
        key=sheet.title,
        cls="sheet-entry",
    )


def _stored_entry(sheet: Sheet | UnreadableSetup, game: str) -> Node:
    if isinstance(sheet, Sheet):
        return _entry(sheet, game, own=True)
    return el(
        "li",
        el("div", el("span", cls="plate"), unreadable(sheet.title, sheet.reason)),
        el(
            "div",
            button(_("Export"), "workshop.export", sheet.title, cls="quiet"),
            button(_("Delete"), "workshop.delete", sheet.title, cls="quiet danger-text"),
            cls="row",
        ),
        key=sheet.title,
        cls="sheet-entry damaged",
    )


def _without_targets(picture: Node) -> Node:
    """Return a picture that is only looked at."""
    children = tuple(child for child in picture.children if child.attrs.get("class") != "hits")
    return picture._replace(children=children, attrs={**picture.attrs, "role": "img"})


def _deck(sheet: Sheet, game: str) -> Node:
    source = _("{author}. Directions are those of the player whose card it is.")
    return el(
        "section",
        el("h2", text=_("Cards: {deck}").format(deck=_(sheet.title)), id="cards"),
        el("p", cls="small", text=source.format(author=sheet.author)),
        el("ul", (_card(card) for card in WORKSHOPS[game].reference_entries(sheet.text)), cls="looks"),
        button(_("Export these cards"), "workshop.export", sheet.title, cls="quiet"),
        key=f"looks-{sheet.title}",
        cls="deck",
    )


def _card(card: ReferenceEntry) -> Node:
    return el(
        "li",
        card.picture,
        el(
            "div",
            el("strong", text=_(card.title)),
            el("span", text=_(card.words)),
            el("span", cls="small", text=_(card.source)),
        ),
        key=card.title,
    )


def board(shell: Shell, draft: BoardDraft) -> Node:
    """Return the page on which a board is drawn."""
    workshop, sheet = draft.workshop, draft.sheet
    picture = workshop.picture(draft.text)
    if picture:
        # One stop for the Tab key; from there the arrow keys go from space to space.
        picture = picture._replace(attrs={**picture.attrs, "tabindex": "0"}, key="bench-board")
    return frame(
        shell,
        "bench",
        el("div", picture, cls="bench"),
        el(
            "div",
            el("div", el("h1", text=_(sheet.title)), el("p", cls="small", text=_(sheet.about))),
            _palette(draft),
            _sizes(draft, sheet),
            _verdict(sheet),
            _details(draft, sheet),
            _print_section(draft),
            cls="bench-side",
        ),
        el("div", workshop.print_picture(draft.text, draft.spacing), cls="sheet", aria_hidden="true"),
        tools=(link(_("All boards"), format_route(Route("boards", draft.game)), cls="button quiet", picture="back"),),
    )


def _palette(draft: BoardDraft) -> Node:
    return el(
        "div",
        el(
            "div",
            (
                el(
                    "button",
                    el("span", text=_(tool.title)),
                    type="button",
                    cls="button tool held" if tool.id == draft.tool else "button tool",
                    data_do="workshop.tool",
                    data_value=tool.id,
                    aria_pressed="true" if tool.id == draft.tool else "false",
                    key=tool.id,
                )
                for tool in draft.workshop.tools
            ),
            cls="row hands",
            role="group",
            aria_label=_("What a touch on the board does"),
        ),
        el(
            "div",
            switch(el("span", text=_("The same on the other side")), "workshop.mirrored", draft.mirrored),
            button(_("Undo"), "workshop.undo", picture="undo", bare=True, disabled=not draft.undo_stack),
            cls="row hands",
        ),
        cls="palette",
    )


def _sizes(draft: BoardDraft, sheet: Sheet) -> Node | None:
    if sheet.size is None:
        return None
    columns, rows = sheet.size
    return el(
        "div",
        _size("workshop.columns", _("Columns"), draft, columns),
        _size("workshop.rows", _("Rows"), draft, rows),
        cls="row",
    )


def _size(do: str, title: str, draft: BoardDraft, chosen: int) -> Node:
    return _select(do, title, [(str(size), str(size)) for size in draft.workshop.sizes], str(chosen))


def _select(do: str, title: str, choices: list[tuple[str, str]], chosen: str) -> Node:
    return el(
        "label",
        el("span", text=title),
        el(
            "select",
            (
                el("option", value=value, text=text, selected=value == chosen, key=f"{value}{value == chosen}")
                for value, text in choices
            ),
            data_do=do,
            data_on="change",
        ),
        cls="field",
        key=do,
    )


def _verdict(sheet: Sheet) -> Node:
    more = len(sheet.faults) - 4
    others = ngettext("And {n} more.", "And {n} more.", more).format(n=more)
    return el(
        "div",
        el(
            "div",
            (el("p", cls="error", text=_(fault), key=fault) for fault in sheet.faults[:4]),
            el("p", cls="small", text=others) if more > 0 else None,
            el("p", cls="fine", text=_("This board is fair and can be played.")) if not sheet.faults else None,
            (el("p", cls="small", text=_(note), key=note) for note in sheet.notes),
            role="status",
        ),
        button(_("Play on it"), "workshop.play", cls="primary large", disabled=bool(sheet.faults)),
        cls="verdict",
    )


def _details(draft: BoardDraft, sheet: Sheet) -> Node:
    return el(
        "div",
        _text_line("title", _("Name"), sheet.title) if draft.name else None,
        _text_line("author", _("Drawn by"), sheet.author),
        el(
            "div",
            button(_("Export"), "workshop.export", sheet.title),
            button(_("Delete"), "workshop.delete", draft.name, cls="quiet danger-text") if draft.name else None,
            cls="row",
        ),
        cls="told-of",
    )


def _text_line(id: str, label: str, value: str) -> Node:
    return line(label, value, LONGEST_NAME, key=id, data_do=f"workshop.{id}", data_on="change")


def _print_section(draft: BoardDraft) -> Node:
    width, height = draft.workshop.printed_size(draft.text, draft.spacing)
    return el(
        "section",
        el("h2", text=_("On paper")),
        el(
            "div",
            _select(
                "workshop.space",
                _("From space to space"),
                [(str(size), f"{size} mm") for size in draft.workshop.spaces],
                str(draft.spacing),
            ),
            button(_("Print"), "workshop.print"),
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
                    _paper(width, height),
                    _("Print at 100%, not fitted to the page; the scale at its foot is then 5 cm long."),
                )
            ),
        ),
    )


def _paper(width: int, height: int) -> str:
    """Return the sentence that names the smallest paper a sheet fits on, given its size in millimetres."""
    short, long = sorted((width, height))
    for name, short_side, long_side in _PAPER:
        if short <= short_side and long <= long_side:
            return _("It fits on {paper}.").format(paper=name)
    return _("It is larger than A2: print it as a poster.")
