"""Boards and decks as people make, keep, print and look them up. Pure: texts in, texts and pictures out."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ruleboard.games.extensions import Look, Sheet, Tool
from ruleboard.games.tensor_cards import drawn_sheet, library, sheets, words, workbench
from ruleboard.games.tensor_cards.balance import Threat, threats
from ruleboard.games.tensor_cards.cards import CARDS
from ruleboard.games.tensor_cards.layout import BLUE, PIECE_NAMES, RED, YELLOW, Fault, Layout, faults
from ruleboard.games.tensor_cards.names import piece_name, place_name, sentence, side_name
from ruleboard.games.tensor_cards.setup import BOARDS, STANDARD_DECK, board_value
from ruleboard.games.tensor_cards.sheets import DECK_FORMAT, RULEBOOK, Board, DeckSheet
from ruleboard.games.tensor_cards.state import Terms
from ruleboard.i18n import N_, _
from ruleboard.scene.node import Node

BOARD, DECK = "board", "deck"
_SOURCES = {
    "rulebook": N_("As in the rulebook."),
    "reconstruction": N_("Reconstructed: the rulebook's picture of it is lost."),
    "own": N_("Made by a player."),
}
_ENTRIES = {"spaces": N_("spaces"), "lines": N_("lines"), "stars": N_("stars"), "starts": N_("starts")}
AUTHORS = (
    N_("Ruleboard, after the rulebook's example"),
    N_("Cloud Kingdom Games; six cards reconstructed for Ruleboard"),
)
"""Who made what comes along, as far as it needs saying in the reader's language."""


class BoardsAndCards:
    """The workshop of the card game, see ``games.extras.Workshop``."""

    title = N_("Boards and cards")
    tools: tuple[Tool, ...] = (
        Tool(workbench.GRID, N_("Spaces and lines"), key="s"),
        Tool(workbench.STAR, N_("Stars"), key="t"),
        Tool(PIECE_NAMES[RED], N_("Red's start"), key="1"),
        Tool(PIECE_NAMES[BLUE], N_("Blue's start"), key="2"),
        Tool(PIECE_NAMES[YELLOW], N_("Yellow's start"), key="3"),
    )
    sizes: tuple[int, ...] = workbench.SIZES
    spaces: tuple[int, ...] = (20, 25, 30, 35, 40)

    def ready(self) -> tuple[Sheet, ...]:
        """The boards that come along, and the deck."""
        boards = (self.read(sheets.format_board(board)) for board in library.boards().values())
        return (*boards, self.read(sheets.format_deck(library.deck())))

    def read(self, text: str) -> Sheet:
        """What a text describes, see ``sheets``: a board, fair or not, or a deck."""
        return _deck_sheet(text) if _is_deck(text) else _board_sheet(text)

    def fresh(self) -> str:
        """A full grid with four stars."""
        sources = dict.fromkeys(sheets.ENTRIES, "own")
        return sheets.format_board(Board(_("New board"), "", workbench.fresh(), sources))

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


def _deck_sheet(text: str) -> Sheet:
    deck = sheets.parse_deck(text)
    written = sheets.format_deck(deck)
    value = STANDARD_DECK if deck.deck == library.deck().deck else written
    return Sheet(DECK, deck.title, _known(deck.author), written, value, _("Ten cards."))


def _board_sheet(text: str) -> Sheet:
    board = _draft(text)
    layout = board.layout
    found = faults(layout)
    about = _("{columns} columns, {rows} rows, {stars} stars.")
    sources = {board.sources[entry] for entry in sheets.ENTRIES}
    notes = () if sources == {"own"} or found else tuple(_provenance(board))
    return Sheet(
        BOARD,
        _known(board.title),
        _known(board.author),
        sheets.format_board(board),
        board_value(board),
        about.format(columns=layout.width, rows=layout.height, stars=len(layout.stars)),
        tuple(map(_fault, found)),
        notes if found else (*notes, *_threats(layout)),
        (layout.width, layout.height),
    )


@lru_cache(maxsize=64)
def _draft(text: str) -> Board:
    return sheets.parse_draft_board(text)


def _known(name: str) -> str:
    """A title or an author in the reader's language, if it came along; what players have named stays as it is."""
    return _(name) if name in (*AUTHORS, *(choice.title for choice in BOARDS)) else name


def _fault(fault: Fault) -> str:
    what = fault.what
    if fault.space:
        what = _("{place}: {what}").format(place=place_name(*fault.space), what=what)
    if not fault.expected:
        return sentence(what)
    return _("{fault} Needed: {expected}.").format(fault=sentence(what), expected=fault.expected)


def _provenance(board: Board) -> list[str]:
    kept = [_(_ENTRIES[entry]) for entry in sheets.ENTRIES if board.sources[entry] == RULEBOOK]
    made = [_(_ENTRIES[entry]) for entry in sheets.ENTRIES if board.sources[entry] == "reconstruction"]
    told = []
    if kept:
        told.append(_("From the rulebook: {entries}.").format(entries=", ".join(kept)))
    if made:
        text = _("Reconstructed, since the rulebook's picture is lost: {entries}.")
        told.append(text.format(entries=", ".join(made)))
    return told


@lru_cache(maxsize=64)
def _dangers(layout: Layout) -> tuple[Threat, ...]:
    return threats(Terms(layout, library.deck().deck))


def _threats(layout: Layout) -> list[str]:
    """Cards that win at once if nobody interferes: a board is better without."""
    text = _("{side}'s {card} takes {piece} to a star in the first turn, if nobody interferes.")
    return [
        text.format(side=side_name(threat.player), card=threat.card, piece=piece_name(threat.piece))
        for threat in _dangers(layout)[:3]
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
        _("Card {card}").format(card=number),
        sentence(told),
        _(_SOURCES[source]),
    )
