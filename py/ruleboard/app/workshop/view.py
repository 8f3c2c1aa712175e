"""The pages on which boards are drawn, kept, exchanged and printed, and cards are looked up."""

from __future__ import annotations

from ruleboard.app.routes import Route, format_route
from ruleboard.app.runtime.model import Model
from ruleboard.app.storage.setups import LONGEST_NAME, UnreadableSetup
from ruleboard.app.ui.components import button, frame, link, unreadable
from ruleboard.app.ui.fields import file_button, line, paste, switch
from ruleboard.app.workshop import session as benches
from ruleboard.app.workshop.session import Bench
from ruleboard.games.extensions import Look, Sheet
from ruleboard.games.registry import WORKSHOPS
from ruleboard.i18n import _, decimal, ngettext
from ruleboard.scene.node import Node, el

_PAPER = (("A4", 190, 277), ("A3", 277, 400), ("A2", 400, 574))
"""What fits on sheets of paper, in millimetres, with a margin of a centimetre."""


def workshop(model: Model, game: str) -> Node:
    """All boards and decks of a game, and what can be done with them."""
    shop = WORKSHOPS[game]
    kept = tuple(benches.kept(game, model.setups))
    ready = shop.ready()
    return frame(
        model,
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
                button(_("Draw a new board"), "bench-new", game, cls="primary", picture="plus"),
                file_button(_("Import a file"), "bench-import", ".json,application/json,text/plain"),
                cls="row",
            ),
            paste(_("Or paste a board or a deck as text"), "bench-paste", model.unusable),
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
            button(_("Export"), "bench-export", sheet.title, cls="quiet"),
            button(_("Delete"), "bench-delete", sheet.title, cls="quiet danger-text") if own else None,
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
            button(_("Export"), "bench-export", sheet.title, cls="quiet"),
            button(_("Delete"), "bench-delete", sheet.title, cls="quiet danger-text"),
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
        button(_("Export these cards"), "bench-export", sheet.title, cls="quiet"),
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


def bench(model: Model, bench: Bench) -> Node:
    """A board on the bench: drawn on, described, judged and printed."""
    shop, sheet = bench.workshop, bench.sheet
    board = shop.picture(bench.text)
    if board:
        # One stop for the Tab key; from there the arrow keys go from place to place.
        board = board._replace(attrs={**board.attrs, "tabindex": "0"}, key="bench-board")
    return frame(
        model,
        "bench",
        el("div", board, cls="bench"),
        el(
            "div",
            el("div", el("h1", text=_(sheet.title)), el("p", cls="small", text=_(sheet.about))),
            _tools(bench),
            _sizes(bench, sheet),
            _verdict(bench, sheet),
            _told(bench, sheet),
            _print(bench),
            cls="bench-side",
        ),
        el("div", shop.printed(bench.text, bench.space), cls="sheet", aria_hidden="true"),
        tools=(link(_("All boards"), format_route(Route("boards", bench.game)), cls="button quiet", picture="back"),),
    )


def _tools(bench: Bench) -> Node:
    return el(
        "div",
        el(
            "div",
            (
                el(
                    "button",
                    el("span", text=_(tool.title)),
                    type="button",
                    cls="button tool held" if tool.id == bench.tool else "button tool",
                    data_do="bench-tool",
                    data_value=tool.id,
                    aria_pressed="true" if tool.id == bench.tool else "false",
                    key=tool.id,
                )
                for tool in bench.workshop.tools
            ),
            cls="row hands",
            role="group",
            aria_label=_("What a touch on the board does"),
        ),
        el(
            "div",
            switch(el("span", text=_("The same on the other side")), "bench-mirrored", bench.mirrored),
            button(_("Undo"), "bench-undo", picture="undo", bare=True, disabled=not bench.past),
            cls="row hands",
        ),
        cls="palette",
    )


def _sizes(bench: Bench, sheet: Sheet) -> Node | None:
    if sheet.size is None:
        return None
    fields = zip(("columns", "rows"), (_("Columns"), _("Rows")), sheet.size, strict=True)
    return el("div", (_size(bench, id, title, chosen) for id, title, chosen in fields), cls="row")


def _size(bench: Bench, id: str, title: str, chosen: int) -> Node:
    return _select(f"bench-{id}", title, [(str(size), str(size)) for size in bench.workshop.sizes], str(chosen))


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


def _verdict(bench: Bench, sheet: Sheet) -> Node:
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
        button(_("Play on it"), "bench-play", cls="primary large", disabled=bool(sheet.faults)),
        cls="verdict",
    )


def _told(bench: Bench, sheet: Sheet) -> Node:
    fields = (("title", _("Name"), sheet.title), ("author", _("Drawn by"), sheet.author))
    return el(
        "div",
        (
            line(label, value, LONGEST_NAME, key=id, data_do=f"bench-{id}", data_on="change")
            for id, label, value in fields
            if bench.name or id == "author"
        ),
        el(
            "div",
            button(_("Export"), "bench-export", sheet.title),
            button(_("Delete"), "bench-delete", bench.name, cls="quiet danger-text") if bench.name else None,
            cls="row",
        ),
        cls="told-of",
    )


def _print(bench: Bench) -> Node:
    width, height = bench.workshop.measures(bench.text, bench.space)
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
                "bench-space",
                _("From space to space"),
                [(str(size), f"{size} mm") for size in bench.workshop.spaces],
                str(bench.space),
            ),
            button(_("Print"), "bench-print"),
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
