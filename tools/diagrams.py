"""SVG files of positions: `python3 dev.py diagrams …`. Standard library only; docs/diagrams.md has the usage."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from tools.setup import ROOT
from tools.styles import bundle

sys.path.insert(0, str(ROOT / "py"))

from ruleboard.api.files import encode, read_text, write_text
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.limits import MAX_RECORD_LENGTH
from ruleboard.games.diagram import (
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
from ruleboard.games.links import unpack_position
from ruleboard.games.registry import GAMES

_NAME = re.compile(r"\w[\w .+-]*")
_FORM = "<game> <tab> <position> <tab> <name>, and perhaps <tab> <marks> <tab> <title>"


class DiagramsError(Exception):
    """A request that cannot be drawn; the message says what is wrong and where."""


class Job(NamedTuple):
    """A diagram to draw.

    Attributes:
        origin: the place of the request in errors ("list.tsv, line 3").
        game: the rules.
        state: the position.
        name: the name of the file, without its ending.
        diagram: title, seat, marks and look.
    """

    origin: str
    game: Game[Any, Any]
    state: object
    name: str
    diagram: Diagram


def styles() -> str:
    """Return the text of the app's style sheet, which diagrams use too."""
    return bundle(ROOT / "static" / "css")


def jobs(text: str, file: str, common: Diagram) -> Iterator[Job]:
    """Yield the diagrams of a list, one per line, without empty lines and comments (``#``).

    Raises:
        DiagramsError: a line is malformed; the message names file and line.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        origin = f"{file}, line {number}"
        fields = [field.strip() for field in line.split("\t")]
        if not 3 <= len(fields) <= 5:
            raise DiagramsError(f"{origin}: it has {len(fields)} fields (expected {_FORM})")
        game, position, name, marks, title = (*fields, "", "")[:5]
        if not _NAME.fullmatch(name):
            raise DiagramsError(f"{origin}: {name[:30]!r} is no name for a file (expected letters, digits, - and _)")
        yield job(origin, game, position, name, marks, replace(common, title=title or common.title))


def job(origin: str, game: str, position: str, name: str, marks: str, diagram: Diagram) -> Job:
    """Return the diagram of a request, whose arguments are the fields of a line in a list.

    Raises:
        DiagramsError: the game, the position or a mark is unknown.
    """
    if game not in GAMES:
        raise DiagramsError(f"{origin}: there is no game {game[:30]!r} (expected {', '.join(GAMES)})")
    rules = GAMES[game]
    try:
        state = (
            rules.parse_position(unpack_position(position)) if position not in ("", "start") else rules.initial({}, 0)
        )
        parsed_marks = parse_marks(rules, rules.view(state, None), marks) if marks else diagram.marks
    except RuleboardError as error:
        raise DiagramsError(f"{origin}: {error}") from None
    if diagram.seat >= len(rules.sides(state)):
        raise DiagramsError(f"{origin}: {len(rules.sides(state))} play this game (expected --flip from 0)")
    return Job(origin, rules, state, name, replace(diagram, marks=parsed_marks))


def diagram_svg(job: Job, css: str) -> str:
    """Return the text of a diagram's file."""
    return svg(job.game, job.state, look_stylesheets(css)[job.diagram.look], job.diagram)


def main(arguments: Sequence[str]) -> int:
    """Draw the diagrams that the command line asks for."""
    options = _parser().parse_args(arguments)
    look = PRINT if options.bw else options.theme
    common = Diagram(options.title, int(options.flip), coordinates=options.coordinates, look=look, width=options.width)
    try:
        if options.file is not None:
            if options.game or options.position or options.marks:
                raise DiagramsError("a file says itself what is drawn: --file takes neither a game nor --marks")
            text = sys.stdin.read(MAX_RECORD_LENGTH) if options.file == "-" else read_text(options.file)
            diagrams = list(jobs(text, "standard input" if options.file == "-" else options.file, common))
        elif options.game is None:
            raise DiagramsError("a game is missing, or --file with a list of positions")
        else:
            diagrams = [job("the position", options.game, options.position or "", "", options.marks or "", common)]
        _write(diagrams, options.output, many=options.file is not None)
    except (DiagramsError, RuleboardError) as problem:
        print(f"dev.py diagrams: {problem}", file=sys.stderr)
        return 2
    return 0


def _write(diagrams: Sequence[Job], output: str | None, *, many: bool) -> None:
    css = styles()
    if not many:
        text = diagram_svg(diagrams[0], css)
        if output is None:
            encode(text, "standard output", sys.stdout.encoding or "utf-8")
            sys.stdout.write(text)
        else:
            _save(Path(output), text)
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
        _save(folder / f"{diagram.name}.svg", diagram_svg(diagram, css))
    print(f"{len(diagrams)} diagrams are in {folder}")


def _save(path: Path, text: str) -> None:
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
        epilog=f"A file has a position a line: {_FORM}.",
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
