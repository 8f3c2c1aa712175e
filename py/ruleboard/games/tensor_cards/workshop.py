"""Boards and decks as people make, keep, print and look them up. Pure: texts in, texts and pictures out."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ruleboard.games.extras import Look, Sheet, Tool
from ruleboard.games.tensor_cards import drawn_sheet, library, sheets, words, workbench
from ruleboard.games.tensor_cards.balance import threats
from ruleboard.games.tensor_cards.cards import CARDS, SIDES
from ruleboard.games.tensor_cards.layout import PIECE_NAMES, Fault, Layout, faults
from ruleboard.games.tensor_cards.setup import STANDARD_DECK, board_value
from ruleboard.games.tensor_cards.sheets import DECK_FORMAT, RULEBOOK, Board, DeckSheet
from ruleboard.games.tensor_cards.state import Terms
from ruleboard.scene.node import Node

BOARD, DECK = "board", "deck"
_SOURCES = {
    "rulebook": "As in the rulebook.",
    "reconstruction": "Reconstructed: the rulebook's picture of it is lost.",
    "own": "Made by a player.",
}


class BoardsAndCards:
    """The workshop of the card game, see ``games.extras.Workshop``."""

    title = "Boards and cards"
    tools = (
        Tool(workbench.GRID, "Spaces and lines", key="s"),
        Tool(workbench.STAR, "Stars", key="t"),
        *(Tool(name, f"{name.capitalize()}'s start", key=str(at)) for at, name in enumerate(PIECE_NAMES, 1)),
    )
    sizes: tuple[int, ...] = workbench.SIZES
    spaces: tuple[int, ...] = (20, 25, 30, 35, 40)

    def ready(self) -> tuple[Sheet, ...]:
        """The boards that come along, and the deck."""
        boards = (self.read(sheets.format_board(board)) for board in library.boards().values())
        return (*boards, self.read(sheets.format_deck(library.deck())))

    def read(self, text: str) -> Sheet:
        """What a text describes, see ``sheets``: a board, fair or not, or a deck."""
        return _read(text)

    def fresh(self) -> str:
        """A full grid with four stars."""
        sources = dict.fromkeys(sheets.ENTRIES, "own")
        return sheets.format_board(Board("New board", "", workbench.fresh(), sources))

    def touched(self, text: str, target: str, tool: str, *, mirrored: bool) -> str:
        """The board after a touch, see ``workbench``."""
        board = sheets.parse_draft_board(text)
        return _own(board, workbench.touched(board.layout, target, tool, mirrored=mirrored))

    def sized(self, text: str, columns: int, rows: int) -> str:
        """The board on another grid; sizes that no board has change nothing."""
        board = sheets.parse_draft_board(text)
        if columns not in self.sizes or rows not in self.sizes:
            return text
        return _own(board, workbench.sized(board.layout, columns, rows))

    def named(self, text: str, title: str, author: str) -> str:
        """The sheet under another title, by somebody else."""
        if _is_deck(text):
            return sheets.format_deck(replace(sheets.parse_deck(text), title=title, author=author))
        board = sheets.parse_draft_board(text)
        layout = replace(board.layout, name=sheets.slug(title))
        return sheets.format_board(replace(board, title=title, author=author, layout=layout))

    def picture(self, text: str) -> Node | None:
        """The board to draw on; a deck is not drawn."""
        return None if _is_deck(text) else drawn_sheet.on_bench(sheets.parse_draft_board(text).layout)

    def printed(self, text: str, space: int) -> Node | None:
        """The board at true size."""
        if _is_deck(text):
            return None
        board = sheets.parse_draft_board(text)
        return drawn_sheet.printed(board.layout, board.title, space)

    def measures(self, text: str, space: int) -> tuple[int, int]:
        """Width and height of the printed board in millimetres."""
        return drawn_sheet.measures(sheets.parse_draft_board(text).layout, space)

    def looks(self, text: str) -> tuple[Look, ...]:
        """The ten cards of a deck, each with where it comes from."""
        if not _is_deck(text):
            return ()
        deck = sheets.parse_deck(text)
        return tuple(_card(deck, card) for card in CARDS)


def _is_deck(text: str) -> bool:
    return f'"{DECK_FORMAT}"' in text


@lru_cache(maxsize=64)
def _read(text: str) -> Sheet:
    if _is_deck(text):
        deck = sheets.parse_deck(text)
        standard = deck.deck == library.deck().deck
        written = sheets.format_deck(deck)
        value = STANDARD_DECK if standard else written
        return Sheet(DECK, deck.title, deck.author, written, value, "Ten cards.")
    board = sheets.parse_draft_board(text)
    layout = board.layout
    found = faults(layout)
    about = f"{layout.width} columns, {layout.height} rows, {len(layout.stars)} stars."
    sources = {board.sources[entry] for entry in sheets.ENTRIES}
    notes = () if sources == {"own"} or found else tuple(_provenance(board))
    return Sheet(
        BOARD,
        board.title,
        board.author,
        sheets.format_board(board),
        board_value(board),
        about,
        tuple(map(_fault, found)),
        notes if found else (*notes, *_threats(layout)),
        (layout.width, layout.height),
    )


def _fault(fault: Fault) -> str:
    where = f"Column {fault.space.x + 1}, row {fault.space.y + 1}: " if fault.space else ""
    text = f"{where}{fault.what}"
    expected = f" Needed: {fault.expected}." if fault.expected else ""
    return f"{text[:1].upper()}{text[1:]}.{expected}"


def _provenance(board: Board) -> list[str]:
    kept = [entry for entry in sheets.ENTRIES if board.sources[entry] == RULEBOOK]
    made = [entry for entry in sheets.ENTRIES if board.sources[entry] == "reconstruction"]
    told = []
    if kept:
        told.append(f"From the rulebook: {', '.join(kept)}.")
    if made:
        told.append(f"Reconstructed, since the rulebook's picture is lost: {', '.join(made)}.")
    return told


def _threats(layout: Layout) -> list[str]:
    """Cards that win at once if nobody interferes: a board is better without."""
    found = threats(Terms(layout, library.deck().deck))
    return [
        f"{SIDES[threat.player]}'s {threat.card} takes {PIECE_NAMES[threat.piece]} to a star in the first turn,"
        " if nobody interferes."
        for threat in found[:3]
    ]


def _own(board: Board, layout: Layout) -> str:
    """The text of a board that was changed: from now on it is a player's own."""
    if layout == board.layout:
        return sheets.format_board(board)
    return sheets.format_board(replace(board, layout=layout, sources=dict.fromkeys(sheets.ENTRIES, "own")))


def _card(deck: DeckSheet, number: int) -> Look:
    source, parts = deck.sources[number - 1], deck.deck[number - 1]
    told = words.card_words(parts)
    return Look(
        drawn_sheet.face(parts, number, printed=source == RULEBOOK),
        f"Card {number}",
        f"{told[:1].upper()}{told[1:]}.",
        _SOURCES[source],
    )
