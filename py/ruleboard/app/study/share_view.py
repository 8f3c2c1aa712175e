"""The page for sharing a study: its files, the HTML for other pages with a live preview, and a link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ruleboard.app.message_names import StudyMessage
from ruleboard.app.study import embedding as embeddings
from ruleboard.app.study.embedding import EMBEDDING_FORM, STUDY_ELEMENT_ID, Embedding
from ruleboard.app.study.files import file_name
from ruleboard.app.ui.components import CopyState, button, live_preview, svg_data_url, unhosted_note
from ruleboard.app.ui.copying import copyable_text_area
from ruleboard.engine.study import Study
from ruleboard.engine.study_text import format_study
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el
from ruleboard.wording import clean_name


def share_parts(study: Study, embedding: Embedding, chapter: str, copy_state: CopyState) -> Iterator[Node]:
    """Yield the sections of the page for sharing a study.

    Args:
        study: the study.
        embedding: the author's choices.
        chapter: the title of the first visible chapter.
        copy_state: the field that the author copied last.
    """
    yield el("h1", text=_("Share “{title}”").format(title=clean_name(study.title)), key="title")
    yield el("section", _page_section(study, embedding, chapter, copy_state), cls="share-section", key="page")
    yield el("section", _file_section(study), cls="share-section", key="files")
    if embedding.is_hosted:
        yield el("section", _link_section(study, embedding, copy_state), cls="share-section", key="address")
    if link := embeddings.game_link(embedding):
        label = _("A link to the moves of this chapter")
        explanation = _("The link opens the main line as a game, without comments.")
        yield el(
            "section",
            copyable_text_area(copy_state, "study-link", label, link, 3),
            el("p", text=explanation, cls="small"),
            cls="share-section",
            key="link",
        )


def _link_section(study: Study, embedding: Embedding, copy_state: CopyState) -> Iterable[Node]:
    """Yield the link to the whole study, or an explanation if the study is too long for an address."""
    label, address = _("A link to the study"), embeddings.study_address(embedding, study)
    if address:
        yield copyable_text_area(copy_state, "study-address", label, address, 3)
        yield el(
            "p",
            text=_("The link contains the whole study as it is now. The study opens on a separate page."),
            cls="small",
        )
        return
    explanation = _(
        "The study is too long for a link. Put {file} next to embed.html on your server, and link to {address}."
    )
    name = file_name(study.title)
    yield el("h2", text=label)
    yield el("p", text=explanation.format(file=name, address=f"embed.html#study={name}"), cls="small")


def _file_section(study: Study) -> Iterable[Node | None]:
    yield el("h2", text=_("As a file"))
    explanation = _(
        "This file contains the whole study. Keep it, import it elsewhere, or put it next to one of "
        "your own pages. The PGN file is for other programs."
    )
    yield el("p", text=explanation, cls="small")
    yield el(
        "div",
        button(_("Save {file}").format(file=file_name(study.title)), StudyMessage.EXPORT, cls="primary", key="json"),
        button(_("Save {file}").format(file=file_name(study.title, "pgn")), StudyMessage.EXPORT, "pgn", key="pgn"),
        cls="row",
    )


def _page_section(study: Study, embedding: Embedding, chapter: str, copy_state: CopyState) -> Iterable[Node | None]:
    yield el("h2", text=_("On your own page"))
    if not embedding.is_hosted:
        yield unhosted_note()
        return
    yield EMBEDDING_FORM.node(embedding, "form")
    yield EMBEDDING_FORM.node(embedding, "begin", label=_("The study opens with “{chapter}”").format(chapter=chapter))
    yield from (EMBEDDING_FORM.node(embedding, name) for name in ("theme", "language", "width"))
    yield el(
        "div",
        EMBEDDING_FORM.node(embedding, "flipped"),
        EMBEDDING_FORM.node(embedding, "coordinates") if embeddings.has_optional_coordinates(study) else None,
        EMBEDDING_FORM.node(embedding, "paper") if embedding.form != "frame" else None,
        cls="segments",
        key="board",
    )
    yield EMBEDDING_FORM.node(embedding, "caption")
    explanation = _("Put {file} next to your page, on the same site.").format(file=file_name(study.title))
    if embedding.form == "file":
        yield el(
            "div",
            el("p", text=explanation),
            button(_("Save {file}").format(file=file_name(study.title)), StudyMessage.EXPORT),
            cls="row",
            key="file",
        )
    if embedding.is_drawing:
        yield el("p", text=_("Drawing the diagrams …"), role="status", key="drawing")
        yield _preview(study, embedding)
        return
    snippet = embeddings.snippet(embedding, study)
    if not snippet:
        yield el("p", text=_("This study is too long for an address. Store it in a file."), role="status", key="long")
        return
    yield copyable_text_area(copy_state, "study-embed", _("Copy this into your page"), snippet, 6)
    yield _preview(study, embedding)


def _preview(study: Study, embedding: Embedding) -> Node:
    """Return a preview of the embedded board: the poster, which a touch replaces with the live frame."""
    picture = svg_data_url(embedding.picture) if embedding.picture else ""
    choices_on_screen = replace(embedding, has_paper=False)
    board = embeddings.board_element(choices_on_screen, f"#{STUDY_ELEMENT_ID}", picture, cls=f"wide-{embedding.width}")
    return live_preview(board, el("div", text=format_study(study, is_indented=False), id=STUDY_ELEMENT_ID, hidden=True))
