"""Pictures of positions as standalone SVG texts."""

from __future__ import annotations

import importlib.util
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from ruleboard.api.values import quote
from ruleboard.diagram import (
    LIGHT,
    LOOKS,
    MAX_WIDTH,
    MIN_WIDTH,
    Diagram,
    full_svg,
    parse_marks,
    parse_stylesheets_by_look,
)
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game import Game
from ruleboard.scene.css import StyleSheet
from ruleboard.scene.drawings import Drawing
from ruleboard.scene.marks import Marks

STYLE_SHEET_FILE: Final = Path(__file__).with_name("style.css")
"""The style sheet in a wheel; `dev.py wheel` puts it there."""
FORMATS: Final = ("svg", "png", "pdf")
"""The formats of picture files, which are also their suffixes."""
_OUTLINED_TEXT_PATTERN: Final = re.compile(
    r'<text([^>]*?)( stroke="[^"]*" stroke-width="[^"]*" stroke-linejoin="round") paint-order="stroke"([^>]*)>'
    r"([^<]*)</text>"
)
_PROJECT_FOLDER: Final = Path(__file__).resolve().parents[3]


def svg(
    game: Game[Any, Any],
    view: Any,
    *,
    seat: int,
    marks: str,
    title: str,
    look: str,
    width: int,
    coordinates: bool | None,
    drawings: tuple[Drawing, ...] = (),
) -> str:
    """Draw a state as a standalone SVG text.

    Args:
        game: the rules of the game.
        view: the state, or a player's view of it. The picture shows all information in it.
        seat: the player (0-based) at the bottom of the board.
        marks: the targets to mark, in the format of `dev.py diagrams --marks`.
        title: the line above the board; may be empty.
        look: "light", "dark" or "print".
        width: the width in pixels.
        coordinates: True to show the names of files and ranks, or of columns and rows; False to show none; None to
            show the same names as the app.
        drawings: the arrows, rings and labels over the board.

    Raises:
        RuleboardError: the look, width, seat or a mark is invalid.
    """
    player_count = len(game.sides(view))
    if not isinstance(seat, int) or not 0 <= seat < player_count:
        raise RuleboardError(f"there is no player {quote(seat)}", where="seat", expected=f"0 to {player_count - 1}")
    if look not in LOOKS:
        raise RuleboardError(f"there is no look {quote(look)}", where="look", expected=", ".join(LOOKS))
    if not isinstance(width, int) or not MIN_WIDTH <= width <= MAX_WIDTH:
        raise RuleboardError(
            f"{quote(width)} is not a width", where="width", expected=f"{MIN_WIDTH} to {MAX_WIDTH} pixels"
        )
    if not isinstance(marks, str) or not isinstance(title, str):
        raise RuleboardError("marks and title must be strings")
    parsed_marks = parse_marks(game, view, marks) if marks else Marks(read_only=True)
    diagram = Diagram(title, seat, parsed_marks, coordinates, look, width, drawings)
    return full_svg(game, view, _load_style_sheets()[look], diagram)


def format_of(path: str | None) -> str:
    """Return the picture format that a file's suffix names, or "svg" without a file or a suffix.

    Raises:
        RuleboardError: the suffix is not one of ``FORMATS``.
    """
    suffix = Path(path or "").suffix[1:].lower()
    if suffix and suffix not in FORMATS:
        expected = ", ".join(f".{format}" for format in FORMATS)
        raise RuleboardError(f"{quote(path)} is not the file name of a picture", expected=expected)
    return suffix or "svg"


def picture_bytes(svg_text: str, format: str) -> bytes:
    """Convert an SVG text to a file in one of ``FORMATS``. PNG and PDF need the package cairosvg.

    Raises:
        RuleboardError: the package, or the cairo library of the system, is missing.
    """
    if format == "svg":
        return svg_text.encode()
    try:
        import cairosvg
    except (ImportError, OSError):  # OSError: without the library of the system
        raise RuleboardError(
            f"a {format.upper()} file needs the package cairosvg and the system's cairo library",
            expected="pip install cairosvg (on Debian and Ubuntu also: apt install libcairo2)",
        ) from None
    convert = cairosvg.svg2png if format == "png" else cairosvg.svg2pdf
    # Cairo ignores the paint order and draws outlines over letters, so the letters follow again without an outline.
    svg_text = _OUTLINED_TEXT_PATTERN.sub(r"<text\1\2\3>\4</text><text\1\3>\4</text>", svg_text)
    data: bytes = convert(bytestring=svg_text.encode())
    return data


@cache
def _load_style_sheets() -> dict[str, StyleSheet]:
    if STYLE_SHEET_FILE.is_file():
        return parse_stylesheets_by_look(STYLE_SHEET_FILE.read_text(encoding="utf-8"))
    spec = importlib.util.spec_from_file_location("ruleboard_styles", _PROJECT_FOLDER / "tools" / "styles.py")
    if spec is None or spec.loader is None or not (_PROJECT_FOLDER / "tools" / "styles.py").is_file():
        raise RuleboardError("this installation of ruleboard has no style sheet, so that nothing can be drawn")
    styles_module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(styles_module)
    return parse_stylesheets_by_look(styles_module.bundle_styles(_PROJECT_FOLDER / "static" / "css"))


__all__ = ["FORMATS", "LIGHT", "format_of", "picture_bytes", "svg"]
