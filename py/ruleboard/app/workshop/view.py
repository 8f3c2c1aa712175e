"""The pages on which boards are drawn, kept, exchanged and printed, and cards are looked up."""

from __future__ import annotations

from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.setups import LONGEST_NAME, Setups, UnreadableSetup
from ruleboard.app.ui.components import Shell, button, frame, link, unreadable
from ruleboard.app.ui.fields import file_button, line, paste, switch
from ruleboard.app.workshop import session as sessions
from ruleboard.app.workshop.session import BoardDraft, SheetList
from ruleboard.games.extensions import Look, Sheet
from ruleboard.games.registry import WORKSHOPS
from ruleboard.i18n import _, decimal, ngettext
from ruleboard.scene.node import Node, el

_PAPER = (("A4", 190, 277), ("A3", 277, 400), ("A2", 400, 574))
"""What fits on sheets of paper, in millimetres, with a margin of a centimetre."""


def sheet_list(shell: Shell, page: SheetList, setups: Setups) -> Node:
    """All boards and decks of a game, and what can be done with them."""
    game, shop = page.game, WORKSHOPS[page.game]
    kept = tuple(sessions.kept(game, setups))
    ready = shop.ready()
    return frame(
        shell,
        "workshop",
        el("h1", text=_(shop.title)),
        el(
            "section",
            el("h2", text=_("Your own")),
            el("ul", (_kept(sheet, game) for sheet in kept), cls="sheets")
            if kept
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
        (_looks(sheet, game) for sheet in (*kept, *ready) if isinstance(sheet, Sheet) and not sheet.size),
        tools=(_to_new(game),),
    )


def _to_new(game: str) -> Node:
    return link(_("New game"), format_route(Route("new", game)), cls="button quiet", picture="back")


def _address(game: str, sheet: Sheet) -> str:
    return format_route(Route("boards", game, text=sheet.title))


def _entry(sheet: Sheet, game: str, *, own: bool) -> Node:
    drawn = sheet.size is not None
    small = WORKSHOPS[game].picture(sheet.text)
    inside = (
        el("span", _shown_only(small), cls="plate") if small else None,
        el("strong", text=_(sheet.title)),
        el("span", cls="small", text=_(sheet.about)),
        el("span", cls="small error", text=_("Not finished.")) if sheet.faults else None,
    )
    return el(
        "li",
        el("a", inside, href=_address(game, sheet)) if drawn else el("div", inside),
        el(
            "div",
            button(_("Export"), "workshop.export", sheet.title, cls="quiet"),
            button(_("Delete"), "workshop.delete", sheet.title, cls="quiet danger-text") if own else None,
            cls="row",
        ),
        key=sheet.title,
        cls="sheet-entry",
    )


def _kept(sheet: Sheet | UnreadableSetup, game: str) -> Node:
    if isinstance(sheet, Sheet):
        return _entry(sheet, game, own=True)
    return el(
        "li",
        el(
            "div",
            el("span", cls="plate"),
            unreadable(sheet.title, sheet.reason),
        ),
        el(
            "div",
            button(_("Export"), "workshop.export", sheet.title, cls="quiet"),
            button(_("Delete"), "workshop.delete", sheet.title, cls="quiet danger-text"),
            cls="row",
        ),
        key=sheet.title,
        cls="sheet-entry damaged",
    )


def _shown_only(picture: Node) -> Node:
    """A picture without what is there to be touched."""
    kids = tuple(child for child in picture.children if child.attrs.get("class") != "hits")
    return picture._replace(children=kids, attrs={**picture.attrs, "role": "img"})


def _looks(sheet: Sheet, game: str) -> Node:
    looks = WORKSHOPS[game].looks(sheet.text)
    said = _("{author}. Directions are those of the player whose card it is.")
    return el(
        "section",
        el("h2", text=_("Cards: {deck}").format(deck=_(sheet.title)), id="cards"),
        el(
            "p",
            cls="small",
            text=said.format(author=sheet.author),
        ),
        el("ul", (_look(look) for look in looks), cls="looks"),
        button(_("Export these cards"), "workshop.export", sheet.title, cls="quiet"),
        key=f"looks-{sheet.title}",
        cls="deck",
    )


def _look(look: Look) -> Node:
    return el(
        "li",
        look.picture,
        el(
            "div",
            el("strong", text=_(look.title)),
            el("span", text=_(look.words)),
            el("span", cls="small", text=_(look.source)),
        ),
        key=look.title,
    )


def board(shell: Shell, draft: BoardDraft) -> Node:
    """A board on the bench: drawn on, described, judged and printed."""
    shop, sheet = draft.workshop, draft.sheet
    board = shop.picture(draft.text)
    if board:
        # One stop for the Tab key; from there the arrow keys go from place to place.
        board = board._replace(attrs={**board.attrs, "tabindex": "0"}, key="bench-board")
    return frame(
        shell,
        "bench",
        el("div", board, cls="bench"),
        el(
            "div",
            el("div", el("h1", text=_(sheet.title)), el("p", cls="small", text=_(sheet.about))),
            _tools(draft),
            _sizes(draft, sheet),
            _verdict(draft, sheet),
            _told(draft, sheet),
            _print(draft),
            cls="bench-side",
        ),
        el("div", shop.printed(draft.text, draft.space), cls="sheet", aria_hidden="true"),
        tools=(link(_("All boards"), format_route(Route("boards", draft.game)), cls="button quiet", picture="back"),),
    )


def _tools(draft: BoardDraft) -> Node:
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
            button(_("Undo"), "workshop.undo", picture="undo", bare=True, disabled=not draft.past),
            cls="row hands",
        ),
        cls="palette",
    )


def _sizes(draft: BoardDraft, sheet: Sheet) -> Node | None:
    if sheet.size is None:
        return None
    fields = zip(("columns", "rows"), (_("Columns"), _("Rows")), sheet.size, strict=True)
    return el("div", (_size(draft, id, title, chosen) for id, title, chosen in fields), cls="row")


def _size(draft: BoardDraft, id: str, title: str, chosen: int) -> Node:
    return _select(f"workshop.{id}", title, [(str(size), str(size)) for size in draft.workshop.sizes], str(chosen))


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


def _verdict(draft: BoardDraft, sheet: Sheet) -> Node:
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


def _told(draft: BoardDraft, sheet: Sheet) -> Node:
    fields = (("title", _("Name"), sheet.title), ("author", _("Drawn by"), sheet.author))
    return el(
        "div",
        (
            line(label, value, LONGEST_NAME, key=id, data_do=f"workshop.{id}", data_on="change")
            for id, label, value in fields
            if draft.name or id == "author"
        ),
        el(
            "div",
            button(_("Export"), "workshop.export", sheet.title),
            button(_("Delete"), "workshop.delete", draft.name, cls="quiet danger-text") if draft.name else None,
            cls="row",
        ),
        cls="told-of",
    )


def _print(draft: BoardDraft) -> Node:
    width, height = draft.workshop.measures(draft.text, draft.space)
    fits = next(
        (paper for paper, short, long in _PAPER if min(width, height) <= short and max(width, height) <= long), ""
    )
    paper = _("It fits on {paper}.").format(paper=fits) if fits else _("It is larger than A2: print it as a poster.")
    return el(
        "section",
        el("h2", text=_("On paper")),
        el(
            "div",
            _select(
                "workshop.space",
                _("From space to space"),
                [(str(size), f"{size} mm") for size in draft.workshop.spaces],
                str(draft.space),
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
                    paper,
                    _("Print at 100 %, not fitted to the page; the scale at its foot is then 5 cm long."),
                )
            ),
        ),
    )
