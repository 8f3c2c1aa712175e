"""Embedding a study in other web pages: the author's choices, the HTML to copy, and the poster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final
from zlib import crc32

from ruleboard import diagram
from ruleboard.app.message_names import StudyMessage
from ruleboard.app.routes import MAX_ADDRESS_LENGTH, Route, format_route
from ruleboard.app.study import reader as readers
from ruleboard.app.study.files import file_name
from ruleboard.app.study.paper import Paper
from ruleboard.app.study.print_view import drawings, open_paper
from ruleboard.app.ui.board_choices import BOARD_FIELDS, BoardChoices
from ruleboard.app.ui.board_lines import (
    MIN_WIDTH_OF_COLUMNS,
    board_lines,
    caption_height,
    frame_address,
    frame_line,
    frame_source,
    poster,
)
from ruleboard.app.ui.choices import Form, RadioField, SwitchField
from ruleboard.engine.game_link import (
    COMPRESSED_PREFIX,
    MAX_DECOMPRESSED_LENGTH,
    compress,
    contains_hidden_information,
    format_game_link,
)
from ruleboard.engine.study import Study
from ruleboard.engine.study_text import format_study
from ruleboard.engine.study_tree import OpenChapter
from ruleboard.i18n import N_, _
from ruleboard.links import state_to_link
from ruleboard.registry import GAMES
from ruleboard.scene.css import StyleSheet
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el
from ruleboard.scene.posters import data_url
from ruleboard.wording import clean_name

STUDY_ELEMENT_ID: Final = "ruleboard-study"
"""The id of the element that contains the study's text in the preview, and the beginning of its id in other pages."""


@dataclass(frozen=True, slots=True)
class Embedding(BoardChoices):
    """The author's choices for embedding a study in another web page.

    Attributes:
        site: the address of the app's own page, without its fragment.
        number: the number of the chapter, from 0.
        chapter: the opened chapter.
        node: the index of the author's current node in the chapter's tree.
        form: the location of the study's text: "file" for a file next to the other page, "text" for that page itself,
            "frame" for the address of a plain ``<iframe>``.
        start: the first visible node of the chapter: "start", or "here" for the author's current node.
        width: the width of the board in the other page, in CSS pixels.
        has_paper: True if the other page contains a printable version of the whole study.
        picture: the poster as SVG; empty until the page has drawn it.
        paper: the printable study, perhaps still without some diagrams; None before the page begins to draw it.
    """

    site: str
    number: int
    chapter: OpenChapter
    node: int
    form: str = "file"
    start: str = "start"
    width: int = 720
    has_paper: bool = False
    picture: str = ""
    paper: Paper | None = None

    @property
    def is_drawing(self) -> bool:
        """True if the HTML for other pages needs printable diagrams that are not drawn yet."""
        return self.has_paper and self.form != "frame" and (self.paper is None or bool(self.paper.missing_diagrams))

    @property
    def is_hosted(self) -> bool:
        """True if the app is on a web server, where other pages can reach it."""
        return self.site.startswith(("https://", "http://"))

    @property
    def first_node(self) -> int:
        """The index of the first visible node, which is on the main line of the chapter."""
        node = self.node if self.start == "here" else 0
        while self.chapter.nodes[node].line and (parent := self.chapter.nodes[node].parent) is not None:
            node = parent
        return node

    @property
    def poster_key(self) -> object:
        """A value that identifies the poster: embeddings with equal keys have the same poster."""
        return self.chapter, self.first_node, self.theme, self.width, self.is_flipped, self.coordinates, self.has_paper


EMBEDDING_FORM: Final = Form(
    StudyMessage.CHOOSE_EMBEDDING,
    "study",
    {
        "form": RadioField(
            N_("The study is stored"),
            {
                "file": N_("in a file next to the page"),
                "text": N_("in the page itself"),
                "frame": N_("in the address of a plain iframe"),
            },
        ),
        "begin": RadioField(
            N_("The study opens with “{chapter}”"),
            {"start": N_("at its start"), "here": N_("at the position where you were")},
            "start",
        ),
        "width": RadioField(N_("Width in pixels"), {width: str(width) for width in (480, 720, 960)}),
        "paper": SwitchField(N_("The whole study on paper"), "has_paper"),
        **BOARD_FIELDS,
    },
)
"""The author's choices for embedding."""


def study_address(embedding: Embedding, study: Study) -> str:
    """Return the URL of a page that shows the study alone; empty if the study is too long for a URL."""
    text = format_study(study, is_indented=False)
    compressed_text = COMPRESSED_PREFIX + compress(text) if len(text) <= MAX_DECOMPRESSED_LENGTH else ""
    address = frame_address(embedding.site, _board_attributes(embedding, compressed_text))
    return address if compressed_text and len(address) <= MAX_ADDRESS_LENGTH else ""


def _frame(embedding: Embedding, address: str) -> str:
    """Return the HTML of the plain frame at an address, with its poster."""
    title = embedding.caption or clean_name(embedding.chapter.chapter.title) or _("A study")
    height = FRAME_HEIGHT if embedding.width < MIN_WIDTH_OF_COLUMNS else _HEIGHT_OF_COLUMNS
    height += caption_height(embedding.caption, embedding.width)
    timeline = embedding.chapter.timeline(embedding.first_node)
    description = diagram.position_description(timeline.game, timeline.public_state())
    return frame_line(frame_source(address, embedding.width, embedding.picture, description), title, height)


FRAME_HEIGHT, _HEIGHT_OF_COLUMNS = 1088, 608
"""The heights of plain frames with the texts under the board and next to it, without a caption."""


def snippet(embedding: Embedding, study: Study) -> str:
    """Return the HTML that embeds the study in another page; empty if it is too long for a frame's address.

    All texts of the author are escaped.
    """
    if embedding.form == "frame":
        address = study_address(embedding, study)
        return _frame(embedding, address) if address else ""
    # JSON may escape any character, so escaping "<" keeps the text from closing the element.
    text = format_study(study).strip().replace("<", "\\u003c")
    id = f"{STUDY_ELEMENT_ID}-{crc32(text.encode()):08x}"  # a page may contain several studies
    name = f"./{file_name(study.title)}" if embedding.form == "file" else f"#{id}"
    picture = data_url(embedding.picture) if embedding.picture else ""
    address = study_address(embedding, study)
    element = board_element(embedding, name, picture, address, width=str(embedding.width))
    lines = board_lines(embedding.site, element)
    if embedding.form == "file":
        return lines
    return f'{lines}\n<script type="application/json" id="{id}">\n{text}\n</script>'


def board_element(embedding: Embedding, name: str, picture: str, study_link: str = "", **attributes: str) -> Node:
    """Return the ``<rule-board>`` element with its poster.

    Args:
        embedding: the author's choices.
        name: the URL of the study's file, or ``#`` and the id of the element that contains the study's text.
        picture: the URL of the poster; empty for a board without a poster.
        study_link: the URL that the poster links to; empty for a link to the position if the study is too long for a
            URL.
        attributes: further attributes.
    """
    game, paper = embedding.chapter.chapter.game, embedding.paper if embedding.has_paper else None
    timeline = embedding.chapter.timeline(embedding.first_node)
    description = _("{game}: a study to step through in Ruleboard").format(game=_(GAMES[game].title))
    position_link = embedding.site + format_route(
        Route("from", game, text=state_to_link(timeline.game, timeline.state))
    )
    return el(
        "rule-board",
        poster(study_link or position_link, description, picture, timeline.game, timeline.public_state()),
        el("p", text=embedding.caption) if embedding.caption else None,
        el("div", *paper.parts, slot="paper", hidden=True) if paper else None,
        **_board_attributes(embedding, name),
        **attributes,
    )


def _board_attributes(embedding: Embedding, study: str) -> dict[str, str]:
    """Return the attributes of ``<rule-board>``, which are also the parameters of a frame's address."""
    ply = embedding.chapter.nodes[embedding.first_node].ply
    values = {
        "study": study,
        "chapter": str(embedding.number + 1) if embedding.number else "",
        "start": str(ply) if ply else "",
        "game": embedding.chapter.chapter.game,
        **embedding.board_attributes(),
    }
    return {name: value for name, value in values.items() if value}


def has_optional_coordinates(study: Study) -> bool:
    """Return True if a chapter's game can show coordinates but hides them by default."""
    return any(map(_game_has_optional_coordinates, {chapter.game for chapter in study.chapters}))


@lru_cache(maxsize=16)
def _game_has_optional_coordinates(game: str) -> bool:
    return diagram.has_optional_coordinates(GAMES[game], GAMES[game].initial({}, 0))


def game_link(embedding: Embedding) -> str:
    """Return the URL that opens the main line as a game; empty if the chapter has no moves or hides information."""
    chapter_tree = embedding.chapter
    timeline = chapter_tree.timeline(chapter_tree.lines[0].nodes[-1]) if chapter_tree.lines[0].nodes else None
    if timeline is None or contains_hidden_information(timeline):
        return ""
    text = format_game_link(timeline)
    return embedding.site + format_route(Route("game", text)) if text else ""


def with_poster(embedding: Embedding, study: Study, sheets: Mapping[str, StyleSheet]) -> Embedding:
    """Return the embedding with a poster of its first visible node, as readers see it."""
    ply = embedding.chapter.nodes[embedding.first_node].ply
    reader = readers.open_study(
        study, embedding.number + 1, ply, flips_boards=embedding.is_flipped, chapter_tree=embedding.chapter
    )
    timeline = reader.table.timeline
    options = diagram.Diagram(
        seat=reader.seat,
        marks=replace(reader.marks, read_only=True),
        coordinates=embedding.coordinates if _game_has_optional_coordinates(timeline.game.id) else None,
        width=embedding.width,
        drawings=reader.drawings,
    )
    picture = diagram.poster(timeline.game, timeline.state, sheets[diagram.LIGHT], options, embedding.theme)
    # On paper, no choice in the dialog changes the study, which may have many diagrams.
    paper = embedding.paper or _open_paper(study, sheets[diagram.LIGHT]) if embedding.has_paper else None
    return replace(embedding, picture=picture, paper=paper)


_PAPER_WIDTH: Final = 340
"""The width of a diagram on paper, in CSS pixels: 9 cm."""


def _open_paper(study: Study, sheet: StyleSheet) -> Paper:
    """Return the printable study, still without its diagrams. The other page prints it instead of the board."""

    def draw(chapter_tree: OpenChapter, node: int) -> Node:
        timeline = chapter_tree.timeline(node)
        note_drawings = drawings(chapter_tree.nodes[node].note)
        options = diagram.Diagram(
            seat=chapter_tree.chapter.seat, marks=Marks(read_only=True), width=_PAPER_WIDTH, drawings=note_drawings
        )
        picture = diagram.poster(timeline.game, timeline.state, sheet, options, diagram.LIGHT)
        return el(
            "img", src=data_url(picture), alt=diagram.position_description(timeline.game, timeline.public_state())
        )

    return open_paper(study, draw)
