"""Write pages whose links show a position in chats and CMSs: `python3 dev.py share-pages …`; see docs/platforms.md."""

from __future__ import annotations

import argparse
import importlib.util
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import NamedTuple

from tools.diagrams import read_lines, read_stylesheet
from tools.previews import format_preview_tags, parse_base_url
from tools.setup import ROOT, SetupError, run_with_picture_packages

sys.path.insert(0, str(ROOT / "py"))

from ruleboard.api.files import read_text, write_bytes, write_text
from ruleboard.api.pictures import picture_bytes
from ruleboard.app.lessons.session import LessonSession
from ruleboard.app.share.session import ShareChoices, estimated_height
from ruleboard.app.study.embedding import FRAME_HEIGHT
from ruleboard.app.study.files import read_study_file_steps
from ruleboard.app.study.reader import Reader, open_study
from ruleboard.app.ui.board_choices import BOARD_WIDTHS
from ruleboard.app.ui.board_lines import exercise_height, frame_line
from ruleboard.diagram import DARK, LIGHT, Diagram, parse_stylesheets_by_look, position_description, svg
from ruleboard.embed.board import Board, open_board
from ruleboard.embed.parameters import (
    MAX_ADDRESS_LENGTH,
    Parameters,
    format_fragment,
    parameter_texts,
    parse_parameters,
)
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game_link import COMPRESSED_PREFIX, compress
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.study_text import format_study
from ruleboard.registry import GAMES

_LINE_FORMAT = "<name> <tab> <title> <tab> game=<game> <tab> …, with the attributes of <rule-board>"
_NAME_PATTERN = re.compile(r"[a-z0-9][a-z0-9-]{0,79}", re.ASCII)
_MAX_ERRORS = 10
"""The maximum number of lines in one message."""
_PICTURE_WIDTH = 800
"""The width of a picture in pixels."""
_FRAME_WIDTH = BOARD_WIDTHS[1]
_PAGE_HEIGHT = 160
"""The height of a page without its board, in CSS pixels."""
_PAGE_STYLES = """body { margin: 2rem auto; max-width: 32rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; }
img { display: block; width: 100%; height: auto; max-height: var(--rule-board-highest, 38rem); object-fit: contain; }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; } body { background: #1b1a18; color: #ece6da; } }
"""
_PAGE_TEMPLATE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
{tags}
<link rel="alternate" type="application/json+oembed" href="{oembed}" title="{title}">
<link rel="icon" href="../../static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../page.css">
<script src="../../embed.js" defer></script>
</head>
<body>
<h1>{title}</h1>
<rule-board {attributes}>
{heading}<a href="{board}"><img src="./board.png" alt="{alt}" width="{width}" height="{height}"></a>{texts}
</rule-board>
<p><a href="../../">Ruleboard</a></p>
</body>
</html>
"""


class SharePagesError(Exception):
    """Raised when a list is invalid. The message says what is wrong and where."""


class Page(NamedTuple):
    """A page to write.

    Attributes:
        name: the name of the page's folder.
        title: the title of the page.
        parameters: the parameters of the board or study.
        board: the board, or the session of the study reader.
    """

    name: str
    title: str
    parameters: Parameters
    board: Board | Reader


def parse_pages(text: str, file: str) -> list[Page]:
    """Parse a list with one page per line. Empty lines and comments (``#``) are skipped.

    Args:
        text: the list.
        file: its name. The paths of study files in it are relative to its folder.

    Raises:
        SharePagesError: lines are malformed; the message names the file and the first of these lines.
    """
    pages: list[Page] = []
    errors: list[str] = []
    origins: dict[str, str] = {}
    for origin, fields in read_lines(text, file):
        try:
            pages.append(_parse_page(fields, origin, origins, Path(file).parent))
        except (SharePagesError, RuleboardError) as error:
            errors.append(f"{origin}: {error}")
            if len(errors) == _MAX_ERRORS:
                break
    if errors:
        raise SharePagesError("\n".join(errors))
    return pages


def _parse_page(fields: Sequence[str], origin: str, origins: dict[str, str], folder: Path) -> Page:
    """Parse the fields of a line.

    Args:
        fields: the fields.
        origin: the file and the line, for error messages.
        origins: the origins of earlier lines by page name, to which the function adds this line.
        folder: the folder of the list.

    Raises:
        SharePagesError: a field is missing, the name is invalid or used twice, or a setting has no or two values.
        RuleboardError: a parameter is invalid, or the study is too long for an address.
    """
    if len(fields) < 3 or not fields[1]:
        raise SharePagesError(f"it has {len(fields)} fields (expected {_LINE_FORMAT})")
    name, title, *settings = fields
    if not _NAME_PATTERN.fullmatch(name):
        raise SharePagesError(f"{name[:30]!r} is not a page name (expected a-z, 0-9 and -)")
    if origins.setdefault(name, origin) != origin:
        raise SharePagesError(f"{origins[name]} has the name {name!r} already (expected another)")
    values: dict[str, str] = {}
    for setting in filter(None, settings):
        key, equals_sign, value = setting.partition("=")
        if not equals_sign or key in values:
            fault = "is there twice" if equals_sign else "has no value"
            raise SharePagesError(f"{key[:30]!r} {fault} (expected {_LINE_FORMAT})")
        values[key] = value
    return _open_page(name, title, values, folder)


def _open_page(name: str, title: str, values: dict[str, str], folder: Path) -> Page:
    """Open the board or the study of a page.

    Raises:
        RuleboardError: a parameter is invalid, or the study is too long for an address.
    """
    if "study" not in values:
        parameters = parse_parameters(values)
        return Page(name, title, parameters, open_board(parameters))
    study = run_to_end(read_study_file_steps(read_text(folder / values["study"])))
    compressed_study = COMPRESSED_PREFIX + compress(format_study(study, is_indented=False))
    if len(compressed_study) > MAX_ADDRESS_LENGTH:
        raise RuleboardError(
            "it is too long for an address", where="study", expected=f"at most {MAX_ADDRESS_LENGTH} characters"
        )
    parameters = parse_parameters({**values, "study": compressed_study})
    return Page(
        name, title, parameters, open_study(study, parameters.chapter, parameters.start, flips_boards=parameters.flip)
    )


def create_page_files(page: Page, site: str, css: str) -> dict[str, bytes]:
    """Return the files of a page by name.

    Args:
        page: the page.
        site: the address of Ruleboard, which ends in a slash.
        css: the app's style sheet.
    """
    address = f"{site}p/{page.name}/"
    picture = draw_position(page, css)
    height = _read_picture_height(picture)
    board_address = f"{site}embed.html#{format_fragment(page.parameters)}"
    texts = parameter_texts(page.parameters)
    attributes = " ".join(f'{name}="{escape(value)}"' for name, value in texts.items())
    lesson = page.board.lesson if isinstance(page.board, Board) else None
    task = page.parameters.ask or (_find_lesson_task(lesson) if lesson else "")
    description = task or page.parameters.caption or page.parameters.heading or "A board of Ruleboard"
    image = f"{address}board.png"
    alt = f"{page.title}. {_describe_position(page.board)}"
    tags = format_preview_tags(page.title, description, address, image, alt)
    html = _PAGE_TEMPLATE.format(
        lang=escape(page.parameters.lang or "en"),
        title=escape(page.title),
        alt=escape(alt),
        tags=tags,
        oembed=escape(f"{address}oembed.json"),
        attributes=attributes,
        board=escape(board_address),
        heading=_format_paragraph(page.parameters.heading),
        texts=_format_paragraph(page.parameters.caption) + _format_paragraph(task),
        width=_PICTURE_WIDTH,
        height=height,
    )
    frame_height = _PAGE_HEIGHT
    if isinstance(page.board, Reader):
        frame_height += FRAME_HEIGHT
    elif lesson:
        frame_height += exercise_height(texts, _FRAME_WIDTH, height / _PICTURE_WIDTH)
    else:
        share_choices = ShareChoices(
            mode=page.parameters.mode, caption=page.parameters.caption, embed_width=_FRAME_WIDTH
        )
        frame_height += estimated_height(page.board.table, share_choices)
    oembed = {
        "version": "1.0",
        "type": "rich",
        "title": page.title,
        "provider_name": "Ruleboard",
        "provider_url": site,
        # The page and not embed.html: WordPress adds a fragment of its own to the address.
        "html": frame_line(address, page.title, frame_height, str(_FRAME_WIDTH)),
        "width": _FRAME_WIDTH,
        "height": frame_height,
        "thumbnail_url": image,
        "thumbnail_width": _PICTURE_WIDTH,
        "thumbnail_height": height,
    }
    return {
        "index.html": html.encode(),
        "oembed.json": json.dumps(oembed, ensure_ascii=False, indent=1).encode(),
        "board.png": picture_bytes(picture, "png"),
    }


def _find_lesson_task(session: LessonSession) -> str:
    """Return the task of a lesson's step, or the title of the lesson if the step has none."""
    return session.step.task.prompt if session.step.task else session.lesson.title


def _describe_position(board: Board | Reader) -> str:
    """Describe the position that a board shows first."""
    timeline = board.table.viewed_timeline
    return position_description(timeline.game, timeline.public_state())


def _format_paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>" if text else ""


def draw_position(page: Page, css: str) -> str:
    """Draw the position that the board shows first."""
    board = page.board
    timeline, marks = board.table.viewed_timeline, board.marks
    # Only a piece with the mark "taken" shows where it may go.
    marks = replace(marks, next_targets=marks.next_targets if marks.selected else {}, read_only=True)
    page_look = DARK if page.parameters.theme == "dark" else LIGHT
    drawings = board.drawings if isinstance(board, Reader) else ()
    diagram = Diagram(
        seat=board.seat,
        marks=marks,
        coordinates=page.parameters.coordinates or None,
        look=page_look,
        width=_PICTURE_WIDTH,
        drawings=drawings,
    )
    return svg(GAMES[timeline.game.id], timeline.state, parse_stylesheets_by_look(css)[page_look], diagram)


def _read_picture_height(picture: str) -> int:
    """Return the height of a picture in pixels, from its first ``height`` attribute."""
    match = re.search(r' height="(\d+)"', picture)
    return int(match[1]) if match else _PICTURE_WIDTH


def main(arguments: Sequence[str]) -> int:
    """Write the pages from the command line and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="dev.py share-pages",
        description="Write pages whose links show a position in chats and CMSs.",
        epilog=f"A line has: {_LINE_FORMAT}.",
    )
    parser.add_argument("list", help="the file with one page on each line")
    parser.add_argument("--base-url", required=True, type=parse_base_url, help="the address of Ruleboard: https://…")
    parser.add_argument("--out", default="dist", help="the folder of the built site (dist)")
    options = parser.parse_args(arguments)
    try:
        if importlib.util.find_spec("cairosvg") is None:
            return run_with_picture_packages("share-pages", arguments)
        pages, css = parse_pages(read_text(options.list), options.list), read_stylesheet()
        folder = Path(options.out) / "p"
        for page in pages:
            (folder / page.name).mkdir(parents=True, exist_ok=True)
            for name, data in create_page_files(page, options.base_url, css).items():
                write_bytes(folder / page.name / name, data)
        if pages:
            write_text(folder / "page.css", _PAGE_STYLES)
    except (SharePagesError, RuleboardError, SetupError) as error:
        print(f"dev.py share-pages: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"dev.py share-pages: {error.filename} cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    print(f"{len(pages)} pages are in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
