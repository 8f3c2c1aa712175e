"""The editor: stones and characters, the mode with its pits, the side to move and the rest of its turn."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.games.editors import ERASER, SquareEditor, turn_switch
from ruleboard.games.extensions import Counter, Switch, Tool
from ruleboard.games.sensei import picture
from ruleboard.games.sensei.notation import format_position, read_position
from ruleboard.games.sensei.state import BEARER, EMPTY, INDEX, MODES, PIT, SIDES, STONE, State, start
from ruleboard.i18n import N_
from ruleboard.overriding import override
from ruleboard.scene.node import Node

_TITLES = {"g": N_("Green stone"), "G": N_("Green character"), "r": N_("Red stone"), "R": N_("Red character")}


class SenseiEditor(SquareEditor[State]):
    """The editor of positions; see ``games.extensions.Editor``."""

    numbers = INDEX
    blank = EMPTY
    tools = (*(Tool(letter, title, picture.alone(letter), letter) for letter, title in _TITLES.items()), ERASER)

    @override
    def load(self, text: str) -> State:
        return read_position(text)

    @override
    def dump(self, state: State) -> str:
        return format_position(state)

    @override
    def started(self, state: State) -> State:
        return start(state.mode)

    @override
    def contents(self, state: State) -> str:
        return state.board

    @override
    def with_contents(self, state: State, contents: list[str]) -> State:
        """Return the position with another board, the pits of the mode on it."""
        pits = MODES[state.mode].pits
        letters = (EMPTY if letter == PIT else letter for letter in contents)
        return replace(state, board="".join(PIT if at in pits else letter for at, letter in enumerate(letters)))

    @override
    def holds(self, state: State, target: str) -> bool:
        return super().holds(state, target) and state.board[INDEX[target]] != PIT

    @override
    def put(self, contents: list[str], square: int, tool: str) -> None:
        """Put a stone on a square, or a side's character, which leaves its former stone behind.

        A character that is put where it stands is taken off its stone.
        """
        before = contents[square]
        super().put(contents, square, tool)
        if tool in BEARER:
            bare = STONE[BEARER.index(tool)]
            contents[:] = [bare if letter == tool else letter for letter in contents]
            contents[square] = bare if before == tool else tool

    @override
    def carry(self, contents: list[str], start: int, goal: int) -> None:
        """Move a stone with what it bears; onto a bare stone of its own, a character leaps alone."""
        letter, bare = contents[start], contents[start].lower()
        leaps = letter in BEARER and contents[goal] == bare
        super().carry(contents, start, goal)
        if leaps:
            contents[start] = bare

    @override
    def fields(self, state: State) -> tuple[Switch | Counter, ...]:
        """Return the fields for the side to move, the rest of its turn, and the mode."""
        modes = tuple((mode.id, mode.title) for mode in MODES.values())
        return (
            turn_switch(SIDES, state.side),
            Counter("stones", N_("Stone moves left"), state.stones, 0, 2),
            Counter("character", N_("Character moves left"), state.character, 0, 1),
            Switch("mode", N_("Mode"), modes, (state.mode,)),
        )

    @override
    def with_field(self, state: State, id: str, value: str) -> State:
        """Return the position with another side to move, rest of a turn, or mode."""
        match id:
            case "turn":
                return replace(state, side=int(value))
            case "stones":
                return replace(state, stones=int(value))
            case "character":
                return replace(state, character=int(value))
        return self.with_contents(replace(state, mode=value), list(state.board))

    @override
    def drawn(self, state: State, seat: int, taken: str) -> Node:
        """Return the board of a position, valid or not."""
        return picture.setup(state, seat, taken)
