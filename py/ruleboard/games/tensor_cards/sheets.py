"""Boards and decks as data files: JSON that people read and write, mistakes named by line and field."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from ruleboard.games.tensor_cards.cards import (
    CARDS,
    DIRECTIONS,
    FARTHEST,
    Card,
    Deck,
    Part,
    card_fault,
    right_parts,
)
from ruleboard.games.tensor_cards.drawing import DrawingError, draw, read_drawing
from ruleboard.games.tensor_cards.layout import Layout, faults
from ruleboard.games.tensor_cards.located import Path, Sheet, read
from ruleboard.games.tensor_cards.names import place_name
from ruleboard.i18n import _

BOARD_FORMAT = "ruleboard/tensor-board/1"
DECK_FORMAT = "ruleboard/tensor-deck/1"
RULEBOOK = "rulebook"
SOURCES = (RULEBOOK, "reconstruction", "own")
"""Where an entry comes from: the printed rules, what was lost and made anew, or a player's own invention."""
ENTRIES = ("spaces", "lines", "stars", "starts")

_PART = re.compile(rf"([1-{FARTHEST}]) ({'|'.join(DIRECTIONS)})")


@dataclass(frozen=True, slots=True)
class Board:
    """A board with what is told of it.

    Attributes:
        title: what people call it.
        author: who drew it.
        layout: what is played on.
        sources: where its spaces, lines, stars and starts come from, each one of ``SOURCES``.
    """

    title: str
    author: str
    layout: Layout
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """A deck with what is told of it; ``sources[n - 1]`` says where card ``n`` comes from."""

    title: str
    author: str
    deck: Deck
    sources: tuple[str, ...]


def slug(title: str) -> str:
    """What position texts call a board of that title: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "board"


def parse_board(text: str) -> Board:
    """The board a JSON text describes, checked for fairness ('Boards and decks').

    Raises:
        SheetError: it cannot be read or is no fair board; ``where`` names line and field.
    """
    board, sheet = _read_board(text)
    for fault in faults(board.layout):
        path: Path = ("drawing",)
        what = fault.what
        if fault.space is not None:
            path = ("drawing", 2 * fault.space.y)
            place = place_name(fault.space.x, fault.space.y)
            what = _("{place} of the board: {what}").format(place=place, what=what)
        raise sheet.error(path, what, fault.expected)
    return board


def parse_draft_board(text: str) -> Board:
    """The board a JSON text describes, fair or not: for an editor, which shows the faults itself.

    Raises:
        SheetError: it cannot be read.
    """
    return _read_board(text)[0]


def _read_board(text: str) -> tuple[Board, Sheet]:
    sheet = read(text, BOARD_FORMAT, ("format", "name", "author", "sources", "drawing"))
    title = _title(sheet)
    author = sheet.text(("author",), sheet.data.get("author", ""))
    given = sheet.members(("sources",), sheet.data.get("sources", {}), ENTRIES)
    sources = {entry: _source(sheet, ("sources", entry), given.get(entry, "own")) for entry in ENTRIES}
    rows = []
    for number, row in enumerate(sheet.rows(("drawing",), sheet.data.get("drawing"))):
        rows.append(sheet.text(("drawing", number), row, longest=200))
    try:
        layout = read_drawing(slug(title), rows)
    except DrawingError as error:
        if error.row < 0:
            raise sheet.error(("drawing",), error.what, error.expected) from None
        what = _("column {column}: {what}").format(column=error.column + 1, what=error.what)
        raise sheet.error(("drawing", error.row), what, error.expected) from None
    return Board(title, author, layout, sources), sheet


def format_board(board: Board) -> str:
    """The JSON text of a board, a row of the drawing a line; ``parse_board`` gives back an equal board."""
    rows = ",\n".join("    " + _quoted(row) for row in draw(board.layout))
    sources = ",\n".join(f"    {_quoted(entry)}: {_quoted(board.sources[entry])}" for entry in ENTRIES)
    return (
        "{\n"
        f'  "format": {_quoted(BOARD_FORMAT)},\n'
        f'  "name": {_quoted(board.title)},\n'
        f'  "author": {_quoted(board.author)},\n'
        f'  "sources": {{\n{sources}\n  }},\n'
        f'  "drawing": [\n{rows}\n  ]\n'
        "}\n"
    )


def parse_deck(text: str) -> DeckSheet:
    """The deck a JSON text describes.

    Raises:
        SheetError: it cannot be read or is no deck; ``where`` names line and field.
    """
    sheet = read(text, DECK_FORMAT, ("format", "name", "author", "cards"))
    title = _title(sheet)
    author = sheet.text(("author",), sheet.data.get("author", ""))
    cards: dict[int, Card] = {}
    sources: dict[int, str] = {}
    for place, entry in enumerate(sheet.rows(("cards",), sheet.data.get("cards"))):
        path: Path = ("cards", place)
        given = sheet.members(path, entry, ("number", "parts", "source"))
        number = given.get("number")
        if not isinstance(number, int) or isinstance(number, bool) or number not in CARDS:
            raise sheet.error((*path, "number"), _("is missing or no number of a card"), _("1 to 10"))
        if number in cards:
            raise sheet.error(
                (*path, "number"), _("there is a second card {card}").format(card=number), _("every number once")
            )
        cards[number] = _parts(sheet, (*path, "parts"), given.get("parts"))
        sources[number] = _source(sheet, (*path, "source"), given.get("source", "own"))
    for number in CARDS:
        if number not in cards:
            raise sheet.error(("cards",), _("card {card} is missing").format(card=number), _("the numbers 1 to 10"))
    return DeckSheet(
        title, author, tuple(cards[number] for number in CARDS), tuple(sources[number] for number in CARDS)
    )


def format_deck(sheet: DeckSheet) -> str:
    """The JSON text of a deck, a card a line; ``parse_deck`` gives back an equal deck."""
    lines = []
    for number, card, source in zip(CARDS, sheet.deck, sheet.sources, strict=True):
        parts = ", ".join(_quoted(str(part)) for part in card)
        lines.append(f'    {{"number": {number}, "parts": [{parts}], "source": {_quoted(source)}}}')
    cards = ",\n".join(lines)
    return (
        "{\n"
        f'  "format": {_quoted(DECK_FORMAT)},\n'
        f'  "name": {_quoted(sheet.title)},\n'
        f'  "author": {_quoted(sheet.author)},\n'
        f'  "cards": [\n{cards}\n  ]\n'
        "}\n"
    )


def _title(sheet: Sheet) -> str:
    title = sheet.text(("name",), sheet.data.get("name"))
    if not title.strip():
        raise sheet.error(("name",), _("is empty"), _("what the players call it"))
    return title


def _source(sheet: Sheet, path: Path, value: object) -> str:
    text = sheet.text(path, value)
    if text not in SOURCES:
        raise sheet.error(path, _("{text} is no source").format(text=repr(text[:30])), ", ".join(SOURCES))
    return text


def _parts(sheet: Sheet, path: Path, value: object) -> Card:
    found = []
    for place, entry in enumerate(sheet.rows(path, value)):
        text = sheet.text((*path, place), entry)
        match = _PART.fullmatch(text)
        if match is None:
            raise sheet.error(
                (*path, place),
                _("{text} is no movement").format(text=repr(text[:30])),
                _("1 to {n} and a direction, such as '2 left' (directions: {names})").format(
                    n=FARTHEST, names=", ".join(DIRECTIONS)
                ),
            )
        found.append(Part(int(match[1]), match[2]))
    card = tuple(found)
    fault = card_fault(card)
    if fault:
        raise sheet.error(path, fault, right_parts())
    return card


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
