"""The position editor for stones, characters, the mode with its pits, the side to move, and the remaining moves."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.contract.editors import ERASER, SquareEditor, turn_switch
from ruleboard.contract.extensions import Counter, Switch, Tool
from ruleboard.games.sensei import picture
from ruleboard.games.sensei.notation import format_position, parse_draft_position
from ruleboard.games.sensei.state import (
    CHARACTER_LETTERS,
    EMPTY,
    MODES,
    PIT,
    SIDES,
    SQUARE_NUMBERS,
    STONE_LETTERS,
    State,
    start_state,
)
from ruleboard.i18n import N_
from ruleboard.overriding import override
from ruleboard.scene.node import Node

_PIECE_TITLES = {"g": N_("Green stone"), "G": N_("Green character"), "r": N_("Red stone"), "R": N_("Red character")}


class SenseiEditor(SquareEditor[State]):
    """The position editor; see ``games.extensions.Editor``."""

    numbers = SQUARE_NUMBERS
    blank = EMPTY
    tools = (
        *(Tool(letter, title, picture.piece_icon(letter), letter) for letter, title in _PIECE_TITLES.items()),
        ERASER,
    )

    @override
    def load(self, text: str) -> State:
        return parse_draft_position(text)

    @override
    def dump(self, state: State) -> str:
        return format_position(state)

    @override
    def start_state(self, state: State) -> State:
        return start_state(state.mode)

    @override
    def contents(self, state: State) -> str:
        return state.board

    @override
    def with_contents(self, state: State, contents: list[str]) -> State:
        """Return the state with other stones and characters, and with the pits of its mode."""
        pits = MODES[state.mode].pits
        letters = (EMPTY if letter == PIT else letter for letter in contents)
        return replace(state, board="".join(PIT if index in pits else letter for index, letter in enumerate(letters)))

    @override
    def has_contents(self, state: State, target: str) -> bool:
        return super().has_contents(state, target) and state.board[SQUARE_NUMBERS[target]] != PIT

    @override
    def place_piece(self, contents: list[str], square: int, tool: str) -> None:
        """Place a stone, or move a side's character to the square.

        The stone that the character leaves stays. If this character is already on the square, remove it from its
        stone.
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
        leaps = letter in CHARACTER_LETTERS and contents[goal] == bare_stone
        super().move_contents(contents, start, goal)
        if leaps:
            contents[start] = bare_stone

    @override
    def fields(self, state: State) -> tuple[Switch | Counter, ...]:
        modes = tuple((mode.id, mode.title) for mode in MODES.values())
        return (
            turn_switch(SIDES, state.side),
            Counter("stones", N_("Stone moves left"), state.stone_moves, 0, 2),
            Counter("character", N_("Leaps left"), state.character_moves, 0, 1),
            Switch("mode", N_("Mode"), modes, (state.mode,)),
        )

    @override
    def with_field(self, state: State, id: str, value: str) -> State:
        match id:
            case "turn":
                return replace(state, side=int(value))
            case "stones":
                return State(state.board, state.side, int(value), state.character_moves, state.mode)
            case "character":
                return State(state.board, state.side, state.stone_moves, int(value), state.mode)
        return self.with_contents(replace(state, mode=value), list(state.board))

    @override
    def state_picture(self, state: State, seat: int, selected: str) -> Node:
        return picture.editor_picture(state, seat, selected)
