"""Edit a position: its pieces, its mode with the pits, the side to move, and the remaining moves."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.contract.editors import ERASER, SquareEditor, turn_switch
from ruleboard.contract.extensions import Counter, Switch, Tool
from ruleboard.games.sensei import picture
from ruleboard.games.sensei.notation import Draft, format_position, parse_draft_position
from ruleboard.games.sensei.state import (
    CHARACTER_LETTERS,
    EMPTY,
    GREEN,
    MODES,
    PIT,
    SIDES,
    SQUARE_NUMBERS,
    STONE_LETTERS,
    expand_ranks,
)
from ruleboard.i18n import N_
from ruleboard.overriding import override

_PIECE_TITLES = {"g": N_("Green stone"), "G": N_("Green character"), "r": N_("Red stone"), "R": N_("Red character")}


class SenseiEditor(SquareEditor[Draft]):
    """The position editor; see ``contract.extensions.Editor``."""

    numbers = SQUARE_NUMBERS
    blank = EMPTY
    tools = (
        *(Tool(letter, title, picture.piece_icon(letter), letter) for letter, title in _PIECE_TITLES.items()),
        ERASER,
    )

    load = staticmethod(parse_draft_position)
    dump = staticmethod(format_position)
    state_picture = staticmethod(picture.editor_picture)

    @override
    def start_state(self, state: Draft) -> Draft:
        return Draft(expand_ranks(MODES[state.mode].start), GREEN, 2, 1, state.mode)

    @override
    def contents(self, state: Draft) -> str:
        return state.board

    @override
    def with_contents(self, state: Draft, contents: list[str]) -> Draft:
        """Replace the stones and characters, and restore the pits of the mode."""
        pits = MODES[state.mode].pits
        letters = (EMPTY if letter == PIT else letter for letter in contents)
        return replace(state, board="".join(PIT if index in pits else letter for index, letter in enumerate(letters)))

    @override
    def has_contents(self, state: Draft, target: str) -> bool:
        return super().has_contents(state, target) and state.board[SQUARE_NUMBERS[target]] != PIT

    @override
    def place_piece(self, contents: list[str], square: int, tool: str) -> None:
        """Place a stone, or move a side's character to the square.

        The stone under the character stays when the character leaves. If the character already stands on the square,
        remove the character.
        """
        old_letter = contents[square]
        super().place_piece(contents, square, tool)
        if tool in CHARACTER_LETTERS:
            bare_stone = STONE_LETTERS[CHARACTER_LETTERS.index(tool)]
            contents[:] = [bare_stone if letter == tool else letter for letter in contents]
            contents[square] = bare_stone if old_letter == tool else tool

    @override
    def move_contents(self, contents: list[str], start: int, goal: int) -> None:
        """Move a stone together with its character.

        If ``goal`` has a stone of the same side, move only the character.
        """
        letter, bare_stone = contents[start], contents[start].lower()
        is_leap = letter in CHARACTER_LETTERS and contents[goal] == bare_stone
        super().move_contents(contents, start, goal)
        if is_leap:
            contents[start] = bare_stone

    @override
    def fields(self, state: Draft) -> tuple[Switch | Counter, ...]:
        modes = tuple((mode.id, mode.title) for mode in MODES.values())
        return (
            turn_switch(SIDES, state.side),
            Counter("stones", N_("Stone moves left"), state.stone_moves, 0, 2),
            Counter("character", N_("Leaps left"), state.character_moves, 0, 1),
            Switch("mode", N_("Mode"), modes, (state.mode,)),
        )

    @override
    def with_field(self, state: Draft, id: str, value: str) -> Draft:
        match id:
            case "turn":
                return replace(state, side=int(value))
            case "stones":
                return replace(state, stone_moves=int(value))
            case "character":
                return replace(state, character_moves=int(value))
        return self.with_contents(replace(state, mode=value), list(state.board))
