"""Components of all pages: icons, buttons, menus, notices, and the frame around a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from ruleboard.app.message_names import AppMessage
from ruleboard.app.notices import Notice
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el, memoized

_ICONS = {
    "back": "M14.5 5 7.5 12l7 7",
    "undo": "M9 6 4.5 10.5 9 15M5 10.5h8.5a5 5 0 0 1 0 10H10",
    "redo": "M15 6l4.5 4.5L15 15M19 10.5h-8.5a5 5 0 0 0 0 10H14",
    "turn": "M7 4v13M3.5 13.5 7 17l3.5-3.5M17 20V7M13.5 10.5 17 7l3.5 3.5",
    "more": "M5.5 12h.01M12 12h.01M18.5 12h.01",
    "first": "M6 5v14M18 6l-7 6 7 6",
    "previous": "M15 6l-7 6 7 6",
    "next": "M9 6l7 6-7 6",
    "last": "M18 5v14M6 6l7 6-7 6",
    "plus": "M12 5v14M5 12h14",
    "settings": "M4 7h9M18 7h2M4 17h2M11 17h9M15.5 4.5v5M8.5 14.5v5",
    "help": "M9 9.2a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2M12 17.6v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18",
    "whole": "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.3 15.3 20 20M7.5 10.5h6",
    "closer": "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.3 15.3 20 20M7.5 10.5h6M10.5 7.5v6",
    "close": "M6 6l12 12M18 6 6 18",
    "hand": "M12 3v18M3 12h18M9.5 5.5 12 3l2.5 2.5M9.5 18.5 12 21l2.5-2.5M5.5 9.5 3 12l2.5 2.5M18.5 9.5 21 12l-2.5 2.5",
    "erase": "M9.5 19.5 4.6 14.6a2 2 0 0 1 0-2.8l7.3-7.3a2 2 0 0 1 2.8 0l4.8 4.8a2 2 0 0 1 0 2.8L12 19.5z"
    "M8.2 8.2l7.6 7.6",
    "done": "M5 12.5 10 17.5 19 7",
    "swap": "M7 8h11l-3-3M17 16H6l3 3",
    "target": "M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14M12 2v6M12 16v6M2 12h6M16 12h6",
    "again": "M5 12a7 7 0 1 0 2.5-5.4M4.5 4v4h4M10.5 9v6l4.5-3z",
    "hint": "M9.5 18h5M10.5 21h3M9 15.2a6 6 0 1 1 6 0V15.5H9z",
    "share": "M12 15V4M8 8l4-4 4 4M5 12v7.5h14V12",
    "start": "M8 5v14l11-7z",
    "print": "M7.5 9V4h9v5M7.5 17H4.5v-8h15v8h-3M7.5 14h9v6h-9z",
    "lesson": "M12 7c-2-1.6-5-2-8-2v13c3 0 6 .4 8 2 2-1.6 5-2 8-2V5c-3 0-6 .4-8 2zM12 7v13",
    "sound": "M4 10v4h3.5l4.5 4V6l-4.5 4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
    "silent": "M4 10v4h3.5l4.5 4V6l-4.5 4zM15.5 9.5l5 5M20.5 9.5l-5 5",
    "threats": "M13.5 3 5 14h6l-1.5 7L19 10h-6z",
    "quiz": "M5 4.5h14v11.5h-8l-4 4V16H5zM10 8.6a2.1 2.1 0 1 1 2.9 2c-.6.3-.9.7-.9 1.4M12 13.9v.01",
}

CopyState = tuple[str, bool]
"""The id of the field copied last (may be empty), and True if the text is copied, False if it is only selected."""


@dataclass(frozen=True, slots=True)
class Shell:
    """The state of the frame around each page.

    Attributes:
        notices: the notices above the page, by name, the newest last.
        announcement: the text for screen readers.
        copy_state: the field whose text was copied last.
    """

    notices: Mapping[str, Notice] = field(default_factory=dict)
    announcement: str = ""
    copy_state: CopyState = ("", False)


def svg_data_url(picture: str) -> str:
    """Return the data URL of an SVG file."""
    return "data:image/svg+xml," + quote(picture)


@memoized
def icon(name: str) -> Node:
    """Return the icon with a name, as a line drawing in the colour of the text. Screen readers ignore the icon."""
    return el(
        "svg",
        el("path", d=_ICONS[name]),
        cls="icon",
        viewBox="0 0 24 24",
        aria_hidden="true",
        focusable="false",
    )


def drag_attributes(draggable_targets: Iterable[str], immovable_targets: Iterable[str] = ()) -> dict[str, str]:
    """Return the attributes with the draggable targets, for the page's script.

    Args:
        draggable_targets: the targets on which a drag can start.
        immovable_targets: the targets of pieces that cannot move. A drag from them does not scroll the page, because
            the app explains why they cannot move.
    """
    attributes = {"data-drags": " ".join(sorted(draggable_targets))}
    return {**attributes, "data-stuck": " ".join(sorted(immovable_targets))} if immovable_targets else attributes


@memoized
def button(
    label: str,
    message: str,
    value: str = "",
    *,
    cls: str = "",
    picture: str = "",
    icon_only: bool = False,
    **attributes: Any,
) -> Node:
    """Return a button that sends a message.

    Args:
        label: its label.
        message: the message, ``feature.message`` or ``feature.message.argument``.
        value: the value of the message.
        cls: additional CSS classes.
        picture: the name of an icon before the label.
        icon_only: True to show only the icon, with the label for screen readers and as a tooltip.
        attributes: additional attributes.
    """
    button_attributes: dict[str, Any] = {
        "type": "button",
        "data_do": message,
        "data_value": value or None,
        **attributes,
    }
    if icon_only:
        return el(
            "button",
            icon(picture),
            cls=f"button bare {cls}".rstrip(),
            aria_label=label,
            title=label,
            **button_attributes,
        )
    icons = [icon(picture)] if picture else []
    return el("button", *icons, el("span", text=label), cls=f"button {cls}".rstrip(), **button_attributes)


def zoom_button(shows_whole_board: bool, message: str) -> Node:
    """Return a button that enlarges a board or shows all of it. It is visible on small screens only."""
    label, picture = (_("Look closer"), "closer") if shows_whole_board else (_("Show the whole board"), "whole")
    return button(label, message, picture=picture, icon_only=True, cls="pan")


def with_accessible_subject(subject: str, node: Node) -> Node:
    """Add a subject to the accessible name of a link or button, to distinguish links with the same text."""
    name = _("{words}: {game}").format(words=node.children[0].text, game=subject)
    return node._replace(attrs={**node.attrs, "aria-label": name})


def unreadable_label(title: str, reason: str) -> tuple[Node, Node]:
    """Return nodes with the title of an unreadable text and the reason (a clause) why the text cannot be opened."""
    message = _("Can’t be opened: {why}.").format(why=reason)
    return el("strong", text=title), el("span", cls="small error", text=message)


@memoized
def link(label: str, href: str, *, cls: str = "", picture: str = "", icon_only: bool = False) -> Node:
    """Return a link to another page."""
    if icon_only:
        return el("a", icon(picture), href=href, cls=f"button bare {cls}".rstrip(), aria_label=label, title=label)
    icons = [icon(picture)] if picture else []
    return el("a", *icons, el("span", text=label), href=href, cls=cls)


def menu(id: str, label: str, items: Iterable[Node | None], *, picture: str = "more", cls: str = "") -> Node:
    """Return a button and the menu that it opens. A touch elsewhere or Escape closes the menu."""
    return el(
        "div",
        el(
            "button",
            icon(picture),
            cls="button bare",
            type="button",
            popovertarget=id,
            aria_label=label,
            aria_haspopup="menu",
            title=label,
        ),
        menu_list(id, label, items),
        cls=f"menu {cls}".rstrip(),
    )


def menu_list(id: str, label: str, items: Iterable[Node | None]) -> Node:
    """Return the menu that a button with ``popovertarget`` opens. The arrow keys lead from item to item."""
    nodes = (_with_menu_roles(item) for item in items if item)
    return el("div", nodes, id=id, popover="auto", role="menu", aria_label=label, cls="menu-list")


def menu_group(label: str, items: Iterable[Node | None]) -> Node | None:
    """Return a group of menu items, separated from other groups by a line, or None without items."""
    nodes = [item for item in items if item]
    return el("div", nodes, role="group", aria_label=label, cls="menu-group", key=label) if nodes else None


def _with_menu_roles(node: Node) -> Node:
    """Return a menu item, or a group of them, with the attributes of menu items."""
    if node.attrs.get("role") == "group":
        return node._replace(children=tuple(map(_with_menu_roles, node.children)))
    return node._replace(attrs={**node.attrs, "role": "menuitem", "tabindex": "-1"})


def menu_item(
    label: str, message: str, value: str = "", *, menu_id: str, is_dangerous: bool = False, **attributes: Any
) -> Node:
    """Return a menu item. Choosing it closes the menu with the id ``menu_id``."""
    return button(
        label,
        message,
        value,
        cls="item danger-text" if is_dangerous else "item",
        popovertarget=menu_id,
        popovertargetaction="hide",
        **attributes,
    )


@memoized
def tab(label: str, message: str, value: str, is_current: bool, *, cls: str = "tab", key: str) -> Node:
    """Return the button of a tab."""
    return el(
        "button",
        text=label,
        type="button",
        cls=cls,
        data_do=message,
        data_value=value,
        aria_pressed="true" if is_current else "false",
        key=key,
    )


def dialog(
    id: str, label: str, *content: Node | Iterable[Node | None] | None, cls: str = "", **attributes: Any
) -> Node:
    """Return a modal dialog, which a button with ``data-opens`` and its id opens, and ``data-closes`` closes.

    The script of the page (static/page/dialogs.js) moves the focus into the dialog and back.

    Args:
        id: its id.
        label: its accessible name.
        content: its nodes.
        cls: additional CSS classes.
        attributes: additional attributes.
    """
    return el("dialog", *content, id=id, aria_label=label, cls=f"dialog {cls}".rstrip(), **attributes)


def dialog_button(label: str, picture: str, id: str) -> Node:
    """Return an icon button that opens a dialog."""
    return el(
        "button",
        icon(picture),
        el("span", text=label, cls="unseen"),
        cls="button bare",
        type="button",
        data_opens=id,
        title=label,
        key=f"open-{id}",
    )


def share_button() -> Node:
    """Return the icon button that opens the dialog for sharing."""
    return dialog_button(_("Share"), "share", SHARE_DIALOG)


def share_dialog(message: str, address: str, *fields: Node) -> Node:
    """Return the dialog for sharing a lesson or a puzzle.

    Args:
        message: the name of the message after the dialog opens or closes.
        address: the address of the page. Another page has another dialog, which is closed.
        fields: the content, nothing if the dialog is closed.
    """
    content = (dialog_header(_("Share"), SHARE_DIALOG), *fields) if fields else ()
    return dialog(SHARE_DIALOG, _("Share"), content, cls="wide share", key=address, data_do=message, data_on="toggle")


def unhosted_note() -> Node:
    """Return the note that replaces the lines for other pages while this page is a file on the person's device."""
    text = _(
        "This page is a file on your device, so other pages can’t reach it. Put Ruleboard on a web server "
        "and open it from there. This window will then show the lines for your page."
    )
    return el("p", text=text)


def more_choices(fields: Iterable[Node | None]) -> Node:
    """Return the collapsed fields for the advanced choices in a dialog for sharing."""
    return el("details", el("summary", text=_("More choices")), el("div", fields, cls="share-more"), key="more")


def live_preview(*nodes: Node) -> Node:
    """Return the labelled preview of an embedded board: the board, and the hidden nodes that it reads."""
    label = _("Readers see this board. Touch the board to try it out.")
    return el("figure", el("figcaption", text=label, cls="small"), *nodes, cls="preview live", key="live")


def dialog_header(title: str, id: str) -> Node:
    """Return the header of a dialog: the title and the close button."""
    return el(
        "header",
        el("h2", text=title),
        el(
            "button",
            icon("close"),
            type="button",
            cls="button bare",
            data_closes=id,
            aria_label=_("Close"),
        ),
    )


def notices(shell: Shell) -> Node:
    """Return the notices above the page, the newest first, because small screens show only one."""
    return el(
        "div",
        (
            el("p", text=notice.text, cls="brief", key=f"{name} {notice.text}", popover="manual", data_brief=name)
            if notice.kind == "brief"
            else el(
                "div",
                el("p", text=notice.text),
                button(notice.label, notice.action, notice.value or name, cls="quiet") if notice.action else None,
                button(_("Dismiss"), AppMessage.DISMISS, name, picture="close", icon_only=True),
                cls=f"notice {notice.kind}",
                key=name,
                role="alert" if notice.kind == "warning" else "status",
            )
            for name, notice in reversed([*shell.notices.items()])
        ),
        cls="notices",
    )


def page_frame(
    shell: Shell,
    name: str,
    *content: Node | Iterable[Node | None] | None,
    tools: Iterable[Node | None] = (),
    back: Node | None = None,
    game: str = "",
) -> Node:
    """Return a whole page: the way back, tools, the logo, notices, content and the live region.

    Args:
        shell: the state that all pages share.
        name: the page's name, for CSS and tests.
        content: the page's own nodes.
        tools: the links and buttons on the right.
        back: the link or button at the top left that leads back; None to show the logo there.
        game: the id of the game on the page, for CSS; may be empty.
    """
    return el(
        "div",
        skip_button(_("Skip to the content")),
        notices(shell),
        el(
            "header",
            back or _home_link(),
            el("nav", *tools, cls="tools", aria_label=_("Ruleboard")),
            _home_link() if back else None,
            cls="masthead",
        ),
        el("main", *content, cls="content"),
        live_region(shell),
        cls=f"page page-{name} of-{game}" if game else f"page page-{name}",
        key=name,
    )


def lesson_header(title: str, details: str, back_label: str, back_address: str, *tools: Node | None) -> Node:
    """Return the header of a lesson, a quiz or a problem.

    Args:
        title: its title.
        details: its place in a series; may be empty.
        back_label: the label of the link that leads back, for pages without room for a masthead.
        back_address: the address of that link.
        tools: the buttons on the right.
    """
    return el(
        "header",
        link(back_label, back_address, picture="back", icon_only=True, cls="to-course"),
        el("h1", text=title),
        el("p", cls="small", text=details) if details else None,
        *tools,
        cls="lesson-head",
    )


def tile(
    key: str, address: str, picture: Node | None, *texts: Node | None, buttons: Iterable[Node | None], cls: str
) -> Node:
    """Return a list item for a game or a problem: a picture with a link, above texts and buttons."""
    return el(
        "li",
        el("a", picture, href=address, cls="plate", tabindex="-1", aria_hidden="true"),
        el("div", *texts, el("div", *buttons, cls="row"), cls="about"),
        key=key,
        cls=f"game tile {cls}",
    )


def done_sign(label: str) -> Node:
    """Return a tick, with a label for screen readers."""
    return el("span", icon("done"), el("span", text=label, cls="unseen"), cls="done")


def progress_line(label: str, done_count: int, total_count: int) -> Node:
    """Return a progress bar and its label."""
    return el(
        "div",
        el("progress", max=total_count, value=done_count, aria_hidden="true"),
        el("span", text=label, cls="small"),
        cls="progress-line",
    )


def _home_link() -> Node:
    return el("a", wordmark(), el("span", text=_("Ruleboard")), href="#/", cls="wordmark")


def back_link(label: str, href: str) -> Node:
    """Return the link at the top left of a page that leads back."""
    return link(label, href, cls="button quiet back", picture="back")


def skip_button(label: str) -> Node:
    """Return the first button of a page, which moves the focus to the main part. Only the focus makes it visible."""
    return el("button", text=label, type="button", cls="button skip-button", data_skips=True)


def live_region(shell: Shell) -> Node:
    """Return the live region, which screen readers read aloud."""
    return el("p", text=shell.announcement, cls="unseen", aria_live="polite", id="live")


def wordmark() -> Node:
    """Return the logo: a board of four squares, one of them occupied."""
    return el(
        "svg",
        el("rect", x=2, y=2, width=20, height=20, rx=4, cls="house-board"),
        el("path", d="M12 2v20M2 12h20", cls="house-lines"),
        el("circle", cx=17, cy=7, r=3.2, cls="house-piece"),
        cls="house",
        viewBox="0 0 24 24",
        aria_hidden="true",
    )


SETUPS = "setups"
SHARE_DIALOG = "share"
RESIGN_DIALOG = "resigning"
DRAW_OFFER_DIALOG = "offering-draw"
