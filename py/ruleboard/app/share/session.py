"""Choices in the dialog that shares a game, and the links, snippets, pictures and texts made of them.

Everything is made of public states only: nothing that is still hidden in the game gets out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urljoin

from ruleboard.app.play.table import Table
from ruleboard.app.routes import Route, format_route
from ruleboard.app.ui.names import players
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.options import with_rules
from ruleboard.engine.record import Record, format_record
from ruleboard.games import diagram
from ruleboard.games.links import inbound, outbound
from ruleboard.games.registry import GAMES, SCORES
from ruleboard.i18n import _
from ruleboard.scene.css import Sheet
from ruleboard.scene.marks import Marks, Path
from ruleboard.scene.node import Node, el
from ruleboard.scene.serialize import to_html
from ruleboard.wording import cleaned, sentence

SECTIONS: Final = ("link", "picture", "embed", "text")
MODES: Final = ("show", "play", "find")
PICTURE_WIDTHS: Final = (600, 1200, 2400)
"""Widths of pictures, in pixels."""
EMBED_WIDTHS: Final = (320, 480, 720)
"""Widths of boards in other pages, in CSS pixels."""
LONGEST_TEXT: Final = 200
"""Characters of a text that is typed in the dialog."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """Choices in the dialog that shares a game.

    Attributes:
        section: the section that is shown, one of ``SECTIONS``.
        site: the address of the page itself, without # and the rest.
        can_pass_on: True if the device offers to pass a link on.
        title: the text above the board in a picture.
        coordinates: True if a picture has the names of the squares around the board.
        last_move: True if the last move is marked.
        flipped: True if the other side is nearest.
        for_print: True if a picture is drawn in black and white.
        picture_width: the width of a picture, in pixels.
        mode: the use readers of another page can make of the board, one of ``MODES``.
        caption: the text under the board in another page.
        poster: True if a picture is shown there until the board is started.
        accept: the action that readers are to find, in the mode "find".
        embed_width: the width of the board in another page, in CSS pixels.
        picture: the picture as an SVG file; empty until it is drawn.
    """

    section: str = SECTIONS[0]
    site: str = ""
    can_pass_on: bool = False
    title: str = ""
    coordinates: bool = True
    last_move: bool = True
    flipped: bool = False
    for_print: bool = False
    picture_width: int = PICTURE_WIDTHS[1]
    mode: str = MODES[0]
    caption: str = ""
    poster: bool = True
    accept: str = ""
    embed_width: int = EMBED_WIDTHS[1]
    picture: str = ""

    @property
    def hosted(self) -> bool:
        """True if the page is on a web server, where others can reach it."""
        return self.site.startswith(("https://", "http://"))


@dataclass(frozen=True, slots=True)
class ShareDialog:
    """The dialog over a table.

    Attributes:
        table: the game.
        sharing: the choices made, None while the dialog is closed.
        printing: the content of the printed page: the page itself (empty), the "record", or a picture, the text of an
            SVG file.
    """

    table: Table
    sharing: Sharing | None = None
    printing: str = ""


def opened(table: Table, site: str, can_pass_on: bool) -> Sharing:
    """Return the choices of a dialog that is opened: the game's title, and the next move as the answer to a task."""
    timeline = table.shown
    following = timeline.entries[timeline.at] if timeline.at < len(timeline.entries) else None
    answer = ""
    if isinstance(following, Action) and not timeline.is_hidden():
        answer = timeline.game.format_action(timeline.state, following)
    title = timeline.record.meta.get("title", "")
    return Sharing(site=site, can_pass_on=can_pass_on, title=title, accept=answer, flipped=table.turned)


def chosen(sharing: Sharing, name: str, value: str) -> Sharing:
    """Return the choices after one of them was made.

    Args:
        sharing: the choices before.
        name: the choice; an unknown one changes nothing.
        value: its value; an unknown one changes nothing. A switch changes whatever the value.
    """
    match name:
        case "section" if value in SECTIONS:
            return replace(sharing, section=value)
        case "mode" if value in MODES:
            return replace(sharing, mode=value)
        case "picture_width" if value in _texts(PICTURE_WIDTHS):
            return replace(sharing, picture_width=int(value))
        case "embed_width" if value in _texts(EMBED_WIDTHS):
            return replace(sharing, embed_width=int(value))
        case "coordinates":
            return replace(sharing, coordinates=not sharing.coordinates)
        case "last_move":
            return replace(sharing, last_move=not sharing.last_move)
        case "flipped":
            return replace(sharing, flipped=not sharing.flipped)
        case "for_print":
            return replace(sharing, for_print=not sharing.for_print)
        case "poster":
            return replace(sharing, poster=not sharing.poster)
        case "title":
            return replace(sharing, title=_line(value))
        case "caption":
            return replace(sharing, caption=_line(value))
        case "accept":
            return replace(sharing, accept=_line(value))
    return sharing


def _texts(numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(str, numbers))


def _line(text: str) -> str:
    """Return a typed text as one line that is not too long."""
    return " ".join(cleaned(text).split())[:LONGEST_TEXT].strip()


# --- links -----------------------------------------------------------------------------------------------------------


def route(table: Table) -> Route:
    """Return the route that opens the position that is shown."""
    timeline = table.shown
    return Route("from", timeline.game.id, text=outbound(timeline.game, timeline.state))


def link(table: Table, sharing: Sharing) -> str:
    """Return the address that opens the position that is shown."""
    return sharing.site + format_route(route(table))


def linked_record(game: str, text: str, seed: int) -> Record:
    """Return the record of a game that begins with the position of a link.

    Args:
        game: the game's id.
        text: the position as the link carries it; empty for the game's start.
        seed: the seed of the game.

    Raises:
        RuleboardError: the position cannot be read, or is impossible.
    """
    rules = GAMES[game]
    options = with_rules(rules.options, {})
    if not text:
        return Record(game, options, seed, ("",) * len(rules.sides(rules.initial(options, seed))))
    state = inbound(rules, text, seed)
    return Record(game, options, seed, ("",) * len(rules.sides(state)), start=rules.format_position(state))


# --- snippets --------------------------------------------------------------------------------------------------------


def snippet(table: Table, sharing: Sharing) -> str:
    """Return the HTML that shows the position in another page, with all texts of people escaped."""
    timeline = table.shown
    marks = diagram.marks_text(timeline.game, timeline.state, _marks(table, sharing)) if sharing.last_move else ""
    board = el(
        "rule-board",
        _poster(table, sharing),
        game=timeline.game.id,
        position=outbound(timeline.game, timeline.state),
        mode=sharing.mode,
        accept=sharing.accept if sharing.mode == "find" else None,
        flip="yes" if sharing.flipped else None,
        caption=sharing.caption or None,
        marks=marks or None,
        style=f"max-width: {sharing.embed_width}px",
    )
    script = el("script", src=urljoin(sharing.site, "embed.js"), defer=True)
    return f"{to_html(script)}\n{to_html(board)}"


def _poster(table: Table, sharing: Sharing) -> Node:
    """Return the link or picture in place of the board until it is started, and where no scripts run."""
    words = _("{game}: a position to play on in Ruleboard").format(game=_(table.shown.game.title))
    address = link(table, sharing)
    if not sharing.poster:
        return el("a", text=words, href=address)
    return el("a", el("img", src=f"{file_name(table)}.svg", alt=words), href=address)


def file_name(table: Table) -> str:
    """Return the name of a game's files without its ending: the game's id and the players' names."""
    record = table.timeline.record
    return "-".join((record.game, *(re.sub(r"\W+", "", name).lower() for name in players(record))))


def answer_problem(table: Table, sharing: Sharing) -> str:
    """Return the reason for which readers cannot find the action, as a sentence; empty if they can."""
    timeline = table.shown
    game, state = timeline.game, timeline.public_state()
    if not sharing.accept:
        return _("Say which action is to be found, such as {example}.").format(example=_example(table))
    try:
        game.parse_action(state, sharing.accept)
    except RuleboardError as error:
        return sentence(str(error))
    return ""


def _example(table: Table) -> str:
    game, state = table.shown.game, table.shown.public_state()
    legal = () if table.shown.outcome else game.legal_actions(state)
    return game.format_action(state, legal[0]) if legal else _("(there is none: the game is over)")


# --- pictures --------------------------------------------------------------------------------------------------------


def _marks(table: Table, sharing: Sharing) -> Marks:
    marks = table.marks
    if not sharing.last_move:
        return Marks(read_only=True)
    return Marks(last=marks.last, highlighted=marks.highlighted, read_only=True)


def drawn(table: Table, sharing: Sharing, sheets: Mapping[str, Sheet], seat: int, paths: tuple[Path, ...]) -> Sharing:
    """Return the choices with the picture they ask for.

    Args:
        table: the game.
        sharing: the choices.
        sheets: the style sheets of all looks.
        seat: the player whose side is nearest, from 0.
        paths: the paths of the last move, drawn if that is marked.
    """
    timeline = table.shown
    look = diagram.PRINT if sharing.for_print else diagram.LIGHT
    marks = replace(_marks(table, sharing), paths=paths if sharing.last_move else ())
    options = diagram.Diagram(sharing.title, seat, marks, sharing.coordinates, look, sharing.picture_width)
    return replace(sharing, picture=diagram.svg(timeline.game, timeline.state, sheets[look], options))


def has_coordinates(table: Table) -> bool:
    """Return True if the board has names of squares around it, which can be left out."""
    return diagram.has_coordinates(table.shown.game, table.shown.public_state())


# --- texts -----------------------------------------------------------------------------------------------------------


def position(table: Table) -> str:
    """Return the text of the position that is shown, as everybody may know it."""
    return table.shown.game.format_position(table.shown.public_state())


def moves(table: Table) -> str:
    """Return the list of the moves made so far."""
    timeline = table.timeline
    actions = [entry for entry in timeline.entries[: timeline.at] if isinstance(entry, Action)]
    return "\n".join(map(str, timeline.game.format_moves(timeline.states, actions)))


def record(table: Table) -> str | None:
    """Return the whole game as text, in its own notation if it has one; None while it would reveal a secret."""
    timeline = table.timeline
    if scores := SCORES.get(timeline.game.id):
        return scores.format(timeline)
    pending = timeline.outcome is None and timeline.is_hidden()
    if pending or timeline.has_secrets:
        return None
    return format_record(timeline.to_record())
