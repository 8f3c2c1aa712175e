"""Draw positions as SVG, PNG or PDF files: `python3 dev.py diagrams …`; see docs/diagrams.md.

For SVG files, this module uses only the standard library.
"""

from __future__ import annotations

import argparse
import html
import importlib.util
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from tools.setup import ROOT, SetupError, run_with_picture_packages
from tools.styles import bundle_styles

sys.path.insert(0, str(ROOT / "py"))

from ruleboard.api.drawings import parse_drawings
from ruleboard.api.files import encode, read_text, write_bytes
from ruleboard.api.pictures import FORMATS, format_of, picture_bytes
from ruleboard.api.problems import problem_at
from ruleboard.diagram import (
    LIGHT,
    LOOKS,
    MAX_WIDTH,
    MIN_WIDTH,
    PRINT,
    Diagram,
    parse_marks,
    parse_stylesheets_by_look,
    position_description,
    svg,
)
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.limits import MAX_RECORD_LENGTH
from ruleboard.learning import courses
from ruleboard.learning.problems import Problem
from ruleboard.links import decode_position
from ruleboard.registry import GAMES
from ruleboard.scene.posters import data_url

_FILE_NAME_PATTERN = re.compile(r"\w[\w .+-]*")
_LINE_FORMAT = "<game> <tab> <position> <tab> <name>, and perhaps <tab> <marks> <tab> <title> <tab> <setting>=<value> …"
_DRAWING_KINDS = ("arrows", "rings", "labels")
_SETTING_NAMES = ("flip", "coordinates", "width", "theme", *_DRAWING_KINDS, "task", "solution")
_SETTING_PATTERN = re.compile(rf"({'|'.join(_SETTING_NAMES)})(?:=(.*))?")
"""A setting of one line in a list."""
_SHEET_TEMPLATE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.4 serif; color: #000; background: #fff; }}
.tasks {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1.5rem; }}
figure {{ margin: 0; break-inside: avoid; }}
img {{ display: block; width: 100%; height: auto; }}
.solutions {{ break-before: page; }}
</style>
<h1>{title}</h1>
<div class="tasks">
{tasks}
</div>
<section class="solutions">
<h2>Solutions</h2>
<ol>
{solutions}
</ol>
</section>
</html>
"""


class DiagramsError(Exception):
    """Raised when a request for a diagram is invalid. The message says what is wrong and where."""


class Job(NamedTuple):
    """A request for a diagram.

    Attributes:
        origin: the location of the request for error messages, such as "list.tsv, line 3".
        game: the rules of the game.
        state: the state to draw.
        name: the file name without its suffix.
        diagram: the title, the seat, the marks and the theme of the diagram.
        task: the task on a sheet; may be empty.
        solution: the solution on a sheet; may be empty.
    """

    origin: str
    game: Game[Any, Any]
    state: object
    name: str
    diagram: Diagram
    task: str = ""
    solution: str = ""


def read_stylesheet() -> str:
    """Return the app's style sheet, which diagrams also use."""
    return bundle_styles(ROOT / "static" / "css")


def read_lines(text: str, file: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the origin and the fields of each line in a list, except empty lines and comments (``#``).

    Args:
        text: the list. Tabs separate its fields.
        file: its name.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield f"{file}, line {number}", [field.strip() for field in line.split("\t")]


def parse_list(text: str, file: str, default_diagram: Diagram) -> Iterator[Job]:
    """Parse a list with one diagram per line. Empty lines and comments (``#``) are skipped.

    Raises:
        DiagramsError: a line is malformed; the message names the file and the line.
    """
    for origin, fields in read_lines(text, file):
        settings = {match[1]: match[2] or "" for field in fields[3:] if (match := _SETTING_PATTERN.fullmatch(field))}
        texts = [*fields[:3], *(field for field in fields[3:] if not _SETTING_PATTERN.fullmatch(field))]
        if not 3 <= len(texts) <= 5:
            raise DiagramsError(f"{origin}: it has {len(texts)} fields (expected {_LINE_FORMAT})")
        game, position, name, marks, title = (*texts, "", "")[:5]
        if not _FILE_NAME_PATTERN.fullmatch(name):
            raise DiagramsError(f"{origin}: {name[:30]!r} is not a file name (expected letters, digits, - and _)")
        diagram = _apply_settings(origin, replace(default_diagram, title=title or default_diagram.title), settings)
        yield parse_job(origin, game, position, name, marks, diagram, settings)


def _apply_settings(origin: str, diagram: Diagram, settings: Mapping[str, str]) -> Diagram:
    """Return a diagram with the settings of one line."""
    for name, value in settings.items():
        match name:
            case "flip" if value in ("", "yes", "no"):
                diagram = replace(diagram, seat=int(value != "no"))
            case "coordinates" if value in ("", "yes", "no"):
                diagram = replace(diagram, coordinates=value != "no")
            case "flip" | "coordinates":
                raise DiagramsError(f"{origin}: {name}={value[:30]!r} is neither yes nor no (expected {name}=yes)")
            case "width":
                try:
                    diagram = replace(diagram, width=_parse_width(value))
                except argparse.ArgumentTypeError as error:
                    raise DiagramsError(f"{origin}: {error}") from None
            case "theme":
                if value not in LOOKS:
                    raise DiagramsError(f"{origin}: there is no theme {value[:30]!r} (expected {', '.join(LOOKS)})")
                diagram = replace(diagram, look=value)
    return diagram


def parse_job(
    origin: str,
    game: str,
    position: str,
    name: str,
    marks: str,
    diagram: Diagram,
    settings: Mapping[str, str] | None = None,
) -> Job:
    """Create a request for a diagram.

    Args:
        origin: the location of the request for error messages.
        game: the game's id.
        position: the position text, "start", or "problem:" and the id of a problem of the game.
        name: the file name without its suffix.
        marks: the marked targets.
        diagram: the other properties of the diagram.
        settings: the texts of the drawings, the task and the solution, by name. With "flip", the diagram of a problem
            keeps its seat.

    Raises:
        DiagramsError: the game, the position, the problem or a mark is unknown.
    """
    settings = settings or {}
    if game not in GAMES:
        raise DiagramsError(f"{origin}: there is no game {game[:30]!r} (expected {', '.join(GAMES)})")
    rules = GAMES[game]
    try:
        problem = problem_at(game, position)
        if problem:
            state = rules.parse_position(problem.position)
            if "flip" not in settings:
                diagram = replace(diagram, seat=rules.to_move(state) or 0)
        elif position in ("", "start"):
            state = rules.initial({}, 0)
        else:
            state = rules.parse_position(decode_position(position))
        view = rules.view(state, None)
        parsed_marks = parse_marks(rules, view, marks) if marks else diagram.marks
        drawings = parse_drawings(rules, view, **{kind: settings.get(kind, "") for kind in _DRAWING_KINDS})
    except RuleboardError as error:
        raise DiagramsError(f"{origin}: {error}") from None
    if diagram.seat >= len(rules.sides(state)):
        raise DiagramsError(f"{origin}: {len(rules.sides(state))} play this game (expected --flip from 0)")
    task, solution = settings.get("task", ""), settings.get("solution", "")
    if problem:
        solver = rules.to_move(state) or 0
        task = task or courses.problem_task(rules, rules.view(state, solver), solver, problem)
        solution = solution or _format_solution(rules, state, problem)
    return Job(origin, rules, state, name, replace(diagram, marks=parsed_marks, drawings=drawings), task, solution)


def _format_solution(game: Game[Any, Any], state: Any, problem: Problem) -> str:
    """Return the solutions of a problem in the game's notation, or as actions if they contain incomplete turns."""
    lines = []
    for line in problem.solution.lines:
        states, actions, texts = [state], [], []
        for text in chain.from_iterable(line):
            actions.append(game.parse_action(states[-1], text))
            texts.append(game.format_action(states[-1], actions[-1]))
            states.append(game.apply(states[-1], actions[-1]))
        lines.append(" ".join(map(str, game.format_moves(states, actions))).strip() or "; ".join(texts))
    return " or ".join(lines)


def draw_diagram(job: Job, css: str) -> str:
    """Return the SVG text of a diagram."""
    return svg(job.game, job.state, parse_stylesheets_by_look(css)[job.diagram.look], job.diagram)


def main(arguments: Sequence[str]) -> int:
    """Draw diagrams from the command line and return the exit code."""
    options = _create_parser().parse_args(arguments)
    try:
        format = options.format or format_of(options.output if options.file is None else None)
        if format != "svg" and importlib.util.find_spec("cairosvg") is None:
            return run_with_picture_packages("diagrams", arguments)
        jobs = _parse_jobs(options)
        if options.sheet is not None:
            sheet = format_sheet(jobs, options.title or "Tasks", read_stylesheet())
            _save_file(Path(options.sheet), encode(sheet, options.sheet))
            print(f"{len(jobs)} tasks are in {options.sheet}")
            return 0
        _write_diagrams(jobs, options.output, format, is_list=options.file is not None)
    except (DiagramsError, RuleboardError, SetupError) as error:
        print(f"dev.py diagrams: {error}", file=sys.stderr)
        return 2
    return 0


def _parse_jobs(options: argparse.Namespace) -> list[Job]:
    """Parse a command line into requests for diagrams."""
    look = PRINT if options.bw else options.theme
    title = "" if options.sheet is not None else options.title
    default_diagram = Diagram(title, int(options.flip), coordinates=options.coordinates, look=look, width=options.width)
    drawings = {kind: getattr(options, kind) for kind in _DRAWING_KINDS if getattr(options, kind)}
    if options.file is not None:
        if options.game or options.position or options.marks or drawings:
            raise DiagramsError("a file says itself what is drawn: --file takes neither a game nor --marks")
        text = sys.stdin.read(MAX_RECORD_LENGTH) if options.file == "-" else read_text(options.file)
        return list(parse_list(text, "standard input" if options.file == "-" else options.file, default_diagram))
    if options.game is None:
        raise DiagramsError("a game is missing, or --file with a list of positions")
    settings = {**drawings, "flip": "yes"} if options.flip else drawings
    return [
        parse_job(
            "the position", options.game, options.position or "", "", options.marks or "", default_diagram, settings
        )
    ]


def _write_diagrams(jobs: Sequence[Job], output: str | None, format: str, *, is_list: bool) -> None:
    css = read_stylesheet()
    if not is_list:
        text = draw_diagram(jobs[0], css)
        if output is not None:
            _save_file(Path(output), picture_bytes(text, format))
        elif format != "svg":
            sys.stdout.buffer.write(picture_bytes(text, format))
        else:
            encode(text, "standard output", sys.stdout.encoding or "utf-8")
            sys.stdout.write(text)
        return
    folder = Path(output or ".")
    origins: dict[str, str] = {}
    for job in jobs:
        if job.name in origins:
            raise DiagramsError(f"{job.origin}: {job.name!r} is the name of another one already ({origins[job.name]})")
        origins[job.name] = job.origin
    for job in jobs:
        _save_file(folder / f"{job.name}.{format}", picture_bytes(draw_diagram(job, css), format))
    print(f"{len(jobs)} diagrams are in {folder}")


def format_sheet(jobs: Sequence[Job], title: str, css: str) -> str:
    """Return a web page to print, with numbered tasks, and the solutions on a separate page."""
    tasks = []
    for number, job in enumerate(jobs, 1):
        picture = html.escape(data_url(draw_diagram(job, css)))
        caption = html.escape(f"{number}. {job.task}".strip())
        alt = html.escape(position_description(job.game, job.game.view(job.state, None)))
        tasks.append(f'<figure><img src="{picture}" alt="{alt}"><figcaption>{caption}</figcaption></figure>')
    solutions = (f"<li>{html.escape(job.solution or '–')}</li>" for job in jobs)
    return _SHEET_TEMPLATE.format(title=html.escape(title), tasks="\n".join(tasks), solutions="\n".join(solutions))


def _save_file(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DiagramsError(f"{path} cannot be written: {error.strerror}") from None
    write_bytes(path, data)


def _parse_width(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not MIN_WIDTH <= int(text[:9]) <= MAX_WIDTH:
        raise argparse.ArgumentTypeError(f"{text!r} is not a width (expected {MIN_WIDTH} to {MAX_WIDTH} pixels)")
    return int(text)


def _create_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dev.py diagrams",
        description="Draw a position, or a file of them, as pictures that stand alone.",
        epilog=f"A file has a position a line: {_LINE_FORMAT}. Settings are {', '.join(_SETTING_NAMES)}.",
    )
    parser.add_argument("game", nargs="?", help=", ".join(GAMES))
    parser.add_argument(
        "position",
        nargs="?",
        help="a position text, coded or not, or problem:<id>; without it, the game's start",
    )
    parser.add_argument("--file", metavar="FILE", help="draw every line of a file (- for standard input)")
    parser.add_argument("-o", "--output", help="the file to write, for --file the folder; without it, standard output")
    parser.add_argument("--format", choices=FORMATS, help="the format (svg, or that of the file's name)")
    parser.add_argument("--sheet", metavar="FILE", help="write a web page with tasks and their solutions, to print")
    parser.add_argument("--marks", help="places to be marked: 'last:e2; last:e4; d5'")
    parser.add_argument("--arrows", help="arrows: 'e2>e4; red:c1>e3>g5'")
    parser.add_argument("--rings", help="rings: 'e4; blue:d5'")
    parser.add_argument("--labels", help="labels: 'e4=A; d5=B'")
    parser.add_argument("--title", default="", help="what stands above the board, or on a sheet above the tasks")
    parser.add_argument("--flip", action="store_true", help="the second player's side nearest")
    parser.add_argument(
        "--coordinates",
        action=argparse.BooleanOptionalAction,
        help="with the names of files and ranks, or of columns and rows, or without them (as the app has them)",
    )
    parser.add_argument("--width", type=_parse_width, default=640, help="in pixels (640)")
    parser.add_argument("--theme", choices=LOOKS, default=LIGHT, help="light, dark, or print: as --bw")
    parser.add_argument("--bw", action="store_true", help="for paper: black and white")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
