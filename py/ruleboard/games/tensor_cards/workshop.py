"""The editor for custom boards and decks. ``app/workshop`` uses it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ruleboard.contract.extensions import CustomBoard, ReferenceEntry, Tool
from ruleboard.games.tensor_cards import board_editor, data_files, library, texts, workshop_picture
from ruleboard.games.tensor_cards.board import BLUE, PIECE_NAMES, RED, YELLOW, Board, Fault, board_faults
from ruleboard.games.tensor_cards.cards import CARDS
from ruleboard.games.tensor_cards.data_files import DECK_FORMAT, RULEBOOK_SOURCE, BoardFile, DeckFile
from ruleboard.games.tensor_cards.names import piece_name, place_name, side_name
from ruleboard.games.tensor_cards.options import BOARD_CHOICES, STANDARD_DECK, board_value
from ruleboard.games.tensor_cards.state import Terms
from ruleboard.games.tensor_cards.threats import FirstTurnThreat, first_turn_threats
from ruleboard.i18n import N_, _
from ruleboard.scene.node import Node
from ruleboard.wording import sentence

BOARD_OPTION, DECK_OPTION = "board", "deck"
_SOURCE_TITLES = {
    "rulebook": N_("From the rulebook."),
    "reconstruction": N_("Reconstructed, because the rulebook’s picture is lost."),
    "own": N_("A player made this."),
}
_ENTRY_TITLES = {"spaces": N_("spaces"), "lines": N_("lines"), "stars": N_("stars"), "starts": N_("starts")}
BUILT_IN_AUTHORS = (
    N_("Ruleboard, after the rulebook’s example"),
    N_("Cloud Kingdom Games; 6 cards reconstructed for Ruleboard"),
)
"""The authors of built-in boards and decks that the page translates."""


class BoardsAndCards:
    """The editor for custom boards and decks; see ``contract.extensions.BoardEditor``."""

    title = N_("Boards and cards")
    tools: tuple[Tool, ...] = (
        Tool(board_editor.GRID_TOOL, N_("Spaces and lines"), key="s"),
        Tool(board_editor.STAR_TOOL, N_("Stars"), key="t"),
        Tool(PIECE_NAMES[RED], N_("Red’s start"), key="1"),
        Tool(PIECE_NAMES[BLUE], N_("Blue’s start"), key="2"),
        Tool(PIECE_NAMES[YELLOW], N_("Yellow’s start"), key="3"),
    )
    sizes: tuple[int, ...] = board_editor.SIDE_LENGTHS
    space_widths: tuple[int, ...] = (20, 25, 30, 35, 40)

    def presets(self) -> tuple[CustomBoard, ...]:
        """Return the built-in boards and the built-in deck."""
        boards = (self.parse(data_files.format_board(file)) for file in library.boards().values())
        return (*boards, self.parse(data_files.format_deck(library.deck())))

    def parse(self, text: str) -> CustomBoard:
        """Parse the JSON text of a custom board or deck. The board may be unfair.

        Raises:
            DataFileError: the text is malformed. ``where`` names the line and the field.
        """
        return _custom_deck(text) if _is_deck(text) else _custom_board(text)

    def empty_board_text(self) -> str:
        """Return the JSON text of a new board, which is a full grid with four stars."""
        sources = dict.fromkeys(data_files.ENTRY_NAMES, "own")
        return data_files.format_board(BoardFile(_("New board"), "", board_editor.new_board(), sources))

    def apply_tool(self, text: str, target: str, tool: str, *, is_mirrored: bool) -> str:
        """Return the JSON text of the board after a touch with a tool; see ``board_editor.board_after_touch``."""
        file = data_files.parse_draft_board(text)
        return _file_with_board(file, board_editor.board_after_touch(file.board, target, tool, is_mirrored=is_mirrored))

    def resize(self, text: str, columns: int, rows: int) -> str:
        """Return the JSON text of the resized board. An impossible size changes nothing."""
        file = data_files.parse_draft_board(text)
        if columns not in self.sizes or rows not in self.sizes:
            return text
        return _file_with_board(file, board_editor.with_size(file.board, columns, rows))

    def rename(self, text: str, title: str, author: str) -> str:
        """Return the JSON text of the board or deck with a new title and author."""
        if _is_deck(text):
            return data_files.format_deck(replace(data_files.parse_deck(text), title=title, author=author))
        file = data_files.parse_draft_board(text)
        board = replace(file.board, name=data_files.board_name(title))
        return data_files.format_board(replace(file, title=title, author=author, board=board))

    def picture(self, text: str) -> Node | None:
        """Draw a board for editing, or return None for a deck."""
        if _is_deck(text):
            return None
        return workshop_picture.draw_editable_board(data_files.parse_draft_board(text).board)

    def print_picture(self, text: str, space: int) -> Node | None:
        """Draw a board for printing, or return None for a deck.

        Args:
            text: the JSON text.
            space: the distance between neighbouring spaces in millimetres.
        """
        if _is_deck(text):
            return None
        file = data_files.parse_draft_board(text)
        return workshop_picture.draw_printed_board(file.board, file.title, space)

    def printed_size(self, text: str, space: int) -> tuple[int, int]:
        """Return the width and height of the printed board in millimetres."""
        return workshop_picture.printed_size(data_files.parse_draft_board(text).board, space)

    def reference_entries(self, text: str) -> tuple[ReferenceEntry, ...]:
        """Return a reference entry for each of the ten cards of a deck; empty for a board."""
        if not _is_deck(text):
            return ()
        deck = data_files.parse_deck(text)
        return tuple(_card_entry(deck, card) for card in CARDS)


def _is_deck(text: str) -> bool:
    return f'"{DECK_FORMAT}"' in text


def _custom_deck(text: str) -> CustomBoard:
    file = data_files.parse_deck(text)
    json_text = data_files.format_deck(file)
    value = STANDARD_DECK if file.deck == library.deck().deck else json_text
    return CustomBoard(DECK_OPTION, file.title, _translated_name(file.author), json_text, value, _("10 cards."))


def _custom_board(text: str) -> CustomBoard:
    file = _parse_draft_board(text)
    board = file.board
    faults = board_faults(board)
    summary = _("Columns: {columns}, rows: {rows}, stars: {stars}.")
    sources = {file.sources[entry] for entry in data_files.ENTRY_NAMES}
    notes = () if sources == {"own"} or faults else tuple(_source_notes(file))
    return CustomBoard(
        BOARD_OPTION,
        _translated_name(file.title),
        _translated_name(file.author),
        data_files.format_board(file),
        board_value(file),
        summary.format(columns=board.width, rows=board.height, stars=len(board.stars)),
        tuple(map(_fault_sentence, faults)),
        notes if faults else (*notes, *_threat_notes(board)),
        (board.width, board.height),
    )


@lru_cache(maxsize=64)
def _parse_draft_board(text: str) -> BoardFile:
    return data_files.parse_draft_board(text)


def _translated_name(name: str) -> str:
    """Translate the title or author of a built-in board or deck. Return other texts unchanged."""
    return _(name) if name in (*BUILT_IN_AUTHORS, *(choice.title for choice in BOARD_CHOICES)) else name


def _fault_sentence(fault: Fault) -> str:
    message = fault.reason
    if fault.space:
        message = _("{place}: {what}").format(place=place_name(*fault.space), what=message)
    if not fault.expected:
        return sentence(message)
    return _("{fault} Needed: {expected}.").format(fault=sentence(message), expected=fault.expected)


def _source_notes(file: BoardFile) -> list[str]:
    rulebook_entries = [
        _(_ENTRY_TITLES[entry]) for entry in data_files.ENTRY_NAMES if file.sources[entry] == RULEBOOK_SOURCE
    ]
    reconstructed_entries = [
        _(_ENTRY_TITLES[entry]) for entry in data_files.ENTRY_NAMES if file.sources[entry] == "reconstruction"
    ]
    notes = []
    if rulebook_entries:
        notes.append(_("From the rulebook: {entries}.").format(entries=", ".join(rulebook_entries)))
    if reconstructed_entries:
        text = _("Reconstructed, because the rulebook’s picture is lost: {entries}.")
        notes.append(text.format(entries=", ".join(reconstructed_entries)))
    return notes


@lru_cache(maxsize=64)
def _board_threats(board: Board) -> tuple[FirstTurnThreat, ...]:
    return first_turn_threats(Terms(board, library.deck().deck))


def _threat_notes(board: Board) -> list[str]:
    text = _("{side}’s {card} takes {piece} to a star on the first turn if nothing stops it.")
    return [
        text.format(side=side_name(threat.player), card=threat.card, piece=piece_name(threat.piece))
        for threat in _board_threats(board)[:3]
    ]


def _file_with_board(file: BoardFile, board: Board) -> str:
    """Format a board file as JSON after an edit of its board.

    If the edit changes the board, the source of every entry in the file becomes "own".
    """
    if board == file.board:
        return data_files.format_board(file)
    return data_files.format_board(replace(file, board=board, sources=dict.fromkeys(data_files.ENTRY_NAMES, "own")))


def _card_entry(file: DeckFile, number: int) -> ReferenceEntry:
    source, parts = file.sources[number - 1], file.deck[number - 1]
    return ReferenceEntry(
        workshop_picture.draw_single_card(parts, number, is_from_rulebook=source == RULEBOOK_SOURCE),
        _("Card {card}").format(card=number),
        sentence(texts.card_parts_text(parts)),
        _(_SOURCE_TITLES[source]),
    )
