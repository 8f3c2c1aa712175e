"""Choices in the dialog that shares a game, and the links, snippets, pictures and texts made of them.

Everything is made of public states only: nothing that is still hidden in the game gets out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import quote, urljoin

from ruleboard.app.languages import LANGUAGES
from ruleboard.app.play.table import Table
from ruleboard.app.routes import MAX_LENGTH, Route, format_route
from ruleboard.app.ui.names import players
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game_link import format_moves, is_secret, linked_game, pack
from ruleboard.engine.move_text import parse_answers
from ruleboard.engine.options import format_options, with_rules
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import Timeline
from ruleboard.games import diagram
from ruleboard.games.links import inbound, outbound, packed
from ruleboard.games.registry import GAMES, SCORES, VIEWS
from ruleboard.i18n import _
from ruleboard.scene.css import Sheet
from ruleboard.scene.marks import Marks, Path
from ruleboard.scene.node import Node, el
from ruleboard.scene.posters import data_url
from ruleboard.scene.serialize import to_html
from ruleboard.wording import cleaned, sentence

SECTIONS: Final = ("link", "picture", "embed", "text")
SCOPES: Final = ("position", "game")
"""The parts of a game that a board in another page has."""
BEGINNINGS: Final = ("start", "here")
"""The places at which a whole game is opened there: its start, and the position that is shown."""
FORMS: Final = ("element", "frame")
"""The forms of a board in another page: ``<rule-board>``, and a plain ``<iframe>``."""
THEMES: Final = ("system", "light", "dark")
MODES: Final = ("show", "play", "find")
PICTURE_WIDTHS: Final = (600, 1200, 2400)
"""Widths of pictures, in pixels."""
EMBED_WIDTHS: Final = (320, 480, 720)
"""Widths of boards in other pages, in CSS pixels."""
LONGEST_TEXT: Final = 200
"""Characters of a text that is typed in the dialog."""
_SIZE: Final = re.compile(r"([0-9]{1,5})x([0-9]{1,5})", re.ASCII)
"""Width and height of a preview, in CSS pixels."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """Choices in the dialog that shares a game.

    Attributes:
        section: the section that is shown, one of ``SECTIONS``.
        site: the address of the page itself, without # and the rest.
        can_pass_on: True if the device offers to pass a link on.
        title: the text above the board in a picture.
        coordinates: True if a picture has the names of the squares around the board; so has a board in another page, if
            its game has them on request.
        last_move: True if the last move is marked.
        flipped: True if the other side is nearest.
        for_print: True if a picture is drawn in black and white.
        picture_width: the width of a picture, in pixels.
        scope: the part of the game that the board in another page has, one of ``SCOPES``.
        begin: the place at which a whole game is opened there, one of ``BEGINNINGS``.
        form: the form of the board there, one of ``FORMS``.
        mode: the use readers of another page can make of the board, one of ``MODES``.
        caption: the text under the board in another page.
        marked: the places that are pointed out there, separated by semicolons, each perhaps with a kind before it.
        poster: True if a picture is shown there until the board is started.
        ask: the task of readers, in the mode "find".
        accept: the answers that readers are to find, in the mode "find": the actions of one are separated by
            semicolons, answers by ``|``.
        hint: the hint there; empty for one that the board gives by itself.
        praise: the text shown there once an answer is found; may be empty.
        hints: True if hints and threats are offered there, in the mode "play".
        language: the code of the language there, empty for that of the page around.
        theme: the theme there, one of ``THEMES``.
        embed_width: the width of the board in another page, in CSS pixels.
        embed_height: the height that it was seen to have in the preview; 0 before that.
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
    scope: str = SCOPES[0]
    begin: str = BEGINNINGS[0]
    form: str = FORMS[0]
    mode: str = MODES[0]
    caption: str = ""
    marked: str = ""
    poster: bool = True
    ask: str = ""
    accept: str = ""
    hint: str = ""
    praise: str = ""
    hints: bool = False
    language: str = ""
    theme: str = THEMES[0]
    embed_width: int = EMBED_WIDTHS[1]
    embed_height: int = 0
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
    whole = timeline.outcome is not None and not game_problem(table)
    scope = "game" if whole else "position"
    coordinates = not has_them_on_request(table)
    return Sharing(
        site=site,
        can_pass_on=can_pass_on,
        title=title,
        coordinates=coordinates,
        scope=scope,
        accept=answer,
        flipped=table.turned,
    )


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
        case "scope" if value in SCOPES:
            return replace(sharing, scope=value)
        case "begin" if value in BEGINNINGS:
            return replace(sharing, begin=value)
        case "form" if value in FORMS:
            return replace(sharing, form=value)
        case "theme" if value in THEMES:
            return replace(sharing, theme=value)
        case "language" if not value or value in LANGUAGES:
            return replace(sharing, language=value)
        case "picture_width" if value in _texts(PICTURE_WIDTHS):
            return replace(sharing, picture_width=int(value))
        case "embed_width" if value in _texts(EMBED_WIDTHS):
            return replace(sharing, embed_width=int(value), embed_height=0)
        case "embed_height" if found := _SIZE.fullmatch(value):
            # The preview may have less room than the board is to have.
            return replace(sharing, embed_height=int(found[2])) if int(found[1]) == sharing.embed_width else sharing
        case "hints":
            return replace(sharing, hints=not sharing.hints)
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
        case "marked":
            return replace(sharing, marked=_line(value))
        case "ask":
            return replace(sharing, ask=_line(value))
        case "accept":
            return replace(sharing, accept=_line(value))
        case "hint":
            return replace(sharing, hint=_line(value))
        case "praise":
            return replace(sharing, praise=_line(value))
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


def editor(table: Table) -> str:
    """Return the address of the editor with what everybody may know of the position that is shown."""
    timeline = table.shown
    return format_route(Route("edit", timeline.game.id, text=outbound(timeline.game, timeline.state)))


def game_problem(table: Table) -> str:
    """Return the reason for which the whole game cannot be shared, as a sentence; empty if it can."""
    if is_secret(_whole(table)):
        return _("The whole game cannot be shared until everything hidden in it has been shown.")
    return ""


def game_link(table: Table, sharing: Sharing) -> str:
    """Return the address that opens the whole game; empty if it is too long for one, or tells a secret."""
    timeline = _whole(table)
    text = None if is_secret(timeline) else linked_game(timeline)
    return sharing.site + format_route(Route("game", text)) if text else ""


def game_file(table: Table) -> str:
    """Return the whole game as a file that can be imported; it has to hold no secret."""
    return format_record(_whole(table).to_record())


def _whole(table: Table) -> Timeline[Any]:
    """Return the game as far as it stands, whatever position of it is shown."""
    return table.timeline.cut()


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


def parameters(table: Table, sharing: Sharing) -> dict[str, str]:
    """Return the parameters of the board in another page, by name; those that are left out have their defaults."""
    found = _game_parameters(table, sharing) if shares_game(table, sharing) else _position_parameters(table, sharing)
    if sharing.mode == "find":
        texts = {"ask": sharing.ask, "hint": sharing.hint, "praise": sharing.praise}
        found |= {"accept": sharing.accept} | texts
    found |= {
        "flip": "yes" if sharing.flipped else "",
        "coordinates": "yes" if sharing.coordinates and has_them_on_request(table) else "",
        "hints": "yes" if sharing.hints and sharing.mode == "play" else "",
        "caption": sharing.caption,
        "lang": sharing.language,
        "theme": "" if sharing.theme == THEMES[0] else sharing.theme,
    }
    return {name: value for name, value in found.items() if value}


def _position_parameters(table: Table, sharing: Sharing) -> dict[str, str]:
    timeline = table.shown
    last = diagram.marks_text(timeline.game, timeline.state, _marks(table, sharing)) if sharing.last_move else ""
    return {
        "game": timeline.game.id,
        "position": outbound(timeline.game, timeline.state),
        "mode": sharing.mode,
        "marks": ";".join(filter(None, (last, sharing.marked))),
    }


def _game_parameters(table: Table, sharing: Sharing) -> dict[str, str]:
    """Return the parameters of the whole game; it has to hold no secret."""
    timeline = _whole(table)
    record = timeline.to_record()
    at = posed(table, sharing).shown.at
    return {
        "game": timeline.game.id,
        "position": packed(record.start or ""),
        "moves": format_moves(record.actions),
        "at": "" if at >= timeline.at else str(at),
        "options": format_options(record.options),
        "seed": str(record.seed) if record.seed and record.start is None else "",
        "mode": sharing.mode,
        "marks": sharing.marked,
    }


def shares_game(table: Table, sharing: Sharing) -> bool:
    """Return True if the board in another page has the whole game."""
    return sharing.scope == "game" and not game_problem(table)


def posed(table: Table, sharing: Sharing) -> Table:
    """Return the table at the position with which the board in another page begins."""
    # A move to be found is that of the position which is shown.
    from_start = sharing.begin == "start" and sharing.mode != "find" and shares_game(table, sharing)
    if not from_start or not table.timeline.at:
        return table
    return replace(table, viewed_at=0, selected=(), refused_target="", advice=None)


def fits(table: Table, sharing: Sharing) -> bool:
    """Return True if the address of the board in another page is short enough to be read there."""
    return len(_frame_address(table, sharing)) <= MAX_LENGTH


def snippet(table: Table, sharing: Sharing) -> str:
    """Return the HTML that shows the board in another page, with all texts of people escaped."""
    if sharing.form == "frame":
        return to_html(
            el(
                "iframe",
                src=frame_source(table, sharing),
                title=sharing.caption or _(table.shown.game.title),
                loading="lazy",
                width=str(sharing.embed_width),
                height=str(frame_height(table, sharing)),
                style="border: 0; max-width: 100%; color-scheme: light dark",
            )
        )
    picture = data_url(sharing.picture) if sharing.picture else ""
    element = board_element(
        table, sharing, picture, poster_style=_POSTER_STYLE, style=f"display: block; max-width: {sharing.embed_width}px"
    )
    script = el("script", src=urljoin(sharing.site, "embed.js"), defer=True)
    return f"{to_html(script)}\n{to_html(element)}"


def frame_source(table: Table, sharing: Sharing) -> str:
    """Return the address of a plain frame, with the picture that it shows until it is started."""
    return _frame_address(table, sharing) + _carried(sharing)


def frame_height(table: Table, sharing: Sharing) -> int:
    """Return the height of a plain frame in CSS pixels: as it was measured, or else as it is estimated."""
    return sharing.embed_height or estimated_height(table, sharing)


def _frame_address(table: Table, sharing: Sharing) -> str:
    given = parameters(table, sharing).items()
    return urljoin(
        sharing.site, "embed.html#" + "&".join(f"{name}={quote(value, safe=_SAFE)}" for name, value in given)
    )


def _carried(sharing: Sharing) -> str:
    """Return the parameter with the picture that a plain frame shows until it is started."""
    return f"&poster={pack(sharing.picture)}" if sharing.poster and sharing.picture else ""


_SAFE: Final = "/:;,!*()@$'|~"
"""Characters that are not encoded in the address of a frame, besides letters, digits and ``-._``."""


def board_element(table: Table, sharing: Sharing, picture: str, poster_style: str = "", **more: str) -> Node:
    """Return the ``<rule-board>`` with its poster.

    Args:
        table: the game.
        sharing: the choices.
        picture: the address of the poster's picture.
        poster_style: the picture's style; empty in the app's own page, whose policy forbids styles of elements.
        more: further attributes.
    """
    return el("rule-board", *_poster(table, sharing, picture, poster_style), **parameters(table, sharing), **more)


def _poster(table: Table, sharing: Sharing, picture: str, style: str) -> Sequence[Node]:
    """Return what stands in place of the board until it is started, and where no scripts run or on paper."""
    whole = shares_game(table, sharing)
    told = (
        _("{game}: a game to look through in Ruleboard") if whole else _("{game}: a position to play on in Ruleboard")
    )
    words = told.format(game=_(table.shown.game.title))
    address = (game_link(table, sharing) if whole else "") or link(table, sharing)
    shown = el("img", src=picture, alt=words, style=style or None) if sharing.poster and picture else None
    texts = (sharing.caption if sharing.poster else "", sharing.ask if sharing.mode == "find" else "")
    return (
        el("a", shown, href=address) if shown else el("a", text=words, href=address),
        *(el("p", text=text) for text in texts if text),
    )


_POSTER_STYLE: Final = (
    "display: block; width: 100%; height: auto; max-height: var(--rule-board-highest, 38rem); object-fit: contain"
)
"""The style of the poster's picture: as large as the board will be (embed.css)."""


def estimated_height(table: Table, sharing: Sharing) -> int:
    """Return a height in which the board and all under it fit, in CSS pixels, as long as it has not been measured."""
    timeline = table.shown
    box = VIEWS[timeline.game.id].picture(timeline.public_state(), 0, Marks()).attrs["viewBox"].split()
    beside = sharing.embed_width >= _BESIDE
    width = sharing.embed_width - (_COLUMN if beside else 2 * _PADDING)
    board = min(_HIGHEST, round(width * float(box[3]) / float(box[2])))
    under = 0 if beside else _UNDER[sharing.mode]
    return board + under + 2 * _PADDING + (_CAPTION if sharing.caption else 0)


_PADDING: Final = 8
_HIGHEST: Final = 608
_BESIDE: Final = 640
"""The width from which texts and buttons stand beside the board, in the column of ``_COLUMN``; see embed.css."""
_COLUMN: Final = 320
_CAPTION: Final = 32
_UNDER: Final = {"show": 150, "play": 190, "find": 210}
"""The room of texts and buttons under a board, by its mode."""


def file_name(table: Table) -> str:
    """Return the name of a game's files without its ending: the game's id and the players' names."""
    record = table.timeline.record
    return "-".join((record.game, *(re.sub(r"\W+", "", name).lower() for name in players(record))))


def answer_problem(table: Table, sharing: Sharing) -> str:
    """Return the reason for which readers cannot find the action, as a sentence; empty if they can."""
    timeline = table.shown
    game, state = timeline.game, timeline.public_state()
    if not parse_answers(sharing.accept):
        return _("Say which action is to be found, such as {example}.").format(example=_example(table))
    for line in parse_answers(sharing.accept):
        after = state
        try:
            for text in line:
                after = game.apply(after, game.parse_action(after, text))
        except RuleboardError as error:
            return sentence(str(error))
    return ""


def read_marks(table: Table, sharing: Sharing, text: str) -> str:
    """Return the places to be pointed out as the choices have them, of a text by somebody who sees the board."""
    timeline = table.shown
    return diagram.read_places(timeline.game, timeline.public_state(), text, embedded_seat(table, sharing))


def written_marks(table: Table, sharing: Sharing) -> str:
    """Return the places to be pointed out as people write them who see the board of the preview."""
    timeline = table.shown
    return diagram.write_places(timeline.game, timeline.public_state(), sharing.marked, embedded_seat(table, sharing))


def place_example(table: Table, sharing: Sharing) -> str:
    """Return an example of how a place is written, for a game whose board shows other numbers than its targets; else
    empty.
    """
    game, state = table.shown.game, table.shown.public_state()
    seat = embedded_seat(table, sharing)
    known = sorted(diagram.places_on(game, state))
    texts = (VIEWS[game.id].place_text(state, target, seat) for target in known)
    return next((text for target, text in zip(known, texts, strict=True) if text != target), "")


def marks_problem(table: Table, sharing: Sharing) -> str:
    """Return the reason for which a place cannot be pointed out, as a sentence; empty if all can."""
    timeline = posed(table, sharing).shown
    try:
        seat = embedded_seat(table, sharing)
        diagram.parse_marks(timeline.game, timeline.public_state(), sharing.marked, seat)
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
        return Marks(read_only=True, result=marks.result)
    return Marks(last=marks.last, highlighted=marks.highlighted, read_only=True, result=marks.result)


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


def poster_drawn(table: Table, sharing: Sharing, sheets: Mapping[str, Sheet]) -> Sharing:
    """Return the choices with the picture that stands in another page until the board there is started.

    Args:
        table: the game at the position with which the board begins.
        sharing: the choices.
        sheets: the style sheets of all looks.
    """
    timeline = table.shown
    shows_last = sharing.last_move and not shares_game(table, sharing)
    marks = _marks(table, sharing) if shows_last else Marks(read_only=True, result=table.marks.result)
    if not marks_problem(table, sharing):
        asked = diagram.parse_marks(timeline.game, timeline.public_state(), sharing.marked)
        marks = replace(asked, last=asked.last | marks.last, highlighted=asked.highlighted | marks.highlighted)
    options = diagram.Diagram(
        seat=embedded_seat(table, sharing),
        marks=marks,
        coordinates=sharing.coordinates if has_them_on_request(table) else None,
        width=sharing.embed_width,
    )
    picture = diagram.poster(timeline.game, timeline.state, sheets[diagram.LIGHT], options, sharing.theme)
    return replace(sharing, picture=picture)


def embedded_seat(table: Table, sharing: Sharing) -> int:
    """Return the player whose side is nearest in another page, where nobody's own side is known."""
    timeline = table.shown
    return 1 % len(timeline.game.sides(timeline.state)) if sharing.flipped else 0


def has_coordinates(table: Table) -> bool:
    """Return True if the board can have names of squares around it."""
    return diagram.has_coordinates(table.shown.game, table.shown.public_state())


def has_them_on_request(table: Table) -> bool:
    """Return True if the board has names of squares around it on request only."""
    return diagram.has_them_on_request(table.shown.game, table.shown.public_state())


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
