"""Format and parse position texts. Implements 'Text formats' (Position)."""

from __future__ import annotations

import re

from ruleboard.engine.errors import PositionError, RuleboardError
from ruleboard.engine.limits import check_position_length
from ruleboard.engine.plain_text import plain_characters
from ruleboard.games.tensor_cards import library
from ruleboard.games.tensor_cards.board import PIECES, Board, Space, board_faults
from ruleboard.games.tensor_cards.board_text import format_board_as_word, parse_board_word
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE, Deck, format_deck_as_word, parse_deck_word
from ruleboard.games.tensor_cards.names import piece_name, place_name, side_name
from ruleboard.games.tensor_cards.notation import CARD_SIGNS, PIECE_LETTERS, card_from_sign, card_sign
from ruleboard.games.tensor_cards.state import (
    ANY_STAR,
    GOALS,
    MAX_HANDS,
    STAR_RULES,
    THREE_POINTS,
    TURNS_PER_HAND,
    Pieces,
    State,
    Terms,
    position_of,
)
from ruleboard.i18n import _, ngettext

NO_LIMIT_TEXT = "endless"
OFF_BOARD_TEXT = "out"
MAX_POSITION_LENGTH = 4000
"""The maximum length of a position text, in characters."""
DECK_PREFIX = "deck="

_BOARD_NAME_PATTERN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_SPACE_PATTERN = re.compile(r"(0|[1-9][0-9]?),(0|[1-9][0-9]?)")
_POINTS_PATTERN = re.compile(r"([0-3])-([0-3])")
_HAND_AND_TURN_PATTERN = re.compile(r"([1-9][0-9]{0,8})\.([1-3])")


def format_position(state: State) -> str:
    """Format a state as a position text. During a turn, the text describes the state at the start of the turn.

    A custom board has the form ``name=drawing``. A custom deck is an additional last field ``deck=…``. If the
    game has no limit of sixty hands, ``+endless`` follows its variant.
    """
    terms = state.terms
    variant = terms.goal
    if terms.stars != ANY_STAR:
        variant += f"+{terms.stars}"
    if not terms.has_hand_limit:
        variant += f"+{NO_LIMIT_TEXT}"
    places = (OFF_BOARD_TEXT if space is None else str(space) for space in state.pieces)
    black, white = ("".join(map(card_sign, hand)) for hand in state.hands)
    fields = [
        _format_board(terms.board),
        variant,
        *(letter + place for letter, place in zip(PIECE_LETTERS, places, strict=True)),
        f"W{white}",
        f"B{black}",
        f"{state.points[WHITE]}-{state.points[BLACK]}",
        f"{state.hand}.{state.turn}",
    ]
    if terms.deck != library.deck().deck:
        fields.append(DECK_PREFIX + format_deck_as_word(terms.deck))
    return " ".join(fields)


def _format_board(board: Board) -> str:
    """Format a board as the name of a built-in board, or as the name and drawing of a custom board."""
    file = library.boards().get(board.name)
    return board.name if file and file.board == board else f"{board.name}={format_board_as_word(board)}"


def parse_position(text: str) -> State:
    """Parse a position text into a state at the start of a turn.

    Raises:
        PositionError: the text is malformed, or the position is impossible.
    """
    state = parse_draft_position(text)
    _check_hand_number(state)
    _check_hands(state)
    _check_points(state)
    _check_waiting_pieces(state)
    return state


def parse_draft_position(text: str) -> State:
    """Parse a position text for the position editor, without checking that the position is possible.

    Raises:
        PositionError: the text is malformed.
    """
    check_position_length(text, MAX_POSITION_LENGTH)
    fields = plain_characters(text).split()
    deck = library.deck().deck
    if len(fields) == 10:
        deck = _parse_deck(fields.pop())
    if len(fields) != 9:
        raise PositionError(
            ngettext("there’s {n} field", "there are {n} fields", len(fields)).format(n=len(fields)),
            expected=_("9: board variant r b y W B points deal.turn"),
        )
    board = _parse_board(fields[0])
    goal, stars, has_hand_limit = _parse_variant(fields[1])
    terms = Terms(board, deck, goal, stars, has_hand_limit)
    hand, turn = _parse_hand_and_turn(fields[8])
    white, black = _parse_hand(fields[5], "W"), _parse_hand(fields[6], "B")
    points = _parse_points(fields[7], terms.points_to_win)
    position = position_of(board, _parse_pieces(fields[2:5], board), points)
    return State(terms, position, (black, white), hand, turn)


def _field_name(field: int | str) -> str:
    return _("field {which}").format(which=field)


def _parse_deck(field: str) -> Deck:
    if not field.startswith(DECK_PREFIX):
        raise PositionError(
            _("{text} is one field too many").format(text=repr(field[:20])),
            where=_field_name(10),
            expected=_("{text} or nothing").format(text=f"'{DECK_PREFIX}…'"),
        )
    try:
        return parse_deck_word(field.removeprefix(DECK_PREFIX))
    except RuleboardError as error:
        raise PositionError(error.what, where=error.where or _("deck"), expected=error.expected) from None


def _parse_board(field: str) -> Board:
    name, separator, word = field.partition("=")
    if not separator:
        if name in library.boards():
            return library.boards()[name].board
        raise PositionError(
            _("there’s no board {text}").format(text=repr(name[:30])),
            where=_field_name(1),
            expected=_("{names}, or name=drawing").format(names=", ".join(library.boards())),
        )
    if not _BOARD_NAME_PATTERN.fullmatch(name) or len(name) > 60:
        raise PositionError(
            _("{text} isn’t a board name").format(text=repr(name[:30])),
            where=_field_name(1),
            expected=_("lowercase letters, digits and hyphens"),
        )
    try:
        board = parse_board_word(name, word)
    except RuleboardError as error:
        location = _("board, {where}").format(where=error.where) if error.where else _("board")
        raise PositionError(error.what, where=location, expected=error.expected) from None
    for fault in board_faults(board):
        location = _("board")
        if fault.space is not None:
            location = _("board, {where}").format(where=place_name(fault.space.x, fault.space.y))
        raise PositionError(fault.reason, where=location, expected=fault.expected)
    return board


def _parse_variant(field: str) -> tuple[str, str, bool]:
    goal, *variant_suffixes = field.split("+")
    if goal not in GOALS:
        raise PositionError(
            _("there’s no variant {text}").format(text=repr(goal[:30])),
            where=_field_name(2),
            expected=", ".join(GOALS),
        )
    star_rules = [word for word in variant_suffixes if word in STAR_RULES[1:]]
    unknown_suffixes = [word for word in variant_suffixes if word not in STAR_RULES[1:] and word != NO_LIMIT_TEXT]
    if unknown_suffixes:
        raise PositionError(
            _("there’s no variant {text}").format(text=repr(unknown_suffixes[0][:30])),
            where=_field_name(2),
            expected=", ".join((*STAR_RULES[1:], NO_LIMIT_TEXT)),
        )
    if len(star_rules) > 1 or variant_suffixes.count(NO_LIMIT_TEXT) > 1:
        raise PositionError(
            _("these variants don’t go together"),
            where=_field_name(2),
            expected=_("at most one of own-side and far-side"),
        )
    return goal, star_rules[0] if star_rules else ANY_STAR, NO_LIMIT_TEXT not in variant_suffixes


def _parse_hand_and_turn(field: str) -> tuple[int, int]:
    match = _HAND_AND_TURN_PATTERN.fullmatch(field)
    if match is None:
        raise PositionError(
            _("{text} isn’t a deal and turn").format(text=repr(field[:12])),
            where=_field_name(9),
            expected=_("such as 1.1, with a turn from 1 to {n}").format(n=TURNS_PER_HAND),
        )
    return int(match[1]), int(match[2])


def _check_hand_number(state: State) -> None:
    """Validate that the number of the hand does not exceed the limit of the game.

    Raises:
        PositionError: the hand number is too high.
    """
    if state.terms.has_hand_limit and (state.hand, state.turn) > (MAX_HANDS + 1, 1):
        raise PositionError(
            _("the game ends after {n} deals").format(n=MAX_HANDS),
            where=_field_name(9),
            expected=_("at most {n}").format(n=f"{MAX_HANDS + 1}.1"),
        )


def _check_hands(state: State) -> None:
    expected_count = len(CARDS) - len(PIECES) * (state.turn - 1)
    for player, letter in ((WHITE, "W"), (BLACK, "B")):
        count = len(state.hands[player])
        if count != expected_count:
            message = ngettext(
                "{side} has {n} card left instead of {left}", "{side} has {n} cards left instead of {left}", count
            )
            raise PositionError(
                message.format(side=side_name(player), n=count, left=expected_count),
                where=_field_name(letter),
                expected=_("{n} in turn {turn} of a deal").format(n=expected_count, turn=state.turn),
            )


def _parse_hand(field: str, letter: str) -> tuple[int, ...]:
    location = _field_name(letter)
    if not field.startswith(letter):
        message = _("{text} is where {letter}’s cards should be").format(text=repr(field[:20]), letter=letter)
        raise PositionError(message, where=location, expected=f"{letter}…")
    signs = field[1:]
    for sign in signs:
        if sign not in CARD_SIGNS:
            raise PositionError(
                _("{text} isn’t a card").format(text=repr(sign)), where=location, expected=_("1 to 9 or T for 10")
            )
    if len(set(signs)) != len(signs):
        raise PositionError(_("a card appears twice"), where=location, expected=_("each card at most once"))
    return tuple(sorted(map(card_from_sign, signs)))


def _parse_points(field: str, max_points: int) -> tuple[int, int]:
    match = _POINTS_PATTERN.fullmatch(field)
    if match is None or int(match[1]) > max_points or int(match[2]) > max_points:
        raise PositionError(
            _("{text} isn’t a score").format(text=repr(field[:12])),
            where=_field_name(8),
            expected=_("White’s and Black’s points, up to {most}, such as 0-0").format(most=max_points),
        )
    white, black = int(match[1]), int(match[2])
    return black, white


def _check_points(state: State) -> None:
    if min(state.points) == state.terms.points_to_win:
        raise PositionError(_("both sides have won"), where=_field_name(8), expected=_("one winner at most"))


def _parse_pieces(fields: list[str], board: Board) -> Pieces:
    spaces: list[Space | None] = []
    for piece, letter, field in zip(PIECES, PIECE_LETTERS, fields, strict=True):
        name = piece_name(piece)
        if not field.startswith(letter):
            raise PositionError(
                _("{text} is where {piece} should be").format(text=repr(field[:20]), piece=name),
                where=_field_name(letter),
                expected=_("{one} or {other}").format(one=f"{letter}3,2", other=f"{letter}{OFF_BOARD_TEXT}"),
            )
        space = _parse_space(name, letter, field[1:], board)
        if space is not None and space in spaces:
            message = _("{piece} is on an occupied space").format(piece=name)
            raise PositionError(message, where=_field_name(letter), expected=_("a free space"))
        spaces.append(space)
    red, blue, yellow = spaces
    return (red, blue, yellow)


def _parse_space(name: str, letter: str, word: str, board: Board) -> Space | None:
    if word == OFF_BOARD_TEXT:
        return None
    match = _SPACE_PATTERN.fullmatch(word)
    if match is None:
        message = _("{text} isn’t a space for {piece}").format(text=repr(word[:12]), piece=name)
        expected = _("{one} or {other}").format(one="x,y", other=OFF_BOARD_TEXT)
        raise PositionError(message, where=_field_name(letter), expected=expected)
    space = Space(int(match[1]), int(match[2]))
    if space not in board.spaces:
        raise PositionError(
            _("there’s no space {space} on this board").format(space=space),
            where=_field_name(letter),
            expected=_("{first} to {last}").format(first="0,0", last=f"{board.width - 1},{board.height - 1}"),
        )
    return space


def _check_waiting_pieces(state: State) -> None:
    """Validate the waiting pieces.

    Pieces wait only in the variant that lifts pieces, and only while another piece occupies their start space.

    Raises:
        PositionError: a piece that waits breaks these rules.
    """
    for piece in PIECES:
        if state.pieces[piece] is not None:
            continue
        location = _field_name(PIECE_LETTERS[piece])
        if state.terms.goal != THREE_POINTS:
            raise PositionError(
                _("{piece} is out of play").format(piece=piece_name(piece)),
                where=location,
                expected=_("all pieces on the board, except in {variant}").format(variant=THREE_POINTS),
            )
        if state.winner is None and state.terms.board.starts[piece] not in state.pieces:
            raise PositionError(
                _("{piece} is waiting, but its start is free").format(piece=piece_name(piece)),
                where=location,
                expected=_("the piece on its start"),
            )
