"""Format and parse the JSON files of boards and decks. Errors name the line and the field of the problem."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from ruleboard.engine.decoding import Path, Value
from ruleboard.games.tensor_cards.board import Board, board_faults
from ruleboard.games.tensor_cards.board_text import DrawingError, format_rows, parse_rows
from ruleboard.games.tensor_cards.cards import (
    CARDS,
    DIRECTIONS,
    MAX_STEPS,
    Card,
    Deck,
    Part,
    card_fault,
    expected_parts_text,
)
from ruleboard.games.tensor_cards.json_positions import parse_object
from ruleboard.games.tensor_cards.names import place_name
from ruleboard.i18n import _

BOARD_FORMAT = "ruleboard/tensor-board/1"
DECK_FORMAT = "ruleboard/tensor-deck/1"
RULEBOOK_SOURCE = "rulebook"
SOURCES = (RULEBOOK_SOURCE, "reconstruction", "own")
"""The possible sources of an entry: the rulebook, a reconstruction of a lost picture, or a player."""
ENTRY_NAMES = ("spaces", "lines", "stars", "starts")

_PART_PATTERN = re.compile(rf"([1-{MAX_STEPS}]) ({'|'.join(DIRECTIONS)})")


@dataclass(frozen=True, slots=True)
class BoardFile:
    """The contents of a board's JSON file.

    Attributes:
        title: the title of the board.
        author: the name of the author.
        board: the board.
        sources: for each of the ``ENTRY_NAMES``, its source, one of ``SOURCES``.
    """

    title: str
    author: str
    board: Board
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DeckFile:
    """The contents of a deck's JSON file. ``sources[n - 1]`` is the source of card ``n``."""

    title: str
    author: str
    deck: Deck
    sources: tuple[str, ...]


def board_name(title: str) -> str:
    """Convert a title to the name of a board in position texts, with lowercase letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "board"


def parse_board(text: str) -> BoardFile:
    """Parse the JSON text of a board, and validate that it is fair ('Boards and decks').

    Raises:
        DataFileError: the text is malformed, or the board is not fair. ``where`` names the line and the field.
    """
    file, data = _parse_board(text)
    for fault in board_faults(file.board):
        path: Path = ("drawing",)
        message = fault.reason
        if fault.space is not None:
            path = ("drawing", 2 * fault.space.y)
            place = place_name(fault.space.x, fault.space.y)
            message = _("{place} of the board: {what}").format(place=place, what=message)
        raise Value(None, data.style, path).error(message, fault.expected)
    return file


def parse_draft_board(text: str) -> BoardFile:
    """Parse the JSON text of a board, which may be unfair. The board editor displays the faults of an unfair board.

    Raises:
        DataFileError: the text is malformed.
    """
    return _parse_board(text)[0]


def _parse_board(text: str) -> tuple[BoardFile, Value]:
    data = parse_object(text, BOARD_FORMAT, ("format", "name", "author", "sources", "drawing"))
    title = _parse_title(data)
    author = _parse_line(data.field("author", ""))
    sources = data.field("sources", {})
    sources.check_names(ENTRY_NAMES)
    entry_sources = {entry: _parse_source(sources.field(entry, "own")) for entry in ENTRY_NAMES}
    rows = data.field("drawing").items()
    try:
        board = parse_rows(board_name(title), [_parse_line(row, max_length=200) for row in rows])
    except DrawingError as error:
        if error.row < 0:
            raise data.field("drawing").error(error.what, error.expected) from None
        message = _("column {column}: {what}").format(column=error.column + 1, what=error.what)
        raise rows[error.row].error(message, error.expected) from None
    return BoardFile(title, author, board, entry_sources), data


def format_board(file: BoardFile) -> str:
    """Format a board as JSON, with one line for each row of the board. ``parse_board`` returns an equal board."""
    rows = ",\n".join("    " + _json_text(row) for row in format_rows(file.board))
    sources = ",\n".join(f"    {_json_text(entry)}: {_json_text(file.sources[entry])}" for entry in ENTRY_NAMES)
    return (
        "{\n"
        f'  "format": {_json_text(BOARD_FORMAT)},\n'
        f'  "name": {_json_text(file.title)},\n'
        f'  "author": {_json_text(file.author)},\n'
        f'  "sources": {{\n{sources}\n  }},\n'
        f'  "drawing": [\n{rows}\n  ]\n'
        "}\n"
    )


def parse_deck(text: str) -> DeckFile:
    """Parse the JSON text of a deck.

    Raises:
        DataFileError: the text is malformed. ``where`` names the line and the field.
    """
    data = parse_object(text, DECK_FORMAT, ("format", "name", "author", "cards"))
    title = _parse_title(data)
    author = _parse_line(data.field("author", ""))
    cards: dict[int, Card] = {}
    sources: dict[int, str] = {}
    for entry in data.field("cards").items():
        entry.check_names(("number", "parts", "source"))
        number = entry.field("number").integer(min(CARDS), max(CARDS))
        if number in cards:
            raise entry.field("number").error(
                _("there’s a second card {card}").format(card=number), _("each number once")
            )
        cards[number] = _parse_parts(entry.field("parts"))
        sources[number] = _parse_source(entry.field("source", "own"))
    for number in CARDS:
        if number not in cards:
            raise data.field("cards").error(_("card {card} is missing").format(card=number), _("the numbers 1 to 10"))
    return DeckFile(title, author, tuple(cards[number] for number in CARDS), tuple(sources[number] for number in CARDS))


def format_deck(file: DeckFile) -> str:
    """Format a deck as JSON, with one line for each card. ``parse_deck`` returns an equal deck."""
    lines = []
    for number, card, source in zip(CARDS, file.deck, file.sources, strict=True):
        parts = ", ".join(_json_text(str(part)) for part in card)
        lines.append(f'    {{"number": {number}, "parts": [{parts}], "source": {_json_text(source)}}}')
    cards = ",\n".join(lines)
    return (
        "{\n"
        f'  "format": {_json_text(DECK_FORMAT)},\n'
        f'  "name": {_json_text(file.title)},\n'
        f'  "author": {_json_text(file.author)},\n'
        f'  "cards": [\n{cards}\n  ]\n'
        "}\n"
    )


def _parse_line(value: Value, max_length: int = 60) -> str:
    text = value.text(max_length)
    if not text.isprintable():
        raise value.error(_("contains a character that can’t be printed"), _("one line of text"))
    return text


def _parse_title(data: Value) -> str:
    title = _parse_line(data.field("name"))
    if not title.strip():
        raise data.field("name").error(_("is empty"), _("a name that players see"))
    return title


def _parse_source(value: Value) -> str:
    text = _parse_line(value)
    if text not in SOURCES:
        raise value.error(_("{text} isn’t a source").format(text=repr(text[:30])), ", ".join(SOURCES))
    return text


def _parse_parts(value: Value) -> Card:
    card = tuple(map(_parse_part, value.items()))
    fault = card_fault(card)
    if fault:
        raise value.error(fault, expected_parts_text())
    return card


def _parse_part(value: Value) -> Part:
    text = _parse_line(value)
    match = _PART_PATTERN.fullmatch(text)
    if match is None:
        raise value.error(
            _("{text} isn’t a movement").format(text=repr(text[:30])),
            _("1 to {n} and a direction, such as '2 left' (directions: {names})").format(
                n=MAX_STEPS, names=", ".join(DIRECTIONS)
            ),
        )
    return Part(int(match[1]), match[2])


def _json_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
