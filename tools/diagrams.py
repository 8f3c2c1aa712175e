"""Draw positions as SVG files: `python3 dev.py diagrams …`; see docs/diagrams.md.

This module uses only the standard library.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from tools.setup import ROOT
from tools.styles import bundle_styles

sys.path.insert(0, str(ROOT / "py"))

from ruleboard.api.files import encode, read_text, write_text
from ruleboard.diagram import (
    DARK,
    LIGHT,
    MAX_WIDTH,
    MIN_WIDTH,
    PRINT,
    Diagram,
    look_stylesheets,
    parse_marks,
    svg,
)
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.limits import MAX_RECORD_LENGTH
from ruleboard.links import decode_position
from ruleboard.registry import GAMES

_FILE_NAME = re.compile(r"\w[\w .+-]*")
_LINE_FORMAT = "<game> <tab> <position> <tab> <name>, and perhaps <tab> <marks> <tab> <title>"


class DiagramsError(Exception):
    """An invalid request for a diagram. The message says what is wrong and where."""


class Job(NamedTuple):
    """A request for a diagram.

    Attributes:
        origin: the location of the request for error messages, such as "list.tsv, line 3".
        game: the rules.
        state: the state to draw.
        name: the file name without its suffix.
        diagram: the title, the seat, the marks and the theme of the diagram.
    """

    origin: str
    game: Game[Any, Any]
    state: object
    name: str
    diagram: Diagram


def stylesheet() -> str:
    """Return the app's style sheet, which diagrams also use."""
    return bundle_styles(ROOT / "static" / "css")


def parse_list(text: str, file: str, common: Diagram) -> Iterator[Job]:
    """Parse a list with one diagram per line. Empty lines and comments (``#``) are skipped.

    Raises:
        DiagramsError: a line is malformed; the message names the file and the line.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        origin = f"{file}, line {number}"
        fields = [field.strip() for field in line.split("\t")]
        if not 3 <= len(fields) <= 5:
            raise DiagramsError(f"{origin}: it has {len(fields)} fields (expected {_LINE_FORMAT})")
        game, position, name, marks, title = (*fields, "", "")[:5]
        if not _FILE_NAME.fullmatch(name):
            raise DiagramsError(f"{origin}: {name[:30]!r} is no name for a file (expected letters, digits, - and _)")
        yield parse_job(origin, game, position, name, marks, replace(common, title=title or common.title))


def parse_job(origin: str, game: str, position: str, name: str, marks: str, diagram: Diagram) -> Job:
    """Create a request for a diagram from the fields of one line in a list.

    Raises:
        DiagramsError: the game, the position or a mark is unknown.
    """
    if game not in GAMES:
        raise DiagramsError(f"{origin}: there is no game {game[:30]!r} (expected {', '.join(GAMES)})")
    rules = GAMES[game]
    try:
        state = (
            rules.parse_position(decode_position(position)) if position not in ("", "start") else rules.initial({}, 0)
        )
        parsed_marks = parse_marks(rules, rules.view(state, None), marks) if marks else diagram.marks
    except RuleboardError as error:
        raise DiagramsError(f"{origin}: {error}") from None
    if diagram.seat >= len(rules.sides(state)):
        raise DiagramsError(f"{origin}: {len(rules.sides(state))} play this game (expected --flip from 0)")
    return Job(origin, rules, state, name, replace(diagram, marks=parsed_marks))


def diagram_svg(job: Job, css: str) -> str:
    """Return the SVG text of a diagram."""
    return svg(job.game, job.state, look_stylesheets(css)[job.diagram.look], job.diagram)


def main(arguments: Sequence[str]) -> int:
    """Draw diagrams from the command line and return the exit code."""
    options = _parser().parse_args(arguments)
    look = PRINT if options.bw else options.theme
    common = Diagram(options.title, int(options.flip), coordinates=options.coordinates, look=look, width=options.width)
    try:
        if options.file is not None:
            if options.game or options.position or options.marks:
                raise DiagramsError("a file says itself what is drawn: --file takes neither a game nor --marks")
            text = sys.stdin.read(MAX_RECORD_LENGTH) if options.file == "-" else read_text(options.file)
            diagrams = list(parse_list(text, "standard input" if options.file == "-" else options.file, common))
        elif options.game is None:
            raise DiagramsError("a game is missing, or --file with a list of positions")
        else:
            diagrams = [
                parse_job("the position", options.game, options.position or "", "", options.marks or "", common)
            ]
        _write_diagrams(diagrams, options.output, is_list=options.file is not None)
    except (DiagramsError, RuleboardError) as error:
        print(f"dev.py diagrams: {error}", file=sys.stderr)
        return 2
    return 0


def _write_diagrams(diagrams: Sequence[Job], output: str | None, *, is_list: bool) -> None:
    css = stylesheet()
    if not is_list:
        text = diagram_svg(diagrams[0], css)
        if output is None:
            encode(text, "standard output", sys.stdout.encoding or "utf-8")
            sys.stdout.write(text)
        else:
            _save_file(Path(output), text)
        return
    folder = Path(output or ".")
    origins: dict[str, str] = {}
    for diagram in diagrams:
        if diagram.name in origins:
            raise DiagramsError(
                f"{diagram.origin}: {diagram.name!r} is the name of another one already ({origins[diagram.name]})"
            )
        origins[diagram.name] = diagram.origin
    for diagram in diagrams:
        _save_file(folder / f"{diagram.name}.svg", diagram_svg(diagram, css))
    print(f"{len(diagrams)} diagrams are in {folder}")


def _save_file(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DiagramsError(f"{path} cannot be written: {error.strerror}") from None
    write_text(path, text)


def _width(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not MIN_WIDTH <= int(text[:9]) <= MAX_WIDTH:
        raise argparse.ArgumentTypeError(f"{text!r} is no width (expected {MIN_WIDTH} to {MAX_WIDTH} pixels)")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dev.py diagrams",
        description="Draw a position, or a file of them, as SVG that stands alone.",
        epilog=f"A file has a position a line: {_LINE_FORMAT}.",
    )
    parser.add_argument("game", nargs="?", help=", ".join(GAMES))
    parser.add_argument("position", nargs="?", help="a position text, coded or not; without it, the game's start")
    parser.add_argument("--file", metavar="FILE", help="draw every line of a file (- for standard input)")
    parser.add_argument("-o", "--output", help="the file to write, for --file the folder; without it, standard output")
    parser.add_argument("--marks", help="places to be marked: 'last:e2; last:e4; d5'")
    parser.add_argument("--title", default="", help="what stands above the board")
    parser.add_argument("--flip", action="store_true", help="the second player's side nearest")
    parser.add_argument(
        "--coordinates",
        action=argparse.BooleanOptionalAction,
        help="with the names of files and ranks, or of columns and rows, or without them (as the app has them)",
    )
    parser.add_argument("--width", type=_width, default=640, help="in pixels (640)")
    parser.add_argument("--theme", choices=(LIGHT, DARK), default=LIGHT, help="light or dark")
    parser.add_argument("--bw", action="store_true", help="for paper: black and white")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
