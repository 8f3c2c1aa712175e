"""Check the definition of a board game, and the values that its methods return."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from inspect import signature  # dataclasses has loaded the module
from types import FunctionType
from typing import Final

from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.limits import max_length_phrase
from ruleboard.i18n import _
from ruleboard.kit.board import EMPTY, HEX_DIRECTIONS, HIDDEN_SEED, NO_SQUARE, Board, BoardType
from ruleboard.kit.definition import BoardGame, Result
from ruleboard.kit.errors import BoardGameError
from ruleboard.kit.grid import ALL_DIRECTIONS
from ruleboard.kit.looks import Look, check_color
from ruleboard.kit.position import parse_board

_BUTTON_PATTERN: Final = re.compile(r"[a-z]{1,30}")
_MIN_SIMILARITY: Final = 0.8
"""The minimum similarity of two names, from 0 to 1, for the check to report a misspelling."""
_RUN_PATTERN: Final = re.compile(r"[0-9]{1,2}", re.ASCII)
_MAX_FILES, _MAX_RANKS = 26, 26
_MAX_SIDES: Final = 4
PLAYERS_OPTION: Final = "players"
"""The option that sets how many sides play."""
_OPTION_NAME_PATTERN: Final = re.compile(r"[a-z][a-z-]{1,29}")
_OPTION_VALUE_PATTERN: Final = re.compile(r"[a-z0-9-]{1,30}")
_OPTIONS_EXAMPLE: Final = ("options", '{"size": {"5": "Small", "7": "Large"}}')
_MARKS_EXAMPLE: Final = ("marks", '{"in check": ["e1"]}')
_MAX_NAME_LENGTH: Final = 100
"""The maximum number of characters of the title of a game, and of the name of a side or a piece."""
_EDGE_NAMES: Final = ("top", "bottom", "left", "right")


def _check(condition: object, what: str, where: str, expected: str) -> None:
    """Raise an error if a condition is false.

    Raises:
        BoardGameError: the condition does not hold.
    """
    if not condition:
        raise BoardGameError(what, where=where, expected=expected)


def _check_value(condition: object, value: object, where: str, expected: str) -> None:
    """Raise an error that shows the value if a condition is false.

    Raises:
        BoardGameError: the condition does not hold.
    """
    _check(condition, _("{text} can’t be used").format(text=repr(value)[:40]), where, expected)


def _check_texts(value: object, where: str, expected: str) -> None:
    is_mapping = isinstance(value, Mapping) and all(isinstance(text, str) for item in value.items() for text in item)
    _check_value(is_mapping, value, where, expected)


def check_class(game: type[BoardGame]) -> None:
    """Check that a game defines ``moves``, and that no attribute is a misspelling of an attribute of ``BoardGame``.

    Raises:
        BoardGameError: the name of an attribute is misspelled, or there is no method ``moves``.
    """
    attribute_names = [name for name in dir(BoardGame) + list(BoardGame.__annotations__) if not name.startswith("_")]
    for name in vars(game):
        similar_names = get_close_matches(name, attribute_names, 1, _MIN_SIMILARITY)
        if not name.startswith("_") and name not in attribute_names and similar_names:
            raise BoardGameError(
                _("a game has nothing called {name}").format(name=name), where=name, expected=similar_names[0]
            )
    has_moves = game.moves is not BoardGame.moves
    _check(has_moves, _("{name} is missing").format(name="moves"), game.__name__, "def moves(self, board)")


def _check_methods(game: BoardGame) -> None:
    """Check that a game's methods accept the arguments that the rules pass.

    Raises:
        BoardGameError: a method has other parameters.
    """
    for name, function in vars(BoardGame).items():
        if isinstance(function, FunctionType) and not name.startswith("_"):
            parameters, method = tuple(signature(function).parameters), getattr(game, name)
            expected = f"def {name}({', '.join(parameters)})"
            _check(callable(method), _("{name} isn’t a method").format(name=name), name, expected)
            try:
                signature(method).bind(*parameters[1:])
            except TypeError:
                raise BoardGameError(
                    _("the method needs different parameters"), where=name, expected=expected
                ) from None


def check_definition(game: BoardGame) -> None:
    """Check the attributes of a game, except its start.

    Raises:
        BoardGameError: an attribute is missing, wrong or misspelled. The error names the attribute.
    """
    _check(
        isinstance(game, BoardGame),
        _("{text} isn’t a game").format(text=repr(game)[:60]),
        "package",
        _("a game with brackets after its name, such as Noughts()"),
    )
    check_class(type(game))
    _check_methods(game)
    for name, expected in (("title", _("any text")), ("start", '"3 / 1w1 / 3"')):
        text = getattr(game, name, "")
        _check_value(isinstance(text, str), text, name, expected)
        _check(text.strip(), _("{name} is missing").format(name=name), name, expected)
    for name, expected in (
        ("sides", '{"White": "w", "Black": "b"}'),
        ("pieces", '{"w": "a white stone"}'),
    ):
        _check_texts(getattr(game, name, None), name, expected)
    for name, texts in (("title", [game.title]), ("sides", game.sides), ("pieces", game.pieces.values())):
        length = max(map(len, texts), default=0)
        _check(length <= _MAX_NAME_LENGTH, _("the text is too long"), name, max_length_phrase(_MAX_NAME_LENGTH))
    side_count_error = _("a game has 2 to 4 sides, not {n}").format(n=len(game.sides))
    _check(2 <= len(game.sides) <= _MAX_SIDES, side_count_error, "sides", "2, 3, 4")
    for letter in game.pieces:
        is_letter = len(letter) == 1 and letter.isascii() and letter.isalpha()
        _check(is_letter, _("{text} can’t stand for a piece").format(text=repr(letter)), "pieces", _("one letter"))
    side_letters = "".join(game.sides.values())
    for letter in side_letters + "".join(game.looks):
        where = "looks" if letter in game.looks and letter not in side_letters else "sides"
        _check(
            letter in game.pieces,
            _("the piece {letter} has no name").format(letter=repr(letter)),
            where,
            _("a letter that has a name in “pieces”"),
        )
    for look in game.looks.values():
        _check_value(isinstance(look, Look), look, "looks", '{"w": disc("light")}')
    _check(len(set(side_letters)) == len(side_letters), _("2 sides have the same letter"), "sides", "")
    _check(game.shape in ("squares", "hexes"), _("there’s no such shape"), "shape", '"squares", "hexes"')
    _check(game.ground in ("plain", "checks"), _("there’s no such background"), "ground", '"plain", "checks"')
    _check_options(game)
    has_redeal = type(game).redeal is not BoardGame.redeal
    _check(
        has_redeal or not game.has_hidden_pieces,
        _("view() hides pieces, but there’s no redeal()"),
        "redeal",
        "",
    )


def _check_options(game: BoardGame) -> None:
    """Check the options of a game.

    Raises:
        BoardGameError: an option has no values, or a name that a position cannot contain.
    """
    _check_value(isinstance(game.options, Mapping), game.options, *_OPTIONS_EXAMPLE)
    for name, titles in game.options.items():
        is_valid_name = isinstance(name, str) and _OPTION_NAME_PATTERN.fullmatch(name) and name != "seed"
        _check_value(is_valid_name, name, *_OPTIONS_EXAMPLE)
        _check_texts(titles, *_OPTIONS_EXAMPLE)
        for value in titles:
            _check_value(_OPTION_VALUE_PATTERN.fullmatch(value), value, *_OPTIONS_EXAMPLE)
        _check(titles, _("the option {name} has no values").format(name=name), *_OPTIONS_EXAMPLE)
    counts = game.options.get(PLAYERS_OPTION, ())
    player_counts = [str(count) for count in range(2, len(game.sides) + 1)]
    _check(set(counts) <= set(player_counts), _("there aren’t that many sides"), "options", ", ".join(player_counts))


def start_board(game: BoardGame, choices: tuple[tuple[str, str], ...]) -> Board:
    """Return the board at the start of a game with some options.

    Args:
        game: the definition, which ``check_definition`` has checked.
        choices: the names of all options, each with its value.

    Raises:
        BoardGameError: the ranks of the start are malformed.
    """
    options = dict(choices)
    text = game.start_for(options)
    _check_value(isinstance(text, str), text, "start_for", _("any text"))
    side_letters = tuple(game.sides.values())[: int(options.get(PLAYERS_OPTION, len(game.sides)))]
    ranks = [rank.strip() for rank in text.split("/")]
    directions = HEX_DIRECTIONS if game.shape == "hexes" else ALL_DIRECTIONS
    files = sum(int(run) - 1 for run in _RUN_PATTERN.findall(ranks[0])) + len(_RUN_PATTERN.sub(" ", ranks[0]))
    _check(0 < files <= _MAX_FILES, _("a rank has {n} squares").format(n=files), "start", _("1 to 26 squares"))
    _check(len(ranks) <= _MAX_RANKS, _("there are {n} ranks").format(n=len(ranks)), "start", _("1 to 26 ranks"))
    try:
        cells = parse_board("/".join(ranks), files, len(ranks), f"{''.join(game.pieces)}{EMPTY}{NO_SQUARE}")
    except RuleboardError as error:
        raise BoardGameError(error.what, where=f"start, {error.where}", expected=error.expected) from None
    missing_squares = frozenset(number for number, letter in enumerate(cells) if letter == NO_SQUARE)
    _check(len(missing_squares) < len(cells), _("the board has no squares"), "start", "")
    board_type = BoardType(files, len(ranks), missing_squares, directions, side_letters, choices)
    if all(value == next(iter(game.options[name])) for name, value in choices):
        _check_look(game, board_type)
    return Board(board_type, cells, seed=HIDDEN_SEED if game.chance else 0)


def validate_board(board: object, before: Board, where: str) -> Board:
    """Validate the return value of a method that returns a board.

    Raises:
        BoardGameError: the value is not a board of the same game.
    """
    if not isinstance(board, Board) or board.type != before.type:
        raise BoardGameError(
            _("{text} isn’t a board").format(text=repr(board)[:60]), where=where, expected=_("the board after a change")
        )
    return board


def _check_look(game: BoardGame, board_type: BoardType) -> None:
    """Check the colours, the edges and the buttons of a game.

    Raises:
        BoardGameError: there is no such square, colour, edge or button.
    """
    for color, squares in game.tints.items():
        check_color(color, "tints")
        _check_value(isinstance(squares, str), squares, "tints", '{"gold": "a1 e1"}')
        for square in squares.split():
            _check_square(square, board_type, "tints")
    for color, edges in game.borders.items():
        check_color(color, "borders")
        _check_value(isinstance(edges, str), edges, "borders", '{"red": "top bottom"}')
        for edge in edges.split():
            _check(
                edge in _EDGE_NAMES,
                _("there’s no edge {name}").format(name=repr(edge)),
                "borders",
                ", ".join(_EDGE_NAMES),
            )
    for word in game.buttons:
        validate_button(word, board_type, "buttons")


def _check_square(square: str, board_type: BoardType, where: str) -> None:
    """Check that a board has a square.

    Raises:
        BoardGameError: the board has no such square.
    """
    try:
        board_type.number(square)
    except BoardGameError as error:
        raise BoardGameError(error.what, where=where, expected=error.expected) from None


def validate_button(word: object, board_type: BoardType, where: str) -> str:
    """Validate the word of a button, and return it.

    Raises:
        BoardGameError: the word is not 1 to 30 lower-case letters.
    """
    if not isinstance(word, str) or not _BUTTON_PATTERN.fullmatch(word):
        squares = tuple(board_type.numbers)
        raise BoardGameError(
            _("{text} is neither a square nor a button").format(text=repr(word)[:20]),
            where=where,
            expected=_("a square from {first} to {last}, or a word in lower-case letters").format(
                first=squares[0], last=squares[-1]
            ),
        )
    return word


def validate_moves(moves: object) -> Iterable[object]:
    """Validate the return value of ``BoardGame.moves``, and return it.

    Raises:
        BoardGameError: the value is not iterable.
    """
    _check_value(isinstance(moves, Iterable), moves, "moves", _("a yield for each move, with a touch and a board"))
    assert isinstance(moves, Iterable)
    return moves


def validate_move(item: object, board: Board) -> tuple[tuple[str, ...], Board]:
    """Validate an item that ``BoardGame.moves`` has yielded; return its touches and its board.

    Raises:
        BoardGameError: the item is not a pair of touches and a board, or names an unknown square or button.
    """
    match item:
        case (touches, Board() as after) if after.type is board.type or after.type == board.type:
            words = (touches,) if isinstance(touches, str) else touches
        case _:
            words = None
    if not isinstance(words, Sequence) or not words:
        raise BoardGameError(
            _("{text} isn’t an action").format(text=_format_item(item)[:60]),
            where="moves",
            expected=_("the touched square (or several in brackets), a comma, and the board after the action"),
        )
    squares = board.type.numbers
    return tuple(word if word in squares else validate_button(word, board.type, "moves") for word in words), after


def _format_item(item: object) -> str:
    """Format a value for an error, with ``board`` in place of each board."""
    if isinstance(item, Board):
        return "board"
    return f"({', '.join(map(_format_item, item))})" if isinstance(item, tuple | list) else repr(item)


def validate_result(result: object, board: Board, method: str) -> Result | None:
    """Validate the return value of a method that returns a result, or None; return the result.

    Raises:
        BoardGameError: the value is not a result, or names a side or a square that does not exist.
    """
    if result is None:
        return None
    _check(
        isinstance(result, Result) and isinstance(result.reason, str),
        _("{text} isn’t a result").format(text=repr(result)[:60]),
        method,
        _("won(…), draw(…) or None"),
    )
    assert isinstance(result, Result)
    _check(
        result.winner in (None, *range(len(board.type.side_letters))),
        _("there’s no side {n}").format(n=repr(result.winner)[:20]),
        method,
        ", ".join(map(str, range(len(board.type.side_letters)))),
    )
    for square in result.squares:
        _check_square(square, board.type, method)
    return result


def validate_text(text: object, method: str) -> str:
    """Validate the return value of a method that returns a string; return an empty string for None.

    Raises:
        BoardGameError: the value is not a string.
    """
    _check_value(text is None or isinstance(text, str), text, method, _("any text"))
    return str(text or "")


def parse_marks(marks: object, board: Board) -> dict[str, list[str]]:
    """Parse the return value of ``BoardGame.marks``, and return the texts of the marks by square.

    Raises:
        BoardGameError: the value is not a mapping from strings to squares, or there is no such square.
    """
    texts: dict[str, list[str]] = {}
    _check_value(isinstance(marks, Mapping), marks, *_MARKS_EXAMPLE)
    assert isinstance(marks, Mapping)
    for text, squares in marks.items():
        _check_value(isinstance(text, str), text, *_MARKS_EXAMPLE)
        _check_value(isinstance(squares, Iterable), squares, *_MARKS_EXAMPLE)
        for square in squares.split() if isinstance(squares, str) else squares:
            _check_square(square, board.type, "marks")
            texts.setdefault(square, []).append(_(text))
    return texts
