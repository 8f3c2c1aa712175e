"""Test boards and decks: the built-in ones, their validation, their formats, and the errors of invalid ones."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.engine.errors import RecordError
from ruleboard.games.tensor_cards import PACKAGE, library
from ruleboard.games.tensor_cards.board import (
    BLUE,
    Board,
    Space,
    board_faults,
    connected_spaces,
    line_between,
)
from ruleboard.games.tensor_cards.board_text import format_board_as_word, format_rows, parse_board_word, parse_rows
from ruleboard.games.tensor_cards.cards import BLACK, WHITE, Part, format_deck_as_word, parse_deck_word
from ruleboard.games.tensor_cards.data_files import (
    format_board,
    format_deck,
    parse_board,
    parse_deck,
)
from ruleboard.games.tensor_cards.json_positions import DataFileError
from ruleboard.games.tensor_cards.options import board_value
from ruleboard.games.tensor_cards.state import STAR_RULES, State, Terms, initial_state
from ruleboard.games.tensor_cards.threats import FirstTurnThreat, first_turn_threats
from tests.unit.tensor_cards.first_turn import can_win_turn, find_forced_win

GAME = PACKAGE.game

BOARDS = library.boards()
DECK = library.deck()

SMALL_BOARD_TEXT = """\
{
  "format": "ruleboard/tensor-board/1",
  "name": "Nine",
  "author": "Ada Lovelace",
  "drawing": [
    "o-*-r",
    "| | |",
    "o-b-o",
    "| | |",
    "y-*-o"
  ]
}
"""
CARDS = """\
{
  "format": "ruleboard/tensor-deck/1",
  "name": "Steps",
  "author": "Ada Lovelace",
  "cards": [
    {"number": 1, "parts": ["1 toward"]},
    {"number": 2, "parts": ["2 toward", "1 away"]},
    {"number": 3, "parts": ["1 toward"]},
    {"number": 4, "parts": ["1 toward"]},
    {"number": 5, "parts": ["1 toward"]},
    {"number": 6, "parts": ["1 left"]},
    {"number": 7, "parts": ["1 right"]},
    {"number": 8, "parts": ["1 away"]},
    {"number": 9, "parts": ["9 away"], "source": "own"},
    {"number": 10, "parts": ["1 toward"]}
  ]
}
"""


# --- the built-in boards and cards ------------------------------------------------------


def test_default_board_matches_the_spec() -> None:
    """The default board has the spaces, starts, stars and missing lines listed in 'Boards and decks'."""
    board = next(iter(BOARDS.values())).board
    assert (board.name, board.width, board.height, len(board.spaces)) == ("equilibrium-point", 7, 7, 49)
    assert board.starts == ((4, 1), (3, 3), (2, 5))
    assert board.stars == {(6, 0), (6, 4), (0, 6), (0, 2)}
    assert (Space(5, 1), Space(5, 2)) not in board.lines
    assert (Space(1, 4), Space(1, 5)) not in board.lines
    grid = 2 * 7 * 6
    assert len(board.lines) in {grid - 2 * pairs for pairs in (3, 4, 5)}


def test_built_in_boards_have_other_odd_sizes() -> None:
    sizes = {(file.board.width, file.board.height) for file in BOARDS.values()}
    assert len(sizes) >= 3
    assert all(width % 2 and height % 2 for width, height in sizes)


@pytest.mark.parametrize("name", BOARDS)
def test_built_in_boards_are_fair(name: str) -> None:
    """Each board is symmetric under a half turn and connected, and its stars can be reached ('Boards and decks')."""
    board = BOARDS[name].board
    assert board_faults(board) == ()
    assert {board.rotated_space(space) for space in board.spaces} == board.spaces
    assert {board.rotated_space(star) for star in board.stars} == board.stars
    images = {
        line_between(board.rotated_space(line_start), board.rotated_space(line_end))
        for line_start, line_end in board.lines
    }
    assert images == board.lines
    assert connected_spaces(board, board.starts[BLUE]) == board.spaces
    assert all(abs(a.x - b.x) + abs(a.y - b.y) == 1 for a, b in board.lines)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("stars", STAR_RULES)
def test_no_player_can_force_a_win_in_turn_one(name: str, stars: str) -> None:
    """Neither player can force a win in the first turn, and no single card wins without an answer."""
    terms = Terms(BOARDS[name].board, DECK.deck, stars=stars)
    assert find_forced_win(terms, BLACK) is None
    assert find_forced_win(terms, WHITE) is None
    assert first_turn_threats(terms) == ()


def test_check_reports_stars_too_near() -> None:
    """The check reports that blue is only one step from a star on the board of nine spaces.

    White's right is up, and Black's right is down.
    """
    terms = Terms(parse_board(SMALL_BOARD_TEXT).board, DECK.deck)
    threats = first_turn_threats(terms)
    assert FirstTurnThreat(WHITE, BLUE, 7) in threats
    assert FirstTurnThreat(BLACK, BLUE, 7) in threats
    assert find_forced_win(terms, WHITE) is None  # the same card, laid against it, cancels it


def test_forced_win_holds_against_every_answer() -> None:
    state: State = initial_state(Terms(parse_board(SMALL_BOARD_TEXT).board, DECK.deck))
    assert can_win_turn(state, WHITE, (1, 8, 2), (1, 4, 2))
    assert not can_win_turn(state, WHITE, (1, 8, 2), (1, 8, 2))


def test_cards_match_the_spec() -> None:
    """The deck equals the table in 'Material', of which the rulebook shows four cards."""
    card_texts = [" and ".join(map(str, card)) for card in DECK.deck]
    assert card_texts == [
        "3 toward",
        "1 toward and 1 right",
        "1 toward and 1 left",
        "2 toward",
        "2 right",
        "2 left",
        "1 right",
        "1 left",
        "1 toward",
        "1 away",
    ]
    assert [n for n, source in enumerate(DECK.sources, 1) if source == "rulebook"] == [2, 5, 8, 9]


def test_default_board_entries_are_marked_as_reconstructed() -> None:
    assert set(BOARDS["equilibrium-point"].sources.values()) == {"reconstruction"}


# --- formats ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
def test_boards_survive_their_formats(name: str) -> None:
    file = BOARDS[name]
    assert parse_board(format_board(file)) == file
    assert parse_rows(name, format_rows(file.board)) == file.board
    assert parse_board_word(name, format_board_as_word(file.board)) == file.board
    assert " " not in format_board_as_word(file.board)


def test_decks_survive_their_formats() -> None:
    custom_deck = parse_deck(CARDS)
    assert parse_deck(format_deck(custom_deck)) == custom_deck
    assert parse_deck(format_deck(DECK)) == DECK
    assert custom_deck.deck[1] == (Part(2, "toward"), Part(1, "away"))
    for deck in (custom_deck.deck, DECK.deck):
        assert parse_deck_word(format_deck_as_word(deck)) == deck


def test_custom_board_and_deck_are_part_of_record_and_position() -> None:
    """The options in the record and the position text contain the custom board and the custom deck."""
    state = GAME.initial({"board": SMALL_BOARD_TEXT, "deck": CARDS}, 0)
    text = GAME.format_position(state)
    assert text.split()[0] == "nine=o-*-r/|.|.|/o-b-o/|.|.|/y-*-o"
    assert text.split()[-1] == "deck=1t,2t1a,1t,1t,1t,1l,1r,1a,9a,1t"
    assert GAME.parse_position(text) == state


def test_json_of_a_built_in_board_is_that_board() -> None:
    file = BOARDS["short-order"]
    assert GAME.initial({"board": format_board(file)}, 0) == GAME.initial({"board": "short-order"}, 0)
    assert board_value(file) == "short-order"
    assert parse_board(board_value(parse_board(SMALL_BOARD_TEXT))) == parse_board(SMALL_BOARD_TEXT)


def test_board_with_built_in_name_keeps_its_drawing() -> None:
    text = SMALL_BOARD_TEXT.replace("Nine", "Short Order")
    state = GAME.initial({"board": text}, 0)
    assert GAME.format_position(state).startswith("short-order=o-")
    assert GAME.parse_position(GAME.format_position(state)) == state


# --- mistakes ---------------------------------------------------------------------------


BOARD_MISTAKES = [
    ('"o-b-o"', '"o-b-q"', "line 8, field drawing[3]", "column 5: 'q' can’t be here"),
    (
        '"| | |",\n    "o-b',
        '"|-| |",\n    "o-b',
        "line 7, field drawing[2]",
        "column 2: '-' can’t be here",
    ),
    ('"o-b-o"', '"o-b-"', "line 7, field drawing[2]", "doesn’t join 2 spaces"),
    ('"o-b-o"', '"o-b-o", 7', "line 8, field drawing[4]", "not text"),
    ('"o-b-o"', '"r-b-o"', "line 8, field drawing[3]", "a second start 'r'"),
    ('"o-b-o"', '"o-o-o"', "line 5, field drawing", "the start 'b' is missing"),
    ('"o-b-o"', '"b-o-o"', "line 8, field drawing[3]", "blue doesn’t start in the centre"),
    ('"y-*-o"', '"y-o-o"', "line 6, field drawing[1]", "a star here, but no star at column 2, row 3"),
    ('"y-*-o"', '"y *-o"', "line 6, field drawing[1]", "a line from here to column 3, row 1"),
    ('"y-*-o"', '"o-*-y"', "line 10, field drawing[5]", "yellow doesn’t start opposite red"),
    ('"o-*-r"', '"o-*-r-o"', "line 5, field drawing", "4 columns"),
    ('"Nine"', "9", "line 3, field name", "not text"),
    ('"Nine"', '" "', "line 3, field name", "is empty"),
    ('"Nine"', '"' + "n" * 61 + '"', "line 3, field name", "too long"),
    ('"Ada Lovelace"', '"a\\nb"', "line 4, field author", "can’t be printed"),
    ('"author"', '"autor"', "line 4, field autor", "no such field"),
    ('"author"', '"a\\nb\\u202e"', "line 4, field a\\nb\\u202e", "no such field"),
    ('"author": "Ada Lovelace"', '"name": "Ten"', "line 4, field name", "appears twice"),
    ('"author": "Ada Lovelace"', '"sources": {"spaces": "me"}', "line 4, field sources.spaces", "isn’t a source"),
    ('"author": "Ada Lovelace"', '"sources": []', "line 4, field sources", "not an object"),
    ("tensor-board/1", "tensor-board/0", "line 2, field format", "this version"),
    ("tensor-board/1", "tensor-board/2", "", "this needs a newer version of Ruleboard"),
    ('"drawing": [', '"drawing": {', "line 6, column 12", "cut off or not JSON"),
]


@pytest.mark.parametrize(("original", "replacement", "location", "problem"), BOARD_MISTAKES)
def test_board_errors_name_line_and_field(original: str, replacement: str, location: str, problem: str) -> None:
    assert original in SMALL_BOARD_TEXT
    with pytest.raises(DataFileError) as error_info:
        parse_board(SMALL_BOARD_TEXT.replace(original, replacement))
    assert error_info.value.where == location
    assert problem in error_info.value.what


DECK_MISTAKES = [
    ('"1 left"', '"0 left"', "line 11, field cards[6].parts[1]", "'0 left' isn’t a movement"),
    ('"1 left"', '"1 up"', "line 11, field cards[6].parts[1]", "'1 up' isn’t a movement"),
    ('["1 left"]', "[]", "line 11, field cards[6].parts", "1 or 2 parts"),
    ('["1 left"]', '["1 left", "2 left"]', "line 11, field cards[6].parts", "the same way"),
    ('["1 left"]', '"1 left"', "line 11, field cards[6].parts", "not a list"),
    ('"number": 6', '"number": 5', "line 11, field cards[6].number", "a second card 5"),
    ('"number": 6', '"number": 11', "line 11, field cards[6].number", "too large"),
    ('"number": 6', '"number": 0', "line 11, field cards[6].number", "too small"),
    ('"number": 6', '"number": true', "line 11, field cards[6].number", "not a whole number"),
    ('"number": 6, ', "", "line 11, field cards[6].number", "not a whole number"),
    (',\n    {"number": 10, "parts": ["1 toward"]}', "", "line 5, field cards", "card 10 is missing"),
    ('"source": "own"', '"source": "mine"', "line 14, field cards[9].source", "isn’t a source"),
    ('"source": "own"', '"sauce": "own"', "line 14, field cards[9].sauce", "no such field"),
]


@pytest.mark.parametrize(("original", "replacement", "location", "problem"), DECK_MISTAKES)
def test_deck_errors_name_line_and_field(original: str, replacement: str, location: str, problem: str) -> None:
    assert original in CARDS
    with pytest.raises(DataFileError) as error_info:
        parse_deck(CARDS.replace(original, replacement))
    assert error_info.value.where == location
    assert problem in error_info.value.what


@pytest.mark.parametrize(
    "text", ["", "[]", "7", "null", "[" * 100_000, "9" * 5000, "{}", '{"format": 1}', " " * 300_000]
)
def test_other_texts_are_neither_boards_nor_decks(text: str) -> None:
    for parse in (parse_board, parse_deck):
        with pytest.raises(DataFileError):
            parse(text)


def test_invalid_board_option_names_the_option() -> None:
    with pytest.raises(RecordError, match=r"option board, line 8, field drawing\[3\]"):
        GAME.initial({"board": SMALL_BOARD_TEXT.replace('"o-b-o"', '"o-b-q"')}, 0)
    with pytest.raises(RecordError, match=r"option deck, line 11, field cards\[6\]"):
        GAME.initial({"deck": CARDS.replace("1 left", "1 up")}, 0)
    for options in (
        {"board": "no-such"},
        {"deck": "x"},
        {"goal": "x"},
        {"stars": ""},
        {"limit": "61"},
        {"x": "y"},
    ):
        with pytest.raises(RecordError):
            GAME.initial(options, 0)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_damaged_boards_and_decks_raise_only_their_error(data: st.DataObject) -> None:
    text, parse = data.draw(st.sampled_from([(SMALL_BOARD_TEXT, parse_board), (CARDS, parse_deck)]))
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(text)))
        end = index + data.draw(st.integers(0, 4))
        text = text[:index] + data.draw(st.text('{}[]",:-|o*rby 1290\n\\é', max_size=3)) + text[end:]
    try:
        parse(text)
    except DataFileError:
        return


# --- drawing boards ---------------------------------------------------------------------


@st.composite
def draw_draft_board(draw_from: st.DrawFn) -> Board:
    """Draw an unfinished board with two opposite corners."""
    width, height = (draw_from(st.sampled_from([3, 5, 7])) for _ in range(2))
    grid = [Space(x, y) for x in range(width) for y in range(height)]
    spaces = set(draw_from(st.lists(st.sampled_from(grid)))) | {Space(0, 0), Space(width - 1, height - 1)}
    centre = Space((width - 1) // 2, (height - 1) // 2)
    red = draw_from(st.sampled_from([space for space in grid if space != centre]))
    yellow = draw_from(st.sampled_from([space for space in grid if space not in (centre, red)]))
    spaces |= {red, centre, yellow}
    stars = set(draw_from(st.lists(st.sampled_from(sorted(spaces))))) - {red, centre, yellow}
    lines = {
        line_between(space, space.step(step))
        for space in spaces
        for step in ((1, 0), (0, 1))
        if space.step(step) in spaces and draw_from(st.booleans())
    }
    return Board("draft", width, height, frozenset(spaces), frozenset(lines), frozenset(stars), (red, centre, yellow))


@settings(max_examples=100, deadline=None)
@given(draw_draft_board())
def test_any_custom_board_survives_its_drawing(board: Board) -> None:
    assert parse_rows("draft", format_rows(board)) == board
    assert parse_board_word("draft", format_board_as_word(board)) == board


def test_board_json_is_plain_json() -> None:
    data = json.loads(format_board(BOARDS["equilibrium-point"]))
    assert data["name"] == "Equilibrium Point"
    assert len(data["drawing"]) == 13


def test_checks_name_unreachable_spaces() -> None:
    board = parse_board(SMALL_BOARD_TEXT).board
    isolated_board = replace(board, lines=frozenset(line for line in board.lines if Space(1, 0) not in line))
    assert any("no lines lead from this star" in fault.reason for fault in board_faults(isolated_board))
    board_without_stars = replace(board, stars=frozenset())
    assert [fault.reason for fault in board_faults(board_without_stars)] == ["the game can’t be won without a star"]
