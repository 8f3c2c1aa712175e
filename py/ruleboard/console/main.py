"""The arguments of the command line, and its commands."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper, UnsupportedOperation
from typing import Final

from ruleboard.api import Position, RuleboardError, load
from ruleboard.api.files import encoded, write_text
from ruleboard.console import files
from ruleboard.console.table import Seats, Table
from ruleboard.engine.bounded_json import MAX_DIGITS
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.games.diagram import LIGHT, LOOKS
from ruleboard.games.registry import GAMES
from ruleboard.version import VERSION

WRONG: Final = 2
"""The exit code of a request that cannot be carried out."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, 1 where a file is not valid, 2 where something is wrong."""
    _accept_any_character()
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.command is None:
        parser.print_help()
        return WRONG
    command: Callable[[argparse.Namespace], int] = asked.command
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = _note
            return command(asked)
    except RuleboardError as error:
        print(f"ruleboard: {error}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever reads has seen enough
        sys.stderr.close()
        return 0


def _note(message: Warning | str, *_where: object, **_line: object) -> None:
    """Print a notice about a file."""
    print(f"note: {message}", file=sys.stderr)


def _accept_any_character() -> None:
    """Let messages quote any character, and let any bytes be typed; ``_write`` checks what has to be exact."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            with suppress(UnsupportedOperation):  # another program has read from it already
                stream.reconfigure(errors=errors)


def _number(text: str) -> int:
    """Return the whole number of an argument.

    Raises:
        argparse.ArgumentTypeError: it is none, or has more digits than any number here.
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is no whole number of {MAX_DIGITS} digits at most")
    return int(text)


def _options(asked: argparse.Namespace) -> dict[str, str]:
    """Return the options of the game.

    Raises:
        RuleboardError: one has no value.
    """
    found = {}
    for text in asked.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise RuleboardError(f"the option {text[:30]!r} has no value", expected="NAME=VALUE")
        found[name] = value
    return found


def _begun(asked: argparse.Namespace) -> Position:
    """Return the position that the arguments name."""
    if asked.position is not None:
        return Position(asked.game, _options(asked), asked.seed, start=asked.position)
    return Position(asked.game, _options(asked), asked.seed)


def _play(asked: argparse.Namespace) -> int:
    if asked.load is not None:
        position = load(asked.load)
    elif asked.game is None:
        raise RuleboardError("a game is missing", expected=f"one of {', '.join(GAMES)}, or --load FILE")
    else:
        position = _begun(asked)
    _check_seat(position, asked.seat)
    letters = asked.letters or not _shows_signs()
    Table(position, Seats(asked.level, asked.seat - 1), letters=letters).run()
    return 0


def _check_seat(position: Position, seat: int) -> None:
    """Refuse a seat that is none of the game's; they count from 1.

    Raises:
        RuleboardError: there is no such player.
    """
    if not 1 <= seat <= len(position.sides):
        raise RuleboardError(f"there is no player {seat}", where="--seat", expected=f"1 to {len(position.sides)}")


def _shows_signs() -> bool:
    """Return True if the terminal can write the signs of boards."""
    try:
        "♔◎…".encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def _perft(asked: argparse.Namespace) -> int:
    position = _begun(asked)
    if asked.divide and asked.depth > 0:
        total = 0
        for text in position.legal_actions():
            position.push(text)
            count = position.perft(asked.depth - 1)
            total += count
            print(f"{text}: {count}")
            position.pop()
        print(total)
    else:
        print(position.perft(asked.depth))
    return 0


def _validate(asked: argparse.Namespace) -> int:
    wrong = 0
    for path in asked.files:
        try:
            phrase, notices = files.checked(path)
            print(f"{path}: {phrase}")
            for notice in notices:
                print(f"{path}: note: {notice}", file=sys.stderr)
        except RuleboardError as error:
            wrong += 1
            said = str(error)
            print(said if said.startswith(path) else f"{path}: {said}", file=sys.stderr)
    return int(bool(wrong))


def _convert(asked: argparse.Namespace) -> int:
    positions = files.opened(asked.file, asked.game, _options(asked), asked.seed)
    _write(files.all_written(positions, asked.to) + "\n", asked.output)
    return 0


def _diagram(asked: argparse.Namespace) -> int:
    position = load(asked.load) if asked.load is not None else _begun(asked) if asked.game else None
    if position is None:
        raise RuleboardError("a game is missing", expected=f"one of {', '.join(GAMES)}, or --load FILE")
    _check_seat(position, asked.seat)
    picture = position.svg(
        seat=asked.seat - 1, marks=asked.marks, title=asked.title, look=asked.look, width=asked.width
    )
    _write(picture, asked.output)
    return 0


def _write(text: str, path: str | None) -> None:
    """Write a text into a file, or to standard output: all of it, or nothing where a character cannot be written.

    Raises:
        RuleboardError: the text cannot be written.
    """
    if path is not None:
        write_text(path, text)
        return
    encoded(text, "standard output", sys.stdout.encoding or "utf-8")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise RuleboardError(f"standard output cannot be written: {error.strerror}") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ruleboard", description="Five tabletop games and their rules.")
    parser.add_argument("--version", action="version", version=f"ruleboard {VERSION}")
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".")
        added.set_defaults(command=run)
        return added

    def game(added: argparse.ArgumentParser, *, needed: bool) -> None:
        added.add_argument("game", nargs=None if needed else "?", help=", ".join(GAMES))
        added.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
        added.add_argument("--seed", type=_number, default=0, help="the seed of everything that is drawn by lot (0)")
        added.add_argument("--position", metavar="TEXT", help="the position to begin from")

    play = command("play", _play, "play in the terminal")
    game(play, needed=False)
    play.add_argument("--level", type=_number, choices=LEVELS, default=0, help="play against opponents of this level")
    play.add_argument("--seat", type=_number, default=1, help="your seat against opponents, from 1 (1)")
    play.add_argument("--letters", action="store_true", help="draw boards in ASCII characters alone")
    play.add_argument("--load", metavar="FILE", help="go on with the game in a file")

    perft = command("perft", _perft, "count the ways to play a number of actions")
    game(perft, needed=True)
    perft.add_argument("depth", type=_number, help="the number of actions")
    perft.add_argument("--divide", action="store_true", help="count for each first action")

    validate = command("validate", _validate, "replay records, scores and studies, and say what is wrong")
    validate.add_argument("files", nargs="+", metavar="FILE")

    convert = command("convert", _convert, "write a game in another notation")
    convert.add_argument("file", metavar="FILE", help="a record or a score; with --game a move list")
    convert.add_argument("--to", choices=files.NOTATIONS, required=True, help="the notation")
    convert.add_argument("--game", help="the game of a move list")
    convert.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of that game")
    convert.add_argument("--seed", type=_number, default=0, help="the seed of that game")
    convert.add_argument("-o", "--output", metavar="FILE", help="the file to write; without it, standard output")

    diagram = command("diagram", _diagram, "draw a position as SVG")
    game(diagram, needed=False)
    diagram.add_argument("--load", metavar="FILE", help="draw the last position of the game in a file")
    diagram.add_argument("--marks", default="", help="places pointed out: 'a1; last:b2; danger:c3'")
    diagram.add_argument("--title", default="", help="the line above the board")
    diagram.add_argument("--seat", type=_number, default=1, help="the player whose side is nearest, from 1 (1)")
    diagram.add_argument("--look", choices=LOOKS, default=LIGHT)
    diagram.add_argument("--width", type=_number, default=640, help="in pixels (640)")
    diagram.add_argument("-o", "--output", metavar="FILE", help="the file to write; without it, standard output")
    return parser
