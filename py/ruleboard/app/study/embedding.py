"""A study in other pages: the choices for it, the lines to be copied, and the poster in them. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final
from urllib.parse import urljoin

from ruleboard.app.routes import Route, format_route
from ruleboard.app.study import reader as readers
from ruleboard.app.study.files import file_name
from ruleboard.engine.game_link import is_secret, linked_game
from ruleboard.engine.study import Study
from ruleboard.engine.study_text import format_study
from ruleboard.engine.study_tree import OpenChapter
from ruleboard.games import diagram
from ruleboard.games.links import outbound
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _
from ruleboard.scene.css import Sheet
from ruleboard.scene.node import Node, el
from ruleboard.scene.posters import data_url
from ruleboard.scene.serialize import to_html
from ruleboard.wording import cleaned

FORMS: Final = ("file", "text")
"""The places of the study itself: a file beside the page, and the page."""
BEGINNINGS: Final = ("start", "here")
"""The places of the chapter that are shown first: its start, and the one that the author was at."""
THEMES: Final = ("system", "light", "dark")
WIDTHS: Final = (480, 720, 960)
"""Widths of boards in other pages, in CSS pixels."""
ELEMENT: Final = "ruleboard-study"
"""The id of the element with the study's text, in other pages and in the preview."""
_LONGEST_CAPTION: Final = 200
POSTER_STYLE: Final = (
    "display: block; width: 100%; height: auto; max-height: var(--rule-board-highest, 38rem); object-fit: contain"
)
"""The style of the poster's picture: as large as the board will be (embed.css)."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """Choices for a study in another page.

    Attributes:
        site: the address of the app's own page, without # and the rest.
        number: the number of the chapter, from 0.
        chapter: that chapter.
        place: the number of the place in its tree at which the author was.
        form: one of ``FORMS``.
        begin: one of ``BEGINNINGS``.
        theme: one of ``THEMES``.
        width: one of ``WIDTHS``.
        caption: the line under the board; may be empty.
        flipped: True if the other side is nearest than in the chapter.
        coordinates: True if boards have coordinates that they have on request only.
        picture: the poster as the text of an SVG file; empty until it is drawn.
    """

    site: str
    number: int
    chapter: OpenChapter
    place: int
    form: str = FORMS[0]
    begin: str = BEGINNINGS[0]
    theme: str = THEMES[0]
    width: int = WIDTHS[1]
    caption: str = ""
    flipped: bool = False
    coordinates: bool = False
    picture: str = ""

    @property
    def hosted(self) -> bool:
        """True if the app is on a web server, where other pages can reach it."""
        return self.site.startswith(("https://", "http://"))

    @property
    def shown(self) -> int:
        """The number of the place that is shown first, which is one of the main line."""
        place = self.place if self.begin == "here" else 0
        while self.chapter.places[place].line and (parent := self.chapter.places[place].parent) is not None:
            place = parent
        return place

    @property
    def subject(self) -> object:
        """Everything that the poster depends on: as long as it is equal, the poster is the same."""
        return self.chapter, self.shown, self.theme, self.width, self.flipped, self.coordinates


def chosen(embedding: Embedding, name: str, value: str) -> Embedding:
    """Return the choices after one of them was made; an unknown name or value changes nothing."""
    match name:
        case "form" if value in FORMS:
            return replace(embedding, form=value)
        case "begin" if value in BEGINNINGS:
            return replace(embedding, begin=value)
        case "theme" if value in THEMES:
            return replace(embedding, theme=value)
        case "width" if value in map(str, WIDTHS):
            return replace(embedding, width=int(value))
        case "flipped":
            return replace(embedding, flipped=not embedding.flipped)
        case "coordinates":
            return replace(embedding, coordinates=not embedding.coordinates)
        case "caption":
            return replace(embedding, caption=" ".join(cleaned(value).split())[:_LONGEST_CAPTION].strip())
    return embedding


def snippet(embedding: Embedding, study: Study) -> str:
    """Return the HTML that shows the study in another page, with all texts of people escaped."""
    script = el("script", src=urljoin(embedding.site, "embed.js"), defer=True)
    is_file = embedding.form == "file"
    name = f"./{file_name(study.title)}" if is_file else f"#{ELEMENT}"
    picture = data_url(embedding.picture) if embedding.picture else ""
    style = f"display: block; max-width: {embedding.width}px"
    parts = [script, element(embedding, name, picture, poster_style=POSTER_STYLE, style=style)]
    lines = [to_html(part) for part in parts]
    if not is_file:
        # Nothing in it can end the element: JSON may write any sign by its number.
        text = format_study(study).strip().replace("<", "\\u003c")
        lines.append(f'<script type="application/json" id="{ELEMENT}">\n{text}\n</script>')
    return "\n".join(lines)


def element(embedding: Embedding, name: str, picture: str, poster_style: str = "", **more: str) -> Node:
    """Return the ``<rule-board>`` with its poster.

    Args:
        embedding: the choices.
        name: the name of the study: the address of its file, or ``#`` and the id of an element.
        picture: the address of the poster's picture; empty for none.
        poster_style: the picture's style; empty in the app's own page, whose policy forbids styles of elements.
        more: further attributes.
    """
    game = embedding.chapter.chapter.game
    timeline = embedding.chapter.timeline(embedding.shown)
    words = _("{game}: a study to step through in Ruleboard").format(game=_(GAMES[game].title))
    address = format_route(Route("from", game, text=outbound(timeline.game, timeline.state)))
    shown = el("img", src=picture, alt=words, style=poster_style or None) if picture else None
    given = {
        "study": name,
        "chapter": str(embedding.number + 1) if embedding.number else "",
        "start": str(timeline.at) if timeline.at else "",
        "game": game,
        "flip": "yes" if embedding.flipped else "",
        "coordinates": "yes" if embedding.coordinates else "",
        "caption": embedding.caption,
        "theme": "" if embedding.theme == THEMES[0] else embedding.theme,
    }
    return el(
        "rule-board",
        el("a", shown, href=embedding.site + address) if shown else el("a", text=words, href=embedding.site + address),
        el("p", text=embedding.caption) if embedding.caption else None,
        **{name: value for name, value in given.items() if value},
        **more,
    )


def has_coordinates_on_request(study: Study) -> bool:
    """Return True if the board of a chapter can have coordinates that it has on request only."""
    return any(map(_has_them_on_request, {chapter.game for chapter in study.chapters}))


@lru_cache(maxsize=16)
def _has_them_on_request(game: str) -> bool:
    return diagram.has_them_on_request(GAMES[game], GAMES[game].initial({}, 0))


def game_link(embedding: Embedding) -> str:
    """Return the address that opens the moves of the chapter's main line; empty if there is none."""
    opened = embedding.chapter
    timeline = opened.timeline(opened.lines[0].places[-1]) if opened.lines[0].places else None
    if timeline is None or is_secret(timeline):
        return ""
    text = linked_game(timeline)
    return embedding.site + format_route(Route("game", text)) if text else ""


def with_poster(embedding: Embedding, study: Study, sheets: Mapping[str, Sheet]) -> Embedding:
    """Return the choices with the picture of the place that is shown first, as its readers see it."""
    at = embedding.chapter.places[embedding.shown].at
    reader = readers.open_study(study, embedding.number + 1, at, flip=embedding.flipped)
    timeline = reader.table.timeline
    options = diagram.Diagram(
        seat=reader.seat,
        marks=replace(reader.marks, read_only=True),
        coordinates=embedding.coordinates if _has_them_on_request(timeline.game.id) else None,
        width=embedding.width,
        drawings=reader.drawings,
    )
    picture = diagram.poster(timeline.game, timeline.state, sheets[diagram.LIGHT], options, embedding.theme)
    return replace(embedding, picture=picture)
