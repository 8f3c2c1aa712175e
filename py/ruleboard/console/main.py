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
from ruleboard.api.files import encode, write_bytes, write_text
from ruleboard.api.own_games import check_game, errors_with_lines, load_game
from ruleboard.api.pictures import FORMATS, format_of, picture_bytes
from ruleboard.api.problems import problem_at
from ruleboard.console import files
from ruleboard.console.table import Seats, Table
from ruleboard.diagram import LIGHT, LOOKS, PRINT
from ruleboard.engine.decoding import MAX_DIGITS
from ruleboard.engine.record import Record
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.registry import GAMES
from ruleboard.text_kinds import Kind, TextKind, kind_phrase, recognize
from ruleboard.version import VERSION

EXIT_ERROR: Final = 2
"""The exit code of a command that fails."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code.

    The exit code is 0 for success, 1 for an invalid file, 2 for an error, and 130 after an interrupt.
    """
    _accept_any_character()
    parser = _create_argument_parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        return EXIT_ERROR
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = _print_note
            return command(options)
    except RuleboardError as error:
        print(f"ruleboard: {error}", file=sys.stderr)
        return EXIT_ERROR
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader has closed the pipe
        sys.stderr.close()
        return 0


def _print_note(message: Warning | str, *_location: object, **_source: object) -> None:
    print(f"note: {message}", file=sys.stderr)


def _accept_any_character() -> None:
    """Configure standard input to replace invalid characters, and standard output to escape unsupported ones."""
    for stream, error_handler in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            with suppress(UnsupportedOperation):  # another program has already read from it
                stream.reconfigure(errors=error_handler)


def _parse_number(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is not a whole number of at most {MAX_DIGITS} digits")
    return int(text)


def _parse_options(options: argparse.Namespace) -> dict[str, str]:
    """Parse the ``NAME=VALUE`` options of the game.

    Raises:
        RuleboardError: an option has no value.
    """
    values = {}
    for text in options.option:
        name, equals_sign, value = text.partition("=")
        if not equals_sign:
            raise RuleboardError(f"the option {text[:30]!r} has no value", expected="NAME=VALUE")
        values[name] = value
    return values


def _create_start_record(options: argparse.Namespace) -> Record | None:
    """Create a record with the start that the arguments describe, or return None if they name no game."""
    if options.game is None:
        return None
    if options.position is not None:
        _check_position_kind(options.game, options.position)
    return files.start_record(options.game, _parse_options(options), options.seed, options.position)


def _check_position_kind(game: str, text: str) -> None:
    """Check that the argument for a position is not another kind of text.

    Raises:
        RuleboardError: the argument is another kind of text, such as a game or a position of another game.
    """
    text_kind = recognize(text)
    if text_kind not in (TextKind(Kind.POSITION, game), TextKind(Kind.OTHER), TextKind(Kind.EMPTY)):
        raise RuleboardError(f"it is {kind_phrase(text_kind)}", where="--position", expected=f"a position from {game}")


def _create_start_position(options: argparse.Namespace) -> Position:
    if options.position is not None:
        _check_position_kind(options.game, options.position)
        return Position(options.game, _parse_options(options), options.seed, start=options.position)
    return Position(options.game, _parse_options(options), options.seed)


def _run_play(options: argparse.Namespace) -> int:
    if options.file is None:
        return _play(options)
    if options.game is not None:
        raise RuleboardError("there are two games", where="--game", expected=f"either {options.game} or a file")
    options.game = load_game(options.file).id
    with errors_with_lines(options.file):
        return _play(options)


def _play(options: argparse.Namespace) -> int:
    if options.load is not None:
        position = load(options.load)
    elif options.game is None:
        raise RuleboardError("a game is missing", expected=f"one of {', '.join(GAMES)}, --game FILE or --load FILE")
    else:
        position = _create_start_position(options)
        if options.position is not None:
            position = _redeal_hidden_information(position)
    _check_seat(position, options.seat)
    ascii_only = options.letters or not _shows_symbols()
    Table(position, Seats(options.level, options.seat - 1), ascii_only=ascii_only).run()
    return 0


def _redeal_hidden_information(position: Position) -> Position:
    """Return a position without actions, whose hidden information is dealt again with the position's seed.

    This is necessary because everyone can read the position in the command, and the text of a view contains no random
    numbers.
    """
    game, seed = GAMES[position.game], position.seed
    state = game.with_hidden_redealt(game.parse_position(str(position)), seed)
    return Position(position.game, position.options, seed, start=game.format_position(state))


def _check_seat(position: Position, seat: int) -> None:
    """Check that a seat (1-based) exists in a game.

    Raises:
        RuleboardError: the game has no such player.
    """
    if not 1 <= seat <= len(position.sides):
        raise RuleboardError(f"there is no player {seat}", where="--seat", expected=f"1 to {len(position.sides)}")


def _shows_symbols() -> bool:
    try:
        "♔◎…".encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def _run_check(options: argparse.Namespace) -> int:
    faults = check_game(options.file)
    for fault in faults:
        where = f"{options.file}, line {fault.line}" if fault.line else options.file
        print(f"{where}: {fault.message}" + (f" [{fault.position}]" if fault.position else ""), file=sys.stderr)
    if not faults:
        print(f"{options.file}: no faults in random games")
    return int(bool(faults))


def _run_perft(options: argparse.Namespace) -> int:
    position = _create_start_position(options)
    if options.divide and options.depth > 0:
        total_count = 0
        for text in position.legal_actions():
            position.push(text)
            count = position.perft(options.depth - 1)
            total_count += count
            print(f"{text}: {count}")
            position.pop()
        print(total_count)
    else:
        print(position.perft(options.depth))
    return 0


def _run_validate(options: argparse.Namespace) -> int:
    invalid_file_count, start = 0, _create_start_record(options)
    for path in options.files:
        try:
            summary, notices = files.validate(path, start)
            print(f"{path}: {summary}")
            for notice in notices:
                print(f"{path}: note: {notice}", file=sys.stderr)
        except RuleboardError as error:
            invalid_file_count += 1
            message = str(error)
            print(message if message.startswith(path) else f"{path}: {message}", file=sys.stderr)
    return int(bool(invalid_file_count))


def _run_convert(options: argparse.Namespace) -> int:
    positions = files.open_games(options.file, _create_start_record(options))
    _write_output(files.format_games(positions, options.to) + "\n", options.output)
    return 0


def _find_diagram_position(options: argparse.Namespace) -> tuple[Position, int]:
    """Return the position to draw and the default seat (1-based), which in a problem is the solver's seat."""
    if options.load is not None:
        return load(options.load), 1
    if not options.game:
        raise RuleboardError("a game is missing", expected=f"one of {', '.join(GAMES)}, or --load FILE")
    problem = problem_at(options.game, options.position or "") if options.game in GAMES else None
    if problem is None:
        return _create_start_position(options), 1
    position = Position(options.game, start=problem.position)
    return position, 1 + (position.turn or 0)


def _run_diagram(options: argparse.Namespace) -> int:
    position, seat = _find_diagram_position(options)
    seat = 2 if options.flip else seat if options.seat is None else options.seat
    _check_seat(position, seat)
    picture = position.svg(
        seat=seat - 1,
        marks=options.marks,
        title=options.title,
        look=options.look,
        width=options.width,
        coordinates=options.coordinates,
        arrows=options.arrows,
        rings=options.rings,
        labels=options.labels,
    )
    format = options.format or format_of(options.output)
    if format == "svg":
        _write_output(picture, options.output)
    elif options.output is None:
        sys.stdout.buffer.write(picture_bytes(picture, format))
    else:
        write_bytes(options.output, picture_bytes(picture, format))
    return 0


def _write_output(text: str, path: str | None) -> None:
    """Write text to a file or to standard output. If the encoding lacks a character, write nothing.

    Raises:
        RuleboardError: the encoding lacks a character, or the file is not writable.
    """
    if path is not None:
        write_text(path, text)
        return
    encode(text, "standard output", sys.stdout.encoding or "utf-8")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise RuleboardError(f"standard output cannot be written: {error.strerror}") from None


def _create_argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ruleboard", description="Five tabletop games and their rules.")
    parser.add_argument("--version", action="version", version=f"ruleboard {VERSION}")
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def add_command(name: str, run: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        subparser = commands.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".")
        subparser.set_defaults(command=run)
        return subparser

    def add_game_arguments(subparser: argparse.ArgumentParser, *, is_required: bool) -> None:
        subparser.add_argument("game", nargs=None if is_required else "?", help=", ".join(GAMES))
        subparser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
        )
        subparser.add_argument(
            "--seed", type=_parse_number, default=0, help="the seed of all random choices (default: 0)"
        )
        subparser.add_argument("--position", metavar="TEXT", help="the position to begin from")

    def add_move_list_arguments(subparser: argparse.ArgumentParser) -> None:
        subparser.add_argument("--game", help="the game of a move list")
        subparser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of that game"
        )
        subparser.add_argument("--seed", type=_parse_number, default=0, help="the seed of that game")
        subparser.add_argument("--position", metavar="TEXT", help="the position before the moves")

    play_parser = add_command("play", _run_play, "play in the terminal")
    add_game_arguments(play_parser, is_required=False)
    play_parser.add_argument(
        "--level", type=_parse_number, choices=LEVELS, default=0, help="play against opponents of this level"
    )
    play_parser.add_argument(
        "--seat", type=_parse_number, default=1, help="your seat in a game against opponents, from 1 (default: 1)"
    )
    play_parser.add_argument("--letters", action="store_true", help="draw boards with ASCII characters only")
    play_parser.add_argument("--game", dest="file", metavar="FILE", help="the Python file of your own game")
    play_parser.add_argument("--load", metavar="FILE", help="continue the game in a file")

    check_parser = add_command("check", _run_check, "check your own game by playing it at random")
    check_parser.add_argument("file", metavar="FILE", help="the Python file of the game")

    perft_parser = add_command("perft", _run_perft, "count the ways to play a number of actions")
    add_game_arguments(perft_parser, is_required=True)
    perft_parser.add_argument("depth", type=_parse_number, help="the number of actions")
    perft_parser.add_argument("--divide", action="store_true", help="list the count of each first action")

    validate_parser = add_command("validate", _run_validate, "replay records, scores and studies, and report errors")
    validate_parser.add_argument("files", nargs="+", metavar="FILE")
    add_move_list_arguments(validate_parser)

    convert_parser = add_command("convert", _run_convert, "write a game in another notation")
    convert_parser.add_argument("file", metavar="FILE", help="a record or a score, or with --game a move list")
    convert_parser.add_argument("--to", choices=files.NOTATIONS, required=True, help="the notation")
    add_move_list_arguments(convert_parser)
    convert_parser.add_argument("-o", "--output", metavar="FILE", help="the file to write (default: standard output)")

    diagram_parser = add_command("diagram", _run_diagram, "draw a position as SVG")
    add_game_arguments(diagram_parser, is_required=False)
    diagram_parser.add_argument("--load", metavar="FILE", help="draw the last position of the game in a file")
    diagram_parser.add_argument("--marks", default="", help="places to mark: 'a1; last:b2; danger:c3'")
    diagram_parser.add_argument("--title", default="", help="a title above the board")
    diagram_parser.add_argument(
        "--seat", type=_parse_number, help="the player whose side is at the bottom, from 1 (default: 1, or the solver)"
    )
    diagram_parser.add_argument("--flip", action="store_true", help="draw the second player's side at the bottom")
    diagram_parser.add_argument("--arrows", default="", help="arrows: 'a1>a4; red:b1>b3>d3'")
    diagram_parser.add_argument("--rings", default="", help="rings: 'a1; blue:b2'")
    diagram_parser.add_argument("--labels", default="", help="labels: 'a1=A; b2=B'")
    diagram_parser.add_argument("--look", "--theme", choices=LOOKS, default=LIGHT)
    diagram_parser.add_argument(
        "--bw", action="store_const", const=PRINT, dest="look", help="use black and white, for printing"
    )
    diagram_parser.add_argument(
        "--coordinates", action=argparse.BooleanOptionalAction, help="draw coordinates, or omit them"
    )
    diagram_parser.add_argument("--width", type=_parse_number, default=640, help="width in pixels (default: 640)")
    diagram_parser.add_argument("--format", choices=FORMATS, help="the format (default: from the file name, or svg)")
    diagram_parser.add_argument(
        "-o", "--output", metavar="FILE", help="the file to write: .svg, .png or .pdf (default: standard output)"
    )
    return parser
