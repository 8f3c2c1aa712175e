"""What is given away of a game, and how: a link, a picture, a snippet for other pages, texts. Public views only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urljoin

from ruleboard.app.play.session import Table
from ruleboard.app.routes import Route, format_route
from ruleboard.app.ui.names import players
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.record import Record, format_record
from ruleboard.games.diagram import LIGHT, PRINT, Diagram, has_coordinates, marks_text, svg
from ruleboard.games.links import inbound, outbound
from ruleboard.games.registry import GAMES, SCORES
from ruleboard.i18n import _
from ruleboard.scene.css import Sheet
from ruleboard.scene.marks import Marks, Road
from ruleboard.scene.node import Node, el
from ruleboard.scene.serialize import to_html
from ruleboard.wording import sentence

SECTIONS: Final = ("link", "picture", "embed", "text")
MODES: Final = ("show", "play", "find")
WIDTHS: Final = (600, 1200, 2400)
"""The widths of pictures, in pixels."""
FRAMES: Final = (320, 480, 720)
"""The widths of boards in other people's pages."""
LONGEST_TITLE: Final = 200

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "section": SECTIONS,
    "mode": MODES,
    "width": tuple(map(str, WIDTHS)),
    "frame": tuple(map(str, FRAMES)),
}
_SWITCHES: Final = ("coordinates", "last", "flipped", "paper", "poster")
_TEXTS: Final = ("title", "caption", "accept")


@dataclass(frozen=True, slots=True)
class Sharing:
    """What is chosen in the dialog that shares a game.

    Attributes:
        section: which of ``SECTIONS`` is seen.
        page: the address of the page itself, without what follows the #.
        native: whether the device offers to pass a link on.
        title: what stands above the board in a picture.
        coordinates: whether the names of squares stand around it.
        last: whether the last move is marked.
        flipped: whether the other side is nearest.
        paper: whether it is drawn in black and white, for print.
        width: how wide a picture is, in pixels.
        mode: what a reader of another page can do.
        caption: what stands under the board there.
        poster: whether a picture stands there until the board is started.
        accept: which action is looked for there, in the mode "find".
        frame: how wide the board is there, in pixels.
        picture: the picture as an SVG file; empty until it is drawn.
    """

    section: str = SECTIONS[0]
    page: str = ""
    native: bool = False
    title: str = ""
    coordinates: bool = True
    last: bool = True
    flipped: bool = False
    paper: bool = False
    width: int = WIDTHS[1]
    mode: str = MODES[0]
    caption: str = ""
    poster: bool = True
    accept: str = ""
    frame: int = FRAMES[1]
    picture: str = ""

    @property
    def hosted(self) -> bool:
        """Whether others can reach the page where it lies."""
        return self.page.startswith(("https://", "http://"))


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


def begun(table: Table, page: str, native: bool) -> Sharing:
    """What is chosen when the dialog opens: the game's title, and as the answer to a task what was played next."""
    timeline = table.shown
    given = timeline.record.meta.get("title", "")
    following = timeline.entries[timeline.at] if timeline.at < len(timeline.entries) else None
    answer = ""
    if isinstance(following, Action) and not timeline.game.secret(timeline.state):
        answer = timeline.game.format_action(timeline.state, following)
    return Sharing(page=page, native=native, title=given, accept=answer, flipped=table.turned)


def chosen(sharing: Sharing, name: str, value: str) -> Sharing:
    """The choices after one was made; unknown ones change nothing."""
    changed: dict[str, Any] = {}
    if value in _CHOICES.get(name, ()):
        changed[name] = int(value) if name in ("width", "frame") else value
    elif name in _SWITCHES:
        changed[name] = not getattr(sharing, name)
    elif name in _TEXTS:
        changed[name] = " ".join(value.split())[:LONGEST_TITLE].strip()
    return replace(sharing, **changed)


# --- links -----------------------------------------------------------------------------------------------------------


def route(table: Table) -> Route:
    """The route that opens the position one looks at."""
    timeline = table.shown
    return Route("from", timeline.game.id, text=outbound(timeline.game, timeline.state))


def link(table: Table, sharing: Sharing) -> str:
    """The address that opens the position one looks at."""
    return sharing.page + format_route(route(table))


def arriving(game: str, text: str, seed: int) -> Record:
    """The record of a game that begins where a link says; without a position, at the game's start.

    Raises:
        RuleboardError: the position cannot be read, or describes an impossible one.
    """
    rules = GAMES[game]
    if not text:
        return Record(game, {}, seed, ("",) * len(rules.sides(rules.initial({}, seed))))
    state = inbound(rules, text, seed)
    return Record(game, {}, seed, ("",) * len(rules.sides(state)), start=rules.format_position(state))


# --- snippets --------------------------------------------------------------------------------------------------------


def snippet(table: Table, sharing: Sharing) -> str:
    """The HTML that shows the position in another page; all that comes from people is escaped."""
    timeline = table.shown
    last = marks_text(timeline.game, timeline.state, _marks(table, sharing)) if sharing.last else ""
    board = el(
        "rule-board",
        _poster(table, sharing),
        game=timeline.game.id,
        position=outbound(timeline.game, timeline.state),
        mode=sharing.mode,
        accept=sharing.accept if sharing.mode == "find" else None,
        flip="yes" if sharing.flipped else None,
        caption=sharing.caption or None,
        marks=last or None,
        style=f"max-width: {sharing.frame}px",
    )
    script = el("script", src=urljoin(sharing.page, "embed.js"), defer=True)
    return f"{to_html(script)}\n{to_html(board)}"


def _poster(table: Table, sharing: Sharing) -> Node:
    """What stands in place of the board until it is started, and where no scripts run: a link, perhaps a picture."""
    words = _("{game}: a position to play on in Ruleboard").format(game=_(table.shown.game.title))
    address = link(table, sharing)
    if not sharing.poster:
        return el("a", text=words, href=address)
    return el("a", el("img", src=f"{file_name(table)}.svg", alt=words), href=address)


def file_name(table: Table) -> str:
    """What the files of a game are called, without their endings: its id and the players' names."""
    record = table.timeline.record
    return "-".join((record.game, *(re.sub(r"\W+", "", name).lower() for name in players(record))))


def no_answer(table: Table, sharing: Sharing) -> str:
    """Why the answer to a task cannot be one, as a sentence; empty if it can."""
    timeline = table.shown
    game, state = timeline.game, timeline.game.view(timeline.state, None)
    if not sharing.accept:
        return _("Say which action is to be found, such as {example}.").format(example=_example(table))
    try:
        game.parse_action(state, sharing.accept)
    except RuleboardError as error:
        return sentence(str(error))
    return ""


def _example(table: Table) -> str:
    game, state = table.shown.game, table.shown.game.view(table.shown.state, None)
    legal = () if table.shown.outcome else game.legal_actions(state)
    return game.format_action(state, legal[0]) if legal else _("(there is none: the game is over)")


# --- pictures --------------------------------------------------------------------------------------------------------


def _marks(table: Table, sharing: Sharing) -> Marks:
    marks = table.marks
    if not sharing.last:
        return Marks(still=True)
    return Marks(last=marks.last, shown=marks.shown, still=True)


def drawn(table: Table, sharing: Sharing, sheets: Mapping[str, Sheet], seat: int, roads: tuple[Road, ...]) -> Sharing:
    """The choices with the picture they ask for.

    Args:
        table: the table.
        sharing: what is chosen.
        sheets: the style sheets of all looks.
        seat: whose side is nearest.
        roads: the ways of the last move, drawn if that is marked.
    """
    timeline = table.shown
    look = PRINT if sharing.paper else LIGHT
    marks = replace(_marks(table, sharing), roads=roads if sharing.last else ())
    diagram = Diagram(sharing.title, seat, marks, sharing.coordinates, look, sharing.width)
    return replace(sharing, picture=svg(timeline.game, timeline.state, sheets[look], diagram))


def nameable(table: Table) -> bool:
    """Whether names of squares stand around the board, so that they can be left out."""
    return has_coordinates(table.shown.game, table.shown.game.view(table.shown.state, None))


# --- texts -----------------------------------------------------------------------------------------------------------


def position(table: Table) -> str:
    """The position one looks at, as everybody may know it."""
    game, state = table.shown.game, table.shown.state
    return game.format_position(game.view(state, None))


def moves(table: Table) -> str:
    """The move list up to where the game stands."""
    timeline = table.timeline
    actions = [entry for entry in timeline.entries[: timeline.at] if isinstance(entry, Action)]
    return "\n".join(map(str, timeline.game.format_moves(timeline.states, actions)))


def record(table: Table) -> str | None:
    """The whole game as text, in its own notation if it has one; None while it would tell a secret."""
    timeline = table.timeline
    if scores := SCORES.get(timeline.game.id):
        return scores.format(timeline)
    pending = timeline.outcome is None and timeline.game.secret(timeline.state)
    if pending or timeline.game.view(timeline.state, None) != timeline.state:
        return None
    return format_record(timeline.to_record())
