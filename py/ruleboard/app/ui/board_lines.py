"""The HTML lines that put a board into another page: the script and the element with its poster, or a plain frame."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin

from ruleboard.diagram import position_description
from ruleboard.engine.game import Game
from ruleboard.engine.game_link import compress
from ruleboard.engine.timeline import Timeline
from ruleboard.links import format_parameters
from ruleboard.registry import VIEWS
from ruleboard.scene.node import Node, el
from ruleboard.scene.posters import data_url
from ruleboard.scene.serialize import to_html

_TASK_HEIGHT, _LESSON_HEIGHT, _PADDING, _MAX_BOARD_HEIGHT = 260, 540, 8, 608
"""The heights of the parts of a plain frame, in CSS pixels (see embed.css): the task of a puzzle with the most buttons,
the texts above and below the board of a lesson, the padding, and the highest board."""
_PLAIN_TASK_HEIGHT, _TASK_LINE_HEIGHT, _TASK_LETTER_WIDTH = 190, 25, 11
"""The height of a puzzle's task of one line without buttons for moves, of each further line, and the width of a letter
of the task, in CSS pixels."""
_NARROW_WIDTH, _WRAPPED_HEIGHT = 440, 44
"""The width below which texts and buttons of a puzzle wrap, and the height that they then need in addition."""
_HEIGHT_OF_COLUMNS: Final = 630
"""The height of a plain frame with the texts next to the board, in CSS pixels."""
MIN_WIDTH_OF_COLUMNS: Final = 640
"""The minimum width that puts the texts of a plain frame in a column next to the board (see embed.css)."""
_CAPTION_MARGIN, _CAPTION_LINE_HEIGHT, _CAPTION_LETTER_WIDTH, _SIGN_WIDTH = 8, 23, 7, 136
"""The size of a caption, and the room that the sign on the poster takes from it."""


def board_lines(site: str, board: Node) -> str:
    """Return the HTML of a ``<rule-board>`` element, and of the script that it needs.

    Args:
        site: the URL of the app.
        board: the element.
    """
    return f"{to_html(el('script', src=urljoin(site, 'embed.js'), defer=True))}\n{to_html(board)}"


def frame_address(site: str, parameters: Mapping[str, str]) -> str:
    """Return the URL of a page that contains only a board.

    Args:
        site: the URL of the app.
        parameters: the attributes of the ``<rule-board>`` element, which are the parameters of the address.
    """
    return urljoin(site, f"embed.html#{format_parameters(parameters)}")


def frame_source(address: str, width: int, picture: str, description: str) -> str:
    """Return the URL of a plain frame.

    Args:
        address: the URL of the board, from ``frame_address``.
        width: the maximum width of the content, in CSS pixels.
        picture: the picture that the frame shows before it starts, as SVG; may be empty.
        description: the text that describes the picture.
    """
    # embed_frame.js reads the description from the picture.
    titled_picture = picture.replace(">", f">{to_html(el('title', text=description))}", 1)
    return f"{address}&width={width}" + (f"&poster={compress(titled_picture)}" if picture else "")


def frame_line(source: str, title: str, height: int, width: str = "100%") -> str:
    """Return the HTML of a plain frame, for pages that allow no scripts.

    By default the frame is as wide as the page allows, and limits the width of its content itself, since strict
    policies drop inline styles.

    Args:
        source: the URL of the frame, from ``frame_source``.
        title: its title.
        height: its height, in CSS pixels.
        width: its width, in CSS pixels or percent.
    """
    frame = el("iframe", src=source, title=title, loading="lazy", width=width, height=str(height), frameborder="0")
    return to_html(frame)


def caption_height(caption: str, width: int) -> int:
    """Estimate the height of a caption in a plain frame, in CSS pixels; 0 without one.

    Args:
        caption: the text.
        width: the maximum width of the content, in CSS pixels.
    """
    lines = ceil(len(caption) * _CAPTION_LETTER_WIDTH / (width - _SIGN_WIDTH))
    return _CAPTION_MARGIN + lines * _CAPTION_LINE_HEIGHT if lines else 0


class EmbeddedExercise(NamedTuple):
    """A lesson or a puzzle for other pages.

    Attributes:
        address: its address in the app, to which readers without scripts get a link.
        title: its title: the beginning of the picture's description, and the title of the frame.
        text: the text under the picture; may be empty.
        attributes: the attributes of the ``<rule-board>`` element, without its width.
        start: the game at the position on the picture.
        picture: the picture as SVG; empty for a link without one.
        width: the maximum width, in CSS pixels.
        ratio: the height of the board divided by its width; for a lesson of the highest one.
    """

    address: str
    title: str
    text: str
    attributes: Mapping[str, str]
    start: Timeline[Any]
    picture: str
    width: int
    ratio: float


class ExerciseHtml(NamedTuple):
    """The HTML that embeds a lesson or a puzzle in another page.

    Attributes:
        lines: the ``<rule-board>`` element, and the script that it needs.
        frame: the plain frame.
        preview: the element as a node, for the app's own page.
    """

    lines: str
    frame: str
    preview: Node


def snippets(site: str, exercise: EmbeddedExercise) -> ExerciseHtml:
    """Return the HTML that embeds a lesson or a puzzle in another page.

    Args:
        site: the URL of the app.
        exercise: the lesson or puzzle.
    """
    address, title, text, attributes, start, picture, width, ratio = exercise
    url, caption = data_url(picture) if picture else "", attributes.get("caption", "")
    board = el(
        "rule-board",
        poster(urljoin(site, address), title, url, start.game, start.public_state()),
        *(el("p", text=paragraph) for paragraph in (caption, text) if paragraph),
        **attributes,
    )
    # A frame shows the task under its poster only if it is in the address.
    description = position_description(start.game, start.public_state())
    source = frame_source(frame_address(site, {**attributes, "ask": text}), width, picture, description)
    lines = board_lines(site, board._replace(attrs={**board.attrs, "width": str(width)}))
    preview = board._replace(attrs={**board.attrs, "class": f"wide-{width}"})
    has_buttons = "lesson" in attributes or _has_buttons(start)
    height = exercise_height(attributes, width, ratio, has_buttons=has_buttons)
    return ExerciseHtml(lines, frame_line(source, title, height), preview)


def _has_buttons(start: Timeline[Any]) -> bool:
    """Return True if the player makes or ends moves with buttons, not only by touches of the board."""
    actions = start.game.legal_actions(start.state)
    starts_with_buttons = any(target.startswith("do:") for action in actions for target in action.targets)
    return starts_with_buttons or VIEWS[start.game.id].turn_end != ""


def exercise_height(attributes: Mapping[str, str], width: int, ratio: float, *, has_buttons: bool = True) -> int:
    """Return a sufficient height for the plain frame of a lesson or a puzzle, in CSS pixels.

    See ``EmbeddedExercise`` for the other parameters.

    Args:
        has_buttons: False for a puzzle without buttons for moves.
    """
    height = _HEIGHT_OF_COLUMNS
    if width < MIN_WIDTH_OF_COLUMNS:
        board_height = min(_MAX_BOARD_HEIGHT, ceil((width - 2 * _PADDING) * ratio))
        task_height = _TASK_HEIGHT if has_buttons else _plain_task_height(attributes.get("ask", ""), width)
        task_height += _WRAPPED_HEIGHT if width < _NARROW_WIDTH else 0
        text_height = _LESSON_HEIGHT if "lesson" in attributes else task_height
        height = board_height + text_height + 2 * _PADDING
    return height + caption_height(attributes.get("caption", ""), width)


def _plain_task_height(task: str, width: int) -> int:
    lines = ceil(len(task) * _TASK_LETTER_WIDTH / (width - 2 * _PADDING))
    return min(_TASK_HEIGHT, _PLAIN_TASK_HEIGHT + max(0, lines - 1) * _TASK_LINE_HEIGHT)


def picture_ratio(picture: Node) -> float:
    """Return the height of a picture divided by its width."""
    _x, _y, width, height = map(float, picture.attrs["viewBox"].split())
    return height / width


def poster(address: str, label: str, picture: str, game: Game[Any, Any], state: object) -> Node:
    """Return the link that readers see in a ``<rule-board>`` element until the board starts.

    Args:
        address: the URL of the link.
        label: the text of a link without a picture, and the beginning of the picture's description.
        picture: the URL of the picture; empty for a link without one.
        game: the game.
        state: the state on the picture, without hidden information.
    """
    if not picture:
        return el("a", text=label, href=address)
    return el("a", el("img", src=picture, alt=f"{label}. {position_description(game, state)}"), href=address)
