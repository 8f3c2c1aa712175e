"""The options of a new game, and their conversion to terms."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.engine.errors import RecordError
from ruleboard.engine.options import Choice, Option
from ruleboard.games.tensor_cards import library
from ruleboard.games.tensor_cards.board import Board
from ruleboard.games.tensor_cards.cards import Deck
from ruleboard.games.tensor_cards.data_files import BoardFile, format_board, parse_board, parse_deck
from ruleboard.games.tensor_cards.json_positions import DataFileError
from ruleboard.games.tensor_cards.state import (
    ANY_STAR,
    FAR_SIDE,
    FIRST_STAR,
    MAX_HANDS,
    OWN_SIDE,
    THREE_POINTS,
    THREE_POINTS_RESET,
    Terms,
)
from ruleboard.i18n import N_, _

STANDARD_DECK = "standard"
_NO_LIMIT_VALUE = "none"


BOARD_CHOICES = (
    Choice("equilibrium-point", N_("Equilibrium Point"), N_("7 by 7 spaces, 4 stars.")),
    Choice("short-order", N_("Short Order"), N_("5 by 5 spaces, 2 stars.")),
    Choice("wide-gate", N_("Wide Gate"), N_("7 by 5 spaces, 4 stars.")),
    Choice("long-channel", N_("Long Channel"), N_("7 by 9 spaces, 4 stars.")),
)
"""The built-in boards as choices of the option ``board``."""


OPTIONS: tuple[Option, ...] = (
    Option("board", N_("Board"), BOARD_CHOICES),
    Option(
        "goal",
        N_("To win"),
        (
            Choice(FIRST_STAR, N_("First star"), N_("The first to take a piece to a star wins.")),
            Choice(
                THREE_POINTS,
                N_("3 stars"),
                N_("Each star is a point. The piece that reached it goes back to its start at the end of the turn."),
            ),
            Choice(
                THREE_POINTS_RESET,
                N_("3 stars, all back"),
                N_("Each star is a point, and all 3 pieces go back to their starts at once."),
            ),
        ),
    ),
    Option(
        "stars",
        N_("Stars that count"),
        (
            Choice(ANY_STAR, N_("All stars")),
            Choice(OWN_SIDE, N_("Only on your own side"), N_("Your half of the board.")),
            Choice(FAR_SIDE, N_("Only on the far side"), N_("Your opponent’s half of the board.")),
        ),
    ),
    Option(
        "limit",
        N_("Limit"),
        (
            Choice(str(MAX_HANDS), N_("60 deals"), N_("The game is drawn after 60 deals without a winner.")),
            Choice(_NO_LIMIT_VALUE, N_("No limit")),
        ),
    ),
    Option(
        "deck",
        N_("Cards"),
        (Choice(STANDARD_DECK, N_("Standard")),),
    ),
)


def board_value(file: BoardFile) -> str:
    """Return the value of the option ``board`` for a board file.

    The value is the name of a built-in board, or the JSON text of a custom board.
    """
    built_in_file = library.boards().get(file.board.name)
    return file.board.name if built_in_file and built_in_file.board == file.board else format_board(file)


def terms_from_options(options: Mapping[str, str]) -> Terms:
    """Convert the options of a game to terms.

    ``board`` and ``deck`` may also be the JSON text of a custom board or deck.

    Raises:
        RecordError: an option is unknown, a value is not a choice of its option, or a board or deck has an error. For
            a board or deck ``where`` names the line and the field.
    """
    options_by_id = {option.id: option for option in OPTIONS}
    for name in options:
        if name not in options_by_id:
            raise RecordError(
                _("there’s no option {text}").format(text=repr(name[:30])),
                where=_("field {which}").format(which="options"),
                expected=", ".join(options_by_id),
            )
    values = {id: options.get(id, option.default) for id, option in options_by_id.items()}
    for id in ("goal", "stars", "limit"):
        possible_values = [choice.value for choice in options_by_id[id].choices]
        if values[id] not in possible_values:
            raise _choice_error(id, values[id], possible_values)
    return Terms(
        _parse_board(values["board"]),
        _parse_deck(values["deck"]),
        values["goal"],
        values["stars"],
        values["limit"] != _NO_LIMIT_VALUE,
    )


def _parse_board(value: str) -> Board:
    boards = library.boards()
    if value in boards:
        return boards[value].board
    if not value.lstrip().startswith("{"):
        raise _choice_error("board", value, [*boards, _("a board as JSON")])
    try:
        return parse_board(value).board
    except DataFileError as error:
        raise _file_error("board", error) from None


def _parse_deck(value: str) -> Deck:
    if value == STANDARD_DECK:
        return library.deck().deck
    if not value.lstrip().startswith("{"):
        raise _choice_error("deck", value, [STANDARD_DECK, _("a deck as JSON")])
    try:
        return parse_deck(value).deck
    except DataFileError as error:
        raise _file_error("deck", error) from None


def _choice_error(id: str, value: str, possible_values: list[str]) -> RecordError:
    return RecordError(
        _("{text} isn’t a choice for {option}").format(text=repr(value[:30]), option=id),
        where=_("field {which}").format(which="options"),
        expected=", ".join(possible_values),
    )


def _file_error(id: str, error: DataFileError) -> RecordError:
    location = _("option {option}").format(option=id)
    if error.where:
        location = _("option {option}, {where}").format(option=id, where=error.where)
    return RecordError(error.what, where=location, expected=error.expected)
